import { type JobRecord, streamJson, toBody, writeZip, type ZipEntry } from 'weirjs'
import { fileName, harmless } from '../jobs/service.ts'
import { CSV_TYPE, findColumns, writeCsv } from './formats/csv.ts'
import { writeJson, writeNdjson } from './formats/json.ts'
import { writeXml } from './formats/xml.ts'
import type { Row } from './row.ts'
import { entriesOf, type Ports, type RowOptions, rowsOf } from './rows.ts'
import type { FileFormat } from './schema.ts'

interface Format {
  type: string
  /** `rows` returns all rows from the first one, at each call. */
  write(rows: () => AsyncIterable<Row>): Promise<AsyncIterable<string>>
}

const formats: Readonly<Record<FileFormat, Format>> = {
  json: { type: 'application/json', write: async (rows) => writeJson(rows()) },
  ndjson: { type: 'application/x-ndjson', write: async (rows) => writeNdjson(rows()) },
  csv: { type: CSV_TYPE, write: async (rows) => writeCsv(rows(), await findColumns(rows())) },
  xml: { type: 'application/xml; charset=utf-8', write: async (rows) => writeXml(rows()) },
}

/** The headers of a response that is a file. */
export const attachment = (name: string, type: string) => ({
  ...harmless,
  'content-type': type,
  'content-disposition': `attachment; filename="${name}"`,
})

/** The rows of jobs as one file, which is written as it is read. */
export async function answerFile(
  ports: Ports,
  jobs: readonly JobRecord[],
  { name, format, ...options }: RowOptions & { name: string; format: FileFormat },
): Promise<Response> {
  const { type, write } = formats[format]
  const { body } = streamJson(await write(() => rowsOf(ports, jobs, options)))
  return new Response(body, { headers: attachment(`${name}.${format}`, type) })
}

/** Types that are compressed already. */
const PACKED = /^(?:image\/(?!svg|bmp)|video\/|audio\/|application\/(?:pdf|zip|gzip))/

/** The rows of a job and its files as a ZIP file, which is written as it is read. */
export async function answerZip(ports: Ports, job: JobRecord, format: FileFormat): Promise<Response> {
  const rows = () => rowsOf(ports, [job], { withJobId: false, withMetadata: true })
  const table = await formats[format].write(rows)
  const zip = writeZip(entries(ports, job, { name: `${job.id}.${format}`, table }), new Date(job.endedAt ?? 0))
  const body = toBody({ next: () => zip.next(), end: async () => void (await zip.return(undefined)) })
  return new Response(body, { headers: attachment(`${job.id}.zip`, 'application/zip') })
}

async function* entries(
  ports: Ports,
  job: JobRecord,
  { name, table }: { name: string; table: AsyncIterable<string> },
): AsyncGenerator<ZipEntry> {
  yield { name, compress: true, body: streamJson(table).body! }
  for await (const { entry } of entriesOf(ports, [job]))
    for (const { id } of entry.files) {
      const found = await ports.files.open(id)
      if (!found) continue
      const compress = !PACKED.test(found.entry.mediaType)
      yield { name: `files/${fileName(found.entry)}`, compress, body: found.body }
    }
}
