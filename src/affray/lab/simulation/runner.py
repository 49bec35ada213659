"""The simulation of many fights, with the sum of their results."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from time import perf_counter

from affray.core.problems import data_error
from affray.core.tape import Answer
from affray.lab.simulation.batches import batch_ranges, make_job, run_in_order
from affray.lab.simulation.executors import WorkerPool, worker_pool
from affray.lab.simulation.results import Simulation, Tally
from affray.lab.statistics import Z95
from affray.library import Scenario
from affray.players import PlayerLike

DEFAULT_FIGHTS = 10_000
SMALLEST_BATCH = 25
MOST_FIGHTS = 1_000_000_000

FEWEST_DETAILED, MOST_DETAILED = 1000, 4000
"""The minimum and maximum number of fights with recorded events, unless all are recorded. With
1,000 fights a share is known to ± 3 %."""

DETAILED_SHARE = 25
"""One fight in this many is recorded, because a recorded fight takes two to fifteen times as
long."""


def simulate(
    scenario: Scenario,
    fights: int | None = None,
    within: float | None = None,
    seed: int = 0,
    players: Mapping[str, PlayerLike] | None = None,
    workers: int | None = None,
    progress: Callable[[Tally], None] | None = None,
    pool: WorkerPool | None = None,
    cluster: str | None = None,
    detailed_fights: int = 0,
    answers: Sequence[Answer] = (),
    batch_size: int | None = None,
    by_round: bool = False,
) -> Simulation:
    """Play many fights and return the results.

    Plays `fights` fights. With `within`, it stops as soon as every share is known to plus or minus
    this. The events of `detailed_fights` fights are recorded. With `answers`, fights continue from
    the end of that tape. A smaller `batch_size` reports progress more often. With `by_round`, the
    fighters' states at the end of each round are recorded.

    Ctrl-C ends the simulation with the fights so far. Raises InvalidDataError for an invalid
    argument.
    """
    check_fight_count(fights, within)
    wanted = fights if fights is not None else (MOST_FIGHTS if within else DEFAULT_FIGHTS)
    job = make_job(scenario, players, seed, detailed_fights, answers, by_round)
    most = min(batch_size or MOST_FIGHTS, batch_for(within))
    job = job.in_batches(most, wanted if within is None or fights is not None else None)
    size = job.size
    started = perf_counter()
    tally = Tally(wins=[0] * len(scenario.sides))
    stopped = False
    pools: AbstractContextManager[WorkerPool] = (
        nullcontext(pool) if pool else worker_pool(workers, cluster, max(1, wanted // size))
    )
    try:
        with pools as used:
            for batch in run_in_order(used, job.play, batch_ranges(wanted, size)):
                tally.add(batch)
                if progress:
                    progress(tally)
                if within is not None and tally.is_known_within(within):
                    break
    except KeyboardInterrupt:
        stopped = True
        if tally.fights == 0:
            raise
    seconds = perf_counter() - started
    return Simulation(scenario, tally, seconds, seed, stopped, job.player_names())


def batch_for(within: float | None) -> int:
    """Return the size of batches between two checks of a half-width.

    It is a quarter of the fights that a share of one half needs.
    """
    if within is None:
        return MOST_FIGHTS
    return max(SMALLEST_BATCH, int(Z95 * Z95 / (16 * within * within)))


def detailed_count(fights: int | None, within: float | None = None) -> int:
    """Return how many of the fights to record, so that the details have a small error."""
    if fights is None and within is not None:
        return FEWEST_DETAILED
    share = (DEFAULT_FIGHTS if fights is None else fights) // DETAILED_SHARE
    return max(FEWEST_DETAILED, min(MOST_DETAILED, share))


def check_fight_count(fights: int | None, within: float | None) -> None:
    """Raise InvalidDataError for an invalid number of fights or half-width."""
    if fights is not None and not 1 <= fights <= MOST_FIGHTS:
        raise data_error(f"expected 1 to {MOST_FIGHTS:,} fights, not {fights:,}", "-n")
    if within is not None and not 0.0001 <= within < 0.5:
        raise data_error(f"expected a half-width from 0.0001 to 0.5, not {within}", "--within")
