import pytest

from affray.core.problems import InvalidDataError
from affray.library import content_of
from rulebook.olde.fields import adjusted, blow, cr, defended, field, offered, reset, total
from support import Played, scenario_of

SHIELDS = {
    "buckler": (1, 6, -1),
    "roundel": (1, 6, -1),
    "targe": (2, 8, -2),
    "heater": (2, 8, -2),
    "kite": (3, 10, -3),
    "pavise": (4, 10, -4),
    "tower": (4, 12, -4),
}


@pytest.mark.rule("shield.defense")
@pytest.mark.parametrize("shield", SHIELDS)
def test_a_shield_adds_its_figure_to_defense(shield: str) -> None:
    game = blow(orc={"brawn": 12, "shield": shield})
    assert cr(game) == 5 + SHIELDS[shield][0]


@pytest.mark.rule("shield.defense")
def test_the_table_of_shields() -> None:
    found = content_of("olde").shields  # type: ignore[attr-defined]
    assert {name: (s.defense, s.brawn, s.spells) for name, s in found.items()} == SHIELDS


@pytest.mark.rule("shield.defense")
@pytest.mark.parametrize(
    ("fighter", "why"),
    [
        ({"weapons": ["broadsword"], "grip": "both hands"}, "and a shield the off hand"),
        ({"weapons": ["longbow"]}, "the longbow takes both hands"),
    ],
)
def test_no_two_handed_weapon_with_a_shield(fighter: dict[str, object], why: str) -> None:
    with pytest.raises(InvalidDataError) as refused:
        scenario_of(field({**fighter, "shield": "heater"}))
    assert why in str(refused.value)


@pytest.mark.rule("shield.brawn")
def test_a_shield_too_heavy_hinders_brawn_and_finesse_checks() -> None:
    game = blow(ann={"shield": "kite"})
    assert adjusted(game) == "-2 kite too heavy"
    ann = {"shield": "kite", "weapons": ["dagger"]}
    assert total(blow(ann=ann, attack="attack Orc with dagger", dice="roll 2d8 = 1 1")) == 0


@pytest.mark.rule("shield.brawn")
def test_defense_is_a_finesse_check_too() -> None:
    assert defended(blow(orc={"shield": "kite"})) == "-2 kite too heavy, +3 kite"


@pytest.mark.rule("shield.spells")
@pytest.mark.parametrize(
    ("how", "shield", "made_of"),
    [
        ("cast", "kite", " (-3 kite)"),
        ("cast without gestures", "kite", ""),
        ("cast", None, ""),
    ],
)
def test_a_shield_hinders_spells_that_need_gestures(
    how: str, shield: str | None, made_of: str
) -> None:
    ann = {"brawn": 10, "shield": shield, "spells": True}
    script = reset(2, 1) + f"Ann: {how}\nroll 2d8 = 6 7\nGM: works"
    game = Played(field(ann, game_master=True), script).steps(2)
    assert game.told("check")[0]["made_of"] == made_of
    assert game.told("spell")[0]["outcome"] == "takes effect"


@pytest.mark.rule("shield.spells")
def test_a_failed_check_is_no_spell() -> None:
    script = reset(2, 1) + "Ann: cast\nroll 2d8 = 6 2"
    game = Played(field({"spells": True}, game_master=True), script).steps(2)
    assert not game.told("spell")


@pytest.mark.rule("shield.defense")
@pytest.mark.parametrize(("hands", "shield"), [("one hand", "+2 heater"), ("both hands", "")])
def test_the_shield_is_slung_when_a_weapon_is_taken_up_in_both_hands(
    hands: str, shield: str
) -> None:
    orc = {"shield": "heater", "weapons": ["dagger", "spear"], "brawn": 10}
    swing = "Ann: attack Orc with broadsword\nroll 2d6 = 2 3\nroll 2d8 = 1 2\n"
    script = reset(2, 3) + f"Orc: take up spear in {hands}\n" + swing
    assert defended(Played(field(orc=orc), script).steps(3)) == shield


@pytest.mark.rule("shield.block")
def test_a_block_adds_2_to_defense_until_the_next_reset() -> None:
    orc = {"shield": "heater", "skills": {"shields": "journeyman"}}
    swing = "Ann: attack Orc with broadsword\nroll 2d6 = 2 3\nroll 2d8 = 1 2\n"
    script = reset(2, 3) + "Orc: block\nOrc: pass\n" + swing + "Orc: pass\n"
    game = Played(field(orc=orc), script + reset(2, 1) + swing).steps(6)
    assert [told["cr"] for told in game.told("strike")] == [9, 7]


@pytest.mark.rule("shield.block")
@pytest.mark.parametrize(
    ("shield", "rank", "may"),
    [("heater", "journeyman", True), ("heater", "apprentice", False), (None, "master", False)],
)
def test_a_block_needs_a_shield_and_a_journeyman(shield: str | None, rank: str, may: bool) -> None:
    ann = {"shield": shield, "skills": {"shields": rank}}
    assert ("block" in offered(Played(field(ann), reset(4, 1)))) == may
