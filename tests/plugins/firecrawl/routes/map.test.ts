import { describe, expect, test } from 'bun:test'
import { ApiError, type PluginApp } from 'weirjs'
import { mapRoute } from '../../../../plugins/firecrawl/routes/map.ts'

type Handle = (request: object) => Promise<{ links: unknown; warning?: string }>

const found = {
  urls: [
    { url: 'https://a.example/', title: 'Home', description: null },
    { url: 'https://a.example/b', title: null, description: 'About b' },
  ],
  summary: { timedOut: false },
}

/** The options of a map with this body, and the answer. */
async function mapped(body: object, { version = 2, paysFor = Number.POSITIVE_INFINITY, timedOut = false } = {}) {
  const asked: { url: string; options: Record<string, unknown> }[] = []
  const maps = {
    async map(made: (typeof asked)[number]) {
      const most = made.options.maxPages as number
      if (most > paysFor) throw new ApiError('insufficient_credits', 'Too few', { required: most, available: paysFor })
      asked.push(JSON.parse(JSON.stringify(made)))
      return { ...found, summary: { timedOut } }
    },
  }
  let handle: Handle | undefined
  const app = {
    post(_: string, given: Handle) {
      handle = given
    },
  } as unknown as PluginApp
  const given = [app, {}, { maps }, { version, path: `/v${version}` }] as unknown as Parameters<typeof mapRoute>
  mapRoute(...given)
  const { links, warning } = await handle!({
    body: { url: 'https://a.example/', ...body },
    caller: { account: { id: 'acct_1' } },
    request: { signal: new AbortController().signal },
    warnings: [],
  })
  return { options: asked[0]!.options, links, warning }
}
const optionsOf = async (body: object) => (await mapped(body)).options

describe('a map of Firecrawl', () => {
  test('has 5,000 addresses and one minute by default', async () => {
    expect(await optionsOf({})).toEqual({
      maxPages: 5000,
      timeout: 60_000,
      ignoreQueryParameters: true,
      includeMetadata: true,
      metadataLimit: 5000,
    })
  })

  test('takes from a second to two minutes', async () => {
    const timeouts = [1, 1000, 30_000, 120_000, 300_000]
    expect(
      (await Promise.all(timeouts.map((timeout) => optionsOf({ timeout })))).map(({ timeout }) => timeout),
    ).toEqual([1000, 1000, 30_000, 120_000, 120_000])
  })

  test('reads sitemaps as requested', async () => {
    expect(await optionsOf({ sitemapOnly: true, ignoreSitemap: true })).toMatchObject({ sitemap: 'only' })
    expect(await optionsOf({ ignoreSitemap: true, sitemap: 'only' })).toMatchObject({ sitemap: 'skip' })
    expect(await optionsOf({ sitemap: 'skip' })).toMatchObject({ sitemap: 'skip' })
    expect(await optionsOf({ ignoreQueryParameters: false })).toMatchObject({ ignoreQueryParameters: false })
  })

  test('has the requested location', async () => {
    expect(await optionsOf({ location: {} })).not.toHaveProperty('location')
    expect(await optionsOf({ location: { languages: ['de'] } })).toMatchObject({ location: { languages: ['de'] } })
    expect(await optionsOf({ location: { country: 'DE' } })).toMatchObject({ location: { country: 'DE' } })
  })

  test('ignores an unknown country, with a warning', async () => {
    const { options, warning } = await mapped({ location: { country: 'us-generic', languages: ['en'] } })
    expect(options.location).toEqual({ languages: ['en'] })
    expect(warning).toContain('country of location was ignored')
  })

  test('has at most 10,000 addresses, with a warning', async () => {
    expect(await mapped({ limit: 10_000 })).toMatchObject({ options: { maxPages: 10_000 }, warning: undefined })
    const { options, warning } = await mapped({ limit: 10_001 })
    expect([options.maxPages, options.metadataLimit, warning]).toEqual([
      10_000,
      10_000,
      'limit is 10000 addresses at most',
    ])
  })

  test('has as many addresses as the credits pay for, unless it has a limit', async () => {
    const { options, warning } = await mapped({}, { paysFor: 1000 })
    expect([options.maxPages, warning]).toEqual([1000, expect.stringContaining('limit is 1000')])
    await expect(mapped({ limit: 5000 }, { paysFor: 1000 })).rejects.toMatchObject({ code: 'insufficient_credits' })
  })

  test('gives addresses with titles and descriptions, or alone in version 1', async () => {
    expect((await mapped({})).links).toEqual([
      { url: 'https://a.example/', title: 'Home' },
      { url: 'https://a.example/b', description: 'About b' },
    ])
    expect((await mapped({}, { version: 1 })).links).toEqual(['https://a.example/', 'https://a.example/b'])
  })

  test('has a warning if there was no time for the whole site', async () => {
    expect((await mapped({}, { timedOut: true })).warning).toContain('There was not enough time for the whole site')
  })
})
