import type { PlanName } from './plan.ts'

/** The user who pays, and whose limits apply. */
export interface Account {
  /** `usr_…` */
  id: string
  email: string
  plan: PlanName
  role: 'user' | 'admin'
  /** Its share of the workers, relative to other accounts with work. Default: that of its plan. */
  weight?: number
}

/** Limits of a user or a key that override those of the plan. */
export interface OwnRate {
  requestsPerHour?: number
  requestsPerDay?: number
}
