"""The log: the events of a fight, and the phrases of events and questions.

Rules always call these functions. A function returns immediately if no table listens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.questions import Option
from affray.rulesets.mithryn import options
from affray.rulesets.mithryn.attack_options import MANNER_RULES
from affray.rulesets.mithryn.sheet import Weapon

if TYPE_CHECKING:
    from affray.rulesets.mithryn.attack import Strike
    from affray.rulesets.mithryn.checks import Check
    from affray.rulesets.mithryn.combatant import Combatant
    from affray.rulesets.mithryn.fight import MithrynFight

PHRASES: Final[dict[str, str]] = {
    "round": "Round {round}",
    "turn": "{who} has {left}{why}",
    "waits": "{who} waits ({left} unused)",
    "no check": "{who} needs no check to seize momentum{why}",
    "check": "{who} checks {ability} {why}: {shown} against TN {tn} ({made_of}){edge}: {result}",
    "moves": "{who} moves to the {zone}",
    "attack": "{who} {deed}{how}",
    "strike": "{shown} against Defense {defense} ({made_of}): {hits} hit{s}",
    "rolled again": "rolled again → {dice}: {more} more, {hits} in all",
    "interposes": "{who} steps in front of {other}",
    "defends": "{who} raises the shield against {other}",
    "defended": "{who}'s shield cancels {count} hit{s}: {hits} left",
    "helps": "{who} helps {other}{words}: up to two missed dice are rolled again",
    "may not help": "{who} cannot help {other}{words}, which costs nothing",
    "hurt": "{who} takes {harm}: {before} → {now} HP",
    "wounded": "{who} is Wounded: checks at disadvantage, one action a turn",
    "out": "{who} {how}",
    "poultice": "{who} puts a poultice on {other}: 1d4 → {dice}, {before} → {now} HP",
    "stabilises": "{who} brings {other} round",
    "lies": "The {weapon} lies in the {zone}",
    "picks up": "{who} picks up the {weapon}",
    "holds": "{who} holds {target}",
    "breaks free": "{who} breaks free",
    "shoves": "{who} shoves {target} to the {zone}",
    "shield": "{who} {how} the shield",
    "improvises": "{who} tries something{words}: {outcome}",
    "ruling": "The game master rules: {why} ({who}: {change} {value})",
    "dies": "{who} dies",
    "scarred": "{who} lives, with a scar",
    "end": "It is over after round {rounds}: {won}",
    "ask.order": "{who}: who acts next?",
    "ask.turn": "{who}: what now?",
    "ask.interpose": "{who}: {about} attacks {target}. Step in?",
    "ask.defend": "{who}: {about} attacks. Defend?",
    "ask.help": "{who}: {about}'s attack on {target} missed with some dice. Help?",
    "ask.grant-help": "GM: {who} would help {about} against {target}{words}. Could they?",
    "ask.improvise": "GM: {who} tries something{words}. What comes of it?",
    "ask.fate": "{who} is down. What becomes of them?",
}

MANNERS: Final = ("", " again, rushed", " twice at once")
"""The manner of an attack in words, by the value of its option."""


def plural(count: i64) -> str:
    """Return the ending of a noun after a number."""
    return "" if count == 1 else "s"


def counted_actions(count: i64) -> str:
    """Return a number of actions in words."""
    return "no action" if count == 0 else f"{count} action{plural(count)}"


def quoted(words: str) -> str:
    """Return a player's own words in quotation marks, for a sentence."""
    return f" (“{words}”)" if words else ""


# --- rounds and turns ---


def round_begins(fight: MithrynFight) -> None:
    """Log the start of a round."""
    if not fight.has_listener:
        return
    fight.tell("round", {"round": int(fight.round)}, ("rounds.sides",))


def turn_begins(fight: MithrynFight, actor: Combatant) -> None:
    """Log the start of a turn, its actions, and why they are fewer than usual."""
    if not fight.has_listener:
        return
    limits = action_limits(actor)
    reasons = ", ".join([why for why, _ in limits])
    parts: dict[str, object] = {
        "who": actor.name,
        "actions": int(fight.actions_left),
        "left": counted_actions(fight.actions_left),
        "why": f" ({reasons})" if reasons else "",
        "because": [[why, rule] for why, rule in limits],
    }
    rules: tuple[str, ...] = (
        ("actions.two",) if actor.sheet.is_pc else ("actions.two", "actions.foes")
    )
    fight.tell("turn", parts, rules + tuple([rule for _, rule in limits]))


def action_limits(actor: Combatant) -> list[tuple[str, str]]:
    """List the reasons for fewer actions on a turn, each with its rule."""
    found: list[tuple[str, str]] = []
    if actor.sheet.full_actions > 1 and actor.is_wounded():
        found.append(("Wounded", "health.wounded"))
    if actor.sheet.full_actions > 1 and actor.slow_start:
        found.append(("no momentum", "rounds.momentum"))
    if actor.actions_owed > 0:
        owed = "a reaction" if actor.actions_owed == 1 else f"{actor.actions_owed} reactions"
        found.append((owed, "reaction.few-actions" if found else "reaction.cost"))
    return found


def waits(fight: MithrynFight, actor: Combatant) -> None:
    """Log that a turn ends with actions unused."""
    if not fight.has_listener:
        return
    left = counted_actions(fight.actions_left)
    fight.tell("waits", {"who": actor.name, "left": left}, ("actions.two",))


def needs_no_check(fight: MithrynFight, who: Combatant) -> None:
    """Log that a fighter has momentum without a check."""
    if not fight.has_listener:
        return
    rule = who.sheet.momentum_rule
    why = f": the {who.sheet.helm}" if rule == "magic.helm" else ""
    fight.tell("no check", {"who": who.name, "why": why}, (rule,))


def fight_ends(fight: MithrynFight) -> None:
    """Log who won, and when."""
    if not fight.has_listener:
        return
    fight.tell("end", {"won": fight.verdict(), "rounds": int(fight.round)}, ("rounds.end",))


# --- actions ---


def moves(fight: MithrynFight, who: Combatant) -> None:
    """Log a move."""
    if not fight.has_listener:
        return
    parts: dict[str, object] = {"who": who.name, "zone": fight.place_name(who.index)}
    fight.tell("moves", parts, ("actions.move",))


def holds(fight: MithrynFight, who: Combatant, target: Combatant) -> None:
    """Log a grapple that succeeds."""
    if not fight.has_listener:
        return
    fight.tell("holds", {"who": who.name, "target": target.name}, ("actions.grapple",))


def breaks_free(fight: MithrynFight, who: Combatant) -> None:
    """Log the end of a hold."""
    if not fight.has_listener:
        return
    fight.tell("breaks free", {"who": who.name}, ("actions.grapple",))


def shoves(fight: MithrynFight, who: Combatant, target: Combatant) -> None:
    """Log a shove that succeeds."""
    if not fight.has_listener:
        return
    zone = fight.place_name(target.index)
    parts: dict[str, object] = {"who": who.name, "target": target.name, "zone": zone}
    fight.tell("shoves", parts, ("actions.shove",))


def picks_up(fight: MithrynFight, who: Combatant, item: i64) -> None:
    """Log that a weapon is picked up."""
    if not fight.has_listener:
        return
    weapon = fight.scene.weapons[item].name
    fight.tell("picks up", {"who": who.name, "weapon": weapon}, ("weapon.lies",))


def stabilises(fight: MithrynFight, who: Combatant, friend: Combatant) -> None:
    """Log that a collapsed friend is revived."""
    if not fight.has_listener:
        return
    fight.tell("stabilises", {"who": who.name, "other": friend.name}, ("health.critical",))


def uses_poultice(
    fight: MithrynFight, who: Combatant, friend: Combatant, points: i64, before: i64
) -> None:
    """Log a poultice and the hit points it restored."""
    if not fight.has_listener:
        return
    parts: dict[str, object] = {
        "who": who.name,
        "other": "their own wounds" if friend is who else friend.name,
        "dice": int(points),
        "before": int(before),
        "now": friend.health(),
    }
    fight.tell("poultice", parts, ("health.poultice",))


def handles_shield(fight: MithrynFight, who: Combatant) -> None:
    """Log that a shield is raised or slung."""
    if not fight.has_listener:
        return
    how = "raises" if who.shield_raised else "slings"
    fight.tell("shield", {"who": who.name, "how": how}, ("weapon.sling",))


def improvises(fight: MithrynFight, who: Combatant, words: str, works: bool) -> None:
    """Log the outcome of an improvised action."""
    if not fight.has_listener:
        return
    outcome = "it works out" if works else "it comes to nothing"
    parts: dict[str, object] = {"who": who.name, "words": quoted(words), "outcome": outcome}
    fight.tell("improvises", parts, ("actions.improvise",))


# --- attacks ---


def attacks(
    fight: MithrynFight, attacker: Combatant, target: Combatant, weapon: Weapon, option: Option
) -> None:
    """Log the announcement of an attack."""
    if not fight.has_listener:
        return
    how = MANNERS[option.value]
    before = fight.announced
    if option.value == options.RUSHED and (before is None or before.item != option.item):
        how = ", rushed"
    deed = f"attacks {target.name} with {weapon.phrase()}"
    if option.kind.endswith("throw"):
        deed = f"hurls {weapon.phrase()} at {target.name}"
    parts: dict[str, object] = {
        "who": attacker.name,
        "target": target.name,
        "weapon": weapon.name,
        "deed": deed,
        "how": how,
    }
    rules = MANNER_RULES[option.value] + reach_rules(attacker, target, weapon)
    if target.collapsed:
        rules += ("health.collapsed",)
    fight.tell("attack", parts, rules)


def reach_rules(attacker: Combatant, target: Combatant, weapon: Weapon) -> tuple[str, ...]:
    """Return the rules that let a weapon reach its target."""
    is_here = attacker.zone == target.zone
    if weapon.is_ranged:
        return ("zones.ranged-same-zone",) if is_here else ("zones.ranged",)
    if is_here:
        return ("zones.melee",)
    return ("zones.thrown", "weapon.set" if weapon.is_set else "weapon.throwable")


def strikes(
    fight: MithrynFight,
    attacker: Combatant,
    target: Combatant,
    weapon: Weapon,
    first: Strike,
    second: Strike | None,
) -> None:
    """Log the dice of an attack, the Defense, and every rule that changed them."""
    if not fight.has_listener:
        return
    strikes = [first] if second is None else [first, second]
    faces = [face for strike in strikes for face in faces_of(strike)]
    hits = sum([int(strike.hits) for strike in strikes])
    parts: dict[str, object] = {
        "who": attacker.name,
        "target": target.name,
        "weapon": weapon.name,
        "pool": " + ".join([f"{strike.count}d{strike.sides}" for strike in strikes]),
        "dice": faces,
        "shown": dice_shown(attacker, weapon, strikes),
        "defense": int(target.defense()),
        "made_of": " + ".join(defense_parts(target)),
        "hits": hits,
        "s": plural(hits),
        "because": strike_reasons(attacker, target, weapon, strikes),
    }
    fight.tell("strike", parts, strike_rules(attacker, weapon, strikes))


def strike_rules(attacker: Combatant, weapon: Weapon, strikes: list[Strike]) -> tuple[str, ...]:
    """Return the rules that affected a strike."""
    rules = ["attack.hits", "health.defense"]
    rules.extend([rule for _, rule in sure_reasons(attacker, weapon, strikes[0].sure_hits)])
    if len(strikes) > 1:
        rules.append("attack.both-announced")
    if any(len(strike.rolls()) > 1 for strike in strikes):
        rules.extend(["attack.max-always-hits", "attack.explode"])
    if any(roll.ones for strike in strikes for roll in strike.rolls()):
        rules.extend(["weapon.precise", "weapon.precise-extra"])
    rules.append(strikes[0].dice.rule)
    return tuple(rules)


def faces_of(strike: Strike) -> list[str]:
    """Return the faces of a strike: +4 is an extra roll, 1→4 was a 1."""
    found: list[str] = []
    for number, roll in enumerate(strike.rolls()):
        mark = "+" if number > 0 else ""
        kept = len(roll.faces) - roll.ones
        found.extend([f"{mark}{face}" for face in roll.faces[:kept]])
        found.extend([f"{mark}1→{face}" for face in roll.faces[kept:]])
    return found


def dice_shown(attacker: Combatant, weapon: Weapon, strikes: list[Strike]) -> str:
    """Return each pool with its own faces, and the sure hits."""
    found: list[str] = []
    for strike in strikes:
        if strike.count > 0:
            pool = f"{strike.count}d{strike.sides}{why_rushed(attacker, weapon, strike)}"
            found.append(f"{pool} → {' '.join(faces_of(strike))}")
    sure = sum([int(strike.sure_hits) for strike in strikes])
    if sure:
        found.append("a sure hit" if sure == 1 else f"{sure} sure hits")
    return " and ".join(found)


def why_rushed(attacker: Combatant, weapon: Weapon, strike: Strike) -> str:
    """Return which of the attacker's scores is too low for the weapon's Damage dice, or an empty
    text [attack.requirement]."""
    if strike.dice.rule != "attack.requirement":
        return ""
    sheet = attacker.sheet
    low = [
        f"{ability} {score} of {least}"
        for ability, score, least in (
            ("STR", sheet.strength, weapon.strength),
            ("AGI", sheet.agility, weapon.agility),
            ("FIN", sheet.finesse, weapon.finesse),
        )
        if 0 < score < least
    ]
    return f" (rushed dice: {', '.join(low)})"


def strike_reasons(
    attacker: Combatant, target: Combatant, weapon: Weapon, strikes: list[Strike]
) -> list[list[str]]:
    """List the parts of a strike's dice and of the Defense, each with its rule."""
    first = strikes[0]
    found = [[f"{first.count}d{first.sides} {weapon.phrase()}", first.dice.rule]]
    found.extend(sure_reasons(attacker, weapon, first.sure_hits))
    for strike in strikes[1:]:
        found.append([f"{strike.count}d{strike.sides} at once", "attack.both-at-once"])
    for part in defense_parts(target):
        found.append([f"Defense of {target.name}: {part}", "health.defense"])
    return found


def sure_reasons(attacker: Combatant, weapon: Weapon, sure_hits: i64) -> list[list[str]]:
    """List why some hits are sure, each with its rule."""
    found: list[list[str]] = []
    more = sure_hits
    if int(weapon.index) in attacker.sheet.expert_arms:
        tag = next(n for n, relevant in attacker.sheet.tags.items() if weapon.name in relevant)
        found.append([f"1 sure hit: {tag}", "attack.tag"])
        more -= 1
    if more > 0:
        found.append([f"{more} more: {weapon.phrase()}", "magic.first-attack"])
    return found


def defense_parts(who: Combatant) -> list[str]:
    """List the parts of a fighter's Defense [health.defense]."""
    sheet = who.sheet
    parts = [f"rank {sheet.rank}", f"armour {sheet.armour_bonus}"]
    if who.shield_raised:
        parts.append(f"shield {sheet.shield_bonus}")
    return parts


def rolled_again(
    fight: MithrynFight, attacker: Combatant, before: list[Strike], again: list[Strike]
) -> None:
    """Log the dice that Help rolled again."""
    if not fight.has_listener:
        return
    more = sum([int(strike.hits) for strike in again])
    parts: dict[str, object] = {
        "who": attacker.name,
        "dice": [face for strike in again for face in faces_of(strike)],
        "more": more,
        "hits": sum([int(strike.hits) for strike in before]),
    }
    fight.tell("rolled again", parts, ("reaction.help",))


def weapon_lies(fight: MithrynFight, weapon: Weapon, zone: i64) -> None:
    """Log that a hurled weapon is left behind."""
    if not fight.has_listener:
        return
    zone_name = fight.scene.zones.names[zone]
    fight.tell("lies", {"weapon": weapon.name, "zone": zone_name}, ("weapon.lies",))


# --- reactions ---


def interposes(fight: MithrynFight, who: Combatant, target: Combatant) -> None:
    """Log that a PC steps in front of the target."""
    if not fight.has_listener:
        return
    whom = "reaction.interpose" if who.side == target.side else "reaction.interpose-whom"
    rules = (
        whom,
        "reaction.interpose-chain",
        "reaction.declared-before-roll",
        "reaction.one-per-round",
    )
    fight.tell("interposes", {"who": who.name, "other": target.name}, rules)


def defends(fight: MithrynFight, who: Combatant, attacker: Combatant) -> None:
    """Log that a PC raises the shield against an attack."""
    if not fight.has_listener:
        return
    rules = ("reaction.defend", "reaction.declared-before-roll", "reaction.one-per-round")
    fight.tell("defends", {"who": who.name, "other": attacker.name}, rules)


def shield_cancels(
    fight: MithrynFight, target: Combatant, count: i64, left: i64, is_magic: bool
) -> None:
    """Log the hits that a shield cancelled, and the remaining ones."""
    if not fight.has_listener:
        return
    parts: dict[str, object] = {
        "who": target.name,
        "count": "no" if count == 0 else int(count),
        "s": plural(count),
        "hits": int(left),
    }
    fight.tell("defended", parts, ("magic.interpose" if is_magic else "reaction.defend",))


def helps(fight: MithrynFight, who: Combatant, friend: Combatant, words: str) -> None:
    """Log that a PC helps a friend's attack."""
    if not fight.has_listener:
        return
    rules: tuple[str, ...] = ("reaction.help", "reaction.one-helper", "reaction.one-per-round")
    if not fight.scene.has_game_master:
        rules = (*rules, "reaction.help-judge")
    parts: dict[str, object] = {"who": who.name, "other": friend.name, "words": quoted(words)}
    fight.tell("helps", parts, rules)


def may_not_help(fight: MithrynFight, who: Combatant, friend: Combatant, words: str) -> None:
    """Log that the game master refuses a PC's help."""
    if not fight.has_listener:
        return
    parts: dict[str, object] = {"who": who.name, "other": friend.name, "words": quoted(words)}
    fight.tell("may not help", parts, ("reaction.help",))


# --- checks and health ---


EDGES: Final = ["", "advantage", "disadvantage"]
EDGE_WORDS: Final = ["", " with advantage", " at disadvantage"]
"""The names of an edge of 0, 1 and -1, alone and in a sentence."""


def checks(
    fight: MithrynFight,
    who: Combatant,
    check: Check,
    ability: str,
    why: str,
    opponent: Combatant | None,
    rule: str,
    success: bool,
    ruled: i64,
) -> None:
    """Log an ability check, with the reasons for its target number and its edge."""
    if not fight.has_listener:
        return
    reasons = check_reasons(who, ability, ruled)
    parts: dict[str, object] = {
        "who": who.name,
        "why": why if opponent is None else f"against {opponent.name}",
        "ability": ability,
        "tn": int(check.tn),
        "made_of": target_number_shown(who, ability),
        "dice": check.faces,
        "shown": check_shown(check),
        "edge": EDGE_WORDS[check.edge],
        "result": result_of(check, success),
        "because": reasons,
    }
    fight.tell("check", parts, check_rules(who, ability, rule, ruled))


def check_shown(check: Check) -> str:
    """Return the dice of a check for a sentence: the sum, and the dropped die."""
    if check.is_d20:
        face = check.faces[0]
        if check.edge == 0:
            return f"{face}"
        return f"{face} {'+' if check.edge > 0 else '−'} 2"
    one, other = check.kept()
    shown = f"{one} + {other} = {one + other}"
    if check.edge == 0:
        return shown
    dropped = min(check.faces) if check.edge > 0 else max(check.faces)
    return f"{shown}, {dropped} dropped,"


def target_number_shown(who: Combatant, ability: str) -> str:
    """Return the parts of a target number [check.tn, check.tag]."""
    sheet = who.sheet
    parts = [f"20 − {ability} {sheet.counted_score(ability)}"]
    if sheet.score(ability) == 0:
        parts[0] += ", which the sheet leaves out"
    tag, complication = sheet.relevant_tag(ability), sheet.relevant_complication(ability)
    if tag:
        parts.append(f"− {sheet.rank} {tag}")
    if complication:
        parts.append(f"+ {sheet.rank} {complication}")
    return " ".join(parts)


def check_rules(who: Combatant, ability: str, rule: str, ruled: i64) -> tuple[str, ...]:
    """Return the rules that affected a check; `rule` asked for it."""
    rules = [rule, "check.tn", "check.roll"]
    if who.sheet.score(ability) == 0:
        rules.append("check.unknown-ability")
    if who.sheet.relevant_tag(ability) or who.sheet.relevant_complication(ability):
        rules.append("check.tag")
    if who.is_wounded() or ruled != 0:
        rules.append("check.advantage")
    if who.is_wounded():
        rules.append("health.wounded")
    return tuple(rules)


def check_reasons(who: Combatant, ability: str, ruled: i64) -> list[list[str]]:
    """List the reasons for a check's target number and its edge, each with its rule."""
    found = [[f"TN 20 − {ability} {who.sheet.counted_score(ability)}", "check.tn"]]
    tag = who.sheet.relevant_tag(ability)
    if tag:
        found.append([f"TN − {who.sheet.rank}: {tag}", "check.tag"])
    complication = who.sheet.relevant_complication(ability)
    if complication:
        found.append([f"TN + {who.sheet.rank}: {complication}", "check.tag"])
    if ruled:
        found.append([EDGES[ruled] + ": as ruled", "check.advantage"])
    if who.is_wounded():
        found.append(["disadvantage: Wounded", "health.wounded"])
    return found


def result_of(check: Check, success: bool) -> str:
    """Return the result of a check, and whether it succeeded by a double."""
    if not success:
        return "failure"
    if check.is_d20 or sum(check.kept()) >= check.tn:
        return "success"
    return "success (a double)"


def is_wounded(fight: MithrynFight, who: Combatant) -> None:
    """Log that a PC becomes Wounded."""
    if not fight.has_listener:
        return
    fight.tell("wounded", {"who": who.name}, ("health.wounded",))


def fate(fight: MithrynFight, who: Combatant) -> None:
    """Log the fate of a PC who is down."""
    if not fight.has_listener:
        return
    fight.tell("dies" if who.died else "scarred", {"who": who.name}, ("health.down",))
