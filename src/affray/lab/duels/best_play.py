"""The best play of a duel: for whom, what it gains over `simple`, and what to do when."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from affray.core.amounts import NotAlikeError
from affray.core.fight import Fight
from affray.core.questions import GM, Option, Question, Ruling
from affray.core.state import hashable, state_fields
from affray.core.table import Player
from affray.lab.duels.choices import ChoiceWords, SeenChoice
from affray.lab.duels.game import DuelGame
from affray.lab.duels.game_passes import HIGH, LOW, TOLERANCE, GameValues
from affray.lab.duels.limits import INTERRUPTED, MOST_STATES, OutOfTimeError, SolverLimits
from affray.lab.duels.plan import NO_CHOICE, Plan
from affray.lab.duels.solver import (
    Duel,
    duel_from_result,
    duel_from_transitions,
    solve_over_families,
)
from affray.lab.duels.transitions import ChainResult
from affray.lab.duels.usual_play import UsualChain
from affray.library import Scenario

USUAL_SHARE = 0.25
"""How much of the time, and of the memory that is left, goes into what it is compared with."""

FAMILIES_SHARE = 0.5
"""How much of the memory that is left goes into it where it is worked out over families of states,
which are forgotten before best play begins."""

USUAL_WITHIN = 1e-6

MOST_ADVISED = 5_000
"""At how many of a plan's states it is looked what to do, the commonest: the others hardly ever
come up."""

ADVICE_SHARE = 0.1
"""How much of the time that was allowed is kept for that, and for all that comes before it when
nothing more is worked out."""


@dataclass
class Advice:
    """What to do at one choice, and what the usual player would do."""

    side: str
    when: str
    asked: str
    earlier_choices: tuple[str, ...]
    do: str
    usual: str
    gain: float
    """How much of a win it gains over the usual option."""
    visits: float
    """How often the choice comes up in a fight."""

    def data(self) -> dict[str, Any]:
        """The advice, as JSON has it."""
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
    """Best play: for whom, what it gains, and what to do when."""

    sides: list[str]
    values: dict[str, tuple[float, float]]
    """Between what the worth of the duel to each of these sides lies for certain, a win being 1 and
    a draw a half: the advice is sure of the lower, and no play has more than the upper."""
    usual: dict[str, float]
    """The shares of the sides when everybody plays as usual."""
    usual_values: dict[str, tuple[float, float]]
    """Between what the worth of the duel to each side lies then."""
    advice: list[Advice]
    planned_player: PlannedPlayer = field(repr=False)

    def player(self) -> PlannedPlayer:
        """A player who plays any of these sides by what was worked out, in any fight of the
        scenario."""
        return self.planned_player

    def gains(self, side: str) -> tuple[float, float]:
        """Between what a side's gain over usual play lies for certain."""
        (low, high), (usual_low, usual_high) = self.values[side], self.usual_values[side]
        return low - usual_high, high - usual_low

    def data(self) -> dict[str, Any]:
        """The best play, as JSON has it."""
        return {
            "sides": self.sides,
            "values": {side: list(bounds) for side, bounds in self.values.items()},
            "usual": self.usual,
            "usual_values": {side: list(bounds) for side, bounds in self.usual_values.items()},
            "gains": {side: list(self.gains(side)) for side in self.sides},
            "advice": [one.data() for one in self.advice],
        }


def solve_best_play(
    scenario: Scenario,
    start: Fight,
    players: list[Player],
    best_sides: set[int],
    names: dict[str, str],
    limits: SolverLimits,
) -> Duel:
    """Solves a duel with the best play of some sides, against the players of the others."""
    round_limit = int(scenario.setup.round_limit)
    most = replace(limits, seconds=(1.0 - ADVICE_SHARE) * limits.seconds)
    game = DuelGame(start, players, best_sides, most, round_limit)
    as_much = usual_limits(limits, USUAL_SHARE * game.work.megabytes_left())
    usual = UsualChain(start, players, best_sides, as_much)
    usual.explore()
    as_usual = duel_from_transitions(scenario, names, usual.space, usual.transitions, usual.work)
    stopped = usual.work.stopped
    game.begin_with(usual)
    if stopped and stopped != INTERRUPTED:
        as_much = usual_limits(limits, FAMILIES_SHARE * game.work.megabytes_left())
        over_families = usual_over_families(scenario, start, players, names, as_much)
        if over_families is not None and over_families.error < as_usual.error:
            as_usual, stopped = over_families, over_families.stopped
            game.surely = surely_worth(scenario, as_usual, best_sides)
    if stopped == INTERRUPTED:
        game.work.stopped = INTERRUPTED  # and so nothing more is begun
    values = game.explore()
    low, high = game.bounds(values)
    shown = {
        side: "best" if number in best_sides else names[side]
        for number, side in enumerate(scenario.sides)
    }
    answers = PlannedAnswers()
    advice: list[Advice] = []
    if is_surely_best(game, values):
        found = replace(as_usual, players=shown, seconds=game.work.seconds())
    else:
        plan = Plan(game, values)
        result = plan.propagate(int(start.round), round_limit)
        fights = plan.fights(result)
        found = duel_from_result(scenario, shown, fights, result, game.worked_out, game.work)
        advice = find_advice(plan, result, answers, limits.seconds)
    found.states = game.worked_out
    found.error = max(found.error, high - low)
    found.stopped = game.work.stopped if found.error > limits.width else ""
    found.best_play = BestPlay(
        [scenario.sides[number] for number in sorted(best_sides)],
        {
            scenario.sides[number]: (low, high) if number == 0 else (1 - high, 1 - low)
            for number in sorted(best_sides)
        },
        as_usual.sides,
        {side: worth_bounds(as_usual, side) for side in scenario.sides},
        advice,
        PlannedPlayer(answers.likeliest(), players),
    )
    return found


def usual_over_families(
    scenario: Scenario,
    start: Fight,
    players: list[Player],
    names: dict[str, str],
    limits: SolverLimits,
) -> Duel | None:
    """Usual play for all that is left of hit points at once, where it takes too long state by
    state; None where that is not possible."""
    try:
        return solve_over_families(scenario, start, players, names, limits)
    except NotAlikeError:
        return None


def surely_worth(scenario: Scenario, usual: Duel, best_sides: set[int]) -> tuple[float, float]:
    """Between what a duel is worth to its first side by what usual play is worth: whoever alone
    plays their best can do as well."""
    if len(best_sides) > 1:
        return 0.0, 1.0
    (number,) = best_sides
    sure = worth_bounds(usual, scenario.sides[number])[0]
    return (sure, 1.0) if number == 0 else (0.0, 1.0 - sure)


def is_surely_best(game: DuelGame, values: GameValues) -> bool:
    """Whether nothing that was worked out is surely worth as much as usual play is."""
    low, high = (float(one) for one in values.states[0])
    return low < game.surely[0] - TOLERANCE or high > game.surely[1] + TOLERANCE


def usual_limits(limits: SolverLimits, megabytes: float) -> SolverLimits:
    """How much work usual play may be, which best play is compared with."""
    return replace(
        limits,
        within=USUAL_WITHIN,
        seconds=limits.seconds * USUAL_SHARE,
        megabytes=max(0, int(megabytes)),
        states=MOST_STATES,
        on_progress=None,
    )


def worth_bounds(duel: Duel, side: str) -> tuple[float, float]:
    """Between what the worth of a duel to a side lies, a win being 1 and a draw a half."""
    low = duel.bounds[side][0] + duel.draw_bounds[0] / 2
    return low, min(1.0, low + duel.error)


SeenInRound = tuple[int | None, Hashable]
"""With how many rounds left it is asked, None as long as there are enough, and what whoever is
asked can see."""


class PlannedAnswers:
    """What a plan answers, by what whoever is asked can see. Where choices look alike that are
    answered differently, the answer counts that is wanted most often."""

    def __init__(self) -> None:
        self._visits: dict[SeenInRound, dict[str, float]] = {}

    def add(self, rounds: int | None, words: ChoiceWords, option: int, visits: float) -> None:
        """Adds what is answered at a choice that comes up so often."""
        key = words.keys[option]
        for seen in (words.seen.closely, words.seen.roughly):
            wanted = self._visits.setdefault((rounds, seen), {})
            wanted[key] = wanted.get(key, 0.0) + visits

    def likeliest(self) -> dict[SeenInRound, str]:
        """The key of the option to choose, by what can be seen."""
        return {
            asked: max(wanted, key=lambda key: wanted[key])
            for asked, wanted in self._visits.items()
        }


class PlannedPlayer(Player):
    """Plays as was worked out, and as usual wherever that says nothing."""

    def __init__(self, answers: dict[SeenInRound, str], usual: list[Player]) -> None:
        self._answers = answers
        self._usual = usual

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        """Gives the option that was found to be best."""
        if question.side != GM:
            wanted = self._wanted(int(fight.rounds_left()), SeenChoice(fight, question))
            for option in question.options:
                if option.key == wanted:
                    return option
        return self._usual[question.side].decide(fight, question)

    def _wanted(self, rounds: int, seen: SeenChoice) -> str | None:
        """The key of the option to choose; None where that was not worked out."""
        for each in (seen.closely, seen.roughly):
            for asked in ((rounds, each), (None, each)):
                if asked in self._answers:
                    return self._answers[asked]
        return None


def find_advice(
    plan: Plan, result: ChainResult, answers: PlannedAnswers, seconds: float
) -> list[Advice]:
    """What to do at every choice that best play can come to, the commonest first, as long as there
    are rounds enough; also adds what is answered there, and in the last rounds. It looks at no more
    choices when all of these seconds have passed since the work began, or its share of them."""
    alike: dict[tuple[object, ...], list[tuple[Advice, Fight]]] = {}
    work = plan.game.work
    until = min(work.seconds() + ADVICE_SHARE * seconds, seconds)

    def watch() -> None:
        if work.seconds() > until:
            raise OutOfTimeError

    with suppress(OutOfTimeError):
        for place in np.argsort(-result.visits, kind="stable")[:MOST_ADVISED].tolist():
            watch()
            state = plan.worked_out_state(place)
            if state is not None and result.visits[place] > 0:
                for one, fight in advice_in(plan, state, result.visits[place], answers, watch):
                    look = (one.side, one.when, one.asked, one.earlier_choices)
                    alike.setdefault(look, []).append((one, fight))
    found = [one for group in alike.values() for one in tell_apart(group)]
    found.sort(key=lambda one: (-one.visits, one.when, one.asked))
    return found


def advice_in(
    plan: Plan, state: int, visits: float, answers: PlannedAnswers, watch: Callable[[], None]
) -> Iterator[tuple[Advice, Fight]]:
    """What to do at every choice of what follows a state that comes up so often, as long as there
    are rounds enough, and the fight there; adds what is answered, in the last rounds, too."""
    fight = plan.game.fight_at(state)
    words: dict[int, ChoiceWords] | None = None
    for rounds, options in plan.options_at(state):
        passed = plan.visit_probabilities(state, options)
        for node in passed:
            if options[node] == NO_CHOICE:
                continue
            if words is None:
                words = plan.game.choices_in_words(state, watch)
            here = float(visits) * passed[node]
            asked, chosen = words[node], int(options[node])
            if rounds is not None:
                later = int(asked.round) - plan.game.round_of(state)
                answers.add(rounds - later, asked, chosen, here)
                continue
            answers.add(None, asked, chosen, here)
            yield advice_at(plan, fight, node, chosen, asked, here), fight


def tell_apart(group: list[tuple[Advice, Fight]]) -> list[Advice]:
    """One piece of advice for all that look alike and say the same; what says something else is
    told apart by what of the fight's state differs between them."""
    if len({one.do for one, _ in group}) > 1:
        differing = differing_state([fight for _, fight in group])
        for one, fight in group:
            told = [text for text in state_texts(fight) if text in differing]
            if told:
                one.when += f" ({', '.join(told)})"
    merged: dict[tuple[str, str, str], Advice] = {}
    for one, _ in group:
        same = merged.get((one.when, one.do, one.usual))
        if same is None:
            merged[one.when, one.do, one.usual] = one
        else:
            visits = same.visits + one.visits
            if visits > 0:
                same.gain = (same.gain * same.visits + one.gain * one.visits) / visits
            same.visits = visits
    return list(merged.values())


def differing_state(fights: list[Fight]) -> set[str]:
    """What of the state of some fights is not the same in all of them, in words."""
    texts: list[set[str]] = [set(state_texts(fight)) for fight in fights]
    everywhere = texts[0].intersection(*texts[1:])
    return texts[0].union(*texts[1:]) - everywhere


def state_texts(fight: Fight) -> list[str]:
    """Everything that is declared as state of the fight and its fighters, in words."""
    found = []
    for owner, name in [(fight, ""), *[(one, f"{one.name}’s ") for one in fight.roster()]]:
        for declared in state_fields(type(owner)):
            if declared.name not in ("round", "turns"):
                own = getattr(owner, f"{declared.name}_key", None)
                value = hashable(getattr(owner, declared.name) if own is None else own())
                found.append(f"{name}{declared.name.replace('_', ' ')} {value}")
    return found


def advice_at(
    plan: Plan, fight: Fight, node: int, best: int, words: ChoiceWords, visits: float
) -> Advice:
    """What to do at one choice, of which the first option is the usual one."""
    side = int(plan.graph.sides[node])
    children = plan.children(node)
    values = plan.values.nodes[:, LOW if side == 0 else HIGH]
    gain = abs(float(values[children[best]] - values[children[0]]))
    return Advice(
        fight.setup.sides[side],
        describe_state(fight),
        words.prompt,
        words.earlier,
        words.options[best],
        words.options[0],
        gain if best else 0.0,
        visits,
    )


def describe_state(fight: Fight) -> str:
    """How everybody stands, in a line."""
    many_places = len({fight.place_name(one.index) for one in fight.roster()}) > 1
    found = []
    for one in fight.roster():
        said = f"{one.name} {one.health()}/{one.max_health()}"
        more = ([fight.place_name(one.index)] if many_places else []) + one.conditions()
        found.append(f"{said} ({', '.join(more)})" if more else said)
    return ", ".join(found)
