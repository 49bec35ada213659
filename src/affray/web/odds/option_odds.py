"""The odds of the options of a question, and the origin of their numbers.

Odds are exact and without optional replies, unless the request includes those: as the player
`simple` would reply, or as is best for each side. Replies that take too long to follow are left
out, and the result says so. Odds that still take too long are sampled, and have an error. All
options of a question use the same assumption about replies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from affray.core.events import Phrases
from affray.core.fight import Fight
from affray.core.odds import OddsCache
from affray.core.questions import Option, Question
from affray.core.tape import Answer
from affray.lab.odds.attacks import AttackOdds, effect_between
from affray.lab.odds.open_question import EventWithRolls, OpenQuestion, OptionForecast, OutcomeKind
from affray.lab.odds.questions import FighterEffect
from affray.lab.odds.replies import (
    BEST_REPLIES,
    FIGURES_EXPLAINED,
    NO_REPLIES,
    WITHOUT_REPLIES,
    NotedReplies,
    replies_text,
    reply_players,
)
from affray.library import Scenario
from affray.players import DEFAULT_PLAYER

MAX_CACHED_STAGES = 200_000
"""The largest number of computed stages that are cached."""

QUESTION_SECONDS = 3.0
"""Seconds for all the options of a question together."""

OPTION_SECONDS = 0.5
"""Seconds for the exact odds of one option in a list."""

OPENED_SECONDS = 8.0
"""Seconds for the exact odds of one option that a player opened."""

TELLING_SECONDS = 2.0
"""Seconds to find an example of each kind of outcome of an opened option."""

LATE_SECONDS = 0.05
"""Seconds for each option when the time for all of them is over."""

Json = dict[str, Any]


class NothingAskedError(Exception):
    """A request for odds without an open question."""


@dataclass
class OpenPosition:
    """A fight at its open question, and the answers that led there."""

    scenario: Scenario
    fight: Fight
    question: Question | None
    answers: Sequence[Answer]


class OddsCalculator:
    """A calculator of odds for one question at a time, with a cache of stages."""

    def __init__(self) -> None:
        self.cache = OddsCache()

    def question_odds(self, position: OpenPosition, replies: str = NO_REPLIES) -> Json:
        """Return the odds of every option of the open question, by key.

        `replies` says how other players decide: `none`, `simple` or `best`. The result names the
        assumption that was used.
        """
        for used in dict.fromkeys([replies, NO_REPLIES]):
            outlook = self._outlook(position, used)
            found = self._odds_of_options(outlook, exact=used not in WITHOUT_REPLIES)
            if found is not None:
                break
        return {
            "replies": used,
            "assumption": replies_text(used),
            "figures": FIGURES_EXPLAINED,
            "odds": found,
        }

    def _odds_of_options(self, outlook: OpenQuestion, exact: bool = False) -> Json | None:
        """Return the figures of all options; None if they have to be exact and one is not."""
        until = perf_counter() + QUESTION_SECONDS
        found: Json = {}
        for option in outlook.question.options:
            seconds = OPTION_SECONDS if perf_counter() < until else LATE_SECONDS
            seen = outlook.forecast(option, seconds)
            if exact and not seen.odds.exact:
                return None
            found[option.key] = odds_data(seen, outlook)
        return found

    def option_detail(
        self, position: OpenPosition, key: str, replies: str = NO_REPLIES, used: str | None = None
    ) -> Json | None:
        """Return one option with all its possible results; None if there is no such option.

        `used` is the assumption about replies for all options of the question, if known.
        """
        if position.question is not None and position.question.option(key) is None:
            return None
        used = used or str(self.question_odds(position, replies)["replies"])
        outlook = self._outlook(position, used)
        option = outlook.question.option(key)
        assert option is not None
        seen = outlook.forecast(option, OPENED_SECONDS)
        found: Json = {
            "key": key,
            "replies": used,
            "assumption": replies_text(used),
            "figures": FIGURES_EXPLAINED,
            "rules": list(option.rules),
            "odds": odds_data(seen, outlook),
        }
        if seen.attack is not None:
            if used in WITHOUT_REPLIES:
                found["with_replies"] = self._with_replies(position, option, seen.attack)
            found["damage"] = {str(amount): p for amount, p in seen.attack.damage.items()}
        phrases = outlook.fight.setup.phrases
        ways = outlook.outcome_kinds(option, seen, TELLING_SECONDS)
        found["ways"] = [way_data(way, phrases) for way in ways]
        return found

    def _with_replies(
        self, position: OpenPosition, option: Option, bare: AttackOdds
    ) -> Json | None:
        """Return the effect of simple players' replies on the odds of an attack.

        Return None if replies change nothing, or take too long to follow.
        """
        assert position.question is not None
        noted = NotedReplies()
        outlook = OpenQuestion(
            position.fight,
            position.question,
            position.answers,
            noted.players(reply_players(position.scenario, DEFAULT_PLAYER)),
        )
        seen = outlook.attack_forecast(option, OPENED_SECONDS / 2)
        if seen.attack is None or not seen.odds.exact:
            return None
        effect = effect_between(bare, seen.attack, noted, DEFAULT_PLAYER)
        return effect.data() if effect is not None else None

    def _outlook(self, position: OpenPosition, replies: str) -> OpenQuestion:
        if position.question is None:
            raise NothingAskedError("nothing is being asked")
        if len(self.cache.stages) > MAX_CACHED_STAGES:
            self.cache = OddsCache()
        return OpenQuestion(
            position.fight,
            position.question,
            position.answers,
            reply_players(position.scenario, replies),
            self.cache,
            best_replies=replies == BEST_REPLIES,
        )


def odds_data(seen: OptionForecast, outlook: OpenQuestion) -> Json:
    """Return an option's odds as data: the effect on each fighter, and figures of an attack."""
    odds = seen.odds
    found: Json = {
        "exact": odds.exact,
        "error": odds.error,
        "rolled": odds.has_dice,
        "fighters": [prospect_data(one) for one in odds.fighter_effects(outlook.before)],
    }
    if seen.attack is not None:
        attack = seen.attack
        found |= {**attack.figures(), "mean": attack.mean}
    return found


def prospect_data(one: FighterEffect) -> Json:
    """Return the effect of an option on a fighter as data."""
    return {
        "who": one.who,
        "harm": one.harm,
        "hurt": one.hurt,
        "drop": one.drop,
        "states": one.states,
        "conditions": one.conditions,
        "moved": one.moved,
    }


def way_data(way: OutcomeKind, phrases: Phrases) -> Json:
    """Return a kind of outcome as data, with an example of its log."""
    return {"kind": way.text, "p": way.p, "told": [event_data(one, phrases) for one in way.example]}


def event_data(told: EventWithRolls, phrases: Phrases) -> Json:
    """Return an event of an example as data for a line of the log."""
    event = told.event
    return {
        "kind": event.kind,
        "text": event.text(phrases),
        "rules": list(event.rules),
        "rolls": told.rolls,
        "because": event.parts.get("because", []),
    }
