"""What a visitor is told when there is no page: the kind of trouble and nothing more."""

import json

from flask import Flask, Response, make_response, render_template, request
from werkzeug.exceptions import HTTPException, NotFound, ServiceUnavailable

from pigpost import errors

_SECONDS_TO_WAIT = 30


def answer_errors(app: Flask) -> None:
    """Registers one answer for every error, as a page, or as JSON where JSON was asked for."""
    app.register_error_handler(HTTPException, _answer)
    app.register_error_handler(errors.NotFound, _not_found)
    app.register_error_handler(errors.OutOfReach, _out_of_reach)


def _answer(error: HTTPException) -> Response:
    """With the error's own headers, as Allow and Retry-After."""
    headers = [pair for pair in error.get_headers() if pair[0] != "Content-Type"]
    if request.path.endswith(".json"):
        body = {"error": {"code": error.name.lower().replace(" ", "_"), "message": error.name}}
        answer = Response(json.dumps(body, indent=2) + "\n", mimetype="application/json")
    else:
        answer = make_response(render_template("error.html", error=error))
    answer.status_code = error.code or 500
    answer.headers.extend(headers)
    return answer


def _not_found(_: errors.NotFound) -> Response:
    return _answer(NotFound())


def _out_of_reach(_: errors.OutOfReach) -> Response:
    return _answer(ServiceUnavailable(retry_after=_SECONDS_TO_WAIT))
