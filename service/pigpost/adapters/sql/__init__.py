"""The database, SQLite or PostgreSQL, behind the protocols of `ports`. One code for both."""
