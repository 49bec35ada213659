"""The rulebooks on the page: by chapter, searched, with sources, switches and where rules are met."""

from __future__ import annotations

from itertools import chain
from typing import Any

import httpx
import pytest
from at_the_table import begin, offers_an_attack, play_until
from driving import DUELS, PHONE, at_length, begin_scenario, expect, free_point, link
from test_looks import violations

from affray.library import load, met_rules_of, rule_examples_of, rulebook_of, rulesets
from affray.rule_search import find_rules
from servers import Service

each_ruleset = pytest.mark.parametrize("ruleset", list(rulesets()))


@each_ruleset
def test_every_rule_is_there_by_chapter(service: Service, open_page: Any, ruleset: str) -> None:
    page = open_page(f"{service.address}/#/rules/{ruleset}")
    page.locator(".rule-entry").first.wait_for()
    book = rulebook_of(ruleset)
    shown = page.evaluate(
        "[...document.querySelectorAll('.rule-entry[id]')].map(one => [one.closest('section')"
        ".dataset.chapter, one.id.replace('rule-', ''), one.innerText])"
    )
    assert {(chapter, name) for chapter, name, _ in shown} == {
        (rule.section, rule.id) for rule in book.rules
    }
    texts = {name: text for _, name, text in shown}
    met = met_rules_of(ruleset)
    titles = {scenario: load(scenario).title for scenario in set(chain.from_iterable(met.values()))}
    for rule in book.rules:
        assert rule.title in texts[rule.id]
        assert rule.text in texts[rule.id]
        assert all(line in texts[rule.id] for line in rule_examples_of(ruleset).get(rule.id, []))
        assert ("settled here" in texts[rule.id]) == (rule.source == "ruling")
        assert ("House rule" in texts[rule.id]) == (rule.option is not None)
        for scenario in met.get(rule.id, {}):
            assert titles[scenario] in texts[rule.id]
    expect(page.locator(".chapters li")).to_have_count(len({rule.section for rule in book.rules}))


def test_rules_are_searched_in_the_words_of_players(service: Service, open_page: Any) -> None:
    page = open_page(f"{service.address}/#/rules/mithryn")
    page.locator(".rule-entry").first.wait_for()
    book = rulebook_of("mithryn")
    page.fill("#find-rule", "run away")
    page.locator(".rule-entry mark").first.wait_for()
    assert page.locator(".rule-entry .rule-id").first.inner_text() == "actions.flee"
    found = find_rules(book, "run away")
    assert 0 < page.locator(".rule-entry").count() == len(found.rules) < len(book.rules)
    assert page.locator(".absent").count() == 0
    page.fill("#find-rule", "initiative")
    page.locator(".absent", has_text="This game has no initiative").wait_for()
    page.locator(".absent a").click()
    page.locator("#rule-rounds\\.sides.current").wait_for()
    page.fill("#find-rule", "zyzzyva")
    page.get_by_text("No rule has these words").wait_for()
    page.fill("#find-rule", "")
    page.get_by_role("button", name="Settled questions").click()
    settled = sum(rule.source == "ruling" for rule in book.rules)
    expect(page.locator(".rule-entry")).to_have_count(settled)
    assert settled > 0
    page.get_by_role("button", name="House rules").click()
    expect(page.locator(".rule-entry")).to_have_count(len(book.options()))


def test_an_address_leads_to_a_rule(service: Service, open_page: Any) -> None:
    page = open_page(f"{service.address}/#/rules/orrery/block.none")
    rule = rulebook_of("orrery").rules[-1]
    page.goto(f"{service.address}/#/rules/orrery/{rule.id}")
    current = page.locator(".rule-entry.current")
    current.wait_for()
    expect(current).to_contain_text(rule.text)
    box = current.bounding_box()
    assert 0 <= box["y"] < 800, "it is scrolled to"
    other = rulebook_of("orrery").rules[-2]
    page.get_by_role("link", name=other.id, exact=True).click()
    assert page.url.endswith(f"#/rules/orrery/{other.id}")
    expect(page.locator(".rule-entry.current")).to_contain_text(other.text)


@at_length("mithryn", "olde")
def test_a_line_of_the_log_leads_to_its_rule(
    service: Service, open_page: Any, client: httpx.Client, ruleset: str
) -> None:
    table = begin_scenario(client, DUELS[ruleset], players=["simple", "simple"], seed=5)
    page = open_page(link(service, table))
    line = page.locator(".log .event", has=page.locator(".rules dt a")).first
    line.locator("summary").first.click()
    found = line.locator(".rules dt a").first
    rule = found.inner_text()
    with page.context.expect_page() as opened:
        found.click()
    opened.value.locator(".rule-entry.current").wait_for()
    assert opened.value.url.endswith(f"#/rules/{ruleset}/{rule}")
    expect(opened.value.locator(".rule-entry.current")).to_contain_text(rule)
    assert "/#/fight/" in page.url, "the fight stays where it is"


def test_a_modifier_leads_to_its_rule(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, "renaissance", gm="passive", seed=5)
    question = play_until(table, offers_an_attack)
    page = open_page(link(service, table))
    page.locator(".question .figure.hit").first.wait_for()
    target = next(one["target"] for one in question["options"] if one["attack"])
    page.mouse.click(*(free_point(page, f"[data-fighter='{target}']") or (0, 0)))
    page.locator(".press-card .opener:visible").first.click()
    modifier = page.locator(".press-card .reasons a").first
    modifier.wait_for()
    rule = modifier.inner_text()
    with page.context.expect_page() as opened:
        modifier.click()
    opened.value.locator(".rule-entry.current").wait_for()
    assert opened.value.url.endswith(f"#/rules/renaissance/{rule}")


@pytest.mark.parametrize("how", [{}, PHONE], ids=["wide", "phone"])
def test_the_rulebooks_are_clean_and_fit(
    service: Service, open_page: Any, axe: str, how: dict[str, Any]
) -> None:
    page = open_page(f"{service.address}/#/rules/olde", **how)
    page.locator(".rule-entry").first.wait_for()
    assert violations(page, axe) == []
    page.fill("#find-rule", "attack")
    page.locator("mark").first.wait_for()
    assert violations(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= (390 if how else 1280)
