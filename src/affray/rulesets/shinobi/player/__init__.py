"""The computer player of Shinobi: `simple` holds the player of that name."""
