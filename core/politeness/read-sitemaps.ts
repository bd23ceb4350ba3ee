import type { Clock } from '../clock.ts'
import { createPause } from '../concurrency/pause.ts'
import type { GuardedFetch } from '../contracts/fetch.ts'
import type { Politeness, PolitenessContext } from '../contracts/politeness.ts'
import { describeError, type Log } from '../log.ts'
import { retryAfterOf } from './retry-after.ts'
import { followable } from './scope.ts'
import { MAX_SITEMAP_BYTES, readSitemap } from './sitemap.ts'

/** Time limit of one file in milliseconds. */
const TIMEOUT = 30_000
/** The most sitemaps of one site that are read, and the deepest nesting of indexes. */
const MAX_SITEMAPS = 100
const MAX_INDEX_DEPTH = 3

export interface SitemapsOptions {
  fetch: GuardedFetch
  clock: Clock
  log: Log
  recordResponse: Politeness['recordResponse']
}

/** The URLs that a site's sitemaps list; see `Politeness.sitemap`. */
export async function* readSitemaps(
  start: URL,
  named: readonly string[],
  context: PolitenessContext,
  options: SitemapsOptions,
): AsyncGenerator<URL> {
  const first = [...named, new URL('/sitemap.xml', start).href].flatMap((href) => followable(href, start) ?? [])
  const toRead = first.map((url) => ({ url, depth: 0 }))
  const read = new Set<string>()
  const pause = createPause()
  for (const { url, depth } of toRead) {
    if (read.has(url.href) || read.size >= MAX_SITEMAPS) continue
    read.add(url.href)
    try {
      for await (const entry of readOne(url, context, options)) {
        // A file has any number of entries, and what its reader does with each may be slow.
        const others = pause()
        if (others) await others
        if (entry.kind === 'page') yield entry.url
        else if (depth < MAX_INDEX_DEPTH && toRead.length < MAX_SITEMAPS * 2)
          toRead.push({ url: entry.url, depth: depth + 1 })
      }
    } catch (error) {
      context.signal.throwIfAborted()
      options.log.info('A sitemap could not be read', { url: url.href, cause: describeError(error) })
    }
  }
}

async function* readOne(
  url: URL,
  { signal, proxy, insecure }: PolitenessContext,
  { fetch, clock, recordResponse }: SitemapsOptions,
) {
  const answer = await fetch(url, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
    maxBytes: MAX_SITEMAP_BYTES,
    proxy,
    insecure,
  })
  const { status, headers } = answer
  // What the host says about its pace applies to its pages too; how fast it serves a file says nothing about them.
  // After a redirect, it may be another host that says it.
  if (status === 429 || status === 503)
    await recordResponse(answer.url.host, { status, ms: 0, retryAfter: retryAfterOf(headers, clock.now()) })
  if (!answer.ok || !answer.body) return void (await answer.body?.cancel())
  for await (const { kind, href } of readSitemap(answer.body as AsyncIterable<Uint8Array> & ReadableStream)) {
    const found = followable(href, answer.url)
    if (found) yield { kind, url: found }
  }
}
