"""A package offers a player by name through the entry point that docs/python.md describes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import affray

PAGE = (Path(__file__).parent.parent.parent / "docs" / "python.md").read_text("utf-8")


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Return a command with the package of that folder installed."""
    places = [str(folder), str(Path(affray.__file__).parent.parent)]
    return subprocess.run(
        [sys.executable, "-m", "affray", *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(places), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_player_of_a_package_plays_by_name(tmp_path: Path) -> None:
    player = re.search(r"```python\n(class Eager:.*?)\n\n\nduel", PAGE, re.DOTALL)
    entry = re.search(r'```toml\n\[project.entry-points."(.*?)"\]\n(.*?)```', PAGE, re.DOTALL)
    assert player is not None
    assert entry is not None
    (tmp_path / "eager.py").write_text(f"import affray\n\n\n{player[1]}\n")
    about = tmp_path / "eager-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: eager\nVersion: 1\n")
    arguments = ["fight", "causeway", "--seed", "3", "--player", "party=eager", "--json"]

    unknown = run(tmp_path, *arguments)
    assert unknown.returncode == 2
    assert "eager" in unknown.stderr

    (about / "entry_points.txt").write_text(f"[{entry[1]}]\n" + entry[2].replace('"', ""))
    known = run(tmp_path, *arguments)
    assert known.returncode == 0, known.stderr
    by_class = run(tmp_path, *[one.replace("=eager", "=eager:Eager") for one in arguments])
    assert json.loads(known.stdout)["events"] == json.loads(by_class.stdout)["events"]
    simple = run(tmp_path, "fight", "causeway", "--seed", "3", "--json")
    assert json.loads(known.stdout)["events"] != json.loads(simple.stdout)["events"]


def test_a_broken_package_is_named_and_harms_no_other(tmp_path: Path) -> None:
    about = tmp_path / "broken-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[affray.players]\nbroken = nowhere:Nobody\n")
    other = run(tmp_path, "fight", "first-blood", "--player", "blade=simpel")
    assert other.returncode == 2
    assert "did you mean 'simple'" in other.stderr
    broken = run(tmp_path, "fight", "first-blood", "--player", "blade=broken")
    assert broken.returncode == 2
    assert "Traceback" not in broken.stderr
    assert "nowhere" in broken.stderr
