import { memoizeFor } from '../concurrency/memoize-for.ts'
import type { Ready } from '../contracts/engine.ts'

/**
 * Milliseconds that a provider may take to report its health, and for which its answer is reused: anybody may ask.
 */
const PATIENCE = 3000
const HOLDS = 10_000

const REMEDY = 'See the settings of its plugin, and the log'

/** Asks a provider for its health, waiting a few seconds at most, and at most every ten seconds. Never throws. */
export const watchHealth = (ask: () => Ready | Promise<Ready>): (() => Promise<Ready>) =>
  memoizeFor(HOLDS, () => askInTime(ask, { patience: PATIENCE, remedy: REMEDY }))

/** The health that `ask` reports, if complete. Never throws, and waits at most `patience` milliseconds. */
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

/** The author of a plugin or an engine may not use the types. */
function whole(state: Ready): Ready {
  if (state?.ready === true) return state
  if (state?.ready === false && typeof state.reason === 'string' && typeof state.remedy === 'string') return state
  throw new Error('it says neither that it is ready nor a reason and a remedy')
}
