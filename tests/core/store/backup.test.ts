import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, statement } from '../../../core/store/index.ts'

const root = mkdtempSync(join(tmpdir(), 'weir-backup-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const insert = statement<[side: string, pair: number, text: string], never>((db, [side, pair, text]) =>
  db.insertInto('sides').values({ side, pair, text }),
)
const pairs = statement<[side: string], { pair: number }>((db, [side]) =>
  db.selectFrom('sides').select('pair').where('side', '=', side).orderBy('pair'),
)

test('a backup under load is a whole store of one moment, and the service goes on meanwhile', async () => {
  const store = await openStore({ dataDir: join(root, 'live') })
  await store.migrate('pairs', [
    {
      name: '001',
      async up(db) {
        await db.schema
          .createTable('sides')
          .addColumn('side', 'text')
          .addColumn('pair', 'bigint')
          .addColumn('text', 'text')
          .execute()
      },
    },
  ])
  let written = 0
  const writePair = () =>
    store.write(
      async (tx) => {
        const pair = written++
        await tx.run(insert, 'left', pair, 'x'.repeat(20_000))
        await tx.run(insert, 'right', pair, 'y'.repeat(20_000))
      },
      { durable: false },
    )
  for (let at = 0; at < 1_000; at++) await writePair()

  const to = join(root, 'restored', 'weir.db')
  mkdirSync(join(root, 'restored'))
  const before = written
  let turns = 0
  let finished = false
  const backup = store.backup!(to).finally(() => {
    finished = true
  })
  while (!finished) {
    await writePair()
    await Bun.sleep(1)
    turns++
  }
  await backup
  expect(turns).toBeGreaterThan(10)
  expect(written).toBeGreaterThan(before)
  expect((statSync(to).mode & 0o777).toString(8)).toBe('600')
  expect(readdirSync(join(root, 'restored'))).toEqual(['weir.db'])
  await expect(store.backup!(to)).rejects.toThrow('exists already')
  await store.close()

  const restored = await openStore({ dataDir: join(root, 'restored') })
  const left = await restored.all(pairs, 'left')
  expect(left.length).toBeWithin(before, written + 1)
  expect(await restored.all(pairs, 'right')).toEqual(left)
  expect(left).toEqual(Array.from(left, (_, pair) => ({ pair })))
  await restored.close()
})

test('a backup that fails leaves nothing behind', async () => {
  const store = await openStore({ dataDir: join(root, 'fails') })
  await expect(store.backup!(join(root, 'missing', 'weir.db'))).rejects.toThrow()
  await store.close()
})
