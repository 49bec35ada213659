"""The odds of every option at any point of a fight: what each leads to by the end of the action.

An action ends when somebody is asked what to do with their turn, or when the turn is over. The
odds are exact; for somebody who cannot wait they are played out where every way would take too
long, and say how far off they may be.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass, field
from math import fsum, inf, sqrt
from time import perf_counter
from typing import Any, NamedTuple

from affray.core.dice import Dice
from affray.core.fight import Fight, Setup
from affray.core.odds import CUT_OFF, Odds, OddsCache
from affray.core.playouts import FightHistory, Snapshot
from affray.core.problems import InvalidDataError, data_error
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable, Player, Stage, Table
from affray.core.tape import Answer, TapeTable, choice_answer
from affray.lab.statistics import Z95
from affray.lab.tree import CHANCE, LEAF, EveryChoice, Forest

MOST_PATHS = 300_000

FEWEST_TRIES, MOST_TRIES = 20, 4000
"""How often an option is played out where its odds cannot be had exactly."""

SEED = 2026
"""The dice of whatever is played out, so that it is the same each time."""


class After(NamedTuple):
    """How a fighter is when an action is over."""

    who: int
    health: int
    state: str
    place: str
    conditions: tuple[str, ...]


Changes = tuple[After, ...]
"""Everybody whom the action changed."""


class ActionOver(Exception):
    """The next thing to do is asked for, so this one is done."""


class OutOfTime(Exception):
    """There are more ways it can go than time to follow each."""


class AfterTape(EveryChoice):
    """Follows a tape to its end, and from there takes every path to the end of the action."""

    def __init__(
        self,
        answers: list[Answer],
        choosers: set[int],
        players: list[Player],
        cache: OddsCache,
        cut_off: float,
        until: float = inf,
    ) -> None:
        super().__init__(choosers, players, cache, cut_off)
        self.answers = answers
        self.reader = TapeTable(answers)
        self.until = until

    def rewind(self) -> None:
        """Starts the tape again."""
        self.reader = TapeTable(self.answers)

    def roll(self, count: int, sides: int, cuts: int = 0) -> list[int]:
        """The tape's dice, then all there are."""
        if self.reader.answers_left():
            return self.reader.roll(count, sides, cuts)
        self.look_at_the_clock()
        return super().roll(count, sides, cuts)

    def stage(self, stage: Stage) -> int:
        """A stage by the tape's dice, then by its results."""
        if self.reader.answers_left():
            return stage.play(self)
        self.look_at_the_clock()
        return super().stage(stage)

    def look_at_the_clock(self) -> None:
        """Gives up when the time is over."""
        if perf_counter() > self.until:
            raise OutOfTime

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        """The tape's answer, then the players', until the action is over."""
        if self.reader.answers_left():
            return self.reader.ask(fight, question)
        if question.kind == "turn":
            raise ActionOver
        return super().ask(fight, question)


class ToTheEndOfTheAction(LiveTable):
    """Plays on, until the next thing to do is asked for."""

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        """The player's answer, unless the action is over."""
        if question.kind == "turn":
            raise ActionOver
        return super().ask(fight, question)


@dataclass
class Prospect:
    """What an option holds for one fighter."""

    who: int
    harm: float = 0.0
    """How much health is lost on average; below zero is healing."""
    touched: bool = False
    """Whether any way it may go changes their health, even if that evens out."""
    drop: float = 0.0
    """How likely one who stands is to stand no more."""
    states: dict[str, float] = field(default_factory=dict)
    conditions: dict[str, float] = field(default_factory=dict)
    """How likely each condition is to come to one who stands, or to go ("not" and the
    condition)."""
    moved: float = 0.0
    """How likely one who stands is to be somewhere else."""

    def add(self, before: After, after: After, p: float) -> None:
        """Takes in one way it may go."""
        self.harm += p * (before.health - after.health)
        self.touched |= before.health != after.health
        if before.state != after.state:
            self.states[after.state] = self.states.get(after.state, 0.0) + p
            if before.state == "standing":
                self.drop += p
        if after.state != "standing":
            return
        for condition in changed_conditions(before, after):
            self.conditions[condition] = self.conditions.get(condition, 0.0) + p
        if before.place != after.place:
            self.moved += p


def changed_conditions(before: After, after: After) -> list[str]:
    """The conditions that came, and those that went with "not" before them."""
    came = [one for one in after.conditions if one not in before.conditions]
    went = [f"not {one}" for one in before.conditions if one not in after.conditions]
    return came + went


@dataclass
class OptionOdds:
    """What an option leads to."""

    option: Option
    outcomes: list[tuple[Changes, float]]
    error: float
    exact: bool = True
    rolled: bool = True
    """Whether there are any dice in it; without, there is only one way it can go."""

    def prospects(self, before: list[After]) -> list[Prospect]:
        """What it holds for everybody it can change, by their index."""
        found: dict[int, Prospect] = {}
        for changes, p in self.outcomes:
            for after in changes:
                one = found.setdefault(after.who, Prospect(after.who))
                one.add(before[after.who], after, p)
        return [found[who] for who in sorted(found)]

    def mean_harm(self, before: list[After]) -> dict[int, float]:
        """How much health each fighter loses on average; below zero is healing."""
        return {one.who: one.harm for one in self.prospects(before) if one.touched}

    def drops(self, before: list[After]) -> dict[int, float]:
        """How likely each fighter is to stand no more."""
        return {one.who: one.drop for one in self.prospects(before) if one.drop}


@dataclass
class Situation:
    """A question at some point of a fight, with the odds of every option."""

    setup: Setup
    question: Question
    before: list[After]
    options: list[OptionOdds]
    replies: str
    seconds: float

    def data(self) -> dict[str, Any]:
        """The figures, as `affray odds --tape --json` gives them."""
        return {
            "asked": self.setup.asked_name(self.question),
            "question": self.setup.prompt(self.question),
            "replies": self.replies,
            "exact": True,
            "error": max(one.error for one in self.options),
            "seconds": self.seconds,
            "options": [self.option_data(one) for one in self.options],
        }

    def option_data(self, odds: OptionOdds) -> dict[str, Any]:
        """An option's figures."""
        names = self.setup.names
        return {
            "option": odds.option.key,
            "kind": odds.option.kind,
            "text": odds.option.text,
            "harm": {names[who]: mean for who, mean in odds.mean_harm(self.before).items()},
            "drop": {names[who]: p for who, p in odds.drops(self.before).items()},
            "outcomes": [
                {"p": p, "changes": [self.change(one) for one in changes]}
                for changes, p in odds.outcomes
            ],
        }

    def change(self, after: After) -> dict[str, Any]:
        """What became of a fighter: only what is not as before."""
        before = self.before[after.who]
        found: dict[str, Any] = {"who": self.setup.names[after.who]}
        for part in ("health", "state", "place"):
            if getattr(before, part) != getattr(after, part):
                found[part] = getattr(after, part)
        if before.conditions != after.conditions:
            found["conditions"] = list(after.conditions)
        return found


def picture(fight: Fight) -> list[After]:
    """How everybody is."""
    return [
        After(
            int(one.index),
            one.health(),
            one.state(),
            fight.place_name(one.index),
            tuple(one.conditions()),
        )
        for one in fight.roster()
    ]


def situation(
    setup: Setup,
    answers: list[Answer],
    players: list[Player],
    replies: str = "simple",
) -> Situation:
    """The odds of every option where a tape ends. Others decide as their players do or, when
    `replies` is "best", as does them most good by the end of the action.
    """
    started = perf_counter()
    course = FightHistory(setup, answers)
    if course.open_question is None:
        raise data_error("the fight on this tape is over: nothing is being asked")
    question = course.open_question.question
    before = picture(course.open_question.fight)
    moment = course.snapshot(len(answers))
    cache = OddsCache()
    best = replies == "best"
    found = [
        option_odds(moment, setup.asked_name(question), option, before, players, best, cache)
        for option in question.options
    ]
    return Situation(setup, question, before, found, replies, perf_counter() - started)


def option_odds(
    moment: Snapshot,
    asked: str,
    option: Option,
    before: list[After],
    players: list[Player],
    best_replies: bool = False,
    cache: OddsCache | None = None,
    until: float = inf,
) -> OptionOdds:
    """What one option leads to by the end of the action; OutOfTime if that takes too long."""
    sides = set(range(len(moment.fight.setup.sides)))
    table = AfterTape(
        [*moment.answers, choice_answer(asked, option.key)],
        sides if best_replies else set(),
        players,
        cache or OddsCache(),
        CUT_OFF,
        until,
    )
    paths = 0

    def act(_: Table) -> Changes:
        nonlocal paths
        paths += 1
        if paths > MOST_PATHS:
            raise data_error(
                f"{option.text}: more than {MOST_PATHS:,} ways it can go; too many to weigh each"
            )
        table.rewind()
        return changes_of(play_action(moment.fight, table), before)

    if best_replies:
        forest = Forest()
        root = table.grow(forest, act)
        chances = Replies(forest, moment.fight).settled(root)
    else:
        chances = table.explore(act).probabilities  # type: ignore[assignment]
    return OptionOdds(option, likeliest_first(chances), float(table.lost), rolled=paths > 1)


def option_odds_within(
    moment: Snapshot,
    asked: str,
    option: Option,
    before: list[After],
    players: list[Player],
    cache: OddsCache,
    seconds: float,
) -> OptionOdds:
    """What one option leads to: exact if that can be had in time, else played out."""
    try:
        until = perf_counter() + seconds
        return option_odds(moment, asked, option, before, players, False, cache, until)
    except (OutOfTime, InvalidDataError):
        answers = [*moment.answers, choice_answer(asked, option.key)]

        def act(live: Table) -> Changes:
            return changes_of(play_action(moment.fight, TapeTable(answers, live)), before)

        odds = played_out(act, players, seconds / 2)
        chances: dict[Changes, float] = odds.probabilities  # type: ignore[assignment]
        return OptionOdds(option, likeliest_first(chances), odds.error, exact=False)


def played_out(run: Callable[[Table], Hashable], players: list[Player], seconds: float) -> Odds:
    """The odds as they come out when something is done again and again, and how far off any of
    them may be (95 %)."""
    until = perf_counter() + seconds
    counted: dict[Hashable, int] = {}
    tries = 0
    while tries < FEWEST_TRIES or (tries < MOST_TRIES and perf_counter() < until):
        found = run(ToTheEndOfTheAction(Dice(SEED, tries), players))
        counted[found] = counted.get(found, 0) + 1
        tries += 1
    shares = {found: many / tries for found, many in counted.items()}
    return Odds(shares, Z95 * 0.5 / sqrt(tries), tries)


def likeliest_first(chances: dict[Changes, float]) -> list[tuple[Changes, float]]:
    """Outcomes by their chance."""
    return sorted(chances.items(), key=lambda item: (-item[1], item[0]))


def play_action(before: Fight, table: Table) -> Fight:
    """Plays on from between turns until the action is over."""
    fight = before.copy(table)
    with suppress(ActionOver):
        fight.step()
    return fight


def changes_of(fight: Fight, before: list[After]) -> Changes:
    """Everybody who is not as before."""
    return tuple(after for after in picture(fight) if after != before[after.who])


class Replies:
    """Decisions within an action, each made for the best of whoever makes it."""

    def __init__(self, forest: Forest, before: Fight) -> None:
        self.forest = forest
        self.roster = before.roster()
        self.known: dict[int, dict[Changes, float]] = {}

    def settled(self, number: int) -> dict[Changes, float]:
        """What a place in the tree comes to once everybody has chosen."""
        if number in self.known:
            return self.known[number]
        node = self.forest.nodes[number]
        found: dict[Changes, float] = {}
        if node.kind == LEAF:
            found[node.outcome] = 1.0  # type: ignore[index]
        elif node.kind == CHANCE:
            for child, chance in zip(node.children, node.chances, strict=True):
                for changes, p in self.settled(child).items():
                    found[changes] = found.get(changes, 0.0) + chance * p
        else:
            assert node.asked is not None
            side = node.asked.side
            found = max(
                (self.settled(child) for child in node.children),
                key=lambda odds: self.good(odds, side),
            )
        self.known[number] = found
        return found

    def good(self, odds: dict[Changes, float], side: int) -> float:
        """How well a side comes out of an action: its health and those who stand, against the
        others'."""
        total = []
        for changes, p in odds.items():
            for after in changes:
                one = self.roster[after.who]
                share = after.health / max(1, one.max_health()) + (after.state == "standing")
                was = one.health() / max(1, one.max_health()) + (one.state() == "standing")
                total.append(p * (share - was) * (1 if one.side == side else -1))
        return fsum(total)
