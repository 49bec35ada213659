"""The player called `strong`: plays each option out many times, and takes the best.

A trial plays on for some turns from the option, with everybody deciding as `simple` does, and
evaluates how the fight then stands. All options get the same dice. The worse half of them is
dropped again and again (sequential halving), so that most of the work goes into telling the best
ones apart.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, pstdev
from time import perf_counter

from affray.core.fight import Fight
from affray.core.playouts import Snapshot, snapshot_at_end
from affray.core.problems import data_error
from affray.core.questions import Option, Question, Ruling
from affray.core.table import Player
from affray.core.tape import RecordingTable, choice_answer

TRIALS = 600
"""How many trials a decision may take, unless it is told otherwise."""

MIN_TRIALS = 8
"""How many trials an option gets at least before it can be dropped."""

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
        return search.run(shortlist(question.options, usual), usual, self.budget)


@dataclass(eq=False)
class SequentialHalvingSearch:
    """A search for the best option at one point of a fight."""

    snapshot: Snapshot
    asked_name: str
    side: int
    players: list[Player]
    seed: int
    values: dict[str, list[float]] = field(default_factory=dict)
    """What the trials of each option came to, by its key."""

    @property
    def turns(self) -> int:
        """How many turns a trial plays at most."""
        return TURNS_PER_FIGHTER * len(self.snapshot.fight.setup.names)

    def run(self, options: list[Option], usual: Option, budget: Budget) -> Option:
        """Drops the worse half again and again, and gives the one that is left."""
        started = perf_counter()
        left = options
        played = 0
        halvings = max(1, (len(options) - 1).bit_length())
        first = 0
        while True:
            count = max(MIN_TRIALS, budget.trials // (2 * halvings * len(left)))
            if budget.seconds is not None:
                count = MIN_TRIALS * 4
            for option in left:
                self.add_trials(option, first, count)
            first += count
            played += count * len(left)
            is_late = budget.seconds is not None and perf_counter() - started > budget.seconds
            if is_late or 2 * played >= budget.trials:
                break
            if len(left) > 2:
                left = self.better_half(left, usual)
            elif budget.seconds is None:
                break
        best = max(left, key=self.mean_value)
        check_trials = MIN_TRIALS if budget.seconds is not None else budget.trials // 4
        if best is usual or self.is_clearly_better(best, usual, check_trials):
            return best
        return usual

    def add_trials(self, option: Option, first: int, count: int) -> None:
        """Makes so many trials more of an option."""
        after = self.snapshot.with_answer(choice_answer(self.asked_name, option.key))
        values = after.sample_values(self.players, self.side, self.turns, self.seed, first, count)
        self.values.setdefault(option.key, []).extend(values)

    def mean_value(self, option: Option) -> float:
        """The mean value of an option's trials."""
        return fmean(self.values[option.key])

    def better_half(self, options: list[Option], usual: Option) -> list[Option]:
        """The better half in order, the simple player's choice always among them."""
        ranked = sorted(options, key=lambda option: -self.mean_value(option))
        kept = ranked[: max(2, (len(ranked) + 1) // 2)]
        return kept if usual in kept else [*kept[:-1], usual]

    def is_clearly_better(self, best: Option, usual: Option, trials: int) -> bool:
        """Whether an option is better than the simple player's choice by more than luck. The
        winner of a search was lucky in it, so the two are measured again, with other dice."""
        again = SequentialHalvingSearch(
            self.snapshot, self.asked_name, self.side, self.players, self.seed + 1
        )
        count = max(trials, len(self.values[best.key]))
        for option in (best, usual):
            again.add_trials(option, 0, count)
        pairs = zip(again.values[best.key], again.values[usual.key], strict=True)
        gains = [mine - theirs for mine, theirs in pairs]
        return fmean(gains) > MIN_STANDARD_ERRORS * pstdev(gains) / sqrt(count)


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
