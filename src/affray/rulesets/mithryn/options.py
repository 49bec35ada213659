"""What can be chosen: the verbs of options, and the options that are the same in every scene."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.questions import Option

ONE_ACTION: Final = "1 action"
TWO_ACTIONS: Final = "2 actions"
NEXT_ACTION: Final = "1 action of the next turn"
"""What options cost, in the chapter's words."""

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

BREAK_FREE: Final[Option] = Option(
    "break free", "break free", "Break free", BREAK_OUT, rules=("actions.grapple",), cost=ONE_ACTION
)
RAISE_SHIELD: Final[Option] = Option(
    "shield",
    "raise shield",
    "Raise the shield",
    SHIELD,
    value=1,
    rules=("weapon.sling",),
    cost=ONE_ACTION,
)
SLING_SHIELD: Final[Option] = Option(
    "shield",
    "sling shield",
    "Sling the shield to free both hands",
    SHIELD,
    rules=("weapon.sling",),
    cost=ONE_ACTION,
)
FLEE: Final[Option] = Option(
    "flee", "flee", "Flee from the fight", LEAVE, rules=("actions.flee",), cost=ONE_ACTION
)
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

NO: Final[Option] = Option("no", "no", "Do nothing", cost="free")
INTERPOSE: Final[Option] = Option(
    "interpose",
    "interpose",
    "Step in and be struck instead",
    rules=("reaction.interpose",),
    cost=NEXT_ACTION,
)
DEFEND: Final[Option] = Option(
    "defend",
    "defend",
    "Defend with the shield: one hit is cancelled",
    rules=("reaction.defend",),
    cost=NEXT_ACTION,
)
HELP: Final[Option] = Option(
    "help",
    "help",
    "Help: up to two dice that missed are rolled again",
    rules=("reaction.help",),
    cost=NEXT_ACTION,
    takes_words=True,
)
GRANT: Final[Option] = Option("grant", "grant", "It would help", rules=("reaction.help",))
REFUSE: Final[Option] = Option("refuse", "refuse", "It would not", rules=("reaction.help",))

# --- at the end ---

SCAR: Final[Option] = Option("scar", "scar", "Live, with a scar", rules=("health.down",))
DEATH: Final[Option] = Option("death", "death", "Die here", rules=("health.down",))
