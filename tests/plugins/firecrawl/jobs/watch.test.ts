import { expect, test } from 'bun:test'
import type { JobRecord, Kit, Socket, StoredResult } from 'weirjs'
import type { StartedJob } from '../../../../plugins/firecrawl/jobs/started-jobs.ts'
import { watch } from '../../../../plugins/firecrawl/jobs/watch.ts'
import type { Api, Shape } from '../../../../plugins/firecrawl/page/shape.ts'

const api: Api = { version: 2, path: '/v2' }
const shape: Shape = { version: 2, fields: ['markdown'], json: undefined, stealth: false }
const record = { id: 'job_1', account: 'me', status: 'running', used: 0, createdAt: 0, endedAt: null } as JobRecord
const metadata = { url: 'http://a.test/', statusCode: 200, creditsUsed: 1 }

/** The messages to a watcher of a job whose results come in this order, and that then ends with this state. */
async function told(positions: readonly number[], end: Partial<JobRecord>): Promise<string[]> {
  const there = new Set<number>()
  const entryOf = (position: number): StoredResult => {
    const page = { url: `http://a.test/${position}`, status: 'success', markdown: `page ${position}`, metadata }
    const json = async function* () {
      yield JSON.stringify(page)
    }
    return { position, size: 100, files: [], json, outline: json, fields: async () => page }
  }
  const jobs = {
    async *stored(_: string, __: string, after: number) {
      for (const position of [...there].sort()) if (position > after) yield entryOf(position)
    },
    async *events() {
      for (const position of positions) {
        there.add(position)
        yield { type: 'item' }
      }
      yield { type: 'end' }
    },
    get: async () => ({ ...record, endedAt: 1, ...end }),
  }
  const messages: string[] = []
  const socket = { signal: new AbortController().signal, send: async (text: string) => void messages.push(text) }
  const job = { record, shape, warnings: [] as string[] } as unknown as StartedJob
  const kit = { jobs, files: {} } as unknown as Kit
  const reason = await watch(kit, job, { socket: socket as Socket, origin: 'http://weir.test', api })
  return [...messages, reason].map((message) => {
    const { type, data, error } = JSON.parse(message)
    return [type, data?.markdown ?? data?.status ?? error].join(' ').trim()
  })
}

test('a watcher gets pages in order, and at the end those behind a page that never came', async () => {
  expect(await told([2, 1, 4], { status: 'cancelled' })).toEqual([
    'catchup scraping',
    'document page 1',
    'document page 2',
    'document page 4',
    'done cancelled',
    'close',
  ])
})

test('a watcher is told why a job failed', async () => {
  const error = { code: 'crawl_failed', message: 'The start page cannot be fetched', details: {} }
  const end = { status: 'failed', error } as unknown as Partial<JobRecord>
  expect(await told([], end)).toEqual(['catchup scraping', 'error The start page cannot be fetched', 'close'])
})
