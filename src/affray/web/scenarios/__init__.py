"""Scenarios from clients: check and read them, edit them as TOML, import maps."""
