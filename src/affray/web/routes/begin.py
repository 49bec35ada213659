"""Routes that begin a fight: from a scenario, from a tape, or as a branch of another fight."""

from __future__ import annotations

import asyncio
import secrets
import tomllib
from collections.abc import Sequence
from functools import cache

from fastapi import APIRouter

from affray.api import scenario_of_tape
from affray.core.problems import data_error, unknown_name
from affray.core.tape import TapeError
from affray.library import Scenario, scenario_texts
from affray.players import player_factories
from affray.store import JournalLine, StoredFight, answer_lines, secret_digest
from affray.version import VERSION
from affray.web.limits import TooManyRequestsError
from affray.web.messages import BranchRequest, LinksResponse, NewFightRequest, NewTapeRequest
from affray.web.rooms.fight_play import IN_REQUEST
from affray.web.rooms.fight_service import FightService
from affray.web.rooms.links import new_secret
from affray.web.rooms.playing import PASSIVE, Budget
from affray.web.rooms.room import ForbiddenError, Room, check_numbers
from affray.web.rooms.shared_scenarios import shared_scenario
from affray.web.rooms.table_state import PERSON, Json, table_line
from affray.web.routes.access import (
    REFUSALS,
    AccessDependency,
    AddressDependency,
    ServiceDependency,
    secured,
)
from affray.web.scenarios.reading import read_tape_text
from affray.web.scenarios.toml_editing import edit_toml
from affray.web.tables.seats import open_code
from affray.web.workers import tasks

router = APIRouter(prefix="/api/fights", tags=["fights"], responses=REFUSALS)


@router.post("", status_code=201)
async def begin(
    given: NewFightRequest, service: ServiceDependency, address: AddressDependency
) -> LinksResponse:
    """Begin a fight; return its secret links and, for friends, the code to join with."""
    check_new_fights(service, address)
    text, name = given.scenario, given.name
    await admit_scenario(service, text, name, address)
    shared = await asyncio.to_thread(shared_scenario, text, name)
    if given.gm != PASSIVE and not shared.scenario.setup.has_game_master:
        text = await asyncio.to_thread(with_game_master, text)
        shared = await asyncio.to_thread(shared_scenario, text, name)
    players = check_players_of_sides(shared.scenario, given.players)
    chosen = given.seed is not None
    seed = given.seed if given.seed is not None else secrets.randbits(64)
    stored = new_stored_fight(
        text, name, shared.scenario, seed, players, given.gm, seed_chosen=chosen
    )
    first = [] if given.friends is None else [gathering_line(players, given.friends)]
    links = await create(service, stored, first, address)
    if given.friends is not None:
        links.code = await open_code(service, links.id)
    return links


@router.post("/tapes", status_code=201)
async def import_tape(
    given: NewTapeRequest, service: ServiceDependency, address: AddressDependency
) -> LinksResponse:
    """Begin a fight from a tape, to study it or play on."""
    check_new_fights(service, address)
    settings = service.settings
    arguments = (given.tape, given.name, settings.scenario_limit, settings.answer_limit)
    await service.pools.read(tasks.admit_tape, arguments, address)
    tape = await asyncio.to_thread(read_tape_text, given.tape, given.name, settings.answer_limit)
    scenario = await asyncio.to_thread(scenario_of_tape, tape, given.name)
    players = tuple(PERSON for _ in scenario.sides)
    seed = secrets.randbits(64)
    stored = new_stored_fight(tape.scenario, given.name, scenario, seed, players, PERSON)
    answers = answer_lines(answer.text() for answer in tape.answers)
    return await create(service, stored, answers, address)


@router.post("/{fight}/branch", status_code=201, dependencies=secured)
async def branch(given: BranchRequest, access: AccessDependency) -> LinksResponse:
    """Begin another fight that branches off after some answers, with new dice."""
    service = access.service
    check_new_fights(service, access.address)
    room = await access.open_to_play()
    check_nothing_hidden(room, access.role, "branch from it")
    if given.at > len(room.tape):
        raise data_error(f"the fight has {len(room.tape)} answers", "at")
    most = service.settings.onlooker_branches
    if room.table.is_onlooker(access.role) and most:
        count = service.store.count_branches
        if await asyncio.to_thread(count, access.fight) >= most:
            raise TooManyRequestsError(
                f"onlookers have made {most} branches of this fight; no more are stored", 60
            )
    old = room.stored
    stored = new_stored_fight(
        old.scenario,
        old.name,
        room.scenario,
        secrets.randbits(64),
        check_players_of_sides(room.scenario, given.players or list(old.players)),
        given.gm or old.gm,
        (old.id, given.at),
    )
    return await create(service, stored, answer_lines(room.tape[: given.at]), access.address)


def check_new_fights(service: FightService, address: str) -> None:
    """Raise TooManyRequestsError if an address begins too many fights."""
    service.fight_limit.check(address, "too many new fights from this address")


async def admit_scenario(service: FightService, text: str, name: str, address: str) -> None:
    """Check a scenario in a worker, where it can do no harm; raise InvalidDataError."""
    if text not in built_in_texts():
        limit = service.settings.scenario_limit
        await service.pools.read(tasks.admit_scenario, (text, name, limit), address)


async def create(
    service: FightService, stored: StoredFight, lines: list[JournalLine], address: str
) -> LinksResponse:
    """Play a new fight on to its first question, and store it."""
    links = {"gm": new_secret(), "onlooker": new_secret()}
    links |= {f"side {side}": new_secret() for side in range(len(stored.players))}

    def start_room() -> Room:
        room = Room.begin(stored, lines)
        if room.can_advance():
            step = room.advance(service.settings.answer_limit, Budget(*IN_REQUEST))
            lines.extend(step.lines)
            room.apply(step)
        lease = service.settings.lease_seconds
        service.store.create(stored, lines, links, room.log_text(), room.is_unfinished(), lease)
        return room

    try:
        room = await asyncio.to_thread(start_room)
    except TapeError as error:
        raise data_error(str(error), "", stored.name) from None
    digests = {secret_digest(secret): role for role, secret in links.items()}
    service.links.remember(stored.id, digests)
    service.rooms.note_address(stored.id, address)
    service.rooms.add(room)
    if room.is_unfinished():
        service.play.auto.play(stored.id)
    gm, onlooker, *sides = links.values()
    return LinksResponse(id=stored.id, gm=gm, onlooker=onlooker, sides=sides)


def gathering_line(players: Sequence[str], friends: Sequence[int]) -> JournalLine:
    """Return the first journal line of a fight that waits for friends to join."""
    check_numbers(friends, len(players), "sides", "friends")
    for side in friends:
        if players[side] != PERSON:
            raise data_error(f"side {side} is played by {players[side]}", "friends")
    change: Json = {"do": "set", "is_gathering": True, "is_open": True}
    return table_line({**change, "friends": sorted(set(friends))})


def check_nothing_hidden(room: Room, role: str, what: str) -> None:
    """Raise ForbiddenError if the fight hides something from a role that `what` would reveal."""
    if room.news.view(role) is not None:
        raise ForbiddenError(
            f"something is hidden in this fight, so only the game master can {what}"
        )


@cache
def built_in_texts() -> frozenset[str]:
    """Return the texts of the built-in scenarios, which need no check before they are read."""
    return frozenset(scenario_texts().values())


def with_game_master(text: str) -> str:
    """Return a scenario's file with a game master."""
    return edit_toml(text, {**tomllib.loads(text), "game_master": True})


def check_players_of_sides(scenario: Scenario, given: list[str] | None) -> tuple[str, ...]:
    """Return the player of each side, people by default; raise InvalidDataError."""
    if given is None:
        return tuple(PERSON for _ in scenario.sides)
    if len(given) != len(scenario.sides):
        raise data_error(f"the scenario has {len(scenario.sides)} sides", "players")
    for number, name in enumerate(given):
        check_player(name, f"players.{number}", may_be_person=True)
    return tuple(given)


def check_player(name: str, key: str, may_be_person: bool = False) -> None:
    """Check that a name is a computer player's plain name, without a time limit, or a person."""
    known = [*([PERSON] if may_be_person else []), *player_factories()]
    if name not in known:
        raise data_error(unknown_name("player", name, known), key)


def new_stored_fight(
    text: str,
    name: str,
    scenario: Scenario,
    seed: int,
    players: tuple[str, ...],
    gm: str,
    parent: tuple[str, int] | None = None,
    seed_chosen: bool = False,
) -> StoredFight:
    """Return the beginning of a new fight."""
    return StoredFight(
        id=secrets.token_hex(12),
        name=name,
        scenario=text,
        ruleset=scenario.ruleset.name,
        revision=scenario.ruleset.revision,
        version=VERSION,
        seed=seed,
        players=players,
        gm=gm,
        parent=parent[0] if parent else None,
        parent_at=parent[1] if parent else None,
        seed_chosen=seed_chosen,
    )
