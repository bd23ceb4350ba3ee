import { ApiError, type ErrorFamily, type ErrorRules, renderError } from '../../errors.ts'
import type { RouteRequirements } from '../scope/access.ts'
import type { Json } from './json.ts'

/** The body of every failure. Source: spec section 7.1. */
export const errorSchema = {
  type: 'object',
  required: ['success', 'error'],
  properties: {
    success: { const: false },
    error: {
      type: 'object',
      required: ['code', 'message', 'details'],
      properties: {
        code: { type: 'string', description: 'Stable; branch on this', examples: ['invalid_options'] },
        message: { type: 'string', description: 'What is wrong and what is allowed, for a person' },
        details: { type: 'object', additionalProperties: true },
      },
    },
  },
}

const mainSchema = { $ref: '#/components/schemas/Error' }

type Reply = [status: number, codes: readonly string[], description: string]

function refusal(replies: readonly Reply[], family: ErrorFamily | undefined): Json {
  const sentences = replies.map(([, codes, description]) => {
    const shown = [...new Set(codes.map((code) => family?.codeOf?.(code) ?? code))]
    return `${description} (${shown.join(', ')})`
  })
  const example = (family?.render ?? renderError)(exampleOf(replies[0]!))
  return {
    description: sentences.join('. '),
    content: { 'application/json': { schema: family?.schema ?? mainSchema, example } },
  }
}

/** Without an example, Swagger UI would show the same code for all failures. */
function exampleOf([, [code = 'internal_error'], description]: Reply): ApiError {
  const details = code === 'insufficient_credits' ? { required: 10, available: 2.5 } : {}
  return new ApiError(code, description.split(';', 1)[0]!.replaceAll('`', ''), details)
}

/** A route's `x-failures`, in addition to those of all routes: the reason, by status and code. */
export type OwnFailures = Readonly<Record<number, Readonly<Record<string, string>>>>

/**
 * The failures that an operation can answer with, besides those whose bodies its route declares. `takesKey`: it
 * accepts an `Idempotency-Key`. `readsBody`: a body is read before its handler, even if it needs none.
 */
export function failuresOf(
  operation: Json,
  { as, limit }: RouteRequirements,
  { invalid = {}, failure, status = {}, family }: ErrorRules,
  { own = {}, takesKey, readsBody }: { own: OwnFailures | undefined; takesKey: boolean; readsBody: boolean },
): Json {
  const named = Object.values(invalid).filter((rule) => typeof rule === 'string') as string[]
  const costs = limit !== undefined && limit !== 'calls'
  const replies: Reply[] = []
  if (readsBody || operation.parameters || takesKey)
    replies.push([
      400,
      [...new Set([...named, 'invalid_request'])],
      'A parameter is missing or not allowed; `details` names it',
    ])
  if (as !== 'anyone') {
    replies.push([401, ['unauthorized', 'key_revoked', 'key_expired'], 'No valid key'])
    replies.push([403, ['insufficient_permissions'], 'The key or the plan does not allow this'])
  }
  if (operation.parameters?.some((parameter: Json) => parameter.in === 'path'))
    replies.push([404, ['not_found'], 'Does not exist, or belongs to another account'])
  if (takesKey) replies.push([409, ['conflict'], 'The `Idempotency-Key` was already used with another body'])
  if (readsBody) {
    replies.push([408, ['timeout'], 'The body did not arrive in time'])
    replies.push([413, ['payload_too_large'], 'The body is too large'])
  }
  if (costs)
    replies.push([
      status.insufficient_credits ?? 402,
      ['insufficient_credits'],
      'Not enough credits; `details` has `required` and `available`',
    ])
  // Even without a limit of the route, bodies that arrive at the same time are limited.
  if (limit !== undefined || readsBody)
    replies.push([429, ['rate_limited'], 'Too many requests; see the `X-RateLimit` headers and `details`'])
  replies.push([500, [...(failure ? [failure] : []), 'internal_error'], 'The operation failed; nothing was charged'])
  replies.push(
    costs
      ? [503, ['engine_unavailable', 'service_unavailable'], 'Not possible here or now; `details` has the remedy']
      : [503, ['service_unavailable'], 'Not possible now; `details` has the reason'],
  )
  for (const [status, reasons] of Object.entries(own))
    for (const [code, why] of Object.entries(reasons)) replies.push([Number(status), [code], why])
  const byStatus = Object.groupBy(replies, ([status]) => status) as Record<string, Reply[]>
  return Object.fromEntries(Object.entries(byStatus).map(([code, some]) => [code, refusal(some, family)]))
}
