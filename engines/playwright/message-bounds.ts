/** Maximum bytes of an event. The event of a request contains the posted data twice. */
const MAX_EVENT = 1024 * 1024
/**
 * Maximum bytes of an answer, except for images and files. Results of scripts, and pieces of pages, have half as
 * many.
 */
const MAX_ANSWER = 16 * 1024 * 1024

/** Characters at the beginning of a message that identify it. */
export const HEAD = 96

/** Console messages and exceptions of pages, which nobody reads here. */
const noise = /^\{"method":"(?:Runtime\.consoleAPICalled|Runtime\.exceptionThrown|Log\.entryAdded)"/
const event = /^\{(?:"method":|"type":"event",)/
const answer = /^\{(?:"type":"\w+",)?"id":(\d+)/

/** Commands with large answers. */
const large = [
  'Page.captureScreenshot',
  'Page.printToPDF',
  'Network.getResponseBody',
  'IO.read',
  'browsingContext.captureScreenshot',
  'browsingContext.print',
  'network.getData',
]

/**
 * Limits the messages of a browser to those that are read here, and their size. A page decides how long most of them
 * are: by what it posts and sends over sockets, by `data:` URLs, and by replacing built-in functions.
 */
export class MessageBounds {
  /** Pending commands with large answers. */
  readonly #large = new Set<number>()

  /** Called for each command that is sent. */
  sent(id: number, method: string): void {
    if (large.includes(method)) this.#large.add(id)
  }

  /** Whether to drop a message that begins with `head`, of which `bytes` have arrived so far. */
  isUnwanted(head: string, bytes: number): boolean {
    if (event.test(head)) return bytes > MAX_EVENT || noise.test(head)
    if (bytes <= MAX_ANSWER) return false
    const id = answeredBy(head)
    return id !== undefined && !this.#large.has(id)
  }

  /** Called after each message, with its beginning. */
  received(head: string): void {
    const id = this.#large.size > 0 ? answeredBy(head) : undefined
    if (id !== undefined) this.#large.delete(id)
  }
}

/** The id of the command that a message answers; undefined for an event. */
export function answeredBy(head: string): number | undefined {
  const [, id] = answer.exec(head) ?? []
  return id === undefined ? undefined : Number(id)
}

/** The error message for a dropped answer. */
export const TOO_LONG = 'the answer is longer than it may be'
