"""The command `affray odds`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from rich.text import Text
from typer import Option

from affray.cli.options import (
    HouseOption,
    JsonOption,
    OptionalScenarioArgument,
    RepliesOption,
    value,
)
from affray.cli.output import (
    bar,
    console,
    print_histogram,
    print_table,
    say,
    show,
    with_tail_summed,
)
from affray.cli.progress import progress_bar
from affray.cli.tapes import read_tape, scenario_or_tape
from affray.core.problems import data_error
from affray.core.tape import TapeError
from affray.lab.odds import AttackOdds, OptionOdds, QuestionOdds, odds_of, question_odds
from affray.lab.odds.asked_attacks import AttackChoice
from affray.lab.odds.attacks import BEST_REPLY_SECONDS
from affray.lab.odds.maneuvers import attack_kinds, maneuver_odds
from affray.lab.odds.replies import (
    BEST_REPLIES,
    DEFAULT_REPLIES,
    FIGURES_EXPLAINED,
    replies_text,
    reply_players,
)
from affray.lab.odds.several_attackers import SeveralAttacks, odds_of_several
from affray.lab.odds.variation import OddsGrid, OddsVariation, vary_odds, vary_two
from affray.lab.report.plots import short_key, short_keys
from affray.lab.scenario_keys import parse_values
from affray.lab.statistics import percent
from affray.library import Scenario, rulebook_of

MOST_OUTCOMES = 5
"""How many outcomes of an option are shown."""

MOST_DICE = 4
"""How many different dice the heading of varied odds names."""

TAIL = 0.0005
"""Harm that is less likely than this is summed up in one row."""


Words = list[str] | None
"""The type of an option that may be given again."""


def command(
    scenario: OptionalScenarioArgument = "",
    attacker: Annotated[
        Words,
        Option(
            "--attacker",
            metavar="A",
            help="Who attacks; else the first who can. May be given again.",
        ),
    ] = None,
    target: Annotated[
        str | None, value("--target", "B", "The target; else the first enemy in reach.")
    ] = None,
    weapon: Annotated[str | None, value("--with", "WEAPON", "With which weapon.")] = None,
    manner: Annotated[
        str | None, value("--as", "KIND", "Which kind of attack, or a manoeuvre such as grapple.")
    ] = None,
    ignore_distance: Annotated[
        bool, Option("--ignore-distance", help="Put them within reach first.")
    ] = False,
    vary: Annotated[
        Words,
        Option("--vary", metavar="KEY=A..B", help="A row for each value of a key; twice: a table."),
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
              affray odds causeway --attacker Kael --attacker Sira --ignore-distance
              affray odds causeway --as grapple --ignore-distance
              affray odds first-blood --vary sides.blade.fighters.Ansa.strength=8..14
              affray odds --tape mine.tape --replies best
    """
    if tape is not None:
        if scenario or house or attacker or target or weapon or manner or vary:
            raise data_error(
                "a tape brings its own scenario, and its question the options", "--tape"
            )
        show(question_odds_at_end(tape, replies, not as_json), print_question_odds, as_json)
        return
    loaded, _ = scenario_or_tape(scenario, None, house, "--tape")
    names = attacker or []
    first = names[0] if names else None
    attack = AttackChoice(first, target, weapon, manner, ignore_distance, replies)
    if vary:
        if len(names) > 1:
            raise data_error("name one attacker where a figure varies", "--attacker")
        show_variation(loaded, vary, attack, as_json)
    elif len(names) > 1:
        show(odds_of_several(loaded, names, *attack[1:]), print_several, as_json)
    elif manner and manner not in attack_kinds(loaded, attack):
        show(maneuver_odds(loaded, attack), print_question_odds, as_json)
    else:
        show_attack(loaded, attack, as_json)


def show_variation(
    scenario: Scenario, vary: list[str], attack: AttackChoice, as_json: bool
) -> None:
    """Print the odds of an attack over the values of one or two keys."""
    if len(vary) > 2:
        raise data_error("vary one key or two; affray sweep takes more", "--vary")
    given = [parse_values(one) for one in vary]
    if len(given) == 2:
        show(vary_two(scenario, given[0], given[1], attack), print_grid, as_json)
    else:
        show(vary_odds(scenario, *given[0], attack), print_variation, as_json)


def show_attack(scenario: Scenario, attack: AttackChoice, as_json: bool) -> None:
    """Print the odds of one attack."""
    is_slow = not as_json and attack.replies == BEST_REPLIES
    with progress_bar(is_slow, scenario.title, 100) as progress:
        found = odds_of(scenario, *attack, progress=lambda used: progress.update(int(100 * used)))
    if found.replies != attack.replies and not as_json:
        say(f"The best replies take longer than {BEST_REPLY_SECONDS:g} s to find.", "yellow")
    show(found, lambda odds: print_attack_odds(scenario, odds), as_json)


def print_attack_odds(scenario: Scenario, found: AttackOdds) -> None:
    """Print the odds of an attack."""
    say(f"{found.attacker}: {found.attack.text}", "bold")
    line = Text()
    line.append(f"hits {percent(found.hit)}", style="bold")
    if found.is_hurt_shown():
        line.append(f"   harms {percent(found.hurt)}")
    line.append(
        f"   harm {found.mean:.3f} ± {found.standard_deviation:.3f}"
        f"   drops {found.target} {percent(found.drop)}"
    )
    console.print(line)
    effect = found.with_replies
    if effect is not None:
        say(
            f"{percent(effect.hit)}, harm {effect.mean:.3f}, drops {percent(effect.drop)} "
            f"{effect.condition()}"
        )
    say(f"exact, {replies_text(found.replies)}; {FIGURES_EXPLAINED}", "dim")
    console.print()
    print_damage(found)
    effects: dict[str, float] = {}
    for outcome in found.outcomes:
        for effect_text in outcome["effects"]:
            effects[effect_text] = effects.get(effect_text, 0.0) + outcome["p"]
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


def print_several(found: SeveralAttacks) -> None:
    """Print the odds of several attackers on one target."""
    say(f"{len(found.attacks)} attackers on {found.target}, one after the other", "bold")
    say(f"exact, {replies_text(found.replies)}; {FIGURES_EXPLAINED}", "dim")
    console.print()
    print_table(
        ["after the attack of", "a hit so far", "harm so far", "dropped"],
        [
            [one.attacker, percent(one.hit), f"{one.harm:.3f}", percent(one.drop)]
            for one in found.attacks
        ],
        right=(1, 2, 3),
        unbroken=(1, 2, 3),
    )
    console.print()
    say("harm of all together", "dim")
    print_histogram(with_tail_summed(found.damage))


def print_damage(found: AttackOdds) -> None:
    """Print how likely each amount of harm is: exactly that amount, and at least that amount."""
    shown = [
        amount
        for number, amount in enumerate(found.damage)
        if number == 0 or found.at_least(amount) >= TAIL
    ]
    largest = max(found.damage[amount] for amount in shown)
    print_table(
        ["harm", "exactly", "", "at least"],
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
    """Return the attack whose odds vary, with the dice that change in the order of the values."""
    texts = list(dict.fromkeys(odds.attack.text for _, odds in found.odds))
    stem = texts[0].rpartition(" (")[0]
    if len(texts) == 1 or not all(text.startswith(f"{stem} (") for text in texts):
        return texts[0]
    dice = [text[len(stem) :].strip(" ()") for text in texts]
    return f"{stem} ({', then '.join(dice[:MOST_DICE])}{', …' * (len(dice) > MOST_DICE)})"


def print_variation(found: OddsVariation) -> None:
    """Print a row of odds for each value of a key, with a bar of the mean harm."""
    say(f"{found.odds[0][1].attacker}: {variation_title(found)}", "bold")
    say(f"exact, {replies_text(found.replies)}; {FIGURES_EXPLAINED}", "dim")
    console.print()
    largest = max(odds.mean for _, odds in found.odds) or 1.0
    print_table(
        [short_key(found.key), "hits", "harm", "±", "drops", "mean harm"],
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


def print_grid(found: OddsGrid) -> None:
    """Print three tables for two varied keys: hits, harm and drops."""
    attack = found.odds[0][1][0]
    say(f"{attack.attacker} against {attack.target}", "bold")
    say(f"exact, {replies_text(found.replies)}; {FIGURES_EXPLAINED}", "dim")
    figures: dict[str, Callable[[AttackOdds], str]] = {
        "hits": lambda odds: percent(odds.hit),
        "mean harm": lambda odds: f"{odds.mean:.3f}",
        "drops": lambda odds: percent(odds.drop),
    }
    columns = [plain_value(value) for value in found.columns]
    for title, figure in figures.items():
        console.print()
        say(f"{title}, {' by '.join(short_keys(found.keys))}", "dim")
        print_table(
            ["", *columns],
            [[plain_value(value), *[figure(odds) for odds in line]] for value, line in found.odds],
            right=tuple(range(1, len(columns) + 1)),
        )


def plain_value(value: object) -> str:
    """Return a value of a key as a table's heading shows it."""
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def question_odds_at_end(tape: str, replies: str, with_progress: bool) -> QuestionOdds:
    """Return the odds of every option where a tape ends."""
    scenario, answers = read_tape(tape)
    players = reply_players(scenario, replies)
    try:
        with progress_bar(with_progress, f"{scenario.title}: options") as progress:
            return question_odds(
                scenario.setup,
                answers,
                players,
                replies,
                lambda done, options: progress.update(done, total=options),
            )
    except TapeError as error:
        raise data_error(str(error), "", tape) from None


def print_question_odds(found: QuestionOdds) -> None:
    """Print every option with what it leads to."""
    say(found.setup.prompt(found.question), "bold")
    exact = "exact" if found.is_exact() else "exact unless an error is given"
    say(f"by the end of the action, {replies_text(found.replies)} ({exact})", "dim")
    console.print()
    for odds in found.options:
        title = Text(odds.option.text, style="bold")
        if not odds.exact:
            title.append(f"  ± {percent(odds.error)}, sampled", style="yellow")
        attack = found.attacks.get(odds.option.key)
        if attack is not None:
            title.append(
                f"   hits {percent(attack.hit)}, harm {attack.mean:.3f}, "
                f"drops {percent(attack.drop)}",
                style="bold",
            )
        console.print(title)
        for p, words in outcome_texts(found, odds):
            say(f"{percent(p):>8}  {words}", indent=2)
        harm = odds.mean_harm(found.before)
        if harm:
            names = found.setup.names
            mean = ", ".join(f"{names[who]} {-lost:+.2f}" for who, lost in sorted(harm.items()))
            say(f"on average: {mean}", "dim", indent=4)


def outcome_texts(found: QuestionOdds, odds: OptionOdds) -> list[tuple[float, str]]:
    """List what an option leads to, each in a few words, the likeliest first."""
    merged: dict[str, float] = {}
    for changes, p in odds.outcomes:
        text = "; ".join(change_text(found.change_data(one)) for one in changes)
        text = text or "no change of health, state, place or conditions"
        merged[text] = merged.get(text, 0.0) + p
    ordered = sorted(merged.items(), key=lambda item: -item[1])
    if len(ordered) > MOST_OUTCOMES:
        kept = ordered[: MOST_OUTCOMES - 1]
        rest = sum(p for _, p in ordered[len(kept) :])
        ordered = [*kept, (f"{len(ordered) - len(kept)} other ways", rest)]
    return [(p, text) for text, p in ordered]


def change_text(change: dict[str, object]) -> str:
    """Say what became of a fighter, in a few words."""
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
