"""What attacks are expected to do, read from the stages that the rules would play."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.table import Table
from affray.players.expected import Figure, figure
from affray.rulesets.olde.adjustments import Tally, add_attack
from affray.rulesets.olde.combatant import Combatant
from affray.rulesets.olde.criticals import CRITICAL, LEGENDARY, SOLID
from affray.rulesets.olde.damage import Damage
from affray.rulesets.olde.dice import MOST_RANK, OpposedAttempt
from affray.rulesets.olde.fight import OldeFight
from affray.rulesets.olde.setup import Scene
from affray.rulesets.olde.sheet import Use, Weapon
from affray.rulesets.olde.strike import HIT, MISS, attack_attempt, damage_of
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
        for better in range(-int(WIDEST), int(WIDEST) + 1):
            attempt = OpposedAttempt(defends, 0, attacks, better, MISS, HIT)
            found.append(figure(attempt, "margin").reaches(HIT))
    return found


def chance_in(found: list[float], better: i64) -> float:
    """Return the chance of a check whose adjustments are better by so much."""
    if better > WIDEST:
        return 1.0
    if better < -WIDEST:
        return 0.0
    return found[better + WIDEST]


def harm_of(damage: Damage) -> Figure:
    """Return the distribution of damage."""
    if damage.in_full:
        return Figure({int(damage.full()): 1.0})
    return figure(damage.effect(), "result")


class Attack:
    """An attack of one fighter on another with one weapon in one manner, wherever they stand."""

    def __init__(
        self,
        fight: OldeFight,
        attacker: Combatant,
        target: Combatant,
        weapon: Weapon,
        use: Use,
        manner: i64,
        harms: list[Figure],
    ) -> None:
        attack = Tally(False)
        add_attack(attack, attacker, weapon, use, manner)
        defense = Tally(False)
        attempt = attack_attempt(fight, attacker, target, use, attack, defense)
        self.use: Final = use
        self.better: Final[i64] = attack.total - defense.total
        self.chances: Final = chances(attempt.second, attempt.first)
        self.harms: Final = harms

    def chance(self, adjusts: i64) -> float:
        """Return how likely it is to hit, with further adjustments."""
        return chance_in(self.chances, self.better + adjusts)

    def loss(self, left: i64, adjusts: i64) -> float:
        """Return the share of so many hit points that it takes on average."""
        found = 0.0
        likelier = 0.0
        for grade in range(len(self.harms) - 1, -1, -1):
            chance = self.chance(adjusts - MARGINS[grade])
            found += (chance - likelier) * self.harms[grade].share(left)
            likelier = chance
        return found


class Notes:
    """What follows from the sheets of a scenario alone, computed when it is first needed."""

    def __init__(self, scene: Scene) -> None:
        self.scene: Final = scene
        self.mean_points: Final = [
            figure(points_roll(who), "result").mean()
            for who in scene.blank_fight(Table(False)).combatants
        ]
        """The Action Points of each fighter in a turn, on average."""
        self.attacks: Final[dict[int, Attack]] = {}
        self.harms: Final[dict[int, list[Figure]]] = {}
        self._near: Final[dict[int, list[int]]] = {}

    def near(self, cell: i64, most: i64) -> list[int]:
        """Return the cells within so many steps of one, nearest first."""
        key = int(cell * 8 + most)
        found = self._near.get(key)
        if found is None:
            found = [there for there, _ in self.scene.grid.ways_from(cell, most, [])]
            self._near[key] = found
        return found


def notes_of(scene: Scene) -> Notes:
    """Return the notes on a scenario, made once."""
    found = scene.player_notes
    if isinstance(found, Notes):
        return found
    notes = Notes(scene)
    scene.player_notes = notes
    return notes


def attack_of(
    fight: OldeFight, attacker: Combatant, target: Combatant, weapon: Weapon, use: Use, manner: i64
) -> Attack:
    """Return an attack as it would be made now. Between fighters who are as their sheets say it is
    the same all through the scenario."""
    scene = fight.scene
    pair: i64 = attacker.index * len(scene.sheets) + target.index
    key: i64 = ((pair * len(scene.weapons) + weapon.index) * 4 + manner) * 16
    if use.ranged:
        key += 8
    if attacker.two_hands:
        key += 4
    if attacker.shielded:
        key += 2
    if target.shielded:
        key += 1
    notes = notes_of(scene)
    is_plain = not is_changed(attacker) and not is_changed(target)
    if is_plain:
        known = notes.attacks.get(int(key))
        if known is not None:
            return known
    is_altered = changes_damage(attacker) or changes_damage(target)
    harms = notes.harms.get(int(key))
    if harms is None or is_altered:
        margins = MARGINS if fight.house.criticals else MARGINS[:1]
        harms = [
            harm_of(damage_of(fight, attacker, target, weapon, use, manner, margin))
            for margin in margins
        ]
        if not is_altered:
            notes.harms[int(key)] = harms
    found = Attack(fight, attacker, target, weapon, use, manner, harms)
    if is_plain:
        notes.attacks[int(key)] = found
    return found


def is_changed(who: Combatant) -> bool:
    """Return whether checks and damage of a fighter, or against it, are not as its sheet says."""
    return len(who.temporary) > 0 or len(who.afflictions) > 0 or who.blocking or who.hit_points <= 0


def changes_damage(who: Combatant) -> bool:
    """Return whether a manoeuvre or a ruling changes the damage that a fighter does or takes."""
    return any(one.damage or one.armour for one in who.temporary)
