"""The fight: initiative, whose turn it is, and the state that the rules change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from mypy_extensions import i64

from affray.core.fight import FLED, AttackResult, Fight, Fighter
from affray.core.questions import Option, Question, Ruling
from affray.core.state import External, Transient
from affray.core.table import Table
from affray.rulesets.renaissance import log, mounts, reactions, tags, turn, verbs
from affray.rulesets.renaissance.attack import Attack, make_attack
from affray.rulesets.renaissance.awareness import knows_of_enemy, look_round
from affray.rulesets.renaissance.combatant import NOTHING_UNTIL_TURN, Combatant
from affray.rulesets.renaissance.gaits import CRAWL
from affray.rulesets.renaissance.house import House
from affray.rulesets.renaissance.movement import Walk
from affray.rulesets.renaissance.options import is_thrown
from affray.rulesets.renaissance.recovery import RenaissanceRecovery
from affray.rulesets.renaissance.rulings import RenaissanceRulings
from affray.rulesets.renaissance.sheet import LOADED, LONG_RELOAD, NONE, STANDARD_RELOAD, Weapon
from affray.rulesets.renaissance.wounds import fall

if TYPE_CHECKING:
    from affray.rulesets.renaissance.options import Options
    from affray.rulesets.renaissance.setup import Scene
    from affray.rulesets.renaissance.terrain import Terrain

INITIATIVE_DIE: Final[i64] = 10


EARLIEST: Final[i64] = 1 << 9
LATEST: Final[i64] = 1 << 10
"""More than anybody's initiative, and twice that."""

LOADS: Final[i64] = 4
"""How many figures there may be for what is in a weapon, from -1 on."""

NO_ITEMS: Final[list[int]] = []
"""Stands for the weapons where there are none, and stays empty."""


class RenaissanceFight(Fight):
    """A fight by the Renaissance rules."""

    scene: Final[Scene]
    terrain: Final[Terrain]
    options: Final[Options]
    house: Final[House]
    combatants: Final[list[Combatant]]
    enemies: Final[list[list[Combatant]]]
    """Everybody who is on another side, by side."""
    order: list[int]
    """Who acts when, by initiative."""
    at: i64 = 0
    """Whose turn is next, as a place in that order."""
    lying: list[int]
    """Weapons on the ground, each by its cell, which it is and what is in it as one number (see
    `lie`)."""
    lying_shields: list[tuple[int, int]]
    """Shields on the ground, each with its cell."""
    somebody_waits: Transient[bool] = False
    """Whether anybody may have an action readied."""
    acting: Transient[i64] = NONE
    """Whose turn is being played, NONE between turns."""
    standard_used: Transient[bool] = False
    quick_used: Transient[i64] = 0
    moved: Transient[bool] = False
    stunt_refused: Transient[bool] = False
    walk: External[Walk | None]
    """The move that is under way."""
    one_standing: External[Combatant]
    other_standing: External[Combatant]
    """Two of different sides who were in the fight when that was asked last, once there were."""
    asked_about: Transient[i64] = NONE
    """Whose fate alone is followed, when the odds of one attack are asked for."""

    def __init__(self, scene: Scene, table: Table) -> None:
        combatants = [
            Combatant(index, sheet, scene.weapons, scene.shields)
            for index, sheet in enumerate(scene.sheets)
        ]
        super().__init__(scene, table, cast("list[Fighter]", combatants))
        self.scene = scene
        self.terrain = scene.terrain
        self.options = scene.options
        self.house = scene.house
        self.combatants = combatants
        self.enemies = [
            [one for one in combatants if one.side != side] for side in range(len(scene.sides))
        ]
        self.one_standing = self.other_standing = combatants[0]
        self.order = []
        self.lying = []
        self.lying_shields = []
        self.walk = None

    def key_without_rounds(self) -> tuple[object, ...]:
        """The same without what ends anyway when the next to act begins."""
        if self.ended or self.at >= len(self.order):
            return super().key_without_rounds()
        actor = self.combatants[self.order[self.at]]
        if not actor.is_able() or actor.unaware:
            return super().key_without_rounds()
        until_turn = actor.lasting_until_turn()
        actor.set_until_turn(NOTHING_UNTIL_TURN)
        key = super().key_without_rounds()
        actor.set_until_turn(until_turn)
        return key

    def lying_key(self) -> object:
        """What lies where, in whatever order it fell."""
        return sorted(self.lying) if self.lying else ()

    def lying_shields_key(self) -> object:
        """Which shields lie where, in whatever order they fell."""
        return sorted(self.lying_shields) if self.lying_shields else ()

    def spot(self, cell: i64) -> str:
        """A cell as the map names it: column, row."""
        return self.scene.grid.name(cell)

    def place_name(self, who: i64) -> str:
        return self.spot(self.combatants[who].cell)

    def position(self, who: i64) -> dict[str, object]:
        return {"place": int(self.combatants[who].cell)}

    def turn_order(self) -> list[dict[str, object]]:
        """By initiative, each with what is left of the turn [turn.initiative, turn.allotment]."""
        found: list[dict[str, object]] = []
        for place, number in enumerate(self.order):
            who = self.combatants[number]
            status, left = "waiting", ""
            if not who.is_able():
                status = "out"
            elif who.index == self.acting:
                status = "acting"
                open_actions = self.actions_left()
                left = verbs.COST_WORDS[open_actions] if open_actions else ""
            elif place < self.at:
                status = "acted"
            found.append({"who": int(number), "status": status, "left": left})
        return found

    # --- turn order -------------------------------------------------------------------------------

    def step(self) -> None:
        """The next turn in order of initiative [turn.initiative]."""
        if not self.order:
            self.roll_initiative()
        if self.at == 0:
            self.round += 1
            log.round_begins(self)
        actor = self.combatants[self.order[self.at]]
        self.at += 1
        if actor.is_able():
            self.turns += 1
            has_noticed = actor.unaware and look_round(self, actor)
            self.give_turn(actor, has_noticed)
        elif actor.sheet.mount >= 0:
            self.pass_over(actor)
        if self.at == len(self.order):
            self.at = 0
        if not self.is_undecided() or (self.at == 0 and self.round >= self.scene.round_limit):
            self.end()

    def give_turn(self, actor: Combatant, has_noticed: bool) -> None:
        """Has somebody take their turn, unless they still know of no enemy [defend.unaware]."""
        if actor.unaware:
            self.pass_over(actor)
            return
        turn.take_turn(self, actor, has_noticed)
        if self.somebody_waits:
            reactions.gm_triggers(self, actor)

    def pass_over(self, actor: Combatant) -> None:
        """A mount has its turn, though its rider has none [mount.shared-turn]."""
        mounts.begin_turn(self, actor)
        mounts.end_turn(self, actor)

    def roll_initiative(self) -> None:
        """1d10 + INIT, highest first, ties by INIT [turn.initiative]."""
        order: list[int] = []
        for who in self.combatants:
            if who.has_no_turn() or who.gone:
                continue
            init = who.sheet.init
            face = self.table.die(INITIATIVE_DIE)
            # a number that is the lower the earlier somebody acts
            late = (EARLIEST - face - init) * LATEST + EARLIEST - init
            who.late = late
            place: i64 = len(order)
            while place > 0 and self.combatants[order[place - 1]].late > late:
                place -= 1
            if place == len(order):
                order.append(int(who.index))
            else:
                order.insert(int(place), int(who.index))
            log.initiative(self, who, face)
        self.order = order

    def join_order(self, who: Combatant) -> None:
        """Whoever comes when initiative has been rolled acts after all others [turn.initiative]."""
        if self.order and not who.has_no_turn() and int(who.index) not in self.order:
            self.order.append(int(who.index))

    def rule_before(self, ruling: Ruling) -> None:
        """Whoever is not there yet is away with their mount, and will come in its saddle."""
        if ruling.kind == "state" and ruling.value == FLED:
            who = self.combatants[self.fighter_named(ruling.fighter).index]
            who.gone = True
            if who.mount >= 0:
                self.combatants[who.mount].gone = True
            return
        super().rule_before(ruling)

    def is_undecided(self) -> bool:
        """Whether more than one side is not beaten yet."""
        one, other = self.one_standing, self.other_standing
        if one.is_able() and other.is_able() and one is not other:
            return True
        return self.sides_left() > 1

    def sides_left(self) -> i64:
        """How many sides are not beaten yet; two stands for more."""
        left = super().sides_left()
        if left > 1:
            self.one_standing = self.combatants[self.one_left]
            self.other_standing = self.combatants[self.other_left]
        return left

    def end(self) -> None:
        """One side is left, or it has lasted too long."""
        self.ended = True
        log.over(self)

    def recovery(self) -> RenaissanceRecovery:
        return RenaissanceRecovery(self)

    # --- places -----------------------------------------------------------------------------------

    def metres(self, here: i64, there: i64) -> i64:
        """Straight from one to the other, to the nearest metre [grid.distance]."""
        return self.scene.grid.rounded(here, there)

    def put(self, who: Combatant, cell: i64) -> None:
        """Puts somebody into a cell, with their mount."""
        who.cell = cell
        if who.mount >= 0:
            self.combatants[who.mount].cell = cell
        if who.rider >= 0:
            self.combatants[who.rider].cell = cell

    def is_occupied(self, cell: i64) -> bool:
        """Whether somebody stands there."""
        for who in self.combatants:
            if who.cell == cell and who.is_able():
                return True
        return False

    def can_go_on(self, mover: Combatant) -> bool:
        """Whether a move is not stopped: nobody fell, was taken out, held or unseated
        [reaction.opportunity, brace.receive], and no weapon of theirs is caught or has caught
        another [maneuver.catch]."""
        if not mover.is_free_to_act() or mover.caught_item >= 0 or mover.catching >= 0:
            return False
        walk = self.walk
        if walk is None or walk.who is not mover:
            return not mover.prone
        if walk.mount != mover.mount or (mover.prone and walk.gait != CRAWL):
            return False
        if mover.mount >= 0:
            mount = self.combatants[mover.mount]
            return mount.is_free_to_act() and not mount.prone
        return True

    def actions_left(self) -> i64:
        """What is left of the turn that is being played: QUICK, STANDARD, BOTH or none
        [turn.allotment]."""
        return (verbs.QUICK if turn.has_quick(self) else 0) + (
            verbs.STANDARD if turn.has_standard(self) else 0
        )

    def spend(self, cost: i64) -> None:
        """Takes what an action costs from the turn that is being played [turn.allotment]."""
        if cost == verbs.STANDARD or cost == verbs.BOTH:
            self.standard_used = True
        if cost == verbs.QUICK or cost == verbs.BOTH:
            self.quick_used += 1

    def nearest_foe(self, who: Combatant) -> Combatant | None:
        """The nearest enemy they know of."""
        best: Combatant | None = None
        least: i64 = 1_000_000
        spaces = self.terrain.spaces_from(who.cell)
        for other in self.enemies[who.side]:
            away: i64 = spaces[other.cell]
            if away < least and other.is_able() and knows_of_enemy(who, other):
                least = away
                best = other
        return best

    # --- attacks ----------------------------------------------------------------------------------

    def attack(self, attack: Attack) -> AttackResult:
        """Makes an attack."""
        return make_attack(self, attack)

    def attack_from(self, who: Combatant, option: Option) -> Attack:
        """The attack that an option stands for."""
        weapon = self.scene.weapons[option.item]
        target = self.combatants[option.target]
        attack = Attack(who, target, weapon, option.value, is_thrown(option))
        attack.off_hand = who.off == weapon.base and who.main != weapon.base
        return attack

    def attack_begins(self, attack: Attack) -> None:
        """Others may have waited for this [reaction.ready]."""
        if self.somebody_waits:
            reactions.trigger(self, verbs.ENEMY_ATTACKS, attack.attacker)

    def attacks_with(self, who: Combatant, item: i64) -> list[Option]:
        """The attacks somebody can make now with a weapon."""
        if not who.has_at_hand(item):
            return []
        return turn.attacks_with(self, who, item)

    def can_attack(self, who: Combatant, item: i64, enemy: Combatant) -> bool:
        """Whether there are any on one enemy."""
        return who.has_at_hand(item) and turn.can_attack(self, who, item, enemy)

    def has_attack_with(self, who: Combatant, item: i64) -> bool:
        """Whether there are any."""
        return who.has_at_hand(item) and turn.has_attack_with(self, who, item)

    def list_attacks_on(
        self, who: Combatant, item: i64, enemy: Combatant, found: list[Option]
    ) -> None:
        """Adds the attacks on somebody who moves, or on what carries them."""
        turn.list_attacks_on(self, who, item, enemy, found)
        if enemy.mount >= 0:
            turn.list_attacks_on(self, who, item, self.combatants[enemy.mount], found)

    # --- readied actions ----------------------------------------------------------------------

    def standard_actions(self, who: Combatant) -> list[Option]:
        """The Standard Actions that somebody can ready, whether or not they could be taken now
        [reaction.ready]."""
        scene = self.scene
        found = [self.options.ready_attack[item] for item in who.at_hand]
        for item in who.at_hand:
            if turn.can_throw_at_place(self, who, item):
                found.append(self.options.ready_throw_at[item])
        if who.mount >= 0:
            for item in self.combatants[who.mount].at_hand:
                if not scene.weapons[item].is_unarmed():
                    found.append(self.options.ready_mount_attack[item])
        if len(who.wielded) > 1:
            found.append(self.options.ready_each)
        found.extend(
            [
                self.options.ready_defense,
                self.options.ready_disarm,
                self.options.ready_grab,
                self.options.ready_trip,
            ]
        )
        if turn.can_brace(self, who):
            found.append(self.options.ready_brace)
        for item in who.held:
            weapon = scene.weapons[item]
            if weapon.reload in (STANDARD_RELOAD, LONG_RELOAD):
                found.append(self.options.ready_reload)
                if weapon.harm_overcharged is not None:
                    found.append(self.options.ready_overcharge)
                break
        if who.prone:
            found.append(self.options.ready_crawl)
        return found

    def list_readied(self, who: Combatant, culprit: Combatant, found: list[Option]) -> None:
        """Adds what a readied action comes to, now that what it waited for has happened."""
        verb = who.ready_verb
        if verb == verbs.ATTACK or verb == verbs.MOUNT_ATTACK:
            attacker = who
            if verb == verbs.MOUNT_ATTACK:
                if who.mount < 0 or not self.combatants[who.mount].is_free_to_act():
                    return
                attacker = self.combatants[who.mount]
            if attacker.has_at_hand(who.ready_item) and turn.is_target(attacker, culprit):
                turn.list_attacks_on(self, attacker, who.ready_item, culprit, found)
        elif verb == verbs.EACH:
            if len(who.wielded) > 1 and turn.any_enemy_in_reach(self, who):
                found.append(self.options.each)
        elif verb == verbs.THROW_AT:
            if who.has_at_hand(who.ready_item) and turn.can_throw_at_place(
                self, who, who.ready_item
            ):
                found.append(self.options.throw_at[who.ready_item])
        elif verb == verbs.DEFEND:
            found.append(self.options.full_defense)
        elif verb == verbs.BRACE:
            if turn.can_brace(self, who):
                found.append(self.options.brace)
        elif verb == verbs.RELOAD:
            if turn.weapon_to_load(self, who) >= 0:
                found.append(self.options.reload)
        elif verb == verbs.OVERCHARGE:
            if turn.weapon_to_overcharge(self, who) >= 0:
                found.append(self.options.overcharge)
        elif verb == verbs.MOVE:
            if who.prone and not turn.is_held_in_place(self, who):
                found.append(self.options.gaits[CRAWL][0])
        elif culprit.is_able():
            maneuvers: list[Option] = []
            turn.list_maneuvers(self, who, culprit, maneuvers)
            for option in maneuvers:
                if option.verb == verb:
                    found.append(option)

    def perform_readied(self, who: Combatant, option: Option) -> None:
        """Takes a readied action, which is no part of the turn that is being played
        [reaction.ready]."""
        if option.verb == verbs.ATTACK and self.is_hindered(who, option):
            return
        moved = self.moved
        turn.perform(self, who, option)
        self.moved = moved

    def is_hindered(self, who: Combatant, option: Option) -> bool:
        """Whether an attack cannot be made any more."""
        return turn.find_hindrance(self, who, option) != turn.UNHINDERED

    def damage_bonus_of(self, who: Combatant) -> i64:
        """DB as it stands for somebody now [mount.charge]."""
        return mounts.damage_bonus_of(self, who)

    # --- what happens to combatants ---------------------------------------------------------------

    def react(self, who: Combatant, rule: str) -> None:
        """Takes the one reaction until the end of one's next turn [reaction.one]; one taken in
        one's own turn lasts over the next as well [reaction.own-turn]."""
        who.reacted = 1
        if self.acting == who.index and self.house.own_turn_reaction == "next":
            who.reacted = 2
        log.reacts(self, who, rule)

    def was_hurt(self, who: Combatant, by: Combatant | None) -> None:
        """Their friends may have waited for this [reaction.ready]."""
        if self.somebody_waits and by is not None and by.side != who.side:
            reactions.trigger(self, verbs.ALLY_HURT, by)

    def grab(self, who: Combatant, target: Combatant) -> None:
        """Holds somebody [maneuver.grab]."""
        target.grabbed_by = who.index
        log.done_to(self, "grabs", who, target, "maneuver.grab")

    def grabs_somebody(self, who: Combatant) -> bool:
        """Whether they hold anybody, and so cannot move [maneuver.grab]."""
        holder = who.index
        for other in self.combatants:
            if other.grabbed_by == holder:
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

    def leave_saddle(self, who: Combatant) -> None:
        """Parts rider and mount, whichever of them leaves."""
        if who.mount >= 0:
            self.unseat(who)
        elif who.rider >= 0:
            self.unseat(self.combatants[who.rider])

    def set_on_fire(self, who: Combatant, rule: str) -> None:
        """From now on they burn, until it is put out."""
        if not who.burning:
            who.burning = True
            log.simple(self, "catches fire", who, rule)

    # --- weapons ----------------------------------------------------------------------------------

    def lose(self, who: Combatant, item: i64) -> i64:
        """A weapon leaves the hand, main or off, that holds it, or where it is carried; says what
        is in it."""
        if who.caught_item == item:
            self.uncatch(who)
        if who.catching >= 0 and who.catching_item == item:
            self.uncatch(self.combatants[who.catching])
        load = who.load_of(item)
        if who.off == item and who.main != item:
            who.off = NONE
            who.off_load = LOADED
        elif who.main == item:
            self.free_main_hand(who)
        elif int(item) in who.carried:
            load = who.part_with(who.carried.index(int(item)))
        who.reckon(self.scene.weapons)
        return load

    def free_main_hand(self, who: Combatant) -> None:
        """The main hand lets go; of two weapons alike the other stays in the main hand."""
        if who.off == who.main:
            who.main_load = who.off_load
            who.off = NONE
        else:
            who.main = NONE
            who.main_load = LOADED
        if who.off < 0:
            who.off_load = LOADED

    def lie(self, item: i64, cell: i64, load: i64) -> None:
        """A weapon lies on the ground, for anybody to pick up."""
        if not self.scene.weapons[item].is_area():
            self.lying.append(int(self.first_lying_at(cell) + item * LOADS + load + 1))

    def first_lying_at(self, cell: i64) -> i64:
        """The lowest number of a weapon that lies in a cell."""
        return cell * len(self.scene.weapons) * LOADS

    def weapons_lying_at(self, cell: i64) -> list[int]:
        """The weapons that lie in a cell, in the order they fell."""
        first, behind = self.first_lying_at(cell), self.first_lying_at(cell + 1)
        found: list[int] = NO_ITEMS
        for lying in self.lying:
            if lying >= first and lying < behind:
                if not found:
                    found = []
                found.append(int((lying - first) // LOADS))
        return found

    def drop(self, who: Combatant, item: i64, rule: str) -> None:
        """A held weapon falls where its holder stands."""
        load = self.lose(who, item)
        self.lie(item, who.cell, load)
        log.drops(self, who, self.scene.weapons[item].name, rule)

    def drop_shield(self, who: Combatant, rule: str) -> None:
        """A shield falls where its bearer stands, for anybody to pick up."""
        self.lying_shields.append((int(who.shield), int(who.cell)))
        who.shield = NONE
        who.reckon(self.scene.weapons)
        log.drops(self, who, "shield", rule)

    def pick_up(self, who: Combatant, item: i64) -> None:
        """Takes a weapon from the ground; of several alike, the first."""
        empty = self.first_lying_at(who.cell) + item * LOADS
        for lying in self.lying:
            if lying >= empty and lying < empty + LOADS:
                self.lying.remove(lying)
                who.take(item, lying - empty - 1)
                return

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
        log.catches(self, catcher, attacker, weapon)

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
        """Any change to the fight that the game master rules; what calls for a reaction gets one
        when it has been told [reaction.event]."""
        super().rule(ruling)
        if ruling.kind == "event":
            who = self.combatants[self.fighter_named(ruling.fighter).index]
            reactions.react_to_event(self, who, ruling.value)

    def rulings_on(self, who: i64) -> RenaissanceRulings:
        return RenaissanceRulings(self, self.combatants[who])

    def is_still_open(self, question: Question, option: Option) -> bool:
        return option.target < 0 or self.combatants[option.target].is_present()

    # --- attacks one by one, for odds -------------------------------------------------------------

    def attacks(self, who: i64) -> list[Option]:
        """List every attack with every weapon a fighter has, on everybody else, in every manner."""
        attacker = self.combatants[who]
        found: list[Option] = []
        for item in dict.fromkeys([*attacker.at_hand, *attacker.carried]):
            for weapon in self.scene.forms[item]:
                for target in self.combatants:
                    if target.index != who:
                        found.extend(self.attacks_on(attacker, weapon, target))
        return found

    def attacks_on(self, who: Combatant, weapon: Weapon, target: Combatant) -> list[Option]:
        """List every manner of attacking a target with a weapon, near and far."""
        list_manners = self.options.list_manners
        is_riding = target.sheet.mount >= 0
        found: list[Option] = []
        if weapon.is_melee() or weapon.hands == 0 or weapon.is_projectile:
            found = list_manners(who.index, weapon, target.index, False, is_riding)
        if weapon.is_ranged() and weapon.is_thrown_to_reach():
            found = [*found, *list_manners(who.index, weapon, target.index, True, is_riding)]
        return sorted(found, key=lambda option: int(option.value))

    def hindrance(self, who: i64, attack: Option) -> str:
        return turn.hindrance_of(self, self.combatants[who], attack)

    def bring_within_reach(self, who: i64, attack: Option) -> None:
        """Finds the target out, draws the weapon, and moves the attacker to the nearest cell the
        attack can be made from without being too close for it."""
        attacker = self.combatants[who]
        target = self.combatants[attack.target]
        weapon = self.scene.weapons[attack.item]
        attacker.unaware = False
        target.hidden = False
        if not attacker.has_at_hand(weapon.base):
            attacker.off = NONE
            attacker.shield = NONE if weapon.hands == 2 else attacker.shield
            attacker.main = weapon.base
            attacker.main_load = LOADED
            attacker.reckon(self.scene.weapons)
        if weapon.ammo >= 0 and attacker.ammo[weapon.ammo] < 1:
            attacker.set_ammo(weapon.ammo, 1)
        if weapon.tags & tags.WHEN_GRAPPLING:
            target.grabbed_by = attacker.index
        grid = self.scene.grid
        nearest = sorted(
            range(grid.size), key=lambda cell: (grid.straight(cell, target.cell), cell)
        )
        for close in (False, True):
            for cell in nearest:
                if grid.solid[cell] or self.is_occupied(cell):
                    continue
                if not close and not weapon.is_melee() and grid.spaces(cell, target.cell) <= 1:
                    continue
                self.put(attacker, cell)
                if not self.hindrance(who, attack):
                    return

    def make_attack(self, who: i64, attack: Option) -> AttackResult:
        """Makes the attack; of all those in an area only the target's fate is followed."""
        self.asked_about = attack.target
        return self.attack(self.attack_from(self.combatants[who], attack))
