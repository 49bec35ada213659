"""Fights in numbered batches: jobs for workers, with results in order.

A result never depends on which worker played which batch, nor on the number of workers.
"""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Any, TypeVar

from affray.core.batch import Batch, play_batch
from affray.core.playouts import snapshot_at_end
from affray.core.problems import data_error
from affray.core.table import Player
from affray.core.tape import Answer, TapeError, parse_answer
from affray.lab.simulation.details import EventCounter
from affray.lab.simulation.executors import (
    InterruptGuard,
    WorkerPool,
    deferred_interrupts,
)
from affray.lab.simulation.results import Tally
from affray.lab.simulation.states_by_round import play_watched
from affray.library import Scenario, parse
from affray.players import PlayerLike, as_player, player_label, seated

BATCH_SIZE = 2000
"""The number of fights that a worker plays at a time."""

SLOW_BATCH_SIZE = 8
"""The number of fights at a time if a player needs long for its decisions."""

POLL_SECONDS = 0.2
"""The interval between two checks for Ctrl-C while waiting for a batch."""

T = TypeVar("T")


@lru_cache(maxsize=4)
def cached_scenario(text: str, name: str) -> Scenario:
    """Return a scenario from its text; each worker reads it once."""
    return parse(text, name)


@dataclass(frozen=True)
class ScenarioJob:
    """Work on a scenario, in a form that can be sent to workers."""

    text: str
    name: str

    def scenario(self) -> Scenario:
        """Return the scenario, ready to fight."""
        return cached_scenario(self.text, self.name)


@dataclass(frozen=True)
class SimulationJob(ScenarioJob):
    """Fights of one scenario by the same players."""

    players: tuple[PlayerLike, ...]
    seed: int
    detailed_fights: int = 0
    """The number of fights with recorded events."""
    tape: tuple[str, ...] = ()
    """The answers of the tape that fights continue from; empty for fights from the start."""
    by_round: bool = False
    """Whether the fighters' states at the end of each round are recorded."""
    size: int = BATCH_SIZE
    """The number of fights in a batch."""
    detailed_in_batch: int = 0
    """The number of recorded fights at the beginning of each batch."""

    def make_players(self, first: int) -> list[Player]:
        """Return the players of a batch; a random player gets another seed in each batch."""
        ruleset = self.scenario().ruleset
        return [
            as_player(player, ruleset, self.seed * 1_000_003 + first * 8 + side)
            for side, player in enumerate(self.players)
        ]

    def in_batches(self, most: int, fights: int | None) -> SimulationJob:
        """Return the job in batches of at most `most` fights, with recorded fights in each.

        If the number of fights is unknown, one in ten is recorded.
        """
        size = min(most, self.batch_size())
        spread = size // 10 if fights is None else -(-self.detailed_fights * size // fights)
        return replace(self, size=size, detailed_in_batch=max(1, min(size, spread)))

    def batch_size(self) -> int:
        """Return the maximum number of fights in a batch."""
        is_slow = any(player.needs_tape() for player in self.make_players(0))
        return SLOW_BATCH_SIZE if is_slow else BATCH_SIZE

    def play(self, first: int, count: int) -> Tally:
        """Play the fights numbered from `first` on, in this process."""
        setup, players = self.scenario().setup, self.make_players(first)
        tally = Tally(wins=[0] * len(setup.sides))
        before = first // self.size * self.detailed_in_batch
        detailed = max(0, min(count, self.detailed_in_batch, self.detailed_fights - before))
        if detailed:
            tally.add_batch(self.play_batch(players, first, detailed, True, tally))
        if count > detailed:
            left = count - detailed
            tally.add_batch(self.play_batch(players, first + detailed, left, False, tally))
        return tally

    def play_batch(
        self, players: list[Player], first: int, count: int, with_details: bool, tally: Tally
    ) -> Batch:
        """Play a batch, from the start or from the end of the tape; add its details to a tally."""
        setup = self.scenario().setup
        counter = EventCounter() if with_details else None
        if self.tape or self.by_round:
            answers = [parse_answer(line, number + 1) for number, line in enumerate(self.tape)]
            snapshot = snapshot_at_end(setup, answers) if answers else None
            states = tally.by_round if self.by_round else None
            batch = play_watched(setup, snapshot, players, self.seed, first, count, counter, states)
        else:
            batch = play_batch(setup, players, self.seed, first, count, listener=counter)
        if counter is not None:
            tally.details.add(counter.details)
        return batch

    def player_names(self) -> dict[str, str]:
        """Return the name of each side's player."""
        labels = [player_label(player) for player in self.players]
        return dict(zip(self.scenario().sides, labels, strict=True))


def make_job(
    scenario: Scenario,
    players: Mapping[str, PlayerLike] | None = None,
    seed: int = 0,
    detailed_fights: int = 0,
    answers: Sequence[Answer] = (),
    by_round: bool = False,
) -> SimulationJob:
    """Return the job of playing a scenario, from the start or from the end of a tape.

    Raises InvalidDataError if a player is unknown, or if the fight on the tape is over.
    """
    everybody = tuple(seated(scenario.sides, players))
    for player in everybody:
        as_player(player, scenario.ruleset)
    if answers:
        try:
            if snapshot_at_end(scenario.setup, answers).fight.is_over():
                raise data_error("the fight on this tape is over: there is nothing to play on")
        except TapeError as error:
            raise data_error(str(error)) from None
    tape = tuple(answer.text() for answer in answers)
    return SimulationJob(
        scenario.toml(), scenario.name, everybody, seed, detailed_fights, tape, by_round
    )


def batch_ranges(last: int, size: int, first: int = 0) -> Iterator[tuple[int, int]]:
    """Return the first fight and the size of each batch, from fight `first` to before `last`.

    Batches begin at multiples of `size`, so the first one may be smaller.
    """
    while first < last:
        count = min(last, (first // size + 1) * size) - first
        yield first, count
        first += count


def run_in_order(
    pool: WorkerPool, work: Callable[..., T], batches: Iterator[tuple[Any, ...]]
) -> Iterator[T]:
    """Yield the results of batches in numerical order, so that an early stop is reproducible.

    Only a few batches are submitted at any time. Ctrl-C raises KeyboardInterrupt between two
    batches.
    """
    with deferred_interrupts() as guard:
        if pool.executor is None:
            yield from run_here(work, batches, guard)
            return
        check_can_be_sent(work)
        waiting: deque[Future[T]] = deque()
        try:
            while True:
                for batch in islice(batches, max(0, 2 * pool.size - len(waiting))):
                    waiting.append(pool.executor.submit(work, *batch))
                if not waiting:
                    return
                yield wait_for(waiting.popleft(), guard)
        finally:
            for future in waiting:
                future.cancel()


def run_here(
    work: Callable[..., T], batches: Iterator[tuple[Any, ...]], guard: InterruptGuard
) -> Iterator[T]:
    """Yield the results of batches that are played in this process.

    Ctrl-C ends a batch at once; only the results of that batch are lost.
    """
    for batch in batches:
        guard.may_raise = True
        result = work(*batch)
        guard.may_raise = False
        yield result
        guard.check()


def check_can_be_sent(work: Callable[..., object]) -> None:
    """Raise InvalidDataError if work cannot be sent to other processes."""
    try:
        pickle.dumps(work)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise data_error(
            f"a player cannot be sent to other processes ({error}); give workers=1, or name it "
            "as module:Class"
        ) from None


def wait_for(future: Future[T], guard: InterruptGuard) -> T:
    """Return the result of a batch; raise KeyboardInterrupt if Ctrl-C is pressed first."""
    while True:
        guard.check()
        try:
            return future.result(POLL_SECONDS)
        except TimeoutError:
            if future.done():
                return future.result()
