import { isApiError, normaliseUrl } from 'weirjs'
import { relevance } from './rank.ts'

/** Pages fetched concurrently. */
const PARALLEL = 4

interface Candidate {
  url: URL
  score: number
  isFollowed: boolean
}

/** Pages of a site, ordered by how promising their URLs are; of equals, the one that was found first. */
export class Frontier {
  readonly #found = new Map<string, Candidate>()
  readonly #without = new Set<string>()
  readonly #wanted: ReadonlySet<string>
  readonly #most: number

  constructor(wanted: ReadonlySet<string>, most: number) {
    this.#wanted = wanted
    this.#most = most
  }

  /** Pages that are known from elsewhere. */
  leaveOut(url: URL): void {
    this.#without.add(normaliseUrl(url))
  }

  add(url: URL): void {
    const key = normaliseUrl(url)
    if (this.#found.size >= this.#most || this.#found.has(key) || this.#without.has(key)) return
    this.#found.set(key, { url, score: relevance(url, this.#wanted), isFollowed: false })
  }

  best(count: number): URL[] {
    return this.#ranked()
      .slice(0, count)
      .map(({ url }) => url)
  }

  /** The best pages not followed yet; they then count as followed. */
  next(count: number): URL[] {
    const next = this.#ranked()
      .filter(({ isFollowed }) => !isFollowed)
      .slice(0, count)
    for (const candidate of next) candidate.isFollowed = true
    return next.map(({ url }) => url)
  }

  #ranked(): Candidate[] {
    return [...this.#found.values()].sort((a, b) => b.score - a.score)
  }
}

/** Follows up to that many pages, each time the most promising of those found so far. */
export async function follow(frontier: Frontier, pages: number, look: (url: URL) => Promise<void>): Promise<void> {
  for (let left = pages; left > 0; ) {
    // Half are left for the pages that these link to.
    const next = frontier.next(Math.min(Math.ceil(left / 2), PARALLEL))
    if (next.length === 0) return
    left -= next.length
    await Promise.all(
      next.map(async (url) => {
        try {
          await look(url)
        } catch (error) {
          // The failure is reported when the page is read.
          if (!isApiError(error)) throw error
        }
      }),
    )
  }
}
