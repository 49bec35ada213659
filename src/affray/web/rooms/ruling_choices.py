"""What a game master can rule about a fighter, with the values that the ruleset takes."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from affray.core.fight import DEAD, DOWN, FLED, STANDING, Fight, Fighter, IllegalError
from affray.web.rooms.playing import IDLE_TABLE
from affray.web.rooms.story_view import place_names

Json = dict[str, Any]

STATES = (STANDING, DOWN, FLED, DEAD)

DURATIONS = ("", " temporary", " persistent")
ADJUSTED = ("attack", "defense", "damage", "armour")
CRUSHING_SIZES = ("item", "tiny", "small", "medium", "large", "huge", "colossal")


def ruling_choices(fight: Fight, who: int) -> Json:
    """Every kind of ruling about a fighter with its values, each tried on a copy of the fight, and
    how the fighter stands now."""
    fighter = fight.roster()[who]
    wanted = candidates(fight, fighter)
    kinds = {
        kind: [value for value in values if is_legal(fight, who, kind, value)]
        for kind, values in wanted.items()
    }
    return {
        "fighter": fighter.name,
        "health": int(fighter.health()),
        "max": int(fighter.max_health()),
        "state": fighter.state(),
        "place": fight.place_name(who),
        "conditions": fighter.conditions(),
        "kinds": {kind: values for kind, values in kinds.items() if values},
    }


def candidates(fight: Fight, fighter: Fighter) -> dict[str, list[str]]:
    """What may be ruled, as far as the fight's own lists tell."""
    health = [str(value) for value in range(int(fighter.max_health()), -1, -1)]
    conditions = condition_names(fight, fighter)
    gear = gear_names(fight)
    return {
        "health": health,
        "place": place_names(fight.setup.board()),
        "condition": [*conditions, *(f"not {name}" for name in conditions)],
        "gear": [*gear, *(f"not {name}" for name in gear)],
        "state": list(STATES),
        **other_kinds(fight, fighter),
    }


def condition_names(fight: Fight, fighter: Fighter) -> list[str]:
    """The conditions that a fighter can have."""
    found: list[str] = []
    with suppress(AttributeError, NotImplementedError):
        found = list(fighter.condition_names())
    if found:
        return found
    scene: Any = getattr(fight, "scene", None)
    return [str(one.name) for one in getattr(scene, "conditions", ())]


def gear_names(fight: Fight) -> list[str]:
    """What can be given and taken: the weapons of the fight, and what else a ruleset has."""
    scene: Any = getattr(fight, "scene", None)
    ruleset = fight.setup.ruleset
    if ruleset == "shinobi":
        from affray.rulesets.shinobi import keywords

        return list(keywords.BY_NAME)
    found = [str(weapon.name) for weapon in getattr(scene, "weapons", ())]
    if ruleset == "mithryn":
        found.append("poultice")
    if ruleset == "orrery":
        found += [f"rune {rune.name}" for rune in scene.runes]
        found += ["potion", "boon", *(f"loaded {engine.name}" for engine in scene.engines)]
    if ruleset == "renaissance":
        found += [f"{count} luck" for count in range(4)]
    return list(dict.fromkeys(found))


def other_kinds(fight: Fight, fighter: Fighter) -> dict[str, list[str]]:
    """What only one ruleset knows."""
    ruleset = fight.setup.ruleset
    if ruleset == "orrery":
        most = int(getattr(fighter, "sheet").stamina)  # noqa: B009
        sizes = [size + fast for size in CRUSHING_SIZES for fast in ("", " fast")]
        return {
            "stamina": [str(value) for value in range(most, -1, -1)],
            "fall": ["3", "6", "10", "20"],
            "crush": sizes,
        }
    if ruleset == "olde":
        steps = [step for step in range(-4, 5) if step]
        return {"adjustment": [f"{kind} {step:+d}" for kind in ADJUSTED for step in steps]}
    return {}


def is_legal(fight: Fight, who: int, kind: str, value: str) -> bool:
    """Whether a ruling can be, tried on a copy of the fight. What rolls dice cannot be tried
    and is taken for legal."""
    copy = fight.copy(IDLE_TABLE)
    try:
        copy.rulings_on(who).apply(kind, value)
    except IllegalError:
        return False
    except Exception:
        return True
    return True
