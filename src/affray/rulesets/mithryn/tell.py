"""How Mithryn's events and questions read, and what each event says.

Rules call these only where somebody listens (`fight.wants_events`). What happens in every fight is
put in words only where somebody reads it (`fight.is_put_in_words`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.events import alone
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
    limits = action_limits(actor)
    limit_rules: tuple[str, ...] = ()
    if len(limits) == 1:
        limit_rules = alone(limits[0][1])
    elif limits:
        limit_rules = tuple([rule for _, rule in limits])
    if not fight.is_put_in_words(rules, limit_rules):
        return
    parts: dict[str, object] = {
        "who": actor.name,
        "actions": int(fight.actions_left),
        "left": counted_actions(fight.actions_left),
        "why": f" ({', '.join([why for why, _ in limits])})" if limits else "",
        "because": [[why, rule] for why, rule in limits],
    }
    fight.tell("turn", parts, rules + limit_rules)


def waits(fight: MithrynFight, actor: Combatant) -> None:
    """A turn ends with actions to spare."""
    rules = ("actions.two",)
    if fight.is_put_in_words(rules):
        left = counted_actions(fight.actions_left)
        fight.tell("waits", {"who": actor.name, "left": left}, rules)


def counted_actions(count: i64) -> str:
    """So many actions, in words."""
    return "no action" if count == 0 else f"{count} action{plural(count)}"


NO_LIMITS: Final[list[tuple[str, str]]] = []
"""What takes actions from most turns; never written."""


def action_limits(actor: Combatant) -> list[tuple[str, str]]:
    """What takes actions from somebody's turn, in words and with its rule."""
    if actor.actions_owed == 0 and not actor.slow_start and not actor.is_wounded():
        return NO_LIMITS
    found = []
    if actor.sheet.full_actions > 1 and actor.is_wounded():
        found.append(("Wounded", "health.wounded"))
    if actor.sheet.full_actions > 1 and actor.slow_start:
        found.append(("no momentum", "rounds.momentum"))
    if actor.actions_owed > 0:
        owed = "a reaction" if actor.actions_owed == 1 else f"{actor.actions_owed} reactions"
        rule = "reaction.cost" if not found else "reaction.few-actions"
        found.append((owed, rule))
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
    weapon = fight.scene.weapons[item].name
    fight.tell("picks up", {"who": who.name, "weapon": weapon}, ("weapon.lies",))


def stabilises(fight: MithrynFight, who: Combatant, friend: Combatant) -> None:
    """Somebody collapsed who is brought round."""
    fight.tell("stabilises", {"who": who.name, "other": friend.name}, ("health.critical",))


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
    reach = reach_rules(attacker, target, weapon)
    if target.collapsed:
        reach += ("health.collapsed",)
    if not fight.is_put_in_words(option.rules, reach):
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
    fight.tell("attack", parts, option.rules + reach)


NEAR_SHOT: Final[tuple[str, ...]] = ("zones.ranged-same-zone",)
SHOT: Final[tuple[str, ...]] = ("zones.ranged",)
MELEE: Final[tuple[str, ...]] = ("zones.melee",)
SET_THROW: Final[tuple[str, ...]] = ("zones.thrown", "weapon.set")
THROW: Final[tuple[str, ...]] = ("zones.thrown", "weapon.throwable")


def reach_rules(attacker: Combatant, target: Combatant, weapon: Weapon) -> tuple[str, ...]:
    """The rules by which a weapon reaches its target."""
    if weapon.is_ranged:
        return NEAR_SHOT if attacker.zone == target.zone else SHOT
    if attacker.zone == target.zone:
        return MELEE
    return SET_THROW if weapon.is_set else THROW


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
    rules = strike_rules(attacker, weapon, manner, first, second)
    if not fight.is_put_in_words(STRIKE, rules):
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
        "because": strike_reasons(attacker, target, weapon, manner, strikes),
    }
    fight.tell("strike", parts, STRIKE + rules)


def dice_shown(strikes: list[Strike], faces: list[str]) -> str:
    """Dice and what they showed, and hits that needed none."""
    pools = [f"{strike.count}d{strike.sides}" for strike in strikes if strike.count > 0]
    sure = sum([int(strike.sure_hits) for strike in strikes])
    found = [f"{' + '.join(pools)} → {' '.join(faces)}"] if pools else []
    if sure:
        found.append("a sure hit" if sure == 1 else f"{sure} sure hits")
    return " and ".join(found)


STRIKE: Final[tuple[str, ...]] = ("attack.hits", "health.defense")
"""The rules that every strike goes by."""

EXPLODES: Final[tuple[str, ...]] = ("attack.max-always-hits", "attack.explode")

EXPLODED: Final[dict[str, tuple[str, ...]]] = {
    rule: (*EXPLODES, rule)
    for rule in (
        "attack.requirement",
        "attack.requirement-reload",
        "weapon.dice",
        "attack.reload",
        "weapon.fast",
        "attack.rushed",
    )
}
"""The rules of a strike that exploded, by the one that says which dice it began with."""


def strike_rules(
    attacker: Combatant, weapon: Weapon, manner: i64, first: Strike, second: Strike | None
) -> tuple[str, ...]:
    """The other rules that a strike went by."""
    rules = dice_rules(attacker, weapon, manner)
    if first.rolled_ones_again or (second is not None and second.rolled_ones_again):
        rules = ("weapon.precise", "weapon.precise-extra", *rules)
    if first.exploded or (second is not None and second.exploded):
        rules = EXPLODED[rules[0]] if len(rules) == 1 else EXPLODES + rules
    if second is not None:
        rules = ("attack.both-announced", *rules)
    if first.sure_hits > 0:
        is_expert = int(weapon.index) in attacker.sheet.expert_arms
        if first.sure_hits > int(is_expert):
            rules = ("magic.first-attack", *rules)
        if is_expert:
            rules = ("attack.tag", *rules)
    return rules


def dice_rules(attacker: Combatant, weapon: Weapon, manner: i64) -> tuple[str, ...]:
    """The rule that says which dice an attack begins with."""
    if not attacker.sheet.meets_requirements(weapon):
        return ("attack.requirement",) if weapon.rushed_count else ("attack.requirement-reload",)
    if manner != options.RUSHED:
        return ("weapon.dice",) if weapon.rushed_count else ("attack.reload",)
    is_fast = weapon.rushed_count == weapon.count and weapon.rushed_sides == weapon.sides
    return ("weapon.fast",) if is_fast else ("attack.rushed",)


def strike_reasons(
    attacker: Combatant, target: Combatant, weapon: Weapon, manner: i64, strikes: list[Strike]
) -> list[list[str]]:
    """What made up a strike's dice and the Defense, each with its rule."""
    [rule] = dice_rules(attacker, weapon, manner)
    found = [[f"{strikes[0].count}d{strikes[0].sides} {weapon.phrase()}", rule]]
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
    fight.tell("lies", parts, ("weapon.lies",))


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
    rules = check_rules(who, ability, rule, ruled)
    if not fight.is_put_in_words(rules):
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
    fight.tell("check", parts, rules)


def check_rules(who: Combatant, ability: str, rule: str, ruled: i64) -> tuple[str, ...]:
    """The rules that a check went by."""
    sheet = who.sheet
    rules = [rule, "check.tn", "check.roll"]
    if sheet.score(ability) == 0:
        rules.append("check.unknown-ability")
    if sheet.relevant_tag(ability) or sheet.relevant_complication(ability):
        rules.append("check.tag")
    if ruled:
        rules.append("check.advantage")
    if who.is_wounded():
        rules.extend([one for one in ("check.advantage", "health.wounded") if one not in rules])
    return tuple(rules)


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
    fight.tell("dies" if who.died else "scarred", {"who": who.name}, ("health.down",))
