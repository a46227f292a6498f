"""Times in the database: aware UTC in, aware UTC out, whatever the dialect keeps."""

from datetime import UTC, datetime

from sqlalchemy import DateTime, Dialect, TypeDecorator


class Utc(TypeDecorator[datetime]):
    """SQLite gives times back without a zone, PostgreSQL in the session's: here they are all UTC."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """`ValueError` for a time that does not say where on Earth."""
        del dialect
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a time without a zone: {value}")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The same instant, in UTC."""
        del dialect
        if value is None or value.tzinfo is not None:
            return value and value.astimezone(UTC)
        return value.replace(tzinfo=UTC)
