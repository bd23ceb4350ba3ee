import { describe, expect, test } from 'bun:test'
import { blocked, findBlock } from '../../../core/bot-detection/find-block.ts'
import { cpuTime } from '../../cpu-time.ts'
import { answers } from './answers.ts'

const encode = (text: string) => new TextEncoder().encode(text)

describe('a block', () => {
  test('is reported with a remedy that was not tried yet', () => {
    const url = new URL('https://shop.example/')
    expect(blocked(url, { vendor: 'akamai' }).message).toBe(
      'The site treated the visitor as a bot (akamai); stealth: true may help',
    )
    expect(blocked(url, { vendor: 'unknown' }, 'maximum').message).toBe(
      'The site treated the visitor as a bot despite stealth',
    )
  })

  for (const { what, status, headers = {}, html, vendor } of answers)
    test(`${vendor ? `is found in ${what}` : `is not seen in ${what}`}`, () => {
      const given = new Headers({ 'content-type': 'text/html; charset=utf-8', ...headers })
      expect(findBlock({ status, headers: given, body: encode(html) })?.vendor).toBe(vendor)
    })

  test('is told from a page with full precision and recall', () => {
    const found = answers.filter(({ status, headers = {}, html }) =>
      findBlock({ status, headers: new Headers({ 'content-type': 'text/html', ...headers }), body: encode(html) }),
    )
    const right = found.filter(({ vendor }) => vendor).length
    const blocks = answers.filter(({ vendor }) => vendor).length
    console.log(
      `Blocks: ${answers.length} answers, ${blocks} of them blocks; precision ${(right / found.length).toFixed(3)}, recall ${(right / blocks).toFixed(3)}`,
    )
    expect([right / found.length, right / blocks]).toEqual([1, 1])
  })

  test('is looked for in little time, whatever the markup', () => {
    const headers = new Headers({ 'content-type': 'text/html' })
    const fill = (part: string) => encode(`captcha ${part.repeat(Math.floor(250_000 / part.length))}`)
    for (const part of [
      '<script',
      '<title ',
      '<pre><',
      '<!--',
      '<input ',
      'class="',
      '<a>captcha</a> ',
      '/cdn-cgi/challenge-platform/',
      ' ',
    ]) {
      const page = { status: 403, headers, body: fill(part) }
      expect(cpuTime(() => findBlock(page))).toBeLessThan(250)
    }
  })
})
