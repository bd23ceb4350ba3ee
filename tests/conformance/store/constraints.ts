import { describe, expect, test } from 'bun:test'
import { ConstraintError, statement } from 'weirjs'
import { insertId, type StoreSuite } from './suite.ts'

/** What a store says of rows that its schema refuses. */
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
  })
}
