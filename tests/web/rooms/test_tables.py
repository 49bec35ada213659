"""Test tables: seats, codes, players of fighters, chat, clocks and redo."""

from __future__ import annotations

from typing import Any

import pytest
from at_the_table import Table, begin, play_until
from fastapi.testclient import TestClient

from affray.library import rulesets
from affray.web.rooms.table_state import Seat, news_line, table_line
from affray.web.tables.settings import is_legal

each_ruleset = pytest.mark.parametrize("ruleset", list(rulesets()))


def gather(client: TestClient, ruleset: str = "mithryn", **more: Any) -> Table:
    """Return a table that friends of the first side can join."""
    return begin(client, ruleset, friends=[0], gm="person", seed=3, **more)


def join(table: Table, name: str, *fighters: int) -> Table:
    response = table.client.post(
        f"/api/tables/{table.links['code']}/seats", json={"name": name, "fighters": fighters}
    )
    assert response.status_code == 201, response.text
    return Table(table.client, table.links, response.json()["secret"])


def set_table(table: Table, **what: Any) -> Any:
    return table.post("/table", what)


def seats(table: Table) -> dict[str, Any]:
    return {one["name"]: one for one in table.story()["table"]["seats"]}


def fighters_of(table: Table, side: int) -> list[int]:
    return [who for who, one in enumerate(table.look()["scene"]["fighters"]) if one["side"] == side]


def asked_of(table: Table, who: int, most: int = 60) -> dict[str, Any]:
    """Play as `simple` would until a fighter is asked."""
    for _ in range(most):
        question = table.question()
        assert question is not None
        if question["who"] == who:
            return question
        table.answer(question["number"], table.wise())
    raise AssertionError("that fighter is never asked")


# --- gathering ---


def test_a_fight_with_friends_waits_until_it_begins(client: TestClient) -> None:
    table = gather(client, players=["person", "simple"])
    story = table.story()
    assert story["table"]["gathering"]
    assert story["question"] is None
    assert story["answers"] == 0, "nothing is rolled or decided before"
    refused = table.answer(story["number"], "end")
    assert refused.status_code == 422
    assert "begun" in refused.json()["detail"]
    assert set_table(table, begin=True).status_code == 200
    story = table.story()
    assert not story["table"]["gathering"]
    assert story["question"] is not None
    assert set_table(table, begin=True).status_code == 422


def test_the_code_shows_what_is_free_and_joining_takes_it(client: TestClient) -> None:
    table = gather(client)
    code = table.links["code"]
    assert len(code) == 6
    found = client.get(f"/api/tables/{code}").json()
    own = fighters_of(table, 0)
    assert [one["number"] for one in found["fighters"]] == own, "only the friends' side"
    assert all(one["free"] for one in found["fighters"])
    anna = join(table, "Anna", own[0])
    assert anna.look()["role"] == "seat 1"
    again = client.get(f"/api/tables/{code.lower()[:3]}-{code[3:]}").json()
    assert again["names"] == ["Anna"]
    assert [one["taken_by"] for one in again["fighters"]][:1] == ["Anna"]
    assert [one["free"] for one in again["fighters"]][:1] == [False]
    path = f"/api/tables/{code}/seats"
    taken = client.post(path, json={"name": "Ben", "fighters": [own[0]]})
    assert taken.status_code == 422
    assert "Anna" in taken.json()["detail"]
    other = client.post(path, json={"name": "Ben", "fighters": [fighters_of(table, 1)[0]]})
    assert other.status_code == 422
    assert client.post(path, json={"name": "anna", "fighters": []}).status_code == 422
    assert client.post(path, json={"name": "  ", "fighters": []}).status_code == 422
    assert list(seats(table)) == ["Anna"]
    look = join(table, "Olga")
    assert seats(table)["Olga"]["onlooker"]
    assert look.post("/back", {"number": 1, "to": 0}).status_code in (403, 409)


def test_a_closed_table_cannot_be_joined_nor_a_wrong_code(client: TestClient) -> None:
    table = gather(client)
    code = table.links["code"]
    assert client.get("/api/tables/AAAAAA").status_code == 404
    assert client.get(f"/api/tables/{code}").status_code == 200
    assert set_table(table, open=False).status_code == 200
    assert client.get(f"/api/tables/{code}").status_code == 404
    assert table.get("/invitation").status_code == 422
    assert set_table(table, open=True).status_code == 200
    new = table.get("/invitation").json()
    assert new["code"] != code
    assert client.get(f"/api/tables/{new['code']}").status_code == 200


def test_the_invitation_is_an_address_with_a_picture(client: TestClient) -> None:
    table = gather(client)
    found = table.get("/invitation").json()
    assert found["address"].endswith(f"/#/join/{table.links['code']}")
    assert found["qr"].startswith("data:image/svg+xml;base64,")
    assert not found["local"]
    headers = {**table.headers, "host": "127.0.0.1:8000"}
    local = client.get(f"{table.address}/invitation", headers=headers).json()
    assert local["address"].startswith("http://127.0.0.1:8000/")
    assert local["local"]
    assert table.as_onlooker().get("/invitation").status_code == 403


def test_whoever_sits_there_picks_anew_until_the_fight_begins(client: TestClient) -> None:
    table = gather(client)
    own = fighters_of(table, 0)
    anna, ben = join(table, "Anna", own[0]), join(table, "Ben")
    body = {"name": "Ben", "fighters": [own[1]]}
    put = client.put
    assert put(f"{table.address}/seats/2", headers=ben.headers, json=body).status_code == 200
    assert seats(table)["Ben"]["fighters"] == [own[1]]
    stolen = {"name": "Ben", "fighters": [own[0]]}
    assert put(f"{table.address}/seats/2", headers=ben.headers, json=stolen).status_code == 422
    assert put(f"{table.address}/seats/2", headers=anna.headers, json=body).status_code == 403
    set_table(table, begin=True)
    assert put(f"{table.address}/seats/2", headers=ben.headers, json=body).status_code == 403
    assert put(f"{table.address}/seats/2", headers=table.headers, json=stolen).status_code == 200
    assert seats(table)["Ben"]["fighters"] == [own[0]], "the game master may at any time"
    assert seats(table)["Anna"]["fighters"] == []


# --- who is asked ---


def test_questions_go_to_the_seat_of_their_fighter(client: TestClient) -> None:
    table = gather(client)
    first, second, *_ = fighters_of(table, 0)
    anna, ben = join(table, "Anna", first), join(table, "Ben", second)
    set_table(table, begin=True)
    question = asked_of(table, first)
    assert question["seats"] == ["seat 1"]
    assert anna.question()["yours"]  # type: ignore[index]
    assert not ben.question()["yours"]  # type: ignore[index]
    key = table.wise()
    wrong = ben.answer(question["number"], key)
    assert wrong.status_code == 403
    assert "Anna" in wrong.json()["detail"]
    assert table.as_side(0).answer(question["number"], key).status_code == 403
    assert anna.answer(question["number"], key).status_code == 200
    question = asked_of(table, second)
    assert anna.answer(question["number"], table.wise()).status_code == 403
    assert table.answer(question["number"], table.wise()).status_code == 200, "for one who is away"


def test_a_question_of_the_side_is_for_any_of_its_seats(client: TestClient) -> None:
    table = gather(client, "orrery")
    first, second, *_ = fighters_of(table, 0)
    anna, ben = join(table, "Anna", first), join(table, "Ben", second)
    olga = join(table, "Olga")
    set_table(table, begin=True)
    for _ in range(60):
        question = table.question()
        assert question is not None
        if question["who"] < 0 and question["side"] == 0:
            break
        table.answer(question["number"], table.wise())
    assert question["seats"] == ["seat 1", "seat 2"]
    assert anna.question()["yours"] and ben.question()["yours"]  # type: ignore[index]  # noqa: PT018
    assert not olga.question()["yours"]  # type: ignore[index]
    assert olga.answer(question["number"], table.wise()).status_code == 403
    assert ben.answer(question["number"], table.wise()).status_code == 200


def test_who_acts_next_is_asked_of_those_who_can(client: TestClient) -> None:
    """A fighter who has acted or is out of the fight is not offered."""
    table = gather(client, "shinobi", players=["person", "simple"])
    own = fighters_of(table, 0)
    seated = dict(zip(("seat 1", "seat 2"), own, strict=False))
    for number, who in enumerate(seated.values(), 1):
        join(table, f"Player {number}", who)
    set_table(table, empty="person", begin=True)
    dead = own[0]
    ruling = {"kind": "health", "fighter": table.look()["scene"]["fighters"][dead]["name"],
              "value": "0"}  # fmt: skip
    assert table.post("/answers", {"number": table.story()["number"], "ruling": ruling})
    asked = play_until(table, lambda one: one["who"] < 0 <= one["side"])
    able = {option["target"] for option in asked["options"]}
    assert dead not in able
    assert asked["seats"] == [role for role, who in seated.items() if who in able] == ["seat 2"]


def test_a_whole_side_is_a_seat_too(client: TestClient) -> None:
    table = gather(client)
    first, second, *_ = fighters_of(table, 0)
    made = table.post("/seats", {"name": "Cara", "side": 0}).json()
    cara = Table(client, table.links, made["secret"])
    anna = join(table, "Anna", first)
    set_table(table, begin=True)
    assert asked_of(table, second)["seats"] == ["seat 1"]
    assert cara.question()["yours"]  # type: ignore[index]
    assert asked_of(table, first)["seats"] == ["seat 2"]
    assert not cara.question()["yours"]  # type: ignore[index]
    assert anna.question()["yours"]  # type: ignore[index]
    assert table.post("/seats", {"name": "Dan", "side": 7}).status_code == 422
    assert table.post("/seats", {"name": "Dan", "fighters": [99]}).status_code == 422
    assert anna.post("/seats", {"name": "Dan"}).status_code == 403


def test_empty_seats_are_played_by_whom_the_game_master_names(client: TestClient) -> None:
    table = gather(client, players=["person", "simple"])
    first = fighters_of(table, 0)[0]
    anna = join(table, "Anna", first)
    assert set_table(table, empty="nobody").status_code == 422
    assert set_table(table, empty="simple", begin=True).status_code == 200
    for _ in range(12):
        question = table.question()
        if question is None:
            break
        key = question["options"][question["default"]]["key"]
        if question["side"] < 0:
            table.answer(question["number"], key)  # the game master's own
            continue
        assert question["who"] in (first, -1)
        anna.answer(question["number"], key)
    decided = {one["asked"] for one in table.story()["decisions"] if one["side"] == 0}
    assert len(decided) > 1, "the others decided too"


def test_a_side_is_handed_over_in_the_middle(client: TestClient) -> None:
    table = begin(client, players=["person", "person"], seed=3)
    assert table.question()["player"] == "person"  # type: ignore[index]
    assert set_table(table, sides=["simple", "simple"]).status_code == 200
    assert table.story()["over"]
    other = begin(client, players=["person", "person"], seed=3)
    who = asked_of(other, fighters_of(other, 0)[0])["who"]
    assert set_table(other, fighters={str(who): "simple"}).status_code == 200
    assert other.question()["who"] != who  # type: ignore[index]
    assert set_table(other, fighters={"99": "simple"}).status_code == 422
    assert set_table(other, sides=["simple"]).status_code == 422
    assert set_table(other.as_side(0), sides=["simple", "simple"]).status_code == 403


def test_a_seat_that_ends_is_shut_out_and_its_fighter_free(client: TestClient) -> None:
    table = gather(client)
    own = fighters_of(table, 0)
    anna = join(table, "Anna", own[0])
    assert client.delete(f"{table.address}/seats/1", headers=anna.headers).status_code == 403
    assert client.delete(f"{table.address}/seats/1", headers=table.headers).status_code == 204
    assert anna.get().status_code == 404
    assert client.delete(f"{table.address}/seats/1", headers=table.headers).status_code == 422
    again = join(table, "Anna", own[0])
    assert again.look()["role"] == "seat 2", "no seat is given a link that was ended"
    secret = table.post("/links", {"role": "seat 2"}).json()["secret"]
    assert again.get().status_code == 404
    assert Table(client, table.links, secret).look()["role"] == "seat 2"


def test_a_seat_is_taken_back_on_another_device_when_the_game_master_agrees(
    client: TestClient,
) -> None:
    table = gather(client)
    anna = join(table, "Anna", 0)
    set_table(table, begin=True)
    code, fight = table.links["code"], table.links["id"]
    unknown = client.post(f"/api/tables/{code}/claims", json={"name": "Otto"})
    assert unknown.status_code == 422
    assert "nobody called Otto" in unknown.json()["detail"]
    asked = client.post(f"/api/tables/{code}/claims", json={"name": "anna"})
    assert asked.status_code == 201, asked.text
    claim = {"claim": asked.json()["claim"]}
    assert client.post(f"/api/claims/{fight}", json=claim).json() is None, "nobody has agreed"
    assert client.post(f"/api/claims/{fight}", json={"claim": "x"}).status_code == 404
    assert anna.story()["table"]["claims"] == [], "only the game master is asked"
    [waiting] = table.story()["table"]["claims"]
    answer = f"/claims/{waiting['number']}"
    assert anna.post(answer, {"grant": True}).status_code == 403
    assert table.post(answer, {"grant": True}).status_code == 200
    seat = client.post(f"/api/claims/{fight}", json=claim).json()
    again = Table(client, table.links, seat["secret"])
    assert again.look()["role"] == "seat 1"
    assert anna.get().status_code == 404, "the lost phone is shut out"
    assert client.post(f"/api/claims/{fight}", json=claim).status_code == 404, "it is taken once"
    assert "returned" in [one["kind"] for one in table.story()["chat"]]


def test_a_seat_that_is_refused_stays_where_it_is(client: TestClient) -> None:
    table = gather(client)
    anna = join(table, "Anna", 0)
    fight = table.links["id"]
    claim = client.post(f"/api/tables/{table.links['code']}/claims", json={"name": "Anna"}).json()
    assert table.post("/claims/1", {"grant": False}).status_code == 200
    assert client.post(f"/api/claims/{fight}", json={"claim": claim["claim"]}).status_code == 404
    assert anna.get().status_code == 200
    assert table.post("/claims/1", {"grant": True}).status_code == 422


def test_a_table_is_there_again_after_the_service_was(settings: Any) -> None:
    from affray.web.app import create_app

    with TestClient(create_app(settings)) as client:
        table = gather(client)
        anna = join(table, "Anna", fighters_of(table, 0)[0])
        set_table(table, begin=True, name="Marta")
        anna.post("/chat", {"text": "Hello"})
        before = table.story()
    with TestClient(create_app(settings)) as client:
        again = Table(client, table.links, table.secret).story()
        assert again["table"] == before["table"]
        assert again["chat"] == before["chat"]
        assert again["number"] == before["number"]
        assert client.get(f"/api/tables/{table.links['code']}").status_code == 200


# --- talking ---


def test_what_is_said_stands_beside_what_happened(client: TestClient) -> None:
    table = gather(client)
    anna = join(table, "Anna", fighters_of(table, 0)[0])
    set_table(table, begin=True)
    question = table.question()
    assert question is not None
    assert anna.post("/chat", {"text": "Wait for me"}).status_code == 201
    story = table.story()
    said = story["chat"][-1]
    assert (said["name"], said["text"], said["at"]) == ("Anna", "Wait for me", story["answers"])
    answered = table.answer(question["number"], table.wise())
    assert answered.status_code == 200, "talking does not make a question go by"
    assert table.story()["answers"] > said["at"]
    assert anna.post("/chat", {"text": " "}).status_code == 422
    assert anna.post("/chat", {"text": "x" * 501}).status_code == 422
    assert anna.post("/chat", {"text": "a\nb"}).status_code == 422


def test_news_holds_only_what_was_said_since(client: TestClient) -> None:
    table = gather(client)
    service = client.app.state.service  # type: ignore[attr-defined]
    table.post("/chat", {"text": "one"})
    number = table.story()["number"]
    table.post("/chat", {"text": "two"})
    room = service.rooms.get(table.links["id"])
    assert [one["text"] for one in (room.news.story(number, "gm"))["chat"]] == ["two"]
    assert [one["text"] for one in (room.news.story(0, "gm"))["chat"]] == ["one", "two"]


def test_dice_that_decide_nothing_are_rolled_in_the_chat(client: TestClient) -> None:
    table = gather(client)
    anna = join(table, "Anna", 0)
    set_table(table, begin=True)
    tape = table.get("/tape").text
    assert anna.post("/chat", {"text": "3d1+2", "kind": "roll"}).status_code == 201
    assert table.story()["chat"][-1]["text"] == "3d1+2: 1 1 1 = 5"
    for wrong in ("0d6", "2d0", "dice", "100d6", "2d6+"):
        assert anna.post("/chat", {"text": wrong, "kind": "roll"}).status_code == 422, wrong
    assert table.get("/tape").text == tape, "the fight knows nothing of it"


def test_what_is_said_to_the_game_master_only_they_are_told(client: TestClient) -> None:
    table = gather(client)
    own = fighters_of(table, 0)
    anna, ben = join(table, "Anna", own[0]), join(table, "Ben", own[1])
    anna.post("/chat", {"text": "the plan is xyzzy", "to": "gm"})
    anna.post("/chat", {"text": "good evening"})
    for one in (table, anna):
        assert "xyzzy" in one.get().text
    for one in (ben, table.as_onlooker(), table.as_side(0)):
        assert "xyzzy" not in one.get().text
        assert "good evening" in one.get().text
    table.post("/chat", {"text": "plugh", "to": "seat 2"})
    assert "plugh" in ben.get().text
    assert "plugh" not in anna.get().text
    assert table.post("/chat", {"text": "x", "to": "seat 9"}).status_code == 422


def test_what_somebody_tries_is_answered_by_the_game_master(client: TestClient) -> None:
    table = gather(client)
    anna = join(table, "Anna", fighters_of(table, 0)[0])
    olga = join(table, "Olga")
    assert anna.post("/chat", {"text": "swing from the rope", "kind": "try"}).status_code == 201
    assert olga.post("/chat", {"text": "help", "kind": "try"}).status_code == 403
    number = table.story()["chat"][-1]["number"]
    no = {"text": "the rope is rotten", "kind": "no", "about": number}
    assert anna.post("/chat", no).status_code == 403
    assert table.post("/chat", {**no, "about": number + 99}).status_code == 422
    assert table.post("/chat", no).status_code == 201


@each_ruleset
def test_what_somebody_tries_is_put_to_a_test_by_the_rules(
    shared_client: TestClient, ruleset: str
) -> None:
    table = gather(shared_client, ruleset, players=["person", "simple"])
    who = fighters_of(table, 0)[0]
    anna = join(table, "Anna", who)
    anna.post("/chat", {"text": "swing = from the rope", "kind": "try"})
    number = table.story()["chat"][-1]["number"]
    choices = table.get(f"/rulings/{who}").json()
    what = next(iter(choices["tests"]))
    value = f"{what}, {choices['difficulties'][-1]}"
    test = {"text": "let us see", "kind": "test", "about": number, "fighter": who, "test": value}
    assert table.post("/chat", test).status_code == 422, "the fight has not begun"
    assert set_table(table, begin=True).status_code == 200
    for wrong in (
        {"test": "Charm"},
        {"test": None},
        {"fighter": None},
        {"fighter": 99},
        {"kind": "no"},
        {"about": number + 9},
    ):
        assert table.post("/chat", {**test, **wrong}).status_code == 422, wrong
    assert anna.post("/chat", test).status_code == 403
    told = len(table.story()["frames"])
    assert table.post("/chat", test).status_code == 201
    said = anna.story()["chat"][-1]
    assert {key: said[key] for key in ("text", "kind", "about")} == {
        key: test[key] for key in ("text", "kind", "about")
    }
    asked = anna.question()
    if asked is not None and asked["kind"] == "luck-before":
        assert asked["yours"], "whoever makes the test may spend Luck on it"
        anna.answer(asked["number"], asked["options"][0]["key"])
    story = anna.story()
    new = story["frames"][told:]
    at = next(number for number, one in enumerate(new) if one["kind"] == "ruling")
    ruling, made = new[at], new[at + 1]
    assert ruling["text"].startswith("The game master rules: swing   from the rope")
    assert value in ruling["text"]
    assert made["rolls"], made
    assert made["rules"], "it says by which rule"
    assert f"GM rules test of {choices['fighter']} = {value} | swing" in table.get("/tape").text


def test_what_is_tried_in_secret_is_tested_without_its_words(client: TestClient) -> None:
    table = gather(client, players=["person", "simple"])
    who = fighters_of(table, 0)[0]
    anna = join(table, "Anna", who)
    set_table(table, begin=True)
    for words, to in (("xyzzy", "gm"), ("plugh", "all")):
        anna.post("/chat", {"text": words, "kind": "try", "to": to})
        number = table.story()["chat"][-1]["number"]
        test = {"text": "so", "kind": "test", "about": number, "fighter": who, "test": "AGI"}
        assert table.post("/chat", test).status_code == 201
    seen = table.as_onlooker().get().text
    assert "plugh" in seen
    assert "xyzzy" not in seen


# --- taking back, and doing again ---


def play_some(table: Table, count: int) -> list[int]:
    for _ in range(count):
        question = table.question()
        assert question is not None
        table.answer(question["number"], table.wise())
    return [one["at"] for one in table.story()["decisions"]]


def test_a_take_back_refused_and_one_granted_say_who_and_what(client: TestClient) -> None:
    table = gather(client)
    own = fighters_of(table, 0)
    anna, ben = join(table, "Anna", own[0]), join(table, "Ben", own[1])
    set_table(table, begin=True, name="Marta")
    decided = play_some(table, 4)
    to = decided[-2]
    assert anna.post("/back", {"number": table.story()["number"], "to": to}).status_code == 200
    assert table.story()["request"] == {"role": "seat 1", "to": to}
    same_side = ben.post("/refuse", {"number": table.story()["number"]})
    assert same_side.status_code == 403, "a friend of the same side does not decide"
    assert table.post("/refuse", {"number": table.story()["number"]}).status_code == 200
    said = anna.story()["chat"][-1]
    assert (said["kind"], said["name"]) == ("refused", "Marta")
    assert said["text"] == "does not let Anna take back."
    assert anna.post("/back", {"number": table.story()["number"], "to": to}).status_code == 200
    assert table.post("/back", {"number": table.story()["number"], "to": to}).status_code == 200
    story = ben.story()
    assert story["answers"] == to
    assert story["chat"][-1]["kind"] == "granted"
    assert story["chat"][-1]["text"] == (
        "grants what Anna asked: the last 2 decisions are taken back."
    )
    assert story["requests"] == []


def test_what_was_taken_back_is_done_again(client: TestClient) -> None:
    table = begin(client, players=["person", "person"], seed=5)
    decided = play_some(table, 5)
    before = table.get("/tape").text
    frames = [one["text"] for one in table.story()["frames"]]
    table.post("/back", {"number": table.story()["number"], "to": decided[-3]})
    assert table.story()["undone"] > 0
    assert table.as_side(0).story()["undone"] == 0
    assert table.as_side(0).post("/redo", {"number": table.story()["number"]}).status_code == 403
    assert table.post("/redo", {"number": table.story()["number"]}).status_code == 200
    assert table.get("/tape").text == before
    assert [one["text"] for one in table.story()["frames"]] == frames
    assert table.post("/redo", {"number": table.story()["number"]}).status_code == 422


def test_nothing_is_done_again_once_something_else_was_decided(client: TestClient) -> None:
    table = begin(client, players=["person", "person"], seed=5)
    decided = play_some(table, 5)
    table.post("/back", {"number": table.story()["number"], "to": decided[-2]})
    question = table.question()
    assert question is not None
    same = table.wise()
    other = next(one["key"] for one in question["options"] if one["key"] != same)
    table.answer(question["number"], other)
    assert table.story()["undone"] == 0
    assert table.post("/redo", {"number": table.story()["number"]}).status_code == 422


def test_two_steps_back_are_two_steps_forth(client: TestClient) -> None:
    table = begin(client, players=["person", "person"], seed=5)
    decided = play_some(table, 5)
    before = table.get("/tape").text
    for to in (decided[-1], decided[-2]):
        table.post("/back", {"number": table.story()["number"], "to": to})
    for _ in range(2):
        assert table.post("/redo", {"number": table.story()["number"]}).status_code == 200
    assert table.get("/tape").text == before


# --- clocks ---


def test_when_the_time_is_over_the_named_player_decides(client: TestClient) -> None:
    table = gather(client)
    first = fighters_of(table, 0)[0]
    anna = join(table, "Anna", first)
    set_table(table, begin=True, clock_seconds=3600, clock_player="simple")
    question = asked_of(table, first)
    left = anna.story()["table"]["clock"]["left"]
    assert 0 < left <= 3600
    service = client.app.state.service  # type: ignore[attr-defined]
    wise = table.wise()
    run = client.portal.call  # type: ignore[union-attr]
    run(service.play.auto.decide_late, table.links["id"], question["number"] - 1)
    assert table.question()["number"] == question["number"], "another question's time was over"  # type: ignore[index]
    run(service.play.auto.decide_late, table.links["id"], question["number"])
    story = anna.story()
    assert f"= {wise}" in table.get("/tape").text or wise in table.get("/tape").text
    assert story["number"] > question["number"]
    late = next(one for one in story["chat"] if one["kind"] == "late")
    assert late["text"] == "simple decides for Anna."
    assert set_table(table, clock_player="person").status_code == 422
    assert set_table(table, clock_seconds=0).status_code == 200
    assert "left" not in anna.story()["table"]["clock"]


def test_no_clock_runs_for_whom_no_seat_plays(client: TestClient) -> None:
    table = gather(client)
    join(table, "Anna", fighters_of(table, 0)[0])
    set_table(table, begin=True, clock_seconds=3600)
    asked_of(table, fighters_of(table, 1)[0])
    assert "left" not in table.story()["table"]["clock"]


# --- the reserve ---


@each_ruleset
def test_a_reserve_arrives_when_the_game_master_says_so(client: TestClient, ruleset: str) -> None:
    table = gather(client, ruleset)
    anna = join(table, "Anna", fighters_of(table, 0)[0])
    *_, who = fighters_of(table, 1)
    name = table.look()["scene"]["fighters"][who]["name"]
    assert name in anna.get().text
    assert set_table(table, reserve=[who]).status_code == 200
    assert name not in anna.get().text, "from then on, also before the fight begins"
    assert name not in client.get(f"/api/tables/{table.links['code']}").text
    assert set_table(table, begin=True).status_code == 200
    assert table.story()["now"][who]["state"] == "fled"
    play_some(table, 3)
    assert name not in anna.get().text
    places = table.get(f"/rulings/{who}").json()["kinds"]["place"]
    body = {"number": table.story()["number"], "fighter": who, "place": places[-1]}
    assert anna.post("/reinforcements", body).status_code == 403
    assert table.post("/reinforcements", {**body, "place": "nowhere"}).status_code == 422
    assert table.story()["table"]["reserve"] == [who], "nothing has changed"
    other = {**body, "fighter": fighters_of(table, 0)[0]}
    assert table.post("/reinforcements", other).status_code == 422
    assert table.post("/reinforcements", body).status_code == 200
    now = table.story()["now"][who]
    assert now["state"] == "standing"
    assert now["place"] == places[-1]
    assert name in anna.get().text
    assert any("reinforcements" in one["text"] for one in anna.story()["frames"])
    again = {**body, "number": table.story()["number"]}
    assert table.post("/reinforcements", again).status_code == 422
    table.play()
    assert table.story()["over"]


def test_a_reserve_leaves_somebody_on_each_side_and_nobody_who_is_taken(client: TestClient) -> None:
    table = gather(client)
    own, enemies = fighters_of(table, 0), fighters_of(table, 1)
    join(table, "Anna", own[0])
    assert set_table(table, reserve=enemies).status_code == 422
    assert set_table(table, reserve=enemies[1:]).status_code == 200
    assert set_table(table, reserve=[own[0]]).status_code == 422
    assert set_table(table, reserve=[own[1]]).status_code == 200
    assert own[1] not in [
        one["number"]
        for one in client.get(f"/api/tables/{table.links['code']}").json()["fighters"]
        if one["free"]
    ]
    assert set_table(table, reserve=[99]).status_code == 422
    set_table(table, begin=True)
    assert set_table(table, reserve=[]).status_code == 422


# --- rulings by choice ---


@each_ruleset
def test_every_ruling_that_is_offered_is_taken(shared_client: TestClient, ruleset: str) -> None:
    table = begin(shared_client, ruleset, gm="person", seed=2)
    found = table.get("/rulings/0").json()
    assert {"health", "place", "condition", "gear", "state"} <= set(found["kinds"])
    assert str(found["health"]) in found["kinds"]["health"]
    assert set(found["kinds"]["state"]) <= {"standing", "down", "fled", "dead"}
    for kind, values in found["kinds"].items():
        for value in (values[0], values[-1]):
            fresh = begin(shared_client, ruleset, gm="person", seed=2)
            ruling = {"kind": kind, "fighter": found["fighter"], "value": value, "text": "so"}
            body = {"number": fresh.story()["number"], "ruling": ruling}
            response = fresh.post("/answers", body)
            assert response.status_code == 200, (kind, value, response.text)
    assert table.as_side(0).get("/rulings/0").status_code == 403
    assert table.get("/rulings/999").status_code == 404


def test_what_cannot_be_ruled_is_not_offered(client: TestClient) -> None:
    table = begin(client, "shinobi", gm="person", seed=2)
    other = table.look()["story"]["now"][1]
    places = table.get("/rulings/0").json()["kinds"]["place"]
    assert other["place"] not in places, "somebody stands there"
    assert table.look()["story"]["now"][0]["place"] in places
    service = client.app.state.service  # type: ignore[attr-defined]
    fight = service.rooms.get(table.links["id"]).fight
    assert not is_legal(fight, 0, "health", "99")
    assert is_legal(fight, 0, "health", "1")


# --- at two processes at once ---


def first_elsewhere(client: TestClient, monkeypatch: pytest.MonkeyPatch, *lines: Any) -> None:
    """Let another process add lines first at the next change of a journal."""
    service = client.app.state.service  # type: ignore[attr-defined]
    append, waiting = service.writer.append, list(lines)

    def append_later(wanted: Any) -> Any:
        if waiting:
            service.store.append(wanted.fight, wanted.after, [waiting.pop()])
        return append(wanted)

    monkeypatch.setattr(service.writer, "append", append_later)


def seat_line(number: int, name: str, *fighters: int) -> Any:
    return table_line(Seat(number, name, fighters).change())


def test_two_who_join_at_once_get_seats_of_their_own(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = gather(client)
    own = fighters_of(table, 0)
    first_elsewhere(client, monkeypatch, seat_line(1, "Ben", own[1]))
    anna = join(table, "Anna", own[0])
    assert anna.look()["role"] == "seat 2"
    assert {name: one["role"] for name, one in seats(table).items()} == {
        "Ben": "seat 1", "Anna": "seat 2"
    }  # fmt: skip
    assert seats(table)["Ben"]["fighters"] == [own[1]]


@pytest.mark.parametrize(("name", "place"), [("Ben", 0), ("anna", 1)])
def test_what_somebody_took_meanwhile_is_not_taken_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, name: str, place: int
) -> None:
    table = gather(client)
    own = fighters_of(table, 0)
    first_elsewhere(client, monkeypatch, seat_line(1, name, own[place]))
    path = f"/api/tables/{table.links['code']}/seats"
    refused = client.post(path, json={"name": "Anna", "fighters": [own[0]]})
    assert refused.status_code == 422, refused.text
    assert list(seats(table)) == [name]


def test_a_seat_that_ended_meanwhile_is_not_changed(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = gather(client)
    anna = join(table, "Anna")
    first_elsewhere(client, monkeypatch, table_line({"do": "leave", "role": "seat 1"}))
    body = {"name": "Anne", "fighters": []}
    changed = client.put(f"{table.address}/seats/1", headers=anna.headers, json=body)
    assert changed.status_code == 422
    assert seats(table) == {}


def test_a_fight_that_began_meanwhile_is_not_begun_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = gather(client)
    first_elsewhere(client, monkeypatch, table_line({"do": "set", "is_gathering": False}))
    assert set_table(table, begin=True).status_code == 422


def said_line(text: str) -> Any:
    return news_line("gm", "Game master", text, "say")


def test_somebody_arrives_though_something_was_said_meanwhile(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = gather(client)
    assert set_table(table, begin=True).status_code == 200
    story = table.story()
    place = table.get("/rulings/0").json()["kinds"]["place"][-1]
    first_elsewhere(client, monkeypatch, said_line("two"), said_line("one"))
    body = {"number": story["number"], "entry": "city-archer", "side": 1, "place": place}
    brought = table.post("/reinforcements", body)
    assert brought.status_code == 200, brought.text
    assert len(table.story()["now"]) == len(story["now"]) + 1


def test_a_decision_is_taken_back_though_something_was_said_meanwhile(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begin(client)
    question = table.question()
    assert question is not None
    table.answer(question["number"], table.wise())
    story = table.story()
    first_elsewhere(client, monkeypatch, said_line("wait"))
    taken = table.post("/back", {"number": story["number"], "to": story["decisions"][-1]["at"]})
    assert taken.status_code == 200, taken.text
    assert len(table.story()["decisions"]) < len(story["decisions"])
