import { ApiError } from '../errors.ts'
import { isId } from '../id.ts'

/** What a list answers to a cursor that it has not given. */
export const badCursor = () =>
  new ApiError('invalid_request', 'cursor must be the nextCursor of the page before', { parameter: 'cursor' })

/** The id that a page goes on behind. Throws 400 `invalid_request` for what is none. */
export function cursorId(prefix: string, cursor: string): string {
  if (isId(prefix, cursor)) return cursor
  throw badCursor()
}

/** A page of rows of which one more than `limit` was asked for: it tells whether another page follows. */
export function pageOf<Row extends { id: string }>(
  rows: readonly Row[],
  limit: number,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  return { page, nextCursor: rows.length > limit ? page.at(-1)!.id : null }
}
