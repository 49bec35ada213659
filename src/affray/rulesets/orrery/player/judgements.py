"""What the simple player thinks of all attacks on one enemy, and what it keeps of that.

Which attack on somebody is the best, and what it is worth, follows from who attacks with which
gear, and from what can be told of the two in one number: their situation. It is kept with the gear,
in a table of a fixed size for each target, in which whatever was judged last has its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import Option
from affray.rulesets.orrery import verbs
from affray.rulesets.orrery.grapple import THROWN_HARM, can_grapple
from affray.rulesets.orrery.modifiers import stopped_by
from affray.rulesets.orrery.player.appraisal import condition_worth, danger, sure_harm_worth
from affray.rulesets.orrery.player.armaments import (
    NO_CONDITION,
    Armament,
    armament_of,
    circumstances_of,
    factors_of,
)
from affray.rulesets.orrery.player.estimates import (
    MOST_HEARTS,
    AttackEstimate,
    estimate_of,
    weapon_estimate,
)
from affray.rulesets.orrery.player.notes import judgements_of, notes_of
from affray.rulesets.orrery.sheet import MAGIC
from affray.space.bands import DISTANT, TOUCH

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight

EVERYTHING: Final = 1.0e9
"""More than anything is worth."""

STAMINA: Final = 0.02
"""What a Stamina is worth: of two attacks alike, the one without a rune."""

FREEDOM: Final = 0.3
"""What being free again is worth to a shooter; others do not care much."""

THROW_LIKELY: Final = 0.85
"""About how likely a throw is to show a Success."""

THROW_LATER: Final = 0.5
"""What a throw is worth that comes an Action after taking hold."""

PLACES: Final[i64] = 128
"""How many judgements are kept for each gear and target."""

SCATTER: Final[i64] = 40503
"""About 2 to the 16th by the golden ratio: its products are spread evenly in their upper bits."""

# --- the situation of two combatants: the target's Hearts, then a bit each ---

AT_TOUCH: Final[i64] = 1 << 6
OPEN: Final[i64] = 1 << 7
"""Nothing stops what is shot or cast."""

UNAWARE: Final[i64] = 1 << 8
AFRAID: Final[i64] = 1 << 9
"""The attacker is frightened of the target."""

FACTORS: Final[i64] = 10
"""From this bit on three have the factors of a ranged attack (see `estimates`)."""

DEFENSELESS: Final[i64] = 1 << 13
BURNING: Final[i64] = 1 << 14
SLOWED: Final[i64] = 1 << 15
BLINDED: Final[i64] = 1 << 16
FRIGHTENED: Final[i64] = 1 << 17
STUNNED: Final[i64] = 1 << 18
SPENT: Final[i64] = 1 << 19
"""What the target owes leaves it no Action."""

TETHERED: Final[i64] = 1 << 20
SHOOTS: Final[i64] = 1 << 21
SHIELDED: Final[i64] = 1 << 22
"""So is, or does, or has the target."""

# --- the attacker's part of it ---

HELPED: Final[i64] = 1 << 23
BOUND: Final[i64] = 1 << 24
"""The attacker is in a grapple."""

CASTS: Final[i64] = 1 << 25

DROP: Final[i64] = 26
MOST_DROP: Final[i64] = 63
"""From this bit on there is the damage of the deepest fall here, or this if it is more: that takes
all of those whose judgements are kept."""


@mypyc_attr(acyclic=True)
class Choice:
    """The best option so far, and its worth."""

    def __init__(self, option: Option) -> None:
        self.option: Option = option
        self.worth: float = 0.0
        self.harm: float = 0.0
        """The worth of the best attack for damage on somebody who stands."""
        self.can_strike: bool = False
        """Whether there is somebody who stands to strike at with a weapon at Touch."""

    def offer(self, option: Option, worth: float) -> None:
        """Takes an option if it is better."""
        if worth > self.worth:
            self.option = option
            self.worth = worth

    def take(self, judged: Judgement) -> None:
        """Takes the best attack on somebody if it is better."""
        if judged.worth > self.worth:
            self.option = judged.option
            self.worth = judged.worth
        if judged.harm > self.harm:
            self.harm = judged.harm
        if judged.can_strike:
            self.can_strike = True


@mypyc_attr(acyclic=True)
class Judgement:
    """What there is to choose of attacks on one enemy in a situation; `harm` is what the best for
    damage is worth, if the enemy stands."""

    def __init__(self, situation: i64, choice: Choice) -> None:
        self.situation: Final[i64] = situation
        self.option: Final = choice.option
        self.worth: Final = choice.worth
        self.harm: Final = choice.harm
        self.can_strike: Final = choice.can_strike


def judgement_on(
    fight: OrreryFight, who: Combatant, target: Combatant, band: i64, mine: i64
) -> Judgement:
    """What there is to choose of attacks on an enemy within Distant, from before or judged now;
    `mine` is the attacker's part of the situation. Nothing is kept where somebody wants out of
    a grapple, for which more matters, nor for very many Hearts."""
    if who.held_by == target.index or target.hearts > MOST_HEARTS:
        return judged_anew(fight, who, target, band, 0)
    situation = situation_of(fight, who, target, band, mine)
    kept = judgements_of(who.gear)
    if not kept:
        kept.extend([None] * (len(fight.combatants) * PLACES))
    place = target.index * PLACES + place_of(situation)
    found = kept[place]
    if found is None or found.situation != situation:
        found = judged_anew(fight, who, target, band, situation)
        kept[place] = found
    return found


def place_of(situation: i64) -> i64:
    """Where a judgement is kept: situations that are alike are scattered."""
    return ((situation ^ situation >> 16) * SCATTER >> 9) & PLACES - 1


def judged_anew(
    fight: OrreryFight, who: Combatant, target: Combatant, band: i64, situation: i64
) -> Judgement:
    """What there is to choose of attacks on an enemy within Distant."""
    choice = Choice(fight.scene.options.end)
    casts = who.stamina > 0 and who.gear.has_runes
    weigh_attacks_on(fight, who, target, band == TOUCH, casts, choice)
    return Judgement(situation, choice)


def attackers_part(fight: OrreryFight, who: Combatant) -> i64:
    """What of a situation is the same whomever somebody attacks from where they stand."""
    drop: i64 = notes_of(fight.scene).drops[who.spot]
    if drop > MOST_DROP:
        drop = MOST_DROP
    found = drop << DROP
    if who.helped:
        found |= HELPED
    if who.is_tethered():
        found |= BOUND
    if who.stamina > 0 and who.gear.has_runes:
        found |= CASTS
    return found


def situation_of(
    fight: OrreryFight, who: Combatant, target: Combatant, band: i64, mine: i64
) -> i64:
    """All that a judgement follows from but who attacks whom with which gear, as a number."""
    found = mine | target.hearts
    unaware = (who.hidden and who.side != target.side) or target.is_defenseless()
    if unaware:
        found |= UNAWARE
    if band == TOUCH:
        found |= AT_TOUCH
    if stopped_by(fight, who, target) is None:
        found |= OPEN
        if who.gear.has_ranged or (mine & CASTS and fight.house.rune_factors):
            found |= factors_of(fight, who, target, unaware) >> 3 << FACTORS
    if who.frightened and who.frightened_of == target.index:
        found |= AFRAID
    if target.gear.shoots:
        found |= SHOOTS
    if target.gear.has_shield:
        found |= SHIELDED
    if target.defenseless:
        found |= DEFENSELESS
    if target.burning:
        found |= BURNING
    if target.slowed:
        found |= SLOWED
    if target.blinded:
        found |= BLINDED
    if target.frightened:
        found |= FRIGHTENED
    if target.stunned:
        found |= STUNNED
    if target.owed > 0 and target.actions(fight.house) == 0:
        found |= SPENT
    if target.is_tethered():
        found |= TETHERED
    return found


def weigh_attacks(fight: OrreryFight, who: Combatant, choice: Choice) -> None:
    """Every weapon and rune on every enemy in reach."""
    bands = fight.scene.bands[who.spot]
    mine = attackers_part(fight, who)
    for target in fight.enemies[who.side]:
        band: i64 = bands[target.spot]
        if band <= DISTANT and fight.can_be_attacked(target):
            choice.take(judgement_on(fight, who, target, band, mine))


def best_attack(fight: OrreryFight, who: Combatant, enough: float = EVERYTHING) -> float:
    """The worth of the best attack for damage from where somebody stands, with weapons or
    runes; or of the first that is worth more than `enough`."""
    best = 0.0
    bands = fight.scene.bands[who.spot]
    mine = attackers_part(fight, who)
    for target in fight.enemies[who.side]:
        band: i64 = bands[target.spot]
        if band <= DISTANT and not target.hidden and target.is_able():
            judged = judgement_on(fight, who, target, band, mine)
            if judged.harm > best:
                best = judged.harm
                if best > enough:
                    break
    return best


# --- all attacks on one enemy, one after the other ---


def weigh_attacks_on(
    fight: OrreryFight,
    who: Combatant,
    target: Combatant,
    is_at_touch: bool,
    casts: bool,
    choice: Choice,
) -> None:
    """Every weapon and rune on somebody within Distant."""
    scene = fight.scene
    is_open = stopped_by(fight, who, target) is None
    for item in who.arms:
        weapon = armament_of(scene, who.index, item)
        if is_at_touch if weapon.needs_touch else is_open:
            weigh_weapon(fight, who, target, weapon, choice)
    if casts and is_open:
        circumstances = circumstances_of(fight, who, target, MAGIC)
        for item in who.runes:
            rune = armament_of(scene, who.index, notes_of(scene).first_rune + item)
            estimate = estimate_of(fight, who, target, rune, circumstances)
            weigh_rune(fight, target, rune, estimate, choice)


def weigh_weapon(
    fight: OrreryFight,
    who: Combatant,
    target: Combatant,
    weapon: Armament,
    choice: Choice,
) -> None:
    """A weapon's attack for damage, for the Condition it is best known for, or to grapple."""
    estimate = weapon_estimate(fight, who, target, weapon)
    offer_harm(fight, verbs.ATTACK, weapon, target, estimate, 0.0, choice)
    if target.sheet.thing or not target.is_able():
        return
    if weapon.needs_touch:
        choice.can_strike = True
    if weapon.condition != NO_CONDITION:
        worth = hindering_worth(fight, target, weapon.condition, estimate)
        offer_attack(fight, verbs.HINDER, weapon, target, worth, choice)
    if weapon.is_unarmed and can_grapple(who, target):
        worth = grapple_worth(fight, who, target, estimate)
        offer_attack(fight, verbs.GRAPPLE, weapon, target, worth, choice)
    if who.held_by == target.index and weapon.needs_touch:
        worth = estimate.any_harm * freedom_worth(fight, who)
        offer_attack(fight, verbs.ESCAPE, weapon, target, worth, choice)


def offer_harm(
    fight: OrreryFight,
    verb: i64,
    armament: Armament,
    target: Combatant,
    estimate: AttackEstimate,
    cost: float,
    choice: Choice,
) -> None:
    """Has an attack for damage considered, for what the damage is worth less what it costs."""
    harm = estimate.harm_worth(fight, target)
    if target.hearts > 0 and harm > choice.harm:
        choice.harm = harm
    offer_attack(fight, verb, armament, target, harm - cost, choice)


def offer_attack(
    fight: OrreryFight,
    verb: i64,
    armament: Armament,
    target: Combatant,
    worth: float,
    choice: Choice,
) -> None:
    """Has an attack on an enemy considered, for what it is worth."""
    if worth > choice.worth:
        choice.option = fight.scene.options.attack(verb, armament.item, target.index)
        choice.worth = worth


def weigh_rune(
    fight: OrreryFight, target: Combatant, rune: Armament, estimate: AttackEstimate, choice: Choice
) -> None:
    """A rune for damage, or for its Condition."""
    offer_harm(fight, verbs.RUNE, rune, target, estimate, STAMINA, choice)
    if not target.sheet.thing and target.is_able():
        worth = hindering_worth(fight, target, rune.condition, estimate) - STAMINA
        offer_attack(fight, verbs.AFFLICT, rune, target, worth, choice)


def hindering_worth(
    fight: OrreryFight, target: Combatant, condition: i64, estimate: AttackEstimate
) -> float:
    """An attack for a Condition; by option further Successes are damage."""
    found = estimate.any_harm * condition_worth(fight, target, condition)
    if fight.house.further_successes == "damage":
        expected = estimate.expected
        if expected.mean > 0.0:
            further = (expected.mean - expected.any_harm) / expected.mean
            found += further * estimate.harm_worth(fight, target)
    return found


def grapple_worth(
    fight: OrreryFight, who: Combatant, target: Combatant, estimate: AttackEstimate
) -> float:
    """One takes hold of somebody to throw them where it hurts."""
    drop = deepest_drop(fight, who, target)
    if drop == 0:
        return 0.0
    thrown = THROW_LIKELY * sure_harm_worth(fight, target, drop + THROWN_HARM)
    return estimate.any_harm * THROW_LATER * thrown


def deepest_drop(fight: OrreryFight, who: Combatant, target: Combatant) -> i64:
    """The damage of the worst fall that somebody held here could be thrown into."""
    larger = target.sheet.size_class - who.sheet.size_class
    if larger > fight.house.throw_size:
        return 0
    return notes_of(fight.scene).drops[who.spot]


def freedom_worth(fight: OrreryFight, who: Combatant) -> float:
    """How badly one wants out of a grapple: shooters do, and whoever can be thrown down."""
    holder = fight.combatants[who.held_by]
    drop = deepest_drop(fight, holder, who)
    found = sure_harm_worth(fight, who, drop + THROWN_HARM) if drop > 0 else 0.0
    if who.gear.shoots:
        found += FREEDOM * danger(fight, who).best * 2.0
    return found
