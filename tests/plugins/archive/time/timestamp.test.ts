import { expect, test } from 'bun:test'
import { nearest } from '../../../../plugins/archive/time/nearest.ts'
import {
  compare,
  fromDate,
  fromMillis,
  isMoment,
  toHttpDate,
  toMillis,
} from '../../../../plugins/archive/time/timestamp.ts'
import { countTurns } from '../../../turns.ts'

test('14 digits are converted to a time in UTC, and back', () => {
  expect(toMillis('20210317120034')).toBe(Date.UTC(2021, 2, 17, 12, 0, 34))
  for (const timestamp of ['19960101000000', '20210317120034', '00501231235959', '99991231235959'])
    expect(fromMillis(toMillis(timestamp))).toBe(timestamp)
  expect(toHttpDate('20210317120034')).toBe('Wed, 17 Mar 2021 12:00:34 GMT')
})

test.each([
  ['20240229', true],
  ['20230229', false],
  ['20210431', false],
  ['20211301', false],
  ['20210100', false],
  ['20210317120034', true],
  ['20210317240000', false],
  ['20210317126000', false],
  ['2021031712', false],
  ['', false],
  ['2021-3-1', false],
])('%s is a valid time: %p', (digits, expected) => {
  expect(isMoment(digits)).toBe(expected)
})

test('dates of HTTP and ISO are read, and no others', () => {
  expect(fromDate('Wed, 17 Mar 2021 12:00:34 GMT')).toBe('20210317120034')
  expect(fromDate('2021-03-17T12:00:34Z')).toBe('20210317120034')
  for (const text of [null, undefined, '', 'yesterday', '+275000-01-01T00:00:00Z'])
    expect(fromDate(text)).toBeUndefined()
})

test('the nearest come first, and the older of two that are equally near', async () => {
  const all = ['20210301000000', '20210303000000', '20210310000000'].map((timestamp) => ({ timestamp }))
  expect((await nearest(all, '20210302000000', 2)).map(({ timestamp }) => timestamp)).toEqual([
    '20210301000000',
    '20210303000000',
  ])
})

test('the nearest of very many captures are found while other requests are served', async () => {
  const captures = Array.from({ length: 60_000 }, (_, i) => ({ timestamp: fromMillis(1000 * ((i * 7919) % 60_000)) }))
  const turns = countTurns()
  const found = await nearest(captures, fromMillis(0), 1000)
  expect(turns.end()).toBeGreaterThan(2)
  expect(found).toEqual(captures.toSorted(compare).slice(0, 1000))
})
