import { ApiError, isId } from 'weirjs'

/** The id that a page goes on behind. Throws 400 `invalid_request` for what is none. */
export function cursorId(prefix: string, cursor: string): string {
  if (isId(prefix, cursor)) return cursor
  const message = 'cursor must be the nextCursor of the page before'
  throw new ApiError('invalid_request', message, { parameter: 'cursor' })
}
