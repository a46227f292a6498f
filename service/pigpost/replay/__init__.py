"""Events in; the state of a game, and findings about an export, out. Next: `results`."""
