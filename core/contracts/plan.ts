/** Of the plans that there are. */
export type PlanName = 'free' | 'starter' | 'pro' | 'enterprise'

/** Requests of one family that a plan allows; null for no limit. Source: spec section 8.1. */
export interface Rate {
  perMinute?: number | null
  perHour?: number | null
  perDay?: number | null
}

/** Everything that a plan allows; null for no limit. Source: spec section 8.1, decisions 2.9 and 13. */
export interface Plan {
  monthlyCredits: number | null
  /** Scrape, batch and search together. */
  requestsPerHour: number | null
  requestsPerDay: number | null
  /** Requests in flight. */
  concurrent: number | null
  /** Requests in flight on average over 10 s, if more may be in flight for a moment. */
  burst: number | null
  /** Calls that count against no other limit. */
  callsPerMinute: number | null
  /** Limits that plugins add, by the name of their field: see `PlanField`. */
  fields: Readonly<Record<string, number | null>>
  /**
   * Requests of the families that plugins declare. Each field here overrides that of the plugin's definition. Weir's
   * own plans have none, so that a plugin's numbers are in one place.
   */
  families: Readonly<Record<string, Rate>>
  /** The share of the workers, relative to other accounts with work. Source: decisions 4.5. */
  weight: number
  /** Per month, in the operator's currency; null if none is stated. */
  price: number | null
}
export type Plans = Readonly<Record<PlanName, Plan>>

/** A limit of plans that a plugin adds. Operators change it by `WEIR_PLANS`. */
export interface PlanField {
  /** The name in `WEIR_PLANS`; `rows.perJob` is `perJob` within the object `rows`. */
  readonly name: string
  readonly description: string
  /** null for no limit. */
  readonly defaults: Readonly<Record<PlanName, number | null>>
  /** The limit of a plan; null for none. */
  of(plan: Plan): number | null
}
