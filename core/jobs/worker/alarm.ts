import { warnOfFailure } from '../../store/storage-error.ts'
import { type DuePorts, runDue } from '../lifecycle/due.ts'
import { shortenPauses, watchClock } from './clock-changes.ts'

/** Milliseconds before a retry when due work could not be handled. */
const PAUSE = 1_000

/** Handles what is due, such as delays and scheduled jobs, when its time comes. */
export class Alarm {
  readonly #ports: DuePorts
  readonly #maxSleep: number
  readonly #setBack: () => number
  /** Milliseconds by which the clock was set back, and the pauses have not been shortened yet. */
  #overdue = 0
  #next: { at: number; timer: ReturnType<typeof setTimeout> } | undefined
  #looking: Promise<void> | undefined
  #stopped = false

  /**
   * `maxSleep`: maximum milliseconds between two checks, as the clock may have been set, or another process may have
   * died that would have handled what is due.
   */
  constructor(ports: DuePorts, maxSleep: number) {
    this.#ports = ports
    this.#maxSleep = maxSleep
    this.#setBack = watchClock(ports.clock)
  }

  /** Checks at this time at the latest, in epoch milliseconds. */
  set(at: number) {
    if (this.#stopped || (this.#next !== undefined && this.#next.at <= at)) return
    clearTimeout(this.#next?.timer)
    const wait = Math.min(this.#maxSleep, Math.max(0, at - this.#ports.clock.now()))
    const timer = setTimeout(() => {
      this.#next = undefined
      // A previous check may still be running.
      const before = this.#looking
      this.#looking = this.#look().then(() => before)
    }, wait)
    timer.unref?.()
    this.#next = { at, timer }
  }

  /** Stops checking. */
  stop() {
    this.#stopped = true
    clearTimeout(this.#next?.timer)
  }

  /** Resolves once no check is running. */
  async idle() {
    await this.#looking
  }

  async #look() {
    try {
      this.#overdue += this.#setBack()
      if (this.#overdue > 0) await shortenPauses(this.#ports, this.#overdue)
      this.#overdue = 0
      const next = await runDue(this.#ports)
      this.set(next ?? Number.POSITIVE_INFINITY)
    } catch (error) {
      warnOfFailure(this.#ports, 'What is due could not be looked at yet', error)
      this.set(this.#ports.clock.now() + PAUSE)
    }
  }
}
