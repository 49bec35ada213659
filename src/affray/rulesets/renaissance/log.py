"""How Renaissance's events and questions read, and what is told of each.

Rules call these functions always; each returns at once where nobody listens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import harm_parts
from affray.rulesets.renaissance import verbs
from affray.rulesets.renaissance.sheet import ARMOR_GAP, MIGHTY_BLOW, STRIKE_RULES, STRIKES

if TYPE_CHECKING:
    from affray.core.questions import Option
    from affray.rulesets.renaissance.combatant import Combatant
    from affray.rulesets.renaissance.damage import BlastShare, Damage, DamageTally
    from affray.rulesets.renaissance.effort import Effort, Modifiers
    from affray.rulesets.renaissance.fight import RenaissanceFight
    from affray.rulesets.renaissance.ongoing import Attack, Walk
    from affray.rulesets.renaissance.sheet import Weapon

PHRASES: Final[dict[str, str]] = {
    "round": "Round {round}",
    "initiative": "{who}: initiative {die} + INIT {init} = {sum}",
    "turn": "{who}'s turn",
    "notices": "{who} notices the enemy",
    "seen": "{who} is hidden no more",
    "check": "{who}{why}: {sum}: rolls {shown}, {result}",
    "contest": "{who}: {sum}: rolls {shown}, {result}; {defense}{again}{outcome}",
    "luck": "{who} spends Luck {how}",
    "moves": "{who} {how} {metres} m, to {place}",
    "stunt": "{who} brings it off: {how}, to {place}",
    "acts": "{who} {what}",
    "attack": "{who} {what}{manner}",
    "damage": "{dice}{half} {bonus}{made_of} = {sum} DV against armour {armor} less AP {ap}: "
    "{dealt} to {target}",
    "reacts": "{who} reacts {how}",
    "readies": "{who} readies: {action}, if {when}{only}",
    "hurt": "{who} takes {harm}{wounded}: damage {before} → {now} of {dur}",
    "bloodied": "{who} is bloodied",
    "falls": "{who} falls {how}",
    "sets out": "{who} sets out for {place}",
    "tries": "{who} tries a stunt: {how}",
    "refused": "{who} thinks better of it: {how}",
    "out": "{who} {how}",
    "burns": "{who} burns for {dv}",
    "bleeds": "{who} bleeds",
    "bleeding": "{who} begins to bleed",
    "turns to": "{who} turns to {target}",
    "catches fire": "{who} is on fire",
    "melts": "{who}'s hide melts",
    "bruises": "{who} bruises the knuckles on {target}'s armour: {dv} DV",
    "maims": "{target} loses {where} to {who}",
    "neck": "{who} strikes {target} in the neck, a fatal blow",
    "called shot": "{who} strikes the {where} of {target}: {result}",
    "drops": "{who} drops the {item}",
    "disarms": "{who} knocks the {item} from {target}'s hand",
    "feints": "{who} deceives {target}: −20 to defend",
    "grabs": "{who} grabs {target}",
    "breaks free": "{who} breaks free",
    "catches": "{who} catches {target}'s {weapon}",
    "urges": "{who} tries to make {mount} obey",
    "mount falls": "{mount} goes down, and {who} {how}",
    "scatters": "It scatters {metres} m, to {place}",
    "blast": "The {weapon} bursts at {place}: {dice}{bonus} = {dv} DV in the middle, "
    "over {radius} m",
    "blast on": "{who} is {metres} m from it: {sum} DV against armour {armor} less AP {ap}: "
    "{dealt}",
    "throws at": "{who} throws {arm} at {place}",
    "splash": "The {weapon} bursts at {place} over {metres} m",
    "event": "{who}: {event}: {result}",
    "ruling": "The game master rules: {why} ({who}: {change} {value})",
    "end": "It is over after round {rounds}: {won}",
    "ask.turn": "{who}: what now?",
    "ask.move": "{who}: move where to?",
    "ask.run": "{who}: run where to?",
    "ask.charge": "{who}: charge where to?",
    "ask.crawl": "{who}: crawl where to?",
    "ask.ride by": "{who}: charge past them, where to?",
    "ask.stunt-to": "{who}: land where?",
    "ask.stunt": "GM: what does it take for {who} to do that?",
    "ask.stunt-result": "GM: {who} brings it off. With what result?",
    "ask.dash": "{who}: dash where to?",
    "ask.luck-before": "{who}: is there Luck to spend on this roll?",
    "ask.luck-after": "{who}: keep the roll, or spend Luck on it?",
    "ask.parry": "{who}: {about} attacks. Parry, as a reaction?",
    "ask.catch": "{who}: {about} attacks. Defend as usual, or try to catch the weapon?",
    "ask.opportunity": "{who}: {about} gives an opening. Attack?",
    "ask.brace": "{who}: {about} charges. Receive the charge?",
    "ask.ready": "{who}: ready what?",
    "ask.ready-for": "{who}: for when?",
    "ask.ready-on": "{who}: whoever it is, or one enemy alone?",
    "ask.aim": "{who}: throw it where?",
    "ask.readied": "{who}: this is what you waited for with {about}. Act?",
    "ask.gm-ready": "GM: has what {who} waits for happened, after {about}'s turn?",
    "ask.event": "{who}: react to it?",
    "ask.each": "{who}: with this weapon, whom?",
    "ask.ride-by": "{who}: attack in passing?",
    "ask.location": "{who}: where on {target}?",
    "ask.called-shot": "GM: what does {who}'s hit there do to {target}?",
    "ask.disarm": "{who}: knock what from {target}'s hand?",
}

QUALITIES: Final[dict[int, str]] = {
    -3: "critical failure",
    -2: "exceptional failure",
    -1: "failure",
    1: "success",
    2: "exceptional success",
    3: "critical success",
}

PURPOSES: Final[dict[str, str]] = {
    "wound.threshold": ", to stay up",
    "wound.checks": ", to stay up",
    "strike.knock-down": ", to stay up",
    "maneuver.dismount": ", to keep the saddle",
}
"""What a check is for, by its rule, where nothing else that is told says so."""

MOST_SHOWN: Final = 3
"""How many rolls that decided nothing are told one by one."""

GAIT_WORDS: Final = ["moves", "runs", "charges", "crawls", "rides", "dashes", "goes"]


def simple(fight: RenaissanceFight, kind: str, who: Combatant, rule: str) -> None:
    """Tell what happens to a fighter, where there is no more to say."""
    if not fight.has_listener:
        return
    fight.tell(kind, {"who": who.name}, (rule,))


def done_to(
    fight: RenaissanceFight, kind: str, who: Combatant, target: Combatant, rule: str
) -> None:
    """Tell what a fighter does to another, where there is no more to say."""
    if not fight.has_listener:
        return
    fight.tell(kind, {"who": who.name, "target": target.name}, (rule,))


# --- turns ----------------------------------------------------------------------------------------


def round_begins(fight: RenaissanceFight) -> None:
    """Tell that a round begins."""
    if not fight.has_listener:
        return
    fight.tell("round", {"round": int(fight.round)}, ("turn.initiative",))


def initiative(fight: RenaissanceFight, who: Combatant, die: i64) -> None:
    """Tell a fighter's initiative, as a sum."""
    if not fight.has_listener:
        return
    rules = ("turn.initiative",)
    init = who.sheet.init
    fight.tell(
        "initiative",
        {"who": who.name, "die": int(die), "init": int(init), "sum": int(die + init)},
        rules,
    )


def over(fight: RenaissanceFight) -> None:
    """Tell who won."""
    if not fight.has_listener:
        return
    fight.tell("end", {"won": fight.verdict(), "rounds": int(fight.round)}, ("turn.initiative",))


DEEDS: Final = {
    "Full": "goes into Full",
    "Disarm": "tries to disarm",
    "Grab": "tries to grab",
    "Trip": "tries to trip",
    "Break": "tries to break",
    "Pull": "tries to pull",
}
"""How the first word of an action is told, where that is not the same word of somebody else."""


def acts(fight: RenaissanceFight, who: Combatant, chosen: Option, only_begins: bool) -> None:
    """Tell what a fighter does with an action; dropping something is told where it falls."""
    if not fight.has_listener:
        return
    if chosen.verb == verbs.DROP or chosen.verb == verbs.DROP_SHIELD:
        return
    what = "Begin to reload" if only_begins else chosen.text
    verb, space, rest = what.partition(" ")
    deed = DEEDS.get(verb, f"{verb.lower()}s")
    rules = chosen.rules
    if chosen.verb == verbs.LIE_DOWN and who.braced:
        rules = (*rules, "brace.prone")
    fight.tell("acts", {"who": who.name, "what": f"{deed}{space}{rest}"}, rules)


REACTIONS: Final[dict[str, str]] = {
    "reaction.opportunity": "to {cause}, who moves away or past: an attack of opportunity",
    "weapon.tags": "to {cause}, who comes within reach: a Fend weapon attacks",
    "brace.receive": "to {cause}, who charges: a braced weapon strikes",
    "reaction.ready": "to {cause} with a readied action: {when}",
    "maneuver.catch": "to {cause}'s attack: tries to catch the weapon",
    "defend.parry": "to {cause}'s attack: parries",
    "reaction.event": "to a sudden event",
}
"""What a fighter reacts to and how, by the rule that allows it."""


def reacts(fight: RenaissanceFight, who: Combatant, rule: str, cause: Combatant | None) -> None:
    """Tell that a fighter takes their reaction, to what and how."""
    if not fight.has_listener:
        return
    rules = [rule, "reaction.one"]
    if rule == "reaction.opportunity":
        rules.append("turn.threaten")
        if who.mount >= 0:
            rules.append("mount.opportunity")
    elif rule in ("maneuver.catch", "defend.parry"):
        rules.append("defend.declare")
    if fight.acting == who.index:
        rules.append("reaction.own-turn")
    when = verbs.CONDITIONS[who.ready_for][1] if who.ready_for >= 0 else ""
    how = REACTIONS[rule].format(cause=cause.name if cause is not None else "", when=when)
    fight.tell("reacts", {"who": who.name, "how": how}, tuple(rules))


# --- checks ---------------------------------------------------------------------------------------


def skill_name(effort: Effort) -> str:
    """Return the skill that is rolled, with the weapon that it is used with."""
    return f"{effort.label} ({effort.tool})" if effort.tool else effort.label


def target_sum(effort: Effort) -> str:
    """Return what has to be rolled, as a sum."""
    parts = [f"{skill_name(effort)} {effort.base}", *effort.mods.named]
    if effort.lucky:
        parts.append("(Luck: no penalties)")
    elif effort.mods.is_held():
        parts.append(f"(held at {effort.mods.total()})".replace("-", "−"))
    if effort.is_target_held():
        parts.append(f"(held at {effort.target()})")
    return " ".join(parts) + f" = {effort.target()}"


def modifiers_because(mods: Modifiers) -> list[list[str]]:
    """List each modifier with its rule."""
    found = [[name, rule] for name, rule in zip(mods.named, mods.rules, strict=True)]
    if mods.is_held():
        found.append([f"held at {mods.total()}".replace("-", "−"), "check.modifiers"])
    return found


def target_because(effort: Effort) -> list[list[str]]:
    """List what makes up a target number, each with its rule."""
    found = [[f"{skill_name(effort)} {effort.base}", "check.percentile"]]
    found.extend(modifiers_because(effort.mods))
    if effort.lucky:
        found.append(["Luck: no penalties", "check.luck"])
    if effort.is_target_held():
        found.append([f"held at {effort.target()}", "check.percentile"])
    return [[f"{effort.who.name}: {what}", rule] for what, rule in found]


def check(fight: RenaissanceFight, effort: Effort, rule: str) -> None:
    """Tell a roll, with everything that made its target."""
    if not fight.has_listener:
        return
    rules = tuple(dict.fromkeys([rule, "check.percentile", "check.margin", *effort.mods.rules]))
    fight.tell(
        "check",
        {
            "who": effort.who.name,
            "why": PURPOSES.get(rule, ""),
            "sum": target_sum(effort),
            "roll": int(effort.roll),
            "shown": f"{effort.roll:02d}",
            "result": QUALITIES[int(effort.quality)],
            "because": target_because(effort),
        },
        rules,
    )


MODIFIED_MANEUVERS: Final = frozenset(("maneuver.disarm", "maneuver.grab", "maneuver.trip"))
"""The manoeuvres for which it is a ruling which modifiers of attacks count."""


def contest(
    fight: RenaissanceFight, first: Effort, second: Effort | None, rule: str, outcome: str
) -> None:
    """Tell both rolls of an opposed check, their targets, and the outcome."""
    if not fight.has_listener:
        return
    found = [rule, "check.percentile", "check.margin", "check.opposed", *first.mods.rules]
    if second is not None:
        found.extend(second.mods.rules)
        if second.rule:
            found.append(second.rule)
        if second.who.caught_hand >= 0 and rule == "check.ordered":
            found.append("defend.caught")
    if rule in MODIFIED_MANEUVERS:
        found.append("maneuver.modifiers")
    rules = tuple(dict.fromkeys(found))
    because = target_because(first)
    if second is not None:
        because.extend(target_because(second))
    fight.tell(
        "contest",
        {
            "who": first.who.name,
            "sum": target_sum(first),
            "roll": int(first.roll),
            "shown": f"{first.roll:02d}",
            "result": QUALITIES[int(first.quality)],
            "defense": defense_words(second),
            "again": rolled_again(first),
            "outcome": f": {outcome}",
            "because": because,
        },
        rules,
    )


def tied(fight: RenaissanceFight, first: Effort, second: Effort) -> None:
    """Note rolls that decided nothing, for when the contest is told."""
    if not fight.has_listener:
        return
    first.rerolled = [*first.rerolled, (int(first.roll), int(second.roll))]


def defense_words(second: Effort | None) -> str:
    """Return the second roll of an opposed check in words."""
    if second is None:
        return "no defence"
    roll = "no roll"
    if second.roll >= 0:
        roll = f"{second.roll:02d} ({QUALITIES[int(second.quality)]})"
    return f"{second.who.name}: {target_sum(second)}: {roll}"


def rolled_again(first: Effort) -> str:
    """Return the rolls that decided nothing, before the last, in words."""
    if not first.rerolled:
        return ""
    if len(first.rerolled) > MOST_SHOWN:
        return f" (rolled again {len(first.rerolled)} times)"
    rolls = ", ".join([f"{one:02d} and {other:02d}" for one, other in first.rerolled])
    return f" (rolled again after {rolls})"


def luck(fight: RenaissanceFight, who: Combatant, how: str) -> None:
    """Tell of Luck spent before a roll."""
    if not fight.has_listener:
        return
    fight.tell("luck", {"who": who.name, "how": how}, ("check.luck",))


def luck_after(fight: RenaissanceFight, effort: Effort, before: i64) -> None:
    """Tell of Luck spent after a roll."""
    if not fight.has_listener:
        return
    how = f"to turn {before:02d} into {effort.roll:02d}"
    if effort.roll == before:
        how = f"to upgrade {before:02d} to {QUALITIES[int(effort.quality)]}"
    fight.tell("luck", {"who": effort.who.name, "how": how}, ("check.luck", "check.upgrade"))


# --- moving ---------------------------------------------------------------------------------------


def move_so_far(fight: RenaissanceFight) -> None:
    """Tell how far a move has come, before something interrupts it; or that it begins."""
    if not fight.has_listener:
        return
    walk = fight.walk
    if walk is None:
        return
    if walk.metres > walk.logged_metres:
        moves(fight, walk)
    elif not walk.is_logged:
        walk.is_logged = True
        fight.tell(
            "sets out", {"who": walk.who.name, "place": fight.spot(walk.goal)}, ("move.rates",)
        )


def move_ends(fight: RenaissanceFight, walk: Walk) -> None:
    """Tell where a move ends, if it got further than was told already."""
    if not fight.has_listener:
        return
    if walk.metres > walk.logged_metres:
        moves(fight, walk)


def moves(fight: RenaissanceFight, walk: Walk) -> None:
    """Tell where a fighter got to, and how."""
    if not fight.has_listener:
        return
    how = GAIT_WORDS[walk.gait]
    rules = move_rules(fight, how)
    parts: dict[str, object] = {
        "who": walk.who.name,
        "how": how + " on" if walk.logged_metres > 0 else how,
        "place": fight.spot(walk.who.cell),
        "metres": f"{walk.metres - walk.logged_metres:g}",
    }
    fight.tell("moves", parts, rules)
    walk.logged_metres = walk.metres
    walk.is_logged = True


def move_rules(fight: RenaissanceFight, how: str) -> tuple[str, ...]:
    """Return the rules that a move went by."""
    rules = ["move.rates", "move.once", "grid.distance"]
    rules.append("grid.hexes" if fight.house.grid == "hex" else "grid.squares")
    if how == "crawls":
        rules.extend(["move.half", "prone.rules"])
    if how == "charges":
        rules.append("move.charge")
    if how == "rides":
        rules.append("mount.ride-by")
    if how == "dashes":
        rules.append("move.max")
    return tuple(rules)


def tries(fight: RenaissanceFight, who: Combatant, how: str) -> None:
    """Tell of a stunt, before its dice."""
    if not fight.has_listener:
        return
    fight.tell("tries", {"who": who.name, "how": how}, ("move.stunts",))


def refused(fight: RenaissanceFight, who: Combatant, how: str) -> None:
    """Tell of a stunt that the game master rules out."""
    if not fight.has_listener:
        return
    fight.tell("refused", {"who": who.name, "how": how}, ("move.stunts",))


def stunt(fight: RenaissanceFight, who: Combatant, how: str) -> None:
    """Tell of a stunt that came off."""
    if not fight.has_listener:
        return
    fight.tell(
        "stunt", {"who": who.name, "how": how, "place": fight.spot(who.cell)}, ("move.stunts",)
    )


def falls(fight: RenaissanceFight, who: Combatant, rule: str) -> None:
    """Tell that a fighter falls prone, or from the saddle, and why."""
    if not fight.has_listener:
        return
    how = "from the saddle" if who.mount >= 0 else "prone"
    fight.tell("falls", {"who": who.name, "how": how}, (rule, "prone.rules"))


def urges(fight: RenaissanceFight, rider: Combatant, mount: Combatant) -> None:
    """Tell of an untrained rider, before the test that moving or attacking takes."""
    if not fight.has_listener:
        return
    fight.tell("urges", {"who": rider.name, "mount": mount.name}, ("mount.shared-turn",))


def mount_falls(fight: RenaissanceFight, rider: Combatant, mount: Combatant, clear: bool) -> None:
    """Tell what becomes of a rider whose mount goes down."""
    if not fight.has_listener:
        return
    how = "lands clear" if clear else "is pinned under it"
    fight.tell("mount falls", {"who": rider.name, "mount": mount.name, "how": how}, ("mount.fall",))


# --- attacks --------------------------------------------------------------------------------------


def attack(fight: RenaissanceFight, one: Attack) -> None:
    """Tell of an attack, before its dice."""
    if not fight.has_listener:
        return
    how = STRIKES[one.strike]
    rules = ["attack.standard"]
    if one.strike:
        rules.extend(["strike.general", STRIKE_RULES[one.strike]])
    rules.extend(weapon_rules(one))
    if one.location:
        how += f" ({one.location})"
    target, arm = one.target.name, one.weapon.phrase()
    fight.tell(
        "attack",
        {
            "who": one.attacker.name,
            "target": target,
            "weapon": one.weapon.name,
            "what": f"throws {arm} at {target}" if one.thrown else f"attacks {target} with {arm}",
            "how": how,
            "manner": f": {how}" if one.strike else "",
        },
        tuple(rules),
    )


def weapon_rules(one: Attack) -> list[str]:
    """List the rules by which a weapon is used in an attack."""
    rules = ["attack.skill"]
    if one.thrown:
        rules.append("ranged.throwing")
    if one.weapon.ammo >= 0 or (one.weapon.reload and not one.melee):
        rules.append("ranged.ammunition")
    return rules


def dice_because(stage: Damage, name: str, critical: bool) -> list[list[str]]:
    """List the damage dice and why they are rolled so, each with its rule."""
    found = [[f"{stage.dice}d10 {name}", "content.tables"]]
    if stage.halved:
        found.append(["dice halved", "content.tables"])
    if critical:
        found.append(["dice rolled once more, the best count", "attack.critical"])
    if stage.more != (1 if critical else 0):
        found.append(["dice rolled once more for a resistance", "resist.options"])
    return found


def dice_shown(rolls: list[list[int]], more: i64) -> str:
    """Return the faces of damage dice, roll by roll, and which roll counts."""
    shown = " or ".join([" ".join([str(face) for face in faces]) for faces in rolls])
    if len(rolls) < 2:
        return shown
    return f"{shown} (the {'better' if more > 0 else 'worse'} counts)"


def damage(fight: RenaissanceFight, one: Attack, stage: Damage, total: DamageTally) -> None:
    """Tell the damage dice, what was added, and what armour kept off."""
    if not fight.has_listener:
        return
    rules = tuple(damage_rules(one, total))
    full = int(total.full())
    dv = int(total.dv)
    turned = "resists" if dv < full else "vulnerable"
    because = dice_because(stage, one.weapon.name, total.is_critical())
    because.extend(total.parts)
    if dv != full:
        because.append([f"{turned}: {full} → {dv}", "resist.options"])
    because.append([f"armour {total.armor} of {one.target.name}", "armor.reduces"])
    if total.ap:
        rule = "strike.armor-gap" if total.found_gap else "armor.reduces"
        because.append([f"AP {total.ap}", rule])
    made_of = ", ".join([what for what, _ in total.parts])
    fight.tell(
        "damage",
        {
            "who": one.attacker.name,
            "target": one.target.name,
            "dice": dice_shown(stage.shown, stage.more),
            "half": " halved" if stage.halved else "",
            "bonus": f"{total.bonus:+d}",
            "made_of": f" ({made_of})" if len(total.parts) > 1 else "",
            "sum": str(dv) if dv == full else f"{full} → {dv} ({turned})",
            "dv": dv,
            "armor": int(total.armor),
            "ap": int(total.ap),
            "dealt": int(total.dealt),
            "because": because,
        },
        rules,
    )


def damage_rules(one: Attack, total: DamageTally) -> list[str]:
    """List the rules that went into the damage of a hit."""
    rules = ["armor.reduces"]
    if total.dv != total.full():
        rules.extend(["resist.options", "resist.keywords"])
    if total.is_exceptional():
        rules.append("attack.mos-30")
    if total.is_critical():
        rules.append("attack.critical")
    if one.attacker.charged:
        rules.append("mount.charge" if one.attacker.mount >= 0 else "move.charge")
    if one.receiving_charge:
        rules.append("brace.receive")
    if one.was_downgraded:
        rules.append("resist.downgraded")
    if total.resisted_critical:
        rules.append("resist.critical")
    if one.strike in STRIKES_FOR_DAMAGE:
        rules.append(STRIKES_FOR_DAMAGE[int(one.strike)])
    if one.weapon.is_unarmed():
        rules.append("unarmed.base")
    return rules


STRIKES_FOR_DAMAGE: Final[dict[int, str]] = {
    int(MIGHTY_BLOW): "strike.mighty-blow",
    int(ARMOR_GAP): "strike.armor-gap",
}
"""The strikes whose result is in the damage, each with its rule."""


def bruises(
    fight: RenaissanceFight, who: Combatant, target: Combatant, dv: i64, is_critical: bool
) -> None:
    """Tell of knuckles bruised on armour, by an exceptional failure or a critical one."""
    if not fight.has_listener:
        return
    rules = ["unarmed.versus-armor"]
    if is_critical:
        rules.append("unarmed.critical")
    parts: dict[str, object] = {"who": who.name, "target": target.name, "dv": int(dv)}
    fight.tell("bruises", parts, tuple(rules))


def maims(fight: RenaissanceFight, who: Combatant, target: Combatant, where: str) -> None:
    """Tell of a lost limb, or a neck."""
    if not fight.has_listener:
        return
    if where == "neck":
        parts: dict[str, object] = {"who": who.name, "target": target.name}
        fight.tell("neck", parts, ("strike.maim", "strike.neck"))
        return
    what = "an eye" if where == "eye" else f"a {where}"
    fight.tell("maims", {"who": who.name, "target": target.name, "where": what}, ("strike.maim",))


def called_shot(fight: RenaissanceFight, one: Attack, result: str) -> None:
    """Tell what a called shot does."""
    if not fight.has_listener:
        return
    parts: dict[str, object] = {
        "who": one.attacker.name,
        "target": one.target.name,
        "where": one.location,
        "result": result,
    }
    fight.tell("called shot", parts, ("strike.called-shot",))


def hurt(
    fight: RenaissanceFight,
    who: Combatant,
    dv: i64,
    wounds: i64,
    before: i64,
    by: Combatant | None,
) -> None:
    """Tell the damage taken and what is left of DUR."""
    if not fight.has_listener:
        return
    wounded = ""
    if wounds:
        threshold = who.sheet.wound_threshold
        wounded = f", {wounds} wound{'' if wounds == 1 else 's'} (one for each {threshold})"
    fight.tell(
        "hurt",
        {
            **harm_parts(who, by, dv),
            "wounds": int(wounds),
            "wounded": wounded,
            "before": int(before),
            "now": int(who.damage),
            "dur": int(who.sheet.dur),
        },
        ("wound.threshold",),
    )


def burns(fight: RenaissanceFight, who: Combatant, dv: i64) -> None:
    """Tell what fire does."""
    if not fight.has_listener:
        return
    fight.tell("burns", {"who": who.name, "dv": int(dv)}, ("area.splash",))


def bleeds(fight: RenaissanceFight, who: Combatant) -> None:
    """Tell that a stump bleeds."""
    if not fight.has_listener:
        return
    fight.tell("bleeds", {"who": who.name}, ("turn.seconds", "strike.maim"))


# --- things in hand -------------------------------------------------------------------------------


def drops(fight: RenaissanceFight, who: Combatant, item: str, rule: str) -> None:
    """Tell that something falls to the ground, and why."""
    if not fight.has_listener:
        return
    fight.tell("drops", {"who": who.name, "item": item}, (rule,))


def readies(fight: RenaissanceFight, who: Combatant, action: str, when: str, whom: Option) -> None:
    """Tell what a fighter readies, for what, and for whom alone."""
    if not fight.has_listener:
        return
    only = f" ({fight.combatants[whom.target].name} alone)" if whom.target >= 0 else ""
    parts: dict[str, object] = {
        "who": who.name,
        "action": action[:1].lower() + action[1:],
        "when": when,
        "only": only,
    }
    fight.tell("readies", parts, ("reaction.ready",))


def disarms(fight: RenaissanceFight, who: Combatant, target: Combatant, item: str) -> None:
    """Tell that something is knocked from a hand."""
    if not fight.has_listener:
        return
    fight.tell(
        "disarms", {"who": who.name, "target": target.name, "item": item}, ("maneuver.disarm",)
    )


def catches(fight: RenaissanceFight, who: Combatant, target: Combatant, weapon: Weapon) -> None:
    """Tell that a weapon is caught."""
    if not fight.has_listener:
        return
    fight.tell(
        "catches",
        {"who": who.name, "target": target.name, "weapon": weapon.name},
        ("maneuver.catch",),
    )


# --- areas ----------------------------------------------------------------------------------------


def scatters(fight: RenaissanceFight, metres: i64, cell: i64) -> None:
    """Tell where something comes down instead."""
    if not fight.has_listener:
        return
    fight.tell("scatters", {"metres": int(metres), "place": fight.spot(cell)}, ("ranged.scatter",))


def blast(
    fight: RenaissanceFight,
    one: Attack,
    centre: i64,
    stage: Damage,
    total: DamageTally,
    radius: i64,
) -> None:
    """Tell of a burst, its dice and how far it goes."""
    if not fight.has_listener:
        return
    because = dice_because(stage, one.weapon.name, total.is_critical())
    because.extend(total.parts)
    because.append(["−2 for each metre", "area.blast"])
    parts: dict[str, object] = {
        "weapon": one.weapon.name,
        "place": fight.spot(centre),
        "dice": dice_shown(stage.shown, stage.more),
        "bonus": f" {total.bonus:+d}" if total.bonus else "",
        "dv": int(total.full()),
        "radius": int(radius),
        "because": because,
    }
    fight.tell("blast", parts, ("area.blast",))


def blast_on(
    fight: RenaissanceFight, one: Attack, who: Combatant, share: BlastShare, dealt: i64
) -> None:
    """Tell what a burst does to one fighter in it.

    Its DV, with dice of their own where they resist it or are vulnerable to it, less distance and
    armour.
    """
    if not fight.has_listener:
        return
    rules = ["area.blast", "armor.reduces"]
    less = 2 * int(share.metres)
    left = max(int(share.own) - less, 0)
    dv = int(share.dv)
    sums = f"{share.own} −{less} = {left}" if less else f"{left}"
    if share.dice:
        sums = f"{dice_shown(share.dice, share.more)} for them, {sums}"
    if dv != left:
        sums += f" → {dv} ({'resists' if dv < left else 'vulnerable'})"
    if dv != left or share.own != share.full or share.dice:
        rules.extend(["resist.options", "resist.keywords"])
    if share.is_resisted_critical:
        rules.append("resist.critical")
    parts: dict[str, object] = {
        "who": who.name,
        "metres": int(share.metres),
        "sum": sums,
        "dv": dv,
        "armor": int(share.armor),
        "ap": int(one.harm.ap),
        "dealt": int(dealt),
    }
    fight.tell("blast on", parts, tuple(rules))


def throws_at(fight: RenaissanceFight, one: Attack) -> None:
    """Tell of something thrown at a place, before its dice."""
    if not fight.has_listener:
        return
    parts: dict[str, object] = {
        "who": one.attacker.name,
        "arm": one.weapon.phrase(),
        "place": fight.spot(one.place),
    }
    fight.tell("throws at", parts, ("attack.standard", "area.aim"))


def splash(fight: RenaissanceFight, weapon: Weapon, centre: i64, metres: i64) -> None:
    """Tell of a jar that breaks, and how far it goes."""
    if not fight.has_listener:
        return
    parts: dict[str, object] = {
        "weapon": weapon.name,
        "place": fight.spot(centre),
        "metres": int(metres),
    }
    fight.tell("splash", parts, ("area.splash",))


def event(fight: RenaissanceFight, who: Combatant, what: str, done: bool) -> None:
    """Tell what came of a reaction to something sudden."""
    if not fight.has_listener:
        return
    result = "manages" if done else "fails"
    fight.tell("event", {"who": who.name, "event": what, "result": result}, ("reaction.event",))
