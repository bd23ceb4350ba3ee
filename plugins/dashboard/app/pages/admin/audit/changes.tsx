import { type AuditEntry, showValue } from './audit-entry.ts'

/** Fields that are shown before the rest is expanded. */
const AT_ONCE = 4

/** The old and new value of each field. For a secret, only that it was changed. */
export function Changes({ changes }: Pick<AuditEntry, 'changes'>) {
  const fields = Object.entries(changes)
  if (fields.length === 0) return <span class="muted">–</span>
  const list = (some: typeof fields) => (
    <dl class="changes">
      {some.map(([name, { before, after }]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {before === null && after === null ? (
              <span class="muted">changed, not shown</span>
            ) : (
              <>
                <del>{showValue(before)}</del> <span aria-hidden="true">→</span> <ins>{showValue(after)}</ins>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
  return (
    <>
      {list(fields.slice(0, AT_ONCE))}
      {fields.length > AT_ONCE && (
        <details class="more-changes">
          <summary>{fields.length - AT_ONCE} more</summary>
          {list(fields.slice(AT_ONCE))}
        </details>
      )}
    </>
  )
}
