import { type JobRecord, type Jobs, streamJson } from 'weirjs'
import type { EnrichmentInput, Row } from '../row.ts'
import type { ResultFormat } from '../schema.ts'
import { csvOf } from './csv.ts'

/** Rows that are read at a time. */
const AT_ONCE = 200

async function* rowsOf({ results }: Pick<Jobs, 'results'>, job: JobRecord): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const entries = await results(job.account, job.id, { after, limit: AT_ONCE })
    for (const { json } of entries) yield json
    if (entries.length < AT_ONCE) return
    after = entries.at(-1)!.position
  }
}

const writers: Readonly<
  Record<
    ResultFormat,
    { type: string; write(rows: AsyncIterable<string>, input: EnrichmentInput): AsyncGenerator<string> }
  >
> = {
  json: {
    type: 'application/json',
    async *write(rows) {
      let separator = '['
      for await (const row of rows) {
        yield separator + row
        separator = ',\n'
      }
      yield separator === '[' ? '[]' : ']'
    },
  },
  ndjson: {
    type: 'application/x-ndjson',
    async *write(rows) {
      yield ''
      for await (const row of rows) yield `${row}\n`
    },
  },
  csv: {
    type: 'text/csv; charset=utf-8',
    async *write(rows, input) {
      const { head, line } = csvOf(input)
      yield head
      for await (const row of rows) yield line(JSON.parse(row) as Row)
    },
  },
}

/** The rows of a job as a file, written while it is read. */
export function answerRows(
  jobs: Pick<Jobs, 'results'>,
  job: JobRecord,
  input: EnrichmentInput,
  format: ResultFormat,
): Response {
  const { type, write } = writers[format]
  const { body } = streamJson(write(rowsOf(jobs, job), input))
  const disposition = `attachment; filename="${job.id}.${format}"`
  return new Response(body, { headers: { 'content-type': type, 'content-disposition': disposition } })
}
