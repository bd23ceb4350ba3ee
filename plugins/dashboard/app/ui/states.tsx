import type { ComponentChildren } from 'preact'
import type { Query } from '../api/use-query.ts'
import { Problem } from './problem.tsx'

/** Shown instead of an empty list: what belongs here, and how to add it. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string
  children?: ComponentChildren
  action?: ComponentChildren
}) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action && <div class="actions">{action}</div>}
    </div>
  )
}

/** A placeholder for content that is loading, of about its size. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div class="skeleton" role="status">
      <span class="visually-hidden">Loading</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} class="skeleton-line" />
      ))}
    </div>
  )
}

/** The value of a query once loaded; until then a skeleton, or the failure. */
export function Loaded<T>({
  query,
  lines,
  children,
}: {
  query: Query<T>
  lines?: number
  children: (data: T) => ComponentChildren
}) {
  const { data, failure, reload } = query
  return (
    <>
      {failure && <Problem failure={failure} retry={() => void reload()} />}
      {data !== undefined ? children(data) : !failure && <Skeleton lines={lines} />}
    </>
  )
}

export type Tone = 'neutral' | 'good' | 'busy' | 'warning' | 'bad'

/** A short word with a colour; the word alone says the same. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>
}

const TONES: Readonly<Record<string, Tone>> = {
  queued: 'neutral',
  paused: 'neutral',
  cancelled: 'neutral',
  unchanged: 'neutral',
  baseline: 'neutral',
  pending: 'neutral',
  running: 'busy',
  processing: 'busy',
  completed: 'good',
  success: 'good',
  delivered: 'good',
  active: 'good',
  healthy: 'good',
  ready: 'good',
  changed: 'warning',
  failing: 'warning',
  degraded: 'warning',
  failed: 'bad',
  unhealthy: 'bad',
  suspended: 'bad',
  revoked: 'bad',
}

/** The status of a job, a monitor, a user, … as the API calls it. */
export const Status = ({ value }: { value: string }) => <Badge tone={TONES[value] ?? 'neutral'}>{value}</Badge>

/** Progress, 0 to 100. */
export function Progress({ value, label }: { value: number; label: string }) {
  return <progress class="progress" max={100} value={value} aria-label={label} />
}
