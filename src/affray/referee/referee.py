"""The work behind each tool of a language model, over the service's rooms.

Everything is given as text, short enough to be read at every step. What goes wrong is raised as the
service raises it; nothing has changed then.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from contextlib import suppress
from time import monotonic
from typing import Any

from fastapi import FastAPI

from affray.core.problems import data_error, unknown_name
from affray.library import ruleset_names, scenario_texts, template_of
from affray.players.menu import ordered_options
from affray.referee.fight_text import (
    WHOLE_LINES,
    decisions_text,
    detail_text,
    duel_text,
    log_lines,
    look_text,
    simulation_text,
)
from affray.referee.library_text import known_scenario
from affray.store import AlreadyAnsweredError
from affray.web.messages import (
    AnswerRequest,
    BranchRequest,
    CheckRequest,
    LabRequest,
    LinkRequest,
    LinksResponse,
    NewFightRequest,
    NewTapeRequest,
    RulingRequest,
    TakeBackRequest,
)
from affray.web.rooms.fight_service import FightService
from affray.web.rooms.room import Room
from affray.web.rooms.table_state import PERSON
from affray.web.routes import lab
from affray.web.routes.access import FightAccess
from affray.web.routes.begin import begin, check_player, import_tape
from affray.web.routes.begin import branch as branch_fight
from affray.web.routes.links import renew_link
from affray.web.routes.take_backs import take_back
from affray.web.workers import tasks
from affray.web.workers.jobs import JobRunner

Json = dict[str, Any]

ADDRESS = "referee"
"""Where the referee's requests come from, for a fair share of the workers."""

ROLE = "gm"
"""The referee leads the fight, with all that a game master may do."""

ODDS_SECONDS = 20.0
"""How long a look waits for odds."""

PLAYER_SECONDS = 30.0
"""How long an answer waits for players who think."""

JOB_SECONDS = 60.0
"""How long a simulation or a duel may take; what it has by then is told."""

POLL_SECONDS = 0.02

MAX_DRAFTS = 50
"""How many written scenarios are remembered, to be begun by name."""

MAX_LINKS = 500
"""How many fights' links are remembered."""

MAX_LISTED = 12
"""How many fights or problems are listed."""


class Referee:
    """Leads the fights of a service's store. `page` is the address of the page in the browser."""

    def __init__(self, app: FastAPI, page: str) -> None:
        self.service: FightService = app.state.service
        self.jobs: JobRunner = app.state.jobs
        self.page = page
        self._drafts: OrderedDict[str, str] = OrderedDict()
        self._links: OrderedDict[str, LinksResponse] = OrderedDict()

    # --- scenarios ---

    async def write_scenario(
        self, name: str, toml: str = "", base: str = "", changes: Json | None = None
    ) -> str:
        """Check a scenario's file, or write one from another with changes.

        A scenario that is right is remembered by its name. Without a file or a base, the file of
        that name is returned.
        """
        if toml and base:
            raise data_error("give toml, or base with changes, not both", "toml")
        if not toml and not base:
            return self._text_to_read(name)
        given = CheckRequest(scenario=toml or self._text_to_read(base), name=name)
        if name in scenario_texts():
            raise data_error(f"{name!r} is a built-in scenario; choose another name", "name")
        text = given.scenario
        limit = self.service.settings.scenario_limit
        if changes:
            arguments = (text, name, limit, changes)
            text = await self.service.pools.read(tasks.change_scenario, arguments, ADDRESS)
        found = await self._check(text, name)
        problems = found["problems"]
        if problems:
            lines = [f"{one['key']}: {one['text']}".strip(": ") for one in problems[:MAX_LISTED]]
            more = len(problems) - len(lines)
            lines += [f"({more} more)"] if more > 0 else []
            return "\n".join([f"{name} is not right yet:", *lines])
        self._drafts[name] = text
        self._drafts.move_to_end(name)
        if len(self._drafts) > MAX_DRAFTS:
            self._drafts.popitem(last=False)
        return f"{name} is right and can be begun by its name.\n{summary_text(found)}"

    async def _check(self, text: str, name: str) -> Json:
        limit = self.service.settings.scenario_limit
        found: Json = json.loads(
            await self.service.pools.read(tasks.check_scenario, (text, name, limit), ADDRESS)
        )
        return found

    def _text_to_read(self, name: str) -> str:
        """Return the file of a draft or of a built-in scenario, or a ruleset's template."""
        if name in self._drafts:
            return self._drafts[name]
        if name in ruleset_names():
            return template_of(name)
        if name not in scenario_texts():
            known = [*self._drafts, *scenario_texts(), *ruleset_names()]
            raise data_error(unknown_name("scenario", name, known), "name")
        return known_scenario(name)

    async def _sides_of(self, text: str, name: str) -> list[str]:
        found = await self._check(text, name)
        if found["problems"]:
            first = found["problems"][0]
            raise data_error(first["text"], first["key"], name)
        sides: list[str] = found["sides"]
        return sides

    # --- fights ---

    async def begin(
        self,
        scenario: str = "",
        players: dict[str, str] | None = None,
        game_master: str = PERSON,
        seed: int | None = None,
        tape: str = "",
    ) -> str:
        """Begin a fight from a scenario or a tape; return its links and the first look."""
        if bool(scenario) == bool(tape):
            raise data_error("name a scenario or give a tape, one of the two", "scenario")
        if tape:
            links = await import_tape(NewTapeRequest(tape=tape), self.service, ADDRESS)
        else:
            text = self._text_to_read(scenario)
            sides = await self._sides_of(text, scenario)
            for side in players or {}:
                if side not in sides:
                    raise data_error(unknown_name("side", side, sides), "players")
            for side, player in (players or {}).items():
                if player != PERSON:
                    check_player(player, f"players.{side}")
            names = [(players or {}).get(side, PERSON) for side in sides]
            request = NewFightRequest.model_validate(
                {
                    "scenario": text,
                    "name": scenario,
                    "players": names,
                    "gm": game_master,
                    "seed": seed,
                }
            )
            links = await begin(request, self.service, ADDRESS)
        self._remember_links(links)
        room = await self._settle(links.id)
        look = await self._look(room, since=0, has_map=True)
        return "\n".join([self.links_text(room, links), look])

    def _remember_links(self, links: LinksResponse) -> None:
        self._links[links.id] = links
        if len(self._links) > MAX_LINKS:
            self._links.popitem(last=False)

    def links_text(self, room: Room, links: LinksResponse) -> str:
        """Return the addresses at which people follow a fight or take a seat."""
        seats = [
            f"{name} {self._address(links.id, secret)}"
            for name, player, secret in zip(
                room.scenario.sides, room.stored.players, links.sides, strict=True
            )
            if player == PERSON
        ]
        taken = [f"seat of {one}" for one in seats]
        return "\n".join([f"follow at {self._address(links.id, links.onlooker)}", *taken])

    def _access(self, fight: str) -> FightAccess:
        return FightAccess(self.service, fight, ROLE, "", ADDRESS)

    def _address(self, fight: str, secret: str) -> str:
        return f"{self.page}/#/fight/{fight}/{secret}"

    async def show_links(self, fight: str) -> str:
        """Return a fight's links; make new ones where they are no longer known."""
        room = await self.service.rooms.open(fight, ADDRESS)
        room.check_not_frozen()
        links = self._links.get(fight)
        if links is None:
            access, sides = self._access(fight), range(len(room.stored.players))
            roles = [*(f"side {side}" for side in sides), "onlooker"]
            new = [(await renew_link(LinkRequest(role=role), access)).secret for role in roles]
            links = LinksResponse(id=fight, gm="", onlooker=new[-1], sides=new[:-1])
            self._remember_links(links)
        return self.links_text(room, links)

    async def list_fights(self) -> str:
        """Return the fights that were begun last."""
        found = await asyncio.to_thread(self.service.store.recent_fights, MAX_LISTED)
        lines = []
        for stored in found:
            players = ", ".join(stored.players)
            branch = f", a branch of {stored.parent} at {stored.parent_at}" if stored.parent else ""
            lines.append(f"{stored.id}: {stored.name}, {stored.ruleset} ({players}){branch}")
        return "\n".join(lines) or "there are no fights yet; begin one"

    async def look(
        self, fight: str, odds: bool = True, find: str = "", since: int | None = None
    ) -> str:
        """Return how a fight stands and what is asked."""
        return await self._look(await self._settle(fight, 0.0), odds, find, since, True)

    async def _look(
        self,
        room: Room,
        odds: bool = True,
        find: str = "",
        since: int | None = None,
        has_map: bool = False,
    ) -> str:
        found: Json = {}
        late = ""
        if odds and room.question is not None and room.player() == PERSON:
            found, late = await self._odds(room)
        text = await self.service.rooms.in_room(
            room, lambda: look_text(room, found, find, since, has_map)
        )
        return text + late

    async def _odds(self, room: Room) -> tuple[Json, str]:
        """Return the odds of the open options if they are ready in time.

        The work goes on meanwhile, so the next look may have them.
        """
        question = room.question
        if question is None or len(question.options) == 1:
            return {}, ""
        try:
            async with asyncio.timeout(ODDS_SECONDS):
                found = await self.service.odds.ask(room, tasks.question_odds, ("none",), ADDRESS)
        except TimeoutError:
            return {}, "\n(odds take longer; look again)"
        if found["number"] != room.number:
            return {}, ""
        return found["odds"], ""

    async def _settle(self, fight: str, seconds: float = PLAYER_SECONDS) -> Room:
        """Return the room of a fight once its computer players have played, or after a while."""
        until = monotonic() + seconds
        room = await self.service.rooms.open(fight, ADDRESS)
        while room.is_unfinished() and monotonic() < until:
            await asyncio.sleep(POLL_SECONDS)
            room = await self.service.rooms.open(fight, ADDRESS)
        return room

    # --- playing ---

    async def answer(
        self, fight: str, question: int, option: str | int, words: str = "", odds: bool = True
    ) -> str:
        """Give an option, by its number or key, as the answer; return what came of it."""
        room = await self.service.rooms.open(fight, ADDRESS)
        if room.number != question:
            raise AlreadyAnsweredError(fight)
        key = option_key(room, option)
        given = AnswerRequest(number=question, option=f"{key} | {words}" if words else key)
        await self.service.play.answer(fight, ROLE, given, ADDRESS)
        return await self._look(await self._settle(fight), odds, since=question)

    async def rule(
        self, fight: str, question: int, kind: str, fighter: str, value: str, reason: str
    ) -> str:
        """Change the fight by a ruling with its reason; return what came of it."""
        if not reason.strip():
            raise data_error("say why, in a few words; it goes into the log", "reason")
        ruling = RulingRequest(kind=kind, fighter=fighter, value=value, text=reason)
        given = AnswerRequest(number=question, ruling=ruling)
        await self.service.play.answer(fight, ROLE, given, ADDRESS)
        return await self._look(await self._settle(fight), since=question)

    async def go_back(
        self, fight: str, to: int | None = None, question: int | None = None, branch: bool = False
    ) -> str:
        """Take back so that `to` answers stay, or branch there into another fight.

        Without `to`, list the decisions to go back to.
        """
        room = await self.service.rooms.open(fight, ADDRESS)
        if to is None:
            return await self.service.rooms.in_room(room, lambda: decisions_text(room))
        if branch:
            links = await branch_fight(BranchRequest(at=to), self._access(fight))
            self._remember_links(links)
            other = await self._settle(links.id)
            return "\n".join([self.links_text(other, links), await self._look(other)])
        if question is None:
            raise data_error("say at which question, as a look has it", "question")
        await take_back(TakeBackRequest(number=question, to=to), self._access(fight))
        return await self._look(await self._settle(fight))

    async def get_tape(self, fight: str) -> str:
        """Return the tape, as `affray replay` reads it."""
        room = await self.service.rooms.open(fight, ADDRESS)
        return room.tape_text()

    async def tell(self, fight: str) -> str:
        """Return the log, as much of it as is told at a time."""
        room = await self.service.rooms.open(fight, ADDRESS)
        lines = await self.service.rooms.in_room(room, lambda: log_lines(room, 0, WHOLE_LINES))
        return "\n".join(lines) or "nothing has happened yet"

    # --- figures ---

    async def option_odds(self, fight: str, option: str | int | None) -> str:
        """Return the odds of every option, or one option with all its outcomes."""
        room = await self.service.rooms.open(fight, ADDRESS)
        room.check_not_frozen()
        if room.question is None:
            raise data_error("nothing is being asked, so there are no options", "fight")
        if option is None:
            return await self._look(room)
        key = option_key(room, option)
        detail = await self.service.odds.option_detail(room, key, ADDRESS)
        fight_now = room.fight
        if detail is None or fight_now is None:
            raise AlreadyAnsweredError(fight)
        return detail_text(fight_now, detail)

    async def simulate_from(
        self, fight: str, fights: int, players: dict[str, str], seed: int
    ) -> str:
        """Return who wins how often when players go on from where a fight stands."""
        room = await self.service.rooms.open(fight, ADDRESS)
        room.check_not_frozen()
        if room.is_over():
            raise data_error("the fight is over; there is nothing to play on", "fight")
        stored = room.stored
        request = await self._check_lab_request(
            "simulate", stored.scenario, stored.name, fights, players, seed
        )
        given = {**request.model_dump(), "tape": list(room.tape)}
        job = await asyncio.to_thread(self.jobs.start, "continue", given, ADDRESS)
        return simulation_text(await self._result(job.id))

    async def simulate(self, scenario: str, fights: int, players: dict[str, str], seed: int) -> str:
        """Return who wins how often."""
        return simulation_text(await self._ask_lab("simulate", scenario, fights, players, seed))

    async def solve_duel(self, scenario: str, players: dict[str, str]) -> str:
        """Return the exact chances of a small fight."""
        return duel_text(await self._ask_lab("duel", scenario, 1, players, 0))

    async def _ask_lab(
        self, kind: str, scenario: str, fights: int, players: dict[str, str], seed: int
    ) -> Json:
        text = self._text_to_read(scenario)
        request = lab_request(kind, text, scenario, fights, players, seed)
        job = await lab.ask(request, self.service, self.jobs, ADDRESS)
        return await self._result(job.id)

    async def _check_lab_request(
        self, kind: str, text: str, name: str, fights: int, players: dict[str, str], seed: int
    ) -> LabRequest:
        request = lab_request(kind, text, name, fights, players, seed)
        most = self.service.settings.job_fights
        if fights > most:
            raise data_error(f"at most {most:,} fights at a time here", "fights")
        limit = self.service.settings.scenario_limit
        arguments = (request.model_dump(), limit)
        await self.service.pools.read(tasks.admit_lab_request, arguments, ADDRESS)
        for side, player in players.items():
            check_player(player, f"players.{side}")
        return request

    async def _result(self, job: str) -> Json:
        """Return what a job found, or has found when its time is over.

        A job without a reader is stopped.
        """
        until = monotonic() + JOB_SECONDS
        try:
            while True:
                found = await asyncio.to_thread(self.jobs.get, job)
                if found is None or found["state"] != "working" or monotonic() > until:
                    break
                await asyncio.sleep(POLL_SECONDS)
        finally:
            with suppress(RuntimeError):
                self.jobs.stop(job)
        if found is None or found["problems"]:
            text = found["problems"][0]["text"] if found else "the work was lost"
            raise data_error(text)
        if not found["result"]:
            raise data_error(f"this takes longer than {JOB_SECONDS:.0f} seconds here")
        result: Json = found["result"]
        return result


def lab_request(
    kind: str, text: str, name: str, fights: int, players: dict[str, str], seed: int
) -> LabRequest:
    """Return a question for the lab."""
    return LabRequest.model_validate(
        {
            "kind": kind,
            "scenario": text,
            "name": name,
            "fights": fights,
            "players": players,
            "seed": seed,
        }
    )


def option_key(room: Room, option: str | int) -> str:
    """Return the key of an option named by its number or key.

    Other names are left for the rules to refuse.
    """
    question = room.question
    text = str(option).strip()
    if question is None or question.option(text) is not None or not text.isascii():
        return text
    if text.isdigit() and room.fight is not None:
        options = ordered_options(room.fight, question)
        number = int(text)
        if not 1 <= number <= len(options):
            raise data_error(f"expected 1 to {len(options)}, not {number}", "option")
        return options[number - 1].key
    return text


def summary_text(found: Json) -> str:
    """Return a scenario that was checked: its sides with their fighters."""
    lines = [f"{found['title']} ({found['ruleset']})"]
    for side, name in enumerate(found["sides"]):
        mine = [one for one in found["fighters"] if one["side"] == side]
        listed = "; ".join(f"{one['name']} {one['max']} {one['place']}".strip() for one in mine)
        lines.append(f"{name}: {listed}")
    return "\n".join(lines)
