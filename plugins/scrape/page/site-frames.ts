import { LRUCache } from 'lru-cache'
import { SiteFrame } from '../../content/service.ts'

/** Sites of jobs that are kept in memory. An evicted one is learned again. */
const MAX_SITES = 64

/**
 * What jobs have learned about the frames of sites. Each job learns for itself, so that no account's pages change
 * those of another. It is only in memory, and learned again after a restart.
 */
export class SiteFrames {
  readonly #frames = new LRUCache<string, SiteFrame>({ max: MAX_SITES })

  /** What a job has learned about the site of a page. */
  of(job: string, { host }: URL): SiteFrame {
    const name = `${job} ${host}`
    const frame = this.#frames.get(name) ?? new SiteFrame()
    this.#frames.set(name, frame)
    return frame
  }
}
