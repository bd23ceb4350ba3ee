/** An item to be added to a job. */
export interface NewItem<T> {
  /** Unique within the job: an item whose key exists already is not added. 1 to 10,000 characters. */
  key: string
  value: T
  /** How events and the job's status name it: its URL, if it has one. Default: the key. */
  url?: string
  /** Limited across all jobs: no more items of one host run at once than its limits allow. */
  host?: string
  /** Epoch milliseconds before which it does not run. */
  notBefore?: number
  /** Runs only after all items that are not deferred: each level of a crawl after the one above. */
  deferred?: boolean
}
