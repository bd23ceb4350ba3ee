import type { Ready } from '../contracts/engine.ts'

/** Milliseconds that a provider may take to say how it is, and for which its answer holds: anybody may ask. */
const PATIENCE = 3000
const HOLDS = 10_000

const unavailable = (reason: string): Ready => ({
  ready: false,
  reason,
  remedy: 'See the settings of its plugin, and the log',
})

/**
 * Asks a provider how it is: never for longer than some seconds, never more often than every ten. It never throws.
 */
export function watchHealth(ask: () => Ready | Promise<Ready>): () => Promise<Ready> {
  let last: { at: number; state: Promise<Ready> } | undefined
  return () => {
    const now = performance.now()
    if (!last || now > last.at + HOLDS) last = { at: now, state: askInTime(ask) }
    return last.state
  }
}

async function askInTime(ask: () => Ready | Promise<Ready>): Promise<Ready> {
  const { promise, resolve } = Promise.withResolvers<Ready>()
  const timer = setTimeout(() => resolve(unavailable(`it did not answer within ${PATIENCE / 1000} s`)), PATIENCE)
  try {
    return await Promise.race([ask(), promise])
  } catch (error) {
    return unavailable(error instanceof Error ? error.message : String(error))
  } finally {
    clearTimeout(timer)
  }
}
