import { ApiError, type ErrorFamily, type ErrorRules, t, type Violation } from 'weirjs'

/** Codes that are not simply the main code in upper case. Source: spec section 7.2, decisions 1.10. */
const codes: Readonly<Record<string, string>> = {
  rate_limited: 'RATE_LIMIT_EXCEEDED',
  insufficient_permissions: 'FORBIDDEN',
  internal_error: 'ENRICHMENT_ERROR',
}

const codeOf = (code: string) => codes[code] ?? code.toUpperCase()

const number = (value: unknown) => (typeof value === 'number' ? value : 0)

/** Source: spec section 7.1. */
const family: ErrorFamily = {
  schema: t.Object(
    {
      success: t.Literal(false),
      error: t.String({ description: 'Stable; branch on this', examples: ['INVALID_REQUEST'] }),
      message: t.String({ description: 'What was wrong and what is allowed, for a person' }),
      data: t.Record(t.String(), t.Unknown(), {
        description: 'Further details; without enough credits `required`, `available` and `shortfall`',
      }),
    },
    { title: 'EnrichmentError' },
  ),
  codeOf,
  render({ code, message, details }) {
    const { required, available } = details
    const lack =
      code === 'insufficient_credits'
        ? { shortfall: Math.round((number(required) - number(available)) * 1000) / 1000 }
        : {}
    return { success: false, error: codeOf(code), message, data: { ...details, ...lack } }
  },
}

/** The error for invalid `fields`. */
function badFields({ path, value, message }: Violation): ApiError {
  const isMissing = path === 'fields' && (value === undefined || (Array.isArray(value) && value.length === 0))
  const code = isMissing ? 'missing_fields' : 'invalid_request'
  return new ApiError(code, `${path} must be ${message}`, { parameter: path }, { status: 400 })
}

/** The error for invalid addresses. */
export const invalidEmails = (message: string, details: Record<string, unknown>) =>
  new ApiError('invalid_email_format', message, details, { status: 400 })

/** The error for an address in a row that is not text. */
const badEmail = ({ path, message }: Violation) =>
  invalidEmails(`${path} must be ${message}`, {
    parameter: path,
    rows: path
      .split('.')
      .filter((part) => /^\d+$/.test(part))
      .map(Number),
  })

/** How failures of the enrichment routes are reported. */
export const errorRules: ErrorRules = {
  invalid: {
    'data.email': badEmail,
    fields: badFields,
    'fields.type': 'invalid_field_type',
  },
  failure: 'enrichment_error',
  family,
}
