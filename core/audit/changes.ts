import type { AuditChange } from '../contracts/operations/audit.ts'

/** Names of fields whose values must never be shown. */
const SECRET = /password|passphrase|secret|token|credential|authorization|cookie|private|api_?key|hash/i
/**
 * The most characters of a value as JSON, and the most fields of an entry, so that entries stay small whatever a
 * plugin passes.
 */
const MAX_VALUE = 1000
const MAX_FIELDS = 50

/** The named fields that differ between two records, with their old and new values. A missing one counts as null. */
export function changesBetween<T extends object>(
  before: Partial<T>,
  after: Partial<T>,
  fields: readonly (keyof T & string)[],
): Record<string, AuditChange> {
  const pairs = fields.map((name) => [name, { before: before[name] ?? null, after: after[name] ?? null }] as const)
  return Object.fromEntries(
    pairs.filter(([, change]) => JSON.stringify(change.before) !== JSON.stringify(change.after)),
  )
}

/** As stored: without the values of secrets, and within the limits. */
export function storedChanges(changes: Readonly<Record<string, AuditChange>>): Record<string, AuditChange> {
  const kept = Object.entries(changes).slice(0, MAX_FIELDS)
  return Object.fromEntries(
    kept.map(([name, { before, after }]) => [
      name,
      SECRET.test(name) ? { before: null, after: null } : { before: cut(before), after: cut(after) },
    ]),
  )
}

function cut(value: unknown): unknown {
  const json = JSON.stringify(value, (name, inner) => (SECRET.test(name) ? null : inner))
  if (json === undefined) return null
  return json.length > MAX_VALUE ? `${json.slice(0, MAX_VALUE).toWellFormed()}…` : JSON.parse(json)
}
