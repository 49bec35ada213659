"""From one evening to the next: a party that is kept, a new fighter, another scenario; pointing."""

from __future__ import annotations

from typing import Any

import httpx
from at_the_table import Table, begin
from driving import PHONE, expect, link, until, wait_until

from servers import Service


def seat_of(table: Table, name: str, *fighters: int) -> Table:
    """Return a seat at a table that gathers."""
    made = table.client.post(
        f"/api/tables/{table.links['code']}/seats", json={"name": name, "fighters": fighters}
    )
    assert made.status_code == 201, made.text
    return Table(table.client, table.links, made.json()["secret"])


def end_fight(table: Table, *dead: int) -> None:
    """End a fight by ruling: these are dead, and everybody of the other side."""
    fighters = table.look()["scene"]["fighters"]
    foes = [who for who, one in enumerate(fighters) if one["side"] == 1]
    for who in [*dead, *foes]:
        ruling = {"kind": "state", "fighter": fighters[who]["name"], "value": "dead", "text": "so"}
        made = table.post("/answers", {"number": table.story()["number"], "ruling": ruling})
        assert made.status_code == 200, made.text


def test_a_party_goes_on_and_a_dead_fighters_player_chooses_a_new_one(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, "olde", gm="person", friends=[0], seed=3)
    names = [one["name"] for one in table.look()["scene"]["fighters"]]
    seats = [seat_of(table, name, who) for who, name in enumerate(["Anna", "Ben"])]
    assert table.post("/table", {"begin": True, "empty": "person"}).status_code == 200
    master = open_page(link(service, table))
    anna, ben = (open_page(link(service, one), **PHONE) for one in seats)
    # somebody points at a place, and everybody is shown it
    anna.locator(".ping-tool").tap()
    anna.locator("[data-fighter='0'] .token-face").tap()
    for page in (master, ben):
        page.locator("circle.ping").wait_for(state="attached")
        page.locator(".log .said-ping", has_text="Anna points at").wait_for(state="attached")
    expect(anna.locator(".ping-tool")).to_have_attribute("aria-pressed", "false")
    # the game master whispers to one alone
    master.locator(".say-how").select_option(label="to Anna alone")
    master.locator(".say-text").fill("a door behind you")
    master.locator(".say button").click()
    anna.locator(".log .said", has_text="a door behind you").wait_for(state="attached")
    assert "a door behind you" not in str(seats[1].story()["chat"])
    end_fight(table, 0)
    master.locator(".keep-party").click()
    master.get_by_text("Kept in this browser").first.wait_for()
    # the next fight: Anna's fighter is dead, so she brings another
    master.locator(".next-fight").click()
    master.locator("#next-people").select_option("these")
    master.get_by_role("button", name="To its lobby").click()
    for page in (anna, ben):
        page.locator(".come-along").first.tap()
        page.locator(".lobby").wait_for()
    expect(ben.locator(".new-fighter")).to_have_count(0)
    anna.locator("#own-name").fill("Ruda")
    anna.get_by_role("button", name="Play them").tap()
    master.locator(".people li", has_text="Anna").get_by_text("plays Ruda").wait_for()
    anna.locator("#pick-0[disabled], [id^=pick-][aria-pressed=true]").first.wait_for()
    # another scenario with the party that was kept: everybody is led there
    before = master.evaluate("location.hash")
    master.locator(".another-scenario").click()
    master.locator("#next-people").select_option("0")
    master.get_by_role("button", name="To its lobby").click()
    wait_until(master, lambda: master.evaluate("location.hash") != before)
    master.locator(".lobby-field").get_by_text(names[1]).first.wait_for()
    expect(master.locator(".lobby-field").get_by_text(names[0], exact=True)).to_have_count(0)
    until(master, "document.querySelectorAll('.people .dot.on').length === 3")


def test_a_maps_picture_with_its_doors_and_lights_reaches_everybody(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, "renaissance", gm="person", friends=[0], seed=3)
    seat = seat_of(table, "Anna", 0)
    pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
    picture = {"image": f"data:image/png;base64,{pixel}", "width": 8, "height": 6,
               "doors": [{"line": [1, 1, 1, 2], "closed": False}],
               "lights": [{"x": 2, "y": 2, "range": 2}]}  # fmt: skip
    assert table.post("/picture", picture).status_code == 201
    assert table.post("/table", {"begin": True}).status_code == 200
    anna = open_page(link(service, seat), **PHONE)
    for mark in (".backdrop", ".light-range", ".door-line"):
        anna.locator(f"svg.board {mark}").first.wait_for(state="attached")


def test_a_removed_player_is_told_in_the_lobby(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, "olde", gm="person", friends=[0], seed=3)
    anna = open_page(link(service, seat_of(table, "Anna", 0)), **PHONE)
    anna.locator(".lobby").wait_for()
    master = open_page(link(service, table))
    master.get_by_role("button", name="Remove Anna").click()
    anna.get_by_role("heading", name="This seat has ended").wait_for()
    anna.get_by_role("link", name="Join with the code again").tap()
    anna.locator("#join-code").wait_for()
