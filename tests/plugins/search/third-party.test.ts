import { afterAll, expect, test } from 'bun:test'
import { strangersFolder } from '../../strangers.ts'
import { startWeir } from '../../weir.ts'

const strangers = strangersFolder()
afterAll(strangers.remove)

/** A provider outside Weir's checkout, which searches its own list. */
const listed = strangers.plugin(`import { ApiError, definePlugin } from 'weirjs'
import { searchProviders } from 'weirjs/plugins/search/service'

export default definePlugin({
  name: 'listed', api: 1, tag: { name: 'Listed', description: 'Finds in a list.' },
  provides: [
    searchProviders.by({ name: 'listed', order: 5, health: () => ({ ready: true, detail: '2 pages' }) }, () => ({
      async search({ text, limit, account }) {
        if (text === 'fail') throw new ApiError('search_failed', 'The list is lost', { provider: 'listed', reason: 'lost' })
        if (text === 'break') throw new Error('A fault of the provider')
        return {
          hits: [
            { url: 'https://example.com/' + text, title: 'On <b>' + text + '</b>', snippet: account.plan },
            { url: 'https://example.com/other', title: 'Other', snippet: '' },
          ],
          silent: [{ name: 'attic', reason: 'locked' }],
        }
      },
    })),
  ],
})
`)

test("a third party's provider is the default by its order, and can be requested by name", async () => {
  const weir = await startWeir({ WEIR_PLUGINS: `*,${listed}`, WEIR_ENGINES: 'lightweight' })
  try {
    for (const provider of [undefined, 'default_provider', 'listed']) {
      const { status, body } = await weir.post('/v1/search', { query: 'tea', limit: 1, provider })
      expect([status, body.data.metadata.provider]).toEqual([200, 'listed'])
      expect(body.data.results).toEqual([
        {
          position: 1,
          title: 'On tea',
          link: 'https://example.com/tea',
          snippet: 'enterprise',
          displayLink: 'example.com',
        },
      ])
      expect(body.warnings).toEqual([expect.stringContaining('attic (locked)')])
    }
    for (const [query, reason] of [
      ['fail', 'lost'],
      ['break', 'failed'],
    ]) {
      const { status, body } = await weir.post('/v1/search', { query })
      expect([status, body.error.code, body.error.details]).toEqual([
        500,
        'search_failed',
        { provider: 'listed', reason },
      ])
    }
    const { providers } = (await weir.get('/v1/capabilities')).body.data
    expect(providers.find(({ name }: { name: string }) => name === 'listed')).toMatchObject({
      service: 'search.providers',
      ready: true,
      detail: '2 pages',
    })
  } finally {
    await weir.close()
  }
})
