import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { formatDay, formatTime } from '../../ui/format.ts'
import { to } from '../../ui/link.ts'
import { Problem } from '../../ui/problem.tsx'
import { Badge, type Tone } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { leaveFor, type PendingCheckout, type Subscription } from './billing-data.ts'

const STATES: Readonly<Record<Subscription['status'], readonly [word: string, tone: Tone]>> = {
  active: ['active', 'good'],
  incomplete: ['not paid yet', 'warning'],
  past_due: ['payment failed', 'bad'],
  cancelled: ['cancelled', 'neutral'],
}

/** What the status means, and what will happen next. */
function meaning({ status, endsAt, cancelAtPeriodEnd, canBeCancelled, ...rest }: Subscription): string {
  const { currentPeriodEnd, creditsRefillAt, billingPeriod } = rest
  const end = endsAt === null ? 'it ends' : formatDay(endsAt)
  if (status === 'incomplete')
    return 'The first payment has not gone through yet; you keep your previous plan until it has.'
  if (status === 'past_due')
    return `A payment failed. You keep the plan until ${end}; credits are renewed once the payment succeeds.`
  if (status === 'cancelled' || cancelAtPeriodEnd)
    return `Cancelled. You keep the plan until ${end}; after that you are on the free plan.`
  if (!canBeCancelled) return `You do not pay for this plan. Credits are renewed on ${formatDay(creditsRefillAt)}.`
  return `Paid ${billingPeriod}; renews on ${formatDay(currentPeriodEnd)}. Credits are renewed on ${formatDay(creditsRefillAt)}.`
}

function Pending({ pending: { plan, billingPeriod, requestedAt, checkoutUrl } }: { pending: PendingCheckout }) {
  return (
    <div class="notice" role="status">
      <p>
        You requested the {plan} plan, {billingPeriod}, on {formatTime(requestedAt)}.{' '}
        {checkoutUrl === null
          ? 'An administrator has to approve it; this page shows when that has happened.'
          : 'It starts as soon as it is paid.'}
      </p>
      {checkoutUrl !== null && (
        <Button size="small" onClick={() => leaveFor(checkoutUrl)}>
          Pay now
        </Button>
      )}
    </div>
  )
}

interface CurrentPlanProps {
  subscription: Subscription
  onChange(subscription: Subscription): void
}

export function CurrentPlan({ subscription, onChange }: CurrentPlanProps) {
  const { plan, status, cancelAtPeriodEnd, canBeCancelled, hasPortal, endsAt, pending } = subscription
  const [isAsking, setAsking] = useState(false)
  const action = useAction()
  const set = (path: string, said: string) =>
    action.run(async () => {
      onChange(await api.post<Subscription>(path))
      setAsking(false)
      toast(said)
    })
  const [word, tone] = STATES[status]
  return (
    <section class="card current-plan" aria-label="Your plan">
      <p class="figure-value">
        {plan} plan <Badge tone={cancelAtPeriodEnd ? 'neutral' : tone}>{cancelAtPeriodEnd ? 'cancelled' : word}</Badge>
      </p>
      <p>{meaning(subscription)}</p>
      {pending && <Pending pending={pending} />}
      {action.failure && !isAsking && <Problem failure={action.failure} />}
      <div class="actions">
        {hasPortal && (
          <Button
            kind={status === 'past_due' ? 'primary' : 'secondary'}
            busy={action.isBusy}
            onClick={() => {
              void action.run(async () => leaveFor((await api.post<{ url: string }>('/v1/billing/portal')).url))
            }}
          >
            Invoices and payment methods
          </Button>
        )}
        {cancelAtPeriodEnd && status === 'active' && (
          <Button
            kind="primary"
            busy={action.isBusy}
            onClick={() => void set('/v1/billing/resume', 'You keep the plan')}
          >
            Keep the plan
          </Button>
        )}
        {canBeCancelled && <Button onClick={() => setAsking(true)}>Cancel the plan</Button>}
        <LinkButton href={to('/usage')}>Credits and usage</LinkButton>
      </div>
      {isAsking && (
        <Confirm
          title={`Cancel the ${plan} plan?`}
          action="Cancel the plan"
          busy={action.isBusy}
          onConfirm={() => void set('/v1/billing/cancel', 'The plan is cancelled')}
          onClose={() => {
            action.forget()
            setAsking(false)
          }}
        >
          {action.failure && <Problem failure={action.failure} />}
          <p>
            You keep it until {formatDay(endsAt ?? subscription.currentPeriodEnd)}, as it is paid until then; after that
            you are on the free plan. You can undo this until then.
          </p>
        </Confirm>
      )}
    </section>
  )
}
