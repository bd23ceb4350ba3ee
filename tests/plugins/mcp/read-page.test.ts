import { expect, test } from 'bun:test'
import { keyOf, type PageInput, scrapePage } from '../../../plugins/mcp/tools/read-page.ts'

/** The body that is sent to the API for a page, and the result of its answer. */
async function scraped(input: Partial<PageInput>, data: Record<string, unknown> = {}, more = {}) {
  let asked: unknown
  const api = {
    async post(path: string, body: unknown) {
      expect(path).toBe('/v1/scrape')
      asked = body
      return {
        data: { metadata: { statusCode: 200 }, content: 'text', ...data },
        ...(data.warned ? { warnings: ['w'] } : {}),
      }
    },
  }
  const { page } = await scrapePage({ url: 'https://a.example/', ...input } as PageInput, { api } as never, more)
  return { asked: asked as Record<string, unknown>, page }
}

test('a page is requested in its format, with further options of the tool', async () => {
  const { asked } = await scraped({})
  expect(asked).toMatchObject({ url: 'https://a.example/', formats: expect.arrayContaining([expect.any(String)]) })
  for (const name of ['maxAge', 'waitFor', 'waitForSelector'])
    expect([name, Object.hasOwn(asked, name)]).toEqual([name, false])
  expect((await scraped({ wait_for: '1500' })).asked).toMatchObject({ waitFor: 1500 })
  expect((await scraped({ wait_for: '#a1' })).asked).toMatchObject({ waitForSelector: '#a1' })
  expect((await scraped({ fresh: true })).asked.maxAge).toBe(0)
  const more = (await scraped({}, {}, { formats: ['screenshot'], mobile: true })).asked
  expect([more.mobile, (more.formats as string[]).at(-1)]).toEqual([true, 'screenshot'])
  expect(JSON.stringify((await scraped({ main: false })).asked)).not.toBe(JSON.stringify(asked))
})

test('its text is its content, or its links one per line', async () => {
  const links = ['https://a.example/1', 'https://a.example/2']
  expect((await scraped({}, { links })).page).toEqual({
    ...{ title: '', url: 'https://a.example/', statusCode: 200, text: 'text', notes: [] },
  })
  expect((await scraped({ format: 'links' }, { links })).page.text).toBe(links.join('\n'))
  expect((await scraped({ format: 'links' })).page.text).toBe('')
  const metadata = { title: 'T', url: 'https://a.example/b', statusCode: 404 }
  expect((await scraped({}, { metadata, warned: true })).page).toMatchObject({ ...metadata, notes: ['w'] })
})

test('it is found again only in the same format', () => {
  const url = 'https://a.example/'
  expect(keyOf({ url })).toBe(keyOf({ url, format: 'markdown', main: true, fresh: true }))
  const others = [{ format: 'links' }, { main: false }, { wait_for: '5' }, { url: 'https://b.example/' }]
  for (const other of others) expect(keyOf({ url, ...other } as PageInput)).not.toBe(keyOf({ url }))
})
