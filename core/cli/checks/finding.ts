import type { Ready } from '../../contracts/engine.ts'

/** One line of the doctor's report. */
export interface Finding {
  what: string
  /** Null if it is not set up. */
  works: boolean | null
  detail: string
}

export const works = (what: string, detail: string): Finding => ({ what, works: true, detail })
export const fails = (what: string, detail: string): Finding => ({ what, works: false, detail })
export const isOff = (what: string, detail: string): Finding => ({ what, works: null, detail })

/** A reported state as a line. */
export function findingOf(what: string, state: Ready): Finding {
  if (state.ready) return works(what, state.detail ?? 'ready')
  const { configured = true, reason, remedy } = state
  return configured ? fails(what, `${reason}. ${remedy}`) : isOff(what, remedy)
}
