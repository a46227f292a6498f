"""Persons and games in; who sits where, out. Next: `outbox`."""
