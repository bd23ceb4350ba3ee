import { expect, test } from 'bun:test'
import { ApiError } from 'weirjs'
import { readSettings } from '../../../../plugins/monitors/options/options.ts'
import type { MonitorOptions } from '../../../../plugins/monitors/schema.ts'
import type { PageOptions, ScrapeBody, Scraper } from '../../../../plugins/scrape/service.ts'

/** The settings of a monitor's runs, and the body of the scrape that they are read from. */
function read(options: MonitorOptions) {
  const bodies: ScrapeBody[] = []
  const scraper = {
    read(body: ScrapeBody) {
      bodies.push(body)
      return { extract: body.extract } as unknown as PageOptions
    },
  } as unknown as Scraper
  const settings = readSettings(options, scraper)
  return { settings, body: bodies[0]! }
}
const extract = { prompt: 'the price' } as MonitorOptions['extract']

test('a page is fetched fresh, with its main content as markdown', () => {
  const { body, settings } = read({})
  expect(body).toEqual({ onlyMainContent: true, formats: ['markdown'], maxAge: 0 })
  expect(settings).toMatchObject({ detectChanges: true, ignore: [] })
})

test('for a selected part, the page is not reduced to its main content, unless requested', () => {
  expect(read({ selector: 'h1' }).body).toMatchObject({ onlyMainContent: false, includeTags: ['h1'] })
  expect(read({ selector: 'h1', includeTags: ['p'], onlyMainContent: true }).body).toMatchObject({
    onlyMainContent: true,
    includeTags: ['p', 'h1'],
  })
})

test('there is always something to compare', () => {
  const formatsOf = (options: MonitorOptions) => read(options).body.formats
  expect(formatsOf({ format: 'html' })).toEqual(['html'])
  expect(formatsOf({ formats: ['screenshot'] })).toEqual(['markdown', 'screenshot'])
  expect(formatsOf({ formats: ['screenshot', 'text'] })).toEqual(['screenshot', 'text'])
  expect(formatsOf({ formats: ['screenshot'], extract })).toEqual(['screenshot'])
  expect(formatsOf({ formats: ['extract'] })).toEqual(['extract'])
})

test('a threshold is a share or a percentage', () => {
  const thresholdOf = (threshold?: number) => read({ threshold }).settings.threshold
  expect([undefined, 0.4, 1, 2, 50].map(thresholdOf)).toEqual([0, 0.4, 1, 0.02, 0.5])
})

test('a page is looked at again only without actions, scripts and extraction', () => {
  const mayLookAgain = (options: MonitorOptions) => read(options).settings.mayLookAgain
  expect(mayLookAgain({ actions: [] })).toBe(true)
  expect(mayLookAgain({ actions: [{ type: 'wait', milliseconds: 1 }] as MonitorOptions['actions'] })).toBe(false)
  expect(mayLookAgain({ executeJS: '' })).toBe(false)
  expect(mayLookAgain({ extract })).toBe(false)
})

test('an option that the scraper refuses is an invalid request', () => {
  const scraper = {
    read() {
      throw new ApiError('invalid_options', 'waitFor is too long', { parameter: 'waitFor' })
    },
  } as unknown as Scraper
  expect(() => readSettings({}, scraper)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
})
