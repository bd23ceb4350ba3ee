import { describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import type { Tx } from '../../../core/store/index.ts'
import { isSqlite } from '../../store.ts'
import { addUser, openAccounts, setClock } from '../open-accounts.ts'
import { brief, expectBooksToAgree, refusal, use } from './audit-ledger.ts'

describe('a hold', () => {
  test('sets credits aside, and its capture charges some and releases the rest', async () => {
    await using world = await openAccounts()
    const { id } = await addUser(world)
    const hold = await world.credits.hold(id, 10_000, brief)
    expect(await world.credits.balance(id)).toMatchObject({
      used: 0,
      held: 10_000,
      remaining: 500_000,
      available: 490_000,
    })
    await hold.capture(4_250, use)
    expect(hold.captured).toBe(4_250)
    expect(await world.credits.balance(id)).toMatchObject({
      used: 4_250,
      held: 0,
      remaining: 495_750,
      available: 495_750,
    })
    await expectBooksToAgree(world, id)
  })

  test('of a request that was charged before sets nothing aside, and charges nothing more', async () => {
    await using world = await openAccounts()
    const { id } = await addUser(world)
    const kept: string[] = []
    const keepCharge = async (_: Tx, key: string) => void kept.push(key)
    const request = (chargeKey?: string) => ({ ...brief, idempotency: { chargeKey, keepCharge } })
    await (await world.credits.hold(id, 10_000, request())).capture(4_000, use)
    await world.credits.charge(id, 500, use, request())
    expect(kept).toHaveLength(2)

    const again = await world.credits.hold(id, 10_000, request(kept[0]))
    const balance = { used: 4_500, held: 0 }
    expect(await world.credits.balance(id)).toMatchObject(balance)
    await again.capture(7_000, use)
    expect(again.captured).toBe(4_000)
    await world.credits.charge(id, 500, use, request(kept[1]))
    expect(await world.credits.balance(id)).toMatchObject(balance)
    expect(kept).toHaveLength(2)
    await expectBooksToAgree(world, id)
  })

  test('whose charge is refused by what keeps it is not charged', async () => {
    await using world = await openAccounts()
    const { id } = await addUser(world)
    const keepCharge = () => Promise.reject(new Error('another process has done it'))
    const options = { ...brief, idempotency: { chargeKey: undefined, keepCharge } }
    const hold = await world.credits.hold(id, 10_000, options)
    await expect(hold.capture(4_000, use)).rejects.toThrow('another process')
    await expect(world.credits.charge(id, 500, use, options)).rejects.toThrow('another process')
    expect(await world.credits.balance(id)).toMatchObject({ used: 0 })
    await expectBooksToAgree(world, id)
  })

  test('is charged in the transaction that writes what it is for, or neither happens', async () => {
    await using world = await openAccounts()
    const { id } = await addUser(world)
    const notes = async () => (await sql`select * from notes`.execute(world.store.db())).rows.length
    await world.store.write(async (tx) => void (await sql`create table notes (text text)`.execute(tx.db())))
    const note = async (tx: Tx) => void (await sql`insert into notes values ('a')`.execute(tx.db()))
    const failing = await world.credits.hold(id, 10_000, brief)
    const broken = async (tx: Tx) => {
      await note(tx)
      throw new Error('It breaks')
    }
    await expect(failing.capture(4_000, use, broken)).rejects.toThrow('It breaks')
    await failing[Symbol.asyncDispose]()
    expect([await notes(), await world.credits.balance(id)]).toMatchObject([0, { used: 0, held: 0 }])
    const hold = await world.credits.hold(id, 10_000, brief)
    await hold.capture(4_000, use, note)
    expect([await notes(), await world.credits.balance(id)]).toMatchObject([1, { used: 4_000, held: 0 }])
    await expectBooksToAgree(world, id)
  })

  test('is released when nothing was captured, and is captured only once', async () => {
    await using world = await openAccounts()
    const { id } = await addUser(world)
    {
      await using hold = await world.credits.hold(id, 10_000, brief)
      expect(hold.captured).toBe(0)
    }
    expect(await world.credits.balance(id)).toMatchObject({ used: 0, held: 0 })
    await using hold = await world.credits.hold(id, 1000, brief)
    await hold.capture(1000, use)
    await expect(hold.capture(1000, use)).rejects.toThrow('once')
    await expectBooksToAgree(world, id)
  })

  test('that is charged in full releases nothing, and the ledger has no release', async () => {
    await using world = await openAccounts()
    const { id } = await addUser(world)
    const kinds = async () =>
      (await sql<{ kind: string }>`select kind from ledger where account = ${id}`.execute(world.store.db())).rows
        .map(({ kind }) => kind)
        .toSorted()
    await (await world.credits.hold(id, 1000, brief)).capture(1000, use)
    expect(await kinds()).toEqual(['charge', 'grant', 'hold'])
    await (await world.credits.hold(id, 1000, brief)).capture(999, use)
    expect(await kinds()).toEqual(['charge', 'charge', 'grant', 'hold', 'hold', 'release'])
  })

  test('is refused with the required and the available amount, less other holds', async () => {
    await using world = await openAccounts()
    const { id } = await addUser(world)
    await world.accounts.users.update(id, { monthlyCredits: 5_000 })
    await using hold = await world.credits.hold(id, 4_000, brief)
    expect(hold.id).toStartWith('hold_')
    expect(await refusal(world.credits.hold(id, 1_500, brief))).toEqual({
      status: 402,
      code: 'insufficient_credits',
      details: { required: 1.5, available: 1 },
    })
    expect(await refusal(world.credits.charge(id, 1_001, use))).toMatchObject({ status: 402 })
    await world.credits.charge(id, 1_000, use)
    expect(await world.credits.balance(id)).toMatchObject({ used: 1_000, available: 0 })
    const charged = world.credits.charge(id, 1_000, use)
    await expect(charged).rejects.toThrow('There are not enough credits: this needs 1, and the account has 0')
  })

  test('is granted, of many at once, only as far as the balance goes', async () => {
    await using world = await openAccounts()
    const { id } = await addUser(world)
    await world.accounts.users.update(id, { monthlyCredits: 6_000 })
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const hold = await world.credits.hold(id, 1_000, brief).catch(() => undefined)
        await hold?.capture(1_000, use)
        return hold !== undefined
      }),
    )
    expect(outcomes.filter(Boolean)).toHaveLength(6)
    expect(await world.credits.balance(id)).toMatchObject({ used: 6_000, held: 0, available: 0 })
    await expectBooksToAgree(world, id)
  })

  test('takes any excess from the balance, down to 0', async () => {
    await using world = await openAccounts()
    const { id } = await addUser(world)
    await world.accounts.users.update(id, { monthlyCredits: 5_000 })
    const hold = await world.credits.hold(id, 3_000, brief)
    await hold.capture(13_000, use)
    expect(hold.captured).toBe(5_000)
    expect(await world.credits.balance(id)).toMatchObject({ used: 5_000, held: 0, remaining: 0 })
    await expectBooksToAgree(world, id)
  })

  test('keeps its credits from the excess of another one', async () => {
    await using world = await openAccounts()
    const { id } = await addUser(world)
    await world.accounts.users.update(id, { monthlyCredits: 5_000 })
    const [first, second] = [await world.credits.hold(id, 1_000, brief), await world.credits.hold(id, 3_000, brief)]
    await first.capture(4_000, use)
    expect(first.captured).toBe(2_000)
    await second.capture(3_000, use)
    expect(second.captured).toBe(3_000)
    expect(await world.credits.balance(id)).toMatchObject({ used: 5_000, remaining: 0 })
  })

  test('expires, so that a lost request keeps nothing back', async () => {
    const clock = setClock('2026-03-10T12:00:00Z')
    await using world = await openAccounts({ clock })
    const { id } = await addUser(world)
    await world.accounts.users.update(id, { monthlyCredits: 5_000 })
    const lost = await world.credits.hold(id, 5_000, brief)
    expect(await refusal(world.credits.hold(id, 1_000, brief))).toMatchObject({ details: { available: 0 } })
    clock.pass(60_000)
    expect(await world.credits.balance(id)).toMatchObject({ held: 0, available: 5_000 })
    await using next = await world.credits.hold(id, 4_000, brief)
    expect(next.captured).toBe(0)
    await lost.capture(3_000, use)
    expect(lost.captured).toBe(1_000)
    await expectBooksToAgree(world, id)
  })

  test('lasts as long as a request whose timeout has a fraction of a millisecond', async () => {
    const clock = setClock('2026-03-10T12:00:00Z')
    await using world = await openAccounts({ clock })
    const { id } = await addUser(world)
    await world.credits.hold(id, 5_000, { expiresIn: 1500.5 })
    clock.pass(1500)
    expect(await world.credits.balance(id)).toMatchObject({ held: 5_000 })
    clock.pass(1)
    expect(await world.credits.balance(id)).toMatchObject({ held: 0 })
  })

  // In a shared store it expires instead.
  test.if(isSqlite)('of a dead process is released at the next start', async () => {
    const first = await openAccounts()
    const { id } = await addUser(first)
    await first.credits.hold(id, 5_000, { expiresIn: 3_600_000 })
    await first.store.write((tx) => first.credits.within(tx).hold(id, 'job_1', 7_000))
    await first.stop()
    await using world = await openAccounts({ dataDir: first.dataDir })
    expect(await world.credits.balance(id)).toMatchObject({ held: 7_000 })
    await expectBooksToAgree(world, id)
  })

  test('of nothing costs nothing and needs no credits', async () => {
    await using world = await openAccounts()
    const { id } = await addUser(world)
    await world.accounts.users.update(id, { monthlyCredits: 0 })
    const hold = await world.credits.hold(id, 0, brief)
    await hold.capture(0, use)
    expect(hold.captured).toBe(0)
    await expectBooksToAgree(world, id)
  })

  test('cannot be a fraction of a thousandth, nor negative', async () => {
    await using world = await openAccounts()
    const { id } = await addUser(world)
    for (const amount of [0.5, -1, Number.NaN, 2 ** 53])
      await expect(world.credits.hold(id, amount, brief)).rejects.toThrow(TypeError)
  })
})
