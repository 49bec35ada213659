"""Attacking: dice against Defense, exploding dice, rushed and double attacks."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import Option
from affray.core.state import Transient
from affray.core.table import Stage, Table, cut_at
from affray.rulesets.mithryn import options, tell
from affray.rulesets.mithryn.health import hurt
from affray.rulesets.mithryn.reactions import defends, helper_of, interposer_for
from affray.rulesets.mithryn.sheet import Weapon, without

if TYPE_CHECKING:
    from affray.rulesets.mithryn.combatant import Combatant
    from affray.rulesets.mithryn.fight import MithrynFight

HELPED_DICE: Final[i64] = 2
"""How many missing dice a helper's friend may roll again."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Strike(Stage):
    """Equal dice against a Defense: how many hit and how many missed."""

    count: Final[i64]
    sides: Final[i64]
    defense: Final[i64]
    is_precise: Final[bool]
    is_told: Final[bool]
    hits: i64
    misses: i64
    faces: Transient[list[str]]
    """Every face as the log shows it, where somebody listens."""

    def __init__(
        self, count: i64, sides: i64, defense: i64, is_precise: bool, is_told: bool
    ) -> None:
        self.count = count
        self.sides = sides
        self.defense = defense if defense < sides else sides
        self.is_precise = is_precise
        self.hits = 0
        self.misses = 0
        self.is_told = is_told
        self.faces = []

    def key(self) -> Hashable:
        return (int(self.count), int(self.sides), int(self.defense), self.is_precise)

    def play(self, table: Table) -> i64:
        """The first roll [attack.hits]; Precise rolls its ones again [weapon.precise]."""
        self.hits = 0
        self.misses = 0
        cuts = cut_at(self.defense) | cut_at(self.sides)
        if not self.is_precise:
            self.tally(table, table.roll(self.count, self.sides, cuts), "")
            return self.hits
        faces = table.roll(self.count, self.sides, cuts | cut_at(2))
        kept = [face for face in faces if face != 1]
        ones: i64 = len(faces) - len(kept)
        self.tally(table, kept, "")
        if ones:
            self.tally(table, table.roll(ones, self.sides, cuts), "1→")
        return self.hits

    def tally(self, table: Table, faces: list[int], mark: str) -> None:
        """Each die at or above Defense is a hit; a highest face always is
        [attack.max-always-hits], and is rolled again, and again [attack.explode]."""
        defense = self.defense
        sides = self.sides
        while True:
            exploding: i64 = 0
            for face in faces:
                if face >= defense:
                    self.hits += 1
                    if face == sides:
                        exploding += 1
                else:
                    self.misses += 1
            if self.is_told:
                self.faces.extend([mark + str(face) for face in faces])
            if exploding == 0:
                return
            faces = table.roll(exploding, sides, cut_at(defense) | cut_at(sides))
            mark = "+"

    def chance_to_hit(self) -> float:
        """How likely one of the dice is to hit."""
        return float(self.sides - self.defense + 1) / float(self.sides)

    def again(self, count: i64) -> Strike:
        """Some of the dice, to be rolled once more."""
        return Strike(count, self.sides, self.defense, False, self.is_told)


def attack(fight: MithrynFight, attacker: Combatant, option: Option) -> i64:
    """An attack from announcement to wounds: who is struck, which dice, how many hits."""
    weapon = fight.scene.weapons[option.item]
    target = fight.combatants[option.target]
    thrown_to = target.zone
    if fight.wants_events:
        tell.attacks(fight, attacker, target, weapon, option)

    interposer = interposer_for(fight, attacker, target)
    if interposer is not None:
        target = interposer
    cancelled: i64 = 1 if defends(fight, attacker, target) else 0

    hits = strike(fight, attacker, target, weapon, option.value)
    dealt = hits - cancelled if hits > cancelled else 0
    if cancelled and fight.wants_events:
        tell.defended(fight, target, dealt)
    if attacker.zone != thrown_to and weapon.is_throwable and not weapon.is_set:
        leave_behind(fight, attacker, weapon, thrown_to)
    hurt(fight, target, dealt, attacker)
    return dealt


def strike(
    fight: MithrynFight, attacker: Combatant, target: Combatant, weapon: Weapon, manner: i64
) -> i64:
    """Rolls the attack, or both at once [attack.both-at-once], and lets a friend help with what
    missed; gives the hits."""
    table = fight.table
    first = strike_with(fight, attacker, target, weapon, manner == options.RUSHED)
    table.stage(first)
    hits = first.hits
    misses = first.misses
    second: Strike | None = None
    if manner == options.BOTH:
        second = strike_with(fight, attacker, target, weapon, True)
        table.stage(second)
        hits += second.hits
        misses += second.misses
    if fight.wants_events:
        tell.strikes(fight, attacker, target, weapon, manner, first, second)
    if misses > 0 and helper_of(fight, attacker, target) is not None:
        hits += roll_misses_again(fight, attacker, first, second)
    return hits


def strike_with(
    fight: MithrynFight, attacker: Combatant, target: Combatant, weapon: Weapon, is_rushed: bool
) -> Strike:
    """The Damage dice, or the Rushed dice of a second attack [attack.rushed]; below the
    weapon's minimum scores they are always the Rushed ones [attack.requirement]."""
    defense = target.defense()
    if weapon.rushed_count and (is_rushed or not attacker.sheet.meets_requirements(weapon)):
        return Strike(
            weapon.rushed_count,
            weapon.rushed_sides,
            defense,
            weapon.is_precise,
            fight.wants_events,
        )
    return Strike(weapon.count, weapon.sides, defense, weapon.is_precise, fight.wants_events)


def roll_misses_again(
    fight: MithrynFight, attacker: Combatant, first: Strike, second: Strike | None
) -> i64:
    """Help: up to two dice that did not hit are rolled again, likelier ones first
    [reaction.help]; gives their hits."""
    if second is not None and second.chance_to_hit() > first.chance_to_hit():
        first, second = second, first
    left = HELPED_DICE
    hits: i64 = 0
    faces: list[str] = []
    for part in (first, second):
        if part is None or part.misses == 0 or left == 0:
            continue
        again = part.again(part.misses if part.misses < left else left)
        fight.table.stage(again)
        left -= again.count
        hits += again.hits
        faces.extend(again.faces)
    if fight.wants_events:
        before = first.hits + (second.hits if second is not None else 0)
        tell.rolled_again(fight, attacker, faces, hits, before + hits)
    return hits


def leave_behind(fight: MithrynFight, thrower: Combatant, weapon: Weapon, zone: i64) -> None:
    """A hurled weapon lies in the target's zone until somebody picks it up [weapon.throwable]."""
    thrower.arms = without(thrower.arms, weapon.index)
    fight.lying.append((int(weapon.index), int(zone)))
    if fight.wants_events:
        tell.weapon_lies(fight, weapon, zone)
