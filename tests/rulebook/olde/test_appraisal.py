"""What the simple player keeps, skips or reckons in a quicker way is what it would be if everything
were worked out anew."""

from __future__ import annotations

import itertools

import pytest

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.odds import OddsTable
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable, Player
from affray.library import load
from affray.rulesets.olde import tactics
from affray.rulesets.olde.actions import attack_price
from affray.rulesets.olde.adjustments import (
    ALL_OUT_ATTACK,
    ALL_OUT_DAMAGE,
    FULL_EFFORT,
    HASTY,
    HASTY_ATTACK,
    PLAIN,
    attack_adjustments,
    damage_adjustments,
    defense_adjustments,
)
from affray.rulesets.olde.appraisal import (
    aim_at,
    attack_value,
    can_use_now,
    chance_in,
    chances,
    condition_value,
    distance_adjustment,
    hit_value,
    menace,
)
from affray.rulesets.olde.combatant import Combatant
from affray.rulesets.olde.field import Surroundings
from affray.rulesets.olde.fight import OldeFight
from affray.rulesets.olde.ground import (
    CLEARLY,
    CROWDED,
    NO_CELL,
    NOWHERE,
    Foe,
    Ground,
    attacks_after,
    free_spaces,
    mean_points,
)
from affray.rulesets.olde.movement import CANNOT
from affray.rulesets.olde.reach import is_enough
from affray.rulesets.olde.sheet import BARE, FINESSE, PERSISTENT, Adjustment, Use, Weapon
from affray.rulesets.olde.strike import helpless_cr
from support import random_players, simple_players

SCENARIOS = [
    "across-the-field",
    "hexes-in-the-fen",
    "ogre-at-the-bridge",
    "shield-wall",
    "sword-and-spear",
    "tavern-floor",
    "the-tourney",
]


def new_fight(scenario: str) -> OldeFight:
    fight = load(scenario).setup.new_fight(OddsTable())
    assert isinstance(fight, OldeFight)
    return fight


# --- attacks ---


def worked_out(
    fight: OldeFight, who: Combatant, weapon: Weapon, use: Use, target: Combatant
) -> tuple[float, list[float]]:
    """What a hit does, and how likely one is with more and less added, by the adjustments that the
    rules make."""
    die = who.sheet.damage_rank(use, fight.house.damage_die == "check-stat")
    harm = float(die + 1) / (4.0 if use.unarmed else 2.0)
    harm += float(
        damage_adjustments(fight, who, weapon, use, PLAIN).total + target.from_sheet.armour.total
    )
    better = attack_adjustments(fight, who, weapon, use, PLAIN).total
    defends = 0
    if target.is_helpless():
        better -= helpless_cr(target)
    else:
        better -= defense_adjustments(fight, target, use.ranged).total
        defends = target.sheet.rank(FINESSE)
    found = chances(who.sheet.rank(use.check_stat), defends)
    return max(harm, 0.5), [chance_in(found, better + more) for more in (-3, 0, 2)]


class Comparison:
    """What is kept and what is worked out anew, of all attacks between two."""

    def __init__(self, fight: OldeFight, me: Combatant, enemy: Combatant) -> None:
        self.fight, self.me, self.enemy = fight, me, enemy
        self.seen: set[tuple[object, ...]] = set()

    def make(self, what: str) -> None:
        """Compares them as the two stand now."""
        fight, me, enemy = self.fight, self.me, self.enemy
        for weapon in fight.scene.weapons:
            for use in (weapon.melee, weapon.ranged):
                if use is not None:
                    aim = aim_at(fight, me, weapon, use, enemy)
                    harm, likely = worked_out(fight, me, weapon, use, enemy)
                    kept = [aim.hit(more) for more in (-3, 0, 2)]
                    assert (aim.harm, kept, aim.chance) == (harm, likely, likely[1]), what
                    self.seen.add((harm, likely[1]))


@pytest.mark.parametrize("scenario", ["the-tourney", "hexes-in-the-fen", "shield-wall"])
def test_what_is_kept_of_an_attack_is_what_would_be_worked_out(scenario: str) -> None:
    fight = new_fight(scenario)
    me = fight.combatants[0]
    enemy = fight.enemies[me.side][0]
    for one, other in ((me, enemy), (enemy, me)):
        compared = Comparison(fight, one, other)
        compared.make("nothing")
        before = len(compared.seen)
        for who in (me, enemy):
            for flag in ("two_hands", "shielded", "blocking"):
                was = getattr(who, flag)
                setattr(who, flag, not was)
                compared.make(f"{who.name} {flag}")
                setattr(who, flag, was)
            for number in (-40, -2, 1, 5, 40):
                for name in ("attack", "defense", "damage"):
                    who.temporary = (Adjustment(name="test", **{name: number}),)
                    compared.make(f"{name} of {who.name} {number:+d}")
            who.temporary = ()
            for condition in fight.scene.conditions:
                who.afflict(condition, PERSISTENT, 9)
                compared.make(f"{who.name} is {condition.name}")
                who.cure(condition)
            hit_points = who.hit_points
            who.hit_points = 0
            compared.make(f"{who.name} is down")
            who.hit_points = hit_points
        assert len(compared.seen) > before + 20, "the changes change something"


def test_what_is_kept_of_a_spell_is_what_would_be_worked_out() -> None:
    scene = new_fight("hexes-in-the-fen").scene
    assert len({condition_value(spell) for spell in scene.spells}) > 1
    assert scene.spell_worths == [condition_value(spell) for spell in scene.spells]


# --- where one gets to ---


@pytest.mark.parametrize("scenario", ["hexes-in-the-fen", "ogre-at-the-bridge", "shield-wall"])
def test_bits_lead_where_ways_lead_whoever_is_in_the_way(scenario: str) -> None:
    field = new_fight(scenario).scene.field
    grid = field.grid
    for start in range(grid.size):
        near = Surroundings(grid, start)
        assert all(start in grid.neighbours[other] for other in grid.neighbours[start])
        open_ways = [cell for cell, _ in grid.ways_from(start, 3, [])]
        for step in range(1, 5):
            closed = open_ways[start % step :: step] if step < 4 else []
            bits = sum(near.bit(cell) for cell in closed)
            for most in (1, 2, 3):
                found = [
                    (near.cells[number].cell, steps)
                    for steps, ring in enumerate(near.rings(bits, most), 1)
                    for number in range(len(near.cells))
                    if ring >> number & 1
                ]
                assert found == grid.ways_from(start, most, closed)
            assert field.ways(start, 6, closed) == grid.ways_from(start, 6, closed)


# --- where to go, and what there is to choose from ---


def best_of_all(ground: Ground, fight: OldeFight, me: Combatant, most: int, cost: int) -> int:
    """Where to go, with every cell looked at to the end."""
    points = int(me.action_points)
    best = int(NO_CELL)
    left = attacks_after(points, 0, ground.next_points, 0)
    best_score = ground.score(me.cell, points, left, -NOWHERE) + CLEARLY
    for cell, steps in fight.ways(me, most):
        after = points - cost * steps
        left = attacks_after(after, 0, ground.next_points, 0)
        score = ground.score(cell, after, left, -NOWHERE)
        if ground.holds and (score <= 0.0 or ground.breaks_the_wall(cell)):
            continue
        if score > best_score:
            best, best_score = cell, score
    return best


def plain_danger(fight: OldeFight, me: Combatant, foe: Foe, cell: int) -> float:
    """How much of one's life an enemy would take at a cell, with all their weapons looked at."""
    who = foe.who
    if not who.can_attack():
        return 0.0
    held = who.held_weapon()
    weapon = held if held.melee is not None else fight.scene.weapons[BARE]
    use = weapon.use(False)
    distance = fight.scene.field.spaces(cell, who.cell)
    steps = max(0, int(use.nearest) - distance)
    if distance > use.farthest:
        steps = fight.scene.field.walk(who.cell)[cell] - int(use.farthest)
    points, free, later = who.action_points, free_spaces(who), mean_points(who)
    found = aim_at(fight, who, weapon, use, me).loss(me)
    found *= attacks_after(points, free, later, steps)
    if distance < use.nearest:
        found *= CROWDED
    ranged = held.ranged
    if ranged is not None and not ranged.thrown and 0 < distance <= ranged.farthest:
        shot = aim_at(fight, who, held, ranged, me).loss(me)
        found = max(found, shot * attacks_after(points, free, later, 0))
    return found * foe.attention(steps)


def plain_attacks(fight: OldeFight, me: Combatant) -> list[tuple[float, str]]:
    """What every attack with what is in hand is worth for each Action Point, and its key."""
    found = []
    held = me.held_weapon()
    danger = tactics.DANGER * float(tactics.count_threats(fight, me))
    for use in (held.melee, held.ranged):
        if use is None or not can_use_now(me, held, use):
            continue
        for target in fight.enemies[me.side]:
            distance = fight.scene.field.spaces(me.cell, target.cell)
            sight = fight.scene.field.sight(me.cell, target.cell)
            is_near = use.nearest <= distance <= use.farthest and target.is_in_fight()
            if not is_near or not is_enough(fight.house, sight):
                continue
            aim = aim_at(fight, me, held, use, target)
            adjusts = distance_adjustment(fight, use, sight, target, distance)
            effort = attack_value(aim, target, adjusts + fight.house.aimed_shot)
            if not use.ranged:
                share = hit_value(aim.harm + float(ALL_OUT_DAMAGE), target)
                effort = aim.hit(adjusts + ALL_OUT_ATTACK) * share * menace(target)
            hasty = attack_value(aim, target, adjusts + HASTY_ATTACK)
            for manner, value, given_up in (
                (PLAIN, attack_value(aim, target, adjusts), 0),
                (HASTY, hasty, 0 if use.ranged else 1),
                (FULL_EFFORT, effort, 3),
            ):
                cost = attack_price(fight, me, use, manner)
                if cost != CANNOT and (manner == PLAIN or fight.house.advanced_actions):
                    option = fight.scene.attack(
                        me.index, held.index, target.index, manner, use.ranged
                    )
                    found.append((value / float(cost) - danger * given_up, option.key))
    return found


class Careful(Player):
    """Decides as another does, once everything was compared."""

    def __init__(self, inner: Player) -> None:
        self.inner = inner
        self.moves = 0
        self.stays = 0
        self.attacks = 0

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        assert isinstance(fight, OldeFight)
        if question.kind == "turn":
            self.compare(fight, fight.combatants[question.who])
            self.compare_attacks(fight, fight.combatants[question.who])
            assert len(question.options) > 1
        return self.inner.decide(fight, question)

    def compare(self, fight: OldeFight, me: Combatant) -> None:
        """Compares where to go, and how dangerous each cell is."""
        ground = Ground(fight, me)
        for most, cost in ((2, 0), (3, 1)):
            if ground.foes and cost * most <= me.action_points:
                found = Ground(fight, me).best_cell(fight.steps(me, most), cost)
                assert found == best_of_all(ground, fight, me, most, cost)
                self.moves += found != NO_CELL
                self.stays += found == NO_CELL
        for cell, steps in fight.ways(me, 3):
            for foe in ground.foes:
                kept = foe.danger(cell)
                assert kept == plain_danger(fight, me, foe, cell)
                foe.last_case = -1
                assert foe.least_danger(me.cell, steps) <= kept == foe.danger(cell)
                for waits in (False, True):
                    gain = ground.gain(foe, cell, waits)
                    assert gain <= foe.cap
                    assert gain <= ground.most_gain(steps, waits)
        for foe in ground.foes:
            if not foe.who.can_attack():
                assert (foe.near, foe.far, foe.their_range) == (0, 1, 0)
            ranged = foe.who.held_weapon().ranged
            if ranged is not None and ranged.thrown:
                assert foe.shot() == 0.0, "what is thrown is no shot"
            if foe.cap == 0.0:
                ground.look_at_target(foe)
                for cell, _ in fight.ways(me, 3):
                    assert foe.cap == 0.0 or ground.gain(foe, cell, True) == 0.0

    def compare_attacks(self, fight: OldeFight, me: Combatant) -> None:
        """Compares what the best attack is worth, unless it is with something else than what is
        in hand, or would part with it."""
        held = me.held_weapon()
        best = tactics.best_attack(fight, me)
        is_plain = held.ranged is None or not held.ranged.thrown
        if best.option is not None and best.option.item == held.index and is_plain:
            assert best.value == max(value for value, _ in plain_attacks(fight, me))
            assert (best.value, best.option.key) in plain_attacks(fight, me)
            self.attacks += 1


def test_the_least_danger_near_is_no_more_than_any() -> None:
    """From a bow of short range, with all distances near; who stands in the archer's own space is
    not shot at."""
    fight = new_fight("across-the-field")
    me = fight.combatants[0]
    foe = Ground(fight, me).foes[0]
    dangers = set()
    for far, away in itertools.product((1, 2, 3, 5), (0, 1, 2, 4)):
        me.cell = foe.cell - away
        foe.their_range = far
        for steps, ring in enumerate(fight.scene.field.surroundings(me.cell).rings(0, 3), 1):
            for one in fight.scene.field.surroundings(me.cell).cells:
                if ring & one.bit:
                    found = foe.danger(one.cell)
                    assert foe.least_danger(me.cell, steps) <= found, (far, away, steps)
                    dangers.add(found)
    assert len(dangers) > 1


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("simple", [True, False])
def test_what_is_not_looked_at_would_not_have_been_chosen(scenario: str, simple: bool) -> None:
    given = load(scenario)
    inner = simple_players(given) if simple else random_players(given, 3)
    players = [Careful(one) for one in inner]
    fight = given.setup.new_fight(LiveTable(Dice(5), list(players)))
    for _ in range(40):
        if not fight.is_over():
            fight.step()
    assert sum(one.moves for one in players) > 0
    assert sum(one.stays for one in players) > 0
    assert sum(one.attacks for one in players) > 0
