/** Loaded before the tests of a run: their process must have no children when they have ended. */
import { afterAll } from 'bun:test'
import { closeBrowsers } from './browsers.ts'
import { GRACE, leftChildren } from './left-processes.ts'
import { closePostgres, serverAddress } from './postgres.ts'
import { isSqlite } from './store.ts'

// Processes started by a test before it opens a store of its own find the same server.
if (!isSqlite) await serverAddress()

afterAll(async () => {
  await closeBrowsers()
  await closePostgres()
  const left = await leftChildren()
  if (left.length > 0) throw new Error(`The tests have left processes:\n${left.join('\n')}`)
}, 2 * GRACE)
