/** Of the plans that there are. */
export type PlanName = 'free' | 'starter' | 'pro' | 'enterprise'

/** Requests of one family that a plan allows; null is no limit. Source: spec section 8.1. */
export interface Rate {
  perMinute?: number | null
  perHour?: number | null
  perDay?: number | null
}

/** All that a plan allows. A limit that is null does not exist. Source: spec section 8.1, decisions 2.9 and 13. */
export interface Plan {
  monthlyCredits: number | null
  /** Scrape, batch and search together. */
  requestsPerHour: number | null
  requestsPerDay: number | null
  /** Requests in flight. */
  concurrent: number | null
  /** Requests in flight on average over 10 s, where more than that may be in flight for a moment. */
  burst: number | null
  /** Calls that use no other limit. */
  callsPerMinute: number | null
  /** What plugins add, by the names of their fields: see `PlanField`. */
  fields: Readonly<Record<string, number | null>>
  /**
   * Requests of a limit family that a plugin declares. What stands here goes before what the plugin's definition
   * says, field by field; the plans that Weir comes with say nothing, so that each plugin's numbers stand in one
   * place.
   */
  families: Readonly<Record<string, Rate>>
  /** Turns of the account's work among the accounts that have some. Source: decisions 4.5. */
  weight: number
  /** A month, in the operator's currency; null where none is stated. */
  price: number | null
}
export type Plans = Readonly<Record<PlanName, Plan>>

/** A number that a plan allows, which a plugin adds: operators change it by `WEIR_PLANS`. */
export interface PlanField {
  /** As `WEIR_PLANS` writes it; `rows.perJob` is `perJob` within the object `rows`. */
  readonly name: string
  readonly description: string
  /** null is no limit. */
  readonly defaults: Readonly<Record<PlanName, number | null>>
  /** What a plan allows; null is no limit. */
  of(plan: Plan): number | null
}
