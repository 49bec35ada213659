"""The odds of the options of a question, and where their numbers come from.

They are exact. Where every path would take too long they are played out instead, and say how far
off they may be. Whoever may react on the way decides as the player called `simple` would.
"""

from __future__ import annotations

from threading import RLock
from time import perf_counter
from typing import Any

from affray.core.events import Phrases
from affray.core.odds import Memory
from affray.core.table import Player
from affray.lab.outlook import Outlook, Seen, Told, Way
from affray.lab.situation import Prospect
from affray.web.reach import reach_of
from affray.web.sitting import Sitting

MOST_STAGES = 200_000
"""How much of what was worked out is remembered."""

PATIENCE = 3.0
"""Seconds for all the options of a question together."""

EACH = 0.5
"""Seconds for the exact odds of one option in a list."""

OPENED = 8.0
"""Seconds for the exact odds of one option that somebody opened."""

TELLING = 2.0
"""Seconds to find one way of each kind that an opened option can go."""

HURRY = 0.05
"""Seconds for each option when patience is at its end."""

KEPT = 64
"""So many answers are kept, for others who look at the same fight."""

Json = dict[str, Any]


class NothingAsked(Exception):
    """The fight is over, so there is no question to give odds for."""


class Chances:
    """Works out odds, one question at a time, and remembers stages between them."""

    def __init__(self) -> None:
        self.lock = RLock()
        self.memory = Memory()
        self.known: dict[tuple[object, ...], Json] = {}

    def of_question(self, sitting: Sitting) -> Json:
        """The odds of every option of the open question, by key."""
        with self.lock:
            kept = (sitting.kept.id, sitting.number, "question", *sitting.tape[-1:])
            if kept not in self.known:
                outlook = self._outlook(sitting)
                until = perf_counter() + PATIENCE
                found = {}
                for option in outlook.question.options:
                    seconds = EACH if perf_counter() < until else HURRY
                    found[option.key] = figures(outlook.of(option, seconds), outlook)
                self._keep(kept, {"number": sitting.number, "odds": found})
            return self.known[kept]

    def of_option(self, sitting: Sitting, key: str) -> Json | None:
        """One option with everything it can lead to; None if there is none such."""
        with self.lock:
            outlook = self._outlook(sitting)
            option = outlook.question.option(key)
            if option is None:
                return None
            seen = outlook.of(option, OPENED)
            found: Json = {
                "number": sitting.number,
                "key": key,
                "rules": list(option.rules),
                "odds": figures(seen, outlook),
            }
            if seen.attack is not None:
                found["damage"] = {str(amount): p for amount, p in seen.attack.damage.items()}
            phrases = outlook.fight.setup.phrases
            ways = outlook.ways(option, seen, TELLING)
            found["ways"] = [way_data(way, phrases) for way in ways]
            return found

    def reach_of(self, sitting: Sitting, who: int) -> Json:
        """Where a fighter could attack from where it stands, and whom, with what."""
        with self.lock:
            kept = (sitting.kept.id, sitting.number, "reach", who, *sitting.tape[-1:])
            if kept not in self.known:
                self._keep(kept, {"number": sitting.number, **reach_of(sitting.now().fight, who)})
            return self.known[kept]

    def _outlook(self, sitting: Sitting) -> Outlook:
        position = sitting.now()
        if position.question is None:
            raise NothingAsked("nothing is being asked")
        if len(self.memory.stages) > MOST_STAGES:
            self.memory = Memory()
        simple = sitting.scenario.ruleset.tactics
        players: list[Player] = [simple() for _ in sitting.scenario.sides]
        return Outlook(position.fight, position.question, position.answers, players, self.memory)

    def _keep(self, key: tuple[object, ...], found: Json) -> None:
        if len(self.known) >= KEPT:
            del self.known[next(iter(self.known))]
        self.known[key] = found


def figures(seen: Seen, outlook: Outlook) -> Json:
    """What an option shows: of an attack its three figures, and what it holds for everybody."""
    odds = seen.odds
    found: Json = {
        "exact": odds.exact,
        "error": odds.error,
        "rolled": odds.rolled,
        "fighters": [prospect_data(one) for one in odds.prospects(outlook.before)],
    }
    if seen.attack is not None:
        attack = seen.attack
        found |= {"hit": attack.hit, "mean": attack.mean, "drop": attack.drop}
    return found


def prospect_data(one: Prospect) -> Json:
    """What an option holds for a fighter."""
    return {
        "who": one.who,
        "harm": one.harm,
        "drop": one.drop,
        "states": one.states,
        "conditions": one.conditions,
        "moved": one.moved,
    }


def way_data(way: Way, phrases: Phrases) -> Json:
    """A kind of outcome, with one telling of it."""
    return {"kind": way.kind, "p": way.p, "told": [told_data(one, phrases) for one in way.telling]}


def told_data(told: Told, phrases: Phrases) -> Json:
    """An event of a telling as a line of the log has it."""
    event = told.event
    return {
        "kind": event.kind,
        "text": event.text(phrases),
        "rules": list(event.rules),
        "rolls": told.rolls,
        "because": event.parts.get("because", []),
    }
