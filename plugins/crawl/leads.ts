import { followable, MAX_URL, type Robots, type Scope } from 'weirjs'
import type { CrawlInput } from './input.ts'
import { keyOf } from './items.ts'

/** The target of a link, and whether it belongs to the crawl. */
export interface Lead {
  readonly href: string
  readonly host: string
  readonly origin: string
  /** Its identity within the crawl. */
  readonly key: string
  /** Whether it is on another site, but fetched anyway. */
  readonly external: boolean
  /** The last result of these robots rules for it. */
  judged?: { by: Robots; isAllowed: boolean }
}

/** Maximum cached URLs of a crawl, and characters of each. Links that all pages have are among the first ones. */
const MAX_REMEMBERED = 2000
const MAX_REMEMBERED_LENGTH = 500

/**
 * Decides which links belong to a crawl. It caches the results, as most links of a page are on other pages too.
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
    /** The same for an absolute URL without a fragment, as text. */
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

/** Copies a string: a slice of a page's text would keep the whole text in memory. */
const own = (text: string) => Buffer.from(text).toString()
