import { type Account, ApiError, type Kit, type Millicredits, type Provider, toMillicredits } from 'weirjs'
import { type ArchiveProvider, fromMillis } from '../archive/service.ts'
import type { Content } from '../content/service.ts'
import type { PageOptions, Scraper } from '../scrape/service.ts'

/** A page at a moment. */
export interface PageMoment {
  /** null: as it is now. */
  provider: string | null
  /** 14 digits. */
  timestamp: string
  url: string
  statusCode: number
  /** Its content as markdown. */
  markdown: string
  millicredits: Millicredits
}

export interface ReadOptions {
  url: URL
  options: PageOptions
  account: Account
  signal: AbortSignal
}

interface Parts extends Pick<Kit, 'clock' | 'store'> {
  content: Content
  scraper: Scraper
  /** Credits of a page out of an archive. */
  price: number
}

/** Reads a page out of an archive. Throws 404 where that has none. */
export async function readArchived(
  { content, price }: Parts,
  { name, service }: Provider<ArchiveProvider>,
  asked: string,
  { url, options, account, signal }: ReadOptions,
): Promise<PageMoment> {
  const snapshot = await service.snapshot({ url, timestamp: asked, account }, signal)
  if (!snapshot) {
    const message = `The archive ${name} has no snapshot of this address`
    throw new ApiError('not_found', message, { provider: name })
  }
  const { headers, body, timestamp, statusCode } = snapshot
  const { markdown = '' } = await content.convert({ url, headers, body }, options.content, { account, signal })
  return { provider: name, timestamp, url: snapshot.url, statusCode, markdown, millicredits: toMillicredits(price) }
}

/** Reads the page as it is now. It is a scrape like any other, and observed like one. */
export async function readLive(
  { scraper, store, clock }: Parts,
  { url, options, account, signal }: ReadOptions,
): Promise<PageMoment> {
  const page = await scraper.page(url, options, { account, signal, priority: options.priority })
  const observed = await scraper.observe({ account, url, page })
  if (observed) await store.write(observed)
  const { data, metadata, millicredits } = page
  const markdown = data.markdown ?? ''
  const timestamp = fromMillis(clock.now())
  return { provider: null, timestamp, url: metadata.url, statusCode: metadata.statusCode, markdown, millicredits }
}
