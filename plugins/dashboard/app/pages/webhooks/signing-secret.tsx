import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { formatTime } from '../../ui/format.ts'
import { Section } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { toast } from '../../ui/toast.tsx'
import type { WebhookSecret } from './types.ts'

/**
 * The secret with which receivers verify signatures: loaded only when the user asks to see it, and dropped with the
 * page.
 */
export function SigningSecret() {
  const [secret, setSecret] = useState<WebhookSecret>()
  const { isBusy, failure, run } = useAction()
  const [isAsking, setAsking] = useState(false)
  const show = () => run(async () => setSecret(await api.get('/v1/webhooks/secret')))
  const rotate = async () => {
    const isDone = await run(async () => setSecret(await api.post('/v1/webhooks/secret/rotate')))
    setAsking(false)
    if (isDone) toast('There is a new secret: give it to your receivers')
  }
  return (
    <Section
      title="Signing secret"
      actions={
        <>
          {secret ? (
            <Button onClick={() => setSecret(undefined)}>Hide</Button>
          ) : (
            <Button busy={isBusy} onClick={() => void show()}>
              Show secret
            </Button>
          )}
          <Button onClick={() => setAsking(true)}>Rotate…</Button>
        </>
      }
    >
      <p class="muted">
        Every delivery is signed: <code>X-Webhook-Signature</code> is <code>sha256=</code> and the HMAC-SHA256 of the
        body in hex, with this secret as the key. Anyone who has it can forge deliveries: keep it as safe as a password.
      </p>
      {failure && <Problem failure={failure} />}
      {secret && (
        <div class="secret">
          <code>{secret.secret}</code>
          <CopyButton text={secret.secret} label="Copy the secret" />
          <p class="muted">
            Created {formatTime(secret.createdAt)}.
            {secret.previousUntil && ` The previous one signs too until ${formatTime(secret.previousUntil)}.`}
          </p>
        </div>
      )}
      {isAsking && (
        <Confirm
          title="Create a new secret?"
          action="Rotate secret"
          busy={isBusy}
          onConfirm={() => void rotate()}
          onClose={() => setAsking(false)}
        >
          <p>
            From now on, deliveries are signed with a new secret. For 24 hours the current one signs too, in{' '}
            <code>X-Webhook-Signature-Previous</code>: give your receivers the new one within that time.
          </p>
          <p>A secret from an earlier rotation stops signing. This cannot be undone.</p>
        </Confirm>
      )}
    </Section>
  )
}
