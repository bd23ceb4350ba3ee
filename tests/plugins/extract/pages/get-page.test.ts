import { expect, test } from 'bun:test'
import { ApiError, type EngineContext, JsonText } from 'weirjs'
import { writtenPages } from '../../../../plugins/extract/fill/fill-structured.ts'
import { getPage } from '../../../../plugins/extract/pages/get-page.ts'
import type { PageInput } from '../../../../plugins/extract/pages/input.ts'
import { readPage } from '../../../../plugins/extract/pages/written-page.ts'
import type { Scraper } from '../../../../plugins/scrape/service.ts'

/** The error of getting a page whose scrape fails with `error`. */
const failureOf = (failure: unknown): Promise<unknown> => {
  const scraper = { read: () => ({ content: {} }), page: () => Promise.reject(failure) } as unknown as Scraper
  const input = { model: 'rules', timeout: 1000 } as unknown as PageInput
  return getPage(new URL('https://a.test/'), input, {} as EngineContext, scraper).then(
    () => undefined,
    (error) => error,
  )
}

test('unreachable addresses and failed pages have codes of their own', async () => {
  const details = { url: 'https://a.test/', reason: 'dns' }
  const unreachable = new ApiError('invalid_url', 'There is no such host', details)
  expect(await failureOf(unreachable)).toMatchObject({
    code: 'invalid_urls',
    message: 'There is no such host',
    details,
    cause: unreachable,
  })
  const lost = new ApiError('scraping_failed', 'It is too large', { reason: 'too_large' })
  expect(await failureOf(lost)).toMatchObject({
    code: 'extraction_failed',
    status: 500,
    message: 'It is too large',
    details: { reason: 'too_large' },
    cause: lost,
  })
})

test('any other failure is unchanged', async () => {
  const others = [new ApiError('timeout', 'It took too long'), Object.assign(new Error(), { code: 'invalid_url' })]
  for (const other of others) expect(await failureOf(other)).toBe(other)
})

test.each([404, 500])('a page with status %i is not extracted from', async (statusCode) => {
  const scraped = { data: { markdown: 'Not here' }, metadata: { url: 'https://a.test/', statusCode } }
  const scraper = { read: () => ({ content: {} }), page: async () => scraped } as unknown as Scraper
  const input = { model: 'rules', timeout: 1000 } as unknown as PageInput
  await expect(getPage(new URL('https://a.test/'), input, {} as EngineContext, scraper)).rejects.toMatchObject({
    code: 'extraction_failed',
    details: { url: 'https://a.test/', reason: 'status', statusCode },
  })
})

test('the data of a page are parsed only on the thread that reads them, as they may be large', async () => {
  class Unparsed extends JsonText {
    override toJSON(): never {
      throw new Error('Parsed')
    }
  }
  const data = { markdown: '# A', structured: new Unparsed('{"items":{}}'), json: new Unparsed('[1]') }
  const scraped = { data, metadata: { url: 'https://a.test/', statusCode: 200 } }
  const scraper = { read: () => ({ content: {} }), page: async () => scraped } as unknown as Scraper
  const input = { model: 'rules', timeout: 1000 } as unknown as PageInput
  const { page } = await getPage(new URL('https://a.test/'), input, {} as EngineContext, scraper)
  const [sent] = writtenPages([page])
  expect(sent).toMatchObject({ markdown: '# A', structured: '{"items":{}}', json: '[1]' })
  expect(readPage(sent!)).toMatchObject({ markdown: '# A', structured: { items: {} }, json: [1] })
  const [bare] = writtenPages([{ url: 'https://a.test/', markdown: 'text', structured: undefined, json: null }])
  expect(readPage(bare!)).toMatchObject({ structured: null, json: null })
})
