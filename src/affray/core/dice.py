"""The seeded generator of dice: sfc32 on 32-bit words, with equal results compiled or not.

Every die of a live fight comes from here. A fight is seeded by two numbers: the seed, and the
fight's number in its batch. So any fight of a simulation can be replayed by itself.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

SCHEME: Final = "sfc32-1"
"""The name of the method that turns seeds into dice. It changes whenever the same seed would
produce different dice."""

WORD: Final[i64] = 0xFFFFFFFF
WARM_UP: Final = 12


@mypyc_attr(acyclic=True)
class Dice:
    """A generator by Chris Doty-Humphrey (Small Fast Counting) that rolls fair dice."""

    def __init__(self, seed: int, stream: int = 0) -> None:
        self.a: i64 = seed & 0xFFFFFFFF
        self.b: i64 = (seed >> 32) & 0xFFFFFFFF
        self.c: i64 = stream & 0xFFFFFFFF
        self.counter: i64 = 1 + ((stream >> 32) & 0xFFFFFFFF)
        for _word in range(WARM_UP):
            self.word()

    def word(self) -> i64:
        """Return the next 32 random bits."""
        b: i64 = self.b
        c: i64 = self.c
        mixed: i64 = (self.a + b + self.counter) & WORD
        self.counter = (self.counter + 1) & WORD
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & WORD
        self.c = ((((c << 21) | (c >> 11)) & WORD) + mixed) & WORD
        return mixed

    def die(self, sides: i64) -> i64:
        """Return a fair number from 1 to `sides`, by Lemire's multiplication with rejection."""
        product: i64 = self.word() * sides
        if product & WORD < sides:
            uneven: i64 = (WORD + 1 - sides) % sides
            while product & WORD < uneven:
                product = self.word() * sides
        return (product >> 32) + 1
