"""Affray from Python: load a scenario, then fight, ask the odds, simulate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from affray import library
from affray.core.dice import Dice
from affray.core.events import Event
from affray.core.fight import Fight
from affray.core.problems import data_error
from affray.core.table import LiveTable, Player
from affray.core.tape import (
    Answer,
    OpenQuestionError,
    RecordingTable,
    Tape,
    TapeEndsAtDiceError,
    TapeError,
    TapeTable,
    parse_tape,
)
from affray.players import player_named
from affray.version import VERSION

if TYPE_CHECKING:
    from affray.lab.compare import Comparison
    from affray.lab.duels import Duel
    from affray.lab.odds import AttackOdds, QuestionOdds
    from affray.lab.simulation import Simulation
    from affray.lab.study import Story
    from affray.lab.tune import Tuning


@dataclass
class FightRecord:
    """A fight that was played, or played so far: its events, its tape and how it stands."""

    scenario: library.Scenario
    fight: Fight
    events: list[Event]
    answers: list[Answer]
    seed: int | None = None

    def tape(self) -> Tape:
        """The fight as a tape."""
        ruleset = self.scenario.ruleset
        return Tape(
            self.scenario.toml(),
            ruleset.name,
            ruleset.revision,
            VERSION,
            self.answers,
            "" if self.seed is None else str(self.seed),
        )

    def text(self) -> str:
        """The log, a line an event."""
        return "\n".join(event.text(self.scenario.setup.phrases) for event in self.events)

    def winner(self) -> str | None:
        """The side that won."""
        side = self.fight.winner()
        return self.scenario.sides[side] if side >= 0 else None

    def data(self) -> dict[str, Any]:
        """The fight, as `affray fight --json` gives it."""
        phrases = self.scenario.setup.phrases
        return {
            "scenario": self.scenario.name,
            "title": self.scenario.title,
            "ruleset": self.scenario.ruleset.name,
            "version": VERSION,
            "seed": self.seed,
            "over": self.fight.is_over(),
            "winner": self.winner(),
            "rounds": int(self.fight.round),
            "turns": int(self.fight.turns),
            "fighters": [
                {
                    "name": fighter.name,
                    "side": self.scenario.sides[fighter.side],
                    "state": fighter.state(),
                    "health": {"now": fighter.health(), "max": fighter.max_health()},
                    "place": self.fight.place_name(fighter.index),
                    "conditions": fighter.conditions(),
                }
                for fighter in self.fight.roster()
            ],
            "events": [event.data(phrases) for event in self.events],
        }

    def story(self, **how: Any) -> Story:
        """The story of the fight; see `affray.lab.study.tell_story`."""
        from affray.lab.study import tell_story

        return tell_story(self.scenario, self.answers, **how)

    def odds(self, replies: str = "simple") -> QuestionOdds:
        """The odds of every option where the fight stands; see `affray.lab.odds.question_odds`."""
        from affray.lab.odds import question_odds

        name = "simple" if replies == "best" else replies
        players = [player_named(name, self.scenario.ruleset) for _ in self.scenario.sides]
        return question_odds(self.scenario.setup, self.answers, players, replies)

    def _repr_html_(self) -> str:
        phrases = self.scenario.setup.phrases
        lines = "".join(
            f"<li title='{', '.join(event.rules)}'>{escape(event.text(phrases))}</li>"
            for event in self.events
        )
        winner = self.winner()
        return f"<b>{escape(self.scenario.title)}</b>: {winner or 'nobody'} won<ol>{lines}</ol>"


class Scenario:
    """A scenario to play, ask about and change."""

    def __init__(self, loaded: library.Scenario) -> None:
        self.loaded = loaded

    @property
    def name(self) -> str:
        """Its name in the collection, or its file."""
        return self.loaded.name

    @property
    def title(self) -> str:
        """What it is called."""
        return self.loaded.title

    @property
    def sides(self) -> list[str]:
        """The sides' names."""
        return list(self.loaded.sides)

    def fight(self, seed: int = 0, players: dict[str, str | Player] | None = None) -> FightRecord:
        """Plays a fight with named players (simple if none is named), from a seed."""
        return play(self.loaded, seed, players)

    def odds(
        self, attacker: str | None = None, target: str | None = None, **how: Any
    ) -> AttackOdds:
        """The exact odds of one attack; see `affray.lab.odds.odds_of`."""
        from affray.lab.odds import odds_of

        return odds_of(self.loaded, attacker, target, **how)

    def simulate(self, fights: int | None = None, **how: Any) -> Simulation:
        """The figures of many fights; see `affray.lab.simulation.simulate`."""
        from affray.lab.simulation import simulate

        return simulate(self.loaded, fights, **how)

    def duel(
        self, players: dict[str, str] | None = None, best: Iterable[str] = (), **how: Any
    ) -> Duel:
        """The exact chances of a fight with few enough states; see
        `affray.lab.duels.solve_duel`."""
        from affray.lab.duels import solve_duel

        return solve_duel(self.loaded, players, best, **how)

    def compare(self, variants: Mapping[str, Scenario], **how: Any) -> Comparison:
        """Compares it with variants by the same dice; see `affray.lab.compare.compare`."""
        from affray.lab.compare import compare

        others = {label: scenario.loaded for label, scenario in variants.items()}
        return compare({"as it is": self.loaded, **others}, **how)

    def tune(self, key: str, low: int, high: int, **how: Any) -> Tuning:
        """The value of a key that gives a wanted share of wins; see `affray.lab.tune.tune`."""
        from affray.lab.tune import tune

        return tune(self.loaded, key, low, high, **how)

    def with_changes(self, changes: Mapping[str, Any]) -> Scenario:
        """The same scenario with other figures, by key; see `affray.lab.variants`."""
        from affray.lab.variants import with_changes

        return Scenario(with_changes(self.loaded, dict(changes)))

    def with_house(self, **settings: Any) -> Scenario:
        """The same scenario by other house rules."""
        return Scenario(self.loaded.with_house(settings))


def load(name_or_path: str) -> Scenario:
    """A scenario by its name in the built-in collection, or from a file."""
    return Scenario(library.load(name_or_path))


def players_for(
    scenario: library.Scenario, given: dict[str, str | Player] | None, seed: int
) -> list[Player]:
    """The players of each side, by name or as they are given; `simple` where nobody is."""
    players = []
    for number, side in enumerate(scenario.sides):
        player = (given or {}).get(side, "simple")
        if isinstance(player, str):
            player = player_named(player, scenario.ruleset, seed * 8 + number)
        players.append(player)
    return players


def play(
    scenario: library.Scenario,
    seed: int = 0,
    players: dict[str, str | Player] | None = None,
    gm: Player | None = None,
) -> FightRecord:
    """Plays a fight to its end."""
    table = RecordingTable(LiveTable(Dice(seed), players_for(scenario, players, seed), gm))
    fight = scenario.setup.new_fight(table)
    fight.play()
    return FightRecord(scenario, fight, table.events, table.answers, seed)


def resume(
    scenario: library.Scenario,
    answers: list[Answer],
    seed: int = 0,
    players: dict[str, str | Player] | None = None,
) -> FightRecord:
    """Goes on where a tape ends, to the end of the fight."""
    live = LiveTable(Dice(seed, len(answers)), players_for(scenario, players, seed))
    table = RecordingTable(TapeTable(answers, live))
    fight = scenario.setup.new_fight(table)
    try:
        fight.play()
    except TapeError as error:
        raise data_error(str(error)) from None
    return FightRecord(scenario, fight, table.events, table.answers, seed)


def scenario_of_tape(tape: Tape, source: str) -> library.Scenario:
    """The scenario a tape carries, if this version plays it the same way."""
    scenario = library.parse(tape.scenario, source)
    if scenario.ruleset.name != tape.ruleset:
        raise data_error(
            f"the tape is for {tape.ruleset!r}, its scenario for {scenario.ruleset.name!r}",
            "",
            source,
        )
    if scenario.ruleset.revision != tape.revision:
        raise data_error(
            f"the tape was made by revision {tape.revision} of {tape.ruleset}; "
            f"this is revision {scenario.ruleset.revision}, which may answer otherwise",
            "",
            source,
        )
    return scenario


def replay(text: str, source: str = "tape") -> FightRecord:
    """The fight that a tape's text gives, as far as it goes."""
    try:
        tape = parse_tape(text)
        scenario = scenario_of_tape(tape, source)
        reader = TapeTable(tape.answers, None, tape.first_line)
        table = RecordingTable(reader)
        fight = scenario.setup.new_fight(table)
        try:
            fight.play()
            reader.check_finished()
        except (OpenQuestionError, TapeEndsAtDiceError):
            pass
    except TapeError as error:
        raise data_error(str(error), "", source) from None
    seed = int(tape.seed) if tape.seed.lstrip("-").isdigit() else None
    return FightRecord(scenario, fight, table.events, table.answers, seed)
