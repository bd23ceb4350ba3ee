"""When a request is sent again: the same as in the TypeScript client."""
import random
from dataclasses import dataclass
from typing import Optional

from .error import UNKNOWN, WeirError

MAX_DELAY = 8.0
MAX_ASKED = 60.0
"""Seconds: the longest pause of our own, and the longest that the service may ask for."""

OF_PROXIES = (502, 503, 504)
"""Statuses of proxies that reached no service, or none that answered in time."""


@dataclass(frozen=True)
class Retries:
    most: int = 3
    """Times that a request is sent again."""
    delay: float = 0.5
    """Seconds before the first of them, where the service names no time; doubled each time."""

    def pause_before(self, attempt: int, error: WeirError, is_repeatable: bool) -> Optional[float]:
        """Seconds until the request is sent again; None where it is not."""
        # What was refused by a limit was not begun.
        if attempt > self.most or not _is_passing(error) or not (is_repeatable or error.status == 429):
            return None
        if error.retry_after is not None:
            return None if error.retry_after > MAX_ASKED else error.retry_after
        longest: float = min(MAX_DELAY, self.delay * 2 ** (attempt - 1))
        # Spread, so that many clients of a service that comes back do not all come at once.
        return longest * (0.5 + random.random() / 2)


def _is_passing(error: WeirError) -> bool:
    """The service says so itself, by Retry-After; what proxies before it answer does not name a time."""
    if error.code == "unreachable" or error.retry_after is not None:
        return True
    return error.code == UNKNOWN and error.status in OF_PROXIES
