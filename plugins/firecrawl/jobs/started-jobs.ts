import { LRUCache } from 'lru-cache'
import { createSweeper, isApiError, isId, type JobRecord, type Kit, notFound, type Sweeper, type Tx } from 'weirjs'
import type { Shape } from '../page/shape.ts'
import type { Webhook } from '../schema/page-fields.ts'
import { sendEvent } from '../webhooks/events.ts'
import { toJobId } from './ids.ts'
import { dropJob, findJob, type JobRow, oldJobs, type Tables } from './tables.ts'

/** A job that was started by this API. */
export interface StartedJob {
  record: JobRecord
  kind: JobRow['kind']
  url: string
  options: unknown
  shape: Shape
  warnings: string[]
}

/** What is stored of a request that starts a job. */
export interface NewStartedJob {
  account: string
  kind: JobRow['kind']
  url: string
  options: unknown
  shape: Shape
  warnings: readonly string[]
  webhook: Webhook | undefined
}

/** The receiver of a job's events. */
export interface JobReceiver {
  webhook: Webhook
  kind: JobRow['kind']
  shape: Shape
}

const DAY = 86_400_000
/** Rows that are examined at a time. */
const AT_ONCE = 100
/** Told to callers and the operator. */
const LOST_WEBHOOK =
  'The webhook of this job is not called: it cannot be read, because the server has lost the secret that encrypts it'

export class StartedJobs {
  readonly sweeper: Sweeper
  /** The receivers of running jobs, cached because each scraped page needs its job's. */
  readonly #told = new LRUCache<string, { told: JobReceiver | undefined }>({ max: 1000 })
  readonly #kit: Pick<Kit, 'store' | 'clock' | 'jobs' | 'sealer' | 'find' | 'log'>

  constructor(kit: Pick<Kit, 'store' | 'clock' | 'jobs' | 'sealer' | 'find' | 'log'>) {
    this.#kit = kit
    this.sweeper = createSweeper({
      what: 'What the Firecrawl API keeps of jobs that are gone',
      sweep: () => this.#sweep(),
      first: 90_000,
      every: 3600_000,
      log: kit.log,
    })
  }

  /** Stores the request in the transaction that starts the job, and notifies its receiver. */
  async begin(tx: Tx, job: string, asked: NewStartedJob): Promise<void> {
    await this.#put(tx, job, asked)
    const { account, kind, webhook } = asked
    if (webhook) await sendEvent(this.#kit, tx, { account, job, kind, webhook, event: 'started', data: [] })
  }

  async #put(tx: Tx, job: string, { options, shape, warnings, webhook, ...row }: NewStartedJob): Promise<void> {
    const { clock, sealer } = this.#kit
    await tx
      .db<Tables>()
      .insertInto('firecrawl_jobs')
      .values({
        ...row,
        job,
        options: JSON.stringify(options),
        shape: JSON.stringify(shape),
        warnings: JSON.stringify(warnings),
        webhook: webhook === undefined ? null : sealer.seal(JSON.stringify(webhook), job),
        created_at: clock.now(),
      })
      .execute()
  }

  /** Throws 404 for a job that this API has not started, or that is of another kind. */
  async get(account: string, id: string, kinds: readonly JobRow['kind'][]): Promise<StartedJob> {
    const { store, jobs } = this.#kit
    const jobId = toJobId(id)
    const row = isId('job', jobId) ? await store.get(findJob, jobId) : undefined
    if (row?.account !== account || !kinds.includes(row.kind)) throw notFound('job', id)
    const { kind, url, options, shape, warnings, webhook } = row
    const isLost = webhook !== null && !this.#open(webhook, jobId)
    return {
      record: await jobs.get(account, row.job),
      kind,
      url,
      options: JSON.parse(options),
      shape: JSON.parse(shape),
      warnings: isLost ? [...JSON.parse(warnings), LOST_WEBHOOK] : JSON.parse(warnings),
    }
  }

  /**
   * The receiver of a job, and how its pages are shown; undefined without a receiver that can be
   * read. It never changes.
   */
  async webhookOf(job: string): Promise<JobReceiver | undefined> {
    const known = this.#told.get(job)
    if (known) return known.told
    const { store, log } = this.#kit
    const row = await store.get(findJob, job)
    const webhook = row?.webhook ? this.#open(row.webhook, job) : undefined
    if (row?.webhook && !webhook) log.warn(LOST_WEBHOOK, { job })
    const told = row && webhook ? { webhook, kind: row.kind, shape: JSON.parse(row.shape) } : undefined
    this.#told.set(job, { told })
    return told
  }

  /** Undefined for a webhook that was encrypted with a secret that the server no longer has. */
  #open(sealed: string, job: string): Webhook | undefined {
    let text: string
    try {
      text = this.#kit.sealer.open(sealed, job)
    } catch {
      return undefined
    }
    return JSON.parse(text)
  }

  /** Deletes the oldest rows whose jobs are deleted: jobs are deleted in the order of their age. */
  async #sweep(): Promise<boolean> {
    const { store, clock, jobs } = this.#kit
    let dropped = 0
    for (const { job, account } of await store.all(oldJobs, clock.now() - DAY, AT_ONCE)) {
      const isGone = await jobs.get(account, job).then(
        () => false,
        (error: unknown) => isApiError(error) && error.status === 404,
      )
      if (!isGone) continue
      await store.write((tx) => tx.run(dropJob, job), { durable: false, reserved: true })
      dropped++
    }
    return dropped === AT_ONCE
  }
}
