import { describe } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryTurns } from '../../../../core/jobs/scheduling/fair-queue.ts'
import { openStore } from '../../../../core/store/index.ts'
import { turnsConformance } from '../../../conformance/queue.ts'

describe('turns in memory', () =>
  turnsConformance({
    async open() {
      const dataDir = await mkdtemp(join(tmpdir(), 'weir-turns-'))
      const store = await openStore({ dataDir })
      return {
        store,
        turns: createMemoryTurns(),
        async close() {
          await store.close()
          await rm(dataDir, { recursive: true, force: true })
        },
      }
    },
  }))
