"""The live fights: opened from the store, played on, and sent to their listeners."""
