import { describe, expect, test } from 'bun:test'
import { plain, read, refusal } from './read-body.ts'

describe('XML', () => {
  test('is returned as data and source', async () => {
    const body = '<?xml version="1.0"?><list lang="en"><entry>one</entry><entry>two &amp; three</entry></list>'
    const { json, markdown, text, contentSource } = await read(body, 'application/xml')
    expect(plain(json)).toEqual({ list: { '@lang': 'en', entry: ['one', 'two & three'] } })
    expect(markdown).toBe(`\`\`\`xml\n${body}\n\`\`\``)
    expect(text).toBe('one\ntwo & three')
    expect(contentSource).toBe('data')
  })

  test('has the links of its text and attributes, but not the names of its namespaces', async () => {
    const names =
      'xmlns="https://names.example/1" xmlns:x="https://names.example/2" x:schemaLocation="https://names.example/3"'
    const body = `<opml ${names}><outline xmlUrl="https://a.example/feed?a=1&amp;b=2">see https://b.example/</outline></opml>`
    expect((await read(body, 'application/xml')).links).toEqual([
      'https://b.example/',
      'https://a.example/feed?a=1&b=2',
    ])
  })

  test('with a DOCTYPE is refused, whatever it declares', async () => {
    const entities = Array.from({ length: 10 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('')
    const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "lol">${entities}]><x>&l10;</x>`
    const external = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]><x>&e;</x>'
    for (const body of [bomb, external]) {
      expect(await refusal(body, 'application/xml')).toEqual([500, 'scraping_failed', 'doctype'])
    }
  })

  test('that is too deep or has too many elements is refused', async () => {
    expect(await refusal('<a>'.repeat(100_000), 'application/xml')).toEqual([500, 'scraping_failed', 'too_deep'])
    expect(await refusal(`<a>${'<b/>'.repeat(600_000)}</a>`, 'application/xml')).toEqual([
      500,
      'scraping_failed',
      'too_large',
    ])
  })
})

describe('feeds', () => {
  const rss =
    '<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>/</link><description>All of it</description>' +
    '<item><title>First &lt;one&gt;</title><link>/1</link><pubDate>Fri, 01 Mar 2024 08:00:00 GMT</pubDate>' +
    '<description><![CDATA[<p>Hello <a href="/q">you</a><script>alert(1)</script></p>]]></description></item></channel></rss>'

  test('become items with links, dates and texts', async () => {
    const { markdown, text, html, json, links, metadata, parserName, contentSource } = await read(rss, 'text/xml')
    expect(markdown).toBe(
      '# News\n\nAll of it\n\n## [First \\<one>](https://site.example/1)\n\n2024-03-01T08:00:00.000Z\n\n' +
        'Hello [you](https://site.example/q)\n',
    )
    expect(text).toBe('News\nAll of it\n\nFirst <one>\n2024-03-01T08:00:00.000Z\nHello you')
    expect(html).toContain('<h2><a href="https://site.example/1">First &lt;one&gt;</a></h2>')
    expect(html).not.toContain('script')
    expect(json).toMatchObject({ type: 'rss', title: 'News', items: [{ url: 'https://site.example/1' }] })
    expect(links).toEqual(['https://site.example/', 'https://site.example/1'])
    expect([metadata.title, metadata.description]).toEqual(['News', 'All of it'])
    expect([parserName, contentSource]).toEqual(['feed', 'document'])
  })

  test('in JSON are read like others', async () => {
    const { json, parserName } = await read(
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'Blog',
        authors: [{ name: 'Ada' }],
        items: [
          { id: 7, url: '/7', content_html: '<p>Hi</p>', date_published: '2024-03-01T09:00:00+01:00', tags: ['x'] },
        ],
      }),
      'application/feed+json',
    )
    expect(parserName).toBe('feed')
    expect(json).toMatchObject({
      type: 'json',
      title: 'Blog',
      author: 'Ada',
      items: [{ id: '7', url: 'https://site.example/7', published: '2024-03-01T08:00:00.000Z', categories: ['x'] }],
    })
  })
})
