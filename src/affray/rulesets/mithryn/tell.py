"""How Mithryn's events and questions read, and what each event says.

Rules call these only where somebody listens (`fight.wants_events`). What happens in every fight is
put in words only where somebody reads it (`fight.is_put_in_words`).
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
    "check": "{who} checks {ability} {why}: {dice} against TN {tn}{edge}: {result}",
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
"""How an attack is made, by the value of its option."""


def plural(count: i64) -> str:
    """The ending of a noun that is counted."""
    return "" if count == 1 else "s"


# --- rounds and turns ---


def round_begins(fight: MithrynFight) -> None:
    """A new round."""
    rules = ("rounds.sides",)
    if fight.is_put_in_words(rules):
        fight.tell("round", {"round": int(fight.round)}, rules)


TURN_OF_PC: Final[tuple[str, ...]] = ("actions.two",)
TURN_OF_FOE: Final[tuple[str, ...]] = ("actions.two", "actions.foes")


def turn_begins(fight: MithrynFight, actor: Combatant) -> None:
    """A turn, how many actions it has, and why they are fewer than usual."""
    rules = TURN_OF_PC if actor.sheet.is_pc else TURN_OF_FOE
    limits = limit_rules(actor)
    if not fight.is_put_in_words(rules, limits):
        return
    reasons = limit_reasons(actor)
    parts: dict[str, object] = {
        "who": actor.name,
        "actions": int(fight.actions_left),
        "left": counted_actions(fight.actions_left),
        "why": f" ({', '.join(reasons)})" if reasons else "",
        "because": [[why, rule] for why, rule in zip(reasons, limits, strict=True)],
    }
    fight.tell("turn", parts, rules + limits)


def waits(fight: MithrynFight, actor: Combatant) -> None:
    """A turn ends with actions to spare."""
    rules = ("actions.two",)
    if fight.is_put_in_words(rules):
        left = counted_actions(fight.actions_left)
        fight.tell("waits", {"who": actor.name, "left": left}, rules)


def counted_actions(count: i64) -> str:
    """So many actions, in words."""
    return "no action" if count == 0 else f"{count} action{plural(count)}"


LIMIT_RULES: Final[list[tuple[str, ...]]] = [
    (),
    ("reaction.cost",),
    ("rounds.momentum",),
    ("rounds.momentum", "reaction.few-actions"),
    ("health.wounded",),
    ("health.wounded", "reaction.few-actions"),
    ("health.wounded", "rounds.momentum"),
    ("health.wounded", "rounds.momentum", "reaction.few-actions"),
]
"""What takes actions from a turn: 4 is being Wounded, 2 a slow start, 1 a reaction."""


def limit_rules(actor: Combatant) -> tuple[str, ...]:
    """The rules that take actions from somebody's turn."""
    limits: i64 = 1 if actor.actions_owed > 0 else 0
    if actor.sheet.full_actions > 1:
        if actor.slow_start:
            limits += 2
        if actor.is_wounded():
            limits += 4
    return LIMIT_RULES[limits]


def limit_reasons(actor: Combatant) -> list[str]:
    """The same in words, in the same order."""
    found: list[str] = []
    if actor.sheet.full_actions > 1 and actor.is_wounded():
        found.append("Wounded")
    if actor.sheet.full_actions > 1 and actor.slow_start:
        found.append("no momentum")
    if actor.actions_owed > 0:
        owed = "a reaction" if actor.actions_owed == 1 else f"{actor.actions_owed} reactions"
        found.append(owed)
    return found


def needs_no_check(fight: MithrynFight, who: Combatant) -> None:
    """Somebody has momentum without rolling for it."""
    rule = who.sheet.momentum_rule
    why = f": the {who.sheet.helm}" if rule == "magic.helm" else ""
    fight.tell("no check", {"who": who.name, "why": why}, (rule,))


def fight_ends(fight: MithrynFight) -> None:
    """Who won, and when."""
    rules = ("rounds.end",)
    if fight.is_put_in_words(rules):
        fight.tell("end", {"won": fight.verdict(), "rounds": int(fight.round)}, rules)


# --- actions ---


def moves(fight: MithrynFight, who: Combatant) -> None:
    """Somebody has gone to another zone."""
    rules = ("actions.move",)
    if fight.is_put_in_words(rules):
        fight.tell("moves", {"who": who.name, "zone": fight.place_name(who.index)}, rules)


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
    rules = ("weapon.lies",)
    if fight.is_put_in_words(rules):
        weapon = fight.scene.weapons[item].name
        fight.tell("picks up", {"who": who.name, "weapon": weapon}, rules)


def stabilises(fight: MithrynFight, who: Combatant, friend: Combatant) -> None:
    """Somebody collapsed who is brought round."""
    rules = ("health.critical",)
    if fight.is_put_in_words(rules):
        fight.tell("stabilises", {"who": who.name, "other": friend.name}, rules)


def handles_shield(fight: MithrynFight, who: Combatant) -> None:
    """A shield that is raised or slung."""
    how = "raises" if who.shield_raised else "slings"
    fight.tell("shield", {"who": who.name, "how": how}, ("weapon.sling",))


def improvises(fight: MithrynFight, who: Combatant, words: str, works: bool) -> None:
    """What came of something improvised."""
    outcome = "it works out" if works else "it comes to nothing"
    parts: dict[str, object] = {"who": who.name, "words": quoted(words), "outcome": outcome}
    fight.tell("improvises", parts, ("actions.improvise",))


def quoted(words: str) -> str:
    """What somebody said, as it stands in a sentence; nothing if they said nothing."""
    return f" (“{words}”)" if words else ""


# --- attacks ---


def attacks(
    fight: MithrynFight, attacker: Combatant, target: Combatant, weapon: Weapon, option: Option
) -> None:
    """An attack that is announced, before its dice."""
    rules = ATTACK_RULES[option.value][reach_number(attacker, target, weapon)]
    more: tuple[str, ...] = ("health.collapsed",) if target.collapsed else ()
    if not fight.is_put_in_words(rules, more):
        return
    parts: dict[str, object] = {
        "who": attacker.name,
        "target": target.name,
        "weapon": weapon.name,
        "deed": f"attacks {target.name} with {weapon.phrase()}",
        "how": MANNERS[option.value],
    }
    before = fight.announced
    if option.value == options.RUSHED and (before is None or before.item != option.item):
        parts["how"] = ", rushed"
    if option.kind.endswith("throw"):
        parts["deed"] = f"hurls {weapon.phrase()} at {target.name}"
    fight.tell("attack", parts, rules + more)


REACH_RULES: Final[list[tuple[str, ...]]] = [
    ("zones.melee",),
    ("zones.thrown", "weapon.throwable"),
    ("zones.thrown", "weapon.set"),
    ("zones.ranged-same-zone",),
    ("zones.ranged",),
]
"""The rules by which a weapon reaches its target, by `reach_number`."""

ATTACK_RULES: Final = [[manner + reach for reach in REACH_RULES] for manner in MANNER_RULES]
"""The rules of an attack, by its manner and `reach_number`."""


def reach_number(attacker: Combatant, target: Combatant, weapon: Weapon) -> i64:
    """How a weapon reaches its target: by hand, by a throw or by one of a set, by a shot here or
    elsewhere."""
    is_near = attacker.zone == target.zone
    if weapon.is_ranged:
        return 3 if is_near else 4
    if is_near:
        return 0
    return 2 if weapon.is_set else 1


def strikes(
    fight: MithrynFight,
    attacker: Combatant,
    target: Combatant,
    weapon: Weapon,
    first: Strike,
    second: Strike | None,
) -> None:
    """The dice, the Defense with what makes it up, and every rule that changed them."""
    exploded, rolled_ones_again = first.exploded, first.rolled_ones_again
    if second is not None:
        exploded = exploded or second.exploded
        rolled_ones_again = rolled_ones_again or second.rolled_ones_again
    rules = first.dice.told_rules(exploded, rolled_ones_again)
    more = special_rules(attacker, weapon, first.sure_hits, second is not None)
    if not fight.is_put_in_words(rules, more):
        return
    strikes = [first] if second is None else [first, second]
    faces = [face for strike in strikes for face in strike.faces]
    hits = sum([int(strike.hits) for strike in strikes])
    parts: dict[str, object] = {
        "who": attacker.name,
        "target": target.name,
        "weapon": weapon.name,
        "pool": " + ".join([f"{strike.count}d{strike.sides}" for strike in strikes]),
        "dice": faces,
        "shown": dice_shown(strikes, faces),
        "defense": int(target.defense()),
        "made_of": " + ".join(defense_parts(target)),
        "hits": hits,
        "s": plural(hits),
        "because": strike_reasons(attacker, target, weapon, strikes),
    }
    fight.tell("strike", parts, rules[:2] + more + rules[2:])


def counts_strike(
    fight: MithrynFight,
    attacker: Combatant,
    weapon: Weapon,
    rules: tuple[str, ...],
    sure_hits: i64,
) -> None:
    """The rules of a strike of which nobody wants to read."""
    fight.is_put_in_words(rules, special_rules(attacker, weapon, sure_hits, False))


def dice_shown(strikes: list[Strike], faces: list[str]) -> str:
    """Dice and what they showed, and hits that needed none."""
    pools = [f"{strike.count}d{strike.sides}" for strike in strikes if strike.count > 0]
    sure = sum([int(strike.sure_hits) for strike in strikes])
    found = [f"{' + '.join(pools)} → {' '.join(faces)}"] if pools else []
    if sure:
        found.append("a sure hit" if sure == 1 else f"{sure} sure hits")
    return " and ".join(found)


def special_rules(
    attacker: Combatant, weapon: Weapon, sure_hits: i64, is_double: bool
) -> tuple[str, ...]:
    """The rules that few strikes go by: hits that need no dice, and two attacks at once."""
    rules: tuple[str, ...] = ("attack.both-announced",) if is_double else ()
    if sure_hits > 0:
        is_expert = int(weapon.index) in attacker.sheet.expert_arms
        if sure_hits > int(is_expert):
            rules = ("magic.first-attack", *rules)
        if is_expert:
            rules = ("attack.tag", *rules)
    return rules


def strike_reasons(
    attacker: Combatant, target: Combatant, weapon: Weapon, strikes: list[Strike]
) -> list[list[str]]:
    """What made up a strike's dice and the Defense, each with its rule."""
    first = strikes[0]
    found = [[f"{first.count}d{first.sides} {weapon.phrase()}", first.dice.rule]]
    found.extend(sure_reasons(attacker, weapon, strikes[0].sure_hits))
    for strike in strikes[1:]:
        found.append([f"{strike.count}d{strike.sides} at once", "attack.both-at-once"])
    for part in defense_parts(target):
        found.append([f"Defense of {target.name}: {part}", "health.defense"])
    return found


def sure_reasons(attacker: Combatant, weapon: Weapon, sure_hits: i64) -> list[list[str]]:
    """Why some hits needed no dice, each with its rule."""
    found = []
    is_expert = int(weapon.index) in attacker.sheet.expert_arms
    if is_expert:
        tag = next(n for n, relevant in attacker.sheet.tags.items() if weapon.name in relevant)
        found.append([f"1 sure hit: {tag}", "attack.tag"])
    if sure_hits > int(is_expert):
        found.append(
            [f"{sure_hits - int(is_expert)} more: {weapon.phrase()}", "magic.first-attack"]
        )
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
    rules = ("reaction.help",)
    if not fight.is_put_in_words(rules):
        return
    parts: dict[str, object] = {
        "who": attacker.name,
        "dice": faces,
        "more": int(more),
        "hits": int(hits),
    }
    fight.tell("rolled again", parts, rules)


def weapon_lies(fight: MithrynFight, weapon: Weapon, zone: i64) -> None:
    """A hurled weapon that is left behind."""
    rules = ("weapon.lies",)
    if fight.is_put_in_words(rules):
        zone_name = fight.scene.zones.names[zone]
        fight.tell("lies", {"weapon": weapon.name, "zone": zone_name}, rules)


# --- reactions ---


def interposes(fight: MithrynFight, who: Combatant, target: Combatant) -> None:
    """Somebody steps in front of the target of an attack."""
    whom = "reaction.interpose" if who.side == target.side else "reaction.interpose-whom"
    rules = (whom, "reaction.declared-before-roll", "reaction.one-per-round")
    if fight.is_put_in_words(rules):
        fight.tell("interposes", {"who": who.name, "other": target.name}, rules)


def defends(fight: MithrynFight, who: Combatant, attacker: Combatant) -> None:
    """Somebody raises the shield against an attack."""
    rules = ("reaction.defend", "reaction.declared-before-roll", "reaction.one-per-round")
    if fight.is_put_in_words(rules):
        fight.tell("defends", {"who": who.name, "other": attacker.name}, rules)


def shield_cancels(
    fight: MithrynFight, target: Combatant, count: i64, left: i64, is_magic: bool
) -> None:
    """Hits that a shield cancelled, and how many are left."""
    parts: dict[str, object] = {
        "who": target.name,
        "count": "no" if count == 0 else int(count),
        "s": plural(count),
        "hits": int(left),
    }
    fight.tell("defended", parts, ("magic.interpose" if is_magic else "reaction.defend",))


def helps(fight: MithrynFight, who: Combatant, friend: Combatant, words: str) -> None:
    """Somebody helps a friend's attack."""
    rules: tuple[str, ...] = ("reaction.help", "reaction.one-per-round")
    if not fight.scene.has_game_master:
        rules = ("reaction.help", "reaction.help-judge", "reaction.one-per-round")
    if fight.is_put_in_words(rules):
        parts: dict[str, object] = {"who": who.name, "other": friend.name, "words": quoted(words)}
        fight.tell("helps", parts, rules)


def may_not_help(fight: MithrynFight, who: Combatant, friend: Combatant, words: str) -> None:
    """The game master has refused somebody's help."""
    parts: dict[str, object] = {"who": who.name, "other": friend.name, "words": quoted(words)}
    fight.tell("may not help", parts, ("reaction.help",))


# --- checks and health ---


EDGES: Final = ["", "advantage", "disadvantage"]
EDGE_WORDS: Final = ["", " with advantage", " at disadvantage"]
"""What an edge of 0, 1 and -1 is called, by itself and in a sentence."""


def checks(
    fight: MithrynFight,
    who: Combatant,
    check: Check,
    ability: str,
    why: str,
    rule: str,
    success: bool,
    ruled: i64,
) -> None:
    """An ability check, with what made its target number, and what gave it an edge."""
    counts_check(fight, who, ability, rule, ruled)
    if not fight.wants_words:
        return
    parts: dict[str, object] = {
        "who": who.name,
        "why": why,
        "ability": ability,
        "tn": int(check.tn),
        "dice": check.faces,
        "edge": EDGE_WORDS[check.edge],
        "result": result_of(check, success),
        "because": check_reasons(who, ability, ruled),
    }
    fight.tell("check", parts, CHECK_RULES[rule] + edge_rules(who, ability, ruled))


def counts_check(fight: MithrynFight, who: Combatant, ability: str, rule: str, ruled: i64) -> None:
    """The rules of a check, where they are only counted."""
    fight.is_put_in_words(CHECK_RULES[rule], edge_rules(who, ability, ruled))


CHECK_RULES: Final[dict[str, tuple[str, ...]]] = {
    rule: (rule, "check.tn", "check.roll")
    for rule in (
        "rounds.momentum",
        "health.critical",
        "actions.grapple",
        "actions.shove",
        "actions.improvise",
    )
}
"""The rules of every check, by the one that asks for it."""


def edge_rules(who: Combatant, ability: str, ruled: i64) -> tuple[str, ...]:
    """The other rules that a check went by."""
    sheet = who.sheet
    rules: tuple[str, ...] = ()
    if sheet.score(ability) == 0:
        rules = ("check.unknown-ability",)
    if (sheet.tags and sheet.relevant_tag(ability)) or (
        sheet.complications and sheet.relevant_complication(ability)
    ):
        rules += ("check.tag",)
    if who.is_wounded():
        rules += ("check.advantage", "health.wounded")
    elif ruled:
        rules += ("check.advantage",)
    return rules


def check_reasons(who: Combatant, ability: str, ruled: i64) -> list[list[str]]:
    """What made a check's target number and gave it an edge, each with its rule."""
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
    """Whether a check succeeded; a double says so where it is what made it."""
    if not success:
        return "failure"
    if check.is_d20 or sum(check.kept()) >= check.tn:
        return "success"
    return "success (a double)"


def is_wounded(fight: MithrynFight, who: Combatant) -> None:
    """Somebody becomes Wounded."""
    rules = ("health.wounded",)
    if fight.is_put_in_words(rules):
        fight.tell("wounded", {"who": who.name}, rules)


def uses_poultice(
    fight: MithrynFight, who: Combatant, friend: Combatant, points: i64, before: i64
) -> None:
    """A poultice, and the hit points it gave back."""
    parts: dict[str, object] = {
        "who": who.name,
        "other": "their own wounds" if friend is who else friend.name,
        "dice": int(points),
        "before": int(before),
        "now": friend.health(),
    }
    fight.tell("poultice", parts, ("health.poultice",))


def fate(fight: MithrynFight, who: Combatant) -> None:
    """What becomes of somebody who is down."""
    rules = ("health.down",)
    if fight.is_put_in_words(rules):
        fight.tell("dies" if who.died else "scarred", {"who": who.name}, rules)
