# Written by `bun run generate` from the API's document; not to be edited.
"""Models of responses."""
from typing import Any, Dict, List, Literal, Optional, Union

from pydantic import Field

from .model import Model


class ScrapedEntryImages(Model):
    url: str
    alt: Optional[str] = None


class ScrapedEntryAttributes(Model):
    selector: str
    attribute: str
    values: List[str]


class ChangeTracking(Model):
    previousScrapeAt: Optional[str] = None
    """null on the first scrape"""
    changeStatus: str
    """`new` also if the page had been removed before; `removed` if it responds with 404 or 410 and existed
    before"""
    visibility: str
    """`hidden` while the page is removed"""
    changePercent: float
    """Percent of the text that changed"""
    addedLines: int
    removedLines: int
    diff: Optional[str] = None
    """Unified diff of the markdown; at most 64 KiB"""


class ScrapeMetadataFeeds(Model):
    url: str
    title: Optional[str] = None
    type: str


class OpenGraph(Model):
    title: Optional[str] = None
    description: Optional[str] = None
    url: Optional[str] = None
    image: Optional[str] = None
    type: Optional[str] = None
    siteName: Optional[str] = None
    locale: Optional[str] = None
    audio: Optional[str] = None
    video: Optional[str] = None


class SocialCard(Model):
    card: Optional[str] = None
    site: Optional[str] = None
    creator: Optional[str] = None
    title: Optional[str] = None
    description: Optional[str] = None
    image: Optional[str] = None
    imageAlt: Optional[str] = None


class Article(Model):
    publishedTime: Optional[str] = None
    """As written in the page"""
    modifiedTime: Optional[str] = None
    expirationTime: Optional[str] = None
    author: Optional[str] = None
    section: Optional[str] = None
    tags: List[str]


class StructuredData(Model):
    jsonLd: List[Dict[str, Any]]
    """The JSON-LD blocks; each node of an `@graph` is a separate entry"""
    microdata: List[Dict[str, Any]]
    """Top-level items: `type`, `id` and `properties`"""
    rdfa: List[Dict[str, Any]]
    openGraph: Dict[str, Any]
    """All og: properties; a repeated property is an array"""
    schemaTypes: List[str]
    """The schema.org types found in the page"""


class HeadingDistribution(Model):
    h1: int
    h2: int
    h3: int
    h4: int
    h5: int
    h6: int


class ContentQuality(Model):
    wordCount: int
    sentenceCount: int
    characterCount: int
    readabilityScore: Optional[float] = None
    """Flesch reading ease; English only"""
    fleschKincaidGrade: Optional[float] = None
    """School grade; English only"""
    averageSentenceLength: float
    """Words per sentence"""
    averageWordsPerSentence: float
    contentDensity: float
    """Share of the markup that is text, from 0 to 1"""
    estimatedReadingTimeMinutes: int
    isContentRich: bool
    headingCount: int
    paragraphCount: int
    linkCount: int
    imageCount: int
    listCount: int
    tableCount: int
    quoteCount: int
    codeBlockCount: int
    contentType: str
    readingLevel: Optional[str] = None
    lexicalDiversity: float
    """Ratio of distinct words to all words, over windows of 100 words, from 0 to 1"""
    headingDistribution: HeadingDistribution


class TraceStep(Model):
    engine: str
    url: str
    status: int
    """0 if there was no response"""
    reason: Optional[str] = None
    """Why the next attempt was made; null for the last attempt"""
    level: Optional[str] = None
    ms: float


class ScrapeMetadata(Model):
    url: str
    """The URL after redirects"""
    statusCode: int
    contentType: Optional[str] = None
    extractedAt: str
    processingTime: float
    """Milliseconds"""
    creditsUsed: float
    title: Optional[str] = None
    """The document's title"""
    headline: Optional[str] = None
    """The page's own title as a reader would say it, without the name of the site"""
    description: Optional[str] = None
    language: Optional[str] = None
    """BCP 47"""
    keywords: Optional[str] = None
    """As written in the page, comma-separated"""
    robots: Optional[str] = None
    canonical: Optional[str] = None
    """Absolute URL"""
    author: Optional[str] = None
    date: Optional[str] = None
    """The date that the page states for itself; only the day if the page gives no time"""
    publisher: Optional[str] = None
    favicon: Optional[str] = None
    """Absolute URL"""
    feeds: Optional[List[ScrapeMetadataFeeds]] = None
    og: Optional[OpenGraph] = None
    social: Optional[SocialCard] = None
    article: Optional[Article] = None
    structuredData: Optional[StructuredData] = None
    contentQuality: Optional[ContentQuality] = None
    wordCount: Optional[int] = None
    characterCount: Optional[int] = None
    linksCount: Optional[int] = None
    imagesCount: Optional[int] = None
    loadTime: Optional[float] = None
    """Milliseconds, the same as `processingTime`; only where a request with `urls` returns its results"""
    engine: Optional[str] = None
    parserName: Optional[str] = None
    contentSource: Optional[str] = None
    trace: Optional[List[TraceStep]] = None
    cached: Optional[bool] = None
    """Whether the page came from the cache. `extractedAt`, `processingTime` and `trace` then describe the
    fetch at `cachedAt`"""
    cachedAt: Optional[str] = None
    pageCount: Optional[int] = None
    transcriptAvailable: Optional[bool] = None
    """For videos: whether captions exist; if so, they are the content"""
    actions: Optional[List[Dict[str, Any]]] = None
    executeJS: Any = None


class ResultFile(Model):
    id: str
    type: str
    """`screenshot`, `pdf` …"""
    url: str
    """Signed URL; expires in 24 h. Without the signature, the request needs the key"""
    mediaType: str
    size: int
    """Bytes"""


class ScrapedEntry(Model):
    markdown: Optional[str] = None
    """CommonMark with GFM"""
    html: Optional[str] = None
    """Cleaned HTML"""
    rawHtml: Optional[str] = None
    """The response as sent by the site, decoded"""
    text: Optional[str] = None
    """Plain text without markup"""
    json_: Any = Field(None, alias="json")
    """The document as data: title, sections with paragraphs, lists, tables, code, images and links; for a
    video, `segments` with `start` and `duration` in seconds and `text`"""
    structured: Any = None
    """The data that the page declares in JSON-LD, microdata, RDFa and Open Graph, by schema.org type"""
    links: Optional[List[str]] = None
    """Absolute URLs without duplicates, in page order"""
    images: Optional[List[ScrapedEntryImages]] = None
    """Images in the visible content without duplicates, each as the absolute URL of the largest version that
    the page offers"""
    attributes: Optional[List[ScrapedEntryAttributes]] = None
    """One entry for each entry of the parameter `attributes`, in the same order"""
    summary: Optional[str] = None
    """A few sentences, written by the server's language model; without a model, the first sentences of the
    main content"""
    changeTracking: Optional[ChangeTracking] = None
    screenshot: Optional[str] = None
    """URL of the screenshot"""
    pdf: Optional[str] = None
    """URL of the PDF"""
    extracted: Any = None
    """Data in the shape of the extraction schema; absent, with a warning, if the page responded with 500 or
    above"""
    url: str
    """The URL as sent in the request"""
    status: Literal["success"]
    title: Optional[str] = None
    description: Optional[str] = None
    scrapedAt: str
    wordCount: int
    content: str
    """The first requested text format; if only JSON formats were requested, the first as text"""
    metadata: ScrapeMetadata
    files: Optional[List[ResultFile]] = None
    warnings: Optional[List[str]] = None
    """What the caller should know about the page"""


class FailedEntryMetadata(Model):
    """`code` is the error code; in the answer to the request only"""

    url: str
    statusCode: Literal[0]
    error: str
    code: Optional[str] = None
    creditsUsed: Literal[0]


class FailedEntry(Model):
    url: str
    """The URL as sent in the request"""
    status: Literal["failed"]
    error: str
    """The message; in the job's results the whole error, with `code` and `details`"""
    scrapedAt: str
    metadata: FailedEntryMetadata
    """`code` is the error code; in the answer to the request only"""


class JobError(Model):
    code: str
    message: str
    details: Dict[str, Any]


class CrawledPageMetadata(Model):
    statusCode: int
    """0 if there was no response"""
    creditsUsed: float


class CrawledPageError(Model):
    """Why the page failed; failed pages are not charged"""

    code: str
    message: str
    details: Dict[str, Any]


class CrawledPage(Model):
    url: str
    """The URL as found, without its fragment"""
    status: str
    depth: int
    """Number of links from the start page; URLs from a sitemap have depth 1"""
    forbiddenLinks: Optional[List[str]] = None
    """Up to 100 URLs on the site that the page links to but robots.txt disallows"""
    external: Optional[Literal[True]] = None
    """The page is not on the site; see `externalLinks`"""
    metadata: CrawledPageMetadata
    error: Optional[CrawledPageError] = None
    """Why the page failed; failed pages are not charged"""


class BatchSuccessMetadata(Model):
    statusCode: int
    contentType: Optional[str] = None
    loadTime: float
    """Milliseconds"""
    creditsUsed: float


class BatchSuccess(Model):
    url: str
    title: Optional[str] = None
    description: Optional[str] = None
    markdown: str
    content: str
    """The content in the requested format; `json` is serialized as text"""
    scrapedAt: str
    status: Literal["success"]
    wordCount: int
    metadata: BatchSuccessMetadata


class BatchFailureMetadata(Model):
    """`code` is the error code"""

    statusCode: Literal[0]
    error: str
    code: str


class BatchFailure(Model):
    url: str
    status: Literal["failed"]
    error: str
    scrapedAt: str
    metadata: BatchFailureMetadata
    """`code` is the error code"""


class EmailDiscovery(Model):
    acceptsMail: Optional[bool] = None
    """Whether the domain has MX or address records; null if no DNS server responded"""
    mxRecords: List[str]
    """Host names, in order of preference"""
    isRoleAddress: bool
    """Whether the e-mail address belongs to a role, such as sales"""
    isFreeMail: bool
    """Whether the domain belongs to a public mailbox provider"""
    isDisposable: bool


class CompanyProfile(Model):
    name: Optional[str] = None
    description: Optional[str] = None
    logo: Optional[str] = None
    """URL of the image"""
    website: str
    socialProfiles: List[str]
    phones: List[str]
    addresses: List[str]
    """Each address in one line"""


class EnrichedRow(Model):
    """The requested fields are added to these"""

    email: str
    """As sent in the request"""
    domain: Optional[str] = None
    """The host name in ASCII; null for an invalid e-mail address"""
    discovery: Optional[EmailDiscovery] = None
    company: Optional[CompanyProfile] = None
    """null if no site of the company was found"""
    enrichment_status: str
    credits_used: float
    processing_time_ms: int
    error: Optional[str] = None
    """Why a row failed or was skipped"""


class ExtractBatchAccepted(Model):
    status: str
    """`queued` or `running`"""
    totalUrls: int
    estimatedCredits: float
    """Credits held until the job ends"""
    estimatedTime: str
    """Estimate in words, based on measured times"""
    concurrency: int
    statusUrl: str
    """Path of the job record"""
    streamUrl: str
    """Path of the job's event stream (Server-Sent Events)"""


class StartExtractBatchReply(Model):
    success: Literal[True]
    jobId: str
    data: ExtractBatchAccepted
    warnings: Optional[List[str]] = None


class Evidence(Model):
    path: str
    """JSON pointer to the value in `extractedData`; for a value removed by `dropUnsupported`, its former
    location"""
    value: Union[str, float, bool]
    supported: bool
    """Whether a page states the value, literally or in another notation"""
    quote: Optional[str] = None
    """The text around the value"""
    sourceUrl: Optional[str] = None
    offset: Optional[int] = None
    """Position of the quote in the page’s markdown, in characters; null if the value is only in the page’s
    data"""


class TokenUsage(Model):
    base: int
    """Tokens of any extraction"""
    output: int
    """`outputSizeBytes` / 0.5, rounded up"""
    thinking: int
    """Reasoning tokens of the model; 0 without one"""
    total: int
    """The sum"""
    formula: str


class ExtractBatchResult(Model):
    url: str
    """The URL as sent in the request"""
    success: bool
    extractedData: Optional[Any] = None
    """An object that matches the schema; null if the page failed"""
    creditsUsed: float
    model: Optional[str] = None
    missing: Optional[List[str]] = None
    evidence: Optional[List[Evidence]] = None
    tokenUsage: Optional[TokenUsage] = None
    error: Optional[JobError] = None
    warnings: Optional[List[str]] = None


class ExtractBatchResults(Model):
    jobId: str
    status: str
    """`queued`, `running`, `completed`, `failed` or `cancelled`"""
    totalUrls: int
    successfulUrls: int
    failedUrls: int
    creditsUsed: float
    processingTime: int
    """Milliseconds since the job started, up to its end"""
    results: List[ExtractBatchResult]
    """The results so far, in the order of `urls`"""


class GetExtractBatchResultsReply(Model):
    success: Literal[True]
    data: ExtractBatchResults
    warnings: Optional[List[str]] = None


class ExtractDomainAccepted(Model):
    status: str
    """`queued` or `running`"""
    domain: str
    maxPages: int
    estimatedCredits: float
    """Credits held until the job ends"""
    estimatedTime: str
    """Estimate in words, based on measured times"""
    statusUrl: str
    """Path of the job record"""
    streamUrl: str
    """Path of the job's event stream (Server-Sent Events)"""


class ExtractDomainReply(Model):
    success: Literal[True]
    jobId: str
    data: ExtractDomainAccepted
    warnings: Optional[List[str]] = None


class ExtractionStatus(Model):
    jobId: str
    type: str
    """`extract` or `extract_domain`"""
    status: str
    """`queued`, `running`, `completed`, `failed` or `cancelled`"""
    progress: float
    """Percent"""
    totalPages: int
    """Total number of pages, as far as known"""
    creditsUsed: float
    createdAt: str
    completedAt: Optional[str] = None
    error: Optional[JobError] = None
    extractedData: Optional[List[Any]] = None
    """Present when the job is completed"""
    sourceUrls: Optional[List[str]] = None
    """Present when the job is completed"""


class GetExtractionReply(Model):
    success: Literal[True]
    data: ExtractionStatus
    warnings: Optional[List[str]] = None


class GeneratedSchema(Model):
    """Can be sent to `POST /v1/extract`"""

    type: Literal["object"]
    properties: Dict[str, Any]
    required: List[str]
    description: str


class SchemaProposal(Model):
    schema_: GeneratedSchema = Field(..., alias="schema")
    recommendations: List[str]
    """Advice, such as fields that came out empty in the test on the page"""
    creditsUsed: float


class GenerateSchemaReply(Model):
    success: Literal[True]
    data: SchemaProposal
    warnings: Optional[List[str]] = None


class EnrichmentAccepted(Model):
    jobId: str
    status: str
    totalRows: int
    estimatedCredits: float
    """Credits held until the job ends"""
    estimatedTime: int
    """Milliseconds, estimated from measured times"""
    createdAt: str
    statusUrl: str
    """Path of the job record"""
    streamUrl: str
    """Path of the job's event stream (Server-Sent Events)"""


class StartEnrichmentReply(Model):
    success: Literal[True]
    data: EnrichmentAccepted
    warnings: Optional[List[str]] = None


class EnrichmentStatus(Model):
    id: str
    status: str
    """`queued`, `processing`, `completed`, `failed` or `cancelled`"""
    totalRows: int
    rowsProcessed: int
    """Rows that succeeded, failed or were skipped"""
    rowsSucceeded: int
    rowsFailed: int
    """Failed rows; they are not charged"""
    creditsUsed: float
    progress: float
    """Percent"""
    estimatedTimeRemaining: int
    """Milliseconds, estimated from measured times"""
    createdAt: str
    startedAt: Optional[str] = None
    completedAt: Optional[str] = None
    """When the job ended, whatever its final status"""


class GetEnrichmentReply(Model):
    success: Literal[True]
    data: EnrichmentStatus
    warnings: Optional[List[str]] = None


class CancelEnrichmentReply(Model):
    success: Literal[True]
    data: EnrichmentStatus
    warnings: Optional[List[str]] = None


class SnapshotSummary(Model):
    timestamp: str
    """When it was captured (`YYYYMMDDHHMMSS`, UTC)"""
    url: str
    """The URL that was archived"""
    mimetype: str
    """MIME type; empty if the archive does not state it"""
    statuscode: str
    """Status of the archived response; empty if the archive does not state it"""
    digest: str
    """Digest of the body, SHA-1 in Base32 in most archives: equal digests mean that nothing changed; empty if
    the archive does not state it"""
    length: str
    """Size in the archive in bytes, compressed; empty if the archive does not state it"""
    title: Optional[str] = None
    """With `includeMetadata`"""
    language: Optional[str] = None
    """With `includeMetadata`"""
    headers: Optional[Dict[str, str]] = None
    """Headers of the archived response, with names in lower case"""


class ArchiveDateRange(Model):
    from_: str = Field(..., alias="from")
    """First day (`YYYYMMDD`, UTC)"""
    to: str
    """Last day, inclusive (`YYYYMMDD`, UTC)"""


class ArchiveQuery(Model):
    dateRange: Optional[ArchiveDateRange] = None
    limit: int


class ArchiveSearch(Model):
    url: str
    """The URL as requested"""
    provider: str
    """The archive that was used"""
    snapshots: List[SnapshotSummary]
    """Empty if the archive has none"""
    totalFound: int
    """Number of matching snapshots if the archive states it; otherwise the number in the response"""
    query: ArchiveQuery
    creditsUsed: float


class ArchiveSearchMetadata(Model):
    searchTime: float
    """Seconds"""
    provider: str
    """The archive that was used"""
    cached: bool
    """Whether the response is a recent one from the cache"""


class SearchArchiveReply(Model):
    success: Literal[True]
    data: ArchiveSearch
    warnings: Optional[List[str]] = None
    metadata: ArchiveSearchMetadata


class ArchivedAnswer(Model):
    statusCode: int
    """Status of the archived response; redirects and errors are archived too"""
    contentType: str
    """Empty if the archive does not state it"""
    encoding: str
    """`base64` for content that is not text, such as an image"""
    headers: Dict[str, str]
    """Headers of the archived response, with names in lower case"""


class Snapshot(Model):
    content: str
    """The archived content: text, or Base64 as given in `metadata.encoding`"""
    metadata: ArchivedAnswer
    timestamp: str
    """When the page was captured; this can differ from the requested time (`YYYYMMDDHHMMSS`, UTC)"""
    url: str
    """URL where a person can view the snapshot"""
    available: bool


class ArchiveSnapshot(Model):
    url: str
    """The URL as requested"""
    timestamp: str
    """The `timestamp` as requested"""
    provider: str
    """The archive that was used"""
    snapshot: Snapshot
    creditsUsed: float


class ArchiveSnapshotMetadata(Model):
    retrievedAt: str
    provider: str
    """The archive that was used"""
    cached: bool
    """Whether the response is a recent one from the cache"""


class GetSnapshotReply(Model):
    success: Literal[True]
    data: ArchiveSnapshot
    warnings: Optional[List[str]] = None
    metadata: ArchiveSnapshotMetadata


class Availability(Model):
    hasSnapshots: bool
    closestDate: Optional[str] = None
    """Can be sent as `timestamp` to get the snapshot; null if there is none"""


class ArchiveAvailability(Model):
    url: str
    """The URL as requested"""
    timestamp: Optional[str] = None
    """The `timestamp` as requested"""
    availability: Availability
    creditsUsed: float


class ArchiveAvailabilityMetadata(Model):
    checkedAt: str
    cached: bool
    """Whether the response is a recent one from the cache"""


class CheckArchiveReply(Model):
    success: Literal[True]
    data: ArchiveAvailability
    warnings: Optional[List[str]] = None
    metadata: ArchiveAvailabilityMetadata


class ArchivePeriod(Model):
    period: str
    """For example `2025-01-15`, `2025-W03` (ISO 8601), `2025-01` or `2025`"""
    count: int
    snapshots: List[str]


class ArchiveTimeline(Model):
    url: str
    """The URL as requested"""
    dateRange: ArchiveDateRange
    granularity: str
    timeline: List[ArchivePeriod]
    """All periods of the range in order, including those without snapshots"""
    totalSnapshots: int
    creditsUsed: float


class BuildTimelineReply(Model):
    success: Literal[True]
    data: ArchiveTimeline
    warnings: Optional[List[str]] = None


class ComparedMoment(Model):
    provider: Optional[str] = None
    """The archive; null for the current page"""
    timestamp: str
    """When it was captured; this can differ from the requested time (`YYYYMMDDHHMMSS`, UTC)"""
    url: str
    """URL where a person can view the version"""
    statusCode: int
    """Status of the response"""


class Comparison(Model):
    url: str
    """The URL as requested"""
    before: ComparedMoment
    after: ComparedMoment
    changed: bool
    changePercent: float
    """Percent of the text that changed"""
    addedLines: int
    removedLines: int
    diff: Optional[str] = None
    """Unified diff of the content as markdown, at most 64 KiB; null if nothing changed"""
    creditsUsed: float


class CompareSnapshotsReply(Model):
    success: Literal[True]
    data: Comparison
    warnings: Optional[List[str]] = None


class DeletedCaptures(Model):
    deleted: int
    """Number of deleted captures"""


class DeleteCapturesReply(Model):
    success: Literal[True]
    data: DeletedCaptures
    warnings: Optional[List[str]] = None


class Job(Model):
    id: str
    status: str
    """`queued`, `running` (`processing` for enrichment), `completed`, `failed` or `cancelled`"""
    progress: float
    """Percent"""
    currentStep: Optional[str] = None
    currentUrl: Optional[str] = None
    pagesCompleted: int
    """Items that succeeded"""
    pagesTotal: int
    """Total number of items, as far as known"""
    creditsUsed: float
    estimatedTimeRemaining: Optional[int] = None
    type: str
    """`scrape`, `batch`, `crawl`, `extract`, `extract_domain`, `enrichment`, `monitor`, or a job type of
    another plugin"""
    priority: str
    """`low`, `medium` or `high`"""
    total: int
    """Total number of items (pages or rows), as far as known"""
    completed: int
    """Items that succeeded"""
    failed: int
    """Items that failed; they are not charged"""
    creditsEstimated: float
    """Credits held until the job ends"""
    createdAt: str
    startedAt: Optional[str] = None
    completedAt: Optional[str] = None
    """When the job ended, whatever its final status"""
    error: Optional[JobError] = None


class JobList(Model):
    jobs: List[Job]
    nextCursor: Optional[str] = None
    """The `cursor` of the next page; null on the last page"""


class ListJobsReply(Model):
    success: Literal[True]
    data: JobList
    warnings: Optional[List[str]] = None


class GetJobReply(Model):
    success: Literal[True]
    data: Job
    warnings: Optional[List[str]] = None


class JobStatus(Model):
    id: str
    status: str
    """`queued`, `running` (`processing` for enrichment), `completed`, `failed` or `cancelled`"""
    progress: float
    """Percent"""
    currentStep: Optional[str] = None
    currentUrl: Optional[str] = None
    pagesCompleted: int
    """Items that succeeded"""
    pagesTotal: int
    """Total number of items, as far as known"""
    creditsUsed: float
    estimatedTimeRemaining: Optional[int] = None


class GetJobStatusReply(Model):
    success: Literal[True]
    data: JobStatus
    warnings: Optional[List[str]] = None


class CancelJobReply(Model):
    success: Literal[True]
    data: Job
    warnings: Optional[List[str]] = None


class JobResults(Model):
    jobId: str
    status: str
    total: int
    """Number of results on all pages"""
    results: List[Any]
    """In input order; the results of a crawl in order of completion. Each entry has its `url` and `status`
    (`success`, `failed`)"""
    nextCursor: Optional[str] = None
    """The `cursor` of the next page; null on the last page"""


class ListJobResultsReply(Model):
    success: Literal[True]
    data: JobResults
    warnings: Optional[List[str]] = None


class QueueStatus(Model):
    totalJobs: int
    pendingJobs: int
    activeJobs: int
    completedJobs: int
    failedJobs: int
    averageProcessingTime: int
    """Milliseconds, measured over recently ended jobs"""
    queueHealth: str
    """`degraded`: a job has waited more than a minute; `unhealthy`: the store accepts no writes"""


class GetQueueStatusReply(Model):
    success: Literal[True]
    data: QueueStatus
    warnings: Optional[List[str]] = None


class QueueJob(Model):
    id: str
    status: str
    """`queued`, `running` (`processing` for enrichment), `completed`, `failed` or `cancelled`"""
    progress: float
    """Percent"""
    currentStep: Optional[str] = None
    currentUrl: Optional[str] = None
    pagesCompleted: int
    """Items that succeeded"""
    pagesTotal: int
    """Total number of items, as far as known"""
    creditsUsed: float
    estimatedTimeRemaining: Optional[int] = None
    type: str
    """`scrape`, `batch`, `crawl`, `extract`, `extract_domain`, `enrichment`, `monitor`, or a job type of
    another plugin"""
    priority: str
    """`low`, `medium` or `high`"""
    total: int
    """Total number of items (pages or rows), as far as known"""
    completed: int
    """Items that succeeded"""
    failed: int
    """Items that failed; they are not charged"""
    creditsEstimated: float
    """Credits held until the job ends"""
    createdAt: str
    startedAt: Optional[str] = None
    completedAt: Optional[str] = None
    """When the job ended, whatever its final status"""
    error: Optional[JobError] = None
    accountId: Optional[str] = None
    """The account that owns the job; for administrators only"""
    email: Optional[str] = None
    """The e-mail address of the owner; for administrators only"""


class QueueJobList(Model):
    jobs: List[QueueJob]
    nextCursor: Optional[str] = None
    """The `cursor` of the next page; null on the last page"""


class ListQueueJobsReply(Model):
    success: Literal[True]
    data: QueueJobList
    warnings: Optional[List[str]] = None


class CreatedMonitor(Model):
    monitorId: str
    status: str
    nextRun: Optional[str] = None
    """null while the monitor is paused"""
    creditsPerRun: float
    """Maximum cost of a run; a failed run costs nothing"""


class CreateMonitorReply(Model):
    success: Literal[True]
    data: CreatedMonitor
    warnings: Optional[List[str]] = None


class Monitor(Model):
    id: str
    monitorId: str
    name: str
    url: str
    schedule: str
    timezone: str
    tags: List[str]
    options: Dict[str, Any]
    """The options as given, without those that may be secret"""
    hiddenOptions: List[str]
    """Names of options that are stored but not returned; `options` if none can be read, because the server
    has lost the secret that encrypts them"""
    status: str
    """`failing`: the last five runs failed; the schedule continues"""
    lastRun: Optional[str] = None
    nextRun: Optional[str] = None
    """null while the monitor is paused"""
    lastChange: Optional[str] = None
    creditsPerRun: float
    """Maximum cost of a run; a failed run costs nothing"""
    feedUrl: str
    """Atom feed of the changes; anyone with this URL can read it"""
    createdAt: str


class MonitorList(Model):
    monitors: List[Monitor]
    nextCursor: Optional[str] = None


class ListMonitorsReply(Model):
    success: Literal[True]
    data: MonitorList
    warnings: Optional[List[str]] = None


class GetMonitorReply(Model):
    success: Literal[True]
    data: Monitor
    warnings: Optional[List[str]] = None


class UpdateMonitorReply(Model):
    success: Literal[True]
    data: Monitor
    warnings: Optional[List[str]] = None


class DeletedMonitor(Model):
    id: str
    deleted: Literal[True]


class DeleteMonitorReply(Model):
    success: Literal[True]
    data: DeletedMonitor
    warnings: Optional[List[str]] = None


class StartedMonitorRun(Model):
    runId: str
    """The `id` of the run in the history"""
    jobId: Optional[str] = None
    """null if the run failed before it had a job, such as for lack of credits"""
    statusUrl: Optional[str] = None
    """Path of the job record"""


class RunMonitorReply(Model):
    success: Literal[True]
    data: StartedMonitorRun
    warnings: Optional[List[str]] = None


class MonitorRunFile(Model):
    id: str
    type: str
    """`screenshot` or `pdf`"""
    mediaType: str
    size: int
    """Bytes"""
    url: str
    """Signed URL; works for 24 h"""


class MonitorRun(Model):
    id: str
    checkedAt: str
    status: str
    """`baseline`: the first run, which later runs are compared with"""
    statusCode: Optional[int] = None
    """HTTP status of the page"""
    changePercent: Optional[float] = None
    """Share of the text that changed; null if nothing was compared"""
    addedLines: int
    removedLines: int
    diff: Optional[str] = None
    """Unified diff without content that changes by itself. Cut at 64 KiB"""
    snapshotUrl: Optional[str] = None
    """The content at the time of the run, as a signed URL that works for 24 h"""
    files: List[MonitorRunFile]
    """Screenshots and PDFs, if requested"""
    creditsUsed: float
    error: Optional[JobError] = None
    """Why the run failed"""
    warnings: List[str]
    """What may be wrong with the page, such as that the `selector` keeps no text of it"""
    jobId: Optional[str] = None


class MonitorHistory(Model):
    history: List[MonitorRun]
    """Newest first"""
    nextCursor: Optional[str] = None


class ListMonitorRunsReply(Model):
    success: Literal[True]
    data: MonitorHistory
    warnings: Optional[List[str]] = None


class ExportedMonitor(Model):
    name: str
    url: str
    schedule: str
    timezone: str
    tags: List[str]
    status: str
    options: Dict[str, Any]
    hiddenOptions: List[str]
    """Options to set again after an import"""


class MonitorExport(Model):
    monitors: List[ExportedMonitor]


class ExportMonitorsReply(Model):
    success: Literal[True]
    data: MonitorExport
    warnings: Optional[List[str]] = None


class ImportedMonitors(Model):
    monitorIds: List[str]


class ImportMonitorsReply(Model):
    success: Literal[True]
    data: ImportedMonitors
    warnings: Optional[List[str]] = None


class MonitorFeed(Model):
    feedUrl: str


class RotateMonitorFeedReply(Model):
    success: Literal[True]
    data: MonitorFeed
    warnings: Optional[List[str]] = None


class WebhookDelivery(Model):
    id: str
    """Id of the event: the `id` in its body, and `X-Webhook-Id`"""
    event: str
    url: str
    jobId: Optional[str] = None
    status: str
    """`pending` until the delivery is accepted or has failed for the last time"""
    attempts: int
    """Number of attempts"""
    statusCode: Optional[int] = None
    """Status of the last attempt"""
    error: Optional[str] = None
    """Why the delivery has not been accepted; null if it was accepted or not yet attempted"""
    createdAt: str
    nextAttemptAt: Optional[str] = None
    endedAt: Optional[str] = None


class WebhookDeliveryList(Model):
    deliveries: List[WebhookDelivery]
    nextCursor: Optional[str] = None
    """The `cursor` of the next page; null on the last page"""


class ListDeliveriesReply(Model):
    success: Literal[True]
    data: WebhookDeliveryList
    warnings: Optional[List[str]] = None


class WebhookAttempt(Model):
    at: str
    statusCode: Optional[int] = None
    """null if there was no response"""
    durationMs: int
    error: Optional[str] = None
    """null if the delivery was accepted"""


class WebhookDeliveryDetails(Model):
    id: str
    """Id of the event: the `id` in its body, and `X-Webhook-Id`"""
    event: str
    url: str
    jobId: Optional[str] = None
    status: str
    """`pending` until the delivery is accepted or has failed for the last time"""
    attempts: int
    """Number of attempts"""
    statusCode: Optional[int] = None
    """Status of the last attempt"""
    error: Optional[str] = None
    """Why the delivery has not been accepted; null if it was accepted or not yet attempted"""
    createdAt: str
    nextAttemptAt: Optional[str] = None
    endedAt: Optional[str] = None
    receiver: str
    """`failing`: attempts become less frequent, one delivery at a time. `disabled`: the receiver responded
    with 410, or failed for five days; a retry, or a request that names it, enables it again"""
    log: List[WebhookAttempt]
    """The last 50 attempts, oldest first"""
    body: Any = None
    """The body that is sent"""


class GetDeliveryReply(Model):
    success: Literal[True]
    data: WebhookDeliveryDetails
    warnings: Optional[List[str]] = None


class RetryDeliveryReply(Model):
    success: Literal[True]
    data: WebhookDelivery
    warnings: Optional[List[str]] = None


class TestWebhookReply(Model):
    success: Literal[True]
    data: WebhookDelivery
    warnings: Optional[List[str]] = None


class WebhookSecret(Model):
    secret: str
    """Receivers use it to verify deliveries"""
    createdAt: str
    previousUntil: Optional[str] = None
    """When the previous secret stops signing in `X-Webhook-Signature-Previous`; null if there is none"""


class GetWebhookSecretReply(Model):
    success: Literal[True]
    data: WebhookSecret
    warnings: Optional[List[str]] = None


class RotateWebhookSecretReply(Model):
    success: Literal[True]
    data: WebhookSecret
    warnings: Optional[List[str]] = None


class EndedResultsResultsMetadata(Model):
    """Metadata of the first item"""

    title: Optional[str] = None
    url: Optional[str] = None


class EndedResultsResults(Model):
    content: str
    """Content of the first item"""
    metadata: EndedResultsResultsMetadata
    """Metadata of the first item"""
    items: List[Any]
    """All items, in pages of at most 100"""
    total: int
    nextCursor: Optional[str] = None
    """The `cursor` of the next page; null on the last page"""


class EndedResults(Model):
    jobId: str
    status: str
    results: EndedResultsResults
    files: List[ResultFile]
    """Files of these items; the signed URLs work for 24 h"""


class GetResultsReply(Model):
    success: Literal[True]
    data: EndedResults
    warnings: Optional[List[str]] = None


class Credits(Model):
    monthly: float
    """Credits granted for this month"""
    used: float
    remaining: float
    """Monthly credits minus used credits, at least 0"""


class ProfileUsageThisMonth(Model):
    requests: int
    pagesScraped: int


class ProfileUsage(Model):
    thisMonth: ProfileUsageThisMonth


class Preferences(Model):
    notifications: Optional[bool] = None
    theme: Optional[str] = None


class Profile(Model):
    id: str
    email: str
    fullName: str
    plan: str
    role: str
    credits: Credits
    usage: ProfileUsage
    preferences: Preferences
    createdAt: str


class GetProfileReply(Model):
    success: Literal[True]
    data: Profile
    warnings: Optional[List[str]] = None


class UpdateProfileReply(Model):
    success: Literal[True]
    data: Profile
    warnings: Optional[List[str]] = None


class SessionUser(Model):
    id: str
    email: str
    plan: str


class Session(Model):
    user: SessionUser
    token: str
    """A JWT; send it as `Authorization: Bearer <token>`"""
    expiresIn: int
    """Seconds"""


class ChangePasswordReply(Model):
    success: Literal[True]
    data: Session
    warnings: Optional[List[str]] = None


class LoginReply(Model):
    success: Literal[True]
    data: Session
    warnings: Optional[List[str]] = None


class LoginWithOidcReply(Model):
    success: Literal[True]
    data: Session
    warnings: Optional[List[str]] = None


class LogoutReplyData(Model):
    ended: Literal[True]


class LogoutReply(Model):
    success: Literal[True]
    data: LogoutReplyData
    warnings: Optional[List[str]] = None


class KeyValidationRateLimit(Model):
    requestsPerHour: Optional[int] = None
    """General requests (scrape, batch, search) per hour; null if unlimited"""
    remaining: Optional[int] = None
    """Requests left in the current hour; null if unlimited"""


class KeyValidation(Model):
    valid: Literal[True]
    keyId: Optional[str] = None
    """null for a session token"""
    plan: str
    permissions: List[str]
    """What the key may do; `*` means everything that you may do yourself"""
    rateLimit: KeyValidationRateLimit


class ValidateKeyReply(Model):
    success: Literal[True]
    data: KeyValidation
    warnings: Optional[List[str]] = None


class KeyRateLimit(Model):
    requestsPerHour: Optional[int] = None
    requestsPerDay: Optional[int] = None


class ApiKey(Model):
    id: str
    name: str
    prefix: str
    """The first 8 characters of the key"""
    permissions: List[str]
    rateLimit: Optional[KeyRateLimit] = None
    lastUsed: Optional[str] = None
    createdAt: str
    expiresAt: Optional[str] = None
    revokedAt: Optional[str] = None
    allowedIps: Optional[List[str]] = None
    readOnly: bool
    endpoints: Optional[List[str]] = None


class ApiKeyList(Model):
    keys: List[ApiKey]
    nextCursor: Optional[str] = None
    """The `cursor` of the next page; null on the last page"""


class ListApiKeysReply(Model):
    success: Literal[True]
    data: ApiKeyList
    warnings: Optional[List[str]] = None


class CreatedApiKey(Model):
    id: str
    name: str
    prefix: str
    """The first 8 characters of the key"""
    permissions: List[str]
    rateLimit: Optional[KeyRateLimit] = None
    lastUsed: Optional[str] = None
    createdAt: str
    expiresAt: Optional[str] = None
    revokedAt: Optional[str] = None
    allowedIps: Optional[List[str]] = None
    readOnly: bool
    endpoints: Optional[List[str]] = None
    key: str
    """The full key. It is shown only this once; keep it safe"""


class CreateApiKeyReply(Model):
    success: Literal[True]
    data: CreatedApiKey
    warnings: Optional[List[str]] = None


class RevokeApiKeyReplyData(Model):
    id: str
    revoked: Literal[True]


class RevokeApiKeyReply(Model):
    success: Literal[True]
    data: RevokeApiKeyReplyData
    warnings: Optional[List[str]] = None


class UsageByEndpoint(Model):
    endpoint: str
    requests: int
    creditsUsed: float


class UsageDaily(Model):
    date: str
    requests: int
    pagesScraped: int
    creditsUsed: float


class Usage(Model):
    period: str
    from_: str = Field(..., alias="from")
    to: str
    requests: int
    pagesScraped: int
    creditsUsed: float
    byEndpoint: List[UsageByEndpoint]
    daily: List[UsageDaily]
    """Every day in the period"""


class GetUsageReply(Model):
    success: Literal[True]
    data: Usage
    warnings: Optional[List[str]] = None


class UsageOverview(Model):
    period: str
    totalRequests: int
    pagesScraped: int
    creditsUsed: float
    averageResponseTime: float
    """Milliseconds"""
    successRate: float
    """Share of requests that succeeded, 0 to 1; 1 without requests"""


class GetUsageOverviewReply(Model):
    success: Literal[True]
    data: UsageOverview
    warnings: Optional[List[str]] = None


class UsageBucket(Model):
    period: str
    """Start of the hour, or for example `2026-01-31`, `2026-W05`, `2026-01`"""
    requests: int
    pagesScraped: int
    creditsUsed: float
    averageResponseTime: Optional[float] = None
    """Milliseconds; null without requests"""
    successRate: Optional[float] = None
    """0 to 1; null without requests"""


class UsageTrends(Model):
    period: str
    granularity: str
    series: List[UsageBucket]
    """In chronological order, including empty ones"""


class ListUsageTrendsReply(Model):
    success: Literal[True]
    data: UsageTrends
    warnings: Optional[List[str]] = None


class AccountUsage(Model):
    id: str
    email: Optional[str] = None
    plan: Optional[str] = None
    requests: int
    pagesScraped: int
    creditsUsed: float
    averageResponseTime: Optional[float] = None
    """Milliseconds; null without requests"""
    successRate: Optional[float] = None
    """0 to 1; null without requests"""


class MostUsingAccounts(Model):
    period: str
    accounts: List[AccountUsage]
    """Highest usage first"""


class ListMostUsingAccountsReply(Model):
    success: Literal[True]
    data: MostUsingAccounts
    warnings: Optional[List[str]] = None


class PlanOffer(Model):
    billingPeriod: str
    amount: Optional[float] = None
    """Price of the whole period; null if none is stated"""
    currency: Optional[str] = None
    """ISO 4217 code; null if the operator states none"""


class PlanOffers(Model):
    name: str
    isCurrent: bool
    monthlyCredits: Optional[float] = None
    requestsPerHour: Optional[int] = None
    requestsPerDay: Optional[int] = None
    concurrent: Optional[int] = None
    """Requests in flight"""
    offers: List[PlanOffer]
    """How the plan can be bought; empty if it cannot"""


class PlanList(Model):
    provider: str
    needsApproval: bool
    """Whether an administrator approves requests"""
    plans: List[PlanOffers]


class ListPlansReply(Model):
    success: Literal[True]
    data: PlanList
    warnings: Optional[List[str]] = None


class SubscriptionCredits(Model):
    """Credits of the current month"""

    monthly: float
    used: float
    remaining: float


class PendingCheckout(Model):
    sessionId: str
    plan: str
    billingPeriod: str
    provider: str
    checkoutUrl: Optional[str] = None
    requestedAt: str


class Subscription(Model):
    plan: str
    status: str
    """`active`; `incomplete`: the first payment has not gone through, and the previous plan still applies;
    `past_due`: a payment failed, the plan stays until `endsAt`, and credits are refilled once it is paid;
    `cancelled`: the paid period runs until `endsAt`, then the plan is free. Without a subscription: `active`"""
    billingPeriod: str
    currentPeriodStart: str
    currentPeriodEnd: str
    """When the subscription renews. Without a subscription, when credits are refilled"""
    credits: SubscriptionCredits
    creditsRefillAt: str
    """Monthly, even for a yearly subscription"""
    provider: str
    cancelAtPeriodEnd: bool
    """Whether the subscription is cancelled and ends with its period"""
    endsAt: Optional[str] = None
    """When the plan becomes free; null if no end is known"""
    canBeCancelled: bool
    """Whether there is a renewing subscription"""
    hasPortal: bool
    """Whether the provider has pages for invoices and payment methods"""
    pending: Optional[PendingCheckout] = None
    """The latest checkout, waiting for payment or approval"""


class GetSubscriptionReply(Model):
    success: Literal[True]
    data: Subscription
    warnings: Optional[List[str]] = None


class Checkout(Model):
    checkoutUrl: Optional[str] = None
    """Where you pay or confirm the change; null if an administrator approves the request"""
    sessionId: str
    provider: str


class StartCheckoutReply(Model):
    success: Literal[True]
    data: Checkout
    warnings: Optional[List[str]] = None


class CancelSubscriptionReply(Model):
    success: Literal[True]
    data: Subscription
    warnings: Optional[List[str]] = None


class ResumeSubscriptionReply(Model):
    success: Literal[True]
    data: Subscription
    warnings: Optional[List[str]] = None


class BillingPortal(Model):
    url: str
    """Open it at once; it expires soon"""


class OpenBillingPortalReply(Model):
    success: Literal[True]
    data: BillingPortal
    warnings: Optional[List[str]] = None


class StoreHealth(Model):
    writable: bool
    commitTime: Optional[float] = None
    """Milliseconds for a small write to reach the disk; null if it was refused"""
    reason: Optional[str] = None
    remedy: Optional[str] = None
    """How to fix it; null if nothing is wrong"""


class QueueHealth(Model):
    status: str
    """`slow`: a job has waited for more than a minute"""
    pendingJobs: int
    """Jobs waiting to start"""
    activeJobs: int
    scheduledJobs: int
    """Jobs scheduled for later"""
    longestWait: Optional[int] = None
    """Milliseconds that the longest-waiting job has waited; 0 if none waits"""
    remedy: Optional[str] = None
    """How to fix it; null if nothing is wrong"""


class DiskHealth(Model):
    status: str
    free: Optional[int] = None
    """Free bytes on the disk of the data directory"""
    total: Optional[int] = None
    remedy: Optional[str] = None
    """How to fix it; null if nothing is wrong"""


class FilesHealth(Model):
    place: str
    """Where the contents of files are stored"""
    status: str
    reason: Optional[str] = None
    remedy: Optional[str] = None
    """How to fix it; null if nothing is wrong"""


class EngineHealth(Model):
    name: str
    ready: bool
    """Whether it can work on this server now"""
    configured: bool
    """false if a required setting was never given, which is not an error"""
    detail: Optional[str] = None
    reason: Optional[str] = None
    """Why it cannot work"""
    remedy: Optional[str] = None
    """How to fix it"""


class ProviderState(Model):
    service: str
    """The service that it provides"""
    name: str
    plugin: str
    """The plugin that it belongs to"""
    ready: bool
    """Whether it can work on this server now"""
    configured: bool
    """false if a required setting was never given, which is not an error"""
    detail: Optional[str] = None
    reason: Optional[str] = None
    """Why it cannot work"""
    remedy: Optional[str] = None
    """How to fix it"""


class SystemHealth(Model):
    """Health of each part, with the remedy for each problem"""

    store: StoreHealth
    queue: QueueHealth
    disk: DiskHealth
    files: FilesHealth
    engines: List[EngineHealth]
    providers: List[ProviderState]
    """Services that may have several providers"""


class AdminStats(Model):
    totalUsers: int
    activeUsers: int
    """Users that are not suspended"""
    totalJobs: int
    totalCreditsUsed: float
    systemHealth: str
    """As in `/health`. `unhealthy`: nothing can be written; `degraded`: something needs your attention"""
    version: str
    health: SystemHealth


class GetAdminStatsReply(Model):
    success: Literal[True]
    data: AdminStats
    warnings: Optional[List[str]] = None


class UserRateLimit(Model):
    requestsPerHour: Optional[int] = None
    requestsPerDay: Optional[int] = None


class User(Model):
    id: str
    email: str
    fullName: str
    plan: str
    role: str
    status: str
    credits: Credits
    monthlyCredits: Optional[float] = None
    """Set if different from the plan's"""
    rateLimit: Optional[UserRateLimit] = None
    """Set if different from the plan's"""
    lastSeen: Optional[str] = None
    """Last use of a key or last login; null if never"""
    createdAt: str


class UserList(Model):
    users: List[User]
    nextCursor: Optional[str] = None
    """The `cursor` of the next page; null on the last page"""


class ListUsersReply(Model):
    success: Literal[True]
    data: UserList
    warnings: Optional[List[str]] = None


class CreatedUserRateLimit(Model):
    requestsPerHour: Optional[int] = None
    requestsPerDay: Optional[int] = None


class CreatedUser(Model):
    id: str
    email: str
    fullName: str
    plan: str
    role: str
    status: str
    credits: Credits
    monthlyCredits: Optional[float] = None
    """Set if different from the plan's"""
    rateLimit: Optional[CreatedUserRateLimit] = None
    """Set if different from the plan's"""
    lastSeen: Optional[str] = None
    """Last use of a key or last login; null if never"""
    createdAt: str
    password: Optional[str] = None
    """The generated password if none was given; shown only this once"""


class AddUserReply(Model):
    success: Literal[True]
    data: CreatedUser
    warnings: Optional[List[str]] = None


class UserDetailsRateLimit(Model):
    requestsPerHour: Optional[int] = None
    requestsPerDay: Optional[int] = None


class UserDetailsUsageThisMonth(Model):
    """Figures for the calendar month"""

    requests: int
    pagesScraped: int
    creditsUsed: float


class UserDetailsUsage(Model):
    thisMonth: UserDetailsUsageThisMonth
    """Figures for the calendar month"""


class UserKey(Model):
    id: str
    name: str
    prefix: str
    """The first 8 characters of the key"""
    permissions: List[str]
    lastUsed: Optional[str] = None
    createdAt: str
    expiresAt: Optional[str] = None
    revokedAt: Optional[str] = None


class UserDetails(Model):
    id: str
    email: str
    fullName: str
    plan: str
    role: str
    status: str
    credits: Credits
    monthlyCredits: Optional[float] = None
    """Set if different from the plan's"""
    rateLimit: Optional[UserDetailsRateLimit] = None
    """Set if different from the plan's"""
    lastSeen: Optional[str] = None
    """Last use of a key or last login; null if never"""
    createdAt: str
    usage: UserDetailsUsage
    keys: List[UserKey]
    """The 100 newest keys; `GET /v1/auth/api-keys?userId=` lists all, page by page"""


class GetUserReply(Model):
    success: Literal[True]
    data: UserDetails
    warnings: Optional[List[str]] = None


class UpdateUserReply(Model):
    success: Literal[True]
    data: User
    warnings: Optional[List[str]] = None


class UserWithPasswordRateLimit(Model):
    requestsPerHour: Optional[int] = None
    requestsPerDay: Optional[int] = None


class UserWithPassword(Model):
    id: str
    email: str
    fullName: str
    plan: str
    role: str
    status: str
    credits: Credits
    monthlyCredits: Optional[float] = None
    """Set if different from the plan's"""
    rateLimit: Optional[UserWithPasswordRateLimit] = None
    """Set if different from the plan's"""
    lastSeen: Optional[str] = None
    """Last use of a key or last login; null if never"""
    createdAt: str
    password: str
    """The generated password; shown only this once"""


class ResetUserPasswordReply(Model):
    success: Literal[True]
    data: UserWithPassword
    warnings: Optional[List[str]] = None


class AuditActor(Model):
    id: Optional[str] = None
    """The user's id; null if it was not a user"""
    email: Optional[str] = None
    """As it was at that time"""
    via: str
    """How the actor was authenticated. `command`: `weir` on the server's own machine; `anonymous`: no
    accepted credentials; `system`: a part of the service, such as a payment provider's events"""
    credential: Optional[str] = None
    """The key's prefix, the session's id, or the name of the part of the service"""
    address: Optional[str] = None
    """IP address of the client"""
    requestId: Optional[str] = None
    """The value of `X-Request-Id`"""


class AuditEntryTarget(Model):
    type: str
    id: Optional[str] = None
    name: Optional[str] = None
    """A readable name, such as an e-mail address"""


class AuditEntryChangesValue(Model):
    before: Any = None
    after: Any = None


class AuditEntry(Model):
    id: str
    at: str
    actor: AuditActor
    action: str
    target: Optional[AuditEntryTarget] = None
    changes: Dict[str, AuditEntryChangesValue]
    """Old and new value of each field; both null for a secret that changed"""


class AuditLog(Model):
    entries: List[AuditEntry]
    nextCursor: Optional[str] = None
    """The `cursor` of the next page; null on the last page"""


class ListAuditLogReply(Model):
    success: Literal[True]
    data: AuditLog
    warnings: Optional[List[str]] = None


class BillingRequest(Model):
    sessionId: str
    userId: str
    email: str
    currentPlan: str
    plan: str
    billingPeriod: str
    status: str
    """`replaced`: the user has since made another request"""
    requestedAt: str
    decidedAt: Optional[str] = None
    decidedBy: Optional[str] = None
    """User id of the administrator"""
    reason: Optional[str] = None


class BillingRequestList(Model):
    requests: List[BillingRequest]
    nextCursor: Optional[str] = None


class ListBillingRequestsReply(Model):
    success: Literal[True]
    data: BillingRequestList
    warnings: Optional[List[str]] = None


class ApproveBillingRequestReply(Model):
    success: Literal[True]
    data: BillingRequest
    warnings: Optional[List[str]] = None


class TurnDownBillingRequestReply(Model):
    success: Literal[True]
    data: BillingRequest
    warnings: Optional[List[str]] = None


class StripeEvent(Model):
    id: str
    type: str
    outcome: str
    userId: Optional[str] = None
    customer: Optional[str] = None
    subscription: Optional[str] = None
    createdAt: str
    receivedAt: str


class StripeEventList(Model):
    events: List[StripeEvent]
    nextCursor: Optional[str] = None


class ListStripeEventsReply(Model):
    success: Literal[True]
    data: StripeEventList
    warnings: Optional[List[str]] = None


class ScrapedPageImages(Model):
    url: str
    alt: Optional[str] = None


class ScrapedPageAttributes(Model):
    selector: str
    attribute: str
    values: List[str]


class StoredFile(Model):
    id: str
    type: str
    """`screenshot`, `pdf` …"""
    url: str
    """Signed URL; expires in 24 h. Without the signature, the request needs the key"""
    mediaType: str
    size: int
    """Bytes"""
    expiresAt: Optional[str] = None


class ScrapedPage(Model):
    content: str
    """The first requested text format; if only JSON formats were requested, the first as text"""
    markdown: Optional[str] = None
    """CommonMark with GFM"""
    html: Optional[str] = None
    """Cleaned HTML"""
    rawHtml: Optional[str] = None
    """The response as sent by the site, decoded"""
    text: Optional[str] = None
    """Plain text without markup"""
    json_: Any = Field(None, alias="json")
    """The document as data: title, sections with paragraphs, lists, tables, code, images and links; for a
    video, `segments` with `start` and `duration` in seconds and `text`"""
    structured: Any = None
    """The data that the page declares in JSON-LD, microdata, RDFa and Open Graph, by schema.org type"""
    links: Optional[List[str]] = None
    """Absolute URLs without duplicates, in page order"""
    images: Optional[List[ScrapedPageImages]] = None
    """Images in the visible content without duplicates, each as the absolute URL of the largest version that
    the page offers"""
    attributes: Optional[List[ScrapedPageAttributes]] = None
    """One entry for each entry of the parameter `attributes`, in the same order"""
    summary: Optional[str] = None
    """A few sentences, written by the server's language model; without a model, the first sentences of the
    main content"""
    changeTracking: Optional[ChangeTracking] = None
    screenshot: Optional[str] = None
    """URL of the screenshot"""
    pdf: Optional[str] = None
    """URL of the PDF"""
    extracted: Any = None
    """Data in the shape of the extraction schema; absent, with a warning, if the page responded with 500 or
    above"""
    metadata: ScrapeMetadata
    files: List[StoredFile]


class SinglePageReply(Model):
    success: Literal[True]
    processingMode: Literal["single"]
    """`single`: the page; `async`: a started job; `direct`: the results of the job"""
    data: ScrapedPage
    warnings: Optional[List[str]] = None


class ScrapeJob(Model):
    jobId: str
    status: str
    """`queued` or `running`"""
    totalUrls: int
    estimatedCredits: float
    """Credits held until the job ends"""
    estimatedTime: str
    """Estimate in words, based on measured times"""
    statusUrl: str
    """Path of the job record"""
    streamUrl: str
    """Path of the job's event stream (Server-Sent Events)"""


class ScrapePageAccepted(Model):
    success: Literal[True]
    processingMode: Literal["async"]
    """`single`: the page; `async`: a started job; `direct`: the results of the job"""
    data: ScrapeJob
    warnings: Optional[List[str]] = None


class StartBatchAccepted(Model):
    success: Literal[True]
    processingMode: Literal["async"]
    jobId: str
    queueJobId: str
    """The same as `jobId`"""
    status: str
    """`queued` or `running`"""
    urlCount: int
    estimatedCredits: float
    """Credits held until the job ends"""
    estimatedTime: str
    """Estimate in words, based on measured times"""
    statusUrl: str
    """Path of the job record"""
    message: str
    warnings: Optional[List[str]] = None


class StartCrawlAccepted(Model):
    success: Literal[True]
    jobId: str
    queueJobId: str
    """The same as `jobId`"""
    status: str
    """`queued` or `running`"""
    startUrl: str
    maxPages: int
    maxDepth: int
    estimatedTime: str
    """Estimate in words, based on measured times"""
    statusUrl: str
    """Path of the job record"""
    streamUrl: str
    """Path of the job's event stream (Server-Sent Events)"""
    warnings: Optional[List[str]] = None
    creditsUsed: float
    """Estimate for all of `maxPages`; this amount is held until the job ends"""
    processingMode: Literal["async"]


class MappedUrl(Model):
    url: str
    """The URL as found, without its fragment"""
    depth: int
    """Number of links from the root; URLs from a sitemap have depth 1"""
    statusCode: Optional[int] = None
    """Status after redirects; null if there was no response or no time to request the URL"""
    title: Optional[str] = None
    description: Optional[str] = None
    discoveredAt: str
    parentUrl: Optional[str] = None
    """The page that links to it; null for the root and for URLs from a sitemap"""


class MapSummary(Model):
    totalUrls: int
    successfulUrls: int
    """Responded with a status below 400, without a redirect"""
    failedUrls: int
    """Responded with a status of 400 or above, or did not respond"""
    redirectUrls: int
    """Redirected to another URL"""
    mappingTime: float
    """Seconds"""
    creditsUsed: float
    timedOut: Optional[bool] = None
    """The time limit ended the map early"""


class SiteMap(Model):
    domain: str
    rootUrl: str
    totalPages: int
    maxDepthReached: int
    urls: List[MappedUrl]
    """Nearest to the root first, or best match first with `search`"""
    summary: MapSummary


class MapSiteReply(Model):
    success: Literal[True]
    data: SiteMap
    warnings: Optional[List[str]] = None


class SearchResult(Model):
    position: int
    title: str
    link: str
    snippet: str
    """Plain text; empty if the provider gives none"""
    displayLink: str
    """The host"""
    publishedAt: Optional[str] = None
    """Present if the provider gives it"""


class ScrapedSearchResultError(Model):
    """Why scraping failed; the failure is not charged"""

    code: str
    message: str
    details: Dict[str, Any]


class ScrapedSearchResultMetadata(Model):
    """Also has the fields of a scrape's metadata"""

    statusCode: int
    """0 if there was no response"""
    contentQuality: Optional[str] = None
    creditsUsed: float


class ScrapedSearchResult(Model):
    position: int
    title: str
    url: str
    description: str
    """As given by the provider or the page itself"""
    displayLink: str
    """The host"""
    markdown: Optional[str] = None
    content: Optional[str] = None
    """In the first requested format"""
    preview: Optional[str] = None
    """The first 300 characters of the text"""
    summary: Optional[str] = None
    """The model’s summary if the format `summary` was requested; otherwise the page’s description, or its
    first sentences"""
    scrapedAt: str
    scrapeStatus: str
    error: Optional[ScrapedSearchResultError] = None
    """Why scraping failed; the failure is not charged"""
    wordCount: Optional[int] = None
    readingTime: Optional[int] = None
    """Minutes"""
    metadata: ScrapedSearchResultMetadata
    """Also has the fields of a scrape's metadata"""
    warnings: Optional[List[str]] = None
    """What the caller should know about the page"""


class ImageResult(Model):
    position: int
    title: str
    link: str
    """URL of the page that shows the image"""
    displayLink: str
    """The host"""
    imageUrl: str
    thumbnailUrl: Optional[str] = None
    width: Optional[int] = None
    """Pixels"""
    height: Optional[int] = None
    """Pixels"""


class SearchMetadataSilent(Model):
    name: str
    reason: str


class SearchMetadata(Model):
    provider: str
    """The provider that responded"""
    degraded: bool
    """Whether another provider, or part of this one, did not respond"""
    silent: List[SearchMetadataSilent]
    """Sources of the provider that did not respond"""


class SearchResults(Model):
    query: str
    results: Union[List[SearchResult], List[ScrapedSearchResult]]
    """Best match first; with `scrapeResults`, entries are of the second type"""
    news: Optional[List[SearchResult]] = None
    """Present if requested in `sources`"""
    images: Optional[List[ImageResult]] = None
    """Present if requested in `sources`"""
    totalResults: int
    """Number of results in the response, from all sources"""
    searchTime: float
    """Seconds"""
    creditsUsed: float
    metadata: SearchMetadata


class SearchWebReply(Model):
    success: Literal[True]
    data: SearchResults
    warnings: Optional[List[str]] = None


class ExtractionBilling(Model):
    method: str
    """Always `tokens`"""
    formula: str
    outputSizeBytes: int
    """Bytes of `extractedData` as JSON, in UTF-8"""
    creditsPerToken: float


class ExtractionMetadata(Model):
    model: str
    """`structured`, or the model that filled the schema"""
    missing: List[str]
    """Paths of the values that the page does not state"""
    evidence: Optional[List[Evidence]] = None
    """Evidence for the first 500 values"""
    billing: ExtractionBilling


class Extraction(Model):
    success: Literal[True]
    extractedData: List[Any]
    """Objects that match the schema: one, or with `maxPages` one for each thing that the pages describe"""
    sourceUrls: List[str]
    """The pages that the data comes from, after redirects"""
    totalPages: int
    processingTime: int
    """Milliseconds"""
    tokenUsage: TokenUsage
    metadata: ExtractionMetadata
    creditsUsed: float


class ExtractPageReply(Model):
    success: Literal[True]
    jobId: str
    data: Extraction
    warnings: Optional[List[str]] = None


class CapabilitiesPlugins(Model):
    name: str
    description: str


class EngineState(Model):
    name: str
    aliases: List[str]
    supports: List[str]
    """What it can do beyond fetching a page"""
    ready: bool
    """Whether it can work on this server now"""
    configured: bool
    """false if a required setting was never given, which is not an error"""
    detail: Optional[str] = None
    reason: Optional[str] = None
    """Why it cannot work"""
    remedy: Optional[str] = None
    """How to fix it"""


class ProxyPool(Model):
    """The proxies that `useProxy` uses"""

    total: int
    """0: there is no pool, and `useProxy` is rejected"""
    healthy: int
    """Proxies that have not recently failed"""
    countries: List[str]
    """Exit countries of the proxies, as far as known"""


class PlanLimits(Model):
    requestsPerHour: Optional[float] = None
    requestsPerDay: Optional[float] = None
    concurrent: Optional[float] = None
    """Requests in flight"""
    callsPerMinute: Optional[float] = None
    batches: Optional[float] = None
    """Concurrent batches"""
    crawlPages: Optional[float] = None
    """Maximum of maxPages in a crawl"""
    enrichment_jobs: Optional[float] = Field(None, alias="enrichment.jobs")
    """Concurrent enrichment jobs"""
    enrichment_rows: Optional[float] = Field(None, alias="enrichment.rows")
    """Rows per enrichment job"""
    enrichment_perHour: Optional[float] = Field(None, alias="enrichment.perHour")
    """Enrichment jobs per hour"""
    monitors_count: Optional[float] = Field(None, alias="monitors.count")
    """Maximum number of monitors per account"""
    batchUrls: Optional[float] = None
    """Number of URLs in a batch, and in `urls` of a scrape"""
    search_pages: Optional[float] = Field(None, alias="search.pages")
    """Number of pages per account in the local index; the oldest are removed first"""
    warc_megabytes: Optional[float] = Field(None, alias="warc.megabytes")
    """Megabytes per account in the archive, compressed; the oldest captures are removed first"""


class Capabilities(Model):
    version: str
    runtime: str
    plugins: List[CapabilitiesPlugins]
    engines: List[EngineState]
    providers: List[ProviderState]
    """Services that may have several providers"""
    proxies: ProxyPool
    plan: str
    limits: PlanLimits


class GetCapabilitiesReply(Model):
    success: Literal[True]
    data: Capabilities
    warnings: Optional[List[str]] = None
