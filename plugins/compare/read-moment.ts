import { type Account, type Kit, type Millicredits, type Provider, type Tx, toMillicredits } from 'weirjs'
import { type ArchiveProvider, fromMillis, noSnapshot, type Snapshot } from '../archive/service.ts'
import type { Content } from '../content/service.ts'
import type { PageOptions, Scraper } from '../scrape/service.ts'

/** A page at a moment. */
export interface PageMoment {
  /** Null for the current page. */
  provider: string | null
  /** 14 digits. */
  timestamp: string
  url: string
  statusCode: number
  /** The content as markdown. */
  markdown: string
  millicredits: Millicredits
  /** To be called in the transaction that charges for it. */
  also?: (tx: Tx) => Promise<void>
}

export interface ReadOptions {
  url: URL
  options: PageOptions
  account: Account
  signal: AbortSignal
}

interface Parts extends Pick<Kit, 'clock'> {
  content: Content
  scraper: Scraper
  /** The price of a page from an archive, in credits. */
  price: number
}

/** The most archived redirects that are followed; those of the current page are followed too. */
const MAX_HOPS = 5

/** Reads a page from an archive, and follows archived redirects. Throws 404 if there is no snapshot. */
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

/** The target of an archived redirect. */
function targetOf({ statusCode, headers }: Snapshot, address: URL): URL | undefined {
  const location = statusCode >= 300 && statusCode < 400 ? headers.get('location') : null
  const target = location === null ? null : URL.parse(location, address)
  if (!target || !/^https?:$/.test(target.protocol)) return undefined
  target.hash = ''
  return target.href === address.href ? undefined : target
}

/** Scrapes the current page. Observers see it like any scraped page. */
export async function readLive(
  { scraper, clock }: Parts,
  { url, options, account, signal }: ReadOptions,
): Promise<PageMoment> {
  const page = await scraper.page(url, options, { account, signal, priority: options.priority })
  const also = await scraper.observe({ account, url, page })
  const { data, metadata, millicredits } = page
  const markdown = data.markdown ?? ''
  const timestamp = fromMillis(clock.now())
  const { url: shown, statusCode } = metadata
  return { provider: null, timestamp, url: shown, statusCode, markdown, millicredits, also }
}
