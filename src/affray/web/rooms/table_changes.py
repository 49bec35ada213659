"""Change a table: a checked line for the journal, made anew if another process was first."""

from __future__ import annotations

from collections.abc import Callable

from affray.core.problems import data_error, unknown_name
from affray.players import player_factories
from affray.web.rooms.answers import ForbiddenError
from affray.web.rooms.fight_play import retry
from affray.web.rooms.fight_service import FightService
from affray.web.rooms.room import Room, Step
from affray.web.rooms.table_state import GAME_MASTER, PERSON, Json, Seat, news_change, table_line


class TableChanges:
    """Adds changes of tables to their journals."""

    def __init__(self, fights: FightService) -> None:
        self.fights = fights
        self.store = fights.store

    async def change(self, room: Room, make_change: Callable[[], Json | list[Json] | None]) -> None:
        """Add a change, or several at once, to the journal; the room's gate is held.

        `make_change` checks the change against the table and builds it. If another process was
        first with a line, the room takes that line in and the change is checked and built anew.
        """

        async def add() -> None:
            made = make_change()
            changes = made if isinstance(made, list) else [made] if made is not None else []
            if changes:
                await self.fights.play.commit_table(room, Step([*map(table_line, changes)]))

        await retry(add)


def check_master(role: str, what: str) -> None:
    """Raise ForbiddenError unless a role is the game master's."""
    if role != GAME_MASTER:
        raise ForbiddenError(f"only the game master {what}")


def table_news(room: Room, role: str, name: str, text: str, kind: str) -> list[Json]:
    """Return the change that tells everybody something, once the fight has begun."""
    return [] if room.table.is_gathering else [news_change(role, name, text, kind)]


def seat_change(seat: Seat) -> Json:
    """Return a new or changed seat as a change of the table."""
    return {
        "do": "seat",
        "number": seat.number,
        "name": seat.name,
        "fighters": list(seat.fighters),
        "side": seat.side,
    }


def check_plays(name: str, key: str, may_be_person: bool = True) -> None:
    """Check that each player is a person or a player by its plain name."""
    known = [*([PERSON] if may_be_person else []), *player_factories()]
    if name not in known:
        raise data_error(unknown_name("player", name, known), key)
