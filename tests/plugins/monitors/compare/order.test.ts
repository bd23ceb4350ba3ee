import { describe, expect, test } from 'bun:test'
import { linesOf } from '../../../../plugins/monitors/compare/lines.ts'
import { restoreOrder, restoreShuffled } from '../../../../plugins/monitors/compare/order.ts'
import { IgnorePatterns } from '../../../../plugins/monitors/compare/patterns.ts'
import { growth, LINEAR } from '../../../growth.ts'

const none = new IgnorePatterns([])
const read = (text: string) => linesOf(text, none)
const restored = (before: string, now: string) =>
  restoreOrder(read(before), read(now))
    .map(({ text }) => text)
    .join('\n')

describe('lines', () => {
  test('are those that are not blank, with white space as single spaces', () => {
    expect(read('  a \t b  \n\n \nc')).toEqual([
      { text: '  a \t b', plain: 'a b', key: 'a b' },
      { text: 'c', plain: 'c', key: 'c' },
    ])
  })

  test('are compared without ignored text', () => {
    const lines = linesOf('1 of 2\n12\nlamp 3', new IgnorePatterns(['\\d+', 'of']))
    expect(lines.map(({ text, plain }) => [text, plain])).toEqual([['lamp 3', 'lamp']])
  })
})

describe('the entries of a list', () => {
  test('keep their old order, and new ones stay where they are', () => {
    expect(restored('- a\n- b\n- c', '- c\n- new\n- a\n- b')).toBe('- a\n- new\n- b\n- c')
    expect(restored('* a\n+ b', '+ b\n* a')).toBe('* a\n+ b')
  })

  test('keep what is indented below them', () => {
    expect(restored('- a\n  of a\n- b\n  of b', '- b\n  of b\n- a\n  of a')).toBe('- a\n  of a\n- b\n  of b')
    expect(restored('- a\n  - x\n  - y\n- b', '- b\n- a\n  - x\n  - y')).toBe('- a\n  - x\n  - y\n- b')
  })

  test('end where something else begins', () => {
    expect(restored('- a\n- b\ntext\n- c\n- d', '- b\n- a\ntext\n- d\n- c')).toBe('- a\n- b\ntext\n- c\n- d')
    expect(restored('- a\ntext\n- b', '- b\ntext\n- a')).toBe('- b\ntext\n- a')
  })

  test('with the same text appear as often as before', () => {
    expect(restored('- a\n- b', '- b\n- a\n- a')).toBe('- a\n- a\n- b')
  })

  test('with numbers stay as they are', () => {
    expect(restored('1. a\n2. b', '2. b\n1. a')).toBe('2. b\n1. a')
    expect(restored('-a\n-b', '-b\n-a')).toBe('-b\n-a')
  })
})

describe('the rows of a table', () => {
  const head = '| x | y |\n| --- | :-: |'
  test('keep their old order, below the head of the table', () => {
    expect(restored(`${head}\n| a |\n| b |`, `${head}\n| b |\n| a |`)).toBe(`${head}\n| a |\n| b |`)
    expect(restored('| a |\n| b |', '| b |\n| a |')).toBe('| a |\n| b |')
  })

  test('are not mixed with those of the next table', () => {
    const tables = (...rows: string[]) => `${head}\n${rows.join('\n')}\nbetween\n${head}\n| c |\n| d |`
    expect(restored(tables('| a |', '| b |'), tables('| b |', '| a |'))).toBe(tables('| a |', '| b |'))
  })
})

test('lines without a fixed order are put in their old one, each in the place of another', () => {
  const shuffled = (before: string, now: string, any: string) =>
    restoreShuffled(read(before), read(now), (key) => any.includes(key)).map(({ text }) => text)
  expect(shuffled('a\nb\nc\nd', 'c\nx\na\nb', 'abc')).toEqual(['a', 'x', 'b', 'c'])
  expect(shuffled('a\nb\nc', 'c\nb\na', 'ac')).toEqual(['a', 'b', 'c'])
  expect(shuffled('a\nb', 'b\na', '')).toEqual(['b', 'a'])
  expect(shuffled('a\nb\na', 'b\na\na\na', 'ab')).toEqual(['a', 'b', 'a', 'a'])
})

test('identical lines without a fixed order are restored in linear time', () => {
  const make = (size: number) => read('the same\n'.repeat(size))
  const work = (lines: ReturnType<typeof read>) => restoreShuffled(lines, lines, () => true)
  expect(growth(make, work, 2000)).toBeLessThan(LINEAR)
})
