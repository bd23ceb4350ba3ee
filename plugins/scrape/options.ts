import {
  type Action,
  ApiError,
  type Engines,
  isApiError,
  isObject,
  type PageRequest,
  type Priority,
  parseJson,
  type Violation,
} from 'weirjs'
import { type ContentFormat, type ContentOptions, contentFormats, type Format, formats } from 'weirjs/schemas'
import type { Content } from '../content/service.ts'
import type { ActionBody, ScrapeBody } from './schema.ts'

/** What was asked for, in one form: however it was said in the request, and with nothing left open. */
export interface PageOptions {
  /** In the order in which they were asked for, each once. */
  formats: readonly Format[]
  engine: string | undefined
  request: Omit<PageRequest, 'url' | 'proxy'>
  content: ContentOptions
  includeMetadata: boolean
  priority: Priority
  /** Days. How old an answer from the cache may be; 0 for none from there. */
  maxAge: number
  /** Days. Only an answer from the cache that is at least as old will do; undefined where the page may be got. */
  minAge: number | undefined
  storeInCache: boolean
  /** Tells looks apart that are compared, where changes are asked for. */
  tag: string | undefined
  /** Whether nothing of the page is to be kept when it has been answered. */
  zeroRetention: boolean
  /** What to fill from the page, where extraction is asked for. */
  extract: { schema?: Record<string, unknown>; systemPrompt?: string; prompt?: string; model?: string } | undefined
  /** What the price goes by and the page request does not say. */
  asked: { proxy: boolean; browserEngine: boolean; stealthEngine: boolean }
}

/** Seconds; what is more with `urls` is milliseconds. */
const MAX_WAIT_TIME = 30
/** Milliseconds. What is more is refused under the name that the caller used. */
const MAX_WAIT_FOR = 30_000
/** Days. How old an answer from the cache may be. Source: spec section 4.3. */
const MAX_AGE = 30
/** Most bytes of a page, decoded. Source: decisions 5.9. */
const MAX_BYTES = 50 * 1024 * 1024

/**
 * The body with the entries of `options` at the top, and `format` as `formats`: what the schema then checks and
 * fills. Source: decisions 5.1.
 */
export function flatten(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body
  const { options, ...top } = body as Record<string, unknown>
  const nested = isObject(options) ? options : undefined
  const flat: Record<string, unknown> = { ...nested, ...top }
  // What is no object is left for the schema to refuse.
  if (options !== undefined && nested === undefined) flat.options = options
  if (top.format !== undefined && top.formats === undefined) delete flat.formats
  // Another one is left for the schema to refuse by that name.
  if (flat.formats === undefined && isFormat(flat.format)) flat.formats = [flat.format]
  return flat.urls === undefined ? flat : asMany(flat)
}

const isFormat = (value: unknown): value is Format => formats.includes(value as Format)

/** With `urls`, what batch took is understood too, and `url` is ignored whatever it is. */
function asMany({ url: _, waitTime, priority, ...flat }: Record<string, unknown>): Record<string, unknown> {
  const isMilliseconds = typeof waitTime === 'number' && waitTime > MAX_WAIT_TIME && waitTime <= MAX_WAIT_FOR
  return {
    ...flat,
    ...(waitTime !== undefined && (isMilliseconds ? { waitFor: flat.waitFor ?? waitTime } : { waitTime })),
    ...(priority !== undefined && { priority: priority === 'normal' ? 'medium' : priority }),
  }
}

const bad = (parameter: string, message: string) => new ApiError('invalid_options', message, { parameter })
const badAction = (index: number, reason: string) =>
  new ApiError('invalid_actions', `Action ${index}: ${reason}`, { index, reason })

/** What the API's document says of options that a schema cannot say all of. */
export const optionFailures = {
  invalid_actions: 'A browser action is wrong',
  invalid_schema: 'The schema to extract by is no JSON Schema',
  schema_too_complex: 'It is too large or too deep',
}

/** The refusal of actions that the schema does not take. Source: decisions 5.4. */
export const badActions = ({ path, message, schema, value }: Violation) => {
  const [, index, ...field] = path.split('.')
  if (index !== undefined) return badAction(Number(index), `${field.join('.') || 'it'} must be ${message}`)
  const reason = `actions must be ${message}`
  // Of too many the first that is not taken.
  const first = Array.isArray(value) ? (schema.maxItems ?? 0) : 0
  return new ApiError('invalid_actions', reason, { index: first, reason })
}

/**
 * What each action takes beside `type` and `description`, and what of that it cannot do without. Source: decisions
 * 5.4.
 */
const parameters: Readonly<Record<ActionBody['type'], { takes: readonly string[]; needs?: readonly string[] }>> = {
  click: { takes: ['selector', 'all'], needs: ['selector'] },
  input: { takes: ['selector', 'text', 'value'], needs: ['selector', 'text'] },
  write: { takes: ['selector', 'text', 'value'], needs: ['text'] },
  wait: { takes: ['milliseconds', 'selector'] },
  screenshot: { takes: [] },
  press: { takes: ['key', 'selector'], needs: ['key'] },
  scroll: { takes: ['direction', 'pixels', 'selector'] },
  hover: { takes: ['selector'], needs: ['selector'] },
  select: { takes: ['selector', 'value'], needs: ['selector', 'value'] },
  executeJavascript: { takes: ['value'], needs: ['value'] },
  scrape: { takes: [] },
}

function readActions(actions: readonly ActionBody[], check: Content['checkSelectors']): Action[] {
  return actions.map(({ description: _, type, ...rest }, index) => {
    const { takes, needs = [] } = parameters[type]
    const unknown = Object.keys(rest).find((name) => !takes.includes(name))
    if (unknown !== undefined) {
      const taken = takes.length === 0 ? 'no parameters' : takes.join(', ')
      throw badAction(index, `${type} does not take ${unknown.slice(0, 100)}; it takes ${taken}`)
    }
    // `input` takes its text under either name.
    const action: Omit<ActionBody, 'type'> =
      type === 'input' || type === 'write' ? { ...rest, text: rest.text ?? rest.value } : rest
    const missing = needs.find((name) => action[name as keyof typeof action] === undefined)
    if (missing) throw badAction(index, `${type} needs ${missing}`)
    if (type === 'wait' && action.milliseconds === undefined && action.selector === undefined)
      throw badAction(index, 'wait needs milliseconds or selector')
    if (action.selector && !isSelector(action.selector, check))
      throw badAction(index, 'selector must be a CSS selector')
    return { ...action, type: type === 'write' ? 'input' : type }
  })
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
  // What is compared, and what the reader of a difference wants to see.
  if (formats.has('changeTracking')) formats.add('markdown')
  if (body.attributes) formats.add('attributes')
  else if (formats.has('attributes'))
    throw bad('attributes', 'attributes is required with the format attributes: a list of {selector, attribute}')
  return [...formats]
}

type Selectors = 'includeTags' | 'onlyIncludeTags' | 'excludeTags' | 'removeTags'

/** What two parameters that mean the same name together. */
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

/** Why our matcher cannot take a selector that a browser may. */
const ofBrowsers = /pseudo|supported|traversals/i

/** Whether a browser may take a text for a selector. */
function isSelector(text: string, check: Content['checkSelectors']): boolean {
  try {
    check('selector', [text])
    return true
  } catch (error) {
    if (!isApiError(error)) throw error
    return error.cause instanceof Error && ofBrowsers.test(error.cause.message)
  }
}

function readAttributes({ attributes }: ScrapeBody, check: Content['checkSelectors']): ContentOptions['attributes'] {
  if (attributes)
    check(
      'attributes',
      attributes.map(({ selector }) => selector),
    )
  return attributes
}

/** Days from which and up to which an answer from the cache may be old. */
function readAges(
  { minAge, maxAge = MAX_AGE }: ScrapeBody,
  formats: readonly Format[],
): Pick<PageOptions, 'minAge' | 'maxAge'> {
  if (formats.includes('changeTracking')) {
    if (minAge === undefined) return { minAge, maxAge: 0 }
    throw bad('minAge', 'minAge takes an answer from the cache, and changeTracking compares the page as it is now')
  }
  if (minAge !== undefined && minAge >= maxAge)
    throw bad('minAge', `minAge must be below maxAge, which is ${maxAge}: no answer is at least as old and younger`)
  return { minAge, maxAge }
}

function readAuthentication(given: ScrapeBody['authentication']): PageRequest['authentication'] {
  if (!given) return undefined
  const type = given.type ?? (given.token !== undefined ? 'bearer' : 'basic')
  if (type === 'bearer' && given.token === undefined)
    throw bad('authentication.token', 'authentication.token is required for bearer')
  if (type === 'basic' && given.username === undefined)
    throw bad('authentication.username', 'authentication.username is required for basic')
  return { ...given, type }
}

function readHeaders(given: Record<string, string> | undefined): Headers | undefined {
  if (!given) return undefined
  const headers = new Headers()
  for (const [name, value] of Object.entries(given)) {
    try {
      headers.append(name, value)
    } catch {
      throw bad('headers', 'headers must have names and values that HTTP allows: no line breaks, no spaces in names')
    }
  }
  return headers
}

/** What reading options takes besides them. */
interface OptionsContext extends Pick<Content, 'checkSelectors'> {
  engines: Pick<Engines, 'supports'>
  /** As the settings name it. */
  converter: ContentOptions['converter']
}

/** Reads a checked body. Throws `invalid_options` and `invalid_actions` for what a schema cannot say. */
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
    engine: body.engine,
    includeMetadata: body.includeMetadata ?? true,
    priority: body.priority ?? 'medium',
    ...readAges(body, formats),
    tag: body.changeTracking?.tag,
    storeInCache: body.storeInCache ?? true,
    zeroRetention: body.zeroRetention ?? false,
    extract,
    asked: {
      proxy: body.useProxy ?? false,
      stealthEngine: !!supports.stealth,
      browserEngine: !!supports.javascript && !supports.stealth,
    },
    request: {
      headers: readHeaders(body.headers),
      authentication: readAuthentication(body.authentication),
      userAgent: body.userAgent,
      timeout: body.timeout ?? 30_000,
      maxBytes: MAX_BYTES,
      javascript: body.javascript,
      executeJS: body.executeJS,
      actions: body.actions && readActions(body.actions, checkSelectors),
      waitFor: body.waitFor || (body.waitTime ?? 0) * 1000,
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
