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
  ['<span><span>ISBN-10</span></span><span><span>054410305X</span></span>', 'ISBN-10 054410305X'],
  ['<span>from</span><span>€20</span>', 'from €20'],
  ['<span>It fits well.</span><span>Nancy</span>', 'It fits well. Nancy'],
  ['<span>We use cookies.</span><a>Accept</a>', 'We use cookies. Accept'],
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

const SPOKEN = 'position:absolute;width:1px;clip:rect(0 0 0 0)'

test.each([
  ['<a>Read<span class="sr-only">the terms</span></a>', 'Read the terms'],
  ['<p>See <a>it<span class="visually-hidden">(opens in a new tab)</span></a>.</p>', 'See it (opens in a new tab).'],
  [`<span>Europe</span><span style="${SPOKEN}">category</span>`, 'Europe category'],
  ['<span class="screen-reader-text">Original price:</span>249 €', 'Original price: 249 €'],
  ['249€<span class="sr-only">Current price</span><b>149€</b>', '249€ Current price 149€'],
])('text for screen readers does not run into what is beside it: %s', async (html, line) => {
  expect(await lineOf(html)).toEqual([line])
})

test.each([
  ['a<span class="sr-only">, b</span>.', 'a, b.'],
  ['(<span class="sr-only">page</span>)', '(page)'],
  ['twen<span class="part">ty</span>', 'twenty'],
  ['class <span>logging.</span><span>Logger</span>', 'class logging.Logger'],
  ['It is small.<small>Text</small>', 'It is small.Text'],
])('punctuation and parts of words stay together: %s', async (html, line) => {
  expect(await lineOf(html)).toEqual([line])
})
