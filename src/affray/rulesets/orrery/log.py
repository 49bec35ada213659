"""The log: functions that report a fight's events, and the phrases of events and questions.

Rules always call these functions. Each returns immediately if no table listens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.rulesets.orrery.sheet import BAND_NAMES, CONDITIONS, NEARBY_METRES, SIZES

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight
    from affray.rulesets.orrery.modifiers import Strike
    from affray.rulesets.orrery.pool import Advantage, Contest, Pool
    from affray.rulesets.orrery.sheet import Engine, Hazard

PHRASES: Final[dict[str, str]] = {
    "fight": "{title}",
    "initiative": "{faces}: {first} first{tie}",
    "round": "Round {round}",
    "turn": "{who} has {actions} Action{s}{why}",
    "waits": "{who} waits ({left} unused)",
    "moves": "{who} moves to {where}",
    "attack": "{who} attacks {target} with {weapon}, at {band}{aim}",
    "tested": "{who} {outcome} the Test, which takes {needed}",
    "rolls": "{who} rolls {named}{paid} ({pool}){edge}{sizes}: {dice}, {counts}{successes} "
    "Success{es}{more}{kept}",
    "figure": "{who}'s {named} is a fixed {figure}{edge}: {successes} Success{es}",
    "blocked": "{who} Blocks all of it",
    "refused": "The game master does not see how that leaves anybody {condition}: {who} attacks",
    "hurt": "{who} takes {harm}: Hearts {before} → {now}",
    "out": "{who} {how}",
    "healed": "{who} is healed: Hearts {before} → {now}",
    "condition": "{who} is {condition}",
    "burns": "{who} burns",
    "douses": "{who} puts out the fire{on}",
    "hides": "{who} hides: Moon d{moon_die}:{moon} must beat {watcher}'s Star d{star_die}:{star}: "
    "{result}",
    "hides unwatched": "{who} hides, and nobody is there to see it: Hidden",
    "wakes": "{who} wakes",
    "found": "{who} is Hidden no more",
    "grapples": "{who} grapples {target}",
    "tethered": "{who} has hold of {target}: both are Tethered",
    "struggles": "{who} struggles against {target}",
    "escapes": "{who} escapes from {target}",
    "lets go": "{who} lets go of {target}",
    "hurls": "{who} hurls {thrown}{at}",
    "lands": "{who} {how} {where}",
    "loads": "{who} loads the {engine}",
    "joins": "{who} gives an Action to the ram",
    "helps": "{who} {how} {other}",
    "pushes": "{who} spends a Stamina for one more Action",
    "drinks": "{who} drinks {whose} potion of healing",
    "falls": "{who} falls {metres} metres: {harm} damage{made_of}",
    "unhurt": "{who} lands unhurt",
    "crushes": "{what} falls on {who}{fast}: {harm} damage{made_of}",
    "happening": "{text}",
    "time passes": "{time} pass{es}",
    "breathes": "{who} has all Stamina again",
    "rests": "{who} rests, and has {boons} Boon{s}",
    "ruling": "The game master rules: {why} ({who}: {change} {value})",
    "end": "It is over after {when}: {won}",
    "ask.order": "{who}: who acts next?",
    "ask.turn": "{who}: what now?",
    "ask.condition": "{who}: which Condition shall it leave {target} with?",
    "ask.allow condition": "GM: does it make sense that {who} leaves {target} with that?",
    "ask.allow test": "GM: may {who} make a Test to lower the damage of the fall?",
    "ask.again attack": "{who}: roll the Attack again?",
    "ask.again block": "{who}: roll the Block again?",
    "ask.again test": "{who}: roll the Test again?",
    "ask.potion": "{who}: who drinks the potion?",
    "ask.rest": "{who}: Rest? It is possible only once a day",
}

DIE_RULES: Final[dict[str, str]] = {
    "close.attack": "close.weapons",
    "ranged.attack": "ranged.weapons",
    "siege.ranged": "siege.counterparts",
    "siege.melee": "siege.counterparts",
}
"""For the rule of an attack, the rule for the die of its weapon."""


PRICES: Final = {"health.boon": " for a Boon", "health.stamina-uses": " for a Stamina"}
"""What another roll costs, by the rule that allows it."""


def does(fight: OrreryFight, kind: str, who: Combatant, rule: str) -> None:
    """Log an event of one combatant that needs no further words: it burns, wakes, pushes."""
    if not fight.has_listener:
        return
    fight.tell(kind, {"who": who.name}, (rule,))


def does_to(fight: OrreryFight, kind: str, who: Combatant, target: Combatant, *rules: str) -> None:
    """Log an action of one combatant on another: it grapples, escapes, lets go."""
    if not fight.has_listener:
        return
    fight.tell(kind, {"who": who.name, "target": target.name}, rules)


# --- rounds and turns ---


def begins(fight: OrreryFight) -> None:
    """Log that a fight of the day begins. A single fight needs no line."""
    if not fight.has_listener:
        return
    if len(fight.scene.encounters) == 1:
        return
    fight.tell("fight", {"title": fight.scene.encounters[fight.encounter].title}, ("core.turn",))


def initiative(fight: OrreryFight, dice: list[int], faces: list[int]) -> None:
    """Log the sides' Moon dice, and which side is first."""
    if not fight.has_listener:
        return
    names = fight.scene.sides
    shown = [f"{name} Moon d{dice[side]}:{faces[side]}" for side, name in enumerate(names)]
    tied = faces[fight.order[0]] == faces[fight.order[1]]
    parts: dict[str, object] = {
        "faces": ", ".join(shown),
        "first": names[fight.order[0]],
        "tie": ", as PCs win ties" if tied else "",
    }
    fight.tell("initiative", parts, ("core.first-side",))


def begins_round(fight: OrreryFight) -> None:
    """Log that a round begins."""
    if not fight.has_listener:
        return
    fight.tell("round", {"round": int(fight.encounter_round)}, ("core.turn",))


def turn(fight: OrreryFight, who: Combatant) -> None:
    """Log that a turn begins, with its Actions and why they are fewer than usual."""
    if not fight.has_listener:
        return
    actions = int(fight.actions_left)
    lost = [
        *(["slowed"] if who.slowed else []),
        *(["stunned"] if who.stunned else []),
        *(["one given to the ram"] if who.owed else []),
    ]
    parts: dict[str, object] = {
        "who": who.name,
        "actions": actions,
        "s": "" if actions == 1 else "s",
        "why": f" ({', '.join(lost)})" if lost else "",
    }
    rules = ["core.turn"]
    if who.slowed or who.stunned:
        rules.append("rune.condition")
    if who.owed:
        rules.append("siege.together")
    fight.tell("turn", parts, tuple(rules))


def waits(fight: OrreryFight, who: Combatant) -> None:
    """Log that a turn ends with unused Actions."""
    if not fight.has_listener:
        return
    rules = ("core.turn",)
    left = action_count(fight.actions_left)
    fight.tell("waits", {"who": who.name, "left": left}, rules)


def action_count(count: i64) -> str:
    """Return a number of Actions in words."""
    return "1 Action" if count == 1 else f"{count} Actions"


def moves(fight: OrreryFight, who: Combatant, spot: i64) -> None:
    """Log a move of one band."""
    if not fight.has_listener:
        return
    rules = ("core.turn", "range.moves")
    name = fight.places.spots[spot].name
    parts: dict[str, object] = {"who": who.name, "spot": name, "where": spot_phrase(fight, name)}
    fight.tell("moves", parts, rules)


def spot_phrase(fight: OrreryFight, name: str) -> str:
    """Return a spot in a sentence; open ground between two others is called "one to another"."""
    start, _, _ = name.partition(" to ")
    return (
        f"the way from {name}" if start != name and start in fight.places.names() else f"the {name}"
    )


def helps(fight: OrreryFight, who: Combatant, how: str, friend: Combatant) -> None:
    """Log that a combatant wakes, tends or helps a friend."""
    if not fight.has_listener:
        return
    fight.tell("helps", {"who": who.name, "how": how, "other": friend.name}, ("core.help",))


def ends(fight: OrreryFight) -> None:
    """Log the end of the fight, or of the day."""
    if not fight.has_listener:
        return
    rounds = int(fight.round)
    when = f"round {rounds}" if len(fight.scene.encounters) == 1 else f"{rounds} rounds in all"
    fight.tell("end", {"won": fight.verdict(), "rounds": rounds, "when": when}, ())


# --- attacks and dice ---


def attack(fight: OrreryFight, strike: Strike, condition: str) -> None:
    """Log an attack before its dice, with the Condition it is for, if any."""
    if not fight.has_listener:
        return
    attacker, target = strike.attacker, strike.target
    rules: tuple[str, ...] = (strike.means.rule,)
    if attacker.side == target.side:
        rules = (strike.means.rule, "block.friendly-fire")
    fight.tell(
        "attack",
        {
            "who": attacker.name,
            "target": target.name,
            "weapon": strike.means.named,
            "aim": f", to leave them {condition}" if condition else "",
            "band": BAND_NAMES[strike.line.band],
        },
        rules,
    )


def refused(fight: OrreryFight, who: Combatant, condition: i64) -> None:
    """Log that the game master does not allow a Condition."""
    if not fight.has_listener:
        return
    parts: dict[str, object] = {"who": who.name, "condition": CONDITIONS[condition]}
    fight.tell("refused", parts, ("special.justified",))


def rolls(
    fight: OrreryFight,
    who: Combatant,
    pool: Pool,
    named: str,
    dice: tuple[str, str],
    found: i64,
    advantage: Advantage,
    rule: str,
    price: str = "",
    kept: i64 = 0,
) -> None:
    """Log the dice, their Successes, and every source of adv or dis.

    `price` is the rule that allowed another roll, and `kept` the better of the two. Another roll
    has the same sources, which are not repeated.
    """
    if not fight.has_listener:
        return
    rules = roll_rules(pool, advantage, price if price else rule)
    fight.tell(
        "rolls",
        {
            "who": who.name,
            "named": named,
            "pool": f"{dice[0]} and {dice[1]}",
            "dice": shown_dice(pool),
            "paid": PRICES.get(price, ""),
            "edge": "" if price else advantage_words(advantage),
            "sizes": "" if price else size_words(pool, advantage),
            "counts": which_counts(pool),
            "successes": int(found),
            "es": "" if found == 1 else "es",
            "more": success_words(pool),
            "kept": f"; of both rolls the better counts: {kept}" if price else "",
            "because": [
                [f"{pool.copies}d{pool.one} {dice[0]}", rule],
                [f"{pool.copies}d{pool.other} {dice[1]}", DIE_RULES.get(rule, rule)],
                *advantage_sources(advantage),
                *([["rolled again, and the better kept", price]] if price else []),
            ],
        },
        rules,
    )


def which_counts(pool: Pool) -> str:
    """Describe which of the two rolls of adv or dis counts."""
    if pool.net == 0:
        return ""
    first, second = pool.totals
    if first == second:
        return "both come to "
    return f"of {first} and {second} the {'larger' if pool.net > 0 else 'smaller'} counts: "


def size_words(pool: Pool, advantage: Advantage) -> str:
    """Describe the effect of adv or dis on the dice when they are not rolled twice."""
    net = advantage.net()
    if net == 0 or pool.net != 0:
        return ""
    return f", each die one size {'larger' if net > 0 else 'smaller'}"


def success_words(pool: Pool) -> str:
    """Explain why a roll has more Successes than dice that succeed; by option only."""
    found: list[str] = []
    if pool.was_doubled:
        found.append(f"{pool.rules.double_on} or more counts twice")
    if pool.was_critical:
        found.append("all dice at their highest add one")
    return f" ({', '.join(found)})" if found else ""


def shown_dice(pool: Pool) -> list[str]:
    """List each die of a pool with its face; "or" stands between the two rolls of adv or dis."""
    found: list[str] = []
    dice = 2 * int(pool.copies)
    for number, face in enumerate(pool.faces):
        if number == dice:
            found.append("or")
        sides = pool.one if number % dice < pool.copies else pool.other
        found.append(f"d{sides}:{face}")
    return found


def roll_rules(pool: Pool, advantage: Advantage, rule: str) -> tuple[str, ...]:
    """Return the rules of a roll."""
    rules = [rule, "core.success", *advantage.rules()]
    if advantage.sources:
        rules.append("core.adv-dis")
    if pool.was_doubled:
        rules.append("core.double-success")
    if pool.was_critical:
        rules.append("core.critical")
    return tuple(rules)


def tested(fight: OrreryFight, who: Combatant, passed: bool, needed: str) -> None:
    """Log whether a combatant passes a Test that the game master ruled."""
    if not fight.has_listener:
        return
    outcome = "passes" if passed else "fails"
    fight.tell("tested", {"who": who.name, "outcome": outcome, "needed": needed}, ("core.test",))


def figure(
    fight: OrreryFight, who: Combatant, named: str, fixed: i64, found: i64, advantage: Advantage
) -> None:
    """Log a monster's fixed number instead of dice."""
    if not fight.has_listener:
        return
    rules = ("block.monsters", *advantage.rules())
    sources = [[f"figure {fixed}", "block.monsters"], *advantage_sources(advantage)]
    fight.tell(
        "figure",
        {
            "who": who.name,
            "named": named,
            "figure": int(fixed),
            "edge": advantage_words(advantage),
            "successes": int(found),
            "es": "" if found == 1 else "es",
            "because": sources,
        },
        rules,
    )


def advantage_words(advantage: Advantage) -> str:
    """Return adv or dis with its sources."""
    if not advantage.sources:
        return ""
    net = advantage.net()
    name = "adv" if net > 0 else "dis" if net < 0 else "neither adv nor dis"
    return f" with {name} ({', '.join([words for words, _ in advantage_sources(advantage)])})"


def advantage_sources(advantage: Advantage) -> list[list[str]]:
    """List each source of adv and dis with its rule."""
    return [
        [f"{sign}: {reason}" if sign else reason, rule] for sign, reason, rule in advantage.sources
    ]


def loads(fight: OrreryFight, who: Combatant, engine: Engine) -> None:
    """Log that an engine is loaded."""
    if not fight.has_listener:
        return
    fight.tell("loads", {"who": who.name, "engine": engine.name}, ("siege.ranged",))


# --- grapples ---


def hurls(fight: OrreryFight, who: Combatant, thrown: Combatant, target: Combatant | None) -> None:
    """Log a throw of a combatant, with or without a target."""
    if not fight.has_listener:
        return
    at = f" at {target.name}" if target is not None else ""
    fight.tell("hurls", {"who": who.name, "thrown": thrown.name, "at": at}, ("special.throw",))


def lands(fight: OrreryFight, who: Combatant, spot: i64, is_falling: bool) -> None:
    """Log where a thrown combatant lands, or falls to."""
    if not fight.has_listener:
        return
    name = fight.places.spots[spot].name
    parts: dict[str, object] = {
        "who": who.name,
        "how": "goes over the edge, down to" if is_falling else "lands at",
        "spot": name,
        "where": spot_phrase(fight, name),
    }
    fight.tell("lands", parts, ("special.landing",))


# --- Conditions and statuses ---


def condition(fight: OrreryFight, who: Combatant, which: i64, rule: str) -> None:
    """Log that a Condition is inflicted."""
    if not fight.has_listener:
        return
    fight.tell("condition", {"who": who.name, "condition": CONDITIONS[which]}, (rule,))


def douses(fight: OrreryFight, who: Combatant, other: Combatant) -> None:
    """Log that a combatant puts out its own fire or a friend's."""
    if not fight.has_listener:
        return
    on = f" on {other.name}" if other is not who else ""
    parts: dict[str, object] = {"who": who.name, "other": other.name, "on": on}
    fight.tell("douses", parts, ("rune.condition",))


def hides(fight: OrreryFight, who: Combatant, watcher: Combatant, contest: Contest) -> None:
    """Log an attempt to hide, and its dice."""
    if not fight.has_listener:
        return
    fight.tell(
        "hides",
        {
            "who": who.name,
            "moon": int(contest.my_face),
            "moon_die": int(contest.mine),
            "star": int(contest.their_face),
            "star_die": int(contest.theirs),
            "watcher": watcher.name,
            "result": "Hidden" if who.hidden else "seen",
        },
        ("status.hidden",),
    )


# --- the environment ---


def hazard(fight: OrreryFight, what: Hazard) -> None:
    """Log a hazard of the scenario."""
    if not fight.has_listener:
        return
    fight.tell("happening", {"text": what.text}, ())


def falls(fight: OrreryFight, who: Combatant, metres: i64, harm: i64) -> None:
    """Log a fall."""
    if not fight.has_listener:
        return
    parts: dict[str, object] = {
        "who": who.name,
        "metres": int(metres),
        "harm": int(harm),
        "made_of": f" (1, +{harm - 1} for {harm - 1} × {NEARBY_METRES} metres)" if harm > 1 else "",
    }
    fight.tell("falls", parts, ("environment.falling",))


def crushes(fight: OrreryFight, who: Combatant, size: i64, fast: bool, harm: i64) -> None:
    """Log the object that falls on a combatant, and the parts of its damage."""
    if not fight.has_listener:
        return
    what = f"Something {SIZES[size]}" if size > 0 else "An item"
    made_of = ["1 as an item"]
    if size > 0:
        made_of.append(f"+{size} for its size")
    if fast:
        made_of.append("+1 for far or fast")
    parts: dict[str, object] = {
        "who": who.name,
        "what": what,
        "size": SIZES[size],
        "fast": ", far or fast" if fast else "",
        "harm": int(harm),
        "made_of": f" ({', '.join(made_of)})" if len(made_of) > 1 else "",
        "because": [[part, "environment.crushed"] for part in made_of],
    }
    fight.tell("crushes", parts, ("environment.crushed",))


# --- recovery ---


def healed(fight: OrreryFight, who: Combatant, before: i64, rule: str) -> None:
    """Log that a combatant has all Hearts again."""
    if not fight.has_listener:
        return
    parts: dict[str, object] = {"who": who.name, "before": int(before), "now": int(who.hearts)}
    fight.tell("healed", parts, (rule,))


def time_passes(fight: OrreryFight, minutes: i64) -> None:
    """Log how much time passes between two fights."""
    if not fight.has_listener:
        return
    count, unit = (minutes // 60, "hour") if minutes % 60 == 0 < minutes else (minutes, "minute")
    parts: dict[str, object] = {
        "minutes": int(minutes),
        "time": f"{count} {unit}{'' if count == 1 else 's'}",
        "es": "es" if count == 1 else "",
    }
    fight.tell("time passes", parts, ())


def drinks(fight: OrreryFight, giver: Combatant, who: Combatant) -> None:
    """Log that a combatant drinks its own potion or a friend's."""
    if not fight.has_listener:
        return
    own = giver is who
    parts: dict[str, object] = {"who": who.name, "whose": "a" if own else f"{giver.name}'s"}
    rules = ("recovery.potion",) if own else ("recovery.potion", "recovery.giving")
    fight.tell("drinks", parts, rules)


def rests(fight: OrreryFight, who: Combatant) -> None:
    """Log that a combatant has rested."""
    if not fight.has_listener:
        return
    boons = int(who.boons)
    s = "" if boons == 1 else "s"
    fight.tell("rests", {"who": who.name, "boons": boons, "s": s}, ("recovery.rest",))
