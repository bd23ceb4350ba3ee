import { describeError, type Log } from '../log.ts'

/** Entries collected in memory and written periodically, for what is too frequent to be written each time. */
export interface WriteBehind<V> {
  /** Adds to the entry of a key, or creates it. */
  add(key: string, value: V): void
  /** Entries not written yet. */
  pending(key: string): V | undefined
  /** Writes the entries. Throws if that fails; nothing is lost then. */
  flush(): Promise<void>
  /** Writes the entries, and stops. What cannot be written then is lost, and logged. */
  close(): Promise<void>
}

export interface WriteBehindOptions<V> {
  /** Milliseconds from the first new entry until it is written. */
  every: number
  merge(before: V, value: V): V
  write(entries: ReadonlyMap<string, V>): Promise<void>
  log: Log
}

export function createWriteBehind<V>({ every, merge, write, log }: WriteBehindOptions<V>): WriteBehind<V> {
  let entries = new Map<string, V>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<void> = Promise.resolve()
  let closed = false
  let told = false

  const keep = (key: string, value: V) => {
    const before = entries.get(key)
    entries.set(key, before === undefined ? value : merge(before, value))
  }

  const schedule = () => {
    if (timer !== undefined || closed) return
    timer = setTimeout(() => {
      timer = undefined
      flush().catch((error) => {
        // Once: it is tried again for as long as the store is out of reach.
        if (!told) log.warn('Counts could not be written and are kept', { cause: describeError(error) })
        told = true
      })
    }, every)
    timer.unref?.()
  }

  const writeOnce = async () => {
    if (entries.size === 0) return
    const taken = entries
    entries = new Map()
    try {
      await write(taken)
      told = false
    } catch (error) {
      const newer = entries
      entries = taken
      for (const [key, value] of newer) keep(key, value)
      schedule()
      throw error
    }
  }

  /** One after another: two writers of one row would count it twice after a failure. */
  const flush = () => {
    writing = writing.catch(() => {}).then(writeOnce)
    return writing
  }

  return {
    add(key, value) {
      keep(key, value)
      schedule()
    },
    pending: (key) => entries.get(key),
    flush,
    async close() {
      closed = true
      clearTimeout(timer)
      await flush().catch((error) =>
        log.warn('Counts could not be written and are lost', { cause: describeError(error) }),
      )
    },
  }
}
