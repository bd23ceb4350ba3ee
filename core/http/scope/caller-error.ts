import type { TSchema } from '@sinclair/typebox'
import { ParseError, ValidationError } from 'elysia'
import { ApiError, type ErrorRules, internalError, isApiError } from '../../errors.ts'
import type { RequestState } from '../request-state.ts'
import { firstViolation, refusal, refusalOf } from '../validation.ts'
import { remedied } from './remedied.ts'

/** Any error as the caller sees it, with a remedy if the caller can apply it. */
export function callerError(error: unknown, rules: ErrorRules, { unchecked, caller }: RequestState): ApiError {
  const known = toApiError(error, rules, unchecked)
  const details = remedied(known.details, caller)
  return details === known.details ? known : known.with({ details })
}

/**
 * Elysia composes the message of a validation error before it throws it, and fails at values that cannot be converted
 * to text, such as `{ "toString": 1 }`. So we validate a body that is still `unchecked` ourselves.
 */
function toApiError(error: unknown, rules: ErrorRules, unchecked?: RequestState['unchecked']): ApiError {
  if (isApiError(error)) return error
  if (error instanceof ValidationError) {
    const { schema } = error.validator as { schema: TSchema }
    return error.type === 'response'
      ? internalError(brokenAnswer(schema, error.value))
      : refusal(schema, error.value, rules)
  }
  // Elysia wraps what a parse hook throws.
  if (error instanceof ParseError && error.cause !== undefined) return toApiError(error.cause, rules)
  const wrong = unchecked && refusalOf(unchecked.schema, unchecked.value, rules)
  if (wrong) return wrong
  if (rules.failure) return new ApiError(rules.failure, internalError(error).message, {}, { cause: error })
  return internalError(error)
}

/** For the log. Elysia's own message is very long, and contains the answer. */
function brokenAnswer(schema: TSchema, answer: unknown): TypeError {
  const { path, message } = firstViolation(schema, answer)
  return new TypeError(`The answer breaks the schema of its route: ${path || 'it'} must be ${message}`)
}
