"""The player called `simple`, for Mithryn: a sensible fighter that rolls no dice of its own.

It attacks where it can take most, dangerous enemies first, and moves to where an attack is more
valuable. It reacts if the reaction saves more than the action is worth. It mends friends, picks up
better weapons, and flees when the fight is hopeless. Results of attacks are read from the odds of
the rules' own strikes; facts that follow from sheets alone are computed once per scenario.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.fight import Fight
from affray.core.questions import NOBODY, Option, Question, Ruling
from affray.core.table import Player
from affray.players.expected import figure
from affray.rulesets.mithryn import options
from affray.rulesets.mithryn.attack import HELPED_DICE, Strike
from affray.rulesets.mithryn.combatant import Combatant
from affray.rulesets.mithryn.fight import MithrynFight
from affray.rulesets.mithryn.reach import can_wield, reaches
from affray.rulesets.mithryn.setup import Scene
from affray.rulesets.mithryn.sheet import Weapon
from affray.rulesets.mithryn.turn import can_flee
from affray.space.zones import APART, FARTHEST

FISTS: Final[i64] = 0
"""The number of bare hands among the weapons of every scenario."""
USUAL_DEFENSE: Final[i64] = 5
"""The Defense by which fighters and weapons are compared."""
NEVER: Final = 1e9
"""The price of a fighter's only action."""
MOST_SIDES: Final[i64] = 20
"""The most sides of a weapon's die; a higher Defense is hit as often as this one."""
UNKNOWN: Final = -1.0
"""The placeholder for a number that was not computed yet."""


@dataclass
class Weights:
    """The tuned numbers. The value of harm is a share of a life, times how dangerous its owner
    is."""

    menace: float = 1.0
    """A dangerous enemy, relative to one who is nearly down: a higher number prefers the
    dangerous one."""
    sure_hit: float = 0.01
    """The bonus for the target that is easier to hit, of two who would drop alike."""
    downed: float = 0.001
    """An attack on a collapsed enemy, relative to no attack."""
    guarding: float = 2.0
    """The action that interposing costs, relative to a friend's life: a higher number interposes
    less."""
    shield: float = 0.6
    """The hits that a shield may still save in a round, relative to helping now."""
    frail: float = 3.0
    """The hit points at which a fighter considers fleeing."""
    outnumbered: float = 3.0
    """The number of enemies per friend that makes a fight hopeless for a frail fighter."""


class Attack:
    """The attacks of a fighter with one weapon, plain or rushed, with their values and options."""

    def __init__(self, tables: Tables, who: i64, weapon: Weapon, is_rushed: bool) -> None:
        scene, item = tables.scene, weapon.index
        manner = options.RUSHED if is_rushed else options.PLAIN
        self.tables: Final = tables
        self.weapon: Final = weapon
        self.dice: Final = scene.strike_dice(who, item, is_rushed)
        self.is_possible: Final = not is_rushed or weapon.rushed_count > 0  # [attack.reload]
        self.reach: Final = bytes(
            [int(reaches(scene.house, weapon, distance)) for distance in range(FARTHEST + 1)]
        )
        """By distance: 1 if the weapon reaches, otherwise 0."""
        self.by_hand: Final = scene.attack_options.by_target(who, item, manner, False)
        self.from_afar: Final = scene.attack_options.by_target(
            who, item, manner, weapon.is_throwable
        )
        """The options to attack each fighter, in the same zone and elsewhere."""
        self._hits: Final[list[float]] = [UNKNOWN] * int(MOST_SIDES + 1)
        self._values: Final[list[float]] = [UNKNOWN] * (2 * len(scene.sheets) * tables.row)

    def hits(self, defense: i64) -> float:
        """Return the expected hits against a Defense."""
        least = defense if defense < MOST_SIDES else MOST_SIDES
        found = self._hits[least]
        if found == UNKNOWN:
            dice = self.dice
            strike = Strike(dice, dice.count, least, dice.is_precise, dice.sure_hits)
            found = figure(strike, "hits").mean() if self.is_possible else 0.0
            self._hits[least] = found
        return found

    def value(self, target: Combatant) -> float:
        """Return the value of such an attack against a target in its current state."""
        tables = self.tables
        if target.collapsed:
            return tables.weights.downed
        row = 2 * target.index + 1 if target.shield_raised else 2 * target.index
        place = row * tables.row + target.hit_points
        found = self._values[place]
        if found == UNKNOWN:
            hits = self.hits(target.defense())
            found = (share(hits, target) + tables.weights.sure_hit * hits) * tables.life_value(
                target
            )
            self._values[place] = found
        return found


class Tables:
    """Facts that follow from the sheets of a scenario: attacks, dangers, and who acts first."""

    def __init__(self, scene: Scene, weights: Weights) -> None:
        self.scene: Final = scene
        self.weights: Final = weights
        self.row: Final[i64] = 1 + max([int(sheet.hit_points) for sheet in scene.sheets])
        """The number of values for each target with its shield down, and raised."""
        self.width: Final[i64] = len(scene.weapons)
        people = range(len(scene.sheets))
        self._attacks: Final = [
            Attack(self, who, weapon, is_rushed)
            for who in people
            for is_rushed in (False, True)
            for weapon in scene.weapons
        ]
        self.first: Final = [self.most_hits(who, scene.sheets[who].arms, False) for who in people]
        self.second: Final = [self.most_hits(who, scene.sheets[who].arms, True) for who in people]
        """The expected hits of each fighter's best first and second attack."""
        self.shoots: Final = [
            any(scene.weapons[item].is_ranged for item in sheet.arms) for sheet in scene.sheets
        ]
        order = sorted(people, key=lambda who: (not self.shoots[who], -self.danger(who, True)))
        self.order: Final = [
            [who for who in order if scene.sheets[who].side == side]
            for side in range(len(scene.sides))
        ]
        """The fighters of each side in the best order to act: archers first, while friends are
        near to help, then the most dangerous."""

    def attack(self, who: i64, item: i64, is_rushed: bool) -> Attack:
        """Return a fighter's attacks with a weapon."""
        row = 2 * who + 1 if is_rushed else 2 * who
        return self._attacks[row * self.width + item]

    def most_hits(
        self, who: i64, arms: tuple[int, ...], is_rushed: bool, defense: i64 = USUAL_DEFENSE
    ) -> float:
        """Return the expected hits of a fighter's best attack with some weapons."""
        most = 0.0
        for item in arms:
            hits = self.attack(who, item, is_rushed).hits(defense)
            if hits > most:
                most = hits
        return most

    def danger(self, who: i64, is_healthy: bool) -> float:
        """Return the expected hits of a fighter's best turn: of two attacks, or of one if
        Wounded."""
        if is_healthy and self.scene.sheets[who].full_actions > 1:
            return self.first[who] + self.second[who]
        return self.first[who]

    def life_value(self, who: Combatant) -> float:
        """Return the value of a fighter's whole life, to friends and enemies alike."""
        return 1.0 + self.weights.menace * self.danger(who.index, not who.is_wounded())


def share(hits: float, who: Combatant) -> float:
    """Return the share of a fighter's remaining life that some hits take."""
    left = float(who.hit_points)
    return hits / left if hits < left else 1.0


class SimplePlayer(Player):
    """The simple player: takes the most valuable option, and decides alike in equal fights."""

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights: Final = weights if weights is not None else WEIGHTS
        self._tables: Tables | None = None

    def reads_options(self) -> bool:
        return False

    def tables(self, scene: Scene) -> Tables:
        """Return the tables of a scenario, which all players with the same weights share."""
        found = self._tables
        if found is None or found.scene is not scene:
            notes = scene.player_notes
            if isinstance(notes, Tables) and notes.weights is self.weights:
                found = notes
            else:
                found = Tables(scene, self.weights)
                scene.player_notes = found
            self._tables = found
        return found

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        assert isinstance(fight, MithrynFight)
        tables = self.tables(fight.scene)
        kind = question.kind
        if kind == "turn":
            return Turn(tables, fight, fight.combatants[question.who]).choose()
        if kind == "order":
            return fight.scene.act[first_to_act(tables, fight, question.side)]
        if kind not in ("interpose", "defend", "help"):
            return question.default_option()
        me = fight.combatants[question.who]
        about, target = fight.combatants[question.about], fight.combatants[question.target]
        if kind == "interpose":
            reacts = wants_to_interpose(tables, fight, me, about, target)
            return options.INTERPOSE if reacts else options.NO
        if kind == "defend":
            return options.DEFEND if wants_to_defend(tables, fight, me, about) else options.NO
        return options.HELP if wants_to_help(tables, fight, me, about, target) else options.NO


WEIGHTS: Final = Weights()


def first_to_act(tables: Tables, fight: MithrynFight, side: i64) -> i64:
    """Return the fighter of a side who acts next. Fighters without an action come last."""
    idle: i64 = NOBODY
    for index in tables.order[side]:
        who = fight.combatants[index]
        if who.is_waiting():
            if who.actions(fight.house) > 0:
                return who.index
            if idle == NOBODY:
                idle = who.index
    return idle


# --- a turn ---


@mypyc_attr(acyclic=True)
class Turn:
    """One decision about an action of a fighter."""

    def __init__(self, tables: Tables, fight: MithrynFight, who: Combatant) -> None:
        self.tables: Final = tables
        self.fight: Final = fight
        self.who: Final = who
        self.best: Attack | None = None
        self.target: Combatant = who
        """The target of the best attack that `look` found."""

    def choose(self) -> Option:
        """Choose an action.

        The first attack of a turn has the better dice at any time in it, so other actions come
        first.
        """
        fight, who = self.fight, self.who
        is_first = fight.attacks_made == 0
        if self.is_hopeless() and can_flee(fight, who):
            return options.FLEE
        if is_first:
            friend = self.mend(False)
            if friend is not None:
                return friend
        here = self.look(who.zone, not is_first)
        best, target = self.best, self.target
        if is_first and fight.actions_left > 1 and not who.is_held():
            zone = self.better_zone(here)
            if zone >= 0:
                return fight.scene.move[zone]
        if best is None:
            return self.last_resort()
        if best.weapon.index == FISTS:
            found = self.better_weapon()
            if found is None and len(who.arms) > 1:
                found = self.step_back()
            if found is not None:
                return found
        return (best.by_hand if target.zone == who.zone else best.from_afar)[target.index]

    def look(self, zone: i64, is_rushed: bool) -> float:
        """Find the most valuable attack from a zone, and return its value.

        Bare hands, which are last, count only without another attack.
        """
        fight, who = self.fight, self.who
        distances = fight.scene.zones.near[zone]
        most = 0.0
        self.best = None
        for item in who.arms:
            if item == FISTS and most > 0.0:
                continue
            attack = self.tables.attack(who.index, item, is_rushed)
            if not attack.is_possible or not can_wield(fight, who, attack.weapon):
                continue
            for target in fight.enemies[who.side]:
                distance: i64 = distances[target.zone]
                if attack.reach[distance] == 0 or not target.is_present():
                    continue
                value = attack.value(target)
                if value > most and (distance == 0 or self.may_lose(attack, target)):
                    most = value
                    self.best = attack
                    self.target = target
        return most

    def may_lose(self, attack: Attack, target: Combatant) -> bool:
        """Return whether a weapon may be used from afar: it is kept, is one of several, finishes
        the target, or is the only use of a single action."""
        fight, who, weapon = self.fight, self.who, attack.weapon
        if weapon.is_ranged or weapon.is_set:
            return True
        for item in who.arms:
            if item != weapon.index and item != FISTS:
                if can_wield(fight, who, fight.scene.weapons[item]):
                    return True
        if who.sheet.full_actions == 1 and not fight.has_enemy_in(who.zone, who.side):
            return True
        return target.is_able() and attack.hits(target.defense()) >= float(target.hit_points)

    def better_zone(self, here: float) -> i64:
        """Return the neighbouring zone from which one attack is better than two from here; -1 if
        there is none.

        Archers and knife throwers who have a target stay.
        """
        who, best = self.who, self.best
        most = here
        if best is not None:
            if best.weapon.is_ranged or best.weapon.is_set or self.has_all_enemies():
                return -1
            most += self.look(who.zone, True)
        found: i64 = -1
        for zone in self.fight.scene.zones.neighbours[who.zone]:
            value = self.look(zone, False)
            if value > most:
                most = value
                found = zone
        return found

    def has_all_enemies(self) -> bool:
        """Return whether every enemy who can be attacked is in the fighter's zone."""
        for enemy in self.fight.enemies[self.who.side]:
            if enemy.zone != self.who.zone and enemy.is_present():
                return False
        return True

    def last_resort(self) -> Option:
        """Choose an action when there is no target."""
        fight, who = self.fight, self.who
        found = self.better_weapon()
        if found is None:
            found = self.mend(True)
        if found is None and who.is_held():
            return options.BREAK_FREE
        if found is None and self.tables.shoots[who.index] and fight.attacks_made > 0:
            found = self.step_back()
            return found if found is not None else options.END_TURN
        return found if found is not None else self.approach()

    def mend(self, is_idle: bool) -> Option | None:
        """Find a friend here to mend: a collapsed one, or one who needs a poultice.

        The Wounded need one; an idle fighter also mends any hurt friend.
        """
        who, scene = self.who, self.fight.scene
        has_poultice = who.poultices > 0
        for friend in self.fight.members[who.side]:
            if not has_poultice and not friend.collapsed:
                continue
            if friend.zone != who.zone or not friend.is_present():
                continue
            if friend.collapsed and friend is not who:
                return scene.stabilise[friend.index]
            if has_poultice and friend.hit_points < friend.sheet.hit_points:
                if is_idle or friend.is_wounded():
                    return scene.poultice[friend.index]
        return None

    def better_weapon(self) -> Option | None:
        """Find a weapon on the ground here that hits more than any at hand."""
        who, tables = self.who, self.tables
        for item, zone in self.fight.lying:
            if zone == who.zone:
                hits = tables.attack(who.index, item, False).hits(USUAL_DEFENSE)
                if hits > tables.most_hits(who.index, who.arms, False):
                    return self.fight.scene.pick_up[item]
        return None

    def step_back(self) -> Option | None:
        """Find a zone without enemies, further from them, from which a weapon reaches one."""
        fight, who = self.fight, self.who
        if not who.is_held():
            for zone in fight.scene.zones.neighbours[who.zone]:
                if self.steps_to_enemy(zone) > self.steps_to_enemy(who.zone):
                    self.look(zone, False)
                    if self.best is not None and self.best.weapon.index != FISTS:
                        return fight.scene.move[zone]
        return None

    def approach(self) -> Option:
        """Choose the zone that is nearest to an enemy."""
        nearest = self.steps_to_enemy(self.who.zone)
        found = options.END_TURN
        for zone in self.fight.scene.zones.neighbours[self.who.zone]:
            steps = self.steps_to_enemy(zone)
            if steps < nearest:
                nearest = steps
                found = self.fight.scene.move[zone]
        return found

    def steps_to_enemy(self, zone: i64) -> i64:
        """Return how many steps the nearest enemy is from a zone."""
        steps = self.fight.scene.zones.steps[zone]
        nearest: i64 = APART
        for enemy in self.fight.enemies[self.who.side]:
            if enemy.is_able() and steps[enemy.zone] < nearest:
                nearest = steps[enemy.zone]
        return nearest

    def is_hopeless(self) -> bool:
        """Return whether the fighter is badly hurt and far outnumbered."""
        fight, who, weights = self.fight, self.who, self.tables.weights
        if float(who.hit_points) > weights.frail or who.hit_points == who.sheet.hit_points:
            return False
        enemies = count_able(fight.enemies[who.side])
        friends = count_able(fight.members[who.side])
        return float(enemies) >= weights.outnumbered * float(friends)


def count_able(fighters: list[Combatant]) -> i64:
    """Return how many of these fighters can still fight."""
    found: i64 = 0
    for fighter in fighters:
        if fighter.is_able():
            found += 1
    return found


# --- reactions ---


def price_of_reaction(
    tables: Tables, fight: MithrynFight, who: Combatant, harm: float, defense: i64
) -> float:
    """Return the expected hits lost with the action that a reaction costs, if the fighter has taken
    `harm` by then.

    The price of the only action is never paid.
    """
    before = who.hit_points
    left = before - int(harm)
    who.hit_points = left if left > 1 else 1
    now = who.actions_owing(fight.house, who.actions_owed)
    then = who.actions_owing(fight.house, who.actions_owed + 1)
    who.hit_points = before
    if then == now:
        return 0.0
    return NEVER if then == 0 else tables.most_hits(who.index, who.arms, True, defense)


def announced_hits(
    tables: Tables, fight: MithrynFight, attacker: Combatant, target: Combatant
) -> float:
    """Return the expected hits of the announced attack on a target."""
    option = fight.announced
    if option is None:
        return 0.0
    defense = target.defense()
    first = tables.attack(attacker.index, option.item, option.value == options.RUSHED)
    hits = first.hits(defense)
    if option.value == options.BOTH:
        hits += tables.attack(attacker.index, option.item, True).hits(defense)
    return hits


def wants_to_defend(
    tables: Tables, fight: MithrynFight, me: Combatant, attacker: Combatant
) -> bool:
    """Return whether the cancelled hit is worth more than the action."""
    hits = announced_hits(tables, fight, attacker, me)
    saved = hits if hits < 1.0 else 1.0
    return saved > price_of_reaction(tables, fight, me, hits - saved, attacker.defense())


def wants_to_interpose(
    tables: Tables, fight: MithrynFight, me: Combatant, attacker: Combatant, target: Combatant
) -> bool:
    """Return whether the saved share of a friend's life is worth more than the action and the
    cost to the fighter's own life."""
    if target.side != me.side or not target.is_able():
        return False
    mine = announced_hits(tables, fight, attacker, me)
    if me.shield_raised and not me.shield_spent:
        mine -= float(me.sheet.interpose_cancels)
        if mine < 0.0:
            mine = 0.0
    theirs = announced_hits(tables, fight, attacker, target)
    gain = share(theirs, target) * tables.life_value(target) - share(mine, me) * tables.life_value(
        me
    )
    if gain <= 0.0:
        return False
    price = price_of_reaction(tables, fight, me, mine, attacker.defense())
    price = share(price, attacker) * tables.life_value(attacker) if price < NEVER else NEVER
    return gain > tables.weights.guarding * price


def wants_to_help(
    tables: Tables, fight: MithrynFight, me: Combatant, attacker: Combatant, target: Combatant
) -> bool:
    """Return whether the dice rolled again should take more than the action would.

    The target must not have dropped already, and a shield may be needed later.
    """
    option = fight.announced
    left = float(target.hit_points - fight.hits_rolled)
    if option is None or left <= 0.0 or target.collapsed:
        return False
    is_rushed = option.value == options.RUSHED
    count = fight.misses_rolled if fight.misses_rolled < HELPED_DICE else HELPED_DICE
    attack = tables.attack(attacker.index, option.item, is_rushed)
    rolled = attack.hits(target.defense()) - float(attack.dice.sure_hits)
    hits = rolled * float(count) / float(attack.dice.count)
    price = price_of_reaction(tables, fight, me, 0.0, target.defense())
    if me.shield_raised:
        price += tables.weights.shield
    return (hits if hits < left else left) > price
