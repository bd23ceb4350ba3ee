/** What the keys' pages read from the API, under its schema names. */

export interface ApiKey {
  id: string
  name: string
  prefix: string
  permissions: string[]
  rateLimit: { requestsPerHour?: number; requestsPerDay?: number } | null
  lastUsed: string | null
  createdAt: string
  expiresAt: string | null
  revokedAt: string | null
  allowedIps: string[] | null
  readOnly: boolean
  endpoints: string[] | null
}

export interface CreatedApiKey extends ApiKey {
  /** The full key. */
  key: string
}

export const statusOf = ({ revokedAt, expiresAt }: ApiKey, now = Date.now()) =>
  revokedAt !== null ? 'revoked' : expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : 'active'
