import { useState } from 'preact/hooks'
import type { Failure } from './failure.ts'
import { toFailure } from './use-query.ts'

/** Something that is done when a button is pressed: whether it is under way, and what went wrong the last time. */
export function useAction() {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  return {
    isBusy,
    failure,
    forget: () => setFailure(undefined),
    /** Does it, unless it is being done; false where it failed. */
    async run(act: () => Promise<void>): Promise<boolean> {
      if (isBusy) return false
      setBusy(true)
      setFailure(undefined)
      try {
        await act()
        return true
      } catch (error) {
        setFailure(toFailure(error))
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
