import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { gunzipSync } from 'node:zlib'
import { getSurt, WARCParser } from 'warcio'
import { type Running, startWeir } from '../../weir.ts'
import { readZip } from '../results/read-zip.ts'
import { type ArchiveSite, startArchiveSite } from './archive-site.ts'

let weir: Running
let site: ArchiveSite
let key: string
let bytes: Buffer
let wacz: Awaited<ReturnType<typeof readZip>>
beforeAll(async () => {
  site = await startArchiveSite()
  weir = await startWeir({ WEIR_ARCHIVE: 'on', WEIR_ENGINES: 'lightweight' })
  key = (await weir.user('pro')).key
  for (const path of ['/plain', '/again', '/gzip', '/chunked', '/old', '/data'])
    expect((await weir.post('/v1/scrape', { url: site.url(path), maxAge: 0 }, { key })).status).toBe(200)
  const answer = await download()
  expect(answer.headers.get('content-disposition')).toMatch(/\.wacz"$/)
  bytes = Buffer.from(await answer.bytes())
  wacz = await readZip(bytes)
})
afterAll(async () => {
  await weir.close()
  site.stop()
})

const download = (query = '') => {
  const headers = { authorization: `Bearer ${key}` }
  return weir.weir.server.fetch(new Request(`http://weir.test/v1/archive/local/wacz${query}`, { headers }))
}
const sha256 = (data: Uint8Array) => `sha256:${createHash('sha256').update(data).digest('hex')}`
const linesOf = (data: Uint8Array) => Buffer.from(data).toString().trimEnd().split('\n')
interface IndexLine {
  urlKey: string
  timestamp: string
  entry: Record<string, string>
}
const readIndex = (): IndexLine[] =>
  linesOf(gunzipSync(wacz.get('indexes/index.cdx.gz')!)).map((line) => {
    const [, urlKey, timestamp, entry] = /^(\S+) (\d{14}) (\{.*\})$/.exec(line)!
    return { urlKey: urlKey!, timestamp: timestamp!, entry: JSON.parse(entry!) }
  })

test('its list has each file with size and digest, and another file has the digest of the list', () => {
  const list = JSON.parse(wacz.get('datapackage.json')!.toString())
  expect([list.profile, list.wacz_version]).toEqual(['data-package', '1.1.1'])
  expect(new Date(list.created).toISOString()).toBe(list.created)
  const described = [...wacz]
    .filter(([path]) => !path.startsWith('datapackage'))
    .map(([path, data]) => ({ name: path.split('/')[1], path, hash: sha256(data), bytes: data.byteLength }))
  expect(list.resources).toEqual(described)
  expect(described.map(({ path }) => path)).toEqual([
    'archive/data.warc.gz',
    'indexes/index.cdx.gz',
    'indexes/index.idx',
    'pages/pages.jsonl',
  ])
  const digest = JSON.parse(wacz.get('datapackage-digest.json')!.toString())
  expect(digest).toEqual({ path: 'datapackage.json', hash: sha256(wacz.get('datapackage.json')!) })
})

test('files that are compressed already are stored as they are, so that parts of them can be read', () => {
  for (const path of ['archive/data.warc.gz', 'indexes/index.cdx.gz'])
    expect(bytes.indexOf(wacz.get(path)!)).toBeGreaterThan(0)
})

test('each line of its index leads to the right record, and the lines are sorted', () => {
  const warc = wacz.get('archive/data.warc.gz')!
  const index = readIndex()
  expect(index.length).toBe(7)
  const texts = index.map(({ urlKey, timestamp }) => `${urlKey} ${timestamp}`)
  expect(texts).toEqual(texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
  for (const { urlKey, timestamp, entry } of index) {
    const from = Number(entry.offset)
    const record = gunzipSync(warc.subarray(from, from + Number(entry.length))).toString('latin1')
    const field = (name: string) => new RegExp(`\r\n${name}: (.*)\r\n`).exec(record)?.[1]
    expect(field('WARC-Target-URI')).toBe(entry.url!)
    expect(field('WARC-Payload-Digest')).toBe(entry.digest!)
    expect(field('WARC-Date')!.replace(/\D/g, '').slice(0, 14)).toBe(timestamp)
    expect(entry.mime === 'warc/revisit' ? 'revisit' : 'response').toBe(field('WARC-Type')!)
    expect(record).toContain(`\r\n\r\nHTTP/1.1 ${entry.status} `)
    expect(urlKey).toBe(getSurt(entry.url!))
    expect(entry.filename).toBe('data.warc.gz')
  }
})

test('the blocks of its index are found by a second index', () => {
  const [first, ...blocks] = linesOf(wacz.get('indexes/index.idx')!)
  expect(first).toBe('!meta 0 {"format":"cdxj-gzip-1.0","filename":"index.cdx.gz"}')
  const index = wacz.get('indexes/index.cdx.gz')!
  for (const block of blocks) {
    const at = block.indexOf(' {')
    const { offset, length, digest } = JSON.parse(block.slice(at))
    const data = index.subarray(offset, offset + length)
    expect(digest).toBe(sha256(data))
    expect(gunzipSync(data).toString()).toStartWith(block.slice(0, at))
  }
})

test('its pages are the scraped ones, without redirects, and all of them are in the index', () => {
  const [header, ...pages] = linesOf(wacz.get('pages/pages.jsonl')!).map((line) => JSON.parse(line))
  expect(header.format).toBe('json-pages-1.0')
  const paths = pages.map(({ url }) => new URL(url).pathname).sort()
  expect(paths).toEqual(['/again', '/chunked', '/data', '/gzip', '/plain', '/plain'])
  const known = readIndex().map(({ timestamp, entry }) => `${entry.url} ${timestamp}`)
  for (const { url, ts } of pages) expect(known).toContain(`${url} ${ts.replace(/\D/g, '').slice(0, 14)}`)
  expect(pages.find(({ url }) => url === site.url('/gzip')).title).toBe('Packed')
})

test('a page that redirects to itself for a cookie is one page, and not the redirect', async () => {
  await using gate = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ headers }) =>
      headers.get('cookie') === 'seen=1'
        ? new Response('<title>Inside</title><p>Past the gate.</p>', { headers: { 'content-type': 'text/html' } })
        : new Response('', { status: 302, headers: { location: '/', 'set-cookie': 'seen=1' } }),
  })
  expect((await weir.post('/v1/scrape', { url: gate.url.href }, { key })).body.data.metadata.title).toBe('Inside')
  const file = await readZip(Buffer.from(await (await download(`?url=${gate.url.href}`)).bytes()))
  const statuses = linesOf(gunzipSync(file.get('indexes/index.cdx.gz')!)).map(
    (line) => /"status":"(\d+)"/.exec(line)![1],
  )
  const pages = linesOf(file.get('pages/pages.jsonl')!).slice(1)
  expect([statuses, pages.map((line) => JSON.parse(line).title)]).toEqual([['302', '200'], ['Inside']])
})

test('an independent library reads the text of a compressed page', async () => {
  const warc = wacz.get('archive/data.warc.gz')!
  const source = (async function* () {
    yield warc
  })()
  const texts = new Map<string, string>()
  for await (const record of new WARCParser(source)) {
    if (record.warcType === 'response')
      texts.set(new URL(record.warcTargetURI!).pathname, (await record.contentText()) ?? '')
  }
  expect(texts.get('/gzip')).toContain('Packed by gzip.')
  expect(texts.get('/data')).toBe('{"kept":true}')
})

test('an archive without captures is complete too', async () => {
  const empty = await readZip(Buffer.from(await (await download('?from=20990101')).bytes()))
  expect([...empty.keys()]).toEqual([...wacz.keys()])
  expect([empty.get('indexes/index.cdx.gz')!.byteLength, linesOf(empty.get('pages/pages.jsonl')!).length]).toEqual([
    0, 1,
  ])
})

test('a download that is aborted leaves nothing behind', async () => {
  const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith('weir-archive-'))
  const before = left()
  const reader = (await download()).body!.getReader()
  await reader.read()
  await reader.cancel()
  for (let tries = 0; tries < 100 && left().length > before.length; tries++) await Bun.sleep(20)
  expect(left()).toEqual(before)
})
