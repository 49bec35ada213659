"""Affray from Python: load a scenario, then fight, ask the odds, simulate, compare, tune.

Arguments have the names of the command line's options. What is wrong is an InvalidDataError whose
lines say where and what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from affray import library
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
from affray.players import PlayerLike, as_player, game_master_named
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
"""Who plays which side; `simple` where nobody is named."""

PLAYOUTS = 600
STATES = 2_000_000
MEGABYTES = 1_500
EXACT = 1e-9


@dataclass(repr=False)
class FightRecord:
    """A fight that was played, or played so far: its events, its tape and how it stands."""

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
        """Return the side that won, if one did."""
        side = self.fight.winner()
        return self.scenario.sides[side] if side >= 0 else None

    @property
    def over(self) -> bool:
        """Return whether the fight is at its end."""
        return self.fight.is_over()

    @property
    def rounds(self) -> int:
        """Return how many rounds there were."""
        return int(self.fight.round)

    @property
    def turns(self) -> int:
        """Return how many turns there were."""
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
        """Return the log, a line an event."""
        return "\n".join(event.text(self.scenario.setup.phrases) for event in self.events)

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each fighter: how they came out of it."""
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
        """Return the fight, as `affray fight --json` prints it."""
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

    def story(
        self,
        playouts: int = PLAYOUTS,
        *,
        seed: int = 0,
        workers: int | None = None,
        cluster: str | None = None,
    ) -> Story:
        """Return what turned the fight, what was luck, and which decisions cost most."""
        from affray.lab.study import tell_story

        return tell_story(self.scenario, self.answers, playouts, seed, workers, cluster)

    def odds(self, *, replies: str = "none") -> QuestionOdds:
        """Return the exact odds of every option where the fight stands. Others decide as `replies`
        says: `none` (each question's default), a player's name, or `best`."""
        from affray.lab.odds import question_odds
        from affray.lab.odds.replies import reply_players

        players = reply_players(self.scenario, replies)
        return question_odds(self.scenario.setup, self.answers, players, replies)

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
        """Play many fights that go on from where this one stands."""
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
    """A scenario to play, ask about and change. A change gives another scenario."""

    def __init__(self, loaded: library.Scenario) -> None:
        self.loaded = loaded

    @classmethod
    def from_text(cls, text: str, name: str = "scenario") -> Scenario:
        """Return a scenario from the text of its TOML file."""
        return cls(library.parse(text, name))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], name: str = "scenario") -> Scenario:
        """Return a scenario from what its file would say, as dictionaries and lists."""
        if not isinstance(data, Mapping):
            raise data_error(f"expected a dictionary, not {data!r}")
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
        """Return what it is called."""
        return self.loaded.title

    @property
    def ruleset(self) -> str:
        """Return the name of its ruleset."""
        return self.loaded.ruleset.name

    @property
    def sides(self) -> list[str]:
        """Return the sides' names."""
        return list(self.loaded.sides)

    @property
    def house(self) -> dict[str, Setting]:
        """Return every house rule as it stands."""
        return dict(self.loaded.house)

    def data(self) -> dict[str, Any]:
        """Return what its file says, as dictionaries and lists."""
        return self.loaded.raw()

    def toml(self) -> str:
        """Return its file."""
        return self.loaded.toml()

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each fighter as the fight begins."""
        return start_record(self.loaded).rows()

    def keys(self) -> dict[str, Any]:
        """Return every key that `with_changes`, `sweep`, `tune` and `vary_odds` take, with its
        value."""
        from affray.lab.scenario_keys import list_keys

        return {entry.key: entry.value for entry in list_keys(self.loaded)}

    def fight(
        self, seed: int = 0, players: Players | None = None, *, gm: str | Player | None = None
    ) -> FightRecord:
        """Play a fight from a seed. With a game master (`simple`, `passive`, `random` or a player
        of your own) what only one can judge may be tried."""
        if gm is None:
            return play(self.loaded, seed, players)
        master = game_master_named(gm, self.loaded.ruleset, seed) if isinstance(gm, str) else gm
        return play(self.loaded.with_game_master(), seed, players, master)

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
        """Return the exact odds of one attack by itself; `with_replies` of the result has what
        replies change. With `replies` (a player's name, or `best`) the figures include replies.
        Names that are left out are the first that fit."""
        from affray.lab.odds import odds_of

        check_texts(attacker=attacker, target=target, weapon=weapon, manner=manner, replies=replies)
        return odds_of(self.loaded, attacker, target, weapon, manner, ignore_distance, replies)

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

        check_texts(
            key=key, attacker=attacker, target=target, weapon=weapon, manner=manner, replies=replies
        )
        listed = list(values)
        if not listed:
            raise data_error("expected at least one value", "values")
        attack = AttackChoice(attacker, target, weapon, manner, ignore_distance, replies)
        return vary_odds(self.loaded, key, listed, attack)

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
        """Play many fights: so many, or until every share is known to `within` on either side. The
        events of `detail` fights are counted. With `by_round` the result says how every
        fighter is at the end of each round."""
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
        """Solve the chances of a fight, until they are known to plus or minus `within`, or so many
        states, seconds or megabytes of `memory` were spent. What is not known so well is bounded
        and estimated by simulation. The side or sides in `best` play their best."""
        from affray.lab.duels import SolverLimits, solve_duel

        if not 0 <= within < 0.5:
            raise data_error(f"expected a half-width from 0 to below 0.5, not {within!r}", "within")
        limits = SolverLimits(
            states, within=within, seconds=seconds, megabytes=memory, workers=workers
        )
        return solve_duel(self.loaded, players, best, limits)

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
        """Compare it by the same dice with others: changed scenarios, or the same with other
        players (a side's player by its name)."""
        from affray.lab.compare import Variant, compare

        others = {
            label: Variant(one.loaded)
            if isinstance(one, Scenario)
            else Variant(self.loaded, dict(one))
            for label, one in variants.items()
        }
        everyone = {"as it is": Variant(self.loaded), **others}
        return compare(everyone, fights, within, seed, players, workers, cluster=cluster)

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
        """Have every player meet every other in mirrored fights with the same dice, and rate them;
        with a file it goes on from what is there."""
        from affray.lab.arena import play_arena

        kept = None if file is None else Path(file)
        return play_arena(self.loaded, players, fights, seed, workers, cluster, kept)

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
        """Return every combination of values for some keys, each simulated or, with `exact`,
        solved."""
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
        """Return the whole number from `low` to `high` for a key that brings a side nearest to a
        share of wins."""
        from affray.lab.tune import tune

        return tune(
            self.loaded, key, low, high, side, share, within, seed, players, workers, cluster
        )

    def with_changes(self, changes: Mapping[str, Any]) -> Scenario:
        """Return the same scenario with other figures, by key; `keys` lists them."""
        from affray.lab.scenario_keys import with_changes

        return Scenario(with_changes(self.loaded, dict(changes)))

    def with_house(self, **settings: Setting) -> Scenario:
        """Return the same scenario by other house rules; `affray rules RULESET` lists them."""
        return Scenario(self.loaded.with_house(settings))


def check_texts(**given: object) -> None:
    """Raise InvalidDataError for an argument that is neither a text nor None."""
    for name, value in given.items():
        if value is not None and not isinstance(value, str):
            raise data_error(f"expected a text, not {value!r}", name)


def load(name_or_path: str | PathLike[str]) -> Scenario:
    """Load a scenario by its name in the built-in collection, or from a file."""
    return Scenario(library.load(name_or_path))


def scenarios() -> list[str]:
    """Return the names of the built-in scenarios."""
    return list(library.scenario_texts())


def ruleset_names() -> list[str]:
    """Return the names of the rulesets. (`affray.rulesets` is the package they are in.)"""
    return library.ruleset_names()


def content(ruleset: str, name: str | None = None) -> dict[str, Any]:
    """Return what a ruleset has to offer, by kind and name: fighters, weapons and so on, each with
    its figures. With a name, only what is called so."""
    return library.content_data(ruleset, name)


def players_for(scenario: library.Scenario, given: Players | None, seed: int) -> list[Player]:
    """Return the players of each side, by name or as they are given; `simple` where nobody is."""
    unknown = set(given or {}) - set(scenario.sides)
    if unknown:
        listed = ", ".join(scenario.sides)
        raise data_error(f"there is no side {min(unknown)!r}; there are: {listed}", "players")
    return [
        as_player((given or {}).get(side, "simple"), scenario.ruleset, seed * 8 + number)
        for number, side in enumerate(scenario.sides)
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
    """Go on where a tape ends, to the end of the fight."""
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
    """Return the scenario a tape carries, if this version plays it the same way."""
    library.check_revision(tape.ruleset, tape.revision, tape.version, source)
    scenario = library.parse(tape.scenario, source)
    if scenario.ruleset.name != tape.ruleset:
        raise data_error(
            f"the tape is for {tape.ruleset!r}, its scenario for {scenario.ruleset.name!r}",
            "",
            source,
        )
    return scenario


def replay(text: str, source: str = "tape") -> FightRecord:
    """Return the fight that a tape's text gives, as far as it goes."""
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
