"""Test wishes to take back: one for each side, a few a minute."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from at_the_table import Table, begin
from fastapi.testclient import TestClient

from affray.web.app import create_app
from affray.web.settings import Settings


def answered(table: Table, count: int) -> list[int]:
    """Answer a few questions; return the places of the decisions."""
    for _ in range(count):
        question = table.question()
        assert question is not None
        table.answer(question["number"], question["options"][0]["key"])
    return [one["at"] for one in table.story()["decisions"] if one["side"] >= 0]


def wish(table: Table, to: int) -> Any:
    return table.post("/back", {"number": table.story()["number"], "to": to})


def refuse(table: Table, **more: str) -> Any:
    return table.post("/refuse", {"number": table.story()["number"], **more})


def test_a_side_has_one_wish_at_a_time(client: TestClient) -> None:
    table = begin(client)
    first, second, *_ = answered(table, 4)
    mine = table.as_side(0)
    assert wish(mine, second).status_code == 200
    number = table.story()["number"]
    assert wish(mine, second).status_code == 200
    assert table.story()["number"] == number, "the same wish is not written twice"
    other = wish(mine, first)
    assert other.status_code == 422
    assert "withdraw" in other.json()["detail"]
    assert table.story()["number"] == number
    assert refuse(mine).status_code == 200
    assert wish(mine, first).status_code == 200
    assert table.story()["request"] == {"role": "side 0", "to": first}


def test_each_side_has_a_wish_of_its_own(client: TestClient) -> None:
    table = begin(client)
    first, second, *_ = answered(table, 4)
    assert wish(table.as_side(0), second).status_code == 200
    assert wish(table.as_side(1), first).status_code == 200
    assert table.story()["requests"] == [
        {"role": "side 0", "to": second},
        {"role": "side 1", "to": first},
    ]
    assert refuse(table, role="side 0").status_code == 200
    assert table.story()["requests"] == [{"role": "side 1", "to": first}]
    assert refuse(table, role="side 0").status_code == 422
    assert wish(table.as_side(0), first).status_code == 200  # granted
    assert table.story()["answers"] == first
    assert table.story()["requests"] == []


def test_a_side_asks_a_few_times_a_minute(settings: Settings) -> None:
    limited = replace(settings, rate=1000, burst=100_000, wishes_per_minute=0.001)
    with TestClient(create_app(limited)) as client:
        table = begin(client)
        to, *_ = answered(table, 4)
        codes = []
        for _ in range(5):
            codes.append(wish(table.as_side(0), to).status_code)
            refuse(table.as_side(0))
        assert codes == [200, 200, 200, 429, 429]
        assert wish(table.as_side(1), to).status_code == 200, "the other side may still ask"
        assert wish(table, to).status_code == 200, "the game master takes back at once"


def test_taking_back_to_what_was_no_decision_is_refused(client: TestClient) -> None:
    table = begin(client, players=["person", "simple"], seed=9)
    decided = {one["at"] for one in table.story()["decisions"]}
    answered(table, 3)
    story = table.story()
    decided = {one["at"] for one in story["decisions"]}
    rolled = next(at for at in range(story["answers"]) if at not in decided)
    assert wish(table, rolled).status_code == 422
    assert wish(table, story["answers"]).status_code == 422
    assert wish(table, max(decided)).status_code == 200
