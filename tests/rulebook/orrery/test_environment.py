import pytest

from affray.core.questions import Ruling
from rulebook.orrery.fields import dice, field
from support import Played


def falls(metres: int, script: str = "GM: no\n", **house: object) -> int:
    """The Hearts that a fall ruled by the game master takes."""
    game = Played(field({"Ann": {"hearts": 20}}, house=house), script)
    game.fight.rule(Ruling("fall", "Ann", str(metres), "the ladder breaks"))
    game.script.check_finished()
    return 20 - int(game.fighter("Ann").hearts)


@pytest.mark.rule("environment.falling")
@pytest.mark.parametrize(
    ("metres", "harm"), [(5, 0), (6, 1), (14, 1), (15, 2), (29, 2), (30, 3), (45, 4)]
)
def test_falling_hurts_beyond_close_more_at_nearby_and_on(metres: int, harm: int) -> None:
    assert falls(metres, "GM: no\n" if harm else "") == harm


@pytest.mark.rule("environment.falling")
def test_the_game_master_may_allow_a_test_to_lower_it() -> None:
    assert falls(15, "GM: test\n" + dice(6, 1)) == 1
    assert falls(15, "GM: test\n" + dice(6, 6)) == 0


@pytest.mark.rule("environment.falling")
def test_a_scenario_can_make_somebody_fall() -> None:
    event = {"round": 2, "who": "Orc", "falls": 15, "text": "The floor gives way"}
    script = "Ann: end turn\nOrc: end turn\nGM: no\nAnn: end turn\n"
    game = Played(field(events=[event]), script).steps(5)
    assert game.fighter("Orc").hearts == 2
    assert "The floor gives way" in game.log()
    assert not game.told("rolls"), "it cannot be Blocked"


def crushed(value: str, script: str) -> int:
    game = Played(field({"Ann": {"hearts": 20, "melee": 8}}), script)
    game.fight.rule(Ruling("crush", "Ann", value, "a rock"))
    game.script.check_finished()
    return 20 - int(game.fighter("Ann").hearts)


UNBLOCKED = dice(1, sides=8) + dice(1)


@pytest.mark.rule("environment.crushed")
@pytest.mark.parametrize(
    ("size", "harm"),
    [
        ("item", 1),
        ("tiny", 2),
        ("small", 3),
        ("medium", 4),
        ("large", 5),
        ("huge", 6),
        ("colossal", 7),
        ("item fast", 2),
        ("large fast", 6),
    ],
)
def test_what_falls_hurts_by_its_size_and_speed(size: str, harm: int) -> None:
    assert crushed(size, UNBLOCKED) == harm


@pytest.mark.rule("environment.crushed")
def test_it_is_blocked_with_melee() -> None:
    assert crushed("small", dice(8, sides=8) + dice(6)) == 1


@pytest.mark.rule("environment.crushed")
def test_a_scenario_can_bring_something_down_on_everybody_at_a_spot() -> None:
    event = {"round": 1, "at": "a", "crushed_by": "tiny", "text": "The roof comes down"}
    scenario = field(foes={"Orc": {}, "Uk": {"at": "b"}}, line="a-b", events=[event])
    script = dice(1, 1) + dice(1, 1) + "Ann: end turn\n"
    game = Played(scenario, script).steps(1)
    assert [hurt["who"] for hurt in game.told("hurt")] == ["Ann", "Orc"]
    assert game.fighter("Uk").hearts == 4
