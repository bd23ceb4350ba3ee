import { useEffect } from 'preact/hooks'
import { capabilities, refreshProfile } from '../../api/account.ts'
import { profile } from '../../api/session.ts'
import { useQuery } from '../../api/use-query.ts'
import { formatCredits, formatDay, formatNumber } from '../../ui/format.ts'
import { to } from '../../ui/link.ts'
import { Badge } from '../../ui/states.tsx'

/** The remaining credits of the month, and when they are renewed. */
export function CreditsLeft() {
  const hasBilling = capabilities.value?.plugins.some(({ name }) => name === 'billing') ?? false
  const subscription = useQuery<{ creditsRefillAt: string }>(hasBilling ? '/v1/billing/subscription' : null)
  useEffect(() => void refreshProfile(), [])
  const who = profile.value!
  const { monthly, remaining, used } = who.credits
  return (
    <section class="card credits-left" aria-label="Credits">
      <div>
        <p class="figure-value">{formatCredits(remaining)} left</p>
        <p class="muted">
          {formatNumber(used)} of {formatNumber(monthly)} used this month.{' '}
          {subscription.data
            ? `Renewed on ${formatDay(subscription.data.creditsRefillAt)}.`
            : 'Your credits are renewed each month, on the day that your account was created.'}
        </p>
      </div>
      <meter min={0} max={monthly || 1} low={monthly * 0.1} value={remaining} aria-label="Credits left" />
      <p>
        <Badge>{who.plan}</Badge> {remaining === 0 && <Badge tone="bad">used up</Badge>}{' '}
        {hasBilling && <a href={to('/billing')}>Plans and billing</a>}
      </p>
    </section>
  )
}
