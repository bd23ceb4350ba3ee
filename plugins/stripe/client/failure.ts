import { ApiError, objectOf } from 'weirjs'
import { textOf } from './json.ts'

/** Seconds after which a caller may try again. */
const AGAIN = 30
const SHOWN = 500

/** The error for a failed connection to Stripe. */
export const unreachable = (cause: unknown, status?: number) =>
  new ApiError(
    'service_unavailable',
    'The payment provider does not respond at present; nothing was changed, try again in a moment',
    { reason: 'payment_provider', provider: 'stripe', ...(status !== undefined && { status }) },
    { cause, retryAfter: AGAIN },
  )

/** A refusal in Stripe's words, which may repeat a part of the key. Source: https://docs.stripe.com/api/errors */
export function refused(status: number, body: unknown, requestId: string | null): ApiError {
  const { type, code, message, param } = objectOf(objectOf(body).error)
  const said = harmless(textOf(message) ?? 'without a reason')
  const details = {
    provider: 'stripe',
    status,
    type: textOf(type) ?? null,
    code: textOf(code) ?? null,
    parameter: textOf(param) ?? null,
    requestId,
  }
  if (status === 401 || status === 403) {
    const text = 'Stripe rejects the key of this server or its permissions; tell the operator'
    return new ApiError('not_configured', text, { ...details, setting: 'WEIR_STRIPE_SECRET_KEY' })
  }
  return new ApiError('payment_failed', `Stripe refused: ${said}`, details, { status: 502 })
}

/** Whether Stripe says that an object does not exist: `customer`, or without a name that of the path. */
export const isMissing = (error: unknown, parameter?: string) =>
  error instanceof ApiError &&
  error.details.provider === 'stripe' &&
  error.details.code === 'resource_missing' &&
  (parameter === undefined ? error.details.status === 404 : error.details.parameter === parameter)

const harmless = (text: string) => text.replace(/\b(?:sk|rk|whsec)_[\w*…-]+/g, '…').slice(0, SHOWN)
