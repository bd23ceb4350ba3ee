import { describeError, type Kit, systemActor } from 'weirjs'
import type { BillingState } from '../state.ts'
import { MANUAL } from './manual.ts'

/** Setting the plan that a user has requested approves the request. Source: decisions 12.4. */
export function approveOnPlanChange(
  { accounts, log }: Pick<Kit, 'accounts' | 'log'>,
  { checkouts, subscriptions, manual }: BillingState,
) {
  accounts.users.watch(({ id, plan }) => {
    const approve = async () => {
      for (const row of await checkouts.openOf(id)) {
        if (row.provider !== MANUAL || row.plan !== plan) continue
        // A request for another period of the current plan is not fulfilled by that plan.
        if ((await subscriptions.of(id))?.plan !== plan) await manual.approve(row.id, systemActor('billing'))
      }
    }
    approve().catch((error) =>
      log.warn('A request for the plan that was set is still open', { user: id, cause: describeError(error) }),
    )
  })
}
