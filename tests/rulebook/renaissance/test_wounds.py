import pytest

from rulebook.renaissance.fields import attacked, d, dice, field, hurt, play, to_hit
from support import Played


@pytest.mark.rule("wound.threshold")
@pytest.mark.parametrize(("db", "wounds"), [(10, 0), (11, 1), (26, 2), (27, 2), (41, 3)])
def test_each_full_wound_threshold_in_one_hit_is_a_wound(db: int, wounds: int) -> None:
    scenario = field({"db": min(db, 30)}, {"dur": 75})  # WT 15
    rolls = d(25, 99) + "\n" + dice(4)
    if db > 30:
        scenario["weapons"]["blade"] = {"damage": f"1d10+{db}"}
    game = attacked(scenario, rolls + ("\n" + d(0) if wounds else ""))
    assert game.fighter("Orc").wounds == wounds


@pytest.mark.rule("wound.threshold")
@pytest.mark.parametrize(("roll", "prone"), [(50, False), (51, True)])
def test_a_wound_calls_for_som_3_with_the_new_penalty(roll: int, prone: bool) -> None:
    scenario = field({"db": 16})  # WT 20
    game = attacked(scenario, d(25, 99) + "\n" + dice(4) + "\n" + d(roll))
    assert "SOM×3 60 −10 wounds = 50" in str(game.told("check")[0]["sum"])
    result = "failure" if prone else "exceptional success"
    assert f"Orc, to stay up: SOM×3 60 −10 wounds = 50: rolls {roll}, {result}" in game.log()
    assert game.fighter("Orc").prone is prone


@pytest.mark.rule("wound.threshold")
def test_wounds_take_10_from_everything_unless_negated() -> None:
    script = "GM rules condition of Ann = 2 wounds | before\nAnn: attack Orc with blade\n"
    assert to_hit(play(field(), script + d(99) + "\nAnn: end turn")) == 40
    assert to_hit(play(field({"negates": 1}), script + d(99) + "\nAnn: end turn")) == 50


@pytest.mark.rule("wound.disabled")
@pytest.mark.parametrize(("before", "state"), [("10", "standing"), ("9", "down"), ("1", "down")])
def test_damage_of_dur_disables(before: str, state: str) -> None:
    script = f"GM rules health of Orc = {before} | before\nAnn: attack Orc with blade\n"
    scenario = field(more={"Elk": {"at": [9, 4]}})
    game = play(scenario, script + d(25, 99) + "\n" + dice(4) + "\nAnn: end turn")
    assert game.fighter("Orc").state() == state
    assert bool(game.told("out")) is (state == "down")


@pytest.mark.rule("wound.disabled")
@pytest.mark.parametrize(("dv", "state"), [(19, "down"), (20, "dead")])
def test_damage_of_twice_dur_kills(dv: int, state: str) -> None:
    weapons = {"blade": {"damage": f"0d10+{dv}"}}
    game = attacked(field(orc={"dur": 10}, weapons=weapons), d(25, 99), end=False)
    assert game.fighter("Orc").state() == state
    assert hurt(game) == [dv]
    assert game.fight.is_over()
    assert game.fight.winner() == 0


@pytest.mark.rule("wound.disabled")
def test_wound_threshold_and_death_rating_come_from_dur() -> None:
    sheet = Played(field({"dur": 35})).fighter("Ann").sheet
    assert (sheet.wound_threshold, sheet.death_rating) == (7, 70)


@pytest.mark.rule("wound.checks")
@pytest.mark.parametrize(
    ("option", "rolls", "prone"),
    [
        ("one", (10,), False),
        ("each", (10, 10), False),
        ("each", (10, 90), True),
        ("each", (90,), True),
    ],
)
def test_one_check_for_a_hit_or_one_for_each_wound(
    option: str, rolls: tuple[int, ...], prone: bool
) -> None:
    scenario = field({"db": 30}, {"dur": 80}, house={"wound_checks": option})  # WT 16
    game = attacked(scenario, d(25, 99) + "\n" + dice(4) + "\n" + d(*rolls))
    assert game.fighter("Orc").wounds == 2
    assert game.fighter("Orc").prone is prone


@pytest.mark.rule("wound.threshold")
def test_one_may_come_to_the_fight_with_wounds() -> None:
    hurt_before = field({"wounds": 2, "damage": 12})
    game = attacked(hurt_before, d(99))
    assert to_hit(game) == 40
    assert game.fighter("Ann").health() == 88
