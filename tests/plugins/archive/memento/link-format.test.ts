import { expect, test } from 'bun:test'
import { readLinks } from '../../../../plugins/archive/memento/link-format.ts'
import { growth, LINEAR } from '../../../growth.ts'

const read = (text: string) =>
  [...readLinks(text)].map((link) => link && { ...Object.fromEntries(link.attributes), url: link.url, rel: link.rel })

test('commas and semicolons may be in addresses, in dates and between quotes', () => {
  const text = `<http://a.example/x,y;z>; rel="original",
<http://archive.example/web/2020/http://a.example/x,y;z>
  ; rel="first memento"; datetime="Tue, 20 Jun 2000 18:02:59 GMT",<http://b.example/>;rel=timegate`
  expect(read(text)).toMatchObject([
    { url: 'http://a.example/x,y;z', rel: ['original'] },
    {
      url: 'http://archive.example/web/2020/http://a.example/x,y;z',
      rel: ['first', 'memento'],
      datetime: 'Tue, 20 Jun 2000 18:02:59 GMT',
    },
    { url: 'http://b.example/', rel: ['timegate'] },
  ])
})

test.each([
  ['', []],
  [' \n', []],
  ['<a>', [{ url: 'a', rel: [] }]],
  ['<a>,', [{ url: 'a', rel: [] }]],
  [
    '<a>; rel="x", , <b>',
    [
      { url: 'a', rel: ['x'] },
      { url: 'b', rel: [] },
    ],
  ],
  ['<a>; REL=Memento ; title', [{ url: 'a', rel: ['memento'], title: '' }]],
  ['<a>; title="say \\"no\\", or; <b>"; rel=x', [{ url: 'a', rel: ['x'], title: 'say "no", or; <b>' }]],
  ['<a>; rel="x"; rel="y"', [{ url: 'a', rel: ['x'] }]],
  ['<a>; rel = "x" ; datetime = "d"', [{ url: 'a', rel: ['x'], datetime: 'd' }]],
  ['<a>;;; rel=x', [{ url: 'a', rel: ['x'] }]],
  ['<a>; title="open', [{ url: 'a', rel: [], title: 'open' }]],
  ['<a>; title="end\\', [{ url: 'a', rel: [], title: 'end' }]],
])('%p is read', (text, expected) => {
  expect(read(text)).toMatchObject(expected)
})

test.each(['not links', '<html><body>No', '<a', 'a; rel=x', '{"a": 1}', '<a>; rel=x, <b> c'])(
  '%p is read up to the part that is not a link',
  (text) => {
    expect(read(text).at(-1)).toBeUndefined()
  },
)

test('a link that is too long is none', () => {
  const long = (length: number) => read(`<a>; x="${'y'.repeat(length)}", <b>`)
  expect(long(60_000)).toHaveLength(2)
  expect(long(70_000)).toEqual([undefined])
  expect(read(`<a>${';x'.repeat(35_000)}, <b>`)).toEqual([undefined])
  expect(read(`<${'a'.repeat(70_000)}>, <b>`)).toEqual([undefined])
  expect(read(`<a>${','.repeat(60_000)}<b>`)).toHaveLength(2)
  expect(read(`${','.repeat(70_000)}<b>`)).toEqual([undefined])
})

const hostile: [string, (size: number) => string][] = [
  ['opened', (size) => '<'.repeat(size)],
  ['quoted', (size) => '<a>; x="'.repeat(size / 8)],
  ['escaped', (size) => `<a>; x="${'\\"'.repeat(size / 2)}`],
  ['separated', (size) => `<a>${';'.repeat(size)}`],
  ['listed', (size) => '<a>; rel="memento"; datetime="x",'.repeat(size / 32)],
]
test.each(hostile)('a list that is %s is read in linear time', (_, make) => {
  expect(growth(make, (text) => [...readLinks(text)], 20_000)).toBeLessThan(LINEAR)
})
