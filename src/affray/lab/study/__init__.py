"""The study of a fight that was played: `tell_story` says what decided it."""

from affray.lab.study.story import Story, tell_story

__all__ = ["Story", "tell_story"]
