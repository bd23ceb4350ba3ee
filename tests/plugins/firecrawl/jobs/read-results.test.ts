import { expect, test } from 'bun:test'
import { type JobRecord, type Kit, LongText, type StoredResult } from 'weirjs'
import { readDocuments, readEntries } from '../../../../plugins/firecrawl/jobs/read-results.ts'
import type { StartedJob } from '../../../../plugins/firecrawl/jobs/started-jobs.ts'
import { showStatus, writeStatus } from '../../../../plugins/firecrawl/jobs/status.ts'
import type { Shape } from '../../../../plugins/firecrawl/page/shape.ts'

const MIB = 1024 ** 2
const job = { id: 'job_1', account: 'usr_1', createdAt: 0, endedAt: 0, used: 0 } as JobRecord
const shape: Shape = { version: 2, fields: ['markdown', 'links'], json: undefined, stealth: false }
const way = { shape, origin: 'http://weir.test', after: 0 }
const metadata = { url: 'http://a.test/', statusCode: 200, creditsUsed: 1 }

/** Results of a job, and a list of the long texts that are read from the store. */
function stored(...results: { size?: number; fields?: Record<string, unknown>; isWide?: true; file?: string }[]) {
  const texts: string[] = []
  const long = (name: string) =>
    new LongText(async function* () {
      texts.push(name)
      yield '\\"a'
      yield '\u00e9\\n'
    })
  const entries = results.map(({ size = 1000, fields = {}, isWide, file }, i): StoredResult => {
    const page = { url: `http://a.test/${i}`, status: 'success', links: ['l'], metadata, ...fields }
    const json = async function* () {
      yield JSON.stringify({ ...page, markdown: '"aé\n', rawHtml: '<p>' })
    }
    return {
      position: i + 1,
      size,
      files: file === undefined ? [] : [{ id: file, type: 'screenshot', mediaType: 'image/png', size: 1 }],
      json,
      outline: json,
      fields: async () => (isWide ? undefined : { ...page, markdown: long(`md ${i + 1}`), rawHtml: long('raw') }),
    }
  })
  const jobs = {
    async *stored(_: string, __: string, after: number) {
      yield* entries.slice(after)
    },
  }
  return { kit: { jobs, files: { link: String } } as unknown as Kit, texts }
}

test('a page of results reads only what it shows, and what fits', async () => {
  const { kit, texts } = stored({ size: 9 * MIB }, { size: 9 * MIB }, { size: 9 * MIB })
  const { documents, next } = await readDocuments(kit, job, way)
  expect([documents.map(({ links }) => links), next, texts]).toEqual([[['l']], 1, []])
  const state = showStatus(
    { record: job, warnings: [] as string[] } as StartedJob,
    { documents, next: null },
    way.shape,
  )
  const { data } = JSON.parse((await Array.fromAsync(writeStatus(state))).join(''))
  expect(data).toEqual([{ markdown: '"aé\n', links: ['l'], metadata: expect.any(Object) }])
  expect(texts).toEqual(['md 1'])
})

test('a long page is replaced by its metadata, without its texts', async () => {
  const { kit, texts } = stored({ size: 9 * MIB }, { size: 9 * MIB, fields: { metadata: { statusCode: 500 } } })
  const short = await Array.fromAsync(readEntries(kit, job, way), (entry) => entry.short())
  const warning = 'The page is too long to be sent here: read it from the job'
  expect(short).toEqual([{ metadata: expect.objectContaining({ statusCode: 200 }), warning }, undefined])
  expect(texts).toEqual([])
})

test('failures are listed without reading the texts of pages', async () => {
  const failed = { status: 'failed', error: { code: 'timeout', message: 'It took too long' }, metadata: undefined }
  const broken = { metadata: { ...metadata, statusCode: 502 }, forbiddenLinks: ['http://a.test/f'] }
  const { kit, texts } = stored({}, { fields: failed }, { fields: broken })
  const troubles = await Array.fromAsync(readEntries(kit, job, way), (entry) => entry.troubles())
  expect(troubles.map(({ failure, forbidden }) => [failure?.id, failure?.code, forbidden])).toEqual([
    [undefined, undefined, []],
    ['1-2', 'SCRAPE_TIMEOUT', []],
    ['1-3', 'SCRAPE_SITE_ERROR', ['http://a.test/f']],
  ])
  expect(texts).toEqual([])
})

test('a result with more fields than may be held at once is read too', async () => {
  const { kit } = stored({ size: 9 * MIB, isWide: true })
  const { documents } = await readDocuments(kit, job, way)
  expect(documents).toMatchObject([{ markdown: '"aé\n', links: ['l'] }])
})

test('a page that is too long to be sent with others comes alone', async () => {
  const { kit } = stored({ size: 11 * MIB }, {})
  expect(await readDocuments(kit, job, way)).toMatchObject({ documents: [{}], next: 1 })
  expect(await readDocuments(kit, job, { ...way, after: 1 })).toMatchObject({ documents: [{}], next: null })
})

test('a screenshot is the link to its file', async () => {
  const { kit } = stored({ file: '/v1/files/file_1?signature=s' }, {})
  const { documents } = await readDocuments(kit, job, { ...way, shape: { ...shape, fields: ['screenshot'] } })
  expect(documents.map(({ screenshot }) => screenshot)).toEqual([
    ...['http://weir.test/v1/files/file_1?signature=s', undefined],
  ])
})
