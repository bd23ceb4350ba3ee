import { createHash } from 'node:crypto'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { StoredFile } from '../files/files.ts'
import type { Queries, Tx } from '../store/index.ts'
import type { Books } from './books.ts'
import { FINISH, type JobRow } from './tables.ts'

/** Texts of at least this many characters are kept by themselves, once for all results that have them. */
const LONG = 2048
/** Bytes below which compressing is not worth its time. */
const SMALL = 256
/** The fastest: markdown shrinks to a third by it. */
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** What the first byte says of the others. */
const PLAIN = 0
const COMPRESSED = 1

/** Where in the JSON of a result a long text is left out, and its SHA-256 in hex. */
type Gap = readonly [at: number, hash: string]

/** A long text as it is kept. */
interface Body {
  hash: Uint8Array
  content: Uint8Array
}

/** A result ready to be stored. */
export interface PackedResult {
  body: Uint8Array
  bodies: readonly Body[]
}

/** One result of a job, as it is read. */
export interface ResultEntry {
  /** Its place among the job's results: what a later page begins after. */
  position: number
  /** The result, as JSON text. */
  json: string
  files: StoredFile[]
}

/** Makes JSON of a result, its long texts apart. Content and markdown of a page, say, are the same text, kept once. */
export function packResult(result: unknown): PackedResult {
  const texts = new Map<string, { hex: string } & Body>()
  const gaps: Gap[] = []
  const leaveOut = (text: string, at: number) => {
    const body = texts.get(text) ?? packText(text)
    texts.set(text, body)
    gaps.push([at, body.hex])
  }
  const json = isFields(result) ? fieldsToJson(result, leaveOut) : JSON.stringify(result ?? null)
  return { body: pack(Buffer.from(`${JSON.stringify(gaps)}\n${json}`)), bodies: [...texts.values()] }
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** JSON of an object without the long texts among its fields. */
function fieldsToJson(fields: Record<string, unknown>, leaveOut: (text: string, at: number) => void): string {
  let json = '{'
  for (const [name, value] of Object.entries(fields)) {
    // Half a surrogate pair can be told in JSON alone.
    const isLong = typeof value === 'string' && value.length >= LONG && value.isWellFormed()
    const written = isLong ? '' : JSON.stringify(value)
    if (written === undefined) continue
    json += `${json === '{' ? '' : ','}${JSON.stringify(name)}:${written}`
    if (isLong) leaveOut(value, json.length)
  }
  return `${json}}`
}

function packText(text: string) {
  const bytes = Buffer.from(text)
  const hash = createHash('sha256').update(bytes).digest()
  return { hex: hash.toString('hex'), hash, content: pack(bytes) }
}

const pack = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength < SMALL
    ? Buffer.concat([Buffer.of(PLAIN), bytes])
    : Buffer.concat([Buffer.of(COMPRESSED), zstdCompressSync(bytes, compression)])

function unpack(packed: Uint8Array): string {
  const rest = packed.subarray(1)
  return Buffer.from(packed[0] === PLAIN ? rest : zstdDecompressSync(rest)).toString()
}

/** Keeps the result of an item in its place, and counts it in the job's row, which is to be saved afterwards. */
export async function keepResult(
  tx: Tx,
  books: Books,
  job: JobRow,
  order: 'input' | 'completion' | undefined,
  seq: number,
  { body, bodies }: PackedResult,
  files: readonly StoredFile[],
) {
  job.results++
  // What merges the others stands behind them.
  const position = seq === FINISH ? job.total + 1 : order === 'completion' ? job.results : seq
  for (const { hash, content } of bodies) await tx.run(books.addBody, hash, content)
  await tx.run(books.addResult, job.n, position, body, files.length > 0 ? JSON.stringify(files) : null)
}

/** Reads results in order. */
export async function readResults(
  queries: Queries,
  books: Books,
  job: number,
  { after, most }: { after: number; most: number },
): Promise<ResultEntry[]> {
  const rows = await queries.all(books.readResults, job, after, most)
  return Promise.all(
    rows.map(async ({ position, body, files }) => ({
      position,
      json: await readJson(queries, books, body),
      files: files === null ? [] : (JSON.parse(files) as StoredFile[]),
    })),
  )
}

/** What a result is stored as: JSON has no line breaks of its own. */
function parts(body: Uint8Array): { gaps: readonly Gap[]; json: string } {
  const text = unpack(body)
  const end = text.indexOf('\n')
  return { gaps: JSON.parse(text.slice(0, end)), json: text.slice(end + 1) }
}

async function readJson(queries: Queries, books: Books, body: Uint8Array): Promise<string> {
  const { gaps, json } = parts(body)
  const texts = new Map<string, string>()
  let whole = ''
  let from = 0
  for (const [at, hex] of gaps) {
    const text = texts.get(hex) ?? (await readText(queries, books, hex))
    texts.set(hex, text)
    whole += json.slice(from, at) + text
    from = at
  }
  return whole + json.slice(from)
}

/** A long text as JSON; an empty one where it is gone. */
async function readText(queries: Queries, books: Books, hex: string): Promise<string> {
  const row = await queries.get(books.readBody, Buffer.from(hex, 'hex'))
  return JSON.stringify(row ? unpack(row.content) : '')
}

/** Gives up the long texts of a result that is deleted. */
export async function releaseBodies(tx: Tx, books: Books, body: Uint8Array) {
  const hashes = new Set(parts(body).gaps.map(([, hex]) => hex))
  for (const hex of hashes) await tx.run(books.dropBody, Buffer.from(hex, 'hex'))
}
