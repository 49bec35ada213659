"""Odds of a plain attack against arithmetic written apart from the rules."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from affray.core.dice import Dice
from affray.core.odds import OddsCache, OddsTable
from affray.core.table import LiveTable, Stage, Table
from affray.lab.odds import attack_odds, odds_of
from rulebook.renaissance.fields import field
from support import scenario_of

COMBINATIONS = list(
    product(
        (15, 45, 70, 110), (5, 40, 75), (0, 4, 12), (0, 5), ("none", "prone", "wounds", "feint")
    )
)
"""Skill, defence, armour, AP, and what else is the matter."""


def sums(count: int) -> dict[int, float]:
    """Every sum of so many ten-sided dice."""
    found = {0: 1.0}
    for _ in range(count):
        grown: dict[int, float] = {}
        for before, p in found.items():
            for face in range(1, 11):
                grown[before + face] = grown.get(before + face, 0.0) + p / 10
        found = grown
    return found


def better_of_two(chances: dict[int, float]) -> dict[int, float]:
    found: dict[int, float] = {}
    for one, p in chances.items():
        for other, q in chances.items():
            best = max(one, other)
            found[best] = found.get(best, 0.0) + p * q
    return found


def by_hand(
    target: int, defense: int, dice: int, bonus: int, armor: int, ap: int
) -> dict[Any, float]:
    """The distribution of (hit, damage): every pair of rolls, and every pair of damage rolls."""
    target, defense = max(0, min(98, target)), max(0, min(98, defense))
    missed = tied = 0.0
    hits: dict[tuple[int, bool], float] = {}
    for roll in range(100):
        if roll > target:
            missed += 1 / 100
            continue
        for answer in range(100):
            if answer <= defense and answer > roll:
                missed += 1 / 10000
            elif answer <= defense and answer == roll:
                tied += 1 / 10000
            else:
                critical = roll % 11 == 0
                more = 10 if roll > 60 else 5 if roll > 30 or critical else 0
                hits[more, critical] = hits.get((more, critical), 0.0) + 1 / 10000
    # ties are rolled again, ten times at most; then the defender has it
    rounds = sum(tied**number for number in range(11))
    found: dict[Any, float] = {(False, 0): missed * rounds + tied**11}
    plain = sums(dice)
    for (more, critical), p in hits.items():
        for rolled, q in (better_of_two(plain) if critical else plain).items():
            damage = max(0, rolled + bonus + more - max(0, armor - ap))
            found[True, damage] = found.get((True, damage), 0.0) + p * q * rounds
    return found


def told(odds: Any) -> dict[Any, float]:
    """Odds as the same distribution."""
    found: dict[Any, float] = {}
    for outcome in odds.outcomes:
        key = (outcome["hit"], outcome["damage"])
        found[key] = found.get(key, 0.0) + outcome["p"]
    return found


def agree(one: dict[Any, float], other: dict[Any, float]) -> bool:
    keys = set(one) | set(other)
    return all(abs(one.get(key, 0.0) - other.get(key, 0.0)) < 1e-9 for key in keys)


def test_there_are_enough_combinations() -> None:
    assert len(COMBINATIONS) >= 200


@pytest.mark.parametrize("matter", ["none", "prone", "wounds", "feint"])
def test_a_plain_attack_has_the_odds_that_arithmetic_gives(matter: str) -> None:
    """Every combination to 1e-9; the bench says how long they take."""
    for skill, defense, armor, ap, trouble in COMBINATIONS:
        if trouble != matter:
            continue
        scenario = field(
            {"skills": {"melee-weapons": skill}, "aptitudes": {"som": 5}, "db": 5},
            {"skills": {"fray": defense, "melee-weapons": 20}, "skin": armor, "dur": 80},
            weapons={"blade": {"damage": "2d10+DB", "ap": ap}, "bow": {"damage": "1d10"}},
        )
        fight: Any = scenario_of(scenario).setup.new_fight(OddsTable())
        orc = fight.combatants[1]
        orc.main = -1
        orc.reckon(fight.scene.weapons)
        orc.prone = trouble == "prone"
        orc.wounds = 2 if trouble == "wounds" else 0
        orc.feinted = trouble == "feint"
        attack = next(one for one in fight.attacks(0) if one.key == "attack Orc with blade")
        odds = attack_odds(fight, 0, attack, cache=OddsCache())
        hand = by_hand(
            skill + (10 if trouble == "prone" else 0),
            defense - (20 if trouble in ("wounds", "feint") else 0),
            2,
            5,
            armor,
            ap,
        )
        assert agree(told(odds), hand), (skill, defense, armor, ap, trouble)
        assert odds.error < 1e-12


@pytest.mark.parametrize(("scenario", "attacker", "target", "weapon"), [
    ("goblin-gang", "Goblin ganger 1", "Chandra", "hatchet"),
    ("two-weapon-duel", "Serafina", "Corvo", "short-sword"),
    ("frozen-monastery", "Frozen Horror 1", "Track", "talons"),
])  # fmt: skip
def test_many_attacks_come_out_as_the_odds_say(
    scenario: str, attacker: str, target: str, weapon: str
) -> None:
    loaded = scenario_of(scenario)
    odds = odds_of(loaded, attacker, target, weapon, "attack", ignore_distance=True)
    start: Any = loaded.setup.new_fight(OddsTable())
    who = start.fighter_named(attacker).index
    tries = 4000
    hits = total = 0
    players = [loaded.ruleset.simple_player() for _ in loaded.sides]
    for seed in range(tries):
        fight = start.copy(LiveTable(Dice(seed), players))
        if fight.hindrance(who, odds.attack):
            fight.bring_within_reach(who, odds.attack)
        blow = fight.make_attack(who, odds.attack)
        hits += blow.hit
        total += blow.damage
    assert abs(hits / tries - odds.hit) < 0.03
    assert abs(total / tries - odds.mean) < 0.4


class PathByPathTable(OddsTable):
    """An odds table that follows every path through a stage in which somebody is asked, but not
    through those within it."""

    is_inside = False

    def stage(self, stage: Stage) -> int:
        if self.is_inside or not stage.asked_sides():
            return int(super().stage(stage))
        self.is_inside = True
        found = int(stage.play(self))
        self.is_inside = False
        return found


def after_attack(table: OddsTable, start: Any, who: int, attack: Any) -> dict[Any, float]:
    """How likely each state is that an attack leaves."""

    def run(at: Table) -> Any:
        fight = start.copy(at)
        fight.make_attack(who, attack)
        return fight.key_in_step()

    return dict(table.explore(run).probabilities)


FIERY: dict[str, Any] = {"blade": {"damage": "1d10+DB", "keywords": ["fire"]}}
CATCHER: dict[str, Any] = {
    "fork": {"damage": "1d10", "tags": ["catch"]},
    "blade": {"damage": "1d10+DB"},
}


@pytest.mark.parametrize(
    ("scenario", "wanted"),
    [
        (
            field(
                {"luck": 1},
                {"resists": [{"to": "fire"}]},
                house={"resistance": "upgrade-downgrade"},
                weapons=FIERY,
            ),
            "knock down",
        ),
        (field({"luck": 1}, {"weapons": ["fork"]}, weapons=CATCHER), "attack"),
        (
            field(
                {},
                {"weapons": ["fork"], "skills": {"melee-weapons": 80}, "luck": 1},
                weapons=CATCHER,
            ),
            "attack",
        ),
        (
            field(
                {},
                {"skills": {"melee-weapons": 80}},
                house={"parry_is_reaction": True, "declare_defense": "before"},
            ),
            "attack",
        ),
    ],
    ids=["luck against resistance", "luck against a catch", "a lucky catch", "parry"],
)
def test_a_stage_comes_to_what_every_path_through_it_does(
    scenario: dict[str, Any], wanted: str
) -> None:
    loaded = scenario_of(scenario)
    start: Any = loaded.setup.new_fight(OddsTable())
    attack = next(one for one in start.attacks(0) if one.key.startswith(f"{wanted} Orc with blade"))
    players = [loaded.ruleset.simple_player() for _ in loaded.sides]
    whole = after_attack(OddsTable(players), start, 0, attack)
    by_path = after_attack(PathByPathTable(players), start, 0, attack)
    assert whole == pytest.approx(by_path, abs=1e-12)
    assert len(whole) > 10
