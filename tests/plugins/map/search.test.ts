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

test('only what has a word in its address or title, the best match first', () =>
  expect(found('TEAPOT')).toEqual(['teapot-guide', 'teapot-shelf', 'pots', 'x']))
test('words may have signs between them', () =>
  expect(found('cups, (teapot-guide); "nothing"').toSorted()).toEqual(['cups', 'teapot-guide']))
test('more words found are a better match', () => expect(found('teapot shelf')[0]).toBe('teapot-shelf'))
test('an address is searched as a reader would write it', () => expect(found('café')).toEqual(['caf%C3%A9']))
test('a search for nothing narrows nothing', () => expect(found(' ').length).toBe(entries.length))
