import { expect, test } from 'bun:test'
import { search } from '../../../plugins/map/search.ts'

const entries = [
  { url: 'https://a.test/cups', title: 'Cups' },
  { url: 'https://a.test/teapot-shelf', title: 'A shelf' },
  { url: 'https://a.test/pots', title: 'About a Teapot' },
  { url: 'https://a.test/teapot-guide', title: 'The teapot guide' },
  { url: 'https://a.test/x', title: 'teapots' },
  { url: 'https://a.test/caf%C3%A9', title: null },
]
const found = (query: string) => search(entries, query).map(({ url }) => url.slice('https://a.test/'.length))

test('finds only URLs with a word in their address or title, the best match first', () =>
  expect(found('TEAPOT')).toEqual(['teapot-guide', 'teapot-shelf', 'pots', 'x']))
test('matches words with punctuation in between', () =>
  expect(found('cups, (teapot-guide); "nothing"').toSorted()).toEqual(['cups', 'teapot-guide']))
test('ranks by the number of matching words', () => expect(found('teapot shelf')[0]).toBe('teapot-shelf'))
test('matches the decoded address', () => expect(found('café')).toEqual(['caf%C3%A9']))
test('matches without accents, case or width', () => {
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
    expect([typed, search([entry, title], typed!)]).toEqual([typed, [entry, title]])
  }
})
test('keeps all URLs for a blank query', () => expect(found(' ').length).toBe(entries.length))
