import { afterEach, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { startAggregator } from './archives/aggregator.ts'
import { capture } from './archives/held.ts'
import { type ArchiveServer, startArchive, status } from './archives/server.ts'
import { startWayback } from './archives/wayback.ts'
import { type Opened, openArchive, setClock } from './open.ts'

const MiB = 1024 * 1024
const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})
async function start(archive: ArchiveServer, settings: Record<string, string> = {}, config?: object): Promise<Opened> {
  const weir = await openArchive({
    settings: { WEIR_WAYBACK_URL: archive.url, WEIR_MEMENTO_URL: archive.url, ...settings },
    config,
    clock: setClock(Date.now()),
  })
  open.push(weir, { close: archive.stop })
  return weir
}

const timestamp = '20210317120000'

test('an archive may have a private address, but the links of its responses may not', async () => {
  const inside = startArchive(
    () => new Response('SECRET', { headers: { 'memento-datetime': 'Wed, 17 Mar 2021 12:00:00 GMT' } }),
  )
  open.push({ close: inside.stop })
  const archive = startAggregator([capture(timestamp)])
  const weir = await start(archive, { WEIR_EGRESS_ALLOW: '' })
  expect((await weir.ask('snapshot', { provider: 'memento', timestamp })).status).toBe(200)
  const away = () =>
    new Response(null, { status: 302, headers: { location: `${inside.url}/web/${timestamp}/http://a.example/` } })
  for (const provider of ['memento', 'primary_archive']) {
    archive.faults.push(away)
    const answer = await weir.ask('snapshot', {
      provider,
      timestamp,
      url: `http://${provider.replace('_', '-')}.example/`,
    })
    expect([answer.status, answer.body.details.reason]).toEqual([502, 'forbidden_address'])
    expect(answer.text).not.toContain(inside.host)
  }
  const part = `<${inside.url}/part>; rel="timemap"`
  archive.faults.push(() => new Response(part, { headers: { 'content-type': 'application/link-format' } }))
  expect((await weir.ask('search', { provider: 'memento', url: 'http://parts.example/' })).body.details.reason).toBe(
    'forbidden_address',
  )
  expect(inside.asked).toEqual([])
})

test.each([
  ['is too large', () => new Uint8Array(21 * MiB), ''],
  ['unpacks to too much', () => gzipSync(new Uint8Array(200 * MiB)), 'gzip'],
  ['unpacks to too much without saying so', () => gzipSync(new Uint8Array(200 * MiB)), ''],
])(
  'a capture that %s is refused, and costs nothing',
  async (_, make, coding) => {
    const archive = startWayback([])
    const weir = await start(archive)
    archive.faults.push(
      () =>
        new Response(make(), {
          headers: {
            'content-type': 'text/html',
            'memento-datetime': 'Wed, 17 Mar 2021 12:00:00 GMT',
            ...(coding && { 'content-encoding': coding }),
          },
        }),
    )
    const answer = await weir.ask('snapshot', { timestamp })
    expect([answer.status, answer.body.details.code, answer.body.details.reason]).toEqual([
      502,
      'archive_unavailable',
      'too_large',
    ])
    expect((await weir.get('/v1/users/profile')).body.data.credits.used).toBe(0)
  },
  120_000,
)

test('an index that never ends is cut, without blaming its host', async () => {
  const archive = startWayback([capture(timestamp)])
  const weir = await start(archive)
  archive.faults.push(() => {
    const chunk = new Uint8Array(MiB).fill(0x20)
    return new Response(new ReadableStream({ pull: (controller) => controller.enqueue(chunk) }))
  })
  const answer = await weir.ask('search', { url: 'http://endless.example/' })
  expect([answer.status, answer.body.details.reason]).toEqual([502, 'too_large'])
  expect((await weir.ask('search', {})).status).toBe(200)
}, 120_000)

test('a TimeMap with ever more parts is read up to a limit, and is reported as longer', async () => {
  let part = 0
  const archive = startArchive(({ path }) => {
    if (!path.startsWith('/timemap/')) return undefined
    const next = [1, 2].map(() => `<${archive.url}/timemap/link/more/${part++}>; rel="timemap"`)
    const date = new Date(Date.UTC(2021, 0, 1 + part)).toUTCString()
    const memento = `<${archive.url}/web/${part}>; rel="memento"; datetime="${date}"`
    return new Response([memento, ...next].join(',\n'))
  })
  const weir = await start(archive)
  const { body } = await weir.ask('timeline', { provider: 'memento', dateRange: { from: '20210101', to: '20211231' } })
  expect(archive.asked.length).toBeLessThanOrEqual(20)
  expect([body.data.totalSnapshots, body.warnings]).toEqual([20, [expect.stringContaining('more than 20')]])
})

test('titles that cannot be read are missing, with a warning', async () => {
  const archive = startWayback(['20210317120000', '20210318120000'].map((at) => capture(at)))
  const weir = await start(archive, {}, { timeout: 2000 })
  archive.faults.push(
    () => undefined,
    ({ path }) => (path.includes('20210317') ? status(403)() : undefined),
    ({ path }) => (path.includes('20210317') ? status(403)() : undefined),
  )
  const { status: code, body } = await weir.ask('search', { includeMetadata: true })
  expect([code, body.data.snapshots.map(({ title }: { title?: string }) => title)]).toEqual([
    200,
    [undefined, 'At 20210318120000'],
  ])
  expect(body.warnings).toEqual([expect.stringContaining('20210317120000')])
  archive.faults.push(
    () => undefined,
    () => new Promise<undefined>(() => {}),
    () => new Promise<undefined>(() => {}),
  )
  const late = await weir.ask('search', { includeMetadata: true, limit: 20 })
  expect([late.status, late.body.data.snapshots.map(({ title }: { title?: string }) => title)]).toEqual([
    200,
    [undefined, 'At 20210318120000'],
  ])
  expect(late.body.warnings).toEqual([expect.stringContaining('20210317120000')])
}, 120_000)

test('archives receive the contact of the operator, and capabilities show the pause of an archive', async () => {
  const archive = startWayback([capture(timestamp)])
  const weir = await start(archive, {}, { contact: 'mailto:operator@example.com' })
  await weir.ask('search', {})
  expect(archive.asked[0]?.headers.get('user-agent')).toMatch(/Weir.*\+mailto:operator@example\.com\)$/)
  archive.faults.push(status(429))
  await weir.ask('search', { url: 'http://often.example/' })
  const { providers } = (await weir.get('/v1/capabilities')).body.data
  const primary = providers.find(({ name }: { name: string }) => name === 'primary_archive')
  expect(primary).toMatchObject({ service: 'archive.providers', ready: true, detail: expect.stringMatching(/60 s/) })
})
