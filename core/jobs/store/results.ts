import type { ResultEntry } from '../../contracts/jobs/jobs.ts'
import type { StoredFile } from '../../files/files.ts'
import type { Queries, Tx } from '../../store/index.ts'
import type { LockedJob } from '../locked-job.ts'
import { unpack } from './compression.ts'
import { type Gap, headOf, type PackedResult } from './pack-result.ts'
import { addBody, addResult, dropBody, readBody, readResults as readRows } from './statements/results.ts'
import { FINISH } from './tables.ts'

/** Stores the result of an item in its position, and counts it in the job's row. */
export function storeResult(
  { tx, job, registered }: LockedJob,
  seq: number,
  { body, bodies }: PackedResult,
  files: readonly StoredFile[] = [],
) {
  const { order } = registered.definition
  job.results++
  // The item that merges the other results comes last.
  const position = seq === FINISH ? job.total + 1 : order === 'completion' ? job.results : seq
  for (const { hash, content } of bodies) tx.send(addBody, hash, content)
  tx.batch(addResult, job.n, position, body, files.length > 0 ? JSON.stringify(files) : null)
}

/** Reads results in order. */
export async function readResults(
  queries: Queries,
  job: number,
  { after, limit }: { after: number; limit: number },
): Promise<ResultEntry[]> {
  const rows = await queries.all(readRows, job, after, limit)
  return Promise.all(
    rows.map(async ({ position, body, files }) => ({
      position,
      json: await readJson(queries, body),
      files: files === null ? [] : (JSON.parse(files) as StoredFile[]),
    })),
  )
}

/** The parts of a stored result. They are separated by a line break, which JSON does not contain. */
function parts(body: Uint8Array): { gaps: readonly Gap[]; json: string } {
  const text = unpack(body)
  const end = text.indexOf('\n')
  return { gaps: headOf(text.slice(0, end)).gaps, json: text.slice(end + 1) }
}

async function readJson(queries: Queries, body: Uint8Array): Promise<string> {
  const { gaps, json } = parts(body)
  const texts = new Map<string, string>()
  let whole = ''
  let from = 0
  for (const [at, hex] of gaps) {
    const text = texts.get(hex) ?? (await readText(queries, hex))
    texts.set(hex, text)
    whole += json.slice(from, at) + text
    from = at
  }
  return whole + json.slice(from)
}

/** A long text as JSON; an empty one if it no longer exists. */
async function readText(queries: Queries, hex: string): Promise<string> {
  const row = await queries.get(readBody, Buffer.from(hex, 'hex'))
  return JSON.stringify(row ? unpack(row.content) : '')
}

/** Releases the long texts of a result that is deleted. */
export async function releaseBodies(tx: Tx, body: Uint8Array) {
  const hashes = new Set(parts(body).gaps.map(([, hex]) => hex))
  for (const hex of hashes) await tx.run(dropBody, Buffer.from(hex, 'hex'))
}
