import type { Clock, Store, Tx } from 'weirjs'
import { dropEndpoint, type EndpointRow, findEndpoint, moveClosed, type Tables } from '../tables.ts'

/** Consecutive failures after which a receiver gets no more deliveries for a while. */
const MAX_FAILURES = 5
/** The length of that pause in milliseconds, doubled with each further failure, up to the maximum. */
const FIRST_PAUSE = 30_000
const MAX_PAUSE = 15 * 60_000
/** Milliseconds for the single attempt that checks whether it is back. */
const PROBE = 40_000
/** Milliseconds and attempts without a success after which a receiver is disabled. */
const GIVE_UP = 5 * 24 * 3600_000
const MANY_FAILURES = 20

/** Whether something may be sent: now, after a number of milliseconds, or never. */
export type Admission = { kind: 'go' } | { kind: 'wait'; milliseconds: number } | { kind: 'disabled'; reason: string }

/**
 * A circuit breaker per receiver: after several consecutive failures, one delivery at a time checks whether the
 * receiver is back, while the others wait without using up their attempts. Its state is in the store, shared by all
 * processes, and survives restarts.
 */
export class Circuit {
  readonly #store: Store
  readonly #clock: Clock

  constructor({ store, clock }: { store: Store; clock: Clock }) {
    this.#store = store
    this.#clock = clock
  }

  /** The failures of a receiver; undefined if it has none. */
  find(endpoint: string): Promise<EndpointRow | undefined> {
    return this.#store.get(findEndpoint, endpoint)
  }

  async admit(endpoint: string): Promise<Admission> {
    const row = await this.find(endpoint)
    if (!row) return { kind: 'go' }
    if (row.disabled !== null) return { kind: 'disabled', reason: row.disabled }
    const now = this.#clock.now()
    const until = Number(row.closed_until)
    if (until > now) return { kind: 'wait', milliseconds: until - now }
    if (row.failures < MAX_FAILURES) return { kind: 'go' }
    const isProbe = await this.#store.write((tx) => tx.run(moveClosed, now + PROBE, endpoint, until), {
      durable: false,
    })
    return isProbe > 0 ? { kind: 'go' } : { kind: 'wait', milliseconds: PROBE }
  }

  /** In the transaction that records the attempt. */
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
      closed_until: Math.max(Number(row.closed_until), now + pause),
      disabled: isGone ? 'The receiver has failed for five days' : row.disabled,
    })
  }

  /** Pauses a receiver for as long as it has asked for. */
  async pause(tx: Tx, endpoint: string, account: string, milliseconds: number): Promise<void> {
    const now = this.#clock.now()
    const row = await lockRow(tx, endpoint, account, now)
    await save(tx, { ...row, failures: 0, failing_since: now, closed_until: now + milliseconds })
  }

  async disable(tx: Tx, endpoint: string, account: string, reason: string): Promise<void> {
    const row = await lockRow(tx, endpoint, account, this.#clock.now())
    await save(tx, { ...row, disabled: reason })
  }

  /** Enables a disabled receiver again. */
  async enable(endpoint: string): Promise<void> {
    const row = await this.find(endpoint)
    if (row && row.disabled !== null) await this.reset(endpoint)
  }

  /** Resets a receiver to the state of one that never failed. */
  async reset(endpoint: string): Promise<void> {
    if (await this.find(endpoint)) await this.#store.write((tx) => tx.run(dropEndpoint, endpoint))
  }
}

/** The state of a receiver, locked until this transaction has ended. */
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
