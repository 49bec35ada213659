"""Duels solved exactly, or between bounds: who wins, how long it takes, and what it costs them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from affray.core.amounts import Amounts, NotAlikeError
from affray.core.fight import Fight
from affray.core.odds import OddsTable
from affray.core.problems import data_error, unknown_name
from affray.core.ruleset import ScenarioData
from affray.core.table import Player
from affray.lab.duels.limits import EXACT, SolverLimits, WorkDone
from affray.lab.duels.state_space import StateSpace
from affray.lab.duels.transitions import Chain, ChainResult, Transitions, propagate
from affray.lab.statistics import percent, percentile
from affray.lab.worker_count import check_workers
from affray.library import Scenario, read_scenario
from affray.players import PlayerLike, as_player, player_label

if TYPE_CHECKING:
    from affray.lab.duels.best_play import BestPlay

NEGLIGIBLE = 1e-9
"""Rounds after which the duel goes on less likely than this are not listed."""


@dataclass
class FighterOutcome:
    """How a fighter comes out of a duel."""

    name: str
    side: str
    standing: float
    """The probability that they still stand at the end."""
    mean: float
    """The mean of the health they have left."""
    health: dict[int, float]
    """How likely each figure is; those who do not stand count as 0."""


@dataclass(repr=False)
class Duel:
    """A duel's figures: exact, or between bounds where not all of it was worked out.

    What is not exact is told of the part that was worked out, and so adds up to one: `sides`,
    `draw`, `rounds` and `fighters`. `bounds` and `draw_bounds` are certain.
    """

    scenario: Scenario
    players: dict[str, str]
    sides: dict[str, float]
    draw: float
    states: int
    error: float
    """How much probability is not accounted for: the width of every interval."""
    bounds: dict[str, tuple[float, float]]
    """Between what each side's share of wins lies for certain."""
    draw_bounds: tuple[float, float]
    rounds: dict[int, float]
    """How likely the duel is to end in each round."""
    after_round: list[dict[str, float]]
    """For each round, every side's chance of having won by its end, and that it goes on or is not
    known."""
    fighters: list[FighterOutcome]
    stopped: str = ""
    """What stopped it before it was as near as was asked for: states, seconds, memory or
    interrupted; empty when nothing did."""
    seconds: float = 0.0
    best_play: BestPlay | None = field(default=None, repr=False)
    """What to do when, for the sides whose best play was asked for."""

    @property
    def exact(self) -> bool:
        """Whether nothing worth mentioning is left out."""
        return self.error <= EXACT

    def __repr__(self) -> str:
        shares = ", ".join(f"{side} {self.share_text(side)}" for side in self.sides)
        return f"<Duel {self.scenario.name}: {shares}>"

    def share_text(self, side: str) -> str:
        """A side's share of wins in words: exact, or from what to what."""
        if self.exact:
            return percent(self.sides[side])
        low, high = self.bounds[side]
        return f"{low * 100:.2f} to {high * 100:.2f} %"

    def rows(self) -> list[dict[str, Any]]:
        """A row of plain figures for each side."""
        return [
            {
                "side": side,
                "player": self.players[side],
                "share": share,
                "low": self.bounds[side][0],
                "high": self.bounds[side][1],
            }
            for side, share in self.sides.items()
        ]

    @property
    def length(self) -> dict[str, Any]:
        """How long it lasts; None where nothing is known of its end."""
        counted = sorted(self.rounds.items())
        if not counted:
            return {"mean": None, "p10": None, "p50": None, "p90": None, "histogram": {}}
        return {
            "mean": sum(number * p for number, p in counted),
            **{f"p{share}": percentile(counted, share / 100) for share in (10, 50, 90)},
            "histogram": {str(number): p for number, p in counted},
        }

    def data(self) -> dict[str, Any]:
        """The figures, as `affray duel --json` gives them."""
        found: dict[str, Any] = {
            "scenario": self.scenario.name,
            "ruleset": self.scenario.ruleset.name,
            "players": self.players,
            "exact": self.exact,
            "error": self.error,
            "sides": self.sides,
            "bounds": {side: list(bounds) for side, bounds in self.bounds.items()},
            "draw": self.draw,
            "draw_bounds": list(self.draw_bounds),
            "stopped": self.stopped,
            "states": self.states,
            "seconds": self.seconds,
            "rounds": self.length,
            "after_round": self.after_round,
            "fighters": [
                {
                    "name": one.name,
                    "side": one.side,
                    "standing": one.standing,
                    "mean_health": one.mean,
                    "health": {str(amount): p for amount, p in one.health.items()},
                }
                for one in self.fighters
            ],
        }
        if self.best_play is not None:
            found["best"] = self.best_play.data()
        return found

    def _repr_html_(self) -> str:
        from affray.lab.report.notebook import figures_html
        from affray.lab.report.plots import shares_chart

        how = "solved exactly" if self.exact else f"within {self.error:.2g}"
        title = f"{self.scenario.title}, {how}"
        return figures_html(title, self.rows(), lambda: shares_chart(self.data()))


def solve_duel(
    scenario: Scenario,
    players: Mapping[str, PlayerLike] | None = None,
    best: str | Iterable[str] = (),
    limits: SolverLimits | None = None,
) -> Duel:
    """Solves a fight over its states, the likeliest first, exactly or until it is near enough or a
    limit is reached; the sides in `best` play their best.

    Raises InvalidDataError where a player searches by chance, or where a side is not known.
    """
    limits = limits or SolverLimits()
    check_workers(limits.workers)
    given: dict[str, PlayerLike] = {**dict.fromkeys(scenario.sides, "simple"), **(players or {})}
    best_sides = side_numbers(scenario, best)
    for number in best_sides:
        given[scenario.sides[number]] = "simple"  # what best play is measured against
    sides_players = make_players(scenario, [given[side] for side in scenario.sides])
    names = {side: player_label(given[side]) for side in scenario.sides}
    start = without_round_limit(scenario).setup.new_fight(OddsTable())
    if best_sides:
        # only those who ask for the best play pay for what finds it
        from affray.lab.duels.best_play import solve_best_play

        return solve_best_play(scenario, start, sides_players, best_sides, names, limits)
    started = limits.clock()
    try:
        return solve_over_families(scenario, start, sides_players, names, limits)
    except NotAlikeError:
        chain = Chain(start, sides_players, limits)
        chain.work.started = started
        chain.explore()
    return duel_from_transitions(scenario, names, chain.space, chain.transitions, chain.work)


def solve_over_families(
    scenario: Scenario,
    start: Fight,
    players: list[Player],
    names: dict[str, str],
    limits: SolverLimits,
) -> Duel:
    """Solves a duel for all that is left of hit points at once; raises NotAlikeError where that is
    not possible, or not worth while."""
    Amounts(start)  # raises it before anything is imported that takes longer than a small duel
    from affray.lab.duels.family_rounds import propagate_families
    from affray.lab.duels.state_families import FamilyChain

    chain = FamilyChain(start, players, limits)
    chain.explore()
    first_round, round_limit = int(start.round), int(scenario.setup.round_limit)
    fights, result = propagate_families(chain, first_round, round_limit)
    states = len(chain.moves) + int(chain.is_over().sum())
    return duel_from_result(scenario, names, fights, result, states, chain.work)


def duel_from_transitions(
    scenario: Scenario,
    names: dict[str, str],
    space: StateSpace,
    transitions: Transitions,
    work: WorkDone,
) -> Duel:
    """The figures of a duel from its states and the transitions between them."""
    over = space.is_over()
    fights = [state.fight for state in space.states]
    first_round, round_limit = int(fights[0].round), int(scenario.setup.round_limit)
    result = propagate(transitions, over, first_round, round_limit)
    states = len(transitions) + int(over.sum())
    return duel_from_result(scenario, names, fights, result, states, work)


def duel_from_result(
    scenario: Scenario,
    names: dict[str, str],
    fights: list[Fight],
    result: ChainResult,
    states: int,
    work: WorkDone,
) -> Duel:
    """The figures of a duel from how likely it ends as which of these fights."""
    winners = np.array([int(fight.winner()) for fight in fights])
    # what the round limit cut off is in states that are not over, which nobody has won
    lows = [float(result.ends[winners == number].sum()) for number in range(len(scenario.sides))]
    draw = float(result.ends[winners < 0].sum())
    unknown = result.unknown
    known = max(1.0 - unknown, 1e-300)
    return Duel(
        scenario,
        names,
        {name: low / known for name, low in zip(scenario.sides, lows, strict=True)},
        draw / known,
        states,
        unknown,
        {
            name: (low, min(1.0, low + unknown))
            for name, low in zip(scenario.sides, lows, strict=True)
        },
        (draw, min(1.0, draw + unknown)),
        {
            number: float(ended.sum()) / known
            for number, ended in result.ends_by_round
            if ended.sum() > 0
        },
        wins_by_round(scenario, winners, result),
        [fighter_outcome(fights, result, fighter.index) for fighter in fights[0].roster()],
        work.stopped if unknown > work.limits.width else "",
        work.seconds(),
    )


def wins_by_round(
    scenario: Scenario, winners: NDArray[np.int_], result: ChainResult
) -> list[dict[str, float]]:
    """Who has won by the end of each round, until it is as good as over."""
    found = []
    won = [0.0] * len(scenario.sides)
    drawn = 0.0
    for (number, ended), undecided in zip(result.ends_by_round, result.going_on, strict=True):
        for side in range(len(won)):
            won[side] += float(ended[winners == side].sum())
        drawn += float(ended[winners < 0].sum())
        if number > 0:
            shares = dict(zip(scenario.sides, won, strict=True))
            going_on = max(0.0, 1.0 - sum(won) - drawn)
            found.append({"round": number, **shares, "draw": drawn, "undecided": going_on})
        if undecided < NEGLIGIBLE:
            break
    return found


def fighter_outcome(fights: list[Fight], result: ChainResult, who: int) -> FighterOutcome:
    """How a fighter comes out of it."""
    health: dict[int, float] = {}
    standing = 0.0
    known = max(1.0 - result.unknown, 1e-300)
    for number in np.flatnonzero(result.ends):
        fighter = fights[number].roster()[who]
        probability = float(result.ends[number]) / known
        stands = fighter.state() == "standing"
        amount = fighter.health() if stands else 0
        health[amount] = health.get(amount, 0.0) + probability
        standing += probability * stands
    start = fights[0].roster()[who]
    side = fights[0].setup.sides[start.side]
    mean = sum(amount * p for amount, p in health.items())
    return FighterOutcome(start.name, side, standing, mean, dict(sorted(health.items())))


def make_players(scenario: Scenario, given: Iterable[PlayerLike]) -> list[Player]:
    """The players by side; raises InvalidDataError for one who does not decide by the state
    alone."""
    players = []
    for one in given:
        player = as_player(one, scenario.ruleset)
        if player.needs_tape():
            name = player_label(one)
            raise data_error(
                f"the player {name!r} searches by chance, so its duel has no exact answer; "
                f"simulate it instead:  affray simulate {scenario.name} --player SIDE={name}",
                "--player",
            )
        players.append(player)
    return players


def without_round_limit(scenario: Scenario) -> Scenario:
    """The same scenario with the highest round limit there is: the solver applies its own."""
    highest = ScenarioData.model_fields["round_limit"].limits.le
    return read_scenario({**scenario.raw(), "round_limit": highest}, scenario.name)


def side_numbers(scenario: Scenario, names: str | Iterable[str]) -> set[int]:
    """The numbers of the sides that are to play their best, or of the one that is named; `both` is
    every side."""
    found: set[int] = set()
    for name in [names] if isinstance(names, str) else names:
        if name == "both" and name not in scenario.sides:
            found.update(range(len(scenario.sides)))
        elif name in scenario.sides:
            found.add(scenario.sides.index(name))
        else:
            raise data_error(unknown_name("side", name, [*scenario.sides, "both"]), "--best")
    if found and len(scenario.sides) != 2:
        raise data_error("best play is worked out for two sides, and here there are more", "--best")
    return found
