import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readRows } from '../../../store.ts'
import { openCharging, type Sent } from './charging.ts'

test('a request whose process is killed between its charge and its answer is not charged again when repeated', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-idempotency-kill-'))
  const settings = { WEIR_DATA_DIR: dataDir, WEIR_ADMIN_API_KEY: `wr_${'1'.repeat(5)}_${'2'.repeat(40)}` }
  const site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => new Response('<p>A page', { headers: { 'content-type': 'text/html' } }),
  })
  const url = (path: string) => `${site.url.origin}/${path}`
  const sent: Sent[] = [
    { path: '/v1/scrape', body: { url: url('fresh'), maxAge: 0 }, idempotencyKey: 'fresh' },
    // These are answered from the cache, and charged together.
    ...['cached 1', 'cached 2'].map((idempotencyKey) => ({
      path: '/v1/scrape',
      body: { url: url('cached') },
      idempotencyKey,
    })),
    { path: '/v1/map', body: { url: url('map'), options: { maxPages: 1 } }, idempotencyKey: 'map' },
  ]
  const chargesOf = (account: string) =>
    readRows<{ amount: number }>(
      dataDir,
      sql`select amount from ledger where account = ${account} and kind = 'charge' order by amount`,
    ).then((rows) => rows.map(({ amount }) => amount))
  let killed: Bun.Subprocess | undefined
  try {
    const first = await openCharging(settings)
    const { id, key } = await first.user('pro')
    expect((await first.post({ path: '/v1/scrape', body: { url: url('cached') } }, key)).status).toBe(200)
    await first.close()

    const args = [JSON.stringify(settings), key, JSON.stringify(sent)]
    const child = Bun.spawn([process.execPath, join(import.meta.dir, 'kill-child.ts'), ...args], {
      stdout: 'pipe',
      stderr: 'inherit',
      env: process.env,
    })
    killed = child
    let said = ''
    for await (const part of child.stdout) {
      said += Buffer.from(part)
      if (said.endsWith('\n')) break
    }
    child.kill('SIGKILL')
    await child.exited
    expect(said).toBe('charged\n')
    const charges = await chargesOf(id)
    expect(charges).toEqual([-1000, -1000, -1000, -1000, -100])

    const last = await openCharging(settings)
    // What was paid for needs no further credits.
    await last.call('PUT', `/v1/admin/users/${id}`, { monthlyCredits: 4.1 })
    for (const one of sent) {
      const { status, headers, text } = await last.post(one, key)
      expect([status, headers.get('idempotency-replayed'), text]).toEqual([
        200,
        null,
        expect.stringContaining('"success":true'),
      ])
      expect((await last.post(one, key)).headers.get('idempotency-replayed')).toBe('true')
    }
    const { credits } = (await last.get('/v1/users/profile', { key })).body.data
    expect([credits.used, credits.remaining]).toEqual([4.1, 0])
    expect(last.log.filter((line) => /error|warn/i.test(line))).toEqual([])
    await last.close()
    expect(await chargesOf(id)).toEqual(charges)
  } finally {
    killed?.kill('SIGKILL')
    site.stop(true)
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 120_000)
