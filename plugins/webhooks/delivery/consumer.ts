import { type Consumer, isApiError, type JobRecord, type Jobs, type Kit, type Message, type Undelivered } from 'weirjs'
import { showJob } from '../../jobs/service.ts'
import type { WebhooksConfig } from '../config.ts'
import { jobWebhookForms } from '../service.ts'
import type { AccountSecrets } from '../signing/secrets.ts'
import { formHeaders, signedHeaders } from '../signing/sign.ts'
import { type DeliveryRow, endpointOf } from '../tables.ts'
import { bodyOf } from './body.ts'
import { type Circuit, MAX_RETRY_AFTER } from './circuit.ts'
import type { Deliveries } from './deliveries.ts'
import { openForm, sealForm } from './own-form.ts'
import { type Attempt, post } from './post.ts'

/** The outbox topic. The end of a job writes messages to it too. */
export const TOPIC = 'webhooks'

/** The content of a message. One for the end of a job has the job's id; all others are for an existing delivery. */
export interface Payload {
  account: string
  url: string
  event: string
  jobId?: string
  /** The name of another API's format, for the end of a job. */
  form?: string
  /** The delivery that is sent again. Default: the delivery with the message's own id. */
  delivery?: string
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The delay before each attempt. Source: decisions 11.5. */
const DELAYS = [0, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, 17 * HOUR]
/** A message that has waited this long for its receiver is given up. */
const MAX_AGE = 5 * DAY
/** The additional delay per attempt for a receiver that keeps asking for pauses, and the longest. */
const PAUSE_STEP = 5 * SECOND
const MAX_PAUSE = 10 * MINUTE
/** The time that the outbox and the store need in addition to the attempt. */
const MARGIN = 10 * SECOND

export interface ConsumerParts
  extends Pick<Kit<WebhooksConfig>, 'store' | 'clock' | 'jobs' | 'fetch' | 'config' | 'sealer' | 'all'> {
  deliveries: Deliveries
  circuit: Circuit
  secrets: AccountSecrets
}

/** Delivers the messages of the outbox. */
export function createConsumer(parts: ConsumerParts): Consumer<Payload> {
  const { store, clock, fetch, config, deliveries, circuit, secrets } = parts
  const attempts = new WeakMap<Message<Payload>, Attempt>()

  const send = async ({ id, account, url, event, body, form }: DeliveryRow, signal: AbortSignal) => {
    const own = openForm(parts, id, form)
    const secret = await secrets.read(account)
    const headers = own ? formHeaders(own, body, secret) : signedHeaders({ id, event, body, at: clock.now() }, secret)
    const time = AbortSignal.timeout(config.timeout)
    return post(fetch, clock, { url, headers, body, signal: AbortSignal.any([signal, time]) })
  }

  /**
   * Postpones a delivery if its receiver asked for that and the message is not too old; otherwise returns undefined.
   */
  const postpone = async (message: Message<Payload>, row: DeliveryRow, attempt: Attempt) => {
    if (attempt.retryAfter === undefined || isOld(message)) return undefined
    const patience = Math.min(MAX_PAUSE, Number(row.attempts) * PAUSE_STEP)
    const milliseconds = Math.max(SECOND, patience, Math.min(MAX_RETRY_AFTER, attempt.retryAfter))
    const nextAt = clock.now() + milliseconds
    await store.write(async (tx) => {
      await circuit.pause(tx, row.endpoint, row.account, milliseconds)
      await deliveries.record(tx, row.id, message.id, { status: 'pending', nextAt, error: attempt.error, attempt })
    })
    return { kind: 'postponed', until: nextAt } as const
  }
  /** Postpones a delivery until its receiver is tried again. */
  const wait = async (message: Message<Payload>, { id, error }: DeliveryRow, milliseconds: number) => {
    const nextAt = Math.round(clock.now() + milliseconds + Math.random() * SECOND)
    const ending = { status: 'pending', nextAt, error, attempt: undefined } as const
    await store.write((tx) => deliveries.record(tx, id, message.id, ending), { durable: false })
    return { kind: 'postponed', until: nextAt } as const
  }
  const isOld = ({ createdAt }: Message<Payload>) => clock.now() - createdAt > MAX_AGE

  return {
    delays: DELAYS,
    parallel: config.parallel,
    perReceiver: config.perReceiver,
    timeout: config.timeout + MARGIN,

    // biome-ignore lint/suspicious/noConfusingVoidType: most deliveries come to nothing but a success
    async deliver(message, signal): Promise<Undelivered | void> {
      const row = await findOrMake(parts, message)
      if (!row) return { kind: 'rejected', reason: 'There is nothing left to notify of' }
      // The delivery was replayed: the newer message delivers it.
      if (row.message !== message.id) return
      const admission = await circuit.admit(row.endpoint)
      if (admission.kind === 'disabled') return { kind: 'rejected', reason: admission.reason }
      if (admission.kind === 'wait') {
        if (isOld(message)) return { kind: 'rejected', reason: 'The receiver was unavailable for too long' }
        return wait(message, row, admission.milliseconds)
      }
      const attempt = await send(row, signal)
      const postponed = await postpone(message, row, attempt)
      if (postponed) return postponed
      attempts.set(message, attempt)
      if (attempt.gone) return { kind: 'rejected', reason: GONE }
      if (attempt.error !== null) throw new Error(attempt.error)
    },

    async attempted(tx, message, outcome) {
      const attempt = attempts.get(message)
      const { account, url, delivery: id = message.id } = message.payload
      if (outcome === 'delivered') {
        if (!attempt) return
        await circuit.succeeded(tx, endpointOf(account, url))
        await deliveries.record(tx, id, message.id, { status: 'delivered', nextAt: null, error: null, attempt })
        return
      }
      const error = attempt?.error ?? (outcome.error as Error).message
      const status = outcome.next === null ? 'failed' : 'pending'
      if (attempt?.gone) await circuit.disable(tx, endpointOf(account, url), account, GONE)
      else if (attempt) await circuit.failed(tx, endpointOf(account, url), account)
      await deliveries.record(tx, id, message.id, { status, nextAt: outcome.next, error, attempt })
    },
  }
}

const GONE = 'The receiver is gone (410)'

/** The delivery of a message. That of a job is created at the first attempt, when the job has its final state. */
async function findOrMake(parts: ConsumerParts, { id, payload, createdAt }: Message<Payload>) {
  const { store, deliveries } = parts
  const { account, url, jobId, delivery = id } = payload
  const found = await deliveries.find(delivery)
  if (found || jobId === undefined) return found
  const job = await findJob(parts.jobs, account, jobId)
  const told = job && (await tell(parts, job, { id, payload, createdAt }))
  if (!told) return undefined
  await store.write((tx) => deliveries.add(tx, { id, account, url, job: jobId, createdAt, ...told }), {
    durable: false,
  })
  return deliveries.find(id)
}

/** Creates the body for a job: its record with a link to its results, as they may be long; or a format of its own. */
async function tell(
  parts: ConsumerParts,
  job: JobRecord,
  { id, payload, createdAt }: Pick<Message<Payload>, 'id' | 'payload' | 'createdAt'>,
) {
  const { event, form: name } = payload
  if (name !== undefined) {
    const said = await parts
      .all(jobWebhookForms)
      .find((one) => one.name === name)
      ?.service.of(job, event)
    return said && { event: said.event, body: said.form.body(id), form: sealForm(parts, id, said.form) }
  }
  const data = { ...showJob(job), resultsUrl: `/v1/jobs/${job.id}/results` }
  return { event, body: bodyOf({ id, event, createdAt, data }), form: null }
}

/** Undefined if the job was deleted. */
async function findJob(jobs: Jobs, account: string, jobId: string): Promise<JobRecord | undefined> {
  try {
    return await jobs.get(account, jobId)
  } catch (error) {
    if (isApiError(error) && error.status === 404) return undefined
    throw error
  }
}
