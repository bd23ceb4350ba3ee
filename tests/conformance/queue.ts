import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import type { FairQueue, Store } from 'weirjs'

/** An implementation of FairQueue to be tested. */
export interface FairQueueUnderTest {
  /** Opens an empty queue, and the store in whose transactions accounts are offered. */
  open(): Promise<{ store: Store; fairQueue: FairQueue; close(): Promise<void> }>
}

/** Milliseconds for one test. The queue may be in another process on a busy machine. */
const LIMIT = 25_000

/** Tests that every implementation of FairQueue must pass. Call this in its test file. */
export function fairQueueConformance({ open }: FairQueueUnderTest) {
  setDefaultTimeout(LIMIT)
  let queue: Awaited<ReturnType<typeof open>>
  beforeEach(async () => {
    queue = await open()
  })
  afterEach(() => queue.close())

  const offer = (account: string, weight = 1) =>
    queue.store.write((tx) => queue.fairQueue.offer(tx, account, weight), { durable: false })

  const take = (places = 1, except: string[] = []) => queue.fairQueue.take({ places, except: new Set(except) })
  const takeOne = async () => (await take())[0]
  /** Removes all accounts from the queue. */
  async function clear() {
    for (let slices = await take(28); slices.length > 0; slices = await take(28))
      for (const slice of slices) await slice.end(0, false)
  }

  /** Takes slices until there are none or `items` have begun. `work`: the items that each account has to begin. */
  async function serve(work: Record<string, number>, items: number, places = 1) {
    const order: string[] = []
    while (order.length < items) {
      const slices = await take(places)
      if (slices.length === 0) break
      let free = places
      const ends: Promise<void>[] = []
      for (const slice of slices) {
        const { accountId } = slice
        const begun = Math.min(slice.limit, free, work[accountId] ?? 0, items - order.length)
        free -= begun
        work[accountId] = (work[accountId] ?? 0) - begun
        for (let i = 0; i < begun; i++) order.push(accountId)
        ends.push(slice.end(begun, work[accountId]! > 0))
      }
      await Promise.all(ends)
    }
    return order
  }
  const count = (order: readonly string[], account: string) => order.filter((one) => one === account).length

  test('gives no slice if there is no work', async () => {
    expect(await take()).toEqual([])
  })

  test('offers an account when the transaction commits, and not when it is rolled back', async () => {
    const failing = queue.store.write(async (tx) => {
      await queue.fairQueue.offer(tx, 'a', 1)
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await take()).toEqual([])
    await offer('a')
    const slice = await takeOne()
    expect(slice?.accountId).toBe('a')
    await slice?.end(0, false)
  })

  test('gives an account that is offered twice only one turn', async () => {
    for (let i = 0; i < 5; i++) await offer('a')
    const slice = await takeOne()
    expect(await take()).toEqual([])
    await slice?.end(1, false)
    expect(await take()).toEqual([])
  })

  test('keeps an account that was offered during its turn, even if the turn ended without more work', async () => {
    await offer('a')
    const slice = await takeOne()
    await offer('a')
    await slice?.end(1, false)
    const again = await takeOne()
    expect(again?.accountId).toBe('a')
    await again?.end(0, false)
  })

  test('never loses an account whose turn ends while it is offered again', async () => {
    let turns = 0
    for (let i = 0; i < 15; i++) {
      await offer('a')
      const slices = await take()
      await Promise.all([offer('a'), ...slices.map((slice) => slice.end(1, false))])
      // Whichever came first, the offer was made after the turn had begun, so it must give another turn.
      const again = await takeOne()
      if (again) turns++
      await again?.end(0, false)
    }
    expect(turns).toBe(15)
  })

  test('lets an excluded account keep its turn while the others have theirs', async () => {
    await offer('full')
    await offer('other')
    const others = await take(28, ['full'])
    expect(others.map(({ accountId }) => accountId)).toEqual(['other'])
    await others[0]!.end(1, false)
    expect(await take(28, ['full'])).toEqual([])
    expect((await takeOne())?.accountId).toBe('full')
  })

  test('lets a single account use all places', async () => {
    await offer('a')
    const [slice] = await take(28)
    expect(slice!.limit).toBeGreaterThanOrEqual(28)
    await slice!.end(28, true)
    expect((await take(28)).map(({ accountId }) => accountId)).toEqual(['a'])
  })

  test('serves accounts of equal weight in turn, however much work each has', async () => {
    await offer('many')
    await offer('few')
    const order = await serve({ many: 1000, few: 10 }, 20)
    expect(count(order, 'few')).toBe(10)
  })

  test('serves accounts in proportion to their weights, with one place and with many', async () => {
    // The more slices are taken at once, the less exact the order is.
    for (const [places, turns, play] of [
      [1, 20, 0.1],
      [3, 60, 0.1],
      [28, 100, 0.4],
    ] as const) {
      await offer('free', 1)
      await offer('enterprise', 8)
      const order = await serve({ free: 1000, enterprise: 1000 }, turns * 9, places)
      expect(count(order, 'free')).toBeGreaterThanOrEqual(turns * (1 - play))
      expect(count(order, 'free')).toBeLessThanOrEqual(turns * (1 + play))
      await clear()
    }
  })

  test('applies weights even if the slices of all accounts are taken at once', async () => {
    await offer('starter', 2)
    await offer('pro', 4)
    const begun: Record<string, number> = { starter: 0, pro: 0 }
    for (let round = 0; round < 20; round++) {
      let places = 28
      for (const slice of await take(places)) {
        const items = Math.min(slice.limit, places)
        places -= items
        // An account that is alone may use all places, but here none is.
        begun[slice.accountId]! += items
        await slice.end(items, true)
      }
    }
    expect(begun.pro! / begun.starter!).toBeGreaterThan(1.8)
    expect(begun.pro! / begun.starter!).toBeLessThan(2.2)
  })

  test('serves a late account soon, without making up for what it missed', async () => {
    await offer('early')
    await serve({ early: 1000 }, 20)
    await offer('late')
    const order = await serve({ early: 1000, late: 1000 }, 40)
    expect(order.slice(0, 3)).toContain('late')
    expect(count(order, 'late')).toBeGreaterThanOrEqual(18)
    expect(count(order, 'late')).toBeLessThanOrEqual(22)
  })

  test('lets an account share from the moment when another comes, without paying for what it had before', async () => {
    await offer('early')
    const [slice] = await take(28)
    await slice!.end(28, true)
    await offer('late')
    const order = await serve({ early: 1000, late: 1000 }, 20)
    expect(count(order, 'early')).toBeGreaterThanOrEqual(8)
  })

  test('gives no advantage to an account that leaves and comes back', async () => {
    await offer('steady')
    let gained = 0
    for (let i = 0; i < 40; i++) {
      await offer('hopping')
      const slice = await takeOne()
      if (slice?.accountId === 'hopping') gained++
      await slice?.end(1, slice.accountId === 'steady')
    }
    expect(gained).toBeLessThanOrEqual(22)
    expect(gained).toBeGreaterThanOrEqual(18)
  })

  test('gives each of hundreds of accounts its turn', async () => {
    const accounts = Array.from({ length: 300 }, (_, i) => `account ${i}`)
    await queue.store.write(async (tx) => {
      for (const account of accounts) await queue.fairQueue.offer(tx, account, 1)
    })
    const order = await serve(Object.fromEntries(accounts.map((account) => [account, 1])), 300, 64)
    expect(new Set(order).size).toBe(300)
  })

  test('notifies watchers of an offer', async () => {
    let told = 0
    const stop = queue.fairQueue.watch(() => told++)
    await offer('a')
    for (let i = 0; i < 200 && told === 0; i++) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(told).toBeGreaterThan(0)
    stop()
  })
}
