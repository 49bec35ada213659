"""The framework of the simple players: evaluate options, dangers and places.

A ruleset's player (`rulesets/NAME/player/`) has four parts:

1. `Weights`, a dataclass derived from the one below, with all numbers that were tuned instead of
   computed. Each has a line that says what it trades off. `bench/tune_players.py` tunes them.
2. `SimplePlayer(Player)`, made with no argument or with weights, which it stores as `weights`. Its
   `decide` reads the kind of question and makes a `Tactics` for the fighter who is asked.
3. A class derived from `Tactics` for one decision of one fighter. It returns the value of an option
   (`value`), of the best action from the fighter's place (`gain`), and of the harm that enemies can
   do there (`danger`). Options come from the rules' generators, values from the rules' stages
   (`affray.players.expected`). It lives for one decision, so it may cache results.
4. Special decisions: answers to attacks, fleeing, gear.

A place is evaluated as if the fighter stood there. `best_place` puts the fighter into each place
with `stand`, evaluates it with the rules' functions, and puts the fighter back. Give it only the
places that can matter: next to enemies, out of their reach, behind cover; not the whole field.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import Option

NO_PLACE: Final[i64] = -1
"""The result if no place is better than the current one."""

NOTHING: Final = -1e9
"""A value below that of any option or place."""


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass
class Weights:
    """The weights that all simple players use. A ruleset adds its own, and its defaults."""

    caution: float = 0.6
    """Own losses against the enemy's: more stays out of reach, less strikes first."""
    patience: float = 0.5
    """Later turns against this one: more takes up a good place, less uses the chance of the
    moment."""
    presence: float = 10.0
    """Immediate action against a safe place: more advances, less holds back."""
    least_gain: float = 0.02
    """The required gain of a better place: more stays put, less wanders."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Tactics:
    """The evaluation of one decision of one fighter.

    A ruleset derives its own class, and makes an object for each decision.
    """

    def __init__(self, weights: Weights) -> None:
        self.weights: Final = weights

    # --- methods that a ruleset writes ---

    def value(self, option: Option) -> float:
        """Return the value of an option minus its cost; at 0 or less it is not chosen."""
        raise NotImplementedError

    def gain(self) -> float:
        """Return the value of the best possible action from here; 0 if there is none."""
        raise NotImplementedError

    def danger(self) -> float:
        """Return how much of the fighter's life enemies can take here before the next turn."""
        raise NotImplementedError

    def distance(self) -> float:
        """Return the distance to the nearest place where the fighter can act."""
        raise NotImplementedError

    def place(self) -> i64:
        """Return the fighter's place, real or hypothetical."""
        raise NotImplementedError

    def stand(self, place: i64) -> None:
        """Put the fighter into a hypothetical place: change only what the rules read."""
        raise NotImplementedError

    def may_go(self, place: i64) -> bool:
        """Return whether the fighter can really get to a place.

        Only a place that would be the best is checked, so this may be slow.
        """
        return True

    # --- what all share ---

    def judge(self) -> float:
        """Return the value of standing here: possible gains minus the danger.

        If the fighter cannot act from here, nearer is better.
        """
        danger = self.weights.caution * self.danger()
        gain = self.gain()
        if gain > 0.0:
            return gain + self.weights.presence - danger
        return -self.distance() - danger

    def judge_if_better(self, least: float) -> float:
        """Return the value of the current place, given that only values above `least` matter.

        For a place that cannot exceed `least`, any number up to `least` will do. A ruleset that
        recognises such places early saves the rest of the work.
        """
        return self.judge()

    def best_place(self, places: list[int]) -> i64:
        """Return the best place that beats the current one by more than `least_gain`.

        Returns NO_PLACE if there is none, and the first of equal ones.
        """
        here = self.place()
        best: i64 = NO_PLACE
        most = self.judge() + self.weights.least_gain
        for place in places:
            self.stand(place)
            score = self.judge_if_better(most)
            if score > most:
                self.stand(here)
                if self.may_go(place):
                    best = place
                    most = score
        self.stand(here)
        return best

    def best_option(self, options: list[Option], least: float = 0.0) -> Option | None:
        """Return the option with the highest value, and the first of equal ones.

        Returns None if no option is worth more than `least`.
        """
        best: Option | None = None
        most = least
        for option in options:
            value = self.value(option)
            if value > most:
                best = option
                most = value
        return best
