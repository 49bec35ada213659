"""What the page shows of a fight: who acts when, emblems and sheets."""

from __future__ import annotations

from affray.core.tape import OpenQuestionError, TapeTable
from affray.library import load, rulesets, toml_of
from support import record, simple_players


def test_the_order_is_by_initiative_and_says_what_is_left_of_the_turn() -> None:
    scenario = load("two-weapon-duel")
    whole = record(scenario, 1, simple_players(scenario))
    first = next(n for n, answer in enumerate(whole.answers) if not answer.is_roll())
    try:
        scenario.setup.new_fight(TapeTable(whole.answers[:first])).play()
    except OpenQuestionError as stopped:
        order = stopped.fight.turn_order()
    assert [one["status"] for one in order] == ["acting", "waiting"]
    assert order[0]["left"] == "Standard and Quick"
    assert order[1]["left"] == ""


def test_everybody_has_an_emblem_and_a_sheet() -> None:
    emblems = {"blade", "axe", "spear", "mace", "bow", "shield", "caster", "mount", "beast", "fist"}
    seen = set()
    for name in toml_of(rulesets()["renaissance"], "scenarios"):
        setup = load(name).setup
        for who in range(len(setup.names)):
            seen.add(setup.emblem(who))
            sheet = setup.sheet_of(who)
            assert sheet["weapons"]
            assert sheet["armour"]
            assert len(list(sheet["skills"])) == 11  # type: ignore[call-overload]
    assert seen <= emblems
    assert {"blade", "axe", "spear", "bow", "mount", "beast"} <= seen


def test_luck_is_the_cost_of_what_spends_it() -> None:
    options = load("goblin-gang").setup.scene.options  # type: ignore[attr-defined]
    before = [options.trust, options.see, options.ignore]
    asked = [*before, options.keep, options.swap, options.upgrade]
    assert {option.key: option.cost for option in asked} == {
        "trust the dice": "",
        "see the roll": "",
        "spend luck": "1 Luck",
        "keep": "",
        "swap digits": "1 Luck",
        "upgrade": "1 Luck",
    }
