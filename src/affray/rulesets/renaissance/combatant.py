"""A combatant: what of a sheet changes in a fight."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.fight import DEAD, DOWN, FLED, STANDING, Fighter
from affray.core.state import Condition, Transient
from affray.rulesets.renaissance import tags
from affray.rulesets.renaissance.sheet import NONE, Sheet, Weapon
from affray.rulesets.renaissance.strikes import EYE, HAND, LIMBS


class Combatant(Fighter):
    """A fighter in the fight: what of the sheet changes."""

    sheet: Final[Sheet]
    damage: i64
    wounds: i64
    luck: i64
    cell: i64
    main: i64
    off: i64
    shield_held: bool
    carried: list[int]
    ammo: list[int]
    loaded: i64
    """1 if the weapon is loaded, 2 overcharged; 0 empty, -1 half loaded [ranged.ammunition]."""
    held: Transient[list[int]]
    at_hand: Transient[list[int]]
    burden: Transient[i64]
    prone: Condition[bool]
    pinned: Condition[bool]
    burning: Condition[bool]
    bleeding: Condition[i64]
    """Turns since the wound last took its toll, counted from 1; 0 if nothing bleeds."""
    melted: Condition[bool]
    dazed: Condition[bool]
    feinted: Condition[bool]
    full_defense: Condition[bool]
    braced: Condition[bool]
    reacted: Condition[bool]
    unaware: Condition[bool]
    hidden: Condition[bool]
    ran: bool
    charged: Transient[bool]
    lost_limbs: i64
    grabbed_by: i64
    catching: i64
    catching_item: i64
    caught_item: i64
    ready_for: i64
    ready_item: i64
    mount: i64
    rider: i64
    gone: bool

    def __init__(self, index: i64, sheet: Sheet) -> None:
        super().__init__(index, sheet.side, sheet.name)
        self.sheet = sheet
        self.damage = 0
        self.wounds = 0
        self.luck = sheet.luck
        self.cell = sheet.cell
        self.main = sheet.main
        self.off = sheet.off
        self.shield_held = sheet.shield is not None
        self.carried = sheet.carried.copy()
        self.ammo = sheet.ammo.copy()
        self.loaded = 1
        self.held = []
        self.at_hand = []
        self.burden = 0
        self.prone = False
        self.pinned = False
        self.burning = False
        self.bleeding = 0
        self.melted = False
        self.dazed = False
        self.feinted = False
        self.full_defense = False
        self.braced = False
        self.reacted = False
        self.unaware = sheet.unaware
        self.hidden = sheet.hidden
        self.ran = False
        self.charged = False
        self.lost_limbs = 0
        self.grabbed_by = NONE
        self.catching = NONE
        self.catching_item = NONE
        self.caught_item = NONE
        self.ready_for = NONE
        self.ready_item = NONE
        self.mount = sheet.mount
        self.rider = sheet.rider
        self.gone = False

    def carried_key(self) -> list[int]:
        """What is carried, in whatever order it was put away."""
        return sorted(self.carried)

    # --- what can be derived ---------------------------------------------------------------------

    def is_able(self) -> bool:
        """Whether they can still act and be a threat: damage below DUR [wound.disabled]."""
        return self.damage < self.sheet.dur and not self.gone

    def is_dead(self) -> bool:
        """Damage of the Death Rating kills [wound.disabled]."""
        return self.damage >= self.sheet.death_rating

    def is_present(self) -> bool:
        """Whether they are there to be harmed."""
        return not self.gone and not self.is_dead()

    def is_bloodied(self) -> bool:
        """Damage exceeds half of DUR [turn.bloodied]."""
        return 2 * self.damage > self.sheet.dur

    def is_free_to_act(self) -> bool:
        """Able, and neither held nor pinned [maneuver.grab]."""
        return self.is_able() and self.grabbed_by < 0 and not self.pinned

    def has_no_turn(self) -> bool:
        """Mounts act with their rider only [mount.shared-turn]."""
        return self.sheet.rider >= 0

    def is_in_fight(self) -> bool:
        """Riderless mounts do not count."""
        return self.is_able() and not self.has_no_turn()

    def felt_wounds(self) -> i64:
        """Wounds that hinder, apart from those one is hardened against [wound.threshold]."""
        felt = self.wounds - self.sheet.negates
        return felt if felt > 0 else 0

    def coo_penalty(self) -> i64:
        """What armour and shield take from checks of COO [armor.penalty]."""
        sheet = self.sheet
        shield = sheet.shield
        if shield is not None and self.shield_held:
            return sheet.coo_penalty + shield.coo_penalty
        return sheet.coo_penalty

    def has_lost_eye(self) -> bool:
        """Whether they see with one eye only [strike.maim]."""
        return self.lost_limbs & EYE != 0

    def seat(self) -> i64:
        """COO+COO+SOM, to keep in the saddle or leave it well [mount.fall]."""
        born = self.sheet.born
        return 2 * born.coo + born.som

    def has_free_hand(self) -> bool:
        """Whether the other hand is free to help with the weapon in the first."""
        return self.off < 0 and not self.shield_held and not self.lost_limbs & HAND

    def can_take(self, weapon: Weapon) -> bool:
        """Whether there are hands free for a weapon."""
        if self.lost_limbs & HAND:
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
        sheet = self.sheet
        held: list[int] = []
        if self.main >= 0:
            held.append(int(self.main))
        if self.off >= 0 and self.off != self.main:
            held.append(int(self.off))
        self.held = held
        self.at_hand = [item for item in held if not self.is_stuck(item)]
        self.at_hand.extend(sheet.always)
        heavy = sheet.heavy
        shield = sheet.shield
        if shield is not None and self.shield_held and shield.tags & tags.HEAVY:
            heavy += 1
        for item in [*held, *self.carried]:
            if weapons[item].tags & tags.HEAVY:
                heavy += 1
        burden = heavy - self.sheet.strength // 5
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
        return STANDING if self.is_able() else DOWN

    def health(self) -> int:
        left = self.sheet.dur - self.damage
        return int(left) if left > 0 else 0

    def max_health(self) -> int:
        return self.sheet.dur

    def add_empty_hands(self, found: list[str]) -> None:
        """What they came with and no longer hold, as after being disarmed [maneuver.disarm]."""
        sheet = self.sheet
        if sheet.main >= 0 and self.main < 0 and self.off < 0:
            found.append("empty-handed")
        elif sheet.off >= 0 and self.off < 0:
            found.append("off hand empty")
        if sheet.shield is not None and not self.shield_held:
            found.append("without shield")

    def conditions(self) -> list[str]:
        found: list[str] = []
        if self.wounds:
            found.append(f"{self.wounds} wound{'' if self.wounds == 1 else 's'}")
        if self.is_bloodied():
            found.append("bloodied")
        found.extend(self.current_conditions())
        if self.grabbed_by >= 0:
            found.append("grabbed")
        if self.caught_item >= 0:
            found.append("weapon caught")
        if self.ready_for >= 0:
            found.append("ready")
        self.add_empty_hands(found)
        if self.mount >= 0:
            found.append("mounted")
        for name, limb in LIMBS:
            if self.lost_limbs & limb:
                found.append(f"lost {name}")
        return found
