import { type Construction, each, nested } from '../construction.ts'
import { page } from '../content.ts'

const many = (name: string, unit: string, before = '', after = '') => page(name, (n) => before + unit.repeat(n) + after)
const counted = (name: string, unit: (i: number) => string, before = '', after = '') =>
  page(name, (n) => before + each(n, unit) + after)
const jsonLd = (name: string, make: (n: number) => string) =>
  page(`JSON-LD: ${name}`, (n) => `<script type="application/ld+json">${make(n)}</script><p>a`)
const main = { options: { onlyMainContent: true } }
const prose = 'This is a sentence of some words, and so it goes on. '

/** Pages with hostile metadata, structured data and main content. */
export const aboutPages: Construction[] = [
  page('a title that is long', (n) => `<title>${'a - '.repeat(n)}</title><h1>a - b</h1>`),
  page('a title of blanks', (n) => `<title>a${' '.repeat(n)}b</title>`),
  page('a title of dashes', (n) => `<title>${'—_'.repeat(n)}</title><h1>a</h1>`),
  page('a title of hashes', (n) => `<h1>a${' ¶#'.repeat(n)}b</h1>`),
  many('titles', '<title>a</title><h1>a b</h1>'),
  page('a description that is long', (n) => `<meta name=description content="${'a '.repeat(n)}">`),
  page('keywords', (n) => `<meta name=keywords content="${each(n, (i) => `k${i}, `)}">`),
  page('article tags', (n) => each(n, (i) => `<meta property=article:tag content=t${i}>`)),
  page('an author that is long', (n) => `<meta name=author content="${'Ann Lee, '.repeat(n)}">`),
  page(
    'an author of blanks',
    (n) => `<meta name=author content="a${' '.repeat(n)}b"><p class=byline>By${' '.repeat(n)}c`,
  ),
  page('an author with titles', (n) => `<p class=byline>By ${'lead associate '.repeat(n)}`),
  many('bylines', '<p class=byline>By Ann Lee</p>'),
  many('bylines in a row', 'By Ann Lee and ', '<p class=author>'),
  many('links to authors', '<a rel=author href=/a>Ann Lee</a>'),
  many('dates', '<time datetime=2020-01-01>1 January 2020</time>'),
  many('written dates', '3rd of March, 2024 '),
  many('figures that may be dates', '1.2.'),
  many('times in attributes', '<p data-date=2020-01-01 class=date>a'),
  many('alternate links', '<link rel=alternate hreflang=de href=/de>'),
  many('icons', '<link rel=icon sizes=16x16 href=/i>'),
  counted('open graph', (i) => `<meta property="og:p${i}" content=a>`),
  counted('pictures of open graph', (i) => `<meta property=og:image content=/${i}.png>`),
  page('one open graph picture, long', (n) => `<meta property=og:image content="/${'a/'.repeat(n)}">`),
  many('canonical links', '<link rel=canonical href=/a>'),
  many('refreshes', '<meta http-equiv=refresh content="0;url=/a">'),
  page('a charset declared late', (n) => `${' '.repeat(n)}<meta charset=latin1>`),
  many('languages', '<p lang=de>a<p lang=fr>b'),
  page('html tags before the language', (n) => '<html<'.repeat(n)),
  // JSON-LD.
  many('many blocks of JSON-LD', '<script type="application/ld+json">{"@type":"Article"}</script>'),
  jsonLd('arrays in arrays', (n) => '['.repeat(n)),
  jsonLd('objects in objects', (n) => `${'{"a":'.repeat(n)}1${'}'.repeat(n)}`),
  jsonLd('a graph', (n) => `{"@graph":[${each(n, (i) => `{"@id":"#${i}","@type":"Thing","name":"a"},`)}{}]}`),
  jsonLd(
    'things that name each other',
    (n) =>
      `{"@graph":[${each(n, (i) => `{"@id":"#${i}","@type":"Article","author":{"@id":"#${(i + 1) % n}"},"isPartOf":{"@id":"#${(i * 7) % n}"}},`)}{}]}`,
  ),
  jsonLd(
    'a thing named by all',
    (n) =>
      `{"@graph":[{"@id":"#0","@type":"Person","name":"${'a'.repeat(1000)}"},${each(n, () => '{"@type":"Article","author":{"@id":"#0"}},')}{}]}`,
  ),
  jsonLd('quotes that never end', (n) => '"a\\"'.repeat(n)),
  jsonLd('commas', (n) => `{${','.repeat(n)}`),
  jsonLd('comments', (n) => '/*'.repeat(n)),
  jsonLd('ends of comments', (n) => `{}${'*/ '.repeat(n)}`),
  jsonLd('blanks at the end', (n) => `{}${'\t'.repeat(n)}a`),
  jsonLd('what is no JSON', (n) => `{a:'b',${each(n, (i) => `c${i}:d\n`)}`),
  jsonLd('types', (n) => `{"@type":[${'"Article",'.repeat(n)}"A"]}`),
  jsonLd('types cut short', (n) => `{"@type":${'\t'.repeat(n)}x`),
  jsonLd('authors', (n) => `{"@type":"Article","author":[${'{"name":"Ann Lee"},'.repeat(n)}{}]}`),
  jsonLd(
    'answers',
    (n) =>
      `{"@type":"QAPage","mainEntity":[${'{"@type":"Question","name":"a","acceptedAnswer":{"text":"b"}},'.repeat(n)}{}]}`,
  ),
  jsonLd('a transcript', (n) => `{"@type":"VideoObject","transcript":"${'a b '.repeat(n)}"}`),
  jsonLd('a body of an article', (n) => `{"@type":"Article","articleBody":"${'a b '.repeat(n)}"}`),
  // Microdata and RDFa.
  many('microdata', '<div itemscope itemtype=http://schema.org/Thing><span itemprop=name>a</span></div>'),
  page('microdata in microdata', (n) => nested(n, '<div itemscope itemprop=a>', '</div>')),
  counted(
    'microdata by reference',
    (i) => `<div itemscope itemref="a b c" id=i${i}></div>`,
    '<p id=a itemprop=x>y<p id=b itemprop=z>w',
  ),
  page(
    'microdata that refers to all',
    (n) => `<div itemscope itemref="${each(n, (i) => `r${i} `)}"></div>${each(n, (i) => `<p id=r${i} itemprop=p>a`)}`,
  ),
  page('microdata in a circle', (n) =>
    each(n, (i) => `<div id=c${i} itemprop=p itemscope itemref="c${(i + 1) % n} c${(i + 2) % n}"></div>`),
  ),
  page('microdata that doubles', (n) =>
    each(
      n,
      (i) =>
        `<div id=d${i}><p itemprop=p itemscope itemref="d${i + 1}"></p><p itemprop=q itemscope itemref="d${i + 1}"></p></div>`,
    ),
  ),
  page('microdata with many names', (n) => `<div itemscope><p itemprop="${each(n, (i) => `p${i} `)}">a</div>`),
  page('RDFa prefixes', (n) => `<div prefix="${each(n, (i) => `p${i}: http://a.b/${i} `)}">a`),
  page('RDFa prefixes without end', (n) => `<div prefix="${'-'.repeat(n)}:">a`),
  page('RDFa in RDFa', (n) => nested(n, '<div typeof=a property=b>', '</div>')),
  many('RDFa', '<div vocab=http://schema.org/ typeof=Article><span property=name>a</span></div>'),
  counted('prefixes within prefixes', (i) => `<div prefix="p${i}: http://a.b/">`),
  // Main content.
  many('articles', `<article><h2>a</h2><p>${prose}</p></article>`, '', ''),
  page('main content: articles', (n) => `<article><h2>a</h2><p>${prose}</p></article>`.repeat(n), main),
  page(
    'main content: blocks that are alike',
    (n) => `<div class=item><a href=/a>b</a><p>${prose}</p></div>`.repeat(n),
    main,
  ),
  page('main content: deep', (n) => nested(n, '<div><p>a</p>', '</div>'), main),
  page('main content: links', (n) => '<li><a href=/a>word</a>'.repeat(n), main),
  page('main content: comments', (n) => `<div class=comment id=c><p>${prose}</p></div>`.repeat(n), main),
  page(
    'main content: sections in sections',
    (n) => nested(n, '<section class=content><h2>a</h2>', '</section>', prose),
    main,
  ),
  page('main content: text alone', (n) => `${prose}<br>`.repeat(n), main),
  page('main content: rows', (n) => `<table>${`<tr><td>${prose}`.repeat(n)}`, main),
  page('main content: words', (n) => each(n, (i) => `<p>w${i}</p>`), main),
  page('main content: navigation', (n) => '<nav><ul><li><a href=/a>b</a></ul></nav>'.repeat(n), main),
  page(
    'main content: forum',
    (n) => `<div class=post id=p><span class=author>Ann</span><time>1 May 2020</time><p>${prose}</div>`.repeat(n),
    main,
  ),
  page('main content: mains', (n) => `<main><p>${prose}</main>`.repeat(n), main),
  page('main content: hidden', (n) => `<div style="display:none"><p>${prose}</div>`.repeat(n), main),
  page('advertisements', (n) => '<div class="ad banner sponsored" id=ad><iframe src=//ads></iframe></div>'.repeat(n)),
  page('videos', (n) => '<video><track kind=captions src=/a.vtt srclang=de></video>'.repeat(n)),
]
