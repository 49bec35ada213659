"""Checks of the characters in text from outside: no control characters, no halves of characters."""

from __future__ import annotations

import re

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters except tab and line feed, and halves of characters (surrogates)."""


def find_bad_character(text: str, allow_carriage_return: bool = False) -> str | None:
    """Return the name of the first character that text may not have, or None."""
    for found in CONTROL.finditer(text):
        character = found[0]
        if not (allow_carriage_return and character == "\r"):
            return f"U+{ord(character):04X}"
    return None


def check_plain(text: str) -> str:
    """Return the text; raise ValueError for a control character or half a character."""
    bad = find_bad_character(text, allow_carriage_return=True)
    if bad is not None:
        raise ValueError(f"text cannot hold the character {bad}")
    return text


def check_plain_without_mark(text: str) -> str:
    """Return a file's text without the byte order mark that some editors put before it.

    Raise ValueError for a control character.
    """
    return check_plain(text.removeprefix("\ufeff"))


def check_one_line(text: str) -> str:
    """Return the text; raise ValueError for a control character or more than one line."""
    check_plain(text)
    if any(character in text for character in "\n\r\t\u2028\u2029"):
        raise ValueError("expected a single line")
    return text
