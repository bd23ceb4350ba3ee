import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { defineJob, t } from 'weirjs'
import { createDatabase } from '../../../postgres.ts'
import { medium, type OpenedJobs, openJobs } from '../open-jobs.ts'

const ITEMS = 20

let begun: number
let all: PromiseWithResolvers<void>
/** Items that all end at once; the end of one cannot be written if `poisoned` names it. */
const together = defineJob({
  name: 'test.together',
  input: t.Object({ poisoned: t.Optional(t.Integer()) }),
  item: t.Object({ number: t.Integer() }),
  seed: () => Array.from({ length: ITEMS }, (_, number) => ({ key: `${number}`, value: { number } })),
  parallel: () => ITEMS,
  async run({ input, item: { number } }) {
    if (++begun === ITEMS) all.resolve()
    await all.promise
    return {
      result: { number },
      millicredits: 1000,
      pages: 1,
      async also() {
        if (number === input.poisoned) throw new Error('This cannot be written')
      },
    }
  },
})

let world: OpenedJobs
beforeAll(async () => {
  world = await openJobs([together], { databaseUrl: await createDatabase(), concurrency: 2 * ITEMS })
})
afterAll(() => world[Symbol.asyncDispose]())

async function run(input: { poisoned?: number }) {
  begun = 0
  all = Promise.withResolvers()
  const user = await world.addUser()
  const started = await world.jobs.start(together, user, input, { millicredits: ITEMS * 1000, ...medium })
  const { completed, failed, used, events } = await world.ended(started)
  const numbers = (await world.results(started)).map(({ number }) => number)
  const { rows } = await sql<{ event: number; transaction: string; charged: number }>`
    select event, job_items.xmin::text as transaction, coalesce(-amount, 0) as charged
    from job_items left join ledger on ledger.key = ${started.id} || ':' || seq
    where job = (select n from jobs where id = ${started.id}) order by event`.execute(world.store.db())
  const { held } = await world.credits.balance(user.id)
  return { completed, failed, used, events, held, numbers, rows }
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i)

test('simultaneous ends of a job share transactions, each with its own result, charge and event', async () => {
  const { rows, numbers, ...counts } = await run({})
  expect(counts).toEqual({ completed: ITEMS, failed: 0, used: ITEMS * 1000, events: ITEMS + 1, held: 0 })
  expect(numbers).toEqual(upTo(ITEMS))
  expect(rows.map(({ event, charged }) => [event, charged])).toEqual(upTo(ITEMS).map((i) => [i + 1, 1000]))
  expect(new Set(rows.map(({ transaction }) => transaction)).size).toBeLessThan(ITEMS / 2)
})

test('an end that cannot be written fails alone, and costs nothing', async () => {
  const { rows, numbers, ...counts } = await run({ poisoned: 7 })
  expect(counts).toEqual({ completed: ITEMS - 1, failed: 1, used: (ITEMS - 1) * 1000, events: ITEMS + 1, held: 0 })
  expect(numbers).toEqual(upTo(ITEMS).filter((number) => number !== 7))
  expect(rows.map(({ event }) => event)).toEqual(upTo(ITEMS).map((i) => i + 1))
  expect(rows.filter(({ charged }) => charged === 0)).toHaveLength(1)
})
