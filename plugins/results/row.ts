import { isObject, type Pause } from 'weirjs'
import { decode, JsonScanner, type Token } from './json/scan-json.ts'
import { JsonWriter } from './json/write-json.ts'

/** A result as a row of a file: an object; any other value becomes its field `value`. */
export interface Row {
  /** Its fields; undefined if it is too large to be held at once. */
  fields(): Promise<Record<string, unknown> | undefined>
  /** The names of its fields, in order. */
  names(): Promise<string[]>
  /** The whole result, piece by piece, and repeatedly if needed. */
  tokens(): AsyncGenerator<Token[]>
}

/** The size up to which a result is held at once, in bytes: scanning it piecewise takes several times as long. */
const SMALL = 64 * 1024

/** The source of a row: a result of this size. */
interface Source {
  size: number
  json(part: 'json' | 'outline'): AsyncIterable<string>
  /** Awaited now and then, to let others run. */
  pause: Pause
}

export interface Shape {
  /** The value of the field `jobId`. */
  jobId: string | undefined
  /** Fields that are left out. */
  left: ReadonlySet<string>
}

export const rowOf = ({ size, json, pause }: Source, shape: Shape): Row =>
  size <= SMALL ? smallRow(json('json'), shape) : largeRow((part) => tokensOf(json(part), pause), shape)

/** All fields of a row, whatever its size. */
export async function wholeOf(row: Row): Promise<Record<string, unknown>> {
  const fields = await row.fields()
  if (fields) return fields
  const writer = new JsonWriter()
  let json = ''
  for await (const tokens of row.tokens()) for (const token of tokens) json += writer.write(token)
  return JSON.parse(json)
}

function smallRow(json: AsyncIterable<string>, { jobId, left }: Shape): Row {
  const read = async () => {
    let text = ''
    for await (const piece of json) text += piece
    const result: unknown = JSON.parse(text)
    const fields = isObject(result) ? Object.entries(result).filter(([name]) => !left.has(name)) : [['value', result]]
    return Object.fromEntries([...(jobId === undefined ? [] : [['jobId', jobId]]), ...fields])
  }
  let fields: Promise<Record<string, unknown>> | undefined
  const once = () => (fields ??= read())
  return {
    fields: once,
    names: async () => Object.keys(await once()),
    async *tokens() {
      yield [...new JsonScanner().scan(JSON.stringify(await once()))]
    },
  }
}

function largeRow(read: (part: 'json' | 'outline') => AsyncIterable<Token[]>, shape: Shape): Row {
  return {
    fields: async () => undefined,
    tokens: () => asRow(read('json'), shape),
    async names() {
      const names = new Set<string>()
      let depth = 0
      for await (const some of asRow(read('outline'), shape))
        for (const token of some) {
          if (depth === 1 && token.kind === 'name') names.add(decode(token.json))
          depth = depthAfter(token, depth)
        }
      return [...names]
    },
  }
}

/** The number of open arrays and objects. */
export const depthAfter = ({ kind }: Token, depth: number) =>
  kind === 'open' ? depth + 1 : kind === 'close' ? depth - 1 : depth

async function* tokensOf(json: AsyncIterable<string>, pause: Pause): AsyncGenerator<Token[]> {
  const scanner = new JsonScanner()
  for await (const piece of json) {
    await pause()
    yield [...scanner.scan(piece)]
  }
  yield [...scanner.end()]
}

/**
 * A result as an object, with the job's id before its fields, and some of them left out. Any other value becomes its
 * `value`.
 */
async function* asRow(result: AsyncIterable<Token[]>, { jobId, left }: Shape): AsyncGenerator<Token[]> {
  const begin: Token[] = [{ kind: 'open', list: false }]
  if (jobId !== undefined) begin.push(name('jobId'), { kind: 'text', json: jobId, begins: true, ends: true })
  let isObject: boolean | undefined
  let depth = 0
  let isLeft = false
  for await (const tokens of result) {
    const row: Token[] = []
    for (const token of tokens) {
      if (isObject === undefined) {
        isObject = token.kind === 'open' && !token.list
        row.push(...begin, ...(isObject ? [] : [name('value'), token]))
      } else {
        const isOuter = isObject && depth === 1
        if (isOuter && token.kind === 'name') isLeft = left.has(decode(token.json))
        if (isOuter && token.kind === 'close') isLeft = false
        if (!isLeft) row.push(token)
      }
      depth = depthAfter(token, depth)
    }
    yield row
  }
  if (!isObject) yield [{ kind: 'close', list: false }]
}

const name = (text: string): Token => ({ kind: 'name', json: text })
