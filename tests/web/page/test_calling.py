"""Whose turn it is, by title, shake and sound; copying where the browser does not let a page copy;
taking back that says how much, and doing it again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from at_the_table import Table, begin
from driving import (
    begin_scenario,
    choose_in_list,
    link,
    number_of,
    until,
    wait_for_news,
    wait_for_question,
)

from servers import Service, http_client

CALLS = """
window.shakes = 0;
window.tones = 0;
navigator.vibrate = () => { window.shakes += 1; return true; };
for (const name of ["createOscillator", "createBufferSource"]) {
  const make = BaseAudioContext.prototype[name];
  BaseAudioContext.prototype[name] = function (...given) {
    window.tones += 1;
    return make.apply(this, given);
  };
}
"""
"""Counts how often a page shakes and sounds."""


def answer(table: Table, pages: list[Any]) -> int:
    """Has whoever is asked choose on their page; gives their side."""
    question, number = table.question(), number_of(table)
    assert question is not None
    side: int = question["side"]
    wait_for_question(pages[side], question)
    choose_in_list(pages[side], question["options"][-1])
    wait_for_news(table, number, pages[side])
    return side


def test_whoever_is_asked_is_called_and_heard_only_if_they_like(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin_scenario(client, "first-blood", players=["person", "person"], seed=11)
    pages = [open_page(link(service, table.as_side(side)), script=CALLS) for side in (0, 1)]
    asked: list[int] = []
    for _ in range(30):
        question = table.question()
        assert question is not None
        wait_for_question(pages[question["side"]], question)
        assert pages[question["side"]].title().startswith(f"● Your turn, {question['asked']}: ")
        until(pages[1 - question["side"]], "document.title.startsWith('Affray: ')")
        asked.append(answer(table, pages))
        if asked.count(0) > 1 and asked.count(1) > 1:
            break
    assert set(asked) == {0, 1}
    for page in pages:
        assert page.evaluate("window.shakes") > 0
        assert page.evaluate("window.tones") == 0, "nobody has switched it on"
    pages[0].get_by_role("button", name="More…").click()
    pages[0].get_by_label("A sound when it is my turn").check()
    heard = pages[0].evaluate("window.tones")
    assert heard > 0, "it is heard at once, to be known again"
    pages[0].keyboard.press("Escape")
    before = len(asked)
    while len(asked) < before + 30 and pages[0].evaluate("window.tones") == heard:
        asked.append(answer(table, pages))
    assert pages[0].evaluate("window.tones") > heard
    assert pages[1].evaluate("window.tones") == 0


NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined });"
"""What a page finds on plain http in a network."""
WATCHED = (
    NO_CLIPBOARD
    + "addEventListener('copy', () => { window.copied = String(document.activeElement.value); });"
)
REFUSED = NO_CLIPBOARD + "document.execCommand = () => false;"


@pytest.mark.parametrize("script", [WATCHED, REFUSED], ids=["by a field", "not at all"])
def test_copying_says_what_it_did_where_there_is_no_clipboard(
    service: Service, open_page: Any, client: httpx.Client, script: str
) -> None:
    table = begin(client, friends=[0], gm="person", seed=5)
    page = open_page(link(service, table), script=script)
    page.get_by_role("button", name="Copy the address").click()
    address = f"{service.address}/#/join/{table.links['code']}"
    if script == WATCHED:
        page.get_by_text("The address is copied.", exact=True).wait_for()
        assert page.evaluate("window.copied") == address
    else:
        page.get_by_text(f"The address could not be copied: {address}", exact=True).wait_for()


def test_taking_back_says_how_much_and_is_done_again(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, players=["person", "person"], gm="person", seed=11)
    for _ in range(3):
        table.answer(number_of(table), table.wise())
    master = open_page(link(service, table))
    decisions = table.story()["decisions"]
    assert len(decisions) >= 2
    line = master.locator(f".log [data-frame='{decisions[0]['frame'] - 1}']")
    line.locator("summary").first.click()
    line.get_by_role("button", name="Take back").click()
    dialog = master.locator(".take-back-dialog")
    dialog.get_by_text(f"Take back {len(decisions)} decisions?").wait_for()
    dialog.get_by_role("button", name="Leave it").click()
    assert table.story()["decisions"] == decisions
    line.get_by_role("button", name="Take back").click()
    dialog.locator(".primary").click()
    until(master, "document.querySelector('.redo') !== null")
    assert table.story()["decisions"] == []
    master.locator(".redo").click()
    until(master, "document.querySelector('.redo') === null")
    assert table.story()["decisions"] == decisions


PUBLIC = "http://192.0.2.7:8000"


@pytest.mark.parametrize("public", [PUBLIC, ""], ids=["known", "not known"])
def test_links_are_given_away_as_other_machines_reach_them(
    open_page: Any, tmp_path: Path, public: str
) -> None:
    """Also by whoever looks at the page on the machine that serves it."""
    service = Service(f"sqlite:///{tmp_path}/fights.db", public_address=public).start()
    try:
        with http_client(service.address) as client:
            table = begin(client, friends=[0], gm="person", seed=5)
            seat = {"name": "Anna", "fighters": [0]}
            client.post(f"/api/tables/{table.links['code']}/seats", json=seat)
            table.post("/table", {"begin": True})
            page = open_page(link(service, table), script=WATCHED)
            page.get_by_role("button", name="More…").click()
            page.locator(".table-panel > summary").click()
            page.locator(".seat-list summary").first.click()
            page.get_by_role("button", name="New link").first.click()
            page.get_by_text("A new link for Anna").wait_for()
            begins = f"{public or service.address}/#/fight/{table.links['id']}/"
            assert page.evaluate("window.copied").startswith(begins)
            page.get_by_role("button", name="A new address for the replay").click()
            replay = page.get_by_label("Address of the replay").input_value()
            assert replay.startswith(begins.replace("/fight/", "/replay/"))
    finally:
        service.stop()
