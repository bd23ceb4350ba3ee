import { describeError } from '../../log.ts'
import { type DuePorts, runDue, shiftPauses, watchClock } from '../lifecycle/due.ts'

/** Longest sleep in milliseconds; the time of day is then checked again, as it may have been set. */
const MAX_SLEEP = 30_000
/** Milliseconds before a retry when due work could not be handled. */
const PAUSE = 1_000

/** Looks at what falls due, such as delays and repetitions, when it does. */
export class Alarm {
  readonly #ports: DuePorts
  readonly #setBack: () => number
  #next: { at: number; timer: ReturnType<typeof setTimeout> } | undefined
  #looking: Promise<void> | undefined
  #stopped = false

  constructor(ports: DuePorts) {
    this.#ports = ports
    this.#setBack = watchClock(ports.clock)
  }

  /** Looks at what falls due at this time, epoch milliseconds, unless it looks before. */
  set(at: number) {
    if (this.#stopped || (this.#next !== undefined && this.#next.at <= at)) return
    clearTimeout(this.#next?.timer)
    const wait = Math.min(MAX_SLEEP, Math.max(0, at - this.#ports.clock.now()))
    const timer = setTimeout(() => {
      this.#next = undefined
      this.#looking = this.#look()
    }, wait)
    timer.unref?.()
    this.#next = { at, timer }
  }

  /** Looks no more. */
  stop() {
    this.#stopped = true
    clearTimeout(this.#next?.timer)
  }

  /** Resolves once it looks at nothing. */
  async idle() {
    await this.#looking
  }

  async #look() {
    try {
      const back = this.#setBack()
      if (back > 0) await shiftPauses(this.#ports.store, back)
      const next = await runDue(this.#ports)
      if (next !== undefined) this.set(next)
    } catch (error) {
      this.#ports.log.warn('What is due could not be looked at yet', { cause: describeError(error) })
      this.set(this.#ports.clock.now() + PAUSE)
    }
  }
}
