"""Building scenarios on the page: the field, sheets made from the schema, drafts, content, strength."""

from __future__ import annotations

import base64
import json
import re
import struct
import tomllib
import zlib
from pathlib import Path
from typing import Any

import httpx
import pytest
from at_the_table import FIRST
from driving import DUELS, PHONE, at_length, expect, until

from affray.library import content_data, load, rulesets
from servers import Service


def build(open_page: Any, service: Service, name: str = "", **how: Any) -> Any:
    """Return the page at a scenario, once it is checked."""
    page = open_page(f"{service.address}/#/build/{name}", **how)
    page.get_by_text("Right as it is").wait_for()
    return page


def tab(page: Any, name: str) -> None:
    """Show a part of the form."""
    page.locator(f".build-side > .tabs [data-tab={name}]").click()


def toml(page: Any) -> str:
    """Return the file as it is."""
    found: str = page.locator("#toml").input_value()
    return found


def until_file(page: Any, text: str, has: bool = True) -> None:
    """Wait until the file has a text, or has it no more."""
    sign = "" if has else "!"
    until(page, f"{sign}document.querySelector('#toml').value.includes({json.dumps(text)})")


def start_from(page: Any, name: str) -> None:
    """Begins a new draft like a built-in scenario."""
    page.locator("#starter").select_option(name)


def cell_point(page: Any, x: float, y: float) -> tuple[float, float]:
    """Where a corner of a grid's cells is on the screen; the middle of a cell is at halves."""
    found = page.evaluate(
        """([x, y]) => {
            const board = document.querySelector('svg.board.editing');
            board.scrollIntoView({ block: 'center' });
            const at = new DOMPoint(16 + 44 * x, 16 + 44 * y).matrixTransform(board.getScreenCTM());
            return [at.x, at.y];
        }""",
        [x, y],
    )
    return found[0], found[1]


# --- what had been broken ---


def test_a_tool_of_another_map_is_put_away(service: Service, open_page: Any) -> None:
    page = build(open_page, service, "goblin-gang")
    page.get_by_role("button", name="Paint").click()
    start_from(page, "causeway")
    page.get_by_text("Right as it is: The causeway").wait_for()
    expect(page.get_by_role("button", name="Paint")).to_have_count(0)
    pressed = page.locator(".tools [aria-pressed=true]")
    expect(pressed).to_have_text("Place fighters")
    page.locator(".board .zone-ground").first.click(force=True)
    page.wait_for_timeout(400)
    assert "rows" not in toml(page)
    expect(page.locator("svg.board.editing .token")).to_have_count(6)


def test_whom_a_smaller_map_leaves_outside_can_be_brought_in(
    service: Service, open_page: Any
) -> None:
    page = build(open_page, service, "sword-and-spear")
    expect(page.locator(".tray")).to_have_count(0)
    page.get_by_label("Cells across").fill("5")
    page.get_by_label("Cells across").press("Tab")
    tray = page.locator(".tray")
    tray.wait_for()
    expect(tray).to_contain_text("Berit")
    # the field is there, whatever is wrong, and says so beside what is wrong
    expect(page.locator("svg.board.editing .token")).to_have_count(1)
    page.locator(".placed .field-problem", has_text="is not on the map of 5 by 7").wait_for()
    tray.get_by_role("button", name="Berit").click()
    page.mouse.click(*cell_point(page, 4.5, 2.5))
    until_file(page, "at = [4, 2]")
    page.get_by_text("Right as it is").wait_for()
    expect(page.locator(".tray")).to_have_count(0)


def test_another_start_leaves_the_draft_where_it_is(service: Service, open_page: Any) -> None:
    page = build(open_page, service, "causeway")
    tab(page, "scenario")
    title = page.locator("[data-key=title] input")
    title.fill("My causeway")
    title.press("Tab")
    page.get_by_text("Right as it is: My causeway").wait_for()
    start_from(page, "goblin-gang")
    page.get_by_text("Right as it is: The goblin gang").wait_for()
    page.locator("#draft").select_option(label="My causeway")
    page.get_by_text("Right as it is: My causeway").wait_for()
    assert 'title = "My causeway"' in toml(page)


def test_more_than_the_most_is_not_taken(service: Service, open_page: Any) -> None:
    page = build(open_page, service, "first-blood")
    before = toml(page)
    count = page.locator(".placed .how-many").first
    most = int(count.get_attribute("max"))
    count.fill(str(most + 1))
    count.press("Tab")
    problem = page.locator(".placed .field-problem", has_text=f"expected at most {most}")
    problem.wait_for()
    page.wait_for_timeout(300)
    assert toml(page) == before
    # control: one fewer is taken
    count.fill("2")
    count.press("Tab")
    until_file(page, "count = 2")
    expect(page.locator(".field-problem", has_text="expected at most")).to_have_count(0)


# --- sheets ---


def test_the_form_keeps_the_files_comments(service: Service, open_page: Any) -> None:
    page = build(open_page, service)
    start_from(page, "new mithryn")
    until_file(page, "#")
    before = toml(page)
    comments = [line for line in before.splitlines() if line.lstrip().startswith("#")]
    assert comments
    tab(page, "scenario")
    title = page.locator("[data-key=title] input")
    expect(title).to_have_value("A meeting at the bridge")  # the form is that of the new file
    title.fill("A fight of my own")
    title.press("Tab")
    page.get_by_text("Right as it is: A fight of my own").wait_for()
    after = toml(page)
    assert [line for line in after.splitlines() if line.lstrip().startswith("#")] == comments
    assert len(after.splitlines()) == len(before.splitlines())


def test_a_sheet_shows_what_is_inherited_and_takes_ones_own(
    service: Service, open_page: Any
) -> None:
    page = build(open_page, service, "causeway")
    page.locator(".sheet-details summary", has_text="kael").click()
    strength = page.locator("[data-key='sides.0.fighters.0.strength'] input")
    expect(strength).to_have_attribute("placeholder", "6")
    expect(strength).to_have_attribute("max", "20")
    strength.fill("12")
    strength.press("Tab")
    until_file(page, "strength = 12")
    page.get_by_text("Right as it is").wait_for()
    armour = page.locator("[data-key='sides.0.fighters.0.armour'] select")
    armour.select_option(label="plate")
    until_file(page, 'armour = "plate"')


def test_a_weapon_is_changed_by_its_sheet(service: Service, open_page: Any) -> None:
    page = build(open_page, service, "sword-and-spear")
    tab(page, "content")
    page.locator("#copy-of").select_option("broadsword")
    page.fill("#copy-name", "great-sword")
    page.get_by_role("button", name="Add", exact=True).click()
    damage = page.locator("[data-key='weapons.great-sword.melee.damage'] input")
    damage.fill("30")
    damage.press("Tab")
    page.locator(".field-problem", has_text="expected at most 18").wait_for()
    damage.fill("14")
    damage.press("Tab")
    until_file(page, "damage = 14")
    skills = page.locator("[data-key='weapons.great-sword.melee.skills']")
    skills.get_by_text("axes").click()
    until_file(page, '"axes"')


def test_each_problem_stands_beside_what_it_is_about(service: Service, open_page: Any) -> None:
    page = build(open_page, service, "causeway")
    tab(page, "file")
    page.fill("#toml", toml(page).replace('is = "kael"', 'is = "kail"').replace("exits", "exist"))
    wrong = page.locator(".wrong")
    wrong.wait_for()
    expect(wrong).to_contain_text("did you mean 'exits'")
    # the field is still drawn, with everybody on it
    expect(page.locator("svg.board.editing .token")).to_have_count(6)
    page.fill("#toml", toml(page).replace("exist", "exits"))
    page.locator(".wrong", has_text="did you mean 'kael'").wait_for()
    page.locator(".wrong .link[title='sides.0.fighters.0.is']").click()
    beside = page.locator(".placed > li").first.locator(".field-problem")
    expect(beside.filter(has_text="did you mean 'kael'").first).to_be_attached()
    expect(page.locator(".panel-fighters")).to_be_visible()
    expect(page.get_by_role("button", name="Begin the fight")).to_have_count(0)


def test_the_field_is_drawn_whatever_the_file_is(service: Service, open_page: Any) -> None:
    page = build(open_page, service, "goblin-gang")
    tab(page, "file")
    page.fill("#toml", toml(page) + "\n= = =")
    page.locator(".wrong").wait_for()
    expect(page.locator("svg.board.editing .token")).to_have_count(6)
    page.fill("#toml", toml(page).replace("\n= = =", "").replace("####################", "##!#"))
    page.locator(".wrong", has_text="map: row").wait_for()
    expect(page.locator("svg.board.editing")).to_have_count(1)


@at_length("renaissance", "orrery")
def test_content_of_every_kind_is_looked_at_copied_and_changed_by_a_form(
    service: Service, open_page: Any, ruleset: str
) -> None:
    page = build(open_page, service, DUELS[ruleset])
    tab(page, "content")
    browser = page.locator(".content-browser")
    for table, entries in content_data(ruleset).items():
        browser.get_by_role("button", name=f"{table} {len(entries)}", exact=True).click()
        expect(page.locator(".content-list > li")).to_have_count(len(entries))
        name = next(iter(entries))
        page.locator("#copy-table").select_option(table)
        page.locator("#copy-of").select_option(name)
        page.fill("#copy-name", "my-own")
        page.get_by_role("button", name="Add", exact=True).click()
        form = page.locator(f"#own-{table}-my-own")
        form.locator(".schema-form").first.wait_for()
        expect(form.locator("input, select, .inner-list, .inner-entries").nth(1)).to_be_attached()
        expect(form.locator(".about").first).to_be_attached()
        until_file(page, f"[{table}.my-own")
    # what was copied is as right as what it was copied from
    page.get_by_text("Right as it is").wait_for()
    # no part of a form was left to be written as JSON
    expect(page.locator(".own textarea.code")).to_have_count(0)
    page.get_by_label("Search the content").fill(name.replace("-", " "))
    page.locator(".content-list summary").first.click()
    page.locator(".content-figures tr").first.wait_for()
    page.locator(".content-body button", has_text="Copy it to change it").click()
    until_file(page, f"[{table}.my-{name}")


# --- the field ---


def test_somebody_is_dragged_to_another_place(service: Service, open_page: Any) -> None:
    page = build(open_page, service, "sword-and-spear")
    page.mouse.move(*cell_point(page, 1.5, 3.5))
    page.mouse.down()
    page.mouse.move(*cell_point(page, 3.5, 3.5), steps=3)
    page.mouse.move(*cell_point(page, 4.5, 1.5), steps=3)
    page.mouse.up()
    until_file(page, "at = [4, 1]")
    page = build(open_page, service, "causeway")
    token = page.locator(".token").first.bounding_box()
    zone = page.locator(".board .zone-ground").nth(2).bounding_box()
    page.mouse.move(token["x"] + 20, token["y"] + 15)
    page.mouse.down()
    page.mouse.move(zone["x"] + zone["width"] / 2, zone["y"] + zone["height"] / 2, steps=5)
    page.mouse.up()
    until_file(page, 'is = "kael", at = "rubble pile"')


def test_cells_are_painted_in_one_stroke_and_undone_in_one_step(
    service: Service, open_page: Any
) -> None:
    page = build(open_page, service, "goblin-gang")
    before = toml(page)
    page.get_by_role("button", name="Paint").click()
    page.locator(".signs-row button", has_text="rough").click()
    page.mouse.move(*cell_point(page, 2.5, 7.5))
    page.mouse.down()
    page.mouse.move(*cell_point(page, 5.5, 7.5), steps=12)
    page.mouse.up()
    until_file(page, "#.~~~~.............#")
    page.locator("#undo").click()
    until(page, f"document.querySelector('#toml').value === {json.dumps(before)}")
    page.locator("#redo").click()
    until_file(page, "#.~~~~.............#")
    page.locator("h1").click()
    page.keyboard.press("Control+z")
    until(page, f"document.querySelector('#toml').value === {json.dumps(before)}")


def test_the_keyboard_alone_places_somebody(service: Service, open_page: Any) -> None:
    page = build(open_page, service, "causeway")
    page.get_by_role("button", name="Place sira, now at causeway").focus()
    page.keyboard.press("Enter")
    place = page.locator("svg.board [data-place='2']")
    place.focus()
    page.keyboard.press("Enter")
    until_file(page, 'is = "sira", at = "rubble pile"')


def test_a_scenario_is_built_and_played(service: Service, open_page: Any) -> None:
    name = FIRST["mithryn"][0]
    fighters = len(load(name).setup.names)
    page = build(open_page, service, name)
    page.get_by_role("button", name="Add a fighter").first.click()
    until(page, f"document.querySelectorAll('.editing .token').length === {fighters + 1}")
    page.get_by_role("button", name="Add a zone", exact=True).click()
    page.locator("svg.board").click(position={"x": 6, "y": 6})
    until(page, "document.querySelectorAll('.zone-list li').length === 4")
    tab(page, "house")
    page.locator("#house-foe_actions").select_option(index=1)
    until_file(page, "foe_actions = 1")
    tab(page, "play")
    page.get_by_role("button", name="Begin the fight").click()
    page.locator("svg.board:not(.editing)").wait_for()


def with_walls() -> list[str]:
    """Return the rulesets whose maps are grids with walls."""
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
        page = build(open_page, service, scenario)
        page.get_by_role("button", name="Paint").wait_for()
        expect(page.get_by_role("button", name="Draw walls")).to_have_count(drawn)


def small_picture() -> str:
    """Return a picture of four by three pixels, as Base64."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        whole = kind + data
        return struct.pack(">I", len(data)) + whole + struct.pack(">I", zlib.crc32(whole))

    rows = b"".join(b"\0" + bytes([200, 60, 20]) * 4 for _ in range(3))
    header = struct.pack(">IIBBBBB", 4, 3, 8, 2, 0, 0, 0)
    parts = [chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(rows)), chunk(b"IEND", b"")]
    return base64.b64encode(b"\x89PNG\r\n\x1a\n" + b"".join(parts)).decode()


@pytest.mark.parametrize("ruleset", with_walls())
def test_walls_are_drawn_and_a_map_is_imported_with_its_picture(
    service: Service, open_page: Any, ruleset: str, tmp_path: Path
) -> None:
    page = build(open_page, service, WALLED.get(ruleset, FIRST[ruleset][0]))
    before = page.locator(".editing .wall").count()
    page.get_by_role("button", name="Draw walls").click()
    page.mouse.move(*cell_point(page, 1, 1))
    page.mouse.down()
    page.mouse.move(*cell_point(page, 3, 1))
    page.mouse.up()
    until(page, f"document.querySelectorAll('.wall:not(.ghost)').length === {before + 1}")
    points = [{"x": 1, "y": 1}, {"x": 6, "y": 1}, {"x": 6, "y": 3}]
    door = {"bounds": [{"x": 6, "y": 3}, {"x": 6, "y": 4}], "closed": True}
    map_file = tmp_path / "map.uvtt"
    map_file.write_text(
        json.dumps(
            {
                "resolution": {"map_size": {"x": 40, "y": 30}},
                "line_of_sight": [points],
                "portals": [door],
                "lights": [{"position": {"x": 3, "y": 2}, "range": 4}],
                "image": small_picture(),
            }
        )
    )
    page.set_input_files("#import-uvtt", map_file)
    page.get_by_text("A map of 40 × 30 with 3 walls, 1 door, 1 light, its picture").wait_for()
    page.get_by_text("Right as it is").wait_for()
    expect(page.locator(".editing .wall:not(.ghost)")).to_have_count(3)
    expect(page.locator(".editing image.backdrop")).to_have_count(1)
    expect(page.locator(".editing .light-range")).to_have_count(1)
    # a door is opened: its wall is gone
    page.get_by_role("button", name="Doors").click()
    page.get_by_role("button", name="Door 1, closed").click()
    until(page, "document.querySelectorAll('.editing .wall:not(.ghost)').length === 2")
    # the picture stays with the draft
    page.reload()
    page.get_by_text("Right as it is").wait_for()
    page.locator(".editing image.backdrop").wait_for()
    assert "data:image" not in toml(page)
    # and lies under the grid of a fight that begins here
    tab(page, "play")
    page.get_by_role("button", name="Begin the fight").click()
    page.locator("svg.board:not(.editing) image.backdrop").wait_for()


# --- drafts ---


def test_drafts_are_many_and_go_from_browser_to_browser(
    service: Service, open_page: Any, tmp_path: Path
) -> None:
    page = build(open_page, service, "causeway")
    starts = {"One": ("heirlooms", "Heirlooms"), "Two": ("goblin-gang", "The goblin gang")}
    for title, (start, before) in starts.items():
        start_from(page, start)
        page.get_by_text(f"Right as it is: {before}").wait_for()
        tab(page, "scenario")
        field = page.locator("[data-key=title] input")
        field.fill(title)
        field.press("Tab")
        page.get_by_text(f"Right as it is: {title}").wait_for()
    page.locator(".files-menu summary").click()
    page.get_by_role("button", name="Duplicate this draft").click()
    page.get_by_text("Right as it is: Two (copy)").wait_for()
    expect(page.locator("#draft option")).to_have_text(["Two (copy)", "Two", "One"])
    page.get_by_role("button", name="Delete this draft").click()
    page.get_by_text("Right as it is: Two.").wait_for()
    page.get_by_role("button", name="Bring it back").click()
    page.get_by_text("Right as it is: Two (copy)").wait_for()
    with page.expect_download() as loaded:
        page.get_by_role("button", name="Export all drafts").click()
    file = tmp_path / "drafts.json"
    loaded.value.save_as(file)
    assert len(json.loads(file.read_text())["drafts"]) == 3
    other = build(open_page, service, "causeway")
    expect(other.locator("#draft option")).to_have_text(["(none yet)"])
    other.set_input_files("#import-toml", file)
    other.get_by_text("3 drafts are here").wait_for()
    expect(other.locator("#draft option")).to_have_count(3)
    assert sorted(other.locator("#draft option").all_inner_texts()) == ["One", "Two", "Two (copy)"]
    file.write_text("nothing")
    other.set_input_files("#import-toml", file)
    other.get_by_text("it is not JSON").wait_for()


# --- content and strength ---


def test_is_it_too_strong(service: Service, open_page: Any) -> None:
    page = build(open_page, service, "sword-and-spear")
    tab(page, "content")
    page.locator("#copy-of").select_option("broadsword")
    page.fill("#copy-name", "broadsword")
    page.get_by_role("button", name="Add", exact=True).click()
    damage = page.locator("[data-key='weapons.broadsword.melee.damage'] input")
    damage.fill("14")
    damage.press("Tab")
    until_file(page, "damage = 14")
    page.get_by_role("button", name="Is it too strong?").click()
    page.locator(".strength-table tbody tr").nth(3).wait_for(timeout=180_000)
    page.get_by_text("tronger for sword").first.wait_for(timeout=180_000)
    page.get_by_text("as simple players play it").first.wait_for()
    page.get_by_role("heading", name="In an even fight").wait_for(timeout=180_000)
    expect(page.locator(".strength .difference")).to_have_count(4)


def test_the_view_fits_a_phone(service: Service, open_page: Any) -> None:
    page = build(open_page, service, "goblin-gang", **PHONE)
    for name in ("fighters", "content", "house", "scenario", "file", "play"):
        tab(page, name)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390, name


def test_a_wrong_scenario_is_not_begun(service: Service, client: httpx.Client) -> None:
    text = FIRST["mithryn"][1].replace('is = "kael"', 'is = "kail"')
    assert client.post("/api/fights", json={"scenario": text}).status_code == 422


@at_length("olde", "shinobi")
def test_an_emblem_is_chosen_and_stays(service: Service, open_page: Any, ruleset: str) -> None:
    page = build(open_page, service, DUELS[ruleset])
    page.locator(".sheet-details summary").first.click()
    picker = page.locator(".emblem-picker").first
    expect(picker.locator("[aria-pressed=true]")).to_have_attribute(
        "aria-label", "usual: by its weapons"
    )
    drawing = "document.querySelector('.editing .token[data-fighter=\"0\"] .emblem').innerHTML"
    usual = page.evaluate(drawing)
    picker.get_by_role("button", name="bomb").click()
    until_file(page, 'emblem = "bomb"')
    until(page, f"{drawing} !== {json.dumps(usual)}")
    expect(picker.get_by_role("button", name="bomb")).to_have_attribute("aria-pressed", "true")
    focused = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert focused.lower() == "bomb", "the focus stays where it was"
    chosen = page.evaluate(drawing)
    tab(page, "play")
    page.get_by_role("button", name="Begin the fight").click()
    page.locator("svg.board:not(.editing)").wait_for()
    until(
        page,
        "document.querySelector('svg.board .token[data-fighter=\"0\"] .emblem').innerHTML"
        f" === {json.dumps(chosen)}",
    )
    page.go_back()
    page.get_by_text("Right as it is").wait_for()
    page.locator(".sheet-details summary").first.click()
    page.locator(".emblem-picker").first.get_by_role("button", name="by its weapons").click()
    until_file(page, "emblem", has=False)


def test_a_rider_is_chosen_and_not_the_horse(service: Service, open_page: Any) -> None:
    page = build(open_page, service, "lances-and-spears")
    entries = page.evaluate(
        """async () => {
            const { post } = await import('/static/js/service.js');
            const found = await post('/api/check',
                { scenario: document.querySelector('#toml').value, name: 'x' });
            return found.fighters.map(one => [one.name, one.entry]);
        }"""
    )
    assert all((entry is None) == ("horse" in name) for name, entry in entries)
    assert any(entry is None for _, entry in entries)


@pytest.mark.parametrize("ruleset", with_walls())
def test_walls_are_drawn_with_the_keyboard(service: Service, open_page: Any, ruleset: str) -> None:
    page = build(open_page, service, WALLED.get(ruleset, FIRST[ruleset][0]))
    assert "1, 2, 3, 2" not in toml(page)
    page.get_by_role("button", name="Draw walls").focus()
    page.keyboard.press("Enter")
    corner = page.locator(".wall-corner")
    assert page.evaluate("document.activeElement.textContent") == "Draw walls"
    corner.focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(corner).to_have_attribute("aria-label", re.compile("the wall from 1, 2"))
    page.keyboard.press("Escape")
    expect(corner, "given up").to_have_attribute("aria-label", re.compile("Enter begins a wall"))
    for key in ("Enter", "ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    until_file(page, "1, 2, 3, 2")
    until(page, "document.activeElement.matches('.wall-corner')")
    expect(corner, "it goes on").to_have_attribute("aria-label", re.compile("Corner 3, 2"))
    for key in ("Enter", "ArrowLeft", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    until_file(page, "1, 2, 3, 2", has=False)


def test_ground_is_painted_with_the_keyboard(service: Service, open_page: Any) -> None:
    page = build(open_page, service, "goblin-gang")
    page.get_by_role("button", name="Paint").click()
    page.get_by_role("group", name="The ground to paint").get_by_role("button").nth(2).click()
    page.locator("svg.board [data-place='0']").focus()
    before = toml(page)
    page.keyboard.press("Enter")
    until(page, f"document.querySelector('#toml').value !== {json.dumps(before)}")
    until(page, "document.activeElement.closest('[data-place]')?.dataset.place === '0'")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.closest('[data-place]').dataset.place") == "1"
    once = toml(page)
    page.keyboard.press("Enter")
    until(page, f"document.querySelector('#toml').value !== {json.dumps(once)}")


def test_a_zone_is_added_and_joined_with_the_keyboard(service: Service, open_page: Any) -> None:
    page = build(open_page, service, "causeway")
    zones = page.locator(".zone-list li").count()
    page.get_by_role("button", name="Add a zone", exact=True).focus()
    page.keyboard.press("Enter")
    page.locator("svg.board [data-place='1']").focus()
    page.keyboard.press("Enter")
    until(page, f"document.querySelectorAll('.zone-list li').length === {zones + 1}")
    added = page.locator(".zone-list input").last.input_value()
    joined = page.locator(".zone-list input").nth(1).input_value()
    assert f'["{joined}", "{added}"]' in toml(page)
    page.get_by_role("button", name="Join", exact=True).focus()
    page.keyboard.press("Enter")
    for place in (1, zones):
        page.locator(f"svg.board [data-place='{place}']").focus()
        page.keyboard.press("Enter")
    until_file(page, f'["{joined}", "{added}"]', has=False)


def test_somebody_is_taken_and_put_down_with_the_keyboard(service: Service, open_page: Any) -> None:
    page = build(open_page, service, "causeway")
    page.locator("svg.board .token-face").first.focus()
    who = page.evaluate("document.activeElement.closest('[data-fighter]').dataset.fighter")
    page.keyboard.press("Enter")
    page.locator("svg.board.placing").wait_for()
    until(page, f"document.activeElement.closest('[data-fighter]')?.dataset.fighter === '{who}'")
    before = toml(page)
    page.keyboard.press("ArrowRight")
    until(page, "document.activeElement.closest('svg.board') !== null")
    page.locator("svg.board [data-place='2']").focus()
    page.keyboard.press("Enter")
    until(page, f"document.querySelector('#toml').value !== {json.dumps(before)}")


@at_length("mithryn", "shinobi")
def test_every_condition_is_there_with_its_rules(
    service: Service, open_page: Any, ruleset: str
) -> None:
    found = httpx.get(f"{service.address}/api/rulesets/{ruleset}", timeout=60).json()
    page = build(open_page, service, DUELS[ruleset])
    tab(page, "content")
    page.locator(".content-browser .tabs button", has_text="conditions").click()
    shown = page.locator(".content-list > li strong").all_inner_texts()
    own = found["content"].get("conditions")
    assert len(shown) == len(own or found["conditions"]) > 0
    if own is None:
        assert shown == found["conditions"]
        link = page.locator(".content-list .condition a").first
        rule = link.inner_text()
        link.click()
        page.locator(f"[id$='{rule}']").first.wait_for()


def test_a_free_name_makes_the_key_and_the_field_is_zoomed(
    service: Service, open_page: Any
) -> None:
    page = build(open_page, service, "goblin-gang")
    tab(page, "content")
    page.locator("#copy-table").select_option("fighters")
    page.fill("#copy-name", "Old Grîm the Bold")
    page.get_by_role("button", name="Add", exact=True).click()
    until_file(page, "old-grim-the-bold")
    until_file(page, 'title = "Old Grîm the Bold"')
    # as large as one likes, and back; the field is drawn anew after a change
    width = "document.querySelector('.drawing svg.board')?.getBoundingClientRect().width"
    page.wait_for_function(f"() => {width} > 0")
    whole = page.evaluate(f"() => {width}")
    page.get_by_role("button", name="Closer").click()
    page.get_by_role("button", name="Closer").click()
    page.wait_for_function(f"() => {width} > {1.8 * whole}")
    frame = page.locator(".drawing .board-frame")
    assert frame.evaluate("one => one.scrollWidth > one.clientWidth")
    page.get_by_role("button", name="The whole field").click()
    page.wait_for_function(f"() => {width} === {whole}")
    expect(page.get_by_role("button", name="The whole field")).to_be_disabled()


def test_zones_are_put_and_moved_where_one_presses_and_drags(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    page = build(open_page, service, "causeway")
    page.get_by_role("button", name="Add a zone", exact=True).click()
    board = page.locator("svg.board").bounding_box()
    page.locator("svg.board").click(position={"x": board["width"] - 8, "y": board["height"] / 2})
    until_file(page, '"zone 4"')
    before = tomllib.loads(toml(page))["map"]["drawn"]
    assert before["zone 4"][0] > max(x for name, (x, _) in before.items() if name != "zone 4")
    page.get_by_role("button", name="Move zones").click()
    board = page.locator("svg.board").bounding_box()
    where = page.evaluate(
        """async () => {
        const { layoutOf } = await import('/static/js/plan/layout.js');
        const text = document.querySelector('#toml').value;
        const answer = await fetch('/api/check', { method: 'POST', body: JSON.stringify({
          scenario: text, name: 'x' }), headers: { 'content-type': 'application/json' } });
        const { board, fighters } = await answer.json();
        const layout = layoutOf(board, { fighters: fighters.length });
        return [layout.centres[0][0] / layout.width, layout.centres[0][1] / layout.height];
    }"""
    )
    x, y = (board[side] + board[size] * share
            for side, size, share in zip("xy", ("width", "height"), where, strict=True))  # fmt: skip
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y - 60, steps=4)
    page.mouse.up()
    moved = json.dumps(before["collapsed archway"])
    until(page, f"!document.querySelector('#toml').value.includes({json.dumps(moved)})")
    after = tomllib.loads(toml(page))["map"]["drawn"]
    assert after["collapsed archway"][0] > before["collapsed archway"][0]
    # a fight is drawn like that, too
    made = client.post("/api/fights", json={"scenario": toml(page)}).json()
    headers = {"authorization": f"Bearer {made['gm']}"}
    scene = client.get(f"/api/fights/{made['id']}", headers=headers).json()["scene"]
    assert scene["board"]["drawn"] == list(after.values())


@pytest.mark.parametrize("ruleset", list(rulesets()))
def test_an_empty_scenario_is_right_at_once(service: Service, open_page: Any, ruleset: str) -> None:
    page = build(open_page, service)
    start_from(page, f"empty {ruleset}")
    until_file(page, f'ruleset = "{ruleset}"')
    page.get_by_text("Right as it is: A new scenario").wait_for()
    expect(page.locator(".editing .token")).to_have_count(2)
