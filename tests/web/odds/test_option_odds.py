"""Test the odds of options, and their kinds of outcome with rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from at_the_table import Table, begin, offers_an_attack, play_until
from fastapi.testclient import TestClient

import affray
from affray.api import scenario_of_tape
from affray.cli import main
from affray.core.playouts import FightHistory
from affray.core.table import DefaultPlayer
from affray.core.tape import parse_tape
from affray.lab.odds.fighter_states import fighter_states
from affray.lab.odds.questions import option_odds
from affray.library import rulebook_of, rulesets


@pytest.fixture
def client(shared_client: TestClient) -> TestClient:
    return shared_client


Capture = pytest.CaptureFixture[str]
each_ruleset = pytest.mark.parametrize("ruleset", list(rulesets()))


def odds_of(table: Table) -> dict[str, Any]:
    found: dict[str, Any] = table.get("/odds").json()
    return found


def opened(table: Table, key: str) -> dict[str, Any]:
    response = table.client.get(
        f"{table.address}/option", params={"key": key}, headers=table.headers
    )
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


@each_ruleset
def test_every_option_has_odds_and_attacks_their_three_figures(
    client: TestClient, ruleset: str
) -> None:
    table = begin(client, ruleset, gm="person")
    question = play_until(table, offers_an_attack)
    odds = odds_of(table)["odds"]
    assert list(odds) == [one["key"] for one in question["options"]]
    for option in question["options"]:
        figures = odds[option["key"]]
        assert ("hit" in figures) == option["attack"]
        assert figures["error"] <= (1e-9 if figures["exact"] else 0.25)
        if option["attack"]:
            assert 0 <= figures["hit"] <= 1 + 1e-9
            assert 0 <= figures["drop"] <= 1 + 1e-9
        for one in figures["fighters"]:
            for p in (one["drop"], one["moved"], *one["states"].values()):
                assert 0 <= p <= 1 + 1e-9


@each_ruleset
def test_the_figures_are_those_of_the_command_line(client: TestClient, ruleset: str) -> None:
    """`affray odds --tape` and the page have one implementation."""
    table = begin(client, ruleset, gm="person")
    question = play_until(table, offers_an_attack)
    found = odds_of(table)
    tape = parse_tape(table.get("/tape").text)
    setup = scenario_of_tape(tape, "tape").setup
    decides = rulesets()[ruleset].simple_player if found["replies"] == "simple" else DefaultPlayer
    players = [decides() for _ in setup.sides]
    course = FightHistory(setup, tape.answers)
    assert course.open_question is not None
    asked, before = course.open_question.question, fighter_states(course.open_question.fight)
    moment = course.snapshot(len(tape.answers))
    attacks = {one["key"] for one in question["options"] if one["attack"]}
    for option in asked.options:
        shown = found["odds"][option.key]
        if option.key in attacks or not shown["exact"]:
            continue
        odds = option_odds(moment, setup.asked_name(asked), option, before, players)
        by_fighter = {one["who"]: one for one in shown["fighters"]}
        for who, harm in odds.mean_harm(before).items():
            assert by_fighter[who]["harm"] == pytest.approx(harm)
        for who, p in odds.drop_probabilities(before).items():
            assert by_fighter[who]["drop"] == pytest.approx(p)


def begin_duel(client: TestClient) -> Table:
    """Return a duel in which the target may raise a shield."""
    text = affray.load("first-blood").toml()
    return begin(client, scenario=text, name="first-blood", players=["person"] * 2, seed=3)


@pytest.mark.parametrize("replies", ["simple", "passive", "best"])
def test_the_page_python_and_the_command_line_assume_the_same(
    client: TestClient, replies: str, tmp_path: Path, capsys: Capture
) -> None:
    """One switch changes the assumption, and the text beside the figures names it."""
    table = begin_duel(client)
    question = play_until(table, offers_an_attack)
    found = table.get(f"/odds?replies={replies}").json()
    assert found["replies"] == replies
    names = [fighter["name"] for fighter in table.look()["scene"]["fighters"]]
    tape = tmp_path / "fight.tape"
    tape.write_text(table.get("/tape").text, "utf-8")
    by_python = affray.replay(tape.read_text("utf-8")).odds(replies=replies).data()
    assert main(["odds", "--tape", str(tape), "--replies", replies, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["options"] == by_python["options"]
    assert main(["odds", "--tape", str(tape), "--replies", replies]) == 0
    assert found["assumption"] in " ".join(capsys.readouterr().out.split())
    attacks = {one["key"] for one in question["options"] if one["attack"]}
    compared = 0
    for one in by_python["options"]:
        shown = found["odds"][one["option"]]
        for figure in ("harm", "drop"):
            by_page = {names[each["who"]]: each[figure] for each in shown["fighters"]}
            for name, value in one[figure].items():
                assert by_page.get(name, 0.0) == pytest.approx(value, abs=1e-9), one["option"]
        compared += one["option"] in attacks
    assert compared


def test_another_assumption_gives_other_figures(client: TestClient) -> None:
    """A target that defends takes less harm, and the result names the defence."""
    table = begin_duel(client)
    question = play_until(table, offers_an_attack)
    key = next(one["key"] for one in question["options"] if one["attack"])
    found = {
        replies: table.get(f"/odds?replies={replies}").json() for replies in ("passive", "best")
    }
    assert found["best"]["odds"][key]["mean"] < found["passive"]["odds"][key]["mean"]
    assert found["best"]["assumption"] == "if others give their best reply"
    assert table.get("/odds").json()["assumption"] == "without optional replies"
    detail = table.client.get(
        f"{table.address}/option", params={"key": key, "replies": "best"}, headers=table.headers
    ).json()
    assert detail["odds"]["mean"] == found["best"]["odds"][key]["mean"]
    assert detail["assumption"] == "if others give their best reply"
    assert table.get("/odds?replies=nobody").status_code == 422


def test_a_reaction_shows_what_becomes_of_whom(client: TestClient) -> None:
    """A shield cancels one hit, so a defender takes less harm."""
    table = begin(client, "mithryn", players=["person", "person"], gm="person", seed=3)
    question = play_until(table, lambda one: one["kind"] in ("defend", "interpose"))
    odds = odds_of(table)["odds"]
    stays, reacts = (odds[one["key"]] for one in question["options"][:2])
    assert stays["exact"]
    assert reacts["exact"]
    assert stays["rolled"]
    harm = {one["who"]: one["harm"] for one in stays["fighters"]}
    assert harm
    assert max(harm.values()) > 0
    after = {one["who"]: one["harm"] for one in reacts["fighters"]}
    assert harm != after


def test_a_grapple_shows_the_chance_of_its_condition(client: TestClient) -> None:
    table = begin(client, "mithryn", players=["person", "person"], gm="person", seed=3)
    question = play_until(table, lambda one: any(o["kind"] == "grapple" for o in one["options"]))
    key = next(one["key"] for one in question["options"] if one["kind"] == "grapple")
    target = next(one["target"] for one in question["options"] if one["key"] == key)
    found = odds_of(table)["odds"][key]
    one = next(one for one in found["fighters"] if one["who"] == target)
    assert 0 < one["conditions"]["held"] < 1


def test_where_nothing_is_rolled_no_odds_are_made_up(client: TestClient) -> None:
    table = begin(client, "mithryn", gm="person")
    question = play_until(table, lambda one: any(o["kind"] == "move" for o in one["options"]))
    key = next(one["key"] for one in question["options"] if one["kind"] == "move")
    assert not odds_of(table)["odds"][key]["rolled"]


@each_ruleset
def test_an_opened_attack_tells_every_kind_of_outcome(client: TestClient, ruleset: str) -> None:
    table = begin(client, ruleset, gm="person")
    question = play_until(table, offers_an_attack)
    known = {rule.id for rule in rulebook_of(ruleset).rules}
    key = next(one["key"] for one in question["options"] if one["attack"])
    found = opened(table, key)
    assert abs(sum(found["damage"].values()) - 1) < 1e-9
    ways = found["ways"]
    assert sum(one["p"] for one in ways) == pytest.approx(1, abs=1e-9)
    assert [one["p"] for one in ways[:-1]] == sorted((one["p"] for one in ways[:-1]), reverse=True)
    assert {one["kind"].partition(";")[0].partition(" (")[0] for one in ways} >= {"hit", "miss"}
    likely = [one for one in ways if one["p"] > 0.02 and "rarer" not in one["kind"]]
    for way in likely:
        assert way["told"], way["kind"]
        assert any(line["rolls"] for line in way["told"])
        assert any(line["because"] for line in way["told"])
        for line in way["told"]:
            assert {rule for _, rule in line["because"]} | set(line["rules"]) <= known


@each_ruleset
def test_the_parts_of_a_sum_are_named_with_their_rules(client: TestClient, ruleset: str) -> None:
    """In a whole fight, every explanation of a number names an existing rule."""
    table = begin(client, ruleset, players=["simple", "simple"], seed=9)
    known = {rule.id for rule in rulebook_of(ruleset).rules}
    sums = [frame for frame in table.story()["frames"] if frame["parts"].get("because")]
    assert sums
    for frame in sums:
        for what, rule in frame["parts"]["because"]:
            assert what
            assert rule in known, rule


def test_an_option_opened_twice_tells_the_same(client: TestClient) -> None:
    table = begin(client, "shinobi", gm="person")
    question = play_until(table, offers_an_attack)
    key = next(one["key"] for one in question["options"] if one["attack"])
    assert opened(table, key) == opened(table, key)


@each_ruleset
def test_a_fighters_reach_covers_the_board(client: TestClient, ruleset: str) -> None:
    table = begin(client, ruleset, gm="person")
    question = play_until(table, offers_an_attack)
    scene = table.look()["scene"]
    board, now = scene["board"], table.story()["now"]
    attackable = {one["target"] for one in question["options"] if one["attack"]}
    found = table.get(f"/reach/{question['who']}").json()
    assert found["whole"]
    assert any(one["can"] for one in found["targets"])
    reached = {place for weapon in found["weapons"] for place in weapon["places"]}
    mine = scene["fighters"][question["who"]]["side"]
    for target in attackable:
        if scene["fighters"][target]["side"] != mine:
            assert now[target]["where"]["place"] in reached
    assert reached.isdisjoint(board.get("solid", []))
    for weapon in found["weapons"]:
        assert weapon["places"] == sorted(set(weapon["places"]))


def test_reach_in_close_combat_is_told_from_range(client: TestClient) -> None:
    table = begin(client, "shinobi", gm="person")
    board = table.look()["scene"]["board"]
    now = table.story()["now"]
    found = table.get("/reach/0").json()
    weapons = {one["weapon"]: one for one in found["weapons"]}
    here = now[0]["where"]["place"]
    wide = board["width"]
    near = weapons["blade"]
    assert not near["far"]
    for place in near["places"]:
        away = max(abs(place % wide - here % wide), abs(place // wide - here // wide))
        assert away == 1
    assert weapons["shuriken"]["far"]


def test_somebody_who_is_out_reaches_nothing(client: TestClient) -> None:
    table = begin(client, "mithryn", players=["person", "person"], gm="person")
    table.post(
        "/answers",
        {
            "number": table.story()["number"],
            "ruling": {
                "kind": "state",
                "fighter": table.look()["scene"]["fighters"][0]["name"],
                "value": "down",
            },
        },
    )
    found = table.get("/reach/0").json()
    assert found["weapons"] == []
    assert found["targets"] == []
