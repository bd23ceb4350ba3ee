# Written by `bun run generate` from the API's document; not to be edited.
"""Parameters of requests, as plain dictionaries."""
from typing import Any, Literal, Mapping, Optional, Sequence, Union

from typing_extensions import Required, TypedDict


class ExtractionAgentInput(TypedDict, total=False):
    """What fills the schema"""

    model: str
    """`structured` fills the schema from the page's structured data (JSON-LD, microdata, RDFa, meta, tables,
    labels), without a model. `recipe` uses selectors learned from a model's result on another page of the
    site, for the same schema and prompt. `auto` uses them if they work, and otherwise asks the model and
    learns from it. Any other value is the name of a model. Default: the server's model if there is one,
    otherwise `structured`"""


class WebhookInput(TypedDict, total=False):
    url: Required[str]
    events: Sequence[Literal["job.completed", "job.failed"]]
    """Default: both"""


class StartExtractBatchOptionsProcessingOptionsInput(TypedDict, total=False):
    """How the page is read"""

    removeNoise: bool
    """Reads only the main content, without headers, footers and sidebars"""
    optimizeForLLM: bool
    """Removes content that a model does not need"""
    preserveStructure: bool
    """Keeps headings, lists and tables; if false, the model reads plain text"""


class StartExtractBatchOptionsInput(TypedDict, total=False):
    concurrency: int
    """Number of pages to read at once"""
    continueOnError: bool
    """If false, the first failure ends the job and the remaining pages are cancelled"""
    includeFailures: bool
    """Includes failed pages in the results"""
    timeout: float
    """Time limit for each page, in milliseconds"""
    temperature: float
    """Temperature of the model"""
    maxAge: float
    """Maximum age of a cached page in days; 0 always fetches the page"""
    processingOptions: StartExtractBatchOptionsProcessingOptionsInput
    """How the page is read"""
    evidence: bool
    """Returns, for each value, where a page states it: `evidence`"""
    dropUnsupported: bool
    """Removes values that no page states"""


class ExtractDomainOptionsProcessingOptionsInput(TypedDict, total=False):
    """How the page is read"""

    removeNoise: bool
    """Reads only the main content, without headers, footers and sidebars"""
    optimizeForLLM: bool
    """Removes content that a model does not need"""
    preserveStructure: bool
    """Keeps headings, lists and tables; if false, the model reads plain text"""


class ExtractDomainOptionsInput(TypedDict, total=False):
    maxPages: int
    """Maximum number of pages; those that seem to contain most of the requested data are read first"""
    includePatterns: Sequence[str]
    """Reads only URLs that match at least one pattern. Globs (`*` within a segment, `**` across segments) are
    matched against the path, or against the whole URL if they begin with `http`"""
    excludePatterns: Sequence[str]
    """Does not read URLs that match a pattern. Globs (`*` within a segment, `**` across segments) are matched
    against the path, or against the whole URL if they begin with `http`"""
    timeout: float
    """Time limit for each page, in milliseconds"""
    temperature: float
    """Temperature of the model"""
    maxAge: float
    """Maximum age of a cached page in days; 0 always fetches the page"""
    processingOptions: ExtractDomainOptionsProcessingOptionsInput
    """How the page is read"""
    dropUnsupported: bool
    """Removes values that no page states"""


class EnrichmentRecordInput(TypedDict, total=False):
    email: Required[str]
    """Validated by the rules of RFC 5321"""
    additionalFields: Mapping[str, Any]
    """What is known about the row: data for answering the fields"""


class StartEnrichmentFieldsInput(TypedDict, total=False):
    name: Required[str]
    """Name of the property in the row; must not be a property that every row has"""
    prompt: Required[str]
    """The question to answer"""
    type: Literal["text", "number", "boolean", "json"]
    """Type of the answer; `json` is any value"""


class StartEnrichmentOptionsInput(TypedDict, total=False):
    concurrency: int
    """Number of rows to process at once"""
    includeDiscovery: bool
    """Looks up the mail servers of each domain, and the type of each address"""
    includeProfile: bool
    """Returns what the company’s site says about it, in `company`"""
    timeout: int
    """Time limit for each row, in milliseconds"""
    skipInvalidEmails: bool
    """Returns rows with an invalid address as `skipped`; otherwise the request is refused"""


ArchiveDateRangeInput = TypedDict(
    "ArchiveDateRangeInput",
    {
        "from": Required[str],
        "to": Required[str],
    },
    total=False,
)


class CompareSnapshotsBeforeInput(TypedDict, total=False):
    """The earlier version"""

    timestamp: Required[str]
    """The snapshot of this moment, or the nearest one (`YYYYMMDDHHMMSS`, UTC)"""
    provider: Literal["primary_archive", "secondary_archive", "memento", "local"]
    """The archive to use"""


class CompareSnapshotsAfterInput(TypedDict, total=False):
    """The later version. Default: the current page"""

    timestamp: Required[str]
    """The snapshot of this moment, or the nearest one (`YYYYMMDDHHMMSS`, UTC)"""
    provider: Literal["primary_archive", "secondary_archive", "memento", "local"]
    """The archive to use"""


class AttributeQueryInput(TypedDict, total=False):
    selector: Required[str]
    """A tag name or CSS selector"""
    attribute: Required[str]


class AuthenticationInput(TypedDict, total=False):
    """Sent only to the origin of the URL, never to another origin after a redirect"""

    type: Literal["basic", "bearer"]
    """Default: bearer if a token is given"""
    username: str
    password: str
    token: str


class MonitorOptionsLocationInput(TypedDict, total=False):
    """Location of the visitor"""

    country: str
    """ISO 3166 country code: sets the locale, the time zone and, with a proxy pool, the exit country"""
    languages: Sequence[str]


class MonitorOptionsViewportInput(TypedDict, total=False):
    """Size in CSS pixels"""

    width: Required[int]
    height: Required[int]


class ActionInput(TypedDict, total=False):
    """One step on the page"""

    type: Required[Literal["click", "input", "write", "wait", "screenshot", "press", "scroll", "hover", "select", "executeJavascript", "scrape"]]
    """`write` is the same as `input`; without a selector it types into the focused element. `scrape` returns
    `{url, html}` of the page at that moment"""
    selector: str
    """CSS selector; required by click, input, hover and select"""
    all: bool
    """Makes click click all matching elements, up to 50, instead of only the first"""
    text: str
    """The text that input types"""
    value: str
    """The value that select chooses, or the code that executeJavascript runs: an expression, or statements
    that `return` a result"""
    milliseconds: float
    """How long wait pauses, in milliseconds"""
    key: str
    """The key that press presses, such as Enter"""
    direction: Literal["up", "down", "left", "right"]
    """Direction in which scroll moves"""
    pixels: float
    """Distance that scroll moves, in pixels"""
    description: str


class MonitorOptionsExtractInput(TypedDict, total=False):
    """AI extraction"""

    schema: Mapping[str, Any]
    """JSON Schema of the data to extract"""
    systemPrompt: str
    prompt: str


class MonitorOptionsAgentInput(TypedDict, total=False):
    """AI extraction by a named model"""

    model: str
    prompt: str


class MonitorOptionsChangeTrackingInput(TypedDict, total=False):
    """Compares the page with its previous version seen by your account: adds the formats `changeTracking` and
    `markdown`. The page is always fetched again, whatever the cache holds. Only scrapes that request the page
    in the same way (engine, headers, parts of the page) are compared: batch and crawl have other defaults
    than scrape, so their versions are separate"""

    tag: str
    """Only scrapes with the same tag are compared with each other"""


class MonitorNotificationsNtfyInput(TypedDict, total=False):
    """A topic of an ntfy server"""

    url: Required[str]
    """URL of a topic"""
    token: str
    """Access token of the server"""


class MonitorNotificationsTelegramInput(TypedDict, total=False):
    """A chat that a Telegram bot can write to"""

    token: Required[str]
    """Token of the bot"""
    chatId: Required[str]
    """Id of the chat, or name of a channel"""


class MonitorNotificationsInput(TypedDict, total=False):
    """Who is notified of changes and failures"""

    email: str
    """Receives an e-mail"""
    webhook: str
    """Receives `monitor.changed` and `monitor.failed`, signed; see the deliveries of webhooks"""
    ntfy: MonitorNotificationsNtfyInput
    """A topic of an ntfy server"""
    slack: str
    """An incoming webhook of Slack, or of a compatible service: Mattermost, Rocket.Chat, Discord (`/slack`)"""
    telegram: MonitorNotificationsTelegramInput
    """A chat that a Telegram bot can write to"""


class MonitorOptionsInput(TypedDict, total=False):
    """What to watch, what counts as a change, and every scrape parameter; `maxAge` is always 0"""

    formats: Sequence[Literal["markdown", "html", "rawHtml", "text", "json", "structured", "links", "screenshot", "screenshot@fullPage", "pdf", "extract", "images", "attributes", "summary", "changeTracking"]]
    """The formats to return, each in a field of its own name. Takes precedence over `format`"""
    format: Literal["markdown", "html", "rawHtml", "text", "json", "structured", "links", "screenshot", "screenshot@fullPage", "pdf", "extract", "images", "attributes", "summary", "changeTracking"]
    """A single format; `formats` takes precedence. Default: `markdown`"""
    onlyMainContent: bool
    """Watches only the main content. Default: true, or false if there is a `selector`"""
    includeMetadata: bool
    """If false, the metadata has only `url`, `statusCode`, `contentType`, `extractedAt`, `processingTime` and
    `creditsUsed`"""
    includeLinks: bool
    """Keeps hyperlinks in the converted text. The format `links` returns the list of links"""
    includeImages: bool
    """Keeps images in the converted text"""
    removeAds: bool
    """Removes advertisements"""
    removeScripts: bool
    """Removes scripts from `html`"""
    removeStyles: bool
    """Removes style sheets and style attributes from `html`"""
    includeTags: Sequence[str]
    """Tag names or CSS selectors: keeps only the matching elements"""
    excludeTags: Sequence[str]
    """Tag names or CSS selectors: removes the matching elements, after `includeTags` is applied"""
    onlyIncludeTags: Sequence[str]
    """The same as `includeTags`"""
    removeTags: Sequence[str]
    """The same as `excludeTags`"""
    attributes: Sequence[AttributeQueryInput]
    """Returns the attributes, exactly as written in the page, of all elements that match a selector. Adds the
    format `attributes`"""
    llmOptimization: bool
    """Removes content that a language model does not need: boilerplate, tracking parameters and images
    without a description"""
    replaceAllPathsWithAbsolutePaths: bool
    """Makes the URLs of links and images absolute"""
    htmlFormat: Literal["cleaned", "raw"]
    """`raw` makes the format `html` identical to `rawHtml`"""
    stripHtml: bool
    """Removes any remaining markup from the textual formats"""
    includeScreenshot: bool
    """The same as the format `screenshot`. At most 16,384 pixels per side and 33 million pixels in total.
    Costs extra"""
    screenshotType: Literal["viewport", "fullpage"]
    includePdf: bool
    """The same as the format `pdf`. At most 200 pages. Costs extra"""
    pdfPages: int
    """Maximum number of pages to read from a PDF; `metadata.pageCount` is the number of pages that it has"""
    parsePdf: bool
    """Accepted but has no effect: a PDF is always read as a document"""
    engine: Literal["lightweight", "browser_a", "chromium", "stealth", "browser_b", "firefox"]
    """The engine that fetches the page. Default: the cheapest engine that supports the request, `lightweight`
    first"""
    mobile: bool
    """Emulates a mobile device: viewport, user agent and touch"""
    userAgent: str
    headers: Mapping[str, str]
    """Custom request headers"""
    authentication: AuthenticationInput
    location: MonitorOptionsLocationInput
    """Location of the visitor"""
    useProxy: bool
    """Sends the requests through the proxy pool"""
    skipTlsVerification: bool
    """Accepts any TLS certificate"""
    javascript: bool
    """Runs the page's scripts"""
    stealth: bool
    """Behaves like an ordinary visitor, and escalates from basic to advanced to maximum when it meets a bot
    challenge"""
    viewport: MonitorOptionsViewportInput
    """Size in CSS pixels"""
    waitForSelector: str
    """CSS selector to wait for"""
    actions: Sequence[ActionInput]
    """Steps to perform on the page, in order"""
    executeJS: str
    """JavaScript to run on the page: an expression, or statements that `return` a result. It is in
    `metadata.executeJS`, up to 1,048,576 characters of JSON"""
    waitFor: float
    """Milliseconds to wait after the page has loaded, in a browser"""
    waitTime: float
    """Seconds. The older name of `waitFor`"""
    timeout: float
    """Time limit for the whole request, in milliseconds"""
    extract: MonitorOptionsExtractInput
    """AI extraction"""
    agent: MonitorOptionsAgentInput
    """AI extraction by a named model"""
    enableJsonExtraction: bool
    """With `jsonSchema`: the same as `extract.schema`"""
    jsonSchema: str
    """A JSON Schema as text"""
    priority: Literal["low", "medium", "high"]
    """Priority among your account's own work"""
    maxAge: float
    """Maximum age of a cached response in days; fractions are allowed, and 0 always fetches the page. A
    cached response costs the same and has `cached`. Accounts share only cached pages that reveal nothing
    about who requested them. A missing page (404, 410) is cached for a day; refusals, rate limits and
    failures are always fetched again."""
    minAge: float
    """Minimum age in days. Reads only the cache, for a response at least this old and not older than
    `maxAge`; the site is not contacted. If there is none: 404 `not_cached`, which costs nothing"""
    changeTracking: MonitorOptionsChangeTrackingInput
    """Compares the page with its previous version seen by your account: adds the formats `changeTracking` and
    `markdown`. The page is always fetched again, whatever the cache holds. Only scrapes that request the page
    in the same way (engine, headers, parts of the page) are compared: batch and crawl have other defaults
    than scrape, so their versions are separate"""
    storeInCache: bool
    """If false, the response is not stored in the cache"""
    zeroRetention: bool
    """Stores none of the page's content after the response is sent: not in the cache, the archive or the
    index of local search. Screenshots and PDFs are not available because they are stored as files. Not
    allowed for jobs, for monitors and with an `Idempotency-Key`, as these store responses"""
    detectChanges: bool
    """If false, snapshots are stored and nothing is compared. Default: true"""
    threshold: float
    """Share of the text that must change: values up to 1 are a fraction (1 is the whole text), values above 1
    are percent. Default: 0, any change"""
    selector: str
    """CSS selector of the part to watch"""
    ignore: Sequence[str]
    """Regular expressions that are matched against each line: the matching text is not compared. Lookaround
    and backreferences are not supported"""
    notifications: MonitorNotificationsInput


class ImportedMonitorInput(TypedDict, total=False):
    url: Required[str]
    """URL of the page"""
    name: Required[str]
    schedule: Required[str]
    """Cron expression: minute, hour, day of the month, month, day of the week. At most once a minute"""
    timezone: str
    """IANA time zone. Default: UTC"""
    tags: Sequence[str]
    status: Literal["active", "paused"]
    """`paused` stops the schedule"""
    options: MonitorOptionsInput
    hiddenOptions: Sequence[str]


class PreferencesInput(TypedDict, total=False):
    notifications: bool
    theme: str


class CreateApiKeyRateLimitInput(TypedDict, total=False):
    """Applies in addition to the plan's limits, to everything except account and status requests. Pro and
    enterprise plans only"""

    requestsPerHour: int
    requestsPerDay: int


class UpdateUserRateLimitInput(TypedDict, total=False):
    requestsPerHour: int
    requestsPerDay: int


class ScrapePageLocationInput(TypedDict, total=False):
    """Location of the visitor"""

    country: str
    """ISO 3166 country code: sets the locale, the time zone and, with a proxy pool, the exit country"""
    languages: Sequence[str]


class ScrapePageViewportInput(TypedDict, total=False):
    """Size in CSS pixels"""

    width: Required[int]
    height: Required[int]


class ScrapePageExtractInput(TypedDict, total=False):
    """AI extraction"""

    schema: Mapping[str, Any]
    """JSON Schema of the data to extract"""
    systemPrompt: str
    prompt: str


class ScrapePageAgentInput(TypedDict, total=False):
    """AI extraction by a named model"""

    model: str
    prompt: str


class ScrapePageChangeTrackingInput(TypedDict, total=False):
    """Compares the page with its previous version seen by your account: adds the formats `changeTracking` and
    `markdown`. The page is always fetched again, whatever the cache holds. Only scrapes that request the page
    in the same way (engine, headers, parts of the page) are compared: batch and crawl have other defaults
    than scrape, so their versions are separate"""

    tag: str
    """Only scrapes with the same tag are compared with each other"""


class StartBatchLocationInput(TypedDict, total=False):
    """Location of the visitor"""

    country: str
    """ISO 3166 country code: sets the locale, the time zone and, with a proxy pool, the exit country"""
    languages: Sequence[str]


class StartBatchViewportInput(TypedDict, total=False):
    """Size in CSS pixels"""

    width: Required[int]
    height: Required[int]


class StartBatchExtractInput(TypedDict, total=False):
    """AI extraction"""

    schema: Mapping[str, Any]
    """JSON Schema of the data to extract"""
    systemPrompt: str
    prompt: str


class StartBatchAgentInput(TypedDict, total=False):
    """AI extraction by a named model"""

    model: str
    prompt: str


class StartBatchChangeTrackingInput(TypedDict, total=False):
    """Compares the page with its previous version seen by your account: adds the formats `changeTracking` and
    `markdown`. The page is always fetched again, whatever the cache holds. Only scrapes that request the page
    in the same way (engine, headers, parts of the page) are compared: batch and crawl have other defaults
    than scrape, so their versions are separate"""

    tag: str
    """Only scrapes with the same tag are compared with each other"""


class StartCrawlLocationInput(TypedDict, total=False):
    """Location of the visitor"""

    country: str
    """ISO 3166 country code: sets the locale, the time zone and, with a proxy pool, the exit country"""
    languages: Sequence[str]


class StartCrawlViewportInput(TypedDict, total=False):
    """Size in CSS pixels"""

    width: Required[int]
    height: Required[int]


class StartCrawlExtractInput(TypedDict, total=False):
    """AI extraction"""

    schema: Mapping[str, Any]
    """JSON Schema of the data to extract"""
    systemPrompt: str
    prompt: str


class StartCrawlAgentInput(TypedDict, total=False):
    """AI extraction by a named model"""

    model: str
    prompt: str


class StartCrawlChangeTrackingInput(TypedDict, total=False):
    """Compares the page with its previous version seen by your account: adds the formats `changeTracking` and
    `markdown`. The page is always fetched again, whatever the cache holds. Only scrapes that request the page
    in the same way (engine, headers, parts of the page) are compared: batch and crawl have other defaults
    than scrape, so their versions are separate"""

    tag: str
    """Only scrapes with the same tag are compared with each other"""


class MapSiteLocationInput(TypedDict, total=False):
    """Location of the visitor"""

    country: str
    """ISO 3166 country code: sets the locale, the time zone and, with a proxy pool, the exit country"""
    languages: Sequence[str]


class MapSiteViewportInput(TypedDict, total=False):
    """Size in CSS pixels"""

    width: Required[int]
    height: Required[int]


class MapSiteExtractInput(TypedDict, total=False):
    """AI extraction"""

    schema: Mapping[str, Any]
    """JSON Schema of the data to extract"""
    systemPrompt: str
    prompt: str


class MapSiteAgentInput(TypedDict, total=False):
    """AI extraction by a named model"""

    model: str
    prompt: str


class MapSiteChangeTrackingInput(TypedDict, total=False):
    """Compares the page with its previous version seen by your account: adds the formats `changeTracking` and
    `markdown`. The page is always fetched again, whatever the cache holds. Only scrapes that request the page
    in the same way (engine, headers, parts of the page) are compared: batch and crawl have other defaults
    than scrape, so their versions are separate"""

    tag: str
    """Only scrapes with the same tag are compared with each other"""


class SearchWebScrapeOptionsLocationInput(TypedDict, total=False):
    """Location of the visitor"""

    country: str
    """ISO 3166 country code: sets the locale, the time zone and, with a proxy pool, the exit country"""
    languages: Sequence[str]


class SearchWebScrapeOptionsViewportInput(TypedDict, total=False):
    """Size in CSS pixels"""

    width: Required[int]
    height: Required[int]


class SearchWebScrapeOptionsExtractInput(TypedDict, total=False):
    """AI extraction"""

    schema: Mapping[str, Any]
    """JSON Schema of the data to extract"""
    systemPrompt: str
    prompt: str


class SearchWebScrapeOptionsAgentInput(TypedDict, total=False):
    """AI extraction by a named model"""

    model: str
    prompt: str


class SearchWebScrapeOptionsChangeTrackingInput(TypedDict, total=False):
    """Compares the page with its previous version seen by your account: adds the formats `changeTracking` and
    `markdown`. The page is always fetched again, whatever the cache holds. Only scrapes that request the page
    in the same way (engine, headers, parts of the page) are compared: batch and crawl have other defaults
    than scrape, so their versions are separate"""

    tag: str
    """Only scrapes with the same tag are compared with each other"""


class SearchWebScrapeOptionsInput(TypedDict, total=False):
    """How to scrape each result: any scrape parameter. Requires `scrapeResults`"""

    formats: Sequence[Literal["markdown", "html", "rawHtml", "text", "json", "structured", "links", "screenshot", "screenshot@fullPage", "pdf", "extract", "images", "attributes", "summary", "changeTracking"]]
    """The formats to return, as on a scrape, each in a field of its own name. Takes precedence over `format`"""
    format: Literal["markdown", "html", "rawHtml", "text", "json", "structured", "links", "screenshot", "screenshot@fullPage", "pdf", "extract", "images", "attributes", "summary", "changeTracking"]
    """A single format; `formats` takes precedence. Default: `markdown`"""
    onlyMainContent: bool
    """Removes headers, footers and sidebars"""
    includeMetadata: bool
    """If false, the metadata has only `url`, `statusCode`, `contentType`, `extractedAt`, `processingTime` and
    `creditsUsed`"""
    includeLinks: bool
    """Keeps hyperlinks in the converted text. The format `links` returns the list of links"""
    includeImages: bool
    """Keeps images in the converted text"""
    removeAds: bool
    """Removes advertisements"""
    removeScripts: bool
    """Removes scripts from `html`"""
    removeStyles: bool
    """Removes style sheets and style attributes from `html`"""
    includeTags: Sequence[str]
    """Tag names or CSS selectors: keeps only the matching elements"""
    excludeTags: Sequence[str]
    """Tag names or CSS selectors: removes the matching elements, after `includeTags` is applied"""
    onlyIncludeTags: Sequence[str]
    """The same as `includeTags`"""
    removeTags: Sequence[str]
    """The same as `excludeTags`"""
    attributes: Sequence[AttributeQueryInput]
    """Returns the attributes, exactly as written in the page, of all elements that match a selector. Adds the
    format `attributes`"""
    llmOptimization: bool
    """Removes content that a language model does not need: boilerplate, tracking parameters and images
    without a description"""
    replaceAllPathsWithAbsolutePaths: bool
    """Makes the URLs of links and images absolute"""
    htmlFormat: Literal["cleaned", "raw"]
    """`raw` makes the format `html` identical to `rawHtml`"""
    stripHtml: bool
    """Removes any remaining markup from the textual formats"""
    includeScreenshot: bool
    """The same as the format `screenshot`. At most 16,384 pixels per side and 33 million pixels in total.
    Costs extra"""
    screenshotType: Literal["viewport", "fullpage"]
    includePdf: bool
    """The same as the format `pdf`. At most 200 pages. Costs extra"""
    pdfPages: int
    """Maximum number of pages to read from a PDF; `metadata.pageCount` is the number of pages that it has"""
    parsePdf: bool
    """Accepted but has no effect: a PDF is always read as a document"""
    engine: Literal["lightweight", "browser_a", "chromium", "stealth", "browser_b", "firefox"]
    """The engine that fetches the page. Default: the cheapest engine that supports the request, `lightweight`
    first"""
    mobile: bool
    """Emulates a mobile device: viewport, user agent and touch"""
    userAgent: str
    headers: Mapping[str, str]
    """Custom request headers"""
    authentication: AuthenticationInput
    location: SearchWebScrapeOptionsLocationInput
    """Location of the visitor"""
    useProxy: bool
    """Sends the requests through the proxy pool"""
    skipTlsVerification: bool
    """Accepts any TLS certificate"""
    javascript: bool
    """Runs the page's scripts"""
    stealth: bool
    """Behaves like an ordinary visitor, and escalates from basic to advanced to maximum when it meets a bot
    challenge"""
    viewport: SearchWebScrapeOptionsViewportInput
    """Size in CSS pixels"""
    waitForSelector: str
    """CSS selector to wait for"""
    actions: Sequence[ActionInput]
    """Steps to perform on the page, in order"""
    executeJS: str
    """JavaScript to run on the page: an expression, or statements that `return` a result. It is in
    `metadata.executeJS`, up to 1,048,576 characters of JSON"""
    waitFor: float
    """Milliseconds to wait after the page has loaded, in a browser"""
    waitTime: float
    """Seconds. The older name of `waitFor`"""
    timeout: float
    """Time limit for the whole request, in milliseconds"""
    extract: SearchWebScrapeOptionsExtractInput
    """AI extraction"""
    agent: SearchWebScrapeOptionsAgentInput
    """AI extraction by a named model"""
    enableJsonExtraction: bool
    """With `jsonSchema`: the same as `extract.schema`"""
    jsonSchema: str
    """A JSON Schema as text"""
    priority: Literal["low", "medium", "high"]
    """Priority among your account's own work"""
    maxAge: float
    """Maximum age of a cached response in days; fractions are allowed, and 0 always fetches the page. A
    cached response costs the same and has `cached`. Accounts share only cached pages that reveal nothing
    about who requested them. A missing page (404, 410) is cached for a day; refusals, rate limits and
    failures are always fetched again."""
    minAge: float
    """Minimum age in days. Reads only the cache, for a response at least this old and not older than
    `maxAge`; the site is not contacted. If there is none: 404 `not_cached`, which costs nothing"""
    changeTracking: SearchWebScrapeOptionsChangeTrackingInput
    """Compares the page with its previous version seen by your account: adds the formats `changeTracking` and
    `markdown`. The page is always fetched again, whatever the cache holds. Only scrapes that request the page
    in the same way (engine, headers, parts of the page) are compared: batch and crawl have other defaults
    than scrape, so their versions are separate"""
    storeInCache: bool
    """If false, the response is not stored in the cache"""
    zeroRetention: bool
    """Stores none of the page's content after the response is sent: not in the cache, the archive or the
    index of local search. Screenshots and PDFs are not available because they are stored as files. Not
    allowed for jobs, for monitors and with an `Idempotency-Key`, as these store responses"""
    extractionSchema: Mapping[str, Any]
    """JSON Schema of the data to extract from each result; the same as `extract.schema`"""


class ExtractPageOptionsProcessingOptionsInput(TypedDict, total=False):
    """How the page is read"""

    removeNoise: bool
    """Reads only the main content, without headers, footers and sidebars"""
    optimizeForLLM: bool
    """Removes content that a model does not need"""
    preserveStructure: bool
    """Keeps headings, lists and tables; if false, the model reads plain text"""


class ExtractPageOptionsInput(TypedDict, total=False):
    maxPages: int
    """Maximum number of pages: follows links on the site that match the patterns and that robots.txt allows"""
    includePatterns: Sequence[str]
    """Follows only URLs that match at least one pattern. Globs (`*` within a segment, `**` across segments)
    are matched against the path, or against the whole URL if they begin with `http`"""
    excludePatterns: Sequence[str]
    """Does not follow URLs that match a pattern. Globs (`*` within a segment, `**` across segments) are
    matched against the path, or against the whole URL if they begin with `http`"""
    timeout: float
    """Time limit for the whole request, in milliseconds"""
    temperature: float
    """Temperature of the model"""
    maxAge: float
    """Maximum age of a cached page in days; 0 always fetches the page"""
    processingOptions: ExtractPageOptionsProcessingOptionsInput
    """How the page is read"""
    evidence: bool
    """Returns, for each value, where a page states it: `evidence`"""
    dropUnsupported: bool
    """Removes values that no page states"""
