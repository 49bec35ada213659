"""A fight with people at the terminal: the board, options with their odds, rulings, taking back."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text

from affray.api import FightRecord
from affray.cli.board import board_sentences, fighter_sentences, scene_lines
from affray.cli.fight import PERSON, REACTIONS
from affray.cli.fight_folder import KeptFight
from affray.cli.fight_log import print_event
from affray.cli.output import console, print_line, print_table, say, side_style
from affray.cli.prompt import (
    AttackFigures,
    Figures,
    LeaveError,
    Menu,
    print_choice,
    print_group,
    read_line,
)
from affray.cli.ruling_form import read_ruling
from affray.core.dice import Dice
from affray.core.events import Event
from affray.core.fight import Fight
from affray.core.odds import OddsCache
from affray.core.problems import toml_value
from affray.core.questions import Option, Question, Ruling
from affray.core.rulebook import Rule
from affray.core.table import LiveTable, Player
from affray.core.tape import Answer, RecordingTable, TapeTable
from affray.lab.odds.open_question import OpenQuestion
from affray.lab.odds.replies import DEFAULT_REPLIES, replies_text, reply_players
from affray.lab.statistics import percent
from affray.library import Scenario, rulebook_of
from affray.players import DEFAULT_PLAYER, game_master_named, player_named
from affray.players.menu import END_KINDS, is_reaction
from affray.rule_search import find_rules

OPPONENT = "strong:0.2s"
"""Who plays the sides that no person plays, unless a player is named."""

OPPONENT_NOTE = (
    "Your opponent looks ahead for 0.2 s a decision (strong). "
    "--player SIDE=simple is quicker and weaker."
)

SECONDS_PER_OPTION = 0.5
"""How long the odds of an option may take to work out before they are estimated."""

MOST_SECONDS = 3.0
"""How long those of all options together may take."""

MOST_RULES = 6
"""How many rules a search shows."""

MENU_HEIGHT = 6
"""How many lines a menu has at least, however small the terminal is."""

HELP = (
    ("a number", "choose that option"),
    ("a word or place", "choose an option by its name, or by the place it leads to"),
    ("a m g i o", "open a group of options"),
    ("e", "end the turn, or decline"),
    ("undo", "take your last answer back"),
    ("look", "draw the board again"),
    ("? WORDS", "search the rules"),
    ("why NAME", "say why you cannot attack NAME"),
    ("reactions WHO", "who answers when you may react: ask (you), never or simple"),
    ("!", "rule as the game master"),
    ("quit", "leave; the fight is kept"),
    ("Tab", "complete what you type"),
)
"""What a person can type at a question."""


def screen_lines(
    fight: Fight, menu: Menu, width: int, height: int, are_walls_known: bool
) -> tuple[list[Text], list[Text]]:
    """Return the board and the menu, which fit a screen with the question and the line to type in.

    The board gets the room that the menu leaves when it is folded as far as it can be.
    """
    room = height - 2
    least = max(MENU_HEIGHT, len(menu.lines(width, MENU_HEIGHT)))
    marks = menu.marks() or menu.zones()
    scene = scene_lines(fight, width, room - least, marks, are_walls_known)
    return scene, menu.lines(width, max(MENU_HEIGHT, room - len(scene)))


class TakeBackError(Exception):
    """Stops a fight where a person wants to answer their last question again."""


@dataclass
class Seats:
    """Who plays: the players' names by side, the game master's, and how odds take others."""

    players: dict[str, str]
    game_master: str = ""
    """`me`, `simple`, `passive` or `random`; empty where there is none."""
    replies: str = DEFAULT_REPLIES
    is_plain: bool = False
    """Whether everything is said in sentences, without boxes or bars."""
    reactions: str = "ask"
    """Who answers a person's reactions: `ask` (the person), `never` or `simple`."""
    shows_rules: bool = False
    is_coached: bool = False

    def player_of(self, side: str) -> str:
        """Return the name of the player of a side."""
        return self.players.get(side, OPPONENT)


class TerminalPlayer(Player):
    """A player who asks a person at the terminal."""

    def __init__(self, scenario: Scenario, seats: Seats, cache: OddsCache) -> None:
        self.scenario = scenario
        self.seats = seats
        self.cache = cache
        self.simple = player_named(DEFAULT_PLAYER, scenario.ruleset, 0)
        self.is_ground_known = False
        self.is_assumption_known = False
        self.coach_lines = list(COACH_LINES) if seats.is_coached else []

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        """Show the question and wait for an answer."""
        if is_reaction(question) and self.seats.reactions != "ask":
            return self.react(fight, question)
        menu = Menu(fight, question, self.attack_odds(fight, question))
        self.print_scene(fight, menu)
        self.coach(question)
        return self.read_answer(fight, menu)

    def react(self, fight: Fight, question: Question) -> Option | Ruling:
        """Answer a reaction as the person has set it: never, or as a simple player would."""
        if self.seats.reactions == "simple":
            return self.simple.decide(fight, question)
        declining = [option for option in question.options if option.kind in END_KINDS]
        default = question.default_option()
        return default if default in declining else declining[-1]

    # --- what is shown ---

    def print_scene(self, fight: Fight, menu: Menu) -> None:
        """Print the board with everybody on it, then the question with its options."""
        if self.seats.is_plain:
            for sentence in board_sentences(fight, self.is_ground_known) + fighter_sentences(fight):
                say(sentence)
            self.is_ground_known = True
            self.print_prompt(fight, menu.question)
            for sentence in menu.sentences(fight):
                say(sentence)
        else:
            height = console.height - self.extra_lines(menu)
            scene, options = screen_lines(fight, menu, console.width, height, self.is_ground_known)
            self.is_ground_known = True
            for line in scene:
                print_line(line)
            self.print_prompt(fight, menu.question)
            for line in options:
                print_line(line)
        if menu.figures and not self.is_assumption_known:
            say(f"  odds {replies_text(self.seats.replies)}", "dim")
            self.is_assumption_known = True

    def print_prompt(self, fight: Fight, question: Question) -> None:
        """Print who is asked what."""
        prompt = fight.setup.prompt(question)
        if question.side < 0:
            say(f"The game master decides: {prompt.removeprefix('GM: ')}", "bold yellow")
        else:
            say(prompt, side_style(int(question.side)))

    def extra_lines(self, menu: Menu) -> int:
        """Return how many lines follow the menu: how the odds are meant, and the coach."""
        advice = self.next_advice(menu.question)
        is_explained = bool(menu.figures) and not self.is_assumption_known
        return int(is_explained) + (len(Text(advice).wrap(console, console.width)) if advice else 0)

    def next_advice(self, question: Question) -> str:
        """Return the coach's next line that fits the question; empty for none."""
        for kind, text in self.coach_lines:
            if kind == question.kind or (kind == "reaction" and is_reaction(question)):
                return f"Coach: {text}"
        return ""

    def coach(self, question: Question) -> None:
        """Print the coach's next line, once."""
        advice = self.next_advice(question)
        if advice:
            say(advice, "yellow")
            self.coach_lines = [one for one in self.coach_lines if f"Coach: {one[1]}" != advice]

    def attack_odds(self, fight: Fight, question: Question) -> Figures:
        """Return the odds of the attacks among the options, by key."""
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
            found[option.key] = AttackFigures(
                about + percent(odds.attack.hit), odds.attack.mean, percent(odds.attack.drop)
            )
        return found

    # --- what is typed ---

    def read_answer(self, fight: Fight, menu: Menu) -> Option | Ruling:
        """Read lines until one is an answer."""
        words = ["help", "undo", "look", "quit", "why ", "reactions "]
        words += [option.key for option in menu.question.options]
        while True:
            typed = read_line("a number, a word or help > ", words)
            word, _, rest = typed.partition(" ")
            word = word.lower()
            if not typed:
                continue
            if word in ("quit", "q", "exit") and not rest:
                raise LeaveError
            if word in ("undo", "u") and not rest:
                raise TakeBackError
            if word in ("!", "rule") and not rest:
                ruling = read_ruling(fight)
                if ruling is not None:
                    return ruling
            elif typed.startswith("?"):
                self.print_rules(menu, typed[1:].strip())
            elif word == "help" and not rest:
                print_table(["", ""], HELP, unbroken=(0,))
                say(f"Reactions: {self.seats.reactions}.", "dim")
            elif word == "look" and not rest:
                self.print_scene(fight, menu)
            elif word == "why":
                print_why(fight, menu, rest.strip())
            elif word == "reactions":
                self.set_reactions(rest.strip().lower())
            elif (group := menu.group_named(word)) is not None and not rest:
                print_group(menu, group)
            else:
                found = menu.find(typed)
                if len(found) == 1:
                    say(found[0].text)
                    return with_words(found[0])
                print_choice(menu, found, typed)

    def set_reactions(self, wanted: str) -> None:
        """Set who answers when the person may react."""
        if wanted in REACTIONS:
            self.seats.reactions = wanted
            say(f"Reactions: {wanted}.")
        else:
            say("Type reactions ask, reactions never or reactions simple.", "red")

    def print_rules(self, menu: Menu, wanted: str) -> None:
        """Print the rules that some words mean, or the rules behind the options."""
        book = rulebook_of(self.scenario.ruleset.name)
        if wanted:
            answer = find_rules(book, wanted)
            found = list(answer.rules[:MOST_RULES])
            if answer.note:
                say(answer.note)
            if not found:
                say(f"no rule has {wanted!r} in it; see: affray rules {book.ruleset}", "red")
        else:
            named = {rule for one in menu.question.options for rule in one.rules}
            found = [rule for rule in book.rules if rule.id in named][:MOST_RULES]
            say("The rules behind these options; ? and words searches all rules.", "dim")
        for rule in found:
            print_rule(rule)


def print_rule(rule: Rule) -> None:
    """Print a rule with its house rule."""
    say(f"{rule.id} ({rule.source_name()})", "cyan")
    say(rule.text, indent=4)
    if rule.option:
        default = toml_value(rule.option.default)
        say(f"house rule {rule.option.name} = {default}", "yellow", indent=4)


def print_why(fight: Fight, menu: Menu, name: str) -> None:
    """Print why a fighter cannot be attacked, or by which options it can."""
    who = menu.question.who
    named = [one for one in fight.roster() if one.name.lower().startswith(name.lower())]
    if not name or not named or who < 0:
        names = ", ".join(fighter.name for fighter in fight.roster())
        say(f"Type why and a name: {names}.", "red")
        return
    target = named[0]
    legal = [option for option in menu.listed if option.target == target.index]
    if legal:
        keys = ", ".join(menu.key_of(option) for option in legal[:12])
        say(f"{target.name} can be attacked or aimed at by {keys}.")
        return
    reasons: dict[str, None] = {}
    for attack in fight.attacks(who):
        if attack.target == target.index:
            reason = fight.hindrance(who, attack)
            if reason:
                reasons[f"{attack.text}: {reason}"] = None
    for text in list(reasons)[:MOST_RULES] or [f"There is no attack on {target.name}."]:
        say(text)


def with_words(option: Option) -> Option:
    """Return the option with the person's own words, where it takes words."""
    while option.takes_words:
        words = read_line("in your words (or Enter) > ")
        if not words:
            break
        found = option.with_words(words)
        if found is not None:
            return found
        say("that is too long, or no plain line", "red")
    return option


COACH_LINES = [
    (
        "turn",
        "the board shows both fighters with their health. Attacks stand first, with the chance "
        "to hit, the mean damage and the chance to drop the target. Type 1 and Enter.",
    ),
    ("turn", "you may have another action. Type help to see all you can type, or 1 again."),
    (
        "reaction",
        "this is a reaction: it costs an action of your next turn. Typing reactions simple lets "
        "a simple player decide these for you.",
    ),
    ("turn", "type ? momentum to read a rule, or why and a name if you cannot attack an enemy."),
    ("turn", "type e to end a turn early, undo to take an answer back, quit to leave."),
]
"""The lines of the coach in `affray tutorial`, each with its kind of question."""


# --- the fight ---


class LiveLogTable(RecordingTable):
    """Records a fight, prints its events as they happen, and saves the tape as it grows."""

    def __init__(
        self, inner: TapeTable, scenario: Scenario, kept: KeptFight, shows_rules: bool
    ) -> None:
        super().__init__(inner)
        self.reader = inner
        self.scenario = scenario
        self.kept = kept
        self.shows_rules = shows_rules

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        """Save what was answered so far before a question is asked."""
        if not self.reader.answers_left():
            self.kept.save(FightRecord(self.scenario, fight, self.events, self.answers))
        return super().ask(fight, question)

    def tell(self, event: Event) -> None:
        """Print an event unless the tape brought it back."""
        super().tell(event)
        if not self.reader.answers_left():
            print_event(event, self.scenario.setup.phrases, self.shows_rules)


def play_with_people(
    scenario: Scenario, seed: int, seats: Seats, answers: list[Answer], kept: KeptFight
) -> FightRecord:
    """Play a fight in which people at this terminal decide for some sides, or rule."""
    cache = OddsCache()
    person = TerminalPlayer(scenario, seats, cache)
    names = [seats.player_of(side) for side in scenario.sides]
    players = [
        person if name == PERSON else player_named(name, scenario.ruleset, seed + number)
        for number, name in enumerate(names)
    ]
    game_master = make_game_master(scenario, seats, person, seed)
    people = {side for side, name in zip(scenario.sides, names, strict=True) if name == PERSON}
    if seats.game_master == PERSON:
        people.add("GM")
    times_taken_back = 0
    say(f"{scenario.title}: {' against '.join(scenario.sides)}", "bold underline")
    if OPPONENT in names:
        say(OPPONENT_NOTE, "dim")
    while True:
        # dice of their own, so that rolls after taking back are not known before
        dice = Dice(seed, len(answers) + (times_taken_back << 20))
        live = LiveTable(dice, players, game_master)
        table = LiveLogTable(TapeTable(answers, live), scenario, kept, seats.shows_rules)
        fight = scenario.setup.new_fight(table)
        try:
            fight.play()
        except TakeBackError:
            answers = without_last_choice(scenario, table.answers, people)
            times_taken_back += 1
            continue
        except (LeaveError, KeyboardInterrupt):
            console.print()
        record = FightRecord(scenario, fight, table.events, table.answers, seed)
        kept.save(record)
        return record


def make_game_master(
    scenario: Scenario, seats: Seats, person: TerminalPlayer, seed: int
) -> Player | None:
    """Return the player who answers for the game master, if there is one."""
    if seats.game_master == PERSON:
        return person
    if seats.game_master:
        return game_master_named(seats.game_master, scenario.ruleset, seed + 7)
    return None


def without_last_choice(
    scenario: Scenario, answers: list[Answer], people: set[str]
) -> list[Answer]:
    """Return a tape without the last answer of a person, and everything after it."""
    fight = scenario.setup.new_fight(TapeTable([]))
    sides = {fighter.name: scenario.sides[fighter.side] for fighter in fight.roster()}
    for number in range(len(answers) - 1, -1, -1):
        answer = answers[number]
        if not answer.is_roll() and (sides.get(answer.who, answer.who) in people or answer.ruling):
            say(f"Taken back: {answer.text()}", "yellow")
            return answers[:number]
    say("There is nothing of yours to take back.", "red")
    return answers
