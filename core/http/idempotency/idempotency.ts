import type { Clock } from '../../clock.ts'
import { KeyedCounts } from '../../concurrency/keyed-counts.ts'
import type { Leases } from '../../contracts/leases.ts'
import type { Log } from '../../log.ts'
import type { Store } from '../../store/index.ts'
import { KeptAnswers } from './kept-answers.ts'
import { KeyedRequest } from './keyed-request.ts'
import { createReplays } from './replays.ts'

/**
 * A request that is repeated within 24 hours gets the first answer; per account and endpoint. Source: decisions 4.6.
 */
export interface Idempotency {
  of(accountId: string, endpoint: string, key: string): KeyedRequest
}

export interface IdempotencyParts {
  store: Store
  leases: Leases
  clock: Clock
  log: Log
}

export function createIdempotency({ leases, ...parts }: IdempotencyParts): Idempotency {
  const shared = { answers: new KeptAnswers(parts), replays: createReplays(), leases, waiting: new KeyedCounts() }
  return { of: (account, endpoint, key) => new KeyedRequest(shared, { account, endpoint, key }) }
}
