"""Observations for programs that learn to play: rows of whole numbers of fixed sizes.

They use the data that every ruleset shows. A record is the bytes of one observation. Its 16-bit
numbers are the question, a row for each fighter and one for each open option. Its 8-bit numbers say
which fighters are on the viewer's side and which actions are open.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

from affray.core.fight import DEAD, DOWN, FLED, STANDING, Fight, Fighter, Setup, leading_number
from affray.core.questions import NOBODY, Option, Question
from affray.core.table import Table

QUESTION_COLUMNS: Final = (
    "kind", "side", "who", "about", "target", "options", "page", "round", "rounds_left"
)  # fmt: skip
"""The columns of the question. Fighters, places and items count from 1; 0 means none."""

FIGHTER_COLUMNS: Final = (
    "side", "health", "max_health", "state", "place", "x", "y", "facing", "actions_left"
)  # fmt: skip
"""The columns of each fighter; then follow one for each condition and one for all other
conditions."""

OPTION_COLUMNS: Final = ("kind", "target", "item", "place", "x", "y", "value", "cost", "verb")
"""The columns of each open option."""

STATES: Final = (STANDING, DOWN, FLED, DEAD)
FACINGS: Final = ("n", "ne", "e", "se", "s", "sw", "w", "nw")

MORE_KIND: Final = 1
"""The kind of the option that turns the page, if there are more options than actions."""

OTHER_KIND: Final = 2
"""The number for every unknown kind."""

KNOWN_KINDS: Final = 3
"""The number of the first of the known kinds."""

LOWEST: Final[i64] = -32768
HIGHEST: Final[i64] = 32767

NUMBERS_KEPT: Final = 1024
"""Numbers below this are cached as bytes."""

MOST_ROWS: Final = 50_000
"""The maximum number of cached rows."""


def packed(values: list[int]) -> bytes:
    """Return whole numbers as 16-bit numbers, clipped to their limits."""
    cut: list[int] = []
    for value in values:
        cut.append(int(min(max(value, LOWEST), HIGHEST)))
    return array("h", cut).tobytes()


def condition_of(words: str) -> tuple[str, int]:
    """Return the name and the amount of a condition: '3 wounds' is 3 of 'wound'."""
    name = words.partition(",")[0].strip()
    first, _, rest = name.partition(" ")
    if rest and first.isdecimal():
        return rest.removesuffix("s"), int(first)
    return name, 1


class Vocabulary:
    """The names that a scenario's fights use, each with its number, and the lengths of its rows."""

    def __init__(
        self,
        question_kinds: Sequence[str],
        option_kinds: Sequence[str],
        conditions: Sequence[str],
        max_options: int,
        grid_width: int,
    ) -> None:
        self.question_kinds: Final = list(question_kinds)
        self.option_kinds: Final = list(option_kinds)
        self.conditions: Final = list(conditions)
        self.max_options: Final = max_options
        self.grid_width: Final[i64] = grid_width
        """The width of the grid in places; 0 if the field is no grid."""


class ObservationEncoder:
    """An encoder of a scenario's fights as observations; it caches rows."""

    def __init__(self, vocabulary: Vocabulary, sides: Sequence[int]) -> None:
        self.vocabulary: Final = vocabulary
        self.max_options: Final[i64] = vocabulary.max_options
        self.question_kinds: Final = numbers_of(vocabulary.question_kinds)
        self.option_kinds: Final = numbers_of(vocabulary.option_kinds)
        self.conditions: Final[dict[str, int]] = {
            name: number for number, name in enumerate(vocabulary.conditions)
        }
        self.fighter_rows: Final[list[dict[tuple[object, ...], bytes]]] = [{} for _ in sides]
        self.option_rows: Final[dict[Option, bytes]] = {}
        self.numbers: Final[list[bytes]] = [packed([number]) for number in range(NUMBERS_KEPT)]
        self.no_question: Final = packed([0] * (len(QUESTION_COLUMNS) - 2))
        self.own: Final[list[bytes]] = [
            bytes([int(side == viewer) for side in sides]) for viewer in range(max(sides) + 1)
        ]
        most = vocabulary.max_options
        self.paddings: Final[list[bytes]] = [
            packed([0] * ((most - count) * len(OPTION_COLUMNS))) for count in range(most + 1)
        ]
        self.masks: Final[list[bytes]] = [
            bytes([1] * count + [0] * (most - count)) for count in range(most + 1)
        ]
        self.more_row: Final = packed([MORE_KIND] + [0] * (len(OPTION_COLUMNS) - 1))

    def coordinates(self, place: i64) -> tuple[int, int]:
        """Return the column and row of a place on a grid, otherwise its number."""
        width = self.vocabulary.grid_width
        if place < 0:
            return 0, 0
        if width == 0:
            return int(place) + 1, 0
        return int(place % width) + 1, int(place // width) + 1

    def option_row(self, option: Option) -> bytes:
        """Return the row of an option."""
        found = self.option_rows.get(option)
        if found is None:
            if len(self.option_rows) >= MOST_ROWS:
                self.option_rows.clear()
            x, y = self.coordinates(option.place)
            found = packed(
                [
                    self.option_kinds.get(option.kind, OTHER_KIND),
                    int(option.target) + 1,
                    int(option.item) + 1,
                    int(option.place) + 1,
                    x,
                    y,
                    int(option.value),
                    leading_number(option.cost),
                    int(option.verb),
                ]
            )
            self.option_rows[option] = found
        return found

    def number(self, value: i64) -> bytes:
        """Return one number of a row."""
        return self.numbers[value] if 0 <= value < NUMBERS_KEPT else packed([int(value)])

    def add_question(self, parts: list[bytes], question: Question, page: i64) -> None:
        """Add the row of a question, without the round."""
        parts.append(self.number(self.question_kinds.get(question.kind, OTHER_KIND)))
        parts.append(self.number(question.side + 1))
        parts.append(self.number(question.who + 1))
        parts.append(self.number(question.about + 1))
        parts.append(self.number(question.target + 1))
        parts.append(self.number(len(question.options)))
        parts.append(self.number(page))

    def fighter_row(self, fight: Fight, fighter: Fighter, actions_left: i64) -> bytes:
        """Return the row of a fighter in its current state."""
        position = fight.position(fighter.index)
        place: i64 = NOBODY
        given = position.get("place")
        if isinstance(given, int):
            place = given
        facing = position.get("facing")
        told: tuple[object, ...] = (
            fighter.health(),
            fighter.max_health(),
            fighter.state(),
            int(place),
            facing,
            int(actions_left),
            *fighter.conditions(),
        )
        rows = self.fighter_rows[fighter.index]
        found = rows.get(told)
        if found is None:
            if len(rows) >= MOST_ROWS:
                rows.clear()
            found = self.new_fighter_row(fighter, place, facing, actions_left)
            rows[told] = found
        return found

    def new_fighter_row(
        self, fighter: Fighter, place: i64, facing: object, actions_left: i64
    ) -> bytes:
        """Return the row of a fighter in a state without a cached row."""
        x, y = self.coordinates(place)
        row = [
            int(fighter.side) + 1,
            fighter.health(),
            fighter.max_health(),
            STATES.index(fighter.state()),
            int(place) + 1,
            x,
            y,
            FACINGS.index(facing) + 1 if isinstance(facing, str) and facing in FACINGS else 0,
            int(actions_left),
        ]
        first = len(row)
        row.extend([0] * (len(self.conditions) + 1))
        for words in fighter.conditions():
            name, amount = condition_of(words)
            row[first + self.conditions.get(name, len(self.conditions))] += amount
        return packed(row)


def numbers_of(kinds: list[str]) -> dict[str, int]:
    """Return the number of each known kind."""
    return {kind: KNOWN_KINDS + number for number, kind in enumerate(kinds)}


class FightObserver:
    """An observer of fights, one after another, which updates only what has changed.

    Everything it shows of a fighter follows from the fighter's state.
    """

    def __init__(self, encoder: ObservationEncoder, setup: Setup) -> None:
        self.encoder: Final = encoder
        self.seen: Final[list[Fighter]] = setup.new_fight(Table(False)).fighters
        """The state of all fighters at the last observation."""
        self.actions_left: Final[list[int]] = [-1] * len(self.seen)
        self.rows: Final[list[bytes]] = [b""] * len(self.seen)

    def record(self, fight: Fight, question: Question | None, viewer: i64, page: i64) -> bytes:
        """Return a side's observation as bytes, with one page of the question's options."""
        encoder = self.encoder
        parts: list[bytes] = []
        if question is None:
            parts.append(encoder.no_question)
        else:
            encoder.add_question(parts, question, page)
        parts.append(encoder.number(fight.round))
        parts.append(encoder.number(fight.rounds_left()))
        self.look(fight)
        parts.extend(self.rows)
        shown: i64 = 0
        if question is not None:
            options = question.options
            most = encoder.max_options
            count: i64 = len(options)
            if count <= most:
                for option in options:
                    parts.append(encoder.option_row(option))
                shown = count
            else:
                first = page * (most - 1)
                last = min(first + most - 1, count)
                for number in range(first, last):
                    parts.append(encoder.option_row(options[number]))
                parts.append(encoder.more_row)
                shown = last - first + 1
        parts.append(encoder.paddings[shown])
        parts.append(encoder.own[viewer])
        parts.append(encoder.masks[shown])
        return b"".join(parts)

    def look(self, fight: Fight) -> None:
        """Update the rows of the fighters that have changed."""
        actions = fight.actions_by_fighter()
        fighters = fight.fighters
        for index in range(len(fighters)):
            fighter = fighters[index]
            seen = self.seen[index]
            left = actions[index]
            if left != self.actions_left[index] or not seen.has_state_of(fighter):
                seen.copy_state(fighter)
                self.actions_left[index] = left
                self.rows[index] = self.encoder.fighter_row(fight, fighter, left)
