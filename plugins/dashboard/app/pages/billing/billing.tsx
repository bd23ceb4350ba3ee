import { useEffect } from 'preact/hooks'
import { refreshProfile } from '../../api/account.ts'
import { useQuery } from '../../api/use-query.ts'
import { Page } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import type { Subscription } from './billing-data.ts'
import { CurrentPlan } from './current-plan.tsx'
import { Plans } from './plans.tsx'

/** Milliseconds between refreshes: a payment may arrive, or an administrator may approve, while the page is open. */
const EVERY = 15_000

/** The current plan, and the alternatives. */
export default function Billing() {
  const subscription = useQuery<Subscription>('/v1/billing/subscription', { every: EVERY })
  const plan = subscription.data?.plan
  useEffect(() => {
    if (plan !== undefined) void refreshProfile()
  }, [plan])
  return (
    <Page title="Plan and billing" intro="Your plan, and the other plans.">
      <Loaded query={subscription} lines={4}>
        {(data) => (
          <>
            <CurrentPlan subscription={data} onChange={subscription.set} />
            <Plans key={data.plan} subscription={data} onOrder={() => subscription.reload()} />
          </>
        )}
      </Loaded>
    </Page>
  )
}
