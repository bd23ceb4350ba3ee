import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { Clock } from '../../clock.ts'
import { KeyedCounts } from '../../concurrency/keyed-counts.ts'
import type { JobKeeper } from '../../contracts/jobs/job-start.ts'
import type { Lease, Leases } from '../../contracts/leases.ts'
import { ApiError } from '../../errors.ts'
import { describeError, type Log } from '../../log.ts'
import type { Store } from '../../store/index.ts'
import { chunks, peek, toBody } from '../body/body-chunks.ts'
import { hashBody } from './hash-body.ts'
import { dropOld, find, put } from './idempotency-table.ts'
import { createReplays } from './replays.ts'

/** One request that carries an `Idempotency-Key`. */
export interface KeyedRequest extends JobKeeper {
  /**
   * The answer that this key and body had before, after waiting for it where it is under way; undefined when the
   * request is to be done now. Throws 409 `conflict` for another body, for an answer that was too large to be kept,
   * and where too many wait already or are being sent theirs; 400 `invalid_request` for an invalid key.
   */
  begin(body: unknown, signal: AbortSignal): Promise<Response | undefined>
  /**
   * Keeps the answer where it is a success, and lets those go on that wait. To be called in any case; gives the
   * answer to send. Of one that is too large to be kept it is noted that it was given: the request is not done a
   * second time.
   */
  end(response: Response): Promise<Response>
}

/** Repeated requests get the first one's answer, of one account and endpoint, for 24 hours. Source: decisions 4.6. */
export interface Idempotency {
  of(accountId: string, endpoint: string, key: string): KeyedRequest
}

/** Milliseconds for which answers are kept. */
const KEPT = 24 * 3_600_000
/** Milliseconds between two deletions of older ones. */
const SWEEP_EVERY = 10 * 60_000
/** What of an answer's headers belongs to the answer, not to the request. */
const KEPT_HEADERS = ['content-type', 'preference-applied', 'location']
const MAX_KEY = 255
/** Bytes of an answer that is kept: those of nearly all single pages, and of every acceptance. */
const MAX_KEPT = 8 * 1024 * 1024
/** Requests that may wait for one answer, and for all of an account's in this process. */
const MAX_WAITING = 64
const MAX_ACCOUNT_WAITING = 256
/** Seconds after which one that was not let wait may ask again. */
const ASK_AGAIN = 5

const compress = promisify<Uint8Array, { level: number }, Buffer>(deflateRaw)
const decompress = promisify<Uint8Array, Buffer>(inflateRaw)

export interface IdempotencyParts {
  store: Store
  leases: Leases
  clock: Clock
  log: Log
}

export function createIdempotency({ store, leases, clock, log }: IdempotencyParts): Idempotency {
  /** How many requests of this process wait for another one's answer, by account and by key. */
  const waiting = new KeyedCounts()
  const replays = createReplays()
  let sweptAt = 0

  const sweep = () => {
    if (performance.now() - sweptAt < SWEEP_EVERY) return
    sweptAt = performance.now()
    store
      .write((tx) => tx.run(dropOld, clock.now() - KEPT), { durable: false, reserved: true })
      .catch((error) => log.warn('Old answers could not be deleted yet', { cause: describeError(error) }))
  }

  return {
    of(account, endpoint, key) {
      const name = `idempotency ${JSON.stringify([account, endpoint, key])}`
      let hash = ''
      let jobId: string | undefined
      let lease: Lease | undefined

      /** Waits for the answer to another request of this key. */
      const wait = async (signal: AbortSignal) => {
        if (waiting.of(name) >= MAX_WAITING || waiting.of(account) >= MAX_ACCOUNT_WAITING) throw tooManyWait()
        for (const counted of [name, account]) waiting.add(counted, 1)
        try {
          await leases.free(name, signal)
        } catch (error) {
          throw signal.aborted
            ? new ApiError('timeout', 'The caller left before the answer came', {}, { status: 408 })
            : error
        } finally {
          for (const counted of [name, account]) waiting.add(counted, -1)
        }
      }

      /** One request of this key is under way at a time, in whatever process. */
      const enter = async (signal: AbortSignal) => {
        for (;;) {
          const taken = await leases.take(name, hash)
          if ('release' in taken) {
            lease = taken
            return
          }
          if (taken.heldWith !== hash) throw conflict()
          await wait(signal)
        }
      }
      const release = () => {
        lease?.release()
        lease = undefined
      }

      /** What is kept of an earlier request. */
      const kept = async (signal: AbortSignal): Promise<Response | undefined> => {
        const row = await store.get(find, account, endpoint, key)
        if (!row || row.created_at <= clock.now() - KEPT) return undefined
        if (row.hash !== hash) throw conflict()
        if (row.status !== null && row.body === null) throw notKept(row.job)
        if (row.body === null) {
          // The job was started, and the answer never given: starting it again gives the same job.
          jobId = row.job ?? undefined
          return undefined
        }
        const headers = { ...JSON.parse(row.headers ?? '{}'), 'idempotency-replayed': 'true' }
        const body = replays.send(account, new Uint8Array(await decompress(row.body)), signal)
        if (body === undefined) throw tooManySent()
        return new Response(body, { status: row.status ?? 200, headers })
      }

      const keep = async (status: number, headers: Record<string, string>, body: Uint8Array | undefined) => {
        const row = [
          account,
          endpoint,
          key,
          hash,
          jobId ?? null,
          status,
          JSON.stringify(headers),
          body ?? null,
        ] as const
        try {
          await store.write((tx) => tx.run(put, ...row, clock.now()))
        } catch (error) {
          // The work is done, and its answer is on its way: a repetition may do it again, which is better than none.
          log.warn('An answer could not be kept for its Idempotency-Key', { cause: describeError(error) })
        }
      }

      return {
        get jobId() {
          return jobId
        },

        async begin(body, signal) {
          checkKey(key)
          hash = await hashBody(body)
          await enter(signal)
          try {
            const response = await kept(signal)
            if (response) release()
            return response
          } catch (error) {
            release()
            throw error
          }
        },

        async keep(tx, job) {
          await tx.run(put, account, endpoint, key, hash, job, null, null, null, clock.now())
          jobId = job
        },

        async end(response) {
          // Not begun, or answered by what was kept.
          if (!lease) return response
          try {
            if (!response.ok || !response.body || !response.headers.get('content-type')?.includes('json'))
              return response
            const { headers, status } = response
            const { read, rest } = await peek(response.body, MAX_KEPT)
            const kept = KEPT_HEADERS.flatMap((header) => {
              const value = headers.get(header)
              return value === null ? [] : [[header, value]]
            })
            await keep(status, Object.fromEntries(kept), rest ? undefined : await compress(read, { level: 1 }))
            sweep()
            return new Response(rest ? toBody(chunks(read, rest)) : (read as Uint8Array<ArrayBuffer>), {
              status,
              headers,
            })
          } finally {
            release()
          }
        },
      }
    },
  }
}

function checkKey(key: string) {
  if (key.length >= 1 && key.length <= MAX_KEY && /^[\x20-\x7e]+$/.test(key)) return
  throw new ApiError(
    'invalid_request',
    `Idempotency-Key must have 1 to ${MAX_KEY} characters, all of them printable ASCII`,
    { parameter: 'Idempotency-Key' },
  )
}

const conflict = () =>
  new ApiError('conflict', 'This Idempotency-Key was used for a request with another body; use a new key', {
    header: 'Idempotency-Key',
  })

const notKept = (jobId: string | null) =>
  new ApiError(
    'conflict',
    jobId === null
      ? `This request was done, and its answer was over ${MAX_KEPT} bytes, which is too large to be kept; it is not done again. Use a new key to do it again`
      : `This request was done, and its answer was over ${MAX_KEPT} bytes, which is too large to be kept; read the results of its job`,
    { header: 'Idempotency-Key', reason: 'answer_not_kept', ...(jobId !== null && { jobId }) },
  )

const tooManyWait = () =>
  new ApiError(
    'conflict',
    'The first request with this Idempotency-Key is under way, and many wait for its answer; ask again later',
    { header: 'Idempotency-Key', reason: 'under_way' },
    { retryAfter: ASK_AGAIN },
  )

const tooManySent = () =>
  new ApiError(
    'conflict',
    'Many answers that were kept for your account are being sent, and not read yet; ask again when they have been',
    { header: 'Idempotency-Key', reason: 'under_way' },
    { retryAfter: ASK_AGAIN },
  )
