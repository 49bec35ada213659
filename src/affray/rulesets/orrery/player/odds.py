"""What attacks are expected to do, by the rules' own pools, and what follows from sheets alone."""

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
from affray.rulesets.orrery.modifiers import Strike, attack_advantage, block_advantage, is_unaware
from affray.rulesets.orrery.pool import Pool, fixed_number
from affray.rulesets.orrery.sheet import MELEE
from affray.space.bands import DISTANT, TOUCH, distances

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight
    from affray.rulesets.orrery.gear import Gear
    from affray.rulesets.orrery.sheet import Weapon

NOT_BLOCKED: Final[i64] = 2
"""Stands in a key for the net of a Block that is not rolled."""

LEAST_THREAT: Final = 0.15
"""What even the most harmless can do with an Action, in Hearts."""


@mypyc_attr(acyclic=True)
class Exchange(Stage):
    """An attack's pool against its Block's: what gets through. A pool that is None is fixed."""

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
    """What follows from a scenario alone. It never becomes wrong, so nothing is ever removed."""

    def __init__(self, fight: OrreryFight) -> None:
        self.exchanges: Final[dict[int, Figure]] = {}
        self.walks: Final[dict[int, list[list[int]]]] = {}
        self.arms: Final[dict[Gear, list[int]]] = {}
        self.types: Final = {
            kind for who in fight.combatants for kind in [*who.sheet.weak, *who.sheet.strong]
        }
        """The types that are a strength or a weakness of anybody."""
        self.threats: Final = [sheet_threat(fight, who) for who in fight.combatants]


CERTAIN: Final = [Figure({harm: 1.0}) for harm in range(64)]


def certain(harm: i64) -> Figure:
    """Return the distribution of damage that is certain."""
    return CERTAIN[harm if harm < 63 else 63]


def figures_of(fight: OrreryFight) -> ScenarioFigures:
    """Return what was computed for a scenario so far."""
    found = fight.scene.player_notes
    if not isinstance(found, ScenarioFigures):
        found = ScenarioFigures(fight)
        fight.scene.player_notes = found
    return found


def expected_of(figures: ScenarioFigures, fight: OrreryFight, strike: Strike) -> Figure:
    """Return the distribution of the damage of a strike as things stand."""
    net = attack_advantage(fight, strike).net()
    block_net = NOT_BLOCKED
    if can_block(fight, is_unaware(strike)):
        block_net = block_advantage(fight, strike).net()
    attacker, target = strike.attacker, strike.target
    who = attacker.index * 4096 + target.index
    dice = (strike.skill * 16 + strike.die) * 4 + strike.copies
    key = int(((who * 1024 + dice) * 4 + net + 1) * 4 + block_net + 1)
    found = figures.exchanges.get(key)
    if found is None:
        found = figure(exchange(fight, strike, net, block_net))
        figures.exchanges[key] = found
    return found


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
    """Return how likely a strike is to show a Success, Blocked or not."""
    net = attack_advantage(fight, strike).net()
    return figure(exchange(fight, strike, net, NOT_BLOCKED)).reaches(1)


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
    weapons = [weapon_strike(fight, who, target, scene.weapons[item]) for item in gear.arms]
    return weapons + [rune_strike(fight, who, target, scene.runes[item]) for item in gear.runes]


def arms_of(figures: ScenarioFigures, fight: OrreryFight, who: Combatant) -> list[int]:
    """List a combatant's weapons without those that another one is never worse than."""
    found = figures.arms.get(who.gear)
    if found is None:
        weapons = [fight.scene.weapons[item] for item in who.gear.arms]
        kept: list[Weapon] = []
        for weapon in weapons:
            if not any(is_never_worse(other, weapon, who, figures.types) for other in kept):
                kept = [
                    other for other in kept if not is_never_worse(weapon, other, who, figures.types)
                ]
                kept.append(weapon)
        found = [int(weapon.index) for weapon in kept]
        figures.arms[who.gear] = found
    return found


def is_never_worse(one: Weapon, other: Weapon, who: Combatant, types: set[str]) -> bool:
    """Return whether a weapon of the same use has no smaller die, and no other type that counts."""
    if one.use != other.use or types.intersection(one.types) != types.intersection(other.types):
        return False
    bands = (TOUCH, DISTANT)
    return all(one.die_of(who.sheet, band) >= other.die_of(who.sheet, band) for band in bands)


def walks_of(figures: ScenarioFigures, fight: OrreryFight) -> list[list[int]]:
    """Return how many moves it is from each spot to each, round what bars the way now."""
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
