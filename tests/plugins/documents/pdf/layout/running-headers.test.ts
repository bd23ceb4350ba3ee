import { describe, expect, test } from 'bun:test'
import { withoutRunningHeaders } from '../../../../../plugins/documents/pdf/layout/running-headers.ts'
import { lineOf } from '../../../../../plugins/documents/pdf/text/lines.ts'
import { growth, LINEAR } from '../../../../growth.ts'

const HEIGHT = 800
const SIZE = 10

/** A line of text at a distance in points from the top of its page. */
const line = (text: string, baseline: number, left = 72, size = SIZE) =>
  lineOf([
    {
      text,
      left,
      right: left + text.length * 5,
      baseline,
      size,
      bold: false,
      italic: false,
      mono: false,
      href: null,
      mark: null,
    },
  ])
/** Lines in the middle of a page, which differ on each page. */
const body = (page: number) => [300, 315, 330].map((at) => line(`Text ${at} of page ${page}`, at))
/** The lines that are left at the edges of pages. */
const left = (pages: ReturnType<typeof line>[][], bodySize = SIZE) =>
  withoutRunningHeaders(
    pages.map((lines, i) => ({ lines: [...lines, ...body(i + 1)], height: HEIGHT })),
    bodySize,
  ).map(({ lines }) => lines.flatMap(({ runs, baseline }) => (baseline < 200 || baseline > 600 ? [runs[0]!.text] : [])))
const five = [1, 2, 3, 4, 5]

describe('numbers at the edge of pages', () => {
  test('are removed if they count pages, wherever they start', () => {
    expect(left(five.map((page) => [line(String(page + 40), 780)]))).toEqual(five.map(() => []))
    expect(left(five.map((page) => [line(['v', 'vi', 'vii', 'viii', 'ix'][page - 1]!, 780)]))).toEqual(
      five.map(() => []),
    )
  })

  test('are kept if they belong to a table, with the text beside them', () => {
    const rows = Object.entries({ Steel: '12', Copper: '7', Glass: '390', Iron: '55', Tin: '8' })
    expect(left(rows.map(([name, price]) => [line(name, 780), line(price, 780, 400)]))).toEqual(rows)
  })

  test('are kept if they end the lines of a table of contents', () => {
    const pages = [17, 30, 40, 52, 60].map((page, i) => [
      line(`Chapter on the kettle ${'abcde'[i]} . . . . . . . .`, 780),
      line(String(page), 780, 400),
    ])
    expect(left(pages)).toEqual(pages.map((lines) => lines.map(({ runs }) => runs[0]!.text)))
  })

  test('are removed from a single page if they are its number', () => {
    expect(left([[], [line('2', 780)], [line('iii', 780)]])).toEqual([[], [], []])
  })
})

describe('the name of a chapter at the edge of its pages', () => {
  const ofChapter = (lines: (page: number) => ReturnType<typeof line>[]) =>
    left(Array.from({ length: 20 }, (_, i) => (i >= 4 && i < 8 ? lines(i + 1) : [])))

  test('is removed even if there are few of them', () => {
    expect(ofChapter(() => [line('How to boil water', 60)])).toEqual(Array.from({ length: 20 }, () => []))
  })

  test('is removed if left and right pages have different ones', () => {
    const names = ['A', 'Book A', 'B', 'Book A', 'B', 'Book A', 'B', 'Book A', 'C']
    expect(left([...names.map((name) => [line(name, 60)]), ...five.map(() => []), ...five.map(() => [])])).toEqual([
      ['A'],
      ...Array.from({ length: 7 }, () => []),
      ['C'],
      ...Array.from({ length: 10 }, () => []),
    ])
  })

  test('is kept if it is large, like the titles of slides', () => {
    expect(ofChapter(() => [line('Agenda', 60, 72, 30)]).flat()).toEqual(Array.from({ length: 4 }, () => 'Agenda'))
  })

  test('is kept if text follows at once, as below the header of a table', () => {
    const kept = ofChapter((page) => [
      line('Name of the kettle', 60),
      line(`Steel of page ${'abcdefgh'[page - 1]}`, 74),
    ])
    expect(kept.filter((lines) => lines.length > 0)).toHaveLength(4)
    expect(kept[4]).toEqual(['Name of the kettle', 'Steel of page e'])
  })

  test('is not looked for among hundreds of lines', () => {
    const many = Array.from({ length: 200 }, (_, i) => line(`Kettle of ${'abcdefghij'[i % 10]} ${i}`, 60, 40 * i))
    expect(ofChapter(() => many).flat()).toHaveLength(800)
  })
})

test.each([
  ['numbers of the page', 1, '1'],
  ['lines that repeat', 3, 'abc'],
])('pages with as many %s as their file has room for take linear time', (_, count, text) => {
  const pages = (size: number) => {
    const lines = Array.from({ length: size }, (_, i) => line(text, i * 12))
    return Array.from({ length: count }, () => ({ lines, height: size * 120 }))
  }
  expect(growth(pages, (made) => withoutRunningHeaders(made, SIZE), 4000)).toBeLessThan(LINEAR)
})
