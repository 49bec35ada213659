"""The fight, or the fights of a day: rounds, turns, and the state that the rules change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from mypy_extensions import i64, mypyc_attr

from affray.core.fight import AttackResult, Fight, Fighter
from affray.core.questions import NOBODY, Option, Question, Ruling
from affray.core.state import Transient
from affray.core.table import Table
from affray.rulesets.orrery import log, verbs
from affray.rulesets.orrery.attack import attack, can_hinder
from affray.rulesets.orrery.combatant import Combatant
from affray.rulesets.orrery.environment import strike_hazard
from affray.rulesets.orrery.gear import Gear
from affray.rulesets.orrery.grapple import can_throw
from affray.rulesets.orrery.health import bleed, can_harm_kill
from affray.rulesets.orrery.house import House
from affray.rulesets.orrery.pool import fixed_face
from affray.rulesets.orrery.recovery import OrreryRecovery, potion_works, recover
from affray.rulesets.orrery.rulings import OrreryRulings
from affray.rulesets.orrery.sheet import EVERY_FIGHT, MOON
from affray.rulesets.orrery.siege import can_join
from affray.rulesets.orrery.sight import Line
from affray.rulesets.orrery.statuses import come_to_light
from affray.rulesets.orrery.turn import engine_verbs, hindrance_of, take_turn
from affray.space.bands import Bands

if TYPE_CHECKING:
    from affray.rulesets.orrery.setup import Scene

PATIENCE: Final[i64] = 2
"""The rounds in which the simple player may wait for the enemy to come."""


@mypyc_attr(acyclic=True)
class OrderQuestion(Question):
    """Ask which member of a side acts next. The options are listed only if they are read.

    `first` is the first member who waits.
    """

    def __init__(self, fight: OrreryFight, first: Combatant) -> None:
        super().__init__("order", first.side, NOBODY, None)
        self.fight: Final = fight
        self.first: Final[i64] = first.index

    def list_options(self) -> list[Option]:
        fight = self.fight
        return [
            fight.scene.options.act[one.index]
            for one in fight.friends[self.side]
            if one.is_waiting()
        ]

    def forget_options(self) -> None:
        """Keep the list after a ruling: a ruling adds no members to those who wait."""


class OrreryFight(Fight):
    """A fight by the Orrery rules, or a day of them."""

    scene: Final[Scene]
    house: Final[House]
    places: Final[Bands]
    combatants: Final[list[Combatant]]
    friends: Final[list[list[Combatant]]]
    enemies: Final[list[list[Combatant]]]
    """For each side its combatants, and the combatants of all other sides, in the order of
    `combatants`."""
    loaded: list[bool]
    encounter: i64 = 0
    encounter_round: i64 = 0
    order: list[int]
    side_at: i64 = 0
    victor: i64 = NOBODY
    acting: Transient[i64] = NOBODY
    actions_left: Transient[i64] = 0
    pushed: Transient[bool] = False
    rolled: Transient[i64] = 0
    incoming: Transient[i64] = 0

    def __init__(self, scene: Scene, table: Table) -> None:
        combatants = [
            Combatant(index, sheet, scene.gears[index]) for index, sheet in enumerate(scene.sheets)
        ]
        super().__init__(scene, table, cast("list[Fighter]", combatants))
        self.scene = scene
        self.house = scene.house
        self.places = scene.places
        self.combatants = combatants
        sides = range(len(scene.sides))
        self.friends = [[one for one in combatants if one.side == side] for side in sides]
        self.enemies = [[one for one in combatants if one.side != side] for side in sides]
        self.loaded = [engine.loaded for engine in scene.engines]
        self.order = []

    def rounds_left(self) -> i64:
        """Return the number of rounds left; each encounter has as many as the scenario allows."""
        return self.scene.round_limit - self.encounter_round

    def encounter_round_key(self) -> i64:
        """Return the part of the round's number that can still matter.

        It matters while a hazard is to come, or a combatant may still wait for the enemy.
        """
        last = max(self.scene.last_hazard(self.encounter), PATIENCE + 1)
        return self.encounter_round if self.encounter_round < last else last

    def place_name(self, who: i64) -> str:
        return self.places.spots[self.combatants[who].spot].name

    def position(self, who: i64) -> dict[str, object]:
        return {"place": int(self.combatants[who].spot)}

    def turn_order(self) -> list[dict[str, object]]:
        """List all combatants by side; within a side in the order of the file."""
        found: list[dict[str, object]] = []
        for side in self.order or range(len(self.scene.sides)):
            for one in self.combatants:
                if one.side == side and one.here and not one.sheet.thing:
                    status, left = self.turn_status(one)
                    found.append({"who": int(one.index), "status": status, "left": left})
        return found

    def turn_status(self, who: Combatant) -> tuple[str, str]:
        """Return whether a combatant's turn is still to come, and the rest of a current turn."""
        if not who.can_act():
            return "out", ""
        if who.index == self.acting:
            return "acting", log.action_count(self.actions_left)
        if who.acted:
            return "acted", ""
        return "waiting", log.action_count(who.actions(self.house))

    # --- rounds and fights ---

    def step(self) -> None:
        """Play one turn: sides alternate, and a side's members act in any order [core.turn]."""
        if self.side_at == len(self.order):
            self.begin_round()
            if not self.is_contested():
                self.conclude()
                return
        side: i64 = self.order[self.side_at]
        first: Combatant | None = None
        has_choice = False
        for combatant in self.friends[side]:
            if combatant.is_waiting():
                if first is not None:
                    has_choice = True
                    break
                first = combatant
        if first is None:
            self.side_at += 1
            if self.side_at == len(self.order) and self.encounter_round >= self.scene.round_limit:
                self.end()
            return
        actor = first
        if has_choice:
            actor = self.combatants[self.ask(OrderQuestion(self, first)).target]
        if actor.can_act():
            self.turns += 1
            take_turn(self, actor)
        actor.acted = True
        if not self.is_contested():
            self.conclude()

    def is_contested(self) -> bool:
        """Return whether more than one side is left."""
        return self.sides_left() == 2

    def begin_round(self) -> None:
        """Begin a round, with the hazards that the scenario has for it."""
        if not self.order:
            self.begin_fight()
        self.round += 1
        self.encounter_round += 1
        self.side_at = 0
        log.begins_round(self)
        for combatant in self.combatants:
            combatant.acted = False
            combatant.owed = 0
        bleed(self)
        for hazard in self.scene.hazards:
            if hazard.encounter == self.encounter and hazard.round == self.encounter_round:
                strike_hazard(self, hazard)

    def begin_fight(self) -> None:
        """Find the order of the sides by their best Moon dice, or by option another
        [core.first-side]."""
        log.begins(self)
        sides = list(range(len(self.scene.sides)))
        if self.house.first_side == "as listed":
            self.order = sides
            return
        pcs = {int(one.side) for one in self.combatants if one.sheet.pc and not one.fled}
        faces: list[int] = [0 for _ in sides]
        best = [self.best_moon(side) for side in sides]
        if self.house.first_side == "best moon":
            faces = [self.moon_face(one) for one in best]
        self.order = sorted(sides, key=lambda side: (-faces[side], side not in pcs, side))
        if self.house.first_side == "best moon":
            dice = [one.sheet.scores[MOON] if one is not None else 0 for one in best]
            log.initiative(self, dice, faces)

    def best_moon(self, side: int) -> Combatant | None:
        """Return the member of a side with the largest Moon die, if any can act."""
        best: Combatant | None = None
        for one in self.friends[side]:
            if one.can_act():
                if best is None or one.sheet.scores[MOON] > best.sheet.scores[MOON]:
                    best = one
        return best

    def moon_face(self, who: Combatant | None) -> int:
        """Return the face of a side's best Moon die; 0 if no member can act."""
        if who is None:
            return 0
        sides: i64 = who.sheet.scores[MOON]
        return int(fixed_face(sides) if self.has_figures(who) else self.table.die(sides))

    def conclude(self) -> None:
        """Start the next fight of the day, or end if there is none."""
        following = self.encounter + 1
        goes_on = any(one.goes_on() and one.is_able() for one in self.combatants)
        if following < len(self.scene.encounters) and goes_on:
            recover(self, self.scene.encounters[following].after)
            self.muster(following)
            if self.sides_left() == 2:
                return
        self.end()

    def muster(self, encounter: i64) -> None:
        """Set up the next fight of the day: its combatants, and where they begin."""
        self.encounter = encounter
        self.encounter_round = 0
        self.order = []
        self.side_at = 0
        start = self.scene.encounters[encounter].start_spot
        for combatant in self.combatants:
            combatant.held_by = NOBODY
            combatant.holding = NOBODY
            if combatant.sheet.fight == EVERY_FIGHT:
                combatant.here = combatant.hearts > 0
                combatant.spot = start
            else:
                combatant.here = combatant.sheet.fight == encounter

    def minutes(self) -> i64:
        """Return how many minutes of the day have passed when the present fight ends."""
        passed: i64 = 0
        for encounter in self.scene.encounters[: int(self.encounter) + 1]:
            passed += encounter.after
        return passed

    def end(self) -> None:
        """End the fight and its scene; a potion drunk in it works now."""
        self.ended = True
        self.victor = super().winner()
        for combatant in self.combatants:
            potion_works(self, combatant)
        log.ends(self)

    def winner(self) -> i64:
        """Return the only side left when the fight ended, even if others get up afterwards."""
        return self.victor

    def recovery(self) -> OrreryRecovery:
        return OrreryRecovery(self)

    # --- what the rules ask about ---

    def band(self, one: Combatant, other: Combatant) -> i64:
        """Return the band between two combatants: the number of moves until they Touch
        [range.moves]."""
        return self.scene.bands[one.spot][other.spot]

    def line(self, one: Combatant, other: Combatant) -> Line:
        """Return the line from one combatant to another."""
        return self.scene.sight.line(one.spot, other.spot)

    def has_figures(self, who: Combatant) -> bool:
        """Return whether a combatant has fixed numbers instead of dice."""
        return not self.house.monsters_roll and not who.sheet.pc

    def can_be_harmed(self, who: Combatant) -> bool:
        """Return whether harm matters to a combatant: to the down only if they can die."""
        if who.hearts > 0:
            return who.is_present()
        return who.is_present() and not who.sheet.thing and can_harm_kill(self.house)

    def can_be_attacked(self, who: Combatant) -> bool:
        """Return whether an enemy can choose a combatant as a target: not while Hidden."""
        return not who.hidden and self.can_be_harmed(who)

    def is_barred(self, here: i64, there: i64) -> bool:
        """Return whether a barrier that still stands is in the way, such as a gate."""
        for index in self.scene.barriers:
            one = self.combatants[index]
            if one.is_able() and one.sheet.bars in ((here, there), (there, here)):
                return True
        return False

    # --- what the rules do ---

    def take_hold(self, holder: Combatant, who: Combatant) -> None:
        """Put two combatants into a grapple."""
        who.held_by = holder.index
        holder.holding = who.index

    def let_go(self, who: Combatant) -> None:
        """End every grapple that a combatant is in."""
        if who.held_by != NOBODY:
            self.combatants[who.held_by].holding = NOBODY
            who.held_by = NOBODY
        if who.holding != NOBODY:
            self.combatants[who.holding].held_by = NOBODY
            who.holding = NOBODY

    def equip(self, who: Combatant, arms: list[int], runes: list[int]) -> None:
        """Give a combatant these weapons and runes instead of its own."""
        who.arms = arms
        who.runes = runes
        who.gear = Gear(arms, runes, self.scene.weapons)

    def put(self, who: Combatant, spot: i64) -> None:
        """Put a combatant on a spot, and find the Hidden who can be seen now."""
        who.spot = spot
        come_to_light(self)

    def rule(self, ruling: Ruling) -> None:
        """Apply a ruling, and log it before its consequences, such as a fall."""
        self.tell_ruling(ruling)
        self.apply_ruling(ruling)

    def rulings_on(self, who: i64) -> OrreryRulings:
        return OrreryRulings(self, self.combatants[who])

    def is_still_open(self, question: Question, option: Option) -> bool:
        if question.kind == "order":
            return self.combatants[option.target].can_act()
        return True

    # --- attacks one by one, for odds ---

    def attacks(self, who: i64) -> list[Option]:
        """List every attack with all available gear, on every other combatant, in every manner."""
        found: list[Option] = []
        me = self.combatants[who]
        if me.sheet.thing:
            return found
        for target in self.combatants:
            friendly = target.side == me.side
            if target is me or not target.here:
                continue
            if friendly and not (me.sheet.pc and target.sheet.pc):
                continue
            self.add_weapons_and_runes(me, target, friendly, found)
            self.add_engines(me, target, friendly, found)
            if can_throw(self, me) and me.holding != target.index:
                found.append(
                    self.scene.options.attack(verbs.HURL, me.holding, target.index, friendly)
                )
        return found

    def add_weapons_and_runes(
        self, me: Combatant, target: Combatant, friendly: bool, found: list[Option]
    ) -> None:
        """Add attacks with weapons and runes, for damage or instead of it."""
        options, index = self.scene.options, target.index
        for item in me.arms:
            found.append(options.attack(verbs.ATTACK, item, index, friendly))
            if target.sheet.thing:
                continue
            weapon = self.scene.weapons[item]
            if can_hinder(self, weapon):
                found.append(options.attack(verbs.HINDER, item, index, friendly))
            if weapon.is_unarmed:
                found.append(options.attack(verbs.GRAPPLE, item, index, friendly))
            if not weapon.is_ranged():
                found.append(options.attack(verbs.ESCAPE, item, index, friendly))
        for item in me.runes:
            found.append(options.attack(verbs.RUNE, item, index, friendly))
            if not target.sheet.thing:
                found.append(options.attack(verbs.AFFLICT, item, index, friendly))

    def add_engines(
        self, me: Combatant, target: Combatant, friendly: bool, found: list[Option]
    ) -> None:
        """Add attacks with the siege weapons of the field."""
        options = self.scene.options
        for engine in self.scene.engines:
            for verb in engine_verbs(self, engine, target):
                if not engine.is_ram():
                    found.append(options.attack(verb, engine.index, target.index, friendly))
                    continue
                found.append(options.ram(verb, engine.index, target.index, NOBODY, friendly))
                for friend in self.combatants:
                    if friend is not target and can_join(self, me, friend):
                        partner = friend.index
                        found.append(
                            options.ram(verb, engine.index, target.index, partner, friendly)
                        )

    def hindrance(self, who: i64, attack: Option) -> str:
        return hindrance_of(self, self.combatants[who], attack)

    def bring_within_reach(self, who: i64, attack: Option) -> None:
        """Make the attack possible with as few changes as needed."""
        me = self.combatants[who]
        target = self.combatants[attack.target]
        target.hidden = False
        if verbs.is_rune(attack.verb) and me.stamina == 0:
            me.stamina = 1
        if verbs.is_fired(attack.verb) or verbs.is_ram(attack.verb):
            engine = self.scene.engines[attack.item]
            me.spot = engine.spot
            self.loaded[engine.index] = not engine.is_ram()
            self.go_near(target, me, attack)
            return
        if attack.verb == verbs.GRAPPLE or attack.verb == verbs.ESCAPE:
            self.let_go(me)
            self.let_go(target)
        if attack.verb == verbs.ESCAPE:
            self.go_near(
                me, me, self.scene.options.attack(verbs.ATTACK, attack.item, attack.target)
            )
            self.take_hold(target, me)
            return
        self.go_near(me, me, attack)
        if me.holding != NOBODY:
            self.combatants[me.holding].spot = me.spot

    def go_near(self, mover: Combatant, attacker: Combatant, attack: Option) -> None:
        """Move a combatant to the nearest spot from which nothing hinders the attack."""
        start = mover.spot
        moves = self.places.moves[start]
        for spot in sorted(range(len(moves)), key=lambda spot: (moves[spot], spot)):
            mover.spot = spot
            if not hindrance_of(self, attacker, attack):
                return
        mover.spot = start

    def make_attack(self, who: i64, attack_option: Option) -> AttackResult:
        return attack(self, self.combatants[who], attack_option)
