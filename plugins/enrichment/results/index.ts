import { type JobRecord, type Kit, streamJson } from 'weirjs'
import {
  attachment,
  CSV_TYPE,
  type Row as ResultRow,
  rowsOf,
  wholeOf,
  writeJson,
  writeNdjson,
} from '../../results/toolkit.ts'
import type { EnrichmentInput, Row } from '../row.ts'
import type { ResultFormat } from '../schema.ts'
import { csvOf } from './csv.ts'

interface Writer {
  type: string
  write(rows: AsyncIterable<ResultRow>, input: EnrichmentInput): AsyncGenerator<string>
}

const writers: Readonly<Record<ResultFormat, Writer>> = {
  json: { type: 'application/json', write: writeJson },
  ndjson: { type: 'application/x-ndjson', write: writeNdjson },
  csv: {
    type: CSV_TYPE,
    async *write(rows, input) {
      const { head, line } = csvOf(input)
      yield head
      for await (const row of rows) yield line((await wholeOf(row)) as Row)
    },
  },
}

/** The rows of a job as a file, which is written as it is read. */
export function answerRows(
  kit: Pick<Kit, 'jobs' | 'files'>,
  job: JobRecord,
  input: EnrichmentInput,
  format: ResultFormat,
): Response {
  const { type, write } = writers[format]
  const { body } = streamJson(write(rowsOf(kit, [job], { withJobId: false, withMetadata: true }), input))
  return new Response(body, { headers: attachment(`${job.id}.${format}`, type) })
}
