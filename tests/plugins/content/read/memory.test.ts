import { heapStats } from 'bun:jsc'
import { expect, test } from 'bun:test'
import { readSource } from '../../../../plugins/content/read/read.ts'
import { asStarted } from '../../../bench/as-started.ts'
import { contentOptions } from '../options.ts'

const pageOf = (html: string) => ({
  url: new URL('https://site.example/'),
  headers: new Headers({ 'content-type': 'text/html; charset=utf-8' }),
  body: new TextEncoder().encode(html),
  parserName: 'html' as const,
  mime: 'text/html' as const,
})

const strings = () => {
  Bun.gc(true)
  return heapStats().objectTypeCounts.string ?? 0
}

test('a format is kept as one string, not as the pieces that it was built from', async () => {
  const paragraphs = 5000
  const page = pageOf('<p>A <b>word</b> and another.</p>'.repeat(paragraphs))
  const options = contentOptions({ onlyMainContent: false }, 'markdown', 'html', 'text')
  await readSource(page, options)
  const kept: number[] = []
  // Strings that the stack seems to refer to are not collected at once, but retained pieces would remain each time.
  for (let i = 0; i < 4; i++) {
    const before = strings()
    const { markdown, html, text } = await readSource(page, options)
    kept.push(strings() - before)
    expect([markdown, html, text].map((format) => format!.length > paragraphs)).toEqual([true, true, true])
  }
  expect(Math.min(...kept)).toBeLessThan(paragraphs)
}, 120_000)

test('a page of many elements in every format takes at most 256 MB', async () => {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/peak.ts`], { env: asStarted, stdout: 'pipe' })
  const { elements, peak } = JSON.parse(await new Response(child.stdout).text())
  expect(elements).toBeGreaterThan(200_000)
  expect(peak).toBeLessThan(256)
}, 120_000)

test('a table of 30 MB leaves only its formats in memory, not its cells', async () => {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/left.ts`], { env: asStarted, stdout: 'pipe' })
  const { bytes, length, left } = JSON.parse(await new Response(child.stdout).text())
  expect([bytes > 30_000_000, length > 10_000_000]).toEqual([true, true])
  expect(left).toBeLessThan(235)
}, 120_000)
