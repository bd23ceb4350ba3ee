import { describe, expect, test } from 'bun:test'
import { defineJob, type NewItem, t } from 'weirjs'
import { isSqlite } from '../../../store.ts'
import { medium, openJobs, until } from '../open-jobs.ts'

interface Span {
  name: string
  account: string
  host: string
  from: number
  to: number
}

/** Items that take some milliseconds, and record when. */
function timed(
  spans: Span[],
  more: { parallel?: number; spacing?: number; name?: string; maxConcurrentJobs?: number } = {},
) {
  return defineJob({
    name: `test.${more.name ?? 'timed'}`,
    input: t.Object({ names: t.Array(t.String()), hosts: t.Array(t.String()), ms: t.Number(), notBefore: t.Number() }),
    item: t.Object({ name: t.String(), host: t.String() }),
    seed: ({ names, hosts, notBefore }) =>
      names.map((name, i): NewItem<{ name: string; host: string }> => {
        const host = hosts[i % hosts.length]
        return { key: name, value: { name, host: host ?? '' }, host, notBefore: notBefore || undefined }
      }),
    parallel: () => more.parallel ?? 10,
    spacing: () => more.spacing ?? 0,
    ...(more.maxConcurrentJobs === undefined ? {} : { maxConcurrentJobs: () => more.maxConcurrentJobs! }),
    async run({ item: { name, host }, input: { ms }, account, signal }) {
      const span = { name, account: account.id, host, from: performance.now(), to: Number.POSITIVE_INFINITY }
      spans.push(span)
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, ms)
        signal.addEventListener('abort', () => {
          clearTimeout(timer)
          resolve(undefined)
        })
      })
      signal.throwIfAborted()
      span.to = performance.now()
      return { result: name, millicredits: 0 }
    },
  })
}

const names = (count: number, prefix = '') => Array.from({ length: count }, (_, i) => `${prefix}${i}`)
const input = (count: number, ms: number, more: { hosts?: string[]; notBefore?: number; prefix?: string } = {}) => ({
  names: names(count, more.prefix),
  hosts: more.hosts ?? [],
  ms,
  notBefore: more.notBefore ?? 0,
})
/** The most spans that overlap. */
const mostAtOnce = (spans: readonly Span[]) =>
  Math.max(...spans.map(({ from }) => spans.filter((other) => other.from <= from && other.to > from).length))
const free = { millicredits: 0, ...medium }
/** How many items a share may be off by where accounts take turns of several items. */
const SLICES = isSqlite ? 0 : 16

describe('a job', () => {
  test('has no more items under way than it may', async () => {
    const spans: Span[] = []
    const job = timed(spans, { parallel: 3 })
    await using world = await openJobs([job], { concurrency: 32 })
    const user = await world.addUser()
    await world.ended(await world.jobs.start(job, user, input(12, 15), free))
    expect(mostAtOnce(spans)).toBe(3)
  })

  test('keeps its items apart by its spacing', async () => {
    const spans: Span[] = []
    const job = timed(spans, { spacing: 60 })
    await using world = await openJobs([job])
    const user = await world.addUser()
    await world.ended(await world.jobs.start(job, user, input(4, 1), free))
    expect(spans).toHaveLength(4)
    // The times of claims are kept apart; on Postgres an item may begin a little later than it was claimed.
    const gaps = spans.slice(1).map(({ from }, i) => from - spans[i]!.from)
    if (isSqlite) for (const gap of gaps) expect(gap).toBeGreaterThan(50)
    expect(spans[3]!.from - spans[0]!.from).toBeGreaterThan(3 * 60 - 30)
  })

  test('is neither delayed nor hurried when the clock is set', async () => {
    for (const jump of [-3_600_000, 3_600_000]) {
      const spans: Span[] = []
      const job = timed(spans, { spacing: 60 })
      let ahead = 0
      const clock = { now: () => Date.now() + ahead, set() {}, pass() {} }
      await using world = await openJobs([job], { clock })
      const user = await world.addUser()
      const started = await world.jobs.start(job, user, input(6, 1), free)
      await until('two items', () => spans.length === 2)
      ahead = jump
      expect(await world.ended(started, 3000)).toMatchObject({ status: 'completed', completed: 6 })
      expect(spans).toHaveLength(6)
    }
  })

  test('begins an item when its time has come, and not before', async () => {
    const spans: Span[] = []
    const job = timed(spans)
    await using world = await openJobs([job])
    const user = await world.addUser()
    const begun = performance.now()
    await world.ended(await world.jobs.start(job, user, input(1, 1, { notBefore: Date.now() + 150 }), free))
    expect(spans[0]!.from - begun).toBeGreaterThan(140)
  })

  test('begins at its own time, and holds its credits from then on', async () => {
    const job = timed([])
    await using world = await openJobs([job])
    const user = await world.addUser('enterprise', 5)
    const later = { millicredits: 4000, ...medium, runAt: Date.now() + 200 }
    const started = await world.jobs.start(job, user, input(1, 300), later)
    expect((await world.credits.balance(user.id)).held).toBe(0)
    await until('the hold', async () => (await world.credits.balance(user.id)).held === 4000)
    expect(await world.ended(started)).toMatchObject({ status: 'completed', completed: 1 })
  })

  test('that lacks the credits when it falls due fails, and does nothing', async () => {
    const spans: Span[] = []
    const job = timed(spans)
    await using world = await openJobs([job])
    const user = await world.addUser('enterprise', 5)
    const later = { millicredits: 4000, ...medium, runAt: Date.now() + 100 }
    const started = await world.jobs.start(job, user, input(2, 1), later)
    await world.credits.charge(user.id, 2000, { endpoint: 'test' })
    const ended = await world.ended(started)
    expect([ended.status, ended.error?.code, ended.failed]).toEqual(['failed', 'insufficient_credits', 2])
    expect(spans).toEqual([])
    expect((await world.credits.balance(user.id)).used).toBe(2000)
  })

  test('of a kind that the plan limits is refused while the account has that many', async () => {
    const job = timed([], { maxConcurrentJobs: 2 })
    await using world = await openJobs([job])
    const user = await world.addUser()
    const [first] = [await world.jobs.start(job, user, input(1, 50), free)]
    await world.jobs.start(job, user, input(1, 50), free)
    const third = world.jobs.start(job, user, input(1, 50), free)
    await expect(third).rejects.toMatchObject({
      status: 429,
      code: 'rate_limited',
      details: { limit: 2, remaining: 0 },
    })
    await world.ended(first!)
    await world.jobs.start(job, user, input(1, 1), free)
  })

  test('is refused while another of its name is due or running; one that is to run later does not count', async () => {
    const spans: Span[] = []
    const job = timed(spans)
    await using world = await openJobs([job])
    const user = await world.addUser()
    const named = { ...free, exclusive: 'mon_1' }
    const later = await world.jobs.start(job, user, input(1, 20), { ...named, runAt: Date.now() + 800 })
    const running = await world.jobs.start(job, user, input(1, 1500), named)
    await expect(world.jobs.start(job, user, input(1, 1), named)).rejects.toMatchObject({
      status: 409,
      code: 'conflict',
    })
    await world.jobs.start(job, user, input(1, 1, { prefix: 'other ' }), { ...free, exclusive: 'mon_2' })
    await Promise.all([world.ended(running), world.ended(later)])
    // The one that fell due meanwhile has waited for the other.
    const named1 = spans.filter(({ name }) => !name.startsWith('other'))
    expect(mostAtOnce(named1)).toBe(1)
    expect(named1).toHaveLength(2)
  })
})

describe('a host', () => {
  const hosts = ['a.example', 'b.example', 'c.example']
  const perHost = (spans: readonly Span[]) =>
    hosts.map((host) => mostAtOnce(spans.filter((span) => span.host === host)))

  test('has one item at a time, over all jobs and accounts, and all hosts run side by side', async () => {
    const spans: Span[] = []
    const job = timed(spans)
    await using world = await openJobs([job], { concurrency: 32 })
    const users = [await world.addUser(), await world.addUser()]
    const started = [
      await world.jobs.start(job, users[0]!, input(9, 20, { hosts }), free),
      await world.jobs.start(job, users[0]!, input(9, 20, { hosts }), free),
      await world.jobs.start(job, users[1]!, input(9, 20, { hosts }), free),
    ]
    await Promise.all(started.map((one) => world.ended(one)))
    expect(perHost(spans)).toEqual([1, 1, 1])
    expect(mostAtOnce(spans)).toBe(3)
    expect(spans).toHaveLength(27)
  })

  test('may be given more items at once, and a pause between them', async () => {
    const spans: Span[] = []
    const job = timed(spans)
    await using world = await openJobs([job], { concurrency: 32 })
    const user = await world.addUser()
    await world.jobs.setHostPolicy('a.example', { parallel: 3 })
    await world.jobs.setHostPolicy('b.example', { gap: 50 })
    const begun = performance.now()
    await world.ended(await world.jobs.start(job, user, input(16, 20, { hosts: hosts.slice(0, 2) }), free))
    const of = (host: string) => spans.filter((span) => span.host === host)
    expect(mostAtOnce(of('a.example'))).toBe(3)
    // Measured from the first one: each may itself start late, and then be nearer to the next.
    for (const [i, { from }] of of('b.example').entries()) expect(from - begun).toBeGreaterThan(50 * i - 10)
  })

  test('that asked for a pause is not asked before its end, and others are', async () => {
    const spans: Span[] = []
    const job = timed(spans)
    await using world = await openJobs([job])
    const user = await world.addUser()
    const begun = performance.now()
    // Long enough for a busy machine to begin the others.
    await world.jobs.setHostPolicy('a.example', { notBefore: Date.now() + 2_000 })
    await world.ended(await world.jobs.start(job, user, input(6, 1, { hosts }), free))
    const first = (host: string) => spans.findIndex((span) => span.host === host)
    expect(spans[first('a.example')]!.from - begun).toBeGreaterThan(1_990)
    expect(first('b.example')).toBeLessThan(first('a.example'))
    if (isSqlite) expect(first('b.example')).toBe(0)
  })
})

describe('work is shared', () => {
  const order = async (spans: Span[], count: number) => {
    await until(`${count} items`, () => spans.length >= count)
    return spans.slice(0, count)
  }

  test('within an account by priority, then by age', async () => {
    const spans: Span[] = []
    const job = timed(spans, { parallel: 1 })
    await using world = await openJobs([job], { concurrency: 1, works: false })
    const user = await world.addUser()
    for (const priority of ['low', 'high', 'medium', 'high'] as const)
      await world.jobs.start(job, user, input(3, 1, { prefix: `${priority} ` }), { millicredits: 0, priority })
    await world.start()
    const done = (await order(spans, 12)).map(({ name }) => name.split(' ')[0])
    expect(done).toEqual([...Array(6).fill('high'), ...Array(3).fill('medium'), ...Array(3).fill('low')])
  })

  test('between accounts in turn: ten items do not wait behind a thousand', async () => {
    const spans: Span[] = []
    const job = timed(spans)
    await using world = await openJobs([job], { concurrency: 4 })
    const [many, few] = [await world.addUser(), await world.addUser()]
    await world.jobs.start(job, many, input(1000, 4), free)
    await until('the first', () => spans.length > 20)
    const begun = spans.length
    const started = await world.jobs.start(job, few, input(10, 4), free)
    await world.ended(started)
    const meanwhile = spans.slice(begun).filter(({ account }) => account === many.id).length
    expect(meanwhile).toBeLessThan(40 + SLICES)
    expect(meanwhile).toBeGreaterThan(2)
  })

  test('between accounts by the weights of their plans', async () => {
    const spans: Span[] = []
    const job = timed(spans)
    await using world = await openJobs([job], { concurrency: 4, works: false })
    const [small, large] = [await world.addUser('free'), await world.addUser('enterprise')]
    for (const user of [small, large]) await world.jobs.start(job, user, input(200, 3), free)
    await world.start()
    const done = await order(spans, 90)
    const share = done.filter(({ account }) => account === small.id).length
    expect(share).toBeGreaterThanOrEqual(7)
    expect(share).toBeLessThanOrEqual(14 + SLICES)
  })

  test('with places left free for a new account while one account is alone', async () => {
    const spans: Span[] = []
    const job = timed(spans, { parallel: 100 })
    await using world = await openJobs([job], { concurrency: 16 })
    const [slow, quick] = [await world.addUser(), await world.addUser()]
    const long = await world.jobs.start(job, slow, input(100, 60_000), free)
    await until('14 items', () => spans.length === 14)
    await world.ended(await world.jobs.start(job, quick, input(2, 1), free))
    expect(spans.map(({ account, to }) => [account, to < Number.POSITIVE_INFINITY])).toEqual([
      ...Array(14).fill([slow.id, false]),
      ...Array(2).fill([quick.id, true]),
    ])
    await world.jobs.cancel(slow.id, long.id)
    await world.ended(long)
  })
})
