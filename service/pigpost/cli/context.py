"""What every command has at hand: the configuration, the services, and how to answer."""

import json
import logging
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.decorators import FC

from pigpost.config import Settings, read_settings

if TYPE_CHECKING:
    from pigpost.ports import Services


@dataclass(kw_only=True)
class Context:
    """The global options; everything else is made when first asked for."""

    config_file: Path
    verbose: bool
    quiet: bool

    @cached_property
    def settings(self) -> Settings:
        """The configuration; `ConfigError` when there is none."""
        return read_settings(self.config_file)

    @cached_property
    def services(self) -> "Services":
        """Everything outside, by the configuration."""
        from pigpost.bootstrap import build  # noqa: PLC0415 - most commands need no database

        self.start_logging()
        return build(self.settings)

    def start_logging(self) -> None:
        """Log lines go to standard error, and only when asked for."""
        from pigpost.telemetry import configure_logging  # noqa: PLC0415 - as above

        configure_logging(level=logging.INFO if self.verbose else logging.WARNING)

    def say(self, words: str) -> None:
        """Talk, on standard error."""
        if not self.quiet:
            click.echo(words, err=True)


pass_context = click.make_pass_decorator(Context)


def json_option(command: FC) -> FC:
    """The option `--json`, the same everywhere."""
    return click.option("--json", "as_json", is_flag=True, help="One JSON document.")(command)


def emit(value: object, text: str, *, as_json: bool) -> None:
    """The answer of a command: the value as JSON, or the text for people."""
    if as_json:
        click.echo(json.dumps(value, ensure_ascii=False, default=str))
    elif text:
        click.echo(text)
