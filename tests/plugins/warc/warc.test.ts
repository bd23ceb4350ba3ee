import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createHash, randomBytes } from 'node:crypto'
import { response } from '../../core/fetch/servers.ts'
import { isSqlite } from '../../store.ts'
import { type Running, startWeir } from '../../weir.ts'
import { type ArchiveSite, startArchiveSite } from './archive-site.ts'
import { type ParsedRecord, readWarc } from './read-warc.ts'

let weir: Running
let site: ArchiveSite
beforeAll(async () => {
  site = await startArchiveSite()
  weir = await startWeir({ WEIR_ARCHIVE: 'on', WEIR_ENGINES: 'lightweight' })
})
afterAll(async () => {
  await weir.close()
  site.stop()
})

async function scrape(path: string, key: string, options: object = {}) {
  const { status, body } = await weir.post('/v1/scrape', { url: site.url(path), maxAge: 0, ...options }, { key })
  expect([path, status, body.error]).toEqual([path, 200, undefined])
}
async function warcOf(key: string, query = ''): Promise<ParsedRecord[]> {
  const answer = await weir.weir.server.fetch(
    new Request(`http://weir.test/v1/archive/local/warc${query}`, { headers: { authorization: `Bearer ${key}` } }),
  )
  expect(answer.status).toBe(200)
  return readWarc(await answer.bytes())
}
const sha256 = (bytes: Uint8Array) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

test('answers are in the file to the byte, including compressed and chunked ones and redirects', async () => {
  const { key } = await weir.user('pro')
  for (const path of ['/plain', '/gzip', '/chunked', '/old', '/missing', '/data']) await scrape(path, key)
  const records = await warcOf(key)
  expect(records[0]!.type).toBe('warcinfo')
  const responses = records.filter(({ type }) => type === 'response')
  const kept = Object.fromEntries(responses.map(({ url, block }) => [new URL(url).pathname, block]))
  expect(kept).toEqual(Object.fromEntries([...site.answers].filter(([path]) => path !== '/again')))
  for (const { fields, block } of records) expect(fields.get('WARC-Block-Digest')).toBe(sha256(block))
})

test('an account has few downloads at once, whatever others have, and the next after one was read or aborted', async () => {
  const [one, another] = [await weir.user('pro'), await weir.user('pro')]
  for (const { key } of [one, another]) await scrape('/plain', key)
  const begin = (kind: string, { key } = one) =>
    weir.weir.server.fetch(
      new Request(`http://weir.test/v1/archive/local/${kind}`, { headers: { authorization: `Bearer ${key}` } }),
    )
  const kinds = Array.from({ length: 16 }, (_, i) => (i % 2 === 0 ? 'warc' : 'wacz'))
  const begun = await Promise.all(kinds.map((kind) => begin(kind)))
  expect(begun.map(({ status }) => status)).toEqual(Array(16).fill(200))
  const refused = async () => {
    const answers = await Promise.all(['warc', 'wacz'].map((kind) => begin(kind)))
    for (const answer of answers) {
      const { error, details } = (await answer.json()) as { error: string; details: object }
      expect([answer.status, error, details]).toEqual([
        429,
        'An account may have 16 downloads of its archive at once; read or end one',
        { code: 'rate_limited', limit: 16, remaining: 0, retryAfter: 5, resetTime: expect.any(String) },
      ])
      expect(answer.headers.get('retry-after')).toBe('5')
      expect(answer.headers.get('x-ratelimit-limit')).toBe('16')
      expect(answer.headers.get('x-ratelimit-retry-after')).toBe('5')
    }
  }
  await refused()
  expect((await readWarc(await (await begin('warc', another)).bytes())).length).toBeGreaterThan(1)
  expect((await readWarc(await begun[0]!.bytes())).length).toBeGreaterThan(1)
  const next = await begin('wacz')
  expect(next.status).toBe(200)
  await refused()
  await begun[1]!.body!.cancel()
  expect((await begin('warc')).status).toBe(200)
})

test('of a repeated answer only the head is stored again', async () => {
  const { key } = await weir.user('pro')
  await scrape('/plain', key)
  await scrape('/again', key)
  const [original, revisit] = (await warcOf(key)).filter(({ type }) => ['response', 'revisit'].includes(type)).reverse()
  expect([original!.type, revisit!.type]).toEqual(['response', 'revisit'])
  expect(revisit!.fields.get('WARC-Refers-To-Target-URI')).toBe(site.url('/plain'))
  expect(revisit!.fields.get('WARC-Refers-To-Date')).toBe(original!.fields.get('WARC-Date'))
  expect(revisit!.fields.get('WARC-Payload-Digest')).toBe(original!.fields.get('WARC-Payload-Digest'))
  const sent = site.answers.get('/again')!
  expect(revisit!.block).toEqual(sent.subarray(0, sent.indexOf('\r\n\r\n') + 4))
  // A download without the original still has the payload.
  const alone = await warcOf(key, `?url=${encodeURIComponent(site.url('/again'))}`)
  expect(alone.map(({ type }) => type)).toEqual(['warcinfo', 'response', 'request'])
  expect(alone[1]!.block).toEqual(sent)
})

test('each request is stored with its answer, without headers that may be secret', async () => {
  const { key } = await weir.user('pro')
  await scrape('/plain', key, { headers: { 'X-Token': 'SECRET', 'X-Odd': '1', Accept: 'text/x-mine' } })
  const [, response, request] = await warcOf(key)
  expect(request!.fields.get('WARC-Concurrent-To')).toBe(response!.fields.get('WARC-Record-ID'))
  const text = request!.block.toString()
  expect(text).toStartWith('GET /plain HTTP/1.1\r\n')
  expect(text).toContain('accept: text/x-mine')
  expect(text).not.toContain('SECRET')
})

test('a page that is requested with a secret is not captured, nor is an answer from the cache', async () => {
  const { key } = await weir.user('pro')
  await scrape('/plain', key, { authentication: { type: 'basic', username: 'a', password: 'b' } })
  await scrape('/plain', key, { headers: { Authorization: 'Bearer SECRET' } })
  for (const _ of [1, 2]) await scrape('/gzip', key, { maxAge: 1 })
  const records = await warcOf(key)
  expect(records.map(({ type, url }) => [type, url && new URL(url).pathname])).toEqual([
    ['warcinfo', ''],
    ['response', '/gzip'],
    ['request', '/gzip'],
  ])
})

test('captures are only for their own account', async () => {
  const [ann, ben] = [await weir.user('pro'), await weir.user('pro')]
  await scrape('/plain', ann.key)
  expect((await warcOf(ben.key)).map(({ type }) => type)).toEqual(['warcinfo'])
  const { body } = await weir.call('DELETE', '/v1/archive/local', undefined, { key: ben.key })
  expect(body.data).toEqual({ deleted: 0 })
  expect((await warcOf(ann.key)).length).toBe(3)
})

test('captures are selected by address, by prefix and by time, and deleted in the same way', async () => {
  const { key } = await weir.user('pro')
  for (const path of ['/plain', '/gzip', '/data']) await scrape(path, key)
  const paths = async (query: string) =>
    (await warcOf(key, query)).filter(({ type }) => type === 'response').map(({ url }) => new URL(url).pathname)
  const at = (name: string, path: string) => `?${name}=${encodeURIComponent(site.url(path))}`
  expect(await paths(at('url', '/gzip'))).toEqual(['/gzip'])
  expect(await paths(at('prefix', '/'))).toEqual(['/data', '/gzip', '/plain'])
  expect(await paths(at('prefix', '/g'))).toEqual(['/gzip'])
  expect(await paths('?from=20990101')).toEqual([])
  expect(await paths('?from=20200101&to=20990101')).toEqual(['/data', '/gzip', '/plain'])
  const { body } = await weir.call('DELETE', `/v1/archive/local${at('url', '/gzip')}`, undefined, { key })
  expect(body.data).toEqual({ deleted: 1 })
  expect(await paths('')).toEqual(['/data', '/plain'])
})

test.each([
  ['?url=nonsense', 'url'],
  ['?url=http://a.example/&prefix=http://a.example/', 'prefix'],
  ['?from=2020', 'from'],
  ['?to=20209999', 'to'],
])('the query %s is refused by name', async (query, parameter) => {
  const { status, body } = await weir.get(`/v1/archive/local/warc${query}`)
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(parameter)])
})

test('for a document with its own protocol, the answers of the service are captured', async () => {
  const docs = await startWeir({ WEIR_ARCHIVE: 'on', WEIR_ENGINES: 'lightweight', WEIR_GOOGLE_DOCS_URL: site.url('') })
  try {
    const path = '/document/d/doc_1-x/export?format=html'
    site.answers.set(path.replace('html', 'docx'), response(400, {}, 'too large'))
    site.answers.set(path, Buffer.from(site.answers.get('/plain')!))
    const url = 'https://docs.google.com/document/d/doc_1-x/edit'
    const { status, body } = await docs.post('/v1/scrape', { url })
    expect([status, body.data?.metadata.engine]).toEqual([200, 'google_docs'])
    const headers = { authorization: `Bearer ${docs.adminKey}` }
    const file = await docs.weir.server.fetch(new Request('http://weir.test/v1/archive/local/warc', { headers }))
    const kept = (await readWarc(await file.bytes())).filter(({ type }) => type === 'response')
    expect(kept.find((record) => record.url === site.url(path))?.block).toEqual(site.answers.get(path)!)
  } finally {
    await docs.close()
  }
})

// In Postgres, files are stored in the database itself.
test.if(isSqlite)('a page whose capture cannot be stored fails, and costs nothing', async () => {
  const broken = await startWeir({ WEIR_ARCHIVE: 'on', WEIR_ENGINES: 'lightweight' })
  try {
    const { key } = await broken.user('free')
    const used = async () => (await broken.get('/v1/users/profile', { key })).body.data.credits.used
    // A file in place of the folder, so that no file can be written.
    await Bun.write(`${broken.dataDir}/files`, 'no folder')
    const { status, body } = await broken.post('/v1/scrape', { url: site.url('/plain') }, { key })
    expect([status, body.error.code]).toEqual([503, 'service_unavailable'])
    expect(await used()).toBe(0)
    const search = await broken.post('/v1/archive/search', { url: site.url('/plain'), provider: 'local' })
    expect(search.body.data.totalFound).toBe(0)
  } finally {
    await broken.close()
  }
})

test('the oldest captures are deleted if an account exceeds the limit of its plan', async () => {
  const plans = '{"free": {"warc": {"megabytes": 1}}}'
  const small = await startWeir({ WEIR_ARCHIVE: 'on', WEIR_ENGINES: 'lightweight', WEIR_PLANS: plans })
  try {
    const [ann, ben] = [await small.user('free'), await small.user('free')]
    const kept = async (key: string) => {
      const headers = { authorization: `Bearer ${key}` }
      const file = await small.weir.server.fetch(new Request('http://weir.test/v1/archive/local/warc', { headers }))
      const records = await readWarc(await file.bytes())
      return records.filter(({ type }) => /^re(?:sponse|visit)$/.test(type)).map(({ url }) => new URL(url).pathname)
    }
    const load = async (path: string, key = ann.key) =>
      expect((await small.post('/v1/scrape', { url: site.url(path), maxAge: 0 }, { key })).status).toBe(200)
    const noise = () => response(200, { 'Content-Type': 'text/plain' }, randomBytes(250_000).toString('base64'))
    for (const path of ['/1', '/2', '/3', '/4']) site.answers.set(path, noise())
    await load('/plain', ben.key)
    for (const path of ['/1', '/2', '/3']) await load(path)
    expect(await kept(ann.key)).toEqual(['/1', '/2', '/3'])
    await load('/4')
    expect(await kept(ann.key)).toEqual(['/2', '/3', '/4'])
    // A capture that a later one refers to counts as much as that one, as it must stay too.
    await load('/4')
    expect(await kept(ann.key)).toEqual(['/3', '/4', '/4'])
    expect(await kept(ben.key)).toEqual(['/plain'])
    await small.call('DELETE', '/v1/archive/local', undefined, { key: ann.key })
    for (const path of ['/1', '/2', '/3']) await load(path)
    expect(await kept(ann.key)).toEqual(['/1', '/2', '/3'])
  } finally {
    await small.close()
  }
})
