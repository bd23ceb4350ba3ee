import { type Phrase, phrasesOf } from './words.ts'

/** The most terms and sites of a query that are read. */
const MAX_TERMS = 20
const MAX_SITES = 8

/** A parsed query of the local index. */
export interface LocalQuery {
  /** Terms that pages should contain. */
  terms: Term[]
  /** Terms that pages must not contain. */
  without: Term[]
  /** Hosts to search, including their subdomains, or paths on them (`example.com/blog`); empty: all. */
  sites: string[]
  withoutSites: string[]
}

export interface Term extends Phrase {
  /** Quoted: every page must contain it. */
  isQuoted: boolean
}

/**
 * Parses `words`, `"a phrase"`, `-word`, `-"a phrase"`, `site:example.com/blog` and `-site:example.com`. Ignores
 * `OR`, which other search engines need between sites.
 */
export function parseQuery(text: string): LocalQuery {
  const query: LocalQuery = { terms: [], without: [], sites: [], withoutSites: [] }
  for (const { groups } of text.matchAll(/(?<minus>-?)(?:"(?<quoted>[^"]*)"?|(?<word>[^\s"]+))/g)) {
    const { minus, quoted, word } = groups as { minus: string; quoted?: string; word?: string }
    if (word === 'OR') continue
    const site = /^site:(.+)$/i.exec(word ?? '')?.[1]
    if (site !== undefined) {
      const sites = minus ? query.withoutSites : query.sites
      if (sites.length < MAX_SITES) sites.push(siteOf(site))
      continue
    }
    const list = minus ? query.without : query.terms
    for (const phrase of phrasesOf(quoted ?? word ?? '')) {
      const isQuoted = quoted !== undefined
      const known = list.find(({ indexed }) => indexed === phrase.indexed)
      if (known) known.isQuoted ||= isQuoted
      else if (list.length < MAX_TERMS) list.push({ ...phrase, isQuoted })
    }
  }
  return query
}

/** The host and path after `site:`, in the spelling of URLs. */
const siteOf = (text: string): string => {
  const [name = ''] = text.replace(/^https?:\/\//i, '').split(/[?#]/, 1)
  const url = URL.parse(`http://${name}`)
  return url ? url.hostname + url.pathname.replace(/\/?\*?$/, '') : name.toLowerCase()
}

type Sites = Pick<LocalQuery, 'sites' | 'withoutSites'>

const hostOf = (site: string) => site.split('/', 1)[0]!
const isBelow = (host: string, site: string) => host === site || host.endsWith(`.${site}`)

/** Whether pages of a host may match the sites of a query. */
export const isOfHosts = (host: string, { sites, withoutSites }: Sites): boolean =>
  (sites.length === 0 || sites.some((site) => isBelow(host, hostOf(site)))) &&
  !withoutSites.some((site) => isBelow(host, site))

/** Whether a URL matches the sites of a query. */
export function isOfSites(address: string, { sites, withoutSites }: Sites): boolean {
  if (sites.length + withoutSites.length === 0) return true
  const { hostname, pathname } = new URL(address)
  const isOf = (site: string) => {
    const path = site.slice(hostOf(site).length)
    return isBelow(hostname, hostOf(site)) && `${pathname}/`.startsWith(`${path}/`)
  }
  return (sites.length === 0 || sites.some(isOf)) && !withoutSites.some(isOf)
}
