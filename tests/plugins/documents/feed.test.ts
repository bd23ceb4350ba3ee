import { describe, expect, test } from 'bun:test'
import type { ContentFormat } from 'weirjs/schemas'
import { Budget } from '../../../plugins/content/budget.ts'
import type { FeedItem } from '../../../plugins/documents/feed/model.ts'
import { parseFeedText } from '../../../plugins/documents/feed/parse.ts'
import { convert } from '../content/convert.ts'
import { contentOptions } from '../content/options.ts'

/** Reads a feed like the response of a server. */
const read = (text: string, type: string, ...formats: ContentFormat[]) =>
  convert(
    {
      url: new URL('https://site.example/feed'),
      headers: new Headers({ 'content-type': type }),
      body: new TextEncoder().encode(text),
    },
    contentOptions({}, ...formats),
  )
const itemsOf = async (text: string, type: string) =>
  ((await read(text, type, 'json')).json as { items: FeedItem[] }).items

const ATOM = 'application/atom+xml'
const RSS = 'application/rss+xml'
const JSON_FEED = 'application/feed+json'
const atom = (entry: string, head = '') =>
  `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">${head}<entry>${entry}</entry></feed>`
const rss = (item: string) =>
  `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>T</title><item>${item}</item></channel></rss>`
/** Parses a feed without the limits of the formats that show it. */
const parse = (text: string) => {
  const budget = new Budget(text.length)
  const { items } = parseFeedText(text, { isJson: false, base: 'https://site.example/feed' }, budget)!
  return { items, warnings: budget.warnings }
}
const jsonFeed = (item: object) =>
  JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'T', items: [{ id: '1', ...item }] })

describe('a value with only a length', () => {
  const items = `<item><title>One &lt;length&gt;</title><length>1000000000</length></item>`
  const cdata = '<item><title>Two</title><description><![CDATA[<length>5</length>]]></description></item>'

  test('is not a list in RSS and Atom, and is kept in a text', async () => {
    const text = `<rss version="2.0"><channel><title>T</title><length>1e9</length>${items}${cdata}</channel></rss>`
    const found = await itemsOf(text, RSS)
    expect(found.map(({ title }) => title)).toEqual(['One <length>', 'Two'])
    expect(found[1]!.summary).toContain('<length>5</length>')
    const alone =
      '<entry><a:length xmlns:a="http://www.w3.org/2005/Atom">1000000000</a:length><title>One</title></entry>'
    const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><id>x</id><title>T</title>${alone}</feed>`
    expect((await itemsOf(feed, ATOM)).map(({ title }) => title)).toEqual(['One'])
  })

  test('is not a list in a JSON feed', async () => {
    const list = { 0: 'one', length: 1 }
    const huge = { length: 1_000_000_000 }
    const [item] = await itemsOf(jsonFeed({ title: 'One', tags: list, attachments: huge, authors: huge }), JSON_FEED)
    expect(item).toMatchObject({ title: 'One' })
    expect(JSON.stringify(item)).not.toContain('one')
  })
})

describe('Atom', () => {
  const words = 'The &lt;video&gt; element … a &lt; b'

  test.each(['summary', 'content'])('text in %s is not read as markup', async (name) => {
    const { text, markdown } = await read(atom(`<${name} type="text">${words}</${name}>`), ATOM, 'text', 'markdown')
    expect(text).toContain('The <video> element … a < b')
    expect(markdown).toContain('The \\<video> element … a < b')
  })

  test('text without a type is text', async () => {
    expect((await itemsOf(atom(`<summary>${words}</summary>`), ATOM))[0]!.summary).toBe(words)
  })

  test('text keeps its lines and paragraphs', async () => {
    const [item] = await itemsOf(atom('<content type="text">One\ntwo\n\nThree &amp; four</content>'), ATOM)
    expect(item!.content).toBe('<p>One<br>two</p><p>Three &amp; four</p>')
  })

  test('HTML and XHTML are markup', async () => {
    const html = '<summary type="html">&lt;p&gt;Plain &lt;b&gt;bold&lt;/b&gt;&lt;/p&gt;</summary>'
    expect((await read(atom(html), ATOM, 'text')).text).toContain('Plain bold')
    const xhtml =
      '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>In <b>place</b></p></div></content>'
    expect((await itemsOf(atom(xhtml), ATOM))[0]!.content).toBe('<p>In <b>place</b></p>')
  })

  test('titles in RSS have their entities decoded, and keep what looks like a tag', async () => {
    for (const title of [
      '<![CDATA[Q&amp;A: the <video> element &#8211; part 2]]>',
      'Q&amp;amp;A: the &lt;video&gt; element – part 2',
    ])
      expect((await itemsOf(rss(`<title>${title}</title>`), RSS))[0]!.title).toBe('Q&A: the <video> element – part 2')
  })

  test.each([
    [
      'HTML',
      '<![CDATA[<p>All of <b>tea</b>.</p><p>Each&nbsp;week <a href="/">here</a>]]>',
      'All of tea. Each week here',
    ],
    ['escaped HTML', 'Tea &amp;amp; more&lt;br /&gt;each week', 'Tea & more each week'],
    ['text', 'The &lt;video&gt; element &amp; more', 'The <video> element & more'],
  ])('the description of an RSS channel is shown without tags if it is %s', async (_, text, shown) => {
    const feed = `<rss version="2.0"><channel><title>T</title><description>${text}</description></channel></rss>`
    const { json, metadata } = await read(feed, RSS, 'json')
    expect([(json as { description: string }).description, metadata.description]).toEqual([shown, shown])
  })

  test('titles have no tags if they are HTML, and are unchanged if they are text', async () => {
    const title = '<title type="html">Plain &lt;b&gt;bold&lt;/b&gt; &amp;amp; more</title>'
    expect((await itemsOf(atom(title), ATOM))[0]!.title).toBe('Plain bold & more')
    expect((await itemsOf(atom(`<title type="text">${words}</title>`), ATOM))[0]!.title).toBe(
      'The <video> element … a < b',
    )
  })

  test('an entry without a publication date has the date of its last change', async () => {
    const updated = '<title>One</title><updated>2025-01-02T03:04:05Z</updated>'
    const changed = await read(atom(updated), ATOM, 'text', 'markdown', 'html')
    for (const format of ['text', 'markdown', 'html'] as const) expect(changed[format]).toContain('2025-01-02T03:04:05')
    const { markdown } = await read(atom(`${updated}<published>2024-01-01T00:00:00Z</published>`), ATOM, 'markdown')
    expect(markdown).toContain('2024-01-01')
    expect(markdown).not.toContain('2025')
  })

  test('content that is an image is not read as text', async () => {
    expect((await itemsOf(atom('<content type="image/png">iVBORw0KGgo=</content>'), ATOM))[0]!.content).toBeNull()
  })

  test('links in an entry are resolved against its own page, wherever the feed is', async () => {
    const html =
      '<link href="https://other.example/x/page"/><content type="html">&lt;a href="y"&gt;Y&lt;/a&gt;</content>'
    const { markdown } = await read(atom(html), ATOM, 'markdown')
    expect(markdown).toContain('[Y](https://other.example/x/y)')
    const without = await read(atom('<content type="html">&lt;a href="y"&gt;Y&lt;/a&gt;</content>'), ATOM, 'markdown')
    expect(without.markdown).toContain('[Y](https://site.example/y)')
  })

  test('addresses are resolved against the xml:base of an entry', async () => {
    const entry = '<link href="a"/><link rel="enclosure" href="b.mp3" type="audio/mpeg" length="12"/>'
    const source = atom(entry).replace('<entry>', '<entry xml:base="https://other.example/x/">')
    const [item] = await itemsOf(source, ATOM)
    expect([item!.url, item!.enclosures]).toEqual([
      'https://other.example/x/a',
      [{ url: 'https://other.example/x/b.mp3', type: 'audio/mpeg', length: 12 }],
    ])
  })

  test('addresses do not multiply a long base', async () => {
    const enclosures = '<link rel="enclosure" href="b.mp3"/>'.repeat(3000)
    const long = `https://other.example/${'x/'.repeat(1500)}`
    const source = atom(enclosures).replace('<entry>', `<entry xml:base="${long}">`)
    const [item] = await itemsOf(source, ATOM)
    expect(item!.enclosures[0]!.url).toBe('https://site.example/b.mp3')
    const within = source.replace(long, long.slice(0, 2000))
    const { items, warnings } = parse(within)
    const total = items[0]!.enclosures.reduce((sum, { url }) => sum + url.length, 0)
    expect(total).toBeWithin(1024 * 1024, 256 * 1024 + 8 * within.length)
    expect(warnings).toEqual(['The later addresses of the feed are missing: together they are too long'])
  })

  test('version 0.3 is read too', async () => {
    const [item] = await itemsOf(
      '<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><title mode="escaped" type="text/html">a &lt;i&gt;b&lt;/i&gt;</title><issued>2003-12-13T08:29:29-04:00</issued></entry></feed>',
      ATOM,
    )
    expect(item).toMatchObject({ title: 'a b', published: '2003-12-13T12:29:29.000Z' })
  })
})

describe('RSS', () => {
  test('is read with a DOCTYPE, as in version 0.91', async () => {
    const source =
      '<?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">' +
      '<rss version="0.91"><channel><title>Old</title><item><title>Item</title><description>An old item.</description></item></channel></rss>'
    const { markdown, parserName } = await read(source, RSS, 'markdown')
    expect(parserName).toBe('feed')
    expect(markdown).toBe('# Old\n\n## Item\n\nAn old item.\n')
  })

  test.each([
    ['that is an address is that of the item', '<guid>https://a.example/1</guid>', 'https://a.example/1'],
    [
      'that is declared as an address is too',
      '<guid isPermaLink="true">https://a.example/1</guid>',
      'https://a.example/1',
    ],
    ['that is declared as no address is ignored', '<guid isPermaLink="false">https://a.example/1</guid>', null],
    ['that is not an address is ignored', '<guid>tag:a.example,2024:1</guid>', null],
    [
      'is ignored if there is a link',
      '<guid>https://a.example/1</guid><link>https://a.example/2</link>',
      'https://a.example/2',
    ],
  ])('a guid %s', async (_, item, url) => {
    const [found] = await itemsOf(rss(item), RSS)
    expect([found!.url, found!.id]).toEqual([url, /<guid[^>]*>([^<]*)/.exec(item)![1]!])
  })

  test('is read in version 1.0, where items are beside the channel', async () => {
    const source =
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">' +
      '<channel rdf:about="x"><title>T</title></channel><item rdf:about="https://a.example/i"><title>I</title><link>https://a.example/1</link><dc:creator>Ada</dc:creator></item></rdf:RDF>'
    expect(await itemsOf(source, RSS)).toMatchObject([
      { id: 'https://a.example/i', url: 'https://a.example/1', author: 'Ada' },
    ])
  })

  test('is read up to ten thousand entries', async () => {
    const of = (count: number) =>
      `<rss version="2.0"><channel><title>T</title>${'<item><title>x</title></item>'.repeat(count)}</channel></rss>`
    const whole = await read(of(10_000), RSS, 'json')
    expect([(whole.json as { items: unknown[] }).items.length, whole.warnings]).toEqual([10_000, undefined])
    const cut = await read(of(10_001), RSS, 'json')
    expect([(cut.json as { items: unknown[] }).items.length, cut.warnings]).toEqual([
      10_000,
      ['The feed has more than 10,000 entries: the first of them are given'],
    ])
  })

  test.each([
    ['cut in the middle of an entry', '<item><title>half'],
    ['cut in the middle of a comment', '<!-- so far'],
    ['broken in the middle', '<item><title>a < b</itle></item><item><title>behind</title></item></channel></rss>'],
  ])('%s gives the entries before the break, with a warning', async (_, rest) => {
    const item = (i: number) => `<item><title>entry ${i}</title></item>`
    const text = `<rss version="2.0"><channel><title>T</title>${[1, 2, 3, 4, 5].map(item).join('')}${rest}`
    const { json, parserName, warnings } = await read(text, RSS, 'json')
    expect(parserName).toBe('feed')
    expect((json as { items: FeedItem[] }).items.map(({ title }) => title)).toEqual(
      [1, 2, 3, 4, 5].map((i) => `entry ${i}`),
    )
    expect(warnings).toEqual(['The feed is damaged: only the entries before the damage are given'])
  })

  test('an entry whose links grow with the address of the feed is cut at the size limit', async () => {
    const text = rss(
      `<title>first</title><description><![CDATA[word ${'<a href=a>b</a> '.repeat(3000)}]]></description>`,
    )
    const source = {
      url: new URL(`https://site.example/${'folder/'.repeat(200)}`),
      headers: new Headers({ 'content-type': RSS }),
      body: new TextEncoder().encode(text),
    }
    const { markdown = '', warnings = [] } = await convert(source, contentOptions({}, 'markdown'))
    expect(markdown).toContain('## first\n\nword [b](')
    expect(markdown.length).toBeLessThan(256 * 1024 + 8 * text.length)
    expect(warnings).toEqual([expect.stringMatching(/^The markdown was cut at/)])
  })

  test('shows entities unchanged that its DOCTYPE declares', async () => {
    const source = `<!DOCTYPE rss [<!ENTITY a "secret">]>${rss('<title>&a;</title>')}`
    expect((await itemsOf(source, RSS))[0]!.title).toBe('&a;')
  })
})

describe('JSON Feed', () => {
  test('plain text is not read as markup', async () => {
    const { text } = await read(jsonFeed({ content_text: 'If a < b, write <video>.' }), JSON_FEED, 'text')
    expect(text).toBe('T\n\nIf a < b, write <video>.')
  })

  test('prefers HTML to plain text', async () => {
    const [item] = await itemsOf(jsonFeed({ content_html: '<p>H</p>', content_text: 'T' }), JSON_FEED)
    expect(item!.content).toBe('<p>H</p>')
  })
})

test('XML with a DOCTYPE that only names a standard is read as data', async () => {
  const { json } = await read('<!DOCTYPE note SYSTEM "note.dtd"><note><to>Ada</to></note>', 'application/xml', 'json')
  expect(JSON.stringify(json)).toBe('{"note":{"to":"Ada"}}')
})
