import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { useQuery } from '../../api/use-query.ts'
import { Section } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Loaded } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { type BillingPeriod, leaveFor, type PlanList, type Subscription } from './billing-data.ts'
import { PlanCard } from './plan-card.tsx'

const PERIODS: readonly BillingPeriod[] = ['monthly', 'yearly']

interface PlansProps {
  subscription: Subscription
  /** Called after an order. */
  onOrder(): Promise<void>
}

/** The plans side by side, with the way to get each. */
export function Plans({ subscription, onOrder }: PlansProps) {
  const list = useQuery<PlanList>('/v1/billing/plans')
  const [period, setPeriod] = useState<BillingPeriod>(subscription.billingPeriod)
  const [ordered, setOrdered] = useState<string>()
  const action = useAction()
  const order = async (plan: string) => {
    setOrdered(plan)
    await action.run(async () => {
      const body = { plan, billingPeriod: period }
      const { checkoutUrl } = await api.post<{ checkoutUrl: string | null }>('/v1/billing/checkout', body)
      if (checkoutUrl !== null) return leaveFor(checkoutUrl)
      await onOrder()
      toast(`You requested the ${plan} plan; an administrator has to approve it`)
    })
  }
  const choice = (
    <fieldset class="period-choice">
      <legend class="visually-hidden">Billing period</legend>
      {PERIODS.map((one) => (
        <label key={one}>
          <input type="radio" name="billing-period" checked={period === one} onChange={() => setPeriod(one)} />
          {one}
        </label>
      ))}
    </fieldset>
  )
  return (
    <Section title="Plans" actions={choice}>
      {action.failure && <Problem failure={action.failure} />}
      <Loaded query={list} lines={6}>
        {({ plans, needsApproval }) => (
          <ul class="plans">
            {plans.map((plan) => (
              <PlanCard
                key={plan.name}
                plan={plan}
                period={period}
                subscription={subscription}
                needsApproval={needsApproval}
                busy={action.isBusy && ordered === plan.name}
                onOrder={() => void order(plan.name)}
              />
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  )
}
