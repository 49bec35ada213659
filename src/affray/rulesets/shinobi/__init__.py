"""Shinobi: elemental dice, facing and influence zones."""
