"""A combatant: the part of a sheet that changes in a fight."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.fight import DEAD, DOWN, FLED, STANDING, Fighter
from affray.core.state import Condition, Transient
from affray.rulesets.renaissance.gear import Gear, GearStates, Hands
from affray.rulesets.renaissance.sheet import (
    EYE,
    HAND,
    LIMBS,
    LOADED,
    MAIN_HAND,
    NONE,
    OTHER_HAND,
    Armor,
    Sheet,
    Weapon,
)

Items = list[int]
"""A list that is replaced instead of changed, so that all copies of a fighter share it."""

HANDS: Final[i64] = 2

WAITING_TURNS: Final[i64] = 2
"""How many turns in a row a fighter may wait for an enemy's charge."""


@mypyc_attr(acyclic=True)
class Combatant(Fighter):
    """A fighter in the fight: the part of the sheet that changes."""

    sheet: Final[Sheet]
    dur: Final[i64]
    negates: Final[i64]
    shares_turn: Final[bool]
    """The sheet's DUR, the wounds without effect, and whether the fighter is a mount."""
    gone: bool = False
    damage: i64
    wounds: i64
    cell: i64
    gear: Transient[Gear]
    """Values derived from the items that the fighter holds and carries."""
    gear_states: Final[GearStates]
    luck: i64
    main: i64
    off: i64
    main_load: i64 = LOADED
    off_load: i64 = LOADED
    """The load of a weapon: LOADED, 2 overcharged; 0 empty, -1 half loaded [ranged.ammunition]."""
    shield: i64
    carried: Items
    carried_loads: Transient[Items]
    """The load of each carried weapon, which is part of `carried_key`."""
    ammo: Items
    prone: Condition[bool] = False
    pinned: Condition[bool] = False
    burning: Condition[bool] = False
    bleeding: Condition[i64] = 0
    """Turns since the wound last caused damage, counted from 1; 0 if nothing bleeds."""
    melted: Condition[bool] = False
    dazed: Condition[bool] = False
    feinted: Condition[bool] = False
    full_defense: Condition[bool] = False
    braced: Condition[bool] = False
    reacted: Condition[i64] = 0
    """The number of own turns that must end before the fighter may react again [reaction.one]."""
    unaware: Condition[bool]
    hidden: Condition[bool]
    ran: bool = False
    waited: i64 = 0
    """How many turns in a row ended in waiting, counted up to WAITING_TURNS and then from the
    start."""
    charged: Transient[bool] = False
    lost_limbs: i64 = 0
    grabbed_by: i64 = NONE
    catching: i64 = NONE
    catching_hand: i64 = NONE
    caught_hand: i64 = NONE
    """The hand whose item has caught a weapon, and the hand whose weapon is caught."""
    ready_for: i64 = NONE
    ready_verb: i64 = NONE
    ready_item: i64 = NONE
    ready_enemy: i64 = NONE
    """The readied action: its condition, action and weapon, and its only target."""
    mount: i64
    rider: i64

    def __init__(self, index: i64, sheet: Sheet, gear_states: GearStates) -> None:
        super().__init__(index, sheet.side, sheet.name)
        self.sheet = sheet
        self.dur, self.negates = sheet.dur, sheet.negates
        self.shares_turn = sheet.rider >= 0
        self.gear_states = gear_states
        self.damage, self.wounds = sheet.damage, sheet.wounds
        self.luck = sheet.luck
        self.cell = sheet.cell
        self.main, self.off = sheet.main, sheet.off
        self.shield = sheet.shield
        self.carried = sheet.carried
        self.carried_loads = sheet.carried_loads
        self.ammo = sheet.ammo
        self.unaware = sheet.unaware
        self.hidden = sheet.hidden
        self.mount = sheet.mount
        self.rider = sheet.rider
        hands = Hands(HANDS, sheet.main, sheet.off, sheet.shield, NONE, NONE)
        self.gear = gear_states.gear(hands, sheet.carried)

    def carried_key(self) -> object:
        """Return the carried items with their loads, in any order."""
        if not self.carried:
            return ()
        return sorted(zip(self.carried, self.carried_loads, strict=True))

    def carried_loads_key(self) -> object:
        """Return nothing: loads are part of `carried_key`."""
        return ()

    def ammo_key(self) -> object:
        """Return how much ammunition of each kind is left."""
        return self.ammo

    def gear_key(self) -> object:
        """Return nothing: the gear follows from the items held and carried."""
        return ()

    # --- what can be derived ---------------------------------------------------------------------

    def is_able(self) -> bool:
        """Return whether they can act and be a threat: damage below DUR [wound.disabled]."""
        return self.damage < self.dur and not self.gone

    def is_dead(self) -> bool:
        """Return whether damage has reached the Death Rating [wound.disabled]."""
        return self.damage >= self.sheet.death_rating

    def is_present(self) -> bool:
        """Return whether they can be harmed."""
        return not self.gone and not self.is_dead()

    def is_bloodied(self) -> bool:
        """Return whether damage exceeds half of DUR [turn.bloodied]."""
        return 2 * self.damage > self.dur

    def is_free_to_act(self) -> bool:
        """Return whether they are able, and neither held nor pinned [maneuver.grab]."""
        return self.is_able() and self.grabbed_by < 0 and not self.pinned

    def has_no_turn(self) -> bool:
        """Return whether the fighter is a mount, which acts only with its rider
        [mount.shared-turn]."""
        return self.shares_turn

    def is_in_fight(self) -> bool:
        """Return whether their side is undefeated while they stand; mounts do not count."""
        return self.damage < self.dur and not self.gone and not self.shares_turn

    def felt_wounds(self) -> i64:
        """Return how many wounds hinder them [wound.threshold]."""
        felt = self.wounds - self.negates
        return felt if felt > 0 else 0

    def held_shield(self) -> Armor | None:
        """Return the shield on the arm, if there is one."""
        return self.gear_states.shields[self.shield] if self.shield >= 0 else None

    def coo_penalty(self) -> i64:
        """Return the penalty of armour and shield on checks of COO [armor.penalty]."""
        penalty = self.sheet.coo_penalty
        shield = self.held_shield()
        return penalty + shield.coo_penalty if shield is not None else penalty

    def has_lost_eye(self) -> bool:
        """Return whether they see with one eye only [strike.maim]."""
        return self.lost_limbs & EYE != 0

    def seat(self) -> i64:
        """Return COO+COO+SOM, to stay in the saddle or to leave it safely [mount.fall]."""
        born = self.sheet.born
        return 2 * born.coo + born.som

    def can_take(self, weapon: Weapon) -> bool:
        """Return whether they have enough free hands for a weapon [turn.handling]."""
        return weapon.hands <= self.free_hands

    def can_take_shield(self) -> bool:
        """Return whether they have a free hand for a shield [turn.handling]."""
        return self.free_hands > 0 and self.shield < 0

    def has_at_hand(self, item: i64) -> bool:
        """Return whether they can attack with a weapon."""
        return item >= 0 and self.gear.is_at_hand[item] != 0

    def has(self, item: i64) -> bool:
        """Return whether a weapon is in their hands or carried."""
        return self.main == item or self.off == item or int(item) in self.carried

    def take(self, item: i64, load: i64) -> None:
        """Take a weapon into the first free hand."""
        if self.main < 0:
            self.main = item
            self.main_load = load
        else:
            self.off = item
            self.off_load = load

    def carry(self, item: i64, load: i64) -> None:
        """Put a weapon away."""
        self.carried = [*self.carried, int(item)]
        self.carried_loads = [*self.carried_loads, int(load)]

    def draw(self, item: i64) -> None:
        """Take a carried weapon into the hand; of several alike, one that is loaded
        [turn.handling]."""
        best = self.carried.index(int(item))
        for place in range(best + 1, len(self.carried)):
            if self.carried[place] == item and self.carried_loads[place] > self.carried_loads[best]:
                best = place
        self.take(item, self.part_with(best))

    def part_with(self, place: int) -> i64:
        """Remove the weapon at an index from those carried; return its load."""
        load = self.carried_loads[place]
        self.carried = self.carried[:place] + self.carried[place + 1 :]
        self.carried_loads = self.carried_loads[:place] + self.carried_loads[place + 1 :]
        return load

    def set_ammo(self, kind: i64, count: i64) -> None:
        """Set how much of some ammunition is left [ranged.ammunition]."""
        ammo = self.ammo.copy()
        ammo[kind] = int(count)
        self.ammo = ammo

    def in_hand(self, hand: i64) -> i64:
        """Return the weapon in a hand; NONE if there is none."""
        if hand == MAIN_HAND:
            return self.main
        if hand == OTHER_HAND:
            return self.off
        return NONE

    def is_stuck(self, hand: i64) -> bool:
        """Return whether the weapon in a hand is caught or has caught another [maneuver.catch]."""
        if hand < 0:
            return False
        return hand == self.caught_hand or (self.catching >= 0 and hand == self.catching_hand)

    def hand_with(self, item: i64) -> i64:
        """Return the hand to use a weapon with; NONE if it is in no hand.

        Of two weapons alike it is one that is not stuck, and loaded rather than empty.
        """
        if self.main != item:
            return OTHER_HAND if self.off == item else NONE
        if self.off != item or self.is_stuck(OTHER_HAND):
            return MAIN_HAND
        if self.is_stuck(MAIN_HAND) or self.main_load < LOADED <= self.off_load:
            return OTHER_HAND
        return MAIN_HAND

    def change_hands(self) -> None:
        """Move the weapon in the other hand to the main hand, with its catch."""
        self.main, self.main_load = self.off, self.off_load
        self.off, self.off_load = NONE, LOADED
        if self.caught_hand == OTHER_HAND:
            self.caught_hand = MAIN_HAND
        if self.catching_hand == OTHER_HAND:
            self.catching_hand = MAIN_HAND

    def is_caught(self, item: i64) -> bool:
        """Return whether a weapon in hand is caught, and no other like it is free."""
        return self.caught_hand >= 0 and self.hand_with(item) == self.caught_hand

    def load_in(self, hand: i64) -> i64:
        """Return the load of the weapon in a hand; LOADED for weapons that need none
        [ranged.ammunition]."""
        if hand == MAIN_HAND:
            return self.main_load
        return self.off_load if hand == OTHER_HAND else LOADED

    def load_of(self, item: i64) -> i64:
        """Return the load of a weapon as it would be used now [ranged.ammunition]."""
        return self.load_in(self.hand_with(item))

    def set_load(self, hand: i64, load: i64) -> None:
        """Set the load of the weapon in a hand [ranged.ammunition]."""
        if hand == MAIN_HAND:
            self.main_load = load
        elif hand == OTHER_HAND:
            self.off_load = load

    def end_what_lasts_until_turn(self) -> None:
        """End effects that last until the fighter's next turn, which begins."""
        self.forget_readied()
        self.full_defense = False
        self.braced = False
        self.feinted = False
        self.ran = False

    def forget_readied(self) -> None:
        """Drop the readied action [reaction.ready]."""
        self.ready_for = NONE
        self.ready_verb = NONE
        self.ready_item = NONE
        self.ready_enemy = NONE

    def forget_intentions(self) -> None:
        """Drop the fighter's intentions, and the penalties that apply only to them."""
        self.forget_readied()
        self.full_defense = False
        self.braced = False
        self.feinted = False
        self.dazed = False
        self.reacted = 0
        self.waited = 0

    def count_waiting(self) -> None:
        """Count a turn that ends in waiting: on Full Defense, braced or with a readied action.

        The count restarts after the maximum, or after any other turn.
        """
        waits = self.full_defense or self.braced or self.ready_for >= 0
        self.waited = self.waited + 1 if waits and self.waited < WAITING_TURNS else 0

    # --- what follows from the gear ---------------------------------------------------------------

    def reckon(self) -> None:
        """Compute the values derived from the current gear [weapon.tags, turn.handling]."""
        hands = Hands(
            HANDS - 1 if self.lost_limbs & HAND else HANDS,
            self.main,
            self.off,
            self.shield,
            self.caught_hand,
            self.catching_hand if self.catching >= 0 else NONE,
        )
        self.gear = self.gear_states.gear(hands, self.carried)

    @property
    def held(self) -> Items:
        """Return the weapons in the hands."""
        return self.gear.held

    @property
    def at_hand(self) -> Items:
        """Return the weapons that can attack now."""
        return self.gear.at_hand

    @property
    def wielded(self) -> Items:
        """Return the weapons that can each attack [multi.attacks]."""
        return self.gear.wielded

    @property
    def fists(self) -> i64:
        """Return how many of the wielded weapons are free hands."""
        return self.gear.fists

    @property
    def free_hands(self) -> i64:
        """Return how many hands hold nothing."""
        return self.gear.free_hands

    @property
    def burden(self) -> i64:
        """Return the number of heavy items above their limit [weapon.tags]."""
        return self.gear.burden

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
        """Add items that the fighter started with and no longer holds, for example after being
        disarmed [maneuver.disarm]."""
        sheet = self.sheet
        if sheet.main >= 0 and self.main < 0 and self.off < 0:
            found.append("empty-handed")
        elif sheet.off >= 0 and self.off < 0:
            found.append("off hand empty")
        if sheet.shield >= 0 and self.shield < 0:
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
        if self.caught_hand >= 0:
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
