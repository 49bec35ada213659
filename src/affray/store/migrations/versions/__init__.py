"""The steps, in order: a module for each."""
