import type { PlanName } from '../contracts/plan.ts'
import { ApiError } from '../errors.ts'

/** Orders the work within an account; it does not affect other accounts. `normal` in the API is `medium` here. */
export const priorities = ['low', 'medium', 'high'] as const
export type Priority = (typeof priorities)[number]

/** Throws 400 `invalid_options` if the plan does not include the priority `high`. */
export function checkPriority(priority: string | undefined, plan: PlanName): void {
  if (priority !== 'high' || plan === 'pro' || plan === 'enterprise') return
  const message = 'priority high needs the pro or enterprise plan'
  throw new ApiError('invalid_options', message, { parameter: 'priority', requiredPlan: 'pro' })
}
