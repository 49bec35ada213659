"""The player called `strong`: plays each option out many times, and takes the best.

Where the turn after an option can come out in few enough ways, all of them are listed with their
exact odds. A trial plays on for some turns from there, with everybody deciding as `simple` does,
and evaluates how the fight then stands by a model fitted to the scenario. All options get the same
dice in every turn, and are compared trial by trial. The worse half of them is dropped again and
again (sequential halving), and who is clearly worse at once, so that most of the work goes into
telling the best ones apart; where they come to the same it ends early.
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
"""How many trials a decision may take, unless it is told otherwise."""

MIN_TRIALS = 4
"""How many trials an option gets at least before it can be dropped."""

BATCH = 16
"""How many trials of each option are made before it is looked at who is clearly worse; later as
many as there were before."""

CLEAR_TRIALS = 32
"""After how many trials of each an option can be clearly worse than another."""

CLEAR_ERRORS = 2.5
"""How many standard errors worse than the best an option is that is dropped at once."""

NEGLIGIBLE = 0.004
"""What is better by less than this part of a win is as good."""

TRIALS_FOR_ONE_ROUND = 100
"""With so many trials for each option a trial goes on for one round. With more it goes on longer,
by their square root: what lies further ahead takes more trials to see."""

MOST_ROUNDS = 12.0
"""How many rounds a trial goes on at most."""

FINALISTS = 5
"""How many options are looked at further ahead than the others, the simple player's with them."""

SCREENING_SHARE = 0.4
"""How much of the trials goes into finding them."""

FINAL_FACTOR = 3.0
"""How many times as far a trial of the finalists goes on."""

PILOT_TRIALS = 2
"""How many trials of each option show the pace, where there is a time to keep."""

MOST_PATHS = 256
"""In how many ways the turn may come out after an option for all of them to be listed."""

FEWEST_PATHS = 16
"""It is looked for at most as many ways as there are trials for an option, and for half as many in
the next option when one has more; for fewer than so many it is not looked at all."""

LISTING_SHARE = 0.3
"""How much of a time may go into listing the ways of turns."""

MODEL_FIGHTS = 200
"""How many fights the model of a scenario is fitted to."""

MOST_OPTIONS = 60
"""Of more options than this, only some are tried: each kind gets its share."""

MIN_STANDARD_ERRORS = 1.0
"""How many standard errors better an option has to be than the simple one to be taken."""


@dataclass(frozen=True)
class Budget:
    """What a decision may cost: so many trials, or as many as fit into some seconds."""

    trials: int = TRIALS
    seconds: float | None = None


def parse_budget(text: str) -> Budget:
    """Read a budget such as 2000 or 1.5s; raise InvalidDataError for other words."""
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
    """Decides by sequential halving over playouts from the tape so far. `clock` is what a budget in
    seconds is measured by."""

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
        """Return True: it plays on from where the tape ends."""
        return True

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        """Return the option that stands best after its trials."""
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

    All options that are left have had trials with the same dice, so they are compared trial by
    trial, which tells them apart much sooner than their means would.
    """

    snapshot: Snapshot
    asked_name: str
    side: int
    players: list[Player]
    seed: int
    model: WinModel | None = None
    """What judges a fight that goes on; health alone where there is none."""
    cache: OddsCache = field(default_factory=OddsCache)
    values: dict[str, list[float]] = field(default_factory=dict)
    """What the trials of each option came to, by its key."""
    playouts: dict[str, OptionPlayouts] = field(default_factory=dict)
    """Where the trials of each option begin, by its key."""
    played: int = 0
    """How many trials were made, of all options together."""
    checked_from: int = 0
    """The trials from this one on were made after the last halving: luck in them chose nobody."""
    first_number: int = 0
    """The number of the dice of the first trial of those whose values are kept."""
    rounds: float = 1.0
    """How many rounds a trial goes on."""
    path_limit: int = MOST_PATHS
    """In how many ways a turn may come out for them to be listed."""

    @property
    def turns(self) -> int:
        """Return how many turns a trial goes on after the one that has begun."""
        return max(1, round(self.rounds * len(self.snapshot.fight.setup.names)))

    def run(
        self,
        options: list[Option],
        usual: Option,
        budget: Budget,
        clock: Callable[[], float] = perf_counter,
    ) -> Option:
        """Drop the worse half again and again, and what is clearly worse at once. Return the best
        that is left, or the simple player's choice where none is better by more than luck."""
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
        """Forget the trials so far; those to come have dice that chose nobody."""
        self.first_number += self.trials_of(left)
        self.values.clear()
        self.checked_from = 0

    def halve(
        self, left: list[Option], usual: Option, limit: BudgetClock, share: float, fewest: int
    ) -> list[Option]:
        """Drop the worse half again and again until few are left, with a share of the trials that
        are left. Return those that may still be the best."""
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
        """Settle how far ahead trials look: by how many the budget has for each option."""
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
        """Let the ways of a turn be listed if they are at most so many; a few is not worth it."""
        self.path_limit = min(count, MOST_PATHS) if count >= FEWEST_PATHS else 0

    def play_round(
        self, left: list[Option], usual: Option, clock: BudgetClock, share: float
    ) -> list[Option]:
        """Make a share of the trials that are left. Return the options that are not clearly worse
        by then."""
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
        """Make so many trials more of each of the options that are left."""
        first = self.trials_of(left)
        for option in left:
            self.add_trials(option, first, count)

    def trials_of(self, left: list[Option]) -> int:
        """Return how many trials each of the options that are left has had."""
        return len(self.values.get(left[0].key, ()))

    def add_trials(self, option: Option, first: int, count: int) -> None:
        """Make so many trials more of an option."""
        values = self.sample_values(option, first, count)
        self.values.setdefault(option.key, []).extend(values)
        self.played += count

    def sample_values(self, option: Option, first: int, count: int) -> list[float]:
        """Return the values of trials of an option."""
        first += self.first_number
        return self.playouts_after(option).sample_values(self.turns, first, count)

    def playouts_after(self, option: Option) -> OptionPlayouts:
        """Return where the trials of an option begin. The first time, list all the ways in which
        the turn can come out after it."""
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
        """Return by how much an option is better than another, trial by trial from the first one
        on, and the standard error of that."""
        pairs = zip(self.values[option.key][first:], self.values[other.key][first:], strict=True)
        gains = [mine - theirs for mine, theirs in pairs]
        mean = sum(gains) / len(gains)
        variance = sum((gain - mean) ** 2 for gain in gains) / len(gains)
        return mean, sqrt(variance / len(gains))

    def best(self, options: list[Option]) -> Option:
        """Return the option with the best mean."""
        return max(options, key=self.mean_value)

    def better_part(self, options: list[Option], usual: Option, count: int) -> list[Option]:
        """Return the `count` best in order, the simple player's choice among them."""
        kept = sorted(options, key=lambda option: -self.mean_value(option))[:count]
        return kept if usual in kept else [*kept[:-1], usual]

    def without_clearly_worse(self, options: list[Option], usual: Option) -> list[Option]:
        """Return the options that may still prove the best, and the simple player's choice: against
        that the best has to hold its own to the end."""
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
        """Return whether more trials would not matter: all options left come to the same, or of
        the last two one is clearly better in trials that did not choose it."""
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
        """Return the best option that is left. The winner of a search was lucky, so it has to be
        better than the simple player's choice in the trials that came after."""
        best = self.best(left)
        if best is usual:
            return best
        first = self.checked_from if self.checked_from < self.trials_of(left) else 0
        mean, error = self.lead(best, usual, first)
        return best if mean > MIN_STANDARD_ERRORS * error else usual


class BudgetClock:
    """How many trials a budget still allows: so many, or as many as its time is enough for at the
    pace so far."""

    def __init__(self, budget: Budget, clock: Callable[[], float] = perf_counter) -> None:
        self.budget = budget
        self.clock = clock
        self.started = clock()
        self.paced_from = self.started
        """When the trials began that show the pace."""
        self.played_before = 0
        """How many had been made by then."""

    def restart(self, played: int = 0) -> None:
        """Measure the pace from now on, after so many trials."""
        self.paced_from = self.clock()
        self.played_before = played

    def has_time(self) -> bool:
        """Return whether its time is not over."""
        return self.budget.seconds is None or self.spent() < self.budget.seconds

    def spent(self) -> float:
        """Return how much time has passed."""
        return self.clock() - self.started

    def trials_left(self, played: int) -> float:
        """Return how many more trials may be made after so many."""
        left = float(self.budget.trials - played)
        if self.budget.seconds is None:
            return left
        pace = (played - self.played_before) / max(self.clock() - self.paced_from, 1e-9)
        return min(left, (self.budget.seconds - self.spent()) * pace)


def shortlist(options: list[Option], usual: Option) -> list[Option]:
    """Return the options to try: all, or some of every kind if there are very many."""
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
