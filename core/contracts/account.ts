import type { PlanName } from './plan.ts'

/** Who pays and whose limits count: a user. */
export interface Account {
  /** `usr_…` */
  id: string
  email: string
  plan: PlanName
  role: 'user' | 'admin'
}

/** Requests that a user or a key is allowed, where the plan's own number does not do. */
export interface OwnRate {
  requestsPerHour?: number
  requestsPerDay?: number
}
