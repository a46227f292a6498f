"""Text of format=flowed becomes text of whole lines (RFC 3676)."""

_SIGNATURE = "-- "


def unwrapped(text: str, *, delete_space: bool) -> str:
    r"""Joins lines that were wrapped by the sender's program; the depth of a quote is kept.

    >>> unwrapped("Turn will end \nafter 3 throws.\n> as \n> ever\n", delete_space=False)
    'Turn will end after 3 throws.\n> as ever\n'
    """
    paragraphs: list[tuple[int, list[str]]] = []
    goes_on = False
    for line in text.split("\n"):
        depth, words = _unquoted(line)
        if goes_on and words != _SIGNATURE and depth == paragraphs[-1][0]:
            paragraphs[-1][1].append(words)
        else:
            paragraphs.append((depth, [words]))
        goes_on = words.endswith(" ") and words != _SIGNATURE
        if goes_on and delete_space:
            paragraphs[-1][1][-1] = words[:-1]
    return "\n".join(_line(depth, "".join(words)) for depth, words in paragraphs)


def _unquoted(line: str) -> tuple[int, str]:
    """How deep a line is quoted, and the line without quote signs and stuffed space."""
    words = line.lstrip(">")
    return len(line) - len(words), words.removeprefix(" ")


def _line(depth: int, words: str) -> str:
    return f"{'>' * depth} {words}" if depth else words
