from collections import Counter

import pytest

from affray.core.dice import Dice


def test_the_same_seed_gives_the_same_words_on_every_machine() -> None:
    """Written down once; compiled and plain Python are both held to it."""
    dice = Dice(2026, 11)
    assert [dice.word() for _ in range(4)] == WORDS
    assert [Dice(0).die(20), Dice(1).die(20), Dice(-1).die(20)] == FIRST


def test_seeds_and_streams_are_told_apart_beyond_32_bits() -> None:
    words = {Dice(seed, stream).word() for seed in (1, 1 + 2**32) for stream in (0, 1, 2**32)}
    assert len(words) == 6


@pytest.mark.parametrize("sides", [2, 4, 6, 10, 12, 20, 100])
def test_dice_are_fair(sides: int) -> None:
    dice = Dice(5)
    rolls = 2000 * sides
    seen = Counter(dice.die(sides) for _ in range(rolls))
    assert set(seen) == set(range(1, sides + 1))
    chi = sum((count - 2000) ** 2 / 2000 for count in seen.values())
    assert chi < sides + 6 * (2 * sides) ** 0.5


WORDS = [3688385471, 1765570299, 4228377344, 1255823562]
FIRST = [7, 3, 15]
