import { describe, expect, test } from 'bun:test'
import { type Batch, ConstraintError, statement } from 'weirjs'
import { idsOf, insertId, listIds, type StoreSuite } from './suite.ts'

/** Tests of the errors for rows that violate the schema. */
export function constraintConformance({ openNew }: StoreSuite) {
  describe('constraints', () => {
    const insertPart = statement<[id: string, item: string | null, number: number], never>((db, [id, item, number]) =>
      db.insertInto('parts').values({ id, item, number }),
    )
    test.each([
      ['unique', ['part', 'whole', 1]],
      ['foreign_key', ['other', 'nowhere', 1]],
      ['not_null', ['other', null, 1]],
      ['check', ['other', 'whole', 0]],
    ] as const)('tell %s', async (kind, row) => {
      const { store } = await openNew()
      await store.write(async (tx) => {
        await tx.run(insertId, 'whole')
        await tx.run(insertPart, 'part', 'whole', 1)
      })
      const failure = await store.write((tx) => tx.run(insertPart, ...row)).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(ConstraintError)
      expect(failure).toMatchObject({ kind })
      await store.close()
    })

    test('tell it of what was sent, and nothing else of the transaction remains', async () => {
      const { store } = await openNew()
      let isTold = false
      const failure = await store
        .write(async (tx) => {
          tx.after(() => {
            isTold = true
          })
          for (const id of ['one', 'two', 'one', 'three']) tx.send(insertId, id)
        })
        .catch((error: unknown) => error)
      expect(failure).toMatchObject({ kind: 'unique' })
      expect([await idsOf(store), isTold]).toEqual([[], false])
      await store.write(async (tx) => {
        for (const id of ['two', 'one']) tx.send(insertId, id)
        expect(await tx.all(listIds)).toEqual([{ id: 'one' }, { id: 'two' }])
        tx.send(insertId, 'three')
      })
      expect(await idsOf(store)).toEqual(['one', 'three', 'two'])
      await store.close()
    })

    const insertIds: Batch<[id: string], [first: string, second: string]> = {
      one: insertId,
      several: statement((db, [first, second]) => db.insertInto('items').values([{ id: first }, { id: second }])),
      gather: ([first, second]) => [first![0], second![0]],
    }
    test.each([
      ['one', ['one']],
      ['several', ['one', 'two']],
    ])('hold what is sent together with others like it: %s', async (_, ids) => {
      const { store } = await openNew()
      await store.write(async (tx) => {
        for (const id of ids) tx.batch(insertIds, id)
      })
      expect(await idsOf(store)).toEqual(ids.toSorted())
      const failure = await store
        .write(async (tx) => {
          tx.send(insertId, 'new')
          for (const id of ids) tx.batch(insertIds, id)
        })
        .catch((error: unknown) => error)
      expect(failure).toMatchObject({ kind: 'unique' })
      expect(await idsOf(store)).toEqual(ids.toSorted())
      await store.close()
    })
  })
}
