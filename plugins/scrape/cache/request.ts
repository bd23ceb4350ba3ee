import { hash } from 'node:crypto'
import { canonicalJson, needsOf, normaliseUrl, version } from 'weirjs'
import type { PageOptions } from '../options/page-options.ts'
import type { Prices } from '../price.ts'

/** Returns the same digest for all requests that one answer can serve. */
export type Digest = (url: URL, options: PageOptions) => string

/**
 * Digests requests: SHA-256, in hex, of the version of Weir, the normalised URL and all options that change the
 * answer or its price. Timeout and priority do not. Source: decisions 5.6, threats T31.
 */
export function createDigest(prices: Prices): Digest {
  const common = JSON.stringify({ version, prices })
  /** Cached by options object: all pages of a crawl share one, and a request is digested up to three times. */
  const known = new WeakMap<PageOptions, { text: string; href?: string; digest?: string }>()
  return (url, options) => {
    const before = known.get(options)
    if (before?.digest !== undefined && before.href === url.href) return before.digest
    const text = before?.text ?? textOf(options)
    // Scripts may make another page of a fragment, and a screenshot begins there.
    const address = [normaliseUrl(url, { order: 'kept' }), isOfBrowser(options) ? url.hash : '']
    const digest = hash('sha256', common + text + JSON.stringify(address))
    known.set(options, { text, href: url.href, digest })
    return digest
  }
}

/** The options that change the answer or its price. */
function textOf({ formats, engine, includeMetadata, extract, asked, request, content }: PageOptions): string {
  const { timeout: _, maxBytes: __, headers, viewport, authentication, actions, location, ...sent } = request
  return JSON.stringify({
    formats,
    engine,
    includeMetadata,
    proxy: asked.proxy,
    sent,
    headers: headers && [...headers].sort(),
    // These are as the caller wrote them.
    given: canonicalJson({ actions, authentication, extract, location, viewport }),
    // Those above, whose order tells what `content` is, and what the pages of a search have in addition.
    content: { ...content, formats: [...content.formats].sort() },
  })
}

const isOfBrowser = ({ request, asked }: PageOptions) =>
  asked.browserEngine || asked.stealthEngine || Object.keys(needsOf(request)).length > 0
