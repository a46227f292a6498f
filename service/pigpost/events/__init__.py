"""Facts of a game in; canonical bytes, leaves and proofs of the append-only log out. Next: `replay`."""
