"""What attacks are expected to do, read from the stages that the rules would play."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.table import Table
from affray.players.expected import Figure, figure
from affray.rulesets.olde.adjustments import (
    MANNERS,
    PLAIN,
    Tally,
    add_attack,
    add_attack_changes,
    add_defense_changes,
)
from affray.rulesets.olde.combatant import Combatant
from affray.rulesets.olde.criticals import CRITICAL, LEGENDARY, SOLID
from affray.rulesets.olde.dice import MOST_RANK, OpposedAttempt
from affray.rulesets.olde.fight import OldeFight
from affray.rulesets.olde.reach import TOO_WEAK, add_range, add_sight, is_unhindered, why_not_ready
from affray.rulesets.olde.setup import Scene
from affray.rulesets.olde.sheet import BARE, Use, Weapon
from affray.rulesets.olde.strike import HIT, Attack, attack_attempt, damage_of
from affray.rulesets.olde.turn import points_roll

WIDEST: Final[i64] = 40
"""Adjustments that differ by more than this decide a check as good as certainly."""

MARGINS: Final = [int(HIT), int(SOLID), int(CRITICAL), int(LEGENDARY)]
"""The margins from which on a hit does more; without criticals there is the first alone."""

CHANCES: Final[list[list[float]]] = [[] for _ in range((int(MOST_RANK) + 1) ** 2)]


def chances(attacks: i64, defends: i64) -> list[float]:
    """Return how likely a check of one rank reaches that of another, by how much its adjustments
    are better, from -WIDEST to WIDEST. With a rank of 0 there is no roll to beat."""
    found = CHANCES[attacks * (MOST_RANK + 1) + defends]
    if not found:
        margins = figure(OpposedAttempt(defends, 0, attacks, 0, -WIDEST, WIDEST), "margin")
        better: i64
        for better in range(-WIDEST, WIDEST + 1):
            found.append(margins.reaches(HIT - better))
    return found


def chance_in(found: list[float], better: i64) -> float:
    """Return the chance of a check whose adjustments are better by so much."""
    if better > WIDEST:
        return 1.0
    return found[better + WIDEST] if better >= -WIDEST else 0.0


class ExpectedAttack:
    """What an attack is expected to do, wherever the two stand.

    `better` is by how much its adjustments are better than those of the Defense, and `harms` what a
    hit does: by the margins of MARGINS where very good hits do more, else one for all hits.
    """

    def __init__(self, use: Use, better: i64, hits: list[float], harms: list[Figure]) -> None:
        self.use: Final = use
        self.better: Final[i64] = better
        self.hits: Final = hits
        self.harms: Final = harms

    def loss(self, left: i64, adjusts: i64) -> float:
        """Return the share of `left` hit points that it takes on average, with further
        adjustments."""
        better: i64 = self.better + adjusts
        found = likelier = 0.0
        grade: i64
        for grade in range(len(self.harms) - 1, -1, -1):
            chance = chance_in(self.hits, better - MARGINS[grade])
            found += (chance - likelier) * self.harms[grade].share(left)
            likelier = chance
        return found

    def loss_at(self, fight: OldeFight, target: Combatant, distance: i64, sight: i64) -> float:
        """Return the share of its hit points that the target loses on average, from a distance."""
        if is_unhindered(self.use, sight):
            return self.loss(points_of(target), 0)
        tally = Tally(False)
        add_range(tally, self.use, distance, target)
        add_sight(tally, fight.house, sight)
        return self.loss(points_of(target), tally.total)


def points_of(target: Combatant) -> i64:
    """Return the hit points a target has left, at least one for those on the ground."""
    return target.hit_points if target.hit_points > 0 else 1


class PlainAttacks:
    """A fighter's plain attacks on another, with what is in hand, and how far they reach.

    `by_hand` is the first of them that is made by hand.
    """

    def __init__(self, attacks: list[ExpectedAttack]) -> None:
        self.attacks: Final = attacks
        self.reach: i64 = 0
        self.by_hand: ExpectedAttack | None = None
        for one in attacks:
            if one.use.farthest > self.reach:
                self.reach = one.use.farthest
            if self.by_hand is None and not one.use.ranged:
                self.by_hand = one


NO_ATTACKS: Final = PlainAttacks([])


class Notes:
    """What follows from the sheets of a scenario alone, computed when it is first needed."""

    def __init__(self, scene: Scene) -> None:
        fighters = scene.blank_fight(Table(False)).combatants
        self.mean_points: Final = [figure(points_roll(who), "result").mean() for who in fighters]
        """The Action Points of each fighter in a turn, on average."""
        self.attacks: Final[dict[int, ExpectedAttack]] = {}
        """Each attack by `pair_key`, use and manner."""
        self.plain: Final[dict[int, PlainAttacks]] = {}
        """The plain attacks of one fighter on another by `pair_key`."""


def notes_of(scene: Scene) -> Notes:
    """Return the notes on a scenario, made once."""
    found = scene.player_notes
    if isinstance(found, Notes):
        return found
    notes = Notes(scene)
    scene.player_notes = notes
    return notes


def mean_points(fight: OldeFight, who: Combatant) -> float:
    """Return the Action Points that a fighter has in a turn, on average."""
    return notes_of(fight.scene).mean_points[who.index]


def expected_attack(
    fight: OldeFight,
    attacker: Combatant,
    target: Combatant,
    weapon: Weapon,
    use: Use,
    manner: i64 = PLAIN,
) -> ExpectedAttack:
    """Return what an attack would do now: as the sheets say, computed once for a scenario, with
    what conditions and manoeuvres change."""
    if target.is_helpless() or changes_damage(attacker) or changes_damage(target):
        return expected(Attack(fight, attacker, target, weapon, use, manner), 0)
    changes: i64 = 0
    if len(attacker.temporary) > 0 or len(attacker.afflictions) > 0:
        attack = Tally(False)
        add_attack_changes(attack, attacker, use)
        changes = attack.total
    if target.blocking or len(target.temporary) > 0 or len(target.afflictions) > 0:
        defense = Tally(False)
        add_defense_changes(defense, target, use.ranged)
        changes -= defense.total
    pair = pair_key(attacker, target, weapon)
    key = int((2 * pair + 1 if use.ranged else 2 * pair) * MANNERS + manner)
    attacks = notes_of(fight.scene).attacks
    found = attacks.get(key)
    if found is None:
        found = expected(Attack(fight, attacker, target, weapon, use, manner), changes)
        attacks[key] = found
    if changes == 0:
        return found
    return ExpectedAttack(use, found.better + changes, found.hits, found.harms)


def expected(attack: Attack, changes: i64) -> ExpectedAttack:
    """Return what the rules' stages of an attack come to, without these changes."""
    tally, defense = Tally(False), Tally(False)
    add_attack(tally, attack)
    attempt = attack_attempt(attack, tally, defense)
    harms = []
    for margin in MARGINS if attack.fight.house.criticals else MARGINS[:1]:
        damage = damage_of(attack, margin)
        if damage.in_full:
            harms.append(Figure({int(damage.full()): 1.0}))
        else:
            harms.append(figure(damage.effect(), "result"))
    better = tally.total - defense.total - changes
    return ExpectedAttack(attack.use, better, chances(attempt.second, attempt.first), harms)


def pair_key(attacker: Combatant, target: Combatant, weapon: Weapon) -> i64:
    """Return a number for two fighters as they hold what they have, and a weapon."""
    scene = attacker.scene
    key: i64 = attacker.index * len(scene.sheets) + target.index
    key = (key * len(scene.weapons) + weapon.index) * 8
    if attacker.two_hands:
        key += 4
    if attacker.shielded:
        key += 2
    return key + 1 if target.shielded else key


def is_as_on_sheet(who: Combatant) -> bool:
    """Return whether all that a fighter can do and ward off is as its sheet says."""
    return not (who.temporary or who.afflictions or who.blocking or who.hit_points <= 0)


def changes_damage(who: Combatant) -> bool:
    """Return whether a ruling changes the damage that a fighter does or takes."""
    return len(who.temporary) > 0 and any(one.damage or one.armour for one in who.temporary)


def plain_attacks(fight: OldeFight, attacker: Combatant, target: Combatant) -> PlainAttacks:
    """Return a fighter's plain attacks on another with what is in hand, and with bare hands where
    that does not reach. Throws are weighed when they can be made."""
    if not attacker.can_attack():
        return NO_ATTACKS
    if not (is_as_on_sheet(attacker) and is_as_on_sheet(target)):
        return list_plain_attacks(fight, attacker, target)
    plain = notes_of(fight.scene).plain
    key = int(pair_key(attacker, target, attacker.held_weapon()))
    found = plain.get(key)
    if found is None:
        found = list_plain_attacks(fight, attacker, target)
        plain[key] = found
    return found


def list_plain_attacks(fight: OldeFight, attacker: Combatant, target: Combatant) -> PlainAttacks:
    """List a fighter's plain attacks on another as both are now."""
    found: list[ExpectedAttack] = []
    held, bare = attacker.held_weapon(), fight.scene.weapons[BARE]
    melee, ranged = held.melee, held.ranged
    if melee is not None:
        found.append(expected_attack(fight, attacker, target, held, melee))
    if melee is None or melee.nearest > 0:
        found.append(expected_attack(fight, attacker, target, bare, bare.use(False)))
    if ranged is not None and not ranged.thrown and why_not_ready(attacker, ranged) != TOO_WEAK:
        found.append(expected_attack(fight, attacker, target, held, ranged))
    return PlainAttacks(found)
