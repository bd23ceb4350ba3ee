import type { Failure } from '../../api/failure.ts'
import { Confirm } from '../../ui/dialog.tsx'
import { formatAgo } from '../../ui/format.ts'
import { Problem } from '../../ui/problem.tsx'
import type { ApiKey } from './api-key.ts'

interface RevokeKeyProps {
  apiKey: ApiKey
  failure: Failure | undefined
  busy: boolean
  onConfirm(): void
  onClose(): void
}

export function RevokeKey({ apiKey: { name, prefix, lastUsed }, failure, ...rest }: RevokeKeyProps) {
  return (
    <Confirm title={`Revoke ${name}?`} action="Revoke key" {...rest}>
      {failure && <Problem failure={failure} />}
      <p>
        Programs that use <code>{prefix}…</code> are refused from now on. This cannot be undone, but you can create a
        new key at any time.
      </p>
      <p class="muted">{lastUsed === null ? 'It was never used.' : `It was last used ${formatAgo(lastUsed)}.`}</p>
    </Confirm>
  )
}
