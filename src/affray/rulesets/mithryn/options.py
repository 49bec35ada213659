"""The options that every scenario has, and the numbers that distinguish options."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.questions import Option

ONE_ACTION: Final = "1 action"
TWO_ACTIONS: Final = "2 actions"
NEXT_ACTION: Final = "1 action of the next turn"
"""The costs of options, in the chapter's words."""

# --- what an option does on a turn, by its verb ---

ATTACK: Final[i64] = 1
MOVE: Final[i64] = 2
GRAPPLE: Final[i64] = 3
SHOVE: Final[i64] = 4
PICK_UP: Final[i64] = 5
STABILISE: Final[i64] = 6
POULTICE: Final[i64] = 7
BREAK_OUT: Final[i64] = 8
SHIELD: Final[i64] = 9
LEAVE: Final[i64] = 10
TRY: Final[i64] = 11

# --- how an attack is made, by its option's value ---

PLAIN: Final[i64] = 0
RUSHED: Final[i64] = 1
BOTH: Final[i64] = 2

# --- on a turn ---


def action(kind: str, key: str, text: str, verb: i64, rule: str, value: i64 = 0) -> Option:
    """Make an option that takes one action."""
    return Option(kind, key, text, verb, value=value, rules=(rule,), cost=ONE_ACTION)


BREAK_FREE: Final[Option] = action(
    "break free", "break free", "Break free", BREAK_OUT, "actions.grapple"
)
RAISE_SHIELD: Final[Option] = action(
    "shield", "raise shield", "Raise the shield", SHIELD, "weapon.sling", value=1
)
SLING_SHIELD: Final[Option] = action(
    "shield", "sling shield", "Sling the shield to free both hands", SHIELD, "weapon.sling"
)
FLEE: Final[Option] = action("flee", "flee", "Flee from the fight", LEAVE, "actions.flee")
IMPROVISE: Final[Option] = Option(
    "improvise",
    "improvise",
    "Try something else; the game master judges",
    TRY,
    rules=("actions.improvise",),
    cost=ONE_ACTION,
    takes_words=True,
)
END_TURN: Final[Option] = Option(
    "end", "end turn", "End the turn", rules=("actions.two",), cost="free"
)

# --- what comes of something improvised ---

FAILS: Final[Option] = Option("fails", "fails", "It comes to nothing", rules=("actions.improvise",))
WORKS: Final[Option] = Option("works", "works", "It works out", rules=("actions.improvise",))
CHECKED: Final[list[Option]] = [
    Option(
        "check",
        f"check {ability}",
        f"It takes {article} {ability} check",
        item=number,
        rules=("actions.improvise", "check.tn"),
    )
    for number, (ability, article) in enumerate(
        [("STR", "a"), ("AGI", "an"), ("FIN", "a"), ("INS", "an"), ("WIL", "a")]
    )
]
"""An ability check decides; an option's item is the ability's number."""

# --- reactions, and whether help is any ---


def reaction(key: str, text: str, takes_words: bool = False) -> Option:
    """Make an option that takes one action of the next turn [reaction.cost]."""
    rules = ("reaction." + key,)
    return Option(key, key, text, rules=rules, cost=NEXT_ACTION, takes_words=takes_words)


NO: Final[Option] = Option("no", "no", "Do nothing", cost="free")
INTERPOSE: Final[Option] = reaction("interpose", "Step in and be struck instead")
DEFEND: Final[Option] = reaction("defend", "Defend with the shield: one hit is cancelled")
HELP: Final[Option] = reaction("help", "Help: up to two dice that missed are rolled again", True)
GRANT: Final[Option] = Option("grant", "grant", "It would help", rules=("reaction.help",))
REFUSE: Final[Option] = Option("refuse", "refuse", "It would not", rules=("reaction.help",))

# --- at the end ---

SCAR: Final[Option] = Option("scar", "scar", "Live, with a scar", rules=("health.down",))
DEATH: Final[Option] = Option("death", "death", "Die here", rules=("health.down",))
