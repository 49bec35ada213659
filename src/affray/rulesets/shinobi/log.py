"""The log: functions that report a fight's events, and the phrases of events and questions.

Rules always call these functions. Each returns immediately if no table listens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import harm_parts
from affray.rulesets.shinobi import keywords
from affray.rulesets.shinobi.elements import ELEMENTS

if TYPE_CHECKING:
    from affray.rulesets.shinobi.combat import Bout, Pool
    from affray.rulesets.shinobi.combatant import Model
    from affray.rulesets.shinobi.elements import AffinityTest, Clash, Hand
    from affray.rulesets.shinobi.fight import ShinobiFight

FACING_NAMES: Final = [
    "north",
    "north-east",
    "east",
    "south-east",
    "south",
    "south-west",
    "west",
    "north-west",
]

PHRASES: Final[dict[str, str]] = {
    "round": "Round {round}: the initiative is with {side}",
    "acts": "{who} acts",
    "recovers": "{who} shakes off its stun tokens, and may move or act",
    "moves": "{who} moves from {from} to {place}",
    "faces": "{who} faces {facing}",
    "runs": "{who} runs",
    "waits": "{who} waits",
    "test": "{who} rolls {dice} {why}, needing {elements}: {result}",
    "clash": "{who} {verb} {target}: {attack_shown}, against {defence_shown}",
    "dirty": "{who} fights dirty: {target} needs two dice more to win, and has {defence_left} "
    "against {attack_left}",
    "tie": "A tie goes to the attacker",
    "rerolls": "{who} rolls {old} again: {new}, {left} left",
    "rolls again": "{why}: {dice}, {left} left",
    "nothing": "Nobody has a die left: nothing happens",
    "nothing to choose": "{who} wins but has no die left to choose: nothing happens",
    "result": "{who} chooses {element} against {target}",
    "own result": "{who} wins and chooses {element}",
    "misses": "{who} misses {target}",
    "throws": "{who} throws shuriken at {target}: {die}, {result}",
    "hurt": "{who} is {how}",
    "spared": "{who} is indomitable: stunned instead of injured",
    "out": "{who} leaves the board",
    "returns": "{who} comes back at {place}",
    "steps": "{who} steps to {place}",
    "shifted": "{by} moves {who} to {place}",
    "hides": "{who} hides",
    "revealed": "{who} is hidden no more: {why}",
    "poisoned": "{who} is poisoned",
    "poison": "The poison in {who}: {die}, {how}",
    "cursed": "{by} curses {who}",
    "ruling": "The game master rules: {why} ({who}: {change} {value})",
    "end": "It is over after round {rounds}: {won}",
    "ask.activate": "{who}: which model acts?",
    "ask.recover": "{who} was stunned: move or act?",
    "ask.blink": "{who}: blink before moving?",
    "ask.move": "{who}: where to?",
    "ask.facing": "{who}: which way does {about} face?",
    "ask.turn": "{who}: what now?",
    "ask.again": "{who}: another blow?",
    "ask.reroll": "{who} wins, and may roll one die again",
    "ask.mastery": "{who}: roll every die again that is not of the mastered element?",
    "ask.curse": "{who}: have the cursed {about} roll all dice again?",
    "ask.result": "{who} has beaten {about}: with which die?",
    "ask.shot": "{who} wins the shot at {about}: with which die?",
    "ask.shift": "{who} may move {about}: where to?",
    "ask.return": "{who}: which of the injured comes back?",
}

NO_BOW: Final = "{who} has nothing to shoot with"
IN_ZONE: Final = "{who} is in an enemy's influence zone"
UNTOUCHABLE: Final = "{target} cannot be targeted at range"
HIDDEN: Final = "{target} is hidden"
CURSED: Final = "{target} is cursed already"
BETWEEN_CORNERS: Final = (
    "{who} and {target} stand on two sides of a corner (house rule attack_between_corners)"
)
NO_LINE: Final = "{who} has no line of sight to {target}"
OUT_OF_RANGE: Final = "{target} is {distance} spaces away, and the range is {most}"
OUT_OF_REACH: Final = "{target} is {distance} spaces away, and a close attack reaches {most}"
"""Phrases for why an action is not possible; `hindered` fills them in."""


def hindered(fight: ShinobiFight, phrase: str, who: Model, target: Model, most: i64) -> str:
    """Describe why an action is not possible; `most` is its range."""
    distance = fight.spaces(who.cell, target.cell)
    return phrase.format(who=who.name, target=target.name, distance=distance, most=most)


# --- rounds and activations ---


def round_began(fight: ShinobiFight) -> None:
    """Log that a round begins, and who has the initiative."""
    if not fight.has_listener:
        return
    side = fight.scene.sides[fight.next_side]
    fight.tell("round", {"round": int(fight.round), "side": side}, ("turn.alternate",))


def fight_ended(fight: ShinobiFight) -> None:
    """Log that the fight is over, and who won."""
    if not fight.has_listener:
        return
    parts: dict[str, object] = {"won": fight.verdict(), "rounds": int(fight.round)}
    fight.tell("end", parts, ("turn.alternate",))


def does(fight: ShinobiFight, kind: str, who: Model, rule: str) -> None:
    """Log an event of one model that needs no further words: it acts, runs, hides."""
    if not fight.has_listener:
        return
    rules = (rule,)
    fight.tell(kind, {"who": who.name}, rules)


def tested(
    fight: ShinobiFight,
    who: Model,
    why: str,
    test: AffinityTest,
    succeeds: bool,
    rules: tuple[str, ...],
) -> None:
    """Log an affinity test: its dice, the elements that succeed, the result."""
    if not fight.has_listener:
        return
    used = (*rules, "dice.elements")
    why = why.replace("{place}", fight.place_name(who.index))
    elements = "any of three" if test.is_half else " or ".join(who.elements())
    parts: dict[str, object] = {
        "who": who.name,
        "why": why,
        "dice": [ELEMENTS[face] for face in test.faces],
    }
    result = "success" if succeeds else "failure"
    fight.tell("test", {**parts, "elements": elements, "result": result}, used)


# --- moving ---


def moved(fight: ShinobiFight, who: Model, start: i64) -> None:
    """Log a move, with its start and end."""
    if not fight.has_listener:
        return
    rules = ("turn.activation", "board.terrain")
    parts: dict[str, object] = {
        "who": who.name,
        "from": fight.board.name(start),
        "place": fight.board.name(who.cell),
    }
    fight.tell("moves", parts, rules)


def faced(fight: ShinobiFight, who: Model, rule: str) -> None:
    """Log a model's new facing."""
    if not fight.has_listener:
        return
    rules = (rule,)
    fight.tell("faces", {"who": who.name, "facing": FACING_NAMES[who.facing]}, rules)


def shifted(fight: ShinobiFight, who: Model, winner: Model) -> None:
    """Log where the winner of a combat moved a model."""
    if not fight.has_listener:
        return
    fight.tell(
        "steps" if who is winner else "shifted",
        {"who": who.name, "by": winner.name, "place": fight.place_name(who.index)},
        ("close.movement", "close.forced-move-free", "close.moved-where"),
    )


# --- combat ---


def clashed(fight: ShinobiFight, bout: Bout, attack_hand: Hand, defence_hand: Hand) -> None:
    """Log both pools: the dice, their parts, and the number of kept dice."""
    if not fight.has_listener:
        return
    attack, defence = bout.attack, bout.defence
    found = (
        ["ranged.roll", "ranged.no-bonuses"] if bout.is_ranged else ["close.roll", "close.winner"]
    )
    if attack_hand.rerolled or defence_hand.rerolled:
        found.append("reroll.keywords")
    if not bout.is_ranged and fight.board.is_between_corners(attack.who.cell, defence.who.cell):
        found.append("board.corners")
    rules = tuple(dict.fromkeys(found + attack.rules + defence.rules))
    fight.tell(
        "clash",
        {
            "who": attack.who.name,
            "verb": "shoots at" if bout.is_ranged else "attacks",
            "target": defence.who.name,
            "attack_shown": pool_shown(attack, attack_hand),
            "defence_shown": pool_shown(defence, defence_hand),
            "attack": int(attack.dice),
            "attack_made_of": " ".join(attack.parts),
            "attack_dice": shown_dice(attack_hand),
            "attack_left": int(attack_hand.kept),
            "defence": int(defence.dice),
            "defence_made_of": " ".join(defence.parts),
            "defence_dice": shown_dice(defence_hand),
            "defence_left": int(defence_hand.kept),
            "because": attack.because(rules[0]) + defence.because(rules[0]),
        },
        rules,
    )


def pool_shown(pool: Pool, hand: Hand) -> str:
    """Describe a pool in a sentence: its parts, its dice, and the number of kept dice."""
    made_of = " ".join(pool.parts)
    if pool.dice == 0:
        return f"no dice ({made_of})"
    return f"{pool.dice} ({made_of}) → {' '.join(shown_dice(hand))}, {hand.kept} left"


def won_without_more(fight: ShinobiFight, bout: Bout) -> None:
    """Log why an attacker wins without more dice than the defender: by a tie, or by fighting
    dirty."""
    if not fight.has_listener:
        return
    if not bout.attacker_won or bout.elements == 0 or bout.defence_left < bout.attack_left:
        return
    if bout.defence_left == bout.attack_left:
        fight.tell("tie", {}, ("ranged.roll" if bout.is_ranged else "close.winner",))
        return
    parts: dict[str, object] = {
        "who": bout.attack.who.name,
        "target": bout.defence.who.name,
        "attack_left": int(bout.attack_left),
        "defence_left": int(bout.defence_left),
    }
    fight.tell("dirty", parts, ("keywords.profiles",))


def shown_dice(hand: Hand) -> list[str]:
    """Name the elements of a hand's dice; an arrow marks a die that replaced a discarded one."""
    names = [ELEMENTS[face] for face in hand.faces]
    if hand.rerolled:
        names[-1] = "→" + names[-1]
    return names


def replaced(fight: ShinobiFight, bout: Bout, clash: Clash) -> None:
    """Log the replacement of a die that would have been discarded, if the dice were already
    seen."""
    for pool, hand in (
        (bout.attack, clash.settled_attack),
        (bout.defence, clash.settled_defence),
    ):
        if hand.rerolled:
            die_rerolled(fight, pool.who, "a discarded die", hand.rerolled, hand.kept)


def rerolled(fight: ShinobiFight, bout: Bout, old: str, face: i64) -> None:
    """Log that the leader rolls a die again, and how many dice remain."""
    left = bout.attack_left if bout.attacker_won else bout.defence_left
    die_rerolled(fight, bout.leader(), old, face, left)


def die_rerolled(fight: ShinobiFight, who: Model, old: str, face: i64, left: i64) -> None:
    """Log that one die is rolled again, and how many dice remain."""
    if not fight.has_listener:
        return
    rules = ("reroll.keywords", "reroll.once")
    parts: dict[str, object] = {"who": who.name, "old": old, "new": ELEMENTS[face]}
    fight.tell("rerolls", {**parts, "left": int(left)}, rules)


def rolled_again(
    fight: ShinobiFight, who: Model, faces: list[int], left: i64, why: str, rule: str
) -> None:
    """Log that several dice are rolled again, why, and how many remain in the hand."""
    if not fight.has_listener:
        return
    dice = [ELEMENTS[face] for face in faces]
    parts: dict[str, object] = {"who": who.name, "dice": dice, "left": int(left), "why": why}
    fight.tell("rolls again", parts, (rule,))


def chose(
    fight: ShinobiFight, who: Model, target: Model, element: i64, rules: tuple[str, ...]
) -> None:
    """Log which die the winner chose as the result."""
    if not fight.has_listener:
        return
    parts: dict[str, object] = {
        "who": who.name,
        "target": target.name,
        "element": ELEMENTS[element],
    }
    fight.tell("own result" if who is target else "result", parts, rules)


def nothing_left(fight: ShinobiFight, bout: Bout) -> None:
    """Log that the winner has no die left."""
    kind = "nothing" if bout.defence_left == 0 else "nothing to choose"
    does(fight, kind, bout.attack.who, "close.nothing-left")


def missed(fight: ShinobiFight, who: Model, target: Model, rules: tuple[str, ...]) -> None:
    """Log a shot that misses."""
    if not fight.has_listener:
        return
    fight.tell("misses", {"who": who.name, "target": target.name}, rules)


def threw(fight: ShinobiFight, who: Model, target: Model, face: i64, result: str) -> None:
    """Log the die of shuriken, with the rules that allowed the throw."""
    if not fight.has_listener:
        return
    rules = ["shuriken.one-die", "shuriken.everyone"]
    if fight.is_in_zone(who):
        rules.append("shuriken.in-zone")
    if target.has(keywords.UNTOUCHABLE):
        rules.append("shuriken.untouchable")
    if who.hidden:
        rules.append("shuriken.stealthy")
    fight.tell(
        "throws",
        {"who": who.name, "target": target.name, "die": ELEMENTS[face], "result": result},
        tuple(rules),
    )


# --- what becomes of models ---


def hurt(
    fight: ShinobiFight, who: Model, how: str, by: Model | None, tokens: i64, rule: str
) -> None:
    """Log who is stunned or injured, and by whom; harm is counted in stun tokens."""
    if not fight.has_listener:
        return
    rules = (rule, "status.stunned" if how.startswith("stunned") else "status.injured")
    fight.tell(
        "hurt",
        {
            **harm_parts(who, by, tokens),
            "how": how,
        },
        rules,
    )


def left(fight: ShinobiFight, who: Model, by: Model | None) -> None:
    """Log that a model leaves the board."""
    if not fight.has_listener:
        return
    rules = ("status.injured",)
    name = by.name if by is not None else None
    fight.tell("out", {"who": who.name, "by": name}, rules)


def returned(fight: ShinobiFight, who: Model) -> None:
    """Log that an injured model is back."""
    if not fight.has_listener:
        return
    parts: dict[str, object] = {"who": who.name, "place": fight.place_name(who.index)}
    fight.tell("returns", parts, ("status.injured",))


def revealed(fight: ShinobiFight, who: Model, why: str, rule: str) -> None:
    """Log that a hidden model is revealed."""
    if not fight.has_listener:
        return
    fight.tell("revealed", {"who": who.name, "why": why}, (rule,))


def poison_worked(fight: ShinobiFight, who: Model, face: i64, how: str) -> None:
    """Log the die that a poisoned model rolls, and its effect."""
    if not fight.has_listener:
        return
    parts: dict[str, object] = {"who": who.name, "die": ELEMENTS[face], "how": how}
    fight.tell("poison", parts, ("keywords.profiles",))


def cursed(fight: ShinobiFight, who: Model, by: Model) -> None:
    """Log that a model is cursed."""
    if not fight.has_listener:
        return
    fight.tell("cursed", {"who": who.name, "by": by.name}, ("keywords.profiles",))
