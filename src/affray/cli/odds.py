"""The command `affray odds`."""

from __future__ import annotations

from typing import Annotated

from rich.text import Text
from typer import Option

from affray.cli.options import (
    HouseOption,
    JsonOption,
    OptionalScenarioArgument,
    RepliesOption,
    load_with_house,
    value,
)
from affray.cli.output import bar, console, print_histogram, print_json, print_table, say
from affray.cli.progress import progress_bar
from affray.cli.tapes import read_tape
from affray.core.problems import data_error
from affray.core.tape import TapeError
from affray.lab.odds import AttackOdds, OptionOdds, QuestionOdds, odds_of, question_odds
from affray.lab.odds.attacks import BEST_REPLY_SECONDS, AttackChoice
from affray.lab.odds.replies import BEST_REPLIES, DEFAULT_REPLIES, replies_text, reply_players
from affray.lab.odds.variation import OddsVariation, vary_odds
from affray.lab.report.plots import short_key
from affray.lab.statistics import percent
from affray.lab.variants import parse_values
from affray.library import Scenario, rulebook_of

MOST_OUTCOMES = 5
"""How many outcomes of an option are shown."""

MOST_DICE = 4
"""How many different dice the heading of varied odds names."""

TAIL = 0.0005
"""Damage that is less likely than this is summed up in one row."""


def command(
    scenario: OptionalScenarioArgument = "",
    attacker: Annotated[
        str | None, value("--attacker", "A", "Who attacks; else the first.")
    ] = None,
    target: Annotated[str | None, value("--target", "B", "Whom; else the first enemy.")] = None,
    weapon: Annotated[str | None, value("--with", "WEAPON", "With which weapon.")] = None,
    manner: Annotated[str | None, value("--as", "KIND", "Which kind of attack.")] = None,
    ignore_distance: Annotated[
        bool, Option("--ignore-distance", help="Put the two within reach first.")
    ] = False,
    vary: Annotated[
        str | None, value("--vary", "KEY=A..B", "A row for each value of a figure.")
    ] = None,
    tape: Annotated[
        str | None, value("--tape", "TAPE", "Every option where this tape ends.")
    ] = None,
    replies: RepliesOption = DEFAULT_REPLIES,
    house: HouseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say the exact odds of an attack from the start, or of every option where a tape ends.

    Examples: affray odds causeway --attacker Brynn --target "City Spearman"
              affray odds first-blood --vary sides.blade.fighters.Ansa.strength=8..14
              affray odds --tape mine.tape --replies best
    """
    if tape is not None:
        if scenario or house or attacker or target or weapon or manner or vary:
            raise data_error(
                "a tape brings its own scenario, and its question the options", "--tape"
            )
        question = question_odds_at_end(tape, replies)
        if as_json:
            print_json(question.data())
        else:
            print_question_odds(question)
        return
    if not scenario:
        raise data_error("name a scenario, or a tape with --tape; see: affray scenarios")
    loaded = load_with_house(scenario, house)
    attack = AttackChoice(attacker, target, weapon, manner, ignore_distance, replies)
    if vary is not None:
        key, values = parse_values(vary)
        variation = vary_odds(loaded, key, values, attack)
        if as_json:
            print_json(variation.data())
        else:
            print_variation(variation)
        return
    with progress_bar(not as_json and replies == BEST_REPLIES, loaded.title, 100) as progress:
        found = odds_of(loaded, *attack, progress=lambda used: progress.update(int(100 * used)))
    if as_json:
        print_json(found.data())
        return
    if found.replies != replies:
        say(f"The best replies take longer than {BEST_REPLY_SECONDS:g} s to find.", "yellow")
    print_attack_odds(loaded, found)


def print_attack_odds(scenario: Scenario, found: AttackOdds) -> None:
    """Prints the odds of an attack."""
    say(f"{found.attacker}: {found.attack.text}", "bold")
    line = Text()
    line.append(f"hits {percent(found.hit)}", style="bold")
    line.append(
        f"   mean {found.mean:.3f} ± {found.standard_deviation:.3f}"
        f"   drops {found.target} {percent(found.drop)}"
    )
    console.print(line)
    say(f"exact, {replies_text(found.replies)}", "dim")
    console.print()
    print_damage(found)
    effects: dict[str, float] = {}
    for outcome in found.outcomes:
        for effect in outcome["effects"]:
            effects[effect] = effects.get(effect, 0.0) + outcome["p"]
    if effects:
        console.print()
        say("and also", "dim")
        print_histogram(effects)
    if found.rules:
        console.print()
        say("rules at work", "dim")
        texts = {rule.id: rule.text for rule in rulebook_of(scenario.ruleset.name).rules}
        print_table(
            ["", ""],
            [[Text(rule, style="cyan"), texts[rule]] for rule in found.rules],
            unbroken=(0,),
        )


def print_damage(found: AttackOdds) -> None:
    """Prints how likely each amount of damage is, and so much or more."""
    shown = [
        amount
        for number, amount in enumerate(found.damage)
        if number == 0 or found.at_least(amount) >= TAIL
    ]
    largest = max(found.damage[amount] for amount in shown)
    print_table(
        ["damage", "exactly", "", "at least"],
        [
            [
                str(amount),
                percent(found.damage[amount]),
                Text(bar(found.damage[amount] / largest, 40), style="cyan"),
                percent(found.at_least(amount)),
            ]
            for amount in shown
        ],
        right=(0, 1, 3),
        unbroken=(0, 1, 2, 3),
    )


def variation_title(found: OddsVariation) -> str:
    """The attack whose odds vary; dice that change with the value in the order they come up."""
    texts = list(dict.fromkeys(odds.attack.text for _, odds in found.odds))
    stem = texts[0].rpartition(" (")[0]
    if len(texts) == 1 or not all(text.startswith(f"{stem} (") for text in texts):
        return texts[0]
    dice = [text[len(stem) :].strip(" ()") for text in texts]
    return f"{stem} ({', then '.join(dice[:MOST_DICE])}{', …' * (len(dice) > MOST_DICE)})"


def print_variation(found: OddsVariation) -> None:
    """Prints a row of odds for each value of a key, with a bar of the mean damage."""
    say(f"{found.odds[0][1].attacker}: {variation_title(found)}", "bold")
    say(f"exact, {replies_text(found.replies)}", "dim")
    console.print()
    largest = max(odds.mean for _, odds in found.odds) or 1.0
    print_table(
        [short_key(found.key), "hits", "mean", "±", "drops", "mean damage"],
        [
            [
                str(value),
                percent(odds.hit),
                f"{odds.mean:.3f}",
                f"{odds.standard_deviation:.3f}",
                percent(odds.drop),
                Text(bar(odds.mean / largest, 30), style="cyan"),
            ]
            for value, odds in found.odds
        ],
        right=(0, 1, 2, 3, 4),
        unbroken=(1, 2, 3, 4, 5),
    )


def question_odds_at_end(tape: str, replies: str) -> QuestionOdds:
    """The odds of every option where a tape ends."""
    scenario, answers = read_tape(tape)
    players = reply_players(scenario, replies)
    try:
        return question_odds(scenario.setup, answers, players, replies)
    except TapeError as error:
        raise data_error(str(error), "", tape) from None


def print_question_odds(found: QuestionOdds) -> None:
    """Prints every option with what it leads to."""
    say(found.setup.prompt(found.question), "bold")
    say(f"by the end of the action, {replies_text(found.replies)} (exact)", "dim")
    console.print()
    for odds in found.options:
        console.print(Text(odds.option.text, style="bold"))
        for p, words in outcome_texts(found, odds):
            say(f"{percent(p):>8}  {words}", indent=2)
        harm = odds.mean_harm(found.before)
        if harm:
            names = found.setup.names
            mean = ", ".join(f"{names[who]} {-lost:+.2f}" for who, lost in sorted(harm.items()))
            say(f"on average: {mean}", "dim", indent=4)


def outcome_texts(found: QuestionOdds, odds: OptionOdds) -> list[tuple[float, str]]:
    """What an option leads to, each in a few words, the likeliest first."""
    merged: dict[str, float] = {}
    for changes, p in odds.outcomes:
        text = "; ".join(change_text(found.change_data(one)) for one in changes)
        text = text or "nothing changes"
        merged[text] = merged.get(text, 0.0) + p
    ordered = sorted(merged.items(), key=lambda item: -item[1])
    if len(ordered) > MOST_OUTCOMES:
        kept = ordered[: MOST_OUTCOMES - 1]
        rest = sum(p for _, p in ordered[len(kept) :])
        ordered = [*kept, (f"{len(ordered) - len(kept)} other ways", rest)]
    return [(p, text) for text, p in ordered]


def change_text(change: dict[str, object]) -> str:
    """What became of a fighter, in a few words."""
    parts = []
    if "health" in change:
        parts.append(f"to {change['health']}")
    if "state" in change:
        parts.append(str(change["state"]))
    if "place" in change:
        parts.append(f"at {change['place']}")
    conditions = change.get("conditions")
    if isinstance(conditions, list):
        parts.append(", ".join(conditions) or "free of conditions")
    return f"{change['who']} {', '.join(parts)}"
