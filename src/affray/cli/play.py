"""A fight with people at the terminal: options with their odds, one key each, taking back."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.text import Text

from affray.api import FightRecord
from affray.cli.fight_log import health_bar, print_event
from affray.cli.output import console, print_table, say, side_style
from affray.core.dice import Dice
from affray.core.events import Event
from affray.core.fight import Fight, IllegalError
from affray.core.odds import OddsCache, OddsTable
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable, Player
from affray.core.tape import Answer, RecordingTable, TapeError, TapeTable, parse_answer
from affray.lab.odds import attack_odds
from affray.lab.statistics import percent
from affray.library import Scenario
from affray.players import player_named

OPTION_KEYS = "123456789abcdefghijklmnoprstvwxyz"
"""A key for each option; q, u and ? mean something else everywhere."""


class TakeBackError(Exception):
    """Stops the fight where a person wants to answer their last question again."""


class QuitError(Exception):
    """Stops the fight where a person leaves it."""


class TerminalPlayer(Player):
    """A player who asks a person at the terminal."""

    def __init__(self, cache: OddsCache) -> None:
        self.cache = cache
        self.shown_state: tuple[object, ...] = ()

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        """Shows the question and waits for an answer."""
        state = fight.key()
        if state != self.shown_state:
            print_state(fight)
            self.shown_state = state
        say(fight.setup.prompt(question), side_style(int(question.side)))
        options = question.options
        one_key = len(options) <= len(OPTION_KEYS)
        odds = odds_of_options(fight, question, self.cache)
        heads = ["", "", "hits", "mean", "drops"] if odds else ["", ""]
        rows: list[list[Text]] = []
        for number, option in enumerate(options):
            key = OPTION_KEYS[number] if one_key else str(number + 1)
            row = [Text(f"  {key}", style="bold"), Text(option.text)]
            if odds:
                row.extend(Text(figure, style="cyan") for figure in odds.get(option.key, ("",) * 3))
            rows.append(row)
        print_table(heads, rows, right=(2, 3, 4), unbroken=(0, 2, 3, 4))
        return self.answer(fight, question, one_key)

    def answer(self, fight: Fight, question: Question, one_key: bool) -> Option | Ruling:
        """Reads keys until one is an answer."""
        options = question.options
        hint = "one key" if one_key else "a number and Enter"
        while True:
            console.print(
                Text(f"{hint}; u takes back, ! rules as game master, ? helps, q quits > ", "dim"),
                end="",
            )
            typed = read_key() if one_key else read_line()
            if typed in ("q", ""):
                raise QuitError
            if typed == "u":
                raise TakeBackError
            if typed == "!":
                ruling = read_ruling(fight)
                if ruling is not None:
                    return ruling
                continue
            if typed == "?":
                for option in options:
                    say(f"  {option.text}: {', '.join(option.rules) or 'no rule of its own'}")
                continue
            number = (
                OPTION_KEYS.find(typed) if one_key else int(typed) - 1 if typed.isdigit() else -1
            )
            if 0 <= number < len(options):
                say(options[number].text)
                return options[number]
            say(f"{typed!r} is not among the answers", "red")


def print_state(fight: Fight) -> None:
    """Prints everybody's health and place, in a few lines."""
    console.print()
    rows = []
    for fighter in fight.roster():
        state = fighter.state()
        rows.append(
            [
                Text(fighter.name, style=side_style(int(fighter.side))),
                health_bar(fighter.health(), fighter.max_health()),
                Text(state if state != "standing" else fight.place_name(fighter.index)),
                Text(", ".join(fighter.conditions()), style="dim"),
            ]
        )
    print_table(["", "", "", ""], rows, unbroken=(0, 1))
    console.print()


def odds_of_options(
    fight: Fight, question: Question, cache: OddsCache
) -> dict[str, tuple[str, str, str]]:
    """What the attacks among a turn's options would come to, by key: hits, mean, drops."""
    if question.who < 0 or question.kind != "turn":
        return {}
    mine = {attack.key for attack in fight.attacks(question.who)}
    found = {}
    for option in question.options:
        if option.key in mine and option.target >= 0:
            odds = attack_odds(fight, question.who, option, None, cache)
            found[option.key] = (percent(odds.hit), f"{odds.mean:.2f}", percent(odds.drop))
    return found


def read_key() -> str:
    """One key, without waiting for Enter where the terminal can do that."""
    if not sys.stdin.isatty():
        return read_line()[:1]
    import termios
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        typed = sys.stdin.read(1)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
    console.print(typed)
    return typed


def read_line() -> str:
    """A line; nothing at the end of the input."""
    line = sys.stdin.readline()
    return line.strip() if line else ""


def read_ruling(fight: Fight) -> Ruling | None:
    """A ruling typed by the game master, checked before it counts."""
    name = fight.roster()[0].name
    say(f"like:  health of {name} = 3 | a stone falls", "dim")
    say("one rules on health, place, condition, gear or state", "dim")
    console.print("GM rules ", end="")
    try:
        ruling = parse_answer("GM rules " + read_line(), 0).ruling
        if ruling is None:
            raise TapeError(0, "a ruling names what, whose, the value and why")
        fight.copy(OddsTable()).rule(ruling)
    except (TapeError, IllegalError) as error:
        say(str(error), "red")
        return None
    return ruling


class LiveLogTable(RecordingTable):
    """Records a fight, prints its events as they happen, and saves the tape as it grows."""

    def __init__(self, inner: TapeTable, scenario: Scenario, tape_file: Path | None) -> None:
        super().__init__(inner)
        self.reader = inner
        self.scenario = scenario
        self.tape_file = tape_file

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        """Saves what was answered so far before anybody is asked."""
        if not self.reader.answers_left():
            self.save(fight)
        return super().ask(fight, question)

    def tell(self, event: Event) -> None:
        """Tells what is new; what the tape brought back was told before."""
        super().tell(event)
        if not self.reader.answers_left():
            print_event(event, self.scenario.setup.phrases)

    def save(self, fight: Fight) -> None:
        """Writes the tape so far."""
        if self.tape_file is not None:
            record = FightRecord(self.scenario, fight, self.events, self.answers)
            self.tape_file.write_text(record.tape().text(), "utf-8")


def play_with_people(
    scenario: Scenario,
    seed: int,
    names: dict[str, str],
    answers: list[Answer],
    tape_file: Path | None,
) -> FightRecord:
    """Plays a fight in which people at this terminal decide for some sides."""
    cache = OddsCache()
    players: list[Player] = []
    for number, side in enumerate(scenario.sides):
        name = names.get(side, "simple")
        players.append(
            TerminalPlayer(cache)
            if name == "me"
            else player_named(name, scenario.ruleset, seed + number)
        )
    people = {side for side, name in names.items() if name == "me"}
    times_taken_back = 0
    say(f"{scenario.title}: {' against '.join(scenario.sides)}", "bold underline")
    while True:
        # a stream of their own, so that what is rolled after taking back is not known before
        dice = Dice(seed, len(answers) + (times_taken_back << 20))
        live = LiveTable(dice, players)
        table = LiveLogTable(TapeTable(answers, live), scenario, tape_file)
        fight = scenario.setup.new_fight(table)
        try:
            fight.play()
        except TakeBackError:
            answers = without_last_choice(scenario, table.answers, people)
            times_taken_back += 1
            say("Taken back.", "yellow")
            continue
        except (QuitError, KeyboardInterrupt):
            say("\nStopped.", "yellow")
        table.save(fight)
        return FightRecord(scenario, fight, table.events, table.answers, seed)


def without_last_choice(
    scenario: Scenario, answers: list[Answer], people: set[str]
) -> list[Answer]:
    """A tape without the last answer of a person, and what came after it."""
    fight = scenario.setup.new_fight(TapeTable([]))
    sides = {fighter.name: scenario.sides[fighter.side] for fighter in fight.roster()}
    for number in range(len(answers) - 1, -1, -1):
        answer = answers[number]
        if not answer.is_roll() and (sides.get(answer.who, answer.who) in people or answer.ruling):
            return answers[:number]
    if answers:
        say("There is nothing of yours to take back.", "red")
    return answers
