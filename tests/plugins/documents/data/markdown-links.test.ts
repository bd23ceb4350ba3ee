import { expect, test } from 'bun:test'
import { markdownLinks } from '../../../../plugins/documents/data/markdown-links.ts'
import { growth, LINEAR } from '../../../growth.ts'

const linksOf = (text: string) => markdownLinks(text, new URL('https://a.example/docs/readme.md'))

test.each([
  ['to another file, relative to this one', '[next](other.md) and [up](<../up.md>)', ['docs/other.md', 'up.md']],
  ['with a title, or with brackets', '[a](x.md "Title") [b](c_(d))', ['docs/x.md', 'docs/c_(d)']],
  ['by reference', '[a][one]\n\n[one]: ./one.md "Title"', ['docs/one.md']],
  ['around a picture, but not to the picture', '[![state](state.svg)](/builds) ![plan](plan.png)', ['builds']],
  ['once each', '[a](x.md) [b](x.md)', ['docs/x.md']],
  ['except within the text, by mail or in code', '[a](#b) [c](mailto:d@e) `[f](g.md)`\n```\n[h](i.md)\n```\n', []],
])('finds links in Markdown %s', (_, text, links) => {
  expect(linksOf(text)).toEqual(links.map((link) => `https://a.example/${link}`))
})

test('finds bare addresses in Markdown', () => {
  expect(linksOf('See https://b.example/x. [a](y.md)')).toEqual(['https://a.example/docs/y.md', 'https://b.example/x'])
})

test.each(['```x\n', '~~~\n```\n', '[a](b ', '![a](', '[a]:', '`', '[', '](('])(
  'links are found in linear time (%j)',
  (piece) => {
    expect(growth((size) => piece.repeat(size), linksOf, 40_000)).toBeLessThan(LINEAR)
  },
)
