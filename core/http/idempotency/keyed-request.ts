import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { KeyedCounts } from '../../concurrency/keyed-counts.ts'
import type { JobKeeper } from '../../contracts/jobs/job-start.ts'
import type { Lease, Leases } from '../../contracts/leases.ts'
import type { ChargeKeeper } from '../../credits/credits.ts'
import { ApiError } from '../../errors.ts'
import type { Tx } from '../../store/index.ts'
import { chunks, peek, toBody } from '../body/body-chunks.ts'
import { hashBody } from './hash-body.ts'
import type { Done, KeptAnswers, RequestId } from './kept-answers.ts'
import { checkKey, notKept, otherBody, tooManySent, tooManyWait } from './refusals.ts'
import type { Replays } from './replays.ts'

/** Headers that belong to the answer itself, not to one request for it. */
const KEPT_HEADERS = ['content-type', 'preference-applied', 'location']
/** Maximum bytes of an answer that is stored: enough for nearly all single pages and every accepted job. */
const MAX_KEPT = 8 * 1024 * 1024
/** Requests that may wait for one answer, and for all answers of an account in this process. */
const MAX_WAITING = 64
const MAX_ACCOUNT_WAITING = 256

const compress = promisify<Uint8Array, { level: number }, Buffer>(deflateRaw)
const decompress = promisify<Uint8Array, Buffer>(inflateRaw)

/** What all keyed requests of a process share. */
export interface KeyedRequestParts {
  answers: KeptAnswers
  replays: Replays
  leases: Leases
  /** How many requests wait for the answer to another one, by account and by key. */
  waiting: KeyedCounts
}

/** One request that carries an `Idempotency-Key`. */
export class KeyedRequest implements JobKeeper, ChargeKeeper {
  readonly #parts: KeyedRequestParts
  readonly #id: RequestId
  /** The key's name among leases. */
  readonly #name: string
  #hash = ''
  #jobId: string | undefined
  #charge: string | undefined
  #chargeBefore: string | undefined
  #lease: Lease | undefined

  constructor(parts: KeyedRequestParts, id: RequestId) {
    this.#parts = parts
    this.#id = id
    this.#name = `idempotency ${JSON.stringify([id.account, id.endpoint, id.key])}`
  }

  get jobId(): string | undefined {
    return this.#jobId
  }

  get chargeKey(): string | undefined {
    return this.#chargeBefore
  }

  /**
   * The earlier answer to this key and body, awaited if it is still being made; undefined if the request is to be
   * done now. Throws 409 `conflict` for another body, for an answer that was too large to be stored, and if too many
   * requests wait or are being sent theirs; 400 `invalid_request` for an invalid key.
   */
  async begin(body: unknown, signal: AbortSignal): Promise<Response | undefined> {
    checkKey(this.#id.key)
    this.#hash = await hashBody(body)
    await this.#acquire(signal)
    try {
      const response = await this.#replay(signal)
      if (response) this.#release()
      return response
    } catch (error) {
      this.#release()
      throw error
    }
  }

  async keep(tx: Tx, job: string): Promise<void> {
    await this.#parts.answers.putDone(tx, this.#id, { ...this.#done, job })
    this.#jobId = job
  }

  async keepCharge(tx: Tx, charge: string): Promise<void> {
    await this.#parts.answers.putDone(tx, this.#id, { ...this.#done, charge })
    this.#charge = charge
  }

  get #done(): Done {
    return { hash: this.#hash, job: this.#jobId ?? null, charge: this.#charge ?? null }
  }

  /**
   * Stores the answer if it is a success, lets waiting requests go on, and returns the answer to send. Must be called
   * in any case. For an answer that is too large it stores that it was given, so that the request is not done twice.
   */
  async end(response: Response): Promise<Response> {
    // Not begun, or answered from the store.
    if (!this.#lease) return response
    try {
      const { ok, headers, status, body } = response
      if (!ok) {
        // Unless its job goes on, for instance because the service is being stopped.
        if (this.#jobId !== undefined) await this.#parts.answers.dropEnded(this.#id)
        return response
      }
      if (!body || !headers.get('content-type')?.includes('json')) {
        // It was given, so that a repetition is new work.
        if (this.#charge !== undefined) await this.#parts.answers.drop(this.#id)
        return response
      }
      const { read, rest } = await peek(body, MAX_KEPT)
      const kept = KEPT_HEADERS.flatMap((name) => {
        const value = headers.get(name)
        return value === null ? [] : [[name, value]]
      })
      await this.#parts.answers.putAnswer(this.#id, {
        ...this.#done,
        status,
        headers: JSON.stringify(Object.fromEntries(kept)),
        body: rest ? null : await compress(read, { level: 1 }),
      })
      return new Response(rest ? toBody(chunks(read, rest)) : (read as Uint8Array<ArrayBuffer>), { status, headers })
    } finally {
      this.#release()
    }
  }

  /** Waits until no other request with this key is under way in any process. */
  async #acquire(signal: AbortSignal) {
    for (;;) {
      const taken = await this.#parts.leases.take(this.#name, this.#hash)
      if ('release' in taken) {
        this.#lease = taken
        return
      }
      if (taken.heldWith !== this.#hash) throw otherBody()
      await this.#wait(signal)
    }
  }

  #release() {
    this.#lease?.release()
    this.#lease = undefined
  }

  /** Waits for the answer to another request of this key. */
  async #wait(signal: AbortSignal) {
    const { leases, waiting } = this.#parts
    const { account } = this.#id
    if (waiting.of(this.#name) >= MAX_WAITING || waiting.of(account) >= MAX_ACCOUNT_WAITING) throw tooManyWait()
    for (const counted of [this.#name, account]) waiting.add(counted, 1)
    try {
      await leases.free(this.#name, signal)
    } catch (error) {
      throw signal.aborted
        ? new ApiError('timeout', 'The caller left before the answer came', {}, { status: 408 })
        : error
    } finally {
      for (const counted of [this.#name, account]) waiting.add(counted, -1)
    }
  }

  /** The stored answer to an earlier request. */
  async #replay(signal: AbortSignal): Promise<Response | undefined> {
    const row = await this.#parts.answers.find(this.#id)
    if (!row) return undefined
    if (row.hash !== this.#hash) throw otherBody()
    if (row.status !== null && row.body === null) throw notKept(row.job, MAX_KEPT)
    if (row.body === null) {
      // It was never answered. Starting its job again returns the same job, and its charge is not made again.
      this.#jobId = row.job ?? undefined
      this.#charge = this.#chargeBefore = row.charge ?? undefined
      return undefined
    }
    const headers = { ...JSON.parse(row.headers ?? '{}'), 'idempotency-replayed': 'true' }
    const bytes = new Uint8Array(await decompress(row.body))
    const body = this.#parts.replays.send(this.#id.account, bytes, signal)
    if (body === undefined) throw tooManySent()
    return new Response(body, { status: row.status ?? 200, headers })
  }
}
