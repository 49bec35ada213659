"""Test fights with changed rules or a damaged journal over HTTP: no response is a 500."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy
from at_the_table import Table, begin
from fastapi.testclient import TestClient

from affray.web.app import create_app
from affray.web.settings import Settings


def played(settings: Settings) -> tuple[Table, dict[str, Any], str]:
    """Return the story and tape of a fight that an earlier service stored."""
    with TestClient(create_app(settings)) as client:
        table = begin(client, players=["person", "simple"], seed=5)
        for _ in range(4):
            question = table.question()
            assert question is not None
            table.answer(question["number"], question["options"][0]["key"])
        return table, table.look(), table.get("/tape").text


def change(settings: Settings, statement: str, **values: Any) -> None:
    engine = sqlalchemy.create_engine(settings.store)
    with engine.begin() as connection:
        connection.execute(sqlalchemy.text(statement), values)
    engine.dispose()


DAMAGE = {
    "another revision": ("update fights set revision = 99", "revision 99"),
    "another scenario": ("update fights set scenario = 'ruleset = 1'", "ruleset"),
    "no option": (
        "update answers set text = 'Kael: dance' where number = 6",
        "line 6",
    ),
    "no answer": ("update answers set text = 'nonsense' where number = 6", "line 6"),
    "other dice": ("update answers set text = 'roll 9d9 = 1' where number = 1", "line 1"),
    "a line too much": (
        "insert into answers select fight, max(number) + 1, 'answer', 'Kael: dance', 0 "
        "from answers group by fight",
        "line",
    ),
    "an odd take back": (
        "insert into answers select fight, max(number) + 1, 'back', 'x', 0 "
        "from answers group by fight",
        "",
    ),
}


@pytest.mark.parametrize("damage", list(DAMAGE))
def test_it_is_shown_and_taken_out_with_its_log_but_not_played_on(
    settings: Settings, damage: str
) -> None:
    table, before, tape = played(settings)
    statement, says = DAMAGE[damage]
    change(settings, statement)
    with TestClient(create_app(settings)) as client:
        table.client = client
        found = table.look()
        assert says in found["story"]["frozen"]
        told = [frame["text"] for frame in before["story"]["frames"]]
        assert [frame["text"] for frame in found["story"]["frames"]] == told
        assert found["story"]["question"] is None
        text = table.get("/tape").text
        assert text.startswith("affray tape 1\n")
        if damage == "another revision":
            assert "ruleset mithryn 99\n" in text
            assert text.partition("answers\n")[2] == tape.partition("answers\n")[2]
        page = table.get("/page")
        assert page.status_code == 200
        assert told[-1] in page.text
        number = found["story"]["number"]
        for path, body in (
            ("/answers", {"number": number, "option": "x"}),
            ("/back", {"number": number, "to": 0}),
            ("/branch", {"at": 0}),
            ("/study", {}),
        ):
            refused = table.post(path, body)
            assert refused.status_code == 409, (path, refused.text)
            assert "not played on" in refused.json()["detail"]
        for path in ("/odds", "/option?key=x", "/reach/0", "/chances"):
            assert table.get(path).status_code == 409
        assert table.get("/question").json()["question"] is None


def test_the_same_fight_undamaged_goes_on(settings: Settings) -> None:
    table, before, _ = played(settings)
    with TestClient(create_app(settings)) as client:
        table.client = client
        assert table.look() == before
        assert before["story"]["frozen"] is None
