# Written by `bun run generate` from the API's document; not to be edited.
"""The operations of the API, named as in the other clients."""
from typing import Any, Iterator, Literal, Mapping, Optional, Sequence, Union

from .caller import OMIT, new_key
from .sync_caller import Caller, Download
from .events import Event
from .job import JobReference, id_of
from .inputs import (
    ActionInput,
    ArchiveDateRangeInput,
    AttributeQueryInput,
    AuthenticationInput,
    CompareSnapshotsAfterInput,
    CompareSnapshotsBeforeInput,
    CreateApiKeyRateLimitInput,
    EnrichmentRecordInput,
    ExtractDomainOptionsInput,
    ExtractPageOptionsInput,
    ExtractionAgentInput,
    ImportedMonitorInput,
    MapSiteAgentInput,
    MapSiteChangeTrackingInput,
    MapSiteExtractInput,
    MapSiteLocationInput,
    MapSiteViewportInput,
    MonitorOptionsInput,
    PreferencesInput,
    ScrapePageAgentInput,
    ScrapePageChangeTrackingInput,
    ScrapePageExtractInput,
    ScrapePageLocationInput,
    ScrapePageViewportInput,
    SearchWebScrapeOptionsInput,
    StartBatchAgentInput,
    StartBatchChangeTrackingInput,
    StartBatchExtractInput,
    StartBatchLocationInput,
    StartBatchViewportInput,
    StartCrawlAgentInput,
    StartCrawlChangeTrackingInput,
    StartCrawlExtractInput,
    StartCrawlLocationInput,
    StartCrawlViewportInput,
    StartEnrichmentFieldsInput,
    StartEnrichmentOptionsInput,
    StartExtractBatchOptionsInput,
    UpdateUserRateLimitInput,
    WebhookInput,
)
from .models import (
    AddUserReply,
    ApproveBillingRequestReply,
    BuildTimelineReply,
    CancelEnrichmentReply,
    CancelJobReply,
    CancelSubscriptionReply,
    ChangePasswordReply,
    CheckArchiveReply,
    CompareSnapshotsReply,
    CreateApiKeyReply,
    CreateMonitorReply,
    DeleteCapturesReply,
    DeleteMonitorReply,
    ExportMonitorsReply,
    ExtractDomainReply,
    ExtractPageReply,
    Extraction,
    GenerateSchemaReply,
    GetAdminStatsReply,
    GetCapabilitiesReply,
    GetDeliveryReply,
    GetEnrichmentReply,
    GetExtractBatchResultsReply,
    GetExtractionReply,
    GetJobReply,
    GetJobStatusReply,
    GetMonitorReply,
    GetProfileReply,
    GetQueueStatusReply,
    GetResultsReply,
    GetSnapshotReply,
    GetSubscriptionReply,
    GetUsageOverviewReply,
    GetUsageReply,
    GetUserReply,
    GetWebhookSecretReply,
    ImportMonitorsReply,
    ListApiKeysReply,
    ListAuditLogReply,
    ListBillingRequestsReply,
    ListDeliveriesReply,
    ListJobResultsReply,
    ListJobsReply,
    ListMonitorRunsReply,
    ListMonitorsReply,
    ListMostUsingAccountsReply,
    ListPlansReply,
    ListQueueJobsReply,
    ListStripeEventsReply,
    ListUsageTrendsReply,
    ListUsersReply,
    LoginReply,
    LoginWithOidcReply,
    LogoutReply,
    MapSiteReply,
    OpenBillingPortalReply,
    ResetUserPasswordReply,
    ResumeSubscriptionReply,
    RetryDeliveryReply,
    RevokeApiKeyReply,
    RotateMonitorFeedReply,
    RotateWebhookSecretReply,
    RunMonitorReply,
    ScrapePageAccepted,
    SearchArchiveReply,
    SearchWebReply,
    SinglePageReply,
    StartBatchAccepted,
    StartCheckoutReply,
    StartCrawlAccepted,
    StartEnrichmentReply,
    StartExtractBatchReply,
    TestWebhookReply,
    TurnDownBillingRequestReply,
    UpdateMonitorReply,
    UpdateProfileReply,
    UpdateUserReply,
    ValidateKeyReply,
)


class ExtractionMethods:
    """Extraction from many pages, and its schemas."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def batch(
        self,
        urls: Sequence[str],
        schema: Mapping[str, Any],
        *,
        agent: ExtractionAgentInput = OMIT,
        prompt: str = OMIT,
        webhook: Union[str, WebhookInput] = OMIT,
        options: StartExtractBatchOptionsInput = OMIT,
        idempotency_key: Optional[str] = None,
    ) -> StartExtractBatchReply:
        """Starts a job that extracts from many pages.

        urls: URLs of the pages
        schema: JSON Schema of the data to extract: at most 64 KiB, 8 levels and 200 properties, without
            references to other documents
        prompt: Further instructions in words
        """
        return self._caller.call(
            "POST",
            "/v1/extract/batch",
            StartExtractBatchReply,
            body={"urls": urls, "schema": schema, "agent": agent, "prompt": prompt, "webhook": webhook, "options": options},
            idempotency_key=idempotency_key or new_key(),
        )

    def batch_results(
        self,
        job: JobReference,
    ) -> GetExtractBatchResultsReply:
        """Get the results of a batch.

        job: Id of the job
        """
        return self._caller.call(
            "GET",
            "/v1/extract/batch/{jobId}/results",
            GetExtractBatchResultsReply,
            path_values={"jobId": id_of(job)},
        )

    def batch_stream(
        self,
        job: JobReference,
        *,
        last_event_id: str = "",
    ) -> Iterator[Event]:
        """The events of a batch, up to `completed`.

        job: Id of the job
        """
        return self._caller.stream(
            "/v1/extract/batch/{jobId}/stream",
            path_values={"jobId": id_of(job)},
            last_event_id=last_event_id,
        )

    def domain(
        self,
        domain: str,
        schema: Mapping[str, Any],
        *,
        agent: ExtractionAgentInput = OMIT,
        prompt: str = OMIT,
        webhook: Union[str, WebhookInput] = OMIT,
        options: ExtractDomainOptionsInput = OMIT,
        idempotency_key: Optional[str] = None,
    ) -> ExtractDomainReply:
        """Starts a job that extracts from the most promising pages of a site.

        domain: A host, with its port if it is not the default, or a URL on it; a trailing `/*` has no effect
        schema: JSON Schema of the data to extract: at most 64 KiB, 8 levels and 200 properties, without
            references to other documents
        prompt: Further instructions in words
        """
        return self._caller.call(
            "POST",
            "/v1/extract/domain",
            ExtractDomainReply,
            body={"domain": domain, "schema": schema, "agent": agent, "prompt": prompt, "webhook": webhook, "options": options},
            idempotency_key=idempotency_key or new_key(),
        )

    def get(
        self,
        job: JobReference,
    ) -> GetExtractionReply:
        """The state and the results of an extraction of any kind.

        job: Id of the job
        """
        return self._caller.call(
            "GET",
            "/v1/extract/{jobId}",
            GetExtractionReply,
            path_values={"jobId": id_of(job)},
        )

    def generate_schema(
        self,
        *,
        url: str = OMIT,
        description: str = OMIT,
        prompt: str = OMIT,
        agent: ExtractionAgentInput = OMIT,
        idempotency_key: Optional[str] = None,
    ) -> GenerateSchemaReply:
        """Generate a schema.

        url: URL of a page to design the schema for and test it on
        description: The data to extract, in words
        prompt: Further instructions in words
        """
        return self._caller.call(
            "POST",
            "/v1/extract/generate-schema",
            GenerateSchemaReply,
            body={"url": url, "description": description, "prompt": prompt, "agent": agent},
            idempotency_key=idempotency_key or new_key(),
        )


class EnrichmentMethods:
    """Enrichment of lists of e-mail addresses."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def start(
        self,
        data: Sequence[EnrichmentRecordInput],
        fields: Sequence[StartEnrichmentFieldsInput],
        *,
        options: StartEnrichmentOptionsInput = OMIT,
        webhook: Union[str, WebhookInput] = OMIT,
        idempotency_key: Optional[str] = None,
    ) -> StartEnrichmentReply:
        """Starts a job that enriches each row.

        data: Rows, up to the limit of the plan: 100, 500, 5000 or 50000. Duplicate e-mail addresses are
            separate rows
        fields: Questions to answer for each row. Up to two cost 1 credit per row, up to five cost 2, more
            cost 3
        """
        return self._caller.call(
            "POST",
            "/v1/ai-enrichment",
            StartEnrichmentReply,
            body={"data": data, "fields": fields, "options": options, "webhook": webhook},
            idempotency_key=idempotency_key or new_key(),
        )

    def get(
        self,
        job: JobReference,
    ) -> GetEnrichmentReply:
        """Get the progress of an enrichment.

        job: Id of the job
        """
        return self._caller.call(
            "GET",
            "/v1/ai-enrichment/{jobId}",
            GetEnrichmentReply,
            path_values={"jobId": id_of(job)},
        )

    def download(
        self,
        job: JobReference,
        *,
        format: Optional[Literal["json", "csv", "ndjson"]] = OMIT,
    ) -> Download:
        """The rows as a file: JSON, NDJSON or CSV.

        job: Id of the job
        format: `json`: an array of rows; `ndjson`: one row per line; `csv`: RFC 4180, with cells escaped that
            a spreadsheet would run as formulas
        """
        return self._caller.download(
            "GET",
            "/v1/ai-enrichment/{jobId}/results",
            path_values={"jobId": id_of(job)},
            query={"format": format},
        )

    def stream(
        self,
        job: JobReference,
        *,
        last_event_id: str = "",
    ) -> Iterator[Event]:
        """Stream the events of an enrichment.

        job: Id of the job
        """
        return self._caller.stream(
            "/v1/ai-enrichment/{jobId}/stream",
            path_values={"jobId": id_of(job)},
            last_event_id=last_event_id,
        )

    def cancel(
        self,
        job: JobReference,
        *,
        idempotency_key: Optional[str] = None,
    ) -> CancelEnrichmentReply:
        """Cancel an enrichment.

        job: Id of the job
        """
        return self._caller.call(
            "POST",
            "/v1/ai-enrichment/{jobId}/cancel",
            CancelEnrichmentReply,
            path_values={"jobId": id_of(job)},
            idempotency_key=idempotency_key or new_key(),
        )


class ArchiveMethods:
    """Earlier versions of pages."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def search(
        self,
        url: str,
        *,
        timestamp: str = OMIT,
        dateRange: ArchiveDateRangeInput = OMIT,
        limit: int = OMIT,
        provider: Literal["primary_archive", "secondary_archive", "memento", "local"] = OMIT,
        includeMetadata: bool = OMIT,
        fallbackToClosest: bool = OMIT,
        idempotency_key: Optional[str] = None,
    ) -> SearchArchiveReply:
        """List snapshots of a page.

        url: The URL to look up in the archive
        timestamp: Returns the snapshots nearest to this day, nearest first (`YYYYMMDD`, UTC)
        limit: Maximum number of snapshots. Without `timestamp`, the oldest are returned, in chronological
            order
        provider: The archive to use. `primary_archive`: the Wayback Machine. `secondary_archive`: another CDX
            server, Arquivo.pt unless the operator set another one. `memento`: many archives at once, through
            the Memento protocol. `local`: the pages that your account has scraped, if the operator stores
            them
        includeMetadata: Reads the first ten snapshots of the response and adds `title`, `language` and
            `headers`, if the archive has them
        fallbackToClosest: With `timestamp`: whether snapshots of other days may be returned. If false, only
            those of that day
        """
        return self._caller.call(
            "POST",
            "/v1/archive/search",
            SearchArchiveReply,
            body={"url": url, "timestamp": timestamp, "dateRange": dateRange, "limit": limit, "provider": provider, "includeMetadata": includeMetadata, "fallbackToClosest": fallbackToClosest},
            idempotency_key=idempotency_key or new_key(),
        )

    def snapshot(
        self,
        url: str,
        timestamp: str,
        *,
        provider: Literal["primary_archive", "secondary_archive", "memento", "local"] = OMIT,
        idempotency_key: Optional[str] = None,
    ) -> GetSnapshotReply:
        """Get a snapshot of a page.

        url: The URL to look up in the archive
        timestamp: Returns the snapshot of this moment, or the nearest one (`YYYYMMDDHHMMSS`, UTC)
        provider: The archive to use. `primary_archive`: the Wayback Machine. `secondary_archive`: another CDX
            server, Arquivo.pt unless the operator set another one. `memento`: many archives at once, through
            the Memento protocol. `local`: the pages that your account has scraped, if the operator stores
            them
        """
        return self._caller.call(
            "POST",
            "/v1/archive/snapshot",
            GetSnapshotReply,
            body={"url": url, "timestamp": timestamp, "provider": provider},
            idempotency_key=idempotency_key or new_key(),
        )

    def availability(
        self,
        url: str,
        *,
        timestamp: str = OMIT,
        provider: Literal["primary_archive", "secondary_archive", "memento", "local"] = OMIT,
        idempotency_key: Optional[str] = None,
    ) -> CheckArchiveReply:
        """Check whether a page has a snapshot.

        url: The URL to look up in the archive
        timestamp: `closestDate` is the nearest to this day; default: the latest (`YYYYMMDD`, UTC)
        provider: The archive to use. `primary_archive`: the Wayback Machine. `secondary_archive`: another CDX
            server, Arquivo.pt unless the operator set another one. `memento`: many archives at once, through
            the Memento protocol. `local`: the pages that your account has scraped, if the operator stores
            them
        """
        return self._caller.call(
            "POST",
            "/v1/archive/availability",
            CheckArchiveReply,
            body={"url": url, "timestamp": timestamp, "provider": provider},
            idempotency_key=idempotency_key or new_key(),
        )

    def timeline(
        self,
        url: str,
        dateRange: ArchiveDateRangeInput,
        *,
        granularity: Literal["day", "week", "month", "year"] = OMIT,
        provider: Literal["primary_archive", "secondary_archive", "memento", "local"] = OMIT,
        idempotency_key: Optional[str] = None,
    ) -> BuildTimelineReply:
        """Get a timeline of snapshots.

        url: The URL to look up in the archive
        granularity: Length of a period
        provider: The archive to use. `primary_archive`: the Wayback Machine. `secondary_archive`: another CDX
            server, Arquivo.pt unless the operator set another one. `memento`: many archives at once, through
            the Memento protocol. `local`: the pages that your account has scraped, if the operator stores
            them
        """
        return self._caller.call(
            "POST",
            "/v1/archive/timeline",
            BuildTimelineReply,
            body={"url": url, "dateRange": dateRange, "granularity": granularity, "provider": provider},
            idempotency_key=idempotency_key or new_key(),
        )

    def compare(
        self,
        url: str,
        before: CompareSnapshotsBeforeInput,
        *,
        after: CompareSnapshotsAfterInput = OMIT,
        onlyMainContent: bool = OMIT,
        idempotency_key: Optional[str] = None,
    ) -> CompareSnapshotsReply:
        """The changes of a page between two moments.

        url: URL of the page
        before: The earlier version
        after: The later version. Default: the current page
        onlyMainContent: Compares only the main content
        """
        return self._caller.call(
            "POST",
            "/v1/archive/compare",
            CompareSnapshotsReply,
            body={"url": url, "before": before, "after": after, "onlyMainContent": onlyMainContent},
            idempotency_key=idempotency_key or new_key(),
        )

    def warc(
        self,
        *,
        url: Optional[str] = OMIT,
        prefix: Optional[str] = OMIT,
        from_: Optional[str] = OMIT,
        to: Optional[str] = OMIT,
    ) -> Download:
        """The account's own captures as a WARC file.

        url: A URL. Without it and `prefix`: all captures
        prefix: Start of the URLs, such as `https://example.com/blog/`
        from_: The first moment, `YYYYMMDD` or `YYYYMMDDHHMMSS`, in UTC
        to: The last moment, `YYYYMMDD` or `YYYYMMDDHHMMSS`, in UTC
        """
        return self._caller.download(
            "GET",
            "/v1/archive/local/warc",
            query={"url": url, "prefix": prefix, "from": from_, "to": to},
        )

    def wacz(
        self,
        *,
        url: Optional[str] = OMIT,
        prefix: Optional[str] = OMIT,
        from_: Optional[str] = OMIT,
        to: Optional[str] = OMIT,
    ) -> Download:
        """The same as a WACZ file, for replayweb.page and other tools.

        url: A URL. Without it and `prefix`: all captures
        prefix: Start of the URLs, such as `https://example.com/blog/`
        from_: The first moment, `YYYYMMDD` or `YYYYMMDDHHMMSS`, in UTC
        to: The last moment, `YYYYMMDD` or `YYYYMMDDHHMMSS`, in UTC
        """
        return self._caller.download(
            "GET",
            "/v1/archive/local/wacz",
            query={"url": url, "prefix": prefix, "from": from_, "to": to},
        )

    def delete(
        self,
        *,
        url: Optional[str] = OMIT,
        prefix: Optional[str] = OMIT,
        from_: Optional[str] = OMIT,
        to: Optional[str] = OMIT,
    ) -> DeleteCapturesReply:
        """Deletes the account's own captures.

        url: A URL. Without it and `prefix`: all captures
        prefix: Start of the URLs, such as `https://example.com/blog/`
        from_: The first moment, `YYYYMMDD` or `YYYYMMDDHHMMSS`, in UTC
        to: The last moment, `YYYYMMDD` or `YYYYMMDDHHMMSS`, in UTC
        """
        return self._caller.call(
            "DELETE",
            "/v1/archive/local",
            DeleteCapturesReply,
            query={"url": url, "prefix": prefix, "from": from_, "to": to},
        )


class JobsMethods:
    """Jobs of every kind."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        limit: Optional[int] = OMIT,
        cursor: Optional[str] = OMIT,
        status: Optional[Literal["queued", "running", "processing", "completed", "failed", "cancelled"]] = OMIT,
        type: Optional[str] = OMIT,
    ) -> ListJobsReply:
        """List your jobs.

        limit: Maximum number of entries to return
        cursor: The `nextCursor` of the previous page
        status: Running enrichment jobs have the status `processing`
        type: `scrape`, `batch`, `crawl`, `extract`, `extract_domain`, `enrichment`, `monitor`, or a job type
            of another plugin
        """
        return self._caller.call(
            "GET",
            "/v1/jobs",
            ListJobsReply,
            query={"limit": limit, "cursor": cursor, "status": status, "type": type},
        )

    def get(
        self,
        job: JobReference,
    ) -> GetJobReply:
        """Get a job.

        job: Id of the job
        """
        return self._caller.call(
            "GET",
            "/v1/jobs/{jobId}",
            GetJobReply,
            path_values={"jobId": id_of(job)},
        )

    def status(
        self,
        job: JobReference,
    ) -> GetJobStatusReply:
        """Get a job's progress.

        job: Id of the job
        """
        return self._caller.call(
            "GET",
            "/v1/jobs/{jobId}/status",
            GetJobStatusReply,
            path_values={"jobId": id_of(job)},
        )

    def cancel(
        self,
        job: JobReference,
    ) -> CancelJobReply:
        """Cancel a job.

        job: Id of the job
        """
        return self._caller.call(
            "DELETE",
            "/v1/jobs/{jobId}",
            CancelJobReply,
            path_values={"jobId": id_of(job)},
        )

    def results(
        self,
        job: JobReference,
        *,
        limit: Optional[int] = OMIT,
        cursor: Optional[str] = OMIT,
    ) -> ListJobResultsReply:
        """One page of the results so far; the client's `results` yields all of them.

        job: Id of the job
        limit: Maximum number of entries to return
        cursor: The `nextCursor` of the previous page
        """
        return self._caller.call(
            "GET",
            "/v1/jobs/{jobId}/results",
            ListJobResultsReply,
            path_values={"jobId": id_of(job)},
            query={"limit": limit, "cursor": cursor},
        )

    def stream(
        self,
        job: JobReference,
        *,
        last_event_id: str = "",
    ) -> Iterator[Event]:
        """The events of a job until its end, without a gap if the connection breaks. More than 500 past
        events are summed up in one `progress`, and a job that has ended only sends its last event.

        job: Id of the job
        """
        return self._caller.stream(
            "/v1/jobs/{jobId}/stream",
            path_values={"jobId": id_of(job)},
            last_event_id=last_event_id,
        )

    def queue(
        self,
    ) -> GetQueueStatusReply:
        """The service's queue, as far as it concerns your jobs."""
        return self._caller.call(
            "GET",
            "/v1/queues/status",
            GetQueueStatusReply,
        )

    def queued(
        self,
        *,
        limit: Optional[int] = OMIT,
        cursor: Optional[str] = OMIT,
        status: Optional[Literal["pending", "active", "completed", "failed"]] = OMIT,
    ) -> ListQueueJobsReply:
        """List the jobs in the queue.

        limit: Maximum number of entries to return
        cursor: The `nextCursor` of the previous page
        status: Returns only jobs with this status
        """
        return self._caller.call(
            "GET",
            "/v1/queues/jobs",
            ListQueueJobsReply,
            query={"limit": limit, "cursor": cursor, "status": status},
        )

    def file(
        self,
        fileId: str,
        *,
        expires: Optional[str] = OMIT,
        signature: Optional[str] = OMIT,
    ) -> Download:
        """A screenshot, PDF or other file of a job.

        fileId: Id of the file
        expires: Part of a signed URL: its expiry as a Unix timestamp in seconds
        signature: Part of a signed URL: its signature
        """
        return self._caller.download(
            "GET",
            "/v1/files/{fileId}",
            path_values={"fileId": fileId},
            query={"expires": expires, "signature": signature},
        )


class MonitorsMethods:
    """Pages that are checked by a schedule."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def create(
        self,
        url: str,
        name: str,
        schedule: str,
        *,
        timezone: str = OMIT,
        tags: Sequence[str] = OMIT,
        status: Literal["active", "paused"] = OMIT,
        options: MonitorOptionsInput = OMIT,
        idempotency_key: Optional[str] = None,
    ) -> CreateMonitorReply:
        """Create a monitor.

        url: URL of the page
        schedule: Cron expression: minute, hour, day of the month, month, day of the week. At most once a
            minute
        timezone: IANA time zone. Default: UTC
        status: `paused` stops the schedule
        """
        return self._caller.call(
            "POST",
            "/v1/monitors",
            CreateMonitorReply,
            body={"url": url, "name": name, "schedule": schedule, "timezone": timezone, "tags": tags, "status": status, "options": options},
            idempotency_key=idempotency_key or new_key(),
        )

    def list(
        self,
        *,
        limit: Optional[int] = OMIT,
        cursor: Optional[str] = OMIT,
        tag: Optional[str] = OMIT,
    ) -> ListMonitorsReply:
        """List your monitors.

        limit: Maximum number of entries to return
        cursor: The `nextCursor` of the previous page
        tag: Returns only monitors with this tag
        """
        return self._caller.call(
            "GET",
            "/v1/monitors",
            ListMonitorsReply,
            query={"limit": limit, "cursor": cursor, "tag": tag},
        )

    def get(
        self,
        monitorId: str,
    ) -> GetMonitorReply:
        """Get a monitor.

        monitorId: Id of the monitor
        """
        return self._caller.call(
            "GET",
            "/v1/monitors/{monitorId}",
            GetMonitorReply,
            path_values={"monitorId": monitorId},
        )

    def update(
        self,
        monitorId: str,
        *,
        url: str = OMIT,
        name: str = OMIT,
        schedule: str = OMIT,
        timezone: str = OMIT,
        tags: Sequence[str] = OMIT,
        options: MonitorOptionsInput = OMIT,
        status: Literal["active", "paused"] = OMIT,
    ) -> UpdateMonitorReply:
        """Update a monitor.

        monitorId: Id of the monitor
        url: URL of the page
        schedule: Cron expression: minute, hour, day of the month, month, day of the week. At most once a
            minute
        timezone: IANA time zone. Default: UTC
        status: `paused` stops the schedule
        """
        return self._caller.call(
            "PATCH",
            "/v1/monitors/{monitorId}",
            UpdateMonitorReply,
            path_values={"monitorId": monitorId},
            body={"url": url, "name": name, "schedule": schedule, "timezone": timezone, "tags": tags, "options": options, "status": status},
        )

    def delete(
        self,
        monitorId: str,
    ) -> DeleteMonitorReply:
        """Delete a monitor.

        monitorId: Id of the monitor
        """
        return self._caller.call(
            "DELETE",
            "/v1/monitors/{monitorId}",
            DeleteMonitorReply,
            path_values={"monitorId": monitorId},
        )

    def run(
        self,
        monitorId: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> RunMonitorReply:
        """Checks now.

        monitorId: Id of the monitor
        """
        return self._caller.call(
            "POST",
            "/v1/monitors/{monitorId}/run",
            RunMonitorReply,
            path_values={"monitorId": monitorId},
            idempotency_key=idempotency_key or new_key(),
        )

    def history(
        self,
        monitorId: str,
        *,
        limit: Optional[int] = OMIT,
        cursor: Optional[str] = OMIT,
        status: Optional[Literal["baseline", "unchanged", "changed", "failed"]] = OMIT,
    ) -> ListMonitorRunsReply:
        """List a monitor's runs.

        monitorId: Id of the monitor
        limit: Maximum number of entries to return
        cursor: The `nextCursor` of the previous page
        status: Returns only runs with this status
        """
        return self._caller.call(
            "GET",
            "/v1/monitors/{monitorId}/history",
            ListMonitorRunsReply,
            path_values={"monitorId": monitorId},
            query={"limit": limit, "cursor": cursor, "status": status},
        )

    def export(
        self,
    ) -> ExportMonitorsReply:
        """Export all monitors."""
        return self._caller.call(
            "GET",
            "/v1/monitors/export",
            ExportMonitorsReply,
        )

    def import_(
        self,
        monitors: Sequence[ImportedMonitorInput],
        *,
        idempotency_key: Optional[str] = None,
    ) -> ImportMonitorsReply:
        """Import monitors."""
        return self._caller.call(
            "POST",
            "/v1/monitors/import",
            ImportMonitorsReply,
            body={"monitors": monitors},
            idempotency_key=idempotency_key or new_key(),
        )

    def rotate_feed(
        self,
        monitorId: str,
    ) -> RotateMonitorFeedReply:
        """Gives the monitor's feed a new address.

        monitorId: Id of the monitor
        """
        return self._caller.call(
            "POST",
            "/v1/monitors/{monitorId}/feed",
            RotateMonitorFeedReply,
            path_values={"monitorId": monitorId},
        )


class WebhooksMethods:
    """Events sent to receivers, and the secret that signs them."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def deliveries(
        self,
        *,
        limit: Optional[int] = OMIT,
        cursor: Optional[str] = OMIT,
        status: Optional[Literal["pending", "delivered", "failed"]] = OMIT,
        event: Optional[str] = OMIT,
        job: Optional[str] = OMIT,
    ) -> ListDeliveriesReply:
        """List webhook deliveries.

        limit: Maximum number of entries to return
        cursor: The `nextCursor` of the previous page
        status: Returns only deliveries with this status
        event: Returns only deliveries of this event
        job: Id of a job
        """
        return self._caller.call(
            "GET",
            "/v1/webhooks/deliveries",
            ListDeliveriesReply,
            query={"limit": limit, "cursor": cursor, "status": status, "event": event, "job": job},
        )

    def delivery(
        self,
        deliveryId: str,
    ) -> GetDeliveryReply:
        """Get a webhook delivery.

        deliveryId: Id of the event: the `id` in its body, and `X-Webhook-Id`
        """
        return self._caller.call(
            "GET",
            "/v1/webhooks/deliveries/{deliveryId}",
            GetDeliveryReply,
            path_values={"deliveryId": deliveryId},
        )

    def replay(
        self,
        deliveryId: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> RetryDeliveryReply:
        """Retry a webhook delivery.

        deliveryId: Id of the event: the `id` in its body, and `X-Webhook-Id`
        """
        return self._caller.call(
            "POST",
            "/v1/webhooks/deliveries/{deliveryId}/replay",
            RetryDeliveryReply,
            path_values={"deliveryId": deliveryId},
            idempotency_key=idempotency_key or new_key(),
        )

    def test(
        self,
        url: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> TestWebhookReply:
        """Send a test event.

        url: URL of the receiver
        """
        return self._caller.call(
            "POST",
            "/v1/webhooks/test",
            TestWebhookReply,
            body={"url": url},
            idempotency_key=idempotency_key or new_key(),
        )

    def secret(
        self,
    ) -> GetWebhookSecretReply:
        """Get your webhook secret."""
        return self._caller.call(
            "GET",
            "/v1/webhooks/secret",
            GetWebhookSecretReply,
        )

    def rotate_secret(
        self,
    ) -> RotateWebhookSecretReply:
        """Rotate your webhook secret."""
        return self._caller.call(
            "POST",
            "/v1/webhooks/secret/rotate",
            RotateWebhookSecretReply,
        )


class FilesMethods:
    """Results of ended jobs, as records and as files."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def get(
        self,
        job: JobReference,
        *,
        limit: Optional[int] = OMIT,
        cursor: Optional[str] = OMIT,
    ) -> GetResultsReply:
        """Get the results of an ended job.

        job: Id of the job
        limit: Number of `items` to return
        cursor: The `nextCursor` of the previous page
        """
        return self._caller.call(
            "GET",
            "/v1/results/{jobId}",
            GetResultsReply,
            path_values={"jobId": id_of(job)},
            query={"limit": limit, "cursor": cursor},
        )

    def download(
        self,
        job: JobReference,
        *,
        format: Optional[Literal["json", "csv", "xml", "ndjson"]] = OMIT,
        compressed: Optional[bool] = OMIT,
    ) -> Download:
        """All results as one file: JSON, CSV, XML, NDJSON, or a ZIP.

        job: Id of the job
        format: `json`: an array; `ndjson`: one result per line; `csv`: RFC 4180, one column per field, lists
            and objects as JSON, with a `'` before values that a spreadsheet would run as a formula; `xml`:
            one `result` element per result, with an element per field, `type` on values that are not text,
            and U+FFFD for characters that XML cannot represent
        compressed: Returns a ZIP file that also contains the files of the job (screenshots, PDFs), in
            `files/`
        """
        return self._caller.download(
            "GET",
            "/v1/results/{jobId}/download",
            path_values={"jobId": id_of(job)},
            query={"format": format, "compressed": compressed},
        )

    def export(
        self,
        jobIds: Sequence[str],
        *,
        format: Literal["json", "csv", "xml", "ndjson"] = OMIT,
        includeMetadata: bool = OMIT,
    ) -> Download:
        """The results of several jobs in one file.

        jobIds: Ids of ended jobs; duplicates are included once
        format: `json`: an array; `ndjson`: one result per line; `csv`: RFC 4180, one column per field, lists
            and objects as JSON, with a `'` before values that a spreadsheet would run as a formula; `xml`:
            one `result` element per result, with an element per field, `type` on values that are not text,
            and U+FFFD for characters that XML cannot represent
        includeMetadata: Keeps the `metadata` field of the results, which describes pages in detail
        """
        return self._caller.download(
            "POST",
            "/v1/results/export",
            body={"jobIds": jobIds, "format": format, "includeMetadata": includeMetadata},
        )


class AccountMethods:
    """Your account: profile, logins and keys."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def profile(
        self,
    ) -> GetProfileReply:
        """Get your profile."""
        return self._caller.call(
            "GET",
            "/v1/users/profile",
            GetProfileReply,
        )

    def update_profile(
        self,
        *,
        fullName: str = OMIT,
        preferences: PreferencesInput = OMIT,
    ) -> UpdateProfileReply:
        """Update your profile."""
        return self._caller.call(
            "PUT",
            "/v1/users/profile",
            UpdateProfileReply,
            body={"fullName": fullName, "preferences": preferences},
        )

    def change_password(
        self,
        currentPassword: str,
        newPassword: str,
    ) -> ChangePasswordReply:
        """Ends all sessions, and returns the token of a new one.

        newPassword: Stored only as an argon2id hash
        """
        return self._caller.call(
            "PUT",
            "/v1/account/password",
            ChangePasswordReply,
            body={"currentPassword": currentPassword, "newPassword": newPassword},
        )

    def login(
        self,
        email: str,
        password: str,
    ) -> LoginReply:
        """Returns a session token, which a client accepts as its `key`."""
        return self._caller.call(
            "POST",
            "/v1/auth/login",
            LoginReply,
            body={"email": email, "password": password},
        )

    def login_with_oidc(
        self,
        token: str,
    ) -> LoginWithOidcReply:
        """The same with a token of the operator's identity provider.

        token: An ID token exactly as the issuer returned it
        """
        return self._caller.call(
            "POST",
            "/v1/auth/oidc",
            LoginWithOidcReply,
            body={"token": token},
        )

    def logout(
        self,
    ) -> LogoutReply:
        """Log out."""
        return self._caller.call(
            "POST",
            "/v1/auth/logout",
            LogoutReply,
        )

    def validate(
        self,
    ) -> ValidateKeyReply:
        """The permissions and limits of the client's key. Fails if it is not valid."""
        return self._caller.call(
            "GET",
            "/v1/auth/validate",
            ValidateKeyReply,
        )

    def keys(
        self,
        *,
        userId: Optional[str] = OMIT,
        limit: Optional[int] = OMIT,
        cursor: Optional[str] = OMIT,
    ) -> ListApiKeysReply:
        """List API keys.

        userId: The user whose keys to manage, if not your own. Administrators only
        limit: Maximum number of entries to return
        cursor: The `nextCursor` of the previous page
        """
        return self._caller.call(
            "GET",
            "/v1/auth/api-keys",
            ListApiKeysReply,
            query={"userId": userId, "limit": limit, "cursor": cursor},
        )

    def create_key(
        self,
        *,
        userId: Optional[str] = OMIT,
        name: str = OMIT,
        permissions: Sequence[str] = OMIT,
        rateLimit: CreateApiKeyRateLimitInput = OMIT,
        expiresAt: str = OMIT,
        allowedIps: Sequence[str] = OMIT,
        readOnly: bool = OMIT,
        endpoints: Sequence[str] = OMIT,
    ) -> CreateApiKeyReply:
        """Create an API key.

        userId: The user whose keys to manage, if not your own. Administrators only
        name: A name that helps you recognize the key
        permissions: What the key may do: the name of each capability (`scrape`, `batch`, `crawl`, `map`,
            `search`, `extract`, `enrichment`, `archive`, `monitors`, `results`), `account`, `admin`
            (administrators only), or `*` (default) for everything that you may do yourself. Pro and
            enterprise plans only
        rateLimit: Applies in addition to the plan's limits, to everything except account and status requests.
            Pro and enterprise plans only
        expiresAt: When the key expires; it then gives `key_expired`. Default: the key does not expire
        allowedIps: The only networks or IP addresses from which the key may be used. Enterprise plan only
        readOnly: Allows only GET requests. Enterprise plan only
        endpoints: The only paths for which the key may be used; `*` matches anything, including slashes.
            Enterprise plan only
        """
        return self._caller.call(
            "POST",
            "/v1/auth/api-keys",
            CreateApiKeyReply,
            query={"userId": userId},
            body={"name": name, "permissions": permissions, "rateLimit": rateLimit, "expiresAt": expiresAt, "allowedIps": allowedIps, "readOnly": readOnly, "endpoints": endpoints},
        )

    def revoke_key(
        self,
        keyId: str,
        *,
        userId: Optional[str] = OMIT,
    ) -> RevokeApiKeyReply:
        """Revoke an API key.

        keyId: Id of the key
        userId: The user whose keys to manage, if not your own. Administrators only
        """
        return self._caller.call(
            "DELETE",
            "/v1/auth/api-keys/{keyId}",
            RevokeApiKeyReply,
            path_values={"keyId": keyId},
            query={"userId": userId},
        )


class AnalyticsMethods:
    """Requests, pages and credits that were used."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def usage(
        self,
        *,
        period: Optional[str] = OMIT,
        account: Optional[str] = OMIT,
    ) -> GetUsageReply:
        """Get your usage.

        period: `day`, `week`, `month`, `year` (the current one so far, in UTC; weeks begin on Monday), or the
            last `<n>d` or `<n>h`
        account: The account to query, if not your own: the id or the e-mail address of a user, or `all` for
            the totals of all accounts. Administrators only; others get 403
        """
        return self._caller.call(
            "GET",
            "/v1/users/usage",
            GetUsageReply,
            query={"period": period, "account": account},
        )

    def overview(
        self,
        *,
        period: Optional[str] = OMIT,
        account: Optional[str] = OMIT,
    ) -> GetUsageOverviewReply:
        """Get a usage overview.

        period: `day`, `week`, `month`, `year` (the current one so far, in UTC; weeks begin on Monday), or the
            last `<n>d` or `<n>h`
        account: The account to query, if not your own: the id or the e-mail address of a user, or `all` for
            the totals of all accounts. Administrators only; others get 403
        """
        return self._caller.call(
            "GET",
            "/v1/analytics/overview",
            GetUsageOverviewReply,
            query={"period": period, "account": account},
        )

    def trends(
        self,
        *,
        period: Optional[str] = OMIT,
        account: Optional[str] = OMIT,
        granularity: Optional[Literal["hour", "day", "week", "month"]] = OMIT,
    ) -> ListUsageTrendsReply:
        """Get usage over time.

        period: `day`, `week`, `month`, `year` (the current one so far, in UTC; weeks begin on Monday), or the
            last `<n>d` or `<n>h`
        account: The account to query, if not your own: the id or the e-mail address of a user, or `all` for
            the totals of all accounts. Administrators only; others get 403
        granularity: Default depends on the period: hour up to two days, day up to three months, otherwise
            month
        """
        return self._caller.call(
            "GET",
            "/v1/analytics/trends",
            ListUsageTrendsReply,
            query={"period": period, "account": account, "granularity": granularity},
        )

    def accounts(
        self,
        *,
        period: Optional[str] = OMIT,
        limit: Optional[int] = OMIT,
    ) -> ListMostUsingAccountsReply:
        """The accounts with the highest usage, for administrators.

        period: `day`, `week`, `month`, `year` (the current one so far, in UTC; weeks begin on Monday), or the
            last `<n>d` or `<n>h`
        limit: Number of accounts to return
        """
        return self._caller.call(
            "GET",
            "/v1/analytics/accounts",
            ListMostUsingAccountsReply,
            query={"period": period, "limit": limit},
        )


class BillingMethods:
    """Plans and payment."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def plans(
        self,
    ) -> ListPlansReply:
        """List plans."""
        return self._caller.call(
            "GET",
            "/v1/billing/plans",
            ListPlansReply,
        )

    def subscription(
        self,
    ) -> GetSubscriptionReply:
        """Get your subscription."""
        return self._caller.call(
            "GET",
            "/v1/billing/subscription",
            GetSubscriptionReply,
        )

    def checkout(
        self,
        plan: Literal["starter", "pro", "enterprise"],
        billingPeriod: Literal["monthly", "yearly"],
        *,
        idempotency_key: Optional[str] = None,
    ) -> StartCheckoutReply:
        """Buy or change a plan.

        plan: To move to the free plan, cancel the subscription
        """
        return self._caller.call(
            "POST",
            "/v1/billing/checkout",
            StartCheckoutReply,
            body={"plan": plan, "billingPeriod": billingPeriod},
            idempotency_key=idempotency_key or new_key(),
        )

    def cancel(
        self,
        *,
        idempotency_key: Optional[str] = None,
    ) -> CancelSubscriptionReply:
        """Cancels the subscription at the end of its period."""
        return self._caller.call(
            "POST",
            "/v1/billing/cancel",
            CancelSubscriptionReply,
            idempotency_key=idempotency_key or new_key(),
        )

    def resume(
        self,
        *,
        idempotency_key: Optional[str] = None,
    ) -> ResumeSubscriptionReply:
        """Withdraws the cancellation."""
        return self._caller.call(
            "POST",
            "/v1/billing/resume",
            ResumeSubscriptionReply,
            idempotency_key=idempotency_key or new_key(),
        )

    def portal(
        self,
    ) -> OpenBillingPortalReply:
        """The payment provider's page where customers manage their subscription."""
        return self._caller.call(
            "POST",
            "/v1/billing/portal",
            OpenBillingPortalReply,
        )


class AdminMethods:
    """Administration of users and the service."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def stats(
        self,
    ) -> GetAdminStatsReply:
        """Get statistics and health of the service."""
        return self._caller.call(
            "GET",
            "/v1/admin/stats",
            GetAdminStatsReply,
        )

    def users(
        self,
        *,
        limit: Optional[int] = OMIT,
        cursor: Optional[str] = OMIT,
        search: Optional[str] = OMIT,
        status: Optional[Literal["active", "suspended"]] = OMIT,
        plan: Optional[Literal["free", "starter", "pro", "enterprise"]] = OMIT,
        role: Optional[Literal["user", "admin"]] = OMIT,
    ) -> ListUsersReply:
        """List users.

        limit: Maximum number of entries to return
        cursor: The `nextCursor` of the previous page
        search: Part of the e-mail address, the name or the id
        status: Returns only users with this status
        plan: Returns only users on this plan
        role: Returns only users with this role
        """
        return self._caller.call(
            "GET",
            "/v1/admin/users",
            ListUsersReply,
            query={"limit": limit, "cursor": cursor, "search": search, "status": status, "plan": plan, "role": role},
        )

    def add_user(
        self,
        email: str,
        *,
        password: str = OMIT,
        fullName: str = OMIT,
        plan: Literal["free", "starter", "pro", "enterprise"] = OMIT,
        role: Literal["user", "admin"] = OMIT,
    ) -> AddUserReply:
        """Create a user.

        password: Stored only as an argon2id hash
        """
        return self._caller.call(
            "POST",
            "/v1/admin/users",
            AddUserReply,
            body={"email": email, "password": password, "fullName": fullName, "plan": plan, "role": role},
        )

    def user(
        self,
        userId: str,
    ) -> GetUserReply:
        """Get a user.

        userId: Id of the user
        """
        return self._caller.call(
            "GET",
            "/v1/admin/users/{userId}",
            GetUserReply,
            path_values={"userId": userId},
        )

    def update_user(
        self,
        userId: str,
        *,
        plan: Literal["free", "starter", "pro", "enterprise"] = OMIT,
        monthlyCredits: Optional[float] = OMIT,
        rateLimit: Optional[UpdateUserRateLimitInput] = OMIT,
        status: Literal["active", "suspended"] = OMIT,
        role: Literal["user", "admin"] = OMIT,
        fullName: str = OMIT,
        password: str = OMIT,
    ) -> UpdateUserReply:
        """Update a user.

        userId: Id of the user
        monthlyCredits: Monthly credits that replace the plan's; null restores the plan's. Applies at once
        rateLimit: General requests (scrape, batch, search) that replace the plan's limit; null restores the
            plan's. Applies at once
        password: Stored only as an argon2id hash
        """
        return self._caller.call(
            "PUT",
            "/v1/admin/users/{userId}",
            UpdateUserReply,
            path_values={"userId": userId},
            body={"plan": plan, "monthlyCredits": monthlyCredits, "rateLimit": rateLimit, "status": status, "role": role, "fullName": fullName, "password": password},
        )

    def reset_password(
        self,
        userId: str,
    ) -> ResetUserPasswordReply:
        """Reset a user's password.

        userId: Id of the user
        """
        return self._caller.call(
            "POST",
            "/v1/admin/users/{userId}/password",
            ResetUserPasswordReply,
            path_values={"userId": userId},
        )

    def audit(
        self,
        *,
        limit: Optional[int] = OMIT,
        cursor: Optional[str] = OMIT,
        actor: Optional[str] = OMIT,
        action: Optional[str] = OMIT,
        target: Optional[str] = OMIT,
        since: Optional[str] = OMIT,
        until: Optional[str] = OMIT,
    ) -> ListAuditLogReply:
        """List audit log entries.

        limit: Maximum number of entries to return
        cursor: The `nextCursor` of the previous page
        actor: Id or e-mail address of the user who made the change
        action: For example `user.changed`
        target: Id of what was changed, or a user's e-mail address
        since: Start of the time range, inclusive
        until: End of the time range, exclusive
        """
        return self._caller.call(
            "GET",
            "/v1/admin/audit",
            ListAuditLogReply,
            query={"limit": limit, "cursor": cursor, "actor": actor, "action": action, "target": target, "since": since, "until": until},
        )

    def billing_requests(
        self,
        *,
        status: Optional[Literal["pending", "approved", "declined", "replaced"]] = OMIT,
        limit: Optional[int] = OMIT,
        cursor: Optional[str] = OMIT,
    ) -> ListBillingRequestsReply:
        """List plan requests.

        status: Returns only requests with this status
        limit: Maximum number of entries to return
        cursor: The `nextCursor` of the previous page
        """
        return self._caller.call(
            "GET",
            "/v1/admin/billing/requests",
            ListBillingRequestsReply,
            query={"status": status, "limit": limit, "cursor": cursor},
        )

    def approve_billing_request(
        self,
        sessionId: str,
    ) -> ApproveBillingRequestReply:
        """Approve a plan request.

        sessionId: Id of the plan request, as in the list
        """
        return self._caller.call(
            "POST",
            "/v1/admin/billing/requests/{sessionId}/approve",
            ApproveBillingRequestReply,
            path_values={"sessionId": sessionId},
        )

    def decline_billing_request(
        self,
        sessionId: str,
        *,
        reason: str = OMIT,
    ) -> TurnDownBillingRequestReply:
        """Decline a plan request.

        sessionId: Id of the plan request, as in the list
        reason: Kept for the record
        """
        return self._caller.call(
            "POST",
            "/v1/admin/billing/requests/{sessionId}/decline",
            TurnDownBillingRequestReply,
            path_values={"sessionId": sessionId},
            body={"reason": reason},
        )

    def stripe_events(
        self,
        *,
        outcome: Optional[Literal["applied", "unmatched"]] = OMIT,
        limit: Optional[int] = OMIT,
        cursor: Optional[str] = OMIT,
    ) -> ListStripeEventsReply:
        """List Stripe events.

        outcome: Returns only events with this outcome
        limit: Maximum number of entries to return
        cursor: The `nextCursor` of the previous page
        """
        return self._caller.call(
            "GET",
            "/v1/admin/billing/stripe/events",
            ListStripeEventsReply,
            query={"outcome": outcome, "limit": limit, "cursor": cursor},
        )


class Methods:
    """All operations of the API."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self.extraction = ExtractionMethods(caller)
        self.enrichment = EnrichmentMethods(caller)
        self.archive = ArchiveMethods(caller)
        self.jobs = JobsMethods(caller)
        self.monitors = MonitorsMethods(caller)
        self.webhooks = WebhooksMethods(caller)
        self.files = FilesMethods(caller)
        self.account = AccountMethods(caller)
        self.analytics = AnalyticsMethods(caller)
        self.billing = BillingMethods(caller)
        self.admin = AdminMethods(caller)

    def scrape(
        self,
        url: str,
        *,
        concurrency: int = OMIT,
        retryCount: int = OMIT,
        delayBetweenRequests: float = OMIT,
        webhook: Union[str, WebhookInput] = OMIT,
        formats: Sequence[Literal["markdown", "html", "rawHtml", "text", "json", "structured", "links", "screenshot", "screenshot@fullPage", "pdf", "extract", "images", "attributes", "summary", "changeTracking"]] = OMIT,
        format: Literal["markdown", "html", "rawHtml", "text", "json", "structured", "links", "screenshot", "screenshot@fullPage", "pdf", "extract", "images", "attributes", "summary", "changeTracking"] = OMIT,
        onlyMainContent: bool = OMIT,
        includeMetadata: bool = OMIT,
        includeLinks: bool = OMIT,
        includeImages: bool = OMIT,
        removeAds: bool = OMIT,
        removeScripts: bool = OMIT,
        removeStyles: bool = OMIT,
        includeTags: Sequence[str] = OMIT,
        excludeTags: Sequence[str] = OMIT,
        onlyIncludeTags: Sequence[str] = OMIT,
        removeTags: Sequence[str] = OMIT,
        attributes: Sequence[AttributeQueryInput] = OMIT,
        llmOptimization: bool = OMIT,
        replaceAllPathsWithAbsolutePaths: bool = OMIT,
        htmlFormat: Literal["cleaned", "raw"] = OMIT,
        stripHtml: bool = OMIT,
        includeScreenshot: bool = OMIT,
        screenshotType: Literal["viewport", "fullpage"] = OMIT,
        includePdf: bool = OMIT,
        pdfPages: int = OMIT,
        parsePdf: bool = OMIT,
        engine: Literal["lightweight", "browser_a", "chromium", "stealth", "browser_b", "firefox"] = OMIT,
        mobile: bool = OMIT,
        userAgent: str = OMIT,
        headers: Mapping[str, str] = OMIT,
        authentication: AuthenticationInput = OMIT,
        location: ScrapePageLocationInput = OMIT,
        useProxy: bool = OMIT,
        skipTlsVerification: bool = OMIT,
        javascript: bool = OMIT,
        stealth: bool = OMIT,
        viewport: ScrapePageViewportInput = OMIT,
        waitForSelector: str = OMIT,
        actions: Sequence[ActionInput] = OMIT,
        executeJS: str = OMIT,
        waitFor: float = OMIT,
        waitTime: float = OMIT,
        timeout: float = OMIT,
        extract: ScrapePageExtractInput = OMIT,
        agent: ScrapePageAgentInput = OMIT,
        enableJsonExtraction: bool = OMIT,
        jsonSchema: str = OMIT,
        priority: Literal["low", "medium", "high"] = OMIT,
        maxAge: float = OMIT,
        minAge: float = OMIT,
        changeTracking: ScrapePageChangeTrackingInput = OMIT,
        storeInCache: bool = OMIT,
        zeroRetention: bool = OMIT,
        idempotency_key: Optional[str] = None,
    ) -> SinglePageReply:
        """Scrapes a page in the requested formats. Default: markdown.

        url: URL of the page
        concurrency: With `urls`: number of pages to fetch at once
        retryCount: With `urls`: number of retries after temporary failures (time-outs, refused and broken
            connections)
        delayBetweenRequests: With `urls`: minimum milliseconds between the starts of two pages
        formats: The formats to return, each in a field of its own name. Takes precedence over `format`
        format: A single format; `formats` takes precedence. Default: `markdown`
        onlyMainContent: Removes headers, footers and sidebars
        includeMetadata: If false, the metadata has only `url`, `statusCode`, `contentType`, `extractedAt`,
            `processingTime` and `creditsUsed`
        includeLinks: Keeps hyperlinks in the converted text. The format `links` returns the list of links
        includeImages: Keeps images in the converted text
        removeAds: Removes advertisements
        removeScripts: Removes scripts from `html`
        removeStyles: Removes style sheets and style attributes from `html`
        includeTags: Tag names or CSS selectors: keeps only the matching elements
        excludeTags: Tag names or CSS selectors: removes the matching elements, after `includeTags` is applied
        onlyIncludeTags: The same as `includeTags`
        removeTags: The same as `excludeTags`
        attributes: Returns the attributes, exactly as written in the page, of all elements that match a
            selector. Adds the format `attributes`
        llmOptimization: Removes content that a language model does not need: boilerplate, tracking parameters
            and images without a description
        replaceAllPathsWithAbsolutePaths: Makes the URLs of links and images absolute
        htmlFormat: `raw` makes the format `html` identical to `rawHtml`
        stripHtml: Removes any remaining markup from the textual formats
        includeScreenshot: The same as the format `screenshot`. At most 16,384 pixels per side and 33 million
            pixels in total. Costs extra
        includePdf: The same as the format `pdf`. At most 200 pages. Costs extra
        pdfPages: Maximum number of pages to read from a PDF; `metadata.pageCount` is the number of pages that
            it has
        parsePdf: Accepted but has no effect: a PDF is always read as a document
        engine: The engine that fetches the page. Default: the cheapest engine that supports the request,
            `lightweight` first
        mobile: Emulates a mobile device: viewport, user agent and touch
        headers: Custom request headers
        location: Location of the visitor
        useProxy: Sends the requests through the proxy pool
        skipTlsVerification: Accepts any TLS certificate
        javascript: Runs the page's scripts
        stealth: Behaves like an ordinary visitor, and escalates from basic to advanced to maximum when it
            meets a bot challenge
        viewport: Size in CSS pixels
        waitForSelector: CSS selector to wait for
        actions: Steps to perform on the page, in order
        executeJS: JavaScript to run on the page: an expression, or statements that `return` a result. It is
            in `metadata.executeJS`, up to 1,048,576 characters of JSON
        waitFor: Milliseconds to wait after the page has loaded, in a browser
        waitTime: Seconds, at most 30. The older name of `waitFor`. With `urls`, values above 30 are
            milliseconds, up to 30,000
        timeout: Time limit for the whole request, in milliseconds
        extract: AI extraction
        agent: AI extraction by a named model
        enableJsonExtraction: With `jsonSchema`: the same as `extract.schema`
        jsonSchema: A JSON Schema as text
        priority: Priority among your account's own work. With `urls`, `normal` is the same as `medium`
        maxAge: Maximum age of a cached response in days; fractions are allowed, and 0 always fetches the
            page. A cached response costs the same and has `cached`. Accounts share only cached pages that
            reveal nothing about who requested them. A missing page (404, 410) is cached for a day; refusals,
            rate limits and failures are always fetched again.
        minAge: Minimum age in days. Reads only the cache, for a response at least this old and not older than
            `maxAge`; the site is not contacted. If there is none: 404 `not_cached`, which costs nothing
        changeTracking: Compares the page with its previous version seen by your account: adds the formats
            `changeTracking` and `markdown`. The page is always fetched again, whatever the cache holds. Only
            scrapes that request the page in the same way (engine, headers, parts of the page) are compared:
            batch and crawl have other defaults than scrape, so their versions are separate
        storeInCache: If false, the response is not stored in the cache
        zeroRetention: Stores none of the page's content after the response is sent: not in the cache, the
            archive or the index of local search. Screenshots and PDFs are not available because they are
            stored as files. Not allowed for jobs, for monitors and with an `Idempotency-Key`, as these store
            responses
        """
        return self._caller.call(
            "POST",
            "/v1/scrape",
            SinglePageReply,
            body={"url": url, "concurrency": concurrency, "retryCount": retryCount, "delayBetweenRequests": delayBetweenRequests, "webhook": webhook, "formats": formats, "format": format, "onlyMainContent": onlyMainContent, "includeMetadata": includeMetadata, "includeLinks": includeLinks, "includeImages": includeImages, "removeAds": removeAds, "removeScripts": removeScripts, "removeStyles": removeStyles, "includeTags": includeTags, "excludeTags": excludeTags, "onlyIncludeTags": onlyIncludeTags, "removeTags": removeTags, "attributes": attributes, "llmOptimization": llmOptimization, "replaceAllPathsWithAbsolutePaths": replaceAllPathsWithAbsolutePaths, "htmlFormat": htmlFormat, "stripHtml": stripHtml, "includeScreenshot": includeScreenshot, "screenshotType": screenshotType, "includePdf": includePdf, "pdfPages": pdfPages, "parsePdf": parsePdf, "engine": engine, "mobile": mobile, "userAgent": userAgent, "headers": headers, "authentication": authentication, "location": location, "useProxy": useProxy, "skipTlsVerification": skipTlsVerification, "javascript": javascript, "stealth": stealth, "viewport": viewport, "waitForSelector": waitForSelector, "actions": actions, "executeJS": executeJS, "waitFor": waitFor, "waitTime": waitTime, "timeout": timeout, "extract": extract, "agent": agent, "enableJsonExtraction": enableJsonExtraction, "jsonSchema": jsonSchema, "priority": priority, "maxAge": maxAge, "minAge": minAge, "changeTracking": changeTracking, "storeInCache": storeInCache, "zeroRetention": zeroRetention},
            idempotency_key=idempotency_key or new_key(),
        )

    def scrape_many(
        self,
        urls: Sequence[str],
        *,
        concurrency: int = OMIT,
        retryCount: int = OMIT,
        delayBetweenRequests: float = OMIT,
        webhook: Union[str, WebhookInput] = OMIT,
        formats: Sequence[Literal["markdown", "html", "rawHtml", "text", "json", "structured", "links", "screenshot", "screenshot@fullPage", "pdf", "extract", "images", "attributes", "summary", "changeTracking"]] = OMIT,
        format: Literal["markdown", "html", "rawHtml", "text", "json", "structured", "links", "screenshot", "screenshot@fullPage", "pdf", "extract", "images", "attributes", "summary", "changeTracking"] = OMIT,
        onlyMainContent: bool = OMIT,
        includeMetadata: bool = OMIT,
        includeLinks: bool = OMIT,
        includeImages: bool = OMIT,
        removeAds: bool = OMIT,
        removeScripts: bool = OMIT,
        removeStyles: bool = OMIT,
        includeTags: Sequence[str] = OMIT,
        excludeTags: Sequence[str] = OMIT,
        onlyIncludeTags: Sequence[str] = OMIT,
        removeTags: Sequence[str] = OMIT,
        attributes: Sequence[AttributeQueryInput] = OMIT,
        llmOptimization: bool = OMIT,
        replaceAllPathsWithAbsolutePaths: bool = OMIT,
        htmlFormat: Literal["cleaned", "raw"] = OMIT,
        stripHtml: bool = OMIT,
        includeScreenshot: bool = OMIT,
        screenshotType: Literal["viewport", "fullpage"] = OMIT,
        includePdf: bool = OMIT,
        pdfPages: int = OMIT,
        parsePdf: bool = OMIT,
        engine: Literal["lightweight", "browser_a", "chromium", "stealth", "browser_b", "firefox"] = OMIT,
        mobile: bool = OMIT,
        userAgent: str = OMIT,
        headers: Mapping[str, str] = OMIT,
        authentication: AuthenticationInput = OMIT,
        location: ScrapePageLocationInput = OMIT,
        useProxy: bool = OMIT,
        skipTlsVerification: bool = OMIT,
        javascript: bool = OMIT,
        stealth: bool = OMIT,
        viewport: ScrapePageViewportInput = OMIT,
        waitForSelector: str = OMIT,
        actions: Sequence[ActionInput] = OMIT,
        executeJS: str = OMIT,
        waitFor: float = OMIT,
        waitTime: float = OMIT,
        timeout: float = OMIT,
        extract: ScrapePageExtractInput = OMIT,
        agent: ScrapePageAgentInput = OMIT,
        enableJsonExtraction: bool = OMIT,
        jsonSchema: str = OMIT,
        priority: Literal["low", "medium", "high"] = OMIT,
        maxAge: float = OMIT,
        minAge: float = OMIT,
        changeTracking: ScrapePageChangeTrackingInput = OMIT,
        storeInCache: bool = OMIT,
        zeroRetention: bool = OMIT,
        idempotency_key: Optional[str] = None,
    ) -> ScrapePageAccepted:
        """Starts a job that scrapes up to 100 pages; `results` returns them.

        urls: Starts a background job for these URLs, up to the limit of the plan: 10, 50 or 100. `url` is
            then ignored
        concurrency: With `urls`: number of pages to fetch at once
        retryCount: With `urls`: number of retries after temporary failures (time-outs, refused and broken
            connections)
        delayBetweenRequests: With `urls`: minimum milliseconds between the starts of two pages
        formats: The formats to return, each in a field of its own name. Takes precedence over `format`
        format: A single format; `formats` takes precedence. Default: `markdown`
        onlyMainContent: Removes headers, footers and sidebars
        includeMetadata: If false, the metadata has only `url`, `statusCode`, `contentType`, `extractedAt`,
            `processingTime` and `creditsUsed`
        includeLinks: Keeps hyperlinks in the converted text. The format `links` returns the list of links
        includeImages: Keeps images in the converted text
        removeAds: Removes advertisements
        removeScripts: Removes scripts from `html`
        removeStyles: Removes style sheets and style attributes from `html`
        includeTags: Tag names or CSS selectors: keeps only the matching elements
        excludeTags: Tag names or CSS selectors: removes the matching elements, after `includeTags` is applied
        onlyIncludeTags: The same as `includeTags`
        removeTags: The same as `excludeTags`
        attributes: Returns the attributes, exactly as written in the page, of all elements that match a
            selector. Adds the format `attributes`
        llmOptimization: Removes content that a language model does not need: boilerplate, tracking parameters
            and images without a description
        replaceAllPathsWithAbsolutePaths: Makes the URLs of links and images absolute
        htmlFormat: `raw` makes the format `html` identical to `rawHtml`
        stripHtml: Removes any remaining markup from the textual formats
        includeScreenshot: The same as the format `screenshot`. At most 16,384 pixels per side and 33 million
            pixels in total. Costs extra
        includePdf: The same as the format `pdf`. At most 200 pages. Costs extra
        pdfPages: Maximum number of pages to read from a PDF; `metadata.pageCount` is the number of pages that
            it has
        parsePdf: Accepted but has no effect: a PDF is always read as a document
        engine: The engine that fetches the page. Default: the cheapest engine that supports the request,
            `lightweight` first
        mobile: Emulates a mobile device: viewport, user agent and touch
        headers: Custom request headers
        location: Location of the visitor
        useProxy: Sends the requests through the proxy pool
        skipTlsVerification: Accepts any TLS certificate
        javascript: Runs the page's scripts
        stealth: Behaves like an ordinary visitor, and escalates from basic to advanced to maximum when it
            meets a bot challenge
        viewport: Size in CSS pixels
        waitForSelector: CSS selector to wait for
        actions: Steps to perform on the page, in order
        executeJS: JavaScript to run on the page: an expression, or statements that `return` a result. It is
            in `metadata.executeJS`, up to 1,048,576 characters of JSON
        waitFor: Milliseconds to wait after the page has loaded, in a browser
        waitTime: Seconds, at most 30. The older name of `waitFor`. With `urls`, values above 30 are
            milliseconds, up to 30,000
        timeout: Time limit for the whole request, in milliseconds
        extract: AI extraction
        agent: AI extraction by a named model
        enableJsonExtraction: With `jsonSchema`: the same as `extract.schema`
        jsonSchema: A JSON Schema as text
        priority: Priority among your account's own work. With `urls`, `normal` is the same as `medium`
        maxAge: Maximum age of a cached response in days; fractions are allowed, and 0 always fetches the
            page. A cached response costs the same and has `cached`. Accounts share only cached pages that
            reveal nothing about who requested them. A missing page (404, 410) is cached for a day; refusals,
            rate limits and failures are always fetched again.
        minAge: Minimum age in days. Reads only the cache, for a response at least this old and not older than
            `maxAge`; the site is not contacted. If there is none: 404 `not_cached`, which costs nothing
        changeTracking: Compares the page with its previous version seen by your account: adds the formats
            `changeTracking` and `markdown`. The page is always fetched again, whatever the cache holds. Only
            scrapes that request the page in the same way (engine, headers, parts of the page) are compared:
            batch and crawl have other defaults than scrape, so their versions are separate
        storeInCache: If false, the response is not stored in the cache
        zeroRetention: Stores none of the page's content after the response is sent: not in the cache, the
            archive or the index of local search. Screenshots and PDFs are not available because they are
            stored as files. Not allowed for jobs, for monitors and with an `Idempotency-Key`, as these store
            responses
        """
        return self._caller.call(
            "POST",
            "/v1/scrape",
            ScrapePageAccepted,
            body={"urls": urls, "concurrency": concurrency, "retryCount": retryCount, "delayBetweenRequests": delayBetweenRequests, "webhook": webhook, "formats": formats, "format": format, "onlyMainContent": onlyMainContent, "includeMetadata": includeMetadata, "includeLinks": includeLinks, "includeImages": includeImages, "removeAds": removeAds, "removeScripts": removeScripts, "removeStyles": removeStyles, "includeTags": includeTags, "excludeTags": excludeTags, "onlyIncludeTags": onlyIncludeTags, "removeTags": removeTags, "attributes": attributes, "llmOptimization": llmOptimization, "replaceAllPathsWithAbsolutePaths": replaceAllPathsWithAbsolutePaths, "htmlFormat": htmlFormat, "stripHtml": stripHtml, "includeScreenshot": includeScreenshot, "screenshotType": screenshotType, "includePdf": includePdf, "pdfPages": pdfPages, "parsePdf": parsePdf, "engine": engine, "mobile": mobile, "userAgent": userAgent, "headers": headers, "authentication": authentication, "location": location, "useProxy": useProxy, "skipTlsVerification": skipTlsVerification, "javascript": javascript, "stealth": stealth, "viewport": viewport, "waitForSelector": waitForSelector, "actions": actions, "executeJS": executeJS, "waitFor": waitFor, "waitTime": waitTime, "timeout": timeout, "extract": extract, "agent": agent, "enableJsonExtraction": enableJsonExtraction, "jsonSchema": jsonSchema, "priority": priority, "maxAge": maxAge, "minAge": minAge, "changeTracking": changeTracking, "storeInCache": storeInCache, "zeroRetention": zeroRetention},
            idempotency_key=idempotency_key or new_key(),
        )

    def batch(
        self,
        urls: Sequence[str],
        *,
        formats: Sequence[Literal["markdown", "html", "rawHtml", "text", "json", "structured", "links", "screenshot", "screenshot@fullPage", "pdf", "extract", "images", "attributes", "summary", "changeTracking"]] = OMIT,
        format: Literal["markdown", "html", "text", "json"] = OMIT,
        onlyMainContent: bool = OMIT,
        includeMetadata: bool = OMIT,
        includeLinks: bool = OMIT,
        includeImages: bool = OMIT,
        removeAds: bool = OMIT,
        removeScripts: bool = OMIT,
        removeStyles: bool = OMIT,
        includeTags: Sequence[str] = OMIT,
        excludeTags: Sequence[str] = OMIT,
        onlyIncludeTags: Sequence[str] = OMIT,
        removeTags: Sequence[str] = OMIT,
        attributes: Sequence[AttributeQueryInput] = OMIT,
        llmOptimization: bool = OMIT,
        replaceAllPathsWithAbsolutePaths: bool = OMIT,
        htmlFormat: Literal["cleaned", "raw"] = OMIT,
        stripHtml: bool = OMIT,
        includeScreenshot: bool = OMIT,
        screenshotType: Literal["viewport", "fullpage"] = OMIT,
        includePdf: bool = OMIT,
        pdfPages: int = OMIT,
        parsePdf: bool = OMIT,
        engine: Literal["lightweight", "browser_a", "chromium", "stealth", "browser_b", "firefox"] = OMIT,
        mobile: bool = OMIT,
        userAgent: str = OMIT,
        headers: Mapping[str, str] = OMIT,
        authentication: AuthenticationInput = OMIT,
        location: StartBatchLocationInput = OMIT,
        useProxy: bool = OMIT,
        skipTlsVerification: bool = OMIT,
        javascript: bool = OMIT,
        stealth: bool = OMIT,
        viewport: StartBatchViewportInput = OMIT,
        waitForSelector: str = OMIT,
        actions: Sequence[ActionInput] = OMIT,
        executeJS: str = OMIT,
        waitFor: float = OMIT,
        waitTime: float = OMIT,
        timeout: float = OMIT,
        extract: StartBatchExtractInput = OMIT,
        agent: StartBatchAgentInput = OMIT,
        enableJsonExtraction: bool = OMIT,
        jsonSchema: str = OMIT,
        priority: Literal["low", "normal", "high"] = OMIT,
        maxAge: float = OMIT,
        minAge: float = OMIT,
        changeTracking: StartBatchChangeTrackingInput = OMIT,
        storeInCache: bool = OMIT,
        zeroRetention: bool = OMIT,
        concurrency: int = OMIT,
        retryCount: int = OMIT,
        delayBetweenRequests: float = OMIT,
        webhook: Union[str, WebhookInput] = OMIT,
        idempotency_key: Optional[str] = None,
    ) -> StartBatchAccepted:
        """Deprecated: `scrape_many` does the same.

        urls: The URLs to scrape, up to the limit of the plan: 10, 50 or 100
        formats: The formats to return, as on a scrape, each in a field of its own name. Takes precedence over
            `format`
        format: Format of `content`
        onlyMainContent: Removes headers, footers and sidebars
        includeMetadata: If false, the metadata has only `url`, `statusCode`, `contentType`, `extractedAt`,
            `processingTime` and `creditsUsed`
        includeLinks: Keeps hyperlinks in the converted text. The format `links` returns the list of links
        includeImages: Keeps images in the converted text
        removeAds: Removes advertisements
        removeScripts: Removes scripts from `html`
        removeStyles: Removes style sheets and style attributes from `html`
        includeTags: Tag names or CSS selectors: keeps only the matching elements
        excludeTags: Tag names or CSS selectors: removes the matching elements, after `includeTags` is applied
        onlyIncludeTags: The same as `includeTags`
        removeTags: The same as `excludeTags`
        attributes: Returns the attributes, exactly as written in the page, of all elements that match a
            selector. Adds the format `attributes`
        llmOptimization: Removes content that a language model does not need: boilerplate, tracking parameters
            and images without a description
        replaceAllPathsWithAbsolutePaths: Makes the URLs of links and images absolute
        htmlFormat: `raw` makes the format `html` identical to `rawHtml`
        stripHtml: Removes any remaining markup from the textual formats
        includeScreenshot: The same as the format `screenshot`. At most 16,384 pixels per side and 33 million
            pixels in total. Costs extra
        includePdf: The same as the format `pdf`. At most 200 pages. Costs extra
        pdfPages: Maximum number of pages to read from a PDF; `metadata.pageCount` is the number of pages that
            it has
        parsePdf: Accepted but has no effect: a PDF is always read as a document
        engine: The engine that fetches the page. Default: the cheapest engine that supports the request,
            `lightweight` first
        mobile: Emulates a mobile device: viewport, user agent and touch
        headers: Custom request headers
        location: Location of the visitor
        useProxy: Sends the requests through the proxy pool
        skipTlsVerification: Accepts any TLS certificate
        javascript: Runs the page's scripts
        stealth: Behaves like an ordinary visitor, and escalates from basic to advanced to maximum when it
            meets a bot challenge
        viewport: Size in CSS pixels
        waitForSelector: CSS selector to wait for
        actions: Steps to perform on the page, in order
        executeJS: JavaScript to run on the page: an expression, or statements that `return` a result. It is
            in `metadata.executeJS`, up to 1,048,576 characters of JSON
        waitFor: Milliseconds to wait after the page has loaded, in a browser
        waitTime: Milliseconds to wait after the page has loaded, in a browser; `waitFor` takes precedence
        timeout: Time limit for each page, in milliseconds
        extract: AI extraction
        agent: AI extraction by a named model
        enableJsonExtraction: With `jsonSchema`: the same as `extract.schema`
        jsonSchema: A JSON Schema as text
        priority: Priority among your account's own work. `high` requires the pro or enterprise plan
        maxAge: Maximum age of a cached response in days; fractions are allowed, and 0 always fetches the
            page. A cached response costs the same and has `cached`. Accounts share only cached pages that
            reveal nothing about who requested them. A missing page (404, 410) is cached for a day; refusals,
            rate limits and failures are always fetched again.
        minAge: Minimum age in days. Reads only the cache, for a response at least this old and not older than
            `maxAge`; the site is not contacted. If there is none: 404 `not_cached`, which costs nothing
        changeTracking: Compares the page with its previous version seen by your account: adds the formats
            `changeTracking` and `markdown`. The page is always fetched again, whatever the cache holds. Only
            scrapes that request the page in the same way (engine, headers, parts of the page) are compared:
            batch and crawl have other defaults than scrape, so their versions are separate
        storeInCache: If false, the response is not stored in the cache
        zeroRetention: Stores none of the page's content after the response is sent: not in the cache, the
            archive or the index of local search. Screenshots and PDFs are not available because they are
            stored as files. Not allowed for jobs, for monitors and with an `Idempotency-Key`, as these store
            responses
        concurrency: Number of pages to fetch at once
        retryCount: Number of retries after temporary failures: time-outs, refused connections and broken
            connections
        delayBetweenRequests: Minimum milliseconds between the starts of two pages of this batch
        """
        return self._caller.call(
            "POST",
            "/v1/batch",
            StartBatchAccepted,
            body={"urls": urls, "formats": formats, "format": format, "onlyMainContent": onlyMainContent, "includeMetadata": includeMetadata, "includeLinks": includeLinks, "includeImages": includeImages, "removeAds": removeAds, "removeScripts": removeScripts, "removeStyles": removeStyles, "includeTags": includeTags, "excludeTags": excludeTags, "onlyIncludeTags": onlyIncludeTags, "removeTags": removeTags, "attributes": attributes, "llmOptimization": llmOptimization, "replaceAllPathsWithAbsolutePaths": replaceAllPathsWithAbsolutePaths, "htmlFormat": htmlFormat, "stripHtml": stripHtml, "includeScreenshot": includeScreenshot, "screenshotType": screenshotType, "includePdf": includePdf, "pdfPages": pdfPages, "parsePdf": parsePdf, "engine": engine, "mobile": mobile, "userAgent": userAgent, "headers": headers, "authentication": authentication, "location": location, "useProxy": useProxy, "skipTlsVerification": skipTlsVerification, "javascript": javascript, "stealth": stealth, "viewport": viewport, "waitForSelector": waitForSelector, "actions": actions, "executeJS": executeJS, "waitFor": waitFor, "waitTime": waitTime, "timeout": timeout, "extract": extract, "agent": agent, "enableJsonExtraction": enableJsonExtraction, "jsonSchema": jsonSchema, "priority": priority, "maxAge": maxAge, "minAge": minAge, "changeTracking": changeTracking, "storeInCache": storeInCache, "zeroRetention": zeroRetention, "concurrency": concurrency, "retryCount": retryCount, "delayBetweenRequests": delayBetweenRequests, "webhook": webhook},
            idempotency_key=idempotency_key or new_key(),
        )

    def crawl(
        self,
        url: str,
        *,
        maxPages: int = OMIT,
        maxDepth: int = OMIT,
        sameDomain: bool = OMIT,
        includeSubdomains: bool = OMIT,
        childPathsOnly: bool = OMIT,
        includePatterns: Sequence[str] = OMIT,
        excludePatterns: Sequence[str] = OMIT,
        patternSyntax: Literal["glob", "regex"] = OMIT,
        matchFullUrl: bool = OMIT,
        sitemap: Literal["include", "skip", "only"] = OMIT,
        ignoreQueryParameters: bool = OMIT,
        externalLinks: bool = OMIT,
        respectRobots: bool = OMIT,
        delayBetweenRequests: float = OMIT,
        concurrency: int = OMIT,
        formats: Sequence[Literal["markdown", "html", "rawHtml", "text", "json", "structured", "links", "screenshot", "screenshot@fullPage", "pdf", "extract", "images", "attributes", "summary", "changeTracking"]] = OMIT,
        format: Literal["markdown", "html", "text", "json"] = OMIT,
        onlyMainContent: bool = OMIT,
        includeMetadata: bool = OMIT,
        includeLinks: bool = OMIT,
        includeImages: bool = OMIT,
        removeAds: bool = OMIT,
        removeScripts: bool = OMIT,
        removeStyles: bool = OMIT,
        includeTags: Sequence[str] = OMIT,
        excludeTags: Sequence[str] = OMIT,
        onlyIncludeTags: Sequence[str] = OMIT,
        removeTags: Sequence[str] = OMIT,
        attributes: Sequence[AttributeQueryInput] = OMIT,
        llmOptimization: bool = OMIT,
        replaceAllPathsWithAbsolutePaths: bool = OMIT,
        htmlFormat: Literal["cleaned", "raw"] = OMIT,
        stripHtml: bool = OMIT,
        includeScreenshot: bool = OMIT,
        screenshotType: Literal["viewport", "fullpage"] = OMIT,
        includePdf: bool = OMIT,
        pdfPages: int = OMIT,
        parsePdf: bool = OMIT,
        engine: Literal["lightweight", "browser_a", "chromium", "stealth", "browser_b", "firefox"] = OMIT,
        mobile: bool = OMIT,
        userAgent: str = OMIT,
        headers: Mapping[str, str] = OMIT,
        authentication: AuthenticationInput = OMIT,
        location: StartCrawlLocationInput = OMIT,
        useProxy: bool = OMIT,
        skipTlsVerification: bool = OMIT,
        javascript: bool = OMIT,
        stealth: bool = OMIT,
        viewport: StartCrawlViewportInput = OMIT,
        waitForSelector: str = OMIT,
        actions: Sequence[ActionInput] = OMIT,
        executeJS: str = OMIT,
        waitFor: float = OMIT,
        waitTime: float = OMIT,
        timeout: float = OMIT,
        extract: StartCrawlExtractInput = OMIT,
        agent: StartCrawlAgentInput = OMIT,
        enableJsonExtraction: bool = OMIT,
        jsonSchema: str = OMIT,
        priority: Literal["low", "normal", "high"] = OMIT,
        maxAge: float = OMIT,
        minAge: float = OMIT,
        changeTracking: StartCrawlChangeTrackingInput = OMIT,
        storeInCache: bool = OMIT,
        zeroRetention: bool = OMIT,
        webhook: Union[str, WebhookInput] = OMIT,
        idempotency_key: Optional[str] = None,
    ) -> StartCrawlAccepted:
        """Starts a job that follows the links of a site; `results` returns its pages.

        url: URL of the start page, at depth 0
        maxPages: Maximum number of pages, including failed pages but not duplicates. The plan may allow fewer
        maxDepth: Maximum number of links between the start page and a page
        sameDomain: Stays on the host and port of `url`, with or without `www.`, and on the subdomains of that
            host
        includeSubdomains: If false, `sameDomain` excludes the subdomains
        childPathsOnly: Stays at or below the path of `url`: from `/docs/intro` or `/docs/intro/` at
            `/docs/intro/…`, from `/docs/index.html` at `/docs/…`
        includePatterns: Follows only URLs that match at least one pattern. Globs (`*` within a segment, `**`
            across segments) are matched against the path, or against the whole URL if they begin with `http`
        excludePatterns: Does not follow URLs that match a pattern. Globs (`*` within a segment, `**` across
            segments) are matched against the path, or against the whole URL if they begin with `http`
        patternSyntax: Syntax of the patterns: globs as above, or regular expressions. A regular expression
            may match anywhere in the path. Lookaround and backreferences are not supported, so that matching
            takes linear time
        matchFullUrl: Matches patterns against the whole URL, however they begin
        sitemap: Whether to use sitemaps in addition to links, not at all, or exclusively: with `only`, the
            start page and the URLs in sitemaps are used, and no links
        ignoreQueryParameters: Treats URLs that differ only in their query as one page
        externalLinks: Also scrapes pages of other sites that pages of the site link to, regardless of
            `includePatterns` and `childPathsOnly`, but does not follow their links
        respectRobots: Obeys robots.txt, including its `Crawl-delay` up to 10 s, and a page's `nofollow`
        delayBetweenRequests: Minimum milliseconds between the starts of two pages of this crawl, on all hosts
            together
        concurrency: Maximum number of pages to fetch at once, on all hosts together
        formats: The formats to return, as on a scrape, each in a field of its own name. Takes precedence over
            `format`
        format: `formats` takes precedence
        onlyMainContent: Removes headers, footers and sidebars
        includeMetadata: If false, the metadata has only `url`, `statusCode`, `contentType`, `extractedAt`,
            `processingTime` and `creditsUsed`
        includeLinks: Keeps hyperlinks in the converted text. The format `links` returns the list of links
        includeImages: Keeps images in the converted text
        removeAds: Removes advertisements
        removeScripts: Removes scripts from `html`
        removeStyles: Removes style sheets and style attributes from `html`
        includeTags: Tag names or CSS selectors: keeps only the matching elements
        excludeTags: Tag names or CSS selectors: removes the matching elements, after `includeTags` is applied
        onlyIncludeTags: The same as `includeTags`
        removeTags: The same as `excludeTags`
        attributes: Returns the attributes, exactly as written in the page, of all elements that match a
            selector. Adds the format `attributes`
        llmOptimization: Removes content that a language model does not need: boilerplate, tracking parameters
            and images without a description
        replaceAllPathsWithAbsolutePaths: Makes the URLs of links and images absolute
        htmlFormat: `raw` makes the format `html` identical to `rawHtml`
        stripHtml: Removes any remaining markup from the textual formats
        includeScreenshot: The same as the format `screenshot`. At most 16,384 pixels per side and 33 million
            pixels in total. Costs extra
        includePdf: The same as the format `pdf`. At most 200 pages. Costs extra
        pdfPages: Maximum number of pages to read from a PDF; `metadata.pageCount` is the number of pages that
            it has
        parsePdf: Accepted but has no effect: a PDF is always read as a document
        engine: The engine that fetches the page. Default: the cheapest engine that supports the request,
            `lightweight` first
        mobile: Emulates a mobile device: viewport, user agent and touch
        headers: Custom request headers
        location: Location of the visitor
        useProxy: Sends the requests through the proxy pool
        skipTlsVerification: Accepts any TLS certificate
        javascript: Runs the page's scripts
        stealth: Behaves like an ordinary visitor, and escalates from basic to advanced to maximum when it
            meets a bot challenge
        viewport: Size in CSS pixels
        waitForSelector: CSS selector to wait for
        actions: Steps to perform on the page, in order
        executeJS: JavaScript to run on the page: an expression, or statements that `return` a result. It is
            in `metadata.executeJS`, up to 1,048,576 characters of JSON
        waitFor: Milliseconds to wait after the page has loaded, in a browser
        waitTime: Milliseconds to wait after the page has loaded, in a browser; `waitFor` takes precedence
        timeout: Time limit for each page, in milliseconds
        extract: AI extraction
        agent: AI extraction by a named model
        enableJsonExtraction: With `jsonSchema`: the same as `extract.schema`
        jsonSchema: A JSON Schema as text
        priority: Priority among your account's own work. `high` requires the pro or enterprise plan
        maxAge: Maximum age of a cached response in days; fractions are allowed, and 0 always fetches the
            page. A cached response costs the same and has `cached`. Accounts share only cached pages that
            reveal nothing about who requested them. A missing page (404, 410) is cached for a day; refusals,
            rate limits and failures are always fetched again.
        minAge: Minimum age in days. Reads only the cache, for a response at least this old and not older than
            `maxAge`; the site is not contacted. If there is none: 404 `not_cached`, which costs nothing
        changeTracking: Compares the page with its previous version seen by your account: adds the formats
            `changeTracking` and `markdown`. The page is always fetched again, whatever the cache holds. Only
            scrapes that request the page in the same way (engine, headers, parts of the page) are compared:
            batch and crawl have other defaults than scrape, so their versions are separate
        storeInCache: If false, the response is not stored in the cache
        zeroRetention: Stores none of the page's content after the response is sent: not in the cache, the
            archive or the index of local search. Screenshots and PDFs are not available because they are
            stored as files. Not allowed for jobs, for monitors and with an `Idempotency-Key`, as these store
            responses
        """
        return self._caller.call(
            "POST",
            "/v1/crawl",
            StartCrawlAccepted,
            body={"url": url, "maxPages": maxPages, "maxDepth": maxDepth, "sameDomain": sameDomain, "includeSubdomains": includeSubdomains, "childPathsOnly": childPathsOnly, "includePatterns": includePatterns, "excludePatterns": excludePatterns, "patternSyntax": patternSyntax, "matchFullUrl": matchFullUrl, "sitemap": sitemap, "ignoreQueryParameters": ignoreQueryParameters, "externalLinks": externalLinks, "respectRobots": respectRobots, "delayBetweenRequests": delayBetweenRequests, "concurrency": concurrency, "formats": formats, "format": format, "onlyMainContent": onlyMainContent, "includeMetadata": includeMetadata, "includeLinks": includeLinks, "includeImages": includeImages, "removeAds": removeAds, "removeScripts": removeScripts, "removeStyles": removeStyles, "includeTags": includeTags, "excludeTags": excludeTags, "onlyIncludeTags": onlyIncludeTags, "removeTags": removeTags, "attributes": attributes, "llmOptimization": llmOptimization, "replaceAllPathsWithAbsolutePaths": replaceAllPathsWithAbsolutePaths, "htmlFormat": htmlFormat, "stripHtml": stripHtml, "includeScreenshot": includeScreenshot, "screenshotType": screenshotType, "includePdf": includePdf, "pdfPages": pdfPages, "parsePdf": parsePdf, "engine": engine, "mobile": mobile, "userAgent": userAgent, "headers": headers, "authentication": authentication, "location": location, "useProxy": useProxy, "skipTlsVerification": skipTlsVerification, "javascript": javascript, "stealth": stealth, "viewport": viewport, "waitForSelector": waitForSelector, "actions": actions, "executeJS": executeJS, "waitFor": waitFor, "waitTime": waitTime, "timeout": timeout, "extract": extract, "agent": agent, "enableJsonExtraction": enableJsonExtraction, "jsonSchema": jsonSchema, "priority": priority, "maxAge": maxAge, "minAge": minAge, "changeTracking": changeTracking, "storeInCache": storeInCache, "zeroRetention": zeroRetention, "webhook": webhook},
            idempotency_key=idempotency_key or new_key(),
        )

    def map(
        self,
        url: str,
        *,
        maxDepth: int = OMIT,
        maxPages: int = OMIT,
        sameDomain: bool = OMIT,
        includeSubdomains: bool = OMIT,
        childPathsOnly: bool = OMIT,
        includePatterns: Sequence[str] = OMIT,
        excludePatterns: Sequence[str] = OMIT,
        patternSyntax: Literal["glob", "regex"] = OMIT,
        matchFullUrl: bool = OMIT,
        sitemap: Literal["include", "skip", "only"] = OMIT,
        ignoreQueryParameters: bool = OMIT,
        respectRobots: bool = OMIT,
        search: str = OMIT,
        formats: Sequence[Literal["markdown", "html", "rawHtml", "text", "json", "structured", "links", "screenshot", "screenshot@fullPage", "pdf", "extract", "images", "attributes", "summary", "changeTracking"]] = OMIT,
        format: Literal["markdown", "html", "rawHtml", "text", "json", "structured", "links", "screenshot", "screenshot@fullPage", "pdf", "extract", "images", "attributes", "summary", "changeTracking"] = OMIT,
        onlyMainContent: bool = OMIT,
        includeMetadata: bool = OMIT,
        includeLinks: bool = OMIT,
        includeImages: bool = OMIT,
        removeAds: bool = OMIT,
        removeScripts: bool = OMIT,
        removeStyles: bool = OMIT,
        includeTags: Sequence[str] = OMIT,
        excludeTags: Sequence[str] = OMIT,
        onlyIncludeTags: Sequence[str] = OMIT,
        removeTags: Sequence[str] = OMIT,
        attributes: Sequence[AttributeQueryInput] = OMIT,
        llmOptimization: bool = OMIT,
        replaceAllPathsWithAbsolutePaths: bool = OMIT,
        htmlFormat: Literal["cleaned", "raw"] = OMIT,
        stripHtml: bool = OMIT,
        includeScreenshot: bool = OMIT,
        screenshotType: Literal["viewport", "fullpage"] = OMIT,
        includePdf: bool = OMIT,
        pdfPages: int = OMIT,
        parsePdf: bool = OMIT,
        engine: Literal["lightweight", "browser_a", "chromium", "stealth", "browser_b", "firefox"] = OMIT,
        mobile: bool = OMIT,
        userAgent: str = OMIT,
        headers: Mapping[str, str] = OMIT,
        authentication: AuthenticationInput = OMIT,
        location: MapSiteLocationInput = OMIT,
        useProxy: bool = OMIT,
        skipTlsVerification: bool = OMIT,
        javascript: bool = OMIT,
        stealth: bool = OMIT,
        viewport: MapSiteViewportInput = OMIT,
        waitForSelector: str = OMIT,
        actions: Sequence[ActionInput] = OMIT,
        executeJS: str = OMIT,
        waitFor: float = OMIT,
        waitTime: float = OMIT,
        timeout: float = OMIT,
        extract: MapSiteExtractInput = OMIT,
        agent: MapSiteAgentInput = OMIT,
        enableJsonExtraction: bool = OMIT,
        jsonSchema: str = OMIT,
        priority: Literal["low", "medium", "high"] = OMIT,
        maxAge: float = OMIT,
        minAge: float = OMIT,
        changeTracking: MapSiteChangeTrackingInput = OMIT,
        storeInCache: bool = OMIT,
        zeroRetention: bool = OMIT,
        metadataLimit: int = OMIT,
        idempotency_key: Optional[str] = None,
    ) -> MapSiteReply:
        """Lists the URLs of a site.

        url: URL of the root, at depth 0
        maxDepth: Maximum number of links between the root and a page
        maxPages: Maximum number of URLs
        sameDomain: Stays on the host and port of `url`, with or without `www.`, and on the subdomains of that
            host
        includeSubdomains: If false, `sameDomain` excludes the subdomains
        childPathsOnly: Stays at or below the path of `url`: from `/docs/intro` or `/docs/intro/` at
            `/docs/intro/…`, from `/docs/index.html` at `/docs/…`
        includePatterns: Follows only URLs that match at least one pattern. Globs (`*` within a segment, `**`
            across segments) are matched against the path, or against the whole URL if they begin with `http`
        excludePatterns: Does not follow URLs that match a pattern. Globs (`*` within a segment, `**` across
            segments) are matched against the path, or against the whole URL if they begin with `http`
        patternSyntax: Syntax of the patterns: globs as above, or regular expressions. A regular expression
            may match anywhere in the path. Lookaround and backreferences are not supported, so that matching
            takes linear time
        matchFullUrl: Matches patterns against the whole URL, however they begin
        sitemap: Whether to use sitemaps in addition to links, not at all, or exclusively: with `only`, the
            start page and the URLs in sitemaps are used, and no links
        ignoreQueryParameters: Treats URLs that differ only in their query as one page
        respectRobots: Obeys robots.txt, including its `Crawl-delay` up to 10 s
        search: Returns only URLs that contain one of these words in the URL or the title, best match first.
            URLs that contain one are visited before others
        formats: The formats to return, each in a field of its own name. Takes precedence over `format`
        format: A single format; `formats` takes precedence. Default: `markdown`
        onlyMainContent: Removes headers, footers and sidebars
        includeMetadata: Returns the `description` of each page
        includeLinks: Keeps hyperlinks in the converted text. The format `links` returns the list of links
        includeImages: Keeps images in the converted text
        removeAds: Removes advertisements
        removeScripts: Removes scripts from `html`
        removeStyles: Removes style sheets and style attributes from `html`
        includeTags: Tag names or CSS selectors: keeps only the matching elements
        excludeTags: Tag names or CSS selectors: removes the matching elements, after `includeTags` is applied
        onlyIncludeTags: The same as `includeTags`
        removeTags: The same as `excludeTags`
        attributes: Returns the attributes, exactly as written in the page, of all elements that match a
            selector. Adds the format `attributes`
        llmOptimization: Removes content that a language model does not need: boilerplate, tracking parameters
            and images without a description
        replaceAllPathsWithAbsolutePaths: Makes the URLs of links and images absolute
        htmlFormat: `raw` makes the format `html` identical to `rawHtml`
        stripHtml: Removes any remaining markup from the textual formats
        includeScreenshot: The same as the format `screenshot`. At most 16,384 pixels per side and 33 million
            pixels in total. Costs extra
        includePdf: The same as the format `pdf`. At most 200 pages. Costs extra
        pdfPages: Maximum number of pages to read from a PDF; `metadata.pageCount` is the number of pages that
            it has
        parsePdf: Accepted but has no effect: a PDF is always read as a document
        engine: The engine that fetches the pages. Default: the cheapest, `lightweight`. A browser also finds
            links that scripts add, and costs extra
        mobile: Emulates a mobile device: viewport, user agent and touch
        headers: Custom request headers
        location: Location of the visitor
        useProxy: Sends the requests through the proxy pool
        skipTlsVerification: Accepts any TLS certificate
        javascript: Runs the page's scripts
        stealth: Behaves like an ordinary visitor, and escalates from basic to advanced to maximum when it
            meets a bot challenge
        viewport: Size in CSS pixels
        waitForSelector: CSS selector to wait for
        actions: Steps to perform on the page, in order
        executeJS: JavaScript to run on the page: an expression, or statements that `return` a result. It is
            in `metadata.executeJS`, up to 1,048,576 characters of JSON
        waitFor: Milliseconds to wait after the page has loaded, in a browser
        waitTime: Seconds. The older name of `waitFor`
        timeout: Time limit in milliseconds. When it is reached, the URLs found so far are returned with
            `summary.timedOut`
        extract: AI extraction
        agent: AI extraction by a named model
        enableJsonExtraction: With `jsonSchema`: the same as `extract.schema`
        jsonSchema: A JSON Schema as text
        priority: Priority among your account's own work
        maxAge: Maximum age of a cached response in days; fractions are allowed, and 0 always fetches the
            page. A cached response costs the same and has `cached`. Accounts share only cached pages that
            reveal nothing about who requested them. A missing page (404, 410) is cached for a day; refusals,
            rate limits and failures are always fetched again.
        minAge: Minimum age in days. Reads only the cache, for a response at least this old and not older than
            `maxAge`; the site is not contacted. If there is none: 404 `not_cached`, which costs nothing
        changeTracking: Compares the page with its previous version seen by your account: adds the formats
            `changeTracking` and `markdown`. The page is always fetched again, whatever the cache holds. Only
            scrapes that request the page in the same way (engine, headers, parts of the page) are compared:
            batch and crawl have other defaults than scrape, so their versions are separate
        storeInCache: If false, the response is not stored in the cache
        zeroRetention: Stores none of the page's content after the response is sent: not in the cache, the
            archive or the index of local search. Screenshots and PDFs are not available because they are
            stored as files. Not allowed for jobs, for monitors and with an `Idempotency-Key`, as these store
            responses
        metadataLimit: Maximum number of URLs that get a `description`
        """
        return self._caller.call(
            "POST",
            "/v1/map",
            MapSiteReply,
            body={"url": url, "options": {"maxDepth": maxDepth, "maxPages": maxPages, "sameDomain": sameDomain, "includeSubdomains": includeSubdomains, "childPathsOnly": childPathsOnly, "includePatterns": includePatterns, "excludePatterns": excludePatterns, "patternSyntax": patternSyntax, "matchFullUrl": matchFullUrl, "sitemap": sitemap, "ignoreQueryParameters": ignoreQueryParameters, "respectRobots": respectRobots, "search": search, "formats": formats, "format": format, "onlyMainContent": onlyMainContent, "includeMetadata": includeMetadata, "includeLinks": includeLinks, "includeImages": includeImages, "removeAds": removeAds, "removeScripts": removeScripts, "removeStyles": removeStyles, "includeTags": includeTags, "excludeTags": excludeTags, "onlyIncludeTags": onlyIncludeTags, "removeTags": removeTags, "attributes": attributes, "llmOptimization": llmOptimization, "replaceAllPathsWithAbsolutePaths": replaceAllPathsWithAbsolutePaths, "htmlFormat": htmlFormat, "stripHtml": stripHtml, "includeScreenshot": includeScreenshot, "screenshotType": screenshotType, "includePdf": includePdf, "pdfPages": pdfPages, "parsePdf": parsePdf, "engine": engine, "mobile": mobile, "userAgent": userAgent, "headers": headers, "authentication": authentication, "location": location, "useProxy": useProxy, "skipTlsVerification": skipTlsVerification, "javascript": javascript, "stealth": stealth, "viewport": viewport, "waitForSelector": waitForSelector, "actions": actions, "executeJS": executeJS, "waitFor": waitFor, "waitTime": waitTime, "timeout": timeout, "extract": extract, "agent": agent, "enableJsonExtraction": enableJsonExtraction, "jsonSchema": jsonSchema, "priority": priority, "maxAge": maxAge, "minAge": minAge, "changeTracking": changeTracking, "storeInCache": storeInCache, "zeroRetention": zeroRetention, "metadataLimit": metadataLimit}},
            idempotency_key=idempotency_key or new_key(),
        )

    def search(
        self,
        query: str,
        *,
        limit: int = OMIT,
        country: str = OMIT,
        language: str = OMIT,
        sources: Sequence[Literal["web", "news", "images"]] = OMIT,
        timeRange: Literal["day", "week", "month", "year"] = OMIT,
        from_: str = OMIT,
        to: str = OMIT,
        provider: Literal["default_provider", "alternative_provider", "searxng", "brave", "local"] = OMIT,
        scrapeResults: bool = OMIT,
        scrapeOptions: SearchWebScrapeOptionsInput = OMIT,
        idempotency_key: Optional[str] = None,
    ) -> SearchWebReply:
        """Finds pages and, with `scrapeResults`, scrapes them too.

        query: The search query. Operators depend on the provider; `local` supports `"a phrase"`, `-word` and
            `site:example.com`
        limit: Maximum number of results
        country: ISO 3166 code of the country whose results to return
        language: BCP 47 tag of the language of the results
        sources: What to search, with up to `limit` results each: pages are returned in `results`, the others
            in `news` and `images`. Each source that responds costs one search. SearXNG and Brave support all
            three, `local` only pages
        timeRange: Maximum age of the results; cannot be combined with `from` and `to`
        from_: Start date of the range, inclusive, in UTC
        to: End date of the range, inclusive. SearXNG has no such filter: the shortest range that covers the
            dates is requested, and results dated outside them are removed. `local` uses the date that the
            page states, otherwise the date when it was scraped
        provider: `default_provider` is the SearXNG of this server or, without one, `local`: the pages that
            your account has scraped. `alternative_provider` is Brave. If `default_provider` fails, another
            provider that searches the web is used and reported in `warnings`; a provider that you name is
            never replaced
        scrapeResults: Scrapes every page result; `news` and `images` are not scraped
        scrapeOptions: How to scrape each result: any scrape parameter. Requires `scrapeResults`
        """
        return self._caller.call(
            "POST",
            "/v1/search",
            SearchWebReply,
            body={"query": query, "limit": limit, "country": country, "language": language, "sources": sources, "timeRange": timeRange, "from": from_, "to": to, "provider": provider, "scrapeResults": scrapeResults, "scrapeOptions": scrapeOptions},
            idempotency_key=idempotency_key or new_key(),
        )

    def extract(
        self,
        url: str,
        schema: Mapping[str, Any],
        *,
        agent: ExtractionAgentInput = OMIT,
        prompt: str = OMIT,
        webhook: Union[str, WebhookInput] = OMIT,
        options: ExtractPageOptionsInput = OMIT,
        idempotency_key: Optional[str] = None,
    ) -> ExtractPageReply:
        """Extracts data from a page according to a JSON Schema.

        url: URL of the page
        schema: JSON Schema of the data to extract: at most 64 KiB, 8 levels and 200 properties, without
            references to other documents
        prompt: Further instructions in words
        """
        return self._caller.call(
            "POST",
            "/v1/extract",
            ExtractPageReply,
            body={"url": url, "schema": schema, "agent": agent, "prompt": prompt, "webhook": webhook, "options": options},
            idempotency_key=idempotency_key or new_key(),
        )

    def capabilities(
        self,
    ) -> GetCapabilitiesReply:
        """What the service offers: its engines and plugins, and the limits of your plan."""
        return self._caller.call(
            "GET",
            "/v1/capabilities",
            GetCapabilitiesReply,
        )
