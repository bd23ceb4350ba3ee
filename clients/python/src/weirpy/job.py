"""What names a job."""
from typing import Any, Union

from .model import Model

JobReference = Union[str, Model]
"""The id of a job, or the answer that said that it has begun."""


def id_of(job: JobReference) -> str:
    if isinstance(job, str):
        return job
    found: Any = getattr(job, "jobId", None) or getattr(getattr(job, "data", None), "jobId", None)
    if not isinstance(found, str):
        raise TypeError(f"{type(job).__name__} names no job: give the id, or the answer that said that it has begun")
    return found
