"""What is kept of an attack's worth is what it would be if it were worked out anew, whatever has
changed about the two fighters."""

from __future__ import annotations

import pytest

from affray.core.odds import OddsTable
from affray.core.state import state_fields
from affray.library import load
from affray.rulesets.renaissance import tags
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.ongoing import Attack
from affray.rulesets.renaissance.options import is_thrown
from affray.rulesets.renaissance.player.attacks import WORTH_A_THROW, best_attack_with, hand_used
from affray.rulesets.renaissance.player.codes import (
    MANY_TARGETS,
    OFF_HAND,
    ONE_OF_MANY,
    RECEIVING_CHARGE,
    RIDING_BY,
    THROWN,
    attacker_code,
)
from affray.rulesets.renaissance.player.estimates import (
    KEPT,
    KEPT_LEFT,
    AttackEstimate,
    attack_so,
    best_strike,
    estimate,
    left_of,
    mighty_estimate,
    plain_worth,
    weigh_plain,
    weigh_strikes,
    work_out,
    worth_on,
)
from affray.rulesets.renaissance.player.mind import Mind
from affray.rulesets.renaissance.sheet import MIGHTY_BLOW, NO_STRIKE
from affray.rulesets.renaissance.targets import can_attack, list_attacks_with

COUNTED = ("luck", "bleeding", "reacted", "waited", "lost_limbs")
"""What is never below zero."""

FLAGS = {
    "off_hand": OFF_HAND,
    "one_of_many": ONE_OF_MANY,
    "many_targets": MANY_TARGETS,
    "riding_by": RIDING_BY,
    "receiving_charge": RECEIVING_CHARGE,
}


def attacks_between(fight: RenaissanceFight, me: Combatant, enemy: Combatant) -> list[Attack]:
    """Attacks of one on another with all that is at hand, near and far, in several manners."""
    found = []
    for item in [*me.at_hand, *me.carried]:
        weapon = fight.scene.weapons[item]
        for strike in (NO_STRIKE, MIGHTY_BLOW):
            for thrown in (False, True):
                attack = Attack(me, enemy, weapon, strike, thrown)
                if attack.melee or weapon.is_ranged():
                    found.append(attack)
    return found


def figures(found: AttackEstimate) -> tuple[object, ...]:
    return (found.target_number, found.defense, found.mean, found.soak)


class Comparison:
    """What is kept and what is worked out anew, of all attacks between two."""

    def __init__(self, fight: RenaissanceFight, me: Combatant, enemy: Combatant) -> None:
        self.fight = fight
        self.mind = Mind(fight)
        self.me = me
        self.enemy = enemy
        self.seen: set[tuple[object, ...]] = set()

    def make(self, what: str) -> None:
        """Compares them as the two stand now."""
        fight, mind = self.fight, self.mind
        for attack in attacks_between(fight, self.me, self.enemy):
            for flag in ("", *FLAGS):
                if flag:
                    setattr(attack, flag, True)
                weapon, strike = attack.weapon, attack.strike
                manner = FLAGS.get(flag, 0) | (THROWN if attack.thrown else 0)
                kept = estimate(mind, self.me, self.enemy, weapon, manner, strike)
                anew = work_out(mind, attack, 0, 0)
                assert figures(kept) == figures(anew), (what, flag, weapon.name)
                plain = plain_worth(mind, self.me, self.enemy, weapon, manner, strike)
                left = left_of(self.enemy)
                assert plain == weigh_plain(mind, self.me, strike, anew, left), (what, flag)
                if strike == NO_STRIKE:
                    one = attacker_code(mind, self.me, self.enemy, weapon, strike, 0, manner)
                    best = best_strike(mind, self.me, self.enemy, weapon, manner, one)
                    weighed = weigh_strikes(mind, self.me, weapon, manner, anew, left)
                    assert (best.strike, best.worth) == (weighed.strike, weighed.worth), what
                    self.compare_mighty(attack, manner, kept, what)
                self.seen.add(figures(kept))
                if flag:
                    setattr(attack, flag, False)

    def compare_mighty(self, plain: Attack, manner: int, kept: AttackEstimate, what: str) -> None:
        """Compares what is kept of a Mighty Blow with the plain attack that it is made instead
        of."""
        mind, weapon = self.mind, plain.weapon
        attack = attack_so(self.me, self.enemy, weapon, MIGHTY_BLOW, 0, manner)
        anew = work_out(mind, attack, 0, 0)
        mighty = mighty_estimate(mind, self.me, self.enemy, weapon, manner, kept)
        assert figures(mighty) == figures(anew), what
        worth = worth_on(mind, self.me, self.enemy, MIGHTY_BLOW, mighty)
        left = left_of(self.enemy)
        assert worth == weigh_plain(mind, self.me, MIGHTY_BLOW, anew, left), what

    def make_with(self, who: Combatant, name: str, value: object) -> None:
        """Compares them with something changed about one of the two, and changes it back."""
        before = getattr(who, name)
        setattr(who, name, value)
        who.reckon()
        self.make(f"{name} of {who.name} is {value}")
        setattr(who, name, before)
        who.reckon()


def other_values(fight: RenaissanceFight, name: str, kind: str, now: object) -> list[object]:
    """What else something about a combatant may be."""
    if kind == "bool":
        return [not now]
    if name == "cell":
        return [0, fight.scene.grid.size // 2, fight.scene.grid.size - 1]
    lowest = 0 if name in COUNTED else -1
    highest = len(fight.scene.shields) - 1 if name == "shield" else 3
    return [value for value in range(lowest, highest + 1) if value != now]


@pytest.mark.parametrize(
    ("scenario", "parry_is_reaction"),
    [
        ("goblin-gang", False),
        ("goblin-gang", True),
        ("silver-and-claws", False),
        ("lances-and-spears", False),
        ("powder-and-steel", False),
    ],
)
def test_what_is_kept_is_what_would_be_worked_out(scenario: str, parry_is_reaction: bool) -> None:
    house = {"parry_is_reaction": parry_is_reaction}
    fight = load(scenario).with_house(house).setup.new_fight(OddsTable())
    assert isinstance(fight, RenaissanceFight)
    me = fight.combatants[0]
    enemy = next(one for one in fight.combatants if one.side != me.side)
    fields = [one for one in state_fields(Combatant) if one.type in ("bool", "i64")]
    assert len(fields) > 30
    for one, other in ((me, enemy), (enemy, me)):
        compared = Comparison(fight, one, other)
        compared.make("nothing")
        for field in fields:
            if field.name in ("wounds", "damage"):
                continue
            for who in (me, enemy):
                for value in other_values(fight, field.name, field.type, getattr(who, field.name)):
                    compared.make_with(who, field.name, value)
        for name in ("wounds", "damage"):
            for value in (1, 2, 9, 40):
                compared.make_with(me, name, value)
                compared.make_with(enemy, name, value)
        heavy = [one.index for one in fight.scene.weapons if one.tags & tags.HEAVY]
        for burden in ([], heavy[:1] * 3, heavy[:1] * 12):
            compared.make_with(me, "carried", burden)
            compared.make_with(enemy, "carried", burden)
        assert len(compared.seen) > 20, "the changes change something"
        assert len(compared.mind.estimates) == KEPT


@pytest.mark.parametrize("scenario", ["powder-and-steel", "silver-and-claws"])
def test_the_best_attack_is_the_best_of_all_from_wherever_one_stands(scenario: str) -> None:
    """Weighed one by one, with nothing kept."""
    fight = load(scenario).setup.new_fight(OddsTable())
    assert isinstance(fight, RenaissanceFight)
    grid = fight.scene.grid
    mind = Mind(fight)
    seen = set()
    for me in fight.combatants[:4]:
        for cell in range(0, grid.size, 11):
            if grid.solid[cell] or fight.is_occupied(cell):
                continue
            fight.put(me, cell)
            for weapon in me.gear.arms:
                if weapon.is_area():
                    continue
                most = 0.0
                for option in list_attacks_with(fight, me, weapon.base):
                    enemy = fight.combatants[option.target]
                    thrown = is_thrown(option)
                    if option.item != weapon.index or option.value != NO_STRIKE:
                        continue
                    if thrown and can_attack(fight, me, weapon, enemy, False):
                        continue
                    manner = hand_used(me, weapon) | (THROWN if thrown else 0)
                    anew = work_out(mind, attack_so(me, enemy, weapon, 0, 0, manner), 0, 0)
                    worth = weigh_strikes(mind, me, weapon, manner, anew, left_of(enemy)).worth
                    if thrown and not me.carried and worth < WORTH_A_THROW:
                        worth = 0.0
                    most = max(most, worth * 0.5 if enemy.has_no_turn() else worth)
                found, worth = best_attack_with(mind, me, weapon, 0.0)
                assert worth == most, (me.name, weapon.name, cell)
                assert (found is not None) == (most > 0.0)
                seen.add(most)
    assert len(seen) > 4


def test_what_is_kept_for_what_a_target_has_left_is_never_too_much_and_always_right() -> None:
    fight = load("goblin-gang").setup.new_fight(OddsTable())
    assert isinstance(fight, RenaissanceFight)
    mind = Mind(fight)
    me = fight.combatants[0]
    enemy = fight.enemies[me.side][0]
    weapon = fight.scene.weapons[me.at_hand[0]]
    code = attacker_code(mind, me, enemy, weapon, NO_STRIKE, 0, 0)
    anew = work_out(mind, attack_so(me, enemy, weapon, NO_STRIKE, 0, 0), 0, 0)
    lefts = [*range(1, 3 * KEPT_LEFT), *range(3 * KEPT_LEFT, 0, -1), 4, 4, 5, 4]
    worths = set()
    for left in lefts:
        enemy.damage = enemy.dur - left
        found = best_strike(mind, me, enemy, weapon, 0, code)
        weighed = weigh_strikes(mind, me, weapon, 0, anew, left)
        assert (found.left, found.strike, found.worth) == (left, weighed.strike, weighed.worth)
        option = fight.options.attack(me.index, weapon.index, enemy.index, found.strike, False)
        assert found.option is option
        assert plain_worth(mind, me, enemy, weapon) == weigh_plain(mind, me, 0, anew, left)
        worths.add(found.worth)
        for kept in (found.best_strikes, found.plain_attacks):
            chained = []
            while kept is not None:
                chained.append(int(kept.left))
                kept = kept.next
            assert len(chained) == len(set(chained)) <= KEPT_LEFT
            assert chained[0] == left or left in chained
    assert len(worths) > 5
