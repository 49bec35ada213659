"""What the simple player of Dungeons of Olde finds best to do, while it compares."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import NOBODY, Option
from affray.rulesets.olde.adjustments import PLAIN
from affray.rulesets.olde.combatant import Combatant
from affray.rulesets.olde.fight import OldeFight
from affray.rulesets.olde.sheet import BARE, Use, Weapon

UNASKED: Final = -1.0


@mypyc_attr(acyclic=True)
class Choice:
    """The best thing to do that was found so far, and what it is worth for each Action Point.
    `danger` is what a point of Defense is worth, once that was asked. Of an attack the option is
    looked up only when all are compared."""

    option: Option | None = None
    value: float = 0.0
    danger: float = UNASKED
    target: i64 = NOBODY
    weapon: i64 = BARE
    manner: i64 = PLAIN
    from_afar: bool = False

    def begin(self) -> None:
        """Forgets what was found before."""
        self.option = None
        self.danger = UNASKED
        self.target = NOBODY

    def consider(self, option: Option, value: float) -> None:
        """Takes something that is worth more."""
        if self.option is None or value > self.value:
            self.option = option
            self.value = value

    def consider_attack(
        self, weapon: Weapon, use: Use, target: Combatant, manner: i64, value: float
    ) -> None:
        """Takes an attack that is worth more."""
        if self.target == NOBODY or value > self.value:
            self.value = value
            self.target = target.index
            self.weapon = weapon.index
            self.manner = manner
            self.from_afar = use.ranged

    def take_attack(self, fight: OldeFight, who: Combatant) -> None:
        """Looks up the option of the best attack, if there is one."""
        if self.target != NOBODY:
            self.option = fight.scene.attack(
                who.index, self.weapon, self.target, self.manner, self.from_afar
            )
