"""The page in a real Chromium: whole fights by clicks, two pages, keys, building, phone width."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from at_the_table import FIRST, Table, begin, offers_an_attack, play_until

from affray.library import rulesets
from servers import Service, chromium

WAIT = 15_000


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    found = Service(f"sqlite:///{tmp_path_factory.mktemp('page')}/fights.db").start()
    yield found
    found.stop()


@pytest.fixture
def open_page(browser: Any) -> Iterator[Any]:
    """Opens pages that complain about any error of the script or the content policy."""
    contexts: list[Any] = []
    wrong: list[str] = []

    def make(address: str, **how: Any) -> Any:
        how = {"viewport": {"width": 1280, "height": 900}, **how}
        context = browser.new_context(accept_downloads=True, **how)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(WAIT)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "console",
            lambda said: wrong.append(said.text) if "Content Security" in said.text else None,
        )
        page.goto(address)
        return page

    yield make
    for context in contexts:
        context.close()
    assert not wrong, wrong


@pytest.fixture
def client(service: Service) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=service.address, timeout=60) as found:
        yield found


def link(service: Service, table: Table) -> str:
    return f"{service.address}/#/fight/{table.links['id']}/{table.secret}"


def number_of(table: Table) -> int:
    return int(table.get("/question").json()["number"])


def wait_for_news(table: Table, number: int, page: Any) -> None:
    """Waits until the fight has gone on and the page knows."""
    for _ in range(300):
        if number_of(table) > number and lines_of(page) == len(table.story()["frames"]):
            return
        page.wait_for_timeout(20)
    raise AssertionError("nothing happened")


def lines_of(page: Any) -> int:
    """How many lines the page's log has."""
    found: int = page.evaluate("document.querySelector('.log').children.length")
    return found


def click_wisely(page: Any, table: Table) -> None:
    """Chooses what `simple` would: by the board where that is one option's place, else the list."""
    question = table.question()
    assert question is not None
    options = question["options"]
    key = table.wise()
    wanted = next(one for one in options if one["key"] == key)
    page.locator(".prompt").get_by_text(question["prompt"], exact=True).wait_for()
    page.locator(".choose:enabled").first.wait_for()
    target, place = wanted["target"], wanted["place"]
    if target >= 0 and sum(one["target"] == target for one in options) == 1:
        found = page.locator(f"[data-fighter='{target}'].lit")
        if found.count():
            found.dispatch_event("click")
            return
    if target < 0 and place >= 0:
        if sum(one["place"] == place and one["target"] < 0 for one in options) == 1:
            page.locator(f"[data-place='{place}']").dispatch_event("click")
            return
    page.evaluate("for (const one of document.querySelectorAll('details.kind')) one.open = true")
    page.locator(f".choose[data-key={quoted(key)}]").first.click()


def until(page: Any, expression: str) -> None:
    """Waits until an expression holds (without eval, which the content policy forbids)."""
    for _ in range(300):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)
    raise AssertionError(expression)


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


@pytest.mark.parametrize("ruleset", list(rulesets()))
def test_a_whole_fight_is_played_by_clicks(
    service: Service, open_page: Any, client: httpx.Client, ruleset: str
) -> None:
    page = open_page(service.address)
    title = next(
        one for one in client.get("/api/library").json()["rulesets"] if one["name"] == ruleset
    )["title"]
    page.get_by_role("button", name=title.split(":")[0], exact=True).click()
    page.locator(f"[data-scenario='{FIRST[ruleset][0]}']").click()
    page.get_by_role("button", name="Begin the fight").click()
    page.locator("svg.board").wait_for()
    fight, secret = page.url.split("/")[-2:]
    table = Table(client, {"id": fight}, secret)
    for _ in range(600):
        if table.question() is None:
            break
        number = number_of(table)
        click_wisely(page, table)
        wait_for_news(table, number, page)
    page.locator(".verdict").wait_for()
    assert table.story()["over"]
    assert page.locator(".log .event").count() > 5


def test_two_pages_play_by_their_own_links(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, players=["person", "person"], seed=11)
    pages = [open_page(link(service, table.as_side(side))) for side in (0, 1)]
    onlooker = open_page(link(service, table.as_onlooker()))
    for page in pages:
        page.locator("svg.board").wait_for()
    sides = set()
    for _ in range(14):
        question = table.question()
        assert question is not None
        side, other = question["side"], 1 - question["side"]
        sides.add(side)
        pages[side].locator(".choose").first.wait_for()
        prompt = pages[other].locator(".prompt")
        prompt.get_by_text(question["prompt"]).wait_for()
        assert pages[other].locator(".choose").count() == 0
        assert onlooker.locator(".choose").count() == 0
        number = number_of(table)
        pages[side].locator(".choose").last.click()
        wait_for_news(table, number, pages[side])
    assert sides == {0, 1}
    frames = len(table.story()["frames"])
    until(onlooker, f"document.querySelector('.log').children.length === {frames}")


def test_taking_back_is_asked_and_granted(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, players=["person", "person"], seed=2)
    mine, theirs = (open_page(link(service, table.as_side(side))) for side in (0, 1))
    theirs.locator("svg.board").wait_for()
    number = number_of(table)
    mine.locator(".choose").first.click()
    wait_for_news(table, number, mine)
    mine.get_by_role("button", name="Ask to take back").click()
    theirs.get_by_role("alert").wait_for()
    theirs.get_by_role("button", name="Grant").click()
    mine.locator(".banner").wait_for(state="detached")
    assert table.story()["decisions"] == []


def test_the_game_master_takes_back_rules_and_branches(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, players=["person", "simple"], seed=2)
    page = open_page(link(service, table))
    number = number_of(table)
    page.locator(".choose").first.click()
    wait_for_news(table, number, page)
    page.get_by_role("button", name="Take back", exact=True).click()
    page.get_by_text("Something was taken back").wait_for()
    assert table.story()["decisions"] == []
    page.get_by_text("Game master: rule").click()
    page.select_option("#ruling-fighter", index=0)
    page.fill("#ruling-value", "1")
    page.fill("#ruling-why", "a stray stone")
    page.get_by_role("button", name="Rule so").click()
    page.locator(".log").get_by_text("a stray stone").wait_for()
    assert table.story()["now"][0]["health"] == 1
    page.get_by_role("button", name="Branch from here", exact=True).first.click()
    page.wait_for_url(re.compile(f"^((?!{table.links['id']}).)*$"))
    page.get_by_text("a branch").wait_for()


def test_the_arrow_keys_step_through_a_fight(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, players=["simple", "simple"], seed=3)
    frames = table.story()["frames"]
    page = open_page(link(service, table))
    page.locator(".verdict").wait_for()
    page.keyboard.press("Home")
    page.locator(".caption").get_by_text(f"1 of {len(frames)}").wait_for()
    for step in range(2, 6):
        page.keyboard.press("ArrowRight")
        page.locator(".caption").get_by_text(f"{step} of {len(frames)}: ").wait_for()
    page.keyboard.press("ArrowLeft")
    page.locator(".caption").get_by_text(frames[3]["text"]).wait_for()
    assert page.locator(".log .current").get_attribute("data-frame") == "3"
    page.keyboard.press("End")
    page.locator(".verdict").wait_for()
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Branch from here", exact=True).first.click()
    page.get_by_text("a branch").wait_for()


def test_a_log_line_unfolds_into_its_rules_and_dice(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, players=["simple", "simple"], seed=3)
    page = open_page(link(service, table))
    line = page.locator(".log .event", has=page.locator(".die")).first
    line.locator("summary").first.click()
    line.locator(".rules dd").first.wait_for()
    assert line.locator(".rules dd").first.inner_text()
    assert line.locator(".reasons summary code").first.inner_text()


@pytest.mark.parametrize("ruleset", list(rulesets()))
def test_options_show_their_odds_and_open_into_every_modifier_with_its_rule(
    service: Service, open_page: Any, client: httpx.Client, ruleset: str
) -> None:
    table = begin(client, ruleset, gm="person", seed=5)
    play_until(table, offers_an_attack)
    page = open_page(link(service, table))
    page.locator(".chip.hit").first.wait_for(state="attached")
    page.evaluate("for (const one of document.querySelectorAll('details.kind')) one.open = true")
    option = page.locator(".option", has=page.locator(".chip.hit")).first
    assert "%" in option.locator(".chip.hit").inner_text()
    option.locator(".more > summary").click()
    option.locator(".way-of").first.wait_for()
    assert option.locator(".way-of").count() >= 2
    option.locator(".way-of summary.head").last.click()
    option.locator(".way-of .die").last.wait_for()
    modifier = option.locator(".reasons details", has=page.locator("summary span")).first
    assert modifier.locator("code").inner_text()
    modifier.locator("summary").click()
    assert modifier.locator("p").inner_text()
    assert page.evaluate(
        "(() => { const one = document.querySelector('.option .why').closest('.options');"
        "return one.scrollHeight <= one.clientHeight + 2; })()"
    ), "what was opened is not to be scrolled within a list"


def test_a_reaction_shows_what_becomes_of_whom(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, players=["person", "person"], gm="person", seed=3)
    play_until(table, lambda one: one["kind"] in ("defend", "interpose"))
    page = open_page(link(service, table))
    fate = page.locator(".option .chip.fate").first
    fate.wait_for()
    assert "−" in fate.inner_text()
    assert "health on average" in fate.locator(".visually-hidden").text_content()
    page.locator(".option").first.locator(".more > summary").click()
    page.locator(".way-of .reasons code").first.wait_for()


@pytest.mark.parametrize("ruleset", list(rulesets()))
def test_pointing_at_a_token_shades_its_reach_and_range(
    service: Service, open_page: Any, client: httpx.Client, ruleset: str
) -> None:
    table = begin(client, ruleset, gm="person", seed=5)
    question = play_until(table, offers_an_attack)
    reach = table.get(f"/reach/{question['who']}").json()["weapons"]
    near = {place for one in reach if not one["far"] for place in one["places"]}
    far = {place for one in reach if one["far"] for place in one["places"]} - near
    page = open_page(link(service, table))
    token = page.locator(f"[data-fighter='{question['who']}']")
    shaded = "document.querySelectorAll('.reach-near').length"
    token.hover()
    until(page, f"{shaded} === {len(near)}")
    until(page, f"document.querySelectorAll('.reach-far').length === {len(far)}")
    until(page, "!document.querySelector('.tip').hidden")
    tip = page.get_by_role("status").filter(has_text="reach:")
    assert reach[0]["weapon"].replace("-", " ") in tip.inner_text()
    page.mouse.move(2, 2)
    until(page, f"{shaded} === 0")
    token.focus()
    until(page, f"{shaded} === {len(near)}")
    page.locator(".choose").first.focus()
    until(page, f"{shaded} === 0")


def test_the_form_keeps_the_files_comments(service: Service, open_page: Any) -> None:
    page = open_page(f"{service.address}/#/build")
    page.get_by_text("Right as it is").wait_for()
    before = page.locator("#toml").input_value()
    comments = [line for line in before.splitlines() if line.lstrip().startswith("#")]
    assert comments
    title = page.locator(".field", has_text="Title").locator("input")
    title.fill("A fight of my own")
    title.press("Tab")
    page.get_by_text("Right as it is: A fight of my own").wait_for()
    after = page.locator("#toml").input_value()
    assert [line for line in after.splitlines() if line.lstrip().startswith("#")] == comments
    assert len(after.splitlines()) == len(before.splitlines())


def test_the_keyboard_alone_is_enough(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, players=["person", "simple"], seed=5)
    page = open_page(link(service, table))
    page.locator(".choose").first.wait_for()
    for key in ("1", "1", "1"):
        number = number_of(table)
        page.keyboard.press(key)
        wait_for_news(table, number, page)
        page.locator(".choose:enabled").first.wait_for()
    page.locator("[data-place], .choose").first.focus()
    number = number_of(table)
    page.locator(".choose").first.focus()
    page.keyboard.press("Enter")
    wait_for_news(table, number, page)


def test_everything_has_a_role_and_a_name(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, players=["person", "simple"], seed=5)
    for address in (link(service, table), f"{service.address}/#/build", f"{service.address}/#/ask"):
        page = open_page(address)
        page.locator("main h1").wait_for()
        page.wait_for_timeout(300)
        nameless = page.evaluate(
            """() => [...document.querySelectorAll('button, input, select, textarea, [tabindex="0"]')]
            .filter(one => one.offsetParent !== null || one.closest('svg'))
            .filter(one => !(one.getAttribute('aria-label') || one.textContent.trim() || one.title
                || (one.labels && one.labels.length)))
            .map(one => one.outerHTML.slice(0, 120))"""
        )
        assert nameless == []
        assert page.get_by_role("main").count() == 1
        assert page.get_by_role("navigation").count() == 1


def test_a_scenario_is_built_and_played(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    page = open_page(f"{service.address}/#/build/{FIRST['mithryn'][0]}")
    page.get_by_text("Right as it is").wait_for()
    title = page.locator(".field", has_text="Title").locator("input")
    title.fill("A fight of my own")
    title.press("Tab")
    page.get_by_text("Right as it is: A fight of my own").wait_for()
    page.get_by_role("button", name="Add a fighter").first.click()
    until(page, "document.querySelectorAll('.editing .token').length === 7")
    page.get_by_role("button", name="Add a zone", exact=True).click()
    page.locator("svg.board").click(position={"x": 6, "y": 6})
    until(page, "document.querySelectorAll('.zone-list li').length === 4")
    page.locator("#house-foe_actions").select_option(index=1)
    until(page, "document.querySelector('#toml').value.includes('foe_actions = 1')")
    page.get_by_role("button", name="Begin the fight").click()
    page.locator("svg.board:not(.editing)").wait_for()
    page.get_by_role("heading", name="A fight of my own").wait_for()


def with_walls() -> list[str]:
    """The rulesets whose maps are grids with walls."""
    found = []
    for name, ruleset in rulesets().items():
        schema = ruleset.scenario.model_json_schema()
        reference = schema["properties"]["map"].get("$ref", "").rpartition("/")[2]
        if "walls" in schema["$defs"].get(reference, {}).get("properties", {}):
            found.append(name)
    return found


@pytest.mark.parametrize("ruleset", with_walls())
def test_walls_are_drawn_with_the_mouse_and_imported(
    service: Service, open_page: Any, ruleset: str, tmp_path: Path
) -> None:
    page = open_page(f"{service.address}/#/build/{FIRST[ruleset][0]}")
    page.get_by_text("Right as it is").wait_for()
    before = page.locator(".editing .wall").count()
    page.get_by_role("button", name="Draw walls").click()
    board = page.locator("svg.board")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    wide = int(board.get_attribute("viewBox").split()[2])
    cell = 44 * box["width"] / wide
    page.mouse.move(box["x"] + cell, box["y"] + cell)
    page.mouse.down()
    page.mouse.move(box["x"] + 3 * cell, box["y"] + cell)
    page.mouse.up()
    until(page, f"document.querySelectorAll('.wall:not(.ghost)').length === {before + 1}")
    map_file = tmp_path / "map.uvtt"
    point = '{"x": %d, "y": %d}'
    line = f"[{point % (1, 1)}, {point % (6, 1)}, {point % (6, 3)}]"
    size = '"resolution": {"map_size": {"x": 40, "y": 30}}'
    map_file.write_text(f'{{{size}, "line_of_sight": [{line}], "image": "{"x" * 3_000_000}"}}')
    page.set_input_files("#import-uvtt", map_file)
    page.get_by_text("A map of 40 × 30 with 2 walls").wait_for()
    page.get_by_text("Right as it is").wait_for()
    assert page.locator(".editing .wall:not(.ghost)").count() == 2


def test_a_wrong_scenario_is_refused_with_the_reason(service: Service, open_page: Any) -> None:
    page = open_page(f"{service.address}/#/build/{FIRST['mithryn'][0]}")
    page.get_by_text("Right as it is").wait_for()
    text = FIRST["mithryn"][1].replace('is = "kael"', 'is = "kail"')
    page.fill("#toml", text)
    wrong = page.locator(".wrong")
    wrong.wait_for()
    assert "did you mean 'kael'" in wrong.inner_text()
    assert "sides.0.fighters.0.is" in wrong.inner_text()
    assert page.get_by_role("button", name="Begin the fight").count() == 0
    page.fill("#toml", FIRST["mithryn"][1])
    page.get_by_text("Right as it is").wait_for()


def test_a_tape_and_a_page_are_downloaded_and_play_by_themselves(
    service: Service, open_page: Any, client: httpx.Client, tmp_path: Path
) -> None:
    table = begin(client, players=["simple", "simple"], seed=3)
    frames = table.story()["frames"]
    page = open_page(link(service, table))
    with page.expect_download() as tape:
        page.get_by_role("button", name="Download the tape").click()
    tape.value.save_as(tmp_path / "fight.tape")
    assert (tmp_path / "fight.tape").read_text() == table.get("/tape").text
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a page").click()
    saved.value.save_as(tmp_path / "fight.html")
    alone = open_page(f"file://{tmp_path}/fight.html")
    alone.locator("svg.board .token").first.wait_for()
    alone.keyboard.press("ArrowRight")
    alone.locator(".caption").get_by_text(frames[1]["text"]).wait_for()
    alone.keyboard.press("End")
    alone.locator(".caption").get_by_text(frames[-1]["text"]).wait_for()


def test_the_lab_is_asked_from_the_page(service: Service, open_page: Any) -> None:
    page = open_page(f"{service.address}/#/ask/{FIRST['mithryn'][0]}")
    page.fill("#ask-fights", "300")
    page.get_by_role("button", name="Ask", exact=True).click()
    page.get_by_text("300 fights").wait_for(timeout=60_000)
    assert page.locator(".share").count() == 2


def test_a_page_comes_back_when_the_service_does(open_page: Any, tmp_path: Path) -> None:
    service = Service(f"sqlite:///{tmp_path}/fights.db").start()
    try:
        with httpx.Client(base_url=service.address, timeout=30) as client:
            table = begin(client, players=["person", "person"], seed=1)
            page = open_page(link(service, table.as_onlooker()))
            page.locator("svg.board").wait_for()
            service.kill()
            page.locator(".line.off").wait_for()
            service.start()
            question = table.question()
            assert question is not None
            table.answer(question["number"], question["options"][0]["key"])
            prompt = table.question()
            assert prompt is not None
            page.locator(".prompt").get_by_text(prompt["prompt"]).wait_for()
    finally:
        service.stop()


@pytest.mark.parametrize("ruleset", list(rulesets()))
def test_a_phone_is_wide_enough(
    service: Service, open_page: Any, client: httpx.Client, ruleset: str
) -> None:
    table = begin(client, ruleset)
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    addresses = [link(service, table)]
    if ruleset == "mithryn":
        addresses += [f"{service.address}/#/{view}" for view in ("", "build", "ask", "study")]
    for address in addresses:
        page = open_page(address, **phone)
        page.locator("main h1").wait_for()
        page.wait_for_timeout(300)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390, f"{address} is {wide} wide"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_in_light_and_dark(service: Service, open_page: Any, scheme: str) -> None:
    """The contrast of text to its ground is at least 4.5, as WCAG AA asks."""
    page = open_page(service.address, color_scheme=scheme)
    page.locator(".scenario").first.wait_for()
    low = page.evaluate(
        """() => {
        const parts = (text) => text.match(/[\\d.]+/g).map(Number);
        const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
            .map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
            .reduce((sum, v, n) => sum + v * [0.2126, 0.7152, 0.0722][n], 0);
        const ground = (one) => {
            for (let at = one; at; at = at.parentElement) {
                const found = parts(getComputedStyle(at).backgroundColor);
                if (found.length < 4 || found[3] > 0) return found;
            }
            return [255, 255, 255];
        };
        return [...document.querySelectorAll('main *')].filter((one) => one.offsetParent &&
            [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
            .map((one) => {
                const ink = light(parts(getComputedStyle(one).color));
                const back = light(ground(one));
                return [(Math.max(ink, back) + 0.05) / (Math.min(ink, back) + 0.05), one.textContent.slice(0, 40)];
            }).filter(([ratio]) => ratio < 4.5);
        }"""
    )
    assert low == []
