import pytest

from affray.core.problems import InvalidDataError
from affray.library import content_of
from rulebook.olde.fields import adjusted, blow, cr, field, harm
from support import Played, scenario_of


@pytest.mark.rule("armor.reduces")
def test_armour_takes_its_figure_off_damage_and_does_not_change_the_cr() -> None:
    for armour, dealt in ((None, 5), ("leather", 4), ("gambeson", 3)):
        game = blow(orc={"armour": armour}, dice="roll 2d8 = 7 7", damage="roll 1d8 = 5")
        assert (cr(game), harm(game)) == (5, dealt)


@pytest.mark.rule("armor.category")
def test_the_table_of_armour_fits_its_categories() -> None:
    found = content_of("olde").armour  # type: ignore[attr-defined]
    assert {name: (a.category, a.damage, a.brawn) for name, a in found.items()} == {
        "padded": ("light", 1, 6),
        "leather": ("light", 1, 6),
        "hardened-leather": ("light", 2, 6),
        "gambeson": ("light", 2, 7),
        "chainmail": ("medium", 3, 9),
        "scale": ("medium", 3, 9),
        "brigandine": ("medium", 4, 10),
        "plate-and-mail": ("heavy", 5, 12),
        "full-plate": ("heavy", 6, 12),
    }


@pytest.mark.rule("armor.category")
@pytest.mark.parametrize(
    ("category", "damage", "brawn", "fits"),
    [
        ("light", 2, 5, True),
        ("light", 3, 5, False),
        ("light", 1, 8, False),
        ("medium", 4, 8, True),
        ("medium", 2, 9, False),
        ("medium", 3, 11, False),
        ("heavy", 5, 11, True),
        ("heavy", 6, 14, True),
        ("heavy", 4, 12, False),
        ("heavy", 5, 10, False),
        ("heavy", 7, 14, False),
    ],
)
def test_armour_that_fits_no_category_is_refused(
    category: str, damage: int, brawn: int, fits: bool
) -> None:
    armour = {"mine": {"category": category, "damage": damage, "brawn": brawn}}
    scenario = field({"armour": "mine"}, armour=armour)
    if fits:
        assert scenario_of(scenario)
        return
    with pytest.raises(InvalidDataError) as refused:
        scenario_of(scenario)
    assert f"test: armour.mine: {category} armour takes off" in str(refused.value)


@pytest.mark.rule("armor.brawn")
def test_armour_too_heavy_lowers_the_finesse_die_and_hinders_brawn_checks() -> None:
    """Full plate asks for 12: of Finesse 8 a d4 is left, and Brawn is at -4."""
    script = (
        "roll 1d4 = 3\nroll 1d6 = 1\nAnn: attack Orc with broadsword\nroll 2d6 = 5 5\n"
        "roll 2d8 = 3 3\nAnn: pass"
    )
    game = Played(field({"armour": "full-plate"}), script).steps(2)
    assert adjusted(game) == "-4 full-plate too heavy"


@pytest.mark.rule("armor.brawn")
def test_it_lowers_defense_dice_and_no_die_below_2() -> None:
    orc = {"brawn": 6, "armour": "full-plate"}
    script = (
        "roll 1d8 = 2\nroll 1d2 = 1\nAnn: attack Orc with broadsword\nroll 2d2 = 1 2\n"
        "roll 1d2 = 1\nroll 2d8 = 1 1"
    )
    game = Played(field(orc=orc), script).steps(2)
    assert cr(game) == 4
    assert "armor.brawn" in game.rules_told()


@pytest.mark.rule("armor.brawn")
def test_finesse_attacks_are_not_adjusted_but_throw_the_smaller_dice() -> None:
    ann = {"armour": "chainmail", "weapons": ["dagger"]}
    script = (
        "roll 1d8 = 2\nroll 1d6 = 1\nAnn: attack Orc with dagger\nroll 2d6 = 5 5\nroll 2d8 = 8 3"
    )
    game = Played(field(ann), script).steps(2)
    assert adjusted(game) == ""
    assert game.told("strike")[0]["pool"] == "2d7!"
