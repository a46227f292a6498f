"""What waits for the game master's hand: mails that the service could not settle by itself."""
