"""Shinobi's simple player as it was in 0.1, to measure today's against (see mirrored.py).

Only what made its answers illegal is different: its archers no longer step past corners.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import Player
from affray.rulesets.shinobi import keywords
from affray.rulesets.shinobi.combatant import Model
from affray.rulesets.shinobi.elements import ALL_FOUR
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
from affray.rulesets.shinobi.status import INJURED
from affray.rulesets.shinobi.turn import RUN, STEALTH, SWEEP, WAIT, swept_by
from affray.space.squares import EMPTY

MOST_DICE: Final[i64] = 20
"""Larger pools are taken for pools of this many."""

KEPT_CHANCE: Final = 2.0 / 3.0
"""How likely a die is not discarded."""

WORTH_A_BLOW: Final = -0.05
"""How good an attack has to be to be made; worse is better waited for, out of stealth."""

WORTH_FROM_STEALTH: Final = -0.6
"""There is no use in waiting any longer once one is hidden."""

NEVER: Final = -9.0

SAFE: Final[i64] = 100
"""A space that no enemy can come to is worth this many spaces of distance to an archer."""


class FormerPlayer(Player):
    """Decides by rules of thumb, always the same in the same place."""

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        assert isinstance(fight, ShinobiFight)
        kind = question.kind
        if kind == "move":
            assert isinstance(question, MoveQuestion)
            return choose_move(fight, question)
        if kind == "facing":
            return choose_facing(fight, fight.models[question.about], question)
        if kind == "turn":
            return choose_action(fight, fight.models[question.who])
        if kind == "activate":
            return choose_model(fight, question.options)
        if kind == "shift":
            assert isinstance(question, ShiftQuestion)
            return choose_shift(fight, question)
        return choose_about_dice(fight, question)


# --- how good an attack is ---


def worth_of(dice: i64) -> float:
    """What it is worth to win with so many dice: an injury is 1, a stun 0.4, and half of the
    elements injure."""
    return 1.0 - 0.6 * 0.5 ** float(dice) if dice > 0 else 0.0


def chances_of(dice: i64) -> list[float]:
    """How likely each number of dice is to be left of a pool."""
    found = [1.0]
    for _ in range(dice):
        grown = [0.0] * (len(found) + 1)
        for left, chance in enumerate(found):
            grown[left] += chance * (1.0 - KEPT_CHANCE)
            grown[left + 1] += chance * KEPT_CHANCE
        found = grown
    return found


def prospects() -> list[float]:
    """What an attack is worth, less what it may cost the attacker, by both pools."""
    chances = [chances_of(dice) for dice in range(MOST_DICE + 1)]
    found: list[float] = []
    for attack in range(MOST_DICE + 1):
        for defence in range(MOST_DICE + 1):
            worth = 0.0
            for mine, chance in enumerate(chances[attack]):
                for theirs, other in enumerate(chances[defence]):
                    value = worth_of(mine) if mine >= theirs else -worth_of(theirs)
                    worth += chance * other * value
            found.append(worth)
    return found


PROSPECTS: Final = prospects()


def prospect(attack: i64, defence: i64) -> float:
    """What an attack with these pools is worth."""
    mine = attack if attack < MOST_DICE else MOST_DICE
    theirs = defence if defence < MOST_DICE else MOST_DICE
    return PROSPECTS[mine * (MOST_DICE + 1) + theirs]


def assists_on(fight: ShinobiFight, target: Model, who: Model) -> i64:
    """How many friends of an attacker would assist it against a target."""
    found: i64 = 0
    for cell in fight.board.zones[target.cell]:
        index = fight.positions.spaces[cell].model
        if index != EMPTY:
            friend = fight.models[index]
            if friend.side == who.side and friend.stun_tokens == 0 and friend is not who:
                found += 1
    return found


def bonus_from(fight: ShinobiFight, who: Model, target: Model, cell: i64) -> i64:
    """The dice that attacking from a certain space gives."""
    if target.has(keywords.WARY | keywords.SWORDSMAN):
        return 0
    if not fight.board.is_behind(target.cell, target.facing, cell):
        return 0
    return 2 if who.has(keywords.BACKSTAB) else 1


def stealth_bonus(who: Model) -> i64:
    """The dice that attacking out of stealth gives."""
    if not who.hidden:
        return 0
    return 2 if who.has(keywords.ASSASSIN) else 1


def worth_attacking(
    fight: ShinobiFight, who: Model, target: Model, cell: i64, assists: i64
) -> float:
    """How good it would be to attack a target from a space."""
    attack = who.sheet.attack + assists + stealth_bonus(who) + bonus_from(fight, who, target, cell)
    helpers: i64 = fight.guards_at(who, cell)
    defence = target.sheet.defence + (helpers - 1 if helpers > 1 else 0)
    if target.has(keywords.IMMOVABLE) and not target.acted:
        defence += 2
    if target.has(keywords.DAUNTLESS) and defence < attack:
        defence = attack
    # the nearer somebody is to the third token, and the more it can do, the better to be rid of it
    return (
        prospect(attack, defence)
        + 0.1 * float(target.stun_tokens)
        + 0.01 * float(target.sheet.attack)
    )


def least_worth(who: Model) -> float:
    """How good an attack has to be."""
    return WORTH_FROM_STEALTH if who.hidden else WORTH_A_BLOW


# --- which model ---


def choose_model(fight: ShinobiFight, options: list[Option]) -> Option:
    """Those who are beside enemies strike first, then archers shoot, then the nearest go."""
    best = options[0]
    first: i64 = -1000
    for option in options:
        who = fight.models[option.target]
        urgency: i64 = 0
        if fight.guards_at(who, who.cell) > 0:
            urgency = 200 if who.stun_tokens == 0 else 150
        elif who.sheet.range > 0:
            urgency = 100
        urgency -= distance_to_enemy(fight, who, who.cell)
        if urgency > first:
            first = urgency
            best = option
    return best


def distance_to_enemy(fight: ShinobiFight, who: Model, cell: i64) -> i64:
    """How far the nearest enemy of a model is from a space."""
    nearest: i64 = 1000
    board = fight.board
    for other in fight.models:
        if other.side != who.side and other.cell >= 0:
            distance = board.spaces(cell, other.cell)
            if distance < nearest:
                nearest = distance
    return nearest


def nearest_enemy(fight: ShinobiFight, who: Model) -> Model | None:
    """The enemy one gets to soonest."""
    ways = fight.ways_of(who)
    nearest: i64 = 1_000_000
    found: Model | None = None
    for other in fight.models:
        if other.side != who.side and other.cell >= 0:
            cost: i64 = ways.to(other.cell)[who.cell]
            if cost < nearest:
                nearest = cost
                found = other
    return found


# --- where to ---


def choose_move(fight: ShinobiFight, question: MoveQuestion) -> Option:
    """Out of a zone there is no good way: who is in one fights on; archers keep their distance;
    the others go where they strike best, or nearer."""
    who = question.mover
    scene = fight.scene
    if question.flies:
        return choose_landing(fight, question)
    if fight.guards_at(who, who.cell) > 0:
        if who.has(keywords.SNEAKY) and not who.hidden and not question.running:
            return SNEAK
        return STAY
    if who.sheet.range > 0:
        cell = archers_place(fight, who, question.movement)
        if cell != EMPTY:
            return STAY if cell == who.cell else scene.move[cell]
    if not question.running:
        cell = striking_place(fight, who, question.movement)
        if cell != EMPTY:
            return scene.move[cell]
    return come_nearer(fight, who, question.movement)


def striking_place(fight: ShinobiFight, who: Model, movement: i64) -> i64:
    """The space from which the best attack can be made that is worth making."""
    best = least_worth(who)
    found = EMPTY
    board = fight.board
    ways = fight.ways_of(who)
    for target in fight.models:
        if target.side == who.side or target.cell < 0:
            continue
        if board.spaces(who.cell, target.cell) > movement + 1:
            continue
        assists = assists_on(fight, target, who)
        for cell in board.neighbours[target.cell]:
            if fight.positions.spaces[cell].model != EMPTY:
                continue
            worth = worth_attacking(fight, who, target, cell, assists)
            if worth > best and ways.to(cell)[who.cell] <= movement:
                if fight.has_open_way(who, cell, movement):
                    best = worth
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
    left = ways.to(enemy.cell)
    spent: i64 = 0
    while True:
        step = step_nearer(fight, who, here, left)
        if step == EMPTY:
            break
        spent += ways.costs[step]
        if spent > movement:
            break
        if is_exposed(fight, who, step) and not is_exposed(fight, who, here):
            break
        here = step
    return STAY if here == who.cell else fight.scene.move[here]


def step_nearer(fight: ShinobiFight, who: Model, here: i64, left: list[int]) -> i64:
    """The free neighbour outside zones that is nearest to where `left` leads."""
    nearest: i64 = left[here]
    found = EMPTY
    for cell in fight.board.neighbours[here]:
        if (
            left[cell] < nearest
            and fight.positions.spaces[cell].model == EMPTY
            and fight.guards_at(who, cell) == 0
        ):
            nearest = left[cell]
            found = cell
    return found


def is_exposed(fight: ShinobiFight, who: Model, cell: i64) -> bool:
    """Whether an enemy who has not acted yet could come and strike at a space."""
    for other in fight.models:
        if other.side != who.side and other.cell >= 0 and not other.acted:
            if fight.board.spaces(cell, other.cell) <= other.sheet.movement + 1:
                return True
    return False


def archers_place(fight: ShinobiFight, who: Model, movement: i64) -> i64:
    """Where an archer shoots from: here, if nobody can come, or else the space straight away
    with a target from which enemies are furthest; EMPTY if there is no target."""
    here = who.cell
    found = EMPTY
    safest: i64 = 0
    if has_target(fight, who, here, shot_range(who)):
        if not is_exposed(fight, who, here):
            return here
        found = here
        safest = distance_to_enemy(fight, who, here)
    costs = fight.ways_of(who).costs
    for facing in range(8):
        before: i64 = here
        cell: i64 = fight.board.around[here][facing]
        spent: i64 = 0
        while is_free(fight, who, cell) and cell in fight.board.neighbours[before]:
            before = cell
            spent += costs[cell]
            if spent > movement:
                break
            safety = safety_of(fight, who, cell)
            if safety > safest and has_target(fight, who, cell, who.sheet.range):
                safest = safety
                found = cell
            cell = fight.board.around[cell][facing]
    return found


def is_free(fight: ShinobiFight, who: Model, cell: i64) -> bool:
    """Whether a space can be walked through without a thought."""
    if cell < 0 or fight.board.solid[cell]:
        return False
    return fight.positions.spaces[cell].model == EMPTY and fight.guards_at(who, cell) == 0


def safety_of(fight: ShinobiFight, who: Model, cell: i64) -> i64:
    """The further from enemies the better, and best where none of them can come."""
    distance = distance_to_enemy(fight, who, cell)
    return distance if is_exposed(fight, who, cell) else distance + SAFE


def has_target(fight: ShinobiFight, who: Model, cell: i64, most: i64) -> bool:
    """Whether an archer could shoot at anybody from a space."""
    for target in fight.models:
        if target.side != who.side and target.cell >= 0 and not target.hidden:
            if fight.board.spaces(cell, target.cell) <= most:
                if not target.has(keywords.UNTOUCHABLE) and fight.board.sees(cell, target.cell):
                    return True
    return False


def choose_landing(fight: ShinobiFight, question: MoveQuestion) -> Option:
    """Who flies may land anywhere near: where the best attack is, or nearest to an enemy."""
    who = question.mover
    best_worth = least_worth(who)
    best = STAY
    nearest = distance_to_enemy(fight, who, who.cell)
    for option in question.options:
        cell = option.place
        if cell < 0:
            continue
        worth = NEVER
        for other in fight.board.neighbours[cell]:
            index = fight.positions.spaces[other].model
            if index != EMPTY and fight.models[index].side != who.side:
                target = fight.models[index]
                found = worth_attacking(fight, who, target, cell, assists_on(fight, target, who))
                if found > worth:
                    worth = found
        if worth > best_worth:
            best_worth = worth
            best = option
            nearest = -1
        elif nearest >= 0 and fight.guards_at(who, cell) == 0:
            distance = distance_to_enemy(fight, who, cell)
            if distance < nearest:
                nearest = distance
                best = option
    return best


# --- facing ---


def choose_facing(fight: ShinobiFight, who: Model, question: Question) -> Option:
    """One's own models keep enemies out of their backs; an enemy is turned to show its back."""
    if question.side != who.side:
        return turned_away(fight, who)
    if fight.guards_at(who, who.cell) > 0:
        return backed(fight, who)
    enemy = nearest_enemy(fight, who)
    if enemy is None:
        return TURN[who.facing]
    return TURN[fight.board.towards(who.cell, enemy.cell)]


def enemies_around(fight: ShinobiFight, who: Model) -> list[bool]:
    """Whether an enemy stands in each of the eight spaces around a model."""
    found: list[bool] = []
    for cell in fight.board.around[who.cell]:
        index = fight.positions.spaces[cell].model if cell >= 0 else int(EMPTY)
        found.append(index >= 0 and fight.models[index].side != who.side)
    return found


def behind(around: list[bool], facing: i64) -> i64:
    """How many of the enemies around are behind, by a facing."""
    found: i64 = 0
    for turn in (3, 4, 5):
        if around[(facing + turn) % 8]:
            found += 1
    return found


def backed(fight: ShinobiFight, who: Model) -> Option:
    """The facing with the fewest enemies behind and, of equals, one that looks at an enemy."""
    around = enemies_around(fight, who)
    best = who.facing
    fewest: i64 = 100
    for facing in range(8):
        count = 2 * behind(around, facing)
        if not around[facing]:
            count += 1
        if count < fewest:
            fewest = count
            best = facing
    return TURN[best]


def turned_away(fight: ShinobiFight, who: Model) -> Option:
    """The facing that puts most of its enemies behind a model."""
    around = enemies_around(fight, who)
    best = who.facing
    most: i64 = -1
    for facing in range(8):
        count = behind(around, facing)
        if count > most:
            most = count
            best = facing
    return TURN[best]


# --- what to do ---


def choose_action(fight: ShinobiFight, who: Model) -> Option:
    """Strike, shoot, curse; else come nearer, hide, and throw shuriken from hiding."""
    scene = fight.scene
    target = best_to_strike(fight, who)
    if target is not None:
        if who.has(keywords.SWEEP) and len(swept_by(fight, who)) > 1:
            return SWEEP
        return scene.attack[target.index]
    guarded = fight.guards_at(who, who.cell) > 0
    if who.sheet.range > 0 and not guarded:
        target = best_to_shoot(fight, who, shot_range(who))
        if target is not None:
            return scene.shoot[target.index]
    distance = distance_to_enemy(fight, who, who.cell)
    if distance > 2 * who.sheet.movement:
        return RUN if who.sheet.movement > 0 else WAIT
    if distance <= THROW:
        option = from_nearby(fight, who)
        if option is not None:
            return option
    return WAIT if who.hidden else STEALTH


def best_to_strike(fight: ShinobiFight, who: Model) -> Model | None:
    """The enemy within reach whom it is best to attack, if it is any good at all."""
    best = least_worth(who)
    if fight.guards_at(who, who.cell) > 0 and not who.hidden:
        best = WORTH_FROM_STEALTH / 2.0  # hiding beside an enemy is hardly better
    elif fight.guards_at(who, who.cell) == 0 and who.sheet.reach == 1:
        return None
    found: Model | None = None
    for target in fight.models:
        if target.side == who.side or target.cell < 0:
            continue
        distance = fight.board.spaces(who.cell, target.cell)
        if distance > who.sheet.reach:
            continue
        if distance > 1 and not fight.board.sees(who.cell, target.cell):
            continue
        worth = worth_attacking(fight, who, target, who.cell, assists_on(fight, target, who))
        if worth > best:
            best = worth
            found = target
    return found


def best_to_shoot(fight: ShinobiFight, who: Model, most: i64) -> Model | None:
    """The enemy in range and sight who is likeliest to be hurt."""
    best = NEVER
    found: Model | None = None
    dice = who.sheet.attack + (1 if who.has(keywords.ACCURATE) else 0)
    for target in fight.models:
        if target.side == who.side or target.cell < 0 or target.hidden:
            continue
        if target.has(keywords.UNTOUCHABLE):
            continue
        if fight.board.spaces(who.cell, target.cell) > most:
            continue
        worth = prospect(dice, target.sheet.defence) + 0.1 * float(target.stun_tokens)
        worth += 0.02 * float(target.sheet.attack)
        if worth > best and fight.board.sees(who.cell, target.cell):
            best = worth
            found = target
    return found


def from_nearby(fight: ShinobiFight, who: Model) -> Option | None:
    """A curse, or shuriken out of hiding, for somebody within three spaces."""
    if not who.hidden and not who.has(keywords.CURSE):
        return None
    for target in fight.models:
        if target.side == who.side or target.cell < 0 or target.hidden:
            continue
        if fight.board.spaces(who.cell, target.cell) > THROW:
            continue
        if fight.board.sees(who.cell, target.cell):
            if who.has(keywords.CURSE) and not target.cursed:
                return fight.scene.curse[target.index]
            if who.hidden:
                return fight.scene.throw[target.index]
    return None


# --- after the dice ---


def choose_shift(fight: ShinobiFight, question: ShiftQuestion) -> Option:
    """One's own model steps out of zones; an enemy is put where most of one's models have it,
    which also turns its back to them."""
    who = question.mover
    ours = who.side == question.side
    best = EMPTY
    wanted: i64 = fight.guards_at(who, who.cell)
    if ours and wanted == 0:
        return UNMOVED
    for cell in fight.board.neighbours[who.cell]:
        if fight.positions.spaces[cell].model == EMPTY:
            zones: i64 = fight.guards_at(who, cell)
            if zones < wanted if ours else zones > 0 and zones >= wanted:
                wanted = zones
                best = cell
    return UNMOVED if best == EMPTY else fight.scene.shift[best]


def choose_about_dice(fight: ShinobiFight, question: Question) -> Option:
    """Re-rolls and the rest: by default the worst for the loser, and nothing bold."""
    kind = question.kind
    options = question.options
    bout = fight.bout
    if kind == "reroll" and bout is not None:
        return risk(fight, question)
    if kind == "mastery" and bout is not None:
        leads = bout.attacker_leads() == (bout.attack.who.index == question.who)
        return options[0 if leads else 1]
    if kind == "curse" and bout is not None:
        leads = bout.attacker_leads() == (bout.attack.who.index == question.about)
        return options[1 if leads else 0]
    if kind == "recover":
        who = fight.models[question.who]
        return options[0 if fight.guards_at(who, who.cell) == 0 and who.sheet.range == 0 else 1]
    if kind == "blink":
        who = fight.models[question.who]
        return options[1 if fight.guards_at(who, who.cell) > 0 else 0]
    if kind == "again":
        return options[len(options) - 1]
    return question.default_option()


def risk(fight: ShinobiFight, question: Question) -> Option:
    """Risks a die when no die injures, and the win is safe without it."""
    options = question.options
    bout = fight.bout
    assert bout is not None
    harms = fight.scene.close_results[ALL_FOUR]
    for option in options:
        if option.value and harms[option.value - 1].item == INJURED:
            return options[0]
    left = bout.attack.dice if bout.attacker_won else bout.defence.dice
    return options[1] if bout.is_safe and left > 1 else options[0]
