import { useState } from 'preact/hooks'
import { signOut } from '../../api/account.ts'
import { api } from '../../api/client.ts'
import { profile } from '../../api/session.ts'
import type { Profile } from '../../api/types.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/data/figures.tsx'
import { errorOf, Select, Switch, TextField } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { formatDay } from '../../ui/format.ts'
import { Page, Section } from '../../ui/page.tsx'
import { Badge } from '../../ui/states.tsx'
import { setTheme, type Theme, theme, themes } from '../../ui/theme.ts'
import { toast } from '../../ui/toast.tsx'
import { Password } from './password.tsx'

const CHOICES = themes.map((value) => ({ value, label: value === 'system' ? 'Same as the system' : value }))

/** The current user's name and preferences. */
export default function ProfilePage() {
  const who = profile.value!
  const [fullName, setFullName] = useState(who.fullName)
  const [notifications, setNotifications] = useState(who.preferences.notifications ?? true)
  const action = useAction()
  const submit = async () => {
    const body = { fullName: fullName.trim(), preferences: { notifications, theme: theme.value } }
    const isDone = await action.run(async () => {
      profile.value = await api.put<Profile>('/v1/users/profile', body)
    })
    if (isDone) toast('Saved')
  }
  return (
    <Page title="Profile">
      <Form class="profile-form" failure={action.failure} onSubmit={submit}>
        <TextField
          label="Name"
          optional
          autocomplete="name"
          maxLength={200}
          value={fullName}
          onValue={setFullName}
          error={errorOf(action.failure, 'fullName')}
        />
        <Select<Theme> label="Theme" value={theme.value} choices={CHOICES} onValue={setTheme} />
        <Switch
          label="Notifications"
          hint="Stored in your profile, for programs that ask whether you want notifications."
          checked={notifications}
          onChecked={setNotifications}
        />
        <div class="actions">
          <Button kind="primary" type="submit" busy={action.isBusy}>
            Save
          </Button>
        </div>
      </Form>
      <Password email={who.email} />
      <Section title="Account">
        <Facts
          facts={[
            ['E-mail address', who.email],
            ['Plan', <Badge key="plan">{who.plan}</Badge>],
            ['Role', who.role === 'admin' ? 'Administrator' : 'User'],
            ['Created', formatDay(who.createdAt)],
            ['User id', <code key="id">{who.id}</code>],
          ]}
        />
        <div class="actions">
          <Button onClick={() => void signOut()}>Sign out</Button>
        </div>
      </Section>
    </Page>
  )
}
