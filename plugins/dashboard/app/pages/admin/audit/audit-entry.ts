/** What the audit log page reads from the API, under its schema names. */
export interface AuditEntry {
  id: string
  at: string
  actor: {
    id: string | null
    email: string | null
    via: 'session' | 'key' | 'command' | 'identity_provider' | 'anonymous' | 'system'
    credential: string | null
    address: string | null
  }
  action: string
  target: { type: string; id: string | null; name: string | null } | null
  changes: Record<string, { before: unknown; after: unknown }>
}

const VIA: Readonly<Record<AuditEntry['actor']['via'], string>> = {
  session: 'signed in',
  key: 'by key',
  command: 'by the weir command',
  identity_provider: 'by the identity provider',
  anonymous: 'not signed in',
  system: 'the service',
}

/** The name of the actor. */
export const actorName = ({ email, id, via, credential }: AuditEntry['actor']) =>
  email ?? id ?? (via === 'system' && credential ? credential : via === 'anonymous' ? 'Somebody' : VIA[via])

/** How and from where they acted. */
export function actorDetail({ via, credential, address }: AuditEntry['actor']): string {
  // A session's id means nothing to people.
  const shown = via === 'key' && credential ? `${VIA.key} ${credential}…` : VIA[via]
  return address === null ? shown : `${shown}, from ${address}`
}

/** A value in readable form. */
export function showValue(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'string') return value === '' ? 'empty' : value
  if (Array.isArray(value)) return value.map(showValue).join(', ')
  if (typeof value !== 'object') return String(value)
  return Object.entries(value)
    .map(([name, one]) => `${name} ${showValue(one)}`)
    .join(', ')
}
