"""What the simple player weighs with."""

from __future__ import annotations

from dataclasses import dataclass

from affray.players import tactics


@dataclass
class Weights(tactics.Weights):
    """What the simple player weighs with: shares of a fighter's life against each other."""

    caution: float = 0.5
    presence: float = 0.0
    least_gain: float = 0.02
    wound: float = 0.25
    """A wound against the damage itself: more spreads wounds, less finishes one enemy."""
    mount: float = 0.5
    """An enemy's mount against its rider: more strikes at horses, less at riders."""
    friend: float = 10.0
    """A friend in a burst against an enemy in it: more spares friends."""
    burning: float = 2.0
    """Turns that a fire is expected to burn: more throws fire."""
    bomb: float = 0.3
    """A bomb of an enemy against their blows: more keeps away from those who throw."""
    hold: float = 0.5
    """An enemy's lost blow against one's own: more grabs, less strikes."""
    held: float = 0.12
    """An enemy held open for each friend beside them: more grabs beside friends."""
    lying: float = 0.05
    """An enemy on the ground, and for each friend beside them: more trips, less strikes."""
    good_blow: float = 0.3
    """An attack worth so much is not given up for a hold or a trip."""
    feint: float = 0.01
    """A feint's gain against doing it at all: more feints seldom."""
    switch: float = 4.0
    """Another weapon against the one in hand: more keeps what is in hand."""
    thrown: float = 0.3
    """A throw against keeping the weapon: more throws early."""
    opening: float = 1.2
    """A reaction of an enemy to one's move against one's own blow: more stays where it is."""
    coming: float = 0.5
    """The blow of an enemy who has to come first, against one who is there: more keeps away."""
    menace: float = 1.0
    """The harm an enemy can do against the harm one can do: more strikes at the dangerous."""
