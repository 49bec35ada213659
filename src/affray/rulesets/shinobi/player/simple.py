"""The player called `simple`, for Shinobi: a sensible player with no dice of its own.

It acts first with whoever has the best blow or shot to make, and while there is none, with those
who are furthest away, so that the others come nearer once enemies have acted. Fighters go where
they strike best: from behind, beside friends, away from the target's friends and from those who
would strike back. Who can strike nobody comes nearer and hides, for the die that stealth adds.
Archers look for the best shot, out of influence zones and of reach. It looks at few spaces, so it
is quick.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import Player
from affray.rulesets.shinobi import keywords
from affray.rulesets.shinobi.combat import KEEP
from affray.rulesets.shinobi.combatant import TOKENS, Model
from affray.rulesets.shinobi.elements import EARTH, element_bit, kept_odds
from affray.rulesets.shinobi.fight import ShinobiFight
from affray.rulesets.shinobi.movement import (
    SNEAK,
    STAY,
    TURN,
    UNMOVED,
    MoveQuestion,
    ShiftQuestion,
)
from affray.rulesets.shinobi.ranged import THROW, shot_range
from affray.rulesets.shinobi.status import INJURED, STUNNED
from affray.rulesets.shinobi.turn import (
    RUN,
    STEALTH,
    SWEEP,
    WAIT,
    ActionQuestion,
    ActivateQuestion,
    swept_by,
)
from affray.space.squares import (
    BEHIND,
    BEYOND,
    EMPTY,
    EVERY_FACING,
    FAR,
    GUARD_BITS,
    MOST_GUARDS,
    NO_OFFSET,
    OpenWays,
    Space,
    Squares,
)

MOST_DICE: Final[i64] = 12
"""Larger pools are taken for pools of this many."""

ROW: Final[i64] = MOST_DICE + 1

WORST: Final = 1.0
"""What an injury is worth, and a stun that comes to one."""

STUN_VALUE: Final = 0.4
"""What a stun is worth beside an injury."""

TOKEN_VALUE: Final = 0.1
"""How much more it is worth to win for each token that the target has: it is nearer to the last."""

LEAST_STRIKE: Final = -0.05
"""How good an attack has to be to be made; worse is better waited for, out of stealth."""

LEAST_FROM_STEALTH: Final = -0.6
"""There is no use in waiting any longer once one is hidden."""

LEAST_IN_ZONE: Final = -0.3
"""Hiding beside an enemy is hardly better than a poor attack."""

EXPOSURE: Final = 0.25
"""How much of what an enemy could do to a model counts against going where it can come."""

FARNESS: Final = 0.005
"""How much each space counts for an archer that the nearest enemy is further away."""

STILL_TO_ACT: Final = 1.3
"""How much more it is worth to hurt an enemy who has still to act this round."""

NO_VALUE: Final = -9.0

NOT_ASKED: Final = -1.0e9
"""Stands for what a model is worth that nobody has looked at yet."""


def fewest_behind(around: int) -> int:
    """The first facing with the fewest enemies behind and, of equals, one that looks at an enemy;
    `around` has a bit for each facing in which one stands."""
    return min(
        range(8),
        key=lambda facing: (
            2 * (around & BEHIND[facing]).bit_count() + (around & (1 << facing) == 0),
            facing,
        ),
    )


def most_behind(around: int) -> int:
    """The first facing with the most enemies behind."""
    return max(range(8), key=lambda facing: ((around & BEHIND[facing]).bit_count(), -facing))


FEWEST_BEHIND: Final = bytes([fewest_behind(around) for around in range(256)])
MOST_BEHIND: Final = bytes([most_behind(around) for around in range(256)])
"""Both for every set of enemies around a model."""


class SimplePlayer(Player):
    """Decides by rules of thumb, always the same in the same place."""

    def reads_options(self) -> bool:
        return False

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        assert isinstance(fight, ShinobiFight)
        if isinstance(question, MoveQuestion):
            return choose_move(
                fight, question.mover, question.movement, question.flies, question.running
            )
        if isinstance(question, ActionQuestion):
            return choose_action(fight, question.actor)
        if isinstance(question, ActivateQuestion):
            model = choose_model(fight, question.side)
            assert model is not None
            return fight.scene.activate[model.index]
        if isinstance(question, ShiftQuestion):
            return choose_shift(fight, question.mover, question.side)
        if question.kind == "facing":
            return TURN[choose_facing(fight, fight.models[question.about], question.side)]
        return choose_about_dice(fight, question)


# --- what combat is worth ---


def close_value(dice: i64) -> float:
    """What it is worth to win close combat with so many dice: half of the elements injure, the
    others stun."""
    return 1.0 - (1.0 - STUN_VALUE) * 0.5 ** float(dice) if dice > 0 else 0.0


def shot_value(dice: i64) -> float:
    """What it is worth to win a shot with so many dice: a quarter of the elements injures, a
    quarter stuns."""
    no_water: float = 0.75 ** float(dice)
    no_effect: float = 0.5 ** float(dice)
    return 1.0 - no_water + STUN_VALUE * (no_water - no_effect)


@mypyc_attr(acyclic=True)
class Outcome:
    """What an attacker may expect to do to a defender in close combat, what to suffer, and what to
    do with a shot."""

    def __init__(self, attack: list[float], defence: list[float]) -> None:
        gain = loss = shot = 0.0
        for mine, chance in enumerate(attack):
            for theirs, other_chance in enumerate(defence):
                if mine >= theirs:
                    gain += chance * other_chance * close_value(mine)
                    shot += chance * other_chance * shot_value(mine)
                else:
                    loss += chance * other_chance * close_value(theirs)
        self.gain: Final[float] = gain
        self.loss: Final[float] = loss
        self.shot: Final[float] = shot


def every_outcome() -> list[Outcome]:
    """What is to be expected of every two pools: in rows, one for each attack."""
    odds = [kept_odds(dice) for dice in range(MOST_DICE + 1)]
    return [Outcome(attack, defence) for attack in odds for defence in odds]


OUTCOMES: Final = every_outcome()


def outcome_of(attack: i64, defence: i64) -> Outcome:
    """What is to be expected of two pools."""
    mine = attack if attack < MOST_DICE else MOST_DICE
    theirs = defence if defence < MOST_DICE else MOST_DICE
    return OUTCOMES[mine * ROW + theirs]


def assists_on(fight: ShinobiFight, target: Model, who: Model) -> i64:
    """How many dice the friends of an attacker would add against a target."""
    found: i64 = 0
    board, here = fight.board, target.cell
    guards = fight.guards_at(target, here)
    if guards == 0:
        return found
    apart, row = board.apart, here * board.size
    if guards == 1 and apart[row + who.cell] == 1:
        return found  # who attacks alone has the target in its zone
    for friend in fight.present[who.side]:
        if apart[row + friend.cell] == 1:
            if friend.stun_tokens == 0 and friend is not who:
                found += 2 if friend.has(keywords.COMBINED_ATTACK) else 1
            guards -= 1
            if guards == 0:
                break
    return found


def back_bonus(who: Model, target: Model) -> i64:
    """The dice that attacking from behind gives."""
    if target.has(keywords.WARY | keywords.SWORDSMAN):
        return 0
    return 2 if who.has(keywords.BACKSTAB) else 1


def stealth_bonus(who: Model) -> i64:
    """The dice that attacking out of stealth gives."""
    if not who.hidden:
        return 0
    return 2 if who.has(keywords.ASSASSIN) else 1


def own_bonus(who: Model) -> i64:
    """The dice that a model has wherever it strikes; a re-roll is nearly one."""
    found = stealth_bonus(who)
    if who.has(keywords.CLOSE_MASTER | keywords.LUCKY):
        if who.has(keywords.CLOSE_MASTER) or not who.luck_used:
            found += 1
    return found


def defence_of(target: Model, attack: i64, helpers: i64) -> i64:
    """The dice of a target against so many attack dice."""
    defence = target.defence + helpers
    if not target.has(keywords.CLOSE_MASTER | keywords.IMMOVABLE | keywords.DAUNTLESS):
        return defence
    if target.has(keywords.CLOSE_MASTER):
        defence += 1
    if target.has(keywords.IMMOVABLE) and not target.acted:
        defence += 2
    if target.has(keywords.DAUNTLESS) and defence < attack:
        defence = attack
    return defence


def attack_dice(fight: ShinobiFight, who: Model, target: Model) -> i64:
    """The dice of an attack on a target, wherever it is made from."""
    found = who.attack + own_bonus(who) + assists_on(fight, target, who)
    if target.stun_tokens > 0 and who.has(keywords.CLAWS):
        found += 1
    return found


def strike_value(fight: ShinobiFight, who: Model, target: Model, cell: i64) -> float:
    """How good it would be to attack a target from a space."""
    attack = attack_dice(fight, who, target)
    if fight.board.is_behind(target.cell, target.facing, cell):
        attack += back_bonus(who, target)
    guards = fight.guards_at(who, cell)
    return blow_value(who, target, attack, guards)


def blow_value(who: Model, target: Model, attack: i64, guards: i64) -> float:
    """How good it would be to attack a target with so many dice, in so many enemies' zones: all of
    them but the target's help it."""
    defence = defence_of(target, attack, guards - 1 if guards > 1 else 0)
    if who.has(keywords.DIRTY_FIGHTER) and defence > 0:
        defence -= 1
    return outcome_value(who, target, attack, defence)


def outcome_value(who: Model, target: Model, attack: i64, defence: i64) -> float:
    """What an attack by these pools is worth, less what it may cost."""
    outcome = outcome_of(attack, defence)
    gain = outcome.gain
    if target.stun_tokens > 0:
        gain += TOKEN_VALUE * float(target.stun_tokens)
    gain *= target.value
    if not target.acted:
        gain *= STILL_TO_ACT
    return gain - outcome.loss * who.value


def least_value(who: Model) -> float:
    """How good an attack has to be."""
    return LEAST_FROM_STEALTH if who.hidden else LEAST_STRIKE


def exposure(fight: ShinobiFight, who: Model, cell: i64, target: Model | None) -> float:
    """What the worst of the enemies who have not acted yet could do to a model in a space; its
    target is likely not to be one of them any more."""
    return danger(who, most_dice_near(fight, who, cell, target, 0)[0])


def danger(who: Model, dice: i64) -> float:
    """How much it counts that an enemy could strike a model with so many dice; with -1, none
    could."""
    if dice < 0:
        return 0.0
    return EXPOSURE * outcome_of(dice, who.defence).gain * who.value


def most_dice_near(
    fight: ShinobiFight, who: Model, cell: i64, target: Model | None, around: i64
) -> tuple[i64, i64]:
    """With how many dice the worst of those enemies could strike, wherever within so many spaces
    around a space a model stands, and somewhere there; -1 where none could."""
    surely: i64 = -1
    perhaps: i64 = -1
    apart = fight.board.apart
    row = cell * fight.board.size
    for other in fight.enemies[who.side]:
        if other.acted or other.stun_tokens != 0 or other is target:
            continue
        nearest: i64 = apart[row + other.cell] - around
        reach = other.movement + 1
        if nearest <= reach:
            dice = other.attack + stealth_bonus(other)
            if dice > perhaps:
                perhaps = dice
            if dice > surely and nearest + 2 * around <= reach:
                surely = dice
    return surely, perhaps


# --- which model ---


def choose_model(fight: ShinobiFight, side: i64) -> Model | None:
    """Who has the best blow or shot makes it; while there is none, those who are furthest from
    enemies go first. Where only one has not acted yet, nothing is looked at."""
    found: Model | None = None
    first = NOT_ASKED
    for who in fight.present[side]:
        if not who.acted:
            if found is None:
                found = who
                continue
            if first == NOT_ASKED:
                first = activation_value(fight, found)
            urgency = activation_value(fight, who)
            if urgency > first:
                first = urgency
                found = who
    return found


def activation_value(fight: ShinobiFight, who: Model) -> float:
    """How good it would be to act with a model now, looked at from afar."""
    best = NO_VALUE
    nearest: i64 = 1000
    apart = fight.board.apart
    row = who.cell * fight.board.size
    dice = who.attack + own_bonus(who)
    reach = who.reach
    shot: i64 = 0
    bow_dice: i64 = 0
    if fight.guards_at(who, who.cell) == 0:
        reach += who.movement
        if who.range > 0:
            shot = who.range + who.movement
            bow_dice = shot_dice(who)
    for target in fight.enemies[who.side]:
        distance: i64 = apart[row + target.cell]
        if distance < nearest:
            nearest = distance
        if distance <= reach:
            attack = dice + assists_on(fight, target, who)
            value = outcome_value(who, target, attack, defence_of(target, attack, 0))
            if value > best:
                best = value
        elif distance <= shot and not target.hidden:
            value = value_of_shot(bow_dice, target)
            if value > best:
                best = value
    if best > LEAST_STRIKE:
        return 10.0 + best if who.stun_tokens == 0 else 5.0 + best
    return 0.01 * float(nearest)


def distance_to_enemy(fight: ShinobiFight, who: Model, cell: i64) -> i64:
    """How far the nearest enemy of a model is from a space."""
    nearest: i64 = 1000
    apart = fight.board.apart
    row = cell * fight.board.size
    for other in fight.enemies[who.side]:
        distance: i64 = apart[row + other.cell]
        if distance < nearest:
            nearest = distance
    return nearest


def closest_enemy(fight: ShinobiFight, who: Model, cell: i64) -> Model:
    """The enemy of a model who is nearest to a space; there has to be one."""
    enemies = fight.enemies[who.side]
    found = enemies[0]
    apart, row = fight.board.apart, cell * fight.board.size
    nearest: i64 = apart[row + found.cell]
    for other in enemies:
        distance: i64 = apart[row + other.cell]
        if distance < nearest:
            nearest = distance
            found = other
    return found


def nearest_enemy(fight: ShinobiFight, who: Model) -> Model | None:
    """The enemy one gets to soonest."""
    away = fight.away_from(who)
    nearest = BEYOND
    found: Model | None = None
    for other in fight.enemies[who.side]:
        cost: i64 = away[other.cell]
        if cost < nearest:
            nearest = cost
            found = other
    return found if found is not None else nearest_beyond(fight, who)


def nearest_beyond(fight: ShinobiFight, who: Model) -> Model | None:
    """The same where all are so far away that a byte does not say how far."""
    ways = fight.ways_of(who)
    nearest = FAR
    found: Model | None = None
    for other in fight.enemies[who.side]:
        cost: i64 = ways.to(other.cell)[who.cell]
        if cost < nearest:
            nearest = cost
            found = other
    return found


# --- where to ---


def choose_move(
    fight: ShinobiFight, who: Model, movement: i64, flies: bool, running: bool
) -> Option:
    """Out of a zone there is no good way: who is in one fights on; archers keep their distance;
    the others go where they strike best, or nearer."""
    scene = fight.scene
    if flies:
        return choose_landing(fight, who, movement)
    if fight.is_in_zone(who):
        if who.has(keywords.SNEAKY) and not who.hidden and not running:
            return SNEAK
        return STAY
    if who.range > 0:
        cell = archers_place(fight, who, movement)
        if cell != EMPTY:
            return STAY if cell == who.cell else scene.move[cell]
    if not running:
        cell = striking_place(fight, who, movement)
        if cell != EMPTY:
            return scene.move[cell]
    return come_nearer(fight, who, movement)


def striking_place(fight: ShinobiFight, who: Model, movement: i64) -> i64:
    """The space from which the best attack can be made that is worth making; EMPTY if none is.

    A target is left out where not even an attack that nobody helps it against would be the best,
    less what is the same in all the spaces around it.
    """
    best = least_value(who)
    found = EMPTY
    board = fight.board
    row = who.cell * board.size
    apart, offsets = board.apart, board.first_offsets
    away = fight.away_from(who)
    spaces = fight.positions.spaces
    ways: OpenWays | None = None
    for target in fight.enemies[who.side]:
        if apart[row + target.cell] > movement + 1:
            continue
        attack = attack_dice(fight, who, target)
        bonus = back_bonus(who, target)
        from_front = blow_value(who, target, attack, 1)
        from_behind = blow_value(who, target, attack + bonus, 1) if bonus > 0 else from_front
        if from_front <= best and from_behind <= best:
            continue
        surely, perhaps = most_dice_near(fight, who, target.cell, target, 1)
        least = danger(who, surely)
        if from_front - least <= best and from_behind - least <= best:
            continue
        facings: i64 = board.open_facings[target.cell]
        behind: i64 = BEHIND[target.facing]
        if from_front - least <= best:
            facings &= behind
        while facings != 0:
            cell = target.cell + offsets[facings] - NO_OFFSET
            is_behind = facings & -facings & behind != 0
            facings &= facings - 1
            if away[cell] > movement:
                continue
            value = from_behind if is_behind else from_front
            if value - least <= best or spaces[cell].model >= 0:
                continue
            guards = fight.guards_at(who, cell)
            if guards > 1:
                value = blow_value(who, target, attack + bonus if is_behind else attack, guards)
            value -= least if surely == perhaps else exposure(fight, who, cell, target)
            if value > best:
                if ways is None:
                    ways = fight.seek_ways(who, movement)
                if ways.leads_to(cell):
                    best = value
                    found = cell
    return found


def come_nearer(fight: ShinobiFight, who: Model, movement: i64) -> Option:
    """Towards the nearest enemy, without entering a zone or coming where somebody who has not
    acted yet can strike first."""
    enemy = nearest_enemy(fight, who)
    here = who.cell
    if enemy is None:
        return STAY
    ways = fight.ways_of(who)
    left = ways.left(enemy.cell)
    is_exposed_here = is_exposed(fight, who, here)
    spent: i64 = 0
    while True:
        if left[here] == BEYOND:
            step = first_clear(fight, who, ways.closer(here, enemy.cell))
        else:
            step = step_nearer(fight, who, here, left)
        if step == EMPTY:
            break
        spent += ways.costs[step]
        if spent > movement:
            break
        is_exposed_there = is_exposed(fight, who, step)
        if is_exposed_there and not is_exposed_here:
            break
        is_exposed_here = is_exposed_there
        here = step
    return STAY if here == who.cell else fight.scene.move[here]


def step_nearer(fight: ShinobiFight, who: Model, here: i64, left: bytes) -> i64:
    """Of the spaces around one, the first of those from which least is left to go that is free and
    outside zones, if it is less than from there; EMPTY if there is none."""
    board, spaces = fight.board, fight.positions.spaces
    offsets = board.first_offsets
    nearest: i64 = left[here]
    found = EMPTY
    facings: i64 = board.open_facings[here]
    while facings != 0:
        cell = here + offsets[facings] - NO_OFFSET
        facings &= facings - 1
        cost: i64 = left[cell]
        if cost < nearest and is_clear(spaces[cell], who.side):
            nearest = cost
            found = cell
    return found


def first_clear(fight: ShinobiFight, who: Model, closer: list[int]) -> i64:
    """The same where so much is left that a byte does not say how much: the first of some spaces
    that is free and outside zones."""
    cell: i64
    for cell in closer:
        if is_clear(fight.positions.spaces[cell], who.side):
            return cell
    return EMPTY


def is_clear(space: Space, side: i64) -> bool:
    """Whether a space is free and outside the zones of a side's enemies."""
    return space.model < 0 and (space.zones >> (GUARD_BITS * side)) & MOST_GUARDS == 0


def is_exposed(fight: ShinobiFight, who: Model, cell: i64) -> bool:
    """Whether an enemy who has not acted yet could come and strike at a space."""
    apart = fight.board.apart
    row = cell * fight.board.size
    for other in fight.enemies[who.side]:
        if not other.acted:
            if apart[row + other.cell] <= other.movement + 1:
                return True
    return False


# --- archers ---


@mypyc_attr(acyclic=True)
class Frame:
    """The smallest rectangle around some models: none of them is nearer than it is."""

    def __init__(self, board: Squares, models: list[Model]) -> None:
        self._columns: Final = board.columns
        self._rows: Final = board.rows
        self._left: i64 = board.width
        self._right: i64 = -1
        self._top: i64 = board.height
        self._bottom: i64 = -1
        for model in models:
            column: i64 = self._columns[model.cell]
            row: i64 = self._rows[model.cell]
            if column < self._left:
                self._left = column
            if column > self._right:
                self._right = column
            if row < self._top:
                self._top = row
            if row > self._bottom:
                self._bottom = row

    def spaces_to(self, cell: i64) -> i64:
        """How many spaces it is from a space to the frame."""
        column: i64 = self._columns[cell]
        row: i64 = self._rows[cell]
        across = self._left - column if column < self._left else column - self._right
        down = self._top - row if row < self._top else row - self._bottom
        found = across if across > down else down
        return found if found > 0 else 0


def archers_place(fight: ShinobiFight, who: Model, movement: i64) -> i64:
    """Where an archer shoots from: here, or a space straight away, wherever the shot is best and
    fewest enemies can come; EMPTY if there is no target.

    A space is left out where no target can be in range, and where not even the best shot of all,
    less what enemies may do wherever the archer goes, and with nobody nearer than the enemy who is
    nearest now, would make it the best.
    """
    here = who.cell
    board = fight.board
    targets = targets_of(fight, who)
    found = EMPTY
    if not targets:
        return found
    worst, _ = most_dice_near(fight, who, here, None, movement)
    risk = least_risk = danger(who, worst)
    most = targets[0].appeal - risk
    apart, size = board.apart, board.size
    nearest = closest_enemy(fight, who, here).cell
    best = NO_VALUE
    shot = best_shot(fight, targets, here, shot_range(who), 0.0, 0.0, NO_VALUE)
    if shot > 0.0:
        found = here
        near, dice = enemies_near(fight, who, here)
        if dice != worst:
            worst = dice
            risk = danger(who, dice)
        best = shot - risk + FARNESS * float(near)
    costs, open_facings, reach = fight.ways_of(who).costs, board.open_facings, who.range
    spaces, shift = fight.positions.spaces, GUARD_BITS * who.side
    frame = Frame(board, targets)
    missing_here = frame.spaces_to(here)
    bit: i64 = 1
    while bit <= EVERY_FACING:
        offset = board.first_offsets[bit] - NO_OFFSET
        spent: i64 = 0
        cell = here
        missing = missing_here
        while open_facings[cell] & bit != 0:
            cell += offset
            spent += costs[cell]
            if spent > movement:
                break
            space = spaces[cell]
            if space.model >= 0 or (space.zones >> shift) & MOST_GUARDS != 0:
                break
            before = missing
            missing = frame.spaces_to(cell)
            if missing > reach:
                if missing >= before:
                    break  # who comes no nearer by a step does not by the next one either
                continue
            furthest: i64 = apart[cell * size + nearest]
            distant = FARNESS * float(furthest)
            if most + distant > best:
                shot = best_shot(fight, targets, cell, reach, least_risk, distant, best)
                if shot > 0.0:
                    near, dice = enemies_near(fight, who, cell)
                    if dice != worst:
                        worst = dice
                        risk = danger(who, dice)
                    value = shot - risk + FARNESS * float(near)
                    if value > best:
                        best = value
                        found = cell
        bit <<= 1
    return found


def enemies_near(fight: ShinobiFight, who: Model, cell: i64) -> tuple[i64, i64]:
    """How far the nearest enemy of a model is from a space, and with how many dice the worst of
    those who have not acted yet could strike at it there; -1 where none could."""
    nearest: i64 = 1000
    worst: i64 = -1
    apart, row = fight.board.apart, cell * fight.board.size
    for other in fight.enemies[who.side]:
        distance: i64 = apart[row + other.cell]
        if distance < nearest:
            nearest = distance
        if distance <= other.movement + 1 and not other.acted and other.stun_tokens == 0:
            dice = other.attack + stealth_bonus(other)
            if dice > worst:
                worst = dice
    return nearest, worst


def targets_of(fight: ShinobiFight, who: Model) -> list[Model]:
    """The enemies whom an archer could shoot at, wherever it stands, best shots first. What a shot
    is worth is noted with each."""
    found: list[Model] = []
    dice = shot_dice(who)
    for target in fight.enemies[who.side]:
        if not target.hidden and not target.has(keywords.UNTOUCHABLE):
            target.appeal = value_of_shot(dice, target)
            place = len(found)
            while place > 0 and found[place - 1].appeal < target.appeal:
                place -= 1
            found.insert(place, target)
    return found


def best_shot(
    fight: ShinobiFight,
    targets: list[Model],
    cell: i64,
    most: i64,
    least_risk: float,
    distant: float,
    best: float,
) -> float:
    """What the best shot from a space at one of the targets is worth; 0 if there is none, or none
    that is worth more than another space, with no more risk and from no further away than given."""
    board = fight.board
    apart, row, sees_all = board.apart, cell * board.size, not board.blind
    for target in targets:
        if target.appeal - least_risk + distant <= best:
            break
        if apart[row + target.cell] <= most and (sees_all or board.sees(cell, target.cell)):
            return target.appeal
    return 0.0


def shot_dice(who: Model) -> i64:
    """The dice of a shot; a re-roll is nearly one."""
    dice = who.attack
    if who.has(keywords.ACCURATE | keywords.RANGED_MASTER):
        if who.has(keywords.ACCURATE):
            dice += 1
        if who.has(keywords.RANGED_MASTER):
            dice += 1
    return dice


def value_of_shot(dice: i64, target: Model) -> float:
    """What a shot at somebody with so many dice is worth."""
    value = outcome_of(dice, target.defence).shot
    if target.stun_tokens > 0:
        value += TOKEN_VALUE * float(target.stun_tokens)
    return value * target.value


def best_to_shoot(fight: ShinobiFight, who: Model, most: i64) -> Model | None:
    """The enemy in range and sight at whom a shot is worth most."""
    best = 0.0
    found: Model | None = None
    dice = shot_dice(who)
    for target in fight.enemies[who.side]:
        if target.hidden or target.has(keywords.UNTOUCHABLE):
            continue
        if fight.spaces(who.cell, target.cell) <= most:
            value = value_of_shot(dice, target)
            if value > best and fight.board.sees(who.cell, target.cell):
                best = value
                found = target
    return found


def choose_landing(fight: ShinobiFight, who: Model, movement: i64) -> Option:
    """Who flies may land anywhere near: where the best attack is, or nearest to an enemy."""
    moves = fight.scene.move
    spaces = fight.positions.spaces
    best_value = least_value(who)
    best = STAY
    nearest = distance_to_enemy(fight, who, who.cell)  # -1 once there is an attack to make
    cell: i64
    for cell in fight.board.within(who.cell, movement):
        if spaces[cell].model >= 0:
            continue
        if fight.guards_at(who, cell) > 0:
            value = landing_value(fight, who, cell, best_value)
            if value > best_value:
                best_value = value
                best = moves[cell]
                nearest = -1
        elif nearest >= 0:
            distance = distance_to_enemy(fight, who, cell)
            if distance < nearest:
                nearest = distance
                best = moves[cell]
    return best


def landing_value(fight: ShinobiFight, who: Model, cell: i64, best: float) -> float:
    """What the best attack from a space is worth, if it is worth more than another, else that."""
    spaces = fight.positions.spaces
    there: i64
    for there in fight.board.neighbours[cell]:
        index = spaces[there].model
        if index >= 0 and fight.models[index].side != who.side:
            target = fight.models[index]
            value = strike_value(fight, who, target, cell)
            if value > best:
                value -= exposure(fight, who, cell, target)
                if value > best:
                    best = value
    return best


# --- facing ---


def choose_facing(fight: ShinobiFight, who: Model, side: i64) -> i64:
    """One's own models keep enemies out of their backs; an enemy is turned to show its back."""
    if side != who.side:
        return MOST_BEHIND[enemies_around(fight, who)]
    if fight.is_in_zone(who):
        return FEWEST_BEHIND[enemies_around(fight, who)]
    enemy = nearest_enemy(fight, who)
    if enemy is None:
        return who.facing
    return fight.board.towards(who.cell, enemy.cell)


def enemies_around(fight: ShinobiFight, who: Model) -> i64:
    """In which of the eight spaces around a model an enemy stands: a bit for each facing. Each of
    them has the model in its zone, so there are no more than it is guarded by."""
    found: i64 = 0
    here, board = who.cell, fight.board
    guards = fight.guards_at(who, here)
    beside, row = board.beside, here * board.size
    for other in fight.enemies[who.side]:
        if guards == 0:
            break
        facing: i64 = beside[row + other.cell]
        if facing != 0:
            found |= facing
            guards -= 1
    return found


# --- what to do ---


def choose_action(fight: ShinobiFight, who: Model) -> Option:
    """Strike, shoot, curse; else come nearer, hide, and throw shuriken from hiding."""
    scene = fight.scene
    target = best_to_strike(fight, who)
    if target is not None:
        if who.has(keywords.SWEEP) and len(swept_by(fight, who)) > 1:
            return SWEEP
        return scene.attack[target.index]
    in_zone = fight.is_in_zone(who)
    if who.range > 0 and not in_zone:
        target = best_to_shoot(fight, who, shot_range(who))
        if target is not None:
            return scene.shoot[target.index]
    distance = distance_to_enemy(fight, who, who.cell)
    if distance > 2 * who.movement:
        return RUN if who.movement > 0 else WAIT
    if distance <= THROW:
        option = from_nearby(fight, who, in_zone)
        if option is not None:
            return option
    return WAIT if who.hidden else STEALTH


def best_to_strike(fight: ShinobiFight, who: Model) -> Model | None:
    """The enemy within reach whom it is best to attack, if it is any good at all."""
    best = least_value(who)
    guards = fight.guards_at(who, who.cell)
    apart, reach = fight.board.apart, who.reach
    if guards > 0 and not who.hidden:
        best = LEAST_IN_ZONE
    elif guards == 0 and reach == 1:
        return None
    found: Model | None = None
    row = who.cell * fight.board.size
    for target in fight.enemies[who.side]:
        distance: i64 = apart[row + target.cell]
        if distance > reach:
            continue
        if distance > 1 and not fight.board.sees(who.cell, target.cell):
            continue
        value = strike_value(fight, who, target, who.cell)
        if value > best:
            best = value
            found = target
        guards -= 1
        if guards == 0 and reach == 1:
            break  # whoever is beside it has it in its zone
    return found


def from_nearby(fight: ShinobiFight, who: Model, in_zone: bool) -> Option | None:
    """A curse, or shuriken out of hiding, for somebody within three spaces."""
    may_throw = who.hidden and (fight.house.shuriken_in_zone or not in_zone)
    if not may_throw and not who.has(keywords.CURSE):
        return None
    for target in fight.enemies[who.side]:
        if target.hidden:
            continue
        if fight.spaces(who.cell, target.cell) > THROW:
            continue
        if fight.board.sees(who.cell, target.cell):
            if who.has(keywords.CURSE) and not target.cursed:
                return fight.scene.curse[target.index]
            if may_throw and can_throw_at(fight, target):
                return fight.scene.throw[target.index]
    return None


def can_throw_at(fight: ShinobiFight, target: Model) -> bool:
    """Whether the house lets shuriken be thrown at somebody."""
    return fight.house.shuriken_at_untouchable or not target.has(keywords.UNTOUCHABLE)


# --- after the dice ---


def choose_shift(fight: ShinobiFight, who: Model, side: i64) -> Option:
    """One's own model steps out of zones; an enemy is put where most of one's models have it,
    which also turns its back to them."""
    ours = who.side == side
    board, spaces, shift = fight.board, fight.positions.spaces, GUARD_BITS * who.side
    best = EMPTY
    wanted = fight.guards_at(who, who.cell)
    if ours and wanted == 0:
        return UNMOVED
    offsets = board.first_offsets
    facings: i64 = board.open_facings[who.cell]
    while facings != 0:
        cell = who.cell + offsets[facings] - NO_OFFSET
        facings &= facings - 1
        space = spaces[cell]
        if space.model < 0:
            zones = (space.zones >> shift) & MOST_GUARDS
            if zones < wanted if ours else zones > 0 and zones >= wanted:
                wanted = zones
                best = cell
    return UNMOVED if best == EMPTY else fight.scene.shift[best]


def choose_about_dice(fight: ShinobiFight, question: Question) -> Option:
    """Re-rolls and the rest: by default the worst for the loser."""
    kind = question.kind
    if kind == "result" or kind == "shot":
        return question.default_option()
    options = question.options
    bout = fight.bout
    if kind == "reroll" and bout is not None:
        return choose_reroll(fight, question)
    if kind == "mastery" and bout is not None:
        return options[1 if uses_mastery(fight, question.who) else 0]
    if kind == "curse" and bout is not None:
        leads = bout.attacker_leads() == (bout.attack.who.index == question.about)
        return options[1 if leads else 0]
    if kind == "recover":
        who = fight.models[question.who]
        in_zone = fight.is_in_zone(who)
        return options[0 if not in_zone and who.range == 0 else 1]
    if kind == "blink":
        who = fight.models[question.who]
        return options[1 if fight.is_in_zone(who) else 0]
    if kind == "again":
        return options[len(options) - 1]
    return question.default_option()


def uses_mastery(fight: ShinobiFight, who: i64) -> bool:
    """Who does not lead as the dice lie has them rolled again."""
    bout = fight.bout
    assert bout is not None
    return bout.attacker_leads() != (bout.attack.who.index == who)


def choose_reroll(fight: ShinobiFight, question: Question) -> Option:
    """The die to roll again that promises most, if that is more than the hand is worth. What works
    is what works here: at range only Water and Earth do."""
    bout = fight.bout
    assert bout is not None
    dice = bout.attack.dice if bout.attacker_won else bout.defence.dice
    lost = 0.0 if bout.is_ranged else -close_value(dice)
    best = KEEP
    worth = hand_value(fight, bout.elements)
    if worth >= WORST:
        return best
    most = worth + 1.0e-9
    for option in question.options:
        if option is KEEP:
            continue
        rest = bout.elements
        if dice == 1 or rest != element_bit(option.value):
            rest &= ~element_bit(option.value)  # it may be the only one
        value = 2.0 * (hand_value(fight, rest) if bout.is_safe else lost)
        for face in range(1, EARTH + 1):
            value += hand_value(fight, rest | element_bit(face))
        if value / 6.0 > most:
            most = value / 6.0
            best = option
    return best


def hand_value(fight: ShinobiFight, elements: i64) -> float:
    """What it is worth to win with a hand that shows these elements."""
    bout = fight.bout
    assert bout is not None
    loser = bout.defence.who if bout.attacker_won else bout.attack.who
    return worst_for(fight, loser, elements, bout.is_ranged, bout.attacker_won)


def worst_for(
    fight: ShinobiFight, loser: Model, elements: i64, is_ranged: bool, attacker_won: bool
) -> float:
    """What the worst for the loser is worth that these elements can do, WORST at most."""
    scene = fight.scene
    if elements == 0 or (is_ranged and not attacker_won):
        return 0.0
    results = scene.ranged_results if is_ranged else scene.close_results
    worst = scene.worst_ranged if is_ranged else scene.worst_close
    harm = results[elements][worst[elements]].item
    if harm == INJURED or (harm == STUNNED and loser.stun_tokens == TOKENS - 1):
        return WORST
    return STUN_VALUE if harm == STUNNED else 0.0
