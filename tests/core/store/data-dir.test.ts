import { afterAll, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../../core/store/index.ts'
import { lockDataDir } from '../../../core/store/lock.ts'

const root = mkdtempSync(join(tmpdir(), 'weir-data-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const modeOf = (...path: string[]) => (statSync(join(root, ...path)).mode & 0o777).toString(8)

test('a data directory that others may read is closed to them, and so are its store and its lock', async () => {
  mkdirSync(join(root, 'open'))
  for (const name of ['lock.db', 'weir.db']) writeFileSync(join(root, 'open', name), '')
  for (const name of ['lock.db', 'weir.db']) chmodSync(join(root, 'open', name), 0o644)
  chmodSync(join(root, 'open'), 0o755)
  const lock = await lockDataDir(join(root, 'open'))
  const store = await openStore({ dataDir: join(root, 'open') })
  expect([modeOf('open'), modeOf('open', 'lock.db')]).toEqual(['700', '600'])
  expect(modeOf('open', 'weir.db')).toBe('600')
  await store.close()
  if (lock.held) lock.release()
})

test('a new lock is for its owner only', async () => {
  const lock = await lockDataDir(join(root, 'new'))
  expect([modeOf('new'), modeOf('new', 'lock.db')]).toEqual(['700', '600'])
  if (lock.held) lock.release()
})
