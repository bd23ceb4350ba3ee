import { describe, expect, test } from 'bun:test'
import { markdownOf, textOf } from './convert.ts'

const pages: [string, string][] = [
  ['one text of a megabyte', 'x '.repeat(500_000)],
  ['one word of a megabyte', 'x'.repeat(1_000_000)],
  ['stars', `<p>${'*'.repeat(300_000)}`],
  ['stars and blanks', `<p>${'* '.repeat(200_000)}`],
  ['underscores', `<p>${'_a '.repeat(200_000)}`],
  ['ampersands', `<p>${'&amp;'.repeat(200_000)}`],
  ['brackets in a link', `<a href=x>${'['.repeat(200_000)}</a>`],
  ['number signs in a heading', `<h1>${'# '.repeat(100_000)}x</h1>`],
  ['dashes on lines', `<p>${'- - -<br>'.repeat(50_000)}`],
  ['a line of dashes', `<p>a<br>${'-'.repeat(200_000)}x`],
  ['backticks in code', `<code>${'`a'.repeat(100_000)}</code>`],
  ['backticks in a block', `<pre>${'`'.repeat(300_000)}</pre>`],
  ['breaks', '<br>'.repeat(200_000)],
  ['white space', `<p>a${' \n\t'.repeat(300_000)}b`],
  ['hard blanks', `<p>a${'&nbsp;'.repeat(100_000)}b`],
  ['nested lists', '<ul><li>x'.repeat(20_000)],
  ['nested quotations of many lines', `${'<blockquote>'.repeat(600)}${'x<br>'.repeat(20_000)}`],
  ['empty items', `<ul>${'<li></li>'.repeat(100_000)}</ul>`],
  ['nested emphasis', `${'<b><i>'.repeat(20_000)}x`],
  ['emphasis side by side', '<b>x</b><i>y</i>'.repeat(50_000)],
  ['emphasis around blocks', `<b><i><s>${'<p>x</p>'.repeat(50_000)}`],
  ['nested tables', '<table><tr><td>x'.repeat(5000)],
  ['a table of many cells', `<table>${'<tr><td>x<td>y'.repeat(30_000)}</table>`],
  ['cells that span all', `<table>${'<tr><td colspan=1000 rowspan=65534>x'.repeat(2000)}</table>`],
  ['a wide table', `<table><tr>${'<td>x'.repeat(50_000)}</table>`],
  ['links', '<a href="/x">y</a>'.repeat(50_000)],
  ['links around blocks', '<a href="/x"><div>y</div></a>'.repeat(20_000)],
  [
    'footnotes',
    Array.from({ length: 5000 }, (_, i) => `<sup><a href="#fn${i}">${i}</a></sup><li id="fn${i}">n</li>`).join(''),
  ],
  ['formulas', '<math><mfrac><mi>x</mi><mi>y</mi></mfrac></math>'.repeat(20_000)],
  ['nested formulas', `<math>${'<msqrt>'.repeat(2000)}x</math>`],
  ['images', '<img src="data:image/png;base64,x" data-src="a/blank-blank-blank" srcset="a 1x, b 2x">'.repeat(20_000)],
  ['code with links', `<code>${'<a href=x>y</a>'.repeat(30_000)}</code>`],
  ['definitions', '<dl><dt>a<dd>b'.repeat(10_000)],
]

describe('Markdown and text of a hostile page take time by its length', () => {
  test.each(pages)('%s', (_, html) => {
    const started = performance.now()
    const markdown = markdownOf(html)
    expect(markdown.length).toBeLessThan(40 * html.length + 1000)
    expect(textOf(html).length).toBeLessThan(10 * html.length + 1000)
    expect(performance.now() - started).toBeLessThan(3000)
  })

  test('and nothing of what it says is lost below the greatest depth', () => {
    for (const tag of ['div', 'ul><li', 'blockquote', 'b', 'table><tr><td', 'span']) {
      const html = `<${tag}>`.repeat(3000)
      expect(markdownOf(`${html}deep`)).toContain('deep')
      expect(textOf(`${html}deep`)).toContain('deep')
    }
  })
})
