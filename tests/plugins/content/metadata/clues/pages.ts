import { pageOf, prose } from '../../page.ts'

/** A page by its head and body, its address, and what its `<html>` says of it. */
export interface Written {
  head?: string
  body?: string
  url?: string
  html?: string
}

const title = '<title>Kettles compared | Kitchen Times</title>'
const article = (line: string, more = '') =>
  `<article><h1>Kettles compared</h1>${line}<p>${prose(3)}</p>${more}</article>`
const thing = (...things: object[]) => `<script type="application/ld+json">${JSON.stringify(things)}</script>`
const meta = (name: string, content: string) =>
  `<meta ${/^(?:og|article|book):/.test(name) ? 'property' : 'name'}="${name}" content="${content}">`
const metas = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, content]) => meta(name, content))
    .join('')

/** The line below a headline, as sites write it. */
const lines: Readonly<Record<string, string>> = {
  'by and a date': '<p>By Ann Lee | March 1, 2024</p>',
  'by in spans without a blank': '<p><span>By Ann Lee</span><span>Updated March 1, 2024</span></p>',
  'by two': '<p>By Ann Lee and Bob M. Stone</p>',
  'by many': '<p>By Ann Lee, Bob Stone, Cem Özil &amp; Dora Weiß</p>',
  'by in capitals': '<p>BY ANN LEE</p><p>KITCHEN EDITOR</p>',
  'by alone, then the name': '<p>By</p><p>Ann Lee</p><p>1 March 2024, 10:15</p>',
  'by an agency': '<p>By the Kitchen Times Staff</p>',
  'by behind a sentence': '<p>Which one boils first? By Ann Lee</p>',
  'by within a line': '<p>Posted on March 1, 2024 by annlee in Kitchen</p>',
  'a name alone': '<p>Ann Lee</p><p>Mar 1, 2024 · 5 min read</p>',
  'a name and a job': '<p>Ann Lee,</p><p>Senior kitchen correspondent</p>',
  'a name with a title': '<p>Dr. Ann van der Lee-Stone</p>',
  'in German': '<p>Von Ann Lee, aktualisiert am 1. März 2024 um 10:15 Uhr</p>',
  'in French': '<p>Par Ann Lee · Publié le 1er mars 2024 à 10h15, mis à jour le 2 mars 2024 à 9h</p>',
  'in Spanish': '<p>Por Ann Lee</p><p>1 de marzo de 2024</p>',
  'in Chinese': '<p>2024年3月1日 10:15 来源：厨房日报 作者：李安</p>',
  'in Chinese, by reporters': '<p>本报记者 李安 王小明</p><p>水壶很热。</p>',
  'of several dates': '<p>Published March 1, 2024. Updated April 2, 2024. Reviewed May 3, 2024.</p>',
  'of a day for machines':
    '<p><time datetime="2024-03-01T10:15:00+01:00" pubdate>yesterday</time> by <a rel="author" href="/people/ann-lee">Ann Lee</a></p>',
  'of times': '<p><time>March 1, 2024</time> <time datetime="2024-04-02">April</time></p>',
  'of marked elements':
    '<div class="byline"><span class="author-name">Ann Lee</span> <span class="post-date" title="2024-03-01 10:15">3 days ago</span></div>',
  'of properties':
    '<p><span itemprop="author" itemscope itemtype="https://schema.org/Person"><span itemprop="name">Ann Lee</span></span> <meta itemprop="datePublished" content="2024-03-01"></p>',
  'of links to authors':
    '<p>Words: <a href="/authors/ann-lee/">Ann Lee</a>, pictures: <a href="/staff/bob-stone/">Bob Stone</a></p>',
  'of a user': '<p class="username"><a href="/members/ann.12/">ann_lee</a></p><p>Mar 1, 2024</p>',
  'in figures': '<p class="date">03/01/2024</p>',
  'in figures of Europe': '<p class="date">01.03.2024</p>',
  'of a long line': `<p>First sold on March 1, 2024, ${'the kettle boils water for tea '.repeat(3)}</p>`,
  'of a very long line': `<p>First sold on March 1, 2024, ${'the kettle boils water for tea '.repeat(8)}</p>`,
  'of no date': '<p>Edition 12 of 2024</p>',
}

const below = {
  comments: `<div id="comments"><div class="comment"><p>By Eve Reader</p><time datetime="2024-03-05">5 March</time></div></div>`,
  teasers: '<aside class="related"><a href="/x">Other</a> <span class="date">April 9, 2023</span></aside>',
  'far below': `${`<p>${prose(1)}</p>`.repeat(30)}<p>By Ann Lee, March 1, 2024</p>`,
  'at the end': `${`<p>${prose(1)}</p>`.repeat(170)}<p>First published March 1, 2024 by Ann Lee</p>`,
}

const heads: Readonly<Record<string, string>> = {
  'an article of a person': thing({
    '@type': 'NewsArticle',
    headline: 'Kettles compared',
    author: { '@type': 'Person', name: 'Ann Lee' },
    datePublished: '2024-03-01T10:15:00Z',
    dateModified: '2024-04-02',
  }),
  'an article of an organization': thing({
    '@type': 'Article',
    name: 'Kettles compared',
    author: { '@type': 'Organization', name: 'Kitchen Times' },
    publisher: { '@type': 'Organization', name: 'Kitchen Times' },
    dateCreated: '2024-03-01',
  }),
  'a page about a recipe': thing(
    {
      '@type': 'WebPage',
      name: 'Tea',
      datePublished: '2024-02-01',
      mainEntity: { '@type': 'Recipe', name: 'Tea', author: ['Ann Lee', 'Bob Stone'], datePublished: '2024-03-01' },
    },
    { '@type': 'WebSite', name: 'Kitchen Times' },
  ),
  'a product with a review': thing({
    '@type': 'Product',
    name: 'Copper Kettle',
    review: { '@type': 'Review', name: 'Good', author: 'Eve Reader', datePublished: '2023-05-06' },
    offers: { '@type': 'Offer', price: '5' },
  }),
  'a video': thing({ '@type': 'VideoObject', name: 'How to boil', uploadDate: '2024-03-01', creator: 'Ann Lee' }),
  'several articles': thing(
    { '@type': 'BlogPosting', headline: 'Kettles compared', author: 'Ann Lee', datePublished: '2024-03-01' },
    { '@type': 'BlogPosting', headline: 'Pots compared', author: 'Bob Stone', datePublished: '2024-03-02' },
  ),
  'an author that is an address': thing({ '@type': 'Article', author: 'https://www.facebook.com/annlee' }),
  'meta of articles': metas({
    author: 'Ann Lee',
    'article:author': 'https://site.example/ann',
    'article:published_time': '2024-03-01T10:15:00Z',
    'article:modified_time': '2024-04-02T10:15:00Z',
    'og:type': 'article',
    'og:title': 'Kettles compared',
    'og:site_name': 'Kitchen Times',
  }),
  'meta of libraries': metas({
    citation_title: 'Kettles compared',
    citation_author: 'Lee, Ann',
    citation_date: '2024/03/01',
    'dc.creator': 'van Lee, Ann',
    'dc.title': 'On kettles',
  }),
  'meta of tools': metas({
    'parsely-author': 'Ann Lee',
    'parsely-pub-date': '2024-03-01T10:15:00Z',
    'sailthru.title': 'Kettles, compared',
    'twitter:title': 'Kettles compared - Kitchen Times',
    'twitter:label1': 'Written by',
    'twitter:data1': 'Ann Lee',
    'twitter:label2': 'Reading time',
    'twitter:data2': '5 minutes',
    lastmod: '2024-05-06',
  }),
  'a name of the site as the author': metas({ author: 'Kitchen Times', 'og:site_name': 'Kitchen Times' }),
  'an account as the author': metas({ author: 'admin' }),
  'seconds since 1970': metas({ date: '1709287200', pubdate: '1709287200000' }),
  'dates that are none': metas({
    date: 'soon',
    pubdate: '2024-02-31',
    publishdate: '1985-01-01',
    published: '2031-01-01',
  }),
  'of a site': metas({ 'og:type': 'website', 'og:title': 'Kitchen Times' }),
}

/** Titles with what is around them, and the headings below. */
const titles: Readonly<Record<string, Written>> = {
  'the site behind a bar': { head: title, body: '<h1>Kettles compared</h1>' },
  'the site before a colon': {
    head: '<title>Kitchen Times: Kettles compared</title>',
    body: '<h1>Kettles compared</h1>',
  },
  'the section between': {
    head: '<title>Kettles compared - Tests - Kitchen Times</title>',
    body: '<h1>Tests</h1><h1>Kettles compared</h1><h2>First</h2>',
  },
  'many parts': {
    head: '<title>A » B » C » Kettles compared by age » D :: E</title>',
    body: '<h2>Kettles compared by age</h2>',
  },
  'no heading': {
    head: title,
    body: `<p>${prose(3)}</p>`,
    url: 'https://www.kitchen-times.co.uk/tests/kettles-compared.html',
  },
  'no title': { body: '<h1 class="headline">Kettles <em>compared</em><br>by age <button>Share</button> ¶</h1>' },
  'a heading that is hidden': {
    head: title,
    body: '<h1><span hidden>Skip</span><svg><title>x</title></svg>Kettles</h1>',
  },
  'a heading in the main part': {
    head: title,
    body: '<h1>Kitchen Times</h1><main><h1 id="title">Kettles compared</h1></main>',
  },
  'a heading again': { head: title, body: '<h1>Kettles compared</h1><p>x</p><h1>Kettles Compared!</h1>' },
  'no words': { head: '<title>— | —</title>', body: '<h1>***</h1>' },
  'one word': { head: '<title>Kettles</title>', body: '<h1>Kettles</h1>', url: 'https://kettles.example/' },
  'a long title': { head: `<title>${'Kettles compared '.repeat(30)}</title>`, body: '<h1>Kettles compared</h1>' },
  'references in data': {
    head: title + thing({ '@type': 'Article', headline: 'Kettles &amp; pots &quot;compared&quot;' }),
  },
  'a path that is not UTF-8': {
    head: title,
    body: '<h1>Kettles compared</h1>',
    url: 'https://a.example/%FF/kettles-compared',
  },
  'another language in the address': {
    head: '<title>Чайники: сравнение</title>',
    body: '<h1>Чайники: сравнение</h1>',
    html: ' lang="ru"',
    url: 'https://a.example/%D1%87%D0%B0%D0%B9%D0%BD%D0%B8%D0%BA%D0%B8-%D1%81%D1%80%D0%B0%D0%B2%D0%BD%D0%B5%D0%BD%D0%B8%D0%B5',
  },
}

const addresses = [
  '/2024/03/01/kettles-compared-by-age/',
  '/news/2024-3-1/kettles',
  '/20240301-kettles.html',
  '/01-03-2024_kettles',
  '/archive/2024/03/kettles',
  '/kettles-2024',
  '/blog/post-1234567890',
  '/',
]

const post = (name: string, day: string) =>
  `<div class="post"><a class="username" href="/members/${name}.1/">${name}</a><time datetime="${day}T10:00:00Z">${day}</time><div class="message"><p>${prose(2)}</p></div></div>`

const forum: Written = {
  head: '<title>Which kettle? | Kettle Forum</title><meta name="generator" content="XenForo">',
  body: `<h1>Which kettle?</h1>${post('ann_lee', '2019-02-23')}${post('bob', '2019-02-24')}${post('ann_lee', '2020-01-01')}`,
  url: 'https://forum.example/threads/which-kettle.12/',
}

/** Pages that differ in one thing that tells of their headline, their author or their date. */
export const written: Readonly<Record<string, Written>> = {
  ...prefixed('a line', lines, (line) => ({ head: title, body: article(line) })),
  ...prefixed('a line of a page in German', { 'in figures': lines['in figures']! }, (line) => ({
    head: title,
    body: article(line),
    html: ' lang="de"',
  })),
  ...prefixed('below', below, (more) => ({ head: title, body: article('<p>Ann Lee</p>', more) })),
  ...prefixed('the head of', heads, (head) => ({ head: title + head, body: article('<p>March 7, 2024</p>') })),
  ...prefixed('a title with', titles, (page) => page),
  ...Object.fromEntries(
    addresses.map((path): [string, Written] => [
      `at ${path}`,
      { head: title, body: article('<p>March 1, 2024</p>'), url: `https://www.kitchentimes.example${path}` },
    ]),
  ),
  'a thread of a forum': forum,
}

function prefixed<Value>(prefix: string, values: Readonly<Record<string, Value>>, make: (value: Value) => Written) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, Written] => [`${prefix} ${name}`, make(value)]),
  )
}

export const markupOf = ({ head = '', body = '', html }: Written): string => pageOf(head, body, html)
