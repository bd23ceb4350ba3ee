import {
  defineJob,
  isApiError,
  type Kit,
  type NewItem,
  type Outcome,
  PageTime,
  type Static,
  t,
  toCredits,
  type Work,
} from 'weirjs'
import { billFor } from '../billing.ts'
import type { ExtractConfig } from '../config.ts'
import { capOutput } from '../fill/cap-output.ts'
import { combine, type PageData } from '../pages/combine.ts'
import { fillPage } from '../pages/fill-page.ts'
import { takeTurn } from '../pages/take-turn.ts'
import type { ExtractState } from '../state.ts'
import { discover, forbidden } from './discover.ts'
import { DomainInput } from './input.ts'
import { readDomain } from './read-domain.ts'

/** A page, or the discovery of pages. */
const Item = t.Object({
  url: t.Optional(t.String()),
  /** Since when pages of the site have been fetched, in epoch milliseconds: no page is fetched twice. */
  since: t.Optional(t.Number()),
})
type DomainItem = Static<typeof Item>
type DomainWork = Work<DomainInput, DomainItem>

/** In milliseconds. */
const DAY = 86_400_000
/** Concurrent pages of one site. */
const PARALLEL = 4

/** What the job stores of a page. */
interface PageResult extends PageData {
  success: boolean
  creditsUsed: number
  model?: string
  missing?: string[]
  warnings?: string[]
  error?: { code: string; message: string; details: Record<string, unknown> }
}
/** What it stores of all pages, as its last result. */
interface SiteResult {
  extractedData: unknown[]
  sourceUrls: string[]
  totalPages: number
  warnings?: string[]
}

type Read = Outcome<PageResult | SiteResult, DomainItem>

/** An extraction from a site: finds its pages, reads the most relevant ones, and combines what they state. */
export const domainJob = defineJob({
  name: 'extract.domain',
  type: 'extract_domain',
  input: DomainInput,
  item: Item,
  seed: ({ domain }): NewItem<DomainItem>[] => [{ key: 'site', value: {}, url: domain }],
  parallel: () => PARALLEL,
  run: (work: DomainWork, kit: Kit<ExtractConfig>, state: ExtractState): Promise<Read> =>
    work.item.url === undefined ? findPages(work, kit, state) : readPage(work, work.item.url, kit, state),
  async failed({ code, message, details }, { item: { url } }): Promise<PageResult | undefined> {
    if (url === undefined) return undefined
    return { url, success: false, data: null, creditsUsed: 0, error: { code, message, details } }
  },
  async finish(results, { input: { schema } }) {
    const pages: PageResult[] = []
    for await (const page of results) if (isPage(page) && page.success) pages.push(page)
    const { extractedData, sourceUrls } = combine(pages, schema)
    const { data, warnings } = capOutput(extractedData)
    const result: SiteResult = { extractedData: data as unknown[], sourceUrls, totalPages: pages.length }
    if (warnings.length > 0) result.warnings = warnings
    return { result, millicredits: 0 }
  },
})

/** Pages fetched since the job began are fresh enough for it. */
const sinceThen = (input: DomainInput, since: number | undefined, now: number): DomainInput => {
  if (input.maxAge === undefined || since === undefined) return input
  return { ...input, maxAge: Math.max(input.maxAge, Math.max(1, now - since) / DAY) }
}

const isPage = (result: PageResult | SiteResult): result is PageResult => 'success' in result

async function findPages(work: DomainWork, kit: Kit<ExtractConfig>, { scraper }: ExtractState): Promise<Read> {
  const { input } = work
  const since = kit.clock.now()
  work.report('Looking for pages', input.domain)
  const [url] = readDomain(input.domain) as [URL]
  using time = new PageTime({ url, timeout: input.timeout }, work.signal)
  const pages = await time
    .wait(discover(sinceThen(input, since, since), { ...work, signal: time.signal }, kit, scraper))
    .catch((error: unknown) => {
      throw isApiError(error) ? error.with({ failsJob: true }) : error
    })
  const next = pages.map(({ href, host }) => ({ key: href, value: { url: href, since }, url: href, host }))
  return { millicredits: 0, counts: false, next }
}

async function readPage(work: DomainWork, href: string, kit: Kit<ExtractConfig>, state: ExtractState): Promise<Read> {
  const url = new URL(href)
  const isStart = readDomain(work.input.domain).some((start) => start.href === href)
  // The start page was asked about when it was found.
  if (isStart) await kit.politeness.waitForSlot(url.host, work.signal)
  else if (!(await takeTurn(url, kit, work.signal))) throw forbidden(url)
  work.report('Extracting', href)
  using time = new PageTime({ url, timeout: work.input.timeout, work: 'extraction' }, work.signal)
  const input = sinceThen(work.input, work.item.since, kit.clock.now())
  const page = await time.wait(fillPage(url, input, { ...work, signal: time.signal }, state, true))
  const { millicredits } = billFor(page.data, page.thinking)
  const { data, model, missing } = page
  const creditsUsed = toCredits(millicredits)
  const warnings = page.warnings.length > 0 ? { warnings: page.warnings } : {}
  const result: PageResult = { url: page.url, success: true, data, creditsUsed, model, missing, ...warnings }
  return { result, millicredits, pages: 1, also: page.also }
}
