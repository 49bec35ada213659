"""What close and ranged combat have in common: both pools, re-rolls, and the winner's choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import Option, Question
from affray.rulesets.shinobi import keywords, tell
from affray.rulesets.shinobi.combatant import Model
from affray.rulesets.shinobi.elements import (
    AIR,
    COUNTED,
    EARTH,
    ELEMENTS,
    FIRE,
    KEPT,
    OPEN,
    PLAIN,
    SIDES,
    UNDECIDED,
    WATER,
    Clash,
    Roll,
    attacker_hand,
    defender_hand,
    defender_wins,
    elements_in,
    left_in,
    of_element,
    one_less,
    one_more,
    outcome_of,
    wants_more,
)
from affray.rulesets.shinobi.status import HARMS

if TYPE_CHECKING:
    from affray.rulesets.shinobi.fight import ShinobiFight

KEEP: Final = Option("keep", "keep", "Keep the dice", rules=("reroll.keywords",))
REROLL: Final = [
    Option(
        "reroll",
        f"reroll {ELEMENTS[element]}",
        f"Roll a die of {ELEMENTS[element]} again",
        value=element,
        rules=("reroll.keywords",),
    )
    for element in (FIRE, WATER, AIR, EARTH)
]
USE_MASTERY: Final = Option("use", "use", "Roll the others again", rules=("reroll.keywords",))

LEAVE_CURSE: Final = Option(
    "leave", "leave", "Leave the curse for later", rules=("keywords.profiles",)
)
SPEND_CURSE: Final = Option(
    "spend", "spend", "Discard the curse: all dice are rolled again", rules=("keywords.profiles",)
)


@mypyc_attr(acyclic=True)
class Pool:
    """The dice of one combatant: how many, what makes them up, and whether it is a master."""

    def __init__(self, who: Model, dice: i64, attribute: str, told: bool) -> None:
        self.who: Final = who
        self.dice: i64 = dice
        self.master: bool = False
        self.told: Final = told
        self.parts: list[str] = [f"{attribute} {dice}"] if told else []
        self.rules: list[str] = []

    def add(self, dice: i64, why: str, rule: str) -> None:
        """Bonus dice, or with a minus fewer of them, and the rule that gives them."""
        self.dice += dice
        if self.told:
            self.parts.append(f"{'+' if dice > 0 else '−'} {why} {abs(int(dice))}")
            self.rules.append(rule)

    def because(self, rule: str) -> list[list[str]]:
        """What makes up the dice, each with its rule, for the log; `rule` gives the first."""
        rules = [rule, *self.rules]
        return [[f"{self.who.name}: {part}", rules[n]] for n, part in enumerate(self.parts)]


@mypyc_attr(acyclic=True)
class Bout:
    """One combat: two pools, and the hands rolled so far, for those who have to decide."""

    def __init__(self, attack: Pool, defence: Pool, edge: i64, is_ranged: bool) -> None:
        self.attack: Final = attack
        self.defence: Final = defence
        self.edge: Final[i64] = edge
        self.is_ranged: Final = is_ranged
        self.attack_hand: i64 = 0
        self.defence_hand: i64 = 0

    def attacker_leads(self) -> bool:
        """Whether the attacker would win as the hands stand."""
        return not defender_wins(self.attack_hand, self.defence_hand, self.edge)

    def outcome(self) -> i64:
        """Who wins as the hands stand, and what with."""
        return outcome_of(self.attack_hand, self.defence_hand, self.edge)


def options_in(options: list[Option], elements: i64) -> list[Option]:
    """The options whose elements a hand shows."""
    one: i64 = 1
    return [option for option in options if elements & (one << (option.value - 1))]


def result_option(element: i64, harm: i64, more: str, rule: str) -> Option:
    """The option to choose an element as the result."""
    name = ELEMENTS[element]
    text = f"{name}: the loser is {HARMS[harm]}{more}" if harm else f"{name}: no effect"
    return Option("result", name.lower(), text, item=harm, value=element, rules=(rule,))


def roll_off(fight: ShinobiFight, bout: Bout) -> i64:
    """Both sides roll, re-rolls are made, and the outcome says who won and with which elements
    [close.roll, close.winner]."""
    attack, defence = bout.attack, bout.defence
    if not bout.is_ranged and (has_say(attack.who) or has_say(defence.who)):
        return roll_openly(fight, bout)
    clash = Clash(attack.dice, defence.dice, attack.master, defence.master, bout.edge)
    result = fight.table.stage(clash)
    if fight.wants_events:
        tell.clashed(fight, bout, clash.attack, clash.defence)
    if result < UNDECIDED:
        return result
    bout.attack_hand = attacker_hand(result)
    bout.defence_hand = defender_hand(result)
    return second_thoughts(fight, bout)


def has_say(who: Model) -> bool:
    """Whether somebody may have a whole pool of this model's dice rolled again."""
    return who.cursed or (who.has(keywords.MASTERY) and not who.mastery_used)


def second_thoughts(fight: ShinobiFight, bout: Bout) -> i64:
    """A winning master with no die to discard may risk another one: the attacker is asked
    first, then the defender [reroll.keywords]."""
    attack, defence = bout.attack, bout.defence
    if attack.master and bout.attacker_leads() and wants_more(bout.attack_hand, attack.dice):
        bout.attack_hand = risk_a_die(fight, bout, attack.who, bout.attack_hand)
    if defence.master and not bout.attacker_leads() and wants_more(bout.defence_hand, defence.dice):
        bout.defence_hand = risk_a_die(fight, bout, defence.who, bout.defence_hand)
    return bout.outcome()


def risk_a_die(fight: ShinobiFight, bout: Bout, who: Model, hand: i64) -> i64:
    """Asks which die to roll again, if any, and rolls it."""
    fight.bout = bout
    options = [KEEP, *options_in(REROLL, elements_in(hand))]
    chosen = fight.ask(Question("reroll", who.side, who.index, options))
    fight.bout = None
    if chosen is KEEP:
        return hand
    face = fight.table.die(SIDES, KEPT)
    if fight.wants_events:
        tell.rerolled(fight, who, ELEMENTS[chosen.value], face)
    return one_more(one_less(hand, chosen.value), face)


def roll_openly(fight: ShinobiFight, bout: Bout) -> i64:
    """A combat in which a curse or a mastery may have whole pools rolled again: every die is
    laid open before anybody decides."""
    attack, defence = bout.attack, bout.defence
    first, second = Roll(attack.dice, how_open(attack)), Roll(defence.dice, how_open(defence))
    bout.attack_hand = fight.table.stage(first)
    bout.defence_hand = fight.table.stage(second)
    if fight.wants_events:
        tell.clashed(fight, bout, first, second)
    fight.bout = bout
    if attack.who.cursed and spends_curse(fight, attack.who, defence.who):
        bout.attack_hand = roll_again(fight, attack, attack.dice, 0)
    if defence.who.cursed and spends_curse(fight, defence.who, attack.who):
        bout.defence_hand = roll_again(fight, defence, defence.dice, 0)
    bout.attack_hand = use_mastery(fight, attack, bout.attack_hand)
    bout.defence_hand = use_mastery(fight, defence, bout.defence_hand)
    fight.bout = None
    bout.attack_hand = replace_discarded(fight, attack, bout.attack_hand)
    bout.defence_hand = replace_discarded(fight, defence, bout.defence_hand)
    return second_thoughts(fight, bout)


def how_open(pool: Pool) -> i64:
    """How much of a hand has to be known to those who may have dice rolled again."""
    element: i64 = 0 if pool.who.mastery_used else mastered_by(pool.who)
    if element == 0:
        return OPEN if pool.master else PLAIN
    return COUNTED if pool.master else element


def spends_curse(fight: ShinobiFight, cursed: Model, enemy: Model) -> bool:
    """An enemy may discard a model's curse to have all its dice rolled again
    [keywords.profiles]."""
    options = [LEAVE_CURSE, SPEND_CURSE]
    question = Question("curse", enemy.side, enemy.index, options, cursed.index)
    if fight.ask(question) is not SPEND_CURSE:
        return False
    cursed.cursed = False
    return True


def use_mastery(fight: ShinobiFight, pool: Pool, hand: i64) -> i64:
    """Once a round the master of an element may roll every die again that does not show it
    [reroll.keywords]."""
    who = pool.who
    element = mastered_by(who)
    if element == 0 or who.mastery_used or of_element(hand, element) == pool.dice:
        return hand
    question = Question("mastery", who.side, who.index, [KEEP, USE_MASTERY])
    if fight.ask(question) is not USE_MASTERY:
        return hand
    who.mastery_used = True
    kept: i64 = 0
    for _ in range(of_element(hand, element)):
        kept = one_more(kept, element)
    return roll_again(fight, pool, pool.dice - left_in(kept), kept)


def mastered_by(who: Model) -> i64:
    """The element a model has mastered; 0 for none."""
    if who.has(keywords.FIRE_MASTERY):
        return FIRE
    if who.has(keywords.WATER_MASTERY):
        return WATER
    if who.has(keywords.AIR_MASTERY):
        return AIR
    return EARTH if who.has(keywords.EARTH_MASTERY) else 0


def roll_again(fight: ShinobiFight, pool: Pool, dice: i64, kept: i64) -> i64:
    """Rolls dice once more and puts them to those that were kept."""
    roll = Roll(dice, how_open(pool))
    hand = kept + fight.table.stage(roll)
    if fight.wants_events:
        tell.rolled_again(fight, pool.who, roll)
    return hand


def replace_discarded(fight: ShinobiFight, pool: Pool, hand: i64) -> i64:
    """A master's one re-roll goes to a die that would be discarded, if there is one
    [reroll.keywords]."""
    if not pool.master or left_in(hand) == pool.dice:
        return hand
    pool.master = False
    face = fight.table.die(SIDES, KEPT)
    if fight.wants_events:
        tell.rerolled(fight, pool.who, "a die to discard", face)
    return one_more(hand, face)
