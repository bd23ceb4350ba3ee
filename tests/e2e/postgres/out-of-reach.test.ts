import { expect, test } from 'bun:test'
import { startPostgres } from '../../postgres.ts'
import { startWeir } from '../../weir.ts'

test('while Postgres is down or frozen everything is 503 with Retry-After, and continues by itself afterwards', async () => {
  const failures: unknown[] = []
  const note = (error: unknown) => void failures.push(error)
  process.on('unhandledRejection', note)
  const server = await startPostgres()
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
    WEIR_SECRET: 'a secret that is long enough for it',
    WEIR_ENGINES: 'lightweight',
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
  await server.close()
  process.off('unhandledRejection', note)
  expect(failures).toEqual([])
}, 120_000)
