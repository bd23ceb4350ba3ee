import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { keepSession } from '../../api/session.ts'
import type { Session } from '../../api/types.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { errorOf, TextField } from '../../ui/field.tsx'
import { Section } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { toast } from '../../ui/toast.tsx'

/** A new password in place of the current one; whoever is signed in stays so here, and nowhere else. */
export function ChangePassword({ email }: { email: string }) {
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const action = useAction()
  const submit = async (event: Event) => {
    event.preventDefault()
    const isDone = await action.run(async () => {
      const { token } = await api.post<Session>('/v1/auth/password', { currentPassword, newPassword })
      keepSession(token)
    })
    if (!isDone) return
    setCurrent('')
    setNew('')
    toast('Password changed. All other sessions have ended.')
  }
  return (
    <Section title="Password">
      <form class="profile-form" onSubmit={(event) => void submit(event)}>
        {action.failure && <Problem failure={action.failure} />}
        {/* Managers of passwords look for whose it is. */}
        <input type="hidden" name="username" autocomplete="username" value={email} />
        <TextField
          label="Current password"
          type="password"
          autocomplete="current-password"
          required
          value={currentPassword}
          onValue={setCurrent}
          error={errorOf(action.failure, 'currentPassword')}
        />
        <TextField
          label="New password"
          type="password"
          autocomplete="new-password"
          required
          value={newPassword}
          onValue={setNew}
          error={errorOf(action.failure, 'newPassword')}
        />
        <div class="actions">
          <Button type="submit" busy={action.isBusy}>
            Change password
          </Button>
        </div>
      </form>
    </Section>
  )
}
