"""A combatant: what of a sheet changes in a fight."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.fight import DEAD, DOWN, FLED, STANDING, Fighter
from affray.core.state import Condition, External, Transient
from affray.rulesets.renaissance import tags
from affray.rulesets.renaissance.sheet import LOADED, NONE, Armor, Sheet, Weapon
from affray.rulesets.renaissance.strikes import EYE, HAND, LIMBS

UntilTurn = tuple[bool, bool, bool, bool, tuple[i64, i64, i64, i64]]

NOTHING_UNTIL_TURN: Final[UntilTurn] = (
    False,
    False,
    False,
    False,
    (NONE, NONE, NONE, NONE),
)

NO_GEAR: Final[list[int]] = []
"""Stands for what is at hand before that has been worked out, and stays empty."""

WAITING_TURNS: Final[i64] = 2
"""After so many turns in a row somebody does not wait any longer for an enemy to charge."""


@mypyc_attr(acyclic=True)
class Combatant(Fighter):
    """A fighter in the fight: what of the sheet changes."""

    sheet: Final[Sheet]
    shields: Final[list[Armor]]
    """Every shield of the scene, by number."""
    damage: i64
    wounds: i64
    luck: i64
    cell: i64
    main: i64
    off: i64
    main_load: i64 = LOADED
    off_load: i64 = LOADED
    """What is in a weapon: LOADED, 2 overcharged; 0 empty, -1 half loaded [ranged.ammunition]."""
    shield: i64
    carried: list[int]
    carried_loads: Transient[list[int]]
    """What is in each of the weapons carried, which is part of the key of those."""
    ammo: list[int]
    held: Transient[list[int]]
    at_hand: Transient[list[int]]
    wielded: Transient[list[int]]
    fists: Transient[i64] = 0
    """The weapons that can each attack, and how many of them are hands that are free."""
    free_hands: Transient[i64] = 0
    burden: Transient[i64] = 0
    prone: Condition[bool] = False
    pinned: Condition[bool] = False
    burning: Condition[bool] = False
    bleeding: Condition[i64] = 0
    """Turns since the wound last took its toll, counted from 1; 0 if nothing bleeds."""
    melted: Condition[bool] = False
    dazed: Condition[bool] = False
    feinted: Condition[bool] = False
    full_defense: Condition[bool] = False
    braced: Condition[bool] = False
    reacted: Condition[i64] = 0
    """At the end of how many turns of one's own one may react again [reaction.one]."""
    unaware: Condition[bool]
    hidden: Condition[bool]
    ran: bool = False
    waited: i64 = 0
    """How many turns in a row they have ended set to wait, counted up to WAITING_TURNS and then
    anew."""
    charged: Transient[bool] = False
    lost_limbs: i64 = 0
    grabbed_by: i64 = NONE
    catching: i64 = NONE
    catching_item: i64 = NONE
    caught_item: i64 = NONE
    ready_for: i64 = NONE
    ready_verb: i64 = NONE
    ready_item: i64 = NONE
    ready_enemy: i64 = NONE
    """What is readied: for which condition, which action, with what, and against whom alone."""
    mount: i64
    rider: i64
    gone: bool = False
    marked: External[i64]
    """The cell that is marked as taken by them, NONE if none is (see `movement.occupied_cells`)."""

    def __init__(self, index: i64, sheet: Sheet, shields: list[Armor]) -> None:
        super().__init__(index, sheet.side, sheet.name)
        self.sheet = sheet
        self.shields = shields
        self.damage, self.wounds = sheet.damage, sheet.wounds
        self.luck = sheet.luck
        self.cell = sheet.cell
        self.main, self.off = sheet.main, sheet.off
        self.shield = sheet.shield
        # lists are never changed but replaced, so that those of the sheet serve every fight
        self.carried = sheet.carried
        self.carried_loads = sheet.carried_loads
        self.ammo = sheet.ammo
        self.held = NO_GEAR
        self.at_hand = NO_GEAR
        self.wielded = NO_GEAR
        self.unaware = sheet.unaware
        self.hidden = sheet.hidden
        self.mount = sheet.mount
        self.rider = sheet.rider
        self.marked = NONE

    def carried_key(self) -> object:
        """What is carried and what is in it, in whatever order it was put away."""
        if not self.carried:
            return ()
        return sorted(zip(self.carried, self.carried_loads, strict=True))

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

    def held_shield(self) -> Armor | None:
        """The shield on the arm, if there is one."""
        return self.shields[self.shield] if self.shield >= 0 else None

    def coo_penalty(self) -> i64:
        """What armour and shield take from checks of COO [armor.penalty]."""
        penalty = self.sheet.coo_penalty
        shield = self.held_shield()
        return penalty + shield.coo_penalty if shield is not None else penalty

    def has_lost_eye(self) -> bool:
        """Whether they see with one eye only [strike.maim]."""
        return self.lost_limbs & EYE != 0

    def seat(self) -> i64:
        """COO+COO+SOM, to keep in the saddle or leave it well [mount.fall]."""
        born = self.sheet.born
        return 2 * born.coo + born.som

    def can_take(self, weapon: Weapon) -> bool:
        """Whether there are hands free for a weapon [turn.handling]."""
        return weapon.hands <= self.free_hands

    def can_take_shield(self) -> bool:
        """Whether there is a hand free for a shield [turn.handling]."""
        return self.free_hands > 0 and self.shield < 0

    def has_at_hand(self, item: i64) -> bool:
        """Whether they can attack with a weapon."""
        for one in self.at_hand:
            if one == item:
                return True
        return False

    def has(self, item: i64) -> bool:
        """Whether a weapon is in their hands or carried."""
        return self.main == item or self.off == item or int(item) in self.carried

    def take(self, item: i64, load: i64) -> None:
        """Takes a weapon into the first free hand."""
        if self.main < 0:
            self.main = item
            self.main_load = load
        else:
            self.off = item
            self.off_load = load

    def carry(self, item: i64, load: i64) -> None:
        """Puts a weapon away."""
        self.carried = [*self.carried, int(item)]
        self.carried_loads = [*self.carried_loads, int(load)]

    def draw(self, item: i64) -> None:
        """Takes a weapon that is carried into the hand; of several alike, one that is loaded."""
        best = self.carried.index(int(item))
        for place in range(best + 1, len(self.carried)):
            if self.carried[place] == item and self.carried_loads[place] > self.carried_loads[best]:
                best = place
        self.take(item, self.part_with(best))

    def part_with(self, place: int) -> i64:
        """Takes the weapon at a place out of those carried, and says what is in it."""
        load = self.carried_loads[place]
        self.carried = self.carried[:place] + self.carried[place + 1 :]
        self.carried_loads = self.carried_loads[:place] + self.carried_loads[place + 1 :]
        return load

    def set_ammo(self, kind: i64, count: i64) -> None:
        """Says how much of some ammunition is left [ranged.ammunition]."""
        ammo = self.ammo.copy()
        ammo[kind] = int(count)
        self.ammo = ammo

    def load_of(self, item: i64) -> i64:
        """What is in a weapon in hand; others need no loading [ranged.ammunition]."""
        if self.main == item:
            return self.main_load
        return self.off_load if self.off == item else LOADED

    def set_load(self, item: i64, load: i64) -> None:
        """Says what is in a weapon in hand [ranged.ammunition]."""
        if self.main == item:
            self.main_load = load
        elif self.off == item:
            self.off_load = load

    def lasting_until_turn(self) -> UntilTurn:
        """What lasts until one's next turn."""
        readied = (self.ready_for, self.ready_verb, self.ready_item, self.ready_enemy)
        return (self.full_defense, self.braced, self.feinted, self.ran, readied)

    def set_until_turn(self, lasting: UntilTurn) -> None:
        """Sets what lasts until one's next turn."""
        self.full_defense, self.braced, self.feinted, self.ran, readied = lasting
        self.ready_for, self.ready_verb, self.ready_item, self.ready_enemy = readied

    def forget_readied(self) -> None:
        """Nothing is readied any more [reaction.ready]."""
        self.ready_for = NONE
        self.ready_verb = NONE
        self.ready_item = NONE
        self.ready_enemy = NONE

    def forget_intentions(self) -> None:
        """Nothing is left of what they set themselves to do, or others did to hinder that."""
        self.forget_readied()
        self.full_defense = False
        self.braced = False
        self.feinted = False
        self.dazed = False
        self.reacted = 0
        self.waited = 0

    def count_waiting(self) -> None:
        """Counts a turn that ends in waiting: on Full Defense, braced or with an action readied.
        Who has waited long enough begins anew, and so does who did something else."""
        waits = self.full_defense or self.braced or self.ready_for >= 0
        self.waited = self.waited + 1 if waits and self.waited < WAITING_TURNS else 0

    def reckon(self, weapons: list[Weapon]) -> None:
        """Works out anew what is at hand, which hands are free, and how heavy it all is
        [weapon.tags, turn.handling]."""
        sheet = self.sheet
        held: list[int] = []
        free: i64 = 1 if self.lost_limbs & HAND else 2
        if self.main >= 0:
            held.append(int(self.main))
            free -= weapons[self.main].hands
        if self.off >= 0:
            if self.off != self.main:
                held.append(int(self.off))
            free -= weapons[self.off].hands
        if self.shield >= 0:
            free -= 1
        self.free_hands = free if free > 0 else 0
        self.held = held
        at_hand = [item for item in held if not self.is_stuck(item)]
        at_hand.extend(sheet.always)
        self.at_hand = at_hand
        heavy = sheet.heavy
        shield = self.held_shield()
        if shield is not None and shield.tags & tags.HEAVY:
            heavy += 1
        for item in held:
            if weapons[item].tags & tags.HEAVY:
                heavy += 1
        for item in self.carried:
            if weapons[item].tags & tags.HEAVY:
                heavy += 1
        burden = heavy - sheet.strength // 5
        self.burden = burden if burden > 0 else 0
        self.list_wielded(weapons)

    def list_wielded(self, weapons: list[Weapon]) -> None:
        """Works out anew which weapons can each attack: those in the hands, natural ones, and a
        fist for each hand that is free [multi.attacks, unarmed.base]."""
        found: list[int] = []
        if self.main >= 0:
            found.append(int(self.main))
        if self.off >= 0:
            found.append(int(self.off))
        fist: i64 = NONE
        for item in self.sheet.always:
            weapon = weapons[item]
            if weapon.is_natural():
                found.append(item)
            elif fist < 0 and weapon.is_fist():
                fist = item
        hands = self.free_hands if fist >= 0 else 0
        while hands > 0:
            found.append(int(fist))
            hands -= 1
        fists: i64 = 0
        for item in found:
            if weapons[item].is_fist():
                fists += 1
        self.wielded = found
        self.fists = fists

    def take_as_reckoned(self, other: Combatant) -> None:
        """Takes what follows from the gear of another with the same gear."""
        self.held = other.held
        self.at_hand = other.at_hand
        self.wielded = other.wielded
        self.fists = other.fists
        self.free_hands = other.free_hands
        self.burden = other.burden

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
