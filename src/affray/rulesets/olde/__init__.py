"""Dungeons of Olde: opposed exploding stat dice, reach and armour."""
