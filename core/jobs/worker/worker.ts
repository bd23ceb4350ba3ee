import type { Slice } from '../../contracts/fair-queue.ts'
import { describeError } from '../../log.ts'
import { type ClaimPorts, claim, LEASE } from '../lifecycle/claim.ts'
import type { DuePorts } from '../lifecycle/due.ts'
import { recoverExpiredLeases, resumeJobs } from '../lifecycle/recover.ts'
import { hostLimits } from '../scheduling/host-limits.ts'
import { extendLeases, markLeases } from '../store/statements/claims.ts'
import { Alarm } from './alarm.ts'
import { StopError } from './attempt.ts'
import { ItemRunner, type ItemRunnerPorts } from './item-runner.ts'
import { RunningItems } from './running-items.ts'

/** Milliseconds between two heartbeats, and between two searches for items of workers without one. */
const BEAT = 5_000
/** Milliseconds that items may go on when the process stops, before they are told to end. */
const STOP_GRACE = 4_000
/** Milliseconds before a retry when the store could not be written. */
const PAUSE = 1_000
/** One slot in so many is reserved for accounts that have no items running. */
const SLOTS_PER_RESERVED = 8

/** Which process works, and how much at once. */
export interface WorkerOptions {
  /** Items at once in this process. */
  concurrency: number
  /** Names this worker; no other has had the name. */
  workerId: string
  /** Whether no other process uses the store: items that another had claimed are then abandoned. */
  alone: boolean
}

export type WorkerPorts = ClaimPorts & DuePorts & ItemRunnerPorts

/** Does the items of accounts whose turn it is: claims them, and has them run. */
export class Worker {
  readonly #ports: WorkerPorts
  readonly #options: WorkerOptions
  readonly #running: RunningItems
  readonly #runner: ItemRunner
  #pumping: Promise<void> | undefined
  #again = false
  #stopping = false
  #beat: ReturnType<typeof setInterval> | undefined
  #unwatch: (() => void) | undefined
  readonly #alarm: Alarm

  constructor(ports: WorkerPorts, options: WorkerOptions) {
    this.#ports = ports
    this.#options = options
    this.#alarm = new Alarm(ports)
    this.#running = new RunningItems(() => this.pump())
    this.#runner = new ItemRunner(ports, this.#running, options.workerId)
  }

  /** Recovers the items of a dead predecessor, one of which may have crashed it, and begins to work. */
  async start(crashed: boolean) {
    const { queue, store } = this.#ports
    const { workerId, alone } = this.#options
    if (alone) await store.write((tx) => hostLimits.reset(tx), { durable: false })
    // Which process crashed is known only to one that runs alone.
    await recoverExpiredLeases(this.#ports, { workerId, alone, crashed: crashed && alone })
    await resumeJobs(this.#ports, alone)
    this.#unwatch = queue.watch(() => this.pump())
    this.#beat = setInterval(() => void this.#onBeat(), BEAT)
    this.#beat.unref?.()
    this.alarm(0)
    this.pump()
  }

  /** Starts no more items; running ones get a moment to end, and are requeued otherwise. */
  async stop() {
    this.#stopping = true
    this.#runner.stop()
    this.#unwatch?.()
    clearInterval(this.#beat)
    this.#alarm.stop()
    await this.#pumping
    await this.#markLeases()
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, STOP_GRACE)
    })
    await Promise.race([this.#running.ended(), late])
    clearTimeout(timer)
    this.#running.abortAll(new StopError('The server stops'))
    await this.#running.ended()
    await this.#alarm.idle()
  }

  /** Marks running items, so that a kill during the stop does not count as a crash caused by one of them. */
  async #markLeases() {
    const { store } = this.#ports
    if (this.#running.size === 0) return
    await store
      .write((tx) => tx.run(markLeases, this.#options.workerId), { durable: false, reserved: true })
      .catch((error: unknown) => this.#warn('The stop could not be written down', error))
  }

  /** Claims and starts items while there are free slots. */
  pump() {
    if (this.#stopping) return
    this.#again = true
    this.#pumping ??= this.#fill().finally(() => {
      this.#pumping = undefined
      if (this.#again) this.pump()
    })
  }

  /** Retries after a pause, when the store could not be used. */
  #pumpLater() {
    this.#again = false
    setTimeout(() => this.pump(), PAUSE).unref?.()
  }

  /** Wakes at this time, in epoch milliseconds, to handle what is due then. */
  alarm(at: number) {
    this.#alarm.set(at)
  }

  /** Aborts a job's running items for this reason. */
  abort(job: number, reason: Error) {
    this.#running.abort(job, reason)
  }

  /** Forgets a job that has ended. */
  forget(job: number) {
    this.#running.forget(job)
  }

  async #fill() {
    while (this.#again && !this.#stopping) {
      this.#again = false
      const shares = await this.#takeSlices()
      if (shares.length === 0) return
      this.#again = true
      await this.#begin(shares)
    }
  }

  /** Slices of accounts' work for the slots that are free. */
  async #takeSlices(): Promise<Share[]> {
    const { queue, accounts } = this.#ports
    const { concurrency } = this.#options
    const shares: Share[] = []
    let free = concurrency - this.#running.size
    const accountLimit = concurrency - Math.floor(concurrency / SLOTS_PER_RESERVED)
    while (free > 0) {
      const slice = await queue.next()
      if (!slice) break
      const { accountId } = slice
      const account = await accounts.get(accountId).catch((error: unknown) => {
        this.#warn('An account could not be read yet', error)
      })
      if (!account) {
        await slice.end(0, true)
        this.#pumpLater()
        break
      }
      const limit = Math.min(slice.limit, free, accountLimit - this.#running.of(accountId))
      if (!account.active || limit <= 0) {
        if (account.active) this.#runner.park(accountId)
        await slice.end(0, false)
        continue
      }
      shares.push({ slice, limit })
      free -= limit
    }
    return shares
  }

  async #begin(shares: readonly Share[]) {
    const ports = this.#ports
    const { workerId } = this.#options
    let found: Awaited<ReturnType<typeof claim>>[]
    try {
      found = await ports.store.write(
        async (tx) => {
          const all = []
          for (const { slice, limit } of shares) all.push(await claim(ports, tx, slice.accountId, { workerId, limit }))
          return all
        },
        { durable: false, patient: this.#running.isBusy },
      )
    } catch (error) {
      this.#warn('Items could not be claimed yet', error)
      for (const { slice } of shares) await slice.end(0, true)
      this.#pumpLater()
      return
    }
    for (const [i, { slice }] of shares.entries()) {
      const { claimed, more } = found[i]!
      for (const one of claimed) void this.#runner.run(one)
      await slice.end(claimed.length, more)
    }
  }

  async #onBeat() {
    const { store, clock } = this.#ports
    const { workerId, alone } = this.#options
    try {
      if (this.#running.size > 0)
        await store.write((tx) => tx.run(extendLeases, clock.now() + LEASE, workerId), {
          durable: false,
          reserved: true,
        })
      if (!alone) await recoverExpiredLeases(this.#ports, { workerId, alone, crashed: false })
    } catch (error) {
      this.#warn('A sign of life could not be written', error)
    }
  }

  #warn(message: string, error: unknown) {
    this.#ports.log.warn(message, { cause: describeError(error) })
  }
}

/** A slice, and how much of it this worker has slots for. */
interface Share {
  slice: Slice
  limit: number
}
