"""Plays many fights and adds up what they come to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
"""The events of how many fights are recorded for the details, unless all are. From 1,000 fights a
share is known to ± 3 %."""

DETAILED_SHARE = 25
"""One fight of so many is recorded, because that takes two to fifteen times as long."""


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
    """Play a number of fights, or as many as it takes to know every share to `within` on either
    side, and records the events of `detailed_fights` of them. With the answers of a tape they go on
    from where it ends. A `batch_size` has it tell its progress more often. With `by_round` the
    states of the fighters at the end of each round are kept.

    Ctrl-C ends it with what was played so far. Raise InvalidDataError where an argument will
    not do.
    """
    check_fight_count(fights, within)
    wanted = fights if fights is not None else (MOST_FIGHTS if within else DEFAULT_FIGHTS)
    job = make_job(scenario, players, seed, detailed_fights, answers, by_round)
    most = min(batch_size or MOST_FIGHTS, batch_for(within))
    job = job.in_batches(most, wanted if within is None or fights is not None else None)
    size = job.size
    if pool is None:
        with worker_pool(workers, cluster, max(1, wanted // size)) as own_pool:
            return simulate(
                scenario,
                fights,
                within,
                seed,
                players,
                progress=progress,
                pool=own_pool,
                detailed_fights=detailed_fights,
                answers=answers,
                batch_size=batch_size,
                by_round=by_round,
            )
    started = perf_counter()
    tally = Tally(wins=[0] * len(scenario.sides))
    stopped = False
    try:
        for batch in run_in_order(pool, job.play, batch_ranges(wanted, size)):
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
    """Return the size of batches that are checked for a half-width: a quarter of the fights that a
    share of one half needs."""
    if within is None:
        return MOST_FIGHTS
    return max(SMALLEST_BATCH, int(Z95 * Z95 / (16 * within * within)))


def detailed_count(fights: int | None, within: float | None = None) -> int:
    """Return how many of so many fights to record: enough for details with a small error."""
    if fights is None and within is not None:
        return FEWEST_DETAILED
    share = (DEFAULT_FIGHTS if fights is None else fights) // DETAILED_SHARE
    return max(FEWEST_DETAILED, min(MOST_DETAILED, share))


def check_fight_count(fights: int | None, within: float | None) -> None:
    """Raise InvalidDataError for what cannot be a number of fights or a half-width."""
    if fights is not None and not 1 <= fights <= MOST_FIGHTS:
        raise data_error(f"expected 1 to {MOST_FIGHTS:,} fights, not {fights:,}", "-n")
    if within is not None and not 0.0001 <= within < 0.5:
        raise data_error(f"expected a half-width from 0.0001 to 0.5, not {within}", "--within")
