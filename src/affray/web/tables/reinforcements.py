"""Bring in fighters in the course of a fight: from the reserve, or from the content.

The scenario's file lists reinforcements as fighters who are away when the fight begins. So a tape
with them is like any other. A fighter from the content is added to the file in the middle of a
fight, as away from the beginning. So every earlier answer still fits.
"""

from __future__ import annotations

import asyncio
import re
import tomllib
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from fastapi import APIRouter

from affray.core.fight import FLED, STANDING, Fight, IllegalError, place_names
from affray.core.problems import data_error, unknown_name
from affray.core.questions import Ruling
from affray.core.scenario import title_from_slug
from affray.library import PLACED_SECTIONS, Scenario, content_data
from affray.store import AlreadyAnsweredError
from affray.web.messages import NewFighterRequest, ReinforcementRequest
from affray.web.rooms.fight_play import retry
from affray.web.rooms.fight_service import FightService
from affray.web.rooms.playing import IDLE_TABLE
from affray.web.rooms.room import ForbiddenError, Room, check_numbers
from affray.web.rooms.table_state import Json
from affray.web.routes.access import REFUSALS, AccessDependency, secured
from affray.web.scenarios.reading import read_scenario_text
from affray.web.scenarios.toml_editing import edit_toml
from affray.web.tables.talk import tape_words

router = APIRouter(prefix="/api", tags=["tables"], responses=REFUSALS)

ARRIVAL_RANGE = 3
"""How many cells from the wanted place a fighter may arrive instead if that place is taken."""


# --- arriving ---


@router.get("/fights/{fight}/reinforcements", dependencies=secured)
async def newcomers(access: AccessDependency) -> Json:
    """Return the fighters of the content that can be brought in. For the game master."""
    access.check_master("brings in reinforcements")
    room = await access.open_to_play()
    return {"entries": entries_of(room.scenario), "sides": list(room.scenario.sides)}


@router.post("/fights/{fight}/reinforcements", dependencies=secured)
async def reinforce(given: ReinforcementRequest, access: AccessDependency) -> Json:
    """Bring a fighter of the reserve or of the content to a place. For the game master."""
    access.check_master("brings in reinforcements")
    room, service = await access.open(), access.service
    async with room.gate:
        seen, names = given.number, []
        for _ in range(given.count if given.entry is not None else 1):
            name = await retry(partial(find_reinforcement, service, room, given, seen))
            await retry(partial(have_arrive, service, room, given, name))
            seen = room.number
            names.append(name)
        await service.play.advance(room)
    return {"name": " and ".join(names)}


async def find_reinforcement(
    service: FightService, room: Room, given: ReinforcementRequest, seen: int
) -> str:
    """Return the name of the fighter to bring in; add a newcomer to the reserve first.

    Raise AlreadyAnsweredError if an answer came after the first `seen` lines.
    """
    room.check_not_frozen()
    if not room.asked_number <= seen <= room.number:
        raise AlreadyAnsweredError(room.stored.id)
    if room.table.is_gathering or room.is_over():
        raise data_error("nobody arrives before the fight has begun or after its end")
    if given.entry is not None:
        assert room.fight is not None
        old = room.stored.scenario
        text, name = with_newcomer(
            old, room.scenario, room.fight, given.entry, given.side, given.place
        )
        is_one_of_several = given.count > 1
        await change_scenario(
            service,
            room,
            text,
            lambda fight: arrival_around(fight, name, given.place, "", is_one_of_several),
        )
        return name
    if given.fighter is None or given.fighter not in room.table.in_reserve:
        raise data_error("they are not in reserve", "fighter")
    return str(room.scenario.setup.names[given.fighter])


async def have_arrive(
    service: FightService, room: Room, given: ReinforcementRequest, name: str
) -> None:
    """Bring in a fighter of the reserve by rulings."""
    with room.lock:
        assert room.fight is not None
        why = tape_words(given.text, "reinforcements")
        rulings = arrival_around(room.fight, name, given.place, why, given.count > 1)
    await service.play.rule_all(room, rulings)


async def change_scenario(
    service: FightService, room: Room, text: str, check: Callable[[Fight], object] | None = None
) -> None:
    """Replace a fight's scenario; `check` may refuse the resulting fight before it is stored."""
    limit = service.settings.scenario_limit
    await asyncio.to_thread(read_scenario_text, text, room.stored.name, limit)
    step = await asyncio.to_thread(room.change_scenario, text)
    assert step.play is not None
    if check is not None:
        check(step.play.fight)
    await service.play.commit_table(room, step)


def arrival_around(
    fight: Fight, name: str, place: str, why: str, is_one_of_several: bool
) -> list[Ruling]:
    """Return the rulings that bring a fighter to a place, or one of several to a cell near it."""
    for beside in cells_around(place) if is_one_of_several else []:
        try:
            return arrival(fight, name, place, why)
        except IllegalError:
            place = beside
    return arrival(fight, name, place, why)


def arrival(fight: Fight, name: str, place: str, why: str) -> list[Ruling]:
    """Return the rulings that bring a fighter to a place.

    The first ruling places the fighter, the second makes it stand if it does not yet. Raise
    IllegalError if the place is not possible.
    """
    rulings = [Ruling("place", name, place, why)]
    copy = fight.copy(IDLE_TABLE)
    copy.apply_ruling(rulings[0])
    if copy.fighter_named(name).state() != STANDING:
        rulings.append(Ruling("state", name, STANDING, why))
        copy.apply_ruling(rulings[1])
    return rulings


def cells_around(place: str) -> list[str]:
    """Return the cells around a cell, the nearest first; none if the board is not a grid."""
    cell = re.fullmatch(r"(\d+),(\d+)", place)
    if cell is None:
        return []
    x, y = int(cell[1]), int(cell[2])
    steps = range(-ARRIVAL_RANGE, ARRIVAL_RANGE + 1)
    found = [(x + right, y + down) for right in steps for down in steps if right or down]
    found.sort(key=lambda one: max(abs(one[0] - x), abs(one[1] - y)))
    return [f"{one},{other}" for one, other in found if one >= 0 and other >= 0]


# --- a new fighter for a seat ---


@router.post("/fights/{fight}/fighter", status_code=201, dependencies=secured)
async def choose_fighter(given: NewFighterRequest, access: AccessDependency) -> Json:
    """Add a new fighter of the content for the caller's seat, before the fight begins."""
    room, service = await access.open(), access.service
    name = ""

    async def add() -> None:
        nonlocal name
        side = room.table.friends[0]
        text, name = with_newcomer(
            room.stored.scenario, room.scenario, None, given.entry, side,
            beginning_of(room.scenario, side), given.name, is_away=False,
        )  # fmt: skip
        await change_scenario(service, room, text)

    async with room.gate:
        seat = room.table.seats.get(access.role)
        if seat is None or not seat.is_onlooker or not room.table.is_gathering:
            raise ForbiddenError(
                "a new fighter is chosen before the fight begins, at a seat that has none"
            )
        await retry(add)
        own = replace(seat, fighters=(room.scenario.setup.names.index(name),))
        await service.play.change_table(room, own.change)
    return {}


def beginning_of(scenario: Scenario, side: int) -> str:
    """Return the place where the first fighter of a side starts."""
    start = scenario.setup.new_fight(IDLE_TABLE)
    first = next(one for one in start.roster() if one.side == side)
    place = int(str(start.position(int(first.index))["place"]))
    return place_names(scenario.setup.board())[place]


# --- the scenario's file ---


def entries_of(scenario: Scenario) -> dict[str, str]:
    """Return the titles of all entries of fighters, from the content and the scenario's file."""
    tables = [content_data(scenario.ruleset.name), scenario.raw()]
    found: dict[str, str] = {}
    for table in tables:
        for section in PLACED_SECTIONS:
            for name, entry in table.get(section, {}).items():
                found[name] = str(entry.get("title") or title_from_slug(name))
    return dict(sorted(found.items(), key=lambda one: one[1]))


def with_reserve(text: str, names: list[str]) -> str:
    """Return a scenario's file in which these fighters are away when the fight begins."""
    data = tomllib.loads(text)
    before = [*data.get("before", []), *(away(name) for name in names)]
    return edit_toml(text, {**data, "before": before})


def with_newcomer(
    text: str,
    scenario: Scenario,
    fight: Fight | None,
    entry: str,
    side: int,
    place: str,
    called: str = "",
    is_away: bool = True,
) -> tuple[str, str]:
    """Return a scenario's file with an added fighter, and the fighter's name.

    With `is_away`, the fighter is away when the fight begins.

    Raise InvalidDataError for an unknown entry, side or place.
    """
    known = entries_of(scenario)
    if entry not in known:
        raise data_error(unknown_name("fighter", entry, known), "entry")
    check_numbers([side], len(scenario.sides), "sides", "side")
    name = unused_name(called.strip() or known[entry], scenario.setup.names)
    data = tomllib.loads(text)
    group = data["sides"][side]
    placed: Json = {"is": entry, "name": name, "at": starting_place(scenario, place)}
    encounter = int(getattr(fight, "encounter", 0))
    if encounter and not group.get("pcs"):
        placed["fight"] = encounter + 1
    group.setdefault("fighters", []).append(placed)
    group.pop("budget", None)  # a fighter that the game master brings in costs nothing
    if is_away:
        data["before"] = [*data.get("before", []), away(name)]
    return edit_toml(text, data), name


def away(name: str) -> Json:
    """Return the entry that has a fighter away when the fight begins."""
    return {"fighter": name, "kind": "state", "value": FLED}


def unused_name(plain: str, names: list[str]) -> str:
    """Return a name that is not taken, with a number if there are others of the kind."""
    taken = {name.casefold() for name in names}
    name, number = plain, 1
    is_first = f"{plain} 1".casefold() not in taken
    while name.casefold() in taken or (number == 1 and not is_first):
        number += 1
        name = f"{plain} {number}"
    return name


def starting_place(scenario: Scenario, place: str) -> str | list[int]:
    """Return a starting place in the format of a scenario's file.

    On a grid, return the free place whose number is nearest.
    """
    board: Any = scenario.setup.board()
    places = place_names(board)
    if place not in places:
        raise data_error(unknown_name("place", place, places), "place")
    if board["kind"] != "grid":
        return place
    start = scenario.setup.new_fight(IDLE_TABLE)
    taken = {*board.get("solid", ()), *written_places(scenario, int(board["width"]))}
    taken |= {start.position(int(one.index))["place"] for one in start.roster()}
    wanted = places.index(place)
    free = [number for number in range(len(places)) if number not in taken]
    if not free:
        raise data_error("there is no free place for anybody else", "place")
    found = min(free, key=lambda number: (abs(number - wanted), number))
    return [found % int(board["width"]), found // int(board["width"])]


def written_places(scenario: Scenario, width: int) -> set[int]:
    """Return the cells that a scenario's file gives to fighters, even to those who are away."""
    found = set()
    for side in scenario.raw()["sides"]:
        for placed in side.get("fighters", []):
            at = placed["at"]
            for column, row in [at] if isinstance(at[0], int) else at:
                found.add(row * width + column)
    return found
