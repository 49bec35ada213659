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
"""The greatest length of such words."""


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Option:
    """One possible answer: a kind, its parts, and a sentence.

    `key` is how a tape and a link name it, unique within its question and stable.
    `verb` is the ruleset's own number for the kind, for rules in a hurry.
    `target` is a fighter's index, `item` and `place` are numbers of the ruleset's own.
    `cost` is what it takes of a turn, in the ruleset's words: '1 action', '2 AP', 'Quick'.
    One that `takes_words` may be given with a line of one's own, such as how one helps: then its
    key ends in ' | ' and the words (see `with_words`).
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
    """An option that was chosen with a player's own words."""

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
    """Something a side, or the game master, has to decide.

    `side` is asked (GM for the game master), about fighter `who`; `about` and `target` are the
    other fighters it turns on, such as the attacker one may react to and whom it strikes at.
    `default` is the answer of somebody who has no opinion, by its place among the options (-1 is
    the last): it never does anything bold.
    `again` marks a question whose asker lists it anew after a game master's ruling.
    `words` are what somebody said that led to it.

    By convention a fighter's choice of what to do on its turn is of kind "turn". A subclass may
    leave `options` None and override `list_options`: the options are then listed when somebody
    reads them.
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
        """List the options anew when they are next read, after something has changed."""
        if self._is_listed_late:
            self._options = None

    def list_options(self) -> list[Option]:
        """List the options, for a subclass that does so when somebody reads them."""
        raise NotImplementedError

    def default_option(self) -> Option:
        """Return the answer of a player without an opinion."""
        return self._listed()[self.default]

    def option(self, key: str) -> Option | None:
        """Return the option that a tape or a link names; None if there is none."""
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
    """The game master changes the fight instead of a question being answered.

    `kind` is what changes: health, place, condition or gear (a ruleset may know more), or
    state (standing, down, fled, dead). `value` is what it becomes, and `text` goes in the log.
    """

    def __init__(self, kind: str, fighter: str, value: str, text: str) -> None:
        self.kind: Final = kind
        self.fighter: Final = fighter
        self.value: Final = value
        self.text: Final = text


RULED: Final = Option("ruled", "ruled", "The game master ruled")
"""The result of `Fight.ask` for a question to be asked again, as the game master ruled."""
