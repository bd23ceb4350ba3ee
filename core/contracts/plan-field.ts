import type { Plan, PlanName } from '../plans/plans.ts'

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
