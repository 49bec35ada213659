"""Attack against Block: the Successes that are not Blocked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from affray.rulesets.orrery import log
from affray.rulesets.orrery.modifiers import Strike, add_to_attack, add_to_block
from affray.rulesets.orrery.pool import Advantage, Pool, fixed_successes, roll
from affray.rulesets.orrery.sheet import DEFENSE, SKILL_NAMES

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight


def unblocked_successes(fight: OrreryFight, strike: Strike) -> i64:
    """Return the Successes of an attack that are not Blocked; without any no Block is rolled
    [block.unneeded].

    Attacking ends effects that last for one attack.
    """
    dealt = attack_successes(fight, strike)
    if dealt > 0 and can_block(fight, strike.is_unaware):
        dealt -= block(fight, strike, dealt)
    end_surprise(fight, strike.attacker)
    return dealt if dealt > 0 else 0


def end_surprise(fight: OrreryFight, who: Combatant) -> None:
    """End being Hidden and use up a friend's help when a combatant attacks."""
    if who.hidden:
        who.hidden = False
        log.does(fight, "found", who, "status.hidden")
    who.helped = False


def attack_successes(fight: OrreryFight, strike: Strike) -> i64:
    """Return the attacker's Successes, of dice or a monster's number."""
    attacker = strike.attacker
    advantage = Advantage(fight.has_listener)
    add_to_attack(fight, strike, advantage)
    if fight.has_figures(attacker):
        return fixed_successes(fight, attacker, attack_figure(strike), advantage, "Attack")
    pool = attack_pool(fight, strike, advantage.net())
    means = strike.means
    dice = (SKILL_NAMES[strike.skill], means.die_name)
    return roll(fight, attacker, pool, "Attack", dice, advantage, means.rule)


def attack_pool(fight: OrreryFight, strike: Strike, net: i64) -> Pool:
    """Return the dice of an attack: the skill's and the weapon's."""
    skill: i64 = strike.attacker.sheet.skills[strike.skill]
    return Pool(skill, strike.die, strike.copies, net, fight.scene.attack_pools)


def attack_figure(strike: Strike) -> i64:
    """Return the fixed number that replaces the Successes of an attack."""
    return strike.attacker.sheet.attack * strike.copies


def can_block(fight: OrreryFight, unaware: bool) -> bool:
    """Return whether the target can Block; by option the unaware cannot [status.unaware-block]."""
    return not unaware or fight.house.unaware_block != "none"


def block(fight: OrreryFight, strike: Strike, incoming: i64) -> i64:
    """Take one damage off an attack for each Success of the Block [block.roll]."""
    advantage = Advantage(fight.has_listener)
    add_to_block(fight, strike, advantage)
    return block_with(fight, strike.target, strike.skill, advantage, incoming)


def block_with(
    fight: OrreryFight, target: Combatant, skill: i64, advantage: Advantage, incoming: i64
) -> i64:
    """Return the Successes of a Block against an attack by a skill, of dice or a fixed number."""
    if fight.has_figures(target):
        found = fixed_successes(fight, target, target.sheet.block, advantage, "Block")
    else:
        fight.incoming = incoming
        pool = block_pool(fight, target, skill, advantage.net())
        dice = (SKILL_NAMES[skill], SKILL_NAMES[DEFENSE])
        found = roll(fight, target, pool, "Block", dice, advantage, "block.dice")
    if found >= incoming:
        log.does(fight, "blocked", target, "block.roll")
    return found


def block_pool(fight: OrreryFight, target: Combatant, skill: i64, net: i64) -> Pool:
    """Return the dice of a Block: Defense with the skill of the attack [block.dice]."""
    skills = target.sheet.skills
    return Pool(skills[skill], skills[DEFENSE], 1, net, fight.scene.other_pools)
