import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { AnswerOrder } from './answer-order.ts'
import { api } from './client.ts'
import { type Failure, toFailure } from './failure.ts'
import { token } from './session.ts'

export interface Query<T> {
  data: T | undefined
  failure: Failure | undefined
  /** Nothing has been loaded yet. */
  isLoading: boolean
  /** Reloads; the old value stays until the response arrives. */
  reload(): Promise<void>
  /** Shows another value at once, before the service has confirmed it. */
  set(value: T): void
}

/** Cached responses: a page that is opened again is there at once, and then refreshed. */
const seen = new Map<string, unknown>()
const MAX_SEEN = 50

// However a session ended, the next one must start with an empty cache.
token.subscribe(() => seen.clear())

function keep(path: string, value: unknown) {
  seen.delete(path)
  seen.set(path, value)
  if (seen.size > MAX_SEEN) seen.delete(seen.keys().next().value as string)
}

/**
 * The response to a GET. `path` is null as long as there is nothing to load; `every` reloads after that many
 * milliseconds.
 */
export function useQuery<T>(path: string | null, { every }: { every?: number } = {}): Query<T> {
  const [state, setState] = useState<{ path: string | null; data?: T; failure?: Failure }>({ path: null })
  const current = useRef(path)
  current.current = path
  const [order] = useState(() => new AnswerOrder())

  const reload = useCallback(async () => {
    if (path === null) return
    const asker = token.value
    const isToBeShown = order.ask()
    try {
      const data = await api.get<T>(path)
      if (!isToBeShown()) return
      if (asker === token.value) keep(path, data)
      if (current.current === path) setState({ path, data })
    } catch (error) {
      if (isToBeShown() && current.current === path)
        setState((before) => ({
          path,
          data: before.path === path ? before.data : undefined,
          failure: toFailure(error),
        }))
    }
  }, [path, order])

  useEffect(() => {
    void reload()
    if (every === undefined) return
    const timer = setInterval(() => {
      // A hidden page loads nothing.
      if (document.visibilityState === 'visible') void reload()
    }, every)
    return () => clearInterval(timer)
  }, [reload, every])

  const isCurrent = state.path === path
  const data = isCurrent && state.data !== undefined ? state.data : (seen.get(path ?? '') as T | undefined)
  const failure = isCurrent ? state.failure : undefined
  const set = (value: T) => {
    if (path === null) return
    order.overtake()
    keep(path, value)
    setState({ path, data: value })
  }
  return { data, failure, isLoading: data === undefined && failure === undefined && path !== null, reload, set }
}
