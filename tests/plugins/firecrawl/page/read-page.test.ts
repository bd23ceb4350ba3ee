import { describe, expect, test } from 'bun:test'
import { readPage, readPages } from '../../../../plugins/firecrawl/page/read-page.ts'
import type { PageFields } from '../../../../plugins/firecrawl/schema/page-fields.ts'

const read = (options: PageFields, version: 1 | 2 = 2) => {
  const { body, shape, warnings } = readPage(options, { version })
  return { body, shape, warnings: warnings.all }
}
const DAY = 86_400_000

describe('a page with the defaults', () => {
  test.each([
    [1, { timeout: 30_000, maxAge: 0 }],
    [2, { timeout: 60_000, maxAge: 2 }],
  ] as const)('in version %i', (version, usual) => {
    const { body, shape, warnings } = read({}, version)
    const common = { replaceAllPathsWithAbsolutePaths: true, onlyMainContent: true, removeAds: true }
    expect(body).toEqual({ ...common, formats: ['markdown'], ...usual })
    expect([shape, warnings]).toEqual([{ version, fields: ['markdown'], json: undefined, stealth: false }, []])
  })
})

test.each([
  [{ onlyMainContent: false }, { onlyMainContent: false }],
  [
    { includeTags: ['main'], excludeTags: ['nav'] },
    { includeTags: ['main'], excludeTags: ['nav'] },
  ],
  [{ headers: { a: 'b' } }, { headers: { a: 'b' } }],
  [{ waitFor: 30_000 }, { waitFor: 30_000 }],
  [{ timeout: 120_000 }, { timeout: 120_000 }],
  [{ timeout: 5 }, { timeout: 1000 }],
  [
    { mobile: true, skipTlsVerification: true },
    { mobile: true, skipTlsVerification: true },
  ],
  [{ blockAds: false }, { removeAds: false }],
  [{ fastMode: true }, { engine: 'lightweight' }],
  [{ maxAge: 3 * DAY }, { maxAge: 3 }],
  [{ maxAge: 366 * DAY }, { maxAge: 365 }],
  [{ minAge: 3 * DAY }, { minAge: 3, maxAge: 365 }],
  [
    { minAge: 366 * DAY, maxAge: DAY },
    { minAge: 365, maxAge: 1 },
  ],
  [{ storeInCache: false }, { storeInCache: false }],
  [{ zeroDataRetention: true }, { zeroRetention: true }],
  [{ parsers: ['pdf', { type: 'pdf', maxPages: 7 }] }, { pdfPages: 7 }],
  [{ parsers: [{ type: 'pdf', maxPages: 10_001 }] }, { pdfPages: 10_000 }],
  [{ parsers: [{ type: 'pdf', mode: 'auto', maxPages: 7 }], parsePDF: true }, { pdfPages: 7 }],
  [{ proxy: 'stealth' }, { stealth: true }],
  [{ proxy: 'enhanced' }, { stealth: true }],
  [{ location: { country: 'de', languages: ['de'] } }, { location: { country: 'de', languages: ['de'] } }],
  [{ actions: [{ type: 'press', key: 'Enter' }] }, { actions: [{ type: 'press', key: 'Enter' }] }],
] as [PageFields, Record<string, unknown>][])('%j is read without a change', (options, body) => {
  const { body: read_, shape, warnings } = read(options)
  expect([read_, warnings]).toEqual([expect.objectContaining(body), []])
  expect(shape.stealth).toBe('stealth' in body)
})

test.each([
  { actions: [{ type: 'press', key: 'Enter' }] },
  { proxy: 'stealth' },
  { formats: ['screenshot'] },
  { formats: [{ type: 'screenshot', fullPage: true }] },
] as PageFields[])('fastMode is ignored with a warning beside what needs a browser: %j', (options) => {
  const { body, warnings } = read({ ...options, fastMode: true })
  expect([body.engine, warnings]).toEqual([undefined, [expect.stringContaining('fastMode was ignored')]])
})

test.each([
  [{ fastMode: false }, 'engine'],
  [{ parsers: [{ type: 'docx', maxPages: 7 }, { type: 'pdf' }] }, 'pdfPages'],
  [{ proxy: 'basic' }, 'stealth'],
  [{ proxy: 'auto' }, 'stealth'],
  [{ actions: [] }, 'actions'],
  [{ maxAge: DAY }, 'minAge'],
  [{ removeBase64Images: false, origin: 'x', integration: 'y' }, 'removeBase64Images'],
] as [PageFields, string][])('%j sets nothing', (options, field) => {
  const { body, warnings } = read(options)
  expect([Object.hasOwn(body, field), warnings]).toEqual([false, []])
})

test.each([
  [{ waitFor: 30_001 }, { waitFor: 30_000 }, 'waitFor is 30000 ms at most'],
  [{ timeout: 120_001 }, { timeout: 120_000 }, 'timeout is 120000 ms at most'],
  [
    { location: { country: 'Germany' } },
    { location: {} },
    'country of location was ignored: it is two letters of ISO 3166, such as DE',
  ],
  [{ proxy: 'mine' }, {}, 'proxy was ignored: it is basic, stealth, enhanced or auto'],
  [{ parsers: [] }, {}, 'parsers was ignored: documents are always read'],
  [{ parsePDF: false }, {}, 'parsePDF was ignored: documents are always read'],
  [{ parsers: [{ type: 'pdf', mode: 'ocr' }] }, {}, 'mode of parsers was ignored: pictures of text are not read'],
  [{ actions: [{ type: 'pdf' }] }, { actions: [] }, 'The action pdf is not supported by this server and was left out'],
] as [PageFields, object, string][])('%j is read as far as possible, with a warning', (options, body, warning) => {
  expect(read(options)).toMatchObject({ body, warnings: [warning] })
})

test('the actions on a page have the fields of their type', () => {
  const { body, warnings } = read({
    actions: [
      { type: 'wait', milliseconds: 60_001 },
      { type: 'wait', selector: '#a', text: 'x' },
      { type: 'click', selector: '#b', all: true },
      { type: 'click', selector: '#c', all: false },
      { type: 'write' },
      { type: 'write', text: 'y', selector: '#e' },
      { type: 'scroll' },
      { type: 'scroll', direction: 'up', selector: '#d' },
      { type: 'executeJavascript', script: '1' },
      { type: 'scrape' },
      { type: 'screenshot', fullPage: true },
      { type: 'screenshot' },
    ],
  })
  expect(body.actions as unknown[]).toEqual([
    { type: 'wait', milliseconds: 60_000 },
    { type: 'wait', selector: '#a' },
    { type: 'click', selector: '#b', all: true },
    { type: 'click', selector: '#c' },
    { type: 'write', text: '' },
    { type: 'write', text: 'y', selector: '#e' },
    { type: 'scroll', direction: 'down' },
    { type: 'scroll', direction: 'up', selector: '#d' },
    { type: 'executeJavascript', value: '1' },
    { type: 'scrape' },
    { type: 'screenshot' },
    { type: 'screenshot' },
  ])
  expect(warnings).toEqual(['fullPage of an action was ignored: it shows what the window does'])
})

test('pages of a job cannot have zero retention, and that gives a warning', () => {
  const warn = (zeroDataRetention: boolean) => {
    const { body, warnings } = readPages({ zeroDataRetention }, { version: 2 })
    return [Object.hasOwn(body, 'zeroRetention'), warnings.all]
  }
  expect(warn(true)).toEqual([false, ['zeroDataRetention was ignored: what a job has made is kept until it is read']])
  expect(warn(false)).toEqual([false, []])
})
