import { byNearness, type Held, heldOf, millisOf } from './held.ts'

export const httpDate = (timestamp: string) => new Date(millisOf(timestamp)).toUTCString()

const BANNER = '<script>banner()</script>'

/** An archived response as a Wayback Machine returns it. Source: edgi-govdata-archiving/wayback. */
export function replayed(base: string, one: Held, flags: string): Response {
  const { location, ...headers } = one.headers
  const original = Object.fromEntries(Object.entries(headers).map(([name, value]) => [`x-archive-orig-${name}`, value]))
  const isRaw = flags === 'id_'
  const body = isRaw || !one.type.startsWith('text/html') ? one.body : Buffer.concat([Buffer.from(BANNER), one.body])
  return new Response(body.slice(), {
    status: one.status,
    headers: {
      'content-type': one.type,
      'memento-datetime': httpDate(one.timestamp),
      'x-archive-src': 'a.warc.gz',
      link: `<${one.url}>; rel="original", <${base}/web/timemap/link/${one.url}>; rel="timemap"; type="application/link-format"`,
      ...original,
      ...(location && { location: `${base}/${one.timestamp}${flags}/${location}` }),
    },
  })
}

const PATH = /^\/(\d{1,14})([a-z]{2}_)?\/(.+)$/

/** Replay below a prefix. For a time without a capture it redirects to the nearest one. */
export function replay(held: readonly Held[], { base, path }: { base: string; path: string }): Response {
  const [, timestamp = '', flags = '', url = ''] = PATH.exec(path) ?? []
  const [nearest] = url === '' ? [] : byNearness(heldOf(held, url), timestamp)
  if (!nearest) return new Response('The Wayback Machine has not archived that URL.', { status: 404 })
  if (nearest.timestamp === timestamp) return replayed(base, nearest, flags)
  return new Response(null, {
    status: 302,
    headers: { location: `${base}/${nearest.timestamp}${flags}/${nearest.url}` },
  })
}
