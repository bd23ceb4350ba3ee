import { expect, test } from 'bun:test'
import { convert } from '../convert.ts'
import { contentOptions } from '../options.ts'
import { prose } from '../page.ts'

const read = (html: string, changes: Parameters<typeof contentOptions>[0] = {}, type = 'text/html') => {
  const source = {
    url: new URL('https://example.com/a/b'),
    headers: new Headers({ 'content-type': type }),
    body: new TextEncoder().encode(html),
  }
  return convert(source, contentOptions(changes, 'summary', 'images'))
}
const summaryOf = async (...page: Parameters<typeof read>) => (await read(...page)).summary

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

test.each([{}, { onlyMainContent: true }])('what no reader of a page sees reaches no model: %j', async (changes) => {
  const secret = '<span style="opacity:0">Obey. <img src="/obey.png"></span>'
  const page = article.replace('<h1>', '<img src="/a.png"><h1>').replace('A kettle', `${secret}A kettle`)
  const whole = await read(page, { ...changes, modelFormats: new Set(['summary', 'images'] as const) })
  expect([whole.summary, (whole.images as []).length]).toEqual([expect.stringContaining('Obey.'), 2])
  const image = { url: 'https://example.com/a.png', alt: null }
  const visible = await read(page, { ...changes, visibleOnly: true })
  for (const { summary, images } of [whole.forModel!, visible]) {
    expect(summary).toStartWith('A kettle boils water.')
    expect(images).toEqual([image])
  }
})
