"""An evening with a game master and a friend: hiding, ruling, attempts, seats, clocks."""

from __future__ import annotations

import re
from typing import Any

import httpx
from at_the_table import Table, play_until
from driving import PHONE, begin_scenario, expect, link, until, wait_until

from servers import Service


class Night:
    """A game master at a desk and Anna on a phone, who plays the first fighter."""

    def __init__(self, service: Service, open_page: Any, client: httpx.Client) -> None:
        self.service, self.open_page, self.client = service, open_page, client
        self.table = begin_scenario(client, "causeway", gm="person", friends=[0], seed=3)
        self.code = self.table.links["code"]
        seat = client.post(
            f"/api/tables/{self.code}/seats", json={"name": "Anna", "fighters": [0]}
        ).json()
        self.seat = Table(client, self.table.links, seat["secret"])
        begun = self.table.post("/table", {"begin": True, "empty": "person", "name": "Otto"})
        assert begun.status_code == 200
        self.asked: list[str] = []
        self.master = open_page(link(service, self.table))
        self.anna = open_page("about:blank", **PHONE)
        self.anna.on("request", lambda one: self.asked.append(one.url))
        self.anna.goto(link(service, self.seat))
        for page in (self.master, self.anna):
            page.locator("svg.board .token").first.wait_for()

    def press_token(self, who: int) -> None:
        self.master.locator(f"[data-fighter='{who}'] .token-face").click()
        self.master.locator(".press-card").wait_for()

    def health(self, who: int) -> int:
        return int(self.table.story()["now"][who]["health"])


def test_a_fighter_is_hidden_and_revealed_in_two_presses(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    night = Night(service, open_page, client)
    master, anna, table = night.master, night.anna, night.table
    name = table.look()["scene"]["fighters"][4]["name"]
    night.press_token(4)
    master.locator(".press-card .hide-fighter").click()
    anna.locator(".log .said-hidden").get_by_text(name).wait_for(state="attached")
    expect(anna.locator("[data-fighter='4']")).to_have_count(0)
    # Escape puts the card away, and a tool
    master.keyboard.press("Escape")
    master.locator(".veil-hide").click()
    master.keyboard.press("Escape")
    expect(master.locator(".veil-hide")).to_have_attribute("aria-pressed", "false")
    # two presses, wherever the game master was looking
    for _ in range(8):
        master.get_by_role("button", name="Closer").click()
    master.locator(".veil-reveal").click()
    master.locator("[data-fighter='4'] .token-face").click(timeout=5000)
    said = anna.locator(".log .said-revealed")
    expect(said).to_contain_text(f"{name} steps out of the shadows.")
    anna.locator("[data-fighter='4']").wait_for()
    assert table.story()["table"]["hidden"]["fighters"] == []
    # a player's page asks for no chances, which would tell of those who are hidden
    assert not [url for url in night.asked if "/chances" in url]
    expect(anna.locator(".win-bar")).to_be_hidden()


def test_the_game_master_rules_by_typing_and_the_dialog_stays(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    night = Night(service, open_page, client)
    master, anna = night.master, night.anna
    before = night.health(3)
    night.press_token(3)
    master.locator(".rule-by-hand").click()
    expect(master.locator("#hand-health")).to_be_focused()
    master.keyboard.type("-2")
    master.keyboard.press("Enter")
    wait_until(master, lambda: night.health(3) == before - 2)
    expect(master.locator("dialog.rulings label", has_text="Health")).to_contain_text(
        f"{before - 2} of"
    )
    master.locator("#hand-health").fill("+1")
    master.keyboard.press("Enter")
    wait_until(master, lambda: night.health(3) == before - 1)
    master.locator("#hand-health").fill("much")
    master.keyboard.press("Enter")
    master.get_by_text("Type a number such as").first.wait_for()
    condition = master.locator("dialog.rulings [data-ruling^='condition ']").first
    condition.click()
    expect(condition).to_have_attribute("aria-pressed", "true")
    master.keyboard.press("Escape")
    line = anna.locator(".log .event-ruling").first
    expect(line).to_contain_text(f"Otto: {night.table.look()['scene']['fighters'][3]['name']} now")


def test_an_attempt_is_answered_when_the_game_master_has_decided(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    night = Night(service, open_page, client)
    master, anna, table = night.master, night.anna, night.table
    before = night.health(3)

    def attempt(words: str) -> Any:
        anna.locator(".question-foot .improvise").tap()
        anna.locator("#own-words").fill(words)
        anna.locator("dialog.words [value=say]").tap()
        banner = master.locator(".try-banner", has_text=words)
        banner.wait_for()
        return banner

    play_until(table, lambda one: one["who"] != 0)
    banner = attempt("kick the torch over")
    banner.locator(".answer-yes").click()
    master.locator("dialog.attempt .test-buttons button").first.wait_for()
    master.keyboard.press("Escape")
    expect(banner, "nothing was decided").to_be_visible()
    assert {one["kind"] for one in anna_chat(night)} == {"try"}
    banner.locator(".answer-yes").click()
    master.locator("#effect-whom").select_option("3")
    master.locator("#effect-what").select_option("health")
    master.locator("#effect-value").fill("-1")
    master.locator("dialog.attempt .answer-yes").click()
    banner.wait_for(state="detached")
    wait_until(master, lambda: night.health(3) == before - 1)
    anna.locator(".log .said-ruling").wait_for(state="attached")
    # a Test: its odds, its outcome, and what comes of it
    banner = attempt("swing from the beam")
    master.keyboard.press("y")
    test = master.locator("dialog.attempt .test-buttons button").first
    expect(test.locator("strong")).to_contain_text("%")
    test.click()
    master.locator("dialog.attempt .outcome").get_by_text(re.compile("success|failure")).wait_for()
    master.locator(".attempt-done").click()
    banner.wait_for(state="detached")
    anna.locator(".log .said-test").wait_for(state="attached")
    # no, by its key
    banner = attempt("fly")
    master.keyboard.press("n")
    banner.wait_for(state="detached")
    anna.locator(".log .said-no").wait_for(state="attached")


def anna_chat(night: Night) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = night.seat.story()["chat"]
    return found


def test_a_friend_with_a_new_phone_gets_the_seat_back(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    night = Night(service, open_page, client)
    master = night.master
    master.locator(".invite").click()
    shown = master.locator("dialog .code strong").inner_text().replace(" ", "")
    assert shown == night.code
    master.keyboard.press("Escape")
    phone = open_page(f"{service.address}/#/join/{night.code}", **PHONE)
    phone.get_by_role("button", name="I am Anna").tap()
    phone.get_by_text("The game master is asked").wait_for()
    master.locator(".claim-banner .answer-yes").click()
    phone.locator(".fight svg.board").wait_for()
    secret = phone.evaluate("location.hash").split("/")[-1]
    assert Table(client, night.table.links, secret).look()["role"] == "seat 1"
    assert night.seat.get().status_code == 404
    night.anna.get_by_role("heading", name="This seat has ended").wait_for()
    master.locator(".log .said-returned").wait_for()


def test_the_game_master_takes_foes_over_and_brings_in_several(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    night = Night(service, open_page, client)
    master, table = night.master, night.table
    night.press_token(3)
    master.locator(".hand-over").click()
    wait_until(master, lambda: table.story()["table"]["fighters"].get("3") == "strong")
    master.locator(".take-over").click()
    wait_until(master, lambda: table.story()["table"]["fighters"].get("3") == "person")
    # the game master is called like everybody else
    play_until(table, lambda one: one["side"] == 1)
    until(master, "document.title.startsWith('● Your turn')")
    # whoever waits on a phone reads, talks and rolls dice meanwhile, and sees half of the board
    anna = night.anna
    anna.locator(".fight.waiting .log-panel").wait_for()
    assert anna.locator(".board-frame").bounding_box()["height"] >= 844 / 2 - 1
    anna.locator(".say-how").select_option("roll all")
    anna.locator(".say-text").fill("2d6+1")
    anna.locator(".say button").tap()
    expect(master.locator(".log .said-roll")).to_have_text(
        re.compile(r"Anna rolls 2d6\+1: \d \d = ")
    )
    expect(master.locator(".question .whose")).to_have_text("You play foes.")
    expect(master.locator(".countdown")).to_be_hidden()
    count = len(table.look()["scene"]["fighters"])
    master.keyboard.press("Escape")
    zone = master.locator("[data-place]").first
    place = int(zone.get_attribute("data-place")) if zone.count() else 0
    response = table.post(
        "/reinforcements",
        {"number": table.story()["number"], "entry": "city-archer", "side": 1, "count": 2,
         "place": table.look()["scene"]["board"]["places"][place]},
    )  # fmt: skip
    assert response.status_code == 200, response.text
    assert len(table.look()["scene"]["fighters"]) == count + 2
    until(master, f"document.querySelectorAll('[data-fighter]').length >= {count + 2}")
    # a clock counts down for whoever has a seat
    table.post("/table", {"clock_seconds": 300})
    play_until(table, lambda one: one["seats"] == ["seat 1"])
    for page in (master, anna):
        expect(page.locator(".countdown")).to_have_text(re.compile(r"^(5:00|4:\d\d)$"))
