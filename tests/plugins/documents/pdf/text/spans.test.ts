import { expect, test } from 'bun:test'
import { htmlOf } from '../../../../../plugins/documents/pdf/html.ts'
import { joinLines, merge } from '../../../../../plugins/documents/pdf/text/spans.ts'

const span = (text: string, bold = false, href: string | null = null) => ({
  text,
  bold,
  italic: false,
  mono: false,
  raised: 0 as const,
  href,
})
const merged = (...spans: ReturnType<typeof span>[]) => merge(spans).map(({ text, bold }) => [text, bold])

test('spans have single spaces between them and none at the ends', () => {
  expect(merged(span('  a  '), span(' b', true), span('  ', true), span(' c '))).toEqual([
    ['a ', false],
    ['b ', true],
    ['c', false],
  ])
  expect(merged(span(' '), span('  ', true))).toEqual([])
})

test('text with the same formatting is one span, and a space belongs to the span before it unless that is a link', () => {
  expect(merged(span('a'), span('b'))).toEqual([['ab', false]])
  expect(merged(span('a', true), span(' '), span('b'))).toEqual([
    ['a ', true],
    ['b', false],
  ])
  expect(merged(span('a', true, 'https://a.example/'), span(' '), span('b', true)).map(([text]) => text)).toEqual([
    'a',
    ' ',
    'b',
  ])
})

test('a list has a start number only if it is not one', () => {
  const item = { spans: [span('x')], children: [] }
  const list = (start: number | null) => htmlOf([{ kind: 'list', start, items: [item] }]).split('\n')[0]
  expect([list(null), list(1), list(4)]).toEqual(['<ul>', '<ol>', '<ol start="4">'])
})

test.each([
  ['after a slash', ['See https://a.example/', 'kettles/'], 'See https://a.example/kettles/'],
  [
    'after a hyphen of its own',
    ['(https://a.example/kettles/of-', 'steel.html).'],
    '(https://a.example/kettles/of-steel.html).',
  ],
  ['not between words that are only in it', ['steel', 'kettles'], 'steel kettles'],
  ['not between other words', ['our kettles,', 'old and new'], 'our kettles, old and new'],
])('an address that is split at the end of a line has no space %s', (_, lines, joined) => {
  const href = 'https://a.example/kettles/of-steel.html?steelkettles'
  const read = joinLines(
    lines.map((text) => [span(text, false, href)]),
    { has: () => false },
  )
  expect(read.map(({ text }) => text)).toEqual([joined])
})
