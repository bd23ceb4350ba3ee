import { LRUCache } from 'lru-cache'
import { SiteFrame } from '../../content/service.ts'

/** Sites of jobs that are remembered at a time. What is forgotten is learned again. */
const MAX_SITES = 64

/**
 * The frames of sites by jobs. Each job learns for itself, so that nobody's pages change another's, and in memory
 * alone: after a restart it learns again.
 */
export class SiteFrames {
  readonly #frames = new LRUCache<string, SiteFrame>({ max: MAX_SITES })

  /** What a job knows of the site of a page. */
  of(job: string, { host }: URL): SiteFrame {
    const name = `${job} ${host}`
    const frame = this.#frames.get(name) ?? new SiteFrame()
    this.#frames.set(name, frame)
    return frame
  }
}
