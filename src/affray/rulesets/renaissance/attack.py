"""Attacking a target: skill against defence, damage, and what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import AttackResult
from affray.core.questions import Question
from affray.rulesets.renaissance.areas import burst
from affray.rulesets.renaissance.armor import after_armor, armor_of
from affray.rulesets.renaissance.checks import (
    CRITICAL,
    EXCEPTIONAL,
    Effort,
    Modifiers,
    check,
    contest,
    hinder,
    tell_contest,
)
from affray.rulesets.renaissance.damage import (
    Damage,
    damage_bonus,
    harm_of,
    margin_bonus,
    tell_damage,
)
from affray.rulesets.renaissance.gear import (
    ATHLETICS,
    BYPASS,
    CATCH,
    CAVALRY,
    DEFENSIVE,
    DIFFICULT,
    DIFFICULT_ON_FOOT,
    EASY,
    FRAY,
    GRABS,
    HALVES_FRAY,
    INDICATE,
    MEDIUM,
    MELEE,
    NONE,
    OFF_HAND,
    ON_COORDINATION,
    PARRY,
    PERCEPTION,
    POUNCE,
    PRONE,
    RANGED,
    REACH,
    SKILL_TITLES,
    SMALL,
    TOUCH,
    UNARMED,
    VULNERABLE,
    Harm,
    Weapon,
)
from affray.rulesets.renaissance.resistance import (
    extra_rolls,
    on_damage,
    on_defense,
    on_quality,
    take_effect,
)
from affray.rulesets.renaissance.strikes import (
    ARMOR_GAP,
    EYE,
    NO_STRIKE,
    PENALTIES,
    RULES,
    STRIKES,
    SUITED_CATCH,
    name_location,
    precision,
    take_result,
)
from affray.rulesets.renaissance.unarmed import (
    attack_unarmed,
    bruise_knuckles,
    can_box,
    unarmed_defense,
)
from affray.rulesets.renaissance.wounds import hurt
from affray.space.grid import MINIMAL, PARTIAL

if TYPE_CHECKING:
    from affray.rulesets.renaissance.combatant import Combatant
    from affray.rulesets.renaissance.fight import RenaissanceFight

POINT_BLANK: Final[i64] = -20
RANGE_STEP: Final[i64] = -10
EASE: Final[i64] = 10
NOT_PROFICIENT: Final[i64] = -20
LIGHT_TOUCH: Final[i64] = 20
MANY_ATTACKS: Final[i64] = -10
MANY_TARGETS: Final[i64] = -10
WRONG_HAND: Final[i64] = -10
UP_THERE: Final[i64] = -20
NOT_FOR_RIDING: Final[i64] = -20
SIZE_STEP: Final[i64] = 10
PRONE_TARGET: Final[i64] = 10
PRONE_ATTACKER: Final[i64] = -30
LOW_COVER: Final[i64] = -10
GOOD_COVER: Final[i64] = -30
FULL_DEFENSE: Final[i64] = 20
FEINTED: Final[i64] = -20
GRABBED: Final[i64] = -20
BYPASSED: Final[i64] = -20
CATCHING: Final[i64] = -10
ONE_EYED: Final[i64] = -20
NEVER: Final[i64] = -1000


class Attack:
    """One attack: by whom, on whom, with what and how."""

    def __init__(
        self, attacker: Combatant, target: Combatant, weapon: Weapon, strike: i64, thrown: bool
    ) -> None:
        self.attacker: Final = attacker
        self.target: Final = target
        self.weapon: Final = weapon
        self.strike: Final[i64] = strike
        self.thrown: Final = thrown
        self.melee: Final = not thrown and weapon.melee()
        self.keywords: Final[i64] = weapon.keywords | precision(strike)
        self.harm: Harm = weapon.harm
        self.location: str = ""
        self.limb: i64 = 0
        self.caught_with: i64 = NONE
        self.off_hand: bool = False
        self.one_of_many: bool = False
        self.many_targets: bool = False
        self.riding_by: bool = False
        self.receiving_charge: bool = False


def make_attack(fight: RenaissanceFight, attack: Attack) -> AttackResult:
    """An attack from announcement to wounds [attack.standard]. It is an ordered opposed check:
    only if the attacker succeeds does the defender roll [check.ordered]."""
    attacker, target, weapon = attack.attacker, attack.target, attack.weapon
    name_location(fight, attack)
    if fight.wants_events:
        announce(fight, attack)
    fight.attack_begins(attack)
    if not can_still(attack):
        return AttackResult(False, 0)
    attack.harm = harm_of(fight, attack)
    effort = attack_effort(fight, attack)
    use_ammunition(fight, attack)
    if weapon.is_area():
        return burst(fight, attack, effort)
    defense = defend(fight, attack) if notices(fight, attack) else None
    outcome = contest(fight, effort, defense, True)
    attacker.hidden = False
    target.aware = True
    quality = outcome.quality
    if outcome.won and not effort.improved:
        quality = on_quality(fight, target, attack.keywords, quality)
    if fight.wants_events:
        tell_contest(fight, effort, defense, "check.ordered")
    if attack.thrown:
        fight.lie(weapon.base, target.cell)
    if not outcome.won:
        bruise_knuckles(fight, attacker, target, weapon, quality)
        if attack.caught_with != NONE and outcome.answer_quality >= EXCEPTIONAL:
            fight.catch(target, attacker, weapon, attack.caught_with)
        return AttackResult(False, 0)
    return hit(fight, attack, quality, outcome.band)


def can_still(attack: Attack) -> bool:
    """Whether an attack goes on after others reacted to it: weapon in hand, nobody held or gone."""
    attacker = attack.attacker
    if not attacker.free_to_act() or not attack.target.present():
        return False
    return int(attack.weapon.base) in attacker.at_hand


def announce(fight: RenaissanceFight, attack: Attack) -> None:
    """Tells of an attack before its dice."""
    how = STRIKES[attack.strike] if attack.strike != NO_STRIKE else "attack"
    if attack.location:
        how += f" ({attack.location})"
    fight.tell(
        "attack",
        {
            "who": attack.attacker.name,
            "target": attack.target.name,
            "weapon": attack.weapon.name,
            "arm": attack.weapon.called(),
            "how": how,
            "thrown": ", thrown" if attack.thrown else "",
        },
        ("attack.standard",)
        if attack.strike == NO_STRIKE
        else ("attack.standard", "strike.general", RULES[attack.strike]),
    )


def use_ammunition(fight: RenaissanceFight, attack: Attack) -> None:
    """Uncommon ammunition is counted, common is not; what has to be loaded is empty now
    [ranged.ammunition]. What is thrown leaves the hand [ranged.throwing]."""
    attacker, weapon = attack.attacker, attack.weapon
    if weapon.ammo >= 0:
        attacker.ammo[weapon.ammo] -= 1
    if weapon.reload and not attack.melee:
        attacker.loaded = 0
    if attack.thrown:
        fight.lose(attacker, weapon.base)


# --- the attacker's side --------------------------------------------------------------------------


def attack_effort(fight: RenaissanceFight, attack: Attack) -> Effort:
    """The attack skill and all that helps or hinders it; riders are hard to reach
    [mount.targets]."""
    attacker, target, weapon = attack.attacker, attack.target, attack.weapon
    mods = Modifiers(fight.wants_events)
    sheet = attacker.sheet
    skill = sheet.best_skill(weapon)
    if attack.thrown:
        skill = RANGED
    base = sheet.skill(skill)
    label = SKILL_TITLES[skill]
    if weapon.tags & (TOUCH | INDICATE):
        effort_label, effort_base = light_skill(attacker, weapon)
        label, base = effort_label, effort_base
        rule = "attack.touch-only" if weapon.tags & TOUCH else "attack.indicate-only"
        mods.add(LIGHT_TOUCH, "only a touch" if weapon.tags & TOUCH else "only pointed", rule)
    elif not sheet.proficient(weapon):
        mods.add(NOT_PROFICIENT, "not proficient", "attack.skill")
    hinder(attacker, mods, True, ON_COORDINATION[skill])
    handle_weapon(fight, attack, mods)
    if attack.melee:
        in_melee(fight, attack, mods)
    else:
        at_range(fight, attack, mods)
    if target.mount >= 0 and not weapon.tags & REACH and attacker.mount < 0 and attacker.rider < 0:
        mods.add(UP_THERE, "a rider", "mount.targets")
    if attack.strike != NO_STRIKE and not weapon.suited >> attack.strike & 1:
        mods.add(PENALTIES[attack.strike], STRIKES[attack.strike], RULES[attack.strike])
    effort = Effort(attacker, label, base, mods)
    effort.wants_exceptional = attack.strike != NO_STRIKE
    return effort


def light_skill(attacker: Combatant, weapon: Weapon) -> tuple[str, i64]:
    """To touch: COO+SOM+SOM or Unarmed Combat [attack.touch-only]; to point: COO×3 or Ranged
    Weapons [attack.indicate-only]; neither needs proficiency, and the better is used."""
    born = attacker.sheet.aptitudes
    if weapon.tags & TOUCH:
        base = born.coo + 2 * born.som
        learned = attacker.sheet.skill(UNARMED)
        return (SKILL_TITLES[UNARMED], learned) if learned > base else ("COO+SOM+SOM", base)
    base = 3 * born.coo
    learned = attacker.sheet.skill(RANGED)
    return (SKILL_TITLES[RANGED], learned) if learned > base else ("COO×3", base)


def handle_weapon(fight: RenaissanceFight, attack: Attack, mods: Modifiers) -> None:
    """What the weapon, the hand and the attacker's own position add [weapon.tags, prone.rules,
    mount.cavalry, multi.attacks, multi.targets, multi.off-hand, mount.ride-by]."""
    attacker, weapon = attack.attacker, attack.weapon
    tags = weapon.tags
    if tags & EASY:
        mods.add(EASE, "easy", "weapon.tags")
    if tags & DIFFICULT or (tags & DIFFICULT_ON_FOOT and attacker.mount < 0):
        mods.add(-EASE, "difficult", "weapon.tags")
    if attacker.prone and not tags & PRONE:
        mods.add(PRONE_ATTACKER, "attacking prone", "prone.rules")
    if attacker.mount >= 0 and not tags & CAVALRY:
        mods.add(NOT_FOR_RIDING, "no cavalry weapon", "mount.cavalry")
    if attack.one_of_many or attack.riding_by:
        rule = "mount.ride-by" if attack.riding_by else "multi.attacks"
        mods.add(MANY_ATTACKS, "several attacks", rule)
    if attack.many_targets or attack.riding_by:
        rule = "mount.ride-by" if attack.riding_by else "multi.targets"
        mods.add(MANY_TARGETS, "several targets", rule)
    if attack.off_hand and not attacker.sheet.ambidextrous:
        mods.add(WRONG_HAND, "off-hand", "multi.off-hand")
        if not tags & OFF_HAND:
            mods.add(WRONG_HAND, "no off-hand weapon", "multi.off-hand")


def in_melee(fight: RenaissanceFight, attack: Attack, mods: Modifiers) -> None:
    """What counts at arm's length."""
    target, weapon = attack.target, attack.weapon
    if target.prone:
        mods.add(PRONE_TARGET, "prone target", "prone.rules")
    if weapon.tags & SMALL and holds_longer(fight, target):
        mods.add(-EASE, "smaller weapon", "weapon.tags")
    attack_unarmed(fight, target, weapon, mods)


def holds_longer(fight: RenaissanceFight, who: Combatant) -> bool:
    """Whether somebody has a weapon in hand that is not Small."""
    weapons = fight.scene.weapons
    if who.main >= 0 and not weapons[who.main].tags & SMALL:
        return True
    return who.off >= 0 and not weapons[who.off].tags & SMALL


def at_range(fight: RenaissanceFight, attack: Attack, mods: Modifiers) -> None:
    """What counts from afar: range, cover, size, and whether one stands too close
    [ranged.point-blank, size.modifiers]."""
    attacker, target = attack.attacker, attack.target
    grid = fight.scene.grid
    distance = fight.metres(attacker.cell, target.cell)
    category = range_category(attack.weapon, distance)
    if category > 0:
        mods.add(RANGE_STEP * category, RANGES[category], "ranged.categories")
    if grid.spaces(attacker.cell, target.cell) <= 1:
        mods.add(POINT_BLANK, "point-blank", "ranged.point-blank")
    cover = cover_between(fight, attacker.cell, target.cell)
    if cover != 0:
        mods.add(cover, "cover", "ranged.cover")
    size = target.sheet.body.ranged_size - MEDIUM
    if size != 0:
        mods.add(SIZE_STEP * size, "small target" if size < 0 else "large target", "size.modifiers")
    if target.prone:
        mods.add(-PRONE_TARGET, "prone target", "prone.rules")
    if attacker.lost & EYE:
        mods.add(ONE_EYED, "one eye", "strike.maim")


TOO_FAR: Final[i64] = 4
RANGES: Final = ["short range", "medium range", "long range", "extreme range"]


def range_category(weapon: Weapon, distance: i64) -> i64:
    """0 short, 1 medium, 2 long, 3 extreme; 4 is too far [ranged.categories]."""
    for category, limit in enumerate(weapon.ranges):
        if distance <= limit:
            return category
    return TOO_FAR


def cover_between(fight: RenaissanceFight, here: i64, there: i64) -> i64:
    """A target seen past a corner is at -10, one seen barely, or behind something low that the
    attacker is not next to, at -30 [ranged.cover]."""
    grid = fight.scene.grid
    sight = grid.sight(here, there)
    if sight == MINIMAL or (grid.cover[there] and grid.spaces(here, there) > 1):
        return GOOD_COVER
    return LOW_COVER if sight == PARTIAL else 0


# --- the defender's side --------------------------------------------------------------------------


def notices(fight: RenaissanceFight, attack: Attack) -> bool:
    """Whether the target can defend: one unaware of the attack cannot. PCs and major NPCs first
    get a Perception check against a hidden attacker [defend.unaware]."""
    target = attack.target
    if not target.able():
        return False
    if target.aware and not attack.attacker.hidden:
        return True
    if not (target.sheet.pc or target.sheet.major):
        return False
    mods = Modifiers(fight.wants_events)
    hinder(target, mods, False, False)
    if target.lost & EYE:
        mods.add(ONE_EYED, "one eye", "strike.maim")
    label = SKILL_TITLES[PERCEPTION]
    base = target.sheet.skill(PERCEPTION)
    return check(fight, target, label, base, mods, "defend.unaware") > 0


class Guard:
    """A way to defend: with which skill, with which weapon, and its own modifiers summed."""

    def __init__(self, skill: i64, weapon: i64, worth: i64) -> None:
        self.skill: Final[i64] = skill
        self.weapon: Final[i64] = weapon
        self.worth: Final[i64] = worth


SHIELD: Final[i64] = -2
"""Stands for the shield where a weapon's number is asked for."""


def defend(fight: RenaissanceFight, attack: Attack) -> Effort:
    """The best defence there is, unless the defender would rather catch the weapon, or save a
    reaction [defend.fray, defend.parry, maneuver.catch]."""
    target = attack.target
    guard = best_plain_guard(fight, attack)
    if attack.melee:
        parry = best_parry(fight, attack)
        if parry is not None and parry.worth > guard.worth:
            if not fight.house.parry_is_reaction or agrees_to_parry(fight, attack):
                guard = parry
        catching = catch_weapon(fight, attack)
        if catching is not None and agrees_to_catch(fight, attack):
            fight.react(target, "maneuver.catch")
            attack.caught_with = catching.weapon
            return defense_effort(fight, attack, catching, True)
    return defense_effort(fight, attack, guard, False)


def best_plain_guard(fight: RenaissanceFight, attack: Attack) -> Guard:
    """Fray [defend.fray]; in Full Defense a movement skill if it is better [defend.full]."""
    target = attack.target
    sheet = target.sheet
    fray = sheet.skill(FRAY)
    if attack.weapon.tags & HALVES_FRAY:
        fray //= 2
    guard = Guard(FRAY, -1, fray + target.coo_penalty())
    if target.full_defense and sheet.skill(ATHLETICS) > guard.worth:
        return Guard(ATHLETICS, -1, sheet.skill(ATHLETICS))
    return guard


def best_parry(fight: RenaissanceFight, attack: Attack) -> Guard | None:
    """The best weapon in hand, or the shield, or bare hands, to parry with [defend.parry]."""
    target = attack.target
    weapons = fight.scene.weapons
    best: Guard | None = None
    if fight.house.parry_is_reaction and target.reacted:
        return None
    for item in target.held:
        best = better(best, parry_with(fight, attack, weapons[item]))
    if target.main < 0:
        for item in target.sheet.outfit.always:
            best = better(best, parry_with(fight, attack, weapons[item]))
    shield = target.sheet.outfit.shield
    if shield is not None and target.shield_held and shield.tags & PARRY:
        best = better(best, Guard(MELEE, SHIELD, target.sheet.skill(MELEE)))
    return best


def better(one: Guard | None, other: Guard | None) -> Guard | None:
    """The one that is worth more."""
    if one is None or (other is not None and other.worth > one.worth):
        return other
    return one


def parry_with(fight: RenaissanceFight, attack: Attack, weapon: Weapon) -> Guard | None:
    """What a weapon is worth as a guard; None if it is no use as one."""
    target, against = attack.target, attack.weapon
    if not weapon.melee() or weapon.tags & TOUCH or target.caught_item == weapon.index:
        return None
    if not can_box(fight, target, weapon) and not against.is_unarmed():
        return None
    skill = target.sheet.best_skill(weapon)
    worth = target.sheet.skill(skill) + unarmed_defense(fight, weapon, against)
    if weapon.tags & DEFENSIVE:
        worth += EASE
    if weapon.tags & SMALL and is_longer(against):
        worth -= EASE
    if not target.sheet.proficient(weapon):
        worth += NOT_PROFICIENT
    return Guard(skill, weapon.index, worth)


def is_longer(weapon: Weapon) -> bool:
    """Whether a weapon outreaches a Small one."""
    return not weapon.tags & SMALL and not weapon.is_unarmed() and not weapon.is_natural()


def agrees_to_parry(fight: RenaissanceFight, attack: Attack) -> bool:
    """Where a parry is a reaction the defender may save it [defend.parry]."""
    target = attack.target
    question = Question(
        "parry", target.side, target.index, fight.scene.parry, attack.attacker.index
    )
    if fight.ask(question) is not fight.scene.yes_parry:
        return False
    fight.react(target, "defend.parry")
    return True


def catch_weapon(fight: RenaissanceFight, attack: Attack) -> Guard | None:
    """A weapon, or a trapping shield, to catch the attacker's weapon with [maneuver.catch]."""
    target, against = attack.target, attack.weapon
    if target.reacted or target.caught_item >= 0 or target.catching >= 0:
        return None
    if against.is_natural() or against.is_unarmed() or against.hands == 0:
        return None
    for item in target.held:
        if fight.scene.weapons[item].tags & CATCH:
            return parry_with(fight, attack, fight.scene.weapons[item])
    shield = target.sheet.outfit.shield
    if shield is not None and target.shield_held and shield.tags & CATCH:
        return Guard(MELEE, SHIELD, target.sheet.skill(MELEE))
    return None


def agrees_to_catch(fight: RenaissanceFight, attack: Attack) -> bool:
    """Asks whether to defend as usual or to try to catch [maneuver.catch]."""
    target = attack.target
    question = Question(
        "catch", target.side, target.index, fight.scene.catching, attack.attacker.index
    )
    return fight.ask(question) is fight.scene.yes_catch


def defense_effort(fight: RenaissanceFight, attack: Attack, guard: Guard, catching: bool) -> Effort:
    """A defence with all that helps or hinders it, each by name."""
    target, against = attack.target, attack.weapon
    sheet = target.sheet
    mods = Modifiers(fight.wants_events)
    base = sheet.skill(guard.skill)
    label = SKILL_TITLES[guard.skill]
    if guard.skill == FRAY and against.tags & HALVES_FRAY:
        base //= 2
        label = "half Fray"
    suited = False
    if guard.weapon >= 0:
        weapon = fight.scene.weapons[guard.weapon]
        suited = weapon.suited >> SUITED_CATCH & 1 != 0
        if fight.wants_events:
            label = f"{label} ({weapon.name})"
        penalty = unarmed_defense(fight, weapon, against)
        if penalty:
            rule = "natural.armed" if weapon.is_natural() else "unarmed.versus-armed"
            mods.add(penalty, "against a weapon", rule)
        if weapon.tags & DEFENSIVE:
            mods.add(EASE, "defensive", "weapon.tags")
        if weapon.tags & SMALL and is_longer(against):
            mods.add(-EASE, "smaller weapon", "weapon.tags")
        if not sheet.proficient(weapon):
            mods.add(NOT_PROFICIENT, "not proficient", "attack.skill")
    if catching and not suited:
        mods.add(CATCHING, "catching", "maneuver.catch")
    hinder(target, mods, True, ON_COORDINATION[guard.skill])
    impede_defense(fight, target, mods)
    if against.tags & BYPASS:
        mods.add(BYPASSED, "bypass", "weapon.tags")
    if against.tags & (TOUCH | INDICATE):
        rule = "attack.touch-only" if against.tags & TOUCH else "attack.indicate-only"
        mods.add(-LIGHT_TOUCH, "hard to avoid", rule)
    on_defense(fight, target, attack.keywords, mods)
    return Effort(target, label, base, mods)


def impede_defense(fight: RenaissanceFight, target: Combatant, mods: Modifiers) -> None:
    """What counts for every defence of somebody."""
    if target.full_defense:
        mods.add(FULL_DEFENSE, "full defense", "defend.full")
    if target.feinted:
        mods.add(FEINTED, "feint", "maneuver.feint")
    if target.grabbed_by >= 0 or target.pinned:
        mods.add(GRABBED, "grabbed", "maneuver.grab")
    weapons = fight.scene.weapons
    for item in target.held:
        if weapons[item].tags & VULNERABLE:
            mods.add(-EASE, "vulnerable", "weapon.tags")


# --- damage ---------------------------------------------------------------------------------------


def hit(fight: RenaissanceFight, attack: Attack, quality: i64, band: i64) -> AttackResult:
    """A hit: damage, twice rolled for a critical success [attack.critical], armour, of which a
    struck gap leaves less [strike.armor-gap], wounds, and a strike's result."""
    attacker, target, weapon = attack.attacker, attack.target, attack.weapon
    harm = attack.harm
    more: i64 = 1 if quality == CRITICAL else 0
    stage = Damage(harm.dice, more + extra_rolls(fight, target, attack.keywords), harm.halved)
    rolled = fight.table.stage(stage)
    told: list[list[str]] | None = [] if fight.wants_events else None
    bonus = damage_bonus(fight, attack, harm, quality, told) + margin_bonus(quality, band, told)
    full = rolled + bonus
    dv = on_damage(fight, target, attack.keywords, full if full > 0 else 0)
    ap = harm.ap
    if attack.strike == ARMOR_GAP and quality >= EXCEPTIONAL:
        ap += attacker.sheet.body.db
    armor = armor_of(target, quality)
    dealt = after_armor(dv, armor, ap)
    if told is not None:
        tell_damage(fight, attack, stage, bonus, told, quality, dv, armor, ap, dealt)
    take_effect(fight, target, attack.keywords)
    hurt(fight, target, dealt, attacker)
    effects: list[str] = []
    word = take_result(fight, attack, quality)
    if word:
        effects.append(word)
    if quality >= EXCEPTIONAL and target.able():
        if weapon.tags & GRABS and target.grabbed_by < 0 and attacker.able():
            fight.grab(attacker, target)
            effects.append("grabbed")
        if weapon.tags & POUNCE and attacker.charged and target.mount < 0:
            fight.knock_over(target)
    return AttackResult(True, dealt, tuple(effects))
