import { useState } from 'preact/hooks'
import { api } from '../../../api/client.ts'
import { type PlanName, planNames } from '../../../api/plans.ts'
import { useAction } from '../../../api/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { errorOf, Select, TextField } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Section } from '../../../ui/page.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { User } from './user-data.ts'

const ROLES = [
  { value: 'user', label: 'User' },
  { value: 'admin', label: 'Administrator' },
] as const

/** A field for a value that the user's plan has too. */
const OWN_VALUE = { hint: 'Leave empty for the plan’s value.', type: 'number', min: 0 } as const

const text = (value: number | null | undefined) => (value === null || value === undefined ? '' : String(value))
const number = (value: string) => (value.trim() === '' ? undefined : Number(value))

interface ChangeUserProps {
  user: User
  onChange(user: User): void
}

/** Plan, credits, limits, role and name. The plan's values apply to empty fields. */
export function ChangeUser({ user, onChange }: ChangeUserProps) {
  const [plan, setPlan] = useState(user.plan as PlanName)
  const [role, setRole] = useState(user.role)
  const [fullName, setFullName] = useState(user.fullName)
  const [monthly, setMonthly] = useState(text(user.monthlyCredits))
  const [perHour, setPerHour] = useState(text(user.rateLimit?.requestsPerHour))
  const [perDay, setPerDay] = useState(text(user.rateLimit?.requestsPerDay))
  const action = useAction()

  const submit = async () => {
    const requestsPerHour = number(perHour)
    const requestsPerDay = number(perDay)
    const isOwn = requestsPerHour !== undefined || requestsPerDay !== undefined
    const rateLimit = isOwn ? { requestsPerHour, requestsPerDay } : null
    const monthlyCredits = number(monthly) ?? null
    const all = { plan, role, fullName: fullName.trim(), monthlyCredits, rateLimit }
    // Only the differences: the audit log records what was meant.
    const changes = Object.fromEntries(
      Object.entries(all).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(user[name as keyof typeof all]),
      ),
    )
    if (Object.keys(changes).length === 0) return toast('Nothing to save')
    const isDone = await action.run(async () =>
      onChange(await api.put<User>(`/v1/admin/users/${encodeURIComponent(user.id)}`, changes)),
    )
    if (isDone) toast(`${user.email} was changed`)
  }
  const { failure } = action
  return (
    <Section title="Settings">
      <Form class="change-user" failure={failure} onSubmit={submit}>
        <div class="pair">
          <Select<PlanName> label="Plan" value={plan} choices={planNames} onValue={setPlan} />
          <Select<User['role']>
            label="Role"
            value={role}
            choices={ROLES}
            onValue={setRole}
            error={errorOf(failure, 'role')}
          />
          <TextField label="Name" optional maxLength={200} value={fullName} onValue={setFullName} />
        </div>
        <div class="pair">
          <TextField
            {...OWN_VALUE}
            label="Credits per month"
            step="any"
            value={monthly}
            onValue={setMonthly}
            error={errorOf(failure, 'monthlyCredits')}
          />
          <TextField
            {...OWN_VALUE}
            label="Requests per hour"
            value={perHour}
            onValue={setPerHour}
            error={errorOf(failure, 'rateLimit.requestsPerHour')}
          />
          <TextField
            {...OWN_VALUE}
            label="Requests per day"
            value={perDay}
            onValue={setPerDay}
            error={errorOf(failure, 'rateLimit.requestsPerDay')}
          />
        </div>
        <div class="actions">
          <Button kind="primary" type="submit" busy={action.isBusy}>
            Save
          </Button>
        </div>
      </Form>
    </Section>
  )
}
