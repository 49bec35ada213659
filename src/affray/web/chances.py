"""The exact odds of the options of a question, and where their numbers come from.

Where every path would take too long the odds are played out instead, and say how far off they
may be.
"""

from __future__ import annotations

from math import sqrt
from threading import RLock
from time import perf_counter
from typing import Any

from mypy_extensions import i64

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.odds import EveryPath, Memory, Odds
from affray.core.questions import Option, Question
from affray.core.table import Default, LiveTable, Player, Stage, Table
from affray.core.tape import Recorder
from affray.lab.odds import AttackOdds, Outcome, summed_up
from affray.lab.statistics import Z95
from affray.web.sitting import Sitting
from affray.web.story import attack_keys

MOST_STAGES = 200_000
"""How much of what was worked out is remembered."""

PATIENCE = 3.0
"""Seconds for all the options of a question together."""

EACH = 0.5
"""Seconds for the exact odds of one option in a list."""

OPENED = 8.0
"""Seconds for the exact odds of one option that somebody opened."""

HURRY = 0.05
"""Seconds for each option when patience is at its end."""

Json = dict[str, Any]


class NothingAsked(Exception):
    """The fight is over, so there is no question to give odds for."""


class Chances:
    """Works out odds, one question at a time, and remembers stages between them."""

    def __init__(self) -> None:
        self.lock = RLock()
        self.memory = Memory()

    def of_question(self, sitting: Sitting) -> Json:
        """The odds of every attack among the open question's options, by key."""
        with self.lock:
            fight, question = self._asked(sitting)
            attacks = attack_keys(fight, question)
            until = perf_counter() + PATIENCE
            found = {}
            for option in question.options:
                if option.key in attacks:
                    seconds = EACH if perf_counter() < until else HURRY
                    odds, exact = self._odds(fight, question, option, seconds)
                    found[option.key] = figures(odds, exact)
            return {"number": sitting.number, "odds": found}

    def of_option(self, sitting: Sitting, key: str) -> Json | None:
        """The odds of one option with everything that made them; None if there is none such."""
        with self.lock:
            fight, question = self._asked(sitting)
            option = question.option(key)
            if option is None:
                return None
            found: Json = {"number": sitting.number, "key": key, "rules": list(option.rules)}
            if key in attack_keys(fight, question):
                odds, exact = self._odds(fight, question, option, OPENED)
                found["odds"] = figures(odds, exact)
                found["damage"] = {str(amount): p for amount, p in odds.damage.items()}
                found["outcomes"] = odds.outcomes[:40]
                found["example"] = example(fight, int(question.who), option)
            return found

    def reach_of(self, sitting: Sitting, who: int) -> Json:
        """Whom a fighter could attack from where it stands, with what, and what hinders it."""
        with self.lock:
            fight, _ = self._asked(sitting, False)
            by_target: dict[int, Json] = {}
            for attack in fight.attacks(who):
                hindrance = fight.hindrance(who, attack)
                entry = by_target.setdefault(
                    int(attack.target), {"target": int(attack.target), "can": [], "cannot": []}
                )
                if hindrance:
                    if len(entry["cannot"]) < 3:
                        entry["cannot"].append(hindrance)
                elif len(entry["can"]) < 12:
                    entry["can"].append(attack.text)
            return {"number": sitting.number, "who": who, "targets": list(by_target.values())}

    def _asked(self, sitting: Sitting, needed: bool = True) -> tuple[Fight, Question]:
        position = sitting.now()
        question = position.question
        if question is None:
            if needed:
                raise NothingAsked("nothing is being asked")
            question = Question("nothing", 0, 0, [])
        return position.fight, question

    def _odds(
        self, fight: Fight, question: Question, option: Option, seconds: float
    ) -> tuple[AttackOdds, bool]:
        if len(self.memory.stages) > MOST_STAGES:
            self.memory = Memory()
        return odds_within(fight, int(question.who), option, self.memory, seconds)


class OutOfTime(Exception):
    """There are more paths than time."""


class Impatient(EveryPath):
    """Takes every path, as long as there is time."""

    def __init__(self, memory: Memory, until: float) -> None:
        super().__init__(None, None, memory)
        self.until = until

    def roll(self, count: i64, sides: i64, cuts: i64 = 0) -> list[int]:
        if perf_counter() > self.until:
            raise OutOfTime
        return super().roll(count, sides, cuts)

    def stage(self, stage: Stage) -> i64:
        if perf_counter() > self.until:
            raise OutOfTime
        return super().stage(stage)


def odds_within(
    fight: Fight, who: int, option: Option, memory: Memory, seconds: float
) -> tuple[AttackOdds, bool]:
    """The odds of an attack, exact if that can be done in time, else played out."""
    started = perf_counter()

    def outcome(table: Table) -> Outcome:
        there = fight.copy(table)
        blow = there.attempt(who, option)
        target = there.roster()[option.target]
        return Outcome(blow.hit, int(blow.damage), target.state() != "standing", blow.effects)

    try:
        odds = Impatient(memory, started + seconds).explore(outcome)
        exact = True
    except OutOfTime:
        odds = played_out(fight, outcome, seconds / 2)
        exact = False
    return summed_up(fight, who, option, odds, perf_counter() - started), exact


def played_out(fight: Fight, outcome: Any, seconds: float) -> Odds:
    """The odds as they come out when an attack is made again and again."""
    players: list[Player] = [Default() for _ in fight.setup.sides]
    until = perf_counter() + seconds
    counted: dict[Any, int] = {}
    count = 0
    while count < 20 or (count < 4000 and perf_counter() < until):
        found = outcome(LiveTable(Dice(2026, count), players))
        counted[found] = counted.get(found, 0) + 1
        count += 1
    chances = {found: many / count for found, many in counted.items()}
    return Odds(chances, Z95 * 0.5 / sqrt(count), count)


def figures(odds: AttackOdds, exact: bool) -> Json:
    """The three figures an option shows."""
    return {
        "hit": odds.hit,
        "mean": odds.mean,
        "drop": odds.drop,
        "error": odds.error,
        "exact": exact,
    }


def example(fight: Fight, who: int, option: Option) -> list[Json]:
    """One way the attack could go, told with every modifier and its rule; the same each time."""
    players: list[Player] = [Default() for _ in fight.setup.sides]
    table = Recorder(LiveTable(Dice(2026), players), True)
    fight.copy(table).attempt(who, option)
    phrases = fight.setup.phrases
    return [
        {"kind": event.kind, "text": event.text(phrases), "rules": list(event.rules)}
        for event in table.events
    ]
