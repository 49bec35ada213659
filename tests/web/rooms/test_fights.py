"""Test fights at the service: play, take back, branch, import and export."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from at_the_table import FIRST, begin
from fastapi.testclient import TestClient

from affray.api import replay
from affray.core.tape import choice_answer
from affray.library import rulesets
from affray.store import Notification
from affray.web.app import create_app
from affray.web.rooms.frozen_rooms import open_room
from affray.web.rooms.playing import Budget
from affray.web.rooms.subscriptions import Subscription
from affray.web.routes.events import FightStream
from affray.web.settings import Settings

each_ruleset = pytest.mark.parametrize("ruleset", list(rulesets()))


@each_ruleset
def test_a_whole_fight_is_played_and_its_tape_replays(client: TestClient, ruleset: str) -> None:
    table = begin(client, ruleset, players=None, gm="person")
    assert table.play() > 0
    story = table.story()
    assert story["over"]
    assert story["question"] is None
    played = replay(table.get("/tape").text)
    assert played.fight.is_over()
    assert played.winner == story["winner"]
    assert [event.kind for event in played.events] == [one["kind"] for one in story["frames"]]


@each_ruleset
def test_everything_a_page_draws_is_there(client: TestClient, ruleset: str) -> None:
    whole = begin(client, ruleset).look()
    board = whole["scene"]["board"]
    assert board["kind"] in ("zones", "spots", "grid")
    assert len(whole["story"]["now"]) == len(whole["scene"]["fighters"])
    for state in whole["story"]["now"]:
        assert 0 <= state["health"] <= state["max"]
        assert "place" in state["where"]
    assert whole["story"]["question"]["yours"]


def test_others_play_themselves_until_a_person_is_asked(client: TestClient) -> None:
    table = begin(client, players=["person", "simple"])
    question = table.question()
    assert question is not None
    assert question["side"] == 0
    while question is not None:
        assert question["side"] == 0
        table.answer(question["number"], question["options"][question["default"]]["key"])
        question = table.question()


def test_a_fight_without_people_is_over_at_once(client: TestClient) -> None:
    assert begin(client, players=["simple", "random"]).story()["over"]


def test_dice_come_from_the_seed_and_the_place_on_the_tape(client: TestClient) -> None:
    tapes = []
    for _ in range(2):
        table = begin(client, players=["person", "simple"], seed=7)
        table.play()
        tapes.append(table.get("/tape").text)
    assert tapes[0] == tapes[1]


def test_taking_back_does_not_roll_again(client: TestClient) -> None:
    table = begin(client, players=["person", "simple"], seed=9)
    for _ in range(6):
        question = table.question()
        assert question is not None
        number, key = question["number"], question["options"][0]["key"]
        table.answer(number, key)
    before = table.get("/tape").text
    last = table.story()["decisions"][-1]
    mine = [one for one in table.story()["decisions"] if one["side"] == 0][-1]
    assert (
        table.post("/back", {"number": table.story()["number"], "to": mine["at"]}).status_code
        == 200
    )
    shorter = table.get("/tape").text
    assert before.startswith(shorter)
    assert len(shorter) < len(before)
    table.answer(table.story()["number"], key)
    assert table.get("/tape").text == before
    assert last in table.story()["decisions"]


def test_a_service_that_was_ended_goes_on_where_it_was(settings: Settings) -> None:
    with TestClient(create_app(settings)) as first:
        table = begin(first, players=["person", "simple"], seed=3)
        for _ in range(5):
            question = table.question()
            assert question is not None
            table.answer(question["number"], question["options"][0]["key"])
        before = table.look()
    with TestClient(create_app(settings)) as second:
        table.client = second
        assert table.look() == before
        table.play()
        assert table.story()["over"]


# --- who may what ---


def test_only_whoever_is_asked_may_answer(client: TestClient) -> None:
    table = begin(client)
    question = table.question()
    assert question is not None
    key = question["options"][0]["key"]
    assert table.as_onlooker().answer(question["number"], key).status_code == 403
    assert table.as_side(1).answer(question["number"], key).status_code == 403
    assert not table.as_side(1).look()["story"]["question"]["yours"]
    assert table.as_side(0).answer(question["number"], key).status_code == 200


def test_of_two_answers_to_one_question_the_second_is_told(client: TestClient) -> None:
    table = begin(client)
    question = table.question()
    assert question is not None
    first = table.answer(question["number"], question["options"][0]["key"])
    second = table.answer(question["number"], question["options"][1]["key"])
    assert (first.status_code, second.status_code) == (200, 409)
    assert "gone on" in second.json()["detail"]


def test_an_answer_that_is_none_is_refused_with_those_there_are(client: TestClient) -> None:
    table = begin(client)
    question = table.question()
    assert question is not None
    refused = table.answer(question["number"], "dance")
    assert refused.status_code == 422
    assert question["options"][0]["key"] in refused.text
    assert table.question() == question


def test_a_wrong_link_and_no_fight_look_the_same(client: TestClient) -> None:
    table = begin(client)
    wrong = client.get(table.address, headers={"authorization": "Bearer x"})
    nowhere = client.get("/api/fights/" + "0" * 24, headers=table.headers)
    assert wrong.status_code == nowhere.status_code == 404
    assert wrong.json() == nowhere.json()
    assert client.get(table.address).status_code == 401


# --- the game master ---


def rule(table: Any, **ruling: str) -> Any:
    number = table.story()["number"]
    return table.post("/answers", {"number": number, "ruling": {"text": "a stray stone", **ruling}})


def test_the_game_master_rules(client: TestClient) -> None:
    table = begin(client)
    name = table.look()["scene"]["fighters"][-1]["name"]
    assert rule(table, kind="health", fighter=name, value="1").status_code == 200
    story = table.story()
    assert story["now"][-1]["health"] == 1
    assert "a stray stone" in story["frames"][-1]["text"]


@pytest.mark.parametrize(
    "ruling",
    [
        {"kind": "health", "value": "100000"},
        {"kind": "health", "value": "much"},
        {"kind": "weather", "value": "rain"},
        {"kind": "health", "value": "1", "fighter": "Nobody"},
        {"kind": "health", "value": "1 | so", "text": "x"},
    ],
)
def test_a_ruling_that_is_not_understood_changes_nothing(
    client: TestClient, ruling: dict[str, str]
) -> None:
    table = begin(client)
    before = table.look()
    name = before["scene"]["fighters"][0]["name"]
    refused = rule(table, **{"fighter": name, **ruling})
    assert refused.status_code == 422
    assert table.look() == before


def test_players_cannot_rule(client: TestClient) -> None:
    table = begin(client)
    name = table.look()["scene"]["fighters"][0]["name"]
    assert rule(table.as_side(0), kind="health", fighter=name, value="1").status_code == 403


# --- taking back by asking ---


def test_players_ask_to_take_back_and_the_other_side_grants(client: TestClient) -> None:
    table = begin(client)
    question = table.question()
    assert question is not None
    mine, theirs = table.as_side(0), table.as_side(1)
    mine.answer(question["number"], question["options"][0]["key"])
    at = mine.story()["decisions"][-1]["at"]
    wish = {"number": mine.story()["number"], "to": at}
    assert mine.post("/back", wish).status_code == 200
    assert theirs.story()["request"] == {"role": "side 0", "to": at}
    again = mine.post("/back", {"number": mine.story()["number"], "to": at})
    assert again.status_code == 200
    assert len(mine.story()["decisions"]) == 1, "asking twice is not granting"
    theirs.post("/back", {"number": theirs.story()["number"], "to": at})
    assert theirs.story()["request"] is None
    assert theirs.story()["decisions"] == []


def test_a_wish_can_be_refused(client: TestClient) -> None:
    table = begin(client)
    question = table.question()
    assert question is not None
    mine = table.as_side(0)
    mine.answer(question["number"], question["options"][0]["key"])
    at = mine.story()["decisions"][-1]["at"]
    mine.post("/back", {"number": mine.story()["number"], "to": at})
    assert (
        table.as_onlooker().post("/refuse", {"number": table.story()["number"]}).status_code == 403
    )
    assert table.post("/refuse", {"number": table.story()["number"]}).status_code == 200
    assert table.story()["request"] is None
    assert len(table.story()["decisions"]) == 1


# --- branches and tapes ---


def test_a_branch_goes_its_own_way_and_the_fight_stays(client: TestClient) -> None:
    table = begin(client, players=["simple", "simple"], seed=2)
    whole = table.story()
    decisions = [one for one in whole["decisions"] if one["side"] >= 0]
    middle = decisions[len(decisions) // 2]
    links = table.post("/branch", {"at": middle["at"], "players": ["person", "person"]}).json()
    other = type(table)(client, links, links["gm"])
    assert other.look()["scene"]["parent"] == table.links["id"]
    assert other.question()["prompt"] == middle["prompt"]  # type: ignore[index]
    other.play()
    assert table.story() == whole


def test_a_tape_comes_back_as_a_fight(client: TestClient) -> None:
    table = begin(client, players=["simple", "simple"])
    tape = table.get("/tape").text
    links = client.post("/api/fights/tapes", json={"tape": tape}).json()
    other = type(table)(client, links, links["gm"])
    assert other.get("/tape").text == tape
    assert other.story()["frames"] == table.story()["frames"]


@pytest.mark.parametrize("tape", ["", "affray tape 1\n", "affray tape 9\n", "x" * 5000])
def test_what_is_no_tape_is_refused(client: TestClient, tape: str) -> None:
    assert client.post("/api/fights/tapes", json={"tape": tape}).status_code == 422


def test_a_fight_is_carried_away_as_one_page(client: TestClient) -> None:
    table = begin(client, players=["simple", "simple"])
    page = table.get("/page").text
    assert page.count("<script") == 2
    assert "src=" not in page
    assert "import {" not in page
    assert FIRST["mithryn"][0] in page


def test_news_are_what_one_has_not_seen(settings: Settings) -> None:
    """News after any line complete the same story, also after a take-back."""
    with TestClient(create_app(settings)) as client:
        table = begin(client, players=["person", "simple"], seed=5)
        service = client.app.state.service  # type: ignore[attr-defined]
        for step in range(12):
            question = table.question()
            if question is None:
                break
            table.answer(question["number"], question["options"][0]["key"])
            if step in (4, 8):
                decided = [one for one in table.story()["decisions"] if one["side"] == 0]
                back = {"number": table.story()["number"], "to": decided[-2]["at"]}
                assert table.post("/back", back).status_code == 200
        stored = service.store.get_fight(table.links["id"])
        journal = service.store.get_journal(stored.id)
        room = service.rooms.get(stored.id)
        whole = room.news.story(0, "onlooker")
        for seen in range(len(journal) + 1):
            before = {"frames": [], "decisions": []}
            if seen:
                before = open_room(stored, journal[:seen]).news.story(0, "onlooker")
            news = room.news.story(seen, "onlooker")
            told = before["frames"][: news["keep"]] + news["frames"]
            assert told == whole["frames"]
            decided = [one for one in before["decisions"] if one["at"] < news["keep_decisions"]]
            assert decided + news["decisions"] == whole["decisions"]


@pytest.mark.parametrize(("gm", "sits"), [("passive", False), ("person", True), ("simple", True)])
def test_a_game_master_who_judges_sits_there_and_the_tape_says_so(
    client: TestClient, gm: str, sits: bool
) -> None:
    table = begin(client, gm=gm, seed=1)
    assert table.look()["scene"]["gm"] == gm
    tape = table.get("/tape").text
    assert ("game_master = true" in tape) == sits
    assert len(replay(tape).answers) == table.story()["answers"]


# --- what other servers add ---


def step_elsewhere(service: Any, fight: str) -> tuple[Any, Any]:
    """Return the room of another server, and a step that it has not applied yet."""
    there = open_room(service.rooms.get(fight).stored, service.store.get_journal(fight))
    assert there.question is not None
    asked = there.scenario.setup.asked_name(there.question)
    answer = choice_answer(asked, there.question.default_option().key)
    return there, there.answer(answer, 1000, Budget())


@pytest.mark.parametrize("is_watched", [True, False])
def test_what_another_server_adds_is_taken_in_when_somebody_wants_to_know(
    client: Any, monkeypatch: pytest.MonkeyPatch, is_watched: bool
) -> None:
    """A room with listeners applies the lines at once, any other when it is next used."""
    table = begin(client)
    service, fight = client.app.state.service, table.links["id"]
    room = service.rooms.get(fight)
    there, step = step_elsewhere(service, fight)
    before = room.number
    number = service.store.append(fight, before, step.lines)
    there.apply(step)
    if is_watched:
        client.portal.call(
            service.subscriptions.subscribe, Subscription(fight, "onlooker", "link", "", before)
        )
    read: list[int] = []
    get_journal = service.store.get_journal

    def counted(fight: str, after: int = 0) -> Any:
        read.append(after)
        return get_journal(fight, after)

    monkeypatch.setattr(service.store, "get_journal", counted)
    told = Notification("journal", fight, number)

    async def tell() -> int:
        service.servers.on_notification(told)
        await asyncio.gather(*(one for one in service.background.tasks if "follow" in repr(one)))
        return int(room.number)

    assert client.portal.call(tell) == (number if is_watched else before)
    assert table.story()["number"] == number
    assert service.rooms.get(fight) is room
    assert room.news.story(0, "onlooker") == there.news.story(0, "onlooker")
    assert read == [before]


def test_whoever_begins_to_listen_is_told_what_was_added_while_nobody_did(client: Any) -> None:
    table = begin(client)
    service, fight = client.app.state.service, table.links["id"]
    room = service.rooms.get(fight)
    _, step = step_elsewhere(service, fight)
    before = room.number
    number = service.store.append(fight, before, step.lines)

    async def listen() -> tuple[int, int]:
        service.servers.on_notification(Notification("journal", fight, number))
        subscription = Subscription(fight, "onlooker", "link", "", before)
        service.subscriptions.subscribe(subscription)
        known = int(room.number)
        await FightStream(service, subscription).next_body(True)
        service.subscriptions.unsubscribe(subscription)
        return known, subscription.seen

    assert client.portal.call(listen) == (before, number)


def test_what_is_added_while_a_room_is_built_is_not_missed(
    client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begin(client)
    service, fight = client.app.state.service, table.links["id"]
    _, step = step_elsewhere(service, fight)
    get_journal = service.store.get_journal
    heard = []

    def read_then_add(fight: str, after: int = 0) -> Any:
        found = get_journal(fight, after)
        if heard:
            time.sleep(0.2)  # whoever asks meanwhile waits until the room has taken it in
        else:
            number = service.store.append(fight, len(found), step.lines)
            heard.append(number)
            service.servers.hear(Notification("journal", fight, number))
            client.portal.call(asyncio.sleep, 0)
        return found

    monkeypatch.setattr(service.store, "get_journal", read_then_add)
    service.rooms.remove(fight)
    table.question()
    assert table.story()["number"] == heard[0]
