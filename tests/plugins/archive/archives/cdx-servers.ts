import { selectSorted } from './cdx-query.ts'
import { digestOf, type Held } from './held.ts'
import { replay } from './replay.ts'
import { type ArchiveServer, startArchive } from './server.ts'

const ndjson = { headers: { 'content-type': 'text/x-ndjson' } }

/**
 * pywb: `/all/cdx` with an object per line, and `/all/`. Without captures it responds with 404. Source: pywb's CDX
 * server API.
 */
export function startPywb(held: readonly Held[]): ArchiveServer {
  const server = startArchive(({ path, query }) => {
    if (!path.startsWith('/all/cdx?')) return replay(held, { base: `${server.url}/all`, path: path.slice(4) })
    const rows = selectSorted(held, query)
    const url = query.get('url')
    if (rows.length === 0) return Response.json({ message: `No Captures found for: ${url}` }, { status: 404 })
    const fields = query.get('fields') ?? query.get('fl')
    const lines = rows.map((one) => {
      const row = {
        urlkey: 'com,example)/page',
        timestamp: one.timestamp,
        url: one.url,
        mime: one.isRevisit ? 'warc/revisit' : one.type.replace(/;.*/, ''),
        status: one.isRevisit ? '-' : String(one.status),
        digest: `sha1:${digestOf(one.body)}`,
        length: '700',
        offset: '0',
        filename: 'a.warc.gz',
        'source-coll': 'all',
      }
      const asked = Object.entries(row).filter(([name]) => fields === null || fields.split(',').includes(name))
      return `${JSON.stringify(Object.fromEntries(asked))}\n`
    })
    return new Response(lines.join(''), ndjson)
  })
  return server
}

/**
 * OutbackCDX: arrays without a header row and with numbers, or text in 11 columns. Without captures the list is
 * empty. Source: OutbackCDX's `WbCdxApi.java`.
 */
export function startOutback(held: readonly Held[], form: 'json' | 'text' = 'json'): ArchiveServer {
  const server = startArchive(({ path, query }) => {
    if (path.startsWith('/web/')) return replay(held, { base: `${server.url}/web`, path: path.slice(4) })
    const names = 'urlkey,timestamp,original,mimetype,statuscode,digest,redirecturl,robotflags,length,offset,filename'
    const fields = (query.get('fl') ?? names).split(',')
    const rows = selectSorted(held, query).map((one) => {
      const row: Record<string, string | number> = {
        urlkey: 'com,example)/page',
        timestamp: Number(one.timestamp),
        original: one.url,
        // It accepts pywb's names too.
        url: one.url,
        mimetype: one.isRevisit ? 'warc/revisit' : one.type.replace(/;.*/, ''),
        statuscode: one.isRevisit ? 0 : one.status,
        digest: digestOf(one.body),
        redirecturl: '-',
        robotflags: '-',
        length: 700,
        offset: 0,
        filename: 'a.warc.gz',
      }
      return fields.map((name) => row[name] ?? '-')
    })
    return form === 'json' && query.get('output') === 'json'
      ? Response.json(rows)
      : new Response(rows.map((row) => `${row.join(' ')}\n`).join(''), { headers: { 'content-type': 'text/plain' } })
  })
  return server
}
