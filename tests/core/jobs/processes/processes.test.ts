import { beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineJob, t } from 'weirjs'
import { createDatabase } from '../../../postgres.ts'
import { behaviour, PRICE, poisonJob, startOptions } from '../lifecycle/crashes/poison-job.ts'
import { medium, openJobs } from '../open-jobs.ts'
import { openProcess } from './open-process.ts'

setDefaultTimeout(60_000)

let databaseUrl: string
let folder: string
let machines = 0
const machine = () => mkdtempSync(join(folder, `machine-${++machines}-`))
beforeEach(async () => {
  databaseUrl = await createDatabase()
  folder = mkdtempSync(join(tmpdir(), 'weir-processes-'))
  return () => rmSync(folder, { recursive: true, force: true })
})

/** Runs a process of a machine until the number kills it. */
async function dieOf(poison: number, dataDir: string) {
  const child = join(import.meta.dir, 'poison-process.ts')
  const dying = Bun.spawn([process.execPath, child, databaseUrl, dataDir, `${poison}`], { stdout: 'inherit' })
  await dying.exited
  expect(dying.signalCode).toBe('SIGKILL')
}

test('an item that kills a process on each of two machines fails, costs nothing, and the others complete', async () => {
  const [first, second] = [machine(), machine()]
  await using world = await openJobs([poisonJob], { databaseUrl, works: false })
  const user = await world.addUser()
  const numbers = [0, 1, 2, 3, 4, 5, 6, 7]
  const job = await world.jobs.start(poisonJob, user, { numbers }, startOptions(numbers.length))
  await dieOf(0, first)
  // Reports what was under way there when it crashed, and begins nothing itself.
  const recovered = await openProcess([poisonJob], { databaseUrl, dataDir: first, concurrency: 0, crashed: true })
  await recovered.stopAll()
  await dieOf(0, second)
  behaviour.run = async () => {}
  const last = await openProcess([poisonJob], { databaseUrl, dataDir: second, crashed: true })
  try {
    expect(await world.ended(job)).toMatchObject({ status: 'completed', completed: 7, failed: 1, used: 7 * PRICE })
    const crashed = { number: 0, code: 'internal_error', reason: 'crashed' }
    expect(await world.results(job)).toEqual([crashed, ...numbers.slice(1).map((number) => ({ number }))])
    expect(await world.credits.balance(user.id)).toMatchObject({ used: 7 * PRICE, held: 0 })
  } finally {
    await last.stopAll()
  }
})

test('a task that a job runs once runs once, even if items on two processes ask for it at the same time', async () => {
  const PLACES = 2
  const begun = new Map<string, number>()
  const everywhere = Promise.withResolvers<void>()
  let made = 0
  const kindOf = (name: string) =>
    defineJob({
      name: 'test.once',
      input: t.Object({}),
      item: t.Object({ number: t.Integer() }),
      seed: () => Array.from({ length: 2 * PLACES }, (_, number) => ({ key: `${number}`, value: { number } })),
      parallel: () => 2 * PLACES,
      async run({ once }) {
        begun.set(name, (begun.get(name) ?? 0) + 1)
        if ([...begun.values()].reduce((sum, items) => sum + items) === 2 * PLACES) everywhere.resolve()
        await everywhere.promise
        const result = await once('key', async () => {
          await Bun.sleep(100)
          return `made by ${name}, ${++made}`
        })
        return { result, millicredits: 0 }
      },
    })
  const kind = kindOf('one')
  await using one = await openProcess([kind], { databaseUrl, dataDir: machine(), concurrency: PLACES })
  await using _ = await openProcess([kindOf('other')], { databaseUrl, dataDir: machine(), concurrency: PLACES })
  const user = await one.addUser()
  const job = await one.jobs.start(kind, user, {}, { millicredits: 0, ...medium })
  expect(await one.ended(job)).toMatchObject({ status: 'completed', completed: 2 * PLACES })
  expect([...begun.values()]).toEqual([PLACES, PLACES])
  const results = await one.results(job)
  expect(new Set(results).size).toBe(1)
  expect(made).toBe(1)
})

test('the work of an account that one process suspends ends on another process, at no cost', async () => {
  const ITEMS = 6
  const PLACES = 2
  let running = 0
  const begun = Promise.withResolvers<void>()
  let aborted = 0
  const endless = defineJob({
    name: 'test.endless',
    input: t.Object({}),
    item: t.Object({ number: t.Integer() }),
    seed: () => Array.from({ length: ITEMS }, (_, number) => ({ key: `${number}`, value: { number } })),
    parallel: () => ITEMS,
    async run({ signal }) {
      if (++running === PLACES) begun.resolve()
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      aborted++
      throw signal.reason
    },
  })
  await using asking = await openJobs([endless], { databaseUrl, works: false })
  await using _ = await openProcess([endless], { databaseUrl, dataDir: machine(), concurrency: PLACES })
  const user = await asking.addUser()
  const job = await asking.jobs.start(endless, user, {}, { millicredits: ITEMS * 1000, ...medium })
  await begun.promise
  await asking.accounts.users.update(user.id, { status: 'suspended' })
  expect(await asking.ended(job)).toMatchObject({ status: 'cancelled', completed: 0, cancelled: ITEMS })
  expect([running, aborted]).toEqual([PLACES, PLACES])
  expect(await asking.credits.balance(user.id)).toMatchObject({ used: 0, held: 0 })
})
