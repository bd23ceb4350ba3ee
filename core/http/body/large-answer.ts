import { ApiError, type ErrorRules } from '../../errors.ts'
import { isLarge, jsonParts, MAX_ANSWER, streamJson } from './json-stream.ts'

/** Answers of up to this many bytes are written at once. */
export const ONE_PIECE = 1024 * 1024

/** A large answer as a stream: written at once, it would block the event loop. Undefined for any other answer. */
export function inParts(
  value: unknown,
  status: number,
  { failure = 'internal_error' }: ErrorRules,
): Response | undefined {
  if (!isLarge(value, ONE_PIECE)) return undefined
  if (isLarge(value, MAX_ANSWER)) {
    const message = 'The answer would be larger than 64 MiB; ask for fewer formats, or for fewer pages at once'
    throw new ApiError(failure, message, { reason: 'too_large', maximum: MAX_ANSWER })
  }
  const { body, headers } = streamJson(jsonParts(value))
  return new Response(body, { status, headers })
}
