"""Routes that set up a table: players, clocks, reserve, hidden fighters, map picture, rulings."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from functools import partial

from fastapi import APIRouter

from affray.core.fight import Fight, IllegalError
from affray.core.problems import data_error
from affray.lab.odds import test_odds
from affray.store import FightNotFoundError
from affray.web.messages import HideRequest, PictureRequest, TableRequest
from affray.web.rooms.fight_play import retry
from affray.web.rooms.playing import IDLE_TABLE
from affray.web.rooms.room import ForbiddenError, Room, check_numbers, reserve_of
from affray.web.rooms.table_state import GAME_MASTER, Json
from affray.web.routes.access import REFUSALS, AccessDependency, FighterNumber, secured
from affray.web.routes.begin import check_player
from affray.web.tables.reinforcements import change_scenario, with_reserve
from affray.web.tables.seats import open_code

router = APIRouter(prefix="/api", tags=["tables"], responses=REFUSALS)


# --- who plays, and when the fight begins ---


@router.post("/fights/{fight}/table", dependencies=secured)
async def set_table(given: TableRequest, access: AccessDependency) -> Json:
    """Set who plays, who may join, clocks and secrecy; begin the fight. For the game master."""
    access.check_master("sets the table")
    room, service = await access.open_to_play(), access.service

    async def send_away() -> None:
        """Replace the scenario by one whose reserve is away when the fight begins."""
        settings_change(room, given)
        names = [room.scenario.setup.names[who] for who in sorted(away)]
        await change_scenario(service, room, with_reserve(room.stored.scenario, names))

    async with room.gate:
        settings_change(room, given)
        if given.name is not None:
            named = {"do": "name", "role": access.role, "name": given.name}
            await service.play.change_table(room, lambda: named)
        away = frozenset(given.reserve or ()) or room.table.reserve
        if given.begin and away - reserve_of(room.scenario):
            await retry(send_away)
        await service.play.change_table(room, lambda: settings_change(room, given))
        if given.open:
            await open_code(service, access.fight)
        elif given.open is not None:
            await asyncio.to_thread(service.store.set_code, access.fight, None)
        await service.play.advance(room)
    return {}


def settings_change(room: Room, given: TableRequest) -> Json | None:
    """Return the change with the given settings; None without any. Raise InvalidDataError."""
    change: Json = {"do": "set"}
    sides = len(room.scenario.sides)
    if given.begin:
        if not room.table.is_gathering:
            raise data_error("the fight has begun already", "begin")
        change["is_gathering"] = False
    if given.open is not None:
        change["is_open"] = given.open
    if given.reserve is not None:
        check_reserve(room, given.reserve)
        change["reserve"] = sorted(set(given.reserve))
    if given.secret is not None:
        change["is_secret"] = given.secret
    if given.clock_seconds is not None:
        change["clock_seconds"] = given.clock_seconds
    if given.clock_player is not None:
        check_player(given.clock_player, "clock_player")
        change["clock_player"] = given.clock_player
    if given.empty is not None:
        check_player(given.empty, "empty", may_be_person=True)
        change["empty_player"] = given.empty
    if given.sides is not None:
        if len(given.sides) != sides:
            raise data_error(f"the scenario has {sides} sides", "sides")
        for number, name in enumerate(given.sides):
            check_player(name, f"sides.{number}", may_be_person=True)
        change["sides"] = given.sides
    if given.friends is not None:
        check_numbers(given.friends, sides, "sides", "friends")
        change["friends"] = sorted(set(given.friends))
    if given.fighters is not None:
        for who, name in given.fighters.items():
            if int(who) >= len(room.table.fighter_sides):
                raise data_error("there is no such fighter", f"fighters.{who}")
            if name:
                check_player(name, f"fighters.{who}", may_be_person=True)
        change["fighters"] = given.fighters
    return change if len(change) > 1 else None


def check_reserve(room: Room, reserve: list[int]) -> None:
    """Check that these fighters can be away when the fight begins."""
    table = room.table
    if not table.is_gathering:
        raise data_error("the reserve is set before the fight begins", "reserve")
    sides = table.fighter_sides
    check_numbers(reserve, len(sides), "fighters", "reserve")
    for side, name in enumerate(room.scenario.sides):
        if all(who in reserve for who, one in enumerate(sides) if one == side):
            raise data_error(f"somebody of {name} has to be there", "reserve")
    for who in reserve:
        holder = table.holder_of(who)
        if holder is not None:
            fighter = room.scenario.setup.names[who]
            raise data_error(f"{holder.name} plays {fighter}", "reserve")


# --- hidden fighters and places ---


@router.post("/fights/{fight}/hidden", dependencies=secured)
async def hide(given: HideRequest, access: AccessDependency) -> Json:
    """Set all fighters and places that are hidden from the players. For the game master."""
    access.check_master("hides and shows")
    room = await access.open_to_play()
    async with room.gate:
        await access.service.play.change_table(room, partial(hide_changes, room, given))
    return {}


def hide_changes(room: Room, given: HideRequest) -> list[Json] | None:
    """Return the changes that hide these fighters and places and show all others."""
    check_numbers(given.fighters, len(room.table.fighter_sides), "fighters", "fighters")
    count = len(room.scenario.setup.board()["places"])  # type: ignore[arg-type]
    check_numbers(given.places, count, "places", "places")
    veil, fighters, places = room.table.veil, set(given.fighters), set(given.places)
    if fighters == veil.fighters and places == veil.places:
        return None
    change: Json = {"do": "hide", "fighters": sorted(fighters), "places": sorted(places)}
    before = out_of_sight(room, veil.fighters, veil.places)
    after = out_of_sight(room, fighters, places)
    told = [(who, "steps out of the shadows.", "revealed") for who in sorted(before - after)]
    told += [(who, "slips out of sight.", "hidden") for who in sorted(after - before)]
    names, table = room.scenario.setup.names, room.table
    news = [table.news(GAME_MASTER, names[who], text, kind) for who, text, kind in told]
    return [change, *(line for lines in news for line in lines)]


def out_of_sight(room: Room, fighters: Collection[int], places: Collection[int]) -> set[int]:
    """Return the fighters out of sight if these fighters and places are hidden."""
    there = {
        who
        for who, state in enumerate(room.news.now())
        if (state["where"] or {}).get("place", -1) in places
    }
    return (there | set(fighters)) - room.table.in_reserve


# --- the picture of a map ---


@router.get("/fights/{fight}/picture", dependencies=secured)
async def picture(access: AccessDependency) -> Json:
    """Return the picture under the map's grid."""
    table = (await access.open()).table
    if table.picture is None:
        raise FightNotFoundError(access.fight)
    if access.role != GAME_MASTER and table.veil.places:
        raise ForbiddenError("a part of the map is hidden, so its picture is not shown")
    return table.picture


@router.post("/fights/{fight}/picture", status_code=201, dependencies=secured)
async def set_picture(given: PictureRequest, access: AccessDependency) -> Json:
    """Lay a picture under the map's grid. For the game master."""
    access.check_master("lays a picture under the map")
    room, change = await access.open(), {"do": "picture", "picture": given.model_dump()}
    async with room.gate:
        await access.service.play.change_table(room, lambda: change)
    return {}


# --- rulings ---


@router.get("/fights/{fight}/rulings/{who}", dependencies=secured)
async def ruling_choices(who: FighterNumber, access: AccessDependency) -> Json:
    """Return the possible rulings about a fighter, with their values. For the game master."""
    access.check_master("rules")
    room = await access.open_to_play()
    fight = room.fight
    if fight is None or who >= len(room.table.fighter_sides):
        raise FightNotFoundError(access.fight)

    def find() -> Json:
        with room.lock:
            return choices_about(fight, who)

    return await asyncio.to_thread(find)


def choices_about(fight: Fight, who: int) -> Json:
    """Return a fighter's state, the legal values of every kind of ruling, and Tests with odds.

    Each value is tried on a copy of the fight.
    """
    fighter, rulings = fight.roster()[who], fight.rulings_on(who)
    kinds = {
        kind: [value for value in values if is_legal(fight, who, kind, value)]
        for kind, values in rulings.choices().items()
    }
    return {
        "fighter": fighter.name,
        "health": int(fighter.health()),
        "max": int(fighter.max_health()),
        "state": fighter.state(),
        "place": fight.place_name(who),
        "conditions": fighter.conditions(),
        "kinds": {kind: values for kind, values in kinds.items() if values},
        "difficulties": rulings.difficulties(),
        "tests": test_odds(fight, who),
    }


def is_legal(fight: Fight, who: int, kind: str, value: str) -> bool:
    """Return whether a ruling is legal, by a trial on a copy of the fight.

    A ruling that rolls dice cannot be tried and counts as legal.
    """
    copy = fight.copy(IDLE_TABLE)
    try:
        copy.rulings_on(who).apply(kind, value)
    except IllegalError:
        return False
    except Exception:
        return True
    return True
