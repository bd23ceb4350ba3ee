import { JsonText } from '../../json.ts'
import { releaseMemory } from '../../runtime/index.ts'

/** Maximum bytes of an answer. Anything larger is read in pages, or cut. Source: decisions 5.9. */
export const MAX_ANSWER = 64 * 1024 * 1024

/** Characters that are written at once. */
const SLICE = 64 * 1024
/** Bytes of a value that is written in one piece. Small, as every list and object is measured against it. */
const WHOLE = 1024
/** Milliseconds that writing may hold the event loop at a stretch. */
const STRETCH = 8

/** Characters of large answers after which the memory that they took is released. */
const MANY_SENT = 8 * 1024 * 1024
/** Milliseconds after the end of an answer, by when nothing refers to its data any more. */
const SOON = 20
/** Characters of large answers since the last release. */
let sent = 0

/**
 * The engine lets garbage grow in proportion to what was in use at its last collection. If that came in the middle of
 * an answer of 30 MB, the next one would come on top. A collection is quick here, as strings and bytes hold no
 * references.
 */
function clearAfter(length: number): void {
  sent += length
  if (sent < MANY_SENT) return
  sent = 0
  setTimeout(releaseMemory, SOON).unref?.()
}

/**
 * An answer that is written as it is read, so that neither memory nor the time that others wait grows with it. An
 * error fails the request or, once a part has been sent, breaks the connection.
 */
export function streamJson(parts: AsyncIterable<string> | Iterable<string>): Response {
  const iterator = Symbol.asyncIterator in parts ? parts[Symbol.asyncIterator]() : parts[Symbol.iterator]()
  const encoder = new TextEncoder()
  let length = 0
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        let text = ''
        let ended = false
        const until = performance.now() + STRETCH
        // At least one chunk must be enqueued: without it, `pull` is not called again.
        while (!ended && (text === '' || (text.length < SLICE && performance.now() < until))) {
          const next = iterator.next()
          const { done, value } = next instanceof Promise ? await next : next
          if (done) ended = true
          else text += value
        }
        if (text !== '') controller.enqueue(encoder.encode(text))
        length += text.length
        if (ended) {
          controller.close()
          clearAfter(length)
        } else await new Promise((resolve) => setImmediate(resolve))
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

/**
 * Whether a value's JSON has more than about `most` bytes: escapes are not counted. It stops as soon as it knows.
 */
export function isLarge(value: unknown, most: number): boolean {
  const left: unknown[] = [value]
  let size = 0
  while (left.length > 0) {
    const next = left.pop()
    if (next instanceof JsonText) size += next.text.length
    else if (typeof next === 'string')
      size += next.length + (next.length > SLICE ? Buffer.byteLength(next) - next.length : 2)
    else {
      size += 4
      if (Array.isArray(next)) {
        if (next.length > most) return true
        for (const inner of next) left.push(inner)
      } else if (typeof next === 'object' && next !== null)
        for (const name in next) {
          size += name.length + 3
          left.push((next as Record<string, unknown>)[name])
        }
    }
    if (size > most) return true
  }
  return false
}

/** The JSON of plain data, as `JSON.stringify` writes it, in parts of bounded length and at any depth. */
export function* jsonParts(value: unknown): Generator<string> {
  /** What is still to be written, in reverse order. Text is written as it is. */
  const left: ({ text: string } | { value: unknown })[] = [{ value }]
  for (let next = left.pop(); next; next = left.pop()) {
    if ('text' in next) yield next.text
    else if (next.value instanceof JsonText) yield* slicesOf(next.value.text)
    else if (typeof next.value === 'string') yield* stringParts(next.value)
    else if (typeof next.value !== 'object' || next.value === null || !isLarge(next.value, WHOLE))
      yield JSON.stringify(next.value) ?? 'null'
    else {
      const isList = Array.isArray(next.value)
      const entries = Object.entries(next.value).filter(([, inner]) => isList || isWritten(inner))
      yield isList ? '[' : '{'
      left.push({ text: isList ? ']' : '}' })
      for (let i = entries.length - 1; i >= 0; i--) {
        const [name, inner] = entries[i]!
        left.push({ value: inner })
        left.push({ text: `${i === 0 ? '' : ','}${isList ? '' : `${JSON.stringify(name)}:`}` })
      }
    }
  }
}

/** JSON leaves fields with other values out of an object. */
const isWritten = (value: unknown) => value !== undefined && typeof value !== 'function' && typeof value !== 'symbol'

function* stringParts(text: string): Generator<string> {
  yield '"'
  for (const slice of slicesOf(text)) yield JSON.stringify(slice).slice(1, -1)
  yield '"'
}

/** A text in slices that never split a surrogate pair, as half of one cannot be encoded. */
function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + SLICE)
    const last = text.charCodeAt(end - 1)
    if (end < text.length && last >= 0xd800 && last < 0xdc00) end--
    yield text.slice(at, Math.max(end, at + 1))
    at = Math.max(end, at + 1)
  }
}
