"""The next fight of a table: another scenario with its fighters, as the last fight left them.

Each ruleset defines which changes of a fighter last and what a rest restores (`Recovery.lasting`
and `Recovery.rest`). The next scenario's file lists them as changes before the fight.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Query

from affray.core.dice import Dice
from affray.core.fight import DEAD, Fight, Fighter, place_names
from affray.core.problems import data_error, unknown_name
from affray.core.recovery import NO_REST
from affray.core.table import LiveTable
from affray.library import Scenario, parse
from affray.web.messages import (
    LinksResponse,
    NewFightRequest,
    NextFightRequest,
    PartyRequest,
    PartyResponse,
    SeatResponse,
    TomlResponse,
)
from affray.web.rooms.playing import IDLE_TABLE
from affray.web.rooms.room import Room
from affray.web.rooms.table_state import PERSON, Json
from affray.web.routes.access import (
    REFUSALS,
    AccessDependency,
    AddressDependency,
    ServiceDependency,
    secured,
)
from affray.web.routes.begin import admit_scenario, begin
from affray.web.scenarios.toml_editing import edit_toml

router = APIRouter(prefix="/api", tags=["tables"], responses=REFUSALS)

Place = str | list[int]
"""A place in the format of a scenario's file: its name, or column and row."""


@router.get("/fights/{fight}/next", dependencies=secured)
async def rests(access: AccessDependency) -> Json:
    """Return the kinds of rest that the rules allow before the next fight. For the game master."""
    access.check_master("leads on to another fight")
    room = await access.open_to_play()
    assert room.fight is not None
    return {"rests": room.fight.recovery().rests()}


@router.post("/fights/{fight}/next", status_code=201, dependencies=secured)
async def next_fight(given: NextFightRequest, access: AccessDependency) -> LinksResponse:
    """Begin another fight with the table's people and surviving fighters. For the game master."""
    access.check_master("leads on to another fight")
    room, service = await access.open_to_play(), access.service
    async with room.gate:
        table = room.table
        if not (room.is_over() or table.is_gathering):
            raise data_error("this fight is not over yet")
        lead_on_change(room, "")
        sides = table.sides_with_people()
        await admit_scenario(service, given.scenario, given.name, access.address)
        text, came = given.scenario, list[str]()
        if room.is_over() and given.fighters:
            text, came = party_of(room, given.rest, text, given.name, sides)
        new = NewFightRequest(scenario=text, name=given.name, gm="person", friends=list(sides))
        links = await begin(new, service, access.address)
        other = await service.rooms.open(links.id)
        async with other.gate:
            changes = seats_for(room, other, came, sides)
            await service.play.change_table(other, lambda: changes)
        await service.play.change_table(room, lambda: lead_on_change(room, links.id))
    return links


def lead_on_change(room: Room, fight: str) -> Json:
    """Return the change that names the next fight; raise InvalidDataError if there is one."""
    if room.table.next_fight:
        raise data_error("the next fight has begun already")
    return {"do": "next", "fight": fight}


def seats_for(room: Room, other: Room, came: Sequence[str], sides: Sequence[int]) -> list[Json]:
    """Return the changes that copy a table's seats, names and settings to another table."""
    table, old, new = room.table, room.scenario.setup.names, other.scenario.setup.names
    known = [name for name in new if name in came or name in old]
    changes: list[Json] = []
    for seat in table.seats.values():
        fighters = tuple(new.index(old[who]) for who in seat.fighters if old[who] in known)
        changes.append(replace(seat, fighters=fighters).change())
    changes += [{"do": "name", "role": role, "name": name} for role, name in table.names.items()]
    settings: Json = {
        "do": "set",
        "is_secret": table.is_secret,
        "empty_player": table.empty_player,
        "clock_seconds": table.clock_seconds,
        "clock_player": table.clock_player,
    }
    players = [PERSON if side in sides else one for side, one in enumerate(table.sides)]
    if len(players) == len(other.scenario.sides):
        settings["sides"] = players
    return [*changes, settings]


@router.post("/fights/{fight}/next/seat", status_code=201, dependencies=secured)
async def come_along(access: AccessDependency) -> SeatResponse:
    """Take the caller's place at the next fight, with a new link."""
    service, role = access.service, access.role
    following = (await access.open()).table.next_fight
    if not following:
        raise data_error("there is no next fight yet")
    service.link_limit.check(f"{access.fight} {role}", "you came along a few times just now")
    other = await service.rooms.open(following)
    roles = ["gm", "onlooker", *other.table.seats]
    roles += [f"side {side}" for side in range(len(other.scenario.sides))]
    place = role if role in roles else "onlooker"
    return SeatResponse(id=following, role=place, secret=await service.links.add(following, place))


# --- saved parties ---


@router.get("/fights/{fight}/party", dependencies=secured)
async def party(
    access: AccessDependency, rest: Annotated[str, Query(max_length=100)] = NO_REST
) -> PartyResponse:
    """Return a file with the survivors of a fight, to be kept. For the game master."""
    access.check_master("keeps the party")
    room = await access.open_to_play()
    if not room.is_over():
        raise data_error("this fight is not over yet")
    stored, sides = room.stored, room.table.sides_with_people()
    text, came = party_of(room, rest, stored.scenario, stored.name, sides)
    return PartyResponse(scenario=text, sides=sides, fighters=came)


@router.post("/parties")
async def with_party(
    given: PartyRequest, service: ServiceDependency, address: AddressDependency
) -> TomlResponse:
    """Return a scenario's file in which a kept party takes part."""
    service.link_limit.check(f"party {address}", "too many parties from this address")
    for text in (given.party, given.scenario):
        await admit_scenario(service, text, given.name, address)
    kept = parse(given.party, given.name)
    fight = kept.setup.new_fight(IDLE_TABLE)
    return TomlResponse(toml=next_scenario(kept, fight, given.scenario, given.name, given.sides)[0])


def party_of(
    room: Room, rest: str, text: str, name: str, sides: Sequence[int]
) -> tuple[str, list[str]]:
    """Move the survivors of a room's fight into a scenario after a rest."""
    assert room.fight is not None
    with room.lock:
        after = rested(room.fight, rest, room.stored.seed)
        return next_scenario(room.scenario, after, text, name, sides)


# --- the scenario's file ---


def rested(fight: Fight, kind: str, seed: int) -> Fight:
    """Return a copy of a finished fight after a rest, with dice rolled by a seed."""
    rests = fight.recovery().rests()
    if kind not in rests:
        raise data_error(unknown_name("rest", kind, rests), "rest")
    copy = fight.copy(LiveTable(Dice(seed), []))
    copy.recovery().rest(kind)
    return copy


def next_scenario(
    old: Scenario, fight: Fight, text: str, name: str, sides: Sequence[int]
) -> tuple[str, list[str]]:
    """Move the survivors of a fight into another scenario; return its file and their names.

    Raise InvalidDataError if the scenario has another ruleset, or no fighter is left.
    """
    new = parse(text, name)
    if new.ruleset.name != old.ruleset.name:
        raise data_error(f"the next fight has to be {old.ruleset.name}, too", "scenario")
    data, before = tomllib.loads(text), old.raw()
    for section in type(old.ruleset).content.model_fields:
        merge_section(data, section, before.get(section))
    came: list[str] = []
    for side in sides:
        if side >= len(new.sides):
            raise data_error(f"the scenario has only {len(new.sides)} sides", "scenario")
        came += move_side(data["sides"][side], before["sides"][side], fight, side, new)
    there = [one.name for one in new.setup.new_fight(IDLE_TABLE).roster() if one.side not in sides]
    kept = [one for one in data.get("before", []) if one["fighter"] in there]
    data["before"] = [*kept, *lasting_rulings(fight, came)]
    return edit_toml(text, data), came


def merge_section(data: Json, section: str, more: Any) -> None:
    """Add a scenario's own section to another's, entry by entry."""
    if isinstance(more, dict):
        data[section] = {**data.get(section, {}), **more}
    elif more:
        known = data.get(section, [])
        data[section] = [*known, *(one for one in more if one not in known)]


def lasting_rulings(fight: Fight, names: Iterable[str]) -> list[Json]:
    """Return the lasting changes of fighters as entries of a scenario's file."""
    recovery = fight.recovery()
    return [
        {"fighter": name, "kind": kind, "value": value}
        for name in names
        for kind, value in recovery.lasting(fight.fighter_named(name).index)
    ]


def move_side(target: Json, source: Json, fight: Fight, side: int, new: Scenario) -> list[str]:
    """Put a side's living fighters in the place of another side's; return their names."""
    people = [one for one in fight.roster() if one.side == side and not is_mount(one)]
    if "team" in source:  # a team starts along an edge, and its fighters get new names
        target |= {"team": source["team"], "affinity": source.get("affinity", ["fire"])}
        target.pop("fighters", None)
        target.pop("budget", None)
        return []
    entries = [dict(one) for one in source.get("fighters", []) for _ in range(count_of(one))]
    living = [
        (one.name, entry)
        for one, entry in zip(people, entries, strict=False)
        if one.state() != DEAD
    ]
    if not living:
        raise data_error(f"nobody of {fight.setup.sides[side]} is left", "scenario")
    places = starting_places(new, side, len(living))
    target["fighters"] = [
        {**without(entry, "count", "at", "fight", "facing"), "name": name, "at": place}
        for (name, entry), place in zip(living, places, strict=True)
    ]
    for key in ("pcs", "affinity"):
        if key in source:
            target[key] = source[key]
    for key in ("team", "budget"):
        target.pop(key, None)
    return [name for name, _ in living]


def is_mount(fighter: Fighter) -> bool:
    """Return whether a fighter is a mount, which comes with its rider."""
    return int(getattr(getattr(fighter, "sheet", None), "rider", -1)) >= 0


def count_of(placed: Json) -> int:
    """Return the number of fighters that an entry of a side places."""
    at = placed.get("at")
    several = len(at) if isinstance(at, list) and at and isinstance(at[0], list) else 1
    return int(placed.get("count") or several)


def without(entry: Json, *keys: str) -> Json:
    """Return an entry without some of its keys."""
    return {key: value for key, value in entry.items() if key not in keys}


def starting_places(scenario: Scenario, side: int, count: int) -> list[Place]:
    """Return the starting places of a side's fighters.

    If there are more fighters than places, the others share places. On a grid they get free cells
    near the first fighter instead.
    """
    board: Any = scenario.setup.board()
    start = scenario.setup.new_fight(IDLE_TABLE)
    places = [start.position(int(one.index))["place"] for one in start.roster()]
    numbers = [int(str(places[int(one.index)])) for one in start.roster() if one.side == side]
    if board["kind"] != "grid":
        names = place_names(board)
        return [names[numbers[index % len(numbers)]] for index in range(count)]
    width = int(board["width"])
    taken = {*places, *board.get("solid", ())}
    size = len(board["places"])
    first = numbers[0]
    free = [cell for cell in range(size) if cell not in taken]
    free.sort(key=lambda cell: (cells_apart(cell, first, width), cell))
    chosen = list(dict.fromkeys([*numbers, *free]))[:count]
    return [[cell % width, cell // width] for cell in chosen]


def cells_apart(one: int, other: int, width: int) -> int:
    """Return the distance of two cells: the larger of their column and row distances."""
    return max(abs(one % width - other % width), abs(one // width - other // width))
