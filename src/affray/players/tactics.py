"""The frame of the simple players: what can be done now, what enemies can do next, where to stand.

A ruleset's player (`rulesets/NAME/player/`) has four parts:

1. `Weights`, a dataclass derived from the one below, with all the numbers that were tuned and not
   computed. Each has a line that says what it trades off. `bench/tune_players.py` tunes them.
2. `SimplePlayer(Player)`, made with no argument or with weights, which it keeps as `weights`. Its
   `decide` finds out what is asked and makes a `Tactics` for the fighter who is asked.
3. A class derived from `Tactics` for one decision of one fighter. It tells the frame what an option
   is worth (`value`), what can be done from where the fighter stands (`gain`) and what enemies can
   do there (`danger`). Options come from the rules' generators, worth from the rules' stages
   (`affray.players.expected`). It lives for one decision, so it may keep what it has computed.
4. Whatever is special: answers to attacks, fleeing, gear.

A place is judged by standing there in thought: `best_place` puts the fighter into each place with
`stand`, judges it by the rules' functions, and puts the fighter back. Give it the few places that
can matter: those next to enemies, out of their reach, behind cover; not the whole field.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import Option

NO_PLACE: Final[i64] = -1
"""Stands for no better place than one's own."""

NOTHING: Final = -1e9
"""Less than any option or place is worth."""


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass
class Weights:
    """The numbers that all simple players weigh with. A ruleset adds its own, and its defaults."""

    caution: float = 0.6
    """One's own losses against the enemy's: more stays out of reach, less strikes first."""
    patience: float = 0.5
    """Later turns against this one: more takes up a good place, less takes what there is now."""
    presence: float = 10.0
    """Something to do at once against a safe place: more goes in, less hangs back."""
    least_gain: float = 0.02
    """A better place against staying: more stays put, less wanders."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Tactics:
    """Weighs one decision of one fighter. A ruleset derives its own, made for each decision."""

    def __init__(self, weights: Weights) -> None:
        self.weights: Final = weights

    # --- what a ruleset fills in ---

    def value(self, option: Option) -> float:
        """Return what an option is worth now, for what it costs; 0 or less is not worth doing."""
        raise NotImplementedError

    def gain(self) -> float:
        """Return what the best that can be done from here is worth; 0 if there is nothing."""
        raise NotImplementedError

    def danger(self) -> float:
        """Return how much of the fighter's life enemies can take here before the next turn."""
        raise NotImplementedError

    def distance(self) -> float:
        """Return how far it is from here to where something can be done."""
        raise NotImplementedError

    def place(self) -> i64:
        """Return where the fighter stands, in thought or in fact."""
        raise NotImplementedError

    def stand(self, place: i64) -> None:
        """Put the fighter into a place, in thought: change what the rules read, and no more."""
        raise NotImplementedError

    def may_go(self, place: i64) -> bool:
        """Return whether the fighter can really get to a place. Only a place that would be the best
        is asked for, so this may take a while."""
        return True

    # --- what all share ---

    def judge(self) -> float:
        """Return how good it is to stand here: what can be done less what enemies will do. Where
        nothing can be done nearer is better."""
        danger = self.weights.caution * self.danger()
        gain = self.gain()
        if gain > 0.0:
            return gain + self.weights.presence - danger
        return -self.distance() - danger

    def best_place(self, places: list[int]) -> i64:
        """Return the place that is better than one's own by `least_gain` or more, and best of all;
        NO_PLACE if there is none. Of equals the first is taken."""
        here = self.place()
        best: i64 = NO_PLACE
        most = self.judge() + self.weights.least_gain
        for place in places:
            self.stand(place)
            score = self.judge()
            if score > most:
                self.stand(here)
                if self.may_go(place):
                    best = place
                    most = score
        self.stand(here)
        return best

    def best_option(self, options: list[Option], least: float = 0.0) -> Option | None:
        """Return the option that is worth most, the first of equals; None if none is worth more
        than `least`."""
        best: Option | None = None
        most = least
        for option in options:
            value = self.value(option)
            if value > most:
                best = option
                most = value
        return best
