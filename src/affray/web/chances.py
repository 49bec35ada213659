"""The exact odds of the options of a question, and where their numbers come from."""

from __future__ import annotations

from threading import RLock
from time import perf_counter
from typing import Any

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.odds import Memory
from affray.core.questions import Option, Question
from affray.core.table import Default, LiveTable, Player
from affray.core.tape import Recorder
from affray.lab.odds import AttackOdds, attack_odds
from affray.web.sitting import Sitting
from affray.web.story import attack_keys

MOST_STAGES = 200_000
"""How much of what was worked out is remembered."""

PATIENCE = 3.0
"""Seconds for all the options of a question; those not reached are worked out when opened."""

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
            started = perf_counter()
            found = {}
            for option in question.options:
                if option.key in attacks and perf_counter() - started < PATIENCE:
                    found[option.key] = figures(self._odds(fight, question, option))
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
                odds = self._odds(fight, question, option)
                found["odds"] = figures(odds)
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

    def _odds(self, fight: Fight, question: Question, option: Option) -> AttackOdds:
        if len(self.memory.stages) > MOST_STAGES:
            self.memory = Memory()
        return attack_odds(fight, int(question.who), option, None, self.memory)


def figures(odds: AttackOdds) -> Json:
    """The three figures an option shows."""
    return {"hit": odds.hit, "mean": odds.mean, "drop": odds.drop, "error": odds.error}


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
