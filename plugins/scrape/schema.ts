import { nullable, oneOf, type Static, t, timestamp } from 'weirjs'
import {
  type ActionItem,
  acceptedStatus,
  contentFields,
  Extraction,
  estimatedTime,
  formats,
  jobId,
  renderFields,
  requestFields,
  ScrapeMetadata,
  statusUrl,
  streamUrl,
  url,
} from 'weirjs/schemas'
import { urlList } from './url-list.ts'

const milliseconds = (minimum: number, maximum: number, fallback: number, description: string) =>
  t.Optional(t.Number({ minimum, maximum, default: fallback, description: `Milliseconds. ${description}` }))

/** Everything that a scrape takes beside the address. Source: spec section 4.3. */
const scrapeFields = (engines: readonly string[]) => ({
  formats: t.Optional(
    t.Array(oneOf(formats), {
      minItems: 1,
      maxItems: 20,
      default: ['markdown'],
      description: 'What to give; each comes under its own name. Wins over `format`',
    }),
  ),
  format: t.Optional(oneOf(formats, { description: 'One format; `formats` wins over it. Default `markdown`' })),
  ...contentFields,
  includeScreenshot: t.Optional(
    t.Boolean({ default: false, description: 'The same as the format `screenshot`. Costs extra' }),
  ),
  screenshotType: t.Optional(oneOf(['viewport', 'fullpage'], { default: 'viewport' })),
  includePdf: t.Optional(t.Boolean({ default: false, description: 'The same as the format `pdf`. Costs extra' })),
  parsePdf: t.Optional(
    t.Boolean({ default: false, description: 'Accepted, and changes nothing: a PDF is read as a document' }),
  ),
  engine: t.Optional(
    oneOf(engines, {
      description: 'Which engine gets the page. Without it the cheapest that can do what is asked, `lightweight` first',
    }),
  ),
  ...requestFields,
  ...renderFields,
  waitFor: milliseconds(0, 30_000, 0, 'Waits after load, in a browser'),
  waitTime: t.Optional(
    t.Number({ minimum: 0, maximum: 30, default: 0, description: 'Seconds. The older name of `waitFor`' }),
  ),
  timeout: milliseconds(1000, 120_000, 30_000, 'For all of it'),
  extract: t.Optional(Extraction),
  agent: t.Optional(
    t.Object(
      { model: t.Optional(t.String({ maxLength: 200 })), prompt: t.Optional(t.String({ maxLength: 3000 })) },
      { description: 'AI extraction by a named model' },
    ),
  ),
  enableJsonExtraction: t.Optional(
    t.Boolean({ default: false, description: 'With `jsonSchema`: the same as `extract.schema`' }),
  ),
  jsonSchema: t.Optional(t.String({ maxLength: 65_536, description: 'A JSON Schema as text' })),
  priority: t.Optional(
    oneOf(['low', 'medium', 'high'], { default: 'medium', description: "Orders the account's own work" }),
  ),
  maxAge: t.Optional(
    t.Number({
      minimum: 0,
      maximum: 365,
      default: 30,
      description:
        'Days. How old an answer from the cache may be; 0 gets the page as it is now. What comes from the cache costs the same and says `cached`. Accounts share what tells nothing of who asked. A page that was missing (404, 410) is believed for a day; refusals, limits and failures are asked for again.',
    }),
  ),
})

/** What a scrape takes with `urls` alone. Source: decisions 5.1. */
const manyFields = {
  concurrency: t.Optional(
    t.Integer({ minimum: 1, maximum: 10, default: 5, description: 'With `urls`: pages at once' }),
  ),
  retryCount: t.Optional(
    t.Integer({
      minimum: 0,
      maximum: 5,
      default: 2,
      description:
        'With `urls`: tries after the first, for failures that may pass (time-outs, refused and broken connections)',
    }),
  ),
  delayBetweenRequests: t.Optional(
    t.Number({
      minimum: 0,
      maximum: 10_000,
      default: 0,
      description: 'With `urls`: milliseconds at least between the beginnings of two pages',
    }),
  ),
}

/** The body of a scrape; `engines` are the names that are installed. */
export const scrapeBody = (engines: readonly string[]) => {
  const fields = scrapeFields(engines)
  return t.Object(
    {
      url: t.Optional(url),
      urls: t.Optional(
        urlList('Starts a background job, as many as the plan allows: 10, 50 or 100. `url` is ignored then'),
      ),
      ...manyFields,
      ...fields,
      options: t.Optional(
        t.Partial(t.Object(fields), { description: 'Its entries count as top-level parameters; a top-level one wins' }),
      ),
    },
    { description: 'A page and what to make of it' },
  )
}
export type ScrapeBody = Static<ReturnType<typeof scrapeBody>>
/** One action, as it is sent. */
export type ActionBody = Static<typeof ActionItem>

/** The acceptance of `urls`. Source: spec section 2.4. */
export const ScrapeAccepted = t.Object(
  {
    jobId,
    status: acceptedStatus,
    totalUrls: t.Integer(),
    estimatedCredits: t.Number({ description: 'Held until the job has ended' }),
    estimatedTime,
    statusUrl,
    streamUrl,
  },
  { title: 'ScrapeJob' },
)

const text = (description: string) => t.Optional(t.String({ description }))

export const FileEntry = t.Object(
  {
    id: t.String({ examples: ['file_01900000-0000-7000-8000-000000000000'] }),
    type: t.String({ description: '`screenshot`, `pdf` …' }),
    url: t.String({ description: 'Signed; expires in 24 h. Without the signature it needs the key' }),
    mediaType: t.String(),
    size: t.Integer({ description: 'Bytes' }),
    expiresAt: nullable(timestamp()),
  },
  { title: 'StoredFile' },
)

/** Source: spec section 2.4, decisions 5.2. */
export const ScrapeData = t.Object(
  {
    content: t.String({
      description: 'The first textual format that was asked for; of JSON forms their serialisation',
    }),
    markdown: text('CommonMark with GFM'),
    html: text('Cleaned HTML'),
    rawHtml: text('As it was sent, decoded'),
    text: text('Without markup'),
    json: t.Optional(
      t.Unknown({
        description:
          'The document as data: title, sections with paragraphs, lists, tables, code, images and links; of a video `segments` with `start` and `duration` in seconds and `text`',
      }),
    ),
    structured: t.Optional(
      t.Unknown({ description: 'What the page says in JSON-LD, microdata, RDFa and Open Graph, by schema.org type' }),
    ),
    links: t.Optional(t.Array(t.String(), { description: 'Absolute, each once, in the order of the page' })),
    screenshot: text('URL of the picture'),
    pdf: text('URL of the PDF'),
    extracted: t.Optional(t.Unknown({ description: 'Shaped by the schema of the extraction' })),
    metadata: ScrapeMetadata,
    files: t.Array(FileEntry),
  },
  { title: 'ScrapedPage' },
)
export type ScrapeData = Static<typeof ScrapeData>
