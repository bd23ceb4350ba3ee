import type { Clock, Store, Tx } from 'weirjs'
import { dropEndpoint, type EndpointRow, findEndpoint, moveClosed, type Tables } from '../tables.ts'

/** The consecutive failures after which a receiver is paused. */
const MAX_FAILURES = 5
/** The first pause in milliseconds, which doubles with each further failure, and the longest. */
const FIRST_PAUSE = 30_000
const MAX_PAUSE = 15 * 60_000
/** The longest pause that a receiver can ask for at once. */
export const MAX_RETRY_AFTER = 24 * 3600_000
/** Milliseconds reserved for the single attempt that tests whether a paused receiver is back. */
const PROBE = 40_000
/** A receiver that has only failed for this long, in milliseconds, and this often is disabled. */
const GIVE_UP = 5 * 24 * 3600_000
const MANY_FAILURES = 20

/** Whether a delivery may be sent: now, in some milliseconds, or never. */
export type Admission = { kind: 'go' } | { kind: 'wait'; milliseconds: number } | { kind: 'disabled'; reason: string }

/**
 * Protects receivers that fail. After some consecutive failures, only one delivery at a time tests whether the
 * receiver is back; the others wait without using up their attempts. The state is in the store, so it is shared by
 * all processes and survives restarts.
 */
export class Circuit {
  readonly #store: Store
  readonly #clock: Clock

  constructor({ store, clock }: { store: Store; clock: Clock }) {
    this.#store = store
    this.#clock = clock
  }

  /** The failures of a receiver; undefined if there are none. */
  find(endpoint: string): Promise<EndpointRow | undefined> {
    return this.#store.get(findEndpoint, endpoint)
  }

  async admit(endpoint: string): Promise<Admission> {
    const row = await this.find(endpoint)
    if (!row) return { kind: 'go' }
    if (row.disabled !== null) return { kind: 'disabled', reason: row.disabled }
    const now = this.#clock.now()
    const until = Number(row.closed_until)
    if (isPaused(row, now)) return { kind: 'wait', milliseconds: until - now }
    if (row.failures < MAX_FAILURES) return { kind: 'go' }
    const isProbe = await this.#store.write((tx) => tx.run(moveClosed, now + PROBE, endpoint, until), {
      durable: false,
    })
    return isProbe > 0 ? { kind: 'go' } : { kind: 'wait', milliseconds: PROBE }
  }

  /** Called in the transaction that records the attempt. */
  async succeeded(tx: Tx, endpoint: string): Promise<void> {
    await tx.run(dropEndpoint, endpoint)
  }

  async failed(tx: Tx, endpoint: string, account: string): Promise<void> {
    const now = this.#clock.now()
    const row = await lockRow(tx, endpoint, account, now)
    const failures = Number(row.failures) + 1
    const doublings = failures - MAX_FAILURES
    const pause = doublings < 0 ? 0 : Math.min(MAX_PAUSE, FIRST_PAUSE * 2 ** doublings)
    const isGone = failures >= MANY_FAILURES && now - Number(row.failing_since) > GIVE_UP
    await save(tx, {
      ...row,
      failures,
      closed_until: Math.max(isPaused(row, now) ? Number(row.closed_until) : 0, now + pause),
      disabled: isGone ? 'The receiver has failed for five days' : row.disabled,
    })
  }

  /** Pauses a receiver for as long as it asked. */
  async pause(tx: Tx, endpoint: string, account: string, milliseconds: number): Promise<void> {
    const now = this.#clock.now()
    const row = await lockRow(tx, endpoint, account, now)
    await save(tx, { ...row, failures: 0, failing_since: now, closed_until: now + milliseconds })
  }

  async disable(tx: Tx, endpoint: string, account: string, reason: string): Promise<void> {
    const row = await lockRow(tx, endpoint, account, this.#clock.now())
    await save(tx, { ...row, disabled: reason })
  }

  /** Enables a receiver that was disabled. */
  async enable(endpoint: string): Promise<void> {
    const row = await this.find(endpoint)
    if (row && row.disabled !== null) await this.reset(endpoint)
  }

  /** Forgets all failures of a receiver. */
  async reset(endpoint: string): Promise<void> {
    if (await this.find(endpoint)) await this.#store.write((tx) => tx.run(dropEndpoint, endpoint))
  }
}

/** A time that is further away than any pause was set before the clock was set back, and counts no more. */
const isPaused = ({ closed_until }: EndpointRow, now: number) =>
  Number(closed_until) > now && Number(closed_until) <= now + MAX_RETRY_AFTER

/** The state of a receiver, locked against other transactions until this one has ended. */
async function lockRow(tx: Tx, endpoint: string, account: string, now: number): Promise<EndpointRow> {
  await tx.lock(`webhooks ${endpoint}`)
  const fresh = { endpoint, account, failures: 0, failing_since: now, closed_until: 0, disabled: null }
  return (await tx.get(findEndpoint, endpoint)) ?? fresh
}

async function save(tx: Tx, row: EndpointRow): Promise<void> {
  const { endpoint: _, account: __, ...changes } = row
  await tx
    .db<Tables>()
    .insertInto('webhooks_endpoints')
    .values(row)
    .onConflict((same) => same.column('endpoint').doUpdateSet(changes))
    .execute()
}
