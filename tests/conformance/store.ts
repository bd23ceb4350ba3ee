import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConstraintError, type Store, statement } from 'weirjs'
import { constraintConformance } from './store/constraints.ts'
import { endConformance } from './store/end.ts'
import { lockConformance } from './store/locks.ts'
import { migrationConformance } from './store/migrations.ts'
import { signalConformance } from './store/signals.ts'
import {
  createTables,
  findItem,
  type Item,
  idsOf,
  insertId,
  insertItem,
  type StoreUnderTest,
  type Tables,
} from './store/suite.ts'

export type { StoreUnderTest } from './store/suite.ts'

/** Tests that every store must pass. Call this in its test file. */
export function storeConformance({ open, module, isShared = false }: StoreUnderTest) {
  const root = mkdtempSync(join(tmpdir(), 'weir-store-'))
  let store: Store
  let places = 0

  /** Opens a new store that has the tables of this suite. */
  async function openNew() {
    const directory = join(root, String(++places))
    const opened = await open(directory)
    await opened.migrate('suite', [createTables])
    return { store: opened, directory }
  }

  beforeAll(async () => {
    store = (await openNew()).store
  })
  afterAll(async () => {
    await store.close()
    rmSync(root, { recursive: true, force: true })
  })

  describe('values', () => {
    const values: [name: string, item: Omit<Item, 'id'>][] = [
      ['nothing', { number: null, text: null, bytes: null }],
      ['emptiness', { number: 0, text: '', bytes: new Uint8Array() }],
      ['the largest whole number', { number: Number.MAX_SAFE_INTEGER, text: 'x', bytes: null }],
      ['the smallest whole number', { number: Number.MIN_SAFE_INTEGER, text: 'x', bytes: null }],
      ['all scripts', { number: -1, text: 'naïve 東京 עברית 👩‍👩‍👧 e\u0301 \u{10ffff} \ufeff', bytes: null }],
      ['quotes and control characters', { number: 1, text: `'"\`;--\\%_?$1\r\n\t\u0001\u007f`, bytes: null }],
      ['JSON that holds NUL', { number: 1, text: JSON.stringify({ text: 'a\0b' }), bytes: null }],
      ['every byte', { number: 1, text: null, bytes: Uint8Array.from({ length: 256 }, (_, byte) => byte) }],
      ['a page', { number: 1, text: 'ö'.repeat(3 << 20), bytes: new Uint8Array(3 << 20).fill(7) }],
    ]
    test.each(values)('keeps %s', async (id, item) => {
      await store.write((tx) => tx.run(insertItem, id, item.number, item.text, item.bytes))
      expect(await store.get(findItem, id)).toEqual({ id, ...item })
      expect(await store.db<Tables>().selectFrom('items').selectAll().where('id', '=', id).execute()).toEqual([
        { id, ...item },
      ])
    })

    const refused: [name: string, value: unknown][] = [
      ['a fraction', 1.5],
      ['a number beyond 2^53', 2 ** 53],
      ['not a number', Number.NaN],
      ['a boolean', true],
      ['undefined', undefined],
      ['a date', new Date()],
    ]
    test.each(refused)('refuses %s instead of keeping something else', async (name, value) => {
      await expect(store.write((tx) => tx.run(insertItem, name, value as number, null, null))).rejects.toThrow(
        TypeError,
      )
      expect(await store.get(findItem, name)).toBeUndefined()
    })

    test('refuses text with the character NUL as bad input', async () => {
      const writing = store.write((tx) => tx.run(insertItem, 'nul', null, 'a\0b', null))
      await expect(writing).rejects.toMatchObject({ status: 400, code: 'invalid_request' })
      expect(await store.get(findItem, 'nul')).toBeUndefined()
    })
  })

  describe('statements', () => {
    test('take parameters in any order, more than once, beside constants', async () => {
      const mixed = statement<[text: string, id: string], Item>((db, [text, id]) =>
        db.insertInto('items').values({ id, number: 42, text, bytes: null }).returningAll(),
      )
      const either = statement<[number: number, id: string], { id: string }>((db, [number, id]) =>
        db
          .selectFrom('items')
          .select('id')
          .where((where) =>
            where.and([
              where.or([where('number', '=', number), where('number', '=', 7)]),
              where.or([where('id', '=', id), where('number', '<', number), where('text', '=', 'constant')]),
            ]),
          ),
      )
      expect(await store.write((tx) => tx.get(mixed, 'text', 'mixed'))).toEqual({
        id: 'mixed',
        number: 42,
        text: 'text',
        bytes: null,
      })
      expect(await store.all(either, 42, 'mixed')).toEqual([{ id: 'mixed' }])
      expect(await store.all(either, 41, 'mixed')).toEqual([])
    })

    test('refuse a wrong number of parameters', async () => {
      const call = store.get as (...given: unknown[]) => Promise<unknown>
      await expect(call(findItem)).rejects.toThrow('1')
      await expect(call(findItem, 'a', 'b')).rejects.toThrow('2')
    })

    test('refuse to be built on the content of a parameter', async () => {
      const wrong = statement<[text: string], Item>((db, [text]) =>
        db.selectFrom('items').selectAll().where('text', '=', `${text}!`),
      )
      await expect(store.get(wrong, 'a')).rejects.toThrow(TypeError)
    })

    test('give the number of rows changed', async () => {
      const rename = statement<[text: string, to: string], never>((db, [text, to]) =>
        db.updateTable('items').set({ text: to }).where('text', '=', text),
      )
      const changed = await store.write(async (tx) => {
        for (const id of ['change-1', 'change-2']) await tx.run(insertItem, id, null, 'before', null)
        return [await tx.run(rename, 'before', 'after'), await tx.run(rename, 'before', 'after')]
      })
      expect(changed).toEqual([2, 0])
    })

    test('give the first row, or undefined', async () => {
      await store.write((tx) => tx.run(insertId, 'first'))
      expect((await store.get(findItem, 'first'))?.id).toBe('first')
      expect(await store.get(findItem, 'missing')).toBeUndefined()
    })

    test('work with Kysely as without it', async () => {
      const changed = await store.write(async (tx) => {
        const db = tx.db<Tables>()
        await db.insertInto('items').values({ id: 'kysely', number: 1, text: null, bytes: null }).execute()
        const { numUpdatedRows } = await db
          .updateTable('items')
          .set({ number: 2 })
          .where('id', '=', 'kysely')
          .executeTakeFirstOrThrow()
        return numUpdatedRows
      })
      expect(changed).toBe(1n)
      expect((await store.get(findItem, 'kysely'))?.number).toBe(2)
    })
  })

  describe('transactions', () => {
    test('give what their work gives', async () => {
      expect(await store.write(async () => ({ any: 'thing' }))).toEqual({ any: 'thing' })
    })

    test('roll back what threw, and nothing of those beside it', async () => {
      const { store } = await openNew()
      const writes = await Promise.allSettled(
        ['a', 'b', 'c', 'd'].map((id) =>
          store.write(async (tx) => {
            await tx.run(insertId, `${id}1`)
            if (id === 'b') throw new Error('changed its mind')
            await tx.run(insertId, `${id}2`)
            if (id === 'c') await tx.run(insertId, 'a1')
          }),
        ),
      )
      expect(writes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
      expect(writes[1]).toMatchObject({ reason: { message: 'changed its mind' } })
      expect(await idsOf(store)).toEqual(['a1', 'a2', 'd1', 'd2'])
      await store.close()
    })

    test('roll back when a query failed, even if the error was caught', async () => {
      const writing = store.write(async (tx) => {
        await tx.run(insertId, 'twice')
        await tx.run(insertId, 'twice').catch(() => {})
        await tx.run(insertId, 'behind the failure').catch(() => {})
      })
      await expect(writing).rejects.toThrow(ConstraintError)
      expect(await store.get(findItem, 'twice')).toBeUndefined()
      expect(await store.get(findItem, 'behind the failure')).toBeUndefined()
    })

    test('pass on a synchronous throw', async () => {
      const writing = store.write(() => {
        throw new RangeError('at once')
      })
      await expect(writing).rejects.toThrow('at once')
      expect(await store.write(async () => 'goes on')).toBe('goes on')
    })

    test('see their own rows, which nobody else sees before the commit', async () => {
      const seen = await store.write(async (tx) => {
        await tx.run(insertId, 'uncommitted')
        const within = await tx.get(findItem, 'uncommitted')
        const outside = await store.get(findItem, 'uncommitted')
        const byKysely = await store
          .db<Tables>()
          .selectFrom('items')
          .select('id')
          .where('id', '=', 'uncommitted')
          .execute()
        return { within: within?.id, outside, byKysely }
      })
      expect(seen).toEqual({ within: 'uncommitted', outside: undefined, byKysely: [] })
      expect((await store.get(findItem, 'uncommitted'))?.id).toBe('uncommitted')
    })

    test('refuse use after their end', async () => {
      const kept = await store.write(async (tx) => ({ tx, db: tx.db<Tables>() }))
      await expect(kept.tx.run(insertId, 'late')).rejects.toThrow('ended')
      await expect(kept.tx.get(findItem, 'late')).rejects.toThrow('ended')
      expect(
        kept.db.insertInto('items').values({ id: 'late', number: null, text: null, bytes: null }).execute(),
      ).rejects.toThrow('ended')
      expect(await store.get(findItem, 'late')).toBeUndefined()
    })

    test('refuse changes outside of them', async () => {
      await expect(store.run(insertId, 'outside')).rejects.toThrow('store.write')
      await expect(store.db<Tables>().deleteFrom('items').execute()).rejects.toThrow('store.write')
    })

    test('run what comes after in order, once their rows can be read', async () => {
      const order: string[] = []
      const reads: Promise<unknown>[] = []
      await store.write(async (tx) => {
        tx.after(() => order.push('first'))
        await tx.run(insertId, 'after')
        tx.after(() => {
          order.push('second')
          reads.push(store.get(findItem, 'after'))
        })
        order.push('work')
      })
      order.push('answer')
      expect(order).toEqual(['work', 'first', 'second', 'answer'])
      expect(await reads[0]).toMatchObject({ id: 'after' })
    })

    test('run nothing after a rollback', async () => {
      let ran = false
      const writing = store.write(async (tx) => {
        tx.after(() => {
          ran = true
        })
        throw new Error('no')
      })
      await expect(writing).rejects.toThrow('no')
      await store.write(async () => {})
      expect(ran).toBe(false)
    })

    test('keep 1,000 that arrive together, each with its answer', async () => {
      const { store } = await openNew()
      await store.write((tx) => tx.run(insertItem, 'counter', 0, null, null))
      const count = statement<[], { number: number }>((db) =>
        db
          .updateTable('items')
          .set((set) => ({ number: set('number', '+', 1) }))
          .where('id', '=', 'counter')
          .returning('number'),
      )
      const numbers = await Promise.all(
        Array.from({ length: 1000 }, () => store.write(async (tx) => (await tx.get(count))?.number)),
      )
      expect(new Set(numbers).size).toBe(1000)
      expect((await store.get(findItem, 'counter'))?.number).toBe(1000)
      await store.close()
    })

    test('leave the event loop its turns', async () => {
      let turns = 0
      const timer = setInterval(() => turns++, 1)
      for (let writes = 0; turns <= 10 && writes < 50_000; writes++)
        await store.write(async () => {}, { durable: false })
      clearInterval(timer)
      expect(turns).toBeGreaterThan(10)
    })
  })

  constraintConformance({ open, module, isShared, openNew })
  migrationConformance({ open, module, isShared, openNew })
  signalConformance({ open, module, isShared, openNew })
  lockConformance({ open, module, isShared, openNew })
  endConformance({ open, module, isShared, openNew })
}
