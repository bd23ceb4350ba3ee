import { type Phrase, phrasesOf } from './words.ts'

/** Parts of a query that are looked at, and sites that it may name. */
const MOST_TERMS = 20
const MOST_SITES = 8

/** A query of the local index. */
export interface LocalQuery {
  /** What pages should have. */
  terms: Term[]
  /** What they must not have. */
  without: Term[]
  /** Hosts that pages must be of, with their subdomains; none: any. */
  sites: string[]
  withoutSites: string[]
}

export interface Term extends Phrase {
  /** Quoted: every page must have it. */
  isQuoted: boolean
}

/**
 * Reads `words`, `"a phrase"`, `-word`, `-"a phrase"`, `site:example.com` and `-site:example.com`. `OR`, which others
 * want between sites, is no word.
 */
export function parseQuery(text: string): LocalQuery {
  const query: LocalQuery = { terms: [], without: [], sites: [], withoutSites: [] }
  for (const { groups } of text.matchAll(/(?<minus>-?)(?:"(?<quoted>[^"]*)"?|(?<word>[^\s"]+))/g)) {
    const { minus, quoted, word } = groups as { minus: string; quoted?: string; word?: string }
    if (word === 'OR') continue
    const host = /^site:(.+)$/i.exec(word ?? '')?.[1]
    if (host !== undefined) {
      const sites = minus ? query.withoutSites : query.sites
      if (sites.length < MOST_SITES) sites.push(hostOf(host))
      continue
    }
    const list = minus ? query.without : query.terms
    for (const phrase of phrasesOf(quoted ?? word ?? '')) {
      const isKnown = list.some(({ indexed }) => indexed === phrase.indexed)
      if (!isKnown && list.length < MOST_TERMS) list.push({ ...phrase, isQuoted: quoted !== undefined })
    }
  }
  return query
}

/** The host of what stands behind `site:`, in the spelling that addresses have. */
const hostOf = (text: string): string => {
  const [name = ''] = text.replace(/^https?:\/\//i, '').split(/[/?#]/, 1)
  return URL.parse(`http://${name}/`)?.hostname ?? name.toLowerCase()
}

/** Whether a host is one of the sites that a query names, or below it. */
export function isOfSites(host: string, { sites, withoutSites }: LocalQuery): boolean {
  const isBelow = (site: string) => host === site || host.endsWith(`.${site}`)
  return (sites.length === 0 || sites.some(isBelow)) && !withoutSites.some(isBelow)
}
