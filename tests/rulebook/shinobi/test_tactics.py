"""The simple player: it flanks, brings friends, keeps archers away, hides, finishes."""

from itertools import pairwise
from typing import Any, cast

import pytest

from affray.core.dice import Dice
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable, Player
from affray.core.tape import OpenQuestionError
from affray.library import load
from affray.players.random import RandomPlayer
from affray.rulesets.shinobi import keywords
from affray.rulesets.shinobi.close import close_hindrance
from affray.rulesets.shinobi.movement import STAY, MoveQuestion, goes_straight
from affray.rulesets.shinobi.player import simple as tactics
from affray.rulesets.shinobi.turn import ActionQuestion, ActivateQuestion
from affray.space.squares import BEYOND, Squares
from rulebook.shinobi.fields import ANN_FIRST, STRIKE, dice, field
from rulebook.shinobi.test_ranged import SHOT
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
    """What the simple player does with our first activation, and the fight after it."""
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
    del ours["Amy"]
    alone, _ = first_turn(ours, theirs)
    assert "attack Bob with blade" in alone


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


RANGED_MASTER = {"at": [3, 6], "range": 4, "keywords": ["ranged-master"]}


@pytest.mark.parametrize(
    ("hand", "defence", "chosen"),
    [
        ("FFF", "SSS", "reroll Fire"),
        ("FAF", "SSS", "reroll Fire"),
        ("EFF", "SSS", "reroll Fire"),
        ("WFF", "SSS", "keep"),
        ("EEE", "SSS", "reroll Earth"),
        ("EFF", "FFF", "keep"),
        ("FFF", "FFF", "reroll Fire"),
    ],
)
def test_a_risk_at_range_counts_what_works_there(hand: str, defence: str, chosen: str) -> None:
    script = ANN_FIRST + SHOT + dice(hand, defence)
    game = Played(field({"Ann": RANGED_MASTER}), script)
    with pytest.raises(OpenQuestionError) as ends:
        game.fight.step()
    answer = game.scenario.ruleset.simple_player().decide(game.fight, ends.value.question)
    assert isinstance(answer, Option)
    assert answer.key == chosen


@pytest.mark.parametrize(
    ("hand", "defence", "chosen"),
    [
        ("EEE", "SSS", "reroll Earth"),
        ("EEA", "SSS", "reroll Air"),
        ("FEE", "SSS", "keep"),
        ("EEE", "EEE", "keep"),
    ],
)
def test_a_risk_at_close_quarters_is_taken_where_it_can_only_gain(
    hand: str, defence: str, chosen: str
) -> None:
    script = ANN_FIRST + STRIKE + dice(hand, defence)
    game = Played(field({"Ann": {"keywords": ["close-combat-master"]}}), script)
    with pytest.raises(OpenQuestionError) as ends:
        game.fight.step()
    answer = game.scenario.ruleset.simple_player().decide(game.fight, ends.value.question)
    assert isinstance(answer, Option)
    assert answer.key == chosen


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


# --- what is left out, kept or looked at once comes to the same ---


def plain_exposure(fight: Any, who: Any, cell: int, target: Any) -> float:
    """What the worst of those who could still come could do, by looking at all of them."""
    dice = [
        other.sheet.attack + tactics.stealth_bonus(other)
        for other in fight.enemies[who.side]
        if other.is_able() and not other.acted and other is not target
        if fight.spaces(cell, other.cell) <= other.sheet.movement + 1
    ]
    if not dice:
        return 0.0
    gain = tactics.outcome_of(max(dice), who.sheet.defence).gain
    return float(tactics.EXPOSURE * gain * who.sheet.value)


def plain_striking_place(fight: Any, who: Any, movement: int) -> int:
    """The best space to strike from, by looking at every space around every enemy."""
    best, found = tactics.least_value(who), -1
    ways = fight.ways_of(who)
    for target in fight.enemies[who.side]:
        if not target.is_present():
            continue
        for cell in fight.board.steps[target.cell]:
            if cell >= 0 and ways.is_open(who.cell, cell, movement, fight.positions, who.side):
                value = tactics.strike_value(fight, who, target, cell)
                value -= plain_exposure(fight, who, cell, target)
                if value > best:
                    best, found = value, cell
    return found


def plain_archers_place(fight: Any, who: Any, movement: int) -> int:
    """The best space to shoot from, by looking at every target from every space."""
    found, best = -1, tactics.NO_VALUE
    board, costs = fight.board, fight.ways_of(who).costs
    standing, guarded = fight.positions.standing(), fight.positions.guarded(who.side)
    cells = [(who.cell, tactics.shot_range(who))]
    for facing in range(8):
        cell, left = board.steps[who.cell][facing], movement
        while cell >= 0 and standing[cell] < 0 and not guarded[cell] and costs[cell] <= left:
            cells.append((cell, who.sheet.range))
            left -= costs[cell]
            cell = board.steps[cell][facing]
    dice = tactics.shot_dice(who)
    for cell, most in cells:
        shots = [
            tactics.value_of_shot(dice, target)
            for target in fight.enemies[who.side]
            if not target.hidden and not target.has(keywords.UNTOUCHABLE)
            if fight.spaces(cell, target.cell) <= most and board.sees(cell, target.cell)
        ]
        if shots:
            near = min(
                fight.spaces(cell, one.cell) for one in fight.enemies[who.side] if one.cell >= 0
            )
            value = max(shots) - plain_exposure(fight, who, cell, None) + 0.005 * near
            if value > best:
                best, found = value, cell
    return found


def plain_assists(fight: Any, target: Any, who: Any) -> int:
    """The dice that friends beside a target would add, by looking at all of them."""
    friends = [
        friend
        for friend in fight.teams[who.side]
        if friend is not who and friend.is_able()
        if fight.spaces(friend.cell, target.cell) == 1
    ]
    return len(friends) + sum(friend.has(keywords.COMBINED_ATTACK) for friend in friends)


def plain_activation_value(fight: Any, who: Any) -> float:
    """How good it would be to act with a model, by looking at every blow and every shot."""
    sheet = who.sheet
    is_free = not fight.is_in_zone(who)
    reach = sheet.reach + sheet.movement * is_free
    values, distances = [tactics.NO_VALUE], [1000]
    for target in fight.models:
        if target.side == who.side or not target.is_present():
            continue
        distance = fight.spaces(who.cell, target.cell)
        distances.append(distance)
        if distance <= reach:
            attack = sheet.attack + tactics.own_bonus(who) + plain_assists(fight, target, who)
            defence = tactics.defence_of(target, attack, 0)
            values.append(tactics.outcome_value(who, target, attack, defence))
        elif sheet.range > 0 and is_free and distance <= sheet.range + sheet.movement:
            if not target.hidden:
                values.append(tactics.value_of_shot(tactics.shot_dice(who), target))
    if max(values) > tactics.LEAST_STRIKE:
        return max(values) + (5.0 if who.stun_tokens else 10.0)
    return 0.01 * min(distances)


def plain_landing(fight: Any, question: Any) -> Option:
    """Where one who flies lands, by looking at every attack from every space."""
    who, board = question.mover, fight.board
    free = [
        cell
        for cell in board.within(who.cell, question.movement)
        if fight.positions.spaces[cell].model < 0
    ]
    enemies = fight.enemies[who.side]
    values = {
        cell: max(
            tactics.strike_value(fight, who, target, cell)
            - plain_exposure(fight, who, cell, target)
            for target in enemies
            if target.cell in board.neighbours[cell]
        )
        for cell in free
        if any(target.cell in board.neighbours[cell] for target in enemies)
    }
    if values and max(values.values()) > tactics.least_value(who):
        return cast("Option", fight.scene.move[max(values, key=lambda cell: values[cell])])
    nearest, found = min(fight.spaces(who.cell, one.cell) for one in enemies), STAY
    for cell in free:
        distance = min(fight.spaces(cell, one.cell) for one in enemies)
        if 1 < distance < nearest and fight.guards_at(who, cell) == 0:
            nearest, found = distance, fight.scene.move[cell]
    return found


class Comparing(Player):
    """Plays as another does, and compares what the simple player would find with plain looks."""

    def __init__(self, inner: Player) -> None:
        self.inner = inner
        self.struck = self.shot = self.landed = self.hit = self.charged = 0

    def decide(self, fight: Any, question: Question) -> Option | Ruling:
        if isinstance(question, MoveQuestion):
            who, movement = question.mover, question.movement
            place = tactics.striking_place(fight, who, movement)
            assert place == plain_striking_place(fight, who, movement)
            self.struck += place >= 0
            if who.sheet.range > 0:
                place = tactics.archers_place(fight, who, movement)
                assert place == plain_archers_place(fight, who, movement)
                self.shot += place >= 0
            if question.flies:
                assert tactics.choose_landing(fight, who, movement) is plain_landing(
                    fight, question
                )
                self.landed += 1
            compare_open_ways(fight, who, movement)
            compare_enemies_near(fight, who)
            compare_steps(fight, who)
            self.charged += straight_charges(fight, who, movement)
        elif isinstance(question, ActivateQuestion):
            compare_urgency(fight, question.side)
        elif isinstance(question, ActionQuestion):
            target = tactics.best_to_strike(fight, question.actor)
            assert target is plain_best_to_strike(fight, question.actor)
            self.hit += target is not None
        compare_shifts(fight, question.side)
        for model in fight.models:
            if model.is_present():
                assert tactics.enemies_around(fight, model) == plain_enemies_around(fight, model)
        return self.inner.decide(fight, question)


def plain_best_to_strike(fight: Any, who: Any) -> Any:
    """Whom it is best to attack from where a model stands, by looking at every enemy."""
    is_exposed = fight.is_in_zone(who) and not who.hidden
    best, found = tactics.LEAST_IN_ZONE if is_exposed else tactics.least_value(who), None
    for target in fight.enemies[who.side]:
        if not close_hindrance(fight, who, target):
            value = tactics.strike_value(fight, who, target, who.cell)
            if value > best:
                best, found = value, target
    return found


def compare_steps(fight: Any, who: Any) -> None:
    """The next step towards each enemy is the first clear one of those that come nearer."""
    ways = fight.ways_of(who)
    assert fight.away_from(who) == ways.away(who.cell)
    for enemy in fight.enemies[who.side]:
        left = ways.left(enemy.cell)
        for cell in range(fight.board.size):
            if not fight.board.solid[cell]:
                wanted = tactics.first_clear(fight, who, ways.closer(cell, enemy.cell))
                assert tactics.step_nearer(fight, who, cell, left) == wanted


def straight_charges(fight: Any, who: Any, movement: int) -> int:
    """To how many spaces a model could charge without a path; those have as many steps as there
    are spaces between, and no Dodge but the first."""
    ways, found = fight.ways_of(who), 0
    before = who.keywords
    who.keywords |= keywords.CHARGE
    for goal in range(fight.board.size):
        if goal != who.cell and goes_straight(fight, who, goal, movement):
            found += 1
            path = fight.paths.path(ways, who.cell, goal, movement, fight.positions, who.side)
            assert len(path) == fight.spaces(who.cell, goal)
            assert not any(fight.guards_at(who, cell) for cell in path[:-1])
    who.keywords = before
    return found


def compare_shifts(fight: Any, side: int) -> None:
    """Where a winner puts each model, and who assists whom, by looking at the spaces in order."""
    standing = fight.positions.standing()
    present = [who for who in fight.models if who.is_present()]
    for who in present:
        guarded = fight.positions.guarded(who.side)
        free = [cell for cell in fight.board.neighbours[who.cell] if standing[cell] < 0]
        wanted, best = guarded[who.cell], tactics.UNMOVED
        for cell in free:
            is_better = 0 < guarded[cell] >= wanted
            if who.side == side:
                is_better = guarded[cell] < wanted
            if is_better:
                wanted, best = guarded[cell], fight.scene.shift[cell]
        assert tactics.choose_shift(fight, who, side) is best
        for enemy in fight.enemies[who.side]:
            beside = [standing[cell] for cell in fight.board.zones[enemy.cell]]
            friends = [fight.models[index] for index in beside if index >= 0]
            helping = [one for one in friends if one.side == who.side and one.is_able()]
            found = [one for one in fight.assistants(who, enemy) if one in helping]
            assert found == [one for one in helping if one is not who]


def compare_urgency(fight: Any, side: int) -> None:
    """Whoever acts next is the first of those who have most to do, by looking at all."""
    waiting = [who for who in fight.teams[side] if who.is_present() and not who.acted]
    values = [plain_activation_value(fight, who) for who in waiting]
    assert [tactics.activation_value(fight, who) for who in waiting] == pytest.approx(values)
    chosen = tactics.choose_model(fight, side)
    assert chosen is waiting[values.index(max(values))]
    for who in waiting:
        for target in fight.enemies[side]:
            assert tactics.assists_on(fight, target, who) == plain_assists(fight, target, who)


def compare_enemies_near(fight: Any, who: Any) -> None:
    """Who is nearest to each space, and the worst who could come there, by looking at all."""
    enemies = fight.enemies[who.side]
    coming = [one for one in enemies if one.is_able() and not one.acted]
    for cell in range(fight.board.size):
        dice = [
            one.sheet.attack + tactics.stealth_bonus(one)
            for one in coming
            if fight.spaces(cell, one.cell) <= one.sheet.movement + 1
        ]
        nearest = min(fight.spaces(cell, one.cell) for one in enemies)
        assert tactics.enemies_near(fight, who, cell) == (nearest, max(dice, default=-1))


def compare_open_ways(fight: Any, who: Any, movement: int) -> None:
    """Ways that were looked for before are open as if nobody had looked."""
    ways = fight.ways_of(who)
    for cell in range(fight.board.size):
        is_open = ways.is_open(who.cell, cell, movement, fight.positions, who.side)
        assert fight.has_open_way(who, cell, movement) == is_open


def plain_enemies_around(fight: Any, who: Any) -> int:
    """Where enemies stand beside a model, by looking at all of them."""
    places = {one.cell for one in fight.enemies[who.side] if one.is_present()}
    around = fight.board.around[who.cell]
    return sum(1 << facing for facing, cell in enumerate(around) if cell in places)


@pytest.mark.parametrize(
    "name", ["nine-against-nine", "names-of-their-own", "arrows-over-the-rice", "temple-stair"]
)
def test_what_is_left_out_or_kept_comes_to_the_same(name: str) -> None:
    scenario = load(name)
    struck = shot = landed = hit = charged = 0
    for seed in range(3):
        players = simple_players(scenario)
        if seed == 2:
            players[1] = RandomPlayer(seed, 1)
        comparing = [Comparing(player) for player in players]
        fight: Any = scenario.setup.new_fight(LiveTable(Dice(seed), list(comparing)))
        fight.play()
        struck += sum(one.struck for one in comparing)
        shot += sum(one.shot for one in comparing)
        landed += sum(one.landed for one in comparing)
        hit += sum(one.hit for one in comparing)
        charged += sum(one.charged for one in comparing)
    assert struck > 10
    assert shot > 2
    assert hit > 10
    assert charged > 1000
    assert (landed > 2) == (name == "names-of-their-own")


def test_who_is_further_away_than_a_byte_says_is_come_nearer_to() -> None:
    """By a way that winds through the whole board."""
    walls = [38 * "#" + "..", "." * 40, ".." + 38 * "#", "." * 40]
    rows = ["." * 40, *walls * 4]
    scenario = scenario_of(field({"Ann": {"at": [0, 0]}}, {"Bob": {"at": [39, 16]}}, rows=rows))
    fight: Any = scenario.setup.new_fight(LiveTable(Dice(1), []))
    ann, bob = fight.models
    assert fight.ways_of(ann).left(bob.cell)[ann.cell] == BEYOND
    assert tactics.come_nearer(fight, ann, 4) is fight.scene.move[4]


@pytest.mark.parametrize("weakest", [0, 1, 2])
def test_of_all_enemies_beside_it_the_weakest_is_struck(weakest: int) -> None:
    places = [[2, 4], [3, 3], [4, 4]]
    theirs = {
        f"Bob {n}": {"at": at, "defence": 3 - 2 * (n == weakest)} for n, at in enumerate(places)
    }
    scenario = scenario_of(field({"Ann": {}}, {**theirs, "Bea": {"at": [3, 1], "defence": 0}}))
    fight: Any = scenario.setup.new_fight(LiveTable(Dice(1), []))
    assert tactics.best_to_strike(fight, fight.models[0]) is fight.enemies[0][weakest]


def test_a_frame_is_no_further_away_than_anybody_in_it() -> None:
    scenario = scenario_of(field({"Ann": {}}, {"Bob": {"at": [2, 1]}, "Bea": {"at": [4, 3]}}))
    fight: Any = scenario.setup.new_fight(LiveTable(Dice(1), []))
    board, enemies = fight.board, fight.enemies[0]
    frame = tactics.Frame(board, enemies)
    for cell in range(board.size):
        inside = [row * 7 + column for row in (1, 2, 3) for column in (2, 3, 4)]
        assert frame.spaces_to(cell) == min(fight.spaces(cell, one) for one in inside)
        assert frame.spaces_to(cell) <= min(fight.spaces(cell, one.cell) for one in enemies)
    alone = tactics.Frame(board, enemies[:1])
    assert [alone.spaces_to(cell) for cell in range(board.size)] == [
        fight.spaces(cell, enemies[0].cell) for cell in range(board.size)
    ]


def test_a_shot_is_worth_more_at_somebody_with_more_tokens() -> None:
    scenario = scenario_of(field({"Ann": RANGED_MASTER}))
    player = scenario.ruleset.simple_player()
    fight: Any = scenario.setup.new_fight(LiveTable(Dice(1), [player, player]))
    bob = fight.models[1]
    plain = tactics.outcome_of(4, bob.sheet.defence).shot
    for tokens in range(3):
        bob.stun_tokens = tokens
        wanted = (plain + tactics.TOKEN_VALUE * tokens) * bob.sheet.value
        assert tactics.value_of_shot(4, bob) == pytest.approx(wanted)


def test_facings_are_the_best_for_every_set_of_enemies_around() -> None:
    squares = Squares(3, 3)
    ring = squares.around[4]
    for around in range(256):
        enemies = [ring[facing] for facing in range(8) if around >> facing & 1]
        behind = [
            sum(squares.is_behind(4, facing, cell) for cell in enemies) for facing in range(8)
        ]
        safety = [(behind[facing], ring[facing] not in enemies) for facing in range(8)]
        assert tactics.FEWEST_BEHIND[around] == safety.index(min(safety))
        assert tactics.MOST_BEHIND[around] == behind.index(max(behind))


def test_more_dice_are_never_worse() -> None:
    """Places are left out because of this: an attack is worth less against more dice, even where
    the attacker is worth little beside the target, and more dice come with more danger."""
    least_weight = 0.18
    for pool in range(13):
        against = [tactics.outcome_of(pool, defence) for defence in range(13)]
        values = [one.gain - least_weight * one.loss for one in against]
        assert all(more > fewer for more, fewer in pairwise(values))
        gains = [tactics.outcome_of(attack, pool).gain for attack in range(13)]
        assert all(fewer < more for fewer, more in pairwise(gains))
    assert tactics.outcome_of(15, 20) is tactics.outcome_of(12, 12)


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
