import { httpUrl, oneOf, type Static, t } from 'weirjs'
import { requestHeaders } from 'weirjs/schemas'

/** A boolean. Defaults depend on the version, and are applied when the options are read. */
const flag = (description: string) => t.Optional(t.Boolean({ description }))
const names = (description: string) =>
  t.Optional(t.Array(t.String({ minLength: 1, maxLength: 1000 }), { maxItems: 200, description }))

/** The client that sends the request; these have no effect. */
export const askerFields = {
  origin: t.Optional(t.String({ description: 'The client that sends the request' })),
  integration: t.Optional(t.String({ description: 'For whom the client sends the request' })),
}

/** The formats of a page that are supported here. */
export const formatNames = [
  'markdown',
  'html',
  'rawHtml',
  'links',
  'images',
  'screenshot',
  'summary',
  'json',
  'attributes',
  'changeTracking',
] as const
export type FormatName = (typeof formatNames)[number]

export const Format = t.Object(
  {
    type: t.String({ description: `One of ${formatNames.join(', ')}`, examples: ['markdown'] }),
    fullPage: flag('Of `screenshot`'),
    viewport: t.Optional(t.Object({ width: t.Integer(), height: t.Integer() }, { description: 'Of `screenshot`' })),
    quality: t.Optional(t.Unknown({ description: 'Of `screenshot`: has no effect, as it is a PNG' })),
    schema: t.Optional(t.Record(t.String(), t.Unknown(), { description: 'Of `json`: a JSON Schema' })),
    prompt: t.Optional(t.String({ maxLength: 3000, description: 'Of `json`' })),
    tag: t.Optional(
      t.String({ maxLength: 128, description: 'Of `changeTracking`: only scrapes with the same tag are compared' }),
    ),
    modes: t.Optional(t.Array(t.String(), { description: 'Of `changeTracking`: `git-diff` returns a diff' })),
    selectors: t.Optional(
      t.Array(t.Object({ selector: t.String(), attribute: t.String() }), { description: 'Of `attributes`' }),
    ),
  },
  { title: 'FirecrawlFormat', additionalProperties: true },
)
export type Format = Static<typeof Format>

export const Action = t.Object(
  {
    type: oneOf(['wait', 'click', 'write', 'press', 'scroll', 'screenshot', 'executeJavascript', 'scrape', 'pdf']),
    milliseconds: t.Optional(t.Number({ minimum: 0, description: 'Of `wait`' })),
    selector: t.Optional(
      t.String({ minLength: 1, maxLength: 1000, description: 'Of `wait`, `click`, `write` and `scroll`' }),
    ),
    all: flag('Of `click`'),
    text: t.Optional(
      t.String({ maxLength: 100_000, description: 'Of `write`: typed into `selector`, or into the focused element' }),
    ),
    key: t.Optional(t.String({ minLength: 1, maxLength: 100, description: 'Of `press`' })),
    direction: t.Optional(oneOf(['up', 'down'], { description: 'Of `scroll`' })),
    fullPage: flag('Of `screenshot`'),
    script: t.Optional(t.String({ maxLength: 100_000, description: 'Of `executeJavascript`' })),
  },
  { title: 'FirecrawlAction', additionalProperties: true },
)
export type Action = Static<typeof Action>

const Extraction = t.Object(
  {
    schema: t.Optional(t.Record(t.String(), t.Unknown())),
    prompt: t.Optional(t.String({ maxLength: 3000 })),
    systemPrompt: t.Optional(t.String({ maxLength: 3000 })),
  },
  { title: 'FirecrawlExtraction' },
)

/** The options of a page in both versions: how it is fetched, and what is made of it. */
export const pageFields = {
  formats: t.Optional(
    t.Array(t.Union([t.String(), Format]), {
      maxItems: 30,
      description: 'The formats to return. Default `markdown`',
      examples: [['markdown', { type: 'screenshot', fullPage: true }]],
    }),
  ),
  onlyMainContent: flag('Removes headers, footers and sidebars. Default true'),
  includeTags: names('Tag names or CSS selectors: keeps only the matching elements'),
  excludeTags: names('Tag names or CSS selectors: removes the matching elements'),
  headers: requestHeaders('Sent to the page'),
  waitFor: t.Optional(t.Number({ minimum: 0, description: 'Milliseconds to wait after load, at most 30,000' })),
  timeout: t.Optional(t.Number({ minimum: 0, description: 'Milliseconds, from 1000 to 120,000' })),
  mobile: flag('Emulates a mobile device'),
  skipTlsVerification: flag('Accepts any certificate. Default false'),
  actions: t.Optional(t.Array(Action, { maxItems: 50, description: 'Steps to perform on the page, in order' })),
  location: t.Optional(
    t.Object(
      { country: t.Optional(t.String()), languages: t.Optional(t.Array(t.String(), { maxItems: 10 })) },
      { additionalProperties: true, description: 'Location of the visitor' },
    ),
  ),
  proxy: t.Optional(t.String({ description: '`basic`; `stealth` and `enhanced` behave like an ordinary visitor' })),
  blockAds: flag('Removes advertisements. Default true'),
  removeBase64Images: flag('Images embedded as Base64 are always removed'),
  fastMode: flag('Without a browser'),
  maxAge: t.Optional(t.Number({ minimum: 0, description: 'Maximum age of a cached response in milliseconds' })),
  minAge: t.Optional(
    t.Number({ minimum: 0, description: 'Milliseconds: reads only the cache, for a response at least this old' }),
  ),
  storeInCache: flag('Stores the response in the cache. Default true'),
  zeroDataRetention: flag('Stores nothing of the page; only for a single page'),
  parsers: t.Optional(
    t.Array(
      t.Union([
        t.String(),
        t.Object(
          { type: t.String(), mode: t.Optional(t.String()), maxPages: t.Optional(t.Integer({ minimum: 1 })) },
          { title: 'FirecrawlParser', additionalProperties: true },
        ),
      ]),
      { description: 'Documents are always read; of a PDF, `maxPages` pages' },
    ),
  ),
  parsePDF: flag('Has no effect: documents are always read'),
  jsonOptions: t.Optional(Extraction),
  changeTrackingOptions: t.Optional(
    t.Object(
      { tag: t.Optional(t.String({ maxLength: 128 })), modes: t.Optional(t.Array(t.String())) },
      { title: 'FirecrawlChangeTracking', additionalProperties: true },
    ),
  ),
  extract: t.Optional(Extraction),
  ...askerFields,
}
const Page = t.Object(pageFields)
export type PageFields = Static<typeof Page>

/** The options of pages within another request: of a crawl, or of a search's results. */
export const ScrapeOptions = t.Object(pageFields, { title: 'FirecrawlScrapeOptions' })

export const url = httpUrl({ description: 'URL of the page', examples: ['https://example.com/'] })

export const Webhook = t.Union(
  [
    httpUrl({ examples: ['https://example.com/hooks/crawl'] }),
    t.Object({
      url: httpUrl({ examples: ['https://example.com/hooks/crawl'] }),
      headers: requestHeaders('Sent with each event'),
      metadata: t.Optional(t.Record(t.String(), t.Unknown())),
      events: t.Optional(t.Array(oneOf(['started', 'page', 'completed', 'failed']), { maxItems: 4 })),
    }),
  ],
  { title: 'FirecrawlWebhook' },
)
export type Webhook = Static<typeof Webhook>
