"""Fights that a caller plays step by step, without replaying them.

The rules run in a thread of control of their own, which the maker of an Episode provides. They stop
where a decision comes from outside: `pause` gives up control, and returns when the answer is there.
Many episodes pass control on to one another, and the last one returns it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy_extensions import i64

from affray.core.dice import Dice
from affray.core.fight import Fight, Setup
from affray.core.observation import FightObserver, ObservationEncoder
from affray.core.playouts import health_lead
from affray.core.questions import NOBODY, Option, Question, Ruling
from affray.core.table import LiveTable, Player, Table
from affray.core.tape import RecordingTable

WIN: Final = 1.0
LOSS: Final = -1.0


class EpisodeEndError(Exception):
    """A signal to abandon a fight in its current state."""


class EpisodeBoard:
    """The data that episodes stepped together share with the caller: actions and their results.

    Every list has one place for each episode.
    """

    def __init__(self, count: int, records: memoryview, record_size: int) -> None:
        self.records: Final = records
        self.record_size: Final = record_size
        self.actions: Final[list[int]] = [0] * count
        self.sides: Final[list[int]] = [0] * count
        """The side that decides next in each episode."""
        self.rewards: Final[list[float]] = [0.0] * count
        self.terminated: Final[list[bool]] = [False] * count
        self.truncated: Final[list[bool]] = [False] * count
        self.illegal: Final[list[bool]] = [False] * count
        """Whether the last action was none of the open ones."""
        self.changed: Final[list[int]] = []
        """The places with news other than the next side."""

    def clear(self) -> None:
        """Forget the results of the last actions."""
        for number in self.changed:
            self.rewards[number] = 0.0
            self.terminated[number] = False
            self.truncated[number] = False
            self.illegal[number] = False
        self.changed.clear()


class Episode(Player):
    """One fight after another, in which the caller plays the sides in `learners`.

    `start` has to be called in a thread of control of its own, and never returns. The reward
    belongs to the side that decided last: 1 for a win, -1 for a loss, else 0. `shaping` adds the
    gain in health lead since that side's previous decision, multiplied by `shaping`.
    """

    def __init__(
        self,
        setup: Setup,
        encoder: ObservationEncoder,
        board: EpisodeBoard,
        number: int,
        learners: list[int],
        step_limit: int,
        shaping: float,
    ) -> None:
        self.setup: Final = setup
        self.observer: Final = FightObserver(encoder, setup)
        self.max_options: Final[i64] = encoder.max_options
        self.board: Final = board
        self.number: Final[i64] = number
        self.learners: Final = learners
        self.step_limit: Final[i64] = step_limit
        self.shaping: Final = shaping
        size = board.record_size
        self.view: Final = board.records[number * size : (number + 1) * size]
        self.whole: Final = slice(None)
        self.pause: Callable[[], object] = nothing
        self.players: list[Player] = []
        self.gm: Player | None = None
        self.seed = 0
        self.fights: i64 = 0
        """The number of fights since the episode was seeded."""
        self.steps: i64 = 0
        """The number of actions in this fight."""
        self.is_abandoned = False
        self.fight: Fight | None = None
        self.question: Question | None = None
        self.page: i64 = 0
        self.viewer: i64 = 0
        self.potentials: list[float] = [0.0] * len(setup.sides)

    def seat(self, players: list[Player], gm: Player | None, seed: int) -> None:
        """Set the players of the other sides, and the seed."""
        self.players = players
        self.gm = gm
        self.seed = seed
        self.fights = 0

    def abandon(self) -> None:
        """Abandon the fight when control comes back, and begin the next one."""
        self.is_abandoned = True

    def start(self) -> None:
        """Play fight after fight."""
        while True:
            self.is_abandoned = False
            self.begin()
            try:
                self.play()
            except EpisodeEndError:
                continue  # the caller abandoned the fight

    def begin(self) -> None:
        """Set up a new fight."""
        dice = Dice(self.seed, int(self.fights))
        self.fights += 1
        seated: list[Player] = [
            self if side in self.learners else self.players[side]
            for side in range(len(self.setup.sides))
        ]
        live = LiveTable(dice, seated, self.gm)
        looks_back = False
        for player in seated:
            looks_back = looks_back or player.needs_tape()
        table: Table = RecordingTable(live, False) if looks_back else live
        fight = self.setup.new_fight(table)
        self.fight = fight
        self.steps = 0
        self.viewer = self.learners[0]
        if self.shaping:
            for side in range(len(self.potentials)):
                self.shaping_of(fight, side)

    def play(self) -> None:
        """Play the fight to its end and report it."""
        fight = self.fight
        assert fight is not None
        fight.play()
        board = self.board
        number = self.number
        winner = fight.winner()
        reward = 0.0
        if winner != NOBODY:
            reward = WIN if winner == self.viewer else LOSS
        if self.shaping:
            reward += self.shaping_of(fight, self.viewer)
        board.changed.append(int(number))
        board.rewards[number] = reward
        board.terminated[number] = True
        board.sides[number] = int(self.viewer)
        self.question = None
        self.view[self.whole] = self.observer.record(fight, None, self.viewer, 0)
        self.pause()

    def shaping_of(self, fight: Fight, side: i64) -> float:
        """Return the reward for the health lead that a side has gained since it was last asked."""
        now = health_lead(fight, side)
        gained = now - self.potentials[side]
        self.potentials[side] = now
        return self.shaping * gained

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        """Show the question and return the option whose number the caller chooses."""
        board = self.board
        number = self.number
        options = question.options
        count: i64 = len(options)
        most = self.max_options
        page: i64 = 0
        side = question.side
        if self.shaping and self.steps:
            board.changed.append(int(number))
            board.rewards[number] = self.shaping_of(fight, self.viewer)
        self.question = question
        self.viewer = side
        board.sides[number] = int(side)
        while True:
            self.page = page
            is_last = self.steps >= self.step_limit
            if is_last:
                board.changed.append(int(number))
                board.truncated[number] = True
            self.view[self.whole] = self.observer.record(fight, question, side, page)
            self.pause()
            if is_last or self.is_abandoned:
                raise EpisodeEndError
            self.steps += 1
            action: i64 = board.actions[number]
            if count <= most:
                if 0 <= action < count:
                    return options[action]
            else:
                first = page * (most - 1)
                shown = min(most - 1, count - first)
                if 0 <= action < shown:
                    return options[first + action]
                if action == shown:
                    page += 1
                    if first + shown >= count:
                        page = 0
                    continue
            board.changed.append(int(number))
            board.illegal[number] = True
            return question.default_option()


def nothing() -> None:
    """Do nothing."""
