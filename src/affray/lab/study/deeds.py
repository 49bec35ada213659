"""The deeds of a fight: a fighter's turn with all reactions and results.

A deed begins with the question what a fighter does on its turn, and lasts until the next such
question. An attack with its parries, its Luck and its harm is one deed; so is a move with its path.
The dice before the first turn are a deed without a fighter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from affray.core.events import Event
from affray.core.fight import STANDING
from affray.core.questions import NOBODY
from affray.lab.odds.fighter_states import STATE_VERBS, FighterState, changed_conditions
from affray.lab.study.points import StudiedFight

BEGINNINGS = ("turn", "activate", "ruling")
"""The kinds of decisions that begin a deed."""

ANNOUNCEMENTS = (
    "turn", "acts", "round", "points", "initiative", "quicker", "fight", "end", "time passes",
)  # fmt: skip
"""The kinds of events that announce how the fight continues after a deed."""

STRIKES = ("attack", "clash", "throws", "grapples", "hurls")
"""The kinds of events that begin an attack."""

BOOKKEEPING = ("reacted",)
"""Conditions that only count what a fighter has done in a round."""

ROUND_DICE = ("round", "initiative", "points", "check")
"""The kinds of events for the dice that decide who acts when in a round."""

FIGURES = re.compile(r"(?::| \(| with \d*d\d).*")
"""The part of an event's text that follows the deed: figures and dice."""


@dataclass(frozen=True)
class Fate:
    """The change that a deed made to one fighter's health and state."""

    who: int
    name: str
    before: FighterState
    after: FighterState

    @property
    def harm(self) -> int:
        """Return the health that was lost; a negative number is healing."""
        return self.before.health - self.after.health

    @property
    def fell(self) -> bool:
        """Return whether the fighter was standing before and is not standing afterwards."""
        return self.before.state == STANDING != self.after.state

    def text(self) -> str:
        """Return the change in words: "Torben takes 2 (2 → 0) and drops"."""
        health = f"{self.before.health} → {self.after.health}"
        parts = []
        if self.harm:
            verb = f"takes {self.harm}" if self.harm > 0 else f"regains {-self.harm}"
            parts.append(f"{verb} ({health})")
        if self.before.state != self.after.state:
            parts.append(STATE_VERBS.get(self.after.state, f"is {self.after.state}"))
        return f"{self.name} {' and '.join(parts)}"


@dataclass(frozen=True)
class Deed:
    """A fighter's turn and its results, or the dice before the first turn."""

    first: int
    """The number of the deed's first decision, from 0; -1 for the first dice."""
    end: int
    """The number of the decision after the deed's last."""
    round: int
    side: int
    who: str
    text: str
    """The action in words: "Ansa attacks Torben with the broadsword"."""
    announced: str
    """The result of dice for the next round, if any were rolled."""
    is_strike: bool
    fates: tuple[Fate, ...]
    conditions: tuple[str, ...] = ()
    """The new conditions of other fighters: "Gunnar is now grappled"."""

    @property
    def is_announcement(self) -> bool:
        """Return whether the deed's only result is the dice for the next round."""
        return bool(self.announced) and not self.fates and not self.is_strike

    def sentence(self) -> str:
        """Return the action and its results in one sentence without a full stop."""
        came = "; ".join([fate.text() for fate in self.fates] or self.conditions)
        if came:
            return f"{self.text}, and {came}" if self.text else f"{self.announced}; {came}"
        if self.is_strike:
            return f"{self.text}, without effect"
        return self.announced or self.text

    def when(self) -> str:
        """Return the time of the deed as part of a sentence: "in round 2"."""
        if not self.text:
            return "before the first turn"
        return f"{'after' if self.is_announcement else 'in'} round {self.round}"

    @property
    def fell(self) -> list[str]:
        """List the names of the fighters who fell."""
        return [one.name for one in self.fates if one.fell]

    def data(self, sides: list[str]) -> dict[str, Any]:
        """Return the deed as JSON data."""
        return {
            "first": self.first + 1,
            "last": self.end,
            "round": self.round,
            "side": sides[self.side] if self.side >= 0 else "",
            "who": self.who,
            "text": self.sentence(),
            "harm": {one.name: one.harm for one in self.fates if one.harm},
            "fell": self.fell,
        }


def deeds_of(studied: StudiedFight) -> list[Deed]:
    """Return the deeds of a fight in order."""
    points = studied.decisions
    starts = [number for number, point in enumerate(points) if point.kind in BEGINNINGS]
    ends = [*starts, len(points)]
    found = [make_deed(studied, -1, ends[0])] if ends[0] or studied.events else []
    found += [make_deed(studied, one, end) for one, end in zip(starts, ends[1:], strict=True)]
    return found


def make_deed(studied: StudiedFight, first: int, end: int) -> Deed:
    """Return the deed from decision `first` until before decision `end`."""
    points, setup = studied.decisions, studied.scenario.setup
    begun = points[first].events if first >= 0 else 0
    ended = points[end].events if end < len(points) else len(studied.events)
    own, announced = split_events(studied.events[begun:ended])
    fates = fates_between(studied, max(first, 0), end)
    if first < 0:
        began = points[0].round if points else 0
        return Deed(
            -1, end, began, NOBODY, "", "", "The first dice decide who begins", False, fates
        )
    point = points[first]
    strike = next((one for one in own if one.kind in STRIKES), None)
    shown = strike or (own[0] if own else None)
    done = event_title(shown.text(setup.phrases)) if shown else ""
    rolled = next((one for one in announced if one.kind in ROUND_DICE), None)
    next_round = ""
    if rolled is not None and rolled.kind != "round":
        next_round = "The dice for the next round"
    elif rolled is not None and "side" in rolled.parts:
        parts = rolled.parts
        next_round = f"{parts['side']} has the initiative in round {parts['round']}"
    return Deed(
        first,
        end,
        point.round,
        point.side,
        point.who,
        done or f"{point.who}: {point.chosen}",
        next_round,
        strike is not None,
        fates,
        new_conditions(studied, point.who, first, end) if strike else (),
    )


def split_events(told: list[Event]) -> tuple[list[Event], list[Event]]:
    """Split the events of a deed from those that announce how the fight continues."""
    begun = next((n for n, one in enumerate(told) if one.kind not in ANNOUNCEMENTS), len(told))
    after = [n for n in range(begun, len(told)) if told[n].kind in ANNOUNCEMENTS]
    end = after[0] if after else len(told)
    return told[begun:end], [*told[:begun], *told[end:]]


def fates_between(studied: StudiedFight, first: int, end: int) -> tuple[Fate, ...]:
    """Return the changes to fighters from one decision to another."""
    names = studied.scenario.setup.names
    return tuple(
        Fate(one.who, names[one.who], one, other)
        for one, other in zip(studied.states[first], studied.states[end], strict=True)
        if (one.health, one.state) != (other.health, other.state)
    )


def new_conditions(studied: StudiedFight, actor: str, first: int, end: int) -> tuple[str, ...]:
    """Return the conditions that fighters other than the actor got by a deed, in words."""
    names = studied.scenario.setup.names
    return tuple(
        f"{names[one.who]} is now {condition}"
        for one, other in zip(studied.states[first], studied.states[end], strict=True)
        for condition in changed_conditions(one, other)
        if names[one.who] != actor
        and condition not in BOOKKEEPING
        and not condition.startswith("not ")
        and not any(letter.isdigit() for letter in condition)
    )


def event_title(text: str) -> str:
    """Return the text of an event without its dice and figures: "Guy shoots at John"."""
    return FIGURES.sub("", text).rstrip(".")
