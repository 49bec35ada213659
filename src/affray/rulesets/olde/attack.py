"""Attacking: declared, forestalled perhaps, struck, and answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import AttackResult
from affray.core.questions import Option
from affray.rulesets.olde.adjustments import HASTY, PLAIN, UTMOST, attack_adjustments
from affray.rulesets.olde.gear import BARE, Adjustment, Use, Weapon
from affray.rulesets.olde.hands import lose
from affray.rulesets.olde.reactions import counterattacks, parries, ripostes
from affray.rulesets.olde.strike import HIT, roll_attack, strike
from affray.rulesets.olde.verbs import SHOOT

if TYPE_CHECKING:
    from affray.rulesets.olde.fight import Combatant, OldeFight

PANIC: Final = Adjustment("panic attack", "options.advanced", defense=-1)
ALL_OUT: Final = Adjustment("all-out attack", "options.advanced", defense=-3)
AIMING: Final = Adjustment("aimed shot", "options.advanced", defense=-3)


def attack(fight: OldeFight, attacker: Combatant, option: Option) -> AttackResult:
    """An attack in its steps: it is declared, the target may forestall it, the two roll, and a
    hit does damage; then the target may answer."""
    weapon = fight.scene.weapons[option.item]
    target = fight.combatants[option.target]
    from_afar = option.verb == SHOOT
    use = weapon.use(from_afar)
    declare(fight, attacker, target, weapon, use, option.value)

    if not from_afar and counterattacks(fight, attacker, target):
        return AttackResult(False, 0, ("forestalled",))
    if not from_afar and parries(fight, attacker, target, use):
        return AttackResult(False, 0, ("parried",))
    blow = strike(fight, attacker, target, weapon, use, option.value, 0, "")
    spend_missile(fight, attacker, target, weapon, use)
    if not from_afar:
        ripostes(fight, attacker, target, blow.damage)
    return blow


def declare(
    fight: OldeFight,
    attacker: Combatant,
    target: Combatant,
    weapon: Weapon,
    use: Use,
    manner: i64,
) -> None:
    """Says who attacks whom and how; haste and abandon cost Defense until the next Reset
    [options.advanced]."""
    if manner == HASTY and not use.ranged:
        attacker.temporary.append(PANIC)
    elif manner == UTMOST:
        attacker.temporary.append(AIMING if use.ranged else ALL_OUT)
    if fight.wants_events:
        if use.ranged:
            how = {int(PLAIN): "", int(HASTY): " in haste", int(UTMOST): " with care"}
            verb = "throws at" if use.thrown else "shoots at"
        else:
            how = {int(PLAIN): "", int(HASTY): " in panic", int(UTMOST): " all-out"}
            verb = "attacks"
        fight.tell(
            "attack",
            {
                "who": attacker.name,
                "target": target.name,
                "weapon": weapon.name,
                "arm": weapon.called(),
                "verb": verb,
                "how": how[int(manner)],
            },
            ("attack.declare",) if manner == PLAIN else ("attack.declare", "options.advanced"),
        )


def spend_missile(
    fight: OldeFight, attacker: Combatant, target: Combatant, weapon: Weapon, use: Use
) -> None:
    """What was thrown lies in the target's space; a crossbow has to be reset
    [ranged.crossbow]."""
    if use.thrown and int(weapon.index) in attacker.arms:
        lose(fight, attacker, weapon)
        fight.lying.append((int(weapon.index), int(target.cell)))
        if fight.wants_events:
            fight.tell(
                "lies", {"weapon": weapon.name, "place": fight.scene.places[target.cell]}, ()
            )
    elif use.crossbow:
        attacker.loaded = False


def close_in(fight: OldeFight, attacker: Combatant, target: Combatant) -> None:
    """Into the space of an enemy who can defend it: a Brawling attack that hits [reach.enter]."""
    use = fight.scene.weapons[BARE].use(False)
    if fight.wants_events:
        fight.tell("closes in", {"who": attacker.name, "target": target.name}, ("reach.enter",))
    tally = attack_adjustments(fight, attacker, use, PLAIN)
    if roll_attack(fight, attacker, target, use, tally) >= HIT:
        fight.put(attacker, target.cell)
