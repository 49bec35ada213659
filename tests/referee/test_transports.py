"""Over both transports, by the SDK's own client: whole fights, and people at the page beside."""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from affray import api
from affray.library import load, ruleset_named, ruleset_names, toml_files
from referee.models import Model, fight_of, over_http, over_stdio, question_of, run, usual_of
from servers import free_port
from support import run_apart

TRANSPORTS = {"stdio": over_stdio, "http": over_http}


def smallest_scenario(ruleset: str) -> str:
    """Return the built-in scenario of a ruleset with the fewest fighters."""
    names = toml_files(ruleset_named(ruleset).package, "scenarios")
    return min(names, key=lambda name: (len(load(name).setup.names), name))


@pytest.mark.slow
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_whole_fight_in_every_ruleset_replays_to_the_same_events(
    transport: str, tmp_path: Path
) -> None:
    async def work(model: Model) -> None:
        assert len((await model.client.list_tools()).tools) == 10
        for ruleset in ruleset_names():
            text = await model.call("begin", scenario=smallest_scenario(ruleset), seed=11)
            last = await model.play_to_the_end(text)
            fight = fight_of(last)
            replayed = api.replay(await model.call("tape", fight=fight))
            assert replayed.over
            winner = replayed.winner or "nobody"
            assert f"The fight is over: {winner} won." in last
            told = (await model.call("tape", fight=fight, log=True)).split("\n")
            events = replayed.text().split("\n")
            assert len(told) == len(events) > 5
            for line, event in zip(told, events, strict=True):
                assert line.startswith((f"- {event}", f"- {event[:190]}")), ruleset
            rules = {rule for event in replayed.events for rule in event.rules}
            assert rules
            shown = " ".join(told)
            assert all(rule in shown for rule in rules)

    run(work, partial(TRANSPORTS[transport], tmp_path))


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_person_takes_a_seat_in_the_browser_at_the_same_time(
    transport: str, tmp_path: Path
) -> None:
    import httpx

    async def work(model: Model) -> None:
        text = await model.call("begin", scenario="first-blood", seed=3)
        fight = fight_of(text)
        seats = dict(re.findall(r"^seat of (\w+) (\S+)$", text, re.MULTILINE))
        assert set(seats) == {"blade", "mace"}
        page, _, rest = seats["blade"].partition("/#/fight/")
        secret = rest.partition("/")[2]
        headers = {"authorization": f"Bearer {secret}"}
        async with httpx.AsyncClient(
            base_url=page, headers=headers, timeout=60, verify=False
        ) as person:
            assert "<title>" in (await person.get("/")).text
            asked = (await person.get(f"/api/fights/{fight}/question")).json()
            assert asked["number"] == question_of(text)
            key = asked["question"]["options"][0]["key"]
            answer = {"number": asked["number"], "option": key}
            taken = await person.post(f"/api/fights/{fight}/answers", json=answer)
            assert taken.status_code == 200
            late = await model.refused("answer", fight=fight, question=asked["number"], option=1)
            assert late == "the fight has gone on; look again and answer what is asked now"
            seen = await model.call("look", fight=fight)
            assert question_of(seen) == taken.json()["number"]
            after = await model.call(
                "answer", fight=fight, question=question_of(seen), option=usual_of(seen)
            )
            story = (await person.get(f"/api/fights/{fight}")).json()["story"]
            assert story["number"] == question_of(after)
        onlooker = re.search(r"^follow at \S+/(\S+)$", text, re.MULTILINE)
        assert onlooker
        async with httpx.AsyncClient(base_url=page, timeout=60, verify=False) as other:
            headers = {"authorization": f"Bearer {onlooker[1]}"}
            looked = await other.get(f"/api/fights/{fight}", headers=headers)
            assert looked.json()["role"] == "onlooker"

    run(work, partial(TRANSPORTS[transport], tmp_path))


def test_what_was_begun_is_there_after_a_restart_and_gets_new_links(tmp_path: Path) -> None:
    seen: dict[str, Any] = {}

    async def first(model: Model) -> None:
        text = await model.call("begin", scenario="first-blood", seed=3)
        seen["fight"] = fight_of(text)
        seen["links"] = await model.call("look", fight=seen["fight"], links=True)
        seen["look"] = await model.call(
            "answer", fight=seen["fight"], question=question_of(text), option=usual_of(text)
        )

    async def second(model: Model) -> None:
        assert seen["fight"] in await model.call("look")
        again = await model.call("look", fight=seen["fight"])
        assert question_of(again) == question_of(seen["look"])
        links = await model.call("look", fight=seen["fight"], links=True)
        assert links.count("seat of") == 2
        assert links != seen["links"]
        assert await model.call("look", fight=seen["fight"], links=True) == links

    port = free_port()
    run(first, partial(over_stdio, tmp_path, port))
    run(second, partial(over_stdio, tmp_path, port))


def test_a_port_that_is_taken_is_no_hindrance_to_standard_input(tmp_path: Path) -> None:
    import socket

    async def work(model: Model) -> None:
        text = await model.call("begin", scenario="first-blood")
        assert f":{taken}/" not in text
        assert "follow at http://127.0.0.1:" in text

    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        taken = int(listener.getsockname()[1])
        run(work, partial(over_stdio, tmp_path, taken))
        words = ["-m", "affray", "mcp", "--http", "--port", str(taken)]
        words += ["--store", f"sqlite:///{tmp_path}/other.db"]
        ran = subprocess.run([sys.executable, *words], capture_output=True, text=True)
        assert ran.returncode == 2
        assert f"--port: port {taken} is taken; name another" in ran.stderr


def test_a_store_that_another_server_has_is_said_in_a_line(tmp_path: Path) -> None:
    async def work(model: Model) -> None:
        words = ["-m", "affray", "mcp", "--store", f"sqlite:///{tmp_path}/fights.db"]
        ran = subprocess.run(
            [sys.executable, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL
        )
        assert ran.returncode == 2
        assert len(ran.stderr.strip().split("\n")) == 1
        assert "server" in ran.stderr
        assert ran.stdout == ""

    run(work, partial(over_stdio, tmp_path))


def test_only_clients_of_this_machine_with_the_token_reach_the_tools(tmp_path: Path) -> None:
    from fastapi.testclient import TestClient

    from affray.referee.transports import referee_app
    from affray.web.settings import Settings

    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    headers = {
        "accept": "application/json, text/event-stream",
        "content-type": "application/json",
        "mcp-protocol-version": "2025-06-18",
        "host": "127.0.0.1:8000",
    }

    def tools_of(client: TestClient, **more: str) -> int:
        return client.post("/mcp", json=call, headers={**headers, **more}).status_code

    settings = Settings(store=f"sqlite:///{tmp_path}/a.db")
    with TestClient(referee_app(settings, "http://page")) as client:
        assert tools_of(client) == 200
        assert tools_of(client, host="evil.example") == 421
        assert tools_of(client, origin="https://evil.example") == 403
        assert client.post("/mcp", content=b"x" * 1_000_001, headers=headers).status_code == 413
        assert client.get("/health").status_code == 200
    settings = Settings(store=f"sqlite:///{tmp_path}/b.db")
    with TestClient(referee_app(settings, "http://page", "word")) as client:
        assert tools_of(client) == 401
        assert tools_of(client, authorization="Bearer wrong") == 401
        assert tools_of(client, authorization="Bearer word") == 200
        assert client.get("/health").status_code == 200


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_when_it_is_told_to(number: signal.Signals, tmp_path: Path) -> None:
    async def main() -> None:
        words = ["-m", "affray", "mcp", "--store", f"sqlite:///{tmp_path}/fights.db"]
        words += ["--port", str(free_port())]
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *words,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        request = (
            '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",'
            '"capabilities":{},"clientInfo":{"name":"test","version":"1"}}}\n'
        )
        process.stdin.write(request.encode())
        await asyncio.wait_for(process.stdout.readline(), 60)
        process.send_signal(number)
        assert await asyncio.wait_for(process.wait(), 20) == 128 + number
        assert process.stderr is not None
        assert b"Traceback" not in await process.stderr.read()

    run_apart(main())
