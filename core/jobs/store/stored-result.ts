import { sql } from 'kysely'
import type { StoredResult } from '../../contracts/jobs/jobs.ts'
import { type Queries, statement } from '../../store/index.ts'
import { type PackedSource, PIECE, unpackPieces } from './compression.ts'
import { type Gap, headOf } from './pack-result.ts'

/** A text that has a row of its own in the store. */
export class LongText {
  /** Its JSON without the quotes around it, whole characters at a time. */
  readonly pieces: () => AsyncIterable<string>

  constructor(pieces: () => AsyncIterable<string>) {
    this.pieces = pieces
  }
}

/** Characters of fields that are parsed. */
const MAX_PARSED = 4 * 1024 * 1024

const nextResult = statement<[piece: number, job: number, after: number], ResultRow>((db, [piece, job, after]) =>
  db
    .selectFrom('job_results')
    .select(['position', 'files', sql<number>`length(body)`.as('size')])
    .select(sql<Uint8Array>`substr(body, 1, cast(${piece} as integer))`.as('start'))
    .where('job', '=', job)
    .where('position', '>', after)
    .orderBy('position')
    .limit(1),
)
const resultPart = statement<[from: number, length: number, job: number, position: number], { part: Uint8Array }>(
  (db, [from, length, job, position]) =>
    db
      .selectFrom('job_results')
      .select(sql<Uint8Array>`substr(body, cast(${from} as integer), cast(${length} as integer))`.as('part'))
      .where('job', '=', job)
      .where('position', '=', position),
)
const textPart = statement<[from: number, length: number, hash: Uint8Array], { part: Uint8Array; size: number }>(
  (db, [from, length, hash]) =>
    db
      .selectFrom('job_bodies')
      .select(sql<number>`length(content)`.as('size'))
      .select(sql<Uint8Array>`substr(content, cast(${from} as integer), cast(${length} as integer))`.as('part'))
      .where('hash', '=', hash),
)

interface ResultRow {
  position: number
  files: string | null
  size: number
  start: Uint8Array
}

/** Reads the results of a job in order, from behind a position. */
export async function* readStored(queries: Queries, job: number, after: number): AsyncGenerator<StoredResult> {
  for (let last = after; ; ) {
    const row = await queries.get(nextResult, PIECE, job, last)
    if (!row) return
    yield await open(queries, job, row)
    last = row.position
  }
}

async function open(queries: Queries, job: number, row: ResultRow): Promise<StoredResult> {
  const { position, files } = row
  const source: PackedSource = {
    size: Number(row.size),
    start: row.start,
    read: async (from, length) =>
      (await queries.get(resultPart, from + 1, length, job, position))?.part ?? new Uint8Array(),
  }
  const textOf = (hash: string) => new LongText(() => readText(queries, hash))
  const json = () => written(source, (hash) => quoted(textOf(hash)))
  return {
    position,
    size: await sizeOf(source, json),
    files: files === null ? [] : JSON.parse(files),
    json,
    outline: () => written(source, noText),
    async fields() {
      // No text of a page can be what stands for a long one.
      const mark = crypto.randomUUID()
      let parsed = ''
      for await (const piece of written(source, async function* (hash) {
        yield `"${mark}${hash}"`
      })) {
        parsed += piece
        if (parsed.length > MAX_PARSED) return undefined
      }
      const result: unknown = JSON.parse(parsed)
      if (typeof result !== 'object' || result === null || Array.isArray(result)) return undefined
      return Object.fromEntries(
        Object.entries(result).map(([name, value]: [string, unknown]) =>
          typeof value === 'string' && value.startsWith(mark)
            ? [name, textOf(value.slice(mark.length))]
            : [name, value],
        ),
      )
    },
  }
}

/** The JSON of a result, with what is given for each long text. */
async function* written(source: PackedSource, textOf: (hash: string) => AsyncIterable<string>): AsyncGenerator<string> {
  let head = ''
  let gaps: readonly Gap[] | undefined
  let next = 0
  let at = 0
  for await (let piece of unpackPieces(source)) {
    if (!gaps) {
      const end = piece.indexOf('\n')
      head += end < 0 ? piece : piece.slice(0, end)
      if (end < 0) continue
      gaps = headOf(head).gaps
      piece = piece.slice(end + 1)
    }
    for (let gap = gaps[next]; gap && gap[0] <= at + piece.length; gap = gaps[++next]) {
      const before = piece.slice(0, gap[0] - at)
      if (before !== '') yield before
      piece = piece.slice(before.length)
      at += before.length
      yield* textOf(gap[1])
    }
    if (piece !== '') yield piece
    at += piece.length
  }
}

/** The size in its header; for results stored before there was one, found by reading them. */
async function sizeOf(source: PackedSource, json: () => AsyncIterable<string>): Promise<number> {
  let head = ''
  for await (const piece of unpackPieces(source)) {
    const end = piece.indexOf('\n')
    head += end < 0 ? piece : piece.slice(0, end)
    if (end >= 0) break
  }
  const told = headOf(head).size
  if (told !== undefined) return told
  let size = 0
  for await (const piece of json()) size += Buffer.byteLength(piece)
  return size
}

async function* noText(): AsyncGenerator<string> {
  yield '""'
}

async function* quoted(text: LongText): AsyncGenerator<string> {
  yield '"'
  yield* text.pieces()
  yield '"'
}

/** A long text as JSON; an empty one where it is gone. */
async function* readText(queries: Queries, hex: string): AsyncGenerator<string> {
  const hash = Buffer.from(hex, 'hex')
  const read = (from: number, length: number) => queries.get(textPart, from + 1, length, hash)
  const first = await read(0, PIECE)
  if (!first) return
  const source: PackedSource = {
    size: Number(first.size),
    start: first.part,
    read: async (from, length) => (await read(from, length))?.part ?? new Uint8Array(),
  }
  for await (const piece of unpackPieces(source)) yield JSON.stringify(piece).slice(1, -1)
}
