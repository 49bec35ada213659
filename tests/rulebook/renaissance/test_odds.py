"""Odds of a plain attack against arithmetic written apart from the rules."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from affray.core.dice import Dice
from affray.core.odds import Odds, OddsCache, OddsTable
from affray.core.table import LiveTable, Player, Stage, Table
from affray.lab.odds import attack_odds, odds_of
from affray.rulesets.renaissance import checks
from affray.rulesets.renaissance.damage import Damage
from affray.rulesets.renaissance.effort import FAILURE, SUCCESS, Effort, Modifiers
from rulebook.renaissance.fields import field
from support import scenario_of

COMBINATIONS = list(
    product(
        (15, 45, 70, 110), (5, 40, 75), (0, 4, 12), (0, 5), ("none", "prone", "wounds", "feint")
    )
)
"""Skill, defence, armour, AP, and what else is the matter."""


def sums(count: int) -> dict[int, float]:
    """Every sum of so many ten-sided dice."""
    found = {0: 1.0}
    for _ in range(count):
        grown: dict[int, float] = {}
        for before, p in found.items():
            for face in range(1, 11):
                grown[before + face] = grown.get(before + face, 0.0) + p / 10
        found = grown
    return found


def better_of_two(chances: dict[int, float]) -> dict[int, float]:
    found: dict[int, float] = {}
    for one, p in chances.items():
        for other, q in chances.items():
            best = max(one, other)
            found[best] = found.get(best, 0.0) + p * q
    return found


def by_hand(
    target: int, defense: int, dice: int, bonus: int, armor: int, ap: int
) -> dict[Any, float]:
    """Return the distribution of (hit, damage): every pair of rolls, and every pair of damage rolls."""
    target, defense = max(0, min(98, target)), max(0, min(98, defense))
    missed = tied = 0.0
    hits: dict[tuple[int, bool], float] = {}
    for roll in range(100):
        if roll > target:
            missed += 1 / 100
            continue
        for answer in range(100):
            if answer <= defense and answer > roll:
                missed += 1 / 10000
            elif answer <= defense and answer == roll:
                tied += 1 / 10000
            else:
                critical = roll % 11 == 0
                more = 10 if roll > 60 else 5 if roll > 30 or critical else 0
                hits[more, critical] = hits.get((more, critical), 0.0) + 1 / 10000
    # ties are rolled again, ten times at most; then the defender has it
    rounds = sum(tied**number for number in range(11))
    found: dict[Any, float] = {(False, 0): missed * rounds + tied**11}
    plain = sums(dice)
    for (more, critical), p in hits.items():
        for rolled, q in (better_of_two(plain) if critical else plain).items():
            damage = max(0, rolled + bonus + more - max(0, armor - ap))
            found[True, damage] = found.get((True, damage), 0.0) + p * q * rounds
    return found


def told(odds: Any) -> dict[Any, float]:
    """Odds as the same distribution."""
    found: dict[Any, float] = {}
    for outcome in odds.outcomes:
        key = (outcome["hit"], outcome["damage"])
        found[key] = found.get(key, 0.0) + outcome["p"]
    return found


def agree(one: dict[Any, float], other: dict[Any, float], within: float = 1e-9) -> bool:
    keys = set(one) | set(other)
    return all(abs(one.get(key, 0.0) - other.get(key, 0.0)) < within for key in keys)


def test_there_are_enough_combinations() -> None:
    assert len(COMBINATIONS) >= 200


@pytest.mark.once
@pytest.mark.parametrize("matter", ["none", "prone", "wounds", "feint"])
def test_a_plain_attack_has_the_odds_that_arithmetic_gives(matter: str) -> None:
    """Every combination to 1e-9; the bench says how long they take."""
    for skill, defense, armor, ap, trouble in COMBINATIONS:
        if trouble != matter:
            continue
        scenario = field(
            {"skills": {"melee-weapons": skill}, "aptitudes": {"som": 5}, "db": 5},
            {"skills": {"fray": defense, "melee-weapons": 20}, "skin": armor, "dur": 80},
            weapons={"blade": {"damage": "2d10+DB", "ap": ap}, "bow": {"damage": "1d10"}},
        )
        fight: Any = scenario_of(scenario).setup.new_fight(OddsTable())
        orc = fight.combatants[1]
        orc.main = -1
        orc.reckon()
        orc.prone = trouble == "prone"
        orc.wounds = 2 if trouble == "wounds" else 0
        orc.feinted = trouble == "feint"
        attack = next(one for one in fight.attacks(0) if one.key == "attack Orc with blade")
        odds = attack_odds(fight, 0, attack, cache=OddsCache())
        hand = by_hand(
            skill + (10 if trouble == "prone" else 0),
            defense - (20 if trouble in ("wounds", "feint") else 0),
            2,
            5,
            armor,
            ap,
        )
        assert agree(told(odds), hand), (skill, defense, armor, ap, trouble)
        assert odds.error < 1e-12


@pytest.mark.once
@pytest.mark.parametrize(("scenario", "attacker", "target", "weapon"), [
    ("goblin-gang", "Goblin ganger 1", "Chandra", "hatchet"),
    ("two-weapon-duel", "Serafina", "Corvo", "short-sword"),
    ("frozen-monastery", "Frozen Horror 1", "Track", "talons"),
])  # fmt: skip
def test_many_attacks_come_out_as_the_odds_say(
    scenario: str, attacker: str, target: str, weapon: str
) -> None:
    loaded = scenario_of(scenario)
    odds = odds_of(
        loaded, attacker, target, weapon, "attack", ignore_distance=True, replies="simple"
    )
    start: Any = loaded.setup.new_fight(OddsTable())
    who = start.fighter_named(attacker).index
    tries = 4000
    hits = total = 0
    players = [loaded.ruleset.simple_player() for _ in loaded.sides]
    for seed in range(tries):
        fight = start.copy(LiveTable(Dice(seed), players))
        if fight.hindrance(who, odds.attack):
            fight.bring_within_reach(who, odds.attack)
        blow = fight.make_attack(who, odds.attack)
        hits += blow.hit
        total += blow.damage
    assert abs(hits / tries - odds.hit) < 0.03
    assert abs(total / tries - odds.mean) < 0.4


class PathByPathTable(OddsTable):
    """An odds table that follows every path through a stage in which somebody is asked, but not
    through those within it."""

    is_inside = False

    def stage(self, stage: Stage) -> int:
        if self.is_inside or not stage.asked_sides():
            return int(super().stage(stage))
        self.is_inside = True
        found = int(stage.play(self))
        self.is_inside = False
        return found


def after_attack(table: OddsTable, start: Any, who: int, attack: Any) -> dict[Any, float]:
    """How likely each state is that an attack leaves."""

    def run(at: Table) -> Any:
        fight = start.copy(at)
        fight.make_attack(who, attack)
        return fight.key_in_step()

    return dict(table.explore(run).probabilities)


FIERY: dict[str, Any] = {"blade": {"damage": "1d10+DB", "keywords": ["fire"]}}
CATCHER: dict[str, Any] = {
    "fork": {"damage": "1d10", "tags": ["catch"]},
    "blade": {"damage": "1d10+DB"},
}


@pytest.mark.once
@pytest.mark.parametrize(
    ("scenario", "wanted"),
    [
        (
            field(
                {"luck": 1},
                {"resists": [{"to": "fire"}]},
                house={"resistance": "upgrade-downgrade"},
                weapons=FIERY,
            ),
            "knock down",
        ),
        (field({"luck": 1}, {"weapons": ["fork"]}, weapons=CATCHER), "attack"),
        (
            field(
                {},
                {"weapons": ["fork"], "skills": {"melee-weapons": 80}, "luck": 1},
                weapons=CATCHER,
            ),
            "attack",
        ),
        (
            field(
                {},
                {"skills": {"melee-weapons": 80}},
                house={"parry_is_reaction": True, "declare_defense": "before"},
            ),
            "attack",
        ),
    ],
    ids=["luck against resistance", "luck against a catch", "a lucky catch", "parry"],
)
def test_a_stage_comes_to_what_every_path_through_it_does(
    scenario: dict[str, Any], wanted: str
) -> None:
    loaded = scenario_of(scenario)
    start: Any = loaded.setup.new_fight(OddsTable())
    attack = next(one for one in start.attacks(0) if one.key.startswith(f"{wanted} Orc with blade"))
    players = [loaded.ruleset.simple_player() for _ in loaded.sides]
    whole = after_attack(OddsTable(players), start, 0, attack)
    by_path = after_attack(PathByPathTable(players), start, 0, attack)
    assert whole == pytest.approx(by_path, abs=1e-12)
    assert len(whole) > 10


@pytest.mark.parametrize("matters", [checks.WHETHER, checks.QUALITY, checks.MARGIN, checks.ANSWER])
def test_a_roll_is_counted_as_every_path_through_it_comes_out(matters: int) -> None:
    loaded = scenario_of(field())
    fight: Any = loaded.setup.new_fight(OddsTable())
    for target, margin in product((0, 11, 31, 65, 98), (0, 33, 64)):
        effort, first = (Effort(who, "", target, Modifiers(False)) for who in fight.combatants)
        first.roll, first.quality = margin, SUCCESS
        answers = first if matters == checks.ANSWER else None

        def run(table: Table, given: Any = (effort, matters, answers)) -> Any:
            stage = checks.Roll(fight, *given)
            stage.play(table)
            return stage.state_key()

        by_path = OddsTable().explore(run).probabilities
        counted = checks.Roll(fight, effort, matters, answers).distribution()
        assert counted is not None
        assert agree(counted, dict(by_path), 1e-12), (target, margin)


def test_damage_is_counted_as_every_path_through_its_dice_comes_out() -> None:
    cache = OddsCache()
    for dice, more, halved in product((1, 2, 3, 4), (-1, 0, 1, 2), (False, True)):
        if dice * (1 + abs(more)) > 4:
            continue

        def run(table: Table, roll: tuple[int, int, bool] = (dice, more, halved)) -> Any:
            stage = Damage(*roll)
            stage.play(table)
            return stage.state_key()

        by_path = OddsTable(cache=cache).explore(run).probabilities
        counted = Damage(dice, more, halved).distribution()
        assert agree(counted, dict(by_path), 1e-12), (dice, more, halved)
        assert counted.keys() == by_path.keys()


class RolledAgainError(Exception):
    """Both have to roll again."""


class RollsTable(LiveTable):
    """Gives these rolls, and no more."""

    def __init__(self, players: list[Player], rolls: tuple[int, ...]) -> None:
        super().__init__(Dice(1), players)
        self.left = [roll + 1 for roll in rolls]

    def die(self, sides: int, cuts: int = 0) -> int:
        if not self.left:
            raise RolledAgainError
        return self.left.pop(0)


LuckLeft = tuple[int, int, bool, bool, bool]
"""The Luck of both, whether the second has been asked about theirs, and has spent it or keeps it
until the roll is seen."""


class LuckyContest:
    """An opposed check in which both may have Luck, and simple players spend it."""

    def __init__(
        self,
        luck: tuple[int, int],
        bases: tuple[int, int],
        penalty: int,
        ordered: bool,
        wants_exceptional: bool,
    ) -> None:
        loaded = scenario_of(field({"luck": luck[0]}, {"luck": luck[1]}))
        self.players = [loaded.ruleset.simple_player() for _ in loaded.sides]
        self.fight: Any = loaded.setup.new_fight(LiveTable(Dice(1), self.players))
        self.efforts = []
        for who, base in zip(self.fight.combatants, bases, strict=True):
            mods = Modifiers(False)
            mods.add(penalty, "a penalty", "check.modifiers")
            self.efforts.append(Effort(who, "Something", base, mods))
            self.efforts[-1].wants_exceptional = wants_exceptional
        self.ordered = ordered
        checks.spend_before(self.fight, self.efforts[0])
        first, second = (effort.who.luck for effort in self.efforts)
        self.start: LuckLeft = (first, second, False, False, False)

    def stage(self, luck: LuckLeft, table: Table) -> checks.Contest:
        """Return the check from there on, at a table."""
        first, second = self.efforts
        first.who.luck, second.who.luck, is_later, second.lucky, second.watched = luck
        self.fight.table = table
        return checks.Contest(self.fight, first, second, self.ordered, is_later)

    def live_rolls(self, luck: LuckLeft) -> tuple[dict[Any, float], dict[LuckLeft, float]]:
        """Return the result in play of every pair of rolls: decided, and to be rolled again with the Luck
        that is left."""
        decided: dict[Any, float] = {}
        tied: dict[LuckLeft, float] = {}
        second = self.efforts[1]
        for rolls in product(range(100), repeat=2):
            table = RollsTable(self.players, rolls)
            stage = self.stage(luck, table)
            try:
                is_tied = stage.play(table) == checks.TIES
            except RolledAgainError:
                is_tied = True
            left = (self.efforts[0].who.luck, second.who.luck)
            if is_tied:
                key = (*left, True, second.lucky, second.watched)
                tied[key] = tied.get(key, 0.0) + 0.0001
            else:
                assert left == (luck[0] - stage.spent, luck[1] - stage.answer_spent)
                result = (stage.won, stage.quality, stage.band, stage.answer_quality)
                found = (result, stage.won and stage.improved, *left)
                decided[found] = decided.get(found, 0.0) + 0.0001
        return decided, tied

    def by_every_pair(self) -> dict[Any, float]:
        """Return the results of the check, roll after roll, with the Luck that is left of both."""
        known: dict[LuckLeft, tuple[dict[Any, float], dict[LuckLeft, float]]] = {}
        found: dict[Any, float] = {}
        states = {self.start: 1.0}
        for _ in range(self.fight.house.most_rerolls + 1):
            after: dict[LuckLeft, float] = {}
            for luck, p in states.items():
                if luck not in known:
                    known[luck] = self.live_rolls(luck)
                for result, q in known[luck][0].items():
                    found[result] = found.get(result, 0.0) + p * q
                for left, q in known[luck][1].items():
                    after[left] = after.get(left, 0.0) + p * q
            states = after
        for luck, p in states.items():
            result = ((False, FAILURE, 0, SUCCESS), False, *luck[:2])
            found[result] = found.get(result, 0.0) + p
        return found

    def by_stages(self) -> dict[Any, float]:
        """Return the same as the odds table has it."""

        def run(table: Table) -> Any:
            stage = self.stage(self.start, table)
            table.stage(stage)
            left = (self.start[0] - stage.spent, self.start[1] - stage.answer_spent)
            result = (stage.won, stage.quality, stage.band, stage.answer_quality)
            return (result, stage.won and stage.improved, *left)

        return dict(OddsTable(self.players).explore(run).probabilities)


@pytest.mark.once
@pytest.mark.parametrize(
    ("luck", "bases", "penalty", "ordered", "wants_exceptional"),
    [
        ((1, 0), (70, 50), -20, True, False),
        ((1, 0), (40, 50), 0, False, True),
        ((0, 1), (50, 70), -20, True, False),
        ((2, 1), (65, 45), 0, True, True),
        ((0, 2), (55, 80), -40, True, False),
        ((2, 0), (55, 80), -40, False, False),
        ((1, 1), (5, 12), 0, False, True),
    ],
    ids=[
        "the first",
        "the first to be exceptional",
        "the second",
        "both",
        "the second before the roll",
        "the first before the roll",
        "many ties",
    ],
)
def test_a_check_with_luck_comes_to_what_every_pair_of_rolls_does_in_play(
    luck: tuple[int, int],
    bases: tuple[int, int],
    penalty: int,
    ordered: bool,
    wants_exceptional: bool,
) -> None:
    contest = LuckyContest(luck, bases, penalty, ordered, wants_exceptional)
    by_stages, by_pair = contest.by_stages(), contest.by_every_pair()
    assert agree(by_stages, by_pair, 1e-12)
    assert sum(by_stages.values()) == pytest.approx(1.0, abs=1e-12)
    assert any(result[2:] != luck for result in by_stages), "no Luck was spent"


@pytest.mark.parametrize("luck", [1, 2])
def test_of_a_check_that_is_passed_or_not_nothing_else_is_counted(luck: int) -> None:
    lucky = LuckyContest((luck, 0), (45, 45), -10, True, False)
    effort = lucky.efforts[0]
    assert effort.watched

    def explored(matters: int) -> Odds:
        def run(table: Table) -> tuple[bool, int]:
            effort.who.luck = luck
            lucky.fight.table = table
            stage = checks.Roll(lucky.fight, effort, matters)
            table.stage(stage)
            return (stage.result > 0, int(stage.spent))

        return OddsTable(lucky.players).explore(run)

    passes, rolls = explored(checks.WHETHER), explored(checks.QUALITY)
    assert agree(passes.probabilities, rolls.probabilities, 1e-12)
    assert len(passes.probabilities) > 2, "Luck was spent now and then"
    assert passes.paths == len(passes.probabilities) < rolls.paths


@pytest.mark.rule("check.rerolls")
@pytest.mark.parametrize("most", [0, 1, 3, 10, 30])
def test_the_challenged_one_wins_after_the_last_reroll(most: int) -> None:
    loaded = scenario_of(field(house={"most_rerolls": most}))
    fight: Any = loaded.setup.new_fight(OddsTable())
    first, second = (Effort(who, "", 0, Modifiers(False)) for who in fight.combatants)

    def run(table: Table) -> bool:
        fight.table = table
        stage = checks.Contest(fight, first, second, False)
        table.stage(stage)
        return stage.won

    once = 0.01 * 0.99  # 00 always succeeds, and only it
    tied = 0.99 * 0.99 + 0.01 * 0.01
    expected = once * sum(tied**number for number in range(most + 1))
    assert OddsTable().explore(run).probabilities[True] == pytest.approx(expected, abs=1e-12)
