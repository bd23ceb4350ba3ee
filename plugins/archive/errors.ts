import { ApiError, type ErrorFamily, type ErrorRules, t } from 'weirjs'

/** Source: spec section 7.1, decisions 1.10. */
const family: ErrorFamily = {
  schema: t.Object(
    {
      success: t.Literal(false),
      error: t.String({ description: 'What was wrong and what is allowed, for a person' }),
      details: t.Object(
        { code: t.String({ description: 'Stable; branch on this', examples: ['archive_unavailable'] }) },
        {
          additionalProperties: true,
          description: 'Further fields, depending on the code; without enough credits `required` and `available`',
        },
      ),
    },
    { title: 'ArchiveError' },
  ),
  render: ({ code, message, details }) => ({ success: false, error: message, details: { ...details, code } }),
}

/** How failures of the archive routes are reported. */
export const errorRules: ErrorRules = { family }

/** The `x-failures` of routes that ask an archive. */
export const archiveFailures = {
  404: { not_found: 'The archive has no capture of the URL, or does not show it' },
  501: { not_configured: 'The operator has not configured this archive' },
  502: { archive_unavailable: 'The archive could not be reached, or did not respond' },
}

interface Why {
  details?: Record<string, unknown>
  cause?: unknown
  /** Seconds after which it may be asked again. */
  retryAfter?: number
}

/** The error of an archive that failed to answer. */
export const unavailable = (
  provider: string,
  reason: string,
  message: string,
  { details = {}, cause, retryAfter }: Why = {},
) => new ApiError('archive_unavailable', message, { provider, reason, ...details }, { cause, retryAfter })

/** The error for an address without captures. */
export const noSnapshot = (provider: string) =>
  new ApiError('not_found', `The archive ${provider} has no snapshot of this URL`, { provider })

/** The error for a site whose captures the archive may not show. */
export const blockedSite = (provider: string) =>
  new ApiError('not_found', `The archive ${provider} shows no captures of this site, as its owner requests`, {
    provider,
    reason: 'blocked',
  })

/** The error for a parameter that a schema cannot check. */
export const invalid = (parameter: string, message: string) =>
  new ApiError('invalid_request', `${parameter} must ${message}`, { parameter })
