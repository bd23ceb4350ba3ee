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
 * Characters of the text of the home page and of another one, which a model reads at once, and of each other
 * format as JSON.
 */
const MAX_HOME = 12_000
const MAX_TEXT = 5_000
const MAX_DATA = 60_000
const MAX_LINKS = 500

/** For whom a site is visited. */
export type SiteContext = EngineContext & { jobId?: string }

/** Gets a company's own site. */
export interface Site {
  /**
   * The home page, and those that tell of the company, as far as they can be had within so many milliseconds; none
   * where there is no site.
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

  /** Shows a page to the observers of pages, as any that is scraped. */
  const show = async (url: URL, page: ScrapedPage, { account, jobId }: SiteContext) => {
    const write = await scraper.observe({ account, url, page, jobId })
    if (write) await store.write(write)
  }

  /** A page; undefined where it cannot be had. */
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

/** Companies of large data that are looked at, each of which may hold most of the others. */
const MAX_ORGANISATIONS = 50

const text = (value: unknown) => (typeof value === 'string' ? value : null)

const isLarge = (value: unknown) => value instanceof JsonText && value.text.length > MAX_DATA

/** A format as data; null for one that is too large to be kept. */
const bounded = (value: unknown): unknown => (isLarge(value) ? null : (valueOf(value) ?? null))

/** What a page describes; of much, such as all goods of a shop, the companies alone. */
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

/** Characters of a value as JSON, about; of what has more than `most` it looks no further. */
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

/** The beginning of a text and its end: at the foot of a page stands where a company is. */
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
