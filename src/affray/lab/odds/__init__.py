"""Exact odds: of one attack (`attack_odds`, `odds_of`), of every option of a question
(`question_odds`), or of the Tests that can be ruled (`test_odds`)."""

from affray.lab.odds.asked_attacks import odds_of
from affray.lab.odds.attacks import AttackOdds, attack_odds
from affray.lab.odds.open_question import question_odds
from affray.lab.odds.questions import OptionOdds, QuestionOdds
from affray.lab.odds.ruled_tests import test_odds

__all__ = [
    "AttackOdds",
    "OptionOdds",
    "QuestionOdds",
    "attack_odds",
    "odds_of",
    "question_odds",
    "test_odds",
]
