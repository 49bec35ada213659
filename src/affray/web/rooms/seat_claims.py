"""Seats that somebody wants back on another device; the game master agrees."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Awaitable, Callable
from dataclasses import replace

from affray.core.problems import data_error
from affray.store import FightNotFoundError
from affray.web.messages import ClaimResponse, SeatResponse
from affray.web.rooms.answers import ForbiddenError
from affray.web.rooms.fight_service import FightService
from affray.web.rooms.links import new_secret
from affray.web.rooms.room import Room
from affray.web.rooms.table_state import GAME_MASTER, Claim, Json

MakeChange = Callable[[], Json | list[Json] | None]

MOST_CLAIMS = 20
"""Wishes to have a seat back that wait at a table."""


class SeatClaims:
    """Wishes to have a seat back, and what the game master answers."""

    def __init__(
        self,
        fights: FightService,
        find: Callable[[str, str], Awaitable[Room]],
        change: Callable[[Room, MakeChange], Awaitable[None]],
        news: Callable[[Room, str, str, str, str], list[Json]],
    ) -> None:
        self.fights = fights
        self._find = find
        """Finds a table by its code, for an address."""
        self._change = change
        """Adds changes to a room's journal."""
        self._news = news
        """Makes the change that tells everybody something."""

    async def ask(self, code: str, name: str, address: str) -> ClaimResponse:
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
            await self._change(room, make_change)
        return ClaimResponse(id=room.stored.id, claim=secret)

    async def answer(self, fight: str, role: str, number: int, is_granted: bool) -> None:
        """Grant or refuse a wish to have a seat back, as game master."""
        if role != GAME_MASTER:
            raise ForbiddenError("only the game master gives seats back")
        room = await self.fights.rooms.open(fight)

        def make_change() -> list[Json]:
            claim = room.table.claims.get(number)
            if claim is None:
                raise data_error("nobody asks for that seat any more", "number")
            if not is_granted:
                return [{"do": "unclaim", "number": number}]
            name = room.table.name_of(claim.role)
            news = self._news(room, claim.role, name, "is back on another device.", "returned")
            return [claim_change(replace(claim, is_granted=True)), *news]

        async with room.gate:
            await self._change(room, make_change)

    async def take(self, fight: str, secret: str) -> SeatResponse | None:
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
            await self._change(room, lambda: {"do": "unclaim", "number": claim.number})
            await self.fights.background.in_thread(
                self.fights.store.replace_link, fight, claim.role, link
            )
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
