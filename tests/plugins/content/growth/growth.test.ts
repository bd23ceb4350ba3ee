import { describe, expect, test } from 'bun:test'
import { Budget, Room } from '../../../../plugins/content/budget.ts'
import { toHtml } from '../../../../plugins/content/formats/html.ts'
import { toText } from '../../../../plugins/content/formats/text.ts'
import { outline } from '../../../../plugins/content/json-outline/index.ts'
import { toMarkdown } from '../../../../plugins/content/markdown/writer.ts'
import { readMetadata } from '../../../../plugins/content/metadata/index.ts'
import { readSource } from '../../../../plugins/content/read/read.ts'
import { normaliseStructured } from '../../../../plugins/content/structured/index.ts'
import { parse } from '../../../../plugins/content/tree/index.ts'
import { viewOf } from '../../../../plugins/content/view/view.ts'
import { growth, growthOf, LINEAR } from '../../../growth.ts'
import { contentOptions } from '../options.ts'
import { type Construction, constructions } from './constructions.ts'

const url = new URL('https://site.example/page')
const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' })
const options = contentOptions(
  { replaceAllPathsWithAbsolutePaths: true },
  'markdown',
  'html',
  'rawHtml',
  'text',
  'json',
  'structured',
  'links',
)
const about = { title: null, url: url.href, language: null }
const address = (href: string) => href
const common = { includeLinks: true, includeImages: true, address }
const cases = constructions.map((each): [string, Construction] => [each.name, each])

const convert = (page: string) =>
  readSource({ url, headers, body: new TextEncoder().encode(page), parserName: 'html', mime: 'text/html' }, options)

/** Writes a page in all formats without a limit, so that only the writers themselves are measured. */
const writeAll = (page: string): number => {
  const tree = parse(page)
  const view = viewOf(tree, url, options)
  const metadata = readMetadata(tree, { url, headers, markupLength: page.length })
  const form = { removeScripts: true, removeStyles: false, removePixels: false, removeHidden: false, document: true }
  return [
    toMarkdown(view, { ...common, describedImagesOnly: false, html: true, titles: true }),
    toText(view),
    toHtml(view, { ...form, ...common }),
    JSON.stringify(outline(view, about, { ...common, describedImagesOnly: false })),
    JSON.stringify(normaliseStructured(metadata, url)),
  ].reduce((sum, { length }) => sum + length, 0)
}

describe('every format of a page', () => {
  test.each(cases)('is in proportion to it: %s', async (_, { page, size }) => {
    const source = page(4 * size)
    const { maxLength } = new Budget(source.length)
    const converted = await convert(source)
    const { markdown, html, rawHtml, text, json, structured, links, metadata } = converted
    for (const each of [markdown, html, rawHtml, text]) expect(each!.length).toBeLessThanOrEqual(maxLength)
    for (const each of [json, structured, links]) expect(JSON.stringify(each).length).toBeLessThanOrEqual(maxLength)
    expect(JSON.stringify(metadata).length).toBeLessThan(maxLength + 2 * 1024 * 1024)
  })

  test.each(cases)('takes linear time: %s', async (_, { page, size, repeatsItself }) => {
    const measured = repeatsItself ? await growthOf(page, convert, size) : growth(page, writeAll, size)
    expect(measured).toBeLessThan(LINEAR)
  })
})

test('the cut formats of a page are well-formed, with a warning', async () => {
  const page = `${'<blockquote>'.repeat(30)}${'<p>a'.repeat(50_000)}`
  const { warnings, markdown, json } = await convert(page)
  expect(warnings).toEqual(['The markdown was cut at 1.7 MiB: more would be out of proportion to its source'])
  expect(markdown).toEndWith('> a')
  expect(JSON.stringify(json)).toContain('"quote"')
})

test('each writer stops at its limit, and closes open elements', () => {
  const page = `<table><tr><th>a<th>b${'<tr><td><b>one</b><td><a href="x">two</a>'.repeat(200)}</table>`
  const view = viewOf(parse(page), url, options)
  const form = { removeScripts: true, removeStyles: false, removePixels: false, removeHidden: false, document: true }
  const markdown = toMarkdown(view, { ...common, describedImagesOnly: false, html: true, titles: true }, new Room(1000))
  expect(markdown).toMatch(/^\| a \| b \|\n\| --- \| --- \|\n(?:\| \*\*one\*\* \| \[two\]\(x\) \|\n)+\|[^\n]*\|$/)
  const html = toHtml(view, { ...form, ...common }, new Room(1000))
  expect(html.length).toBeWithin(900, 1001)
  expect(html).toEndWith('</tr></tbody></table></body></html>')
  expect(toText(view, new Room(1000))).toMatch(/^a\tb\n(?:one\ttwo\n)+/)
  const { sections } = outline(view, about, { ...common, describedImagesOnly: false }, new Room(1000))
  expect(sections[0]!.content[0]).toMatchObject({ type: 'table', rows: expect.any(Array) })
  expect(JSON.stringify(sections).length).toBeLessThan(6000)
})

test('HTML that ends within a text says so, and ends between characters', () => {
  const view = viewOf(parse('<p>ab😀cd'), url, options)
  const form = { removeScripts: true, removeStyles: false, removePixels: false, removeHidden: false, document: false }
  const cut = [13, 12, 11, 10].map((length) => {
    const room = new Room(length)
    return [toHtml(view, { ...form, ...common }, room), room.isFull]
  })
  const [whole, ...parts] = cut
  expect(whole).toEqual(['<p>ab😀cd</p>', false])
  for (const [html, isFull] of parts) expect([html, isFull]).toEqual([expect.stringMatching(/^<p>ab.*<\/p>$/u), true])
  expect(parts.every(([html]) => String(html).isWellFormed())).toBe(true)
})

test('Turndown is not used for a page that would take minutes, with a warning', async () => {
  const turndown = contentOptions({ converter: 'turndown' })
  const markdownOf = async (page: string) => {
    const body = new TextEncoder().encode(page)
    const { markdown, warnings } = await readSource(
      { url, headers, body, parserName: 'html', mime: 'text/html' },
      turndown,
    )
    return { markdown, warnings }
  }
  expect(await markdownOf('<dl><dt>a<dd>b')).toEqual({ markdown: 'a\n\nb', warnings: undefined })
  const told = ['Turndown would take too long with a page of this size: the converter weir was used instead']
  for (const page of [
    `<table>${'<tr><td>a<td>b'.repeat(20_000)}</table>`,
    `<ol>${'<li>a'.repeat(100_000)}</ol>`,
    '<ul><li>a'.repeat(5000),
    '<p>a'.repeat(300_000),
    '<em><div>a'.repeat(16_000),
    '<div><p>a'.repeat(16_000),
  ]) {
    const { markdown, warnings } = await markdownOf(page)
    expect(warnings).toEqual(expect.arrayContaining(told))
    expect(markdown).toContain('a')
  }
})
