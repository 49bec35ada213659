"""A room's story and open question as data, for each role without hidden information."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import asdict
from time import monotonic
from typing import TYPE_CHECKING

from affray.web.rooms.frames import (
    NO_BOARD,
    Json,
    fighter_data,
    fighter_scene,
    question_data,
    question_facts,
    to_json,
)
from affray.web.rooms.playing import IDLE_TABLE
from affray.web.rooms.story_view import StoryView
from affray.web.rooms.table_state import GAME_MASTER

if TYPE_CHECKING:
    from affray.web.rooms.room import Room

MAX_CACHED_EVENTS = 16
MAX_CACHED_BYTES = 2_000_000
"""How many events are cached for roles that see equal stories, and the longest cached event."""


class RoomNews:
    """The story of a room, as data. Callers hold the room's lock, unless the method takes it."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._views: dict[str, StoryView] = {}
        self._events: dict[tuple[int, bool, str], bytes] = {}
        self._questions: dict[tuple[bool, str], Json] = {}
        self._now: list[Json] | None = None
        self._scene: Json | None = None

    def forget_moment(self) -> None:
        """Forget the cached events, questions and states, because the fight has moved on."""
        self._events.clear()
        self._questions.clear()
        self._now = None

    def forget_views(self) -> None:
        """Forget the cached view of each role, because the table or the past has changed."""
        self._views.clear()

    def forget_scene(self) -> None:
        """Forget the cached scene, because the scenario has changed."""
        self._scene = None
        self.forget_views()

    # --- views of roles ---

    def view(self, role: str) -> StoryView | None:
        """Return a role's view of the story; None if the role sees all of it."""
        room = self.room
        if role == GAME_MASTER or not room.table.hides_anything or room.fight is None:
            return None
        with room.lock:
            found = self._views.get(role)
            if found is None:
                found = self._views[role] = StoryView(room.table, role, room.scenario)
            found.update(room.frames, self.now())
            return found

    def audience(self, role: str) -> str:
        """Return a cache key that is equal for roles that see equal stories."""
        return "" if self.room.table.is_plain else role

    # --- the open question ---

    def question(self, role: str) -> Json | None:
        """Return the open question as a role sees it; None without one."""
        room = self.room
        with room.lock:
            question, fight = room.question, room.fight
            if question is None or fight is None or room.table.is_gathering:
                return None
            yours = room.is_yours(role)
            key = (yours, self.audience(role))
            found = self._questions.get(key)
            if found is None:
                found = question_data(
                    fight, question, room.asked_number, room.player() or "", yours
                )
                if yours:
                    found |= question_facts(fight, question, room.tape, room.frames)
                found["seats"] = room.seats_asked()
                if yours and question.kind != "turn":
                    found["simple"] = room.simple_choice()
                view = self.view(role)
                if view is not None:
                    found = view.question(found)
                self._questions[key] = found
            return found

    def question_now(self, role: str) -> Json:
        """Return the open question with the journal's length, and whether the fight is over."""
        room = self.room
        with room.lock:
            is_over = not room.is_unfinished() and room.question is None
            return {"number": room.number, "over": is_over, "question": self.question(role)}

    # --- the story ---

    def event(self, seen: int, role: str) -> tuple[int, bytes]:
        """Return the journal's length, and the story after line `seen` as a server-sent event.

        One event serves all roles with equal views that have seen `seen` lines.
        """
        room = self.room
        with room.lock:
            key = (seen, room.is_yours(role), self.audience(role))
            found = self._events.get(key)
            if found is None:
                story = to_json(self.story(seen, role))
                found = f"id: {room.number}\nevent: story\ndata: {story}\n\n".encode()
                if len(self._events) < MAX_CACHED_EVENTS and len(found) <= MAX_CACHED_BYTES:
                    self._events[key] = found
            return room.number, found

    def cached_event(self, seen: int, role: str) -> tuple[int, bytes] | None:
        """Return the event if it is cached and the room's lock is free; None otherwise."""
        room = self.room
        if not room.lock.acquire(blocking=False):
            return None
        try:
            found = self._events.get((seen, room.is_yours(role), self.audience(role)))
            return None if found is None else (room.number, found)
        finally:
            room.lock.release()

    def story(self, seen: int, role: str) -> Json:
        """Return the news for a role that has seen the journal's first `seen` lines.

        `keep` is the number of earlier frames that stay; frames after them were taken back.
        """
        room = self.room
        with room.lock:
            return self._story(seen if 0 < seen <= room.number else 0, role)

    def _story(self, seen: int, role: str) -> Json:
        room, fight, view = self.room, self.room.fight, self.view(role)
        known = room.common_length(seen) if seen else -1
        frames = room.frames if view is None else view.frames()
        decisions = room.decisions if view is None else view.decisions(room.decisions)
        keep = bisect_right(frames, known, key=lambda frame: frame.at)
        first = bisect_right(decisions, known - 1, key=lambda one: one.at)
        winner = int(fight.winner()) if fight is not None and room.is_over() else -1
        order = fight.turn_order() if fight is not None else []
        place: Callable[[int], int] = int if view is None else view.decision_number
        wishes = [{"role": wish.role, "to": place(wish.to)} for wish in room.wishes.values()]
        return {
            "number": room.number,
            "answers": place(len(room.tape)),
            "keep": keep,
            "keep_decisions": place(max(known, 0)),
            "frames": [frame.data for frame in frames[keep:]],
            "decisions": [decision.data for decision in decisions[first:]],
            "now": self.now() if view is None else view.now(),
            "round": int(fight.round) if fight is not None else 0,
            "over": room.is_over(),
            "winner": room.scenario.sides[winner] if winner >= 0 else None,
            "question": self.question(role),
            "order": order if view is None else view.order(order),
            "request": wishes[-1] if wishes else None,
            "requests": wishes,
            "undone": len(room.undone[-1]) if room.undone and role == GAME_MASTER else 0,
            "frozen": room.frozen_reason,
            "table": self._table(role, view),
            "chat": [
                asdict(line) if view is None else view.chat_line(asdict(line))
                for line in room.table.chat
                if line.number > seen and room.table.may_hear(role, line)
                if view is None or view.may_be_told(line)
            ],
            "view": self._view_token(view),
        }

    def _table(self, role: str, view: StoryView | None) -> Json:
        """Return the table as data, with the time left for a decision."""
        table, deadline = self.room.table.data(role), self.room.deadline
        if deadline is not None:
            table["clock"]["left"] = round(max(0.0, deadline - monotonic()), 1)
        return table if view is None else view.table_data(table)

    def _view_token(self, view: StoryView | None) -> str:
        """Return a text that changes when the whole story has to be sent again."""
        count = self.room.scenario_count
        return (f"{count}" if count else "") + (view.token() if view is not None else "")

    def now(self) -> list[Json]:
        """Return the present state of every fighter."""
        if self._now is None:
            room, fight = self.room, self.room.fight
            if fight is None and room.shared is not None:
                fight = room.scenario.setup.new_fight(IDLE_TABLE)
            self._now = (
                [] if fight is None else [fighter_data(fight, one) for one in fight.roster()]
            )
        return self._now

    # --- the scene ---

    def scene(self, role: str = GAME_MASTER) -> Json:
        """Return the parts of a fight that rarely change, for the page to draw."""
        with self.room.lock:
            if self._scene is None:
                self._scene = self._make_scene()
            view = self.view(role)
            return self._scene if view is None else view.scene(self._scene)

    def _make_scene(self) -> Json:
        stored = self.room.stored
        found: Json = {
            "id": stored.id,
            "name": stored.name,
            "title": stored.name,
            "about": "",
            "ruleset": stored.ruleset,
            "house": {},
            "sides": [
                {"name": f"side {number}", "player": player}
                for number, player in enumerate(stored.players)
            ],
            "gm": stored.gm,
            "parent": stored.parent,
            "parent_at": stored.parent_at,
            "chosen_seed": str(stored.seed) if stored.seed_chosen else None,
            "board": NO_BOARD,
            "fighters": [],
        }
        if self.room.shared is not None:
            scenario = self.room.scenario
            start = scenario.setup.new_fight(IDLE_TABLE)
            found |= {
                "title": scenario.title,
                "about": scenario.data.about,
                "house": scenario.house,
                "sides": [
                    {"name": name, "player": player}
                    for name, player in zip(scenario.sides, stored.players, strict=False)
                ],
                "board": scenario.setup.board(),
                "fighters": [fighter_scene(scenario, one) for one in start.roster()],
            }
        return found
