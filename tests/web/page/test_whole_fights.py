"""Whole fights in a real Chromium, in every ruleset: by the board, by the keyboard, by touch.

Each way and each ruleset at least once whenever tests are run, each with each in the soak.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from at_the_table import Table
from driving import (
    DUELS,
    PHONE,
    at_length,
    begin_scenario,
    choose_by_keyboard,
    choose_by_touch,
    choose_on_board,
    chosen_option,
    focused_key,
    link,
    number_of,
    wait_for_news,
    wait_for_question,
)

from servers import Service

Choose = Callable[[Any, dict[str, Any], dict[str, Any]], None]


def play_to_the_end(page: Any, table: Table, choose: Choose) -> int:
    """Plays as `simple` would, in the given way; gives how many questions that took."""
    for count in range(400):
        question = table.question()
        if question is None:
            page.locator(".verdict").first.wait_for()
            assert table.story()["over"]
            return count
        wait_for_question(page, question)
        number = number_of(table)
        choose(page, question, chosen_option(question, table.wise()))
        wait_for_news(table, number, page)
    raise AssertionError("the fight does not end")


@at_length("orrery", "renaissance")
def test_by_the_board_alone(
    service: Service, open_page: Any, client: httpx.Client, ruleset: str
) -> None:
    table = begin_scenario(client, DUELS[ruleset], players=["person", "simple"], seed=4)
    page = open_page(link(service, table))
    assert play_to_the_end(page, table, choose_on_board) > 2


@at_length("mithryn", "shinobi")
def test_by_the_keyboard_alone(
    service: Service, open_page: Any, client: httpx.Client, ruleset: str
) -> None:
    table = begin_scenario(client, DUELS[ruleset], players=["person", "simple"], seed=4)
    page = open_page(link(service, table))
    page.locator(".question.own .prompt").first.wait_for()
    stops = 0
    while focused_key(page) is None:
        page.keyboard.press("Tab")
        stops += 1
        assert stops <= 12, "too many stops to the first option"
    play_to_the_end(page, table, lambda page, _, option: choose_by_keyboard(page, option))


@at_length("olde", "orrery")
def test_by_touch_on_a_phone(
    service: Service, open_page: Any, client: httpx.Client, ruleset: str
) -> None:
    table = begin_scenario(client, DUELS[ruleset], players=["person", "simple"], seed=4)
    page = open_page(link(service, table), **PHONE)

    def tap(page: Any, question: dict[str, Any], option: dict[str, Any]) -> None:
        assert_large_enough(page)
        choose_by_touch(page, question, option)

    play_to_the_end(page, table, tap)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate("document.documentElement.scrollHeight") <= 844


OTHER_SIZES = [("mithryn", 844, 390), ("shinobi", 820, 1180), ("olde", 844, 390)]


@pytest.mark.parametrize(("ruleset", "wide", "tall"), OTHER_SIZES)
def test_by_touch_on_a_phones_side_and_a_tablet(
    service: Service, open_page: Any, client: httpx.Client, ruleset: str, wide: int, tall: int
) -> None:
    table = begin_scenario(client, DUELS[ruleset], players=["person", "simple"], seed=4)
    size = {**PHONE, "viewport": {"width": wide, "height": tall}}
    page = open_page(link(service, table), **size)

    def tap(page: Any, question: dict[str, Any], option: dict[str, Any]) -> None:
        assert_large_enough(page)
        choose_by_touch(page, question, option)

    play_to_the_end(page, table, tap)
    assert page.evaluate("document.documentElement.scrollWidth") <= wide


def assert_large_enough(page: Any) -> None:
    """Cells and tokens that can be pressed are at least 40 pixels wide, and nothing covers what is
    asked."""
    small = page.evaluate(
        """() => [...document.querySelectorAll('.lit-place')]
            .map(one => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height))
            .filter(size => size < 40)"""
    )
    assert small == []
    covered = page.evaluate(
        """() => {
            const box = document.querySelector('.prompt').getBoundingClientRect();
            const top = document.elementFromPoint(box.left + 5, box.top + box.height / 2);
            return !top || !top.closest('.question');
        }"""
    )
    assert not covered
