import type { ComponentChildren } from 'preact'
import { capabilities } from '../../api/account.ts'
import { hasPlan, type PlanName } from '../../api/plans.ts'
import { profile } from '../../api/session.ts'
import { to } from '../../ui/link.ts'
import { Badge } from '../../ui/states.tsx'

/** Fields that require a plan: without it they are shown disabled, with the name of the plan. */
export function PlanGate({ title, needs, children }: { title: string; needs: PlanName; children: ComponentChildren }) {
  const isOpen = hasPlan(needs)
  const canBuy = capabilities.value?.plugins.some(({ name }) => name === 'billing')
  return (
    <fieldset class="gate" disabled={!isOpen}>
      <legend>
        {title}
        {!isOpen && <Badge tone="busy">{needs} plan</Badge>}
      </legend>
      {!isOpen && (
        <p class="hint">
          Your plan ({profile.value?.plan}) does not include this.{' '}
          {canBuy ? <a href={to('/billing')}>Change the plan</a> : 'An administrator can change your plan.'}
        </p>
      )}
      {children}
    </fieldset>
  )
}
