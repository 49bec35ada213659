"""What is kept of an attack's pools, its estimates and what the simple player thinks of it is what
would be worked out anew, whatever has changed about anybody in the fight; and so are the walks that
are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.odds import OddsTable
from affray.core.questions import Option, Question, Ruling
from affray.core.state import state_fields
from affray.core.table import DefaultPlayer, LiveTable
from affray.core.tape import RecordingTable
from affray.library import load
from affray.rulesets.orrery import verbs
from affray.rulesets.orrery.combatant import Combatant
from affray.rulesets.orrery.fight import OrreryFight
from affray.rulesets.orrery.player.appraisal import harm_worth
from affray.rulesets.orrery.player.armaments import FACTOR_DIS, armament_of, circumstances_of
from affray.rulesets.orrery.player.estimates import MOST_HEARTS, estimate_of, strike_with
from affray.rulesets.orrery.player.forecast import forecast
from affray.rulesets.orrery.player.judgements import (
    Judgement,
    attackers_part,
    judged_anew,
    judgement_on,
)
from affray.rulesets.orrery.player.movement import Walks, walks_to
from affray.rulesets.orrery.player.notes import notes_of
from affray.rulesets.orrery.turn import can_cast, can_hit
from affray.space.bands import DISTANT
from rulebook.orrery.fields import field
from support import scenario_of

GRIM = {
    "unaware_block": "dis",
    "shield_block": "adv",
    "tethered_aim": "dis",
    "rune_factors": True,
    "enemy_cover": True,
    "closed_gate": "covers",
}
FIGURES = {"monsters_roll": False, "unaware_block": "none", "monster_factors": "on the attack"}
PLAIN = {"unaware_block": "blocks", "rune_factors": False, "enemy_cover": False}


def fight_of(scenario: str, house: dict[str, bool | int | str]) -> OrreryFight:
    fight = load(scenario).with_house(house).setup.new_fight(OddsTable())
    assert isinstance(fight, OrreryFight)
    return fight


def armaments_between(fight: OrreryFight, who: Combatant, target: Combatant) -> Iterator[int]:
    """The numbers of what somebody could attack somebody else with now."""
    scene = fight.scene
    for weapon in scene.weapons:
        if can_hit(fight, who, target, weapon):
            yield int(weapon.index)
    if can_cast(fight, who, target):
        for rune in scene.runes:
            yield int(notes_of(scene).first_rune + rune.index)
    for engine in scene.engines:
        if engine.spot == who.spot and can_hit(fight, who, target, engine.like):
            yield int(notes_of(scene).first_engine + engine.index)


def pictured(judged: Judgement) -> tuple[str, float, float, bool]:
    """All that a judgement says."""
    return (judged.option.key, judged.worth, judged.harm, judged.can_strike)


class Comparison:
    """What is kept and what is worked out anew, of all attacks of one on another."""

    def __init__(self, fight: OrreryFight, who: Combatant, target: Combatant) -> None:
        self.fight = fight
        self.who = who
        self.target = target
        self.seen: set[float] = set()
        self.judgements: set[tuple[str, float, float, bool]] = set()

    def make(self, what: str) -> None:
        """Compares them as everybody stands now."""
        fight, who, target = self.fight, self.who, self.target
        for number in armaments_between(fight, who, target):
            armament = armament_of(fight.scene, who.index, number)
            circumstances = circumstances_of(fight, who, target, armament.skill)
            kept = estimate_of(fight, who, target, armament, circumstances)
            anew = forecast(fight, strike_with(fight, who, target, number))
            assert kept.expected.at_least == anew.at_least, (what, number)
            assert kept.harm_worth(fight, target) == harm_worth(fight, target, anew), what
            self.seen.add(anew.mean)
        band = fight.band(who, target)
        if band <= DISTANT and target.is_present():
            mine = attackers_part(fight, who)
            judged = judgement_on(fight, who, target, band, mine)
            anew_judged = judged_anew(fight, who, target, band, judged.situation)
            assert pictured(judged) == pictured(anew_judged), what
            self.judgements.add(pictured(judged))

    def make_with(self, one: Combatant, name: str, value: object) -> None:
        """Compares them with something changed about somebody, and changes it back."""
        before = getattr(one, name)
        setattr(one, name, value)
        self.make(f"{name} of {one.name} is {value}")
        setattr(one, name, before)


def other_values(fight: OrreryFight, name: str, kind: str, who: Combatant) -> list[object]:
    """What else something about a combatant may be."""
    now = getattr(who, name)
    if kind == "bool":
        return [not now]
    if name == "spot":
        return [spot for spot in range(len(fight.places.spots)) if spot != now]
    if name in ("held_by", "holding"):
        return [one.index for one in fight.combatants[::4]]
    if name == "owed":
        return [1, 2]
    if name == "stamina":
        return [0, 1]
    return list({0, 1, int(who.sheet.hearts)} - {now}) if name == "hearts" else [now + 1]


@pytest.mark.parametrize("house", [PLAIN, GRIM, FIGURES], ids=["plain", "grim", "figures"])
@pytest.mark.parametrize("scenario", ["night-raid", "gatehouse"])
def test_what_is_kept_is_what_would_be_worked_out(
    scenario: str, house: dict[str, bool | int | str]
) -> None:
    fight = fight_of(scenario, house)
    fields = [one for one in state_fields(Combatant) if one.type in ("bool", "i64")]
    assert len(fields) > 20
    archer = next(one for one in fight.combatants if one.name.startswith("Bandit archer"))
    others = [one for one in fight.combatants if one.side != archer.side][:2]
    gate = next(one for one in fight.combatants if one.sheet.bars is not None)
    for who, target in ((archer, others[0]), (others[0], archer), (others[1], gate)):
        compared = Comparison(fight, who, target)
        friend = next(one for one in fight.combatants if one.side == who.side and one is not who)
        for spot in range(len(fight.places.spots)):
            who.spot = spot
            friend.spot = target.spot
            compared.make("nothing")
            for one_field in fields:
                for one in (who, target, friend, gate):
                    for value in other_values(fight, one_field.name, one_field.type, one):
                        if one in (who, target) or one_field.name in ("spot", "hearts", "here"):
                            compared.make_with(one, one_field.name, value)
            who.frightened_of = target.index
            compared.make_with(who, "frightened", True)
            who.frightened_of = friend.index
            compared.make_with(who, "frightened", True)
        assert len(compared.seen) > 5, "the changes change something"
        assert len(compared.judgements) > 5


def test_what_is_expected_of_shots_at_the_small_is_kept_too() -> None:
    seen = []
    for size in ("small", "medium"):
        given = field({"Ann": {"weapons": ["bow"]}}, {"Orc": {"at": "b", "size": size}}, "a-b")
        fight = scenario_of(given).setup.new_fight(OddsTable())
        assert isinstance(fight, OrreryFight)
        compared = Comparison(fight, fight.combatants[0], fight.combatants[1])
        compared.make(size)
        bow = armament_of(fight.scene, 0, fight.combatants[0].arms[0])
        seen.append(circumstances_of(fight, fight.combatants[0], fight.combatants[1], bow.skill))
    assert seen == [FACTOR_DIS, 0]


def test_a_shield_that_was_lost_no_longer_counts() -> None:
    fight = fight_of("night-raid", GRIM)
    who, target = fight.combatants[0], next(one for one in fight.combatants if one.side == 1)
    who.spot = target.spot
    assert fight.house.shield_block == "adv"
    shield = next(int(one.index) for one in fight.scene.weapons if one.shield)
    seen = []
    for arms in ([0], [0, shield], [0]):
        fight.equip(target, arms, target.runes)
        compared = Comparison(fight, who, target)
        compared.make(str(arms))
        seen.append(sorted(compared.seen))
    assert seen[0] == seen[2] != seen[1]


def test_the_worth_of_harm_to_one_of_very_many_hearts_is_not_kept() -> None:
    fight = fight_of("night-raid", GRIM)
    who, target = fight.combatants[0], next(one for one in fight.combatants if one.side == 1)
    who.spot = target.spot
    compared = Comparison(fight, who, target)
    for hearts in (int(MOST_HEARTS) + 1, 1000, 1, 65):
        target.hearts = hearts
        compared.make(str(hearts))
    assert compared.seen


def test_walks_that_are_kept_are_those_that_would_be_found() -> None:
    fight = fight_of("gatehouse", {})
    gate = next(one for one in fight.combatants if one.sheet.bars is not None)
    spots = range(len(fight.places.spots))
    found = []
    for hearts in (3, 0, 3):
        gate.hearts = hearts
        for goals in [[one] for one in spots] + [[one, other] for one in spots for other in spots]:
            bits = sum({1 << goal for goal in goals})
            kept, anew = walks_to(fight, bits), Walks(fight, goals)
            assert (kept.distances, kept.steps, kept.goals) == (
                anew.distances,
                anew.steps,
                anew.goals,
            )
            assert walks_to(fight, bits) is kept
        found.append(walks_to(fight, 1).distances)
    assert found[0] == found[2] != found[1], "a gate that stands is in the way"


@pytest.mark.parametrize("spots", [31, 32, 33, 58, 60])
def test_every_spot_of_a_long_road_is_a_goal_of_its_own(spots: int) -> None:
    road = "-".join(f"s{number}" for number in range(spots))
    fight = scenario_of(field(line=road)).setup.new_fight(OddsTable())
    assert isinstance(fight, OrreryFight)
    for goal in range(spots):
        assert walks_to(fight, 1 << goal).distances == [abs(goal - one) for one in range(spots)]


class RulingAt(LiveTable):
    """A table whose game master rules about the Orc instead of letting the first question of a kind
    be answered; all else goes by default."""

    def __init__(self, seed: int, kind: str, ruling: tuple[str, str] | None) -> None:
        super().__init__(Dice(seed), [DefaultPlayer(), DefaultPlayer()])
        self.kind = kind
        self.ruling = ruling

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        if question.kind == self.kind and self.ruling is not None:
            (what, value), self.ruling = self.ruling, None
            return Ruling(what, "Orc", value, "so it is")
        return super().ask(fight, question)


@pytest.mark.parametrize(
    ("verb", "kind", "ruling"),
    [
        # the Orc can Block no more when its turn to Block comes
        (verbs.ATTACK, "again attack", ("condition", "defenseless")),
        # the arrow is aimed at where the Orc was, which is not as far
        (verbs.HINDER, "condition", ("place", "d")),
    ],
)
def test_a_ruling_in_the_middle_of_an_attack_counts_the_same_whether_anybody_listens(
    verb: int, kind: str, ruling: tuple[str, str]
) -> None:
    hero = {"weapons": ["bow"], "boons": 1, "ranged": "d12", "sun": "d12"}
    house = {"unaware_block": "none"}
    orc = {"at": "b", "hearts": 20}
    given = field({"Ann": hero}, {"Orc": orc}, "a-b-c-d", house=house, game_master=True)
    setup = scenario_of(given).setup
    seen: dict[tuple[bool, bool], list[tuple[int, list[str]]]] = {}
    for seed in range(30):
        for is_far in (True, False):  # so that pools of both are kept
            for listens in (False, True):
                for is_ruled in (False, True):
                    table = RulingAt(seed, kind, ruling if is_ruled and not is_far else None)
                    fight = setup.new_fight(RecordingTable(table) if listens else table)
                    assert isinstance(fight, OrreryFight)
                    if is_far:
                        fight.combatants[1].spot = 3
                    item = fight.combatants[0].arms[0]
                    fight.make_attack(0, fight.scene.options.attack(verb, item, 1))
                    if not is_far:
                        found = (fight.combatants[1].health(), fight.combatants[1].conditions())
                        seen.setdefault((is_ruled, listens), []).append(found)
    assert seen[True, False] == seen[True, True]
    assert seen[False, False] == seen[False, True]
    if kind == "again attack":
        assert seen[True, True] != seen[False, True], "the ruling matters"


def set_to(who: int, name: str, value: object) -> Callable[[OrreryFight], None]:
    """Changes something about a combatant."""
    return lambda fight: setattr(fight.combatants[who], name, value)


def equip(who: int, *names: str) -> Callable[[OrreryFight], None]:
    """Gives a combatant these weapons instead of those they have."""

    def change(fight: OrreryFight) -> None:
        numbers = {weapon.name: int(weapon.index) for weapon in fight.scene.weapons}
        one = fight.combatants[who]
        fight.equip(one, [numbers[name] for name in names], one.runes)

    return change


def stand_together(fight: OrreryFight) -> None:
    """Has both stand where there is no edge."""
    for one in fight.combatants[:2]:
        one.spot = 1


def runes(*names: str) -> dict[str, object]:
    """Somebody who does best by leaving a strong enemy with a Condition."""
    scores = dict.fromkeys(("terra", "sun", "moon", "star", "magic"), "d12")
    return {"weapons": [], "runes": list(names), "melee": "d4", "stamina": 3, **scores}


WRESTLER = {"weapons": [], "terra": "d12", "melee": "d12", "sun": "d4"}


def test_what_is_thought_of_an_enemy_is_not_kept_where_it_holds_one() -> None:
    archer = {"weapons": ["bow"], "ranged": "d12", "star": "d12", "sun": "d12", "melee": "d12"}
    foes = {"Orc": {"hearts": 40, "melee": "d4"}, "Imp": {}}
    fight = scenario_of(field({"Ann": archer, "Bob": {}}, foes)).setup.new_fight(OddsTable())
    assert isinstance(fight, OrreryFight)
    who, friend, target, other = fight.combatants
    chosen = []
    for held, held_by_other in ((friend, who), (who, friend), (friend, who)):
        fight.let_go(target)
        fight.let_go(other)
        fight.take_hold(target, held)
        fight.take_hold(other, held_by_other)
        band = fight.band(who, target)
        kept = judgement_on(fight, who, target, band, attackers_part(fight, who))
        assert pictured(kept) == pictured(judged_anew(fight, who, target, band, 0))
        chosen.append(kept.option.key)
    assert chosen[0] == chosen[2] != chosen[1]
    assert chosen[1] == "escape Orc with unarmed"


@pytest.mark.parametrize(
    ("hero", "change"),
    [
        (runes("fire"), set_to(0, "stamina", 0)),
        (runes("fire"), set_to(1, "burning", True)),
        (runes("water"), set_to(1, "slowed", True)),
        (runes("light"), set_to(1, "blinded", True)),
        (runes("light"), equip(1, "long-blade", "bow")),
        (runes("air"), set_to(1, "frightened", True)),
        (runes("earth"), set_to(1, "stunned", True)),
        (runes("earth"), set_to(1, "owed", 2)),
        ({}, set_to(1, "hearts", 39)),
        ({}, equip(1, "bow", "long-blade", "shield")),
        ({}, equip(0, "unarmed")),
        (WRESTLER, stand_together),
        (WRESTLER, set_to(1, "holding", 2)),
        (WRESTLER, set_to(0, "holding", 2)),
    ],
)
def test_what_is_thought_of_attacks_changes_with_what_matters(
    hero: dict[str, object], change: Callable[[OrreryFight], None]
) -> None:
    """The Orc has so many Hearts that a Condition does most to it, or for a wrestler so few that
    throwing it down does."""
    orc = {"hearts": 4 if hero is WRESTLER else 40, "ranged": "d12", "melee": "d12", "sun": "d12"}
    given = field(
        {"Ann": {"melee": "d12", "sun": "d12", "terra": "d4", **hero}},
        {"Orc": {**orc, "weapons": ["bow", "long-blade"]}, "Imp": {"weapons": ["shield"]}},
        "a-b-c",
        house={"shield_block": "adv"},
    )
    given["map"] = {
        "spots": [{"name": "a", "height": 15}, {"name": "b", "height": 15}, {"name": "c"}],
        "links": [["a", "b", "Close"], ["a", "c", "Nearby"]],
        "edges": [["a", "c"]],
    }
    fight = scenario_of(given).setup.new_fight(OddsTable())
    assert isinstance(fight, OrreryFight)
    who, target = fight.combatants[0], fight.combatants[1]
    if who.runes:
        fight.equip(who, [], who.runes)
    judged = []
    for is_changed in (False, True):
        if is_changed:
            change(fight)
        band = fight.band(who, target)
        kept = judgement_on(fight, who, target, band, attackers_part(fight, who))
        assert pictured(kept) == pictured(judged_anew(fight, who, target, band, 0))
        judged.append(pictured(kept))
    assert judged[0] != judged[1], "the change matters"
