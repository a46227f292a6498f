"""Brings the catalogues `templates/locale/*.po` up to the texts of mails and pages as they stand.

`python ops/words.py` after a text has changed; `python ops/words.py sv` begins a new language.
What is new is empty there, what has changed is marked fuzzy: both are English until translated.
"""

import sys
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "templates" / "locale"
HEADER = """\
# The words of mails and pages in {language}; `python ops/words.py` brings this up to the texts.
# {{names}}, %(names)s and words in capitals stay as they are: players send those back."""


def texts() -> Catalog:
    """All texts that there are to translate, with the files that they stand in."""
    with (FOLDER / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)
    found = Catalog()
    for file_name, _, message, _, _ in extract_from_dir(
        ROOT,
        methods,
        options,
        directory_filter=lambda folder: not Path(folder).name.startswith("."),
    ):
        form = message[:2] if isinstance(message, tuple) else message
        found.add(form, locations=[(file_name, 1)])
    return found


def bring_up(file: Path, found: Catalog) -> int:
    """Writes a catalogue with the texts as they stand, and tells how many wait for translation."""
    catalogue = _begun(file)
    found.creation_date = catalogue.creation_date
    catalogue.update(found)
    with file.open("wb") as new:
        write_po(new, catalogue, width=100, include_lineno=False, ignore_obsolete=True)
    return sum(1 for one in catalogue if one.id and (one.fuzzy or not _is_translated(one)))


def _begun(file: Path) -> Catalog:
    """The catalogue as it is, or an empty one."""
    locale = Locale.parse(file.stem)
    if file.exists():
        with file.open("rb") as old:
            return read_po(old, locale=locale)
    header = HEADER.format(language=locale.english_name)
    return Catalog(
        locale=locale,
        header_comment=header,
        project="Pigpost",
        version="1",
        msgid_bugs_address="-",
        last_translator="-",
        language_team="-",
        fuzzy=False,
    )


def _is_translated(message: Message) -> bool:
    string = message.string
    return all(string) if isinstance(string, tuple | list) else bool(string)


def main() -> None:
    """Prints for each language how much of it waits for translation."""
    found = texts()
    begun = [FOLDER / f"{tag}.po" for tag in sys.argv[1:]]
    for file in sorted({*begun, *FOLDER.glob("*.po")}):
        sys.stdout.write(f"{file.stem}: {bring_up(file, found)} texts of {len(found)} to do\n")


if __name__ == "__main__":
    main()
