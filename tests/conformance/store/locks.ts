import { describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { insertId, type StoreSuite } from './suite.ts'

/** Tests of locks, which only one transaction at a time can hold. */
export function lockConformance({ openNew }: StoreSuite) {
  describe('locks', () => {
    test('keep a count within its limit when many transactions count and then insert under the same lock', async () => {
      const { store } = await openNew()
      const add = (i: number) =>
        store.write(async (tx) => {
          await tx.lock('items')
          const { rows } = await sql<{ n: number }>`select count(*) as n from items`.execute(tx.db())
          if (rows[0]!.n >= 5) return false
          await tx.run(insertId, `item-${i}`)
          return true
        })
      const added = await Promise.all(Array.from({ length: 20 }, (_, i) => add(i)))
      expect(added.filter(Boolean)).toHaveLength(5)
      await store.close()
    })

    test('are released by a rollback', async () => {
      const { store } = await openNew()
      const failed = store.write(async (tx) => {
        await tx.lock('items')
        throw new Error('rolled back')
      })
      await expect(failed).rejects.toThrow('rolled back')
      await store.write(async (tx) => {
        await tx.lock('items')
        await tx.lock('items')
        await tx.run(insertId, 'after')
      })
      await store.close()
    })
  })
}
