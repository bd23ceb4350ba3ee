import { type Account, type ApiError, describeError, isApiError, type Kit, newId } from 'weirjs'
import type { MonitorsContext } from '../context.ts'
import { timeAfter } from '../schedule.ts'
import type { MonitorRow } from '../store/tables.ts'
import { recordFailure } from './record-failure.ts'
import { startRun } from './start-run.ts'

/** Runs that are started at a time. Their transactions share a commit. */
const BATCH = 200
/** Maximum milliseconds of sleep, as the clock may be set meanwhile. */
const MAX_SLEEP = 30_000
/** Milliseconds before a retry when runs could not be started. */
const PAUSE = 1_000
/** A run that is later than now by more milliseconds shows that the clock was set back. */
const TOLERANCE = 60_000
/** If the clock is set back by more milliseconds, the times that it had reached are scheduled again. */
const SET_BACK = 24 * 3600_000
/** Milliseconds between two failures of a monitor whose schedule cannot be read. */
const UNREADABLE = 24 * 3600_000

export interface Scheduler {
  start(): void
  /** Makes sure that the scheduler is awake at this time. */
  wake(at: number | null): void
  /** Starts all due runs. Returns when the next one is due. */
  look(): Promise<number | undefined>
  close(): Promise<void>
}

/**
 * Starts runs when they are due. The next time of each monitor is in the store, and is advanced by the process that
 * starts the run. So missed times are made up for once, and no two processes start the same run.
 */
export function createScheduler(kit: Kit, context: MonitorsContext): Scheduler {
  const { clock, log } = kit
  const { monitors } = context
  let isOpen = false
  let isClosed = false
  let timer: { at: number; handle: ReturnType<typeof setTimeout> } | undefined
  let looking: Promise<void> | undefined
  let latest: number | undefined
  let isFailing = false

  const sleepUntil = (at: number) => {
    // If it is due already, do not wait for an existing timer.
    if (!isOpen || (timer && timer.at <= at && at > clock.now())) return
    clearTimeout(timer?.handle)
    const wait = Math.min(MAX_SLEEP, Math.max(0, at - clock.now()))
    const handle = setTimeout(() => {
      timer = undefined
      looking = (looking ?? Promise.resolve()).then(lookAgain)
    }, wait)
    handle.unref?.()
    timer = { at, handle }
  }

  async function lookAgain() {
    try {
      sleepUntil((await look()) ?? clock.now() + MAX_SLEEP)
      isFailing = false
    } catch (error) {
      // Once: it is tried again each second for as long as the store is out of reach.
      if (!isFailing) log.warn('Monitors that are due could not be started yet', { cause: describeError(error) })
      isFailing = true
      sleepUntil(clock.now() + PAUSE)
    }
  }

  async function look(): Promise<number | undefined> {
    await takeBackTimes()
    for (;;) {
      if (isClosed) return undefined
      const due = await monitors.due(BATCH)
      if (due.length === 0) return monitors.nextTime()
      const accounts = new Map<string, Promise<Account | undefined>>()
      const accountOf = (id: string) => {
        const known = accounts.get(id) ?? context.account(id)
        accounts.set(id, known)
        return known
      }
      await Promise.all(due.map(async (row) => startDue(row, await accountOf(row.account))))
    }
  }

  /**
   * Corrects the times of monitors that were set while the clock was ahead. If it was not far ahead, a time that has
   * had its run gets no second one, but no monitor misses more than one time.
   */
  async function takeBackTimes() {
    const now = clock.now()
    // At the first check, the earlier time of day is unknown.
    const mayBeSetBack = latest === undefined || now < latest - TOLERANCE
    latest = mayBeSetBack ? now : Math.max(latest ?? now, now)
    if (!mayBeSetBack) return
    for (const row of await monitors.ahead(now + TOLERANCE)) {
      const { next } = nextOf(row, now)
      const isFar = Number(row.last_run) > now + SET_BACK || Number(row.next_at) > nextOf(row, next).next
      if (isFar) await kit.store.write((tx) => monitors.take(tx, row, next))
    }
  }

  async function startDue(row: MonitorRow, account: Account | undefined) {
    const { next, error: unreadable } = nextOf(row, clock.now())
    if (account && unreadable) return failDue(row, unreadable, next)
    try {
      if (account)
        return await startRun(kit, context, { row, account }, { before: (tx) => monitors.take(tx, row, next) })
    } catch (error) {
      // The previous run has not ended, so this one is skipped.
      if (!isApiError(error) || error.code !== 'conflict') throw error
    }
    await kit.store.write((tx) => monitors.take(tx, row, next))
  }

  /** Records that a monitor could not run. */
  const failDue = (due: MonitorRow, error: ApiError, next: number) =>
    kit.store.write(async (tx) => {
      const row = await monitors.hold(tx, due.id)
      if (!row || !(await monitors.take(tx, due, next))) return
      await recordFailure(tx, kit, context, { row, run: newId('run', clock.now()), job: null, error })
    })

  return {
    start() {
      isOpen = true
      sleepUntil(clock.now())
    },
    wake: (at) => {
      if (at !== null) sleepUntil(at)
    },
    look,
    async close() {
      isOpen = false
      isClosed = true
      clearTimeout(timer?.handle)
      await looking
    },
  }
}

/** The next time of a monitor. An upgrade may have made its schedule invalid, such as one in a former time zone. */
function nextOf(row: MonitorRow, after: number): { next: number; error?: ApiError } {
  try {
    return { next: timeAfter(row, after) }
  } catch (error) {
    if (!isApiError(error)) throw error
    return { next: after + UNREADABLE, error }
  }
}
