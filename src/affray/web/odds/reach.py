"""The reach of a fighter's attacks from its place, by a trial of every place of the board.

This works for every ruleset. In a copy of the fight, an enemy is put at each place by a ruling.
Then the ruleset says for each attack whether a rule hinders it there.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any, NamedTuple

from affray.core.fight import Fight, IllegalError, place_names
from affray.core.odds import OddsTable
from affray.core.questions import Option, Ruling
from affray.lab.odds.asked_attacks import weapon_name

MAX_PLACES = 4000
"""The largest number of places of a board that are tried."""

MAX_WEAPONS = 8
"""The largest number of weapons in the result."""

CLOSE_REACH = 3
"""The largest reach of a close combat weapon, in cells."""

TIME_LIMIT = 1.5
"""The seconds for a whole board; places not tried by then are left out."""

Json = dict[str, Any]


class WeaponUse(NamedTuple):
    """A weapon and the manner of its use: a spear can be thrust or thrown."""

    weapon: str
    manner: str


def weapon_use(attack: Option) -> WeaponUse:
    """Return the weapon and the manner of an attack."""
    return WeaponUse(weapon_name(attack), attack.kind)


Reached = dict[WeaponUse, set[int]]


def reach_data(fight: Fight, who: int) -> Json:
    """Return the targets that a fighter can attack now, and the places that each weapon reaches."""
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
    """Return each target with the attacks that are possible now and with hindrances of others.

    Hindrances of attacks that reach the target's place come first.
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
    """Add the present places of enemies who can be attacked now."""
    mine = fight.roster()[who].side
    for attack in attacks:
        place = fight.position(attack.target).get("place")
        if fight.roster()[attack.target].side == mine or not isinstance(place, int):
            continue
        if not fight.hindrance(who, attack):
            reached[weapon_use(attack)].add(place)


def choose_dummy(fight: Fight, who: int, attacks: list[Option]) -> int | None:
    """Choose an enemy to place at every place; None without one.

    It is standing and has as few conditions as possible, so that only the place matters.
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
    """A copy of a fight in which one fighter is moved from place to place."""

    def __init__(self, fight: Fight, who: int, dummy: int, names: list[str]) -> None:
        self.fight = fight
        self.who = who
        self.dummy = fight.roster()[dummy].name
        self.names = names
        self.copy = fight.copy(OddsTable())
        self.free: str | None = None

    def with_dummy_at(self, place: int) -> Fight | None:
        """Return the fight with the dummy at a place; None if no fighter can be there."""
        name = self.names[place]
        if place_fighter(self.copy, self.dummy, name):
            self.free = name
            return self.copy
        return self.replacing_occupants(name)

    def replacing_occupants(self, place: str) -> Fight | None:
        """Return the fight with the dummy at a place that holds only one fighter.

        The occupant moves away if possible, unless it is the fighter whose reach is computed.
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
    """Place a fighter by a ruling; return False if no fighter can be there."""
    try:
        fight.rule(Ruling("place", name, place, ""))
    except IllegalError:
        return False
    return True


def weapons_by_distance(fight: Fight, who: int, reached: Reached) -> list[Json]:
    """Return weapons with the places that they reach, close combat weapons first.

    A weapon that can also be thrown may be listed twice.
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
    """Return the distance to the farthest place.

    On a grid it is in cells; elsewhere it is `CLOSE_REACH + 1` for any other place, otherwise 0.
    """
    if not isinstance(here, int):
        return 0
    width = board.get("width")
    if board["kind"] != "grid" or not isinstance(width, int):
        return CLOSE_REACH + 1 if places - {here} else 0
    return max(
        max(abs(one % width - here % width), abs(one // width - here // width)) for one in places
    )
