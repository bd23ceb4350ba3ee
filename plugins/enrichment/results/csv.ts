import { csvLine } from '../../results/toolkit.ts'
import type { EnrichmentInput, Row } from '../row.ts'

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string')

/** A list of texts is more readable than its JSON. */
const readable = (value: unknown) => (isTexts(value) ? value.join('; ') : value)

const discovery = ['acceptsMail', 'mxRecords', 'isRoleAddress', 'isFreeMail', 'isDisposable']
const company = ['name', 'description', 'logo', 'website', 'socialProfiles', 'phones', 'addresses']

type Column = [name: string, value: (row: Row) => unknown]
const partsOf = (name: 'discovery' | 'company', parts: readonly string[]): Column[] =>
  parts.map((part) => [`${name}.${part}`, (row) => (row[name] as Record<string, unknown> | null | undefined)?.[part]])

/** The columns of a job, which are the same for all rows. */
function columnsOf({ fields, options }: EnrichmentInput): Column[] {
  const plain = (name: string): Column => [name, (row) => row[name]]
  return [
    ...['email', 'domain', ...fields.map(({ name }) => name)].map(plain),
    ...(options.includeDiscovery ? partsOf('discovery', discovery) : []),
    ...(options.includeProfile ? partsOf('company', company) : []),
    ...['enrichment_status', 'credits_used', 'processing_time_ms', 'error'].map(plain),
  ]
}

/** The header of a CSV table, and the function that formats a row. */
export function csvOf(input: EnrichmentInput) {
  const columns = columnsOf(input)
  return {
    head: csvLine(columns.map(([name]) => name)),
    line: (row: Row) => csvLine(columns.map(([, value]) => readable(value(row)))),
  }
}
