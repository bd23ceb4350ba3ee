"""Sends requests, and sends again what may be."""
import time
from contextlib import contextmanager
from typing import Any, ContextManager, Iterator, Mapping, Optional, Type, TypeVar, Union

import httpx

from .caller import Outgoing, failure_of, outgoing, read_answer
from .error import WeirError, error_of
from .events import MAX_EMPTY, REOPEN, Event, EventReader
from .models import GetJobReply
from .model import Model
from .retry import Retries

M = TypeVar("M", bound=Model)
Download = ContextManager[httpx.Response]
"""A file: `read()` gives all of it, `iter_bytes()` a piece at a time."""


class Caller:
    def __init__(self, client: httpx.Client, base: str, retries: Retries) -> None:
        self._client = client
        self._base = base
        self._retries = retries

    def call(
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
        return read_answer(reply, self._send(asked, is_whole=True))

    @contextmanager
    def download(
        self,
        method: str,
        path: str,
        *,
        path_values: Optional[Mapping[str, str]] = None,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
    ) -> Iterator[httpx.Response]:
        asked = outgoing(method, path, values=path_values, query=query, body=body, idempotency_key=idempotency_key)
        response = self._send(asked)
        try:
            yield response
        finally:
            response.close()

    def stream(self, path: str, *, path_values: Mapping[str, str], last_event_id: str) -> Iterator[Event]:
        """The events to the last one; a connection that breaks is made anew behind the last event that came."""
        last = last_event_id
        empty = 0
        while empty < MAX_EMPTY:
            if empty > 0:
                time.sleep(REOPEN * 2 ** (empty - 1))
            empty += 1
            headers = {"accept": "text/event-stream", **({"last-event-id": last} if last else {})}
            response = self._send(outgoing("GET", path, values=path_values, headers=headers))
            reader = EventReader()
            # Whether there may be more: only a stream that ends by itself and told nothing is the last.
            has_more = False
            try:
                for text in response.iter_text():
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
                response.close()
            if not has_more and self.job(path_values["jobId"]).data.completedAt is not None:
                return
        raise WeirError(f"{path} ended {MAX_EMPTY} times before it sent anything")

    def job(self, job_id: str) -> GetJobReply:
        return self.call("GET", "/v1/jobs/{jobId}", GetJobReply, path_values={"jobId": job_id})

    def _send(self, asked: Outgoing, is_whole: bool = False) -> httpx.Response:
        """An answer that is no failure, whose body is read if it is wanted whole."""
        attempt = 1
        while True:
            answer = self._try(asked, is_whole)
            if isinstance(answer, httpx.Response):
                return answer
            pause = self._retries.pause_before(attempt, answer, asked.is_repeatable)
            if pause is None:
                raise answer
            time.sleep(pause)
            attempt += 1

    def _try(self, asked: Outgoing, is_whole: bool) -> Union[httpx.Response, WeirError]:
        try:
            response = self._client.send(asked.request(self._client, self._base), stream=True)
            if is_whole or not response.is_success:
                response.read()
            return response if response.is_success else error_of(response)
        except httpx.TransportError as cause:
            error = failure_of(self._base, cause)
            error.__cause__ = cause
            return error
