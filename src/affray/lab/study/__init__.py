"""The study of a fight that was played: `tell_story` finds out what decided it."""

from affray.lab.study.fight_story import Story, tell_story
from affray.lab.study.win_curve import Estimate

__all__ = ["Estimate", "Story", "tell_story"]
