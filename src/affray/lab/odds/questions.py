"""The odds of every option of a question, at the end of the action.

An action ends when a fighter is asked what to do with its turn, or when the turn is over. The odds
are exact. If following every path takes too much computing, they are sampled instead and have an
error.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf, sqrt
from time import thread_time
from typing import Any

from affray.core.dice import Dice
from affray.core.fight import Fight, Setup
from affray.core.odds import Odds, OddsCache
from affray.core.playouts import Snapshot
from affray.core.problems import InvalidDataError, data_error
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable, Player, Stage, Table
from affray.core.tape import Answer, TapeTable, choice_answer
from affray.lab.odds.attacks import AttackOdds
from affray.lab.odds.best_replies import BestReplyTable
from affray.lab.odds.fighter_states import (
    Changes,
    FighterState,
    changed_conditions,
    state_changes,
)
from affray.lab.odds.replies import replies_text
from affray.lab.report.notebook import figures_html
from affray.lab.statistics import Z95

MOST_PATHS = 20_000
"""The maximum number of paths through one option."""

FEWEST_SAMPLES, MOST_SAMPLES = 20, 4000
"""The minimum and maximum number of playouts of an option whose odds are sampled."""

SEED = 2026
"""The seed for samples, which makes them reproducible."""


class ActionEndedError(Exception):
    """A signal that the action is over because the next one is asked for."""


class OutOfTimeError(Exception):
    """A signal that there is not enough time to follow all paths."""


class ActionOddsTable(BestReplyTable):
    """A table that follows a tape to its end, then every path to the end of the action."""

    def __init__(
        self,
        answers: list[Answer],
        free_sides: set[int],
        players: list[Player],
        cache: OddsCache,
        deadline: float = inf,
    ) -> None:
        super().__init__(free_sides, players, cache)
        self.tape = answers
        self.reader = TapeTable(answers)
        self.deadline = deadline

    def rewind(self) -> None:
        """Go back to the start of the tape."""
        self.reader = TapeTable(self.tape)

    def roll(self, count: int, sides: int, cuts: int = 0) -> list[int]:
        """Return the tape's dice, then every possible result."""
        if self.reader.answers_left():
            return self.reader.roll(count, sides, cuts)
        self.check_deadline()
        return super().roll(count, sides, cuts)

    def die(self, sides: int, cuts: int = 0) -> int:
        """Return the tape's die, then every face."""
        return self.roll(1, sides, cuts)[0]

    def stage(self, stage: Stage) -> int:
        """Play a stage with the tape's dice, then take every result."""
        if self.reader.answers_left():
            return stage.play(self)
        self.check_deadline()
        return super().stage(stage)

    def check_deadline(self) -> None:
        """Raise OutOfTimeError when the time is up."""
        if thread_time() > self.deadline:
            raise OutOfTimeError

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        """Return the tape's answer, then the players', until the action is over."""
        if self.reader.answers_left():
            return self.reader.ask(fight, question)
        if question.kind == "turn":
            raise ActionEndedError
        return super().ask(fight, question)


class ActionPlayoutTable(LiveTable):
    """A table that plays on with seeded dice until the action is over."""

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        """Return the player's answer, unless the action is over."""
        if question.kind == "turn":
            raise ActionEndedError
        return super().ask(fight, question)


@dataclass
class FighterEffect:
    """The effect of an option on one fighter, over all its outcomes."""

    who: int
    harm: float = 0.0
    """The mean loss of health; a negative number is healing."""
    changes_health: bool = False
    """Whether any outcome changes the fighter's health, even if the mean is zero."""
    hurt: float = 0.0
    """The probability that the fighter loses any health."""
    drop: float = 0.0
    """The probability that a standing fighter stops standing."""
    states: dict[str, float] = field(default_factory=dict)
    conditions: dict[str, float] = field(default_factory=dict)
    """The probability that a standing fighter gains each condition, or loses it ("not" and the
    condition)."""
    moved: float = 0.0
    """The probability that a standing fighter changes place."""

    def add(self, before: FighterState, after: FighterState, p: float) -> None:
        """Add one outcome."""
        self.harm += p * (before.health - after.health)
        self.changes_health |= before.health != after.health
        if after.health < before.health:
            self.hurt += p
        if before.state != after.state:
            self.states[after.state] = self.states.get(after.state, 0.0) + p
            if before.state == "standing":
                self.drop += p
        if after.state != "standing":
            return
        for condition in changed_conditions(before, after):
            self.conditions[condition] = self.conditions.get(condition, 0.0) + p
        if before.place != after.place:
            self.moved += p


@dataclass
class OptionOdds:
    """The odds of an option's outcomes."""

    option: Option
    outcomes: list[tuple[Changes, float]]
    error: float
    exact: bool = True
    has_dice: bool = True
    """Whether it involves any dice; without dice there is a single outcome."""

    def fighter_effects(self, before: list[FighterState]) -> list[FighterEffect]:
        """Return the effect on every fighter that the option can change, by index."""
        found: dict[int, FighterEffect] = {}
        for changes, p in self.outcomes:
            for after in changes:
                effect = found.setdefault(after.who, FighterEffect(after.who))
                effect.add(before[after.who], after, p)
        return [found[who] for who in sorted(found)]

    def mean_harm(self, before: list[FighterState]) -> dict[int, float]:
        """Return the mean loss of health of each fighter; a negative number is healing."""
        effects = self.fighter_effects(before)
        return {effect.who: effect.harm for effect in effects if effect.changes_health}

    def drop_probabilities(self, before: list[FighterState]) -> dict[int, float]:
        """Return the probability that each fighter stops standing."""
        effects = self.fighter_effects(before)
        return {effect.who: effect.drop for effect in effects if effect.drop}


@dataclass
class QuestionOdds:
    """A question at some point of a fight, with the odds of every option."""

    setup: Setup
    question: Question
    before: list[FighterState]
    options: list[OptionOdds]
    replies: str
    seconds: float
    attacks: dict[str, AttackOdds] = field(default_factory=dict)
    """The odds of the options that are attacks, by key."""

    def __repr__(self) -> str:
        asked = self.setup.asked_name(self.question)
        return f"<Odds of {len(self.options)} options of {asked}>"

    def rows(self) -> list[dict[str, Any]]:
        """Return one row for each option: its mean harm, and its chance to drop a fighter."""
        found = []
        for one in self.options:
            figures = self.option_data(one)
            found.append(
                {
                    "option": figures["option"],
                    "text": figures["text"],
                    "harm": sum(figures["harm"].values()),
                    "drop": max(figures["drop"].values(), default=0.0),
                }
            )
        return found

    def _repr_html_(self) -> str:
        title = f"{self.setup.prompt(self.question)} ({replies_text(self.replies)})"
        return figures_html(title, self.rows())

    def data(self) -> dict[str, Any]:
        """Return the odds as the data that `affray odds --tape --json` prints."""
        return {
            "asked": self.setup.asked_name(self.question),
            "question": self.setup.prompt(self.question),
            "replies": self.replies,
            "exact": self.is_exact(),
            "error": max(one.error for one in self.options),
            "seconds": self.seconds,
            "options": [self.option_data(one) for one in self.options],
        }

    def is_exact(self) -> bool:
        """Return whether no option was sampled."""
        return all(one.exact for one in self.options)

    def option_data(self, odds: OptionOdds) -> dict[str, Any]:
        """Return the data of an option's odds."""
        names = self.setup.names
        drops = odds.drop_probabilities(self.before)
        attack = self.attacks.get(odds.option.key)
        return {
            "option": odds.option.key,
            "kind": odds.option.kind,
            "text": odds.option.text,
            "exact": odds.exact,
            "error": odds.error,
            "attack": None if attack is None else attack.figures(),
            "harm": {names[who]: mean for who, mean in odds.mean_harm(self.before).items()},
            "drop": {names[who]: p for who, p in drops.items()},
            "outcomes": [
                {"p": p, "changes": [self.change_data(one) for one in changes]}
                for changes, p in odds.outcomes
            ],
        }

    def change_data(self, after: FighterState) -> dict[str, Any]:
        """Return the data of a fighter that have changed."""
        before = self.before[after.who]
        found: dict[str, Any] = {"who": self.setup.names[after.who]}
        for part in ("health", "state", "place"):
            if getattr(before, part) != getattr(after, part):
                found[part] = getattr(after, part)
        if before.conditions != after.conditions:
            found["conditions"] = list(after.conditions)
        return found


def option_odds(
    snapshot: Snapshot,
    asked_name: str,
    option: Option,
    before: list[FighterState],
    players: list[Player],
    best_replies: bool = False,
    cache: OddsCache | None = None,
    deadline: float = inf,
    most_paths: int = MOST_PATHS,
) -> OptionOdds:
    """Return the odds of one option at the end of the action.

    Raises OutOfTimeError at the deadline, and InvalidDataError if there are more than `most_paths`
    paths.
    """
    sides = set(range(len(snapshot.fight.setup.sides)))
    table = ActionOddsTable(
        [*snapshot.answers, choice_answer(asked_name, option.key)],
        sides if best_replies else set(),
        players,
        cache or OddsCache(),
        deadline,
    )
    paths = 0

    def run(_: Table) -> Changes:
        nonlocal paths
        paths += 1
        if paths > most_paths:
            raise data_error(
                f"{option.text}: more than {most_paths:,} ways it can go; too many to weigh each"
            )
        table.rewind()
        return state_changes(play_action(snapshot.fight, table), before)

    if best_replies:
        found = table.resolve(run, snapshot.fight, lambda changes: changes)
    else:
        found = table.explore(run)
    probabilities: dict[Changes, float] = found.probabilities  # type: ignore[assignment]
    outcomes = likeliest_first(probabilities)
    return OptionOdds(option, outcomes, float(table.left_out), has_dice=paths > 1)


def option_odds_within(
    snapshot: Snapshot,
    asked_name: str,
    option: Option,
    before: list[FighterState],
    players: list[Player],
    cache: OddsCache,
    seconds: float,
    best_replies: bool = False,
) -> OptionOdds:
    """Return the odds of one option: exact if there is time, otherwise sampled.

    In samples the other fighters decide as their players do.
    """
    try:
        deadline = thread_time() + seconds
        return option_odds(
            snapshot, asked_name, option, before, players, best_replies, cache, deadline
        )
    except (OutOfTimeError, InvalidDataError):
        answers = [*snapshot.answers, choice_answer(asked_name, option.key)]

        def run(live: Table) -> Changes:
            return state_changes(play_action(snapshot.fight, TapeTable(answers, live)), before)

        odds = sample_odds(run, players, seconds / 2)
        probabilities: dict[Changes, float] = odds.probabilities  # type: ignore[assignment]
        return OptionOdds(option, likeliest_first(probabilities), odds.error, exact=False)


def sample_odds(run: Callable[[Table], Hashable], players: list[Player], seconds: float) -> Odds:
    """Return the shares of the outcomes of repeated playouts.

    `error` is half the width of the 95 % interval of any share.
    """
    deadline = thread_time() + seconds
    counts: dict[Hashable, int] = {}
    samples = 0
    while samples < FEWEST_SAMPLES or (samples < MOST_SAMPLES and thread_time() < deadline):
        outcome = run(ActionPlayoutTable(Dice(SEED, samples), players))
        counts[outcome] = counts.get(outcome, 0) + 1
        samples += 1
    shares = {outcome: count / samples for outcome, count in counts.items()}
    return Odds(shares, Z95 * 0.5 / sqrt(samples), samples)


def likeliest_first(probabilities: dict[Changes, float]) -> list[tuple[Changes, float]]:
    """Return outcomes in order of probability, likeliest first."""
    return sorted(probabilities.items(), key=lambda item: (-item[1], item[0]))


def play_action(fight: Fight, table: Table) -> Fight:
    """Play a copy of a fight from between turns until the action is over."""
    copied = fight.copy(table)
    with suppress(ActionEndedError):
        copied.step()
    return copied
