import { httpUrl, oneOf, t } from 'weirjs'
import { flag, number } from './fields.ts'

export const formats = [
  'markdown',
  'html',
  'rawHtml',
  'text',
  'json',
  'structured',
  'links',
  'screenshot',
  'screenshot@fullPage',
  'pdf',
  'extract',
] as const
export type Format = (typeof formats)[number]
/** Those that say what the page says; the others are pictures of it, or what a model made of it. */
export const contentFormats = ['markdown', 'html', 'rawHtml', 'text', 'json', 'structured', 'links'] as const
export type ContentFormat = (typeof contentFormats)[number]

/** What becomes of a page's content, whatever engine got it. */
export interface ContentOptions {
  formats: ReadonlySet<ContentFormat>
  onlyMainContent: boolean
  includeLinks: boolean
  includeImages: boolean
  removeAds: boolean
  removeScripts: boolean
  removeStyles: boolean
  /** Tag names or CSS selectors; what is included is chosen first, then the excluded is taken out of it. */
  includeTags: readonly string[]
  excludeTags: readonly string[]
  llmOptimization: boolean
  replaceAllPathsWithAbsolutePaths: boolean
  htmlFormat: 'cleaned' | 'raw'
  stripHtml: boolean
  converter: 'weir' | 'turndown'
  /** Default true; without it only so much is found out about the page as the formats themselves need. */
  includeMetadata?: boolean
  /** Leaves out of all formats what no reader of the page sees, though its markup holds it: text for a model. */
  visibleOnly?: boolean
  /** Of the formats, those that a model is to read: given once more, without what no reader of the page sees. */
  modelFormats?: ReadonlySet<ContentFormat>
  /** Where the whole page leads too, whatever of it is shown. */
  pageLinks?: boolean
}

/** Where a page leads those who go on from it: absolute addresses, each once. */
export interface PageLinks {
  /** A line for each: a list of many thousands is dear to hand on and to keep. */
  pages: string
  /** Sitemaps and feeds. */
  sitemaps: string[]
}

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
] as const

const selectors = (description: string) =>
  t.Optional(t.Array(t.String({ minLength: 1, maxLength: 1000 }), { maxItems: 200, description }))

/** How the content is cleaned and shown. Source: spec section 4.3, decisions 5.1. */
export const contentFields = {
  onlyMainContent: flag(false, 'Drops headers, footers, sidebars'),
  includeMetadata: flag(
    true,
    'Without it the metadata is `url`, `statusCode`, `contentType`, `extractedAt`, `processingTime` and `creditsUsed`',
  ),
  includeLinks: flag(true, 'Keeps hyperlinks in the converted text; the list of links is the format `links`'),
  includeImages: flag(true, 'Keeps images in the converted text'),
  removeAds: flag(true, 'Drops advertisements'),
  removeScripts: flag(true, 'Drops scripts from `html`'),
  removeStyles: flag(false, 'Drops style sheets and style attributes from `html`'),
  includeTags: selectors('Tag names or CSS selectors: keeps only what they match'),
  excludeTags: selectors('Tag names or CSS selectors: drops what they match, after `includeTags`'),
  onlyIncludeTags: selectors('The same as `includeTags`'),
  removeTags: selectors('The same as `excludeTags`'),
  llmOptimization: flag(
    false,
    'Leaves out what a language model has no use for: boilerplate, tracking parameters, images without a description',
  ),
  replaceAllPathsWithAbsolutePaths: flag(false, 'Makes links and images absolute'),
  htmlFormat: t.Optional(
    oneOf(['cleaned', 'raw'], { default: 'cleaned', description: '`raw` makes the format `html` equal to `rawHtml`' }),
  ),
  stripHtml: flag(false, 'Removes what markup is left in the textual formats'),
}

export const ActionItem = t.Object(
  {
    type: oneOf(actionTypes, { description: '`write` is `input`' }),
    selector: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 1000,
        description: 'CSS selector; needed by click, input, hover and select',
      }),
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

/** What is sent to the page. Source: spec section 4.3, decisions 5.5 to 5.8. */
export const requestFields = {
  mobile: flag(false, 'A mobile device: viewport, user agent, touch'),
  userAgent: t.Optional(t.String({ minLength: 1, maxLength: 1000 })),
  headers: t.Optional(
    t.Record(t.String({ minLength: 1, maxLength: 256 }), t.String({ maxLength: 8000 }), {
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
  useProxy: flag(false, 'Goes out by the proxy pool'),
  skipTlsVerification: flag(false, 'Takes any certificate'),
}

/** What a browser does. Source: spec section 4.3, decisions 5.3 and 5.4. */
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
      description:
        'Code to run on the page; what it gives is `metadata.executeJS`, at most 1,048,576 characters as JSON',
    }),
  ),
}

export const url = httpUrl({ description: 'The page', examples: ['https://example.com/'] })

/**
 * Everything that can be said of how a page is got and what is made of it: the one set of parameters that scrape,
 * batch, crawl and map share. `engines` are the names that are installed. Source: spec section 4.3, decisions 6.1.
 */
export const pageFields = (engines: readonly string[]) => ({
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
  includeScreenshot: flag(
    false,
    'The same as the format `screenshot`. At most 16,384 pixels on a side and 33 million in all. Costs extra',
  ),
  screenshotType: t.Optional(oneOf(['viewport', 'fullpage'], { default: 'viewport' })),
  includePdf: flag(false, 'The same as the format `pdf`. At most 200 pages. Costs extra'),
  parsePdf: flag(false, 'Accepted, and changes nothing: a PDF is read as a document'),
  engine: t.Optional(
    oneOf(engines, {
      description: 'Which engine gets the page. Without it the cheapest that can do what is asked, `lightweight` first',
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
      { model: t.Optional(t.String({ maxLength: 200 })), prompt: t.Optional(t.String({ maxLength: 3000 })) },
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
        'Days. How old an answer from the cache may be; 0 gets the page as it is now. What comes from the cache costs the same and says `cached`. Accounts share what tells nothing of who asked. A page that was missing (404, 410) is believed for a day; refusals, limits and failures are asked for again.',
    }),
  ),
})

/**
 * The same where many pages are asked for at once: the defaults that batch and crawl have. Source: spec sections 4.4
 * and 4.6.
 */
export const manyPagesFields = (engines: readonly string[]) => {
  const fields = pageFields(engines)
  return {
    ...fields,
    formats: t.Optional(
      t.Array(oneOf(formats), {
        minItems: 1,
        maxItems: 20,
        description: 'As on a scrape: each comes under its own name. Wins over `format`',
      }),
    ),
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
  }
}
