import pytest

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable, Player
from affray.players.random import RandomPlayer
from affray.rulesets.orrery import verbs
from affray.rulesets.orrery.fight import OrreryFight
from affray.rulesets.orrery.sheet import BAND_NAMES
from affray.space.bands import CLOSE
from rulebook.orrery.fields import (
    HITS_ONCE,
    HITS_TWICE,
    NO_BLOCK,
    can,
    choices,
    dice,
    field,
    option_of,
    strike,
)
from support import Played, scenario_of

SCORES = {"terra": 4, "sun": 6, "moon": 8, "star": 10}


@pytest.mark.rule("range.bands", "range.beyond")
@pytest.mark.parametrize(
    ("beyond", "last"), [("out of range", "beyond Distant"), ("Distant", "Distant")]
)
def test_any_two_combatants_are_at_touch_close_nearby_or_distant(beyond: str, last: str) -> None:
    foes = {name: {"at": at} for name, at in zip("QRSTU", "abcde", strict=True)}
    game = Played(field(foes=foes, line="a-b-c-d-e", house={"beyond_distant": beyond}))
    fight = game.fight
    ann = game.fighter("Ann")
    bands = [BAND_NAMES[fight.band(ann, game.fighter(name))] for name in "QRSTU"]
    assert bands == ["Touch", "Close", "Nearby", "Distant", last]
    assert [BAND_NAMES[fight.band(game.fighter(name), ann)] for name in "QRSTU"] == bands


@pytest.mark.rule("range.beyond")
@pytest.mark.parametrize(("beyond", "reaches"), [("out of range", False), ("Distant", True)])
def test_beyond_distant_nothing_reaches_unless_the_house_says(beyond: str, reaches: bool) -> None:
    heroes = {"Ann": {"weapons": ["bow"], "runes": ["fire"]}}
    engines = [{"is": "ballista", "at": "a", "loaded": True}]
    house = {"beyond_distant": beyond}
    near = field(heroes, {"Orc": {"at": "d"}}, "a-b-c-d-e", house=house, engines=engines)
    far = field(heroes, {"Orc": {"at": "e"}}, "a-b-c-d-e", house=house, engines=engines)
    for key in ("attack Orc with bow", "rune Orc with fire", "fire Orc with ballista"):
        assert key in choices(near)
        assert (key in choices(far)) is reaches
        assert can(near, key)
        assert can(far, key) is reaches


@pytest.mark.rule("range.moves")
def test_a_move_changes_a_band_by_one() -> None:
    scenario = field(foes={"Orc": {"at": "b"}}, line="a-b", map={"links": []})
    scenario["map"] = {"spots": [{"name": "a"}, {"name": "b"}], "links": [["a", "b", "Distant"]]}
    script = "Ann: move a to b 1\nAnn: move a to b 2\n"
    game = Played(scenario, script).steps(1)
    assert game.fight.band(game.fighter("Ann"), game.fighter("Orc")) == CLOSE


@pytest.mark.rule("close.attack")
def test_a_close_attack_rolls_melee_and_the_weapons_die_for_damage() -> None:
    scenario = field({"Ann": {"melee": 12, "sun": 8, "weapons": ["long-blade"]}})
    script = dice(12, sides=12) + dice(8, sides=8) + NO_BLOCK
    game, blow = strike(scenario, "attack Orc with long-blade", script)
    assert blow.damage == 2
    assert game.fighter("Orc").hearts == 2
    assert game.told("hurt")[0]["harm"] == 2


@pytest.mark.rule("close.attack")
@pytest.mark.parametrize(("at", "reaches"), [("a", True), ("b", False)])
def test_a_close_attack_needs_touch(at: str, reaches: bool) -> None:
    assert can(field(foes={"Orc": {"at": at}}, line="a-b"), "attack Orc with long-blade") is reaches


@pytest.mark.rule("close.weapons")
@pytest.mark.parametrize(
    ("weapon", "sides"),
    [
        ("cleaving-blade", 4),
        ("blunt-weapon", 4),
        ("unarmed", 4),
        ("long-blade", 6),
        ("hammer", 6),
        ("sharp-polearm", 6),
        ("short-blade", 8),
        ("shield", 8),
        ("thin-blade", 10),
        ("blunt-polearm", 10),
        ("improvised", 6),
    ],
)
def test_a_close_weapon_rolls_its_scores_die(weapon: str, sides: int) -> None:
    scenario = field({"Ann": {**SCORES, "melee": 12, "weapons": [weapon]}})
    script = dice(1, sides=12) + dice(sides, sides=sides) + NO_BLOCK
    _, blow = strike(scenario, f"attack Orc with {weapon}", script)
    assert blow.damage == 1


@pytest.mark.rule("ranged.attack")
def test_a_ranged_attack_rolls_ranged_and_the_weapons_die() -> None:
    scenario = field(
        {"Ann": {"ranged": 12, "terra": 10, "weapons": ["bow"]}}, {"Orc": {"at": "b"}}, "a-b"
    )
    script = dice(12, sides=12) + dice(10, sides=10) + NO_BLOCK
    _, blow = strike(scenario, "attack Orc with bow", script)
    assert blow.damage == 2


@pytest.mark.rule("ranged.attack")
@pytest.mark.parametrize(
    ("at", "reaches"), [("a", True), ("b", True), ("c", True), ("d", True), ("e", False)]
)
def test_a_ranged_attack_reaches_up_to_distant(at: str, reaches: bool) -> None:
    scenario = field({"Ann": {"weapons": ["bow"]}}, {"Orc": {"at": at}}, "a-b-c-d-e")
    assert can(scenario, "attack Orc with bow") is reaches


@pytest.mark.rule("ranged.weapons")
@pytest.mark.parametrize(
    ("weapon", "at", "sides"),
    [
        ("bow", "b", 4),
        ("crossbow", "b", 8),
        ("firearm", "b", 6),
        ("thrown-item", "b", 6),
        ("thrown-item", "c", 6),
    ],
)
def test_a_ranged_weapon_rolls_its_die(weapon: str, at: str, sides: int) -> None:
    scenario = field(
        {"Ann": {**SCORES, "ranged": 12, "weapons": [weapon]}}, {"Orc": {"at": at}}, "a-b-c"
    )
    script = dice(1, sides=12) + dice(sides, sides=sides) + NO_BLOCK
    _, blow = strike(scenario, f"attack Orc with {weapon}", script)
    assert blow.damage == 1


@pytest.mark.rule("ranged.weapons")
def test_a_thrown_item_is_a_d4_at_distant() -> None:
    scenario = field(
        {"Ann": {**SCORES, "ranged": 12, "weapons": ["thrown-item"]}},
        {"Orc": {"at": "d"}},
        "a-b-c-d",
    )
    once = dice(1, sides=12) + dice(4, sides=4)
    _, blow = strike(scenario, "attack Orc with thrown-item", once + once + NO_BLOCK)
    assert blow.damage == 1


@pytest.mark.rule("ranged.ammunition")
def test_nobody_runs_out_of_arrows_or_of_things_to_throw() -> None:
    heroes = {"Ann": {"weapons": ["bow", "thrown-item"]}}
    foes = {"Orc": {"at": "b", "hearts": 41, "weapons": []}}
    turn = "".join(
        f"Ann: attack Orc with {weapon}\n" + HITS_ONCE + NO_BLOCK
        for weapon in ("bow", "thrown-item")
    )
    game = Played(field(heroes, foes, "a-b"), (turn + "Orc: end turn\n") * 20).steps(79)
    assert game.fighter("Orc").hearts == 1
    assert len(game.fighter("Ann").arms) == 3


@pytest.mark.rule("block.friendly-fire")
def test_a_pc_may_attack_another_who_blocks() -> None:
    scenario = field({"Ann": {}, "Bo": {}})
    script = HITS_TWICE + dice(4, 1)
    game, blow = strike(scenario, "friendly-attack Bo with long-blade", script)
    assert blow.damage == 1
    assert game.fighter("Bo").hearts == 4
    assert "block.friendly-fire" in game.rules_told()


@pytest.mark.rule("block.friendly-fire")
def test_it_is_a_choice_of_its_own_kind_on_every_turn() -> None:
    scenario = field({"Ann": {"runes": ["fire"]}, "Bo": {}})
    keys = choices(scenario, "heroes: act Ann\n")
    assert "friendly-attack Bo with long-blade" in keys
    assert "friendly-rune Bo with fire" in keys


@pytest.mark.rule("block.friendly-fire")
def test_a_rune_may_be_meant_for_a_friend_too() -> None:
    scenario = field({"Ann": {"runes": ["fire"]}, "Bo": {}})
    _, blow = strike(scenario, "friendly-rune Bo with fire", HITS_TWICE + NO_BLOCK)
    assert blow.damage == 2


@pytest.mark.rule("block.friendly-fire")
def test_whatever_can_be_tried_on_an_enemy_can_be_tried_on_another_pc() -> None:
    heroes = {"Ann": {"runes": ["fire"], "weapons": ["long-blade", "bow"]}, "Bo": {}}
    engines = [{"is": "ballista", "at": "yard", "loaded": True}, {"is": "ram", "at": "yard"}]
    keys = choices(field(heroes, engines=engines), "heroes: act Ann\n")
    enemy = sorted(key for key in keys if " Orc " in key and "beside" not in key)
    friend = sorted(key for key in keys if key.startswith("friendly"))
    assert friend == [f"friendly-{key.replace('Orc', 'Bo')}" for key in enemy]
    assert len(friend) == 13


@pytest.mark.rule("block.friendly-fire")
def test_a_friend_can_be_grappled_and_thrown_at_an_enemy() -> None:
    scenario = field({"Ann": {}, "Bo": {}}, {"Orc": {"at": "b"}}, "a-b")
    script = f"""
        heroes: act Ann
        Ann: friendly-grapple Bo with unarmed
        {HITS_ONCE}{NO_BLOCK}
        Ann: hurl Orc with Bo
        {HITS_TWICE}{NO_BLOCK}
    """
    game = Played(scenario, script).steps(1)
    assert game.fighter("Orc").hearts == 2
    assert game.fighter("Bo").hearts == 4
    assert game.fight.place_name(1) == "b"


@pytest.mark.rule("block.friendly-fire")
def test_monsters_do_not_choose_it() -> None:
    """Of two monsters of a side neither attacks the other; as player characters they may."""
    for are_pcs in (False, True):
        game = Played(field(foes={"Orc": {}, "Uk": {}}, foes_pcs=are_pcs))
        keys = [option.key for option in game.fight.attacks(1)]
        assert "attack Ann with long-blade" in keys
        assert ("friendly-attack Uk with long-blade" in keys) is are_pcs
        assert any(key.startswith("friendly") for key in keys) is are_pcs


class ComparesHindrances(Player):
    """Plays at random, and compares the attacks of each turn with those nothing hinders."""

    def __init__(self, seed: int, side: int) -> None:
        self.inner = RandomPlayer(seed, side)
        self.compared = 0

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        assert isinstance(fight, OrreryFight)
        if question.kind == "turn" and fight.actions_left >= 2:
            listed = {one.key for one in question.options if one.verb <= verbs.LAST_ATTACK}
            free = {
                one.key
                for one in fight.attacks(question.who)
                if not fight.hindrance(question.who, one)
            }
            assert free == listed
            self.compared += len(fight.attacks(question.who))
        return self.inner.decide(fight, question)


@pytest.mark.once
@pytest.mark.parametrize("name", ["night-raid", "gatehouse", "giants-table", "wrestling-ring"])
def test_nothing_hinders_exactly_the_attacks_that_a_turn_offers(name: str) -> None:
    scenario = scenario_of(name)
    for seed in range(3):
        players = [ComparesHindrances(seed, side) for side in (0, 1)]
        scenario.setup.new_fight(LiveTable(Dice(seed), [*players])).play()
        assert sum(player.compared for player in players) > 20


@pytest.mark.rule("health.dying")
@pytest.mark.parametrize(
    ("dying", "hearts", "died", "why"),
    [
        ("never", 4, False, ""),
        ("never", 0, False, "Orc is down already"),
        ("of harm", 0, False, ""),
        ("of harm", 0, True, "Orc is dead"),
    ],
)
def test_what_hinders_an_attack_on_the_down_and_the_dead(
    dying: str, hearts: int, died: bool, why: str
) -> None:
    game = Played(field(house={"dying": dying}))
    game.fighter("Orc").hearts, game.fighter("Orc").died = hearts, died
    attack = option_of(game, "attack Orc with long-blade")
    assert game.fight.hindrance(0, attack) == why
    if dying == "of harm" and not died:
        grapple = option_of(game, "grapple Orc with unarmed")
        assert game.fight.hindrance(0, grapple) == "Orc is down: only damage is possible"


@pytest.mark.rule("close.attack")
def test_a_second_weapon_alike_is_no_other_choice() -> None:
    scenario = field({"Ann": {"weapons": ["long-blade", "long-blade"]}})
    assert choices(scenario).count("attack Orc with long-blade") == 1
