import { createPause, isObject, objectOf, parseJson, parseLongJson } from 'weirjs'
import type { Capture } from '../service.ts'
import { isTimestamp } from '../time/timestamp.ts'

/** A parsed response of a CDX server. */
export interface CdxAnswer {
  captures: Capture[]
  /** The key with which the list continues. */
  resumeKey?: string
}

type Row = Readonly<Record<string, unknown>>

const CDX7 = ['urlkey', 'timestamp', 'original', 'mimetype', 'statuscode', 'digest', 'length']
const CDX9 = ['urlkey', 'timestamp', 'original', 'mimetype', 'statuscode', 'digest', 'redirect', 'offset', 'filename']
const CDX10 = [...CDX9.slice(0, 7), 'robotflags', 'offset', 'filename']
const CDX11 = [...CDX9.slice(0, 7), 'robotflags', 'length', 'offset', 'filename']
/** OutbackCDX's format, which also names the original record of a revisit. */
const CDX14 = [...CDX11, 'originalLength', 'originalOffset', 'originalFilename']

/**
 * Formats by their number of columns. Sources: wayback-cdx-server, the Internet Archive's CDX file format,
 * OutbackCDX.
 */
const columnsByCount: ReadonlyMap<number, readonly string[]> = new Map(
  [CDX7, CDX9, CDX10, CDX11, CDX14].map((columns) => [columns.length, columns]),
)
/** The most columns of a row: a server could name a million, each of which would be read in every row. */
const MAX_COLUMNS = 64
/** The most characters of a line: nothing else is served while one is parsed. */
const MAX_LINE = 64 * 1024
/** Rows between two pauses. */
const AT_ONCE = 64
/** The letters of a header line ` CDX N b a …`. */
const columnsByLetter: Readonly<Record<string, string>> = {
  N: 'urlkey',
  b: 'timestamp',
  a: 'original',
  m: 'mimetype',
  s: 'statuscode',
  k: 'digest',
  S: 'length',
}

/**
 * Parses any format of CDX servers, whatever was requested: arrays with a header row (Wayback Machine) or without
 * (OutbackCDX), one object per line (pywb), CDXJ, or text in columns. `asked` are the requested columns. Undefined
 * for anything else. Pauses between rows for other requests, as a list may have megabytes.
 */
export async function parseCdx(text: string, asked: readonly string[] = []): Promise<CdxAnswer | undefined> {
  const trimmed = text.trim()
  if (trimmed === '') return { captures: [] }
  if (trimmed.startsWith('[')) return parseArrays(trimmed, asked)
  if (trimmed.startsWith('<')) return undefined
  return parseLines(text, asked)
}

async function parseArrays(text: string, asked: readonly string[]): Promise<CdxAnswer | undefined> {
  const rows = await parseLongJson(text)
  if (!Array.isArray(rows)) return undefined
  const header = Array.isArray(rows[0]) && rows[0].includes('timestamp') ? rows[0] : undefined
  const captures: Capture[] = []
  const pause = createPause()
  for (const [index, row] of rows.entries()) {
    if (index % AT_ONCE === 0) await pause()
    if (row === header) continue
    // An empty row is followed by the resume key.
    if (Array.isArray(row) && row.length === 0)
      return { captures, resumeKey: textOf(rows[index + 1]?.[0]) || undefined }
    const record = Array.isArray(row) ? zip(header ?? columnsOf(row.length, asked), row) : row
    if (!isObject(record)) return undefined
    addCapture(captures, record)
  }
  return { captures }
}

const columnsOf = (count: number, asked: readonly string[]) =>
  asked.length === count ? asked : columnsByCount.get(count)

async function parseLines(text: string, asked: readonly string[]): Promise<CdxAnswer | undefined> {
  const pause = createPause()
  const captures: Capture[] = []
  let columns: readonly string[] | undefined
  let read = 0
  let rows = 0
  let isAfterBlank = false
  for (const line of linesOf(text)) {
    if (read++ % AT_ONCE === 0) await pause()
    if (line.length > MAX_LINE) return undefined
    if (line.trim() === '') {
      isAfterBlank = true
      continue
    }
    if (isAfterBlank && rows > 0) return { captures, resumeKey: line.trim() }
    isAfterBlank = false
    if (/^ ?CDX /.test(line)) {
      columns = line
        .trim()
        .split(' ', MAX_COLUMNS + 2)
        .slice(1)
        .map((letter) => columnsByLetter[letter] ?? letter)
      continue
    }
    const row = rowOf(line, columns, asked)
    if (row === undefined) return undefined
    rows++
    addCapture(captures, row)
  }
  return { captures }
}

/** One line at a time: a text of megabytes may consist of line breaks. */
function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    yield text.slice(start, text[end - 1] === '\r' ? Math.max(start, end - 1) : end)
    start = end + 1
  }
}

/** Undefined for lines that are no rows: an error message, or a truncated line. */
function rowOf(line: string, columns: readonly string[] | undefined, asked: readonly string[]): Row | undefined {
  if (line.startsWith('{')) {
    const row = objectOf(parseJson(line))
    return row.timestamp === undefined ? undefined : row
  }
  const json = /^(\S+) (\d{14}) (\{.*)$/.exec(line)
  if (json) {
    const rest = parseJson(json[3]!)
    return isObject(rest) ? { ...rest, urlkey: json[1], timestamp: json[2] } : undefined
  }
  const values = line.trim().split(' ', MAX_COLUMNS + 1)
  const row = zip(columns ?? columnsOf(values.length, asked), values)
  return isTimestamp(row?.timestamp) ? row : undefined
}

/** Undefined for a row without known columns, or with too many. */
const zip = (names: readonly unknown[] | undefined, values: readonly unknown[]): Row | undefined =>
  names && names.length <= MAX_COLUMNS
    ? Object.fromEntries(names.map((name, index) => [String(name), values[index]]))
    : undefined

/** Placeholders for unknown values. */
const UNKNOWN = new Set(['-', '-1', 'unk'])

const textOf = (value: unknown): string => {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : ''
  return UNKNOWN.has(text) ? '' : text
}

/** Normalises the names of columns. Rows without a valid timestamp are dropped. */
function addCapture(captures: Capture[], row: Row): void {
  const timestamp = textOf(row.timestamp)
  if (!isTimestamp(timestamp)) return
  const statuscode = textOf(row.statuscode ?? row.status)
  captures.push({
    timestamp,
    url: textOf(row.original ?? row.url),
    mimetype: textOf(row.mimetype ?? row.mime),
    // OutbackCDX writes 0 if there is no status.
    statuscode: statuscode === '0' ? '' : statuscode,
    digest: textOf(row.digest).replace(/^sha1:/i, ''),
    length: textOf(row.length),
  })
}
