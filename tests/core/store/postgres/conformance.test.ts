import { describe } from 'bun:test'
import { storeConformance } from '../../../conformance/store.ts'
import { open } from './open.ts'

describe('Postgres', () => storeConformance({ open, module: new URL('./open.ts', import.meta.url), isShared: true }))
