"""The player called `simple`, for Orrery: it takes the most valuable option.

Nothing is remembered between decisions.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import Player
from affray.rulesets.orrery.fight import OrreryFight
from affray.rulesets.orrery.player.tactics import OrreryTactics, OrreryWeights


class SimplePlayer(Player):
    """The simple player: takes the most valuable option, and always decides alike in equal
    positions."""

    def __init__(self, weights: OrreryWeights | None = None) -> None:
        self.weights: Final = weights if weights is not None else OrreryWeights()

    def reads_options(self) -> bool:
        return False

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        assert isinstance(fight, OrreryFight)
        kind = question.kind
        if kind == "turn":
            return OrreryTactics(fight, fight.combatants[question.who], self.weights).choose()
        if kind == "again attack":
            return question.options[1 if fight.rolled == 0 else 0]
        if kind == "again block":
            return question.options[1 if wants_to_block_again(fight, question.who) else 0]
        if kind == "potion":
            return choose_drinker(fight, question.options)
        return question.default_option()


def wants_to_block_again(fight: OrreryFight, who: i64) -> bool:
    """Return whether two Hearts or the last are at stake."""
    harm = fight.incoming - fight.rolled
    return harm >= 2 or (harm > 0 and harm >= fight.combatants[who].hearts)


def choose_drinker(fight: OrreryFight, options: list[Option]) -> Option:
    """Give a potion to the worst hurt, if they have lost half their Hearts."""
    best = options[0]
    least: i64 = 1_000_000
    for option in options[1:]:
        friend = fight.combatants[option.target]
        if friend.hearts * 2 <= friend.sheet.hearts and friend.hearts < least:
            best, least = option, friend.hearts
    return best
