"""Where a fighter's attacks reach from where it stands: every place of the board, tried out.

No ruleset is named here. An enemy is put at each place of a copy of the fight, as the game master
would put them, and the rules say what hinders each attack on them there.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any, NamedTuple

from affray.core.fight import Fight, IllegalError, place_names
from affray.core.odds import OddsTable
from affray.core.questions import Option, Ruling
from affray.lab.odds.asked_attacks import weapon_name

MAX_PLACES = 4000
"""Places of a board that are tried."""

MAX_WEAPONS = 8
"""Weapons that are told."""

CLOSE_REACH = 3
"""Cells that the longest weapon of close combat may reach."""

TIME_LIMIT = 1.5
"""Seconds for a whole board; what was not tried by then is left out."""

Json = dict[str, Any]


class WeaponUse(NamedTuple):
    """A weapon, used in some manner: a spear is thrust, and it is thrown."""

    weapon: str
    manner: str


def weapon_use(attack: Option) -> WeaponUse:
    """Return the weapon and the manner of an attack."""
    return WeaponUse(weapon_name(attack), attack.kind)


Reached = dict[WeaponUse, set[int]]


def reach_data(fight: Fight, who: int) -> Json:
    """Return whom a fighter can attack now, and with which weapon where."""
    fighter = fight.roster()[who]
    attacks = fight.attacks(who) if fighter.state() == "standing" else []
    reached, whole = places_in_reach(fight, who, attacks)
    return {
        "who": who,
        "targets": target_data(fight, who, attacks, reached),
        "weapons": weapons_by_distance(fight, who, reached),
        "whole": whole,
    }


def target_data(fight: Fight, who: int, attacks: list[Option], reached: Reached) -> list[Json]:
    """Return whom the fighter could attack from where it stands, with what, and what hinders it.

    First what hinders an attack that would reach that far.
    """
    found: dict[int, Json] = {}
    for attack in attacks:
        target = int(attack.target)
        entry = found.setdefault(target, {"target": target, "can": [], "cannot": []})
        hindrance = fight.hindrance(who, attack)
        if not hindrance:
            entry["can"].append(attack.text)
        elif fight.position(target).get("place") in reached[weapon_use(attack)]:
            entry["cannot"].insert(0, hindrance)
        else:
            entry["cannot"].append(hindrance)
    for entry in found.values():
        del entry["can"][12:], entry["cannot"][3:]
    return list(found.values())


def places_in_reach(fight: Fight, who: int, attacks: list[Option]) -> tuple[Reached, bool]:
    """Return the places that each weapon reaches, and whether all places were tried."""
    reached: Reached = {weapon_use(attack): set() for attack in attacks}
    dummy = choose_dummy(fight, who, attacks)
    if dummy is None:
        return reached, True
    on_them = [attack for attack in attacks if attack.target == dummy]
    add_present_targets(fight, who, attacks, reached)
    names = place_names(fight.setup.board())
    until = perf_counter() + TIME_LIMIT
    trial = TrialPlacement(fight, who, dummy, names)
    whole = len(names) <= MAX_PLACES
    for place in range(min(len(names), MAX_PLACES)):
        if perf_counter() > until:
            whole = False
            break
        there = trial.with_dummy_at(place)
        if there is None:
            continue
        for attack in on_them:
            places = reached[weapon_use(attack)]
            if place not in places and not there.hindrance(who, attack):
                places.add(place)
    return reached, whole


def add_present_targets(fight: Fight, who: int, attacks: list[Option], reached: Reached) -> None:
    """Add the places of enemies who can be attacked as they stand."""
    mine = fight.roster()[who].side
    for attack in attacks:
        place = fight.position(attack.target).get("place")
        if fight.roster()[attack.target].side == mine or not isinstance(place, int):
            continue
        if not fight.hindrance(who, attack):
            reached[weapon_use(attack)].add(place)


def choose_dummy(fight: Fight, who: int, attacks: list[Option]) -> int | None:
    """Choose an enemy to try at every place.

    It stands and has as few conditions as possible, so that only the place decides.
    """
    mine = fight.roster()[who].side
    possible = {int(attack.target) for attack in attacks}
    enemies = [
        one
        for one in fight.roster()
        if one.side != mine and one.state() == "standing" and int(one.index) in possible
    ]
    if not enemies:
        return None
    return int(min(enemies, key=lambda one: (len(one.conditions()), one.index)).index)


class TrialPlacement:
    """A copy of a fight in which one fighter is put from place to place."""

    def __init__(self, fight: Fight, who: int, dummy: int, names: list[str]) -> None:
        self.fight = fight
        self.who = who
        self.dummy = fight.roster()[dummy].name
        self.names = names
        self.copy = fight.copy(OddsTable())
        self.free: str | None = None

    def with_dummy_at(self, place: int) -> Fight | None:
        """Return the fight with the dummy at a place; None if nobody can be there."""
        name = self.names[place]
        if place_fighter(self.copy, self.dummy, name):
            self.free = name
            return self.copy
        return self.replacing_occupants(name)

    def replacing_occupants(self, place: str) -> Fight | None:
        """Return the fight with the dummy at a place that holds only one fighter.

        The occupant makes room if that is possible, but never the fighter whose reach is asked for.
        """
        roster = self.fight.roster()
        there = [one for one in roster if self.fight.place_name(one.index) == place]
        if any(one.index == self.who for one in there):
            return None
        copy = self.fight.copy(OddsTable())
        for one in there:
            if self.free is None or not place_fighter(copy, one.name, self.free):
                return None
        return copy if there and place_fighter(copy, self.dummy, place) else None


def place_fighter(fight: Fight, name: str, place: str) -> bool:
    """Put a fighter somewhere, as a game master may; return False if nobody can be there."""
    try:
        fight.rule(Ruling("place", name, place, ""))
    except IllegalError:
        return False
    return True


def weapons_by_distance(fight: Fight, who: int, reached: Reached) -> list[Json]:
    """Return weapons with their places, those for close combat first.

    A weapon that can be thrown too is there twice.
    """
    board, here = fight.setup.board(), fight.position(who).get("place")
    away = {use: farthest(board, here, places) for use, places in reached.items() if places}
    shortest = min(away.values(), default=0)
    merged: dict[tuple[bool, str], set[int]] = {}
    for use, distance in away.items():
        far = distance > min(shortest + 1, CLOSE_REACH)
        merged.setdefault((far, use.weapon), set()).update(reached[use])
    ordered = sorted(merged.items(), key=lambda item: (item[0][0], len(item[1])))
    return [
        {"weapon": weapon, "far": far, "places": sorted(places)}
        for (far, weapon), places in ordered[:MAX_WEAPONS]
    ]


def farthest(board: dict[str, object], here: object, places: set[int]) -> int:
    """Return how far the farthest place is.

    Cells on a grid, elsewhere whether it is another place.
    """
    if not isinstance(here, int):
        return 0
    width = board.get("width")
    if board["kind"] != "grid" or not isinstance(width, int):
        return CLOSE_REACH + 1 if places - {here} else 0
    return max(
        max(abs(one % width - here % width), abs(one // width - here // width)) for one in places
    )
