"""Nothing moves that need not, nothing is cut off or covered, and what belongs together stands together."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from at_the_table import begin, offers_an_attack, play_until
from driving import (
    PHONE,
    begin_scenario,
    expect,
    free_point,
    link,
    number_of,
    until,
    wait_for_question,
    wait_until,
)

from affray.lab.simulation import simulate
from affray.library import load, rulesets
from servers import Service

each_ruleset = pytest.mark.parametrize("ruleset", list(rulesets()))
each_size = pytest.mark.parametrize("size", [{}, PHONE], ids=["desk", "phone"])

BOXES = """selectors => selectors.map((selector) => {
    const box = document.querySelector(selector).getBoundingClientRect();
    return [selector, box.left, box.top, box.width, box.height].join(' ');
})"""

PARTS = [".strip", ".board-frame", ".question", ".narration", ".timeline"]


@each_size
def test_chances_that_arrive_late_move_nothing(
    service: Service, open_page: Any, client: httpx.Client, size: dict[str, Any]
) -> None:
    table = begin_scenario(client, "first-blood", players=["person", "simple"], seed=5)
    held: list[Any] = []
    page = open_page("about:blank", **size)
    page.route("**/chances", lambda route: held.append(route))
    page.goto(link(service, table))
    page.locator(".question .choose").first.wait_for()
    while not held:
        page.wait_for_timeout(20)
    expect(page.locator(".win-bar")).to_be_hidden()
    before = page.evaluate(BOXES, PARTS)
    for route in held:
        route.continue_()
    page.locator(".win-bar").wait_for()
    assert page.evaluate(BOXES, PARTS) == before


@each_size
def test_the_board_stands_still_while_a_fight_is_stepped_through(
    service: Service, open_page: Any, client: httpx.Client, size: dict[str, Any]
) -> None:
    table = begin(client, "orrery", players=["simple", "simple"], seed=5)
    texts = [len(frame["text"]) for frame in table.story()["frames"]]
    page = open_page(link(service, table), **size)
    page.locator(".narration .verdict").wait_for()
    seen = set()
    for frame in (texts.index(min(texts)), texts.index(max(texts))):
        page.locator(".timeline input").fill(str(frame))
        page.wait_for_timeout(60)
        seen.add(tuple(page.evaluate(BOXES, PARTS)))
    assert max(texts) > 100 > 40 > min(texts), "one has a line, one has several"
    assert len(seen) == 1


@each_ruleset
def test_groups_are_folded_to_what_fits(
    service: Service, open_page: Any, client: httpx.Client, ruleset: str
) -> None:
    seed = 1 if ruleset == "olde" else 5  # where there are more attacks than the likely one
    table = begin(client, ruleset, gm="passive", seed=seed)
    question = play_until(table, offers_an_attack)
    page = open_page(link(service, table))
    wait_for_question(page, question)
    page.locator(".question .figure.hit").first.wait_for()
    fits, opened, groups = page.evaluate(
        """() => {
            const body = document.querySelector('.question-body');
            const groups = [...body.querySelectorAll('details.verb')];
            return [body.scrollHeight <= body.clientHeight + 2, groups.filter((one) => one.open).length, groups.length];
        }"""
    )
    assert fits or opened == 1
    assert opened >= min(1, groups)
    expect(page.locator(".question.more-below")).to_have_count(int(not fits))


def test_what_concerns_one_alone_is_not_grouped(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin_scenario(client, "lances-and-spears", players=["person", "simple"], seed=1)
    question = play_until(table, lambda one: "opening" in one["prompt"])
    kinds = {one["kind"] for one in question["options"]}
    assert len(kinds) > 3
    page = open_page(link(service, table))
    wait_for_question(page, question)
    expect(page.locator("details.verb")).to_have_count(0)
    expect(page.locator(".question-body .choose:visible")).to_have_count(len(kinds) - 1)
    expect(page.locator(".about-one .nameplate")).to_have_count(1)
    table = begin(client, "renaissance", gm="passive", seed=5)
    question = play_until(table, offers_an_attack)
    assert len({one["target"] for one in question["options"] if one["attack"]}) > 1
    page = open_page(link(service, table))
    wait_for_question(page, question)
    expect(
        page.locator("details.verb").nth(1), "several are grouped by what is done"
    ).to_be_attached()


def test_an_option_that_was_explained_leaves_no_trace(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin_scenario(client, "causeway", gm="passive", seed=5)
    question = play_until(table, offers_an_attack)
    page = open_page(link(service, table))
    wait_for_question(page, question)
    page.locator(".question .figure.hit").first.wait_for()
    below = "document.querySelector('.question').classList.contains('more-below')"
    option = page.locator(".question .option", has=page.locator(".figure.hit")).first
    before = page.evaluate(below)
    option.locator(".opener").click()
    option.locator(".way-of").first.wait_for()
    until(page, below)
    option.locator(".opener").click()
    until(page, f"{below} === {str(before).lower()}")
    assert not before, "all that can be done is seen"


@each_ruleset
def test_a_card_covers_as_few_as_it_can(look_at_attack: Any, ruleset: str) -> None:
    page, _, question = look_at_attack(ruleset)
    target = next(one["target"] for one in question["options"] if one["attack"])
    page.mouse.click(*(free_point(page, f"[data-fighter='{target}']") or (0, 0)))
    page.locator(".press-card").wait_for()
    covered, cut = page.evaluate(
        """target => {
            const card = document.querySelector('.press-card');
            const box = card.getBoundingClientRect();
            const frame = document.querySelector('.board-frame').getBoundingClientRect();
            const under = [...document.querySelectorAll('.token')].filter((one) => {
                const disc = one.querySelector('.disc').getBoundingClientRect();
                const [x, y] = [disc.left + disc.width / 2, disc.top + disc.height / 2];
                return x > box.left && x < box.right && y > box.top && y < box.bottom;
            }).map((one) => Number(one.dataset.fighter));
            const name = card.querySelector('.whole-name');
            const cut = box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom
                || name.scrollWidth > name.clientWidth;
            return [under, cut];
        }""",
        target,
    )
    assert covered == []
    assert not cut


FREE_PLACE = """async ([point, box, frame, others]) => {
    const { freePlace } = await import('/static/js/plan/free_place.js');
    return freePlace(point, box, frame, others);
}"""


def test_where_a_card_is_put(modules_page: Any) -> None:
    box, frame = {"width": 100, "height": 80}, {"width": 400, "height": 300}

    def put(x: float, y: float, *others: tuple[float, float]) -> list[float]:
        found: list[float] = modules_page.evaluate(
            FREE_PLACE, [{"x": x, "y": y, "radius": 10}, box, frame, [list(one) for one in others]]
        )
        return found

    assert put(100, 150) == [118, 110], "beside it, to the right"
    assert put(350, 150)[0] == 350 - 18 - 100, "to the left where there is no room to the right"
    left, _ = put(200, 150, (260, 150))
    assert left == 82, "and where somebody stands to the right"
    left, top = put(200, 150, (260, 150), (140, 150))
    assert top in (168, 52), "above or below, where somebody stands on both sides"
    assert 4 <= left <= 296


@each_ruleset
def test_a_sheet_has_every_score_by_its_name(look_at_attack: Any, ruleset: str) -> None:
    page, table, _ = look_at_attack(ruleset)
    sheet = table.look()["scene"]["fighters"][0]["sheet"]
    scores = sheet["scores"]
    pairs = scores.items() if isinstance(scores, dict) else map(name_and_figure, scores)
    page.locator(".strip [data-who='0']").click()
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    shown = dialog.locator(".scores").first.locator("div").all_inner_texts()
    for name, figure in pairs:
        if figure not in (None, ""):
            assert any(name.replace("-", " ").replace("_", " ") in one for one in shown), name
            assert any(str(figure) in one for one in shown), figure
    narrow = dialog.locator(".scores div:not(.long) dd")
    assert all(len(text) <= 12 for text in narrow.all_inner_texts())


def name_and_figure(score: Any) -> tuple[str, Any]:
    """Return a score of a sheet that lists them."""
    return (score["name"], score["figure"]) if isinstance(score, dict) else tuple(score)


@each_ruleset
def test_labels_and_health_fit_their_plates(look_at_attack: Any, ruleset: str) -> None:
    page, _, _ = look_at_attack(ruleset)
    wide = page.evaluate(
        """[...document.querySelectorAll('.token')].flatMap((one) => [['.plate-text', '.plate'], ['.figure', '.badge']].map(
            ([text, plate]) => [one.querySelector(text).textContent, one.querySelector(text).getComputedTextLength(), one.querySelector(plate).width.baseVal.value]))"""
    )
    assert len(wide) >= 4
    for text, length, room in wide:
        assert text
        assert length <= room - 2, text


SEATS = """async ([states, kind]) => {
    const { layoutOf } = await import('/static/js/plan/layout.js');
    const { pictureOf } = await import('/static/js/plan/picture.js');
    const board = kind === 'grid' ? { kind, places: Array(9).fill(''), width: 3, height: 3 } : { kind, places: ['a'], paths: [], exits: [] };
    const layout = layoutOf(board, { fighters: states.length });
    const fighters = states.map((_, index) => ({ name: String(index), side: 0 }));
    const stand = states.map((state) => ({ state, health: 1, max: 1, conditions: [], where: { place: 0 } }));
    const { tokens } = pictureOf({ board, fighters, sides: [{}], title: '' }, layout, stand);
    return states.map((_, index) => [tokens.get(index).scale, tokens.get(index).y - layout.centres[0][1]]);
}"""


def test_the_fallen_lie_small_at_the_edge_of_a_cell_where_somebody_stands(
    modules_page: Any,
) -> None:
    def seats(*states: str, kind: str = "grid") -> list[list[float]]:
        found: list[list[float]] = modules_page.evaluate(SEATS, [list(states), kind])
        return found

    [alone] = seats("standing")
    down, up = seats("down", "standing")
    assert up == alone, "whoever stands has all the room"
    assert down[0] < 0.5 * alone[0]
    assert down[1] > 10
    assert seats("down") == [alone], "alone the fallen has it too"
    pair = seats("standing", "standing")
    assert all(22 * scale + abs(below) <= 24 for scale, below in pair), "two fit in a cell"
    zone = seats("down", "standing", kind="zones")
    assert zone[0][0] == zone[1][0], "in a zone there is room for all"


def test_the_fallen_are_drawn_below_those_who_stand(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin_scenario(client, "shield-wall", players=["simple", "simple"], seed=5)
    page = open_page(link(service, table))
    page.locator(".narration .verdict").wait_for()
    order = page.evaluate(
        "[...document.querySelectorAll('.token')].map((one) => one.classList.contains('gone'))"
    )
    assert order == sorted(order, reverse=True)
    assert set(order) == {True, False}


def test_ending_is_offered_only_where_something_ends(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, players=["person", "simple"], seed=5)
    question = table.question()
    assert question is not None
    assert question["kind"] != "turn"
    page = open_page(link(service, table))
    wait_for_question(page, question)
    expect(page.locator(".end-turn"), "who acts is not declined").to_be_hidden()
    question = play_until(table, lambda one: bool(one["kind"] == "turn"))
    page.reload()
    wait_for_question(page, question)
    expect(page.locator(".end-turn")).to_be_visible()
    over = begin(client, players=["simple", "simple"], seed=5)
    page = open_page(link(service, over))
    page.locator(".narration .verdict").wait_for()
    expect(page.locator(".end-turn")).to_be_hidden()


@pytest.mark.parametrize("scenario", ["frozen-monastery", "arrows-over-the-rice"])
def test_a_title_is_not_cut(
    service: Service, open_page: Any, client: httpx.Client, scenario: str
) -> None:
    table = begin_scenario(client, scenario, seed=5)
    for size in ({}, PHONE):
        page = open_page(link(service, table), **size)
        page.locator(".fight h1").wait_for()
        cut = "one => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 2"
        assert not page.locator(".fight h1").evaluate(cut)


def test_the_uppermost_line_of_the_log_fades_where_more_stand_above(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, players=["simple", "simple"], seed=5)
    page = open_page(link(service, table))
    page.locator(".narration .verdict").wait_for()
    until(page, "document.querySelector('.log').classList.contains('more-above')")
    page.evaluate("document.querySelector('.log').scrollTop = 0")
    until(page, "!document.querySelector('.log').classList.contains('more-above')")


def test_the_first_fight_is_close_to_even(service: Service, open_page: Any) -> None:
    page = open_page(service.address)
    page.locator(".begin-first").wait_for()
    offered = page.locator(".begin-first").get_attribute("data-scenario")
    scenario = load(offered)
    assert scenario.ruleset.name == "mithryn"
    result = simulate(scenario, 600, seed=7, workers=1)
    shares = [one.wins / 600 for one in result.sides.values()]
    assert 0.44 <= shares[0] <= 0.56, shares
    assert len(shares) == 2
    assert result.rounds["mean"] <= 7
    start = page.locator(".opening-text p")
    expect(start).to_contain_text("Kael, Brynn and Sira against five foes")
    page.locator(".begin-first").click()
    page.locator(".question.own .choose").first.wait_for()
    fight = page.url.split("/fight/")[1].split("/")
    story = page.evaluate(STORY_OF, fight)
    assert [one["player"] for one in story["scene"]["sides"]] == ["person", "simple"]


STORY_OF = """async ([id, secret]) => (await fetch(`/api/fights/${id}`,
    { headers: { authorization: `Bearer ${secret}` } })).json()"""


def test_the_first_fight_asks_nothing_out_of_turn(service: Service, open_page: Any) -> None:
    page = open_page(service.address)
    page.locator(".begin-first").click()
    page.locator(".question.own .choose").first.wait_for()
    answers = """async (state) => {
        const { habitualAnswer } = await import('/static/js/state/fight.js');
        const question = { number: 1, kind: 'help', who: 0, about: -1, side: 0, default: 0,
            asked: '', prompt: '', player: 'person', simple: 'yes', yours: true,
            options: ['no', 'yes'].map((key) => ({ key, kind: key, target: -1, place: -1, text: key })) };
        const scene = { sides: [{ player: 'person' }], fighters: [{ side: 0 }] };
        const story = { frames: [], latest: { question }, decisions: [] };
        const one = { role: 'gm', scene, story, step: null, playing: false, habits: {}, ...state };
        return habitualAnswer(one)?.key ?? null;
    }"""
    assert page.evaluate(answers, {"isCalm": True}) == "yes", "as the simple player would"
    assert page.evaluate(answers, {"isCalm": False}) is None


EACH_CARD_HAS_TOKENS = """[...document.querySelectorAll('.scenario')].length > 0 &&
    [...document.querySelectorAll('.scenario')].every((one) => one.querySelector('svg.field-picture .token'))"""


def test_every_scenario_has_a_picture_of_its_field(service: Service, open_page: Any) -> None:
    page = open_page(service.address)
    page.locator(".begin-first").wait_for()
    worlds = page.locator(".world")
    seen = 0
    for number in range(worlds.count()):
        worlds.nth(number).click()
        cards = page.locator(".scenario")
        until(page, EACH_CARD_HAS_TOKENS)
        seen += cards.count()
    assert seen > 20


STAKE = """async ([fighters, harm]) => {
    const { stakeOf } = await import('/static/js/plan/question_text.js');
    const question = { kind: 'parry', who: 0, default: 0, options: [{ key: 'no' }] };
    const odds = { no: { exact: true, error: 0, rolled: true, fighters: harm } };
    return [stakeOf(question, odds, { fighters }), stakeOf(question, {}, { fighters }), stakeOf({ ...question, kind: 'turn' }, odds, { fighters }), stakeOf(question, odds, { fighters }, false)];
}"""


def test_what_is_at_stake_is_said_with_its_chance(modules_page: Any) -> None:
    page = modules_page
    harm = {"who": 0, "hurt": 0.43, "harm": 4.8, "drop": 0.1}
    said, unknown, turn, planned = page.evaluate(STAKE, [[{"name": "Ilya"}], [harm]])
    assert said == "As it stands: Ilya: 43 % to be hurt, 4.8 harm, 10 % to drop."
    assert unknown == "", "nothing before the odds are known"
    assert turn == "", "a turn of one's own is at nobody's cost"
    assert planned == said, "whatever led to it"
    none = {"who": 0, "hurt": 0, "harm": 0, "drop": 0}
    said, _, _, planned = page.evaluate(STAKE, [[{"name": "Ilya"}], [none]])
    assert said == "As it stands: nobody is hurt."
    assert planned == "", "where nothing is under way nobody could be hurt"


def test_a_reaction_says_what_is_at_stake(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin_scenario(client, "shield-bearers", players=["person", "person"], seed=3)
    question = play_until(table, lambda one: bool(one["kind"] == "interpose"))
    odds = table.get("/odds").json()["odds"]["no"]["fighters"][0]
    page = open_page(link(service, table))
    wait_for_question(page, question)
    name = table.look()["scene"]["fighters"][odds["who"]]["name"]
    said = f"As it stands: {name}: {round(100 * odds['hurt'])} % to be hurt"
    page.locator(".stake").get_by_text(said).wait_for()


SHORT = """async ([fighters, lefts]) => {
    const { StripElement } = await import('/static/js/render/strip.js');
    const scene = { fighters, sides: [{ name: 'one' }] };
    const strip = new StripElement(scene, fighters.map((_, who) => `L${who}`), () => {});
    const states = fighters.map(() => ({ health: 3, max: 5, state: 'standing', conditions: [] }));
    strip.show(fighters.map((_, who) => ({ who, status: 'waiting', left: lefts[who] || '' })), states, -1);
    return [...strip.element.children].map((one) => [one.querySelector('.turn-name').textContent, one.querySelector('.left-over')?.textContent || '']);
}"""


def test_a_crowded_strip_says_the_same_in_fewer_letters(modules_page: Any) -> None:
    page = modules_page
    lefts = ["2 Actions", "Standard and Quick", "6 AP", "an action"]
    many = [{"name": name, "side": 0} for name in ["Bandit archer 1", "Frozen Horror 2", "Ilse"]]
    many += [{"name": f"Orc {number}", "side": 0} for number in range(8)]
    shown = page.evaluate(SHORT, [many, lefts])
    assert [name for name, _ in shown[:4]] == ["Archer 1", "Horror 2", "Ilse", "Orc 0"]
    assert [left for _, left in shown[:4]] == [
        f" · {short}{left}" for short, left in zip(["2A", "S Q", "6 AP", "A"], lefts, strict=True)
    ], "with the whole for those who hear it"
    few = page.evaluate(SHORT, [many[:4], lefts])
    assert few[0] == ["Bandit archer 1", " · 2 Actions"]


MOST_LAYOUTS = 14
"""How often the page may be laid out from a press to the next question with its odds."""


def test_a_press_lays_the_page_out_only_a_few_times(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin_scenario(client, "sword-and-spear", players=["person", "simple"], seed=5)
    page = open_page(link(service, table))
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def layouts() -> int:
        found = session.send("Performance.getMetrics")["metrics"]
        return int(next(one["value"] for one in found if one["name"] == "LayoutCount"))

    for _ in range(3):
        question = table.question()
        assert question is not None
        assert len(question["options"]) >= 6, "several options, each with a number or none"
        wait_for_question(page, question)
        if not page.locator(".question .choose kbd:not(:empty)").count():
            page.keyboard.press("a")
        page.wait_for_timeout(300)
        before, number = layouts(), question["number"]
        page.keyboard.press("1")
        wait_until(page, lambda number=number: number_of(table) > number, every=20)
        asked = table.question()
        assert asked is not None
        wait_for_question(page, asked)
        assert layouts() - before <= MOST_LAYOUTS


def test_stunts_stand_below_what_is_done_more_often(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin_scenario(client, "lances-and-spears", players=["person", "person"], seed=3)
    question = play_until(table, lambda one: any(o["kind"] == "stunt" for o in one["options"]))
    page = open_page(link(service, table))
    wait_for_question(page, question)
    tops = page.evaluate(
        """['.plain-options:not(details *)', "details[data-verb='stunt']"].map((one) => document.querySelector(`.question-body ${one}`).getBoundingClientRect().top)"""
    )
    assert tops[0] < tops[1]


def test_every_wedge_of_a_facing_can_be_seen(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin_scenario(client, "bamboo-grove", seed=7)
    for _ in range(2):
        question = table.question()
        assert question is not None
        table.answer(question["number"], question["options"][0]["key"])
    question = table.question()
    assert question is not None
    place = table.story()["now"][question["who"]]["where"]["place"]
    assert place // 12 in (0, 11), "at the board's edge"
    page = open_page(link(service, table))
    wait_for_question(page, question)
    expect(page.locator(".wedge")).to_have_count(8)
    hidden = page.evaluate(
        """[...document.querySelectorAll('.wedge')].filter((one) => {
            const box = one.getBoundingClientRect();
            const frame = document.querySelector('.viewport').getBoundingClientRect();
            return box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom;
        }).map((one) => one.dataset.facing)"""
    )
    assert hidden == [], place
    around = page.evaluate(
        f"""[document.querySelector('.wedge').parentNode, document.querySelector("[data-fighter='{question["who"]}'] .disc")].map((one) => {{
            const box = one.getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2];
        }})"""
    )
    assert around[0] == pytest.approx(around[1], abs=2), "around whoever turns"


OUT_OF_SIGHT = """() => {
    const body = document.querySelector('.question-body').getBoundingClientRect();
    return [...document.querySelectorAll('details.verb > summary')].filter((one) => {
        if (!one.checkVisibility()) return false;  // rare ones are behind "More"
        const box = one.getBoundingClientRect();
        return box.top < body.top - 2 || box.bottom > body.bottom + 2;
    }).length;
}"""

SCROLL_ROWS = """() => {
    const rows = document.querySelector('.question-body');
    rows.scrollTop = rows.scrollHeight;
}"""


def test_all_that_can_be_done_is_seen_though_one_group_is_long(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin_scenario(client, "burning-mill", gm="passive", seed=5)
    question = play_until(table, offers_an_attack)
    page = open_page(link(service, table))
    wait_for_question(page, question)
    expect(page.locator("details.verb").nth(4)).to_be_attached()
    expect(page.locator(".question.more-below")).to_have_count(1)
    assert page.evaluate(OUT_OF_SIGHT) == 0
    rows = page.locator("details.verb[open] .choose")
    expect(rows.last.locator("kbd"), "what is not seen has no number").to_have_text("")
    page.evaluate(SCROLL_ROWS)
    last = "[...document.querySelectorAll('details.verb[open] .choose')].at(-1)"
    until(page, f"{last}.querySelector('kbd').textContent")
    expect(rows.first.locator("kbd")).to_have_text("")
    duel = begin_scenario(client, "first-blood", gm="passive", seed=5)
    question = play_until(duel, offers_an_attack)
    page = open_page(link(service, duel))
    wait_for_question(page, question)
    expect(page.locator(".question.more-below"), "where all fits, nothing is below").to_have_count(
        0
    )


COVERED_PLATES = """() => {
    const plates = [...document.querySelectorAll('.token')].flatMap((token) =>
        [...token.querySelectorAll('.plate, .badge:not([hidden])')].map((plate) => ({ token, box: plate.getBoundingClientRect() })));
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
    return plates.flatMap((one, at) => plates.slice(at + 1).filter((other) => other.token !== one.token && meet(one.box, other.box))).length;
}"""


def test_labels_and_health_of_neighbours_do_not_cover_each_other(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin_scenario(client, "burning-tower", gm="passive", seed=5)
    assert table.look()["scene"]["board"]["hexes"], "whose rows are closer than squares'"
    page = open_page(link(service, table))
    page.locator(".token").first.wait_for(state="attached")
    expect(page.locator(".token").nth(5)).to_be_attached()
    assert page.evaluate(COVERED_PLATES) == 0


HIDDEN_PLATES = """() => [...document.querySelectorAll('.token')].flatMap((token, number, all) =>
    [...token.querySelectorAll('.plate, .badge:not([hidden])')].filter((plate) => {
        const box = plate.getBoundingClientRect();
        return all.slice(number + 1).some((other) => {
            const disc = other.querySelector('.disc').getBoundingClientRect();
            const [x, y] = [box.left + box.width / 2 - disc.left - disc.width / 2, box.top + box.height / 2 - disc.top - disc.height / 2];
            return Math.hypot(x, y) < disc.width / 2;
        });
    })).length"""


def test_a_rider_can_be_read_beside_the_mount(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    page = open_page(link(service, begin_scenario(client, "lances-and-spears", seed=5)))
    page.locator(".token").first.wait_for(state="attached")
    scale = "document.querySelectorAll(\".token[style*='scale(0.72']\").length"
    assert page.evaluate(scale) == 4, "two riders and two mounts share their cells"
    assert page.evaluate(HIDDEN_PLATES) == 0


def test_nobodys_point_hides_the_label_before_it(look_at_attack: Any) -> None:
    page, table, _ = look_at_attack("shinobi")
    assert sum(one["where"]["facing"] is not None for one in table.story()["now"]) > 5
    heights = page.evaluate(
        "[...document.querySelectorAll('.token:not(.gone) .disc')].map((one) => Math.round(one.getBoundingClientRect().top))"
    )
    assert heights == sorted(heights, reverse=True), "those farther up are drawn later"
    assert len(set(heights)) > 2


SIGNS_ON_TEXT = """[...document.querySelectorAll('.turn-sign')].filter((sign) => {
    const box = sign.getBoundingClientRect();
    const text = sign.closest('.turn').querySelector('.turn-text').getBoundingClientRect();
    return box.right > text.left && box.left < text.right;
}).length"""


def test_names_in_the_strip_are_whole_when_their_turn_is_over(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, "shinobi", gm="passive", seed=5)
    play_until(table, offers_an_attack)
    page = open_page(link(service, table))
    page.locator(".turn.acted").first.wait_for()
    cut = "[...document.querySelectorAll('.turn-name, .turn-left')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
    expect(page.locator(".turn").nth(8)).to_be_attached()
    assert page.evaluate(cut) == []
    expect(page.locator(".turn-sign").first).to_be_attached()
    assert page.evaluate(SIGNS_ON_TEXT) == 0
    table = begin_scenario(client, "frozen-monastery", gm="passive", seed=5)
    question = play_until(table, offers_an_attack)
    page = open_page(link(service, table))
    wait_for_question(page, question)
    assert page.evaluate(cut) == [], "nor is what is left to do"
    table = begin_scenario(client, "arrows-over-the-rice", gm="passive", seed=5)
    page.goto(link(service, table))
    page.reload()
    page.locator(".strip.many .turn").first.wait_for()
    expect(page.locator(".turn")).to_have_count(10)
    assert page.evaluate(cut) == []
    assert page.evaluate(SIGNS_ON_TEXT) == 0


FACES_AND_NAMES = """[...document.querySelectorAll('.turn')].map((one) => {
    const name = one.querySelector('.turn-name');
    return [one.querySelector('.avatar').getBoundingClientRect().width,
        name.getBoundingClientRect().width, name.scrollWidth <= name.clientWidth];
})"""


def test_a_strip_of_eighteen_has_faces_and_names(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin_scenario(client, "nine-against-nine", gm="passive", seed=5)
    page = open_page(link(service, table))
    page.locator(".strip.crowded .turn").nth(17).wait_for()
    for face, name, is_whole in page.evaluate(FACES_AND_NAMES):
        assert face >= 30
        assert name > 30
        assert is_whole


def test_on_a_phone_health_and_what_is_left_are_told_apart(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin_scenario(
        client, "shield-wall", players=["person", "simple"], gm="passive", seed=7
    )
    page = open_page(link(service, table), viewport={"width": 844, "height": 390})
    told = page.locator(".strip.many .turn.asked .turn-left, .strip.crowded .turn.asked .turn-left")
    expect(told).to_contain_text(re.compile(r"\d+/\d+ · \d+ AP"), use_inner_text=True)


NAMES_COVERED = """() => {
    const box = (one) => one.getBoundingClientRect();
    const meet = (a, b) => a.left < b.right - 2 && b.left < a.right - 2
        && a.top < b.bottom - 3 && b.top < a.bottom - 3;
    const names = [...document.querySelectorAll('.board .name tspan')];
    const over = [...document.querySelectorAll('.token-face .disc, .chance-pill rect'), ...names];
    return names.flatMap((name) => over
        .filter((one) => one !== name && one.closest('.token') !== name.closest('.token')
            && meet(box(name), box(one)))
        .map((one) => [name.textContent, one.textContent || one.getAttribute('class')]));
}"""


PILL_PIXELS = """Math.min(...[...document.querySelectorAll('.chance-pill text')]
    .map(one => 11 * one.getScreenCTM().a))"""


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desk", "phone"])
def test_names_in_a_crowded_zone_are_covered_by_nothing(
    service: Service, open_page: Any, client: httpx.Client, size: dict[str, Any]
) -> None:
    table = begin_scenario(
        client, "causeway-in-force", players=["person", "simple"], gm="passive", seed=5
    )
    question = play_until(table, offers_an_attack)
    page = open_page(link(service, table), **size)
    wait_for_question(page, question)
    page.locator(".chance-pill").first.wait_for()
    assert page.locator(".board .name tspan").count() >= 8
    assert page.evaluate(NAMES_COVERED) == []
    assert page.evaluate(PILL_PIXELS) >= 11.9, "chances can be read"


def test_no_line_of_the_log_is_cut(service: Service, open_page: Any, client: httpx.Client) -> None:
    table = begin(client, "shinobi", gm="passive", seed=5)
    play_until(table, lambda question: len(table.story()["frames"]) > 11)
    page = open_page(link(service, table), viewport={"width": 1280, "height": 600})
    page.locator(".log.more-above").wait_for()
    seen = """[...document.querySelectorAll('.log > li')].map((line) => {
        const top = document.querySelector('.log').getBoundingClientRect().top;
        const box = line.getBoundingClientRect();
        return box.top < top - 2 ? Math.max(0, box.bottom - top - 2) : 0;
    }).filter((part) => part > 0)"""
    expect(page.locator(".log > li").nth(6)).to_be_attached()
    assert page.evaluate(seen) == []


SMALL_TARGETS = """[...document.querySelectorAll('.fight :is(button, summary, select, input)')].flatMap((one) => {
    const box = one.getBoundingClientRect();
    const seen = one.checkVisibility({ visibilityProperty: true }) && box.width && box.bottom > 0 && box.top < innerHeight;
    return seen && box.height < 39.5 ? [`${one.className} ${box.width} × ${box.height} ${one.textContent}`] : [];
})"""


def test_a_card_on_a_phone_leaves_no_half_of_the_question(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin_scenario(client, "first-blood", gm="passive", seed=5)
    question = play_until(table, offers_an_attack)
    target = next(one["target"] for one in question["options"] if one["attack"])
    page = open_page(link(service, table), **PHONE)
    wait_for_question(page, question)
    page.touchscreen.tap(*(free_point(page, f"[data-fighter='{target}']") or (0, 0)))
    page.locator(".press-card").wait_for()
    card, asked = (page.locator(one).bounding_box() for one in (".press-card", ".question"))
    assert card["y"] <= asked["y"] + 2
    board = page.locator(".board-frame").bounding_box()
    assert card["y"] >= board["y"] + board["height"], "and the board is free"
    page.locator(".press-card header button").tap()
    until(page, "document.querySelector('.press-card').hidden")
    assert page.evaluate(SMALL_TARGETS) == []
    page.locator(".timeline").get_by_role("button", name="Back").tap()
    page.locator(".looking-back").wait_for()
    told, asked = (page.locator(one).bounding_box() for one in (".made-by .told", ".question"))
    assert told["y"] >= asked["y"], "what is looked at is told where one is asked"
    assert told["y"] + told["height"] <= asked["y"] + asked["height"]
    expect(
        page.locator(".made-by .rules, .made-by .quiet").first, "with its rules"
    ).to_be_attached()
    page.locator(".log-opener").tap()
    assert page.locator(".log").bounding_box()["height"] > 120, "and the log is one press away"
    page.get_by_role("button", name="Close the log").tap()
    assert page.locator(".board-frame").bounding_box() == board, "and the board has not moved"
    expect(page.locator(".question"), "which a phone does not have").not_to_contain_text(
        "Esc", use_inner_text=True
    )


@each_size
def test_a_notice_covers_neither_what_is_asked_nor_where_one_writes(
    service: Service, open_page: Any, client: httpx.Client, size: dict[str, Any]
) -> None:
    table = begin_scenario(client, "first-blood", gm="passive", seed=5)
    question = play_until(table, offers_an_attack)
    page = open_page(link(service, table), **size)
    wait_for_question(page, question)
    page.evaluate(
        "document.querySelector('#notices').innerHTML = '<p class=notice>The fight begins.</p>'"
    )
    notice = page.locator("#notices .notice").bounding_box()
    assert notice["width"] > 100
    assert notice["x"] >= 0
    assert notice["x"] + notice["width"] <= page.viewport_size["width"]
    for part in (".question", ".board-frame", ".timeline"):
        box = page.locator(part).bounding_box()
        assert notice["y"] + notice["height"] <= box["y"] + 2 or part == ".board-frame", part
        assert notice["y"] + notice["height"] < box["y"] + 60, part


SHOW_CHANCES = """async values => {
    const { WinBarElement } = await import('/static/js/render/win_bar.js');
    const bar = new WinBarElement();
    document.querySelector('.win-bar-place').replaceWith(bar.place);
    bar.show(['party', 'brigands'], values.map((value) => ({ value, error: 0.001 })), true);
    const box = bar.place.getBoundingClientRect();
    return [...bar.element.querySelectorAll('.win-end b')].map((one) => {
        const figure = one.getBoundingClientRect();
        return [one.textContent, figure.left >= box.left - 1 && figure.right <= box.right + 1];
    });
}"""


@each_size
def test_the_smallest_chance_to_win_is_written_whole(
    service: Service, open_page: Any, client: httpx.Client, size: dict[str, Any]
) -> None:
    table = begin_scenario(client, "first-blood", gm="passive", seed=5)
    page = open_page(link(service, table), **size)
    page.locator(".question .choose").first.wait_for()
    for values in ([0.9996, 0.0004], [0.0004, 0.9996], [0.5, 0.5]):
        assert [whole for _, whole in page.evaluate(SHOW_CHANCES, values)] == [True, True], values


def test_the_code_and_its_button_are_beside_each_other_on_a_phone(
    service: Service, open_page: Any
) -> None:
    page = open_page(service.address, **PHONE)
    page.locator("#join-code").wait_for()
    code, button = (page.locator(one).bounding_box() for one in ("#join-code", ".join-form button"))
    assert abs(code["y"] + code["height"] / 2 - button["y"] - button["height"] / 2) < 4
    assert code["width"] > 80


@each_size
def test_the_field_that_is_built_stands_upright_on_a_phone(
    service: Service, open_page: Any, size: dict[str, Any]
) -> None:
    page = open_page(f"{service.address}/#/build", **size)
    page.get_by_text("Right as it is").wait_for()
    width, height = page.evaluate(
        "document.querySelector('svg.board').getAttribute('viewBox').split(' ').slice(2).map(Number)"
    )
    assert (height > width) is bool(size)


NUMBERED = """() => [...document.querySelectorAll('.question .choose kbd')]
    .filter(key => key.textContent).map(key => [key.textContent, key.checkVisibility()])"""


def test_a_group_that_was_folded_again_has_no_numbers(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin(client, "mithryn", gm="passive", seed=5)
    question = play_until(table, offers_an_attack)
    page = open_page(link(service, table))
    wait_for_question(page, question)
    group = page.locator(".question details.verb").first
    if not group.evaluate("one => one.open"):
        group.locator("summary").first.click()
    until(page, f"({NUMBERED})().length > 1")
    opened = page.evaluate(NUMBERED)
    group.locator("summary").first.click()
    until(page, f"({NUMBERED})().length < {len(opened)}")
    for numbers in (opened, page.evaluate(NUMBERED)):
        assert numbers == [[str(number), True] for number in range(1, len(numbers) + 1)]
