"""The other views: first page, building, asking, studying."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from at_the_table import FIRST
from driving import until

import affray
from affray.library import rulesets
from servers import Service


def test_a_fight_begins_with_one_press(service: Service, open_page: Any) -> None:
    page = open_page(service.address)
    page.locator(".begin-first").click()
    page.locator(".fight svg.board").wait_for()
    page.locator(".question.own .choose, .question.own .end-turn").first.wait_for()


def test_the_first_fight_offered_is_close_to_even(service: Service, open_page: Any) -> None:
    page = open_page(service.address)
    page.locator(".begin-first").wait_for()
    page.locator(".opening-picture svg.board .token").first.wait_for()
    title = page.locator(".begin-first").inner_text()
    library = httpx.get(f"{service.address}/api/library").json()
    offered = next(
        scenario["name"]
        for ruleset in library["rulesets"]
        for scenario in ruleset["scenarios"]
        if scenario["title"] in title
    )
    sides = affray.load(offered).simulate(200, seed=1).sides
    assert 0.3 <= next(iter(sides.values())).share <= 0.7


def test_scenarios_show_their_fields(service: Service, open_page: Any) -> None:
    page = open_page(service.address)
    page.locator(".scenario").first.wait_for()
    assert page.locator(".scenario svg.board").count() == page.locator(".scenario").count()


def test_the_form_keeps_the_files_comments(service: Service, open_page: Any) -> None:
    page = open_page(f"{service.address}/#/build")
    page.get_by_text("Right as it is").wait_for()
    before = page.locator("#toml").input_value()
    comments = [line for line in before.splitlines() if line.lstrip().startswith("#")]
    assert comments
    title = page.locator(".field", has_text="Title").locator("input")
    title.fill("A fight of my own")
    title.press("Tab")
    page.get_by_text("Right as it is: A fight of my own").wait_for()
    after = page.locator("#toml").input_value()
    assert [line for line in after.splitlines() if line.lstrip().startswith("#")] == comments
    assert len(after.splitlines()) == len(before.splitlines())


def test_a_scenario_is_built_and_played(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    page = open_page(f"{service.address}/#/build/{FIRST['mithryn'][0]}")
    page.get_by_text("Right as it is").wait_for()
    title = page.locator(".field", has_text="Title").locator("input")
    title.fill("A fight of my own")
    title.press("Tab")
    page.get_by_text("Right as it is: A fight of my own").wait_for()
    page.get_by_role("button", name="Add a fighter").first.click()
    until(page, "document.querySelectorAll('.editing .token').length === 7")
    page.get_by_role("button", name="Add a zone", exact=True).click()
    page.locator("svg.board").click(position={"x": 6, "y": 6})
    until(page, "document.querySelectorAll('.zone-list li').length === 4")
    page.locator("#house-foe_actions").select_option(index=1)
    until(page, "document.querySelector('#toml').value.includes('foe_actions = 1')")
    page.get_by_role("button", name="Begin the fight").click()
    page.locator("svg.board:not(.editing)").wait_for()
    page.get_by_role("heading", name="A fight of my own").wait_for()


def with_walls() -> list[str]:
    """The rulesets whose maps are grids with walls."""
    found = []
    for name, ruleset in rulesets().items():
        schema = ruleset.scenario.model_json_schema()
        reference = schema["properties"]["map"].get("$ref", "").rpartition("/")[2]
        if "walls" in schema["$defs"].get(reference, {}).get("properties", {}):
            found.append(name)
    return found


WALLED = {"renaissance": "goblin-gang"}
"""Scenarios on squares, where the first is on hexes."""


def test_walls_are_not_drawn_on_hexes(service: Service, open_page: Any) -> None:
    for scenario, drawn in (("burning-tower", 0), ("goblin-gang", 1)):
        page = open_page(f"{service.address}/#/build/{scenario}")
        page.get_by_text("Right as it is").wait_for()
        page.get_by_role("button", name="Paint").wait_for()
        assert page.get_by_role("button", name="Draw walls").count() == drawn


@pytest.mark.parametrize("ruleset", with_walls())
def test_walls_are_drawn_with_the_mouse_and_imported(
    service: Service, open_page: Any, ruleset: str, tmp_path: Path
) -> None:
    page = open_page(f"{service.address}/#/build/{WALLED.get(ruleset, FIRST[ruleset][0])}")
    page.get_by_text("Right as it is").wait_for()
    before = page.locator(".editing .wall").count()
    page.get_by_role("button", name="Draw walls").click()
    board = page.locator("svg.board")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    wide = int(board.get_attribute("viewBox").split()[2])
    cell = 44 * box["width"] / wide
    page.mouse.move(box["x"] + cell, box["y"] + cell)
    page.mouse.down()
    page.mouse.move(box["x"] + 3 * cell, box["y"] + cell)
    page.mouse.up()
    until(page, f"document.querySelectorAll('.wall:not(.ghost)').length === {before + 1}")
    map_file = tmp_path / "map.uvtt"
    point = '{"x": %d, "y": %d}'
    line = f"[{point % (1, 1)}, {point % (6, 1)}, {point % (6, 3)}]"
    size = '"resolution": {"map_size": {"x": 40, "y": 30}}'
    map_file.write_text(f'{{{size}, "line_of_sight": [{line}], "image": "{"x" * 3_000_000}"}}')
    page.set_input_files("#import-uvtt", map_file)
    page.get_by_text("A map of 40 × 30 with 2 walls").wait_for()
    page.get_by_text("Right as it is").wait_for()
    assert page.locator(".editing .wall:not(.ghost)").count() == 2


def test_a_wrong_scenario_is_refused_with_the_reason(service: Service, open_page: Any) -> None:
    page = open_page(f"{service.address}/#/build/{FIRST['mithryn'][0]}")
    page.get_by_text("Right as it is").wait_for()
    text = FIRST["mithryn"][1].replace('is = "kael"', 'is = "kail"')
    page.fill("#toml", text)
    wrong = page.locator(".wrong")
    wrong.wait_for()
    assert "did you mean 'kael'" in wrong.inner_text()
    assert "sides.0.fighters.0.is" in wrong.inner_text()
    assert page.get_by_role("button", name="Begin the fight").count() == 0
    page.fill("#toml", FIRST["mithryn"][1])
    page.get_by_text("Right as it is").wait_for()


def test_the_lab_is_asked_from_the_page(service: Service, open_page: Any) -> None:
    page = open_page(f"{service.address}/#/ask/{FIRST['mithryn'][0]}")
    page.fill("#ask-fights", "300")
    page.get_by_role("button", name="Ask", exact=True).click()
    page.get_by_text("300 fights").wait_for(timeout=60_000)
    assert page.locator(".share").count() == 2
