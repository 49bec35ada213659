"""Who decides: simple, strong, random, passive, a person, or a player of one's own.

A player is named in words, `simple` or `strong:2000` (trials for a decision; `strong:1.5s` is
time), or `module:Class` for one of one's own, or given as an object that has a method `decide`.
Packages offer theirs through the entry point `affray.players`: a name, and a callable that takes
the ruleset and a seed and gives the player.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from inspect import Parameter, isclass, isfunction, signature
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
"""Who plays where nobody is named."""

PlayerFactory = Callable[["Ruleset", int], Player]
"""Makes a player for a ruleset, from a seed if it decides by chance."""


class Decider(Protocol):
    """Anything that decides: all that a player of one's own has to have."""

    def decide(self, fight: Fight, question: Question, /) -> Option | Ruling:
        """Return one of the question's options."""


@dataclass(frozen=True)
class PlayerReference:
    """A player of one's own by the module and the name of the class or function that makes it.

    Only whoever runs a command or a script may give one: a name alone never imports anything.
    """

    module: str
    attribute: str

    def __str__(self) -> str:
        return f"{self.module}:{self.attribute}"


PlayerLike = str | Decider | PlayerReference
"""A player by name, as an object, or by where its class is."""


class CustomPlayer(Player):
    """A player of somebody's own: any object with a method `decide`."""

    def __init__(self, decider: Decider, name: str = "") -> None:
        self.decider = decider
        self.name = name or type(decider).__name__

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        """Return its answer; raise InvalidDataError for one that is no option."""
        answer = self.decider.decide(fight, question)
        if isinstance(answer, Option | Ruling):
            return answer
        raise data_error(
            f"the player {self.name} has to give one of question.options, not {answer!r}"
        )

    def needs_tape(self) -> bool:
        """Return whether it looks back, as it says itself."""
        wanted: Callable[[], bool] | None = getattr(self.decider, "needs_tape", None)
        return bool(wanted()) if wanted is not None else False


def make_simple(ruleset: Ruleset, seed: int) -> Player:
    """Make the ruleset's own sensible player."""
    return ruleset.simple_player()


def make_strong(ruleset: Ruleset, seed: int) -> Player:
    """Make the player who plays options out before choosing one."""
    from affray.players.strong import StrongPlayer

    return StrongPlayer(ruleset.simple_player(), seed)


def make_random(ruleset: Ruleset, seed: int) -> Player:
    """Make the player who chooses evenly among the options."""
    from affray.players.random import RandomPlayer

    return RandomPlayer(seed)


def make_passive(ruleset: Ruleset, seed: int) -> Player:
    """Make the player who gives every question its default."""
    return DefaultPlayer()


BUILT_IN: dict[str, PlayerFactory] = {
    "simple": make_simple,
    "strong": make_strong,
    "random": make_random,
    "passive": make_passive,
}


@cache
def player_factories() -> dict[str, PlayerFactory]:
    """List all players by name; those from outside are looked up once."""
    from importlib.metadata import entry_points

    found = dict(BUILT_IN)
    for entry in entry_points(group=ENTRY_POINT):
        if entry.name not in found:
            found[entry.name] = load_factory(entry)
    return found


def load_factory(entry: EntryPoint) -> Callable[..., Any]:
    """Return the factory of an entry point's player. One that cannot be imported says so when it is
    called."""
    try:
        factory: Callable[..., Any] = entry.load()
    except Exception as error:
        reason = f"the player {entry.name!r} ({entry.value}) cannot be imported: {error}"

        def fail() -> Player:
            raise data_error(reason)

        return fail
    return factory


def player_named(name: str, ruleset: Ruleset, seed: int = 0) -> Player:
    """Return the player of that name; raise InvalidDataError with the nearest name."""
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
    """Read a player from a command line: a name, or one's own as module:Class."""
    kind, colon, attribute = text.partition(":")
    if colon and kind not in BUILT_IN and attribute.isidentifier():
        if all(part.isidentifier() for part in kind.split(".")):
            return PlayerReference(kind, attribute)
    return text


def import_player(reference: PlayerReference) -> Callable[..., Any]:
    """Import the class or function that makes a player; raise InvalidDataError if there is none."""
    if "" not in sys.path:
        sys.path.append("")  # a module beside where the command is run
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
    """Return the player that a name or an object means; raise InvalidDataError for other things."""
    if isinstance(given, str):
        return player_named(given, ruleset, seed)
    if isinstance(given, PlayerReference):
        return make_custom(import_player(given), str(given), ruleset, seed)
    if isinstance(given, Player):
        return given
    if callable(getattr(given, "decide", None)):
        return CustomPlayer(given, name)
    raise data_error(f"expected a player's name, or an object with decide, not {given!r}")


def player_label(given: PlayerLike) -> str:
    """Return what a player is called in results."""
    return str(given) if isinstance(given, str | PlayerReference) else type(given).__name__


def make_game_master(ruleset: Ruleset, seed: int) -> Player:
    """Make the ruleset's own game master, who answers by the situation."""
    return ruleset.simple_game_master()


GAME_MASTERS: dict[str, PlayerFactory] = {
    "simple": make_game_master,
    "passive": make_passive,
    "random": make_random,
}


def game_master_named(name: str, ruleset: Ruleset, seed: int = 0) -> Player:
    """Return the game master of that name: `simple` answers by the situation, `passive` with each
    question's default, `random` with any option; raise InvalidDataError with the nearest name."""
    if name not in GAME_MASTERS:
        raise data_error(unknown_name("game master", name, GAME_MASTERS))
    return GAME_MASTERS[name](ruleset, seed)
