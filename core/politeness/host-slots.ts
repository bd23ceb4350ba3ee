import type { Clock } from '../clock.ts'
import type { Paces } from './host-policies.ts'

interface Line {
  running: number
  nextAt: number
  waiting: (() => void)[]
}

/** Gives back the place that a request had. */
export type EndTurn = () => void

/**
 * Takes turns at hosts for requests that belong to no job: no more at once than the host is thought to bear, and as far
 * apart as it asks. Those of this process alone are counted; jobs have a gate of their own. Throws the signal's reason.
 */
export function createTurns(clock: Clock, paces: Paces): (host: string, signal: AbortSignal) => Promise<EndTurn> {
  const lines = new Map<string, Line>()

  const leave = (host: string, line: Line) => {
    line.running--
    line.waiting.shift()?.()
    if (line.running === 0 && line.waiting.length === 0 && line.nextAt <= clock.now()) lines.delete(host)
  }

  return async (host, signal) => {
    let line = lines.get(host)
    if (!line) {
      line = { running: 0, nextAt: 0, waiting: [] }
      lines.set(host, line)
    }
    for (;;) {
      signal.throwIfAborted()
      const { parallel, gap, notBefore } = paces.of(host)
      const now = clock.now()
      const wait = Math.max(line.nextAt, notBefore) - now
      if (line.running < parallel && wait <= 0) {
        line.running++
        line.nextAt = now + gap
        let isOver = false
        const taken = line
        return () => {
          if (isOver) return
          isOver = true
          leave(host, taken)
        }
      }
      await news(line, signal, line.running < parallel ? wait : undefined)
    }
  }
}

/** Waits until a place is free, for so many milliseconds where a time is known, and for the signal. */
function news(line: Line, signal: AbortSignal, milliseconds: number | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    const at = line.waiting.indexOf(end)
    if (at >= 0) line.waiting.splice(at, 1)
    resolve()
  }
  const timer = milliseconds === undefined ? undefined : setTimeout(end, milliseconds)
  signal.addEventListener('abort', end, { once: true })
  if (milliseconds === undefined) line.waiting.push(end)
  return promise
}
