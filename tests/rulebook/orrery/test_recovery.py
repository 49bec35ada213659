from typing import Any

import pytest

from affray.core.questions import Ruling
from rulebook.orrery.fields import HITS_TWICE, NO_BLOCK, asked, choices, field
from support import Played, record, scenario_of, simple_players

STRIKE = "Ann: attack {0} with long-blade\n" + HITS_TWICE + NO_BLOCK


def day(after: int, ann: dict[str, Any] | None = None, third: int | None = None) -> dict[str, Any]:
    """Return a day of two fights, or three: one blow ends each."""
    foes = {"Orc": {"hearts": 2}, "Uk": {"hearts": 2, "at": "b", "fight": 2}}
    fights = [{"title": "first"}, {"title": "second", "after": after, "start": "b"}]
    if third is not None:
        foes["Ogg"] = {"hearts": 2, "at": "a", "fight": 3}
        fights.append({"title": "third", "after": third, "start": "a"})
    return field({"Ann": ann or {}}, foes, "a-b", fights=fights)


def after_first_fight(scenario: dict[str, Any], script: str = "", fight: str = "Orc") -> Played:
    """Return the day when the second fight has begun."""
    return Played(scenario, STRIKE.format(fight) + script).steps(1)


def hurt_ann(game: Played) -> Any:
    ann = game.fighter("Ann")
    ann.hearts = 1
    ann.stamina = 0
    ann.boons = 0
    return ann


@pytest.mark.rule("recovery.stamina")
@pytest.mark.parametrize(("minutes", "stamina"), [(0, 0), (1, 3)])
def test_stamina_comes_back_after_a_minute_outside_combat(minutes: int, stamina: int) -> None:
    game = Played(day(minutes), STRIKE.format("Orc"))
    ann = hurt_ann(game)
    game.fight.step()
    assert ann.stamina == stamina
    assert ann.hearts == 1


@pytest.mark.rule("recovery.potion")
def test_a_potion_drunk_in_a_fight_works_when_the_scene_ends() -> None:
    game = Played(day(0, {"potions": 1}), "Ann: drink\n" + STRIKE.format("Orc"))
    ann = hurt_ann(game)
    game.fight.step()
    assert ann.hearts == 5
    assert ann.potions == 0
    assert [
        event.kind for event in game.table.events if event.kind in ("drinks", "healed", "out")
    ] == [
        "drinks",
        "out",
        "healed",
    ]


@pytest.mark.rule("recovery.potion")
@pytest.mark.parametrize(("minutes", "hearts"), [(9, 1), (10, 5)])
def test_a_potion_drunk_between_fights_takes_ten_minutes(minutes: int, hearts: int) -> None:
    game = Played(day(minutes, {"potions": 1}), STRIKE.format("Orc") + "Ann: potion Ann\n")
    ann = hurt_ann(game)
    game.fight.step()
    assert ann.hearts == hearts
    assert ann.drunk is (hearts == 1), "it is still to come, at the end of the next scene"


@pytest.mark.rule("recovery.giving")
def test_a_friend_who_is_down_can_be_given_a_potion() -> None:
    scenario = day(30, {"potions": 1})
    scenario["fighters"]["bo"] = {"weapons": []}
    scenario["sides"][0]["fighters"].append({"is": "bo", "name": "Bo", "at": "a"})
    game = Played(scenario, STRIKE.format("Orc") + "Ann: potion Bo\n")
    game.fighter("Bo").hearts = 0
    game.fight.step()
    assert game.fighter("Bo").hearts == 5
    assert game.fighter("Bo").here
    assert "Bo drinks Ann's potion of healing" in game.log()
    assert "Bo is healed: Hearts 0 → 5" in game.log()


def rested(minutes: int, script: str) -> Any:
    game = Played(day(minutes, {"flaws": 2}), STRIKE.format("Orc") + script)
    ann = hurt_ann(game)
    game.fight.step()
    game.script.check_finished()
    return ann


@pytest.mark.rule("recovery.rest")
def test_a_rest_of_eight_hours_gives_all_hearts_and_boons_up_to_the_flaws() -> None:
    ann = rested(480, "heroes: rest\n")
    assert (ann.hearts, ann.boons) == (5, 2)
    ann = rested(480, "heroes: go on\n")
    assert (ann.hearts, ann.boons) == (1, 0)
    ann = rested(479, "")
    assert (ann.hearts, ann.boons) == (1, 0)


@pytest.mark.rule("recovery.rest")
@pytest.mark.parametrize(
    ("third", "asked_again"), [(480, False), (720, False), (1439, False), (1440, True)]
)
def test_a_rest_is_possible_once_a_day(third: int, asked_again: bool) -> None:
    scenario = day(third, third=third)
    script = STRIKE.format("Orc") + "heroes: rest\n" + STRIKE.format("Uk")
    question = asked(scenario, script)
    assert (question.kind == "rest") is asked_again


@pytest.mark.rule("recovery.rest")
@pytest.mark.parametrize(("flaws", "boons", "after"), [(1, 3, 3), (3, 1, 3)])
def test_a_rest_fills_boons_up_to_the_flaws_and_takes_none(
    flaws: int, boons: int, after: int
) -> None:
    game = Played(day(480, {"flaws": flaws, "boons": boons}),
                  STRIKE.format("Orc").replace("6\nroll 1d6 = 1", "6\nAnn: keep\nroll 1d6 = 1")
                  + "heroes: rest\n")  # fmt: skip
    game.fight.step()
    assert game.fighter("Ann").boons == after


@pytest.mark.rule("recovery.rest")
@pytest.mark.parametrize(("flaws", "told"), [(1, "1 Boon"), (2, "2 Boons"), (0, "0 Boons")])
def test_what_somebody_has_after_a_rest_is_told_in_the_right_number(flaws: int, told: str) -> None:
    game = Played(day(480, {"flaws": flaws}), STRIKE.format("Orc") + "heroes: rest\n").steps(1)
    assert f"Ann rests, and has {told}" in game.log()


@pytest.mark.parametrize(
    ("minutes", "told"),
    [
        (0, "0 minutes pass"),
        (1, "1 minute passes"),
        (45, "45 minutes pass"),
        (60, "1 hour passes"),
        (90, "90 minutes pass"),
        (120, "2 hours pass"),
    ],
)
def test_how_much_time_passes_is_told_in_the_right_number(minutes: int, told: str) -> None:
    assert told in after_first_fight(day(minutes)).log()


def test_the_next_fight_begins_at_its_own_place_with_its_own_foes() -> None:
    game = after_first_fight(day(5))
    assert game.fight.place_name(0) == "b"
    assert game.fight.encounter == 1
    assert not game.fight.is_over()
    keys = choices(day(5), STRIKE.format("Orc"))
    assert "attack Uk with long-blade" in keys
    assert "attack Orc with long-blade" not in keys


def test_the_day_is_won_when_its_last_fight_is() -> None:
    game = Played(day(5), STRIKE.format("Orc") + STRIKE.format("Uk")).to_the_end()
    assert game.fight.winner() == 0
    assert [fight["title"] for fight in game.told("fight")] == ["first", "second"]


def test_the_day_is_lost_with_the_first_fight_that_is() -> None:
    script = "Ann: end turn\nOrc: attack Ann with long-blade\n" + HITS_TWICE + NO_BLOCK
    game = Played(day(5, {"hearts": 2}), script).to_the_end()
    assert game.fight.winner() == 1


def test_whoever_is_down_stays_behind() -> None:
    scenario = day(5)
    scenario["fighters"]["bo"] = {"weapons": []}
    scenario["sides"][0]["fighters"].append({"is": "bo", "name": "Bo", "at": "a"})
    game = Played(scenario, STRIKE.format("Orc"))
    game.fighter("Bo").hearts = 0
    game.fight.step()
    assert not game.fighter("Bo").here
    assert game.fighter("Bo").state() == "down"


def test_a_day_of_three_fights_has_three_fights() -> None:
    scenario = scenario_of("long-day")
    table = record(scenario, 1, simple_players(scenario))
    assert [e.parts["title"] for e in table.events if e.kind == "fight"] == [
        "Wolves at dawn",
        "The ford",
        "The cave at night",
    ]
    assert any(event.kind == "rests" for event in table.events)


# --- the end of the scene ---


@pytest.mark.rule("recovery.potion")
@pytest.mark.parametrize(("drinks", "hearts"), [(True, 5), (False, 1)])
def test_a_potion_drunk_in_the_only_fight_works_when_it_ends(drinks: bool, hearts: int) -> None:
    scenario = field({"Ann": {"potions": 1}}, {"Orc": {"hearts": 2}})
    script = ("Ann: drink\n" if drinks else "") + STRIKE.format("Orc")
    game = Played(scenario, script)
    ann = hurt_ann(game)
    game.to_the_end()
    assert ann.hearts == hearts
    assert [event.kind for event in game.table.events][-2:] == [
        "healed" if drinks else "out",
        "end",
    ]


@pytest.mark.rule("recovery.potion")
def test_a_loser_who_gets_up_after_the_scene_has_lost_all_the_same() -> None:
    scenario = field({"Ann": {"hearts": 1, "potions": 1}}, {"Orc": {"hearts": 4}})
    script = "Ann: drink\nAnn: end turn\nOrc: attack Ann with long-blade\n" + HITS_TWICE + NO_BLOCK
    game = Played(scenario, script).to_the_end()
    assert game.fighter("Ann").state() == "standing"
    assert game.fight.winner() == 1
    assert game.fight.verdict() == "foes won"
    assert game.fight.copy(game.table).winner() == 1


# --- between two scenarios ---

ONE_FIGHT = field(
    {"Ann": {"flaws": 2, "potions": 1}, "Bo": {"weapons": []}}, {"Orc": {"at": "b"}}, "a-b"
)
BETWEEN = ["at once", "a minute", "ten minutes with potions", "a rest", "a day with its rest"]


def after_scene(kind: str, scenario: dict[str, Any] = ONE_FIGHT) -> Any:
    """Return a fight with Ann at 1 Heart and Bo down, after some time outside it."""
    game = Played(scenario)
    hurt_ann(game)
    game.fighter("Bo").hearts = 0
    game.fight.recovery().rest(kind)
    return game


@pytest.mark.rule("recovery.rest")
def test_between_scenarios_a_rest_is_possible_once_a_day_too() -> None:
    game = after_scene("a minute")
    assert game.fight.recovery().rests() == BETWEEN
    assert ("condition", "rested") not in game.fight.recovery().lasting(0)
    game = after_scene("a rest")
    assert (game.fighter("Ann").hearts, game.fighter("Ann").boons) == (5, 2)
    assert game.fight.recovery().rests() == [kind for kind in BETWEEN if kind != "a rest"]
    assert ("condition", "rested") in game.fight.recovery().lasting(0)
    game.fighter("Ann").hearts = 2
    game.fight.recovery().rest("a rest")
    assert game.fighter("Ann").hearts == 2, "not twice"
    game.fight.recovery().rest("a day with its rest")
    assert game.fighter("Ann").hearts == 5, "but the next day"


@pytest.mark.rule("recovery.rest")
def test_a_rest_in_the_last_scenario_counts_in_the_next() -> None:
    rested = {**ONE_FIGHT, "before": [{"fighter": "Ann", "kind": "condition", "value": "rested"}]}
    game = Played(rested)
    game.fighter("Ann").hearts = game.fighter("Bo").hearts = 1
    game.fight.recovery().rest("a rest")
    assert (game.fighter("Ann").hearts, game.fighter("Bo").hearts) == (1, 5)
    game.fight.rule(Ruling("condition", "Ann", "not rested", "a new day"))
    game.fight.recovery().rest("a rest")
    assert game.fighter("Ann").hearts == 5


@pytest.mark.rule("recovery.rest")
def test_a_rest_within_a_day_counts_after_it() -> None:
    game = Played(day(480, {"flaws": 2}), STRIKE.format("Orc") + "heroes: rest\n").steps(1)
    game.fighter("Orc").died = game.fighter("Uk").died = True
    assert "a rest" not in game.fight.recovery().rests()
    game = Played(day(480, {"flaws": 2}), STRIKE.format("Orc") + "heroes: go on\n").steps(1)
    game.fighter("Orc").died = game.fighter("Uk").died = True
    assert "a rest" in game.fight.recovery().rests()


@pytest.mark.rule("recovery.giving")
@pytest.mark.parametrize(
    ("kind", "hearts", "potions"), [("a minute", 0, 1), ("ten minutes with potions", 5, 0)]
)
def test_between_scenarios_the_worst_hurt_drink_the_potions(
    kind: str, hearts: int, potions: int
) -> None:
    game = after_scene(kind)
    assert (game.fighter("Bo").hearts, game.fighter("Ann").potions) == (hearts, potions)
    assert game.fighter("Ann").hearts == 1, "there was only one"


def test_without_potions_there_is_no_time_for_them() -> None:
    scenario = field({"Ann": {}, "Bo": {"weapons": []}}, {"Orc": {"at": "b"}}, "a-b")
    assert "ten minutes with potions" not in Played(scenario).fight.recovery().rests()
