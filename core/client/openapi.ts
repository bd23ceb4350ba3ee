// Written by `bun run generate` from the API's document; not to be edited.
export interface paths {
    "/v1/scrape": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Scrape a page
         * @description Fetches one page and returns it in the requested formats. The type of document is detected automatically. Credits add up: 1 for any page, 1 more each for scripts, a screenshot, a PDF and `structured`, 2 to 3 for AI extraction and for a `summary` by a language model. A page costs nothing if it fails, responds with 500 or above, or shows no text however long it is rendered (`warnings` says so). `timeout` covers the whole request, including conversion and documents. With `urls`, the request starts a background job; with `Prefer: wait=N` (1 to 120 seconds), the response has the results if the job ends in time.
         *
         *     Needs an API key or a session token with the permission `scrape`.
         */
        post: operations["scrapePage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Scrape many pages (deprecated)
         * @deprecated
         * @description Deprecated: use `urls` of `POST /v1/scrape`. Starts a background job. With `Prefer: wait=N` (1 to 120 seconds), the response has the results if the batch ends in time. A failed page costs nothing. Concurrent batches per account: free two, starter five, pro ten.
         *
         *     Needs an API key or a session token with the permission `batch`.
         */
        post: operations["startBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/crawl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Crawl a site
         * @description Starts a background job that begins at one page, follows links breadth first and scrapes each page once. URLs are normalized; pages with the same canonical URL count once, but the links of each are followed. Sitemaps are read if the site has any (robots.txt, `/sitemap.xml`). Each host gets one request at a time, or up to 8 if it responds fast; after 429 or 503 it is left alone for as long as its `Retry-After` says. Each page costs the same as a scrape, and AI extraction costs 2; a page that fails, or responds with 500 or above, costs nothing. With `Prefer: wait=N` (1 to 120 seconds), the response has the results if the crawl ends in time and they are at most 32 MiB. If the start page cannot be fetched, the crawl fails with `crawl_failed` and `reason` in the details.
         *
         *     Needs an API key or a session token with the permission `crawl`.
         */
        post: operations["startCrawl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/map": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Map a site
         * @description Finds the URLs of a site breadth first, from links and sitemaps (robots.txt, `/sitemap.xml`), and requests each for its status and title. Each page is listed once: URLs are normalized, and pages with the same canonical URL are one page. Costs 0.1 per returned URL, plus 0.05 with a browser engine, 0.02 at depth 4 or 5, and 2 with the proxy pool; the total is rounded up to 0.01 for the whole map. If the root cannot be reached, the error is `invalid_url`; if it cannot be fetched for another reason, `mapping_failed`.
         *
         *     Needs an API key or a session token with the permission `map`.
         */
        post: operations["mapSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search the web
         * @description Finds pages through a provider and, with `scrapeResults`, scrapes them all, several at once. Costs 1 for each of `sources` that responds, plus the price of a scrape for each scraped result, 2 with a screenshot (`structured` is included in the price). A failed result has the reason in `scrapeStatus` and costs nothing. All results together may take twice the `timeout` of one. If the provider fails, the error is `search_failed` and nothing is charged: a response without results means that there are none.
         *
         *     Needs an API key or a session token with the permission `search`.
         */
        post: operations["searchWeb"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/extract": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Extract from a page
         * @description Fills your JSON Schema from a page, with a language model or, without one, from the page's structured data. A model's output is validated against the schema and requested once more if it does not match; for a page without text, the model is not used. Tokens are 300, plus the bytes of the output divided by 0.5, plus the model's thinking tokens; each 1000 tokens cost 1 credit, rounded up. 3 credits are held; a failed extraction costs nothing. Use the `jobId` as with any job.
         *
         *     Needs an API key or a session token with the permission `extract`.
         */
        post: operations["extractPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/extract/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Extract from many pages
         * @description Starts a background job that fills the schema from each page. Each page costs the same as an extraction; a failed page costs nothing. 3 credits per page are held.
         *
         *     Needs an API key or a session token with the permission `extract`.
         */
        post: operations["startExtractBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/extract/batch/{jobId}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the results of a batch
         * @description Also works while the job runs and then returns the results so far.
         *
         *     Needs an API key or a session token with the permission `extract`.
         */
        get: operations["getExtractBatchResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/extract/batch/{jobId}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream a batch's events
         * @description Server-Sent Events: `url_completed` and `progress` for each page, and a final `completed`, `failed` or `cancelled`.
         *
         *     Needs an API key or a session token with the permission `extract`.
         */
        get: operations["streamExtractBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/extract/domain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Extract from a site
         * @description Starts a background job that finds the pages of a site from its sitemaps and links, including the links of the most promising pages. It reads first the pages whose URLs best match the schema and the prompt, obeys robots.txt, and merges the results. Pages that contradict each other are treated as describing different things. Each page costs the same as an extraction; a failed page costs nothing.
         *
         *     Needs an API key or a session token with the permission `extract`.
         */
        post: operations["extractDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/extract/generate-schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate a schema
         * @description Designs a JSON Schema for a page, a description, or both, and tests it on the page: fields that came out empty are listed in the recommendations. Without a model, the schema is built from the page's structured data and labels. Costs the same as an extraction with that output.
         *
         *     Needs an API key or a session token with the permission `extract`.
         */
        post: operations["generateSchema"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/extract/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an extraction
         * @description Returns the progress of an extraction of a page, a batch or a domain, and its result; the results of a batch have their own endpoint.
         *
         *     Needs an API key or a session token with the permission `extract`.
         */
        get: operations["getExtraction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ai-enrichment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enrich a list of e-mail addresses
         * @description Starts a background job. Each row gets: the domain, its mail servers and the type of e-mail address (discovery); what the company’s own site says about it (profile: home, about, contact and imprint pages, fetched once per domain); and the answers to `fields`, by the server's language model, from the site and from `additionalFields`. Without a model, the structured data of the site is used. A row succeeds if at least one field is answered, and then costs 1 credit with one or two fields, 2 with up to five, 3 with more; a failed or skipped row costs nothing. Free-mail and disposable domains have no company. No mail server is contacted.
         *
         *     Needs an API key or a session token with the permission `enrichment`.
         */
        post: operations["startEnrichment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ai-enrichment/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the progress of an enrichment
         * @description Needs an API key or a session token with the permission `enrichment`.
         */
        get: operations["getEnrichment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ai-enrichment/{jobId}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download enriched rows
         * @description In the order of the request. Available when the job has ended; before that 409 `JOB_NOT_COMPLETED`. For a cancelled job: the rows that were completed.
         *
         *     Needs an API key or a session token with the permission `enrichment`.
         */
        get: operations["downloadEnrichment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ai-enrichment/{jobId}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream the events of an enrichment
         * @description Server-Sent Events without a name, one per row and one at the end: `progress` in percent, `rowsProcessed`, `totalRows`, `status` (`processing`, then `completed`, `failed` or `cancelled`, after which the stream ends). Each event has an `id`: send it as `Last-Event-ID` to resume without gaps or repeats, even after a restart.
         *
         *     Needs an API key or a session token with the permission `enrichment`.
         */
        get: operations["streamEnrichment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ai-enrichment/{jobId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an enrichment
         * @description No further row is started, and running rows are aborted; the job then becomes `cancelled` and its unused credits are released. Completed rows stay charged. A job that has already ended does not change.
         *
         *     Needs an API key or a session token with the permission `enrichment`.
         */
        post: operations["cancelEnrichment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your jobs
         * @description Jobs of every kind, newest first.
         *
         *     Needs an API key or a session token with any permission.
         */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a job
         * @description A job moves from `queued` to `running`, then ends as `completed`, `failed` or `cancelled`; a final status never changes. A job with failed items is still `completed`; it is `failed` only when it could not run at all. Ended jobs are kept for 30 days unless the operator sets another period.
         *
         *     Needs an API key or a session token with any permission.
         */
        get: operations["getJob"];
        put?: never;
        post?: never;
        /**
         * Cancel a job
         * @description Items that have not started end at once, and running items are aborted. When they have stopped, the job becomes `cancelled` and its unused credits are released. Completed items stay charged. A job that has already ended does not change.
         *
         *     Needs an API key or a session token with any permission.
         */
        delete: operations["cancelJob"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{jobId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a job's progress
         * @description A short form of the job record.
         *
         *     Needs an API key or a session token with any permission.
         */
        get: operations["getJobStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{jobId}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a job's results
         * @description Also works while the job runs and then returns the results so far. Of a job in input order, later ones may belong on pages that were read before: once it has ended, read them again from the first page. A page ends before the response reaches 64 MiB; use `nextCursor` to get the next one. Files (screenshots, PDFs) are signed URLs that work for 24 h.
         *
         *     Needs an API key or a session token with any permission.
         */
        get: operations["listJobResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{jobId}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream a job's events
         * @description Server-Sent Events: `url_completed` (`url`, `status`, `creditsUsed`) and `progress` (`completed`, `failed`, `total`, `progress` and `successRate` in percent, `status`) for each item, and a final `completed`, `failed` or `cancelled` (`jobId`, `status`). Each event has an `id`: send it as `Last-Event-ID` to resume without gaps or repeats, even after a restart. If a job has more than 500 events, a new stream starts with one `progress` event instead of the history. The stream of an ended job sends only the last event, and is a 204 after it, so that an `EventSource` stops. A comment line is sent every 15 s.
         *
         *     Needs an API key or a session token with any permission.
         */
        get: operations["streamJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/queues/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the queue's status
         * @description Covers your jobs; an administrator sees the jobs of all accounts.
         *
         *     Needs an API key or a session token with the permission `account`.
         */
        get: operations["getQueueStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/queues/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the jobs in the queue
         * @description Your jobs, newest first. An administrator sees the jobs of all accounts, and the owner of each.
         *
         *     Needs an API key or a session token with the permission `account`.
         */
        get: operations["listQueueJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a stored file
         * @description Returns a screenshot, PDF or snapshot. Use its signed URL, which works for 24 h without a key, or the key of the account that owns it. Any other request gets 404.
         */
        get: operations["getFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/archive/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List snapshots of a page
         * @description Returns the snapshots of a URL that an archive has. Costs 1 credit, even if there are none. Rate limits are per account and minute.
         *
         *     Needs an API key or a session token, or a token of the operator's identity provider, with the permission `archive`.
         */
        post: operations["searchArchive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/archive/snapshot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a snapshot of a page
         * @description Returns the capture of a URL at a moment, or the nearest one, as archived: without the archive's banner and with the original links. Archived redirects and errors are returned too. Costs 2 credits; if there is no capture: 404 `not_found`, which costs nothing. At most 20 MiB. Rate limits are per account and minute.
         *
         *     Needs an API key or a session token, or a token of the operator's identity provider, with the permission `archive`.
         */
        post: operations["getSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/archive/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check whether a page has a snapshot
         * @description Returns whether an archive has the URL, and from when. Free. If the archive cannot tell, the error is `archive_unavailable`; `hasSnapshots: false` means that there is no snapshot. Rate limits are per account and minute.
         *
         *     Needs an API key or a session token, or a token of the operator's identity provider, with the permission `archive`.
         */
        post: operations["checkArchive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/archive/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a timeline of snapshots
         * @description Returns the number and times of snapshots of a URL in each period of a date range. Costs 1 credit. Rate limits are per account and minute.
         *
         *     Needs an API key or a session token, or a token of the operator's identity provider, with the permission `archive`.
         */
        post: operations["buildTimeline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/archive/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare a page at two times
         * @description Returns how a page changed between two times, the later of which may be now: the diff of its content, and the changed share. Costs 2 credits per snapshot; the current page costs the same as a scrape. Rate limits are per minute and account.
         *
         *     Needs an API key or a session token, or a token of the operator's identity provider, with the permission `archive`.
         */
        post: operations["compareSnapshots"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/archive/local/warc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download your captures as WARC
         * @description Returns the stored pages that the account scraped (`WEIR_ARCHIVE=on`) as one WARC 1.1 file, compressed per record: requests and responses as transferred, including redirects, and pages as rendered by browsers. The response is streamed.
         *
         *     Needs an API key or a session token, or a token of the operator's identity provider, with the permission `archive`.
         */
        get: operations["downloadWarc"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/archive/local/wacz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download your captures as WACZ
         * @description The same as a WACZ 1.1.1 file, with an index and a list of pages, which replayweb.page can open.
         *
         *     Needs an API key or a session token, or a token of the operator's identity provider, with the permission `archive`.
         */
        get: operations["downloadWacz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/archive/local": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete captures
         * @description Deletes captures of the account; all of them if the query names none.
         *
         *     Needs an API key or a session token, or a token of the operator's identity provider, with the permission `archive`.
         */
        delete: operations["deleteCaptures"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/monitors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your monitors
         * @description Newest first.
         *
         *     Needs an API key or a session token with the permission `monitors`.
         */
        get: operations["listMonitors"];
        put?: never;
        /**
         * Create a monitor
         * @description Fetches a page on a schedule and reports changes. The first run stores the page as a baseline; each later run compares the converted content with it and, after a change, with the changed page. Before a change is reported, the page is fetched up to three more times at no cost: content that differs from fetch to fetch (tokens, advertisements, counters, shuffled lists) is not a change, nor are dates and ages that move on with time, and content that changes in nearly every run is ignored once this is recognized. A run costs the same as the scrape; a failed run costs nothing.
         *
         *     Needs an API key or a session token with the permission `monitors`.
         */
        post: operations["createMonitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/monitors/{monitorId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a monitor
         * @description Headers, passwords and actions are stored but not returned: `hiddenOptions` names them.
         *
         *     Needs an API key or a session token with the permission `monitors`.
         */
        get: operations["getMonitor"];
        put?: never;
        post?: never;
        /**
         * Delete a monitor
         * @description Also deletes its history and snapshots. A run in progress is cancelled.
         *
         *     Needs an API key or a session token with the permission `monitors`.
         */
        delete: operations["deleteMonitor"];
        options?: never;
        head?: never;
        /**
         * Update a monitor
         * @description Accepts any field. A new `url`, or a change to an option that decides what is compared, starts a new baseline.
         *
         *     Needs an API key or a session token with the permission `monitors`.
         */
        patch: operations["updateMonitor"];
        trace?: never;
    };
    "/v1/monitors/{monitorId}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a monitor now
         * @description Runs the monitor outside its schedule, even while it is paused. Gives 409 `conflict` if a run is in progress. Without enough credits or valid options, the run is recorded as failed and there is no job.
         *
         *     Needs an API key or a session token with the permission `monitors`.
         */
        post: operations["runMonitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/monitors/{monitorId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a monitor's runs
         * @description Newest first. Runs are kept as long as results: 30 days unless the operator sets another period.
         *
         *     Needs an API key or a session token with the permission `monitors`.
         */
        get: operations["listMonitorRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/monitors/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export all monitors
         * @description Returns the monitors in the format that the import takes, which takes 1000 at a time. Options that may be secret are left out and named in `hiddenOptions`.
         *
         *     Needs an API key or a session token with the permission `monitors`.
         */
        get: operations["exportMonitors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/monitors/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import monitors
         * @description Creates all of the monitors or none, at most 1000: send more in several requests. Each starts with its own baseline. The whole response of an export can be sent too.
         *
         *     Needs an API key or a session token with the permission `monitors`.
         */
        post: operations["importMonitors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/monitors/{monitorId}/feed.atom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the change feed of a monitor
         * @description An Atom feed for feed readers. It needs no key because the monitor's `feedUrl` contains a token.
         */
        get: operations["getMonitorFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/monitors/{monitorId}/feed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the feed URL of a monitor
         * @description The previous URL stops working.
         *
         *     Needs an API key or a session token with the permission `monitors`.
         */
        post: operations["rotateMonitorFeed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/results/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the results of an ended job
         * @description A job that has not ended gives 409 `job_not_completed` with `status` in the details. `content` is empty if the first item is larger than 16 MiB. A page ends before the response reaches 64 MiB.
         *
         *     Needs an API key or a session token with the permission `results`.
         */
        get: operations["getResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/results/{jobId}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the results of an ended job
         * @description Returns all results as one file, with the same entries as `/v1/jobs/{jobId}/results`; a result that is not an object is wrapped as `value`. The file is streamed, whatever its size: if an error occurs meanwhile, the connection closes before the end of the file. A job that has not ended gives 409 `job_not_completed` with `status` in the details.
         *
         *     Needs an API key or a session token with the permission `results`.
         */
        get: operations["downloadResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/results/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export the results of several jobs
         * @description Returns the results of ended jobs of any kind as one file, in the order of `jobIds`; the field `jobId` names the job of each result. If a job has not ended: 409 `job_not_completed`; if a job is unknown: 404. Either way no file is returned.
         *
         *     Needs an API key or a session token with the permission `results`.
         */
        post: operations["exportResults"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook deliveries
         * @description Newest first. Deliveries are kept for 30 days unless the operator sets another period.
         *
         *     Needs an API key or a session token with the permission `account`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook delivery
         * @description Includes the body and each attempt.
         *
         *     Needs an API key or a session token with the permission `account`.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/deliveries/{deliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a webhook delivery
         * @description Sends it again at once, with the same `id` and body and a full new series of attempts; also works for an accepted delivery and for one that waits for its next attempt. A disabled receiver is enabled again.
         *
         *     Needs an API key or a session token with the permission `account`.
         */
        post: operations["retryDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends `webhook.test` to a receiver at once, signed like any other event, even if the receiver has failed before; see the delivery for the outcome.
         *
         *     Needs an API key or a session token with the permission `account`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your webhook secret
         * @description `X-Webhook-Signature` is `sha256=` and the HMAC-SHA256 of the body’s bytes in hex, with this text as the key. The headers of Standard Webhooks are sent too, so that its libraries can verify deliveries.
         *
         *     Needs an API key or a session token with the permission `account`.
         */
        get: operations["getWebhookSecret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/secret/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate your webhook secret
         * @description For 24 hours, the previous secret also signs, in `X-Webhook-Signature-Previous`; older secrets stop signing.
         *
         *     Needs an API key or a session token with the permission `account`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/capabilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the server's capabilities
         * @description Lists plugins, engines with their features and readiness, providers of services, the proxy pool, and the limits of your plan.
         *
         *     Needs an API key or a session token.
         */
        get: operations["getCapabilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in
         * @description Returns a session token that is valid for one day and accepted wherever a key is. After ten failures from one client within 15 minutes, logins give 429 `rate_limited`. After ten failures for one e-mail address, from any client, further attempts are processed one at a time and wrong ones give 429; the right password is still accepted.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/oidc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in with the identity provider
         * @description Takes an ID token of the operator's OpenID Connect issuer (RS256, PS256, ES256 or EdDSA) and logs in the user with its verified e-mail address. Without an issuer: 501 `not_configured`.
         */
        post: operations["loginWithOidc"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log out
         * @description Ends the session; its token is rejected from then on.
         *
         *     Needs a session token or an administrator's key.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Validate a key
         * @description Describes the key that the request presents. An invalid key gives 401.
         *
         *     Needs an API key or a session token.
         */
        get: operations["validateKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Newest first. Revoked keys stay in the list, with `revokedAt`. The full keys are not stored and cannot be returned.
         *
         *     Needs a session token or an administrator's key.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description A key created with a restricted key (permissions, networks, endpoints, expiry) gets the same restrictions or narrower ones. The full key is returned only in this response. An account can have 1000 keys that are neither revoked nor expired. A feature that the plan does not include gives 403 with `details.requiredPlan`.
         *
         *     Needs a session token or an administrator's key.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/api-keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description From then on, the key gives 401 `key_revoked`.
         *
         *     Needs a session token or an administrator's key.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your profile
         * @description Includes this month's credits, and the requests and pages of the calendar month.
         *
         *     Needs an API key or a session token with the permission `account`.
         */
        get: operations["getProfile"];
        /**
         * Update your profile
         * @description Omitted fields do not change, including those of `preferences`.
         *
         *     Needs an API key or a session token with the permission `account`.
         */
        put: operations["updateProfile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change your password
         * @description Ends all your sessions and starts the one in this response; API keys keep working. A wrong `currentPassword` is rejected and counts as a failed login. A user without a password gets the first one from an administrator.
         *
         *     Needs a session token or an administrator's key.
         */
        put: operations["changePassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your usage
         * @description Requests, pages and credits of a period, by endpoint and by day (UTC). Recorded per hour. Administrators may query another account, or all accounts.
         *
         *     Needs an API key or a session token with the permission `account`.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a usage overview
         * @description Totals of a period, the average response time, and the share of successful requests. Administrators may query another account, or all accounts.
         *
         *     Needs an API key or a session token with the permission `account`.
         */
        get: operations["getUsageOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/trends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get usage over time
         * @description The overview by hour, day, week or month, in UTC. Administrators may query another account, or all accounts.
         *
         *     Needs an API key or a session token with the permission `account`.
         */
        get: operations["listUsageTrends"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the accounts with the highest usage
         * @description Ordered by credits, then by requests, in a period.
         *
         *     Needs an administrator's key.
         */
        get: operations["listMostUsingAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/webhooks/stripe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a Stripe event
         * @description For Stripe only, which signs its requests (`Stripe-Signature`); any other request gives 400. Each event is applied once, in any order of arrival. Without Stripe: 501.
         */
        post: operations["receiveStripeEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your subscription
         * @description Returns your plan, what you pay and until when, and this month's credits. A plan set by an administrator shows at once.
         *
         *     Needs an API key or a session token with the permission `account`.
         */
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel your subscription
         * @description Ends the subscription with the paid period. Until then the plan stays, and `POST /v1/billing/resume` undoes the cancellation. Without a subscription: 409.
         *
         *     Needs an API key or a session token with the permission `account`.
         */
        post: operations["cancelSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume your subscription
         * @description Undoes a cancellation, as long as the subscription has not ended. An ended subscription gives 409.
         *
         *     Needs an API key or a session token with the permission `account`.
         */
        post: operations["resumeSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/portal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open the billing portal
         * @description Returns a URL, valid for some minutes, where you see your invoices and change your payment method. If the provider has no such pages: 501 `not_configured`.
         *
         *     Needs an API key or a session token with the permission `account`.
         */
        post: operations["openBillingPortal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Buy or change a plan
         * @description Changes nothing yet: the plan changes when it is paid for at `checkoutUrl`, or when an administrator approves the request. An account with a subscription changes it this way, up or down, and does not pay twice. If you already have the plan and period: 409. If you repeat the request, the same checkout is returned while it is open; a request for something else replaces it.
         *
         *     Needs an API key or a session token with the permission `account`.
         */
        post: operations["startCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List plans
         * @description Includes what each plan allows, how it can be bought, and its price if known.
         *
         *     Needs an API key or a session token with the permission `account`.
         */
        get: operations["listPlans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/billing/stripe/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Stripe events
         * @description Ids of the events of the last 90 days. `unmatched` events refer to a customer, a subscription or a price that is unknown to this server.
         *
         *     Needs an administrator's key.
         */
        get: operations["listStripeEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/billing/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List plan requests
         * @description Requests made with `POST /v1/billing/checkout` while no payment provider is configured, newest first.
         *
         *     Needs an administrator's key.
         */
        get: operations["listBillingRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/billing/requests/{sessionId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a plan request
         * @description Gives the user the plan at once, with a full month's credits. Approving again changes nothing; a declined or replaced request gives 409. Setting the plan with `PUT /v1/admin/users/{userId}` also approves a request for it.
         *
         *     Needs an administrator's key.
         */
        post: operations["approveBillingRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/billing/requests/{sessionId}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline a plan request
         * @description Does not change the user.
         *
         *     Needs an administrator's key.
         */
        post: operations["turnDownBillingRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get statistics and health of the service
         * @description Totals for all accounts, and the state of the store, the queue, the disk, the file storage, each engine and each provider, with the remedy for each problem.
         *
         *     Needs an administrator's key.
         */
        get: operations["getAdminStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Newest first. A user must match all filters.
         *
         *     Needs an administrator's key.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user
         * @description Without `password`, one is generated and returned only in this response. If the e-mail address is taken: 409.
         *
         *     Needs an administrator's key.
         */
        post: operations["addUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user
         * @description Includes this month's usage, and the keys without their values.
         *
         *     Needs an administrator's key.
         */
        get: operations["getUser"];
        /**
         * Update a user
         * @description Applies at once; omitted fields do not change. The keys and sessions of a suspended user give 403, and the user's jobs end. A new password ends the user's sessions. Gives 409 if no active administrator would be left, or if administrators would suspend or demote themselves.
         *
         *     Needs an administrator's key.
         */
        put: operations["updateUser"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{userId}/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset a user's password
         * @description Generates a password and returns it only in this response; the user's sessions end. To choose the password, use `PUT`.
         *
         *     Needs an administrator's key.
         */
        post: operations["resetUserPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit log entries
         * @description Newest first: users added, changed, suspended and activated; passwords; keys created and revoked; administrators' logins; logins locked after failures; webhook secrets; and the entries of plugins. Each entry is written together with its change and contains no secret. Entries are kept for `WEIR_AUDIT_DAYS`.
         *
         *     Needs an administrator's key.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Error: {
            /** @constant */
            success: false;
            error: {
                /**
                 * @description Stable; branch on this
                 * @example invalid_options
                 */
                code: string;
                /** @description What is wrong and what is allowed, for a person */
                message: string;
                details: {
                    [key: string]: unknown;
                };
            };
        };
        ChangeTracking: {
            /** @description null on the first scrape */
            previousScrapeAt: string | null;
            /**
             * @description `new` also if the page had been removed before; `removed` if it responds with 404 or 410 and existed before
             * @enum {string}
             */
            changeStatus: "new" | "same" | "changed" | "removed";
            /**
             * @description `hidden` while the page is removed
             * @enum {string}
             */
            visibility: "visible" | "hidden";
            /** @description Percent of the text that changed */
            changePercent: number;
            addedLines: number;
            removedLines: number;
            /** @description Unified diff of the markdown; at most 64 KiB */
            diff: string | null;
        };
        OpenGraph: {
            title: string | null;
            description: string | null;
            url: string | null;
            image: string | null;
            type: string | null;
            siteName: string | null;
            locale: string | null;
            audio: string | null;
            video: string | null;
        };
        SocialCard: {
            card: string | null;
            site: string | null;
            creator: string | null;
            title: string | null;
            description: string | null;
            image: string | null;
            imageAlt: string | null;
        };
        Article: {
            /** @description As written in the page */
            publishedTime: string | null;
            modifiedTime: string | null;
            expirationTime: string | null;
            author: string | null;
            section: string | null;
            tags: string[];
        };
        StructuredData: {
            /** @description The JSON-LD blocks; each node of an `@graph` is a separate entry */
            jsonLd: {
                [key: string]: unknown;
            }[];
            /** @description Top-level items: `type`, `id` and `properties` */
            microdata: {
                [key: string]: unknown;
            }[];
            rdfa: {
                [key: string]: unknown;
            }[];
            /** @description All og: properties; a repeated property is an array */
            openGraph: {
                [key: string]: unknown;
            };
            /** @description The schema.org types found in the page */
            schemaTypes: string[];
        };
        HeadingDistribution: {
            h1: number;
            h2: number;
            h3: number;
            h4: number;
            h5: number;
            h6: number;
        };
        ContentQuality: {
            wordCount: number;
            sentenceCount: number;
            characterCount: number;
            /** @description Flesch reading ease; English only */
            readabilityScore: number | null;
            /** @description School grade; English only */
            fleschKincaidGrade: number | null;
            /** @description Words per sentence */
            averageSentenceLength: number;
            averageWordsPerSentence: number;
            /** @description Share of the markup that is text, from 0 to 1 */
            contentDensity: number;
            estimatedReadingTimeMinutes: number;
            isContentRich: boolean;
            headingCount: number;
            paragraphCount: number;
            linkCount: number;
            imageCount: number;
            listCount: number;
            tableCount: number;
            quoteCount: number;
            codeBlockCount: number;
            /** @enum {string} */
            contentType: "article" | "product" | "forum" | "documentation" | "listing" | "media" | "data" | "page";
            readingLevel: ("elementary" | "middle school" | "high school" | "college" | "graduate") | null;
            /** @description Ratio of distinct words to all words, over windows of 100 words, from 0 to 1 */
            lexicalDiversity: number;
            headingDistribution: components["schemas"]["HeadingDistribution"];
        };
        TraceStep: {
            engine: string;
            url: string;
            /** @description 0 if there was no response */
            status: number;
            /** @description Why the next attempt was made; null for the last attempt */
            reason: string | null;
            /** @enum {string} */
            level?: "basic" | "advanced" | "maximum";
            ms: number;
        };
        ScrapeMetadata: {
            /** @description The URL after redirects */
            url: string;
            statusCode: number;
            contentType: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            extractedAt: string;
            /** @description Milliseconds */
            processingTime: number;
            creditsUsed: number;
            /** @description The document's title */
            title?: string | null;
            /** @description The page's own title as a reader would say it, without the name of the site */
            headline?: string | null;
            description?: string | null;
            /** @description BCP 47 */
            language?: string | null;
            /** @description As written in the page, comma-separated */
            keywords?: string | null;
            robots?: string | null;
            /** @description Absolute URL */
            canonical?: string | null;
            author?: string | null;
            /** @description The date that the page states for itself; only the day if the page gives no time */
            date?: string | null;
            publisher?: string | null;
            /** @description Absolute URL */
            favicon?: string | null;
            feeds?: {
                url: string;
                title: string | null;
                type: string;
            }[];
            og?: components["schemas"]["OpenGraph"];
            social?: components["schemas"]["SocialCard"];
            article?: components["schemas"]["Article"];
            structuredData?: components["schemas"]["StructuredData"];
            contentQuality?: components["schemas"]["ContentQuality"];
            wordCount?: number;
            characterCount?: number;
            linksCount?: number;
            imagesCount?: number;
            /** @description Milliseconds, the same as `processingTime`; only where a request with `urls` returns its results */
            loadTime?: number;
            engine?: string;
            /** @enum {string} */
            parserName?: "html" | "pdf" | "spreadsheet" | "document" | "slides" | "video" | "json" | "xml" | "feed" | "text" | "image";
            /** @enum {string} */
            contentSource?: "main" | "body" | "document" | "transcript" | "data";
            trace?: components["schemas"]["TraceStep"][];
            /** @description Whether the page came from the cache. `extractedAt`, `processingTime` and `trace` then describe the fetch at `cachedAt` */
            cached?: boolean;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            cachedAt?: string;
            pageCount?: number | null;
            /** @description For videos: whether captions exist; if so, they are the content */
            transcriptAvailable?: boolean;
            actions?: {
                [key: string]: unknown;
            }[];
            executeJS?: unknown;
        };
        StoredFile: {
            /** @example file_01900000-0000-7000-8000-000000000000 */
            id: string;
            /** @description `screenshot`, `pdf` … */
            type: string;
            /** @description Signed URL; expires in 24 h. Without the signature, the request needs the key */
            url: string;
            mediaType: string;
            /** @description Bytes */
            size: number;
            expiresAt: string | null;
        };
        ScrapedPage: {
            /** @description The first requested text format; if only JSON formats were requested, the first as text */
            content: string;
            /** @description CommonMark with GFM */
            markdown?: string;
            /** @description Cleaned HTML */
            html?: string;
            /** @description The response as sent by the site, decoded */
            rawHtml?: string;
            /** @description Plain text without markup */
            text?: string;
            /** @description The document as data: title, sections with paragraphs, lists, tables, code, images and links; for a video, `segments` with `start` and `duration` in seconds and `text` */
            json?: unknown;
            /** @description The data that the page declares in JSON-LD, microdata, RDFa and Open Graph, by schema.org type */
            structured?: unknown;
            /** @description Absolute URLs without duplicates, in page order */
            links?: string[];
            /** @description Images in the visible content without duplicates, each as the absolute URL of the largest version that the page offers */
            images?: {
                url: string;
                alt: string | null;
            }[];
            /** @description One entry for each entry of the parameter `attributes`, in the same order */
            attributes?: {
                selector: string;
                attribute: string;
                values: string[];
            }[];
            /** @description A few sentences, written by the server's language model; without a model, the first sentences of the main content */
            summary?: string;
            changeTracking?: components["schemas"]["ChangeTracking"];
            /** @description URL of the screenshot */
            screenshot?: string;
            /** @description URL of the PDF */
            pdf?: string;
            /** @description Data in the shape of the extraction schema; absent, with a warning, if the page responded with 500 or above */
            extracted?: unknown;
            metadata: components["schemas"]["ScrapeMetadata"];
            files: components["schemas"]["StoredFile"][];
        };
        SinglePageReply: {
            /** @constant */
            success: true;
            /**
             * @description `single`: the page; `async`: a started job; `direct`: the results of the job
             * @constant
             */
            processingMode: "single";
            data: components["schemas"]["ScrapedPage"];
            warnings?: string[];
        };
        ResultFile: {
            /** @example file_01900000-0000-7000-8000-000000000000 */
            id: string;
            /** @description `screenshot`, `pdf` … */
            type: string;
            /** @description Signed URL; expires in 24 h. Without the signature, the request needs the key */
            url: string;
            mediaType: string;
            /** @description Bytes */
            size: number;
        };
        ScrapedEntry: {
            /** @description CommonMark with GFM */
            markdown?: string;
            /** @description Cleaned HTML */
            html?: string;
            /** @description The response as sent by the site, decoded */
            rawHtml?: string;
            /** @description Plain text without markup */
            text?: string;
            /** @description The document as data: title, sections with paragraphs, lists, tables, code, images and links; for a video, `segments` with `start` and `duration` in seconds and `text` */
            json?: unknown;
            /** @description The data that the page declares in JSON-LD, microdata, RDFa and Open Graph, by schema.org type */
            structured?: unknown;
            /** @description Absolute URLs without duplicates, in page order */
            links?: string[];
            /** @description Images in the visible content without duplicates, each as the absolute URL of the largest version that the page offers */
            images?: {
                url: string;
                alt: string | null;
            }[];
            /** @description One entry for each entry of the parameter `attributes`, in the same order */
            attributes?: {
                selector: string;
                attribute: string;
                values: string[];
            }[];
            /** @description A few sentences, written by the server's language model; without a model, the first sentences of the main content */
            summary?: string;
            changeTracking?: components["schemas"]["ChangeTracking"];
            /** @description URL of the screenshot */
            screenshot?: string;
            /** @description URL of the PDF */
            pdf?: string;
            /** @description Data in the shape of the extraction schema; absent, with a warning, if the page responded with 500 or above */
            extracted?: unknown;
            /** @description The URL as sent in the request */
            url: string;
            /** @constant */
            status: "success";
            title: string | null;
            description: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            scrapedAt: string;
            wordCount: number;
            /** @description The first requested text format; if only JSON formats were requested, the first as text */
            content: string;
            metadata: components["schemas"]["ScrapeMetadata"];
            files?: components["schemas"]["ResultFile"][];
            /** @description What the caller should know about the page */
            warnings?: string[];
        } & {
            [key: string]: unknown;
        };
        FailedEntry: {
            /** @description The URL as sent in the request */
            url: string;
            /** @constant */
            status: "failed";
            /** @description The message; in the job's results the whole error, with `code` and `details` */
            error: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            scrapedAt: string;
            /** @description `code` is the error code; in the answer to the request only */
            metadata: {
                url: string;
                /** @constant */
                statusCode: 0;
                error: string;
                code?: string;
                /** @constant */
                creditsUsed: 0;
            };
        };
        BatchSummary: {
            total: number;
            successful: number;
            failed: number;
            /** @description Percent */
            successRate: number;
            /** @description Milliseconds */
            processingTime: number;
            /** @description Milliseconds */
            averageTimePerUrl: number;
            creditsUsed: number;
            creditsPerUrl: number;
            concurrency: number;
        };
        ScrapeResults: {
            /** @description In the order of the request */
            results: (components["schemas"]["ScrapedEntry"] | components["schemas"]["FailedEntry"])[];
            successful: components["schemas"]["ScrapedEntry"][];
            failed: components["schemas"]["FailedEntry"][];
            summary: components["schemas"]["BatchSummary"];
        };
        ScrapePageReply: ({
            /** @constant */
            success: true;
            /** @enum {string} */
            processingMode: "single" | "direct";
        } & {
            [key: string]: unknown;
        }) & (components["schemas"]["SinglePageReply"] | {
            /** @constant */
            success: true;
            /** @constant */
            processingMode: "direct";
            /** @example job_01900000-0000-7000-8000-000000000000 */
            jobId: string;
            data: components["schemas"]["ScrapeResults"];
            /** @description Present if some URLs failed */
            warning?: string;
            warnings?: string[];
        });
        ScrapeJob: {
            /** @example job_01900000-0000-7000-8000-000000000000 */
            jobId: string;
            /**
             * @description `queued` or `running`
             * @example queued
             */
            status: string;
            totalUrls: number;
            /** @description Credits held until the job ends */
            estimatedCredits: number;
            /**
             * @description Estimate in words, based on measured times
             * @example 40 seconds
             * @example 3 minutes
             */
            estimatedTime: string;
            /**
             * @description Path of the job record
             * @example /v1/jobs/job_01900000-0000-7000-8000-000000000000
             */
            statusUrl: string;
            /**
             * @description Path of the job's event stream (Server-Sent Events)
             * @example /v1/jobs/job_01900000-0000-7000-8000-000000000000/stream
             */
            streamUrl: string;
        };
        ScrapePageAccepted: {
            /** @constant */
            success: true;
            /**
             * @description `single`: the page; `async`: a started job; `direct`: the results of the job
             * @constant
             */
            processingMode: "async";
            data: components["schemas"]["ScrapeJob"];
            warnings?: string[];
        };
        BatchSuccess: {
            url: string;
            title: string | null;
            description: string | null;
            markdown: string;
            /** @description The content in the requested format; `json` is serialized as text */
            content: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            scrapedAt: string;
            /** @constant */
            status: "success";
            wordCount: number;
            metadata: {
                statusCode: number;
                contentType: string | null;
                /** @description Milliseconds */
                loadTime: number;
                creditsUsed: number;
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        BatchFailure: {
            url: string;
            /** @constant */
            status: "failed";
            error: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            scrapedAt: string;
            /** @description `code` is the error code */
            metadata: {
                /** @constant */
                statusCode: 0;
                error: string;
                code: string;
            };
        };
        BatchResults: {
            /** @description In the order of the request */
            results: (components["schemas"]["BatchSuccess"] | components["schemas"]["BatchFailure"])[];
            successful: components["schemas"]["BatchSuccess"][];
            failed: components["schemas"]["BatchFailure"][];
            summary: components["schemas"]["BatchSummary"];
        };
        StartBatchReply: {
            /** @constant */
            success: true;
            /** @constant */
            processingMode: "direct";
            /** @example job_01900000-0000-7000-8000-000000000000 */
            jobId: string;
            data: components["schemas"]["BatchResults"];
            /** @description Present if some URLs failed */
            warning?: string;
            warnings?: string[];
        };
        StartBatchAccepted: {
            /** @constant */
            success: true;
            /** @constant */
            processingMode: "async";
            /** @example job_01900000-0000-7000-8000-000000000000 */
            jobId: string;
            /** @description The same as `jobId` */
            queueJobId: string;
            /**
             * @description `queued` or `running`
             * @example queued
             */
            status: string;
            urlCount: number;
            /** @description Credits held until the job ends */
            estimatedCredits: number;
            /**
             * @description Estimate in words, based on measured times
             * @example 40 seconds
             * @example 3 minutes
             */
            estimatedTime: string;
            /**
             * @description Path of the job record
             * @example /v1/jobs/job_01900000-0000-7000-8000-000000000000
             */
            statusUrl: string;
            message: string;
            warnings?: string[];
        };
        CrawledPage: {
            /** @description The URL as found, without its fragment */
            url: string;
            /** @enum {string} */
            status: "success" | "failed";
            /** @description Number of links from the start page; URLs from a sitemap have depth 1 */
            depth: number;
            /** @description Up to 100 URLs on the site that the page links to but robots.txt disallows */
            forbiddenLinks?: string[];
            /**
             * @description The page is not on the site; see `externalLinks`
             * @constant
             */
            external?: true;
            metadata: {
                /** @description 0 if there was no response */
                statusCode: number;
                creditsUsed: number;
            } & {
                [key: string]: unknown;
            };
            /** @description Why the page failed; failed pages are not charged */
            error?: {
                code: string;
                message: string;
                details: {
                    [key: string]: unknown;
                };
            };
        } & {
            [key: string]: unknown;
        };
        StartCrawlReply: {
            /** @constant */
            success: true;
            /** @example job_01900000-0000-7000-8000-000000000000 */
            jobId: string;
            /** @description The same as `jobId` */
            queueJobId: string;
            /**
             * @description `queued` or `running`
             * @example queued
             */
            status: string;
            startUrl: string;
            maxPages: number;
            maxDepth: number;
            /**
             * @description Estimate in words, based on measured times
             * @example 40 seconds
             * @example 3 minutes
             */
            estimatedTime: string;
            /**
             * @description Path of the job record
             * @example /v1/jobs/job_01900000-0000-7000-8000-000000000000
             */
            statusUrl: string;
            /**
             * @description Path of the job's event stream (Server-Sent Events)
             * @example /v1/jobs/job_01900000-0000-7000-8000-000000000000/stream
             */
            streamUrl: string;
            warnings?: string[];
            /** @description Credits charged */
            creditsUsed: number;
            /** @constant */
            processingMode: "direct";
            /** @description In order of completion */
            results: components["schemas"]["CrawledPage"][];
        };
        StartCrawlAccepted: {
            /** @constant */
            success: true;
            /** @example job_01900000-0000-7000-8000-000000000000 */
            jobId: string;
            /** @description The same as `jobId` */
            queueJobId: string;
            /**
             * @description `queued` or `running`
             * @example queued
             */
            status: string;
            startUrl: string;
            maxPages: number;
            maxDepth: number;
            /**
             * @description Estimate in words, based on measured times
             * @example 40 seconds
             * @example 3 minutes
             */
            estimatedTime: string;
            /**
             * @description Path of the job record
             * @example /v1/jobs/job_01900000-0000-7000-8000-000000000000
             */
            statusUrl: string;
            /**
             * @description Path of the job's event stream (Server-Sent Events)
             * @example /v1/jobs/job_01900000-0000-7000-8000-000000000000/stream
             */
            streamUrl: string;
            warnings?: string[];
            /** @description Estimate for all of `maxPages`; this amount is held until the job ends */
            creditsUsed: number;
            /** @constant */
            processingMode: "async";
        };
        MappedUrl: {
            /** @description The URL as found, without its fragment */
            url: string;
            /** @description Number of links from the root; URLs from a sitemap have depth 1 */
            depth: number;
            /** @description Status after redirects; null if there was no response or no time to request the URL */
            statusCode: number | null;
            title: string | null;
            description?: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            discoveredAt: string;
            /** @description The page that links to it; null for the root and for URLs from a sitemap */
            parentUrl: string | null;
        };
        MapSummary: {
            totalUrls: number;
            /** @description Responded with a status below 400, without a redirect */
            successfulUrls: number;
            /** @description Responded with a status of 400 or above, or did not respond */
            failedUrls: number;
            /** @description Redirected to another URL */
            redirectUrls: number;
            /** @description Seconds */
            mappingTime: number;
            creditsUsed: number;
            /** @description The time limit ended the map early */
            timedOut?: boolean;
        };
        SiteMap: {
            domain: string;
            rootUrl: string;
            totalPages: number;
            maxDepthReached: number;
            /** @description Nearest to the root first, or best match first with `search` */
            urls: components["schemas"]["MappedUrl"][];
            summary: components["schemas"]["MapSummary"];
        };
        MapSiteReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["SiteMap"];
            warnings?: string[];
        };
        SearchResult: {
            position: number;
            title: string;
            link: string;
            /** @description Plain text; empty if the provider gives none */
            snippet: string;
            /**
             * @description The host
             * @example example.com
             */
            displayLink: string;
            /**
             * Format: date-time
             * @description Present if the provider gives it
             * @example 2026-01-31T12:00:00.000Z
             */
            publishedAt?: string;
        };
        ScrapedSearchResult: {
            position: number;
            title: string;
            url: string;
            /** @description As given by the provider or the page itself */
            description: string;
            /**
             * @description The host
             * @example example.com
             */
            displayLink: string;
            markdown?: string;
            /** @description In the first requested format */
            content?: string;
            /** @description The first 300 characters of the text */
            preview?: string;
            /** @description The model’s summary if the format `summary` was requested; otherwise the page’s description, or its first sentences */
            summary?: string;
            /** Format: date-time */
            scrapedAt: string;
            /** @enum {string} */
            scrapeStatus: "success" | "failed";
            /** @description Why scraping failed; the failure is not charged */
            error?: {
                code: string;
                message: string;
                details: {
                    [key: string]: unknown;
                };
            };
            wordCount?: number;
            /** @description Minutes */
            readingTime?: number;
            /** @description Also has the fields of a scrape's metadata */
            metadata: {
                /** @description 0 if there was no response */
                statusCode: number;
                /** @enum {string} */
                contentQuality?: "high" | "medium" | "low";
                creditsUsed: number;
            } & {
                [key: string]: unknown;
            };
            /** @description What the caller should know about the page */
            warnings?: string[];
        } & {
            [key: string]: unknown;
        };
        ImageResult: {
            position: number;
            title: string;
            /** @description URL of the page that shows the image */
            link: string;
            /**
             * @description The host
             * @example example.com
             */
            displayLink: string;
            imageUrl: string;
            thumbnailUrl?: string;
            /** @description Pixels */
            width?: number;
            /** @description Pixels */
            height?: number;
        };
        SearchMetadata: {
            /**
             * @description The provider that responded
             * @example searxng
             */
            provider: string;
            /** @description Whether another provider, or part of this one, did not respond */
            degraded: boolean;
            /** @description Sources of the provider that did not respond */
            silent: {
                name: string;
                reason: string;
            }[];
        };
        SearchResults: {
            query: string;
            /** @description Best match first; with `scrapeResults`, entries are of the second type */
            results: components["schemas"]["SearchResult"][] | components["schemas"]["ScrapedSearchResult"][];
            /** @description Present if requested in `sources` */
            news?: components["schemas"]["SearchResult"][];
            /** @description Present if requested in `sources` */
            images?: components["schemas"]["ImageResult"][];
            /** @description Number of results in the response, from all sources */
            totalResults: number;
            /** @description Seconds */
            searchTime: number;
            creditsUsed: number;
            metadata: components["schemas"]["SearchMetadata"];
        };
        SearchWebReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["SearchResults"];
            warnings?: string[];
        };
        TokenUsage: {
            /** @description Tokens of any extraction */
            base: number;
            /** @description `outputSizeBytes` / 0.5, rounded up */
            output: number;
            /** @description Reasoning tokens of the model; 0 without one */
            thinking: number;
            /** @description The sum */
            total: number;
            formula: string;
        };
        Evidence: {
            /**
             * @description JSON pointer to the value in `extractedData`; for a value removed by `dropUnsupported`, its former location
             * @example /0/price
             */
            path: string;
            value: string | number | boolean;
            /** @description Whether a page states the value, literally or in another notation */
            supported: boolean;
            /** @description The text around the value */
            quote: string | null;
            sourceUrl: string | null;
            /** @description Position of the quote in the page’s markdown, in characters; null if the value is only in the page’s data */
            offset: number | null;
        };
        ExtractionBilling: {
            /** @description Always `tokens` */
            method: string;
            formula: string;
            /** @description Bytes of `extractedData` as JSON, in UTF-8 */
            outputSizeBytes: number;
            creditsPerToken: number;
        };
        ExtractionMetadata: {
            /** @description `structured`, or the model that filled the schema */
            model: string;
            /**
             * @description Paths of the values that the page does not state
             * @example [
             *       "price"
             *     ]
             */
            missing: string[];
            /** @description Evidence for the first 500 values */
            evidence?: components["schemas"]["Evidence"][];
            billing: components["schemas"]["ExtractionBilling"];
        };
        Extraction: {
            /** @constant */
            success: true;
            /** @description Objects that match the schema: one, or with `maxPages` one for each thing that the pages describe */
            extractedData: unknown[];
            /** @description The pages that the data comes from, after redirects */
            sourceUrls: string[];
            totalPages: number;
            /** @description Milliseconds */
            processingTime: number;
            tokenUsage: components["schemas"]["TokenUsage"];
            metadata: components["schemas"]["ExtractionMetadata"];
            creditsUsed: number;
        };
        ExtractPageReply: {
            /** @constant */
            success: true;
            /** @example job_01900000-0000-7000-8000-000000000000 */
            jobId: string;
            data: components["schemas"]["Extraction"];
            warnings?: string[];
        };
        ExtractBatchAccepted: {
            /**
             * @description `queued` or `running`
             * @example queued
             */
            status: string;
            totalUrls: number;
            /** @description Credits held until the job ends */
            estimatedCredits: number;
            /**
             * @description Estimate in words, based on measured times
             * @example 40 seconds
             * @example 3 minutes
             */
            estimatedTime: string;
            concurrency: number;
            /**
             * @description Path of the job record
             * @example /v1/jobs/job_01900000-0000-7000-8000-000000000000
             */
            statusUrl: string;
            /**
             * @description Path of the job's event stream (Server-Sent Events)
             * @example /v1/jobs/job_01900000-0000-7000-8000-000000000000/stream
             */
            streamUrl: string;
        };
        StartExtractBatchReply: {
            /** @constant */
            success: true;
            /** @example job_01900000-0000-7000-8000-000000000000 */
            jobId: string;
            data: components["schemas"]["ExtractBatchAccepted"];
            warnings?: string[];
        };
        JobError: {
            code: string;
            message: string;
            details: {
                [key: string]: unknown;
            };
        };
        ExtractBatchResult: {
            /** @description The URL as sent in the request */
            url: string;
            success: boolean;
            /** @description An object that matches the schema; null if the page failed */
            extractedData: unknown | null;
            creditsUsed: number;
            model?: string;
            missing?: string[];
            evidence?: components["schemas"]["Evidence"][];
            tokenUsage?: components["schemas"]["TokenUsage"];
            error?: components["schemas"]["JobError"];
            warnings?: string[];
        };
        ExtractBatchResults: {
            /** @example job_01900000-0000-7000-8000-000000000000 */
            jobId: string;
            /** @description `queued`, `running`, `completed`, `failed` or `cancelled` */
            status: string;
            totalUrls: number;
            successfulUrls: number;
            failedUrls: number;
            creditsUsed: number;
            /** @description Milliseconds since the job started, up to its end */
            processingTime: number;
            /** @description The results so far, in the order of `urls` */
            results: components["schemas"]["ExtractBatchResult"][];
        };
        GetExtractBatchResultsReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["ExtractBatchResults"];
            warnings?: string[];
        };
        ExtractDomainAccepted: {
            /**
             * @description `queued` or `running`
             * @example queued
             */
            status: string;
            domain: string;
            maxPages: number;
            /** @description Credits held until the job ends */
            estimatedCredits: number;
            /**
             * @description Estimate in words, based on measured times
             * @example 40 seconds
             * @example 3 minutes
             */
            estimatedTime: string;
            /**
             * @description Path of the job record
             * @example /v1/jobs/job_01900000-0000-7000-8000-000000000000
             */
            statusUrl: string;
            /**
             * @description Path of the job's event stream (Server-Sent Events)
             * @example /v1/jobs/job_01900000-0000-7000-8000-000000000000/stream
             */
            streamUrl: string;
        };
        ExtractDomainReply: {
            /** @constant */
            success: true;
            /** @example job_01900000-0000-7000-8000-000000000000 */
            jobId: string;
            data: components["schemas"]["ExtractDomainAccepted"];
            warnings?: string[];
        };
        /** @description Can be sent to `POST /v1/extract` */
        GeneratedSchema: {
            /** @constant */
            type: "object";
            properties: {
                [key: string]: unknown;
            };
            required: string[];
            description: string;
        } & {
            [key: string]: unknown;
        };
        SchemaProposal: {
            schema: components["schemas"]["GeneratedSchema"];
            /** @description Advice, such as fields that came out empty in the test on the page */
            recommendations: string[];
            creditsUsed: number;
        };
        GenerateSchemaReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["SchemaProposal"];
            warnings?: string[];
        };
        ExtractionStatus: {
            /** @example job_01900000-0000-7000-8000-000000000000 */
            jobId: string;
            /** @description `extract` or `extract_domain` */
            type: string;
            /** @description `queued`, `running`, `completed`, `failed` or `cancelled` */
            status: string;
            /** @description Percent */
            progress: number;
            /** @description Total number of pages, as far as known */
            totalPages: number;
            creditsUsed: number;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            completedAt: string | null;
            error: components["schemas"]["JobError"] | null;
            /** @description Present when the job is completed */
            extractedData?: unknown[];
            /** @description Present when the job is completed */
            sourceUrls?: string[];
        };
        GetExtractionReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["ExtractionStatus"];
            warnings?: string[];
        };
        EnrichmentAccepted: {
            /** @example job_01900000-0000-7000-8000-000000000000 */
            jobId: string;
            /** @example queued */
            status: string;
            totalRows: number;
            /** @description Credits held until the job ends */
            estimatedCredits: number;
            /** @description Milliseconds, estimated from measured times */
            estimatedTime: number;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /** @description Path of the job record */
            statusUrl: string;
            /** @description Path of the job's event stream (Server-Sent Events) */
            streamUrl: string;
        };
        StartEnrichmentReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["EnrichmentAccepted"];
            warnings?: string[];
        };
        EnrichmentError: {
            /** @constant */
            success: false;
            /**
             * @description Stable; branch on this
             * @example INVALID_REQUEST
             */
            error: string;
            /** @description What was wrong and what is allowed, for a person */
            message: string;
            /** @description Further details; without enough credits `required`, `available` and `shortfall` */
            data: {
                [key: string]: unknown;
            };
        };
        EnrichmentStatus: {
            /** @example job_01900000-0000-7000-8000-000000000000 */
            id: string;
            /**
             * @description `queued`, `processing`, `completed`, `failed` or `cancelled`
             * @example processing
             */
            status: string;
            totalRows: number;
            /** @description Rows that succeeded, failed or were skipped */
            rowsProcessed: number;
            rowsSucceeded: number;
            /** @description Failed rows; they are not charged */
            rowsFailed: number;
            creditsUsed: number;
            /** @description Percent */
            progress: number;
            /** @description Milliseconds, estimated from measured times */
            estimatedTimeRemaining: number;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            startedAt: string | null;
            /** @description When the job ended, whatever its final status */
            completedAt: string | null;
        };
        GetEnrichmentReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["EnrichmentStatus"];
            warnings?: string[];
        };
        EmailDiscovery: {
            /** @description Whether the domain has MX or address records; null if no DNS server responded */
            acceptsMail: boolean | null;
            /** @description Host names, in order of preference */
            mxRecords: string[];
            /** @description Whether the e-mail address belongs to a role, such as sales */
            isRoleAddress: boolean;
            /** @description Whether the domain belongs to a public mailbox provider */
            isFreeMail: boolean;
            isDisposable: boolean;
        };
        CompanyProfile: {
            name: string | null;
            description: string | null;
            /** @description URL of the image */
            logo: string | null;
            website: string;
            socialProfiles: string[];
            phones: string[];
            /** @description Each address in one line */
            addresses: string[];
        };
        /** @description The requested fields are added to these */
        EnrichedRow: {
            /** @description As sent in the request */
            email: string;
            /** @description The host name in ASCII; null for an invalid e-mail address */
            domain: string | null;
            discovery?: components["schemas"]["EmailDiscovery"] | null;
            /** @description null if no site of the company was found */
            company?: components["schemas"]["CompanyProfile"] | null;
            /** @enum {string} */
            enrichment_status: "success" | "failed" | "skipped";
            credits_used: number;
            processing_time_ms: number;
            /** @description Why a row failed or was skipped */
            error?: string;
        } & {
            [key: string]: unknown;
        };
        DownloadEnrichmentReply: components["schemas"]["EnrichedRow"][];
        CancelEnrichmentReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["EnrichmentStatus"];
            warnings?: string[];
        };
        Job: {
            /** @example job_01900000-0000-7000-8000-000000000000 */
            id: string;
            /**
             * @description `queued`, `running` (`processing` for enrichment), `completed`, `failed` or `cancelled`
             * @example running
             */
            status: string;
            /** @description Percent */
            progress: number;
            currentStep: string | null;
            currentUrl: string | null;
            /** @description Items that succeeded */
            pagesCompleted: number;
            /** @description Total number of items, as far as known */
            pagesTotal: number;
            creditsUsed: number;
            estimatedTimeRemaining: number | null;
            /** @description `scrape`, `batch`, `crawl`, `extract`, `extract_domain`, `enrichment`, `monitor`, or a job type of another plugin */
            type: string;
            /** @description `low`, `medium` or `high` */
            priority: string;
            /** @description Total number of items (pages or rows), as far as known */
            total: number;
            /** @description Items that succeeded */
            completed: number;
            /** @description Items that failed; they are not charged */
            failed: number;
            /** @description Credits held until the job ends */
            creditsEstimated: number;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            startedAt: string | null;
            /** @description When the job ended, whatever its final status */
            completedAt: string | null;
            error: components["schemas"]["JobError"] | null;
        };
        JobList: {
            jobs: components["schemas"]["Job"][];
            /** @description The `cursor` of the next page; null on the last page */
            nextCursor: string | null;
        };
        ListJobsReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["JobList"];
            warnings?: string[];
        };
        GetJobReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["Job"];
            warnings?: string[];
        };
        CancelJobReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["Job"];
            warnings?: string[];
        };
        JobStatus: {
            /** @example job_01900000-0000-7000-8000-000000000000 */
            id: string;
            /**
             * @description `queued`, `running` (`processing` for enrichment), `completed`, `failed` or `cancelled`
             * @example running
             */
            status: string;
            /** @description Percent */
            progress: number;
            currentStep: string | null;
            currentUrl: string | null;
            /** @description Items that succeeded */
            pagesCompleted: number;
            /** @description Total number of items, as far as known */
            pagesTotal: number;
            creditsUsed: number;
            estimatedTimeRemaining: number | null;
        };
        GetJobStatusReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["JobStatus"];
            warnings?: string[];
        };
        JobResults: {
            /** @example job_01900000-0000-7000-8000-000000000000 */
            jobId: string;
            status: string;
            /** @description Number of results on all pages */
            total: number;
            /** @description In input order; the results of a crawl in order of completion. Each entry has its `url` and `status` (`success`, `failed`) */
            results: unknown[];
            /** @description The `cursor` of the next page; null on the last page */
            nextCursor: string | null;
        };
        ListJobResultsReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["JobResults"];
            warnings?: string[];
        };
        QueueStatus: {
            totalJobs: number;
            pendingJobs: number;
            activeJobs: number;
            completedJobs: number;
            failedJobs: number;
            /** @description Milliseconds, measured over recently ended jobs */
            averageProcessingTime: number;
            /**
             * @description `degraded`: a job has waited more than a minute; `unhealthy`: the store accepts no writes
             * @enum {string}
             */
            queueHealth: "healthy" | "degraded" | "unhealthy";
        };
        GetQueueStatusReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["QueueStatus"];
            warnings?: string[];
        };
        QueueJob: {
            /** @example job_01900000-0000-7000-8000-000000000000 */
            id: string;
            /**
             * @description `queued`, `running` (`processing` for enrichment), `completed`, `failed` or `cancelled`
             * @example running
             */
            status: string;
            /** @description Percent */
            progress: number;
            currentStep: string | null;
            currentUrl: string | null;
            /** @description Items that succeeded */
            pagesCompleted: number;
            /** @description Total number of items, as far as known */
            pagesTotal: number;
            creditsUsed: number;
            estimatedTimeRemaining: number | null;
            /** @description `scrape`, `batch`, `crawl`, `extract`, `extract_domain`, `enrichment`, `monitor`, or a job type of another plugin */
            type: string;
            /** @description `low`, `medium` or `high` */
            priority: string;
            /** @description Total number of items (pages or rows), as far as known */
            total: number;
            /** @description Items that succeeded */
            completed: number;
            /** @description Items that failed; they are not charged */
            failed: number;
            /** @description Credits held until the job ends */
            creditsEstimated: number;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            startedAt: string | null;
            /** @description When the job ended, whatever its final status */
            completedAt: string | null;
            error: components["schemas"]["JobError"] | null;
            /** @description The account that owns the job; for administrators only */
            accountId?: string;
            /** @description The e-mail address of the owner; for administrators only */
            email?: string | null;
        };
        QueueJobList: {
            jobs: components["schemas"]["QueueJob"][];
            /** @description The `cursor` of the next page; null on the last page */
            nextCursor: string | null;
        };
        ListQueueJobsReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["QueueJobList"];
            warnings?: string[];
        };
        SnapshotSummary: {
            /**
             * @description When it was captured (`YYYYMMDDHHMMSS`, UTC)
             * @example 20210317120000
             */
            timestamp: string;
            /** @description The URL that was archived */
            url: string;
            /** @description MIME type; empty if the archive does not state it */
            mimetype: string;
            /** @description Status of the archived response; empty if the archive does not state it */
            statuscode: string;
            /** @description Digest of the body, SHA-1 in Base32 in most archives: equal digests mean that nothing changed; empty if the archive does not state it */
            digest: string;
            /** @description Size in the archive in bytes, compressed; empty if the archive does not state it */
            length: string;
            /** @description With `includeMetadata` */
            title?: string | null;
            /** @description With `includeMetadata` */
            language?: string | null;
            /** @description Headers of the archived response, with names in lower case */
            headers?: {
                [key: string]: string;
            };
        };
        ArchiveDateRange: {
            /**
             * @description First day (`YYYYMMDD`, UTC)
             * @example 20210316
             */
            from: string;
            /**
             * @description Last day, inclusive (`YYYYMMDD`, UTC)
             * @example 20210316
             */
            to: string;
        };
        ArchiveQuery: {
            dateRange: components["schemas"]["ArchiveDateRange"] | null;
            limit: number;
        };
        ArchiveSearch: {
            /** @description The URL as requested */
            url: string;
            /**
             * @description The archive that was used
             * @example primary_archive
             */
            provider: string;
            /** @description Empty if the archive has none */
            snapshots: components["schemas"]["SnapshotSummary"][];
            /** @description Number of matching snapshots if the archive states it; otherwise the number in the response */
            totalFound: number;
            query: components["schemas"]["ArchiveQuery"];
            creditsUsed: number;
        };
        ArchiveSearchMetadata: {
            /** @description Seconds */
            searchTime: number;
            /**
             * @description The archive that was used
             * @example primary_archive
             */
            provider: string;
            /** @description Whether the response is a recent one from the cache */
            cached: boolean;
        };
        SearchArchiveReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["ArchiveSearch"];
            warnings?: string[];
            metadata: components["schemas"]["ArchiveSearchMetadata"];
        };
        ArchiveError: {
            /** @constant */
            success: false;
            /** @description What was wrong and what is allowed, for a person */
            error: string;
            /** @description Further fields, depending on the code; without enough credits `required` and `available` */
            details: {
                /**
                 * @description Stable; branch on this
                 * @example archive_unavailable
                 */
                code: string;
            } & {
                [key: string]: unknown;
            };
        };
        ArchivedAnswer: {
            /** @description Status of the archived response; redirects and errors are archived too */
            statusCode: number;
            /** @description Empty if the archive does not state it */
            contentType: string;
            /**
             * @description `base64` for content that is not text, such as an image
             * @enum {string}
             */
            encoding: "text" | "base64";
            /** @description Headers of the archived response, with names in lower case */
            headers: {
                [key: string]: string;
            };
        };
        Snapshot: {
            /** @description The archived content: text, or Base64 as given in `metadata.encoding` */
            content: string;
            metadata: components["schemas"]["ArchivedAnswer"];
            /**
             * @description When the page was captured; this can differ from the requested time (`YYYYMMDDHHMMSS`, UTC)
             * @example 20210317120000
             */
            timestamp: string;
            /** @description URL where a person can view the snapshot */
            url: string;
            available: boolean;
        };
        ArchiveSnapshot: {
            /** @description The URL as requested */
            url: string;
            /** @description The `timestamp` as requested */
            timestamp: string;
            /**
             * @description The archive that was used
             * @example primary_archive
             */
            provider: string;
            snapshot: components["schemas"]["Snapshot"];
            creditsUsed: number;
        };
        ArchiveSnapshotMetadata: {
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            retrievedAt: string;
            /**
             * @description The archive that was used
             * @example primary_archive
             */
            provider: string;
            /** @description Whether the response is a recent one from the cache */
            cached: boolean;
        };
        GetSnapshotReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["ArchiveSnapshot"];
            warnings?: string[];
            metadata: components["schemas"]["ArchiveSnapshotMetadata"];
        };
        Availability: {
            hasSnapshots: boolean;
            /** @description Can be sent as `timestamp` to get the snapshot; null if there is none */
            closestDate: string | null;
        };
        ArchiveAvailability: {
            /** @description The URL as requested */
            url: string;
            /** @description The `timestamp` as requested */
            timestamp: string | null;
            availability: components["schemas"]["Availability"];
            creditsUsed: number;
        };
        ArchiveAvailabilityMetadata: {
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            checkedAt: string;
            /** @description Whether the response is a recent one from the cache */
            cached: boolean;
        };
        CheckArchiveReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["ArchiveAvailability"];
            warnings?: string[];
            metadata: components["schemas"]["ArchiveAvailabilityMetadata"];
        };
        ArchivePeriod: {
            /**
             * @description For example `2025-01-15`, `2025-W03` (ISO 8601), `2025-01` or `2025`
             * @example 2025-01
             */
            period: string;
            count: number;
            snapshots: string[];
        };
        ArchiveTimeline: {
            /** @description The URL as requested */
            url: string;
            dateRange: components["schemas"]["ArchiveDateRange"];
            /** @enum {string} */
            granularity: "day" | "week" | "month" | "year";
            /** @description All periods of the range in order, including those without snapshots */
            timeline: components["schemas"]["ArchivePeriod"][];
            totalSnapshots: number;
            creditsUsed: number;
        };
        BuildTimelineReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["ArchiveTimeline"];
            warnings?: string[];
        };
        ComparedMoment: {
            /** @description The archive; null for the current page */
            provider: string | null;
            /**
             * @description When it was captured; this can differ from the requested time (`YYYYMMDDHHMMSS`, UTC)
             * @example 20210317120000
             */
            timestamp: string;
            /** @description URL where a person can view the version */
            url: string;
            /** @description Status of the response */
            statusCode: number;
        };
        Comparison: {
            /** @description The URL as requested */
            url: string;
            before: components["schemas"]["ComparedMoment"];
            after: components["schemas"]["ComparedMoment"];
            changed: boolean;
            /** @description Percent of the text that changed */
            changePercent: number;
            addedLines: number;
            removedLines: number;
            /** @description Unified diff of the content as markdown, at most 64 KiB; null if nothing changed */
            diff: string | null;
            creditsUsed: number;
        };
        CompareSnapshotsReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["Comparison"];
            warnings?: string[];
        };
        DeletedCaptures: {
            /** @description Number of deleted captures */
            deleted: number;
        };
        DeleteCapturesReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["DeletedCaptures"];
            warnings?: string[];
        };
        CreatedMonitor: {
            /** @example mon_01900000-0000-7000-8000-000000000000 */
            monitorId: string;
            /** @example active */
            status: string;
            /** @description null while the monitor is paused */
            nextRun: string | null;
            /** @description Maximum cost of a run; a failed run costs nothing */
            creditsPerRun: number;
        };
        CreateMonitorReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["CreatedMonitor"];
            warnings?: string[];
        };
        Monitor: {
            /** @example mon_01900000-0000-7000-8000-000000000000 */
            id: string;
            /** @example mon_01900000-0000-7000-8000-000000000000 */
            monitorId: string;
            name: string;
            url: string;
            schedule: string;
            timezone: string;
            tags: string[];
            /** @description The options as given, without those that may be secret */
            options: {
                [key: string]: unknown;
            };
            /** @description Names of options that are stored but not returned; `options` if none can be read, because the server has lost the secret that encrypts them */
            hiddenOptions: string[];
            /**
             * @description `failing`: the last five runs failed; the schedule continues
             * @enum {string}
             */
            status: "active" | "paused" | "failing";
            lastRun: string | null;
            /** @description null while the monitor is paused */
            nextRun: string | null;
            lastChange: string | null;
            /** @description Maximum cost of a run; a failed run costs nothing */
            creditsPerRun: number;
            /** @description Atom feed of the changes; anyone with this URL can read it */
            feedUrl: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
        };
        MonitorList: {
            monitors: components["schemas"]["Monitor"][];
            nextCursor: string | null;
        };
        ListMonitorsReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["MonitorList"];
            warnings?: string[];
        };
        GetMonitorReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["Monitor"];
            warnings?: string[];
        };
        UpdateMonitorReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["Monitor"];
            warnings?: string[];
        };
        DeletedMonitor: {
            /** @example mon_01900000-0000-7000-8000-000000000000 */
            id: string;
            /** @constant */
            deleted: true;
        };
        DeleteMonitorReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["DeletedMonitor"];
            warnings?: string[];
        };
        StartedMonitorRun: {
            /** @description The `id` of the run in the history */
            runId: string;
            /** @description null if the run failed before it had a job, such as for lack of credits */
            jobId: string | null;
            /** @description Path of the job record */
            statusUrl: string | null;
        };
        RunMonitorReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["StartedMonitorRun"];
            warnings?: string[];
        };
        MonitorRunFile: {
            id: string;
            /** @description `screenshot` or `pdf` */
            type: string;
            mediaType: string;
            /** @description Bytes */
            size: number;
            /** @description Signed URL; works for 24 h */
            url: string;
        };
        MonitorRun: {
            /** @example run_01900000-0000-7000-8000-000000000000 */
            id: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            checkedAt: string;
            /**
             * @description `baseline`: the first run, which later runs are compared with
             * @enum {string}
             */
            status: "baseline" | "unchanged" | "changed" | "failed";
            /** @description HTTP status of the page */
            statusCode: number | null;
            /** @description Share of the text that changed; null if nothing was compared */
            changePercent: number | null;
            addedLines: number;
            removedLines: number;
            /** @description Unified diff without content that changes by itself. Cut at 64 KiB */
            diff: string | null;
            /** @description The content at the time of the run, as a signed URL that works for 24 h */
            snapshotUrl: string | null;
            /** @description Screenshots and PDFs, if requested */
            files: components["schemas"]["MonitorRunFile"][];
            creditsUsed: number;
            /** @description Why the run failed */
            error: components["schemas"]["JobError"] | null;
            /** @description What may be wrong with the page, such as that the `selector` keeps no text of it */
            warnings: string[];
            jobId: string | null;
        };
        MonitorHistory: {
            /** @description Newest first */
            history: components["schemas"]["MonitorRun"][];
            nextCursor: string | null;
        };
        ListMonitorRunsReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["MonitorHistory"];
            warnings?: string[];
        };
        ExportedMonitor: {
            name: string;
            url: string;
            schedule: string;
            timezone: string;
            tags: string[];
            /** @enum {string} */
            status: "active" | "paused";
            options: {
                [key: string]: unknown;
            };
            /** @description Options to set again after an import */
            hiddenOptions: string[];
        };
        MonitorExport: {
            monitors: components["schemas"]["ExportedMonitor"][];
        };
        ExportMonitorsReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["MonitorExport"];
            warnings?: string[];
        };
        ImportedMonitors: {
            monitorIds: string[];
        };
        ImportMonitorsReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["ImportedMonitors"];
            warnings?: string[];
        };
        MonitorFeed: {
            feedUrl: string;
        };
        RotateMonitorFeedReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["MonitorFeed"];
            warnings?: string[];
        };
        EndedResults: {
            /** @example job_01900000-0000-7000-8000-000000000000 */
            jobId: string;
            status: string;
            results: {
                /** @description Content of the first item */
                content: string;
                /** @description Metadata of the first item */
                metadata: {
                    title: string | null;
                    url: string | null;
                } & {
                    [key: string]: unknown;
                };
                /** @description All items, in pages of at most 100 */
                items: unknown[];
                total: number;
                /** @description The `cursor` of the next page; null on the last page */
                nextCursor: string | null;
            };
            /** @description Files of these items; the signed URLs work for 24 h */
            files: components["schemas"]["ResultFile"][];
        };
        GetResultsReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["EndedResults"];
            warnings?: string[];
        };
        DownloadResultsReply: unknown[];
        ExportResultsReply: unknown[];
        WebhookDelivery: {
            /**
             * @description Id of the event: the `id` in its body, and `X-Webhook-Id`
             * @example msg_01900000-0000-7000-8000-000000000000
             */
            id: string;
            /** @example job.completed */
            event: string;
            url: string;
            jobId: string | null;
            /**
             * @description `pending` until the delivery is accepted or has failed for the last time
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /** @description Number of attempts */
            attempts: number;
            /** @description Status of the last attempt */
            statusCode: number | null;
            /** @description Why the delivery has not been accepted; null if it was accepted or not yet attempted */
            error: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            nextAttemptAt: string | null;
            endedAt: string | null;
        };
        WebhookDeliveryList: {
            deliveries: components["schemas"]["WebhookDelivery"][];
            /** @description The `cursor` of the next page; null on the last page */
            nextCursor: string | null;
        };
        ListDeliveriesReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["WebhookDeliveryList"];
            warnings?: string[];
        };
        WebhookAttempt: {
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            at: string;
            /** @description null if there was no response */
            statusCode: number | null;
            durationMs: number;
            /** @description null if the delivery was accepted */
            error: string | null;
        };
        WebhookDeliveryDetails: {
            /**
             * @description Id of the event: the `id` in its body, and `X-Webhook-Id`
             * @example msg_01900000-0000-7000-8000-000000000000
             */
            id: string;
            /** @example job.completed */
            event: string;
            url: string;
            jobId: string | null;
            /**
             * @description `pending` until the delivery is accepted or has failed for the last time
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /** @description Number of attempts */
            attempts: number;
            /** @description Status of the last attempt */
            statusCode: number | null;
            /** @description Why the delivery has not been accepted; null if it was accepted or not yet attempted */
            error: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            nextAttemptAt: string | null;
            endedAt: string | null;
            /**
             * @description `failing`: attempts become less frequent, one delivery at a time. `disabled`: the receiver responded with 410, or failed for five days; a retry, or a request that names it, enables it again
             * @enum {string}
             */
            receiver: "active" | "failing" | "disabled";
            /** @description The last 50 attempts, oldest first */
            log: components["schemas"]["WebhookAttempt"][];
            /** @description The body that is sent */
            body: unknown;
        };
        GetDeliveryReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["WebhookDeliveryDetails"];
            warnings?: string[];
        };
        RetryDeliveryReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["WebhookDelivery"];
            warnings?: string[];
        };
        TestWebhookReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["WebhookDelivery"];
            warnings?: string[];
        };
        WebhookSecret: {
            /**
             * @description Receivers use it to verify deliveries
             * @example whsec_…
             */
            secret: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /** @description When the previous secret stops signing in `X-Webhook-Signature-Previous`; null if there is none */
            previousUntil: string | null;
        };
        GetWebhookSecretReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["WebhookSecret"];
            warnings?: string[];
        };
        RotateWebhookSecretReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["WebhookSecret"];
            warnings?: string[];
        };
        FirecrawlMetadata: {
            /** @description The URL as requested */
            sourceURL: string;
            /** @description The URL after redirects */
            url: string;
            scrapeId: string;
            statusCode: number;
            /** @description Rounded up */
            creditsUsed: number;
            /** @enum {string} */
            proxyUsed: "basic" | "stealth";
            /** @enum {string} */
            cacheState: "hit" | "miss";
        } & {
            [key: string]: unknown;
        };
        FirecrawlDocument: {
            markdown?: string;
            html?: string;
            rawHtml?: string;
            links?: string[];
            images?: string[];
            /** @description URL of the image */
            screenshot?: string;
            summary?: string;
            /** @description The extracted data */
            json?: unknown;
            metadata: components["schemas"]["FirecrawlMetadata"];
            /** @description Which parts of the request were not carried out */
            warning?: string;
        } & {
            [key: string]: unknown;
        };
        ScrapeByFirecrawlReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["FirecrawlDocument"];
        };
        FirecrawlError: {
            /** @constant */
            success: false;
            /** @description What was wrong and what is allowed, for a person */
            error: string;
            /**
             * @description Stable; branch on this
             * @example SCRAPE_TIMEOUT
             */
            code: string;
            /** @description Details of the code */
            details?: {
                [key: string]: unknown;
            };
        };
        StartBatchByFirecrawlReply: {
            /** @constant */
            success: true;
            id: string;
            /** @description URL of the job's state */
            url: string;
            /** @description Entries that are not URLs, with `ignoreInvalidURLs` */
            invalidURLs?: string[];
            /** @description Which parts of the request were not carried out */
            warning?: string;
        };
        StartCrawlByFirecrawlReply: {
            /** @constant */
            success: true;
            id: string;
            /** @description URL of the job's state */
            url: string;
            /** @description Entries that are not URLs, with `ignoreInvalidURLs` */
            invalidURLs?: string[];
            /** @description Which parts of the request were not carried out */
            warning?: string;
        };
        GetActiveCrawlsByFirecrawlReply: {
            /** @constant */
            success: true;
            crawls: {
                id: string;
                teamId: string;
                url: string;
                options: unknown;
            }[];
        };
        PreviewCrawlByFirecrawlReply: {
            /** @constant */
            success: true;
            data: {
                [key: string]: unknown;
            };
            warning?: string;
        };
        GetCrawlByFirecrawlReply: {
            /** @constant */
            success: true;
            /** @enum {string} */
            status: "scraping" | "completed" | "failed" | "cancelled";
            total: number;
            completed: number;
            creditsUsed: number;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            expiresAt: string;
            /** @description URL of the next part */
            next?: string | null;
            error?: string;
            /** @description Which parts of the request were not carried out */
            warning?: string;
            data: components["schemas"]["FirecrawlDocument"][];
        };
        CancelCrawlByFirecrawlReply: {
            /** @constant */
            success: true;
            /** @constant */
            status: "cancelled";
        };
        FirecrawlPageFailure: {
            id: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
            url: string;
            code: string;
            error: string;
        };
        GetCrawlErrorsByFirecrawlReply: {
            errors: components["schemas"]["FirecrawlPageFailure"][];
            /** @description Pages that robots.txt disallows */
            robotsBlocked: string[];
        };
        GetBatchByFirecrawlReply: {
            /** @constant */
            success: true;
            /** @enum {string} */
            status: "scraping" | "completed" | "failed" | "cancelled";
            total: number;
            completed: number;
            creditsUsed: number;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            expiresAt: string;
            /** @description URL of the next part */
            next?: string | null;
            error?: string;
            /** @description Which parts of the request were not carried out */
            warning?: string;
            data: components["schemas"]["FirecrawlDocument"][];
        };
        CancelBatchByFirecrawlReply: {
            /** @constant */
            success: true;
            /** @constant */
            status: "cancelled";
        };
        GetBatchErrorsByFirecrawlReply: {
            errors: components["schemas"]["FirecrawlPageFailure"][];
            /** @description Pages that robots.txt disallows */
            robotsBlocked: string[];
        };
        FirecrawlLink: {
            url: string;
            title?: string;
            description?: string;
        };
        MapByFirecrawlReply: {
            /** @constant */
            success: true;
            id: string;
            links: components["schemas"]["FirecrawlLink"][] | string[];
            warning?: string;
        };
        FirecrawlSearchHit: {
            url?: string;
            title?: string;
            description?: string;
            position?: number;
        } & {
            [key: string]: unknown;
        };
        SearchByFirecrawlReply: {
            /** @constant */
            success: true;
            id: string;
            creditsUsed: number;
            data: {
                web?: components["schemas"]["FirecrawlSearchHit"][];
                news?: components["schemas"]["FirecrawlSearchHit"][];
                images?: components["schemas"]["FirecrawlSearchHit"][];
            };
            warning?: string;
        };
        StartExtractByFirecrawlReply: {
            /** @constant */
            success: true;
            id: string;
            /** @description URL of the job's state */
            url: string;
            /** @description Entries that are not URLs, with `ignoreInvalidURLs` */
            invalidURLs?: string[];
            /** @description Which parts of the request were not carried out */
            warning?: string;
        };
        GetExtractByFirecrawlReply: {
            success: boolean;
            /** @enum {string} */
            status: "processing" | "completed" | "failed" | "cancelled";
            data?: unknown;
            sources?: {
                [key: string]: string[];
            };
            error?: string;
            /** @description Which parts of the request were not carried out */
            warning?: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            expiresAt: string;
            creditsUsed: number;
            tokensUsed: number;
        };
        ConvertFileByFirecrawlReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["FirecrawlDocument"];
        };
        GetCreditUsageByFirecrawlReply: {
            /** @constant */
            success: true;
            data: {
                [key: string]: unknown;
            };
        };
        GetCreditHistoryByFirecrawlReply: {
            /** @constant */
            success: true;
            periods: {
                startDate: string | null;
                endDate: string | null;
                creditsUsed?: number;
                tokensUsed?: number;
            }[];
        };
        GetTokenUsageByFirecrawlReply: {
            /** @constant */
            success: true;
            data: {
                [key: string]: unknown;
            };
        };
        GetTokenHistoryByFirecrawlReply: {
            /** @constant */
            success: true;
            periods: {
                startDate: string | null;
                endDate: string | null;
                creditsUsed?: number;
                tokensUsed?: number;
            }[];
        };
        GetQueueByFirecrawlReply: {
            /** @constant */
            success: true;
            jobsInQueue: number;
            activeJobsInQueue: number;
            waitingJobsInQueue: number;
            maxConcurrency: number;
            mostRecentSuccess: string | null;
        };
        GetConcurrencyByFirecrawlReply: {
            /** @constant */
            success: true;
            data: {
                concurrency: number;
                maxConcurrency: number;
            };
        };
        ScrapeByFirecrawl1Reply: {
            /** @constant */
            success: true;
            data: components["schemas"]["FirecrawlDocument"];
        };
        StartBatchByFirecrawl1Reply: {
            /** @constant */
            success: true;
            id: string;
            /** @description URL of the job's state */
            url: string;
            /** @description Entries that are not URLs, with `ignoreInvalidURLs` */
            invalidURLs?: string[];
            /** @description Which parts of the request were not carried out */
            warning?: string;
        };
        StartCrawlByFirecrawl1Reply: {
            /** @constant */
            success: true;
            id: string;
            /** @description URL of the job's state */
            url: string;
            /** @description Entries that are not URLs, with `ignoreInvalidURLs` */
            invalidURLs?: string[];
            /** @description Which parts of the request were not carried out */
            warning?: string;
        };
        GetActiveCrawlsByFirecrawl1Reply: {
            /** @constant */
            success: true;
            crawls: {
                id: string;
                teamId: string;
                url: string;
                options: unknown;
            }[];
        };
        GetCrawlByFirecrawl1Reply: {
            /** @constant */
            success: true;
            /** @enum {string} */
            status: "scraping" | "completed" | "failed" | "cancelled";
            total: number;
            completed: number;
            creditsUsed: number;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            expiresAt: string;
            /** @description URL of the next part */
            next?: string | null;
            error?: string;
            /** @description Which parts of the request were not carried out */
            warning?: string;
            data: components["schemas"]["FirecrawlDocument"][];
        };
        CancelCrawlByFirecrawl1Reply: {
            /** @constant */
            success: true;
            /** @constant */
            status: "cancelled";
        };
        GetCrawlErrorsByFirecrawl1Reply: {
            errors: components["schemas"]["FirecrawlPageFailure"][];
            /** @description Pages that robots.txt disallows */
            robotsBlocked: string[];
        };
        GetCrawlErrorsOldWayByFirecrawl1Reply: {
            errors: components["schemas"]["FirecrawlPageFailure"][];
            /** @description Pages that robots.txt disallows */
            robotsBlocked: string[];
        };
        GetBatchByFirecrawl1Reply: {
            /** @constant */
            success: true;
            /** @enum {string} */
            status: "scraping" | "completed" | "failed" | "cancelled";
            total: number;
            completed: number;
            creditsUsed: number;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            expiresAt: string;
            /** @description URL of the next part */
            next?: string | null;
            error?: string;
            /** @description Which parts of the request were not carried out */
            warning?: string;
            data: components["schemas"]["FirecrawlDocument"][];
        };
        CancelBatchByFirecrawl1Reply: {
            /** @constant */
            success: true;
            /** @constant */
            status: "cancelled";
        };
        GetBatchErrorsByFirecrawl1Reply: {
            errors: components["schemas"]["FirecrawlPageFailure"][];
            /** @description Pages that robots.txt disallows */
            robotsBlocked: string[];
        };
        GetBatchErrorsOldWayByFirecrawl1Reply: {
            errors: components["schemas"]["FirecrawlPageFailure"][];
            /** @description Pages that robots.txt disallows */
            robotsBlocked: string[];
        };
        MapByFirecrawl1Reply: {
            /** @constant */
            success: true;
            id: string;
            links: components["schemas"]["FirecrawlLink"][] | string[];
            warning?: string;
        };
        SearchByFirecrawl1Reply: {
            /** @constant */
            success: true;
            data: components["schemas"]["FirecrawlSearchHit"][];
            warning?: string;
        };
        StartExtractByFirecrawl1Reply: {
            /** @constant */
            success: true;
            id: string;
            /** @description URL of the job's state */
            url: string;
            /** @description Entries that are not URLs, with `ignoreInvalidURLs` */
            invalidURLs?: string[];
            /** @description Which parts of the request were not carried out */
            warning?: string;
        };
        GetExtractByFirecrawl1Reply: {
            success: boolean;
            /** @enum {string} */
            status: "processing" | "completed" | "failed" | "cancelled";
            data?: unknown;
            sources?: {
                [key: string]: string[];
            };
            error?: string;
            /** @description Which parts of the request were not carried out */
            warning?: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            expiresAt: string;
            creditsUsed: number;
            tokensUsed: number;
        };
        ConvertFileByFirecrawl1Reply: {
            /** @constant */
            success: true;
            data: components["schemas"]["FirecrawlDocument"];
        };
        GetCreditUsageByFirecrawl1Reply: {
            /** @constant */
            success: true;
            data: {
                [key: string]: unknown;
            };
        };
        GetCreditHistoryByFirecrawl1Reply: {
            /** @constant */
            success: true;
            periods: {
                startDate: string | null;
                endDate: string | null;
                creditsUsed?: number;
                tokensUsed?: number;
            }[];
        };
        GetTokenUsageByFirecrawl1Reply: {
            /** @constant */
            success: true;
            data: {
                [key: string]: unknown;
            };
        };
        GetTokenHistoryByFirecrawl1Reply: {
            /** @constant */
            success: true;
            periods: {
                startDate: string | null;
                endDate: string | null;
                creditsUsed?: number;
                tokensUsed?: number;
            }[];
        };
        GetQueueByFirecrawl1Reply: {
            /** @constant */
            success: true;
            jobsInQueue: number;
            activeJobsInQueue: number;
            waitingJobsInQueue: number;
            maxConcurrency: number;
            mostRecentSuccess: string | null;
        };
        GetConcurrencyByFirecrawl1Reply: {
            /** @constant */
            success: true;
            data: {
                concurrency: number;
                maxConcurrency: number;
            };
        };
        EngineState: {
            /** @example lightweight */
            name: string;
            aliases: string[];
            /** @description What it can do beyond fetching a page */
            supports: string[];
            /** @description Whether it can work on this server now */
            ready: boolean;
            /** @description false if a required setting was never given, which is not an error */
            configured: boolean;
            detail: string | null;
            /** @description Why it cannot work */
            reason: string | null;
            /** @description How to fix it */
            remedy: string | null;
        };
        ProviderState: {
            /**
             * @description The service that it provides
             * @example search.providers
             */
            service: string;
            name: string;
            /** @description The plugin that it belongs to */
            plugin: string;
            /** @description Whether it can work on this server now */
            ready: boolean;
            /** @description false if a required setting was never given, which is not an error */
            configured: boolean;
            detail: string | null;
            /** @description Why it cannot work */
            reason: string | null;
            /** @description How to fix it */
            remedy: string | null;
        };
        /** @description The proxies that `useProxy` uses */
        ProxyPool: {
            /** @description 0: there is no pool, and `useProxy` is rejected */
            total: number;
            /** @description Proxies that have not recently failed */
            healthy: number;
            /**
             * @description Exit countries of the proxies, as far as known
             * @example [
             *       "DE",
             *       "US"
             *     ]
             */
            countries: string[];
        };
        PlanLimits: {
            requestsPerHour: number | null;
            requestsPerDay: number | null;
            /** @description Requests in flight */
            concurrent: number | null;
            callsPerMinute: number | null;
            /** @description Concurrent batches */
            batches: number | null;
            /** @description Maximum of maxPages in a crawl */
            crawlPages: number | null;
            /** @description Concurrent enrichment jobs */
            "enrichment.jobs": number | null;
            /** @description Rows per enrichment job */
            "enrichment.rows": number | null;
            /** @description Enrichment jobs per hour */
            "enrichment.perHour": number | null;
            /** @description Maximum number of monitors per account */
            "monitors.count": number | null;
            /** @description Number of URLs in a batch, and in `urls` of a scrape */
            batchUrls: number | null;
            /** @description Number of pages per account in the local index; the oldest are removed first */
            "search.pages": number | null;
            /** @description Megabytes per account in the archive, compressed; the oldest captures are removed first */
            "warc.megabytes": number | null;
        };
        Capabilities: {
            version: string;
            /** @example bun 1.4.5 */
            runtime: string;
            plugins: {
                name: string;
                description: string;
            }[];
            engines: components["schemas"]["EngineState"][];
            /** @description Services that may have several providers */
            providers: components["schemas"]["ProviderState"][];
            proxies: components["schemas"]["ProxyPool"];
            plan: string;
            limits: components["schemas"]["PlanLimits"];
        };
        GetCapabilitiesReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["Capabilities"];
            warnings?: string[];
        };
        Session: {
            user: {
                /** @example usr_01900000-0000-7000-8000-000000000000 */
                id: string;
                email: string;
                /** @enum {string} */
                plan: "free" | "starter" | "pro" | "enterprise";
            };
            /** @description A JWT; send it as `Authorization: Bearer <token>` */
            token: string;
            /**
             * @description Seconds
             * @example 86400
             */
            expiresIn: number;
        };
        LoginReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["Session"];
            warnings?: string[];
        };
        LoginWithOidcReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["Session"];
            warnings?: string[];
        };
        LogoutReply: {
            /** @constant */
            success: true;
            data: {
                /** @constant */
                ended: true;
            };
            warnings?: string[];
        };
        KeyValidation: {
            /** @constant */
            valid: true;
            /** @description null for a session token */
            keyId: string | null;
            /** @enum {string} */
            plan: "free" | "starter" | "pro" | "enterprise";
            /** @description What the key may do; `*` means everything that you may do yourself */
            permissions: string[];
            rateLimit: {
                /** @description General requests (scrape, batch, search) per hour; null if unlimited */
                requestsPerHour: number | null;
                /** @description Requests left in the current hour; null if unlimited */
                remaining: number | null;
            };
        };
        ValidateKeyReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["KeyValidation"];
            warnings?: string[];
        };
        KeyRateLimit: {
            requestsPerHour?: number;
            requestsPerDay?: number;
        };
        CreatedApiKey: {
            /** @example key_01900000-0000-7000-8000-000000000000 */
            id: string;
            name: string;
            /**
             * @description The first 8 characters of the key
             * @example wr_a1B2c
             */
            prefix: string;
            permissions: string[];
            rateLimit: components["schemas"]["KeyRateLimit"] | null;
            lastUsed: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            expiresAt: string | null;
            revokedAt: string | null;
            allowedIps: string[] | null;
            readOnly: boolean;
            endpoints: string[] | null;
            /** @description The full key. It is shown only this once; keep it safe */
            key: string;
        };
        CreateApiKeyReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["CreatedApiKey"];
            warnings?: string[];
        };
        ApiKey: {
            /** @example key_01900000-0000-7000-8000-000000000000 */
            id: string;
            name: string;
            /**
             * @description The first 8 characters of the key
             * @example wr_a1B2c
             */
            prefix: string;
            permissions: string[];
            rateLimit: components["schemas"]["KeyRateLimit"] | null;
            lastUsed: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            expiresAt: string | null;
            revokedAt: string | null;
            allowedIps: string[] | null;
            readOnly: boolean;
            endpoints: string[] | null;
        };
        ApiKeyList: {
            keys: components["schemas"]["ApiKey"][];
            /** @description The `cursor` of the next page; null on the last page */
            nextCursor: string | null;
        };
        ListApiKeysReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["ApiKeyList"];
            warnings?: string[];
        };
        RevokeApiKeyReply: {
            /** @constant */
            success: true;
            data: {
                id: string;
                /** @constant */
                revoked: true;
            };
            warnings?: string[];
        };
        Credits: {
            /** @description Credits granted for this month */
            monthly: number;
            used: number;
            /** @description Monthly credits minus used credits, at least 0 */
            remaining: number;
        };
        Preferences: {
            notifications?: boolean;
            /** @example dark */
            theme?: string;
        };
        Profile: {
            id: string;
            email: string;
            fullName: string;
            /** @enum {string} */
            plan: "free" | "starter" | "pro" | "enterprise";
            /** @enum {string} */
            role: "user" | "admin";
            credits: components["schemas"]["Credits"];
            usage: {
                thisMonth: {
                    requests: number;
                    pagesScraped: number;
                };
            };
            preferences: components["schemas"]["Preferences"];
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
        };
        GetProfileReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["Profile"];
            warnings?: string[];
        };
        UpdateProfileReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["Profile"];
            warnings?: string[];
        };
        ChangePasswordReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["Session"];
            warnings?: string[];
        };
        Usage: {
            period: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            to: string;
            requests: number;
            pagesScraped: number;
            creditsUsed: number;
            byEndpoint: {
                endpoint: string;
                requests: number;
                creditsUsed: number;
            }[];
            /** @description Every day in the period */
            daily: {
                /** @example 2026-01-31 */
                date: string;
                requests: number;
                pagesScraped: number;
                creditsUsed: number;
            }[];
        };
        GetUsageReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["Usage"];
            warnings?: string[];
        };
        UsageOverview: {
            period: string;
            totalRequests: number;
            pagesScraped: number;
            creditsUsed: number;
            /** @description Milliseconds */
            averageResponseTime: number;
            /** @description Share of requests that succeeded, 0 to 1; 1 without requests */
            successRate: number;
        };
        GetUsageOverviewReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["UsageOverview"];
            warnings?: string[];
        };
        UsageBucket: {
            /** @description Start of the hour, or for example `2026-01-31`, `2026-W05`, `2026-01` */
            period: string;
            requests: number;
            pagesScraped: number;
            creditsUsed: number;
            /** @description Milliseconds; null without requests */
            averageResponseTime: number | null;
            /** @description 0 to 1; null without requests */
            successRate: number | null;
        };
        UsageTrends: {
            period: string;
            /** @enum {string} */
            granularity: "hour" | "day" | "week" | "month";
            /** @description In chronological order, including empty ones */
            series: components["schemas"]["UsageBucket"][];
        };
        ListUsageTrendsReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["UsageTrends"];
            warnings?: string[];
        };
        AccountUsage: {
            id: string;
            email: string | null;
            plan: ("free" | "starter" | "pro" | "enterprise") | null;
            requests: number;
            pagesScraped: number;
            creditsUsed: number;
            /** @description Milliseconds; null without requests */
            averageResponseTime: number | null;
            /** @description 0 to 1; null without requests */
            successRate: number | null;
        };
        MostUsingAccounts: {
            period: string;
            /** @description Highest usage first */
            accounts: components["schemas"]["AccountUsage"][];
        };
        ListMostUsingAccountsReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["MostUsingAccounts"];
            warnings?: string[];
        };
        StripeEventReceipt: {
            /** @constant */
            received: true;
            /** @description `applied`; `repeated`: already received; `ignored`: changes nothing here; `unmatched`: no known account pays for it; it is stored and logged */
            outcome: string;
        };
        ReceiveStripeEventReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["StripeEventReceipt"];
            warnings?: string[];
        };
        /** @description Credits of the current month */
        SubscriptionCredits: {
            monthly: number;
            used: number;
            remaining: number;
        };
        PendingCheckout: {
            /** @example chk_01900000-0000-7000-8000-000000000000 */
            sessionId: string;
            /** @enum {string} */
            plan: "starter" | "pro" | "enterprise";
            /** @enum {string} */
            billingPeriod: "monthly" | "yearly";
            /** @example manual */
            provider: string;
            checkoutUrl: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            requestedAt: string;
        };
        Subscription: {
            /** @enum {string} */
            plan: "free" | "starter" | "pro" | "enterprise";
            /**
             * @description `active`; `incomplete`: the first payment has not gone through, and the previous plan still applies; `past_due`: a payment failed, the plan stays until `endsAt`, and credits are refilled once it is paid; `cancelled`: the paid period runs until `endsAt`, then the plan is free. Without a subscription: `active`
             * @enum {string}
             */
            status: "active" | "past_due" | "cancelled" | "incomplete";
            /** @enum {string} */
            billingPeriod: "monthly" | "yearly";
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            currentPeriodStart: string;
            /**
             * Format: date-time
             * @description When the subscription renews. Without a subscription, when credits are refilled
             * @example 2026-01-31T12:00:00.000Z
             */
            currentPeriodEnd: string;
            credits: components["schemas"]["SubscriptionCredits"];
            /**
             * Format: date-time
             * @description Monthly, even for a yearly subscription
             * @example 2026-01-31T12:00:00.000Z
             */
            creditsRefillAt: string;
            /** @example manual */
            provider: string;
            /** @description Whether the subscription is cancelled and ends with its period */
            cancelAtPeriodEnd: boolean;
            /** @description When the plan becomes free; null if no end is known */
            endsAt: string | null;
            /** @description Whether there is a renewing subscription */
            canBeCancelled: boolean;
            /** @description Whether the provider has pages for invoices and payment methods */
            hasPortal: boolean;
            /** @description The latest checkout, waiting for payment or approval */
            pending: components["schemas"]["PendingCheckout"] | null;
        };
        GetSubscriptionReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["Subscription"];
            warnings?: string[];
        };
        CancelSubscriptionReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["Subscription"];
            warnings?: string[];
        };
        ResumeSubscriptionReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["Subscription"];
            warnings?: string[];
        };
        BillingPortal: {
            /** @description Open it at once; it expires soon */
            url: string;
        };
        OpenBillingPortalReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["BillingPortal"];
            warnings?: string[];
        };
        Checkout: {
            /** @description Where you pay or confirm the change; null if an administrator approves the request */
            checkoutUrl: string | null;
            /** @example chk_01900000-0000-7000-8000-000000000000 */
            sessionId: string;
            /** @example manual */
            provider: string;
        };
        StartCheckoutReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["Checkout"];
            warnings?: string[];
        };
        PlanOffer: {
            /** @enum {string} */
            billingPeriod: "monthly" | "yearly";
            /** @description Price of the whole period; null if none is stated */
            amount: number | null;
            /**
             * @description ISO 4217 code; null if the operator states none
             * @example EUR
             */
            currency: string | null;
        };
        PlanOffers: {
            /** @enum {string} */
            name: "free" | "starter" | "pro" | "enterprise";
            isCurrent: boolean;
            monthlyCredits: number | null;
            requestsPerHour: number | null;
            requestsPerDay: number | null;
            /** @description Requests in flight */
            concurrent: number | null;
            /** @description How the plan can be bought; empty if it cannot */
            offers: components["schemas"]["PlanOffer"][];
        };
        PlanList: {
            /** @example manual */
            provider: string;
            /** @description Whether an administrator approves requests */
            needsApproval: boolean;
            plans: components["schemas"]["PlanOffers"][];
        };
        ListPlansReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["PlanList"];
            warnings?: string[];
        };
        StripeEvent: {
            /** @example evt_1Pgc6hLkdIwHu7ix */
            id: string;
            /** @example invoice.paid */
            type: string;
            /** @enum {string} */
            outcome: "applied" | "unmatched";
            userId: string | null;
            customer: string | null;
            subscription: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            receivedAt: string;
        };
        StripeEventList: {
            events: components["schemas"]["StripeEvent"][];
            nextCursor: string | null;
        };
        ListStripeEventsReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["StripeEventList"];
            warnings?: string[];
        };
        BillingRequest: {
            /** @example chk_01900000-0000-7000-8000-000000000000 */
            sessionId: string;
            userId: string;
            email: string;
            /** @enum {string} */
            currentPlan: "free" | "starter" | "pro" | "enterprise";
            /** @enum {string} */
            plan: "starter" | "pro" | "enterprise";
            /** @enum {string} */
            billingPeriod: "monthly" | "yearly";
            /**
             * @description `replaced`: the user has since made another request
             * @enum {string}
             */
            status: "pending" | "approved" | "declined" | "replaced";
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            requestedAt: string;
            decidedAt: string | null;
            /** @description User id of the administrator */
            decidedBy: string | null;
            reason: string | null;
        };
        BillingRequestList: {
            requests: components["schemas"]["BillingRequest"][];
            nextCursor: string | null;
        };
        ListBillingRequestsReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["BillingRequestList"];
            warnings?: string[];
        };
        ApproveBillingRequestReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["BillingRequest"];
            warnings?: string[];
        };
        TurnDownBillingRequestReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["BillingRequest"];
            warnings?: string[];
        };
        StoreHealth: {
            writable: boolean;
            /** @description Milliseconds for a small write to reach the disk; null if it was refused */
            commitTime: number | null;
            reason: ("storage_full" | "storage_unavailable") | null;
            /** @description How to fix it; null if nothing is wrong */
            remedy: string | null;
        };
        QueueHealth: {
            /**
             * @description `slow`: a job has waited for more than a minute
             * @enum {string}
             */
            status: "healthy" | "slow" | "unknown";
            /** @description Jobs waiting to start */
            pendingJobs: number;
            activeJobs: number;
            /** @description Jobs scheduled for later */
            scheduledJobs: number;
            /** @description Milliseconds that the longest-waiting job has waited; 0 if none waits */
            longestWait: number | null;
            /** @description How to fix it; null if nothing is wrong */
            remedy: string | null;
        };
        DiskHealth: {
            /** @enum {string} */
            status: "healthy" | "low" | "unknown";
            /** @description Free bytes on the disk of the data directory */
            free: number | null;
            total: number | null;
            /** @description How to fix it; null if nothing is wrong */
            remedy: string | null;
        };
        FilesHealth: {
            /**
             * @description Where the contents of files are stored
             * @enum {string}
             */
            place: "disk" | "bucket" | "database";
            /** @enum {string} */
            status: "healthy" | "unavailable";
            reason: string | null;
            /** @description How to fix it; null if nothing is wrong */
            remedy: string | null;
        };
        EngineHealth: {
            name: string;
            /** @description Whether it can work on this server now */
            ready: boolean;
            /** @description false if a required setting was never given, which is not an error */
            configured: boolean;
            detail: string | null;
            /** @description Why it cannot work */
            reason: string | null;
            /** @description How to fix it */
            remedy: string | null;
        };
        /** @description Health of each part, with the remedy for each problem */
        SystemHealth: {
            store: components["schemas"]["StoreHealth"];
            queue: components["schemas"]["QueueHealth"];
            disk: components["schemas"]["DiskHealth"];
            files: components["schemas"]["FilesHealth"];
            engines: components["schemas"]["EngineHealth"][];
            /** @description Services that may have several providers */
            providers: components["schemas"]["ProviderState"][];
        };
        AdminStats: {
            totalUsers: number;
            /** @description Users that are not suspended */
            activeUsers: number;
            totalJobs: number;
            totalCreditsUsed: number;
            /**
             * @description As in `/health`. `unhealthy`: nothing can be written; `degraded`: something needs your attention
             * @enum {string}
             */
            systemHealth: "healthy" | "degraded" | "unhealthy";
            version: string;
            health: components["schemas"]["SystemHealth"];
        };
        GetAdminStatsReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["AdminStats"];
            warnings?: string[];
        };
        User: {
            id: string;
            email: string;
            fullName: string;
            /** @enum {string} */
            plan: "free" | "starter" | "pro" | "enterprise";
            /** @enum {string} */
            role: "user" | "admin";
            /** @enum {string} */
            status: "active" | "suspended";
            credits: components["schemas"]["Credits"];
            /** @description Set if different from the plan's */
            monthlyCredits: number | null;
            /** @description Set if different from the plan's */
            rateLimit: {
                requestsPerHour?: number;
                requestsPerDay?: number;
            } | null;
            /** @description Last use of a key or last login; null if never */
            lastSeen: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
        };
        UserList: {
            users: components["schemas"]["User"][];
            /** @description The `cursor` of the next page; null on the last page */
            nextCursor: string | null;
        };
        ListUsersReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["UserList"];
            warnings?: string[];
        };
        CreatedUser: {
            id: string;
            email: string;
            fullName: string;
            /** @enum {string} */
            plan: "free" | "starter" | "pro" | "enterprise";
            /** @enum {string} */
            role: "user" | "admin";
            /** @enum {string} */
            status: "active" | "suspended";
            credits: components["schemas"]["Credits"];
            /** @description Set if different from the plan's */
            monthlyCredits: number | null;
            /** @description Set if different from the plan's */
            rateLimit: {
                requestsPerHour?: number;
                requestsPerDay?: number;
            } | null;
            /** @description Last use of a key or last login; null if never */
            lastSeen: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /** @description The generated password if none was given; shown only this once */
            password?: string;
        };
        AddUserReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["CreatedUser"];
            warnings?: string[];
        };
        UserKey: {
            id: string;
            name: string;
            /**
             * @description The first 8 characters of the key
             * @example wr_a1B2c
             */
            prefix: string;
            permissions: string[];
            lastUsed: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            expiresAt: string | null;
            revokedAt: string | null;
        };
        UserDetails: {
            id: string;
            email: string;
            fullName: string;
            /** @enum {string} */
            plan: "free" | "starter" | "pro" | "enterprise";
            /** @enum {string} */
            role: "user" | "admin";
            /** @enum {string} */
            status: "active" | "suspended";
            credits: components["schemas"]["Credits"];
            /** @description Set if different from the plan's */
            monthlyCredits: number | null;
            /** @description Set if different from the plan's */
            rateLimit: {
                requestsPerHour?: number;
                requestsPerDay?: number;
            } | null;
            /** @description Last use of a key or last login; null if never */
            lastSeen: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            usage: {
                /** @description Figures for the calendar month */
                thisMonth: {
                    requests: number;
                    pagesScraped: number;
                    creditsUsed: number;
                };
            };
            /** @description The 100 newest keys; `GET /v1/auth/api-keys?userId=` lists all, page by page */
            keys: components["schemas"]["UserKey"][];
        };
        GetUserReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["UserDetails"];
            warnings?: string[];
        };
        UpdateUserReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["User"];
            warnings?: string[];
        };
        UserWithPassword: {
            id: string;
            email: string;
            fullName: string;
            /** @enum {string} */
            plan: "free" | "starter" | "pro" | "enterprise";
            /** @enum {string} */
            role: "user" | "admin";
            /** @enum {string} */
            status: "active" | "suspended";
            credits: components["schemas"]["Credits"];
            /** @description Set if different from the plan's */
            monthlyCredits: number | null;
            /** @description Set if different from the plan's */
            rateLimit: {
                requestsPerHour?: number;
                requestsPerDay?: number;
            } | null;
            /** @description Last use of a key or last login; null if never */
            lastSeen: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /** @description The generated password; shown only this once */
            password: string;
        };
        ResetUserPasswordReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["UserWithPassword"];
            warnings?: string[];
        };
        AuditActor: {
            /** @description The user's id; null if it was not a user */
            id: string | null;
            /** @description As it was at that time */
            email: string | null;
            /**
             * @description How the actor was authenticated. `command`: `weir` on the server's own machine; `anonymous`: no accepted credentials; `system`: a part of the service, such as a payment provider's events
             * @enum {string}
             */
            via: "session" | "key" | "command" | "identity_provider" | "anonymous" | "system";
            /**
             * @description The key's prefix, the session's id, or the name of the part of the service
             * @example wr_a1B2c
             */
            credential: string | null;
            /**
             * @description IP address of the client
             * @example 203.0.113.7
             */
            address: string | null;
            /** @description The value of `X-Request-Id` */
            requestId: string | null;
        };
        AuditEntry: {
            /** @example aud_01900000-0000-7000-8000-000000000000 */
            id: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            at: string;
            actor: components["schemas"]["AuditActor"];
            /** @example user.suspended */
            action: string;
            target: {
                /** @example user */
                type: string;
                id: string | null;
                /** @description A readable name, such as an e-mail address */
                name: string | null;
            } | null;
            /** @description Old and new value of each field; both null for a secret that changed */
            changes: {
                [key: string]: {
                    before: unknown;
                    after: unknown;
                };
            };
        };
        AuditLog: {
            entries: components["schemas"]["AuditEntry"][];
            /** @description The `cursor` of the next page; null on the last page */
            nextCursor: string | null;
        };
        ListAuditLogReply: {
            /** @constant */
            success: true;
            data: components["schemas"]["AuditLog"];
            warnings?: string[];
        };
        LoginBody: {
            /** @example ada@example.com */
            email: string;
            /** @example correct horse battery staple */
            password: string;
        };
        LoginWithOidcBody: {
            /** @description An ID token exactly as the issuer returned it */
            token: string;
        };
        UpdateProfileBody: {
            /** @example Ada Lovelace */
            fullName?: string;
            preferences?: components["schemas"]["Preferences"];
        };
        ChangePasswordBody: {
            /** @example correct horse battery staple */
            currentPassword: string;
            /** @description Stored only as an argon2id hash */
            newPassword: string;
        };
        UpdateUserBody: {
            /** @enum {string} */
            plan?: "free" | "starter" | "pro" | "enterprise";
            /** @description Monthly credits that replace the plan's; null restores the plan's. Applies at once */
            monthlyCredits?: number | null;
            /** @description General requests (scrape, batch, search) that replace the plan's limit; null restores the plan's. Applies at once */
            rateLimit?: {
                requestsPerHour?: number;
                requestsPerDay?: number;
            } | null;
            /** @enum {string} */
            status?: "active" | "suspended";
            /** @enum {string} */
            role?: "user" | "admin";
            /** @example Ada Lovelace */
            fullName?: string;
            /** @description Stored only as an argon2id hash */
            password?: string;
        };
        AttributeQuery: {
            /** @description A tag name or CSS selector */
            selector: string;
            /** @example data-price */
            attribute: string;
        };
        /** @description Sent only to the origin of the URL, never to another origin after a redirect */
        Authentication: {
            /**
             * @description Default: bearer if a token is given
             * @enum {string}
             */
            type?: "basic" | "bearer";
            username?: string;
            password?: string;
            token?: string;
        };
        /** @description One step on the page */
        Action: {
            /**
             * @description `write` is the same as `input`; without a selector it types into the focused element. `scrape` returns `{url, html}` of the page at that moment
             * @enum {string}
             */
            type: "click" | "input" | "write" | "wait" | "screenshot" | "press" | "scroll" | "hover" | "select" | "executeJavascript" | "scrape";
            /** @description CSS selector; required by click, input, hover and select */
            selector?: string;
            /** @description Makes click click all matching elements, up to 50, instead of only the first */
            all?: boolean;
            /** @description The text that input types */
            text?: string;
            /** @description The value that select chooses, or the code that executeJavascript runs: an expression, or statements that `return` a result */
            value?: string;
            /** @description How long wait pauses, in milliseconds */
            milliseconds?: number;
            /** @description The key that press presses, such as Enter */
            key?: string;
            /**
             * @description Direction in which scroll moves
             * @enum {string}
             */
            direction?: "up" | "down" | "left" | "right";
            /** @description Distance that scroll moves, in pixels */
            pixels?: number;
            description?: string;
        };
        /** @description URL to notify when the job ends, or an object with the URL and the events to send. The event `job.completed` or `job.failed` is sent as a signed POST request and retried until it is accepted. Cancelled jobs send nothing */
        Webhook: string | {
            /**
             * Format: http-url
             * @example https://example.com/hooks/weir
             */
            url: string;
            /** @description Default: both */
            events?: ("job.completed" | "job.failed")[];
        };
        StartCheckoutBody: {
            /**
             * @description To move to the free plan, cancel the subscription
             * @enum {string}
             */
            plan: "starter" | "pro" | "enterprise";
            /** @enum {string} */
            billingPeriod: "monthly" | "yearly";
        };
        TurnDownBillingRequestBody: {
            /** @description Kept for the record */
            reason?: string;
        };
        EnrichmentRecord: {
            /**
             * @description Validated by the rules of RFC 5321
             * @example ceo@example.com
             */
            email: string;
            /** @description What is known about the row: data for answering the fields */
            additionalFields?: {
                [key: string]: unknown;
            };
        };
        /** @description What fills the schema */
        ExtractionAgent: {
            /** @description `structured` fills the schema from the page's structured data (JSON-LD, microdata, RDFa, meta, tables, labels), without a model. `recipe` uses selectors learned from a model's result on another page of the site, for the same schema and prompt. `auto` uses them if they work, and otherwise asks the model and learns from it. Any other value is the name of a model. Default: the server's model if there is one, otherwise `structured` */
            model?: string;
        };
        /** @description What to design a schema for: `url`, `description`, or both */
        GenerateSchemaBody: {
            /**
             * Format: http-url
             * @description URL of a page to design the schema for and test it on
             * @example https://example.com/
             */
            url?: string;
            /** @description The data to extract, in words */
            description?: string;
            /** @description Further instructions in words */
            prompt?: string;
            agent?: components["schemas"]["ExtractionAgent"];
        };
        FirecrawlFormat: {
            /**
             * @description One of markdown, html, rawHtml, links, images, screenshot, summary, json, attributes, changeTracking
             * @example markdown
             */
            type: string;
            /** @description Of `screenshot` */
            fullPage?: boolean;
            /** @description Of `screenshot` */
            viewport?: {
                width: number;
                height: number;
            };
            /** @description Of `screenshot`: has no effect, as it is a PNG */
            quality?: unknown;
            /** @description Of `json`: a JSON Schema */
            schema?: {
                [key: string]: unknown;
            };
            /** @description Of `json` */
            prompt?: string;
            /** @description Of `changeTracking`: only scrapes with the same tag are compared */
            tag?: string;
            /** @description Of `changeTracking`: `git-diff` returns a diff */
            modes?: string[];
            /** @description Of `attributes` */
            selectors?: {
                selector: string;
                attribute: string;
            }[];
        } & {
            [key: string]: unknown;
        };
        FirecrawlAction: {
            /** @enum {string} */
            type: "wait" | "click" | "write" | "press" | "scroll" | "screenshot" | "executeJavascript" | "scrape" | "pdf";
            /** @description Of `wait` */
            milliseconds?: number;
            /** @description Of `wait`, `click`, `write` and `scroll` */
            selector?: string;
            /** @description Of `click` */
            all?: boolean;
            /** @description Of `write`: typed into `selector`, or into the focused element */
            text?: string;
            /** @description Of `press` */
            key?: string;
            /**
             * @description Of `scroll`
             * @enum {string}
             */
            direction?: "up" | "down";
            /** @description Of `screenshot` */
            fullPage?: boolean;
            /** @description Of `executeJavascript` */
            script?: string;
        } & {
            [key: string]: unknown;
        };
        FirecrawlParser: {
            type: string;
            mode?: string;
            maxPages?: number;
        } & {
            [key: string]: unknown;
        };
        FirecrawlExtraction: {
            schema?: {
                [key: string]: unknown;
            };
            prompt?: string;
            systemPrompt?: string;
        };
        FirecrawlChangeTracking: {
            tag?: string;
            modes?: string[];
        } & {
            [key: string]: unknown;
        };
        /** @description The page to scrape and how to convert it */
        ScrapeByFirecrawlBody: {
            /**
             * Format: http-url
             * @description URL of the page
             * @example https://example.com/
             */
            url: string;
            /**
             * @description The formats to return. Default `markdown`
             * @example [
             *       "markdown",
             *       {
             *         "type": "screenshot",
             *         "fullPage": true
             *       }
             *     ]
             */
            formats?: (string | components["schemas"]["FirecrawlFormat"])[];
            /** @description Removes headers, footers and sidebars. Default true */
            onlyMainContent?: boolean;
            /** @description Tag names or CSS selectors: keeps only the matching elements */
            includeTags?: string[];
            /** @description Tag names or CSS selectors: removes the matching elements */
            excludeTags?: string[];
            /** @description Sent to the page */
            headers?: {
                [key: string]: string;
            };
            /** @description Milliseconds to wait after load, at most 30,000 */
            waitFor?: number;
            /** @description Milliseconds, from 1000 to 120,000 */
            timeout?: number;
            /** @description Emulates a mobile device */
            mobile?: boolean;
            /** @description Accepts any certificate. Default false */
            skipTlsVerification?: boolean;
            /** @description Steps to perform on the page, in order */
            actions?: components["schemas"]["FirecrawlAction"][];
            /** @description Location of the visitor */
            location?: {
                country?: string;
                languages?: string[];
            };
            /** @description `basic`; `stealth` and `enhanced` behave like an ordinary visitor */
            proxy?: string;
            /** @description Removes advertisements. Default true */
            blockAds?: boolean;
            /** @description Images embedded as Base64 are always removed */
            removeBase64Images?: boolean;
            /** @description Without a browser */
            fastMode?: boolean;
            /** @description Maximum age of a cached response in milliseconds */
            maxAge?: number;
            /** @description Milliseconds: reads only the cache, for a response at least this old */
            minAge?: number;
            /** @description Stores the response in the cache. Default true */
            storeInCache?: boolean;
            /** @description Stores nothing of the page; only for a single page */
            zeroDataRetention?: boolean;
            /** @description Documents are always read; of a PDF, `maxPages` pages */
            parsers?: (string | components["schemas"]["FirecrawlParser"])[];
            /** @description Has no effect: documents are always read */
            parsePDF?: boolean;
            jsonOptions?: components["schemas"]["FirecrawlExtraction"];
            changeTrackingOptions?: components["schemas"]["FirecrawlChangeTracking"];
            extract?: components["schemas"]["FirecrawlExtraction"];
            /** @description The client that sends the request */
            origin?: string;
            /** @description For whom the client sends the request */
            integration?: string;
        };
        FirecrawlWebhook: string | {
            /**
             * Format: http-url
             * @example https://example.com/hooks/crawl
             */
            url: string;
            /** @description Sent with each event */
            headers?: {
                [key: string]: string;
            };
            metadata?: {
                [key: string]: unknown;
            };
            events?: ("started" | "page" | "completed" | "failed")[];
        };
        /** @description The pages to scrape and how to convert them */
        StartBatchByFirecrawlBody: {
            /**
             * @example [
             *       "https://example.com/",
             *       "https://example.org/"
             *     ]
             */
            urls: string[];
            /** @description Ignores and lists entries that are not URLs; otherwise they are refused. Default true */
            ignoreInvalidURLs?: boolean;
            /** @description Number of pages at once, at most 10 */
            maxConcurrency?: number;
            webhook?: components["schemas"]["FirecrawlWebhook"];
            /**
             * @description The formats to return. Default `markdown`
             * @example [
             *       "markdown",
             *       {
             *         "type": "screenshot",
             *         "fullPage": true
             *       }
             *     ]
             */
            formats?: (string | components["schemas"]["FirecrawlFormat"])[];
            /** @description Removes headers, footers and sidebars. Default true */
            onlyMainContent?: boolean;
            /** @description Tag names or CSS selectors: keeps only the matching elements */
            includeTags?: string[];
            /** @description Tag names or CSS selectors: removes the matching elements */
            excludeTags?: string[];
            /** @description Sent to the page */
            headers?: {
                [key: string]: string;
            };
            /** @description Milliseconds to wait after load, at most 30,000 */
            waitFor?: number;
            /** @description Milliseconds, from 1000 to 120,000 */
            timeout?: number;
            /** @description Emulates a mobile device */
            mobile?: boolean;
            /** @description Accepts any certificate. Default false */
            skipTlsVerification?: boolean;
            /** @description Steps to perform on the page, in order */
            actions?: components["schemas"]["FirecrawlAction"][];
            /** @description Location of the visitor */
            location?: {
                country?: string;
                languages?: string[];
            };
            /** @description `basic`; `stealth` and `enhanced` behave like an ordinary visitor */
            proxy?: string;
            /** @description Removes advertisements. Default true */
            blockAds?: boolean;
            /** @description Images embedded as Base64 are always removed */
            removeBase64Images?: boolean;
            /** @description Without a browser */
            fastMode?: boolean;
            /** @description Maximum age of a cached response in milliseconds */
            maxAge?: number;
            /** @description Milliseconds: reads only the cache, for a response at least this old */
            minAge?: number;
            /** @description Stores the response in the cache. Default true */
            storeInCache?: boolean;
            /** @description Stores nothing of the page; only for a single page */
            zeroDataRetention?: boolean;
            /** @description Documents are always read; of a PDF, `maxPages` pages */
            parsers?: (string | components["schemas"]["FirecrawlParser"])[];
            /** @description Has no effect: documents are always read */
            parsePDF?: boolean;
            jsonOptions?: components["schemas"]["FirecrawlExtraction"];
            changeTrackingOptions?: components["schemas"]["FirecrawlChangeTracking"];
            extract?: components["schemas"]["FirecrawlExtraction"];
            /** @description The client that sends the request */
            origin?: string;
            /** @description For whom the client sends the request */
            integration?: string;
        };
        FirecrawlScrapeOptions: {
            /**
             * @description The formats to return. Default `markdown`
             * @example [
             *       "markdown",
             *       {
             *         "type": "screenshot",
             *         "fullPage": true
             *       }
             *     ]
             */
            formats?: (string | components["schemas"]["FirecrawlFormat"])[];
            /** @description Removes headers, footers and sidebars. Default true */
            onlyMainContent?: boolean;
            /** @description Tag names or CSS selectors: keeps only the matching elements */
            includeTags?: string[];
            /** @description Tag names or CSS selectors: removes the matching elements */
            excludeTags?: string[];
            /** @description Sent to the page */
            headers?: {
                [key: string]: string;
            };
            /** @description Milliseconds to wait after load, at most 30,000 */
            waitFor?: number;
            /** @description Milliseconds, from 1000 to 120,000 */
            timeout?: number;
            /** @description Emulates a mobile device */
            mobile?: boolean;
            /** @description Accepts any certificate. Default false */
            skipTlsVerification?: boolean;
            /** @description Steps to perform on the page, in order */
            actions?: components["schemas"]["FirecrawlAction"][];
            /** @description Location of the visitor */
            location?: {
                country?: string;
                languages?: string[];
            } & {
                [key: string]: unknown;
            };
            /** @description `basic`; `stealth` and `enhanced` behave like an ordinary visitor */
            proxy?: string;
            /** @description Removes advertisements. Default true */
            blockAds?: boolean;
            /** @description Images embedded as Base64 are always removed */
            removeBase64Images?: boolean;
            /** @description Without a browser */
            fastMode?: boolean;
            /** @description Maximum age of a cached response in milliseconds */
            maxAge?: number;
            /** @description Milliseconds: reads only the cache, for a response at least this old */
            minAge?: number;
            /** @description Stores the response in the cache. Default true */
            storeInCache?: boolean;
            /** @description Stores nothing of the page; only for a single page */
            zeroDataRetention?: boolean;
            /** @description Documents are always read; of a PDF, `maxPages` pages */
            parsers?: (string | components["schemas"]["FirecrawlParser"])[];
            /** @description Has no effect: documents are always read */
            parsePDF?: boolean;
            jsonOptions?: components["schemas"]["FirecrawlExtraction"];
            changeTrackingOptions?: components["schemas"]["FirecrawlChangeTracking"];
            extract?: components["schemas"]["FirecrawlExtraction"];
            /** @description The client that sends the request */
            origin?: string;
            /** @description For whom the client sends the request */
            integration?: string;
        };
        PreviewCrawlByFirecrawlBody: {
            /**
             * Format: http-url
             * @description URL of the page
             * @example https://example.com/
             */
            url: string;
            /** @example The documentation */
            prompt: string;
            /** @description The client that sends the request */
            origin?: string;
            /** @description For whom the client sends the request */
            integration?: string;
        };
        /** @description What to search for, and how to convert the results */
        SearchByFirecrawlBody: {
            /** @example tea kettles */
            query: string;
            /** @description Maximum number of results, up to 20 */
            limit?: number;
            /** @description `web`, `news`, `images`; a `tbs` of one of them applies to all */
            sources?: (string | {
                type: string;
                /** @description Maximum age of the results */
                tbs?: string;
                /** @description Location of the results, in words */
                location?: string;
            })[];
            /** @description Has no effect: sites of all categories are searched */
            categories?: (string | {
                type: string;
            })[];
            /** @description Returns only results from these domains */
            includeDomains?: string[];
            /** @description Returns no results from these domains */
            excludeDomains?: string[];
            /** @description Maximum age of the results */
            tbs?: string;
            /** @description BCP 47 tag of the language of the results */
            lang?: string;
            /** @description ISO 3166 code of the country of the results */
            country?: string;
            /** @description Location of the results, in words */
            location?: string;
            /** @description Milliseconds for each scraped result */
            timeout?: number;
            /** @description Has no effect: results are always URLs */
            ignoreInvalidURLs?: boolean;
            scrapeOptions?: components["schemas"]["FirecrawlScrapeOptions"];
            /** @description The client that sends the request */
            origin?: string;
            /** @description For whom the client sends the request */
            integration?: string;
        };
        /** @description The pages, and the schema to fill from all of them */
        StartExtractByFirecrawlBody: {
            /**
             * @description URLs of pages; a URL that ends in `/*` is a site, whose most informative pages are read
             * @example [
             *       "https://example.com/"
             *     ]
             */
            urls?: string[];
            prompt?: string;
            /** @description JSON Schema of the data to extract */
            schema?: {
                [key: string]: unknown;
            };
            systemPrompt?: string;
            /** @description Returns the pages that the data comes from */
            showSources?: boolean;
            /** @description Ignores and lists entries that are not URLs */
            ignoreInvalidURLs?: boolean;
            /** @description Has no effect */
            allowExternalLinks?: boolean;
            /** @description Has no effect */
            enableWebSearch?: boolean;
            /** @description Has no effect: subdomains are always included */
            includeSubdomains?: boolean;
            scrapeOptions?: components["schemas"]["FirecrawlScrapeOptions"];
            webhook?: components["schemas"]["FirecrawlWebhook"];
            /** @description The client that sends the request */
            origin?: string;
            /** @description For whom the client sends the request */
            integration?: string;
        };
        /** @description The page to scrape and how to convert it */
        ScrapeByFirecrawl1Body: {
            /**
             * Format: http-url
             * @description URL of the page
             * @example https://example.com/
             */
            url: string;
            /**
             * @description The formats to return. Default `markdown`
             * @example [
             *       "markdown",
             *       {
             *         "type": "screenshot",
             *         "fullPage": true
             *       }
             *     ]
             */
            formats?: (string | components["schemas"]["FirecrawlFormat"])[];
            /** @description Removes headers, footers and sidebars. Default true */
            onlyMainContent?: boolean;
            /** @description Tag names or CSS selectors: keeps only the matching elements */
            includeTags?: string[];
            /** @description Tag names or CSS selectors: removes the matching elements */
            excludeTags?: string[];
            /** @description Sent to the page */
            headers?: {
                [key: string]: string;
            };
            /** @description Milliseconds to wait after load, at most 30,000 */
            waitFor?: number;
            /** @description Milliseconds, from 1000 to 120,000 */
            timeout?: number;
            /** @description Emulates a mobile device */
            mobile?: boolean;
            /** @description Accepts any certificate. Default false */
            skipTlsVerification?: boolean;
            /** @description Steps to perform on the page, in order */
            actions?: components["schemas"]["FirecrawlAction"][];
            /** @description Location of the visitor */
            location?: {
                country?: string;
                languages?: string[];
            };
            /** @description `basic`; `stealth` and `enhanced` behave like an ordinary visitor */
            proxy?: string;
            /** @description Removes advertisements. Default true */
            blockAds?: boolean;
            /** @description Images embedded as Base64 are always removed */
            removeBase64Images?: boolean;
            /** @description Without a browser */
            fastMode?: boolean;
            /** @description Maximum age of a cached response in milliseconds */
            maxAge?: number;
            /** @description Milliseconds: reads only the cache, for a response at least this old */
            minAge?: number;
            /** @description Stores the response in the cache. Default true */
            storeInCache?: boolean;
            /** @description Stores nothing of the page; only for a single page */
            zeroDataRetention?: boolean;
            /** @description Documents are always read; of a PDF, `maxPages` pages */
            parsers?: (string | components["schemas"]["FirecrawlParser"])[];
            /** @description Has no effect: documents are always read */
            parsePDF?: boolean;
            jsonOptions?: components["schemas"]["FirecrawlExtraction"];
            changeTrackingOptions?: components["schemas"]["FirecrawlChangeTracking"];
            extract?: components["schemas"]["FirecrawlExtraction"];
            /** @description The client that sends the request */
            origin?: string;
            /** @description For whom the client sends the request */
            integration?: string;
        };
        /** @description The pages to scrape and how to convert them */
        StartBatchByFirecrawl1Body: {
            /**
             * @example [
             *       "https://example.com/",
             *       "https://example.org/"
             *     ]
             */
            urls: string[];
            /** @description Ignores and lists entries that are not URLs; otherwise they are refused. Default true */
            ignoreInvalidURLs?: boolean;
            /** @description Number of pages at once, at most 10 */
            maxConcurrency?: number;
            webhook?: components["schemas"]["FirecrawlWebhook"];
            /**
             * @description The formats to return. Default `markdown`
             * @example [
             *       "markdown",
             *       {
             *         "type": "screenshot",
             *         "fullPage": true
             *       }
             *     ]
             */
            formats?: (string | components["schemas"]["FirecrawlFormat"])[];
            /** @description Removes headers, footers and sidebars. Default true */
            onlyMainContent?: boolean;
            /** @description Tag names or CSS selectors: keeps only the matching elements */
            includeTags?: string[];
            /** @description Tag names or CSS selectors: removes the matching elements */
            excludeTags?: string[];
            /** @description Sent to the page */
            headers?: {
                [key: string]: string;
            };
            /** @description Milliseconds to wait after load, at most 30,000 */
            waitFor?: number;
            /** @description Milliseconds, from 1000 to 120,000 */
            timeout?: number;
            /** @description Emulates a mobile device */
            mobile?: boolean;
            /** @description Accepts any certificate. Default false */
            skipTlsVerification?: boolean;
            /** @description Steps to perform on the page, in order */
            actions?: components["schemas"]["FirecrawlAction"][];
            /** @description Location of the visitor */
            location?: {
                country?: string;
                languages?: string[];
            };
            /** @description `basic`; `stealth` and `enhanced` behave like an ordinary visitor */
            proxy?: string;
            /** @description Removes advertisements. Default true */
            blockAds?: boolean;
            /** @description Images embedded as Base64 are always removed */
            removeBase64Images?: boolean;
            /** @description Without a browser */
            fastMode?: boolean;
            /** @description Maximum age of a cached response in milliseconds */
            maxAge?: number;
            /** @description Milliseconds: reads only the cache, for a response at least this old */
            minAge?: number;
            /** @description Stores the response in the cache. Default true */
            storeInCache?: boolean;
            /** @description Stores nothing of the page; only for a single page */
            zeroDataRetention?: boolean;
            /** @description Documents are always read; of a PDF, `maxPages` pages */
            parsers?: (string | components["schemas"]["FirecrawlParser"])[];
            /** @description Has no effect: documents are always read */
            parsePDF?: boolean;
            jsonOptions?: components["schemas"]["FirecrawlExtraction"];
            changeTrackingOptions?: components["schemas"]["FirecrawlChangeTracking"];
            extract?: components["schemas"]["FirecrawlExtraction"];
            /** @description The client that sends the request */
            origin?: string;
            /** @description For whom the client sends the request */
            integration?: string;
        };
        /** @description What to search for, and how to convert the results */
        SearchByFirecrawl1Body: {
            /** @example tea kettles */
            query: string;
            /** @description Maximum number of results, up to 20 */
            limit?: number;
            /** @description `web`, `news`, `images`; a `tbs` of one of them applies to all */
            sources?: (string | {
                type: string;
                /** @description Maximum age of the results */
                tbs?: string;
                /** @description Location of the results, in words */
                location?: string;
            })[];
            /** @description Has no effect: sites of all categories are searched */
            categories?: (string | {
                type: string;
            })[];
            /** @description Returns only results from these domains */
            includeDomains?: string[];
            /** @description Returns no results from these domains */
            excludeDomains?: string[];
            /** @description Maximum age of the results */
            tbs?: string;
            /** @description BCP 47 tag of the language of the results */
            lang?: string;
            /** @description ISO 3166 code of the country of the results */
            country?: string;
            /** @description Location of the results, in words */
            location?: string;
            /** @description Milliseconds for each scraped result */
            timeout?: number;
            /** @description Has no effect: results are always URLs */
            ignoreInvalidURLs?: boolean;
            scrapeOptions?: components["schemas"]["FirecrawlScrapeOptions"];
            /** @description The client that sends the request */
            origin?: string;
            /** @description For whom the client sends the request */
            integration?: string;
        };
        /** @description The pages, and the schema to fill from all of them */
        StartExtractByFirecrawl1Body: {
            /**
             * @description URLs of pages; a URL that ends in `/*` is a site, whose most informative pages are read
             * @example [
             *       "https://example.com/"
             *     ]
             */
            urls?: string[];
            prompt?: string;
            /** @description JSON Schema of the data to extract */
            schema?: {
                [key: string]: unknown;
            };
            systemPrompt?: string;
            /** @description Returns the pages that the data comes from */
            showSources?: boolean;
            /** @description Ignores and lists entries that are not URLs */
            ignoreInvalidURLs?: boolean;
            /** @description Has no effect */
            allowExternalLinks?: boolean;
            /** @description Has no effect */
            enableWebSearch?: boolean;
            /** @description Has no effect: subdomains are always included */
            includeSubdomains?: boolean;
            scrapeOptions?: components["schemas"]["FirecrawlScrapeOptions"];
            webhook?: components["schemas"]["FirecrawlWebhook"];
            /** @description The client that sends the request */
            origin?: string;
            /** @description For whom the client sends the request */
            integration?: string;
        };
        /** @description Who is notified of changes and failures */
        MonitorNotifications: {
            /**
             * Format: email
             * @description Receives an e-mail
             * @example you@example.com
             */
            email?: string;
            /**
             * Format: http-url
             * @description Receives `monitor.changed` and `monitor.failed`, signed; see the deliveries of webhooks
             * @example https://example.com/hooks/weir
             */
            webhook?: string;
            /** @description A topic of an ntfy server */
            ntfy?: {
                /**
                 * Format: http-url
                 * @description URL of a topic
                 * @example https://ntfy.sh/my-pages
                 */
                url: string;
                /** @description Access token of the server */
                token?: string;
            };
            /**
             * Format: http-url
             * @description An incoming webhook of Slack, or of a compatible service: Mattermost, Rocket.Chat, Discord (`/slack`)
             */
            slack?: string;
            /** @description A chat that a Telegram bot can write to */
            telegram?: {
                /** @description Token of the bot */
                token: string;
                /**
                 * @description Id of the chat, or name of a channel
                 * @example 123456789
                 */
                chatId: string;
            };
        };
        /** @description What to watch, what counts as a change, and every scrape parameter; `maxAge` is always 0 */
        MonitorOptions: {
            /** @description The formats to return, each in a field of its own name. Takes precedence over `format` */
            formats?: ("markdown" | "html" | "rawHtml" | "text" | "json" | "structured" | "links" | "screenshot" | "screenshot@fullPage" | "pdf" | "extract" | "images" | "attributes" | "summary" | "changeTracking")[];
            /**
             * @description A single format; `formats` takes precedence. Default: `markdown`
             * @enum {string}
             */
            format?: "markdown" | "html" | "rawHtml" | "text" | "json" | "structured" | "links" | "screenshot" | "screenshot@fullPage" | "pdf" | "extract" | "images" | "attributes" | "summary" | "changeTracking";
            /** @description Watches only the main content. Default: true, or false if there is a `selector` */
            onlyMainContent?: boolean;
            /** @description If false, the metadata has only `url`, `statusCode`, `contentType`, `extractedAt`, `processingTime` and `creditsUsed` */
            includeMetadata?: boolean;
            /** @description Keeps hyperlinks in the converted text. The format `links` returns the list of links */
            includeLinks?: boolean;
            /** @description Keeps images in the converted text */
            includeImages?: boolean;
            /** @description Removes advertisements */
            removeAds?: boolean;
            /** @description Removes scripts from `html` */
            removeScripts?: boolean;
            /** @description Removes style sheets and style attributes from `html` */
            removeStyles?: boolean;
            /** @description Tag names or CSS selectors: keeps only the matching elements */
            includeTags?: string[];
            /** @description Tag names or CSS selectors: removes the matching elements, after `includeTags` is applied */
            excludeTags?: string[];
            /** @description The same as `includeTags` */
            onlyIncludeTags?: string[];
            /** @description The same as `excludeTags` */
            removeTags?: string[];
            /** @description Returns the attributes, exactly as written in the page, of all elements that match a selector. Adds the format `attributes` */
            attributes?: components["schemas"]["AttributeQuery"][];
            /** @description Removes content that a language model does not need: boilerplate, tracking parameters and images without a description */
            llmOptimization?: boolean;
            /** @description Makes the URLs of links and images absolute */
            replaceAllPathsWithAbsolutePaths?: boolean;
            /**
             * @description `raw` makes the format `html` identical to `rawHtml`
             * @enum {string}
             */
            htmlFormat?: "cleaned" | "raw";
            /** @description Removes any remaining markup from the textual formats */
            stripHtml?: boolean;
            /** @description The same as the format `screenshot`. At most 16,384 pixels per side and 33 million pixels in total. Costs extra */
            includeScreenshot?: boolean;
            /** @enum {string} */
            screenshotType?: "viewport" | "fullpage";
            /** @description The same as the format `pdf`. At most 200 pages. Costs extra */
            includePdf?: boolean;
            /** @description Maximum number of pages to read from a PDF; `metadata.pageCount` is the number of pages that it has */
            pdfPages?: number;
            /** @description Accepted but has no effect: a PDF is always read as a document */
            parsePdf?: boolean;
            /**
             * @description The engine that fetches the page. Default: the cheapest engine that supports the request, `lightweight` first
             * @enum {string}
             */
            engine?: "lightweight" | "browser_a" | "chromium" | "stealth" | "browser_b" | "firefox";
            /** @description Emulates a mobile device: viewport, user agent and touch */
            mobile?: boolean;
            userAgent?: string;
            /** @description Custom request headers */
            headers?: {
                [key: string]: string;
            };
            authentication?: components["schemas"]["Authentication"];
            /** @description Location of the visitor */
            location?: {
                /**
                 * @description ISO 3166 country code: sets the locale, the time zone and, with a proxy pool, the exit country
                 * @example DE
                 */
                country?: string;
                languages?: string[];
            };
            /** @description Sends the requests through the proxy pool */
            useProxy?: boolean;
            /** @description Accepts any TLS certificate */
            skipTlsVerification?: boolean;
            /** @description Runs the page's scripts */
            javascript?: boolean;
            /** @description Behaves like an ordinary visitor, and escalates from basic to advanced to maximum when it meets a bot challenge */
            stealth?: boolean;
            /** @description Size in CSS pixels */
            viewport?: {
                width: number;
                height: number;
            };
            /** @description CSS selector to wait for */
            waitForSelector?: string;
            /** @description Steps to perform on the page, in order */
            actions?: components["schemas"]["Action"][];
            /** @description JavaScript to run on the page: an expression, or statements that `return` a result. It is in `metadata.executeJS`, up to 1,048,576 characters of JSON */
            executeJS?: string;
            /** @description Milliseconds to wait after the page has loaded, in a browser */
            waitFor?: number;
            /** @description Seconds. The older name of `waitFor` */
            waitTime?: number;
            /** @description Time limit for the whole request, in milliseconds */
            timeout?: number;
            /** @description AI extraction */
            extract?: {
                /** @description JSON Schema of the data to extract */
                schema?: {
                    [key: string]: unknown;
                };
                systemPrompt?: string;
                prompt?: string;
            };
            /** @description AI extraction by a named model */
            agent?: {
                model?: string;
                prompt?: string;
            };
            /** @description With `jsonSchema`: the same as `extract.schema` */
            enableJsonExtraction?: boolean;
            /** @description A JSON Schema as text */
            jsonSchema?: string;
            /**
             * @description Priority among your account's own work
             * @enum {string}
             */
            priority?: "low" | "medium" | "high";
            /** @description Maximum age of a cached response in days; fractions are allowed, and 0 always fetches the page. A cached response costs the same and has `cached`. Accounts share only cached pages that reveal nothing about who requested them. A missing page (404, 410) is cached for a day; refusals, rate limits and failures are always fetched again. */
            maxAge?: number;
            /** @description Minimum age in days. Reads only the cache, for a response at least this old and not older than `maxAge`; the site is not contacted. If there is none: 404 `not_cached`, which costs nothing */
            minAge?: number;
            /** @description Compares the page with its previous version seen by your account: adds the formats `changeTracking` and `markdown`. The page is always fetched again, whatever the cache holds. Only scrapes that request the page in the same way (engine, headers, parts of the page) are compared: batch and crawl have other defaults than scrape, so their versions are separate */
            changeTracking?: {
                /**
                 * @description Only scrapes with the same tag are compared with each other
                 * @example weekly
                 */
                tag?: string;
            };
            /** @description If false, the response is not stored in the cache */
            storeInCache?: boolean;
            /** @description Stores none of the page's content after the response is sent: not in the cache, the archive or the index of local search. Screenshots and PDFs are not available because they are stored as files. Not allowed for jobs, for monitors and with an `Idempotency-Key`, as these store responses */
            zeroRetention?: boolean;
            /** @description If false, snapshots are stored and nothing is compared. Default: true */
            detectChanges?: boolean;
            /** @description Share of the text that must change: values up to 1 are a fraction (1 is the whole text), values above 1 are percent. Default: 0, any change */
            threshold?: number;
            /** @description CSS selector of the part to watch */
            selector?: string;
            /**
             * @description Regular expressions that are matched against each line: the matching text is not compared. Lookaround and backreferences are not supported
             * @example [
             *       "\\d+ visitors"
             *     ]
             */
            ignore?: string[];
            notifications?: components["schemas"]["MonitorNotifications"];
        };
        /** @description The page to watch, the schedule, and who is notified */
        CreateMonitorBody: {
            /**
             * Format: http-url
             * @description URL of the page
             * @example https://example.com/
             */
            url: string;
            /** @example Prices of example.com */
            name: string;
            /**
             * @description Cron expression: minute, hour, day of the month, month, day of the week. At most once a minute
             * @example *\/30 * * * *
             */
            schedule: string;
            /**
             * @description IANA time zone. Default: UTC
             * @example Europe/Berlin
             */
            timezone?: string;
            tags?: string[];
            /**
             * @description `paused` stops the schedule
             * @enum {string}
             */
            status?: "active" | "paused";
            options?: components["schemas"]["MonitorOptions"];
        };
        /** @description The fields to change. Only the named `options` change; `notifications` are replaced as a whole */
        UpdateMonitorBody: {
            /**
             * Format: http-url
             * @description URL of the page
             * @example https://example.com/
             */
            url?: string;
            /** @example Prices of example.com */
            name?: string;
            /**
             * @description Cron expression: minute, hour, day of the month, month, day of the week. At most once a minute
             * @example *\/30 * * * *
             */
            schedule?: string;
            /**
             * @description IANA time zone. Default: UTC
             * @example Europe/Berlin
             */
            timezone?: string;
            tags?: string[];
            options?: components["schemas"]["MonitorOptions"];
            /**
             * @description `paused` stops the schedule
             * @enum {string}
             */
            status?: "active" | "paused";
        };
        ImportedMonitor: {
            /**
             * Format: http-url
             * @description URL of the page
             * @example https://example.com/
             */
            url: string;
            /** @example Prices of example.com */
            name: string;
            /**
             * @description Cron expression: minute, hour, day of the month, month, day of the week. At most once a minute
             * @example *\/30 * * * *
             */
            schedule: string;
            /**
             * @description IANA time zone. Default: UTC
             * @example Europe/Berlin
             */
            timezone?: string;
            tags?: string[];
            /**
             * @description `paused` stops the schedule
             * @enum {string}
             */
            status?: "active" | "paused";
            options?: components["schemas"]["MonitorOptions"];
            hiddenOptions?: string[];
        };
        /** @description The result of an export */
        ImportMonitorsBody: {
            monitors: components["schemas"]["ImportedMonitor"][];
        };
        TestWebhookBody: {
            /**
             * Format: http-url
             * @description URL of the receiver
             * @example https://example.com/hooks/weir
             */
            url: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: {
        LoginBody: {
            content: {
                "application/json": components["schemas"]["LoginBody"];
            };
        };
        LoginWithOidcBody: {
            content: {
                "application/json": components["schemas"]["LoginWithOidcBody"];
            };
        };
        CreateApiKeyBody: {
            content: {
                "application/json": {
                    /**
                     * @description A name that helps you recognize the key
                     * @default API key
                     */
                    name?: string;
                    /**
                     * @description What the key may do: the name of each capability (`scrape`, `batch`, `crawl`, `map`, `search`, `extract`, `enrichment`, `archive`, `monitors`, `results`), `account`, `admin` (administrators only), or `*` (default) for everything that you may do yourself. Pro and enterprise plans only
                     * @example [
                     *       "scrape",
                     *       "extract"
                     *     ]
                     */
                    permissions?: string[];
                    /** @description Applies in addition to the plan's limits, to everything except account and status requests. Pro and enterprise plans only */
                    rateLimit?: {
                        requestsPerHour?: number;
                        requestsPerDay?: number;
                    };
                    /**
                     * Format: date-time
                     * @description When the key expires; it then gives `key_expired`. Default: the key does not expire
                     * @example 2026-01-31T12:00:00.000Z
                     */
                    expiresAt?: string;
                    /**
                     * @description The only networks or IP addresses from which the key may be used. Enterprise plan only
                     * @example [
                     *       "203.0.113.0/24",
                     *       "2001:db8::/32"
                     *     ]
                     */
                    allowedIps?: string[];
                    /** @description Allows only GET requests. Enterprise plan only */
                    readOnly?: boolean;
                    /**
                     * @description The only paths for which the key may be used; `*` matches anything, including slashes. Enterprise plan only
                     * @example [
                     *       "/v1/scrape",
                     *       "/v1/jobs/*"
                     *     ]
                     */
                    endpoints?: string[];
                };
            };
        };
        UpdateProfileBody: {
            content: {
                "application/json": components["schemas"]["UpdateProfileBody"];
            };
        };
        ChangePasswordBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordBody"];
            };
        };
        AddUserBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @example ada@example.com
                     */
                    email: string;
                    /** @description Stored only as an argon2id hash */
                    password?: string;
                    /** @example Ada Lovelace */
                    fullName?: string;
                    /**
                     * @default free
                     * @enum {string}
                     */
                    plan?: "free" | "starter" | "pro" | "enterprise";
                    /**
                     * @default user
                     * @enum {string}
                     */
                    role?: "user" | "admin";
                };
            };
        };
        UpdateUserBody: {
            content: {
                "application/json": components["schemas"]["UpdateUserBody"];
            };
        };
        SearchArchiveBody: {
            content: {
                "application/json": {
                    /**
                     * Format: http-url
                     * @description The URL to look up in the archive
                     * @example https://example.com/
                     */
                    url: string;
                    /**
                     * @description Returns the snapshots nearest to this day, nearest first (`YYYYMMDD`, UTC)
                     * @example 20210316
                     */
                    timestamp?: string;
                    dateRange?: components["schemas"]["ArchiveDateRange"];
                    /**
                     * @description Maximum number of snapshots. Without `timestamp`, the oldest are returned, in chronological order
                     * @default 50
                     */
                    limit?: number;
                    /**
                     * @description The archive to use. `primary_archive`: the Wayback Machine. `secondary_archive`: another CDX server, Arquivo.pt unless the operator set another one. `memento`: many archives at once, through the Memento protocol. `local`: the pages that your account has scraped, if the operator stores them
                     * @default primary_archive
                     * @enum {string}
                     */
                    provider?: "primary_archive" | "secondary_archive" | "memento" | "local";
                    /**
                     * @description Reads the first ten snapshots of the response and adds `title`, `language` and `headers`, if the archive has them
                     * @default false
                     */
                    includeMetadata?: boolean;
                    /**
                     * @description With `timestamp`: whether snapshots of other days may be returned. If false, only those of that day
                     * @default true
                     */
                    fallbackToClosest?: boolean;
                };
            };
        };
        GetSnapshotBody: {
            content: {
                "application/json": {
                    /**
                     * Format: http-url
                     * @description The URL to look up in the archive
                     * @example https://example.com/
                     */
                    url: string;
                    /**
                     * @description Returns the snapshot of this moment, or the nearest one (`YYYYMMDDHHMMSS`, UTC)
                     * @example 20210317120000
                     */
                    timestamp: string;
                    /**
                     * @description The archive to use. `primary_archive`: the Wayback Machine. `secondary_archive`: another CDX server, Arquivo.pt unless the operator set another one. `memento`: many archives at once, through the Memento protocol. `local`: the pages that your account has scraped, if the operator stores them
                     * @default primary_archive
                     * @enum {string}
                     */
                    provider?: "primary_archive" | "secondary_archive" | "memento" | "local";
                };
            };
        };
        CheckArchiveBody: {
            content: {
                "application/json": {
                    /**
                     * Format: http-url
                     * @description The URL to look up in the archive
                     * @example https://example.com/
                     */
                    url: string;
                    /**
                     * @description `closestDate` is the nearest to this day; default: the latest (`YYYYMMDD`, UTC)
                     * @example 20210316
                     */
                    timestamp?: string;
                    /**
                     * @description The archive to use. `primary_archive`: the Wayback Machine. `secondary_archive`: another CDX server, Arquivo.pt unless the operator set another one. `memento`: many archives at once, through the Memento protocol. `local`: the pages that your account has scraped, if the operator stores them
                     * @default primary_archive
                     * @enum {string}
                     */
                    provider?: "primary_archive" | "secondary_archive" | "memento" | "local";
                };
            };
        };
        BuildTimelineBody: {
            content: {
                "application/json": {
                    /**
                     * Format: http-url
                     * @description The URL to look up in the archive
                     * @example https://example.com/
                     */
                    url: string;
                    dateRange: components["schemas"]["ArchiveDateRange"];
                    /**
                     * @description Length of a period
                     * @default month
                     * @enum {string}
                     */
                    granularity?: "day" | "week" | "month" | "year";
                    /**
                     * @description The archive to use. `primary_archive`: the Wayback Machine. `secondary_archive`: another CDX server, Arquivo.pt unless the operator set another one. `memento`: many archives at once, through the Memento protocol. `local`: the pages that your account has scraped, if the operator stores them
                     * @default primary_archive
                     * @enum {string}
                     */
                    provider?: "primary_archive" | "secondary_archive" | "memento" | "local";
                };
            };
        };
        StartBatchBody: {
            content: {
                "application/json": {
                    /**
                     * @description The URLs to scrape, up to the limit of the plan: 10, 50 or 100
                     * @example [
                     *       "https://example.com/",
                     *       "https://example.org/"
                     *     ]
                     */
                    urls: string[];
                    /** @description The formats to return, as on a scrape, each in a field of its own name. Takes precedence over `format` */
                    formats?: ("markdown" | "html" | "rawHtml" | "text" | "json" | "structured" | "links" | "screenshot" | "screenshot@fullPage" | "pdf" | "extract" | "images" | "attributes" | "summary" | "changeTracking")[];
                    /**
                     * @description Format of `content`
                     * @default json
                     * @enum {string}
                     */
                    format?: "markdown" | "html" | "text" | "json";
                    /**
                     * @description Removes headers, footers and sidebars
                     * @default false
                     */
                    onlyMainContent?: boolean;
                    /**
                     * @description If false, the metadata has only `url`, `statusCode`, `contentType`, `extractedAt`, `processingTime` and `creditsUsed`
                     * @default true
                     */
                    includeMetadata?: boolean;
                    /**
                     * @description Keeps hyperlinks in the converted text. The format `links` returns the list of links
                     * @default true
                     */
                    includeLinks?: boolean;
                    /**
                     * @description Keeps images in the converted text
                     * @default false
                     */
                    includeImages?: boolean;
                    /**
                     * @description Removes advertisements
                     * @default false
                     */
                    removeAds?: boolean;
                    /**
                     * @description Removes scripts from `html`
                     * @default false
                     */
                    removeScripts?: boolean;
                    /**
                     * @description Removes style sheets and style attributes from `html`
                     * @default false
                     */
                    removeStyles?: boolean;
                    /** @description Tag names or CSS selectors: keeps only the matching elements */
                    includeTags?: string[];
                    /** @description Tag names or CSS selectors: removes the matching elements, after `includeTags` is applied */
                    excludeTags?: string[];
                    /** @description The same as `includeTags` */
                    onlyIncludeTags?: string[];
                    /** @description The same as `excludeTags` */
                    removeTags?: string[];
                    /** @description Returns the attributes, exactly as written in the page, of all elements that match a selector. Adds the format `attributes` */
                    attributes?: components["schemas"]["AttributeQuery"][];
                    /**
                     * @description Removes content that a language model does not need: boilerplate, tracking parameters and images without a description
                     * @default false
                     */
                    llmOptimization?: boolean;
                    /**
                     * @description Makes the URLs of links and images absolute
                     * @default false
                     */
                    replaceAllPathsWithAbsolutePaths?: boolean;
                    /**
                     * @description `raw` makes the format `html` identical to `rawHtml`
                     * @default cleaned
                     * @enum {string}
                     */
                    htmlFormat?: "cleaned" | "raw";
                    /**
                     * @description Removes any remaining markup from the textual formats
                     * @default false
                     */
                    stripHtml?: boolean;
                    /**
                     * @description The same as the format `screenshot`. At most 16,384 pixels per side and 33 million pixels in total. Costs extra
                     * @default false
                     */
                    includeScreenshot?: boolean;
                    /**
                     * @default viewport
                     * @enum {string}
                     */
                    screenshotType?: "viewport" | "fullpage";
                    /**
                     * @description The same as the format `pdf`. At most 200 pages. Costs extra
                     * @default false
                     */
                    includePdf?: boolean;
                    /** @description Maximum number of pages to read from a PDF; `metadata.pageCount` is the number of pages that it has */
                    pdfPages?: number;
                    /**
                     * @description Accepted but has no effect: a PDF is always read as a document
                     * @default false
                     */
                    parsePdf?: boolean;
                    /** @description The engine that fetches the page. Default: the cheapest engine that supports the request, `lightweight` first */
                    engine?: string;
                    /**
                     * @description Emulates a mobile device: viewport, user agent and touch
                     * @default false
                     */
                    mobile?: boolean;
                    userAgent?: string;
                    /** @description Custom request headers */
                    headers?: {
                        [key: string]: string;
                    };
                    authentication?: components["schemas"]["Authentication"];
                    /** @description Location of the visitor */
                    location?: {
                        /**
                         * @description ISO 3166 country code: sets the locale, the time zone and, with a proxy pool, the exit country
                         * @example DE
                         */
                        country?: string;
                        languages?: string[];
                    };
                    /**
                     * @description Sends the requests through the proxy pool
                     * @default false
                     */
                    useProxy?: boolean;
                    /**
                     * @description Accepts any TLS certificate
                     * @default false
                     */
                    skipTlsVerification?: boolean;
                    /**
                     * @description Runs the page's scripts
                     * @default false
                     */
                    javascript?: boolean;
                    /**
                     * @description Behaves like an ordinary visitor, and escalates from basic to advanced to maximum when it meets a bot challenge
                     * @default false
                     */
                    stealth?: boolean;
                    /** @description Size in CSS pixels */
                    viewport?: {
                        width: number;
                        height: number;
                    };
                    /** @description CSS selector to wait for */
                    waitForSelector?: string;
                    /** @description Steps to perform on the page, in order */
                    actions?: components["schemas"]["Action"][];
                    /** @description JavaScript to run on the page: an expression, or statements that `return` a result. It is in `metadata.executeJS`, up to 1,048,576 characters of JSON */
                    executeJS?: string;
                    /**
                     * @description Milliseconds to wait after the page has loaded, in a browser
                     * @default 0
                     */
                    waitFor?: number;
                    /**
                     * @description Milliseconds to wait after the page has loaded, in a browser; `waitFor` takes precedence
                     * @default 1000
                     */
                    waitTime?: number;
                    /**
                     * @description Time limit for each page, in milliseconds
                     * @default 30000
                     */
                    timeout?: number;
                    /** @description AI extraction */
                    extract?: {
                        /** @description JSON Schema of the data to extract */
                        schema?: {
                            [key: string]: unknown;
                        };
                        systemPrompt?: string;
                        prompt?: string;
                    };
                    /** @description AI extraction by a named model */
                    agent?: {
                        model?: string;
                        prompt?: string;
                    };
                    /**
                     * @description With `jsonSchema`: the same as `extract.schema`
                     * @default false
                     */
                    enableJsonExtraction?: boolean;
                    /** @description A JSON Schema as text */
                    jsonSchema?: string;
                    /**
                     * @description Priority among your account's own work. `high` requires the pro or enterprise plan
                     * @default low
                     * @enum {string}
                     */
                    priority?: "low" | "normal" | "high";
                    /**
                     * @description Maximum age of a cached response in days; fractions are allowed, and 0 always fetches the page. A cached response costs the same and has `cached`. Accounts share only cached pages that reveal nothing about who requested them. A missing page (404, 410) is cached for a day; refusals, rate limits and failures are always fetched again.
                     * @default 30
                     */
                    maxAge?: number;
                    /** @description Minimum age in days. Reads only the cache, for a response at least this old and not older than `maxAge`; the site is not contacted. If there is none: 404 `not_cached`, which costs nothing */
                    minAge?: number;
                    /** @description Compares the page with its previous version seen by your account: adds the formats `changeTracking` and `markdown`. The page is always fetched again, whatever the cache holds. Only scrapes that request the page in the same way (engine, headers, parts of the page) are compared: batch and crawl have other defaults than scrape, so their versions are separate */
                    changeTracking?: {
                        /**
                         * @description Only scrapes with the same tag are compared with each other
                         * @example weekly
                         */
                        tag?: string;
                    };
                    /**
                     * @description If false, the response is not stored in the cache
                     * @default true
                     */
                    storeInCache?: boolean;
                    /**
                     * @description Stores none of the page's content after the response is sent: not in the cache, the archive or the index of local search. Screenshots and PDFs are not available because they are stored as files. Not allowed for jobs, for monitors and with an `Idempotency-Key`, as these store responses
                     * @default false
                     */
                    zeroRetention?: boolean;
                    /**
                     * @description Number of pages to fetch at once
                     * @default 3
                     */
                    concurrency?: number;
                    /**
                     * @description Number of retries after temporary failures: time-outs, refused connections and broken connections
                     * @default 2
                     */
                    retryCount?: number;
                    /**
                     * @description Minimum milliseconds between the starts of two pages of this batch
                     * @default 1000
                     */
                    delayBetweenRequests?: number;
                    webhook?: components["schemas"]["Webhook"];
                };
            };
        };
        StartCheckoutBody: {
            content: {
                "application/json": components["schemas"]["StartCheckoutBody"];
            };
        };
        TurnDownBillingRequestBody: {
            content: {
                "application/json": components["schemas"]["TurnDownBillingRequestBody"];
            };
        };
        CompareSnapshotsBody: {
            content: {
                "application/json": {
                    /**
                     * Format: http-url
                     * @description URL of the page
                     * @example https://example.com/
                     */
                    url: string;
                    /** @description The earlier version */
                    before: {
                        /**
                         * @description The snapshot of this moment, or the nearest one (`YYYYMMDDHHMMSS`, UTC)
                         * @example 20210317120000
                         */
                        timestamp: string;
                        /**
                         * @description The archive to use
                         * @default primary_archive
                         * @enum {string}
                         */
                        provider?: "primary_archive" | "secondary_archive" | "memento" | "local";
                    };
                    /** @description The later version. Default: the current page */
                    after?: {
                        /**
                         * @description The snapshot of this moment, or the nearest one (`YYYYMMDDHHMMSS`, UTC)
                         * @example 20210317120000
                         */
                        timestamp: string;
                        /**
                         * @description The archive to use
                         * @default primary_archive
                         * @enum {string}
                         */
                        provider?: "primary_archive" | "secondary_archive" | "memento" | "local";
                    };
                    /**
                     * @description Compares only the main content
                     * @default true
                     */
                    onlyMainContent?: boolean;
                };
            };
        };
        StartCrawlBody: {
            content: {
                "application/json": {
                    /**
                     * Format: http-url
                     * @description URL of the start page, at depth 0
                     * @example https://example.com/
                     */
                    url: string;
                    /**
                     * @description Maximum number of pages, including failed pages but not duplicates. The plan may allow fewer
                     * @default 10
                     */
                    maxPages?: number;
                    /**
                     * @description Maximum number of links between the start page and a page
                     * @default 2
                     */
                    maxDepth?: number;
                    /**
                     * @description Stays on the host and port of `url`, with or without `www.`, and on the subdomains of that host
                     * @default true
                     */
                    sameDomain?: boolean;
                    /**
                     * @description If false, `sameDomain` excludes the subdomains
                     * @default true
                     */
                    includeSubdomains?: boolean;
                    /**
                     * @description Stays at or below the path of `url`: from `/docs/intro` or `/docs/intro/` at `/docs/intro/…`, from `/docs/index.html` at `/docs/…`
                     * @default false
                     */
                    childPathsOnly?: boolean;
                    /**
                     * @description Follows only URLs that match at least one pattern. Globs (`*` within a segment, `**` across segments) are matched against the path, or against the whole URL if they begin with `http`
                     * @example [
                     *       "/docs/**"
                     *     ]
                     */
                    includePatterns?: string[];
                    /**
                     * @description Does not follow URLs that match a pattern. Globs (`*` within a segment, `**` across segments) are matched against the path, or against the whole URL if they begin with `http`
                     * @example [
                     *       "/docs/**"
                     *     ]
                     */
                    excludePatterns?: string[];
                    /**
                     * @description Syntax of the patterns: globs as above, or regular expressions. A regular expression may match anywhere in the path. Lookaround and backreferences are not supported, so that matching takes linear time
                     * @default glob
                     * @enum {string}
                     */
                    patternSyntax?: "glob" | "regex";
                    /**
                     * @description Matches patterns against the whole URL, however they begin
                     * @default false
                     */
                    matchFullUrl?: boolean;
                    /**
                     * @description Whether to use sitemaps in addition to links, not at all, or exclusively: with `only`, the start page and the URLs in sitemaps are used, and no links
                     * @default include
                     * @enum {string}
                     */
                    sitemap?: "include" | "skip" | "only";
                    /**
                     * @description Treats URLs that differ only in their query as one page
                     * @default false
                     */
                    ignoreQueryParameters?: boolean;
                    /**
                     * @description Also scrapes pages of other sites that pages of the site link to, regardless of `includePatterns` and `childPathsOnly`, but does not follow their links
                     * @default false
                     */
                    externalLinks?: boolean;
                    /**
                     * @description Obeys robots.txt, including its `Crawl-delay` up to 10 s, and a page's `nofollow`
                     * @default true
                     */
                    respectRobots?: boolean;
                    /**
                     * @description Minimum milliseconds between the starts of two pages of this crawl, on all hosts together
                     * @default 0
                     */
                    delayBetweenRequests?: number;
                    /**
                     * @description Maximum number of pages to fetch at once, on all hosts together
                     * @default 32
                     */
                    concurrency?: number;
                    /** @description The formats to return, as on a scrape, each in a field of its own name. Takes precedence over `format` */
                    formats?: ("markdown" | "html" | "rawHtml" | "text" | "json" | "structured" | "links" | "screenshot" | "screenshot@fullPage" | "pdf" | "extract" | "images" | "attributes" | "summary" | "changeTracking")[];
                    /**
                     * @description `formats` takes precedence
                     * @default markdown
                     * @enum {string}
                     */
                    format?: "markdown" | "html" | "text" | "json";
                    /**
                     * @description Removes headers, footers and sidebars
                     * @default false
                     */
                    onlyMainContent?: boolean;
                    /**
                     * @description If false, the metadata has only `url`, `statusCode`, `contentType`, `extractedAt`, `processingTime` and `creditsUsed`
                     * @default true
                     */
                    includeMetadata?: boolean;
                    /**
                     * @description Keeps hyperlinks in the converted text. The format `links` returns the list of links
                     * @default true
                     */
                    includeLinks?: boolean;
                    /**
                     * @description Keeps images in the converted text
                     * @default false
                     */
                    includeImages?: boolean;
                    /**
                     * @description Removes advertisements
                     * @default false
                     */
                    removeAds?: boolean;
                    /**
                     * @description Removes scripts from `html`
                     * @default false
                     */
                    removeScripts?: boolean;
                    /**
                     * @description Removes style sheets and style attributes from `html`
                     * @default false
                     */
                    removeStyles?: boolean;
                    /** @description Tag names or CSS selectors: keeps only the matching elements */
                    includeTags?: string[];
                    /** @description Tag names or CSS selectors: removes the matching elements, after `includeTags` is applied */
                    excludeTags?: string[];
                    /** @description The same as `includeTags` */
                    onlyIncludeTags?: string[];
                    /** @description The same as `excludeTags` */
                    removeTags?: string[];
                    /** @description Returns the attributes, exactly as written in the page, of all elements that match a selector. Adds the format `attributes` */
                    attributes?: components["schemas"]["AttributeQuery"][];
                    /**
                     * @description Removes content that a language model does not need: boilerplate, tracking parameters and images without a description
                     * @default false
                     */
                    llmOptimization?: boolean;
                    /**
                     * @description Makes the URLs of links and images absolute
                     * @default false
                     */
                    replaceAllPathsWithAbsolutePaths?: boolean;
                    /**
                     * @description `raw` makes the format `html` identical to `rawHtml`
                     * @default cleaned
                     * @enum {string}
                     */
                    htmlFormat?: "cleaned" | "raw";
                    /**
                     * @description Removes any remaining markup from the textual formats
                     * @default false
                     */
                    stripHtml?: boolean;
                    /**
                     * @description The same as the format `screenshot`. At most 16,384 pixels per side and 33 million pixels in total. Costs extra
                     * @default false
                     */
                    includeScreenshot?: boolean;
                    /**
                     * @default viewport
                     * @enum {string}
                     */
                    screenshotType?: "viewport" | "fullpage";
                    /**
                     * @description The same as the format `pdf`. At most 200 pages. Costs extra
                     * @default false
                     */
                    includePdf?: boolean;
                    /** @description Maximum number of pages to read from a PDF; `metadata.pageCount` is the number of pages that it has */
                    pdfPages?: number;
                    /**
                     * @description Accepted but has no effect: a PDF is always read as a document
                     * @default false
                     */
                    parsePdf?: boolean;
                    /** @description The engine that fetches the page. Default: the cheapest engine that supports the request, `lightweight` first */
                    engine?: string;
                    /**
                     * @description Emulates a mobile device: viewport, user agent and touch
                     * @default false
                     */
                    mobile?: boolean;
                    userAgent?: string;
                    /** @description Custom request headers */
                    headers?: {
                        [key: string]: string;
                    };
                    authentication?: components["schemas"]["Authentication"];
                    /** @description Location of the visitor */
                    location?: {
                        /**
                         * @description ISO 3166 country code: sets the locale, the time zone and, with a proxy pool, the exit country
                         * @example DE
                         */
                        country?: string;
                        languages?: string[];
                    };
                    /**
                     * @description Sends the requests through the proxy pool
                     * @default false
                     */
                    useProxy?: boolean;
                    /**
                     * @description Accepts any TLS certificate
                     * @default false
                     */
                    skipTlsVerification?: boolean;
                    /**
                     * @description Runs the page's scripts
                     * @default false
                     */
                    javascript?: boolean;
                    /**
                     * @description Behaves like an ordinary visitor, and escalates from basic to advanced to maximum when it meets a bot challenge
                     * @default false
                     */
                    stealth?: boolean;
                    /** @description Size in CSS pixels */
                    viewport?: {
                        width: number;
                        height: number;
                    };
                    /** @description CSS selector to wait for */
                    waitForSelector?: string;
                    /** @description Steps to perform on the page, in order */
                    actions?: components["schemas"]["Action"][];
                    /** @description JavaScript to run on the page: an expression, or statements that `return` a result. It is in `metadata.executeJS`, up to 1,048,576 characters of JSON */
                    executeJS?: string;
                    /**
                     * @description Milliseconds to wait after the page has loaded, in a browser
                     * @default 0
                     */
                    waitFor?: number;
                    /**
                     * @description Milliseconds to wait after the page has loaded, in a browser; `waitFor` takes precedence
                     * @default 1000
                     */
                    waitTime?: number;
                    /**
                     * @description Time limit for each page, in milliseconds
                     * @default 30000
                     */
                    timeout?: number;
                    /** @description AI extraction */
                    extract?: {
                        /** @description JSON Schema of the data to extract */
                        schema?: {
                            [key: string]: unknown;
                        };
                        systemPrompt?: string;
                        prompt?: string;
                    };
                    /** @description AI extraction by a named model */
                    agent?: {
                        model?: string;
                        prompt?: string;
                    };
                    /**
                     * @description With `jsonSchema`: the same as `extract.schema`
                     * @default false
                     */
                    enableJsonExtraction?: boolean;
                    /** @description A JSON Schema as text */
                    jsonSchema?: string;
                    /**
                     * @description Priority among your account's own work. `high` requires the pro or enterprise plan
                     * @default low
                     * @enum {string}
                     */
                    priority?: "low" | "normal" | "high";
                    /**
                     * @description Maximum age of a cached response in days; fractions are allowed, and 0 always fetches the page. A cached response costs the same and has `cached`. Accounts share only cached pages that reveal nothing about who requested them. A missing page (404, 410) is cached for a day; refusals, rate limits and failures are always fetched again.
                     * @default 30
                     */
                    maxAge?: number;
                    /** @description Minimum age in days. Reads only the cache, for a response at least this old and not older than `maxAge`; the site is not contacted. If there is none: 404 `not_cached`, which costs nothing */
                    minAge?: number;
                    /** @description Compares the page with its previous version seen by your account: adds the formats `changeTracking` and `markdown`. The page is always fetched again, whatever the cache holds. Only scrapes that request the page in the same way (engine, headers, parts of the page) are compared: batch and crawl have other defaults than scrape, so their versions are separate */
                    changeTracking?: {
                        /**
                         * @description Only scrapes with the same tag are compared with each other
                         * @example weekly
                         */
                        tag?: string;
                    };
                    /**
                     * @description If false, the response is not stored in the cache
                     * @default true
                     */
                    storeInCache?: boolean;
                    /**
                     * @description Stores none of the page's content after the response is sent: not in the cache, the archive or the index of local search. Screenshots and PDFs are not available because they are stored as files. Not allowed for jobs, for monitors and with an `Idempotency-Key`, as these store responses
                     * @default false
                     */
                    zeroRetention?: boolean;
                    webhook?: components["schemas"]["Webhook"];
                };
            };
        };
        StartEnrichmentBody: {
            content: {
                "application/json": {
                    /** @description Rows, up to the limit of the plan: 100, 500, 5000 or 50000. Duplicate e-mail addresses are separate rows */
                    data: components["schemas"]["EnrichmentRecord"][];
                    /** @description Questions to answer for each row. Up to two cost 1 credit per row, up to five cost 2, more cost 3 */
                    fields: {
                        /**
                         * @description Name of the property in the row; must not be a property that every row has
                         * @example industry
                         */
                        name: string;
                        /**
                         * @description The question to answer
                         * @example Which industry is the company in?
                         */
                        prompt: string;
                        /**
                         * @description Type of the answer; `json` is any value
                         * @default text
                         * @enum {string}
                         */
                        type?: "text" | "number" | "boolean" | "json";
                    }[];
                    /**
                     * EnrichmentOptions
                     * @default {}
                     */
                    options?: {
                        /**
                         * @description Number of rows to process at once
                         * @default 5
                         */
                        concurrency?: number;
                        /**
                         * @description Looks up the mail servers of each domain, and the type of each address
                         * @default true
                         */
                        includeDiscovery?: boolean;
                        /**
                         * @description Returns what the company’s site says about it, in `company`
                         * @default true
                         */
                        includeProfile?: boolean;
                        /**
                         * @description Time limit for each row, in milliseconds
                         * @default 60000
                         */
                        timeout?: number;
                        /**
                         * @description Returns rows with an invalid address as `skipped`; otherwise the request is refused
                         * @default false
                         */
                        skipInvalidEmails?: boolean;
                    };
                    webhook?: components["schemas"]["Webhook"];
                };
            };
        };
        ExtractPageBody: {
            content: {
                "application/json": {
                    /**
                     * Format: http-url
                     * @description URL of the page
                     * @example https://example.com/
                     */
                    url: string;
                    /**
                     * @description JSON Schema of the data to extract: at most 64 KiB, 8 levels and 200 properties, without references to other documents
                     * @example {
                     *       "type": "object",
                     *       "properties": {
                     *         "name": {
                     *           "type": "string"
                     *         },
                     *         "price": {
                     *           "type": "number"
                     *         }
                     *       },
                     *       "required": [
                     *         "name"
                     *       ]
                     *     }
                     */
                    schema: {
                        [key: string]: unknown;
                    };
                    agent?: components["schemas"]["ExtractionAgent"];
                    /** @description Further instructions in words */
                    prompt?: string;
                    webhook?: components["schemas"]["Webhook"];
                    /**
                     * ExtractOptions
                     * @default {}
                     */
                    options?: {
                        /**
                         * @description Maximum number of pages: follows links on the site that match the patterns and that robots.txt allows
                         * @default 1
                         */
                        maxPages?: number;
                        /**
                         * @description Follows only URLs that match at least one pattern. Globs (`*` within a segment, `**` across segments) are matched against the path, or against the whole URL if they begin with `http`
                         * @example [
                         *       "/docs/**"
                         *     ]
                         */
                        includePatterns?: string[];
                        /**
                         * @description Does not follow URLs that match a pattern. Globs (`*` within a segment, `**` across segments) are matched against the path, or against the whole URL if they begin with `http`
                         * @example [
                         *       "/docs/**"
                         *     ]
                         */
                        excludePatterns?: string[];
                        /**
                         * @description Time limit for the whole request, in milliseconds
                         * @default 60000
                         */
                        timeout?: number;
                        /**
                         * @description Temperature of the model
                         * @default 0
                         */
                        temperature?: number;
                        /**
                         * @description Maximum age of a cached page in days; 0 always fetches the page
                         * @default 30
                         */
                        maxAge?: number;
                        /**
                         * ProcessingOptions
                         * @description How the page is read
                         */
                        processingOptions?: {
                            /**
                             * @description Reads only the main content, without headers, footers and sidebars
                             * @default false
                             */
                            removeNoise?: boolean;
                            /**
                             * @description Removes content that a model does not need
                             * @default false
                             */
                            optimizeForLLM?: boolean;
                            /**
                             * @description Keeps headings, lists and tables; if false, the model reads plain text
                             * @default true
                             */
                            preserveStructure?: boolean;
                        };
                        /**
                         * @description Returns, for each value, where a page states it: `evidence`
                         * @default true
                         */
                        evidence?: boolean;
                        /**
                         * @description Removes values that no page states
                         * @default false
                         */
                        dropUnsupported?: boolean;
                    };
                };
            };
        };
        StartExtractBatchBody: {
            content: {
                "application/json": {
                    /**
                     * @description URLs of the pages
                     * @example [
                     *       "https://example.com/",
                     *       "https://example.org/"
                     *     ]
                     */
                    urls: string[];
                    /**
                     * @description JSON Schema of the data to extract: at most 64 KiB, 8 levels and 200 properties, without references to other documents
                     * @example {
                     *       "type": "object",
                     *       "properties": {
                     *         "name": {
                     *           "type": "string"
                     *         },
                     *         "price": {
                     *           "type": "number"
                     *         }
                     *       },
                     *       "required": [
                     *         "name"
                     *       ]
                     *     }
                     */
                    schema: {
                        [key: string]: unknown;
                    };
                    agent?: components["schemas"]["ExtractionAgent"];
                    /** @description Further instructions in words */
                    prompt?: string;
                    webhook?: components["schemas"]["Webhook"];
                    /**
                     * ExtractBatchOptions
                     * @default {}
                     */
                    options?: {
                        /**
                         * @description Number of pages to read at once
                         * @default 5
                         */
                        concurrency?: number;
                        /**
                         * @description If false, the first failure ends the job and the remaining pages are cancelled
                         * @default true
                         */
                        continueOnError?: boolean;
                        /**
                         * @description Includes failed pages in the results
                         * @default true
                         */
                        includeFailures?: boolean;
                        /**
                         * @description Time limit for each page, in milliseconds
                         * @default 60000
                         */
                        timeout?: number;
                        /**
                         * @description Temperature of the model
                         * @default 0
                         */
                        temperature?: number;
                        /**
                         * @description Maximum age of a cached page in days; 0 always fetches the page
                         * @default 30
                         */
                        maxAge?: number;
                        /**
                         * ProcessingOptions
                         * @description How the page is read
                         */
                        processingOptions?: {
                            /**
                             * @description Reads only the main content, without headers, footers and sidebars
                             * @default false
                             */
                            removeNoise?: boolean;
                            /**
                             * @description Removes content that a model does not need
                             * @default false
                             */
                            optimizeForLLM?: boolean;
                            /**
                             * @description Keeps headings, lists and tables; if false, the model reads plain text
                             * @default true
                             */
                            preserveStructure?: boolean;
                        };
                        /**
                         * @description Returns, for each value, where a page states it: `evidence`
                         * @default false
                         */
                        evidence?: boolean;
                        /**
                         * @description Removes values that no page states
                         * @default false
                         */
                        dropUnsupported?: boolean;
                    };
                };
            };
        };
        ExtractDomainBody: {
            content: {
                "application/json": {
                    /**
                     * @description A host, with its port if it is not the default, or a URL on it; a trailing `/*` has no effect
                     * @example example.com
                     */
                    domain: string;
                    /**
                     * @description JSON Schema of the data to extract: at most 64 KiB, 8 levels and 200 properties, without references to other documents
                     * @example {
                     *       "type": "object",
                     *       "properties": {
                     *         "name": {
                     *           "type": "string"
                     *         },
                     *         "price": {
                     *           "type": "number"
                     *         }
                     *       },
                     *       "required": [
                     *         "name"
                     *       ]
                     *     }
                     */
                    schema: {
                        [key: string]: unknown;
                    };
                    agent?: components["schemas"]["ExtractionAgent"];
                    /** @description Further instructions in words */
                    prompt?: string;
                    webhook?: components["schemas"]["Webhook"];
                    /**
                     * ExtractDomainOptions
                     * @default {}
                     */
                    options?: {
                        /**
                         * @description Maximum number of pages; those that seem to contain most of the requested data are read first
                         * @default 10
                         */
                        maxPages?: number;
                        /**
                         * @description Reads only URLs that match at least one pattern. Globs (`*` within a segment, `**` across segments) are matched against the path, or against the whole URL if they begin with `http`
                         * @example [
                         *       "/docs/**"
                         *     ]
                         */
                        includePatterns?: string[];
                        /**
                         * @description Does not read URLs that match a pattern. Globs (`*` within a segment, `**` across segments) are matched against the path, or against the whole URL if they begin with `http`
                         * @example [
                         *       "/docs/**"
                         *     ]
                         */
                        excludePatterns?: string[];
                        /**
                         * @description Time limit for each page, in milliseconds
                         * @default 60000
                         */
                        timeout?: number;
                        /**
                         * @description Temperature of the model
                         * @default 0
                         */
                        temperature?: number;
                        /**
                         * @description Maximum age of a cached page in days; 0 always fetches the page
                         * @default 30
                         */
                        maxAge?: number;
                        /**
                         * ProcessingOptions
                         * @description How the page is read
                         */
                        processingOptions?: {
                            /**
                             * @description Reads only the main content, without headers, footers and sidebars
                             * @default false
                             */
                            removeNoise?: boolean;
                            /**
                             * @description Removes content that a model does not need
                             * @default false
                             */
                            optimizeForLLM?: boolean;
                            /**
                             * @description Keeps headings, lists and tables; if false, the model reads plain text
                             * @default true
                             */
                            preserveStructure?: boolean;
                        };
                        /**
                         * @description Removes values that no page states
                         * @default false
                         */
                        dropUnsupported?: boolean;
                    };
                };
            };
        };
        GenerateSchemaBody: {
            content: {
                "application/json": components["schemas"]["GenerateSchemaBody"];
            };
        };
        ScrapeByFirecrawlBody: {
            content: {
                "application/json": components["schemas"]["ScrapeByFirecrawlBody"];
            };
        };
        StartBatchByFirecrawlBody: {
            content: {
                "application/json": components["schemas"]["StartBatchByFirecrawlBody"];
            };
        };
        StartCrawlByFirecrawlBody: {
            content: {
                "application/json": {
                    /**
                     * Format: http-url
                     * @description URL of the start page
                     * @example https://example.com/
                     */
                    url: string;
                    /**
                     * @default include
                     * @enum {string}
                     */
                    sitemap?: "include" | "skip" | "only";
                    /** @description The same as `sitemap` `skip` */
                    ignoreSitemap?: boolean;
                    /** @description Treats URLs that differ only in their query as one page */
                    ignoreQueryParameters?: boolean;
                    /** @description The client that sends the request */
                    origin?: string;
                    /** @description For whom the client sends the request */
                    integration?: string;
                    /** @description How to crawl, in words; needs a language model */
                    prompt?: string;
                    /** @description Maximum number of pages */
                    limit?: number;
                    /** @description Maximum number of links from the start, up to 10 */
                    maxDiscoveryDepth?: number;
                    /** @description The same */
                    maxDepth?: number;
                    /** @description Regular expressions: follows only paths that one of them matches */
                    includePaths?: string[];
                    /** @description Regular expressions: does not follow paths that one of them matches */
                    excludePaths?: string[];
                    /** @description Matches them against the whole URL */
                    regexOnFullURL?: boolean;
                    /** @description If false, follows only URLs at or below the path of `url` */
                    crawlEntireDomain?: boolean;
                    /** @description The same as `crawlEntireDomain` */
                    allowBackwardLinks?: boolean;
                    /** @description Also scrapes pages of other sites that the site links to */
                    allowExternalLinks?: boolean;
                    /** @description Also follows links to subdomains */
                    allowSubdomains?: boolean;
                    /** @description Does not obey robots.txt */
                    ignoreRobotsTxt?: boolean;
                    /** @description Has no effect: different spellings of a URL are always one page */
                    deduplicateSimilarURLs?: boolean;
                    /** @description Has no effect: results are kept until they are read */
                    zeroDataRetention?: boolean;
                    /** @description Seconds between two pages, up to 60 */
                    delay?: number;
                    /** @description Number of pages to fetch at once */
                    maxConcurrency?: number;
                    webhook?: components["schemas"]["FirecrawlWebhook"];
                    scrapeOptions?: components["schemas"]["FirecrawlScrapeOptions"];
                };
            };
        };
        PreviewCrawlByFirecrawlBody: {
            content: {
                "application/json": components["schemas"]["PreviewCrawlByFirecrawlBody"];
            };
        };
        MapByFirecrawlBody: {
            content: {
                "application/json": {
                    /**
                     * Format: http-url
                     * @description URL of the start page
                     * @example https://example.com/
                     */
                    url: string;
                    /**
                     * @default include
                     * @enum {string}
                     */
                    sitemap?: "include" | "skip" | "only";
                    /** @description The same as `sitemap` `skip` */
                    ignoreSitemap?: boolean;
                    /** @description Treats URLs that differ only in their query as one page */
                    ignoreQueryParameters?: boolean;
                    /** @description The client that sends the request */
                    origin?: string;
                    /** @description For whom the client sends the request */
                    integration?: string;
                    /** @description Words in URLs and titles */
                    search?: string;
                    /** @description Maximum number of URLs, up to 10,000 */
                    limit?: number;
                    /** @default true */
                    includeSubdomains?: boolean;
                    /** @description The same as `sitemap` `only` */
                    sitemapOnly?: boolean;
                    /** @description Milliseconds */
                    timeout?: number;
                    location?: {
                        country?: string;
                        languages?: string[];
                    };
                };
            };
        };
        SearchByFirecrawlBody: {
            content: {
                "application/json": components["schemas"]["SearchByFirecrawlBody"];
            };
        };
        StartExtractByFirecrawlBody: {
            content: {
                "application/json": components["schemas"]["StartExtractByFirecrawlBody"];
            };
        };
        ScrapeByFirecrawl1Body: {
            content: {
                "application/json": components["schemas"]["ScrapeByFirecrawl1Body"];
            };
        };
        StartBatchByFirecrawl1Body: {
            content: {
                "application/json": components["schemas"]["StartBatchByFirecrawl1Body"];
            };
        };
        StartCrawlByFirecrawl1Body: {
            content: {
                "application/json": {
                    /**
                     * Format: http-url
                     * @description URL of the start page
                     * @example https://example.com/
                     */
                    url: string;
                    /**
                     * @default include
                     * @enum {string}
                     */
                    sitemap?: "include" | "skip" | "only";
                    /** @description The same as `sitemap` `skip` */
                    ignoreSitemap?: boolean;
                    /** @description Treats URLs that differ only in their query as one page */
                    ignoreQueryParameters?: boolean;
                    /** @description The client that sends the request */
                    origin?: string;
                    /** @description For whom the client sends the request */
                    integration?: string;
                    /** @description How to crawl, in words; needs a language model */
                    prompt?: string;
                    /** @description Maximum number of pages */
                    limit?: number;
                    /** @description Maximum number of links from the start, up to 10 */
                    maxDiscoveryDepth?: number;
                    /** @description The same */
                    maxDepth?: number;
                    /** @description Regular expressions: follows only paths that one of them matches */
                    includePaths?: string[];
                    /** @description Regular expressions: does not follow paths that one of them matches */
                    excludePaths?: string[];
                    /** @description Matches them against the whole URL */
                    regexOnFullURL?: boolean;
                    /** @description If false, follows only URLs at or below the path of `url` */
                    crawlEntireDomain?: boolean;
                    /** @description The same as `crawlEntireDomain` */
                    allowBackwardLinks?: boolean;
                    /** @description Also scrapes pages of other sites that the site links to */
                    allowExternalLinks?: boolean;
                    /** @description Also follows links to subdomains */
                    allowSubdomains?: boolean;
                    /** @description Does not obey robots.txt */
                    ignoreRobotsTxt?: boolean;
                    /** @description Has no effect: different spellings of a URL are always one page */
                    deduplicateSimilarURLs?: boolean;
                    /** @description Has no effect: results are kept until they are read */
                    zeroDataRetention?: boolean;
                    /** @description Seconds between two pages, up to 60 */
                    delay?: number;
                    /** @description Number of pages to fetch at once */
                    maxConcurrency?: number;
                    webhook?: components["schemas"]["FirecrawlWebhook"];
                    scrapeOptions?: components["schemas"]["FirecrawlScrapeOptions"];
                };
            };
        };
        MapByFirecrawl1Body: {
            content: {
                "application/json": {
                    /**
                     * Format: http-url
                     * @description URL of the start page
                     * @example https://example.com/
                     */
                    url: string;
                    /**
                     * @default include
                     * @enum {string}
                     */
                    sitemap?: "include" | "skip" | "only";
                    /** @description The same as `sitemap` `skip` */
                    ignoreSitemap?: boolean;
                    /** @description Treats URLs that differ only in their query as one page */
                    ignoreQueryParameters?: boolean;
                    /** @description The client that sends the request */
                    origin?: string;
                    /** @description For whom the client sends the request */
                    integration?: string;
                    /** @description Words in URLs and titles */
                    search?: string;
                    /** @description Maximum number of URLs, up to 10,000 */
                    limit?: number;
                    /** @default true */
                    includeSubdomains?: boolean;
                    /** @description The same as `sitemap` `only` */
                    sitemapOnly?: boolean;
                    /** @description Milliseconds */
                    timeout?: number;
                    location?: {
                        country?: string;
                        languages?: string[];
                    };
                };
            };
        };
        SearchByFirecrawl1Body: {
            content: {
                "application/json": components["schemas"]["SearchByFirecrawl1Body"];
            };
        };
        StartExtractByFirecrawl1Body: {
            content: {
                "application/json": components["schemas"]["StartExtractByFirecrawl1Body"];
            };
        };
        MapSiteBody: {
            content: {
                "application/json": {
                    /**
                     * Format: http-url
                     * @description URL of the root, at depth 0
                     * @example https://example.com/
                     */
                    url: string;
                    /**
                     * MapOptions
                     * @description How far to go, and every scrape parameter that affects how a page is requested
                     * @default {}
                     */
                    options?: {
                        /**
                         * @description Maximum number of links between the root and a page
                         * @default 2
                         */
                        maxDepth?: number;
                        /**
                         * @description Maximum number of URLs
                         * @default 100
                         */
                        maxPages?: number;
                        /**
                         * @description Stays on the host and port of `url`, with or without `www.`, and on the subdomains of that host
                         * @default true
                         */
                        sameDomain?: boolean;
                        /**
                         * @description If false, `sameDomain` excludes the subdomains
                         * @default true
                         */
                        includeSubdomains?: boolean;
                        /**
                         * @description Stays at or below the path of `url`: from `/docs/intro` or `/docs/intro/` at `/docs/intro/…`, from `/docs/index.html` at `/docs/…`
                         * @default false
                         */
                        childPathsOnly?: boolean;
                        /**
                         * @description Follows only URLs that match at least one pattern. Globs (`*` within a segment, `**` across segments) are matched against the path, or against the whole URL if they begin with `http`
                         * @example [
                         *       "/docs/**"
                         *     ]
                         */
                        includePatterns?: string[];
                        /**
                         * @description Does not follow URLs that match a pattern. Globs (`*` within a segment, `**` across segments) are matched against the path, or against the whole URL if they begin with `http`
                         * @example [
                         *       "/docs/**"
                         *     ]
                         */
                        excludePatterns?: string[];
                        /**
                         * @description Syntax of the patterns: globs as above, or regular expressions. A regular expression may match anywhere in the path. Lookaround and backreferences are not supported, so that matching takes linear time
                         * @default glob
                         * @enum {string}
                         */
                        patternSyntax?: "glob" | "regex";
                        /**
                         * @description Matches patterns against the whole URL, however they begin
                         * @default false
                         */
                        matchFullUrl?: boolean;
                        /**
                         * @description Whether to use sitemaps in addition to links, not at all, or exclusively: with `only`, the start page and the URLs in sitemaps are used, and no links
                         * @default include
                         * @enum {string}
                         */
                        sitemap?: "include" | "skip" | "only";
                        /**
                         * @description Treats URLs that differ only in their query as one page
                         * @default false
                         */
                        ignoreQueryParameters?: boolean;
                        /**
                         * @description Obeys robots.txt, including its `Crawl-delay` up to 10 s
                         * @default true
                         */
                        respectRobots?: boolean;
                        /** @description Returns only URLs that contain one of these words in the URL or the title, best match first. URLs that contain one are visited before others */
                        search?: string;
                        /**
                         * @description The formats to return, each in a field of its own name. Takes precedence over `format`
                         * @default [
                         *       "markdown"
                         *     ]
                         */
                        formats?: ("markdown" | "html" | "rawHtml" | "text" | "json" | "structured" | "links" | "screenshot" | "screenshot@fullPage" | "pdf" | "extract" | "images" | "attributes" | "summary" | "changeTracking")[];
                        /**
                         * @description A single format; `formats` takes precedence. Default: `markdown`
                         * @enum {string}
                         */
                        format?: "markdown" | "html" | "rawHtml" | "text" | "json" | "structured" | "links" | "screenshot" | "screenshot@fullPage" | "pdf" | "extract" | "images" | "attributes" | "summary" | "changeTracking";
                        /**
                         * @description Removes headers, footers and sidebars
                         * @default false
                         */
                        onlyMainContent?: boolean;
                        /**
                         * @description Returns the `description` of each page
                         * @default false
                         */
                        includeMetadata?: boolean;
                        /**
                         * @description Keeps hyperlinks in the converted text. The format `links` returns the list of links
                         * @default true
                         */
                        includeLinks?: boolean;
                        /**
                         * @description Keeps images in the converted text
                         * @default true
                         */
                        includeImages?: boolean;
                        /**
                         * @description Removes advertisements
                         * @default true
                         */
                        removeAds?: boolean;
                        /**
                         * @description Removes scripts from `html`
                         * @default true
                         */
                        removeScripts?: boolean;
                        /**
                         * @description Removes style sheets and style attributes from `html`
                         * @default false
                         */
                        removeStyles?: boolean;
                        /** @description Tag names or CSS selectors: keeps only the matching elements */
                        includeTags?: string[];
                        /** @description Tag names or CSS selectors: removes the matching elements, after `includeTags` is applied */
                        excludeTags?: string[];
                        /** @description The same as `includeTags` */
                        onlyIncludeTags?: string[];
                        /** @description The same as `excludeTags` */
                        removeTags?: string[];
                        /** @description Returns the attributes, exactly as written in the page, of all elements that match a selector. Adds the format `attributes` */
                        attributes?: components["schemas"]["AttributeQuery"][];
                        /**
                         * @description Removes content that a language model does not need: boilerplate, tracking parameters and images without a description
                         * @default false
                         */
                        llmOptimization?: boolean;
                        /**
                         * @description Makes the URLs of links and images absolute
                         * @default false
                         */
                        replaceAllPathsWithAbsolutePaths?: boolean;
                        /**
                         * @description `raw` makes the format `html` identical to `rawHtml`
                         * @default cleaned
                         * @enum {string}
                         */
                        htmlFormat?: "cleaned" | "raw";
                        /**
                         * @description Removes any remaining markup from the textual formats
                         * @default false
                         */
                        stripHtml?: boolean;
                        /**
                         * @description The same as the format `screenshot`. At most 16,384 pixels per side and 33 million pixels in total. Costs extra
                         * @default false
                         */
                        includeScreenshot?: boolean;
                        /**
                         * @default viewport
                         * @enum {string}
                         */
                        screenshotType?: "viewport" | "fullpage";
                        /**
                         * @description The same as the format `pdf`. At most 200 pages. Costs extra
                         * @default false
                         */
                        includePdf?: boolean;
                        /** @description Maximum number of pages to read from a PDF; `metadata.pageCount` is the number of pages that it has */
                        pdfPages?: number;
                        /**
                         * @description Accepted but has no effect: a PDF is always read as a document
                         * @default false
                         */
                        parsePdf?: boolean;
                        /** @description The engine that fetches the pages. Default: the cheapest, `lightweight`. A browser also finds links that scripts add, and costs extra */
                        engine?: string;
                        /**
                         * @description Emulates a mobile device: viewport, user agent and touch
                         * @default false
                         */
                        mobile?: boolean;
                        userAgent?: string;
                        /** @description Custom request headers */
                        headers?: {
                            [key: string]: string;
                        };
                        authentication?: components["schemas"]["Authentication"];
                        /** @description Location of the visitor */
                        location?: {
                            /**
                             * @description ISO 3166 country code: sets the locale, the time zone and, with a proxy pool, the exit country
                             * @example DE
                             */
                            country?: string;
                            languages?: string[];
                        };
                        /**
                         * @description Sends the requests through the proxy pool
                         * @default false
                         */
                        useProxy?: boolean;
                        /**
                         * @description Accepts any TLS certificate
                         * @default false
                         */
                        skipTlsVerification?: boolean;
                        /**
                         * @description Runs the page's scripts
                         * @default false
                         */
                        javascript?: boolean;
                        /**
                         * @description Behaves like an ordinary visitor, and escalates from basic to advanced to maximum when it meets a bot challenge
                         * @default false
                         */
                        stealth?: boolean;
                        /** @description Size in CSS pixels */
                        viewport?: {
                            width: number;
                            height: number;
                        };
                        /** @description CSS selector to wait for */
                        waitForSelector?: string;
                        /** @description Steps to perform on the page, in order */
                        actions?: components["schemas"]["Action"][];
                        /** @description JavaScript to run on the page: an expression, or statements that `return` a result. It is in `metadata.executeJS`, up to 1,048,576 characters of JSON */
                        executeJS?: string;
                        /**
                         * @description Milliseconds to wait after the page has loaded, in a browser
                         * @default 0
                         */
                        waitFor?: number;
                        /**
                         * @description Seconds. The older name of `waitFor`
                         * @default 0
                         */
                        waitTime?: number;
                        /**
                         * @description Time limit in milliseconds. When it is reached, the URLs found so far are returned with `summary.timedOut`
                         * @default 30000
                         */
                        timeout?: number;
                        /** @description AI extraction */
                        extract?: {
                            /** @description JSON Schema of the data to extract */
                            schema?: {
                                [key: string]: unknown;
                            };
                            systemPrompt?: string;
                            prompt?: string;
                        };
                        /** @description AI extraction by a named model */
                        agent?: {
                            model?: string;
                            prompt?: string;
                        };
                        /**
                         * @description With `jsonSchema`: the same as `extract.schema`
                         * @default false
                         */
                        enableJsonExtraction?: boolean;
                        /** @description A JSON Schema as text */
                        jsonSchema?: string;
                        /**
                         * @description Priority among your account's own work
                         * @default medium
                         * @enum {string}
                         */
                        priority?: "low" | "medium" | "high";
                        /**
                         * @description Maximum age of a cached response in days; fractions are allowed, and 0 always fetches the page. A cached response costs the same and has `cached`. Accounts share only cached pages that reveal nothing about who requested them. A missing page (404, 410) is cached for a day; refusals, rate limits and failures are always fetched again.
                         * @default 30
                         */
                        maxAge?: number;
                        /** @description Minimum age in days. Reads only the cache, for a response at least this old and not older than `maxAge`; the site is not contacted. If there is none: 404 `not_cached`, which costs nothing */
                        minAge?: number;
                        /** @description Compares the page with its previous version seen by your account: adds the formats `changeTracking` and `markdown`. The page is always fetched again, whatever the cache holds. Only scrapes that request the page in the same way (engine, headers, parts of the page) are compared: batch and crawl have other defaults than scrape, so their versions are separate */
                        changeTracking?: {
                            /**
                             * @description Only scrapes with the same tag are compared with each other
                             * @example weekly
                             */
                            tag?: string;
                        };
                        /**
                         * @description If false, the response is not stored in the cache
                         * @default true
                         */
                        storeInCache?: boolean;
                        /**
                         * @description Stores none of the page's content after the response is sent: not in the cache, the archive or the index of local search. Screenshots and PDFs are not available because they are stored as files. Not allowed for jobs, for monitors and with an `Idempotency-Key`, as these store responses
                         * @default false
                         */
                        zeroRetention?: boolean;
                        /**
                         * @description Maximum number of URLs that get a `description`
                         * @default 100
                         */
                        metadataLimit?: number;
                    };
                };
            };
        };
        CreateMonitorBody: {
            content: {
                "application/json": components["schemas"]["CreateMonitorBody"];
            };
        };
        UpdateMonitorBody: {
            content: {
                "application/json": components["schemas"]["UpdateMonitorBody"];
            };
        };
        ImportMonitorsBody: {
            content: {
                "application/json": components["schemas"]["ImportMonitorsBody"];
            };
        };
        ExportResultsBody: {
            content: {
                "application/json": {
                    /**
                     * @description Ids of ended jobs; duplicates are included once
                     * @example [
                     *       "job_01900000-0000-7000-8000-000000000000"
                     *     ]
                     */
                    jobIds: string[];
                    /**
                     * @description `json`: an array; `ndjson`: one result per line; `csv`: RFC 4180, one column per field, lists and objects as JSON, with a `'` before values that a spreadsheet would run as a formula; `xml`: one `result` element per result, with an element per field, `type` on values that are not text, and U+FFFD for characters that XML cannot represent
                     * @default csv
                     * @enum {string}
                     */
                    format?: "json" | "csv" | "xml" | "ndjson";
                    /**
                     * @description Keeps the `metadata` field of the results, which describes pages in detail
                     * @default false
                     */
                    includeMetadata?: boolean;
                };
            };
        };
        ScrapePageBody: {
            content: {
                "application/json": {
                    /**
                     * Format: http-url
                     * @description URL of the page
                     * @example https://example.com/
                     */
                    url?: string;
                    /**
                     * @description Starts a background job for these URLs, up to the limit of the plan: 10, 50 or 100. `url` is then ignored
                     * @example [
                     *       "https://example.com/",
                     *       "https://example.org/"
                     *     ]
                     */
                    urls?: string[];
                    /**
                     * @description With `urls`: number of pages to fetch at once
                     * @default 5
                     */
                    concurrency?: number;
                    /**
                     * @description With `urls`: number of retries after temporary failures (time-outs, refused and broken connections)
                     * @default 2
                     */
                    retryCount?: number;
                    /**
                     * @description With `urls`: minimum milliseconds between the starts of two pages
                     * @default 0
                     */
                    delayBetweenRequests?: number;
                    webhook?: components["schemas"]["Webhook"];
                    /**
                     * @description The formats to return, each in a field of its own name. Takes precedence over `format`
                     * @default [
                     *       "markdown"
                     *     ]
                     */
                    formats?: ("markdown" | "html" | "rawHtml" | "text" | "json" | "structured" | "links" | "screenshot" | "screenshot@fullPage" | "pdf" | "extract" | "images" | "attributes" | "summary" | "changeTracking")[];
                    /**
                     * @description A single format; `formats` takes precedence. Default: `markdown`
                     * @enum {string}
                     */
                    format?: "markdown" | "html" | "rawHtml" | "text" | "json" | "structured" | "links" | "screenshot" | "screenshot@fullPage" | "pdf" | "extract" | "images" | "attributes" | "summary" | "changeTracking";
                    /**
                     * @description Removes headers, footers and sidebars
                     * @default false
                     */
                    onlyMainContent?: boolean;
                    /**
                     * @description If false, the metadata has only `url`, `statusCode`, `contentType`, `extractedAt`, `processingTime` and `creditsUsed`
                     * @default true
                     */
                    includeMetadata?: boolean;
                    /**
                     * @description Keeps hyperlinks in the converted text. The format `links` returns the list of links
                     * @default true
                     */
                    includeLinks?: boolean;
                    /**
                     * @description Keeps images in the converted text
                     * @default true
                     */
                    includeImages?: boolean;
                    /**
                     * @description Removes advertisements
                     * @default true
                     */
                    removeAds?: boolean;
                    /**
                     * @description Removes scripts from `html`
                     * @default true
                     */
                    removeScripts?: boolean;
                    /**
                     * @description Removes style sheets and style attributes from `html`
                     * @default false
                     */
                    removeStyles?: boolean;
                    /** @description Tag names or CSS selectors: keeps only the matching elements */
                    includeTags?: string[];
                    /** @description Tag names or CSS selectors: removes the matching elements, after `includeTags` is applied */
                    excludeTags?: string[];
                    /** @description The same as `includeTags` */
                    onlyIncludeTags?: string[];
                    /** @description The same as `excludeTags` */
                    removeTags?: string[];
                    /** @description Returns the attributes, exactly as written in the page, of all elements that match a selector. Adds the format `attributes` */
                    attributes?: components["schemas"]["AttributeQuery"][];
                    /**
                     * @description Removes content that a language model does not need: boilerplate, tracking parameters and images without a description
                     * @default false
                     */
                    llmOptimization?: boolean;
                    /**
                     * @description Makes the URLs of links and images absolute
                     * @default false
                     */
                    replaceAllPathsWithAbsolutePaths?: boolean;
                    /**
                     * @description `raw` makes the format `html` identical to `rawHtml`
                     * @default cleaned
                     * @enum {string}
                     */
                    htmlFormat?: "cleaned" | "raw";
                    /**
                     * @description Removes any remaining markup from the textual formats
                     * @default false
                     */
                    stripHtml?: boolean;
                    /**
                     * @description The same as the format `screenshot`. At most 16,384 pixels per side and 33 million pixels in total. Costs extra
                     * @default false
                     */
                    includeScreenshot?: boolean;
                    /**
                     * @default viewport
                     * @enum {string}
                     */
                    screenshotType?: "viewport" | "fullpage";
                    /**
                     * @description The same as the format `pdf`. At most 200 pages. Costs extra
                     * @default false
                     */
                    includePdf?: boolean;
                    /** @description Maximum number of pages to read from a PDF; `metadata.pageCount` is the number of pages that it has */
                    pdfPages?: number;
                    /**
                     * @description Accepted but has no effect: a PDF is always read as a document
                     * @default false
                     */
                    parsePdf?: boolean;
                    /** @description The engine that fetches the page. Default: the cheapest engine that supports the request, `lightweight` first */
                    engine?: string;
                    /**
                     * @description Emulates a mobile device: viewport, user agent and touch
                     * @default false
                     */
                    mobile?: boolean;
                    userAgent?: string;
                    /** @description Custom request headers */
                    headers?: {
                        [key: string]: string;
                    };
                    authentication?: components["schemas"]["Authentication"];
                    /** @description Location of the visitor */
                    location?: {
                        /**
                         * @description ISO 3166 country code: sets the locale, the time zone and, with a proxy pool, the exit country
                         * @example DE
                         */
                        country?: string;
                        languages?: string[];
                    };
                    /**
                     * @description Sends the requests through the proxy pool
                     * @default false
                     */
                    useProxy?: boolean;
                    /**
                     * @description Accepts any TLS certificate
                     * @default false
                     */
                    skipTlsVerification?: boolean;
                    /**
                     * @description Runs the page's scripts
                     * @default false
                     */
                    javascript?: boolean;
                    /**
                     * @description Behaves like an ordinary visitor, and escalates from basic to advanced to maximum when it meets a bot challenge
                     * @default false
                     */
                    stealth?: boolean;
                    /** @description Size in CSS pixels */
                    viewport?: {
                        width: number;
                        height: number;
                    };
                    /** @description CSS selector to wait for */
                    waitForSelector?: string;
                    /** @description Steps to perform on the page, in order */
                    actions?: components["schemas"]["Action"][];
                    /** @description JavaScript to run on the page: an expression, or statements that `return` a result. It is in `metadata.executeJS`, up to 1,048,576 characters of JSON */
                    executeJS?: string;
                    /**
                     * @description Milliseconds to wait after the page has loaded, in a browser
                     * @default 0
                     */
                    waitFor?: number;
                    /**
                     * @description Seconds, at most 30. The older name of `waitFor`. With `urls`, values above 30 are milliseconds, up to 30,000
                     * @default 0
                     */
                    waitTime?: number;
                    /**
                     * @description Time limit for the whole request, in milliseconds
                     * @default 30000
                     */
                    timeout?: number;
                    /** @description AI extraction */
                    extract?: {
                        /** @description JSON Schema of the data to extract */
                        schema?: {
                            [key: string]: unknown;
                        };
                        systemPrompt?: string;
                        prompt?: string;
                    };
                    /** @description AI extraction by a named model */
                    agent?: {
                        model?: string;
                        prompt?: string;
                    };
                    /**
                     * @description With `jsonSchema`: the same as `extract.schema`
                     * @default false
                     */
                    enableJsonExtraction?: boolean;
                    /** @description A JSON Schema as text */
                    jsonSchema?: string;
                    /**
                     * @description Priority among your account's own work. With `urls`, `normal` is the same as `medium`
                     * @default medium
                     * @enum {string}
                     */
                    priority?: "low" | "medium" | "high";
                    /**
                     * @description Maximum age of a cached response in days; fractions are allowed, and 0 always fetches the page. A cached response costs the same and has `cached`. Accounts share only cached pages that reveal nothing about who requested them. A missing page (404, 410) is cached for a day; refusals, rate limits and failures are always fetched again.
                     * @default 30
                     */
                    maxAge?: number;
                    /** @description Minimum age in days. Reads only the cache, for a response at least this old and not older than `maxAge`; the site is not contacted. If there is none: 404 `not_cached`, which costs nothing */
                    minAge?: number;
                    /** @description Compares the page with its previous version seen by your account: adds the formats `changeTracking` and `markdown`. The page is always fetched again, whatever the cache holds. Only scrapes that request the page in the same way (engine, headers, parts of the page) are compared: batch and crawl have other defaults than scrape, so their versions are separate */
                    changeTracking?: {
                        /**
                         * @description Only scrapes with the same tag are compared with each other
                         * @example weekly
                         */
                        tag?: string;
                    };
                    /**
                     * @description If false, the response is not stored in the cache
                     * @default true
                     */
                    storeInCache?: boolean;
                    /**
                     * @description Stores none of the page's content after the response is sent: not in the cache, the archive or the index of local search. Screenshots and PDFs are not available because they are stored as files. Not allowed for jobs, for monitors and with an `Idempotency-Key`, as these store responses
                     * @default false
                     */
                    zeroRetention?: boolean;
                    /**
                     * ScrapeOptions
                     * @description Further parameters; a parameter at the top level takes precedence over the same one here
                     */
                    options?: {
                        /**
                         * @description The formats to return, each in a field of its own name. Takes precedence over `format`
                         * @default [
                         *       "markdown"
                         *     ]
                         */
                        formats?: ("markdown" | "html" | "rawHtml" | "text" | "json" | "structured" | "links" | "screenshot" | "screenshot@fullPage" | "pdf" | "extract" | "images" | "attributes" | "summary" | "changeTracking")[];
                        /**
                         * @description A single format; `formats` takes precedence. Default: `markdown`
                         * @enum {string}
                         */
                        format?: "markdown" | "html" | "rawHtml" | "text" | "json" | "structured" | "links" | "screenshot" | "screenshot@fullPage" | "pdf" | "extract" | "images" | "attributes" | "summary" | "changeTracking";
                        /**
                         * @description Removes headers, footers and sidebars
                         * @default false
                         */
                        onlyMainContent?: boolean;
                        /**
                         * @description If false, the metadata has only `url`, `statusCode`, `contentType`, `extractedAt`, `processingTime` and `creditsUsed`
                         * @default true
                         */
                        includeMetadata?: boolean;
                        /**
                         * @description Keeps hyperlinks in the converted text. The format `links` returns the list of links
                         * @default true
                         */
                        includeLinks?: boolean;
                        /**
                         * @description Keeps images in the converted text
                         * @default true
                         */
                        includeImages?: boolean;
                        /**
                         * @description Removes advertisements
                         * @default true
                         */
                        removeAds?: boolean;
                        /**
                         * @description Removes scripts from `html`
                         * @default true
                         */
                        removeScripts?: boolean;
                        /**
                         * @description Removes style sheets and style attributes from `html`
                         * @default false
                         */
                        removeStyles?: boolean;
                        /** @description Tag names or CSS selectors: keeps only the matching elements */
                        includeTags?: string[];
                        /** @description Tag names or CSS selectors: removes the matching elements, after `includeTags` is applied */
                        excludeTags?: string[];
                        /** @description The same as `includeTags` */
                        onlyIncludeTags?: string[];
                        /** @description The same as `excludeTags` */
                        removeTags?: string[];
                        /** @description Returns the attributes, exactly as written in the page, of all elements that match a selector. Adds the format `attributes` */
                        attributes?: components["schemas"]["AttributeQuery"][];
                        /**
                         * @description Removes content that a language model does not need: boilerplate, tracking parameters and images without a description
                         * @default false
                         */
                        llmOptimization?: boolean;
                        /**
                         * @description Makes the URLs of links and images absolute
                         * @default false
                         */
                        replaceAllPathsWithAbsolutePaths?: boolean;
                        /**
                         * @description `raw` makes the format `html` identical to `rawHtml`
                         * @default cleaned
                         * @enum {string}
                         */
                        htmlFormat?: "cleaned" | "raw";
                        /**
                         * @description Removes any remaining markup from the textual formats
                         * @default false
                         */
                        stripHtml?: boolean;
                        /**
                         * @description The same as the format `screenshot`. At most 16,384 pixels per side and 33 million pixels in total. Costs extra
                         * @default false
                         */
                        includeScreenshot?: boolean;
                        /**
                         * @default viewport
                         * @enum {string}
                         */
                        screenshotType?: "viewport" | "fullpage";
                        /**
                         * @description The same as the format `pdf`. At most 200 pages. Costs extra
                         * @default false
                         */
                        includePdf?: boolean;
                        /** @description Maximum number of pages to read from a PDF; `metadata.pageCount` is the number of pages that it has */
                        pdfPages?: number;
                        /**
                         * @description Accepted but has no effect: a PDF is always read as a document
                         * @default false
                         */
                        parsePdf?: boolean;
                        /** @description The engine that fetches the page. Default: the cheapest engine that supports the request, `lightweight` first */
                        engine?: string;
                        /**
                         * @description Emulates a mobile device: viewport, user agent and touch
                         * @default false
                         */
                        mobile?: boolean;
                        userAgent?: string;
                        /** @description Custom request headers */
                        headers?: {
                            [key: string]: string;
                        };
                        authentication?: components["schemas"]["Authentication"];
                        /** @description Location of the visitor */
                        location?: {
                            /**
                             * @description ISO 3166 country code: sets the locale, the time zone and, with a proxy pool, the exit country
                             * @example DE
                             */
                            country?: string;
                            languages?: string[];
                        };
                        /**
                         * @description Sends the requests through the proxy pool
                         * @default false
                         */
                        useProxy?: boolean;
                        /**
                         * @description Accepts any TLS certificate
                         * @default false
                         */
                        skipTlsVerification?: boolean;
                        /**
                         * @description Runs the page's scripts
                         * @default false
                         */
                        javascript?: boolean;
                        /**
                         * @description Behaves like an ordinary visitor, and escalates from basic to advanced to maximum when it meets a bot challenge
                         * @default false
                         */
                        stealth?: boolean;
                        /** @description Size in CSS pixels */
                        viewport?: {
                            width: number;
                            height: number;
                        };
                        /** @description CSS selector to wait for */
                        waitForSelector?: string;
                        /** @description Steps to perform on the page, in order */
                        actions?: components["schemas"]["Action"][];
                        /** @description JavaScript to run on the page: an expression, or statements that `return` a result. It is in `metadata.executeJS`, up to 1,048,576 characters of JSON */
                        executeJS?: string;
                        /**
                         * @description Milliseconds to wait after the page has loaded, in a browser
                         * @default 0
                         */
                        waitFor?: number;
                        /**
                         * @description Seconds. The older name of `waitFor`
                         * @default 0
                         */
                        waitTime?: number;
                        /**
                         * @description Time limit for the whole request, in milliseconds
                         * @default 30000
                         */
                        timeout?: number;
                        /** @description AI extraction */
                        extract?: {
                            /** @description JSON Schema of the data to extract */
                            schema?: {
                                [key: string]: unknown;
                            };
                            systemPrompt?: string;
                            prompt?: string;
                        };
                        /** @description AI extraction by a named model */
                        agent?: {
                            model?: string;
                            prompt?: string;
                        };
                        /**
                         * @description With `jsonSchema`: the same as `extract.schema`
                         * @default false
                         */
                        enableJsonExtraction?: boolean;
                        /** @description A JSON Schema as text */
                        jsonSchema?: string;
                        /**
                         * @description Priority among your account's own work
                         * @default medium
                         * @enum {string}
                         */
                        priority?: "low" | "medium" | "high";
                        /**
                         * @description Maximum age of a cached response in days; fractions are allowed, and 0 always fetches the page. A cached response costs the same and has `cached`. Accounts share only cached pages that reveal nothing about who requested them. A missing page (404, 410) is cached for a day; refusals, rate limits and failures are always fetched again.
                         * @default 30
                         */
                        maxAge?: number;
                        /** @description Minimum age in days. Reads only the cache, for a response at least this old and not older than `maxAge`; the site is not contacted. If there is none: 404 `not_cached`, which costs nothing */
                        minAge?: number;
                        /** @description Compares the page with its previous version seen by your account: adds the formats `changeTracking` and `markdown`. The page is always fetched again, whatever the cache holds. Only scrapes that request the page in the same way (engine, headers, parts of the page) are compared: batch and crawl have other defaults than scrape, so their versions are separate */
                        changeTracking?: {
                            /**
                             * @description Only scrapes with the same tag are compared with each other
                             * @example weekly
                             */
                            tag?: string;
                        };
                        /**
                         * @description If false, the response is not stored in the cache
                         * @default true
                         */
                        storeInCache?: boolean;
                        /**
                         * @description Stores none of the page's content after the response is sent: not in the cache, the archive or the index of local search. Screenshots and PDFs are not available because they are stored as files. Not allowed for jobs, for monitors and with an `Idempotency-Key`, as these store responses
                         * @default false
                         */
                        zeroRetention?: boolean;
                    };
                };
            };
        };
        SearchWebBody: {
            content: {
                "application/json": {
                    /**
                     * @description The search query. Operators depend on the provider; `local` supports `"a phrase"`, `-word` and `site:example.com`
                     * @example tea kettles
                     */
                    query: string;
                    /**
                     * @description Maximum number of results
                     * @default 10
                     */
                    limit?: number;
                    /**
                     * @description ISO 3166 code of the country whose results to return
                     * @example DE
                     */
                    country?: string;
                    /**
                     * @description BCP 47 tag of the language of the results
                     * @example de
                     */
                    language?: string;
                    /**
                     * @description What to search, with up to `limit` results each: pages are returned in `results`, the others in `news` and `images`. Each source that responds costs one search. SearXNG and Brave support all three, `local` only pages
                     * @default [
                     *       "web"
                     *     ]
                     */
                    sources?: ("web" | "news" | "images")[];
                    /**
                     * @description Maximum age of the results; cannot be combined with `from` and `to`
                     * @enum {string}
                     */
                    timeRange?: "day" | "week" | "month" | "year";
                    /**
                     * @description Start date of the range, inclusive, in UTC
                     * @example 2026-01-31
                     */
                    from?: string;
                    /**
                     * @description End date of the range, inclusive. SearXNG has no such filter: the shortest range that covers the dates is requested, and results dated outside them are removed. `local` uses the date that the page states, otherwise the date when it was scraped
                     * @example 2026-01-31
                     */
                    to?: string;
                    /**
                     * @description `default_provider` is the SearXNG of this server or, without one, `local`: the pages that your account has scraped. `alternative_provider` is Brave. If `default_provider` fails, another provider that searches the web is used and reported in `warnings`; a provider that you name is never replaced
                     * @default default_provider
                     * @enum {string}
                     */
                    provider?: "default_provider" | "alternative_provider" | "searxng" | "brave" | "local";
                    /**
                     * @description Scrapes every page result; `news` and `images` are not scraped
                     * @default false
                     */
                    scrapeResults?: boolean;
                    /**
                     * SearchScrapeOptions
                     * @description How to scrape each result: any scrape parameter. Requires `scrapeResults`
                     * @default {}
                     */
                    scrapeOptions?: {
                        /** @description The formats to return, as on a scrape, each in a field of its own name. Takes precedence over `format` */
                        formats?: ("markdown" | "html" | "rawHtml" | "text" | "json" | "structured" | "links" | "screenshot" | "screenshot@fullPage" | "pdf" | "extract" | "images" | "attributes" | "summary" | "changeTracking")[];
                        /**
                         * @description A single format; `formats` takes precedence. Default: `markdown`
                         * @enum {string}
                         */
                        format?: "markdown" | "html" | "rawHtml" | "text" | "json" | "structured" | "links" | "screenshot" | "screenshot@fullPage" | "pdf" | "extract" | "images" | "attributes" | "summary" | "changeTracking";
                        /**
                         * @description Removes headers, footers and sidebars
                         * @default false
                         */
                        onlyMainContent?: boolean;
                        /**
                         * @description If false, the metadata has only `url`, `statusCode`, `contentType`, `extractedAt`, `processingTime` and `creditsUsed`
                         * @default true
                         */
                        includeMetadata?: boolean;
                        /**
                         * @description Keeps hyperlinks in the converted text. The format `links` returns the list of links
                         * @default true
                         */
                        includeLinks?: boolean;
                        /**
                         * @description Keeps images in the converted text
                         * @default true
                         */
                        includeImages?: boolean;
                        /**
                         * @description Removes advertisements
                         * @default true
                         */
                        removeAds?: boolean;
                        /**
                         * @description Removes scripts from `html`
                         * @default true
                         */
                        removeScripts?: boolean;
                        /**
                         * @description Removes style sheets and style attributes from `html`
                         * @default false
                         */
                        removeStyles?: boolean;
                        /** @description Tag names or CSS selectors: keeps only the matching elements */
                        includeTags?: string[];
                        /** @description Tag names or CSS selectors: removes the matching elements, after `includeTags` is applied */
                        excludeTags?: string[];
                        /** @description The same as `includeTags` */
                        onlyIncludeTags?: string[];
                        /** @description The same as `excludeTags` */
                        removeTags?: string[];
                        /** @description Returns the attributes, exactly as written in the page, of all elements that match a selector. Adds the format `attributes` */
                        attributes?: components["schemas"]["AttributeQuery"][];
                        /**
                         * @description Removes content that a language model does not need: boilerplate, tracking parameters and images without a description
                         * @default false
                         */
                        llmOptimization?: boolean;
                        /**
                         * @description Makes the URLs of links and images absolute
                         * @default false
                         */
                        replaceAllPathsWithAbsolutePaths?: boolean;
                        /**
                         * @description `raw` makes the format `html` identical to `rawHtml`
                         * @default cleaned
                         * @enum {string}
                         */
                        htmlFormat?: "cleaned" | "raw";
                        /**
                         * @description Removes any remaining markup from the textual formats
                         * @default false
                         */
                        stripHtml?: boolean;
                        /**
                         * @description The same as the format `screenshot`. At most 16,384 pixels per side and 33 million pixels in total. Costs extra
                         * @default false
                         */
                        includeScreenshot?: boolean;
                        /**
                         * @default viewport
                         * @enum {string}
                         */
                        screenshotType?: "viewport" | "fullpage";
                        /**
                         * @description The same as the format `pdf`. At most 200 pages. Costs extra
                         * @default false
                         */
                        includePdf?: boolean;
                        /** @description Maximum number of pages to read from a PDF; `metadata.pageCount` is the number of pages that it has */
                        pdfPages?: number;
                        /**
                         * @description Accepted but has no effect: a PDF is always read as a document
                         * @default false
                         */
                        parsePdf?: boolean;
                        /** @description The engine that fetches the page. Default: the cheapest engine that supports the request, `lightweight` first */
                        engine?: string;
                        /**
                         * @description Emulates a mobile device: viewport, user agent and touch
                         * @default false
                         */
                        mobile?: boolean;
                        userAgent?: string;
                        /** @description Custom request headers */
                        headers?: {
                            [key: string]: string;
                        };
                        authentication?: components["schemas"]["Authentication"];
                        /** @description Location of the visitor */
                        location?: {
                            /**
                             * @description ISO 3166 country code: sets the locale, the time zone and, with a proxy pool, the exit country
                             * @example DE
                             */
                            country?: string;
                            languages?: string[];
                        };
                        /**
                         * @description Sends the requests through the proxy pool
                         * @default false
                         */
                        useProxy?: boolean;
                        /**
                         * @description Accepts any TLS certificate
                         * @default false
                         */
                        skipTlsVerification?: boolean;
                        /**
                         * @description Runs the page's scripts
                         * @default false
                         */
                        javascript?: boolean;
                        /**
                         * @description Behaves like an ordinary visitor, and escalates from basic to advanced to maximum when it meets a bot challenge
                         * @default false
                         */
                        stealth?: boolean;
                        /** @description Size in CSS pixels */
                        viewport?: {
                            width: number;
                            height: number;
                        };
                        /** @description CSS selector to wait for */
                        waitForSelector?: string;
                        /** @description Steps to perform on the page, in order */
                        actions?: components["schemas"]["Action"][];
                        /** @description JavaScript to run on the page: an expression, or statements that `return` a result. It is in `metadata.executeJS`, up to 1,048,576 characters of JSON */
                        executeJS?: string;
                        /**
                         * @description Milliseconds to wait after the page has loaded, in a browser
                         * @default 0
                         */
                        waitFor?: number;
                        /**
                         * @description Seconds. The older name of `waitFor`
                         * @default 0
                         */
                        waitTime?: number;
                        /**
                         * @description Time limit for the whole request, in milliseconds
                         * @default 30000
                         */
                        timeout?: number;
                        /** @description AI extraction */
                        extract?: {
                            /** @description JSON Schema of the data to extract */
                            schema?: {
                                [key: string]: unknown;
                            };
                            systemPrompt?: string;
                            prompt?: string;
                        };
                        /** @description AI extraction by a named model */
                        agent?: {
                            model?: string;
                            prompt?: string;
                        };
                        /**
                         * @description With `jsonSchema`: the same as `extract.schema`
                         * @default false
                         */
                        enableJsonExtraction?: boolean;
                        /** @description A JSON Schema as text */
                        jsonSchema?: string;
                        /**
                         * @description Priority among your account's own work
                         * @default medium
                         * @enum {string}
                         */
                        priority?: "low" | "medium" | "high";
                        /**
                         * @description Maximum age of a cached response in days; fractions are allowed, and 0 always fetches the page. A cached response costs the same and has `cached`. Accounts share only cached pages that reveal nothing about who requested them. A missing page (404, 410) is cached for a day; refusals, rate limits and failures are always fetched again.
                         * @default 30
                         */
                        maxAge?: number;
                        /** @description Minimum age in days. Reads only the cache, for a response at least this old and not older than `maxAge`; the site is not contacted. If there is none: 404 `not_cached`, which costs nothing */
                        minAge?: number;
                        /** @description Compares the page with its previous version seen by your account: adds the formats `changeTracking` and `markdown`. The page is always fetched again, whatever the cache holds. Only scrapes that request the page in the same way (engine, headers, parts of the page) are compared: batch and crawl have other defaults than scrape, so their versions are separate */
                        changeTracking?: {
                            /**
                             * @description Only scrapes with the same tag are compared with each other
                             * @example weekly
                             */
                            tag?: string;
                        };
                        /**
                         * @description If false, the response is not stored in the cache
                         * @default true
                         */
                        storeInCache?: boolean;
                        /**
                         * @description Stores none of the page's content after the response is sent: not in the cache, the archive or the index of local search. Screenshots and PDFs are not available because they are stored as files. Not allowed for jobs, for monitors and with an `Idempotency-Key`, as these store responses
                         * @default false
                         */
                        zeroRetention?: boolean;
                        /** @description JSON Schema of the data to extract from each result; the same as `extract.schema` */
                        extractionSchema?: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        TestWebhookBody: {
            content: {
                "application/json": components["schemas"]["TestWebhookBody"];
            };
        };
    };
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    scrapePage: {
        parameters: {
            query?: never;
            header?: {
                /** @description `wait=N`, 1 to 120 seconds: if the job ends in time, the response has its results and the header `Preference-Applied` */
                Prefer?: string;
                /** @description Makes the request safe to retry: for 24 hours, the same key and body return the first response */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ScrapePageBody"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScrapePageReply"];
                };
            };
            /** @description Accepted: continues in the background */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScrapePageAccepted"];
                };
            };
        };
    };
    startBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description `wait=N`, 1 to 120 seconds: if the job ends in time, the response has its results and the header `Preference-Applied` */
                Prefer?: string;
                /** @description Makes the request safe to retry: for 24 hours, the same key and body return the first response */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["StartBatchBody"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartBatchReply"];
                };
            };
            /** @description Accepted: continues in the background */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartBatchAccepted"];
                };
            };
        };
    };
    startCrawl: {
        parameters: {
            query?: never;
            header?: {
                /** @description `wait=N`, 1 to 120 seconds: if the job ends in time, the response has its results and the header `Preference-Applied` */
                Prefer?: string;
                /** @description Makes the request safe to retry: for 24 hours, the same key and body return the first response */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["StartCrawlBody"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartCrawlReply"];
                };
            };
            /** @description Accepted: continues in the background */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartCrawlAccepted"];
                };
            };
        };
    };
    mapSite: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key and body return the first response */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["MapSiteBody"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MapSiteReply"];
                };
            };
        };
    };
    searchWeb: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key and body return the first response */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["SearchWebBody"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchWebReply"];
                };
            };
        };
    };
    extractPage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key and body return the first response */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ExtractPageBody"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExtractPageReply"];
                };
            };
        };
    };
    startExtractBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key and body return the first response */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["StartExtractBatchBody"];
        responses: {
            /** @description Accepted: continues in the background */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartExtractBatchReply"];
                };
            };
        };
    };
    getExtractBatchResults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetExtractBatchResultsReply"];
                };
            };
        };
    };
    streamExtractBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `id` of the last event received: the stream resumes after it */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description Id of the job */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event stream */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description The job has ended, and `Last-Event-ID` is its last event: do not reconnect */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    extractDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key and body return the first response */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ExtractDomainBody"];
        responses: {
            /** @description Accepted: continues in the background */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExtractDomainReply"];
                };
            };
        };
    };
    generateSchema: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key and body return the first response */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["GenerateSchemaBody"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerateSchemaReply"];
                };
            };
        };
    };
    getExtraction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetExtractionReply"];
                };
            };
        };
    };
    startEnrichment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key and body return the first response */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["StartEnrichmentBody"];
        responses: {
            /** @description Accepted: continues in the background */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartEnrichmentReply"];
                };
            };
        };
    };
    getEnrichment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetEnrichmentReply"];
                };
            };
        };
    };
    downloadEnrichment: {
        parameters: {
            query?: {
                /** @description `json`: an array of rows; `ndjson`: one row per line; `csv`: RFC 4180, with cells escaped that a spreadsheet would run as formulas */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path: {
                /** @description Id of the job */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DownloadEnrichmentReply"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
        };
    };
    streamEnrichment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `id` of the last event received: the stream resumes after it */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description Id of the job */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event stream */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description The job has ended, and `Last-Event-ID` is its last event: do not reconnect */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    cancelEnrichment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key and body return the first response */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the job */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelEnrichmentReply"];
                };
            };
        };
    };
    listJobs: {
        parameters: {
            query?: {
                /** @description Maximum number of entries to return */
                limit?: number;
                /** @description The `nextCursor` of the previous page */
                cursor?: string;
                /** @description Running enrichment jobs have the status `processing` */
                status?: "queued" | "running" | "processing" | "completed" | "failed" | "cancelled";
                /** @description `scrape`, `batch`, `crawl`, `extract`, `extract_domain`, `enrichment`, `monitor`, or a job type of another plugin */
                type?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListJobsReply"];
                };
            };
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetJobReply"];
                };
            };
        };
    };
    cancelJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelJobReply"];
                };
            };
        };
    };
    getJobStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetJobStatusReply"];
                };
            };
        };
    };
    listJobResults: {
        parameters: {
            query?: {
                /** @description Maximum number of entries to return */
                limit?: number;
                /** @description The `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Id of the job */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListJobResultsReply"];
                };
            };
        };
    };
    streamJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `id` of the last event received: the stream resumes after it */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description Id of the job */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event stream */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description The job has ended, and `Last-Event-ID` is its last event: do not reconnect */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getQueueStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetQueueStatusReply"];
                };
            };
        };
    };
    listQueueJobs: {
        parameters: {
            query?: {
                /** @description Maximum number of entries to return */
                limit?: number;
                /** @description The `nextCursor` of the previous page */
                cursor?: string;
                /** @description Returns only jobs with this status */
                status?: "pending" | "active" | "completed" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListQueueJobsReply"];
                };
            };
        };
    };
    getFile: {
        parameters: {
            query?: {
                /** @description Part of a signed URL: its expiry as a Unix timestamp in seconds */
                expires?: string;
                /** @description Part of a signed URL: its signature */
                signature?: string;
            };
            header?: never;
            path: {
                /** @description Id of the file */
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contents of the file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
        };
    };
    searchArchive: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key and body return the first response */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["SearchArchiveBody"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchArchiveReply"];
                };
            };
        };
    };
    getSnapshot: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key and body return the first response */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["GetSnapshotBody"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetSnapshotReply"];
                };
            };
        };
    };
    checkArchive: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key and body return the first response */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["CheckArchiveBody"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckArchiveReply"];
                };
            };
        };
    };
    buildTimeline: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key and body return the first response */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["BuildTimelineBody"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuildTimelineReply"];
                };
            };
        };
    };
    compareSnapshots: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key and body return the first response */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["CompareSnapshotsBody"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompareSnapshotsReply"];
                };
            };
        };
    };
    downloadWarc: {
        parameters: {
            query?: {
                /** @description A URL. Without it and `prefix`: all captures */
                url?: string;
                /** @description Start of the URLs, such as `https://example.com/blog/` */
                prefix?: string;
                /** @description The first moment, `YYYYMMDD` or `YYYYMMDDHHMMSS`, in UTC */
                from?: string;
                /** @description The last moment, `YYYYMMDD` or `YYYYMMDDHHMMSS`, in UTC */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The WARC file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/warc": string;
                };
            };
        };
    };
    downloadWacz: {
        parameters: {
            query?: {
                /** @description A URL. Without it and `prefix`: all captures */
                url?: string;
                /** @description Start of the URLs, such as `https://example.com/blog/` */
                prefix?: string;
                /** @description The first moment, `YYYYMMDD` or `YYYYMMDDHHMMSS`, in UTC */
                from?: string;
                /** @description The last moment, `YYYYMMDD` or `YYYYMMDDHHMMSS`, in UTC */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The WACZ file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/wacz": string;
                };
            };
        };
    };
    deleteCaptures: {
        parameters: {
            query?: {
                /** @description A URL. Without it and `prefix`: all captures */
                url?: string;
                /** @description Start of the URLs, such as `https://example.com/blog/` */
                prefix?: string;
                /** @description The first moment, `YYYYMMDD` or `YYYYMMDDHHMMSS`, in UTC */
                from?: string;
                /** @description The last moment, `YYYYMMDD` or `YYYYMMDDHHMMSS`, in UTC */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Number of deleted captures */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteCapturesReply"];
                };
            };
        };
    };
    listMonitors: {
        parameters: {
            query?: {
                /** @description Maximum number of entries to return */
                limit?: number;
                /** @description The `nextCursor` of the previous page */
                cursor?: string;
                /** @description Returns only monitors with this tag */
                tag?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListMonitorsReply"];
                };
            };
        };
    };
    createMonitor: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key and body return the first response */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["CreateMonitorBody"];
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateMonitorReply"];
                };
            };
        };
    };
    getMonitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the monitor */
                monitorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetMonitorReply"];
                };
            };
        };
    };
    deleteMonitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the monitor */
                monitorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteMonitorReply"];
                };
            };
        };
    };
    updateMonitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the monitor */
                monitorId: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["UpdateMonitorBody"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateMonitorReply"];
                };
            };
        };
    };
    runMonitor: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key and body return the first response */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the monitor */
                monitorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted: continues in the background */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunMonitorReply"];
                };
            };
        };
    };
    listMonitorRuns: {
        parameters: {
            query?: {
                /** @description Maximum number of entries to return */
                limit?: number;
                /** @description The `nextCursor` of the previous page */
                cursor?: string;
                /** @description Returns only runs with this status */
                status?: "baseline" | "unchanged" | "changed" | "failed";
            };
            header?: never;
            path: {
                /** @description Id of the monitor */
                monitorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListMonitorRunsReply"];
                };
            };
        };
    };
    exportMonitors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportMonitorsReply"];
                };
            };
        };
    };
    importMonitors: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key and body return the first response */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ImportMonitorsBody"];
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportMonitorsReply"];
                };
            };
        };
    };
    getMonitorFeed: {
        parameters: {
            query: {
                /** @description The token in `feedUrl` */
                token: string;
            };
            header?: never;
            path: {
                /** @description Id of the monitor */
                monitorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/atom+xml": string;
                };
            };
        };
    };
    rotateMonitorFeed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the monitor */
                monitorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotateMonitorFeedReply"];
                };
            };
        };
    };
    getResults: {
        parameters: {
            query?: {
                /** @description Number of `items` to return */
                limit?: number;
                /** @description The `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Id of the job */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetResultsReply"];
                };
            };
        };
    };
    downloadResults: {
        parameters: {
            query?: {
                /** @description `json`: an array; `ndjson`: one result per line; `csv`: RFC 4180, one column per field, lists and objects as JSON, with a `'` before values that a spreadsheet would run as a formula; `xml`: one `result` element per result, with an element per field, `type` on values that are not text, and U+FFFD for characters that XML cannot represent */
                format?: "json" | "csv" | "xml" | "ndjson";
                /** @description Returns a ZIP file that also contains the files of the job (screenshots, PDFs), in `files/` */
                compressed?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the job */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file with the results */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DownloadResultsReply"];
                    "text/csv": string;
                    "application/xml": string;
                    "application/x-ndjson": string;
                    "application/zip": string;
                };
            };
        };
    };
    exportResults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ExportResultsBody"];
        responses: {
            /** @description The file with the results */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportResultsReply"];
                    "text/csv": string;
                    "application/xml": string;
                    "application/x-ndjson": string;
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Maximum number of entries to return */
                limit?: number;
                /** @description The `nextCursor` of the previous page */
                cursor?: string;
                /** @description Returns only deliveries with this status */
                status?: "pending" | "delivered" | "failed";
                /** @description Returns only deliveries of this event */
                event?: string;
                /** @description Id of a job */
                job?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListDeliveriesReply"];
                };
            };
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the event: the `id` in its body, and `X-Webhook-Id` */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetDeliveryReply"];
                };
            };
        };
    };
    retryDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key and body return the first response */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the event: the `id` in its body, and `X-Webhook-Id` */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted: continues in the background */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetryDeliveryReply"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key and body return the first response */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["TestWebhookBody"];
        responses: {
            /** @description Accepted: continues in the background */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestWebhookReply"];
                };
            };
        };
    };
    getWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetWebhookSecretReply"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotateWebhookSecretReply"];
                };
            };
        };
    };
    getCapabilities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetCapabilitiesReply"];
                };
            };
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["LoginBody"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginReply"];
                };
            };
        };
    };
    loginWithOidc: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["LoginWithOidcBody"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginWithOidcReply"];
                };
            };
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogoutReply"];
                };
            };
        };
    };
    validateKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidateKeyReply"];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description The user whose keys to manage, if not your own. Administrators only */
                userId?: string;
                /** @description Maximum number of entries to return */
                limit?: number;
                /** @description The `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListApiKeysReply"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: {
                /** @description The user whose keys to manage, if not your own. Administrators only */
                userId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["CreateApiKeyBody"];
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateApiKeyReply"];
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: {
                /** @description The user whose keys to manage, if not your own. Administrators only */
                userId?: string;
            };
            header?: never;
            path: {
                /** @description Id of the key */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokeApiKeyReply"];
                };
            };
        };
    };
    getProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetProfileReply"];
                };
            };
        };
    };
    updateProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["UpdateProfileBody"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateProfileReply"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ChangePasswordBody"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangePasswordReply"];
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: {
                /** @description `day`, `week`, `month`, `year` (the current one so far, in UTC; weeks begin on Monday), or the last `<n>d` or `<n>h` */
                period?: string;
                /** @description The account to query, if not your own: the id or the e-mail address of a user, or `all` for the totals of all accounts. Administrators only; others get 403 */
                account?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetUsageReply"];
                };
            };
        };
    };
    getUsageOverview: {
        parameters: {
            query?: {
                /** @description `day`, `week`, `month`, `year` (the current one so far, in UTC; weeks begin on Monday), or the last `<n>d` or `<n>h` */
                period?: string;
                /** @description The account to query, if not your own: the id or the e-mail address of a user, or `all` for the totals of all accounts. Administrators only; others get 403 */
                account?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetUsageOverviewReply"];
                };
            };
        };
    };
    listUsageTrends: {
        parameters: {
            query?: {
                /** @description `day`, `week`, `month`, `year` (the current one so far, in UTC; weeks begin on Monday), or the last `<n>d` or `<n>h` */
                period?: string;
                /** @description The account to query, if not your own: the id or the e-mail address of a user, or `all` for the totals of all accounts. Administrators only; others get 403 */
                account?: string;
                /** @description Default depends on the period: hour up to two days, day up to three months, otherwise month */
                granularity?: "hour" | "day" | "week" | "month";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListUsageTrendsReply"];
                };
            };
        };
    };
    listMostUsingAccounts: {
        parameters: {
            query?: {
                /** @description `day`, `week`, `month`, `year` (the current one so far, in UTC; weeks begin on Monday), or the last `<n>d` or `<n>h` */
                period?: string;
                /** @description Number of accounts to return */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListMostUsingAccountsReply"];
                };
            };
        };
    };
    receiveStripeEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiveStripeEventReply"];
                };
            };
        };
    };
    getSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetSubscriptionReply"];
                };
            };
        };
    };
    cancelSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key and body return the first response */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelSubscriptionReply"];
                };
            };
        };
    };
    resumeSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key and body return the first response */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResumeSubscriptionReply"];
                };
            };
        };
    };
    openBillingPortal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenBillingPortalReply"];
                };
            };
        };
    };
    startCheckout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry: for 24 hours, the same key and body return the first response */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["StartCheckoutBody"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartCheckoutReply"];
                };
            };
        };
    };
    listPlans: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPlansReply"];
                };
            };
        };
    };
    listStripeEvents: {
        parameters: {
            query?: {
                /** @description Returns only events with this outcome */
                outcome?: "applied" | "unmatched";
                /** @description Maximum number of entries to return */
                limit?: number;
                /** @description The `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListStripeEventsReply"];
                };
            };
        };
    };
    listBillingRequests: {
        parameters: {
            query?: {
                /** @description Returns only requests with this status */
                status?: "pending" | "approved" | "declined" | "replaced";
                /** @description Maximum number of entries to return */
                limit?: number;
                /** @description The `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListBillingRequestsReply"];
                };
            };
        };
    };
    approveBillingRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the plan request, as in the list */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApproveBillingRequestReply"];
                };
            };
        };
    };
    turnDownBillingRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the plan request, as in the list */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["TurnDownBillingRequestBody"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TurnDownBillingRequestReply"];
                };
            };
        };
    };
    getAdminStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetAdminStatsReply"];
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Maximum number of entries to return */
                limit?: number;
                /** @description The `nextCursor` of the previous page */
                cursor?: string;
                /** @description Part of the e-mail address, the name or the id */
                search?: string;
                /** @description Returns only users with this status */
                status?: "active" | "suspended";
                /** @description Returns only users on this plan */
                plan?: "free" | "starter" | "pro" | "enterprise";
                /** @description Returns only users with this role */
                role?: "user" | "admin";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListUsersReply"];
                };
            };
        };
    };
    addUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["AddUserBody"];
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddUserReply"];
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetUserReply"];
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["UpdateUserBody"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateUserReply"];
                };
            };
        };
    };
    resetUserPassword: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResetUserPasswordReply"];
                };
            };
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /** @description Maximum number of entries to return */
                limit?: number;
                /** @description The `nextCursor` of the previous page */
                cursor?: string;
                /** @description Id or e-mail address of the user who made the change */
                actor?: string;
                /** @description For example `user.changed` */
                action?: string;
                /** @description Id of what was changed, or a user's e-mail address */
                target?: string;
                /** @description Start of the time range, inclusive */
                since?: string;
                /** @description End of the time range, exclusive */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListAuditLogReply"];
                };
            };
        };
    };
}

/** Paths whose POST accepts no Idempotency-Key, so that a repeated request is executed twice. */
export const unkeyed: readonly string[] = [
  "/v1/monitors/{monitorId}/feed",
  "/v1/results/export",
  "/v1/webhooks/secret/rotate",
  "/v1/auth/login",
  "/v1/auth/oidc",
  "/v1/auth/logout",
  "/v1/auth/api-keys",
  "/v1/billing/webhooks/stripe",
  "/v1/billing/portal",
  "/v1/admin/billing/requests/{sessionId}/approve",
  "/v1/admin/billing/requests/{sessionId}/decline",
  "/v1/admin/users",
  "/v1/admin/users/{userId}/password"
]
