"""Plays fights on the page as a person would: by the board, by the keyboard, by touch."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest
from at_the_table import Table

from affray.library import rulesets, scenario_texts
from servers import Service

if TYPE_CHECKING:
    from playwright.sync_api import expect as expect
else:
    try:
        from playwright.sync_api import expect
    except ImportError:
        expect = None  # no test gets as far: without playwright there is no browser

DUELS = {
    "mithryn": "first-blood",
    "renaissance": "two-weapon-duel",
    "shinobi": "moonlit-duel",
    "orrery": "two-blades",
    "olde": "sword-and-spear",
}
"""A short fight of each ruleset."""

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}

PATIENCE = 150
"""Seconds that anything may take, on a machine that is busy with much else."""

TOO_SOON = 330
"""Milliseconds behind a new question in which presses are ignored, and a little more."""


def at_length(*soon: str) -> pytest.MarkDecorator:
    """Run a test with every ruleset: these whenever tests are run, the rest in the soak."""
    assert set(soon) <= set(rulesets())
    return pytest.mark.parametrize(
        "ruleset",
        [pytest.param(one, marks=() if one in soon else pytest.mark.soak) for one in rulesets()],
    )


def begin_scenario(client: Any, name: str, **more: Any) -> Table:
    """Return a fight of a built-in scenario, at the game master's link."""
    text = scenario_texts()[name]
    response = client.post("/api/fights", json={"scenario": text, "name": name, **more})
    assert response.status_code == 201, response.text
    links = response.json()
    return Table(client, links, links["gm"])


def link(service: Service, table: Table) -> str:
    """Return the address of a fight's page."""
    return f"{service.address}/#/fight/{table.links['id']}/{table.secret}"


def until(page: Any, expression: str) -> None:
    """Wait until an expression holds (without eval, which the content policy forbids)."""
    wait_until(page, lambda: bool(page.evaluate(expression)), expression)


def wait_until(
    page: Any, is_so: Callable[[], bool], what: str = "it never came to that", every: int = 40
) -> None:
    """Wait until something holds, while the page goes on; looks every so many milliseconds."""
    last = monotonic() + PATIENCE
    while not is_so():
        assert monotonic() < last, what
        page.wait_for_timeout(every)


def streams(client: Any) -> int:
    """How many pages listen at the service."""
    return int(client.get("/health").json()["streams"])


def number_of(table: Table) -> int:
    """Return the number of the question that is open."""
    return int(table.get("/question").json()["number"])


def lines_of(page: Any) -> int:
    """How many lines the page's log has."""
    found: int = page.evaluate("document.querySelectorAll('.log > li:not(.said)').length")
    return found


def wait_for_news(table: Table, number: int, page: Any) -> None:
    """Wait until the fight has gone on and the page knows."""
    wait_until(page, lambda: number_of(table) > number, "nothing happened", every=20)
    wait_until(page, lambda: lines_of(page) == len(table.story()["frames"]), "the page has it not")


def wait_for_question(page: Any, question: dict[str, Any]) -> None:
    """Wait until the page asks a question, and until a press is no longer too soon."""
    page.locator(".question.own .prompt").get_by_text(question["prompt"], exact=True).wait_for()
    until(page, "!document.querySelector('.fight').classList.contains('playing')")
    page.wait_for_timeout(TOO_SOON)


def quoted(text: str) -> str:
    """Return a text within a selector."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def chosen_option(question: dict[str, Any], key: str) -> dict[str, Any]:
    """Return the option of that key."""
    found: dict[str, Any] = next(one for one in question["options"] if one["key"] == key)
    return found


def group_of(page: Any, option: dict[str, Any]) -> Any:
    """Return the group of the list that holds an option, if there is one: rows of a group that was never
    opened are not there yet, so it is found by its verb."""
    kinds = [option["kind"], f"{option['kind']} friend"]
    groups = [page.locator(f".question details.verb[data-verb={quoted(one)}]") for one in kinds]
    if groups[0].count() and groups[1].count():
        held = groups[1].locator(f".choose[data-key={quoted(option['key'])}]")
        open_group(groups[1], "click")
        return groups[1] if held.count() else groups[0]
    return groups[0] if groups[0].count() else groups[1]


def open_group(group: Any, press: str) -> None:
    """Open a group, and what it is folded into."""
    if not group.count():
        return
    around = group.locator("xpath=ancestor::details[contains(@class, 'more-deeds')]")
    for details in (around, group):
        if details.count() and not details.evaluate("one => one.open"):
            getattr(details.locator("> summary"), press)()


def press_end(page: Any, press: str) -> None:
    """Presses the button that ends the turn; where it asks first, once more."""
    end = page.locator(".question-foot .end-turn")
    getattr(end, press)()
    if page.locator(".end-turn.asks").count():
        getattr(end, press)()


def end_by_key(page: Any) -> None:
    """End the turn by its key; where that is asked about first, once more."""
    page.keyboard.press("e")
    if page.locator(".end-turn.asks").count():
        page.keyboard.press("e")


def choose_in_list(page: Any, option: dict[str, Any], press: str = "click") -> None:
    """Presses an option in the list, wherever it stands there."""
    key = quoted(option["key"])
    if page.locator(f".end-turn[data-key={key}]").count():
        press_end(page, press)
        return
    foot = page.locator(f".question-foot [data-key={key}]")
    if foot.count():
        getattr(foot.first, press)()
        return
    wanted = page.locator(f".question-body .choose[data-key={key}]")
    if not wanted.count() or not wanted.first.is_visible():
        open_group(group_of(page, option), press)
    getattr(wanted.first, press)()


def choose_on_card(page: Any, option: dict[str, Any], press: str = "click") -> None:
    """Presses an option on the card that is open, going through its weapons."""
    wanted = page.locator(f".press-card .choose[data-key={quoted(option['key'])}]")
    tabs = page.locator(".press-card .weapon-tabs button")
    for number in range(tabs.count()):
        if wanted.count():
            break
        getattr(tabs.nth(number), press)()
    getattr(wanted.first, press)()


def free_point(page: Any, selector: str) -> tuple[float, float] | None:
    """Return a point of the screen where pressing means that element of the board, and nothing lies over
    it."""
    found = page.evaluate(
        """selector => {
            const one = document.querySelector(selector);
            const frame = document.querySelector('.viewport').getBoundingClientRect();
            if (!one) return null;
            const box = one.getBoundingClientRect();
            for (const across of [0.5, 0.2, 0.8, 0.08, 0.92])
                for (const down of [0.5, 0.35, 0.2, 0.08, 0.92]) {
                    const [x, y] = [box.left + across * box.width, box.top + down * box.height];
                    if (x < frame.left || x > frame.right || y < frame.top || y > frame.bottom) continue;
                    const top = document.elementFromPoint(x, y);
                    if (top && top.closest('[data-fighter], [data-place], [data-facing]') === one) return [x, y];
                }
            return null;
        }""",
        selector,
    )
    return (found[0], found[1]) if found else None


def place_on_board(question: dict[str, Any], option: dict[str, Any]) -> str:
    """Return the element of the board that an option concerns: a facing, a fighter or a place."""
    if option["kind"] == "facing":
        return f"[data-facing='{option['key'].split()[-1]}']"
    if option["target"] < 0 and option["place"] >= 0:
        return f"[data-place='{option['place']}']"
    who = option["target"] if option["target"] >= 0 else question["who"]
    return f"[data-fighter='{who}']"


def card_is_open(page: Any) -> bool:
    """Whether a card is shown at something on the board."""
    found: bool = page.evaluate("!document.querySelector('.press-card').hidden")
    return found


def choose_on_board(page: Any, question: dict[str, Any], option: dict[str, Any]) -> None:
    """Presses what an option concerns on the board, and on its card where it needs one."""
    point = free_point(page, place_on_board(question, option))
    assert point is not None, f"{option['key']} is not on the board"
    page.mouse.click(*point)
    page.wait_for_timeout(60)
    if card_is_open(page):
        choose_on_card(page, option)


def focused_key(page: Any) -> str | None:
    """Return the key of the option that has the focus."""
    found: str | None = page.evaluate("document.activeElement.getAttribute('data-key')")
    return found


def choose_by_keyboard(page: Any, option: dict[str, Any]) -> None:
    """Chooses with keys alone: e ends the turn, a letter opens a group, a number or Tab chooses."""
    key = option["key"]
    if page.locator(f".end-turn[data-key={quoted(key)}]").count():
        end_by_key(page)
        return
    wanted = page.locator(f".question-body .choose[data-key={quoted(key)}]")
    group = group_of(page, option)
    if (not wanted.count() or not wanted.first.is_visible()) and group.count():
        page.keyboard.press(group.get_attribute("data-letter"))
        wanted.first.wait_for()
        page.wait_for_timeout(60)
    button = page.locator(f".question-body .choose[data-key={quoted(key)}]").first
    number = button.locator("kbd").inner_text()
    if number:
        page.keyboard.press(number)
        return
    for _ in range(400):
        if focused_key(page) == key:
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{key} cannot be reached")


def choose_by_touch(page: Any, question: dict[str, Any], option: dict[str, Any]) -> None:
    """Chooses an option by touch; where it takes words, none are said."""
    tap_option(page, question, option)
    if option["takes_words"]:
        page.locator("dialog.words [value=say]").tap()


def tap_option(page: Any, question: dict[str, Any], option: dict[str, Any]) -> None:
    """Taps what an option concerns where it is to be seen on the board, and otherwise in the
    list."""
    point = free_point(page, place_on_board(question, option))
    if point is not None:
        page.touchscreen.tap(*point)
        page.wait_for_timeout(80)
        if card_is_open(page):
            choose_on_card(page, option, "tap")
        return
    choose_in_list(page, option, "tap")
