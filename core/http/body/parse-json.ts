import { createPause, type Pause } from '../../concurrency/pause.ts'

/** Characters that are parsed at once, which takes a millisecond or less. */
const WHOLE = 64 * 1024
/** Characters between two pauses. */
const LOOK = 16 * 1024

/** Called with the shape of a JSON text while it is scanned. It may throw, to refuse the text. */
export interface ShapeLimits {
  opened(depth: number): void
  member(count: number): void
}

/** A list or an object that has not ended yet. */
interface Open {
  start: number
  close: number
  /** Where each member ends, except the last. */
  commas: number[]
  /** The members that are too large to be parsed at once, in order. */
  large: Large[]
}

/** A list or an object that was assembled from parts. */
interface Large {
  start: number
  end: number
  value: unknown
}

const CLOSERS: Readonly<Record<number, number>> = { 91: 0x5d, 123: 0x7d }
const isBlank = (text: string) => /^[ \t\n\r]*$/.test(text)

/**
 * Parses like `JSON.parse`, and throws SyntaxError as it does. A long text is parsed in parts, with pauses in which
 * other requests are served. Its shape is checked before any value is created.
 */
export async function parseJson(text: string, limits: ShapeLimits): Promise<unknown> {
  const pause = createPause()
  await readShape(text, limits, pause)
  return text.length <= WHOLE ? JSON.parse(text) : parseLarge(text, pause)
}

/**
 * The deepest nesting that `parseLongJson` accepts, and the most members of all lists and objects together: a list of
 * captures with 16 MB has 1,300,000.
 */
const MAX_DEPTH = 100
const MAX_MEMBERS = 2_000_000

/**
 * Parses JSON of other servers in the same way, of at most 16 MiB or so. Undefined if it is not JSON, nested too
 * deep, or has too many members.
 */
export const parseLongJson = (text: string): Promise<unknown> =>
  parseJson(text, {
    opened(depth) {
      if (depth > MAX_DEPTH) throw wrong()
    },
    member(count) {
      if (count > MAX_MEMBERS) throw wrong()
    },
  }).catch((error: unknown) => {
    if (!(error instanceof SyntaxError)) throw error
  })

/** Counts brackets and commas outside strings. */
async function readShape(text: string, { opened, member }: ShapeLimits, pause: Pause) {
  let depth = 0
  let members = 0
  let look = LOOK
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) at = endOfString(text, at)
    else if (code === 0x5b || code === 0x7b) opened(++depth)
    else if (code === 0x5d || code === 0x7d) depth--
    else if (code === 0x2c) member(++members)
    if (at < look) continue
    look = at + LOOK
    await pause()
  }
}

/** The index of a string's closing quote, or the length of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === 0x5c) escapes++
    if (escapes % 2 === 0) return end
  }
  return text.length
}

const wrong = () => new SyntaxError('The text is not valid JSON')

/** Assembles values that are too large to be parsed at once. `JSON.parse` reads the rest, some members at a time. */
async function parseLarge(text: string, pause: Pause): Promise<unknown> {
  const open: Open[] = []
  let look = LOOK
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) at = endOfString(text, at)
    else if (code === 0x5b || code === 0x7b) open.push({ start: at, close: CLOSERS[code]!, commas: [], large: [] })
    else if (code === 0x2c) open.at(-1)?.commas.push(at)
    else if (code === 0x5d || code === 0x7d) {
      const ended = open.pop()
      if (ended?.close !== code) throw wrong()
      const outer = open.at(-1)
      if (outer && at - ended.start < WHOLE) continue
      const value = await putTogether(text, ended, at, pause)
      if (outer) outer.large.push({ start: ended.start, end: at + 1, value })
      else if (isBlank(text.slice(0, ended.start)) && isBlank(text.slice(at + 1))) return value
      else throw wrong()
    }
    if (at < look) continue
    look = at + LOOK
    await pause()
  }
  // The outermost value is no list or object: it is a string, or the text is not JSON.
  return JSON.parse(text)
}

async function putTogether(text: string, { start, close, commas: bounds, large }: Open, end: number, pause: Pause) {
  const isList = close === 0x5d
  const list: unknown[] = []
  const object: Record<string, unknown> = {}
  const keep = (values: object) => {
    if (Array.isArray(values)) for (const value of values) list.push(value)
    // Not an assignment, which would give `__proto__` its special meaning.
    else for (const name of Object.keys(values)) define(object, name, (values as Record<string, unknown>)[name])
  }
  const parse = (part: string): object => JSON.parse(isList ? `[${part}]` : `{${part}}`)
  // Not a copy, which for a million members would take long at once.
  bounds.push(end)
  if (bounds.length === 1 && isBlank(text.slice(start + 1, end))) return isList ? list : object
  let nextLarge = 0
  let from = start + 1
  for (let i = 0; i < bounds.length; ) {
    const inner = large[nextLarge]
    if (inner && inner.start < bounds[i]!) {
      const [before, after] = [text.slice(from, inner.start), text.slice(inner.end, bounds[i])]
      if (!isBlank(after)) throw wrong()
      if (!isList) define(object, nameBefore(before), inner.value)
      else if (isBlank(before)) list.push(inner.value)
      else throw wrong()
      nextLarge++
      from = bounds[i++]! + 1
      continue
    }
    // As many members as can be parsed at once, and at least one.
    const limit = large[nextLarge]?.start ?? end + 1
    let last = i
    while (last + 1 < bounds.length && bounds[last + 1]! < limit && bounds[last + 1]! - from < WHOLE) last++
    const part = text.slice(from, bounds[last])
    if (isBlank(part)) throw wrong()
    keep(parse(part))
    from = bounds[last]! + 1
    i = last + 1
    await pause()
  }
  return isList ? list : object
}

/** The name of a member whose value comes next. */
function nameBefore(text: string): string {
  const [name, ...others] = Object.keys(JSON.parse(`{${text}0}`) as object)
  if (name === undefined || others.length > 0) throw wrong()
  return name
}

const define = (object: object, name: string, value: unknown) =>
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
