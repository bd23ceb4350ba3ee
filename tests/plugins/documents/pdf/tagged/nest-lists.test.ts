import { expect, test } from 'bun:test'
import { type Block, type List, type Paragraph, type Span, textOf } from '../../../../../plugins/documents/pdf/model.ts'
import { nestLists } from '../../../../../plugins/documents/pdf/tagged/nest-lists.ts'

/** A list, or a paragraph between two lists: its words, its indent, and the number of its first item. */
type Written = [words: string, left?: number, start?: number]

/** The nested blocks: `[a b]` is a list of two items, `1[a]` a numbered one. */
function nested(...written: Written[]): string {
  const lefts = new Map<List, number>()
  const spans = (text: string) => [{ text } as Span]
  const blocks = written.map(([words, left, start = null]): Block => {
    if (left === undefined) return { kind: 'paragraph', spans: spans(words) } as Paragraph
    const items = words.split(' ').map((word) => ({ spans: spans(word), children: [] }))
    const list: List = { kind: 'list', start, items }
    lefts.set(list, left)
    return list
  })
  const show = (block: Block): string => {
    if (block.kind !== 'list') return textOf((block as Paragraph).spans)
    const items = block.items.map((item) => textOf(item.spans) + item.children.map(show).join(''))
    return `${block.start ?? ''}[${items.join(' ')}]`
  }
  return nestLists(blocks, lefts).map(show).join(' ')
}

test('consecutive lists with about the same indent are one', () => {
  expect(nested(['a b', 100], ['c', 104], ['d', 96])).toBe('[a b c d]')
  expect(nested(['a', 100, 1], ['b', 100, 2])).toBe('1[a b]')
})

test('a list with a larger indent is within the item before it, at any depth', () => {
  expect(nested(['a', 100], ['b', 104.5])).toBe('[a[b]]')
  expect(nested(['a', 100], ['b', 120], ['c', 140, 1], ['d', 120], ['e', 100])).toBe('[a[b1[c] d] e]')
  expect(nested(['a', 100], ['b', 120], ['c', 140], ['d', 100])).toBe('[a[b[c]] d]')
  expect(nested(['a', 100], ['b', 120], ['c', 116])).toBe('[a[b c]]')
  expect(nested(['a', 100], ['b', 120], ['c', 115.5])).toBe('[a[b][c]]')
})

test('a list with a smaller indent continues the first one, and one with other markers is new', () => {
  expect(nested(['a', 100], ['b', 50])).toBe('[a b]')
  expect(nested(['a', 100], ['b', 100, 1], ['c', 120])).toBe('[a] 1[b[c]]')
  expect(nested(['a', 100], ['b', 120], ['c', 120, 1], ['d', 140])).toBe('[a[b]] 1[c[d]]')
})

test('a block between two lists separates them', () => {
  expect(nested(['a', 100], ['text'], ['b', 120], ['c', 120])).toBe('[a] text [b c]')
})
