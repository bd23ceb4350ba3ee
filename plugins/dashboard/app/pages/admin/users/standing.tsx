import { useState } from 'preact/hooks'
import { api } from '../../../api/client.ts'
import { profile } from '../../../api/session.ts'
import { useAction } from '../../../api/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm, Dialog } from '../../../ui/dialog.tsx'
import { Section } from '../../../ui/page.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ShownPassword } from './shown-password.tsx'
import type { User } from './user-data.ts'

interface StandingProps {
  user: User
  onChange(user: User): void
}

/** Whether the user can sign in: suspension, and a new password. */
export function Standing({ user, onChange }: StandingProps) {
  const [asking, setAsking] = useState<'suspend' | 'password'>()
  const [password, setPassword] = useState<string>()
  const action = useAction()
  const path = `/v1/admin/users/${encodeURIComponent(user.id)}`
  const isSuspended = user.status === 'suspended'
  const isOwn = user.id === profile.value?.id
  const setStatus = async (status: User['status'], said: string) => {
    const isDone = await action.run(async () => onChange(await api.put<User>(path, { status })))
    if (!isDone) return
    setAsking(undefined)
    toast(said)
  }
  const activate = () => void setStatus('active', `${user.email} is active again`)
  const suspend = () => void setStatus('suspended', `${user.email} is suspended`)
  const reset = () =>
    void action.run(async () => {
      setPassword((await api.post<{ password: string }>(`${path}/password`)).password)
      setAsking(undefined)
    })
  const close = () => {
    action.forget()
    setAsking(undefined)
  }
  return (
    <Section title="Access">
      {action.failure && !asking && <Problem failure={action.failure} />}
      {isOwn && <p class="hint">This is your own account: you cannot suspend yourself.</p>}
      <div class="actions">
        {isSuspended ? (
          <Button busy={action.isBusy} onClick={activate}>
            Activate
          </Button>
        ) : (
          !isOwn && <Button onClick={() => setAsking('suspend')}>Suspend</Button>
        )}
        <Button onClick={() => setAsking('password')}>New password</Button>
      </div>
      {asking === 'suspend' && (
        <Confirm
          title={`Suspend ${user.email}?`}
          action="Suspend user"
          busy={action.isBusy}
          onConfirm={suspend}
          onClose={close}
        >
          {action.failure && <Problem failure={action.failure} />}
          <p>
            Their keys and sessions are refused at once, and their jobs end. You can activate them again at any time,
            but jobs that have ended are not resumed.
          </p>
        </Confirm>
      )}
      {asking === 'password' && (
        <Confirm
          title={`Create a new password for ${user.email}?`}
          action="Create a new password"
          busy={action.isBusy}
          onConfirm={reset}
          onClose={close}
        >
          {action.failure && <Problem failure={action.failure} />}
          <p>Their current password stops working, and their sessions end. Their keys keep working.</p>
        </Confirm>
      )}
      {password !== undefined && (
        <Dialog title="The new password" stays onClose={() => setPassword(undefined)}>
          <p>Give it to them over a channel that you trust. It is shown only once.</p>
          <ShownPassword email={user.email} password={password} />
          <footer class="actions">
            <Button kind="primary" onClick={() => setPassword(undefined)}>
              I have saved it
            </Button>
          </footer>
        </Dialog>
      )}
    </Section>
  )
}
