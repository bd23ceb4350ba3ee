import { describeError } from '../../log.ts'
import { promote, shiftPauses, watchClock } from '../lifecycle/due.ts'
import type { Machine } from '../lifecycle/runtime.ts'

/** The longest sleep, ms: after it the time of day is looked at again, as it may have been set. */
const LONGEST_SLEEP = 30_000
/** Milliseconds until what is due is looked at again when it could not be. */
const PAUSE = 1_000

/** Looks at what falls due, such as delays and repetitions, when it does. */
export class Alarm {
  readonly #machine: Machine
  readonly #setBack: () => number
  #next: { at: number; timer: ReturnType<typeof setTimeout> } | undefined
  #promoting: Promise<void> | undefined
  #stopped = false

  constructor(machine: Machine) {
    this.#machine = machine
    this.#setBack = watchClock(machine.clock)
  }

  /** Looks at what falls due at this time, epoch milliseconds, unless it looks before. */
  set(at: number) {
    if (this.#stopped || (this.#next !== undefined && this.#next.at <= at)) return
    clearTimeout(this.#next?.timer)
    const wait = Math.min(LONGEST_SLEEP, Math.max(0, at - this.#machine.clock.now()))
    const timer = setTimeout(() => {
      this.#next = undefined
      this.#promoting = this.#promote()
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
  async settled() {
    await this.#promoting
  }

  async #promote() {
    try {
      const back = this.#setBack()
      if (back > 0) await shiftPauses(this.#machine, back)
      const next = await promote(this.#machine)
      if (next !== undefined) this.set(next)
    } catch (error) {
      this.#machine.log.warn('What is due could not be looked at yet', { cause: describeError(error) })
      this.set(this.#machine.clock.now() + PAUSE)
    }
  }
}
