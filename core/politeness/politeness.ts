import type { Clock } from '../clock.ts'
import type { GuardedFetch } from '../contracts/fetch.ts'
import type { HostPolicy } from '../contracts/host-policy.ts'
import type { Politeness, PolitenessContext, Robots } from '../contracts/politeness.ts'
import type { Proxy } from '../contracts/proxy.ts'
import { ApiError, isApiError } from '../errors.ts'
import { describeError, type Log } from '../log.ts'
import { createHostPolicies } from './host-policies.ts'
import { createHostSlots } from './host-slots.ts'
import { allowAll, forbidAll, MAX_ROBOTS_BYTES, parseRobots } from './robots.ts'
import { followable } from './scope.ts'
import { MAX_SITEMAP_BYTES, readSitemap } from './sitemap.ts'

/** Milliseconds for which a robots.txt is known, and for which one is that could not be had. */
const ROBOTS_TTL = 3_600_000
const ROBOTS_FAILURE_TTL = 30_000
/** Milliseconds for one file. */
const ROBOTS_TIMEOUT = 10_000
const SITEMAP_TIMEOUT = 30_000
/** Origins whose robots.txt is at hand, and characters of them all. */
const MAX_ROBOTS = 5_000
const MAX_ROBOTS_CHARACTERS = 16 * 1024 * 1024
/** Redirects to a robots.txt; the RFC asks for at least so many. */
const MAX_ROBOTS_REDIRECTS = 5
/** Sitemaps that are read of one site, and how deep indexes may stand in one another. */
const MAX_SITEMAPS = 100
const MAX_INDEX_DEPTH = 3

export interface PolitenessOptions {
  fetch: GuardedFetch
  clock: Clock
  log: Log
  /** Changes how all jobs treat a host. */
  setHostPolicy(host: string, pace: HostPolicy): Promise<void>
}

type KnownRobots = Robots & { failure?: ApiError }
interface Entry {
  robots: Promise<KnownRobots>
  /** Epoch milliseconds. */
  until: number
  /** Characters, as soon as it is there. */
  size: number
}

export function createPoliteness({ fetch, clock, log, setHostPolicy }: PolitenessOptions): Politeness {
  const known = new Map<string, Entry>()
  let size = 0
  const paces = createHostPolicies(clock, setHostPolicy)

  const forget = (key: string) => {
    size -= known.get(key)?.size ?? 0
    known.delete(key)
  }

  /** Forgets the oldest where there are too many. */
  const makeRoom = () => {
    for (const oldest of known.keys()) {
      if (known.size <= MAX_ROBOTS && size <= MAX_ROBOTS_CHARACTERS) return
      forget(oldest)
    }
  }

  async function fetchRobots(origin: string, proxy: Proxy | undefined): Promise<KnownRobots & { size?: number }> {
    try {
      const answer = await fetch(`${origin}/robots.txt`, {
        signal: AbortSignal.timeout(ROBOTS_TIMEOUT),
        maxRedirects: MAX_ROBOTS_REDIRECTS,
        proxy,
      })
      if (!answer.ok) {
        await answer.body?.cancel()
        return answer.status >= 500 ? forbidAll : allowAll
      }
      // What is behind that is not read.
      const text = await readHead(answer.body, MAX_ROBOTS_BYTES)
      return { ...(await parseRobots(text)), size: text.length }
    } catch (error) {
      const failure = isApiError(error)
        ? error
        : new ApiError(500, 'scraping_failed', 'The robots.txt could not be read', {}, { cause: error })
      return { ...forbidAll, failure }
    }
  }

  const robots: Politeness['robots'] = ({ origin }, { signal, proxy }) => {
    const key = proxy ? `${origin} ${proxy.url.href}` : origin
    const now = clock.now()
    let entry = known.get(key)
    if (!entry || entry.until < now) {
      const fetched = fetchRobots(origin, proxy)
      const made: Entry = { robots: fetched, until: now + ROBOTS_TTL, size: 0 }
      void fetched.then((found) => {
        if (found.failure || found === forbidAll) made.until = clock.now() + ROBOTS_FAILURE_TTL
        if (known.get(key) !== made) return
        made.size = found.size ?? 0
        size += made.size
        makeRoom()
      })
      entry = made
      forget(key)
      known.set(key, entry)
      makeRoom()
    }
    return whileWanted(entry.robots, signal)
  }

  async function* readOne(url: URL, { signal, proxy }: PolitenessContext) {
    const answer = await fetch(url, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(SITEMAP_TIMEOUT)]),
      maxBytes: MAX_SITEMAP_BYTES,
      proxy,
    })
    if (!answer.ok || !answer.body) return void (await answer.body?.cancel())
    for await (const { kind, href } of readSitemap(answer.body as AsyncIterable<Uint8Array> & ReadableStream)) {
      const found = followable(href, answer.url)
      if (found) yield { kind, url: found }
    }
  }

  async function* sitemap(start: URL, named: readonly string[], context: PolitenessContext): AsyncGenerator<URL> {
    const first = [...named, new URL('/sitemap.xml', start).href].flatMap((href) => followable(href, start) ?? [])
    const toRead = first.map((url) => ({ url, depth: 0 }))
    const read = new Set<string>()
    for (const { url, depth } of toRead) {
      if (read.has(url.href) || read.size >= MAX_SITEMAPS) continue
      read.add(url.href)
      try {
        for await (const entry of readOne(url, context)) {
          if (entry.kind === 'page') yield entry.url
          else if (depth < MAX_INDEX_DEPTH && toRead.length < MAX_SITEMAPS * 2)
            toRead.push({ url: entry.url, depth: depth + 1 })
        }
      } catch (error) {
        context.signal.throwIfAborted()
        log.info('A sitemap could not be read', { url: url.href, cause: describeError(error) })
      }
    }
  }

  return {
    robots,
    sitemap,
    recordResponse: paces.recordResponse,
    applyCrawlDelay: (host, { delay }) => paces.setCrawlDelay(host, delay),
    waitForSlot: paces.waitForSlot,
    acquire: createHostSlots(clock, paces),
  }
}

/** The beginning of a text, as UTF-8. */
async function readHead(body: ReadableStream<Uint8Array> | null, bytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let left = bytes
  if (body)
    for await (const chunk of body as AsyncIterable<Uint8Array> & ReadableStream) {
      text += decoder.decode(chunk.subarray(0, left), { stream: true })
      left -= chunk.length
      if (left <= 0) break
    }
  return text
}

/** What others wait for too, as long as this one wants it. */
async function whileWanted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const end = () => reject(signal.reason)
  signal.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([promise, ended])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
