import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { floorTo, type Granularity, readPeriod } from '../../../core/credits/period.ts'
import { ALL_ACCOUNTS, type UsageTotals } from '../../../core/credits/usage.ts'
import { addUser, openAccounts, setClock } from '../open-accounts.ts'
import { compareWithLedger } from './compare-with-ledger.ts'

const HOUR = 3_600_000
const START = Date.parse('2025-11-27T20:10:00Z')

/** Pseudo-random numbers that are the same in each run. */
function seeded(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

interface Happened {
  account: string
  endpoint: string
  at: number
  counts: UsageTotals
}

const sum = (list: readonly Happened[]): UsageTotals => {
  const total: UsageTotals = { requests: 0, failures: 0, milliseconds: 0, millicredits: 0, pages: 0 }
  for (const { counts } of list)
    for (const name of Object.keys(total) as (keyof UsageTotals)[]) total[name] += counts[name]
  return total
}

test('random charges, failures and requests are read as they happened, whenever they are rolled up', async () => {
  const random = seeded(7)
  const clock = setClock(START)
  await using world = await openAccounts({ clock, metering: false })
  const { credits, store } = world
  const { usage } = world.accounts
  const ids: string[] = []
  for (let i = 0; i < 6; i++) ids.push((await addUser(world)).id)
  const happened: Happened[] = []
  const nothing = sum([])

  const charge = async (account: string, endpoint: string) => {
    const [amount, pages, at] = [random(3) * 500, random(3), clock.now()]
    const use = { endpoint, pages }
    const way = random(4)
    if (way === 0) await credits.charge(account, amount, use)
    if (way === 1) {
      await using hold = await credits.hold(account, 700, { expiresIn: 60_000 })
      if (random(3) === 0) return
      await hold.capture(amount, use)
    }
    if (way >= 2) {
      const failed = random(3) === 0
      const key = crypto.randomUUID()
      const work = store.write(async (tx) => {
        await credits.within(tx).charge(account, 'job', key, amount, use)
        // A repetition changes nothing.
        await credits.within(tx).charge(account, 'job', key, amount, use)
        if (failed) throw new Error('fails half way')
      })
      await work.catch(() => {})
      if (failed) return
    }
    happened.push({ account, endpoint, at, counts: { ...nothing, millicredits: amount, pages } })
  }
  const request = (account: string, endpoint: string) => {
    const [ms, failed] = [random(300), random(5) === 0]
    usage.request(account, { endpoint, ms, failed })
    const counts = { ...nothing, requests: 1, failures: failed ? 1 : 0, milliseconds: ms }
    happened.push({ account, endpoint, at: clock.now(), counts })
  }

  for (let step = 0; step < 110; step++) {
    const some = Array.from({ length: random(6) }, async () => {
      const [account, endpoint] = [ids[random(ids.length)]!, ['scrape', 'map', 'crawl'][random(3)]!]
      request(account, endpoint)
      await charge(account, endpoint)
    })
    if (random(4) === 0) some.push(usage.rollUp())
    await Promise.all(some)
    // Now and then the clock is set back, to hours that have been rolled up.
    clock.pass(random(12) === 0 ? -random(5) * HOUR : random(9) * HOUR)
  }
  clock.set(Math.max(clock.now(), ...happened.map(({ at }) => at)))

  const check = async () => {
    for (const text of ['day', 'week', 'month', 'year', '30h', '9d', '50d', '400d', '3000d']) {
      const period = readPeriod(text, clock.now())
      const within = happened.filter(({ at }) => at >= floorTo('hour', period.from) && at <= period.to)
      for (const account of [...ids.slice(0, 2), ALL_ACCOUNTS]) {
        const mine = account === ALL_ACCOUNTS ? within : within.filter((one) => one.account === account)
        const where = `${text} of ${account}`
        expect({ where, ...(await usage.totals(account, period)) }).toEqual({ where, ...sum(mine) })
        for (const granularity of ['hour', 'day', 'week', 'month'] as const satisfies Granularity[]) {
          if (granularity === 'hour' && text === '3000d') continue
          const series = await usage.series(account, period, granularity)
          const at = { ...nothing, period: '' }
          const total = series.reduce((all, one) => {
            for (const name of Object.keys(nothing) as (keyof UsageTotals)[]) all[name] += one[name]
            return all
          }, at)
          expect({ where, granularity, ...total }).toEqual({ where, granularity, ...sum(mine), period: '' })
          const last = mine.filter((one) => floorTo(granularity, one.at) === floorTo(granularity, period.to))
          expect(series.at(-1)).toMatchObject({ ...sum(last) })
        }
        for (const { endpoint, ...totals } of await usage.byEndpoint(account, period))
          expect({ where, endpoint, ...totals }).toEqual({
            where,
            endpoint,
            ...sum(mine.filter((one) => one.endpoint === endpoint)),
          })
      }
      const most = await usage.byAccount(period, 4)
      const expected = ids
        .map((account) => ({ account, ...sum(within.filter((one) => one.account === account)) }))
        .filter(({ account }) => within.some((one) => one.account === account))
        .sort((a, b) => b.millicredits - a.millicredits || b.requests - a.requests || (a.account < b.account ? -1 : 1))
      expect(most).toEqual(expected.slice(0, 4))
    }
    expect(await compareWithLedger(store)).toEqual([])
  }
  await check()
  await usage.rollUp()
  await check()
  clock.pass(3 * HOUR)
  await usage.rollUp()
  await check()
}, 120_000)

test('an hour of many accounts is rolled up in slices, and is right between any two of them', async () => {
  const clock = setClock(START)
  await using world = await openAccounts({ clock })
  const { store, accounts } = world
  const { usage } = accounts
  const period = readPeriod('2d', START + HOUR)
  // Usage is counted without a user record.
  for (let i = 0; i < 1_700; i++) {
    usage.request(`usr_${String(i).padStart(5, '0')}`, { endpoint: 'scrape', ms: 1, failed: false })
    usage.request(`usr_${String(i).padStart(5, '0')}`, { endpoint: 'map', ms: 1, failed: i % 2 === 0 })
  }
  clock.pass(HOUR)
  const whole = { requests: 3_400, failures: 850, milliseconds: 3_400, millicredits: 0, pages: 0 }
  expect(await usage.totals(ALL_ACCOUNTS, period)).toEqual(whole)
  const reached = async () =>
    (
      await store
        .db<{ usage_rolled_up: { hour: number; account: string } }>()
        .selectFrom('usage_rolled_up')
        .selectAll()
        .executeTakeFirstOrThrow()
    ).account
  const places = new Set<string>()
  let done = false
  const rolling = usage.rollUp().then(() => {
    done = true
  })
  while (!done) {
    places.add(await reached())
    expect(await usage.totals(ALL_ACCOUNTS, period)).toEqual(whole)
    expect(await usage.totals('usr_00700', period)).toMatchObject({ requests: 2 })
    await new Promise((resolve) => setImmediate(resolve))
  }
  await rolling
  expect(places.size).toBeGreaterThan(3)
  expect(await usage.totals(ALL_ACCOUNTS, period)).toEqual(whole)
  expect(await usage.totals(ALL_ACCOUNTS, readPeriod('400d', clock.now()))).toEqual(whole)
}, 120_000)

test('after kill -9 at any moment the roll-ups are what the ledger adds up to', async () => {
  const first = await openAccounts({ clock: setClock(START) })
  const { id } = await addUser(first, { plan: 'enterprise' })
  const { id: other } = await addUser(first, { plan: 'enterprise' })
  await first.stop()
  let charges = 0
  for (let round = 0; round < 3; round++) {
    const child = Bun.spawn(
      [
        process.execPath,
        join(import.meta.dir, 'usage-child.ts'),
        first.dataDir,
        id,
        other,
        String(START + round * 50 * HOUR),
      ],
      { stdout: 'pipe', stderr: 'inherit', env: process.env },
    )
    // Killed after a different number of reported charges in each round, so at different places of its work.
    const wanted = 50 + round * 37
    let said = 0
    const reader = child.stdout.getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      said += part.value.length
      if (said >= wanted) child.kill('SIGKILL')
    }
    await child.exited
    charges += said
  }
  expect(charges).toBeGreaterThan(250)

  const clock = setClock(START + 400 * HOUR)
  await using world = await openAccounts({ dataDir: first.dataDir, clock })
  expect(await compareWithLedger(world.store)).toEqual([])
  await world.accounts.usage.rollUp()
  expect(await compareWithLedger(world.store)).toEqual([])
  const { usage } = world.accounts
  const spent = await world.credits.total()
  expect(spent).toBeGreaterThanOrEqual(charges * 500)
  expect((await usage.totals(ALL_ACCOUNTS, readPeriod('100d', clock.now()))).millicredits).toBe(spent)
}, 120_000)
