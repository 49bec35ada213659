"""What attacks are expected to do, by the rules' own stages: shares of their target's life."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.odds import OddsTable
from affray.players.expected import Figure, figure, leave
from affray.rulesets.renaissance import tags
from affray.rulesets.renaissance.areas import blast_harm, blast_sum
from affray.rulesets.renaissance.armor import armor_of
from affray.rulesets.renaissance.attack import at_distance, attack_effort, damage_dice, damage_of
from affray.rulesets.renaissance.awareness import knows_of
from affray.rulesets.renaissance.checks import TIES, Contest
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.damage import BlastShare, Damage, harm_of
from affray.rulesets.renaissance.defense import plain_defense
from affray.rulesets.renaissance.effort import (
    CRITICAL,
    EXCEPTIONAL,
    SUCCESS,
    Effort,
    Modifiers,
)
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.ongoing import Attack
from affray.rulesets.renaissance.player.weights import Weights
from affray.rulesets.renaissance.resistance import on_quality
from affray.rulesets.renaissance.scene import Scene
from affray.rulesets.renaissance.sheet import (
    ARMOR_GAP,
    DISMOUNT,
    MAIM,
    MIGHTY_BLOW,
    NO_STRIKE,
    OVERCHARGED,
    ROLLED_AREA,
    Weapon,
)
from affray.rulesets.renaissance.strikes import can_take_neck

HOPELESS: Final[i64] = 5
"""An attack that has to roll this or less is not worth the action."""

OUTCOMES: Final = [
    (int(SUCCESS), 0),
    (int(EXCEPTIONAL), 1),
    (int(EXCEPTIONAL), 2),
    (int(CRITICAL), 0),
    (int(CRITICAL), 1),
    (int(CRITICAL), 2),
]
"""The qualities and margins that an attack can win with."""

MOST_REMEMBERED: Final = 50_000
"""The number of attacks at which all are forgotten."""

MOST_HINDRANCE: Final[i64] = 256
"""More than distance and cover can take from an aim."""

MOST_LIFE: Final[i64] = 4096
"""More than the damage that anybody can take."""

BURN: Final = 5.5
"""What a turn in flames costs on average: 1d10 [area.splash]."""

ODDS: Final = OddsTable()
CHANCES: Final[dict[int, list[float]]] = {}
"""How likely each outcome of an attack is, by the targets of both sides."""
CHANCES_TO_WIN: Final[dict[int, float]] = {}
"""How likely the first is to win an opposed check, by the same."""


def outcome_chances(fight: RenaissanceFight, attack: Attack, mine: i64, theirs: i64) -> list[float]:
    """Return how likely each outcome is of an attack with these targets; `theirs` is -1 without a
    defence. Luck is left out."""
    key = int(mine * 100 + theirs + 1)
    found = CHANCES.get(key)
    if found is None:
        found = [0.0] * len(OUTCOMES)
        second = Effort(attack.target, "", theirs, Modifiers(False)) if theirs >= 0 else None
        stage = Contest(
            fight, Effort(attack.attacker, "", mine, Modifiers(False)), second, True, True
        )
        ways = ODDS.ways(stage)
        for way in range(len(ways.weights)):
            leave(stage, ways, way)
            if stage.won:
                found[OUTCOMES.index((int(stage.quality), int(stage.band)))] += ways.weights[way]
        CHANCES[key] = found
    return found


def contest_chance(fight: RenaissanceFight, first: Effort, second: Effort) -> float:
    """Return how likely the first wins an opposed check that is rolled until it is decided. Luck is
    left out."""
    key = int(first.target() * 100 + second.target())
    found = CHANCES_TO_WIN.get(key, -1.0)
    if found < 0.0:
        once = Contest(fight, first, second, False, True)
        won, ties = figure(once, "won").mean(), figure(once).reaches(TIES)
        found = won / (1.0 - ties) if won > 0.0 else 0.0
        CHANCES_TO_WIN[key] = found
    return found


@mypyc_attr(acyclic=True)
class Hit:
    """What a hit of one quality deals: the distribution, and how many wounds on average."""

    def __init__(self, damage: Figure, wounds: float) -> None:
        self.damage: Final = damage
        self.wounds: Final = wounds


@mypyc_attr(acyclic=True)
class AttackValue:
    """A manner of attack, and the share of its target's life that it is expected to take."""

    def __init__(self, strike: i64, value: float) -> None:
        self.strike: Final[i64] = strike
        self.value: Final = value


NO_VALUE: Final = AttackValue(NO_STRIKE, 0.0)


@mypyc_attr(acyclic=True)
class Manner:
    """An attack as a strike, or as none: how likely each outcome is, what it deals, and what it is
    worth besides."""

    def __init__(
        self, strike: i64, chances: list[float], hits: list[Hit], extras: list[float]
    ) -> None:
        self.strike: Final[i64] = strike
        self.chances: Final = chances
        self.hits: Final = hits
        self.extras: Final = extras

    def share_taken(self, left: i64, wound: float) -> float:
        """Return the share of a target's life that is taken on average, with something for
        wounds."""
        total = 0.0
        for place in range(len(self.chances)):
            chance = self.chances[place]
            if chance > 0.0:
                hit = self.hits[place]
                share = min(1.0, hit.damage.share(left) + self.extras[place])
                total += chance * (share + wound * hit.wounds * (1.0 - share))
        return min(1.0, total)


class Appraiser:
    """Appraises the attacks of a scenario. It remembers them by all that they depend on."""

    def __init__(self, scene: Scene, weights: Weights) -> None:
        self.scene: Final = scene
        self.weights: Final = weights
        self._hits: Final[dict[tuple[int, ...], list[Hit]]] = {}
        self._manners: Final[dict[tuple[int, int, int], list[Manner]]] = {}
        # by the attack, then by its target and the life that is left
        self._values: Final[dict[int, dict[int, AttackValue]]] = {}
        self._threats: Final[dict[int, float]] = {}
        self._unhurt: Final[list[Combatant]] = []
        for index, sheet in enumerate(scene.sheets):
            one = Combatant(index, sheet, scene.gear_states[index])
            one.unaware = one.hidden = False
            self._unhurt.append(one)

    # --- blows and shots ---

    def appraise(self, fight: RenaissanceFight, attack: Attack) -> AttackValue:
        """Return what an attack is worth, or the strike instead of it that is worth most.

        Where the fighters stand matters only from afar, by what hinders the aim.
        """
        code = attacker_code(attack) * MOST_HINDRANCE
        if not attack.melee:
            mods = Modifiers(False)
            at_distance(fight, attack.attacker, attack.weapon, attack.target.cell, mods)
            code += 1 - mods.penalty
        # fighters and weapons come last, as these are the digits that dictionaries tell apart first
        code = (code * len(fight.scene.weapons) + attack.weapon.index) * len(self._unhurt)
        attack_key = int(code + attack.attacker.index)
        values = self._values.get(attack_key)
        if values is None:
            values = {}
            self._values[attack_key] = values
        target, left = attack.target, life_left(attack.target)
        state = target_code(target, attack.attacker)
        target_key = int((state * MOST_LIFE + left) * len(self._unhurt) + target.index)
        found = values.get(target_key)
        if found is None:
            found = NO_VALUE
            for manner in self.manners(fight, attack, (attack_key, int(state), int(target.index))):
                worth = self.weight_of(target) * manner.share_taken(left, self.weights.wound)
                if worth > found.value:
                    found = AttackValue(manner.strike, worth)
            values[target_key] = found
        return found

    def threat(
        self, fight: RenaissanceFight, enemy: Combatant, weapon: Weapon, target: Combatant
    ) -> float:
        """Return the share of its life that a target has to fear from a blow of an enemy with a
        weapon. Of what has happened to both only wounds and mounts count."""
        key = ((enemy.wounds * 32 + target.wounds) * 256 + enemy.mount + 1) * 256 + target.mount + 1
        key = (key * len(fight.scene.weapons) + weapon.index) * len(self._unhurt) + target.index
        key = key * len(self._unhurt) + enemy.index
        found = self._threats.get(int(key), -1.0)
        if found < 0.0:
            one, other = self._unhurt[enemy.index], self._unhurt[target.index]
            one.wounds, one.mount = enemy.wounds, enemy.mount
            other.wounds, other.mount = target.wounds, target.mount
            attack = Attack(one, other, weapon, NO_STRIKE, False)
            found = self.appraise(fight, attack).value * float(life_left(other))
            self._threats[int(key)] = found
        return min(1.0, found / float(life_left(target)))

    def manners(
        self, fight: RenaissanceFight, attack: Attack, key: tuple[int, int, int]
    ) -> list[Manner]:
        """Ask the rules how an attack comes out, and the strikes that can be made instead. They are
        remembered by a key of all that they depend on."""
        found = self._manners.get(key)
        if found is not None:
            return found
        target = attack.target
        theirs: i64 = -1
        if target.is_able() and knows_of(target, attack.attacker):
            theirs = plain_defense(fight, attack).target()
        attack.harm = harm_of(fight, attack)
        found = []
        for strike in strikes(fight, attack):
            one = as_strike(attack, strike)
            mine = attack_effort(fight, one).target()
            if mine > HOPELESS:
                chances = outcome_chances(fight, one, mine, theirs)
                extras = [self.extra(one, quality) for quality, _ in OUTCOMES]
                found.append(Manner(strike, chances, self.hits(fight, one), extras))
        if len(self._manners) >= MOST_REMEMBERED:
            self._manners.clear()
            self._values.clear()
        self._manners[key] = found
        return found

    def extra(self, attack: Attack, quality: i64) -> float:
        """Return what a strike does besides damage, as a share of the target's life."""
        least = SUCCESS if attack.attacker.luck > 0 else EXCEPTIONAL  # Luck upgrades a success
        if attack.strike == MAIM and quality >= least:
            return 1.0
        if attack.strike == DISMOUNT and quality >= EXCEPTIONAL:
            return self.weights.unhorse
        return 0.0

    def weight_of(self, target: Combatant) -> float:
        """Return what it is worth to be rid of an enemy: a mount counts with its rider only."""
        if not target.has_no_turn():
            return 1.0
        return self.weights.mount if target.rider >= 0 else 0.0

    def hits(self, fight: RenaissanceFight, attack: Attack) -> list[Hit]:
        """Return what a hit deals, outcome by outcome."""
        who, target, harm = attack.attacker, attack.target, attack.harm
        key = (
            int(who.index),
            int(target.index),
            int(attack.weapon.index),
            int(attack.strike),
            int(harm.dice),
            int(harm.bonus),
            int(who.mount) if who.charged else -2,
            int(armor_of(target, SUCCESS)),
            int(target.shield),
            int(attack.receiving_charge),
        )
        found = self._hits.get(key)
        if found is None:
            found = [hit_of(fight, attack, quality, band) for quality, band in OUTCOMES]
            self._hits[key] = found
        return found

    # --- bursts ---

    def worth_of(self, fight: RenaissanceFight, attack: Attack) -> AttackValue:
        """Return what an attack is worth, or a burst."""
        if attack.weapon.is_area():
            return AttackValue(NO_STRIKE, self.burst(fight, attack))
        return self.appraise(fight, attack)

    def burst(self, fight: RenaissanceFight, attack: Attack) -> float:
        """Return what a burst takes from enemies, less what it takes from friends."""
        mine = attack_effort(fight, attack).target()
        if mine <= HOPELESS:
            return 0.0
        attack.harm = harm_of(fight, attack)
        middle: i64 = 0
        if attack.weapon.tags & tags.BLAST:
            dice = figure(Damage(attack.harm.dice, 0, attack.harm.halved), "rolled")
            middle = blast_sum(fight, attack, int(dice.mean()), SUCCESS, 0).full()
        total = 0.0
        for who in fight.combatants:
            if who.is_able() and knows_of(attack.attacker, who):
                total += self.burst_on(fight, attack, middle, who)
        return total * float(mine + 1) / 100.0 if total > 0.0 else 0.0

    def burst_on(
        self, fight: RenaissanceFight, attack: Attack, middle: i64, who: Combatant
    ) -> float:
        """Return the share of an enemy's life that a burst takes; of a friend's, as a loss."""
        metres = fight.metres(attack.target.cell, who.cell)
        if middle > 0:
            dealt = float(blast_harm(fight, attack, who, BlastShare(middle, metres)))
        else:
            dealt = self.splash(attack.weapon, who, metres)
        share = min(1.0, dealt / float(life_left(who)))
        if who.side == attack.attacker.side:
            return -self.weights.friend * share
        return share * self.weight_of(who)

    def splash(self, weapon: Weapon, who: Combatant, metres: i64) -> float:
        """Return what a jar that breaks so far away does to a fighter, as damage."""
        inside = 1.0 if metres <= weapon.area else 0.0
        if weapon.area == ROLLED_AREA:
            inside = float(11 - metres) / 10.0 if 0 < metres < 11 else float(metres == 0)
        if weapon.effect == "burns":
            return 0.0 if who.burning else inside * BURN * self.weights.burning
        return inside if not who.prone and not who.dazed else 0.0


def hit_of(fight: RenaissanceFight, attack: Attack, quality: i64, band: i64) -> Hit:
    """Return what a hit of some quality deals, by the rules for damage."""
    quality = on_quality(fight, attack.target, attack.keywords, quality)
    dice = figure(damage_dice(fight, attack, quality), "rolled")
    chances: dict[int, float] = {}
    wounds = 0.0
    for place, rolled in enumerate(dice.values):
        dealt = damage_of(fight, attack, quality, band, rolled).dealt
        chances[int(dealt)] = chances.get(int(dealt), 0.0) + dice.chances[place]
        wounds += dice.chances[place] * float(dealt // attack.target.sheet.wound_threshold)
    return Hit(Figure(chances), wounds)


def as_strike(attack: Attack, strike: i64) -> Attack:
    """Return an attack made as a strike."""
    found = Attack(attack.attacker, attack.target, attack.weapon, strike, attack.thrown)
    found.harm, found.fists = attack.harm, attack.fists
    found.hand, found.off_hand = attack.hand, attack.off_hand
    found.one_of_many, found.many_targets = attack.one_of_many, attack.many_targets
    found.riding_by = attack.riding_by
    found.receiving_charge = attack.receiving_charge
    return found


def strikes(fight: RenaissanceFight, attack: Attack) -> list[int]:
    """List how an attack can be made: as no strike, or as one that may be worth more. Each needs an
    exceptional success."""
    found = [int(NO_STRIKE), int(ARMOR_GAP)]
    if attack.melee:
        found.append(int(MIGHTY_BLOW))
        if attack.target.mount >= 0:
            found.append(int(DISMOUNT))
    if can_take_neck(fight, attack):
        found.append(int(MAIM))
    return found


def life_left(who: Combatant) -> i64:
    """Return how much damage a fighter can still take; at least 1."""
    left = who.dur - who.damage
    return left if left > 0 else 1


def attacker_code(attack: Attack) -> i64:
    """Return all that an attack depends on of the attacker but who it is and the weapon, as a
    number."""
    who = attack.attacker
    code = who.gear.number * 32 + who.wounds
    code = code * 128 + (who.mount + 2 if who.charged else 0)
    code = code * 2 + (1 if who.mount >= 0 else 0)
    code = code * 2 + (1 if who.ran else 0)
    code = code * 2 + (1 if who.prone else 0)
    code = code * 2 + (1 if who.dazed else 0)
    code = code * 2 + (1 if who.luck > 0 else 0)
    code = code * 2 + (1 if who.has_lost_eye() else 0)
    code = code * 2 + (1 if who.load_in(attack.hand) == OVERCHARGED else 0)
    code = code * 2 + (1 if attack.thrown else 0)
    code = code * 2 + (1 if attack.off_hand else 0)
    code = code * 2 + (1 if attack.one_of_many else 0)
    code = code * 2 + (1 if attack.many_targets else 0)
    code = code * 2 + (1 if attack.receiving_charge else 0)
    return code * 2 + (1 if attack.riding_by else 0)


def target_code(who: Combatant, attacker: Combatant) -> i64:
    """Return all that an attack depends on of its target but who it is, as a number."""
    code = who.gear.number * 32 + who.wounds
    code = code * 2 + (1 if who.mount >= 0 else 0)
    code = code * 2 + (1 if who.rider >= 0 else 0)
    code = code * 2 + (1 if who.ran else 0)
    code = code * 2 + (1 if who.prone else 0)
    code = code * 2 + (1 if who.dazed else 0)
    code = code * 2 + (1 if who.full_defense else 0)
    code = code * 2 + (1 if who.feinted else 0)
    code = code * 2 + (1 if who.grabbed_by >= 0 or who.pinned else 0)
    code = code * 2 + (1 if who.melted else 0)
    code = code * 2 + (1 if who.reacted > 0 else 0)
    return code * 2 + (1 if knows_of(who, attacker) else 0)
