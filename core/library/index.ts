/**
 * What the commands do, for programs: in this process, without a server and without an account, by the settings of
 * the environment and of `weir.config.ts`, the rules of egress included. On Bun, Deno, and Node 22.15 and above.
 */

import { WeirError } from '../client/error.ts'
import type { CrawledPage, CrawlOptions, MapOptions, ScrapeOptions } from '../client/index.ts'
import type { GivenPage } from './given-page.ts'
import { GIVEN } from './given-page.ts'
import { hold } from './in-process.ts'
import { inlineFiles } from './inline-files.ts'

interface CallOptions {
  /** Ends the call; it rejects with the signal's reason. */
  signal?: AbortSignal
}

/**
 * Gets a page in the formats that are asked for, as markdown without any. Screenshots and PDFs are `data:` addresses.
 * Throws WeirError for what is refused or cannot be got, SettingError for settings that are wrong.
 *
 * @example const { data } = await scrape('https://example.com', { onlyMainContent: true })
 */
export async function scrape(url: string, options?: ScrapeOptions, call?: CallOptions) {
  await using inProcess = await hold()
  const reply = await inProcess.weir.scrape(url, options, call)
  return { ...reply, data: await inlineFiles(inProcess.weir, reply.data) }
}

/** Lists what a site has. Throws as `scrape` does. */
export async function map(url: string, options?: MapOptions, call?: CallOptions) {
  await using inProcess = await hold()
  return await inProcess.weir.map(url, options, call)
}

/**
 * Follows the links of a site, and gives its pages when all are there. Who stops listening before ends the crawl.
 * Throws as `scrape` does.
 *
 * @example for await (const page of crawl('https://example.com', { maxPages: 20 })) console.log(page.url)
 */
export async function* crawl(url: string, options?: CrawlOptions, call?: CallOptions): AsyncGenerator<CrawledPage> {
  await using inProcess = await hold()
  const { weir } = inProcess
  const job = await weir.crawl(url, options, call)
  try {
    for await (const page of weir.results(job, call)) yield await inlineFiles(weir, page)
  } finally {
    // Of one that has ended nothing changes.
    await weir.jobs.cancel(job)
  }
}

/** How a page that is there already is converted: as a scrape is, except for what says how it is got. */
export interface ConvertOptions extends Omit<ScrapeOptions, 'engine'>, Partial<Omit<GivenPage, 'content'>> {}

/**
 * Converts a page or document that is there already: text is HTML unless `contentType` says otherwise, of bytes it is
 * found out. Nothing is fetched but captions that a page names. Throws as `scrape` does.
 *
 * @example const { data } = await convert(await readFile('report.pdf'), { formats: ['markdown', 'json'] })
 */
export async function convert(
  content: string | Uint8Array,
  { url = 'http://localhost/', contentType, ...options }: ConvertOptions = {},
  call?: CallOptions,
) {
  refuseUnreadable(content, url)
  await using inProcess = await hold()
  using page = inProcess.given.hand({ content, url, contentType })
  return await inProcess.weir.scrape(page.url, { maxAge: 0, ...options, engine: GIVEN }, call).catch(withoutEngine)
}

/** The engine is nothing that the caller has chosen, or could choose otherwise. */
function withoutEngine(error: unknown): never {
  if (!(error instanceof WeirError) || error.details.engine !== GIVEN || error.field === undefined) throw error
  const { status, code, field: parameter } = error
  throw new WeirError(`${parameter} needs a browser, and convert opens none: leave it out, or use scrape`, {
    status,
    code,
    details: { parameter },
  })
}

/** Throws WeirError for what a program without types may have given. */
function refuseUnreadable(content: unknown, url: string) {
  const refuse = (code: string, parameter: string, what: string) => {
    throw new WeirError(`${parameter} must be ${what}`, { status: 400, code, details: { parameter } })
  }
  if (!URL.canParse(url)) refuse('invalid_url', 'url', 'an absolute address, such as https://example.com/page')
  if (typeof content !== 'string' && !(content instanceof Uint8Array))
    refuse('invalid_request', 'content', 'a text or a Uint8Array')
}
