"""Test that tapes and fights of released versions replay, or name the version that reads them.

The service shows such a fight in either case.
"""

from __future__ import annotations

import runpy
import sqlite3
from pathlib import Path
from typing import Any

import pytest

import affray
import released
from affray.core.problems import InvalidDataError
from affray.core.tape import parse_tape
from affray.library import ruleset_named

ROOT = Path(__file__).parent.parent.parent
TAPES = [(version, path) for version in released.VERSIONS for path in released.tapes(version)]


def check_tape(version: str, path: Path) -> bool:
    """Check that a tape replays to equal events, or names the version that reads it."""
    text = path.read_text("utf-8")
    tape = parse_tape(text)
    assert tape.version == version
    known = ruleset_named(tape.ruleset).revision
    if tape.revision == known:
        assert affray.replay(text).text() + "\n" == path.with_suffix(".txt").read_text("utf-8")
        return True
    with pytest.raises(InvalidDataError) as refusal:
        affray.replay(text, path.name)
    assert refusal.value.lines() == [
        f"{path.name}: this was fought by revision {tape.revision} of {tape.ruleset}, and this is "
        f"revision {known}, which may answer otherwise; Affray {version} reads it"
    ]
    return False


@pytest.mark.parametrize(("version", "path"), TAPES, ids=lambda one: getattr(one, "stem", one))
def test_a_tape_replays_to_the_same_events_or_says_what_reads_it(version: str, path: Path) -> None:
    check_tape(version, path)


def test_every_ruleset_has_a_tape_of_every_version() -> None:
    for version in released.VERSIONS:
        found = {parse_tape(path.read_text("utf-8")).ruleset for path in released.tapes(version)}
        assert found == set(released.links(version))


def serve(folder: Path, place: Path) -> Any:
    """Return a service on a stored database."""
    from affray.web.app import create_app
    from affray.web.settings import Settings

    testclient = pytest.importorskip("fastapi.testclient")
    path = place / "old.db"
    path.unlink(missing_ok=True)
    database = sqlite3.connect(path)
    for statement in released.statements(folder):
        database.execute(statement)
    database.commit()
    database.close()
    return testclient.TestClient(create_app(Settings(store=f"sqlite:///{path}", rate=0)))


class KeptFight:
    """Return a fight of a stored database as the service shows it."""

    def __init__(self, client: Any, link: dict[str, str]) -> None:
        headers = {"authorization": f"Bearer {link['secret']}"}
        address = f"/api/fights/{link['fight']}"
        found = client.get(address, headers=headers)
        assert found.status_code == 200, found.text
        self.story = found.json()["story"]
        self.log = [frame["text"] for frame in self.story["frames"]]
        self.tape = client.get(f"{address}/tape", headers=headers).text
        self.answers = self.tape.partition("answers\n")[2].splitlines()
        page = client.get(f"{address}/page", headers=headers)
        assert page.status_code == 200
        self.page = page.text


@pytest.mark.parametrize("version", released.VERSIONS)
def test_a_stored_fight_is_shown_with_its_log_or_its_answers(version: str, tmp_path: Path) -> None:
    with serve(released.FOLDER / version, tmp_path) as client:
        for ruleset, link in released.links(version).items():
            fight = KeptFight(client, link)
            assert fight.answers
            assert fight.log
            if ruleset_named(ruleset).revision == parse_tape(fight.tape).revision:
                assert fight.story["frozen"] is None
                continue
            assert f"Affray {version} reads it" in fight.story["frozen"]
            assert fight.story["question"] is None
            if version == "0.1.0":  # it kept no log
                assert fight.log == fight.answers
            assert fight.log[-1] in fight.page


def test_what_this_version_writes_is_kept_for_later_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "kept"
    runpy.run_path(str(ROOT / "tools/keep_release.py"))["keep_release"](folder, ["mithryn"])
    (tape,) = folder.glob("*.tape")
    assert check_tape(affray.__version__, tape)
    link = released.links(folder)["mithryn"]
    with serve(folder, tmp_path) as client:
        before = KeptFight(client, link)
    assert before.story["frozen"] is None
    assert before.story["question"] is not None
    # and when the rules have changed, with the log that was told
    monkeypatch.setattr(ruleset_named("mithryn"), "revision", 99)
    assert not check_tape(affray.__version__, tape)
    with serve(folder, tmp_path) as client:
        after = KeptFight(client, link)
    assert "revision 99" in after.story["frozen"]
    assert after.log == before.log
    assert after.tape == before.tape
    assert after.story["question"] is None
