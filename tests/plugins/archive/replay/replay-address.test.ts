import { expect, test } from 'bun:test'
import { parseReplay, toRaw } from '../../../../plugins/archive/replay/replay-address.ts'
import { growth, LINEAR } from '../../../growth.ts'

test.each([
  ['https://web.archive.org/web/20210317120000/http://example.com/a', '20210317120000', 'http://example.com/a'],
  ['https://web.archive.org/web/20210317120000id_/https://example.com/', '20210317120000', 'https://example.com/'],
  ['https://arquivo.pt/wayback/20210317120000/example.com/', '20210317120000', 'example.com/'],
  ['/web/2021/http://example.com/2020/01/', '2021', 'http://example.com/2020/01/'],
  ['https://archive.example/all/20210317120000im_/http:/example.com/x', '20210317120000', 'http:/example.com/x'],
  ['https://archive.example/2019/20210317120000/http://a.example/', '20210317120000', 'http://a.example/'],
])('%s is a capture', (address, timestamp, original) => {
  expect(parseReplay(address)).toMatchObject({ timestamp, original })
})

test.each(['https://example.com/', 'https://example.com/2021/', 'https://example.com/202/http://a.example/', ''])(
  '%s is not a capture',
  (address) => {
    expect(parseReplay(address)).toBeUndefined()
  },
)

test('a capture has a raw form if its timestamp is complete', () => {
  const raw = (address: string) => toRaw(new URL(address))?.href
  expect(raw('https://a.example/web/20210317120000/http://b.example/?c=d')).toBe(
    'https://a.example/web/20210317120000id_/http://b.example/?c=d',
  )
  expect(raw('https://a.example/web/20210317120000if_/http://b.example/')).toBe(
    'https://a.example/web/20210317120000id_/http://b.example/',
  )
  expect(raw('https://a.example/web/2021/http://b.example/')).toBeUndefined()
})

test.each(['/2021', '/2021/', '/20210317120000/a', '//', '/http:'])('many of %s are read in linear time', (part) => {
  expect(growth((size) => part.repeat(size / part.length), parseReplay, 20_000)).toBeLessThan(LINEAR)
})
