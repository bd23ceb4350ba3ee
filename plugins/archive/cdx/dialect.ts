/** How a CDX server is asked for something other than all captures. */
export interface CdxDialect {
  /** For a number of the oldest. */
  oldest: Parameters
  /** For a number of the latest. */
  latest(limit: number): Parameters
  /** For only the latest, if that is cheaper. */
  last: Parameters
  /** The columns that identify captures. */
  identity: string
  /** Whether lists are paged by a key. */
  resumes: boolean
}
type Parameters = Readonly<Record<string, string>>

/** The Wayback Machine: a negative limit returns the last ones. Source: wayback-cdx-server's README. */
const wayback: CdxDialect = {
  oldest: { showResumeKey: 'true' },
  latest: (limit) => ({ limit: String(-limit) }),
  last: { limit: '-1', fastLatest: 'true' },
  identity: 'timestamp,original,digest',
  resumes: true,
}

/** pywb, Arquivo.pt and OutbackCDX: a sort order of their own. Source: pywb's CDX server API. */
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
