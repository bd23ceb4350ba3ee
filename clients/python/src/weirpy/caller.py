"""A request as it is written down, without the sending."""
import secrets
from dataclasses import dataclass, field
from typing import Any, Dict, Mapping, Optional, Type, TypeVar, Union
from urllib.parse import quote

import httpx
from pydantic import ValidationError

from .error import WeirError
from .model import Model, parse

M = TypeVar("M", bound=Model)


class _Omit:
    def __repr__(self) -> str:
        return "OMIT"


OMIT: Any = _Omit()
"""What is left out of a request; None is sent, as null."""

TIMEOUT = httpx.Timeout(330.0, connect=10.0)
"""Seconds without any word of the service; the longest timeout of a page is less."""


def new_key() -> str:
    """An Idempotency-Key: 128 random bits."""
    return secrets.token_hex(16)


@dataclass(frozen=True)
class Outgoing:
    method: str
    path: str
    query: Dict[str, str] = field(default_factory=dict)
    body: Optional[Dict[str, Any]] = None
    headers: Dict[str, str] = field(default_factory=dict)

    @property
    def is_repeatable(self) -> bool:
        return self.method != "POST" or "idempotency-key" in self.headers

    def request(self, client: Union[httpx.Client, httpx.AsyncClient], base: str) -> httpx.Request:
        return client.build_request(
            self.method, base + self.path, params=self.query, json=self.body, headers=self.headers
        )


def outgoing(
    method: str,
    path: str,
    *,
    values: Optional[Mapping[str, str]] = None,
    query: Optional[Mapping[str, Any]] = None,
    body: Optional[Mapping[str, Any]] = None,
    headers: Optional[Mapping[str, str]] = None,
    idempotency_key: Optional[str] = None,
) -> Outgoing:
    for name, value in (values or {}).items():
        path = path.replace("{" + name + "}", quote(value, safe=""))
    sent = dict(headers or {})
    if idempotency_key is not None:
        sent["idempotency-key"] = idempotency_key
    asked = {name: _text(value) for name, value in _given(query or {}).items() if value is not None}
    return Outgoing(method, path, asked, None if body is None else _given(body), sent)


def _given(values: Mapping[str, Any]) -> Dict[str, Any]:
    given: Dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, dict) and any(one is OMIT for one in value.values()):
            value = _given(value) or OMIT
        if value is not OMIT:
            given[name] = value
    return given


def _text(value: Any) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def base_of(url: str) -> str:
    base = url.rstrip("/")
    if not base.startswith(("http://", "https://")):
        raise ValueError("url must be the address of a Weir, such as http://127.0.0.1:3000")
    return base


def headers_of(key: Optional[str]) -> Dict[str, str]:
    return {} if key is None else {"authorization": f"Bearer {key}"}


def failure_of(base: str, cause: httpx.TransportError) -> WeirError:
    """A request that got no answer. One that waited long enough is not sent again."""
    if isinstance(cause, (httpx.ReadTimeout, httpx.WriteTimeout)):
        return WeirError(f"{base} did not answer in time: raise the client's timeout", code="timeout")
    return WeirError(f"{base} cannot be reached: check that the service runs there ({cause})")


def read_answer(model: Type[M], response: httpx.Response) -> M:
    try:
        return parse(model, response.json())
    except (ValidationError, ValueError) as cause:
        raise WeirError(
            f"The answer is not what this client knows: {cause}; is it the client of this version of Weir?",
            status=response.status_code,
            code="unexpected_answer",
            request_id=response.headers.get("x-request-id"),
        ) from cause
