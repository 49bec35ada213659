"""The order of options for people and for language models, in every ruleset.

Attacks on enemies come first, then manoeuvres, movement and items. Options for friends and rare
options are behind "more". The option that ends the turn, or declines, is last.
"""

from __future__ import annotations

from dataclasses import dataclass

from affray.core.fight import Fight
from affray.core.questions import Option, Question

ATTACKS = "attacks"
MANOEUVRES = "manoeuvres"
MOVEMENT = "movement"
ITEMS = "items"
MORE = "more"
END = "end"

GROUP_ORDER = (ATTACKS, MANOEUVRES, MOVEMENT, ITEMS, MORE, END)


def kinds(text: str) -> frozenset[str]:
    """Return the kinds of options that a text lists."""
    return frozenset(text.split(", "))


ATTACK_KINDS = kinds(
    "attack, both, rush, throw, both-throw, rush-throw, shoot, ranged, shuriken, rune, fire, ram, "
    "ram-together, sweep, each"
)
"""Kinds of plain attacks. Every other option that targets an enemy is a manoeuvre."""

MOVEMENT_KINDS = kinds(
    "move, run, dash, charge, crawl, step, free step, ride by, to, sneak, shift, rise, "
    "stand up, mount, get down"
)
ITEM_KINDS = kinds(
    "draw, stow, drop, pick up, take up, shield, pick up shield, drop shield, reload, load, "
    "reset crossbow, drink, poultice, throw at, douse, douse flames"
)
RARE_KINDS = kinds(
    "flee, leave, release, let go, rest, flop, improvise, toss, ready, break, stunt, drop prone"
)
END_KINDS = kinds(
    "end, pass, wait, no, keep, stay, hold back, ride on, go on, trust the dice, see the roll"
)
"""Kinds that end the turn, or decline what a question offers."""


@dataclass(frozen=True)
class OptionGroup:
    """Options that are shown together."""

    name: str
    options: list[Option]

    def common_cost(self) -> str:
        """Return the cost that all options of the group have, or an empty text."""
        costs = {option.cost for option in self.options}
        return costs.pop() if len(costs) == 1 else ""


def group_name(fight: Fight, question: Question, option: Option) -> str:
    """Return the name of the group to which an option belongs."""
    if option.kind in END_KINDS:
        return END
    if question.kind == "turn" and option.target >= 0:
        if fight.roster()[option.target].side != question.side:
            return ATTACKS if option.kind in ATTACK_KINDS else MANOEUVRES
        is_for_oneself = option.target == question.who and option.kind in ITEM_KINDS
        return ITEMS if is_for_oneself else MORE
    if option.kind in ATTACK_KINDS:
        return ATTACKS
    if option.kind in RARE_KINDS:
        return MORE
    if option.kind == "drop" and option.item < 0:
        return MORE  # to the ground
    if option.kind in ITEM_KINDS:
        return ITEMS
    if option.place >= 0 or option.kind in MOVEMENT_KINDS:
        return MOVEMENT
    return MANOEUVRES


def option_groups(fight: Fight, question: Question) -> list[OptionGroup]:
    """Return the options of a question in groups, in display order.

    Within a group, options of one kind are together, in the order of the rules.
    """
    groups: dict[str, dict[str, list[Option]]] = {name: {} for name in GROUP_ORDER}
    for option in question.options:
        kinds = groups[group_name(fight, question, option)]
        kinds.setdefault(option.kind, []).append(option)
    return [
        OptionGroup(name, [option for options in kinds.values() for option in options])
        for name, kinds in groups.items()
        if kinds
    ]


def ordered_options(fight: Fight, question: Question) -> list[Option]:
    """Return the options of a question in display order."""
    return [option for group in option_groups(fight, question) for option in group.options]


def is_reaction(question: Question) -> bool:
    """Return whether a question interrupts a turn and can be declined, such as a parry."""
    return (
        question.kind not in ("turn", "move")
        and question.who >= 0
        and all(option.place < 0 for option in question.options)
        and any(option.kind in END_KINDS for option in question.options)
    )
