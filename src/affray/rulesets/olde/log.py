"""The log: each function tells one event, if there is a listener; and how events and questions
read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import harm_parts
from affray.rulesets.olde.dice import (
    EffectRoll,
    OpposedAttempt,
    check_dice,
    dice_name,
    face_value,
    single_die,
)
from affray.rulesets.olde.sheet import DURATIONS, PERMANENT, STATS, Condition, Spell, Use, Weapon

if TYPE_CHECKING:
    from affray.rulesets.olde.adjustments import Tally
    from affray.rulesets.olde.checks import Challenge
    from affray.rulesets.olde.combatant import Combatant
    from affray.rulesets.olde.damage import Damage
    from affray.rulesets.olde.fight import OldeFight
    from affray.rulesets.olde.strike import Attack

PHRASES: Final[dict[str, str]] = {
    "turn": "Turn {turn}",
    "points": "{who} rolls {pool} for Action Points: {dice}{made}",
    "surprised": "{who} is surprised and has {points} AP",
    "quicker": "{who} and {other} check Finesse: {dice} = {total} against {others} = "
    "{others_total}: {first} is first",
    "acts": "{who} has {points} AP",
    "passes": "{who} passes",
    "moves": "{who} {how} to {place} ({points} AP left)",
    "attack": "{who} {verb} {target} with {arm}{how} ({points} AP left)",
    "throws": "{who} throws {arm} at {target}{how} ({points} AP left)",
    "defense": "{who} defends with {pool}: {dice}{made_of} = CR {cr}",
    "helpless": "{who} cannot defend ({state}): CR {cr} ({cr_is})",
    "strike": "{who} attacks with {pool}: {dice}{made_of} = {total} against {cr}: {result}",
    "damage": "{arm} {pool}: {dice}{made_of} = {damage} damage",
    "fumble": "{who} {how}",
    "answers": "{who} answers {attacker} with a {how} for {cost} AP ({points} AP left)",
    "closes in": "{who} tries to get into {target}'s space ({points} AP left)",
    "check": "{who} checks {stat} {why} with {pool}: {dice}{made_of} = {total} "
    "against {cr}{cr_is}: {result}",
    "hurt": "{who} takes {harm}{cause}: {before} → {now} HP",
    "out": "{who} {how}",
    "dies": "{who} dies",
    "aids": "{who} gives first aid to {whom} ({points} AP left)",
    "stabilised": "{by} stabilises {whom}",
    "suffers": "{who} is {condition} ({duration})",
    "recovers": "{who} is no longer {condition}",
    "rises": "{who} gets up ({points} AP left)",
    "lies down": "{who} {how} ({points} AP left)",
    "blocks": "{who} raises the shield to block: +2 Defense until the next Reset "
    "({points} AP left)",
    "resets": "{who} {how} the {weapon} ({points} AP left)",
    "takes up": "{who} takes up the {weapon}{how} ({points} AP left)",
    "picks up": "{who} picks up the {weapon} ({points} AP left)",
    "lies": "The {weapon} lies at {place}",
    "casts": "{who} casts {spell} at {target} ({points} AP and {mana} Mana left)",
    "improvises": "{who} casts a spell{what} ({points} AP left)",
    "rests": "{who} rests and has {mana} Mana ({points} AP left)",
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

RATINGS: Final = {6: "Easy", 9: "Moderate", 12: "Hard", 15: "Heroic", 18: "Superhuman", 21: "Godly"}
"""The names of Challenge Ratings [check.rating]."""

SHOTS: Final = ["", ", in haste", ", aiming with care"]
BLOWS: Final = ["", ", in panic", ", all out"]
"""How an attack is made, by its manner."""


def acting(who: Combatant, **parts: object) -> dict[str, object]:
    """Return the parts of an event in which a fighter acts, with the Action Points left."""
    return {"who": who.name, **parts, "points": int(who.action_points)}


# --- the turn ---


def turn_begins(fight: OldeFight) -> None:
    """Tell that a Reset opens a turn."""
    if fight.has_listener:
        fight.tell("turn", {"turn": int(fight.round)}, ("turn.ap",))


def surprised(fight: OldeFight, who: Combatant, points: i64) -> None:
    """Tell that a fighter is surprised, and has few Action Points."""
    if fight.has_listener:
        fight.tell("surprised", {"who": who.name, "points": int(points)}, ("turn.ap",))


def points_rolled(fight: OldeFight, who: Combatant, roll: EffectRoll) -> None:
    """Tell the roll for the Action Points of the turn."""
    if not fight.has_listener:
        return
    pool = dice_name(roll.rank, False) + (f" {roll.added:+d}" if roll.added else "")
    points = int(roll.result)
    dice = faces_shown(roll.rolls, single_die(roll.rank)[1], False)
    made = "" if dice == [str(points)] else f" = {points}"
    fight.tell(
        "points",
        {"who": who.name, "pool": pool, "dice": dice, "points": points, "made": made},
        ("turn.ap",),
    )


def quicker(
    fight: OldeFight, first: Combatant, second: Combatant, contest: OpposedAttempt, wins: bool
) -> None:
    """Tell the Finesse checks of two for who acts first; `wins` says that it is the second."""
    if not fight.has_listener:
        return
    fight.tell(
        "quicker",
        {
            "who": first.name,
            "dice": check_shown(contest.first, contest.first_rolls),
            "total": int(contest.cr),
            "other": second.name,
            "others": check_shown(contest.second, contest.second_rolls),
            "others_total": int(contest.total),
            "first": second.name if wins else first.name,
        },
        ("turn.order",),
    )


def acts(fight: OldeFight, who: Combatant) -> None:
    """Tell that a fighter's part of a round begins."""
    if fight.has_listener:
        fight.tell("acts", acting(who), ("turn.order",))


def passes(fight: OldeFight, who: Combatant) -> None:
    """Tell that a fighter keeps the Action Points, if nothing was done in this round before."""
    if fight.has_listener:
        if fight.spent == 0 and fight.walked == 0 and not fight.has_acted:
            fight.tell("passes", {"who": who.name}, ("turn.order",))


def moves(fight: OldeFight, who: Combatant, how: str, rule: str) -> None:
    """Tell that a fighter has gone to another space."""
    if fight.has_listener:
        place = fight.scene.places[who.cell]
        fight.tell("moves", acting(who, how=how, place=place), (rule,))


def rises(fight: OldeFight, who: Combatant) -> None:
    """Tell that a fighter gets up, and the Action Points left."""
    if fight.has_listener:
        fight.tell("rises", acting(who), ("turn.costs",))


def lies_down(fight: OldeFight, who: Combatant, how: str) -> None:
    """Tell that a fighter goes to the ground, and the Action Points left."""
    if fight.has_listener:
        fight.tell("lies down", acting(who, how=how), ("turn.costs",))


def leaves(fight: OldeFight, who: Combatant) -> None:
    """Tell that a fighter leaves by a way out."""
    if fight.has_listener:
        fight.tell_out(who, None, "leaves", "turn.costs")


def crossbow_reset(fight: OldeFight, who: Combatant, by_hand: bool) -> None:
    """Tell that a crossbow is ready again."""
    if fight.has_listener:
        how = "spans" if by_hand else "cranks"
        parts = acting(who, how=how, weapon=who.held_weapon().name)
        fight.tell("resets", parts, ("ranged.crossbow",))


def taken_up(fight: OldeFight, who: Combatant, weapon: Weapon) -> None:
    """Tell that a fighter changes what is in hand."""
    if not fight.has_listener:
        return
    how = " in both hands" if who.two_hands else ""
    shield = who.sheet.shield
    and_shield = f" and the {shield.name}" if who.shielded else ""
    fight.tell(
        "takes up",
        acting(who, weapon=weapon.name, how=how + and_shield),
        ("turn.costs", "shield.defense" if shield.defense > 0 else "brawn.melee"),
    )


def picked_up(fight: OldeFight, who: Combatant, weapon: Weapon) -> None:
    """Tell that a fighter takes a weapon up from the ground."""
    if fight.has_listener:
        fight.tell("picks up", acting(who, weapon=weapon.name), ("turn.costs",))


def lies(fight: OldeFight, weapon: Weapon, cell: i64) -> None:
    """Tell where a weapon lies that was thrown."""
    if fight.has_listener:
        fight.tell("lies", {"weapon": weapon.name, "place": fight.scene.places[cell]}, ())


def blocks(fight: OldeFight, who: Combatant) -> None:
    """Tell that a fighter raises the shield to block."""
    if fight.has_listener:
        fight.tell("blocks", acting(who), ("shield.block",))


def casts_at(fight: OldeFight, who: Combatant, spell: Spell, target: Combatant) -> None:
    """Tell that a fighter casts a spell at an enemy."""
    if fight.has_listener:
        parts = acting(who, spell=spell.name, target=target.name, mana=int(who.mana))
        fight.tell("casts", parts, ("spells.conditions", "spells.mana"))


def casts(fight: OldeFight, who: Combatant, words: str) -> None:
    """Tell that a fighter casts a spell on which the game master rules, in the player's words."""
    if fight.has_listener:
        what = f": {words}" if words else ""
        fight.tell("improvises", acting(who, what=what), ("shield.spells",))


def rests(fight: OldeFight, who: Combatant) -> None:
    """Tell that a fighter rests, and has Mana again."""
    if fight.has_listener:
        fight.tell("rests", acting(who, mana=int(who.mana)), ("spells.mana",))


def spell_outcome(fight: OldeFight, who: Combatant, works: bool) -> None:
    """Tell what came of a spell."""
    if fight.has_listener:
        outcome = "takes effect" if works else "comes to nothing"
        fight.tell("spell", {"who": who.name, "outcome": outcome}, ("shield.spells",))


def ended(fight: OldeFight) -> None:
    """Tell that the fight is over."""
    if fight.has_listener:
        parts: dict[str, object] = {"won": fight.verdict(), "turns": int(fight.round)}
        fight.tell("end", parts, ("health.down",))


# --- the attack ---


def attack_declared(attack: Attack) -> None:
    """Tell who attacks whom, with what and how."""
    if not attack.fight.has_listener:
        return
    use, manner = attack.use, attack.manner
    rules: tuple[str, ...] = ("attack.declare",)
    if manner != 0:
        rules = ("attack.declare", "options.advanced")
    parts = acting(
        attack.attacker,
        target=attack.target.name,
        weapon=attack.weapon.name,
        arm=attack.weapon.called(),
        verb="shoots at" if use.ranged else "attacks",
        how=SHOTS[manner] if use.ranged else BLOWS[manner],
    )
    attack.fight.tell("throws" if use.thrown else "attack", parts, rules)


def closes_in(fight: OldeFight, who: Combatant, target: Combatant) -> None:
    """Tell that a fighter tries to get into an enemy's space."""
    if fight.has_listener:
        fight.tell("closes in", acting(who, target=target.name), ("reach.enter",))


def defense_check(attack: Attack, attempt: OpposedAttempt, tally: Tally) -> None:
    """Tell the Defense check with everything that made it up, or the CR of a helpless target."""
    fight, who = attack.fight, attack.target
    if not fight.has_listener:
        return
    if attempt.first == 0:
        binding = [one.condition.name for one in who.afflictions if one.condition.helpless]
        parts: dict[str, object] = {
            "who": who.name,
            "state": "down" if who.hit_points <= 0 else ", ".join(binding),
            "cr": int(attempt.cr),
            "cr_is": RATINGS[int(attempt.cr)],
        }
        fight.tell("helpless", parts, ("conditions.list",))
        return
    dice = check_shown(attempt.first, attempt.first_rolls)
    found = ["attack.defense-first", "dice.rank", *tally.rules(), *dice_rules(dice)]
    if who.sheet.too_heavy:
        found.append("armor.brawn")
    pool = dice_name(attempt.first, True)
    fight.tell(
        "defense",
        {
            "who": who.name,
            "pool": pool,
            "dice": dice,
            "made_of": tally.text(),
            "cr": int(attempt.cr),
            "because": [[f"{pool} Defense", "attack.defense-first"], *tally.because],
        },
        tuple(found),
    )


def attack_check(attack: Attack, attempt: OpposedAttempt, tally: Tally, is_hit: bool) -> None:
    """Tell the attack check with everything that made it up."""
    if not attack.fight.has_listener:
        return
    found = ["attack.check", "dice.rank", *tally.rules()]
    found.extend(dice_rules(check_shown(attempt.second, attempt.second_rolls)))
    if attack.use.ranged:
        found.append("ranged.finesse")
    result = "hit" if is_hit else "miss"
    roll = roll_parts(attempt, tally, attack.use.check_stat, "attack.check", result)
    parts = {"who": attack.attacker.name, "target": attack.target.name, **roll}
    attack.fight.tell("strike", parts, tuple(found))


def roll_parts(
    attempt: OpposedAttempt, tally: Tally, stat: i64, rule: str, result: str
) -> dict[str, object]:
    """Return the roll of a check: dice, total with what made it up, CR and result."""
    pool = dice_name(attempt.second, True)
    return {
        "pool": pool,
        "dice": check_shown(attempt.second, attempt.second_rolls),
        "made_of": tally.text(),
        "total": int(attempt.total),
        "cr": int(attempt.cr),
        "result": result,
        "because": [[f"{pool} {STATS[stat]}", rule], *tally.because],
    }


def check_shown(rank: i64, rolls: list[list[int]]) -> list[str]:
    """Return the dice of a check as the log shows them."""
    return faces_shown(rolls, check_dice(rank)[1], True)


def faces_shown(rolls: list[list[int]], rank: i64, explodes: bool) -> list[str]:
    """Return faces as the log shows them: 7→4 counts as 4, and +3 is of a die that exploded."""
    found: list[str] = []
    mark = ""
    for roll in rolls:
        values = [int(face_value(face, rank)) for face in roll]
        for face, value in zip(roll, values, strict=True):
            found.append(f"{mark}{value}" if value == face else f"{mark}{face}→{value}")
        mark = "+" if explodes and int(rank) in values else ""
    return found


def dice_rules(dice: list[str]) -> list[str]:
    """Return the rules that changed how dice were read."""
    found = []
    if any("→" in face for face in dice):
        found.append("dice.odd")
    if any(face.startswith("+") for face in dice):
        found.append("dice.explode")
    return found


def damage_rolled(attack: Attack, damage: Damage, dealt: i64, is_own: bool = False) -> None:
    """Tell the damage of a hit, perhaps on oneself, with everything that made it up."""
    fight, weapon, use = attack.fight, attack.weapon, attack.use
    if not fight.has_listener:
        return
    dice = [f"{damage.most()} in full"]
    if not damage.in_full:
        explodes = fight.house.damage_explodes
        dice = faces_shown(damage.rolls, single_die(damage.die)[1], explodes)
    die = dice_name(damage.die, False)
    parts = damage.added.parts() + damage.armour.parts()
    if damage.made() < 0 and damage.least == 0:
        parts.append("never below 0")
    half = f" → {damage.kept}" if use.unarmed and not damage.in_full else ""
    fight.tell(
        "damage",
        {
            "who": attack.attacker.name,
            "target": attack.attacker.name if is_own else attack.target.name,
            "weapon": weapon.name,
            "arm": weapon.called().removeprefix("the "),
            "pool": ("half of " if use.unarmed else "") + die,
            "dice": dice,
            "made_of": half + (f" ({', '.join(parts)})" if parts else ""),
            "damage": int(dealt),
            "because": [
                [f"{die} {weapon.called()}", "attack.damage"],
                *damage.added.because,
                *damage.armour.because,
            ],
        },
        damage_rules(use, damage, dice),
    )


def damage_rules(use: Use, damage: Damage, dice: list[str]) -> tuple[str, ...]:
    """Return the rules that went into the damage of a hit."""
    rules = ["attack.damage", *damage.added.rules(), *damage.armour.rules()]
    if use.unarmed:
        rules.append("unarmed.damage")
    if damage.least == 0 and damage.made() < 0:
        rules.append("attack.no-harm")
    if any(face.startswith("+") for face in dice):
        rules.append("attack.damage-explodes")
    return tuple(rules)


def fumbles(fight: OldeFight, who: Combatant, how: str, weapon: str = "") -> None:
    """Tell what a wide miss did."""
    if fight.has_listener:
        fight.tell("fumble", {"who": who.name, "how": how + weapon}, ("options.criticals",))


def answers(fight: OldeFight, who: Combatant, attacker: Combatant, how: str, cost: i64) -> None:
    """Tell that a fighter answers an attack, for Action Points."""
    if not fight.has_listener:
        return
    fight.tell(
        "answers",
        {
            "who": who.name,
            "attacker": attacker.name,
            "how": how,
            "cost": int(cost),
            "points": int(who.action_points),
        },
        ("options.advanced",),
    )


# --- checks, health and conditions ---


def check(
    fight: OldeFight,
    who: Combatant,
    stat: i64,
    attempt: OpposedAttempt,
    tally: Tally,
    challenge: Challenge,
    success: bool,
) -> None:
    """Tell a check with everything that made it up, and where its CR comes from."""
    if not fight.has_listener:
        return
    cr_is = challenge.cr_is or RATINGS.get(int(challenge.cr), "")
    rules = dict.fromkeys([challenge.rule, "dice.rank", *tally.rules()])
    fight.tell(
        "check",
        {
            "who": who.name,
            "stat": STATS[stat],
            "why": challenge.why,
            "cr_is": f" ({cr_is})" if cr_is else "",
            **roll_parts(attempt, tally, stat, "dice.rank", "success" if success else "failure"),
        },
        tuple(rules),
    )


def hurt(
    fight: OldeFight,
    who: Combatant,
    by: Combatant | None,
    harm: i64,
    before: i64,
    cause: str,
    rules: tuple[str, ...],
) -> None:
    """Tell the hit points that a fighter loses, and what to if it is no attack."""
    if not fight.has_listener:
        return
    fight.tell(
        "hurt",
        {
            **harm_parts(who, by, harm),
            "cause": f" ({cause})" if cause else "",
            "before": int(before),
            "now": int(who.hit_points),
        },
        rules,
    )


def dies(fight: OldeFight, who: Combatant) -> None:
    """Tell that a fighter dies."""
    if fight.has_listener:
        fight.tell("dies", {"who": who.name}, ("health.down",))


def aids(fight: OldeFight, who: Combatant, patient: Combatant) -> None:
    """Tell that a fighter gives first aid."""
    if fight.has_listener:
        whom = patient.name if patient is not who else "themselves"
        fight.tell("aids", acting(who, whom=whom), ("health.down", "turn.costs"))


def stabilised(fight: OldeFight, who: Combatant, by: Combatant) -> None:
    """Tell that first aid has stopped bleeding or dying."""
    if fight.has_listener:
        whom = who.name if who is not by else "themselves"
        parts: dict[str, object] = {"who": who.name, "by": by.name, "whom": whom}
        fight.tell("stabilised", parts, ("health.down",))


def suffers(fight: OldeFight, who: Combatant, condition: Condition, duration: i64) -> None:
    """Tell that a fighter has a condition; the prone have it until they get up."""
    if fight.has_listener:
        is_lasting_prone = condition is fight.scene.prone and duration == PERMANENT
        lasts = "until they get up" if is_lasting_prone else DURATIONS[duration]
        parts: dict[str, object] = {"who": who.name, "condition": condition.name, "duration": lasts}
        fight.tell("suffers", parts, ("conditions.list",))


def recovers(fight: OldeFight, who: Combatant, condition: Condition) -> None:
    """Tell that a condition ends."""
    if fight.has_listener:
        fight.tell("recovers", {"who": who.name, "condition": condition.name}, ("conditions.list",))
