"""The player called `strong`: tries what each option leads to, again and again, and takes the
best.

From the moment it is asked it plays on for some turns, with everybody deciding as `simple` does,
and sees how the fight then stands. All options get the same dice, and those that do worse are
dropped half by half, so that most of the work goes into telling the best ones apart.
"""

from __future__ import annotations

from dataclasses import dataclass
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

FEWEST = 8
"""How many trials an option gets at least before it is dropped."""

TURNS = 2
"""How many turns a trial goes on, for each fighter there is."""

MOST_OPTIONS = 60
"""Of more options than this, only some are tried: each kind gets its share."""

DOUBT = 0.5
"""How many standard errors better an option has to be than the simple one to be taken."""


@dataclass(frozen=True)
class Budget:
    """What a decision may cost: so many trials, or as many as fit into some seconds."""

    trials: int = TRIALS
    seconds: float | None = None


def budget_of(text: str) -> Budget:
    """A budget from words such as 2000 or 1.5s."""
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
    """Searches by a tape so far and many random ways to go on."""

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
        moment = snapshot_at_end(fight.setup, table.answers)
        players = [self.simple] * len(fight.setup.sides)
        self.decisions += 1
        dice = self.seed + 7919 * self.decisions
        race = Race(moment, fight.setup.asked_name(question), int(question.side), players, dice)
        return race.run(shortlist(question.options, usual), usual, self.budget)


class Race:
    """A trial of options against each other, from one moment of a fight."""

    def __init__(
        self, moment: Snapshot, asked: str, side: int, players: list[Player], dice: int
    ) -> None:
        self.moment = moment
        self.asked = asked
        self.side = side
        self.players = players
        self.dice = dice
        self.turns = TURNS * len(moment.fight.setup.names)
        self.tried: dict[str, list[float]] = {}

    def run(self, options: list[Option], usual: Option, budget: Budget) -> Option:
        """Drops the worse half again and again, and gives the one that is left."""
        started = perf_counter()
        left = options
        played = 0
        heats = max(1, (len(options) - 1).bit_length())
        first = 0
        while True:
            count = max(FEWEST, budget.trials // (2 * heats * len(left)))
            if budget.seconds is not None:
                count = FEWEST * 4
            for option in left:
                self.try_out(option, first, count)
            first += count
            played += count * len(left)
            late = budget.seconds is not None and perf_counter() - started > budget.seconds
            if late or 2 * played >= budget.trials:
                break
            if len(left) > 2:
                left = self.better_half(left, usual)
            elif budget.seconds is None:
                break
        best = max(left, key=self.worth)
        fair = FEWEST if budget.seconds is not None else budget.trials // 4
        return best if best is usual or self.clearly_better(best, usual, fair) else usual

    def try_out(self, option: Option, first: int, count: int) -> None:
        """Makes so many trials more of an option."""
        moment = self.moment.with_answer(choice_answer(self.asked, option.key))
        found = moment.sample_values(self.players, self.side, self.turns, self.dice, first, count)
        self.tried.setdefault(option.key, []).extend(found)

    def worth(self, option: Option) -> float:
        """How good an option has proved."""
        return fmean(self.tried[option.key])

    def better_half(self, options: list[Option], usual: Option) -> list[Option]:
        """The better half in order, the simple player's choice always among them."""
        ranked = sorted(options, key=lambda option: -self.worth(option))
        kept = ranked[: max(2, (len(ranked) + 1) // 2)]
        return kept if usual in kept else [*kept[:-1], usual]

    def clearly_better(self, best: Option, usual: Option, least: int) -> bool:
        """Whether an option is better than the simple player's choice by more than luck: the
        winner of a race was lucky in it, so the two are measured again, with other dice."""
        again = Race(self.moment, self.asked, self.side, self.players, self.dice + 1)
        count = max(least, len(self.tried[best.key]))
        for option in (best, usual):
            again.try_out(option, 0, count)
        pairs = zip(again.tried[best.key], again.tried[usual.key], strict=True)
        gains = [mine - theirs for mine, theirs in pairs]
        return fmean(gains) > DOUBT * pstdev(gains) / sqrt(count)


def shortlist(options: list[Option], usual: Option) -> list[Option]:
    """The options to try: all, or where they are very many some of every kind."""
    if len(options) <= MOST_OPTIONS:
        return options
    kinds: dict[str, list[Option]] = {}
    for option in options:
        kinds.setdefault(option.kind, []).append(option)
    share = max(1, MOST_OPTIONS // len(kinds))
    found = [usual]
    for same in kinds.values():
        apart = max(1, len(same) // share)
        found.extend(option for option in same[::apart][:share] if option is not usual)
    return found
