import type { EngineContext } from '../contracts/engine.ts'
import { defaultPlans } from '../plans/plans.ts'
import type { PermitRequest } from './fair-semaphore.ts'
import { priorities } from './priority.ts'

/**
 * The permit request of a page, with the weight of its account's plan. Direct requests of an account take turns with
 * the items of its jobs. Requests without an account share one key. Source: decisions 4.5.
 */
export const permitFor = ({
  account,
  priority = 'medium',
  signal,
  yieldToEventLoop,
}: Partial<Pick<EngineContext, 'account' | 'priority' | 'signal' | 'yieldToEventLoop'>>): PermitRequest => ({
  key: `${yieldToEventLoop === undefined ? 'requests' : 'jobs'} ${account?.id ?? ''}`,
  weight: account && (account.weight ?? defaultPlans[account.plan].weight),
  priority: priorities.indexOf(priority),
  signal,
})
