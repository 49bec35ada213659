"""What the game master does on the board: brings somebody in, hides and reveals a part of it."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from at_the_table import Table, begin
from driving import PHONE, at_length, begin_scenario, expect, link, until, wait_until

from servers import Service

NEWCOMERS = {
    "mithryn": "City Archer",
    "renaissance": "Goblin slinger",
    "shinobi": "Kunoichi",
    "orrery": "Soldier",
    "olde": "Orc",
}

POINT_OF = """place => {
    const board = document.querySelector('svg.board');
    const [x, y] = place;
    const point = new DOMPoint(x, y).matrixTransform(board.getScreenCTM());
    return [point.x, point.y];
}"""


def centres(page: Any) -> list[list[float]]:
    """Where each place of the board is drawn."""
    found: list[list[float]] = page.evaluate("""async () => {
        const { layoutOf } = await import('/static/js/plan/layout.js');
        const [id, secret] = location.hash.split('/').slice(-2);
        const answer = await fetch(`/api/fights/${id}`, { headers: { authorization: `Bearer ${secret}` } });
        const { scene } = await answer.json();
        return layoutOf(scene.board, { narrow: innerWidth < 700, fighters: scene.fighters.length }).centres;
    }""")
    return found


def empty_places(table: Table) -> list[int]:
    """Places that nobody stands at and that nothing lights, the last first."""
    look = table.look()
    taken = {one["where"]["place"] for one in look["story"]["now"]}
    board, question = look["scene"]["board"], look["story"]["question"]
    lit = {one["place"] for one in (question or {"options": []})["options"]}
    solid = set(board.get("solid", []))
    return [
        place for place in reversed(range(len(board["places"]))) if place not in taken | lit | solid
    ]


def press_place(page: Any, spots: list[list[float]], place: int) -> None:
    """Presses the ground of a place on the whole board."""
    page.get_by_role("button", name="The whole board").click()
    x, y = page.evaluate(POINT_OF, spots[place])
    page.mouse.click(x, y)


@at_length("mithryn", "renaissance", "orrery")
def test_pressing_a_place_brings_somebody_in(
    service: Service, open_page: Any, client: httpx.Client, ruleset: str
) -> None:
    table = begin(client, ruleset, gm="person", seed=3)
    master, player = open_page(link(service, table)), open_page(link(service, table.as_side(0)))
    for page in (master, player):
        page.locator("svg.board").wait_for()
    spots, before = centres(master), table.look()["scene"]["fighters"]
    place = empty_places(table)[0]
    press_place(master, spots, place)
    master.locator(".bring-in-here").click()
    master.locator("#newcomer-entry").select_option(label=NEWCOMERS[ruleset])
    master.locator("#newcomer-why").fill("a horn in the hills")
    master.locator(".bring-in").click()
    master.locator(".newcomers").wait_for(state="detached")
    count = len(before) + 1
    for page in (master, player):
        until(page, f"document.querySelectorAll('[data-fighter]').length >= {count}")
        page.locator(".log").get_by_text("a horn in the hills").first.wait_for()
    look = table.look()
    assert len(look["scene"]["fighters"]) == count
    name = next(
        one["name"] for one in look["scene"]["fighters"] if one["name"] not in
        {other["name"] for other in before}
    )  # fmt: skip
    assert name.startswith(NEWCOMERS[ruleset])
    now = look["story"]["now"][[one["name"] for one in look["scene"]["fighters"]].index(name)]
    assert now["where"]["place"] == place
    expect(player.locator(".bring-in-here")).to_have_count(0)


@pytest.mark.parametrize("scenario", ["causeway", "goblin-gang", "watchtower"])
def test_a_drag_hides_a_part_of_the_map_and_reveals_it(
    service: Service, open_page: Any, client: httpx.Client, scenario: str
) -> None:
    """On zones, a grid and spots."""
    table = begin_scenario(client, scenario, gm="person", seed=3)
    master, player = open_page(link(service, table)), open_page(link(service, table.as_side(0)))
    for page in (master, player):
        page.locator("svg.board").wait_for()
    spots = centres(master)
    corner = max(range(len(spots)), key=lambda place: spots[place][0] + spots[place][1])
    margin = 60
    wanted = {
        place
        for place, (x, y) in enumerate(spots)
        if x >= spots[corner][0] - margin and y >= spots[corner][1] - margin
        if x <= spots[corner][0] + margin and y <= spots[corner][1] + margin
    }
    x, y = spots[corner]

    def drag() -> None:
        first = master.evaluate(POINT_OF, [x - margin, y - margin])
        last = master.evaluate(POINT_OF, [x + margin, y + margin])
        master.mouse.move(*first)
        master.mouse.down()
        master.mouse.move(*last, steps=4)
        expect(master.locator(".veil-area")).to_have_count(1)
        master.mouse.up()

    before = master.evaluate("document.querySelector('svg.board').getAttribute('viewBox')")
    master.locator(".veil-hide").click()
    drag()
    until(master, f"document.querySelectorAll('.veiled-place').length === {len(wanted)}")
    assert set(table.story()["table"]["hidden"]["places"]) == wanted
    assert table.as_side(0).look()["scene"]["board"]["hidden"] == sorted(wanted)
    expect(master.locator(".press-card:visible"), "nothing was pressed").to_have_count(0)
    assert before == master.evaluate("document.querySelector('svg.board').getAttribute('viewBox')")
    master.locator(".veil-reveal").click()
    expect(master.locator(".veil-hide")).to_have_attribute("aria-pressed", "false")
    drag()
    until(master, "document.querySelectorAll('.veiled-place').length === 0")
    assert table.story()["table"]["hidden"]["places"] == []
    master.locator(".veil-reveal").click()
    expect(master.locator(".viewport.veiling")).to_have_count(0)
    expect(player.locator(".veil-tool")).to_have_count(0)


def test_everybody_goes_along_to_the_next_fight(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin_scenario(client, "causeway", gm="person", friends=[0], seed=3)
    code = table.links["code"]
    seat = client.post(f"/api/tables/{code}/seats", json={"name": "Anna", "fighters": [0]}).json()
    table.post(
        "/table", {"begin": True, "sides": ["simple", "simple"], "fighters": {"0": "simple"}}
    )
    table.play()
    master = open_page(link(service, table))
    anna = open_page(f"{service.address}/#/fight/{seat['id']}/{seat['secret']}", **PHONE)
    for page in (master, anna):
        page.locator(".verdict").first.wait_for()
    master.locator(".after-fight").wait_for()
    expect(anna.locator(".next-fight")).to_have_count(0)
    master.locator(".next-fight").click()
    master.locator("#next-scenario").select_option("heirlooms")
    master.locator("#next-rest").select_option("long rest")
    master.get_by_role("button", name="To its lobby").click()
    master.locator(".lobby").wait_for()
    expect(master.locator(".people").get_by_text("Anna").first).to_be_attached()
    anna.locator(".come-along").tap()
    anna.locator(".lobby").wait_for()
    secret = anna.evaluate("location.hash").split("/")[-1]
    assert secret not in (seat["secret"], table.secret)
    until(master, "document.querySelectorAll('.people .dot.on').length === 2")


@pytest.mark.parametrize("scenario", ["causeway", "goblin-gang", "watchtower"])
def test_a_token_is_dragged_by_the_game_master_alone(
    service: Service, open_page: Any, client: httpx.Client, scenario: str
) -> None:
    """On zones, a grid and spots."""
    table = begin_scenario(client, scenario, players=["person", "person"], gm="person", seed=3)
    asked = table.question()
    assert asked is not None
    who = next(
        number
        for number, one in enumerate(table.look()["scene"]["fighters"])
        if one["side"] != asked["side"]
    )
    target = empty_places(table)[0]
    before = table.story()["now"][who]["where"]["place"]

    def drag(page: Any) -> None:
        page.locator(f"[data-fighter='{who}'] .token-face").wait_for()
        box = page.locator(f"[data-fighter='{who}'] .token-face").bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        x, y = page.evaluate(POINT_OF, centres(page)[target])
        page.mouse.move(x, y, steps=6)
        if page is not player:
            carried = page.locator(f"[data-fighter='{who}'] .token-face").bounding_box()
            assert abs(carried["x"] + carried["width"] / 2 - x) < 5, "the token follows the pointer"
            assert abs(carried["y"] + carried["height"] / 2 - y) < 5
        page.mouse.up()

    player = open_page(link(service, table.as_side(1 - asked["side"])))
    drag(player)
    player.wait_for_timeout(300)
    assert table.story()["now"][who]["where"]["place"] == before
    drag(open_page(link(service, table)))
    wait_until(player, lambda: bool(table.story()["now"][who]["where"]["place"] == target))
