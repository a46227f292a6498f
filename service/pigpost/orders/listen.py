"""All sentences of a mail heard together: what the mail says as a whole, or what to ask back.

A sentence may be broken over lines, and a line may be a sentence without a full stop. So every
way to join lines is heard; only what all ways that can be understood agree on is the meaning.
"""

from collections.abc import Iterator, Sequence

from pigpost.orders.agree import agreed, disagreed
from pigpost.orders.ask_back import asked_back
from pigpost.orders.beside import beside_talk
from pigpost.orders.courtesy import is_sign_off, is_signature
from pigpost.orders.ear import Ear
from pigpost.orders.judge import Judged
from pigpost.orders.pieces import Listener, Piece, Way, commands_of, order_of, with_rounds
from pigpost.orders.reading import Item
from pigpost.orders.segment import Segment
from pigpost.orders.sentence import Unheard
from pigpost.orders.text import Clean
from pigpost.orders.units import Unit
from pigpost.orders.words import words_of

_MOST_BROKEN = 8
"""Lines that may need others to be understood; with more the mail is asked back at once."""
_MOST_AS_ONE = 3
"""Sentences that may tell one order together."""
_MOST_HEARD = 12
"""Lines that are not understood, below which nothing is heard any more."""


def listen(mail: Clean, units: Sequence[Unit], ears: Sequence[Ear]) -> tuple[Item, ...]:
    """What the units say together, in the order of the mail."""
    listener = Listener(mail=mail, units=units, ears=ears)
    pieces = _pieces(listener)
    ways = (
        _ways(pieces)
        or _ways(beside_talk(listener, pieces))
        or _ways(_with_all_as_one(listener, pieces))
    )
    if not ways:
        return asked_back(listener, _best(pieces))
    return agreed(listener, ways[0]) if len(ways) == 1 else disagreed(listener, ways)


def _pieces(listener: Listener) -> list[list[Piece]]:
    """For each unit all pieces that begin with it, the shortest first."""
    alone = list(_alone(listener))
    if sum(not piece.understood for piece in alone) > _MOST_BROKEN:
        return [[piece] for piece in alone]
    return [
        [
            piece,
            *(
                run
                for behind in range(piece.first + 2, listener.goes_on_to(piece.first) + 1)
                if (run := listener.hear(piece.first, behind)).heard is not Unheard.NOT_UNDERSTOOD
            ),
        ]
        for piece in alone
    ]


def _alone(listener: Listener) -> Iterator[Piece]:
    """Each unit by itself; a name below "best wishes" is a signature."""
    signed, broken = False, 0
    for first in range(len(listener.units)):
        if broken > _MOST_HEARD:
            yield listener.unheard(first)
            continue
        piece = _unsigned(listener.hear(first, first + 1), listener.ears, signed=signed)
        broken += not piece.understood
        signed = (
            _signs_off(piece.segment, listener.ears)
            or (signed and piece.heard is Unheard.COURTESY)
            or _is_signed(listener, first)
        )
        yield piece


def _signs_off(segment: Segment, ears: Sequence[Ear]) -> bool:
    return any(is_sign_off(words_of(segment.text, ear.language.spelling), ear) for ear in ears)


def _is_signed(listener: Listener, first: int) -> bool:
    """Whether a line below an empty one is the writer's name and no more."""
    if not first or listener.units[first - 1].open or not listener.units[first].begins_line:
        return False
    name = listener.segment(first, first + 1).text
    return any(ear.roster.me in ear.roster.by_name.get(name, ()) for ear in listener.ears)


def _unsigned(piece: Piece, ears: Sequence[Ear], *, signed: bool) -> Piece:
    """The writer's name on a line of its own is courtesy."""
    segment = piece.segment
    if piece.heard is not Unheard.NOT_UNDERSTOOD or not any(
        is_signature(words_of(segment.text, ear.language.spelling), segment, ear, signed=signed)
        for ear in ears
    ):
        return piece
    return Piece(first=piece.first, behind=piece.behind, segment=segment, heard=Unheard.COURTESY)


def _ways(pieces: Sequence[Sequence[Piece]]) -> list[Way]:
    """For each meaning one way to understand all units, if there is any.

    An order over several lines that is understood but not acceptable is a meaning too.
    """
    ways: list[dict[object, Way]] = [{} for _ in pieces]
    ways.append({None: ()})
    for first in reversed(range(len(pieces))):
        for piece in pieces[first]:
            if piece.understood or (isinstance(piece.heard, Judged) and piece.behind - first > 1):
                for rest in ways[piece.behind].values():
                    way = (piece, *rest)
                    ways[first].setdefault(_meaning(way), way)
    found = list(ways[0].values())
    return found if any(piece.understood for way in found for piece in way) else []


def _meaning(way: Way) -> object:
    return (
        frozenset((o.condition, o.round, o.standing) for o in with_rounds(way)),
        tuple((c.word, *c.args.items()) for c in commands_of(way)),
        any(isinstance(piece.heard, Judged) for piece in way),
    )


def _with_all_as_one(
    listener: Listener, pieces: Sequence[Sequence[Piece]]
) -> Sequence[Sequence[Piece]]:
    """The pieces, and all sentences that are no courtesy as one order that they tell together."""
    said = [options[0].first for options in pieces if options[0].heard is not Unheard.COURTESY]
    if not 1 < len(said) <= _MOST_AS_ONE:
        return pieces
    whole = listener.hear(said[0], said[-1] + 1)
    if order_of(whole) is None:
        return pieces
    return [[*options, whole] if n == said[0] else options for n, options in enumerate(pieces)]


def _best(pieces: Sequence[Sequence[Piece]]) -> Way:
    """All units with as little as can be left that is not understood."""
    best: list[tuple[float, Way]] = [(0, ())] * (len(pieces) + 1)
    for first in reversed(range(len(pieces))):
        options = [
            (_cost(piece) + best[piece.behind][0], (piece, *best[piece.behind][1]))
            for piece in pieces[first]
        ]
        best[first] = min(options, key=lambda option: option[0])
    return best[0][1]


def _cost(piece: Piece) -> float:
    if piece.understood:
        return 0
    return 1 if isinstance(piece.heard, Judged) else 2
