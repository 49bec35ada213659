"""How Mithryn's events and questions read, and what each event says.

Rules call these only where somebody listens (`fight.wants_events`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.questions import Option
from affray.rulesets.mithryn import options
from affray.rulesets.mithryn.sheet import Weapon

if TYPE_CHECKING:
    from affray.rulesets.mithryn.attack import Strike
    from affray.rulesets.mithryn.checks import Check
    from affray.rulesets.mithryn.combatant import Combatant
    from affray.rulesets.mithryn.fight import MithrynFight

PHRASES: Final[dict[str, str]] = {
    "round": "Round {round}",
    "turn": "{who} has {actions} action{s}",
    "check": "{who} checks {ability} {why}: {dice} against TN {tn}{edge}: {result}",
    "moves": "{who} moves to the {zone}",
    "attack": "{who} attacks {target} with {arm}{how}",
    "strike": "{pool} → {dice} against Defense {defense} ({made_of}): {hits} hit{s}",
    "rolled again": "rolled again → {dice}: {more} more, {hits} in all",
    "interposes": "{who} steps in front of {other}",
    "defends": "{who} raises the shield against {other}",
    "defended": "{who}'s shield cancels a hit: {hits} left",
    "helps": "{who} helps {other}: up to two missed dice are rolled again",
    "hurt": "{who} takes {harm}: {before} → {now} HP",
    "wounded": "{who} is Wounded: checks at disadvantage, one action a turn",
    "out": "{who} {how}",
    "healed": "{who} is healed: {before} → {now} HP",
    "stabilises": "{who} brings {other} round",
    "lies": "The {weapon} lies in the {zone}",
    "picks up": "{who} picks up the {weapon}",
    "holds": "{who} holds {target}",
    "breaks free": "{who} breaks free",
    "shoves": "{who} shoves {target} to the {zone}",
    "shield": "{who} {how} the shield",
    "improvises": "{who} tries something: {outcome}",
    "ruling": "The game master rules: {why} ({who}: {change} {value})",
    "dies": "{who} dies",
    "scarred": "{who} lives, with a scar",
    "end": "It is over after round {rounds}: {won}",
    "ask.order": "{who}: who acts next?",
    "ask.turn": "{who}: what now?",
    "ask.interpose": "{who}: {about} attacks {target}. Step in?",
    "ask.defend": "{who}: {about} attacks. Defend?",
    "ask.help": "{who}: {about}'s attack on {target} missed with some dice. Help?",
    "ask.grant-help": "GM: could {who} help {about} against {target}?",
    "ask.improvise": "GM: what comes of what {who} tries?",
    "ask.fate": "{who} is down. What becomes of them?",
}

MANNERS: Final = ("", " again, rushed", " twice at once")
"""How an attack is made, by the value of its option."""


def plural(count: i64) -> str:
    """The ending of a noun that is counted."""
    return "" if count == 1 else "s"


# --- rounds and turns ---


def round_begins(fight: MithrynFight) -> None:
    """A new round."""
    fight.tell("round", {"round": int(fight.round)}, ("rounds.sides",))


def turn_begins(fight: MithrynFight, actor: Combatant) -> None:
    """A turn, and how many actions it has."""
    count = fight.actions_left
    parts: dict[str, object] = {"who": actor.name, "actions": int(count), "s": plural(count)}
    fight.tell(
        "turn", parts, ("actions.two",) if actor.sheet.is_pc else ("actions.two", "actions.foes")
    )


def fight_ends(fight: MithrynFight) -> None:
    """Who won, and when."""
    parts: dict[str, object] = {"won": fight.verdict(), "rounds": int(fight.round)}
    fight.tell("end", parts, ("rounds.end",))


# --- actions ---


def moves(fight: MithrynFight, who: Combatant) -> None:
    """Somebody has gone to another zone."""
    parts: dict[str, object] = {"who": who.name, "zone": fight.place_name(who.index)}
    fight.tell("moves", parts, ("actions.move",))


def holds(fight: MithrynFight, who: Combatant, target: Combatant) -> None:
    """A grapple that worked."""
    fight.tell("holds", {"who": who.name, "target": target.name}, ("actions.grapple",))


def breaks_free(fight: MithrynFight, who: Combatant) -> None:
    """A hold that is broken."""
    fight.tell("breaks free", {"who": who.name}, ("actions.grapple",))


def shoves(fight: MithrynFight, who: Combatant, target: Combatant) -> None:
    """A shove that worked."""
    zone = fight.place_name(target.index)
    parts: dict[str, object] = {"who": who.name, "target": target.name, "zone": zone}
    fight.tell("shoves", parts, ("actions.shove",))


def picks_up(fight: MithrynFight, who: Combatant, item: i64) -> None:
    """A weapon that lay there."""
    weapon = fight.scene.weapons[item].name
    fight.tell("picks up", {"who": who.name, "weapon": weapon}, ("weapon.throwable",))


def stabilises(fight: MithrynFight, who: Combatant, friend: Combatant) -> None:
    """Somebody collapsed who is brought round."""
    fight.tell("stabilises", {"who": who.name, "other": friend.name}, ("health.critical",))


def handles_shield(fight: MithrynFight, who: Combatant) -> None:
    """A shield that is raised or slung."""
    how = "raises" if who.shield_raised else "slings"
    fight.tell("shield", {"who": who.name, "how": how}, ("weapon.two-handed",))


def improvises(fight: MithrynFight, who: Combatant, works: bool) -> None:
    """What came of something improvised."""
    outcome = "it works out" if works else "it comes to nothing"
    fight.tell("improvises", {"who": who.name, "outcome": outcome}, ("actions.improvise",))


# --- attacks ---


def attacks(
    fight: MithrynFight, attacker: Combatant, target: Combatant, weapon: Weapon, option: Option
) -> None:
    """An attack that is announced, before its dice."""
    parts: dict[str, object] = {
        "who": attacker.name,
        "target": target.name,
        "weapon": weapon.name,
        "arm": weapon.phrase(),
        "how": MANNERS[option.value],
    }
    fight.tell("attack", parts, option.rules)


def strikes(
    fight: MithrynFight,
    attacker: Combatant,
    target: Combatant,
    weapon: Weapon,
    manner: i64,
    first: Strike,
    second: Strike | None,
) -> None:
    """The dice, the Defense with what makes it up, and every rule that changed them."""
    strikes = [first] if second is None else [first, second]
    faces = [face for strike in strikes for face in strike.faces]
    hits = sum([int(strike.hits) for strike in strikes])
    parts: dict[str, object] = {
        "who": attacker.name,
        "target": target.name,
        "weapon": weapon.name,
        "pool": " + ".join([f"{strike.count}d{strike.sides}" for strike in strikes]),
        "dice": faces,
        "defense": int(target.defense()),
        "made_of": " + ".join(defense_parts(target)),
        "hits": hits,
        "s": plural(hits),
        "because": strike_reasons(attacker, target, weapon, manner, strikes),
    }
    fight.tell("strike", parts, strike_rules(attacker, weapon, manner, faces))


def strike_rules(
    attacker: Combatant, weapon: Weapon, manner: i64, faces: list[str]
) -> tuple[str, ...]:
    """The rules that a strike went by."""
    rules = ["attack.hits", "health.defense"]
    if any(face.startswith("+") for face in faces):
        rules.extend(["attack.max-always-hits", "attack.explode"])
    if any(face.startswith("1→") for face in faces):
        rules.append("weapon.precise")
    if not attacker.sheet.meets_requirements(weapon):
        rules.append("attack.requirement")
    elif manner != options.PLAIN:
        rules.append("attack.rushed")
    return tuple(rules)


def strike_reasons(
    attacker: Combatant, target: Combatant, weapon: Weapon, manner: i64, strikes: list[Strike]
) -> list[list[str]]:
    """What made up a strike's dice and the Defense, each with its rule."""
    rule = "weapon.dice"
    if not attacker.sheet.meets_requirements(weapon):
        rule = "attack.requirement"
    elif manner == options.RUSHED:
        rule = "attack.rushed"
    found = [[f"{strikes[0].count}d{strikes[0].sides} {weapon.phrase()}", rule]]
    for strike in strikes[1:]:
        found.append([f"{strike.count}d{strike.sides} at once", "attack.both-at-once"])
    for part in defense_parts(target):
        found.append([f"Defense of {target.name}: {part}", "health.defense"])
    return found


def defense_parts(who: Combatant) -> list[str]:
    """What makes up somebody's Defense [health.defense]."""
    sheet = who.sheet
    parts = [f"rank {sheet.rank}", f"armour {sheet.armour_bonus}"]
    if who.shield_raised:
        parts.append(f"shield {sheet.shield_bonus}")
    return parts


def rolled_again(
    fight: MithrynFight, attacker: Combatant, faces: list[str], more: i64, hits: i64
) -> None:
    """Dice that a friend helped to roll again."""
    parts: dict[str, object] = {
        "who": attacker.name,
        "dice": faces,
        "more": int(more),
        "hits": int(hits),
    }
    fight.tell("rolled again", parts, ("reaction.help",))


def weapon_lies(fight: MithrynFight, weapon: Weapon, zone: i64) -> None:
    """A hurled weapon that is left behind."""
    parts: dict[str, object] = {"weapon": weapon.name, "zone": fight.scene.zones.names[zone]}
    fight.tell("lies", parts, ("weapon.throwable",))


# --- reactions ---


def reacts(fight: MithrynFight, who: Combatant, kind: str, other: Combatant, rule: str) -> None:
    """A reaction: 'interposes', 'defends' or 'helps'."""
    parts: dict[str, object] = {"who": who.name, "other": other.name}
    fight.tell(kind, parts, (rule, "reaction.one-per-round"))


def defended(fight: MithrynFight, target: Combatant, left: i64) -> None:
    """A hit that the shield cancelled, and how many are left."""
    fight.tell("defended", {"who": target.name, "hits": int(left)}, ("reaction.defend",))


# --- checks and health ---


def checks(
    fight: MithrynFight,
    who: Combatant,
    check: Check,
    ability: i64,
    ability_name: str,
    why: str,
    rule: str,
    success: bool,
) -> None:
    """An ability check, with what made its target number."""
    rules = [rule, "check.tn", "check.roll"]
    because = [[f"TN 20 − {ability_name} {ability}", "check.tn"]]
    if check.edge:
        rules.extend(["check.advantage", "health.wounded"])
        because.append(["disadvantage: Wounded", "health.wounded"])
    parts: dict[str, object] = {
        "who": who.name,
        "why": why,
        "ability": ability_name,
        "tn": int(check.tn),
        "dice": check.faces,
        "edge": " at disadvantage" if check.edge else "",
        "result": "success" if success else "failure",
        "because": because,
    }
    fight.tell("check", parts, tuple(rules))


def is_wounded(fight: MithrynFight, who: Combatant) -> None:
    """Somebody becomes Wounded."""
    fight.tell("wounded", {"who": who.name}, ("health.wounded",))


def is_healed(fight: MithrynFight, who: Combatant, before: i64) -> None:
    """Hit points that came back."""
    parts: dict[str, object] = {"who": who.name, "before": int(before), "now": who.health()}
    fight.tell("healed", parts, ("health.critical",))


def fate(fight: MithrynFight, who: Combatant) -> None:
    """What becomes of somebody who is down."""
    fight.tell("dies" if who.died else "scarred", {"who": who.name}, ("health.down",))
