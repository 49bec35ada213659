"""A fight at the table: links, taking back, rulings, stepping, options and their odds."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from at_the_table import Table, begin, offers_an_attack, play_until
from driving import (
    TOO_SOON,
    at_length,
    begin_scenario,
    card_is_open,
    choose_in_list,
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

from affray.library import rulesets
from servers import Service, http_client

each_ruleset = pytest.mark.parametrize("ruleset", list(rulesets()))

REACTIONS = {
    "mithryn": ("shield-bearers", "interpose"),
    "renaissance": ("goblin-gang", "luck-before"),
    "shinobi": ("moonlit-duel", "result"),
    "orrery": ("watchtower", "again attack"),
    "olde": ("fencing-lesson", "parry"),
}
"""A scenario of each ruleset with a kind of question that comes up out of turn."""


def is_turn(question: dict[str, Any]) -> bool:
    return bool(question["kind"] == "turn")


def test_two_pages_play_by_their_own_links(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin_scenario(client, "first-blood", players=["person", "person"], seed=11)
    pages = [open_page(link(service, table.as_side(side))) for side in (0, 1)]
    onlooker = open_page(link(service, table.as_onlooker()))
    for page in pages:
        page.locator("svg.board").wait_for()
    asked = []
    for _ in range(4):
        question = table.question()
        assert question is not None
        side, other = question["side"], 1 - question["side"]
        asked.append(side)
        wait_for_question(pages[side], question)
        pages[other].locator(".prompt").get_by_text(question["prompt"]).wait_for()
        expect(pages[other].locator(".choose")).to_have_count(0)
        expect(onlooker.locator(".choose")).to_have_count(0)
        number = number_of(table)
        choose_in_list(pages[side], question["options"][-1])
        wait_for_news(table, number, pages[side])
    assert asked == [0, 1, 0, 1]
    frames = len(table.story()["frames"])
    until(onlooker, f"document.querySelector('.log').children.length === {frames}")


def test_taking_back_is_asked_and_granted(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, players=["person", "person"], seed=2)
    mine, theirs = (open_page(link(service, table.as_side(side))) for side in (0, 1))
    theirs.locator("svg.board").wait_for()
    number = number_of(table)
    question = table.question()
    assert question is not None
    wait_for_question(mine, question)
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
    question = table.question()
    assert question is not None
    wait_for_question(page, question)
    page.locator(".choose").first.click()
    wait_for_news(table, number, page)
    page.get_by_role("button", name="Take back", exact=True).click()
    page.get_by_text("Something was taken back").wait_for()
    assert table.story()["decisions"] == []
    page.get_by_role("button", name="More…").click()
    page.get_by_text("Game master: rule").click()
    page.select_option("#ruling-fighter", index=0)
    page.get_by_role("button", name="What changes…").click()
    page.fill("#hand-why", "a stray stone")
    page.fill("#hand-health", "1")
    page.locator("[data-ruling=health]").click()
    page.locator(".log").get_by_text("a stray stone").wait_for()
    assert table.story()["now"][0]["health"] == 1
    page.keyboard.press("Escape")
    page.locator("dialog.rulings").wait_for(state="detached")
    page.get_by_role("button", name="Branch", exact=True).click()
    page.wait_for_url(re.compile(f"^((?!{table.links['id']}).)*$"))
    page.get_by_text("a branch").wait_for()


def test_the_arrow_keys_step_through_a_fight(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, players=["simple", "simple"], seed=3)
    frames = table.story()["frames"]
    page = open_page(link(service, table))
    page.locator(".narration .verdict").wait_for()
    page.keyboard.press("Home")
    page.locator(".narration").get_by_text(f"1 of {len(frames)}").wait_for()
    for step in range(2, 6):
        page.keyboard.press("ArrowRight")
        page.locator(".narration").get_by_text(f"{step} of {len(frames)}").wait_for()
    page.keyboard.press("ArrowLeft")
    page.locator(".narration").get_by_text(frames[3]["text"]).wait_for()
    expect(page.locator(".log .current")).to_have_attribute("data-frame", "3")
    page.keyboard.press("End")
    page.locator(".narration .verdict").wait_for()
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Branch", exact=True).click()
    page.get_by_text("a branch").wait_for()


def test_a_log_line_unfolds_into_its_rules_and_dice(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, players=["simple", "simple"], seed=3)
    page = open_page(link(service, table))
    line = page.locator(".log .event", has=page.locator(".die")).last
    line.locator("summary").first.click()
    line.locator(".rules dd").first.wait_for()
    expect(line.locator(".rules dd").first).not_to_be_empty()
    expect(line.locator(".reasons code").first).not_to_be_empty()


@each_ruleset
def test_options_show_their_odds_and_open_into_every_modifier_with_its_rule(
    look_at_attack: Any, ruleset: str
) -> None:
    page, _, _ = look_at_attack(ruleset)
    option = page.locator(".question .option", has=page.locator(".figure.hit")).first
    expect(option.locator(".figure.hit")).to_contain_text("%")
    option.locator(".opener").click()
    option.locator(".way-of").first.wait_for()
    expect(option.locator(".way-of").nth(1)).to_be_attached()
    option.locator(".way-of summary.head").last.click()
    option.locator(".way-of .die").last.wait_for()
    modifier = option.locator(".reasons li", has=page.locator("span")).first
    expect(modifier.locator("code")).not_to_be_empty()
    modifier.locator("summary").click()
    expect(modifier.locator("p")).not_to_be_empty()
    option.locator(".opener").click()


@at_length("renaissance", "shinobi")
def test_odds_that_arrive_late_move_nothing(
    service: Service, open_page: Any, client: httpx.Client, ruleset: str
) -> None:
    table = begin(client, ruleset, gm="person", seed=1)
    play_until(table, offers_an_attack)
    held: list[Any] = []
    page = open_page("about:blank")
    page.route(re.compile(r"/odds(\?|$)"), lambda route: held.append(route))
    page.goto(link(service, table))
    page.locator(".question .choose").first.wait_for()
    places = """[...document.querySelectorAll('.question .choose')].map(one => {
        const box = one.getBoundingClientRect();
        return [one.dataset.key, box.left, box.top, box.width, box.height].join(' ');
    })"""
    page.wait_for_timeout(100)
    before = page.evaluate(places)
    while not held:
        page.wait_for_timeout(20)
    for route in held:
        route.continue_()
    page.locator(".question .figure.hit").first.wait_for()
    assert page.evaluate(places) == before


@each_ruleset
def test_a_reaction_says_what_it_is_about(
    service: Service, open_page: Any, client: httpx.Client, ruleset: str
) -> None:
    scenario, kind = REACTIONS[ruleset]
    table = begin_scenario(client, scenario, players=["person", "person"], seed=3)
    play_until(table, lambda one: one["kind"] == kind)
    names = [fighter["name"] for fighter in table.look()["scene"]["fighters"]]
    page = open_page(link(service, table))
    page.locator(".question-head .prompt").wait_for()
    said = page.locator(".question-head").inner_text()
    assert sum(name in said for name in names) >= 2, said
    page.locator(".habit select").wait_for()


def test_a_reaction_shows_what_becomes_of_whom(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, players=["person", "person"], gm="person", seed=3)
    play_until(table, lambda one: one["kind"] in ("defend", "interpose"))
    page = open_page(link(service, table))
    fate = page.locator(".option .chip.fate").first
    fate.wait_for()
    expect(fate).to_contain_text("−")
    expect(fate.locator(".visually-hidden")).to_contain_text("health on average")
    page.locator(".option .opener").first.click()
    page.locator(".way-of .reasons code").first.wait_for()


@pytest.mark.parametrize(("how", "kinds"), [("never fight", "no"), ("simple fight", None)])
def test_a_kind_of_reaction_is_answered_without_asking(
    service: Service, open_page: Any, client: httpx.Client, how: str, kinds: str | None
) -> None:
    scenario, kind = REACTIONS["mithryn"]
    table = begin_scenario(client, scenario, players=["person", "simple"], seed=4)
    asked = play_until(table, lambda one: one["kind"] == kind)
    page = open_page(link(service, table))
    wait_for_question(page, asked)
    number = number_of(table)
    page.locator(".habit select").select_option(how)
    wait_for_news(table, number, page)
    page.wait_for_timeout(TOO_SOON)
    question = another_question(table, kind, page)
    before = answers_to(table, kind)
    while question is not None and answers_to(table, kind) == before:
        wait_for_question(page, question)
        number = number_of(table)
        end_by_key(page) if is_turn(question) else page.keyboard.press("1")
        wait_for_news(table, number, page)
        until(page, "!document.querySelector('.choose:disabled')")
        page.wait_for_timeout(100)
        question = another_question(table, kind, page)
    answers = answers_to(table, kind)
    assert len(answers) > len(before) > 0, "other questions were answered in between"
    if kinds:
        assert set(answers[-2:]) == {"Do nothing"}
        asked_again(page, table, kind)


def answers_to(table: Table, kind: str) -> list[str]:
    """Return the answers to all questions of a kind."""
    return [one["chose"] for one in table.story()["decisions"] if one["kind"] == kind]


def asked_again(page: Any, table: Table, kind: str) -> None:
    """Has a kind of question be asked again that is answered without asking."""
    page.get_by_role("button", name="More…").click()
    habits = page.locator(".habits li")
    expect(habits).to_have_text(["Interpose: never, this fightAsk me again"])
    page.locator(f"[data-habit={kind}]").click()
    habits.first.wait_for(state="detached")
    page.keyboard.press("Escape")
    question = play_until(table, lambda one: one["kind"] == kind)
    wait_for_question(page, question)
    assert number_of(table) == question["number"], "nothing answers it any more"


def another_question(table: Table, kind: str, page: Any) -> dict[str, Any] | None:
    """Return the open question, once it is not of a kind that is answered without asking."""
    found: list[dict[str, Any] | None] = []

    def is_another() -> bool:
        found.append(table.question())
        return found[-1] is None or found[-1]["kind"] != kind

    wait_until(page, is_another, f"{kind} is still asked")
    return found[-1]


@each_ruleset
def test_ending_the_turn_has_a_button_of_its_own_in_one_place(
    service: Service, open_page: Any, client: httpx.Client, ruleset: str
) -> None:
    table = begin(client, ruleset, gm="passive", seed=5)
    question = play_until(table, is_turn)
    page = open_page(link(service, table))
    wait_for_question(page, question)
    end = page.locator(".end-turn")
    key = end.get_attribute("data-key")
    assert key in ("end turn", "pass", "wait")
    expect(end.locator("kbd")).to_have_text("e")
    expect(page.locator(f".question-body .choose[data-key='{key}']")).to_have_count(0)
    box = end.bounding_box()
    foot = page.locator(".question-foot").bounding_box()
    assert box["x"] - foot["x"] < 20
    number = number_of(table)
    end_by_key(page)
    wait_for_news(table, number, page)
    chosen = [one for one in table.story()["decisions"] if one["kind"] == "turn"]
    ended = next(option["text"] for option in question["options"] if option["key"] == key)
    assert ended in [one["chose"] for one in chosen]


def test_a_double_click_answers_once(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, players=["person", "person"], seed=2)
    question = table.question()
    assert question is not None
    page = open_page(link(service, table))
    wait_for_question(page, question)
    number = number_of(table)
    page.locator(".choose").first.dblclick()
    wait_for_news(table, number, page)
    page.wait_for_timeout(400)
    assert len(table.story()["decisions"]) == 1
    page.locator(".choose").first.click()
    until(page, "document.querySelectorAll('.log > *').length >= 0")
    wait_for_news(table, number_of(table) - 1, page)
    wait_until(page, lambda: len(table.story()["decisions"]) == 2, "a later click is heeded")


@each_ruleset
def test_pointing_at_a_token_shades_its_reach_and_range(look_at_attack: Any, ruleset: str) -> None:
    page, table, question = look_at_attack(ruleset)
    reach = table.get(f"/reach/{question['who']}").json()["weapons"]
    near = {place for one in reach if not one["far"] for place in one["places"]}
    far = {place for one in reach if one["far"] for place in one["places"]} - near
    token = f"[data-fighter='{question['who']}']"
    shaded = "document.querySelectorAll('.reach-near').length"
    page.locator(token).wait_for()
    page.mouse.move(*(free_point(page, token) or (0, 0)))
    until(page, f"{shaded} === {len(near)}")
    until(page, f"document.querySelectorAll('.reach-far').length === {len(far)}")
    until(page, "!document.querySelector('.tip').hidden")
    tip = page.get_by_role("status").filter(has_text="reach:")
    expect(tip).to_contain_text(reach[0]["weapon"].replace("-", " "))
    page.mouse.move(2, 2)
    until(page, f"{shaded} === 0")
    page.locator(f"{token} .token-face").focus()
    until(page, f"{shaded} === {len(near)}")
    page.locator(".end-turn").focus()
    until(page, f"{shaded} === 0")


def test_what_is_out_of_reach_says_why(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin_scenario(client, "sword-and-spear", players=["person", "simple"], seed=4)
    question = play_until(table, is_turn)
    assert not offers_an_attack(question), "the two begin apart"
    page = open_page(link(service, table))
    wait_for_question(page, question)
    enemy = next(
        number
        for number, one in enumerate(table.look()["scene"]["fighters"])
        if one["side"] != question["side"]
    )
    page.mouse.click(*(free_point(page, f"[data-fighter='{enemy}']") or (0, 0)))
    hindered = table.get(f"/reach/{question['who']}").json()["targets"]
    why = next(one for one in hindered if one["target"] == enemy)["cannot"][0]
    page.locator(".press-card .reason").get_by_text(why).wait_for()


@pytest.mark.parametrize("ruleset", ["renaissance", "olde"])
def test_pointing_at_a_cell_draws_the_way_there(
    service: Service, open_page: Any, client: httpx.Client, ruleset: str
) -> None:
    table = begin(client, ruleset, gm="passive", seed=5)
    question = play_until(
        table, lambda one: sum(option["place"] >= 0 for option in one["options"]) > 3
    )
    page = open_page(link(service, table))
    wait_for_question(page, question)
    place = question["options"][-1]["place"]
    if place < 0:
        place = next(one["place"] for one in question["options"] if one["place"] >= 0)
    page.mouse.move(*(free_point(page, f"[data-place='{place}']") or (0, 0)))
    page.locator(".way-line").wait_for(state="attached")
    points = page.locator(".way-line").get_attribute("points").split()
    token = page.evaluate(
        f"document.querySelector(\"[data-fighter='{question['who']}']\").style.transform"
    )
    x, y = re.findall(r"[\d.]+(?=px)", token)[:2]
    first = points[0].split(",")
    assert abs(float(first[0]) - float(x)) < 12
    assert abs(float(first[1]) - float(y)) < 12
    page.locator(".tip").get_by_text("cell").first.wait_for()


def test_pressing_a_fighter_in_the_strip_opens_its_sheet(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, "shinobi", players=["person", "simple"], seed=5)
    page = open_page(link(service, table))
    sheet = table.look()["scene"]["fighters"][0]["sheet"]
    page.locator(".strip button").first.click()
    page.get_by_role("dialog").wait_for()
    said = page.get_by_role("dialog").inner_text().lower()
    for name in sheet["scores"]:
        assert name.replace("_", " ").replace("-", " ").lower() in said
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")


def test_a_number_chooses_only_what_is_seen(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, "renaissance", gm="passive", seed=5)
    question = play_until(table, offers_an_attack)
    page = open_page(link(service, table))
    wait_for_question(page, question)
    numbered = page.evaluate(
        """() => [...document.querySelectorAll('.choose')].filter(one => one.querySelector('kbd').textContent)
        .filter(one => {
            const box = one.getBoundingClientRect();
            const frame = document.querySelector('.question-body').getBoundingClientRect();
            return box.height === 0 || box.top < frame.top - 3 || box.bottom > frame.bottom + 3;
        }).length"""
    )
    assert numbered == 0
    shown = page.locator(".choose kbd:not(:empty)").count()
    assert 0 < shown < 9
    number = number_of(table)
    page.keyboard.press(str(shown + 1))
    page.wait_for_timeout(300)
    assert number_of(table) == number
    page.keyboard.press(str(shown))
    wait_for_news(table, number, page)


def test_a_tape_and_a_page_are_downloaded_and_play_by_themselves(
    service: Service, open_page: Any, client: httpx.Client, tmp_path: Path
) -> None:
    table = begin(client, players=["simple", "simple"], seed=3)
    frames = table.story()["frames"]
    page = open_page(link(service, table))
    page.get_by_role("button", name="More…").click()
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
    alone.locator(".narration").get_by_text(frames[1]["text"]).wait_for()
    alone.keyboard.press("End")
    alone.locator(".narration").get_by_text(frames[-1]["text"]).wait_for()


@pytest.mark.soak
def test_a_page_comes_back_when_the_service_does(open_page: Any, tmp_path: Path) -> None:
    service = Service(f"sqlite:///{tmp_path}/fights.db", heartbeat_seconds=1.0).start()
    try:
        with http_client(service.address, timeout=30) as client:
            table = begin(client, players=["person", "person"], seed=1)
            page = open_page(link(service, table.as_onlooker()))
            page.locator("svg.board").wait_for()
            service.freeze()
            page.locator(".line.off").wait_for()  # its connection is open, but nothing is heard
            service.thaw()
            page.locator(".line:not(.off)").wait_for(state="attached")
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


def test_a_page_that_is_not_answered_says_so_and_asks_again(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    """As when the service stops answering before the page listens."""
    table = begin(client, players=["person", "person"], seed=1)
    page = open_page(service.address)
    asked: list[Any] = []
    page.route("**/events", lambda route: asked.append(route))
    page.clock.install()
    page.goto(link(service, table.as_onlooker()))
    page.locator("svg.board").wait_for()
    wait_until(page, lambda: len(asked) == 1, "it does not listen")
    page.clock.run_for(10_000)
    page.locator(".line.off").wait_for()
    page.unroute("**/events")
    page.clock.run_for(400)
    page.locator(".line:not(.off)").wait_for(state="attached")
    page.context.close()  # its clock would stay


def test_the_page_knows_every_line(service: Service, open_page: Any, client: httpx.Client) -> None:
    table = begin(client, players=["simple", "simple"], seed=3)
    page = open_page(link(service, table))
    page.locator(".narration .verdict").wait_for()
    assert lines_of(page) == len(table.story()["frames"])
    assert not card_is_open(page)


def test_odds_say_what_is_assumed_and_take_another_assumption(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    """The same words and the same switch as `affray odds --replies`."""
    table = begin_scenario(client, "first-blood", players=["person", "person"], seed=3)
    page = open_page(link(service, table))
    wait_for_question(page, play_until(table, offers_an_attack))
    plain = page.locator('.figures[title="exact, without optional replies"]').first
    before = plain.inner_text()
    page.get_by_role("button", name="More…").click()
    page.select_option("#replies", "simple")
    page.keyboard.press("Escape")
    simple = page.locator('.figures[title="exact, if others reply as simple players do"]').first
    simple.wait_for()
    expect(simple).not_to_have_text(before)
    page.locator(".opener").first.click()
    page.get_by_text("Exact odds, if others reply as simple players do.").first.wait_for()
    page.reload()
    page.locator('.figures[title="exact, if others reply as simple players do"]').first.wait_for()
    expect(page.locator('.figures[title*="without"]')).to_have_count(0)
