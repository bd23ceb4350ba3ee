import { describe, expect, test } from 'bun:test'
import { type Piece, splitRegions } from '../../../../../plugins/documents/pdf/layout/regions.ts'
import type { Line, Ruling } from '../../../../../plugins/documents/pdf/model.ts'

const SIZE = 10
const HEIGHT = 12

/** A line of a column. The columns begin at 50 and at 310 on a page of width 612. */
function line(text: string, column: 0 | 1, top: number, width = 240): Piece {
  const [left, bottom] = [50 + 260 * column, top + SIZE]
  const box = { left, right: left + width, top, bottom }
  const run = { text, size: SIZE, ...box, baseline: bottom }
  return { ...box, line: { runs: [run], baseline: bottom, size: SIZE, ...box } as unknown as Line }
}

/** `count` lines of a column from a height on. `shift` moves them relative to the other column. */
const column = (name: string, at: 0 | 1, count: number, { top = 100, shift = 0, text = '' } = {}) =>
  Array.from({ length: count }, (_, i) => line(`${name}${i}${text}`, at, top + HEIGHT * i + shift))

const prose = ' runs on as a line of running text does in a column'
const ruling = (at: number, from: number, to: number): Ruling => ({ isHorizontal: true, at, from, to }) as Ruling
/** The beginning of each line in reading order. */
const order = (pieces: Piece[], rulings: Ruling[] = [], isRightToLeft = false) =>
  splitRegions(pieces, rulings, isRightToLeft).map((region) =>
    region.map((piece) => piece.line!.runs.map(({ text }) => text.split(' ')[0]).join('')).join(' '),
  )

const left = column('l', 0, 5, { text: prose })
const right = column('r', 1, 5, { text: prose })

describe('two columns', () => {
  test('are read one after the other, from the side where the script begins', () => {
    expect(order([...left, ...right])).toEqual(['l0 l1 l2 l3 l4', 'r0 r1 r2 r3 r4'])
    expect(order([...left, ...right], [], true)).toEqual(['r0 r1 r2 r3 r4', 'l0 l1 l2 l3 l4'])
  })

  test('are read between the full-width lines above and below them', () => {
    const all = [line('head', 0, 70, 500), ...left, ...right, line('foot', 0, 200, 500)]
    expect(order(all)).toEqual(['head', 'l0 l1 l2 l3 l4', 'r0 r1 r2 r3 r4', 'foot'])
  })

  test('are not columns but a table if rulings cross them', () => {
    const across = [1, 2, 3].map((i) => ruling(100 + HEIGHT * i, 60, 540))
    expect(order([...left, ...right], across)).toEqual(['l0 r0 l1 r1 l2 r2 l3 r3 l4 r4'])
    // Rulings within one of the columns do not matter.
    const within = [1, 2, 3].map((i) => ruling(100 + HEIGHT * i, 60, 280))
    expect(order([...left, ...right], within)).toHaveLength(2)
    expect(order([...left, ...right], across.slice(1))).toHaveLength(2)
  })

  test('are columns below a head that has the rulings', () => {
    const head = [line('Rules', 0, 60, 90), line('Vol.', 1, 60, 90), line('No.', 1, 80, 90)]
    const across = [65, 75, 95].map((at) => ruling(at, 50, 550))
    const all = [...head, ...left, ...right]
    expect(order(all, across)).toEqual(['Rules Vol. No.', 'l0 l1 l2 l3 l4', 'r0 r1 r2 r3 r4'])
  })

  test('are separate where a line of one comes close to a line of the other', () => {
    const [a, b] = [line('l0', 0, 100, 249), line('r0', 1, 100)]
    const runs = [...a.line!.runs, ...b.line!.runs]
    const joined: Piece = { ...a, right: b.right, line: { ...a.line!, runs, right: b.right } }
    expect(order([joined, ...left.slice(1), ...right.slice(1)])).toEqual(['l0 l1 l2 l3 l4', 'r0 r1 r2 r3 r4'])
    // Words of a heading are closer together.
    const close: Piece = { ...joined, line: { ...joined.line!, runs: [{ ...runs[0]!, right: 306 }, runs[1]!] } }
    expect(order([close, ...left.slice(1), ...right.slice(1)])[0]).toBe('l0r0')
  })

  test('are not parted between the numbers of items and their text', () => {
    const items = column('r', 1, 8, { text: prose }).map((piece, i): Piece => {
      const run = { ...piece.line!.runs[0]!, left: 328 }
      if (i % 4 > 0) return { ...piece, left: 328, line: { ...piece.line!, left: 328, runs: [run] } }
      return { ...piece, line: { ...piece.line!, runs: [{ ...run, text: `${i}.`, left: 310, right: 318 }, run] } }
    })
    const all = [...column('l', 0, 8, { text: prose }), ...items]
    expect(order(all)).toEqual(['l0 l1 l2 l3 l4 l5 l6 l7', '0.r0 r1 r2 r3 4.r4 r5 r6 r7'])
  })

  test('are not columns if one is below the other', () => {
    const below = column('l', 0, 5, { top: 100 + 5 * HEIGHT, text: prose })
    expect(order([...right, ...below])).toEqual(['r0 r1 r2 r3 r4 l0 l1 l2 l3 l4'])
  })

  test('are not columns if short texts are on the same lines', () => {
    const [names, values] = [column('l', 0, 5, { text: ' x' }), column('r', 1, 5, { text: ' y' })]
    expect(order([...names, ...values])).toEqual(['l0 r0 l1 r1 l2 r2 l3 r3 l4 r4'])
    // Lines at different heights are columns.
    expect(order([...names, ...column('r', 1, 5, { text: ' y', shift: 6 })])).toHaveLength(2)
  })

  test('have more than two lines each', () => {
    const few = [...column('l', 0, 2, { text: prose }), ...right]
    expect(order(few)).toEqual(['l0 r0 l1 r1 r2 r3 r4'])
  })
})
