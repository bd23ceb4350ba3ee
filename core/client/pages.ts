/** A response that is one page of a list. */
interface Page {
  data: { nextCursor: string | null }
}

/**
 * All pages of a list, one after the other.
 *
 * @example for await (const { data } of pages((cursor) => weir.monitors.list({ cursor }))) console.log(data.monitors)
 */
export async function* pages<P extends Page>(read: (cursor: string | undefined) => Promise<P>): AsyncGenerator<P> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await read(cursor)
    yield page
    cursor = page.data.nextCursor
  }
}
