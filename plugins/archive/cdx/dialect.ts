/** How a CDX server wants to be asked for more than all captures. */
export interface CdxDialect {
  /** For the oldest, so many. */
  oldest: Parameters
  /** For the latest, so many. */
  latest(limit: number): Parameters
  /** For the latest alone, where that is cheaper. */
  last: Parameters
  /** The columns by which captures are told apart. */
  identity: string
  /** Whether lists go on by a key. */
  resumes: boolean
}
type Parameters = Readonly<Record<string, string>>

/** Of the Wayback Machine: the last are those of a negative limit. Source: wayback-cdx-server's README. */
const wayback: CdxDialect = {
  oldest: { showResumeKey: 'true' },
  latest: (limit) => ({ limit: String(-limit) }),
  last: { limit: '-1', fastLatest: 'true' },
  identity: 'timestamp,original,digest',
  resumes: true,
}

/** Of pywb, Arquivo.pt and OutbackCDX: an order of its own. Source: pywb's CDX server API. */
const pywb: CdxDialect = {
  oldest: {},
  latest: (limit) => ({ sort: 'reverse', limit: String(limit) }),
  last: { sort: 'reverse', limit: '1' },
  identity: 'timestamp,url,digest',
  resumes: false,
}

/** By the path of the endpoint: the Wayback Machine's ends in `/cdx/search/cdx`. */
export const dialectOf = (endpoint: URL): CdxDialect =>
  /\/cdx\/search(?:\/cdx)?\/?$/.test(endpoint.pathname) ? wayback : pywb
