import { describeError, type Kit, systemActor } from 'weirjs'
import type { BillingState } from '../state.ts'
import { MANUAL } from './manual.ts'

/** An administrator who sets the plan that a user has asked for has approved the request. Source: decisions 12.4. */
export function approveWhatWasSet(
  { accounts, log }: Pick<Kit, 'accounts' | 'log'>,
  { checkouts, subscriptions, manual }: BillingState,
) {
  accounts.users.watch(({ id, plan }) => {
    const approve = async () => {
      for (const row of await checkouts.openOf(id)) {
        if (row.provider !== MANUAL || row.plan !== plan) continue
        // One that is for another period of the plan that the user has is not answered by that plan.
        if ((await subscriptions.of(id))?.plan !== plan) await manual.approve(row.id, systemActor('billing'))
      }
    }
    approve().catch((error) =>
      log.warn('A request for the plan that was set is still open', { user: id, cause: describeError(error) }),
    )
  })
}
