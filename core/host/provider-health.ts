import { memoizeFor } from '../concurrency/memoize-for.ts'
import type { Ready } from '../contracts/engine.ts'

/** Milliseconds that a provider may take to say how it is, and for which its answer holds: anybody may ask. */
const PATIENCE = 3000
const HOLDS = 10_000

const REMEDY = 'See the settings of its plugin, and the log'

/**
 * Asks a provider how it is: never for longer than some seconds, never more often than every ten. It never throws.
 */
export const watchHealth = (ask: () => Ready | Promise<Ready>): (() => Promise<Ready>) =>
  memoizeFor(HOLDS, () => askInTime(ask, { patience: PATIENCE, remedy: REMEDY }))

/** What `ask` gives, where that says it in full. Never throws, and takes no longer than `patience` milliseconds. */
export async function askInTime(
  ask: () => Ready | Promise<Ready>,
  { patience, remedy }: { patience: number; remedy: string },
): Promise<Ready> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`it did not answer within ${patience / 1000} s`)), patience)
  try {
    return whole(await Promise.race([ask(), late.promise]))
  } catch (error) {
    return { ready: false, reason: error instanceof Error ? error.message : String(error), remedy }
  } finally {
    clearTimeout(timer)
  }
}

/** The author of a plugin or an engine may not have looked at the types. */
function whole(state: Ready): Ready {
  if (state?.ready === true) return state
  if (state?.ready === false && typeof state.reason === 'string' && typeof state.remedy === 'string') return state
  throw new Error('it says neither that it is ready nor a reason and a remedy')
}
