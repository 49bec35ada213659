"""The simple player: it flanks, brings friends, keeps archers away, hides, finishes."""

from collections import Counter
from typing import Any

import pytest

from affray.core.dice import Dice
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable, Player
from affray.core.tape import OpenQuestionError
from affray.library import load
from affray.players.random import RandomPlayer
from affray.rulesets.shinobi.movement import STAY, MoveQuestion
from affray.rulesets.shinobi.turn import ActionQuestion, ActivateQuestion
from affray.space.squares import FACINGS
from rulebook.shinobi.fields import ANN_FIRST, STRIKE, dice, field
from support import Played, record, replay, scenario_of, simple_players


class Noting(Player):
    """Plays as another does, and keeps what was chosen."""

    def __init__(self, inner: Player) -> None:
        self.inner = inner
        self.chosen: list[str] = []

    def decide(self, fight: Any, question: Question) -> Option | Ruling:
        answer = self.inner.decide(fight, question)
        assert isinstance(answer, Option)
        assert answer in question.options
        self.chosen.append(answer.key)
        return answer


def first_turn(ours: dict[str, Any], theirs: dict[str, Any], **more: Any) -> tuple[list[str], Any]:
    """Return the simple player's first activation, and the fight after it."""
    scenario = scenario_of(field(ours, theirs, **more))
    for seed in range(20):
        player = Noting(scenario.ruleset.simple_player())
        fight: Any = scenario.setup.new_fight(LiveTable(Dice(seed), [player, player]))
        fight.begin_round()
        if fight.next_side == 0:
            fight.step()
            return player.chosen, fight
    raise AssertionError("the initiative never fell to us")


def test_it_goes_behind_its_target() -> None:
    chosen, fight = first_turn({"Ann": {"at": [3, 6]}}, {"Bob": {"movement": 1}})
    assert "attack Bob with blade" in chosen
    assert fight.board.is_behind(3 * 7 + 3, 4, fight.board.cell(*place_in(chosen[0])))


def place_in(key: str) -> tuple[int, int]:
    column, _, row = key.removeprefix("move ").partition(",")
    return int(column), int(row)


def test_it_strikes_where_friends_assist() -> None:
    ours = {"Ann": {"at": [3, 6]}, "Amy": {"at": [5, 2], "movement": 0, "attack": 0}}
    theirs = {
        "Bob": {"at": [1, 3], "keywords": ["wary"]},
        "Bea": {"at": [5, 3], "keywords": ["wary"]},
    }
    chosen, _ = first_turn(ours, theirs)
    assert chosen[0] == "activate Ann", "Amy has no dice to strike with"
    assert "attack Bea with blade" in chosen
    ours["Amy"]["at"] = [1, 2]
    other, _ = first_turn(ours, theirs)
    assert "attack Bob with blade" in other, "now it is Bob who stands in her zone"


def test_who_has_the_best_blow_to_make_acts_first() -> None:
    ours = {"Ann": {"at": [0, 6], "movement": 1}, "Amy": {"at": [3, 5]}}
    chosen, _ = first_turn(ours, {"Bob": {}})
    assert chosen[0] == "activate Amy"
    ours = {"Ann": {"at": [2, 5], "attack": 5}, "Amy": {"at": [3, 5]}}
    chosen, _ = first_turn(ours, {"Bob": {}})
    assert chosen[0] == "activate Ann"


def test_while_nobody_can_strike_those_who_are_furthest_away_go_first() -> None:
    ours = {"Ann": {"at": [5, 10]}, "Amy": {"at": [5, 11]}}
    chosen, _ = first_turn(ours, {"Bob": {"at": [5, 0]}}, size=(12, 12))
    assert chosen[0] == "activate Amy"


def test_it_strikes_one_who_has_still_to_act_rather_than_one_who_has() -> None:
    ours = {"Ann": {"at": [3, 6]}}
    theirs = {
        "Bob": {"at": [2, 3], "keywords": ["wary"]},
        "Bea": {"at": [4, 3], "keywords": ["wary"]},
    }
    scenario = scenario_of(field(ours, theirs))
    for acted, target in ((1, "Bea"), (2, "Bob")):
        player = Noting(scenario.ruleset.simple_player())
        fight: Any = scenario.setup.new_fight(LiveTable(Dice(1), [player, player]))
        fight.begin_round()
        fight.next_side = 0
        fight.models[acted].acted = True
        fight.step()
        assert f"attack {target} with blade" in player.chosen


@pytest.mark.parametrize("wall", [[3, 5], [4, 6]])
def test_an_archer_does_not_step_past_a_corner(wall: list[int]) -> None:
    rows = ["......."] * 7
    rows[wall[1]] = "." * wall[0] + "#" + "." * (6 - wall[0])
    ours = {"Ann": {"at": [3, 6], "range": 3}}
    first_turn(ours, {"Bob": {"at": [6, 1], "movement": 1}}, rows=rows)


@pytest.mark.once
@pytest.mark.parametrize(
    ("name", "seeds", "is_mixed"),
    [("names-of-their-own", range(84, 87), False), ("bamboo-grove", range(60), True)],
)
def test_what_the_simple_player_answers_replays(name: str, seeds: range, is_mixed: bool) -> None:
    scenario = load(name)
    for seed in seeds:
        players = simple_players(scenario)
        if is_mixed:
            players[seed % 2] = RandomPlayer(seed, seed % 2)
        recorded = record(scenario, seed, players)
        replay(scenario, recorded.answers)


def test_a_winner_keeps_the_dice() -> None:
    script = ANN_FIRST + STRIKE + dice("EEE", "SSS")
    game = Played(field({"Ann": {"keywords": ["close-combat-master"]}}), script)
    with pytest.raises(OpenQuestionError) as ends:
        game.fight.step()
    answer = game.scenario.ruleset.simple_player().decide(game.fight, ends.value.question)
    assert isinstance(answer, Option)
    assert answer.key == "keep"


def test_an_archer_stays_out_of_zones_and_shoots() -> None:
    ours = {"Ann": {"at": [3, 5], "range": 5}}
    chosen, fight = first_turn(ours, {"Bob": {"movement": 6}}, size=(9, 9))
    assert chosen[-1] == "shoot Bob with bow" or "shoot Bob with bow" in chosen
    place = fight.board.cell(*place_in(chosen[0]))
    assert fight.board.spaces(place, 3 * 9 + 3) > 2


def test_who_can_strike_nobody_hides_out_of_reach() -> None:
    chosen, fight = first_turn({"Ann": {"at": [5, 11]}}, {"Bob": {"at": [5, 0]}}, size=(12, 12))
    assert "run" in chosen or "stealth" in chosen
    ann, bob = fight.models
    assert fight.board.spaces(ann.cell, bob.cell) > bob.sheet.movement + 1


def test_a_hidden_model_strikes() -> None:
    chosen, _ = first_turn({"Ann": {"at": [3, 6], "hidden": True, "attack": 2}}, {"Bob": {}})
    assert "attack Bob with blade" in chosen


def test_the_winner_prefers_what_harms_most() -> None:
    scenario = scenario_of(field(house={"close_earth": "injured", "close_water": "nothing"}))
    setup: Any = scenario.setup
    best = [option.key for option in setup.close_results[0b1110]][setup.worst_close[0b1110]]
    assert best == "earth"


@pytest.mark.parametrize(("facing", "turned"), [("n", "n"), ("w", "w"), ("s", "n")])
def test_a_model_turns_only_if_the_nearest_enemy_is_behind_it(facing: str, turned: str) -> None:
    ours = {"Ann": {"movement": 0, "facing": facing}}
    _, fight = first_turn(ours, {"Bob": {"at": [3, 0], "movement": 1}})
    assert FACINGS[fight.models[0].facing] == turned


def test_an_enemy_is_turned_to_show_its_back() -> None:
    scenario = scenario_of(field({"Ann": {"attack": 9}}, {"Bob": {"defence": 1}}))
    tactics = scenario.ruleset.simple_player()
    turned = 0
    for seed in range(200):
        fight: Any = scenario.setup.new_fight(LiveTable(Dice(seed), [tactics, tactics]))
        fight.make_attack(0, fight.attacks(0)[0])
        bob = fight.models[1]
        if bob.is_present() and bob.cell != 3 * 7 + 3:
            turned += 1
            assert fight.board.is_behind(bob.cell, bob.facing, fight.models[0].cell)
    assert turned


@pytest.mark.once
@pytest.mark.parametrize("name", ["moonlit-duel", "bamboo-grove", "nine-against-nine"])
def test_it_beats_a_random_player(name: str) -> None:
    scenario = load(name)
    wins = 0
    for seed in range(20):
        side = seed % 2
        players: list[Player] = [RandomPlayer(seed), RandomPlayer(seed)]
        players[side] = scenario.ruleset.simple_player()
        fight = scenario.setup.new_fight(LiveTable(Dice(seed), players))
        fight.play()
        wins += fight.winner() == side
    assert wins >= 18


# --- assistants are as a plain look finds them ---


class Comparing(Player):
    """Plays as another does, and compares what the rules find quickly with plain looks."""

    def __init__(self, inner: Player) -> None:
        self.inner = inner

    def decide(self, fight: Any, question: Question) -> Option | Ruling:
        compare_assistants(fight)
        return self.inner.decide(fight, question)


def compare_assistants(fight: Any) -> None:
    """Compare who assists whom with a look at the spaces in order."""
    standing = fight.positions.models
    for who in [one for one in fight.models if one.is_present()]:
        for enemy in fight.enemies[who.side]:
            beside = [standing[cell] for cell in fight.board.zones[enemy.cell]]
            friends = [fight.models[index] for index in beside if index >= 0]
            helping = [one for one in friends if one.side == who.side and one.is_able()]
            found = [one for one in fight.assistants(who, enemy) if one in helping]
            assert found == [one for one in helping if one is not who]


@pytest.mark.parametrize(
    "name", ["nine-against-nine", "names-of-their-own", "arrows-over-the-rice", "temple-stair"]
)
def test_assistants_are_as_a_plain_look_finds_them(name: str) -> None:
    scenario = load(name)
    for seed in range(2):
        players = simple_players(scenario)
        if seed == 1:
            players[1] = RandomPlayer(seed, 1)
        comparing = [Comparing(player) for player in players]
        fight: Any = scenario.setup.new_fight(LiveTable(Dice(seed), list(comparing)))
        fight.play()


def test_an_enemy_at_the_end_of_a_very_long_way_is_come_nearer_to() -> None:
    """By a way that winds through the whole board."""
    walls = [38 * "#" + "..", "." * 40, ".." + 38 * "#", "." * 40]
    rows = ["." * 40, *walls * 4]
    chosen, fight = first_turn({"Ann": {"at": [0, 0]}}, {"Bob": {"at": [39, 16]}}, rows=rows)
    ann, bob = fight.models
    assert fight.ways_of(ann).to(bob.cell)[ann.cell] > 255
    assert chosen[0] == "move 4,0"
    assert "run" in chosen


@pytest.mark.parametrize("weakest", [0, 1, 2])
def test_of_all_enemies_beside_it_the_weakest_is_struck(weakest: int) -> None:
    places = [[2, 4], [3, 3], [4, 4]]
    theirs = {
        f"Bob {n}": {"at": at, "defence": 3 - 2 * (n == weakest)} for n, at in enumerate(places)
    }
    chosen, _ = first_turn({"Ann": {}}, {**theirs, "Bea": {"at": [3, 1], "defence": 0}})
    assert f"attack Bob {weakest} with blade" in chosen


@pytest.mark.parametrize("tokens", [0, 1, 2])
def test_a_shot_goes_to_the_one_with_more_tokens(tokens: int) -> None:
    scenario = scenario_of(
        field({"Ann": {"at": [3, 6], "range": 4}}, {"Bob": {}, "Bea": {"at": [4, 3]}})
    )
    player = Noting(scenario.ruleset.simple_player())
    fight: Any = scenario.setup.new_fight(LiveTable(Dice(1), [player, player]))
    fight.models[2].stun_tokens = tokens
    answer = player.decide(fight, ActionQuestion(fight, fight.models[0]))
    assert isinstance(answer, Option)
    assert answer.key == f"shoot {'Bea' if tokens else 'Bob'} with bow"


# --- follies that were counted, and are gone ---


class Counting(LiveTable):
    """Counts the answers that a test names."""

    def __init__(self, seed: int, players: list[Player], name_of: Any) -> None:
        super().__init__(Dice(seed), players)
        self.name_of = name_of
        self.count: Counter[str] = Counter()

    def ask(self, fight: Any, question: Question) -> Option | Ruling:
        answer = super().ask(fight, question)
        self.count[self.name_of(fight, question, answer)] += 1
        return answer


def counted(name: str, fights: int, name_of: Any) -> Counter[str]:
    """How often each named answer is given in some fights of a scenario."""
    scenario = load(name)
    found: Counter[str] = Counter()
    for seed in range(fights):
        table = Counting(seed, simple_players(scenario), name_of)
        scenario.setup.new_fight(table).play()
        found += table.count
    return found


def test_mastery_is_spent_only_where_it_can_win() -> None:
    """It could not in 517 of 754 uses in `temple-stair`."""

    def use_of(fight: Any, question: Question, answer: Option) -> str:
        if question.kind != "mastery" or answer.kind != "use":
            return ""
        bout = fight.bout
        attack, defence = bout.attack, bout.defence
        if attack.who.index == question.who:
            return "may win" if attack.dice + bout.edge >= bout.defence_hand.kept else "in vain"
        return "may win" if defence.dice > bout.attack_hand.kept + bout.edge else "in vain"

    found = counted("temple-stair", 15, use_of)
    assert found["in vain"] == 0
    assert found["may win"] > 3


def test_nobody_runs_nowhere() -> None:
    """28 of 30 Run actions led nowhere."""

    def run_of(_fight: Any, question: Question, answer: Option) -> str:
        if isinstance(question, MoveQuestion) and question.running:
            return "nowhere" if answer is STAY else "somewhere"
        return ""

    for name in ("names-of-their-own", "temple-stair"):
        assert counted(name, 10, run_of)["nowhere"] == 0
    far = [first_turn({"Ann": {"at": [0, 9]}}, {"Bob": {"at": [20, 0]}}, size=(21, 10))[0]]
    assert "run" in far[0], "a model that has far to go runs"


def test_a_long_reach_is_used() -> None:
    """Akkorokamui, with a reach of 3, struck from the next space in 687 of 715 attacks."""
    for reach in (1, 3):
        ours = {"Ann": {"at": [4, 8], "reach": reach, "attack": 4}}
        theirs = {
            "Bob": {"at": [4, 3], "keywords": ["wary"]},
            "Bea": {"at": [5, 3], "keywords": ["wary"]},
        }
        chosen, fight = first_turn(ours, theirs, size=(9, 9))
        assert any(key.startswith("attack") for key in chosen)
        place, board = place_in(chosen[0]), fight.board
        nearest = min(fight.spaces(board.cell(*place), board.cell(*at)) for at in ((4, 3), (5, 3)))
        assert (nearest > 1) == (reach == 3)


@pytest.mark.parametrize(("attack", "is_swept"), [(6, True), (2, False)])
def test_a_sweep_is_made_where_it_is_worth_more_than_one_blow(attack: int, is_swept: bool) -> None:
    ours = {"Ann": {"attack": attack, "keywords": ["sweep"]}}
    theirs = {
        f"Bob {column}": {"at": [column, 3], "defence": 1, "keywords": ["wary"]}
        for column in (2, 3, 4)
    }
    chosen, _ = first_turn(ours, theirs)
    assert ("sweep with blade" in chosen) is is_swept


def test_hardly_anybody_waits() -> None:
    """In `temple-stair` 21 % of activations ended in waiting."""

    def action_of(_fight: Any, question: Question, answer: Option) -> str:
        return answer.kind if isinstance(question, ActionQuestion) else ""

    found = counted("temple-stair", 20, action_of)
    del found[""]
    assert found["wait"] < 0.1 * found.total()


def test_who_acts_is_asked_of_those_who_have_not() -> None:
    scenario = scenario_of(field({"Ann": {"at": [3, 6]}, "Amy": {"at": [5, 5]}}, {"Bob": {}}))
    player = Noting(scenario.ruleset.simple_player())
    fight: Any = scenario.setup.new_fight(LiveTable(Dice(1), [player, player]))
    both = ActivateQuestion(fight, 0)
    assert [one.key for one in both.options] == ["activate Ann", "activate Amy"]
    assert both.default_option().key == "activate Ann"
    fight.models[0].acted = True
    last = ActivateQuestion(fight, 0)
    assert [one.key for one in last.options] == ["activate Amy"]
    fight.take_off(fight.models[1])
    assert ActivateQuestion(fight, 0).options == []


def test_an_open_way_is_one_as_everybody_stands_now() -> None:
    ours = {"Ann": {"at": [3, 6]}, "Amy": {"at": [0, 0]}}
    scenario = scenario_of(field(ours, {"Bob": {"at": [6, 0]}}, rows=["...#..."] + ["###.###"] * 6))
    player = scenario.ruleset.simple_player()
    fight: Any = scenario.setup.new_fight(LiveTable(Dice(1), [player, player]))
    ann, amy, bob = fight.models
    goal, between = fight.board.cell(3, 3), fight.board.cell(3, 5)
    before = fight.copy(fight.table)
    assert fight.has_open_way(ann, goal, 6)
    for somebody in (amy, bob):
        fight.put(somebody, between, 0)
        assert not fight.has_open_way(ann, goal, 6)
        fight.take_off(somebody)
        assert fight.has_open_way(ann, goal, 6)
    fight.put(amy, between, 0)
    assert not fight.has_open_way(ann, goal, 6)
    fight.become(before)
    assert fight.has_open_way(ann, goal, 6)
    fight.put(bob, fight.board.cell(3, 2), 0)
    assert fight.has_open_way(ann, goal, 6), "arriving in a zone is free"
    assert not fight.has_open_way(ann, fight.board.cell(3, 1), 6)
    fight.rulings_on(bob.index).gear("entangle")
    assert not fight.has_open_way(ann, goal, 6), "out of a space in the wider zone it takes a Dodge"
