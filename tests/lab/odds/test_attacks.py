"""Odds of attacks, against icepool, independent arithmetic and simulation."""

from __future__ import annotations

import icepool
import pytest

from affray.core.dice import Dice
from affray.core.odds import OddsTable
from affray.core.problems import InvalidDataError
from affray.core.table import LiveTable
from affray.lab.odds import attacks, odds_of
from affray.library import content_of, load
from rulebook.mithryn.fields import field
from support import scenario_of

ARMOURY = content_of("mithryn").weapons  # type: ignore[attr-defined]
WEAPONS = sorted(ARMOURY)
PRECISE = [weapon for weapon in WEAPONS if "precise" in ARMOURY[weapon].tags]


def hits_by_icepool(
    count: int, sides: int, defense: int, precise: bool, precise_extra: bool
) -> icepool.Die[int]:
    """Return icepool's odds of the hits of exploding dice.

    A Precise die that shows 1 is rolled again once, in extra rolls only with `precise_extra`.
    """

    def one_die(extra: icepool.Die[int], rerolls: bool) -> icepool.Die[int]:
        faces = [
            extra + 1 if face == sides else int(face >= defense) for face in range(1, sides + 1)
        ]
        return icepool.Die([icepool.Die(faces), *faces[1:]] if rerolls else faces)

    chain: icepool.Die[int] = icepool.Die([1])
    for _ in range(18):
        chain = one_die(chain, precise and precise_extra)
    return count @ one_die(chain, precise)


def pool_of(text: str) -> tuple[int, int]:
    count, _, sides = text.partition("d")
    return int(count), int(sides)


@pytest.mark.parametrize("defense", range(3, 10))
@pytest.mark.parametrize(
    ("weapon", "precise_extra"),
    [*((one, True) for one in WEAPONS), *((one, False) for one in PRECISE)],
)
def test_every_weapon_against_every_defense_as_icepool_has_it(
    weapon: str, precise_extra: bool, defense: int
) -> None:
    content = ARMOURY[weapon]
    scenario = scenario_of(
        field(
            {"Ann": {"weapons": [weapon], "strength": 12, "agility": 12, "finesse": 12}},
            {"Orc": {"rank": 3, "armour": "test", "hp": 1000}},
            "a-b",
            house={"precise_extra": precise_extra},
            armour={"test": {"bonus": defense - 3}},
        )
    )
    for manner, text in (("attack", content.damage), ("rush", content.rushed)):
        if text is None:
            continue
        found = odds_of(scenario, "Ann", "Orc", weapon, manner, ignore_distance=True)
        count, sides = pool_of(text)
        judge = hits_by_icepool(count, sides, defense, weapon in PRECISE, precise_extra)
        judge += content.first_hits
        for hits in range(12):
            wanted = float(judge.probability("==", hits))
            assert found.damage.get(hits, 0.0) == pytest.approx(wanted, abs=1e-9)
        assert found.mean == pytest.approx(float(judge.mean()), abs=1e-9)
        assert found.error <= 1e-12


def test_simulated_blows_agree_with_the_odds() -> None:
    scenario = scenario_of(field({"Ann": {"weapons": ["rapier"]}}, {"Orc": {"hp": 50}}))
    odds = odds_of(scenario, "Ann", "Orc", "rapier", "attack")
    start = scenario.setup.new_fight(OddsTable())
    attack = start.attacks(0)[0]
    blows = 20_000
    seen: dict[int, int] = {}
    for number in range(blows):
        table = LiveTable(
            Dice(77, number), [scenario.ruleset.simple_player() for _ in scenario.sides]
        )
        damage = int(start.copy(table).make_attack(0, attack).damage)
        seen[damage] = seen.get(damage, 0) + 1
    for damage, chance in odds.damage.items():
        spread = (chance * (1 - chance) / blows) ** 0.5
        assert abs(seen.get(damage, 0) / blows - chance) < 5 * spread + 1e-6


def test_help_is_in_the_odds_when_a_player_gives_it() -> None:
    from affray.lab.odds import attack_odds

    scenario = scenario_of(field({"Ann": {}, "Bo": {}}, {"Orc": {"hp": 3}}))
    fight = scenario.setup.new_fight(OddsTable())
    attack = fight.attacks(0)[0]
    alone = attack_odds(fight, 0, attack)
    helped = attack_odds(
        fight, 0, attack, [scenario.ruleset.simple_player() for _ in scenario.sides]
    )
    assert helped.mean > alone.mean + 0.3
    # one of two dice misses at 3/12, and each that does is rolled once more
    assert 1 - helped.hit == pytest.approx((3 / 12) ** 4, abs=1e-9)


def test_best_replies_that_take_too_long_are_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In the burning tower they take more than three minutes."""
    scenario = load("burning-tower")
    monkeypatch.setattr(attacks, "BEST_REPLY_SECONDS", 0.05)
    used: list[float] = []
    found = odds_of(scenario, replies="best", progress=used.append)
    assert used == sorted(used)
    assert used[-1] <= 1
    assert found.replies == "none"
    assert found.hit == odds_of(scenario).hit


def test_an_attack_of_which_nobody_is_named_is_one_that_can_be_made() -> None:
    """Kael comes first on the causeway and has no enemy in reach; Brynn has a bow."""
    causeway = load("causeway")
    assert odds_of(causeway).attacker == "Brynn"
    assert odds_of(causeway, target="City Archer").attacker == "Brynn"
    with pytest.raises(InvalidDataError, match="Kael cannot do that from the start"):
        odds_of(causeway, attacker="Kael")
    assert odds_of(causeway, ignore_distance=True).attacker == "Kael"
