"""The tables of all fights, by subject."""

from __future__ import annotations

from affray.web.rooms.arrivals import Arrivals
from affray.web.rooms.fight_service import FightService
from affray.web.rooms.next_fights import NextFights
from affray.web.rooms.seats import Seats
from affray.web.rooms.table_changes import TableChanges
from affray.web.rooms.table_settings import TableSettings
from affray.web.rooms.talk import Talk


class TableService:
    """Everything that is done at a table: each subject has a module of its own."""

    def __init__(self, fights: FightService) -> None:
        changes = TableChanges(fights)
        self.seats = Seats(changes)
        self.arrivals = Arrivals(changes)
        self.settings = TableSettings(changes, self.seats, self.arrivals)
        self.next_fights = NextFights(changes, self.seats)
        self.talk = Talk(changes)
