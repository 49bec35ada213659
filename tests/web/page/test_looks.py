"""How the page looks and is heard: on one screen, on a phone, in light and dark, by axe-core."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from at_the_table import begin, offers_an_attack, play_until
from driving import (
    DUELS,
    PHONE,
    at_length,
    begin_scenario,
    expect,
    free_point,
    link,
    wait_for_question,
    wait_until,
)

from affray.library import rulesets
from servers import Service

each_ruleset = pytest.mark.parametrize("ruleset", list(rulesets()))


def violations(page: Any, axe: str) -> list[str]:
    """Return the problems that axe-core finds on a page: all of them in light, and in the dark those of
    colours alone."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    return axe_run(page, "light", "{}") + axe_run(page, "dark", "{ runOnly: ['color-contrast'] }")


def axe_run(page: Any, scheme: str, how: str) -> list[str]:
    """Return the problems of one run of axe-core in a colour scheme. It fetches no style sheets and
    no sounds."""
    page.emulate_media(color_scheme=scheme)
    expect(page.locator("audio, video")).to_have_count(0)
    found = page.evaluate(
        "axe.run(document, { resultTypes: ['violations'], preload: false, "
        f"...{how} }}).then(all => all.violations)"
    )
    return [
        f"{scheme}: {one['id']}: {node['target']} {node['failureSummary']}"
        for one in found
        for node in one["nodes"][:3]
    ]


PAINT = """scheme => {
    const [sheet] = document.styleSheets;
    const rule = `@media (prefers-color-scheme: ${scheme}) { .pale { color: #777; background: #888 } }`;
    sheet.insertRule(rule, sheet.cssRules.length);
}"""
WIPE = "() => document.styleSheets[0].deleteRule(document.styleSheets[0].cssRules.length - 1)"


def test_axe_is_heard_in_both_schemes(service: Service, open_page: Any, axe: str) -> None:
    page = open_page(f"{service.address}/#/rules")
    page.locator("main h1").wait_for()
    page.evaluate("document.querySelector('main h1').className = 'pale'")
    for scheme in ("light", "dark"):
        page.evaluate(PAINT, scheme)
        found = violations(page, axe)
        assert [one.split(": ")[:2] for one in found] == [[scheme, "color-contrast"]]
        page.evaluate(WIPE)


@pytest.mark.parametrize("view", ["", "study", "build", "ask", "rules"])
def test_axe_finds_nothing_on_any_view(
    service: Service, open_page: Any, axe: str, view: str
) -> None:
    page = open_page(f"{service.address}/#/{view}")
    page.locator("main h1").wait_for()
    page.wait_for_timeout(400)
    assert violations(page, axe) == []


@at_length("renaissance")
def test_axe_finds_nothing_in_any_part_of_build(
    service: Service, open_page: Any, axe: str, ruleset: str
) -> None:
    page = open_page(f"{service.address}/#/build/{DUELS[ruleset]}")
    page.get_by_text("Right as it is").wait_for()
    found = []
    for name in ("fighters", "content", "house", "scenario", "file", "play"):
        page.locator(f".build-side > .tabs [data-tab={name}]").click()
        if name == "content":
            page.locator(".content-list summary").first.click()
            page.locator(".content-body button").first.click()
            page.locator(".own .schema-form").first.wait_for()
        if name == "fighters":
            page.locator(".sheet-details summary").first.click()
        page.evaluate("document.querySelectorAll('.unsaid').forEach(one => { one.open = true; })")
        found += [f"{name}: {one}" for one in violations(page, axe)]
    assert found == []


def test_axe_finds_nothing_in_the_labs_answers(service: Service, open_page: Any, axe: str) -> None:
    page = open_page(f"{service.address}/#/ask/first-blood")
    for kind in ("Who wins", "What a change does", "Over a range", "Odds of an attack"):
        page.get_by_role("button", name=kind, exact=True).click()
        fights = page.locator("#ask-fights")
        if fights.count():
            fights.fill("100")
        page.get_by_role("button", name="Ask", exact=True).click()
        page.locator(".ask-result section").wait_for()
        page.locator(".ask-result progress").wait_for(state="detached", timeout=180_000)
        assert violations(page, axe) == [], kind


@at_length("renaissance", "orrery")
def test_axe_finds_nothing_in_a_fight(look_at_attack: Any, axe: str, ruleset: str) -> None:
    page, _, question = look_at_attack(ruleset)
    assert violations(page, axe) == []
    target = next(one["target"] for one in question["options"] if one["attack"])
    page.mouse.click(*(free_point(page, f"[data-fighter='{target}']") or (0, 0)))
    page.locator(".press-card").wait_for()
    page.locator(".press-card .opener:visible").first.click()
    page.locator(".press-card .way-of").first.wait_for()
    assert violations(page, axe) == []
    page.locator(".press-card").get_by_role("button", name="Sheet").click()
    page.get_by_role("dialog").wait_for()
    assert violations(page, axe) == []


@each_ruleset
def test_a_whole_fight_is_on_one_screen(look_at_attack: Any, ruleset: str) -> None:
    page, _, _ = look_at_attack(ruleset)
    assert page.evaluate("document.documentElement.scrollHeight") <= 800
    for part in ("svg.board", ".strip", ".prompt", ".end-turn", ".log", ".timeline"):
        box = page.locator(part).bounding_box()
        assert box["x"] >= 0, part
        assert box["y"] >= 0, part
        assert box["x"] + box["width"] <= 1280, part
        assert box["y"] + box["height"] <= 800, part
    last = page.locator(".log > li").last.bounding_box()
    frame = page.locator(".log").bounding_box()
    assert last["y"] + last["height"] <= frame["y"] + frame["height"] + 2, "the newest line shows"


LABELS = """async () => {
    const { labelsOf } = await import('/static/js/state/labels.js');
    const { rulesets } = await (await fetch('/api/library')).json();
    const scenarios = rulesets.flatMap(one => one.scenarios);
    return scenarios.map(one => [one.name, labelsOf(one.start)]);
}"""


def test_no_two_tokens_of_a_scenario_are_alike(service: Service, open_page: Any) -> None:
    page = open_page(service.address)
    found = page.evaluate(LABELS)
    assert len(found) > 20
    for scenario, labels in found:
        assert len(set(labels)) == len(labels) > 1, scenario
        assert max(map(len, labels)) <= 5, scenario


def test_tokens_have_their_labels(service: Service, open_page: Any, client: httpx.Client) -> None:
    table = begin_scenario(client, "nine-against-nine", seed=1)
    page = open_page(link(service, table))
    page.locator(".token").first.wait_for(state="attached")
    labels = page.locator(".token .label").all_text_contents()
    assert len(set(labels)) == len(labels) == 18


@each_ruleset
def test_a_phone_is_wide_enough(
    service: Service, open_page: Any, client: httpx.Client, ruleset: str
) -> None:
    addresses = [link(service, begin(client, ruleset))]
    if ruleset == "mithryn":
        addresses += [
            f"{service.address}/#/{view}" for view in ("", "build", "ask", "study", "rules")
        ]
    page = open_page(addresses[0], **PHONE)
    for address in addresses:
        if address != addresses[0]:
            page.goto(f"{service.address}/static/icon.svg")  # else it is not loaded anew
            page.goto(address)
        page.locator("main h1").wait_for()
        page.wait_for_timeout(300)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390, f"{address} is {wide} wide"


def test_a_board_is_pinched_and_moved(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, "renaissance", gm="passive", seed=5)
    question = play_until(table, offers_an_attack)
    page = open_page(link(service, table), **PHONE)
    wait_for_question(page, question)
    seen = "document.querySelector('svg.board').getAttribute('viewBox')"
    before = page.evaluate(seen)
    box = page.locator(".viewport").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = page.context.new_cdp_session(page)
    touch(fingers, "touchStart", [(x, y)])
    touch(fingers, "touchMove", [(x - 60, y + 20)])
    touch(fingers, "touchMove", [(x - 90, y + 30)])
    touch(fingers, "touchEnd", [])
    moved = page.evaluate(seen)
    assert moved != before
    assert moved.split()[2:] == before.split()[2:], "moving does not widen"
    touch(fingers, "touchStart", [(x - 20, y), (x + 20, y)])
    touch(fingers, "touchMove", [(x - 60, y), (x + 60, y)])
    touch(fingers, "touchEnd", [])
    assert float(page.evaluate(seen).split()[2]) < 0.6 * float(moved.split()[2])


def touch(session: Any, kind: str, points: list[tuple[float, float]]) -> None:
    """Fingers on the screen, through a session of Chromium's protocol."""
    session.send(
        "Input.dispatchTouchEvent",
        {
            "type": kind,
            "touchPoints": [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)],
        },
    )


@at_length("mithryn", "shinobi")
def test_the_log_is_a_drawer_on_a_phone(
    service: Service, open_page: Any, client: httpx.Client, ruleset: str
) -> None:
    table = begin_scenario(client, DUELS[ruleset], players=["person", "simple"], seed=4)
    page = open_page(link(service, table), **PHONE)
    page.locator(".log-opener").wait_for()
    expect(page.locator(".log")).to_be_hidden()
    page.locator(".log-opener").tap()
    page.locator(".log").wait_for()
    page.get_by_role("button", name="Close the log").tap()
    page.locator(".log").wait_for(state="hidden")


def test_axe_finds_nothing_where_friends_join(
    service: Service, open_page: Any, client: httpx.Client, axe: str
) -> None:
    table = begin(client, friends=[0], gm="person", seed=5)
    master = open_page(link(service, table))
    master.locator(".invitation img").wait_for()
    join = f"{service.address}/#/join/{table.links['code']}"
    phone = open_page(join, **PHONE)
    phone.locator("#join-name").fill("Anna")
    assert violations(phone, axe) == []
    phone.locator("button[type=submit]").tap()
    phone.locator(".lobby").wait_for()
    assert violations(phone, axe) == []
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    master.locator(".secrets summary").click()
    assert violations(master, axe) == []
    master.get_by_role("button", name="Begin the fight").click()
    phone.locator(".question.own .choose").first.wait_for()
    table.post("/chat", {"text": "Good evening"})
    phone.locator(".log-opener").tap()
    phone.locator(".said").get_by_text("Good evening").wait_for()
    phone.locator(".say-how").select_option("try all")
    phone.locator(".say-text").fill("jump")
    phone.locator(".say button").tap()
    phone.wait_for_timeout(300)
    assert violations(phone, axe) == []
    master.locator(".try-banner").wait_for()
    assert violations(master, axe) == []
    master.locator(".try-banner .answer-yes").click()
    master.locator(".test-buttons button").first.wait_for()
    assert violations(master, axe) == []
    master.keyboard.press("Escape")
    master.locator("[data-fighter='0'] .token-face").click()
    master.locator(".rule-by-hand").click()
    master.locator("dialog.rulings").wait_for()
    master.wait_for_timeout(300)
    assert violations(master, axe) == []
    master.keyboard.press("Escape")
    master.get_by_role("button", name="More…").click()
    master.locator(".table-panel > summary").click()
    master.locator("#clock").wait_for()
    assert violations(master, axe) == []


def test_from_the_code_to_the_first_decision_in_four_presses(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, friends=[0], gm="person", seed=5)
    phone = open_page(f"{service.address}/#/", **PHONE)
    phone.locator("#join-code").fill(table.links["code"])
    presses = 0

    def tap(selector: str) -> None:
        nonlocal presses
        presses += 1
        phone.locator(selector).first.tap()

    tap(".join-form button")
    phone.locator("#join-name").fill("Anna")
    tap(".join-choice:nth-of-type(2)")
    tap(".join-table button[type=submit]")
    phone.locator(".lobby").wait_for()
    assert table.post("/table", {"begin": True}).status_code == 200
    phone.locator(".question.own .choose").first.wait_for()
    number = table.story()["number"]
    phone.wait_for_timeout(330)
    tap(".question.own .choose")
    wait_until(phone, lambda: bool(table.story()["number"] > number))
    assert presses == 4
