import { useState } from 'preact/hooks'
import { changePassword } from '../../api/account.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { errorOf, TextField } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Section } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.tsx'

/** Changes the password, given the current one. */
export function Password({ email }: { email: string }) {
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const action = useAction()
  const submit = async () => {
    const isDone = await action.run(() => changePassword({ currentPassword, newPassword }))
    if (!isDone) return
    setCurrent('')
    setNew('')
    toast('Your password was changed, and your other sessions have ended')
  }
  return (
    <Section title="Password">
      <Form class="profile-form" failure={action.failure} onSubmit={submit}>
        {/* For the browser, which keeps the new one with it. */}
        <input type="email" name="email" autocomplete="username" value={email} hidden readOnly />
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
          hint="At least 8 characters. Your other sessions end; your API keys keep working."
          type="password"
          autocomplete="new-password"
          required
          minLength={8}
          maxLength={256}
          value={newPassword}
          onValue={setNew}
          error={errorOf(action.failure, 'newPassword')}
        />
        <div class="actions">
          <Button type="submit" busy={action.isBusy}>
            Change password
          </Button>
        </div>
      </Form>
    </Section>
  )
}
