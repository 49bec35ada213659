"""The parts that close and ranged combat share: pools, re-rolls and comparing hands."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import Option, Question
from affray.core.table import Stage, Table
from affray.rulesets.shinobi import keywords, log
from affray.rulesets.shinobi.combatant import Model
from affray.rulesets.shinobi.elements import (
    AIR,
    ALL_FOUR,
    EARTH,
    ELEMENTS,
    FIRE,
    KEPT,
    SIDES,
    WATER,
    Clash,
    Elements,
    Hand,
    Roll,
    attacker_leads,
    element_bit,
)

if TYPE_CHECKING:
    from affray.rulesets.shinobi.fight import ShinobiFight

KEEP: Final = Option("keep", "keep", "Keep the dice", rules=("reroll.keywords",), cost="free")
REROLL: Final = [
    Option(
        "reroll",
        f"reroll {ELEMENTS[element]}",
        f"Roll a die of {ELEMENTS[element]} again",
        value=element,
        rules=("reroll.keywords",),
        cost="the re-roll",
    )
    for element in (FIRE, WATER, AIR, EARTH)
]
USE_MASTERY: Final = Option(
    "use", "use", "Roll the others again", rules=("reroll.keywords",), cost="once a round"
)

LEAVE_CURSE: Final = Option(
    "leave", "leave", "Leave the curse for later", rules=("keywords.profiles",), cost="free"
)
SPEND_CURSE: Final = Option(
    "spend",
    "spend",
    "Discard the curse: all dice are rolled again",
    rules=("keywords.profiles",),
    cost="the curse",
)


NO_NAMES: Final[list[str]] = []


@mypyc_attr(acyclic=True)
class Pool:
    """The dice of one combatant before they are rolled: their number, its parts, and any re-roll.

    Names of parts are kept only for a listener.
    """

    def __init__(
        self, who: Model, dice: i64, attribute: str, has_reroll: bool, keeps_names: bool
    ) -> None:
        self.who: Final = who
        self.dice: i64 = dice
        self.has_reroll: Final = has_reroll
        self.keeps_names: Final = keeps_names
        self.parts: Final[list[str]] = [f"{attribute} {dice}"] if keeps_names else NO_NAMES
        self.rules: Final[list[str]] = [] if keeps_names else NO_NAMES

    def add(self, dice: i64, why: str, rule: str, what: str = "") -> None:
        """Add bonus dice, or take dice away, by a rule; the reason comes in one or two parts."""
        self.dice += dice
        if self.keeps_names:
            self.parts.append(f"{'+' if dice > 0 else '−'} {why}{what} {abs(int(dice))}")
            self.rules.append(rule)

    def because(self, rule: str) -> list[list[str]]:
        """List the parts of the pool, each with its rule; `rule` gives the first."""
        rules = [rule, *self.rules]
        return [[f"{self.who.name}: {part}", rules[n]] for n, part in enumerate(self.parts)]

    def hand(self, mastered: i64 = 0) -> Hand:
        """Return a hand for the pool. It has the owner's mastered element if the dice are seen
        before they are compared."""
        return Hand(self.dice, self.has_reroll, mastered)


@mypyc_attr(acyclic=True)
class Bout:
    """One combat: two pools, their hands once they are rolled, and the current result.

    While a player is asked to risk a die, `is_safe` says that they keep the lead without it.
    """

    def __init__(self, attack: Pool, defence: Pool, edge: i64, is_ranged: bool) -> None:
        self.attack: Final = attack
        self.defence: Final = defence
        self.edge: Final[i64] = edge
        self.is_ranged: Final = is_ranged
        self.attack_hand: Hand = attack.hand()
        self.defence_hand: Hand = defence.hand()
        self.attacker_won: bool = True
        self.elements: i64 = 0
        self.is_safe: bool = True
        self.attack_left: i64 = 0
        self.defence_left: i64 = 0

    def key(self) -> Hashable:
        """Return everything an open roll depends on, with the hands still to be rolled."""
        attacker, defender = self.attack.who, self.defence.who
        return (
            (int(attacker.index), attacker.cursed, self.attack_hand.key()),
            (int(defender.index), defender.cursed, self.defence_hand.key()),
            int(self.edge),
        )

    def attacker_leads(self) -> bool:
        """Return whether the attacker would win with the dice as they lie."""
        return attacker_leads(self.attack_hand.kept, self.defence_hand.kept, self.edge)

    def lose_die(self) -> None:
        """Note that the leader has one die fewer left."""
        if self.attacker_won:
            self.attack_left -= 1
        else:
            self.defence_left -= 1

    def open_hands(self) -> None:
        """Make hands for both combatants that are seen before they are compared, so that masteries
        count."""
        self.attack_hand = self.attack.hand(usable_mastery(self.attack.who))
        self.defence_hand = self.defence.hand(usable_mastery(self.defence.who))

    def spendable(self) -> list[bool]:
        """Return which combatants are cursed, and which can use a mastery."""
        attacker, defender = self.attack.who, self.defence.who
        unused = [usable_mastery(attacker) != 0, usable_mastery(defender) != 0]
        return [attacker.cursed, defender.cursed, *unused]

    def set_spendable(self, left: list[bool]) -> None:
        """Leave these curses and masteries to the attacker and the defender."""
        for one, who in enumerate((self.attack.who, self.defence.who)):
            who.cursed = left[one]
            if who.has(keywords.MASTERY):
                who.mastery_used = not left[one + 2]

    def leader(self) -> Model:
        """Return the model that wins with the dice as they lie."""
        return self.attack.who if self.attacker_won else self.defence.who


def options_in(options: list[Option], elements: i64) -> list[Option]:
    """List the options whose elements a hand shows."""
    return [option for option in options if elements & element_bit(option.value)]


def result_option(element: i64, harm: i64, text: str, rule: str) -> Option:
    """Make the option to choose an element as the result; its `item` is the harm it does."""
    name = ELEMENTS[element]
    return Option(
        "result", name.lower(), f"{name}: {text}", item=harm, value=element, rules=(rule,)
    )


def choose_result(
    fight: ShinobiFight, kind: str, winner: Model, loser: Model, options: list[Option], default: i64
) -> Option:
    """Ask the winner of a combat for an element of their hand."""
    return fight.ask(
        Question(kind, winner.side, winner.index, options, loser.index, default=default)
    )


def roll_off(
    fight: ShinobiFight, attack: Pool, defence: Pool, edge: i64, is_ranged: bool
) -> tuple[bool, i64]:
    """Roll both pools with their re-rolls. Return whether the attacker won, and the winner's
    elements.

    A winner without a die has no elements, and nothing to choose [close.nothing-left].
    """
    bout = Bout(attack, defence, edge, is_ranged)
    if not is_ranged and (has_say(attack.who) or has_say(defence.who)):
        bout.open_hands()
        opened = OpenRoll(fight, bout)
        fight.table.stage(opened)
        opened.lay_out()
        compare(fight, bout, is_open=True)
    else:
        compare(fight, bout, is_open=False)
    log.won_without_more(fight, bout)
    if bout.elements == 0:
        log.nothing_left(fight, bout)
    return bout.attacker_won, bout.elements


def compare(fight: ShinobiFight, bout: Bout, is_open: bool) -> None:
    """Roll the dice not rolled yet, compare the hands, and let the leader risk a die."""
    clash = Clash(bout.attack_hand, bout.defence_hand, bout.edge)
    fight.table.stage(clash)
    bout.attacker_won = clash.attacker_leads
    bout.elements = clash.elements
    bout.attack_left = clash.settled_attack.kept
    bout.defence_left = clash.settled_defence.kept
    if is_open:
        log.replaced(fight, bout, clash)
    else:
        log.clashed(fight, bout, clash.settled_attack, clash.settled_defence)
    if clash.may_risk:
        take_risks(fight, bout, clash)


def has_say(who: Model) -> bool:
    """Return whether a curse or a mastery can make this model roll dice again."""
    return who.cursed or usable_mastery(who) != 0


# --- one die ---


def take_risks(fight: ShinobiFight, bout: Bout, clash: Clash) -> None:
    """Let a leader with an unused re-roll risk a kept die [reroll.once].

    If that costs the lead, the new leader may risk one too.
    """
    if not loses_lead(fight, bout, clash.leader(), clash.is_safe):
        return
    elements = bout.elements
    other = clash.other()
    shown = Elements(other)
    fight.table.stage(shown)
    bout.attacker_won = not bout.attacker_won
    bout.elements = shown.elements
    if other.has_reroll and bout.elements != ALL_FOUR and loses_lead(fight, bout, other, False):
        bout.attacker_won = not bout.attacker_won
        bout.elements = elements


def loses_lead(fight: ShinobiFight, bout: Bout, hand: Hand, is_safe: bool) -> bool:
    """Ask the leader which die to roll again, and roll it. Return whether the lead is lost."""
    who = bout.leader()
    bout.is_safe = is_safe
    fight.bout = bout
    options = [KEEP, *options_in(REROLL, bout.elements)]
    chosen = fight.ask(Question("reroll", who.side, who.index, options))
    fight.bout = None
    if chosen is KEEP:
        return False
    rest = Elements(hand, bout.elements, chosen.value)
    fight.table.stage(rest)
    face = fight.table.die(SIDES, KEPT)
    bout.elements = rest.elements
    if face <= EARTH:
        bout.elements |= element_bit(face)
    else:
        bout.lose_die()
    log.rerolled(fight, bout, ELEMENTS[chosen.value], face)
    return face > EARTH and not is_safe


# --- whole pools ---


class OpenRoll(Stage):
    """Both pools rolled, and rolled again by curses and masteries, with the kept dice of each.

    `spent` says which of these were used: the attacker's and the defender's curse, then their
    masteries.
    """

    fight: Final[ShinobiFight]
    bout: Final[Bout]
    spent: list[bool]
    kept: i64 = 0
    of_mastered: i64 = 0
    faces: list[int]
    defence_kept: i64 = 0
    defence_of_mastered: i64 = 0
    defence_faces: list[int]

    def __init__(self, fight: ShinobiFight, bout: Bout) -> None:
        self.fight = fight
        self.bout = bout
        self.spent = []
        self.faces = []
        self.defence_faces = []

    def asked_sides(self) -> list[int]:
        """Return the sides of both combatants."""
        return [int(self.bout.attack.who.side), int(self.bout.defence.who.side)]

    def key(self) -> Hashable:
        return self.bout.key()

    def play(self, table: Table) -> i64:
        """Roll at a table. `lay_out` spends the curses and masteries that were used."""
        fight, bout = self.fight, self.bout
        before = bout.spendable()
        outer = fight.table
        fight.table = table
        roll_openly(fight, bout)
        fight.table = outer
        after = bout.spendable()
        self.spent = [before[one] and not after[one] for one in range(4)]
        bout.set_spendable(before)
        attack, defence = bout.attack_hand, bout.defence_hand
        self.kept, self.of_mastered, self.faces = attack.kept, attack.of_mastered, attack.faces
        self.defence_kept, self.defence_of_mastered = defence.kept, defence.of_mastered
        self.defence_faces = defence.faces
        return 0

    def lay_out(self) -> None:
        """Give both combatants their hands, and spend the curses and masteries that were used."""
        bout = self.bout
        bout.open_hands()
        bout.attack_hand.lay(self.kept, self.of_mastered, self.faces)
        bout.defence_hand.lay(self.defence_kept, self.defence_of_mastered, self.defence_faces)
        now = bout.spendable()
        bout.set_spendable([now[one] and not self.spent[one] for one in range(4)])


def roll_openly(fight: ShinobiFight, bout: Bout) -> None:
    """Roll both pools, then roll dice again for curses and masteries."""
    attack, defence = bout.attack, bout.defence
    bout.open_hands()
    roll_into(fight, bout.attack_hand, attack.dice)
    roll_into(fight, bout.defence_hand, defence.dice)
    log.clashed(fight, bout, bout.attack_hand, bout.defence_hand)
    fight.bout = bout
    if attack.who.cursed and spends_curse(fight, attack.who, defence.who):
        roll_all_again(fight, attack.who, defence.who, bout.attack_hand)
    if defence.who.cursed and spends_curse(fight, defence.who, attack.who):
        roll_all_again(fight, defence.who, attack.who, bout.defence_hand)
    use_mastery(fight, attack.who, bout.attack_hand)
    use_mastery(fight, defence.who, bout.defence_hand)
    fight.bout = None


def roll_into(fight: ShinobiFight, hand: Hand, dice: i64) -> list[int]:
    """Roll dice into a hand, and return their faces."""
    roll = Roll(dice, hand.mastered)
    fight.table.stage(roll)
    hand.take(roll)
    return roll.faces


def roll_all_again(fight: ShinobiFight, cursed: Model, enemy: Model, hand: Hand) -> None:
    """Roll a whole hand again, since an enemy has discarded the curse on its owner
    [keywords.profiles]."""
    hand.lay(0, 0, [])
    faces = roll_into(fight, hand, hand.dice)
    why = f"{enemy.name} discards the curse on {cursed.name}, who rolls again"
    log.rolled_again(fight, cursed, faces, hand.kept, why, "keywords.profiles")


def spends_curse(fight: ShinobiFight, cursed: Model, enemy: Model) -> bool:
    """Ask an enemy whether to discard a model's curse, to have its dice rolled again
    [keywords.profiles]."""
    options = [LEAVE_CURSE, SPEND_CURSE]
    question = Question("curse", enemy.side, enemy.index, options, cursed.index)
    if fight.ask(question) is not SPEND_CURSE:
        return False
    cursed.cursed = False
    return True


def use_mastery(fight: ShinobiFight, who: Model, hand: Hand) -> None:
    """Let the master of an element re-roll, once a round, every die that does not show it
    [reroll.keywords]."""
    if hand.mastered == 0 or hand.of_mastered == hand.dice:
        return
    question = Question("mastery", who.side, who.index, [KEEP, USE_MASTERY])
    if fight.ask(question) is USE_MASTERY:
        who.mastery_used = True
        hand.discard_others()
        faces = roll_into(fight, hand, hand.dice - hand.kept)
        why = f"{who.name} uses its mastery of {ELEMENTS[hand.mastered]} and rolls again"
        log.rolled_again(fight, who, faces, hand.kept, why, "reroll.keywords")


def usable_mastery(who: Model) -> i64:
    """Return the element a model has mastered and not used this round; 0 for none."""
    if who.mastery_used or not who.has(keywords.MASTERY):
        return 0
    if who.has(keywords.FIRE_MASTERY):
        return FIRE
    if who.has(keywords.WATER_MASTERY):
        return WATER
    return AIR if who.has(keywords.AIR_MASTERY) else EARTH
