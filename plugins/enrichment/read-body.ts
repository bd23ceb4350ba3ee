import { ApiError, type NewItem } from 'weirjs'
import { readAddress } from './discovery/index.ts'
import { invalidEmails } from './errors.ts'
import { checkFields } from './fields/fields.ts'
import { readFields } from './fields/record.ts'
import type { EnrichmentInput, EnrichmentItem } from './row.ts'
import type { EnrichmentBody } from './schema.ts'

/** The most rows that an error names, and the rows that are checked before other requests are served. */
const MAX_NAMED = 100
const AT_ONCE = 2000

/** Checks what a schema cannot: too many rows for the plan, invalid addresses, and reserved names. */
export async function checkBody(
  { data, fields, options = {} }: EnrichmentBody,
  plan: { name: string; rows: number | null },
) {
  checkFields(fields)
  if (plan.rows !== null && data.length > plan.rows)
    throw new ApiError(
      'too_many_rows',
      `data has ${data.length} rows; the ${plan.name} plan allows ${plan.rows}`,
      { provided: data.length, maximum: plan.rows },
      { status: 400 },
    )
  if (options.skipInvalidEmails) return
  const bad: number[] = []
  for (const [row, { email }] of data.entries()) {
    if (!readAddress(email)) bad.push(row)
    if (row % AT_ONCE === AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve))
  }
  if (bad.length === 0) return
  throw invalidEmails(
    `${bad.length} of data have an email that is not an e-mail address; fix them, or set options.skipInvalidEmails`,
    { rows: bad.slice(0, MAX_NAMED), count: bad.length },
  )
}

/** The input of the job for a checked body; its rows are passed separately. */
export function toInput({ data, fields, options = {} }: EnrichmentBody): EnrichmentInput {
  return {
    rows: data.length,
    fields: fields.map(({ name, prompt, type = 'text' }) => ({ name, prompt, type })),
    options: {
      concurrency: options.concurrency ?? 5,
      includeDiscovery: options.includeDiscovery ?? true,
      includeProfile: options.includeProfile ?? true,
      timeout: options.timeout ?? 60_000,
      skipInvalidEmails: options.skipInvalidEmails ?? false,
    },
  }
}

/** The rows as items, including rows with the same address. */
export function* toItems({ data }: EnrichmentBody): Generator<NewItem<EnrichmentItem>> {
  for (const [row, { email, additionalFields }] of data.entries())
    yield {
      key: String(row),
      value: { email, ...(additionalFields && { additionalFields: readFields(additionalFields) }) },
      url: email,
    }
}
