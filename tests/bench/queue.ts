/**
 * Measures the queue on SQLite (goal P4): items are enqueued, claimed, run by an empty function, and completed with
 * result and charge in one transaction each. Usage: bun tests/bench/queue.ts [rounds] [items]
 */
import { defineJob, t } from 'weirjs'
import { openJobs } from '../core/jobs/open-jobs.ts'
import { median, table } from './figures.ts'

const rounds = Number(process.argv[2] ?? 5)
const items = Number(process.argv[3] ?? 10_000)
/** A result about like that of a page: a unique text and some more fields. */
const text = 'Some words of a page, and then some more of them. '.repeat(20)

const job = (name: string, result: (number: number) => unknown) =>
  defineJob({
    name: `test.${name}`,
    input: t.Object({ items: t.Integer() }),
    item: t.Object({ number: t.Integer() }),
    seed: ({ items }) => Array.from({ length: items }, (_, number) => ({ key: `${number}`, value: { number } })),
    parallel: () => 64,
    run: async ({ item: { number } }) => ({ result: result(number), millicredits: 1000, pages: 1 }),
  })
const small = job('small', (number) => ({ number }))
const page = job('page', (number) => ({ number, content: `${number} ${text}` }))
const large = job('large', (number) => ({ number, content: `${number} ${text.repeat(20)}` }))

await using world = await openJobs([small, page, large], { concurrency: 64 })
const user = await world.addUser('enterprise', 1e9)

const rows: (string | number)[][] = []
for (const [name, kind] of [
  ['result of 20 bytes', small],
  ['result of 1 KB', page],
  ['result of 20 KB', large],
] as const) {
  const accept: number[] = []
  const all: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const begun = performance.now()
    const started = await world.jobs.start(kind, user, { items }, { millicredits: items * 1000, priority: 'medium' })
    const accepted = performance.now()
    const { completed, used } = await world.ended(started, 120_000)
    if (completed !== items || used !== items * 1000) throw new Error(`${completed} items, ${used} charged`)
    // The first round is a warm-up.
    if (round === 0) continue
    accept.push((items / (accepted - begun)) * 1000)
    all.push((items / (performance.now() - begun)) * 1000)
  }
  rows.push([name, Math.round(median(accept)), Math.round(median(all))])
}
console.log(table([`${items} items, median of ${rounds}`, 'enqueued/s', 'through/s'], rows))
