import { describe, expect, test } from 'bun:test'
import { ToolFailure } from '../../../plugins/mcp/api.ts'
import { follow } from '../../../plugins/mcp/jobs/follow.ts'
import { crawl } from '../../../plugins/mcp/tools/crawl.ts'
import type { ToolContext } from '../../../plugins/mcp/tools/tool.ts'

const frame = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

interface Stream {
  /** The maximum time for following, in seconds. */
  seconds?: number
  /** Milliseconds between the chunks. */
  pause?: number
  /** Whether the stream ends by itself. */
  ends?: boolean
  fails?: Error
}

/** The progress that a tool reports for a job whose stream has these chunks. */
async function followed(pieces: readonly string[], { seconds = 45, pause = 0, ends = true, fails }: Stream = {}) {
  const reports: unknown[] = []
  const paths: string[] = []
  const end = new AbortController()
  const body = new ReadableStream<Uint8Array>({
    async start(stream) {
      for (const piece of pieces) {
        stream.enqueue(new TextEncoder().encode(piece))
        if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
      }
      if (ends) stream.close()
    },
  })
  const context = {
    api: {
      open: async (path: string) => {
        paths.push(path)
        if (fails) throw fails
        return new Response(body)
      },
    },
    progress: { report: (...told: unknown[]) => void reports.push(told) },
    signal: end.signal,
  } as unknown as ToolContext
  await follow('job_1', seconds, context)
  return { reports, paths }
}

describe('following a job', () => {
  test('reports each of its progress events, however they are split into chunks', async () => {
    const text =
      frame('progress', { completed: 1, total: 4 }) +
      frame('page', { completed: 9 }) +
      frame('progress', { completed: 2, failed: 1, total: 4 })
    const reports = [
      [1, 4, '1 of 4 pages'],
      [3, 4, '3 of 4 pages'],
    ]
    expect(await followed([text])).toEqual({ reports, paths: ['/v1/jobs/job_1/stream'] })
    expect((await followed([...text])).reports).toEqual(reports)
    expect((await followed(['event: progress\n', 'data: {"completed":1', ',"total":4}'])).reports).toEqual([])
  })

  test('lasts up to its time limit, even if the stream pauses', async () => {
    const late = [frame('progress', { completed: 1, total: 2 }), frame('progress', { completed: 2, total: 2 })]
    expect((await followed(late, { pause: 50 })).reports).toEqual([
      [1, 2, '1 of 2 pages'],
      [2, 2, '2 of 2 pages'],
    ])
  })

  test('opens no stream without a time limit', async () => {
    expect(await followed([frame('progress', {})], { seconds: 0 })).toEqual({ reports: [], paths: [] })
  })

  test('ends with its time limit, and the job continues', async () => {
    const { reports } = await followed([frame('progress', { total: 2 })], { seconds: 0.05, ends: false })
    expect(reports).toEqual([[0, 2, '0 of 2 pages']])
  })

  test('ends quietly if the stream is refused, but throws errors of the program', async () => {
    expect((await followed([], { fails: new ToolFailure('No') })).reports).toEqual([])
    await expect(followed([], { fails: new TypeError('broken') })).rejects.toThrow('broken')
  })
})

describe('the tool that crawls', () => {
  /** The body of the crawl that it starts. */
  async function started(input: object) {
    const asked: unknown[] = []
    const api = {
      post: async (path: string, body: object) => {
        asked.push([path, JSON.parse(JSON.stringify(body))])
        throw new ToolFailure('Enough is known')
      },
    }
    const context = { api, signal: new AbortController().signal } as unknown as ToolContext
    await expect(crawl.run({ url: 'https://a.example/', ...input }, context)).rejects.toThrow('Enough is known')
    return asked
  }

  test('reads ten pages, at most two links away, by default', async () => {
    expect(await started({})).toEqual([
      ['/v1/crawl', expect.objectContaining({ url: 'https://a.example/', maxPages: 10, maxDepth: 2 })],
    ])
    expect(await started({ limit: 3, depth: 1, include: ['/docs/**'], exclude: ['/blog/**'] })).toEqual([
      [
        '/v1/crawl',
        expect.objectContaining({
          maxPages: 3,
          maxDepth: 1,
          includePatterns: ['/docs/**'],
          excludePatterns: ['/blog/**'],
        }),
      ],
    ])
  })
})
