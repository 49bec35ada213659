"""The first page."""

from __future__ import annotations

from typing import Any

from driving import expect

from servers import Service


def test_a_fight_begins_with_one_press(service: Service, open_page: Any) -> None:
    page = open_page(service.address)
    page.locator(".opening-picture svg.board .token").first.wait_for()
    page.locator(".begin-first").click()
    page.locator(".fight svg.board").wait_for()
    page.locator(".question.own .choose, .question.own .end-turn").first.wait_for()


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
