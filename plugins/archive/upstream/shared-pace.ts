import {
  type Clock,
  createSweeper,
  describeError,
  type Kit,
  newId,
  type Release,
  type Store,
  type Sweeper,
} from 'weirjs'
import { type HostLimits, PATIENCE } from './host-limits.ts'
import { MINUTE, type Pace } from './pace.ts'
import { type Failure, Pauses } from './pauses.ts'
import * as tables from './tables.ts'

/** Milliseconds after which the request of a dead process no longer counts: it would have timed out. */
const MAX_REQUEST_TIME = PATIENCE + 5000
/** Small rows that are soon obsolete: nothing is lost with them. */
const WRITING = { durable: false, reserved: true }

export interface SharedPaceParts extends HostLimits, Pick<Kit, 'log'> {
  store: Store
  clock: Clock
  /** What is paced. */
  lane: string
}

/** The pace of all processes that share the store. Their machines' clocks must agree to the second. */
export class SharedPace implements Pace {
  readonly #parts: SharedPaceParts
  readonly #pauses: Pauses
  /** No request may start before this, according to the store's last answer. */
  #nextAt = 0

  constructor(parts: SharedPaceParts) {
    this.#parts = parts
    this.#pauses = new Pauses(() => parts.clock.now())
  }

  get wait(): number {
    const left = this.#nextAt - this.#parts.clock.now()
    // Nobody waits for longer than a minute: then the clock was set back.
    return Math.max(this.pause, left > MINUTE ? 0 : left)
  }

  get pause(): number {
    return this.#pauses.left
  }

  async begin(): Promise<Release | undefined> {
    const { store, clock, lane, perMinute, atOnce } = this.#parts
    const id = newId('req', clock.now())
    const hasBegun = await store.write(async (tx) => {
      await tx.lock(`archive ${lane}`)
      const now = clock.now()
      this.#pauses.extend((await tx.get(tables.readPause, lane))?.until ?? 0)
      if (this.pause > 0) return false
      // Further ahead than clocks of machines may differ: it comes from a clock that has been set back since.
      await tx.run(tables.bringBack, now, now + MAX_REQUEST_TIME, lane, now + MINUTE)
      const first = perMinute && (await tx.get(tables.findBegun, lane, now - MINUTE, perMinute - 1))
      if (first) {
        this.#nextAt = Math.min(first.at, now) + MINUTE
        return false
      }
      if ((await tx.get(tables.countUnderWay, lane, now))!.requests >= atOnce) return false
      await tx.run(tables.addRequest, id, lane, now, now + MAX_REQUEST_TIME)
      return true
    }, WRITING)
    return hasBegun ? () => void this.#end(id) : undefined
  }

  succeeded(): void {
    this.#pauses.succeeded()
  }

  async failed(failure: Failure): Promise<void> {
    const { store, lane, log } = this.#parts
    const until = this.#pauses.failed(failure)
    await store
      .write((tx) => tx.run(tables.putPause, lane, until), WRITING)
      .catch((error) =>
        log.warn('A pause of an archive is known to one process alone', { cause: describeError(error) }),
      )
  }

  async #end(id: string): Promise<void> {
    const { store, clock, log } = this.#parts
    await store
      .write((tx) => tx.run(tables.endRequest, clock.now(), id), WRITING)
      .catch((error) => log.warn('The end of a request to an archive was not noted', { cause: describeError(error) }))
  }
}

/** Drops what no pace needs any more. */
export const createPaceSweeper = ({
  store,
  clock,
  leases,
  log,
}: Pick<Kit, 'store' | 'clock' | 'leases' | 'log'>): Sweeper =>
  createSweeper({
    what: 'Old requests to archives',
    async sweep() {
      const now = clock.now()
      await store.write(async (tx) => {
        await tx.run(tables.dropRequests, now - MINUTE, now)
        await tx.run(tables.dropPauses, now)
      }, WRITING)
      return false
    },
    first: MINUTE,
    every: MINUTE,
    leases,
    log,
  })
