import { type Account, type Kit, type Millicredits, type Provider, toMillicredits } from 'weirjs'
import { type ArchiveProvider, fromMillis, noSnapshot, type Snapshot } from '../archive/service.ts'
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

/** Archived redirects that are followed, as those of the page as it is now are. */
const MAX_HOPS = 5

/**
 * Reads a page out of an archive: what a redirect led to, where that was archived too. Throws 404 where there is
 * nothing.
 */
export async function readArchived(
  { content, price }: Parts,
  { name, service }: Provider<ArchiveProvider>,
  asked: string,
  { url, options, account, signal }: ReadOptions,
): Promise<PageMoment> {
  const read = (url: URL) => service.snapshot({ url, timestamp: asked, account }, signal)
  let address = url
  let snapshot = await read(address)
  if (!snapshot) throw noSnapshot(name)
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    const target = targetOf(snapshot, address)
    const next = target && (await read(target))
    if (!next) break
    address = target
    snapshot = next
  }
  const { headers, body, timestamp, statusCode } = snapshot
  const source = { url: address, headers, body }
  const { markdown = '' } = await content.convert(source, options.content, { account, signal })
  return { provider: name, timestamp, url: snapshot.url, statusCode, markdown, millicredits: toMillicredits(price) }
}

/** Where an archived redirect leads to. */
function targetOf({ statusCode, headers }: Snapshot, address: URL): URL | undefined {
  const location = statusCode >= 300 && statusCode < 400 ? headers.get('location') : null
  const target = location === null ? null : URL.parse(location, address)
  if (!target || !/^https?:$/.test(target.protocol)) return undefined
  target.hash = ''
  return target.href === address.href ? undefined : target
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
