import type { PlanName } from '../contracts/plan.ts'
import { ApiError } from '../errors.ts'

/** Orders an account's own work; it never moves one account before another. `normal` on the wire is `medium` here. */
export const priorities = ['low', 'medium', 'high'] as const
export type Priority = (typeof priorities)[number]

/** Throws 400 `invalid_options` for the priority high on a plan that does not have it. */
export function checkPriority(priority: string | undefined, plan: PlanName): void {
  if (priority !== 'high' || plan === 'pro' || plan === 'enterprise') return
  const message = 'priority high needs the plan pro or enterprise'
  throw new ApiError('invalid_options', message, { parameter: 'priority', requiredPlan: 'pro' })
}
