"""Events: what happened, as data. They become text only when they are read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

if TYPE_CHECKING:
    from affray.core.fight import Fight

Phrases = Mapping[str, str]
"""The sentence for each kind of event, with {parts} to fill in."""


COMMON_PHRASES: Final[dict[str, str]] = {
    "test": "{who} is put to a Test, {difficulty}: {dice} where {needs} is needed: {outcome}",
}
"""The sentences for events of the core, for rulesets that have none."""


class Event:
    """Something that happened in a fight, with all data for the log and for pictures.

    `parts` holds plain data (names, numbers, lists of dice), and `rules` the ids of the rules
    applied. By convention an event with a sum has a part "because": each entry is a pair of a few
    words and the id of a rule.
    """

    def __init__(self, kind: str, parts: dict[str, object], rules: tuple[str, ...] = ()) -> None:
        self.kind: Final = kind
        self.parts: Final = parts
        self.rules: Final = rules

    def text(self, phrases: Phrases) -> str:
        """Return the event as a sentence, in the words of its ruleset."""
        phrase = phrases.get(self.kind)
        if phrase is None:
            phrase = COMMON_PHRASES.get(self.kind)
        if phrase is None:
            return (
                self.kind + ": " + ", ".join(f"{k} {part_text(v)}" for k, v in self.parts.items())
            )
        words: dict[str, str] = {key: part_text(value) for key, value in self.parts.items()}
        return phrase.format_map(words)

    def data(self, phrases: Phrases) -> dict[str, object]:
        """Return the event for JSON: its kind, its sentence, its parts and its rules."""
        found: dict[str, object] = {"kind": self.kind, "text": self.text(phrases)}
        found.update(self.parts)
        found["rules"] = list(self.rules)
        return found


@mypyc_attr(allow_interpreted_subclasses=True)
class Listener:
    """A listener to the events of fights, such as a counter."""

    def hear(self, event: Event) -> None:
        """Receive an event."""

    def end_fight(self, fight: Fight) -> None:
        """Receive the news that a fight is over."""


def part_text(value: object) -> str:
    """Return a part as it reads in a sentence."""
    if isinstance(value, list):
        return " ".join(part_text(item) for item in value)
    if value is None:
        return "nothing"
    return str(value)
