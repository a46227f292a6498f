"""The desk of who decides, and of players: the only pages that need a login, and change a game."""
