import { useEffect, useRef, useState } from 'preact/hooks'
import { refreshProfile } from '../../api/account.ts'
import { type Answer, call } from '../../api/client.ts'
import { type Failure, toFailure } from '../../api/failure.ts'

/** One run: in progress, done, failed or cancelled. */
export interface Run {
  state: 'idle' | 'running' | 'done' | 'failed' | 'cancelled'
  answer?: Answer
  failure?: Failure
  /** Its duration in milliseconds. */
  ms: number
  /** When it started, in milliseconds of the page's clock. */
  began: number
}

const IDLE: Run = { state: 'idle', ms: 0, began: 0 }

export function useRun() {
  const [run, setRun] = useState<Run>(IDLE)
  const controller = useRef<AbortController | null>(null)
  // A run that nobody waits for any more is cancelled.
  useEffect(() => () => controller.current?.abort(), [])

  const start = async (path: string, body: unknown) => {
    controller.current?.abort()
    const mine = new AbortController()
    controller.current = mine
    const began = performance.now()
    setRun({ state: 'running', ms: 0, began })
    const end = (outcome: Partial<Run>) => {
      if (controller.current === mine) setRun({ state: 'done', began, ms: performance.now() - began, ...outcome })
    }
    try {
      end({ answer: await call('POST', path, { body, signal: mine.signal }) })
      void refreshProfile()
    } catch (error) {
      end(mine.signal.aborted ? { state: 'cancelled' } : { state: 'failed', failure: toFailure(error) })
    }
  }
  return { run, start, cancel: () => controller.current?.abort(), reset: () => setRun(IDLE) }
}
