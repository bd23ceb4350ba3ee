import type { EnrichmentInput, Row } from '../row.ts'

/** What a spreadsheet may run as a formula. Source: decisions 12.1. */
const RISKY = /^[=+\-@\p{Cc}＝＋－＠]/u

/** A cell. Source: RFC 4180. A number is written as it is: nothing in it can be run. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : isTexts(value) ? value.join('; ') : JSON.stringify(value)
  const safe = RISKY.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string')

const discovery = ['acceptsMail', 'mxRecords', 'isRoleAddress', 'isFreeMail', 'isDisposable']
const company = ['name', 'description', 'logo', 'website', 'socialProfiles', 'phones', 'addresses']

type Column = [name: string, value: (row: Row) => unknown]
const partsOf = (name: 'discovery' | 'company', parts: readonly string[]): Column[] =>
  parts.map((part) => [`${name}.${part}`, (row) => (row[name] as Record<string, unknown> | null | undefined)?.[part]])

/** The columns of a job's rows; the same for all of them. */
function columnsOf({ fields, options }: EnrichmentInput): Column[] {
  const plain = (name: string): Column => [name, (row) => row[name]]
  return [
    ...['email', 'domain', ...fields.map(({ name }) => name)].map(plain),
    ...(options.includeDiscovery ? partsOf('discovery', discovery) : []),
    ...(options.includeProfile ? partsOf('company', company) : []),
    ...['enrichment_status', 'credits_used', 'processing_time_ms', 'error'].map(plain),
  ]
}

const line = (cells: readonly unknown[]) => `${cells.map(cell).join(',')}\r\n`

/** A table of rows: its head, and what makes a line of a row. */
export function csvOf(input: EnrichmentInput) {
  const columns = columnsOf(input)
  return {
    head: line(columns.map(([name]) => name)),
    line: (row: Row) => line(columns.map(([, value]) => value(row))),
  }
}
