import { describe, expect, test } from 'bun:test'
import type { EngineContext } from 'weirjs'
import { contentOf, lookAt, mediaTypeOf } from '../../../../plugins/monitors/run/look.ts'
import type { PageOptions, ScrapedPage, Scraper } from '../../../../plugins/scrape/service.ts'

const url = new URL('https://example.com/')
const lookedAt = (statusCode: number) => {
  const page = { metadata: { statusCode } } as ScrapedPage
  const scraper = { page: async () => page } as unknown as Scraper
  return lookAt(url, {} as PageOptions, scraper, {} as EngineContext)
}

test.each([500, 503])('a page that answers %i fails, as it does not show what is watched', async (statusCode) => {
  await expect(lookedAt(statusCode)).rejects.toMatchObject({
    code: 'scraping_failed',
    details: { url: url.href, reason: 'status', statusCode },
  })
})

test.each([200, 404, 499])('a page that answers %i is compared', async (statusCode) => {
  expect((await lookedAt(statusCode)).metadata.statusCode).toBe(statusCode)
})

describe('the compared content', () => {
  const page = (data: object) => ({ data: { content: '', ...data } }) as ScrapedPage

  test.each([
    ['markdown', { content: '# A', markdown: '# A' }, '# A', 'text/markdown; charset=utf-8'],
    ['html', { content: '<p>A', html: '<p>A', markdown: 'A' }, '<p>A', 'text/html; charset=utf-8'],
    ['text', { content: 'A', text: 'A' }, 'A', 'text/plain; charset=utf-8'],
    ['data', { content: '{"a":[1]}' }, '{\n  "a": [\n    1\n  ]\n}', 'application/json'],
    ['extracted data', { content: 'A', markdown: 'A', extracted: { a: 1 } }, '{\n  "a": 1\n}', 'application/json'],
    ['data that is not JSON', { content: 'a,b' }, 'a,b', 'application/json'],
  ])('of %s', (_, data, content, mediaType) => {
    expect([contentOf(page(data)), mediaTypeOf(page(data))]).toEqual([content, mediaType])
  })
})
