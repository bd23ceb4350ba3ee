import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { useList } from '../../api/use-list.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Listed } from '../../ui/data/listed.tsx'
import { to } from '../../ui/link.ts'
import { Page } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import type { ApiKey } from './api-key.ts'
import { KeyTable } from './key-table.tsx'
import { RevokeKey } from './revoke-key.tsx'

/** The keys of whoever is signed in. */
export default function Keys() {
  const list = useList<ApiKey>('/v1/auth/api-keys?limit=50', 'keys')
  const [revoking, setRevoking] = useState<ApiKey>()
  const action = useAction()
  const create = (
    <LinkButton kind="primary" href={to('/keys/new')}>
      Create key
    </LinkButton>
  )
  const revoke = async ({ id, name }: ApiKey) => {
    const isDone = await action.run(async () => {
      await api.delete(`/v1/auth/api-keys/${encodeURIComponent(id)}`)
      await list.reload()
    })
    if (!isDone) return
    setRevoking(undefined)
    toast(`${name} was revoked`)
  }
  return (
    <Page
      title="API keys"
      intro="Programs present a key with each request. Make one for each program."
      actions={create}
    >
      <Listed
        list={list}
        empty={
          <EmptyState title="No keys yet" action={create}>
            A program needs a key to call the API. It is shown once, with a line for the terminal that tries it.
          </EmptyState>
        }
      >
        {(rows) => <KeyTable rows={rows} onRevoke={setRevoking} />}
      </Listed>
      {revoking && (
        <RevokeKey
          apiKey={revoking}
          failure={action.failure}
          busy={action.isBusy}
          onConfirm={() => void revoke(revoking)}
          onClose={() => {
            action.forget()
            setRevoking(undefined)
          }}
        />
      )}
    </Page>
  )
}
