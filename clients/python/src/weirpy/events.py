"""The events of streams. Source: the HTML standard, section 9.2.6."""
import json
import re
from dataclasses import dataclass
from typing import Any, Iterator, List

ENDS = ("completed", "failed", "cancelled")

MAX_EMPTY = 5
"""Times in a row that a stream may end before it told anything."""

REOPEN = 0.5
"""Seconds until a stream that ended is opened again; doubled each time."""


@dataclass(frozen=True)
class Event:
    """One event of a stream."""

    id: str
    """What `last_event_id` goes on behind."""
    event: str
    """`message` where the stream gives its events no names."""
    data: Any

    @property
    def is_last(self) -> bool:
        if self.event == "message" and isinstance(self.data, dict):
            return self.data.get("status") in ENDS
        return self.event in ENDS


LINE_END = re.compile(r"\r\n|\n|\r(?!\Z)")
"""A line feed may still follow a carriage return at the end; other separators of Unicode end no line here."""


class EventReader:
    """Makes events of a text that comes in pieces."""

    def __init__(self) -> None:
        self._rest = ""
        self._id = ""
        self._event = ""
        self._data: List[str] = []

    def read(self, text: str) -> Iterator[Event]:
        """The events that end with this piece."""
        *lines, self._rest = LINE_END.split(self._rest + text)
        for line in lines:
            if line != "":
                self._field(line)
                continue
            data, name = self._data, self._event
            self._data, self._event = [], ""
            if data:
                yield Event(self._id, name or "message", _parse("\n".join(data)))

    def _field(self, line: str) -> None:
        name, _, text = line.partition(":")
        if text.startswith(" "):
            text = text[1:]
        if name == "data":
            self._data.append(text)
        elif name == "event":
            self._event = text
        elif name == "id":
            self._id = text


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text
