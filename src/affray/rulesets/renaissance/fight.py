"""The fight: initiative, whose turn it is, and the state that the rules change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import DEAD, DOWN, FLED, STANDING, Blow, Fight, Fighter, NotLegal
from affray.core.questions import NOBODY, Option, Question, Ruling
from affray.core.table import Table
from affray.rulesets.renaissance import mounts
from affray.rulesets.renaissance.attack import Attack, make_attack
from affray.rulesets.renaissance.checks import Effort
from affray.rulesets.renaissance.gear import HEAVY, NONE, WHEN_GRAPPLING, Sheet, Weapon
from affray.rulesets.renaissance.reactions import (
    ALLY_HURT,
    ENEMY_ATTACKS,
    gm_triggers,
    react_to_event,
    trigger,
)
from affray.rulesets.renaissance.strikes import EYE, HAND, LEG, LIMBS
from affray.rulesets.renaissance.turn import (
    attacks_with,
    hindrance_of,
    list_attacks_on,
    list_maneuvers,
    maneuver,
    take_turn,
)
from affray.rulesets.renaissance.wounds import fall, go_down
from affray.space.grid import NO_SIGHT

if TYPE_CHECKING:
    from affray.rulesets.renaissance.scene import Scene

INITIATIVE_DIE: Final[i64] = 10


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


class RenaissanceFight(Fight):
    """A fight by the Renaissance rules."""

    def __init__(self, scene: Scene, table: Table) -> None:
        super().__init__(scene, table)
        self.scene: Final = scene
        self.house: Final = scene.house
        self.combatants: list[Combatant] = [
            Combatant(index, sheet) for index, sheet in enumerate(scene.sheets)
        ]
        for combatant in self.combatants:
            combatant.reckon(scene.weapons)
        self.order: list[int] = []
        self.at: i64 = 0
        self.lying: list[tuple[int, int]] = []
        self.ended: bool = False
        self.somebody_waits: bool = False
        # of the turn that is being played
        self.standard_used: bool = False
        self.quick_used: i64 = 0
        self.moved: bool = False
        self.crawling: bool = False
        # whose fate alone is followed, when the odds of one attack are asked for
        self.asked_about: i64 = NONE
        # of the check that is being made, for those who have to decide about Luck
        self.effort: Effort | None = None
        self.opposing: Effort | None = None

    def roster(self) -> Sequence[Fighter]:
        return self.combatants

    def spot(self, cell: i64) -> str:
        """A cell as the map names it: column, row."""
        return f"{self.scene.grid.x(cell)},{self.scene.grid.y(cell)}"

    def place(self, who: i64) -> str:
        return self.spot(self.combatants[who].cell)

    def where(self, who: i64) -> dict[str, object]:
        return {"place": int(self.combatants[who].cell)}

    # --- turn order -------------------------------------------------------------------------------

    def step(self) -> None:
        """The next turn in order of initiative [turn.initiative]."""
        if not self.order:
            self.roll_initiative()
        if self.at == 0:
            self.round += 1
            if self.heard:
                self.tell("round", {"round": int(self.round)}, ("turn.initiative",))
        actor = self.combatants[self.order[self.at]]
        self.at += 1
        if actor.able() and not actor.has_no_turn():
            self.turns += 1
            self.look_round(actor)
            if actor.aware:
                take_turn(self, actor)
                if self.somebody_waits:
                    gm_triggers(self, actor)
        if self.at == len(self.order):
            self.at = 0
        if self.sides_left() < 2 or (self.at == 0 and self.round >= self.scene.round_limit):
            self.end()

    def roll_initiative(self) -> None:
        """1d10 + INIT, highest first, ties by INIT [turn.initiative]."""
        ranked: list[tuple[int, int, int]] = []
        for who in self.combatants:
            if who.has_no_turn():
                continue
            init = who.sheet.body.init
            face = self.table.die(INITIATIVE_DIE)
            ranked.append((-int(face + init), -int(init), int(who.index)))
            if self.heard:
                self.tell(
                    "initiative",
                    {"who": who.name, "die": int(face), "init": int(init), "sum": int(face + init)},
                    ("turn.initiative",),
                )
        self.order = [index for _, _, index in sorted(ranked)]

    def look_round(self, actor: Combatant) -> None:
        """One who is unaware notices enemies in plain sight when their turn comes
        [defend.unaware]."""
        if actor.aware:
            return
        for enemy in self.combatants:
            if enemy.side != actor.side and enemy.able() and not enemy.hidden:
                if self.scene.grid.sight(actor.cell, enemy.cell) != NO_SIGHT:
                    actor.aware = True
                    if self.heard:
                        self.tell("notices", {"who": actor.name}, ("defend.unaware",))
                    return

    def sides_left(self) -> i64:
        """How many sides still have somebody able to fight; riderless mounts do not count."""
        first: i64 = NOBODY
        for who in self.combatants:
            if who.able() and not who.has_no_turn() and who.side != first:
                if first != NOBODY:
                    return 2
                first = who.side
        return 0 if first == NOBODY else 1

    def over(self) -> bool:
        return self.ended

    def winner(self) -> i64:
        if not self.ended or self.sides_left() != 1:
            return NOBODY
        for who in self.combatants:
            if who.able() and not who.has_no_turn():
                return who.side
        return NOBODY

    def end(self) -> None:
        """One side is left, or it has lasted too long."""
        self.ended = True
        if self.heard:
            side = self.winner()
            won = self.scene.sides[side] + " won" if side != NOBODY else "nobody won"
            self.tell("end", {"won": won, "rounds": int(self.round)}, ("turn.initiative",))

    # --- places -----------------------------------------------------------------------------------

    def metres(self, here: i64, there: i64) -> i64:
        """Straight from one to the other, to the nearest metre [grid.distance]."""
        return int(self.scene.grid.straight(here, there) + 0.5)

    def put(self, who: Combatant, cell: i64) -> None:
        """Puts somebody into a cell, with their mount."""
        who.cell = cell
        if who.mount >= 0:
            self.combatants[who.mount].cell = cell
        if who.rider >= 0:
            self.combatants[who.rider].cell = cell

    def occupied(self, cell: i64) -> bool:
        """Whether somebody stands there."""
        for who in self.combatants:
            if who.cell == cell and who.able():
                return True
        return False

    def can_go_on(self, mover: Combatant) -> bool:
        """Whether a move is not stopped: nobody fell, was taken out or held
        [reaction.opportunity, brace.receive]."""
        if not mover.free_to_act() or mover.caught_item >= 0:
            return False
        if mover.prone and not self.crawling:
            return False
        if mover.mount >= 0:
            mount = self.combatants[mover.mount]
            return mount.able() and not mount.prone
        return True

    def nearest_foe(self, who: Combatant) -> Combatant | None:
        """The enemy who is nearest."""
        best: Combatant | None = None
        least: i64 = 1_000_000
        for other in self.combatants:
            if other.side != who.side and other.able():
                away = self.scene.grid.spaces(who.cell, other.cell)
                if away < least:
                    least = away
                    best = other
        return best

    # --- attacks ----------------------------------------------------------------------------------

    def attack(self, attack: Attack) -> Blow:
        """Makes an attack."""
        return make_attack(self, attack)

    def attack_from(self, who: Combatant, option: Option) -> Attack:
        """The attack that an option stands for."""
        weapon = self.scene.weapons[option.item]
        target = self.combatants[option.target]
        attack = Attack(who, target, weapon, option.value, option.kind.startswith("throw"))
        attack.off_hand = who.off == weapon.base and who.main != weapon.base
        return attack

    def attack_begins(self, attack: Attack) -> None:
        """Others may have waited for this [reaction.ready]."""
        if self.somebody_waits:
            trigger(self, ENEMY_ATTACKS, attack.attacker)

    def attacks_with(self, who: Combatant, item: i64) -> list[Option]:
        """The attacks somebody can make now with a weapon."""
        if int(item) not in who.at_hand:
            return []
        return attacks_with(self, who, item)

    def list_attacks_on(
        self, who: Combatant, item: i64, enemy: Combatant, found: list[Option]
    ) -> None:
        """Adds the attacks on somebody who moves, or on what carries them."""
        list_attacks_on(self, who, item, enemy, found)
        if enemy.mount >= 0:
            list_attacks_on(self, who, item, self.combatants[enemy.mount], found)

    def maneuvers_on(self, who: Combatant, enemy: Combatant) -> list[Option]:
        """The manoeuvres somebody could try on an enemy now."""
        found: list[Option] = []
        if enemy.able():
            list_maneuvers(self, who, enemy, found)
        return found

    def maneuver(self, who: Combatant, option: Option) -> None:
        """Tries a manoeuvre out of turn [reaction.ready]."""
        maneuver(self, who, self.combatants[option.target], option.verb)

    def hindered(self, who: Combatant, option: Option) -> bool:
        """Whether an attack cannot be made any more."""
        return hindrance_of(self, who, option) != ""

    def damage_bonus_of(self, who: Combatant) -> i64:
        """DB as it stands for somebody now [mount.charge]."""
        return mounts.damage_bonus_of(self, who)

    # --- what happens to combatants ---------------------------------------------------------------

    def react(self, who: Combatant, rule: str) -> None:
        """Takes the one reaction until the end of one's next turn [reaction.one]."""
        who.reacted = True
        if self.heard:
            self.tell("reacts", {"who": who.name}, (rule, "reaction.one"))

    def was_hurt(self, who: Combatant, by: Combatant | None) -> None:
        """Their friends may have waited for this [reaction.ready]."""
        if self.somebody_waits and by is not None and by.side != who.side:
            trigger(self, ALLY_HURT, by)

    def defend_fully(self, who: Combatant) -> None:
        """+20 to every defence until the next turn [defend.full]."""
        who.full_defense = True

    def grab(self, who: Combatant, target: Combatant) -> None:
        """Holds somebody [maneuver.grab]."""
        target.grabbed_by = who.index
        if self.heard:
            self.tell("grabs", {"who": who.name, "target": target.name}, ("maneuver.grab",))

    def grabs_somebody(self, who: Combatant) -> bool:
        """Whether they hold anybody, and so cannot move [maneuver.grab]."""
        for other in self.combatants:
            if other.grabbed_by == who.index:
                return True
        return False

    def release(self, who: Combatant) -> None:
        """Lets go of everybody they hold [maneuver.grab]."""
        for other in self.combatants:
            if other.grabbed_by == who.index:
                other.grabbed_by = NONE

    def let_go(self, who: Combatant) -> None:
        """Ends every hold that somebody has or is in."""
        who.grabbed_by = NONE
        who.pinned = False
        self.release(who)
        if who.catching >= 0:
            self.uncatch(self.combatants[who.catching])
        if who.caught_item >= 0:
            self.uncatch(who)

    def knock_over(self, who: Combatant) -> None:
        """Makes somebody fall who was pounced on [strike.knock-down]."""
        fall(self, who, "strike.knock-down")

    def mount_falls(self, mount: Combatant) -> None:
        """A rider goes down with the mount [mount.fall]."""
        mounts.mount_falls(self, mount)

    def unseat(self, rider: Combatant) -> None:
        """A rider leaves the saddle."""
        mounts.unseat(self, rider)

    def set_on_fire(self, who: Combatant, rule: str) -> None:
        """From now on they burn, until it is put out."""
        if not who.burning:
            who.burning = True
            if self.heard:
                self.tell("catches fire", {"who": who.name}, (rule,))

    # --- weapons ----------------------------------------------------------------------------------

    def lose(self, who: Combatant, item: i64) -> None:
        """A weapon leaves the hand, main or off, that holds it."""
        if who.caught_item == item:
            self.uncatch(who)
        if who.catching >= 0 and who.catching_item == item:
            self.uncatch(self.combatants[who.catching])
        if who.off == item and who.main != item:
            who.off = NONE
        elif who.main == item:
            who.main = who.off if who.off == item else NONE
            if who.main == item:
                who.off = NONE
        elif int(item) in who.carried:
            who.carried.remove(int(item))
        who.reckon(self.scene.weapons)

    def lie(self, item: i64, cell: i64) -> None:
        """A weapon lies on the ground, for anybody to pick up."""
        if not self.scene.weapons[item].is_area():
            self.lying.append((int(item), int(cell)))

    def drop(self, who: Combatant, item: i64) -> None:
        """A held weapon falls where its holder stands."""
        self.lose(who, item)
        self.lie(item, who.cell)
        if self.heard:
            name = self.scene.weapons[item].name
            self.tell("drops", {"who": who.name, "item": name}, ("maneuver.disarm",))

    def catch(
        self, catcher: Combatant, attacker: Combatant, weapon: Weapon, caught_with: i64
    ) -> None:
        """The attacker's weapon is held fast: neither weapon attacks and neither fighter moves
        [maneuver.catch]."""
        catcher.catching = attacker.index
        catcher.catching_item = caught_with
        attacker.caught_item = weapon.base
        catcher.reckon(self.scene.weapons)
        attacker.reckon(self.scene.weapons)
        if self.heard:
            self.tell(
                "catches",
                {"who": catcher.name, "target": attacker.name, "weapon": weapon.name},
                ("maneuver.catch",),
            )

    def uncatch(self, caught: Combatant) -> None:
        """A caught weapon comes free [maneuver.catch]."""
        caught.caught_item = NONE
        for other in self.combatants:
            if other.catching == caught.index:
                other.catching = NONE
                other.catching_item = NONE
                other.reckon(self.scene.weapons)
        caught.reckon(self.scene.weapons)

    # --- rulings ----------------------------------------------------------------------------------

    def rule(self, ruling: Ruling) -> None:
        """Any change to the fight that the game master rules."""
        found = self.fighter_named(ruling.fighter)
        who = self.combatants[found.index]
        kind, value = ruling.kind, ruling.value
        if kind == "health":
            self.rule_health(who, value)
        elif kind == "place":
            self.rule_place(who, value)
        elif kind == "condition":
            self.rule_condition(who, value)
        elif kind == "gear":
            self.rule_gear(who, value)
        elif kind == "state":
            self.rule_state(who, value)
        elif kind != "event":
            raise NotLegal(
                f"a ruling changes health, place, condition, gear or state, or calls for a "
                f"reaction to an event, not {kind!r}"
            )
        if self.heard:
            self.tell(
                "ruling",
                {"who": who.name, "change": kind, "value": value, "why": ruling.text},
                ("reaction.event",) if kind == "event" else (),
            )
        if kind == "event":
            react_to_event(self, who, value)

    def rule_health(self, who: Combatant, value: str) -> None:
        """How much harm somebody can still take."""
        dur = who.sheet.body.dur
        if not value.isdigit() or int(value) > dur:
            raise NotLegal(f"health of {who.name} is from 0 to {dur}, not {value!r}")
        who.damage = dur - int(value)
        if not who.able():
            go_down(self, who, None)

    def rule_place(self, who: Combatant, value: str) -> None:
        """Puts somebody into a cell: 'column,row'."""
        grid = self.scene.grid
        column, _, row = value.partition(",")
        if not (column.strip().isdigit() and row.strip().isdigit()):
            raise NotLegal(f"a place is column,row such as 3,4, not {value!r}")
        x, y = int(column), int(row)
        if not grid.inside(x, y) or grid.solid[grid.cell(x, y)]:
            raise NotLegal(f"nobody can stand at {value!r}")
        self.let_go(who)
        self.put(who, grid.cell(x, y))

    def rule_condition(self, who: Combatant, value: str) -> None:
        """Makes or ends a condition: 'prone', 'not burning' and so on."""
        wanted = not value.startswith("not ")
        name = value.removeprefix("not ")
        if name == "prone":
            who.prone = wanted
        elif name == "burning":
            who.burning = wanted
        elif name == "bleeding":
            who.bleeding = 1 if wanted else 0
        elif name == "dazed":
            who.dazed = wanted
        elif name == "unaware":
            who.aware = not wanted
        elif name == "hidden":
            who.hidden = wanted
        elif name == "reacted":
            who.reacted = wanted
        elif name == "grabbed" and not wanted:
            who.grabbed_by = NONE
            who.pinned = False
        elif name.startswith("grabbed by "):
            who.grabbed_by = self.fighter_named(name.removeprefix("grabbed by ")).index
        elif name.endswith(" wounds") and name.removesuffix(" wounds").isdigit():
            who.wounds = int(name.removesuffix(" wounds"))
        elif name.startswith("lost ") and name.removeprefix("lost ") in ("hand", "leg", "eye"):
            limb = {"hand": HAND, "leg": LEG, "eye": EYE}[name.removeprefix("lost ")]
            who.lost = who.lost | limb if wanted else who.lost & ~limb
        else:
            raise NotLegal(
                "a condition is prone, burning, bleeding, dazed, unaware, hidden, reacted, grabbed "
                "by NAME, N wounds, or lost hand, leg or eye, or one of them after 'not', "
                f"not {value!r}"
            )

    def rule_gear(self, who: Combatant, value: str) -> None:
        """Gives or takes a weapon: 'dagger', 'not dagger'; or Luck: '2 luck'."""
        if value.endswith(" luck") and value.removesuffix(" luck").isdigit():
            who.luck = int(value.removesuffix(" luck"))
            return
        wanted = not value.startswith("not ")
        name = value.removeprefix("not ")
        for weapon in self.scene.weapons:
            if weapon.name == name and weapon.ammo < 0:
                if not wanted:
                    if not who.has(weapon.index):
                        raise NotLegal(f"{who.name} has no {name}")
                    self.lose(who, weapon.index)
                elif who.can_take(weapon):
                    who.take(weapon)
                else:
                    who.carried.append(int(weapon.index))
                who.reckon(self.scene.weapons)
                return
        known = ", ".join([weapon.name for weapon in self.scene.weapons])
        raise NotLegal(f"no weapon here is called {name!r}; there are {known}; or say '2 luck'")

    def rule_state(self, who: Combatant, value: str) -> None:
        """Makes somebody flee, drop or come back."""
        body = who.sheet.body
        if value == FLED:
            self.let_go(who)
            self.leave_saddle(who)
            who.gone = True
        elif value == DOWN or value == DEAD:
            who.damage = body.dur if value == DOWN else body.death_rating
            who.gone = False
            go_down(self, who, None)
        elif value == STANDING:
            who.gone = False
            if who.damage >= body.dur:
                who.damage = body.dur - 1
            who.prone = False
        else:
            raise NotLegal(f"a state is standing, down, fled or dead, not {value!r}")

    def leave_saddle(self, who: Combatant) -> None:
        """Parts rider and mount, whichever of them leaves."""
        if who.mount >= 0:
            self.unseat(who)
        elif who.rider >= 0:
            self.unseat(self.combatants[who.rider])

    def still_open(self, question: Question, option: Option) -> bool:
        return option.target < 0 or self.combatants[option.target].present()

    # --- pictures ---------------------------------------------------------------------------------

    def copy(self, table: Table) -> RenaissanceFight:
        other = RenaissanceFight(self.scene, table)
        for index, mine in enumerate(self.combatants):
            copy_into(mine, other.combatants[index])
        other.order = self.order
        other.at = self.at
        other.lying = self.lying.copy()
        other.round = self.round
        other.turns = self.turns
        other.ended = self.ended
        other.somebody_waits = self.somebody_waits
        return other

    def key(self) -> tuple[object, ...]:
        people = tuple([picture(one) for one in self.combatants])
        return (people, tuple(sorted(self.lying)), tuple(self.order), int(self.at), self.ended)

    # --- attacks one by one, for odds -------------------------------------------------------------

    def attacks(self, who: i64) -> list[Option]:
        """Every attack with every weapon one has, on everybody else, in every manner."""
        found: list[Option] = []
        attacker = self.combatants[who]
        items = [*attacker.at_hand, *attacker.carried]
        for position, item in enumerate(items):
            if items.index(item) < position:
                continue
            for variant in self.scene.variants[item]:
                for target in self.combatants:
                    if target.index != who:
                        self.scene.list_manners(who, variant, target.index, found)
        return found

    def hindrance(self, who: i64, attack: Option) -> str:
        return hindrance_of(self, self.combatants[who], attack)

    def bring_within_reach(self, who: i64, attack: Option) -> None:
        """Draws the weapon, and moves the attacker to the nearest cell the attack can be made
        from without being too close for it."""
        attacker = self.combatants[who]
        target = self.combatants[attack.target]
        weapon = self.scene.weapons[attack.item]
        if int(weapon.base) not in attacker.at_hand:
            attacker.off = NONE
            attacker.main = weapon.base
            attacker.reckon(self.scene.weapons)
        if weapon.ammo >= 0 and attacker.ammo[weapon.ammo] < 1:
            attacker.ammo[weapon.ammo] = 1
        if weapon.tags & WHEN_GRAPPLING:
            target.grabbed_by = attacker.index
        grid = self.scene.grid
        nearest = sorted(
            range(grid.size), key=lambda cell: (grid.straight(cell, target.cell), cell)
        )
        for close in (False, True):
            for cell in nearest:
                if grid.solid[cell] or self.occupied(cell):
                    continue
                if not close and not weapon.melee() and grid.spaces(cell, target.cell) <= 1:
                    continue
                self.put(attacker, cell)
                if not self.hindrance(who, attack):
                    return

    def attempt(self, who: i64, attack: Option) -> Blow:
        """Makes the attack; of all those in an area only the target's fate is followed."""
        self.asked_about = attack.target
        return self.attack(self.attack_from(self.combatants[who], attack))


def copy_into(mine: Combatant, theirs: Combatant) -> None:
    """Makes one combatant's state another's."""
    theirs.damage = mine.damage
    theirs.wounds = mine.wounds
    theirs.luck = mine.luck
    theirs.cell = mine.cell
    theirs.main = mine.main
    theirs.off = mine.off
    theirs.shield_held = mine.shield_held
    theirs.carried = mine.carried.copy()
    theirs.ammo = mine.ammo.copy()
    theirs.loaded = mine.loaded
    theirs.held = mine.held
    theirs.at_hand = mine.at_hand
    theirs.burden = mine.burden
    theirs.prone = mine.prone
    theirs.aware = mine.aware
    theirs.hidden = mine.hidden
    theirs.reacted = mine.reacted
    theirs.full_defense = mine.full_defense
    theirs.braced = mine.braced
    theirs.feinted = mine.feinted
    theirs.dazed = mine.dazed
    theirs.ran = mine.ran
    theirs.charged = mine.charged
    theirs.burning = mine.burning
    theirs.bleeding = mine.bleeding
    theirs.melted = mine.melted
    theirs.lost = mine.lost
    theirs.grabbed_by = mine.grabbed_by
    theirs.pinned = mine.pinned
    theirs.catching = mine.catching
    theirs.catching_item = mine.catching_item
    theirs.caught_item = mine.caught_item
    theirs.ready_for = mine.ready_for
    theirs.ready_item = mine.ready_item
    theirs.mount = mine.mount
    theirs.rider = mine.rider
    theirs.gone = mine.gone


def picture(one: Combatant) -> tuple[object, ...]:
    """All of a combatant that can still matter between turns."""
    yes_or_no = (
        one.shield_held,
        one.prone,
        one.aware,
        one.hidden,
        one.reacted,
        one.full_defense,
        one.braced,
        one.feinted,
        one.dazed,
        one.ran,
        one.burning,
        one.melted,
        one.pinned,
        one.gone,
    )
    numbers = (
        int(one.damage),
        int(one.wounds),
        int(one.luck),
        int(one.cell),
        int(one.main),
        int(one.off),
        int(one.loaded),
        int(one.bleeding),
        int(one.lost),
        int(one.grabbed_by),
        int(one.catching),
        int(one.catching_item),
        int(one.caught_item),
        int(one.ready_for),
        int(one.ready_item) if one.ready_for >= 0 else -1,
        int(one.mount),
        int(one.rider),
    )
    return (yes_or_no, numbers, tuple(sorted(one.carried)), tuple(one.ammo))
