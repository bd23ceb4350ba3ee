import { useState } from 'preact/hooks'
import { api } from '../../../api/client.ts'
import { type PlanName, planNames } from '../../../api/plans.ts'
import { useAction } from '../../../api/use-action.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { errorOf, Select, TextField } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { to } from '../../../ui/link.ts'
import { Page } from '../../../ui/page.tsx'
import { ShownPassword } from './shown-password.tsx'
import type { User } from './user-data.ts'

const ROLES = [
  { value: 'user', label: 'User' },
  { value: 'admin', label: 'Administrator: may do everything on these pages' },
]

export default function AddUser() {
  const [email, setEmail] = useState('')
  const [fullName, setFullName] = useState('')
  const [plan, setPlan] = useState<PlanName>('free')
  const [role, setRole] = useState('user')
  const [made, setMade] = useState<User & { password: string }>()
  const action = useAction()

  if (made)
    return (
      <Page
        title={`${made.email} was added`}
        intro="Give them the password over a channel that you trust. It is shown only once; you can generate a new one at any time."
      >
        <ShownPassword email={made.email} password={made.password} />
        <div class="actions">
          <LinkButton kind="primary" href={to(`/admin/users/${made.id}`)}>
            Go to the user
          </LinkButton>
          <LinkButton href={to('/admin/users')}>All users</LinkButton>
        </div>
      </Page>
    )

  const submit = () => {
    const body = { email: email.trim(), plan, role, ...(fullName.trim() === '' ? {} : { fullName: fullName.trim() }) }
    void action.run(async () => setMade(await api.post('/v1/admin/users', body)))
  }
  return (
    <Page title="Add a user" intro="They sign in here with this e-mail address and a generated password.">
      <Form class="profile-form" failure={action.failure} onSubmit={submit}>
        <TextField
          label="E-mail address"
          type="email"
          required
          autocomplete="off"
          maxLength={254}
          value={email}
          onValue={setEmail}
          error={errorOf(action.failure, 'email')}
        />
        <TextField
          label="Name"
          optional
          autocomplete="off"
          maxLength={200}
          value={fullName}
          onValue={setFullName}
          error={errorOf(action.failure, 'fullName')}
        />
        <Select<PlanName> label="Plan" value={plan} choices={planNames} onValue={setPlan} />
        <Select label="Role" value={role} choices={ROLES} onValue={setRole} />
        <div class="actions">
          <Button kind="primary" type="submit" busy={action.isBusy}>
            Add user
          </Button>
          <LinkButton href={to('/admin/users')}>Cancel</LinkButton>
        </div>
      </Form>
    </Page>
  )
}
