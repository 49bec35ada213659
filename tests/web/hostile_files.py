"""Hostile files within the body limit, which would take seconds or gigabytes without bounds."""

from __future__ import annotations

import json
from typing import Any

HEAD = 'ruleset = "{ruleset}"\ntitle = "x"\n'

SIDES = """
[[sides]]
name = "ones"
pcs = true
fighters = [{ is = "kael", at = "a" }]
[[sides]]
name = "others"
fighters = [{ is = "city-spearman", at = "a" }]
"""

MITHRYN = HEAD.format(ruleset="mithryn") + '[map]\nzones = ["a"]\n'

WIDE_MAP = HEAD.format(ruleset="shinobi") + "[map]\nsize = [1000000, 1000000]\n"
DEEP_BRACKETS = "a = " + "[" * 40_000
DEEP_BRACES = "a = " + "{ a = " * 10_000
MANY_DOTS = ".".join(["a"] * 30_000) + " = 1"
SPACED_DOTS = " . ".join(["a"] * 20_000) + " = 1"
QUOTED_DOTS = ".".join(['"a"'] * 20_000) + " = 1"
DEEP_TABLES = "[" + ".".join(["a"] * 20_000) + "]\n"
GROWING_TABLES = "\n".join(f"[{'.'.join(['a'] * depth)}]" for depth in range(1, 250))
MANY_UNKNOWN_KEYS = MITHRYN + "\n".join(f"unknown{number} = 1" for number in range(4000))
FEW_UNKNOWN_KEYS = (
    HEAD.format(ruleset="olde")
    + "\n".join(f"unknown{number} = 1" for number in range(300))
    + "\n[map]\nwidth = 10\nheight = 10\n"
)
UNKNOWN_IN_SIDES = MITHRYN + "".join(
    f'[[sides]]\nname = "s{number}"\nwrong = 1\nalso_wrong = 2\n' for number in range(400)
)
MANY_COUNTS = MITHRYN + SIDES.replace(' at = "a" }', ' at = "a", count = 200 }')
HUGE_COUNT = MITHRYN + SIDES.replace(' at = "a" }', ' at = "a", count = 999999999 }')
MANY_SIDES = MITHRYN + "".join(
    f'[[sides]]\nname = "s{number}"\nfighters = [{{ is = "kael", at = "a" }}]\n'
    for number in range(300)
)
MANY_ZONES = (
    HEAD.format(ruleset="mithryn")
    + "[map]\nzones = ["
    + ", ".join(f'"z{number}"' for number in range(8000))
    + "]\n"
    + SIDES
)
MANY_PATHS = (
    HEAD.format(ruleset="mithryn")
    + '[map]\nzones = ["a", "b"]\npaths = ['
    + ", ".join('["a", "b"]' for _ in range(7000))
    + "]\n"
    + SIDES
)
OLDE_PEOPLE = (
    HEAD.format(ruleset="olde")
    + "[map]\nwidth = 100\nheight = 100\n"
    + '[[sides]]\nname = "ones"\nfighters = ['
    + ", ".join(
        f'{{ is = "man-at-arms", at = [[{number % 100}, {number // 100}]] }}'
        for number in range(120)
    )
    + "]\n"
)
ROWS = "map = { rows = [" + ", ".join(['"' + "." * 900 + '"'] * 100) + "] }\n"
WIDE_ROWS = HEAD.format(ruleset="renaissance") + ROWS
THIRTY_DIGITS = MITHRYN + SIDES + "[house]\nfoe_actions = " + "9" * 30 + "\n"
MANY_DIGITS = MITHRYN + "round_limit = " + "9" * 90_000 + "\n"
LONG_NAME = MITHRYN + SIDES.replace('"ones"', '"' + "n" * 90_000 + '"')
LONG_KEY = "k" * 99_000 + " = 1"
ESCAPE = MITHRYN + SIDES.replace('"ones"', '"\\u001b[2J"')
BRACES = MITHRYN + SIDES.replace('"ones"', '"{who}"')
BIG_FLOAT = MITHRYN + "round_limit = 1e400\n"
LONG_STRING = 'about = """' + "\\u0041" * 16_000 + '"""'
DATES = MITHRYN + "when = [" + ", ".join(["1979-05-27T07:32:00Z"] * 4000) + "]\n"
ENDLESS_STRING = 'a = """' + '"' * 99_000
COMMENTS = "#" * 99_990
SIEVE = "\n".join(f"a{number}.b.c.d.e.f = {number}" for number in range(4000))

SCENARIOS = {
    name.lower(): text
    for name, text in globals().copy().items()
    if name.isupper() and isinstance(text, str) and name not in ("HEAD", "SIDES", "MITHRYN", "ROWS")
}
"""Hostile scenarios by name."""


def hostile_requests() -> dict[str, tuple[str, bytes]]:
    """Return requests to the service, by name: the path and the body."""
    found: dict[str, tuple[str, bytes]] = {}
    for name, text in SCENARIOS.items():
        body = json.dumps({"scenario": text}).encode()
        found[f"check {name}"] = ("/api/check", body)
        found[f"begin {name}"] = ("/api/fights", body)
        lab = {"kind": "simulate", "scenario": text, "fights": 1}
        found[f"ask {name}"] = ("/api/ask", json.dumps(lab).encode())
        tape = tape_of(text)
        found[f"tape {name}"] = ("/api/fights/tapes", json.dumps({"tape": tape}).encode())
    for name, data in hostile_data().items():
        found[f"write {name}"] = ("/api/write", json.dumps({"data": data}).encode())
    for name, content in hostile_bodies().items():
        found[name] = ("/api/check", content)
        found[f"map {name}"] = ("/api/maps/uvtt", content)
    for name, data in hostile_maps().items():
        found[f"map {name}"] = ("/api/maps/uvtt", json.dumps(data).encode())
    for name, tape in hostile_tapes().items():
        found[f"tape {name}"] = ("/api/fights/tapes", json.dumps({"tape": tape}).encode())
    return {name: (path, body) for name, (path, body) in found.items() if len(body) <= 1_000_000}


def tape_of(text: str, *answers: str, ruleset: str = "mithryn 1") -> str:
    """Return a tape of a scenario."""
    shown = "\n".join(f"  | {line}" for line in text.split("\n"))
    return "\n".join(
        [
            "affray tape 1",
            "affray 0.1.0",
            f"ruleset {ruleset}",
            "dice sfc32-1",
            "scenario",
            shown,
            "answers",
            *answers,
            "",
        ]
    )


def hostile_data() -> dict[str, Any]:
    """Return data to be written as TOML."""
    deep: Any = 1
    for _ in range(400):
        deep = {"a": deep}
    listed: Any = 1
    for _ in range(400):
        listed = [listed]
    return {
        "deep tables": {"a": deep},
        "deep lists": {"a": listed},
        "many keys": {f"k{number}": number for number in range(60_000)},
        "many lists": {"a": [[number] for number in range(90_000)]},
        "many tables": {"a": [{"b": number} for number in range(40_000)]},
        "a long text": {"a": "x" * 900_000},
        "a long key": {"x" * 900_000: 1},
        "control characters": {"a": "\u001b[2J"},
        "half a character": {"a": "\ud800"},
        "thirty digits": {"a": 10**29},
        "nested twice": {"a": {"b": [{"c": [1] * 40} for _ in range(4000)]}},
    }


def hostile_bodies() -> dict[str, bytes]:
    """Return bodies that are not requests."""
    return {
        "brackets": b"[" * 900_000,
        "braces": b'{"a":' * 190_000,
        "many keys": json.dumps({f"k{number}": number for number in range(60_000)}).encode(),
        "many nulls": b'{"scenario": [' + b"null," * 190_000 + b"null]}",
        "digits": b'{"scenario": ' + b"9" * 900_000 + b"}",
        "escapes": b'{"scenario": "' + b"\\u0000" * 150_000 + b'"}',
        "surrogates": b'{"scenario": "' + b"\\ud800" * 150_000 + b'"}',
        "spaces": b" " * 999_000 + b"{}",
    }


def hostile_maps() -> dict[str, Any]:
    """Return hostile Universal VTT maps."""
    size = {"map_size": {"x": 100, "y": 100}}
    line = [{"x": number, "y": number} for number in range(30_000)]
    return {
        "long line": {"resolution": size, "line_of_sight": [line]},
        "many lines": {"resolution": size, "line_of_sight": [line[:2]] * 15_000},
        "huge": {"resolution": {"map_size": {"x": 1e6, "y": 1e6}}},
        "digits": {"resolution": {"map_size": {"x": 10**300, "y": 1}}},
        "portals": {"resolution": size, "portals": [{"bounds": line[:2]}] * 12_000},
    }


def hostile_tapes() -> dict[str, str]:
    """Return texts that are not tapes, and endless tapes."""
    text = MITHRYN + SIDES
    return {
        "superscript": tape_of(text, ruleset="mithryn \u00b2"),
        "digits in the header": tape_of(text, ruleset="mithryn " + "9" * 5000),
        "many rulings": tape_of(text, *["GM rules health of Kael = 3 | so it is"] * 20_000),
        "many rolls": tape_of(text, *["roll 1d12 = 3"] * 50_000),
        "long rolls": tape_of(text, *["roll 400000d6 =" + " 1" * 400_000]),
        "huge dice": tape_of(text, *["roll 2d999999 = 1 1"] * 30_000),
        "control characters": tape_of(text, "Kael: \u001b[2J"),
        "a damaged line": tape_of(text, "roll ++5d12 = 3"),
        "a superscript roll": tape_of(text, "roll \u00b2d12 = 3 3"),
        "endless header": "affray tape 1\n" + "seed 1\n" * 100_000,
    }
