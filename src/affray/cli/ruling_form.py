"""The game master's ruling at the terminal, as a form: who, what, the new value, and why."""

from __future__ import annotations

from affray.cli.output import say
from affray.cli.prompt import read_line
from affray.core.fight import Fight, IllegalError
from affray.core.odds import OddsTable
from affray.core.questions import Ruling
from affray.core.tape import TapeError, parse_answer

NO_REASON = "a ruling"

MOST_LISTED = 12
"""Of more values than this only the first few are shown."""


def read_ruling(fight: Fight) -> Ruling | None:
    """Ask for a ruling and check it; None where there is none after all.

    A line such as `health of Kael = 3 | a stone falls` says everything at once.
    """
    names = [fighter.name for fighter in fight.roster()]
    say("A ruling changes one fighter, as the game master says. Enter alone leaves the form.")
    who = choose("Which fighter changes?", names)
    if not who:
        return None
    if "=" in who:
        return checked_line(fight, who)
    choices = fight.rulings_on(names.index(who)).choices()
    kind = choose("What changes?", [kind for kind, values in choices.items() if values])
    if not kind:
        return None
    value = choose(f"What becomes of {who}'s {kind}?", choices[kind])
    if not value:
        return None
    text = read_line("Why? (Enter: no reason) > ").replace("|", " ") or NO_REASON
    return checked(fight, Ruling(kind, who, value, text))


def choose(question: str, values: list[str]) -> str:
    """Ask for one of some values by its number or the beginning of its name; empty for none."""
    shown = [f"{number} {value}" for number, value in enumerate(values[:MOST_LISTED], 1)]
    if all(value.isdigit() for value in values):
        shown = [f"{values[-1]} to {values[0]}"]
    elif len(values) > MOST_LISTED:
        shown.append(f"… ({len(values)} in all; type its name)")
    say(f"{question}  {'   '.join(shown)}")
    while True:
        typed = read_line("> ", values)
        if not typed or "=" in typed:
            return typed
        exact = [value for value in values if value.lower() == typed.lower()]
        begun = [value for value in values if value.lower().startswith(typed.lower())]
        if exact or len(begun) == 1:
            return (exact or begun)[0]
        if typed.isdigit() and 1 <= int(typed) <= len(values) and not values[0].isdigit():
            return values[int(typed) - 1]
        if not begun:
            say(f"{typed!r} is none of these, so nothing is ruled", "red")
            return ""
        say(f"{typed!r} could mean {', '.join(begun[:6])}; type more of it", "red")


def checked_line(fight: Fight, line: str) -> Ruling | None:
    """Return the ruling that a whole line says, or None with an error in words of play."""
    full = line if "|" in line else f"{line} | {NO_REASON}"
    try:
        ruling = parse_answer(f"GM rules {full}", 0).ruling
    except TapeError:
        ruling = None
    if ruling is None:
        say(f"Say it like:  health of {fight.roster()[0].name} = 3 | a stone falls", "red")
        return None
    return checked(fight, ruling)


def checked(fight: Fight, ruling: Ruling) -> Ruling | None:
    """Return the ruling if the rules can carry it out; None with the reason if they cannot."""
    try:
        fight.copy(OddsTable()).rule(ruling)
    except (TapeError, IllegalError) as error:
        say(str(error), "red")
        return None
    return ruling
