"""What close and ranged combat have in common: both pools, re-rolls, and who wins with what."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import Option, PlainQuestion
from affray.core.state import Transient
from affray.core.table import Stage, Table
from affray.rulesets.shinobi import keywords, tell
from affray.rulesets.shinobi.combatant import Model
from affray.rulesets.shinobi.elements import (
    AIR,
    ALL_FOUR,
    EARTH,
    ELEMENTS,
    FIRE,
    KEPT,
    NO_WORDS,
    SIDES,
    WATER,
    Clash,
    Elements,
    Hand,
    MasteredDice,
    Roll,
    attacker_leads,
    element_bit,
)
from affray.rulesets.shinobi.status import is_looked_into

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


PLAIN_HANDS: Final = [Hand(dice, False) for dice in range(24)]
"""Hands of so many dice that have yet to be rolled, and of which none is rolled again."""


@mypyc_attr(acyclic=True)
class Pool:
    """The dice of one combatant before they are rolled: how many, what makes them up, and whether
    one of them may be rolled again. A fight has two, for one combat after the other."""

    def __init__(self, who: Model) -> None:
        self.who: Model = who
        self.dice: i64 = 0
        self.has_reroll: bool = False
        self.wants_events: bool = False
        self.parts: list[str] = NO_WORDS
        self.rules: list[str] = NO_WORDS

    def begin(self, who: Model, dice: i64, attribute: str, wants_events: bool) -> None:
        """Makes it somebody's pool of so many dice, with nothing added yet."""
        self.who = who
        self.dice = dice
        self.has_reroll = False
        self.wants_events = wants_events
        if wants_events:
            self.parts = [f"{attribute} {dice}"]
            self.rules = []

    def add(self, dice: i64, why: str, rule: str) -> None:
        """Bonus dice, or with a minus fewer of them, and the rule that gives them."""
        self.dice += dice
        if self.wants_events:
            self.parts.append(f"{'+' if dice > 0 else '−'} {why} {abs(int(dice))}")
            self.rules.append(rule)

    def because(self, rule: str) -> list[list[str]]:
        """What makes up the dice, each with its rule, for the log; `rule` gives the first."""
        rules = [rule, *self.rules]
        return [[f"{self.who.name}: {part}", rules[n]] for n, part in enumerate(self.parts)]

    def hand(self) -> Hand:
        """A hand that the pool is rolled into."""
        return Hand(self.dice, self.has_reroll, usable_mastery(self.who))

    def hidden_hand(self) -> Hand:
        """The same where nobody has a say before the dice are compared: no mastery counts, and
        nothing of the hand changes, so that most need no hand of their own."""
        if self.has_reroll or self.dice >= len(PLAIN_HANDS):
            return Hand(self.dice, self.has_reroll)
        return PLAIN_HANDS[self.dice]


@mypyc_attr(acyclic=True, free_list_len=1)
class Bout:
    """One combat: two pools, the hands they are rolled into once that begins, and how it stands.

    While somebody is asked to risk a die, `is_safe` says that they keep the lead without it.
    """

    def __init__(self, attack: Pool, defence: Pool, edge: i64, is_ranged: bool) -> None:
        self.attack: Final = attack
        self.defence: Final = defence
        self.edge: Final[i64] = edge
        self.is_ranged: Final = is_ranged
        self.attack_hand: Hand = PLAIN_HANDS[0]
        self.defence_hand: Hand = PLAIN_HANDS[0]
        self.attacker_won: bool = True
        self.elements: i64 = 0
        self.is_safe: bool = True
        self.defence_left: i64 = 0

    def asked_sides(self) -> list[int]:
        """The sides of those who fight."""
        return [int(self.attack.who.side), int(self.defence.who.side)]

    def key(self) -> Hashable:
        """All that a close combat depends on before its dice are rolled."""
        attacker, defender = self.attack.who, self.defence.who
        return (
            (int(attacker.index), attacker.cursed, self.attack.hand().key()),
            (int(defender.index), defender.cursed, self.defence.hand().key()),
            int(self.edge),
        )

    def attacker_leads(self) -> bool:
        """Whether the attacker would win as the hands lie open."""
        return attacker_leads(self.attack_hand.kept, self.defence_hand.kept, self.edge)

    def leader(self) -> Model:
        """Who wins as it stands."""
        return self.attack.who if self.attacker_won else self.defence.who


def options_in(options: list[Option], elements: i64) -> list[Option]:
    """The options whose elements a hand shows."""
    return [option for option in options if elements & element_bit(option.value)]


def result_option(element: i64, harm: i64, text: str, rule: str) -> Option:
    """The option to choose an element as the result; its `item` is the harm it does."""
    name = ELEMENTS[element]
    return Option(
        "result", name.lower(), f"{name}: {text}", item=harm, value=element, rules=(rule,)
    )


def choose_result(
    fight: ShinobiFight, kind: str, winner: Model, loser: Model, options: list[Option], default: i64
) -> Option:
    """Has the winner of a combat choose from the elements of their hand."""
    player = fight.direct_players[winner.side]
    if player is not None:
        return player.choose_result(options, default)
    return fight.ask(
        PlainQuestion(kind, winner.side, winner.index, options, loser.index, default=default)
    )


def roll_off(
    fight: ShinobiFight, attack: Pool, defence: Pool, edge: i64, is_ranged: bool
) -> tuple[bool, i64]:
    """Both sides roll, and re-rolls are made: whether the attacker won, and with which elements the
    winner did [close.roll, close.winner]. A winner without a die has none, and nothing to choose
    [close.nothing-left]."""
    is_open = not is_ranged and (has_say(attack.who) or has_say(defence.who))
    if not is_open and not is_looked_into(fight):
        return roll_plainly(fight, attack, defence, edge, is_ranged)
    bout = Bout(attack, defence, edge, is_ranged)
    if not is_open:
        bout.attack_hand = attack.hidden_hand()
        bout.defence_hand = defence.hidden_hand()
        compare(fight, bout, is_open=False)
    elif is_looked_into(fight):
        opened = OpenCombat(fight, bout)
        fight.table.stage(opened)
        opened.lay_out()
    else:
        bout.attack_hand = attack.hand()
        bout.defence_hand = defence.hand()
        roll_openly(fight, bout)
        compare(fight, bout, is_open=True)
    if bout.elements == 0 and fight.wants_events:
        tell.nothing_left(fight, bout)
    return bout.attacker_won, bout.elements


def roll_plainly(
    fight: ShinobiFight, attack: Pool, defence: Pool, edge: i64, is_ranged: bool
) -> tuple[bool, i64]:
    """The same where nobody looks into it, and nobody has a say before the dice are compared: hands
    are laid out only for a leader who may risk a die."""
    mine, theirs = fight.attack_hand, fight.defence_hand
    mine.roll(fight.table, attack.dice, attack.has_reroll)
    theirs.roll(fight.table, defence.dice, defence.has_reroll)
    attacker_won = attacker_leads(mine.kept, theirs.kept, edge)
    leader = mine if attacker_won else theirs
    elements = leader.elements()
    if not leader.has_reroll or elements == 0 or elements == ALL_FOUR:
        return attacker_won, elements
    winner, loser = (attack, defence) if attacker_won else (defence, attack)
    player = fight.direct_players[winner.who.side]
    if player is not None:
        if not player.may_risk_die(fight, loser.who, elements, is_ranged, attacker_won):
            return attacker_won, elements
    bout = Bout(attack, defence, edge, is_ranged)
    bout.attack_hand, bout.defence_hand = mine.laid_out(), theirs.laid_out()
    clash = Clash(bout.attack_hand, bout.defence_hand, edge)
    clash.judge(fight.table, bout.attack_hand, bout.defence_hand)
    bout.attacker_won, bout.elements = attacker_won, elements
    take_risks(fight, bout, clash)
    return bout.attacker_won, bout.elements


def compare(fight: ShinobiFight, bout: Bout, is_open: bool) -> None:
    """Rolls what does not lie open yet, compares the hands, and has the leader risk a die."""
    attack, defence = bout.attack_hand, bout.defence_hand
    if is_open and not attack.has_reroll and not defence.has_reroll and not is_looked_into(fight):
        bout.attacker_won = attacker_leads(attack.kept, defence.kept, bout.edge)
        bout.elements = attack.elements() if bout.attacker_won else defence.elements()
        return
    clash = Clash(bout.attack_hand, bout.defence_hand, bout.edge)
    fight.table.stage(clash)
    bout.attacker_won = clash.attacker_leads
    bout.elements = clash.elements
    bout.defence_left = clash.defence_left
    if fight.wants_events:
        if is_open:
            tell.replaced(fight, bout, clash)
        else:
            tell.clashed(fight, bout, clash.attack_shown, clash.defence_shown)
    if clash.may_risk:
        take_risks(fight, bout, clash)


def has_say(who: Model) -> bool:
    """Whether somebody may have a whole pool of this model's dice rolled again."""
    return who.cursed or usable_mastery(who) != 0


# --- one die ---


def take_risks(fight: ShinobiFight, bout: Bout, clash: Clash) -> None:
    """A leader who has not used a re-roll may risk a kept die for another element, and if that
    costs the lead, so may the other [reroll.once]."""
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
    """Asks the leader which die to roll again, if any, and rolls it; whether the lead is lost by
    that."""
    who = bout.leader()
    bout.is_safe = is_safe
    fight.bout = bout
    options = [KEEP, *options_in(REROLL, bout.elements)]
    chosen = fight.ask(PlainQuestion("reroll", who.side, who.index, options))
    fight.bout = None
    if chosen is KEEP:
        return False
    rest = Elements(hand, bout.elements, chosen.value)
    fight.table.stage(rest)
    face = fight.table.die(SIDES, KEPT)
    if fight.wants_events:
        tell.rerolled(fight, who, ELEMENTS[chosen.value], face)
    bout.elements = rest.elements
    if face > EARTH:
        bout.defence_left -= 0 if bout.attacker_won else 1
        return not is_safe
    bout.elements |= element_bit(face)
    return False


# --- whole pools ---


class BoutStage(Stage):
    """A piece of a bout, in which whoever may spend a curse or a mastery is asked."""

    fight: Final[ShinobiFight]
    bout: Final[Bout]

    def __init__(self, fight: ShinobiFight, bout: Bout) -> None:
        self.fight = fight
        self.bout = bout

    def asked_sides(self) -> list[int]:
        return self.bout.asked_sides()

    def key(self) -> Hashable:
        return self.bout.key()

    def play(self, table: Table) -> i64:
        """Plays it at that table. The curses and masteries that it takes are given back: its result
        says which they were."""
        fight = self.fight
        attacker, defender = self.bout.attack.who, self.bout.defence.who
        was_cursed, was_used = attacker.cursed, attacker.mastery_used
        defence_cursed, defence_used = defender.cursed, defender.mastery_used
        outer = fight.table
        fight.table = table
        self.play_out()
        fight.table = outer
        attacker.cursed, attacker.mastery_used = was_cursed, was_used
        defender.cursed, defender.mastery_used = defence_cursed, defence_used
        return 0

    def play_out(self) -> None:
        """Plays it at the fight's table, and notes what it came to."""
        raise NotImplementedError


class OpenCombat(BoutStage):
    """A combat in which both pools are laid open: who won and with which elements, and which curses
    and masteries went into it."""

    attacker_won: bool = True
    elements: i64 = 0
    curses: list[bool]
    masteries: list[bool]
    defence_left: Transient[i64] = 0

    def __init__(self, fight: ShinobiFight, bout: Bout) -> None:
        super().__init__(fight, bout)
        self.curses = []
        self.masteries = []

    def play_out(self) -> None:
        fight, bout = self.fight, self.bout
        attacker, defender = bout.attack.who, bout.defence.who
        opened = OpenRoll(fight, bout)
        fight.table.stage(opened)
        opened.lay_out()
        compare(fight, bout, is_open=True)
        self.attacker_won, self.elements = bout.attacker_won, bout.elements
        self.defence_left = bout.defence_left
        self.curses = [attacker.cursed, defender.cursed]
        self.masteries = [attacker.mastery_used, defender.mastery_used]

    def lay_out(self) -> None:
        """Says in the bout how it came out, and takes the curses and masteries that were used."""
        bout = self.bout
        attacker, defender = bout.attack.who, bout.defence.who
        bout.attacker_won, bout.elements = self.attacker_won, self.elements
        bout.defence_left = self.defence_left
        attacker.cursed, defender.cursed = self.curses[0], self.curses[1]
        attacker.mastery_used, defender.mastery_used = self.masteries[0], self.masteries[1]


class OpenRoll(BoutStage):
    """Both pools laid open, and rolled again as far as a curse or a mastery has it: what is kept of
    each, and which curses and masteries went into it."""

    kept: i64 = 0
    of_mastered: i64 = 0
    faces: list[int]
    defence_kept: i64 = 0
    defence_of_mastered: i64 = 0
    defence_faces: list[int]
    lifts_curse: bool = False
    lifts_defence_curse: bool = False
    uses_mastery: bool = False
    uses_defence_mastery: bool = False

    def __init__(self, fight: ShinobiFight, bout: Bout) -> None:
        super().__init__(fight, bout)
        self.faces = []
        self.defence_faces = []

    def play_out(self) -> None:
        bout = self.bout
        attacker, defender = bout.attack.who, bout.defence.who
        was_cursed, was_used = attacker.cursed, attacker.mastery_used
        defence_cursed, defence_used = defender.cursed, defender.mastery_used
        bout.attack_hand = bout.attack.hand()
        bout.defence_hand = bout.defence.hand()
        roll_openly(self.fight, bout)
        attack, defence = bout.attack_hand, bout.defence_hand
        self.kept, self.of_mastered, self.faces = attack.kept, attack.of_mastered, attack.faces
        self.defence_kept, self.defence_of_mastered = defence.kept, defence.of_mastered
        self.defence_faces = defence.faces
        self.lifts_curse = was_cursed and not attacker.cursed
        self.lifts_defence_curse = defence_cursed and not defender.cursed
        self.uses_mastery = attacker.mastery_used and not was_used
        self.uses_defence_mastery = defender.mastery_used and not defence_used

    def lay_out(self) -> None:
        """Gives both the hands it came to, and takes the curses and masteries that were used."""
        bout = self.bout
        attacker, defender = bout.attack.who, bout.defence.who
        bout.attack_hand = bout.attack.hand()
        bout.defence_hand = bout.defence.hand()
        bout.attack_hand.lay(self.kept, self.of_mastered, self.faces)
        bout.defence_hand.lay(self.defence_kept, self.defence_of_mastered, self.defence_faces)
        attacker.cursed = attacker.cursed and not self.lifts_curse
        defender.cursed = defender.cursed and not self.lifts_defence_curse
        attacker.mastery_used = attacker.mastery_used or self.uses_mastery
        defender.mastery_used = defender.mastery_used or self.uses_defence_mastery


def roll_openly(fight: ShinobiFight, bout: Bout) -> None:
    """A combat in which a curse or a mastery may have whole pools rolled again: every die is
    laid open before anybody decides."""
    attack, defence = bout.attack, bout.defence
    attack_shown = roll_into(fight, bout.attack_hand, attack.dice)
    defence_shown = roll_into(fight, bout.defence_hand, defence.dice)
    if fight.wants_events:
        tell.clashed(fight, bout, attack_shown, defence_shown)
    fight.bout = bout
    if attack.who.cursed and spends_curse(fight, attack.who, defence.who):
        bout.attack_hand = attack.hand()
        roll_all_again(fight, attack.who, defence.who, bout.attack_hand)
    if defence.who.cursed and spends_curse(fight, defence.who, attack.who):
        bout.defence_hand = defence.hand()
        roll_all_again(fight, defence.who, attack.who, bout.defence_hand)
    use_mastery(fight, attack.who, bout.attack_hand)
    use_mastery(fight, defence.who, bout.defence_hand)
    fight.bout = None


def roll_into(fight: ShinobiFight, hand: Hand, dice: i64) -> list[str]:
    """Rolls dice into a hand, and gives what they show."""
    if not is_looked_into(fight):
        hand.roll(fight.table, dice)
        return NO_WORDS
    roll = Roll(dice, hand.mastered, not hand.is_rolled)
    fight.table.stage(roll)
    hand.take(roll)
    return roll.shown


def roll_all_again(fight: ShinobiFight, cursed: Model, enemy: Model, hand: Hand) -> None:
    """Rolls a whole hand once more, since an enemy has discarded the curse on its owner
    [keywords.profiles]."""
    shown = roll_into(fight, hand, hand.dice)
    if fight.wants_events:
        why = f"{enemy.name} discards the curse on {cursed.name}"
        tell.rolled_again(fight, cursed, shown, hand.kept, why, "keywords.profiles")


def spends_curse(fight: ShinobiFight, cursed: Model, enemy: Model) -> bool:
    """An enemy may discard a model's curse to have all its dice rolled again
    [keywords.profiles]."""
    options = [LEAVE_CURSE, SPEND_CURSE]
    question = PlainQuestion("curse", enemy.side, enemy.index, options, cursed.index)
    if fight.ask(question) is not SPEND_CURSE:
        return False
    cursed.cursed = False
    return True


def use_mastery(fight: ShinobiFight, who: Model, hand: Hand) -> None:
    """Once a round the master of an element may roll every die again that does not show it
    [reroll.keywords]."""
    if hand.mastered == 0 or hand.of_mastered == hand.dice:
        return
    if chooses_mastery(fight, who):
        who.mastery_used = True
        if is_looked_into(fight):
            mastered = MasteredDice(hand)
            fight.table.stage(mastered)
            hand.of_mastered = mastered.of_mastered
        hand.discard_others()
        shown = roll_into(fight, hand, hand.dice - hand.kept)
        if fight.wants_events:
            why = f"{who.name} uses its mastery of {ELEMENTS[hand.mastered]}"
            tell.rolled_again(fight, who, shown, hand.kept, why, "reroll.keywords")


def chooses_mastery(fight: ShinobiFight, who: Model) -> bool:
    """Has somebody decide whether a mastery is used."""
    player = fight.direct_players[who.side]
    if player is not None:
        return player.uses_mastery(fight, who)
    question = PlainQuestion("mastery", who.side, who.index, [KEEP, USE_MASTERY])
    return fight.ask(question) is USE_MASTERY


def usable_mastery(who: Model) -> i64:
    """The element a model has mastered and not used yet this round; 0 for none."""
    if who.mastery_used or not who.has(keywords.MASTERY):
        return 0
    if who.has(keywords.FIRE_MASTERY):
        return FIRE
    if who.has(keywords.WATER_MASTERY):
        return WATER
    return AIR if who.has(keywords.AIR_MASTERY) else EARTH
