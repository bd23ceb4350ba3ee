import { describeError, type Log } from '../log.ts'
import type { SignalListener } from './port.ts'

/** The most bytes of UTF-8 in a signal. Source: Postgres, NOTIFY. */
const MAX_BYTES = 7999
/** Postgres cuts longer names. */
const CHANNEL = /^[a-z][a-z0-9_.-]{0,61}$/

/** Throws TypeError for a channel name that Postgres would change. */
export function checkChannel(channel: string) {
  if (!CHANNEL.test(channel))
    throw new TypeError(`A channel has up to 62 small letters, digits and . _ - after a first letter, not ${channel}`)
}

/** Throws TypeError for a signal that Postgres would refuse. */
export function checkSignal(channel: string, payload: string) {
  checkChannel(channel)
  const bytes = Buffer.byteLength(payload)
  if (bytes > MAX_BYTES || payload.includes('\0'))
    throw new TypeError(`A signal carries up to ${MAX_BYTES} bytes of text without NUL: write more to a table`)
}

/** A listener, and whether it receives all signals from now on. */
interface Entry {
  listener: SignalListener
  begun: boolean
}

/** The listeners of this process, by channel. */
export class Signals {
  readonly #entries = new Map<string, Set<Entry>>()
  readonly #log: Log

  constructor(log: Log) {
    this.#log = log
  }

  get channels(): string[] {
    return [...this.#entries.keys()]
  }

  /** Returns the function that removes the listener. */
  add(channel: string, listener: SignalListener): () => void {
    checkChannel(channel)
    const entries = this.#entries.get(channel) ?? new Set()
    this.#entries.set(channel, entries)
    const entry = { listener, begun: false }
    entries.add(entry)
    return () => {
      entries.delete(entry)
      if (entries.size === 0 && this.#entries.get(channel) === entries) this.#entries.delete(channel)
    }
  }

  tell(channel: string, payload: string) {
    for (const { listener } of [...(this.#entries.get(channel) ?? [])]) this.#call(() => listener.heard(payload))
  }

  /**
   * Called when the signals of these channels arrive from now on. Listeners that do not know yet check what they
   * missed.
   */
  begin(channels: Iterable<string>) {
    for (const channel of channels) {
      for (const entry of [...(this.#entries.get(channel) ?? [])]) {
        if (entry.begun) continue
        entry.begun = true
        this.#call(() => entry.listener.missed())
      }
    }
  }

  /** Called when signals are lost from now on, until `begin`. */
  lose() {
    for (const entries of this.#entries.values()) for (const entry of entries) entry.begun = false
  }

  #call(work: () => void) {
    try {
      work()
    } catch (error) {
      this.#log.error('A listener failed', { error: describeError(error) })
    }
  }
}
