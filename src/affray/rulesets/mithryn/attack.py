"""Attacking: dice against Defense, exploding dice, rushed and double attacks."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import Option
from affray.core.state import Transient
from affray.core.table import Stage, Table
from affray.rulesets.mithryn import options, tell
from affray.rulesets.mithryn.health import hurt
from affray.rulesets.mithryn.house import House
from affray.rulesets.mithryn.reactions import cancels_with_magic, defends, helper_of, interposer_for
from affray.rulesets.mithryn.sheet import Sheet, Weapon, without

if TYPE_CHECKING:
    from affray.rulesets.mithryn.combatant import Combatant
    from affray.rulesets.mithryn.fight import MithrynFight

HELPED_DICE: Final[i64] = 2
"""How many missing dice a helper's friend may roll again."""

UNTOLD: Final[list[str]] = []
"""The faces that nobody reads; never written."""


STRIKE: Final[tuple[str, ...]] = ("attack.hits", "health.defense")
"""The rules that every strike goes by."""

EXPLODED: Final[tuple[str, ...]] = ("attack.max-always-hits", "attack.explode")
ROLLED_AGAIN: Final[tuple[str, ...]] = ("weapon.precise", "weapon.precise-extra")
"""The rules of a strike of which dice exploded, and of which ones were rolled again."""


@mypyc_attr(acyclic=True)
class StrikeDice:
    """What somebody rolls with a weapon, plain or rushed: so many equal dice, hits that need none,
    and by which rules. Made once a scenario."""

    def __init__(
        self, count: i64, sides: i64, is_precise: bool, sure_hits: i64, rule: str, house: House
    ) -> None:
        self.count: Final[i64] = count
        self.sides: Final[i64] = sides
        self.sure_hits: Final[i64] = sure_hits
        self.rule: Final = rule
        """The rule that says which dice they are."""
        self.is_precise: Final = is_precise
        self.is_precise_always: Final = is_precise and house.precise_extra
        self.counts_extra_misses: Final = house.help_exploded
        self._plain: Final = (*STRIKE, rule)
        self._rolled_again: Final = (*STRIKE, *ROLLED_AGAIN, rule)
        self._exploded: Final = (*STRIKE, *EXPLODED, rule)
        self._both: Final = (*STRIKE, *EXPLODED, *ROLLED_AGAIN, rule)

    def told_rules(self, exploded: bool, rolled_ones_again: bool) -> tuple[str, ...]:
        """The rules that a strike with these dice went by."""
        if rolled_ones_again:
            return self._both if exploded else self._rolled_again
        return self._exploded if exploded else self._plain


def strike_dice(sheet: Sheet, weapon: Weapon, is_rushed: bool, house: House) -> StrikeDice:
    """The Damage dice, or the Rushed dice of a second attack [attack.rushed]; below the
    weapon's minimum scores they are always the Rushed ones [attack.requirement], if it has any
    [attack.requirement-reload]. A relevant tag makes one die a sure hit [attack.tag]."""
    count = weapon.count
    sides = weapon.sides
    if weapon.rushed_count and (is_rushed or not sheet.meets_requirements(weapon)):
        count = weapon.rushed_count
        sides = weapon.rushed_sides
    sure_hits: i64 = 0
    if int(weapon.index) in sheet.expert_arms:
        sure_hits = 1
    rule = dice_rule(sheet, weapon, is_rushed)
    return StrikeDice(count - sure_hits, sides, weapon.is_precise, sure_hits, rule, house)


def dice_rule(sheet: Sheet, weapon: Weapon, is_rushed: bool) -> str:
    """The rule that says which dice an attack begins with."""
    if not sheet.meets_requirements(weapon):
        return "attack.requirement" if weapon.rushed_count else "attack.requirement-reload"
    if not is_rushed:
        return "weapon.dice" if weapon.rushed_count else "attack.reload"
    is_fast = weapon.rushed_count == weapon.count and weapon.rushed_sides == weapon.sides
    return "weapon.fast" if is_fast else "attack.rushed"


@mypyc_attr(acyclic=True, free_list_len=1)
class Strike(Stage):
    """Equal dice against a Defense, and hits that need no dice: how many hit, and how many missed
    that Help may roll again."""

    dice: Final[StrikeDice]
    count: Final[i64]
    sides: Final[i64]
    defense: Final[i64]
    is_precise: Final[bool]
    sure_hits: Final[i64]
    is_told: Final[bool]
    hits: i64 = 0
    misses: i64 = 0
    exploded: Transient[bool] = False
    rolled_ones_again: Transient[bool] = False
    faces: Transient[list[str]]
    """Every face as the log shows it, where somebody reads it: +4 is an extra roll, 1→4 was a
    1."""

    def __init__(
        self,
        dice: StrikeDice,
        count: i64,
        defense: i64,
        is_precise: bool,
        sure_hits: i64,
        is_told: bool,
    ) -> None:
        self.dice = dice
        self.count = count
        self.sides = dice.sides
        self.defense = within_sides(defense, dice.sides)
        self.is_precise = is_precise
        self.sure_hits = sure_hits
        self.is_told = is_told
        self.faces = [] if is_told else UNTOLD

    def key(self) -> Hashable:
        pool = (int(self.count), int(self.sides), int(self.defense), int(self.sure_hits))
        dice = self.dice
        return (pool, self.is_precise, dice.is_precise_always, dice.counts_extra_misses)

    def play(self, table: Table) -> i64:
        faces = self.faces if self.is_told else None
        hits, self.misses, self.exploded, self.rolled_ones_again = roll_strike(
            table, self.dice, self.count, self.defense, self.is_precise, faces
        )
        self.hits = self.sure_hits + hits
        return self.hits

    def chance_to_hit(self) -> float:
        """How likely one of the dice is to hit."""
        return float(self.sides - self.defense + 1) / float(self.sides)

    def again(self, count: i64) -> Strike:
        """Some of the dice, to be rolled once more."""
        dice = self.dice
        return Strike(dice, count, self.defense, dice.is_precise_always, 0, self.is_told)


def within_sides(defense: i64, sides: i64) -> i64:
    """The least face that hits: a highest face always does [attack.max-always-hits]."""
    return defense if defense < sides else sides


def roll_strike(
    table: Table,
    dice: StrikeDice,
    count: i64,
    defense: i64,
    is_precise: bool,
    faces: list[str] | None,
) -> tuple[i64, i64, bool, bool]:
    """Each die at or above Defense is a hit [attack.hits]; a highest face always is
    [attack.max-always-hits], and explodes: it is rolled again, and again [attack.explode]. A die
    that exploded has hit, so Help does not roll it again, unless by option
    [reaction.help-exploded]. Precise rolls each 1 again, once, before anything explodes
    [weapon.precise], first-rolled dice only unless by option [weapon.precise-extra].

    Gives the hits, the misses, whether any die exploded, and whether ones were rolled again."""
    hits: i64 = 0
    misses: i64 = 0
    exploded = False
    rolled_ones_again = False
    counts_misses = True
    while count > 0:
        enough, exploding, ones = table.count_faces(count, dice.sides, defense, is_precise)
        hits += enough
        if counts_misses:
            misses += count - ones - enough
        if faces is not None:
            show_faces(table, faces, "+" if exploded else "", is_precise)
        if ones > 0:
            rolled_ones_again = True
            enough, more_exploding, _ = table.count_faces(ones, dice.sides, defense, False)
            hits += enough
            exploding += more_exploding
            if counts_misses:
                misses += ones - enough
            if faces is not None:
                show_faces(table, faces, "+1→" if exploded else "1→", False)
        count = exploding
        if exploding > 0:
            exploded = True
            is_precise = dice.is_precise_always
            counts_misses = dice.counts_extra_misses
    return hits, misses, exploded, rolled_ones_again


def show_faces(table: Table, faces: list[str], mark: str, without_ones: bool) -> None:
    """Adds the faces that were counted last to those that the log shows."""
    for face in table.faces_counted():
        if face != 1 or not without_ones:
            faces.append(mark + str(face))


def attack(fight: MithrynFight, attacker: Combatant, option: Option) -> i64:
    """An attack from announcement to wounds: who is struck, which dice, how many hits."""
    target = fight.combatants[option.target]
    thrown_to = target.zone
    if fight.wants_events:
        tell.attacks(fight, attacker, target, fight.scene.weapons[option.item], option)
    fight.announced = option

    cancelled: i64 = 0
    interposer = interposer_for(fight, attacker, target)
    if interposer is not None:
        target = interposer
        cancelled = cancels_with_magic(interposer)
    elif defends(fight, attacker, target):
        cancelled = 1

    hits = strike(fight, attacker, target, option)
    dealt = hits - cancelled if hits > cancelled else 0
    if cancelled and fight.wants_events:
        tell.shield_cancels(fight, target, hits - dealt, dealt, interposer is not None)
    if attacker.zone != thrown_to:
        leave_behind(fight, attacker, fight.scene.weapons[option.item], thrown_to)
    hurt(fight, target, dealt, attacker)
    return dealt


def strike(fight: MithrynFight, attacker: Combatant, target: Combatant, option: Option) -> i64:
    """Rolls the attack, and lets a friend help with what missed; gives the hits."""
    scene, table, item = fight.scene, fight.table, option.item
    dice = scene.strike_dice(attacker.index, item, option.value == options.RUSHED)
    sure_hits = dice.sure_hits
    if scene.has_first_hits:
        sure_hits += first_attack_hits(attacker, scene.weapons[item])
    defense = target.defense()
    if table.follows_stages or fight.wants_words or option.value == options.BOTH:
        first = strike_with(fight, dice, defense, sure_hits)
        return strike_in_stages(fight, attacker, target, option, first, defense)
    least = within_sides(defense, dice.sides)
    hits, misses, exploded, rolled_ones_again = roll_strike(
        table, dice, dice.count, least, dice.is_precise, None
    )
    hits += sure_hits
    if fight.wants_events:
        rules = dice.told_rules(exploded, rolled_ones_again)
        tell.counts_strike(fight, attacker, scene.weapons[item], rules, sure_hits)
    if misses > 0 and is_helped(fight, attacker, target, hits, misses):
        first = strike_with(fight, dice, defense, sure_hits)
        first.hits = hits
        first.misses = misses
        hits += roll_misses_again(fight, attacker, first, None)
    return hits


def strike_in_stages(
    fight: MithrynFight,
    attacker: Combatant,
    target: Combatant,
    option: Option,
    first: Strike,
    defense: i64,
) -> i64:
    """The same where somebody follows stages or reads of them, or where two attacks are made at
    once [attack.both-at-once], as one [attack.both-announced]."""
    fight.table.stage(first)
    hits = first.hits
    misses = first.misses
    second: Strike | None = None
    if option.value == options.BOTH:
        rushed = fight.scene.strike_dice(attacker.index, option.item, True)
        second = strike_with(fight, rushed, defense, rushed.sure_hits)
        fight.table.stage(second)
        hits += second.hits
        misses += second.misses
    if fight.wants_events:
        weapon = fight.scene.weapons[option.item]
        tell.strikes(fight, attacker, target, weapon, first, second)
    if misses > 0 and is_helped(fight, attacker, target, hits, misses):
        hits += roll_misses_again(fight, attacker, first, second)
    return hits


def is_helped(
    fight: MithrynFight, attacker: Combatant, target: Combatant, hits: i64, misses: i64
) -> bool:
    """Whether a friend helps with the dice that missed."""
    fight.hits_rolled = hits
    fight.misses_rolled = misses
    helper = helper_of(fight, attacker, target)
    # nobody asks for it any more: states that differ in nothing else are the same
    fight.hits_rolled = fight.misses_rolled = 0
    return helper is not None


def first_attack_hits(attacker: Combatant, weapon: Weapon) -> i64:
    """What a magic weapon adds to its bearer's first attack of the fight [magic.first-attack]."""
    if attacker.has_attacked:
        return 0
    attacker.has_attacked = True
    return weapon.first_hits


def strike_with(fight: MithrynFight, dice: StrikeDice, defense: i64, sure_hits: i64) -> Strike:
    """Somebody's dice against a Defense, and the hits that need no dice, as a stage."""
    return Strike(dice, dice.count, defense, dice.is_precise, sure_hits, fight.wants_words)


def roll_misses_again(
    fight: MithrynFight, attacker: Combatant, first: Strike, second: Strike | None
) -> i64:
    """Help: up to two dice that did not hit are rolled again, likelier ones first
    [reaction.help, attack.both-announced]; gives their hits."""
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
    """A hurled weapon lies in the target's zone until somebody picks it up [weapon.lies], unless it
    is one of a set [weapon.set]."""
    if not weapon.is_throwable or weapon.is_set:
        return
    fight.arm(thrower, without(thrower.arms, weapon.index))
    fight.lying.append((int(weapon.index), int(zone)))
    if fight.wants_events:
        tell.weapon_lies(fight, weapon, zone)
