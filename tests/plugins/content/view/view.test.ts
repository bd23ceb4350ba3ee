import { describe, expect, test } from 'bun:test'
import { ApiError } from 'weirjs'
import type { ContentOptions } from 'weirjs/schemas'
import { markInessential } from '../../../../plugins/content/clean/llm-optimization.ts'
import { toText } from '../../../../plugins/content/formats/text.ts'
import { findAll, parse } from '../../../../plugins/content/tree/index.ts'
import { viewOf } from '../../../../plugins/content/view/view.ts'
import { growth, LINEAR } from '../../../growth.ts'
import { contentOptions } from '../options.ts'

const url = new URL('https://example.com/a')
const rest = `<p>${'What the page is about takes more room than what is sold on it. '.repeat(20)}</p>`

const shown = (html: string, changes: Partial<Omit<ContentOptions, 'formats'>> = {}) =>
  toText(viewOf(parse(html), url, contentOptions(changes)))

const refusal = (work: () => unknown): ApiError | null => {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

describe('an advertisement is removed', () => {
  test.each([
    '<div class="ad">SOLD</div>',
    '<div class="ads banner">SOLD</div>',
    '<div id="ad-top">SOLD</div>',
    '<div id="advertisement"><h4>Advertisement</h4>SOLD</div>',
    '<div id="advertising"><h4>Try it</h4>SOLD</div>',
    '<div class="sidebar_ad_2">SOLD</div>',
    '<div class="adSlot">SOLD</div>',
    '<section class="post-advertisement">SOLD</section>',
    '<ins class="adsbygoogle" data-ad-client="ca-1">SOLD</ins>',
    '<div class="sponsored-content">SOLD</div>',
    '<div aria-label="Advertisement">SOLD</div>',
    '<div id="taboola-below-article">SOLD</div>',
    '<amp-ad width="300">SOLD</amp-ad>',
    '<div class="ad-2">SOLD</div>',
    '<div class="ad1">SOLD</div>',
    '<div class="ad728x90">SOLD</div>',
    '<div class="rightTopAd">SOLD</div>',
    '<div class="before-content-ad">SOLD</div>',
    '<article class="post sponsored">SOLD</article>',
    '<table><tr><td class="ad">&nbsp;<ins class="adsbygoogle">SOLD</ins></td></tr></table>',
  ])('%s', (html) => {
    expect(shown(html + rest)).not.toContain('SOLD')
    expect(shown(html + rest, { removeAds: false })).toContain('SOLD')
  })
})

describe('an element that only resembles an advertisement stays', () => {
  test.each([
    '<div class="address">KEPT</div>',
    '<div class="header-main">KEPT</div>',
    '<p class="lead">KEPT</p>',
    '<div class="shadow gradient">KEPT</div>',
    '<a class="download" href="/x">KEPT</a>',
    '<div class="loadmore thread upload">KEPT</div>',
    '<div class="Admin adjacent adult">KEPT</div>',
    '<div class="card-header">KEPT</div>',
    '<h2 class="ad">KEPT</h2>',
    '<section id="advertising-cookies">\n<h2>Advertising cookies</h2>KEPT</section>',
    '<div class="ad-hoc-network">KEPT</div>',
    '<div id="47f069cc-e3d5-482f-ad79-0c82ff4c71f7">KEPT</div>',
    '<div class="element-16ad62c5 block-3fa9ad-9c">KEPT</div>',
    '<p id="ad45">KEPT</p>',
    '<p id="AdDsWC">KEPT</p>',
    '<p class="record-id-Zl4adYBaWoc">KEPT</p>',
    '<div class="page__Ee5Ad">KEPT</div>',
    '<div class="Item_item__adF2E">KEPT</div>',
    '<article class="hentry category-advertising tag-ads product_cat-adverts">KEPT</article>',
    '<div class="node node--promoted">KEPT</div>',
    '<div class="is-promoted node-not-promoted">KEPT</div>',
    '<section class="non-ad-column">KEPT</section>',
    '<section class="section--has-ads with_ad">KEPT</section>',
    '<div class="enableAdsense no-advertising">KEPT</div>',
    '<div class="ad-free">KEPT</div>',
    '<div data-ad-slot="false">KEPT</div>',
    '<div src="/part.html" aria-label="Part" title="x">KEPT</div>',
    '<table><tr><th>Name</th><td class="ad">KEPT</td></tr></table>',
    '<pre><span class="ad">KEPT</span></pre>',
    '<div class="ad-wrapper"><h1>KEPT</h1></div>',
    '<div class="adsbygoogle-loaded advertising"><main>KEPT</main></div>',
  ])('%s', (html) => {
    expect(shown(html + rest)).toContain('KEPT')
  })

  test('if the page consists of it', () => {
    for (const root of ['<body class="ads">', '<body><main class="ad">', '<body><div class="ads-enabled ad">']) {
      expect(shown(`${root}<p>KEPT</p>${rest}`)).toContain('KEPT')
    }
  })
})

describe('an element named as an advertisement', () => {
  test("stays if it has much of the page's text", () => {
    const side = '<p>Something else</p>'.repeat(60)
    expect(shown(`${side}<div class="liveAlertAd adsense"><p>KEPT</p>${rest}</div>`)).toContain('KEPT')
  })

  test('stays if it has much of the shown text, whatever is hidden', () => {
    const unseen = ['script', 'style', 'template'].map((name) => `<${name}>${'unseen words '.repeat(1000)}</${name}>`)
    const sold = `<div class="liveAlertAd adsense"><p>KEPT</p>${rest}</div>`
    for (const hidden of [...unseen, `<div hidden>${'unseen words '.repeat(1000)}</div>`])
      expect(shown(`${'<p>Something else</p>'.repeat(60)}${hidden}${sold}`)).toContain('KEPT')
  })

  test('stays if it has all of the main content', () => {
    const article = `<h2>KEPT</h2>${'<p>A few words of it.</p>'.repeat(6)}`
    const beside = `<footer><p>${'Far more than that on whatever else there is to be said on it. '.repeat(40)}</p></footer>`
    const page = `<div class="advertising"><article>${article}</article></div>${beside}`
    expect(shown(page, { onlyMainContent: true })).toContain('KEPT')
  })

  test('stays if it has much of the main content', () => {
    const article = `<article><p>First</p><div class="liveAlertAd"><p>KEPT</p>${rest}</div></article>`
    const page = `${article}<footer><p>${'What is said elsewhere as well. '.repeat(400)}</p></footer>`
    expect(shown(page, { onlyMainContent: true })).toContain('KEPT')
  })

  test('stays if every part of an article has the name', () => {
    const part = `<section class="Report__Section Report__Section--Ads"><p>${'KEPT in every part. '.repeat(9)}</p></section>`
    const aside = '<aside><a href="/x">Elsewhere</a> <a href="/y">And there</a></aside>'.repeat(40)
    const text = shown(`<article>${part.repeat(6)}</article>${aside}`, { onlyMainContent: true })
    expect(text.match(/KEPT/g)).toHaveLength(54)
  })

  test('is removed from the main content, which is found in the same place with it', () => {
    const article = (ad: string) =>
      `<nav>${'<a href="/x">Elsewhere</a>'.repeat(9)}</nav><main><h1>Title</h1>${ad}${rest}</main><footer>Below</footer>`
    const sold = shown(article('<div class="ad">SOLD</div>'), { onlyMainContent: true })
    expect(sold).toBe(shown(article(''), { onlyMainContent: true }))
    expect(sold).not.toContain('SOLD')
  })

  test('is removed from selected elements', () => {
    const page = `<section><p>KEPT</p><div class="ad">SOLD</div></section>${rest}`
    for (const onlyMainContent of [true, false]) {
      const text = shown(page, { onlyMainContent, includeTags: ['section'] })
      expect(text).toContain('KEPT')
      expect(text).not.toContain('SOLD')
    }
  })

  test('is recognised in linear time on a page that consists of such names', () => {
    const page = (depth: number) => `${'<div class="ads">'.repeat(depth)}${rest}`
    expect(shown(page(20_000))).toContain('What the page is about')
    expect(growth(page, (html) => shown(html), 2500)).toBeLessThan(LINEAR)
  })
})

describe('an element that a browser does not show', () => {
  const cases: [string, boolean][] = [
    ['<div hidden>SECRET</div>', false],
    ['<div style="color:red; display : none">SECRET</div>', false],
    ['<span style="visibility:hidden">SECRET</span>', false],
    ['<template><p>SECRET</p></template>', false],
    ['<dialog>SECRET</dialog>', false],
    ['<noscript>SECRET</noscript>', false],
    ['<script>SECRET</script><style>SECRET</style>', false],
    ['<dialog open>SECRET</dialog>', true],
    ['<div style="display:block">SECRET</div>', true],
    ['<div hidden="until-found">SECRET</div>', true],
  ]
  test.each(cases)('%s: shown is %p', (html, isShown) => {
    expect(shown(html + rest).includes('SECRET')).toBe(isShown)
  })
})

describe('a page that is hidden until a script or a response shows it', () => {
  const paragraphs = `<p>${'Words of the page. '.repeat(30)}</p>`.repeat(2)
  const page = (heading: string, more = '') =>
    `<div style="display: none">${heading}${paragraphs}<p hidden>SECRET</p></div>${more}`
  // Together they have most of the elements.
  const menus = `<div hidden>${'<a href=/x>Menu</a>'.repeat(20)}</div>`.repeat(3)
  const gate = '<p>Are you over 18?</p>'

  test('is shown, except for what is hidden within it', () => {
    expect(shown(gate + menus + page('<h1>Title</h1>'))).toContain('Words of the page')
    expect(shown(gate + menus + page('<h1>Title</h1>'))).not.toMatch(/SECRET|Menu/)
  })

  test('must have the heading of the page, and no other text beside it', () => {
    expect(shown(gate + menus + page('<h2>Terms of use</h2>'))).not.toContain('Words of the page')
    expect(shown(`<h1>Title</h1>${gate}${menus}${page('<h1>Terms of use</h1>')}`)).not.toContain('Words of the page')
    expect(shown(menus + page('<h1>Terms of use</h1>', paragraphs.replaceAll('the page', 'mine')))).not.toContain(
      'of the page',
    )
  })
})

describe('content for browsers without scripts', () => {
  test('is shown if it is most of the page', () => {
    expect(shown(`<p>Sign in</p><noscript>${rest}</noscript>`)).toContain('What the page is about')
  })

  test('is counted once within other such content', () => {
    const third = `<p>${'Words that stand on the page. '.repeat(3)}</p>`
    expect(shown(`${third}${third}<noscript>SECRET<noscript>${third}</noscript></noscript>`)).not.toContain('SECRET')
  })
})

describe('a quotation', () => {
  test('has its source for a language model, which is in its footer', () => {
    const tree = parse(
      `${rest}<blockquote><p>Quoted</p><footer>SOURCE</footer></blockquote><figure><img src=a><footer>MAKER</footer></figure><footer>SITE</footer>`,
    )
    const view = viewOf(tree, url, contentOptions())
    markInessential(view)
    const hidden = findAll(tree, tree.body, 'footer').map(({ id }) => view.marks[id] !== 0)
    expect(hidden).toEqual([false, false, true])
  })
})

describe('selectors', () => {
  const html = `<section id="one" class="Big part"><h2>ONE</h2><ul><li>FIRST</li><li>SECOND</li></ul></section>
    <section data-kind="x y"><p>TWO</p><section><p>THREE</p></section></section>${rest}`
  const cases: [string[], string[], string[]][] = [
    [['h2'], ['ONE'], ['FIRST', 'TWO']],
    [['#one'], ['ONE', 'FIRST'], ['TWO']],
    [['.Big'], ['ONE'], ['TWO']],
    [['.big'], [], ['ONE']],
    [['li:nth-child(2)'], ['SECOND'], ['FIRST']],
    [['section > section'], ['THREE'], ['TWO']],
    [['[data-kind~=y]'], ['TWO', 'THREE'], ['ONE']],
    [['section:has(ul)'], ['ONE', 'SECOND'], ['TWO']],
    [['p', 'h2'], ['ONE', 'TWO', 'THREE'], ['FIRST']],
    [['section:not(#one), h2'], ['ONE', 'TWO'], ['FIRST']],
    [['h2 + ul li'], ['FIRST', 'SECOND'], ['ONE']],
  ]
  test.each(cases)('%j choose what they match', (includeTags, present, absent) => {
    const text = shown(html, { includeTags })
    for (const each of present) expect(text).toContain(each)
    for (const each of absent) expect(text).not.toContain(each)
  })

  test.each([
    ['html', true],
    ['HTML', true],
    [':root', true],
    ['html, h2', true],
    ['html.dark', true],
    ['html.light', false],
  ])('that match the root give the whole page: %s', (selector, isWhole) => {
    const page = `<html class="dark"><nav>MENU</nav><main><h1>Title</h1>${rest}</main>`
    for (const onlyMainContent of [true, false]) {
      const text = shown(page, { onlyMainContent, includeTags: [selector] })
      expect(text).toBe(isWhole ? shown(page) : '')
    }
  })

  test('leave a blank where a block was between two texts, but not where a hidden one is', () => {
    const price = '<span>$94.73</span><div class="saving">Save 21%</div><span>compared to $120</span>'
    expect(shown(price, { excludeTags: ['.saving'] })).toBe('$94.73 compared to $120')
    expect(shown('<div>un<div style="display:none">Advert</div>broken</div>')).toBe('unbroken')
  })

  test('show nothing twice if they match an element and its descendant', () => {
    expect(shown(html, { includeTags: ['section', 'p'] }).match(/THREE/g)).toHaveLength(1)
  })

  test('show an item of a list without the items beside it that they do not match', () => {
    const list = '<ul><li>a<li class="it">b<ul><li>c</ul><li class="it">d<li>e<li class="it">f</ul>'
    expect(shown(list, { includeTags: ['.it'] })).toBe('- b\n  - c\n- d\n\n- f')
    expect(shown(list, { includeTags: ['li'] })).toBe('- a\n- b\n  - c\n- d\n- e\n- f')
  })

  for (const parameter of ['includeTags', 'excludeTags'] as const) {
    test.each(['p[', ':unknown', '> p', 'p >', 'p::before', '  '])(
      `%p in ${parameter} is refused by name`,
      (selector) => {
        const error = refusal(() => shown(html, { [parameter]: ['p', selector] }))
        expect(error).toMatchObject({ status: 400, code: 'invalid_options', details: { parameter } })
      },
    )
  }

  test('with several hundred entries work on a large page', () => {
    const large = '<div class="a"><p>x</p></div>'.repeat(5_000)
    const names = Array.from({ length: 400 }, (_, i) => `.name${i}`)
    expect(shown(large, { excludeTags: names })).toContain('x')
  })

  const deep = (size: number) => '<div class="a">'.repeat(size)
  const wide = (size: number) => `<ul>${'<li>x</li>'.repeat(size)}</ul>`
  test.each([
    [`${'div '.repeat(40)}p`, deep],
    [`${'.a :not(.b) '.repeat(20)}.c`, deep],
    [`${'li ~ '.repeat(20)}p`, wide],
    [`${':is('.repeat(80)}li${')'.repeat(80)}`, wide],
  ])('%s is applied in linear time', (selector, page) => {
    expect(growth(page, (html) => shown(html, { excludeTags: [selector] }), 2_500)).toBeLessThan(LINEAR)
  })

  test.each([
    ['div:has(div:has(div:has(p)))', deep],
    [':contains("nothing")', deep],
    ['li:nth-last-child(7)', wide],
    ['li:nth-child(3 of li:nth-child(odd))', wide],
  ])('%s, which takes quadratic time, is refused by name', (selector, page) => {
    const error = refusal(() => shown(page(20_000), { excludeTags: [selector] }))
    expect(error).toMatchObject({ status: 400, details: { parameter: 'excludeTags' } })
  })
})
