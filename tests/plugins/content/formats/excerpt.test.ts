import { expect, test } from 'bun:test'
import { convert } from '../convert.ts'
import { contentOptions } from '../options.ts'
import { prose } from '../page.ts'

const excerptOf = async (html: string, changes: Parameters<typeof contentOptions>[0] = {}) => {
  const source = {
    url: new URL('https://example.com/a/b'),
    headers: new Headers({ 'content-type': 'text/html' }),
    body: new TextEncoder().encode(html),
  }
  return (await convert(source, contentOptions({ excerpt: 1000, ...changes }, 'rawHtml'))).excerpt
}

const article = `<title>T</title><nav><a href="/x">News</a></nav><main><h1>Kettles</h1>
<p>A kettle  boils\nwater &amp; <b>more</b>.</p><ul><li>one<li>two</ul><script>x()</script><h2 hidden>No</h2><h2><b hidden>No</b> Its
<i>his<br>tory</i><a class="headerlink" href="#h">¶</a></h2><table><tr><td>a<td>b</table><p>${prose(5)}</p></main>`

test('an excerpt has the shown text on one line, without list markers, and its headings', async () => {
  const { text, headings } = (await excerptOf(article))!
  expect(text).toStartWith('News Kettles A kettle boils water & more. one two Its his tory a b Kettle number 1 boils')
  expect(headings).toEqual(['Kettles', 'Its his tory'])
})

test('words are separate exactly if they are shown separately', async () => {
  const said = async (html: string) => (await excerptOf(html))!.text
  expect(await said('<p>Ket<b>tle</b>s<br>boil</p>so&shy;on<button>Buy</button>now')).toBe('Kettles boil soon Buy now')
  expect(await said('<a href=/>News</a><a href=/>Sport</a> <span>FAQ</span><span>Careers</span>')).toBe(
    'News Sport FAQ Careers',
  )
  expect(await said('<div>Careers<span>Hiring</span>Now</div><p>Java<span>Script</span>')).toBe(
    'Careers Hiring Now JavaScript',
  )
  expect(await said('<p>10<sup>6</sup> m<sup>2</sup>')).toBe('10^6 m2')
  expect(await said('<td>a</td><select><option>x</select><svg><text>y</text></svg>b')).toBe('a b')
})

test('an excerpt is from the selected part', async () => {
  expect((await excerptOf(article, { onlyMainContent: true }))!.text).toStartWith('Kettles A kettle boils')
  expect(await excerptOf(article, { includeTags: ['nav'] })).toEqual({ text: 'News', headings: [] })
})

test('an excerpt has about the requested length, and is only returned on request', async () => {
  const { length } = (await excerptOf(`<p>${prose(1)}</p>`.repeat(200), { excerpt: 2000 }))!.text
  expect([length >= 1900, length < 3000]).toEqual([true, true])
  expect(await excerptOf(article, { excerpt: undefined })).toBeUndefined()
})

test('a single long text is cut too, and white space does not count', async () => {
  const { length } = (await excerptOf(`<p>${'word '.repeat(200_000)}</p>`, { excerpt: 2000 }))!.text
  expect([length >= 1900, length < 3000]).toEqual([true, true])
  expect((await excerptOf(`${' \n'.repeat(50_000)}<p>last</p>`, { excerpt: 2000 }))!.text).toBe('last')
})

test('nested headings are not repeated for each of their ancestors', async () => {
  const { headings } = (await excerptOf(`${'<h1><h2><h3>'.repeat(3000)}${'<p>word</p>'.repeat(3000)}`))!
  expect(headings.join('').length).toBeLessThanOrEqual(100_000)
  const many = (await excerptOf('<h2>word</h2>'.repeat(1000)))!.headings
  expect(many).toEqual(Array(200).fill('word'))
})
