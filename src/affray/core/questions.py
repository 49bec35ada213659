"""Questions and their options: every decision of a fight as data.

An option never changes, so a ruleset makes each of its options once for a scenario, and lists the
same objects in question after question.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

GM: Final[i64] = -1
"""The side of a question for the game master."""

NOBODY: Final[i64] = -1

BEFORE_WORDS: Final = " | "
"""The separator between an option's key and a player's own words."""

MOST_WORDS: Final = 200
"""The maximum length of a player's own words."""


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Option:
    """One possible answer: a kind, its parts, and a sentence.

    `key` is the name on tapes and in links, unique within its question and stable. `verb` is the
    ruleset's own number for the kind, for fast rules. `target` is a fighter's index, `item` and
    `place` are numbers of the ruleset's own. `cost` is the part of a turn that it takes, in the
    ruleset's words: '1 action', '2 AP', 'Quick'. An option with `takes_words` accepts a line of the
    player's own, such as how a fighter helps. Its key then ends in ' | ' and the words (see
    `with_words`).
    """

    def __init__(
        self,
        kind: str,
        key: str,
        text: str,
        verb: i64 = 0,
        target: i64 = NOBODY,
        item: i64 = -1,
        place: i64 = -1,
        value: i64 = 0,
        rules: tuple[str, ...] = (),
        cost: str = "",
        takes_words: bool = False,
    ) -> None:
        self.kind: Final = kind
        self.key: Final = key
        self.text: Final = text
        self.verb: Final[i64] = verb
        self.target: Final[i64] = target
        self.item: Final[i64] = item
        self.place: Final[i64] = place
        self.value: Final[i64] = value
        self.rules: Final = rules
        self.cost: Final = cost
        self.takes_words: Final = takes_words

    def with_words(self, words: str) -> OptionWithWords | None:
        """Return the option with a player's own words; None if it cannot take them."""
        if not self.takes_words or not 0 < len(words) <= MOST_WORDS or not words.isprintable():
            return None
        return OptionWithWords(self, words)

    def words(self) -> str:
        """Return the player's own words, or an empty text."""
        return ""

    def without_words(self) -> Option:
        """Return the option itself, without a player's own words."""
        return self

    def __repr__(self) -> str:
        return f"<{self.key}>"


@mypyc_attr(acyclic=True)
class OptionWithWords(Option):
    """An option chosen together with a player's own words."""

    def __init__(self, option: Option, words: str) -> None:
        super().__init__(
            option.kind,
            option.key + BEFORE_WORDS + words,
            option.text,
            option.verb,
            option.target,
            option.item,
            option.place,
            option.value,
            option.rules,
            option.cost,
        )
        self._option: Final = option
        self._words: Final = words

    def words(self) -> str:
        return self._words

    def without_words(self) -> Option:
        return self._option


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Question:
    """A decision of a side or of the game master.

    `side` is asked (GM for the game master), about fighter `who`. `about` and `target` are the
    other fighters involved, such as the attacker in a reaction and the attacker's target. `default`
    is the answer of a player without an opinion, by its index among the options (-1 is the last).
    It is never anything bold. `again` marks a question that is listed again after a game master's
    ruling. `words` are a player's own words that led to it.

    By convention, a fighter's choice of what to do on its turn is of kind "turn". A subclass may
    leave `options` None and override `list_options`: the options are then listed when they are
    first read.
    """

    def __init__(
        self,
        kind: str,
        side: i64,
        who: i64,
        options: list[Option] | None,
        about: i64 = NOBODY,
        target: i64 = NOBODY,
        default: i64 = 0,
        asked_again: bool = False,
        words: str = "",
    ) -> None:
        self.kind: Final = kind
        self.side: Final[i64] = side
        self.who: Final[i64] = who
        self.about: Final[i64] = about
        self.target: Final[i64] = target
        self.default: Final[i64] = default
        self.asked_again: Final = asked_again
        self.words: Final = words
        self._options = options
        self._is_listed_late: Final = options is None

    @property
    def options(self) -> list[Option]:
        """Return every legal answer, in a fixed order; never empty.

        The list is a copy: rules share theirs between questions, and a player may sort its own.
        """
        return self._listed()[:]

    def _listed(self) -> list[Option]:
        """Return the options themselves."""
        found = self._options
        if found is None:
            found = self.list_options()
            self._options = found
        return found

    def among(self, options: list[Option], default: Option) -> Question:
        """Return the question with other options. The default stays if it is one of them."""
        return Question(
            self.kind,
            self.side,
            self.who,
            options,
            self.about,
            self.target,
            options.index(default) if default in options else 0,
            words=self.words,
        )

    def forget_options(self) -> None:
        """Discard the list of options, so that it is computed again when it is next read."""
        if self._is_listed_late:
            self._options = None

    def list_options(self) -> list[Option]:
        """List the options. A subclass that lists them lazily overrides this."""
        raise NotImplementedError

    def default_option(self) -> Option:
        """Return the answer of a player without an opinion."""
        return self._listed()[self.default]

    def option(self, key: str) -> Option | None:
        """Return the option with the key of a tape or a link; None if there is none."""
        for option in self._listed():
            if option.key == key:
                return option
        plain, found, words = key.partition(BEFORE_WORDS)
        if found:
            for option in self._listed():
                if option.key == plain:
                    return option.with_words(words)
        return None


class Ruling:
    """A change of the fight by the game master, instead of an answer.

    `kind` names the thing that changes: health, place, condition, gear or state (standing, down,
    fled, dead). A ruleset may have more kinds. `value` is the new value, and `text` appears in the
    log.
    """

    def __init__(self, kind: str, fighter: str, value: str, text: str) -> None:
        self.kind: Final = kind
        self.fighter: Final = fighter
        self.value: Final = value
        self.text: Final = text


RULED: Final = Option("ruled", "ruled", "The game master ruled")
"""The result of `Fight.ask` if a game master's ruling means the question must be asked again."""
