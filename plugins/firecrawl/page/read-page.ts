import type { ScrapeBody } from '../../scrape/service.ts'
import type { PageFields } from '../schema/page-fields.ts'
import { readActions } from './read-actions.ts'
import { readFormats } from './read-formats.ts'
import type { Api, Shape } from './shape.ts'
import { Warnings } from './warnings.ts'

/** The request for a page in Weir's format, and how the result is shown. */
export interface ReadPage {
  body: ScrapeBody
  shape: Shape
  warnings: Warnings
}

const DAY = 86_400_000
/** The defaults of each version. */
const usual = { onlyMainContent: true, blockAds: true }
const defaults: Readonly<Record<1 | 2, Partial<PageFields>>> = {
  1: { ...usual, timeout: 30_000, maxAge: 0 },
  2: { ...usual, timeout: 60_000, maxAge: 2 * DAY },
}
/** Weir's bounds of a page's timeout, in milliseconds. */
const TIMEOUT = { least: 1000, most: 120_000 }
const MAX_WAIT = 30_000
const MAX_PDF_PAGES = 10_000
/** The most days for which a cached response is accepted. */
const MAX_AGE = 365

type Field = Exclude<keyof PageFields, 'formats' | 'jsonOptions' | 'changeTrackingOptions' | 'extract'>
const DOCUMENTS = 'documents are always read'

const COUNTRY = /^[A-Za-z]{2}$/

/**
 * Weir's form of each option; formats are parsed separately. Options without effect on the page are accepted
 * silently.
 */
const table: { [F in Field]: (value: NonNullable<PageFields[F]>, to: ReadPage) => void } = {
  onlyMainContent: (value, { body }) => assign(body, { onlyMainContent: value }),
  includeTags: (value, { body }) => assign(body, { includeTags: value }),
  excludeTags: (value, { body }) => assign(body, { excludeTags: value }),
  headers: (value, { body }) => assign(body, { headers: value }),
  waitFor(value, { body, warnings }) {
    if (value > MAX_WAIT) warnings.add(`waitFor is ${MAX_WAIT} ms at most`)
    body.waitFor = Math.min(value, MAX_WAIT)
  },
  timeout(value, { body, warnings }) {
    if (value > TIMEOUT.most) warnings.add(`timeout is ${TIMEOUT.most} ms at most`)
    // Some clients pass the number of pages as milliseconds.
    body.timeout = Math.max(TIMEOUT.least, Math.min(value, TIMEOUT.most))
  },
  mobile: (value, { body }) => assign(body, { mobile: value }),
  skipTlsVerification: (value, { body }) => assign(body, { skipTlsVerification: value }),
  actions(value, { body, warnings }) {
    if (value.length > 0) body.actions = readActions(value, warnings)
  },
  location(value, { body, warnings }) {
    body.location = readLocation(value, warnings)
  },
  proxy(value, { body, shape, warnings }) {
    shape.stealth = value === 'stealth' || value === 'enhanced'
    if (shape.stealth) body.stealth = true
    else if (value !== 'basic' && value !== 'auto') warnings.ignore('proxy', 'it is basic, stealth, enhanced or auto')
  },
  blockAds: (value, { body }) => assign(body, { removeAds: value }),
  removeBase64Images() {},
  // Comes after what needs a browser, which has been read by then.
  fastMode(value, { body, warnings }) {
    if (!value) return
    if (needsBrowser(body)) warnings.ignore('fastMode', 'a screenshot, actions and the proxy stealth need a browser')
    else body.engine = 'lightweight'
  },
  maxAge: (value, { body }) => assign(body, { maxAge: Math.min(MAX_AGE, value / DAY) }),
  minAge: (value, { body }) => assign(body, { minAge: Math.min(MAX_AGE, value / DAY) }),
  storeInCache: (value, { body }) => assign(body, { storeInCache: value }),
  zeroDataRetention: (value, { body }) => assign(body, { zeroRetention: value }),
  parsers(value, { body, warnings }) {
    if (value.length === 0) warnings.ignore('parsers', DOCUMENTS)
    for (const parser of value)
      if (typeof parser === 'object' && parser.type === 'pdf') {
        if (parser.maxPages) body.pdfPages = Math.min(parser.maxPages, MAX_PDF_PAGES)
        if (parser.mode === 'ocr') warnings.ignore('mode of parsers', 'pictures of text are not read')
      }
  },
  parsePDF(value, { warnings }) {
    if (!value) warnings.ignore('parsePDF', DOCUMENTS)
  },
  origin() {},
  integration() {},
}

const needsBrowser = ({ formats = [], actions = [], stealth }: ScrapeBody) =>
  actions.length > 0 || stealth === true || formats.some((format) => format.startsWith('screenshot'))

const assign = (body: ScrapeBody, values: ScrapeBody) => void Object.assign(body, values)

/** The location of the visitor. Some clients send country names that are not ISO codes. */
export function readLocation({ country, languages }: NonNullable<PageFields['location']>, warnings: Warnings) {
  const isCountry = country !== undefined && COUNTRY.test(country)
  if (country && !isCountry) warnings.ignore('country of location', 'it is two letters of ISO 3166, such as DE')
  return { ...(isCountry && { country }), ...(languages && { languages }) }
}

/** The same for pages whose results are stored until they are read: `zeroDataRetention` gets a warning. */
export function readPages(options: PageFields, api: Pick<Api, 'version'>): ReadPage {
  const { zeroDataRetention, ...kept } = options
  const read = readPage(kept, api)
  if (zeroDataRetention) read.warnings.ignore('zeroDataRetention', 'what a job has made is kept until it is read')
  return read
}

/** Converts the options of a page to Weir's own. Throws 400, and 501 for what this server does not support. */
export function readPage(options: PageFields, { version }: Pick<Api, 'version'>): ReadPage {
  const warnings = new Warnings()
  const formats = readFormats(options, warnings)
  const body: ScrapeBody = { replaceAllPathsWithAbsolutePaths: true, ...formats.body }
  const read: ReadPage = { body, shape: { version, ...formats.shape, stealth: false }, warnings }
  const asked = { ...defaults[version], ...options }
  for (const [field, take] of Object.entries(table) as [Field, (value: unknown, to: ReadPage) => void][])
    if (asked[field] !== undefined) take(asked[field], read)
  // A page of that minimum age may be older than the default `maxAge`.
  if (options.minAge !== undefined && options.maxAge === undefined) body.maxAge = MAX_AGE
  return read
}
