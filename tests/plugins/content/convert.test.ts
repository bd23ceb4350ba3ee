import { describe, expect, test } from 'bun:test'
import { type ContentFormat, type ContentOptions, contentFormats } from 'weirjs/schemas'
import { growthOf, LINEAR } from '../../growth.ts'
import { convert } from './convert.ts'
import { contentOptions } from './options.ts'

const url = new URL('https://bakery.example/recipes/rye?page=1')
const prose =
  'Rye flour takes up more water than wheat does, and its dough never becomes smooth however long it is worked. '

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Rye bread – The Bakery</title>
<meta name="description" content="How to bake rye bread."><style>.crumb { color: brown }</style><script>window.tracked = 'SCRIPTED'</script>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Recipe","name":"Rye bread"}</script></head>
<body class="has-ads with-sidebar"><header><a href="/">MASTHEAD</a><nav><ul><li><a href="/bread">NAVIGATION</a></li></ul></nav></header>
<div class="ad-slot" id="top-ad">ADVERTISED knives</div>
<main><article><h1>Rye bread</h1><p class="lead">OPENING ${prose.repeat(3)}</p><p>${prose.repeat(3)}</p>
<table><tr><th>What</th><th>Grams</th></tr><tr><td>Rye flour</td><td>500</td></tr></table>
<blockquote>QUOTED bread wants time</blockquote>
<p>See the <a href="../starter.html?utm_source=rye&amp;kind=wet" title="Sour">starter</a> for H<sub>2</sub>O. <img src="/loaf.jpg" alt="A loaf"><img src="/line.png" alt=""></p>
</article></main><aside class="sidebar">ASIDE <a href="https://elsewhere.example/x">x</a></aside>
<footer>FOOTER <a href="#top">up</a></footer><img src="https://pixel.example/p.gif" width="1" height="1"></body></html>`

const run = (changes: Partial<Omit<ContentOptions, 'formats'>> = {}, ...formats: ContentFormat[]) =>
  convert(
    { url, headers: new Headers({ 'content-type': 'text/html' }), body: new TextEncoder().encode(page) },
    contentOptions(changes, ...formats),
  )

describe('a page is converted', () => {
  test('into the requested formats and no others', async () => {
    for (const format of contentFormats) {
      const converted = await run({}, format)
      const given = contentFormats.filter((each) => converted[each] !== undefined)
      expect(given).toEqual([format])
    }
  })

  test('with its metadata and its source', async () => {
    const { metadata, parserName, contentSource } = await run()
    expect([parserName, contentSource]).toEqual(['html', 'body'])
    expect([metadata.title, metadata.description, metadata.language]).toEqual([
      'Rye bread – The Bakery',
      'How to bake rye bread.',
      'en',
    ])
  })

  const cases: [string, Partial<Omit<ContentOptions, 'formats'>>, string[], string[]][] = [
    ['whole, without advertisements', {}, ['MASTHEAD', 'OPENING', 'FOOTER'], ['ADVERTISED', 'SCRIPTED']],
    ['with advertisements', { removeAds: false }, ['ADVERTISED', 'OPENING'], []],
    [
      'with only its main content',
      { onlyMainContent: true },
      ['Rye bread', 'OPENING', '500', 'QUOTED'],
      ['MASTHEAD', 'NAVIGATION', 'ASIDE', 'FOOTER'],
    ],
    [
      'with only the included parts',
      { includeTags: ['blockquote', 'TABLE'] },
      ['QUOTED', '500'],
      ['OPENING', 'FOOTER'],
    ],
    [
      'without the excluded parts',
      { excludeTags: ['table', '.sidebar', 'header > nav'] },
      ['MASTHEAD', 'OPENING'],
      ['500', 'ASIDE', 'NAVIGATION'],
    ],
    [
      'with only the included parts without the excluded ones',
      { includeTags: ['article'], excludeTags: ['.lead'] },
      ['QUOTED'],
      ['OPENING', 'FOOTER'],
    ],
    ['without links', { includeLinks: false }, ['starter'], ['starter.html']],
    ['without images', { includeImages: false }, ['OPENING'], ['loaf.jpg']],
    [
      'with absolute addresses',
      { replaceAllPathsWithAbsolutePaths: true },
      ['https://bakery.example/starter.html', 'https://bakery.example/loaf.jpg'],
      ['../starter'],
    ],
    [
      'for a language model',
      { llmOptimization: true },
      ['OPENING', '../starter.html?kind=wet', 'loaf.jpg'],
      ['NAVIGATION', 'FOOTER', 'utm_source', 'line.png', 'Sour'],
    ],
  ]
  for (const converter of ['weir', 'turndown'] as const) {
    test.each(cases)(`%s (${converter})`, async (_, changes, present, absent) => {
      const { markdown = '' } = await run({ ...changes, converter })
      for (const each of present) expect(markdown).toContain(each)
      for (const each of absent.filter((one) => converter === 'weir' || !['line.png', 'Sour'].includes(one)))
        expect(markdown).not.toContain(each)
    })
  }

  test('into the same text as by Turndown, except for formatting', async () => {
    const words = (text = '') => text.match(/\w+/g)
    const [ours, theirs] = await Promise.all([
      run({ stripHtml: true, includeLinks: false }),
      run({ converter: 'turndown', includeLinks: false }),
    ])
    expect(words(ours.markdown)).toEqual(words(theirs.markdown))
  })

  test('without markup in its text, if that is to be removed', async () => {
    expect((await run()).markdown).toContain('<sub>')
    expect((await run({ stripHtml: true })).markdown).not.toMatch(/<\/?sub/)
    expect((await run({ stripHtml: true }, 'html')).html).not.toMatch(/<\/?\w+>/)
  })

  test('with a wrapped heading of Japanese in the same words in every form, and once', async () => {
    const text = '毎年春になると桜の祭りが開かれ、\n多くの人が訪れます。'.repeat(8)
    const html = `<title>桜の\n祭り</title><article><h1>桜の\n  祭り</h1><p>${text}</p><p>${text}</p></article>`
    const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' })
    const source = { url, headers, body: new TextEncoder().encode(html) }
    const options = contentOptions({ onlyMainContent: true }, 'markdown', 'text', 'json')
    const { markdown, text: plain, json, metadata } = await convert(source, options)
    expect(metadata).toMatchObject({ title: '桜の祭り', headline: '桜の祭り' })
    expect([markdown?.match(/桜の\s?祭り\n/g), plain?.match(/桜の\s?祭り\n/g)]).toEqual([
      ['桜の祭り\n'],
      ['桜の祭り\n'],
    ])
    expect(JSON.stringify(json).match(/"heading":"[^"]*"/g)).toEqual(['"heading":"桜の祭り"'])
    expect(JSON.stringify(json)).toContain('開かれ、多くの')
  })

  test('with an unchanged rawHtml, and the same as html on request', async () => {
    expect((await run({}, 'rawHtml')).rawHtml).toBe(page)
    const both = await run({ htmlFormat: 'raw', excludeTags: ['table'] }, 'html', 'rawHtml')
    expect([both.html, both.rawHtml]).toEqual([page, page])
  })
})

describe('the outline of a page', () => {
  const outlineOf = async (changes: Parameters<typeof run>[0]) => JSON.stringify((await run(changes, 'json')).json)

  test('has links and images, unless they are to be left out', async () => {
    expect(await outlineOf({})).toContain('utm_source=rye&kind=wet')
    const bare = await outlineOf({ includeLinks: false, includeImages: false })
    expect(bare).toContain('starter')
    expect(bare).not.toMatch(/"url":"[^"]*(?:starter|top)|loaf\.jpg/)
  })

  test('for a language model has no tracking, no links within the page, and only described images', async () => {
    const outline = await outlineOf({ llmOptimization: true })
    expect(outline).toContain('/starter.html?kind=wet')
    expect(outline).toContain('loaf.jpg')
    expect(outline).not.toMatch(/utm_source|#top|line\.png/)
  })
})

describe('without metadata', () => {
  test('a page is the same in every format, and metadata are only read if a format needs them', async () => {
    for (const format of contentFormats) {
      const [whole, bare] = [await run({}, format), await run({ includeMetadata: false }, format)]
      expect(bare[format]).toEqual(whole[format])
      const isNeeded = format === 'json' || format === 'structured'
      expect(bare.metadata.description === null).toBe(!isNeeded)
    }
  })
})

describe('the type of a body', () => {
  const body = (text: string) => new TextEncoder().encode(text)
  test('is recognised by its bytes: JSON is data whatever the server declares', async () => {
    const source = {
      url,
      headers: new Headers({ 'content-type': 'text/html' }),
      body: body('{"loaves": [{"kind": "rye"}]}'),
    }
    const { parserName, contentSource, json } = await convert(source, contentOptions({}, 'json'))
    expect([parserName, contentSource]).toEqual(['json', 'data'])
    expect(JSON.stringify(json)).toContain('rye')
  })

  test('may be text, which is unchanged', async () => {
    const source = {
      url: new URL('https://a.example/notes.txt'),
      headers: new Headers({ 'content-type': 'text/plain' }),
      body: body('One & two\n<three>\n'),
    }
    const { parserName, text } = await convert(source, contentOptions({}, 'text'))
    expect([parserName, text?.trim()]).toEqual(['text', 'One & two\n<three>'])
  })

  test('is refused if there is no reader for it', async () => {
    const source = {
      url: new URL('https://a.example/x.bin'),
      headers: new Headers({ 'content-type': 'application/octet-stream' }),
      body: new Uint8Array([1, 0, 2, 0, 3, 0, 0, 0, 9, 9, 9]),
    }
    expect(convert(source, contentOptions())).rejects.toMatchObject({
      status: 500,
      code: 'scraping_failed',
      details: { reason: 'unsupported_type' },
    })
  })
})

describe('a hostile page', () => {
  const hostile: [what: string, size: number, page: (size: number) => string][] = [
    ['of nested elements', 10_000, (size) => `${'<div>'.repeat(size)}deep${'</div>'.repeat(size)}`],
    ['of nested hidden elements', 20_000, (size) => `${'<div hidden class="tab">'.repeat(size)}deep`],
    ['of nested quotes and lists', 10_000, (size) => `${'<blockquote><ul><li>'.repeat(size)}deep`],
    ['of open links', 10_000, (size) => `${'<a href="/x">y'.repeat(size)}deep`],
    ['of an endless name', 200_000, (size) => `<div class="${'ad-'.repeat(size)}">deep</div>`],
    [
      'of an element with many attributes',
      20_000,
      (size) => `<p ${Array.from({ length: size }, (_, i) => `a${i}=1`).join(' ')}>deep</p>`,
    ],
    ['of sets of images', 100_000, (size) => `<img srcset="${' ,'.repeat(size)}" alt="deep">`],
    ['of invalid addresses', 5_000, (size) => `<p>deep</p>${'<a href="http://[">x</a><base href="//">'.repeat(size)}`],
  ]
  for (const converter of ['weir', 'turndown'] as const) {
    test.each(hostile)(
      `%s is converted in linear time (${converter})`,
      async (_, size, page) => {
        const headers = new Headers({ 'content-type': 'text/html' })
        // Turndown writes only the markdown.
        const formats = converter === 'weir' ? contentFormats : (['markdown', 'rawHtml'] as const)
        const options = contentOptions({ onlyMainContent: true, llmOptimization: true, converter }, ...formats)
        const work = (html: string) => convert({ url, headers, body: new TextEncoder().encode(html) }, options)
        expect((await work(page(size))).rawHtml).toBe(page(size))
        expect(await growthOf(page, work, size / 8)).toBeLessThan(LINEAR)
      },
      60_000,
    )
  }
})
