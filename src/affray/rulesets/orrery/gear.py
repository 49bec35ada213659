"""What a combatant brings to a fight: house rules, weapons, runes, engines, and the sheet."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.space.bands import DISTANT

# the four scores and the four skills [core.scores]
TERRA: Final[i64] = 0
SUN: Final[i64] = 1
MOON: Final[i64] = 2
STAR: Final[i64] = 3
SCORES: Final = ["terra", "sun", "moon", "star"]

MELEE: Final[i64] = 0
RANGED: Final[i64] = 1
MAGIC: Final[i64] = 2
DEFENSE: Final[i64] = 3
SKILLS: Final = ["melee", "ranged", "magic", "defense"]

DIE_SIZES: Final = [4, 6, 8, 10, 12]

SIZES: Final = ["item", "tiny", "small", "medium", "large", "huge", "colossal"]
SMALL: Final[i64] = 2

CONDITIONS: Final = ["burning", "slowed", "blinded", "frightened", "stunned"]
BURNING: Final[i64] = 0
SLOWED: Final[i64] = 1
BLINDED: Final[i64] = 2
FRIGHTENED: Final[i64] = 3
STUNNED: Final[i64] = 4

EVERY_FIGHT: Final[i64] = -1
"""Instead of the number of a fight of the day: one who is in all of them."""


class House:
    """The house rules, as they stand in one scenario."""

    def __init__(
        self,
        success_on: i64,
        double_success_on: i64,
        critical: bool,
        step_die: bool,
        actions: i64,
        first_side: str,
        monsters_roll: bool,
        unaware_block: str,
        shield_block: bool,
        tethered_aim: bool,
        wholly_above: i64,
        stamina_buys_actions: bool,
        stamina_buys_blocks: bool,
        harm_kills: bool,
        neglect_kills: bool,
    ) -> None:
        self.success_on: Final[i64] = success_on
        self.double_success_on: Final[i64] = double_success_on
        self.critical: Final = critical
        self.step_die: Final = step_die
        self.actions: Final[i64] = actions
        self.first_side: Final = first_side
        self.monsters_roll: Final = monsters_roll
        self.unaware_block: Final = unaware_block
        self.shield_block: Final = shield_block
        self.tethered_aim: Final = tethered_aim
        self.wholly_above: Final[i64] = wholly_above
        self.stamina_buys_actions: Final = stamina_buys_actions
        self.stamina_buys_blocks: Final = stamina_buys_blocks
        self.harm_kills: Final = harm_kills
        self.neglect_kills: Final = neglect_kills


class Weapon:
    """A row of the weapon tables: a score's die, or fixed dice nearer and at Distant.

    `types` are what it is made of or does, for type advantage; `conditions` what a game master
    believes of it without being told.
    """

    def __init__(
        self,
        index: i64,
        name: str,
        skill: i64,
        score: i64,
        near: i64,
        far: i64,
        types: list[str],
        conditions: list[int],
        is_shield: bool,
        unarmed: bool,
    ) -> None:
        self.index: Final[i64] = index
        self.name: Final = name
        self.skill: Final[i64] = skill
        self.score: Final[i64] = score
        self.near: Final[i64] = near
        self.far: Final[i64] = far
        self.types: Final = types
        self.conditions: Final = conditions
        self.is_shield: Final = is_shield
        self.unarmed: Final = unarmed

    def called(self) -> str:
        """What it is called in a sentence."""
        return "bare hands" if self.unarmed else "the " + self.name.replace("-", " ")

    def ranged(self) -> bool:
        """Whether it is fired or thrown."""
        return self.skill == RANGED

    def die(self, sheet: Sheet, band: i64) -> i64:
        """The weapon's die: by score [close.weapons], or what is thrown, d4 at Distant and d6
        nearer [ranged.weapons]."""
        if self.score >= 0:
            return sheet.scores[self.score]
        return self.far if band == DISTANT else self.near


class Rune:
    """A rune: the score whose die it rolls, its types, and the Condition it inflicts."""

    def __init__(self, index: i64, name: str, score: i64, types: list[str], condition: i64) -> None:
        self.index: Final[i64] = index
        self.name: Final = name
        self.score: Final[i64] = score
        self.types: Final = types
        self.condition: Final[i64] = condition


class Engine:
    """A siege weapon where it stands: it rolls its smaller counterpart's dice, doubled."""

    def __init__(self, index: i64, name: str, like: Weapon, spot: i64, loaded: bool) -> None:
        self.index: Final[i64] = index
        self.name: Final = name
        self.like: Final = like
        self.spot: Final[i64] = spot
        self.loaded: Final = loaded

    def called(self) -> str:
        """What it is called in a sentence."""
        return "the " + self.name

    def is_ram(self) -> bool:
        """Whether it is swung rather than fired, and so never loaded [siege.melee]."""
        return not self.like.ranged()


class Happening:
    """A fall or a falling object that the scenario causes at the start of a round."""

    def __init__(
        self,
        fight: i64,
        round: i64,
        who: i64,
        spot: i64,
        metres: i64,
        size: i64,
        fast: bool,
        text: str,
    ) -> None:
        self.fight: Final[i64] = fight
        self.round: Final[i64] = round
        self.who: Final[i64] = who
        self.spot: Final[i64] = spot
        self.metres: Final[i64] = metres
        self.size: Final[i64] = size
        self.fast: Final = fast
        self.text: Final = text


class Chapter:
    """A fight of the day: what it is called, how long after the last one, and where it starts."""

    def __init__(self, title: str, after: i64, start: i64) -> None:
        self.title: Final = title
        self.after: Final[i64] = after
        self.start: Final[i64] = start


class Sheet:
    """A combatant before the fight [core.scores]. A thing, such as a gate, never acts."""

    def __init__(
        self,
        name: str,
        side: i64,
        spot: i64,
        fight: i64,
        pc: bool,
        thing: bool,
        scores: list[int],
        skills: list[int],
        hearts: i64,
        stamina: i64,
        boons: i64,
        flaws: i64,
        potions: i64,
        size: i64,
        arms: list[int],
        runes: list[int],
        weak: list[str],
        strong: list[str],
        attack: i64,
        block: i64,
        actions: i64,
        hidden: bool,
        defenseless: bool,
        bars: tuple[int, int] | None,
    ) -> None:
        self.name: Final = name
        self.side: Final[i64] = side
        self.spot: Final[i64] = spot
        self.fight: Final[i64] = fight
        self.pc: Final = pc
        self.thing: Final = thing
        self.scores: Final = scores
        self.skills: Final = skills
        self.hearts: Final[i64] = hearts
        self.stamina: Final[i64] = stamina
        self.boons: Final[i64] = boons
        self.flaws: Final[i64] = flaws
        self.potions: Final[i64] = potions
        self.size: Final[i64] = size
        self.arms: Final = arms
        self.runes: Final = runes
        self.weak: Final = weak
        self.strong: Final = strong
        self.attack: Final[i64] = attack
        self.block: Final[i64] = block
        self.actions: Final[i64] = actions
        self.hidden: Final = hidden
        self.defenseless: Final = defenseless
        self.bars: Final = bars
