/** An address of the site, and what became of the visit to it. */
export interface MappedAddress {
  url: string
  depth: number
  /** Its place among those of its depth. */
  place: number
  parentUrl: string | null
  /** Epoch milliseconds. */
  discoveredAt: number
  statusCode: number | null
  title: string | null
  description: string | null
  redirected: boolean
  /** False where there was no time. */
  visited: boolean
}

/** An address that is to be visited. */
export interface Candidate {
  url: URL
  parentUrl: string | null
  discoveredAt: number
}

/** An address that there was no time to visit, as it is listed. */
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
