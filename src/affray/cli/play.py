"""A fight with people at the terminal: the board, options with their odds, rulings, taking back."""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from affray.api import FightRecord
from affray.cli.board import (
    areas_text,
    board_lines,
    board_sentences,
    fighter_sentences,
    make_tokens,
)
from affray.cli.fight_log import health_bar, print_event
from affray.cli.output import console, print_table, say, side_style
from affray.cli.prompt import (
    LeaveError,
    Menu,
    OptionGroup,
    ask_line,
    print_choice,
    read_key,
    read_line,
)
from affray.cli.text import Text
from affray.core.dice import Dice
from affray.core.events import Event
from affray.core.fight import Fight, IllegalError
from affray.core.odds import OddsCache, OddsTable
from affray.core.problems import InvalidDataError
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable, Player
from affray.core.tape import Answer, RecordingTable, TapeError, TapeTable, parse_answer
from affray.lab.odds.open_question import OpenQuestion
from affray.lab.odds.replies import DEFAULT_REPLIES, replies_text, reply_players
from affray.lab.statistics import percent
from affray.library import Scenario, rulebook_of, write_file
from affray.players import DEFAULT_PLAYER, game_master_named, player_named

PERSON = "me"
GAME_MASTER = "gm"

SECONDS_PER_OPTION = 0.5
"""How long the odds of an option may take to work out before they are estimated."""

MOST_SECONDS = 3.0
"""How long those of all options together may take."""


Figures = dict[str, tuple[str, str, str]]
"""Of each attack by its key: how often it hits, its mean harm, how often it drops the target."""


class TakeBackError(Exception):
    """Stops a fight where a person wants to answer their last question again."""


@dataclass
class Seats:
    """Who plays: the players' names by side, the game master's, and how odds take others."""

    players: dict[str, str]
    game_master: str = ""
    """`me`, `simple`, `passive` or `random`; empty where nobody sits there."""
    replies: str = DEFAULT_REPLIES
    is_plain: bool = False
    """Whether everything is said in sentences, without boxes or bars."""

    def has_people(self) -> bool:
        """Whether anybody at the terminal is asked."""
        return PERSON in (*self.players.values(), self.game_master)


class TerminalPlayer(Player):
    """A player who asks a person at the terminal."""

    def __init__(self, scenario: Scenario, seats: Seats, cache: OddsCache) -> None:
        self.scenario = scenario
        self.seats = seats
        self.cache = cache
        self.shown_state: tuple[object, ...] = ()
        self.shown_marks: dict[int, str] = {}
        self.is_ground_known = False

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        """Shows the question and waits for an answer."""
        menu = Menu(fight, question)
        state = fight.key()
        if state != self.shown_state:
            self.print_state(fight, menu)
        elif menu.by_place and menu.marks() != self.shown_marks and not self.seats.is_plain:
            self.print_board(fight, menu)
        self.shown_state = state
        self.print_prompt(fight, question)
        self.print_menu(fight, menu)
        return self.read_answer(fight, menu)

    # --- what is shown ---

    def print_state(self, fight: Fight, menu: Menu) -> None:
        """Prints the board, and everybody's health and conditions."""
        console.print()
        if self.seats.is_plain:
            for sentence in board_sentences(fight, self.is_ground_known) + fighter_sentences(fight):
                say(sentence)
            self.is_ground_known = True
        else:
            self.print_board(fight, menu)
            print_fighters(fight)
        console.print()

    def print_board(self, fight: Fight, menu: Menu) -> None:
        """Prints the board, with the places marked that the options lead to."""
        self.shown_marks = menu.marks()
        for line in board_lines(fight, console.width, self.shown_marks or menu.zones()):
            console.print(line)

    def print_prompt(self, fight: Fight, question: Question) -> None:
        """Prints who is asked what."""
        prompt = fight.setup.prompt(question)
        if question.side < 0:
            say(f"The game master decides: {prompt.removeprefix('GM: ')}", "bold yellow")
        else:
            say(prompt, side_style(int(question.side)))

    def print_menu(self, fight: Fight, menu: Menu) -> None:
        """Prints the options by kind, those that are attacks with their odds."""
        odds = self.attack_odds(fight, menu.question)
        if self.seats.is_plain:
            print_plain_menu(fight, menu, odds)
        else:
            print_menu_table(menu, odds)
        if odds:
            say(f"  odds {replies_text(self.seats.replies)}", "dim")

    def attack_odds(self, fight: Fight, question: Question) -> Figures:
        """What the attacks among the options come to, by key: hits, mean, drops."""
        table = fight.table
        if question.who < 0 or not isinstance(table, RecordingTable):
            return {}
        attacks = {attack.key for attack in fight.attacks(question.who)}
        options = [one for one in question.options if one.key in attacks and one.target >= 0]
        if not options:
            return {}
        players = reply_players(self.scenario, self.seats.replies, self.seats.players)
        asked = OpenQuestion(fight, question, table.answers, players, self.cache)
        seconds = min(SECONDS_PER_OPTION, MOST_SECONDS / len(options))
        found = {}
        for option in options:
            odds = asked.attack_forecast(option, seconds)
            assert odds.attack is not None
            about = "" if odds.odds.exact else "≈ "
            found[option.key] = (
                about + percent(odds.attack.hit),
                f"{odds.attack.mean:.2f}",
                percent(odds.attack.drop),
            )
        return found

    # --- what is typed ---

    def read_answer(self, fight: Fight, menu: Menu) -> Option | Ruling:
        """Reads what is typed until it is an answer."""
        if menu.is_one_key:
            hint = "one key"
        elif menu.by_place:
            hint = "a number or a place, and Enter"
        else:
            hint = "a number and Enter"
        while True:
            hints = f"{hint} (u takes back, ! a ruling, ? rules, q leaves) > "
            console.print(Text(hints, "dim"), end="")
            typed = read_key() if menu.is_one_key else read_line()
            if not typed:
                continue
            if typed == "q":
                raise LeaveError
            if typed == "u":
                raise TakeBackError
            if typed == "!":
                ruling = read_ruling(fight, menu.is_one_key)
                if ruling is not None:
                    return ruling
                continue
            if typed.startswith("?"):
                self.print_help(menu, typed[1:].strip() or ask_rule(menu))
                continue
            found = menu.find(typed)
            if len(found) == 1:
                say(found[0].text)
                return with_words(found[0], menu.is_one_key)
            print_choice(found, typed)

    def print_help(self, menu: Menu, wanted: str) -> None:
        """Prints the rules behind the options, or the one that was asked for."""
        rules = {rule.id: rule for rule in rulebook_of(self.scenario.ruleset.name).rules}
        if wanted:
            found = [rule for name, rule in rules.items() if wanted.lower() in name]
            if not found:
                say(f"no rule has {wanted!r} in its name; see: affray rules", "red")
        else:
            named = dict.fromkeys(rule for one in menu.question.options for rule in one.rules)
            found = [rules[name] for name in named if name in rules]
            for option in menu.listed:
                say(f"  {option.text}: {', '.join(option.rules) or 'no rule of its own'}")
        for rule in found:
            say(f"{rule.id}", "cyan")
            say(rule.text, indent=4)
        if not wanted and not menu.is_one_key:
            say("an option can be typed by its name too; ? and a rule's name gives its text", "dim")


def option_text(option: Option) -> Text:
    """An option as a row of the menu, with what it costs."""
    line = Text(option.text)
    if option.cost:
        line.append(f"  ({option.cost})", style="dim")
    return line


def print_menu_table(menu: Menu, odds: Figures) -> None:
    """Prints options as a table: a key, what it is, and the figures of attacks."""
    rows: list[list[Text]] = []
    for group in menu.groups:
        if menu.is_grouped():
            rows.append([Text(), Text(group.kind, style="dim"), *[Text()] * (3 * bool(odds))])
        if group.is_by_place():
            hint = Text(place_hint(menu, group, marked_text(menu, group)))
            rows.append([Text(), hint, *[Text()] * (3 * bool(odds))])
            continue
        for option in group.options:
            row = [Text(f"  {menu.key_of(option)}", style="bold"), option_text(option)]
            if odds:
                figures = odds.get(option.key, ("", "", ""))
                row.extend(Text(figure, style="cyan") for figure in figures)
            rows.append(row)
    heads = ["", "", "hits", "harm", "drops"] if odds else ["", ""]
    print_table(heads, rows, right=(2, 3, 4), unbroken=(0, 2, 3, 4))


def print_plain_menu(fight: Fight, menu: Menu, odds: Figures) -> None:
    """Prints options as lines that can be read aloud, each with its figures in words."""
    for group in menu.groups:
        if menu.is_grouped():
            say(f"{group.kind}:")
        if group.is_by_place():
            cells = [int(option.place) for option in group.options]
            say(place_hint(menu, group, f": {areas_text(fight.setup.board(), cells)}"), indent=2)
            continue
        for option in group.options:
            line = f"{menu.key_of(option)}  {option_text(option)}"
            if option.key in odds:
                hits, harm, drops = odds[option.key]
                line += f": hits {hits}, harm {harm}, drops {drops}"
            say(line, indent=2)


def place_hint(menu: Menu, group: OptionGroup, which: str) -> str:
    """The row for options that are chosen by naming a place, with words on which these are."""
    places = [menu.place_name(option) for option in group.options]
    line = f"{len(places)} places{which}; type the place"
    if len(menu.by_place) > 1:
        line += f" after {group.kind}"
        places = [f"{group.kind} {place}" for place in places]
    return f"{line}, such as {places[len(places) // 2]}"


def marked_text(menu: Menu, group: OptionGroup) -> str:
    """By which signs the places of a group are found on the board."""
    marks = menu.marks()
    signs = sorted({marks[int(option.place)] for option in group.options})
    return f" marked {' or '.join(signs)} on the board"


def ask_rule(menu: Menu) -> str:
    """Which rule a person at a terminal wants to read, where a single key asked for it; empty for
    those behind the options."""
    if not menu.is_one_key or not sys.stdin.isatty():
        return ""
    return ask_line("part of a rule's name (Enter: the rules behind these options) > ")


def with_words(option: Option, is_after_key: bool) -> Option:
    """The option, with a line of the person's own where it takes one."""
    if not option.takes_words:
        return option
    while True:
        words = ask_line("in your words (or Enter) > ", is_after_key)
        if not words:
            return option
        found = option.with_words(words)
        if found is not None:
            return found
        say("that is too long, or no plain line", "red")


def print_fighters(fight: Fight) -> None:
    """Prints a row for everybody: letter, name, health, place and conditions."""
    rows = []
    for token, fighter in zip(make_tokens(fight), fight.roster(), strict=True):
        state = fighter.state()
        style = side_style(int(fighter.side))
        rows.append(
            [
                Text(token.label, style=style),
                Text(fighter.name, style=style),
                health_bar(fighter.health(), fighter.max_health()),
                Text(state if state != "standing" else fight.place_name(fighter.index)),
                Text(", ".join(fighter.conditions()), style="dim"),
            ]
        )
    print_table([""] * 5, rows, unbroken=(0, 1, 2))


# --- rulings ---


def read_ruling(fight: Fight, is_after_key: bool = False) -> Ruling | None:
    """A ruling typed by the game master, checked before it counts; None if it will not do."""
    name = fight.roster()[0].name
    say(f"like:  health of {name} = 3 | a stone falls      (Enter: none after all)", "dim")
    for line in ruling_help(fight):
        say(line, "dim", indent=2)
    typed = ask_line("GM rules ", is_after_key)
    if not typed:
        return None
    try:
        ruling = parse_answer("GM rules " + typed, 0).ruling
        if ruling is None:
            raise TapeError(0, "a ruling names what, whose, the value and why")
        fight.copy(OddsTable()).rule(ruling)
    except (TapeError, IllegalError) as error:
        say(str(error), "red")
        return None
    return ruling


def ruling_help(fight: Fight) -> list[str]:
    """A line for each kind of ruling the ruleset knows, with what it would understand."""
    return [f"{kind}: {what}" for kind, what in ruling_kinds(fight).items()]


def ruling_kinds(fight: Fight) -> dict[str, str]:
    """The kinds of rulings the ruleset knows, each with what it would understand."""
    known = complaint_about(fight, "?")
    listed = known.partition("changes ")[2].rpartition(", not ")[0] or known
    kinds = [part.strip() for part in listed.replace(" or ", ", ").split(",")]
    found = {}
    for kind in kinds:
        word = kind.split(" ")[0]
        said = complaint_about(fight, word) if word else ""
        if said and said != known:
            names = said.partition("'?'; there are ")[2]
            found[word] = names or said.rpartition(", not ")[0] or said
    return found


def complaint_about(fight: Fight, kind: str) -> str:
    """What is said of a ruling of this kind whose value means nothing."""
    try:
        fight.copy(OddsTable()).rulings_on(0).apply(kind, "?")
    except (IllegalError, ValueError) as error:
        return str(error)
    return ""


# --- the fight ---


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
        """Prints what is new; what the tape brought back was printed before."""
        super().tell(event)
        if not self.reader.answers_left():
            print_event(event, self.scenario.setup.phrases)

    def save(self, fight: Fight) -> None:
        """Writes the tape so far, where it is to be kept."""
        if self.tape_file is not None:
            record = FightRecord(self.scenario, fight, self.events, self.answers)
            write_file(self.tape_file, record.tape().text())


@dataclass
class PlayedFight:
    """A fight that people played, and where its tape is."""

    record: FightRecord
    tape_file: Path | None
    was_left: bool = False
    problems: list[str] = field(default_factory=list)


def play_with_people(
    scenario: Scenario, seed: int, seats: Seats, answers: list[Answer], tape_file: Path | None
) -> PlayedFight:
    """Plays a fight in which people at this terminal decide for some sides, or rule.

    One that is left is kept on a tape, in a file of its own if none was named.
    """
    cache = OddsCache()
    person = TerminalPlayer(scenario, seats, cache)
    players: list[Player] = []
    for number, side in enumerate(scenario.sides):
        name = seats.players.get(side, DEFAULT_PLAYER)
        if name == PERSON:
            players.append(person)
        else:
            players.append(player_named(name, scenario.ruleset, seed + number))
    game_master = make_game_master(scenario, seats, person, seed)
    people = {side for side, name in seats.players.items() if name == PERSON}
    if seats.game_master == PERSON:
        people.add("GM")
    times_taken_back = 0
    say(f"{scenario.title}: {' against '.join(scenario.sides)}", "bold underline")
    while True:
        # a stream of their own, so that what is rolled after taking back is not known before
        dice = Dice(seed, len(answers) + (times_taken_back << 20))
        live = LiveTable(dice, players, game_master)
        table = LiveLogTable(TapeTable(answers, live), scenario, tape_file)
        fight = scenario.setup.new_fight(table)
        was_left = False
        try:
            fight.play()
        except TakeBackError:
            answers = without_last_choice(scenario, table.answers, people)
            times_taken_back += 1
            say("Taken back.", "yellow")
            continue
        except (LeaveError, KeyboardInterrupt):
            was_left = True
            say("")
        record = FightRecord(scenario, fight, table.events, table.answers, seed)
        return keep(PlayedFight(record, tape_file, was_left))


def make_game_master(
    scenario: Scenario, seats: Seats, person: TerminalPlayer, seed: int
) -> Player | None:
    """Who answers for the game master, if anybody does."""
    if seats.game_master == PERSON:
        return person
    if seats.game_master:
        return game_master_named(seats.game_master, scenario.ruleset, seed + 7)
    return None


def keep(played: PlayedFight) -> PlayedFight:
    """Writes the tape of a fight: to its file, or of one that was left to a file of its own."""
    text = played.record.tape().text()
    if played.tape_file is not None:
        write_file(played.tape_file, text)
    elif played.was_left:
        name = f"{Path(played.record.scenario.name).stem}-{played.record.seed}"
        for folder in (Path(), Path(tempfile.gettempdir())):
            try:
                played.tape_file = unused_file(folder, name)
                write_file(played.tape_file, text)
                break
            except InvalidDataError as error:
                played.tape_file = None
                played.problems.extend(error.lines())
    return played


def unused_file(folder: Path, name: str) -> Path:
    """A tape's file in a folder that is not there yet."""
    file = folder / f"{name}.tape"
    number = 2
    while file.exists():
        file = folder / f"{name}-{number}.tape"
        number += 1
    return file


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
    say("There is nothing of yours to take back.", "red")
    return answers
