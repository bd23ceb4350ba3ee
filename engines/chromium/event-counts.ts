/**
 * The most events that a page may cause. A browser reports those of all its pages over one connection, so that the
 * others wait. Ordinary pages cause some thousands.
 */
export const MAX_EVENTS = 50_000

/** Events that report the beginning and end of a session start so, and continue with its id. */
const BEGUN = '{"method":"Target.attachedToTarget","params":{"sessionId":"'
const ENDED = '{"method":"Target.detachedFromTarget","params":{"sessionId":"'

const idAfter = (start: string, head: string) =>
  head.startsWith(start) ? head.slice(start.length, head.indexOf('"', start.length)) : undefined

/** Counts the events of each page of a browser, together with those of its workers. */
export class EventCounts {
  readonly #counts = new Map<string, number>()
  /** The session of the page that a worker belongs to, by the worker's. */
  readonly #pages = new Map<string, string>()

  /**
   * Called for each event, with its beginning and the session that it comes from, if any. Returns the session of a
   * page when that has caused too many, once.
   */
  add(head: string, session: string | undefined): string | undefined {
    const ended = idAfter(ENDED, head)
    if (ended !== undefined) {
      this.#counts.delete(ended)
      this.#pages.delete(ended)
    }
    if (session === undefined) return undefined
    const page = this.#pages.get(session) ?? session
    const begun = idAfter(BEGUN, head)
    if (begun !== undefined) this.#pages.set(begun, page)
    const count = (this.#counts.get(page) ?? 0) + 1
    this.#counts.set(page, count)
    return count === MAX_EVENTS + 1 ? page : undefined
  }
}
