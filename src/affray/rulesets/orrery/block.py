"""Attack against Block: how many Successes get through."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import NOBODY
from affray.rulesets.orrery import tell
from affray.rulesets.orrery.armaments import CIRCUMSTANCES, armament_of, circumstances_of
from affray.rulesets.orrery.modifiers import Strike, attack_advantage, block_advantage, is_unaware
from affray.rulesets.orrery.pool import NO_WORDS, UNTOLD, Advantage, Pool, roll
from affray.rulesets.orrery.sheet import DEFENSE, SKILLS

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight


@mypyc_attr(acyclic=True)
class OpposedPools:
    """The pools of an attack and of the Block against it; where there is none, a figure."""

    def __init__(self, fight: OrreryFight, strike: Strike) -> None:
        attacker, target = strike.attacker, strike.target
        net = attack_advantage(fight, strike).net()
        is_fixed = fight.has_figures(attacker)
        self.attack: Final = None if is_fixed else attack_pool(fight, strike, net)
        self.attack_figure: Final[i64] = fixed_figure(attack_figure(strike), net)
        self.can_block: Final = can_block(fight, is_unaware(strike))
        net = block_advantage(fight, strike).net()
        is_fixed = fight.has_figures(target)
        self.block: Final = None if is_fixed else block_pool(fight, target, strike.skill, net)
        self.block_figure: Final[i64] = fixed_figure(target.sheet.block, net)


def unblocked_successes(fight: OrreryFight, strike: Strike) -> i64:
    """The Successes of an attack that its target does not Block; without any there is nothing to
    Block [block.unneeded]. Attacking ends what was good for one attack."""
    if can_keep_pools(fight, strike):
        dealt = untold_successes(fight, strike)
    else:
        dealt = attack_successes(fight, strike)
        if dealt > 0 and can_block(fight, is_unaware(strike)):
            dealt -= block(fight, strike, dealt)
    end_surprise(fight, strike.attacker)
    return dealt if dealt > 0 else 0


def can_keep_pools(fight: OrreryFight, strike: Strike) -> bool:
    """Whether nothing but the dice matters of an attack's pools, and they are those of its
    circumstances: nobody has moved by a ruling since it was begun."""
    return (
        not fight.wants_events
        and not fight.table.follows_stages
        and strike.number != NOBODY
        and strike.rulings == fight.rulings_made
    )


def untold_successes(fight: OrreryFight, strike: Strike) -> i64:
    """The same where nobody reads why, with pools that are kept."""
    attacker, target = strike.attacker, strike.target
    pools = opposed_pools_of(fight, strike)
    dealt = pools.attack_figure
    if pools.attack is not None:
        dealt = roll(fight, attacker, pools.attack, "Attack", NO_WORDS, UNTOLD, strike.rule)
    if dealt == 0:
        return 0
    if fight.rulings_made != strike.rulings:
        # the game master ruled when it was asked whether to roll again
        pools = OpposedPools(fight, strike)
    if not pools.can_block:
        return dealt
    if pools.block is None:
        return dealt - pools.block_figure
    fight.incoming = dealt
    return dealt - roll(fight, target, pools.block, "Block", NO_WORDS, UNTOLD, "block.dice")


def opposed_pools_of(fight: OrreryFight, strike: Strike) -> OpposedPools:
    """The pools of an attack as things stand now, from before or worked out now."""
    attacker, target = strike.attacker, strike.target
    kept = armament_of(fight.scene, attacker.index, strike.number).opposed_pools
    if not kept:
        kept.extend([None] * (len(fight.combatants) * CIRCUMSTANCES))
    circumstances = circumstances_of(fight, attacker, target, strike.skill)
    place = target.index * CIRCUMSTANCES + circumstances
    found = kept[place]
    if found is None:
        found = OpposedPools(fight, strike)
        kept[place] = found
    return found


def end_surprise(fight: OrreryFight, who: Combatant) -> None:
    """Attacking ends being Hidden [status.hidden] and uses up a friend's help [core.help]."""
    if who.hidden:
        who.hidden = False
        if fight.wants_events:
            tell.found(fight, who, "status.hidden")
    who.helped = False


def attack_successes(fight: OrreryFight, strike: Strike) -> i64:
    """The attacker's Successes, of dice or a monster's figure."""
    attacker = strike.attacker
    advantage = attack_advantage(fight, strike)
    if fight.has_figures(attacker):
        return fixed_successes(fight, attacker, attack_figure(strike), advantage, "Attack")
    pool = attack_pool(fight, strike, advantage.net())
    dice = [SKILLS[strike.skill], strike.named] if fight.wants_events else NO_WORDS
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
    """The Successes of a Block against an attack by a skill, of dice or a monster's figure."""
    if fight.has_figures(target):
        return fixed_successes(fight, target, target.sheet.block, advantage, "Block")
    fight.incoming = incoming
    pool = block_pool(fight, target, skill, advantage.net())
    dice = [SKILLS[skill], SKILLS[DEFENSE]] if fight.wants_events else NO_WORDS
    return roll(fight, target, pool, "Block", dice, advantage, "block.dice")


def block_pool(fight: OrreryFight, target: Combatant, skill: i64, net: i64) -> Pool:
    """Defense with Melee against close combat, Ranged against ranged, Magic against runes
    [block.dice]."""
    skills = target.sheet.skills
    return Pool(skills[skill], skills[DEFENSE], 1, net, fight.house, False)


def fixed_successes(
    fight: OrreryFight, who: Combatant, figure: i64, advantage: Advantage, named: str
) -> i64:
    """Where only players roll, a monster's figure [block.monsters]."""
    found = fixed_figure(figure, advantage.net())
    if fight.wants_events:
        tell.figure(fight, who, named, figure, found, advantage)
    return found


def fixed_figure(figure: i64, net: i64) -> i64:
    """A figure that is not rolled: one more with adv, one less with dis [block.monsters]."""
    found = figure + net
    return found if found > 0 else 0
