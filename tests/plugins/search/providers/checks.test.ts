import { afterAll, expect, test } from 'bun:test'
import { tryPlugins } from '../../../../core/cli/checks/plugin-checks.ts'
import { loadConfig } from '../../../../core/config.ts'
import search from '../../../../plugins/search/index.ts'
import { braveAnswer, searxngAnswer, startPeer } from '../peers.ts'
import { isSearxThere, startSearx } from '../start-searx.ts'

const peer = startPeer()
afterAll(peer.stop)

const find = async (settings: Record<string, string>) =>
  Object.fromEntries(
    (await tryPlugins([search], await loadConfig(settings, import.meta.dir))).map(({ what, works, detail }) => [
      what.replace('search.providers ', ''),
      [works, detail],
    ]),
  )
const searxng = async (WEIR_SEARXNG_URL: string) => (await find({ WEIR_SEARXNG_URL })).searxng
const brave = async (WEIR_BRAVE_API_KEY: string) => (await find({ WEIR_BRAVE_API_KEY, WEIR_BRAVE_URL: peer.url })).brave

test('search services without their setting are off, and the setting is named', async () => {
  expect(await find({})).toEqual({
    searxng: [null, 'Set WEIR_SEARXNG_URL'],
    brave: [null, 'Set WEIR_BRAVE_API_KEY'],
  })
})

test('SearXNG is checked by an empty query, whose refusal is JSON if it answers searches in JSON', async () => {
  peer.answers(({ searchParams }) =>
    searchParams.get('q') ? searxngAnswer('', []) : Response.json({ error: 'No query' }, { status: 400 }),
  )
  expect(await searxng(`${peer.url}/`)).toEqual([true, `answers at ${peer.url}/`])
  expect(peer.asked.map(({ url }) => url.pathname + url.search)).toEqual(['/search?q=&format=json'])
})

test('SearXNG without JSON, another server or none fails with a remedy', async () => {
  peer.answers(() => new Response('Forbidden', { status: 403 }))
  expect(await searxng(peer.url)).toEqual([false, expect.stringMatching(/add `json` to .*See WEIR_SEARXNG_URL$/)])
  for (const status of [200, 400, 404]) {
    peer.answers(() => new Response('<h1>Something else</h1>', { status }))
    expect(await searxng(peer.url)).toEqual([false, expect.stringMatching(/See WEIR_SEARXNG_URL$/)])
  }
  const gone = startPeer()
  gone.stop()
  const said = expect.stringMatching(/could not be reached: refused \(.*\)\. See WEIR_SEARXNG_URL$/)
  expect(await searxng(gone.url)).toEqual([false, said])
})

test('Brave is asked one query with the key of this server', async () => {
  peer.answers((_, headers) =>
    headers.get('x-subscription-token') === 'right'
      ? braveAnswer('web', [])
      : Response.json({ error: { code: 'SUBSCRIPTION_TOKEN_INVALID' } }, { status: 422 }),
  )
  expect(await brave('right')).toEqual([true, `answers at ${peer.url}`])
  expect(peer.asked).toHaveLength(1)
  const [works, detail] = (await brave('hidden-word'))!
  expect([works, detail]).toEqual([false, expect.stringContaining('WEIR_BRAVE_API_KEY')])
  expect(detail).not.toContain('hidden-word')
})

test.skipIf(!isSearxThere)(
  'searx, a real metasearch server, passes',
  async () => {
    const searx = await startSearx([])
    const found = await searxng(searx.url)
    await searx.stop()
    expect(found).toEqual([true, `answers at ${searx.url}`])
  },
  90_000,
)
