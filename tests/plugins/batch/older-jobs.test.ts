import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, storeSettings } from '../../store.ts'
import { startWeir } from '../../weir.ts'

test('a batch that was started when the scrape plugin did batches is completed by this plugin', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => released.then(() => new Response('<title>Kettles</title><p>They are good to have.')),
  })
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-batch-'))
  const WEIR_ADMIN_API_KEY = `wr_${'1'.repeat(5)}_${'2'.repeat(40)}`
  const settings = {
    ...(await storeSettings(dataDir)),
    WEIR_DATA_DIR: dataDir,
    WEIR_ENGINES: 'lightweight',
    WEIR_ADMIN_API_KEY,
  }
  try {
    const before = await startWeir(settings)
    const { key } = await before.user()
    const { jobId } = (await before.post('/v1/batch', { urls: [site.url.href] }, { key })).body
    await before.close()
    // As the previous version left it.
    const store = await openStore({ dataDir })
    await store.write(async (tx) => {
      const db = tx.db<{ jobs: { kind: string }; migrations: { owner: string } }>()
      await db.updateTable('jobs').set({ kind: 'scrape.batch' }).execute()
      await db.deleteFrom('migrations').where('owner', '=', 'batch').execute()
    })
    await store.close()
    release()
    const after = await startWeir(settings)
    expect(await after.ended(jobId, { key })).toMatchObject({ type: 'batch', status: 'completed', completed: 1 })
    await after.close()
  } finally {
    site.stop(true)
    rmSync(dataDir, { recursive: true, force: true })
  }
})
