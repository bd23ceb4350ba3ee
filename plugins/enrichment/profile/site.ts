import { deadline, type EngineContext, isApiError, JsonText, type Store, valueOf } from 'weirjs'
import type { ExtractionPage } from '../../extract/service.ts'
import type { PageOptions, ScrapedPage, Scraper } from '../../scrape/service.ts'
import { findPages, namedLinks } from './find-pages.ts'
import { organisationsOf } from './organisations.ts'

/** A page of a company's site. */
export interface SitePage extends ExtractionPage {
  links: string[]
  about: { title: string | null; description: string | null; siteName: string | null }
}

/** Milliseconds for one page. */
const PAGE_TIME = 15_000
/**
 * The most characters of the text of the home page and of each other page, which a model reads together, and of each
 * other format as JSON.
 */
const MAX_HOME = 12_000
const MAX_TEXT = 5_000
const MAX_DATA = 60_000
const MAX_LINKS = 500

/** The account and job for which a site is visited. */
export type SiteContext = EngineContext & { jobId?: string }

/** Fetches the pages of a company's own site. */
export interface Site {
  /**
   * The home page and the pages about the company that can be fetched within `timeout` milliseconds; empty if there
   * is no site.
   */
  visit(domain: string, timeout: number, context: SiteContext): Promise<SitePage[]>
}

export function createSite(scraper: Scraper, store: Store): Site {
  let options: PageOptions | undefined
  const optionsOf = () => {
    options ??= scraper.read({
      formats: ['markdown', 'structured', 'json', 'links'],
      replaceAllPathsWithAbsolutePaths: true,
      includeImages: false,
      timeout: PAGE_TIME,
    })
    return options
  }

  /** Passes a page to the observers of scraped pages. */
  const show = async (url: URL, page: ScrapedPage, { account, jobId }: SiteContext) => {
    const write = await scraper.observe({ account, url, page, jobId })
    if (write) await store.write(write)
  }

  /** Scrapes a page; undefined if that fails. */
  const get = async (url: URL, context: SiteContext): Promise<ScrapedPage | undefined> => {
    try {
      const page = await scraper.page(url, optionsOf(), context)
      if (page.metadata.statusCode >= 400) return undefined
      await show(url, page, context)
      return page
    } catch (error) {
      if (isApiError(error) || context.signal.aborted) return undefined
      throw error
    }
  }

  const getHome = async (domain: string, context: SiteContext): Promise<ScrapedPage | undefined> => {
    const hosts = domain.startsWith('www.') ? [domain] : [domain, `www.${domain}`]
    for (const scheme of ['https', 'http']) {
      for (const host of hosts) {
        const page = await get(new URL(`${scheme}://${host}/`), context)
        if (page) return page
      }
    }
    return undefined
  }

  return {
    async visit(domain, timeout, context) {
      using time = deadline(context.signal, timeout)
      const within = { ...context, signal: time.signal }
      const first = await getHome(domain, within)
      context.signal.throwIfAborted()
      if (!first) return []
      const home = toSitePage(first, MAX_HOME)
      const unnamed = home.links.map((url) => ({ text: '', url }))
      const others = findPages(new URL(home.url), [...namedLinks(home.json), ...unnamed])
      const pages = await Promise.all(others.map((url) => get(url, within)))
      context.signal.throwIfAborted()
      return [home, ...pages.flatMap((page) => (page ? toSitePage(page, MAX_TEXT) : []))]
    },
  }
}

/** The most companies in large data that are examined, as each may contain most of the others. */
const MAX_ORGANISATIONS = 50

const text = (value: unknown) => (typeof value === 'string' ? value : null)

const isLarge = (value: unknown) => value instanceof JsonText && value.text.length > MAX_DATA

/** A format as data; null if it is too large to keep. */
const bounded = (value: unknown): unknown => (isLarge(value) ? null : (valueOf(value) ?? null))

/** A page's structured data. If it is large, as with all products of a shop, only the companies. */
function describedBy(value: unknown): unknown {
  if (!isLarge(value)) return bounded(value)
  let room = MAX_DATA
  const organisations = organisationsOf(valueOf(value))
    .slice(0, MAX_ORGANISATIONS)
    .filter((organisation) => {
      const length = lengthOf(organisation, room)
      if (length > room) return false
      room -= length
      return true
    })
  return organisations.length > 0 ? { items: { Organization: organisations } } : null
}

/** The approximate length of a value as JSON; counting stops beyond `most`. */
function lengthOf(value: unknown, most: number): number {
  let length = 0
  const left = [value]
  while (left.length > 0 && length <= most) {
    const next = left.pop()
    length += typeof next === 'string' ? next.length + 3 : 5
    if (typeof next !== 'object' || next === null) continue
    for (const [name, inner] of Object.entries(next)) {
      length += Array.isArray(next) ? 0 : name.length + 3
      left.push(inner)
    }
  }
  return length
}

/** The beginning and the end of a text, as the address of a company is usually at the foot of a page. */
function endsOf(text: string, most: number): string {
  if (text.length <= most) return text
  const foot = Math.floor(most / 4)
  return `${text.slice(0, most - foot - GAP.length)}${GAP}${text.slice(-foot)}`
}
const GAP = '\n\n[…]\n\n'

function toSitePage({ data, metadata }: ScrapedPage, most: number): SitePage {
  const links = valueOf(data.links)
  const { title = null, description = null, og } = metadata
  return {
    url: metadata.url,
    markdown: endsOf(data.markdown ?? '', most),
    structured: describedBy(data.structured),
    json: bounded(data.json),
    links: Array.isArray(links) ? links.filter((url) => typeof url === 'string').slice(0, MAX_LINKS) : [],
    about: { title: text(title), description: text(description), siteName: text(og?.siteName) },
  }
}
