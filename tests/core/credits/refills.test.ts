import { expect, test } from 'bun:test'
import { addUser, openAccounts, setClock } from '../open-accounts.ts'

const use = { endpoint: 'scrape', pages: 1 }
const at = (text: string) => Date.parse(text)

async function open(start: string) {
  const clock = setClock(start)
  const world = await openAccounts({ clock })
  const { id } = await addUser(world)
  const { store, credits } = world
  return {
    clock,
    follow: (refills: Parameters<ReturnType<typeof credits.within>['follow']>[1]) =>
      store.write((tx) => credits.within(tx).follow(id, refills)),
    spend: (millicredits: number) => credits.charge(id, millicredits, use),
    async state() {
      const { used, since, refillsAt } = await credits.balance(id)
      return { used, since: new Date(since).toISOString(), refillsAt: new Date(refillsAt).toISOString() }
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

test('a month begins with a payment, at its time of day, and once for each payment reference', async () => {
  await using account = await open('2026-01-10T08:00:00Z')
  await account.spend(300_000)
  account.clock.set('2026-01-31T14:30:00Z')
  const refills = { anchor: at('2026-01-31T14:30:00Z'), until: at('2026-02-28T14:30:00Z'), restart: 'stripe:sub_1' }
  await account.follow(refills)
  const first = { used: 0, since: '2026-01-31T14:30:00.000Z', refillsAt: '2026-02-28T14:30:00.000Z' }
  expect(await account.state()).toEqual(first)
  await account.spend(100_000)
  await account.follow(refills)
  expect(await account.state()).toEqual({ ...first, used: 100_000 })
})

test('without payments a month begins on the day on which the account was created, at midnight', async () => {
  await using account = await open('2026-01-10T08:00:00Z')
  account.clock.set('2026-02-12T00:00:00Z')
  await account.spend(1000)
  const second = { used: 1000, since: '2026-02-10T00:00:00.000Z', refillsAt: '2026-03-10T00:00:00.000Z' }
  expect(await account.state()).toEqual(second)
})

test('a month without a payment is not granted until it is paid', async () => {
  await using account = await open('2026-01-31T14:30:00Z')
  const anchor = at('2026-01-31T14:30:00Z')
  await account.follow({ anchor, until: at('2026-02-28T14:30:00Z'), restart: 'a' })
  await account.spend(400_000)
  account.clock.set('2026-02-28T14:29:59Z')
  expect((await account.state()).used).toBe(400_000)
  account.clock.set('2026-03-10T00:00:00Z')
  expect((await account.state()).used).toBe(400_000)
  // What is left of the last month can be used.
  await account.spend(50_000)
  await expect(account.spend(100_000)).rejects.toMatchObject({ code: 'insufficient_credits' })
  await account.follow({ anchor, until: at('2026-03-31T14:30:00Z'), restart: 'a' })
  const third = { used: 0, since: '2026-02-28T14:30:00.000Z', refillsAt: '2026-03-31T14:30:00.000Z' }
  expect(await account.state()).toEqual(third)
})

test('a payment for a year is granted by the month', async () => {
  await using account = await open('2026-01-15T10:00:00Z')
  const anchor = at('2026-01-15T10:00:00Z')
  await account.follow({ anchor, until: at('2027-01-15T10:00:00Z'), restart: 'a' })
  for (const month of ['2026-02-15T10:00:00Z', '2026-07-20T00:00:00Z', '2026-12-31T00:00:00Z']) {
    await account.spend(500_000)
    account.clock.set(month)
    expect((await account.state()).used).toBe(0)
  }
  await account.spend(500_000)
  account.clock.set('2027-01-15T10:00:00Z')
  expect((await account.state()).used).toBe(500_000)
})

test('the last paid month is granted even if nobody looked before it was over', async () => {
  await using account = await open('2026-01-15T10:00:00Z')
  await account.follow({ anchor: at('2026-01-15T10:00:00Z'), until: at('2026-04-15T10:00:00Z'), restart: 'a' })
  await account.spend(500_000)
  account.clock.set('2026-06-01T00:00:00Z')
  const last = { since: '2026-03-15T10:00:00.000Z', refillsAt: '2026-04-15T10:00:00.000Z' }
  expect(await account.state()).toEqual({ used: 0, ...last })
  await account.spend(400_000)
  expect(await account.state()).toEqual({ used: 400_000, ...last })
})

test('if payments are no longer tracked, months are granted when they come, on the same day', async () => {
  await using account = await open('2026-01-15T10:00:00Z')
  await account.follow({ anchor: at('2026-01-15T10:00:00Z'), until: at('2026-02-15T10:00:00Z'), restart: 'a' })
  await account.spend(500_000)
  account.clock.set('2026-03-01T00:00:00Z')
  await account.follow({ until: null })
  const granted = { used: 0, since: '2026-02-15T10:00:00.000Z', refillsAt: '2026-03-15T10:00:00.000Z' }
  expect(await account.state()).toEqual(granted)
})
