import { createHash } from 'node:crypto'
import { ApiError } from 'weirjs'
import { pathBefore } from '../path-before.ts'
import type { Built } from './build.ts'
import { documentOf } from './document.ts'

/**
 * Nothing from other hosts, and no scripts or styles but the app's files. Images may also be those that the app made
 * from a response (`blob:`, `data:`). No frame has a URL: scraped content is in one that is written here, and
 * inherits this policy.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const SHARED = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

/** The document, which is the same for all pages. `origin` is the URL of the service, or empty. */
export function answerPage({ entries }: Built, request: Request, origin: string): Response {
  const document = documentOf(entries, pathBefore(origin))
  const hash = createHash('sha256').update(document).digest('hex').slice(0, 20)
  const headers = { ...SHARED, etag: `"${hash}"`, 'cache-control': 'no-cache' }
  const known = request.headers.get('if-none-match')?.split(',') ?? []
  // A compressing proxy makes the tag a weak one.
  if (known.some((tag) => tag.trim().replace(/^W\//, '') === headers.etag))
    return new Response(null, { status: 304, headers })
  return new Response(document, { headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } })
}

const takesBrotli = ({ headers }: Request) =>
  (headers.get('accept-encoding') ?? '').split(',').some((coding) => {
    const [name, weight] = coding.split(';').map((part) => part.trim().toLowerCase())
    return name === 'br' && !(weight?.startsWith('q=') && Number(weight.slice(2)) === 0)
  })

/** A file; its name contains a hash of its content, so that it is requested only once. Throws 404. */
export function answerAsset({ files }: Built, name: string, request: Request): Response {
  const file = files.get(name)
  if (!file) throw new ApiError('not_found', 'There is no such file; reload the page', { resource: 'asset', id: name })
  const coded = takesBrotli(request)
  return new Response(coded ? file.br : file.content, {
    headers: {
      ...SHARED,
      'content-type': TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
      ...(coded ? { 'content-encoding': 'br', vary: 'accept-encoding' } : {}),
    },
  })
}
