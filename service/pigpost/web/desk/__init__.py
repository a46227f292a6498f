"""The game master's desk: the only pages that need a login, and that can change a game."""
