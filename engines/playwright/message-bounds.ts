/** Bytes of an event that are taken. One of a request has what was posted, twice. */
const MAX_EVENT = 1024 * 1024
/** Of one of what pages write to the console, and what their scripts throw: nobody here reads it. */
const MAX_NOISE = 64 * 1024
/** Of an answer that is neither a picture nor a file. Results of scripts, and pieces of pages, take half of it. */
const MAX_ANSWER = 16 * 1024 * 1024

/** Characters by which a message shows its kind. */
export const HEAD = 96

const noise = /^\{"method":"(?:Runtime\.consoleAPICalled|Runtime\.exceptionThrown|Log\.entryAdded)"/
const event = /^\{(?:"method":|"type":"event",)/
const answer = /^\{(?:"type":"\w+",)?"id":(\d+)/

/** The commands whose answers may be large. */
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
 * What a browser may say at once. A page decides how long most of it is: what it posts and sends over sockets, the
 * addresses that hold data, what stands in the place of the language's own functions.
 */
export class MessageBounds {
  /** Commands under way whose answers may be large. */
  readonly #large = new Set<number>()

  /** Before a command goes out. */
  sent(id: number, method: string): void {
    if (large.includes(method)) this.#large.add(id)
  }

  /** Whether a message that begins so has more than it may, when so many bytes of it have come. */
  isTooLong(head: string, bytes: number): boolean {
    if (bytes <= MAX_NOISE) return false
    if (event.test(head)) return bytes > MAX_EVENT || noise.test(head)
    const id = answeredBy(head)
    return bytes > MAX_ANSWER && id !== undefined && !this.#large.has(id)
  }

  /** After a message that began so. */
  received(head: string): void {
    const id = this.#large.size > 0 ? answeredBy(head) : undefined
    if (id !== undefined) this.#large.delete(id)
  }
}

/** The number of the command that a message answers. */
export function answeredBy(head: string): number | undefined {
  const [, id] = answer.exec(head) ?? []
  return id === undefined ? undefined : Number(id)
}

/** Why an answer was not taken, for the library. */
export const TOO_LONG = 'the answer is longer than it may be'
