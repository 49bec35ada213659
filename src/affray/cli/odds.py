"""The command `affray odds`."""

from __future__ import annotations

from typing import Annotated

from rich.text import Text

from affray.cli.options import HouseOption, JsonOption, load_with_house
from affray.cli.output import (
    console,
    print_histogram,
    print_json,
    print_table,
    say,
    with_tail_summed,
)
from affray.cli.parser import Argument, Option
from affray.cli.tapes import read_tape
from affray.core.problems import data_error
from affray.core.tape import TapeError
from affray.lab.odds import AttackOdds, OptionOdds, QuestionOdds, odds_of, question_odds
from affray.lab.statistics import percent
from affray.library import Scenario, rulebook_of
from affray.players import player_named

MOST_OUTCOMES = 5
"""How many outcomes of an option are shown."""


def command(
    scenario: Annotated[
        str, Argument("SCENARIO", "A built-in scenario's name, or a .toml file.")
    ] = "",
    attacker: Annotated[
        str | None, Option("--attacker", metavar="A", help="Who attacks; else the first.")
    ] = None,
    target: Annotated[
        str | None, Option("--target", metavar="B", help="Whom; else the first enemy.")
    ] = None,
    weapon: Annotated[
        str | None, Option("--with", metavar="WEAPON", help="With which weapon.")
    ] = None,
    manner: Annotated[
        str | None, Option("--as", metavar="KIND", help="Which kind of attack.")
    ] = None,
    ignore_distance: Annotated[
        bool, Option("--ignore-distance", help="Put the two within reach first.")
    ] = False,
    tape: Annotated[
        str | None,
        Option("--tape", metavar="TAPE", help="Every option where this tape ends."),
    ] = None,
    replies: Annotated[
        str,
        Option(
            "--replies",
            metavar="NAME",
            help="With --tape, how others decide: a player's name, or best.",
        ),
    ] = "simple",
    house: HouseOption = None,
    as_json: JsonOption = False,
) -> None:
    """The exact odds of one attack from a scenario's start, or of every option where a tape ends.

    Examples: affray odds causeway --attacker Brynn --target "City Spearman"
              affray odds --tape mine.tape --replies best
    """
    if tape is not None:
        if scenario or house or attacker or target or weapon or manner:
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
    found = odds_of(loaded, attacker, target, weapon, manner, ignore_distance)
    if as_json:
        print_json(found.data())
        return
    print_attack_odds(loaded, found)


def print_attack_odds(scenario: Scenario, found: AttackOdds) -> None:
    """Prints the odds of an attack."""
    say(f"{found.attacker}: {found.attack.text}", "bold")
    line = Text()
    line.append(f"hits {percent(found.hit)}", style="bold")
    line.append(f"   mean {found.mean:.3f}   drops {found.target} {percent(found.drop)}   ")
    line.append("(exact)", style="dim")
    console.print(line)
    console.print()
    say("damage", "dim")
    print_histogram(with_tail_summed(found.damage))
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


def question_odds_at_end(tape: str, replies: str) -> QuestionOdds:
    """The odds of every option where a tape ends."""
    scenario, answers = read_tape(tape)
    name = "simple" if replies == "best" else replies
    players = [player_named(name, scenario.ruleset) for _ in scenario.sides]
    try:
        return question_odds(scenario.setup, answers, players, replies)
    except TapeError as error:
        raise data_error(str(error), "", tape) from None


def print_question_odds(found: QuestionOdds) -> None:
    """Prints every option with what it leads to."""
    say(found.setup.prompt(found.question), "bold")
    how = "their best reply" if found.replies == "best" else f"{found.replies} players"
    say(f"by the end of the action, others deciding as {how} (exact)", "dim")
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
