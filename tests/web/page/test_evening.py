"""An evening in a real Chromium: a game master, four phones and an onlooker, in every ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from at_the_table import Table, begin
from driving import (
    PHONE,
    TOO_SOON,
    at_length,
    choose_by_touch,
    chosen_option,
    expect,
    link,
    streams,
    until,
    wait_until,
)

from affray.library import scenario_texts
from servers import Service

EVENINGS = {
    "mithryn": ("heirlooms", 1, "help"),
    "renaissance": ("burning-tower", 1, "luck-before"),
    "shinobi": ("temple-stair", 3, "result"),
    "orrery": ("giants-table", 6, "again block"),
    "olde": ("the-tourney", 2, "counterattack"),
}
"""A fight of each ruleset with enough on both sides, a seed, and what somebody with a seat is then
asked out of turn."""

MORE_DEFENDERS = """\
    { is = "archer", name = "Perrin", at = [9, 1] },
    { is = "archer", name = "Wat", at = [9, 3] },
    { is = "archer", name = "Odo", at = [9, 4] },
"""

NAMES = ["Anna", "Ben", "Cleo", "Dan"]

RECORD = """
window.received = [];
const parse = JSON.parse;
JSON.parse = (text, ...more) => { window.received.push(String(text)); return parse(text, ...more); };
Response.prototype.json = async function () {
  const text = await this.text();
  if (!this.url.includes('/api/library') && !this.url.includes('/api/rulesets')) window.received.push(text);
  return parse(text);
};
"""
"""Keeps everything that a page is sent but the library, which everybody has."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Yield a service of its own, at which no other test's page listens."""
    found = Service(f"sqlite:///{tmp_path_factory.mktemp('evening')}/fights.db").start()
    yield found
    found.stop()


class Evening:
    """Six pages at one table."""

    def __init__(
        self, service: Service, open_page: Any, client: httpx.Client, name: str, seed: int
    ) -> None:
        text = scenario_texts()[name].replace(MORE_DEFENDERS.splitlines()[0] + "\n", MORE_DEFENDERS)
        body = {"scenario": text, "name": name, "friends": [0, 1],
                "gm": "person", "seed": seed}  # fmt: skip
        response = client.post("/api/fights", json=body)
        assert response.status_code == 201, response.text
        self.client, self.service, self.open_page = client, service, open_page
        self.links = response.json()
        self.table = Table(client, self.links, self.links["gm"])
        self.master = open_page(f"{service.address}/#/fight/{self.links['id']}/{self.links['gm']}")
        self.scene = self.table.look()["scene"]
        self.phones: list[Any] = []
        self.seats: list[Table] = []

    def fighters(self, side: int) -> list[int]:
        return [who for who, one in enumerate(self.scene["fighters"]) if one["side"] == side]

    def name(self, who: int) -> str:
        return str(self.scene["fighters"][who]["name"])

    def join(self, name: str, fighter: int | None) -> Any:
        """Join with the code; from opening the address that is two presses."""
        page = self.open_page(
            f"{self.service.address}/#/join/{self.links['code']}", script=RECORD, **PHONE
        )
        page.locator("#join-name").fill(name)
        value = "" if fighter is None else str(fighter)
        page.locator(f".join-choice:has(input[value='{value}'])").tap()
        page.locator("button[type=submit]").tap()
        page.locator(".lobby").wait_for()
        return page

    def seat_table(self, page: Any) -> Table:
        secret = page.evaluate("location.hash").split("/")[-1]
        return Table(self.client, self.links, secret)

    def play_until_out_of_turn(self) -> str:
        """Answers for everybody until somebody with a seat is asked out of turn; gives the kind of
        that question."""
        for _ in range(90):
            story = self.table.story()
            question = story["question"]
            acting = {one["who"] for one in story["order"] if one["status"] == "acting"}
            if question["seats"] and acting and question["who"] not in {-1, *acting}:
                return str(question["kind"])
            response = self.table.answer(question["number"], self.table.wise())
            assert response.status_code == 200, response.text
        raise AssertionError("nobody is asked out of turn")

    def take_back(self, page: Any, button: str) -> None:
        """Asks on a page to take back, which the game master answers with a button."""
        page.get_by_role("button", name="Ask to take back").tap()
        answer = self.master.locator(".banner").get_by_role("button", name=button)
        agree = page.locator(".take-back-dialog .primary")
        wait_until(page, lambda: bool(agree.count() or answer.count()))
        if agree.count():
            agree.tap()
        answer.click()
        confirm = self.master.locator(".take-back-dialog .primary")
        wait_until(self.master, lambda: bool(confirm.count() or not answer.count()))
        if confirm.count():
            confirm.click()

    def decide(self) -> bool:
        """Has whoever is asked decide on their own page; False where the fight is over."""
        question = self.table.question()
        if question is None:
            return not self.table.story()["over"]
        number = question["number"]
        key = self.table.wise()
        if not question["seats"]:
            response = self.table.answer(number, key)
            assert response.status_code == 200, response.text
            return True
        at = self.asked()
        page, seat = self.phones[at], self.seats[at]
        own = seat.question()
        assert own is not None
        keys = [one["key"] for one in own["options"]]
        option = chosen_option(own, key if key in keys else keys[own["default"]])
        page.locator(".question.own .prompt").get_by_text(own["prompt"], exact=True).wait_for()
        page.wait_for_timeout(TOO_SOON)
        choose_by_touch(page, own, option)

        def has_gone_on() -> bool:
            found = self.table.question()
            return found is None or bool(found["number"] > number)

        wait_until(page, has_gone_on, f"{option['key']} was not taken")
        return True

    def asked(self) -> int:
        """Which of the phones the open question goes to first."""
        question = self.table.question()
        assert question is not None
        return int(question["seats"][0].removeprefix("seat ")) - 1

    def say(self, page: Any, text: str, how: str = "") -> None:
        page.locator(".log-opener").tap()
        if how:
            page.locator(".say-how").select_option(how)
        page.locator(".say-text").fill(text)
        page.locator(".say button").tap()
        page.locator(".log .said").get_by_text(text).last.wait_for()
        page.locator(".drawer-close").tap()

    def received(self, page: Any) -> str:
        return "\n".join(page.evaluate("window.received"))


def assert_over(page: Any) -> None:
    """Wait for the end, and says what the page shows instead."""
    try:
        wait_until(page, lambda: bool(page.locator(".verdict").count()))
    except AssertionError:
        raise AssertionError(page.locator("main").inner_text()[:1500]) from None


@at_length()
def test_an_evening(service: Service, open_page: Any, client: httpx.Client, ruleset: str) -> None:
    name, seed, reaction = EVENINGS[ruleset]
    evening = Evening(service, open_page, client, name, seed)
    table, master = evening.table, evening.master
    ours, theirs = evening.fighters(0), evening.fighters(1)
    ambusher, reserve = theirs[-1], theirs[-2]

    # the lobby: an ambush, a reserve, and five who join
    master.locator(".invitation img").wait_for()
    master.locator(".secrets summary").click()
    master.locator(f"#hide-{ambusher}").click()
    master.locator(f"#hide-{ambusher}[aria-pressed=true]").wait_for()
    master.locator(f"#reserve-{reserve}").click()
    master.locator(f"#reserve-{reserve}[aria-pressed=true]").wait_for()
    own_name = master.locator("#master-name")
    own_name.focus()
    own_name.press_sequentially("Gun")
    for name, fighter in zip(NAMES, [*ours, *theirs][:4], strict=True):
        evening.phones.append(evening.join(name, fighter))
    onlooker = evening.join("Olga", None)
    master.keyboard.type("dula")
    evening.seats = [evening.seat_table(page) for page in evening.phones]
    until(master, "document.querySelectorAll('.people .dot.on').length === 6")
    expect(own_name, "it is left alone though others come").to_have_value("Gundula")
    master.get_by_role("button", name="Begin the fight").click()
    for page in [master, onlooker, *evening.phones]:
        page.locator(".fight").wait_for()
    wait_until(master, lambda: streams(client) == 6)

    # somebody is asked out of turn, on their own phone alone
    assert evening.play_until_out_of_turn() == reaction
    asked = evening.asked()
    evening.phones[asked].locator(".question.own").wait_for()
    for number, phone in enumerate(evening.phones):
        expect(phone.locator(".question.own")).to_have_count(int(number == asked))
    assert evening.decide()

    # talk, and an improvised act, which a Test by the rules decides
    anna, ben, _, dan = evening.phones
    evening.say(anna, "Together now")
    onlooker.locator(".log .said").get_by_text("Together now").wait_for(state="attached")
    evening.say(ben, "swing from the beam", "try all")
    banner = master.locator(".try-banner")
    banner.get_by_text("swing from the beam").wait_for()
    banner.locator(".answer-yes").click()
    master.locator("dialog.attempt .reply-text").fill("let the dice decide")
    test = master.locator(".test-buttons button").first
    expect(test.locator("strong"), "its odds").to_contain_text("%")
    test.click()
    master.locator(".attempt-done").click()
    banner.wait_for(state="detached")
    ben.locator(".said-test").get_by_text("let the dice decide").wait_for(state="attached")
    ben.locator(".log > li").get_by_text("swing from the beam").last.wait_for(state="attached")

    # everybody decides on their own page
    for _ in range(2):
        assert evening.decide()

    # a take-back refused, and one granted
    for button, kind in (("Refuse", "refused"), ("Grant", "granted")):
        evening.take_back(anna, button)
        for told in (anna, onlooker, dan):
            told.locator(f".log .said-{kind}").wait_for(state="attached")
    assert evening.decide()

    # nobody but the game master knows of the ambush and the reserve
    hidden = [evening.name(ambusher), evening.name(reserve)]
    for page in [onlooker, *evening.phones]:
        received = evening.received(page)
        assert len(received) > 2000
        for name in hidden:
            assert f'"{name}' not in received, name
            assert f"{name} " not in received, name

    # somebody drops out, is answered for, and comes back
    address = dan.evaluate("location.href")
    dan.context.close()
    master.locator(".people-row li", has_text="Dan").locator(".dot:not(.on)").wait_for()
    dan = open_page(address, script=RECORD, **PHONE)
    evening.phones[3] = dan
    dan.locator(".fight").wait_for()
    master.locator(".people-row li", has_text="Dan").locator(".dot.on").wait_for()
    for _ in range(40):
        question = table.question()
        if question is not None and question["seats"]:
            break
        assert evening.decide()
    number = table.question()["number"]  # type: ignore[index]
    master.locator(".stand-in").click()
    master.locator(".question.own").wait_for()
    response = table.answer(number, table.wise())
    assert response.status_code == 200

    # reinforcements, and the ambush is sprung
    master.get_by_role("button", name="More…").click()
    master.locator(".table-panel > summary").click()
    places = table.get(f"/rulings/{reserve}").json()["kinds"]["place"]
    master.locator(f"#arrive-{reserve}").select_option(places[-1])
    master.locator(f"[data-arrive='{reserve}']").click()
    for page in (anna, onlooker):
        until(page, f"window.received.join().includes({evening.name(reserve)!r})")
    master.keyboard.press("Escape")
    master.locator(".veil-reveal").click()
    master.locator(f"[data-fighter='{ambusher}'] .token-face").click()
    for page in (anna, onlooker):
        until(page, f"window.received.join().includes({evening.name(ambusher)!r})")
        page.locator(".fight").wait_for()
        page.locator(".log .said-revealed").wait_for(state="attached")

    # the end: everybody sees it
    evening.decide()
    assert table.post("/table", {"sides": ["simple", "simple"]}).status_code == 200
    table.play()  # what the rules ask the game master
    for page in [master, onlooker, *evening.phones]:
        assert_over(page)
    replay = table.as_onlooker().look()["story"]
    assert replay["over"]
    assert {"Anna", "Ben"} <= {one["name"] for one in replay["chat"]}


def test_a_lobby_that_is_ready_too_late_lies_not_over_the_fight(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    """The fight begins while the game master's page waits for the code."""
    table = begin(client, friends=[0], gm="person", seed=3)
    held: list[Any] = []
    master = open_page(service.address)
    master.route("**/invitation", lambda route: held.append(route))
    master.goto(link(service, table))
    wait_until(master, lambda: bool(held))
    assert table.post("/table", {"begin": True}).status_code == 200
    fight = master.locator(".fight")
    wait_until(master, lambda: streams(client) == 0 or fight.count() == 1)
    held[0].continue_()
    fight.wait_for()
    assert table.post("/chat", {"text": "good evening"}).status_code == 201
    master.locator(".log .said").get_by_text("good evening").wait_for()
    expect(fight).to_have_count(1)
    expect(master.locator(".lobby")).to_have_count(0)
    wait_until(master, lambda: streams(client) == 1)
