"""The odds of the options of a question, and where their numbers come from.

They are exact. Whoever may decide something on the way does as the player called `simple` would
or, where that has too many ways to follow each, takes the question's own default; all options of
a question are judged alike. Where even that would take too long the odds are played out instead,
and say how far off they may be.
"""

from __future__ import annotations

from threading import RLock
from time import perf_counter
from typing import Any

from affray.core.events import Phrases
from affray.core.odds import OddsCache
from affray.core.table import DefaultPlayer, Player
from affray.lab.odds.open_question import (
    EventWithRolls,
    OpenQuestion,
    OptionForecast,
    OutcomeKind,
)
from affray.lab.odds.questions import FighterEffect
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

SIMPLE, DEFAULT = "simple", "default"
"""Who decides what comes up on the way: the simple player, or the question's own default."""

Json = dict[str, Any]


class NothingAsked(Exception):
    """The fight is over, so there is no question to give odds for."""


class Chances:
    """Works out odds, one question at a time, and remembers stages between them."""

    def __init__(self) -> None:
        self.lock = RLock()
        self.cache = OddsCache()
        self.known: dict[tuple[object, ...], Json] = {}

    def of_question(self, sitting: Sitting) -> Json:
        """The odds of every option of the open question, by key."""
        with self.lock:
            kept = (sitting.kept.id, sitting.number, "question", *sitting.tape[-1:])
            if kept not in self.known:
                simple = self._all_of(self._outlook(sitting, SIMPLE), exact=True)
                found = simple or self._all_of(self._outlook(sitting, DEFAULT))
                assert found is not None
                replies = SIMPLE if simple else DEFAULT
                self._keep(kept, {"number": sitting.number, "replies": replies, "odds": found})
            return self.known[kept]

    def _all_of(self, outlook: OpenQuestion, exact: bool = False) -> Json | None:
        """The figures of all options; None if they are to be exact and one is not."""
        until = perf_counter() + PATIENCE
        found: Json = {}
        for option in outlook.question.options:
            seconds = EACH if perf_counter() < until else HURRY
            seen = outlook.forecast(option, seconds)
            if exact and not seen.odds.exact:
                return None
            found[option.key] = figures(seen, outlook)
        return found

    def of_option(self, sitting: Sitting, key: str) -> Json | None:
        """One option with everything it can lead to; None if there is none such."""
        with self.lock:
            replies = self.of_question(sitting)["replies"]
            outlook = self._outlook(sitting, replies)
            option = outlook.question.option(key)
            if option is None:
                return None
            seen = outlook.forecast(option, OPENED)
            found: Json = {
                "number": sitting.number,
                "key": key,
                "replies": replies,
                "rules": list(option.rules),
                "odds": figures(seen, outlook),
            }
            if seen.attack is not None:
                found["damage"] = {str(amount): p for amount, p in seen.attack.damage.items()}
            phrases = outlook.fight.setup.phrases
            ways = outlook.outcome_kinds(option, seen, TELLING)
            found["ways"] = [way_data(way, phrases) for way in ways]
            return found

    def reach_of(self, sitting: Sitting, who: int) -> Json:
        """Where a fighter could attack from where it stands, and whom, with what."""
        with self.lock:
            kept = (sitting.kept.id, sitting.number, "reach", who, *sitting.tape[-1:])
            if kept not in self.known:
                self._keep(kept, {"number": sitting.number, **reach_of(sitting.now().fight, who)})
            return self.known[kept]

    def _outlook(self, sitting: Sitting, replies: str) -> OpenQuestion:
        position = sitting.now()
        if position.question is None:
            raise NothingAsked("nothing is being asked")
        if len(self.cache.stages) > MOST_STAGES:
            self.cache = OddsCache()
        decides = sitting.scenario.ruleset.simple_player if replies == SIMPLE else DefaultPlayer
        players: list[Player] = [decides() for _ in sitting.scenario.sides]
        return OpenQuestion(
            position.fight, position.question, position.answers, players, self.cache
        )

    def _keep(self, key: tuple[object, ...], found: Json) -> None:
        if len(self.known) >= KEPT:
            del self.known[next(iter(self.known))]
        self.known[key] = found


def figures(seen: OptionForecast, outlook: OpenQuestion) -> Json:
    """What an option shows: of an attack its three figures, and what it holds for everybody."""
    odds = seen.odds
    found: Json = {
        "exact": odds.exact,
        "error": odds.error,
        "rolled": odds.has_dice,
        "fighters": [prospect_data(one) for one in odds.fighter_effects(outlook.before)],
    }
    if seen.attack is not None:
        attack = seen.attack
        found |= {"hit": attack.hit, "mean": attack.mean, "drop": attack.drop}
    return found


def prospect_data(one: FighterEffect) -> Json:
    """What an option holds for a fighter."""
    return {
        "who": one.who,
        "harm": one.harm,
        "drop": one.drop,
        "states": one.states,
        "conditions": one.conditions,
        "moved": one.moved,
    }


def way_data(way: OutcomeKind, phrases: Phrases) -> Json:
    """A kind of outcome, with one telling of it."""
    return {"kind": way.text, "p": way.p, "told": [told_data(one, phrases) for one in way.example]}


def told_data(told: EventWithRolls, phrases: Phrases) -> Json:
    """An event of a telling as a line of the log has it."""
    event = told.event
    return {
        "kind": event.kind,
        "text": event.text(phrases),
        "rules": list(event.rules),
        "rolls": told.rolls,
        "because": event.parts.get("because", []),
    }
