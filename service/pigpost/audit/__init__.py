"""The log in; entries for people and exports that prove themselves, out. Next: `web` and `cli`."""
