/** Loaded before the tests. Makes sure that a test process has no children left at its end. */
import { afterAll } from 'bun:test'
import { closeBrowsers } from './browsers.ts'
import { GRACE, leftChildren } from './left-processes.ts'
import { closePostgres, serverAddress } from './postgres.ts'
import { isSqlite } from './store.ts'

// Started first, so that processes which a test starts before it opens a store use the same server.
if (!isSqlite) await serverAddress()

afterAll(async () => {
  await closeBrowsers()
  await closePostgres()
  const left = await leftChildren()
  if (left.length > 0) throw new Error(`The tests have left processes:\n${left.join('\n')}`)
}, 2 * GRACE)
