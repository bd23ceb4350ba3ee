import { describe, expect, test } from 'bun:test'
import { inspectPage } from '../../../../plugins/content/app-shell/is-script-shell.ts'
import { cpuTime } from '../../../cpu-time.ts'
import { costRatio, growth, LINEAR } from '../../../growth.ts'
import { labelledPages } from './pages.ts'

/** A page labelled by its bytes has one character for each of them. */
const encode = (html: string) =>
  /[\u0080-\u00ff]/.test(html) && !/[\u0100-\uffff]/.test(html)
    ? Buffer.from(html, 'latin1')
    : new TextEncoder().encode(html)

const isScriptShell = (page: Uint8Array) => inspectPage(page).needsScript

describe('a script shell', () => {
  for (const { what, html, shell } of labelledPages)
    test(`${shell ? 'is seen in' : 'is not seen in'} ${what}`, () => expect(isScriptShell(encode(html))).toBe(shell))

  test('is recognised with full precision and recall', () => {
    const found = labelledPages.filter(({ html }) => isScriptShell(encode(html)))
    const right = found.filter(({ shell }) => shell).length
    const shells = labelledPages.filter(({ shell }) => shell).length
    console.log(
      `Script shells: ${labelledPages.length} pages, ${shells} of them shells; precision ${(right / found.length).toFixed(3)}, recall ${(right / shells).toFixed(3)}`,
    )
    expect(labelledPages.length).toBeGreaterThanOrEqual(40)
    expect([right / found.length, right / shells]).toEqual([1, 1])
  })

  test('is recognised by the whole page if its beginning has no text', () => {
    const head = `<title>x</title><script src="/assets/app.js">${'x()\n'.repeat(40_000)}</script><div id="root">`
    expect(isScriptShell(encode(`${head}</div>`))).toBe(true)
    expect(isScriptShell(encode(`${head}</div><p>${'Some words of text. '.repeat(40)}</p>`))).toBe(false)
  })

  test('is recognised quickly for any markup', () => {
    const fill = (part: string) => encode(part.repeat(Math.floor(1_000_000 / part.length)))
    for (const part of [
      '<div>',
      '<script ',
      '<div id="root"',
      '<script>',
      '<!--',
      '<a b="',
      '</div>',
      '&',
      '<noscript><',
      '<div class="a b c d e f">',
      ' ',
    ]) {
      const page = fill(part)
      expect(cpuTime(() => isScriptShell(page))).toBeLessThan(500)
    }
  })

  describe('is recognised in linear time', () => {
    const mount = '<div id=root></div><script>'
    const constructions: Record<string, { size: number; page: (size: number) => string }> = {
      'timers with blanks': { size: 3, page: (n) => `${mount}${`setTimeout(${' '.repeat(n)}`.repeat(5)}x</script>` },
      'statements with blanks': {
        size: 5000,
        page: (n) => `${mount}${`// x\n${' '.repeat(n)}`.repeat(5)}x</script>`,
      },
      'names of Elm': { size: 1000, page: (n) => `${mount}${'Elm.'.repeat(n)}</script>` },
      'a tag without an end': { size: 50_000, page: (n) => `<script ${' type="'.repeat(n)}>` },
      'attributes without an end': { size: 20_000, page: (n) => `<div${" id='".repeat(n)}>` },
    }
    for (const [what, { size, page }] of Object.entries(constructions))
      test(what, () => {
        const make = (n: number) => encode(page(n))
        expect(growth(make, isScriptShell, size)).toBeLessThan(LINEAR)
      })
  })

  test('is recognised after a noscript of unfinished tags as fast as after one of letters', () => {
    const noscript = (letter: string) => encode(`<noscript>${letter.repeat(1_000_000)}</noscript>`)
    const tell = (page: Uint8Array) => () => isScriptShell(page)
    expect(costRatio(tell(noscript('<')), tell(noscript('x')), 10)).toBeLessThan(10)
  })

  test('is not recognised by the code of a script after its beginning', () => {
    const page = (code: string) => encode(`<div id=root></div><script>${code};document.write(1)</script>`)
    for (const code of [
      'location="/x"',
      '/* a */ // b\n var a = 1; window.location.href = "/x"',
      'setTimeout( function () { location.replace("/x") })',
      'setTimeout(() => { top.location = "/x" })',
      `${'var a = 1;'.repeat(5)} location="/x"`,
      `/*${'x'.repeat(500)}*/location="/x"`,
      '/**/location="/x"',
    ])
      expect(isScriptShell(page(code))).toBe(false)
    for (const code of [
      'start(); location="/x"',
      'var a = 1',
      `${'var a = 1;'.repeat(6)} location="/x"`,
      `/*${'x'.repeat(501)}*/ location="/x"`,
      '/* location="/x"',
      '/*/location="/x"',
    ])
      expect(isScriptShell(page(code))).toBe(true)
  })

  test('is recognised by a module of any name', () => {
    const page = (type: string) => encode(`<div id=root>Loading</div><script ${type} src=/7f3a.x></script>`)
    expect(isScriptShell(page('type=module'))).toBe(true)
    expect(isScriptShell(page(''))).toBe(false)
  })
})

test('a page with hardly any content redirects if its markup does so at once', () => {
  const leadsTo = (refresh: string, body = '<h1>Moved</h1>') =>
    inspectPage(encode(`<meta http-equiv="refresh" content="${refresh}">${body}`)).leadsTo
  expect(['0;url=/b', '1; url=/b', '2; url=/b', '0'].map((refresh) => leadsTo(refresh))).toEqual([
    '/b',
    '/b',
    null,
    null,
  ])
  const bodies = ['<img src="/slide.png">', `<p>${'Some words of text. '.repeat(25)}</p>`]
  expect(bodies.map((body) => leadsTo('0;url=/b', body))).toEqual([null, null])
})
