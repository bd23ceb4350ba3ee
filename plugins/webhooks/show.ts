import { isoTime, type Static } from 'weirjs'
import type { Attempt, Delivery, Secret } from './schema.ts'
import type { Secrets } from './signing/secrets.ts'
import type { AttemptRow, EndpointRow, ListedDelivery } from './tables.ts'

const numberOrNull = (value: number | null) => (value === null ? null : Number(value))

export const showDelivery = (row: ListedDelivery): Delivery => ({
  id: row.id,
  event: row.event,
  url: row.url,
  jobId: row.job,
  status: row.status,
  attempts: Number(row.attempts),
  statusCode: numberOrNull(row.status_code),
  error: row.error,
  createdAt: isoTime(row.created_at),
  nextAttemptAt: isoTime(row.next_at),
  endedAt: isoTime(row.ended_at),
})

export const showAttempt = ({ at, ms, status_code, error }: AttemptRow): Static<typeof Attempt> => ({
  at: isoTime(at),
  statusCode: numberOrNull(status_code),
  durationMs: Number(ms),
  error,
})

export const showReceiver = (row: EndpointRow | undefined) => {
  if (!row) return 'active'
  return row.disabled === null ? 'failing' : 'disabled'
}

export const showSecret = ({ current, createdAt, previousUntil }: Secrets): Static<typeof Secret> => ({
  secret: current,
  createdAt: isoTime(createdAt),
  previousUntil: isoTime(previousUntil),
})
