import { expect, test } from 'bun:test'
import { matchesFirst, search } from '../../../plugins/map/search.ts'
import { countTurns, work } from '../../turns.ts'

const entries = [
  { url: 'https://a.test/cups', title: 'Cups' },
  { url: 'https://a.test/teapot-shelf', title: 'A shelf' },
  { url: 'https://a.test/pots', title: 'About a Teapot' },
  { url: 'https://a.test/teapot-guide', title: 'The teapot guide' },
  { url: 'https://a.test/x', title: 'teapots' },
  { url: 'https://a.test/caf%C3%A9', title: null },
]
const found = async (query: string) =>
  (await search(entries, query)).map(({ url }) => url.slice('https://a.test/'.length))

test('finds only URLs with a word in their address or title, the best match first', async () =>
  expect(await found('TEAPOT')).toEqual(['teapot-guide', 'teapot-shelf', 'pots', 'x']))
test('matches words with punctuation in between', async () =>
  expect((await found('cups, (teapot-guide); "nothing"')).toSorted()).toEqual(['cups', 'teapot-guide']))
test('ranks by the number of matching words', async () => expect((await found('teapot shelf'))[0]).toBe('teapot-shelf'))
test('matches the decoded address', async () => expect(await found('café')).toEqual(['caf%C3%A9']))
test('matches without accents, case or width', async () => {
  for (const [written, typed] of [
    ['Łódź', 'lodz'],
    ['İstanbul', 'istanbul'],
    ['cafe\u0301', 'café'],
    ['café', 'cafe'],
    ['ニュース', 'ﾆｭｰｽ'],
    ['الأخبار', 'اخبار'],
  ]) {
    const [entry, title] = [
      { url: `https://a.test/${encodeURIComponent(written!)}`, title: null },
      { url: 'https://a.test/', title: written! },
    ]
    expect([typed, await search([entry, title], typed!)]).toEqual([typed, [entry, title]])
  }
})
test('keeps all URLs for a blank query', async () => expect((await found(' ')).length).toBe(entries.length))
test('others run while many long addresses are searched', async () => {
  const slow = <T>(url: T) => ({
    title: null,
    get url() {
      work(1)
      return url
    },
  })
  const addresses = Array.from({ length: 100 }, (_, i) => `https://a.test/${i}`)
  const written = addresses.map((address) => slow(address))
  const parsed = addresses.map((address) => slow(new URL(address)))
  for (const searching of [() => search(written, '99'), () => matchesFirst(parsed, '99')]) {
    const turns = countTurns()
    expect((await searching())[0]!.url.toString()).toBe('https://a.test/99')
    expect(turns.end()).toBeGreaterThan(5)
  }
})
