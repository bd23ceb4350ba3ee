import { byNearness, type Held, heldOf } from './held.ts'
import { httpDate, replay } from './replay.ts'
import { type ArchiveServer, startArchive } from './server.ts'

export interface AggregatorOptions {
  form?: 'link' | 'json'
  /** The number of mementos in one part of a TimeMap. By default a TimeMap has no parts. */
  page?: number
  /** The base of the archive with the mementos, if it is another one. */
  base?: string
}

/**
 * A Memento aggregator and the archive of its mementos: `/timemap/link/`, `/timegate/`, `/web/`. Source: RFC 7089,
 * MemGator.
 */
export function startAggregator(held: readonly Held[], options: AggregatorOptions = {}): ArchiveServer {
  const { form = 'link', page } = options
  const server = startArchive(({ path, headers }) => {
    if (path.startsWith('/web/')) return replay(held, { base: `${server.url}/web`, path: path.slice(4) })
    const [, kind, from, url = ''] = /^\/(timemap\/link|timegate)\/(?:(\d{14})\/)?(.+)$/.exec(path) ?? []
    const mementos = heldOf(held, url === '' ? 'http://none.example/' : url)
    if (kind === undefined || mementos.length === 0) return new Response('404 page not found', { status: 404 })
    const uri = (one: Held) => `${options.base ?? server.url}/web/${one.timestamp}/${one.url}`
    if (kind === 'timegate') {
      const wanted = headers.get('accept-datetime')
      const digits = wanted ? new Date(wanted).toISOString().replace(/\D/g, '').slice(0, 14) : '99991231235959'
      const location = uri(byNearness(mementos, digits)[0]!)
      return new Response(null, { status: 302, headers: { location, vary: 'accept-datetime' } })
    }
    if (form === 'json') return jsonTimeMap(mementos, url, uri)
    if (page === undefined) return linkTimeMap(mementos, url, uri)
    const parts = Array.from({ length: Math.ceil(mementos.length / page) }, (_, i) =>
      mementos.slice(i * page, i * page + page),
    )
    if (from) return linkTimeMap(parts.find(([first]) => first?.timestamp === from) ?? [], url, uri)
    return indexTimeMap(parts, url, `${server.url}/timemap/link`)
  })
  return server
}

const links = (lines: readonly string[]) =>
  new Response(`${lines.join(',\n')}\n`, { headers: { 'content-type': 'application/link-format' } })

/** There are commas in dates, in the address, and in the value of an attribute. */
const linkTimeMap = (mementos: readonly Held[], url: string, uri: (one: Held) => string) =>
  links([
    `<${url}>; rel="original"; title="A, \\"B\\"; C"`,
    `<http://127.0.0.1:1/timegate/${url}>; rel="timegate"`,
    ...mementos.map((one, i) => {
      const place = [i === 0 && 'first', i === mementos.length - 1 && 'last', 'memento'].filter(Boolean).join(' ')
      return `<${uri(one)}>; rel="${place}"; datetime="${httpDate(one.timestamp)}"`
    }),
  ])

const indexTimeMap = (parts: readonly (readonly Held[])[], url: string, base: string) =>
  links([
    `<${url}>; rel="original"`,
    `<${base}/${url}>; rel="self"; type="application/link-format"`,
    ...parts.map((part) => {
      const [first, last] = [part[0]!.timestamp, part.at(-1)!.timestamp]
      const span = `from="${httpDate(first)}"; until="${httpDate(last)}"`
      return `<${base}/${first}/${url}>; rel="timemap"; type="application/link-format"; ${span}`
    }),
  ])

const jsonTimeMap = (mementos: readonly Held[], url: string, uri: (one: Held) => string) => {
  const list = mementos.map((one) => ({ datetime: new Date(httpDate(one.timestamp)).toISOString(), uri: uri(one) }))
  return Response.json({
    original_uri: url,
    self: `http://127.0.0.1:1/timemap/json/${url}`,
    mementos: { list, first: list[0], last: list.at(-1) },
    timegate_uri: `http://127.0.0.1:1/timegate/${url}`,
  })
}
