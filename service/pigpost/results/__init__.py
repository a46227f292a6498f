"""State and records in; the one value behind mail, page and JSON out. Next: `audit` and `outbox`."""
