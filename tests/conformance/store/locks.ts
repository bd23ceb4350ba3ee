import { describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { insertId, type StoreSuite } from './suite.ts'

/** Names that one transaction at a time holds. */
export function lockConformance({ openNew }: StoreSuite) {
  describe('locks', () => {
    test('what is counted and then inserted under one stays within its bound, of many at once', async () => {
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

    test('go with a transaction that is rolled back', async () => {
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
