"""Sends requests, and sends again what may be."""
import asyncio
from contextlib import asynccontextmanager
from typing import Any, AsyncContextManager, AsyncIterator, Mapping, Optional, Type, TypeVar, Union

import httpx

from .caller import Outgoing, failure_of, outgoing, read_answer
from .error import WeirError, error_of
from .events import MAX_EMPTY, REOPEN, Event, EventReader
from .models import GetJobReply
from .model import Model
from .retry import Retries

M = TypeVar("M", bound=Model)
Download = AsyncContextManager[httpx.Response]
"""A file: `aread()` gives all of it, `aiter_bytes()` a piece at a time."""


class AsyncCaller:
    def __init__(self, client: httpx.AsyncClient, base: str, retries: Retries) -> None:
        self._client = client
        self._base = base
        self._retries = retries

    async def call(
        self,
        method: str,
        path: str,
        reply: Type[M],
        *,
        path_values: Optional[Mapping[str, str]] = None,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
    ) -> M:
        asked = outgoing(method, path, values=path_values, query=query, body=body, idempotency_key=idempotency_key)
        return read_answer(reply, await self._send(asked, is_whole=True))

    @asynccontextmanager
    async def download(
        self,
        method: str,
        path: str,
        *,
        path_values: Optional[Mapping[str, str]] = None,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
    ) -> AsyncIterator[httpx.Response]:
        asked = outgoing(method, path, values=path_values, query=query, body=body, idempotency_key=idempotency_key)
        response = await self._send(asked)
        try:
            yield response
        finally:
            await response.aclose()

    async def stream(self, path: str, *, path_values: Mapping[str, str], last_event_id: str) -> AsyncIterator[Event]:
        """The events to the last one; a connection that breaks is made anew behind the last event that came."""
        last = last_event_id
        empty = 0
        while empty < MAX_EMPTY:
            if empty > 0:
                await asyncio.sleep(REOPEN * 2 ** (empty - 1))
            empty += 1
            headers = {"accept": "text/event-stream", **({"last-event-id": last} if last else {})}
            response = await self._send(outgoing("GET", path, values=path_values, headers=headers))
            reader = EventReader()
            # Whether there may be more: only a stream that ends by itself and told nothing is the last.
            has_more = False
            try:
                async for text in response.aiter_text():
                    for event in reader.read(text):
                        last = event.id or last
                        empty = 0
                        has_more = True
                        yield event
                        if event.is_last:
                            return
            except httpx.TransportError:
                has_more = True  # It broke off.
            finally:
                await response.aclose()
            if not has_more and (await self.job(path_values["jobId"])).data.completedAt is not None:
                return
        raise WeirError(f"{path} ended {MAX_EMPTY} times before it sent anything")

    async def job(self, job_id: str) -> GetJobReply:
        return await self.call("GET", "/v1/jobs/{jobId}", GetJobReply, path_values={"jobId": job_id})

    async def _send(self, asked: Outgoing, is_whole: bool = False) -> httpx.Response:
        """An answer that is no failure, whose body is read if it is wanted whole."""
        attempt = 1
        while True:
            answer = await self._try(asked, is_whole)
            if isinstance(answer, httpx.Response):
                return answer
            pause = self._retries.pause_before(attempt, answer, asked.is_repeatable)
            if pause is None:
                raise answer
            await asyncio.sleep(pause)
            attempt += 1

    async def _try(self, asked: Outgoing, is_whole: bool) -> Union[httpx.Response, WeirError]:
        try:
            response = await self._client.send(asked.request(self._client, self._base), stream=True)
            if is_whole or not response.is_success:
                await response.aread()
            return response if response.is_success else error_of(response)
        except httpx.TransportError as cause:
            error = failure_of(self._base, cause)
            error.__cause__ = cause
            return error
