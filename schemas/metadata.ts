import { nullable, oneOf, type Static, t, timestamp } from 'weirjs'

/** A number, or null if it cannot be determined (an English-only score of a text in another language). */
const measured = (description: string) => nullable(t.Number(), { description })
const text = (description?: string) => nullable(t.String(), description ? { description } : {})

const parserNames = [
  'html',
  'pdf',
  'spreadsheet',
  'document',
  'slides',
  'video',
  'json',
  'xml',
  'feed',
  'text',
  'image',
] as const
export type ParserName = (typeof parserNames)[number]

/**
 * `main`: the main content was found; `body`: the whole body; `document`, `transcript`, `data`: the content of such a
 * file.
 */
const contentSources = ['main', 'body', 'document', 'transcript', 'data'] as const
export type ContentSource = (typeof contentSources)[number]

/** Open Graph. Source: spec section 2.4. */
const OpenGraph = t.Object(
  {
    title: text(),
    description: text(),
    url: text(),
    image: text(),
    type: text(),
    siteName: text(),
    locale: text(),
    audio: text(),
    video: text(),
  },
  { title: 'OpenGraph' },
)

/** The preview card of social networks. Source: spec section 2.4. */
const Social = t.Object(
  {
    card: text(),
    site: text(),
    creator: text(),
    title: text(),
    description: text(),
    image: text(),
    imageAlt: text(),
  },
  { title: 'SocialCard' },
)

export const Article = t.Object(
  {
    publishedTime: text('As written in the page'),
    modifiedTime: text(),
    expirationTime: text(),
    author: text(),
    section: text(),
    tags: t.Array(t.String()),
  },
  { title: 'Article' },
)

const Item = t.Record(t.String(), t.Unknown())
const StructuredData = t.Object(
  {
    jsonLd: t.Array(Item, { description: 'The JSON-LD blocks; each node of an `@graph` is a separate entry' }),
    microdata: t.Array(Item, { description: 'Top-level items: `type`, `id` and `properties`' }),
    rdfa: t.Array(Item),
    openGraph: t.Record(t.String(), t.Unknown(), {
      description: 'All og: properties; a repeated property is an array',
    }),
    schemaTypes: t.Array(t.String(), { description: 'The schema.org types found in the page' }),
  },
  { title: 'StructuredData' },
)

export const ContentQuality = t.Object(
  {
    wordCount: t.Integer(),
    sentenceCount: t.Integer(),
    characterCount: t.Integer(),
    readabilityScore: measured('Flesch reading ease; English only'),
    fleschKincaidGrade: measured('School grade; English only'),
    averageSentenceLength: t.Number({ description: 'Words per sentence' }),
    averageWordsPerSentence: t.Number(),
    contentDensity: t.Number({ description: 'Share of the markup that is text, from 0 to 1' }),
    estimatedReadingTimeMinutes: t.Integer(),
    isContentRich: t.Boolean(),
    headingCount: t.Integer(),
    paragraphCount: t.Integer(),
    linkCount: t.Integer(),
    imageCount: t.Integer(),
    listCount: t.Integer(),
    tableCount: t.Integer(),
    quoteCount: t.Integer(),
    codeBlockCount: t.Integer(),
    contentType: oneOf(['article', 'product', 'forum', 'documentation', 'listing', 'media', 'data', 'page']),
    readingLevel: nullable(oneOf(['elementary', 'middle school', 'high school', 'college', 'graduate'])),
    lexicalDiversity: t.Number({
      description: 'Ratio of distinct words to all words, over windows of 100 words, from 0 to 1',
    }),
    headingDistribution: t.Object(
      {
        h1: t.Integer(),
        h2: t.Integer(),
        h3: t.Integer(),
        h4: t.Integer(),
        h5: t.Integer(),
        h6: t.Integer(),
      },
      { title: 'HeadingDistribution' },
    ),
  },
  { title: 'ContentQuality' },
)

/** Metadata from the page itself. A missing value is null, never absent, and no field changes its type. */
export const PageMetadata = t.Object({
  title: text("The document's title"),
  headline: text("The page's own title as a reader would say it, without the name of the site"),
  description: text(),
  language: text('BCP 47'),
  keywords: text('As written in the page, comma-separated'),
  robots: text(),
  canonical: text('Absolute URL'),
  author: text(),
  date: text('The date that the page states for itself; only the day if the page gives no time'),
  publisher: text(),
  favicon: text('Absolute URL'),
  feeds: t.Array(t.Object({ url: t.String(), title: text(), type: t.String() })),
  og: OpenGraph,
  social: Social,
  article: Article,
  structuredData: StructuredData,
  contentQuality: ContentQuality,
  wordCount: t.Integer(),
  characterCount: t.Integer(),
  linksCount: t.Integer(),
  imagesCount: t.Integer(),
})
export type PageMetadata = Static<typeof PageMetadata>

/** Metadata of every scrape, even with `includeMetadata: false`. Source: decisions 5.1. */
const BasicMetadata = t.Object(
  {
    url: t.String({ description: 'The URL after redirects' }),
    statusCode: t.Integer(),
    contentType: text(),
    extractedAt: timestamp(),
    processingTime: t.Number({ description: 'Milliseconds' }),
    creditsUsed: t.Number(),
  },
  { title: 'BasicMetadata' },
)

/** One attempt to fetch the page. */
const Trace = t.Object(
  {
    engine: t.String(),
    url: t.String(),
    status: t.Integer({ description: '0 if there was no response' }),
    reason: nullable(t.String(), { description: 'Why the next attempt was made; null for the last attempt' }),
    level: t.Optional(oneOf(['basic', 'advanced', 'maximum'])),
    ms: t.Number(),
  },
  { title: 'TraceStep' },
)

/** The metadata of a scrape. Source: spec section 2.4, decisions 5.2. */
export const ScrapeMetadata = t.Composite(
  [
    BasicMetadata,
    t.Partial(PageMetadata),
    t.Partial(
      t.Object({
        loadTime: t.Number({
          description:
            'Milliseconds, the same as `processingTime`; only where a request with `urls` returns its results',
        }),
        engine: t.String(),
        parserName: oneOf(parserNames),
        contentSource: oneOf(contentSources),
        trace: t.Array(Trace),
        cached: t.Boolean({
          description:
            'Whether the page came from the cache. `extractedAt`, `processingTime` and `trace` then describe the fetch at `cachedAt`',
        }),
        cachedAt: timestamp(),
        /** Only for documents. */
        pageCount: nullable(t.Integer()),
        transcriptAvailable: t.Boolean({
          description: 'For videos: whether captions exist; if so, they are the content',
        }),
        actions: t.Array(t.Record(t.String(), t.Unknown())),
        executeJS: t.Unknown(),
      }),
    ),
  ],
  { title: 'ScrapeMetadata' },
)
export type ScrapeMetadata = Static<typeof ScrapeMetadata>
