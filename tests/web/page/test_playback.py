"""The fight is played back: tokens glide, dice are the tape's, and skipping ends in the same picture."""

from __future__ import annotations

import re
from math import dist
from typing import Any

import httpx
import pytest
from at_the_table import Table, begin, play_until
from driving import (
    DUELS,
    at_length,
    begin_scenario,
    choose_in_list,
    chosen_option,
    expect,
    link,
    number_of,
    until,
    wait_for_news,
    wait_until,
)

from affray.library import rulesets
from servers import Service

each_ruleset = pytest.mark.parametrize("ruleset", list(rulesets()))

COLLECT_DICE = """
    const later = window.setTimeout;
    window.setTimeout = (act, wait, ...more) => later(act, wait / 50, ...more);
    window.seenDice = [];
    new MutationObserver((changes) => {
        for (const change of changes)
            for (const one of change.addedNodes)
                if (one.dataset && one.dataset.dice) window.seenDice.push(...one.dataset.dice.split(' | '));
    }).observe(document, { childList: true, subtree: true });
    """
"""Keeps the dice that are thrown on the board, and has everything that waits wait less."""

COLLECT_COUNTS = """
    window.seenCounts = [];
    new MutationObserver(() => {
        const count = document.querySelector('.narration .count')?.textContent;
        const lines = document.querySelectorAll('.log > li:not([hidden])').length;
        if (count && window.seenCounts.at(-1)?.[0] !== count) window.seenCounts.push([count, lines]);
    }).observe(document, { childList: true, subtree: true });
    """
"""Keeps how far a fight was told, and how many lines the log had then, whenever that changes."""

COLLECT_PLAYS = """
    window.plays = window.askedMeanwhile = 0;
    let wasPlaying = false;
    new MutationObserver(() => {
        const isPlaying = document.querySelector('.fight.playing') !== null;
        if (isPlaying && !wasPlaying) window.plays += 1;
        if (isPlaying) window.askedMeanwhile += document.querySelectorAll('.choose').length;
        wasPlaying = isPlaying;
    }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] });
    """
"""Counts how often something was played, and the options that were offered meanwhile."""

PICTURE = """() => [...document.querySelectorAll('.token')].map(one => [
    one.dataset.fighter, one.style.transform, one.getAttribute('class'), one.querySelector('.token-face').getAttribute('aria-label'),
]).concat([[document.querySelector('.effect-layer').childNodes.length, document.querySelector('.strip').innerText]])"""


@each_ruleset
def test_the_dice_shown_are_the_tapes(
    service: Service, open_page: Any, client: httpx.Client, ruleset: str
) -> None:
    table = begin_scenario(client, DUELS[ruleset], players=["simple", "simple"], seed=4)
    tape = table.get("/tape").text
    rolls = [line.partition(" = ")[2] for line in tape.splitlines() if line.startswith("roll ")]
    assert rolls
    page = open_page(link(service, table), motion=True, script=COLLECT_DICE)
    page.locator(".narration .verdict").wait_for()
    assert page.evaluate("window.seenDice") == rolls


DICE = """async (frames) => {
    const { diceIn, withOwnDice } = await import('/static/js/plan/dice.js');
    return withOwnDice(frames.map((frame) => ({ kind: '', ...frame }))).map((frame) => diceIn(frame).map(
        ({ dice, goal, result }) => [dice.map((die) => [die.face, die.counts]), [goal, result].filter(Boolean).join(': ')]));
}"""


def test_dice_that_count_are_marked_against_what_they_had_to_reach(modules_page: Any) -> None:
    def read(*frames: dict[str, Any]) -> list[Any]:
        found: list[Any] = modules_page.evaluate(DICE, list(frames))
        return found

    contest = {"roll": 25, "shown": "25", "sum": "Blades 70 +10 = 80", "result": "success"}
    theirs = "Ghoul: Fray 50 −20 = 30: 68 (exceptional failure)"
    own_note, their_note = "at most 80: success", "Ghoul, at most 30: exceptional failure"
    both = {"rolls": ["d% = 25", "d% = 68"], "parts": {**contest, "defense": theirs}}
    assert read(both) == [[[[["25", True]], own_note], [[["68", False]], their_note]]]
    again = {**both, "rolls": ["d% = 90", "d% = 91", "d% = 25", "d% = 68"]}
    assert [one[0][0][1] for one in read(again)[0]] == [None, None, True, False]
    turned = {**both, "rolls": ["d% = 68"]}
    assert read(turned) == [[[[["68", False]], their_note]]], "the other was rolled before"
    no_roll = {"rolls": ["d% = 25"], "parts": {**contest, "defense": "Ghoul: Fray 50: no roll"}}
    assert read(no_roll) == [[[[["25", True]], own_note]]]

    pools = {
        "dice": ["d8:6", "d6:5", "or", "d8:2", "d6:4"],
        "successes": 1,
        "edge": " with dis (x)",
    }
    rolls = ["1d8 = 6", "1d6 = 5", "1d8 = 2", "1d6 = 4"]
    worse = [one[0][0][1] for one in read({"rolls": rolls, "parts": pools})[0]]
    assert worse == [False, False, False, True], "with dis the worse dice are kept"
    better = {**pools, "successes": 2, "edge": " with adv (x)"}
    kept = [one[0][0][1] for one in read({"rolls": rolls, "parts": better})[0]]
    assert kept == [True, True, False, False]

    defence = {
        "rolls": ["2d8 = 3 7", "1d8 = 2", "2d10 = 6 6"],
        "parts": {"dice": ["3", "7", "+2"], "cr": 12},
    }
    strike = {"rolls": [], "parts": {"dice": ["6", "6"], "total": 13, "cr": 12, "result": "hit"}}
    first, second = read(defence, strike)
    assert [[die[0] for die in dice] for dice, _ in first] == [["3", "7"], ["2"]]
    assert second == [[[["6", True], ["6", True]], "13 against 12: hit"]], "each has its own dice"
    first, second = read(defence, {"rolls": ["1d4 = 1"], "parts": {"dice": ["1"]}})
    assert len(first) == 3, "whoever rolled has theirs already"


CAMERA = """async ([board, groups, byHand]) => {
    const { Camera } = await import('/static/js/input/camera.js');
    const frame = document.body.appendChild(document.createElement('div'));
    Object.assign(frame.style, { position: 'fixed', width: '378px', height: '270px' });
    const element = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const camera = new Camera({ element, layout: { width: board[0], height: board[1], cells: true } }, frame);
    camera.fit(byHand);
    const seen = groups.map((points) => { camera.watch(points); return element.getAttribute('viewBox').split(' ').map(Number); });
    frame.remove();
    return seen;
}"""


def test_on_a_phone_what_happens_is_kept_in_sight(modules_page: Any) -> None:
    def watched(board: list[int], *groups: list[list[int]], by_hand: bool = False) -> list[Any]:
        found: list[Any] = modules_page.evaluate(CAMERA, [board, list(groups), by_hand])
        return found

    def shows(view: list[float], points: list[list[int]]) -> bool:
        left, top, wide, tall = view
        return all(left < x < left + wide and top < y < top + tall for x, y in points)

    near, beside, far = [[400, 250]], [[430, 260]], [[100, 100], [900, 400]]
    first, second, third = watched([1000, 500], near, beside, far)
    assert shows(first, near)
    assert first[2] < 450, "so large that it can be read"
    assert second == first, "nothing moves as long as it is seen"
    assert shows(third, far), "who strikes and who is struck"
    assert watched([1000, 500], near, by_hand=True)[0][2:] == [1000, 500], "as somebody wants it"
    assert watched([400, 280], near)[0] == [0, 0, 400, 280], "a small board is seen whole"


TRAY = """async (view) => {
    const { EffectStage } = await import('/static/js/render/effects.js');
    const drawing = document.body.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));
    const seat = { index: 0, x: 590, y: 300, scale: 1 };
    const stage = new EffectStage({ effects: drawing, tokens: new Map(), picture: { tokens: new Map([[0, seat]]) }, seen: () => view, unitsPerPixel: () => 1 });
    const dice = [{ face: '3', sides: 6, shown: '3', counts: null }];
    stage.play([{ kind: 'dice', who: 0, rolls: [{ dice, goal: 'against Defense 4', result: '0 hits' }] }, { kind: 'harm', who: 0, amount: 12 }], null, 400);
    const boxes = [...drawing.querySelectorAll('.dice-tray, .float')].map((one) => one.getBBox());
    stage.finish();
    drawing.remove();
    return boxes.map(({ x, y, width, height }) => [x, y, x + width, y + height]);
}"""


def test_dice_and_harm_are_drawn_where_one_looks(modules_page: Any) -> None:
    view = {"x": 400, "y": 250, "width": 200, "height": 150}
    boxes = modules_page.evaluate(TRAY, view)
    assert len(boxes) == 2
    for left, top, right, bottom in boxes:
        assert 400 - 6 <= left <= right <= 600 + 6
        assert 250 - 6 <= top <= bottom <= 400 + 6


THROWS = """async () => {
    const { EffectStage } = await import('/static/js/render/effects.js');
    const drawing = document.body.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));
    const seat = { index: 0, x: 300, y: 300, scale: 1, last: 'actor' };
    const stage = new EffectStage({ effects: drawing, tokens: new Map(), picture: { tokens: new Map([[0, seat]]) },
        seen: () => ({ x: 0, y: 0, width: 800, height: 600 }), unitsPerPixel: () => 1 });
    const die = { face: '3', sides: 6, shown: '3', counts: true };
    const throws = (result) => ({ kind: 'dice', who: 0, rolls: [{ dice: [die], goal: 'against 3', result }] });
    const shown = [];
    const play = (...effects) => {
        stage.play(effects, null, 400);
        shown.push([...drawing.querySelectorAll('.thrown-dice .dice-result')].map((one) => one.textContent));
    };
    play(throws('hit'));
    play(throws('4 damage'));
    play({ kind: 'strike', who: 0, target: 1, missile: null }, throws('miss'));
    for (const result of ['one', 'two', 'three']) play(throws(result));
    const tray = drawing.querySelector('.dice-tray').getBBox();
    stage.finish();
    drawing.remove();
    return [shown, tray.x >= 0 && tray.y >= 0 && tray.x + tray.width <= 800 && tray.y + tray.height <= 600];
}"""


def test_the_rolls_of_one_deed_stay_together(modules_page: Any) -> None:
    shown, is_seen = modules_page.evaluate(THROWS)
    assert shown[:3] == [["Hit"], ["Hit", "4 damage"], ["Miss"]], "the next deed begins anew"
    assert shown[-1] == ["One", "Two", "Three"], "three rows at most"
    assert is_seen


def moves_somebody(page: Any) -> None:
    page.evaluate(
        """() => {
            window.seen = [];
            const look = () => {
                for (const one of document.querySelectorAll('.token')) {
                    one.mark ||= Math.random();
                    const box = one.querySelector('.disc').getBoundingClientRect();
                    window.seen.push([one.dataset.fighter, one.mark, box.left, box.top]);
                }
                requestAnimationFrame(look);
            };
            look();
        }"""
    )


@at_length("mithryn", "renaissance", "orrery")
def test_a_moved_token_is_the_same_and_is_seen_on_its_way(
    service: Service, open_page: Any, client: httpx.Client, ruleset: str
) -> None:
    table = begin(client, ruleset, players=["simple", "simple"], seed=5)
    story = table.story()
    mover, frame = next(
        (number, at)
        for at, frame in enumerate(story["frames"])
        if at
        for number, state in frame["fighters"].items()
        if (state["where"] or {}).get("place")
        not in (None, last_place(story["frames"][:at], number))
        and state["state"] == "standing"
    )
    page = open_page(link(service, table), motion=True)
    page.locator("svg.board").wait_for()
    page.keyboard.press("Escape")
    page.locator(".timeline input").fill(str(frame - 1))
    page.evaluate("document.activeElement.blur()")
    token = (
        "(box => [box.left, box.top])("
        f"document.querySelector(\"[data-fighter='{mover}'] .disc\").getBoundingClientRect())"
    )
    beginning = page.evaluate(token)
    moves_somebody(page)
    page.keyboard.press("ArrowRight")
    wait_until(page, lambda: dist(page.evaluate(token), beginning) > 15, "it never moves")
    wait_until(page, lambda: stands_still(page, token), "it never comes to rest")
    end = page.evaluate(token)
    seen = [one for one in page.evaluate("window.seen") if one[0] == mover]
    assert len({one[1] for one in seen}) == 1, "it is one element all the way"
    points = [(one[2], one[3]) for one in seen]
    first, last = points[0], points[-1]
    assert first != last
    between = [
        point
        for point in points
        if max(abs(point[0] - first[0]), abs(point[1] - first[1])) > 3
        and max(abs(point[0] - last[0]), abs(point[1] - last[1])) > 3
    ]
    assert between, "it was never seen between its places"
    assert page.evaluate(token) == end
    assert beginning is not None


def stands_still(page: Any, position: str) -> bool:
    """Whether a position is the same a while later."""
    before = page.evaluate(position)
    page.wait_for_timeout(300)
    return bool(page.evaluate(position) == before)


def last_place(frames: list[dict[str, Any]], number: str) -> int | None:
    """Where a fighter was last said to be."""
    for frame in reversed(frames):
        if number in frame["fighters"]:
            where = frame["fighters"][number]["where"] or {}
            found: int | None = where.get("place")
            return found
    return None


@at_length("shinobi", "olde")
def test_skipping_and_reduced_motion_end_in_the_same_picture(
    service: Service, open_page: Any, client: httpx.Client, ruleset: str
) -> None:
    table = begin(client, ruleset, players=["simple", "simple"], seed=5)
    still = open_page(link(service, table))
    still.locator(".narration .verdict").wait_for()
    skipped = open_page(link(service, table), motion=True)
    skipped.locator(".fight.playing").wait_for()
    skipped.wait_for_timeout(700)
    skipped.keyboard.press("Escape")
    skipped.locator(".narration .verdict").wait_for()
    assert skipped.evaluate(PICTURE) == still.evaluate(PICTURE)


def test_watching_begins_at_the_first_frame_and_plays(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, players=["simple", "simple"], seed=5)
    page = open_page(link(service, table), motion=True, script=COLLECT_COUNTS)
    until(page, "window.seenCounts.length >= 4")
    last = len(table.story()["frames"])
    assert page.evaluate("window.seenCounts.slice(0, 4)") == [
        [f"{number} of {last}", number] for number in range(1, 5)
    ]
    page.keyboard.press("Escape")
    page.locator(".narration .verdict").wait_for()


def test_what_the_others_did_is_played_before_one_is_asked_and_summed_up(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, players=["person", "simple"], seed=5)
    question = play_until(
        table, lambda one: one["kind"] == "turn" and "end turn" in str(one["options"])
    )
    page = open_page(link(service, table), motion=True, script=COLLECT_PLAYS)
    page.locator(".question.own").wait_for()
    for _ in range(12):
        number, told = number_of(table), len(table.story()["frames"])
        played = page.evaluate("window.plays")
        page.wait_for_timeout(350)
        key = "end turn" if question["kind"] == "turn" else table.wise()
        choose_in_list(page, chosen_option(question, key))
        until_answered(table, number, page)
        if len(table.story()["frames"]) > told:
            until(page, f"window.plays > {played}")
            page.keyboard.press("Escape")
        wait_for_news(table, number, page)
        page.locator(".question.own .prompt").wait_for()
        found = table.question()
        assert found is not None
        question = found
        summary = page.locator(".since summary")
        if summary.count() and "things" in summary.inner_text():
            break
    assert page.evaluate("window.askedMeanwhile") == 0, "nothing is asked while it is played"
    told = int(re.findall(r"\d+", page.locator(".since summary").inner_text())[0])
    page.locator(".since summary").click()
    assert told > 1
    expect(page.locator(".since li")).to_have_count(told)
    expect(page.locator(".token.last-actor")).to_have_count(1)


def until_answered(table: Table, number: int, page: Any) -> None:
    """Wait until the service has gone on, whatever the page shows."""
    wait_until(page, lambda: number_of(table) > number, "nothing happened", every=10)


def test_a_fight_is_watched_by_steps_though_nothing_moves(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, players=["simple", "simple"], seed=5)
    page = open_page(link(service, table))
    page.locator(".narration .verdict").wait_for()
    page.locator(".timeline select").select_option("-1")
    page.get_by_role("button", name="To the beginning").click()
    page.get_by_role("button", name="Play from here").click()
    page.locator(".fight.playing").wait_for()
    seen = []
    for _ in range(3):
        page.wait_for_timeout(2500)  # longer than any beat takes
        waiting = page.locator(".narration").inner_text()
        page.wait_for_timeout(800)
        assert page.locator(".narration").inner_text() == waiting, "it waits for a press"
        assert page.locator(".thrown-dice").count() == 0
        seen.append(waiting)
        page.keyboard.press("Space")
        expect(page.locator(".narration")).not_to_have_text(waiting)
    assert len(set(seen)) == 3
    page.keyboard.press("Escape")
    page.locator(".narration .verdict").wait_for()


def test_the_speed_is_kept_and_at_once_plays_nothing(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, players=["simple", "simple"], seed=5)
    page = open_page(link(service, table), motion=True)
    page.locator(".fight.playing").wait_for()
    page.locator(".timeline select").select_option("0")
    page.locator(".narration .verdict").wait_for()
    page.reload()
    page.locator(".narration .verdict").wait_for()
    until(page, "document.querySelector('.timeline select').value === '0'")
