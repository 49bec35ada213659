"""The rulings of a game master, and their effects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import TEST, IllegalError
from affray.core.rulings import Rulings, is_whole_number, parse_negation
from affray.rulesets.shinobi import keywords
from affray.rulesets.shinobi.combatant import TOKENS
from affray.rulesets.shinobi.status import leave, passes_test
from affray.space.squares import EMPTY, FACINGS

if TYPE_CHECKING:  # named in the base of the class
    from affray.rulesets.shinobi.combatant import Model  # noqa: F401
    from affray.rulesets.shinobi.fight import ShinobiFight  # noqa: F401


AFFINITY: Final = "Affinity"
TRIES: Final = {"one die": 1, "easy": 2}
"""The number of dice of an affinity test, by difficulty [dice.affinity]."""


class ShinobiRulings(Rulings["ShinobiFight", "Model"]):
    """The possible rulings about a model."""

    def health(self, value: str) -> None:
        """Set how many stun tokens a model can still take. At zero it is injured."""
        fight, who = self.fight, self.who
        if value not in ("0", "1", "2", "3"):
            raise IllegalError(f"health is from 0 (injured) to {TOKENS} (fresh), not {value!r}")
        left: i64 = int(value)
        if left == 0:
            if who.is_present():
                who.stun_tokens = TOKENS
                leave(fight, who, None)
            return
        self.stand()
        who.stun_tokens = TOKENS - left

    def stand(self) -> None:
        """Put a model that is off the board back where it started, or near."""
        fight, who = self.fight, self.who
        if not who.is_present():
            cell = fight.free_space_near(who.sheet.cell)
            if cell == EMPTY:
                raise IllegalError(f"there is no free space for {who.name}")
            who.refresh()
            fight.put(who, cell, who.facing)

    def place(self, value: str) -> None:
        """Put a model into a space, with a facing if it changes: '3,4' or '3,4 ne'."""
        fight, who = self.fight, self.who
        board = fight.board
        place, _, facing = value.partition(" ")
        column, _, row = place.partition(",")
        faces_somewhere = not facing or facing in FACINGS
        if not (is_whole_number(column) and is_whole_number(row) and faces_somewhere):
            raise IllegalError(f"a place is like '3,4' or '3,4 ne', not {value!r}")
        if not board.inside(int(column), int(row)):
            raise IllegalError(f"{place} is off the board")
        cell = board.cell(int(column), int(row))
        if board.solid[cell] or fight.positions.models[cell] not in (EMPTY, who.index):
            raise IllegalError(f"{place} is not free")
        if not who.is_present():
            who.refresh()
        fight.put(who, cell, FACINGS.index(facing) if facing else who.facing)

    def condition(self, value: str) -> None:
        """Make or end a condition: 'hidden', 'not stunned' and so on."""
        who = self.who
        is_wanted, name = parse_negation(value)
        if name == "stunned":
            kept = who.stun_tokens if 0 < who.stun_tokens < TOKENS else 1
            who.stun_tokens = kept if is_wanted else 0
        elif name == "acted":
            who.acted = is_wanted
        elif not who.set_condition(name, is_wanted and (name != "hidden" or who.is_present())):
            known = ", ".join(["stunned", *who.condition_names()])
            raise IllegalError(
                f"a condition is {known} or acted, or one of them after 'not', not {value!r}"
            )

    def gear(self, value: str) -> None:
        """Give or take a keyword: 'backstab', 'not backstab'."""
        fight, who = self.fight, self.who
        is_wanted, name = parse_negation(value)
        if name not in keywords.BY_NAME:
            raise IllegalError(
                f"gear is a keyword, such as {', '.join(list(keywords.BY_NAME)[:4])}, "
                f"or one after 'not', not {value!r}"
            )
        keyword: i64 = keywords.BY_NAME[name]
        if who.is_present():
            fight.guard(who, -1)
        if is_wanted:
            who.keywords |= keyword
        else:
            who.keywords &= ~keyword
        if who.is_present():
            fight.guard(who, 1)

    def drop(self) -> None:
        self.fight.take_off(self.who)
        self.who.injured = True
        self.who.fled = False
        self.who.stun_tokens = TOKENS

    def flee(self) -> None:
        self.fight.take_off(self.who)
        self.who.fled = True

    def condition_choices(self) -> list[str]:
        return ["stunned", *self.conditions(), "acted"]

    def gear_choices(self) -> list[str]:
        return list(keywords.BY_NAME)

    def tests(self) -> list[str]:
        return [AFFINITY]

    def difficulties(self) -> list[str]:
        return list(TRIES)

    def test(self, what: str, difficulty: str) -> bool:
        """Make an affinity test [dice.affinity]."""
        tries: i64 = TRIES[difficulty]
        return passes_test(self.fight, self.who, "to bring it off", ("dice.affinity",), tries)

    def rules(self, kind: str) -> tuple[str, ...]:
        return ("dice.affinity",) if kind == TEST else ()
