"""Affray from Python: load a scenario, then fight, compute odds, simulate, compare, tune.

Arguments have the names of the command line's options. Invalid input raises InvalidDataError; its
lines say where the problem is and what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from affray import library
from affray.arguments import checked
from affray.core.dice import Dice
from affray.core.events import Event
from affray.core.fight import Fight
from affray.core.problems import data_error
from affray.core.rulebook import Setting
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
from affray.players import PlayerLike, as_player, game_master_named, seated
from affray.version import VERSION

if TYPE_CHECKING:
    from affray.lab.arena import Arena
    from affray.lab.compare import Comparison
    from affray.lab.duels import Duel
    from affray.lab.odds import AttackOdds, QuestionOdds
    from affray.lab.odds.several_attackers import SeveralAttacks
    from affray.lab.odds.variation import OddsVariation
    from affray.lab.simulation import Simulation, Tally
    from affray.lab.study import Story
    from affray.lab.sweep import Sweep
    from affray.lab.tune import Tuning

Players = Mapping[str, PlayerLike]
"""The player of each side, by the side's name; `simple` by default."""

PLAYOUTS = 600
STATES = 2_000_000
MEGABYTES = 1_500
EXACT = 1e-9


@dataclass(repr=False)
class FightRecord:
    """A complete or unfinished fight: its events, its tape and its current state."""

    scenario: library.Scenario
    fight: Fight
    events: list[Event]
    answers: list[Answer]
    seed: int | None = None

    def __repr__(self) -> str:
        result = f"{self.winner} won" if self.winner else "nobody won" if self.over else "not over"
        return f"<Fight {self.scenario.name}: {result} after {self.rounds} rounds>"

    @property
    def winner(self) -> str | None:
        """Return the side that won, or None."""
        side = self.fight.winner()
        return self.scenario.sides[side] if side >= 0 else None

    @property
    def over(self) -> bool:
        """Return whether the fight is over."""
        return self.fight.is_over()

    @property
    def rounds(self) -> int:
        """Return the number of rounds so far."""
        return int(self.fight.round)

    @property
    def turns(self) -> int:
        """Return the number of turns so far."""
        return int(self.fight.turns)

    def tape(self) -> Tape:
        """Return the fight as a tape."""
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
        """Return the log, with one line for each event."""
        return "\n".join(event.text(self.scenario.setup.phrases) for event in self.events)

    def rows(self) -> list[dict[str, Any]]:
        """Return one row for each fighter with its state."""
        return [
            {
                "name": fighter.name,
                "side": self.scenario.sides[fighter.side],
                "state": fighter.state(),
                "health": fighter.health(),
                "max_health": fighter.max_health(),
                "place": self.fight.place_name(fighter.index),
                "conditions": ", ".join(fighter.conditions()),
            }
            for fighter in self.fight.roster()
        ]

    def data(self) -> dict[str, Any]:
        """Return the fight as the data that `affray fight --json` prints."""
        phrases = self.scenario.setup.phrases
        return {
            "scenario": self.scenario.name,
            "title": self.scenario.title,
            "ruleset": self.scenario.ruleset.name,
            "version": VERSION,
            "seed": self.seed,
            "over": self.over,
            "winner": self.winner,
            "rounds": self.rounds,
            "turns": self.turns,
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

    @checked
    def story(
        self,
        playouts: int = PLAYOUTS,
        *,
        seed: int = 0,
        workers: int | None = None,
        cluster: str | None = None,
    ) -> Story:
        """Return the story of the fight: turning points, luck, and costly decisions."""
        from affray.lab.study import tell_story

        return tell_story(self.scenario, self.answers, playouts, seed, workers, cluster)

    @checked
    def odds(self, *, replies: str = "none") -> QuestionOdds:
        """Return the exact odds of every option at the current point of the fight.

        The other fighters decide as `replies` says: `none` (each question's default), a player's
        name, or `best`.
        """
        from affray.lab.odds import question_odds
        from affray.lab.odds.replies import reply_players

        players = reply_players(self.scenario, replies)
        return question_odds(self.scenario.setup, self.answers, players, replies)

    @checked
    def simulate(
        self,
        fights: int | None = None,
        *,
        within: float | None = None,
        seed: int = 0,
        players: Players | None = None,
        workers: int | None = None,
        cluster: str | None = None,
    ) -> Simulation:
        """Play many fights that continue from the current point of this one."""
        from affray.lab.simulation import simulate

        return simulate(
            self.scenario,
            fights,
            within,
            seed,
            players,
            workers,
            cluster=cluster,
            answers=self.answers,
        )

    def _repr_html_(self) -> str:
        phrases = self.scenario.setup.phrases
        lines = "".join(
            f"<li title='{', '.join(event.rules)}'>{escape(event.text(phrases))}</li>"
            for event in self.events
        )
        result = self.winner or "nobody"
        return f"<b>{escape(self.scenario.title)}</b>: {escape(result)} won<ol>{lines}</ol>"


class Scenario:
    """A scenario to play, analyse and change. A change returns a new scenario."""

    def __init__(self, loaded: library.Scenario) -> None:
        self.loaded = loaded

    @classmethod
    @checked
    def from_text(cls, text: str, name: str = "scenario") -> Scenario:
        """Return a scenario from the text of its TOML file."""
        return cls(library.parse(text, name))

    @classmethod
    @checked
    def from_dict(cls, data: Mapping[str, Any], name: str = "scenario") -> Scenario:
        """Return a scenario from the data of its file, as dictionaries and lists."""
        return cls(library.read_scenario(data, name))

    def __repr__(self) -> str:
        sides = " against ".join(self.sides)
        return f"<Scenario {self.name} ({self.ruleset}): {sides}>"

    def _repr_html_(self) -> str:
        from affray.lab.report.notebook import figures_html

        return figures_html(f"{self.title} ({self.ruleset})", self.rows())

    @property
    def name(self) -> str:
        """Return its name in the collection, or its file."""
        return self.loaded.name

    @property
    def title(self) -> str:
        """Return its title."""
        return self.loaded.title

    @property
    def ruleset(self) -> str:
        """Return the name of its ruleset."""
        return self.loaded.ruleset.name

    @property
    def sides(self) -> list[str]:
        """Return the names of the sides."""
        return list(self.loaded.sides)

    @property
    def house(self) -> dict[str, Setting]:
        """Return every house rule with its value."""
        return dict(self.loaded.house)

    def data(self) -> dict[str, Any]:
        """Return the data of its file, as dictionaries and lists."""
        return self.loaded.raw()

    def toml(self) -> str:
        """Return the text of its file."""
        return self.loaded.toml()

    def rows(self) -> list[dict[str, Any]]:
        """Return one row for each fighter at the start of the fight."""
        return start_record(self.loaded).rows()

    def keys(self) -> dict[str, Any]:
        """Return every key for `with_changes`, `sweep`, `tune` and `vary_odds`, with its value."""
        from affray.lab.scenario_keys import list_keys

        return {entry.key: entry.value for entry in list_keys(self.loaded)}

    @checked
    def fight(
        self, seed: int = 0, players: Players | None = None, *, gm: str | Player | None = None
    ) -> FightRecord:
        """Play a fight from a seed.

        With a game master (`simple`, `passive`, `random` or your own player), fighters may also try
        actions that need a game master's judgement.
        """
        if gm is None:
            return play(self.loaded, seed, players)
        master = game_master_named(gm, self.loaded.ruleset, seed) if isinstance(gm, str) else gm
        return play(self.loaded.with_game_master(), seed, players, master)

    @checked
    def odds(
        self,
        attacker: str | None = None,
        target: str | None = None,
        *,
        weapon: str | None = None,
        manner: str | None = None,
        ignore_distance: bool = False,
        replies: str = "none",
    ) -> AttackOdds:
        """Return the exact odds of one attack by itself.

        `with_replies` of the result has the effect of replies. With `replies` (a player's name, or
        `best`) the odds include replies. A name that is left out means the first that fits.
        """
        from affray.lab.odds import odds_of

        return odds_of(self.loaded, attacker, target, weapon, manner, ignore_distance, replies)

    @checked
    def odds_of_several(
        self,
        attackers: Sequence[str],
        target: str | None = None,
        *,
        weapon: str | None = None,
        manner: str | None = None,
        ignore_distance: bool = False,
        replies: str = "none",
    ) -> SeveralAttacks:
        """Return the exact odds of several attackers on one target, one after the other."""
        from affray.lab.odds.several_attackers import odds_of_several

        return odds_of_several(
            self.loaded, attackers, target, weapon, manner, ignore_distance, replies
        )

    @checked
    def vary_odds(
        self,
        key: str,
        values: Iterable[Any],
        attacker: str | None = None,
        target: str | None = None,
        *,
        weapon: str | None = None,
        manner: str | None = None,
        ignore_distance: bool = False,
        replies: str = "none",
    ) -> OddsVariation:
        """Return the exact odds of one attack for each value of a key; `keys` lists them."""
        from affray.lab.odds.asked_attacks import AttackChoice
        from affray.lab.odds.variation import vary_odds

        listed = list(values)
        if not listed:
            raise data_error("expected at least one value", "values")
        attack = AttackChoice(attacker, target, weapon, manner, ignore_distance, replies)
        return vary_odds(self.loaded, key, listed, attack)

    @checked
    def simulate(
        self,
        fights: int | None = None,
        *,
        within: float | None = None,
        seed: int = 0,
        players: Players | None = None,
        workers: int | None = None,
        cluster: str | None = None,
        detail: int = 0,
        by_round: bool = False,
        progress: Callable[[Tally], None] | None = None,
    ) -> Simulation:
        """Play many fights and return the results.

        Plays `fights` fights. With `within`, it stops as soon as every share is known to plus or
        minus this. The events of `detail` fights are counted. With `by_round` the result includes
        the state of every fighter at the end of each round.
        """
        from affray.lab.simulation import simulate

        return simulate(
            self.loaded,
            fights,
            within,
            seed,
            players,
            workers,
            cluster=cluster,
            detailed_fights=detail,
            by_round=by_round,
            progress=progress,
        )

    @checked
    def duel(
        self,
        players: Players | None = None,
        *,
        best: str | Iterable[str] = (),
        within: float = EXACT / 2,
        states: int = STATES,
        seconds: float = 10.0,
        memory: int = MEGABYTES,
        workers: int | None = None,
    ) -> Duel:
        """Solve a fight until every share is known to plus or minus `within`.

        The work stops at a limit of states, seconds or megabytes of `memory`. Results that are not
        precise enough then have proven bounds and a simulated estimate. The side or sides in `best`
        play their best.
        """
        from affray.lab.duels import SolverLimits, solve_duel

        limits = SolverLimits(
            states, within=within, seconds=seconds, megabytes=memory, workers=workers
        )
        limits.check()
        return solve_duel(self.loaded, players, best, limits)

    @checked
    def compare(
        self,
        variants: Mapping[str, Scenario | Players],
        fights: int = 10_000,
        *,
        within: float | None = None,
        seed: int = 0,
        players: Players | None = None,
        workers: int | None = None,
        cluster: str | None = None,
    ) -> Comparison:
        """Compare the scenario with variants, using the same dice.

        A variant is a changed scenario, or a dictionary of players by side.
        """
        from affray.lab.compare import Variant, compare

        if not variants:
            raise data_error("expected at least one variant", "variants")
        for label, one in variants.items():
            if not isinstance(one, Scenario | Mapping):
                wanted = "a scenario or a dictionary of players by side"
                raise data_error(f"expected {wanted}, not {one!r}", f"variants.{label}")
        others = {
            label: Variant(one.loaded)
            if isinstance(one, Scenario)
            else Variant(self.loaded, dict(one))
            for label, one in variants.items()
        }
        everyone = {"as it is": Variant(self.loaded), **others}
        return compare(everyone, fights, within, seed, players, workers, cluster=cluster)

    @checked
    def arena(
        self,
        players: Sequence[PlayerLike],
        fights: int = 1000,
        *,
        seed: int = 0,
        workers: int | None = None,
        cluster: str | None = None,
        file: str | Path | None = None,
    ) -> Arena:
        """Play every pair of players against each other in mirrored fights, and rate the players.

        Both fights of a mirrored pair have the same dice. With a file, the arena continues from the
        results there.
        """
        from affray.lab.arena import play_arena

        kept = None if file is None else Path(file)
        return play_arena(self.loaded, players, fights, seed, workers, cluster, kept)

    @checked
    def sweep(
        self,
        vary: Mapping[str, Sequence[Any]],
        *,
        fights: int | None = None,
        within: float | None = None,
        exact: bool = False,
        seed: int = 0,
        players: Players | None = None,
        workers: int | None = None,
        cluster: str | None = None,
    ) -> Sweep:
        """Simulate every combination of values for some keys, or solve each with `exact`."""
        from affray.lab.sweep import sweep_values

        return sweep_values(
            self.loaded,
            vary,
            fights=fights,
            within=within,
            exact=exact,
            seed=seed,
            players=players,
            workers=workers,
            cluster=cluster,
        )

    @checked
    def tune(
        self,
        key: str,
        low: int,
        high: int,
        *,
        side: str | None = None,
        share: float = 0.5,
        within: float = 0.01,
        seed: int = 0,
        players: Players | None = None,
        workers: int | None = None,
        cluster: str | None = None,
    ) -> Tuning:
        """Return the value of a key that brings a side nearest to a share of wins.

        It is a whole number from `low` to `high`.
        """
        from affray.lab.tune import tune

        return tune(
            self.loaded, key, low, high, side, share, within, seed, players, workers, cluster
        )

    @checked
    def with_changes(self, changes: Mapping[str, Any]) -> Scenario:
        """Return the scenario with some values changed, by key; `keys` lists them."""
        from affray.lab.scenario_keys import with_changes

        return Scenario(with_changes(self.loaded, dict(changes)))

    @checked
    def with_house(self, **settings: Setting) -> Scenario:
        """Return the scenario with other house rules; `affray rules RULESET` lists them."""
        return Scenario(self.loaded.with_house(settings))


@checked
def load(name_or_path: str | PathLike[str]) -> Scenario:
    """Load a scenario by its name in the built-in collection, or from a file."""
    return Scenario(library.load(name_or_path))


def scenarios() -> list[str]:
    """Return the names of the built-in scenarios."""
    return list(library.scenario_texts())


def ruleset_names() -> list[str]:
    """Return the names of the rulesets. (`affray.rulesets` is their package.)"""
    return library.ruleset_names()


@checked
def content(ruleset: str, name: str | None = None) -> dict[str, Any]:
    """Return the content of a ruleset by kind and name, such as fighters and weapons.

    With `name`, only entries of that name are returned.
    """
    return library.content_data(ruleset, name)


def players_for(scenario: library.Scenario, given: Players | None, seed: int) -> list[Player]:
    """Return the players of each side, by name or as objects; `simple` by default."""
    return [
        as_player(player, scenario.ruleset, seed * 8 + number)
        for number, player in enumerate(seated(scenario.sides, given))
    ]


def play(
    scenario: library.Scenario,
    seed: int = 0,
    players: Players | None = None,
    gm: Player | None = None,
) -> FightRecord:
    """Play a fight to its end."""
    table = RecordingTable(LiveTable(Dice(seed), players_for(scenario, players, seed), gm))
    fight = scenario.setup.new_fight(table)
    fight.play()
    return FightRecord(scenario, fight, table.events, table.answers, seed)


def resume(
    scenario: library.Scenario,
    answers: list[Answer],
    seed: int = 0,
    players: Players | None = None,
    gm: Player | None = None,
) -> FightRecord:
    """Continue a fight from the end of a tape to the end of the fight."""
    live = LiveTable(Dice(seed, len(answers)), players_for(scenario, players, seed), gm)
    table = RecordingTable(TapeTable(answers, live))
    fight = scenario.setup.new_fight(table)
    try:
        fight.play()
    except TapeError as error:
        raise data_error(str(error)) from None
    return FightRecord(scenario, fight, table.events, table.answers, seed)


def start_record(scenario: library.Scenario) -> FightRecord:
    """Return a fight that has not begun."""
    return FightRecord(scenario, scenario.setup.new_fight(TapeTable([])), [], [])


def scenario_of_tape(tape: Tape, source: str) -> library.Scenario:
    """Return the scenario on a tape, if this version plays it the same way."""
    library.check_revision(tape.ruleset, tape.revision, tape.version, source)
    scenario = library.parse(tape.scenario, source)
    if scenario.ruleset.name != tape.ruleset:
        raise data_error(
            f"the tape is for {tape.ruleset!r}, its scenario for {scenario.ruleset.name!r}",
            "",
            source,
        )
    return scenario


@checked
def replay(text: str, source: str = "tape") -> FightRecord:
    """Return the fight on a tape, up to the end of the tape."""
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
