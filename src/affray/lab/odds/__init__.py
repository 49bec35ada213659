"""Exact odds: of one attack (`attack_odds`, `odds_of`), or of every option of a question
(`question_odds`)."""

from affray.lab.odds.attacks import AttackOdds, attack_odds, odds_of
from affray.lab.odds.questions import OptionOdds, QuestionOdds, question_odds

__all__ = [
    "AttackOdds",
    "OptionOdds",
    "QuestionOdds",
    "attack_odds",
    "odds_of",
    "question_odds",
]
