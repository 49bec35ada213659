"""Studying a fight on the page: the curve and stepping, turning points, mistakes, luck, replays."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from at_the_table import Table
from driving import PHONE, begin_scenario, expect, link, until
from test_looks import violations

from servers import Service, http_client


@pytest.fixture(scope="module")
def studied(service: Service) -> Any:
    """Return a fight that was played by itself, one side at random so that there are mistakes."""
    with http_client(service.address) as client:
        table = begin_scenario(client, "first-blood", players=["random", "simple"], seed=3)
        yield table


def study_address(service: Service, table: Table) -> str:
    return f"{service.address}/#/study/{table.links['id']}/{table.secret}"


def wait_until_done(page: Any) -> None:
    page.locator(".win-curve .curve").wait_for(state="attached")
    until(page, "document.querySelector('.study-work').hidden")


@pytest.mark.parametrize(
    "size",
    [{}, {"viewport": {"width": 820, "height": 1180}}, PHONE],
    ids=["desk", "tablet", "phone"],
)
def test_a_fight_that_is_not_over_is_studied_in_a_panel_with_room(
    service: Service, open_page: Any, client: httpx.Client, size: dict[str, Any]
) -> None:
    table = begin_scenario(client, "first-blood", players=["person", "simple"], gm="passive")
    page = open_page(link(service, table), **size)
    page.locator(".question.own .choose").first.wait_for()
    if size == PHONE:
        page.get_by_role("button", name="More…").click()
        page.locator(".study-from-menu").click()
    else:
        page.locator(".study-opener").click()
    page.locator(".study-body").wait_for()
    assert page.locator(".study-body").bounding_box()["height"] > 150


def test_a_study_is_worked_out_and_says_what_the_service_says(
    service: Service, open_page: Any, studied: Table
) -> None:
    page = open_page(study_address(service, studied))
    wait_until_done(page)
    job = page.evaluate(
        "performance.getEntriesByType('resource').map(one => one.name)"
        ".filter(name => name.includes('/api/ask/')).pop()"
    )
    found = httpx.get(job.removesuffix("/events"), timeout=60).json()["result"]
    rows = page.locator(".study-lists section").first.locator(".study-entry")
    assert found["turning_points"]
    expect(rows).to_have_count(len(found["turning_points"]))
    for number, turn in enumerate(found["turning_points"]):
        shown = rows.nth(number).inner_text()
        assert f"{100 * turn['change']:.1f} ± {100 * turn['error']:.1f}" in shown
        assert turn["change"] > turn["error"] > 0
    mistakes = page.locator(".study-lists section").nth(1).locator(".study-entry")
    assert found["mistakes"]
    expect(mistakes).to_have_count(len(found["mistakes"]))
    first = found["mistakes"][0]
    expect(mistakes.first).to_contain_text(found["beats"][first["number"] - 1]["best"])
    expect(mistakes.first).to_contain_text(
        f"−{100 * first['value']:.1f} ± {100 * first['error']:.1f}"
    )
    happened = page.locator(".study-happened")
    expect(happened).to_contain_text("Best blow: ")
    expect(happened).to_contain_text("Fell: ")
    page.locator(".study-blows summary").click()
    blows = page.locator(".study-blow .what")
    strikes = [one for one in studied.story()["frames"] if one["kind"] == "attack"]
    expect(blows).to_have_count(len(strikes))
    assert any("→" in text for text in blows.all_inner_texts())
    table = page.locator(".study-table").inner_text()
    for side in found["sides"]:
        assert f"{100 * abs(found['luck'][side]['value']):.1f} ±" in table
        assert f"{found['harm'][side]['expected']['value']:.1f}" in table


CURSOR = "Number(document.querySelector('.win-curve .cursor').getAttribute('x1'))"
SLIDER = "Number(document.querySelector('.timeline input').value)"


def test_the_cursor_follows_stepping_and_the_other_way_about(
    service: Service, open_page: Any, studied: Table
) -> None:
    page = open_page(study_address(service, studied))
    wait_until_done(page)
    page.keyboard.press("Home")
    start = page.evaluate(CURSOR)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(CURSOR) > start
    assert page.evaluate(SLIDER) == 2
    box = page.locator(".win-curve").bounding_box()
    page.mouse.click(box["x"] + 0.7 * box["width"], box["y"] + 40)
    last = page.evaluate("Number(document.querySelector('.timeline input').max)")
    assert 0.5 * last < page.evaluate(SLIDER) < 0.85 * last
    entry = page.locator(".study-entry[data-number]").first
    entry.click()
    expect(entry).to_have_attribute("data-current", "")
    here = page.locator(".study-here").inner_text()
    assert "%" in here
    assert "Points for" in here
    assert "the dice" in here
    bar = page.locator(".win-bar").inner_text()
    shown = page.locator(".study-chances").inner_text()
    assert bar.split("%")[0].split()[-1] in shown, "the bar over the board says the same"


def test_a_tape_is_opened_and_studied(
    service: Service, open_page: Any, studied: Table, tmp_path: Any
) -> None:
    tape = tmp_path / "mine.tape"
    tape.write_text(studied.get("/tape").text)
    page = open_page(f"{service.address}/#/study")
    page.set_input_files("#tape", tape)
    wait_until_done(page)
    assert "/#/study/" in page.url


def test_the_study_is_opened_and_closed_at_the_table(
    service: Service, open_page: Any, studied: Table
) -> None:
    page = open_page(link(service, studied))
    opener = page.get_by_role("button", name="Study", exact=True)
    expect(opener).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".study-panel")).to_be_hidden()
    expect(page.locator(".win-bar-place"), "of a fight that is over nothing comes").to_be_hidden()
    opener.click()
    field = page.locator(".board-frame").bounding_box()
    wait_until_done(page)
    expect(page.locator(".win-bar")).to_be_visible()
    assert page.locator(".board-frame").bounding_box() == field, "the bar had its place before"
    expect(opener).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".question")).to_be_hidden()
    page.get_by_role("button", name="Close the study").click()
    expect(page.locator(".study-panel")).to_be_hidden()
    expect(page.locator(".question")).to_be_visible()


@pytest.mark.parametrize("how", [{}, PHONE], ids=["wide", "phone"])
def test_a_study_is_clean_and_fits(
    service: Service, open_page: Any, studied: Table, axe: str, how: dict[str, Any]
) -> None:
    page = open_page(study_address(service, studied), **how)
    wait_until_done(page)
    assert violations(page, axe) == []
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= (390 if how else 1280)
    assert page.evaluate("document.documentElement.scrollHeight") <= (844 if how else 800)


def test_a_replay_plays_from_the_start_for_anybody(
    service: Service, open_page: Any, studied: Table
) -> None:
    address = f"{service.address}/#/replay/{studied.links['id']}/{studied.links['onlooker']}"
    page = open_page(address, motion=True)
    page.locator(".fight.playing").wait_for()
    until(page, f"{SLIDER} >= 1")
    assert page.evaluate(SLIDER) < 8
    expect(page.locator(".question.own")).to_have_count(0)
    still = open_page(address)
    still.locator(".fight").wait_for()
    until(still, f"{SLIDER} === 0")


def test_the_replays_address_is_the_onlookers(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin_scenario(client, "first-blood", players=["simple", "simple"], seed=3)
    page = open_page(link(service, table))
    page.get_by_role("button", name="More…").click()
    page.get_by_role("button", name="A new address for the replay").click()
    address = page.get_by_label("Address of the replay").input_value()
    secret = address.rpartition("/")[2]
    assert f"/#/replay/{table.links['id']}/" in address
    whole = Table(client, table.links, secret).look()
    assert whole["role"] == "onlooker"
    seat = Table(client, table.links, table.links["sides"][0])
    page = open_page(link(service, seat))
    page.get_by_role("button", name="More…").click()
    expect(page.get_by_label("Address of the replay"), "a seat is not given away").to_have_count(0)


def test_the_bar_shows_the_chances_while_one_plays(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin_scenario(
        client, "first-blood", gm="passive", players=["person", "simple"], seed=5
    )
    page = open_page(link(service, table))
    bar = page.locator(".win-bar")
    bar.wait_for()
    found = table.get("/chances").json()["sides"]
    for number, one in enumerate(found):
        expect(bar).to_contain_text(one["side"].capitalize() if number else "You")
        expect(bar).to_contain_text(f"{round(100 * one['value'])} %")
    page.get_by_role("button", name="More…").click()
    page.get_by_label("Show the win probability").uncheck()
    expect(bar).to_be_hidden()
    page.reload()
    page.locator(".question.own").wait_for()
    page.wait_for_timeout(800)
    expect(bar, "the browser remembers it").to_be_hidden()


def test_between_people_the_bar_is_off_until_one_wants_it(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin_scenario(
        client, "first-blood", gm="passive", players=["person", "person"], seed=5
    )
    page = open_page(link(service, Table(client, table.links, table.links["sides"][0])))
    page.locator(".question").wait_for()
    page.wait_for_timeout(800)
    expect(page.locator(".win-bar")).to_be_hidden()
    page.get_by_role("button", name="More…").click()
    page.get_by_label("Show the win probability").check()
    page.locator(".win-bar").wait_for()
    onlooker = open_page(link(service, Table(client, table.links, table.links["onlooker"])))
    onlooker.locator(".win-bar").wait_for()


def test_a_study_is_streamed_and_shown_while_it_is_worked_out(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin_scenario(client, "slaver-camp", players=["random", "simple"], seed=3)
    watch = """
        window.seen = [];
        new MutationObserver(() => {
            const bar = document.querySelector('.study-work progress');
            const curve = document.querySelector('.win-curve .curve');
            if (bar && curve) window.seen.push([bar.value, curve.getAttribute('points')]);
        }).observe(document, { subtree: true, childList: true, attributes: true });
    """
    page = open_page(study_address(service, table), script=watch)
    until(page, "new Set(window.seen.map(([value]) => value)).size >= 3")
    seen = page.evaluate("window.seen")
    progress = [value for value, _ in seen]
    assert progress == sorted(progress)
    assert progress[0] < 1, "there is a curve before all is done"
    assert len({points for _, points in seen}) >= 2, "and it is refined"
    asked = page.evaluate(
        "performance.getEntriesByType('resource').map(one => one.name)"
        ".filter(name => name.includes('/api/ask/'))"
    )
    assert {name.rpartition("/")[2] for name in asked} <= {"events"}, "nothing is polled"


def test_what_happened_is_told_before_the_chances_are_known(
    service: Service, open_page: Any, studied: Table
) -> None:
    page = open_page("about:blank")
    page.route("**/study", lambda route: None)  # the service never answers
    page.goto(study_address(service, studied))
    expect(page.locator(".study-happened")).to_contain_text("Best blow: ", timeout=5000)
    assert page.locator(".study-happened .what").first.bounding_box()["width"] > 250
    expect(page.locator(".study-blows summary")).to_contain_text("Blow by blow")
