"""The fight: rounds, alternating activations, and the state that the rules change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from mypy_extensions import i64

from affray.core.fight import AttackResult, Fight, Fighter
from affray.core.questions import NOBODY, RULED, Option, Question
from affray.core.state import Transient
from affray.core.table import Table
from affray.rulesets.shinobi import keywords, log, verbs
from affray.rulesets.shinobi.close import close_attack, close_hindrance
from affray.rulesets.shinobi.combatant import Model
from affray.rulesets.shinobi.house import House
from affray.rulesets.shinobi.ranged import (
    THROW,
    ranged_attack,
    shot_hindrance,
    shot_range,
    throw_hindrance,
    throw_shuriken,
)
from affray.rulesets.shinobi.rulings import ShinobiRulings
from affray.rulesets.shinobi.status import bring_back
from affray.rulesets.shinobi.turn import ActivateQuestion, activate
from affray.space.squares import EMPTY, FACINGS, Positions, Squares, Ways, open_way

if TYPE_CHECKING:
    from affray.rulesets.shinobi.combat import Bout
    from affray.rulesets.shinobi.setup import Scene


NO_MODELS: Final[list[Model]] = []
"""A shared empty list of models, which must not be changed."""


class ShinobiFight(Fight):
    """A fight by the Shinobi rules.

    `positions` holds the model in each space, and how many enemies of each side have it in their
    influence zone. `teams` are the models of each side, and `enemies` those of all other sides, on
    the board or off it. `bout` is the combat that a player is asked about, `acting` the active
    model, and `turn_left` describes the rest of its activation.
    """

    scene: Final[Scene]
    house: Final[House]
    board: Final[Squares]
    models: Final[list[Model]]
    teams: Final[list[list[Model]]]
    enemies: Final[list[list[Model]]]
    positions: Final[Positions]
    next_side: i64 = NOBODY
    bout: Transient[Bout | None] = None
    acting: Transient[i64] = NOBODY
    turn_left: Transient[str] = ""

    def __init__(self, scene: Scene, table: Table, is_deployed: bool = True) -> None:
        models = [Model(index, sheet) for index, sheet in enumerate(scene.sheets)]
        super().__init__(scene, table, cast("list[Fighter]", models))
        self.models = models
        sides = range(len(scene.sides))
        self.teams = [[model for model in models if model.side == side] for side in sides]
        self.enemies = [[model for model in models if model.side != side] for side in sides]
        self.positions = Positions(scene.squares, len(scene.sides))
        self.scene = scene
        self.house = scene.house
        self.board = scene.squares
        if is_deployed:
            self.deploy()

    def deploy(self) -> None:
        """Put all models where their sheets say."""
        for model in self.models:
            self.put(model, model.sheet.cell, model.facing)

    def become(self, other: Fight) -> None:
        """Take over the state of another fight of the same setup.

        A model that stands elsewhere there, or has another zone, is lifted and put there.
        """
        assert isinstance(other, ShinobiFight)
        for model in self.models:
            if model.cell >= 0 and not model.holds_zone_of(other.models[model.index]):
                self.lift(model)
        super().become(other)
        for model in self.models:
            if model.cell >= 0 and self.positions.models[model.cell] != model.index:
                self.stand(model)

    def place_name(self, who: i64) -> str:
        return self.board.name(self.models[who].cell)

    def position(self, who: i64) -> dict[str, object]:
        model = self.models[who]
        if not model.is_present():
            return {"place": None}
        return {"place": int(model.cell), "facing": FACINGS[model.facing]}

    def turn_order(self) -> list[dict[str, object]]:
        """List the models that have acted this round, the active one, and those still to act."""
        present = [model for model in self.models if model.is_present()]
        found = [in_order(model, "acted") for model in present if model.acted]
        if self.acting != NOBODY:
            found.append(in_order(self.models[self.acting], "acting", self.turn_left))
        sides = len(self.scene.sides)
        waiting = [
            [m for m in present if m.side == side and not m.acted and m.index != self.acting]
            for side in range(sides)
        ]
        side = int(self.next_side) if self.acting == NOBODY else int(self.next_side) + 1
        while any(waiting):
            if waiting[side % sides]:
                found.append(in_order(waiting[side % sides].pop(0), "waiting"))
            side += 1
        out = [m for m in self.models if not m.is_present() and m.index != self.acting]
        return found + [in_order(model, "out") for model in out]

    # --- rounds ---

    def step(self) -> None:
        """Play one activation of the side whose turn it is [turn.alternate]."""
        if self.next_side == NOBODY:
            self.begin_round()
        side = self.next_side
        who = self.choose_model(side)
        if who is not None:
            self.turns += 1
            activate(self, who)
            who.acted = True
        self.pass_on(side)

    def begin_round(self) -> None:
        """Roll for initiative.

        A roll-off in which ties are rolled again is one even die with a face for each side.
        """
        self.round += 1
        self.next_side = self.table.die(len(self.scene.sides)) - 1
        log.round_began(self)
        if not self.has_waiting(self.next_side):
            self.next_side = self.side_after(self.next_side)

    def choose_model(self, side: i64) -> Model | None:
        """Ask the side which of its models that have not acted does so now."""
        while self.has_waiting(side):
            chosen = self.ask(ActivateQuestion(self, side))
            if chosen is not RULED:
                return self.models[chosen.target]
        return None

    def has_waiting(self, side: i64) -> bool:
        """Return whether a side has a model on the board that has not acted this round."""
        for model in self.teams[side]:
            if model.is_waiting():
                return True
        return False

    def side_after(self, side: i64) -> i64:
        """Return the next side with a model left to act; NOBODY if none has one."""
        sides: i64 = len(self.scene.sides)
        other = side
        for _ in range(sides):
            other += 1
            if other == sides:
                other = 0
            if self.has_waiting(other):
                return other
        return NOBODY

    def pass_on(self, side: i64) -> None:
        """Go on to the next side, the next round, or the end."""
        if self.sides_left() >= 2:
            self.next_side = self.side_after(side)
            if self.next_side != NOBODY:
                return
            self.end_round()
        if self.sides_left() < 2 or self.round >= self.scene.round_limit:
            self.end()

    def end_round(self) -> None:
        """End the round: the injured may come back, and models have again what they have once a
        round."""
        if self.house.injured_return:
            bring_back(self)
        for model in self.models:
            model.begin_round()

    def end(self) -> None:
        """End the fight, when one side is left or the rounds are over."""
        self.ended = True
        log.fight_ended(self)

    # --- the board ---

    def ways_of(self, who: Model) -> Ways:
        """Return the ways a model can go, and what their spaces cost [board.terrain]."""
        if not who.has(keywords.SUREFOOT | keywords.LEAP):
            return self.scene.ways[0]
        sure = 1 if who.has(keywords.SUREFOOT) else 0
        return self.scene.ways[sure + 2 if who.has(keywords.LEAP) else sure]

    def has_open_way(self, who: Model, goal: i64, movement: i64) -> bool:
        """Return whether a model can walk to a space without a Dodge on the way.

        It may need one to leave the space where it stands.
        """
        if self.spaces(who.cell, goal) > movement:
            return False
        ways = self.ways_of(who)
        return len(open_way(ways, who.cell, goal, movement, self.positions, who.side)) > 0

    def spaces(self, here: i64, there: i64) -> i64:
        """Return how many spaces apart two spaces are."""
        return self.board.distances(here)[there]

    def zone_of(self, who: Model) -> list[int]:
        """List the spaces around a model, its influence zone [board.influence].

        The zone of a model that entangles is two spaces wide [keywords.profiles].
        """
        return self.board.within(who.cell, 2 if who.has(keywords.ENTANGLE) else 1)

    def is_in_zone_of(self, who: Model, cell: i64) -> bool:
        """Return whether a space is in a model's influence zone."""
        wide: i64 = 2 if who.has(keywords.ENTANGLE) else 1
        return self.spaces(who.cell, cell) <= wide

    def assistants(self, who: Model, enemy: Model) -> list[Model]:
        """List the friends who assist a model against an enemy: not stunned, with the enemy in
        their zone."""
        zones = self.guards_at(enemy, enemy.cell)
        if zones == 0:
            return NO_MODELS
        found: list[Model] = []
        for cell in self.board.zones[enemy.cell]:
            index = self.positions.models[cell]
            if index >= 0:
                friend = self.models[index]
                if friend.side == who.side:
                    zones -= 1
                    if friend is not who and friend.stun_tokens == 0:
                        found.append(friend)
        if zones > 0:  # zones that reach here from two spaces away
            for friend in self.teams[who.side]:
                if friend is not who and friend.is_able() and friend not in found:
                    if self.is_in_zone_of(friend, enemy.cell):
                        found.append(friend)
        return found

    def put(self, who: Model, cell: i64, facing: i64) -> None:
        """Put a model into a space of its own [board.squares]."""
        if who.cell >= 0:
            self.lift(who)
        who.cell = cell
        who.facing = facing
        self.stand(who)

    def take_off(self, who: Model) -> None:
        """Take a model off the board."""
        if who.cell >= 0:
            self.lift(who)
            who.cell = EMPTY
            who.hidden = False

    def stand(self, who: Model) -> None:
        """Note that a model stands in its space, with its zone around it."""
        self.positions.models[who.cell] = who.index
        self.guard(who, 1)

    def lift(self, who: Model) -> None:
        """Take a model from its space, and its zone with it."""
        self.guard(who, -1)
        self.positions.models[who.cell] = EMPTY

    def guard(self, who: Model, change: i64) -> None:
        """Note for every other side that a model's zone is there, or is gone."""
        self.positions.add_zone(self.zone_of(who), who.side, change)

    def guards_at(self, who: Model, cell: i64) -> i64:
        """Count the enemies of a model who have a space in their influence zone."""
        return self.positions.guards[who.side][cell]

    def is_in_zone(self, who: Model) -> bool:
        """Return whether a model stands in an enemy's influence zone."""
        return self.guards_at(who, who.cell) != 0

    def free_space_near(self, cell: i64) -> i64:
        """Return a space, or the nearest free one if it is taken; EMPTY if there is none."""
        standing = self.positions.models
        if standing[cell] == EMPTY:
            return cell
        nearest: i64 = 1_000_000
        found = EMPTY
        for other in range(self.board.size):
            if standing[other] == EMPTY and not self.board.solid[other]:
                distance = self.spaces(cell, other)
                if distance < nearest:
                    nearest = distance
                    found = other
        return found

    # --- rulings ---

    def rulings_on(self, who: i64) -> ShinobiRulings:
        return ShinobiRulings(self, self.models[who])

    def is_still_open(self, question: Question, option: Option) -> bool:
        if question.kind == "again":
            return option.target == NOBODY or self.models[option.target].is_present()
        return True

    # --- attacks one by one, for odds ---

    def attacks(self, who: i64) -> list[Option]:
        """List close attacks, shots and shuriken at every enemy."""
        attacker = self.models[who]
        found: list[Option] = []
        for target in self.models:
            if target.side != attacker.side:
                found.append(self.scene.attack[target.index])
                if attacker.range > 0:
                    found.append(self.scene.shoot[target.index])
                found.append(self.scene.throw[target.index])
        return found

    def hindrance(self, who: i64, attack: Option) -> str:
        attacker, target = self.models[who], self.models[attack.target]
        if not attacker.is_present():
            return f"{attacker.name} is off the board"
        if not target.is_present():
            return f"{target.name} is off the board"
        most = attacker.reach
        if attack.verb == verbs.RANGED:
            phrase = shot_hindrance(self, attacker, target)
            most = shot_range(attacker)
        elif attack.verb == verbs.SHURIKEN:
            phrase = throw_hindrance(self, attacker, target)
            most = THROW
        else:
            phrase = close_hindrance(self, attacker, target)
        return log.hindered(self, phrase, attacker, target, most)

    def bring_within_reach(self, who: i64, attack: Option) -> None:
        """Move the attacker to the nearest space the attack can be made from, in front of the
        target if possible."""
        attacker, target = self.models[who], self.models[attack.target]
        board = self.board
        before, facing = attacker.cell, attacker.facing
        free = [
            cell
            for cell in range(board.size)
            if not board.solid[cell] and self.positions.models[cell] == EMPTY
        ]
        free.sort(
            key=lambda cell: (
                self.spaces(cell, target.cell),
                board.is_behind(target.cell, target.facing, cell),
                cell,
            )
        )
        for cell in free:
            self.put(attacker, cell, board.towards(cell, target.cell))
            if not self.hindrance(who, attack):
                return
        self.put(attacker, before, facing)

    def make_attack(self, who: i64, attack: Option) -> AttackResult:
        attacker, target = self.models[who], self.models[attack.target]
        if attack.verb == verbs.RANGED:
            return ranged_attack(self, attacker, target)
        if attack.verb == verbs.SHURIKEN:
            return throw_shuriken(self, attacker, target)
        return close_attack(self, attacker, target)


def in_order(who: Model, status: str, left: str = "") -> dict[str, object]:
    """Return a model's entry in the order of turns."""
    return {"who": int(who.index), "status": status, "left": left}
