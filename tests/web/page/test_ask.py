"""Asking the lab on the page: all that the commands say."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any

from driving import PHONE, expect, wait_until

from affray.api import load
from servers import Service

JOB_WAIT = 180_000
"""Milliseconds that the lab may take."""


def ask(open_page: Any, service: Service, name: str, kind: str = "Who wins", **how: Any) -> Any:
    """Return the page with a kind of question chosen."""
    page = open_page(f"{service.address}/#/ask/{name}", **how)
    page.get_by_role("button", name=kind, exact=True).click()
    return page


def press(page: Any) -> None:
    """Asks, and waits until the answer is whole."""
    page.get_by_role("button", name="Ask", exact=True).click()
    page.locator(".ask-result section").wait_for()
    page.locator(".ask-result progress").wait_for(state="detached", timeout=JOB_WAIT)


def test_who_wins_and_what_everybody_does(service: Service, open_page: Any) -> None:
    page = ask(open_page, service, "causeway")
    page.fill("#ask-fights", "300")
    press(page)
    text = page.locator(".ask-result").inner_text()
    assert "300 fights, as simple players play it; 95 % intervals" in text
    expect(page.locator(".share")).to_have_count(2)
    for said in ("stands at the end", "deals a round", "takes a round", "Who drops whom"):
        assert said in text
    assert "standard deviation" in text
    figures = page.locator(".ask-result caption", has_text="Who drops whom").locator("..")
    expect(figures.locator("td:last-child").last).to_have_text(re.compile(r"^\d\.\d\d ± \d\.\d\d$"))
    page.locator(".as-table summary").click()
    expect(page.locator(".as-table table")).to_contain_text("at least")


def test_what_a_house_rule_does(service: Service, open_page: Any) -> None:
    page = ask(open_page, service, "causeway", "What a change does")
    page.fill("#ask-fights", "100")
    press(page)
    expect(page.locator(".variant h3").first).to_have_text("ranged in same zone: off")
    page.locator("#ask-house").select_option("foe_actions")
    page.fill("#ask-fights", "300")
    press(page)
    expect(page.locator(".variant").first).to_contain_text("points")
    # control: a rule that never comes up in this fight changes none
    page.locator("#ask-house").select_option("unfit_reload")
    press(page)
    page.get_by_text("No fight changed").first.wait_for()


def test_over_a_range_with_a_slider(service: Service, open_page: Any) -> None:
    page = ask(open_page, service, "first-blood", "Over a range")
    page.locator("#ask-key").select_option("sides.blade.fighters.Ansa.strength")
    page.fill("#ask-from", "8")
    page.fill("#ask-to", "12")
    page.fill("#ask-step", "2")
    page.fill("#ask-fights", "100")
    press(page)
    expect(page.locator(".curves .dot")).to_have_count(3)
    slider = page.locator("#sweep-slider")
    slider.focus()
    page.keyboard.press("End")
    expect(page.locator(".slider-value")).to_have_text(re.compile(": 12$"))
    page.keyboard.press("Home")
    expect(page.locator(".slider-value")).to_have_text(re.compile(": 8$"))


def test_a_figure_is_tuned(service: Service, open_page: Any) -> None:
    page = ask(open_page, service, "first-blood", "Tune a figure")
    page.locator("#ask-key").select_option("sides.blade.fighters.Ansa.strength")
    page.fill("#ask-from", "8")
    page.fill("#ask-to", "11")
    press(page)
    expect(page.locator(".headline")).to_contain_text("of wins (95 % interval")
    expect(page.locator(".curves .wanted")).to_have_count(1)


def test_odds_and_odds_over_a_range(service: Service, open_page: Any) -> None:
    page = ask(open_page, service, "first-blood", "Odds of an attack")
    press(page)
    expect(page.locator(".big-figures")).to_contain_text("±")
    expect(page.locator(".plot")).to_contain_text("standard deviation")
    expect(page.locator(".as-table table")).to_contain_text("at least")
    page.locator("#ask-over").check()
    figures = page.locator("#ask-key option").evaluate_all("all => all.map(one => one.value)")
    assert len(figures) > 5
    assert not [one for one in figures if one.endswith(".count")], (
        "several are not attacked by name"
    )
    page.locator("#ask-key").select_option("sides.blade.fighters.Ansa.finesse")
    page.fill("#ask-from", "5")
    page.fill("#ask-to", "9")
    press(page)
    expect(page.locator(".curves")).to_have_count(2)
    expect(page.locator(".ask-result tbody tr")).to_have_count(5)


def test_a_range_begins_with_a_figure_of_a_fighter_and_offers_no_fixed_choices(
    service: Service, open_page: Any
) -> None:
    page = ask(open_page, service, "goblin-gang", "Odds of an attack")
    page.locator("#ask-over").check()
    expect(page.locator("#ask-key")).to_have_value("sides.Chandra.fighters.chandra.luck")
    expect(page.locator("#ask-key option[value='house.most_rerolls']")).to_have_count(0)
    press(page)
    expect(page.locator(".curves")).to_have_count(2)


def test_a_duel_says_beforehand_whether_it_can_be_solved(service: Service, open_page: Any) -> None:
    page = ask(open_page, service, "two-blades", "Solve as a duel")
    page.get_by_text("It can be solved:").wait_for(timeout=JOB_WAIT)
    press(page)
    expect(page.locator(".ask-result")).to_contain_text("Exact")
    page.locator("#ask-scenario").select_option("causeway")
    page.get_by_text("It is not to be solved at once").wait_for(timeout=JOB_WAIT)
    page.get_by_role("button", name="Simulate it instead").click()
    page.locator(".ask-result .share").first.wait_for()


def test_best_play_says_what_it_gains_and_what_to_do(service: Service, open_page: Any) -> None:
    page = ask(open_page, service, "two-blades", "Solve as a duel")
    expect(page.locator("#ask-best option")).to_have_text(["no side", "sun", "star", "both"])
    press(page)
    expect(page.locator(".best-play")).to_have_count(0)
    page.locator("#ask-best").select_option("sun")
    press(page)
    told = page.locator(".best-play").all_inner_texts()
    assert len(told) == 1
    assert told[0].startswith("Best play of sun: worth ")
    gain = re.search(r"when all play as simple does \((.+?) points", told[0])
    assert gain is not None
    if " to " not in gain[1]:  # a busy machine gives bounds instead, within its time
        assert gain[1] == "+0.00"
        page.get_by_text("No choice is better than that of simple").wait_for()
    page = ask(open_page, service, "wrestling-ring", "Solve as a duel")
    page.locator("#ask-best").select_option("south")
    press(page)
    expect(page.locator(".best-play")).not_to_contain_text("(+0.00 points")
    expect(page.get_by_text("Where it does something else than simple")).to_have_count(1)


def test_a_question_that_will_not_do_is_refused_in_words(service: Service, open_page: Any) -> None:
    page = ask(open_page, service, "first-blood", "Over a range")
    page.locator("#ask-key").select_option("sides.blade.fighters.Ansa.strength")
    page.fill("#ask-to", "400")
    page.fill("#ask-step", "200")
    page.get_by_role("button", name="Ask", exact=True).click()
    page.locator(".ask-result .wrong", has_text="expected at most 20").wait_for()


def test_a_draft_is_asked_about(service: Service, open_page: Any) -> None:
    page = open_page(f"{service.address}/#/build/first-blood")
    page.get_by_text("Right as it is").wait_for()
    page.locator(".placed .how-many").first.fill("2")
    page.locator(".placed .how-many").first.press("Tab")
    page.get_by_role("link", name="Ask the lab about it").click()
    page.locator("#ask-scenario").wait_for()
    expect(page.locator("#ask-scenario option:checked")).to_have_text("First blood")
    expect(page.locator("#ask-scenario")).to_have_value(re.compile("^draft:"))


def test_the_view_fits_a_phone(service: Service, open_page: Any) -> None:
    page = ask(open_page, service, "causeway", **PHONE)
    page.fill("#ask-fights", "100")
    press(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_who_asks_at_once_is_not_told_that_it_is_looked(service: Service, open_page: Any) -> None:
    page = open_page(f"{service.address}/#/ask/two-blades")
    page.get_by_role("button", name="Solve as a duel").click()
    page.get_by_text("Looking how many states").wait_for()
    page.get_by_role("button", name="Ask", exact=True).click()
    page.locator(".ask-result progress, .ask-result .shares").first.wait_for()
    expect(page.get_by_text("Looking how many states")).to_have_count(0)


def command(*words: str) -> Any:
    """Return what a command prints as JSON."""
    done = subprocess.run(
        [sys.executable, "-m", "affray", *words, "--json"], capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    return json.loads(done.stdout)


def test_page_command_and_python_agree_on_five_figures(service: Service, open_page: Any) -> None:
    """A share of wins, the rounds, the chance to hit, the harm, and what a player is worth."""
    scenario = load("first-blood")
    # who wins, and how long it takes
    page = ask(open_page, service, "first-blood")
    page.fill("#ask-fights", "200")
    press(page)
    said = command("simulate", "first-blood", "-n", "200", "--workers", "1")
    python = scenario.simulate(200, workers=1).data()
    share, rounds = said["sides"]["blade"]["share"], said["rounds"]["mean"]
    assert (python["sides"]["blade"]["share"], python["rounds"]["mean"]) == (share, rounds)
    expect(page.locator(".share-figure").first).to_contain_text(f"{100 * share:.1f} %")
    expect(page.locator("figcaption").first).to_contain_text(f"mean {rounds:.2f},")
    # an attack
    page.get_by_role("button", name="Odds of an attack", exact=True).click()
    page.locator("#ask-weapon").select_option("broadsword")
    press(page)
    odds = command("odds", "first-blood", "--ignore-distance", "--with", "broadsword")
    exact = scenario.odds("Ansa", "Torben", weapon="broadsword", ignore_distance=True)
    assert (exact.hit, exact.mean) == (odds["hit"], odds["mean"])
    figures = page.locator(".big-figures dd")
    expect(figures.nth(0)).to_have_text(f"{100 * odds['hit']:.2f} %")
    expect(figures.nth(1)).to_contain_text(f"{odds['mean']:.3f}")
    # what another player is worth
    page.get_by_role("button", name="What a change does", exact=True).click()
    page.locator("#ask-by").select_option("player")
    page.locator("#ask-other").select_option("random")
    page.fill("#ask-fights", "100")
    press(page)
    rows = command("compare", "first-blood", "-n", "100", "--with-player", "blade=random",
                   "--workers", "1")  # fmt: skip
    compared = scenario.compare({"random": {"blade": "random"}}, 100, workers=1)
    difference = rows[1]["difference"]["blade"]["share"]
    assert compared.data()[1]["difference"]["blade"]["share"] == difference
    expect(page.locator(".variant .share-figure").first).to_contain_text(
        f"{100 * abs(difference):.1f}"
    )


def test_strong_players_are_asked_beside_simple_ones(service: Service, open_page: Any) -> None:
    page = ask(open_page, service, "first-blood")
    page.fill("#ask-fights", "100")
    press(page)
    asked: list[Any] = []
    page.on("request", lambda one: asked.append(one.post_data_json) if one.post_data else None)
    page.locator(".ask-strong").click()
    wait_until(page, lambda: bool(asked))
    assert asked[0]["players"] == {"blade": "strong", "mace": "strong"}
    assert asked[0]["fights"] == 40
    page.get_by_text("fights, as strong players play it").wait_for(timeout=JOB_WAIT)
    expect(page.locator(".share")).to_have_count(4)


def test_a_draft_with_an_error_says_where_in_words(service: Service, open_page: Any) -> None:
    page = open_page(f"{service.address}/#/build/first-blood")
    page.get_by_text("Right as it is").wait_for()
    page.get_by_role("button", name="File", exact=True).click()
    text = page.locator("#toml").input_value()
    page.locator("#toml").fill(re.sub(r'at = "[^"]*"', 'at = "the moon"', text, count=1))
    page.locator("#problems .wrong").wait_for()
    page.goto(f"{service.address}/#/ask/{page.url.rpartition('/')[2]}")
    told = page.locator(".ask-result .wrong").inner_text()
    assert "the moon" in told
    assert "sides." not in told
