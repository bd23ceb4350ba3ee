"""What jobs give, by the answers that said that they have begun."""
from typing import Any, List, Literal, Optional, Type, Union

from pydantic import Field, ValidationError

from .error import WeirError
from .models import (
    BatchFailure,
    BatchSuccess,
    ChangeTracking,
    CrawledPage,
    EnrichedRow,
    FailedEntryMetadata,
    JobError,
    ResultFile,
    ScrapedEntry,
    ScrapedEntryAttributes,
    ScrapedEntryImages,
    ScrapePageAccepted,
    StartBatchAccepted,
    StartCrawlAccepted,
    StartEnrichmentReply,
)
from .job import JobReference
from .model import Model, parse


class CrawlResult(CrawledPage):
    """A page of a crawl with what was made of it, which the document leaves open."""

    content: Optional[str] = None
    markdown: Optional[str] = None
    html: Optional[str] = None
    rawHtml: Optional[str] = None
    text: Optional[str] = None
    json_: Any = Field(None, alias="json")
    structured: Any = None
    links: Optional[List[str]] = None
    images: Optional[List[ScrapedEntryImages]] = None
    attributes: Optional[List[ScrapedEntryAttributes]] = None
    summary: Optional[str] = None
    changeTracking: Optional[ChangeTracking] = None
    extracted: Any = None
    screenshot: Any = None
    pdf: Any = None
    files: Optional[List[ResultFile]] = None
    warnings: Optional[List[Any]] = None


class FailedPage(Model):
    """A page that failed; the document has its form in direct answers, where the error is only a message."""

    url: str
    status: Literal["failed"]
    error: JobError
    scrapedAt: str
    metadata: FailedEntryMetadata


PageResult = Union[ScrapedEntry, FailedPage]
BatchResult = Union[BatchSuccess, BatchFailure]

AT_ONCE = 100
"""Results on a page of them."""


def result_of(job: JobReference, value: Any) -> Any:
    """One result as a model; of a job that only its id names, as it came."""
    model = _model(job, value)
    if model is None:
        return value
    try:
        return parse(model, value)
    except ValidationError as cause:
        raise WeirError(f"A result is not what this client knows: {cause}", code="unexpected_answer") from cause


def _model(job: JobReference, value: Any) -> Optional[Type[Model]]:
    has_failed = isinstance(value, dict) and value.get("status") == "failed"
    if isinstance(job, StartCrawlAccepted):
        return CrawlResult
    if isinstance(job, ScrapePageAccepted):
        return FailedPage if has_failed else ScrapedEntry
    if isinstance(job, StartBatchAccepted):
        return BatchFailure if has_failed else BatchSuccess
    return EnrichedRow if isinstance(job, StartEnrichmentReply) else None
