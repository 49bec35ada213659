"""What the simple player has worked out for a scenario, for all of its fights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from affray.rulesets.olde.player.terrain import Terrain

if TYPE_CHECKING:
    from affray.rulesets.olde.player.appraisal import Aim
    from affray.rulesets.olde.setup import Scene


class Notes:
    """Results that follow from a scenario alone, each computed when it is first needed."""

    def __init__(self, scene: Scene) -> None:
        people = range(len(scene.sheets))
        self.terrain: Final = Terrain(scene.field)
        self.aims: Final[list[list[list[Aim | None]]]] = [[[] for _ in people] for _ in people]
        """What attacks are worth, by who makes them and on whom: see `aim_at`."""


def notes_of(scene: Scene) -> Notes:
    """Return the notes on a scenario, new ones where there are none yet."""
    found = scene.player_notes
    if isinstance(found, Notes):
        return found
    notes = Notes(scene)
    scene.player_notes = notes
    return notes
