"""The fight, or the fights of a day: rounds, whose turn it is, and the state the rules change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from mypy_extensions import i64

from affray.core.fight import AttackResult, Fight, Fighter
from affray.core.questions import NOBODY, Option, Question, Ruling
from affray.core.table import Table
from affray.rulesets.orrery.actions import hindrance_of, take_turn
from affray.rulesets.orrery.attack import (
    AFFLICT,
    ATTACK,
    ESCAPE,
    FIRE,
    FRIENDLY,
    FRIENDLY_RUNE,
    GRAPPLE,
    HINDER,
    RAM,
    RUNE,
    attack,
)
from affray.rulesets.orrery.combatant import Combatant
from affray.rulesets.orrery.environment import happen
from affray.rulesets.orrery.gear import EVERY_FIGHT, MOON
from affray.rulesets.orrery.health import bleed
from affray.rulesets.orrery.pool import fixed_face
from affray.rulesets.orrery.recovery import recover
from affray.rulesets.orrery.rulings import OrreryRulings
from affray.rulesets.orrery.siege import can_join
from affray.rulesets.orrery.statuses import come_to_light
from affray.space.bands import BANDS, TOUCH

if TYPE_CHECKING:
    from affray.rulesets.orrery.scene import Scene


class OrreryFight(Fight):
    """A fight by the Orrery rules, or a day of them."""

    def __init__(self, scene: Scene, table: Table) -> None:
        combatants = [Combatant(index, sheet) for index, sheet in enumerate(scene.sheets)]
        super().__init__(scene, table, cast("list[Fighter]", combatants))
        self.scene: Final = scene
        self.house: Final = scene.house
        self.places: Final = scene.places
        self.combatants: Final = combatants
        self.loaded: list[bool] = [engine.loaded for engine in scene.engines]
        self.chapter: i64 = 0
        self.chapter_round: i64 = 0
        self.order: list[int] = []
        self.side_at: i64 = 0
        self.rested_on: i64 = NOBODY
        # of the turn, the pool and the attack that are being played; never between turns
        self.actions_left: i64 = 0
        self.pushed: bool = False
        self.rolled: i64 = 0
        self.incoming: i64 = 0

    def place_name(self, who: i64) -> str:
        return self.places.spots[self.combatants[who].spot].name

    def position(self, who: i64) -> dict[str, object]:
        return {"place": int(self.combatants[who].spot)}

    # --- rounds and fights ---

    def step(self) -> None:
        """One turn: sides alternate, each in any order it likes [core.turn]."""
        if self.side_at == len(self.order):
            self.begin_round()
            if self.sides_left() < 2:
                self.conclude()
                return
        side: i64 = self.order[self.side_at]
        waiting: list[Option] = []
        for combatant in self.combatants:
            if combatant.side == side and not combatant.acted and combatant.can_act():
                waiting.append(self.scene.act[combatant.index])
        if not waiting:
            self.side_at += 1
            if self.side_at == len(self.order) and self.chapter_round >= self.scene.round_limit:
                self.end()
            return
        chosen = self.ask(Question("order", side, NOBODY, waiting))
        actor = self.combatants[chosen.target]
        if actor.can_act():
            self.turns += 1
            take_turn(self, actor)
        actor.acted = True
        if self.sides_left() < 2:
            self.conclude()

    def begin_round(self) -> None:
        """A new round, with whatever the scenario has in store for it."""
        if not self.order:
            self.begin_fight()
        self.round += 1
        self.chapter_round += 1
        self.side_at = 0
        if self.wants_events:
            self.tell("round", {"round": int(self.chapter_round)}, ("core.turn",))
        for combatant in self.combatants:
            combatant.acted = False
            combatant.owed = 0
        bleed(self)
        for event in self.scene.happenings:
            if event.fight == self.chapter and event.round == self.chapter_round:
                happen(self, event)

    def begin_fight(self) -> None:
        """The order of the sides: by their best Moon dice [core.turn], or by option
        [core.first-side]."""
        if self.wants_events:
            self.tell("fight", {"title": self.scene.chapters[self.chapter].title}, ("core.turn",))
        sides = list(range(len(self.scene.sides)))
        if self.house.first_side == "as listed":
            self.order = sides
            return
        pcs = {int(one.side) for one in self.combatants if one.sheet.pc}
        faces: list[int] = [0 for _ in sides]
        if self.house.first_side == "best moon":
            faces = [self.moon_face(side) for side in sides]
        self.order = sorted(sides, key=lambda side: (-faces[side], side not in pcs, side))
        if self.wants_events and self.house.first_side == "best moon":
            names = self.scene.sides
            shown = ", ".join([f"{names[side]} Moon {faces[side]}" for side in sides])
            self.tell("initiative", {"faces": shown, "first": names[self.order[0]]}, ("core.turn",))

    def moon_face(self, side: int) -> int:
        """What a side's best Moon die shows [core.turn]."""
        best: Combatant | None = None
        for one in self.combatants:
            if one.side == side and one.can_act():
                if best is None or one.sheet.scores[MOON] > best.sheet.scores[MOON]:
                    best = one
        if best is None:
            return 0
        sides: i64 = best.sheet.scores[MOON]
        return int(fixed_face(sides) if self.has_figures(best) else self.table.die(sides))

    def conclude(self) -> None:
        """One side is left: the day goes on for it if it has fights before it, and ends if not."""
        following = self.chapter + 1
        if following < len(self.scene.chapters) and self.somebody_goes_on():
            recover(self, self.scene.chapters[following].after)
            self.muster(following)
            if self.sides_left() == 2:
                return
        self.end()

    def somebody_goes_on(self) -> bool:
        """Whether anybody still standing is in the next fight too."""
        for combatant in self.combatants:
            if combatant.goes_on() and combatant.able():
                return True
        return False

    def muster(self, chapter: i64) -> None:
        """The next fight of the day: who is in it, and where."""
        self.chapter = chapter
        self.chapter_round = 0
        self.order = []
        self.side_at = 0
        start = self.scene.chapters[chapter].start
        for combatant in self.combatants:
            combatant.held_by = NOBODY
            if combatant.sheet.fight == EVERY_FIGHT:
                combatant.here = combatant.hearts > 0
                combatant.spot = start
            else:
                combatant.here = combatant.sheet.fight == chapter

    def minutes(self) -> i64:
        """How much of the day has gone by when the present fight ends."""
        passed: i64 = 0
        for chapter in self.scene.chapters[: int(self.chapter) + 1]:
            passed += chapter.after
        return passed

    def end(self) -> None:
        """It is over."""
        self.ended = True
        if self.wants_events:
            self.tell("end", {"won": self.verdict(), "rounds": int(self.round)}, ())

    # --- what the rules ask about ---

    def band(self, one: Combatant, other: Combatant) -> i64:
        """The band between two combatants [range.bands]."""
        return self.places.band(one.spot, other.spot)

    def band_name(self, one: Combatant, other: Combatant) -> str:
        """The band between two combatants, in a word."""
        return BANDS[self.band(one, other)]

    def wholly_above(self, here: i64, there: i64) -> bool:
        """Whether whoever stands here is above whoever stands there with the whole body: by two
        metres, or what the option says [modifier.wholly-above]."""
        return self.places.above(here, there) >= self.house.wholly_above

    def has_figures(self, who: Combatant) -> bool:
        """Whether somebody has fixed figures instead of dice [block.monsters]."""
        return not self.house.monsters_roll and not who.sheet.pc

    def has_shield(self, who: Combatant) -> bool:
        """Whether there is a shield among their weapons."""
        for item in who.arms:
            if self.scene.weapons[item].is_shield:
                return True
        return False

    def can_be_harmed(self, who: Combatant) -> bool:
        """Whether harm matters to them: to the down only where they can die [health.dying]."""
        if who.hearts > 0:
            return who.present()
        return self.house.harm_kills and who.present() and not who.sheet.thing

    def can_be_attacked(self, who: Combatant) -> bool:
        """Whether an enemy can choose them: not while Hidden [status.hidden]."""
        return not who.hidden and self.can_be_harmed(who)

    def held_by(self, who: Combatant) -> Combatant | None:
        """Whom somebody holds [special.grapple]."""
        for other in self.combatants:
            if other.held_by == who.index:
                return other
        return None

    def tethered(self, who: Combatant) -> bool:
        """Whether somebody is in a grapple, on either end: then neither moves away
        [status.tethered]."""
        return who.held_by != NOBODY or self.held_by(who) is not None

    def barred(self, here: i64, there: i64) -> bool:
        """Whether something that still stands is in the way, such as a gate."""
        for index in self.scene.barriers:
            one = self.combatants[index]
            bars = one.sheet.bars
            if bars is not None and one.able():
                if (bars[0] == here and bars[1] == there) or (bars[0] == there and bars[1] == here):
                    return True
        return False

    # --- what the rules do ---

    def let_go(self, who: Combatant) -> None:
        """Ends every grapple that somebody is in [special.grapple]."""
        who.held_by = NOBODY
        for other in self.combatants:
            if other.held_by == who.index:
                other.held_by = NOBODY

    def put(self, who: Combatant, spot: i64) -> None:
        """Puts a combatant on a spot, and everybody Hidden to the test."""
        who.spot = spot
        come_to_light(self)

    def rule(self, ruling: Ruling) -> None:
        """Whatever a ruling leads to, such as a fall, is told after it."""
        self.tell_ruling(ruling)
        self.apply_ruling(ruling)

    def rulings_on(self, who: i64) -> OrreryRulings:
        return OrreryRulings(self, self.combatants[who])

    def is_still_open(self, question: Question, option: Option) -> bool:
        if question.kind == "order":
            return self.combatants[option.target].can_act()
        return True

    # --- pictures ---

    def copy(self, table: Table) -> OrreryFight:
        other = OrreryFight(self.scene, table)
        for index, mine in enumerate(self.combatants):
            other.combatants[index].become(mine)
        other.loaded = self.loaded.copy()
        other.chapter = self.chapter
        other.chapter_round = self.chapter_round
        other.order = self.order.copy()
        other.side_at = self.side_at
        other.rested_on = self.rested_on
        other.copy_counters(self)
        return other

    def key(self) -> tuple[object, ...]:
        people = tuple([one.picture() for one in self.combatants])
        # the number of the round matters only while the scenario has something in store
        last: i64 = self.scene.last_happening(self.chapter)
        stage = self.chapter_round if self.chapter_round < last else last
        return (
            people,
            tuple(self.loaded),
            int(self.chapter),
            tuple(self.order),
            int(self.side_at),
            int(self.rested_on),
            self.ended,
            int(stage),
        )

    # --- attacks one by one, for odds ---

    def attacks(self, who: i64) -> list[Option]:
        """Every attack with everything at hand, on everybody else, in every manner."""
        found: list[Option] = []
        me = self.combatants[who]
        if me.sheet.thing:
            return found
        held = self.held_by(me)
        for target in self.combatants:
            if target is me or not target.here:
                continue
            if target.side == me.side:
                if me.sheet.pc and target.sheet.pc:
                    self.add_friendly_fire(me, target, found)
                continue
            self.add_weapons_and_runes(me, target, found)
            self.add_engines(me, target, found)
            if held is not None and target is not held:
                found.append(self.scene.hurl(held.index, target.index))
        return found

    def add_friendly_fire(self, me: Combatant, friend: Combatant, found: list[Option]) -> None:
        """Attacks on another PC [block.friendly-fire]."""
        for item in me.arms:
            found.append(self.scene.attack(FRIENDLY, item, friend.index))
        for item in me.runes:
            found.append(self.scene.attack(FRIENDLY_RUNE, item, friend.index))

    def add_weapons_and_runes(self, me: Combatant, target: Combatant, found: list[Option]) -> None:
        """Attacks with weapons and runes, for damage or for something else."""
        scene = self.scene
        for item in me.arms:
            found.append(scene.attack(ATTACK, item, target.index))
            if target.sheet.thing:
                continue
            found.append(scene.attack(HINDER, item, target.index))
            if scene.weapons[item].unarmed:
                found.append(scene.attack(GRAPPLE, item, target.index))
            if not scene.weapons[item].ranged():
                found.append(scene.attack(ESCAPE, item, target.index))
        for item in me.runes:
            found.append(scene.attack(RUNE, item, target.index))
            if not target.sheet.thing:
                found.append(scene.attack(AFFLICT, item, target.index))

    def add_engines(self, me: Combatant, target: Combatant, found: list[Option]) -> None:
        """Attacks with the siege weapons of the field."""
        for engine in self.scene.engines:
            if not engine.is_ram():
                found.append(self.scene.attack(FIRE, engine.index, target.index))
                continue
            found.append(self.scene.ram(engine.index, target.index, NOBODY))
            for friend in self.combatants:
                if can_join(self, me, friend):
                    found.append(self.scene.ram(engine.index, target.index, friend.index))

    def hindrance(self, who: i64, attack: Option) -> str:
        return hindrance_of(self, self.combatants[who], attack)

    def bring_within_reach(self, who: i64, attack: Option) -> None:
        """Makes the attack possible with as little change as that takes."""
        me = self.combatants[who]
        target = self.combatants[attack.target]
        target.hidden = False
        if attack.verb == FIRE or attack.verb == RAM:
            engine = self.scene.engines[attack.item]
            me.spot = engine.spot
            if engine.is_ram():
                target.spot = engine.spot
            else:
                self.loaded[engine.index] = True
            return
        if attack.verb == RUNE or attack.verb == AFFLICT or attack.verb == FRIENDLY_RUNE:
            if me.stamina == 0:
                me.stamina = 1
        self.go_near(me, target, attack)
        if attack.verb == ESCAPE and self.places.band(me.spot, target.spot) == TOUCH:
            self.let_go(me)
            self.let_go(target)
            me.held_by = target.index

    def go_near(self, me: Combatant, target: Combatant, attack: Option) -> None:
        """Moves the attacker to the nearest spot from which the attack reaches."""
        start = me.spot
        moves = self.places.moves[start]
        wanted = attack
        if attack.verb == ESCAPE:
            wanted = self.scene.attack(ATTACK, attack.item, attack.target)
        for spot in sorted(range(len(moves)), key=lambda spot: (moves[spot], spot)):
            me.spot = spot
            if not hindrance_of(self, me, wanted):
                return
        me.spot = start

    def make_attack(self, who: i64, attack_option: Option) -> AttackResult:
        return attack(self, self.combatants[who], attack_option)
