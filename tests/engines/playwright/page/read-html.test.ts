import { expect } from 'bun:test'
import { readHtml } from '../../../../engines/playwright/page/tab.ts'
import { browserOf, testIn } from '../../../browsers.ts'

const test = await testIn('chromium')

test('a long page is read in pieces of at most a million characters, without cutting a character in half', async () => {
  const page = await (await browserOf('chromium')).newPage()
  const read = async (script: string, maxLength: number) => {
    await page.setContent('<!doctype html><body></body>')
    await page.evaluate(script)
    const sizes: number[] = []
    const html = await readHtml(async (expression) => {
      const value = await page.evaluate(expression)
      sizes.push(typeof value === 'string' ? value.length : 0)
      return value
    }, maxLength)
    return { html, sizes }
  }
  const long = 'document.body.append("\u{1f600}".repeat(600_000))'
  const { html, sizes } = await read(long, 2_000_000)
  expect(html).toBe(`<!DOCTYPE html><html><head></head><body>${'\u{1f600}'.repeat(600_000)}</body></html>`)
  expect(sizes).toEqual([0, 1_048_576, html.toString().length - 1_048_576])
  // Each character of two code units begins at an odd index.
  const odd = await read(`document.body.append('a'); ${long}`, 2_000_000)
  expect(String(odd.html).replaceAll('\u{1f600}', '')).toBe('<!DOCTYPE html><html><head></head><body>a</body></html>')
  expect(odd.sizes.slice(0, 2)).toEqual([0, 1_048_575])
  expect(await read(long, 1_100_000)).toEqual({ html: 1_200_054, sizes: [0] })
  expect((await read('document.body.append("short")', 99)).sizes).toHaveLength(1)
  // After a reader that stops early, the next one starts from the beginning.
  const evaluate = (expression: string) => page.evaluate(expression)
  await page.evaluate(`document.body.replaceChildren('a'.repeat(1_200_000))`)
  const both = await Promise.all([readHtml(evaluate, 2_000_000), readHtml(evaluate, 2_000_000)])
  expect(both.map((one) => String(one).length)).toEqual([1_200_054, 1_200_054])
  await page.close()
}, 120_000)
