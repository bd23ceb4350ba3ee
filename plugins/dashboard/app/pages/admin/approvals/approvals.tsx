import { useState } from 'preact/hooks'
import { api, withQuery } from '../../../api/client.ts'
import { useAction } from '../../../api/use-action.ts'
import { useList } from '../../../api/use-list.ts'
import { useAddress } from '../../../ui/data/address.ts'
import { Listed } from '../../../ui/data/listed.tsx'
import { Select } from '../../../ui/form/field.tsx'
import { Page } from '../../../ui/page.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { BillingRequest, Decision } from './billing-request.ts'
import { Decide } from './decide.tsx'
import { RequestTable } from './request-table.tsx'

const STATUSES = ['pending', 'approved', 'declined', 'replaced'] as const

/** Plans that users have requested, without a payment provider. */
export default function Approvals() {
  const { query, replace } = useAddress()
  const status = STATUSES.find((one) => one === query.status) ?? 'pending'
  const list = useList<BillingRequest>(withQuery('/v1/admin/billing/requests', { status, limit: 50 }), 'requests')
  const [decision, setDecision] = useState<Decision>()
  const action = useAction()
  const decide = async ({ request, deed }: Decision, reason: string) => {
    const path = `/v1/admin/billing/requests/${encodeURIComponent(request.sessionId)}/${deed}`
    const body = deed === 'approve' ? undefined : reason.trim() === '' ? {} : { reason: reason.trim() }
    const isDone = await action.run(async () => {
      await api.post(path, body)
      await list.reload()
    })
    if (!isDone) return
    setDecision(undefined)
    toast(deed === 'approve' ? `${request.email} is now on the ${request.plan} plan` : 'The request was declined')
  }
  return (
    <Page title="Approvals" intro="Plans that users have requested. With a payment provider, they pay there instead.">
      <div class="filters">
        <Select label="Status" value={status} choices={STATUSES} onValue={(value) => replace({ status: value })} />
      </div>
      <Listed
        list={list}
        empty={
          <EmptyState title={status === 'pending' ? 'No requests are waiting' : `No ${status} requests`}>
            Plans that users request on their “Plan and billing” page appear here, for you to approve or decline.
          </EmptyState>
        }
      >
        {(rows) => <RequestTable rows={rows} onDecide={setDecision} />}
      </Listed>
      {decision && (
        <Decide
          decision={decision}
          failure={action.failure}
          busy={action.isBusy}
          onConfirm={(reason) => void decide(decision, reason)}
          onClose={() => {
            action.forget()
            setDecision(undefined)
          }}
        />
      )}
    </Page>
  )
}
