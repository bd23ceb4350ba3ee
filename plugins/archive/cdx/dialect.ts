/** How a CDX server is asked for a selection of captures. */
export interface CdxDialect {
  /** Parameters for the oldest captures; a limit is added. */
  oldest: Parameters
  /** Parameters for the latest `limit` captures. */
  latest(limit: number): Parameters
  /** Parameters for the latest capture only, which may be cheaper. */
  last: Parameters
  /** The columns that identify a capture. */
  identity: string
  /** Whether lists continue with a key. */
  resumes: boolean
}
type Parameters = Readonly<Record<string, string>>

/** The Wayback Machine's: a negative limit means the last ones. Source: wayback-cdx-server's README. */
const wayback: CdxDialect = {
  oldest: { showResumeKey: 'true' },
  latest: (limit) => ({ limit: String(-limit) }),
  last: { limit: '-1', fastLatest: 'true' },
  identity: 'timestamp,original,digest',
  resumes: true,
}

/** The dialect of pywb, Arquivo.pt and OutbackCDX, which sort explicitly. Source: pywb's CDX server API. */
const pywb: CdxDialect = {
  oldest: {},
  latest: (limit) => ({ sort: 'reverse', limit: String(limit) }),
  last: { sort: 'reverse', limit: '1' },
  identity: 'timestamp,url,digest',
  resumes: false,
}

/** Chooses by the path of the endpoint: the Wayback Machine's ends in `/cdx/search/cdx`. */
export const dialectOf = (endpoint: URL): CdxDialect =>
  /\/cdx\/search(?:\/cdx)?\/?$/.test(endpoint.pathname) ? wayback : pywb
