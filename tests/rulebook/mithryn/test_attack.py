import pytest

from affray.core.odds import OddsTable
from affray.core.problems import InvalidDataError
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


@pytest.mark.rule("attack.explode")
def test_a_face_that_hits_below_the_highest_is_not_rolled_again() -> None:
    assert struck("roll 2d12 = 11 11").told("strike")[0]["dice"] == ["11", "11"]


@pytest.mark.rule("attack.rushed")
def test_the_second_attack_of_a_turn_uses_the_rushed_dice() -> None:
    script = "Ann: attack Orc with short-sword\nroll 2d12 = 1 1\nAnn: rush Orc with short-sword"
    game = Played(field(), script + "\nroll 1d10 = 4").steps(1)
    assert [part["pool"] for part in game.told("strike")] == ["2d12", "1d10"]
    assert game.fighter("Orc").hit_points == 5


@pytest.mark.rule("attack.reload")
def test_a_weapon_to_reload_cannot_be_rushed() -> None:
    scenario = field({"Ann": {"weapons": ["crossbow"]}}, {"Orc": {"at": "b"}}, "a-b")
    game = Played(scenario, "Ann: attack Orc with crossbow\nroll 2d12 = 1 1")
    assert not [key for key in offered(game) if "crossbow" in key]
    assert "both Orc with crossbow" not in offered(Played(scenario))
    scenario["fighters"]["ann"]["weapons"] = ["longbow"]
    game = Played(scenario, "Ann: attack Orc with longbow\nroll 2d10 = 1 1")
    assert "rush Orc with longbow" in offered(game)
    assert "both Orc with longbow" in offered(Played(scenario))


@pytest.mark.rule("attack.both-at-once")
def test_both_attacks_on_one_target_may_be_rolled_together() -> None:
    script = "Ann: both Orc with short-sword\nroll 2d12 = 5 1\nroll 1d10 = 8"
    game = Played(field(), script).steps(1)
    assert game.told("strike")[0]["pool"] == "2d12 + 1d10"
    assert game.fighter("Orc").hit_points == 4


@pytest.mark.rule("attack.both-at-once")
def test_two_at_once_need_two_actions() -> None:
    scenario = field(foes={"Orc": {}, "Cur": {"at": "b"}}, zones="a-b")
    assert "both Orc with short-sword" in offered(Played(scenario))
    keys = offered(Played(scenario, "Ann: move b"))
    assert "attack Cur with short-sword" in keys
    assert not [key for key in keys if key.startswith("both")]


@pytest.mark.rule("attack.both-at-once")
def test_two_at_once_are_no_second_attack() -> None:
    game = Played(field(), "Ann: attack Orc with short-sword\nroll 2d12 = 1 2")
    keys = offered(game)
    assert "rush Orc with short-sword" in keys
    assert not [key for key in keys if key.startswith(("both", "attack"))]


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
    scenario = scenario_of(field(foes={"Orc": {"hp": 60}}))
    odds = odds_of(scenario, "Ann", "Orc", "short-sword", "both")
    one = odds_of(scenario, "Ann", "Orc", "short-sword", "attack")
    two = odds_of(scenario, "Ann", "Orc", "short-sword", "rush")
    assert odds.mean == pytest.approx(one.mean + two.mean, abs=1e-9)
    assert 1 - odds.hit == pytest.approx((1 - one.hit) * (1 - two.hit), abs=1e-9)


def test_the_odds_table_looks_at_few_paths() -> None:
    scenario = scenario_of(field())
    start = scenario.setup.new_fight(OddsTable())
    attack = start.attacks(0)[0]
    odds = OddsTable().explore(lambda table: int(start.copy(table).make_attack(0, attack).damage))
    assert odds.paths < 200


@pytest.mark.rule("attack.requirement-reload")
@pytest.mark.parametrize(
    ("strength", "house", "can"),
    [
        (6, "damage dice", True),
        (5, "damage dice", True),
        (6, "no attack", True),
        (5, "no attack", False),
    ],
)
def test_a_crossbow_in_weak_hands(strength: int, house: str, can: bool) -> None:
    ann = {"strength": strength, "weapons": ["crossbow"]}
    scenario = field({"Ann": ann}, {"Orc": {"at": "b"}}, "a-b", {"unfit_reload": house})
    assert ("attack Orc with crossbow" in offered(Played(scenario))) is can
    fight = Played(scenario).fight
    crossbow = next(attack for attack in fight.attacks(0) if attack.key.endswith("crossbow"))
    said = "" if can else "Ann is not fit for the crossbow (house rule unfit_reload)"
    assert fight.hindrance(0, crossbow) == said
    if can:
        script = "Ann: attack Orc with crossbow\nroll 2d12 = 1 2\nAnn: end turn"
        game = Played(scenario, script).steps(1)
        assert ("attack.requirement-reload" in game.rules_told()) is (strength == 5)


@pytest.mark.rule("attack.requirement-reload")
def test_weak_hands_may_use_any_weapon_that_is_not_reloaded() -> None:
    ann = {"strength": 1, "weapons": ["broadsword", "crossbow"]}
    scenario = field({"Ann": ann}, house={"unfit_reload": "no attack", "ranged_in_same_zone": True})
    attacks = [key for key in offered(Played(scenario)) if key.startswith("attack ")]
    assert attacks == ["attack Orc with broadsword", "attack Orc with unarmed"]


BOTH = "heroes: act Ann\nAnn: end turn\nBo: end turn\nOrc: both Ann with short-sword\n"


@pytest.mark.rule("attack.both-announced")
def test_two_attacks_at_once_are_announced_once() -> None:
    """One who steps in takes both, a shield cancels one hit of the two."""
    heroes = {"Ann": {"weapons": ["mace"], "shield": "shield"}, "Bo": {}}
    dice = "roll 2d12 = 5 6\nroll 1d10 = 7"
    game = Played(field(heroes), BOTH + "Bo: interpose\n" + dice).steps(3)
    assert game.fighter("Bo").hit_points == 7
    game = Played(field(heroes), BOTH + "Bo: no\nAnn: defend\n" + dice).steps(3)
    assert game.fighter("Ann").hit_points == 8


@pytest.mark.rule("attack.tag")
@pytest.mark.parametrize(
    ("weapons", "dice", "hits"),
    [
        (["short-sword"], "roll 1d12 = 9", 2),
        (["short-sword"], "roll 1d12 = 1", 1),
        (["dagger"], "", 1),
        (["mace"], "roll 2d20 = 1 2", 0),
    ],
)
def test_a_relevant_tag_makes_one_die_a_sure_hit(weapons: list[str], dice: str, hits: int) -> None:
    ann = {"weapons": weapons, "tags": {"Duellist": ["short-sword", "dagger"]}}
    script = f"Ann: attack Orc with {weapons[0]}\n{dice}\nAnn: end turn"
    game = Played(field({"Ann": ann}), script).steps(1)
    assert game.told("strike")[0]["hits"] == hits
    assert ("attack.tag" in game.rules_told()) is (weapons != ["mace"])


@pytest.mark.rule("attack.tag")
def test_each_of_two_attacks_at_once_has_its_sure_hit() -> None:
    script = "Ann: both Orc with short-sword\nroll 1d12 = 1"
    game = Played(field({"Ann": {"tags": {"Duellist": ["short-sword"]}}}), script).steps(1)
    assert game.told("strike")[0]["shown"] == "1d12 → 1 and 2 sure hits"
    assert game.fighter("Orc").hit_points == 4


@pytest.mark.rule("attack.tag")
def test_a_tag_names_abilities_and_weapons_that_there_are() -> None:
    with pytest.raises(
        InvalidDataError, match=r"tags\.Duellist: there is no ability or weapon 'sord'"
    ):
        scenario_of(field({"Ann": {"tags": {"Duellist": ["sord"]}}}))
    with pytest.raises(InvalidDataError, match=r"complications\.Lame: there is no .* 'dagger'"):
        scenario_of(field({"Ann": {"complications": {"Lame": ["dagger"]}}}))


def test_odds_of_a_tagged_attack_are_those_of_its_other_dice() -> None:
    orc = {"Orc": {"hp": 60}}
    tagged = scenario_of(
        field({"Ann": {"tags": {"Duellist": ["broadsword"]}, "weapons": ["broadsword"]}}, orc)
    )
    plain = scenario_of(
        field(
            {"Ann": {"weapons": ["two"]}},
            orc,
            weapons={"two": {"damage": "2d12", "rushed": "1d10"}},
        )
    )
    with_tag = odds_of(tagged, "Ann", "Orc", "broadsword", "attack")
    without = odds_of(plain, "Ann", "Orc", "two", "attack")
    assert with_tag.mean == pytest.approx(1 + without.mean, abs=1e-9)
    assert with_tag.hit == pytest.approx(1.0, abs=1e-9)


@pytest.mark.rule("attack.rushed")
@pytest.mark.parametrize(
    ("second", "told"),
    [
        ("mace", "Ann attacks Orc with the mace again, rushed"),
        ("dagger", "Ann attacks Orc with the dagger, rushed"),
    ],
)
def test_a_second_attack_is_told_as_rushed(second: str, told: str) -> None:
    script = (
        f"Ann: attack Orc with mace\nroll 2d20 = 1 2\nAnn: rush Orc with {second}\nroll 1d10 = 1"
    )
    game = Played(field({"Ann": {"weapons": ["mace", "dagger"]}}), script).steps(1)
    assert told in game.log()


@pytest.mark.rule("attack.requirement")
@pytest.mark.parametrize(
    ("strength", "shown"), [(8, "2d20 → 9 9"), (7, "1d10 (rushed dice: STR 7 of 8) → 9")]
)
def test_the_log_says_why_the_dice_are_rushed(strength: int, shown: str) -> None:
    roll = "roll 2d20 = 9 9" if strength == 8 else "roll 1d10 = 9"
    script = f"Ann: attack Orc with mace\n{roll}\nAnn: end turn"
    game = Played(field({"Ann": {"strength": strength, "weapons": ["mace"]}}), script).steps(1)
    assert game.told("strike")[0]["shown"] == shown


@pytest.mark.rule("attack.both-at-once")
def test_the_log_shows_which_faces_belong_to_which_of_two_attacks() -> None:
    script = "Ann: both Orc with short-sword\nroll 2d12 = 9 3\nroll 1d10 = 2"
    game = Played(field(), script).steps(1)
    assert game.told("strike")[0]["shown"] == "2d12 → 9 3 and 1d10 → 2"
