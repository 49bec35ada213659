"""Test that hidden information is never sent, by reading every byte that a role receives."""

from __future__ import annotations

import json
from typing import Any

import pytest
from at_the_table import Table, begin, offers_an_attack, play_until
from fastapi.testclient import TestClient
from test_tables import each_ruleset, fighters_of, gather, join, play_some, set_table

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable
from affray.core.tape import OpenQuestionError, RecordingTable
from affray.library import Scenario, parse, ruleset_named, scenario_texts
from affray.store import StoredFight
from affray.web.rooms.frames import Frame, to_json
from affray.web.rooms.story_view import OUT_OF_SIGHT, StoryView, hide_places
from affray.web.rooms.table_state import TableState, Veil
from affray.web.routes.begin import new_stored_fight
from affray.web.workers.tasks import FightPosition, question_odds


def hide(table: Table, *fighters: int, places: list[int] | None = None) -> Any:
    return table.post("/hidden", {"fighters": fighters, "places": places or []})


def everything_sent(table: Table) -> str:
    """Return the text of every response that a link can get."""
    texts = [table.get().text, table.get("/question").text, table.get("/odds").text]
    question = table.question()
    for option in (question or {"options": []})["options"][:6]:
        texts.append(table.client.get(
            f"{table.address}/option", headers=table.headers, params={"key": option["key"]}
        ).text)  # fmt: skip
    texts += [table.get(f"/reach/{who}").text for who in range(4)]
    page = table.get("/page").text
    texts += [table.get("/tape").text, page[page.index('id="data"') :].split("</script>")[0]]
    return "\n".join(texts)


def ambush(client: TestClient, ruleset: str) -> tuple[Table, Table, int, str]:
    """Return a table whose game master hides the last fighter of the other side at the start."""
    table = gather(client, ruleset)
    anna = join(table, "Anna", fighters_of(table, 0)[0])
    who = fighters_of(table, 1)[-1]
    name = table.look()["scene"]["fighters"][who]["name"]
    assert hide(table, who).status_code == 200
    set_table(table, begin=True)
    return table, anna, who, name


@each_ruleset
def test_a_hidden_fighter_is_in_nothing_that_is_sent(client: TestClient, ruleset: str) -> None:
    table, anna, _, name = ambush(client, ruleset)
    play_some(table, 6)
    asked = [anna, table.as_onlooker(), table.as_side(0)]
    whole = table.get().text
    assert name in whole, "the game master knows"
    for one in asked:
        sent = everything_sent(one)
        assert name not in sent
        assert len(one.look()["scene"]["fighters"]) == len(table.look()["scene"]["fighters"]) - 1
        assert len(one.story()["now"]) == len(table.story()["now"]) - 1
    assert anna.get("/tape").status_code == 403
    assert anna.post("/branch", {"at": 0}).status_code == 403
    assert anna.post("/study", {}).status_code == 403
    assert anna.get("/chances").status_code == 403
    before = len(anna.story()["frames"])
    view = anna.story()["view"]
    assert hide(table).status_code == 200
    story = anna.story()
    assert name in anna.get().text, "revealed"
    assert story["view"] != view, "the page knows that it has to ask anew"
    assert not any(name in to_json(one["text"]) for one in story["frames"][:before]), "not before"
    assert anna.get("/tape").status_code == 403, "what they did while hidden stays so"


def test_frames_and_decisions_are_counted_among_those_told(client: TestClient) -> None:
    table = gather(client)
    own, enemies = fighters_of(table, 0), fighters_of(table, 1)
    anna = join(table, "Anna", *own)
    hide(table, *enemies)
    set_table(table, begin=True)
    for _ in range(12):
        question = table.question()
        assert question is not None
        table.answer(question["number"], table.wise())
    whole, told = table.story(), anna.story()
    assert len(told["frames"]) < len(whole["frames"]), "something is hidden"
    assert [one["at"] for one in whole["frames"]] != list(range(len(whole["frames"])))
    assert [one["at"] for one in told["frames"]] == list(range(len(told["frames"])))
    assert [one["at"] for one in told["decisions"]] == list(range(len(told["decisions"])))
    assert told["answers"] == len(told["decisions"])
    last = told["decisions"][-1]
    number = table.story()["number"]
    assert anna.post("/back", {"number": number, "to": 9999}).status_code == 422
    assert anna.post("/back", {"number": number, "to": last["at"]}).status_code == 200
    assert anna.story()["request"]["to"] == last["at"]
    wished = table.story()["request"]["to"]
    [meant] = [one for one in whole["decisions"] if one["at"] == wished]
    assert meant["asked"] == last["asked"]
    assert meant["chose"] == last["chose"]


def test_numbers_of_fighters_are_counted_among_those_known(client: TestClient) -> None:
    table = gather(client)
    own = fighters_of(table, 0)
    anna = join(table, "Anna", own[1])
    names = [one["name"] for one in table.look()["scene"]["fighters"]]
    hide(table, own[0])
    set_table(table, begin=True)
    scene = anna.look()["scene"]
    assert [one["name"] for one in scene["fighters"]] == names[:0] + names[1:]
    seat = anna.story()["table"]["seats"][0]
    assert scene["fighters"][seat["fighters"][0]]["name"] == names[own[1]]
    for _ in range(40):
        question = table.question()
        assert question is not None
        if question["who"] == own[1]:
            break
        table.answer(question["number"], table.wise())
    mine = anna.question()
    assert mine is not None
    assert scene["fighters"][mine["who"]]["name"] == names[own[1]]
    told = {one["key"]: one["target"] for one in question["options"]}
    for one in mine["options"]:
        target = told[one["key"]]
        assert (scene["fighters"][one["target"]]["name"] if one["target"] >= 0 else None) == (
            names[target] if target >= 0 else None
        )
    assert hide(table.as_side(0), 0).status_code == 403
    assert hide(table, 99).status_code == 422
    assert hide(table, places=[9999]).status_code == 422


def test_what_cannot_be_seen_cannot_be_chosen(client: TestClient) -> None:
    table, anna, who, name = ambush(client, "mithryn")
    first = fighters_of(table, 0)[0]
    for _ in range(60):
        question = table.question()
        assert question is not None
        hidden = [one for one in question["options"] if one["target"] == who]
        if question["who"] == first and hidden:
            break
        table.answer(question["number"], table.wise())
    mine = anna.question()
    assert mine is not None
    assert mine["yours"]
    keys = [one["key"] for one in mine["options"]]
    assert keys
    assert hidden[0]["key"] not in keys
    refused = anna.answer(mine["number"], hidden[0]["key"])
    assert refused.status_code == 422
    assert name not in refused.text
    assert hide(table).status_code == 200
    assert hidden[0]["key"] in [one["key"] for one in anna.question()["options"]]  # type: ignore[index]


def test_a_hidden_fighter_cannot_be_taken_by_whoever_joins(client: TestClient) -> None:
    table = gather(client)
    own = fighters_of(table, 0)
    name = table.look()["scene"]["fighters"][own[0]]["name"]
    hide(table, own[0])
    path = f"/api/tables/{table.links['code']}"
    assert name not in client.get(path).text
    refused = client.post(f"{path}/seats", json={"name": "Eve", "fighters": [own[0]]})
    assert refused.status_code == 422
    assert name not in refused.text


def test_hidden_places_are_not_sent(client: TestClient) -> None:
    table = gather(client)
    own = fighters_of(table, 0)[0]
    anna = join(table, "Anna", own)
    board = table.look()["scene"]["board"]
    stood = {one["where"]["place"] for one in table.story()["now"]}
    place = next(n for n in range(len(board["places"])) if n not in stood)
    hide(table, places=[place])
    set_table(table, begin=True)
    play_some(table, 2)
    assert board["places"][place] not in everything_sent(anna)
    assert board["places"][place] in table.get().text
    found = anna.look()["scene"]["board"]
    assert found["hidden"] == [place]
    assert not any(place in path for path in found["paths"])

    def may_go_there(question: dict[str, Any]) -> Any:
        return question["who"] == own and place in [one["place"] for one in question["options"]]

    question = play_until(table, may_go_there)
    went = next(one["key"] for one in question["options"] if one["place"] == place)
    mine = anna.question()
    assert mine is not None
    assert mine["yours"]
    assert anna.get("/odds").json()["odds"]
    assert board["places"][place] not in everything_sent(anna)
    refused = anna.get("/option?key=" + went)
    assert refused.status_code == 404
    assert board["places"][place] not in refused.text


@pytest.mark.parametrize("ruleset", ["renaissance", "shinobi", "orrery", "olde"])
def test_a_board_loses_what_is_at_hidden_places(client: TestClient, ruleset: str) -> None:
    board = begin(client, ruleset).look()["scene"]["board"]
    many = range(len(board["places"]))
    assert hide_places(dict(board), frozenset()) == board
    bare = hide_places(json.loads(json.dumps(board)), frozenset(many))
    for key in ("solid", "rough", "cover", "links", "exits", "engines", "walls"):
        assert not bare.get(key), key
    assert set(bare.get("terrain", ["open"])) == {"open"}


# --- time: who was hidden when something was told ---

STATE = {"health": 3, "max": 3, "state": "standing", "conditions": [], "place": "yard"}


def state(place: int = 0, *conditions: str) -> dict[str, Any]:
    return {**STATE, "conditions": list(conditions), "where": {"place": place}}


def frame(at: int, text: str, **changed: dict[str, Any]) -> Frame:
    fighters = {name[1:]: one for name, one in changed.items()}
    data = {"at": at, "kind": "x", "parts": {}, "rules": ["r"], "rolls": ["1d6 = 3"],
            "text": text, "round": 1, "fighters": fighters}  # fmt: skip
    return Frame(at, data)


class FakeSetup:
    names = ("Ada", "Orc", "Orc 2")

    def board(self) -> dict[str, Any]:
        return {"kind": "zones", "places": ["yard", "cellar"], "paths": [[0, 1]]}


class FakeScenario:
    def __init__(self, ruleset: str = "renaissance") -> None:
        self.setup = FakeSetup()
        self.ruleset = ruleset_named(ruleset)


def view_of(role: str = "side 0", ruleset: str = "renaissance", **table: Any) -> StoryView:
    stored = StoredFight("f", "n", "", ruleset, 1, "0", 1, ("person", "person"), "person")
    state = TableState(stored, [0, 1, 1])
    for name, value in table.items():
        setattr(state, name, value)
    return StoryView(state, role, FakeScenario(ruleset))  # type: ignore[arg-type]


def texts(view: StoryView) -> list[str]:
    return [one.data["text"] for one in view.frames()]


START = frame(1, "It begins", _0=state(), _1=state(), _2=state())


def test_a_line_is_judged_by_who_was_hidden_when_it_was_told() -> None:
    veils = [Veil(3, frozenset({1})), Veil(5)]
    view = view_of(veils=veils)
    story = [
        START,
        frame(3, "Orc shouts"),
        frame(4, "Orc creeps", _1=state(1)),
        frame(5, "Orc 2 waits"),
        frame(6, "Orc springs out", _1=state()),
    ]
    view.update(story, [state(), state(), state()])
    assert texts(view) == ["It begins", "Orc shouts", "Orc 2 waits", "Orc springs out"]
    assert view.known == [0, 1, 2]


def test_what_hidden_ones_do_to_those_in_sight_is_seen_without_a_name() -> None:
    view = view_of(veils=[Veil(0, frozenset({1}))])
    hurt = {**state(), "health": 1}
    view.update([START, frame(2, "Orc shoots Ada", _0=hurt)], [hurt, state(), state()])
    assert texts(view) == ["It begins", "A shot from the dark: Ada takes 2 (3 → 1)."]
    told = view.frames()[1].data
    assert told["fighters"] == {"0": hurt}
    assert told["rolls"] == told["rules"] == []
    assert view.known == [0, 2], "whom nobody ever saw is not even counted"
    assert [one["health"] for one in view.now()] == [1, 3]


def test_harm_from_a_hidden_foe_says_whom_it_hits_and_names_nobody_else() -> None:
    view = view_of(veils=[Veil(0, frozenset({1}))])
    down = {**state(0, "held by Orc", "prone"), "health": 0, "state": "down"}
    story = [
        START,
        frame(2, "Orc attacks Ada with the longbow"),
        frame(3, "Orc hits Ada", _0=down),
        frame(4, "Ada is dragged along by Orc", _0={**down, "where": {"place": 1}}),
    ]
    view.update(story, [state(), state(), state()])
    assert texts(view) == [
        "It begins",
        "An arrow from the dark: Ada takes 3 (3 → 0) and goes down and is prone.",
        OUT_OF_SIGHT,
    ]


def test_resources_that_change_out_of_sight_are_no_event_of_their_own() -> None:
    view = view_of(veils=[Veil(0, frozenset({1}))])
    story = [
        START,
        frame(2, "Orc rolls 7 for Action Points", _0=state(0, "8 AP")),
        frame(3, "Ada acts"),
    ]
    view.update(story, [state(0, "8 AP"), state(), state()])
    assert texts(view) == ["It begins", "Ada acts"]
    assert view.frames()[1].data["fighters"]["0"]["conditions"] == ["8 AP"]


def test_revealing_and_hiding_a_fighter_is_told_to_everybody(client: TestClient) -> None:
    table = begin(client, gm="person", seed=3)
    names = [one["name"] for one in table.look()["scene"]["fighters"]]
    player = table.as_side(0)

    def told() -> list[tuple[str, str]]:
        return [(one["kind"], one["name"]) for one in player.story()["chat"]]

    assert table.post("/hidden", {"fighters": [4]}).status_code == 200
    assert told() == [("hidden", names[4])], "who was seen before is seen to go"
    assert table.post("/hidden", {"fighters": []}).status_code == 200
    assert told()[1:] == [("revealed", names[4])]
    places = [table.story()["now"][3]["where"]["place"]]
    assert table.post("/hidden", {"places": places}).status_code == 200
    assert ("hidden", names[3]) in told()


def test_nothing_is_told_of_whom_nobody_knows(client: TestClient) -> None:
    table = begin(client, gm="person", friends=[0], seed=3)
    assert table.post("/hidden", {"fighters": [4]}).status_code == 200
    assert table.post("/table", {"begin": True}).status_code == 200
    names = [one["name"] for one in table.look()["scene"]["fighters"]]
    player = table.as_side(0)
    assert len(player.look()["scene"]["fighters"]) == len(names) - 1
    assert player.story()["chat"] == []
    assert table.post("/hidden", {"fighters": []}).status_code == 200
    told = [one["name"] for one in player.look()["scene"]["fighters"]]
    assert len(told) == len(names)
    assert told[4] != names[4], "another of the kind was seen first, and has the number one"
    assert [one["name"] for one in player.story()["chat"]] == [told[4]]


def test_somebody_at_a_hidden_place_is_out_of_sight_until_they_leave_it() -> None:
    view = view_of(veils=[Veil(0, frozenset(), frozenset({1}))])
    down, up = state(1), state(0)
    story = [START, frame(2, "Orc goes to the cellar", _1=down), frame(3, "Orc digs")]
    view.update(story, [state(), down, state()])
    assert texts(view) == ["It begins"]
    assert view.now()[1]["where"] is None
    assert view.now()[1]["place"] == "out of sight"
    story.append(frame(4, "Orc comes up", _1=up))
    view.update(story, [state(), up, state()])
    assert texts(view) == ["It begins", "Orc comes up"]
    assert view.now()[1]["where"] == {"place": 0}


def test_whom_the_rules_hide_is_kept_from_the_others_where_the_table_is_secret() -> None:
    hidden, found = state(0, "hidden"), state(1)
    story = [
        START,
        frame(2, "Orc hides", _1=hidden),
        frame(3, "Orc moves on", _1={**hidden, "where": {"place": 1}}),
        frame(4, "Ada finds Orc", _1=found),
    ]
    now = [state(), found, state()]
    for role, ruleset, secret, seen in (
        ("side 0", "renaissance", True, ["It begins", "Orc hides", "Ada finds Orc"]),
        ("side 0", "orrery", True, ["It begins", "Orc hides", "Ada finds Orc"]),
        ("side 1", "renaissance", True, [one.data["text"] for one in story]),
        ("side 0", "shinobi", True, [one.data["text"] for one in story]),
        ("side 0", "renaissance", False, [one.data["text"] for one in story]),
    ):
        view = view_of(role, ruleset, is_secret=secret)
        view.update(story, now)
        assert texts(view) == seen, (role, ruleset, secret)
    view = view_of(is_secret=True)
    view.update(story[:3], [state(), {**hidden, "where": {"place": 1}}, state()])
    assert view.now()[1]["where"] is None
    assert len(view.known) == 3, "they were seen before they hid"


def test_a_name_within_another_is_not_taken_for_it() -> None:
    view = view_of(veils=[Veil(0, frozenset({1}))])
    assert view.names_hidden(["Orc strikes"], frozenset({1}), frozenset())
    assert not view.names_hidden(["Orc 2 strikes"], frozenset({1}), frozenset())
    assert not view.names_hidden(["Orcish"], frozenset({1}), frozenset())
    assert view.names_hidden([{"by": ["Orc"]}], frozenset({1}), frozenset())
    assert view.names_hidden(["in the cellar."], frozenset(), frozenset({1}))
    assert not view.names_hidden(["in the yard."], frozenset(), frozenset({1}))


def test_a_question_about_somebody_unseen_says_nothing_of_them() -> None:
    view = view_of(veils=[Veil(0, frozenset({1}))])
    view.update([START], [state(), state(), state()])
    data = {"number": 1, "kind": "turn", "side": 1, "who": 1, "about": -1, "target": 0,
            "asked": "Orc", "prompt": "What does Orc do?", "player": "person", "yours": False,
            "default": 0, "seats": [], "options": [{"key": "x", "text": "Orc", "target": 0,
            "place": -1, "kind": "x"}]}  # fmt: skip
    found = view.question(dict(data))
    assert "Orc" not in to_json(found)
    assert found["options"] == []
    assert found["who"] == -1
    seen = view.question({**data, "who": 2, "asked": "Orc 2", "prompt": "What does Orc 2 do?"})
    assert seen["asked"] == "Orc", "there is but one, as far as one knows"
    assert seen["who"] == 1


def test_a_view_grows_with_the_story_as_if_it_were_made_anew() -> None:
    veils = [Veil(0, frozenset({1})), Veil(2)]
    story = [START, frame(2, "Orc waits"), frame(3, "Orc springs", _1=state(1))]
    grown, fresh = view_of(veils=veils), view_of(veils=veils)
    for count in range(1, 4):
        grown.update(story[:count], [state(), state(), state()])
        grown.frames()
    fresh.update(story, [state(), state(), state()])
    assert grown.frames() == fresh.frames()
    assert grown.token() == fresh.token()


# --- odds ---


def at_annas_turn(table: Table, who: int) -> dict[str, Any]:
    """Play as `simple` would until a fighter's turn offers an attack."""
    return play_until(table, lambda one: one["who"] == who and offers_an_attack(one))


@each_ruleset
def test_odds_are_as_if_the_hidden_were_away(client: TestClient, ruleset: str) -> None:
    table, anna, _, name = ambush(client, ruleset)
    question = at_annas_turn(table, fighters_of(table, 0)[0])
    mine = anna.get("/odds").json()
    tape = table.get("/tape").text + f"GM rules state of {name} = fled | out of sight\n"
    links = client.post("/api/fights/tapes", json={"tape": tape}).json()
    without = Table(client, links, links["gm"])
    twin = without.question()
    assert twin is not None
    assert twin["who"] == question["who"], "the same is asked"
    theirs = without.get(f"/odds?replies={mine['replies']}").json()
    if theirs["replies"] != mine["replies"]:  # on a busy machine one of them may have no time
        mine = anna.get(f"/odds?replies={theirs['replies']}").json()
    assert mine["odds"]
    known = [one["name"] for one in anna.look()["scene"]["fighters"]]
    everybody = [one["name"] for one in without.look()["scene"]["fighters"]]
    whole = to_json(theirs["odds"])
    real = [one for one in everybody if one != name]
    for there, here in zip(real, known, strict=True):  # as they are called where one is hidden
        whole = whole.replace(there, here)
    everybody = [dict(zip(real, known, strict=True)).get(one, one) for one in everybody]
    expected = json.loads(whole)
    exact = [key for key, one in mine["odds"].items() if one["exact"] and expected[key]["exact"]]
    assert exact
    for key in exact:
        odds, other = mine["odds"][key], expected[key]
        figures = [
            {part: one[part] for part in ("hit", "mean", "drop") if one.get(part) is not None}
            for one in (odds, other)
        ]
        assert figures[0] == pytest.approx(figures[1], rel=1e-12)
        told = {known[one["who"]]: one["drop"] for one in odds["fighters"]}
        expects = {everybody[one["who"]]: one["drop"] for one in other["fighters"]}
        assert told == pytest.approx(expects, rel=1e-12)


class StoppingTable(LiveTable):
    """Play as simple players would until a fighter's turn."""

    def __init__(self, scenario: Scenario, who: str) -> None:
        player = scenario.ruleset.simple_player()
        super().__init__(Dice(3), [player] * len(scenario.sides))
        self.who = who

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        if fight.setup.asked_name(question) == self.who:
            raise OpenQuestionError(fight, question)
        return super().ask(fight, question)


def test_nothing_about_the_unseen_is_in_the_odds() -> None:
    """Test a raider among three bearers, two or all of whom are unseen."""
    placed = '{ is = "raider", at = "well", count = 5 }'
    text = scenario_texts()["shield-bearers"]
    assert placed in text
    text = text.replace(placed, '{ is = "raider", at = "lane", hp = 90 }')
    text = 'before = [{ fighter = "Tam", kind = "health", value = "2" }]\n' + text
    scenario = parse(text, "x")
    table = RecordingTable(StoppingTable(scenario, "Raider"))
    with pytest.raises(OpenQuestionError):
        scenario.setup.new_fight(table).play()
    tape = tuple(answer.text() for answer in table.answers)
    stored = new_stored_fight(text, "x", scenario, 1, ("person", "person"), "person")
    whole = question_odds(FightPosition(stored, tape), "simple")["odds"]
    without = question_odds(FightPosition(stored, tape, ("Hale", "Ode")), "simple")["odds"]
    assert not any("Hale" in key or "Ode" in key for key in without)
    key = "attack Tam with handaxe"
    assert key in whole
    assert any("Hale" in one for one in whole), "who is seen is in them"
    hurt = {one["who"]: one["harm"] for one in without[key]["fighters"]}
    assert list(hurt) == [2], "Tam alone"
    alone = ("Hale", "Ode", "Tam")
    assert question_odds(FightPosition(stored, tape, alone), "simple")["odds"] == {}, (
        "nobody to ask about"
    )


def test_the_advice_of_a_player_who_knows_more_is_not_given(client: TestClient) -> None:
    table, anna, who, _ = ambush(client, "shinobi")
    mine = fighters_of(table, 0)[0]
    question = play_until(table, lambda one: one["who"] == mine and one["kind"] != "turn")
    hidden = anna.question()
    assert hidden is not None
    assert hidden["simple"] == hidden["options"][hidden["default"]]["key"]
    hide(table)
    shown = anna.question()
    assert shown is not None
    assert shown["simple"] == question["simple"]
    assert who >= 0


# --- numbers in names ---


class ThreeOrcs(FakeSetup):
    names = ("Ada", "Orc 1", "Orc 2", "Orc 3")


def orcs(*hidden: int) -> StoryView:
    view = view_of(veils=[Veil(0, frozenset(hidden))], fighter_sides=[0, 1, 1, 1])
    scenario = FakeScenario()
    scenario.setup = ThreeOrcs()
    return StoryView(view.table, "side 0", scenario)  # type: ignore[arg-type]


FOUR = [state()] * 4


def test_a_hidden_fighter_leaves_no_gap_in_the_names() -> None:
    view = orcs(2)
    view.update([frame(1, "Orc 3 hits Orc 1"), frame(2, "Orc 2 waits")], FOUR)
    assert texts(view) == ["Orc 2 hits Orc 1"]
    scene = view.scene({"fighters": [{"name": one} for one in ThreeOrcs.names], "board": {}})
    assert [one["name"] for one in scene["fighters"]] == ["Ada", "Orc 1", "Orc 2"]
    token = view.token()
    view.table.veils.append(Veil(3))
    view.update(
        [frame(1, "Orc 3 hits Orc 1"), frame(2, "Orc 2 waits"), frame(4, "Orc 2 comes")], FOUR
    )
    assert texts(view) == ["Orc 2 hits Orc 1", "Orc 3 comes"], "who was seen first stays so"
    assert view.token() != token


def test_one_of_whom_no_other_is_known_has_no_number() -> None:
    view = orcs(1, 2)
    view.update([frame(1, "Orc 3 yawns")], FOUR)
    assert texts(view) == ["Orc yawns"]


def test_an_option_is_chosen_by_the_name_that_was_told() -> None:
    view = orcs(2)
    view.update([START], FOUR)
    options = [
        Option("attack", f"attack {name}", f"Attack {name}", target=who, takes_words=True)
        for who, name in enumerate(ThreeOrcs.names)
    ]
    question = Question("turn", 0, 0, options)
    assert view.option(question, "attack Orc 2") is options[3]
    assert view.option(question, "attack Orc 1") is options[1]
    assert view.option(question, "attack Orc 3") is None, "there are but two, as far as one knows"
    said = view.option(question, "attack Orc 2 | by the beard")
    assert said is not None
    assert said.key == "attack Orc 3 | by the beard"


def test_whoever_dies_in_the_dark_is_dead_for_those_who_knew_them() -> None:
    view = view_of(veils=[Veil(0), Veil(2, frozenset({1}))])
    dead = {**state(), "health": 0, "state": "dead"}
    view.update([START, frame(3, "Orc dies", _1=dead)], [state(), dead, state()])
    assert [one["state"] for one in view.now()] == ["standing", "dead", "standing"]
    assert view.now()[1]["where"] is None, "nobody is told where"


def test_a_picture_of_the_map_is_for_those_from_whom_nothing_of_it_is_hidden(
    client: TestClient,
) -> None:
    table = begin(client, gm="person", seed=3)
    player = table.as_side(0)
    picture = {"image": "data:image/png;base64,AAAA", "width": 4, "height": 3,
               "doors": [{"line": [0, 0, 1, 0], "closed": True}], "lights": []}  # fmt: skip
    assert player.get("/picture").status_code == 404
    assert player.post("/picture", picture).status_code == 403
    assert table.post("/picture", {**picture, "image": "https://x"}).status_code == 422
    assert table.post("/picture", picture).status_code == 201
    assert player.story()["table"]["picture"]
    assert player.get("/picture").json() == picture
    assert hide(table, places=[0]).status_code == 200
    assert player.get("/picture").status_code == 403
    assert table.get("/picture").json() == picture


def test_nobody_is_pointed_to_a_hidden_place(client: TestClient) -> None:
    table = begin(client, gm="person", seed=3)
    player = table.as_side(0)
    assert player.post("/chat", {"kind": "ping", "text": "1"}).status_code == 201
    assert [(one["kind"], one["text"]) for one in table.story()["chat"]] == [("ping", "1")]
    assert player.post("/chat", {"kind": "ping", "text": "99"}).status_code == 422
    assert hide(table, places=[0]).status_code == 200
    assert player.post("/chat", {"kind": "ping", "text": "0"}).status_code == 422
    assert table.post("/chat", {"kind": "ping", "text": "0"}).status_code == 201
    assert [one["text"] for one in player.story()["chat"] if one["kind"] == "ping"] == ["1"]
