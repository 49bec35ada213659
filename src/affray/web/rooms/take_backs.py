"""Taking back, asking to, granting and refusing that, and doing again what was taken back."""

from __future__ import annotations

from functools import partial

from affray.core.problems import data_error, unknown_name
from affray.store import JournalLine, TakeBackWish, refusal_line
from affray.web.limits import RateLimiter, TooManyRequestsError
from affray.web.messages import RedoRequest, RefuseRequest, TakeBackRequest
from affray.web.rooms.answers import ForbiddenError
from affray.web.rooms.fight_play import IN_REQUEST, FightPlay, retry
from affray.web.rooms.playing import Budget
from affray.web.rooms.room import Room, Step
from affray.web.rooms.table_state import GAME_MASTER, news_line
from affray.web.settings import Settings

WISH_BURST = 3
"""Wishes of one side at once."""


class TakeBacks:
    """The game master takes back; a side asks to, and another side or the game master decides."""

    def __init__(self, play: FightPlay, settings: Settings) -> None:
        self.play = play
        self.rooms = play.rooms
        rate = settings.wishes_per_minute / 60 if settings.rate > 0 else 0
        self._wishes = RateLimiter(rate, WISH_BURST)

    async def take_back(
        self, fight: str, role: str, request: TakeBackRequest, address: str = ""
    ) -> int:
        """Take back, or ask to; return the journal's length."""
        room = await self.rooms.open(fight, address)
        async with room.gate:
            await retry(partial(self._take_back, room, role, request))
            await self.play.advance(room)
            return room.number

    async def _take_back(self, room: Room, role: str, request: TakeBackRequest) -> None:
        await self.play.check_number(room, request.number)
        room.check_not_frozen()
        if room.table.is_onlooker(role):
            raise ForbiddenError("onlookers cannot take back")
        to = decision_to_take_back(room, role, request.to)
        granted = granted_wish(room, role, to)
        if role != GAME_MASTER and granted is None:
            await self._add_wish(room, TakeBackWish(role, to))
            return
        step = await self.rooms.background.in_thread(
            room.take_back, to, self.play.most, Budget(*IN_REQUEST)
        )
        step.lines.insert(1, take_back_line(room, role, to, granted))
        await self.play.commit(room, step)

    async def redo(self, fight: str, role: str, request: RedoRequest, address: str = "") -> int:
        """Do again what was taken back last; return the journal's length."""
        if role != GAME_MASTER:
            raise ForbiddenError("only the game master does again what was taken back")
        room = await self.rooms.open(fight, address)
        async with room.gate:
            await retry(partial(self._redo, room, request))
            await self.play.advance(room)
            return room.number

    async def _redo(self, room: Room, request: RedoRequest) -> None:
        await self.play.check_number(room, request.number)
        room.check_not_frozen()
        step = await self.rooms.background.in_thread(room.redo, self.play.most, Budget(*IN_REQUEST))
        await self.play.commit(room, step)

    async def _add_wish(self, room: Room, wish: TakeBackWish) -> None:
        """Store a side's wish: one at a time, and a few a minute."""
        open_wish = room.wishes.get(wish.role)
        if open_wish == wish:
            return
        if open_wish is not None:
            raise data_error(
                f"you asked already to take back to answer {open_wish.to}; withdraw that first",
                "to",
            )
        wait = self._wishes.take(f"{room.stored.id} {wish.role}")
        if wait > 0:
            raise TooManyRequestsError("you have asked to take back a few times just now", wait)
        await self.play.commit(room, Step([wish.to_line()]))

    async def refuse(self, fight: str, role: str, request: RefuseRequest, address: str = "") -> int:
        """Refuse somebody's wish, or withdraw one's own; return the journal's length."""
        room = await self.rooms.open(fight, address)
        async with room.gate:
            await retry(partial(self._refuse, room, role, request))
            return room.number

    async def _refuse(self, room: Room, role: str, request: RefuseRequest) -> None:
        await self.play.check_number(room, request.number)
        if room.table.is_onlooker(role):
            raise ForbiddenError("onlookers have no say in this")
        if not room.wishes:
            raise data_error("nobody asks to take back")
        chosen = request.role or next(reversed(room.wishes))
        if chosen not in room.wishes:
            raise data_error(unknown_name("wish of", chosen, room.wishes), "role")
        wish = room.wishes[chosen]
        if role not in (GAME_MASTER, chosen) and not may_grant(room, role, wish):
            raise ForbiddenError("the game master or another side decides this")
        lines = [refusal_line(role, chosen), refusal_news(room, role, chosen)]
        await self.play.commit(room, Step(lines))


def decision_to_take_back(room: Room, role: str, number: int) -> int:
    """Return the place on the tape of a decision, by the number that a role was told.

    Raise InvalidDataError if there is no such decision.
    """
    view = room.news.view(role)
    decided = room.decision_numbers()
    told = decided
    if view is not None:
        told = [one.data["at"] for one in view.decisions(room.decisions)]
        wishes = [one.to for one in room.wishes.values() if one.role != role]
        granted = [to for to in wishes if view.decision_number(to) == number]
        place = granted[0] if granted else view.decision_at(number)
    else:
        place = number
    if place not in decided:
        listed = ", ".join(str(one) for one in told[-8:])
        raise data_error(f"one takes back a decision; the last are at {listed or 'none'}", "to")
    return place


def may_grant(room: Room, role: str, wish: TakeBackWish) -> bool:
    """Return whether a role decides on a wish: the game master, and whoever plays for another
    side."""
    if role == GAME_MASTER:
        return True
    table = room.table
    return table.side_of(role) is not None and table.side_of(role) != table.side_of(wish.role)


def granted_wish(room: Room, role: str, to: int) -> TakeBackWish | None:
    """Return somebody else's wish that taking back to here grants."""
    return next(
        (
            wish
            for wish in room.wishes.values()
            if wish.to == to and wish.role != role and may_grant(room, role, wish)
        ),
        None,
    )


def take_back_line(room: Room, role: str, to: int, wish: TakeBackWish | None) -> JournalLine:
    """Return the line that says who took back how much, and for whom."""
    count = sum(1 for at in room.decision_numbers() if at >= to)
    much = "the last decision" if count == 1 else f"the last {count} decisions"
    name = room.table.name_of(role)
    if wish is None:
        return news_line(role, name, f"takes back {much}.", "taken-back")
    asker, verb = room.table.name_of(wish.role), "is" if count == 1 else "are"
    return news_line(role, name, f"grants what {asker} asked: {much} {verb} taken back.", "granted")


def refusal_news(room: Room, role: str, whose: str) -> JournalLine:
    """Return the line that says who refused whose wish, or withdrew their own."""
    name = room.table.name_of(role)
    if role == whose:
        return news_line(role, name, "no longer asks to take back.", "withdrawn")
    return news_line(role, name, f"does not let {room.table.name_of(whose)} take back.", "refused")
