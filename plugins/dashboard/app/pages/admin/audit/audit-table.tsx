import { Table } from '../../../ui/table.tsx'
import { Time } from '../../../ui/time.tsx'
import { type AuditEntry, actorDetail, actorName } from './audit-entry.ts'
import { Changes } from './changes.tsx'

interface AuditTableProps {
  rows: readonly AuditEntry[]
  /** Filters by the clicked value. */
  onChoose(filter: { actor?: string; action?: string; target?: string }): void
}

/** Entries of the audit log; clicking on a name filters by it. */
export const AuditTable = ({ rows, onChoose }: AuditTableProps) => (
  <Table
    caption="Audit log"
    rows={rows}
    keyOf={({ id }) => id}
    columns={[
      {
        title: 'What',
        main: true,
        cell: ({ action, target }) => (
          <div class="user-name">
            <Narrow onClick={() => onChoose({ action })}>{action}</Narrow>
            {target && (
              <Narrow onClick={() => onChoose({ target: target.id ?? undefined })} disabled={target.id === null}>
                {target.name ?? target.id ?? target.type}
              </Narrow>
            )}
          </div>
        ),
      },
      { title: 'Before and after', cell: ({ changes }) => <Changes changes={changes} /> },
      {
        title: 'Who',
        cell: ({ actor }) => (
          <div class="user-name">
            <Narrow onClick={() => onChoose({ actor: actor.id ?? undefined })} disabled={actor.id === null}>
              {actorName(actor)}
            </Narrow>
            <span class="hint">{actorDetail(actor)}</span>
          </div>
        ),
      },
      { title: 'When', cell: ({ at }) => <Time at={at} /> },
    ]}
  />
)

function Narrow({ children, onClick, disabled }: { children: string; onClick(): void; disabled?: boolean }) {
  if (disabled) return <span>{children}</span>
  return (
    <button type="button" class="narrow" title="Show only these" onClick={onClick}>
      {children}
    </button>
  )
}
