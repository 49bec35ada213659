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
from affray.rulesets.renaissance.effort import EXCEPTIONAL, SUCCESS, Effort, Modifiers
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.ongoing import Attack
from affray.rulesets.renaissance.player.weights import Weights
from affray.rulesets.renaissance.resistance import on_quality
from affray.rulesets.renaissance.scene import Scene
from affray.rulesets.renaissance.sheet import MAIM, NO_STRIKE, OVERCHARGED, ROLLED_AREA, Weapon
from affray.rulesets.renaissance.strikes import can_take_neck

HOPELESS: Final[i64] = 5
"""An attack that has to roll this or less is not worth the action."""

MOST_REMEMBERED: Final = 5_000
"""The number of attackers and manners at which all attacks are forgotten."""

BURN: Final = 5.5
"""What a turn in flames costs on average: 1d10 [area.splash]."""

ODDS: Final = OddsTable()
CHANCES_TO_WIN: Final[dict[int, float]] = {}
"""How likely the first is to win an opposed check, by the targets of both sides."""


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


class Appraiser:
    """Appraises the attacks of a scenario. It remembers them by all that they depend on."""

    def __init__(self, scene: Scene, weights: Weights) -> None:
        self.scene: Final = scene
        self.weights: Final = weights
        self._hits: Final[dict[tuple[int, ...], Hit]] = {}
        self._values: Final[dict[int, dict[int, AttackValue]]] = {}
        """What attacks are worth, by attacker and manner and then by target."""
        self._threats: Final[dict[int, float]] = {}
        self._stand_ins: Final[list[Combatant]] = []
        """Each fighter as they are before the fight, and aware."""
        for index, sheet in enumerate(scene.sheets):
            one = Combatant(index, sheet, scene.gear_states[index])
            one.unaware = one.hidden = False
            self._stand_ins.append(one)

    # --- blows and shots ---

    def appraise(self, fight: RenaissanceFight, attack: Attack) -> AttackValue:
        """Return what an attack is worth, or a maim instead of it where that is worth more."""
        if attack.weapon.is_area():
            return AttackValue(NO_STRIKE, self.burst(fight, attack))
        attacker, target = int(attacker_code(fight, attack)), int(target_code(attack))
        values = self._values.get(attacker)
        if values is None:
            if len(self._values) >= MOST_REMEMBERED:
                self._values.clear()
            values = self._values[attacker] = {}
        found = values.get(target)
        if found is None:
            found = self.as_strike(fight, attack, NO_STRIKE)
            if can_take_neck(fight, attack):
                maim = self.as_strike(fight, attack, MAIM)
                found = maim if maim.value > found.value else found
            values[target] = found
        return found

    def threat(
        self, fight: RenaissanceFight, enemy: Combatant, weapon: Weapon, target: Combatant
    ) -> float:
        """Return the share of its life that a target has to fear from a blow of an enemy, whatever
        they are up to now: of what has happened to both, only wounds and mounts count."""
        code = (enemy.mount + 1) * MOST + target.mount + 1
        code = (code * 32 + enemy.wounds) * 32 + target.wounds
        code = (code * MOST + weapon.index) * MOST + target.index
        key = int(code * MOST + enemy.index)
        harm = self._threats.get(key, -1.0)
        if harm < 0.0:
            one, other = self._stand_ins[enemy.index], self._stand_ins[target.index]
            one.wounds, one.mount = enemy.wounds, enemy.mount
            other.wounds, other.mount = target.wounds, target.mount
            blow = Attack(one, other, weapon, NO_STRIKE, False)
            harm = self.appraise(fight, blow).value * float(life_left(other))
            self._threats[key] = harm
        return min(1.0, harm / float(life_left(target)))

    def as_strike(self, fight: RenaissanceFight, attack: Attack, strike: i64) -> AttackValue:
        """Ask the rules how an attack comes out as a strike, and return what that is worth."""
        one, target = with_strike(attack, strike), attack.target
        mine, theirs = attack_effort(fight, one), None
        if mine.target() <= HOPELESS:
            return NO_VALUE
        if target.is_able() and knows_of(target, attack.attacker):
            theirs = plain_defense(fight, one)
        one.harm = harm_of(fight, one)
        stage = Contest(fight, mine, theirs, True, True)
        ways = ODDS.ways(stage)
        total = 0.0
        for way in range(len(ways.weights)):
            leave(stage, ways, way)
            if stage.won:
                total += ways.weights[way] * self.share(fight, one, stage.quality, stage.band)
        return AttackValue(strike, self.weight_of(target) * min(1.0, total))

    def share(self, fight: RenaissanceFight, attack: Attack, quality: i64, band: i64) -> float:
        """Return the share of its life that a hit takes from a target, with something for wounds.

        A neck is all of it; Luck may upgrade a success.
        """
        least = SUCCESS if attack.attacker.luck > 0 else EXCEPTIONAL
        if attack.strike == MAIM and quality >= least:
            return 1.0
        hit = self.hit(fight, attack, quality, band)
        share = hit.damage.share(life_left(attack.target))
        return share + self.weights.wound * hit.wounds * (1.0 - share)

    def weight_of(self, target: Combatant) -> float:
        """Return what it is worth to be rid of an enemy: a mount counts with its rider only."""
        if not target.has_no_turn():
            return 1.0
        return self.weights.mount if target.rider >= 0 else 0.0

    def hit(self, fight: RenaissanceFight, attack: Attack, quality: i64, band: i64) -> Hit:
        """Return what a hit of some quality and margin deals."""
        who, target, harm = attack.attacker, attack.target, attack.harm
        key = (
            int(quality * 3 + band),
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
            found = hit_of(fight, attack, quality, band)
            self._hits[key] = found
        return found

    # --- bursts ---

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


def with_strike(attack: Attack, strike: i64) -> Attack:
    """Return an attack made as a strike."""
    found = Attack(attack.attacker, attack.target, attack.weapon, strike, attack.thrown)
    found.fists, found.hand, found.off_hand = attack.fists, attack.hand, attack.off_hand
    found.one_of_many, found.many_targets = attack.one_of_many, attack.many_targets
    found.riding_by, found.receiving_charge = attack.riding_by, attack.receiving_charge
    return found


def life_left(who: Combatant) -> i64:
    """Return how much damage a fighter can still take; at least 1."""
    left = who.dur - who.damage
    return left if left > 0 else 1


MOST: Final[i64] = 256
"""More than there are fighters or weapons, and than distance and cover take from an aim."""

MOST_LIFE: Final[i64] = 4096
"""More than the damage that any fighter can take."""


def attacker_code(fight: RenaissanceFight, attack: Attack) -> i64:
    """Return all that an attack depends on of attacker, weapon and distance, as a number.

    Where the fighters stand matters only from afar, by what hinders the aim.
    """
    who = attack.attacker
    code = who.gear.number * MOST
    if not attack.melee:
        mods = Modifiers(False)
        at_distance(fight, who, attack.weapon, attack.target.cell, mods)
        code += 1 - mods.penalty
    code = code * 32 + who.wounds
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
    code = code * 2 + (1 if attack.riding_by else 0)
    return (code * MOST + attack.weapon.index) * MOST + who.index


def target_code(attack: Attack) -> i64:
    """Return all that an attack depends on of its target, as a number."""
    who = attack.target
    code = who.gear.number * MOST_LIFE + life_left(who)
    code = code * 32 + who.wounds
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
    code = code * 2 + (1 if knows_of(who, attack.attacker) else 0)
    return code * MOST + who.index
