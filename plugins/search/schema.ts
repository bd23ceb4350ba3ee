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
      description: 'How each result is scraped: every parameter of a scrape. Only with `scrapeResults`',
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
          'What to search for. Each provider has operators of its own; `local` supports `"a phrase"`, `-word` and `site:example.com`',
        examples: ['tea kettles'],
      }),
      limit: integer(1, 20, 10, 'Results at most'),
      country: t.Optional(
        t.String({ pattern: '^[A-Za-z]{2}$', description: 'ISO 3166: where results are for', examples: ['DE'] }),
      ),
      language: t.Optional(
        t.String({
          pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$',
          description: 'BCP 47: the language of results',
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
            'Sources to search, with `limit` results of each: pages are in `results`, the others in `news` and `images`. Each source that answers costs as much as a search. SearXNG and Brave have all three, `local` has only pages',
        }),
      ),
      timeRange: t.Optional(
        oneOf(timeRanges, { description: 'Only what was published so long ago at most; not with `from` and `to`' }),
      ),
      from: t.Optional(day('From this day on, in UTC')),
      to: t.Optional(
        day(
          'Up to this day. SearXNG has no such bounds: it is asked for the shortest range that contains them, and results with other dates are dropped. `local` uses the date in the page or else the time of the scrape',
        ),
      ),
      provider: t.Optional(
        oneOf([...new Set([...names, ...providers])], {
          default: 'default_provider',
          description:
            '`default_provider` is the SearXNG of this server, or without one `local`: what your account has scraped. `alternative_provider` is Brave. Where `default_provider` fails another one that searches the web is asked, and `warnings` says so; one that is named is not replaced',
        }),
      ),
      scrapeResults: flag(false, 'Scrapes every result; of `news` and `images` none'),
      scrapeOptions: t.Optional(scrapeOptions(engines)),
    },
    { description: 'What to look for, where, and what to make of the results' },
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
    publishedAt: t.Optional(timestamp({ description: 'If the provider states it' })),
  },
  { title: 'SearchResult' },
)

export const ImageResult = t.Object(
  {
    position,
    title: t.String(),
    link: t.String({ description: 'The page that shows it' }),
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
    description: t.String({ description: 'As the provider gives it, or the page itself' }),
    displayLink,
    markdown: t.Optional(t.String()),
    content: t.Optional(t.String({ description: 'In the first format that was asked for' })),
    preview: t.Optional(t.String({ description: 'The first 300 characters of the text' })),
    summary: t.Optional(
      t.String({
        description: 'The model’s, with the format `summary`; else the page’s description, else its first sentences',
      }),
    ),
    scrapedAt: t.String({ format: 'date-time' }),
    scrapeStatus: oneOf(['success', 'failed']),
    error: t.Optional(
      t.Object(
        { code: t.String(), message: t.String(), details: t.Record(t.String(), t.Unknown()) },
        { description: 'Why it failed; it costs nothing then' },
      ),
    ),
    wordCount: t.Optional(t.Integer()),
    readingTime: t.Optional(t.Integer({ description: 'Minutes' })),
    metadata: t.Object(
      {
        statusCode: t.Integer({ description: '0 without a response' }),
        contentQuality: t.Optional(oneOf(['high', 'medium', 'low'])),
        creditsUsed: t.Number(),
      },
      { additionalProperties: true, description: 'Beside these, that of a scrape' },
    ),
    warnings: t.Optional(t.Array(t.String(), { description: 'What the caller should know of the page' })),
  },
  { title: 'ScrapedSearchResult', additionalProperties: true },
)
export type ScrapedResult = Static<typeof ScrapedResult>

export const SearchResults = t.Object(
  {
    query: t.String(),
    results: t.Union([t.Array(SearchResult), t.Array(ScrapedResult)], {
      description: 'Best first; with `scrapeResults` those of the second kind',
    }),
    news: t.Optional(t.Array(SearchResult, { description: 'If `sources` includes them' })),
    images: t.Optional(t.Array(ImageResult, { description: 'If `sources` includes them' })),
    totalResults: t.Integer({ description: 'How many are in the answer, of all sources' }),
    searchTime: t.Number({ description: 'Seconds' }),
    creditsUsed: t.Number(),
    metadata: t.Object(
      {
        provider: t.String({ description: 'The provider that answered', examples: ['searxng'] }),
        degraded: t.Boolean({ description: 'Whether another provider, or a part of this one, did not answer' }),
        silent: t.Array(t.Object({ name: t.String(), reason: t.String() }), {
          description: 'Sources of the provider that did not answer',
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
