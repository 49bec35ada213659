"""What a turn costs in every scenario of every ruleset, in one process, compiled: simple players,
and random ones who choose among all options."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from time import process_time

from affray.core.batch import CHECKED_EVERY, Batch, play_batch
from affray.library import Scenario, load, rulesets, toml_of
from affray.players import as_player

SECONDS = 0.03
"""How long a piece of a scenario is played at least."""

PIECES = 5
"""How often the same fights are played, all scenarios in turn, in processor time; the quickest
counts, for other work only ever slows one down."""

MOST_MEDIAN, MOST_SCENARIO, MOST_RANDOM = 12, 24, 3
"""The goals: times Mithryn's turn as the median over a ruleset's scenarios and in any of them, and
times simple players' turn with random ones."""


@dataclass
class Piece:
    """Fights of a scenario between players of one kind, and the least a turn of them took. There
    are so many at least that one that is checked has no more weight than in a simulation."""

    ruleset: str
    scenario: Scenario
    player: str
    fights: int = CHECKED_EVERY
    turn: float = float("inf")
    fight: float = float("inf")

    def play(self) -> float:
        """Play the fights, note the cost of a turn, and return the seconds for all of them."""
        setup, ruleset = self.scenario.setup, self.scenario.ruleset
        players = [as_player(self.player, ruleset, side) for side in range(len(setup.sides))]
        started = process_time()
        batch: Batch = play_batch(setup, players, 7, 0, self.fights)
        seconds = process_time() - started
        self.turn = min(self.turn, seconds / batch.turns)
        self.fight = min(self.fight, seconds / self.fights)
        return seconds

    def grow(self) -> None:
        """Play more and more fights until they are worth measuring.

        The first ones are a warm-up.
        """
        self.play()
        while self.play() < SECONDS:
            self.fights *= 2
        self.turn = self.fight = float("inf")


def main() -> str:
    pieces = {
        (name, player): Piece(ruleset_name, load(name), player)
        for ruleset_name, ruleset in rulesets().items()
        for name in toml_of(ruleset, "scenarios")
        for player in ("simple", "random")
    }
    for piece in pieces.values():
        piece.grow()
    for _ in range(PIECES):
        for piece in pieces.values():
            piece.play()
    turns: dict[str, list[float]] = {}
    randoms: dict[str, list[float]] = {}
    for (name, player), piece in pieces.items():
        if player == "simple":
            turns.setdefault(piece.ruleset, []).append(piece.turn)
            randoms.setdefault(piece.ruleset, []).append(pieces[name, "random"].turn / piece.turn)
    unit = median(turns["mithryn"])
    lines = ["## Every scenario, one process, compiled", ""]
    lines += [
        "| ruleset | scenario | fights a second | turns a second | times Mithryn's turn | random players, times simple |",
        "|---|---|--:|--:|--:|--:|",
    ]
    for (name, player), piece in pieces.items():
        if player == "simple":
            random = pieces[name, "random"].turn / piece.turn
            lines.append(
                f"| {piece.ruleset} | {name} | {1 / piece.fight:,.0f} | {1 / piece.turn:,.0f} "
                f"| {piece.turn / unit:.1f} | {random:.1f} |"
            )
    lines += [
        "",
        "| ruleset | median | worst scenario | random players, worst |",
        "|---|--:|--:|--:|",
    ]
    for ruleset_name, found in turns.items():
        lines.append(
            f"| {ruleset_name} | {median(found) / unit:.1f} | {max(found) / unit:.1f} "
            f"| {max(randoms[ruleset_name]):.1f} |"
        )
    lines += [
        "",
        f"Times Mithryn's median turn, which took {unit * 1e6:.2f} µs. Wanted are {MOST_MEDIAN} as the median and "
        f"{MOST_SCENARIO} in any scenario, and random players within {MOST_RANDOM} times simple ones.",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    print(main())
