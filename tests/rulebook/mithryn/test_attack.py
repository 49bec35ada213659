import pytest

from affray.core.odds import OddsTable
from affray.lab.odds import odds_of
from rulebook.mithryn.fields import field
from rulebook.mithryn.test_actions import offered
from support import Played, scenario_of


def struck(dice: str, **foe: object) -> Played:
    """Ann's first attack with her sword, against Defense 4 unless the foe says otherwise."""
    script = "Ann: attack Orc with short-sword\n" + dice + "\nAnn: end turn"
    return Played(field(foes={"Orc": foe}), script).steps(1)


@pytest.mark.rule("attack.hits")
def test_each_die_at_or_above_defense_is_one_hit_and_takes_one_hit_point() -> None:
    assert struck("roll 2d12 = 3 4").fighter("Orc").hit_points == 5
    assert struck("roll 2d12 = 11 4").fighter("Orc").hit_points == 4
    assert struck("roll 2d12 = 3 1").fighter("Orc").hit_points == 6


@pytest.mark.rule("attack.max-always-hits")
def test_a_highest_face_hits_whatever_the_defense() -> None:
    ogre = {"rank": 4, "armour": "plate", "shield": "shield", "weapons": ["mace"]}
    script = "Ann: attack Orc with dagger\nroll 1d10 = 10\nroll 1d10 = 9\nAnn: end turn"
    scenario = field({"Ann": {"weapons": ["dagger"]}}, {"Orc": ogre})
    scenario["armour"] = {"plate": {"bonus": 10}}
    game = Played(scenario, script).steps(1)
    assert game.fighter("Orc").defense() == 15
    assert game.fighter("Orc").hit_points == 5


@pytest.mark.rule("attack.explode")
def test_a_highest_face_is_rolled_again_and_again() -> None:
    game = struck("roll 2d12 = 12 12\nroll 2d12 = 12 2\nroll 1d12 = 5")
    assert game.told("strike")[0]["hits"] == 4
    assert game.fighter("Orc").hit_points == 2


@pytest.mark.rule("attack.rushed")
def test_the_second_attack_of_a_turn_uses_the_rushed_dice() -> None:
    script = "Ann: attack Orc with short-sword\nroll 2d12 = 1 1\nAnn: rush Orc with short-sword"
    game = Played(field(), script + "\nroll 1d10 = 4").steps(1)
    assert [part["pool"] for part in game.told("strike")] == ["2d12", "1d10"]
    assert game.fighter("Orc").hit_points == 5


@pytest.mark.rule("attack.rushed")
def test_a_weapon_to_reload_cannot_be_rushed() -> None:
    scenario = field({"Ann": {"weapons": ["crossbow"]}}, {"Orc": {"at": "b"}}, "a-b")
    game = Played(scenario, "Ann: attack Orc with crossbow\nroll 2d12 = 1 1")
    assert not [key for key in offered(game) if "crossbow" in key]
    assert "both Orc with crossbow" not in offered(Played(scenario))


@pytest.mark.rule("attack.both-at-once")
def test_both_attacks_on_one_target_may_be_rolled_together() -> None:
    script = "Ann: both Orc with short-sword\nroll 2d12 = 5 1\nroll 1d10 = 8"
    game = Played(field(), script).steps(1)
    assert game.told("strike")[0]["pool"] == "2d12 + 1d10"
    assert game.fighter("Orc").hit_points == 4


@pytest.mark.rule("attack.both-at-once")
def test_two_at_once_need_two_actions() -> None:
    game = Played(field(zones="a-b"), "Ann: move b\n")
    assert not [key for key in offered(game) if key.startswith("both")]


@pytest.mark.rule("attack.requirement")
@pytest.mark.parametrize(("strength", "pool"), [(6, "2d12"), (5, "1d10")])
def test_below_a_minimum_score_every_attack_uses_the_rushed_dice(strength: int, pool: str) -> None:
    dice = "1 1" if pool == "2d12" else "1"
    script = f"Ann: attack Orc with short-sword\nroll {pool} = {dice}\nAnn: end turn"
    game = Played(field({"Ann": {"strength": strength}}), script).steps(1)
    assert game.told("strike")[0]["pool"] == pool
    assert ("attack.requirement" in game.rules_told()) is (strength == 5)


@pytest.mark.rule("attack.requirement")
def test_a_foe_whose_sheet_gives_no_scores_wields_what_it_has() -> None:
    script = "Ann: end turn\nOrc: attack Ann with halberd\nroll 3d20 = 1 1 1\nOrc: end turn"
    Played(field(foes={"Orc": {"weapons": ["halberd"]}}), script).steps(2)


def test_odds_of_both_attacks_are_those_of_the_pools_together() -> None:
    odds = odds_of(scenario_of(field()), "Ann", "Orc", "short-sword", "both")
    one = odds_of(scenario_of(field()), "Ann", "Orc", "short-sword", "attack")
    two = odds_of(scenario_of(field()), "Ann", "Orc", "short-sword", "rush")
    assert odds.mean == pytest.approx(one.mean + two.mean, abs=1e-9)
    assert 1 - odds.hit == pytest.approx((1 - one.hit) * (1 - two.hit), abs=1e-9)


def test_the_odds_table_looks_at_few_paths() -> None:
    scenario = scenario_of(field())
    start = scenario.setup.new_fight(OddsTable())
    attack = start.attacks(0)[0]
    odds = OddsTable().explore(lambda table: int(start.copy(table).make_attack(0, attack).damage))
    assert odds.paths < 200
