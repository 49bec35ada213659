"""A combatant: what of a sheet changes in a fight."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.fight import DEAD, DOWN, FLED, STANDING, Fighter
from affray.rulesets.renaissance.gear import HEAVY, NONE, Sheet, Weapon
from affray.rulesets.renaissance.strikes import HAND, LIMBS


class Combatant(Fighter):
    """A fighter in the fight: what of the sheet changes."""

    def __init__(self, index: i64, sheet: Sheet) -> None:
        super().__init__(index, sheet.side, sheet.name)
        outfit = sheet.outfit
        self.sheet: Final = sheet
        self.damage: i64 = 0
        self.wounds: i64 = 0
        self.luck: i64 = sheet.luck
        self.cell: i64 = sheet.cell
        self.main: i64 = outfit.main
        self.off: i64 = outfit.off
        self.shield_held: bool = outfit.shield is not None
        self.carried: list[int] = outfit.carried.copy()
        self.ammo: list[int] = outfit.ammo.copy()
        self.loaded: i64 = 1
        self.held: list[int] = []
        self.at_hand: list[int] = []
        self.burden: i64 = 0
        self.prone: bool = False
        self.aware: bool = not sheet.unaware
        self.hidden: bool = sheet.hidden
        self.reacted: bool = False
        self.full_defense: bool = False
        self.braced: bool = False
        self.feinted: bool = False
        self.dazed: bool = False
        self.ran: bool = False
        self.charged: bool = False
        self.burning: bool = False
        self.bleeding: i64 = 0
        self.melted: bool = False
        self.lost: i64 = 0
        self.grabbed_by: i64 = NONE
        self.pinned: bool = False
        self.catching: i64 = NONE
        self.catching_item: i64 = NONE
        self.caught_item: i64 = NONE
        self.ready_for: i64 = NONE
        self.ready_item: i64 = NONE
        self.mount: i64 = sheet.mount
        self.rider: i64 = sheet.rider
        self.gone: bool = False

    # --- what can be derived ---------------------------------------------------------------------

    def able(self) -> bool:
        """Whether they can still act and be a threat: damage below DUR [wound.disabled]."""
        return self.damage < self.sheet.body.dur and not self.gone

    def is_dead(self) -> bool:
        """Damage of the Death Rating kills [wound.disabled]."""
        return self.damage >= self.sheet.body.death_rating

    def present(self) -> bool:
        """Whether they are there to be harmed."""
        return not self.gone and not self.is_dead()

    def bloodied(self) -> bool:
        """Damage exceeds half of DUR [turn.bloodied]."""
        return 2 * self.damage > self.sheet.body.dur

    def free_to_act(self) -> bool:
        """Able, and neither held nor pinned [maneuver.grab]."""
        return self.able() and self.grabbed_by < 0 and not self.pinned

    def has_no_turn(self) -> bool:
        """Mounts act with their rider only [mount.shared-turn]."""
        return self.sheet.rider >= 0

    def is_in_fight(self) -> bool:
        """Riderless mounts do not count."""
        return self.able() and not self.has_no_turn()

    def felt_wounds(self) -> i64:
        """Wounds that hinder, apart from those one is hardened against [wound.threshold]."""
        felt = self.wounds - self.sheet.body.negates
        return felt if felt > 0 else 0

    def coo_penalty(self) -> i64:
        """What armour and shield take from checks of COO [armor.penalty]."""
        outfit = self.sheet.outfit
        shield = outfit.shield
        if shield is not None and self.shield_held:
            return outfit.coo_penalty + shield.coo_penalty
        return outfit.coo_penalty

    def seat(self) -> i64:
        """COO+COO+SOM, to keep in the saddle or leave it well [mount.fall]."""
        born = self.sheet.aptitudes
        return 2 * born.coo + born.som

    def has_free_hand(self) -> bool:
        """Whether the other hand is free to help with the weapon in the first."""
        return self.off < 0 and not self.shield_held and not self.lost & HAND

    def can_take(self, weapon: Weapon) -> bool:
        """Whether there are hands free for a weapon."""
        if self.lost & HAND:
            return weapon.hands == 1 and self.main < 0 and self.off < 0 and not self.shield_held
        if weapon.hands == 2:
            return self.main < 0 and self.off < 0 and not self.shield_held
        return self.main < 0 or (self.off < 0 and not self.shield_held and self.main >= 0)

    def has(self, item: i64) -> bool:
        """Whether a weapon is in their hands or carried."""
        return self.main == item or self.off == item or int(item) in self.carried

    def take(self, weapon: Weapon) -> None:
        """Takes a weapon into the first free hand."""
        if self.main < 0:
            self.main = weapon.index
        else:
            self.off = weapon.index

    def reckon(self, weapons: list[Weapon]) -> None:
        """Works out anew what is at hand, and how heavy it all is [weapon.tags]."""
        outfit = self.sheet.outfit
        held: list[int] = []
        if self.main >= 0:
            held.append(int(self.main))
        if self.off >= 0 and self.off != self.main:
            held.append(int(self.off))
        self.held = held
        self.at_hand = [item for item in held if not self.is_stuck(item)]
        self.at_hand.extend(outfit.always)
        heavy = outfit.heavy
        shield = outfit.shield
        if shield is not None and self.shield_held and shield.tags & HEAVY:
            heavy += 1
        for item in [*held, *self.carried]:
            if weapons[item].tags & HEAVY:
                heavy += 1
        burden = heavy - self.sheet.aptitudes.str // 5
        self.burden = burden if burden > 0 else 0

    def is_stuck(self, item: i64) -> bool:
        """Whether a weapon is caught, or has caught another, and so cannot attack
        [maneuver.catch]."""
        return item == self.caught_item or (self.catching >= 0 and self.catching_item == item)

    # --- what everybody sees ----------------------------------------------------------------------

    def state(self) -> str:
        if self.gone:
            return FLED
        if self.is_dead():
            return DEAD
        return STANDING if self.able() else DOWN

    def health(self) -> int:
        left = self.sheet.body.dur - self.damage
        return int(left) if left > 0 else 0

    def max_health(self) -> int:
        return self.sheet.body.dur

    def add_empty_hands(self, found: list[str]) -> None:
        """What they came with and no longer hold, as after being disarmed [maneuver.disarm]."""
        outfit = self.sheet.outfit
        if outfit.main >= 0 and self.main < 0 and self.off < 0:
            found.append("empty-handed")
        elif outfit.off >= 0 and self.off < 0:
            found.append("off hand empty")
        if outfit.shield is not None and not self.shield_held:
            found.append("without shield")

    def conditions(self) -> list[str]:
        found: list[str] = []
        if self.wounds:
            found.append(f"{self.wounds} wound{'' if self.wounds == 1 else 's'}")
        if self.bloodied():
            found.append("bloodied")
        if self.prone:
            found.append("prone")
        if self.grabbed_by >= 0:
            found.append("grabbed")
        if self.pinned:
            found.append("pinned")
        if self.caught_item >= 0:
            found.append("weapon caught")
        if self.burning:
            found.append("burning")
        if self.bleeding:
            found.append("bleeding")
        if self.dazed:
            found.append("dazed")
        if self.feinted:
            found.append("feinted")
        if self.full_defense:
            found.append("full defense")
        if self.braced:
            found.append("braced")
        if self.ready_for >= 0:
            found.append("ready")
        if self.reacted:
            found.append("reacted")
        self.add_empty_hands(found)
        if not self.aware:
            found.append("unaware")
        if self.hidden:
            found.append("hidden")
        if self.mount >= 0:
            found.append("mounted")
        for name, limb in LIMBS:
            if self.lost & limb:
                found.append(f"lost {name}")
        return found

    # --- pictures ---------------------------------------------------------------------------------

    def become(self, other: Combatant) -> None:
        """Takes over everything that changes from another picture of the same fighter."""
        self.damage = other.damage
        self.wounds = other.wounds
        self.luck = other.luck
        self.cell = other.cell
        self.main = other.main
        self.off = other.off
        self.shield_held = other.shield_held
        self.carried = other.carried.copy()
        self.ammo = other.ammo.copy()
        self.loaded = other.loaded
        self.held = other.held
        self.at_hand = other.at_hand
        self.burden = other.burden
        self.prone = other.prone
        self.aware = other.aware
        self.hidden = other.hidden
        self.reacted = other.reacted
        self.full_defense = other.full_defense
        self.braced = other.braced
        self.feinted = other.feinted
        self.dazed = other.dazed
        self.ran = other.ran
        self.charged = other.charged
        self.burning = other.burning
        self.bleeding = other.bleeding
        self.melted = other.melted
        self.lost = other.lost
        self.grabbed_by = other.grabbed_by
        self.pinned = other.pinned
        self.catching = other.catching
        self.catching_item = other.catching_item
        self.caught_item = other.caught_item
        self.ready_for = other.ready_for
        self.ready_item = other.ready_item
        self.mount = other.mount
        self.rider = other.rider
        self.gone = other.gone

    def picture(self) -> tuple[object, ...]:
        """All that can still matter between turns."""
        yes_or_no = (
            self.shield_held,
            self.prone,
            self.aware,
            self.hidden,
            self.reacted,
            self.full_defense,
            self.braced,
            self.feinted,
            self.dazed,
            self.ran,
            self.burning,
            self.melted,
            self.pinned,
            self.gone,
        )
        numbers = (
            int(self.damage),
            int(self.wounds),
            int(self.luck),
            int(self.cell),
            int(self.main),
            int(self.off),
            int(self.loaded),
            int(self.bleeding),
            int(self.lost),
            int(self.grabbed_by),
            int(self.catching),
            int(self.catching_item),
            int(self.caught_item),
            int(self.ready_for),
            int(self.ready_item) if self.ready_for >= 0 else -1,
            int(self.mount),
            int(self.rider),
        )
        return (yes_or_no, numbers, tuple(sorted(self.carried)), tuple(self.ammo))
