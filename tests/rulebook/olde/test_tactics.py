"""How `simple` plays: what a sensible fighter does in a few plain situations."""

from typing import Any

import pytest

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable, Player
from affray.rulesets.olde.player.simple import SimplePlayer
from rulebook.olde.fields import field
from support import random_players, scenario_of


class Noted(Player):
    """Decides as `simple` does, and notes what it chose."""

    def __init__(self) -> None:
        self.inner = SimplePlayer()
        self.chosen: list[str] = []

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        found = self.inner.decide(fight, question)
        assert isinstance(found, Option)
        assert found in question.options
        self.chosen.append(found.key)
        return found


def first_choices(
    scenario: dict[str, Any], points: int, turns: int = 1, theirs: int = 1, free: bool = True
) -> list[str]:
    """Return Ann's choices in her first part of a round, with her Action Points; the orc has
    its own, and perhaps no free step."""
    player = Noted()
    fight = scenario_of(scenario).setup.new_fight(LiveTable(Dice(1), [player, SimplePlayer()]))
    fight.step()
    ann: Any = fight.roster()[0]
    orc: Any = fight.roster()[1]
    ann.action_points = points
    orc.action_points = theirs
    orc.free_step = free
    for _ in range(turns):
        fight.step()
    return player.chosen


def test_a_spear_steps_back_to_where_the_sword_does_not_reach() -> None:
    scenario = field({"weapons": ["spear"], "at": [4, 2]}, {"at": [5, 2]})
    first = first_choices(scenario, 5, theirs=2, free=False)[0]
    assert first.startswith("free step")
    x, y = (int(part) for part in first.rpartition(" ")[2].split(","))
    assert max(abs(x - 5), abs(y - 2)) == 2


def test_a_sword_closes_in_to_strike() -> None:
    chosen = first_choices(field(orc={"at": [4, 1]}), 5)
    assert chosen[0].startswith("free step")
    assert "Orc with broadsword" in chosen[1]


def test_an_archer_goes_to_its_base_range_and_shoots() -> None:
    chosen = first_choices(field({"weapons": ["shortbow"]}, {"at": [9, 1]}), 5)
    assert chosen[0].startswith("free step")
    assert "Orc with shortbow" in chosen[1]


def test_an_archer_gets_away_from_who_stands_beside_it() -> None:
    chosen = first_choices(field({"weapons": ["shortbow"], "at": [4, 2]}, {"at": [5, 2]}), 5)
    x, y = (int(part) for part in chosen[0].rpartition(" ")[2].split(","))
    assert max(abs(x - 5), abs(y - 2)) > 1


class BlocksCounted(Player):
    """Decides as `simple` does, and counts when it could block with the shield, and did."""

    def __init__(self) -> None:
        self.inner = SimplePlayer()
        self.could = 0
        self.did = 0

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        found = self.inner.decide(fight, question)
        if question.kind == "turn":
            self.could += any(option.key == "block" for option in question.options)
            self.did += isinstance(found, Option) and found.key == "block"
        return found


def test_nobody_blocks_where_an_attack_is_worth_more() -> None:
    """Never to block won 58 of 100 fights across the field where blocking won 52."""
    player = BlocksCounted()
    scenario = scenario_of("across-the-field")
    for seed in range(20):
        scenario.setup.new_fight(LiveTable(Dice(seed), [player, player])).play()
    assert player.could > 100
    assert player.did == 0


def test_who_lies_rises() -> None:
    assert first_choices(field({"conditions": [{"is": "prone"}]}), 5)[0] == "rise"


def test_a_crossbow_is_reset_after_the_shot() -> None:
    chosen = first_choices(field({"weapons": ["crossbow"]}, {"at": [7, 1]}), 5)
    assert "reset crossbow" in chosen


@pytest.mark.parametrize(("weapon", "lies"), [("crossbow", True), ("shortbow", False)])
def test_a_crossbow_is_shot_from_the_ground_while_nobody_is_near(weapon: str, lies: bool) -> None:
    scenario = field({"weapons": [weapon]}, {"at": [20, 1]}, width=24, walls=[[12, 0, 12, 4]])
    assert ("flop" in first_choices(scenario, 5, turns=2)) == lies


def standing_beside(fight: Any, side: int) -> list[bool]:
    """Of each who stands on a side, whether a friend stands beside them."""
    people = [who for who in fight.combatants if who.side == side and who.is_in_fight()]
    return [
        any(one is not who and fight.scene.grid.spaces(one.cell, who.cell) <= 1 for one in people)
        for who in people
    ]


@pytest.mark.parametrize("seed", range(4))
def test_a_weaker_wall_of_shields_lets_the_others_come_and_stays_together(seed: int) -> None:
    scenario = scenario_of("shield-wall")
    fight: Any = scenario.setup.new_fight(LiveTable(Dice(seed), [SimplePlayer(), SimplePlayer()]))
    while fight.round < 2:
        fight.step()
    assert all(standing_beside(fight, 0))
    assert all(fight.scene.grid.x(who.cell) <= 6 for who in fight.combatants if who.side == 0)


@pytest.mark.parametrize(("weapon", "stays"), [([], True), (["broadsword"], False)])
def test_who_fights_with_fists_stays_in_the_space_of_a_swordsman(
    weapon: list[str], stays: bool
) -> None:
    """A broadsword is of no use at reach 0: who has fists only stays there, and who has a sword
    too gets out of it to use it."""
    ann = {"weapons": weapon, "at": [4, 2], "brawn": 12}
    orc = {"at": [4, 2], "skills": {"swords": "master"}}
    chosen = first_choices(field(ann, orc), 5, theirs=4, free=False)
    assert chosen[0].startswith("free step") != stays
    assert stays is False or chosen[0] == "attack Orc with bare-hands"


WITCH = {"savvy": 9, "weapons": ["dagger"], "spells": ["heavy-limbs"], "at": [1, 2]}


@pytest.mark.parametrize(("spells", "goes"), [(["heavy-limbs"], False), (False, True)])
def test_a_caster_stays_where_a_spell_reaches(spells: Any, goes: bool) -> None:
    """Eight spaces, which are as far as the orc is; without a spell there is only the dagger."""
    scenario = field({**WITCH, "spells": spells}, {"at": [9, 2]})
    chosen = first_choices(scenario, 4)
    assert chosen[0].startswith("free step") == goes
    assert (chosen[0] == "cast heavy-limbs at Orc") != goes


@pytest.mark.parametrize(("mana", "rests"), [(0, True), (2, False)])
def test_a_caster_without_mana_rests(mana: int, rests: bool) -> None:
    player = Noted()
    fight: Any = scenario_of(field(WITCH, {"at": [9, 2]})).setup.new_fight(
        LiveTable(Dice(1), [player, SimplePlayer()])
    )
    fight.step()
    ann = fight.combatants[0]
    ann.action_points, ann.mana, ann.free_step = 6, mana, False
    fight.step()
    assert ("rest" in player.chosen) == rests


@pytest.mark.parametrize(("points", "helps"), [(1, True), (2, False)])
def test_who_can_make_no_attack_helps_a_dying_friend(points: int, helps: bool) -> None:
    scenario = scenario_of(field(friends={"Bea": {"at": [1, 2], "hp": 10}}))
    player = Noted()
    fight = scenario.setup.new_fight(LiveTable(Dice(1), [player, SimplePlayer()]))
    fight.rule(Ruling("state", "Bea", "down", "a fall"))
    fight.step()
    ann: Any = fight.roster()[0]
    ann.action_points, ann.free_step = points, False
    fight.step()
    assert ("first aid Bea" in player.chosen) == helps


def test_the_frightened_run_for_the_way_out() -> None:
    ann = {"conditions": [{"is": "frightened"}], "at": [2, 2]}
    chosen = first_choices(field(ann, {"at": [4, 2]}, exits=[[0, 2]]), 6, turns=3)
    assert chosen[0] == "free step to 0,2"


@pytest.mark.once
@pytest.mark.parametrize(
    "name", ["sword-and-spear", "across-the-field", "shield-wall", "ogre-at-the-bridge"]
)
@pytest.mark.parametrize("side", [0, 1])
def test_it_beats_one_who_plays_at_random(name: str, side: int) -> None:
    scenario = scenario_of(name)
    won = 0
    for seed in range(30):
        players = random_players(scenario, seed)
        players[side] = SimplePlayer()
        fight = scenario.setup.new_fight(LiveTable(Dice(seed), players))
        fight.play()
        won += fight.winner() == side
    assert won >= 27
