"""What the simple player has worked out for a scenario, for all of its fights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.rulesets.orrery.environment import fall_damage

if TYPE_CHECKING:
    from affray.rulesets.orrery.gear import Gear
    from affray.rulesets.orrery.player.appraisal import Danger
    from affray.rulesets.orrery.player.armaments import Armament
    from affray.rulesets.orrery.player.forecast import Forecast
    from affray.rulesets.orrery.player.judgements import Judgement
    from affray.rulesets.orrery.player.movement import Walks
    from affray.rulesets.orrery.setup import Scene


class Notes:
    """Results that follow from a scenario alone, each computed when it is first needed."""

    def __init__(self, scene: Scene) -> None:
        spots = len(scene.places.spots)
        self.drops: Final = [
            max([int(fall_damage(scene.places.above(here, below))) for below in row], default=0)
            for here, row in enumerate(scene.edges)
        ]
        """The damage of the worst fall over an edge of each spot."""
        self.forecasts: Final[dict[int, Forecast]] = {}
        self.dangers: Final[list[Danger]] = []
        self.spot_bits: Final = [1 << number for number in range(spots)]
        self.barrier_bits: Final = [1 << (spots + number) for number in range(len(scene.barriers))]
        """The bit of each spot, and of each barrier, in a key of `walks`."""
        self.walks: Final[dict[int, Walks]] = {}
        self.first_rune: Final[i64] = len(scene.weapons)
        self.first_engine: Final[i64] = len(scene.weapons) + len(scene.runes)
        self.armament_count: Final[i64] = self.first_engine + len(scene.engines)
        self.armaments: Final[list[Armament | None]] = [None] * (
            len(scene.sheets) * (len(scene.weapons) + len(scene.runes) + len(scene.engines))
        )


def notes_of(scene: Scene) -> Notes:
    """Return the notes on a scenario, new ones where there are none yet."""
    found = scene.player_notes
    if isinstance(found, Notes):
        return found
    notes = Notes(scene)
    scene.player_notes = notes
    return notes


class GearNotes:
    """What the simple player thinks of attacks with one set of gear."""

    def __init__(self) -> None:
        self.judgements: Final[list[Judgement | None]] = []


def judgements_of(gear: Gear) -> list[Judgement | None]:
    """Return what was judged before of attacks with some gear."""
    found = gear.player_notes
    if isinstance(found, GearNotes):
        return found.judgements
    notes = GearNotes()
    gear.player_notes = notes
    return notes.judgements
