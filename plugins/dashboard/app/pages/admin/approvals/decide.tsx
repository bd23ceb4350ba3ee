import { useState } from 'preact/hooks'
import type { Failure } from '../../../api/failure.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/form/field.tsx'
import { Problem } from '../../../ui/problem.tsx'
import type { Decision } from './billing-request.ts'

interface DecideProps {
  decision: Decision
  failure: Failure | undefined
  busy: boolean
  onConfirm(reason: string): void
  onClose(): void
}

/** Confirms a plan, or its refusal with a reason. */
export function Decide({ decision: { request, deed }, failure, busy, onConfirm, onClose }: DecideProps) {
  const [reason, setReason] = useState('')
  const { email, plan, currentPlan, billingPeriod } = request
  const isApproval = deed === 'approve'
  return (
    <Dialog title={isApproval ? `Give ${email} the ${plan} plan?` : `Decline the ${plan} plan?`} onClose={onClose}>
      <div class="dialog-text">
        {failure && <Problem failure={failure} />}
        {isApproval ? (
          <p>
            {email} changes from the {currentPlan} plan to the {plan} plan, {billingPeriod}, at once, with the credits
            of a whole month. Weir does not collect the payment: arrange it with them.
          </p>
        ) : (
          <>
            <p>
              {email} stays on the {currentPlan} plan, and can request it again.
            </p>
            <TextArea
              label="Reason"
              hint="For the record."
              optional
              rows={2}
              maxLength={500}
              value={reason}
              onValue={setReason}
            />
          </>
        )}
      </div>
      <footer class="actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind={isApproval ? 'primary' : 'danger'} busy={busy} onClick={() => onConfirm(reason)}>
          {isApproval ? 'Approve' : 'Decline'}
        </Button>
      </footer>
    </Dialog>
  )
}
