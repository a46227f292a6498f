"""In by a mailed link, out by a button. To look at a page changes nothing, for scanners open links."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from pigpost.intake.desk.login import log_in, mail_link
from pigpost.web.desk import session
from pigpost.web.desk.session import desk

blueprint = Blueprint("desk_login", __name__)
blueprint.before_request(session.guard_forms)
blueprint.after_request(session.private)


@blueprint.get("/desk/login")
def ask() -> str | Response:
    """A form for the address of who decides or plays."""
    if (home := session.home()) is not None:
        return redirect(home, 303)
    session.browser()
    return render_template("desk/login.html", token=session.form_token())


@blueprint.post("/desk/login")
def mail() -> str:
    """The same page whoever asks, and whether a mail goes out or not."""
    mail_link(desk(), address=request.form.get("address", ""), browser=session.browser())
    return render_template("desk/asked.html")


@blueprint.get("/desk/login/<key>")
def enter(key: str) -> str:
    """A button, whatever the key is: only to press it uses the link up."""
    del key
    return render_template("desk/enter.html", token=session.form_token())


@blueprint.post("/desk/login/<key>")
def use(key: str) -> Response:
    """Lets in who decides or plays, once."""
    login = log_in(desk(), key, browser=session.browser())
    if login is None:
        return session.refused(
            "This link is not good: it was used, it is too old, or it was asked for in another "
            "browser. Ask for a new one here."
        )
    session.begin(login)
    return redirect(session.home() or url_for("desk_login.ask"), 303)


@blueprint.post("/desk/logout")
def leave() -> Response:
    """Ends the session, here and wherever its cookie may be."""
    session.end()
    return redirect(url_for("desk_login.ask"), 303)
