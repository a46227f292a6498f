"""Which terminals of a language's grammar do what, where the reader has to know it."""

from dataclasses import dataclass

Terminals = frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Roles:
    """Terminals by what they do; the file `roles.toml` of a language tells of each."""

    side: Terminals
    counting: Terminals
    naming: Terminals
    later: Terminals
    opening: Terminals
    clause: Terminals
    units: Terminals
    throws: Terminals
    counted: Terminals
    ends: Terminals
    occasions: Terminals
    ordering: Terminals
    owning: Terminals
    scores: Terminals
    odd: Terminals
    state: Terminals
    joining: Terminals
    stops: Terminals
    qualified: Terminals
    closing: Terminals
    conditional: Terminals
    bracketed: Terminals
    polite: Terminals
    headings: frozenset[tuple[str, ...]]
    plain_headings: frozenset[tuple[str, ...]]
    taking_back: frozenset[str]
