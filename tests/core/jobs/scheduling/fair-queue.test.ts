import { describe } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFairQueue } from '../../../../core/jobs/scheduling/fair-queue.ts'
import { fairQueueConformance } from '../../../conformance/queue.ts'
import { openStore } from '../../../store.ts'

describe('a fair queue in memory', () =>
  fairQueueConformance({
    async open() {
      const dataDir = await mkdtemp(join(tmpdir(), 'weir-queue-'))
      const store = await openStore({ dataDir })
      return {
        store,
        fairQueue: createFairQueue(),
        async close() {
          await store.close()
          await rm(dataDir, { recursive: true, force: true })
        },
      }
    },
  }))
