import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { PageMetadata } from 'weirjs/schemas'
import { emptyMetadata } from '../../../../plugins/content/metadata/index.ts'
import { growth, LINEAR } from '../../../growth.ts'
import { metadataOf, pageOf, pageUrl, prose } from '../page.ts'

describe('the basic group', () => {
  test('an empty page gives null, zero and empty in every field', () => {
    expect(metadataOf('')).toEqual(emptyMetadata())
    expect(Value.Check(PageMetadata, metadataOf(''))).toBe(true)
  })

  test('the title is the text of <title>, white space collapsed, the name of the site included', () => {
    const { title, headline } = metadataOf(
      pageOf('<title>\n Kettles  of &amp; for May | Example News </title>', '<h1>Kettles of &amp; for May</h1>'),
    )
    expect(title).toBe('Kettles of & for May | Example News')
    expect(headline).toBe('Kettles of & for May')
  })

  test('without <title> the title is what the page calls itself elsewhere', () => {
    expect(metadataOf(pageOf('<meta property="og:title" content="From Open Graph">')).title).toBe('From Open Graph')
    for (const separators of ['/', ' | ', '- –', '']) {
      const page = (rest: string) => metadataOf(pageOf(`<title>${separators}</title>${rest}`)).title
      expect([page('<meta property="og:title" content="Shared">'), page('')]).toEqual(['Shared', null])
    }
    expect(metadataOf(pageOf('<title>♥</title>')).title).toBe('♥')
    expect(metadataOf(pageOf('', '<h1>From the heading</h1>')).title).toBe('From the heading')
  })

  test('what has no visible character is not given, and the next source counts', () => {
    const page = metadataOf(
      pageOf(
        `<meta property="og:title" content="&#8203;"><meta name="twitter:title" content="Kettles">
        <meta name="description" content="&amp;nbsp;"><meta property="og:description" content="All about kettles.">
        <meta name="twitter:description" content="<p></p>">
        <meta property="article:tag" content="&amp;nbsp;"><meta property="article:tag" content="tea">`,
      ),
    )
    const { title, description, og, social, article } = page
    expect([title, description, og.title, social.description]).toEqual(['Kettles', 'All about kettles.', null, null])
    expect(article.tags).toEqual(['tea'])
    expect(metadataOf(pageOf('<meta name="description" content="<p></p>">')).description).toBeNull()
  })

  test('a title within a drawing is not the page title', () => {
    expect(metadataOf(pageOf('', '<svg><title>Icon</title></svg><h1>Page</h1>')).title).toBe('Page')
  })

  test('description, keywords, robots, author and publisher stand as the page gives them', () => {
    const page = metadataOf(
      pageOf(
        `<meta name="Description" content=" All about kettles. "><meta name="keywords" content="kettle, tea">
        <meta name="robots" content="index, nofollow"><meta name="author" content="Ada Writer"><meta name="publisher" content="Kettle Press">`,
      ),
    )
    expect(page).toMatchObject({
      description: 'All about kettles.',
      keywords: 'kettle, tea',
      robots: 'index, nofollow',
      author: 'Ada Writer',
      publisher: 'Kettle Press',
    })
  })

  test('what is written for machines is on one line, without characters that were encoded twice', () => {
    const page = metadataOf(
      pageOf(
        `<title>Deutsch\u00adland</title><meta name="description" content="Kettles,\n\t pots &amp;amp; pans.\n\nAll of them&amp;#8230;"><meta name="keywords" content="a,\n\t\tb &amp;amp; c">
        <meta property="og:title" content="Pots&amp;nbsp;&amp;rsquo;s\n"><meta property="og:description" content="One.\nTwo."><meta name="twitter:description" content="\u200bOne  two">
        <meta property="article:section" content="Food &amp;amp; Drink"><meta property="article:tag" content="Q &amp;amp; A">
        <link rel="alternate" type="application/rss+xml" href="/feed" title="News &amp;#8211; Feed">`,
      ),
    )
    expect(page).toMatchObject({
      title: 'Deutschland',
      description: 'Kettles, pots & pans. All of them…',
      keywords: 'a, b & c',
      og: { title: 'Pots ’s', description: 'One. Two.' },
      social: { description: 'One two' },
      article: { section: 'Food & Drink', tags: ['Q & A'] },
      feeds: [{ title: 'News – Feed' }],
    })
    expect(page.structuredData.openGraph.description).toBe('One.\nTwo.')
  })

  test('a description that is HTML is its text, and one that names tags is left', () => {
    const described = (text: string) =>
      metadataOf(
        pageOf(`<meta name="description" content="${text}"><meta property="og:description" content="${text}">`),
      )
    const html = described(`<p>All <a href='/k'>kettles</a>.</p><p>And pots`)
    expect([html.description, html.og.description]).toEqual(['All kettles . And pots', 'All kettles . And pots'])
    expect(described('The <table> element').description).toBe('The <table> element')
  })

  test('an article has the authors that it declares; otherwise the author of a page that says it is one', () => {
    const meta = (property: string, content: string) => `<meta property="${property}" content="${content}">`
    const by = (head: string) => metadataOf(pageOf(head)).article.author
    const declared = ['https://a.example/ann', 'Ann Lee', 'Bo Ray', '123'].map((name) => meta('article:author', name))
    expect(by(declared.join(''))).toBe('Ann Lee, Bo Ray')
    const author = '<meta name="author" content="Cy Fox">'
    expect([by(author), by(author + meta('og:type', 'article'))]).toEqual([null, 'Cy Fox'])
  })

  test('the section is a name, and no address', () => {
    const sectionOf = (more: string) =>
      metadataOf(pageOf(`<meta property="article:section" content="https://a.example/tea/">${more}`)).article.section
    expect(sectionOf('')).toBeNull()
    expect(sectionOf('<script type="application/ld+json">{"@type":"Article","articleSection":"Tea"}</script>')).toBe(
      'Tea',
    )
  })

  test('the publisher is a name: no address, and no number of an account', () => {
    const node = (publisher: string) =>
      pageOf(
        `<meta property="article:publisher" content="262588213843476"><script type="application/ld+json">[{"@type":"WebPage","publisher":"https://example.org/#org"},{"@type":"Article","publisher":{"name":"${publisher}"}}]</script>`,
      )
    expect(metadataOf(node('Pots &amp; Pans')).publisher).toBe('Pots & Pans')
    expect(metadataOf(node('')).publisher).toBeNull()
  })

  test('X-Robots-Tag is added to what the page says', () => {
    const html = pageOf('<meta name="robots" content="noindex">')
    expect(metadataOf(html, { 'x-robots-tag': 'noarchive' }).robots).toBe('noindex, noarchive')
    expect(metadataOf(pageOf(''), { 'x-robots-tag': 'none' }).robots).toBe('none')
  })

  test('canonical is absolute, by <link> before the header, against <base>', () => {
    const link = '<link rel="canonical" href="../kettles">'
    expect(metadataOf(pageOf(link)).canonical).toBe('https://news.example.org/2024/kettles')
    expect(metadataOf(pageOf(`<base href="https://other.example/a/b/">${link}`)).canonical).toBe(
      'https://other.example/a/kettles',
    )
    const header = { link: '<https://news.example.org/c>; rel="canonical"' }
    expect(metadataOf(pageOf(''), header).canonical).toBe('https://news.example.org/c')
    const second = { link: '</b>; rel="next", <https://news.example.org/c?d,e>; title="f, <g>"; rel=canonical' }
    expect(metadataOf(pageOf(''), second).canonical).toBe('https://news.example.org/c?d,e')
    expect(metadataOf(pageOf(link), header).canonical).toBe('https://news.example.org/2024/kettles')
    expect(metadataOf(pageOf('<link rel="canonical" href="javascript:alert(1)">')).canonical).toBeNull()
  })

  test('the largest declared icon is the favicon, and none is assumed', () => {
    const icons = `<link rel="shortcut icon" href="/small.ico" sizes="16x16"><link rel="icon" href="/large.png" sizes="32x32 192x192">
      <link rel="apple-touch-icon" href="/touch.png" sizes="512x512"><link rel="icon" href="data:image/png;base64,AAAA" sizes="any">`
    expect(metadataOf(pageOf(icons)).favicon).toBe('https://news.example.org/large.png')
    expect(metadataOf(pageOf('<link rel="apple-touch-icon" href="/touch.png">')).favicon).toBe(
      'https://news.example.org/touch.png',
    )
    expect(metadataOf(pageOf('')).favicon).toBeNull()
  })

  test('feeds are listed once each, absolute, with type and title', () => {
    const links = `<link rel="alternate" type="application/rss+xml" href="/feed.xml" title="All news">
      <link rel="alternate" type="application/atom+xml" href="/atom.xml"><link rel="alternate" type="application/rss+xml" href="/feed.xml">
      <link rel="alternate" hreflang="de" href="/de"><link rel="alternate" type="application/feed+json" href="/feed.json">`
    expect(metadataOf(pageOf(links)).feeds).toEqual([
      { url: 'https://news.example.org/feed.xml', title: 'All news', type: 'application/rss+xml' },
      { url: 'https://news.example.org/atom.xml', title: null, type: 'application/atom+xml' },
      { url: 'https://news.example.org/feed.json', title: null, type: 'application/feed+json' },
    ])
  })
})

describe('the language', () => {
  test('lang comes before meta, meta before the header, and each is spelt as usual', () => {
    const meta = '<meta http-equiv="content-language" content="fr, en">'
    expect(metadataOf(pageOf(meta, '', ' lang="en_gb"')).language).toBe('en-GB')
    expect(metadataOf(pageOf(meta, '', ''), { 'content-language': 'de' }).language).toBe('fr')
    expect(metadataOf(pageOf('', '', ''), { 'content-language': 'de-AT' }).language).toBe('de-AT')
    expect(metadataOf(pageOf('<meta property="og:locale" content="pt_BR">', '', '')).language).toBe('pt-BR')
  })

  test('nonsense is no language', () => {
    expect(metadataOf(pageOf('', '', ' lang="{{ lang }}"')).language).toBeNull()
    expect(metadataOf(pageOf('', '', ' lang="x y z"')).language).toBeNull()
  })

  test.each([
    ['ja', 'これは日本語で書かれた短い文章です。お湯を沸かすやかんについて説明します。'],
    ['zh', '这是一篇关于水壶的短文，介绍如何快速烧开水，以及如何选择合适的水壶。'],
    ['ko', '이것은 주전자에 대한 짧은 글입니다. 물을 빨리 끓이는 방법을 설명합니다.'],
    ['th', 'นี่คือบทความสั้นเกี่ยวกับกาต้มน้ำและวิธีต้มน้ำให้เดือดเร็ว'],
    ['el', 'Αυτό είναι ένα σύντομο κείμενο για τους βραστήρες και το νερό.'],
  ])('a script that one language alone is written in tells %s', (language, text) => {
    expect(metadataOf(pageOf('', `<p>${text}</p>`, '')).language).toBe(language)
    // Templates say English, whatever is filled in.
    expect(metadataOf(pageOf('', `<p>${text}</p>`, ' lang="en-US"')).language).toBe(language)
    expect(metadataOf(pageOf('', `<p>${text}</p>`, ' lang="fr"')).language).toBe('fr')
    expect(metadataOf(pageOf('', `<p>${prose(20)} ${text}</p>`, ' lang="en"')).language).toBe('en')
  })

  test('a script that many languages share tells one only by letters of its own', () => {
    expect(metadataOf(pageOf('', `<p>${prose(5)}</p>`, '')).language).toBeNull()
    const russian = '<p>Это короткая статья о чайниках и о том, как быстро вскипятить воду.</p>'
    expect(metadataOf(pageOf('', russian, '')).language).toBe('ru')
    expect(metadataOf(pageOf('', russian.replace('Это', 'То').replace('быстро', 'скоро'), '')).language).toBeNull()
  })
})

describe('Open Graph and the card', () => {
  test('fields are given, addresses made absolute, missing ones null', () => {
    const { og } = metadataOf(
      pageOf(
        '<meta property="og:title" content="T"><meta property="og:image" content="/i.png"><meta name="og:type" content="article"><meta property="og:locale" content="">',
      ),
    )
    expect(og).toEqual({
      title: 'T',
      description: null,
      url: null,
      image: 'https://news.example.org/i.png',
      type: 'article',
      siteName: null,
      locale: null,
      audio: null,
      video: null,
    })
  })

  test('a repeated property is an array in structuredData, and its first value in og', () => {
    const page = metadataOf(
      pageOf(
        '<meta property="og:image" content="https://e.org/1.png"><meta property="og:image:width" content="40"><meta property="og:image" content="https://e.org/2.png"><meta property="article:tag" content="a"><meta property="article:tag" content="b">',
      ),
    )
    expect(page.og.image).toBe('https://e.org/1.png')
    expect(page.structuredData.openGraph).toMatchObject({
      image: ['https://e.org/1.png', 'https://e.org/2.png'],
      'image:width': '40',
      'article:tag': ['a', 'b'],
    })
  })

  test('the card is read by property and by name', () => {
    expect(
      metadataOf(
        pageOf(
          '<meta property="twitter:card" content="summary"><meta name="twitter:image:src" content="/t.png"><meta name="twitter:image:alt" content="A kettle">',
        ),
      ).social,
    ).toEqual({
      card: 'summary',
      site: null,
      creator: null,
      title: null,
      description: null,
      image: 'https://news.example.org/t.png',
      imageAlt: 'A kettle',
    })
  })
})

describe('the article group', () => {
  test('metas win, and several authors and tags are kept', () => {
    const { article } = metadataOf(
      pageOf(`<meta property="og:type" content="article"><meta property="article:published_time" content="2024-03-01T08:00:00Z"><meta property="article:modified_time" content="2024-03-02">
      <meta property="article:expiration_time" content="2030-01-01"><meta property="article:author" content="Ada Writer"><meta property="article:author" content="Bo Reader">
      <meta property="article:section" content="Kitchen"><meta property="article:tag" content="kettle"><meta property="article:tag" content="tea"><meta property="article:tag" content="tea">`),
    )
    expect(article).toEqual({
      publishedTime: '2024-03-01T08:00:00Z',
      modifiedTime: '2024-03-02',
      expirationTime: '2030-01-01',
      author: 'Ada Writer, Bo Reader',
      section: 'Kitchen',
      tags: ['kettle', 'tea'],
    })
  })

  test('JSON-LD fills what no meta says, and an author who is an address is none', () => {
    const { article, author } = metadataOf(
      pageOf(`<meta property="article:author" content="https://social.example/ada"><script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","headline":"H",
      "datePublished":"2024-03-01T10:00:00+01:00","dateModified":"2024-03-03","author":[{"@type":"Person","name":"Ada Writer"},{"@type":"Person","name":"Bo Reader"}],"articleSection":"Tea","keywords":"a, b"}</script>`),
    )
    expect(author).toBe('Ada Writer, Bo Reader')
    expect(article).toMatchObject({
      publishedTime: '2024-03-01T10:00:00+01:00',
      modifiedTime: '2024-03-03',
      author: 'Ada Writer, Bo Reader',
      section: 'Tea',
      tags: ['a', 'b'],
    })
  })

  test('a day that there is not is none, and the next that the page gives counts', () => {
    const modified = (...times: string[]) => {
      const names = ['article:modified_time', 'og:updated_time', 'last-modified']
      const metas = times.map((time, i) => `<meta property="${names[i]}" content="${time}">`)
      return metadataOf(pageOf(metas.join(''))).article.modifiedTime
    }
    expect(modified('0000-00-00T00:00:00', '2024-02-30', '2024-03-03')).toBe('2024-03-03')
    expect(modified('2024-02-30T10:00:00Z', '0001-01-01T00:00:00', '2024-03-03')).toBe('2024-03-03')
    expect(modified('2024-13-45')).toBeNull()
    expect(modified('Tue, 07 May 2024 10:00:00 GMT')).toBe('Tue, 07 May 2024 10:00:00 GMT')
  })

  test('a page that is no article has no article author', () => {
    const page = metadataOf(pageOf('<meta name="author" content="Ada Writer"><title>Shop</title>', '<p>Buy here.</p>'))
    expect([page.author, page.article.author]).toEqual(['Ada Writer', null])
  })
})

describe('hostile pages', () => {
  test('metas of one name are read in linear time', () => {
    const metas = (count: number) => pageOf('<meta property="og:image" content="https://e.org/x.png">'.repeat(count))
    expect(metadataOf(metas(10_000)).structuredData.openGraph.image).toHaveLength(10_000)
    expect(growth(metas, (html) => metadataOf(html), 1250)).toBeLessThan(LINEAR)
  })

  test('names of the prototype chain are names like others, and pollute nothing', () => {
    const page = metadataOf(
      pageOf(
        `<meta property="og:__proto__" content="x"><meta property="og:constructor" content="y"><meta name="__proto__" content="z">
        <script type="application/ld+json">{"@type":"Product","__proto__":{"polluted":1},"\\u005f_proto__":{"polluted":2},"constructor":{"prototype":{"polluted":3}},"name":"K"}</script>`,
        `<div itemscope itemtype="https://schema.org/Product"><i itemprop="__proto__">a</i><i itemprop="constructor">b</i><i itemprop="toString">c</i></div>
        <div vocab="https://schema.org/" typeof="Product"><i property="__proto__">a</i><i property="hasOwnProperty">b</i></div>`,
      ),
    )
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(JSON.stringify(page)).not.toContain('__proto__')
    expect(Object.entries(page.structuredData.openGraph)).toEqual([['constructor', 'y']])
    expect(page.structuredData.microdata[0]?.properties).toMatchObject({ constructor: ['b'], toString: ['c'] })
  })

  test.each<[what: string, size: number, part: (size: number) => string]>([
    ['deep nesting', 625, (size) => '<div class="author byline">'.repeat(size)],
    [
      'many authors',
      625,
      (size) =>
        Array.from({ length: size }, (_, at) => `<a rel="author" href="/${at}">Person Number${at}</a>`).join(''),
    ],
    ['huge attributes', 25_000, (size) => `<p class="${'byline '.repeat(size)}">By Ada Writer</p>`],
    [
      'many dates',
      400,
      (size) =>
        Array.from(
          { length: size },
          (_, at) => `<time datetime="20${10 + (at % 15)}-01-${10 + (at % 19)}">x</time>`,
        ).join(''),
    ],
    ['a long title', 60_000, (size) => `<title>${'_a'.repeat(size)}</title>`],
    ['a long title for sharing', 25_000, (size) => `<meta property="og:title" content="${' | b'.repeat(size)}">`],
  ])('%s takes time by its length', (_, size, part) => {
    const page = (times: number) => pageOf('<title>T</title>', `<h1>T</h1>${part(times)}`)
    expect(growth(page, (html) => metadataOf(html), size)).toBeLessThan(LINEAR)
  })

  test('a long text in many nested elements that speak of an author, a date or a property is not read over and over', () => {
    const text = 'word '.repeat(100_000)
    const page = (depth: number) => {
      const nested = (open: string, close: string) => open.repeat(depth) + text + close.repeat(depth)
      return pageOf(
        '<title>T</title>',
        nested('<span class="author byline date">', '</span>') +
          nested('<h1>', '</h1>') +
          `<div itemscope itemtype="https://schema.org/Thing">${nested('<span itemprop="p">', '</span>')}</div>` +
          `<div vocab="https://schema.org/" typeof="Thing">${nested('<span property="p">', '</span>')}</div>`,
      )
    }
    // Eight times as many elements around the same text: read for each of them, it would take eight times as long.
    expect(growth(page, (html) => metadataOf(html), 50)).toBeLessThan(4)
    expect(JSON.stringify(metadataOf(page(200)).structuredData).length).toBeLessThan(40 * text.length)
  }, 120_000)

  test('an address that cannot be read is left out or given as it is', () => {
    const page = metadataOf(
      pageOf(
        '<link rel="icon" href="http://["><meta property="og:image" content="http://["><link rel="alternate" type="application/rss+xml" href="http://[">',
      ),
    )
    expect([page.favicon, page.og.image, page.feeds]).toEqual([null, 'http://[', []])
  })
})

test('every field has its type on a page with everything', () => {
  const page = metadataOf(
    pageOf(
      `<title>T</title><meta name="description" content="d"><meta property="og:title" content="o"><script type="application/ld+json">[{"@type":"Article","headline":"h"}]</script>`,
      `<article><h1>T</h1><p>By Ada Writer, March 3, 2024</p><p>${prose(10)}</p></article>`,
    ),
    {},
    pageUrl,
  )
  expect([...Value.Errors(PageMetadata, page)]).toEqual([])
})
