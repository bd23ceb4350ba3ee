import { useState } from 'preact/hooks'
import { type Failure, toFailure } from './failure.ts'

/** The action of a button: whether it is running, and the last failure, unless `onFailure` is given to show it. */
export function useAction(onFailure?: (error: unknown) => void) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  return {
    isBusy,
    failure,
    forget: () => setFailure(undefined),
    /** Runs it, unless it is already running; false if it failed. */
    async run(act: () => Promise<void>): Promise<boolean> {
      if (isBusy) return false
      setBusy(true)
      setFailure(undefined)
      try {
        await act()
        return true
      } catch (error) {
        if (onFailure) onFailure(error)
        else setFailure(toFailure(error))
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
