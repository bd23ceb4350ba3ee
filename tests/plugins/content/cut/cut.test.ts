import { describe, expect, test } from 'bun:test'
import { Budget } from '../../../../plugins/content/budget.ts'
import type { Converted } from '../../../../plugins/content/converted.ts'
import { cutData } from '../../../../plugins/content/cut/data.ts'
import { cutHtml } from '../../../../plugins/content/cut/html.ts'
import { cutToBudget } from '../../../../plugins/content/cut/index.ts'
import { jsonLength } from '../../../../plugins/content/cut/json-length.ts'
import { cutText } from '../../../../plugins/content/cut/text.ts'
import { emptyMetadata } from '../../../../plugins/content/metadata/index.ts'
import { contentOptions } from '../options.ts'

const MEBIBYTE = 1024 * 1024

describe('a text is cut', () => {
  test.each([
    ['after a paragraph', `${'a'.repeat(92)}\n\nb\nc d e f g`, 'a'.repeat(92)],
    ['after a line', `${'a'.repeat(92)}\nb c d e f g`, 'a'.repeat(92)],
    ['after a word', `${'a'.repeat(92)} ${'b'.repeat(50)}`, 'a'.repeat(92)],
    ['after a character if it has no words', `${'a'.repeat(99)}😀${'b'.repeat(50)}`, 'a'.repeat(99)],
    ['not at all if it fits', 'a'.repeat(100), 'a'.repeat(100)],
  ])('%s', (_, text, cut) => {
    expect(cutText(text, 100)).toBe(cut)
  })
})

test('HTML that is cut closes its open elements', () => {
  const html = `<div><ul>${'<li>one &amp; two</li>'.repeat(100)}</ul></div>`
  const cut = cutHtml(html, 300)
  expect(cut.length).toBeLessThanOrEqual(300)
  expect(cut.length).toBeGreaterThan(250)
  expect(cut).toStartWith('<div><ul><li>one &amp; two</li><li>')
  expect(cut).toEndWith('</li></ul></div>')
  expect(cut).not.toMatch(/&(?!amp;)/)
})

describe('data that is cut', () => {
  const record = {
    title: 'x',
    rows: Array.from({ length: 1000 }, (_, i) => ({ number: i, name: `row ${i}` })),
    url: 'y',
  }

  test('is valid, has its first entries, and keeps the property names of its records', () => {
    const { data, isCut } = cutData(record, 1000)
    const json = JSON.stringify(data)
    expect(isCut).toBe(true)
    expect(json.length).toBeLessThanOrEqual(1000)
    expect(json.length).toBeGreaterThan(800)
    const read = JSON.parse(json)
    expect(read).toEqual({ title: 'x', rows: expect.any(Array), url: '' })
    expect(read.rows.slice(0, 20)).toEqual(record.rows.slice(0, 20))
  })

  test('loses properties if it may have any number of them', () => {
    const names = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`name${i}`, i]))
    expect(Object.keys(cutData(names, 1000).data as object).length).toBeWithin(70, 90)
  })

  test('counts a shared part once for each place', () => {
    let part: unknown = 'x'.repeat(10)
    for (let i = 0; i < 40; i++) part = [part, part]
    expect(JSON.stringify(cutData(part, 10_000).data).length).toBeLessThanOrEqual(10_000)
  })

  test('is the same object if it fits', () => {
    expect(cutData(record, 100_000).data).toBe(record)
  })

  test.each(['plain', 'ä€😀', '"\\', '\n\t\u0001\u001f', '\ud800a\udc00'])('is measured as it is sent: %p', (text) => {
    expect(jsonLength(text)).toBe(Buffer.byteLength(JSON.stringify(text)) - 2)
  })
})

describe('a conversion', () => {
  const convertedOf = (formats: Partial<Converted>): Converted => ({
    metadata: emptyMetadata(),
    parserName: 'text',
    contentSource: 'document',
    ...formats,
  })
  const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

  test('has formats of 16 MiB at most from any reader, with a warning', () => {
    const text = 'one line of text, of about the length that most lines of a long document have\n'.repeat(320_000)
    const budget = new Budget(text.length)
    const cut = cutToBudget(convertedOf({ markdown: text, json: text.split('\n') }), contentOptions(), budget)
    expect(cut.markdown!.length).toBeWithin(15 * MEBIBYTE, 16 * MEBIBYTE + 1)
    expect(JSON.stringify(cut.json).length).toBeLessThanOrEqual(16 * MEBIBYTE)
    expect(budget.warnings).toContain('The markdown was cut at 16 MiB: no format may have more')
  })

  test('is in proportion to its source', () => {
    const budget = new Budget(1000)
    const cut = cutToBudget(convertedOf({ text: 'x '.repeat(1_000_000) }), contentOptions(), budget)
    expect(cut.text!.length).toBeLessThan(300_000)
    expect(budget.warnings).toEqual(['The text was cut at 263.8 KiB: more would be out of proportion to its source'])
  })

  test('fits into a response as a whole: large formats are cut, and small ones stay', () => {
    // Each has 24 MiB as JSON.
    const text = '\u0001'.repeat(4 * MEBIBYTE)
    const formats = { markdown: text, text, html: text, rawHtml: text, json: [text], links: ['https://a.example/'] }
    const options = contentOptions({ htmlFormat: 'raw' }, 'markdown', 'text', 'html', 'rawHtml', 'json', 'links')
    const budget = new Budget(text.length)
    const cut = cutToBudget(convertedOf(formats), options, budget)
    // The `content` of the response repeats the first format.
    expect(bytesOf({ ...cut, content: cut.markdown })).toBeWithin(40 * MEBIBYTE, 50 * MEBIBYTE)
    expect(cut.links).toEqual(formats.links)
    expect(budget.warnings).toHaveLength(5)
  })

  test('has metadata with limited values, and all of them', () => {
    const metadata = { ...emptyMetadata(), title: 'x'.repeat(1_000_000), keywords: 'a, b' }
    metadata.structuredData.jsonLd = Array.from({ length: 200_000 }, () => ({ '@type': 'Thing' }))
    const budget = new Budget(10_000_000)
    const cut = cutToBudget(convertedOf({ metadata }), contentOptions(), budget).metadata
    expect(bytesOf(cut)).toBeLessThan(3 * MEBIBYTE)
    expect(Object.keys(cut)).toEqual(expect.arrayContaining(Object.keys(emptyMetadata())))
    expect(cut.keywords).toBe('a, b')
    expect(budget.warnings).toHaveLength(1)
  })
})
