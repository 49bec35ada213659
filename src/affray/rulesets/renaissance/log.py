"""The log: functions that report a fight's events, and the phrases of events and questions.

Rules always call these functions. Each returns immediately if no table listens.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.fight import harm_parts
from affray.core.questions import Option
from affray.rulesets.renaissance import verbs
from affray.rulesets.renaissance.armor import armor_of
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.damage import BlastShare, Damage, DamageTally
from affray.rulesets.renaissance.effort import SUCCESS, Effort, Modifiers
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.ongoing import Attack, Walk
from affray.rulesets.renaissance.sheet import STRIKE_RULES, STRIKES, Weapon

PHRASES: Final[dict[str, str]] = {
    "round": "Round {round}",
    "initiative": "{who}: initiative {die} + INIT {init} = {sum}",
    "turn": "{who}'s turn",
    "notices": "{who} notices the enemy",
    "seen": "{who} is hidden no more",
    "check": "{who}{why}: {sum}: rolls {shown}, {result}",
    "contest": "{who}: {sum}: rolls {shown}, {result}; {defense}{again}: {outcome}{why}",
    "luck": "{who} {what}",
    "moves": "{who} {how} {metres} m, to {place}",
    "stunt": "{who} brings it off: {what}",
    "acts": "{who} {what}",
    "attack": "{who} {what}{manner}",
    "damage": "{dice}{half} {bonus}{made_of} = {sum} DV against {guard}: "
    "{dealt} to {target}{missed}",
    "reacts": "{who} reacts {how}",
    "readies": "{who} readies: {action}, if {when}{only}",
    "hurt": "{who} takes {harm}{wounded}: damage {before} → {now} of {dur}",
    "bloodied": "{who} is bloodied",
    "falls": "{who} falls {how}",
    "sets out": "{who} sets out for {what}",
    "tries": "{who} tries a stunt: {what}",
    "refused": "{who} thinks better of it: {what}",
    "out": "{who} {how}",
    "burns": "{who} burns: 1d10 → {what} DV, which armour does not stop",
    "bleeds": "{who} bleeds",
    "bleeding": "{who} begins to bleed",
    "turns to": "{who} turns to {target}",
    "catches fire": "{who} is on fire",
    "melts": "{who}'s hide melts",
    "bruises": "{who} bruises the knuckles on {target}'s armour: 1d10÷2 → {dv} DV",
    "maims": "{target} loses {what} to {who}",
    "neck": "{who} strikes {target} in the neck, a fatal blow",
    "called shot": "{who} strikes {target} {what}",
    "drops": "{who} drops the {what}",
    "disarms": "{who} knocks the {what} from {target}'s hand",
    "feints": "{who} deceives {target}: −20 to defend",
    "grabs": "{who} grabs {target}",
    "breaks free": "{who} breaks free",
    "catches": "{who} catches {target}'s {what}",
    "urges": "{who} tries to make {target} obey",
    "mount falls": "{target} goes down, and {who} {what}",
    "scatters": "The {what} scatters {metres} m, to {place}{stopped}",
    "blast": "The {weapon} bursts at {place}: {dice}{bonus}{made_of} = {dv} DV in the middle, "
    "over {radius} m",
    "blast on": "{who} is {where}: {sum} DV against {guard}: {dealt}",
    "throws at": "{who} throws {what}",
    "splash": "The {what} bursts at {place} over {metres} m",
    "event": "{who}: {what}",
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
    "area.splash": ", to stay up",
    "maneuver.dismount": ", to keep the saddle",
    "mount.fall": ", to get clear of the mount",
    "maneuver.catch": ", to pull the weapon free",
    "defend.unaware": ", to notice the attack",
}
"""The purpose of a check, by its rule, if no other event states it."""

MOST_SHOWN: Final = 3
"""The most rolls without a decision that are logged one by one."""

GAIT_WORDS: Final = ["moves", "runs", "charges", "crawls", "rides", "dashes", "goes"]


def simple(fight: RenaissanceFight, kind: str, who: Combatant, rule: str, what: str = "") -> None:
    """Log an event of one fighter."""
    if not fight.has_listener:
        return
    parts: dict[str, object] = {"who": who.name}
    if what:
        parts["what"] = what
    fight.tell(kind, parts, (rule,))


def done_to(
    fight: RenaissanceFight,
    kind: str,
    who: Combatant,
    target: Combatant,
    rule: str,
    what: str = "",
) -> None:
    """Log an action of one fighter on another."""
    if not fight.has_listener:
        return
    parts: dict[str, object] = {"who": who.name, "target": target.name}
    if what:
        parts["what"] = what
    fight.tell(kind, parts, (rule,))


def rules_in(because: list[list[str]], *first: str) -> tuple[str, ...]:
    """Return some rules and those of the reasons that are given, each once."""
    return tuple(dict.fromkeys([*first, *[rule for _, rule in because]]))


# --- turns ----------------------------------------------------------------------------------------


def round_begins(fight: RenaissanceFight) -> None:
    """Log that a round begins."""
    if not fight.has_listener:
        return
    fight.tell("round", {"round": int(fight.round)}, ("turn.initiative",))


def initiative(fight: RenaissanceFight, who: Combatant, die: i64) -> None:
    """Log a fighter's initiative, as a sum."""
    if not fight.has_listener:
        return
    init = who.sheet.init
    parts: dict[str, object] = {"die": int(die), "init": int(init), "sum": int(die + init)}
    fight.tell("initiative", {"who": who.name, **parts}, ("turn.initiative",))


def over(fight: RenaissanceFight) -> None:
    """Log who won."""
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
"""The words for an action by its first word, if the log does not use that word itself."""


def acts(fight: RenaissanceFight, who: Combatant, chosen: Option, only_begins: bool) -> None:
    """Log a fighter's action; dropped items are logged where they fall."""
    if not fight.has_listener or chosen.verb in (verbs.DROP, verbs.DROP_SHIELD):
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
"""The trigger and kind of a reaction, by the rule that allows it."""

REACTION_RULES: Final[dict[str, str]] = {
    "reaction.opportunity": "turn.threaten",
    "maneuver.catch": "defend.declare",
    "defend.parry": "defend.declare",
}
"""A second rule that is involved in a reaction."""


def reacts(fight: RenaissanceFight, who: Combatant, rule: str, cause: Combatant | None) -> None:
    """Log that a fighter uses their reaction, with its trigger and kind."""
    if not fight.has_listener:
        return
    rules = [rule, "reaction.one"]
    if rule in REACTION_RULES:
        rules.append(REACTION_RULES[rule])
    if rule == "reaction.opportunity" and who.mount >= 0:
        rules.append("mount.opportunity")
    if fight.acting == who.index:
        rules.append("reaction.own-turn")
    when = verbs.CONDITIONS[who.ready_for][1] if who.ready_for >= 0 else ""
    how = REACTIONS[rule].format(cause=cause.name if cause is not None else "", when=when)
    fight.tell("reacts", {"who": who.name, "how": how}, tuple(rules))


def readies(fight: RenaissanceFight, who: Combatant, action: str, when: str, whom: Option) -> None:
    """Log a fighter's readied action, its condition, and its only target."""
    if not fight.has_listener:
        return
    only = f" ({fight.combatants[whom.target].name} alone)" if whom.target >= 0 else ""
    action = action[:1].lower() + action[1:]
    parts: dict[str, object] = {"action": action, "when": when, "only": only}
    fight.tell("readies", {"who": who.name, **parts}, ("reaction.ready",))


# --- checks ---------------------------------------------------------------------------------------


def skill_name(effort: Effort) -> str:
    """Return the skill that is rolled, with the weapon that it is used with."""
    return f"{effort.label} ({effort.tool})" if effort.tool else effort.label


def held_words(effort: Effort) -> str:
    """Describe how Luck or the limit of -60 changes the modifiers; empty if neither does."""
    if effort.lucky:
        return "Luck: no penalties"
    return f"held at −{-effort.mods.total()}" if effort.mods.is_held() else ""


def target_sum(effort: Effort) -> str:
    """Return the target number as a sum; a single figure is no sum."""
    parts = [f"{skill_name(effort)} {effort.base}", *effort.mods.named]
    held = held_words(effort)
    if held:
        parts.append(f"({held})")
    if effort.is_target_held():
        parts.append(f"(held at {effort.target()})")
    return " ".join(parts) + (f" = {effort.target()}" if len(parts) > 1 else "")


def modifiers_because(mods: Modifiers) -> list[list[str]]:
    """List each modifier with its rule."""
    return [[name, rule] for name, rule in zip(mods.named, mods.rules, strict=True)]


def target_because(effort: Effort) -> list[list[str]]:
    """List the parts of a target number, each with its rule."""
    found = [[f"{skill_name(effort)} {effort.base}", "check.percentile"]]
    found.extend(modifiers_because(effort.mods))
    held = held_words(effort)
    if held:
        found.append([held, "check.luck" if effort.lucky else "check.modifiers"])
    if effort.is_target_held():
        found.append([f"held at {effort.target()}", "check.percentile"])
    return [[f"{effort.who.name}: {what}", rule] for what, rule in found]


def roll_parts(effort: Effort) -> dict[str, object]:
    """Return the parts of an event that describe one roll."""
    return {
        "who": effort.who.name,
        "sum": target_sum(effort),
        "roll": int(effort.roll),
        "shown": f"{effort.roll:02d}",
        "result": QUALITIES[int(effort.quality)],
    }


def check(fight: RenaissanceFight, effort: Effort, rule: str) -> None:
    """Log a roll, with all the parts of its target."""
    if not fight.has_listener:
        return
    because = target_because(effort)
    parts = {**roll_parts(effort), "why": PURPOSES.get(rule, ""), "because": because}
    fight.tell("check", parts, rules_in(because, rule, "check.percentile", "check.margin"))


MODIFIED_MANEUVERS: Final = frozenset(("maneuver.disarm", "maneuver.grab", "maneuver.trip"))
"""The manoeuvres for which the game master rules which attack modifiers count."""


def contest(
    fight: RenaissanceFight,
    first: Effort,
    second: Effort | None,
    rule: str,
    outcome: str,
    why: str = "",
) -> None:
    """Log both rolls of an opposed check, their targets, and the outcome with its reason."""
    if not fight.has_listener:
        return
    because = target_because(first)
    found = [rule, "check.percentile", "check.margin", "check.opposed"]
    if second is not None:
        because.extend(target_because(second))
        if second.rule:
            found.append(second.rule)
        if second.who.caught_hand >= 0 and rule == "check.ordered":
            found.append("defend.caught")
    if rule in MODIFIED_MANEUVERS:
        found.append("maneuver.modifiers")
    parts = roll_parts(first)
    parts["defense"] = defense_words(second)
    parts["again"] = rolled_again(first)
    parts["outcome"] = outcome
    parts["why"] = higher_roll(first, second) + why
    parts["because"] = because
    fight.tell("contest", parts, rules_in(because, *found))


def changed_quality(one: Attack, before: i64, after: i64) -> str:
    """Describe how a resistance or vulnerability changes the attacker's check; empty if it does
    not."""
    if after == before:
        return ""
    how = "down" if after < before else "up"
    reason = bearing_words(one.target, one.keywords, after < before)
    return f", {how}graded to {QUALITIES[int(after)]} ({reason})"


def higher_roll(first: Effort, second: Effort | None) -> str:
    """Return which of two successes is the higher, in words; empty if there are not two."""
    if second is None or second.roll < 0 or first.quality < 0 or second.quality < 0:
        return ""
    low, high = sorted((int(first.roll), int(second.roll)))
    return f", as {high:02d} beats {low:02d}" if low < high else ""


def tied(fight: RenaissanceFight, first: Effort, second: Effort) -> None:
    """Record rolls that decided nothing, to be logged with the contest."""
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


def luck_after(fight: RenaissanceFight, effort: Effort, before: i64) -> None:
    """Log Luck spent after a roll."""
    if not fight.has_listener:
        return
    how = f"turn it into {effort.roll:02d}"
    if effort.roll == before:
        how = f"upgrade it to {QUALITIES[int(effort.quality)]}"
    what = f"rolls {before:02d} against {effort.target():02d} and spends Luck to {how}"
    fight.tell("luck", {"who": effort.who.name, "what": what}, ("check.luck", "check.upgrade"))


# --- moving ---------------------------------------------------------------------------------------


def move_so_far(fight: RenaissanceFight) -> None:
    """Log a move before an interruption: its length so far, or that it begins."""
    if not fight.has_listener:
        return
    walk = fight.walk
    if walk is None:
        return
    if walk.metres > walk.logged_metres:
        moves(fight, walk)
    elif not walk.is_logged:
        walk.is_logged = True
        simple(fight, "sets out", walk.who, "move.rates", fight.spot(walk.goal))


def moves(fight: RenaissanceFight, walk: Walk) -> None:
    """Log a fighter's destination and path, beyond the part already logged."""
    if not fight.has_listener or walk.metres == walk.logged_metres:
        return
    how = GAIT_WORDS[walk.gait]
    parts: dict[str, object] = {
        "who": walk.who.name,
        "how": how + " on" if walk.logged_metres > 0 else how,
        "place": fight.spot(walk.who.cell),
        "metres": f"{walk.metres - walk.logged_metres:g}",
    }
    grid = "grid.hexes" if fight.house.grid == "hex" else "grid.squares"
    rules = ("move.rates", "move.once", "grid.distance", grid, *GAIT_RULES.get(how, ()))
    fight.tell("moves", parts, rules)
    walk.logged_metres = walk.metres
    walk.is_logged = True


GAIT_RULES: Final[dict[str, tuple[str, ...]]] = {
    "crawls": ("move.half", "prone.rules"),
    "charges": ("move.charge",),
    "rides": ("mount.ride-by",),
    "dashes": ("move.max",),
}
"""The rules of unusual moves."""


def falls(fight: RenaissanceFight, who: Combatant, rule: str) -> None:
    """Log that a fighter falls prone, or from the saddle, and why."""
    if not fight.has_listener:
        return
    how = "from the saddle" if who.mount >= 0 else "prone"
    fight.tell("falls", {"who": who.name, "how": how}, (rule, "prone.rules"))


# --- attacks --------------------------------------------------------------------------------------


def attack(fight: RenaissanceFight, one: Attack) -> None:
    """Log an attack, before its dice."""
    if not fight.has_listener:
        return
    how = STRIKES[one.strike]
    rules = ["attack.standard"]
    if one.strike:
        rules.extend(["strike.general", STRIKE_RULES[one.strike]])
    rules.append("attack.skill")
    if one.thrown:
        rules.append("ranged.throwing")
    if one.weapon.ammo >= 0 or (one.weapon.reload and not one.melee):
        rules.append("ranged.ammunition")
    if one.location:
        how += f" ({one.location})"
    if one.strike and one.weapon.suits(one.strike):
        how += f", which suits {one.weapon.phrase()}"
        rules.append("weapon.tags")
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


def dice_because(stage: Damage, weapon: Weapon, total: DamageTally) -> list[list[str]]:
    """List the damage dice, why they are rolled in this way, and the bonuses, each with its
    rule."""
    rule = "unarmed.base" if weapon.is_unarmed() else "content.tables"
    found = [[f"{stage.dice}d10 {weapon.name}", rule]]
    if stage.halved:
        found.append(["dice halved", "content.tables"])
    if total.is_critical():
        found.append(["dice rolled once more, the best count", "attack.critical"])
    if stage.more != (1 if total.is_critical() else 0):
        found.append(["dice rolled once more for a resistance", "resist.options"])
    return found + total.parts


def dice_shown(rolls: list[list[int]], more: i64) -> str:
    """Return the faces of damage dice, roll by roll, and mark the roll that counts."""
    shown = " or ".join([" ".join([str(face) for face in faces]) for faces in rolls])
    if len(rolls) < 2:
        return shown
    return f"{shown} (the {'better' if more > 0 else 'worse'} counts)"


def bearing_words(target: Combatant, keywords: list[str], resists: bool) -> str:
    """Describe the keywords of an attack that its target resists or is vulnerable to."""
    met = [line.keyword for line in target.gear.resistances if line.keyword in keywords]
    return f"{'resists' if resists else 'vulnerable to'} {', '.join(dict.fromkeys(met))}"


def armor_words(armor: i64, exposed: i64, ap: i64, gap: i64) -> str:
    """Describe the armour that damage meets: less gaps in it, less penetration."""
    if armor == 0 and exposed == 0:
        return "no armour"
    found = f"armour {armor}"
    if exposed > 0:
        found += f" ({exposed} less, exposed)"
    if ap > 0:
        found += f" less AP {ap}"
        found += f" (+{gap} armor gap)" if gap > 0 else ""
    return found


def made_of(total: DamageTally) -> str:
    """Return the bonuses to the dice, part by part, in brackets."""
    return f" ({', '.join([what for what, _ in total.parts])})" if total.parts else ""


def damage(fight: RenaissanceFight, one: Attack, stage: Damage, total: DamageTally) -> None:
    """Log the damage dice, the bonuses, and the reduction by armour."""
    if not fight.has_listener:
        return
    full = int(total.full())
    dv = int(total.dv)
    turned = bearing_words(one.target, one.keywords, dv < full)
    because = dice_because(stage, one.weapon, total)
    if dv != full:
        because.append([f"{turned}: {full} → {dv}", "resist.options"])
        because.append([turned, "resist.keywords"])
    if one.was_downgraded:
        because.append(["check downgraded", "resist.downgraded"])
    if total.resisted_critical:
        because.append(["critical success against a resistance", "resist.critical"])
    because.append([f"armour {total.armor} of {one.target.name}", "armor.reduces"])
    if total.ap:
        rule = "strike.armor-gap" if total.gap else "armor.reduces"
        because.append([f"AP {total.ap}", rule])
    less = armor_of(one.target, SUCCESS) - total.armor
    missed = one.strike > 0 and not total.is_exceptional()
    fight.tell(
        "damage",
        {
            "who": one.attacker.name,
            "target": one.target.name,
            "dice": dice_shown(stage.shown, stage.more),
            "half": " halved" if stage.halved else "",
            "bonus": f"{total.bonus:+d}",
            "made_of": made_of(total),
            "sum": str(dv) if dv == full else f"{full} → {dv} ({turned})",
            "dv": dv,
            "armor": int(total.armor),
            "guard": armor_words(total.armor, less, total.ap, total.gap),
            "ap": int(total.ap),
            "dealt": int(total.dealt),
            "missed": f" (no exceptional success, no {STRIKES[one.strike]})" if missed else "",
            "because": because,
        },
        rules_in(because, "armor.reduces"),
    )


def bruises(
    fight: RenaissanceFight, who: Combatant, target: Combatant, dv: i64, is_critical: bool
) -> None:
    """Log knuckles bruised on armour, by an exceptional failure or a critical one."""
    if not fight.has_listener:
        return
    rules = ("unarmed.versus-armor", *(("unarmed.critical",) if is_critical else ()))
    fight.tell("bruises", {"who": who.name, "target": target.name, "dv": int(dv)}, rules)


def maims(fight: RenaissanceFight, who: Combatant, target: Combatant, where: str) -> None:
    """Log a lost limb, or a neck."""
    if where == "neck":
        done_to(fight, "neck", who, target, "strike.neck")
    else:
        what = "an eye" if where == "eye" else f"a {where}"
        done_to(fight, "maims", who, target, "strike.maim", what)


def hurt(
    fight: RenaissanceFight,
    who: Combatant,
    dv: i64,
    wounds: i64,
    before: i64,
    by: Combatant | None,
) -> None:
    """Log the damage taken and the remaining DUR."""
    if not fight.has_listener:
        return
    wounded = ""
    if wounds:
        threshold = who.sheet.wound_threshold
        wounded = f", {wounds} wound{'' if wounds == 1 else 's'} (one for each {threshold})"
    parts: dict[str, object] = {
        **harm_parts(who, by, dv),
        "wounds": int(wounds),
        "wounded": wounded,
        "before": int(before),
        "now": int(who.damage),
        "dur": int(who.sheet.dur),
    }
    fight.tell("hurt", parts, ("wound.threshold",))


# --- areas ----------------------------------------------------------------------------------------


def scatters(fight: RenaissanceFight, what: str, metres: i64, aim: i64, cell: i64) -> None:
    """Log where a missed throw lands, and whether something stopped it on the way."""
    if not fight.has_listener:
        return
    is_stopped = fight.metres(aim, cell) < metres - 1  # a metre may be lost to rounding
    parts: dict[str, object] = {
        "what": what,
        "metres": int(metres),
        "place": fight.spot(cell),
        "stopped": ", where it is stopped" if is_stopped else "",
    }
    fight.tell("scatters", parts, ("ranged.scatter",))


def splash(fight: RenaissanceFight, what: str, metres: i64, cell: i64) -> None:
    """Log where a jar breaks, and how far its contents go."""
    if not fight.has_listener:
        return
    parts: dict[str, object] = {"what": what, "metres": int(metres), "place": fight.spot(cell)}
    fight.tell("splash", parts, ("area.splash",))


def blast(
    fight: RenaissanceFight,
    one: Attack,
    centre: i64,
    stage: Damage,
    total: DamageTally,
    radius: i64,
) -> None:
    """Log a burst, its dice and its radius."""
    if not fight.has_listener:
        return
    because = dice_because(stage, one.weapon, total)
    because.append(["−2 for each metre", "area.blast"])
    parts: dict[str, object] = {
        "weapon": one.weapon.name,
        "place": fight.spot(centre),
        "dice": dice_shown(stage.shown, stage.more),
        "bonus": f" {total.bonus:+d}" if total.bonus else "",
        "made_of": made_of(total),
        "dv": int(total.full()),
        "radius": int(radius),
        "because": because,
    }
    fight.tell("blast", parts, rules_in(because, "area.blast"))


def blast_on(
    fight: RenaissanceFight, one: Attack, who: Combatant, share: BlastShare, dealt: i64
) -> None:
    """Log the effect of a burst on one fighter in it.

    It shows the DV, with separate dice for a resistance or vulnerability, less distance and armour.
    """
    if not fight.has_listener:
        return
    rules = ["area.blast", "armor.reduces"]
    less = 2 * int(share.metres)
    left = max(int(share.own) - less, 0)
    dv = int(share.dv)
    sums = f"{share.own} −{less} = {left}" if less else f"{left}"
    if share.dice:
        reason = bearing_words(who, one.keywords, share.more <= 0)
        sums = f"{dice_shown(share.dice, share.more)}, {reason}, {sums}"
    if dv != left:
        sums += f" → {dv} ({bearing_words(who, one.keywords, dv < left)})"
    if dv != left or share.own != share.full or share.dice:
        rules.extend(["resist.options", "resist.keywords"])
    if share.is_resisted_critical:
        rules.append("resist.critical")
    parts: dict[str, object] = {
        "who": who.name,
        "metres": int(share.metres),
        "where": f"{share.metres} m from it" if share.metres else "in the middle of it",
        "sum": sums,
        "dv": dv,
        "armor": int(share.armor),
        "ap": int(one.harm.ap),
        "guard": armor_words(share.armor, 0, one.harm.ap, 0),
        "dealt": int(dealt),
    }
    fight.tell("blast on", parts, tuple(rules))
