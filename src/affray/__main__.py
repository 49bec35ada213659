"""`python -m affray`."""

from affray.cli import run

run()
