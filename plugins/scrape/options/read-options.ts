import {
  ApiError,
  authorizationOf,
  type Engines,
  isObject,
  type PageRequest,
  parseHeaders,
  parseJson,
  setHeader,
} from 'weirjs'
import { type ContentFormat, type ContentOptions, contentFormats, type Format } from 'weirjs/schemas'
import type { Content } from '../../content/service.ts'
import type { ScrapeBody } from '../schema.ts'
import { MAX_WAIT_TIME } from './flatten.ts'
import { isSelector } from './is-selector.ts'
import type { PageOptions } from './page-options.ts'
import { readActions } from './read-actions.ts'

/** Default maximum age in days of an answer from the cache. Source: spec section 4.3. */
const MAX_AGE = 30
/** Maximum bytes of a page, decoded. Source: decisions 5.9. */
const MAX_BYTES = 50 * 1024 * 1024

const bad = (parameter: string, message: string) => new ApiError('invalid_options', message, { parameter })

/** How the OpenAPI document describes errors of options that a schema cannot express. */
export const optionFailures = {
  invalid_actions: 'A browser action is not valid',
  invalid_schema: 'The schema for the extraction is not a JSON Schema',
  schema_too_complex: 'The schema is too large or too deep',
}

function readSchema(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined
  const schema = parseJson(text)
  if (isObject(schema)) return schema
  throw bad('jsonSchema', 'jsonSchema must be a JSON object as text')
}

function readExtraction(
  { extract, agent, enableJsonExtraction, jsonSchema }: ScrapeBody,
  formats: readonly Format[],
): PageOptions['extract'] {
  const fromText = readSchema(jsonSchema)
  if (!formats.includes('extract') && !extract && !agent && !(enableJsonExtraction && fromText)) return undefined
  return {
    ...extract,
    schema: extract?.schema ?? (enableJsonExtraction ? fromText : undefined),
    prompt: extract?.prompt ?? agent?.prompt,
    model: agent?.model,
  }
}

function readFormats(body: ScrapeBody): Format[] {
  const formats = new Set(body.formats ?? [body.format ?? 'markdown'])
  if (body.includeScreenshot && !formats.has('screenshot@fullPage')) formats.add('screenshot')
  if (body.includePdf) formats.add('pdf')
  if (body.changeTracking) formats.add('changeTracking')
  // Changes are computed from markdown, which the caller will want to see too.
  if (formats.has('changeTracking')) formats.add('markdown')
  if (body.attributes) formats.add('attributes')
  else if (formats.has('attributes'))
    throw bad('attributes', 'attributes is required with the format attributes: a list of {selector, attribute}')
  return [...formats]
}

/** The parameters that ask for a screenshot or a PDF: `format` or `formats`, or their older names. */
function fileParametersOf(body: ScrapeBody, formats: readonly Format[]): PageOptions['fileParameters'] {
  const inList = body.formats && body.formats.length === 1 && body.formats[0] === body.format ? 'format' : 'formats'
  const asks = (format: Format) => body.formats?.includes(format) || body.format === format
  const isPictured = asks('screenshot') || asks('screenshot@fullPage')
  return {
    ...(formats.some((format) => format.startsWith('screenshot')) && {
      screenshot: isPictured ? inList : 'includeScreenshot',
    }),
    ...(formats.includes('pdf') && { pdf: asks('pdf') ? inList : 'includePdf' }),
  }
}

type Selectors = 'includeTags' | 'onlyIncludeTags' | 'excludeTags' | 'removeTags'

/** The selectors of two parameters with the same meaning. */
function readSelectors(body: ScrapeBody, check: Content['checkSelectors'], parameters: readonly Selectors[]): string[] {
  return parameters.flatMap((parameter) => {
    const given = body[parameter] ?? []
    check(parameter, given)
    return given
  })
}

function readAwaited({ waitForSelector }: ScrapeBody, check: Content['checkSelectors']): string | undefined {
  if (waitForSelector !== undefined && !isSelector(waitForSelector, check))
    throw bad('waitForSelector', 'waitForSelector must be a CSS selector')
  return waitForSelector
}

function readAttributes({ attributes }: ScrapeBody, check: Content['checkSelectors']): ContentOptions['attributes'] {
  if (attributes)
    check(
      'attributes',
      attributes.map(({ selector }) => selector),
    )
  return attributes
}

/** The minimum and maximum age in days of an answer from the cache. */
function readAges(
  { minAge, maxAge = MAX_AGE }: ScrapeBody,
  formats: readonly Format[],
): Pick<PageOptions, 'minAge' | 'maxAge'> {
  if (formats.includes('changeTracking')) {
    if (minAge === undefined) return { minAge, maxAge: 0 }
    throw bad('minAge', 'minAge reads from the cache, but changeTracking compares the current page: send one of them')
  }
  if (minAge !== undefined && minAge >= maxAge)
    throw bad('minAge', `minAge must be below maxAge, which is ${maxAge}: no response can be both older and newer`)
  return { minAge, maxAge }
}

/** Milliseconds. The older name has seconds; values for many pages that are milliseconds are converted before. */
function readWait({ waitFor, waitTime = 0 }: ScrapeBody): number {
  if (waitTime > MAX_WAIT_TIME)
    throw bad('waitTime', `waitTime must be a number from 0 to ${MAX_WAIT_TIME}, in seconds, if there are no urls`)
  return waitFor || waitTime * 1000
}

function readAuthentication(given: ScrapeBody['authentication']): PageRequest['authentication'] {
  if (!given) return undefined
  const type = given.type ?? (given.token !== undefined ? 'bearer' : 'basic')
  if (type === 'bearer' && given.token === undefined)
    throw bad('authentication.token', 'authentication.token is required for bearer')
  if (type === 'basic' && given.username === undefined)
    throw bad('authentication.username', 'authentication.username is required for basic')
  const credentials = { ...given, type }
  setHeader(new Headers(), 'authorization', authorizationOf(credentials), 'authentication.token')
  return credentials
}

/** Fails here if no header can hold it: each item of a job would fail otherwise, without saying so at the start. */
function readUserAgent({ userAgent }: ScrapeBody): string | undefined {
  if (userAgent) setHeader(new Headers(), 'user-agent', userAgent, 'userAgent')
  return userAgent
}

/** What reading options needs. */
interface OptionsContext extends Pick<Content, 'checkSelectors'> {
  engines: Pick<Engines, 'nameOf' | 'supports'>
  /** The one in the settings. */
  converter: ContentOptions['converter']
}

/** Reads a validated body. Throws `invalid_options` and `invalid_actions` for errors that a schema cannot express. */
export function readOptions(body: ScrapeBody, { engines, converter, checkSelectors }: OptionsContext): PageOptions {
  const formats = readFormats(body)
  const extract = readExtraction(body, formats)
  const content = new Set(
    formats.filter((format): format is ContentFormat => (contentFormats as readonly string[]).includes(format)),
  )
  const fullPage =
    formats.includes('screenshot@fullPage') || (formats.includes('screenshot') && body.screenshotType === 'fullpage')
  const screenshot = fullPage ? 'fullpage' : formats.includes('screenshot') ? 'viewport' : undefined
  const supports = body.engine === undefined ? {} : engines.supports(body.engine)
  const { location } = body
  return {
    formats,
    // One name each, or pages fetched by the same engine would be cached apart.
    engine: body.engine && engines.nameOf(body.engine),
    includeMetadata: body.includeMetadata ?? true,
    priority: body.priority ?? 'medium',
    ...readAges(body, formats),
    tag: body.changeTracking?.tag,
    storeInCache: body.storeInCache ?? true,
    zeroRetention: body.zeroRetention ?? false,
    extract,
    fileParameters: fileParametersOf(body, formats),
    asked: {
      proxy: body.useProxy ?? false,
      stealthEngine: !!supports.stealth,
      browserEngine: !!supports.javascript && !supports.stealth,
    },
    request: {
      headers: body.headers && parseHeaders(body.headers),
      authentication: readAuthentication(body.authentication),
      userAgent: readUserAgent(body),
      timeout: body.timeout ?? 30_000,
      maxBytes: MAX_BYTES,
      javascript: body.javascript,
      executeJS: body.executeJS,
      actions: body.actions && readActions(body.actions, checkSelectors),
      waitFor: readWait(body),
      waitForSelector: readAwaited(body, checkSelectors),
      viewport: body.viewport,
      mobile: body.mobile,
      screenshot,
      pdf: formats.includes('pdf'),
      stealth: body.stealth ? 'basic' : undefined,
      location: location && { ...location, country: location.country?.toUpperCase() },
      skipTlsVerification: body.skipTlsVerification,
      resources: screenshot || formats.includes('pdf') ? 'all' : 'text',
    },
    content: {
      formats: content,
      onlyMainContent: body.onlyMainContent ?? false,
      includeLinks: body.includeLinks ?? true,
      includeImages: body.includeImages ?? true,
      removeAds: body.removeAds ?? true,
      removeScripts: body.removeScripts ?? true,
      removeStyles: body.removeStyles ?? false,
      includeTags: readSelectors(body, checkSelectors, ['includeTags', 'onlyIncludeTags']),
      excludeTags: readSelectors(body, checkSelectors, ['excludeTags', 'removeTags']),
      llmOptimization: body.llmOptimization ?? false,
      replaceAllPathsWithAbsolutePaths: body.replaceAllPathsWithAbsolutePaths ?? false,
      pdfPages: body.pdfPages,
      attributes: readAttributes(body, checkSelectors),
      htmlFormat: body.htmlFormat ?? 'cleaned',
      stripHtml: body.stripHtml ?? false,
      includeMetadata: body.includeMetadata ?? true,
      converter,
    },
  }
}
