import { ApiError } from '../errors.ts'
import { Heap } from './heap.ts'
import { Paces } from './paces.ts'

export interface FairSemaphoreOptions {
  /** Maximum number of permits. */
  permits: number
  /**
   * Additional permits for keys that hold none and are not slow, so that they need not wait for the long work of
   * others. Of several, the last one is for keys whose work is known to be short, as all others may turn out to be
   * slow. Default: 0.
   */
  spare?: number
  /** Maximum milliseconds of waiting. Default: until the signal aborts. */
  patience?: number
  /** Milliseconds of work that make a key slow. Default: 1000. */
  slow?: number
  /** A monotonic clock in milliseconds. Default: `performance.now`. */
  now?: () => number
  /** What the error says there are too many of, such as `documents`. */
  what: string
}

/** A request for a permit. */
export interface PermitRequest {
  /** The key whose share it counts against. */
  key: string
  /** The weight of its key. Default: 1. */
  weight?: number
  /** Orders the requests of one key, higher first. Default: 0. */
  priority?: number
  signal?: AbortSignal
}

/**
 * Releases a permit. Only the first call counts. `took`: the milliseconds of work, if they differ from the time for
 * which the permit was held, which is not the key's fault on a busy machine or while something starts.
 */
export type Release = (took?: number) => void

interface Waiter {
  /** The order of arrival. */
  arrival: number
  admit(): void
}

/** The requests of one key. */
interface Queue {
  key: string
  weight: number
  held: number
  /** Permits so far, divided by the weight, comparable with other keys. The smallest is next. */
  pass: number
  /** Waiting requests by priority, each in order of arrival. */
  waiters: Map<number, Set<Waiter>>
  /** Its current entry in the order of waiting keys. Older ones are stale. */
  entry: Entry | undefined
}

/** Milliseconds of work that make a key slow, unless the semaphore says otherwise. */
const SLOW = 1000
/** Number of stale entries that are not worth a cleanup. */
const FEW = 64

interface Entry {
  queue: Queue
  share: number
  isSlow: boolean
  pass: number
  arrival: number
}

const compareEntries = (one: Entry, other: Entry) =>
  one.share - other.share ||
  Number(one.isSlow) - Number(other.isSlow) ||
  one.pass - other.pass ||
  one.arrival - other.arrival

/**
 * A semaphore that keys share by weight. The next key is the one with the fewest permits, then with short work, then
 * the least recently served one, then the first to arrive. So a request for one page waits for at most one page of
 * each other key, however many these request, and for none of slow keys. Each step takes logarithmic time.
 */
export class FairSemaphore {
  readonly #options: FairSemaphoreOptions
  readonly #clock: () => number
  readonly #queues = new Map<string, Queue>()
  readonly #paces: Paces
  readonly #order = new Heap<Entry>(compareEntries)
  /** The keys in the order whose work is known to be short. */
  readonly #quick = new Heap<Entry>(compareEntries)
  #held = 0
  #waiting = 0
  #arrivals = 0
  /** The pass of the key that was served last, at which new keys start. */
  #now = 0

  constructor(options: FairSemaphoreOptions) {
    this.#options = options
    this.#clock = options.now ?? (() => performance.now())
    this.#paces = new Paces(options.slow ?? SLOW, this.#clock)
  }

  /** Permits in use. */
  get held(): number {
    return this.#held
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Whether a key has recently kept a permit for long. */
  isSlow(key: string): boolean {
    return this.#paces.isSlow(key)
  }

  /** Rejects with the signal's reason, or with ApiError `service_unavailable` after the maximum wait. */
  acquire({ key, weight = 1, priority = 0, signal }: PermitRequest): Promise<Release> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    const queue = this.#queueOf(key, weight)
    return new Promise((resolve, reject) => {
      const { patience, what } = this.#options
      const waiter: Waiter = {
        arrival: this.#arrivals++,
        admit: () => {
          end()
          resolve(this.#releaseOnce(queue))
        },
      }
      const giveUp = (reason: unknown) => {
        end()
        this.#remove(queue, priority, waiter)
        reject(reason)
      }
      const abort = () => giveUp(signal?.reason)
      let timer: ReturnType<typeof setTimeout> | undefined
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
      }
      this.#add(queue, priority, waiter)
      if (!this.#admit(waiter)) {
        if (patience !== undefined) timer = setTimeout(() => giveUp(tooMany(what)), patience)
        signal?.addEventListener('abort', abort, { once: true })
      }
    })
  }

  #queueOf(key: string, weight: number): Queue {
    const known = this.#queues.get(key)
    if (known) {
      known.weight = weight
      return known
    }
    const queue: Queue = {
      key,
      weight,
      held: 0,
      pass: this.#now,
      waiters: new Map(),
      entry: undefined,
    }
    this.#queues.set(key, queue)
    return queue
  }

  #add(queue: Queue, priority: number, waiter: Waiter): void {
    const line = queue.waiters.get(priority)
    if (line) line.add(waiter)
    else queue.waiters.set(priority, new Set([waiter]))
    this.#waiting++
    if (queue.entry === undefined) this.#enqueue(queue)
  }

  #remove(queue: Queue, priority: number, waiter: Waiter): void {
    const line = queue.waiters.get(priority)!
    line.delete(waiter)
    if (line.size === 0) queue.waiters.delete(priority)
    this.#waiting--
    this.#enqueue(queue)
  }

  /** Updates the entry of a key in the order; removes it if no request waits. */
  #enqueue(queue: Queue): void {
    const next = nextOf(queue)
    queue.entry = next && {
      queue,
      share: queue.held / queue.weight,
      isSlow: this.#paces.isSlow(queue.key),
      pass: queue.pass,
      arrival: next.waiter.arrival,
    }
    if (queue.entry) {
      this.#order.push(queue.entry)
      if (this.#paces.isQuick(queue.key)) this.#quick.push(queue.entry)
    } else if (queue.held === 0) this.#queues.delete(queue.key)
    // Abandoned requests leave stale entries, which must not pile up while no permit is released.
    for (const order of [this.#order, this.#quick])
      if (order.size > 2 * this.#queues.size + FEW) order.retain(isCurrent)
  }

  /** Serves the next requests. Returns whether the given one was among them. */
  #admit(asked?: Waiter): boolean {
    let isServed = false
    for (let queue = this.#next(); queue !== undefined; queue = this.#next()) {
      const { priority, waiter } = nextOf(queue)!
      this.#held++
      queue.held++
      this.#now = Math.max(this.#now, queue.pass)
      queue.pass = this.#now + 1 / queue.weight
      this.#remove(queue, priority, waiter)
      waiter.admit()
      isServed ||= waiter === asked
    }
    return isServed
  }

  /** The next key, if there is a permit for it. */
  #next(): Queue | undefined {
    const { permits, spare = 0 } = this.#options
    const first = firstOf(this.#order)
    if (first === undefined) return undefined
    const forAnyone = first.queue.held === 0 && !first.isSlow ? Math.max(Math.min(spare, 1), spare - 1) : 0
    if (this.#held < permits + forAnyone) return first.queue
    const quick = firstOf(this.#quick)
    return quick?.queue.held === 0 && this.#held < permits + spare ? quick.queue : undefined
  }

  #releaseOnce(queue: Queue): Release {
    const began = this.#clock()
    let isReleased = false
    return (took = this.#clock() - began) => {
      if (isReleased) return
      isReleased = true
      this.#paces.ended(queue.key, took)
      this.#held--
      queue.held--
      this.#enqueue(queue)
      this.#admit()
    }
  }
}

const isCurrent = (entry: Entry) => entry.queue.entry === entry

/** The first current entry of an order. Removes stale ones before it. */
function firstOf(order: Heap<Entry>): Entry | undefined {
  for (let entry = order.peek(); entry !== undefined; entry = order.peek()) {
    if (isCurrent(entry)) return entry
    order.pop()
  }
  return undefined
}

/** The next request of a key: the first to arrive with the highest priority. */
function nextOf({ waiters }: Queue): { priority: number; waiter: Waiter } | undefined {
  if (waiters.size === 0) return undefined
  const priority = Math.max(...waiters.keys())
  const [waiter] = waiters.get(priority)!
  return { priority, waiter: waiter! }
}

const tooMany = (what: string) =>
  new ApiError(
    'service_unavailable',
    `Too many ${what} are in progress: try again in a moment`,
    { reason: what },
    { retryAfter: 5 },
  )
