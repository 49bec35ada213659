"""The chapter's three-round example, from its printed dice to its printed hit points."""

import pytest

from support import Played

ROUND_1 = """
    roll 2d12 = 4 5                                 # Kael, 9 in all: one action
    roll 2d12 = 6 6                                 # Brynn, doubles
    roll 2d12 = 7 8                                 # Sira, 15
    party: act Brynn
    Brynn: move rubble pile
    Brynn: attack City Spearman with longbow
    roll 2d10 = 9 5                                 # spearman 5 → 3
    party: act Kael
    Kael: move collapsed archway
    Sira: move collapsed archway
    Sira: attack City Spearman with battleaxe
    roll 3d12 = 5 8 12
    roll 1d12 = 4                                   # spearman 3 → 0
    foes: act Brigand Leader
    Brigand Leader: attack Kael with broadsword
    Sira: no
    roll 3d12 = 10 2 9                              # Kael 6 → 4
    Brigand Leader: end turn
    City Archer: attack Brynn with shortbow
    roll 1d10 = 8                                   # Brynn 7 → 6
    """

ROUND_2 = """
    party: act Brynn
    Brynn: attack Brigand Leader with longbow
    roll 2d10 = 10 2
    roll 1d10 = 7                                   # leader 7 → 5
    Kael: no
    Sira: no
    Brynn: rush Brigand Leader with longbow
    roll 1d12 = 5
    Kael: no
    Sira: no
    party: act Kael
    Kael: attack Brigand Leader with rapier
    roll 2d12 = 1 9
    roll 1d12 = 3                                   # Precise: leader 5 → 4
    Sira: no
    Kael: rush Brigand Leader with rapier
    roll 1d10 = 3
    Sira: no
    Sira: attack Brigand Leader with battleaxe
    roll 3d12 = 7 2 3                               # leader 4 → 3
    Kael: no
    Sira: rush Brigand Leader with battleaxe
    roll 1d10 = 8                                   # leader 3 → 2
    foes: act Brigand Leader
    Brigand Leader: attack Kael with broadsword
    Sira: interpose
    roll 3d12 = 5 7 12
    roll 1d12 = 6                                   # Sira 10 → 7 (the end of the round prints 8)
    Brigand Leader: end turn
    City Archer: attack Kael with shortbow
    roll 1d10 = 6                                   # Kael 4 → 3, against Defense 4 (printed 5)
    """

ROUND_3 = """
    party: act Brynn
    Brynn: attack Brigand Leader with longbow
    roll 2d10 = 7 3                                 # leader 2 → 1
    Kael: no
    Sira: no
    Brynn: rush Brigand Leader with longbow
    roll 1d12 = 2
    Kael: no
    Sira: no
    party: act Kael
    Kael: attack Brigand Leader with rapier
    roll 2d12 = 10 2                                # leader 1 → 0
    Sira: no
    Sira: end turn
    City Archer: flee
    """


def hit_points(game: Played) -> dict[str, int]:
    return {fighter.name: fighter.health() for fighter in game.fight.roster()}


@pytest.mark.rule("causeway")
def test_round_one() -> None:
    game = Played("causeway", ROUND_1).steps(5)
    assert hit_points(game) == {
        "Kael": 4,
        "Brynn": 6,
        "Sira": 10,
        "Brigand Leader": 7,
        "City Spearman": 0,
        "City Archer": 5,
    }
    assert [part["actions"] for part in game.told("turn")[:3]] == [2, 1, 2]


@pytest.mark.rule("causeway")
def test_round_two() -> None:
    game = Played("causeway", ROUND_1 + ROUND_2).steps(10)
    assert hit_points(game) == {
        "Kael": 3,
        "Brynn": 6,
        "Sira": 7,
        "Brigand Leader": 2,
        "City Spearman": 0,
        "City Archer": 5,
    }
    assert "wounded" in game.fighter("Kael").conditions()
    assert game.fighter("Sira").actions_owed == 1


@pytest.mark.rule("causeway")
def test_the_whole_example() -> None:
    game = Played("causeway", ROUND_1 + ROUND_2 + ROUND_3).to_the_end()
    assert game.fighter("Brigand Leader").state() == "dead"
    assert game.fighter("City Archer").state() == "fled"
    assert game.scenario.sides[game.fight.winner()] == "party"
    turns = [(part["who"], part["actions"]) for part in game.told("turn")]
    assert turns[-4:] == [("Brynn", 2), ("Kael", 1), ("Sira", 1), ("City Archer", 1)]
