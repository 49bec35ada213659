"""Attacking a target: skill against defence, damage, and its consequences."""

from __future__ import annotations

from mypy_extensions import i64

from affray.core.fight import AttackResult
from affray.rulesets.renaissance import log, modifiers, skills, tags, verbs
from affray.rulesets.renaissance.areas import burst
from affray.rulesets.renaissance.armor import after_armor, armor_of
from affray.rulesets.renaissance.awareness import ONE_EYED, can_answer, give_away
from affray.rulesets.renaissance.checks import Contest, contest, spend_before
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.damage import (
    Damage,
    DamageTally,
    add_bonuses,
    add_margin_bonus,
    damage_bonus_of,
    harm_of,
)
from affray.rulesets.renaissance.defense import (
    DefendedAttack,
    choose_defense,
    has_a_choice,
    plain_defense,
)
from affray.rulesets.renaissance.effort import (
    EXCEPTIONAL,
    Effort,
    Modifiers,
    hinder,
    hinder_by_posture,
    hinder_off_hand,
)
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.handling import lie, use_ammunition
from affray.rulesets.renaissance.holds import catch, take_hold
from affray.rulesets.renaissance.ongoing import Attack
from affray.rulesets.renaissance.ranges import RANGES, cover_between, is_point_blank, range_category
from affray.rulesets.renaissance.readied import trigger
from affray.rulesets.renaissance.resistance import damage_rolls, on_damage, on_quality, take_effect
from affray.rulesets.renaissance.sheet import (
    ARMOR_GAP,
    LOADED,
    MEDIUM,
    NO_STRIKE,
    NONE,
    STRIKE_PENALTIES,
    STRIKE_RULES,
    STRIKES,
    Weapon,
)
from affray.rulesets.renaissance.strikes import name_location, take_result
from affray.rulesets.renaissance.unarmed import attack_unarmed, bruise_knuckles
from affray.rulesets.renaissance.wounds import fall, hurt

# --- an attack from its announcement to its wounds ------------------------------------------------


def make_attack(fight: RenaissanceFight, attack: Attack) -> AttackResult:
    """Resolve an attack from announcement to wounds [attack.standard]."""
    attacker, target, weapon = attack.attacker, attack.target, attack.weapon
    if attack.strike != NO_STRIKE:
        name_location(fight, attack)
    log.attack(fight, attack)
    if fight.somebody_waits:
        trigger(fight, verbs.ENEMY_ATTACKS, attacker)
    if not can_still(attack):
        return AttackResult(False, 0)
    attack.harm = harm_of(fight, attack)
    if weapon.is_area():
        thrown = attack_effort(fight, attack)
        use_ammunition(fight, attack)
        return burst(fight, attack, thrown)
    outcome = exchange(fight, attack)
    quality = outcome.quality
    is_own_check = outcome.won or outcome.answer_quality == 0
    if is_own_check and not outcome.improved:
        quality = on_quality(fight, target, attack.keywords, quality)
        attack.was_downgraded = quality < outcome.quality
    failed = "defended" if outcome.first.quality > 0 else "miss"
    told = "hit" if outcome.won else failed
    why = why_so(attack, outcome) + log.changed_quality(attack, outcome.quality, quality)
    log.contest(fight, outcome.first, attack.defense, "check.ordered", told, why)
    give_away(fight, attacker, target)
    if attack.thrown:
        lie(fight, weapon.base, target.cell, LOADED)
    if not outcome.won:
        bruise_knuckles(fight, attacker, target, weapon, quality)
        if attack.caught_with != NONE and outcome.answer_quality >= EXCEPTIONAL:
            catch(fight, attack)
        return AttackResult(False, 0)
    return hit(fight, attack, quality, outcome.band)


def why_so(attack: Attack, outcome: Contest) -> str:
    """Return in words why the target does not defend [defend.unaware], or has caught nothing
    [maneuver.catch]; empty if neither applies."""
    if attack.defense is None:
        state = "unaware of it" if attack.target.is_able() else "disabled"
        return f", {attack.target.name} is {state}"
    is_caught = attack.caught_with != NONE and outcome.answer_quality >= EXCEPTIONAL
    if attack.caught_with == NONE or outcome.won or outcome.first.quality < 0 or is_caught:
        return ""
    return ", but not exceptionally: nothing is caught"


def can_still(attack: Attack) -> bool:
    """Return whether an attack continues after reactions: weapon at hand, attacker free, target
    there."""
    attacker = attack.attacker
    if not attacker.is_free_to_act() or not attack.target.is_present():
        return False
    return attacker.has_at_hand(attack.weapon.base)


# --- the attacker's side --------------------------------------------------------------------------


def attack_effort(fight: RenaissanceFight, attack: Attack) -> Effort:
    """Return the attack skill with all its modifiers."""
    weapon = attack.weapon
    effort = wielding_effort(fight, attack)
    mods = effort.mods
    if attack.melee:
        in_melee(fight, attack, mods)
    else:
        at_range(fight, attack, mods)
    if is_out_of_easy_reach(fight, attack):
        is_large = attack.attacker.sheet.size > MEDIUM
        rule = "mount.large-attackers" if is_large else "mount.targets"
        mods.add(modifiers.UP_THERE, "a rider", rule)
    penalty = strike_penalty(weapon, attack.strike)
    if penalty:
        mods.add(penalty, STRIKES[attack.strike], STRIKE_RULES[attack.strike])
    effort.wants_exceptional = attack.strike != NO_STRIKE
    return effort


def strike_penalty(weapon: Weapon, strike: i64) -> i64:
    """Return the penalty of a strike on the attack; zero with a suitable weapon
    [strike.general]."""
    return 0 if weapon.suits(strike) else STRIKE_PENALTIES[strike]


def wielding_effort(fight: RenaissanceFight, attack: Attack) -> Effort:
    """Return the attack skill with the modifiers that do not depend on the target [attack.skill].

    Merely touching or pointing is easier [attack.touch-only, attack.indicate-only].
    """
    attacker, weapon = attack.attacker, attack.weapon
    mods = Modifiers(fight.has_listener)
    sheet = attacker.sheet
    skill = skills.RANGED if attack.thrown else sheet.best_skill(weapon)
    base = sheet.skill(skill)
    label = skills.SKILL_TITLES[skill]
    if weapon.tags & tags.TOUCH:
        label, base = light_skill(attacker, weapon)
        mods.add(modifiers.LIGHT_TOUCH, "only a touch", "attack.touch-only")
    elif weapon.tags & tags.INDICATE:
        label, base = light_skill(attacker, weapon)
        mods.add(modifiers.LIGHT_TOUCH, "only pointed", "attack.indicate-only")
    elif not is_proficient(attack):
        mods.add(modifiers.NOT_PROFICIENT, "not proficient", "attack.skill")
    hinder(attacker, mods, True, skills.ON_COORDINATION[skill])
    handle_weapon(fight, attack, mods)
    return Effort(attacker, label, base, mods)


def throw_at(fight: RenaissanceFight, who: Combatant, weapon: Weapon, cell: i64) -> None:
    """Throw an item at a place, to burst there [area.aim]."""
    attack = Attack(who, who, weapon, NO_STRIKE, weapon.is_thrown_to_reach())
    attack.place = cell
    what = f"{weapon.phrase()} at {fight.spot(cell)}"
    log.simple(fight, "throws at", who, "area.aim", what)
    if fight.somebody_waits:
        trigger(fight, verbs.ENEMY_ATTACKS, who)
    if not can_still(attack):
        return
    attack.harm = harm_of(fight, attack)
    effort = wielding_effort(fight, attack)
    at_distance(fight, who, weapon, cell, effort.mods)
    use_ammunition(fight, attack)
    burst(fight, attack, effort)


def is_proficient(attack: Attack) -> bool:
    """Return whether the attacker has learned this use of the weapon [attack.skill]."""
    sheet = attack.attacker.sheet
    if attack.thrown:
        return sheet.is_proficient_at_throwing(attack.weapon)
    return sheet.is_proficient(attack.weapon)


def is_out_of_easy_reach(fight: RenaissanceFight, attack: Attack) -> bool:
    """Return whether a rider is attacked from the ground without a weapon of Reach [mount.targets].

    As a house rule a Large attacker is tall enough [mount.large-attackers].
    """
    attacker = attack.attacker
    if attack.target.mount < 0 or attack.weapon.tags & tags.REACH:
        return False
    if attacker.sheet.size > MEDIUM and fight.house.large_reach_riders:
        return False
    return attacker.mount < 0 and attacker.rider < 0


def light_skill(attacker: Combatant, weapon: Weapon) -> tuple[str, i64]:
    """Return the skill for touching or pointing [attack.touch-only, attack.indicate-only].

    COO+SOM+SOM or Unarmed Combat to touch, COO×3 or Ranged Weapons to point: the better one,
    without proficiency.
    """
    born = attacker.sheet.born
    skill, label, base = skills.RANGED, "COO×3", 3 * born.coo
    if weapon.tags & tags.TOUCH:
        skill, label, base = skills.UNARMED, "COO+SOM+SOM", born.coo + 2 * born.som
    learned = attacker.sheet.skill(skill)
    return (skills.SKILL_TITLES[skill], learned) if learned > base else (label, base)


def handle_weapon(fight: RenaissanceFight, attack: Attack, mods: Modifiers) -> None:
    """Add the effects of weapon, hand and position on an attack [weapon.tags].

    That includes lying [prone.rules], riding [mount.cavalry], riding by [mount.ride-by,
    mount.ride-by-targets], several attacks and targets [multi.attacks, multi.targets], and the
    off-hand [multi.off-hand, natural.off-hand].
    """
    attacker, weapon = attack.attacker, attack.weapon
    has = weapon.tags
    if has & tags.EASY:
        mods.add(modifiers.EASE, "easy", "weapon.tags")
    if has & tags.DIFFICULT or (has & tags.DIFFICULT_ON_FOOT and attacker.mount < 0):
        mods.add(-modifiers.EASE, "difficult", "weapon.tags")
    hinder_by_posture(attacker, weapon, mods)
    if attack.riding_by:
        mods.add(modifiers.MANY_ATTACKS, "several attacks", "mount.ride-by")
        rule = "mount.ride-by-targets" if attack.passes_several else "mount.ride-by"
        mods.add(modifiers.MANY_TARGETS, "several targets", rule)
    elif attack.one_of_many:
        mods.add(modifiers.MANY_ATTACKS, "several attacks", "multi.attacks")
        if attack.many_targets:
            mods.add(modifiers.MANY_TARGETS, "several targets", "multi.targets")
    if attack.off_hand:
        rule = "natural.off-hand" if weapon.is_natural() else "multi.off-hand"
        hinder_off_hand(attacker, weapon, mods, rule)


def in_melee(fight: RenaissanceFight, attack: Attack, mods: Modifiers) -> None:
    """Add the modifiers of melee."""
    target, weapon = attack.target, attack.weapon
    if target.prone:
        mods.add(modifiers.PRONE_TARGET, "prone target", "prone.rules")
    if weapon.tags & tags.SMALL and holds_longer(fight, target):
        mods.add(-modifiers.EASE, "smaller weapon", "weapon.tags")
    attack_unarmed(fight, target, weapon, mods)


def holds_longer(fight: RenaissanceFight, who: Combatant) -> bool:
    """Return whether a fighter has a weapon in hand that is not Small."""
    weapons = fight.scene.weapons
    if who.main >= 0 and not weapons[who.main].tags & tags.SMALL:
        return True
    return who.off >= 0 and not weapons[who.off].tags & tags.SMALL


def at_range(fight: RenaissanceFight, attack: Attack, mods: Modifiers) -> None:
    """Add the modifiers of ranged attacks: distance, and the target's size and posture
    [size.modifiers]."""
    target = attack.target
    at_distance(fight, attack.attacker, attack.weapon, target.cell, mods)
    size = target.sheet.ranged_size - MEDIUM
    if size != 0:
        mods.add(
            modifiers.SIZE_STEP * size,
            "small target" if size < 0 else "large target",
            "size.modifiers",
        )
    if target.prone:
        mods.add(-modifiers.PRONE_TARGET, "prone target", "prone.rules")


def at_distance(
    fight: RenaissanceFight, attacker: Combatant, weapon: Weapon, cell: i64, mods: Modifiers
) -> None:
    """Add range, closeness and cover for an attack on a cell [ranged.categories,
    ranged.point-blank]."""
    grid = fight.scene.grid
    category = range_category(weapon, grid.rounded(attacker.cell, cell))
    if category > 0:
        mods.add(modifiers.RANGE_STEP * category, RANGES[category], "ranged.categories")
    if is_point_blank(grid, attacker.cell, cell):
        mods.add(modifiers.POINT_BLANK, "point-blank", "ranged.point-blank")
    cover = cover_between(grid, attacker.cell, cell)
    if cover != 0:
        mods.add(cover, "cover", "ranged.cover")
    if attacker.has_lost_eye():
        mods.add(ONE_EYED, "one eye", "strike.maim")


# --- the defender's side --------------------------------------------------------------------------


def exchange(fight: RenaissanceFight, attack: Attack) -> Contest:
    """Resolve the attack roll and, if it succeeds, the defence [check.ordered].

    Ammunition is used up once both sides' checks are known.
    """
    effort = attack_effort(fight, attack)
    use_ammunition(fight, attack)
    if not can_answer(fight, attack.target, attack.attacker):
        return contest(fight, effort, None, True)
    if not has_a_choice(fight, attack):
        attack.defense = plain_defense(fight, attack)
        return contest(fight, effort, attack.defense, True)
    if fight.house.declare_defense == "before":
        attack.defense = choose_defense(fight, attack)
    spend_before(fight, effort)
    found = DefendedAttack(fight, effort, attack)
    fight.table.stage(found)
    attack.caught_with = found.caught_with
    if attack.defense is None:
        attack.defense = plain_defense(fight, attack)
    return found


# --- damage ---------------------------------------------------------------------------------------


def hit(fight: RenaissanceFight, attack: Attack, quality: i64, band: i64) -> AttackResult:
    """Resolve a hit: damage, armour, wounds and a strike's result [attack.critical].

    A critical success rolls damage twice; a struck gap leaves less armour [strike.armor-gap].
    """
    attacker, target = attack.attacker, attack.target
    stage = damage_dice(fight, attack, quality)
    rolled = stage.roll(fight.table)
    total = damage_of(fight, attack, quality, band, rolled)
    total.resisted_critical = total.is_critical() and stage.more != 1
    log.damage(fight, attack, stage, total)
    take_effect(fight, attack, target)
    hurt(fight, target, total.dealt, attacker)
    word = take_result(fight, attack, quality)
    effects: tuple[str, ...] = (word,) if word else ()
    if quality >= EXCEPTIONAL and target.is_able() and take_weapon_effects(fight, attack):
        effects = (*effects, "grabbed")
    return AttackResult(True, total.dealt, effects)


def damage_dice(fight: RenaissanceFight, attack: Attack, quality: i64) -> Damage:
    """Return the damage dice of a hit, with their number of rolls [attack.critical]."""
    harm = attack.harm
    again = damage_rolls(fight, attack.target, attack.keywords, quality)
    return Damage(harm.dice, again, harm.halved)


def damage_of(
    fight: RenaissanceFight, attack: Attack, quality: i64, band: i64, rolled: i64
) -> DamageTally:
    """Return the damage of a hit with these dice: bonuses, resistance and armour
    [armor.reduces]."""
    target, harm = attack.target, attack.harm
    total = DamageTally(rolled, quality, fight.has_listener)
    add_bonuses(fight, attack, harm, total)
    add_margin_bonus(fight, total, band)
    total.dv = on_damage(fight, attack, target, total.full())
    total.ap = harm.ap
    if attack.strike == ARMOR_GAP and quality >= EXCEPTIONAL:
        total.gap = damage_bonus_of(fight, attack.attacker)
        total.ap += total.gap
    total.armor = armor_of(target, quality)
    total.dealt = after_armor(total.dv, total.armor, total.ap)
    return total


def take_weapon_effects(fight: RenaissanceFight, attack: Attack) -> bool:
    """Apply the effects of natural weapons on an exceptional success; return whether they hold
    on [content.tables]."""
    attacker, target, weapon = attack.attacker, attack.target, attack.weapon
    grabs = weapon.tags & tags.GRABS != 0 and target.grabbed_by < 0 and attacker.is_able()
    if grabs:
        take_hold(fight, attacker, target)
    if weapon.tags & tags.POUNCE and attacker.charged and target.mount < 0:
        fall(fight, target, "strike.knock-down")
    return grabs
