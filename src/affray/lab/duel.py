"""Duels solved exactly: who wins, how long it takes, and what it costs them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from affray.core.fight import Fight
from affray.core.odds import OddsTable
from affray.core.problems import data_error, unknown_name
from affray.core.ruleset import ScenarioData
from affray.core.table import Player
from affray.lab.chain import FightHistory, Limits, TooLarge, follow, moves_of
from affray.lab.statistics import percentile
from affray.library import Scenario, read_scenario
from affray.players import player_named


@dataclass
class FighterLeft:
    """How a fighter comes out of a duel."""

    name: str
    side: str
    standing: float
    """The probability that they still stand at the end."""
    mean: float
    """The mean of the health they have left."""
    health: dict[int, float]
    """How likely each figure is; those who do not stand count as 0."""


@dataclass
class Duel:
    """A duel's exact figures."""

    scenario: Scenario
    players: dict[str, str]
    sides: dict[str, float]
    draw: float
    states: int
    error: float
    rounds: dict[int, float]
    """How likely the duel is to end in each round."""
    after_round: list[dict[str, float]]
    """For each round, every side's chance of having won by its end, and that it goes on."""
    fighters: list[FighterLeft]
    steps: float = 0.0
    """How many turns it takes on average; what is left out of each adds up."""
    seconds: float = 0.0
    plan: Any = field(default=None, repr=False)
    """What to do when, where best play was asked for."""

    def length(self) -> dict[str, Any]:
        """How long it lasts."""
        counted = sorted(self.rounds.items())
        return {
            "mean": sum(number * p for number, p in counted),
            **{f"p{share}": percentile(counted, share / 100) for share in (10, 50, 90)},
            "histogram": {str(number): p for number, p in counted},
        }

    def data(self) -> dict[str, Any]:
        """The figures, as `affray duel --json` gives them."""
        found = {
            "scenario": self.scenario.name,
            "ruleset": self.scenario.ruleset.name,
            "players": self.players,
            "exact": True,
            "error": self.error,
            "sides": self.sides,
            "draw": self.draw,
            "states": self.states,
            "seconds": self.seconds,
            "rounds": self.length(),
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
        if self.plan is not None:
            found["best"] = self.plan.data()
        return found

    def _repr_html_(self) -> str:
        from affray.lab.plots import html_of, shares_chart

        return html_of(shares_chart(self.data()))


def duel(
    scenario: Scenario,
    players: dict[str, str] | None = None,
    best: Iterable[str] = (),
    limits: Limits | None = None,
) -> Duel:
    """Solves a fight over its states between turns; for the sides in `best` by their best play."""
    limits = limits or Limits()
    started = perf_counter()
    names = players_of(scenario, players)
    wanted = sides_numbered(scenario, best)
    for number in wanted:
        names[scenario.sides[number]] = "simple"  # what best play is measured against
    made = deciding(scenario, names)
    start = endless(scenario).setup.new_fight(OddsTable())
    try:
        if wanted:
            # only those who ask for the best play pay for what finds it
            from affray.lab.best import best_duel

            found = best_duel(scenario, start, made, wanted, names, limits)
        else:
            states, moves = moves_of(start, made, limits)
            found = duel_of(scenario, names, states.fights, moves.by_rounds(len(states.fights)))
            found.error = moves.error * max(1.0, found.steps)
    except TooLarge as large:
        raise data_error(
            f"{scenario.name} has too many states to be solved: {large}; "
            f"simulate it instead:  affray simulate {scenario.name}"
        ) from None
    found.seconds = perf_counter() - started
    return found


def duel_of(
    scenario: Scenario, names: dict[str, str], fights: list[Fight], moves: dict[int, Any]
) -> Duel:
    """The figures of a duel from its states and moves."""
    over = np.array([fight.is_over() for fight in fights])
    course = follow(moves, over, int(fights[0].round), int(scenario.setup.round_limit))
    winners = np.array([int(fight.winner()) if fight.is_over() else -1 for fight in fights])
    # what the round limit cut off is in states that are not over, which nobody has won
    sides = {
        name: float(course.open_question[winners == number].sum())
        for number, name in enumerate(scenario.sides)
    }
    return Duel(
        scenario,
        names,
        sides,
        float(course.open_question[winners < 0].sum()),
        len(fights),
        0.0,
        {number: float(ended.sum()) for number, ended in course.by_round if ended.sum() > 0},
        round_by_round(scenario, winners, course),
        [health_left(fights, course, fighter.index) for fighter in fights[0].roster()],
        float(course.visits.sum()),
    )


def round_by_round(
    scenario: Scenario, winners: NDArray[np.int_], course: FightHistory
) -> list[dict[str, float]]:
    """Who has won by the end of each round, until it is as good as over."""
    found = []
    won = [0.0] * len(scenario.sides)
    drawn = 0.0
    for (number, ended), left in zip(course.by_round, course.left, strict=True):
        for side in range(len(won)):
            won[side] += float(ended[winners == side].sum())
        drawn += float(ended[winners < 0].sum())
        if number > 0:
            shares = dict(zip(scenario.sides, won, strict=True))
            found.append({"round": number, **shares, "draw": drawn, "undecided": left})
        if left < 1e-9:
            break
    return found


def health_left(fights: list[Fight], course: FightHistory, who: int) -> FighterLeft:
    """How a fighter comes out of it."""
    health: dict[int, float] = {}
    standing = 0.0
    for number in np.flatnonzero(course.open_question):
        fighter = fights[number].roster()[who]
        chance = float(course.open_question[number])
        stands = fighter.state() == "standing"
        amount = fighter.health() if stands else 0
        health[amount] = health.get(amount, 0.0) + chance
        standing += chance * stands
    one = fights[0].roster()[who]
    side = fights[0].setup.sides[one.side]
    mean = sum(amount * chance for amount, chance in health.items())
    return FighterLeft(one.name, side, standing, mean, dict(sorted(health.items())))


def players_of(scenario: Scenario, given: dict[str, str] | None) -> dict[str, str]:
    """Who plays each side, `simple` where nobody is named."""
    return {side: (given or {}).get(side, "simple") for side in scenario.sides}


def deciding(scenario: Scenario, names: dict[str, str]) -> list[Player]:
    """The players by side, all of whom decide by what they see and nothing else."""
    made = [player_named(name, scenario.ruleset) for name in names.values()]
    for name, player in zip(names.values(), made, strict=True):
        if player.needs_tape():
            raise data_error(
                f"the player {name!r} searches by chance, so its duel has no exact answer; "
                f"simulate it instead:  affray simulate {scenario.name} --player SIDE={name}",
                "--player",
            )
    return made


def endless(scenario: Scenario) -> Scenario:
    """The same scenario with its round limit out of the way, which the solver sees to itself."""
    longest = next(
        one.le for one in ScenarioData.model_fields["round_limit"].metadata if hasattr(one, "le")
    )
    return read_scenario({**scenario.raw(), "round_limit": longest}, scenario.name)


def sides_numbered(scenario: Scenario, names: Iterable[str]) -> set[int]:
    """The numbers of the sides that are to play their best; `both` is every side."""
    found: set[int] = set()
    for name in names:
        if name == "both" and name not in scenario.sides:
            found.update(range(len(scenario.sides)))
        elif name in scenario.sides:
            found.add(scenario.sides.index(name))
        else:
            raise data_error(unknown_name("side", name, [*scenario.sides, "both"]), "--best")
    if found and len(scenario.sides) != 2:
        raise data_error("best play is worked out for two sides, and here there are more", "--best")
    return found
