"""Test several servers on one PostgreSQL database, also when one is killed while a player thinks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from at_the_table import FIRST, Table, begin
from fastapi.testclient import TestClient
from streams import Ear

from affray.store import Store
from affray.web.app import create_app
from affray.web.settings import Settings
from servers import Service, http_client, postgres, wait_for


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with postgres() as found:
        yield found


@pytest.fixture(scope="module")
def pair(address: str) -> Iterator[tuple[Service, Service]]:
    """Return two servers that were started together on an empty database."""
    one, other = Service(address, lease_seconds=2.0), Service(address, lease_seconds=2.0)
    one.launch()
    other.launch()
    yield one.wait(), other.wait()
    one.stop()
    other.stop()


def at(service: Service, table: Table) -> Table:
    """Return the same seat at another server."""
    return Table(http_client(service.address), table.links, table.secret)


def answer_first(table: Table) -> int:
    """Answer the open question; try again if the other server's lines had not arrived."""
    said: list[httpx.Response] = []

    def is_taken() -> bool:
        question = table.question()
        assert question is not None
        said.append(table.answer(question["number"], question["options"][0]["key"]))
        return said[-1].status_code != 409

    wait_for(is_taken)
    assert said[-1].status_code == 200, said[-1].text
    return int(said[-1].json()["number"])


def test_an_answer_at_one_server_is_heard_at_the_other(pair: tuple[Service, Service]) -> None:
    one, other = pair
    table = begin(http_client(one.address))
    ear = Ear(other.address, table.as_onlooker())
    ear.wait(table.story()["number"])
    for _ in range(4):
        ear.wait(answer_first(table))
    there = at(other, table)
    assert there.look() == table.look()
    heard = sum(len(one["frames"]) for one in ear.heard)
    assert heard == len(table.story()["frames"])


def test_two_servers_play_one_fight_by_turns_and_take_back(pair: tuple[Service, Service]) -> None:
    one, other = pair
    here = begin(http_client(one.address))
    there = at(other, here)
    for _ in range(4):
        answer_first(here)
        answer_first(there)
    to = here.story()["decisions"][3]["at"]
    assert there.post("/back", {"number": there.story()["number"], "to": to}).status_code == 200
    number = answer_first(here)
    wait_for(lambda: there.story()["number"] >= number)
    assert here.look() == there.look()
    stale = there.story()["number"]
    answer_first(here)
    question = {"number": stale, "option": "x"}
    assert there.post("/answers", question).status_code in (409, 422)


def test_of_two_answers_at_two_servers_one_wins(pair: tuple[Service, Service]) -> None:
    one, other = pair
    here = begin(http_client(one.address))
    there = at(other, here)
    for _ in range(6):
        question = here.question()
        assert question is not None
        there.question()
        keys = [option["key"] for option in question["options"][:2]]
        codes = [
            here.answer(question["number"], keys[0]).status_code,
            there.answer(question["number"], keys[1]).status_code,
        ]
        assert codes == [200, 409]
    assert here.look() == there.look()


def test_a_link_that_is_revoked_at_one_server_is_at_the_other(
    pair: tuple[Service, Service],
) -> None:
    one, other = pair
    table = begin(http_client(one.address))
    there = at(other, table.as_side(0))
    assert there.get("/question").status_code == 200
    table.post("/links", {"role": "side 0"})
    wait_for(lambda: there.get("/question").status_code == 404, "the old link still works")


def test_a_job_is_seen_and_stopped_at_the_other_server(pair: tuple[Service, Service]) -> None:
    one, other = pair
    body = {"kind": "simulate", "scenario": FIRST["mithryn"][1], "fights": 1_000_000}
    with httpx.Client(timeout=60) as client:
        job = client.post(f"{one.address}/api/ask", json=body).json()
        address = f"{other.address}/api/ask/{job['id']}"
        wait_for(lambda: client.get(address).json()["progress"] > 0)
        found = client.get(address).json()
        assert found["state"] == "working"
        assert 0 < found["progress"] < 1
        client.delete(address)
        wait_for(lambda: client.get(address).json()["state"] != "working")
        assert client.get(address).json()["state"] == "stopped"
        assert client.get(f"{one.address}/api/ask/{job['id']}").json()["state"] == "stopped"
        assert client.get(f"{other.address}/api/ask/nothing").status_code == 404


# --- killed while a player thinks ---


def think_and_kill(service: Service) -> tuple[str, int]:
    """Begin a fight in which a strong player thinks, and kill the server.

    Return the fight and the length of its journal.
    """
    client = http_client(service.address)
    table = begin(client, players=["strong", "strong"], seed=8)
    service.kill()
    return table.links["id"], 0


def wait_for_growth(store: Store, fight: str, length: int) -> None:
    """Wait until a journal grows without a request."""
    wait_for(lambda: store.journal_length(fight) > length, "nobody goes on")


@pytest.mark.soak
def test_a_killed_server_goes_on_by_itself_on_a_file(tmp_path: Path) -> None:
    service = Service(f"sqlite:///{tmp_path}/x.db").start()
    fight, _ = think_and_kill(service)
    store = Store(service.store)
    length = store.journal_length(fight)
    service.start()
    wait_for_growth(store, fight, length)
    store.close()
    service.stop()


@pytest.mark.soak
def test_another_server_goes_on_when_one_is_killed(
    address: str, pair: tuple[Service, Service]
) -> None:
    third = Service(address, lease_seconds=2.0).start()
    fight, _ = think_and_kill(third)
    store = Store(address)
    wait_for_growth(store, fight, store.journal_length(fight))
    store.close()


# --- who is there ---


def wait_for_present(ear: Ear, roles: list[str]) -> None:
    wait_for(lambda: ear.present == roles, f"not {roles}")


def test_who_is_there_is_known_at_every_server(pair: tuple[Service, Service]) -> None:
    one, other = pair
    table = begin(http_client(one.address))
    master = Ear(one.address, table)
    wait_for_present(master, ["gm"])
    onlooker = Ear(other.address, table.as_onlooker())
    wait_for_present(onlooker, ["gm"])
    with http_client(other.address) as client:
        address = f"{other.address}{table.address}/events"
        with client.stream("GET", address, headers=table.as_side(1).headers) as stream:
            lines = stream.iter_lines()
            next(lines)
            for ear in (master, onlooker):
                wait_for_present(ear, ["gm", "side 1"])
    for ear in (master, onlooker):
        wait_for_present(ear, ["gm"])


@pytest.mark.soak
def test_whoever_was_at_a_server_that_died_is_gone(address: str) -> None:
    one, other = (
        Service(address, lease_seconds=2.0, heartbeat_seconds=0.3).start() for _ in range(2)
    )
    try:
        table = begin(http_client(one.address))
        master, player = Ear(one.address, table), Ear(other.address, table.as_side(0))
        wait_for_present(master, ["gm", "side 0"])
        wait_for_present(player, ["gm", "side 0"])
        other.kill()
        wait_for_present(master, ["gm"])
    finally:
        one.stop()
        other.stop()


# --- what one did oneself ---


def test_an_answer_is_found_at_the_other_server_at_once(address: str) -> None:
    """This holds even if the notification is late or lost."""
    here, there = (create_app(Settings(store=address, rate=0)) for _ in range(2))
    with TestClient(here) as one, TestClient(there) as other:
        there.state.service.servers._listener.close()
        table = begin(one)
        elsewhere = Table(other, table.links, table.secret)
        for _ in range(3):
            for mine, theirs in ((table, elsewhere), (elsewhere, table)):
                question = mine.question()
                assert question is not None
                said = mine.answer(question["number"], question["options"][0]["key"])
                assert said.status_code == 200, said.text
                assert theirs.get("/question").json()["number"] == said.json()["number"]
        assert table.look() == elsewhere.look()
