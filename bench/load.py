"""A load on the service: open fights answered at once by many clients, with a kill in the middle.

    python bench/load.py --fights 200 --clients 50 --seconds 60 --kill

Each client takes any fight, asks what is asked and answers it. Every acknowledged answer is noted;
afterwards the store is opened and each of them has to stand in its journal at its number, none twice,
with no gap, and every tape has to replay. With --kill the server is ended by SIGKILL half way and
started again on the same store.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

import httpx

from affray.api import replay
from affray.library import scenario_texts
from affray.store import Store
from affray.web.rooms.room import Room

SCENARIO = "causeway"


class Server:
    """The service in a process of its own."""

    def __init__(self, store: str) -> None:
        self.store = store
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        started = perf_counter()
        words = ["serve", "--port", str(self.port), "--store", self.store, "--rate", "0"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "affray", *words, "--log", "warning"],
            stdout=subprocess.DEVNULL,
        )
        while True:
            try:
                httpx.get(f"{self.address}/health", timeout=5).raise_for_status()
                return perf_counter() - started
            except httpx.HTTPError:
                if self.process.poll() is not None:
                    raise SystemExit("the server does not start") from None

    def end(self, how: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(30)


@dataclass
class Tally:
    """What the clients saw."""

    acknowledged: list[tuple[str, int, str]] = field(default_factory=list)
    """Fight, the number that was answered, and the line that has to stand there."""
    waits: list[float] = field(default_factory=list)
    conflicts: int = 0
    lost_links: int = 0
    finished: int = 0
    wrong: list[str] = field(default_factory=list)


async def begin(client: httpx.AsyncClient, text: str) -> dict[str, Any]:
    body = {"scenario": text, "name": SCENARIO, "players": ["person", "person"]}
    response = await client.post("/api/fights", json=body)
    response.raise_for_status()
    links: dict[str, Any] = response.json()
    return links


async def answer_once(
    client: httpx.AsyncClient, links: dict[str, Any], chance: random.Random, tally: Tally
) -> bool:
    """Answers what one fight asks; False when it is over."""
    headers = {"authorization": f"Bearer {links['gm']}"}
    address = f"/api/fights/{links['id']}"
    found = (await client.get(f"{address}/question", headers=headers)).json()
    question = found["question"]
    if question is None:
        return False
    key = chance.choice(question["options"])["key"]
    body = {"number": question["number"], "option": key}
    started = perf_counter()
    response = await client.post(f"{address}/answers", headers=headers, json=body)
    waited = perf_counter() - started
    if response.status_code == 200:
        tally.waits.append(waited)
        line = f"{question['asked']}: {key}"
        tally.acknowledged.append((links["id"], question["number"], line))
    elif response.status_code == 409:
        tally.conflicts += 1
    else:
        tally.wrong.append(f"{response.status_code} {response.text[:200]}")
    return True


class Clock:
    """When the clients stop."""

    def __init__(self, seconds: float) -> None:
        self.until = perf_counter() + seconds

    def at_least(self, seconds: float) -> None:
        """Has them go on for so long from now."""
        self.until = max(self.until, perf_counter() + seconds)

    def running(self) -> bool:
        return perf_counter() < self.until


async def play(
    address: str, number: int, fights: list[dict[str, Any]], clock: Clock, tally: Tally, text: str
) -> None:
    """One client: any fight, again and again, until the time is up."""
    chance = random.Random(number)
    async with httpx.AsyncClient(base_url=address, timeout=30) as client:
        while clock.running():
            place = chance.randrange(len(fights))
            try:
                if not await answer_once(client, fights[place], chance, tally):
                    fights[place] = await begin(client, text)
                    tally.finished += 1
            except (httpx.TransportError, httpx.HTTPStatusError, json.JSONDecodeError):
                tally.lost_links += 1
                await asyncio.sleep(0.05)


async def load(
    server: Server, count: int, clients: int, seconds: float, kill: bool
) -> dict[str, Any]:
    tally = Tally()
    text = scenario_texts()[SCENARIO]
    async with httpx.AsyncClient(base_url=server.address, timeout=60) as client:
        fights = [await begin(client, text) for _ in range(count)]
    begun = [links["id"] for links in fights]
    started = perf_counter()
    clock = Clock(seconds)
    work = [
        asyncio.create_task(play(server.address, number, fights, clock, tally, text))
        for number in range(clients)
    ]
    down = 0.0
    if kill:
        await asyncio.sleep(seconds / 2)
        server.end(signal.SIGKILL)
        down = await asyncio.to_thread(server.start)
        clock.at_least(seconds / 2)
    await asyncio.gather(*work)
    took = perf_counter() - started
    server.end(signal.SIGTERM)
    ids = sorted(
        {*begun, *(fight for fight, _, _ in tally.acknowledged), *(one["id"] for one in fights)}
    )
    problems = [*tally.wrong[:5], *checked(server.store, ids, tally)]
    waits = sorted(tally.waits)
    return {
        "fights": count,
        "clients": clients,
        "seconds": round(took, 1),
        "killed": kill,
        "seconds_to_start_again": round(down, 2),
        "answers": len(tally.acknowledged),
        "answers_per_second": round(len(tally.acknowledged) / took, 1),
        "milliseconds": {
            f"p{p}": round(1000 * waits[int(len(waits) * p / 100)], 1) for p in (50, 95, 99)
        },
        "second_answers_refused": tally.conflicts,
        "requests_cut_off_by_the_kill": tally.lost_links,
        "fights_finished": tally.finished,
        "tapes_replayed": len(ids),
        "problems": problems,
    }


def checked(address: str, fights: list[str], tally: Tally) -> list[str]:
    """Everything that was acknowledged stands where it should, once, and every tape replays."""
    store = Store(address)
    problems: list[str] = []
    numbers = [(fight, number) for fight, number, _ in tally.acknowledged]
    if len(set(numbers)) != len(numbers):
        problems.append("two answers to one question were acknowledged")
    journals = {fight: store.get_journal(fight) for fight in fights}
    for fight, number, line in tally.acknowledged:
        journal = journals[fight]
        if len(journal) <= number or journal[number].text != line:
            problems.append(f"{fight} {number}: {line!r} was acknowledged and is not there")
    for fight, journal in journals.items():
        if store.journal_length(fight) != len(journal):
            problems.append(f"{fight}: its journal has a gap")
        tape = Room(store.get_fight(fight), journal).whole_tape()
        played = replay(tape.text())
        if len(played.answers) != len(tape.answers):
            problems.append(f"{fight}: its tape does not replay")
    store.close()
    return problems[:10]


def run(fights: int, clients: int, seconds: float, kill: bool, store: str = "") -> dict[str, Any]:
    """One load, on a new SQLite file if no store is named."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(store or f"sqlite:///{Path(folder) / 'load.db'}")
        server.start()
        try:
            return asyncio.run(load(server, fights, clients, seconds, kill))
        finally:
            if server.process is not None and server.process.poll() is None:
                os.kill(server.process.pid, signal.SIGKILL)


def main() -> str:
    """The section of the report: a minute on SQLite, and another with a kill in its middle."""
    rows = [
        "## The service under load",
        "200 open fights answered at once by 50 clients for a minute on loopback, SQLite with "
        "`synchronous = FULL`; the second time the server is killed (SIGKILL) half way and started "
        "again. Afterwards every acknowledged answer has to stand in its journal once, without a gap, "
        "and every tape has to replay. Server and clients share the machine.",
        "",
        "| | answers | a second | ms p50 / p95 / p99 | second answers refused | tapes replayed "
        "| lost or double |",
        "|---|---|---|---|---|---|---|",
    ]
    for kill in (False, True):
        rows.append(fight_row("with a kill" if kill else "undisturbed", run(200, 50, 60, kill)))
    return "\n".join(rows)


def fight_row(name: str, found: dict[str, Any]) -> str:
    """One load as a row of the report."""
    waits = " / ".join(str(wait) for wait in found["milliseconds"].values())
    return (
        f"| {name} | {found['answers']:,} | {found['answers_per_second']} | {waits} "
        f"| {found['second_answers_refused']} | {found['tapes_replayed']} "
        f"| {len(found['problems']) or 'none'} |"
    )


def command() -> None:
    """One load as the command line asks for it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--fights", type=int, default=200)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--kill", action="store_true", help="end the server by SIGKILL half way")
    parser.add_argument("--store", default="", help="sqlite:///… or postgresql://…")
    given = parser.parse_args()
    found = run(given.fights, given.clients, given.seconds, given.kill, given.store)
    print(json.dumps(found, indent=2))
    if found["problems"]:
        raise SystemExit(1)


if __name__ == "__main__":
    command()
