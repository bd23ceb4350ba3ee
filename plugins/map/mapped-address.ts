/** A URL of the site, and the outcome of its visit. */
export interface MappedAddress {
  url: string
  depth: number
  /** Its position among those of the same depth. */
  place: number
  parentUrl: string | null
  /** In epoch milliseconds. */
  discoveredAt: number
  statusCode: number | null
  title: string | null
  description: string | null
  redirected: boolean
  /** False if no time was left. */
  visited: boolean
}

/** A URL to be visited. */
export interface Candidate {
  url: URL
  parentUrl: string | null
  discoveredAt: number
}

/** The entry of a URL for which no time was left. */
export const unvisited = (
  { url, parentUrl, discoveredAt }: Candidate,
  depth: number,
  place: number,
): MappedAddress => ({
  url: url.href,
  depth,
  place,
  parentUrl,
  discoveredAt,
  statusCode: null,
  title: null,
  description: null,
  redirected: false,
  visited: false,
})
