"""The words of courtesy: greetings, thanks, good wishes, and the vocabulary of small talk."""

from pigpost.orders.lexicon import NOISE
from pigpost.orders.words import words_of


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _table(phrases: str) -> frozenset[tuple[str, ...]]:
    """Phrases word by word, without the words that are dropped everywhere."""
    return frozenset(
        tuple(word.text for word in words_of(phrase) if word.text not in NOISE)
        for phrase in phrases.split("|")
    )


GREETINGS = _table(
    "hi|hello|hey|dear|hi there|hello there|hey there|hiya|good morning|good afternoon|good evening|"
    "good day|morning|evening|afternoon|greetings|howdy|ahoy|hullo|dear gm|dear all|hi all|hello all|"
    "hi everyone|hello everyone|hi folks|hello folks|hi gm|hello gm|dear game master|hi game master"
)
OPENINGS = _table(
    "ok|okay|right|right then|well|so|all right|alright|hope you are well|hope you 're well|"
    "hope all is well|hope this finds you well|hope everyone is well|hope all are well|"
    "i hope you are well|i hope you 're well|thanks|thank you|many thanks|thanks for result|"
    "thanks for results|thanks for running this|good luck|good luck all|good luck everyone|oink|"
    "oink oink|here we go|here goes"
)
CLOSINGS = _table(
    "cheers|thanks|thank you|many thanks|thanks again|thank you very much|thanks very much|thanks a lot|"
    "thanks in advance|thx|ta|good luck|good luck all|good luck everyone|good luck everybody|"
    "good luck to all|best of luck|best of luck all|best wishes|best|all the best|regards|kind regards|"
    "best regards|warm regards|kindest regards|warmest regards|with kind regards|with best wishes|"
    "yours|yours truly|yours sincerely|yours faithfully|sincerely|love|lots of love|much love|hugs|"
    "bye|bye bye|goodbye|see you|see you soon|see you all soon|take care|have fun|"
    "have a nice day|have a nice week|have a nice weekend|have a good day|have a good week|"
    "have a good weekend|have a great day|have a great week|have a great weekend|oink|oink oink|"
    "x|xx|xxx|happy rolling"
)
SMALL_TALK_OPENINGS = _table(
    "hope|i hope|we hope|hoping|looking forward|i am looking forward|i 'm looking forward|"
    "greetings from|congratulations|congrats|well done|happy birthday|happy new year|happy easter|"
    "happy christmas|merry christmas|happy holidays|lovely|nice|great|good|beautiful|terrible|awful|"
    "enjoy|enjoying|see you|have fun|have nice|have good|have great|have lovely|thanks|thank you|"
    "thanks for|thank you for|many thanks for|what|weather|it is|it 's|sorry for|sorry about|"
    "love to|regards to|best wishes to|good luck|bad luck|hard luck|welcome|we are having|we 're having"
)
TO_PLAYERS = _table(
    "congratulations|congrats|well done|bad luck|hard luck|good luck|thanks|thank you|happy birthday"
)
"""Openings of small talk in which a player may be named."""
HARMLESS = _words(
    "hope hoping bad hard you your yours everyone everybody all are is well good great nice lovely fine "
    "fun game games pig pigs piggies luck lucky unlucky weather sun sunny sunshine rain rainy "
    "raining snow snowy snowing cold warm hot cool windy grey here there today week weekend "
    "evening morning day days month holiday holidays summer winter spring autumn christmas easter "
    "new year happy merry birthday family kids children wife husband mum dad mother father "
    "friends home work busy enjoy enjoying love looking forward see seeing soon us we our i 'm 's "
    "'re am having have had it and in on to at very so really much lots what excellent exciting "
    "wonderful brilliant terrible awful beautiful thanks thank many report reports result results "
    "mails welcome greetings congratulations congrats done best wishes regards sorry delay late "
    "reply hosting organising organizing running trip journey garden tea coffee"
)
COURTEOUS = frozenset(
    word
    for table in (GREETINGS, OPENINGS, CLOSINGS)
    for phrase in table
    for word in phrase
    if word[-1].isalpha()
) - frozenset(
    {"in", "of", "to", "for", "all", "with", "you", "i", "is", "are", "this", "here", "so"}
)
"""Words that are never taken for the name of somebody who does not play."""
