import { describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { allowPlans } from '../../../core/credits/ledger.ts'
import { createPlans } from '../../../core/plans/plans.ts'
import { isSqlite } from '../../store.ts'
import { addUser, openAccounts, setClock } from '../open-accounts.ts'
import { brief, expectBooksToAgree, refusal, use } from './audit-ledger.ts'

describe('the credits of a job', () => {
  test('are charged once for each key, from the hold first', async () => {
    await using world = await openAccounts()
    const [{ id }, other] = [await addUser(world), await addUser(world)]
    const job = 'job_1'
    // Another account may use the same keys.
    for (const key of ['item 1', 'item 2'])
      await world.store.write((tx) => world.credits.within(tx).charge(other.id, 'job_2', key, 100, use))
    await world.store.write((tx) => world.credits.within(tx).hold(id, job, 3_000))
    const charge = (key: string) => world.store.write((tx) => world.credits.within(tx).charge(id, job, key, 1_000, use))
    expect([await charge('item 1'), await charge('item 1'), await charge('item 2')]).toEqual([1_000, 1_000, 1_000])
    expect(await world.credits.balance(id)).toMatchObject({ used: 2_000, held: 1_000 })
    await world.store.write((tx) => world.credits.within(tx).release(id, job))
    await world.store.write((tx) => world.credits.within(tx).release(id, job))
    expect(await world.credits.balance(id)).toMatchObject({ used: 2_000, held: 0 })
    for (const account of [id, other.id]) await expectBooksToAgree(world, account)
  })

  test('are charged to a thousandth, held or not', async () => {
    await using world = await openAccounts()
    const { id } = await addUser(world)
    await world.store.write((tx) => world.credits.within(tx).hold(id, 'job_1', 1))
    const charge = (key: string) => world.store.write((tx) => world.credits.within(tx).charge(id, 'job_1', key, 1, use))
    expect([await charge('item 1'), await world.credits.balance(id)]).toMatchObject([1, { used: 1, held: 0 }])
    expect([await charge('item 2'), await world.credits.balance(id)]).toMatchObject([1, { used: 2, held: 0 }])
    await expectBooksToAgree(world, id)
  })

  test('are charged for several keys at once, each key once, in order: from the hold, then from the balance', async () => {
    await using world = await openAccounts()
    const [{ id }, other] = [await addUser(world), await addUser(world)]
    await world.store.write((tx) => world.credits.within(tx).charge(other.id, 'job_2', 'item 3', 100, use))
    await world.accounts.users.update(id, { monthlyCredits: 5_000 })
    await world.store.write((tx) => world.credits.within(tx).hold(id, 'job_1', 2_500))
    const chargeAll = (...charges: [key: string, millicredits: number, endpoint: string, pages?: number][]) =>
      world.store.write(async (tx) => {
        const keys = charges.map(([key]) => key)
        const make = await world.credits.within(tx).prepareCharges(id, 'job_1', keys)
        return make(
          charges.map(([key, millicredits, endpoint, pages]) => ({ key, millicredits, use: { endpoint, pages } })),
        )
      })
    expect(await chargeAll(['item 1', 0, 'scrape'], ['item 2', 0, 'scrape', 1])).toEqual([0, 0])
    expect(await chargeAll(['item 3', 2_000, 'scrape', 1], ['item 4', 1_000, 'crawl', 2])).toEqual([2_000, 1_000])
    expect(await world.credits.balance(id)).toMatchObject({ used: 3_000, held: 0 })
    expect(await chargeAll(['item 4', 500, 'crawl'], ['item 5', 1_200, 'scrape'])).toEqual([1_000, 1_200])
    await expectBooksToAgree(world, id)
    expect(await chargeAll(['item 6', 700, 'scrape'], ['item 7', 700, 'scrape'])).toEqual([700, 100])
    expect(await world.credits.balance(id)).toMatchObject({ used: 5_000, available: 0 })
    await expectBooksToAgree(world, id)
  })

  test('are charged from the hold while others charge the account, without waiting for open transactions', async () => {
    await using world = await openAccounts()
    const { id } = await addUser(world)
    const holds = ['job_1', 'job_2', 'job_3']
    for (const hold of holds) await world.store.write((tx) => world.credits.within(tx).hold(id, hold, 5_000))
    const charge = (hold: string, number: number, meanwhile?: () => Promise<unknown>) =>
      world.store.write(async (tx) => {
        const key = `${hold}:${number}`
        const make = await world.credits.within(tx).prepareCharges(id, hold, [key])
        await meanwhile?.()
        return make([{ key, millicredits: 1_000, use }])
      })
    const others = () => Promise.all([charge('job_2', 0), world.credits.charge(id, 700, use)])
    // In SQLite there is one transaction at a time.
    if (isSqlite) await others()
    const first = charge('job_1', 0, isSqlite ? undefined : others)
    const rest = [1, 2, 3].flatMap((number) => holds.map((hold) => charge(hold, number)))
    await Promise.all([first, ...rest])
    expect(await world.credits.balance(id)).toMatchObject({ used: 11_700, held: 4_000 })
    await expectBooksToAgree(world, id)
  })

  test('are restored if the transaction is rolled back', async () => {
    await using world = await openAccounts()
    const { id } = await addUser(world)
    const failing = world.store.write(async (tx) => {
      await world.credits.within(tx).hold(id, 'job_1', 3_000)
      await world.credits.within(tx).charge(id, 'job_1', 'item 1', 1_000, use)
      throw new Error('the item could not be stored')
    })
    await expect(failing).rejects.toThrow('could not be stored')
    expect(await world.credits.balance(id)).toMatchObject({ used: 0, held: 0 })
    await expectBooksToAgree(world, id)
  })
})

describe('charges of requests', () => {
  test('that arrive together are each made in full or refused, in their order', async () => {
    await using world = await openAccounts()
    const { id } = await addUser(world)
    await world.accounts.users.update(id, { monthlyCredits: 2_500 })
    const charges = [1_000, 2_000, 0, 1_000, 600, 500].map((amount, i) =>
      world.credits.charge(id, amount, { endpoint: i % 2 ? 'map' : 'scrape', pages: 1 }),
    )
    const ends = await Promise.all(charges.map(refusal))
    expect(ends.map((end) => end?.details)).toEqual([
      undefined,
      { required: 2, available: 1.5 },
      undefined,
      undefined,
      { required: 0.6, available: 0.5 },
      undefined,
    ])
    expect(await world.credits.balance(id)).toMatchObject({ used: 2_500, available: 0 })
    const period = { name: 'day', from: 0, to: world.clock.now() }
    expect(await world.accounts.usage.totals(id, period)).toMatchObject({ millicredits: 2_500, pages: 4 })
    await expectBooksToAgree(world, id)
  })

  test('may be many at once, of several accounts, and each has its own entry', async () => {
    await using world = await openAccounts()
    const ids = await Promise.all([addUser(world), addUser(world)]).then((users) => users.map(({ id }) => id))
    await Promise.all(ids.flatMap((id) => Array.from({ length: 250 }, () => world.credits.charge(id, 1_000, use))))
    for (const id of ids) {
      expect(await world.credits.balance(id)).toMatchObject({ used: 250_000 })
      const { rows } = await sql`select 1 from ledger where account = ${id} and kind = 'charge'`.execute(
        world.store.db(),
      )
      expect(rows.length).toBe(250)
      await expectBooksToAgree(world, id)
    }
  })

  test('free expired holds before one is refused', async () => {
    const clock = setClock('2026-03-10T12:00:00Z')
    await using world = await openAccounts({ clock })
    const { id } = await addUser(world)
    await world.accounts.users.update(id, { monthlyCredits: 2_000 })
    await world.credits.hold(id, 1_500, brief)
    clock.pass(brief.expiresIn + 1)
    const other = await addUser(world)
    for (const account of [id, other.id]) expect(await world.credits.balance(account)).toMatchObject({ held: 0 })
    const charge = () => world.credits.charge(id, 1_000, use)
    expect((await Promise.all([charge(), charge(), charge()].map(refusal))).map((end) => end?.status)).toEqual([
      undefined,
      undefined,
      402,
    ])
    await expectBooksToAgree(world, id)
  })

  test('fail together if the store does not accept them, and later ones are made', async () => {
    const world = await openAccounts()
    const { id } = await addUser(world)
    const write = world.store.write
    world.store.write = () => Promise.reject(new Error('out of reach'))
    const failed = await Promise.allSettled([
      world.credits.charge(id, 1_000, use),
      world.credits.charge(id, 1_000, use),
    ])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    // A transaction that is run again makes the same charges, once.
    world.store.write = async (work, options) => {
      world.store.write = write
      const lost = async (tx: Parameters<typeof work>[0]) => {
        await work(tx)
        throw new Error('serialization failure')
      }
      await expect(write(lost, options)).rejects.toThrow('serialization failure')
      return write(work, options)
    }
    await Promise.all([world.credits.charge(id, 1_000, use), world.credits.charge(id, 500, use)])
    expect(await world.credits.balance(id)).toMatchObject({ used: 1_500 })
    await expectBooksToAgree(world, id)
    await world[Symbol.asyncDispose]()
  })
})

describe('the month', () => {
  test("is refilled on the account's day, and nothing carries over", async () => {
    const clock = setClock('2026-01-31T15:00:00Z')
    await using world = await openAccounts({ clock })
    const { id } = await addUser(world)
    await world.credits.charge(id, 3_000, use)
    expect(await world.credits.balance(id)).toMatchObject({ used: 3_000, refillsAt: Date.parse('2026-02-28') })
    clock.set('2026-02-27T23:59:59.999Z')
    expect(await world.credits.balance(id)).toMatchObject({ used: 3_000 })
    clock.set('2026-02-28T00:00:00Z')
    expect(await world.credits.balance(id)).toMatchObject({
      used: 0,
      remaining: 500_000,
      refillsAt: Date.parse('2026-03-31'),
    })
    await world.credits.charge(id, 1_000, use)
    clock.set('2026-07-04T08:00:00Z')
    await world.credits.charge(id, 2_000, use)
    expect(await world.credits.balance(id)).toMatchObject({
      used: 2_000,
      remaining: 498_000,
      refillsAt: Date.parse('2026-07-31'),
    })
    expect(await world.credits.total()).toBe(6_000)
    await expectBooksToAgree(world, id)
  })

  test('stays as it is when the clock is set back', async () => {
    const clock = setClock('2026-03-10T12:00:00Z')
    await using world = await openAccounts({ clock })
    const { id } = await addUser(world)
    await world.credits.charge(id, 3_000, use)
    clock.set('2026-02-01T12:00:00Z')
    await world.credits.charge(id, 1_000, use)
    clock.set('2026-03-11T12:00:00Z')
    expect(await world.credits.balance(id)).toMatchObject({ used: 4_000, refillsAt: Date.parse('2026-04-10') })
    await expectBooksToAgree(world, id)
  })

  test('is the current one again after the clock was years ahead', async () => {
    const clock = setClock('2026-03-10T12:00:00Z')
    await using world = await openAccounts({ clock })
    const { id } = await addUser(world)
    clock.set('2030-05-20T12:00:00Z')
    await world.credits.charge(id, 3_000, use)
    clock.set('2026-03-11T12:00:00Z')
    expect(await world.credits.balance(id)).toMatchObject({ used: 3_000, refillsAt: Date.parse('2026-04-10') })
    await world.credits.charge(id, 1_000, use)
    clock.set('2026-04-10T12:00:00Z')
    expect(await world.credits.balance(id)).toMatchObject({ used: 0, refillsAt: Date.parse('2026-05-10') })
    await expectBooksToAgree(world, id)
  })

  test('keeps what jobs hold', async () => {
    const clock = setClock('2026-03-10T12:00:00Z')
    await using world = await openAccounts({ clock })
    const { id } = await addUser(world)
    await world.store.write((tx) => world.credits.within(tx).hold(id, 'job_1', 100_000))
    clock.set('2026-04-10T12:00:00Z')
    expect(await world.credits.balance(id)).toMatchObject({ used: 0, held: 100_000, available: 400_000 })
    await expectBooksToAgree(world, id)
  })

  test('takes another amount at once: what is left is the new amount less what was used, at least 0', async () => {
    await using world = await openAccounts()
    const { id } = await addUser(world, { plan: 'enterprise' })
    await world.credits.charge(id, 3_000, use)
    const left = async (monthlyCredits: number | null) => {
      await world.accounts.users.update(id, { monthlyCredits })
      const { monthly, used, remaining } = await world.credits.balance(id)
      return [monthly, used, remaining]
    }
    expect(await left(10_000)).toEqual([10_000, 3_000, 7_000])
    expect(await left(2_000)).toEqual([2_000, 3_000, 0])
    expect(await left(3_000)).toEqual([3_000, 3_000, 0])
    expect(await left(5_000)).toEqual([5_000, 3_000, 2_000])
    expect(await left(null)).toEqual([1_000_000_000, 3_000, 999_997_000])
    await expectBooksToAgree(world, id)
  })

  test('follows the plan: another plan, and changed credits of a plan after a restart', async () => {
    const first = await openAccounts()
    const [one, two] = [await addUser(first), await addUser(first)]
    await first.accounts.users.update(one.id, { plan: 'pro' })
    await first.accounts.users.update(two.id, { monthlyCredits: 9_000 })
    expect((await first.credits.balance(one.id)).monthly).toBe(50_000_000)
    await first.stop()
    const plans = createPlans({ pro: { monthlyCredits: 7 }, free: { monthlyCredits: 8 } })
    await using world = await openAccounts({ dataDir: first.dataDir, plans })
    await allowPlans(world.store, world.credits, plans)
    expect((await world.credits.balance(one.id)).monthly).toBe(7_000)
    expect((await world.credits.balance(two.id)).monthly).toBe(9_000)
    await expectBooksToAgree(world, one.id)
  })
})

test('without metering everything is counted and nothing refused', async () => {
  await using world = await openAccounts({ metering: false })
  const { id } = await addUser(world)
  await world.accounts.users.update(id, { monthlyCredits: 1_000 })
  await world.credits.charge(id, 5_000, use)
  const hold = await world.credits.hold(id, 5_000, brief)
  await hold.capture(9_000, use)
  expect(hold.captured).toBe(9_000)
  expect(await world.credits.balance(id)).toMatchObject({ used: 14_000, remaining: 0, available: 0 })
  await expectBooksToAgree(world, id)
})

test('the books agree after ten thousand operations of all kinds, some of which fail halfway', async () => {
  const clock = setClock('2026-01-15T00:00:00Z')
  await using world = await openAccounts({ clock })
  const users = await Promise.all(Array.from({ length: 4 }, () => addUser(world)))
  let seed = 42
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed % below
  }
  const move = async (i: number) => {
    const { id } = users[random(users.length)]!
    const amount = random(4_000)
    const job = `job_${random(40)}`
    switch (random(6)) {
      case 0:
        return world.credits.charge(id, amount, use)
      case 1: {
        await using hold = await world.credits.hold(id, amount, brief)
        return random(2) ? hold.capture(random(8_000), use) : undefined
      }
      case 2:
        return world.store.write((tx) => world.credits.within(tx).hold(id, job, amount))
      case 3:
        return world.store.write(async (tx) => {
          await world.credits.within(tx).charge(id, job, `item ${random(3_000)}`, amount, use)
          if (i % 7 === 0) throw new Error('failed after the charge')
        })
      case 4:
        return world.store.write((tx) => world.credits.within(tx).release(id, job))
      default:
        if (i % 50 === 0) clock.pass(3_600_000 * random(200))
        return i % 20 === 0 ? world.accounts.users.update(id, { monthlyCredits: random(2_000_000) }) : undefined
    }
  }
  let failures = 0
  for (let i = 0; i < 10_000; i += 100) {
    const batch = Array.from({ length: 100 }, (_, j) => move(i + j))
    failures += (await Promise.allSettled(batch)).filter(({ status }) => status === 'rejected').length
  }
  expect(failures).toBeGreaterThan(100)
  for (const { id } of users) await expectBooksToAgree(world, id)
}, 120_000)
