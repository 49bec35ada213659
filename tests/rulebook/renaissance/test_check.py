import pytest

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable, Player
from affray.library import load
from affray.rulesets.renaissance.checks import contest
from affray.rulesets.renaissance.effort import (
    Effort,
    Modifiers,
    downgraded,
    quality_of,
    target_held,
    upgraded,
)
from affray.rulesets.renaissance.fight import RenaissanceFight
from rulebook.renaissance.fields import (
    attacked,
    d,
    dice,
    field,
    hurt,
    offered,
    play,
    to_defend,
    to_hit,
)
from support import passes_test


@pytest.mark.rule("check.percentile")
@pytest.mark.parametrize(
    ("skill", "roll", "hits"), [(60, 60, True), (60, 61, False), (150, 99, False)]
)
def test_a_roll_at_or_under_the_target_succeeds_and_99_never(
    skill: int, roll: int, hits: bool
) -> None:
    scenario = field({"skills": {"melee-weapons": skill}})
    rolls = d(roll) + "\n" + (d(99) + "\n" + dice(5) if hits else "")
    game = attacked(scenario, rolls)
    assert bool(hurt(game)) is hits
    assert to_hit(game) == min(skill, 98)


@pytest.mark.rule("check.percentile")
def test_targets_are_held_to_0_and_0_always_succeeds() -> None:
    assert target_held(-30) == 0
    assert target_held(200) == 98
    game = attacked(field({"skills": {"melee-weapons": 0}}), d(0, 99) + "\n" + dice(5, 5))
    assert hurt(game) == [15]  # a critical success, which is exceptional too


@pytest.mark.rule("check.margin")
@pytest.mark.parametrize(
    ("roll", "quality"),
    [(30, 1), (31, 2), (22, 3), (0, 3), (50, 2), (51, -1), (80, -1), (81, -2), (66, -3), (99, -3)],
)
def test_over_30_is_exceptional_and_doubles_are_critical(roll: int, quality: int) -> None:
    assert quality_of(roll, 50) == quality


@pytest.mark.rule("check.opposed")
@pytest.mark.parametrize(
    ("rolls", "prone"),
    [
        ((40, 80), True),  # one success wins
        ((80, 20), False),
        ((40, 30), True),  # two go to the higher margin
        ((30, 40), False),
        ((80, 90, 40, 80), True),  # two failures are rolled again
        ((30, 30, 80, 20), False),  # and so is a tie
    ],
)
def test_of_two_successes_the_higher_margin_wins(rolls: tuple[int, ...], prone: bool) -> None:
    game = play(field(), "Ann: trip Orc\n" + d(*rolls) + "\nAnn: end turn")
    assert game.fighter("Orc").prone is prone


@pytest.mark.rule("check.opposed")
def test_after_ten_ties_the_one_challenged_wins() -> None:
    game = play(field(), "Ann: trip Orc\n" + d(*[30] * 22) + "\nAnn: end turn")
    assert not game.fighter("Orc").prone
    assert game.told("contest")[0]["again"] == " (rolled again 10 times)"


@pytest.mark.rule("check.ordered")
def test_the_defender_rolls_only_if_the_attacker_succeeds() -> None:
    game = attacked(field(), d(70))
    assert not hurt(game)
    game = attacked(field(), d(35, 36))
    assert not hurt(game)
    game = attacked(field(), d(25, 24) + "\n" + dice(3))
    assert hurt(game) == [8]


@pytest.mark.rule("check.upgrade")
def test_upgrades_and_downgrades_move_one_step_and_never_across() -> None:
    assert [upgraded(quality) for quality in (-3, -2, -1, 1, 2, 3)] == [-1, -1, -1, 2, 3, 3]
    assert [downgraded(quality) for quality in (3, 2, 1, -1, -2, -3)] == [2, 1, 1, -2, -3, -3]


@pytest.mark.rule("check.upgrade")
def test_a_check_is_upgraded_once_only() -> None:
    scenario = field({"luck": 3})
    keys = offered(
        scenario, "Ann: attack Orc with blade\nAnn: see the roll\n" + d(21) + "\nAnn: swap digits"
    )
    assert keys == ["keep", "upgrade"], "the digits are swapped once"
    game = play(
        scenario,
        "Ann: attack Orc with blade\nAnn: see the roll\n"
        + d(21)
        + "\nAnn: upgrade\n"
        + d(99)
        + "\n"
        + dice(1)
        + "\nAnn: end turn",
    )
    assert game.fighter("Ann").luck == 2, "an upgrade is the last of it: nothing is offered"
    assert hurt(game) == [11], "and it stands: 1 + DB 5 + 5"


@pytest.mark.rule("check.luck")
def test_luck_before_a_roll_ignores_all_penalties() -> None:
    script = "Ann: maim Orc with blade\nAnn: hand\nAnn: spend luck\n" + d(54, 99) + "\n" + dice(1)
    game = play(field({"luck": 1}), script + "\nAnn: end turn")
    assert to_hit(game) == 60
    assert game.fighter("Ann").luck == 0
    assert game.fighter("Orc").lost_limbs == 1


@pytest.mark.rule("check.luck")
def test_luck_after_a_roll_swaps_its_digits() -> None:
    script = (
        "Ann: attack Orc with blade\nAnn: see the roll\n" + d(94) + "\nAnn: swap digits\n" + d(99)
    )
    game = play(field({"luck": 1}), script + "\n" + dice(1) + "\nAnn: end turn")
    assert hurt(game) == [11]  # 49 is exceptional
    assert game.fighter("Ann").luck == 0


@pytest.mark.rule("check.luck")
def test_luck_that_is_kept_when_the_roll_is_seen_is_not_spent() -> None:
    script = (
        "Ann: attack Orc with blade\nAnn: see the roll\n" + d(94) + "\nAnn: keep\nAnn: end turn"
    )
    game = play(field({"luck": 1}), script)
    assert not hurt(game)
    assert game.fighter("Ann").luck == 1


@pytest.mark.rule("check.luck")
def test_an_upgrade_gives_the_first_5_dv_and_never_the_second() -> None:
    script = "Ann: attack Orc with blade\nAnn: see the roll\n" + d(21) + "\nAnn: upgrade\n" + d(99)
    game = play(field({"luck": 1}), script + "\n" + dice(1) + "\nAnn: end turn")
    assert hurt(game) == [11]
    assert game.fighter("Ann").luck == 0


@pytest.mark.rule("check.luck")
def test_the_defender_may_spend_luck_too() -> None:
    script = (
        "Ann: attack Orc with blade\n"
        + d(25)
        + "\nOrc: see the roll\n"
        + d(93)
        + "\nOrc: swap digits\nAnn: end turn"
    )
    game = play(field(orc={"luck": 1}), script)
    assert not hurt(game)
    assert game.fighter("Orc").luck == 0


@pytest.mark.rule("check.modifiers")
def test_modifiers_add_up_and_each_is_named() -> None:
    game = attacked(field({"proficiencies": []}), d(99), "knock down Orc with blade")
    assert game.told("contest")[0]["sum"] == (
        "Melee Weapons 60 −20 not proficient −10 knock down = 30"
    )


@pytest.mark.rule("check.modifiers")
def test_the_total_penalty_is_held_at_60() -> None:
    scenario = field({"skills": {"melee-weapons": 90}, "proficiencies": []})
    script = "GM rules condition of Ann = 7 wounds | a bad day\nAnn: attack Orc with blade\n"
    game = play(scenario, script + d(99) + "\nAnn: end turn")
    assert to_hit(game) == 30
    assert to_defend(game) == 40


@pytest.mark.rule("check.luck")
def test_without_penalties_there_is_nothing_to_ignore_before_the_roll() -> None:
    scenario = field({"luck": 1})
    assert offered(scenario, "Ann: attack Orc with blade\n") == ["trust the dice", "see the roll"]
    keys = offered(scenario, "Ann: knock down Orc with blade\n")
    assert keys == ["trust the dice", "see the roll", "spend luck"]


@pytest.mark.rule("check.opposed")
@pytest.mark.parametrize(
    ("rolls", "told"),
    [
        ((30, 30, 40, 80), "rolled again after 30 and 30"),
        ((80, 90, 40, 80), "rolled again after 80 and 90"),
    ],
)
def test_ties_and_double_failures_are_told(rolls: tuple[int, ...], told: str) -> None:
    game = play(field(), "Ann: trip Orc\n" + d(*rolls) + "\nAnn: end turn")
    assert any(told in line for line in game.log())
    lucky = field({"luck": 1})
    script = "Ann: trip Orc\nAnn: see the roll\n" + d(30) + "\nAnn: keep\n" + d(30, 40)
    game = play(lucky, script + "\nAnn: keep\n" + d(80) + "\nAnn: end turn")
    assert any("rolled again after 30 and 30" in line for line in game.log())


@pytest.mark.rule("check.modifiers")
def test_a_sum_held_at_minus_60_says_so() -> None:
    script = "GM rules condition of Ann = 7 wounds | a bad day\nAnn: attack Orc with blade\n"
    game = play(field(), script + d(99) + "\nAnn: end turn")
    assert "−70 wounds (held at −60) = 0" in str(game.told("contest")[0]["sum"])


@pytest.mark.rule("check.percentile")
def test_the_log_shows_two_digits_from_00_to_99() -> None:
    game = attacked(field(), d(7, 99) + "\n" + dice(1))
    assert any("rolls 07, success" in line for line in game.log())


@pytest.mark.rule("check.difficulty")
@pytest.mark.parametrize(
    ("value", "roll", "passed"),
    [
        ("Athletics", 40, True),
        ("Athletics, no modifier", 41, False),
        ("Athletics, +10", 50, True),
        ("Athletics, -30", 11, False),
        ("SOM×3", 60, True),
        ("SOM×3, -10", 51, False),
    ],
)
def test_the_game_master_has_anybody_make_a_check(value: str, roll: int, passed: bool) -> None:
    scenario = field({"skills": {"athletics": 40}, "aptitudes": {"som": 20}})
    found, rules = passes_test(scenario, value, d(roll))
    assert found is passed
    assert "check.difficulty" in rules


@pytest.mark.rule("check.difficulty")
def test_what_hinders_a_fighter_hinders_a_check_that_is_ruled() -> None:
    hale = field({"skills": {"athletics": 40}})
    sore = {**hale, "before": [{"kind": "condition", "fighter": "Ann", "value": "2 wounds"}]}
    assert passes_test(hale, "Athletics", d(21))[0]
    assert not passes_test(sore, "Athletics", d(21))[0]
    assert passes_test(sore, "Athletics, +20", d(21))[0]


class LuckCounter(Player):
    """Keeps its Luck, and counts which fighters were asked about it before a roll."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        if question.kind == "luck-before":
            self.asked.append(int(question.who))
        return question.default_option()


@pytest.mark.rule("check.luck", "check.opposed")
def test_each_side_is_asked_about_luck_once_however_often_both_roll() -> None:
    player = LuckCounter()
    fight = load("goblin-gang").setup.new_fight(LiveTable(Dice(4), [player, player]))
    assert isinstance(fight, RenaissanceFight)
    one, other = fight.combatants[0], fight.enemies[fight.combatants[0].side][0]
    one.luck = other.luck = 1
    first, second = (Effort(who, "", 0, Modifiers(False)) for who in (one, other))
    contest(fight, first, second, False)
    assert player.asked == [one.index, other.index]
