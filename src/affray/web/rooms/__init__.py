"""The live fights: opened from the store, played on, told, listened to."""
