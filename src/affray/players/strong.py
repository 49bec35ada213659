"""The player called `strong`: plays each option out many times, and takes the best.

A trial plays on for some turns from the option, with everybody deciding as `simple` does, and
evaluates how the fight then stands. All options get the same dice in every turn, and are compared
trial by trial. The worse half of them is dropped again and again (sequential halving), and who is
clearly worse at once, so that most of the work goes into telling the best ones apart; where they
come to the same it ends early.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from time import perf_counter

from affray.core.fight import Fight
from affray.core.playouts import Snapshot, snapshot_at_end
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

TURNS_PER_FIGHTER = 2
"""How many turns a trial goes on, for each fighter there is."""

MOST_OPTIONS = 60
"""Of more options than this, only some are tried: each kind gets its share."""

MIN_STANDARD_ERRORS = 0.5
"""How many standard errors better an option has to be than the simple one to be taken."""


@dataclass(frozen=True)
class Budget:
    """What a decision may cost: so many trials, or as many as fit into some seconds."""

    trials: int = TRIALS
    seconds: float | None = None


def parse_budget(text: str) -> Budget:
    """A budget from words such as 2000 or 1.5s; raises InvalidDataError for others."""
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
    """Decides by sequential halving over playouts from the tape so far."""

    def __init__(self, simple: Player, seed: int, budget: Budget | None = None) -> None:
        self.simple = simple
        self.seed = seed ^ 0x57_20_46
        self.budget = budget or Budget()
        self.decisions = 0

    def needs_tape(self) -> bool:
        """It plays on from where the tape ends."""
        return True

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        """The option that stands best after its trials."""
        usual = self.simple.decide(fight, question)
        table = fight.table
        if not isinstance(table, RecordingTable) or not isinstance(usual, Option):
            return usual
        snapshot = snapshot_at_end(fight.setup, table.answers)
        players = [self.simple] * len(fight.setup.sides)
        self.decisions += 1
        seed = self.seed + 7919 * self.decisions
        asked_name = fight.setup.asked_name(question)
        search = SequentialHalvingSearch(snapshot, asked_name, int(question.side), players, seed)
        options = shortlist(question.options, usual)
        usual = next((option for option in options if option.key == usual.key), usual)
        return search.run(options, usual, self.budget)


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
    values: dict[str, list[float]] = field(default_factory=dict)
    """What the trials of each option came to, by its key."""
    played: int = 0
    """How many trials were made, of all options together."""
    checked_from: int = 0
    """The trials from this one on were made after the last halving: luck in them chose nobody."""

    @property
    def turns(self) -> int:
        """How many turns a trial plays at most."""
        return TURNS_PER_FIGHTER * len(self.snapshot.fight.setup.names)

    def run(self, options: list[Option], usual: Option, budget: Budget) -> Option:
        """Drops the worse half again and again, and who is clearly worse at once; gives the best
        that is left, or the simple player's choice where none is better by more than luck."""
        clock = BudgetClock(budget)
        left = options if usual in options else [usual, *options]
        if len(left) == 1:
            return usual
        for rounds in range(max(1, (len(left) - 1).bit_length()), 0, -1):
            left = self.play_round(left, usual, clock, rounds)
            if self.is_settled(left):
                break
            if rounds > 1 and len(left) > 2:
                left = self.better_half(left, usual)
                self.checked_from = self.trials_of(left)
        return self.choose(left, usual)

    def play_round(
        self, left: list[Option], usual: Option, clock: BudgetClock, rounds: int
    ) -> list[Option]:
        """Makes an even share of the trials that are left for so many rounds; gives the options
        that are not clearly worse by then."""
        if not self.played:
            self.add_batch(left, MIN_TRIALS)
        goal = self.played + clock.trials_left(self.played) / rounds
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
        """Makes so many trials more of each of the options that are left."""
        first = self.trials_of(left)
        for option in left:
            self.add_trials(option, first, count)

    def trials_of(self, left: list[Option]) -> int:
        """How many trials each of the options that are left has had."""
        return len(self.values.get(left[0].key, ()))

    def add_trials(self, option: Option, first: int, count: int) -> None:
        """Makes so many trials more of an option."""
        after = self.snapshot.with_answer(choice_answer(self.asked_name, option.key))
        values = after.sample_values(self.players, self.side, self.turns, self.seed, first, count)
        self.values.setdefault(option.key, []).extend(values)
        self.played += count

    def mean_value(self, option: Option) -> float:
        """The mean value of an option's trials."""
        values = self.values[option.key]
        return sum(values) / len(values)

    def lead(self, option: Option, other: Option, first: int = 0) -> tuple[float, float]:
        """By how much an option is better than another, trial by trial from the first one on, and
        the standard error of that."""
        pairs = zip(self.values[option.key][first:], self.values[other.key][first:], strict=True)
        gains = [mine - theirs for mine, theirs in pairs]
        mean = sum(gains) / len(gains)
        variance = sum((gain - mean) ** 2 for gain in gains) / len(gains)
        return mean, sqrt(variance / len(gains))

    def best(self, options: list[Option]) -> Option:
        """The option with the best mean."""
        return max(options, key=self.mean_value)

    def better_half(self, options: list[Option], usual: Option) -> list[Option]:
        """The better half in order, the simple player's choice with them."""
        ranked = sorted(options, key=lambda option: -self.mean_value(option))
        kept = ranked[: max(2, (len(ranked) + 1) // 2)]
        return kept if usual in kept else [*kept[:-1], usual]

    def without_clearly_worse(self, options: list[Option], usual: Option) -> list[Option]:
        """The options that may still prove the best, and the simple player's choice: against that
        the best has to hold its own to the end."""
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
        """Whether more trials would not matter: all options that are left come to the same, or of
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
        """The best option that is left. The winner of a search was lucky in it, so it has to be
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

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.started = perf_counter()

    def trials_left(self, played: int) -> float:
        """How many more trials may be made after so many."""
        left = float(self.budget.trials - played)
        if self.budget.seconds is None:
            return left
        spent = perf_counter() - self.started
        return min(left, (self.budget.seconds - spent) * played / spent)


def shortlist(options: list[Option], usual: Option) -> list[Option]:
    """The options to try: all, or where they are very many some of every kind."""
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
