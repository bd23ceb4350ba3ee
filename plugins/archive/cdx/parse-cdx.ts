import type { Capture } from '../service.ts'
import { isTimestamp } from '../time/timestamp.ts'

/** What a CDX server answered. */
export interface CdxAnswer {
  captures: Capture[]
  /** Where the list goes on. */
  resumeKey?: string
}

type Row = Readonly<Record<string, unknown>>

/** Columns by how many there are. Sources: wayback-cdx-server, and the CDX file format of the Internet Archive. */
const columnsByCount: Readonly<Record<number, readonly string[]>> = {
  7: ['urlkey', 'timestamp', 'original', 'mimetype', 'statuscode', 'digest', 'length'],
  9: ['urlkey', 'timestamp', 'original', 'mimetype', 'statuscode', 'digest', 'redirect', 'offset', 'filename'],
  10: ['urlkey', 'timestamp', 'original', 'mimetype', 'statuscode', 'digest', 'redirect', 'meta', 'offset', 'filename'],
  11: [
    'urlkey',
    'timestamp',
    'original',
    'mimetype',
    'statuscode',
    'digest',
    'redirect',
    'meta',
    'length',
    'offset',
    'filename',
  ],
}
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
 * Reads what CDX servers say: arrays with a header row (Wayback Machine), an object a line (pywb), CDXJ, or text in
 * columns (OutbackCDX), whatever was asked for. `asked` are the columns that were. Undefined for anything else.
 */
export function parseCdx(text: string, asked: readonly string[] = []): CdxAnswer | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return { captures: [] }
  if (trimmed.startsWith('[')) return parseArrays(trimmed)
  if (trimmed.startsWith('<')) return undefined
  return parseLines(text, asked)
}

function parseArrays(text: string): CdxAnswer | undefined {
  const rows = parseJson(text)
  if (!Array.isArray(rows)) return undefined
  const [header = [], ...others] = rows
  if (!Array.isArray(header)) return undefined
  if (others.length === 0 && header.length === 0) return { captures: [] }
  if (!header.includes('timestamp')) return undefined
  const captures: Capture[] = []
  for (const [index, row] of others.entries()) {
    if (!Array.isArray(row)) return undefined
    // An empty row, and behind it the key.
    if (row.length === 0) return { captures, resumeKey: textOf(others[index + 1]?.[0]) || undefined }
    addCapture(captures, zip(header, row))
  }
  return { captures }
}

function parseLines(text: string, asked: readonly string[]): CdxAnswer | undefined {
  const captures: Capture[] = []
  const lines = text.split(/\r?\n/)
  let columns: readonly string[] | undefined
  let rows = 0
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') {
      const key = lines[index + 1]?.trim()
      if (rows > 0 && key) return { captures, resumeKey: key }
      continue
    }
    if (/^ ?CDX /.test(line)) {
      columns = line
        .trim()
        .split(' ')
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

/** Undefined for what is no row: an error in words, or a line that was cut. */
function rowOf(line: string, columns: readonly string[] | undefined, asked: readonly string[]): Row | undefined {
  if (line.startsWith('{')) return recordOf(parseJson(line))
  const json = /^(\S+) (\d{14}) (\{.*)$/.exec(line)
  if (json) {
    const rest = recordOf(parseJson(json[3]!))
    return rest && { ...rest, urlkey: json[1], timestamp: json[2] }
  }
  const values = line.trim().split(' ')
  const names = columns ?? (asked.length === values.length ? asked : columnsByCount[values.length])
  if (names === undefined) return undefined
  const row = zip(names, values)
  return isTimestamp(row.timestamp) ? row : undefined
}

const zip = (names: readonly unknown[], values: readonly unknown[]): Row =>
  Object.fromEntries(names.map((name, index) => [String(name), values[index]]))

const recordOf = (value: unknown): Row | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : undefined

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Servers write `-` for what they do not know. */
const textOf = (value: unknown) =>
  typeof value === 'number' ? String(value) : typeof value === 'string' && value !== '-' ? value : ''

/** One normaliser for all names that columns have. A row without a moment is none. */
function addCapture(captures: Capture[], row: Row): void {
  const { timestamp } = row
  if (!isTimestamp(timestamp)) return
  captures.push({
    timestamp,
    url: textOf(row.original ?? row.url),
    mimetype: textOf(row.mimetype ?? row.mime),
    statuscode: textOf(row.statuscode ?? row.status),
    digest: textOf(row.digest).replace(/^sha1:/i, ''),
    length: textOf(row.length),
  })
}
