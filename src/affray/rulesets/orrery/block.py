"""Attack against Block: how many Successes get through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from affray.rulesets.orrery.gear import DEFENSE, MELEE, SKILLS
from affray.rulesets.orrery.modifiers import Strike, attack_edge, block_edge, is_unaware
from affray.rulesets.orrery.pool import UNHEARD, Edge, Pool, roll

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight


def through(fight: OrreryFight, strike: Strike) -> i64:
    """The Successes of an attack that its target does not Block. Attacking ends what was good
    for one attack: being Hidden [status.hidden] and a friend's help [core.help]."""
    dealt = successes(fight, strike)
    strike.attacker.helped = False
    if dealt > 0 and blocks(fight, strike):
        dealt -= block(fight, strike, dealt)
    strike.attacker.hidden = False
    return dealt if dealt > 0 else 0


def successes(fight: OrreryFight, strike: Strike) -> i64:
    """The attacker's Successes: the skill's die and the weapon's, or a monster's figure."""
    attacker = strike.attacker
    edge = attack_edge(fight, strike)
    if fight.has_figures(attacker):
        return figure(fight, attacker, attacker.sheet.attack * strike.copies, edge, "Attack")
    skill: i64 = attacker.sheet.skills[strike.skill]
    pool = Pool(skill, strike.die, strike.copies, edge.value(), fight.house, True)
    dice = [SKILLS[strike.skill], strike.named] if fight.wants_events else UNHEARD
    return roll(fight, attacker, pool, "Attack", dice, edge, attack_rule(strike))


def attack_rule(strike: Strike) -> str:
    """Which rule gave the attack its dice."""
    if strike.copies > 1:
        return "siege.melee" if strike.skill == MELEE else "siege.ranged"
    return ["close.attack", "ranged.attack", "rune.attack"][strike.skill]


def blocks(fight: OrreryFight, strike: Strike) -> bool:
    """The target of an attack must Block [block.roll], unless by option the unaware cannot
    [status.unaware-block]."""
    return fight.house.unaware_block != "none" or not is_unaware(strike)


def block(fight: OrreryFight, strike: Strike, incoming: i64) -> i64:
    """Each Success of the Block takes one damage off [block.roll]."""
    return block_with(fight, strike.target, strike.skill, block_edge(fight, strike), incoming)


def block_with(fight: OrreryFight, target: Combatant, skill: i64, edge: Edge, incoming: i64) -> i64:
    """Defense with Melee against close combat, Ranged against ranged, Magic against runes
    [block.dice]."""
    if fight.has_figures(target):
        return figure(fight, target, target.sheet.block, edge, "Block")
    fight.incoming = incoming
    skills = target.sheet.skills
    pool = Pool(skills[skill], skills[DEFENSE], 1, edge.value(), fight.house, False)
    dice = [SKILLS[skill], SKILLS[DEFENSE]] if fight.wants_events else UNHEARD
    return roll(fight, target, pool, "Block", dice, edge, "block.dice")


def figure(fight: OrreryFight, who: Combatant, fixed: i64, edge: Edge, named: str) -> i64:
    """Where only players roll, a monster's figure, one more with adv, one less with dis
    [block.monsters]."""
    found = fixed + edge.value()
    if found < 0:
        found = 0
    if fight.wants_events:
        fight.tell(
            "figure",
            {
                "who": who.name,
                "named": named,
                "edge": edge.words(),
                "successes": int(found),
                "because": [[f"figure {fixed}", "block.monsters"], *edge.because()],
            },
            ("block.monsters", *edge.rules),
        )
    return found
