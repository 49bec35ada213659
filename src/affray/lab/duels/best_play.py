"""The best play of a duel: what it gains over `simple`, and advice on what to do when."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from affray.core.fight import Fight
from affray.core.questions import GM, Option, Question, Ruling
from affray.core.state import hashable, state_fields
from affray.core.table import Player
from affray.lab.duels.result import Duel, add_estimate, duel_from_flow, is_worth_estimating
from affray.lab.duels.solver import SOLVING_SHARE, DuelSolver
from affray.lab.duels.values import bound_values, sure_shares
from affray.library import Scenario

USUAL_SHARE = 0.25
"""The share of the time for usual play, with which best play is compared."""

USUAL_WIDTH = 1e-5
"""The required precision of the results of usual play."""

MOST_ADVISED = 5_000
"""The number of positions for which advice is looked up, most common first."""

ADVICE_SHARE = 0.05
"""The maximum share of the time for the advice."""


@dataclass
class Advice:
    """Advice on one choice: the best option, and the usual player's option."""

    side: str
    when: str
    asked: str
    earlier_choices: tuple[str, ...]
    do: str
    usual: str
    gain: float
    """The proven gain over the usual option, in wins; 0 if the option is not proven better."""
    visits: float
    """How often the choice is expected in a fight."""

    def data(self) -> dict[str, Any]:
        """Return the advice as JSON data."""
        return {
            "side": self.side,
            "when": self.when,
            "after": list(self.earlier_choices),
            "asked": self.asked,
            "do": self.do,
            "usual": self.usual,
            "gain": self.gain,
            "visits": self.visits,
        }


@dataclass
class BestPlay:
    """The best play of some sides: its value, its gain, and advice."""

    sides: list[str]
    values: dict[str, tuple[float, float]]
    """Bounds on the value of the duel for each of these sides; a win is 1 and a draw a half. The
    advice guarantees the lower bound, and no play can exceed the upper."""
    usual: dict[str, float]
    """The sides' shares of wins if all play as usual."""
    usual_values: dict[str, tuple[float, float]]
    """Bounds on the value for each side if all play as usual."""
    advice: list[Advice]
    planned_player: PlannedPlayer = field(repr=False)

    def player(self) -> PlannedPlayer:
        """Return a player that plays any of these sides by the plan.

        It can play any fight of the scenario.
        """
        return self.planned_player

    def gains(self, side: str) -> tuple[float, float]:
        """Return bounds on a side's gain over usual play."""
        (low, high), (usual_low, usual_high) = self.values[side], self.usual_values[side]
        return low - usual_high, high - usual_low

    def data(self) -> dict[str, Any]:
        """Return the best play as JSON data."""
        return {
            "sides": self.sides,
            "values": {side: list(bounds) for side, bounds in self.values.items()},
            "usual": self.usual,
            "usual_values": {side: list(bounds) for side, bounds in self.usual_values.items()},
            "gains": {side: list(self.gains(side)) for side in self.sides},
            "advice": [one.data() for one in self.advice],
        }


def solve_best_play(scenario: Scenario, solver: DuelSolver, names: dict[str, str]) -> Duel:
    """Solve a duel with the best play of some sides against the players of the others.

    Usual play comes first. It uses the same graph, with the first option of every choice.
    """
    work, graph = solver.work, solver.graph
    best_sides = sorted(graph.free_sides)
    view = solver.explore(USUAL_WIDTH, USUAL_SHARE)
    usual = duel_from_flow(scenario, names, graph, view.flow, work)
    if work.stopped == "seconds":
        work.stopped = ""
    if not work.stopped:
        solver.explore(work.limits.width, SOLVING_SHARE, best=True)
    plan = Plan(solver)
    shown = {
        side: "best" if number in graph.free_sides else names[side]
        for number, side in enumerate(scenario.sides)
    }
    found = duel_from_flow(scenario, shown, graph, plan.flow, work)
    is_plan_known = not is_worth_estimating(found)
    low, high = float(plan.bounds.low[0]), float(plan.bounds.high[0])
    found.error = max(found.error, high - low)
    found.stopped = work.stopped if found.error > work.limits.width else ""
    advice = plan.find_advice()
    player = PlannedPlayer(plan.answers.likeliest(), solver.players)
    found.best_play = BestPlay(
        [scenario.sides[number] for number in best_sides],
        {
            scenario.sides[number]: (low, high) if number == 0 else (1 - high, 1 - low)
            for number in best_sides
        },
        usual.sides,
        {side: worth_bounds(usual, side) for side in scenario.sides},
        advice,
        player,
    )
    if found.stopped and not is_plan_known:
        seated = [
            player if number in graph.free_sides else usual_player
            for number, usual_player in enumerate(solver.players)
        ]
        add_estimate(found, seated, solver.estimate_seconds(), work)
    found.seconds = work.seconds()
    return found


def worth_bounds(duel: Duel, side: str) -> tuple[float, float]:
    """Return bounds on the value of a duel for a side; a win is 1 and a draw a half."""
    low = duel.bounds[side][0] + duel.draw_bounds[0] / 2
    return low, min(1.0, low + duel.error)


class Plan:
    """A plan: the action with the best guaranteed value at every choice.

    There is one plan for every number of rounds left.
    """

    def __init__(self, solver: DuelSolver) -> None:
        self.solver = solver
        self.graph = solver.graph
        levelled = solver.levelled_graph()
        self.arrays = levelled.graph
        self.bounds, self.shares = bound_values(levelled, solver.rounds(), sure_shares)
        self.flow = solver.flow(levelled, self.shares)
        self.answers = PlannedAnswers()

    def find_advice(self) -> list[Advice]:
        """Return advice on every choice in the plan, most common first.

        The advice is for enough rounds left. The answers for the planned player are stored, too.
        """
        visits = np.bincount(self.arrays.action_positions, self.flow.visits, self.arrays.positions)
        visits[self.arrays.owners < 0] = 0.0
        commonest = np.argsort(-visits, kind="stable")[:MOST_ADVISED]
        work = self.solver.work
        until = work.seconds() + ADVICE_SHARE * work.limits.seconds
        alike: dict[tuple[object, ...], list[tuple[Advice, Fight]]] = {}
        for number in commonest[visits[commonest] > 0.0].tolist():
            if work.seconds() > until:
                break
            one, fight = self._advise(number, float(visits[number]))
            look = (one.side, one.when, one.asked, one.earlier_choices)
            alike.setdefault(look, []).append((one, fight))
        found = [one for group in alike.values() for one in tell_apart(group)]
        found.sort(key=lambda one: (-one.visits, one.when, one.asked))
        return found

    def _advise(self, number: int, visits: float) -> tuple[Advice, Fight]:
        """Return advice on a position, and the fight at that position."""
        fight, question = self.graph.asked_at(number)
        position = self.graph.positions[number]
        assert position is not None
        actions = self.graph.actions_of(number)
        chosen = self._chosen(actions, len(self.shares) - 1)
        self._note_answers(fight, question, position.options, actions, visits)
        side = int(position.side)
        low, high = self.bounds.action_low, self.bounds.action_high
        least = low if side == 0 else 1.0 - high
        most = high if side == 0 else 1.0 - low
        gain = float(least[actions[chosen]] - most[actions[0]])
        advice = Advice(
            fight.setup.sides[side],
            describe_state(fight),
            fight.setup.prompt(question),
            position.choices,
            position.options[chosen].text,
            position.options[0].text,
            max(0.0, gain) if chosen else 0.0,
            visits,
        )
        return advice, fight

    def _chosen(self, actions: range, rounds_left: int) -> int:
        """Return the index of the action chosen with `rounds_left` rounds left."""
        return int(np.argmax(self.shares[rounds_left][actions.start : actions.stop]))

    def _note_answers(
        self,
        fight: Fight,
        question: Question,
        options: list[Option],
        actions: range,
        visits: float,
    ) -> None:
        """Store the answers at a position: the usual one, and others for few rounds left."""
        seen = what_is_seen(fight, question)
        last = len(self.shares) - 1
        usual = self._chosen(actions, last)
        self.answers.add(None, seen, options[usual].key, visits)
        for rounds_left in range(last):
            chosen = self._chosen(actions, rounds_left)
            if chosen != usual:
                self.answers.add(rounds_left, seen, options[chosen].key, visits)


Seen = tuple[Hashable, Hashable]
"""The information visible to the side asked, in detail and in outline."""


def what_is_seen(fight: Fight, question: Question) -> Seen:
    """Return the visible information that identifies a choice.

    It consists of the question with its options and the state of the fight, with and without
    transient state.
    """
    asked = (
        question.kind,
        int(question.who),
        int(question.about),
        int(question.target),
        tuple([option.key for option in question.options]),
    )
    return (asked, fight.key_in_step()), (asked, fight.key_without_rounds())


class PlannedAnswers:
    """The answers of a plan, by the information visible.

    If choices look alike but have different answers, the most frequent answer counts.
    """

    def __init__(self) -> None:
        self._visits: dict[tuple[int | None, Hashable], dict[str, float]] = {}

    def add(self, rounds_left: int | None, seen: Seen, key: str, visits: float) -> None:
        """Add an answer with its expected frequency; None means enough rounds are left."""
        for one in seen:
            wanted = self._visits.setdefault((rounds_left, one), {})
            wanted[key] = wanted.get(key, 0.0) + visits

    def likeliest(self) -> dict[tuple[int | None, Hashable], str]:
        """Return the key of the option to choose, by the information visible."""
        return {
            asked: max(wanted, key=lambda key: wanted[key])
            for asked, wanted in self._visits.items()
        }


class PlannedPlayer(Player):
    """A player that follows a plan, and plays as usual where the plan has no answer."""

    def __init__(
        self, answers: dict[tuple[int | None, Hashable], str], usual: list[Player]
    ) -> None:
        self._answers = answers
        self._usual = usual

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        """Return the option that the plan considers best."""
        if question.side != GM:
            wanted = self._wanted(int(fight.rounds_left()), what_is_seen(fight, question))
            for option in question.options:
                if option.key == wanted:
                    return option
        return self._usual[question.side].decide(fight, question)

    def _wanted(self, rounds_left: int, seen: Seen) -> str | None:
        """Return the key of the option to choose, or None if the plan has no answer."""
        for one in seen:
            for asked in ((rounds_left, one), (None, one)):
                if asked in self._answers:
                    return self._answers[asked]
        return None


# --- in words ---


def tell_apart(group: list[tuple[Advice, Fight]]) -> list[Advice]:
    """Merge equal advice, and add differences in state where similar advice differs."""
    if len({one.do for one, _ in group}) > 1:
        differing = differing_state([fight for _, fight in group])
        for one, fight in group:
            told = [text for text in state_texts(fight) if text in differing]
            if told:
                one.when += f" ({', '.join(told)})"
    merged: dict[tuple[str, str, str], Advice] = {}
    for one, _ in group:
        same = merged.setdefault((one.when, one.do, one.usual), one)
        if same is not one:
            visits = same.visits + one.visits
            same.gain = (same.gain * same.visits + one.gain * one.visits) / visits
            same.visits = visits
    return list(merged.values())


def differing_state(fights: list[Fight]) -> set[str]:
    """Return the parts of the state, in words, that differ between fights."""
    texts: list[set[str]] = [set(state_texts(fight)) for fight in fights]
    everywhere = texts[0].intersection(*texts[1:])
    return texts[0].union(*texts[1:]) - everywhere


def state_texts(fight: Fight) -> list[str]:
    """Return all declared state of a fight and its fighters, in words."""
    found = []
    for owner, name in [(fight, ""), *[(one, f"{one.name}’s ") for one in fight.roster()]]:
        for declared in state_fields(type(owner)):
            if declared.name not in ("round", "turns"):
                own = getattr(owner, f"{declared.name}_key", None)
                value = hashable(getattr(owner, declared.name) if own is None else own())
                found.append(f"{name}{declared.name.replace('_', ' ')} {value}")
    return found


def describe_state(fight: Fight) -> str:
    """Return the condition of all fighters in one line."""
    many_places = len({fight.place_name(one.index) for one in fight.roster()}) > 1
    found = []
    for one in fight.roster():
        said = f"{one.name} {one.health()}/{one.max_health()}"
        more = ([fight.place_name(one.index)] if many_places else []) + one.conditions()
        found.append(f"{said} ({', '.join(more)})" if more else said)
    return ", ".join(found)
