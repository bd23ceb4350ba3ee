import { select } from './cdx-query.ts'
import { byNearness, digestOf, type Held, heldOf } from './held.ts'
import { replay } from './replay.ts'
import { type ArchiveServer, type Asked, startArchive } from './server.ts'

export interface WaybackOptions {
  now?: () => number
  /** The number of rows that it scans for one response. */
  scan?: number
  /** Whether it supports `sort=closest`. */
  sortsByNearness?: boolean
  /** Whether its availability API lacks captures. */
  forgets?: boolean
}

const FIELDS = 'urlkey,timestamp,original,mimetype,statuscode,digest,length'
const isBlocked = (url: string) => url.includes('blocked.example')
const blocked = () =>
  new Response('org.archive.wayback.exception.AdministrativeAccessControlException: Blocked Site Error', {
    status: 403,
    headers: { 'x-archive-wayback-runtime-error': 'AdministrativeAccessControlException: Blocked Site Error' },
  })

/**
 * The Wayback Machine: `/cdx/search/cdx`, `/web/`, `/wayback/available`. Source: the README of wayback-cdx-server.
 */
export function startWayback(held: readonly Held[], options: WaybackOptions = {}): ArchiveServer {
  const server = startArchive(({ path, query }: Asked) => {
    const url = query.get('url') ?? path
    if (isBlocked(url) && !path.startsWith('/wayback/')) return blocked()
    if (path.startsWith('/cdx/search/cdx?')) return cdx(held, query, options)
    if (path.startsWith('/wayback/available?')) return available(options.forgets ? [] : held, server.url, query)
    if (path.startsWith('/web/')) return replay(held, { base: `${server.url}/web`, path: path.slice(4) })
    return undefined
  }, options.now)
  return server
}

const fieldOf = (one: Held, name: string) =>
  ({
    urlkey: 'com,example)/page',
    timestamp: one.timestamp,
    original: one.url,
    mimetype: one.isRevisit ? 'warc/revisit' : one.type.replace(/;.*/, ''),
    statuscode: one.isRevisit ? '-' : String(one.status),
    digest: digestOf(one.body),
    length: String(one.body.length + 300),
  })[name] ?? '-'

function cdx(held: readonly Held[], query: URLSearchParams, options: WaybackOptions): Response {
  const { scan = 150_000, sortsByNearness = true } = options
  const fields = (query.get('fl') ?? FIELDS).split(',')
  const limit = Number(query.get('limit') ?? 0)
  let rows = select(held, query)
  const after = query.get('resumeKey')
  if (after !== null) rows = rows.filter(({ timestamp }) => timestamp >= after.split(' ')[1]!)
  if (query.get('sort') === 'closest' && sortsByNearness) rows = byNearness(rows, query.get('closest') ?? '')
  const most = Math.min(limit > 0 ? limit : scan, scan)
  const given = limit < 0 ? rows.slice(limit) : rows.slice(0, most)
  const next = query.get('showResumeKey') === 'true' && limit >= 0 ? rows[most] : undefined
  const table = given.map((one) => fields.map((name) => fieldOf(one, name)))
  const key = next ? [[], [`com,example)/page ${next.timestamp}`]] : []
  return Response.json(table.length === 0 && !next ? [] : [fields, ...table, ...key])
}

function available(held: readonly Held[], base: string, query: URLSearchParams): Response {
  const url = query.get('url') ?? ''
  const [closest] = byNearness(heldOf(held, url), query.get('timestamp') ?? '99991231235959')
  const shown = closest && {
    status: String(closest.status),
    available: true,
    url: `${base}/web/${closest.timestamp}/${closest.url}`,
    timestamp: closest.timestamp,
  }
  return Response.json({ url, archived_snapshots: shown ? { closest: shown } : {} })
}
