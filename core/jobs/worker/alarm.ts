import { describeError } from '../../log.ts'
import { type DuePorts, runDue, shiftPauses, watchClock } from '../lifecycle/due.ts'

/** Milliseconds before a retry when due work could not be handled. */
const PAUSE = 1_000

/** Looks at what falls due, such as delays and repetitions, when it does. */
export class Alarm {
  readonly #ports: DuePorts
  readonly #maxSleep: number
  readonly #setBack: () => number
  #next: { at: number; timer: ReturnType<typeof setTimeout> } | undefined
  #looking: Promise<void> | undefined
  #stopped = false

  /**
   * `maxSleep`: milliseconds after which it looks again at the latest. The time of day may have been set, and another
   * process have died that would have looked.
   */
  constructor(ports: DuePorts, maxSleep: number) {
    this.#ports = ports
    this.#maxSleep = maxSleep
    this.#setBack = watchClock(ports.clock)
  }

  /** Looks at what falls due at this time, epoch milliseconds, unless it looks before. */
  set(at: number) {
    if (this.#stopped || (this.#next !== undefined && this.#next.at <= at)) return
    clearTimeout(this.#next?.timer)
    const wait = Math.min(this.#maxSleep, Math.max(0, at - this.#ports.clock.now()))
    const timer = setTimeout(() => {
      this.#next = undefined
      // One that takes long may still be under way.
      const before = this.#looking
      this.#looking = this.#look().then(() => before)
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
      this.set(next ?? Number.POSITIVE_INFINITY)
    } catch (error) {
      this.#ports.log.warn('What is due could not be looked at yet', { cause: describeError(error) })
      this.set(this.#ports.clock.now() + PAUSE)
    }
  }
}
