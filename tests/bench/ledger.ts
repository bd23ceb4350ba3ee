/**
 * Measures how many ledger operations are completed per second, each on disk before it is acknowledged, with enough
 * concurrency for the writer to group them. Goal P1 depends on `charge`: a response from the cache.
 * Usage: bun tests/bench/ledger.ts
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAudit } from '../../core/audit/audit.ts'
import { createAccounts } from '../../core/auth/create-accounts.ts'
import { systemClock } from '../../core/clock.ts'
import { createCredits } from '../../core/credits/ledger.ts'
import { CORE, coreMigrations } from '../../core/host/core-migrations.ts'
import { createLog } from '../../core/log.ts'
import { defaultPlans } from '../../core/plans/plans.ts'
import { openStore } from '../../core/store/index.ts'

const ROUNDS = 5
const MOVES = 2_000

const dataDir = await mkdtemp(join(tmpdir(), 'weir-bench-'))
const log = createLog('text')
const store = await openStore({ dataDir, log })
await store.migrate(CORE, coreMigrations)
const credits = await createCredits({ store, log })
const sessionKey = crypto.getRandomValues(new Uint8Array(32))
const audit = createAudit({ store, clock: systemClock })
const parts = { store, credits, plans: defaultPlans, log, audit, sessionKey, permissions: [] }
const { accounts } = await createAccounts(parts)
const { id } = await accounts.users.add({ email: 'bench@accounts.example', plan: 'enterprise' })
const use = { endpoint: 'scrape', pages: 1 }

let moved = 0
const moves: Record<string, () => Promise<void>> = {
  charge: () => credits.charge(id, 1, use),
  'hold and capture': async () => {
    await using hold = await credits.hold(id, 2, { expiresIn: 60_000 })
    await hold.capture(1, use)
  },
  "item of a job's hold": async () => {
    await store.write((tx) => credits.within(tx).charge(id, 'job_bench', `job_bench:${moved++}`, 1, use))
  },
}
await store.write((tx) => credits.within(tx).hold(id, 'job_bench', 100_000_000))

/** Operations per second with a number of workers. */
async function measure(move: () => Promise<void>, workers: number) {
  let left = workers === 1 ? MOVES / 10 : MOVES
  const count = left
  const started = performance.now()
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (left-- > 0) await move()
    }),
  )
  return (count / (performance.now() - started)) * 1000
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!

for (const [name, move] of Object.entries(moves)) {
  for (const workers of [1, 32]) {
    const rates: number[] = []
    for (let round = 0; round < ROUNDS; round++) rates.push(await measure(move, workers))
    console.log(
      `${name.padEnd(24)}${String(workers).padStart(3)} at once ${String(Math.round(median(rates))).padStart(8)} a second`,
    )
  }
}
await accounts.close()
await credits.close()
await store.close()
await rm(dataDir, { recursive: true, force: true })
