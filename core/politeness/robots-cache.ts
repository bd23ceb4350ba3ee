import { LRUCache } from 'lru-cache'
import { endOnAbort } from '../abort.ts'
import type { Clock } from '../clock.ts'
import type { GuardedFetch } from '../contracts/fetch.ts'
import type { Politeness, PolitenessContext, Robots } from '../contracts/politeness.ts'
import { ApiError, isApiError } from '../errors.ts'
import { allowAll, forbidAll, MAX_ROBOTS_BYTES, parseRobots } from './robots.ts'
import { textEncoding } from './text-encoding.ts'

/** Milliseconds for which a robots.txt is kept, and for which it is kept that one could not be read. */
const TTL = 3_600_000
const FAILURE_TTL = 30_000
/** Milliseconds for one file. */
const TIMEOUT = 10_000
/** Redirects to a robots.txt; the RFC asks for at least so many. */
const MAX_REDIRECTS = 5
/** Characters of all files that are kept, and what each counts at least, so that there are at most 5,000. */
const MAX_CHARACTERS = 16 * 1024 * 1024
const MIN_CHARACTERS = Math.floor(MAX_CHARACTERS / 5_000)

type KnownRobots = Robots & { failure?: ApiError }

/** Reads the robots.txt of origins and keeps them; see `Politeness.robots`. */
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
        // What is set again as it is would keep the size that it had.
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
    // What a redirect leads to says nothing of whether the site itself can be reached.
    const failure =
      isApiError(error) && !isElsewhere
        ? error
        : new ApiError('scraping_failed', 'The robots.txt could not be read', {}, { cause: error })
    return { robots: { ...forbidAll, failure }, size: 1 }
  }
}

/** The beginning of a text; what follows is not read. */
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
  // A letter that the end cuts is left out.
  return new TextDecoder(textEncoding(head)).decode(head, { stream: true })
}
