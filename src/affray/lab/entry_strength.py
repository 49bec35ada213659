"""The strength of a custom entry, compared with the original from which it was made.

It is measured by odds against usual targets and by its effect on a scenario.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from affray.core.odds import OddsTable
from affray.core.problems import InvalidDataError, data_error, unknown_name
from affray.lab.compare import Comparison, compare
from affray.lab.mirror_match import content_as_written, mirror_match
from affray.lab.odds.asked_attacks import odds_of, weapon_name
from affray.lab.odds.attacks import AttackOdds
from affray.library import (
    PLACED_SECTIONS,
    Scenario,
    content_data,
    load,
    read_scenario,
    rulesets,
    toml_of,
)
from affray.players import PlayerLike

MOST_TARGETS = 4
"""The maximum number of usual targets."""

MOST_WEAPONS = 4
"""The maximum number of weapons of a fighter that are tried; the most harmful one counts."""

LOPSIDED_SHARE = 0.9
"""If a side wins this share with the original and without, the comparison says little."""

WITHIN = 0.02
"""The required precision of the difference of the shares, plus or minus."""

BATCH_SIZE = 100
"""The number of fights between two progress reports."""

ORIGINAL, CHANGED = "the original", "as it is now"


@dataclass
class TargetOdds:
    """The best attack on a usual target, with the original and with the custom entry."""

    target: str
    original: AttackOdds
    changed: AttackOdds


@dataclass
class Strength:
    """The strength of an entry, measured against the original from which it was made."""

    table: str
    name: str
    original: str
    attacker: str = ""
    """The fighter who attacks with the entry; empty if it cannot attack."""
    users: list[str] = field(default_factory=list)
    """The fighters of the scenario who have the entry or are made from it."""
    targets: list[TargetOdds] = field(default_factory=list)
    comparison: Comparison | None = None
    is_lopsided: bool = False
    """Whether one side nearly always wins in any case, so that the comparison says little."""
    mirror: Comparison | None = None
    """A comparison in which the side with the entry meets itself with the original."""

    def data(self) -> dict[str, Any]:
        """Return the results as JSON data."""
        found: dict[str, Any] = {
            "table": self.table,
            "name": self.name,
            "original": self.original,
            "attacker": self.attacker,
            "users": self.users,
            "targets": [
                {
                    "target": one.target,
                    "original": odds_figures(one.original),
                    "changed": odds_figures(one.changed),
                }
                for one in self.targets
            ],
        }
        if self.comparison is not None:
            found["players"] = self.comparison.players[0]
            found["rows"] = self.comparison.data()
            found["lopsided"] = self.is_lopsided
        if self.mirror is not None:
            found["mirror"] = self.mirror.data()
        return found


def odds_figures(odds: AttackOdds) -> dict[str, Any]:
    """Return the values of an attack for a comparison."""
    return {
        "text": odds.attack.text,
        "hit": odds.hit,
        "mean": odds.mean,
        "standard_deviation": odds.standard_deviation,
        "drop": odds.drop,
    }


def measure_strength(
    scenario: Scenario,
    table: str,
    name: str,
    original: str,
    players: Mapping[str, PlayerLike] | None = None,
    within: float = WITHIN,
    progress: Callable[[Strength], None] | None = None,
    workers: int | None = 1,
) -> Strength:
    """Measure a custom entry of a scenario against an original of the ruleset's.

    The scenario is played with both, using the same dice, until the difference is known to
    `within`. Raises InvalidDataError if there is no such entry or original.
    """
    before = with_original(scenario, table, name, original)
    found = Strength(table, name, original, users=users_of(scenario, name))

    def tell(comparison: Comparison | None = None) -> None:
        found.comparison = comparison or found.comparison
        if progress:
            progress(found)

    for target in usual_targets(scenario.ruleset.name):
        if len(found.targets) == MOST_TARGETS:
            break
        if target == name:
            continue
        odds = [best_attack(one, table, name, target) for one in (before, scenario)]
        if odds[0] is not None and odds[1] is not None:
            found.attacker = odds[1].attacker
            found.targets.append(TargetOdds(odds[1].target, odds[0], odds[1]))
            tell()
    if not found.users:
        return found

    def play(pair: tuple[Scenario, Scenario], progress: Callable[[Comparison], None]) -> Comparison:
        return compare(
            dict(zip((ORIGINAL, CHANGED), pair, strict=True)),
            within=within,
            players=players,
            workers=workers,
            progress=progress,
            batch_size=BATCH_SIZE,
        )

    found.comparison = play((before, scenario), tell)
    found.is_lopsided = is_lopsided(found.comparison)
    pair = mirrored(scenario, before, found.users, table, name)
    if pair is not None:

        def tell_mirror(comparison: Comparison) -> None:
            found.mirror = comparison
            tell()

        found.mirror = play(pair, tell_mirror)
    return found


def is_lopsided(comparison: Comparison) -> bool:
    """Return whether one side wins nearly always, with the original and with the custom entry."""
    return any(
        all(row["sides"][side]["share"] >= LOPSIDED_SHARE for row in comparison.data())
        for side in comparison.scenarios[0].sides
    )


def mirrored(
    scenario: Scenario, before: Scenario, users: list[str], table: str, name: str
) -> tuple[Scenario, Scenario] | None:
    """Return two scenarios in which the first side with an entry meets itself with the original.

    In the first scenario both sides have the original, in the second one side has the custom entry.
    Returns None if that is impossible.
    """
    sides = scenario.raw()["sides"]
    side = next(
        number
        for number, one in enumerate(sides)
        if one["name"] in users
        or any(placed_name(each) in users for each in one.get("fighters", []))
    )
    even = mirror_match(before, side, name)
    if even is None:
        return None
    raw = even.raw()
    raw[table] = {**raw.get(table, {}), name: scenario.raw()[table][name]}
    return even, read_scenario(raw, scenario.name)


def with_original(scenario: Scenario, table: str, name: str, original: str) -> Scenario:
    """Return the scenario with an entry replaced by the original."""
    raw = deepcopy(scenario.raw())
    own = raw.get(table)
    if not isinstance(own, dict) or name not in own:
        raise data_error(f"this scenario has no {name!r} of its own", f"entry.{table}")
    known = content_as_written(scenario.ruleset.name).get(table, {})
    if original not in known:
        raise data_error(unknown_name(table, original, known), "entry.original")
    if original == name:
        del own[name]
    else:
        own[name] = known[original]
    return read_scenario(raw, scenario.name)


def users_of(scenario: Scenario, name: str) -> list[str]:
    """Return the names of the fighters and teams in a scenario that use an entry.

    Their data, or the data of their own entries, mention it.
    """
    content = content_data(scenario.ruleset.name)
    raw = scenario.raw()
    entries = {
        **{entry: data for section in content.values() for entry, data in section.items()},
        **{entry: data for section in content for entry, data in (raw.get(section) or {}).items()},
    }
    found = [
        placed_name(placed)
        for side in raw["sides"]
        for placed in side.get("fighters", [])
        if mentions(placed, name, entries)
    ]
    teams = [side["name"] for side in raw["sides"] if mentions(side.get("team"), name, entries)]
    return list(dict.fromkeys([*found, *teams]))


def placed_name(placed: Mapping[str, Any]) -> str:
    """Return the name of a placed fighter, or that of its entry."""
    return str(placed.get("name") or placed.get("is"))


def mentions(data: Any, name: str, entries: Mapping[str, Any], depth: int = 3) -> bool:
    """Return whether data mention a name, directly or through entries that they name."""
    if isinstance(data, dict):
        keys = [str(key) for key in data if key in entries]
        return any(mentions(one, name, entries, depth) for one in [*keys, *data.values()])
    if isinstance(data, list):
        return any(mentions(one, name, entries, depth) for one in data)
    if data == name:
        return True
    return (
        depth > 0
        and isinstance(data, str)
        and mentions(entries.get(data), name, entries, depth - 1)
    )


@cache
def usual_targets(ruleset: str) -> tuple[str, ...]:
    """Return the fighters that the ruleset's scenarios place most often, most usual first."""
    placed: Counter[str] = Counter()
    for name in toml_of(rulesets()[ruleset], "scenarios"):
        own: set[str] = set()
        for side in load(name).raw()["sides"]:
            own.update(one["is"] for one in side.get("fighters", []))
        placed.update(own)
    ordered = sorted(placed.items(), key=lambda item: (-item[1], item[0]))
    known = {entry for section in content_data(ruleset).values() for entry in section}
    return tuple(name for name, _ in ordered if name in known)


def best_attack(scenario: Scenario, table: str, name: str, target: str) -> AttackOdds | None:
    """Return the attack with the highest mean harm to a usual target; None if there is none."""
    for pair in attack_pairs(scenario, table, name, target):
        found = []
        for weapon in pair.weapons:
            with suppress(InvalidDataError):  # an impossible attack
                found.append(
                    odds_of(pair.scenario, pair.attacker, pair.target, weapon, ignore_distance=True)
                )
        if found:
            return max(found, key=lambda odds: odds.mean)
    return None


@dataclass
class AttackPair:
    """A scenario in which a fighter with an entry meets a target."""

    scenario: Scenario
    attacker: str
    target: str
    weapons: list[str]


def attack_pairs(scenario: Scenario, table: str, name: str, target: str) -> Iterator[AttackPair]:
    """Return scenarios in which one fighter with the entry meets a target.

    First come fighters who have the entry, then the first fighter of each side, who is given it.
    """
    raw = scenario.raw()
    users = set(users_of(scenario, name))
    placed = [
        (number, one)
        for number, side in enumerate(raw["sides"])
        for one in side.get("fighters", [])
    ]
    has_it = [one for one in placed if placed_name(one[1]) in users]
    given = [
        (
            number,
            {**one, "is": name}
            if table == roster_table(scenario.ruleset.name)
            else {**one, table: [name]},
        )
        for number, one in placed[:1]
    ]
    for number, attacker in [*has_it[:1], *given]:
        pair = alone_against(scenario, number, attacker, target, table, name)
        if pair is not None:
            yield pair


def roster_table(ruleset: str) -> str:
    """Return the table of a ruleset's content that lists fighters."""
    content = content_data(ruleset)
    return next((table for table in PLACED_SECTIONS if table in content), "")


def alone_against(
    scenario: Scenario, number: int, attacker: dict[str, Any], target: str, table: str, name: str
) -> AttackPair | None:
    """Return a scenario with only these two fighters; None if that is impossible."""
    raw = deepcopy(scenario.raw())
    sides = raw["sides"]
    foe_side = next(side for other, side in enumerate(sides) if other != number)
    places = [one["at"] for one in foe_side.get("fighters", []) if "at" in one]
    if not places:
        return None
    for side in sides:
        side.pop("team", None)
        side["fighters"] = []
    sides[number]["fighters"] = [{**attacker, "count": 1} if "count" in attacker else attacker]
    foe_side["fighters"] = [{"is": target, "at": places[0]}]
    raw["sides"] = [side for side in sides if side["fighters"]]
    for section in ("events", "fights", "engines"):
        raw.pop(section, None)
    try:
        paired = read_scenario(raw, scenario.name)
    except InvalidDataError:
        return None
    fight = paired.setup.new_fight(OddsTable())
    roster = fight.roster()
    names = [side["name"] for side in raw["sides"]]
    side_number = names.index(scenario.sides[number])
    who = next(one for one in roster if one.side == side_number)
    foe = next(one for one in roster if one.side != who.side)
    weapons = list(dict.fromkeys(weapon_name(one) for one in fight.attacks(who.index)))
    if name in weapons:
        weapons = [name]
    elif table != roster_table(scenario.ruleset.name):
        return None
    return AttackPair(paired, who.name, foe.name, weapons[:MOST_WEAPONS])
