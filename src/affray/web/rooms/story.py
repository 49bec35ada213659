"""A fight told for the page: its log in frames, each with its dice, its rules and what changed."""

from __future__ import annotations

from typing import Any

from affray.core.events import Event
from affray.core.fight import Fight, Fighter
from affray.core.questions import Option, Question, Ruling
from affray.core.table import Table
from affray.core.tape import Answer
from affray.store import JournalLine, common_length, open_wish, tape_from_journal
from affray.web.rooms.room import PERSON, EventTable, Position, Room, replay_and_continue

Json = dict[str, Any]


class StoryTable(EventTable):
    """Records a fight frame by frame. Frames told within the first `known` answers are only
    counted: whoever asks has them already."""

    def __init__(self, inner: Table, known: int) -> None:
        super().__init__(inner)
        self.known = known
        self.frames_known = 0
        self.frames: list[Json] = []
        self.decisions: list[Json] = []
        self._before: list[Json] = []
        self._rolls_from = 0

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        at = len(self.answers)
        answer = super().ask(fight, question)
        if at >= self.known:
            self.decisions.append(
                {
                    "at": at,
                    "frame": self.frames_known + len(self.frames),
                    "side": int(question.side),
                    "asked": fight.setup.asked_name(question),
                    "prompt": fight.setup.prompt(question),
                    "kind": question.kind,
                    "chose": answer.text if isinstance(answer, Option) else ruling_text(answer),
                }
            )
        return answer

    def tell(self, event: Event) -> None:
        at = len(self.answers)
        rolls = roll_texts(self.answers, self._rolls_from)
        self._rolls_from = at
        if at <= self.known:
            self.frames_known += 1
            return
        fight = self.fight
        frame: Json = {
            "at": at,
            "kind": event.kind,
            "parts": event.parts,
            "rules": list(event.rules),
            "rolls": rolls,
            "text": "",
        }
        if fight is not None:
            frame["text"] = event.text(fight.setup.phrases)
            frame["round"] = int(fight.round)
            now = [fighter_data(fight, fighter) for fighter in fight.roster()]
            frame["fighters"] = {
                str(number): state
                for number, state in enumerate(now)
                if not self._before or state != self._before[number]
            }
            self._before = now
        self.frames.append(frame)


def ruling_text(ruling: Ruling) -> str:
    """A ruling as a choice reads."""
    return f"ruled {ruling.kind} of {ruling.fighter} = {ruling.value} ({ruling.text})"


def roll_texts(answers: list[Answer], first: int) -> list[str]:
    """The dice among the answers from `first` on, as a tape has them."""
    return [answer.text().removeprefix("roll ") for answer in answers[first:] if answer.sides > 0]


def fighter_data(fight: Fight, fighter: Fighter) -> Json:
    """How a fighter stands."""
    index = int(fighter.index)
    return {
        "health": int(fighter.health()),
        "max": int(fighter.max_health()),
        "state": fighter.state(),
        "conditions": fighter.conditions(),
        "where": fight.position(index),
        "place": fight.place_name(index),
    }


def tell_story(room: Room, known: int = -1) -> tuple[StoryTable, Position]:
    """The fight told from the `known`-th answer on."""
    table = StoryTable(room.stop_at_questions(), known)
    with room.shared.lock:
        position = replay_and_continue(
            room.scenario, room.answers(), room.stop_at_questions(), table
        )
    return table, position


def scene_data(room: Room) -> Json:
    """What of a fight never changes, for the page to draw."""
    scenario = room.scenario
    start = replay_and_continue(scenario, [], room.stop_at_questions()).fight
    stored = room.stored
    return {
        "id": stored.id,
        "name": stored.name,
        "title": scenario.title,
        "about": scenario.data.about,
        "ruleset": scenario.ruleset.name,
        "house": scenario.house,
        "sides": [
            {"name": name, "player": player}
            for name, player in zip(scenario.sides, stored.players, strict=True)
        ],
        "gm": stored.gm,
        "parent": stored.parent,
        "parent_at": stored.parent_at,
        "board": scenario.setup.board(),
        "fighters": [
            {"name": fighter.name, "side": int(fighter.side)} for fighter in start.roster()
        ],
    }


def story_data(room: Room, seen: int = 0, role: str = "onlooker") -> Json:
    """What somebody who has `seen` so many lines of the journal has yet to hear.

    `keep` is how many frames of theirs still stand; what was taken back is gone.
    """
    before = tape_from_journal(room.journal[:seen])
    known = common_length(before, room.tape) if seen else -1
    table, position = tell_story(room, known)
    fight, question = position.fight, position.question
    request = open_wish(room.journal)
    winner = int(fight.winner())
    over = fight.is_over()
    return {
        "number": room.number,
        "answers": len(room.tape),
        "keep": table.frames_known,
        "keep_decisions": max(known, 0),
        "frames": table.frames,
        "decisions": table.decisions,
        "now": [fighter_data(fight, fighter) for fighter in fight.roster()],
        "round": int(fight.round),
        "over": over,
        "winner": room.scenario.sides[winner] if over and winner >= 0 else None,
        "question": question_data(room, position, role) if question is not None else None,
        "request": {"role": request.role, "to": request.to} if request else None,
    }


def question_data(room: Room, position: Position, role: str) -> Json:
    """An open question with its options, as the page shows it."""
    question = position.question
    assert question is not None
    fight = position.fight
    setup = fight.setup
    attacks = attack_keys(fight, question)
    player = room.player_of(question)
    return {
        "number": room.number,
        "kind": question.kind,
        "side": int(question.side),
        "who": int(question.who),
        "about": int(question.about),
        "target": int(question.target),
        "asked": setup.asked_name(question),
        "prompt": setup.prompt(question),
        "player": player,
        "yours": player == PERSON and may_answer(role, int(question.side)),
        "default": int(question.default),
        "options": [option_data(option, option.key in attacks) for option in question.options],
    }


def option_data(option: Option, attack: bool) -> Json:
    """An option, as the page shows it."""
    return {
        "key": option.key,
        "kind": option.kind,
        "text": option.text,
        "target": int(option.target),
        "place": int(option.place),
        "rules": list(option.rules),
        "attack": attack,
    }


def attack_keys(fight: Fight, question: Question) -> set[str]:
    """Which options of a question are attacks, whose odds can be told."""
    if question.who < 0:
        return set()
    return {option.key for option in fight.attacks(question.who)}


def may_answer(role: str, side: int) -> bool:
    """Whether a link's role answers for a side; the game master may for everybody."""
    return role == "gm" or role == f"side {side}"


def new_lines(before: int, position: Position) -> list[JournalLine]:
    """The answers of a position behind the first `before`, as lines of a journal."""
    return [JournalLine("answer", answer.text()) for answer in position.answers[before:]]
