import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { errorOf, TextField } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { to } from '../../ui/link.ts'
import type { WebhookDelivery } from './types.ts'

/** Sends a test event to a receiver, and opens its delivery. */
export function TestDialog({ onClose }: { onClose(): void }) {
  const { route } = useLocation()
  const [url, setUrl] = useState('')
  const { isBusy, failure, run } = useAction()
  const submit = () =>
    run(async () => {
      const { id } = await api.post<WebhookDelivery>('/v1/webhooks/test', { url })
      onClose()
      route(to(`/webhooks/${id}`))
    })
  const refused = errorOf(failure, 'url')
  return (
    <Dialog title="Send a test" onClose={onClose}>
      <Form class="form" failure={refused === undefined ? failure : undefined} onSubmit={submit}>
        <TextField
          label="Receiver"
          hint="It gets the event webhook.test, signed like any other."
          type="url"
          required
          placeholder="https://example.com/hooks/weir"
          value={url}
          onValue={setUrl}
          error={refused}
        />
        <footer class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" busy={isBusy}>
            Send
          </Button>
        </footer>
      </Form>
    </Dialog>
  )
}
