import { describe, expect, test } from 'bun:test'
import type { JobRecord, StoredFile, StoredResult } from 'weirjs'
import { answerFile, answerZip } from '../../../plugins/results/files.ts'
import type { Ports } from '../../../plugins/results/rows.ts'
import { readZip } from './read-zip.ts'

const PIECE = 64 * 1024
/** Bytes that may be buffered: some pieces, in compressors and between them. */
const UNDER_WAY = 4 * 1024 * 1024
/** Enough rows to take half a second. */
const ROWS = 150_000

const job = { id: 'job_1', account: 'usr_1', endedAt: 1_750_000_000_000, results: 1000 } as JobRecord

/** Results of a hundred pieces each, or short ones, which count how much of them is read. */
function counted({ results = job.results, pieces = 100, files = 0, size = 100 * PIECE } = {}) {
  const counts = { bytes: 0, begun: 0, ended: 0, opened: 0, closed: 0 }
  // Text that hardly compresses.
  const text = Buffer.from(crypto.getRandomValues(new Uint8Array((PIECE / 4) * 3))).toString('base64')
  async function* json(): AsyncGenerator<string> {
    yield '{"url":"u","content":"'
    if (size < PIECE) return yield '"}'
    for (let i = 0; i < pieces; i++) {
      counts.bytes += text.length
      yield text
    }
    yield '"}'
  }
  const file = (id: string): StoredFile => ({ id, type: 'screenshot', mediaType: 'image/png', size: 100 * PIECE })
  async function* stored(): AsyncGenerator<StoredResult> {
    counts.begun++
    try {
      for (let position = 1; position <= results; position++)
        yield {
          position,
          size,
          files: Array.from({ length: files }, (_, i) => file(`file_${position}_${i}`)),
          json,
          async *outline() {
            yield '{"url":"","content":""}'
          },
          fields: async () => undefined,
        }
    } finally {
      counts.ended++
    }
  }
  function open(id: string) {
    let left = 100
    const close = () => void counts.closed++
    const body = new ReadableStream(
      {
        pull(controller) {
          if (left === 100) counts.opened++
          if (left-- > 0) {
            counts.bytes += PIECE
            return controller.enqueue(new Uint8Array(PIECE).fill(left))
          }
          close()
          controller.close()
        },
        cancel: close,
      },
      { highWaterMark: 0 },
    )
    return Promise.resolve({ entry: file(id), body })
  }
  return { counts, ports: { jobs: { stored }, files: { open, link: (id: string) => `/${id}` } } as unknown as Ports }
}

/** A stream that fails at its first piece. */
const failing = (error: unknown) => new ReadableStream({ start: (controller) => controller.error(error) })

type Answer = (ports: Ports, of?: JobRecord) => Promise<Response>
const answers: [string, Answer][] = [
  ...(['json', 'csv', 'xml', 'ndjson'] as const).map((format): [string, Answer] => [
    format,
    (ports, of = job) => answerFile(ports, [of], { name: 'n', format, withJobId: true, withMetadata: false }),
  ]),
  ['zip', (ports, of = job) => answerZip(ports, of, 'ndjson')],
]

describe.each(answers)('a file as %s', (_, answer) => {
  test('is written no faster than it is read, and stops when its reader leaves', async () => {
    const { counts, ports } = counted()
    const reader = (await answer(ports)).body!.getReader()
    await Bun.sleep(20)
    expect(counts.bytes).toBe(0)
    let read = 0
    while (read < 10 * PIECE) {
      const { value } = await reader.read()
      read += value!.byteLength
      expect(counts.bytes).toBeLessThan(2 * read + UNDER_WAY)
    }
    await Bun.sleep(50)
    expect(counts.bytes).toBeLessThan(2 * read + UNDER_WAY)
    await reader.cancel()
    const left = counts.bytes
    await Bun.sleep(50)
    expect(counts.bytes).toBeLessThan(left + UNDER_WAY)
    expect([counts.begun - counts.ended, counts.opened - counts.closed]).toEqual([0, 0])
  })

  test('holds nothing if it is never read', async () => {
    const { counts, ports } = counted()
    const { body } = await answer(ports)
    await body!.cancel()
    expect([counts.bytes, counts.begun - counts.ended]).toEqual([0, 0])
  })

  test('fails if results are deleted while it is written', async () => {
    const { ports } = counted({ results: 3, pieces: 2 })
    const { body } = await answer(ports).catch((error: unknown) => ({ body: failing(error) }))
    expect(await new Response(body).bytes().catch(String)).toMatch(/were deleted/)
  })
})

test('a ZIP file closes the stored file that it is reading when its reader leaves', async () => {
  const { counts, ports } = counted({ results: 3, pieces: 1, files: 1 })
  const reader = (await answerZip(ports, { ...job, results: 3 }, 'json')).body!.getReader()
  while (counts.opened === 0) await reader.read()
  await reader.cancel()
  await Bun.sleep(20)
  expect([counts.begun - counts.ended, counts.opened - counts.closed]).toEqual([0, 0])
})

test('a ZIP file contains every file completely', async () => {
  const { ports } = counted({ results: 5, pieces: 1, files: 2 })
  const { body } = await answerZip(ports, { ...job, results: 5 }, 'json')
  const found = await readZip(await new Response(body).bytes())
  const sizes = [...found].map(([name, bytes]) => `${name} ${bytes.byteLength}`)
  const files = Array.from({ length: 10 }, (_, i) => `files/file_${1 + (i >> 1)}_${i & 1}.png ${100 * PIECE}`)
  expect(sizes.slice(1)).toEqual(files)
  expect(JSON.parse(found.get('job_1.json')!.toString()).length).toBe(5)
})

test('a ZIP file leaves out only a file that is missing', async () => {
  const { ports } = counted({ results: 2, pieces: 1, files: 2 })
  const open = (id: string) => (id === 'file_1_0' ? undefined : ports.files.open(id))
  const partial = { ...ports, files: { ...ports.files, open } } as typeof ports
  const { body } = await answerZip(partial, { ...job, results: 2 }, 'json')
  const [, ...names] = (await readZip(await new Response(body).bytes())).keys()
  expect(names).toEqual(['files/file_1_1.png', 'files/file_2_0.png', 'files/file_2_1.png'])
})

test('other work goes on while the columns of many short rows are collected', async () => {
  const answer = (results: number) =>
    answerFile(counted({ results, size: 100 }).ports, [{ ...job, results }], {
      name: 'n',
      format: 'csv',
      withJobId: true,
      withMetadata: false,
    })
  // The first time has costs of its own: code that is compiled.
  await answer(1000)
  /** The most milliseconds of CPU time between two turns of the event loop. */
  let most = 0
  let isOver = false
  let before = process.threadCpuUsage()
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before)
    most = Math.max(most, (user + system) / 1000)
    before = process.threadCpuUsage()
    if (!isOver) setImmediate(turn)
  }
  turn()
  await answer(ROWS)
  isOver = true
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThan(100)
}, 120_000)
