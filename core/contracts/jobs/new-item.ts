/** An item to be added to a job. */
export interface NewItem<T> {
  /** Unique within the job; an item whose key is there already is not added again. 1 to 10,000 characters. */
  key: string
  value: T
  /** How events and the status record call it: its URL, where it has one. Default: the key. */
  url?: string
  /** Limited over all jobs: no more items of one host are under way than it is thought to bear. */
  host?: string
  /** Epoch milliseconds before which it is not done. */
  notBefore?: number
  /** Begins when all items have ended that are not deferred: a level of a crawl, when the one above it has. */
  deferred?: boolean
}
