"""The odds of the options of a question, and where their numbers come from.

They are exact, and of the option itself: optional replies are left out unless they are asked for
(as the player `simple` would reply, or as does each side most good). Replies that would take too
long to follow are left out, and the answer says so. Odds that would still take too long are
sampled, and give their error. All options of a question are judged alike.
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
from affray.web.odds.reach import reach_data

MAX_CACHED_STAGES = 200_000
"""How much of what was worked out is remembered."""

QUESTION_SECONDS = 3.0
"""Seconds for all the options of a question together."""

OPTION_SECONDS = 0.5
"""Seconds for the exact odds of one option in a list."""

OPENED_SECONDS = 8.0
"""Seconds for the exact odds of one option that somebody opened."""

TELLING_SECONDS = 2.0
"""Seconds to find one way of each kind that an opened option can go."""

LATE_SECONDS = 0.05
"""Seconds for each option when the time for all of them is over."""

Json = dict[str, Any]


class NothingAskedError(Exception):
    """The fight is over, so there is no question to give odds for."""


@dataclass
class OpenPosition:
    """A fight at its open question, and the answers that led there."""

    scenario: Scenario
    fight: Fight
    question: Question | None
    answers: Sequence[Answer]


class OddsCalculator:
    """Works out odds, one question at a time, and remembers stages between them."""

    def __init__(self) -> None:
        self.cache = OddsCache()

    def question_odds(self, position: OpenPosition, replies: str = NO_REPLIES) -> Json:
        """Return the odds of every option of the open question, by key. Others decide as `replies`
        says: `none`, `simple` or `best`; the answer says how they did."""
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
        """Return the figures of all options; None where they are to be exact and one is not."""
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
        """Return one option with everything it can lead to; None if there is none such.

        `used` is how others decided for all options together, if that is known.
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
        """Return what the replies of simple players change about an attack; None if they change
        nothing, or take too long to follow."""
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

    def reach(self, position: OpenPosition, who: int) -> Json:
        """Return where a fighter could attack from where it stands, and whom, with what."""
        return reach_data(position.fight, who)

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
    """Return what an option shows.

    Of an attack its three figures, and what it holds for everybody.
    """
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
    """Return what an option holds for a fighter."""
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
    """Return a kind of outcome, with one telling of it."""
    return {"kind": way.text, "p": way.p, "told": [event_data(one, phrases) for one in way.example]}


def event_data(told: EventWithRolls, phrases: Phrases) -> Json:
    """Return an event of a telling as a line of the log has it."""
    event = told.event
    return {
        "kind": event.kind,
        "text": event.text(phrases),
        "rules": list(event.rules),
        "rolls": told.rolls,
        "because": event.parts.get("because", []),
    }
