import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../../core/log.ts'
import { openStore, type Store } from '../../../core/store/index.ts'
import type { IndexedPage, IndexFilter, PageIndex } from '../../../plugins/search/local/page-index.ts'
import { parseQuery } from '../../../plugins/search/local/parse-query.ts'
import type { PartitionWords } from '../../../plugins/search/local/partition-words.ts'
import { createPartitionRows } from '../../../plugins/search/local/postgres/partition-rows.ts'
import { createPartitionFiles } from '../../../plugins/search/local/sqlite/partition-files.ts'
import { createPageIndex } from '../../../plugins/search/local/store-index.ts'
import { indexMigrations } from '../../../plugins/search/local/tables.ts'
import { createDatabase } from '../../postgres.ts'
import { content } from '../content/convert.ts'

const log = createLog('text', () => {})
const folder = mkdtempSync(join(tmpdir(), 'weir-words-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const page = (name: string, changes: Partial<IndexedPage> = {}): IndexedPage => {
  const url = changes.url ?? `https://example.com/${name}`
  return {
    key: url,
    url,
    host: new URL(url).hostname,
    title: name,
    headings: '',
    text: '',
    language: null,
    country: null,
    date: 0,
    digest: name,
    expiresAt: null,
    ...changes,
  }
}
const filler = 'The rest of this page is about nothing in particular and goes on for a while.'
const pages = [
  page('in the title', { title: 'Copper kettle in the title', text: filler }),
  page('in a heading', { headings: 'A kettle of copper', text: filler }),
  page('in the text', { text: `${filler} Somewhere a copper kettle is named. ${filler}` }),
  page('apart', { text: `copper ${filler} kettle` }),
  page('plural', { text: `These kettles are made of tin. ${filler}` }),
  page('accents', { text: 'Über den Käse aus Gruyère', language: 'de', country: 'CH' }),
  page('other scripts', { text: 'Αθήνα, зелёная ёлка' }),
  page('plain letters', { text: 'Łódź, Straße, smørrebrød, ISPARTA, مُحَمَّد الإسلام مدرســـة, שָׁלוֹם, फ़रवरी' }),
  page('tokyo', { text: '東京都の観光案内', language: 'ja' }),
  page('address', { url: 'https://shop.example.org/teapots/brown-betty', title: 'Betty' }),
  page('old', { text: 'expired words', expiresAt: 1000 }),
  page('quotes', { text: `It's "quoted" \\ and :* & | ! <-> ( ) odd` }),
]

for (const [what, open] of [
  [
    'files of SQLite',
    async (): Promise<[Store, PartitionWords]> => {
      const store = await openStore({ dataDir: folder })
      return [store, createPartitionFiles({ store, content, folder, log })]
    },
  ],
  [
    'the text search of Postgres',
    async (): Promise<[Store, PartitionWords]> => {
      const store = await openStore({ dataDir: folder, databaseUrl: await createDatabase() })
      return [store, createPartitionRows({ store, content, log })]
    },
  ],
] as const)
  describe(`words in ${what}`, () => {
    let store: Store
    let index: PageIndex
    const put = (partition: string, ...all: IndexedPage[]) =>
      store.write(async (tx) => {
        for (const one of all) await index.put(tx, partition, one, null)
      })
    const find = async (text: string, filter: IndexFilter = {}, partitions = ['me']) => {
      const { hits, isWhole } = await index.find(partitions, parseQuery(text), filter, 5, {})
      expect(isWhole).toBe(true)
      const best = hits.sort((a, b) => a.rank - b.rank || b.score - a.score)
      return best.map(({ url }) => decodeURIComponent(url.replace(/^.*\//, '')))
    }
    beforeAll(async () => {
      const [opened, words] = await open()
      store = opened
      await store.migrate('search', indexMigrations)
      index = createPageIndex(store, words)
      await put('me', ...pages)
      await put('other', page('of another', { title: 'Copper kettle', text: 'copper kettle' }))
    })
    afterAll(async () => {
      await index.close()
      await store.close()
    })

    test('the title counts most, then headings, then text in which the words are adjacent', async () => {
      const found = await find('copper kettle')
      expect(found.slice(0, 2)).toEqual(['in the title', 'in a heading'])
      expect(found).toContain('in the text')
      expect(found.indexOf('in the text')).toBeLessThan(found.indexOf('apart'))
    })

    test('a phrase is found where its words are adjacent', async () => {
      expect((await find('"copper kettle"')).toSorted()).toEqual(['in the text', 'in the title'])
      expect(await find('"kettle of copper"')).toEqual(['in a heading'])
    })

    test('words and phrases can be excluded', async () => {
      expect((await find('kettle -title')).includes('in the title')).toBe(false)
      expect((await find('copper -"copper kettle"')).toSorted()).toEqual(['apart', 'in a heading'])
    })

    test('other forms of a word are found, after exact matches', async () => {
      expect((await find('kettles tin')).at(0)).toBe('plural')
      expect((await find('kettles')).at(0)).toBe('plural')
      expect((await find('kettle')).includes('plural')).toBe(true)
    })

    test('case and accents do not matter', async () => {
      for (const text of ['kase', 'KÄSE', 'uber gruyere', 'Über']) expect(await find(text)).toEqual(['accents'])
      for (const text of ['ΑΘΗΝΑ', 'Αθήνα', 'елка', 'ЗЕЛЁНАЯ']) expect(await find(text)).toEqual(['other scripts'])
    })

    test('letters are found in the plain ones that are typed for them', async () => {
      for (const text of [
        'lodz',
        'Strasse',
        'smorrebrod',
        'ısparta',
        'محمد',
        'الاسلام',
        'مدرسة',
        'שלום',
        'फरवरी',
        'Łódź',
      ])
        expect([text, await find(text)]).toEqual([text, ['plain letters']])
    })

    test('languages without spaces are found by parts of their text', async () => {
      for (const text of ['東京', '観光', '京', '東京都の観光']) expect(await find(text)).toEqual(['tokyo'])
      expect(await find('大阪')).toEqual([])
    })

    test('sites and words of addresses are found', async () => {
      expect(await find('site:example.org')).toEqual(['brown-betty'])
      expect(await find('betty site:shop.example.org')).toEqual(['brown-betty'])
      expect(await find('betty -site:example.org')).toEqual([])
      expect(await find('betty site:example.org/teapots')).toEqual(['brown-betty'])
      for (const path of ['brown-betty', 'teapots/brown', 'Teapots'])
        expect(await find(`betty site:example.org/${path}`)).toEqual([])
      expect(await find('betty -site:example.org/teapots')).toEqual([])
      expect(await find('betty -site:example.org/kettles')).toEqual(['brown-betty'])
      expect(await find('teapots')).toEqual(['brown-betty'])
    })

    test('a language and a country leave out pages with others, but none without one', async () => {
      expect(await find('gruyere', { language: 'fr' })).toEqual([])
      expect(await find('gruyere', { language: 'de', country: 'CH' })).toEqual(['accents'])
      expect((await find('copper', { language: 'fr' })).length).toBe(4)
    })

    test('operators of the query language are words or ignored', async () => {
      for (const text of ["odd 'a:* & b", 'odd | !x <-> (', 'odd \\', `odd "it's"`])
        expect(await find(text)).toContain('quotes')
      expect(await find('&|!():*')).toEqual([])
    })

    test('pages of other partitions are found only if the search includes them', async () => {
      expect(await find('copper kettle', {}, ['nobody'])).toEqual([])
      expect(await find('copper kettle', {}, ['other'])).toEqual(['of another'])
      expect(await find('"copper kettle"', {}, ['me', 'other'])).toContain('of another')
    })

    test('replaced and expired pages are not found', async () => {
      await put('me', page('changing', { text: 'formerly here' }))
      expect(await find('formerly')).toEqual(['changing'])
      await put('me', page('changing', { text: 'nowadays there', digest: 'other' }))
      expect([await find('formerly'), await find('nowadays')]).toEqual([[], ['changing']])
      expect(await find('expired')).toEqual(['old'])
      expect(await index.sweep(2000, 10)).toBe(1)
      expect(await find('expired')).toEqual([])
    })

    test('a page with more words than positions is found by all of them', async () => {
      const text = Array.from({ length: 20_000 }, (_, i) => `w${i}`).join(' ')
      await put('me', page('long', { text }))
      expect(await find('w19999')).toEqual(['long'])
      expect(await find(`"w3 w4"`)).toEqual(['long'])
    })
  })
