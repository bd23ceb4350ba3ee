import { followable, MAX_URL, type Robots, type Scope } from 'weirjs'
import type { CrawlInput } from './input.ts'
import { keyOf } from './items.ts'

/** Where a page leads to, and what the crawl makes of it, whichever page that is. */
export interface Lead {
  readonly href: string
  readonly host: string
  readonly origin: string
  /** What tells it from the other pages of the crawl. */
  readonly key: string
  /** Not of the site, and got all the same. */
  readonly external: boolean
  /** What these rules said of it last. */
  judged?: { by: Robots; isAllowed: boolean }
}

/** Addresses that a crawl remembers, and characters of each: those that stand on all pages are among the first. */
const MAX_REMEMBERED = 2000
const MAX_REMEMBERED_LENGTH = 500

/**
 * What belongs to a crawl of the addresses that its pages lead to. Most links of a page stand on its neighbours too:
 * an address that is met again is not read again.
 */
export function createLeads(
  input: Pick<CrawlInput, 'ignoreQueryParameters'>,
  { inScope, mayLeave }: { inScope: Scope; mayLeave: Scope },
) {
  const known = new Map<string, Lead | undefined>()
  const leadOf = (url: URL): Lead | undefined => {
    if (url.href.length > MAX_URL) return undefined
    const external = !inScope(url)
    if (external && !mayLeave(url)) return undefined
    return { href: own(url.href), host: url.host, origin: url.origin, key: keyOf(url, input), external }
  }
  return {
    of: leadOf,
    /** The same of an absolute address without a fragment, as it is written. */
    read(address: string): Lead | undefined {
      if (known.has(address)) return known.get(address)
      const url = followable(address)
      const lead = url && leadOf(url)
      if (known.size < MAX_REMEMBERED && address.length <= MAX_REMEMBERED_LENGTH) known.set(own(address), lead)
      return lead
    },
  }
}
export type Leads = ReturnType<typeof createLeads>

/** What is cut from a page's text would keep all of that. */
const own = (text: string) => Buffer.from(text).toString()
