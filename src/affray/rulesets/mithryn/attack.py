"""Attacking: dice against Defense, exploding dice, rushed and double attacks."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import Option
from affray.core.table import Stage, Table, cut_at
from affray.rulesets.mithryn.health import hurt
from affray.rulesets.mithryn.reactions import defends, helper_of, interposer_for
from affray.rulesets.mithryn.sheet import Weapon, without

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


@mypyc_attr(acyclic=True, free_list_len=1)
class Pool:
    """Equal dice against a Defense; what they come to is hits and MISSES times the misses."""

    def __init__(self, count: i64, sides: i64, defense: i64, precise: bool) -> None:
        self.count: Final[i64] = count
        self.sides: Final[i64] = sides
        self.defense: Final[i64] = defense if defense < sides else sides
        self.precise: Final = precise

    def roll(self, table: Table, shown: list[str] | None) -> i64:
        """The first roll [attack.hits]; Precise rolls its ones again [weapon.precise]."""
        cuts = cut_at(self.defense) | cut_at(self.sides)
        if not self.precise:
            return self.tally(table, table.roll(self.count, self.sides, cuts), "", shown)
        faces = table.roll(self.count, self.sides, cuts | cut_at(2))
        kept = [face for face in faces if face != 1]
        ones: i64 = len(faces) - len(kept)
        result = self.tally(table, kept, "", shown)
        if ones:
            result += self.tally(table, table.roll(ones, self.sides, cuts), "1→", shown)
        return result

    def again(self, table: Table, count: i64, shown: list[str] | None) -> i64:
        """Dice that missed, rolled once more."""
        cuts = cut_at(self.defense) | cut_at(self.sides)
        return self.tally(table, table.roll(count, self.sides, cuts), "", shown)

    def tally(self, table: Table, faces: list[int], mark: str, shown: list[str] | None) -> i64:
        """Each die at or above Defense is a hit; a highest face always is
        [attack.max-always-hits], and is rolled again, and again [attack.explode]."""
        defense = self.defense
        sides = self.sides
        result: i64 = 0
        while True:
            exploding: i64 = 0
            for face in faces:
                if face >= defense:
                    result += 1
                    if face == sides:
                        exploding += 1
                else:
                    result += MISSES
            if shown is not None:
                shown.extend([mark + str(face) for face in faces])
            if exploding == 0:
                return result
            faces = table.roll(exploding, sides, cut_at(defense) | cut_at(sides))
            mark = "+"

    def key(self) -> tuple[int, int, int, bool]:
        """Everything that matters but the dice."""
        return (int(self.count), int(self.sides), int(self.defense), self.precise)


@mypyc_attr(acyclic=True, free_list_len=1)
class Strike(Stage):
    """All the dice of an attack: its hits and its misses."""

    def __init__(self, pool: Pool, shown: list[str] | None) -> None:
        self.pool: Final = pool
        self.shown: Final = shown

    def key(self) -> Hashable:
        return self.pool.key()

    def play(self, table: Table) -> i64:
        return self.pool.roll(table, self.shown)


@mypyc_attr(acyclic=True)
class Again(Stage):
    """Dice that missed, rolled once more with a friend's help: their hits and misses."""

    def __init__(self, pool: Pool, count: i64, shown: list[str] | None) -> None:
        self.pool: Final = pool
        self.count: Final[i64] = count
        self.shown: Final = shown

    def key(self) -> Hashable:
        return (int(self.count), int(self.pool.sides), int(self.pool.defense))

    def play(self, table: Table) -> i64:
        return self.pool.again(table, self.count, self.shown)


def pool_for(attacker: Combatant, weapon: Weapon, defense: i64, rushed: bool) -> Pool:
    """The Damage dice, or the Rushed dice of a second attack [attack.rushed]; below the
    weapon's minimum scores they are always the Rushed ones [attack.requirement]."""
    if weapon.rushed_count and (rushed or not attacker.sheet.meets_requirements(weapon)):
        return Pool(weapon.rushed_count, weapon.rushed_sides, defense, weapon.is_precise)
    return Pool(weapon.count, weapon.sides, defense, weapon.is_precise)


def attack(fight: MithrynFight, attacker: Combatant, option: Option) -> i64:
    """An attack from announcement to wounds: who is struck, which dice, how many hits."""
    weapon = fight.scene.weapons[option.item]
    target = fight.combatants[option.target]
    thrown_to = target.zone
    if fight.wants_events:
        announce(fight, attacker, target, weapon, option)

    interposer = interposer_for(fight, attacker, target)
    if interposer is not None:
        target = interposer
    cancelled: i64 = 1 if defends(fight, attacker, target) else 0

    hits = strike(fight, attacker, target, weapon, option.value)
    dealt = hits - cancelled if hits > cancelled else 0
    if cancelled and fight.wants_events:
        fight.tell("defended", {"who": target.name, "hits": int(dealt)}, ("reaction.defend",))
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
    shown: list[str] | None = [] if fight.wants_events else None
    first = pool_for(attacker, weapon, target.defense(), manner == RUSHED)
    result = table.stage(Strike(first, shown))
    hits = result % MISSES
    misses = result // MISSES
    second: Pool | None = None
    second_misses: i64 = 0
    if manner == BOTH:
        second = pool_for(attacker, weapon, target.defense(), True)
        result = table.stage(Strike(second, shown))
        hits += result % MISSES
        second_misses = result // MISSES

    if shown is not None:
        tell_strike(fight, attacker, target, weapon, manner, first, second, shown, hits)
    if misses + second_misses > 0 and helper_of(fight, attacker, target) is not None:
        rolled_again: list[str] | None = [] if fight.wants_events else None
        more = roll_misses_again(table, first, misses, second, second_misses, rolled_again)
        hits += more
        if rolled_again is not None:
            fight.tell(
                "rolled again",
                {"who": attacker.name, "dice": rolled_again, "more": int(more), "hits": int(hits)},
                ("reaction.help",),
            )
    return hits


def roll_misses_again(
    table: Table,
    first: Pool,
    misses: i64,
    second: Pool | None,
    second_misses: i64,
    shown: list[str] | None,
) -> i64:
    """Help: up to two dice that did not hit are rolled again, likelier ones first
    [reaction.help]; gives their hits."""
    if second is not None and chance_to_hit(second) > chance_to_hit(first):
        return roll_misses_again(table, second, second_misses, first, misses, shown)
    hits: i64 = 0
    count = misses if misses < HELPED_DICE else HELPED_DICE
    if count:
        hits = table.stage(Again(first, count, shown)) % MISSES
    left = HELPED_DICE - count
    if second is not None and left > 0 and second_misses > 0:
        more = second_misses if second_misses < left else left
        hits += table.stage(Again(second, more, shown)) % MISSES
    return hits


def chance_to_hit(pool: Pool) -> float:
    """How likely one die of a pool is to hit."""
    return float(pool.sides - pool.defense + 1) / float(pool.sides)


def leave_behind(fight: MithrynFight, thrower: Combatant, weapon: Weapon, zone: i64) -> None:
    """A hurled weapon lies in the target's zone until somebody picks it up [weapon.throwable]."""
    thrower.arms = without(thrower.arms, weapon.index)
    fight.lying.append((int(weapon.index), int(zone)))
    if fight.wants_events:
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
            "arm": weapon.phrase(),
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
    first: Pool,
    second: Pool | None,
    shown: list[str],
    hits: i64,
) -> None:
    """Tells the dice, the Defense with what makes it up, and every rule that changed them."""
    pools = [first] if second is None else [first, second]
    rules = ["attack.hits", "health.defense"]
    if any(face.startswith("+") for face in shown):
        rules.extend(["attack.max-always-hits", "attack.explode"])
    if any(face.startswith("1→") for face in shown):
        rules.append("weapon.precise")
    if not attacker.sheet.meets_requirements(weapon):
        rules.append("attack.requirement")
    elif manner != PLAIN:
        rules.append("attack.rushed")
    fight.tell(
        "strike",
        {
            "who": attacker.name,
            "target": target.name,
            "weapon": weapon.name,
            "pool": " + ".join([f"{pool.count}d{pool.sides}" for pool in pools]),
            "dice": shown,
            "defense": int(target.defense()),
            "made_of": target.defense_parts(),
            "hits": int(hits),
            "s": "" if hits == 1 else "s",
            "because": [
                [
                    f"{first.count}d{first.sides} {weapon.phrase()}",
                    dice_rule(attacker, weapon, manner),
                ],
                *(
                    [[f"{second.count}d{second.sides} at once", "attack.both-at-once"]]
                    if second is not None
                    else []
                ),
                *target.defense_because(),
            ],
        },
        tuple(rules),
    )


def dice_rule(attacker: Combatant, weapon: Weapon, manner: i64) -> str:
    """Which rule says what dice an attack begins with."""
    if not attacker.sheet.meets_requirements(weapon):
        return "attack.requirement"
    return "attack.rushed" if manner == RUSHED else "weapon.dice"
