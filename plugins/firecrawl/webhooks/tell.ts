import { isLarge, type JobRecord, type Kit } from 'weirjs'
import type { PageObserver } from '../../scrape/service.ts'
import type { JobWebhookForm } from '../../webhooks/service.ts'
import { messageOf } from '../errors.ts'
import { toWireId } from '../jobs/ids.ts'
import type { StartedJobs } from '../jobs/started-jobs.ts'
import { shortDocument, toDocument, type WeirPage } from '../page/document.ts'
import type { Document } from '../schema/replies.ts'
import { formOf, sendEvent, typeOf } from './events.ts'

/** The most bytes of a document in an event. It is stored with each delivery. */
const MAX_DOCUMENT = 1024 * 1024

const bounded = (document: Document) => (isLarge(document, MAX_DOCUMENT) ? shortDocument(document) : document)

/** Notifies the receivers of jobs about each page, in the transaction that stores it. */
export const observePages = (kit: Pick<Kit, 'find' | 'origin'>, started: StartedJobs): PageObserver => ({
  // Only pages of jobs have receivers, so single scrapes need not be observed.
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

/** Notifies the receivers of jobs about their end. */
export const tellEnds = (started: StartedJobs): JobWebhookForm => ({
  async of({ id: job, status, error }: JobRecord) {
    const told = await started.webhookOf(job)
    if (!told) return undefined
    const event = status === 'failed' ? 'failed' : 'completed'
    const happened = { job, kind: told.kind, event, data: [], ...(error && { error: messageOf(error) }) } as const
    const form = formOf(told.webhook, happened)
    return form && { event: typeOf(happened), form }
  },
})
