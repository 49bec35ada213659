"""Attack against Block: how many Successes get through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from affray.rulesets.orrery import log
from affray.rulesets.orrery.modifiers import Strike, attack_advantage, block_advantage, is_unaware
from affray.rulesets.orrery.pool import Advantage, Pool, fixed_successes, roll
from affray.rulesets.orrery.sheet import DEFENSE, SKILLS

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight


def unblocked_successes(fight: OrreryFight, strike: Strike) -> i64:
    """The Successes of an attack that its target does not Block; without any there is nothing to
    Block [block.unneeded]. Attacking ends what was good for one attack."""
    dealt = attack_successes(fight, strike)
    if dealt > 0 and can_block(fight, is_unaware(strike)):
        dealt -= block(fight, strike, dealt)
    end_surprise(fight, strike.attacker)
    return dealt if dealt > 0 else 0


def end_surprise(fight: OrreryFight, who: Combatant) -> None:
    """Attacking ends being Hidden [status.hidden] and uses up a friend's help [core.help]."""
    if who.hidden:
        who.hidden = False
        log.found(fight, who, "status.hidden")
    who.helped = False


def attack_successes(fight: OrreryFight, strike: Strike) -> i64:
    """The attacker's Successes, of dice or a monster's figure."""
    attacker = strike.attacker
    advantage = attack_advantage(fight, strike)
    if fight.has_figures(attacker):
        return fixed_successes(fight, attacker, attack_figure(strike), advantage, "Attack")
    pool = attack_pool(fight, strike, advantage.net())
    dice = (SKILLS[strike.skill].capitalize(), strike.die_name)
    return roll(fight, attacker, pool, "Attack", dice, advantage, strike.rule)


def attack_pool(fight: OrreryFight, strike: Strike, net: i64) -> Pool:
    """The dice of an attack: the skill's and the weapon's."""
    skill: i64 = strike.attacker.sheet.skills[strike.skill]
    return Pool(skill, strike.die, strike.copies, net, fight.house, True)


def attack_figure(strike: Strike) -> i64:
    """What counts as the Successes of an attack that is not rolled [block.monsters]."""
    return strike.attacker.sheet.attack * strike.copies


def can_block(fight: OrreryFight, unaware: bool) -> bool:
    """The target of an attack must Block [block.roll], unless by option the unaware cannot
    [status.unaware-block]."""
    return not unaware or fight.house.unaware_block != "none"


def block(fight: OrreryFight, strike: Strike, incoming: i64) -> i64:
    """Each Success of the Block takes one damage off [block.roll]."""
    return block_with(fight, strike.target, strike.skill, block_advantage(fight, strike), incoming)


def block_with(
    fight: OrreryFight, target: Combatant, skill: i64, advantage: Advantage, incoming: i64
) -> i64:
    """Return the Successes of a Block against an attack by a skill, of dice or a fixed number."""
    if fight.has_figures(target):
        found = fixed_successes(fight, target, target.sheet.block, advantage, "Block")
    else:
        fight.incoming = incoming
        pool = block_pool(fight, target, skill, advantage.net())
        dice = (SKILLS[skill].capitalize(), SKILLS[DEFENSE].capitalize())
        found = roll(fight, target, pool, "Block", dice, advantage, "block.dice")
    if found >= incoming:
        log.blocked(fight, target)
    return found


def block_pool(fight: OrreryFight, target: Combatant, skill: i64, net: i64) -> Pool:
    """Defense with Melee against close combat, Ranged against ranged, Magic against runes
    [block.dice]."""
    skills = target.sheet.skills
    return Pool(skills[skill], skills[DEFENSE], 1, net, fight.house, False)
