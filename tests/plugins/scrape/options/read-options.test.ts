import { expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { readValue } from 'weirjs'
import { checkSelectors } from '../../../../plugins/content/view/compile-selector.ts'
import { flatten } from '../../../../plugins/scrape/options/flatten.ts'
import { readOptions } from '../../../../plugins/scrape/options/read-options.ts'
import { type Picture, Prices, pagePrice } from '../../../../plugins/scrape/price.ts'
import { type ScrapeBody, scrapeBody } from '../../../../plugins/scrape/schema.ts'
import { scrapeErrors } from '../../../../plugins/scrape/service.ts'
import { checked, context, read, refusal } from './read.ts'

test('a request without options has the defaults', () => {
  expect(read()).toEqual({
    formats: ['markdown'],
    engine: undefined,
    includeMetadata: true,
    priority: 'medium',
    maxAge: 30,
    minAge: undefined,
    storeInCache: true,
    zeroRetention: false,
    tag: undefined,
    extract: undefined,
    fileParameters: {},
    asked: { proxy: false, stealthEngine: false, browserEngine: false },
    request: {
      headers: undefined,
      authentication: undefined,
      userAgent: undefined,
      timeout: 30_000,
      maxBytes: 50 * 1024 * 1024,
      javascript: undefined,
      executeJS: undefined,
      actions: undefined,
      waitFor: 0,
      waitForSelector: undefined,
      viewport: undefined,
      mobile: undefined,
      screenshot: undefined,
      pdf: false,
      stealth: undefined,
      location: undefined,
      skipTlsVerification: undefined,
      resources: 'text',
    },
    content: {
      formats: new Set(['markdown']),
      onlyMainContent: false,
      includeLinks: true,
      includeImages: true,
      removeAds: true,
      removeScripts: true,
      removeStyles: false,
      includeTags: [],
      excludeTags: [],
      llmOptimization: false,
      replaceAllPathsWithAbsolutePaths: false,
      htmlFormat: 'cleaned',
      stripHtml: false,
      includeMetadata: true,
      converter: 'weir',
    },
  })
})

test('each content option has the value of the request', () => {
  const changed = {
    onlyMainContent: true,
    includeLinks: false,
    includeImages: false,
    removeAds: false,
    removeScripts: false,
    removeStyles: true,
    llmOptimization: true,
    replaceAllPathsWithAbsolutePaths: true,
    htmlFormat: 'raw',
    stripHtml: true,
    includeMetadata: false,
  } as const
  expect(read(changed as Partial<ScrapeBody>).content).toMatchObject(changed)
  const { includeMetadata, priority, maxAge, asked } = read({
    includeMetadata: false,
    priority: 'high',
    maxAge: 0,
    useProxy: true,
  } as Partial<ScrapeBody>)
  expect([includeMetadata, priority, maxAge, asked.proxy]).toEqual([false, 'high', 0, true])
})

test('the price depends on the requested engine', () => {
  const askedOf = (engine: string) => read({ engine } as Partial<ScrapeBody>).asked
  expect(askedOf('stealth')).toMatchObject({ stealthEngine: true, browserEngine: false })
  expect(askedOf('browser_a')).toMatchObject({ stealthEngine: false, browserEngine: true })
  expect(askedOf('plain')).toMatchObject({ stealthEngine: false, browserEngine: false })
})

test('selectors under both names are merged, and errors name the one that was used', () => {
  checked.length = 0
  const { content } = read({ includeTags: ['a'], onlyIncludeTags: ['b'], excludeTags: ['c'], removeTags: ['d'] })
  expect([content.includeTags, content.excludeTags]).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
  expect(checked).toEqual([
    ['includeTags', ['a']],
    ['onlyIncludeTags', ['b']],
    ['excludeTags', ['c']],
    ['removeTags', ['d']],
  ])
})

test('an element to wait for may use selectors that only browsers support', () => {
  const readWith = (waitForSelector: string) =>
    readOptions({ formats: ['markdown'], waitForSelector } as ScrapeBody, { ...context, checkSelectors }).request
  for (const selector of ['#a > li:nth-child(2)', 'li:nth-match(1)', 'p:has-text("x")', ':visible', '*|a', 'a >> b'])
    expect(readWith(selector).waitForSelector).toBe(selector)
  expect(() => readWith('p:visible >')).toThrow('waitForSelector must be a CSS selector')
})

test('screenshots and PDFs are formats, however they are requested', () => {
  const pictured = (body: Partial<ScrapeBody>) => {
    const { formats, request } = read(body)
    return [formats, request.screenshot, request.pdf, request.resources]
  }
  expect(pictured({ includeScreenshot: true })).toEqual([['markdown', 'screenshot'], 'viewport', false, 'all'])
  expect(pictured({ formats: ['screenshot@fullPage'], includeScreenshot: true })).toEqual([
    ['screenshot@fullPage'],
    'fullpage',
    false,
    'all',
  ])
  expect(pictured({ formats: ['screenshot'], screenshotType: 'fullpage' })[1]).toBe('fullpage')
  expect(pictured({ formats: ['screenshot'], screenshotType: 'viewport' })[1]).toBe('viewport')
  expect(pictured({ formats: ['markdown'], screenshotType: 'fullpage' })[1]).toBeUndefined()
  expect(pictured({ includePdf: true })).toEqual([['markdown', 'pdf'], undefined, true, 'all'])
  expect(pictured({ formats: ['pdf', 'pdf', 'html'], includePdf: true })[0]).toEqual(['pdf', 'html'])
  expect([...read({ formats: ['pdf', 'html', 'extract', 'links'] }).content.formats]).toEqual(['html', 'links'])
})

test('files are known by the parameters that ask for them', () => {
  const parameters = (body: Partial<ScrapeBody>) => read(body).fileParameters
  expect(parameters({ includePdf: true, includeScreenshot: true })).toEqual({
    screenshot: 'includeScreenshot',
    pdf: 'includePdf',
  })
  expect(parameters({ formats: ['markdown', 'pdf'] })).toEqual({ pdf: 'formats' })
  expect(parameters({ formats: ['screenshot@fullPage'], includeScreenshot: true })).toEqual({ screenshot: 'formats' })
  expect(parameters(flatten({ format: 'pdf' }) as ScrapeBody)).toEqual({ pdf: 'format' })
})

test('waiting times are milliseconds, or seconds under the other name', () => {
  const waits = (body: Partial<ScrapeBody>) => read(body).request.waitFor
  expect([waits({ waitFor: 70 }), waits({ waitTime: 2 }), waits({ waitFor: 70, waitTime: 2 })]).toEqual([70, 2000, 70])
  expect(waits({ waitFor: 0, waitTime: 1 })).toBe(1000)
  expect(() => waits({ waitTime: 31 })).toThrow('waitTime must be a number from 0 to 30, in seconds')
  const many = (waitTime: number) =>
    readValue(scrapeBody([]), flatten({ urls: ['https://a.example/'], waitTime }), scrapeErrors)
  expect(() => many(30_001)).toThrow('waitTime must be a number from 0 to 30000')
})

test('a country is converted to upper case, and languages are unchanged', () => {
  expect(read({ location: { country: 'de', languages: ['de'] } }).request.location).toEqual({
    country: 'DE',
    languages: ['de'],
  })
  expect(read({ stealth: true }).request.stealth).toBe('basic')
})

test('credentials have the type of their fields, and none of these may be missing', () => {
  const given = (authentication: object) => refusal({ authentication } as Partial<ScrapeBody>)
  expect(given({ token: 't' })).toMatchObject({ request: { authentication: { type: 'bearer', token: 't' } } })
  expect(given({ username: 'u' })).toMatchObject({ request: { authentication: { type: 'basic', username: 'u' } } })
  for (const [authentication, name, type] of [
    [{ type: 'bearer', username: 'u' }, 'token', 'bearer'],
    [{ type: 'basic', token: 't' }, 'username', 'basic'],
    [{}, 'username', 'basic'],
  ] as const)
    expect(given(authentication)).toEqual([
      'invalid_options',
      `authentication.${name} is required for ${type}`,
      { parameter: `authentication.${name}` },
    ])
})

test('headers must be valid in HTTP', () => {
  expect([...read({ headers: { 'X-A': '1', b: '2' } }).request.headers!]).toEqual([
    ['b', '2'],
    ['x-a', '1'],
  ])
  expect(read({ headers: { a: 'Müller' } }).request.headers!.get('a')).toBe('Müller')
  for (const [name, value] of [
    ['a b', '1'],
    ['a', 'x\ny'],
    ['a', '漢'],
  ] as const)
    expect(refusal({ headers: { [name]: value } })).toEqual([
      'invalid_options',
      'headers must have names of letters, digits and hyphens, and values of one line in Latin-1',
      { parameter: 'headers', header: name },
    ])
})

test('an extraction is set by a schema, an agent, or a text', () => {
  const extract = (body: Partial<ScrapeBody>) => read(body).extract
  const schema = { type: 'object' }
  expect(extract({ formats: ['extract'] })).toEqual({ schema: undefined, prompt: undefined, model: undefined })
  expect(extract({ extract: { schema, prompt: 'p', systemPrompt: 's' } })).toEqual({
    schema,
    prompt: 'p',
    systemPrompt: 's',
    model: undefined,
  })
  expect(extract({ agent: { prompt: 'a', model: 'm' } })).toEqual({ schema: undefined, prompt: 'a', model: 'm' })
  expect(extract({ extract: { prompt: 'p' }, agent: { prompt: 'a' } })!.prompt).toBe('p')
  const jsonSchema = JSON.stringify(schema)
  expect(extract({ enableJsonExtraction: true, jsonSchema })!.schema).toEqual(schema)
  expect(extract({ jsonSchema })).toBeUndefined()
  expect(extract({ enableJsonExtraction: true })).toBeUndefined()
  expect(extract({ formats: ['extract'], jsonSchema })!.schema).toBeUndefined()
  for (const text of ['[]', 'null', '1', '{'])
    expect(refusal({ jsonSchema: text })).toEqual([
      'invalid_options',
      'jsonSchema must be a JSON object as text',
      { parameter: 'jsonSchema' },
    ])
})

test('options are at the top level or nested, and the top level takes precedence', () => {
  expect(flatten({ options: { a: 1, b: 2 }, b: 3 })).toEqual({ a: 1, b: 3 })
  expect(flatten({ options: 5, a: 1 })).toEqual({ options: 5, a: 1 })
  expect(flatten({ options: null })).toEqual({ options: null })
  expect(flatten({ options: [] })).toEqual({ options: [] })
  for (const body of [null, 'text', 7, undefined]) expect(flatten(body)).toBe(body)
  expect(flatten({ format: 'html' })).toEqual({ format: 'html', formats: ['html'] })
  expect(flatten({ format: 'html', formats: ['text'] })).toEqual({ format: 'html', formats: ['text'] })
  expect(flatten({ options: { formats: ['text'] }, format: 'html' })).toEqual({ format: 'html', formats: ['html'] })
  expect(flatten({ options: { format: 'html' }, formats: ['text'] })).toEqual({ format: 'html', formats: ['text'] })
})

test('`formats` wins over `format`, and the default is markdown', () => {
  const formatsOf = (body: Partial<ScrapeBody>) => read({ formats: undefined, ...body }).formats
  expect(formatsOf({})).toEqual(['markdown'])
  expect(formatsOf({ format: 'html' })).toEqual(['html'])
  expect(formatsOf({ format: 'html', formats: ['text'] })).toEqual(['text'])
})

test('an invalid `format` is reported under that name', () => {
  const format = (body: object) => () =>
    readValue(scrapeBody(['lightweight']), flatten({ url: 'https://a.example/', ...body }), scrapeErrors)
  for (const given of ['md', '', 5, null])
    for (const body of [{ format: given }, { options: { format: given } }])
      expect(format(body)).toThrow(/^format must be one of: markdown, html/)
  expect(format({ options: { format: 'html' } })()).toMatchObject({ format: 'html', formats: ['html'] })
})

test('with several addresses, options of batch are accepted too', () => {
  const urls = ['https://a.example/']
  expect(flatten({ urls, waitTime: 30 })).toEqual({ urls, waitTime: 30 })
  expect(flatten({ urls, waitTime: 31 })).toEqual({ urls, waitFor: 31 })
  expect(flatten({ urls, waitTime: 31, waitFor: 5 })).toEqual({ urls, waitFor: 5 })
  expect(flatten({ urls, waitTime: 'x' })).toEqual({ urls, waitTime: 'x' })
  expect([flatten({ urls, priority: 'normal' }), flatten({ urls, priority: 'low' })]).toEqual([
    { urls, priority: 'medium' },
    { urls, priority: 'low' },
  ])
  expect(flatten({ waitTime: 31, priority: 'normal' })).toEqual({ waitTime: 31, priority: 'normal' })
})

test('`attributes` adds its format, and the format requires `attributes`', () => {
  const attributes = [{ selector: 'li', attribute: 'data-price' }]
  const { formats, content } = read({ attributes })
  expect([formats, [...content.formats], content.attributes]).toEqual([
    ['markdown', 'attributes'],
    ['markdown', 'attributes'],
    attributes,
  ])
  expect(checked.at(-1)).toEqual(['attributes', ['li']])
  expect(refusal({ formats: ['attributes'] })).toEqual([
    'invalid_options',
    'attributes is required with the format attributes: a list of {selector, attribute}',
    { parameter: 'attributes' },
  ])
})

test('minAge must be below maxAge', () => {
  expect(read({ minAge: 1 })).toMatchObject({ minAge: 1, maxAge: 30 })
  expect(read({ minAge: 1, maxAge: 1.5 })).toMatchObject({ minAge: 1, maxAge: 1.5 })
  for (const maxAge of [0, 1])
    expect(refusal({ minAge: 1, maxAge })).toEqual(['invalid_options', expect.any(String), { parameter: 'minAge' }])
})

test('change tracking fetches the page fresh, and adds markdown', () => {
  const { formats, tag, maxAge } = read({ formats: ['html'], changeTracking: { tag: 'weekly' } })
  expect([formats, tag, maxAge]).toEqual([['html', 'changeTracking', 'markdown'], 'weekly', 0])
  expect(refusal({ formats: ['changeTracking'], minAge: 1 })).toEqual([
    'invalid_options',
    expect.any(String),
    { parameter: 'minAge' },
  ])
})

test('a user agent or token that no header can hold is refused before the page is fetched', () => {
  const told = (parameter: string) => [
    'invalid_options',
    `${parameter} must be one line of Latin-1 text, because it is sent in a header`,
    { parameter },
  ]
  expect(refusal({ userAgent: 'a\nb' })).toEqual(told('userAgent'))
  expect(refusal({ authentication: { token: 'a\nb' } })).toEqual(told('authentication.token'))
  expect(refusal({ authentication: { username: 'Ł', password: 'a\nb' } })).toMatchObject({ formats: ['markdown'] })
})

// Source: spec section 8.3.
test.each<[credits: number, body: Partial<ScrapeBody>, lacking: Picture[]]>([
  [1, {}, []],
  [2, { javascript: true }, []],
  [2, { engine: 'chromium' }, []],
  [2, { engine: 'chromium', javascript: true }, []],
  [3, { formats: ['screenshot', 'pdf'] }, []],
  [2, { formats: ['screenshot', 'pdf'] }, ['screenshot']],
  [2, { formats: ['screenshot@fullPage', 'pdf'] }, ['pdf']],
  [2, { formats: ['markdown', 'structured'] }, []],
  [5, { engine: 'stealth' }, []],
  [6, { stealth: true }, []],
  [6, { engine: 'stealth', stealth: true }, []],
  [3, { useProxy: true }, []],
  [7, { javascript: true, formats: ['structured', 'screenshot', 'pdf'], useProxy: true }, []],
])('a page costs %d credits with %j, without %j', (credits, body, lacking) => {
  expect(pagePrice(read(body), Value.Default(Prices, {}) as Prices, lacking)).toBe(credits * 1000)
})
