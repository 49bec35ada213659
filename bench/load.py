"""Loads on the service: many fights answered at once, kills, long journals, many listeners.

    python bench/load.py                       # the section of the report
    python bench/load.py --part listeners      # one part of it: load, length, listeners, memory, attack
    python bench/load.py --fights 200 --clients 50 --seconds 60 --kills 1 --store ADDRESS
    python bench/load.py --kills 20 --postgres # on a PostgreSQL of its own

Each client takes any fight, asks what is asked and answers it. Every acknowledged answer is noted;
afterwards the store is opened and each of them has to stand in its journal at its number, none
twice, with no gap, and every tape has to replay. A killed server (SIGKILL) is started again on the
same store.
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
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter, sleep
from typing import Any, TypeVar

sys.path.insert(0, str(Path(__file__).parent.parent))

from affray.api import replay
from affray.core.ruleset import Ruleset
from affray.library import parse, rulesets, scenario_texts, toml_of
from affray.store import Store, StoredFight, answer_lines
from affray.web.rooms.playing import Budget
from affray.web.rooms.room import Room
from affray.web.routes.begin import new_stored_fight
from bench.load_client import Client, ConnectionLostError, listen

SCENARIO = "causeway"
TICKS = os.sysconf("SC_CLK_TCK")
STARTS = (
    "import json, sys; from affray.web.server import serve; from affray.web.settings import "
    "Settings; serve('127.0.0.1', int(sys.argv[1]), Settings(**json.loads(sys.argv[2])), 'warning')"
)

Json = dict[str, Any]
Result = TypeVar("Result")


# --- the server ---


class Server:
    """The service in a process of its own."""

    def __init__(self, store: str, **settings: Any) -> None:
        self.store = store
        self.settings = {"store": store, "rate": 0, **settings}
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Start the server and return the seconds until it was ready."""
        started = perf_counter()
        words = [sys.executable, "-c", STARTS, str(self.port), json.dumps(self.settings)]
        self.process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
        while True:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 5) as probe:
                probe.sendall(b"GET /ready HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
                if probe.recv(100).startswith(b"HTTP/1.1 200"):
                    return perf_counter() - started
            if self.process.poll() is not None:
                raise SystemExit("the server does not start")
            sleep(0.02)

    def end(self, how: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(30)

    def processor_seconds(self) -> float:
        """Return the processor time of its own process."""
        assert self.process is not None
        return sum(stat_ticks(self.process.pid)[:2]) / TICKS

    def resident_megabytes(self) -> float:
        """Return its resident memory."""
        assert self.process is not None
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        return 0.0


# --- processor time ---


def stat_fields(process: int) -> list[str]:
    """Return the system's figures of a process, after its name."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()


def stat_ticks(process: int) -> list[int]:
    """Return a process's time: its own, the system's for it, and that of its ended children."""
    return [int(field) for field in stat_fields(process)[11:15]]


def database_process(address: str) -> int:
    """Return the first process of a PostgreSQL on this machine, or 0 for a SQLite file."""
    if not address.startswith("postgresql"):
        return 0
    import psycopg

    with psycopg.connect(address) as connection:
        found = connection.execute("select pg_backend_pid()").fetchone()
        assert found is not None
        # as long as it is connected: the process is gone soon after
        return int(stat_fields(found[0])[1])


def family_seconds(process: int) -> float:
    """Return the processor time of a process and its children, ended ones included."""
    if not process:
        return 0.0
    ticks = sum(stat_ticks(process))
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with suppress(OSError):
                if int(stat_fields(int(entry.name))[1]) == process:
                    ticks += sum(stat_ticks(int(entry.name)))
    return ticks / TICKS


class ProcessorMeter:
    """The processor time of servers, their database and their clients since it was made."""

    def __init__(self, servers: list[Server]) -> None:
        self.servers = servers
        self.database = database_process(servers[0].store)
        self.started = self._now()

    def _now(self) -> list[float]:
        used = os.times()
        return [
            sum(server.processor_seconds() for server in self.servers),
            family_seconds(self.database),
            used.user + used.system,
        ]

    def milliseconds(self, answers: int) -> dict[str, float]:
        """Return the milliseconds that each of them took per answer."""
        spent = [
            round(1000 * (now - then) / max(1, answers), 3)
            for now, then in zip(self._now(), self.started, strict=True)
        ]
        return dict(zip(("server", "database", "client"), spent, strict=True))


@contextmanager
def running(store: str, **settings: Any) -> Iterator[Server]:
    """Run a server, and end it in any case."""
    server = Server(store, **settings)
    server.start()
    try:
        yield server
    finally:
        if server.process is not None and server.process.poll() is None:
            with suppress(subprocess.TimeoutExpired):
                server.end(signal.SIGTERM)
            if server.process.poll() is None:
                server.end(signal.SIGKILL)


@contextmanager
def sqlite() -> Iterator[str]:
    """Return the address of a new SQLite file."""
    with tempfile.TemporaryDirectory() as folder:
        yield f"sqlite:///{Path(folder) / 'load.db'}"


def run_loop(work: Coroutine[Any, Any, Result]) -> Result:
    """Run clients on the loop that costs least."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


# --- the clients ---


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

    def milliseconds(self) -> dict[str, float]:
        waits = sorted(self.waits) or [0.0]
        return {f"p{p}": round(1000 * waits[int(len(waits) * p / 100)], 1) for p in (50, 95, 99)}


class Clock:
    """When the clients stop."""

    def __init__(self, seconds: float) -> None:
        self.until = perf_counter() + seconds

    def is_running(self) -> bool:
        return perf_counter() < self.until


async def begin(client: Client, text: str, **more: Any) -> Json:
    body = {"scenario": text, "name": "load", "players": ["person", "person"], **more}
    status, links = await client.request("POST", "/api/fights", body=body)
    if status != 201:
        raise SystemExit(f"a fight cannot begin: {status} {links}")
    found: Json = links
    return found


async def ask(client: Client, links: Json) -> Json:
    status, found = await client.request("GET", f"/api/fights/{links['id']}/question", links["gm"])
    return {"status": status, **(found or {})}


async def answer_once(client: Client, links: Json, chance: random.Random, tally: Tally) -> bool:
    """Answer what one fight asks. Return False when it is over."""
    started = perf_counter()
    found = await ask(client, links)
    question = found.get("question")
    if question is None:
        return not found.get("over", False)
    key = chance.choice(question["options"])["key"]
    body = {"number": question["number"], "option": key}
    status, said = await client.request(
        "POST", f"/api/fights/{links['id']}/answers", links["gm"], body
    )
    if status == 200:
        tally.waits.append(perf_counter() - started)
        line = f"{question['asked']}: {key}"
        tally.acknowledged.append((links["id"], question["number"], line))
    elif status == 409:
        tally.conflicts += 1
    else:
        tally.wrong.append(f"{status} {str(said)[:200]}")
    return True


async def play(
    address: str,
    number: int,
    fights: list[Json],
    clock: Clock,
    tally: Tally,
    text: str,
    places: range | None = None,
) -> None:
    """Play as one client until the time is up: any fight, or any at these places."""
    chance = random.Random(number)
    client = Client(address)
    while clock.is_running():
        place = chance.choice(places or range(len(fights)))
        try:
            if not await answer_once(client, fights[place], chance, tally):
                fights[place] = await begin(client, text)
                tally.finished += 1
        except (ConnectionLostError, TimeoutError):
            tally.lost_links += 1
            client.close()
            await asyncio.sleep(0.05)
    client.close()


async def load(
    servers: list[Server],
    count: int,
    clients: int,
    seconds: float,
    kills: int = 0,
    by_fight: bool = False,
) -> Json:
    """Put a load on servers of one store, with kills of the first of them now and then.

    With `by_fight` each fight is asked of one server, as by a proxy that goes by the address.
    """
    tally = Tally()
    text = scenario_texts()[SCENARIO]
    opener = Client(servers[0].address)
    fights = [await begin(opener, text) for _ in range(count)]
    begun = [links["id"] for links in fights]
    for server in servers:  # each has every fight open, as after a while of play
        guest = Client(server.address)
        for links in fights:
            await ask(guest, links)
        guest.close()
    meter = ProcessorMeter(servers)
    started = perf_counter()
    clock = Clock(seconds)
    work = []
    for number in range(clients):
        at = number % len(servers)
        places = range(at, count, len(servers)) if by_fight else None
        client = play(servers[at].address, number, fights, clock, tally, text, places)
        work.append(asyncio.create_task(client))
    down = 0.0
    for _ in range(kills):
        await asyncio.sleep(seconds / (kills + 1))
        servers[0].end(signal.SIGKILL)
        down += await asyncio.to_thread(servers[0].start)
        clock.until += down / kills
    await asyncio.gather(*work)
    took = perf_counter() - started
    answers = len(tally.acknowledged)
    used = {} if kills else meter.milliseconds(answers + tally.conflicts)
    for server in servers:
        server.end(signal.SIGTERM)
    ids = sorted(
        {*begun, *(fight for fight, _, _ in tally.acknowledged), *(one["id"] for one in fights)}
    )
    return {
        "fights": count,
        "clients": clients,
        "seconds": round(took, 1),
        "kills": kills,
        "answers": answers,
        "answers_per_second": round(answers / took, 1),
        "milliseconds": tally.milliseconds(),
        "processor_ms": used,
        "second_answers_refused": tally.conflicts,
        "requests_cut_off": tally.lost_links,
        "fights_finished": tally.finished,
        "tapes_replayed": len(ids),
        "problems": [*tally.wrong[:5], *checked(servers[0].store, ids, tally)],
    }


def checked(address: str, fights: list[str], tally: Tally) -> list[str]:
    """Check that every acknowledged answer is stored once in its place, and that every tape
    replays."""
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
        room = Room.begin(store.get_fight(fight), journal)
        played = replay(room.tape_text())
        if len(played.answers) != len(room.tape):
            problems.append(f"{fight}: its tape does not replay")
    store.close()
    return problems[:10]


def run(
    fights: int,
    clients: int,
    seconds: float,
    kills: int = 0,
    store: str = "",
    servers: int = 1,
    by_fight: bool = False,
) -> Json:
    """Run one load, on a new SQLite file if no store is named."""
    with tempfile.TemporaryDirectory() as folder:
        address = store or f"sqlite:///{Path(folder) / 'load.db'}"
        started = [Server(address) for _ in range(servers)]
        try:
            for server in started:
                server.start()
            return run_loop(load(started, fights, clients, seconds, kills, by_fight))
        finally:
            for server in started:
                if server.process is not None and server.process.poll() is None:
                    os.kill(server.process.pid, signal.SIGKILL)


# --- long journals ---

LONG_SEED = 3
"""The seed of fights that have to last."""


def long_text(text: str) -> str:
    """Return a scenario that goes on for very many rounds."""
    lines = [line for line in text.split("\n") if not line.startswith("round_limit")]
    place = next(number for number, line in enumerate(lines) if line.startswith("title"))
    return "\n".join([*lines[: place + 1], "round_limit = 10000", *lines[place + 1 :]])


def long_fight(ruleset: Ruleset, length: int) -> tuple[StoredFight, list[str]]:
    """Return a fight of people with a tape of the given length.

    After the tape it goes on with everybody as they stood at first. The first scenario of a ruleset
    that allows this is used.
    """
    for name, text in toml_of(ruleset, "scenarios").items():
        long = long_text(text)
        scenario = parse(long, name)
        players = tuple("passive" for _ in scenario.sides)
        stored = new_stored_fight(long, name, scenario, LONG_SEED, players, "passive")
        room = Room.begin(stored, [])
        assert room.fight is not None
        standing = [fighter.state() for fighter in room.fight.roster()]
        while len(room.tape) < length and not room.is_over():
            room.apply(room.advance(10 * length, Budget(200, 1e9)))
        if not room.is_over() and [one.state() for one in room.fight.roster()] == standing:
            return replace(stored, players=tuple("person" for _ in scenario.sides)), room.tape
    raise SystemExit(f"{ruleset.name}: every fight ends too soon")


def store_by_length(address: str, ruleset: Ruleset, lengths: list[int], more: int) -> list[Json]:
    """Store one fight at several lengths of its journal and return their links.

    From each of them it goes on for as many answers.
    """
    stored, tape = long_fight(ruleset, max(lengths) + more)
    store = Store(address)
    found = []
    for length in lengths:
        links = {"id": f"{length:032x}", "gm": f"secret of {length}"}
        fight = replace(stored, id=links["id"])
        store.create(fight, answer_lines(tape[:length]), {"gm": links["gm"]})
        found.append(links)
    store.close()
    return found


async def cost_by_length(server: Server, fights: list[Json], blocks: int) -> list[float]:
    """Return the server's milliseconds for a question and its answer, for each of several fights.

    Everybody takes the default, so that the fights go on.
    """
    client = Client(server.address)
    used = [0.0] * len(fights)
    for block in range(-1, blocks):
        for place, links in enumerate(fights):
            before = server.processor_seconds()
            for _ in range(BLOCK):
                await cautious_answer(client, links)
            if block >= 0:  # the first is to get warm
                used[place] += server.processor_seconds() - before
    client.close()
    return [1000 * one / (blocks * BLOCK) for one in used]


BLOCK = 40
"""Answers to one fight before the next has its turn."""


async def cautious_answer(client: Client, links: Json) -> None:
    """Return the default answer."""
    question = None
    for _ in range(100):
        found = await ask(client, links)
        question = found["question"]
        if question is not None:
            break
        assert not found["over"], "the fight has ended before its time"
        await asyncio.sleep(0.01)
    assert question is not None, "nobody is asked"
    option = question["options"][question["default"]]
    body = {"number": question["number"], "option": option["key"]}
    status, said = await client.request(
        "POST", f"/api/fights/{links['id']}/answers", links["gm"], body
    )
    assert status == 200, said


# --- listeners ---


async def listeners(server: Server, count: int, answers: int) -> Json:
    """Measure listeners of one fight.

    How long until all are told of an answer, and what each costs.
    """
    client = Client(server.address)
    links = await begin(client, scenario_texts()[SCENARIO], seed=3)
    seen: list[int] = []
    streams = []
    for _ in range(count):
        streams.append(await listen(server.address, links["id"], links["onlooker"], seen.append))
    assert all(stream.status == 200 for stream in streams), "a stream was refused"
    chance = random.Random(1)
    alone = await cost_of_answers(client, server, 30)
    waits, used = [], 0.0
    for _ in range(answers):
        question = (await ask(client, links))["question"]
        if question is None:
            break
        seen.clear()
        key = chance.choice(question["options"])["key"]
        body = {"number": question["number"], "option": key}
        before, started = server.processor_seconds(), perf_counter()
        await client.request("POST", f"/api/fights/{links['id']}/answers", links["gm"], body)
        while len(seen) < count:
            await asyncio.sleep(0.001)
            if perf_counter() - started > 10:
                raise SystemExit(f"only {len(seen)} of {count} listeners were told")
        waits.append(perf_counter() - started)
        await asyncio.sleep(0.05)
        used += server.processor_seconds() - before
    for stream in streams:
        if stream.transport is not None:
            stream.transport.abort()
    client.close()
    waits.sort()
    each = (1000 * used / len(waits) - alone) / count
    return {
        "listeners": count,
        "told_within_ms": round(1000 * waits[-1], 1),
        "median_ms": round(1000 * waits[len(waits) // 2], 1),
        "processor_ms_each": round(each, 4),
        "processor_ms_per_answer": round(1000 * used / len(waits), 2),
    }


async def cost_of_answers(client: Client, server: Server, answers: int) -> float:
    """Return the milliseconds of processor time for an answer that nobody listens to."""
    links = await begin(client, scenario_texts()[SCENARIO], seed=4)
    chance, tally = random.Random(2), Tally()
    before = server.processor_seconds()
    for _ in range(answers):
        await answer_once(client, links, chance, tally)
    return 1000 * (server.processor_seconds() - before) / answers


# --- memory ---


async def soak(server: Server, fights: int, answers: int) -> list[tuple[int, float]]:
    """Answer a few questions of very many fights. Return the server's memory at each tenth."""
    client = Client(server.address)
    chance, tally = random.Random(5), Tally()
    texts = [next(iter(toml_of(one, "scenarios").values())) for one in rulesets().values()]
    found = []
    for number in range(fights):
        links = await begin(client, texts[number % len(texts)])
        for _ in range(answers):
            if not await answer_once(client, links, chance, tally):
                break
        if (number + 1) % (fights // 10) == 0:
            found.append((number + 1, round(server.resident_megabytes(), 1)))
    client.close()
    return found


# --- under attack ---


async def under_attack(server: Server, seconds: float, folder: Path) -> Json:
    """Return how long ten people wait while the server is attacked.

    The attack is slow and half-sent requests, streams of one link, 40 strong-against-strong fights
    and three long jobs.
    """
    text = scenario_texts()[SCENARIO]
    client = Client(server.address)
    fights = [await begin(client, text) for _ in range(10)]
    for _ in range(40):
        await begin(client, text, players=["strong", "strong"])
    for _ in range(3):
        body = {"kind": "simulate", "scenario": text, "fights": 1_000_000}
        await client.request("POST", "/api/ask", body=body)
    slow = []
    for number in range(200):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        half = b"POST /api/check HTTP/1.1\r\nhost: x\r\n"
        writer.write(half if number % 2 else half + b"content-length: 5000\r\n\r\n{")
        slow.append((reader, writer))
    victim = fights[0]
    streams = [
        await listen(server.address, victim["id"], victim["onlooker"], lambda number: None)
        for _ in range(1600)
    ]
    refused = sum(stream.status == 429 for stream in streams)
    tally, clock = Tally(), Clock(seconds)
    await asyncio.gather(
        *(play(server.address, number, fights, clock, tally, text) for number in range(10))
    )
    for _, writer in slow:
        writer.transport.abort()
    for stream in streams:
        if stream.transport is not None:
            stream.transport.abort()
    client.close()
    return {
        "answers": len(tally.acknowledged),
        "milliseconds": tally.milliseconds(),
        "streams_refused": refused,
        "problems": tally.wrong[:5],
    }


# --- the report ---


def main() -> str:
    """Return the section of the report."""
    return "\n\n".join(part() for part in PARTS.values())


def load_report() -> str:
    rows = [
        "## The service under load",
        "200 open fights answered at once by 50 clients on loopback, SQLite with `synchronous = FULL` "
        "and a PostgreSQL of its own; then with 20 kills (SIGKILL), each time started again. A wait is "
        "that for a question and its answer together, processor time that of the server, its database and "
        "the clients for both. "
        "Afterwards every acknowledged answer has to stand in its journal once, without a gap, and every "
        "tape has to replay. Server and clients share the machine.",
        "",
        "| | answers | a second | ms p50 / p95 / p99 | processor ms: server / database / client "
        "| second answers refused | tapes replayed | lost or double |",
        "|---|---|---|---|---|---|---|---|",
    ]
    rows.append(row_of("SQLite", run(200, 50, 30)))
    rows.append(row_of("SQLite, 20 kills", run(200, 50, 60, 20)))
    told = ""
    with postgres() as address:
        if address:
            one = run(200, 50, 30, 0, address)
            two = run(200, 50, 30, 0, address, 2)
            rows.append(row_of("PostgreSQL, one server", one))
            apart = run(200, 50, 30, 0, address, 2, by_fight=True)
            rows.append(row_of("PostgreSQL, two servers, any fight at any", two))
            rows.append(row_of("PostgreSQL, two servers, each fight at one", apart))
            rows.append(row_of("PostgreSQL, 20 kills", run(200, 50, 60, 20, address)))
            told = "\n\n" + compare_servers(one, two, apart)
    return "\n".join(rows) + told


def compare_servers(one: Json, any_fight: Json, by_fight: Json) -> str:
    """Compare two servers with one: as seen by clients, and by their own processor time."""
    alone = one["processor_ms"]["server"]
    told = []
    for found, how in [
        (
            any_fight,
            "where every client asks any fight at its own server, so that each of them has to "
            "take in what the other was told",
        ),
        (by_fight, "where a proxy sends each fight to one of them"),
    ]:
        seen = found["answers_per_second"] / one["answers_per_second"]
        together = found["processor_ms"]["server"]
        most = 1000 * (os.cpu_count() or 1) / sum(found["processor_ms"].values())
        told.append(
            f"{seen:.2f} times as many answers a second as one {how} ({most:.0f} a second are the most "
            f"that {os.cpu_count()} cores can give to servers, database and clients together); by the "
            f"servers' own processor time, with a core each, {2 * alone / together:.2f} times as many "
            f"({alone:.2f} ms an answer alone, {together:.2f} at two)"
        )
    return f"Two servers on PostgreSQL take {'; and '.join(told)}."


@contextmanager
def postgres() -> Iterator[str]:
    """Return the address of a new PostgreSQL, or an empty text if there is none."""
    sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
    import servers

    if servers.postgres_tools() is None:
        yield ""
        return
    with servers.postgres() as address:
        yield address


def row_of(name: str, found: Json) -> str:
    """Return one load as a row of the report."""
    waits = " / ".join(str(wait) for wait in found["milliseconds"].values())
    used = " / ".join(f"{spent:.2f}" for spent in found["processor_ms"].values())
    return (
        f"| {name} | {found['answers']:,} | {found['answers_per_second']} | {waits} "
        f"| {used or '–'} | {found['second_answers_refused']} "
        f"| {found['tapes_replayed']} | {len(found['problems'])} |"
    )


def length_report() -> str:
    rows = [
        "Milliseconds of the server's processor for a question and its answer, by the journal's "
        "length (at most 1.5 times as much wanted):",
        "",
        "| | 50 | 500 | 5,000 | ratio |",
        "|---|---|---|---|---|",
    ]
    for name, ruleset in rulesets().items():
        with sqlite() as store:
            fights = store_by_length(store, ruleset, [50, 500, 5000], 2000)
            with running(store) as server:
                costs = run_loop(cost_by_length(server, fights, 10))
        shown = " | ".join(f"{cost:.2f}" for cost in costs)
        rows.append(f"| {name} | {shown} | {costs[-1] / costs[0]:.2f} |")
    return "\n".join(rows)


def listener_report() -> str:
    with sqlite() as store, running(store) as server:
        found = run_loop(listeners(server, 1000, 30))
    return (
        f"1,000 listeners of one fight: all are told of an answer within {found['told_within_ms']} ms "
        f"(median {found['median_ms']}), at {found['processor_ms_per_answer']} ms of processor "
        f"for an answer ({found['processor_ms_each']} for each listener)."
    )


def memory_report() -> str:
    with sqlite() as store, running(store, room_bytes=64_000_000) as server:
        found = run_loop(soak(server, 10_000, 2))
    shown = ", ".join(f"{megabytes} MB at {count:,}" for count, megabytes in found)
    return f"Memory over 10,000 fights of all rulesets, 64 MB of it for rooms: {shown}."


def attack_report() -> str:
    with sqlite() as store, running(store) as server:
        found = run_loop(under_attack(server, 20, Path()))
    waits = " / ".join(str(wait) for wait in found["milliseconds"].values())
    return (
        "With 200 half-sent requests, 1,600 streams of one link, 40 strong-against-strong fights and "
        f"three long jobs, ten people wait {waits} ms (p50 / p95 / p99) for a question and its answer; "
        f"{found['streams_refused']} streams were refused."
    )


PARTS = {
    "load": load_report,
    "length": length_report,
    "listeners": listener_report,
    "memory": memory_report,
    "attack": attack_report,
}
"""The parts of the report, in their order."""


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fights", type=int, default=200)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--store", default="")
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--part", choices=PARTS)
    given = parser.parse_args()
    if len(sys.argv) == 1:
        print(main())
        sys.exit()
    if given.part:
        print(PARTS[given.part]())
        sys.exit()
    with postgres() if given.postgres else nullcontext(given.store) as place:
        result = run(given.fights, given.clients, given.seconds, given.kills, place, given.servers)
    print(json.dumps(result, indent=1))
    sys.exit(1 if result["problems"] else 0)
