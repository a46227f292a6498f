"""`pigpost init`: configuration, keys and database in a folder of their own."""

import json
import sys
from pathlib import Path

import click

from pigpost.cli.context import emit, json_option
from pigpost.config import DEFAULT_FILE, read_settings
from pigpost.errors import TooLate

_TEMPLATE = """\
# Pigpost's configuration. Every key with its default: pigpost config show --defaults
[site]
name = {name}
url = {url}
timezone = {timezone}
gm = {gm}
gm_name = {gm_name}

[mail]
mode = "embedded"   # a post office that comes along; "imap" for servers of your own
address = {address}
"""


@click.command()
@click.argument("directory", type=click.Path(path_type=Path, file_okay=False))
@click.option("--yes", is_flag=True, help="Take the defaults; ask nothing.")
@click.option("--name", default="Pigpost", show_default=True, help="The site's name.")
@click.option("--gm", default="gm@localhost", show_default=True, help="The GM's mail address.")
@click.option("--gm-name", default="The GM", show_default=True, help="The GM's name in mails.")
@click.option("--timezone", default="UTC", show_default=True, help="As Europe/London.")
@json_option
def init(
    directory: Path,
    *,
    yes: bool,
    name: str,
    gm: str,
    gm_name: str,
    timezone: str,
    as_json: bool,
) -> None:
    """Make pigpost.toml, keys and a database in DIRECTORY. Nothing is ever overwritten."""
    if not yes and sys.stdin.isatty():
        name = click.prompt("The site's name", default=name)
        gm_name = click.prompt("The game master's name", default=gm_name)
        gm = click.prompt("The game master's mail address", default=gm)
        timezone = click.prompt("Time zone", default=timezone)
    file = make_site(directory, name=name, gm=gm, gm_name=gm_name, timezone=timezone)
    emit({"config": str(file)}, _next_steps(directory, file), as_json=as_json)


def make_site(  # the whole of a site, for `init` and `demo`
    directory: Path,
    *,
    name: str,
    gm: str,
    gm_name: str,
    timezone: str,
    url: str = "http://127.0.0.1:8080",
    address: str = "pigs+{game}@localhost",
) -> Path:
    """Writes the files of a new site; `TooLate` when there is one, or its database is in use."""
    from pigpost.adapters.keys import make_keys, make_password  # noqa: PLC0415 - cryptography loads slowly
    from pigpost.adapters.sql.migrate import log_entries, upgrade  # noqa: PLC0415 - so does the database

    file = directory / DEFAULT_FILE
    if file.exists():
        raise TooLate(f"{file} is there already; nothing was changed")
    directory.mkdir(parents=True, exist_ok=True)
    values = {
        "name": name,
        "url": url,
        "timezone": timezone,
        "gm": gm,
        "gm_name": gm_name,
        "address": address,
    }
    quoted = {key: _toml_string(value) for key, value in values.items()}
    file.write_text(_TEMPLATE.format(**quoted), "utf-8")
    try:
        settings = read_settings(file)
        _check_unused(log_entries(settings.database_url))
    except Exception:
        file.unlink()  # a mistake in an answer must not stand in the way of the next try
        raise
    make_keys(settings.path(settings.keys.directory))
    make_password(settings.embedded_password_file)
    upgrade(settings.database_url)
    return file


def _check_unused(entries: int) -> None:
    """Other keys beside a log would prove nothing of the mails that were sent with the old ones."""
    if entries:
        raise TooLate(
            f"the database is in use: its log has {entries} entries, and fresh keys would not be those "
            "of its mails; nothing was changed. For one more machine, or after a restore, copy "
            "pigpost.toml and keys/ from the site; for a new site name another database"
        )


def _toml_string(text: str) -> str:
    """A TOML basic string: JSON's escapes are a part of TOML's."""
    return json.dumps(text, ensure_ascii=False)


def _next_steps(directory: Path, file: Path) -> str:
    return f"""Made {file}, keys and a database. Next:
   cd {directory}
   pigpost up        (it stays; go on in another terminal)
   pigpost game new spring-pigs --every "Fri 20:00\""""
