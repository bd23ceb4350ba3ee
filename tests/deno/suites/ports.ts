import '../../core/jobs/scheduling/fair-queue.test.ts'
import { describe } from 'bun:test'
import { engineConformance, storeConformance } from 'weirjs/testing'
import lightweight from '../../../engines/lightweight/index.ts'
import { open } from '../../core/store/open-node.ts'

describe('SQLite by node:sqlite', () =>
  storeConformance({ open, module: new URL('../../core/store/open-node.ts', import.meta.url) }))
describe('engine lightweight', () => engineConformance(lightweight))
