"""Moving: reach, Dodge, facing, and the moves that a combat result makes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import RULED, Option, Question
from affray.rulesets.shinobi import keywords, log
from affray.rulesets.shinobi.combatant import Model
from affray.rulesets.shinobi.status import STUNNED, afflict, hide, passes_test, reveal
from affray.space.squares import FACINGS, flight, path, reach

if TYPE_CHECKING:
    from affray.rulesets.shinobi.fight import ShinobiFight

TURN: Final = [
    Option("facing", f"face {FACINGS[i]}", f"Face {name}", value=i, rules=("board.squares",))
    for i, name in enumerate(log.FACING_NAMES)
]
"""The options to face each way, by facing."""

STAY: Final = Option("stay", "stay", "Stay here", rules=("turn.activation",), cost="free")
SNEAK: Final = Option(
    "sneak", "sneak", "Hide instead of moving", rules=("keywords.profiles",), cost="move"
)
UNMOVED: Final = Option("stay", "stay", "Leave it where it is", rules=("close.movement",))

WALKS: Final = Option("no", "no", "Walk", rules=("turn.activation",))
BLINKS: Final = Option("blink", "blink", "Blink", rules=("keywords.profiles",))


@mypyc_attr(acyclic=True)
class MoveQuestion(Question):
    """Ask where a model goes: any space it can get to, or nowhere."""

    def __init__(
        self, fight: ShinobiFight, who: Model, movement: i64, flies: bool, running: bool
    ) -> None:
        super().__init__("move", who.side, who.index, None, asked_again=True)
        self.fight: Final = fight
        self.mover: Final = who
        self.movement: Final[i64] = movement
        self.flies: Final = flies
        self.running: Final = running

    def list_options(self) -> list[Option]:
        """List staying, hiding for the sneaky, and every space within reach."""
        found = [self.fight.scene.move[cell] for cell in self.reach()]
        if self.may_sneak():
            found.insert(0, SNEAK)
        found.insert(0, STAY)
        return found

    def may_sneak(self) -> bool:
        """Return whether the model may hide instead of moving [keywords.profiles]."""
        who = self.mover
        return who.has(keywords.SNEAKY) and not who.hidden and not self.running

    def reach(self) -> list[int]:
        """Return the free spaces the model can get to; one that flies ignores models and ground."""
        fight, who = self.fight, self.mover
        if self.flies:
            return flight(fight.board, who.cell, self.movement, fight.positions)
        return reach(fight.ways_of(who), who.cell, self.movement, fight.positions)

    def default_option(self) -> Option:
        """Return the option to stay."""
        return STAY


def move(fight: ShinobiFight, who: Model, running: bool = False) -> bool:
    """Move a model up to its Movement value, with any facing at the end. Return False if a failed
    Dodge stopped it."""
    movement = who.movement
    flies = who.has(keywords.WINGED)
    if who.has(keywords.BLINK) and not flies:
        flies, movement = blink(fight, who, movement)
    while who.is_present():
        chosen = fight.ask(MoveQuestion(fight, who, movement, flies, running))
        if chosen is RULED:
            continue
        if chosen is SNEAK:
            hide(fight, who)
            return True
        if chosen is not STAY and not walk(fight, who, chosen.place, movement, flies):
            return False
        face(fight, who, who)
        return True
    return True


def blink(fight: ShinobiFight, who: Model, movement: i64) -> tuple[bool, i64]:
    """Test affinity before a move: success ignores models, ground and zones, failure halves the
    movement [keywords.profiles]."""
    question = Question("blink", who.side, who.index, [WALKS, BLINKS])
    if fight.ask(question) is not BLINKS:
        return False, movement
    succeeds = passes_test(fight, who, "to blink", ("keywords.profiles",))
    return succeeds, movement if succeeds else movement // 2


def walk(fight: ShinobiFight, who: Model, goal: i64, movement: i64, flies: bool) -> bool:
    """Go to a space along the path with the fewest Dodges, then the lowest cost. Return False if a
    Dodge fails."""
    if not flies:
        return step_by_step(fight, who, goal, movement)
    who.spaces_moved += fight.spaces(who.cell, goal)
    enter(fight, who, goal)
    return True


def step_by_step(fight: ShinobiFight, who: Model, goal: i64, movement: i64) -> bool:
    """Take every step, with a Dodge out of each space that enemies guard.

    Return False if one fails.
    """
    way = path(fight.ways_of(who), who.cell, goal, movement, fight.positions, who.side)
    if fight.is_in_zone(who) and not dodge(fight, who):
        return False
    cell: i64
    for cell in way:
        who.spaces_moved += 1
        if cell == goal:
            enter(fight, who, goal)
        elif fight.guards_at(who, cell) > 0:
            enter(fight, who, cell)
            if not dodge(fight, who):
                return False
    return True


def enter(fight: ShinobiFight, who: Model, cell: i64) -> None:
    """Put a model into a space of its path; a vigilant enemy may see it [keywords.profiles]."""
    start = who.cell
    fight.put(who, cell, who.facing)
    log.moved(fight, who, start)
    if who.hidden:
        be_noticed(fight, who)


def be_noticed(fight: ShinobiFight, who: Model) -> None:
    """End the stealth of a model that enters the zone of a vigilant enemy [keywords.profiles]."""
    if not fight.is_in_zone(who):
        return
    for other in fight.enemies[who.side]:
        if other.has(keywords.VIGILANCE) and other.is_present():
            if fight.is_in_zone_of(other, who.cell):
                reveal(fight, who, f"{other.name} is vigilant", "keywords.profiles")


def dodge(fight: ShinobiFight, who: Model) -> bool:
    """Roll a die to leave an enemy's zone: a failure stops the move and stuns [move.dodge].

    It succeeds on one of the model's own elements. The nimble roll again.
    """
    if who.hidden and who.has(keywords.ASSASSIN):
        return True
    tries: i64 = 2 if who.has(keywords.NIMBLE) else 1
    rules: tuple[str, ...] = ("move.dodge", "board.influence")
    if tries == 2:
        rules = (*rules, "keywords.profiles")
    is_half = fight.house.dodge == "half"
    succeeds = passes_test(fight, who, "to dodge out of {place}", rules, tries, is_half)
    if not succeeds:
        afflict(fight, who, STUNNED, None, "move.dodge")
    return succeeds


def face(fight: ShinobiFight, who: Model, by: Model, rule: str = "board.squares") -> None:
    """Turn a model to one of the eight neighbouring spaces, as its player or the winner chooses."""
    question = Question("facing", by.side, by.index, TURN, who.index, default=who.facing)
    facing = fight.ask(question).value
    if facing != who.facing:
        who.facing = facing
        log.faced(fight, who, rule)


@mypyc_attr(acyclic=True)
class ShiftQuestion(Question):
    """Ask where the winner of a combat moves a model, if at all."""

    def __init__(self, fight: ShinobiFight, who: Model, winner: Model, spaces: i64) -> None:
        super().__init__("shift", winner.side, winner.index, None, who.index, asked_again=True)
        self.fight: Final = fight
        self.mover: Final = who
        self.spaces: Final[i64] = spaces

    def list_options(self) -> list[Option]:
        """List leaving the model, and every free space it can be moved to."""
        found = [self.fight.scene.shift[cell] for cell in self.reach()]
        found.insert(0, UNMOVED)
        return found

    def reach(self) -> list[int]:
        """Return the free spaces the model can be moved to, without Dodges and at a cost of 1 each
        [close.forced-move-free].

        Only free spaces can be moved through [close.moved-where].
        """
        fight = self.fight
        return reach(fight.scene.level, self.mover.cell, self.spaces, fight.positions)

    def default_option(self) -> Option:
        """Return the option to leave the model where it is."""
        return UNMOVED


def shift(fight: ShinobiFight, who: Model, winner: Model, spaces: i64) -> None:
    """Let the winner move the model and turn it, or leave it where it stands [close.movement]."""
    while who.is_present():
        chosen = fight.ask(ShiftQuestion(fight, who, winner, spaces))
        if chosen is RULED:
            continue
        if chosen is not UNMOVED:
            fight.put(who, chosen.place, who.facing)
            log.shifted(fight, who, winner)
            face(fight, who, winner)
        else:
            turn_unmoved(fight, who, winner)
        return


def turn_unmoved(fight: ShinobiFight, who: Model, winner: Model) -> None:
    """Let the winner turn a model that was not moved, unless a house rule says no
    [close.facing]."""
    if fight.house.turn_unmoved:
        face(fight, who, winner, "close.facing")
