import { hasPlan } from '../../api/plans.ts'

/** The form's values as typed. */
export interface Draft {
  name: string
  /** A number of days, `never`, or `date`. */
  expires: string
  /** `2026-12-31`, if `expires` is `date`. */
  date: string
  isNarrow: boolean
  permissions: readonly string[]
  perHour: string
  perDay: string
  allowedIps: string
  readOnly: boolean
  endpoints: string
}

export const emptyDraft: Draft = {
  name: '',
  expires: 'never',
  date: '',
  isNarrow: false,
  permissions: [],
  perHour: '',
  perDay: '',
  allowedIps: '',
  readOnly: false,
  endpoints: '',
}

const lines = (text: string) => text.split(/[\s,]+/).filter(Boolean)

function expiryOf({ expires, date }: Draft, now: number): string | undefined {
  if (expires === 'never') return undefined
  // Until the end of that day, local time.
  if (expires === 'date') return date === '' ? undefined : new Date(`${date}T23:59:59`).toISOString()
  return new Date(now + Number(expires) * 86_400_000).toISOString()
}

/** The request's body, without empty values and what the plan does not include. */
export function bodyOf(draft: Draft, now = Date.now()): Record<string, unknown> {
  const { name, isNarrow, permissions, perHour, perDay, readOnly } = draft
  const rateLimit = {
    ...(perHour === '' ? {} : { requestsPerHour: Number(perHour) }),
    ...(perDay === '' ? {} : { requestsPerDay: Number(perDay) }),
  }
  const allowedIps = lines(draft.allowedIps)
  const endpoints = lines(draft.endpoints)
  const expiresAt = expiryOf(draft, now)
  return {
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(hasPlan('pro') && isNarrow ? { permissions } : {}),
    ...(hasPlan('pro') && Object.keys(rateLimit).length > 0 ? { rateLimit } : {}),
    ...(hasPlan('enterprise') && allowedIps.length > 0 ? { allowedIps } : {}),
    ...(hasPlan('enterprise') && readOnly ? { readOnly } : {}),
    ...(hasPlan('enterprise') && endpoints.length > 0 ? { endpoints } : {}),
  }
}
