"""The numbers that the simple player of Dungeons of Olde weighs with."""

from __future__ import annotations

from dataclasses import dataclass

from affray.players.tactics import Weights


@dataclass
class OldeWeights(Weights):
    """Worth is measured in lives: 1 is all that an ordinary enemy has left."""

    caution: float = 0.6
    """One's own life against an enemy's: more keeps out of reach, less strikes first."""
    patience: float = 0.5
    """Attacks after the next Reset against those before it."""
    presence: float = 10.0
    """An attack to make at once against a safe place further off."""
    least_gain: float = 0.02
    """A better space against staying: more stays put, less wanders."""
    fear: float = 2.0
    """Danger on the way against getting near sooner."""
    menace: float = 0.5
    """How little it matters who is dropped: more goes for the weak, less for the dangerous."""
    throw: float = 0.75
    """The weapon in hand against throwing it: the share of a life that a throw has to take."""
    parry: float = 0.35
    """An Action Point against a parry: the share of one's life that the blow has to take."""
    company: float = 1.0
    """Danger that is one's own against danger shared with friends who are as easy to reach."""
    striking_first: float = 0.9
    """Action Points against a counterattack: the share of a life that it has to take. It wins no
    more fights, but lets a Master be seen to strike first."""
    hindrance: float = 0.03
    """A condition's point on checks against a share of a life."""
    slowness: float = 0.06
    """A condition's Action Point against a share of a life."""
    bleeding: float = 0.1
    """A condition's hit point each turn against a share of a life."""
    helplessness: float = 0.5
    """A target without Defense against a share of its life."""
    disarming: float = 0.3
    """A target that cannot attack, or flees, against a share of its life."""
    rooting: float = 0.1
    """A target that cannot move far against a share of its life."""
