import { useEffect, useState } from 'preact/hooks'
import { type Failure, toFailure } from '../../api/failure.ts'
import { readStream } from '../../api/stream.ts'
import { type Query, useQuery } from '../../api/use-query.ts'
import type { Job } from './types.ts'

/** Milliseconds between reloads of what the stream does not include: the time left, the current page. */
const EVERY = 5000
/** The most items that are shown as they arrive. */
const MAX_RECENT = 8

export interface RecentItem {
  id: string
  url: string | null
  status: string
  creditsUsed: number
}

export interface FollowedJob {
  job: Query<Job>
  /** The most recently ended items, newest first. */
  recent: readonly RecentItem[]
  /** False while the connection is lost and being restored. */
  isConnected: boolean
  /** Why it cannot be followed. */
  failure: Failure | undefined
}

type Counts = Pick<Job, 'completed' | 'failed' | 'total' | 'progress'>

/** Follows a job through its stream of events, until it has ended. */
export function useJob(jobId: string): FollowedJob {
  const path = `/v1/jobs/${encodeURIComponent(jobId)}`
  const [isEnded, setEnded] = useState(false)
  const asked = useQuery<Job>(path, { every: isEnded ? undefined : EVERY })
  const [counts, setCounts] = useState<Counts>()
  const [recent, setRecent] = useState<readonly RecentItem[]>([])
  const [isConnected, setConnected] = useState(true)
  const [failure, setFailure] = useState<Failure>()
  const { data, reload } = asked
  const known = data !== undefined
  const isOver = data !== undefined && data.completedAt !== null
  useEffect(() => setEnded(isOver), [isOver])

  useEffect(() => {
    if (!known || isOver) return
    const abort = new AbortController()
    const follow = readStream(`${path}/stream`, {
      signal: abort.signal,
      onConnection: setConnected,
      onEvent({ id, event, data: told }) {
        if (event === 'progress') setCounts(told as Counts)
        if (event === 'url_completed')
          setRecent((before) => [{ ...(told as RecentItem), id }, ...before].slice(0, MAX_RECENT))
      },
    })
    follow
      // Its record has the charge and the end time.
      .then(() => reload())
      .catch((error: unknown) => {
        if (!abort.signal.aborted) setFailure(toFailure(error))
      })
    return () => abort.abort()
  }, [path, known, isOver, reload])

  // Either the record or the last event may be older: counts only grow.
  const isNewer = counts && data && !isOver && counts.completed + counts.failed > data.completed + data.failed
  const { completed, failed, total, progress } = counts ?? {}
  const job = isNewer ? { ...asked, data: { ...data, completed, failed, total, progress } as Job } : asked
  return { job, recent, isConnected, failure }
}
