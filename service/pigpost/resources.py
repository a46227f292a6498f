"""Where templates, migrations and documents are: inside the installed package, else in the checkout."""

from pathlib import Path

_PACKAGE = Path(__file__).parent
_CHECKOUT = _PACKAGE.parent.parent


def _folder(name: str) -> Path:
    installed = _PACKAGE / f"_{name}"
    return installed if installed.is_dir() else _CHECKOUT / name


def templates() -> Path:
    """The folder of mail and web templates."""
    return _folder("templates")


def migrations() -> Path:
    """The folder of database migrations."""
    return _folder("migrations")


def docs() -> Path:
    """The folder of documents that pages are made from: the rules, and the check of a round."""
    return _folder("docs")
