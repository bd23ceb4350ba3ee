import { definePlanField, type Exchange, type Kit } from 'weirjs'
import type { PageObserver, ScrapedPage } from '../scrape/service.ts'
import { type HttpHead, parseHead, payloadOf } from './record/http-message.ts'
import { renderedRecord, requestRecord, responseRecord, revisitRecord } from './record/page-records.ts'
import { urlKey } from './record/url-key.ts'
import { digestOf, writeRecord } from './record/warc-record.ts'
import type { Capture, CaptureStore, NewCapture } from './store/capture-store.ts'
import type { Original } from './store/tables.ts'

/** The defaults are our own choice; a page takes some 20 kB, compressed. */
export const archivedMegabytes = definePlanField({
  name: 'warc.megabytes',
  description: 'Megabytes per account in the archive, compressed; the oldest captures are removed first',
  defaults: { free: 500, starter: 5000, pro: 50_000, enterprise: null },
})

const MEGABYTE = 1_000_000
const DAY = 86_400_000

interface Parts extends Pick<Kit, 'accounts' | 'clock' | 'files'> {
  captures: CaptureStore
  /** Days for which captures are kept; null: as long as results. */
  retentionDays: number | null
}
/** A capture before its records are stored. */
type Unstored = Omit<NewCapture, 'hash' | 'bytes' | 'fileSize' | 'length'>

/** Stores each scraped page as it was fetched, in the transaction that stores the page. */
export function capturePages({ captures, accounts, clock, files, retentionDays }: Parts): PageObserver {
  const expiry = () => {
    if (retentionDays === null) return files.retainedUntil()
    return retentionDays === 0 ? null : clock.now() + retentionDays * DAY
  }

  async function store(capture: Unstored, records: readonly Uint8Array[]): Promise<NewCapture> {
    const bytes = Buffer.concat(records)
    const length = records[0]!.byteLength
    return { ...capture, length, fileSize: bytes.byteLength, bytes, hash: await files.put(bytes) }
  }

  async function captureExchange(account: string, exchange: Exchange, page: PageOf): Promise<NewCapture> {
    const url = withoutFragment(exchange.url)
    const date = Math.floor(clock.now() - (performance.now() - exchange.startedAt))
    const head = parseHead(exchange.head)
    const payload = await payloadOf(head, exchange.body)
    const digest = await digestOf(payload)
    const mayRevisit = payload.byteLength > 0 && !exchange.isCut
    const original = mayRevisit ? await captures.findOriginal(account, digest) : undefined

    const write = async (original?: Capture): Promise<NewCapture> => {
      const recorded = { exchange, url, date }
      const answer = original ? revisitRecord(recorded, digest, original) : responseRecord(recorded, digest)
      const rendered = page.rendered && (await renderedRecord({ url, date, html: page.rendered }, answer))
      const [first, second, third] = await Promise.all([
        writeRecord(answer),
        writeRecord(requestRecord(recorded, answer)),
        rendered && writeRecord(rendered),
      ])
      const capture: Unstored = {
        url,
        urlKey: urlKey(exchange.url),
        capturedAt: date,
        record: original ? 'revisit' : 'response',
        status: head.status,
        mediaType: mediaTypeOf(head),
        digest,
        isPage: page.isPage,
        ...(page.title && { title: page.title }),
        ...(third && { rendered: { offset: first.byteLength + second.byteLength, length: third.byteLength } }),
        ...(original && { original: pick(original) }),
      }
      return store(capture, third ? [first, second, third] : [first, second])
    }
    return original ? { ...(await write(original)), whole: () => write() } : write()
  }

  /** For a page whose HTTP exchanges are unknown. */
  async function captureRendered({ metadata }: ScrapedPage, html: Uint8Array): Promise<NewCapture> {
    const address = new URL(metadata.url)
    const url = withoutFragment(address)
    const date = clock.now()
    const capture: Unstored = {
      url,
      urlKey: urlKey(address),
      capturedAt: date,
      record: 'resource',
      status: metadata.statusCode,
      mediaType: 'text/html',
      digest: await digestOf(html),
      isPage: true,
      ...(metadata.title && { title: metadata.title }),
    }
    return store(capture, [await writeRecord(await renderedRecord({ url, date, html }))])
  }

  return {
    once: true,
    wantsCapture: true,
    async observe({ account, page }) {
      if (!page.capture) return undefined
      const { exchanges, rendered } = page.capture
      const address = withoutFragment(new URL(page.metadata.url))
      const title = page.metadata.title ?? undefined
      const made: NewCapture[] = []
      // A page may send requests to its own URL before, for example for a cookie, so the last exchange counts.
      const last = exchanges.findLastIndex(({ url }) => withoutFragment(url) === address)
      for (const [at, exchange] of exchanges.entries()) {
        const isPage = at === last
        made.push(await captureExchange(account.id, exchange, isPage ? { isPage, title, rendered } : { isPage }))
      }
      // Scripts may have changed the URL, so that no exchange belongs to the rendered page.
      if (rendered && !made.some((capture) => capture.rendered)) made.push(await captureRendered(page, rendered))
      if (made.length === 0) return undefined
      const megabytes = archivedMegabytes.of(accounts.plan(account))
      const bounds = { expiresAt: expiry(), mostBytes: megabytes === null ? null : megabytes * MEGABYTE }
      return (tx) => captures.add(tx, account.id, made, bounds)
    },
  }
}

/** Facts about the page itself, for the exchange that returned it. */
interface PageOf {
  isPage: boolean
  title?: string
  rendered?: Uint8Array
}

const pick = ({ urlKey, capturedAt, file, fileSize, length }: Original): Original => ({
  urlKey,
  capturedAt,
  file,
  fileSize,
  length,
})

const withoutFragment = ({ href, hash }: URL) => href.slice(0, href.length - hash.length)

const mediaTypeOf = ({ headers }: HttpHead) =>
  (headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase()
