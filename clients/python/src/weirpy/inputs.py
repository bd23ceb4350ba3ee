# Written by `bun run generate` from the API's document; not to be edited.
"""Parameters of requests, as plain dictionaries."""
from typing import Any, Literal, Mapping, Optional, Sequence, Union

from typing_extensions import Required, TypedDict


class ExtractionAgentInput(TypedDict, total=False):
    """Who fills it in"""

    model: str
    """`structured` fills the schema from what the page says in structured form (JSON-LD, microdata, RDFa,
    meta, tables, labels), without a model; `recipe` uses the selectors that were learned from what a model
    gave on another page of the site, for the same schema and prompt; `auto` does so where they hold, else
    asks the model, and learns; any other is the name of a model. Default: the model where the server has one,
    else `structured`"""


class WebhookInput(TypedDict, total=False):
    url: Required[str]
    events: Sequence[Literal["job.completed", "job.failed"]]
    """Default: both"""


class StartExtractBatchOptionsProcessingOptionsInput(TypedDict, total=False):
    """How the page is read"""

    removeNoise: bool
    """Reads the main content alone, without headers, footers and sidebars"""
    optimizeForLLM: bool
    """Leaves out what a model has no use for"""
    preserveStructure: bool
    """Keeps headings, lists and tables; without it the model reads plain text"""


class StartExtractBatchOptionsInput(TypedDict, total=False):
    concurrency: int
    """Pages at once"""
    continueOnError: bool
    """Without it the first failure ends the job, and the rest is cancelled"""
    includeFailures: bool
    """Lists pages that failed among the results"""
    timeout: float
    """Milliseconds for one page"""
    temperature: float
    """Of the model"""
    maxAge: float
    """Days. How old a page from the cache may be; 0 for none from there"""
    processingOptions: StartExtractBatchOptionsProcessingOptionsInput
    """How the page is read"""
    evidence: bool
    """Tells for each value where a page says it: `evidence`"""
    dropUnsupported: bool
    """Leaves out values that no page says"""


class ExtractDomainOptionsProcessingOptionsInput(TypedDict, total=False):
    """How the page is read"""

    removeNoise: bool
    """Reads the main content alone, without headers, footers and sidebars"""
    optimizeForLLM: bool
    """Leaves out what a model has no use for"""
    preserveStructure: bool
    """Keeps headings, lists and tables; without it the model reads plain text"""


class ExtractDomainOptionsInput(TypedDict, total=False):
    maxPages: int
    """The most pages; the most promising ones are read first"""
    includePatterns: Sequence[str]
    """Reads only what one of them matches. Globs (`*` within a segment, `**` across) of the path, and of the
    whole URL when they begin with `http`"""
    excludePatterns: Sequence[str]
    """Does not read what one of them matches. Globs (`*` within a segment, `**` across) of the path, and of
    the whole URL when they begin with `http`"""
    timeout: float
    """Milliseconds for one page"""
    temperature: float
    """Of the model"""
    maxAge: float
    """Days. How old a page from the cache may be; 0 for none from there"""
    processingOptions: ExtractDomainOptionsProcessingOptionsInput
    """How the page is read"""
    dropUnsupported: bool
    """Leaves out values that no page says"""


class EnrichmentRecordInput(TypedDict, total=False):
    email: Required[str]
    """Checked by the rules of RFC 5321"""
    additionalFields: Mapping[str, Any]
    """What is known about the row: input for answering the fields"""


class StartEnrichmentFieldsInput(TypedDict, total=False):
    name: Required[str]
    """The name of the row’s property; must differ from those that every row has"""
    prompt: Required[str]
    """What is asked"""
    type: Literal["text", "number", "boolean", "json"]
    """Of the answer; `json` is any value"""


class StartEnrichmentOptionsInput(TypedDict, total=False):
    concurrency: int
    """Rows at once"""
    includeDiscovery: bool
    """Looks up the mail servers of domains, and tells what kind of address it is"""
    includeProfile: bool
    """Gives what the company’s site says of it as `company`"""
    timeout: int
    """Milliseconds for a row"""
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
    """What is compared with"""

    timestamp: Required[str]
    """The snapshot of this moment, or the nearest one (`YYYYMMDDHHMMSS`, UTC)"""
    provider: Literal["primary_archive", "secondary_archive", "memento", "local"]
    """The archive to read it from"""


class CompareSnapshotsAfterInput(TypedDict, total=False):
    """What became of it. Left out: the page as it is now"""

    timestamp: Required[str]
    """The snapshot of this moment, or the nearest one (`YYYYMMDDHHMMSS`, UTC)"""
    provider: Literal["primary_archive", "secondary_archive", "memento", "local"]
    """The archive to read it from"""


class AttributeQueryInput(TypedDict, total=False):
    selector: Required[str]
    """A tag name or CSS selector"""
    attribute: Required[str]


class AuthenticationInput(TypedDict, total=False):
    """Sent to the URL's own origin only, never across a redirect to another"""

    type: Literal["basic", "bearer"]
    """Without it: bearer where a token is given"""
    username: str
    password: str
    token: str


class MonitorOptionsLocationInput(TypedDict, total=False):
    """Where the visitor is"""

    country: str
    """ISO 3166: sets locale, time zone and, with a proxy pool, the exit country"""
    languages: Sequence[str]


class MonitorOptionsViewportInput(TypedDict, total=False):
    """CSS pixels"""

    width: Required[int]
    height: Required[int]


class ActionInput(TypedDict, total=False):
    """One step on the page"""

    type: Required[Literal["click", "input", "write", "wait", "screenshot", "press", "scroll", "hover", "select", "executeJavascript", "scrape"]]
    """`write` is `input`, and without a selector types into what has the focus; `scrape` gives `{url, html}`
    of the moment"""
    selector: str
    """CSS selector; needed by click, input, hover and select"""
    all: bool
    """Whether click clicks all that match, 50 at most, and not the first alone"""
    text: str
    """What input types"""
    value: str
    """What select chooses, or the code of executeJavascript"""
    milliseconds: float
    """How long wait waits"""
    key: str
    """What press presses, such as Enter"""
    direction: Literal["up", "down", "left", "right"]
    """Where scroll goes"""
    pixels: float
    """How far scroll goes"""
    description: str


class MonitorOptionsExtractInput(TypedDict, total=False):
    """AI extraction"""

    schema: Mapping[str, Any]
    """JSON Schema of what is wanted"""
    systemPrompt: str
    prompt: str


class MonitorOptionsAgentInput(TypedDict, total=False):
    """AI extraction by a named model"""

    model: str
    prompt: str


class MonitorOptionsChangeTrackingInput(TypedDict, total=False):
    """Compares the page with its previous version that this account has seen: adds the formats
    `changeTracking` and `markdown`. The page is fetched again, whatever is in the cache. Only requests with
    the same options (engine, headers, parts of the page) are compared: batch and crawl have other defaults
    than scrape, so they are not compared with it"""

    tag: str
    """Only versions with the same tag are compared"""


class MonitorNotificationsNtfyInput(TypedDict, total=False):
    """A topic of an ntfy server"""

    url: Required[str]
    """A topic"""
    token: str
    """Access token of the server"""


class MonitorNotificationsTelegramInput(TypedDict, total=False):
    """A chat that a Telegram bot may write to"""

    token: Required[str]
    """Of the bot"""
    chatId: Required[str]
    """Of the chat, or the name of a channel"""


class MonitorNotificationsInput(TypedDict, total=False):
    """Who is told of changes and failures"""

    email: str
    """Is sent a mail"""
    webhook: str
    """Is sent `monitor.changed` and `monitor.failed`, signed; see the deliveries of webhooks"""
    ntfy: MonitorNotificationsNtfyInput
    """A topic of an ntfy server"""
    slack: str
    """An incoming webhook of Slack, or of what takes the same: Mattermost, Rocket.Chat, Discord (`/slack`)"""
    telegram: MonitorNotificationsTelegramInput
    """A chat that a Telegram bot may write to"""


class MonitorOptionsInput(TypedDict, total=False):
    """What is watched, what counts as a change, and every parameter of a scrape; `maxAge` is always 0"""

    formats: Sequence[Literal["markdown", "html", "rawHtml", "text", "json", "structured", "links", "screenshot", "screenshot@fullPage", "pdf", "extract", "images", "attributes", "summary", "changeTracking"]]
    """The formats to return, each under its own name. Overrides `format`"""
    format: Literal["markdown", "html", "rawHtml", "text", "json", "structured", "links", "screenshot", "screenshot@fullPage", "pdf", "extract", "images", "attributes", "summary", "changeTracking"]
    """One format; `formats` overrides it. Default `markdown`"""
    onlyMainContent: bool
    """Watches the main content alone. Without it: true, and false where there is a `selector`"""
    includeMetadata: bool
    """Without it the metadata is `url`, `statusCode`, `contentType`, `extractedAt`, `processingTime` and
    `creditsUsed`"""
    includeLinks: bool
    """Keeps hyperlinks in the converted text; the list of links is the format `links`"""
    includeImages: bool
    """Keeps images in the converted text"""
    removeAds: bool
    """Drops advertisements"""
    removeScripts: bool
    """Drops scripts from `html`"""
    removeStyles: bool
    """Drops style sheets and style attributes from `html`"""
    includeTags: Sequence[str]
    """Tag names or CSS selectors: keeps only what they match"""
    excludeTags: Sequence[str]
    """Tag names or CSS selectors: drops what they match, after `includeTags`"""
    onlyIncludeTags: Sequence[str]
    """The same as `includeTags`"""
    removeTags: Sequence[str]
    """The same as `excludeTags`"""
    attributes: Sequence[AttributeQueryInput]
    """Reads attributes, as they are written, of all elements of the page that a selector matches: adds the
    format `attributes`"""
    llmOptimization: bool
    """Removes what is useless to a language model: boilerplate, tracking parameters, images without a
    description"""
    replaceAllPathsWithAbsolutePaths: bool
    """Makes links and images absolute"""
    htmlFormat: Literal["cleaned", "raw"]
    """`raw` makes the format `html` equal to `rawHtml`"""
    stripHtml: bool
    """Removes what markup is left in the textual formats"""
    includeScreenshot: bool
    """The same as the format `screenshot`. At most 16,384 pixels on a side and 33 million in all. Costs extra"""
    screenshotType: Literal["viewport", "fullpage"]
    includePdf: bool
    """The same as the format `pdf`. At most 200 pages. Costs extra"""
    pdfPages: int
    """The most pages of a PDF to read; `metadata.pageCount` is how many it has"""
    parsePdf: bool
    """Accepted, and changes nothing: a PDF is read as a document"""
    engine: Literal["lightweight", "browser_a", "chromium", "stealth", "browser_b", "firefox"]
    """The engine that fetches the page. Default: the cheapest one that supports the options, `lightweight`
    first"""
    mobile: bool
    """A mobile device: viewport, user agent, touch"""
    userAgent: str
    headers: Mapping[str, str]
    """Custom request headers"""
    authentication: AuthenticationInput
    location: MonitorOptionsLocationInput
    """Where the visitor is"""
    useProxy: bool
    """Goes through the proxy pool"""
    skipTlsVerification: bool
    """Takes any certificate"""
    javascript: bool
    """Runs the page's script"""
    stealth: bool
    """Behaves like an ordinary visitor, and escalates from basic over advanced to maximum when a bot
    challenge is met"""
    viewport: MonitorOptionsViewportInput
    """CSS pixels"""
    waitForSelector: str
    """CSS selector to wait for"""
    actions: Sequence[ActionInput]
    """Steps on the page, in order"""
    executeJS: str
    """Code to run on the page; its result is `metadata.executeJS`, at most 1,048,576 characters as JSON"""
    waitFor: float
    """Milliseconds to wait after load, in a browser"""
    waitTime: float
    """Seconds. The older name of `waitFor`"""
    timeout: float
    """Milliseconds, for all of it"""
    extract: MonitorOptionsExtractInput
    """AI extraction"""
    agent: MonitorOptionsAgentInput
    """AI extraction by a named model"""
    enableJsonExtraction: bool
    """With `jsonSchema`: the same as `extract.schema`"""
    jsonSchema: str
    """A JSON Schema as text"""
    priority: Literal["low", "medium", "high"]
    """Orders the account's own work"""
    maxAge: float
    """Days, also fractions. The highest age of an answer from the cache; 0 always fetches the page. An answer
    from the cache costs the same and says `cached`. Accounts share answers that do not depend on who asked. A
    missing page (404, 410) is cached for a day; refusals, limits and failures are not cached."""
    minAge: float
    """Days. Answers only from the cache, with a page that is at least this old and not older than `maxAge`;
    the site is not asked. If there is none: 404 `not_cached`, which costs nothing"""
    changeTracking: MonitorOptionsChangeTrackingInput
    """Compares the page with its previous version that this account has seen: adds the formats
    `changeTracking` and `markdown`. The page is fetched again, whatever is in the cache. Only requests with
    the same options (engine, headers, parts of the page) are compared: batch and crawl have other defaults
    than scrape, so they are not compared with it"""
    storeInCache: bool
    """Without it the answer is not kept in the cache"""
    zeroRetention: bool
    """Stores nothing of the page once the request is answered: not in the cache, the archive or the index of
    local search. It allows no screenshots and PDFs, which are stored as files, and is refused on jobs, on
    monitors and with an `Idempotency-Key`, which store answers"""
    detectChanges: bool
    """False keeps snapshots and compares nothing. Without it: true"""
    threshold: float
    """The share of the text that has to change: up to 1 as it is (1 is all of it), above 1 in percent.
    Without it: 0, any change"""
    selector: str
    """CSS selector of the part that is watched"""
    ignore: Sequence[str]
    """Regular expressions, held against each line: what they match is not compared. Lookaround and
    backreferences are refused"""
    notifications: MonitorNotificationsInput


class ImportedMonitorInput(TypedDict, total=False):
    url: Required[str]
    """The page"""
    name: Required[str]
    schedule: Required[str]
    """Cron: minute, hour, day of the month, month, day of the week. At most once a minute"""
    timezone: str
    """IANA name. Without it: UTC"""
    tags: Sequence[str]
    status: Literal["active", "paused"]
    """`paused` stops the schedule"""
    options: MonitorOptionsInput
    hiddenOptions: Sequence[str]


class PreferencesInput(TypedDict, total=False):
    notifications: bool
    theme: str


class CreateApiKeyRateLimitInput(TypedDict, total=False):
    """Holds beside the plan's limits, for everything but account and status calls. Plans pro and enterprise"""

    requestsPerHour: int
    requestsPerDay: int


class UpdateUserRateLimitInput(TypedDict, total=False):
    requestsPerHour: int
    requestsPerDay: int


class ScrapePageLocationInput(TypedDict, total=False):
    """Where the visitor is"""

    country: str
    """ISO 3166: sets locale, time zone and, with a proxy pool, the exit country"""
    languages: Sequence[str]


class ScrapePageViewportInput(TypedDict, total=False):
    """CSS pixels"""

    width: Required[int]
    height: Required[int]


class ScrapePageExtractInput(TypedDict, total=False):
    """AI extraction"""

    schema: Mapping[str, Any]
    """JSON Schema of what is wanted"""
    systemPrompt: str
    prompt: str


class ScrapePageAgentInput(TypedDict, total=False):
    """AI extraction by a named model"""

    model: str
    prompt: str


class ScrapePageChangeTrackingInput(TypedDict, total=False):
    """Compares the page with its previous version that this account has seen: adds the formats
    `changeTracking` and `markdown`. The page is fetched again, whatever is in the cache. Only requests with
    the same options (engine, headers, parts of the page) are compared: batch and crawl have other defaults
    than scrape, so they are not compared with it"""

    tag: str
    """Only versions with the same tag are compared"""


class StartBatchLocationInput(TypedDict, total=False):
    """Where the visitor is"""

    country: str
    """ISO 3166: sets locale, time zone and, with a proxy pool, the exit country"""
    languages: Sequence[str]


class StartBatchViewportInput(TypedDict, total=False):
    """CSS pixels"""

    width: Required[int]
    height: Required[int]


class StartBatchExtractInput(TypedDict, total=False):
    """AI extraction"""

    schema: Mapping[str, Any]
    """JSON Schema of what is wanted"""
    systemPrompt: str
    prompt: str


class StartBatchAgentInput(TypedDict, total=False):
    """AI extraction by a named model"""

    model: str
    prompt: str


class StartBatchChangeTrackingInput(TypedDict, total=False):
    """Compares the page with its previous version that this account has seen: adds the formats
    `changeTracking` and `markdown`. The page is fetched again, whatever is in the cache. Only requests with
    the same options (engine, headers, parts of the page) are compared: batch and crawl have other defaults
    than scrape, so they are not compared with it"""

    tag: str
    """Only versions with the same tag are compared"""


class StartCrawlLocationInput(TypedDict, total=False):
    """Where the visitor is"""

    country: str
    """ISO 3166: sets locale, time zone and, with a proxy pool, the exit country"""
    languages: Sequence[str]


class StartCrawlViewportInput(TypedDict, total=False):
    """CSS pixels"""

    width: Required[int]
    height: Required[int]


class StartCrawlExtractInput(TypedDict, total=False):
    """AI extraction"""

    schema: Mapping[str, Any]
    """JSON Schema of what is wanted"""
    systemPrompt: str
    prompt: str


class StartCrawlAgentInput(TypedDict, total=False):
    """AI extraction by a named model"""

    model: str
    prompt: str


class StartCrawlChangeTrackingInput(TypedDict, total=False):
    """Compares the page with its previous version that this account has seen: adds the formats
    `changeTracking` and `markdown`. The page is fetched again, whatever is in the cache. Only requests with
    the same options (engine, headers, parts of the page) are compared: batch and crawl have other defaults
    than scrape, so they are not compared with it"""

    tag: str
    """Only versions with the same tag are compared"""


class MapSiteLocationInput(TypedDict, total=False):
    """Where the visitor is"""

    country: str
    """ISO 3166: sets locale, time zone and, with a proxy pool, the exit country"""
    languages: Sequence[str]


class MapSiteViewportInput(TypedDict, total=False):
    """CSS pixels"""

    width: Required[int]
    height: Required[int]


class MapSiteExtractInput(TypedDict, total=False):
    """AI extraction"""

    schema: Mapping[str, Any]
    """JSON Schema of what is wanted"""
    systemPrompt: str
    prompt: str


class MapSiteAgentInput(TypedDict, total=False):
    """AI extraction by a named model"""

    model: str
    prompt: str


class MapSiteChangeTrackingInput(TypedDict, total=False):
    """Compares the page with its previous version that this account has seen: adds the formats
    `changeTracking` and `markdown`. The page is fetched again, whatever is in the cache. Only requests with
    the same options (engine, headers, parts of the page) are compared: batch and crawl have other defaults
    than scrape, so they are not compared with it"""

    tag: str
    """Only versions with the same tag are compared"""


class SearchWebScrapeOptionsLocationInput(TypedDict, total=False):
    """Where the visitor is"""

    country: str
    """ISO 3166: sets locale, time zone and, with a proxy pool, the exit country"""
    languages: Sequence[str]


class SearchWebScrapeOptionsViewportInput(TypedDict, total=False):
    """CSS pixels"""

    width: Required[int]
    height: Required[int]


class SearchWebScrapeOptionsExtractInput(TypedDict, total=False):
    """AI extraction"""

    schema: Mapping[str, Any]
    """JSON Schema of what is wanted"""
    systemPrompt: str
    prompt: str


class SearchWebScrapeOptionsAgentInput(TypedDict, total=False):
    """AI extraction by a named model"""

    model: str
    prompt: str


class SearchWebScrapeOptionsChangeTrackingInput(TypedDict, total=False):
    """Compares the page with its previous version that this account has seen: adds the formats
    `changeTracking` and `markdown`. The page is fetched again, whatever is in the cache. Only requests with
    the same options (engine, headers, parts of the page) are compared: batch and crawl have other defaults
    than scrape, so they are not compared with it"""

    tag: str
    """Only versions with the same tag are compared"""


class SearchWebScrapeOptionsInput(TypedDict, total=False):
    """How each result is scraped: every parameter of a scrape. Only with `scrapeResults`"""

    formats: Sequence[Literal["markdown", "html", "rawHtml", "text", "json", "structured", "links", "screenshot", "screenshot@fullPage", "pdf", "extract", "images", "attributes", "summary", "changeTracking"]]
    """As on a scrape: each is returned under its own name. Overrides `format`"""
    format: Literal["markdown", "html", "rawHtml", "text", "json", "structured", "links", "screenshot", "screenshot@fullPage", "pdf", "extract", "images", "attributes", "summary", "changeTracking"]
    """One format; `formats` overrides it. Default `markdown`"""
    onlyMainContent: bool
    """Drops headers, footers, sidebars"""
    includeMetadata: bool
    """Without it the metadata is `url`, `statusCode`, `contentType`, `extractedAt`, `processingTime` and
    `creditsUsed`"""
    includeLinks: bool
    """Keeps hyperlinks in the converted text; the list of links is the format `links`"""
    includeImages: bool
    """Keeps images in the converted text"""
    removeAds: bool
    """Drops advertisements"""
    removeScripts: bool
    """Drops scripts from `html`"""
    removeStyles: bool
    """Drops style sheets and style attributes from `html`"""
    includeTags: Sequence[str]
    """Tag names or CSS selectors: keeps only what they match"""
    excludeTags: Sequence[str]
    """Tag names or CSS selectors: drops what they match, after `includeTags`"""
    onlyIncludeTags: Sequence[str]
    """The same as `includeTags`"""
    removeTags: Sequence[str]
    """The same as `excludeTags`"""
    attributes: Sequence[AttributeQueryInput]
    """Reads attributes, as they are written, of all elements of the page that a selector matches: adds the
    format `attributes`"""
    llmOptimization: bool
    """Removes what is useless to a language model: boilerplate, tracking parameters, images without a
    description"""
    replaceAllPathsWithAbsolutePaths: bool
    """Makes links and images absolute"""
    htmlFormat: Literal["cleaned", "raw"]
    """`raw` makes the format `html` equal to `rawHtml`"""
    stripHtml: bool
    """Removes what markup is left in the textual formats"""
    includeScreenshot: bool
    """The same as the format `screenshot`. At most 16,384 pixels on a side and 33 million in all. Costs extra"""
    screenshotType: Literal["viewport", "fullpage"]
    includePdf: bool
    """The same as the format `pdf`. At most 200 pages. Costs extra"""
    pdfPages: int
    """The most pages of a PDF to read; `metadata.pageCount` is how many it has"""
    parsePdf: bool
    """Accepted, and changes nothing: a PDF is read as a document"""
    engine: Literal["lightweight", "browser_a", "chromium", "stealth", "browser_b", "firefox"]
    """The engine that fetches the page. Default: the cheapest one that supports the options, `lightweight`
    first"""
    mobile: bool
    """A mobile device: viewport, user agent, touch"""
    userAgent: str
    headers: Mapping[str, str]
    """Custom request headers"""
    authentication: AuthenticationInput
    location: SearchWebScrapeOptionsLocationInput
    """Where the visitor is"""
    useProxy: bool
    """Goes through the proxy pool"""
    skipTlsVerification: bool
    """Takes any certificate"""
    javascript: bool
    """Runs the page's script"""
    stealth: bool
    """Behaves like an ordinary visitor, and escalates from basic over advanced to maximum when a bot
    challenge is met"""
    viewport: SearchWebScrapeOptionsViewportInput
    """CSS pixels"""
    waitForSelector: str
    """CSS selector to wait for"""
    actions: Sequence[ActionInput]
    """Steps on the page, in order"""
    executeJS: str
    """Code to run on the page; its result is `metadata.executeJS`, at most 1,048,576 characters as JSON"""
    waitFor: float
    """Milliseconds to wait after load, in a browser"""
    waitTime: float
    """Seconds. The older name of `waitFor`"""
    timeout: float
    """Milliseconds, for all of it"""
    extract: SearchWebScrapeOptionsExtractInput
    """AI extraction"""
    agent: SearchWebScrapeOptionsAgentInput
    """AI extraction by a named model"""
    enableJsonExtraction: bool
    """With `jsonSchema`: the same as `extract.schema`"""
    jsonSchema: str
    """A JSON Schema as text"""
    priority: Literal["low", "medium", "high"]
    """Orders the account's own work"""
    maxAge: float
    """Days, also fractions. The highest age of an answer from the cache; 0 always fetches the page. An answer
    from the cache costs the same and says `cached`. Accounts share answers that do not depend on who asked. A
    missing page (404, 410) is cached for a day; refusals, limits and failures are not cached."""
    minAge: float
    """Days. Answers only from the cache, with a page that is at least this old and not older than `maxAge`;
    the site is not asked. If there is none: 404 `not_cached`, which costs nothing"""
    changeTracking: SearchWebScrapeOptionsChangeTrackingInput
    """Compares the page with its previous version that this account has seen: adds the formats
    `changeTracking` and `markdown`. The page is fetched again, whatever is in the cache. Only requests with
    the same options (engine, headers, parts of the page) are compared: batch and crawl have other defaults
    than scrape, so they are not compared with it"""
    storeInCache: bool
    """Without it the answer is not kept in the cache"""
    zeroRetention: bool
    """Stores nothing of the page once the request is answered: not in the cache, the archive or the index of
    local search. It allows no screenshots and PDFs, which are stored as files, and is refused on jobs, on
    monitors and with an `Idempotency-Key`, which store answers"""
    extractionSchema: Mapping[str, Any]
    """JSON Schema of the data to extract from each result; the same as `extract.schema`"""


class ExtractPageOptionsProcessingOptionsInput(TypedDict, total=False):
    """How the page is read"""

    removeNoise: bool
    """Reads the main content alone, without headers, footers and sidebars"""
    optimizeForLLM: bool
    """Leaves out what a model has no use for"""
    preserveStructure: bool
    """Keeps headings, lists and tables; without it the model reads plain text"""


class ExtractPageOptionsInput(TypedDict, total=False):
    maxPages: int
    """Pages at most: links of the site that match the patterns are followed"""
    includePatterns: Sequence[str]
    """Follows only what one of them matches. Globs (`*` within a segment, `**` across) of the path, and of
    the whole URL when they begin with `http`"""
    excludePatterns: Sequence[str]
    """Does not follow what one of them matches. Globs (`*` within a segment, `**` across) of the path, and of
    the whole URL when they begin with `http`"""
    timeout: float
    """Milliseconds for all of it"""
    temperature: float
    """Of the model"""
    maxAge: float
    """Days. How old a page from the cache may be; 0 for none from there"""
    processingOptions: ExtractPageOptionsProcessingOptionsInput
    """How the page is read"""
    evidence: bool
    """Tells for each value where a page says it: `evidence`"""
    dropUnsupported: bool
    """Leaves out values that no page says"""
