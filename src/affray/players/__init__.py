"""Players by name: simple, strong, random, passive, a person, or a custom player.

A player is given by name, such as `simple` or `strong:2000` (trials for a decision; `strong:1.5s`
is a time). A custom player is given as `module:Class`, or as an object with a method `decide`.
Packages offer players through the entry point `affray.players`: a name, and a callable that takes
the ruleset and a seed and returns the player.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from inspect import Parameter, isclass, isfunction, signature
from traceback import extract_tb
from typing import TYPE_CHECKING, Any, Protocol

from affray.core.fight import Fight
from affray.core.problems import data_error, unknown_name
from affray.core.questions import Option, Question, Ruling
from affray.core.table import DefaultPlayer, Player

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from affray.core.ruleset import Ruleset

ENTRY_POINT = "affray.players"

DEFAULT_PLAYER = "simple"
"""The player of a side for which none is named."""

PlayerFactory = Callable[["Ruleset", int], Player]
"""A function that makes a player for a ruleset, from a seed if the player decides by chance."""


class Decider(Protocol):
    """The interface of a custom player: anything with a method `decide`."""

    def decide(self, fight: Fight, question: Question, /) -> Option | Ruling:
        """Return one of the question's options."""


@dataclass(frozen=True)
class PlayerReference:
    """A reference to a custom player: a module, and the class or function that makes the player.

    Only a command or a script may use one: a name alone never imports anything.
    """

    module: str
    attribute: str

    def __str__(self) -> str:
        return f"{self.module}:{self.attribute}"


PlayerLike = str | Decider | PlayerReference
"""A player by name, as an object, or by a reference to its class."""


class CustomPlayer(Player):
    """A player from outside: any object with a method `decide`."""

    def __init__(self, decider: Decider, name: str = "") -> None:
        self.decider = decider
        self.name = name or type(decider).__name__

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        """Return the player's answer; raise InvalidDataError if it is no option.

        An error of the player gets a note with its lines of code, which survives the way between
        processes.
        """
        try:
            answer = self.decider.decide(fight, question)
        except Exception as error:
            for line in own_lines(error):
                error.add_note(line)
            raise
        if isinstance(answer, Option | Ruling):
            return answer
        raise data_error(
            f"the player {self.name} has to give one of question.options, not {answer!r}"
        )

    def needs_tape(self) -> bool:
        """Return whether the player looks back; the player may say so itself."""
        wanted: Callable[[], bool] | None = getattr(self.decider, "needs_tape", None)
        return bool(wanted()) if wanted is not None else False


def own_lines(error: Exception) -> list[str]:
    """Return the lines of a player's own code that led to an error, last call first."""
    frames = extract_tb(error.__traceback__)[1:]  # the first is our call
    return [
        f"  {one.filename}, line {one.lineno}, in {one.name}: {one.line}"
        for one in reversed(frames)
    ]


def make_simple(ruleset: Ruleset, seed: int) -> Player:
    """Make the ruleset's own sensible player."""
    return ruleset.simple_player()


def make_strong(ruleset: Ruleset, seed: int) -> Player:
    """Make the player that plays options out before it chooses one."""
    from affray.players.strong import StrongPlayer

    return StrongPlayer(ruleset.simple_player(), seed)


def make_random(ruleset: Ruleset, seed: int) -> Player:
    """Make the player that chooses evenly among the options."""
    from affray.players.random import RandomPlayer

    return RandomPlayer(seed)


def make_passive(ruleset: Ruleset, seed: int) -> Player:
    """Make the player that answers every question with its default."""
    return DefaultPlayer()


BUILT_IN: dict[str, PlayerFactory] = {
    "simple": make_simple,
    "strong": make_strong,
    "random": make_random,
    "passive": make_passive,
}


@cache
def player_factories() -> dict[str, PlayerFactory]:
    """Return all players by name; those from outside are looked up once."""
    from importlib.metadata import entry_points

    found = dict(BUILT_IN)
    for entry in entry_points(group=ENTRY_POINT):
        if entry.name not in found:
            found[entry.name] = load_factory(entry)
    return found


def load_factory(entry: EntryPoint) -> Callable[..., Any]:
    """Return the factory of an entry point's player.

    If it cannot be imported, the factory raises an error when it is called.
    """
    try:
        factory: Callable[..., Any] = entry.load()
    except Exception as error:
        reason = f"the player {entry.name!r} ({entry.value}) cannot be imported: {error}"

        def fail() -> Player:
            raise data_error(reason)

        return fail
    return factory


def player_named(name: str, ruleset: Ruleset, seed: int = 0) -> Player:
    """Return the player of a name; raise InvalidDataError with the nearest name."""
    kind, colon, budget = name.partition(":")
    if kind in BUILT_IN:
        if not colon:
            return BUILT_IN[kind](ruleset, seed)
        if kind != "strong":
            raise data_error(f"only strong takes a budget, not {kind!r}")
        from affray.players.strong import StrongPlayer, parse_budget

        return StrongPlayer(ruleset.simple_player(), seed, parse_budget(budget))
    known = player_factories()
    if name in known:
        return make_custom(known[name], name, ruleset, seed)
    raise data_error(unknown_name("player", name, known))


def parse_player(text: str) -> str | PlayerReference:
    """Parse a player from a command line: a name, or a custom player as module:Class."""
    kind, colon, attribute = text.partition(":")
    if colon and kind not in BUILT_IN and attribute.isidentifier():
        if all(part.isidentifier() for part in kind.split(".")):
            return PlayerReference(kind, attribute)
    return text


def import_player(reference: PlayerReference) -> Callable[..., Any]:
    """Import the class or function that makes a player.

    Raises InvalidDataError if it cannot be imported.
    """
    if "" not in sys.path:
        sys.path.append("")  # so that modules in the current folder are found
    try:
        found = getattr(import_module(reference.module), reference.attribute)
    except AttributeError:
        raise data_error(
            f"the module {reference.module!r} has nothing called {reference.attribute!r}"
        ) from None
    except Exception as error:
        reason = str(error) if isinstance(error, ImportError) else error_text(error)
        raise data_error(f"the player {reference} cannot be imported: {reason}") from None
    if not isclass(found) and not isfunction(found):
        raise data_error(f"{reference} has to be a class or a function that makes a player")
    factory: Callable[..., Any] = found
    return factory


def error_text(error: Exception) -> str:
    """Return an error in one line, with its kind."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


def make_custom(factory: Callable[..., Any], name: str, ruleset: Ruleset, seed: int) -> Player:
    """Make a player by a class or function, which may take the ruleset and a seed."""
    wanted = [
        one
        for one in signature(factory).parameters.values()
        if one.default is Parameter.empty
        and one.kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    ]
    if len(wanted) > 2:
        raise data_error(f"the player {name} may take the ruleset and a seed, and nothing more")
    try:
        made = factory(*(ruleset, seed)[: len(wanted)])
    except Exception as error:
        if isclass(factory):
            raise
        text = "takes the ruleset and a seed, and returns an object with decide(fight, question)"
        raise data_error(f"a function {text}; {name} raised {error_text(error)}") from error
    if not isinstance(made, str | Player) and not callable(getattr(made, "decide", None)):
        raise data_error(f"the player {name} has no method decide(fight, question)")
    return as_player(made, ruleset, seed, name)


def as_player(given: PlayerLike, ruleset: Ruleset, seed: int = 0, name: str = "") -> Player:
    """Return the player for a name or an object; raise InvalidDataError for anything else."""
    if isinstance(given, str):
        return player_named(given, ruleset, seed)
    if isinstance(given, PlayerReference):
        return make_custom(import_player(given), str(given), ruleset, seed)
    if isinstance(given, Player):
        return given
    if isclass(given):
        raise data_error(f"expected a player, not its class: write {given.__name__}()")
    if callable(getattr(given, "decide", None)):
        return CustomPlayer(given, name)
    raise data_error(f"expected a player's name, or an object with decide, not {given!r}")


def seated(sides: Sequence[str], given: Mapping[str, PlayerLike] | None) -> list[PlayerLike]:
    """Return the player of each side, `simple` by default.

    Raises InvalidDataError for a side that does not exist.
    """
    for side in given or {}:
        if side not in sides:
            raise data_error(unknown_name("side", str(side), sides), "--player")
    return [(given or {}).get(side, DEFAULT_PLAYER) for side in sides]


def player_label(given: PlayerLike) -> str:
    """Return the name of a player in results."""
    return str(given) if isinstance(given, str | PlayerReference) else type(given).__name__


def make_game_master(ruleset: Ruleset, seed: int) -> Player:
    """Make the ruleset's own game master, which answers by the situation."""
    return ruleset.simple_game_master()


GAME_MASTERS: dict[str, PlayerFactory] = {
    "simple": make_game_master,
    "passive": make_passive,
    "random": make_random,
}


def game_master_named(name: str, ruleset: Ruleset, seed: int = 0) -> Player:
    """Return the game master of a name.

    `simple` answers by the situation, `passive` with each question's default, and `random` with any
    option. Raises InvalidDataError with the nearest name.
    """
    if name not in GAME_MASTERS:
        raise data_error(unknown_name("game master", name, GAME_MASTERS))
    return GAME_MASTERS[name](ruleset, seed)
