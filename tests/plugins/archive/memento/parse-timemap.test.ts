import { expect, test } from 'bun:test'
import { parseTimeMap } from '../../../../plugins/archive/memento/parse-timemap.ts'

const memento = { timestamp: '20210317120000', url: 'http://a.example/web/20210317120000/http://b.example/' }
const date = 'Wed, 17 Mar 2021 12:00:00 GMT'

test.each([
  [
    'link-format',
    `<http://b.example/>; rel="original",\n<${memento.url}>; rel="first last memento"; datetime="${date}"`,
  ],
  ['JSON', JSON.stringify({ mementos: { list: [{ datetime: '2021-03-17T12:00:00Z', uri: memento.url }] } })],
  [
    'JSON with several addresses of one',
    JSON.stringify({ mementos: { list: [{ datetime: date, uri: [memento.url, 'x'] }] } }),
  ],
  [
    'JSON with the first and the last alone',
    JSON.stringify({ mementos: { first: { datetime: date, uri: memento.url } } }),
  ],
  [
    'arrays',
    JSON.stringify([
      ['original', 'timestamp'],
      [memento.url, memento.timestamp],
    ]),
  ],
])('a TimeMap in %s is read', async (_, text) => {
  expect(await parseTimeMap(text)).toEqual({ mementos: [memento], pages: [] })
})

test('the parts of a TimeMap have their times', async () => {
  const links = `<http://a.example/1>; rel="self"; type="application/link-format"; from="${date}",
<http://a.example/2>; rel="timemap"; from="${date}"; until="${date}", <http://a.example/3>; rel="timemap"`
  expect((await parseTimeMap(links))?.pages).toEqual([
    { url: 'http://a.example/2', from: '20210317120000', until: '20210317120000' },
    { url: 'http://a.example/3' },
  ])
  const json = {
    timemap_index: [{ uri: 'http://a.example/2', from: date, until: date }],
    pages: { next: { uri: 'http://a.example/3' } },
  }
  expect((await parseTimeMap(JSON.stringify(json)))?.pages).toEqual([
    { url: 'http://a.example/2', from: '20210317120000', until: '20210317120000' },
    { url: 'http://a.example/3' },
  ])
})

test.each(['', ' ', '[]'])('%p is one without mementos', async (text) => {
  expect(await parseTimeMap(text)).toEqual({ mementos: [], pages: [] })
})

test.each(['<html><body>No', 'words', '{', '{}', '[1]', '{"mementos": []', '[["a"], ["b"]]'])(
  '%p is not a TimeMap',
  async (text) => {
    expect(await parseTimeMap(text)).toBeUndefined()
  },
)

test('mementos without a valid date are left out', async () => {
  const links = `<http://a.example/1>; rel="memento", <http://a.example/2>; rel="memento"; datetime="once"`
  expect((await parseTimeMap(links))?.mementos).toEqual([])
})

test('a long TimeMap is read without blocking others', async () => {
  const text = Array(50_000).fill(`<${memento.url}>; rel="memento"; datetime="${date}"`).join(',\n')
  let turns = 0
  let isDone = false
  const take = () => {
    turns++
    if (!isDone) setImmediate(take)
  }
  setImmediate(take)
  expect((await parseTimeMap(text))?.mementos).toHaveLength(50_000)
  isDone = true
  expect(turns).toBeGreaterThan(10)
})

test('other requests are served while a long list is read', async () => {
  let turns = 0
  const turn = () => {
    turns++
    next = setImmediate(turn)
  }
  let next = setImmediate(turn)
  const rows = Array.from({ length: 30_000 }, () => [memento.url, memento.timestamp])
  const { mementos } = (await parseTimeMap(JSON.stringify([['original', 'timestamp'], ...rows])))!
  clearImmediate(next)
  expect(mementos).toHaveLength(30_000)
  expect(turns).toBeGreaterThan(2)
})
