"""A Weir, by its HTTP API."""
from types import TracebackType
from typing import Any, Callable, Iterator, Optional, Type, TypeVar, overload

import httpx

from .caller import TIMEOUT, base_of, headers_of
from .methods import Methods
from .models import (
    EnrichedRow,
    Job,
    ScrapePageAccepted,
    StartBatchAccepted,
    StartCrawlAccepted,
    StartEnrichmentReply,
)
from .job import JobReference, id_of
from .results import AT_ONCE, BatchResult, CrawlResult, PageResult, result_of
from .retry import Retries
from .sync_caller import Caller


class Weir(Methods):
    """Methods take what the API's document says, by its names, and give its answers: `data` is the payload, `warnings`
    says what fell short. All throw WeirError. What may be sent again is, where the way to the service fails or the
    service asks for it.

        with Weir("http://127.0.0.1:3000", key) as weir:
            print(weir.scrape("https://example.com", onlyMainContent=True).data.markdown)
    """

    def __init__(
        self,
        url: str,
        key: Optional[str] = None,
        *,
        retries: int = 3,
        retry_delay: float = 0.5,
        timeout: Any = TIMEOUT,
        transport: Optional[httpx.BaseTransport] = None,
    ) -> None:
        """`url` may have a path; `key` is an API key, or the token of a login; times are seconds."""
        self._client = httpx.Client(headers=headers_of(key), timeout=timeout, transport=transport)
        self._sender = Caller(self._client, base_of(url), Retries(retries, retry_delay))
        super().__init__(self._sender)

    def __enter__(self) -> "Weir":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def close(self) -> None:
        self._client.close()

    def wait(self, job: JobReference) -> Job:
        """The record of a job once it has ended, as `completed`, `failed` or `cancelled`."""
        for _ in self.jobs.stream(job):
            pass  # The last event is the end.
        return self._sender.job(id_of(job)).data

    @overload
    def results(self, job: StartCrawlAccepted) -> Iterator[CrawlResult]: ...
    @overload
    def results(self, job: ScrapePageAccepted) -> Iterator[PageResult]: ...
    @overload
    def results(self, job: StartBatchAccepted) -> Iterator[BatchResult]: ...
    @overload
    def results(self, job: StartEnrichmentReply) -> Iterator[EnrichedRow]: ...
    @overload
    def results(self, job: JobReference) -> Iterator[Any]: ...
    def results(self, job: JobReference) -> Iterator[Any]:
        """Waits for a job, and gives all its results, got a page of them at a time."""
        self.wait(job)
        for page in pages(lambda cursor: self.jobs.results(job, limit=AT_ONCE, cursor=cursor)):
            for value in page.data.results:
                yield result_of(job, value)


P = TypeVar("P")


def pages(read: Callable[[Any], P]) -> Iterator[P]:
    """All pages of a list, one after the other: `pages(lambda cursor: weir.monitors.list(cursor=cursor))`."""
    cursor: Optional[str] = None
    while True:
        page: Any = read(cursor)
        yield page
        cursor = page.data.nextCursor
        if cursor is None:
            return
