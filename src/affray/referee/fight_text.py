"""A fight in few words, for a language model to read: how it stands, what is asked, what
happened."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from affray.core.fight import Fight, Fighter
from affray.core.questions import GM, Option, Question
from affray.players.menu import MORE, option_groups, ordered_options
from affray.referee.map_text import map_lines, place_note, spaces_from_enemies
from affray.web.rooms.room import Room
from affray.web.rooms.table_state import PERSON

Json = dict[str, Any]

LOOK_TOKENS = 480
"""How many tokens a look may have, about, before the rest of its options is only counted. With
options that are searched for it may be twice as long."""

RULE_NUMBER_TOKENS = 1
"""Tokens that an option's number takes beside the rules it goes by, about."""

OPTIONS_OF_A_KIND = 4
"""How many options of one kind are listed before options of other kinds."""

FEWEST_OPTIONS = 4
"""How many options are listed at least, however long the text is."""

LAST_LINES = 3
"""How many lines of the log a look without `since` shows."""

MOST_LINES = 60
WHOLE_LINES = 1000
"""How many lines of the log are shown at most."""

RAREST = 0.0005
"""Outcomes less likely than this are left out."""

MAX_LINE = 200
"""Characters of a line of the log."""

MAX_DECISIONS = 8
"""How many decisions that can be taken back are listed."""


TOKEN = re.compile(r"[^\W\d_]{1,6}|\d{1,3}|[^\w\s]|_")


# --- how it stands ---


def look_text(
    room: Room,
    odds: Mapping[str, Json] | None = None,
    find: str = "",
    since: int | None = None,
    has_map: bool = False,
) -> str:
    """Return how a fight stands, what happened last, what is asked, and the options with odds.

    `find` lists only the options with this text in them. `since` is the number of the question of
    the last look: everything since then is told, else only the last lines.
    """
    told = last_lines(room, LAST_LINES) if since is None else log_lines(room, since)
    lines = [*state_lines(room), *told]
    used = estimate_tokens("\n".join(lines))
    drawn = map_lines(room.fight) if has_map and room.fight is not None else []
    return "\n".join([*drawn, *lines, *asked_lines(room, odds or {}, find, used)])


def estimate_tokens(text: str) -> int:
    """Estimate the tokens of a text, rather too many than too few.

    A token is six letters of a word, three digits of a number, or a sign.
    """
    return len(TOKEN.findall(text))


def state_lines(room: Room) -> list[str]:
    """Return which fight it is and how all fighters stand, a line for each side."""
    fight = room.fight
    head = f"fight {room.stored.id}: {room.stored.name}, {room.stored.ruleset}"
    if fight is None:
        return [head, room.frozen_reason or ""]
    lines = [f"{head}, round {int(fight.round)}, question {room.number}"]
    for side, name in enumerate(room.scenario.sides):
        mine = [one for one in fight.roster() if one.side == side]
        lines.append(f"{name}: {'; '.join(fighter_phrases(fight, mine))}")
    return lines


def fighter_phrases(fight: Fight, fighters: list[Fighter]) -> list[str]:
    """Return how some fighters stand; those who stand alike share a phrase."""
    phrases = []
    for rest, alike in groupby(fighters, lambda one: fighter_state(fight, one)):
        phrases.append(f"{', '.join(one.name for one in alike)} {rest}")
    return phrases


def fighter_state(fight: Fight, fighter: Fighter) -> str:
    """Return a fighter's health, place and conditions, or only that it is dead or has fled."""
    state = fighter.state()
    health = f"{int(fighter.health())}/{int(fighter.max_health())}"
    if state != "standing":
        return state if state in ("dead", "fled") else f"{state} {health}"
    place = fight.place_name(fighter.index)
    conditions = fighter.conditions()
    text = f"{health} {place}".rstrip()
    return f"{text} ({', '.join(conditions)})" if conditions else text


# --- what is asked ---


def asked_lines(room: Room, odds: Mapping[str, Json], find: str, used: int) -> list[str]:
    """Return the question with its options, or why there is none."""
    fight, question = room.fight, room.question
    if fight is None:
        return []
    if room.is_over():
        winner = int(fight.winner())
        who = room.scenario.sides[winner] if winner >= 0 else "nobody"
        return [f"The fight is over: {who} won."]
    if question is None:
        return ["The fight goes on by itself; look again."]
    prompt = fight.setup.prompt(question)
    player = room.player()
    if player != PERSON:
        return [f"{prompt} ({player} thinks; look again.)"]
    whose = "the game master" if question.side == GM else room.scenario.sides[question.side]
    usual = room.simple_choice() if question.side != GM else question.default_option().key
    number = [option.key for option in ordered_options(fight, question)].index(usual) + 1
    listed = option_lines(fight, question, odds, find, used, usual)
    return [f"{prompt} [{whose}]", *listed, f"(simple would take {number})"]


def option_lines(
    fight: Fight, question: Question, odds: Mapping[str, Json], find: str, used: int, usual: str
) -> list[str]:
    """Return the options by their numbers, as many as fit.

    The simple player's choice comes first, then some of every kind: those with odds before others,
    places near an enemy before places far away, friends and rarities last. The rest is counted by
    kind.
    """
    numbered = list(enumerate(ordered_options(fight, question), 1))
    if find:
        words = find.lower()
        numbered = [
            (number, one)
            for number, one in numbered
            if words in f"{one.kind}\n{one.key}\n{one.text}".lower()
        ]
        if not numbered:
            return [f"(no option has {find!r} in it)"]
    left = (2 if find else 1) * LOOK_TOKENS - used
    shown: dict[int, Option] = {}
    lines: dict[int, str] = {}
    named: set[tuple[str, ...]] = set()
    ranked = rank_options(fight, question, numbered, odds, usual)
    for number, option in ranked:
        line = option_line(fight, question, number, option, odds.get(option.key))
        left -= estimate_tokens(line) + RULE_NUMBER_TOKENS
        if option.rules not in named:
            left -= estimate_tokens(" ".join(option.rules))
            named.add(option.rules)
        if left < 0 and len(lines) >= FEWEST_OPTIONS:
            break
        lines[number] = line
        shown[number] = option
    hidden = [option for number, option in numbered if number not in shown]
    counted = [hidden_text(hidden)] if hidden else []
    return [*(lines[number] for number in sorted(lines)), *counted, rules_of_options(shown)]


def rank_options(
    fight: Fight,
    question: Question,
    numbered: list[tuple[int, Option]],
    odds: Mapping[str, Json],
    usual: str,
) -> list[tuple[int, Option]]:
    """Return options in the order in which they are worth listing."""

    def spaces(option: Option) -> int:
        is_move = option.place >= 0 and option.target < 0
        return spaces_from_enemies(fight, question.side, int(option.place)) if is_move else 0

    groups = option_groups(fight, question)
    rare = {option.key for group in groups if group.name == MORE for option in group.options}
    counts: dict[str, int] = {}
    ranks: dict[int, tuple[bool, bool, int, bool, int]] = {}
    for number, option in sorted(numbered, key=lambda one: spaces(one[1])):
        counts[option.kind] = counts.get(option.kind, 0) + 1
        turn = (counts[option.kind] - 1) // OPTIONS_OF_A_KIND
        has_no_odds = "hit" not in odds.get(option.key, {})
        is_rare = option.key in rare
        ranks[number] = (option.key != usual, is_rare, turn, has_no_odds, len(ranks))
    return sorted(numbered, key=lambda one: ranks[one[0]])


def option_line(
    fight: Fight, question: Question, number: int, option: Option, odds: Json | None
) -> str:
    """Return an option in a line: its number, what it is, its cost, where it leads, its odds."""
    parts = [f"{number} {option.text}"]
    if option.cost and option.cost != "free":
        parts.append(f"({option.cost})")
    if option.takes_words:
        parts.append("(may be given with words)")
    text = " ".join(parts)
    is_move = option.place >= 0 and option.target < 0
    held = [place_note(fight, question, option)] if is_move else []
    held += [odds_text(fight, odds)] if odds is not None else []
    notes = "; ".join(note for note in held if note)
    return f"{text}: {notes}" if notes else text


def odds_text(fight: Fight, odds: Json) -> str:
    """Return the odds of an option: hits, mean harm and falls of an attack, else its effects.

    Empty where no dice are rolled.
    """
    about = "" if odds["exact"] else "about "
    if "hit" in odds:
        parts = [f"hit {about}{share(odds['hit'])}"]
        if odds["harm"] > 0:
            parts.append(f"harm {odds['harm']:.1f}")
        if odds["drop"] >= RAREST:
            parts.append(f"drops {share(odds['drop'])}")
        return ", ".join(parts)
    if not odds["rolled"]:
        return ""
    held = []
    for one in odds["fighters"]:
        parts = []
        if abs(one["harm"]) >= 0.005:
            parts.append(f"{-one['harm']:+.2g} health")
        if one["drop"] >= 0.005:
            parts.append(f"falls {share(one['drop'])}")
        if parts:
            held.append(f"{fight.setup.names[one['who']]} {' '.join(parts)}")
    return about + ", ".join(held[:3]) if held else ""


def share(p: float) -> str:
    """Return a probability in whole percent; only certainty is 0 % or 100 %."""
    if 0.0 < p < 0.01:
        return "under 1%"
    if 0.99 < p < 1.0:
        return "over 99%"
    return f"{100 * p:.0f}%"


def hidden_text(options: Iterable[Option]) -> str:
    """Return the options that are not listed, counted by kind."""
    counts: dict[str, int] = {}
    for option in options:
        counts[option.kind] = counts.get(option.kind, 0) + 1
    listed = ", ".join(f"{count} {kind}" for kind, count in list(counts.items())[:12])
    largest = max(counts, key=lambda kind: counts[kind])
    return f"and {listed}; look with find='{largest}' lists them"


def rules_of_options(options: Mapping[int, Option]) -> str:
    """Return the rules behind some options, each set once: 'rules: 1-3 attack; 4 move'."""
    numbers: dict[tuple[str, ...], list[int]] = {}
    for number, option in sorted(options.items()):
        if option.rules:
            numbers.setdefault(option.rules, []).append(number)
    parts = [f"{ranges(of)} {' '.join(rules)}" for rules, of in numbers.items()]
    return f"rules: {'; '.join(parts)}" if parts else "rules: none named"


def ranges(numbers: list[int]) -> str:
    """Return numbers in order, with those in a row together: '1-3,7'."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


# --- what happened ---


def log_lines(room: Room, since: int, most: int = MOST_LINES) -> list[str]:
    """Return the last lines of the log since a question, and how many were left out."""
    told = room.news.story(since, "gm")["frames"]
    lines = [frame_line(one) for one in told[-most:]]
    left_out = len(told) - len(lines)
    return [f"({left_out} lines before)", *lines] if left_out else lines


def last_lines(room: Room, count: int) -> list[str]:
    """Return the last lines of the log."""
    return [frame_line(frame.data) for frame in room.frames[-count:]]


def frame_line(told: Json) -> str:
    """Return a line of the log with its dice and the rules behind it."""
    rolls = f" {{{'; '.join(told['rolls'])}}}" if told["rolls"] else ""
    rules = f" [{' '.join(told['rules'])}]" if told["rules"] else ""
    line: str = told["text"].replace("\n", " ")
    if len(line) > MAX_LINE:
        line = line[: MAX_LINE - 1] + "…"
    return f"- {line}{rolls}{rules}"


def decisions_text(room: Room) -> str:
    """Return the last decisions that can be taken back, each with its number."""
    lines = []
    for decision in room.decisions[-MAX_DECISIONS:]:
        data = decision.data
        lines.append(f"to={decision.at}: {data['asked']}: {data['chose']}")
    return "\n".join(lines) or "nothing has been decided yet"


# --- figures ---


def detail_text(fight: Fight, detail: Json) -> str:
    """Return an option with its kinds of outcomes, an example of each, and its rules."""
    figures = odds_text(fight, detail["odds"]) or "no dice are rolled"
    exact = "exact" if detail["odds"]["exact"] else "sampled"
    lines = [f"{detail['key']}: {figures} ({exact}, {detail['assumption']})"]
    effect = detail.get("with_replies")
    if effect:
        lines.append(
            f"hit {share(effect['hit'])}, harm {effect['harm']:.3g}, drops "
            f"{share(effect['drop'])} {effect['text']}"
        )
    damage = detail.get("damage")
    if damage:
        likely = [(amount, p) for amount, p in damage.items() if p >= RAREST]
        lines.append(f"harm {', '.join(f'{amount}: {share(p)}' for amount, p in likely[:20])}")
    for way in detail["ways"]:
        lines.append(f"{share(way['p'])} {way['kind']}")
        lines += [f"  {event_line(event)}" for event in way["told"][:4]]
    if detail["rules"]:
        lines.append(f"rules: {' '.join(detail['rules'])}")
    return "\n".join(lines)


def event_line(event: Json) -> str:
    """Return a line of an example."""
    rolls = f" {{{'; '.join(event['rolls'])}}}" if event["rolls"] else ""
    rules = f" [{' '.join(event['rules'])}]" if event["rules"] else ""
    return f"{event['text']}{rolls}{rules}"


def simulation_text(found: Json) -> str:
    """Return the result of a simulation: each side's share of wins with its 95 % interval."""
    sides = [
        f"{side} wins {share(one['share'])} ({share(one['low'])} to {share(one['high'])})"
        for side, one in found["sides"].items()
    ]
    draws = found["draws"] / max(1, found["fights"])
    return (
        f"{found['fights']:,} fights: {', '.join(sides)}, nobody {share(draws)}; "
        f"{found['rounds']['mean']:.1f} rounds on average"
    )


def duel_text(found: Json) -> str:
    """Return the chances of a duel: exact, or estimated with proven bounds."""
    if "sides" not in found:  # it is still being solved
        working = found["working"]
        low, high = working["bounds"]
        bounds = f"{100 * low:.2f}% to {100 * high:.2f}%"
        return f"so far: {working['side']} wins {bounds}, proven ({working['states']:,} states)"
    if found["exact"]:
        sides = ", ".join(f"{side} wins {100 * p:.2f}%" for side, p in found["sides"].items())
        return f"exactly: {sides}, nobody {100 * found['draw']:.2f}% ({found['states']:,} states)"
    sides = ", ".join(bounded_text(side, found) for side in found["sides"])
    fights = [one["fights"] for one in (found["estimate"] or {}).values()]
    how = f"estimated by {fights[0]:,} fights; " if fights else ""
    return f"not exactly: {sides} ({how}{found['states']:,} states)"


def bounded_text(side: str, found: Json) -> str:
    """Return a side's share of wins as far as it is known."""
    low, high = found["bounds"][side]
    proven = f"proven: {100 * low:.2f}% to {100 * high:.2f}%"
    if not found["estimate"]:
        return f"{side} wins {proven}"
    one = found["estimate"][side]
    error = 100 * (one["high"] - one["low"]) / 2
    return f"{side} wins {100 * one['share']:.1f}% ± {error:.1f} ({proven})"
