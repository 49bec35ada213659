"""Scenarios that are sent: read, edited as TOML, maps imported."""
