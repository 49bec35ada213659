"""The computer player `strong`: it plays each option out many times and chooses the best.

If the turn after an option has few enough outcomes, the player lists all of them with exact odds.
From there a trial plays on for some turns, in which every fighter decides as `simple` does. A model
fitted to the scenario then evaluates the position. All options get the same dice in every turn and
are compared trial by trial. The search drops the worse half of the options repeatedly (sequential
halving) and drops a clearly worse option at once. Most of the work therefore goes into comparing
the best options. The search ends early if those are equally good.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil, log2, sqrt
from time import perf_counter

from affray.core.fight import Fight
from affray.core.odds import OddsCache
from affray.core.playouts import (
    OptionPlayouts,
    Snapshot,
    WinModel,
    health_model,
    snapshot_at_end,
)
from affray.core.problems import data_error
from affray.core.questions import Option, Question, Ruling
from affray.core.table import Player
from affray.core.tape import RecordingTable, choice_answer

TRIALS = 600
"""The default number of trials for a decision."""

MIN_TRIALS = 4
"""The minimum number of trials of an option before it can be dropped."""

BATCH = 16
"""The number of trials of each option before the first search for clearly worse options. Each later
batch doubles the number of trials."""

CLEAR_TRIALS = 32
"""The number of trials of each option from which an option can count as clearly worse."""

CLEAR_ERRORS = 2.5
"""An option is dropped at once if it is worse than the best by this many standard errors."""

NEGLIGIBLE = 0.004
"""Two options count as equally good if they differ by less than this fraction of a win."""

TRIALS_FOR_ONE_ROUND = 100
"""With this many trials for each option, a trial lasts one round. With more, its length grows with
their square root: to see further ahead takes more trials."""

MOST_ROUNDS = 12.0
"""The maximum length of a trial, in rounds."""

FINALISTS = 5
"""The number of options in the final, which looks further ahead. It includes the simple player's
choice."""

SCREENING_SHARE = 0.4
"""The share of the trials that selects the finalists."""

FINAL_FACTOR = 3.0
"""How many times longer a trial in the final is than a trial before it."""

PILOT_TRIALS = 2
"""The number of trials of each option that measure the pace, for a budget in seconds."""

MOST_PATHS = 256
"""The turn after an option is listed completely if it has at most this many outcomes."""

FEWEST_PATHS = 16
"""The minimum limit for listing outcomes; below it none are listed. The limit is the number of
trials for each option, and halves after every option that has more outcomes."""

LISTING_SHARE = 0.3
"""The maximum share of a budget in seconds for listing the outcomes of turns."""

MODEL_FIGHTS = 200
"""The number of fights to which the model of a scenario is fitted."""

MOST_OPTIONS = 60
"""If there are more options than this, only some of each kind are tried."""

MIN_STANDARD_ERRORS = 1.0
"""The number of standard errors by which an option must beat the simple player's choice."""


@dataclass(frozen=True)
class Budget:
    """The limit for one decision: a number of trials, or as many as fit into `seconds`."""

    trials: int = TRIALS
    seconds: float | None = None


def parse_budget(text: str) -> Budget:
    """Parse a budget such as 2000 or 1.5s.

    Raises InvalidDataError for any other text.
    """
    try:
        if text.endswith("s"):
            seconds = float(text.removesuffix("s"))
            if 0 < seconds <= 3600:
                return Budget(10_000_000, seconds)
        elif 1 <= int(text) <= 10_000_000:
            return Budget(int(text))
    except ValueError:
        pass
    raise data_error(
        f"expected a number of trials or seconds, such as strong:2000 or strong:1.5s, not {text!r}"
    )


class StrongPlayer(Player):
    """A player that decides by sequential halving, with playouts from the end of the tape.

    `clock` measures a budget in seconds.
    """

    def __init__(
        self,
        simple: Player,
        seed: int,
        budget: Budget | None = None,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self.simple = simple
        self.seed = seed ^ 0x57_20_46
        self.budget = budget or Budget()
        self.clock = clock
        self.decisions = 0
        self.cache = OddsCache()

    def needs_tape(self) -> bool:
        """Return True, because the player plays on from the end of the tape."""
        return True

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        """Return the option with the best results in the trials."""
        usual = self.simple.decide(fight, question)
        table = fight.table
        if not isinstance(table, RecordingTable) or not isinstance(usual, Option):
            return usual
        snapshot = snapshot_at_end(fight.setup, table.answers)
        players = [self.simple] * len(fight.setup.sides)
        self.decisions += 1
        seed = self.seed + 7919 * self.decisions
        asked_name = fight.setup.asked_name(question)
        options = shortlist(question.options, usual)
        usual = next((option for option in options if option.key == usual.key), usual)
        clock = BudgetClock(self.budget, self.clock)
        from affray.players.win_model import win_model  # here: numpy takes a while to load

        fights = min(MODEL_FIGHTS, self.budget.trials)
        model = win_model(fight.setup, self.simple, fights, self.budget.seconds, clock.has_time)
        search = SequentialHalvingSearch(
            snapshot, asked_name, int(question.side), players, seed, model, self.cache
        )
        return search.run(options, usual, self.budget, self.clock)


@dataclass(eq=False)
class SequentialHalvingSearch:
    """A search for the best option at one point of a fight.

    All remaining options have had trials with the same dice, so they are compared trial by trial.
    This separates them much sooner than their means would.
    """

    snapshot: Snapshot
    asked_name: str
    side: int
    players: list[Player]
    seed: int
    model: WinModel | None = None
    """The model that evaluates an unfinished fight; None for a model of health alone."""
    cache: OddsCache = field(default_factory=OddsCache)
    values: dict[str, list[float]] = field(default_factory=dict)
    """The values of each option's trials, by its key."""
    playouts: dict[str, OptionPlayouts] = field(default_factory=dict)
    """The starting points of each option's trials, by its key."""
    played: int = 0
    """The number of trials of all options together."""
    checked_from: int = 0
    """The first trial after the last halving. Luck in the trials from here on did not select
    options."""
    first_number: int = 0
    """The dice number of the first trial in `values`."""
    rounds: float = 1.0
    """The length of a trial, in rounds."""
    path_limit: int = MOST_PATHS
    """The outcomes of a turn are listed if there are at most this many."""

    @property
    def turns(self) -> int:
        """Return how many turns a trial lasts after the current one."""
        return max(1, round(self.rounds * len(self.snapshot.fight.setup.names)))

    def run(
        self,
        options: list[Option],
        usual: Option,
        budget: Budget,
        clock: Callable[[], float] = perf_counter,
    ) -> Option:
        """Return the best option.

        Drops the worse half of the options repeatedly, and clearly worse options at once. Returns
        the simple player's choice if no option is better by more than luck.
        """
        limit = BudgetClock(budget, clock)
        left = options if usual in options else [usual, *options]
        if len(left) == 1:
            return usual
        self.look_ahead(left, limit)
        if len(left) > FINALISTS:
            left = self.halve(left, usual, limit, SCREENING_SHARE, FINALISTS)
            left = self.better_part(left, usual, FINALISTS)
            self.begin_anew(left)
        self.rounds = min(FINAL_FACTOR * self.rounds, MOST_ROUNDS)
        return self.choose(self.halve(left, usual, limit, 1.0, 2), usual)

    def begin_anew(self, left: list[Option]) -> None:
        """Discard the trials so far. The dice of later trials did not select any option."""
        self.first_number += self.trials_of(left)
        self.values.clear()
        self.checked_from = 0

    def halve(
        self, left: list[Option], usual: Option, limit: BudgetClock, share: float, fewest: int
    ) -> list[Option]:
        """Drop the worse half repeatedly until `fewest` options are left; return these.

        Uses `share` of the remaining trials. Returns early once the search is settled.
        """
        halvings = max(1, ceil(log2(len(left) / fewest)) + (share == 1.0))
        for number in range(halvings):
            left = self.play_round(left, usual, limit, share / (halvings - share * number))
            if self.is_settled(left):
                break
            if len(left) > fewest and number < halvings - 1:
                left = self.better_part(left, usual, max(fewest, (len(left) + 1) // 2))
                self.checked_from = self.trials_of(left)
        return left

    def look_ahead(self, options: list[Option], limit: BudgetClock) -> None:
        """Set the length of a trial by the number of trials that each option can have."""
        trials = limit.budget.trials
        self.limit_paths(trials // len(options))
        if limit.budget.seconds is not None:
            for option in options:
                if limit.spent() > LISTING_SHARE * limit.budget.seconds:
                    self.path_limit = 0
                self.playouts_after(option)
            limit.restart()
            for option in options:
                self.sample_values(option, 0, PILOT_TRIALS)
            trials = int(limit.trials_left(PILOT_TRIALS * len(options)))
        wanted = sqrt(max(0, trials) / len(options) / TRIALS_FOR_ONE_ROUND)
        self.rounds = min(max(wanted, 1.0), MOST_ROUNDS)

    def limit_paths(self, count: int) -> None:
        """Set the limit for listing outcomes to `count`, or to 0 if it is too small."""
        self.path_limit = min(count, MOST_PATHS) if count >= FEWEST_PATHS else 0

    def play_round(
        self, left: list[Option], usual: Option, clock: BudgetClock, share: float
    ) -> list[Option]:
        """Play `share` of the remaining trials. Return the options that are not clearly worse."""
        if not self.values:
            clock.restart(self.played)
            self.add_batch(left, MIN_TRIALS)
        goal = self.played + clock.trials_left(self.played) * share
        while True:
            count = min(int((goal - self.played) / len(left)), max(BATCH, self.trials_of(left)))
            if count < 1:
                return left
            self.add_batch(left, count)
            kept = self.without_clearly_worse(left, usual)
            if len(kept) == 2 < len(left):
                self.checked_from = self.trials_of(kept)
            left = kept
            if self.is_settled(left):
                return left

    def add_batch(self, left: list[Option], count: int) -> None:
        """Play `count` more trials of each remaining option."""
        first = self.trials_of(left)
        for option in left:
            self.add_trials(option, first, count)

    def trials_of(self, left: list[Option]) -> int:
        """Return the number of trials that each remaining option has had."""
        return len(self.values.get(left[0].key, ()))

    def add_trials(self, option: Option, first: int, count: int) -> None:
        """Play `count` more trials of an option."""
        values = self.sample_values(option, first, count)
        self.values.setdefault(option.key, []).extend(values)
        self.played += count

    def sample_values(self, option: Option, first: int, count: int) -> list[float]:
        """Return the values of `count` trials of an option."""
        first += self.first_number
        return self.playouts_after(option).sample_values(self.turns, first, count)

    def playouts_after(self, option: Option) -> OptionPlayouts:
        """Return the starting points of an option's trials.

        The first call for an option tries to list all outcomes of the turn after it.
        """
        found = self.playouts.get(option.key)
        if found is None:
            after = self.snapshot.with_answer(choice_answer(self.asked_name, option.key))
            if self.model is None:
                self.model = health_model(self.snapshot.fight)
            found = OptionPlayouts(after, self.players, self.model, self.side, self.seed)
            if self.path_limit and not found.list_outcomes(self.cache, self.path_limit):
                self.limit_paths(self.path_limit // 2)
            self.playouts[option.key] = found
        return found

    def mean_value(self, option: Option) -> float:
        """Return the mean value of an option's trials."""
        values = self.values[option.key]
        return sum(values) / len(values)

    def lead(self, option: Option, other: Option, first: int = 0) -> tuple[float, float]:
        """Return the mean lead of an option over another, and its standard error.

        Compares them trial by trial, starting with trial `first`.
        """
        pairs = zip(self.values[option.key][first:], self.values[other.key][first:], strict=True)
        gains = [mine - theirs for mine, theirs in pairs]
        mean = sum(gains) / len(gains)
        variance = sum((gain - mean) ** 2 for gain in gains) / len(gains)
        return mean, sqrt(variance / len(gains))

    def best(self, options: list[Option]) -> Option:
        """Return the option with the best mean."""
        return max(options, key=self.mean_value)

    def better_part(self, options: list[Option], usual: Option, count: int) -> list[Option]:
        """Return the `count` best options, best first, including the simple player's choice."""
        kept = sorted(options, key=lambda option: -self.mean_value(option))[:count]
        return kept if usual in kept else [*kept[:-1], usual]

    def without_clearly_worse(self, options: list[Option], usual: Option) -> list[Option]:
        """Return the options that may still be the best, and the simple player's choice.

        The best option has to prove itself against that choice to the end.
        """
        if self.trials_of(options) < CLEAR_TRIALS:
            return options
        best = self.best(options)
        kept = []
        for option in options:
            mean, error = self.lead(best, option) if option is not best else (0.0, 0.0)
            if option is usual or mean <= CLEAR_ERRORS * error or mean < NEGLIGIBLE:
                kept.append(option)
        return kept

    def is_settled(self, options: list[Option]) -> bool:
        """Return whether more trials would change nothing.

        This is so if all remaining options are equally good. It is also so if one of the last two
        is clearly better in trials that did not select it.
        """
        if self.trials_of(options) < CLEAR_TRIALS:
            return False
        best = self.best(options)
        leads = [self.lead(best, option) for option in options if option is not best]
        if all(mean + 2 * error < NEGLIGIBLE for mean, error in leads):
            return True
        if len(options) > 2 or self.trials_of(options) - self.checked_from < CLEAR_TRIALS:
            return False
        mean, error = self.lead(best, min(options, key=self.mean_value), self.checked_from)
        return mean > CLEAR_ERRORS * error

    def choose(self, left: list[Option], usual: Option) -> Option:
        """Return the best remaining option.

        The winner of a search was lucky. It therefore has to beat the simple player's choice in the
        trials after the last halving, else that choice is returned.
        """
        best = self.best(left)
        if best is usual:
            return best
        first = self.checked_from if self.checked_from < self.trials_of(left) else 0
        mean, error = self.lead(best, usual, first)
        return best if mean > MIN_STANDARD_ERRORS * error else usual


class BudgetClock:
    """A counter of the trials that a budget still allows.

    A budget in seconds allows as many trials as its remaining time is enough for, at the measured
    pace.
    """

    def __init__(self, budget: Budget, clock: Callable[[], float] = perf_counter) -> None:
        self.budget = budget
        self.clock = clock
        self.started = clock()
        self.paced_from = self.started
        """The time at which the measurement of the pace began."""
        self.played_before = 0
        """The number of trials before the measurement began."""

    def restart(self, played: int = 0) -> None:
        """Measure the pace from now on; `played` trials came before."""
        self.paced_from = self.clock()
        self.played_before = played

    def has_time(self) -> bool:
        """Return whether the budget has time left."""
        return self.budget.seconds is None or self.spent() < self.budget.seconds

    def spent(self) -> float:
        """Return the seconds since the clock was created."""
        return self.clock() - self.started

    def trials_left(self, played: int) -> float:
        """Return how many more trials are allowed after `played` trials."""
        left = float(self.budget.trials - played)
        if self.budget.seconds is None:
            return left
        pace = (played - self.played_before) / max(self.clock() - self.paced_from, 1e-9)
        return min(left, (self.budget.seconds - self.spent()) * pace)


def shortlist(options: list[Option], usual: Option) -> list[Option]:
    """Return the options to try: all of them, or some of every kind if there are very many."""
    if len(options) <= MOST_OPTIONS:
        return options
    kinds: dict[str, list[Option]] = {}
    for option in options:
        kinds.setdefault(option.kind, []).append(option)
    share = max(1, MOST_OPTIONS // len(kinds))
    found = [usual]
    for of_kind in kinds.values():
        step = max(1, len(of_kind) // share)
        found.extend(option for option in of_kind[::step][:share] if option is not usual)
    return found
