import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bucketBlobs } from '../../../../core/files/blobs/bucket.ts'
import { openDatabaseBlobs } from '../../../../core/files/blobs/database.ts'
import { diskBlobs } from '../../../../core/files/blobs/disk.ts'
import { CORE, coreMigrations } from '../../../../core/host/core-migrations.ts'
import { openLeases } from '../../../../core/leases/open-leases.ts'
import { createLog } from '../../../../core/log.ts'
import { blobsConformance } from '../../../conformance/blobs.ts'
import { createDatabase } from '../../../postgres.ts'
import { openTestBucket } from '../../../s3/open-test-bucket.ts'
import { startS3 } from '../../../s3/server.ts'
import { openStore } from '../../../store.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'weir-blobs-'))

describe('on a disk', () =>
  blobsConformance({
    async open(now) {
      const directory = folder()
      const close = async () => rmSync(directory, { recursive: true, force: true })
      return { blobs: diskBlobs(directory, now), close }
    },
  }))

describe('in a bucket', () =>
  blobsConformance({
    async open(now) {
      const s3 = await startS3(now)
      const blobs = bucketBlobs(
        openTestBucket(s3, { prefix: 'a/prefix/' }),
        createLog('text', () => {}),
      )
      return { blobs, close: s3.stop }
    },
  }))

describe.each(['sqlite', 'postgres'])('in the store: %s', (kind) =>
  blobsConformance({
    async open(now) {
      const dataDir = folder()
      const store = await openStore({ dataDir, databaseUrl: kind === 'sqlite' ? undefined : await createDatabase() })
      return {
        blobs: await openDatabaseBlobs(store, now),
        async close() {
          await store.close()
          rmSync(dataDir, { recursive: true, force: true })
        },
      }
    },
  }),
)

describe('in a bucket that machines share', () => {
  const hash = 'ab'.repeat(32)
  const bytes = new TextEncoder().encode('used again')

  test('bytes that one machine puts while another sweeps them stay', async () => {
    let now = Date.now()
    const s3 = await startS3(() => now)
    const dataDir = folder()
    const databaseUrl = await createDatabase()
    const machines = await Promise.all([openStore({ dataDir, databaseUrl }), openStore({ dataDir, databaseUrl })])
    await machines[0]!.migrate(CORE, coreMigrations)
    const log = createLog('text', () => {})
    const leases = machines.map((store) => openLeases({ store, log }))
    const [one, other] = leases
    const bucket = openTestBucket(s3)
    const putting = bucketBlobs(openTestBucket(s3), log, one)
    await putting.put(hash, bytes)
    now += 7_200_000
    let put: Promise<void> | undefined
    const sweeping = bucketBlobs(
      {
        ...bucket,
        // It has seen that they are old; they are put before it deletes them.
        async remove(key) {
          const puts = () => s3.requests.filter((request) => request.startsWith('PUT')).length
          const before = puts()
          put = putting.put(hash, bytes)
          while (puts() === before) await new Promise((resolve) => setTimeout(resolve))
          await bucket.remove(key)
        },
      },
      log,
      other,
    )
    await sweeping.remove(hash, now - 3_600_000)
    await put
    expect(await new Response(await putting.open(hash)).text()).toBe('used again')
    await Promise.all(leases.map((one) => one.close()))
    await Promise.all(machines.map((store) => store.close()))
    await s3.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
})

test('a files directory that cannot be written is reported, and one that does not exist yet is not', async () => {
  const directory = folder()
  expect(await diskBlobs(join(directory, 'files'), Date.now).check()).toBeUndefined()
  writeFileSync(join(directory, 'taken'), '')
  const taken = join(directory, 'taken', 'files')
  expect(await diskBlobs(taken, Date.now).check()).toEqual({
    reason: `${taken} cannot be written (ENOTDIR)`,
    remedy: 'Change its owner to the one that the service runs as',
  })
  rmSync(directory, { recursive: true })
})
