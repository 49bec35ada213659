"""The computer player of Shinobi: `tactics` holds the player called `simple`."""
