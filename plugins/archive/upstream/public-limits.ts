import type { ArchiveConfig } from '../config.ts'

/** What is asked of a host; each has a limit of its own. */
export type Kind = 'index' | 'content' | 'availability'

export interface HostLimits {
  /** Requests a minute; without it there is no limit. */
  perMinute?: number
  /** Requests that are under way at once. */
  atOnce: number
}

const AT_ONCE = 6

/**
 * Requests a minute that public archives stand, a little below their limits: beyond them the Wayback Machine first
 * answers 429, and then nothing for an hour. Sources: edgi-govdata-archiving/wayback, Arquivo.pt's and Common Crawl's
 * documentation. Of a Time Travel service nothing is published.
 */
const publicLimits: ArchiveConfig['limits'] = {
  'web.archive.org': { index: 24, content: 480 },
  'archive.org': { availability: 60 },
  'arquivo.pt': { index: 240, content: 390 },
  'timetravel.mementoweb.org': { index: 60, content: 60 },
  'index.commoncrawl.org': { index: 50 },
  'data.commoncrawl.org': { content: 100 },
}

/** Common Crawl wants one connection at a time. */
const atOnce: Readonly<Record<string, number>> = { 'index.commoncrawl.org': 1 }

/** How often a host may be asked, by the operator's word or by what is known of it. */
export function limitsOf(host: string, kind: Kind, own: ArchiveConfig['limits']): HostLimits {
  const known = Object.hasOwn(own, host) ? own : publicLimits
  const perMinute = Object.hasOwn(known, host) ? known[host]?.[kind] : undefined
  return { perMinute, atOnce: atOnce[host] ?? AT_ONCE }
}
