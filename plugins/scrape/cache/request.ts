import { createHash } from 'node:crypto'
import { needsOf, normaliseUrl, version } from 'weirjs'
import type { PageOptions } from '../options.ts'
import type { Prices } from '../price.ts'

/**
 * What two requests have in common that one answer serves: SHA-256, in hex, over the version of Weir, the normalised address
 * and all that changes the answer or its price. How long and how soon the caller wants to wait does not.
 * Source: decisions 5.6, threats T31.
 */
export function digestRequest(url: URL, options: PageOptions, prices: Prices): string {
  const { priority: _, maxAge: __, asked, request, content, ...same } = options
  const { timeout: ___, maxBytes: ____, headers, ...sent } = request
  const parts = {
    version,
    prices,
    url: normaliseUrl(url),
    // Scripts may make another page of it, and a screenshot begins there.
    fragment: isOfBrowser(options) ? url.hash : '',
    ...same,
    proxy: asked.proxy,
    request: { ...sent, headers: headers && [...headers].sort() },
    // They are those of `formats`, whose order tells what `content` is.
    content: { ...content, formats: undefined },
  }
  return createHash('sha256').update(JSON.stringify(parts, inOrder)).digest('hex')
}

const isOfBrowser = ({ request, asked }: PageOptions) =>
  asked.browserEngine || asked.stealthEngine || Object.keys(needsOf(request)).length > 0

/** Has the fields of an object in one order, whatever that of the caller was. */
const inOrder = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
