"""Worlds: faces, dice and grounds as the page draws them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from driving import begin_scenario, expect, link, until

from affray.library import load, rulesets, scenario_texts
from affray.web.page.bundle import bundled_files
from servers import Service

ROOT = Path(__file__).parents[3]
STATIC = ROOT / "src/affray/web/static"
sys.path.append(str(ROOT / "tools"))

each_ruleset = pytest.mark.parametrize("ruleset", list(rulesets()))


def test_the_page_weighs_less_than_a_quarter_megabyte() -> None:
    assert sum(len(file.compressed) for file in bundled_files()) < 250_000


FACES = """async (fights) => {
    const { castFight } = await import('/static/js/portraits/cast.js');
    const { bust } = await import('/static/js/portraits/portrait.js');
    return fights.map(([pen, fighters]) => {
        castFight(fighters, pen);
        return fighters.filter((one) => one.look).map((one) => bust({ ...one.look, side: 0, world: pen }));
    });
}"""


def test_no_two_fighters_of_a_fight_look_alike(modules_page: Any, client: httpx.Client) -> None:
    library = client.get("/api/library").json()["rulesets"]
    fights = [
        [one["theme"]["pen"], scenario["start"]] for one in library for scenario in one["scenarios"]
    ]
    alike = [{"name": "Guard", "side": 0, "emblem": "spear"} for _ in range(9)]
    drawn = modules_page.evaluate(FACES, [*fights, ["painted", alike]])
    assert len(drawn) == len(scenario_texts()) + 1
    for faces in drawn:
        assert len(set(faces)) == len(faces)


LOOKS = """async ([fighter, pen]) => {
    const { lookOf } = await import('/static/js/portraits/cast.js');
    return lookOf({ side: 0, ...fighter }, pen);
}"""


def test_a_face_follows_from_what_somebody_is_and_carries(modules_page: Any) -> None:
    def look(fighter: dict[str, Any], pen: str = "painted") -> dict[str, Any]:
        found: dict[str, Any] = modules_page.evaluate(LOOKS, [fighter, pen])
        return found

    assert look({"name": "Goblin 2", "emblem": "bow"})["people"] == "goblin"
    assert look({"name": "Goblin 2", "emblem": "bow"})["weapon"] == "bow"
    assert look({"name": "Sir Aubrey's warhorse", "emblem": "mount"})["people"] == "horse"
    assert look({"name": "Rex", "emblem": "beast"})["people"] == "beast"
    assert look({"name": "Pim", "emblem": "blade", "sheet": {"weapons": ["dagger"]}})["weapon"] == (
        "dagger"
    )
    assert look({"name": "Jo", "sheet": {"armour": "chain mail, 4 off"}})["armour"] == "mail"
    assert look({"name": "Jo", "emblem": "shield"})["shield"]
    assert not look({"name": "Jo", "emblem": "axe"})["shield"]
    assert look({"name": "The gate", "emblem": "gate"}) is None, "a thing keeps its emblem"


SOLIDS = """async ([dice]) => {
    const { solidsOf } = await import('/static/js/dice/tray.js');
    const { themeOf } = await import('/static/js/worlds/themes.js');
    return dice.map((die) => solidsOf(die, themeOf().dice).map((solid) => {
        const { sides, faces } = solid.solid;
        const front = solid.faces.map(({ face, whole, marks }) => ({ face, whole, marks }))
            .find(({ face }) => face.value === solid.value);
        return [sides, faces.length, solid.value, sides === 4 ? '' : front.marks[0].drawn.textContent,
            sides === 4 ? '' : front.whole.getAttribute('visibility')];
    }));
}"""


def test_dice_have_their_real_shapes_and_lie_on_what_was_rolled(modules_page: Any) -> None:
    def die(sides: int, face: str, shown: str = "") -> dict[str, Any]:
        return {"sides": sides, "face": face, "shown": shown or face, "counts": None}

    kinds = [(4, "3"), (6, "2"), (8, "7"), (10, "4"), (12, "12"), (20, "17")]
    found = modules_page.evaluate(SOLIDS, [[die(sides, face) for sides, face in kinds]])
    for (sides, face), [[shape, faces, value, text, seen]] in zip(kinds, found, strict=True):
        assert (shape, faces, value) == (sides, sides, int(face))
        assert sides == 4 or (text, seen) == (face, "visible")
    for rolled, tens, units in [("47", "40", "7"), ("07", "00", "7"), ("00", "00", "0")]:
        [pair] = modules_page.evaluate(SOLIDS, [[die(100, rolled)]])
        assert [one[3] for one in pair] == [tens, units]
    [[element]] = modules_page.evaluate(SOLIDS, [[die(6, "3", "Air")]])
    assert element[2] == 3


BURSTS = """async (frame) => {
    const { diceIn } = await import('/static/js/plan/dice.js');
    return diceIn(frame).flatMap((roll) => roll.dice).map((die) => [die.face, Boolean(die.burst), Boolean(die.born)]);
}"""


def test_a_die_that_explodes_bursts_and_another_is_born(modules_page: Any) -> None:
    frame = {
        "kind": "strike",
        "rolls": ["3d12 = 12 8 9", "1d12 = 5"],
        "parts": {"dice": ["12", "8", "9", "+5"], "defense": 4, "hits": 4},
    }
    assert modules_page.evaluate(BURSTS, frame) == [
        ["12", True, False],
        ["8", False, False],
        ["9", False, False],
        ["5", False, True],
    ]
    calm = {**frame, "rolls": ["3d12 = 12 8 9"], "parts": {"dice": ["12", "8", "9"]}}
    assert not any(burst for _, burst, _ in modules_page.evaluate(BURSTS, calm))


@each_ruleset
def test_a_board_wears_its_world_and_a_picture_of_its_ground(
    service: Service, open_page: Any, client: httpx.Client, ruleset: str
) -> None:
    name = next(
        one["scenarios"][0]["name"]
        for one in client.get("/api/library").json()["rulesets"]
        if one["name"] == ruleset
    )
    page = open_page(link(service, begin_scenario(client, name, seed=5)))
    page.locator("svg.board .world-picture[href^='data:image']").wait_for(state="attached")
    expect(page.locator("svg.board .token .portrait").nth(1)).to_be_attached()
    pen = page.evaluate("document.documentElement.dataset.pen")
    assert pen
    picture = "document.querySelector('.world-picture').getAttribute('href')"
    page.evaluate(f"() => {{ window.before = {picture}; }}")
    page.emulate_media(color_scheme="dark")
    until(page, f"{picture} && {picture} !== window.before")


def test_a_scenario_is_built_in_its_world(service: Service, open_page: Any) -> None:
    page = open_page(f"{service.address}/#/build/goblin-gang")
    page.get_by_text("Right as it is").wait_for()
    expect(page.locator("svg.board")).to_have_attribute("data-pen", "engraved")
    portraits = "one => one.querySelector('.portrait').getAttribute('href')"
    assert page.locator(".placed-line .avatar").nth(0).evaluate(portraits)


def test_the_first_page_shows_a_fight_as_it_is_played() -> None:
    from demo_fight import demo_fight

    assert json.loads((STATIC / "demo.json").read_text("utf-8")) == demo_fight()


COUNT = "Number(document.querySelector('.narration .count')?.textContent.split(' ')[0] || 0)"


def test_space_goes_to_the_next_beat_and_escape_to_the_end(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin_scenario(client, "causeway", players=["simple", "simple"], seed=5)
    page = open_page(link(service, table), motion=True)
    page.locator(".fight.playing").wait_for()
    until(page, f"{COUNT} > 0")
    before = page.evaluate(COUNT)
    for _ in range(4):
        page.keyboard.press("Space")
    assert page.evaluate(COUNT) >= before + 4
    expect(page.locator(".fight.playing"), "it goes on").to_have_count(1)
    page.keyboard.press("Escape")
    page.locator(".narration .verdict").wait_for()


def test_what_is_watched_is_told_in_plain_words(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    table = begin_scenario(client, "causeway", players=["simple", "simple"], seed=5)
    page = open_page(link(service, table), motion=True)
    page.locator(".fight.playing").wait_for()
    seen = set()
    for _ in range(30):
        page.keyboard.press("Space")
        seen.add(page.locator(".narration").inner_text().partition("\n")[0])
    assert any(" attacks " in one for one in seen), seen
    assert not any("→" in one or ": " in one for one in seen), "no sums"


def test_sounds_are_heard_alone_and_at_a_shared_table_not_at_first(
    service: Service, open_page: Any, client: httpx.Client
) -> None:
    pressed = "document.querySelector('.sound-button').getAttribute('aria-pressed')"
    alone = begin_scenario(client, "first-blood", players=["person", "simple"], gm="passive")
    page = open_page(link(service, alone))
    page.locator(".sound-button").wait_for()
    assert page.evaluate(pressed) == "true"
    page.locator(".sound-button").click()
    assert page.evaluate(pressed) == "false"
    page.reload()
    page.locator(".sound-button").wait_for()
    assert page.evaluate(pressed) == "false", "it is remembered"
    shared = begin_scenario(client, "first-blood", players=["person", "person"], gm="passive")
    other = open_page(link(service, shared))
    other.locator(".sound-button").wait_for()
    assert other.evaluate(pressed) == "false"


GROUNDS = """async (board) => {
    const { layoutOf } = await import('/static/js/plan/layout.js');
    const { worldGround } = await import('/static/js/worlds/ground.js');
    const scene = { ruleset: 'mithryn', title: 'two layouts of one board' };
    const layouts = [false, true].map((narrow) => layoutOf(board, { narrow, fighters: 6 }));
    return layouts.map((layout) => [layout.width, layout.height, layout.centres,
        worldGround(layout, scene).at(-1).getAttribute('href')]);
}"""


def test_the_ground_is_painted_for_the_layout_that_is_shown(modules_page: Any) -> None:
    board = load("causeway").setup.board()
    (*size, centres, wide), (*other, others, narrow) = modules_page.evaluate(GROUNDS, board)
    assert size == other, "two layouts of one size"
    assert centres != others
    assert wide
    assert narrow
    assert wide != narrow, "the second is no picture of the first"
