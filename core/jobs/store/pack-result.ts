import { isObject, jsonOf } from '../../json.ts'
import { sha256 } from '../../sha256.ts'
import { pack } from './compression.ts'

/** Texts of at least this many characters are stored separately, once for all results that contain them. */
const LONG = 2048
/** The index in the JSON of a result where a long text was left out, and the text's SHA-256 in hex. */
export type Gap = readonly [at: number, hash: string]

/** A long text as it is stored. */
interface Body {
  hash: Uint8Array
  content: Uint8Array
}

/** A long text that is being stored. */
interface PackedText extends Body {
  text: string
  hex: string
  /** Bytes of its JSON. */
  size: number
}

/** A result ready to be stored. */
export interface PackedResult {
  body: Uint8Array
  bodies: readonly Body[]
}

/**
 * Converts a result to JSON, with long texts apart: `content` and `markdown` are often the same text, stored once.
 */
export async function packResult(result: unknown): Promise<PackedResult> {
  const texts: PackedText[] = []
  const gaps: Gap[] = []
  let size = 0
  const long: { text: string; at: number }[] = []
  const leaveOut = (text: string, at: number) => void long.push({ text, at })
  const json = isObject(result) ? fieldsToJson(result, leaveOut) : JSON.stringify(result ?? null)
  for (const { text, at } of long) {
    // A result has few of them. Comparing them is faster than hashing them for a map.
    const known = texts.find((one) => one.text === text)
    const packed = known ?? (await packText(text))
    if (!known) texts.push(packed)
    gaps.push([at, packed.hex])
    size += packed.size
  }
  const head: Head = [size + Buffer.byteLength(json), gaps]
  return { body: await pack(Buffer.from(`${JSON.stringify(head)}\n${json}`)), bodies: texts }
}

/** The header of a stored result: its total size in bytes, and the places of its long texts. */
type Head = readonly [size: number, gaps: readonly Gap[]]

/** Reads the header of a stored result. Old ones have only the gaps. */
export function headOf(line: string): { size?: number; gaps: readonly Gap[] } {
  const head = JSON.parse(line) as Head | readonly Gap[]
  return isHead(head) ? { size: head[0], gaps: head[1] } : { gaps: head }
}
const isHead = (head: Head | readonly Gap[]): head is Head => typeof head[0] === 'number'

/** JSON of an object without the long texts among its fields. */
function fieldsToJson(fields: Record<string, unknown>, leaveOut: (text: string, at: number) => void): string {
  let json = '{'
  for (const [name, value] of Object.entries(fields)) {
    // A lone surrogate can only be represented in JSON.
    const isLong = typeof value === 'string' && value.length >= LONG && value.isWellFormed()
    const written = isLong ? '' : jsonOf(value)
    if (written === undefined) continue
    json += `${json === '{' ? '' : ','}${JSON.stringify(name)}:${written}`
    if (isLong) leaveOut(value, json.length)
  }
  return `${json}}`
}

const encoder = new TextEncoder()

async function packText(text: string): Promise<PackedText> {
  const bytes = encoder.encode(text)
  const hash = await sha256(bytes)
  return { text, hex: hash.toString('hex'), hash, content: await pack(bytes), size: jsonSize(bytes) }
}

/** The size of a text's JSON, from its UTF-8: adds quotes and escapes. Two bytes at a time, for speed. */
function jsonSize(bytes: Uint8Array<ArrayBuffer>): number {
  const pairs = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1)
  let size = bytes.byteLength + 2
  for (let i = 0; i < pairs.length; i++) size += ESCAPED_BY_PAIR[pairs[i]!]!
  return bytes.byteLength % 2 === 0 ? size : size + ESCAPED_BY[bytes.at(-1)!]!
}
/** Bytes that JSON adds to each byte: one for \b, \t, \n, \f and \r, five for other control characters (\u00xx). */
const ESCAPED_BY = new Uint8Array(256)
ESCAPED_BY.fill(5, 0, 0x20)
for (const short of [0x08, 0x09, 0x0a, 0x0c, 0x0d, 0x22, 0x5c]) ESCAPED_BY[short] = 1
const ESCAPED_BY_PAIR = new Uint8Array(1 << 16)
for (const added of [0, 1, 5]) {
  const row = ESCAPED_BY.map((other) => added + other)
  for (const [byte, adds] of ESCAPED_BY.entries()) if (adds === added) ESCAPED_BY_PAIR.set(row, byte << 8)
}
