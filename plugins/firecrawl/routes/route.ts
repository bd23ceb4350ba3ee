import { type Kit, parseHttpUrl, t } from 'weirjs'
import type { Crawls } from '../../crawl/service.ts'
import type { Extraction, Extractions } from '../../extract/service.ts'
import type { Maps } from '../../map/service.ts'
import type { Scraper, Scrapes } from '../../scrape/service.ts'
import type { Searches } from '../../search/service.ts'
import type { StartedJobs } from '../jobs/started-jobs.ts'
import type { Api } from '../page/shape.ts'

/** The state of this plugin, which the routes use. */
export interface FirecrawlState {
  started: StartedJobs
  scraper: Scraper
  scrapes: Scrapes
  crawls: Crawls
  maps: Maps
  searches: Searches
  extraction: Extraction
  extractions: Extractions
}

/** A header for idempotency keys that clients use in place of the standard one. */
export const KEY_HEADER = 'x-idempotency-key'

/** The path of a job. */
export const JobParams = t.Object({ jobId: t.String({ examples: ['01900000-0000-7000-8000-000000000000'] }) })

/** Polling counts against no limit: a client whose poll is refused gives up its job. */
export const unlimited = { permission: 'any', limit: false } as const

/** The description of a route for the API's document; a route with two paths is described once. */
export const described = (api: Api, name: string, detail: { summary: string; description?: string }) => ({
  ...detail,
  operationId: `${name.charAt(0).toLowerCase()}${name.slice(1)}ByFirecrawl${api.version === 1 ? 1 : ''}`,
  ...(api.path === '/firecrawl/v2' && { hide: true }),
})

/** The documented failure for an unsupported format, or a missing language model. */
export const unsupported = {
  501: { not_configured: 'This server does not support what is requested; the message names it' },
}

/** The origin of this service for links in responses. */
export const originOf = (kit: Pick<Kit, 'origin'>, { url }: Request) => kit.origin() || new URL(url).origin

/** Fields with free content of the caller. */
const OWN = new Set(['schema', 'headers', 'metadata'])

/** Clients with forms send the fields that were left empty. */
const isGiven = (value: unknown) => value !== null && value !== ''

/** Normalises a body: null and empty texts count as missing, and URLs may lack their scheme. */
export function readBody(body: unknown): unknown {
  if (Array.isArray(body)) return body.filter(isGiven).map(readBody)
  if (typeof body !== 'object' || body === null) return body
  const given = Object.entries(body).filter(([, value]) => isGiven(value))
  return Object.fromEntries(given.map(([name, value]) => [name, OWN.has(name) ? value : readField(name, value)]))
}

function readField(name: string, value: unknown): unknown {
  if (name === 'url' && typeof value === 'string') return withScheme(value)
  if (name === 'urls' && Array.isArray(value))
    return value.map((url) => (typeof url === 'string' ? withScheme(url) : url))
  return readBody(value)
}

/** Adds a missing scheme to a URL. Invalid URLs are left for the schema to refuse. */
function withScheme(given: string): string {
  const address = given.trim()
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) return address
  const whole = `http://${address}`
  return 'url' in parseHttpUrl(whole) ? whole : address
}

/** The hook of a route that normalises its body. */
export const normaliseBody = (context: { body: unknown }) => {
  context.body = readBody(context.body)
}
