/** Loaded before the tests of a run: their process has no children when they have ended. */
import { afterAll } from 'bun:test'
import { GRACE, leftChildren } from './left-processes.ts'

afterAll(async () => {
  const left = await leftChildren()
  if (left.length > 0) throw new Error(`The tests have left processes:\n${left.join('\n')}`)
}, 2 * GRACE)
