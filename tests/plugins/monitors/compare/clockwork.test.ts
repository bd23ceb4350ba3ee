import { describe, expect, test } from 'bun:test'
import { ageForms, nameOf } from '../../../../plugins/monitors/compare/calendar.ts'
import { isClockwork } from '../../../../plugins/monitors/compare/clockwork.ts'

const HOUR = 3_600_000
const earlier = Date.UTC(2026, 10, 21, 19)
const after = (hours: number, timezone = 'UTC') => ({ earlier, later: earlier + hours * HOUR, timezone })
const passes = (before: string, now: string, hours = 24, timezone = 'UTC') =>
  isClockwork(before, now, after(hours, timezone))

describe('names of months and days', () => {
  test.each([
    ['January', { month: 0 }],
    ['dec.', { month: 11 }],
    ['Sunday', { weekday: 0 }],
    ['sat', { weekday: 6 }],
    ['März', { month: 2 }],
    ['mercredi', { weekday: 3 }],
    ['ноября', { month: 10 }],
    ['lamp', undefined],
  ])('%s', (word, part) => {
    if (part) expect(nameOf(word)).toMatchObject(part)
    else expect(nameOf(word)).toBeUndefined()
  })

  test('that are both have both meanings', () => {
    // "mar" is March in Spanish, Italian and French, and also Tuesday.
    expect(nameOf('mar')).toEqual({ month: 2, weekday: 2 })
  })
})

test('ages are recognized in several languages, the longest form first', () => {
  const unitOf = (before: string, following: string) =>
    ageForms.find((form) => form.before === before && form.after === following)?.unit
  expect(unitOf('', ' hours ago')).toBe(HOUR)
  expect(unitOf('', ' day ago')).toBe(24 * HOUR)
  expect(unitOf('in ', ' weeks')).toBe(-7 * 24 * HOUR)
  expect(unitOf('vor ', ' minuten')).toBe(60_000)
  expect(unitOf('il y a ', ' secondes')).toBe(1000)
  expect(unitOf('', ' years ago')).toBe(365.25 * 24 * HOUR)
  expect(unitOf('', ' months ago')).toBe(30.4 * 24 * HOUR)
  const lengths = ageForms.map((form) => form.before.length + form.after.length)
  expect(lengths).toEqual(lengths.toSorted((a, b) => b - a))
})

describe('an age', () => {
  test.each([
    ['5 minutes ago', '2 hours ago', 2, true],
    ['59 minutes ago', '1 hour ago', 0.02, true],
    ['3 hours ago', '4 hours ago', 1, true],
    ['3 hours ago', '9 hours ago', 1, false],
    ['3 days ago', '5 days ago', 24, true],
    ['3 days ago', '6 days ago', 24, false],
    ['in 5 hours', 'in 4 hours', 1, true],
    ['in 5 hours', 'in 9 hours', 1, false],
    ['Ann, 3 days ago: 1 day ago', 'Ann, 4 days ago: 2 days ago', 24, true],
    ['Ann, 3 days ago: 1 day ago', 'Ann, 4 days ago', 24, false],
    ['begin 3 days', 'begin 2 days', 24, false],
    ['3 days agog', '4 days agog', 24, false],
    ['3 days ago by Ann', '4 days ago by Bob', 24, false],
    ['3 DAYS AGO', '4 Days ago', 24, true],
    ['3時間前に更新', '4時間前に更新', 1, true],
    ['发布于3小时前 来源', '发布于9小时前 来源', 1, false],
    ['发布于3小时前更新', '发布于4小时前更新', 1, true],
    ['İlan 3 gün önce', 'İlan 4 gün önce', 24, true],
    ['قبل ٣ أيام', 'قبل ٤ أيام', 24, true],
    ['3 วันที่ผ่านมา', '4 วันที่ผ่านมา', 24, true],
  ])('%p, then %p after %p hours: %p', (before, now, hours, expected) => {
    expect(passes(before, now, hours)).toBe(expected)
  })
})

describe('a day', () => {
  test.each([
    ['20.11.2026', '21.11.2026', true],
    ['22.11.2026', '23.11.2026', true],
    ['19.11.2026', '20.11.2026', false],
    ['24.11.2026', '25.11.2026', false],
    ['21.11.26', '22.11.26', true],
    ['11/21/26', '11/22/26', true],
    ['21.11.25', '22.11.25', false],
    ['21.26', '22.26', false],
    ['21.11.', '22.11.', false],
    ['21/2026', '22/2026', false],
    ['Nov 21', 'Nov 22', true],
    ['Oct 21', 'Oct 22', false],
    ['Saturday', 'Sunday', true],
    ['Friday', 'Saturday', true],
    ['Monday', 'Tuesday', false],
    ['21 Nov 2026 and more', '22 Nov 2026 and less', false],
    ['21 Nov 2026', '22 Nov 2026, 1', false],
    ['21st of lamps', '22nd of lamps', false],
    ['Nov 21th', 'Nov 22nd', true],
    ['Nov 21 st', 'Nov 22 lamp', false],
    ['2026年11月21日(土)の天気', '2026年11月22日(日)の天気', true],
    ['2026 年 11 月 21 日', '2026 年 11 月 22 日', true],
    ['2026年11月21日(土)', '2026年11月22日(水)', false],
    ['2026년 11월 21일 (토)', '2026년 11월 22일 (일)', true],
    ['٢١ نوفمبر ٢٠٢٦', '٢٢ نوفمبر ٢٠٢٦', true],
    ['21 พฤศจิกายน', '22 พฤศจิกายน', true],
  ])('%p, then %p: %p', (before, now, expected) => {
    expect(passes(before, now)).toBe(expected)
  })

  test('of a new year', () => {
    const times = { earlier: Date.UTC(2026, 11, 31, 12), later: Date.UTC(2027, 0, 1, 12), timezone: 'UTC' }
    expect(isClockwork('31 Dec 2026', '1 Jan 2027', times)).toBe(true)
    expect(isClockwork('© 2026', '© 2027', times)).toBe(true)
    expect(isClockwork('© 2025', '© 2026', times)).toBe(false)
    expect(isClockwork('12/31/26', '1/1/27', times)).toBe(true)
    expect(isClockwork('31.12.26', '01.01.27', times)).toBe(true)
    expect(isClockwork('Lamp 26', 'Lamp 27', times)).toBe(false)
  })
})

describe('a time of day', () => {
  test.each([
    ['19:00', '20:00', 1, true],
    ['18:55', '19:55', 1, true],
    ['18:54', '19:54', 1, false],
    ['19:01', '20:01', 1, true],
    ['19:02', '20:02', 1, false],
    ['7:00 pm', '8:00 pm', 1, true],
    ['7:00 PM', '7:00 AM', 12, true],
    ['7:00', '8:00', 1, true],
    ['19:00:59', '20:00:07', 1, true],
    ['19:00:59', '20:00:60', 1, false],
    ['19:00:01.250', '20:00:02.750', 1, true],
    ['1.9', '1.8', 1, false],
    ['19', '20', 1, false],
    ['21 Nov 2026, 19:00', '22 Nov 2026, 01:00', 6, true],
    ['21 Nov 2026, 19:00', '22 Nov 2026, 05:00', 6, false],
  ])('%p, then %p after %p hours: %p', (before, now, hours, expected) => {
    expect(passes(before, now, hours)).toBe(expected)
  })

  test("is that of the monitor's time zone, or of UTC", () => {
    expect(passes('20:00', '21:00', 1, 'Europe/Berlin')).toBe(true)
    expect(passes('19:00', '20:00', 1, 'Europe/Berlin')).toBe(true)
    expect(passes('20:00', '21:00', 1, 'Asia/Tokyo')).toBe(false)
    expect(passes('00:30', '01:30', 1, 'Asia/Kolkata')).toBe(true)
  })

  test('follows the time changes of the zone', () => {
    const times = {
      earlier: Date.UTC(2026, 9, 24, 10),
      later: Date.UTC(2026, 9, 25, 10),
      timezone: 'Europe/Berlin',
    }
    expect(isClockwork('24.10.2026 12:00', '25.10.2026 11:00', times)).toBe(true)
    expect(isClockwork('24.10.2026 12:00', '25.10.2026 13:00', times)).toBe(false)
  })
})

describe('a long line', () => {
  test('is compared up to 2,000 characters', () => {
    const line = (day: number, length: number) => `${day} Nov 2026 `.padEnd(length, 'x')
    expect([passes(line(21, 2000), line(22, 2000)), passes(line(21, 2001), line(22, 2001))]).toEqual([true, false])
  })

  test('must begin or end with the same text, for a quarter of it', () => {
    const words = (day: number, same: string, other: string) => `${same} ${day} Nov 2026 ${other}`
    expect(passes(words(21, 'x'.repeat(40), '3 days ago'), words(22, 'x'.repeat(40), '4 days ago'))).toBe(true)
    // All of it is dates: a short line may consist of nothing else, a long one is not compared.
    const days = (day: number, count: number) => Array.from({ length: count }, () => `${day} Nov`).join(', ')
    expect(passes(days(21, 4), days(22, 4))).toBe(true)
    expect(passes(days(21, 12), days(22, 12))).toBe(false)
  })
})
