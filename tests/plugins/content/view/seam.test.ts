import { expect, test } from 'bun:test'
import { convert } from '../convert.ts'
import { contentOptions } from '../options.ts'

/** A line of a page as in each format. */
const lineOf = async (html: string): Promise<string[]> => {
  const page = {
    url: new URL('https://site.example/'),
    headers: new Headers({ 'content-type': 'text/html; charset=utf-8' }),
    body: new TextEncoder().encode(`<div>${html}</div>`),
  }
  const { markdown, text, json } = await convert(page, contentOptions({}, 'markdown', 'text', 'json'))
  const [, inJson] = /"text":"((?:[^"\\]|\\.)*)"/.exec(JSON.stringify(json)) ?? []
  return [...new Set([markdown!.trim().replace(/[\\*]/g, ''), text!.trim(), inJson ?? ''])]
}

test.each([
  ['<span class="m">1994</span><span class="m">2h 22m</span><span class="m">R</span>', '1994 2h 22m R'],
  ['<span>$116.97</span><span class="was">$145</span><span>19% off</span>', '$116.97 $145 19% off'],
  ['<span>from</span><span>€20</span>', 'from €20'],
])('values that are laid out separately do not run together: %s', async (html, line) => {
  expect(await lineOf(html)).toEqual([line])
})

test.each([
  ['<span>1</span><span>9</span><span>4</span> visitors', '194 visitors'],
  ['<span>12</span><span>345</span>', '12345'],
  ['<span>US</span><span>$5</span>', 'US$5'],
  ['<span>5</span><span>$</span>', '5$'],
  ['AB<b>12</b><b>34x</b>', 'AB1234x'],
])('a single value stays one: %s', async (html, line) => {
  expect(await lineOf(html)).toEqual([line])
})
