"""Attack against Block: how many Successes get through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from affray.rulesets.orrery import tell
from affray.rulesets.orrery.modifiers import Strike, attack_advantage, block_advantage, is_unaware
from affray.rulesets.orrery.pool import NO_WORDS, Advantage, Pool, roll
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
        if fight.wants_events:
            tell.found(fight, who, "status.hidden")
    who.helped = False


def attack_successes(fight: OrreryFight, strike: Strike) -> i64:
    """The attacker's Successes: the skill's die and the weapon's, or a monster's figure."""
    attacker = strike.attacker
    advantage = attack_advantage(fight, strike)
    if fight.has_figures(attacker):
        figure = attacker.sheet.attack * strike.copies
        return fixed_successes(fight, attacker, figure, advantage, "Attack")
    skill: i64 = attacker.sheet.skills[strike.skill]
    pool = Pool(skill, strike.die, strike.copies, advantage.net(), fight.house, True)
    dice = [SKILLS[strike.skill], strike.named] if fight.wants_events else NO_WORDS
    return roll(fight, attacker, pool, "Attack", dice, advantage, strike.rule)


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
    """Defense with Melee against close combat, Ranged against ranged, Magic against runes
    [block.dice]."""
    if fight.has_figures(target):
        return fixed_successes(fight, target, target.sheet.block, advantage, "Block")
    fight.incoming = incoming
    skills = target.sheet.skills
    pool = Pool(skills[skill], skills[DEFENSE], 1, advantage.net(), fight.house, False)
    dice = [SKILLS[skill], SKILLS[DEFENSE]] if fight.wants_events else NO_WORDS
    return roll(fight, target, pool, "Block", dice, advantage, "block.dice")


def fixed_successes(
    fight: OrreryFight, who: Combatant, figure: i64, advantage: Advantage, named: str
) -> i64:
    """Where only players roll, a monster's figure, one more with adv, one less with dis
    [block.monsters]."""
    found = figure + advantage.net()
    if found < 0:
        found = 0
    if fight.wants_events:
        tell.figure(fight, who, named, figure, found, advantage)
    return found
