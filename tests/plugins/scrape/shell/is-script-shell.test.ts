import { describe, expect, test } from 'bun:test'
import { isScriptShell } from '../../../../plugins/scrape/shell/is-script-shell.ts'
import { cpuTime } from '../../../cpu-time.ts'
import { labelledPages } from './pages.ts'

/** A page that is labelled by its bytes has each of them in one character. */
const encode = (html: string) =>
  /[\u0080-\u00ff]/.test(html) && !/[\u0100-\uffff]/.test(html)
    ? Buffer.from(html, 'latin1')
    : new TextEncoder().encode(html)

describe('a script shell', () => {
  for (const { what, html, shell } of labelledPages)
    test(`${shell ? 'is seen in' : 'is not seen in'} ${what}`, () => expect(isScriptShell(encode(html))).toBe(shell))

  test('is told from a page by precision and recall', () => {
    const found = labelledPages.filter(({ html }) => isScriptShell(encode(html)))
    const right = found.filter(({ shell }) => shell).length
    const shells = labelledPages.filter(({ shell }) => shell).length
    console.log(
      `Script shells: ${labelledPages.length} pages, ${shells} of them shells; precision ${(right / found.length).toFixed(3)}, recall ${(right / shells).toFixed(3)}`,
    )
    expect(labelledPages.length).toBeGreaterThanOrEqual(40)
    expect([right / found.length, right / shells]).toEqual([1, 1])
  })

  test('is told by the whole page where its beginning shows no text', () => {
    const head = `<title>x</title><script src="/assets/app.js">${'x()\n'.repeat(40_000)}</script><div id="root">`
    expect(isScriptShell(encode(`${head}</div>`))).toBe(true)
    expect(isScriptShell(encode(`${head}</div><p>${'Some words of text. '.repeat(40)}</p>`))).toBe(false)
  })

  test('is told from a page in little time, whatever the markup', () => {
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
})
