"""The first page."""

from __future__ import annotations

from typing import Any

import httpx
from driving import expect

from affray.library import scenario_texts
from servers import Service


def test_a_fight_begins_with_one_press(service: Service, open_page: Any) -> None:
    page = open_page(service.address)
    page.locator(".opening-picture svg.board .token").first.wait_for()
    page.locator(".begin-first").click()
    page.locator(".fight svg.board").wait_for()
    page.locator(".question.own .choose, .question.own .end-turn").first.wait_for()
    expect(page.locator(".question .prompt"), "whoever listens hears it").to_be_focused()


def test_a_view_that_is_ready_too_late_is_not_shown(service: Service, open_page: Any) -> None:
    page = open_page("about:blank")
    held: list[Any] = []
    page.route("**/api/rulesets/**", lambda route: held.append(route))
    page.goto(f"{service.address}/#/rules")
    while not held:
        page.wait_for_timeout(20)
    page.evaluate("location.hash = '#/study'")
    page.get_by_role("heading", level=1).wait_for()
    shown = page.get_by_role("heading", level=1).inner_text()
    for route in held:
        route.continue_()
    page.wait_for_timeout(500)
    expect(page.get_by_role("heading", level=1)).to_have_text([shown])
    assert shown != "Rules"


def test_the_opponent_is_chosen_and_a_draft_is_played(service: Service, open_page: Any) -> None:
    page = open_page(service.address)
    expect(page.locator("input[name=opponent][value=strong]")).to_be_checked()
    page.locator("input[name=opponent][value=simple]").check()
    draft = {"id": "own", "title": "My duel", "name": "mine", "changed": 1,
             "text": scenario_texts()["first-blood"]}  # fmt: skip
    page.evaluate("one => localStorage.setItem('affray.drafts', JSON.stringify([one]))", draft)
    page.reload()
    expect(page.locator("input[name=opponent][value=simple]"), "it is kept").to_be_checked()
    page.get_by_role("button", name="Play My duel").click()
    page.locator(".fight svg.board").wait_for()
    fight, secret = page.evaluate("location.hash").split("/")[-2:]
    headers = {"authorization": f"Bearer {secret}"}
    look = httpx.get(f"{service.address}/api/fights/{fight}", headers=headers).json()
    assert [side["player"] for side in look["scene"]["sides"]] == ["person", "simple"]
    # it is studied like the others
    page.goto(f"{service.address}/#/study")
    page.locator("#watch").select_option(label="My duel")
    page.get_by_role("button", name="Play and study it").click()
    page.locator(".study-happened").get_by_text("Best blow").wait_for()
