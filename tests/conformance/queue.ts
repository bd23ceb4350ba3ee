import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { FairQueue, Store } from 'weirjs'

/** A queue of accounts to be tested. */
export interface FairQueueUnderTest {
  /** An empty queue, and the store whose transactions offer accounts to it. */
  open(): Promise<{ store: Store; fairQueue: FairQueue; close(): Promise<void> }>
}

/** What every queue of accounts must do. Its own tests need only call this. */
export function fairQueueConformance({ open }: FairQueueUnderTest) {
  let queue: Awaited<ReturnType<typeof open>>
  beforeEach(async () => {
    queue = await open()
  })
  afterEach(() => queue.close())

  const offer = (account: string, weight = 1) =>
    queue.store.write((tx) => queue.fairQueue.offer(tx, account, weight), { durable: false })

  /** Takes slices until there are none, or `items` were begun; each account has so many to begin. */
  async function serve(work: Record<string, number>, items: number, places = 1) {
    const order: string[] = []
    while (order.length < items) {
      const slice = await queue.fairQueue.next()
      if (!slice) break
      const { accountId } = slice
      const begun = Math.min(slice.limit, places, work[accountId] ?? 0, items - order.length)
      work[accountId] = (work[accountId] ?? 0) - begun
      for (let i = 0; i < begun; i++) order.push(accountId)
      await slice.end(begun, work[accountId]! > 0)
    }
    return order
  }
  const count = (order: readonly string[], account: string) => order.filter((one) => one === account).length

  test('without work there is no slice', async () => {
    expect(await queue.fairQueue.next()).toBeUndefined()
  })

  test('an account is offered when its transaction commits, and not when it is rolled back', async () => {
    const failing = queue.store.write(async (tx) => {
      await queue.fairQueue.offer(tx, 'a', 1)
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await queue.fairQueue.next()).toBeUndefined()
    await offer('a')
    const slice = await queue.fairQueue.next()
    expect(slice?.accountId).toBe('a')
    await slice?.end(0, false)
  })

  test('offering an account again gives it no further turn', async () => {
    for (let i = 0; i < 5; i++) await offer('a')
    const slice = await queue.fairQueue.next()
    expect(await queue.fairQueue.next()).toBeUndefined()
    await slice?.end(1, false)
    expect(await queue.fairQueue.next()).toBeUndefined()
  })

  test('an account that is offered while its slice is out stays, though the turn found nothing more', async () => {
    await offer('a')
    const slice = await queue.fairQueue.next()
    await offer('a')
    await slice?.end(1, false)
    const again = await queue.fairQueue.next()
    expect(again?.accountId).toBe('a')
    await again?.end(0, false)
  })

  test('accounts of one weight are served in turn, whoever has more to do', async () => {
    await offer('many')
    await offer('few')
    const order = await serve({ many: 1000, few: 10 }, 20)
    expect(count(order, 'few')).toBe(10)
  })

  test('accounts are served as often as their weights say, one place at a time and many', async () => {
    for (const places of [1, 3, 28]) {
      await offer('free', 1)
      await offer('enterprise', 8)
      const order = await serve({ free: 1000, enterprise: 1000 }, 900, places)
      expect(count(order, 'free')).toBeGreaterThanOrEqual(95)
      expect(count(order, 'free')).toBeLessThanOrEqual(105)
      for (let slice = await queue.fairQueue.next(); slice; slice = await queue.fairQueue.next())
        await slice.end(0, false)
    }
  })

  test('weights hold also where the slices of all accounts are out at once', async () => {
    await offer('starter', 2)
    await offer('pro', 4)
    const begun: Record<string, number> = { starter: 0, pro: 0 }
    for (let round = 0; round < 50; round++) {
      let places = 28
      const slices = []
      for (let slice = await queue.fairQueue.next(); slice; slice = await queue.fairQueue.next()) slices.push(slice)
      for (const slice of slices) {
        const items = Math.min(slice.limit, places)
        places -= items
        // What is out alone may take all; here nobody is.
        begun[slice.accountId]! += items
        await slice.end(items, true)
      }
    }
    expect(begun.pro! / begun.starter!).toBeGreaterThan(1.8)
    expect(begun.pro! / begun.starter!).toBeLessThan(2.2)
  })

  test('who comes late is served soon, and does not get what it missed', async () => {
    await offer('early')
    await serve({ early: 1000 }, 500)
    await offer('late')
    const order = await serve({ early: 1000, late: 1000 }, 100)
    expect(order.slice(0, 3)).toContain('late')
    expect(count(order, 'late')).toBeGreaterThanOrEqual(45)
    expect(count(order, 'late')).toBeLessThanOrEqual(55)
  })

  test('leaving and coming back gains nothing', async () => {
    await offer('steady')
    let gained = 0
    for (let i = 0; i < 100; i++) {
      await offer('hopping')
      const slice = await queue.fairQueue.next()
      if (slice?.accountId === 'hopping') gained++
      await slice?.end(1, slice.accountId === 'steady')
    }
    expect(gained).toBeLessThanOrEqual(55)
    expect(gained).toBeGreaterThanOrEqual(45)
  })

  test('of a thousand accounts each gets its turn', async () => {
    const accounts = Array.from({ length: 1000 }, (_, i) => `account ${i}`)
    await queue.store.write(async (tx) => {
      for (const account of accounts) await queue.fairQueue.offer(tx, account, 1)
    })
    const order = await serve(Object.fromEntries(accounts.map((account) => [account, 2])), 1000)
    expect(new Set(order).size).toBe(1000)
  })

  test('who watches is told of an offer', async () => {
    let told = 0
    const stop = queue.fairQueue.watch(() => told++)
    await offer('a')
    for (let i = 0; i < 200 && told === 0; i++) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(told).toBeGreaterThan(0)
    stop()
  })
}
