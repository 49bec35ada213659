"""Exact odds of attacks, of all options of a question, and of Tests.

`attack_odds` and `odds_of` return the odds of one attack, `question_odds` those of every option of
a question, and `test_odds` those of the Tests that can be ruled.
"""

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
