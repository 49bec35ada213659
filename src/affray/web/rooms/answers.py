"""Answers as they are sent: read, and checked against the question and the link."""

from __future__ import annotations

from functools import partial

from affray.core.problems import data_error
from affray.core.questions import Ruling
from affray.core.tape import Answer, TapeError, choice_answer, parse_answer, ruling_answer
from affray.store import AlreadyAnsweredError
from affray.web.messages import AnswerRequest
from affray.web.rooms.room import Room
from affray.web.rooms.table_state import GAME_MASTER, PERSON


class ForbiddenError(Exception):
    """A link was used for what it may not do."""


def read_answer(room: Room, role: str, request: AnswerRequest) -> Answer:
    """Return the answer that a request gives, if its link may give it and it is legal."""
    room.check_not_frozen()
    if room.table.is_gathering:
        raise data_error("the fight has not begun; whoever leads it begins it")
    if room.question is None:
        if not room.is_over():
            raise AlreadyAnsweredError(room.stored.id)
        raise data_error("the fight is over; take back or branch to go another way")
    return read_ruling(role, request) if request.ruling else read_choice(room, role, request)


def read_ruling(role: str, request: AnswerRequest) -> Answer:
    """Return a ruling that can be read again as it was given."""
    ruling = request.ruling
    assert ruling is not None
    if role != GAME_MASTER:
        raise ForbiddenError("only the game master's link can rule")
    if request.option is not None:
        raise data_error("give an option or a ruling, not both", "option")
    answer = ruling_answer(Ruling(ruling.kind, ruling.fighter, ruling.value, ruling.text))
    try:
        again = parse_answer(answer.text(), 0)
    except TapeError:
        again = answer
    if again.ruling is None or again.text() != answer.text() or " | " in ruling.value:
        raise data_error("a ruling's parts hold neither '=' nor '|'", "ruling")
    return again


def read_choice(room: Room, role: str, request: AnswerRequest) -> Answer:
    """Return the chosen option, if it is offered and the link may choose it."""
    question = room.question
    assert question is not None
    setup = room.scenario.setup
    asked = setup.asked_name(question)
    if room.player() != PERSON:
        raise ForbiddenError(f"{asked} is played by {room.player()}")
    if not room.table.may_answer(role, question):
        raise ForbiddenError(f"this is for {answerers(room, asked)} to answer")
    view = room.news.view(role)
    find = question.option if view is None else partial(view.option, question)
    option = find(request.option) if request.option is not None else None
    if option is None:
        offered = [one for one in question.options if view is None or view.is_offered(one)]
        keys = ", ".join(f"'{one.key}'" for one in offered[:12])
        said = f"{setup.prompt(question)} The answers are {keys}"
        raise data_error(said if view is None else view.rename(said), "option")
    return choice_answer(asked, option.key)


def answerers(room: Room, asked: str) -> str:
    """Return who is to answer the open question, by name if they have a seat."""
    question = room.question
    assert question is not None
    roles = room.table.roles_for(question)
    return " or ".join(room.table.name_of(role) for role in roles) or asked
