"""A usual look is short: below 600 tokens, by an estimate that errs on the high side."""

from __future__ import annotations

import pytest

from affray.core.tape import choice_answer
from affray.library import scenario_texts
from affray.referee.fight_text import estimate_tokens, look_text, ranges, share
from affray.web.rooms.frames import attack_keys
from affray.web.rooms.playing import UNLIMITED
from affray.web.rooms.room import Room
from affray.web.rooms.shared_scenarios import shared_scenario
from affray.web.routes.begin import new_stored_fight, with_game_master

USUAL = 600
WITH_MAP = 900
"""A look has a map, which an answer has not: rows of signs, of which a token has several."""

ODDS = {"exact": True, "hit": 0.634, "harm": 1.43, "drop": 0.12}
NO_ODDS = {"exact": True, "rolled": False, "fighters": []}


@pytest.mark.parametrize("name", scenario_texts())
def test_every_look_of_a_fight_is_short(name: str) -> None:
    text = with_game_master(scenario_texts()[name])
    scenario = shared_scenario(text, name).scenario
    people = tuple("person" for _ in scenario.sides)
    room = Room.begin(new_stored_fight(text, name, scenario, 5, people, "person"), [])
    room.apply(room.advance(50_000, UNLIMITED))
    looked = 0
    for _ in range(30):
        question, fight = room.question, room.fight
        if question is None or fight is None:
            break
        attacks = attack_keys(fight, question)
        odds = {one.key: ODDS if one.key in attacks else NO_ODDS for one in question.options}
        look = look_text(room, odds)
        assert max(estimate_tokens(look), len(look) // 3) < USUAL, look
        with_map = look_text(room, odds, has_map=True)
        assert len(with_map) // 3 < WITH_MAP, with_map
        looked += 1
        chosen = choice_answer(scenario.setup.asked_name(question), room.simple_choice())
        room.apply(room.answer(chosen, 50_000, UNLIMITED))
    assert looked > 3


def test_what_is_not_listed_is_counted_and_can_be_searched() -> None:
    name = "the-tourney"
    text = scenario_texts()[name]
    scenario = shared_scenario(text, name).scenario
    people = tuple("person" for _ in scenario.sides)
    room = Room.begin(new_stored_fight(text, name, scenario, 5, people, "person"), [])
    room.apply(room.advance(50_000, UNLIMITED))
    look = look_text(room)
    assert room.question is not None
    numbered = [line for line in look.split("\n") if line[:1].isdigit()]
    assert len(numbered) < len(room.question.options)
    assert "lists them" in look
    usual = look.partition("(simple would take ")[2].partition(")")[0]
    assert any(line.startswith(f"{usual} ") for line in numbered)
    listed = look_text(room, find="run")
    found = [line for line in listed.split("\n") if line[:1].isdigit()]
    assert found
    assert all("un" in line for line in found)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), ("attack", 1), ("attacks", 2), ("12", 1), ("1234", 2), ("a, b", 3), ("Zähne", 1)],
)
def test_tokens_are_estimated_from_words_numbers_and_signs(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


def test_numbers_in_a_row_and_small_shares_take_few_characters() -> None:
    assert ranges([1, 2, 3, 7, 9, 10]) == "1-3,7,9-10"
    shares = [share(p) for p in (0.0, 0.004, 0.5, 0.99, 0.995, 0.999999, 1.0)]
    assert shares == ["0%", "under 1%", "50%", "99%", "over 99%", "over 99%", "100%"]
