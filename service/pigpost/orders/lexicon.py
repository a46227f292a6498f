"""What words stand for which terminal of the grammar. Articles and politeness are left out."""

from functools import cache
from itertools import product

POLITE = frozenset({"please", "kindly", "plz", "pls"})
NOISE = POLITE | {"a", "an", "the", "my", "just", "simply", "both"}
"""Words that change no order, dropped wherever they stand."""

_THROW = "throw|roll|toss"
_TURN = "turn|round"
_REACHES = "reach|reaches|reached|hit|hits|meet|meets|equal|equals|get to|gets to|come to|comes to"
_EXCEEDS = (
    "exceed|exceeds|exceeded|pass|passes|passed|surpass|surpasses|surpassed|"
    "go over|goes over|go past|goes past|go above|goes above|go beyond|goes beyond|"
    "get over|gets over|get past|gets past|get above|gets above|rises above|rise above"
)
_LEAVING = {
    "END": "drop out|go out|get out|bow out|bail out|pull out|step out|opt out",
    "ENDS": "drops out|goes out|gets out|bows out|bails out|pulls out|steps out|opts out",
    "ENDING": "dropping out|going out|getting out|bowing out|bailing out|pulling out|stepping out",
    "ENDED": "dropped out|gone out|got out|went out|bowed out|bailed out|pulled out|stepped out",
}

_PHRASES = {
    # who
    "I": "i",
    "SELF": "me|myself",
    "TURN": "turn",
    "HISTURN": "his turn|her turn|their turn|their turns|his turns|his or her turn|its turn",
    "OTHERS": (
        "everybody else|everyone else|all others|others|all other players|other players|rest|"
        "all of others|all rest|every other player|rest of players|rest of them"
    ),
    "NOBODY": (
        "nobody else|no one else|noone else|no other player|no other players|no others|"
        "there is nobody else|there 's nobody else|there is no one else|there 's no one else|"
        "there are no others|there are no other players"
    ),
    "ALL": "all",
    "S": "'s",
    # ends, and goes on
    "WILL": (
        "will|shall|'ll|want to|would like to|'d like to|wish to|am going to|'m going to|"
        "is going to|are going to"
    ),
    "SHOULD": "should|must|is to",
    "TO": "to",
    "LETME": "let me",
    "LET": "let",
    "AM": "am|'m|be",
    "IS": "is|are|'re",
    "HAVE": "have|has|'ve",
    "DOES": "do|does",
    "END": (
        "end|stop|finish|quit|leave|hold|bank|exit|drop|bail|call it quits|call it day|end it|"
        "take me out|get me out|pull me out|stop me|count me out|" + _LEAVING["END"]
    ),
    "ENDS": "ends|stops|finishes|quits|leaves|exits|drops|bails|" + _LEAVING["ENDS"],
    "ENDING": "ending|stopping|finishing|quitting|leaving|exiting|" + _LEAVING["ENDING"],
    "ENDED": "ended|stopped|finished|exited|dropped|bailed|" + _LEAVING["ENDED"],
    "LEFT": "left",
    "OUT": "out|done|gone",
    "OVER": "over",
    "SODOI": "so do i|so am i|so will i|i do too|i am too|i 'm too|i will too",
    "TOO": "too|as well|also",
    "PLAY": (
        "play|stay|stay in|stay on|remain|remain in|continue|carry on|go on|go|play on|keep going|"
        "keep me in|leave me in|keep playing|keep throwing|keep rolling|keep tossing"
    ),
    "PLAYING": "playing|staying|staying in|remaining|continuing|going on",
    "THROWING": "throwing|rolling|tossing",
    "IN": "in|still in",
    "THROW": _THROW,
    "THROWS": "throws|rolls|tosses|throws of pigs|rolls of pigs|tosses of pigs",
    "TURNS": "turns",
    "THROWN": "thrown|rolled|tossed",
    "TAKE": (
        "take|make|go for|go with|make it|put me down for|give me|want|would like|'d like|choose|"
        "let 's go for|let 's make it|let 's have"
    ),
    "TAKING": "taking|doing|making|going for|going with|having",
    "GET": "get|earn|collect|gain",
    "MADE": "made|scored|earned|collected|gained|got|had",
    # when
    "WHEN": "when|if|once|as soon as|moment|minute|instant|if and when|moment that|whenever",
    "AFTER": "after|right after|directly after|immediately after|straight after",
    "AT": "at|on|with|upon|at end of",
    "UNTIL": "until|till|til|'til|up until",
    "FOR": "for",
    "FORME": "for me",
    "SAMEAS": (
        "same time as|at same time as|together with|same moment as|at same moment as|"
        "simultaneously with"
    ),
    "THEN": "then",
    "AND": "and|&",
    "THATSWHEN": "that 's when|that is when|and that 's when|and that is when",
    "DONE": (
        "have been made|have been thrown|have been rolled|has been made|has been thrown|are made|"
        "are thrown|are done|are over|have been scored|are scored|are reached|have been reached|"
        "is reached|has been reached|have been played"
    ),
    # how much
    "ATLEAST": (
        "at least|minimum of|no less than|not less than|no fewer than|not fewer than|>=|≥|"
        "equal to or greater than|greater than or equal to|equal to or more than|"
        "more than or equal to|equal or greater than"
    ),
    "MORETHAN": (
        "more than|greater than|higher than|above|past|beyond|bigger than|larger than|>|"
        "in excess of|better than"
    ),
    "ORMORE": "or more|or higher|or above|or better|or over|or greater|or beyond",
    "EXACTLY": "exactly|precisely|only",
    "VAGUE": (
        "couple|couple of|few|several|some|many|about|around|roughly|approximately|approx|circa|"
        "nearly|almost|lots of|plenty of|number of|any number of|enough|handful of|~|or so|or thereabouts|"
        "ish|something like|somewhere around|or two"
    ),
    "LIMIT": (
        "up to|at most|no more than|not more than|maximum of|max|maximum|less than|fewer than|"
        "under|below"
    ),
    "TIMES": "times",
    "ADVTIMES": "twice|thrice",
    "POINTS": "points|point|pts|pt",
    "EXCEED": _EXCEEDS,
    "SCORE": "score|match score|game score",
    "SCOREOF": "score of|match score of|game score of",
    "TOTAL": (
        "total|total score|score total|grand total|overall score|overall total|total points|"
        "match total|game total|cumulative score|cumulative total|score overall|score in total|"
        "score in match|score in game|total in match|total in game|total for match|total for game"
    ),
    "TOTALOF": "total of",
    "ALLTOLDOF": (
        "total score of|grand total of|overall score of|overall total of|match total of|game total of"
    ),
    "OVERALL": (
        "overall|altogether|all together|in match|in this match|in game|in this game|in total|"
        "in all|all told|for match|for game|in whole match|in whole game"
    ),
    # alone
    "ONLYLEFT": "only left",
    "ALONE": (
        "alone|all alone|by myself|on own|all by myself|left alone|only player left|only one left|"
        "only person left|only player remaining|only one remaining|only player still in|"
        "only one still in|only one in|only player in|sole player left|sole player remaining|"
        "only remaining player|only player who is left|only one who is left|last one left|"
        "last player left|last one in|last player in|last one standing|last player standing|"
        "only i am left|only i 'm left|it is only me left|it 's only me left|there is only me left|"
        "there 's only me left|last man standing|last player remaining|last one remaining|"
        "last remaining player"
    ),
    "LASTONE": "last|last one|last player|only one|only player",
    "REMAINS": "remains|remain",
    # round and order
    "ORDER": "order|orders|condition|new order|new orders",
    "CHANGE": "change order to|change it to|i change order to",
    "ROUND": "round",
    # signs
    "SEP": ":|,|-|=",
    # words of orders that no acceptable order has
    "OR": "or|either|whichever|whatever",
    "EITHER": "unless|otherwise|else|but|except|however|though|although|instead|whereas",
    "NOT": (
        "not|no|never|don't|doesn't|won't|can't|cannot|shouldn't|isn't|aren't|wouldn't|didn't|"
        "haven't|hasn't|without|nothing|none|neither|nor|ain't|nobody|no one"
    ),
    "BEFORE": (
        "before|while|first to|second to|somebody|someone|anybody|anyone|any player|any|half|"
        "someone else|somebody else|another|another player|one player|two players|"
        "during|unlike|between|lead|leads|leader|leading|ahead|behind|winning|wins|win|losing|"
        "odd|even|double|doubles"
    ),
    "TWOFOLD": "withdraw|withdrawing|withdrawn|cancel|replace",
    "PIG": (
        "razorback|razorbacks|snouter|snouters|trotter|trotters|sider|siders|jowler|jowlers|"
        "leaning jowler|oinker|oinkers|oink|pig out|pigout|pig outs|piggyback|piggybacks|pig|pigs|"
        "combo|mixed combo|double trotter|double razorback|double snouter|double leaning jowler|"
        "makin bacon|hog|dice|die"
    ),
    "HINT": (
        "your|you|he|she|they|his|her|their|we|us|it|this|that|these|would|could|may|might|can|"
        "think|maybe|perhaps|probably|possibly|kidding|joking|joke|scrap|ignore|forget|"
        "change|wait|next|previous|last|again|as|than|of|by|from|so|more|less|later|"
        "luck|deadline|tomorrow|o'clock|time|longer|same|other|every|everyone|everybody|player|players|who|what|why|how|was|were|"
        "been|did|being|until then|threw|played|stayed|says|said|bet|guess|suppose|decide"
    ),
}  # fmt: skip

SIDE_WORDS = frozenset(
    {"HINT", "ALL", "NOT", "I", "SELF", "S", "SEP", "AND", "THEN", "IS", "AM", "HAVE", "WILL"}
)
SIDE_WORDS |= {
    "DOES",
    "TO",
    "IN",
    "AT",
    "FOR",
    "LET",
    "LETME",
    "FORME",
    "GET",
    "MADE",
    "TAKE",
    "TAKING",
}
SIDE_WORDS |= {
    "TOO",
    "EITHER",
    "OR",
    "BEFORE",
    "PLAY",
    "PLAYING",
    "WORD",
    "COURTESY",
    "OTHER",
    "LEFT",
    "OVER",
}
"""Terminals that everyday sentences are full of: alone they are no sign of an order."""


@cache
def phrases() -> dict[tuple[str, ...], str]:
    """Every phrase, word by word, with its terminal."""
    table = {
        tuple(phrase.split()): terminal
        for terminal, alternatives in _PHRASES.items()
        for phrase in alternatives.split("|")
    }
    return table | _this_turn() | _turn_score() | _reaching() | _one_later()


@cache
def vocabulary() -> frozenset[str]:
    """Every single word that some phrase holds."""
    return frozenset(word for phrase in phrases() for word in phrase if word[-1].isalpha())


@cache
def longest_phrase() -> dict[str, int]:
    """First word -> words of the longest phrase that begins with it."""
    longest: dict[str, int] = {}
    for phrase in phrases():
        longest[phrase[0]] = max(longest.get(phrase[0], 0), len(phrase))
    return longest


def _products(terminal: str, *columns: str) -> dict[tuple[str, ...], str]:
    return {
        tuple(" ".join(choice).split()): terminal
        for choice in product(*(column.split("|") for column in columns))
    }


def _this_turn() -> dict[tuple[str, ...], str]:
    return (
        _products("THISTURN", "|in|for|during|of|on", "this|current", _TURN)
        | _products("THISTURN", "in|during|of", "turn")
        | _products("THISTURN", "this time", "|round")
    )


def _turn_score() -> dict[tuple[str, ...], str]:
    named = "turn|round|this turn|this round|turn 's|round 's|this turn 's|this round 's"
    where = "this turn|this round|turn|in turn|of turn|of round"
    when = "in this turn|in this round|for this turn|for this round|for turn|for round|of this turn"
    before = _products("TURNSCORE", named, "score|total|points")
    behind = _products("TURNSCORE", "score|total", f"{where}|{when}")
    of = {(*phrase, "of"): "TURNSCOREOF" for phrase in before}
    return before | behind | of


def _reaching() -> dict[tuple[str, ...], str]:
    return (
        _products("REACH", _REACHES)
        | _products("REACH", _REACHES, "or", _EXCEEDS)
        | _products("REACH", _EXCEEDS, "or", _REACHES)
    )


def _one_later() -> dict[tuple[str, ...], str]:
    return (
        _products("LATER", "one", f"{_THROW}|turn", "later|more|longer", "than")
        | _products("LATER", "one", f"{_THROW}|turn|", "after")
        | _products("LATER", "one", "later|more|longer", "than")
        | _products("LATER", "one", "more|extra|further", f"{_THROW}|turn", "than|after")
        | _products("LATER", "one", "more", "after")
        | _products("LATER", "|next", _THROW, "after")
        | _products("SAMEAS", "|at|on|in|with", "same", f"{_THROW}|turn", "as")
    )
