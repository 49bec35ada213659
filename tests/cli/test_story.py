"""The command `affray story`."""

from __future__ import annotations

from pathlib import Path

import pytest

from affray import api
from affray.cli.story import print_story
from affray.lab.study import tell_story
from cli.conftest import Run


def test_story(run: Run, tape: Path) -> None:
    found = run.json("story", str(tape), "-n", "40")
    assert {"beats", "turning_points", "mistakes", "luck", "harm", "error"} <= set(found)
    code, out, _ = run("story", str(tape), "-n", "40")
    assert code == 0
    assert "chances, decision by decision" in out
    assert "harm expected" in out
    assert "deed by deed" not in out
    code, out, _ = run("story", str(tape), "-n", "40", "--deeds")
    assert "The first dice decide who begins" in out.partition("deed by deed")[2]


def test_a_story_that_was_stopped_tells_no_harm_it_does_not_know(
    tape: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played = api.replay(tape.read_text())
    story = tell_story(played.scenario, played.answers, 20, workers=1)
    print_story(story)
    assert "of the first" not in capsys.readouterr().out
    for kept, told in [(3, "harm and mistakes of the first 3 decisions"), (0, "–")]:
        del story.reviews[kept:]
        story.stopped = True
        print_story(story)
        out = capsys.readouterr().out
        assert f"stopped early: {kept} of them reviewed" in out
        assert told in " ".join(out.partition("what dice and mistakes did")[2].split())
