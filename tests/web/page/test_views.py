"""The first page."""

from __future__ import annotations

from typing import Any

import httpx

import affray
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
    assert page.get_by_role("heading", level=1).all_inner_texts() == [shown]
    assert shown != "Rules"
