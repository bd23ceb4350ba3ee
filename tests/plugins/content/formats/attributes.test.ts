import { expect, test } from 'bun:test'
import type { AttributeQuery } from 'weirjs/schemas'
import { convert } from '../convert.ts'
import { contentOptions } from '../options.ts'

const read = async (html: string, attributes: AttributeQuery[], type = 'text/html') => {
  const source = {
    url: new URL('https://example.com/a/b'),
    headers: new Headers({ 'content-type': type }),
    body: new TextEncoder().encode(html),
  }
  return convert(source, contentOptions({ attributes, onlyMainContent: true }, 'attributes'))
}

const page = `<head><meta name="sku" content="A1"></head><body><ul class="list">
<li data-Price="3 &amp; 4">a</li><li data-price="">b</li><li>c</li></ul><a data-price="9" href="/x">x</a></body>`

test.each<[AttributeQuery, string[]]>([
  [{ selector: 'li', attribute: 'data-price' }, ['3 & 4', '']],
  [{ selector: '*', attribute: 'DATA-PRICE' }, ['3 & 4', '', '9']],
  [{ selector: 'ul.list > li:first-child', attribute: 'data-price' }, ['3 & 4']],
  [{ selector: 'meta[name=sku]', attribute: 'content' }, ['A1']],
  [{ selector: 'a', attribute: 'href' }, ['/x']],
  [{ selector: 'table', attribute: 'id' }, []],
])('%j gives %j, whatever part of the page is shown', async (query, values) => {
  expect((await read(page, [query])).attributes).toEqual([{ ...query, values }])
})

test('queries are answered in order, even for content without elements', async () => {
  const queries = [
    { selector: 'a', attribute: 'href' },
    { selector: 'li', attribute: 'data-price' },
  ]
  expect((await read(page, queries)).attributes).toEqual([
    { ...queries[0], values: ['/x'] },
    { ...queries[1], values: ['3 & 4', ''] },
  ])
  expect((await read('words', queries, 'text/plain')).attributes).toEqual(
    queries.map((query) => ({ ...query, values: [] })),
  )
})

test('the values of many queries are in proportion to the page', async () => {
  const html = `<p title="${'x'.repeat(1000)}">`.repeat(1000)
  const queries = Array.from({ length: 50 }, () => ({ selector: 'p', attribute: 'title' }))
  const { attributes, warnings } = await read(html, queries)
  const values = (attributes as { values: string[] }[]).flatMap(({ values: each }) => each)
  expect(values.join('').length).toBeLessThan(10 * html.length)
  expect(warnings).toEqual([expect.stringContaining('list of attributes was cut')])
})

test('selectors that take too long together are refused', async () => {
  const html = '<p title="x">word</p>'.repeat(20_000)
  const queries = Array.from({ length: 50 }, (_, i) => ({ selector: `p:nth-last-child(${i}n)`, attribute: 'title' }))
  expect(read(html, queries)).rejects.toThrow('attributes has selectors that take too long on this page')
})
