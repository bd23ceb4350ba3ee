/** Requests of one family that a plan allows; null is no limit. Source: spec section 8.1. */
export interface Rate {
  perHour?: number | null
  perDay?: number | null
  perMinute?: number | null
}
/** By plan name; a plan that is not named has no limit. */
export type PlanLimits = Readonly<Record<string, Rate>>
export type Limits = object
