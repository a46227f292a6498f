"""Words of a mail and the names of a game in; an Order, a Command or a Refusal out. Next: `events`."""
