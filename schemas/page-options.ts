import { httpUrl, oneOf, t } from 'weirjs'
import { contentFields } from './content-options.ts'
import { flag, MODEL_NAME, number } from './fields.ts'
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
        '`write` is `input`, and without a selector types into what has the focus; `scrape` gives `{url, html}` of the moment',
    }),
    selector: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 1000,
        description: 'CSS selector; needed by click, input, hover and select',
      }),
    ),
    all: t.Optional(
      t.Boolean({ description: 'Whether click clicks all that match, 50 at most, and not the first alone' }),
    ),
    text: t.Optional(t.String({ maxLength: 100_000, description: 'What input types' })),
    value: t.Optional(
      t.String({ maxLength: 100_000, description: 'What select chooses, or the code of executeJavascript' }),
    ),
    milliseconds: t.Optional(t.Number({ minimum: 0, maximum: 60_000, description: 'How long wait waits' })),
    key: t.Optional(t.String({ minLength: 1, maxLength: 100, description: 'What press presses, such as Enter' })),
    direction: t.Optional(oneOf(['up', 'down', 'left', 'right'], { description: 'Where scroll goes' })),
    pixels: t.Optional(t.Number({ minimum: 0, maximum: 1_000_000, description: 'How far scroll goes' })),
    description: t.Optional(t.String({ maxLength: 1000 })),
  },
  { title: 'Action', description: 'One step on the page' },
)

export const Authentication = t.Object(
  {
    type: t.Optional(oneOf(['basic', 'bearer'], { description: 'Without it: bearer where a token is given' })),
    username: t.Optional(t.String({ maxLength: 1000 })),
    password: t.Optional(t.String({ maxLength: 1000 })),
    token: t.Optional(t.String({ maxLength: 8000 })),
  },
  { title: 'Authentication', description: "Sent to the URL's own origin only, never across a redirect to another" },
)

export const Extraction = t.Object(
  {
    schema: t.Optional(t.Record(t.String(), t.Unknown(), { description: 'JSON Schema of what is wanted' })),
    systemPrompt: t.Optional(t.String({ maxLength: 3000 })),
    prompt: t.Optional(t.String({ maxLength: 3000 })),
  },
  { title: 'Extraction', description: 'AI extraction' },
)

/** How the page is requested. Source: spec section 4.3, decisions 5.5 to 5.8. */
export const requestFields = {
  mobile: flag(false, 'A mobile device: viewport, user agent, touch'),
  userAgent: t.Optional(t.String({ minLength: 1, maxLength: 1000 })),
  headers: t.Optional(
    t.Record(t.String(), t.String({ maxLength: 8000 }), {
      description: 'Custom request headers',
    }),
  ),
  authentication: t.Optional(Authentication),
  location: t.Optional(
    t.Object(
      {
        country: t.Optional(
          t.String({
            pattern: '^[A-Za-z]{2}$',
            description: 'ISO 3166: sets locale, time zone and, with a proxy pool, the exit country',
            examples: ['DE'],
          }),
        ),
        languages: t.Optional(
          t.Array(t.String({ pattern: '^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$', examples: ['de-DE'] }), { maxItems: 10 }),
        ),
      },
      { description: 'Where the visitor is' },
    ),
  ),
  useProxy: flag(false, 'Goes through the proxy pool'),
  skipTlsVerification: flag(false, 'Takes any certificate'),
}

/** What a browser does on the page. Source: spec section 4.3, decisions 5.3 and 5.4. */
export const renderFields = {
  javascript: flag(false, "Runs the page's script"),
  stealth: flag(
    false,
    'Behaves like an ordinary visitor, and escalates from basic over advanced to maximum when a bot challenge is met',
  ),
  viewport: t.Optional(
    t.Object(
      { width: t.Integer({ minimum: 1, maximum: 7680 }), height: t.Integer({ minimum: 1, maximum: 7680 }) },
      { description: 'CSS pixels' },
    ),
  ),
  waitForSelector: t.Optional(t.String({ minLength: 1, maxLength: 1000, description: 'CSS selector to wait for' })),
  actions: t.Optional(t.Array(ActionItem, { maxItems: 20, description: 'Steps on the page, in order' })),
  executeJS: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 100_000,
      description: 'Code to run on the page; its result is `metadata.executeJS`, at most 1,048,576 characters as JSON',
    }),
  ),
}

export const url = httpUrl({ description: 'The page', examples: ['https://example.com/'] })

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
      description: 'The formats to return, each under its own name. Overrides `format`',
    }),
  ),
  format: t.Optional(oneOf(formats, { description: 'One format; `formats` overrides it. Default `markdown`' })),
  ...contentFields,
  includeScreenshot: flag(
    false,
    'The same as the format `screenshot`. At most 16,384 pixels on a side and 33 million in all. Costs extra',
  ),
  screenshotType: t.Optional(oneOf(['viewport', 'fullpage'], { default: 'viewport' })),
  includePdf: flag(false, 'The same as the format `pdf`. At most 200 pages. Costs extra'),
  pdfPages: t.Optional(
    t.Integer({
      minimum: 1,
      maximum: 10_000,
      description: 'The most pages of a PDF to read; `metadata.pageCount` is how many it has',
    }),
  ),
  parsePdf: flag(false, 'Accepted, and changes nothing: a PDF is read as a document'),
  engine: t.Optional(
    oneOf(engines, {
      description:
        'The engine that fetches the page. Default: the cheapest one that supports the options, `lightweight` first',
    }),
  ),
  ...requestFields,
  ...renderFields,
  waitFor: number(0, 30_000, 0, 'Milliseconds to wait after load, in a browser'),
  waitTime: number(0, 30, 0, 'Seconds. The older name of `waitFor`'),
  timeout: number(1000, 120_000, 30_000, 'Milliseconds, for all of it'),
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
    oneOf(['low', 'medium', 'high'], { default: 'medium', description: "Orders the account's own work" }),
  ),
  maxAge: t.Optional(
    t.Number({
      minimum: 0,
      maximum: 365,
      default: 30,
      description:
        'Days, also fractions. The highest age of an answer from the cache; 0 always fetches the page. An answer from the cache costs the same and says `cached`. Accounts share answers that do not depend on who asked. A missing page (404, 410) is cached for a day; refusals, limits and failures are not cached.',
    }),
  ),
  minAge: t.Optional(
    t.Number({
      minimum: 0,
      maximum: 365,
      description:
        'Days. Answers only from the cache, with a page that is at least this old and not older than `maxAge`; the site is not asked. If there is none: 404 `not_cached`, which costs nothing',
    }),
  ),
  changeTracking: t.Optional(
    t.Object(
      {
        tag: t.Optional(
          t.String({
            minLength: 1,
            maxLength: 128,
            description: 'Only versions with the same tag are compared',
            examples: ['weekly'],
          }),
        ),
      },
      {
        description:
          'Compares the page with its previous version that this account has seen: adds the formats `changeTracking` and `markdown`. The page is fetched again, whatever is in the cache. Only requests with the same options (engine, headers, parts of the page) are compared: batch and crawl have other defaults than scrape, so they are not compared with it',
      },
    ),
  ),
  storeInCache: flag(true, 'Without it the answer is not kept in the cache'),
  zeroRetention: flag(
    false,
    'Stores nothing of the page once the request is answered: not in the cache, the archive or the index of local search. It allows no screenshots and PDFs, which are stored as files, and is refused on jobs, on monitors and with an `Idempotency-Key`, which store answers',
  ),
})

/** Without a default, which would be filled in and override `format`. */
export const unfilledFormats = t.Optional(
  t.Array(oneOf(formats), {
    minItems: 1,
    maxItems: 20,
    description: 'As on a scrape: each is returned under its own name. Overrides `format`',
  }),
)

/** The same for many pages, with the defaults of batch and crawl. Source: spec sections 4.4 and 4.6. */
export const manyPagesFields = (engines: readonly string[]) => ({
  ...pageFields(engines),
  formats: unfilledFormats,
  includeImages: flag(false, 'Keeps images in the converted text'),
  removeAds: flag(false, 'Drops advertisements'),
  removeScripts: flag(false, 'Drops scripts from `html`'),
  waitTime: number(0, 30_000, 1000, 'Milliseconds to wait after load, in a browser; `waitFor` wins over it'),
  timeout: number(5000, 120_000, 30_000, 'Milliseconds for each page'),
  priority: t.Optional(
    oneOf(['low', 'normal', 'high'], {
      default: 'low',
      description: "Orders the account's own work. `high` needs the plan pro or enterprise",
    }),
  ),
})
