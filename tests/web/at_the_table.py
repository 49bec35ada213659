"""Small fights at the service, through one of their links."""

from __future__ import annotations

from typing import Any

from affray.core.questions import GM, Option
from affray.core.tape import OpenQuestionError, TapeTable, parse_tape
from affray.library import rulesets, toml_of
from affray.web.rooms.shared_scenarios import shared_scenario

FIRST = {
    name: next(iter(toml_of(ruleset, "scenarios").items())) for name, ruleset in rulesets().items()
}
"""Each ruleset's first scenario: its name and its text."""


class Table:
    """A fight at the service, through one of its links."""

    def __init__(self, client: Any, links: dict[str, Any], secret: str) -> None:
        self.client = client
        self.links = links
        self.secret = secret
        self.address = f"/api/fights/{links['id']}"

    def as_side(self, side: int) -> Table:
        return Table(self.client, self.links, self.links["sides"][side])

    def as_onlooker(self) -> Table:
        return Table(self.client, self.links, self.links["onlooker"])

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.secret}"}

    def get(self, path: str = "") -> Any:
        return self.client.get(self.address + path, headers=self.headers)

    def post(self, path: str, body: dict[str, Any]) -> Any:
        return self.client.post(self.address + path, headers=self.headers, json=body)

    def look(self) -> dict[str, Any]:
        response = self.get()
        assert response.status_code == 200, response.text
        found: dict[str, Any] = response.json()
        return found

    def story(self) -> dict[str, Any]:
        found: dict[str, Any] = self.look()["story"]
        return found

    def question(self) -> dict[str, Any] | None:
        found: dict[str, Any] | None = self.get("/question").json()["question"]
        return found

    def answer(self, number: int, key: str) -> Any:
        return self.post("/answers", {"number": number, "option": key})

    def wise(self) -> str:
        """Return the answer that the player called `simple` would give."""
        tape = parse_tape(self.get("/tape").text)
        scenario = shared_scenario(tape.scenario, "tape").scenario
        try:
            scenario.setup.new_fight(TapeTable(tape.answers)).play()
        except OpenQuestionError as ends:
            chosen = scenario.ruleset.simple_player().decide(ends.fight, ends.question)
            if ends.question.side == GM:
                chosen = ends.question.options[ends.question.default]
            assert isinstance(chosen, Option)
            return chosen.key
        raise AssertionError("nothing is asked")

    def play(self, most: int = 3000) -> int:
        """Play to the end as `simple` would; return the number of answers."""
        number = -1
        for count in range(most):
            if number < 0:
                question = self.question()
                if question is None:
                    return count
                number = question["number"]
            response = self.answer(number, self.wise())
            assert response.status_code == 200, response.text
            said = response.json()
            number = said["number"] if said["asked"] is not None else -1
        raise AssertionError("the fight does not end")


def begin(client: Any, ruleset: str = "mithryn", **more: Any) -> Table:
    """Return a fight of a ruleset's first scenario, at the game master's link."""
    name, text = FIRST[ruleset]
    response = client.post("/api/fights", json={"scenario": text, "name": name, **more})
    assert response.status_code == 201, response.text
    links = response.json()
    return Table(client, links, links["gm"])


def play_until(table: Table, wanted: Any) -> dict[str, Any]:
    """Play as `simple` would until the wanted question is asked, and return it."""
    for _ in range(300):
        question = table.question()
        assert question is not None, "the fight is over"
        if wanted(question):
            return question
        table.answer(question["number"], table.wise())
    raise AssertionError("it was never asked")


def offers_an_attack(question: dict[str, Any]) -> bool:
    """Return whether a question offers an attack."""
    return any(one["attack"] for one in question["options"])
