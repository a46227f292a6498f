"""Celery tasks: each a few lines around one use case of `pigpost`."""
