import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kit } from 'weirjs'
import type { Store } from '../../../../core/store/index.ts'
import { type NewRun, RunTable } from '../../../../plugins/monitors/store/runs.ts'
import { migrations } from '../../../../plugins/monitors/store/tables.ts'
import { openStore } from '../../../store.ts'

const EXPIRES = 1000
let dataDir: string
let store: Store
let runs: RunTable
/** Files that the table has released. */
let forgotten: string[]
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'weir-runs-'))
  store = await openStore({ dataDir })
  await store.migrate('monitors', migrations)
  forgotten = []
  const forget = async (_: unknown, ids: readonly string[]) => void forgotten.push(...ids)
  runs = new RunTable({ store, files: { forget, retainedUntil: () => EXPIRES } as unknown as Kit['files'] })
})
afterEach(async () => {
  await store.close()
  rmSync(dataDir, { recursive: true })
})

const watch = (monitor: string, reference: string) =>
  store.write((tx) => runs.watch(tx, { monitor, generation: 1, reference, taken_at: 0, known: '{}' }))
const add = (id: string, { monitor = 'm1', ...more }: Partial<NewRun> = {}) =>
  store.write((tx) =>
    runs.add(tx, {
      ...{ id, monitor, account: 'a1', job: null, status: 'changed', checked_at: 0, status_code: 200 },
      ...{ changed_share: 1, added_lines: 1, removed_lines: 0, diff: null, snapshot: `snapshot of ${id}`, used: 1000 },
      files: [`picture of ${id}`],
      ...more,
    }),
  )
const idsOf = async (monitor: string) => (await runs.list(monitor, { limit: 10 })).map(({ id }) => id)

test('the reference of a page is released when another replaces it', async () => {
  await watch('m1', 'first')
  await watch('m2', 'of another')
  await watch('m1', 'first')
  expect(forgotten).toEqual([])
  await watch('m1', 'second')
  expect([forgotten, (await runs.watched('m1'))?.reference]).toEqual([['first'], 'second'])
})

test('expired runs are deleted with all their files', async () => {
  await add('r1')
  await add('r2', { snapshot: null, files: [] })
  expect(await runs.sweep(EXPIRES - 1)).toBe(0)
  expect([await runs.sweep(EXPIRES), await idsOf('m1')]).toEqual([2, []])
  expect(forgotten.toSorted()).toEqual(['picture of r1', 'snapshot of r1'])
})

test('runs of a deleted monitor are deleted by the next sweep, and no others', async () => {
  await add('r1')
  await add('r2', { monitor: 'm2' })
  await watch('m1', 'reference')
  await watch('m2', 'of another')
  await store.write((tx) => runs.forget(tx, 'm1'))
  expect([forgotten, await runs.watched('m1')]).toEqual([['reference'], undefined])
  expect((await runs.watched('m2'))?.reference).toBe('of another')
  expect([await runs.sweep(1), await idsOf('m1'), await idsOf('m2')]).toEqual([1, [], ['r2']])
})

test('a list begins after a run, newest first, and may be filtered by status', async () => {
  for (const id of ['r1', 'r2', 'r3']) await add(id, { status: id === 'r2' ? 'failed' : 'changed' })
  const idsWith = async (options: object) => (await runs.list('m1', { limit: 2, ...options })).map(({ id }) => id)
  expect(await idsWith({})).toEqual(['r3', 'r2'])
  expect(await idsWith({ after: 'r2' })).toEqual(['r1'])
  expect(await idsWith({ status: 'changed' })).toEqual(['r3', 'r1'])
})
