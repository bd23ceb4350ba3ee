import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Badge } from '../../ui/states.tsx'
import type { BillingPeriod, PlanOffers, Subscription } from './billing-data.ts'

interface PlanCardProps {
  plan: PlanOffers
  period: BillingPeriod
  subscription: Subscription
  needsApproval: boolean
  busy: boolean
  onOrder(): void
}

const money = (amount: number, currency: string | null) =>
  new Intl.NumberFormat(undefined, {
    ...(currency === null ? {} : { style: 'currency', currency }),
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
  }).format(amount)

const count = (value: number | null, what: 'credit' | 'request', per: string) =>
  `${value === null ? 'unlimited' : formatNumber(value)} ${what}${value === 1 ? '' : 's'} ${per}`

export function PlanCard({ plan, period, subscription, needsApproval, busy, onOrder }: PlanCardProps) {
  const { name, isCurrent, monthlyCredits, requestsPerHour, requestsPerDay, concurrent, offers } = plan
  const offer = offers.find(({ billingPeriod }) => billingPeriod === period)
  const { pending, canBeCancelled, billingPeriod } = subscription
  const isAsked = pending?.plan === name && pending.billingPeriod === period
  // A plan that is paid monthly can be changed to yearly payment.
  const isHad = isCurrent && (!canBeCancelled || billingPeriod === period)
  const price = offer?.amount == null ? (name === 'free' ? 'Free' : 'On request') : money(offer.amount, offer.currency)
  return (
    <li class={`card plan ${isCurrent ? 'current' : ''}`}>
      <h3>
        {name} {isCurrent && <Badge tone="good">your plan</Badge>}
      </h3>
      <p class="figure-value">
        {price}
        {offer?.amount != null && (
          <span class="muted plan-per"> {period === 'monthly' ? 'per month' : 'per year'}</span>
        )}
      </p>
      <ul>
        <li>{count(monthlyCredits, 'credit', 'per month')}</li>
        <li>{count(requestsPerHour, 'request', 'per hour')}</li>
        <li>{count(requestsPerDay, 'request', 'per day')}</li>
        <li>{count(concurrent, 'request', 'at a time')}</li>
      </ul>
      {offer && !isHad && (
        <Button
          kind={isAsked ? 'secondary' : 'primary'}
          busy={busy}
          disabled={isAsked && needsApproval}
          onClick={onOrder}
        >
          {isAsked
            ? needsApproval
              ? 'Requested'
              : 'Continue to payment'
            : `${needsApproval ? 'Request' : 'Choose'} ${name}`}
        </Button>
      )}
      {!offer && !isCurrent && name !== 'free' && <p class="hint">Not available {period}; ask the operator.</p>}
      {name === 'free' && !isCurrent && <p class="hint">Your plan when a paid one ends.</p>}
    </li>
  )
}
