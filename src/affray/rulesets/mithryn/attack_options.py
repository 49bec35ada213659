"""The options to attack: one for each attacker, weapon, target and manner, made at first use."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.questions import Option
from affray.rulesets.mithryn import options
from affray.rulesets.mithryn.sheet import Sheet, Weapon

BY_HAND: Final = [
    ("attack", "Attack {target} with {weapon} ({dice})"),
    ("rush", "Attack {target} again with {weapon}, rushed ({dice})"),
    ("both", "Attack {target} twice at once with {weapon} ({dice})"),
]
BY_THROW: Final = [
    ("throw", "Hurl {weapon} at {target} ({dice})"),
    ("rush-throw", "Hurl {weapon} at {target}, rushed ({dice})"),
    ("both-throw", "Hurl {weapon} at {target} twice at once ({dice})"),
]
"""An attack option's kind and its sentence, by the manner of the attack."""

MANNER_RULES: Final[list[tuple[str, ...]]] = [
    ("actions.attack",),
    ("actions.attack", "attack.rushed"),
    ("attack.both-at-once",),
]


class AttackOptions:
    """All attack options of a scenario."""

    def __init__(self, sheets: list[Sheet], weapons: list[Weapon]) -> None:
        self.sheets: Final = sheets
        self.weapons: Final = weapons
        # by attacker, manner (thrown ones last) and weapon, then by target
        self._options: list[list[Option]] = [[] for _ in range(6 * len(sheets) * len(weapons))]

    def by_target(self, who: i64, item: i64, manner: i64, thrown: bool) -> list[Option]:
        """Return the options to attack in this manner, one for each fighter."""
        row = manner + 3 if thrown else manner
        found = self._options[(6 * who + row) * len(self.weapons) + item]
        if not found:
            for target in range(len(self.sheets)):
                found.append(self._make(who, item, target, manner, thrown))
        return found

    def _make(self, who: i64, item: i64, target: i64, manner: i64, thrown: bool) -> Option:
        arm = self.weapons[item]
        name = self.sheets[target].name
        kind, text = BY_THROW[manner] if thrown else BY_HAND[manner]
        is_weak = not self.sheets[who].meets_requirements(arm) and arm.rushed_count > 0
        rushed = f"{arm.rushed_count}d{arm.rushed_sides}"
        plain = rushed if is_weak else f"{arm.count}d{arm.sides}"
        dice = [plain, rushed, f"{plain} + {rushed}"][manner]
        return Option(
            kind,
            f"{kind} {name} with {arm.name}",
            text.format(target=name, weapon=arm.phrase(), dice=dice),
            options.ATTACK,
            target,
            item,
            -1,
            manner,
            MANNER_RULES[manner],
            options.TWO_ACTIONS if manner == options.BOTH else options.ONE_ACTION,
        )
