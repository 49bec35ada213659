"""Writes the fight that plays itself on the first page: `python tools/demo_fight.py`.

It is a real fight of a built-in scenario between two computer players, told as the page is told of
it, without what the first page does not show.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from affray.library import scenario_texts, theme_of
from affray.web.app import create_app
from affray.web.settings import Settings

SCENARIO = "causeway"
SEED = 6
FILE = Path(__file__).parent.parent / "src/affray/web/static/demo.json"

Json = dict[str, Any]


def demo_fight() -> Json:
    """Play the fight and return what the first page needs of it."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(store=f"sqlite:///{folder}/fights.db"))
        with TestClient(app) as client:
            begun = client.post(
                "/api/fights",
                json={
                    "scenario": scenario_texts()[SCENARIO],
                    "name": SCENARIO,
                    "players": ["simple", "simple"],
                    "gm": "passive",
                    "seed": SEED,
                },
            ).json()
            secret = {"Authorization": f"Bearer {begun['gm']}"}
            whole = client.get(f"/api/fights/{begun['id']}", headers=secret).json()
    return shortened(whole["scene"], whole["story"])


def shortened(scene: Json, story: Json) -> Json:
    """Leave out what the first page does not show."""
    kept = ("title", "about", "name", "ruleset", "board")
    fighters = [
        {
            "name": one["name"],
            "side": one["side"],
            "emblem": one["emblem"],
            "sheet": {
                "weapons": [weapon["name"] for weapon in one["sheet"]["weapons"]],
                "armour": one["sheet"].get("armour", ""),
            },
        }
        for one in scene["fighters"]
    ]
    frames = [
        {
            "kind": frame["kind"],
            "text": frame["text"],
            "rolls": frame["rolls"],
            "parts": {key: value for key, value in frame["parts"].items() if key != "because"},
            "fighters": frame["fighters"],
        }
        for frame in story["frames"]
    ]
    sides = [{"name": side["name"]} for side in scene["sides"]]
    return {
        "scene": {**{key: scene[key] for key in kept}, "sides": sides, "fighters": fighters},
        "frames": frames,
        "theme": theme_of(scene["ruleset"]),
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(demo_fight(), separators=(",", ":"), ensure_ascii=False), "utf-8")
