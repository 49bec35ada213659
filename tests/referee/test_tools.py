"""Each tool: what it gives, and what it says of a wrong call, which changes nothing."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from affray.library import ruleset_names
from affray.referee.fight_text import duel_text
from referee.models import Model, fight_of, in_process, question_of, run, usual_of

Work = Callable[[Model], Awaitable[None]]


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Work], None]:
    """Do something as a model of a referee in this process that waits as long as it takes."""
    for name in ("ODDS_SECONDS", "PLAYER_SECONDS", "JOB_SECONDS"):
        monkeypatch.setattr(f"affray.referee.referee.{name}", 600.0)
    return lambda work: run(work, partial(in_process, tmp_path, workers=1))


def test_there_are_ten_tools_each_with_a_description(at: Callable[[Work], None]) -> None:
    async def work(model: Model) -> None:
        tools = (await model.client.list_tools()).tools
        names = "rules content scenario begin look answer rule back ask tape"
        assert [tool.name for tool in tools] == names.split()
        for tool in tools:
            assert tool.description
            assert tool.output_schema is None
        reading = {
            tool.name for tool in tools if tool.annotations and tool.annotations.read_only_hint
        }
        assert reading == {"rules", "content", "look", "ask", "tape"}

    at(work)


def test_every_argument_is_described_at_the_top_level(at: Callable[[Work], None]) -> None:
    async def work(model: Model) -> None:
        for tool in (await model.client.list_tools()).tools:
            for name, schema in tool.input_schema["properties"].items():
                assert schema.get("description"), (tool.name, name)

    at(work)


def test_a_fight_begins_with_a_map_and_moves_say_where_they_lead(
    at: Callable[[Work], None],
) -> None:
    async def work(model: Model) -> None:
        begun = await model.call("begin", scenario="goblin-gang", seed=3)
        assert "\ny4  #.B.A..##.....~~" in begun
        assert "+ cover; ~ rough; A Chandra; B Ilya" in begun
        fight = fight_of(begun)
        move = await model.call("answer", fight=fight, question=question_of(begun), option="move")
        assert "map, x" not in move
        assert re.search(r"^\d+ To 5,4: \d+ spaces from Goblin ganger 3$", move, re.MULTILINE)
        assert re.search(
            r"^\d+ To 4,2: \d+ spaces from Goblin ganger \d, cover$", move, re.MULTILINE
        )
        assert "map, x" in await model.call("look", fight=fight)
        zones = await model.call("begin", scenario="causeway", seed=3)
        assert "\nrubble pile, next to collapsed archway, causeway: nobody" in zones

    at(work)


def test_the_places_nearest_to_an_enemy_are_listed_where_not_all_fit(
    at: Callable[[Work], None],
) -> None:
    async def work(model: Model) -> None:
        begun = await model.call("begin", scenario="goblin-gang", seed=3)
        fight = fight_of(begun)
        move = await model.call("answer", fight=fight, question=question_of(begun), option="move")
        shown = [int(found) for found in re.findall(r"^\d+ To \S+ (\d+) spaces from", move, re.M)]
        assert "look with find='to' lists them" in move
        every = await model.call("look", fight=fight, find="to")
        spaces = [int(found) for found in re.findall(r"^\d+ To \S+ (\d+) spaces from", every, re.M)]
        assert len(spaces) > len(shown)
        assert sorted(shown) == sorted(spaces)[: len(shown)]

    at(work)


def test_attacks_on_friends_never_push_other_options_out(at: Callable[[Work], None]) -> None:
    async def work(model: Model) -> None:
        begun = await model.call("begin", scenario="watchtower", seed=5)
        fight = fight_of(begun)
        said = begun
        for option in ("act Bram", 1, 1):  # Bram throws, and rolls again
            said = await model.call(
                "answer", fight=fight, question=question_of(said), option=option
            )
        assert re.search(r"^and .*friendly-attack", said, re.M), "not all options fit"
        for wanted in (r"Attack Soldier", "Hide", "Move to meadow", "End the turn"):
            assert re.search(rf"^\d+ {wanted}", said, re.M), wanted

    at(work)


def test_a_wrong_player_is_named_by_the_side(at: Callable[[Work], None]) -> None:
    async def work(model: Model) -> None:
        begun = await model.call("begin", scenario="causeway", players={"party": "person"}, seed=3)
        assert "seat of party http" in begun
        said = await model.refused("begin", scenario="causeway", players={"foes": "nobody"})
        assert said.startswith("players.foes: there is no player 'nobody'")

    at(work)


def test_rules_are_found_by_words_or_by_id(at: Callable[[Work], None]) -> None:
    async def work(model: Model) -> None:
        found = (await model.call("rules", words="rushed attacks", ruleset="mithryn")).split("\n")
        assert found[0].startswith("mithryn [attack.rushed] ")
        assert all(line.startswith(("mithryn [", "(")) for line in found)
        one = await model.call("rules", words="attack.reload")
        assert one.startswith("mithryn [attack.reload] ")
        everywhere = await model.call("rules", words="initiative")
        assert len({line.split()[0] for line in everywhere.split("\n")}) > 1
        switch = await model.call("rules", words="attack.requirement-reload", ruleset="mithryn")
        assert 'House rule unfit_reload = "damage dice"' in switch
        assert "no rule has any of these words" in await model.refused("rules", words="zzyzx")
        assert "say which words" in await model.refused("rules", words="?!")
        nearest = await model.refused("rules", words="attack", ruleset="mithrin")
        assert "did you mean 'mithryn'" in nearest

    at(work)


def test_content_is_listed_by_ruleset_kind_and_name(at: Callable[[Work], None]) -> None:
    async def work(model: Model) -> None:
        everything = await model.call("content")
        assert [line.split()[0] for line in everything.split("\n")] == ruleset_names()
        assert "causeway" in everything
        mithryn = await model.call("content", ruleset="mithryn")
        assert "longbow" in mithryn
        longbow = await model.call("content", ruleset="mithryn", name="longbow")
        assert longbow.startswith("weapons longbow: {")
        armour = await model.call("content", ruleset="mithryn", name="armour")
        assert armour.startswith("armour leather: {")
        assert "did you mean 'longbow'" in await model.refused(
            "content", ruleset="mithryn", name="longbo"
        )
        assert await model.refused("content", name="longbow") == "ruleset: say of which ruleset"

    at(work)


def test_a_scenario_is_written_checked_and_begun_by_name(at: Callable[[Work], None]) -> None:
    async def work(model: Model) -> None:
        file = await model.call("scenario", name="first-blood")
        assert 'name = "blade"' in file
        assert 'ruleset = "olde"' in await model.call("scenario", name="olde")
        written = await model.call(
            "scenario", name="yard", base="first-blood", changes={"sides.0.fighters.0.hp": 3}
        )
        assert "yard is right" in written
        assert "Ansa 3 yard" in written
        begun = await model.call("begin", scenario="yard")
        assert "Ansa 3/3 yard" in begun
        wrong = await model.call("scenario", name="wrong", toml='ruleset = "mithryn"\n')
        assert wrong.startswith("wrong is not right yet:\n")
        assert "sides: is missing" in wrong
        assert "there is no scenario 'wrong'" in await model.refused("begin", scenario="wrong")
        own = await model.call("scenario", name="own", toml=file.replace("Ansa", "Berta"))
        assert "Berta" in own
        assert "Berta" in await model.call("scenario", name="own")
        assert "did you mean 'hp'" in await model.refused(
            "scenario", name="yard", base="first-blood", changes={"sides.0.fighters.0.hpp": 3}
        )
        assert "Ansa 3/3 yard" in await model.call("begin", scenario="yard")
        assert "is a built-in scenario" in await model.refused(
            "scenario", name="causeway", toml=file
        )
        assert "not both" in await model.refused(
            "scenario", name="both", toml=file, base="causeway"
        )
        assert "name: " in await model.refused("scenario", name="../../etc/passwd")
        assert "toml: " in await model.refused("scenario", name="big", toml="x" * 100_001)

    at(work)


def test_a_fight_begins_with_named_players_or_from_a_tape(at: Callable[[Work], None]) -> None:
    async def work(model: Model) -> None:
        text = await model.call("begin", scenario="first-blood", seed=3, players={"mace": "simple"})
        assert "seat of blade http://page/#/fight/" in text
        assert "seat of mace" not in text
        assert "Torben: what now?" not in text
        alone = await model.call(
            "begin", scenario="first-blood", seed=3, players={"mace": "simple", "blade": "simple"}
        )
        assert "The fight is over" in alone
        tape = await model.call("tape", fight=fight_of(text))
        again = await model.call("begin", tape=tape)
        assert fight_of(again) != fight_of(text)
        assert "Ansa: what now?" in again
        assert "did you mean 'mace'" in await model.refused(
            "begin", scenario="first-blood", players={"mac": "simple"}
        )
        assert "there is no player 'clever'" in await model.refused(
            "begin", scenario="first-blood", players={"mace": "clever"}
        )
        assert "one of the two" in await model.refused("begin")
        assert "one of the two" in await model.refused("begin", scenario="first-blood", tape=tape)
        assert "game_master: " in await model.refused(
            "begin", scenario="first-blood", game_master="nobody"
        )
        assert "tape" in await model.refused("begin", tape="hello")

    at(work)


def test_a_look_tells_the_state_the_question_and_the_odds(at: Callable[[Work], None]) -> None:
    async def work(model: Model) -> None:
        text = await model.call("begin", scenario="first-blood", seed=3)
        fight = fight_of(text)
        look = await model.call("look", fight=fight)
        assert re.search(r"^blade: Ansa \d+/\d+ yard", look, re.MULTILINE)
        asked = re.search(r"^1 Attack \w+ with .*: hit (\d+)%, harm ", look, re.MULTILINE)
        assert asked
        assert "rules: 1" in look
        assert "actions.attack" in look
        plain = await model.call("look", fight=fight, odds=False)
        assert "hit" not in plain
        only = await model.call("look", fight=fight, find="grapple")
        assert re.findall(r"^\d+ ", only, re.MULTILINE) == ["5 "]
        assert "(no option has 'fly' in it)" in await model.call("look", fight=fight, find="fly")
        everything = await model.call("look", fight=fight, since=0)
        assert everything.count("\n- ") >= look.count("\n- ")
        assert "- Round 1 [" in everything
        assert (
            await model.refused("look", fight="abc")
            == "there is no fight 'abc'; look without a fight lists the last ones"
        )

    at(work)


def test_an_answer_tells_what_came_of_it_with_dice_and_rules(at: Callable[[Work], None]) -> None:
    async def work(model: Model) -> None:
        text = await model.call("begin", scenario="first-blood", seed=3)
        fight, question = fight_of(text), question_of(text)
        attack = re.search(r"^(\d+) Attack \w+ with the ", text, re.MULTILINE)
        assert attack
        declared = await model.call("answer", fight=fight, question=question, option=attack[1])
        assert "Defend with the shield" in declared
        after = await model.call("answer", fight=fight, question=question_of(declared), option="no")
        assert re.search(r"^- .* \{.*d\d+ = [\d ]+\} \[[a-z.\- ]+\]$", after, re.MULTILINE)
        assert question_of(after) > question
        now = question_of(after)
        for wrong in (0, 99, "fly", -1):
            sentence = await model.refused("answer", fight=fight, question=now, option=wrong)
            assert "option: " in sentence
        late = await model.refused("answer", fight=fight, question=question, option=1)
        assert "gone on" in late
        assert await model.refused("answer", fight=fight, option=1) == "question: is missing"
        assert question_of(await model.call("look", fight=fight)) == now
        over = await model.play_to_the_end(after)
        ended = await model.refused("answer", fight=fight, question=question_of(over), option=1)
        assert "the fight is over" in ended

    at(work)


def test_an_option_is_given_with_words_to_the_game_master(at: Callable[[Work], None]) -> None:
    async def work(model: Model) -> None:
        text = await model.call("begin", scenario="first-blood", seed=3)
        fight = fight_of(text)
        judged = await model.call(
            "answer",
            fight=fight,
            question=question_of(text),
            option="improvise",
            words="kicks sand into the eyes",
        )
        assert "[the game master]" in judged
        assert "kicks sand into the eyes" in judged
        no_words = await model.refused(
            "answer", fight=fight, question=question_of(judged), option=1, words="please"
        )
        assert "option: " in no_words

    at(work)


def test_a_ruling_changes_one_fighter_and_says_why(at: Callable[[Work], None]) -> None:
    async def work(model: Model) -> None:
        text = await model.call("begin", scenario="first-blood", seed=3)
        fight, question = fight_of(text), question_of(text)
        wrong = {"fight": fight, "question": question, "kind": "health", "value": "2"}
        assert "nobody here is called 'Anja'" in await model.refused(
            "rule", **wrong, fighter="Anja", reason="a stone"
        )
        assert "say why" in await model.refused("rule", **wrong, fighter="Ansa", reason="  ")
        assert await model.refused("rule", **wrong, fighter="Ansa") == "reason: is missing"
        assert question_of(await model.call("look", fight=fight)) == question
        after = await model.call("rule", **wrong, fighter="Ansa", reason="a stone falls")
        assert "Ansa 2/" in after
        assert "a stone falls (Ansa: health 2)" in after
        assert question_of(after) == question + 1
        assert usual_of(after)

    at(work)


def test_one_goes_back_or_branches(at: Callable[[Work], None]) -> None:
    async def work(model: Model) -> None:
        begun = await model.call("begin", scenario="first-blood", seed=3)
        fight = fight_of(begun)
        assert await model.call("back", fight=fight) == "nothing has been decided yet"
        first = await model.call(
            "answer", fight=fight, question=question_of(begun), option=usual_of(begun)
        )
        listed = await model.call("back", fight=fight)
        to = int(re.findall(r"^to=(\d+): ", listed, re.MULTILINE)[0])
        tape = await model.call("tape", fight=fight)
        branch = await model.call("back", fight=fight, to=to, branch=True)
        assert fight_of(branch) != fight
        assert branch.count("seat of") == 2
        assert await model.call("tape", fight=fight) == tape
        assert "question: say at which question" in await model.refused("back", fight=fight, to=to)
        assert "one takes back a decision" in await model.refused(
            "back", fight=fight, to=to + 1, question=question_of(first)
        )
        back = await model.call("back", fight=fight, to=to, question=question_of(first))
        assert state_of(back) == state_of(begun)
        assert len(await model.call("tape", fight=fight)) < len(tape)
        again = await model.call(
            "answer", fight=fight, question=question_of(back), option=usual_of(begun)
        )
        assert await model.call("tape", fight=fight) == tape
        assert state_of(again) == state_of(first)

    at(work)


def state_of(text: str) -> list[str]:
    """Return the lines of a look that say how everybody stands."""
    return re.findall(r"^(?:blade|mace): .*$", text, re.MULTILINE)[:2]


def test_figures_are_asked_of_fights_and_scenarios(at: Callable[[Work], None]) -> None:
    async def work(model: Model) -> None:
        text = await model.call("begin", scenario="first-blood", seed=3)
        fight = fight_of(text)
        detail = await model.call("ask", what="odds", fight=fight, option=1)
        assert re.match(
            r"attack \w+ with \w+: hit \d+%.* \(exact, without optional replies\)", detail
        )
        assert "\nharm 0: " in detail
        assert "rules: actions.attack" in detail
        assert "hit" in await model.call("ask", what="odds", fight=fight)
        share = r"300 fights: blade wins \d+% \(\d+% to \d+%\), mace wins "
        ahead = await model.call("ask", what="simulate", fight=fight, fights=300)
        assert re.match(share, ahead)
        assert re.match(
            share, await model.call("ask", what="simulate", scenario="first-blood", fights=300)
        )
        question = question_of(text)
        ruled = {"fight": fight, "question": question, "kind": "health", "value": "1"}
        await model.call("rule", **ruled, fighter="Ansa", reason="to see the odds move")
        behind = await model.call("ask", what="simulate", fight=fight, fights=300)
        assert wins_of_blade(behind) < wins_of_blade(ahead)
        exact = await model.call("ask", what="duel", scenario="first-blood")
        assert re.match(r"exactly: blade wins 3\d\.\d\d%, mace wins 6\d\.\d\d%", exact)
        assert "one of the two" in await model.refused("ask", what="simulate")
        assert "name the fight" in await model.refused("ask", what="odds", scenario="first-blood")
        assert "name a scenario" in await model.refused("ask", what="duel", fight=fight)
        assert "what: " in await model.refused("ask", what="weather", fight=fight)
        assert "there is no side 'mac'" in await model.refused(
            "ask", what="simulate", fight=fight, players={"mac": "simple"}
        )
        assert "there is no player 'clever'" in await model.refused(
            "ask", what="simulate", scenario="first-blood", players={"mace": "clever"}
        )
        assert "fights: " in await model.refused(
            "ask", what="simulate", fight=fight, fights=1_000_001
        )

    at(work)


@pytest.mark.parametrize("scenario", ["causeway", "sword-and-spear"])
def test_a_duel_that_does_not_close_is_estimated_between_bounds(
    at: Callable[[Work], None], scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Too large to be solved: both the estimate and what is proven."""
    monkeypatch.setattr("affray.web.workers.lab_jobs.DUEL_SECONDS", 1.0)

    async def work(model: Model) -> None:
        found = await model.call("ask", what="duel", scenario=scenario)
        share = r"\w+ wins \d+\.\d% ± \d+\.\d \(proven: \d+\.\d\d% to \d+\.\d\d%\)"
        assert re.match(rf"not exactly: {share}, {share} \(estimated by [\d,]+ fights; ", found)

    at(work)


def test_a_duel_that_is_still_being_solved_says_how_far_it_is() -> None:
    working = {"side": "blade", "bounds": [0.25, 0.75], "states": 1234}
    assert duel_text({"working": working}) == (
        "so far: blade wins 25.00% to 75.00%, proven (1,234 states)"
    )


def wins_of_blade(text: str) -> int:
    """Return the share of wins of the first side of a duel, in percent."""
    found = re.search(r"blade wins (\d+)%", text)
    assert found
    return int(found[1])


def test_a_tool_or_an_argument_that_there_is_not_is_told_the_nearest(
    at: Callable[[Work], None],
) -> None:
    async def work(model: Model) -> None:
        assert "did you mean 'look'" in await model.refused("lock")
        assert await model.refused("look", fihgt="abc") == (
            "look: there is no argument 'fihgt' (did you mean 'fight'?)"
        )
        assert "fight: " in await model.refused("tape", fight="x" * 100)
        assert "since: " in await model.refused("look", fight="abc", since=-1)

    at(work)


def test_new_fights_are_bounded_as_the_service_bounds_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("affray.web.rooms.fight_service.FIGHT_BURST", 2)

    async def work(model: Model) -> None:
        for _ in range(2):
            await model.call("begin", scenario="first-blood")
        assert "too many new fights" in await model.refused("begin", scenario="first-blood")
        assert len((await model.call("look")).split("\n")) == 2

    run(work, partial(in_process, tmp_path, workers=1, new_fights_per_minute=0.001))


def test_a_fault_of_ours_is_said_without_its_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*words: object) -> str:
        raise RuntimeError("a secret of the house")

    monkeypatch.setattr("affray.referee.server.rules_text", fail)

    async def work(model: Model) -> None:
        sentence = await model.refused("rules", words="attack")
        assert "a fault of Affray's" in sentence
        assert "secret" not in sentence

    run(work, partial(in_process, tmp_path, workers=1))
