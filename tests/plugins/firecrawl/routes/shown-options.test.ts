import { expect, test } from 'bun:test'
import { shownOptions } from '../../../../plugins/firecrawl/routes/shown-options.ts'

test('options are shown without values that may contain a secret, including those of the pages', () => {
  const secret = {
    headers: { cookie: 'session=1' },
    actions: [{ type: 'write', text: 'password' }],
    webhook: { url: 'https://hooks.example/', headers: { authorization: 'Bearer 1' } },
  }
  const body = { url: 'https://example.com/', urls: [], limit: 5, ...secret }
  expect(shownOptions({ ...body, scrapeOptions: { formats: ['markdown'], ...secret } })).toEqual({
    limit: 5,
    scrapeOptions: { formats: ['markdown'] },
  })
})
