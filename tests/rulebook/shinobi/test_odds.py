"""The odds of combat, against an arithmetic that knows nothing of the rules' code.

The independent computation counts dice: each is kept with probability 4/6, and of the kept ones
each shows one of four elements. The winner prefers an injury (Fire or Water), then a stun.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any

import pytest
from icepool import Die, Pool, d6, map_function

import affray.core.table
from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.odds import OddsTable
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable, Player, Stage, Table
from affray.lab.odds import AttackOdds, attack_odds, odds_of
from affray.library import Scenario
from rulebook.shinobi.fields import field
from rulebook.shinobi.test_ranged import ARCHER
from support import scenario_of

MOST = 7


def compiled() -> bool:
    return not affray.core.table.__file__.endswith(".py")


def left(dice: int, reroll: bool) -> dict[tuple[int, bool], float]:
    """How likely each number of dice is to be left, with whether one of them injures.

    One re-roll goes to a die that would be discarded.
    """
    found: dict[tuple[int, bool], float] = {}
    for kept in range(dice + 1):
        chance = comb(dice, kept) * (2 / 3) ** kept * (1 / 3) ** (dice - kept)
        after = {kept: 1.0}
        if reroll and kept < dice:
            after = {kept: 1 / 3, kept + 1: 2 / 3}
        for count, share in after.items():
            stuns_only = 0.5**count
            for injures, part in ((True, 1 - stuns_only), (False, stuns_only)):
                key = (count, injures)
                found[key] = found.get(key, 0.0) + chance * share * part
    return found


def reckoned(
    attack: int, defence: int, attacker_rerolls: bool, defender_rerolls: bool, edge: int = 0
) -> dict[str, float]:
    """Return the results of a close attack, by counting."""
    found: dict[str, float] = {}
    mine, theirs = left(attack, attacker_rerolls), left(defence, defender_rerolls)
    for ((a, a_injures), p), ((d, d_injures), q) in product(mine.items(), theirs.items()):
        if d > a + edge:
            result = "attacker injured" if d_injures else "attacker stunned"
        elif a == 0:
            result = "no dice left"
        else:
            result = "target injured" if a_injures else "target stunned"
        found[result] = found.get(result, 0.0) + p * q
    return {result: p for result, p in found.items() if p > 0}


def duel(attack: int, defence: int, ours: list[str], theirs: list[str]) -> Scenario:
    return scenario_of(
        field(
            {"Ann": {"attack": attack, "keywords": ours}},
            {"Bob": {"defence": defence, "keywords": theirs}},
        )
    )


def effects_of(odds: AttackOdds) -> dict[str, float]:
    return {outcome["effects"][0]: outcome["p"] for outcome in odds.outcomes}


MASTER = ["close-combat-master"]
MASTERS = [([], []), (MASTER, []), ([], MASTER), (MASTER, MASTER)]


@pytest.mark.parametrize(("ours", "theirs"), MASTERS)
@pytest.mark.parametrize("attack", range(1, MOST + 1))
def test_close_combat_for_every_pair_of_pools(
    attack: int, ours: list[str], theirs: list[str]
) -> None:
    for defence in range(1, MOST + 1):
        odds = odds_of(
            duel(attack, defence, ours, theirs), "Ann", "Bob", manner="attack", replies="passive"
        )
        expected = reckoned(attack, defence, bool(ours), bool(theirs))
        assert effects_of(odds) == pytest.approx(expected, abs=1e-9)
        assert odds.hit == pytest.approx(
            expected["target injured"] + expected["target stunned"], abs=1e-9
        )
        assert odds.damage.get(3, 0.0) == pytest.approx(expected["target injured"], abs=1e-9)
        assert odds.error == 0.0


@pytest.mark.parametrize("attack", range(1, 6))
def test_a_dirty_fighter_for_every_pair_of_pools(attack: int) -> None:
    for defence in range(1, 6):
        odds = odds_of(
            duel(attack, defence, ["dirty-fighter"], []),
            "Ann",
            "Bob",
            manner="attack",
            replies="passive",
        )
        expected = reckoned(attack, defence, False, False, edge=1)
        assert effects_of(odds) == pytest.approx(expected, abs=1e-9)


# --- the same by icepool ---


@cache
def hand(dice: int, reroll: bool) -> Any:
    """Icepool's dice: how many are left, and whether one injures."""
    element = d6.map({1: 1, 2: 1, 3: 0, 4: 0, 5: -1, 6: -1})

    @map_function
    def counted(faces: Any, again: int) -> tuple[int, bool]:
        shown = list(faces)
        if reroll and -1 in shown:
            shown.remove(-1)
            shown.append(again)
        kept = [face for face in shown if face >= 0]
        return len(kept), 1 in kept

    return counted(Die([Pool([element] * dice).expand()]), element)


@pytest.mark.parametrize(("ours", "theirs"), MASTERS)
@pytest.mark.parametrize(("attack", "defence"), [(1, 3), (3, 3), (5, 2), (4, 5)])
def test_icepool_agrees(attack: int, defence: int, ours: list[str], theirs: list[str]) -> None:
    @map_function
    def compared(mine: Any, other: Any) -> str:
        (a, a_injures), (d, d_injures) = mine, other
        if d > a:
            return "attacker injured" if d_injures else "attacker stunned"
        if a == 0:
            return "no dice left"
        return "target injured" if a_injures else "target stunned"

    judged = compared(hand(attack, bool(ours)), hand(defence, bool(theirs)))
    odds = odds_of(
        duel(attack, defence, ours, theirs), "Ann", "Bob", manner="attack", replies="passive"
    )
    found = effects_of(odds)
    for outcome in judged.outcomes():
        assert found[outcome] == pytest.approx(float(judged.probability(outcome)), abs=1e-9)


# --- the same by every sequence of dice, with re-rolls as a person might make them ---

Hand = tuple[str, bool]
"""The kept dice by their letters, and whether a re-roll is left."""


def hands(dice: int, has_reroll: bool) -> dict[Hand, Fraction]:
    """Every hand that can come of so many dice; a re-roll goes to a die that is discarded."""
    found: dict[Hand, Fraction] = {}
    for faces in product("FWAESV", repeat=dice):
        kept = "".join(sorted(face for face in faces if face not in "SV"))
        again = "FWAESV" if has_reroll and len(kept) < dice else "-"
        for face in again:
            more = face if face in "FWAE" else ""
            hand = ("".join(sorted(kept + more)), has_reroll and again == "-")
            share = Fraction(1, 6**dice * len(again))
            found[hand] = found.get(hand, Fraction(0)) + share
    return found


def bold(shown: str) -> str:
    """Choose the first element, in order, whose die can gain by a re-roll."""
    return next(element for element in "FWAE" if element in shown)


def cautious(shown: str) -> str:
    """Never risks a die."""
    return ""


def fought(
    mine: Hand, theirs: Hand, edge: int, policy: Callable[[str], str], tries: int = 2
) -> dict[tuple[bool, str], Fraction]:
    """Who wins with which dice, once leaders have risked what they like."""
    leads = len(theirs[0]) <= len(mine[0]) + edge
    shown, is_left = mine if leads else theirs
    element = policy(shown) if is_left and shown and len(set(shown)) < 4 and tries else ""
    if not element:
        return {(leads, shown): Fraction(1)}
    found: dict[tuple[bool, str], Fraction] = {}
    for face in "FWAESV":
        kept = shown.replace(element, "", 1) + (face if face in "FWAE" else "")
        hand = ("".join(sorted(kept)), False)
        pair = (hand, theirs) if leads else (mine, hand)
        for outcome, share in fought(*pair, edge, policy, tries - 1).items():
            found[outcome] = found.get(outcome, Fraction(0)) + share / 6
    return found


def in_words(leads: bool, shown: str) -> str:
    if not shown:
        return "no dice left"
    how = "injured" if set(shown) & {"F", "W"} else "stunned"
    return f"{'target' if leads else 'attacker'} {how}"


def every_close_combat(
    attack: int,
    defence: int,
    masters: tuple[bool, bool],
    policy: Callable[[str], str],
    edge: int = 0,
) -> dict[str, float]:
    """Return a close combat by walking every sequence of faces there is."""
    found: dict[str, Fraction] = {}
    ours, theirs = hands(attack, masters[0]), hands(defence, masters[1])
    for (mine, p), (other, q) in product(ours.items(), theirs.items()):
        for (leads, shown), share in fought(mine, other, edge, policy).items():
            words = in_words(leads, shown)
            found[words] = found.get(words, Fraction(0)) + p * q * share
    return {words: float(p) for words, p in found.items()}


class Rerolls(Player):
    """Rolls dice again by a policy, and otherwise has no opinion."""

    def __init__(self, policy: Callable[[str], str]) -> None:
        self.policy = policy

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        if question.kind == "mastery":
            return question.options[1]
        if question.kind == "reroll":
            shown = "".join(option.key.split()[1][0] for option in question.options[1:])
            element = self.policy(shown)
            for option in question.options[1:]:
                if element and option.key.split()[1][0] == element:
                    return option
        return question.default_option()


class EveryPath(OddsTable):
    """Takes every path of every stage, whatever the stage could count."""

    def stage(self, stage: Stage) -> int:
        return stage.play(self)


def odds_by(
    table: type[OddsTable], scenario: Scenario, policy: Callable[[str], str]
) -> dict[str, float]:
    start = scenario.setup.new_fight(LiveTable(Dice(1), []))
    attack = start.attacks(0)[0]

    def effect(at: Table) -> str:
        return start.copy(at).make_attack(0, attack).effects[0]

    players: list[Player] = [Rerolls(policy), Rerolls(policy)]
    found = table(players).explore(effect)
    return {str(words): p for words, p in found.probabilities.items()}


@pytest.mark.once
@pytest.mark.rule("reroll.once")
@pytest.mark.parametrize("policy", [bold, cautious])
@pytest.mark.parametrize(("ours", "theirs"), MASTERS)
@pytest.mark.parametrize("attack", range(1, 5))
def test_rerolls_against_every_sequence_of_dice(
    attack: int, ours: list[str], theirs: list[str], policy: Callable[[str], str]
) -> None:
    for defence in range(1, 5):
        expected = every_close_combat(attack, defence, (bool(ours), bool(theirs)), policy)
        scenario = duel(attack, defence, ours, theirs)
        assert odds_by(OddsTable, scenario, policy) == pytest.approx(expected, abs=1e-12)


@pytest.mark.rule("reroll.once")
@pytest.mark.parametrize("edge", [0, 1])
@pytest.mark.parametrize(("attack", "defence"), [(1, 2), (2, 2), (3, 2), (2, 4)])
def test_odds_say_the_same_as_every_path_of_play(attack: int, defence: int, edge: int) -> None:
    ours = MASTER + ["dirty-fighter"] * edge
    expected = every_close_combat(attack, defence, (True, True), bold, edge)
    scenario = duel(attack, defence, ours, MASTER)
    assert odds_by(OddsTable, scenario, bold) == pytest.approx(expected, abs=1e-12)
    assert odds_by(EveryPath, scenario, bold) == pytest.approx(expected, abs=1e-12)


@pytest.mark.once
@pytest.mark.rule("reroll.keywords")
@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (["fire-mastery"], []),
        (["fire-mastery", *MASTER], []),
        (["earth-mastery", *MASTER], MASTER),
        (["water-mastery"], ["air-mastery", *MASTER]),
    ],
)
@pytest.mark.parametrize(("attack", "defence"), [(1, 1), (2, 1), (1, 2)])
def test_masteries_are_counted_as_every_path_of_play_gives_them(
    attack: int, defence: int, ours: list[str], theirs: list[str]
) -> None:
    scenario = duel(attack, defence, ours, theirs)
    by_paths = odds_by(EveryPath, scenario, bold)
    assert sum(by_paths.values()) == pytest.approx(1.0, abs=1e-12)
    assert odds_by(OddsTable, scenario, bold) == pytest.approx(by_paths, abs=1e-12)


@pytest.mark.once
@pytest.mark.rule("reroll.keywords", "keywords.profiles")
@pytest.mark.parametrize("cursed", [(True, False), (False, True), (True, True)])
def test_an_open_roll_leaves_curses_and_masteries_as_every_path_of_play_does(
    cursed: tuple[bool, bool],
) -> None:
    scenario = duel(2, 1, ["fire-mastery"], ["air-mastery"])
    players = [scenario.ruleset.simple_player() for _ in scenario.sides]
    start: Any = scenario.setup.new_fight(LiveTable(Dice(1), []))
    for model, is_cursed in zip(start.models, cursed, strict=True):
        model.cursed = is_cursed
    attack = start.attacks(0)[0]

    def run(at: Table) -> Any:
        fight = start.copy(at)
        effects = fight.make_attack(0, attack).effects
        return (effects, *[(one.cursed, one.mastery_used) for one in fight.models])

    merged = dict(OddsTable(players).explore(run).probabilities)
    assert merged == pytest.approx(dict(EveryPath(players).explore(run).probabilities), abs=1e-12)
    for number, was_cursed in enumerate(cursed, start=1):
        left: Any = {outcome[number] for outcome in merged}  # type: ignore[index]
        assert {is_cursed for is_cursed, _ in left} == ({True, False} if was_cursed else {False})
        assert {is_used for _, is_used in left} == {True, False}


# --- ranged combat and shuriken, by every sequence of dice ---


def every_shot(attack: int, defence: int) -> dict[str, float]:
    """Return a shot by walking every sequence of faces there is."""
    found = {"target injured": 0, "target stunned": 0, "miss": 0}
    for faces in product(range(1, 7), repeat=attack + defence):
        mine = [face for face in faces[:attack] if face <= 4]
        theirs = [face for face in faces[attack:] if face <= 4]
        result = "miss"
        if len(mine) >= len(theirs):
            result = "target injured" if 2 in mine else "target stunned" if 4 in mine else "miss"
        found[result] += 1
    return {result: count / 6 ** (attack + defence) for result, count in found.items()}


@pytest.mark.parametrize(("attack", "defence"), [(1, 1), (2, 1), (2, 3), (3, 3)])
def test_shots_against_every_sequence_of_dice(attack: int, defence: int) -> None:
    scenario = field({"Ann": {**ARCHER, "attack": attack}}, {"Bob": {"defence": defence}})
    odds = odds_of(scenario_of(scenario), "Ann", "Bob", "bow", replies="passive")
    expected = every_shot(attack, defence)
    assert odds.damage.get(3, 0.0) == pytest.approx(expected["target injured"], abs=1e-12)
    assert odds.hit == pytest.approx(1 - expected["miss"], abs=1e-12)


def test_shuriken_stun_once_in_six() -> None:
    scenario = scenario_of(field({"Ann": {"at": [3, 6]}}))
    odds = odds_of(scenario, "Ann", "Bob", "shuriken", replies="passive")
    assert odds.hit == pytest.approx(1 / 6, abs=1e-12)
    assert odds.damage == {0: pytest.approx(5 / 6), 1: pytest.approx(1 / 6)}, "a stun token"


# --- simulations against the odds ---


@pytest.mark.once
@pytest.mark.parametrize(
    ("kind", "ours", "theirs"),
    [
        ("attack", {"Ann": {"keywords": MASTER}}, {"Bob": {"keywords": ["resilient"]}}),
        ("attack", {"Ann": {"keywords": ["fire-mastery"]}}, {"Bob": {"facing": "n"}}),
        ("ranged", {"Ann": {**ARCHER, "keywords": ["ranged-master"]}}, {"Bob": {}}),
    ],
)
def test_simulated_attacks_come_out_as_the_odds_say(
    kind: str, ours: dict[str, Any], theirs: dict[str, Any]
) -> None:
    scenario = scenario_of(field(ours, theirs))
    odds = odds_of(scenario, "Ann", "Bob", manner=kind, replies="passive")
    players = [scenario.ruleset.simple_player(), scenario.ruleset.simple_player()]
    exact = attack_odds(scenario.setup.new_fight(LiveTable(Dice(1), [])), 0, odds.attack, players)
    tries, hits, injuries = 4000, 0, 0
    for number in range(tries):
        fight = scenario.setup.new_fight(LiveTable(Dice(11, number), players))
        blow = fight.make_attack(0, odds.attack)
        hits += blow.hit
        injuries += blow.damage
    for count, p in ((hits, exact.hit), (injuries, exact.drop)):
        assert abs(count / tries - p) < 4 * (p * (1 - p) / tries) ** 0.5
