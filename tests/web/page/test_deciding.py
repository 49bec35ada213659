"""Deciding on the page: at four sizes, by mouse and touch, with odds at the token."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from at_the_table import begin, offers_an_attack, play_until
from driving import (
    PHONE,
    TOO_SOON,
    begin_scenario,
    end_by_key,
    expect,
    free_point,
    lines_of,
    link,
    number_of,
    until,
    wait_for_news,
    wait_for_question,
    wait_until,
)

from servers import Service

SIZES = {
    "desk": {},
    "tablet": {"viewport": {"width": 820, "height": 1180}, "has_touch": True},
    "small-tablet": {"viewport": {"width": 768, "height": 1024}, "has_touch": True},
    "window": {"viewport": {"width": 700, "height": 900}},
    "phone": PHONE,
    "side": {**PHONE, "viewport": {"width": 844, "height": 390}},
}
each_size = pytest.mark.parametrize("size", SIZES.values(), ids=list(SIZES))

BROKEN_NAMES = """() => [...document.querySelectorAll('.question .choose .option-name, .question .whole-name')]
    .filter((one) => one.checkVisibility() && one.textContent.length > 3)
    .map((one) => [one.textContent, one.getBoundingClientRect()])
    .filter(([text, box]) => box.width < 30 || box.height > 70)
    .map(([text]) => text)"""

SEEN = """() => [...document.querySelectorAll('.question-body .choose')].filter((one) => {
    const box = one.getBoundingClientRect();
    const body = document.querySelector('.question-body').getBoundingClientRect();
    return one.checkVisibility() && box.top >= body.top - 2 && box.bottom <= body.bottom + 2
        && box.bottom <= innerHeight;
}).length"""


def at_an_attack(client: httpx.Client, scenario: str, **more: Any) -> tuple[Any, dict[str, Any]]:
    """Return a solo fight where an attack is first offered."""
    more = {"players": ["person", "simple"], "gm": "passive", "seed": 5, **more}
    table = begin_scenario(client, scenario, **more)
    return table, play_until(table, offers_an_attack)


@each_size
def test_options_can_be_read_and_pressed_at_every_size(
    service: Service, open_page: Any, client: httpx.Client, size: dict[str, Any]
) -> None:
    table, question = at_an_attack(client, "causeway")
    page = open_page(link(service, table), **size)
    wait_for_question(page, question)
    assert page.evaluate(BROKEN_NAMES) == []
    assert page.evaluate(SEEN) >= 1
    wide, tall = page.viewport_size["width"], page.viewport_size["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= wide
    assert page.evaluate("document.documentElement.scrollHeight") <= tall
    for part in (".board-frame", ".question", ".end-turn", ".likely .choose"):
        box = page.locator(part).bounding_box()
        assert box["x"] >= 0, part
        assert box["y"] >= 0, part
        assert box["x"] + box["width"] <= wide + 1, part
        assert box["y"] + box["height"] <= tall + 1, part
    board = page.locator(".board-frame").bounding_box()
    assert board["height"] >= (0.5 if tall > 500 and wide < 500 else 0.4) * tall - 1
    assert board["width"] >= 0.5 * wide


def test_a_notice_of_an_error_can_be_read(service: Service, open_page: Any) -> None:
    page = open_page(service.address)
    page.locator(".begin-first").wait_for()
    shown = page.evaluate(
        """() => {
            const one = document.createElement('p');
            one.className = 'notice error';
            one.textContent = 'That went wrong';
            document.querySelector('#notices').append(one);
            return getComputedStyle(one).opacity;
        }"""
    )
    assert shown == "1"


def test_on_a_phone_the_log_is_never_in_the_way(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table, question = at_an_attack(client, "first-blood")
    watch = """
        window.logTops = [];
        const look = () => {
            const log = document.querySelector('.log-panel');
            if (log && log.checkVisibility({ visibilityProperty: true }))
                window.logTops.push(log.getBoundingClientRect().top);
            requestAnimationFrame(look);
        };
        look();
    """
    page = open_page(link(service, table), motion=True, script=watch, **PHONE)
    wait_for_question(page, question)
    number = number_of(table)
    page.locator(".question .choose").first.tap()
    wait_for_news(table, number, page)
    page.locator(".fight.playing").wait_for()
    page.locator(".skip-playback").tap()
    page.wait_for_timeout(400)
    assert page.evaluate("window.logTops") == []


def test_a_question_about_a_roll_says_the_roll_and_the_luck_left(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin_scenario(client, "goblin-gang", players=["person", "simple"], seed=5)
    question = play_until(table, lambda one: bool(one["kind"] == "luck-after"))
    tape = table.get("/tape").text.strip().splitlines()
    roll = next(line for line in reversed(tape) if line.startswith("roll ")).split(" = ")[1]
    assert question["left"]["Luck"] > 0
    assert 0 < question["check"]["needed"] < 100
    page = open_page(link(service, table))
    wait_for_question(page, question)
    expect(page.locator(".question-head .rolled")).to_have_text(
        re.compile(
            rf"^Rolled {roll} against {re.escape(question['check']['name'])}"
            rf" {question['check']['needed']}: a (success|failure)\."
            rf" Luck left: {question['left']['Luck']}\.$"
        )
    )


def test_who_may_not_answer_is_not_told_the_roll(client: httpx.Client) -> None:
    table = begin_scenario(client, "goblin-gang", players=["person", "simple"], seed=5)
    play_until(table, lambda one: bool(one["kind"] == "luck-after"))
    asked = table.as_side(0).get("/question").json()["question"]
    assert asked["rolled"], "who is asked is told"
    other = table.as_onlooker().get("/question").json()["question"]
    assert "rolled" not in other
    assert "check" not in other
    assert "left" not in other


def test_pressing_a_token_while_watching_skips_nothing(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, players=["simple", "simple"], seed=5)
    page = open_page(link(service, table), motion=True)
    page.locator(".fight.playing").wait_for()
    page.locator("[data-fighter='0'] .token-face").click()
    page.locator(".strip button").first.click()
    page.keyboard.press("Escape")
    page.wait_for_timeout(200)
    expect(page.locator(".narration .verdict"), "nobody is told who wins").to_have_count(0)
    page.locator(".fight.playing").wait_for()
    told = int(page.locator(".narration .count").inner_text().split()[0])
    page.keyboard.press(" ")
    until(page, f"parseInt(document.querySelector('.narration .count').textContent) > {told}")
    page.keyboard.press("Escape")
    page.locator(".narration .verdict").wait_for()


PERCENTS = """async (shares) => {
    const { wholePercents } = await import('/static/js/format.js');
    return wholePercents(shares);
}"""


def test_chances_add_up_and_are_drawn_as_large_as_they_are(
    service: Service, open_page: Any, client: httpx.Client, modules_page: Any
) -> None:
    for shares, said in [
        ([0.975, 0.025], ["98 %", "2 %"]),
        ([0.9996, 0.0004], [">99 %", "<1 %"]),
        ([1, 0], ["100 %", "0 %"]),
        ([0.334, 0.333, 0.333], ["34 %", "33 %", "33 %"]),
    ]:
        assert modules_page.evaluate(PERCENTS, shares) == said
    table, question = at_an_attack(client, "causeway")
    page = open_page(link(service, table))
    wait_for_question(page, question)
    page.locator(".win-bar").wait_for()
    drawn = page.evaluate(
        """() => {
            const parts = [...document.querySelectorAll('.win-part')];
            const wide = parts.map((one) => one.getBoundingClientRect().width);
            const all = wide.reduce((sum, one) => sum + one, 0);
            const grown = parts.map((one) => Number(one.style.flexGrow));
            return wide.map((one, n) => [one / all, grown[n]]);
        }"""
    )
    for part, share in drawn:
        assert part == pytest.approx(share, abs=0.01)
    expect(page.locator(".win-bar")).to_contain_text("simple players")
    expect(page.locator(".win-bar")).to_contain_text("You")


def test_a_question_about_the_same_deed_leaves_the_chances_alone(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin_scenario(client, "goblin-gang", players=["person", "simple"], seed=5)
    kinds = {"move", "run"}
    question = play_until(
        table, lambda one: any(o["key"] in kinds and o["place"] < 0 for o in one["options"])
    )
    asked: list[str] = []
    page = open_page(link(service, table))
    page.on("request", lambda one: asked.append(one.url) if "/chances" in one.url else None)
    wait_for_question(page, question)
    page.locator(".win-bar").wait_for()
    asked.clear()
    option = next(one for one in question["options"] if one["key"] in kinds)
    number, frames = number_of(table), len(table.story()["frames"])
    page.locator(f".question .choose[data-key='{option['key']}']").first.click()
    wait_until(page, lambda: number_of(table) > number)
    assert len(table.story()["frames"]) == frames, "only where to is asked"
    page.locator(".lit-place").first.wait_for()
    page.wait_for_timeout(300)
    assert asked == []


ROWS = """() => [...document.querySelectorAll('.question-body .option')].map((one) => {
    const choose = one.querySelector('.choose');
    const box = one.getBoundingClientRect();
    return [choose.dataset.key, box.top, box.height, choose.offsetWidth].join(' ');
})"""


@pytest.mark.parametrize(("scenario", "kind"), [("gatehouse", "help"), ("moonlit-duel", "search")])
def test_rows_on_a_phone_are_as_high_before_their_odds_as_after(
    service: Service, open_page: Any, client: httpx.Client, scenario: str, kind: str
) -> None:
    table = begin_scenario(client, scenario, players=["person", "simple"], gm="passive", seed=5)
    question = play_until(
        table, lambda one: any(option["kind"] == kind for option in one["options"])
    )
    held: list[Any] = []
    page = open_page("about:blank", **PHONE)
    page.route(re.compile(r"/odds(\?|$)"), lambda route: held.append(route))
    page.goto(link(service, table))
    wait_for_question(page, question)
    page.locator(f"details[data-verb='{kind}'] > summary").evaluate_all(
        "all => all.filter((one) => !one.parentElement.open).forEach((one) => one.click())"
    )
    page.locator(f".choose[data-key^='{kind}']").first.wait_for()
    before = page.evaluate(ROWS)
    wait_until(page, lambda: bool(held), "the odds are asked for")
    for route in held:
        route.continue_()
    page.locator(f".choose[data-key^='{kind}'] .chip").first.wait_for()
    assert page.evaluate(ROWS) == before


VIEW = "document.querySelector('svg.board').getAttribute('viewBox').split(' ').map(Number)"


def test_the_wheel_zooms_to_the_pointer_and_the_mouse_drags(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table, question = at_an_attack(client, "burning-tower")
    page = open_page(link(service, table))
    wait_for_question(page, question)
    box = page.locator(".viewport").bounding_box()
    x, y = box["x"] + 0.7 * box["width"], box["y"] + 0.5 * box["height"]
    at = "(x) => new DOMPoint(...x).matrixTransform(document.querySelector('svg.board').getScreenCTM().inverse()).x"
    before, under = page.evaluate(VIEW), page.evaluate(at, [x, y])
    page.mouse.move(x, y)
    for _ in range(4):
        page.mouse.wheel(0, -100)
    wait_until(page, lambda: bool(page.evaluate(VIEW)[2] < 0.8 * before[2]), "the wheel zooms")
    assert page.evaluate(at, [x, y]) == pytest.approx(under, abs=6), "to the pointer"
    zoomed = page.evaluate(VIEW)
    page.mouse.move(box["x"] + 60, box["y"] + box["height"] - 40)
    page.mouse.down()
    page.mouse.move(box["x"] + 160, box["y"] + box["height"] - 60, steps=4)
    page.mouse.up()
    dragged = page.evaluate(VIEW)
    assert dragged[0] < zoomed[0] - 20, "the board follows the mouse"
    assert dragged[2:] == zoomed[2:]
    assert page.evaluate("document.querySelector('.press-card').hidden"), "a drag presses nothing"
    page.get_by_role("button", name="The whole board").click()
    assert page.evaluate(VIEW)[2:] == before[2:]


def test_targets_out_of_sight_are_pointed_to_on_a_phone(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table, question = at_an_attack(client, "burning-tower")
    page = open_page(link(service, table), **PHONE)
    wait_for_question(page, question)
    target = next(one["target"] for one in question["options"] if one["attack"])
    assert free_point(page, f"[data-fighter='{target}']") is None, "it is out of sight"
    page.locator(".edge-arrow").first.tap()
    wait_until(page, lambda: free_point(page, f"[data-fighter='{target}']") is not None)
    page.get_by_role("button", name="The whole board").tap()
    assert page.evaluate(VIEW)[0] == 0


def test_enemies_out_of_sight_are_pointed_to_though_none_can_be_attacked(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin_scenario(
        client, "goblin-gang", players=["person", "simple"], gm="passive", seed=5
    )
    question = play_until(table, lambda one: bool(one["kind"] == "turn"))
    assert not any(one["attack"] for one in question["options"])
    page = open_page(link(service, table), **PHONE)
    wait_for_question(page, question)
    assert free_point(page, "[data-fighter='2']") is None, "it is out of sight"
    page.locator(".edge-arrow").first.tap()
    wait_until(page, lambda: free_point(page, "[data-fighter='2']") is not None)


def test_another_light_leaves_what_is_looked_at_and_lit(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table, question = at_an_attack(client, "burning-tower")
    page = open_page(link(service, table), **PHONE)
    wait_for_question(page, question)
    looked = page.evaluate(VIEW)
    lit = page.locator(".lit-place").count()
    pictures = "[...document.querySelectorAll('svg.board .world-picture')].map((one) => one.getAttribute('href'))"
    wait_until(page, lambda: all(page.evaluate(pictures)))
    ground = page.evaluate(pictures)[0]
    page.emulate_media(color_scheme="dark")
    wait_until(page, lambda: page.evaluate(pictures)[0] not in (None, ground))
    assert page.evaluate(VIEW) == looked
    assert page.locator(".lit-place").count() == lit


def test_cells_are_pressed_on_the_board_and_stand_in_a_folded_list(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin_scenario(
        client, "bamboo-grove", players=["person", "simple"], gm="passive", seed=5
    )
    question = play_until(
        table, lambda one: sum(option["place"] >= 0 for option in one["options"]) > 9
    )
    page = open_page(link(service, table))
    wait_for_question(page, question)
    expect(page.locator(".question-head")).to_contain_text("Press lit ground")
    expect(page.locator(".question-body .choose:visible")).to_have_count(0)
    page.keyboard.press("a")
    page.locator(".place-options .choose").first.wait_for()


def test_a_place_says_what_it_is_and_what_going_there_is_called(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin_scenario(
        client, "goblin-gang", players=["person", "simple"], gm="passive", seed=5
    )
    question = play_until(
        table, lambda one: sum(option["place"] >= 0 for option in one["options"]) > 9
    )
    page = open_page(link(service, table))
    wait_for_question(page, question)
    option = next(one for one in question["options"] if one["place"] >= 0)
    point = free_point(page, f"[data-place='{option['place']}']")
    assert point is not None
    number = number_of(table)
    page.mouse.click(*point)
    card = page.locator(".press-card")
    card.wait_for()
    assert not any(mark.isdigit() for mark in card.locator("h3").inner_text())
    said = card.locator(".choose .option-name").inner_text()
    assert said.endswith("here")
    assert len(said) > len("To here")
    expect(card.locator(".bring-in-here, .hide-place"), "nobody leads this fight").to_have_count(0)
    expect(page.locator(".way-line")).to_have_count(1)
    assert number_of(table) == number, "the first press only shows the way"
    page.mouse.click(*point)
    wait_until(page, lambda: number_of(table) > number, "the second press goes there")


def test_a_solo_player_asks_for_the_game_masters_tools(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table, question = at_an_attack(client, "causeway")
    page = open_page(link(service, table))
    wait_for_question(page, question)
    page.locator("[data-fighter='3'] .token-face").click()
    page.locator(".press-card").get_by_role("button", name="Sheet").wait_for()
    expect(page.locator(".rule-by-hand")).to_have_count(0)
    page.get_by_role("button", name="More…").click()
    page.locator("#hand-tools").check()
    page.keyboard.press("Escape")
    page.locator(".rule-by-hand").wait_for()


def test_bare_board_that_is_pressed_has_no_outline(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table, question = at_an_attack(client, "causeway")
    page = open_page(link(service, table))
    wait_for_question(page, question)
    box = page.locator(".viewport").bounding_box()
    page.mouse.click(box["x"] + 12, box["y"] + box["height"] - 12)
    outlined = """[document.activeElement, document.querySelector('svg.board'),
        document.querySelector('.viewport'), document.querySelector('main')]
        .filter((one) => one !== document.body && getComputedStyle(one).outlineStyle !== 'none').length"""
    assert page.evaluate(outlined) == 0


def test_the_legend_names_the_signs_on_tokens_and_closes_with_escape(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table, question = at_an_attack(client, "causeway")
    page = open_page(link(service, table))
    wait_for_question(page, question)
    page.locator(".legend-holder summary").click()
    said = page.locator(".legend").inner_text()
    for sign in ("health", "chance to hit", "crossed out", "can be chosen"):
        assert sign in said
    page.keyboard.press("Escape")
    page.locator(".legend").wait_for(state="hidden")


ARC = """async ([from, to, others]) => {
    const { arcBetween } = await import('/static/js/plan/arc.js');
    const { start, bend, end } = arcBetween(from, to, others, 23);
    const on = (t) => [0, 1].map((n) => (1 - t) ** 2 * start[n] + 2 * t * (1 - t) * bend[n] + t * t * end[n]);
    const points = Array.from({ length: 21 }, (_, n) => on(n / 20));
    return others.map((one) => Math.min(...points.map(([x, y]) => Math.hypot(x - one.x, y - one.y))));
}"""


def test_an_arrow_passes_beside_the_tokens_between(modules_page: Any) -> None:
    between = [{"x": 150, "y": 100}, {"x": 200, "y": 112}]
    clear = modules_page.evaluate(ARC, [{"x": 50, "y": 100}, {"x": 300, "y": 100}, between])
    assert min(clear) >= 22


def test_a_lost_connection_is_said_in_words(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, players=["person", "person"], seed=1)
    page = open_page(link(service, table.as_onlooker()))
    page.locator("svg.board").wait_for()
    page.evaluate(
        """async () => {
            const { FightPage } = await import('/static/js/render/fight_page.js');
            const line = document.querySelector('.line');
            FightPage.prototype.showConnection.call({ line }, false);
        }"""
    )
    expect(page.locator(".line.off")).to_have_text("Connection lost. Trying again…")


def test_a_wrong_code_is_said_beside_the_field(service: Service, open_page: Any) -> None:
    page = open_page(service.address)
    page.locator("#join-code").fill("ZZZ ZZZ")
    page.locator(".join-form button").click()
    page.locator(".join-form .wrong").get_by_text("code").wait_for()
    assert page.url.endswith("#/") or "#" not in page.url


def test_study_says_no_figure_that_is_only_error(modules_page: Any) -> None:
    said = modules_page.evaluate(
        """async () => {
            const { pointsText } = await import('/static/js/views/fight/study.js');
            return [pointsText({ value: 0.04, error: 0.51 }), pointsText({ value: 0.04, error: 0.02 })];
        }"""
    )
    assert said == ["counting…", "+4.0 ± 2.0"]


def test_a_saved_page_fills_its_window(
    service: Service, open_page: Any, client: httpx.Client, tmp_path: Path
) -> None:
    table = begin_scenario(client, "first-blood", players=["simple", "simple"], seed=5)
    saved = tmp_path / "fight.html"
    saved.write_text(table.get("/page").text)
    page = open_page(f"file://{saved}")
    page.locator("svg.board .token").first.wait_for()
    board, log = (page.locator(one).bounding_box() for one in (".board-frame", ".log-panel"))
    assert board["height"] > 0.7 * 800
    assert board["width"] + log["width"] > 0.95 * 1280
    assert log["height"] > 0.8 * 800


def test_a_scenario_begins_where_it_stands(service: Service, open_page: Any) -> None:
    page = open_page(service.address)
    page.locator(".world[data-world='olde']").click()
    row = page.locator(".scenario[data-scenario='sword-and-spear']")
    said = row.inner_text()
    assert "1 v 1" in said
    assert "rounds" in said
    assert "favoured" in said or "even" in said
    row.get_by_role("button", name="Play as spear").click()
    page.locator(".question.own .prompt").wait_for()
    page.locator(".win-end", has_text="You").wait_for()
    page.locator(".leave").click()
    # unfinished fights come first
    resumed = page.locator(".first-page > :first-child .resume", has_text="Sword and spear")
    resumed.wait_for()
    expect(resumed).to_have_count(1)


def test_pointing_at_an_enemy_shows_the_odds_of_a_blow(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table, question = at_an_attack(client, "causeway")
    page = open_page(link(service, table))
    wait_for_question(page, question)
    page.locator(".chance-pill").first.wait_for()
    option = next(one for one in question["options"] if one["attack"])
    odds = table.get("/odds").json()["odds"][option["key"]]
    page.mouse.move(*(free_point(page, f"[data-fighter='{option['target']}']") or (0, 0)))
    hint = page.locator(".odds-hint")
    hint.wait_for()
    said = hint.inner_text()
    assert f"{round(100 * odds['hit'])} %" in said
    assert f"{odds['mean']:.1f}" in said
    for unit in ("hit", "harm", "drop"):
        assert unit in said
    expect(page.locator(".ghost-ring")).to_have_count(1)
    expect(page.locator(".arrow.harm")).to_have_count(1)
    page.mouse.move(2, 2)
    hint.wait_for(state="hidden")
    page.locator(f"[data-fighter='{option['target']}'] .token-face").focus()
    hint.wait_for()


def test_enemies_come_first_and_friends_stand_behind_more(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table, question = at_an_attack(client, "watchtower")
    fighters = table.look()["scene"]["fighters"]
    page = open_page(link(service, table))
    wait_for_question(page, question)
    likely = page.locator(".likely .choose").get_attribute("data-key")
    option = next(one for one in question["options"] if one["key"] == likely)
    assert fighters[option["target"]]["side"] != question["side"]
    expect(page.locator(".verb.friendly").first).to_be_attached()
    expect(page.locator(".verb.friendly").first).to_be_hidden()
    page.locator(".more-deeds > summary").click()
    page.locator(".verb.friendly").first.wait_for()


def test_ending_a_turn_with_attacks_left_asks_once(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table, question = at_an_attack(client, "causeway")
    page = open_page(link(service, table))
    wait_for_question(page, question)
    number = number_of(table)
    page.keyboard.press("e")
    page.locator(".end-turn.asks").wait_for()
    assert number_of(table) == number
    page.keyboard.press("e")
    wait_for_news(table, number, page)
    question = play_until(table, offers_an_attack)
    wait_for_question(page, question)
    number = number_of(table)
    page.keyboard.press("e")
    wait_for_news(table, number, page)


def test_u_takes_back_and_a_question_mark_lists_the_keys(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table, question = at_an_attack(client, "first-blood")
    page = open_page(link(service, table))
    wait_for_question(page, question)
    before, number = len(table.story()["decisions"]), number_of(table)
    end_by_key(page)
    wait_for_news(table, number, page)
    page.locator(".question.own").wait_for()
    page.keyboard.press("u")
    wait_until(page, lambda: len(table.story()["decisions"]) == before)
    page.keyboard.press("?")
    expect(page.locator("dialog.keys")).to_contain_text("take back")
    page.keyboard.press("Escape")
    page.locator("dialog.keys").wait_for(state="detached")


def test_the_first_fight_is_coached_in_three_marks(service: Service, open_page: Any) -> None:
    page = open_page(service.address)
    page.locator(".begin-first").click()
    coach = page.locator(".coach")
    coach.get_by_text("1 of 3").wait_for()
    coach.get_by_role("button", name="No more").click()
    coach.wait_for(state="hidden")
    page.reload()
    page.locator(".question.own .choose").first.wait_for()
    expect(coach).to_be_hidden()


def test_a_coachs_mark_goes_by_itself_when_one_plays_on(service: Service, open_page: Any) -> None:
    page = open_page(service.address)
    page.locator(".begin-first").click()
    coach = page.locator(".coach")
    coach.get_by_text("1 of 3").wait_for()
    for _ in range(2):
        page.wait_for_timeout(TOO_SOON)
        told = lines_of(page)
        page.locator(".question-body .choose:visible").first.click()
        wait_until(page, lambda told=told: lines_of(page) > told)  # type: ignore[misc]
        page.locator(".question.own .prompt").wait_for()
    expect(coach.get_by_text("1 of 3")).to_be_hidden()


def test_the_end_tells_the_story_and_leads_on(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin_scenario(
        client, "first-blood", players=["person", "simple"], gm="passive", seed=5
    )
    table.play()
    winner = table.story()["winner"]
    page = open_page(link(service, table))
    end = page.locator(".end-screen")
    end.wait_for()
    expect(end.locator(".end-word")).to_have_text("Victory" if winner == "blade" else "Defeat")
    standing = "Ansa" if winner == "blade" else "Torben"
    expect(end.locator(".end-left")).to_have_text(re.compile(rf"^{standing} \(\d+ of \d+\) still"))
    colours = "getComputedStyle(document.querySelector('.end-banner')).backgroundColor"
    assert page.evaluate(colours) == "rgb(23, 18, 20)", "Mithryn's paper by night"
    faces = end.locator(".end-faces .avatar").first.bounding_box()
    assert faces["width"] >= 100, "one fighter alone is shown large"
    end.locator(".end-story li").first.wait_for()
    end.locator(".end-curve svg").wait_for()
    page.set_viewport_size({"width": 390, "height": 844})
    for button in end.locator(".end-again button").all():
        box = button.bounding_box()
        banner = end.locator(".end-banner").bounding_box()
        assert box["y"] + box["height"] <= banner["y"] + banner["height"], "nothing is cut"
    page.set_viewport_size({"width": 1280, "height": 800})
    story = table.story()
    harm = [one["parts"] for one in story["frames"] if one["kind"] == "hurt"]
    for who, fighter in enumerate(table.look()["scene"]["fighters"]):
        row = end.locator(".end-did tbody tr").nth(who)  # "fell to …" names others in it
        expect(row.locator(".did-name")).to_contain_text(fighter["name"])
        taken = sum(one["harm"] for one in harm if one["who"] == fighter["name"])
        assert int(row.locator(".taken b").inner_text()) <= taken
    expect(end.locator(".end-again button")).to_have_text(
        [
            "Play again",
            "Try again from the turning point",
            "Swap sides",
            "Share replay",
            "Study",
            "The board",
        ]
    )
    end.locator(".swap-sides").click()
    page.wait_for_url(lambda url: table.links["id"] not in url)
    page.locator(".win-end.side-1", has_text="You").wait_for()
