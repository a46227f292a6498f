"""Who may decide: the game master, his deputy, the ombudsman; nobody about a game he plays in."""

from enum import StrEnum

from pigpost.errors import AgainstTheRules, ConfigError
from pigpost.ports import Services, Transaction
from pigpost.replay.state import GameState


class Voice(StrEnum):
    """Who decides; written so in the log (`by`)."""

    GM = "gm"
    DEPUTY = "deputy"
    OMBUDSMAN = "ombudsman"
    ALL_WHO_PLAY = "service"
    """Not a person: the service records what all players want."""


def address_of(services: Services, voice: Voice) -> str:
    """Where that person is reached; empty where there is none."""
    site = services.settings.site
    return {
        Voice.GM: site.gm,
        Voice.DEPUTY: site.deputy,
        Voice.OMBUDSMAN: site.ombudsman,
        Voice.ALL_WHO_PLAY: "",
    }[voice]


def name_of(services: Services, voice: Voice) -> str:
    """What that person is called in mails."""
    site = services.settings.site
    return {
        Voice.GM: site.gm_name,
        Voice.DEPUTY: site.deputy_name,
        Voice.OMBUDSMAN: site.ombudsman_name,
        Voice.ALL_WHO_PLAY: "",
    }[voice]


def check_voice(services: Services, tx: Transaction, state: GameState, voice: Voice) -> None:
    """`AgainstTheRules` where that person plays in the game: then somebody else must decide."""
    address = address_of(services, voice)
    if not address:
        raise ConfigError(f"the site has no {voice}: set site.{voice} in its configuration")
    seats = tx.projections.seats_of_address(address)
    if any(seat.game == state.id for seat in seats):
        raise AgainstTheRules(
            f"{name_of(services, voice)} plays in {state.id}: a second voice is needed, the deputy's or "
            "the ombudsman's (site.deputy, site.ombudsman)"
        )
