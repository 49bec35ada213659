"""Seats at a table: joining by its code, giving, changing, ending and claiming them."""

from __future__ import annotations

import base64
import hashlib
import hmac
import io
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from ipaddress import ip_address
from urllib.parse import urlsplit

import segno

from affray.core.problems import data_error, unknown_name
from affray.store import FightNotFoundError
from affray.web.limits import RateLimiter, TooManyRequestsError
from affray.web.messages import (
    ClaimResponse,
    FreeFighterResponse,
    InvitationResponse,
    JoinableTableResponse,
    JoinRequest,
    SeatRequest,
    SeatResponse,
)
from affray.web.rooms.answers import ForbiddenError
from affray.web.rooms.links import new_secret
from affray.web.rooms.room import Room
from affray.web.rooms.table_changes import TableChanges, check_master, seat_change, table_news
from affray.web.rooms.table_state import GAME_MASTER, Claim, Json, Seat

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6
"""A code is typed on a phone: no letters that look alike."""

CODE_BURST = 30
"""Codes of one address at once."""

MOST_CLAIMS = 20
"""Wishes to have a seat back that wait at a table."""


def new_code() -> str:
    """Return a code that nobody guesses in a few tries."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


class Seats:
    """The seats of all tables."""

    def __init__(self, tables: TableChanges) -> None:
        self.tables = tables
        self.fights = tables.fights
        self.store = tables.store
        settings = self.fights.settings
        rate = settings.code_tries_per_minute / 60 if settings.rate > 0 else 0
        self._tries = RateLimiter(rate, CODE_BURST)

    # --- joining ---

    async def open_code(self, fight: str) -> str:
        """Return the code of a fight; make one if there is none."""
        code = await self.fights.background.in_thread(self.store.get_code, fight)
        while code is None:
            tried = new_code()
            if await self.fights.background.in_thread(self.store.set_code, fight, tried):
                code = tried
        return code

    async def invitation(self, fight: str, role: str, origin: str) -> InvitationResponse:
        """Return how friends join, for the game master."""
        check_master(role, "invites")
        room = await self.fights.rooms.open(fight)
        if not room.table.is_open:
            raise data_error("nobody can join this table; open it first")
        code = await self.open_code(fight)
        base = (self.fights.settings.public_address or origin).rstrip("/")
        address = f"{base}/#/join/{code}"
        return InvitationResponse(
            code=code, address=address, local=is_local(base), qr=qr_picture(address)
        )

    async def _find(self, code: str, address: str) -> Room:
        wait = self._tries.take(address)
        if wait > 0:
            raise TooManyRequestsError("too many codes from this address", wait)
        plain = re.sub(r"[^A-Z0-9]", "", code.upper())
        fight = await self.fights.background.in_thread(self.store.find_code, plain)
        if fight is None:
            raise FightNotFoundError(code)
        room = await self.fights.rooms.open(fight, address)
        if not room.table.is_open or room.frozen_reason is not None:
            raise FightNotFoundError(code)
        return room

    async def look(self, code: str, address: str) -> JoinableTableResponse:
        """Return a table by its code, or raise FightNotFoundError."""
        room = await self._find(code, address)
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

    async def join(self, code: str, request: JoinRequest, address: str) -> SeatResponse:
        """Give a seat to a person with the table's code."""
        room = await self._find(code, address)

        def check() -> None:
            free = room.table.free_fighters()
            for who in request.fighters:
                if who not in free:
                    raise data_error(self._taken_text(room, who), "fighters")

        async with room.gate:
            return await self._add_seat(room, request.name, tuple(request.fighters), None, check)

    def _taken_text(self, room: Room, who: int) -> str:
        """Return why a fighter cannot be taken."""
        table = room.table
        holder = table.holder_of(who)
        if holder is not None and who not in table.hidden_fighters:
            return f"{holder.name} has {room.scenario.setup.names[who]}; take another"
        return "there is no such fighter to take"

    # --- seats ---

    async def _add_seat(
        self,
        room: Room,
        name: str,
        fighters: tuple[int, ...],
        side: int | None,
        check: Callable[[], None],
    ) -> SeatResponse:
        fight, secret = room.stored.id, new_secret()
        seat = Seat(0, name, fighters, side)

        def make_change() -> list[Json]:
            nonlocal seat
            check()
            if len(room.table.seats) >= self.fights.settings.seat_limit:
                raise data_error(f"a table has at most {self.fights.settings.seat_limit} seats")
            self._check_name(room, name, None)
            seat = replace(seat, number=room.table.seat_count + 1)
            names = [room.scenario.setup.names[who] for who in fighters]
            plays = f"joins and plays {' and '.join(names)}." if names else "joins."
            return [seat_change(seat), *table_news(room, seat.role, name, plays, "joined")]

        await self.tables.change(room, make_change)
        await self.fights.background.in_thread(self.store.add_link, fight, seat.role, secret)
        self.fights.links.forget(fight)
        return SeatResponse(id=fight, role=seat.role, secret=secret)

    def _check_name(self, room: Room, name: str, role: str | None) -> None:
        """Refuse a second person of the same name."""
        for other in room.table.seats.values():
            if other.role != role and other.name.casefold() == name.casefold():
                raise data_error(f"somebody is called {other.name} already", "name")

    def _check_seat(self, room: Room, request: SeatRequest) -> None:
        count = len(room.table.fighter_sides)
        if any(who >= count for who in request.fighters):
            raise data_error(f"fighters are from 0 to {count - 1}", "fighters")
        if request.side is not None and request.side >= len(room.scenario.sides):
            raise data_error(f"sides are from 0 to {len(room.scenario.sides) - 1}", "side")

    async def add_seat(self, fight: str, role: str, request: SeatRequest) -> SeatResponse:
        """Add a seat for the game master. Its fighters leave the seats that had them."""
        check_master(role, "gives seats")
        room = await self.fights.rooms.open(fight)
        room.check_not_frozen()
        fighters = tuple(sorted(set(request.fighters)))
        async with room.gate:
            return await self._add_seat(
                room, request.name, fighters, request.side, lambda: self._check_seat(room, request)
            )

    async def change_seat(self, fight: str, role: str, number: int, request: SeatRequest) -> None:
        """Change a seat's name, fighters or side.

        The game master may do so at any time. Whoever sits there may do so while the table gathers,
        and may choose free fighters only.
        """
        room = await self.fights.rooms.open(fight)
        room.check_not_frozen()

        def make_change() -> Json:
            seat = self._seat(room, number)
            self._check_seat(room, request)
            self._check_name(room, request.name, seat.role)
            fighters = tuple(sorted(set(request.fighters)))
            if role != GAME_MASTER:
                self._check_own_change(room, role, seat, request)
            return seat_change(Seat(number, request.name, fighters, request.side))

        async with room.gate:
            await self.tables.change(room, make_change)

    def _check_own_change(self, room: Room, role: str, seat: Seat, request: SeatRequest) -> None:
        if role != seat.role or not room.table.is_gathering:
            raise ForbiddenError("only the game master changes seats once the fight has begun")
        if request.side != seat.side:
            raise ForbiddenError("only the game master gives somebody a whole side")
        free = {*room.table.free_fighters(), *seat.fighters}
        for who in request.fighters:
            if who not in free:
                raise data_error(self._taken_text(room, who), "fighters")

    def _seat(self, room: Room, number: int) -> Seat:
        seat = room.table.seats.get(f"seat {number}")
        if seat is None:
            known = [one.role for one in room.table.seats.values()]
            raise data_error(unknown_name("seat", f"seat {number}", known), "seat")
        return seat

    async def remove_seat(self, fight: str, role: str, number: int) -> None:
        """End a seat and its link; its fighters can be taken again."""
        check_master(role, "ends seats")
        room = await self.fights.rooms.open(fight)
        async with room.gate:
            await self.tables.change(
                room, lambda: self._leave_changes(room, self._seat(room, number))
            )
            await self.fights.background.in_thread(
                self.store.replace_link, fight, f"seat {number}", None
            )
        self.fights.links.forget(fight)
        await self.fights.links.end_revoked(fight)

    def _leave_changes(self, room: Room, seat: Seat) -> list[Json]:
        leaves: Json = {"do": "leave", "role": seat.role}
        return [leaves, *table_news(room, GAME_MASTER, seat.name, "has left the table.", "left")]

    # --- a seat on another device ---

    async def claim_seat(self, code: str, name: str, address: str) -> ClaimResponse:
        """Ask the game master to have a seat back, by the name of who sits there."""
        room = await self._find(code, address)
        secret = new_secret()
        digest = hashlib.sha256(secret.encode()).hexdigest()

        def make_change() -> Json:
            table = room.table
            seats = [one for one in table.seats.values() if one.name.casefold() == name.casefold()]
            if not seats:
                raise data_error(f"nobody called {name} sits at this table", "name")
            if len(table.claims) >= MOST_CLAIMS:
                raise data_error("too many ask for their seats; the game master answers first")
            number = max(table.claims, default=0) + 1
            return claim_change(Claim(number, seats[0].role, digest))

        async with room.gate:
            await self.tables.change(room, make_change)
        return ClaimResponse(id=room.stored.id, claim=secret)

    async def answer_claim(self, fight: str, role: str, number: int, is_granted: bool) -> None:
        """Grant or refuse a wish to have a seat back, as game master."""
        check_master(role, "gives seats back")
        room = await self.fights.rooms.open(fight)

        def make_change() -> list[Json]:
            claim = room.table.claims.get(number)
            if claim is None:
                raise data_error("nobody asks for that seat any more", "number")
            if not is_granted:
                return [{"do": "unclaim", "number": number}]
            name = room.table.name_of(claim.role)
            news = table_news(room, claim.role, name, "is back on another device.", "returned")
            return [claim_change(replace(claim, is_granted=True)), *news]

        async with room.gate:
            await self.tables.change(room, make_change)

    async def take_claimed(self, fight: str, secret: str) -> SeatResponse | None:
        """Return the seat that was claimed with a secret; None while the game master has not
        decided. The seat's old link ends. Raise FightNotFoundError for a claim that was refused."""
        room = await self.fights.rooms.open(fight)
        digest = hashlib.sha256(secret.encode()).hexdigest()
        claims = room.table.claims.values()
        claim = next((one for one in claims if hmac.compare_digest(one.digest, digest)), None)
        if claim is None or claim.role not in room.table.seats:
            raise FightNotFoundError(fight)
        if not claim.is_granted:
            return None
        link = new_secret()
        async with room.gate:
            await self.tables.change(room, lambda: {"do": "unclaim", "number": claim.number})
            await self.fights.background.in_thread(self.store.replace_link, fight, claim.role, link)
        self.fights.links.forget(fight)
        await self.fights.links.end_revoked(fight)
        return SeatResponse(id=fight, role=claim.role, secret=link)


def claim_change(claim: Claim) -> Json:
    """Return a new or granted claim as a change of the table."""
    return {
        "do": "claim",
        "number": claim.number,
        "role": claim.role,
        "digest": claim.digest,
        "granted": claim.is_granted,
    }


def qr_picture(address: str) -> str:
    """Return an address as a QR code: an SVG picture as a data: address."""
    out = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        out, kind="svg", scale=6, border=3, light="#fff"
    )
    return "data:image/svg+xml;base64," + base64.b64encode(out.getvalue()).decode()


def is_local(base: str) -> bool:
    """Return whether an address means the machine it is opened on."""
    host = urlsplit(base).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return False
