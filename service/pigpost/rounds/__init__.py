"""Time and state in; rounds opened, sealed, thrown and told, out. Next: `outbox`."""
