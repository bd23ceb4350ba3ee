"""A Weir, by its HTTP API, for asyncio."""
from types import TracebackType
from typing import Any, AsyncIterator, Awaitable, Callable, Optional, Type, TypeVar, overload

import httpx

from .caller import TIMEOUT, base_of, headers_of
from .async_methods import AsyncMethods
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
from .async_caller import AsyncCaller


class AsyncWeir(AsyncMethods):
    """Methods take what the API's document says, by its names, and give its answers: `data` is the payload, `warnings`
    says what fell short. All throw WeirError. What may be sent again is, where the way to the service fails or the
    service asks for it.

        async with AsyncWeir("http://127.0.0.1:3000", key) as weir:
            print((await weir.scrape("https://example.com", onlyMainContent=True)).data.markdown)
    """

    def __init__(
        self,
        url: str,
        key: Optional[str] = None,
        *,
        retries: int = 3,
        retry_delay: float = 0.5,
        timeout: Any = TIMEOUT,
        transport: Optional[httpx.AsyncBaseTransport] = None,
    ) -> None:
        """`url` may have a path; `key` is an API key, or the token of a login; times are seconds."""
        self._client = httpx.AsyncClient(headers=headers_of(key), timeout=timeout, transport=transport)
        self._sender = AsyncCaller(self._client, base_of(url), Retries(retries, retry_delay))
        super().__init__(self._sender)

    async def __aenter__(self) -> "AsyncWeir":
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self._client.aclose()

    async def wait(self, job: JobReference) -> Job:
        """The record of a job once it has ended, as `completed`, `failed` or `cancelled`."""
        async for _ in self.jobs.stream(job):
            pass  # The last event is the end.
        return (await self._sender.job(id_of(job))).data

    @overload
    def results(self, job: StartCrawlAccepted) -> AsyncIterator[CrawlResult]: ...
    @overload
    def results(self, job: ScrapePageAccepted) -> AsyncIterator[PageResult]: ...
    @overload
    def results(self, job: StartBatchAccepted) -> AsyncIterator[BatchResult]: ...
    @overload
    def results(self, job: StartEnrichmentReply) -> AsyncIterator[EnrichedRow]: ...
    @overload
    def results(self, job: JobReference) -> AsyncIterator[Any]: ...
    async def results(self, job: JobReference) -> AsyncIterator[Any]:
        """Waits for a job, and gives all its results, got a page of them at a time."""
        await self.wait(job)
        async for page in async_pages(lambda cursor: self.jobs.results(job, limit=AT_ONCE, cursor=cursor)):
            for value in page.data.results:
                yield result_of(job, value)


P = TypeVar("P")


async def async_pages(read: Callable[[Any], Awaitable[P]]) -> AsyncIterator[P]:
    """All pages of a list, one after the other: `async_pages(lambda cursor: weir.monitors.list(cursor=cursor))`."""
    cursor: Optional[str] = None
    while True:
        page: Any = await read(cursor)
        yield page
        cursor = page.data.nextCursor
        if cursor is None:
            return
