"""Mithryn: zones, momentum and rushed attacks."""
