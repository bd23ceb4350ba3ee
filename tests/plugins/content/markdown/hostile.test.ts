import { describe, expect, test } from 'bun:test'
import { growth, LINEAR } from '../../../growth.ts'
import { markdownOf, textOf } from './convert.ts'

/** A page by its size, and the largest size. */
type Page = [what: string, size: number, page: (size: number) => string]

const repeated =
  (unit: string, before = '', after = '') =>
  (size: number) =>
    before + unit.repeat(size) + after
const image = '<img src="data:image/png;base64,x" data-src="a/blank-blank-blank" srcset="a 1x, b 2x">'
const footnote = (i: number) => `<sup><a href="#fn${i}">${i}</a></sup><li id="fn${i}">n</li>`

const note = (label: number, id: number) => `<sup><a href="#fn${id}">${label}</a></sup><li id="fn${id}">n</li>`
/** Half of the notes have the labels that would be generated for the others, which all have the same label. */
const takenLabels = (size: number) =>
  Array.from({ length: size }, (_, i) => note(i < size / 2 ? size / 2 + i : 0, i)).join('')

const pages: Page[] = [
  ['one text', 500_000, repeated('x ')],
  ['one word', 1_000_000, repeated('x')],
  ['stars', 150_000, repeated('*', '<p>')],
  ['stars and blanks', 100_000, repeated('* ', '<p>')],
  ['underscores', 100_000, repeated('_a ', '<p>')],
  ['ampersands', 100_000, repeated('&amp;')],
  ['brackets in a link', 200_000, repeated('[', '<a href=x>', '</a>')],
  ['number signs in a heading', 100_000, repeated('# ', '<h1>', 'x</h1>')],
  ['dashes on lines', 20_000, repeated('- - -<br>', '<p>')],
  ['a line of dashes', 200_000, repeated('-', '<p>a<br>', 'x')],
  ['backticks in code', 100_000, repeated('`a', '<code>', '</code>')],
  ['backticks in a block', 300_000, repeated('`', '<pre>', '</pre>')],
  ['breaks', 80_000, repeated('<br>')],
  ['white space', 300_000, repeated(' \n\t', '<p>a', 'b')],
  ['hard blanks', 100_000, repeated('&nbsp;', '<p>a', 'b')],
  ['nested lists', 10_000, repeated('<ul><li>x')],
  ['nested quotations of many lines', 20_000, repeated('x<br>', '<blockquote>'.repeat(600))],
  ['empty items', 40_000, repeated('<li></li>', '<ul>', '</ul>')],
  ['nested emphasis', 20_000, repeated('<b><i>', '', 'x')],
  ['emphasis side by side', 20_000, repeated('<b>x</b><i>y</i>')],
  ['emphasis around blocks', 20_000, repeated('<p>x</p>', '<b><i><s>')],
  ['nested tables', 5000, repeated('<table><tr><td>x')],
  ['a table of many cells', 12_000, repeated('<tr><td>x<td>y', '<table>', '</table>')],
  ['cells that span all', 2000, repeated('<tr><td colspan=1000 rowspan=65534>x', '<table>', '</table>')],
  ['a wide table', 50_000, repeated('<td>x', '<table><tr>', '</table>')],
  ['links', 20_000, repeated('<a href="/x">y</a>')],
  ['links around blocks', 10_000, repeated('<a href="/x"><div>y</div></a>')],
  ['links without words', 20_000, repeated('<a class="i" href="https://a.example/x"><i></i></a>')],
  ['links without words that hold a lot', 20_000, repeated('<i class="i"></i>', '<a href="/x">', '</a>')],
  ['text for screen readers', 20_000, repeated('<span class="sr-only">x</span>')],
  ['footnotes', 5000, (size) => Array.from({ length: size }, (_, i) => footnote(i)).join('')],
  ['footnotes whose numbers are taken', 5000, takenLabels],
  ['formulas', 8_000, repeated('<math><mfrac><mi>x</mi><mi>y</mi></mfrac></math>')],
  ['nested formulas', 2000, repeated('<msqrt>', '<math>', 'x</math>')],
  ['openings of formulas', 40_000, repeated('\\(\\[$$', '<script src="mathjax.js"></script><p>$$x$$', '')],
  ['formulas in a text', 50_000, repeated('\\(x\\) ', '<script src="mathjax.js"></script><p>', '')],
  [
    'dollars in an element of many names',
    16_000,
    (size) =>
      `<script src="mathjax.js"></script><p>$$x$$</p><div class="${'n '.repeat(size)}">${'$<b>x</b>'.repeat(size)}`,
  ],
  ['images', 20_000, repeated(image)],
  [
    'one star after a long description, and many',
    200_000,
    (size) => `<img src=a alt="${'a'.repeat(size)}${'*'.repeat(size)}">`,
  ],
  ['code with links', 15_000, repeated('<a href=x>y</a>', '<code>', '</code>')],
  ['definitions', 10_000, repeated('<dl><dt>a<dd>b')],
]

describe('Markdown and text of a hostile page take linear space and time', () => {
  test.each(pages)('%s', (_, size, page) => {
    const html = page(size)
    expect(markdownOf(html).length).toBeLessThan(40 * html.length + 1000)
    expect(textOf(html).length).toBeLessThan(10 * html.length + 1000)
    expect(growth(page, (each) => [markdownOf(each), textOf(each)], size / 8)).toBeLessThan(LINEAR)
  })

  test('without losing content below the greatest depth', () => {
    for (const tag of ['div', 'ul><li', 'blockquote', 'b', 'table><tr><td', 'span']) {
      const html = `<${tag}>`.repeat(3000)
      expect(markdownOf(`${html}deep`)).toContain('deep')
      expect(textOf(`${html}deep`)).toContain('deep')
    }
  })
})
