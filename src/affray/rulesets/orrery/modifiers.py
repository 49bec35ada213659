"""What gives an attack, or the Block against it, adv and dis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.rulesets.orrery.pool import Advantage
from affray.rulesets.orrery.sheet import MELEE, RANGED, SIZES, SMALL
from affray.space.bands import BANDS, DISTANT, TOUCH

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight


@mypyc_attr(acyclic=True, free_list_len=1)
class Strike:
    """One attack: who makes it on whom, by which skill, with which die, at which band."""

    def __init__(
        self,
        attacker: Combatant,
        target: Combatant,
        skill: i64,
        die: i64,
        copies: i64,
        types: list[str],
        named: str,
        band: i64,
    ) -> None:
        self.attacker: Final = attacker
        self.target: Final = target
        self.skill: Final[i64] = skill
        self.die: Final[i64] = die
        self.copies: Final[i64] = copies
        self.types: Final = types
        self.named: Final = named
        self.band: Final[i64] = band

    def is_monster_shot_at_pc(self) -> bool:
        """Whether the ranged factors are on the Block instead [block.factors]."""
        return self.skill == RANGED and self.target.sheet.pc and not self.attacker.sheet.pc


def attack_advantage(fight: OrreryFight, strike: Strike) -> Advantage:
    """Every source of adv and dis on the attack; by option being Tethered is one for those who
    shoot [status.tethered-aim]."""
    advantage = Advantage(fight.wants_events)
    attacker, target = strike.attacker, strike.target
    defenseless(strike, advantage)
    type_advantage(strike, advantage)
    if attacker.helped:
        advantage.add_adv("core.help", "a friend helps")
    if attacker.frightened and attacker.frightened_of == target.index:
        advantage.add_dis("rune.condition", "frightened of ", target.name)
    if strike.skill == RANGED:
        if not strike.is_monster_shot_at_pc():
            ranged_factors(fight, strike, advantage)
        if attacker.is_tethered() and fight.house.tethered_aim == "dis":
            advantage.add_dis("status.tethered-aim", "Tethered")
    return advantage


def block_advantage(fight: OrreryFight, strike: Strike) -> Advantage:
    """Every source of adv and dis on the target's Block. A monster's ranged factors are turned
    round on a PC's [block.factors]; by option a shield helps in close combat [block.shield]."""
    advantage = Advantage(fight.wants_events)
    if strike.is_monster_shot_at_pc():
        ranged_factors(fight, strike, advantage)
        advantage = advantage.reversed()
        if fight.wants_events and advantage.rules:
            advantage.rules.append("block.factors")
    if is_unaware(strike) and fight.house.unaware_block == "dis":
        advantage.add_dis("status.unaware-block", "unaware")
    if (
        strike.skill == MELEE
        and fight.house.shield_block == "adv"
        and fight.has_shield(strike.target)
    ):
        advantage.add_adv("block.shield", "shield")
    return advantage


def is_unaware(strike: Strike) -> bool:
    """Whether the target cannot see it coming, or cannot do anything about it."""
    return strike.attacker.hidden or strike.target.is_defenseless()


def defenseless(strike: Strike, advantage: Advantage) -> None:
    """A defenseless target, or one unaware of a Hidden attacker [modifier.defenseless]."""
    if strike.target.is_defenseless():
        advantage.add_adv("modifier.defenseless", "defenseless")
    elif strike.attacker.hidden:
        advantage.add_adv("modifier.defenseless", "unaware")


def type_advantage(strike: Strike, advantage: Advantage) -> None:
    """What a magical monster is weak or strong against [modifier.type]."""
    sheet = strike.target.sheet
    for kind in strike.types:
        if kind in sheet.weak:
            advantage.add_adv("modifier.type", "weak to ", kind)
        if kind in sheet.strong:
            advantage.add_dis("modifier.type", "strong against ", kind)


def ranged_factors(fight: OrreryFight, strike: Strike, advantage: Advantage) -> None:
    """The five factors of a ranged attack, in the order of the chapter."""
    target_size(strike, advantage)
    cover(fight, strike, advantage)
    if strike.band != TOUCH:
        height(fight, strike, advantage)
    distance(strike, advantage)
    if strike.band != TOUCH:
        visibility(fight, strike, advantage)


def target_size(strike: Strike, advantage: Advantage) -> None:
    """A Small or Tiny target is hard to hit [modifier.size]."""
    size = strike.target.sheet.size_class
    if size <= SMALL:
        advantage.add_dis("modifier.size", SIZES[size])


def cover(fight: OrreryFight, strike: Strike, advantage: Advantage) -> None:
    """Cover or an ally in the way, over at least half of the target [modifier.cover]. Two who
    share a spot have no cover from each other."""
    here, there = strike.attacker.spot, strike.target.spot
    if here == there:
        return
    if fight.places.spots[there].covers_half():
        advantage.add_dis("modifier.cover", "cover")
    else:
        ally = ally_in_the_way(fight, strike)
        if ally is not None:
            advantage.add_dis("modifier.cover", ally.name, " in the way")


def ally_in_the_way(fight: OrreryFight, strike: Strike) -> Combatant | None:
    """A friend between the two, or with the target, who is no smaller than it; one who shoots
    from wholly above shoots over them [modifier.cover]."""
    attacker, target = strike.attacker, strike.target
    for ally in fight.combatants:
        if ally.side != attacker.side or ally is attacker or ally is target:
            continue
        if (
            ally.is_able()
            and ally.sheet.size_class >= target.sheet.size_class
            and fight.places.between(attacker.spot, ally.spot, target.spot)
            and not fight.is_wholly_above(attacker.spot, ally.spot)
        ):
            return ally
    return None


def height(fight: OrreryFight, strike: Strike, advantage: Advantage) -> None:
    """The whole body above the target, or below it [modifier.height]; how much that takes is
    [modifier.wholly-above]."""
    here, there = strike.attacker.spot, strike.target.spot
    if fight.is_wholly_above(here, there):
        advantage.add_adv("modifier.height", "above")
    elif fight.is_wholly_above(there, here):
        advantage.add_dis("modifier.height", "below")


def distance(strike: Strike, advantage: Advantage) -> None:
    """Beyond Nearby, or so near that it is hard to aim [modifier.range], but not against one who
    is unaware or defenseless [modifier.range-unaware]."""
    if (strike.band == TOUCH or strike.band >= DISTANT) and not is_unaware(strike):
        advantage.add_dis("modifier.range", "at ", BANDS[strike.band])


def visibility(fight: OrreryFight, strike: Strike, advantage: Advantage) -> None:
    """Either of the two is Obscured, in the dark for instance [modifier.visibility]; one who is
    blinded sees everybody so."""
    spots = fight.places.spots
    if strike.attacker.blinded:
        advantage.add_dis("modifier.visibility", "blinded")
    elif spots[strike.target.spot].hard_to_see():
        advantage.add_dis("modifier.visibility", "target Obscured")
    elif spots[strike.attacker.spot].hard_to_see():
        advantage.add_dis("modifier.visibility", "Obscured")
