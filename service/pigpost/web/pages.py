"""One value, two shapes: each page is registered as HTML and, with `.json`, as its value in JSON."""

import json
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from flask import Blueprint, Response, render_template, request

from pigpost.web.as_json import as_json

View: TypeAlias = Callable[..., object]


def page(blueprint: Blueprint, rule: str, *, template: str) -> Callable[[View], View]:
    """Registers a view that returns the page's value, a dataclass of public facts."""

    def register(view: View) -> View:
        name = view.__name__
        blueprint.add_url_rule(rule, name, partial(_as_html, view, template))
        blueprint.add_url_rule(_json_path(rule), f"{name}_json", partial(_as_json, view))
        return view

    return register


def _json_path(path: str) -> str:
    return "/index.json" if path == "/" else f"{path}.json"


def _as_html(view: View, template: str, **place: str) -> Response:
    query = f"?{request.query_string.decode('ascii', 'replace')}" if request.query_string else ""
    json_url = f"{request.root_path}{_json_path(request.path)}{query}"
    html = render_template(template, page=view(**place), json_url=json_url)
    return conditional(Response(html, mimetype="text/html"))


def _as_json(view: View, **place: str) -> Response:
    text = json.dumps(as_json(view(**place)), ensure_ascii=False, indent=2)
    return conditional(Response(text + "\n", mimetype="application/json"))


def conditional(response: Response) -> Response:
    """Not sent again to who has it. The ETag hashes the body alone: it can't tell more than that."""
    response.add_etag()
    response.cache_control.no_cache = True
    response.make_conditional(request)
    return response
