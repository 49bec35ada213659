"""What is kept, or done by a quicker way, is the same as what is worked out anew and asked."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from affray.core.batch import play_batch
from affray.core.dice import Dice
from affray.core.event_counts import EventCounts
from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import CheckingTable, LiveTable, Player
from affray.core.tape import RecordingTable, ScriptedTable
from affray.library import load, rulesets, toml_of
from affray.rulesets.mithryn import actions, options
from affray.rulesets.mithryn import scene as scenes
from affray.rulesets.mithryn.checks import Check, passes_2d12
from affray.rulesets.mithryn.health import hurt
from affray.rulesets.mithryn.reach import can_reach, can_wield
from rulebook.mithryn.fields import field
from rulebook.quick_ways import assert_counted_alike, assert_same_when_asked
from support import random_players, scenario_of, simple_players

NAMES = [
    pytest.param(name, marks=() if name == "causeway" else pytest.mark.once)
    for name in toml_of(rulesets()["mithryn"], "scenarios")
]
EVERYTHING = {
    "ranged_in_same_zone": True,
    "interpose_for": "anybody",
    "help_exploded": True,
    "precise_extra": True,
    "reaction_cost": "one action left",
}
"""House rules by which most is asked."""

SKIRMISH = field(
    {
        "Ann": {"weapons": ["rapier", "dagger"], "shield": "shield", "poultices": 1},
        "Bo": {"weapons": ["longbow", "spear"]},
        "Cy": {"weapons": ["battleaxe", "dagger"], "shield": "shield"},
    },
    {"Orc": {"weapons": ["spear", "dagger"], "at": "wall"}, "Elf": {"weapons": ["shortbow"]}},
    zones="yard-gate-wall",
    house=EVERYTHING,
)


def scenario_named(name: str) -> Any:
    return scenario_of(SKIRMISH) if name == "skirmish" else load(name)


# --- players who are asked directly ---


@pytest.mark.parametrize("name", [*NAMES, "skirmish"])
def test_fights_are_the_same_where_players_are_asked_by_questions(name: str) -> None:
    assert_same_when_asked(scenario_named(name), range(30))


@pytest.mark.parametrize("name", [*NAMES, "skirmish"])
def test_what_is_counted_is_the_same_in_stages(name: str) -> None:
    scenario = scenario_named(name)
    met = assert_counted_alike(scenario, range(30))
    told = EventCounts()
    for number in range(30):
        recording = RecordingTable(LiveTable(Dice(5, number), simple_players(scenario)))
        fight = scenario.setup.new_fight(recording)
        fight.play()
        told.add_fight(fight, recording.events)
    assert told.times_by_rule() == met


def test_players_are_asked_by_questions_where_there_may_be_nothing_to_choose() -> None:
    """In a zone without a way out a question with one option is nobody's to answer."""
    alone = field({"Ann": {}}, {"Orc": {"at": "pit"}}, zones="yard-gate-pit")
    open_map, cut_off = scenario_of(alone), {**alone, "map": {**alone["map"], "paths": []}}
    players = simple_players(open_map)
    fight: Any = open_map.setup.new_fight(LiveTable(Dice(1), players))
    assert fight.direct_players[0] is players[0]
    scenario = scenario_of({**cut_off, "round_limit": 3})
    fight = scenario.setup.new_fight(LiveTable(Dice(1), simple_players(scenario)))
    assert fight.direct_players == [None, None]
    fight.play()
    assert fight.round == 3


# --- weapons at hand, and holds ---


def check_what_is_kept(fight: Any) -> None:
    """Compares all that follows from other state with what it follows from."""
    scene = fight.scene
    held = [who for who in fight.combatants if who.held_by != -1]
    assert fight.held == len(held)
    assert fight.collapsed == len([who for who in fight.combatants if who.collapsed])
    for who in fight.combatants:
        assert who.armament.who == who.index
        assert who.arms == list(who.armament.arms)
        assert who.armament is scene.armament(who.index, list(who.arms))
        for rushed in (False, True):
            choices = who.armament.choices(who.shield_raised, rushed)
            every = [choice.weapon.index for choice in who.armament.plain_attacks()]
            assert every == who.arms
            weapons = [scene.weapons[item] for item in dict.fromkeys(who.arms)]
            wanted = [
                weapon
                for weapon in weapons
                if can_wield(fight, who, weapon) and (weapon.rushed_count > 0 or not rushed)
            ]
            assert [choice.weapon for choice in choices] == wanted
            for choice in choices:
                check_choice(fight, who, choice, rushed)
            for defense in (1, 5, 8, 40):
                hits = [scene.estimates.hits(who.index, item, rushed, defense) for item in who.arms]
                assert who.armament.most_hits(rushed, defense) == max(hits, default=0.0)


def check_choice(fight: Any, who: Any, choice: Any, rushed: bool) -> None:
    """Compares what is kept of somebody's attacks with a weapon with the rules."""
    scene, weapon = fight.scene, choice.weapon
    for far in range(6):
        assert bool(choice.reach[far]) == can_reach(fight, weapon, far)
    for target in range(len(scene.names)):
        thrown = weapon.is_throwable
        near = scene.attack(who.index, weapon.index, target, int(rushed), False)
        afar = scene.attack(who.index, weapon.index, target, int(rushed), thrown)
        assert choice.by_hand[target] is near
        assert choice.from_afar[target] is afar


@pytest.mark.parametrize("name", [*NAMES, "skirmish"])
def test_what_is_kept_follows_from_the_state_after_every_turn(name: str) -> None:
    scenario = scenario_named(name)
    thrown = grappled = collapsed = 0
    for seed in range(6):
        table = LiveTable(Dice(seed), random_players(scenario, seed))
        fight: Any = scenario.setup.new_fight(table)
        while not fight.is_over():
            fight.step()
            check_what_is_kept(fight)
            check_what_is_kept(fight.copy(table))
            thrown += any(who.arms != who.sheet.arms for who in fight.combatants)
            grappled += fight.held
            collapsed += fight.collapsed
    assert grappled > 0
    assert collapsed > 0 or name not in ("causeway", "skirmish")
    assert thrown > 0 or name not in ("causeway", "skirmish")


def test_what_is_kept_follows_from_rulings() -> None:
    fight: Any = scenario_of(SKIRMISH).setup.new_fight(LiveTable(Dice(1), []))
    for kind, who, value, held in (
        ("condition", "Ann", "held by Orc", 1),
        ("condition", "Bo", "held by Orc", 2),
        ("condition", "Bo", "held by Elf", 2),
        ("gear", "Ann", "spear", 2),
        ("gear", "Ann", "not rapier", 2),
        ("condition", "Ann", "not held", 1),
        ("condition", "Ann", "not held", 1),
        ("place", "Elf", "wall", 0),
        ("condition", "Ann", "held by Orc", 1),
        ("state", "Orc", "down", 0),
        ("condition", "Ann", "collapsed", 0),
        ("health", "Orc", "3", 0),
        ("condition", "Bo", "collapsed", 0),
        ("state", "Ann", "standing", 0),
    ):
        fight.rule(Ruling(kind, who, value, ""))
        check_what_is_kept(fight)
        assert fight.held == held, (kind, who, value)
    assert fight.collapsed == 1
    scenario = scenario_of(
        {**SKIRMISH, "before": [{"fighter": "Cy", "kind": "state", "value": "down"}]}
    )
    fight = scenario.setup.new_fight(LiveTable(Dice(1), []))
    check_what_is_kept(fight)
    assert fight.collapsed == 1


@pytest.mark.parametrize("way", ["brought round", "poultice", "rest", "drops"])
def test_those_who_have_collapsed_are_counted_until_they_have_not(way: str) -> None:
    fight: Any = scenario_of(SKIRMISH).setup.new_fight(LiveTable(Dice(1), []))
    ann, bo, _ = fight.members[0]
    fight.rule(Ruling("condition", "Bo", "collapsed", ""))
    assert fight.collapsed == 1
    if way == "brought round":
        actions.stabilise(fight, ann, bo)
    elif way == "poultice":
        actions.use_poultice(fight, ann, bo)
    elif way == "rest":
        fight.recovery().rest("long rest")
    else:
        hurt(fight, bo, 50, None)
    check_what_is_kept(fight)
    assert fight.collapsed == 0


def test_who_fails_to_stay_up_has_collapsed() -> None:
    fight: Any = scenario_of(SKIRMISH).setup.new_fight(ScriptedTable("roll 3d12 = 1 2 12"))
    bo = fight.members[0][1]
    hurt(fight, bo, bo.hit_points - 1, None)
    check_what_is_kept(fight)
    assert fight.collapsed == 1


@pytest.mark.parametrize("sides", [2, 3])
def test_sides_that_are_left_are_counted_as_everywhere(sides: int) -> None:
    scenario = scenario_of(SKIRMISH)
    if sides == 3:
        third = {"name": "beasts", "fighters": [{"is": "orc", "name": "Wolf", "at": "gate"}]}
        scenario = scenario_of({**SKIRMISH, "sides": [*SKIRMISH["sides"], third]})
    seen = set()
    for seed in range(4):
        fight: Any = scenario.setup.new_fight(LiveTable(Dice(seed), random_players(scenario, seed)))
        while not fight.is_over():
            fight.step()
            able = {who.side for who in fight.combatants if who.is_able()}
            assert fight.sides_left() == min(2, len(able)) == Fight.sides_left(fight)
            seen.add(fight.sides_left())
    assert 2 in seen
    assert min(seen) < 2


def test_weapons_at_hand_are_kept_only_so_often(monkeypatch: pytest.MonkeyPatch) -> None:
    fight: Any = scenario_of(SKIRMISH).setup.new_fight(LiveTable(Dice(1), []))
    scene = fight.scene
    first = scene.armament(0, [1, 0])
    assert scene.armament(0, [1, 0]) is first
    for count in range(scenes.MOST_ARMAMENTS + 1):
        scene.armament(0, [0] * count)
    again = scene.armament(0, [1, 0])
    assert again is not first
    assert again.arms == first.arms


# --- what is drawn by its number ---


def dice_showing(face: int, sides: int) -> Dice:
    """Dice of which the first, with so many sides, shows a face."""
    dice = Dice(0)
    dice.a, dice.b, dice.counter = (2 * face - 1) * 2**31 // sides, 0, 0
    return dice


class DrawingPlayer(Player):
    """Decides as another does, once every option was drawn by its number."""

    def __init__(self, inner: Player) -> None:
        self.inner = inner
        self.drawn: set[tuple[str, int]] = set()
        """The kinds and verbs of all options that were."""

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        options = list(question.options)
        question.forget_options()
        for number, option in enumerate(options, 1):
            assert question.draw(dice_showing(number, len(options))) is option
            self.drawn.add((question.kind, option.verb))
        return self.inner.decide(fight, question)


MELEE = field(
    {
        "Ann": {"weapons": ["handaxe", "dagger", "dagger"], "shield": "shield", "poultices": 1},
        "Bo": {"weapons": ["crossbow", "throwing-knives"], "poultices": 2},
        "Cy": {"weapons": ["battleaxe", "dagger"], "shield": "shield"},
    },
    {"Orc": {"weapons": ["spear", "dagger"], "at": "wall"}, "Elf": {"weapons": ["shortbow"]}},
    zones="yard-gate-wall-moat-wood-hill",
    exits=("gate",),
    before=[{"fighter": "Cy", "kind": "condition", "value": "collapsed"}],
)
BEASTS = {"name": "beasts", "fighters": [{"is": "elf", "name": "Wolf", "at": "wood"}]}


@pytest.mark.parametrize("flee_from", ["exits", "exits and quiet zones", "anywhere"])
@pytest.mark.parametrize("sides", [2, 3])
def test_what_is_drawn_is_the_option_of_that_number(flee_from: str, sides: int) -> None:
    house = {"flee_from": flee_from, "ranged_in_same_zone": sides == 3}
    people = MELEE["sides"] + [BEASTS] * (sides - 2)
    changes = {"house": house, "sides": people, "game_master": sides == 3}
    scenario = scenario_of({**MELEE, **changes})
    drawn: set[tuple[str, int]] = set()
    for seed in range(8):
        players = [DrawingPlayer(one) for one in random_players(scenario, seed)]
        table = LiveTable(Dice(seed), list(players))
        scenario.setup.new_fight(table).play()
        drawn = drawn.union(*[player.drawn for player in players])
    verbs = {verb for kind, verb in drawn if kind == "turn"}
    others = (
        {0, options.TRY} if sides == 3 else {0}
    )  # nothing at all, and what a game master judges
    assert verbs == others | set(range(options.ATTACK, options.TRY))


@pytest.mark.parametrize("name", [*NAMES, "skirmish"])
def test_what_is_drawn_in_every_scenario_is_the_option_of_that_number(name: str) -> None:
    scenario = scenario_named(name)
    for seed in range(3):
        players = [DrawingPlayer(one) for one in random_players(scenario, seed)]
        scenario.setup.new_fight(LiveTable(Dice(seed), list(players))).play()
        assert ("turn", options.ATTACK) in players[0].drawn
        assert ("order", 0) in players[0].drawn or len(scenario.setup.sheets) == 2


# --- checks without a stage ---


def test_a_check_counts_the_dice_that_the_rule_keeps() -> None:
    """Every pool of three, against sorting it."""
    for faces in product(range(1, 13), repeat=3):
        for edge in (-1, 0, 1):
            check = Check(14, edge, False)
            check.faces = list(faces) if edge else list(faces[:2])
            one, two = check.kept()
            third = faces[2] if edge else 0
            wanted = one + two >= 14 or one == two
            assert passes_2d12(14, edge, faces[0], faces[1], third) == wanted


def test_a_batch_plays_as_a_table_that_checks_does() -> None:
    scenario = load("causeway")
    batch = play_batch(scenario.setup, simple_players(scenario), 3, 1, 20)
    turns = 0
    for number in range(1, 21):
        fight: Fight = scenario.setup.new_fight(
            CheckingTable(Dice(3, number), simple_players(scenario))
        )
        fight.play()
        turns += fight.turns
    assert batch.turns == turns
