import { Button } from '../../ui/button.tsx'
import { Status } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { type ApiKey, statusOf } from './api-key.ts'
import { Bounds } from './bounds.tsx'

/** Keys, with what each may do and when it was used; also for another user's. */
export const KeyTable = ({ rows, onRevoke }: { rows: readonly ApiKey[]; onRevoke(key: ApiKey): void }) => (
  <Table
    caption="API keys"
    rows={rows}
    keyOf={({ id }) => id}
    columns={[
      {
        title: 'Name',
        main: true,
        cell: ({ name, prefix }) => (
          <div class="key-name">
            <span>{name}</span>
            <code class="muted">{prefix}…</code>
          </div>
        ),
      },
      { title: 'Permissions', cell: (key) => <Bounds apiKey={key} /> },
      { title: 'Last used', cell: ({ lastUsed }) => <Time at={lastUsed} none="never" /> },
      { title: 'Expires', cell: ({ expiresAt }) => <Time at={expiresAt} none="never" /> },
      { title: 'Status', cell: (key) => <Status value={statusOf(key)} /> },
      {
        title: '',
        cell: (key) =>
          key.revokedAt === null && (
            <Button size="small" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
              Revoke
            </Button>
          ),
      },
    ]}
  />
)
