import { isApiError } from '../../errors.ts'
import { describeError } from '../../log.ts'
import { type Claimed, claim, LEASE } from '../lifecycle/claim.ts'
import { type Ending, settle } from '../lifecycle/complete-item.ts'
import { takeOver, wakeJobs } from '../lifecycle/recover.ts'
import type { Machine } from '../lifecycle/runtime.ts'
import type { Turn } from '../scheduling/fair-queue.ts'
import { Alarm } from './alarm.ts'
import { attempt, StopError, unworded } from './attempt.ts'
import { RunningItems } from './running-items.ts'
import type { Reports } from './work.ts'

/** Milliseconds between two signs of life, and two looks for items of others that give none. */
const BEAT = 5_000
/** Milliseconds that items may go on when the process stops, before they are told to end. */
const STOP_GRACE = 4_000
/** Milliseconds until the store is tried again when it could not be written. */
const PAUSE = 1_000
/** Of so many places one is kept free for accounts that have nothing under way, whatever the others take. */
const PLACES_A_RESERVED = 8

/** Which process works, and how much at once. */
export interface WorkerOptions {
  /** Items at once in this process. */
  concurrency: number
  /** Names this process; no other has had the name. */
  owner: string
  /** Whether this process alone uses the store: what another had under way is then nobody's. */
  alone: boolean
  reports: Reports
}

/** Does items: claims, runs and settles them. */
export class Worker {
  readonly #machine: Machine
  readonly #options: WorkerOptions
  readonly #running: RunningItems
  /** Items of these that are done, and whose end is being written. */
  #ending = 0
  /** Accounts that had all the places that one may have. */
  readonly #parked = new Set<string>()
  #pumping: Promise<void> | undefined
  #again = false
  #stopping = false
  #beat: ReturnType<typeof setInterval> | undefined
  #unwatch: (() => void) | undefined
  readonly #alarm: Alarm

  constructor(machine: Machine, options: WorkerOptions) {
    this.#machine = machine
    this.#options = options
    this.#alarm = new Alarm(machine)
    this.#running = new RunningItems(() => this.pump())
  }

  /** Takes over what a dead predecessor left, which may have crashed by it, and begins to work. */
  async start(crashed: boolean) {
    const { turns } = this.#machine
    const { owner, alone } = this.#options
    if (alone) await this.#machine.store.write((tx) => this.#machine.hosts.reset(tx), { durable: false })
    // Who died is known only to one that has no others beside it.
    await takeOver(this.#machine, { owner, alone, crashed: crashed && alone })
    await wakeJobs(this.#machine)
    this.#unwatch = turns.watch(() => this.pump())
    this.#beat = setInterval(() => void this.#onBeat(), BEAT)
    this.#beat.unref?.()
    this.alarm(0)
    this.pump()
  }

  /** Begins nothing more; what is under way has a moment to end, and is put back otherwise. */
  async stop() {
    this.#stopping = true
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
    await this.#alarm.settled()
  }

  /** A process that is killed while it stops has not crashed by what it has under way. */
  async #markLeases() {
    const { store, books } = this.#machine
    if (this.#running.size === 0) return
    await store
      .write((tx) => tx.run(books.markLeases, this.#options.owner), { durable: false, reserved: true })
      .catch((error: unknown) => this.#warn('The stop could not be written down', error))
  }

  /** Looks for items to begin. */
  pump() {
    if (this.#stopping) return
    this.#again = true
    this.#pumping ??= this.#fill().finally(() => {
      this.#pumping = undefined
      if (this.#again) this.pump()
    })
  }

  /** Leaves the store in peace for a moment. */
  #pumpLater() {
    this.#again = false
    setTimeout(() => this.pump(), PAUSE).unref?.()
  }

  /** Looks at what falls due at this time, epoch milliseconds. */
  alarm(at: number) {
    this.#alarm.set(at)
  }

  /** Ends what a job has under way, for this reason. */
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
      const slices = await this.#takeTurns()
      if (slices.length === 0) return
      this.#again = true
      await this.#begin(slices)
    }
  }

  /** Turns for the places that are free. */
  async #takeTurns(): Promise<Slice[]> {
    const { turns, ownerOf } = this.#machine
    const { concurrency } = this.#options
    const slices: Slice[] = []
    let free = concurrency - this.#running.size
    const share = concurrency - Math.floor(concurrency / PLACES_A_RESERVED)
    while (free > 0) {
      const turn = await turns.next()
      if (!turn) break
      const { accountId } = turn
      const owner = await ownerOf(accountId).catch((error: unknown) => {
        this.#warn('An account could not be read yet', error)
      })
      if (!owner) {
        await turn.end(0, true)
        this.#pumpLater()
        break
      }
      const most = Math.min(turn.most, free, share - this.#running.of(accountId))
      if (!owner.active || most <= 0) {
        if (owner.active) this.#parked.add(accountId)
        await turn.end(0, false)
        continue
      }
      slices.push({ turn, most })
      free -= most
    }
    return slices
  }

  async #begin(slices: readonly Slice[]) {
    const machine = this.#machine
    const { owner } = this.#options
    let found: Awaited<ReturnType<typeof claim>>[]
    try {
      found = await machine.store.write(
        async (tx) => {
          const all = []
          for (const { turn, most } of slices) all.push(await claim(machine, tx, turn.accountId, { owner, most }))
          return all
        },
        { durable: false, patient: this.#isBusy },
      )
    } catch (error) {
      this.#warn('Items could not be claimed yet', error)
      for (const { turn } of slices) await turn.end(0, true)
      this.#pumpLater()
      return
    }
    for (const [i, { turn }] of slices.entries()) {
      const { claimed, more } = found[i]!
      for (const one of claimed) this.#running.run(one, (signal) => this.#do(one, signal))
      await turn.end(claimed.length, more)
    }
  }

  async #do(claimed: Claimed, signal: AbortSignal) {
    const ending = await attempt(this.#machine, claimed, signal)
    this.#ending++
    await this.#end(claimed, ending).finally(() => {
      this.#ending--
    })
  }

  async #end(claimed: Claimed, ending: Ending) {
    for (;;) {
      try {
        return await this.#settle(claimed, ending)
      } catch (error) {
        this.#warn('The end of an item could not be written', error)
        if (!isUnavailable(error)) {
          // What cannot be written at all fails; what fails in failing is left to the next start.
          if (ending.kind !== 'done') return
          ending = { kind: 'failed', error: unworded(claimed, error) }
        } else if (this.#stopping) {
          return
        } else {
          // The place stays taken meanwhile: nothing more is begun than can be written down.
          await new Promise((resolve) => setTimeout(resolve, PAUSE))
        }
      }
    }
  }

  async #settle(claimed: Claimed, ending: Ending) {
    const machine = this.#machine
    const { owner, reports } = this.#options
    const { account, n } = claimed.job
    await machine.store.write(
      async (tx) => {
        const held = await settle(machine, tx, claimed, owner, ending, reports.get(n))
        if (!held) machine.log.warn('An item was done by another meanwhile', { job: claimed.job.id })
        if (!this.#parked.has(account)) return
        const { weight } = await machine.ownerOf(account)
        await machine.turns.offer(tx, account, weight)
        tx.after(() => void this.#parked.delete(account))
      },
      { patient: this.#isBusy },
    )
  }

  /** Whether an item is being done whose end could share a commit with what is written now. */
  get #isBusy() {
    return this.#running.size > this.#ending
  }

  async #onBeat() {
    const { store, books, clock } = this.#machine
    const { owner, alone } = this.#options
    try {
      if (this.#running.size > 0)
        await store.write((tx) => tx.run(books.extendLeases, clock.now() + LEASE, owner), {
          durable: false,
          reserved: true,
        })
      if (!alone) await takeOver(this.#machine, { owner, alone, crashed: false })
    } catch (error) {
      this.#warn('A sign of life could not be written', error)
    }
  }

  #warn(message: string, error: unknown) {
    this.#machine.log.warn(message, { cause: describeError(error) })
  }
}

const isUnavailable = (error: unknown) => isApiError(error) && error.code === 'service_unavailable'

interface Slice {
  turn: Turn
  most: number
}
