import { expect, test } from 'bun:test'
import { Budget } from '../../../plugins/content/budget.ts'
import { parseFeedText } from '../../../plugins/documents/feed/parse.ts'
import { growth, LINEAR } from '../../growth.ts'

const parse = (xml: string) => parseFeedText(xml, { isJson: false, base: 'https://a.example/' }, new Budget(xml.length))
const start = '<rss version="2.0"><channel><title>Kettles</title><item><title>'

test.each(['a<x=', '<a ">"', "<a '>'", '<!DOCTYPE [', 'x="<!DOCTYPE'])(
  'a feed whose text is full of %s is refused in linear time',
  (piece) => {
    const make = (size: number) => start + piece.repeat(size / piece.length)
    expect(growth(make, parse, 20_000)).toBeLessThan(LINEAR)
    expect(parse(make(1_000_000))).toBeUndefined()
  },
)

test('a feed whose text has some signs that begin no tag is read', () => {
  const code = `<![CDATA[${'if (a < b && c > d) don\'t "do" it; <p>x</p>\n'.repeat(20_000)}]]>`
  const entry = `<item><title>a</title><description>${code}</description></item>`
  expect(parse(`<rss version="2.0"><channel><title>Kettles</title>${entry}</channel></rss>`)?.items).toHaveLength(1)
})
