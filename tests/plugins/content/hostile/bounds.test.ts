import { describe, expect, test } from 'bun:test'
import { Budget } from '../../../../plugins/content/budget.ts'
import { markInessential } from '../../../../plugins/content/clean/llm-optimization.ts'
import { readLinks } from '../../../../plugins/content/formats/links.ts'
import { readPageLinks } from '../../../../plugins/content/links/page-links.ts'
import { emptyMetadata, readMetadata } from '../../../../plugins/content/metadata/index.ts'
import { readPage } from '../../../../plugins/content/read/read-page.ts'
import { isElement, parse, textContent } from '../../../../plugins/content/tree/index.ts'
import { viewOf } from '../../../../plugins/content/view/view.ts'
import { growth, LINEAR } from '../../../growth.ts'
import { contentOptions } from '../options.ts'

const url = new URL('https://site.example/page')
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)
const metadataOf = (html: string, headers = new Headers()) =>
  readMetadata(parse(html), { url, headers, markupLength: html.length })

describe('the tree of a page', () => {
  /** A paragraph that leaves formatting open. */
  const fonts = `<p>${numbers(24)
    .map((size) => `<font size=${size}>`)
    .join('')}`

  test.each(['<p>x', '<p>x<li>', '<h1>x</h1><p>', '<p>x<table><tr><td>x</table>'])(
    'has nodes in proportion to it, whatever formatting is open in %s',
    (part) => {
      for (const count of [10_000, 40_000]) {
        const html = fonts + part.repeat(count)
        expect(parse(html).nodes.length).toBeLessThan(25_000 + html.length)
      }
    },
  )

  test('reopens formatting in pages that do not consist of it', () => {
    const tree = parse(fonts + '<p>x'.repeat(500))
    expect(tree.nodes.length).toBeGreaterThan(500 * 24)
  })

  test('limits the attributes of a repeated element like those of any other', () => {
    for (const name of ['html', 'body'] as const) {
      const tree = parse(
        numbers(1000)
          .map((i) => `<${name} a${i}=${i}>`)
          .join(''),
      )
      expect(tree[name].attrs.length).toBe(512)
      expect(tree[name].attrs.slice(0, 4)).toEqual(['a0', '0', 'a1', '1'])
    }
  })

  test('has at most half a million nodes, keeps the text of the rest, and causes a warning', async () => {
    const html = `<p>${'<b></b>'.repeat(1_000_000)}<i>the end</i>`
    const tree = parse(html)
    expect(tree.isCut).toBe(true)
    expect(tree.nodes.length).toBeLessThanOrEqual(500_010)
    expect(textContent(tree, tree.body)).toBe('the end')
    expect(parse('<p>x').isCut).toBe(false)

    const budget = new Budget(html.length)
    const body = new TextEncoder().encode(html)
    const source = { url, headers: new Headers(), body, parserName: 'html' as const, mime: 'text/html' }
    await readPage(source, contentOptions({ includeMetadata: false, removeAds: false }, 'links'), budget)
    expect(budget.warnings).toEqual([
      'The page has more elements than are read: of the last ones, only the text is given',
    ])
  })
})

describe('a page of too many nodes', () => {
  test.each(['</p>', '</br>', '<p>a</p>', '<b>a</p></b>'])(
    'does not exceed the limit by end tags that create elements: %s',
    (part) => {
      const { nodes } = parse(part.repeat(600_000))
      expect(nodes.length).toBeGreaterThan(499_990)
      expect(nodes.length).toBeLessThanOrEqual(500_010)
    },
  )
})

describe('the links of a page', () => {
  const links = (count: number) =>
    numbers(count)
      .map((i) => `<a href=${i}>`)
      .join('')

  test('are limited by its budget, with a warning about the rest', () => {
    const page = new URL(`https://site.example/${'x'.repeat(2000)}/`)
    const tree = parse(links(10_000))
    const budget = new Budget(10_000)
    const view = viewOf(tree, page, contentOptions())
    const found = readLinks(view, false, budget)
    expect(found.length).toBeGreaterThan(100)
    expect(found.join('').length).toBeLessThanOrEqual(budget.maxLength)
    expect(budget.warnings).toEqual([
      `Only the first ${found.length} links are given: more would be out of proportion to the page`,
    ])

    const other = new Budget(10_000)
    const { pages } = readPageLinks(tree, page, { headers: new Headers(), metadata: emptyMetadata(), budget: other })
    expect(pages).toBe(found.join('\n'))
    expect(other.warnings).toEqual(budget.warnings)
  })

  test('are complete if there is room', () => {
    const budget = new Budget(10_000)
    expect(readLinks(viewOf(parse(links(5000)), url, contentOptions()), false, budget).length).toBe(5000)
    expect(budget.warnings).toEqual([])
  })

  test('are not relative to a base that is too long for an address', () => {
    const view = (length: number) =>
      viewOf(parse(`<base href="/${'b'.repeat(length)}/"><a href=c>`), url, contentOptions())
    expect(view(5000).base.href).toBe(url.href)
    expect(view(1000).base.href).toBe(`https://site.example/${'b'.repeat(1000)}/`)
  })
})

describe('the metadata of a page', () => {
  test('has the content of an element under a limited number of names', () => {
    const names = numbers(1000).map((i) => `og:a${i}`)
    const { structuredData } = metadataOf(`<meta property="${names.join(' ')}" content="x">`)
    expect(Object.keys(structuredData.openGraph)).toEqual(numbers(8).map((i) => `a${i}`))
  })

  test('is read with any number of icon sizes', () => {
    const sizes = '1x1 '.repeat(1_000_000)
    expect(metadataOf(`<link rel=icon href=/a.png sizes="${sizes}">`).favicon).toBe('https://site.example/a.png')
  })

  test('is read from a Link header in linear time', () => {
    const headers = (size: number) => new Headers({ link: '<'.repeat(size) })
    expect(growth(headers, (each) => metadataOf('', each), 4000)).toBeLessThan(LINEAR)
    const link = '</next>; rel=next, </own>; type="a"; rel = "canonical"'
    expect(metadataOf('', new Headers({ link })).canonical).toBe('https://site.example/own')
  })
})

describe('cleaning', () => {
  test('refuses selectors that search the same text repeatedly', () => {
    const tree = parse('<div>'.repeat(500) + 'x'.repeat(1_000_000))
    const clean = () => viewOf(tree, url, contentOptions({ includeTags: [':contains(y)'] }))
    expect(clean).toThrow('includeTags has selectors that take too long on this page')
  })

  test('compares a limited amount of text for repetitions', () => {
    const nested = (i: number) => `${'<div>a'.repeat(180)}${`${i} `.repeat(4000)}${'</div>'.repeat(180)}`
    const repeated = '<p>The very same sentence, which stands on this page twice.</p>'
    const hidden = (blocks: number) => {
      const tree = parse(`${numbers(blocks).map(nested).join('')}<h1>x</h1>${repeated}<h1>y</h1>${repeated}<h1>z</h1>`)
      const marks = new Uint8Array(tree.nodes.length)
      markInessential({ tree, marks })
      return tree.nodes.filter((node) => isElement(node) && node.name === 'p' && marks[node.id] !== 0).length
    }
    expect(hidden(1)).toBe(1)
    expect(hidden(30)).toBe(0)
  })
})
