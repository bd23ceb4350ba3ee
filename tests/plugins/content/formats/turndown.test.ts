import { expect, test } from 'bun:test'
import { canTurndown, turndown } from '../../../../plugins/content/formats/turndown.ts'
import { parse } from '../../../../plugins/content/tree/index.ts'
import { viewOf } from '../../../../plugins/content/view/view.ts'
import { contentOptions } from '../options.ts'

const url = new URL('https://example.com/a')
const can = (html: string, written = html) => canTurndown(viewOf(parse(html), url, contentOptions({})), written)

test('Turndown gets only as much as it can write in linear time', () => {
  const table = (rows: number) => `<table>${'<tr><td>a</td></tr>'.repeat(rows)}</table>`
  expect([can(table(1000)), can(table(1001))]).toEqual([true, false])
  const list = (items: number) => `<ul>${'<li>a</li>'.repeat(items)}</ul>`
  expect([can(list(15_000)), can(list(15_001))]).toEqual([true, false])
  const nested = (depth: number) => `${'<blockquote>'.repeat(depth)}a${'</blockquote>'.repeat(depth)}`
  expect([can(nested(24)), can(nested(25))]).toEqual([true, false])
  // Siblings are not within each other.
  expect(can('<blockquote>a</blockquote>'.repeat(100))).toBe(true)
  const length = (count: number) => can('<p>a</p>', 'x'.repeat(count))
  expect([length(512 * 1024), length(512 * 1024 + 1)]).toEqual([true, false])
})

test('Turndown writes headings, lists, code and tables in the style of GitHub, without scripts', async () => {
  const html = `<h2>A</h2><ul><li>b</li></ul><pre><code>c</code></pre><table><tr><th>d</th></tr><tr><td>e</td></tr></table>
    <del>f</del><script>g</script><style>h</style><noscript>i</noscript>`
  const markdown = await turndown(html)
  for (const part of ['## A', /^- +b$/m, '```\nc\n```', '| d   |', /~+f~+/]) expect(markdown).toMatch(part)
  for (const gone of ['g', 'h', 'i']) expect(markdown).not.toMatch(new RegExp(`^${gone}$`, 'm'))
})
