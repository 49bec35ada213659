"""Stub."""

from __future__ import annotations

from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import Player


class Tactics(Player):
    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        return question.options[question.default]
