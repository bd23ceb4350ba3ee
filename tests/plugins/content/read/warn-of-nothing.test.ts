import { expect, test } from 'bun:test'
import { readSource } from '../../../../plugins/content/read/read.ts'
import { sniff } from '../../../../plugins/content/sniff/sniff.ts'
import { contentOptions } from '../options.ts'

const warningsOf = async (source: string, type = 'text/html', changes = {}) => {
  const url = new URL('https://example.com/rug')
  const headers = new Headers({ 'content-type': type })
  const body = new TextEncoder().encode(source)
  const options = contentOptions(changes, 'markdown', 'text')
  return (await readSource({ url, headers, body, ...sniff({ url, headers, body }) }, options)).warnings
}
const head = '<title>Beatrice Tan Rug</title><meta property="og:title" content="Beatrice Tan Rug">'

test.each([
  ['a page that shows nothing', '<html><body><p hidden>x</p><script>fill()</script></body></html>', 'text/html'],
  ['an empty file', ' ', 'text/plain'],
])('there is a warning that %s has no text', async (_, source, type) => {
  expect(await warningsOf(source, type)).toEqual([expect.stringContaining('No text was found')])
})

test('there is a warning that a page has only its heading', async () => {
  const main = { onlyMainContent: true }
  expect(await warningsOf(`${head}<body><div id="app"></div></body>`, 'text/html', main)).toEqual([
    expect.stringContaining('No text was found except the heading'),
  ])
  expect(await warningsOf(`${head}<body><p>Tan.</p></body>`, 'text/html', main)).toBeUndefined()
  expect(await warningsOf(`${head}<body><h1>Beatrice Tan Rug</h1></body>`, 'text/html', main)).toBeUndefined()
})

test('a page with a word has no such warning', async () => {
  expect(await warningsOf('<h1>Short</h1>')).toBeUndefined()
  expect(await warningsOf('a', 'text/plain')).toBeUndefined()
})
