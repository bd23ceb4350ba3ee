import type { Slice } from '../../contracts/fair-queue.ts'
import { rowList } from '../../store/index.ts'
import { warnOfFailure } from '../../store/storage-error.ts'
import { type ClaimedItem, type ClaimPorts, claim, LEASE } from '../lifecycle/claim.ts'
import type { DuePorts } from '../lifecycle/due.ts'
import { pickUp, recountHosts, recoverLostItems, resumeJobs } from '../lifecycle/recover.ts'
import { extendLeases, markLeases } from '../store/statements/claims.ts'
import { Alarm } from './alarm.ts'
import { type AttemptPorts, attempt, StopError } from './attempt.ts'
import { endPausesFromFuture } from './clock-changes.ts'
import { EndWriter, type EndWriterPorts } from './end-writer.ts'
import { RunningItems } from './running-items.ts'

/** Milliseconds between two heartbeats, and between two searches for items of workers that have stopped theirs. */
const BEAT = 3_000
/** Milliseconds that items may go on when the process stops, before they are aborted. */
const STOP_GRACE = 4_000
/** Milliseconds before a retry when the store could not be written. */
const PAUSE = 1_000
/** Maximum milliseconds between two checks of what is due, as the only process and as one of several. */
const MAX_SLEEP_ALONE = 30_000
const MAX_SLEEP = 5_000
/** One of so many slots is reserved for accounts without running items. */
const SLOTS_PER_RESERVED = 8

/** Identifies the worker, and limits its work. */
export interface WorkerOptions {
  /** Items that this process runs at once. */
  concurrency: number
  /** Identifies this worker. Never reused. */
  workerId: string
  /** Whether no other process uses the store, so that items which another had claimed are abandoned. */
  alone: boolean
}

export type WorkerPorts = ClaimPorts &
  DuePorts &
  AttemptPorts &
  EndWriterPorts & {
    /** Cancels the jobs of an account that is suspended. */
    stopAccount(id: string): Promise<void>
  }

/** Claims items of the accounts whose turn it is, runs them, and has their ends written. */
export class Worker {
  readonly #ports: WorkerPorts
  readonly #options: WorkerOptions
  readonly #running: RunningItems
  readonly #ends: EndWriter
  #pumping: Promise<void> | undefined
  #again = false
  #stopping = false
  #beat: ReturnType<typeof setInterval> | undefined
  #unwatch: (() => void) | undefined
  readonly #alarm: Alarm

  constructor(ports: WorkerPorts, options: WorkerOptions) {
    this.#ports = ports
    this.#options = options
    this.#alarm = new Alarm(ports, options.alone ? MAX_SLEEP_ALONE : MAX_SLEEP)
    this.#running = new RunningItems(() => this.pump())
    this.#ends = new EndWriter(ports, this.#running, options.workerId)
  }

  /** Recovers the items of a dead predecessor, one of which may have crashed it, and begins to work. */
  async start({ crashed, predecessor }: { crashed: boolean; predecessor?: string }) {
    const { queue, store } = this.#ports
    const { alone } = this.#options
    const dead = alone ? 'all' : predecessor === undefined ? undefined : { predecessor }
    await recountHosts(store)
    await recoverLostItems(this.#ports, { dead, crashed })
    await endPausesFromFuture(this.#ports)
    await resumeJobs(this.#ports, alone)
    if (!alone) await pickUp(this.#ports)
    this.#unwatch = queue.watch(() => this.pump())
    this.#beat = setInterval(() => void this.#onBeat(), BEAT)
    this.#beat.unref?.()
    this.alarm(0)
    this.pump()
  }

  /** Starts no more items; running ones get a moment to end, and are requeued otherwise. */
  async stop() {
    this.#stopping = true
    this.#ends.stop()
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
      .catch((error: unknown) => this.#warn('The stop of this worker could not be recorded', error))
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

  /** Retries after a pause, as the store could not be used. */
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
      const slices = await this.#takeSlices()
      if (slices.length === 0) return
      this.#again = true
      await this.#serve(slices)
    }
  }

  /** Slices of accounts' work for the free slots. */
  async #takeSlices(): Promise<readonly Slice[]> {
    const places = this.#options.concurrency - this.#running.size
    if (places <= 0) return []
    try {
      return await this.#ports.queue.take({ places, except: this.#running.accountsWith(this.#accountLimit) })
    } catch (error) {
      this.#warn('The queue could not be asked yet', error)
      this.#pumpLater()
      return []
    }
  }

  /** The slots that one account may occupy. */
  get #accountLimit() {
    const { concurrency } = this.#options
    return concurrency - Math.floor(concurrency / SLOTS_PER_RESERVED)
  }

  /** Begins as many items of each slice as there are slots for. */
  async #serve(slices: readonly Slice[]) {
    let free = this.#options.concurrency - this.#running.size
    const shares = slices.map((slice) => {
      const limit = Math.min(slice.limit, free, this.#accountLimit - this.#running.of(slice.accountId))
      free -= limit
      return this.#begin(slice, limit)
    })
    await Promise.all(shares)
  }

  async #begin(slice: Slice, limit: number) {
    const { accounts, store } = this.#ports
    const { accountId } = slice
    let begun = 0
    let more = true
    try {
      const { active } = await accounts.get(accountId)
      if (!active) {
        more = false
        // It was suspended while the service was stopped, or by another process that died in between.
        void this.#ports.stopAccount(accountId)
      }
      while (more && begun < limit) {
        const claims = { workerId: this.#options.workerId, limit: limit - begun }
        const found = await store.write((tx) => claim(this.#ports, tx, accountId, claims), {
          durable: false,
          patient: this.#running.isBusy,
        })
        for (const one of found.claimed) void this.#run(one)
        begun += found.claimed.length
        more = found.more
        if (found.claimed.length === 0) break
      }
    } catch (error) {
      this.#warn('Items could not be claimed yet', error)
      this.#pumpLater()
    }
    await slice
      .end(begun, more)
      .catch((error: unknown) => this.#warn('A slice of work could not be returned to the queue', error))
  }

  async #run(claimed: ClaimedItem) {
    using running = this.#running.add(claimed)
    const attemptEnd = await attempt(this.#ports, claimed, running)
    running.isCompleting = true
    await this.#ends.write({ claimed, attemptEnd })
  }

  async #onBeat() {
    const { store, clock } = this.#ports
    const { workerId, alone } = this.#options
    try {
      const items = rowList(this.#running.numbers)
      if (this.#running.size > 0)
        await store.write((tx) => tx.run(extendLeases, clock.now() + LEASE, workerId, items), {
          durable: false,
          reserved: true,
        })
      await recoverLostItems(this.#ports, { isRunning: ({ job, seq }) => this.#running.has(job, seq) })
      if (!alone) await pickUp(this.#ports)
    } catch (error) {
      this.#warn('The heartbeat of this worker could not be written', error)
    }
  }

  #warn(message: string, error: unknown) {
    warnOfFailure(this.#ports, message, error)
  }
}
