"""Expected results of attacks, by the rules' own pools, and facts that follow from sheets alone."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import Option
from affray.core.table import Stage, Table
from affray.players.expected import Figure, figure
from affray.rulesets.orrery import verbs
from affray.rulesets.orrery.attack import rune_strike, strike_of, weapon_strike
from affray.rulesets.orrery.block import attack_figure, attack_pool, block_pool, can_block
from affray.rulesets.orrery.grapple import throw_strike
from affray.rulesets.orrery.modifiers import (
    Strike,
    add_to_attack,
    add_to_block,
)
from affray.rulesets.orrery.pool import Advantage, Pool, fixed_number
from affray.rulesets.orrery.sheet import MELEE
from affray.space.bands import distances

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight

NOT_BLOCKED: Final[i64] = 2
"""The net advantage in a key for a Block that is not rolled."""

EXCHANGES: Final = 3 * 5 * 2 * 3 * 4
"""The number of attacks between two combatants that differ in `exchange_number`."""

LEAST_THREAT: Final = 0.15
"""The least threat of any combatant with an Action, in Hearts."""


@mypyc_attr(acyclic=True)
class Exchange(Stage):
    """An attack's pool against its Block's: the Successes that are not Blocked. A pool that is
    None is fixed."""

    def __init__(self, attack: Pool | None, fixed: i64, block: Pool | None, blocked: i64) -> None:
        self.attack: Final = attack
        self.fixed: Final[i64] = fixed
        self.block: Final = block
        self.blocked: Final[i64] = blocked

    def key(self) -> Hashable:
        return (
            self.attack.key() if self.attack is not None else int(self.fixed),
            self.block.key() if self.block is not None else int(self.blocked),
        )

    def play(self, table: Table) -> i64:
        dealt = table.stage(self.attack) if self.attack is not None else self.fixed
        if dealt > 0:
            dealt -= table.stage(self.block) if self.block is not None else self.blocked
        return dealt if dealt > 0 else 0


@mypyc_attr(acyclic=True)
class Threat:
    """The Hearts that a combatant takes with an Action, at Touch and from afar, on average."""

    def __init__(self, close: float, ranged: float) -> None:
        self.close: Final = close
        self.ranged: Final = ranged
        self.best: Final = close if close > ranged else ranged


class ScenarioFigures:
    """Facts that follow from a scenario alone. They never become wrong, so none is ever removed."""

    def __init__(self, fight: OrreryFight) -> None:
        self.count: Final[i64] = len(fight.combatants)
        self.exchanges: Final[list[list[Figure | None]]] = [
            [] for _ in range(self.count * self.count)
        ]
        """For each attacker and target the results of attacks, by `exchange_number`."""
        self.walks: Final[dict[int, list[list[int]]]] = {}
        self.advantage: Final = Advantage(False)
        """A reusable object for every strike that is evaluated."""
        self.threats: Final = [sheet_threat(fight, who) for who in fight.combatants]


CERTAIN: Final = [Figure({harm: 1.0}) for harm in range(64)]


def certain(harm: i64) -> Figure:
    """Return the distribution of damage that is certain."""
    return CERTAIN[harm if harm < 63 else 63]


def figures_of(fight: OrreryFight) -> ScenarioFigures:
    """Return the facts computed for a scenario so far."""
    found = fight.scene.player_notes
    if not isinstance(found, ScenarioFigures):
        found = ScenarioFigures(fight)
        fight.scene.player_notes = found
    return found


def expected_of(figures: ScenarioFigures, fight: OrreryFight, strike: Strike) -> Figure:
    """Return the distribution of a strike's damage in the current state."""
    advantage = figures.advantage
    advantage.clear()
    add_to_attack(fight, strike, advantage)
    net = advantage.net()
    block_net = NOT_BLOCKED
    if can_block(fight, strike.is_unaware):
        advantage.clear()
        add_to_block(fight, strike, advantage)
        block_net = advantage.net()
    return figure_of(figures, fight, strike, net, block_net)


def best_of(figures: ScenarioFigures, fight: OrreryFight, strike: Strike) -> Figure:
    """Return the distribution of a strike's damage with adv, against a Block with dis or without
    one: none is better, whatever the state."""
    return figure_of(figures, fight, strike, 1, -1 if can_block(fight, True) else NOT_BLOCKED)


def figure_of(
    figures: ScenarioFigures, fight: OrreryFight, strike: Strike, net: i64, block_net: i64
) -> Figure:
    """Return the distribution of a strike's damage by the adv and dis of attack and Block."""
    known = figures.exchanges[strike.attacker.index * figures.count + strike.target.index]
    if not known:
        known.extend([None] * EXCHANGES)
    number = exchange_number(strike, net, block_net)
    found = known[number]
    if found is None:
        found = figure(exchange(fight, strike, net, block_net))
        known[number] = found
    return found


def exchange_number(strike: Strike, net: i64, block_net: i64) -> i64:
    """Return a number below EXCHANGES for an attack between two combatants: by its skill, its die
    from d4 to d12, its copies, and the adv and dis of attack and Block."""
    dice = (strike.skill * 5 + strike.die // 2 - 2) * 2 + strike.copies - 1
    return (dice * 3 + net + 1) * 4 + block_net + 1


def exchange(fight: OrreryFight, strike: Strike, net: i64, block_net: i64) -> Exchange:
    """Return an attack against its Block as a stage, by the rules' own pools."""
    attack: Pool | None = None
    block: Pool | None = None
    fixed: i64 = 0
    blocked: i64 = 0
    if fight.has_figures(strike.attacker):
        fixed = fixed_number(attack_figure(strike), net)
    else:
        attack = attack_pool(fight, strike, net)
    if block_net != NOT_BLOCKED:
        if fight.has_figures(strike.target):
            blocked = fixed_number(strike.target.sheet.block, block_net)
        else:
            block = block_pool(fight, strike.target, strike.skill, block_net)
    return Exchange(attack, fixed, block, blocked)


def hit_chance(fight: OrreryFight, strike: Strike) -> float:
    """Return the probability that a strike has a Success, Blocked or not."""
    advantage = Advantage(False)
    add_to_attack(fight, strike, advantage)
    return figure(exchange(fight, strike, advantage.net(), NOT_BLOCKED)).reaches(1)


def option_strike(fight: OrreryFight, who: Combatant, option: Option) -> Strike:
    """Return the strike of an option to attack."""
    if option.verb == verbs.HURL:
        held, target = fight.combatants[option.item], fight.combatants[option.target]
        return throw_strike(fight, who, held, target)
    return strike_of(fight, who, option)


def sheet_threat(fight: OrreryFight, who: Combatant) -> Threat:
    """Compute a combatant's mean damage per Action against its enemies, without adv or dis."""
    if who.sheet.thing:
        return Threat(0.0, 0.0)
    close = ranged = 0.0
    enemies = [one for one in fight.enemies[who.side] if not one.sheet.thing]
    for target in enemies:
        near = far = LEAST_THREAT
        for strike in strikes_on(fight, who, target):
            hearts = figure(exchange(fight, strike, 0, 0)).mean()
            if strike.skill == MELEE:
                near = max(near, hearts)
            else:
                far = max(far, hearts)
        close += near / len(enemies)
        ranged += far / len(enemies)
    return Threat(close, ranged)


def strikes_on(fight: OrreryFight, who: Combatant, target: Combatant) -> list[Strike]:
    """List a strike with each weapon and each rune of a combatant."""
    scene, gear = fight.scene, who.gear
    weapons = [weapon_strike(fight, who, target, scene.weapons[item]) for item in gear.kinds]
    return weapons + [rune_strike(fight, who, target, scene.runes[item]) for item in gear.runes]


def walks_of(figures: ScenarioFigures, fight: OrreryFight) -> list[list[int]]:
    """Return the number of moves from each spot to each other, around the current barriers."""
    scene = fight.scene
    if not scene.barriers:
        return fight.places.moves
    standing = 0
    for number, index in enumerate(scene.barriers):
        if fight.combatants[index].is_able():
            standing |= 1 << number
    found = figures.walks.get(standing)
    if found is None:
        links = [
            (one, other, 1)
            for one, other, _ in fight.places.links
            if not fight.is_barred(one, other)
        ]
        found = distances(len(fight.places.spots), links)
        figures.walks[standing] = found
    return found
