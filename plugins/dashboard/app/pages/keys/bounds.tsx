import { formatNumber } from '../../ui/format.ts'
import { Badge } from '../../ui/states.tsx'
import type { ApiKey } from './api-key.ts'

/** A short description of what a key may do, and how often. */
export function Bounds({ apiKey }: { apiKey: ApiKey }) {
  const { permissions, rateLimit, allowedIps, readOnly, endpoints } = apiKey
  const { requestsPerHour, requestsPerDay } = rateLimit ?? {}
  const notes = [
    requestsPerHour !== undefined && `${formatNumber(requestsPerHour)} requests per hour`,
    requestsPerDay !== undefined && `${formatNumber(requestsPerDay)} requests per day`,
    allowedIps && `from ${allowedIps.join(', ')}`,
    endpoints && `only ${endpoints.join(', ')}`,
  ].filter((note) => typeof note === 'string')
  const isWhole = permissions.includes('*')
  return (
    <div class="key-bounds">
      <div class="actions">
        {isWhole ? <Badge>everything</Badge> : permissions.map((name) => <Badge key={name}>{name}</Badge>)}
        {isWhole && permissions.includes('admin') && <Badge tone="warning">admin</Badge>}
        {readOnly && <Badge tone="busy">read only</Badge>}
      </div>
      {notes.length > 0 && <span class="hint">{notes.join(' · ')}</span>}
    </div>
  )
}
