"""What a game master can rule about a fighter, with the values that the ruleset takes."""

from __future__ import annotations

from typing import Any

from affray.core.fight import Fight, IllegalError
from affray.lab.odds import test_odds
from affray.web.rooms.playing import IDLE_TABLE

Json = dict[str, Any]


def ruling_choices(fight: Fight, who: int) -> Json:
    """Return every kind of ruling about a fighter with its values, each tried on a copy of the
    fight; the Tests there are with their odds; and how the fighter stands now."""
    fighter = fight.roster()[who]
    kinds = {
        kind: [value for value in values if is_legal(fight, who, kind, value)]
        for kind, values in fight.rulings_on(who).choices().items()
    }
    return {
        "fighter": fighter.name,
        "health": int(fighter.health()),
        "max": int(fighter.max_health()),
        "state": fighter.state(),
        "place": fight.place_name(who),
        "conditions": fighter.conditions(),
        "kinds": {kind: values for kind, values in kinds.items() if values},
        "difficulties": fight.rulings_on(who).difficulties(),
        "tests": test_odds(fight, who),
    }


def is_legal(fight: Fight, who: int, kind: str, value: str) -> bool:
    """Return whether a ruling can be, tried on a copy of the fight.

    What rolls dice cannot be tried and is taken for legal.
    """
    copy = fight.copy(IDLE_TABLE)
    try:
        copy.rulings_on(who).apply(kind, value)
    except IllegalError:
        return False
    except Exception:
        return True
    return True
