import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { StoredFile } from '../files/files.ts'
import type { Queries, Tx } from '../store/index.ts'
import type { Books } from './books.ts'
import { FINISH, type JobRow } from './tables.ts'

/** Texts of at least this many characters are kept by themselves, once for all results that hold them. */
const LONG = 2048
/** What stands in a result in place of such a text, before its hash. */
const MARK = '\u0000body:'
const MARKS = /"\\u0000body:([0-9a-f]{64})"(?!:)/g
/** Below this many characters compressing is not worth its time. */
const SMALL = 256
/** The fastest: markdown shrinks to a third by it. */
const LEVEL = 1

const RAW = 0
const DEFLATED = 1

/** A result ready to be stored. */
export interface PackedResult {
  body: Uint8Array
  bodies: { hash: Uint8Array; content: Uint8Array }[]
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
  const bodies = new Map<string, { hash: Uint8Array; content: Uint8Array }>()
  const keep = (text: string) => {
    const hash = createHash('sha256').update(text).digest()
    const hex = hash.toString('hex')
    if (!bodies.has(hex)) bodies.set(hex, { hash, content: pack(JSON.stringify(text)) })
    return MARK + hex
  }
  const json = JSON.stringify(result ?? null, (_, value) =>
    typeof value === 'string' && (value.length >= LONG || value.startsWith(MARK)) ? keep(value) : value,
  )
  return { body: pack(json), bodies: [...bodies.values()] }
}

function pack(text: string): Uint8Array {
  const bytes = Buffer.from(text)
  if (bytes.byteLength < SMALL) return Buffer.concat([Buffer.of(RAW), bytes])
  return Buffer.concat([Buffer.of(DEFLATED), deflateRawSync(bytes, { level: LEVEL })])
}

function unpack(packed: Uint8Array): string {
  const rest = packed.subarray(1)
  return Buffer.from(packed[0] === RAW ? rest : inflateRawSync(rest)).toString()
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
      json: await complete(queries, books, unpack(body)),
      files: files === null ? [] : (JSON.parse(files) as StoredFile[]),
    })),
  )
}

async function complete(queries: Queries, books: Books, json: string): Promise<string> {
  const texts = new Map<string, string>()
  for (const hex of hashesIn(json)) {
    const row = await queries.get(books.readBody, Buffer.from(hex, 'hex'))
    texts.set(hex, row ? unpack(row.content) : '""')
  }
  return texts.size === 0 ? json : json.replace(MARKS, (_, hex: string) => texts.get(hex)!)
}

const hashesIn = (json: string) => new Set([...json.matchAll(MARKS)].map(([, hex]) => hex!))

/** Gives up the long texts of a result that is deleted. */
export async function releaseBodies(tx: Tx, books: Books, body: Uint8Array) {
  for (const hex of hashesIn(unpack(body))) await tx.run(books.dropBody, Buffer.from(hex, 'hex'))
}
