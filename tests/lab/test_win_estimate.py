"""The win estimate at a question: one value for each decision, never certain before the end."""

from __future__ import annotations

import pytest

from affray import api
from affray.core.tape import OpenQuestionError, TapeTable
from affray.lab.win_estimate import estimate_win, last_moment
from affray.library import load


def question_kinds(name: str, seed: int) -> list[tuple[int, str]]:
    """List the kind of each question of a fight, with the number of answers before it."""
    scenario = load(name)
    answers = api.play(scenario, seed).answers
    found = []
    for number, answer in enumerate(answers):
        if answer.is_roll():
            continue
        with pytest.raises(OpenQuestionError) as asked:
            scenario.setup.new_fight(TapeTable(answers[:number])).play()
        found.append((number, asked.value.question.kind))
    return found


def test_every_menu_of_one_decision_gives_the_same_estimate() -> None:
    scenario = load("two-weapon-duel")
    answers = api.play(scenario, 3).answers
    kinds = question_kinds("two-weapon-duel", 3)[:30]
    compared = differing = 0
    previous = None
    for number, kind in kinds:
        moment = last_moment(scenario.setup, answers[:number])
        if kind == "turn":
            if previous is not None:
                differing += (moment.fight.key(), len(moment.answers)) != previous
            previous = (moment.fight.key(), len(moment.answers))
        elif previous is not None and moment.answers:
            assert (moment.fight.key(), len(moment.answers)) == previous, kind
            compared += 1
    assert compared, "a decision in more than one menu"
    assert differing, "and another decision is another moment"


def test_a_fight_that_goes_on_is_never_certain() -> None:
    """One side has practically won at the last decision."""
    scenario = load("first-blood")
    answers = api.play(scenario, 1).answers
    last = max(number for number, answer in enumerate(answers) if not answer.is_roll())
    found = estimate_win(scenario, answers[:last], seconds=0.2)
    assert not found["decided"]
    assert found["players"] == "simple"
    for side in found["sides"]:
        assert 0 < side["value"] < 1
        assert side["low"] <= side["value"] <= side["high"]
        assert side["error"] > 0


def test_a_fight_that_is_over_is_certain() -> None:
    scenario = load("first-blood")
    played = api.play(scenario, 1)
    found = estimate_win(scenario, played.answers, seconds=0.2)
    assert found["decided"]
    assert sorted(side["value"] for side in found["sides"]) == [0.0, 1.0]
    assert {side["error"] for side in found["sides"]} == {0.0}
