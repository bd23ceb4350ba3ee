import { expect, test } from 'bun:test'
import { convert } from '../convert.ts'
import { contentOptions } from '../options.ts'
import { prose } from '../page.ts'

const summaryOf = async (html: string, changes: Parameters<typeof contentOptions>[0] = {}, type = 'text/html') => {
  const source = {
    url: new URL('https://example.com/a/b'),
    headers: new Headers({ 'content-type': type }),
    body: new TextEncoder().encode(html),
  }
  return (await convert(source, contentOptions(changes, 'summary'))).summary
}

const article = `<nav><a href="/">Home</a> <a href="/x">News</a></nav><main><article><h1>Kettles</h1>
<p>A kettle boils
water.</p><h2>History</h2><p>${prose(40)}</p></article></main><footer>All rights reserved by the kettle people.</footer>`

test('a summary has the first whole sentences of the main content, whatever else is shown', async () => {
  const summary = (await summaryOf(article))!
  expect(summary).toStartWith('A kettle boils water. Kettle number 1 boils its water in about three minutes. Kettle')
  expect(summary).toEndWith('minutes.')
  expect(summary.length).toBeLessThanOrEqual(400)
  expect(await summaryOf(article, { onlyMainContent: true })).toBe(summary)
})

test('a summary is from the selected part', async () => {
  expect(await summaryOf(article, { includeTags: ['footer'] })).toBe('All rights reserved by the kettle people.')
})

test('plain text has a summary, and an empty page has none', async () => {
  expect(await summaryOf('One line.\nAnother.', {}, 'text/plain')).toBe('One line. Another.')
  expect(await summaryOf('<p></p>')).toBe('')
})
