"""What attacks and manoeuvres are expected to come to, by the rules' own stages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.odds import OddsTable
from affray.players import tactics
from affray.players.expected import Figure, figure, leave
from affray.rulesets.renaissance import tags
from affray.rulesets.renaissance.areas import blast_harm, blast_sum
from affray.rulesets.renaissance.armor import armor_of
from affray.rulesets.renaissance.attack import (
    attack_effort,
    damage_dice,
    damage_of,
    strike_penalty,
)
from affray.rulesets.renaissance.awareness import knows_of
from affray.rulesets.renaissance.checks import Contest
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.damage import BlastShare, Damage, harm_of
from affray.rulesets.renaissance.defense import plain_defense
from affray.rulesets.renaissance.effort import (
    CRITICAL,
    EXCEPTIONAL,
    EXCEPTIONAL_MARGIN,
    SUCCESS,
    Effort,
    Modifiers,
)
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.ongoing import Attack
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
)
from affray.rulesets.renaissance.strikes import can_take_neck


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
    unhorse: float = 0.6
    """A rider thrown from the saddle against the damage itself: more throws riders."""
    friend: float = 4.0
    """A friend in a burst against an enemy in it: more spares friends."""
    burning: float = 2.0
    """Turns that a fire is expected to burn: more throws fire."""
    hold: float = 0.5
    """An enemy's lost blow against one's own: more grabs, less strikes."""
    held: float = 0.12
    """An enemy held open for friends: more grabs beside friends."""
    lying: float = 0.04
    """An enemy on the ground: more trips, less strikes."""
    lying_near: float = 0.06
    """An enemy on the ground beside each friend: more trips beside friends."""
    feint: float = 0.03
    """A feint's gain against doing it at all: more feints seldom."""
    switch: float = 4.0
    """Another weapon against the one in hand: more keeps what is in hand."""
    only_weapon: float = 0.5
    """A throw against keeping the only weapon: more keeps it."""
    running: float = 0.04
    """The -10 of a run until the next turn: more walks."""
    opening: float = 0.8
    """A reaction of an enemy to one's move against one's own blow: more stays where it is."""
    coming: float = 0.5
    """The blow of an enemy who has to come first, against one who is there: more keeps away."""
    menace: float = 1.0
    """The harm an enemy can do against the harm one can do: more strikes at the dangerous."""
    thrown: float = 0.3
    """A throw against keeping the weapon: more throws early."""
    catch: float = 55.0
    """The parrying skill from which a catch is tried: more catches seldom."""


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

STRIKES_THAT_PAY: Final = (MIGHTY_BLOW, ARMOR_GAP, MAIM, DISMOUNT)
"""The strikes that are tried besides a plain attack; each needs an exceptional success."""

Chances = list[float]

ODDS: Final = OddsTable()
ATTACK_CHANCES: Final[dict[int, Chances]] = {}
CONTEST_CHANCES: Final[dict[int, float]] = {}
"""How likely attacks win, by outcome, and other opposed checks at all: by both targets."""


def attack_chances(fight: RenaissanceFight, attack: Attack, mine: i64, theirs: i64) -> Chances:
    """Return how likely each outcome is of an attack with these targets; `theirs` is -1 without a
    defence. Luck is left out."""
    key = int(mine * 100 + theirs + 1)
    found = ATTACK_CHANCES.get(key)
    if found is None:
        first = Effort(attack.attacker, "", mine, Modifiers(False))
        second = Effort(attack.target, "", theirs, Modifiers(False)) if theirs >= 0 else None
        stage = Contest(fight, first, second, True, True)
        ways = ODDS.ways(stage)
        found = [0.0] * len(OUTCOMES)
        for way in range(len(ways.weights)):
            leave(stage, ways, way)
            if stage.won:
                place = OUTCOMES.index((int(stage.quality), int(stage.band)))
                found[place] += ways.weights[way]
        ATTACK_CHANCES[key] = found
    return found


def contest_chance(fight: RenaissanceFight, first: Effort, second: Effort) -> float:
    """Return how likely the first wins an opposed check. Luck is left out."""
    mine, theirs = first.target(), second.target()
    key = int(mine * 100 + theirs)
    found = CONTEST_CHANCES.get(key, -1.0)
    if found < 0.0:
        one = Effort(first.who, "", mine, Modifiers(False))
        other = Effort(second.who, "", theirs, Modifiers(False))
        stage = Contest(fight, one, other, False, True)
        ways = ODDS.ways(stage)
        won = lost = 0.0
        for way in range(len(ways.weights)):
            number = leave(stage, ways, way)
            if stage.won:
                won += ways.weights[way]
            elif number == 0:
                lost += ways.weights[way]
        found = won / (won + lost) if won > 0.0 else 0.0
        CONTEST_CHANCES[key] = found
    return found


@mypyc_attr(acyclic=True)
class Hit:
    """What a hit of one quality deals: the distribution, and how many wounds on average."""

    def __init__(self, figure: Figure, wounds: float) -> None:
        self.figure: Final = figure
        self.wounds: Final = wounds


@mypyc_attr(acyclic=True)
class AttackValue:
    """A manner of attack, and the share of its target's life that it is expected to take."""

    def __init__(self, strike: i64, value: float) -> None:
        self.strike: Final[i64] = strike
        self.value: Final = value


NO_VALUE: Final = AttackValue(NO_STRIKE, 0.0)


class Appraiser:
    """Appraises the attacks of a scenario. It remembers what hits deal by all they depend on."""

    def __init__(self, scene: Scene, weights: Weights) -> None:
        self.scene: Final = scene
        self.weights: Final = weights
        self._hits: Final[dict[tuple[int, ...], list[Hit]]] = {}
        self._blows: Final[dict[tuple[int, int, int], AttackValue]] = {}

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
            found = [self.hit(fight, attack, quality, band) for quality, band in OUTCOMES]
            self._hits[key] = found
        return found

    def hit(self, fight: RenaissanceFight, attack: Attack, quality: i64, band: i64) -> Hit:
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

    def worth_of(self, fight: RenaissanceFight, attack: Attack, mine: i64, theirs: i64) -> float:
        """Return the share of its target's life that an attack takes on average, with something for
        wounds."""
        if mine <= HOPELESS:
            return 0.0
        left = left_of(attack.target)
        kills = attack.strike == MAIM
        least = 0 if attack.attacker.luck > 0 else 1  # Luck makes any success exceptional
        total = 0.0
        chances = attack_chances(fight, attack, mine, theirs)
        for place, hit in enumerate(self.hits(fight, attack)):
            chance = chances[place]
            if chance > 0.0:
                share = hit.figure.share(left)
                if kills and place >= least:
                    share = 1.0
                if attack.strike == DISMOUNT and place > 0:
                    share = min(1.0, share + self.weights.unhorse)
                total += chance * (share + self.weights.wound * hit.wounds * (1.0 - share))
        return total if total < 1.0 else 1.0

    def known_blow(
        self, fight: RenaissanceFight, attack: Attack, tries_strikes: bool
    ) -> AttackValue:
        """Return what an attack is worth, remembered by all that it depends on; for a blow by hand
        it does not matter where the fighters stand."""
        where: i64 = 0
        if not attack.melee:
            where = attack.attacker.cell * 65536 + attack.target.cell + 1
        key = (
            int(attacker_code(attack) * 2 + (1 if tries_strikes else 0)),
            int(target_code(attack.target, attack.attacker)),
            int(where),
        )
        found = self._blows.get(key)
        if found is None:
            found = self.blow(fight, attack, tries_strikes)
            if len(self._blows) >= MOST_BLOWS:
                self._blows.clear()
            self._blows[key] = found
        return found

    def blow(self, fight: RenaissanceFight, attack: Attack, tries_strikes: bool) -> AttackValue:
        """Return what an attack is worth, or the strike instead of it that is worth most."""
        effort = attack_effort(fight, attack)
        mine = effort.target()
        if mine <= HOPELESS:
            return NO_VALUE
        target, weapon = attack.target, attack.weapon
        theirs: i64 = -1
        if target.is_able() and knows_of(target, attack.attacker):
            theirs = plain_defense(fight, attack).target()
        attack.harm = harm_of(fight, attack)
        best, most = attack.strike, self.worth_of(fight, attack, mine, theirs)
        if tries_strikes and mine > EXCEPTIONAL_MARGIN:
            mods = effort.mods
            for strike in STRIKES_THAT_PAY:
                if strike == MIGHTY_BLOW and not attack.melee:
                    continue
                if strike == MAIM and not can_take_neck(fight, attack):
                    continue
                if strike == DISMOUNT and (target.mount < 0 or not attack.melee):
                    continue
                penalty = strike_penalty(weapon, strike)
                mods.penalty += penalty
                other = Attack(attack.attacker, target, weapon, strike, attack.thrown)
                other.harm = attack.harm
                other.receiving_charge = attack.receiving_charge
                value = self.worth_of(fight, other, effort.target(), theirs)
                mods.penalty -= penalty
                if value > most:
                    best, most = strike, value
        if most <= 0.0:
            return NO_VALUE
        return AttackValue(best, most * self.weight_of(target))

    def weight_of(self, target: Combatant) -> float:
        """Return what it is worth to be rid of an enemy: a mount counts with its rider only."""
        if not target.has_no_turn():
            return 1.0
        return self.weights.mount if target.rider >= 0 else 0.0

    def burst(self, fight: RenaissanceFight, attack: Attack) -> float:
        """Return what a burst takes from enemies, less what it takes from friends."""
        mine = attack_effort(fight, attack).target()
        if mine <= HOPELESS:
            return 0.0
        attack.harm = harm_of(fight, attack)
        full: i64 = 0
        if attack.weapon.tags & tags.BLAST:
            dice = figure(Damage(attack.harm.dice, 0, attack.harm.halved), "rolled")
            full = blast_sum(fight, attack, int(dice.mean()), SUCCESS, 0).full()
        total = 0.0
        metres = fight.terrain.metres_from(attack.target.cell)
        for who in fight.combatants:
            if who.is_able() and knows_of(attack.attacker, who):
                away: i64 = metres[who.cell]
                if full > 0:
                    dealt = float(blast_harm(fight, attack, who, BlastShare(full, away)))
                else:
                    dealt = self.splash(attack, who, away)
                left = float(left_of(who))
                share = dealt / left if dealt < left else 1.0
                if who.side == attack.attacker.side:
                    total -= self.weights.friend * share
                else:
                    total += share * self.weight_of(who)
        return total * float(mine + 1) / 100.0 if total > 0.0 else 0.0

    def splash(self, attack: Attack, who: Combatant, metres: i64) -> float:
        """Return what a jar that breaks so far away does to a fighter, as damage."""
        weapon = attack.weapon
        inside = 1.0 if metres <= weapon.area else 0.0
        if weapon.area == ROLLED_AREA:
            inside = float(11 - metres) / 10.0 if 0 < metres < 11 else float(metres == 0)
        if weapon.effect == "burns":
            return 0.0 if who.burning else inside * BURN * self.weights.burning
        return inside if not who.prone and not who.dazed else 0.0


MOST_BLOWS: Final = 50_000
"""The number of blows at which all are forgotten."""


def attacker_code(attack: Attack) -> i64:
    """Return all that a blow depends on of the attacker, as a number."""
    who = attack.attacker
    code = (who.index * 256 + attack.weapon.index) * 1024 + who.gear.number
    code = code * 32 + who.wounds
    code = code * 8 + (who.mount + 1 if who.charged else 0)
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
    return code * 2 + (1 if attack.riding_by else 0)


def target_code(who: Combatant, attacker: Combatant) -> i64:
    """Return all that a blow depends on of its target, as a number."""
    code = (who.index * 1024 + who.gear.number) * 32 + who.wounds
    code = code * 512 + left_of(who)
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


BURN: Final = 5.5
"""What a turn in flames costs on average: 1d10 [area.splash]."""


def left_of(who: Combatant) -> i64:
    """Return how much damage a fighter can still take; at least 1."""
    left = who.dur - who.damage
    return left if left > 0 else 1
