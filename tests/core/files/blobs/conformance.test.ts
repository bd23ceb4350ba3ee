import { describe } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bucketBlobs } from '../../../../core/files/blobs/bucket.ts'
import { openDatabaseBlobs } from '../../../../core/files/blobs/database.ts'
import { diskBlobs } from '../../../../core/files/blobs/disk.ts'
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
