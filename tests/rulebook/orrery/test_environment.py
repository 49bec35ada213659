import pytest

from affray.core.problems import InvalidDataError
from affray.core.questions import Ruling
from rulebook.orrery.fields import dice, field
from support import Played, scenario_of


def falls(
    metres: int,
    script: str = "",
    game_master: bool = False,
    test: str = "game master",
    **ann: object,
) -> int:
    """Return the Hearts that a fall takes."""
    scenario = field(
        {"Ann": {"hearts": 20, **ann}}, house={"fall_test": test}, game_master=game_master
    )
    game = Played(scenario, script)
    game.fight.rule(Ruling("fall", "Ann", str(metres), "the ladder breaks"))
    game.script.check_finished()
    return 20 - int(game.fighter("Ann").hearts)


@pytest.mark.rule("environment.falling")
@pytest.mark.parametrize(
    ("metres", "harm"), [(5, 0), (6, 1), (14, 1), (15, 2), (29, 2), (30, 3), (45, 4)]
)
def test_falling_hurts_beyond_close_more_at_nearby_and_on(metres: int, harm: int) -> None:
    assert falls(metres) == harm


@pytest.mark.rule("environment.falling", "environment.crushed")
@pytest.mark.parametrize(
    ("kind", "what", "line"),
    [
        ("fall", "6", "Ann falls 6 metres: 1 damage"),
        ("fall", "30", "Ann falls 30 metres: 3 damage (1, +2 for 2 × 15 metres)"),
        ("crush", "item", "An item falls on Ann: 1 damage"),
        (
            "crush",
            "small fast",
            "Something small falls on Ann, far or fast: 4 damage "
            "(1 as an item, +2 for its size, +1 for far or fast)",
        ),
    ],
)
def test_the_log_says_what_the_damage_is_made_of(kind: str, what: str, line: str) -> None:
    game = Played(field(), dice(1, 1) if kind == "crush" else "")
    game.fight.rule(Ruling(kind, "Ann", what, "a bad day"))
    assert line in game.log()


@pytest.mark.rule("environment.falling", "environment.fall-test")
def test_the_game_master_may_allow_a_test_to_lower_it() -> None:
    assert falls(15, "GM: test\n" + dice(6, 1), game_master=True) == 1
    assert falls(15, "GM: test\n" + dice(6, 6), game_master=True) == 0
    assert falls(15, "GM: no\n", game_master=True) == 2
    assert falls(15, game_master=False) == 2, "without one nobody is asked"


@pytest.mark.rule("environment.fall-test")
def test_by_option_the_test_is_always_allowed_and_asks_nobody() -> None:
    assert falls(15, dice(6, 1), test="always") == 1
    assert falls(15, dice(6, 1), test="always", game_master=True) == 1


@pytest.mark.rule("environment.fall-test")
def test_the_test_rolls_moon_and_defense() -> None:
    script = dice(8, sides=8) + dice(10, sides=10)
    assert falls(15, script, test="always", moon=8, defense=10) == 0


@pytest.mark.rule("environment.fall-test")
def test_the_defenseless_have_no_test() -> None:
    assert falls(15, dice(6, 1), test="always") == 1
    assert falls(15, test="always", defenseless=True) == 2
    assert falls(15, game_master=True, defenseless=True) == 2


@pytest.mark.rule("environment.metres")
@pytest.mark.parametrize(
    ("band", "metres"), [("Touch", 2), ("Close", 5), ("Nearby", 15), ("Distant", 60)]
)
def test_no_two_spots_are_nearer_than_they_are_high_above_each_other(
    band: str, metres: int
) -> None:
    def tower(height: int) -> list[str]:
        scenario = field()
        spots = [{"name": "yard"}, {"name": "top", "height": height}]
        scenario["map"] = {"spots": spots, "links": [["top", "yard", band]]}
        try:
            scenario_of(scenario)
        except InvalidDataError as error:
            return error.lines()
        return []

    assert tower(metres) == []
    assert f"said to be {band}, which is {metres} metres" in tower(metres + 1)[0]
    assert tower(-metres) == []
    assert tower(-metres - 1)


@pytest.mark.rule("environment.falling")
def test_a_scenario_can_make_somebody_fall() -> None:
    event = {"round": 2, "who": "Orc", "falls": 15, "text": "The floor gives way"}
    script = "Ann: end turn\nOrc: end turn\nAnn: end turn\n"
    game = Played(field(events=[event]), script).steps(5)
    assert game.fighter("Orc").hearts == 2
    assert "The floor gives way" in game.log()
    assert not game.told("rolls"), "it cannot be Blocked"


def crushed(value: str, script: str, house: dict[str, object] | None = None, **ann: object) -> int:
    scenario = field({"Ann": {"hearts": 20, "melee": 8, **ann}}, house=house)
    game = Played(scenario, script)
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


@pytest.mark.rule("environment.crushed", "block.shield")
def test_it_is_close_combat_to_a_shield() -> None:
    house: dict[str, object] = {"shield_block": "adv"}
    twice = UNBLOCKED + dice(8, sides=8) + dice(6)
    assert crushed("small", twice, house, weapons=["shield"]) == 1
    assert crushed("small", UNBLOCKED, house, weapons=["long-blade"]) == 3
    assert crushed("small", UNBLOCKED, weapons=["shield"]) == 3


@pytest.mark.rule("environment.crushed", "status.unaware-block")
def test_it_is_an_attack_to_the_defenseless() -> None:
    blocked = dice(8, sides=8) + dice(6)
    assert crushed("small", blocked, {"unaware_block": "blocks"}, defenseless=True) == 1
    twice = blocked + UNBLOCKED
    assert crushed("small", twice, {"unaware_block": "dis"}, defenseless=True) == 3
    assert crushed("small", blocked, {"unaware_block": "dis"}) == 1
    assert crushed("small", "", {"unaware_block": "none"}, defenseless=True) == 3


@pytest.mark.rule("environment.crushed")
def test_a_scenario_can_bring_something_down_on_everybody_at_a_spot() -> None:
    event = {"round": 1, "at": "a", "crushed_by": "tiny", "text": "The roof comes down"}
    scenario = field(foes={"Orc": {}, "Uk": {"at": "b"}}, line="a-b", events=[event])
    script = dice(1, 1) + dice(1, 1) + "Ann: end turn\n"
    game = Played(scenario, script).steps(1)
    assert [hurt["who"] for hurt in game.told("hurt")] == ["Ann", "Orc"]
    assert game.fighter("Uk").hearts == 4
