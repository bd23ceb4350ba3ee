import { describe } from 'bun:test'
import { storeConformance } from '../../conformance/store.ts'
import { open as openByBun } from './open-bun.ts'
import { open as openByNode } from './open-node.ts'

describe('SQLite by bun:sqlite', () =>
  storeConformance({ open: openByBun, module: new URL('./open-bun.ts', import.meta.url) }))
describe('SQLite by node:sqlite', () =>
  storeConformance({ open: openByNode, module: new URL('./open-node.ts', import.meta.url) }))
