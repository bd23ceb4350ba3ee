import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import type { Failure } from '../../api/failure.ts'
import { toFailure } from '../../api/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { formatTime } from '../../ui/format.ts'
import { Section } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { toast } from '../../ui/toast.tsx'
import type { WebhookSecret } from './types.ts'

/** The secret that receivers verify by: asked for only when somebody wants to see it, and forgotten with the page. */
export function SigningSecret() {
  const [secret, setSecret] = useState<WebhookSecret>()
  const [failure, setFailure] = useState<Failure>()
  const [isBusy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const ask = async (work: () => Promise<WebhookSecret>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      setSecret(await work())
      return true
    } catch (error) {
      setFailure(toFailure(error))
      return false
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }
  const rotate = async () => {
    const done = await ask(() => api.post<WebhookSecret>('/v1/webhooks/secret/rotate'))
    if (done) toast('There is a new secret; give it to your receivers')
  }
  return (
    <Section
      title="Signing secret"
      actions={
        <>
          {secret ? (
            <Button onClick={() => setSecret(undefined)}>Hide</Button>
          ) : (
            <Button busy={isBusy} onClick={() => void ask(() => api.get<WebhookSecret>('/v1/webhooks/secret'))}>
              Show secret
            </Button>
          )}
          <Button onClick={() => setAsking(true)}>Rotate…</Button>
        </>
      }
    >
      <p class="muted">
        Every delivery is signed: <code>X-Webhook-Signature</code> is <code>sha256=</code> and the HMAC-SHA256 of the
        body in hex, with this secret as the key. Whoever has it can forge deliveries: keep it where your receivers keep
        theirs.
      </p>
      {failure && <Problem failure={failure} />}
      {secret && (
        <div class="secret">
          <code>{secret.secret}</code>
          <CopyButton text={secret.secret} label="Copy the secret" />
          <p class="muted">
            Made {formatTime(secret.createdAt)}.
            {secret.previousUntil && ` The one before signs too until ${formatTime(secret.previousUntil)}.`}
          </p>
        </div>
      )}
      {isAsking && (
        <Confirm
          title="Make a new secret?"
          action="Rotate secret"
          busy={isBusy}
          onConfirm={() => void rotate()}
          onClose={() => setAsking(false)}
        >
          <p>
            From now on deliveries are signed with a new secret. For 24 hours the one of now signs too, in{' '}
            <code>X-Webhook-Signature-Previous</code>: give your receivers the new one in that time.
          </p>
          <p>A secret from a rotation before this one signs no more. This cannot be undone.</p>
        </Confirm>
      )}
    </Section>
  )
}
