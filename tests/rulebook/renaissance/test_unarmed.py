import pytest

from affray.rulesets.renaissance.targets import threatens
from rulebook.renaissance.fields import attacked, d, dice, field, hurt, play, to_defend, to_hit
from support import Played

BOXER = {"weapons": [], "skills": {"unarmed-combat": 60}}
PLAIN = d(25, 99) + "\n" + dice(4)


@pytest.mark.rule("unarmed.base")
def test_bare_hands_deal_1d10_and_db_without_ap() -> None:
    game = attacked(field(BOXER, {"weapons": [], "skin": 2}), PLAIN, "attack Orc with unarmed")
    assert hurt(game) == [4 + 5 - 2]
    weapon = game.fight.scene.weapons[0]  # type: ignore[attr-defined]
    assert weapon.is_unarmed()
    assert weapon.harm.ap == 0


@pytest.mark.rule("unarmed.base")
def test_unarmed_attacks_have_the_off_hand_tag_and_the_keyword() -> None:

    weapon = Played(field(BOXER)).fight.scene.weapons[0]  # type: ignore[attr-defined]
    assert "off-hand" in weapon.tag_names
    assert weapon.keywords == ["unarmed-attack", "natural"]


@pytest.mark.rule("unarmed.no-proficiency")
@pytest.mark.parametrize(("skill", "boxes"), [(29, False), (30, True)])
def test_with_fewer_than_10_ranks_the_unarmed_do_not_threaten(skill: int, boxes: bool) -> None:
    game = Played(field({"weapons": [], "skills": {"unarmed-combat": skill}}))
    assert threatens(game.fight, game.fighter("Ann"), 14) is boxes  # type: ignore[arg-type]


@pytest.mark.rule("unarmed.no-proficiency")
def test_nor_can_they_defend_with_it_against_the_armed() -> None:
    orc = {"weapons": [], "aptitudes": {"som": 55}, "skills": {"unarmed-combat": 60, "fray": 10}}
    assert to_defend(attacked(field(orc=orc), d(25, 99) + "\n" + dice(1))) == 10
    boxer = {"weapons": [], "skills": {"unarmed-combat": 80}}
    assert to_defend(attacked(field(orc=boxer), d(25, 26))) == 60
    game = attacked(field(BOXER, orc), d(25, 26), "attack Orc with unarmed")
    assert to_defend(game) == 40


@pytest.mark.rule("unarmed.versus-armed")
@pytest.mark.parametrize(
    ("option", "attack", "defense"), [("section", 50, 60), ("unsorted", 50, 70), ("none", 60, 80)]
)
def test_bare_hands_against_the_armed(option: str, attack: int, defense: int) -> None:
    house = {"unarmed_penalty": option}
    game = attacked(field(BOXER, house=house), d(99), "attack Orc with unarmed")
    assert to_hit(game) == attack
    boxer = {"weapons": [], "skills": {"unarmed-combat": 80}}
    assert to_defend(attacked(field(orc=boxer, house=house), d(25, 26))) == defense


@pytest.mark.rule("unarmed.versus-armed")
def test_two_without_weapons_have_no_penalty() -> None:
    other = {"weapons": [], "skills": {"unarmed-combat": 80}}
    game = attacked(field(BOXER, other), d(25, 26), "attack Orc with unarmed")
    assert (to_hit(game), to_defend(game)) == (60, 80)


@pytest.mark.rule("unarmed.versus-armor")
@pytest.mark.parametrize(
    ("roll", "skin", "bruise"), [(92, 2, [4]), (80, 2, []), (92, 0, []), (99, 2, [4])]
)
def test_an_exceptional_failure_on_armour_hurts_the_attacker(
    roll: int, skin: int, bruise: list[int]
) -> None:
    orc = {"weapons": [], "skin": skin}
    rolls = d(roll) + ("\n" + dice(9) if bruise else "")
    game = attacked(field(BOXER, orc), rolls, "attack Orc with unarmed")
    assert hurt(game, "Ann") == bruise


@pytest.mark.rule("unarmed.versus-armor")
def test_grapples_and_trips_do_not() -> None:
    scenario = field(BOXER, {"weapons": [], "skin": 2})
    assert not hurt(play(scenario, "Ann: grab Orc\n" + d(99, 30) + "\nAnn: end turn"), "Ann")
    assert not hurt(play(scenario, "Ann: trip Orc\n" + d(99, 30) + "\nAnn: end turn"), "Ann")


@pytest.mark.rule("unarmed.wearing-armor")
def test_worn_armour_adds_a_third_of_its_best_value() -> None:
    armored = {**BOXER, "armor": "brigandine", "layer": "quilted"}
    game = attacked(field(armored, {"weapons": []}), PLAIN, "attack Orc with unarmed")
    assert hurt(game) == [4 + 5 + 2]
    game = attacked(field({"armor": "brigandine"}), PLAIN)
    assert hurt(game) == [9]


BEAST = {"weapons": [], "natural": ["cougar-bite"], "skills": {"unarmed-combat": 60}}


@pytest.mark.rule("natural.armed")
def test_natural_weapons_threaten_and_attack_the_armed_without_penalty() -> None:
    game = attacked(field(BEAST), d(99), "attack Orc with cougar-bite")
    assert to_hit(game) == 60
    assert threatens(game.fight, game.fighter("Ann"), 14)  # type: ignore[arg-type]


@pytest.mark.rule("natural.armed")
def test_they_defend_at_only_minus_10_against_the_armed() -> None:
    assert to_defend(attacked(field(orc=BEAST), d(25, 26))) == 50
    game = attacked(field(BEAST, BEAST), d(25, 26), "attack Orc with cougar-bite")
    assert to_defend(game) == 60


@pytest.mark.rule("natural.armed")
def test_each_needs_its_own_proficiency() -> None:
    game = attacked(
        field({**BEAST, "proficiencies": ["talons"]}), d(99), "attack Orc with cougar-bite"
    )
    assert to_hit(game) == 40


@pytest.mark.rule("natural.armed")
def test_bare_hands_are_at_a_disadvantage_against_them() -> None:
    game = attacked(field(BOXER, BEAST), d(99), "attack Orc with unarmed")
    assert to_hit(game) == 50
