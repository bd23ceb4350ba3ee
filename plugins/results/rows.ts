import { ApiError, type JobRecord, type Kit, type StoredResult } from 'weirjs'
import { showEntry } from '../jobs/service.ts'
import { decode, JsonScanner, type Token } from './json/scan-json.ts'

export type Ports = Pick<Kit, 'jobs' | 'files'>

/** A result as a row of a file: an object, which is read piece by piece, as often as it takes. */
export interface Row {
  tokens(): AsyncGenerator<Token[]>
  /** The names of its fields, in their order. */
  names(): Promise<string[]>
}

export interface RowOptions {
  /** Whether the field `jobId` tells of which job it is. */
  withJobId: boolean
  /** Whether it keeps its field `metadata`. */
  withMetadata: boolean
}

/** The results of ended jobs, one after the other. Throws where some are deleted meanwhile. */
export async function* entriesOf({ jobs }: Ports, of: readonly JobRecord[]) {
  for (const job of of) {
    let count = 0
    for await (const entry of jobs.stored(job.account, job.id)) {
      yield { job, entry }
      count++
    }
    if (count < job.results)
      throw new ApiError('internal_error', `Results of the job ${job.id} were deleted while they were read`)
  }
}

/** The rows that ended jobs have. */
export async function* rowsOf(ports: Ports, of: readonly JobRecord[], options: RowOptions): AsyncGenerator<Row> {
  for await (const { job, entry } of entriesOf(ports, of)) yield rowOf(ports, job, entry, options)
}

function rowOf({ files }: Ports, job: JobRecord, entry: StoredResult, options: RowOptions): Row {
  const jobId = options.withJobId ? job.id : undefined
  const left = new Set([...(options.withMetadata ? [] : ['metadata']), ...(jobId === undefined ? [] : ['jobId'])])
  const tokens = (json: AsyncIterable<string>) => asRow(tokensOf(showEntry(entry, files, json)), jobId, left)
  return {
    tokens: () => tokens(entry.json()),
    async names() {
      const names = new Set<string>()
      let depth = 0
      for await (const some of tokens(entry.outline()))
        for (const token of some) {
          if (depth === 1 && token.kind === 'name') names.add(decode(token.json))
          depth = depthAfter(token, depth)
        }
      return [...names]
    },
  }
}

/** How many lists and objects are open. */
export const depthAfter = ({ kind }: Token, depth: number) =>
  kind === 'open' ? depth + 1 : kind === 'close' ? depth - 1 : depth

async function* tokensOf(json: AsyncIterable<string>): AsyncGenerator<Token[]> {
  const scanner = new JsonScanner()
  for await (const piece of json) yield [...scanner.scan(piece)]
  yield [...scanner.end()]
}

/** A result as an object, with the job's id before its fields and some of them left out. Any other is its `value`. */
async function* asRow(
  result: AsyncIterable<Token[]>,
  jobId: string | undefined,
  left: ReadonlySet<string>,
): AsyncGenerator<Token[]> {
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
