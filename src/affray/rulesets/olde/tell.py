"""What is told of a fight of Dungeons of Olde, and how its events and questions read.

Each function tells one event. Ask `fight.wants_events` first, so that nothing is built for nobody;
what happens often asks `fight.is_put_in_words` itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.rulesets.olde.dice import EffectRoll, OpposedAttempt, dice_name
from affray.rulesets.olde.sheet import DURATIONS, PERMANENT, STATS, Condition, Spell, Use, Weapon

if TYPE_CHECKING:
    from affray.rulesets.olde.adjustments import Tally
    from affray.rulesets.olde.combatant import Combatant
    from affray.rulesets.olde.damage import Damage
    from affray.rulesets.olde.fight import OldeFight

PHRASES: Final[dict[str, str]] = {
    "turn": "Turn {turn}",
    "points": "{who} rolls {pool} for Action Points: {dice}{made}",
    "surprised": "{who} is surprised and has {points} AP",
    "quicker": "{who} and {other} check Finesse: {dice} = {total} against {others} = "
    "{others_total}: {first} is first",
    "acts": "{who} has {points} AP",
    "passes": "{who} passes",
    "moves": "{who} {how} to {place} ({points} AP left)",
    "attack": "{who} {verb} {target} with {arm}{how}",
    "throws": "{who} throws {arm} at {target}{how}",
    "defense": "{who} defends with {pool}: {dice}{made_of} = CR {cr}",
    "helpless": "{who} cannot defend: CR {cr}",
    "strike": "{who} attacks with {pool}: {dice}{made_of} = {total} against {cr}: {result}",
    "damage": "{arm} {pool}: {dice}{made_of} = {damage} damage",
    "fumble": "{who} {how}",
    "answers": "{who} answers {attacker} with a {how} ({cost} AP)",
    "closes in": "{who} tries to get into {target}'s space",
    "check": "{who} checks {stat} {why} with {pool}: {dice}{made_of} = {total} against {cr}: "
    "{result}",
    "hurt": "{who} takes {harm}: {before} → {now} HP",
    "out": "{who} {how}",
    "dies": "{who} dies",
    "stabilised": "{by} stabilises {whom}",
    "suffers": "{who} is {condition} ({duration})",
    "recovers": "{who} is no longer {condition}",
    "rises": "{who} gets up ({points} AP left)",
    "blocks": "{who} raises the shield to block: +2 Defense until the next Reset",
    "resets": "{who} {how} the {weapon}",
    "takes up": "{who} takes up the {weapon}{how}",
    "picks up": "{who} picks up the {weapon}",
    "lies": "The {weapon} lies at {place}",
    "casts": "{who} casts {spell} at {target} ({mana} Mana left)",
    "improvises": "{who} casts a spell{what}",
    "rests": "{who} rests ({mana} Mana)",
    "spell": "{who}'s spell {outcome}",
    "ruling": "The game master rules: {why} ({who}: {change} {value})",
    "end": "It is over in turn {turns}: {won}",
    "ask.turn": "{who}: what now?",
    "ask.counterattack": "{who}: {about} attacks. Strike first?",
    "ask.parry": "{who}: {about} attacks. Parry?",
    "ask.riposte": "{who}: {about} has attacked. Strike back?",
    "ask.fumble": "{who}: a bad miss. What of it?",
    "ask.spell": "GM: what comes of {who}'s spell{words}?",
}

SHOTS: Final = ["", ", in haste", ", aiming with care"]
BLOWS: Final = ["", ", in panic", ", all out"]
"""How an attack is made, by its manner."""


# --- the turn ---


def turn_begins(fight: OldeFight) -> None:
    """A Reset opens a turn."""
    fight.tell("turn", {"turn": int(fight.round)}, ("turn.ap",))


def surprised(fight: OldeFight, who: Combatant, points: i64) -> None:
    """Somebody is surprised, and has few Action Points."""
    fight.tell("surprised", {"who": who.name, "points": int(points)}, ("turn.ap",))


def points_rolled(fight: OldeFight, who: Combatant, roll: EffectRoll) -> None:
    """Somebody rolls for the Action Points of the turn."""
    rules = ("turn.ap",)
    if not fight.is_put_in_words(rules):
        return
    pool = dice_name(roll.rank, False) + (f" {roll.added:+d}" if roll.added else "")
    points = int(roll.result)
    made = "" if roll.shown == [str(points)] else f" = {points}"
    fight.tell(
        "points",
        {"who": who.name, "pool": pool, "dice": roll.shown, "points": points, "made": made},
        rules,
    )


def quicker(
    fight: OldeFight, first: Combatant, second: Combatant, contest: OpposedAttempt, wins: bool
) -> None:
    """Two check Finesse for who acts first; `wins` says that it is the second."""
    fight.tell(
        "quicker",
        {
            "who": first.name,
            "dice": contest.first_dice,
            "total": int(contest.cr),
            "other": second.name,
            "others": contest.second_dice,
            "others_total": int(contest.total),
            "first": second.name if wins else first.name,
        },
        ("turn.order",),
    )


def acts(fight: OldeFight, who: Combatant) -> None:
    """Somebody's part of a round begins."""
    rules = ("turn.order",)
    if fight.is_put_in_words(rules):
        fight.tell("acts", {"who": who.name, "points": int(who.action_points)}, rules)


def passes(fight: OldeFight, who: Combatant) -> None:
    """Somebody does nothing in this round, and keeps the Action Points."""
    rules = ("turn.order",)
    if fight.is_put_in_words(rules):
        fight.tell("passes", {"who": who.name}, rules)


def moves(fight: OldeFight, who: Combatant, how: str, rule: str) -> None:
    """Somebody has gone to another space."""
    rules = (rule,)
    if not fight.is_put_in_words(rules):
        return
    parts: dict[str, object] = {
        "who": who.name,
        "how": how,
        "place": fight.scene.places[who.cell],
        "points": int(who.action_points),
    }
    fight.tell("moves", parts, rules)


def rises(fight: OldeFight, who: Combatant) -> None:
    """Somebody gets up, and what that leaves them."""
    fight.tell("rises", {"who": who.name, "points": int(who.action_points)}, ("turn.costs",))


def leaves(fight: OldeFight, who: Combatant) -> None:
    """Somebody leaves by a way out."""
    fight.tell_out(who, None, "leaves", "turn.costs")


def crossbow_reset(fight: OldeFight, who: Combatant, by_hand: bool) -> None:
    """A crossbow is ready again."""
    how = "spans" if by_hand else "cranks"
    parts: dict[str, object] = {"who": who.name, "how": how, "weapon": who.held_weapon().name}
    fight.tell("resets", parts, ("ranged.crossbow",))


def taken_up(fight: OldeFight, who: Combatant, weapon: Weapon) -> None:
    """Somebody changes what is in hand."""
    how = " in both hands" if who.two_hands else ""
    shield = who.sheet.shield
    and_shield = f" and the {shield.name}" if who.shielded else ""
    fight.tell(
        "takes up",
        {"who": who.name, "weapon": weapon.name, "how": how + and_shield},
        ("turn.costs", "shield.defense" if shield.defense > 0 else "brawn.melee"),
    )


def picked_up(fight: OldeFight, who: Combatant, weapon: Weapon) -> None:
    """Somebody takes a weapon up from the ground."""
    fight.tell("picks up", {"who": who.name, "weapon": weapon.name}, ("turn.costs",))


def lies(fight: OldeFight, weapon: Weapon, cell: i64) -> None:
    """A weapon that was thrown lies somewhere."""
    fight.tell("lies", {"weapon": weapon.name, "place": fight.scene.places[cell]}, ())


def blocks(fight: OldeFight, who: Combatant) -> None:
    """Somebody raises the shield to block."""
    fight.tell("blocks", {"who": who.name}, ("shield.block",))


def casts_at(fight: OldeFight, who: Combatant, spell: Spell, target: Combatant) -> None:
    """Somebody casts a spell at an enemy."""
    parts: dict[str, object] = {
        "who": who.name,
        "spell": spell.name,
        "target": target.name,
        "mana": int(who.mana),
    }
    fight.tell("casts", parts, ("spells.conditions", "spells.mana"))


def casts(fight: OldeFight, who: Combatant, words: str) -> None:
    """Somebody casts a spell on which the game master will rule, in their own words."""
    what = f": {words}" if words else ""
    fight.tell("improvises", {"who": who.name, "what": what}, ("shield.spells",))


def rests(fight: OldeFight, who: Combatant) -> None:
    """Somebody rests, and has Mana again."""
    fight.tell("rests", {"who": who.name, "mana": int(who.mana)}, ("spells.mana",))


def spell_outcome(fight: OldeFight, who: Combatant, works: bool) -> None:
    """What came of a spell."""
    outcome = "takes effect" if works else "comes to nothing"
    fight.tell("spell", {"who": who.name, "outcome": outcome}, ("shield.spells",))


def ended(fight: OldeFight) -> None:
    """The fight is over."""
    parts: dict[str, object] = {"won": fight.verdict(), "turns": int(fight.round)}
    fight.tell("end", parts, ("health.down",))


# --- the attack ---


def attack_declared(
    fight: OldeFight, who: Combatant, target: Combatant, weapon: Weapon, use: Use, manner: i64
) -> None:
    """Who attacks whom, with what and how."""
    rules: tuple[str, ...] = ("attack.declare",)
    if manner != 0:
        rules = ("attack.declare", "options.advanced")
    if not fight.is_put_in_words(rules):
        return
    fight.tell(
        "throws" if use.thrown else "attack",
        {
            "who": who.name,
            "target": target.name,
            "weapon": weapon.name,
            "arm": weapon.called(),
            "verb": "shoots at" if use.ranged else "attacks",
            "how": SHOTS[manner] if use.ranged else BLOWS[manner],
        },
        rules,
    )


def closes_in(fight: OldeFight, who: Combatant, target: Combatant) -> None:
    """Somebody tries to fight their way into an enemy's space."""
    fight.tell("closes in", {"who": who.name, "target": target.name}, ("reach.enter",))


def cannot_defend(fight: OldeFight, who: Combatant, cr: i64) -> None:
    """The CR of hitting somebody who makes no Defense check."""
    fight.tell("helpless", {"who": who.name, "cr": int(cr)}, ("conditions.list",))


def defense_check(fight: OldeFight, who: Combatant, attempt: OpposedAttempt, tally: Tally) -> None:
    """The Defense check with everything that made it up."""
    found = ["attack.defense-first", "dice.rank", *tally.rules()]
    found.extend(dice_rules(attempt.first_dice))
    if who.sheet.too_heavy:
        found.append("armor.brawn")
    rules = tuple(found)
    if not fight.is_put_in_words(rules):
        return
    pool = dice_name(attempt.first, True)
    fight.tell(
        "defense",
        {
            "who": who.name,
            "pool": pool,
            "dice": attempt.first_dice,
            "made_of": tally.text(),
            "cr": int(attempt.cr),
            "because": [[f"{pool} Defense", "attack.defense-first"], *tally.because],
        },
        rules,
    )


def attack_check(
    fight: OldeFight,
    who: Combatant,
    target: Combatant,
    use: Use,
    attempt: OpposedAttempt,
    tally: Tally,
    is_hit: bool,
) -> None:
    """The attack check with everything that made it up."""
    found = ["attack.check", "dice.rank", *tally.rules()]
    found.extend(dice_rules(attempt.second_dice))
    if use.ranged:
        found.append("ranged.finesse")
    rules = tuple(found)
    if fight.is_put_in_words(rules):
        result = "hit" if is_hit else "miss"
        roll = roll_parts(attempt, tally, use.check_stat, "attack.check", result)
        fight.tell("strike", {"who": who.name, "target": target.name, **roll}, rules)


def roll_parts(
    attempt: OpposedAttempt, tally: Tally, stat: i64, rule: str, result: str
) -> dict[str, object]:
    """The roll of a check: its dice, its total with what made it up, the CR and how it went."""
    pool = dice_name(attempt.second, True)
    return {
        "pool": pool,
        "dice": attempt.second_dice,
        "made_of": tally.text(),
        "total": int(attempt.total),
        "cr": int(attempt.cr),
        "result": result,
        "because": [[f"{pool} {STATS[stat]}", rule], *tally.because],
    }


def dice_rules(dice: list[str]) -> list[str]:
    """The rules that changed how dice were read."""
    found = []
    if any("→" in face for face in dice):
        found.append("dice.odd")
    if any(face.startswith("+") for face in dice):
        found.append("dice.explode")
    return found


def damage_rolled(
    fight: OldeFight,
    who: Combatant,
    target: Combatant,
    weapon: Weapon,
    use: Use,
    damage: Damage,
    dealt: i64,
) -> None:
    """The damage of a hit with everything that made it up."""
    rules = damage_rules(fight, use, damage)
    if not fight.is_put_in_words(rules):
        return
    die = dice_name(damage.die, False)
    parts = damage.added.parts() + damage.armour.parts()
    half = f" → {damage.kept}" if use.unarmed and not damage.in_full else ""
    fight.tell(
        "damage",
        {
            "who": who.name,
            "target": target.name,
            "weapon": weapon.name,
            "arm": weapon.called().removeprefix("the "),
            "pool": ("half of " if use.unarmed else "") + die,
            "dice": damage.shown,
            "made_of": half + (f" ({', '.join(parts)})" if parts else ""),
            "damage": int(dealt),
            "because": [
                [f"{die} {weapon.called()}", "attack.damage"],
                *damage.added.because,
                *damage.armour.because,
            ],
        },
        rules,
    )


def damage_rules(fight: OldeFight, use: Use, damage: Damage) -> tuple[str, ...]:
    """The rules that went into the damage of a hit."""
    rules = ["attack.damage", *damage.added.rules(), *damage.armour.rules()]
    if use.unarmed:
        rules.append("unarmed.damage")
    if damage.least == 0 and damage.made() < 0:
        rules.append("attack.no-harm")
    if fight.house.damage_explodes and any(face.startswith("+") for face in damage.shown):
        rules.append("attack.damage-explodes")
    return tuple(rules)


def fumbles(fight: OldeFight, who: Combatant, how: str) -> None:
    """What a wide miss did."""
    fight.tell("fumble", {"who": who.name, "how": how}, ("options.criticals",))


def answers(fight: OldeFight, who: Combatant, attacker: Combatant, how: str, cost: i64) -> None:
    """Somebody answers an attack, for Action Points."""
    fight.tell(
        "answers",
        {"who": who.name, "attacker": attacker.name, "how": how, "cost": int(cost)},
        ("options.advanced",),
    )


# --- checks, health and conditions ---


def check(
    fight: OldeFight,
    who: Combatant,
    stat: i64,
    attempt: OpposedAttempt,
    tally: Tally,
    success: bool,
    why: str,
    rule: str,
) -> None:
    """A check against a CR with everything that made it up."""
    rules = (rule, "dice.rank", *tally.rules())
    if not fight.is_put_in_words(rules):
        return
    fight.tell(
        "check",
        {
            "who": who.name,
            "stat": STATS[stat],
            "why": why,
            **roll_parts(attempt, tally, stat, "dice.rank", "success" if success else "failure"),
        },
        rules,
    )


def dies(fight: OldeFight, who: Combatant) -> None:
    """Somebody dies."""
    fight.tell("dies", {"who": who.name}, ("health.down",))


def stabilised(fight: OldeFight, who: Combatant, by: Combatant) -> None:
    """First aid has stopped somebody's bleeding or dying."""
    whom = who.name if who is not by else "themselves"
    parts: dict[str, object] = {"who": who.name, "by": by.name, "whom": whom}
    fight.tell("stabilised", parts, ("health.down",))


def suffers(fight: OldeFight, who: Combatant, condition: Condition, duration: i64) -> None:
    """Somebody comes to have a condition; the prone have it until they get up."""
    is_lasting_prone = condition is fight.scene.prone and duration == PERMANENT
    lasts = "until they get up" if is_lasting_prone else DURATIONS[duration]
    parts: dict[str, object] = {"who": who.name, "condition": condition.name, "duration": lasts}
    fight.tell("suffers", parts, ("conditions.list",))


def recovers(fight: OldeFight, who: Combatant, condition: Condition) -> None:
    """A condition of somebody ends."""
    fight.tell("recovers", {"who": who.name, "condition": condition.name}, ("conditions.list",))
