"""What can be expected of fighters and weapons, worked out once a scenario: for simple players."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from mypy_extensions import i64

from affray.core.questions import Option
from affray.rulesets.mithryn import options
from affray.rulesets.mithryn.attack import StrikeDice, strike_dice
from affray.rulesets.mithryn.combatant import Combatant
from affray.rulesets.mithryn.reach import reaches, why_not_wielded
from affray.rulesets.mithryn.setup import Scene
from affray.rulesets.mithryn.sheet import HEALTHY, Weapon
from affray.space.zones import FARTHEST

MOST_DEFENSE: Final[i64] = 30
"""Defense above this is as good as this: no die shows more than 20, and a highest face hits."""

USUAL_DEFENSE: Final[i64] = 5
"""The Defense by which fighters are measured against each other."""


MAX_ARMAMENTS: Final = 2000
"""How many sets of weapons at hand are kept for a scenario."""

NEXT_TO_NOTHING: Final = 0.001
"""What an attack on somebody is worth who is down already."""


class AttackEstimate:
    """What can be expected of somebody's attacks with one weapon, all plain or all rushed, and the
    options to make them."""

    def __init__(
        self,
        weapon: Weapon,
        hits: list[float],
        values: list[float],
        row: i64,
        reach: bytes,
        by_hand: list[Option],
        from_afar: list[Option],
    ) -> None:
        self.weapon: Final = weapon
        self.item: Final[i64] = weapon.index
        self.hits: Final = hits
        """The mean hits, for each Defense from 0 to MOST_DEFENSE."""
        self.reach: Final = reach
        """By distance: 1 where the weapon reaches, else 0."""
        self.by_hand: Final = by_hand
        self.from_afar: Final = from_afar
        """The options to attack each fighter, in the same zone and elsewhere."""
        self._values: Final = values
        self._row: Final[i64] = row

    def value(self, target: Combatant) -> float:
        """What such an attack is worth against somebody as they are."""
        if target.collapsed:
            return NEXT_TO_NOTHING
        row = 2 * target.index + 1 if target.shield_raised else 2 * target.index
        left = target.hit_points if target.hit_points < self._row else self._row - 1
        return self._values[row * self._row + left]


class Armament:
    """The weapons that somebody has at hand, by their numbers, and what can be expected of attacks
    with them, worked out when a simple player first asks. It never changes: who picks a weapon up
    has another."""

    def __init__(self, who: i64, arms: tuple[int, ...], estimates: Estimates) -> None:
        self.who: Final[i64] = who
        self.arms: Final = arms
        self._estimates: Final = estimates
        self._is_ready = False
        self._every: list[AttackEstimate] = []
        self._plain: list[AttackEstimate] = []
        self._rushed: list[AttackEstimate] = []
        self._plain_behind_shield: list[AttackEstimate] = []
        self._rushed_behind_shield: list[AttackEstimate] = []
        self._most_hits: list[float] = []
        self._most_hits_rushed: list[float] = []

    def _prepare(self) -> None:
        estimates, who, arms = self._estimates, self.who, self.arms
        self._every = [estimates.attack(who, item, False) for item in arms]
        self._plain = estimates.choices(who, arms, False, False)
        self._rushed = estimates.choices(who, arms, False, True)
        self._plain_behind_shield = estimates.choices(who, arms, True, False)
        self._rushed_behind_shield = estimates.choices(who, arms, True, True)
        self._most_hits = estimates.most_hits(who, arms, False)
        self._most_hits_rushed = estimates.most_hits(who, arms, True)
        self._is_ready = True

    def plain_attacks(self) -> list[AttackEstimate]:
        """Plain attacks with each of the weapons, wielded or not."""
        if not self._is_ready:
            self._prepare()
        return self._every

    def choices(self, shield_raised: bool, is_rushed: bool) -> list[AttackEstimate]:
        """The attacks that can be made, one for each weapon."""
        if not self._is_ready:
            self._prepare()
        if shield_raised:
            return self._rushed_behind_shield if is_rushed else self._plain_behind_shield
        return self._rushed if is_rushed else self._plain

    def most_hits(self, is_rushed: bool, defense: i64) -> float:
        """The mean hits of the best attack with any of the weapons, wielded or not."""
        if not self._is_ready:
            self._prepare()
        by_defense = self._most_hits_rushed if is_rushed else self._most_hits
        return by_defense[defense if defense < MOST_DEFENSE else MOST_DEFENSE]


class Estimates:
    """The expected results of every fighter's attacks in a scenario, and how dangerous each is."""

    def __init__(self, scene: Scene) -> None:
        sheets, weapons = scene.sheets, scene.weapons
        self.scene: Final = scene
        self.sheets: Final = sheets
        self.weapons: Final = weapons
        self.house: Final = scene.house
        self.attack_options: Final = scene.attack_options
        # by fighter, first of plain and then of rushed attacks, then by weapon
        self._hits: list[list[float]] = [[] for _ in range(2 * len(sheets) * len(weapons))]
        self._attacks: list[AttackEstimate | None] = [None] * (2 * len(sheets) * len(weapons))
        self.row: Final[i64] = 1 + max([int(sheet.hit_points) for sheet in sheets], default=0)
        """The number of values for each target with its shield down, and raised."""
        self.threats: Final = [self._threat(who, True) for who in range(len(sheets))]
        self.threats_wounded: Final = [self._threat(who, False) for who in range(len(sheets))]
        self.is_shooter: Final = [
            any(weapons[item].is_ranged for item in sheet.arms) for sheet in sheets
        ]
        everybody = sorted(range(len(sheets)), key=self._place_in_order)
        self.ranked: Final = [
            [who for who in everybody if sheets[who].side == side]
            for side in range(len(scene.sides))
        ]
        """The fighters of each side, in the order in which they had best act."""
        self._armaments: dict[tuple[int, tuple[int, ...]], Armament] = {}
        self._last: list[Armament] = [
            Armament(who, sheet.arms, self) for who, sheet in enumerate(sheets)
        ]
        """The armament of each fighter that was asked for last."""

    def armament(self, who: Combatant) -> Armament:
        """Return the estimates for the weapons a fighter has at hand."""
        found = self._last[who.index]
        if found.arms is not who.arms:
            key = (int(who.index), who.arms)
            kept = self._armaments.get(key)
            if kept is None:
                if len(self._armaments) >= MAX_ARMAMENTS:
                    self._armaments.clear()
                kept = Armament(who.index, who.arms, self)
                self._armaments[key] = kept
            found = kept
            self._last[who.index] = found
        return found

    def hits_by_defense(self, who: i64, item: i64, is_rushed: bool) -> list[float]:
        """The mean hits of an attack, for each Defense from 0 to MOST_DEFENSE."""
        found = self._hits[self._place(who, item, is_rushed)]
        if not found:
            weapon = self.weapons[item]
            if is_rushed and weapon.rushed_count == 0:  # [attack.reload]
                found.extend([0.0] * int(MOST_DEFENSE + 1))
            else:
                dice = strike_dice(self.sheets[who], weapon, is_rushed, self.house)
                found.extend(hits_by_defense(dice))
        return found

    def _place(self, who: i64, item: i64, is_rushed: bool) -> i64:
        """Where in a list something stands about somebody's attacks with a weapon."""
        row = 2 * who + 1 if is_rushed else 2 * who
        return row * len(self.weapons) + item

    def hits(self, who: i64, item: i64, is_rushed: bool, defense: i64) -> float:
        """The mean hits of an attack against a Defense."""
        least = defense if defense < MOST_DEFENSE else MOST_DEFENSE
        return self.hits_by_defense(who, item, is_rushed)[least]

    def attack(self, who: i64, item: i64, is_rushed: bool) -> AttackEstimate:
        """What can be expected of somebody's attacks with a weapon."""
        place = self._place(who, item, is_rushed)
        found = self._attacks[place]
        if found is None:
            weapon = self.weapons[item]
            hits = self.hits_by_defense(who, item, is_rushed)
            reach = bytes([int(reaches(self.house, weapon, far)) for far in range(FARTHEST + 1)])
            manner = options.RUSHED if is_rushed else options.PLAIN
            by_hand = self.attack_options.by_target(who, item, manner, False)
            from_afar = self.attack_options.by_target(who, item, manner, weapon.is_throwable)
            found = AttackEstimate(
                weapon, hits, self._values(hits), self.row, reach, by_hand, from_afar
            )
            self._attacks[place] = found
        return found

    def choices(
        self, who: i64, arms: tuple[int, ...], shield_raised: bool, is_rushed: bool
    ) -> list[AttackEstimate]:
        """The attacks that somebody can make with the weapons they have at hand; none in a rush
        with a weapon that has to be reloaded [attack.reload]."""
        found: list[AttackEstimate] = []
        for item in arms:
            weapon = self.weapons[item]
            if is_rushed and weapon.rushed_count == 0:
                continue
            attack = self.attack(who, item, is_rushed)
            hindrance = why_not_wielded(self.house, self.sheets[who], shield_raised, weapon)
            if not hindrance and attack not in found:
                found.append(attack)
        return found

    def most_hits(self, who: i64, arms: tuple[int, ...], is_rushed: bool) -> list[float]:
        """The mean hits of the best of somebody's attacks with some weapons, for each Defense from
        0 to MOST_DEFENSE."""
        every = [self.hits_by_defense(who, item, is_rushed) for item in arms]
        defenses = range(int(MOST_DEFENSE) + 1)
        return [max([hits[defense] for hits in every], default=0.0) for defense in defenses]

    def _values(self, hits: list[float]) -> list[float]:
        """What an attack is worth: two rows for each target, with the shield down and raised, each
        by the hit points that the target has left."""
        found: list[float] = []
        for target in range(len(self.sheets)):
            found.extend(self._values_of(hits, target, False))
            found.extend(self._values_of(hits, target, True))
        return found

    def _values_of(self, hits: list[float], target: i64, shield_raised: bool) -> list[float]:
        """What hits by Defense are worth against somebody, by the hit points they have left: how
        much of these is taken away, and how dangerous they are."""
        sheet = self.sheets[target]
        expected = hits[min(int(sheet.defense(shield_raised)), int(MOST_DEFENSE))]
        found = [0.0]
        for left in range(1, sheet.hit_points + 1):
            share = expected / float(left) if expected < float(left) else 1.0
            is_wounded = sheet.has_wounded_tier and left < HEALTHY
            threats = self.threats_wounded if is_wounded else self.threats
            # of two that would drop alike, the one that is easier to hit
            found.append((share + expected * 0.01) * (1.0 + threats[target]))
        return found + [found[-1]] * (self.row - len(found))

    def _threat(self, who: i64, is_healthy: bool) -> float:
        """The mean hits of a turn at its best: of two attacks, or of one if Wounded."""
        first = 0.0
        second = 0.0
        for item in self.sheets[who].arms:
            first = max(first, self.hits(who, item, False, USUAL_DEFENSE))
            second = max(second, self.hits(who, item, True, USUAL_DEFENSE))
        return first + second if is_healthy and self.sheets[who].full_actions > 1 else first

    def _place_in_order(self, who: int) -> tuple[bool, float]:
        """Those who shoot first, then the most dangerous."""
        return not self.is_shooter[who], -self.threats[who]


@lru_cache(maxsize=8)
def estimates_of(scene: Scene) -> Estimates:
    """Return the estimates of a scenario."""
    return Estimates(scene)


def hits_by_defense(dice: StrikeDice) -> list[float]:
    """The mean hits of a strike, for each Defense from 0 up."""
    found: list[float] = []
    for defense in range(MOST_DEFENSE + 1):
        hits = float(dice.count) * hits_of_die(dice.sides, defense)
        if dice.is_precise:
            hits += hits / float(dice.sides)
        found.append(hits + float(dice.sure_hits))
    return found


def hits_of_die(sides: i64, defense: i64) -> float:
    """The mean hits of one die that explodes."""
    least: i64 = 1 if defense < 1 else (defense if defense < sides else sides)
    return float(sides - least + 1) / float(sides - 1)
