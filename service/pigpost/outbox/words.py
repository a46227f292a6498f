"""The catalogue: English is the source text, every other language a file `templates/locale/xx.po`."""

from dataclasses import dataclass
from functools import lru_cache
from gettext import NullTranslations
from io import BytesIO
from pathlib import Path

from babel import Locale, negotiate_locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

from pigpost.resources import templates

SOURCE = "en"
"""The language of the texts in templates and code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue:
    """The words of one language (`results.words.Words`), and its names of days and months."""

    locale: Locale
    translations: NullTranslations

    def gettext(self, message: str, /) -> str:
        """The message in this language; unchanged where it has no translation."""
        return self.translations.gettext(message)

    def ngettext(self, singular: str, plural: str, n: int, /) -> str:
        """The form of the message that goes with the number."""
        return self.translations.ngettext(singular, plural, n)

    @property
    def tag(self) -> str:
        """The language as HTML and mail headers name it (BCP 47)."""
        return str(self.locale).replace("_", "-")


def words(language: str, folder: Path | None = None) -> Catalogue:
    """The catalogue of a language (BCP 47), or of the nearest there is; else English."""
    return _read(language.replace("-", "_"), folder or templates() / "locale")


@lru_cache(maxsize=64)
def _read(language: str, folder: Path) -> Catalogue:
    known = {file.stem.lower(): file for file in folder.glob("*.po")}
    chosen = negotiate_locale([language.lower()], known)
    if chosen is None:
        return Catalogue(locale=Locale(SOURCE), translations=NullTranslations())
    locale = Locale.parse(known[chosen].stem)
    with known[chosen].open("rb") as file:
        catalogue = read_po(file, locale=locale)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Catalogue(locale=locale, translations=Translations(compiled))
