import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { api } from '../../api/client.ts'
import { type Failure, toFailure } from '../../api/failure.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { errorOf, TextField } from '../../ui/field.tsx'
import { to } from '../../ui/link.ts'
import { Problem } from '../../ui/problem.tsx'
import type { WebhookDelivery } from './types.ts'

/** Sends a test event to a receiver, and opens its delivery. */
export function TestDialog({ onClose }: { onClose(): void }) {
  const { route } = useLocation()
  const [url, setUrl] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const submit = async (event: Event) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setFailure(undefined)
    try {
      const { id } = await api.post<WebhookDelivery>('/v1/webhooks/test', { url })
      onClose()
      route(to(`/webhooks/${id}`))
    } catch (error) {
      setFailure(toFailure(error))
      setBusy(false)
    }
  }
  const refused = errorOf(failure, 'url')
  return (
    <Dialog title="Send a test" onClose={onClose}>
      <form class="form" onSubmit={(event) => void submit(event)}>
        {failure && !refused && <Problem failure={failure} />}
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
      </form>
    </Dialog>
  )
}
