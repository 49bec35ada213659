"""Brings a database's schema forward, from that of any released version to this one's.

Each step is a module in `versions`: `revision` is its number, `down_revision` that of the step
before it, and `upgrade` takes it. A step that has been released never changes; a change of
`store/tables.py` needs a new one, and `HEAD` in `store/schema.py` then names it.
"""
