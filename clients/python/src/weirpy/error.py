"""What the service, or the way to it, refused."""
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Mapping, Optional

import httpx

UNKNOWN = "unknown"
"""The code of an answer that is not in the form of the service: a proxy before it speaks."""

MAX_RETRY_AFTER = 86_400.0
"""The longest Retry-After that is read, in seconds: a day."""


class WeirError(Exception):
    """The message says what was wrong and what is allowed; branch on `code`, which is stable."""

    def __init__(
        self,
        message: str,
        *,
        status: int = 0,
        code: str = "unreachable",
        details: Optional[Mapping[str, Any]] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        """The HTTP status; 0 where no answer came."""
        self.code = code
        """`unreachable` where no answer came, `timeout` where none came in time, `redirected` where it has moved."""
        self.details: Dict[str, Any] = dict(details or {})
        self.request_id = request_id
        """`X-Request-Id` of the answer, which the log of the service has too."""
        self.retry_after = retry_after
        """Seconds after which the service says that asking again may help."""

    @property
    def field(self) -> Optional[str]:
        """The field of the request that it is about, such as `options.timeout`."""
        return _text(self.details.get("parameter"))

    @property
    def remedy(self) -> Optional[str]:
        """What to do about it, where the service says more than the message does."""
        return _text(self.details.get("remedy"))


def _text(value: Any) -> Optional[str]:
    return value if isinstance(value, str) else None


def _object(value: Any) -> Dict[str, Any]:
    return value if isinstance(value, dict) else {}


def retry_after_of(headers: httpx.Headers) -> Optional[float]:
    """Seconds of a Retry-After, which is a number of them or a date."""
    value: Optional[str] = headers.get("retry-after")
    if value is None:
        return None
    if value.isdecimal():
        return min(MAX_RETRY_AFTER, float(value))
    try:
        moment = parsedate_to_datetime(value)
    except (TypeError, ValueError, OverflowError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=timezone.utc)
    return min(MAX_RETRY_AFTER, max(0.0, (moment - datetime.now(timezone.utc)).total_seconds()))


def _redirected(response: httpx.Response) -> WeirError:
    """What is answered elsewhere is not asked for there: a redirected POST would arrive as a GET."""
    location = response.headers.get("location")
    where = f"to {location}" if location else "elsewhere"
    return WeirError(
        f"{response.request.url} leads {where}: give the address that it leads to as url",
        status=response.status_code,
        code="redirected",
    )


def error_of(response: httpx.Response) -> WeirError:
    """The error that an answer is, whose body has been read."""
    if 300 <= response.status_code < 400:
        return _redirected(response)
    try:
        body = _object(response.json())
    except ValueError:
        body = {}
    error = body.get("error")
    # The archive says its message, enrichment its code, and all others both.
    if isinstance(error, dict):
        message, code, details = error.get("message"), error.get("code"), error.get("details")
    elif "message" in body:
        message, code, details = body["message"], error, body.get("data")
    else:
        details = body.get("details")
        message, code = error, _object(details).get("code")
    return WeirError(
        _text(message) or f"The service answered {response.status_code}",
        status=response.status_code,
        code=_text(code) or UNKNOWN,
        details=_object(details),
        request_id=response.headers.get("x-request-id"),
        retry_after=retry_after_of(response.headers),
    )
