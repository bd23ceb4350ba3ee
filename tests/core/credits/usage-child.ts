/**
 * Charges two accounts until it is killed, in hours that pass quickly and are rolled up meanwhile, and writes one
 * byte to standard output for each acknowledged charge. Arguments: data directory, both accounts, time.
 */
import { writeSync } from 'node:fs'
import { createCredits } from '../../../core/credits/ledger.ts'
import { createUsage } from '../../../core/credits/usage.ts'
import { createLog } from '../../../core/log.ts'
import { openStore } from '../../store.ts'

const [dataDir = '', one = '', other = '', start = ''] = process.argv.slice(2)
let now = Number(start)
const clock = { now: () => now }
const log = createLog('text')
const store = await openStore({ dataDir, log })
const credits = await createCredits({ store, log, clock })
const usage = createUsage({ store, clock, log })

async function charge(account: string, endpoint: string) {
  for (;;) {
    await credits.charge(account, 500, { endpoint, pages: 1 })
    writeSync(1, '.')
    now += 7 * 60_000
  }
}
async function rollUp() {
  for (;;) {
    await usage.rollUp()
    await new Promise((resolve) => setImmediate(resolve))
  }
}
await Promise.all([charge(one, 'scrape'), charge(one, 'map'), charge(other, 'scrape'), rollUp()])
