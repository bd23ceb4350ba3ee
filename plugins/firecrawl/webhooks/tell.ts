import { isLarge, type JobRecord, type Kit } from 'weirjs'
import type { PageObserver } from '../../scrape/service.ts'
import type { JobWebhookForm } from '../../webhooks/service.ts'
import { toWireId } from '../jobs/ids.ts'
import type { StartedJobs } from '../jobs/started-jobs.ts'
import { shortDocument, toDocument, type WeirPage } from '../page/document.ts'
import type { Document } from '../schema/replies.ts'
import { formOf, sendEvent, typeOf } from './events.ts'

/** Bytes of a document that is sent. Each is kept with its delivery, as it stands. */
const MAX_DOCUMENT = 1024 * 1024

const bounded = (document: Document) => (isLarge(document, MAX_DOCUMENT) ? shortDocument(document) : document)

/** Tells receivers of each page of their jobs, in the transaction that stores it. */
export const observePages = (kit: Pick<Kit, 'find' | 'origin'>, started: StartedJobs): PageObserver => ({
  // What is asked for by itself is none of a job.
  once: true,
  async observe({ account: { id: account }, url, page, jobId: job }) {
    const told = job === undefined ? undefined : await started.webhookOf(job)
    if (!told || !job) return undefined
    const { webhook, kind, shape } = told
    const { data, metadata, warnings, millicredits } = page
    const shown = { ...data, metadata: { ...metadata, creditsUsed: millicredits / 1000 }, warnings } as WeirPage
    const source = { url: url.href, scrapeId: toWireId(job), shape, origin: kit.origin() }
    const happened = { job, kind, event: 'page' as const, data: [bounded(toDocument(shown, source))] }
    return (tx) => sendEvent(kit, tx, { account, webhook, ...happened })
  },
})

/** Tells receivers of the end of their jobs. */
export const tellEnds = (started: StartedJobs): JobWebhookForm => ({
  async of({ id: job, status, error }: JobRecord) {
    const told = await started.webhookOf(job)
    if (!told) return undefined
    const event = status === 'failed' ? 'failed' : 'completed'
    const happened = { job, kind: told.kind, event, data: [], ...(error && { error: error.message }) } as const
    const form = formOf(told.webhook, happened)
    return form && { event: typeOf(happened), form }
  },
})
