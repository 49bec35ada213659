"""Routes for seats at a table: join by its code, add, change, remove and claim a seat."""

from __future__ import annotations

import asyncio
import base64
import hmac
import io
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from ipaddress import ip_address
from typing import Annotated
from urllib.parse import urlsplit

import segno
from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from affray.core.problems import data_error, unknown_name
from affray.store import FightNotFoundError, secret_digest
from affray.web.messages import (
    ClaimAnswerRequest,
    ClaimRequest,
    ClaimResponse,
    FreeFighterResponse,
    InvitationResponse,
    JoinableTableResponse,
    JoinRequest,
    SeatRequest,
    SeatResponse,
    TakeClaimedRequest,
)
from affray.web.rooms.fight_service import FightService
from affray.web.rooms.links import new_secret
from affray.web.rooms.room import ForbiddenError, Room, check_numbers
from affray.web.rooms.table_state import GAME_MASTER, Claim, Json, Seat
from affray.web.routes.access import (
    REFUSALS,
    AccessDependency,
    AddressDependency,
    ServiceDependency,
    secured,
)

router = APIRouter(prefix="/api", tags=["tables"], responses=REFUSALS)
Code = Annotated[str, Path(max_length=20)]
SeatPath = Annotated[int, Path(ge=1, le=10_000)]

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6
"""The letters and the length of a code. People type it on a phone, so no letters look alike."""

MOST_CLAIMS = 20
"""The largest number of open requests to have a seat back at one table."""


# --- joining by a code ---


@router.get("/tables/{code}")
async def look(
    code: Code, service: ServiceDependency, address: AddressDependency
) -> JoinableTableResponse:
    """Return a table that can be joined, by its code."""
    room = await find_room(service, code, address)
    table, scenario = room.table, room.scenario
    free = table.free_fighters()
    hidden = table.hidden_fighters | table.in_reserve
    fighters = []
    for who, side in enumerate(table.fighter_sides):
        if side not in table.friends or who in hidden:
            continue
        holder = table.holder_of(who)
        fighters.append(
            FreeFighterResponse(
                number=who,
                name=scenario.setup.names[who],
                side=side,
                emblem=scenario.emblems[who],
                taken_by=holder.name if holder is not None else None,
                free=who in free,
            )
        )
    return JoinableTableResponse(
        id=room.stored.id,
        title=scenario.title,
        ruleset=scenario.ruleset.name,
        sides=list(scenario.sides),
        gathering=table.is_gathering,
        fighters=fighters,
        names=[seat.name for seat in table.seats.values()],
    )


@router.post("/tables/{code}/seats", status_code=201)
async def join(
    code: Code, given: JoinRequest, service: ServiceDependency, address: AddressDependency
) -> SeatResponse:
    """Take a seat with a name and some free fighters, or with none to look on."""
    room = await find_room(service, code, address)
    seat = Seat(0, given.name, tuple(given.fighters))
    return await give_seat(service, room, seat, lambda: check_free(room, given.fighters))


async def find_room(service: FightService, code: str, address: str) -> Room:
    """Return the room that a code opens, or raise FightNotFoundError."""
    service.code_limit.check(address, "too many codes from this address")
    plain = re.sub(r"[^A-Z0-9]", "", code.upper())
    fight = await asyncio.to_thread(service.store.find_code, plain)
    if fight is None:
        raise FightNotFoundError(code)
    room = await service.rooms.open(fight, address)
    if not room.table.is_open or room.frozen_reason is not None:
        raise FightNotFoundError(code)
    return room


async def open_code(service: FightService, fight: str) -> str:
    """Return the code of a fight; make one if there is none."""
    store = service.store
    code = await asyncio.to_thread(store.get_code, fight)
    while code is None:
        tried = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        if await asyncio.to_thread(store.set_code, fight, tried):
            code = tried
    return code


@router.get("/fights/{fight}/invitation", dependencies=secured)
async def invitation(request: Request, access: AccessDependency) -> InvitationResponse:
    """Return the code, the address and the QR code for friends. For the game master."""
    access.check_master("invites")
    room, service = await access.open(), access.service
    if not room.table.is_open:
        raise data_error("nobody can join this table; open it first")
    code = await open_code(service, access.fight)
    origin = f"{request.url.scheme}://{request.headers.get('host', 'localhost')}"
    base = (service.settings.public_address or origin).rstrip("/")
    address = f"{base}/#/join/{code}"
    return InvitationResponse(
        code=code, address=address, local=is_local(base), qr=qr_picture(address)
    )


def qr_picture(address: str) -> str:
    """Return a QR code of an address: an SVG picture as a data: address."""
    out = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        out, kind="svg", scale=6, border=3, light="#fff"
    )
    return "data:image/svg+xml;base64," + base64.b64encode(out.getvalue()).decode()


def is_local(base: str) -> bool:
    """Return whether an address works only on this machine."""
    host = urlsplit(base).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return False


# --- seats ---


@router.post("/fights/{fight}/seats", status_code=201, dependencies=secured)
async def add_seat(given: SeatRequest, access: AccessDependency) -> SeatResponse:
    """Add a seat for a person. For the game master."""
    access.check_master("gives seats")
    room = await access.open_to_play()
    seat = Seat(0, given.name, tuple(sorted(set(given.fighters))), given.side)
    return await give_seat(access.service, room, seat, lambda: check_seat(room, given))


@router.put("/fights/{fight}/seats/{number}", dependencies=secured)
async def change_seat(number: SeatPath, given: SeatRequest, access: AccessDependency) -> Json:
    """Change a seat. For the game master at any time; for its holder until the fight begins."""
    room = await access.open_to_play()

    def make_change() -> Json:
        seat = seat_numbered(room, number)
        check_seat(room, given)
        check_name(room, given.name, seat.role)
        if access.role != GAME_MASTER:
            check_own_change(room, access.role, seat, given)
        return Seat(number, given.name, tuple(sorted(set(given.fighters))), given.side).change()

    async with room.gate:
        await access.service.play.change_table(room, make_change)
    return {"number": number}


@router.delete("/fights/{fight}/seats/{number}", status_code=204, dependencies=secured)
async def remove_seat(number: SeatPath, access: AccessDependency) -> Response:
    """Remove a seat and its link. For the game master."""
    access.check_master("ends seats")
    room, service = await access.open(), access.service

    def make_change() -> list[Json]:
        seat = seat_numbered(room, number)
        news = room.table.news(GAME_MASTER, seat.name, "has left the table.", "left")
        return [{"do": "leave", "role": seat.role}, *news]

    async with room.gate:
        await service.play.change_table(room, make_change)
        await service.links.replace(access.fight, f"seat {number}", None)
    return Response(status_code=204)


async def give_seat(
    service: FightService, room: Room, seat: Seat, check: Callable[[], None]
) -> SeatResponse:
    """Add a seat with the next free number. Its fighters leave the seats that had them."""
    limit = service.settings.seat_limit

    def make_change() -> list[Json]:
        nonlocal seat
        check()
        if len(room.table.seats) >= limit:
            raise data_error(f"a table has at most {limit} seats")
        check_name(room, seat.name, None)
        seat = replace(seat, number=room.table.seat_count + 1)
        names = [room.scenario.setup.names[who] for who in seat.fighters]
        plays = f"joins and plays {' and '.join(names)}." if names else "joins."
        return [seat.change(), *room.table.news(seat.role, seat.name, plays, "joined")]

    async with room.gate:
        await service.play.change_table(room, make_change)
        secret = await service.links.add(room.stored.id, seat.role)
    return SeatResponse(id=room.stored.id, role=seat.role, secret=secret)


def seat_numbered(room: Room, number: int) -> Seat:
    """Return the seat with a number, or raise InvalidDataError."""
    seats = room.table.seats
    if f"seat {number}" not in seats:
        raise data_error(unknown_name("seat", f"seat {number}", list(seats)), "seat")
    return seats[f"seat {number}"]


def check_name(room: Room, name: str, role: str | None) -> None:
    """Raise InvalidDataError if another seat has this name."""
    for other in room.table.seats.values():
        if other.role != role and other.name.casefold() == name.casefold():
            raise data_error(f"somebody is called {other.name} already", "name")


def check_seat(room: Room, given: SeatRequest) -> None:
    """Raise InvalidDataError if a requested fighter or side does not exist."""
    check_numbers(given.fighters, len(room.table.fighter_sides), "fighters", "fighters")
    if given.side is not None:
        check_numbers([given.side], len(room.scenario.sides), "sides", "side")


def check_own_change(room: Room, role: str, seat: Seat, given: SeatRequest) -> None:
    """Check that a person changes only their own seat before the fight, to free fighters.

    Raise ForbiddenError or InvalidDataError otherwise.
    """
    if role != seat.role or not room.table.is_gathering:
        raise ForbiddenError("only the game master changes seats once the fight has begun")
    if given.side != seat.side:
        raise ForbiddenError("only the game master gives somebody a whole side")
    check_free(room, given.fighters, seat)


def check_free(room: Room, fighters: list[int], seat: Seat | None = None) -> None:
    """Raise InvalidDataError if a fighter is neither free nor in this seat."""
    table = room.table
    free = {*table.free_fighters(), *(seat.fighters if seat is not None else ())}
    for who in fighters:
        if who in free:
            continue
        holder = table.holder_of(who)
        if holder is not None and who not in table.hidden_fighters:
            name = room.scenario.setup.names[who]
            raise data_error(f"{holder.name} has {name}; take another", "fighters")
        raise data_error("there is no such fighter to take", "fighters")


# --- a seat on another device ---


@router.post("/tables/{code}/claims", status_code=201)
async def claim_seat(
    code: Code, given: ClaimRequest, service: ServiceDependency, address: AddressDependency
) -> ClaimResponse:
    """Ask the game master for a seat that is to move to another device."""
    room = await find_room(service, code, address)
    secret, name = new_secret(), given.name

    def make_change() -> Json:
        table = room.table
        seats = [one for one in table.seats.values() if one.name.casefold() == name.casefold()]
        if not seats:
            raise data_error(f"nobody called {name} sits at this table", "name")
        if len(table.claims) >= MOST_CLAIMS:
            raise data_error("too many ask for their seats; the game master answers first")
        number = max(table.claims, default=0) + 1
        return Claim(number, seats[0].role, secret_digest(secret)).change()

    async with room.gate:
        await service.play.change_table(room, make_change)
    return ClaimResponse(id=room.stored.id, claim=secret)


@router.post("/fights/{fight}/claims/{number}", dependencies=secured)
async def answer_claim(
    number: SeatPath, given: ClaimAnswerRequest, access: AccessDependency
) -> Json:
    """Grant or refuse a person's request to have their seat back. For the game master."""
    access.check_master("gives seats back")
    room = await access.open()

    def make_change() -> list[Json]:
        table = room.table
        claim = table.claims.get(number)
        if claim is None:
            raise data_error("nobody asks for that seat any more", "number")
        if not given.grant:
            return [{"do": "unclaim", "number": number}]
        name = table.name_of(claim.role)
        news = table.news(claim.role, name, "is back on another device.", "returned")
        return [replace(claim, is_granted=True).change(), *news]

    async with room.gate:
        await access.service.play.change_table(room, make_change)
    return {}


@router.post("/claims/{fight}")
async def take_claimed(
    fight: Annotated[str, Path(max_length=40)],
    given: TakeClaimedRequest,
    service: ServiceDependency,
) -> SeatResponse | None:
    """Take a claimed seat; return null while the game master has not decided.

    The seat's old link ends.
    """
    room, digest = await service.rooms.open(fight), secret_digest(given.claim)
    claims = room.table.claims.values()
    claim = next((one for one in claims if hmac.compare_digest(one.digest, digest)), None)
    if claim is None or claim.role not in room.table.seats:
        raise FightNotFoundError(fight)
    if not claim.is_granted:
        return None
    secret = new_secret()
    async with room.gate:
        await service.play.change_table(room, lambda: {"do": "unclaim", "number": claim.number})
        await service.links.replace(fight, claim.role, secret)
    return SeatResponse(id=fight, role=claim.role, secret=secret)
