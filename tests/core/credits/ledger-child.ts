/**
 * Charges and holds credits of one account until it is killed, and prints each acknowledged charge on standard
 * output. Arguments: data directory, account.
 */
import { writeSync } from 'node:fs'
import { createCredits } from '../../../core/credits/ledger.ts'
import { createLog } from '../../../core/log.ts'
import { openStore } from '../../store.ts'

const [dataDir = '', account = ''] = process.argv.slice(2)
const log = createLog('text')
const store = await openStore({ dataDir, log })
const credits = await createCredits({ store, log })
const run = crypto.randomUUID()
const random = (below: number) => Math.floor(Math.random() * below)
const use = { endpoint: 'scrape', pages: 1 }

async function worker(name: string) {
  for (let i = 0; ; i++) {
    const job = `job_${run}_${name}_${i}`
    await store.write((tx) => credits.within(tx).hold(account, job, 3_000))
    for (const item of [1, 2]) {
      const key = `${job}:${item}`
      const taken = await store.write((tx) => credits.within(tx).charge(account, job, key, 1_000, use))
      writeSync(1, `${key} ${taken}\n`)
    }
    if (random(2)) await store.write((tx) => credits.within(tx).release(account, job))
    const hold = await credits.hold(account, 2_000, { expiresIn: 60_000 })
    await hold.capture(random(3_000), use)
    await credits.charge(account, 500, use)
  }
}
await Promise.all(['a', 'b', 'c', 'd'].map(worker))
