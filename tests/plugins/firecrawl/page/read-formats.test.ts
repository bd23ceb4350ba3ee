import { describe, expect, test } from 'bun:test'
import { unknownNames } from '../../../../core/schema.ts'
import { readFormats } from '../../../../plugins/firecrawl/page/read-formats.ts'
import { Warnings } from '../../../../plugins/firecrawl/page/warnings.ts'
import { Format, type PageFields } from '../../../../plugins/firecrawl/schema/page-fields.ts'

const read = (options: PageFields) => {
  const warnings = new Warnings()
  return { ...readFormats(options, warnings), warnings: warnings.all }
}
const refusal = (options: PageFields) => {
  try {
    read(options)
    return undefined
  } catch (error) {
    const { code, message, details } = error as { code: string; message: string; details: unknown }
    return [code, message, details]
  }
}

describe('formats', () => {
  test('are names or objects, each once, in their order', () => {
    const { body, shape, warnings } = read({ formats: ['links', { type: 'markdown' }, 'html', 'links'] })
    expect(body).toEqual({ formats: ['links', 'markdown', 'html'] })
    expect([shape, warnings]).toEqual([{ fields: ['links', 'markdown', 'html'], json: undefined }, []])
  })

  test('are Markdown by default, which is then not shown', () => {
    expect(read({})).toMatchObject({ body: { formats: ['markdown'] }, shape: { fields: ['markdown'] } })
    expect(read({ formats: [] })).toMatchObject({ body: { formats: ['markdown'] }, shape: { fields: [] } })
  })

  test('that Weir does not have are left out, and named once', () => {
    const { body, warnings } = read({ formats: ['branding', 'html', { type: 'branding' }, 'x'.repeat(200)] })
    expect(body.formats).toEqual(['html'])
    expect(warnings).toEqual([
      'The format branding is not supported by this server and was left out',
      `The format ${'x'.repeat(100)} is not supported by this server and was left out`,
    ])
    expect(refusal({ formats: ['branding', 'audio'] })).toEqual([
      'not_configured',
      'Formats that are not supported here: branding, audio; the formats are markdown, html, rawHtml, links, images, screenshot, summary, json, attributes, changeTracking',
      { parameter: 'formats' },
    ])
  })
})

test('a screenshot is of the window or of the full page, with its size', () => {
  const made = (format: NonNullable<PageFields['formats']>[number]) => read({ formats: [format] }).body.formats
  expect(made('screenshot')).toEqual(['screenshot'])
  expect(made('screenshot@fullPage')).toEqual(['screenshot@fullPage'])
  expect(made({ type: 'screenshot', fullPage: true })).toEqual(['screenshot@fullPage'])
  expect(made({ type: 'screenshot', fullPage: false })).toEqual(['screenshot'])
  const both = read({ formats: ['screenshot', 'screenshot@fullPage'] })
  expect([both.body.formats, both.warnings]).toEqual([
    ['screenshot@fullPage'],
    ['screenshot of the window was ignored: a page has one screenshot, which is that of the full page'],
  ])
  const viewport = { width: 5, height: 6 }
  const sized = { type: 'screenshot', viewport, quality: 80 }
  const { body, shape, warnings } = read({ formats: [sized] })
  expect([body.viewport, shape.fields, warnings]).toEqual([
    viewport,
    ['screenshot'],
    ['quality of the screenshot was ignored: it is a PNG'],
  ])
  // There is a warning of its own.
  expect(unknownNames(Format, sized)).toEqual([])
  expect(Object.hasOwn(read({ formats: ['screenshot'] }).body, 'viewport')).toBe(false)
})

test('data is extracted by the options of the format, or else of the page, and returned under the requested name', () => {
  const schema = { type: 'object' }
  const extracted = (options: PageFields) => {
    const { body, shape } = read(options)
    return [body.formats, body.extract, shape.fields, shape.json] as unknown[]
  }
  const own = { schema, prompt: undefined, systemPrompt: undefined }
  expect(extracted({ formats: [{ type: 'json', schema }], jsonOptions: { prompt: 'else' } })).toEqual([
    ['extract'],
    own,
    ['json'],
    'json',
  ])
  expect(extracted({ formats: ['json'], jsonOptions: { prompt: 'p', systemPrompt: 's' } })).toEqual([
    ['extract'],
    { schema: undefined, prompt: 'p', systemPrompt: 's' },
    ['json'],
    'json',
  ])
  expect(extracted({ formats: ['extract'], extract: { schema } })).toEqual([['extract'], own, ['json'], 'extract'])
  expect(extracted({ formats: ['extract'], jsonOptions: { schema } })[3]).toBe('json')
  expect(refusal({ formats: ['json'] })).toEqual([
    'invalid_options',
    'The format json needs a schema or a prompt',
    { parameter: 'formats' },
  ])
})

test('attributes need selectors', () => {
  const selectors = [{ selector: 'a', attribute: 'href' }]
  expect(read({ formats: [{ type: 'attributes', selectors }] }).body).toEqual({
    formats: ['attributes'],
    attributes: selectors,
  })
  for (const format of ['attributes', { type: 'attributes', selectors: [] }])
    expect(refusal({ formats: [format] })?.slice(0, 2)).toEqual([
      'invalid_options',
      'The format attributes needs selectors: a list of {selector, attribute}',
    ])
})

test('changes are tracked under a tag, and shown line by line if requested', () => {
  const tracked = (options: PageFields) => {
    const { body, shape, warnings } = read(options)
    return [body.formats, body.changeTracking, shape.showsDiff, warnings] as unknown[]
  }
  expect(tracked({ formats: ['changeTracking'] })).toEqual([['changeTracking'], {}, false, []])
  expect(tracked({ formats: [{ type: 'changeTracking', tag: 'a', modes: ['git-diff'] }] })).toEqual([
    ...[['changeTracking'], { tag: 'a' }, true, []],
  ])
  expect(tracked({ formats: ['changeTracking'], changeTrackingOptions: { tag: 'b', modes: ['json'] } })).toEqual([
    ['changeTracking'],
    { tag: 'b' },
    false,
    ['the mode json of changeTracking was ignored: what differs comes as text'],
  ])
})
