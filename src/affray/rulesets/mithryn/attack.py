"""Attacking: dice against Defense, exploding dice, rushed and double attacks."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import Blow
from affray.core.questions import Option
from affray.core.table import Stage, Table, at
from affray.rulesets.mithryn.gear import Weapon
from affray.rulesets.mithryn.health import hurt
from affray.rulesets.mithryn.reactions import defends, helper_of, interposer_for

if TYPE_CHECKING:
    from affray.rulesets.mithryn.fight import Combatant, MithrynFight

PLAIN: Final[i64] = 0
RUSHED: Final[i64] = 1
BOTH: Final[i64] = 2
"""How an attack is made: an option's value."""

HELPED_DICE: Final[i64] = 2
"""How many missing dice a helper's friend may roll again."""

MISSES: Final[i64] = 1000
"""A strike's result is its hits and this many times its misses."""


class Dice:
    """A pool against a Defense, and how each of its dice came out."""

    def __init__(self, count: i64, sides: i64, defense: i64, precise: bool) -> None:
        self.count: Final[i64] = count
        self.sides: Final[i64] = sides
        self.defense: Final[i64] = defense if defense < sides else sides
        self.precise: Final = precise
        self.cuts: Final[i64] = at(self.defense) | at(sides)
        self.hits: i64 = 0
        self.misses: i64 = 0
        self.shown: list[str] = []

    def roll(self, table: Table) -> None:
        """The first roll [attack.hits]; Precise rolls its ones again [weapon.precise]."""
        self.hits = 0
        self.misses = 0
        if not self.precise:
            self.count_hits(table, table.roll(self.count, self.sides, self.cuts), "")
            return
        faces = table.roll(self.count, self.sides, self.cuts | at(2))
        kept = [face for face in faces if face != 1]
        ones: i64 = len(faces) - len(kept)
        self.count_hits(table, kept, "")
        if ones:
            self.count_hits(table, table.roll(ones, self.sides, self.cuts), "1→")

    def count_hits(self, table: Table, faces: list[int], mark: str) -> None:
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
            if table.heard:
                self.shown.extend([mark + str(face) for face in faces])
            if exploding == 0:
                return
            faces = table.roll(exploding, sides, self.cuts)
            mark = "+"


class Strike(Stage):
    """All the dice of an attack, or of both attacks at once: its hits and its misses."""

    def __init__(self, first: Dice, second: Dice | None) -> None:
        self.first: Final = first
        self.second: Final = second

    def key(self) -> Hashable:
        first, second = self.first, self.second
        key = (int(first.count), int(first.sides), int(first.defense), first.precise)
        if second is None:
            return key
        return (*key, int(second.count), int(second.sides), int(second.defense))

    def play(self, table: Table) -> i64:
        first, second = self.first, self.second
        first.roll(table)
        if second is None:
            return first.hits + MISSES * first.misses
        second.roll(table)
        return first.hits + second.hits + MISSES * (first.misses + MISSES * second.misses)


class Again(Stage):
    """Dice that missed, rolled once more with a friend's help: how many hits they make."""

    def __init__(self, dice: Dice, count: i64) -> None:
        self.dice: Final = dice
        self.count: Final[i64] = count

    def key(self) -> Hashable:
        return (int(self.count), int(self.dice.sides), int(self.dice.defense))

    def play(self, table: Table) -> i64:
        dice = self.dice
        before = dice.hits
        dice.count_hits(table, table.roll(self.count, dice.sides, dice.cuts), "again ")
        return dice.hits - before


def dice_of(attacker: Combatant, weapon: Weapon, defense: i64, rushed: bool) -> Dice:
    """The Damage dice, or the Rushed dice of a second attack [attack.rushed]; below the
    weapon's minimum scores they are always the Rushed ones [attack.requirement]."""
    if weapon.rushed_count and (rushed or not attacker.sheet.meets(weapon)):
        return Dice(weapon.rushed_count, weapon.rushed_sides, defense, weapon.precise)
    return Dice(weapon.count, weapon.sides, defense, weapon.precise)


def attack(fight: MithrynFight, attacker: Combatant, option: Option) -> Blow:
    """An attack from announcement to wounds: who is struck, which dice, how many hits."""
    weapon = fight.scene.weapons[option.item]
    target = fight.combatants[option.target]
    thrown_to = target.zone
    if fight.heard:
        announce(fight, attacker, target, weapon, option)

    interposer = interposer_for(fight, attacker, target)
    if interposer is not None:
        target = interposer
    cancelled: i64 = 1 if defends(fight, attacker, target) else 0

    hits = strike(fight, attacker, target, weapon, option.value)
    dealt = hits - cancelled if hits > cancelled else 0
    if cancelled and fight.heard:
        fight.tell("defended", {"who": target.name, "hits": int(dealt)}, ("reaction.defend",))
    if attacker.zone != thrown_to and weapon.throwable and not weapon.many:
        leave_behind(fight, attacker, weapon, thrown_to)
    hurt(fight, target, dealt, attacker)
    return Blow(dealt > 0, dealt)


def strike(
    fight: MithrynFight, attacker: Combatant, target: Combatant, weapon: Weapon, manner: i64
) -> i64:
    """Rolls the attack, and lets a friend help with what missed; gives the hits."""
    defense = target.defense()
    first = dice_of(attacker, weapon, defense, manner == RUSHED)
    second = dice_of(attacker, weapon, defense, True) if manner == BOTH else None
    result = fight.table.stage(Strike(first, second))
    hits: i64 = result % MISSES
    first_misses: i64 = (result // MISSES) % MISSES
    second_misses: i64 = result // (MISSES * MISSES)

    helped = False
    if first_misses + second_misses > 0 and helper_of(fight, attacker, target) is not None:
        helped = True
        hits += roll_misses_again(fight.table, first, second, first_misses, second_misses)
    if fight.heard:
        tell_strike(fight, attacker, target, weapon, manner, first, second, hits, helped)
    return hits


def roll_misses_again(
    table: Table, first: Dice, second: Dice | None, first_misses: i64, second_misses: i64
) -> i64:
    """Help: up to two dice that did not hit are rolled again, likelier ones first
    [reaction.help]."""
    left = HELPED_DICE
    hits: i64 = 0
    pools: list[tuple[Dice, i64]] = [(first, first_misses)]
    if second is not None:
        rushed_is_better = chance_to_hit(second) > chance_to_hit(first)
        pools.insert(0 if rushed_is_better else 1, (second, second_misses))
    for dice, misses in pools:
        count = misses if misses < left else left
        if count > 0:
            hits += table.stage(Again(dice, count))
            left -= count
    return hits


def chance_to_hit(dice: Dice) -> float:
    """How likely one die of a pool is to hit."""
    return float(dice.sides - dice.defense + 1) / float(dice.sides)


def leave_behind(fight: MithrynFight, thrower: Combatant, weapon: Weapon, zone: i64) -> None:
    """A hurled weapon lies in the target's zone until somebody picks it up [weapon.throwable]."""
    thrower.arms.remove(int(weapon.index))
    fight.lying.append((int(weapon.index), int(zone)))
    if fight.heard:
        fight.tell(
            "lies",
            {"weapon": weapon.name, "zone": fight.scene.zones.names[zone]},
            ("weapon.throwable",),
        )


def announce(
    fight: MithrynFight, attacker: Combatant, target: Combatant, weapon: Weapon, option: Option
) -> None:
    """Tells of an attack before its dice."""
    how = {int(PLAIN): "", int(RUSHED): " again, rushed", int(BOTH): " twice at once"}
    fight.tell(
        "attack",
        {
            "who": attacker.name,
            "target": target.name,
            "weapon": weapon.name,
            "how": how[int(option.value)],
        },
        option.rules,
    )


def tell_strike(
    fight: MithrynFight,
    attacker: Combatant,
    target: Combatant,
    weapon: Weapon,
    manner: i64,
    first: Dice,
    second: Dice | None,
    hits: i64,
    helped: bool,
) -> None:
    """Tells the dice, the Defense with what makes it up, and every rule that changed them."""
    pools = [first] if second is None else [first, second]
    rules = ["attack.hits", "health.defense"]
    shown = [face for dice in pools for face in dice.shown]
    if any(face.startswith("+") for face in shown):
        rules.extend(["attack.max-always-hits", "attack.explode"])
    if any(face.startswith("1→") for face in shown):
        rules.append("weapon.precise")
    if helped:
        rules.append("reaction.help")
    sheet = attacker.sheet
    if not sheet.meets(weapon):
        rules.append("attack.requirement")
    elif (first.count == weapon.rushed_count and first.sides == weapon.rushed_sides) or second:
        rules.append("attack.rushed")
    fight.tell(
        "strike",
        {
            "who": attacker.name,
            "target": target.name,
            "weapon": weapon.name,
            "pool": " + ".join([f"{dice.count}d{dice.sides}" for dice in pools]),
            "dice": shown,
            "defense": int(target.defense()),
            "made_of": target.defense_parts(),
            "hits": int(hits),
            "s": "" if hits == 1 else "s",
        },
        tuple(rules),
    )
