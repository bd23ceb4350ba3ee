import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connect, createServer, type Socket } from 'node:net'
import { type PostgresServer, startPostgres } from '../../postgres.ts'
import { startWeir } from '../../weir.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.close())

const settings = { WEIR_SECRET: 'a secret that is long enough for it', WEIR_ENGINES: 'lightweight' }

test('while Postgres is down or frozen everything is 503 with Retry-After, and continues by itself afterwards', async () => {
  const failures: unknown[] = []
  const note = (error: unknown) => void failures.push(error)
  process.on('unhandledRejection', note)
  await using site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch() {
      await Bun.sleep(20)
      return new Response('<p>A kettle.</p>', { headers: { 'content-type': 'text/html' } })
    },
  })
  const weir = await startWeir({
    WEIR_DATABASE_URL: await server.createDatabase(),
    ...settings,
  })
  const urls = Array.from({ length: 40 }, (_, n) => `${site.url.origin}/${n}`)
  const send = (list: string[]) => weir.post('/v1/scrape', { urls: list, maxAge: 0 })
  const faults = [
    { begin: () => server.kill(), end: () => server.start() },
    { begin: async () => server.freeze(), end: async () => server.thaw() },
  ]
  for (const { begin, end } of faults) {
    const { jobId } = (await send(urls)).body.data
    await begin()
    for (let told = 0; told < 3; ) {
      const { status, headers, body } = await send(urls.slice(0, 1))
      if (status === 202) continue
      expect(status).toBe(503)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(body).toMatchObject({
        error: { code: 'service_unavailable', details: { reason: 'storage_unavailable' } },
      })
      told++
    }
    // Long enough for all that is tried again each second.
    const known = weir.log.length
    await Bun.sleep(4000)
    const said = weir.log.slice(known).flatMap((line) => /(?<= warn +)[^=]+ could not .*(?= cause=)/.exec(line) ?? [])
    // Two parts count for themselves.
    for (const [, same] of Map.groupBy(said, String)) expect(same.slice(2)).toEqual([])
    await end()
    while ((await weir.get(`/v1/jobs/${jobId}`)).status !== 200) await Bun.sleep(50)
    expect(await weir.ended(jobId)).toMatchObject({ status: 'completed', completed: 40, failed: 0 })
    expect(await weir.results(jobId)).toHaveLength(40)
  }
  await weir.close()
  process.off('unhandledRejection', note)
  expect(failures).toEqual([])
}, 120_000)

/**
 * A way to a database that is closed for a moment, with all connections through it, each time that one of these texts
 * is about to be sent for the first time. `left` are those that were not.
 */
async function openFaultyWay(database: string, texts: readonly string[]) {
  const left = new Set(texts)
  const sockets = new Set<Socket>()
  let isClosed = false
  const close = () => {
    isClosed = true
    for (const socket of sockets) socket.destroy()
    setTimeout(() => {
      isClosed = false
    }, 300)
  }
  const way = createServer((client) => {
    if (isClosed) return client.destroy()
    const postgres = connect(Number(new URL(database).port), '127.0.0.1')
    const ends = [client, postgres]
    for (const socket of ends) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        for (const end of ends) end.destroy()
      })
    }
    postgres.on('data', (data) => client.write(data))
    client.on('data', (data) => {
      const found = [...left].find((text) => data.includes(text))
      if (found === undefined) return postgres.write(data)
      left.delete(found)
      close()
    })
  })
  await new Promise<void>((listening) => way.listen(0, '127.0.0.1', listening))
  const { port } = way.address() as { port: number }
  return { left, url: Object.assign(new URL(database), { port }).href, end: () => way.close() }
}

test('a start goes on by itself, wherever Postgres went away in it', async () => {
  const failures: unknown[] = []
  const note = (error: unknown) => void failures.push(error)
  process.on('unhandledRejection', note)
  const way = await openFaultyWay(await server.createDatabase(), [
    'migrations (',
    'create table "ledger"',
    'secret_check',
    'weir_queue',
    'create table "scrape_cache"',
    'insert into "users"',
    'from "memory_kills"',
    'from "job_hosts"',
  ])
  const weir = await startWeir({ WEIR_DATABASE_URL: way.url, WEIR_PLUGINS: 'scrape', ...settings })
  expect([...way.left]).toEqual([])
  expect((await weir.get('/v1/jobs')).status).toBe(200)
  await weir.close()
  way.end()
  process.off('unhandledRejection', note)
  expect(failures).toEqual([])
}, 120_000)
