import { type BillingPeriod, billingPeriods, type PaidPlan, paidPlans } from '../billing/service.ts'

export interface Planned {
  plan: PaidPlan
  billingPeriod: BillingPeriod
}

/** The Stripe price of each plan and period. */
export interface Prices {
  readonly ids: readonly string[]
  idOf(plan: PaidPlan, billingPeriod: BillingPeriod): string | undefined
  planOf(id: string): Planned | undefined
}

export const isPaidPlan = (text: unknown): text is PaidPlan => (paidPlans as readonly unknown[]).includes(text)
export const isBillingPeriod = (text: unknown): text is BillingPeriod =>
  (billingPeriods as readonly unknown[]).includes(text)

const HOW = 'write it as pro:monthly=price_1,pro:yearly=price_2'

/** Reads `WEIR_STRIPE_PRICES`. Throws an Error with one line that names it. */
export function parsePrices(text: string): Prices {
  const byPlan = new Map<string, string>()
  const byId = new Map<string, Planned>()
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue
    const [, plan, billingPeriod, id] = /^([^:=]*):([^:=]*)=(\S*)$/.exec(entry) ?? []
    const refuse = (why: string) =>
      new Error(`WEIR_STRIPE_PRICES: ${JSON.stringify(entry.slice(0, 100))} ${why}; ${HOW}`)
    if (id === undefined) throw refuse('is not a price of a plan')
    if (!isPaidPlan(plan)) throw refuse(`names a plan that is not one of ${paidPlans.join(', ')}`)
    if (!isBillingPeriod(billingPeriod)) throw refuse(`names a period that is not one of ${billingPeriods.join(', ')}`)
    if (!/^[A-Za-z0-9_-]{1,200}$/.test(id)) throw refuse('has no id of a price')
    const name = `${plan}:${billingPeriod}`
    if (byPlan.has(name)) throw refuse('is a second price of that plan and period')
    if (byId.has(id)) throw refuse('is a price that is already listed')
    byPlan.set(name, id)
    byId.set(id, { plan, billingPeriod })
  }
  return {
    ids: [...byId.keys()],
    idOf: (plan, billingPeriod) => byPlan.get(`${plan}:${billingPeriod}`),
    planOf: (id) => byId.get(id),
  }
}
