"""Reports: a self-contained page, or a picture."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from affray import api
from affray.core.problems import InvalidDataError
from affray.lab.duels import SolverLimits, solve_duel
from affray.lab.report import sections
from affray.lab.report.page import Report, check_report_file
from affray.lab.simulation import simulate
from affray.lab.study import tell_story
from affray.lab.sweep import sweep
from affray.library import load
from support import skip_without

skip_without("altair", "vl_convert")

WHOLE = SolverLimits(seconds=3600)
"""Enough time for a whole duel on any machine."""


@pytest.fixture(scope="module")
def whole() -> Report:
    scenario = load("first-blood")
    found = sections.simulation_report(
        simulate(scenario, 400, detailed_fights=100).data(), "<First blood>"
    )
    found.sections += sections.duel_sections(solve_duel(scenario, limits=WHOLE).data())
    played = api.play(scenario, 3, {"blade": "random"})
    found.sections += sections.story_sections(tell_story(scenario, played.answers, 50).data())
    return found


def test_a_page_needs_nothing_from_anywhere(whole: Report, tmp_path: Path) -> None:
    whole.save(tmp_path / "r.html")
    text = (tmp_path / "r.html").read_text()
    assert text.startswith("<!doctype html>")
    assert "<script" not in text
    assert not re.search(r"(?:src|href)=[\"']?https?:", text)
    assert "&lt;First blood&gt;" in text
    assert text.count("<svg ") >= 6
    for heading in ("Who wins", "How long it lasts", "Solved exactly", "Turning points", "Luck"):
        assert f"<h2>{heading}</h2>" in text


def test_pictures_are_what_their_names_say(whole: Report, tmp_path: Path) -> None:
    whole.save(tmp_path / "r.png")
    assert (tmp_path / "r.png").read_bytes().startswith(b"\x89PNG")
    whole.save(tmp_path / "r.svg")
    assert (tmp_path / "r.svg").read_text().startswith("<svg")


@pytest.mark.parametrize("keys", [1, 2, 3])
def test_a_sweep_is_a_line_or_a_heat_map(tmp_path: Path, keys: int) -> None:
    vary = [
        '"sides.foes.fighters.city-spearman.count" = [1, 2]',
        '"house.check" = ["2d12", "d20"]',
        '"house.foe_actions" = ["by sheet", 2]',
    ]
    file = tmp_path / "s.toml"
    file.write_text('scenario = "causeway"\nfights = 40\n[vary]\n' + "\n".join(vary[:keys]))
    found = sweep(str(file), workers=1)
    made = sections.sweep_report(found.keys, found.figures, "A sweep")
    made.save(tmp_path / "s.html")
    made.save(tmp_path / "s.png")
    assert "party&#x27;s share" in (tmp_path / "s.html").read_text()


def test_figures_show_themselves_in_a_notebook() -> None:
    scenario = api.load("first-blood")
    for figures in (
        scenario.simulate(50, workers=1),
        scenario.duel(),
        scenario.compare({"d20": scenario.with_house(check="d20")}, 50, workers=1),
        scenario.fight(1).story(playouts=20),
    ):
        assert "<svg" in figures._repr_html_()


def test_a_report_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidDataError, match=r"\.html, \.svg, \.png"):
        check_report_file(tmp_path / "r.pdf")
    with pytest.raises(InvalidDataError, match="no such folder"):
        check_report_file(tmp_path / "nowhere" / "r.html")
