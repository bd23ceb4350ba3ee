import { oneOf, reply, type Static, t, timestamp } from 'weirjs'
import { flag, integer, pageFields, unfilledFormats } from 'weirjs/schemas'
import { sources, timeRanges } from './sources.ts'

const names = ['default_provider', 'alternative_provider'] as const

/** How each result is scraped. Source: spec section 4.8, decisions 6.1. */
const scrapeOptions = (engines: readonly string[]) =>
  t.Object(
    {
      ...pageFields(engines),
      formats: unfilledFormats,
      extractionSchema: t.Optional(
        t.Record(t.String(), t.Unknown(), {
          description: 'JSON Schema of the data to extract from each result; the same as `extract.schema`',
        }),
      ),
    },
    {
      title: 'SearchScrapeOptions',
      description: 'How to scrape each result: any scrape parameter. Requires `scrapeResults`',
      default: {},
    },
  )

const day = (description: string) =>
  t.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$', description, examples: ['2026-01-31'] })

/** Source: spec section 4.8, decisions 7.1. `engines` and `providers` are the names of the installed ones. */
export const searchBody = (engines: readonly string[], providers: readonly string[]) =>
  t.Object(
    {
      query: t.String({
        minLength: 1,
        maxLength: 500,
        description:
          'The search query. Operators depend on the provider; `local` supports `"a phrase"`, `-word` and `site:example.com`',
        examples: ['tea kettles'],
      }),
      limit: integer(1, 20, 10, 'Maximum number of results'),
      country: t.Optional(
        t.String({
          pattern: '^[A-Za-z]{2}$',
          description: 'ISO 3166 code of the country whose results to return',
          examples: ['DE'],
        }),
      ),
      language: t.Optional(
        t.String({
          pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$',
          description: 'BCP 47 tag of the language of the results',
          examples: ['de'],
        }),
      ),
      sources: t.Optional(
        t.Array(oneOf(sources), {
          minItems: 1,
          maxItems: sources.length,
          uniqueItems: true,
          default: ['web'],
          description:
            'What to search, with up to `limit` results each: pages are returned in `results`, the others in `news` and `images`. Each source that responds costs one search. SearXNG and Brave support all three, `local` only pages',
        }),
      ),
      timeRange: t.Optional(
        oneOf(timeRanges, { description: 'Maximum age of the results; cannot be combined with `from` and `to`' }),
      ),
      from: t.Optional(day('Start date of the range, inclusive, in UTC')),
      to: t.Optional(
        day(
          'End date of the range, inclusive. SearXNG has no such filter: the shortest range that covers the dates is requested, and results dated outside them are removed. `local` uses the date that the page states, otherwise the date when it was scraped',
        ),
      ),
      provider: t.Optional(
        oneOf([...new Set([...names, ...providers])], {
          default: 'default_provider',
          description:
            '`default_provider` is the SearXNG of this server or, without one, `local`: the pages that your account has scraped. `alternative_provider` is Brave. If `default_provider` fails, another provider that searches the web is used and reported in `warnings`; a provider that you name is never replaced',
        }),
      ),
      scrapeResults: flag(false, 'Scrapes every page result; `news` and `images` are not scraped'),
      scrapeOptions: t.Optional(scrapeOptions(engines)),
    },
    { description: 'What to search for, where, and how to convert the results' },
  )
export type SearchBody = Static<ReturnType<typeof searchBody>>

const position = t.Integer({ minimum: 1 })
const displayLink = t.String({ description: 'The host', examples: ['example.com'] })

/** Source: spec section 2.8. */
export const SearchResult = t.Object(
  {
    position,
    title: t.String(),
    link: t.String(),
    snippet: t.String({ description: 'Plain text; empty if the provider gives none' }),
    displayLink,
    publishedAt: t.Optional(timestamp({ description: 'Present if the provider gives it' })),
  },
  { title: 'SearchResult' },
)

export const ImageResult = t.Object(
  {
    position,
    title: t.String(),
    link: t.String({ description: 'URL of the page that shows the image' }),
    displayLink,
    imageUrl: t.String(),
    thumbnailUrl: t.Optional(t.String()),
    width: t.Optional(t.Integer({ description: 'Pixels' })),
    height: t.Optional(t.Integer({ description: 'Pixels' })),
  },
  { title: 'ImageResult' },
)

/** Source: spec section 2.8, decisions 7.2. */
export const ScrapedResult = t.Object(
  {
    position,
    title: t.String(),
    url: t.String(),
    description: t.String({ description: 'As given by the provider or the page itself' }),
    displayLink,
    markdown: t.Optional(t.String()),
    content: t.Optional(t.String({ description: 'In the first requested format' })),
    preview: t.Optional(t.String({ description: 'The first 300 characters of the text' })),
    summary: t.Optional(
      t.String({
        description:
          'The model’s summary if the format `summary` was requested; otherwise the page’s description, or its first sentences',
      }),
    ),
    scrapedAt: t.String({ format: 'date-time' }),
    scrapeStatus: oneOf(['success', 'failed']),
    error: t.Optional(
      t.Object(
        { code: t.String(), message: t.String(), details: t.Record(t.String(), t.Unknown()) },
        { description: 'Why scraping failed; the failure is not charged' },
      ),
    ),
    wordCount: t.Optional(t.Integer()),
    readingTime: t.Optional(t.Integer({ description: 'Minutes' })),
    metadata: t.Object(
      {
        statusCode: t.Integer({ description: '0 if there was no response' }),
        contentQuality: t.Optional(oneOf(['high', 'medium', 'low'])),
        creditsUsed: t.Number(),
      },
      { additionalProperties: true, description: "Also has the fields of a scrape's metadata" },
    ),
    warnings: t.Optional(t.Array(t.String(), { description: 'What the caller should know about the page' })),
  },
  { title: 'ScrapedSearchResult', additionalProperties: true },
)
export type ScrapedResult = Static<typeof ScrapedResult>

export const SearchResults = t.Object(
  {
    query: t.String(),
    results: t.Union([t.Array(SearchResult), t.Array(ScrapedResult)], {
      description: 'Best match first; with `scrapeResults`, entries are of the second type',
    }),
    news: t.Optional(t.Array(SearchResult, { description: 'Present if requested in `sources`' })),
    images: t.Optional(t.Array(ImageResult, { description: 'Present if requested in `sources`' })),
    totalResults: t.Integer({ description: 'Number of results in the response, from all sources' }),
    searchTime: t.Number({ description: 'Seconds' }),
    creditsUsed: t.Number(),
    metadata: t.Object(
      {
        provider: t.String({ description: 'The provider that responded', examples: ['searxng'] }),
        degraded: t.Boolean({ description: 'Whether another provider, or part of this one, did not respond' }),
        silent: t.Array(t.Object({ name: t.String(), reason: t.String() }), {
          description: 'Sources of the provider that did not respond',
        }),
      },
      { title: 'SearchMetadata' },
    ),
  },
  { title: 'SearchResults' },
)

export const SearchReply = reply(SearchResults)

/** The error codes for invalid fields of a search. */
export const searchErrors = {
  invalid: { query: 'invalid_query', limit: 'invalid_limit', scrapeOptions: 'invalid_options' },
  failure: 'search_failed',
} as const
