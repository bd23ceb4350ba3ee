import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { api, withQuery } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { useList } from '../../api/use-list.ts'
import { Listed } from '../../ui/data/listed.tsx'
import { toast } from '../../ui/toast.tsx'
import type { ApiKey } from './api-key.ts'
import { KeyTable } from './key-table.tsx'
import { RevokeKey } from './revoke-key.tsx'

interface KeyListProps {
  /** The owner, for administrators; by default the current user. */
  userId?: string
  /** Shown if there are none. */
  empty: ComponentChildren
}

/** Keys, each of which can be revoked. */
export function KeyList({ userId, empty }: KeyListProps) {
  const list = useList<ApiKey>(withQuery('/v1/auth/api-keys', { userId, limit: 50 }), 'keys')
  const [revoking, setRevoking] = useState<ApiKey>()
  const action = useAction()
  const revoke = async ({ id, name }: ApiKey) => {
    const isDone = await action.run(async () => {
      await api.delete(withQuery(`/v1/auth/api-keys/${encodeURIComponent(id)}`, { userId }))
      await list.reload()
    })
    if (!isDone) return
    setRevoking(undefined)
    toast(`${name} was revoked`)
  }
  return (
    <>
      <Listed list={list} empty={empty}>
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
    </>
  )
}
