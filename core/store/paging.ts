import { ApiError } from '../errors.ts'
import { isId } from '../id.ts'

/** The error for a cursor that the list has not returned. */
export const badCursor = () =>
  new ApiError('invalid_request', 'cursor must be the nextCursor of the previous page', { parameter: 'cursor' })

/** The id after which a page starts. Throws 400 `invalid_request` for an invalid cursor. */
export function cursorId(prefix: string, cursor: string): string {
  if (isId(prefix, cursor)) return cursor
  throw badCursor()
}

/** A page of rows that were queried with one more than `limit`, which tells whether another page follows. */
export function pageOf<Row extends { id: string }>(
  rows: readonly Row[],
  limit: number,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  return { page, nextCursor: rows.length > limit ? page.at(-1)!.id : null }
}
