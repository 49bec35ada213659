"""Exact duels, against simulation and against independent calculations."""

from __future__ import annotations

import math
import re
import sys
from itertools import count
from pathlib import Path

import pytest

from affray.core.problems import InvalidDataError
from affray.lab.duels import Duel, solve_duel
from affray.lab.duels.limits import SolverLimits, SolverProgress, memory_megabytes
from affray.lab.scenario_keys import with_changes
from affray.lab.simulation import simulate
from affray.library import Scenario, load, read_scenario
from lab.duels.conftest import LetMemoryGrow
from lab.small_fights import duel_in, each_ruleset

sys.path.append(str(Path(__file__).parents[3]))

from bench.duels import solve_percentile
from bench.percentile import PercentileDuel, Swordsman, solve_by_hand

FIGHTS = 4_000
LONG = math.inf
"""Seconds for what has to come to its end on any machine."""

SURE = 4.5
"""How many standard errors a simulation may be off: a false alarm in a hundred thousand runs."""


def agrees(share: float, wins: int, fights: int) -> bool:
    """Return whether a simulated share agrees with an exact one."""
    error: float = (max(share * (1 - share), 1 / fights) / fights) ** 0.5
    return abs(wins / fights - share) <= SURE * error


@each_ruleset
def test_a_duel_is_what_simulation_finds(ruleset: str) -> None:
    scenario = duel_in(ruleset)
    solved = solve_duel(scenario, limits=SolverLimits(seconds=LONG))
    played = simulate(scenario, FIGHTS, seed=11, workers=1, detailed_fights=FIGHTS)
    for side, wins in zip(scenario.sides, played.tally.wins, strict=True):
        assert agrees(solved.sides[side], wins, FIGHTS), side
    assert agrees(solved.draw, played.tally.draws, FIGHTS)
    for length, fights in played.tally.rounds.items():
        assert agrees(solved.rounds.get(length, 0.0), fights, FIGHTS), f"{length} rounds"
    for fighter in solved.fighters:
        assert agrees(fighter.standing, played.tally.details.standing[fighter.name], FIGHTS)
        assert fighter.mean == pytest.approx(
            played.tally.details.health[fighter.name] / FIGHTS, rel=0.2, abs=0.5
        )


@each_ruleset
def test_everything_that_can_happen_adds_up(ruleset: str) -> None:
    solved = solve_duel(duel_in(ruleset), limits=SolverLimits(seconds=LONG))
    assert sum(solved.sides.values()) + solved.draw == pytest.approx(1, abs=1e-9)
    assert sum(solved.rounds.values()) == pytest.approx(1, abs=1e-9)
    assert solved.error <= 1e-9
    for fighter in solved.fighters:
        assert sum(fighter.health.values()) == pytest.approx(1, abs=1e-9)
    last = solved.after_round[-1]
    for side, share in solved.sides.items():
        assert last[side] == pytest.approx(share, abs=1e-8)


@each_ruleset
def test_a_round_limit_makes_it_a_draw(ruleset: str) -> None:
    scenario = with_changes(duel_in(ruleset), {"round_limit": 2})
    solved = solve_duel(scenario, limits=SolverLimits(seconds=LONG))
    played = simulate(scenario, FIGHTS, seed=5, workers=1)
    assert agrees(solved.draw, played.tally.draws, FIGHTS)
    for side, wins in zip(scenario.sides, played.tally.wins, strict=True):
        assert agrees(solved.sides[side], wins, FIGHTS), side
    assert max(solved.rounds) <= 2


@each_ruleset
def test_named_players_decide(ruleset: str) -> None:
    scenario = duel_in(ruleset)
    first, second = scenario.sides
    limits = SolverLimits(seconds=LONG)
    passive = solve_duel(scenario, {first: "simple", second: "passive"}, limits=limits)
    assert passive.sides[first] > solve_duel(scenario, limits=limits).sides[first] - 1e-9
    with pytest.raises(InvalidDataError, match="simulate it instead"):
        solve_duel(scenario, {first: "strong"})


@pytest.mark.parametrize(("hit_points", "skills"), [((12, 12), (60, 50)), ((20, 9), (35, 80))])
def test_a_percentile_duel_is_what_a_programme_written_apart_says(
    hit_points: tuple[int, int], skills: tuple[int, int]
) -> None:
    """Roll under a skill on d100, then a die of damage, in turns: solved here by recursion."""
    sheets = [
        Swordsman("first", hit_points[0], skills[0], 8, 1),
        Swordsman("second", hit_points[1], skills[1], 6, 2),
    ]
    assert solve_percentile(PercentileDuel(sheets)) == pytest.approx(
        solve_by_hand(sheets), abs=1e-12
    )


def exploding_hits(count: int, sides: int, defense: int, most: int = 80) -> list[float]:
    """Return the odds of the number of hits of exploding dice."""
    least = min(defense, sides)
    one = [0.0] * most
    reach = 1.0
    for rolled_again in range(most - 1):
        one[rolled_again] += reach * (least - 1) / sides
        one[rolled_again + 1] += reach * (sides - least) / sides
        reach /= sides
    found = [1.0] + [0.0] * (most - 1)
    for _ in range(count):
        found = [
            sum(found[part] * one[total - part] for part in range(total + 1))
            for total in range(most)
        ]
    return found


def by_turns(health: tuple[int, int], hits: tuple[list[float], list[float]]) -> float:
    """Return the chance to win of the fighter who strikes first, if they strike in turns."""
    to_strike: dict[tuple[int, int], float] = {}
    struck: dict[tuple[int, int], float] = {}
    for mine in range(1, health[0] + 1):
        for theirs in range(1, health[1] + 1):
            first = sum(
                p * (1.0 if hit >= theirs else struck[mine, theirs - hit])
                for hit, p in enumerate(hits[0])
                if hit
            )
            second = sum(
                p * to_strike[mine - hit, theirs] for hit, p in enumerate(hits[1]) if 0 < hit < mine
            )
            # whoever misses leaves it to the other: two equations with two unknowns
            missed = hits[0][0], hits[1][0]
            chance = (first + missed[0] * second) / (1 - missed[0] * missed[1])
            to_strike[mine, theirs] = chance
            struck[mine, theirs] = second + missed[1] * chance
    return to_strike[health]


@pytest.mark.parametrize("health", [(4, 4), (6, 3)])
def test_a_duel_of_exploding_dice_is_what_a_programme_written_apart_says(
    health: tuple[int, int],
) -> None:
    """Two bandits with one blow a turn: 2d10 against Defense 3, 3d12 against Defense 4."""
    solved = solve_duel(bandits(health), limits=SolverLimits(seconds=LONG))
    hits = exploding_hits(2, 10, 4), exploding_hits(3, 12, 3)
    assert solved.sides["a"] == pytest.approx(by_turns(health, hits), abs=1e-9)


def successes(*sides: int) -> list[float]:
    """Return the odds of the number of dice that show 4 or more."""
    found = [1.0]
    for die in sides:
        chance = max(0, die - 3) / die
        found = [
            (found[n] * (1 - chance) if n < len(found) else 0.0)
            + (found[n - 1] * chance if n else 0.0)
            for n in range(len(found) + 1)
        ]
    return found


def test_a_duel_of_successes_is_what_a_programme_written_apart_says() -> None:
    """Two blades roll d8 and d10 against a Block of d8 and d6, twice a turn, with four Hearts each.

    The higher d8 begins; with equal dice, the first side begins.
    """
    attack, block = successes(8, 10), successes(8, 6)
    blow = [0.0] * 3
    for hit, p in enumerate(attack):
        for off, q in enumerate(block):
            blow[max(0, hit - off)] += p * q
    turn = [sum(blow[a] * blow[n - a] for a in range(3) if 0 <= n - a < 3) for n in range(5)]
    first = by_turns((4, 4), (turn, turn))
    begins = 36 / 64
    solved = solve_duel(load("two-blades"), limits=SolverLimits(seconds=LONG))
    assert solved.sides["sun"] == pytest.approx(
        begins * first + (1 - begins) * (1 - first), abs=1e-9
    )


def bandits(health: tuple[int, int]) -> Scenario:
    fighter = {"actions": 1, "wounded": False, "strength": 12}
    return read_scenario(
        {
            "ruleset": "mithryn",
            "title": "Two bandits",
            "map": {"zones": ["yard"]},
            "weapons": {
                "club": {"damage": "2d10", "rushed": "1d10"},
                "maul": {"damage": "3d12", "rushed": "1d12"},
            },
            "fighters": {
                "light": {**fighter, "rank": 3, "weapons": ["club"], "hp": health[0]},
                "heavy": {**fighter, "rank": 4, "weapons": ["maul"], "hp": health[1]},
            },
            "sides": [
                {"name": "a", "fighters": [{"is": "light", "at": "yard"}]},
                {"name": "b", "fighters": [{"is": "heavy", "at": "yard"}]},
            ],
        },
        "bandits",
    )


# --- bounds ---


def exact_shares(scenario: Scenario) -> dict[str, float]:
    solved = solve_duel(scenario, limits=SolverLimits(seconds=LONG))
    assert solved.exact
    assert solved.stopped == ""
    return solved.sides


def holds(solved: Duel, shares: dict[str, float]) -> bool:
    """Return whether every exact share is within its bounds."""
    return all(
        solved.bounds[side][0] - 1e-9 <= share <= solved.bounds[side][1] + 1e-9
        for side, share in shares.items()
    )


@pytest.mark.parametrize("states", [1, 7, 20, 40])
def test_a_limit_of_states_gives_bounds_that_hold(states: int) -> None:
    scenario = bandits((6, 6))
    solved = solve_duel(scenario, limits=SolverLimits(states))
    assert holds(solved, exact_shares(scenario))
    assert not solved.exact
    assert solved.stopped == "states"
    assert solved.error == pytest.approx(
        1 - sum(low for low, _ in solved.bounds.values()) - solved.draw_bounds[0]
    )
    data = solved.data()
    assert data["exact"] is False
    assert data["bounds"]["a"] == list(solved.bounds["a"])


def test_more_states_make_bounds_narrower() -> None:
    widths = [
        solve_duel(bandits((6, 6)), limits=SolverLimits(states)).error for states in (1, 20, 40)
    ]
    assert widths[0] > widths[1] > widths[2] > 0


@pytest.mark.parametrize("within", [0.2, 0.02])
def test_it_stops_when_it_is_near_enough(within: float) -> None:
    scenario = bandits((6, 6))
    solved = solve_duel(scenario, limits=SolverLimits(seconds=LONG, within=within))
    assert 0 < solved.error <= 2 * within
    assert solved.stopped == ""
    assert holds(solved, exact_shares(scenario))
    assert solved.states < solve_duel(scenario, limits=SolverLimits(seconds=LONG)).states


def test_figures_of_what_is_near_enough_add_up() -> None:
    solved = solve_duel(
        bandits((6, 6)),
        limits=SolverLimits(seconds=LONG, within=0.1),
    )
    assert sum(solved.sides.values()) + solved.draw == pytest.approx(1)
    assert sum(solved.rounds.values()) == pytest.approx(1)
    for side, (low, high) in solved.bounds.items():
        assert low <= solved.sides[side] <= high
    last = solved.after_round[-1]
    assert last["a"] + last["b"] + last["draw"] + last["undecided"] == pytest.approx(1)


def test_a_limit_of_time_or_memory_gives_what_there_is(let_memory_grow: LetMemoryGrow) -> None:
    let_memory_grow(2)
    for limits, why in (
        (SolverLimits(seconds=1e-9), "seconds"),
        (SolverLimits(megabytes=1), "memory"),
    ):
        solved = solve_duel(bandits((6, 6)), limits=limits)
        assert solved.stopped == why
        assert solved.bounds == {"a": (0.0, 1.0), "b": (0.0, 1.0)}


def stopped_after(states: int) -> Duel:
    """Return a duel of bandits that stops after a number of states and is then estimated."""
    ticks = count()
    limits = SolverLimits(states, seconds=20_000.0, clock=lambda: float(next(ticks)))
    return solve_duel(bandits((6, 6)), limits=limits)


def test_what_does_not_close_is_estimated_too() -> None:
    solved = stopped_after(20)
    shares = exact_shares(bandits((6, 6)))
    assert solved.stopped == "states"
    fights = solved.estimate["a"].fights
    assert fights > 50
    for side, one in solved.estimate.items():
        assert agrees(shares[side], round(one.share * fights), fights)
        assert one.low < one.share < one.high
        assert one.error == pytest.approx((one.high - one.low) / 2)
        assert solved.sides[side] == pytest.approx(one.share)
    assert sum(solved.rounds.values()) == pytest.approx(1)
    last = solved.after_round[-1]
    assert last["undecided"] == pytest.approx(0, abs=1e-6), "every simulated fight has ended"
    for side, share in solved.sides.items():
        assert last[side] == pytest.approx(share)
    for fighter in solved.fighters:
        assert sum(fighter.health.values()) == pytest.approx(1)
    data = solved.data()["estimate"]["a"]
    assert set(data) == {"share", "low", "high", "fights"}
    assert re.search(r"a \d+\.\d % ± \d+\.\d\d \(proven: \d+\.\d\d to \d+\.\d\d %\)", repr(solved))


def test_what_closes_is_not_estimated() -> None:
    exact = solve_duel(bandits((6, 6)), limits=SolverLimits(seconds=LONG))
    assert exact.estimate == {}
    assert exact.data()["estimate"] is None
    assert solve_duel(bandits((6, 6)), limits=SolverLimits(seconds=LONG, within=0.1)).estimate == {}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says how much memory it is")
def test_how_much_memory_the_program_has() -> None:
    before = memory_megabytes()
    taken = b"x" * 200_000_000
    assert 150 < memory_megabytes() - before < 250
    assert taken


def test_an_interruption_gives_what_there_is() -> None:
    def interrupt(progress: SolverProgress) -> None:
        if progress.states > 20:
            raise KeyboardInterrupt

    scenario = bandits((6, 6))
    solved = solve_duel(scenario, limits=SolverLimits(seconds=LONG, on_progress=interrupt))
    assert solved.stopped == "interrupted"
    assert 0 < solved.error < 1
    assert holds(solved, exact_shares(scenario))


def test_progress_tells_bounds_that_close() -> None:
    told: list[SolverProgress] = []
    solved = solve_duel(
        bandits((6, 6)),
        limits=SolverLimits(seconds=LONG, on_progress=told.append),
    )
    assert [one.states for one in told] == sorted(one.states for one in told)
    assert (told[0].low, told[0].high) == (0.0, 1.0)
    assert told[-1].low == pytest.approx(solved.sides["a"], abs=1e-8)
    assert told[-1].high == pytest.approx(solved.sides["a"], abs=1e-8)


def test_what_is_too_large_is_bounded() -> None:
    solved = solve_duel(load("causeway"), limits=SolverLimits(30))
    assert not solved.exact
    assert all(0 <= low < high <= 1 for low, high in solved.bounds.values())


MANY_FIGHTS = 100_000

MOST_STATES = 8_000
"""Enough to close the four smaller duels. The bounds of the others stay wide."""


@pytest.mark.soak
@pytest.mark.parametrize(
    "name",
    [
        "first-blood",
        "two-blades",
        "wrestling-ring",
        "moonlit-duel",
        "two-weapon-duel",
        "fencing-lesson",
        "sword-and-spear",
    ],
)
def test_the_bounds_of_a_built_in_duel_hold_what_many_fights_find(name: str) -> None:
    scenario = load(name)
    solved = solve_duel(scenario, limits=SolverLimits(MOST_STATES, seconds=LONG, within=5e-5))
    played = simulate(scenario, MANY_FIGHTS, seed=3, workers=1, detailed_fights=0)
    spread = SURE * (0.25 / MANY_FIGHTS) ** 0.5
    for side, wins in zip(scenario.sides, played.tally.wins, strict=True):
        low, high = solved.bounds[side]
        assert low - spread <= wins / MANY_FIGHTS <= high + spread
    low, high = solved.draw_bounds
    assert low - spread <= played.tally.draws / MANY_FIGHTS <= high + spread
