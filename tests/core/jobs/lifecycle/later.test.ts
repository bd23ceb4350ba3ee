import { expect, test } from 'bun:test'
import { ApiError, defineJob, t } from 'weirjs'
import { medium, openJobs } from '../open-jobs.ts'

interface Seen {
  began: string[]
  ended: string[]
  /** What the slow items wait for, instead of a fixed time. */
  goOn?: Promise<void>
}

/**
 * Items `0`, `01`, `012` …: each adds two of the next level, which are `later`; one of them takes longer than the
 * others.
 */
const levels = (seen: Seen, depth: number, host?: (name: string) => string) =>
  defineJob({
    name: 'test.levels',
    input: t.Object({ most: t.Integer() }),
    item: t.Object({ name: t.String() }),
    seed: () => [{ key: '0', value: { name: '0' }, host: host?.('0') }],
    limit: ({ most }) => most,
    parallel: () => 4,
    async run({ item: { name }, attempt }) {
      seen.began.push(name)
      if (name.endsWith('1')) await (seen.goOn ?? Bun.sleep(60))
      if (name === '02' && attempt === 1) throw new ApiError('scraping_failed', 'Once more', {}, { retryAfter: 0.05 })
      seen.ended.push(name)
      const next = name.length > depth ? [] : ['1', '2'].map((digit) => name + digit)
      return {
        result: { name },
        millicredits: 0,
        next: next.map((key) => ({ key, value: { name: key }, host: host?.(key), deferred: true })),
      }
    },
  })

/** Whether no item of a level began before all items of the level above had ended. */
const isInOrder = ({ ended }: Seen) => ended.every((name, i) => i === 0 || name.length >= ended[i - 1]!.length)

for (const [how, host] of [
  ['without hosts', undefined],
  ['on two hosts', (name: string) => `${name.at(-1)}.test`],
] as const)
  test(`later items begin when the others have ended, retried or not, ${how}`, async () => {
    const seen: Seen = { began: [], ended: [] }
    const kind = levels(seen, 3, host)
    await using world = await openJobs([kind])
    const user = await world.addUser()
    const job = await world.jobs.start(kind, user, { most: 100 }, { ...medium, millicredits: 0 })
    const { status, completed, total } = await world.ended(job)
    expect([status, completed, total]).toEqual(['completed', 15, 15])
    expect(isInOrder(seen)).toBe(true)
  })

test('a limit ends the job even though later items are left', async () => {
  const seen: Seen = { began: [], ended: [] }
  const kind = levels(seen, 3)
  await using world = await openJobs([kind])
  const user = await world.addUser()
  const job = await world.jobs.start(kind, user, { most: 5 }, { ...medium, millicredits: 0 })
  const { status, completed } = await world.ended(job)
  expect([status, completed, seen.ended.filter((name) => name.length <= 2).length]).toEqual(['completed', 5, 3])
})

test('cancelling a job ends its later items too', async () => {
  const goOn = Promise.withResolvers<void>()
  const seen: Seen = { began: [], ended: [], goOn: goOn.promise }
  const kind = levels(seen, 3)
  await using world = await openJobs([kind])
  const user = await world.addUser()
  const job = await world.jobs.start(kind, user, { most: 100 }, { ...medium, millicredits: 0 })
  while (!seen.began.includes('01')) await Bun.sleep(2)
  await world.jobs.cancel(user.id, job.id)
  goOn.resolve()
  const { status, cancelled } = await world.ended(job)
  expect([status, cancelled > 0]).toEqual(['cancelled', true])
  await Bun.sleep(150)
  expect(seen.began.some((name) => name.length > 2)).toBe(false)
})

test('later items are still there after a restart', async () => {
  const seen: Seen = { began: [], ended: [] }
  const kind = levels(seen, 3)
  const first = await openJobs([kind])
  const user = await first.addUser()
  const job = await first.jobs.start(kind, user, { most: 100 }, { ...medium, millicredits: 0 })
  while (!seen.began.includes('01')) await Bun.sleep(2)
  await first.stopAll()
  await using world = await openJobs([kind], { dataDir: first.dataDir })
  const { status, completed } = await world.ended(job)
  expect([status, completed, isInOrder(seen)]).toEqual(['completed', 15, true])
})
