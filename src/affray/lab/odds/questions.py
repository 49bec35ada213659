"""The odds of every option of a question: what each leads to by the end of the action.

An action ends when somebody is asked what to do with their turn, or when the turn is over. The
odds are exact. Where following every path would take more computing than is allowed, they are
sampled instead, and say how far off they may be.
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
from affray.core.odds import CUT_OFF, Odds, OddsCache
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
from affray.lab.statistics import Z95

MOST_PATHS = 20_000
"""More paths than this through one option are not followed."""

FEWEST_SAMPLES, MOST_SAMPLES = 20, 4000
"""How often an option is played out where its odds cannot be had exactly."""

SEED = 2026
"""The seed of whatever is sampled, so that it is the same each time."""


class ActionEndedError(Exception):
    """Stops the rules where the next action is asked for."""


class OutOfTimeError(Exception):
    """There are more paths than there is time to follow each."""


class ActionOddsTable(BestReplyTable):
    """Follows a tape to its end, and from there every path to the end of the action."""

    def __init__(
        self,
        answers: list[Answer],
        free_sides: set[int],
        players: list[Player],
        cache: OddsCache,
        cut_off: float,
        deadline: float = inf,
    ) -> None:
        super().__init__(free_sides, players, cache, cut_off)
        self.tape = answers
        self.reader = TapeTable(answers)
        self.deadline = deadline

    def rewind(self) -> None:
        """Go back to the start of the tape."""
        self.reader = TapeTable(self.tape)

    def roll(self, count: int, sides: int, cuts: int = 0) -> list[int]:
        """Return the tape's dice, then all there are."""
        if self.reader.answers_left():
            return self.reader.roll(count, sides, cuts)
        self.check_deadline()
        return super().roll(count, sides, cuts)

    def die(self, sides: int, cuts: int = 0) -> int:
        """Return the tape's die, then all its faces."""
        return self.roll(1, sides, cuts)[0]

    def stage(self, stage: Stage) -> int:
        """Play a stage by the tape's dice, then take all its results."""
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
    """Plays on with seeded dice until the action is over."""

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        """Return the player's answer, unless the action is over."""
        if question.kind == "turn":
            raise ActionEndedError
        return super().ask(fight, question)


@dataclass
class FighterEffect:
    """What an option does to one fighter, over all the ways it can go."""

    who: int
    harm: float = 0.0
    """How much health is lost on average; below zero is healing."""
    changes_health: bool = False
    """Whether any way it can go changes their health, even if that evens out."""
    hurt: float = 0.0
    """How likely they are to lose any health."""
    drop: float = 0.0
    """How likely one who stands is to stand no more."""
    states: dict[str, float] = field(default_factory=dict)
    conditions: dict[str, float] = field(default_factory=dict)
    """How likely each condition is to come to one who stands, or to go ("not" and the
    condition)."""
    moved: float = 0.0
    """How likely one who stands is to be somewhere else."""

    def add(self, before: FighterState, after: FighterState, p: float) -> None:
        """Add one way it can go."""
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
    """What an option leads to."""

    option: Option
    outcomes: list[tuple[Changes, float]]
    error: float
    exact: bool = True
    has_dice: bool = True
    """Whether there are any dice in it; without, there is only one way it can go."""

    def fighter_effects(self, before: list[FighterState]) -> list[FighterEffect]:
        """Return what it does to everybody it can change, in the order of their indexes."""
        found: dict[int, FighterEffect] = {}
        for changes, p in self.outcomes:
            for after in changes:
                effect = found.setdefault(after.who, FighterEffect(after.who))
                effect.add(before[after.who], after, p)
        return [found[who] for who in sorted(found)]

    def mean_harm(self, before: list[FighterState]) -> dict[int, float]:
        """Return how much health each fighter loses on average; below zero is healing."""
        effects = self.fighter_effects(before)
        return {effect.who: effect.harm for effect in effects if effect.changes_health}

    def drop_probabilities(self, before: list[FighterState]) -> dict[int, float]:
        """Return how likely each fighter is to stand no more."""
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
        """Return a row for each option: the harm it does to others on average, and how likely it
        drops somebody."""
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
        from affray.lab.report.notebook import figures_html

        title = f"{self.setup.prompt(self.question)} ({replies_text(self.replies)})"
        return figures_html(title, self.rows())

    def data(self) -> dict[str, Any]:
        """Return the figures as `affray odds --tape --json` prints them."""
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
        """Return an option's figures."""
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
        """Return what is no longer as before about a fighter."""
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
    """Return what one option leads to by the end of the action.

    Raises OutOfTimeError at the deadline, and InvalidDataError where there are more than
    `most_paths` paths.
    """
    sides = set(range(len(snapshot.fight.setup.sides)))
    table = ActionOddsTable(
        [*snapshot.answers, choice_answer(asked_name, option.key)],
        sides if best_replies else set(),
        players,
        cache or OddsCache(),
        CUT_OFF,
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
    """Return what one option leads to: exactly if that can be had in time, else sampled, with
    others deciding as their players do."""
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
    """Return the shares of what comes out when something is played again and again; `error` says
    how far off any of them may be (95 %)."""
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
    """Return outcomes in the order of their probabilities."""
    return sorted(probabilities.items(), key=lambda item: (-item[1], item[0]))


def play_action(fight: Fight, table: Table) -> Fight:
    """Play a copy of a fight that stands between turns until the action is over."""
    copied = fight.copy(table)
    with suppress(ActionEndedError):
        copied.step()
    return copied
