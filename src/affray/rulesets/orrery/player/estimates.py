"""What the simple player can expect of each attack, worked out once for all that it follows from.

That follows from who attacks whom and with what, and in which circumstances (see `armaments`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.rulesets.orrery.attack import rune_strike, weapon_strike
from affray.rulesets.orrery.modifiers import Strike
from affray.rulesets.orrery.player.appraisal import danger, worth_of_harm
from affray.rulesets.orrery.player.armaments import CIRCUMSTANCES, Armament, circumstances_of
from affray.rulesets.orrery.player.forecast import Forecast, forecast
from affray.rulesets.orrery.player.notes import notes_of
from affray.rulesets.orrery.siege import engine_strike

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight

MOST_HEARTS: Final[i64] = 40
"""For up to so many Hearts it is kept what harm is worth."""


@mypyc_attr(acyclic=True)
class AttackEstimate:
    """What an attack can be expected to do to a target, and what that is worth."""

    def __init__(self, expected: Forecast, worths: list[float]) -> None:
        self.expected: Final = expected
        self.any_harm: Final = expected.any_harm
        self.worths: Final = worths
        """By the target's Hearts, for each first awake and then defenseless."""

    def harm_worth(self, fight: OrreryFight, target: Combatant) -> float:
        """What the harm to a target is worth as it stands now."""
        hearts = target.hearts
        if hearts > MOST_HEARTS:
            best = danger(fight, target).best
            return worth_of_harm(target.sheet, hearts, target.defenseless, best, self.expected)
        if target.defenseless:
            return self.worths[hearts * 2 + 1]
        return self.worths[hearts * 2]


def estimate_of(
    fight: OrreryFight, who: Combatant, target: Combatant, armament: Armament, circumstances: i64
) -> AttackEstimate:
    """What can be expected of an attack in these circumstances, from before or worked out now."""
    kept = armament.estimates
    if not kept:
        kept.extend([None] * (len(fight.combatants) * CIRCUMSTANCES))
    place = target.index * CIRCUMSTANCES + circumstances
    found = kept[place]
    if found is None:
        found = work_out(fight, target, strike_with(fight, who, target, armament.number))
        kept[place] = found
    return found


def weapon_estimate(
    fight: OrreryFight, who: Combatant, target: Combatant, weapon: Armament
) -> AttackEstimate:
    """What can be expected of an attack with a weapon or an engine as things stand now."""
    circumstances = circumstances_of(fight, who, target, weapon.skill)
    return estimate_of(fight, who, target, weapon, circumstances)


def strike_with(fight: OrreryFight, who: Combatant, target: Combatant, number: i64) -> Strike:
    """An attack with a weapon, a rune or an engine, by its number."""
    scene = fight.scene
    notes = notes_of(scene)
    if number < notes.first_rune:
        return weapon_strike(fight, who, target, scene.weapons[number])
    if number < notes.first_engine:
        return rune_strike(fight, who, target, scene.runes[number - notes.first_rune])
    return engine_strike(fight, who, target, scene.engines[number - notes.first_engine])


def work_out(fight: OrreryFight, target: Combatant, strike: Strike) -> AttackEstimate:
    """Works out what can be expected of an attack, for every number of Hearts of its target."""
    expected = forecast(fight, strike)
    best, sheet = danger(fight, target).best, target.sheet
    worths: list[float] = []
    most = sheet.hearts if sheet.hearts < MOST_HEARTS else MOST_HEARTS
    for hearts in range(most + 1):
        worths.append(worth_of_harm(sheet, hearts, False, best, expected))
        worths.append(worth_of_harm(sheet, hearts, True, best, expected))
    return AttackEstimate(expected, worths)
