import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { acme } from './acme.ts'
import { type Enriching, fieldsNamed, startEnriching } from './open.ts'

describe('without a model', () => {
  let bare: Enriching
  beforeAll(async () => {
    bare = await startEnriching({
      sites: { 'acme.test': acme },
      answer: null,
      settings: { WEIR_PLUGINS: 'scrape,models,extract,enrichment,search' },
    })
  })
  afterAll(() => bare.close())

  test('a row is answered from the structured data of the site', async () => {
    const { rows } = await bare.enrich({
      data: [{ email: 'a@acme.test' }],
      fields: fieldsNamed('description', 'motto'),
    })
    expect(rows[0]).toMatchObject({
      enrichment_status: 'success',
      description: 'Acme builds small robots.',
      motto: 'Small is strong',
      credits_used: 1,
      company: { name: 'Acme Robotics GmbH' },
    })
  })

  test('the pages of the site are found by a search of what the account has scraped', async () => {
    const { key } = await bare.user('pro')
    await bare.enrich({ data: [{ email: 'a@acme.test' }], fields: fieldsNamed('motto') }, { key })
    const search = async (query: string, of = key) => {
      const { body } = await bare.post('/v1/search', { query }, { key: of })
      return body.data.results.map(({ link }: { link: string }) => new URL(link).pathname)
    }
    expect([await search('small is strong'), await search('Telefon')]).toEqual([['/about'], ['/kontakt']])
    expect(await search('Telefon', (await bare.user('pro')).key)).toEqual([])
  })

  test('a row without an answer from them fails, with the missing setting', async () => {
    const { rows } = await bare.enrich({ data: [{ email: 'a@acme.test' }], fields: fieldsNamed('annual_turnover') })
    expect(rows[0]).toMatchObject({ enrichment_status: 'failed', credits_used: 0 })
    expect(rows[0]?.error).toMatch(/structured data .*WEIR_LLM_URL/)
  })
})
