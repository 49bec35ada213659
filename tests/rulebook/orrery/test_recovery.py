from typing import Any

import pytest

from rulebook.orrery.fields import HITS_TWICE, NO_BLOCK, asked, choices, field
from support import Played, record, scenario_of, simple_players

STRIKE = "Ann: attack {0} with long-blade\n" + HITS_TWICE + NO_BLOCK


def day(after: int, ann: dict[str, Any] | None = None, third: int | None = None) -> dict[str, Any]:
    """A day of two fights, or three: one blow ends each."""
    foes = {"Orc": {"hearts": 2}, "Uk": {"hearts": 2, "at": "b", "fight": 2}}
    fights = [{"title": "first"}, {"title": "second", "after": after, "start": "b"}]
    if third is not None:
        foes["Ogg"] = {"hearts": 2, "at": "a", "fight": 3}
        fights.append({"title": "third", "after": third, "start": "a"})
    return field({"Ann": ann or {}}, foes, "a-b", fights=fights)


def after_first_fight(scenario: dict[str, Any], script: str = "", fight: str = "Orc") -> Played:
    """The day when the second fight has begun."""
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
def test_more_boons_than_flaws_are_kept() -> None:
    game = Played(day(480, {"flaws": 1, "boons": 3}),
                  STRIKE.format("Orc").replace("6\nroll 1d6 = 1", "6\nAnn: keep\nroll 1d6 = 1")
                  + "heroes: rest\n")  # fmt: skip
    game.fight.step()
    assert game.fighter("Ann").boons == 3


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
