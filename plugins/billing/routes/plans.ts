import { type Kit, type PluginApp, type Provider, planNames, reply } from 'weirjs'
import type { BillingConfig } from '../config.ts'
import { MANUAL } from '../manual/manual.ts'
import { monthsOf } from '../period.ts'
import { PlanList } from '../schema.ts'
import { type BillingPeriod, billingPeriods, type PaidPlan, type PaymentProvider, paidPlans } from '../service.ts'
import type { BillingState } from '../state.ts'

const isPaid = (name: string): name is PaidPlan => (paidPlans as readonly string[]).includes(name)

/** The plans, with what they cost. */
export function planRoutes(app: PluginApp, { accounts }: Kit<BillingConfig>, { providers }: BillingState) {
  const offer = async ({ service }: Provider<PaymentProvider>, plan: PaidPlan, billingPeriod: BillingPeriod) => {
    const stated = await service.price?.(plan, billingPeriod)
    const { price } = accounts.plans[plan]
    // Sums of fractions are not exact, and no currency has more digits.
    const own = price === null ? null : Number((price * monthsOf(billingPeriod)).toFixed(4))
    return { billingPeriod, amount: stated?.amount ?? own, currency: stated?.currency ?? null }
  }

  app.get(
    '/billing/plans',
    async ({ caller }) => {
      const provider = providers()[0]
      const plans = await Promise.all(
        planNames.map(async (name) => {
          const { monthlyCredits, requestsPerHour, requestsPerDay, concurrent } = accounts.plans[name]
          const periods =
            provider && isPaid(name) ? billingPeriods.filter((period) => provider.service.sells(name, period)) : []
          return {
            name,
            isCurrent: caller.account.plan === name,
            monthlyCredits,
            requestsPerHour,
            requestsPerDay,
            concurrent,
            offers: await Promise.all(periods.map((period) => offer(provider!, name as PaidPlan, period))),
          }
        }),
      )
      const name = provider?.name ?? MANUAL
      return { success: true as const, data: { provider: name, needsApproval: name === MANUAL, plans } }
    },
    {
      access: { permission: 'account' },
      response: { 200: reply(PlanList) },
      detail: {
        operationId: 'listPlans',
        summary: 'List plans',
        description: 'Includes what each plan allows, how it can be bought, and its price if known.',
      },
    },
  )
}
