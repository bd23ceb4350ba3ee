import { expect, test } from 'bun:test'
import type { PageOptions } from '../../../plugins/scrape/options/page-options.ts'
import { checkRetention } from '../../../plugins/scrape/zero-retention.ts'

const options = (more: object = {}) =>
  ({ zeroRetention: true, formats: ['markdown'], request: {}, extract: undefined, ...more }) as unknown as PageOptions

test.each([
  ['a screenshot', { request: { screenshot: 'viewport' } }],
  ['a PDF', { request: { pdf: true } }],
  ['a picture among the actions', { request: { actions: [{ type: 'click' }, { type: 'screenshot' }] } }],
  ['change tracking', { formats: ['markdown', 'changeTracking'] }],
  ['an extraction that learns from the page', { extract: { model: 'auto' } }],
])('zero retention is refused with %s', (_, more) => {
  expect(() => checkRetention(options(more), 'nothing')).toThrow(
    expect.objectContaining({ code: 'invalid_options', details: { parameter: 'zeroRetention' } }),
  )
  expect(() => checkRetention(options({ ...more, zeroRetention: false }), 'answer')).not.toThrow()
})

test('it is refused where the answer is kept, and taken where nothing is', () => {
  expect(() => checkRetention(options(), 'answer')).toThrow('store responses')
  expect(() => checkRetention(options({ extract: { model: 'structured' } }), 'nothing')).not.toThrow()
})
