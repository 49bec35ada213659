"""Test reinforcements: from the reserve, from the content, and taken back."""

from __future__ import annotations

from typing import Any

import pytest
from at_the_table import FIRST, Table, begin
from fastapi.testclient import TestClient
from test_tables import each_ruleset, fighters_of, gather, join, play_some, set_table

from affray.api import play, replay
from affray.core.fight import FLED, STANDING
from affray.core.problems import InvalidDataError
from affray.core.questions import Option, Ruling
from affray.core.table import Table as CoreTable
from affray.core.tape import OpenQuestionError, RecordingTable, TapeTable
from affray.library import Scenario, find_scenario, parse, read_scenario, rulesets, toml_of
from affray.web.rooms.playing import IDLE_TABLE
from affray.web.rooms.room import reserve_of
from affray.web.rooms.story_view import place_names, strings_in
from affray.web.tables.reinforcements import (
    entries_of,
    unused_name,
    with_newcomer,
    with_reserve,
)

NEWCOMERS = {
    "mithryn": "city-archer",
    "renaissance": "goblin-slinger",
    "shinobi": "kunoichi",
    "orrery": "soldier",
    "olde": "orc",
}
"""An entry of each ruleset's content."""


def names_of(table: Table) -> list[str]:
    return [one["name"] for one in table.look()["scene"]["fighters"]]


def bring(table: Table, entry: str, side: int, place: str, **more: Any) -> Any:
    body = {"number": table.story()["number"], "entry": entry, "side": side, "place": place}
    return table.post("/reinforcements", {**body, **more})


def free_place(table: Table) -> str:
    """Return a place that is free for a fighter."""
    places: list[str] = table.get("/rulings/0").json()["kinds"]["place"]
    return places[-1]


def entry_for(table: Table, ruleset: str) -> str:
    entries = table.get("/reinforcements").json()["entries"]
    return NEWCOMERS[ruleset] if NEWCOMERS[ruleset] in entries else next(iter(entries))


# --- the scenario's file ---


@each_ruleset
def test_somebody_more_who_is_away_changes_nothing(ruleset: str) -> None:
    name, text = FIRST[ruleset]
    scenario = parse(text, name)
    record = play(scenario, seed=5)
    place = place_names(scenario.setup.board())[0]
    for side in range(len(scenario.sides)):
        for entry in list(entries_of(scenario))[:4]:
            more, newcomer = with_newcomer(text, scenario, record.fight, entry, side, place)
            try:
                longer = parse(more, name)
            except InvalidDataError:  # a player character's sheet, on the side of foes
                assert not scenario.raw()["sides"][side].get("pcs")
                continue
            table = RecordingTable(TapeTable(record.answers))
            fight = longer.setup.new_fight(table)
            fight.play()
            phrases = longer.setup.phrases
            told = [event.text(phrases) for event in table.events]
            assert told == [event.text(phrases) for event in record.events]
            assert fight.fighter_named(newcomer).state() == FLED


def test_the_long_day_has_newcomers_in_its_later_fights() -> None:
    text = find_scenario("long-day")
    assert text is not None
    scenario = parse(text, "long-day")
    fight = scenario.setup.new_fight(IDLE_TABLE)
    sides = scenario.raw()["sides"]
    foes = next(number for number, side in enumerate(sides) if not side.get("pcs"))
    entry, place = sides[foes]["fighters"][0]["is"], place_names(scenario.setup.board())[0]
    first, _ = with_newcomer(text, scenario, fight, entry, foes, place)
    assert "fight" not in parse(first, "day").raw()["sides"][foes]["fighters"][-1]
    fight.encounter = 1  # type: ignore[attr-defined]
    later, _ = with_newcomer(text, scenario, fight, entry, foes, place)
    assert parse(later, "day").raw()["sides"][foes]["fighters"][-1]["fight"] == 2
    ours, _ = with_newcomer(text, scenario, fight, entry, 1 - foes, place)
    assert "fight" not in parse(ours, "day").raw()["sides"][1 - foes]["fighters"][-1]


def test_names_are_given_once() -> None:
    assert unused_name("Orc", ["Elf"]) == "Orc"
    assert unused_name("Orc", ["orc"]) == "Orc 2"
    assert unused_name("Orc", ["Orc", "Orc 2"]) == "Orc 3"
    assert unused_name("Orc", ["Orc 1", "Orc 2"]) == "Orc 3", "as one more of them"


@each_ruleset
def test_whoever_is_away_rolls_nothing_and_is_not_asked(ruleset: str) -> None:
    name, text = FIRST[ruleset]
    names = parse(text, name).setup.names
    scenario = parse(with_reserve(text, [names[0]]), name)
    assert reserve_of(scenario) == {0}
    assert reserve_of(parse(text, name)) == frozenset()
    record = play(scenario, seed=5)
    assert not any(names[0] in strings_in(event.parts) for event in record.events)
    there = play(parse(text, name), seed=5)
    told = any(names[0] in strings_in(event.parts) for event in there.events)
    assert told, "who is there is told of"


@pytest.mark.parametrize(
    ("before", "problem"),
    [
        ({"fighter": "Nobody", "kind": "state", "value": "fled"}, "nobody here is called"),
        ({"fighter": "Kael", "kind": "state", "value": "asleep"}, "a state is standing"),
        ({"fighter": "Kael", "kind": "health", "value": "99"}, "health of Kael"),
    ],
)
def test_what_cannot_be_before_a_fight_is_said(before: dict[str, str], problem: str) -> None:
    scenario = parse(FIRST["mithryn"][1], "x")
    with pytest.raises(InvalidDataError, match=problem) as found:
        changed(scenario, [before])
    assert found.value.problems[0].key == "before"
    good = {"fighter": "Kael", "kind": "health", "value": "2"}
    kael = changed(scenario, [good]).setup.new_fight(IDLE_TABLE).fighter_named("Kael")
    assert kael.health() == 2


def changed(scenario: Scenario, before: list[dict[str, str]]) -> Scenario:
    return read_scenario({**scenario.raw(), "before": before}, "x")


def test_each_side_has_somebody_there_when_it_begins() -> None:
    name, text = FIRST["mithryn"]
    scenario = parse(text, name)
    start = scenario.setup.new_fight(IDLE_TABLE)
    foes = [one.name for one in start.roster() if one.side == 1]
    assert reserve_of(parse(with_reserve(text, foes[1:]), name))
    with pytest.raises(InvalidDataError, match="has to be there"):
        parse(with_reserve(text, foes), name)


def test_what_takes_dice_is_not_ruled_before_a_fight() -> None:
    scenario = parse(FIRST["orrery"][1], "x")
    name = scenario.setup.names[0]
    with pytest.raises(InvalidDataError, match="takes dice"):
        changed(scenario, [{"fighter": name, "kind": "crush", "value": "item"}])


def test_a_rider_is_away_with_the_mount_and_comes_in_its_saddle() -> None:
    scenario, rider = mounted_scenario()
    fight: Any = changed(
        scenario, [{"fighter": rider, "kind": "state", "value": "fled"}]
    ).setup.new_fight(IDLE_TABLE)
    who = fight.combatants[fight.fighter_named(rider).index]
    mount = fight.combatants[who.mount]
    assert (who.state(), mount.state()) == (FLED, FLED)
    fight.apply_ruling(Ruling("state", rider, STANDING, ""))
    assert (who.state(), mount.state()) == (STANDING, STANDING)
    assert who.mount == mount.index


def mounted_scenario() -> tuple[Scenario, str]:
    """Return a Renaissance scenario with a rider, and the rider's name."""
    for name, text in toml_of(rulesets()["renaissance"], "scenarios").items():
        scenario = parse(text, name)
        fight: Any = scenario.setup.new_fight(IDLE_TABLE)
        for one in fight.combatants:
            if one.mount >= 0:
                return scenario, one.name
    raise AssertionError("nobody rides")


def test_whoever_comes_late_acts_after_all_others() -> None:
    name, text = FIRST["renaissance"]
    names = parse(text, name).setup.names
    scenario = parse(with_reserve(text, [names[0]]), name)
    fight: Any = scenario.setup.new_fight(first_question_table())
    with pytest.raises(OpenQuestionError):
        fight.play()
    assert 0 not in fight.order
    fight.apply_ruling(Ruling("state", names[0], STANDING, ""))
    assert fight.order[-1] == 0
    order = list(fight.order)
    fight.apply_ruling(Ruling("state", names[0], STANDING, ""))
    assert fight.order == order, "once"


def first_question_table() -> CoreTable:
    """Return a table that rolls the highest faces and stops at the first question."""

    class StoppingTable(CoreTable):
        def roll(self, count: int, sides: int, cuts: int = 0) -> list[int]:
            return [sides] * count

        def ask(self, fight: Any, question: Any) -> Option:
            raise OpenQuestionError(fight, question)

    return StoppingTable(False)


# --- at the table ---


@each_ruleset
def test_somebody_of_the_content_arrives_in_the_middle(client: TestClient, ruleset: str) -> None:
    table = gather(client, ruleset)
    own = fighters_of(table, 0)
    anna = join(table, "Anna", own[-1])
    hers = names_of(table)[own[-1]]
    enemy = names_of(table)[fighters_of(table, 1)[0]]
    assert bring(table, entry_for(table, ruleset), 0, "anywhere").status_code == 422, "not begun"
    set_table(table, begin=True)
    play_some(table, 3)
    before, told = table.story(), [one["text"] for one in table.story()["frames"]]
    names, place, entry = names_of(table), free_place(table), entry_for(table, ruleset)
    assert anna.get("/reinforcements").status_code == 403
    assert bring(anna, entry, 0, place).status_code == 403
    assert bring(table, "no-such-one", 0, place).status_code == 422
    assert bring(table, entry, 9, place).status_code == 422
    assert bring(table, entry, 0, "nowhere").status_code == 422
    assert table.story()["number"] == before["number"], "nothing has changed"
    assert names_of(table) == names
    made = bring(table, entry, 0, place, text="a friend = in | need")
    assert made.status_code == 200, made.text
    newcomer = made.json()["name"]
    assert newcomer not in names

    now = names_of(table)
    assert [one for one in now if one != newcomer] == names, "everybody else is who they were"
    who = now.index(newcomer)
    assert table.look()["scene"]["fighters"][who]["side"] == 0
    story = table.story()
    assert (story["now"][who]["state"], story["now"][who]["place"]) == ("standing", place)
    assert story["view"] != before["view"], "pages ask anew"
    assert [one["text"] for one in story["frames"]][: len(told)] == told
    assert any("a friend" in one["text"] for one in anna.story()["frames"])
    seat = story["table"]["seats"][0]
    assert [now[number] for number in seat["fighters"]] == [hers], "seats keep their fighters"
    assert newcomer in anna.get().text
    free = client.get(f"/api/tables/{table.links['code']}").json()["fighters"]
    assert {one["name"]: one["free"] for one in free}[newcomer], "somebody can take them"

    asked_about = set()
    for _ in range(60):
        question = table.question()
        if question is None:
            break
        asked_about.add(question["who"])
        table.answer(question["number"], table.wise())
    text = table.get("/tape").text
    record = replay(text)
    phrases = record.scenario.setup.phrases
    lines = [event.text(phrases) for event in record.events]
    assert lines == [one["text"] for one in table.story()["frames"]]
    assert who in asked_about or table.story()["now"][who]["state"] != "standing"
    whole = table.look()
    client.app.state.service.rooms.remove(table.links["id"])  # type: ignore[attr-defined]
    again = table.look()
    assert again["scene"] == whole["scene"]
    assert again["story"]["frames"] == whole["story"]["frames"]
    assert again["story"]["table"] == whole["story"]["table"]
    assert enemy in names_of(table)


@each_ruleset
def test_an_arrival_is_taken_back_and_done_again(client: TestClient, ruleset: str) -> None:
    table = gather(client, ruleset)
    anna = join(table, "Anna", fighters_of(table, 0)[0])
    set_table(table, begin=True)
    decided = play_some(table, 3)
    newcomer = bring(table, entry_for(table, ruleset), 1, free_place(table)).json()["name"]
    assert newcomer in anna.get().text
    story = table.story()
    who = names_of(table).index(newcomer)
    assert story["table"]["reserve"] == []
    table.post("/back", {"number": story["number"], "to": decided[-1]})
    assert table.story()["now"][who]["state"] == "fled"
    assert table.story()["table"]["reserve"] == [who]
    assert newcomer not in anna.get().text, "they were never there"
    number = table.story()["number"]
    assert table.post("/redo", {"number": number}).status_code == 200
    assert table.story()["now"][who]["state"] == "standing"
    assert table.story()["table"]["reserve"] == []
    assert newcomer in anna.get().text


def test_two_of_a_kind_come_one_after_the_other(client: TestClient) -> None:
    table = begin(client, "shinobi", gm="person", seed=3)
    play_some(table, 1)
    first, second = (
        bring(table, "kunoichi", 1, free_place(table)).json()["name"] for _ in range(2)
    )
    assert first != second
    now = {
        name: one["place"] for name, one in zip(names_of(table), table.story()["now"], strict=True)
    }
    assert now[first] != now[second]
    assert bring(table, "kunoichi", 1, now[first]).status_code == 422, "somebody stands there"
    assert names_of(table).count(first) == 1
    assert len(names_of(table)) == len(now), "and nobody was added"


def test_several_of_a_kind_come_at_once_and_stand_beside_each_other(client: TestClient) -> None:
    table = begin(client, "shinobi", gm="person", seed=3)
    play_some(table, 1)
    before = len(names_of(table))
    place = free_place(table)
    response = bring(table, "kunoichi", 1, place, count=3)
    assert response.status_code == 200, response.text
    assert len(names_of(table)) == before + 3
    came = [one["place"] for one in table.story()["now"][-3:]]
    assert len(set(came)) == 3
    assert place in [one["place"] for one in table.story()["now"]]
    assert bring(table, "kunoichi", 1, place, count=0).status_code == 422


def test_nobody_arrives_after_the_end(client: TestClient) -> None:
    table = begin(client, gm="person", players=["simple", "simple"], seed=3)
    while not table.story()["over"]:
        question = table.question()
        if question is not None:
            table.answer(question["number"], question["options"][question["default"]]["key"])
    places = place_names(table.look()["scene"]["board"])
    assert bring(table, "city-archer", 1, places[0]).status_code == 422


def test_a_scenario_of_ones_own_has_a_reserve_from_the_beginning(client: TestClient) -> None:
    name, text = FIRST["mithryn"]
    who = parse(text, name).setup.names[-1]
    body = {"scenario": with_reserve(text, [who]), "name": name, "gm": "person", "seed": 3}
    links = client.post("/api/fights", json=body).json()
    table = Table(client, links, links["gm"])
    number = names_of(table).index(who)
    assert table.story()["table"]["reserve"] == [number]
    assert who not in table.as_side(0).get().text
    place = place_names(table.look()["scene"]["board"])[0]
    arrival = {"number": table.story()["number"], "fighter": number, "place": place}
    assert table.post("/reinforcements", arrival).status_code == 200
    assert who in table.as_side(0).get().text
