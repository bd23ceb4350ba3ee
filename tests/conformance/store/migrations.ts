import { describe, expect, test } from 'bun:test'
import type { Migration, Store } from 'weirjs'
import { createTables, findItem, idsOf, insertId, type StoreSuite, type Tables } from './suite.ts'

/** Tests of migrations. */
export function migrationConformance({ open, openNew }: StoreSuite) {
  describe('migrations', () => {
    const addColumn = (name: string, column: string): Migration => ({
      name,
      up: async (db) => void (await db.schema.alterTable('items').addColumn(column, 'text').execute()),
    })
    const columns = async (from: Store) => {
      await from.write((tx) => tx.run(insertId, 'columns'))
      const row = await from.get(findItem, 'columns')
      await from.write((tx) => tx.db<Tables>().deleteFrom('items').where('id', '=', 'columns').execute())
      return Object.keys(row ?? {}).slice(4)
    }

    test('each run only once, also after a restart', async () => {
      const { store, directory } = await openNew()
      expect(await columns(store)).toEqual([])
      await store.migrate('suite', [createTables, addColumn('002-a', 'a')])
      expect(await columns(store)).toEqual(['a'])
      await store.close()
      const again = await open(directory)
      await again.migrate('suite', [createTables, addColumn('002-a', 'a'), addColumn('003-b', 'b')])
      expect(await columns(again)).toEqual(['a', 'b'])
      await again.close()
    })

    test('are independent for each owner', async () => {
      const { store } = await openNew()
      await store.migrate('another', [addColumn('001-items', 'another')])
      expect(await columns(store)).toEqual(['another'])
      await store.close()
    })

    test('leave nothing of a failed step, and everything of those before it', async () => {
      const { store } = await openNew()
      const failing: Migration = {
        name: '003-failing',
        async up(db, dialect) {
          await addColumn('', 'half').up(db, dialect)
          await db.insertInto('items').values({ id: 'half' }).execute()
          throw new Error('half way')
        },
      }
      await expect(store.migrate('suite', [createTables, addColumn('002-a', 'a'), failing])).rejects.toThrow('half way')
      expect(await columns(store)).toEqual(['a'])
      expect(await idsOf(store)).toEqual([])
      await store.migrate('suite', [createTables, addColumn('002-a', 'a'), addColumn('003-failing', 'b')])
      expect(await columns(store)).toEqual(['a', 'b'])
      await store.close()
    })

    test('refuse data of a newer version by name', async () => {
      const { store } = await openNew()
      await store.migrate('suite', [createTables, addColumn('002-a', 'a')])
      await expect(store.migrate('suite', [createTables])).rejects.toThrow(/newer version.*002-a/)
      await store.close()
    })

    test('refuse a step that is out of order', async () => {
      const { store } = await openNew()
      await expect(store.migrate('suite', [createTables, addColumn('000-before', 'a')])).rejects.toThrow('000-before')
      await expect(store.migrate('suite', [addColumn('000-before', 'a'), createTables])).rejects.toThrow('000-before')
      expect(await columns(store)).toEqual([])
      await store.close()
    })
  })
}
