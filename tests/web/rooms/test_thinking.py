"""Test thinking players: in worker processes, and after a restart of the service."""

from __future__ import annotations

from typing import Any

import pytest
from at_the_table import Table, begin
from fastapi.testclient import TestClient

from affray.players import player_factories
from affray.web.app import create_app
from servers import wait_for

needs_strong = pytest.mark.skipif(
    "strong" not in player_factories(), reason="there is no strong player yet"
)


def wait_for_a_person(table: Table) -> dict[str, Any] | None:
    found: list[dict[str, Any] | None] = []

    def is_asked() -> bool:
        found.append(table.question())
        return found[-1] is None or found[-1]["player"] == "person"

    wait_for(is_asked, "nobody decides")
    return found[-1]


def until_the_strong_one_thinks(table: Table) -> None:
    for _ in range(60):
        question = table.question()
        assert question is not None
        if question["player"] == "strong":
            return
        options = question["options"]
        table.answer(question["number"], options[-1]["key"])


@needs_strong
def test_a_player_who_thinks_answers_by_and_by(client: TestClient) -> None:
    table = begin(client, players=["person", "strong"], seed=8)
    until_the_strong_one_thinks(table)
    assert table.answer(table.story()["number"], "anything").status_code in (403, 409)
    wait_for_a_person(table)
    sides = {one["side"] for one in table.story()["decisions"]}
    assert sides == {0, 1}


@needs_strong
def test_thinking_goes_on_after_the_service_was_ended(settings: Any) -> None:
    with TestClient(create_app(settings)) as first:
        table = begin(first, players=["person", "strong"], seed=8)
        until_the_strong_one_thinks(table)
    with TestClient(create_app(settings)) as second:
        table.client = second
        table.look()
        wait_for_a_person(table)


def test_nobody_is_given_more_time_than_the_service_allows(client: TestClient) -> None:
    from at_the_table import FIRST

    body = {"scenario": FIRST["mithryn"][1], "players": ["strong:3600s", "simple"]}
    assert client.post("/api/fights", json=body).status_code == 422
