import { expect, test } from 'bun:test'
import type { OperatorList, Operators } from '../../../../../plugins/documents/pdf/source/operators.ts'
import { readDrawing } from '../../../../../plugins/documents/pdf/source/rulings.ts'

const names = [
  'save',
  'restore',
  'transform',
  'constructPath',
  'stroke',
  'closeStroke',
  'fillStroke',
  'eoFillStroke',
  'closeFillStroke',
  'closeEOFillStroke',
  'fill',
  'eoFill',
  'paintFormXObjectBegin',
  'paintFormXObjectEnd',
] as const
const ops = Object.fromEntries(names.map((name, i) => [name, i])) as unknown as Operators

const [MOVE, LINE, CLOSE] = [0, 1, 4]
/** What is read from a filled box on an upright page, at 100 from its left and its top. */
const drawingOf = (width: number, height: number) => {
  const [left, top, right, bottom] = [100, 100, 100 + width, 100 + height]
  const corners = [MOVE, left, top, LINE, right, top, LINE, right, bottom, LINE, left, bottom, CLOSE]
  const list = { fnArray: [ops.constructPath], argsArray: [[ops.fill, [Float32Array.from(corners)]]] }
  return readDrawing(list as unknown as OperatorList, ops, [1, 0, 0, 1, 0, 0])
}

test.each([
  [1.25, 1.25, false],
  [1.5, 1.5, true],
  [2, 2, true],
  [7, 7, true],
  [7.25, 7.25, false],
  [4, 4.5, true],
  [4, 5, false],
])('a filled box of %p by %p points could be a bullet: %p', (width, height, isDot) => {
  const box = { left: 100, top: 100, right: 100 + width, bottom: 100 + height }
  expect(drawingOf(width, height).dots).toEqual(isDot ? [box] : [])
})

test.each([
  [6, 2.5, [{ isHorizontal: true, at: 101.25, from: 100, to: 106 }]],
  [2.5, 6, [{ isHorizontal: false, at: 101.25, from: 100, to: 106 }]],
  [5.5, 1, []],
  [20, 3, []],
])('a filled box of %p by %p points is the ruling %p', (width, height, rulings) => {
  expect(drawingOf(width, height).rulings).toEqual(rulings)
})
