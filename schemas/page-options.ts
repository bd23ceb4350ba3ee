import { httpUrl, oneOf, t } from 'weirjs'
import { contentFields } from './content-options.ts'
import { flag, MODEL_NAME, number, requestHeaders } from './fields.ts'
import { formats } from './formats.ts'

export const actionTypes = [
  'click',
  'input',
  'write',
  'wait',
  'screenshot',
  'press',
  'scroll',
  'hover',
  'select',
  'executeJavascript',
  'scrape',
] as const

export const ActionItem = t.Object(
  {
    type: oneOf(actionTypes, {
      description:
        '`write` is the same as `input`; without a selector it types into the focused element. `scrape` returns `{url, html}` of the page at that moment',
    }),
    selector: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 1000,
        description: 'CSS selector; required by click, input, hover and select',
      }),
    ),
    all: t.Optional(
      t.Boolean({ description: 'Makes click click all matching elements, up to 50, instead of only the first' }),
    ),
    text: t.Optional(t.String({ maxLength: 100_000, description: 'The text that input types' })),
    value: t.Optional(
      t.String({
        maxLength: 100_000,
        description:
          'The value that select chooses, or the code that executeJavascript runs: an expression, or statements that `return` a result',
      }),
    ),
    milliseconds: t.Optional(
      t.Number({ minimum: 0, maximum: 60_000, description: 'How long wait pauses, in milliseconds' }),
    ),
    key: t.Optional(
      t.String({ minLength: 1, maxLength: 100, description: 'The key that press presses, such as Enter' }),
    ),
    direction: t.Optional(oneOf(['up', 'down', 'left', 'right'], { description: 'Direction in which scroll moves' })),
    pixels: t.Optional(
      t.Number({ minimum: 0, maximum: 1_000_000, description: 'Distance that scroll moves, in pixels' }),
    ),
    description: t.Optional(t.String({ maxLength: 1000 })),
  },
  { title: 'Action', description: 'One step on the page' },
)

export const Authentication = t.Object(
  {
    type: t.Optional(oneOf(['basic', 'bearer'], { description: 'Default: bearer if a token is given' })),
    username: t.Optional(t.String({ maxLength: 1000 })),
    password: t.Optional(t.String({ maxLength: 1000 })),
    token: t.Optional(t.String({ maxLength: 8000 })),
  },
  {
    title: 'Authentication',
    description: 'Sent only to the origin of the URL, never to another origin after a redirect',
  },
)

export const Extraction = t.Object(
  {
    schema: t.Optional(t.Record(t.String(), t.Unknown(), { description: 'JSON Schema of the data to extract' })),
    systemPrompt: t.Optional(t.String({ maxLength: 3000 })),
    prompt: t.Optional(t.String({ maxLength: 3000 })),
  },
  { title: 'Extraction', description: 'AI extraction' },
)

/** How the page is requested. Source: spec section 4.3, decisions 5.5 to 5.8. */
export const requestFields = {
  mobile: flag(false, 'Emulates a mobile device: viewport, user agent and touch'),
  userAgent: t.Optional(t.String({ minLength: 1, maxLength: 1000 })),
  headers: requestHeaders('Custom request headers'),
  authentication: t.Optional(Authentication),
  location: t.Optional(
    t.Object(
      {
        country: t.Optional(
          t.String({
            pattern: '^[A-Za-z]{2}$',
            description:
              'ISO 3166 country code: sets the locale, the time zone and, with a proxy pool, the exit country',
            examples: ['DE'],
          }),
        ),
        languages: t.Optional(
          t.Array(t.String({ pattern: '^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$', examples: ['de-DE'] }), { maxItems: 10 }),
        ),
      },
      { description: 'Location of the visitor' },
    ),
  ),
  useProxy: flag(false, 'Sends the requests through the proxy pool'),
  skipTlsVerification: flag(false, 'Accepts any TLS certificate'),
}

/** What a browser does on the page. Source: spec section 4.3, decisions 5.3 and 5.4. */
const renderFields = {
  javascript: flag(false, "Runs the page's scripts"),
  stealth: flag(
    false,
    'Behaves like an ordinary visitor, and escalates from basic to advanced to maximum when it meets a bot challenge',
  ),
  viewport: t.Optional(
    t.Object(
      { width: t.Integer({ minimum: 1, maximum: 7680 }), height: t.Integer({ minimum: 1, maximum: 7680 }) },
      { description: 'Size in CSS pixels' },
    ),
  ),
  waitForSelector: t.Optional(t.String({ minLength: 1, maxLength: 1000, description: 'CSS selector to wait for' })),
  actions: t.Optional(t.Array(ActionItem, { maxItems: 20, description: 'Steps to perform on the page, in order' })),
  executeJS: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 100_000,
      description:
        'JavaScript to run on the page: an expression, or statements that `return` a result. It is in `metadata.executeJS`, up to 1,048,576 characters of JSON',
    }),
  ),
}

export const url = httpUrl({ description: 'URL of the page', examples: ['https://example.com/'] })

/**
 * All options of a page, for fetching and converting it: the parameters that scrape, batch, crawl and map share.
 * `engines` are the names of the installed ones. Source: spec section 4.3, decisions 6.1.
 */
export const pageFields = (engines: readonly string[]) => ({
  formats: t.Optional(
    t.Array(oneOf(formats), {
      minItems: 1,
      maxItems: 20,
      default: ['markdown'],
      description: 'The formats to return, each in a field of its own name. Takes precedence over `format`',
    }),
  ),
  format: t.Optional(
    oneOf(formats, { description: 'A single format; `formats` takes precedence. Default: `markdown`' }),
  ),
  ...contentFields,
  includeScreenshot: flag(
    false,
    'The same as the format `screenshot`. At most 16,384 pixels per side and 33 million pixels in total. Costs extra',
  ),
  screenshotType: t.Optional(oneOf(['viewport', 'fullpage'], { default: 'viewport' })),
  includePdf: flag(false, 'The same as the format `pdf`. At most 200 pages. Costs extra'),
  pdfPages: t.Optional(
    t.Integer({
      minimum: 1,
      maximum: 10_000,
      description:
        'Maximum number of pages to read from a PDF; `metadata.pageCount` is the number of pages that it has',
    }),
  ),
  parsePdf: flag(false, 'Accepted but has no effect: a PDF is always read as a document'),
  engine: t.Optional(
    oneOf(engines, {
      description:
        'The engine that fetches the page. Default: the cheapest engine that supports the request, `lightweight` first',
    }),
  ),
  ...requestFields,
  ...renderFields,
  waitFor: number(0, 30_000, 0, 'Milliseconds to wait after the page has loaded, in a browser'),
  waitTime: number(0, 30, 0, 'Seconds. The older name of `waitFor`'),
  timeout: number(1000, 120_000, 30_000, 'Time limit for the whole request, in milliseconds'),
  extract: t.Optional(Extraction),
  agent: t.Optional(
    t.Object(
      {
        model: t.Optional(t.String({ maxLength: 200, pattern: MODEL_NAME })),
        prompt: t.Optional(t.String({ maxLength: 3000 })),
      },
      { description: 'AI extraction by a named model' },
    ),
  ),
  enableJsonExtraction: flag(false, 'With `jsonSchema`: the same as `extract.schema`'),
  jsonSchema: t.Optional(t.String({ maxLength: 65_536, description: 'A JSON Schema as text' })),
  priority: t.Optional(
    oneOf(['low', 'medium', 'high'], {
      default: 'medium',
      description: "Priority among your account's own work",
    }),
  ),
  maxAge: t.Optional(
    t.Number({
      minimum: 0,
      maximum: 365,
      default: 30,
      description:
        'Maximum age of a cached response in days; fractions are allowed, and 0 always fetches the page. A cached response costs the same and has `cached`. Accounts share only cached pages that reveal nothing about who requested them. A missing page (404, 410) is cached for a day; refusals, rate limits and failures are always fetched again.',
    }),
  ),
  minAge: t.Optional(
    t.Number({
      minimum: 0,
      maximum: 365,
      description:
        'Minimum age in days. Reads only the cache, for a response at least this old and not older than `maxAge`; the site is not contacted. If there is none: 404 `not_cached`, which costs nothing',
    }),
  ),
  changeTracking: t.Optional(
    t.Object(
      {
        tag: t.Optional(
          t.String({
            minLength: 1,
            maxLength: 128,
            description: 'Only scrapes with the same tag are compared with each other',
            examples: ['weekly'],
          }),
        ),
      },
      {
        description:
          'Compares the page with its previous version seen by your account: adds the formats `changeTracking` and `markdown`. The page is always fetched again, whatever the cache holds. Only scrapes that request the page in the same way (engine, headers, parts of the page) are compared: batch and crawl have other defaults than scrape, so their versions are separate',
      },
    ),
  ),
  storeInCache: flag(true, 'If false, the response is not stored in the cache'),
  zeroRetention: flag(
    false,
    "Stores none of the page's content after the response is sent: not in the cache, the archive or the index of local search. Screenshots and PDFs are not available because they are stored as files. Not allowed for jobs, for monitors and with an `Idempotency-Key`, as these store responses",
  ),
})

/** Without a default, which would be filled in and override `format`. */
export const unfilledFormats = t.Optional(
  t.Array(oneOf(formats), {
    minItems: 1,
    maxItems: 20,
    description:
      'The formats to return, as on a scrape, each in a field of its own name. Takes precedence over `format`',
  }),
)

/** The same for many pages, with the defaults of batch and crawl. Source: spec sections 4.4 and 4.6. */
export const manyPagesFields = (engines: readonly string[]) => ({
  ...pageFields(engines),
  formats: unfilledFormats,
  includeImages: flag(false, 'Keeps images in the converted text'),
  removeAds: flag(false, 'Removes advertisements'),
  removeScripts: flag(false, 'Removes scripts from `html`'),
  waitTime: number(
    0,
    30_000,
    1000,
    'Milliseconds to wait after the page has loaded, in a browser; `waitFor` takes precedence',
  ),
  timeout: number(5000, 120_000, 30_000, 'Time limit for each page, in milliseconds'),
  priority: t.Optional(
    oneOf(['low', 'normal', 'high'], {
      default: 'low',
      description: "Priority among your account's own work. `high` requires the pro or enterprise plan",
    }),
  ),
})
