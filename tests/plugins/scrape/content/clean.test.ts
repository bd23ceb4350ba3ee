import { describe, expect, test } from 'bun:test'
import { ApiError } from 'weirjs'
import type { ContentOptions } from 'weirjs/schemas'
import { viewOf } from '../../../../plugins/scrape/content/clean/view.ts'
import { toText } from '../../../../plugins/scrape/content/text.ts'
import { parse } from '../../../../plugins/scrape/content/tree/index.ts'
import { contentOptions } from './options.ts'

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

describe('An advertisement goes', () => {
  test.each([
    '<div class="ad">SOLD</div>',
    '<div class="ads banner">SOLD</div>',
    '<div id="ad-top">SOLD</div>',
    '<div class="sidebar_ad_2">SOLD</div>',
    '<div class="adSlot">SOLD</div>',
    '<section class="post-advertisement">SOLD</section>',
    '<ins class="adsbygoogle" data-ad-client="ca-1">SOLD</ins>',
    '<div class="sponsored-content">SOLD</div>',
    '<div aria-label="Advertisement">SOLD</div>',
    '<div id="taboola-below-article">SOLD</div>',
    '<amp-ad width="300">SOLD</amp-ad>',
  ])('%s', (html) => {
    expect(shown(html + rest)).not.toContain('SOLD')
    expect(shown(html + rest, { removeAds: false })).toContain('SOLD')
  })
})

describe('What only sounds like an advertisement stays', () => {
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
    '<div class="ad-hoc-network">KEPT</div>',
  ])('%s', (html) => {
    expect(shown(html + rest)).toContain('KEPT')
  })

  test('and so does what the page is made of', () => {
    for (const root of ['<body class="ads">', '<body><main class="ad">', '<body><div class="ads-enabled ad">']) {
      expect(shown(`${root}<p>KEPT</p>${rest}`)).toContain('KEPT')
    }
  })
})

describe('What a browser does not show', () => {
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

describe('Selectors', () => {
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

  test('show nothing twice where they match an element and one within it', () => {
    expect(shown(html, { includeTags: ['section', 'p'] }).match(/THREE/g)).toHaveLength(1)
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

  test('of several hundred entries work on a large page', () => {
    const large = '<div class="a"><p>x</p></div>'.repeat(5_000)
    const names = Array.from({ length: 400 }, (_, i) => `.name${i}`)
    expect(shown(large, { excludeTags: names })).toContain('x')
  })

  const deep = '<div class="a">'.repeat(20_000)
  const wide = `<ul>${'<li>x</li>'.repeat(20_000)}</ul>`
  const explosive: [string, string][] = [
    [deep, `${'div '.repeat(40)}p`],
    [deep, `${'.a :not(.b) '.repeat(20)}.c`],
    [deep, 'div:has(div:has(div:has(p)))'],
    [deep, ':contains("nothing")'],
    [wide, 'li:nth-last-child(7)'],
    [wide, 'li:nth-child(3 of li:nth-child(odd))'],
    [wide, `${'li ~ '.repeat(20)}p`],
    [wide, `${':is('.repeat(80)}li${')'.repeat(80)}`],
  ]
  test.each(explosive.map((each) => [each[1], each[0]]))('%s ends, by an answer or a refusal', (selector, page) => {
    const started = performance.now()
    const error = refusal(() => shown(page, { excludeTags: [selector] }))
    if (error !== null) expect(error.details).toEqual({ parameter: 'excludeTags' })
    expect(performance.now() - started).toBeLessThan(4000)
  })
})
