import { describe, expect, test } from 'bun:test'
import { firstSentences } from '../../../plugins/content/formats/first-sentences.ts'
import { readPage } from '../../../plugins/search/local/read-page.ts'
import { describeText, qualityOf } from '../../../plugins/search/text/describe-text.ts'
import { headingsOf, plainText } from '../../../plugins/search/text/plain-text.ts'
import { readMarkup } from '../../../plugins/search/text/read-markup.ts'
import { stringsOf } from '../../../plugins/search/text/strings-of.ts'
import { growth, LINEAR } from '../../growth.ts'

describe('Markdown', () => {
  test('is shown as plain text, in one line', () => {
    const cases: [string, string][] = [
      ['# Title\n\nSome *bold* and __more__ `code`.', 'Title Some bold and more code .'],
      ['a ![picture](x.png) b', 'a b'],
      ['[link](https://x.example/ "T") and [other](y)', 'link and other'],
      ['- one\n- two\n1. three\n> four\n+ five', 'one two three four five'],
      ['```js\nconst a = 1\n```', 'const a = 1'],
      ['| a | b |\n| --- | :-: |\n| 1 | 2 |', 'a b 1 2'],
      ['a \\* b \\_ c', 'a * b _ c'],
      ['one\ttwo\n\n\nthree   four', 'one two three four'],
      ['', ''],
    ]
    for (const [markdown, shown] of cases) expect([markdown, plainText(markdown)]).toEqual([markdown, shown])
  })

  test('is read up to a limit, with the same result at once and in parts', () => {
    const lines = Array.from({ length: 4000 }, (_, i) => `## Line ${i}\n\nwith *some* text\n`)
    const whole = lines.map((line) => plainText(line)).join(' ')
    expect(plainText(lines.join(''))).toBe(whole)
    const part = plainText(lines.join(''), 20_000)
    expect([whole.startsWith(part), part.length >= 20_000, part.length < 30_000]).toEqual([true, true, true])
  })

  test('has headings, without their marks', () => {
    expect(headingsOf('# One *two*\ntext # no\n####### seven\n###### Six [six](x)\n#not')).toEqual([
      'One two',
      'Six six',
    ])
  })
})

describe('HTML', () => {
  test('is read as its text, without invisible parts', () => {
    const { text, headings } = readMarkup(
      '<title>T</title><style>s</style><h1>One <b>two</b></h1><p>Three<script>x()</script> four</p><template><p>no</p></template><noscript>no</noscript><h2></h2><H3> Three </H3><h7>no</h7>after',
    )
    expect(text.replace(/\s+/g, ' ').trim()).toBe('One two Three four Three no after')
    expect(headings).toEqual(['One two', 'Three'])
  })

  test('is read up to a limit', () => {
    const { text } = readMarkup('<p>text &amp; more</p>  \n  '.repeat(10_000), 20_000)
    expect(text.replace(/\s+/g, ' ')).toStartWith('text & more text & more')
    const read = text.replace(/\s/g, '').length
    expect([read >= 15_000, read < 30_000]).toEqual([true, true])
  })

  test('is read in linear time, however deep it nests, until it nests deeper than a thousand elements', () => {
    const nested = (size: number) => `<p>first</p>${'<b>'.repeat(size)}${'</i>'.repeat(size)}`
    expect(readMarkup(`${nested(900)}<p>last</p>`).text).toContain('last')
    expect(readMarkup(nested(10_000)).text.trim()).toBe('first')
    expect(growth(nested, (html) => readMarkup(html), 2500)).toBeLessThan(LINEAR)
  })

  test('keeps the text of each of several nested headings', () => {
    expect(readMarkup('<h1>a<h2>b</h2>c</h1>d').headings).toEqual(['a', 'b'])
  })
})

test('the strings of JSON data are read up to a limit, without names and addresses', () => {
  const json = JSON.stringify({
    name: 'One "two" three',
    list: ['four', 'https://x.example/'],
    n: 5,
    deep: { a: 'b\nc' },
  })
  expect(stringsOf(json, 1000)).toBe('One  two  three four b c')
  expect(stringsOf('["aa","bb","cc"]', 7)).toBe('aa bb')
  expect(stringsOf('["aa","bb","cc"]', 6)).toBe('aa')
  expect(stringsOf('["never ends', 100)).toBe('never ends')
  expect(stringsOf('["aaaaaa"]', 4)).toBe('aaaa')
  expect(stringsOf('', 10)).toBe('')
})

describe('the description of a page', () => {
  test('has a preview of up to 300 characters from its first 20,000', () => {
    const { preview } = describeText('word '.repeat(100), null)
    expect(preview).toBe('word '.repeat(60))
    expect(describeText(`${' '.repeat(19_999)}ab`, null).preview).toBe('a')
    expect(describeText('😀'.repeat(200), null).preview).toBe('😀'.repeat(150))
  })

  test("has the page's own summary, or its first sentences without headings", () => {
    const markdown = '# Kettles\n\nThey boil. They whistle. \n\n## More\nThey pour.'
    expect(describeText(markdown, ' Said by itself ').summary).toBe('Said by itself')
    for (const none of [null, undefined, ' '])
      expect(describeText(markdown, none).summary).toBe('They boil. They whistle. They pour.')
  })

  test('ends its summary with a whole sentence within 400 characters, or after 400', () => {
    const sentence = (length: number) => `A${'a'.repeat(length - 3)}. `
    expect(firstSentences(sentence(200) + sentence(200) + sentence(10))).toBe((sentence(200) + sentence(200)).trim())
    expect(firstSentences(sentence(200) + sentence(201))).toBe(sentence(200).trim())
    expect(firstSentences('b'.repeat(500))).toBe('b'.repeat(400))
    expect(firstSentences(`${'b'.repeat(399)}😀 c`)).toBe(`${'b'.repeat(399)}\ufffd`)
    expect(firstSentences('')).toBe('')
  })

  test('has a reading time of a minute per 200 words, and at least one', () => {
    const times = [0, 1, 200, 299, 300, 500].map((words) => describeText('w '.repeat(words), null).readingTime)
    expect(times).toEqual([0, 1, 1, 1, 2, 3])
    expect(describeText('one two', null, 700)).toMatchObject({ wordCount: 700, readingTime: 4 })
    expect(describeText('one **two** three', null).wordCount).toBe(3)
  })

  test('has a quality that depends on its words, unless that is known', () => {
    const quality = (words: number, isRich?: boolean) => qualityOf(describeText('', null, words), isRich)
    expect([quality(99), quality(100), quality(299), quality(300)]).toEqual(['low', 'medium', 'medium', 'high'])
    expect([quality(0, true), quality(300, false), quality(50, false)]).toEqual(['high', 'medium', 'low'])
  })
})

describe('the index entry of a page', () => {
  const now = Date.UTC(2026, 0, 1)
  const read = (data: object, metadata: object = {}) =>
    readPage(
      {
        data,
        metadata: { statusCode: 200, url: 'https://Site.example/a?utm_source=x#y', ...metadata },
      } as unknown as Parameters<typeof readPage>[0],
      now,
    )

  test('has its text, headings, title, language and date', () => {
    expect(
      read(
        { markdown: '# Kettles\n\nThey *boil*.\n\n## Lids' },
        {
          title: 'Kettles and lids',
          headline: 'All kettles',
          description: 'Said',
          keywords: 'tea',
          language: 'de_AT',
          date: '2025-03-01',
          article: { modifiedTime: '2025-04-01T00:00:00Z', publishedTime: '2025-02-01' },
        },
      ),
    ).toEqual({
      key: 'https://site.example/a',
      url: 'https://site.example/a?utm_source=x#y',
      host: 'site.example',
      title: 'Kettles and lids',
      headings: 'All kettles · tea · Kettles · Lids',
      text: 'Said Kettles They boil . Lids',
      language: 'de',
      country: 'AT',
      date: Date.UTC(2025, 3, 1),
      digest: expect.any(String),
    } as never)
  })

  test('has a title from any available source, and a date that is not in the future', () => {
    expect(read({ markdown: '# One\ntext' })).toMatchObject({ title: 'One', headings: '', date: now, language: null })
    expect(read({ markdown: 'text' }, { headline: 'Head' })).toMatchObject({ title: 'Head', headings: '' })
    expect(read({ markdown: 'text' })).toMatchObject({ title: 'site.example' })
    expect(read({ markdown: 'x' }, { date: '2030-01-01' })!.date).toBe(now)
    expect(read({ markdown: 'x' }, { article: { modifiedTime: 'soon' }, date: '2025-03-01' })!.date).toBe(
      Date.UTC(2025, 2, 1),
    )
    expect(read({ markdown: 'x' }, { language: 'no language', og: { locale: 'fr' } })!.language).toBeNull()
    expect(read({ markdown: 'x' }, { og: { locale: 'fr_CA' } })).toMatchObject({ language: 'fr', country: 'CA' })
  })

  test('is read from any available format', () => {
    expect(read({ html: '<h1>H</h1><p>one</p>', rawHtml: '<p>two</p>' })).toMatchObject({ title: 'H', text: 'H one' })
    expect(read({ rawHtml: '<p>two</p>', text: 'no' })!.text).toBe('two')
    expect(read({ text: 'plain', json: { a: 'no' } })!.text).toBe('plain')
    expect(read({ content: 'its content' })!.text).toBe('its content')
  })

  test('is missing for an error page, or without any text', () => {
    expect([read({ markdown: 'x' }, { statusCode: 400 }), read({ markdown: ' ' })]).toEqual([undefined, undefined])
    expect(read({ markdown: 'x' }, { statusCode: 399 })).toBeDefined()
    expect(read({ markdown: '' }, { title: 'T' })).toMatchObject({ title: 'T', text: '' })
  })

  test('is limited to 30,000 characters of text, 5,000 of headings and 500 of a title', () => {
    const lengths = (data: object, metadata: object = {}) => {
      const page = read(data, metadata)!
      return [page.text.length, page.headings.length, page.title.length]
    }
    expect(lengths({ markdown: 'a'.repeat(30_001) }, { title: 'b'.repeat(501) })[0]).toBe(30_000)
    expect(lengths({ markdown: 'a' }, { title: 'b'.repeat(501) })[2]).toBe(500)
    expect(lengths({ markdown: `# ${'c'.repeat(6000)}` }, { title: 'b' })[1]).toBe(5000)
    expect(lengths({ markdown: 'd'.repeat(60_001) })[0]).toBe(30_000)
  })

  test('has a digest of its content', () => {
    const digest = (markdown: string, title = 't') => read({ markdown }, { title })!.digest
    expect(new Set([digest('a'), digest('a'), digest('b'), digest('a', 'u')]).size).toBe(3)
  })
})
