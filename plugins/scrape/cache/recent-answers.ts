import { LRUCache } from 'lru-cache'
import type { KeptPage } from './read.ts'

/** Approximate bytes that an account takes besides its answer. */
const OF_ACCOUNT = 200

/** The answers to one request: the youngest that each account may see. */
interface Answers {
  size: number
  of: Map<string, KeptPage>
}

/**
 * Answers that were read lately. They are kept by account: of a partition alone it is unknown whether the account has
 * a younger answer in the other one.
 */
export class RecentAnswers {
  readonly #requests: LRUCache<string, Answers>

  /** No request may take more than a sixteenth of the bytes. */
  constructor(maxBytes: number) {
    this.#requests = new LRUCache({ maxSize: maxBytes, maxEntrySize: maxBytes / 16 })
  }

  get(request: string, accountId: string): KeptPage | undefined {
    return this.#requests.get(request)?.of.get(accountId)
  }

  /** Adds the youngest answer that an account may see. Returns the same object for all accounts that may see it. */
  add(request: string, accountId: string, page: KeptPage): KeptPage {
    const { size, of } = this.#requests.get(request) ?? { size: 0, of: new Map<string, KeptPage>() }
    const same = [...of.values()].find((one) => one.partition === page.partition && one.createdAt === page.createdAt)
    of.set(accountId, same ?? page)
    const total = size + OF_ACCOUNT + (same ? 0 : page.reply.length)
    this.#requests.set(request, { size: total, of }, { size: total })
    return same ?? page
  }

  /** Forgets the answers to a request, as there is another one. */
  forget(request: string): void {
    this.#requests.delete(request)
  }
}
