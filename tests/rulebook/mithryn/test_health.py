import pytest

from rulebook.mithryn.fields import field
from rulebook.mithryn.test_actions import offered
from support import Played


def wounded_to(hit_points: int, more: str = "") -> Played:
    """Ann, with ten hit points and Defense 1, is struck by an Orc until she has so many left."""
    scenario = field({"Ann": {"hp": hit_points + 2}}, {"Orc": {"strength": 12}})
    script = f"Ann: end turn\nOrc: attack Ann with short-sword\nroll 2d12 = 5 6\n{more}"
    return Played(scenario, script)


@pytest.mark.rule("health.hp")
@pytest.mark.parametrize(("strength", "hit_points"), [(5, 6), (6, 6), (10, 10)])
def test_a_hero_starts_with_six_or_strength(strength: int, hit_points: int) -> None:
    game = Played(field({"Ann": {"strength": strength}}))
    assert game.fighter("Ann").max_health() == hit_points


@pytest.mark.rule("health.defense")
@pytest.mark.parametrize(
    ("sheet", "defense"),
    [
        ({}, 1),
        ({"rank": 3}, 3),
        ({"armour": "leather"}, 4),
        ({"armour": "chain"}, 5),
        ({"armour": "plate"}, 6),
        ({"armour": "plate", "shield": "shield", "rank": 2}, 8),
    ],
)
def test_defense_is_rank_and_armour_and_shield(sheet: dict[str, object], defense: int) -> None:
    assert Played(field({"Ann": sheet})).fighter("Ann").defense() == defense


@pytest.mark.rule("health.wounded")
@pytest.mark.parametrize(("hit_points", "actions"), [(4, 2), (3, 1)])
def test_at_three_hit_points_a_hero_has_one_action(hit_points: int, actions: int) -> None:
    game = wounded_to(hit_points, "Orc: end turn\nAnn: end turn").steps(3)
    assert [part["actions"] for part in game.told("turn")][-1] == actions
    assert ("wounded" in game.fighter("Ann").conditions()) is (hit_points == 3)


@pytest.mark.rule("health.wounded")
def test_the_wounded_check_at_disadvantage() -> None:
    more = "Orc: end turn\nAnn: grapple Orc\nroll 3d12 = 4 5 12"
    game = wounded_to(3, more)
    game.steps(3)
    assert game.told("check")[0]["result"] == "failure"
    assert game.told("check")[0]["edge"] == " at disadvantage"


@pytest.mark.rule("health.wounded")
@pytest.mark.parametrize("tier", [False, True])
def test_a_foe_has_the_tier_only_if_its_sheet_says_so(tier: bool) -> None:
    script = "Ann: end turn\nOrc: end turn"
    game = Played(field(foes={"Orc": {"hp": 3, "wounded": tier}}), script).steps(2)
    assert game.told("turn")[1]["actions"] == (1 if tier else 2)


@pytest.mark.rule("health.critical")
@pytest.mark.parametrize(("dice", "state"), [("4 5 6", "down"), ("5 5 12", "standing")])
def test_at_one_hit_point_a_strength_check_or_collapse(dice: str, state: str) -> None:
    scenario = field({"Ann": {"hp": 3}, "Bo": {}})
    script = f"""
        heroes: act Ann
        Ann: end turn
        Bo: end turn
        Orc: attack Ann with short-sword
        Bo: no
        roll 2d12 = 5 6
        roll 3d12 = {dice}
        Orc: end turn
        """
    game = Played(scenario, script).steps(3)
    assert game.fighter("Ann").state() == state
    assert game.fighter("Ann").health() == 1


COLLAPSED = "GM rules condition of Ann = collapsed | a blow\n"


@pytest.mark.rule("health.critical")
def test_at_two_hit_points_no_check_is_made() -> None:
    script = """
        heroes: act Ann
        Ann: end turn
        Bo: end turn
        Orc: attack Ann with short-sword
        Bo: no
        roll 2d12 = 5 6
        Orc: end turn
        """
    game = Played(field({"Ann": {"hp": 4}, "Bo": {}}), script).steps(3)
    assert game.fighter("Ann").hit_points == 2
    assert game.fighter("Ann").state() == "standing"
    assert not game.told("check")


@pytest.mark.rule("health.critical")
def test_the_collapsed_do_not_act_until_an_ally_brings_them_round() -> None:
    scenario = field({"Ann": {}, "Bo": {}})
    script = COLLAPSED + "Bo: stabilise Ann\nBo: end turn\nAnn: end turn"
    game = Played(scenario, script)
    game.fight.step()
    assert game.fighter("Ann").state() == "standing"
    game.steps(1)


@pytest.mark.rule("health.critical")
def test_an_ally_elsewhere_cannot_bring_them_round_and_healing_can() -> None:
    scenario = field({"Ann": {}, "Bo": {"at": "b"}}, {"Orc": {"at": "b"}}, "a-b")
    assert "stabilise Ann" not in offered(Played(scenario, COLLAPSED))
    healer = field({"Ann": {}, "Bo": {"poultices": 1}})
    script = (
        "GM rules health of Ann = 1 | a blow\n"
        + COLLAPSED
        + "Bo: poultice Ann\nroll 1d4 = 3\nBo: end turn"
    )
    game = Played(healer, script).steps(1)
    assert game.fighter("Ann").hit_points == 4
    assert game.fighter("Ann").state() == "standing"
    assert game.fighter("Bo").poultices == 0


@pytest.mark.rule("health.down")
def test_at_no_hit_points_a_foe_is_out() -> None:
    script = "Ann: attack Orc with short-sword\nroll 2d12 = 5 6\nAnn: end turn"
    game = Played(field(foes={"Orc": {"hp": 2}, "Cur": {}}), script).steps(1)
    assert game.fighter("Orc").state() == "dead"


@pytest.mark.rule("health.critical")
@pytest.mark.parametrize("tier", [False, True])
def test_a_foe_at_one_hit_point_checks_only_if_its_sheet_says_so(tier: bool) -> None:
    script = "Ann: attack Orc with short-sword\nroll 2d12 = 5 1\n"
    check = "roll 3d12 = 12 5 12\n" if tier else ""
    game = Played(
        field(foes={"Orc": {"hp": 2, "wounded": tier}}), script + check + "Ann: end turn"
    ).steps(1)
    assert game.fighter("Orc").hit_points == 1
    assert len(game.told("check")) == int(tier)


@pytest.mark.rule("health.down")
def test_nobody_chooses_the_fate_of_a_foe() -> None:
    script = "Ann: attack Orc with short-sword\nroll 2d12 = 5 6"
    game = Played(field(foes={"Orc": {"hp": 2}}), script).to_the_end()
    assert game.fighter("Orc").state() == "dead"
    assert not game.told("scarred") + game.told("dies")


@pytest.mark.rule("health.down")
@pytest.mark.parametrize(("fate", "state"), [("death", "dead"), ("scar", "down")])
def test_a_heros_player_chooses_death_or_a_scar_at_the_end(fate: str, state: str) -> None:
    script = f"Ann: end turn\nOrc: attack Ann with short-sword\nroll 2d12 = 5 6\nAnn: {fate}"
    game = Played(field({"Ann": {"hp": 2}}), script).to_the_end()
    assert game.fighter("Ann").state() == state


@pytest.mark.rule("health.collapsed")
def test_the_collapsed_can_be_attacked_and_do_not_hold_a_side() -> None:
    scenario = field(foes={"Orc": {}, "Cur": {"hp": 1}})
    down = "GM rules condition of Orc = collapsed | a blow\n"
    assert "attack Orc with short-sword" in offered(Played(scenario, down))
    script = down + "Ann: attack Cur with short-sword\nroll 2d12 = 4 1"
    game = Played(scenario, script).to_the_end()
    assert game.scenario.sides[game.fight.winner()] == "heroes"


@pytest.mark.rule("health.poultice")
@pytest.mark.parametrize(
    ("whom", "told"),
    [
        ("Bo", "Ann puts a poultice on Bo: 1d4 → 3, 2 → 5 HP"),
        ("Ann", "Ann puts a poultice on their own wounds: 1d4 → 3, 2 → 5 HP"),
    ],
)
def test_a_poultice_says_who_used_it_on_whom(whom: str, told: str) -> None:
    scenario = field({"Ann": {"poultices": 1}, "Bo": {}})
    hurt = f"heroes: act Ann\nGM rules health of {whom} = 2 | a fall\n"
    script = hurt + f"Ann: poultice {whom}\nroll 1d4 = 3" + "\nAnn: end turn"
    game = Played(scenario, script).steps(1)
    assert told in game.log()
    assert game.fighter(whom).hit_points == 5


@pytest.mark.rule("health.poultice")
def test_a_poultice_heals_no_further_than_to_full_and_only_the_hurt_who_are_near() -> None:
    scenario = field({"Ann": {"poultices": 1}, "Bo": {"at": "b"}}, zones="a-b")
    start = "heroes: act Ann\nGM rules health of {} = 9 | a fall\n"
    assert "poultice Ann" in offered(Played(scenario, start.format("Ann")))
    assert "poultice Ann" not in offered(Played(scenario, "heroes: act Ann\n"))
    assert "poultice Bo" not in offered(Played(scenario, start.format("Bo")))
    near = field({"Ann": {"poultices": 1}, "Bo": {}})
    assert "poultice Bo" in offered(Played(near, start.format("Bo")))
    script = start.format("Bo") + "Ann: poultice Bo\nroll 1d4 = 4\nAnn: end turn"
    assert Played(near, script).steps(1).fighter("Bo").hit_points == 10


@pytest.mark.rule("health.poultice")
def test_without_a_poultice_or_for_an_enemy_or_the_dead_none_is_offered() -> None:
    hurt = "heroes: act Ann\n" + "".join(
        f"GM rules health of {name} = 2 | a fall\n" for name in ("Ann", "Bo", "Orc")
    )
    dead = "GM rules state of Bo = dead | a fall\n"

    def mended(poultices: int, script: str) -> list[str]:
        scenario = field({"Ann": {"poultices": poultices}, "Bo": {}})
        keys = offered(Played(scenario, script))
        return [key for key in keys if key.startswith("poultice")]

    assert mended(1, hurt) == ["poultice Ann", "poultice Bo"]
    assert mended(1, hurt + dead) == ["poultice Ann"]
    assert mended(0, hurt) == []


@pytest.mark.rule("health.critical")
def test_only_the_collapsed_are_brought_round() -> None:
    scenario = field({"Ann": {}, "Bo": {}, "Cy": {}})
    keys = offered(Played(scenario, "heroes: act Bo\n" + COLLAPSED))
    assert [key for key in keys if key.startswith("stabilise")] == ["stabilise Ann"]


@pytest.mark.parametrize(
    ("kind", "before", "rolls", "after"),
    [
        ("short rest", 4, "roll 1d4 = 3\nroll 1d4 = 1", 8),
        ("short rest", 1, "roll 1d4 = 1", 1),
        ("long rest", 1, "roll 3d4 = 1 2 3\nroll 3d4 = 1 1 1", 8),
    ],
)
def test_rests_restore_rank_and_dice_but_a_short_one_does_not_help_the_critical(
    kind: str, before: int, rolls: str, after: int
) -> None:
    game = Played(field(), rolls)
    game.fighter("Ann").hit_points = before
    game.fight.recovery().rest(kind)
    assert game.fighter("Ann").hit_points == after
