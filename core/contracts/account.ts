import type { PlanName } from './plan.ts'

/** Who pays and whose limits count: a user. */
export interface Account {
  /** `usr_…` */
  id: string
  email: string
  plan: PlanName
  role: 'user' | 'admin'
  /** Its share beside other accounts that have work. Default: that of the plan as Weir comes. */
  weight?: number
}

/** Requests that a user or a key is allowed, where the plan's own number does not do. */
export interface OwnRate {
  requestsPerHour?: number
  requestsPerDay?: number
}
