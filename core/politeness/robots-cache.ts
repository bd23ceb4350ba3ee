import { LRUCache } from 'lru-cache'
import { endOnAbort } from '../abort.ts'
import type { Clock } from '../clock.ts'
import type { GuardedFetch } from '../contracts/fetch.ts'
import type { Politeness, PolitenessContext, Robots } from '../contracts/politeness.ts'
import { ApiError, isApiError } from '../errors.ts'
import { allowAll, forbidAll, MAX_ROBOTS_BYTES, parseRobots } from './robots.ts'
import { textEncoding } from './text-encoding.ts'

/** Milliseconds for which a robots.txt is cached, and for which a failure to read one is. */
const TTL = 3_600_000
const FAILURE_TTL = 30_000
/** Milliseconds for one file. */
const TIMEOUT = 10_000
/** The most redirects to a robots.txt; the RFC requires at least this many. */
const MAX_REDIRECTS = 5
/**
 * The most characters of all cached files, and the fewest that each counts for, so that there are at most 5,000
 * files.
 */
const MAX_CHARACTERS = 16 * 1024 * 1024
const MIN_CHARACTERS = Math.floor(MAX_CHARACTERS / 5_000)

type KnownRobots = Robots & { failure?: ApiError }

/** Reads and caches the robots.txt of origins; see `Politeness.robots`. */
export function createRobotsCache({ fetch, clock }: { fetch: GuardedFetch; clock: Clock }): Politeness['robots'] {
  const known = new LRUCache<string, Promise<KnownRobots>>({
    maxSize: MAX_CHARACTERS,
    ttl: TTL,
    ttlResolution: 0,
    perf: clock,
  })

  return async ({ origin }, { signal, proxy, insecure = false }) => {
    signal.throwIfAborted()
    const key = `${origin} ${proxy?.url.href ?? ''} ${insecure}`
    let robots = known.get(key)
    if (!robots) {
      const fetched = fetchRobots(fetch, origin, { proxy, insecure })
      robots = fetched.then(({ robots: found }) => found)
      const made = robots
      known.set(key, made, { size: MIN_CHARACTERS })
      void fetched.then(({ robots: found, size }) => {
        if (known.peek(key) !== made) return
        const ttl = found.failure || found === forbidAll ? FAILURE_TTL : TTL
        // Setting the same value again would keep its old size.
        known.delete(key)
        known.set(key, made, { size: Math.max(MIN_CHARACTERS, size), ttl })
      })
    }
    return endOnAbort(robots, signal)
  }
}

async function fetchRobots(
  fetch: GuardedFetch,
  origin: string,
  { proxy, insecure }: Pick<PolitenessContext, 'proxy' | 'insecure'>,
): Promise<{ robots: KnownRobots; size: number }> {
  let isElsewhere = false
  try {
    const answer = await fetch(`${origin}/robots.txt`, {
      signal: AbortSignal.timeout(TIMEOUT),
      maxRedirects: MAX_REDIRECTS,
      proxy,
      insecure,
      onHop() {
        isElsewhere = true
      },
    })
    if (!answer.ok) {
      await answer.body?.cancel()
      return { robots: answer.status >= 500 ? forbidAll : allowAll, size: 1 }
    }
    const text = await readHead(answer.body, MAX_ROBOTS_BYTES)
    return { robots: await parseRobots(text), size: text.length }
  } catch (error) {
    // A failure at the target of a redirect does not mean that the site itself is out of reach.
    const failure =
      isApiError(error) && !isElsewhere
        ? error
        : new ApiError('scraping_failed', 'The robots.txt could not be read', {}, { cause: error })
    return { robots: { ...forbidAll, failure }, size: 1 }
  }
}

/** Reads the beginning of a text, up to `bytes`. */
async function readHead(body: ReadableStream<Uint8Array> | null, bytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let left = bytes
  if (body)
    for await (const chunk of body as AsyncIterable<Uint8Array> & ReadableStream) {
      parts.push(chunk.subarray(0, left))
      left -= chunk.length
      if (left <= 0) break
    }
  const head = Buffer.concat(parts)
  // A character that is cut at the end is left out.
  return new TextDecoder(textEncoding(head)).decode(head, { stream: true })
}
