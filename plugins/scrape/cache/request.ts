import { hash } from 'node:crypto'
import { needsOf, normaliseUrl, version } from 'weirjs'
import type { PageOptions } from '../options.ts'
import type { Prices } from '../price.ts'

/** Gives what requests have in common that one answer serves. */
export type Digest = (url: URL, options: PageOptions) => string

/**
 * Digests requests: SHA-256, in hex, over the version of Weir, the normalised address and all that changes the answer
 * or its price. How long and how soon the caller wants to wait does not. Source: decisions 5.6, threats T31.
 */
export function createDigest(prices: Prices): Digest {
  const common = JSON.stringify({ version, prices })
  const digest: Digest = (url, options) => {
    const { formats, engine, includeMetadata, extract, asked, request, content } = options
    const { timeout: _, maxBytes: __, headers, viewport, authentication, actions, location, ...sent } = request
    const parts = {
      url: normaliseUrl(url, { order: 'kept' }),
      // Scripts may make another page of it, and a screenshot begins there.
      fragment: isOfBrowser(options) ? url.hash : '',
      formats,
      engine,
      includeMetadata,
      proxy: asked.proxy,
      sent,
      headers: headers && [...headers].sort(),
      // These are as the caller wrote them.
      given: {
        actions: inOrder(actions),
        authentication: inOrder(authentication),
        extract: inOrder(extract),
        location: inOrder(location),
        viewport: inOrder(viewport),
      },
      // The formats of the content are among those above, whose order tells what `content` is.
      content: { ...content, formats: undefined },
    }
    return hash('sha256', common + JSON.stringify(parts))
  }

  /** By the options: one request is looked for in memory, then in the store, and at last kept. */
  const known = new WeakMap<PageOptions, { href: string; digest: string }>()
  return (url, options) => {
    const before = known.get(options)
    if (before?.href === url.href) return before.digest
    const made = { href: url.href, digest: digest(url, options) }
    known.set(options, made)
    return made.digest
  }
}

const isOfBrowser = ({ request, asked }: PageOptions) =>
  asked.browserEngine || asked.stealthEngine || Object.keys(needsOf(request)).length > 0

/** The same value with the fields of its objects in one order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, inner]) => [name, inOrder(inner)] as const)
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)))
}
